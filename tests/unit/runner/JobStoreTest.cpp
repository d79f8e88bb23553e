// SPDX-License-Identifier: Apache-2.0
// What holds of jobs wherever they are kept: in SQLite for one machine, in PostgreSQL for a fleet.
#include "runner/store/FleetStore.h"
#include "tests/unit/runner/PostgresServer.h"
#include <atomic>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;

using Kinds = std::vector<std::string>;

static JobOutcome succeed() { return {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}; }

namespace {
enum class Engine { sqlite, postgres };

class JobStoreTest : public JobTest, public testing::WithParamInterface<Engine> {
protected:
  void SetUp() override {
    PostgresServer *server = GetParam() == Engine::postgres ? PostgresServer::get() : nullptr;
    if (GetParam() == Engine::postgres && !server)
      GTEST_SKIP() << "PostgreSQL 15 is not installed";
    JobLimits limits;
    limits.queueLimit = 100;
    limits.clock = [this] { return now + wall; };
    limits.ticks = [this] { return now; };
    store = server ? openFleet(*server, limits) : openFolder(limits);
    ASSERT_TRUE(store);
    putArtifact();
  }
  JobStore &jobs() override { return *store; }

  std::unique_ptr<JobStore> store;

private:
  std::unique_ptr<JobStore> openFolder(const JobLimits &limits) {
    StoreOptions options;
    static_cast<JobLimits &>(options) = limits;
    options.directory = folder.path;
    return *Store::open(options);
  }
  std::unique_ptr<JobStore> openFleet(PostgresServer &server, const JobLimits &limits) {
    EXPECT_TRUE((*PostgresDatabase::open(server.url()))->execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
    FleetOptions options;
    static_cast<JobLimits &>(options) = limits;
    options.url = server.url();
    options.worker = "local";
    options.cache = folder.path;
    return *FleetStore::open(options);
  }
};
} // namespace

TEST_P(JobStoreTest, AnOverviewTellsWhatWaitsRunsAndFailed) {
  Job crashed = submit(), wrong = submit(), fine = submit();
  Lease lost = lease();
  EXPECT_TRUE(
      *jobs().finish(lost, {JobState::failed, std::nullopt, makeProblem(ProblemCode::timeout, "took too long")}));
  llvm::json::Object range{{"file", "a/k.py"}, {"begin", llvm::json::Object{{"line", 5}, {"column", 1}}}};
  llvm::json::Array diagnostics{
      llvm::json::Object{{"severity", "remark"}, {"message", "a plan"}},
      llvm::json::Object{{"severity", "error"}, {"message", "\nNot equal\nat all"}, {"range", std::move(range)}}};
  EXPECT_TRUE(*jobs().finish(
      lease(),
      {JobState::failed, llvm::json::Object{{"ok", false}, {"diagnostics", std::move(diagnostics)}}, std::nullopt}));
  EXPECT_TRUE(*jobs().finish(lease(), succeed()));
  Job running = submit();
  now += 500;
  lease();
  Job first = submit("", "cuda");
  now += 1000;
  submit("", "emulator");
  submit("", "cuda");
  Overview overview = *jobs().overview(5);
  EXPECT_EQ(overview.now, now);
  ASSERT_EQ(overview.waiting.size(), 2u);
  EXPECT_EQ(overview.waiting[0].device, "cuda");
  EXPECT_EQ(overview.waiting[0].jobs, 2);
  EXPECT_EQ(overview.waiting[0].oldestAt, first.createdAt);
  ASSERT_EQ(overview.running.size(), 1u);
  EXPECT_EQ(overview.running[0].id, running.id);
  EXPECT_EQ(overview.running[0].startedAt, now - 1000);
  ASSERT_EQ(overview.recent.size(), 5u);
  EXPECT_EQ(overview.recent[3].id, running.id);
  EXPECT_EQ(overview.recent[3].reason, "");
  overview = *jobs().overview(100);
  std::map<std::string, std::string> reasons;
  for (const JobSummary &job : overview.recent)
    reasons[job.id] = job.reason;
  EXPECT_EQ(reasons.at(crashed.id), "took too long");
  EXPECT_EQ(reasons.at(wrong.id), "k.py:5: Not equal");
  EXPECT_EQ(reasons.at(fine.id), "");
  EXPECT_TRUE(jobs().overview(0)->recent.empty());
}

TEST_P(JobStoreTest, JobsAreLeasedInOrderAndPositionsCount) {
  Job first = submit(), second = submit(), third = submit();
  EXPECT_EQ(first.position, 0);
  EXPECT_EQ(third.position, 2);
  EXPECT_EQ(lease().job.id, first.id);
  EXPECT_EQ(find(third.id).position, 1);
  EXPECT_EQ(lease().job.id, second.id);
}

TEST_P(JobStoreTest, TheLifeOfAJobIsItsEvents) {
  Job job = submit();
  Lease held = lease();
  EXPECT_TRUE(*store->publish(held, 0, "output", llvm::json::Object{{"text", "hi"}}));
  EXPECT_TRUE(*store->finish(held, succeed()));
  EXPECT_EQ(kinds(job.id), (Kinds{"state", "state", "output", "result", "state"}));
  EXPECT_EQ(kinds(job.id, 3), (Kinds{"result", "state"}));
  std::vector<JobEvent> events = *store->events(job.id, 0, 2);
  EXPECT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].number, 2);
  EXPECT_NE(protocol::toText(toJson(find(job.id))).find(R"("result":{"ok":true})"), std::string::npos);
}

