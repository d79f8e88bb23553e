// SPDX-License-Identifier: Apache-2.0
// What holds of jobs wherever they are kept: in SQLite for one machine, in PostgreSQL for a fleet.
#include "runner/store/FleetStore.h"
#include "tests/unit/runner/PostgresServer.h"
#include <atomic>
#include <thread>

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

TEST_P(JobStoreTest, ABenchmarkIsFoundAgainByItsKey) {
  JobRequest request{digest, "interpreter", {}};
  request.bench = {R"({"blocks":12})", digest, "key"};
  request.owner = "one";
  Job job = *store->submit(request, "mine");
  EXPECT_EQ(store->submit(request, "mine")->id, job.id);
  JobRequest other = request;
  other.bench.options = "{}";
  EXPECT_FALSE(store->submit(other, "mine")) << "the same name for something else";
  EXPECT_FALSE(*store->findCached("key")) << "it has no result yet";
  Lease held = lease();
  EXPECT_EQ(held.job.request.bench.options, request.bench.options);
  EXPECT_EQ(held.job.request.bench.baseline, digest);
  ASSERT_TRUE(*store->finish(held, succeed()));
  EXPECT_EQ((*store->findCached("key"))->id, job.id);
  EXPECT_EQ((*store->findCached("key", "one"))->id, job.id);
  EXPECT_FALSE(*store->findCached("key", "two")) << "whose job it is not";
  EXPECT_FALSE(*store->findCached("other"));
  EXPECT_FALSE(*store->findCached(""));
}

TEST_P(JobStoreTest, BaselinesAreReadAsTheyWereLastPut) {
  ASSERT_TRUE(store->putBaseline("main", {{"b", "1"}, {"a", "2"}}));
  now += 5;
  ASSERT_TRUE(store->putBaseline("main", {{"b", "3"}}));
  std::vector<BaselineEntry> entries = *store->readBaseline("main");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name + entries[0].content + entries[1].name + entries[1].content, "a2b3");
  EXPECT_EQ(entries[1].createdAt, entries[0].createdAt + 5);
  EXPECT_TRUE(store->readBaseline("other")->empty());
}

TEST_P(JobStoreTest, AShortLinkIsTheBeginningOfItsHashThatIsItsOwn) {
  LinkRoom room{4, 100};
  std::string first(43, 'a'), second = std::string(10, 'a') + std::string(33, 'b');
  KeptLink link = *store->keepLink(first, "v1=one", room);
  EXPECT_EQ(link.id, "aaaaaaaaaa");
  EXPECT_TRUE(link.created);
  link = *store->keepLink(first, "v1=one", room);
  EXPECT_EQ(link.id, "aaaaaaaaaa") << "what is there has its name";
  EXPECT_FALSE(link.created);
  EXPECT_EQ(store->keepLink(second, "v1=two", room)->id, "aaaaaaaaaab") << "another text takes more of its hash";
  EXPECT_EQ(*store->readLink("aaaaaaaaaa"), "v1=one");
  EXPECT_EQ(*store->readLink("aaaaaaaaaab"), "v1=two");
  EXPECT_EQ(store->readLink("aaaaaaaaa").problem().code, ProblemCode::notFound);
}

