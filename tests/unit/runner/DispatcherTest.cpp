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

namespace {
/// A source whose store is away now and then.
class FlakyStore : public JobSource {
public:
  explicit FlakyStore(JobSource &inner) : inner(inner) {}
  Result<Job> submit(const JobRequest &request, const std::string &key) override { return inner.submit(request, key); }
  Result<Job> find(const std::string &id) override { return inner.find(id); }
  Result<std::vector<Job>> list(int64_t limit, const std::string &before, const JobFilter &filter) override {
    return inner.list(limit, before, filter);
  }
  Result<std::vector<JobEvent>> events(const std::string &id, int64_t after, int64_t limit) override {
    return inner.events(id, after, limit);
  }
  Result<std::string> output(const std::string &id) override { return inner.output(id); }
  Result<Job> cancel(const std::string &id) override { return inner.cancel(id); }
  Result<QueueCounts> counts() override { return inner.counts(); }
  Result<std::optional<Lease>> lease(const std::string &device, int64_t milliseconds) override {
    return inner.lease(device, milliseconds);
  }
  Result<bool> renew(const Lease &lease, int64_t milliseconds) override { return inner.renew(lease, milliseconds); }
  /// Half of those that fail have arrived.
  Result<bool> publish(const Lease &lease, int64_t number, const std::string &kind,
                       const llvm::json::Value &data) override {
    if (++asked % 2 == 0)
      return inner.publish(lease, number, kind, data);
    if (asked % 4 == 1)
      (void)*inner.publish(lease, number, kind, data);
    return away();
  }
  Result<bool> finish(const Lease &lease, const JobOutcome &outcome) override {
    return ++asked % 2 ? Result<bool>(away()) : inner.finish(lease, outcome);
  }
  Result<bool> giveBack(const Lease &lease) override { return inner.giveBack(lease); }
  Result<bool> lose(const Lease &lease, LossCause cause, const std::string &reason) override {
    return inner.lose(lease, cause, reason);
  }
  void watch(std::function<void(const std::string &)> callback) override { inner.watch(std::move(callback)); }
  void watchWork(std::function<void(const std::string &)> callback) override { inner.watchWork(std::move(callback)); }

protected:
  static Problem away() { return makeProblem(ProblemCode::unavailable, "the store is away"); }

  JobSource &inner;
  std::atomic<int> asked{0};
};

/// One that counts how often it is asked for a job, and whether a lease goes on.
class CountingStore : public FlakyStore {
public:
  using FlakyStore::FlakyStore;
  Result<std::optional<Lease>> lease(const std::string &device, int64_t milliseconds) override {
    ++leases;
    return inner.lease(device, milliseconds);
  }
  Result<bool> renew(const Lease &lease, int64_t milliseconds) override {
    ++renewals;
    return inner.renew(lease, milliseconds);
  }
  std::atomic<int> leases{0}, renewals{0};
};
} // namespace

TEST_F(DispatcherTest, WhatOtherJobsDoConcernsNobody) {
  CountingStore counting(*store);
  Job running = submit();
  Dispatcher dispatcher(counting, {"interpreter", "emulator"}, [](const auto &...all) { return runForever(all...); });
  waitFor(running.id, JobState::running);
  Job other = submit("", "cuda:0");
  Lease held = **store->lease("cuda:0", 60000);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  auto began = std::chrono::steady_clock::now();
  int leases = counting.leases, renewals = counting.renewals;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(*store->publish(held, i, "output", llvm::json::Object{{"text", "x"}}));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  int seconds = static_cast<int>((std::chrono::steady_clock::now() - began) / std::chrono::seconds(1));
  EXPECT_LE(counting.leases - leases, 2 + seconds) << "by the device that is free";
  EXPECT_LE(counting.renewals - renewals, 2 + seconds) << "of the job that runs";
  ASSERT_TRUE(store->cancel(running.id));
  EXPECT_EQ(waitFor(running.id).state, JobState::cancelled);
}

TEST_F(DispatcherTest, WhatAStoreThatIsAwayMissesIsToldLaterInOrder) {
  FlakyStore flaky(*store);
  Job job = submit();
  Dispatcher dispatcher(flaky, {"interpreter"}, [](const Job &, const auto &, const auto &onEvent) {
    for (const char *text : {"a", "b", "c", "d"})
      onEvent("output", llvm::json::Object{{"text", text}});
    return succeed();
  });
  EXPECT_EQ(waitFor(job.id).state, JobState::succeeded);
  EXPECT_EQ(*store->output(job.id), "abcd");
}

TEST_F(DispatcherTest, ALostAttemptIsMadeAgain) {
  std::atomic<int> runs{0};
  Job job = submit();
  Dispatcher dispatcher(*store, {"interpreter"}, [&](const Job &, const auto &, const auto &onEvent) {
    onEvent("output", llvm::json::Object{{"text", "x"}});
    if (++runs == 1)
      return JobOutcome{JobState::failed, std::nullopt, makeProblem(ProblemCode::internal, "killed"),
                        LossCause::machine};
    return succeed();
  });
  Job finished = waitFor(job.id);
  EXPECT_EQ(finished.state, JobState::succeeded);
  EXPECT_EQ(finished.losses.at(0).reason, "killed");
  EXPECT_EQ(*store->output(job.id), "x");
}

TEST_F(DispatcherTest, DrainingWaitsForWhatRunsAndTakesNoMore) {
  std::atomic<bool> isReleased{false};
  Job first = submit(), second = submit();
  Dispatcher dispatcher(*store, {"interpreter"}, [&](const auto &...) {
    while (!isReleased)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return succeed();
  });
  waitFor(first.id, JobState::running);
  dispatcher.drain(std::chrono::milliseconds(20));
  EXPECT_EQ(find(first.id).state, JobState::running) << "not for ever";
  isReleased = true;
  dispatcher.drain(std::chrono::seconds(10));
  EXPECT_EQ(find(first.id).state, JobState::succeeded);
  EXPECT_EQ(find(second.id).state, JobState::queued);
}