TEST_P(JobStoreTest, AFullQueueRefuses) {
  for (int i = 0; i < 100; ++i)
    submit();
  Result<Job> refused = store->submit({digest, "interpreter", {}}, "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.problem().code, ProblemCode::queueFull);
  EXPECT_NE(refused.problem().detail.find("the queue takes 100"), std::string::npos) << refused.problem().detail;
  lease();
  EXPECT_TRUE(store->submit({digest, "interpreter", {}}, "")) << "there is room again";
}

TEST_P(JobStoreTest, CancellingAQueuedJobIsFinal) {
  Job job = submit();
  EXPECT_EQ(store->cancel(job.id)->state, JobState::cancelled);
  EXPECT_FALSE(store->lease("interpreter", 1000)->has_value());
  EXPECT_EQ(store->cancel(job.id)->state, JobState::cancelled) << "again is harmless";
  EXPECT_EQ(kinds(job.id), (Kinds{"state", "state"}));
}

TEST_P(JobStoreTest, CancellingARunningJobEndsItsLease) {
  Job job = submit();
  Lease held = lease();
  EXPECT_TRUE(*store->renew(held, 1000));
  EXPECT_EQ(store->cancel(job.id)->state, JobState::running);
  EXPECT_FALSE(*store->renew(held, 1000));
  EXPECT_TRUE(*store->finish(held, {JobState::cancelled, std::nullopt, std::nullopt}));
  EXPECT_EQ(find(job.id).state, JobState::cancelled);
}

TEST_P(JobStoreTest, ALateResultOfALostLeaseIsRefused) {
  Job job = submit();
  Lease lost = lease();
  now += 2000; // the lease was for 1000
  Lease second = lease();
  EXPECT_EQ(second.job.id, job.id);
  EXPECT_FALSE(*store->publish(lost, 0, "output", llvm::json::Object{{"text", "late"}}));
  EXPECT_FALSE(*store->finish(lost, {JobState::failed, std::nullopt, std::nullopt}));
  EXPECT_TRUE(*store->finish(second, succeed()));
  EXPECT_FALSE(*store->finish(second, succeed())) << "once only";
  EXPECT_EQ(find(job.id).state, JobState::succeeded);
}

TEST_P(JobStoreTest, AJobThatDiesTwiceIsADeadLetterWithItsReasons) {
  Job job = submit();
  EXPECT_TRUE(*store->lose(lease(), LossCause::machine, "somebody killed it"));
  now += 1000;
  EXPECT_TRUE(*store->lose(lease(), LossCause::job, "it crashed"));
  EXPECT_EQ(find(job.id).state, JobState::queued);
  EXPECT_TRUE(*store->lose(lease(), LossCause::job, "it crashed again"));
  Job failed = find(job.id);
  EXPECT_EQ(failed.state, JobState::failed);
  EXPECT_NE(failed.problem.find("attempt 1: somebody killed it; attempt 2: it crashed; attempt 3: it crashed again"),
            std::string::npos)
      << failed.problem;
  std::string json = protocol::toText(toJson(failed));
  EXPECT_NE(json.find(R"("attempt":3)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"({"attempt":2,"cause":"job","endedAt":"2023-11-14T22:13:21.000Z","reason":"it crashed"})"),
            std::string::npos)
      << json;
}

TEST_P(JobStoreTest, WhatTheMachineLostWaitsABitAndLonger) {
  Job job = submit();
  EXPECT_TRUE(*store->lose(lease(), LossCause::machine, "killed"));
  for (int64_t pause : {250, 500, 1000, 2000}) {
    EXPECT_TRUE(*store->lose(lease(), LossCause::machine, "killed"));
    now += pause - 1;
    EXPECT_FALSE(store->lease("interpreter", 1000)->has_value()) << pause;
    Job other = submit();
    Lease next = lease();
    EXPECT_EQ(next.job.id, other.id) << "others go first meanwhile";
    EXPECT_TRUE(*store->finish(next, succeed()));
    now += 1;
  }
  EXPECT_EQ(lease().job.id, job.id);
}

TEST_P(JobStoreTest, AnEventThatIsSentTwiceIsToldOnce) {
  Job job = submit();
  Lease held = lease();
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(*store->publish(held, 0, "output", llvm::json::Object{{"text", "one"}}));
  EXPECT_TRUE(*store->publish(held, 1, "output", llvm::json::Object{{"text", "two"}}));
  EXPECT_TRUE(*store->publish(held, 0, "output", llvm::json::Object{{"text", "one"}}));
  EXPECT_EQ(*store->output(job.id), "onetwo");
}

TEST_P(JobStoreTest, AGivenBackJobIsQueuedWithoutBlame) {
  Job job = submit();
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(*store->giveBack(lease()));
  EXPECT_EQ(find(job.id).state, JobState::queued);
  EXPECT_EQ(find(job.id).lost, 0);
}

TEST_P(JobStoreTest, ListsNewestFirstByPages) {
  Job first = submit(), second = submit(), third = submit();
  std::vector<Job> page = *store->list(2, "");
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].id, third.id);
  EXPECT_EQ((*store->list(2, second.id)).at(0).id, first.id);
  Result<std::vector<Job>> unknown = store->list(2, "job-nobody");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.problem().code, ProblemCode::notFound);
}

