// SPDX-License-Identifier: Apache-2.0
// The store keeps what it answered, refuses what it can't keep, and never gives a job two results.
#include "tests/unit/runner/Fixture.h"
#include <fstream>
#include <utility>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
namespace fs = std::filesystem;

using Kinds = std::vector<std::string>;

static JobOutcome succeed() { return {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}; }

TEST_F(StoreTest, AnIdempotencyKeyGivesTheSameJob) {
  Job job = submit("key-1");
  EXPECT_EQ(submit("key-1").id, job.id);
  EXPECT_NE(submit("key-2").id, job.id);
  Result<Job> other = store->submit({digest, "interpreter", {5000, 1}}, "key-1");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.problem().code, ProblemCode::idempotencyConflict);
  reopen();
  EXPECT_EQ(submit("key-1").id, job.id) << "and after a restart";
}

TEST_F(StoreTest, ARestartQueuesARunningJobAgainWhosoeverItLost) {
  Job job = submit();
  Lease before = lease();
  reopen();
  EXPECT_EQ(find(job.id).state, JobState::queued);
  EXPECT_FALSE(*store->finish(before, succeed()));
  for (int i = 1; i < 19; ++i) {
    lease(); // at once: a restart waits for nothing
    reopen();
  }
  EXPECT_EQ(find(job.id).state, JobState::queued);
  EXPECT_EQ(find(job.id).lost, 19);
  EXPECT_EQ(find(job.id).failures, 0);
  lease();
  reopen();
  Job failed = find(job.id);
  EXPECT_EQ(failed.state, JobState::failed);
  EXPECT_NE(failed.problem.find(R"("code":"unavailable")"), std::string::npos) << failed.problem;
  EXPECT_NE(failed.problem.find("tried 20 times and is not tried again; attempt 1: the runner stopped while it ran"),
            std::string::npos)
      << failed.problem;
}

TEST_F(StoreTest, WhatALostAttemptSaidIsForgottenWhenAnotherFollows) {
  Job job = submit();
  Lease first = lease();
  EXPECT_TRUE(*store->publish(first, 0, "output", llvm::json::Object{{"text", "one\n"}}));
  EXPECT_TRUE(*store->publish(first, 1, "progress", llvm::json::Object{{"message", "half"}}));
  EXPECT_EQ(*store->output(job.id), "one\n");
  reopen();
  EXPECT_EQ(kinds(job.id), (Kinds{"state", "state", "state"}));
  EXPECT_EQ(kinds(job.id, 4), (Kinds{"state"})) << "numbers go on";
  EXPECT_EQ(*store->output(job.id), "");
  Lease second = lease();
  EXPECT_TRUE(*store->publish(second, 0, "output", llvm::json::Object{{"text", "one\n"}}));
  EXPECT_TRUE(*store->publish(second, 1, "output", llvm::json::Object{{"text", "two\n"}}));
  EXPECT_EQ(*store->output(job.id), "one\ntwo\n");
  EXPECT_EQ(store->output("job-nobody").problem().code, ProblemCode::notFound);
}

TEST_F(StoreTest, AClockThatIsSetMovesNoLease) {
  Job job = submit();
  Lease held = lease();
  int64_t hour = 3600000;
  wall += hour;
  EXPECT_FALSE(store->lease("interpreter", 1000)->has_value());
  EXPECT_TRUE(*store->renew(held, 1000));
  wall -= 3 * hour;
  now += 2000;
  EXPECT_EQ(lease().job.id, job.id) << "and one that ran out has run out";
}

TEST_F(StoreTest, ARestartKeepsACancellationWish) {
  Job job = submit();
  lease();
  EXPECT_TRUE(store->cancel(job.id));
  reopen();
  EXPECT_EQ(find(job.id).state, JobState::cancelled);
}

