// SPDX-License-Identifier: Apache-2.0
// Jobs' processes that are split off: each is the parent's own child and alone in its group, with three descriptors;
// a server that died is started again, and one that can't be is done without.
#include "runner/worker/WorkerProcess.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

/// The other side: this test's program, started again for this one test alone.
TEST(ForkServerChild, DISABLED_Serves) {
  int kept = std::getenv("TESSERA_KEEPS") ? fcntl(open("/dev/null", O_RDONLY | O_CLOEXEC), F_DUPFD_CLOEXEC, 7) : -1;
  if (!serveForks(0, kept))
    _exit(0);
  std::string job;
  std::getline(std::cin, job);
  long files = std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}) - 1; // the folder itself is open
  if (job.find("hang") != std::string::npos)
    pause();
  printf("{\"event\":\"result\",\"data\":{\"ok\":true,\"parent\":%d,\"leads\":%s,\"files\":%ld}}\n", getppid(),
         getpgrp() == getpid() ? "true" : "false", files);
  fflush(stdout);
  _exit(0);
}

namespace {
struct Forks {
  std::mutex mutex;
  std::vector<std::string> warnings;
  ForkServer server;

  explicit Forks(std::vector<std::string> arguments = {"/proc/self/exe", "--gtest_also_run_disabled_tests",
                                                       "--gtest_filter=ForkServerChild.*"},
                 std::vector<std::string> environment = {"TESSERA_GIVEN=given"})
      : server(std::move(arguments), std::move(environment), [this](const std::string &text) {
          std::lock_guard lock(mutex);
          warnings.push_back(text);
        }) {}

  JobOutcome run(const char *job = "job", WorkerWatch watch = {}) {
    return runWorker({{"/bin/sh", "-c", R"(echo '{"event":"result","data":{"ok":true,"started":true}}')"}, {}, &server},
                     llvm::json::Object{{"job", job}}, watch);
  }
};
} // namespace

static std::vector<pid_t> getChildren() {
  std::vector<pid_t> children;
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child; file >> child;)
      children.push_back(child);
  }
  return children;
}

static void expectSplitOff(const JobOutcome &outcome, int64_t files = 3) {
  ASSERT_EQ(outcome.state, JobState::succeeded) << (outcome.problem ? outcome.problem->detail : "");
  const llvm::json::Object &result = *outcome.result->getAsObject();
  EXPECT_EQ(result.getInteger("parent"), getpid());
  EXPECT_EQ(result.getBoolean("leads"), true);
  EXPECT_EQ(result.getInteger("files"), files);
}

TEST(ForkServer, AJobsProcessIsTheParentsChild) {
  Forks forks;
  ASSERT_TRUE(forks.server.start());
  for (int job = 0; job < 3; ++job)
    expectSplitOff(forks.run());
  EXPECT_TRUE(forks.warnings.empty());
}

TEST(ForkServer, OneFileMoreIsInheritedWhereItIsKept) {
  Forks forks({"/proc/self/exe", "--gtest_also_run_disabled_tests", "--gtest_filter=ForkServerChild.*"},
              {"TESSERA_KEEPS=1"});
  ASSERT_TRUE(forks.server.start());
  expectSplitOff(forks.run(), 4);
}

TEST(ForkServer, SeveralThreadsAskAtOnce) {
  Forks forks;
  ASSERT_TRUE(forks.server.start());
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int job = 0; job < 10; ++job)
        expectSplitOff(forks.run());
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ForkServer, ADeadlineEndsAJobThatWasSplitOff) {
  Forks forks;
  ASSERT_TRUE(forks.server.start());
  WorkerWatch watch;
  watch.deadlineMs = 200;
  EXPECT_EQ(forks.run("hang", watch).state, JobState::timedOut);
  expectSplitOff(forks.run());
}

TEST(ForkServer, OneThatWasKilledIsStartedAgain) {
  Forks forks;
  ASSERT_TRUE(forks.server.start());
  expectSplitOff(forks.run());
  std::vector<pid_t> children = getChildren();
  ASSERT_EQ(children.size(), 1u);
  kill(children.front(), SIGKILL);
  expectSplitOff(forks.run());
  ASSERT_EQ(forks.warnings.size(), 1u);
  EXPECT_NE(forks.warnings.front().find("it is started again"), std::string::npos) << forks.warnings.front();
}

TEST(ForkServer, OneThatCannotBeStartedIsDoneWithout) {
  for (const char *program : {"/nonexistent/tessera", "/bin/true"}) {
    Forks forks({program});
    EXPECT_EQ(bool(forks.server.start()), std::string(program) == "/bin/true");
    JobOutcome outcome = forks.run();
    ASSERT_EQ(outcome.state, JobState::succeeded);
    EXPECT_EQ(outcome.result->getAsObject()->getBoolean("started"), true);
    ASSERT_FALSE(forks.warnings.empty());
    EXPECT_NE(forks.warnings.back().find("started by itself"), std::string::npos) << forks.warnings.back();
  }
}

TEST(ForkServer, NothingOfItIsLeft) {
  {
    Forks forks;
    ASSERT_TRUE(forks.server.start());
    expectSplitOff(forks.run());
  }
  EXPECT_TRUE(getChildren().empty());
}
