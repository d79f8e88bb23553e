// SPDX-License-Identifier: Apache-2.0
// Each way in which an attempt can end has one cause, found by codes.
#include "runner/jobs/FailureCause.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runner;
using protocol::Problem;
using protocol::ProblemCode;

static JobOutcome failWith(const char *id, const char *fault) {
  llvm::json::Object diagnostic{{"severity", "error"}, {"id", id}, {"fault", fault}};
  return {JobState::failed,
          llvm::json::Object{{"ok", false}, {"diagnostics", llvm::json::Array{std::move(diagnostic)}}}, std::nullopt};
}

static JobOutcome failBy(ProblemCode code, std::optional<LossCause> loss = std::nullopt) {
  return {JobState::failed, std::nullopt, Problem{code, "", {}}, loss};
}

TEST(FailureCause, OfEachOutcome) {
  EXPECT_EQ(findCause({JobState::succeeded, llvm::json::Object{}, std::nullopt}), std::nullopt);
  EXPECT_EQ(findCause({JobState::cancelled, std::nullopt, std::nullopt}), std::nullopt);
  EXPECT_EQ(findCause({JobState::timedOut, std::nullopt, std::nullopt}), FailureCause::deadline);
  EXPECT_EQ(findCause({JobState::failed, llvm::json::Object{{"ok", false}}, std::nullopt}), FailureCause::program);
  EXPECT_EQ(findCause(failWith("assertion-failed", "user")), FailureCause::program);
  EXPECT_EQ(findCause(failWith("memory-limit", "environment")), FailureCause::memory);
  EXPECT_EQ(findCause(failWith("internal-error", "bug")), FailureCause::internal);
  EXPECT_EQ(findCause(failWith("cuda-error", "environment")), FailureCause::machine);
  EXPECT_EQ(findCause(failBy(ProblemCode::internal, LossCause::job)), FailureCause::crash);
  EXPECT_EQ(findCause(failBy(ProblemCode::internal, LossCause::machine)), FailureCause::machine);
  EXPECT_EQ(findCause(failBy(ProblemCode::artifactAltered)), FailureCause::artifact);
  EXPECT_EQ(findCause(failBy(ProblemCode::unavailable)), FailureCause::machine);
  EXPECT_EQ(findCause(failBy(ProblemCode::internal)), FailureCause::internal);
}

TEST(FailureCause, EachHasAWord) {
  EXPECT_EQ(std::size(failureCauseTexts), static_cast<size_t>(FailureCause::internal) + 1);
}