TEST_F(StoreTest, ThoseWhoRunJobsHearOfWorkAlone) {
  using Heard = std::vector<std::string>;
  Heard heard;
  store->watchWork([&](const std::string &id) { heard.push_back(id); });
  auto take = [&] { return std::exchange(heard, {}); };
  Job job = submit();
  EXPECT_EQ(take(), Heard{""}) << "there is a job";
  Lease held = lease();
  EXPECT_TRUE(*store->publish(held, 0, "output", llvm::json::Object{}));
  EXPECT_EQ(take(), Heard{}) << "for those who follow it";
  EXPECT_TRUE(store->cancel(job.id));
  EXPECT_EQ(take(), Heard{job.id}) << "its end is wished";
  EXPECT_TRUE(*store->finish(held, succeed()));
  EXPECT_EQ(take(), Heard{}) << "one job less";
  submit();
  Lease given = lease();
  take();
  EXPECT_TRUE(*store->giveBack(given));
  EXPECT_EQ(take(), Heard{""}) << "it may be leased once more";
  Result<Job> owned = store->submit({digest, "cuda:0", {}, "somebody"}, "");
  ASSERT_TRUE(owned);
  Lease theirs = lease("cuda:0");
  take();
  EXPECT_TRUE(*store->finish(theirs, succeed()));
  EXPECT_EQ(take(), Heard{""}) << "another of its owner's jobs may have waited for its end";
}

TEST_F(StoreTest, OldFinishedJobsAreForgottenWithTheirEvents) {
  options.keptJobs = 2;
  reopen();
  Job oldest = submit();
  ASSERT_TRUE(*store->finish(lease(), succeed()));
  Job waiting = submit("", "cuda:0");
  for (int i = 0; i < 2; ++i) {
    submit();
    ASSERT_TRUE(*store->finish(lease(), succeed()));
  }
  EXPECT_FALSE(store->find(oldest.id));
  EXPECT_TRUE(store->events(oldest.id, 0, 10)->empty());
  EXPECT_TRUE(store->find(waiting.id)) << "an unfinished job is never forgotten";
}

/// Results of 200 KB, each kept twice, in a database of 4 MiB: without room for all of them.
TEST_F(StoreTest, LargeResultsPushOutTheOldest) {
  options.databaseBytes = int64_t(4) << 20;
  reopen();
  Job waiting = submit("", "cuda:0");
  std::vector<Job> jobs;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back(submit());
    JobOutcome outcome = succeed();
    outcome.result = llvm::json::Object{{"output", std::string(200'000, 'x')}};
    Result<bool> finished = store->finish(lease(), outcome);
    ASSERT_TRUE(finished) << i << ": " << finished.problem().detail;
  }
  EXPECT_FALSE(store->find(jobs.front().id));
  EXPECT_TRUE(store->find(jobs[17].id)) << "as many as there is room for";
  EXPECT_TRUE(store->find(jobs.back().id));
  EXPECT_TRUE(store->find(waiting.id)) << "an unfinished job is never forgotten";
}

TEST_F(StoreTest, ArtifactsAreKnownTheSecondTime) {
  std::vector<uint8_t> bytes = makeArtifact("other.py");
  std::string name = artifact::digestOf(bytes);
  EXPECT_TRUE(store->putArtifact(name, bytes, "{}")->created);
  EXPECT_FALSE(store->putArtifact(name, bytes, "{}")->created);
  EXPECT_EQ(store->findArtifact(name)->bytes, static_cast<int64_t>(bytes.size()));
  fs::remove(store->artifactPath(name));
  EXPECT_FALSE(store->findArtifact(name)) << "a file that somebody removed is not there";
  EXPECT_TRUE(store->putArtifact(name, bytes, "{}")->created) << "and can be put again";
}

TEST_F(StoreTest, ADamagedArtifactIsNoticedAndHealed) {
  std::vector<uint8_t> bytes = makeArtifact("other.py");
  std::string name = artifact::digestOf(bytes);
  for (bool isCut : {false, true}) {
    EXPECT_TRUE(store->putArtifact(name, bytes, "{}")->created);
    EXPECT_EQ(*store->readArtifact(name), bytes);
    if (isCut)
      fs::resize_file(store->artifactPath(name), bytes.size() / 2);
    else
      std::fstream(store->artifactPath(name), std::ios::in | std::ios::out).seekp(20).put('X');
    EXPECT_TRUE(store->putArtifact(name, bytes, "{}")->created) << "written anew";
    EXPECT_EQ(*store->readArtifact(name), bytes);
    std::ofstream(store->artifactPath(name), std::ios::app) << "more";
    Result<std::vector<uint8_t>> damaged = store->readArtifact(name);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.problem().code, ProblemCode::artifactAltered);
    EXPECT_EQ(store->readArtifact(name).problem().code, ProblemCode::notFound) << "gone";
  }
}

TEST_F(StoreTest, OldArtifactsMakeRoomUnlessAJobNeedsThem) {
  submit(); // needs `digest`
  std::vector<uint8_t> a = makeArtifact("a.py"), b = makeArtifact("b.py");
  options.artifactBytes = static_cast<int64_t>(3 * a.size());
  reopen();
  ASSERT_TRUE(store->putArtifact(artifact::digestOf(a), a, "{}"));
  now += 1;
  ASSERT_TRUE(store->putArtifact(artifact::digestOf(b), b, "{}"));
  EXPECT_TRUE(store->findArtifact(digest));
  EXPECT_FALSE(store->findArtifact(artifact::digestOf(a)));
  std::vector<uint8_t> large(4 * a.size());
  Result<ArtifactInfo> refused = store->putArtifact(std::string(64, '0'), large, "{}");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.problem().code, ProblemCode::unavailable);
}