TEST_P(JobStoreTest, WatchersHearOfEveryChange) {
  auto heard = std::make_shared<std::atomic<int>>(0); // a fleet's thread may tell when this is over
  store->watch([heard](const std::string &) { ++*heard; });
  Job job = submit();
  Lease held = lease();
  EXPECT_TRUE(store->publish(held, 0, "output", llvm::json::Object{}));
  EXPECT_TRUE(store->finish(held, succeed()));
  EXPECT_GE(*heard, 4);
  if (GetParam() == Engine::sqlite)
    EXPECT_EQ(*heard, 4) << "a fleet hears its own notifications, too";
}

TEST_P(JobStoreTest, DevicesHaveQueuesOfTheirOwn) {
  submit("", "interpreter");
  Job gpu = submit("", "cuda:0");
  EXPECT_EQ(gpu.position, 0);
  EXPECT_EQ(lease("cuda:0").job.id, gpu.id);
  EXPECT_FALSE(store->lease("cuda:1", 1000)->has_value());
}

TEST_P(JobStoreTest, CountsTellHowLongTheOldestHasWaited) {
  EXPECT_EQ(jobs().counts()->oldestQueuedMs, 0);
  submit();
  now += 1500;
  submit();
  now += 500;
  EXPECT_EQ(jobs().counts()->oldestQueuedMs, 2000);
  lease();
  EXPECT_EQ(jobs().counts()->oldestQueuedMs, 500);
  now -= 5000; // a clock that was set
  EXPECT_EQ(jobs().counts()->oldestQueuedMs, 0);
}

TEST_P(JobStoreTest, AJobKeepsItsTrace) {
  JobRequest request{digest, "interpreter", {}};
  request.traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  Result<Job> job = jobs().submit(request, "key");
  ASSERT_TRUE(job) << job.problem().detail;
  EXPECT_EQ(find(job->id).request.traceparent, request.traceparent);
  EXPECT_EQ(lease().job.request.traceparent, request.traceparent);
  for (const JobEvent &event : *jobs().events(job->id, 0, 10))
    EXPECT_NE(event.data.find(request.traceparent), std::string::npos) << event.data;
  request.traceparent.clear(); // a step that is run again has another trace, and means the same job
  EXPECT_EQ(jobs().submit(request, "key")->id, job->id);
}

TEST_P(JobStoreTest, TimesAreRfc3339) {
  Job job = submit();
  EXPECT_EQ(toTimeText(job.createdAt), "2023-11-14T22:13:20.000Z");
}

