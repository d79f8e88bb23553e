// SPDX-License-Identifier: Apache-2.0
// Whatever a worker does - crash, hang, lie, flood, fork - the parent gets one outcome that names it, and goes on.
#include "runner/worker/WorkerProcess.h"
#include "gtest/gtest.h"
#include <chrono>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;

static JobOutcome runShell(const std::string &script, WorkerWatch watch = {}) {
  return runWorker({{"/bin/sh", "-c", script}}, llvm::json::Object{{"device", "fake"}}, watch);
}

static void expectProblem(const JobOutcome &outcome, llvm::StringRef part) {
  EXPECT_EQ(outcome.state, JobState::failed);
  ASSERT_TRUE(outcome.problem);
  EXPECT_NE(outcome.problem->detail.find(part.str()), std::string::npos) << outcome.problem->detail;
}

TEST(WorkerProcess, ReadsTheJobAndReportsEventsAndResult) {
  std::vector<std::string> events;
  WorkerWatch watch;
  watch.onEvent = [&](const std::string &kind, const llvm::json::Value &data) {
    events.push_back(kind + " " + data.getAsObject()->getString("text").value_or("").str());
  };
  JobOutcome outcome = runShell(R"sh(read job
    echo '{"event":"output","data":{"text":"a"}}'; sleep 0.05; echo '{"event":"output","data":{"text":"b"}}'
    case $job in *fake*) echo '{"event":"result","data":{"ok":true}}';; esac)sh",
                                watch);
  EXPECT_EQ(outcome.state, JobState::succeeded);
  EXPECT_EQ(events, (std::vector<std::string>{"output a", "output b"}));
}

TEST(WorkerProcess, AResultThatIsNotOkIsTheProgramsFailure) {
  JobOutcome outcome = runShell(R"(echo '{"event":"result","data":{"ok":false}}')");
  EXPECT_EQ(outcome.state, JobState::failed);
  EXPECT_TRUE(outcome.result);
  EXPECT_FALSE(outcome.problem);
}

TEST(WorkerProcess, AProblemKeepsItsCode) {
  JobOutcome outcome = runShell(R"(echo '{"event":"problem","data":{"code":"artifact-version","detail":"too new"}}')");
  ASSERT_TRUE(outcome.problem);
  EXPECT_EQ(outcome.problem->code, ProblemCode::artifactVersion);
  EXPECT_EQ(outcome.problem->detail, "too new");
}

TEST(WorkerProcess, ACrashNamesItsSignalAndLastWords) {
  JobOutcome outcome = runShell("echo 'last words' >&2; kill -SEGV $$");
  expectProblem(outcome, "SIGSEGV");
  expectProblem(outcome, "last words");
  expectProblem(runShell("kill -ABRT $$"), "SIGABRT");
}

TEST(WorkerProcess, AViolationOfTheSandboxIsNamed) {
  expectProblem(runShell("kill -SYS $$"), "SIGSYS: it broke out of what a job may do, and the sandbox ended it");
}

TEST(WorkerProcess, TheEnvironmentIsWhatTheCommandSays) {
  setenv("TESSERA_SECRET", "secret", 1);
  JobOutcome outcome =
      runWorker({{"/bin/sh", "-c", "env >&2; exit 3"}, {"TESSERA_GIVEN=given"}}, llvm::json::Object{}, {});
  expectProblem(outcome, "TESSERA_GIVEN=given");
  EXPECT_EQ(outcome.problem->detail.find("TESSERA_SECRET"), std::string::npos) << outcome.problem->detail;
}

TEST(WorkerProcess, ACrashAfterTheResultIsStillACrash) {
  expectProblem(runShell(R"(echo '{"event":"result","data":{"ok":true}}'; kill -SEGV $$)"), "SIGSEGV");
}

TEST(WorkerProcess, AnExitWithoutAResultIsNamed) {
  expectProblem(runShell("exit 3"), "exit code 3 and no result");
  expectProblem(runShell("exit 0"), "no result");
  expectProblem(runShell("echo nonsense; exit 0"), "it wrote `nonsense`");
}

TEST(WorkerProcess, APartialLineIsNoEvent) {
  expectProblem(runShell(R"(printf '{"event":"result","data":{"ok":true}}')"), "no result");
}