TEST_F(StoreTest, TheBaselineOfAWaitingBenchmarkMakesNoRoom) {
  std::vector<uint8_t> a = makeArtifact("a.py"), b = makeArtifact("b.py");
  options.artifactBytes = static_cast<int64_t>(3 * a.size());
  reopen();
  ASSERT_TRUE(store->putArtifact(artifact::digestOf(a), a, "{}"));
  JobRequest request{digest, "interpreter", {}};
  request.bench = {"{}", artifact::digestOf(a), ""};
  ASSERT_TRUE(store->submit(request, ""));
  now += 1;
  EXPECT_FALSE(store->putArtifact(artifact::digestOf(b), b, "{}"));
  EXPECT_TRUE(store->findArtifact(artifact::digestOf(a)));
}

//===-- failures of the machine ------------------------------------------------------------------------------===//

static Problem openProblem(StoreOptions options) {
  Result<std::unique_ptr<Store>> opened = Store::open(std::move(options));
  return opened ? makeProblem(ProblemCode::internal, "it opened") : opened.problem();
}

TEST_F(StoreTest, TwoRunnersNeverShareAFolder) {
  StoreOptions second;
  second.directory = folder.path;
  Problem problem = openProblem(second);
  EXPECT_EQ(problem.code, ProblemCode::unavailable);
  EXPECT_NE(problem.detail.find("another runner uses"), std::string::npos) << problem.detail;
}

TEST_F(StoreTest, ADamagedDatabaseIsNamed) {
  store.reset();
  std::fstream file(folder.path + "/jobs.sqlite", std::ios::in | std::ios::out | std::ios::binary);
  file << "this is not a database at all, not even nearly";
  file.close();
  StoreOptions damaged;
  damaged.directory = folder.path;
  Problem problem = openProblem(damaged);
  EXPECT_EQ(problem.code, ProblemCode::internal);
  EXPECT_NE(problem.detail.find("is damaged"), std::string::npos) << problem.detail;
  EXPECT_NE(problem.detail.find("jobs.sqlite"), std::string::npos) << problem.detail;
}

/// Takes away what the migrations that both kinds of database share have added.
static constexpr const char *undoShared =
    "DROP TABLE benchmarks; DROP TABLE baselines; DROP INDEX jobs_waiting; DROP TABLE device_time; DROP TABLE uploads; "
    "DROP TABLE drained; DROP TABLE tokens; DROP TABLE links; "
    "ALTER TABLE jobs DROP COLUMN priority; ALTER TABLE jobs DROP COLUMN kind; ALTER TABLE jobs DROP COLUMN owner; "
    "ALTER TABLE jobs DROP COLUMN traceparent; "
    "CREATE INDEX jobs_by_state ON jobs(state, device, number); ";

TEST_F(StoreTest, AStoreOfSchema3IsTakenAlong) {
  std::string id = submit("key").id;
  store.reset();
  {
    Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(folder.path + "/jobs.sqlite");
    ASSERT_TRUE((*database)->execute(std::string(undoShared) + "PRAGMA user_version=3"));
  }
  reopen();
  EXPECT_EQ(submit("key").id, id);
  EXPECT_EQ(find(id).request.traceparent, "");
  EXPECT_TRUE(store->createToken({"ci", Scope::submit, "hash"}, std::nullopt));
  EXPECT_TRUE(store->putBaseline("main", {{"a", "1"}}));
}