TEST_P(JobStoreTest, TokensAreMadeTurnedAndRevoked) {
  Result<Token> made = store->createToken({"ci", Scope::submit, "hash-1"}, 5000);
  ASSERT_TRUE(made) << made.problem().detail;
  EXPECT_EQ(made->createdAt, now);
  EXPECT_EQ(made->expiresAt, now + 5000);
  Result<Token> again = store->createToken({"ci", Scope::admin, "hash-2"}, std::nullopt);
  ASSERT_FALSE(again);
  EXPECT_NE(again.problem().detail.find("there is a token `ci` already"), std::string::npos);
  Token turned = *store->rotateToken("ci", "hash-3", 1000);
  EXPECT_EQ(std::tuple(turned.hash, turned.previousHash, turned.expiresAt),
            std::tuple(std::string("hash-3"), std::string("hash-1"), std::optional(now + 5000)));
  now += 1000;
  EXPECT_EQ(store->tokens()->at(0).previousHash, "");
  now += 4000;
  EXPECT_EQ(store->tokens()->at(0).state, TokenState::expired);
  ASSERT_TRUE(store->createToken({"ci", Scope::read, "hash-4"}, std::nullopt)) << "the name is free again";
  EXPECT_EQ(store->revokeToken("ci")->state, TokenState::revoked);
  EXPECT_EQ(store->revokeToken("ci").problem().code, ProblemCode::badRequest);
  EXPECT_EQ(store->rotateToken("nobody", "hash", 0).problem().code, ProblemCode::notFound);
  EXPECT_EQ(store->tokens()->size(), 1u) << "it is remembered that there were some";
}

TEST_P(JobStoreTest, JobsAndKeysAreTheirOwners) {
  JobRequest request{digest, "interpreter", {}};
  request.owner = "one";
  Job mine = *store->submit(request, "key");
  request.owner = "two";
  Job other = *store->submit(request, "key");
  EXPECT_NE(mine.id, other.id);
  EXPECT_EQ(find(mine.id).request.owner, "one");
  submit("key");
  JobFilter filter;
  filter.owner = "one";
  std::vector<Job> jobs = *store->list(10, "", filter);
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].id, mine.id);
  EXPECT_EQ(store->list(10, "")->size(), 3u);
}

TEST_P(JobStoreTest, ADeadLetterIsRetriedOrForgotten) {
  Job job = submit();
  auto die = [&] {
    EXPECT_TRUE(*store->publish(lease(), 0, "output", llvm::json::Object{{"text", "half"}}));
    EXPECT_TRUE(*store->lose({find(job.id), find(job.id).attempts}, LossCause::job, "it crashed"));
    EXPECT_TRUE(*store->lose(lease(), LossCause::job, "it crashed again"));
  };
  die();
  JobFilter dead;
  dead.isDead = true;
  submit();
  EXPECT_TRUE(*store->finish(lease(), {JobState::failed, llvm::json::Object{{"ok", false}}, std::nullopt}));
  ASSERT_EQ(store->list(10, "", dead)->size(), 1u) << "one that fails with a result is none";
  EXPECT_EQ(store->list(10, "", dead)->at(0).id, job.id);
  Result<Job> again = store->retry(job.id);
  ASSERT_TRUE(again) << again.problem().detail;
  EXPECT_EQ(again->state, JobState::queued);
  EXPECT_EQ(again->problem, "");
  EXPECT_EQ(*store->output(job.id), "");
  EXPECT_EQ(store->retry(job.id).problem().code, ProblemCode::badRequest) << "once";
  die();
  EXPECT_EQ(find(job.id).attempts, 4) << "the fence goes on";
  EXPECT_TRUE(store->remove(job.id));
  EXPECT_EQ(store->find(job.id).problem().code, ProblemCode::notFound);
  EXPECT_EQ(store->remove(job.id).problem().code, ProblemCode::notFound);
  EXPECT_TRUE(store->events(job.id, 0, 100)->empty());
}

TEST_P(JobStoreTest, ADrainedMachineTakesNoFurtherJobs) {
  Job job = submit();
  ASSERT_TRUE(store->setDrained("local", true));
  ASSERT_TRUE(store->setDrained("local", true));
  EXPECT_FALSE(store->lease("interpreter", 1000)->has_value());
  EXPECT_EQ(*store->drainedWorkers(), std::vector<std::string>{"local"});
  ASSERT_TRUE(store->setDrained("local", false));
  EXPECT_EQ(lease().job.id, job.id);
}

INSTANTIATE_TEST_SUITE_P(Engines, JobStoreTest, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const testing::TestParamInfo<Engine> &info) {
                           return info.param == Engine::sqlite ? "SQLite" : "PostgreSQL";
                         });
