// SPDX-License-Identifier: Apache-2.0
// From an outcome to its cause, by codes and ids and never by words.
#include "runner/jobs/FailureCause.h"

using namespace tessera;
using namespace tessera::runner;
using protocol::ProblemCode;

/// Of a result that is not ok: the first error that is not just the program's.
static FailureCause findCause(const llvm::json::Value &result) {
  const llvm::json::Object *object = result.getAsObject();
  const llvm::json::Array *diagnostics = object ? object->getArray("diagnostics") : nullptr;
  for (size_t i = 0; diagnostics && i < diagnostics->size(); ++i) {
    const llvm::json::Object *diagnostic = (*diagnostics)[i].getAsObject();
    if (!diagnostic || diagnostic->getString("severity") != "error")
      continue;
    if (diagnostic->getString("id") == getText(DiagnosticId::memoryLimit))
      return FailureCause::memory;
    if (diagnostic->getString("fault") == "bug")
      return FailureCause::internal;
    if (diagnostic->getString("fault") == "environment")
      return FailureCause::machine;
  }
  return FailureCause::program;
}

std::optional<FailureCause> runner::findCause(const JobOutcome &outcome) {
  if (outcome.state == JobState::succeeded || outcome.state == JobState::cancelled)
    return std::nullopt;
  if (outcome.state == JobState::timedOut)
    return FailureCause::deadline;
  if (outcome.loss)
    return *outcome.loss == LossCause::job ? FailureCause::crash : FailureCause::machine;
  if (outcome.result)
    return ::findCause(*outcome.result);
  switch (outcome.problem ? outcome.problem->code : ProblemCode::internal) {
  case ProblemCode::artifactAltered:
  case ProblemCode::artifactTruncated:
  case ProblemCode::artifactVersion:
  case ProblemCode::notAnArtifact:
  case ProblemCode::notFound:
    return FailureCause::artifact;
  case ProblemCode::unavailable:
    return FailureCause::machine;
  default:
    return FailureCause::internal;
  }
}
