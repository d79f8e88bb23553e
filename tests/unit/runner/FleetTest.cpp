// SPDX-License-Identifier: Apache-2.0
// What several processes do to one database: nothing is leased twice, nothing is lost, whoever dies.
#include "runner/store/FleetStore.h"
#include "tests/unit/runner/PostgresServer.h"
#include <atomic>
#include <set>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;

namespace {
class FleetTest : public testing::Test {
protected:
  void SetUp() override {
    server = PostgresServer::get();
    if (!server)
      GTEST_SKIP() << "PostgreSQL 15 is not installed";
    std::unique_ptr<PostgresDatabase> database = *PostgresDatabase::open(server->url());
    ASSERT_TRUE(database->execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
    store = open();
    bytes = makeArtifact();
    digest = artifact::digestOf(bytes);
    ASSERT_TRUE(store->putArtifact(digest, bytes, "{}"));
  }
  std::unique_ptr<FleetStore> open() {
    FleetOptions copy = options;
    copy.url = server->url();
    copy.cache = folder.path;
    Result<std::unique_ptr<FleetStore>> opened = FleetStore::open(copy);
    EXPECT_TRUE(opened) << opened.problem().detail;
    return std::move(*opened);
  }
  Job submit(const std::string &device = "emulator", const std::string &key = "") {
    Result<Job> job = store->submit({digest, device, {}}, key);
    EXPECT_TRUE(job) << job.problem().detail;
    return *job;
  }
  static JobOutcome succeed() { return {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}; }

  PostgresServer *server = nullptr;
  TemporaryFolder folder;
  FleetOptions options;
  std::unique_ptr<FleetStore> store;
  std::vector<uint8_t> bytes;
  std::string digest;
};
} // namespace

TEST_F(FleetTest, AJobsLifeIsSeenByAll) {
  std::unique_ptr<FleetStore> other = open();
  Job job = submit();
  EXPECT_EQ(other->find(job.id)->state, JobState::queued);
  Lease lease = **other->lease("emulator", 1000);
  EXPECT_EQ(lease.job.id, job.id);
  EXPECT_EQ(store->find(job.id)->state, JobState::running);
  EXPECT_TRUE(*other->publish(lease, 0, "output", llvm::json::Object{{"text", "it's \"x\" \n"}}));
  EXPECT_EQ(*store->output(job.id), "it's \"x\" \n");
  EXPECT_TRUE(*other->finish(lease, succeed()));
  EXPECT_EQ(store->find(job.id)->state, JobState::succeeded);
  std::vector<std::string> kinds;
  for (const JobEvent &event : *store->events(job.id, 0, 100))
    kinds.push_back(event.kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"state", "state", "output", "result", "state"}));
  EXPECT_FALSE(*store->finish(lease, succeed())) << "once only";
}

TEST_F(FleetTest, WorkersLeaseByAnyOfTheirWords) {
  Job first = submit("h100 or h200"), second = submit("cuda"), third = submit("interpreter");
  EXPECT_EQ((*store->lease("cuda:0 cuda h200 lab", 1000))->job.id, first.id);
  EXPECT_FALSE(*store->lease("cuda:0 a100", 1000));
  EXPECT_EQ((*store->lease("cuda:0 cuda a100", 1000))->job.id, second.id);
  EXPECT_EQ((*store->lease("interpreter", 1000))->job.id, third.id);
}