TEST_F(StoreTest, AStoreOfSchema1IsTakenAlong) {
  std::string id = submit("key").id;
  store.reset();
  {
    Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(folder.path + "/jobs.sqlite");
    ASSERT_TRUE((*database)->execute(
        "ALTER TABLE jobs DROP COLUMN timeline; ALTER TABLE jobs DROP COLUMN failures; ALTER TABLE "
        "jobs DROP COLUMN not_before; ALTER TABLE jobs DROP COLUMN published; DROP TABLE attempts; " +
        std::string(undoShared) + "PRAGMA user_version=1"));
  }
  reopen();
  EXPECT_EQ(find(id).state, JobState::queued);
  EXPECT_FALSE(find(id).request.options.timeline);
  JobRequest request{digest, "emulator", {}};
  request.options.timeline = true;
  Result<Job> job = store->submit(request, "");
  ASSERT_TRUE(job);
  reopen();
  EXPECT_TRUE(find(job->id).request.options.timeline);
}

TEST_F(StoreTest, AStoreOfSchema2IsTakenAlong) {
  std::string id = submit("key").id;
  lease();
  store.reset();
  {
    Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(folder.path + "/jobs.sqlite");
    ASSERT_TRUE((*database)->execute("ALTER TABLE jobs DROP COLUMN failures; ALTER TABLE jobs DROP COLUMN not_before; "
                                     "ALTER TABLE jobs DROP COLUMN published; "
                                     "DROP TABLE attempts; " +
                                     std::string(undoShared) + "PRAGMA user_version=2"));
  }
  reopen();
  EXPECT_EQ(find(id).state, JobState::queued);
  EXPECT_EQ(find(id).losses.size(), 1u);
}

TEST_F(StoreTest, ANewerSchemaIsRefused) {
  store.reset();
  {
    Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(folder.path + "/jobs.sqlite");
    ASSERT_TRUE((*database)->execute("PRAGMA user_version=100"));
  }
  StoreOptions newer;
  newer.directory = folder.path;
  Problem problem = openProblem(newer);
  EXPECT_NE(problem.detail.find("has schema 100, written by a newer `tessera`; this one reads schema "),
            std::string::npos)
      << problem.detail;
}

TEST(StoreFolder, AnotherProgramsDatabaseIsLeftAlone) {
  TemporaryFolder folder;
  {
    Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(folder.path + "/jobs.sqlite");
    ASSERT_TRUE((*database)->execute("CREATE TABLE theirs(x)"));
  }
  StoreOptions options;
  options.directory = folder.path;
  EXPECT_NE(openProblem(options).detail.find("is not a job store"), std::string::npos);
}

TEST(StoreFolder, AFolderThatCannotBeMadeOrWritten) {
  TemporaryFolder folder;
  std::ofstream(folder.path + "/file") << "x";
  StoreOptions options;
  options.directory = folder.path + "/file/state";
  Problem problem = openProblem(options);
  EXPECT_EQ(problem.code, ProblemCode::unavailable);
  EXPECT_NE(problem.detail.find("choose another with `--data`"), std::string::npos) << problem.detail;
  options.directory = "/proc/self/tessera"; // where not even root may write
  problem = openProblem(options);
  EXPECT_EQ(problem.code, ProblemCode::unavailable);
  EXPECT_NE(problem.detail.find("/proc/self/tessera"), std::string::npos) << problem.detail;
}

TEST_F(StoreTest, AFullDiskRefusesAndLosesNothing) {
  Job before = submit();
  options.databaseBytes = 64 << 10; // the file may hardly grow: SQLite answers as on a full disk
  reopen();
  Problem problem = makeProblem(ProblemCode::internal, "never full");
  for (int i = 0; i < 2000; ++i)
    if (Result<Job> job = store->submit({digest, "interpreter", {}}, ""); !job) {
      problem = job.problem();
      break;
    }
  EXPECT_EQ(problem.code, ProblemCode::unavailable);
  EXPECT_NE(problem.detail.find("is full"), std::string::npos) << problem.detail;
  EXPECT_EQ(find(before.id).state, JobState::queued) << "reading still works";
  options.databaseBytes = int64_t(1) << 30;
  reopen();
  EXPECT_EQ(find(before.id).state, JobState::queued);
  EXPECT_TRUE(store->submit({digest, "interpreter", {}}, "")) << "and writing, once there is room";
}

TEST_F(StoreTest, AnInterruptedUploadIsSweptAway) {
  std::ofstream(folder.path + "/artifacts/.incoming-abc") << "half";
  reopen();
  EXPECT_FALSE(fs::exists(folder.path + "/artifacts/.incoming-abc"));
}
