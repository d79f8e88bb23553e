// SPDX-License-Identifier: Apache-2.0
// Jobs reach the worker, outcomes reach the store, and stopping loses neither.
#include "runner/jobs/Dispatcher.h"
#include "tests/unit/runner/Fixture.h"
#include <chrono>
#include <condition_variable>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;

namespace {
class DispatcherTest : public StoreTest {
protected:
  /// Waits, at most ten seconds, until the job's state is final or `state`.
  Job waitFor(const std::string &id, std::optional<JobState> state = std::nullopt) {
    for (int i = 0; i < 1000; ++i) {
      Job job = find(id);
      if (state ? job.state == *state : isFinal(job.state))
        return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the job stays " << getText(find(id).state).str();
    return find(id);
  }
  static JobOutcome succeed() { return {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}; }
  /// A job that runs until it is cancelled.
  static JobOutcome runForever(const Job &, const std::function<bool()> &isCancelled, const auto &) {
    while (!isCancelled())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return {JobState::cancelled, std::nullopt, std::nullopt};
  }
};
} // namespace

TEST_F(DispatcherTest, RunsJobsOfItsDevicesOnly) {
  Job other = submit("", "cuda:0"), mine = submit();
  Dispatcher dispatcher(*store, {"interpreter"}, [](const Job &, const auto &, const auto &onEvent) {
    onEvent("output", llvm::json::Object{{"text", "x"}});
    onEvent("state", llvm::json::Object{}); // not a worker's to say
    return succeed();
  });
  EXPECT_EQ(waitFor(mine.id).state, JobState::succeeded);
  EXPECT_EQ(find(other.id).state, JobState::queued);
  EXPECT_EQ(kinds(mine.id), (std::vector<std::string>{"state", "state", "output", "result", "state"}));
}

TEST_F(DispatcherTest, JobsSubmittedLaterAreNoticed) {
  Dispatcher dispatcher(*store, {"interpreter"}, [](const auto &...) { return succeed(); });
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(waitFor(submit().id).state, JobState::succeeded);
}

TEST_F(DispatcherTest, CancelReachesARunningJob) {
  Dispatcher dispatcher(*store, {"interpreter"}, [](const auto &...all) { return runForever(all...); });
  Job job = submit();
  waitFor(job.id, JobState::running);
  ASSERT_TRUE(store->cancel(job.id));
  EXPECT_EQ(waitFor(job.id).state, JobState::cancelled);
  Job next = submit(); // the device is free again
  waitFor(next.id, JobState::running);
  ASSERT_TRUE(store->cancel(next.id));
  waitFor(next.id);
}

TEST_F(DispatcherTest, StoppingGivesTheRunningJobBack) {
  Job job = submit();
  {
    Dispatcher dispatcher(*store, {"interpreter"}, [](const auto &...all) { return runForever(all...); });
    waitFor(job.id, JobState::running);
  }
  EXPECT_EQ(find(job.id).state, JobState::queued);
  Dispatcher dispatcher(*store, {"interpreter"}, [](const auto &...) { return succeed(); });
  EXPECT_EQ(waitFor(job.id).state, JobState::succeeded);
}

TEST_F(DispatcherTest, ADeviceRunsOneJobAtATime) {
  std::atomic<int> running{0}, most{0};
  std::vector<Job> jobs;
  for (int i = 0; i < 5; ++i)
    jobs.push_back(submit());
  Dispatcher dispatcher(*store, {"interpreter", "cuda:0"}, [&](const auto &...) {
    most = std::max<int>(most, ++running);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --running;
    return succeed();
  });
  for (const Job &job : jobs)
    waitFor(job.id);
  EXPECT_EQ(most, 1);
}