TEST(WorkerProcess, TheDeadlineEndsAChildThatHangs) {
  WorkerWatch watch;
  watch.deadlineMs = 200;
  JobOutcome outcome = runShell("sleep 60", watch);
  EXPECT_EQ(outcome.state, JobState::timedOut);
  EXPECT_NE(outcome.problem->detail.find("200 ms"), std::string::npos);
}

TEST(WorkerProcess, TheDeadlineEndsGrandchildrenToo) {
  WorkerWatch watch;
  watch.deadlineMs = 200;
  JobOutcome outcome = runShell("sleep 60 & wait", watch);
  EXPECT_EQ(outcome.state, JobState::timedOut);
}

TEST(WorkerProcess, AGrandchildThatHoldsThePipesDoesNotHoldTheParent) {
  WorkerWatch watch;
  watch.deadlineMs = 30000;
  auto begin = std::chrono::steady_clock::now();
  JobOutcome outcome = runShell(R"(sleep 60 & echo '{"event":"result","data":{"ok":true}}')", watch);
  EXPECT_EQ(outcome.state, JobState::succeeded);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(WorkerProcess, GrandchildrenAreBuried) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); // as `tessera serve`
  WorkerWatch watch;
  watch.deadlineMs = 300;
  EXPECT_EQ(runShell("sleep 60 & sleep 60 & wait", watch).state, JobState::timedOut);
  EXPECT_EQ(runShell(R"(sleep 60 & echo '{"event":"result","data":{"ok":true}}')").state, JobState::succeeded);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST(WorkerProcess, CancellationKills) {
  int polls = 0;
  WorkerWatch watch;
  watch.isCancelled = [&] { return ++polls > 3; };
  EXPECT_EQ(runShell("trap '' TERM INT; sleep 60", watch).state, JobState::cancelled);
}

TEST(WorkerProcess, AFloodWithoutALineEndIsCutOff) {
  WorkerWatch watch;
  watch.lineLimit = 1 << 20;
  expectProblem(runShell("exec yes | tr -d '\\n'", watch), "larger than 1048576 bytes");
}

TEST(WorkerProcess, AFloodOfEventsIsCutOff) {
  size_t told = 0;
  WorkerWatch watch;
  watch.onEvent = [&](const std::string &, const llvm::json::Value &) { ++told; };
  expectProblem(runShell(R"(exec yes '{"event":"output","data":{"text":"a"}}')", watch),
                "told more than a job has to tell");
  EXPECT_GE(told, 1000u);
  EXPECT_LE(told, 5000u);
  // Honest ones are well below.
  EXPECT_EQ(
      runShell(
          R"(yes '{"event":"output","data":{"text":"a"}}' | head -500; echo '{"event":"result","data":{"ok":true}}')",
          watch)
          .state,
      JobState::succeeded);
}

TEST(WorkerProcess, StderrFloodsKeepOnlyTheEnd) {
  JobOutcome outcome = runShell("yes aaaaaaaa | head -c 1000000 >&2; echo THE END >&2; exit 9");
  expectProblem(outcome, "THE END");
  EXPECT_LT(outcome.problem->detail.size(), 6000u);
}

TEST(WorkerProcess, AMissingProgramIsAProblem) {
  JobOutcome outcome = runWorker({{"/nonexistent/worker"}}, llvm::json::Object{}, {});
  expectProblem(outcome, "can't start the worker `/nonexistent/worker`: No such file");
}

TEST(WorkerProcess, AChildThatNeverReadsItsInputIsNoHindrance) {
  JobOutcome outcome = runWorker({{"/bin/sh", "-c", R"(exec 0<&-; echo '{"event":"result","data":{"ok":true}}')"}},
                                 llvm::json::Object{{"text", std::string(1 << 20, 'x')}}, {});
  EXPECT_EQ(outcome.state, JobState::succeeded);
}

TEST(WorkerProcess, InheritsNoDescriptors) {
  FILE *file = std::tmpfile(); // not close-on-exec
  JobOutcome outcome = runShell("ls /proc/self/fd | wc -l >&2; exit 1");
  std::fclose(file);
  expectProblem(outcome, "said:\n4"); // stdin, stdout, stderr, and the folder that `ls` reads
}

TEST(WorkerProcess, DeepNestingFromAWorkerDoesNotEndTheServer) {
  expectProblem(runShell("head -c 1000000 /dev/zero | tr '\\0' '['; echo"), "no result");
}