TEST_F(FleetTest, ManyLeaseAtOnceAndNobodyTwice) {
  static constexpr int jobs = 60, workers = 4;
  for (int i = 0; i < jobs; ++i)
    submit();
  std::mutex mutex;
  std::multiset<std::string> leased;
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i)
    threads.emplace_back([&] {
      std::unique_ptr<FleetStore> own = open();
      while (true) {
        Result<std::optional<Lease>> lease = own->lease("emulator", 60000);
        ASSERT_TRUE(lease) << lease.problem().detail;
        if (!*lease)
          return;
        {
          std::lock_guard lock(mutex);
          leased.insert((*lease)->job.id);
        }
        Result<bool> finished = own->finish(**lease, succeed());
        ASSERT_TRUE(finished && *finished);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(leased.size(), size_t(jobs));
  EXPECT_EQ(std::set<std::string>(leased.begin(), leased.end()).size(), size_t(jobs));
  EXPECT_EQ(store->counts()->queued + store->counts()->running, 0);
}

TEST_F(FleetTest, OneKeyIsOneJobHoweverManyAsk) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::set<std::string> ids;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      std::unique_ptr<FleetStore> own = open();
      Result<Job> job = own->submit({digest, "emulator", {}}, "the-key");
      ASSERT_TRUE(job) << job.problem().detail;
      std::lock_guard lock(mutex);
      ids.insert(job->id);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(ids.size(), 1u);
}

TEST_F(FleetTest, AWorkerThatDiesLosesItsLeaseAndNothingElse) {
  Job job = submit(), other = submit();
  Lease lost = **store->lease("emulator", 50), held = **store->lease("emulator", 60000);
  EXPECT_TRUE(*store->publish(lost, 0, "output", llvm::json::Object{{"text", "half"}}));
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  std::unique_ptr<FleetStore> second = open(); // a start takes nothing from others that are alive
  EXPECT_EQ(second->find(other.id)->state, JobState::running);
  Lease again = **second->lease("emulator", 60000);
  EXPECT_EQ(again.job.id, job.id);
  EXPECT_EQ(again.fence, 2);
  EXPECT_EQ(*second->output(job.id), "");
  EXPECT_FALSE(*store->finish(lost, succeed()));
  EXPECT_TRUE(*second->finish(again, succeed()));
  EXPECT_TRUE(*store->finish(held, succeed()));
  EXPECT_EQ(second->find(job.id)->losses.at(0).reason, "its lease ran out");
}

TEST_F(FleetTest, CancellingRacesWithLeasing) {
  for (int i = 0; i < 30; ++i) {
    Job job = submit();
    std::unique_ptr<Lease> lease;
    std::thread worker([&] {
      if (Result<std::optional<Lease>> leased = store->lease("emulator", 60000); leased && *leased)
        lease = std::make_unique<Lease>(**leased);
    });
    static std::unique_ptr<FleetStore> other;
    if (!other)
      other = open();
    Result<Job> cancelled = other->cancel(job.id);
    worker.join();
    ASSERT_TRUE(cancelled) << cancelled.problem().detail;
    Job now = *store->find(job.id);
    if (lease) {
      EXPECT_EQ(now.state, JobState::running);
      EXPECT_FALSE(*store->renew(*lease, 1000)) << "the wish is seen";
      EXPECT_TRUE(*store->finish(*lease, {JobState::cancelled, std::nullopt, std::nullopt}));
    } else {
      EXPECT_EQ(now.state, JobState::cancelled);
    }
    if (i == 29)
      other = nullptr;
  }
}

TEST_F(FleetTest, ChangesAreToldToOtherProcesses) {
  std::unique_ptr<FleetStore> other = open();
  std::mutex mutex;
  std::multiset<std::string> told;
  other->watch([&](const std::string &id) {
    std::lock_guard lock(mutex);
    told.insert(id);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Job job = submit();
  for (int i = 0; i < 100; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::lock_guard lock(mutex);
    if (told.count(job.id))
      break;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  other.reset(); // nobody tells anything any more
  EXPECT_TRUE(told.count(job.id));
  EXPECT_TRUE(told.count("")) << "and once a second whatever it was";
}

TEST_F(FleetTest, WorkersAreToldOfWorkAtOnce) {
  options.worker = "there";
  std::unique_ptr<FleetStore> worker = open();
  std::mutex mutex;
  std::multiset<std::string> told;
  auto isTold = [&](const std::string &id) { // before it would have looked by itself
    for (int i = 0; i < 40; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::lock_guard lock(mutex);
      if (told.count(id))
        return true;
    }
    return false;
  };
  worker->watch([&](const std::string &id) {
    std::lock_guard lock(mutex);
    if (!id.empty())
      told.insert("follower of " + id);
  });
  worker->watchWork([&](const std::string &id) {
    std::lock_guard lock(mutex);
    told.insert(id);
  });
  ASSERT_TRUE(isTold("") || isTold("")) << "once a second whatever it was";
  {
    std::lock_guard lock(mutex);
    told.clear();
  }
  Job job = submit();
  EXPECT_TRUE(isTold(""));
  ASSERT_TRUE(*worker->lease("emulator", 1000));
  ASSERT_TRUE(store->cancel(job.id));
  EXPECT_TRUE(isTold(job.id));
  std::lock_guard lock(mutex);
  EXPECT_LE(told.count("follower of " + job.id), 1u) << "its own lease; the rest is for those who follow jobs";
}

TEST_F(FleetTest, WorkersAreListedWhileTheyAreHeardOf) {
  DeviceInfo gpu{"cuda:0", "cuda", "NVIDIA H100 80GB HBM3", "", "sm_90a", uint64_t(80) << 30};
  gpu.words = listWords(gpu, {"lab-2"});
  EXPECT_EQ(gpu.words, (std::vector<std::string>{"cuda:0", "cuda", "h100", "lab-2"}));
  ASSERT_TRUE(store->announceWorker("one", {gpu}));
  ASSERT_TRUE(store->announceWorker("two", {gpu}));
  options.workerTimeoutMs = 100;
  std::unique_ptr<FleetStore> other = open();
  std::vector<DeviceInfo> devices = **other->fleetDevices();
  ASSERT_EQ(devices.size(), 1u) << "two of a kind are one";
  EXPECT_EQ(devices[0], gpu);
  EXPECT_EQ(resolveFleetDevice("auto", devices), "cuda");
  EXPECT_EQ(resolveFleetDevice("h100 or lab-2", devices), "h100 or lab-2");
  EXPECT_EQ(resolveFleetDevice("h200 or h100", devices), "h200 or h100") << "one of them is there";
  EXPECT_EQ(resolveFleetDevice("h200", devices), std::nullopt);
  EXPECT_EQ(resolveFleetDevice("h100 or two words", devices), std::nullopt);
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_TRUE((*other->fleetDevices())->empty());
  ASSERT_TRUE(store->announceWorker("one", {gpu}));
  ASSERT_TRUE(store->forgetWorker("one"));
  EXPECT_TRUE((*other->fleetDevices())->empty());
}

TEST_F(FleetTest, WorkersTellWhatTheyRunAndThatTheyEnd) {
  DeviceInfo emulator{"emulator", "emulator", "PTX emulator", ""};
  emulator.words = {"emulator"};
  WorkerFacts facts{"1.2.3", llvm::json::Object{{"holds", true}}, false, {{"emulator", "job-1"}}};
  ASSERT_TRUE(store->announceWorker("one", {emulator}, facts));
  std::vector<WorkerInfo> workers = **store->workers();
  ASSERT_EQ(workers.size(), 1u);
  EXPECT_EQ(workers[0].name, "one");
  EXPECT_EQ(workers[0].devices, (std::vector<DeviceInfo>{emulator}));
  EXPECT_EQ(workers[0].facts.version, "1.2.3");
  EXPECT_EQ(workers[0].facts.running, facts.running);
  EXPECT_EQ(workers[0].facts.sandbox.getBoolean("holds"), true);
  EXPECT_FALSE(workers[0].isSilent);
  facts.isDraining = true;
  ASSERT_TRUE(store->announceWorker("one", {emulator}, facts));
  EXPECT_TRUE((*store->fleetDevices())->empty()) << "jobs may not ask for what ends";
  workers = **store->workers();
  EXPECT_TRUE(workers[0].facts.isDraining);
  EXPECT_EQ(workers[0].devices.size(), 1u);
  options.workerTimeoutMs = 100;
  std::unique_ptr<FleetStore> other = open();
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_TRUE((**other->workers())[0].isSilent) << "shown, but lost";
}

/// As a worker of before migration 4 does.
TEST_F(FleetTest, AnOlderWorkerIsListed) {
  std::unique_ptr<PostgresDatabase> database = *PostgresDatabase::open(server->url());
  ASSERT_TRUE(database->execute("INSERT INTO workers VALUES('old', '[{\"id\": \"emulator\", \"kind\": \"emulator\"}]', "
                                "extract(epoch FROM clock_timestamp()) * 1000)"));
  std::vector<WorkerInfo> workers = **store->workers();
  ASSERT_EQ(workers.size(), 1u);
  EXPECT_EQ(workers[0].devices.at(0).id, "emulator");
  EXPECT_TRUE(workers[0].facts.version.empty());
  EXPECT_EQ((*store->fleetDevices())->size(), 1u);
}

TEST_F(FleetTest, ADrainedWorkerIsRememberedWhenItIsGone) {
  DeviceInfo device{"interpreter", "interpreter", "CPU", "note"};
  ASSERT_TRUE(store->announceWorker("one", {device}));
  ASSERT_TRUE(store->announceWorker("two", {device}));
  ASSERT_TRUE(store->setDrained("one", true));
  ASSERT_TRUE(store->forgetWorker("one"));
  ASSERT_TRUE(store->forgetWorker("two"));
  std::vector<WorkerInfo> workers = **store->workers();
  ASSERT_EQ(workers.size(), 1u);
  EXPECT_EQ(std::tuple(workers[0].name, !workers[0].isSilent, workers[0].isDrained),
            std::tuple(std::string("one"), false, true));
  Job job = submit("interpreter");
  options.worker = "one";
  EXPECT_FALSE(*open()->lease("interpreter", 1000));
  options.worker = "two";
  EXPECT_EQ((*open()->lease("interpreter", 1000))->job.id, job.id);
}

TEST_F(FleetTest, ArtifactsAreSharedCheckedAndHealed) {
  std::unique_ptr<FleetStore> other = open();
  EXPECT_FALSE(other->putArtifact(digest, bytes, "{}")->created);
  EXPECT_EQ(*other->readArtifact(digest), bytes);
  std::string path = *other->fetchArtifact(digest);
  EXPECT_EQ(std::filesystem::file_size(path), bytes.size());
  std::filesystem::resize_file(path, 3);
  EXPECT_EQ(std::filesystem::file_size(*other->fetchArtifact(digest)), bytes.size())
      << "a damaged copy is fetched again";
  std::unique_ptr<PostgresDatabase> database = *PostgresDatabase::open(server->url());
  ASSERT_TRUE(database->execute("UPDATE artifacts SET content='\\x00'"));
  EXPECT_EQ(store->readArtifact(digest).problem().code, ProblemCode::artifactAltered);
  EXPECT_EQ(store->readArtifact(digest).problem().code, ProblemCode::notFound);
  EXPECT_TRUE(store->putArtifact(digest, bytes, "{}")->created);
  ASSERT_TRUE(store->probe());
}

TEST_F(FleetTest, AnArtifactIsReadInPiecesAndCheckedFirst) {
  std::shared_ptr<ArtifactReader> reader = *store->openArtifact(digest);
  EXPECT_EQ(reader->size(), static_cast<int64_t>(bytes.size()));
  EXPECT_EQ(*reader->next(), bytes);
  EXPECT_TRUE(reader->next()->empty());
  std::unique_ptr<PostgresDatabase> database = *PostgresDatabase::open(server->url());
  ASSERT_TRUE(database->execute("UPDATE artifacts SET content='\\x00'"));
  EXPECT_EQ(store->openArtifact(digest).problem().code, ProblemCode::artifactAltered);
  EXPECT_EQ(store->openArtifact(digest).problem().code, ProblemCode::notFound);
}

TEST_F(FleetTest, RequestsOfATokenAreCountedOnceForAllFrontEnds) {
  std::unique_ptr<FleetStore> other = open();
  EXPECT_EQ(**store->takeRequests("ci", 10, 6), 6);
  EXPECT_EQ(**other->takeRequests("ci", 10, 6), 4) << "what the first one left";
  EXPECT_EQ(**store->takeRequests("ci", 10, 1), 0);
  EXPECT_EQ(**other->takeRequests("else", 10, 1), 1) << "another token's are its own";
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(**store->takeRequests("ci", 60000, 20), 20) << "they come back evenly: some 60 in 60 ms";
}

TEST_F(FleetTest, FailuresAreCountedForFrontEndsThatSawNone) {
  std::unique_ptr<FleetStore> front = open();
  auto count = [&](FailureCause cause) { return (*front->counts()->failures)[static_cast<size_t>(cause)]; };
  EXPECT_EQ(count(FailureCause::program), 0);
  submit();
  Lease failed = **store->lease("emulator", 60000);
  ASSERT_TRUE(*store->finish(failed, {JobState::failed, llvm::json::Object{{"ok", false}}, std::nullopt}));
  EXPECT_EQ(count(FailureCause::program), 1);
  submit();
  Lease crashed = **store->lease("emulator", 60000);
  ASSERT_TRUE(*store->lose(crashed, LossCause::job, "its process died"));
  EXPECT_EQ(count(FailureCause::crash), 1);
  submit("interpreter");
  ASSERT_TRUE(*store->lease("interpreter", -1));
  (void)*store->lease("nobody's", 1000); // takes back what ran out
  EXPECT_EQ(count(FailureCause::machine), 1);
  EXPECT_EQ(count(FailureCause::program), 1);
}

TEST_F(FleetTest, ADatabaseThatRestartsIsConnectedToAgain) {
  Job job = submit();
  server->stop(SIGQUIT);
  Result<Job> gone = store->find(job.id);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.problem().code, ProblemCode::unavailable);
  EXPECT_NE(gone.problem().detail.find("can't be used now"), std::string::npos) << gone.problem().detail;
  EXPECT_FALSE(store->probe());
  ASSERT_TRUE(server->start(/*isNew=*/false));
  Result<Job> found = store->find(job.id);
  ASSERT_TRUE(found) << found.problem().detail;
  EXPECT_EQ(found->state, JobState::queued);
  EXPECT_TRUE(*store->lease("emulator", 1000));
}

TEST_F(FleetTest, ANewerDatabaseIsRefused) {
  std::unique_ptr<PostgresDatabase> database = *PostgresDatabase::open(server->url());
  ASSERT_TRUE(database->execute("INSERT INTO migrations VALUES(1000, 'later')"));
  FleetOptions copy;
  copy.url = server->url();
  EXPECT_NE(FleetStore::open(copy).problem().detail.find("made by a newer `tessera`"), std::string::npos);
}

TEST(Fleet, AnAddressWithoutADatabaseIsTold) {
  FleetOptions options;
  options.url = "postgresql://someone:secret@127.0.0.1:1/nothing";
  Result<std::unique_ptr<FleetStore>> opened = FleetStore::open(options);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.problem().code, ProblemCode::unavailable);
  EXPECT_NE(opened.problem().detail.find("postgresql://someone@127.0.0.1:1/nothing"), std::string::npos)
      << opened.problem().detail;
  EXPECT_EQ(opened.problem().detail.find("secret"), std::string::npos) << opened.problem().detail;
}

TEST(Fleet, WhatAJobAsksForHoldsOfADevice) {
  DeviceInfo h100{"cuda:0", "cuda", "NVIDIA H100 80GB HBM3", "", "sm_90a", 85028896768};
  h100.words = listWords(h100, {"lab-1"});
  EXPECT_EQ(makeOffer(h100), "cuda:0 cuda h100 lab-1 memory=85028896768");
  DeviceInfo emulator{"emulator", "emulator", "CPU", ""};
  EXPECT_EQ(makeOffer(emulator), "emulator");
  auto holds = [](llvm::StringRef wanted, const DeviceInfo &device) { return mayRunOn(wanted, makeOffer(device)); };
  for (const char *wanted :
       {"h100", "h200 or h100", "memory>=80GB", "memory>=79GiB", "cuda and memory>=80000MB and lab-1",
        "h200 or lab-1 and h100", "a100 and lab-1 or cuda:0"})
    EXPECT_TRUE(holds(wanted, h100)) << wanted;
  for (const char *wanted : {"h200", "memory>=80GiB", "h100 and lab-2", "memory>=80GB and h200", "memory=85028896768x"})
    EXPECT_FALSE(holds(wanted, h100)) << wanted;
  EXPECT_FALSE(holds("memory>=1MB", emulator)) << "nobody says how much it has";
  EXPECT_EQ(normalizeDevice(" memory >= 80GB  or h100 and lab-1 "), "memory>=80GB or h100 and lab-1");
  for (const char *wrong : {"", "or", "and", "h100 or", "h100 and and lab", "memory>=", "memory>=80", "memory>80GB",
                            "memory>=-1GB", "memory>=xGB", "memory>=1e99GB", "memory=1", "two words"})
    EXPECT_EQ(normalizeDevice(wrong), std::nullopt) << wrong;
  EXPECT_EQ(resolveDevice("memory>=80GB", {emulator, h100}), "cuda:0");
  EXPECT_EQ(resolveDevice("h100 or emulator", {emulator, h100}), "cuda:0") << "the first alternative";
  EXPECT_EQ(resolveDevice("h200 or emulator", {emulator, h100}), "emulator");
  EXPECT_EQ(resolveDevice("h200", {emulator, h100}), std::nullopt);
  EXPECT_EQ(resolveFleetDevice("h200 or memory>=80GB", {emulator, h100}), "h200 or memory>=80GB");
  EXPECT_EQ(resolveFleetDevice("memory>=100GB", {emulator, h100}), std::nullopt);
}

TEST_F(FleetTest, AJobIsLeasedByWhatItAsksFor) {
  Job large = submit("memory>=80GB and lab-1"), small = submit("memory>=10GB");
  EXPECT_FALSE(*store->lease("cuda:0 cuda h100 memory=8000000000", 1000));
  EXPECT_EQ((*store->lease("cuda:0 cuda a100 lab-1 memory=40000000000", 1000))->job.id, small.id);
  EXPECT_EQ((*store->lease("cuda:0 cuda h100 lab-1 memory=85028896768", 1000))->job.id, large.id);
}

TEST(Fleet, ClassesOfGpus) {
  EXPECT_EQ(getGpuClass("NVIDIA H100 80GB HBM3"), "h100");
  EXPECT_EQ(getGpuClass("NVIDIA A100-SXM4-40GB"), "a100");
  EXPECT_EQ(getGpuClass("NVIDIA L40S"), "l40s");
  EXPECT_EQ(getGpuClass("NVIDIA GeForce RTX 4090"), "");
  EXPECT_FALSE(isWord("two words"));
  EXPECT_FALSE(isWord("or"));
}

/// Two devices of one worker fetch what neither has.
TEST_F(FleetTest, OneCacheIsFilledByMany) {
  for (int round = 0; round < 20; ++round) {
    std::filesystem::remove(folder.path + "/" + digest);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        Result<std::string> path = store->fetchArtifact(digest);
        EXPECT_TRUE(path) << path.problem().detail;
      });
    for (std::thread &thread : threads)
      thread.join();
  }
}