TEST_P(JobStoreTest, ShortLinksHaveTheirRoomAndStay) {
  LinkRoom room{3, 20};
  EXPECT_TRUE(store->keepLink(std::string(43, 'a'), "v1=one", room));
  EXPECT_TRUE(store->keepLink(std::string(43, 'b'), "v1=two", room));
  Result<KeptLink> large = store->keepLink(std::string(43, 'c'), "v1=seventeen", room);
  EXPECT_EQ(large.problem().code, ProblemCode::unavailable);
  EXPECT_TRUE(store->keepLink(std::string(43, 'c'), "v1=three", room)) << "20 bytes are 20 bytes";
  Result<KeptLink> more = store->keepLink(std::string(43, 'd'), "v1=", {3, 1000});
  EXPECT_EQ(more.problem().code, ProblemCode::unavailable);
  EXPECT_TRUE(store->keepLink(std::string(43, 'a'), "v1=one", room)) << "it takes no more room";
  EXPECT_EQ(*store->readLink("aaaaaaaaaa"), "v1=one");
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

namespace {
class ShareTest : public JobStoreTest {
protected:
  Job submitFor(const std::string &owner, int64_t priority = usualPriority, const std::string &device = "interpreter") {
    JobRequest request{digest, device, {}};
    request.owner = owner;
    request.priority = priority;
    Result<Job> job = store->submit(request, "");
    EXPECT_TRUE(job) << job.problem().detail;
    return *job;
  }
  /// Leases the next job, lets it run for so long, and answers whose it was.
  std::string runNext(int64_t milliseconds, const std::string &device = "interpreter") {
    Result<std::optional<Lease>> lease = store->lease(device, 1000000);
    if (!lease || !*lease)
      return "nobody";
    now += milliseconds;
    EXPECT_TRUE(*store->finish(**lease, succeed()));
    return (*lease)->job.request.owner;
  }
  void create(const std::string &name, const TokenLimits &limits) {
    ASSERT_TRUE(store->createToken({name, Scope::submit, "hash", limits}, std::nullopt));
  }
};
} // namespace

/// What is counted as jobs come and go is what is there.
TEST_P(ShareTest, ASubmissionIsToldItsPosition) {
  auto expect = [&](int64_t position) {
    Job job = submitFor("one");
    EXPECT_EQ(job.position, position);
    EXPECT_EQ(find(job.id).position, position) << "as somebody who asks later is told";
    return job;
  };
  Job first = expect(0);
  expect(1);
  expect(2);
  ASSERT_TRUE(store->cancel(first.id));
  ASSERT_TRUE(store->cancel(first.id));
  expect(2);
  Lease lease = **store->lease("interpreter", 1000000);
  expect(2);
  ASSERT_TRUE(*store->giveBack(lease));
  expect(4);
  Lease crashed = **store->lease("interpreter", 1000000);
  ASSERT_TRUE(*store->lose(crashed, LossCause::job, "it died"));
  expect(5);
  EXPECT_EQ(submitFor("other").position, 0);
  EXPECT_EQ(submitFor("one", 9).position, 0);
  expect(7);
}

TEST_P(ShareTest, AGreaterPriorityGoesFirst) {
  Job usual = submitFor("one"), low = submitFor("one", 0), high = submitFor("one", 9), second = submitFor("one", 9);
  EXPECT_EQ(second.position, 1);
  EXPECT_EQ(find(low.id).position, 3);
  for (const Job &job : {high, second, usual, low})
    EXPECT_EQ(lease().job.id, job.id);
}

TEST_P(ShareTest, OneOwnersManyJobsDoNotKeepAnothersWaiting) {
  for (int i = 0; i < 20; ++i)
    submitFor("many");
  Job few = submitFor("few");
  EXPECT_EQ(few.position, 0) << "of its own";
  submitFor("few");
  std::string order;
  for (int i = 0; i < 5; ++i)
    order += runNext(1000) + " ";
  EXPECT_EQ(order, "many few many few many ");
}

TEST_P(ShareTest, WhoHasLessDeviceTimeGoesFirst) {
  for (int i = 0; i < 10; ++i)
    submitFor("long"), submitFor("short");
  std::string order = runNext(5000); // `long`, the oldest; then `short` until it has had as much
  for (int i = 0; i < 6; ++i)
    order += " " + runNext(1000);
  EXPECT_EQ(order, "long short short short short short long");
}

TEST_P(ShareTest, WhatIsLongAgoIsForgotten) {
  for (int i = 0; i < 4; ++i)
    submitFor("one");
  EXPECT_EQ(runNext(60000), "one");
  submitFor("two");
  now += 3 * 3600000;
  EXPECT_EQ(runNext(1), "one") << "the oldest: both have had nothing lately";
}

TEST_P(ShareTest, WhoRunsLessGoesFirst) {
  for (int i = 0; i < 4; ++i)
    submitFor("one");
  for (int i = 0; i < 2; ++i)
    submitFor("two");
  std::string order;
  for (int i = 0; i < 6; ++i)
    order += lease().job.request.owner + " ";
  EXPECT_EQ(order, "one two one two one one ");
}

TEST_P(ShareTest, SharesAreOfOneKindOfDevice) {
  for (int i = 0; i < 3; ++i)
    submitFor("one", usualPriority, "emulator");
  for (int i = 0; i < 3; ++i)
    lease("emulator");
  submitFor("one"), submitFor("two");
  EXPECT_EQ(lease().job.request.owner, "one") << "the oldest, whatever runs on emulators";
}

TEST_P(ShareTest, MoreThanMayRunWait) {
  TokenLimits limits;
  limits.running = 2;
  create("ci", limits);
  for (int i = 0; i < 3; ++i)
    submitFor("ci", 9);
  submitFor("other", 0);
  Lease first = lease();
  lease();
  EXPECT_EQ(lease().job.request.owner, "other");
  EXPECT_EQ(runNext(1), "nobody");
  EXPECT_TRUE(*store->finish(first, succeed()));
  EXPECT_EQ(runNext(1), "ci");
}

TEST_P(ShareTest, MoreThanMayWaitAreRefused) {
  TokenLimits limits;
  limits.queued = 2;
  create("ci", limits);
  submitFor("ci"), submitFor("ci"), submitFor("other");
  JobRequest request{digest, "interpreter", {}};
  request.owner = "ci";
  Result<Job> refused = store->submit(request, "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.problem().code, ProblemCode::quotaExceeded);
  EXPECT_NE(refused.problem().detail.find("2 jobs of the token `ci` wait"), std::string::npos);
  lease();
  EXPECT_TRUE(store->submit(request, "")) << "there is room again";
  limits.queued = 0;
  EXPECT_EQ(store->limitToken("ci", limits)->limits, limits);
  EXPECT_TRUE(store->submit(request, ""));
}

TEST_P(ShareTest, ArtifactsOfADayAreCounted) {
  TokenLimits limits;
  limits.uploadBytes = 100;
  create("ci", limits);
  EXPECT_TRUE(store->chargeUpload("ci", 60));
  Status refused = store->chargeUpload("ci", 60);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.problem().code, ProblemCode::quotaExceeded);
  EXPECT_EQ(refused.problem().retryAfterSeconds, 86400 - now / 1000 % 86400) << "the next day, UTC";
  EXPECT_TRUE(store->chargeUpload("ci", 40)) << "what is refused is not counted";
  EXPECT_TRUE(store->chargeUpload("ci", -40));
  EXPECT_TRUE(store->chargeUpload("ci", 40));
  now += 86400000;
  EXPECT_TRUE(store->chargeUpload("ci", 100));
  EXPECT_TRUE(store->chargeUpload("nobody", 1000000));
}

/// Whoever leases at the same time counts what the other has just taken.
TEST_P(ShareTest, ManyWhoLeaseAtOnceKeepTheLimit) {
  if (GetParam() == Engine::sqlite)
    GTEST_SKIP() << "one connection is all there is";
  TokenLimits limits;
  limits.running = 3;
  create("ci", limits);
  for (int i = 0; i < 40; ++i)
    submitFor("ci");
  std::atomic<int> running{0}, most{0}, done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      FleetOptions options;
      options.url = PostgresServer::get()->url();
      options.cache = folder.path;
      std::unique_ptr<FleetStore> own = *FleetStore::open(options);
      while (done < 40) {
        Result<std::optional<Lease>> lease = own->lease("interpreter", 60000);
        ASSERT_TRUE(lease) << lease.problem().detail;
        if (!*lease)
          continue;
        int now = ++running;
        most = std::max<int>(most, now);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --running;
        ASSERT_TRUE(*own->finish(**lease, succeed()));
        ++done;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(most, 3);
  EXPECT_EQ(store->counts()->queued, 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, ShareTest, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const testing::TestParamInfo<Engine> &info) {
                           return info.param == Engine::sqlite ? "SQLite" : "PostgreSQL";
                         });

INSTANTIATE_TEST_SUITE_P(Engines, JobStoreTest, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const testing::TestParamInfo<Engine> &info) {
                           return info.param == Engine::sqlite ? "SQLite" : "PostgreSQL";
                         });
