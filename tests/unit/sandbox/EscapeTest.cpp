// SPDX-License-Identifier: Apache-2.0
// Each attempt twice: in the sandbox, where it must not work, and, if it is harmless, outside, where it must, so that
// an attempt that tries nothing is seen. What stands depends on the machine; the list of system calls is everywhere.
#include "runner/sandbox/Walls.h"
#include "tests/unit/sandbox/Attempts.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera::runner::sandbox;

namespace {
constexpr int worked = 0, refused = 1, failed = 2;

Settings makeSettings() {
  Settings settings;
  settings.memoryBytes = int64_t(1) << 30;
  settings.cpuSeconds = 1;
  return settings;
}

/// How a process ended that ran `body`, whose answer is its exit code. Its stderr is in `said`.
int endOf(const std::function<int()> &body, std::string *said = nullptr) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    _exit(body());
  }
  close(ends[1]);
  char chunk[4096];
  for (ssize_t got; (got = read(ends[0], chunk, sizeof chunk)) > 0;)
    if (said)
      said->append(chunk, static_cast<size_t>(got));
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

bool exitedWith(int status, int code) { return WIFEXITED(status) && WEXITSTATUS(status) == code; }
bool isKilledBy(int status, int signal) { return WIFSIGNALED(status) && WTERMSIG(status) == signal; }

std::string describe(int status) {
  return WIFSIGNALED(status) ? std::string("signal SIG") + sigabbrev_np(WTERMSIG(status))
                             : "exit code " + std::to_string(WEXITSTATUS(status));
}

/// As a shell has it, for a process that tells of its child.
int codeOf(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/// What attempts are made on, fresh for each test.
class Escape : public testing::Test {
protected:
  void SetUp() override {
    char folder[] = "/tmp/tessera-escape-XXXXXX";
    ASSERT_TRUE(mkdtemp(folder));
    surroundings.folder = folder;
    surroundings.secret = surroundings.folder + "/secret";
    for (const char *name : {"secret", "victim", "movable"})
      std::ofstream(surroundings.folder + "/" + name) << "secret";
    server = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(bind(server, reinterpret_cast<sockaddr *>(&address), size), 0);
    ASSERT_EQ(listen(server, 8), 0);
    ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr *>(&address), &size), 0);
    surroundings.port = ntohs(address.sin_port);
    surroundings.outside = fork();
    if (surroundings.outside == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      std::signal(SIGUSR1, SIG_IGN);
      for (;;)
        pause();
    }
  }
  void TearDown() override {
    close(server);
    kill(surroundings.outside, SIGKILL);
    waitpid(surroundings.outside, nullptr, 0);
    std::filesystem::remove_all(surroundings.folder);
  }

private:
  int server = -1;
};

class Each : public Escape, public testing::WithParamInterface<Attempt> {};
} // namespace

TEST_P(Each, IsRefused) {
  if (GetParam().worksOutside) {
    int status = endOf([] { return GetParam().run() ? worked : refused; });
    EXPECT_TRUE(exitedWith(status, worked)) << "outside of the sandbox: " << describe(status);
    TearDown(); // what it did is not there for the next try
    SetUp();
  }
  int status = endOf([] {
    enter(makeSettings()); // what stands here: the list of system calls at least
    return GetParam().run() ? worked : refused;
  });
  bool ended = isKilledBy(status, SIGSYS) || isKilledBy(status, SIGXCPU);
  EXPECT_TRUE(exitedWith(status, refused) || ended) << describe(status);
}

TEST_P(Each, IsRefusedBesideADriver) {
  if (GetParam().driversMay)
    return;
  Settings settings = makeSettings();
  settings.gpu = true;
  int status = endOf([&] {
    Report report = enter(settings);
    return !report.holds() ? failed : GetParam().run() ? worked : refused;
  });
  if (exitedWith(status, failed))
    GTEST_SKIP() << "files are Landlock's, which is not here";
  EXPECT_TRUE(exitedWith(status, refused) || isKilledBy(status, SIGSYS) || isKilledBy(status, SIGXCPU))
      << describe(status);
}

TEST_P(Each, IsRefusedBehindWhatWasPrepared) {
  int status = endOf([] {
    prepare();
    return codeOf(endOf([] {
      enter(makeSettings());
      return GetParam().run() ? worked : refused;
    }));
  });
  EXPECT_TRUE(exitedWith(status, refused) || exitedWith(status, 128 + SIGSYS) || exitedWith(status, 128 + SIGXCPU))
      << describe(status);
}

INSTANTIATE_TEST_SUITE_P(Escape, Each, testing::ValuesIn(attempts), [](const auto &info) {
  std::string name;
  bool upper = true;
  for (char letter : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(letter)))
      name += upper ? static_cast<char>(std::toupper(letter)) : letter;
    upper = !std::isalnum(static_cast<unsigned char>(letter));
  }
  return name;
});

TEST(Sandbox, SystemCallsAreHeldEverywhere) {
  int status = endOf([] {
    for (const Wall &wall : enter(makeSettings()).walls)
      if (wall.name == "system calls")
        return wall.holds ? worked : refused;
    return failed;
  });
  EXPECT_TRUE(exitedWith(status, worked)) << describe(status);
}

TEST(Sandbox, AViolationSaysWhichCallItWas) {
  std::string said;
  int status = endOf(
      [] {
        enter(makeSettings());
        return socket(AF_INET, SOCK_STREAM, 0) >= 0 ? worked : refused;
      },
      &said);
  EXPECT_TRUE(isKilledBy(status, SIGSYS)) << describe(status);
  EXPECT_NE(said.find("refuses the system call `socket`"), std::string::npos) << said;
}

TEST(Sandbox, ComputingWorksInside) {
  int status = endOf([] {
    enter(makeSettings());
    // Memory, threads, clocks, a large file's worth of output are a job's daily bread.
    std::vector<char> bytes(size_t(64) << 20, 1);
    pthread_t thread;
    auto add = +[](void *sum) -> void * {
      *static_cast<int *>(sum) += 1;
      return nullptr;
    };
    int sum = 0;
    for (int i = 0; i < 100; ++i)
      if (pthread_create(&thread, nullptr, add, &sum) != 0 || pthread_join(thread, nullptr) != 0)
        return failed;
    timespec now;
    return sum == 100 && bytes.back() == 1 && clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? worked : refused;
  });
  EXPECT_TRUE(exitedWith(status, worked)) << describe(status);
}

TEST(Sandbox, EndsOfProcessesAreTheirOwn) {
  EXPECT_TRUE(exitedWith(endOf([] {
                           enter(makeSettings());
                           return 42;
                         }),
                         42));
  for (int signal : {SIGABRT, SIGSEGV}) {
    int status = endOf([=] {
      enter(makeSettings());
      if (signal == SIGABRT)
        std::abort();
      *static_cast<volatile int *>(nullptr) = 1;
      return worked;
    });
    EXPECT_TRUE(isKilledBy(status, signal)) << describe(status);
  }
}

TEST(Sandbox, ManyThreadsAreTooMany) {
  int status = endOf([] {
    if (!enter(makeSettings()).holds())
      return failed; // threads are counted by user
    for (int i = 0; i < 1000; ++i) {
      pthread_t thread;
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, 64 << 10);
      if (pthread_create(
              &thread, &attributes, +[](void *) -> void * { return reinterpret_cast<void *>(poll(nullptr, 0, -1)); },
              nullptr) != 0)
        return refused;
    }
    return worked;
  });
  if (exitedWith(status, failed))
    GTEST_SKIP() << "no user of its own here";
  EXPECT_TRUE(exitedWith(status, refused)) << describe(status);
}

/// Runs the attempt of this name behind one wall, which `raise` puts up.
static void expectRefusedBy(const std::function<Wall()> &raise, const std::string &name) {
  auto attempt = std::find_if(attempts.begin(), attempts.end(), [&](const Attempt &one) { return one.name == name; });
  ASSERT_NE(attempt, attempts.end()) << name;
  int status = endOf([&] {
    if (!raise().holds)
      return failed;
    return attempt->run() ? worked : refused;
  });
  if (exitedWith(status, failed))
    GTEST_SKIP() << "this machine does not have this wall";
  EXPECT_TRUE(exitedWith(status, refused)) << name << ": " << describe(status);
}

static Wall raiseNamespace(const std::string &name) {
  Namespaces namespaces = enterNamespaces(makeSettings(), hasRights());
  if (namespaces.processes && !continueInside())
    return {};
  for (const Wall &wall : namespaces.walls)
    if (wall.name == name)
      return wall;
  return {};
}

// Behind all walls the list of system calls refuses most, so that another one with a hole would not be seen.
class OneWall : public Escape {};
TEST_F(OneWall, LandlockHoldsAlone) {
  for (const char *name :
       {"reads a secret file", "reads /etc/passwd", "reads by openat2", "creates a file", "appends to a file",
        "truncates a file", "removes a file", "renames a file", "makes a folder", "makes a symbolic link",
        "makes a named pipe", "lists a folder", "opens a device"})
    expectRefusedBy(
        [] {
          dropPrivileges();
          return closeFiles(makeSettings());
        },
        name);
}
TEST_F(OneWall, AnEmptyRootHoldsAlone) {
  for (const char *name :
       {"reads a secret file", "reads /etc/passwd", "creates a file", "removes a file", "makes a folder",
        "sees that a file is there", "opens a device", "reads a process's status in /proc"})
    expectRefusedBy([] { return raiseNamespace("root"); }, name);
}
TEST_F(OneWall, ANamespaceOfTheNetworkHoldsAlone) {
  expectRefusedBy([] { return raiseNamespace("network"); }, "connects to a server on this machine");
}
TEST_F(OneWall, ANamespaceOfProcessesHoldsAlone) {
  for (const char *name : {"asks whether a process is there", "signals a process", "opens a process",
                           "traces a process", "reads a process's memory", "chooses a process's cores"})
    expectRefusedBy([] { return raiseNamespace("processes"); }, name);
}
TEST_F(OneWall, AnotherUserHoldsAlone) {
  if (geteuid() != 0)
    GTEST_SKIP() << "for root";
  ASSERT_EQ(chmod(surroundings.secret.c_str(), 0600), 0);
  for (const char *name : {"reads a secret file", "creates a file", "removes a file", "signals a process",
                           "becomes root", "mounts a file system", "makes a device"})
    expectRefusedBy(changeUser, name);
}

TEST(Sandbox, OffIsOff) {
  Settings settings = makeSettings();
  settings.mode = Mode::off;
  int status = endOf([&] {
    Report report = enter(settings);
    return report.walls.empty() && socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? worked : refused;
  });
  EXPECT_TRUE(exitedWith(status, worked)) << describe(status);
}

TEST(Sandbox, DiesWithItsServer) {
  // A server that starts a worker and is gone: the worker's end closes its end of the pipe.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int status = endOf([&] {
    if (pid_t worker = fork(); worker != 0) {
      close(ends[1]);
      char ready;
      (void)!read(ends[0], &ready, 1);
      return worker > 0 ? worked : failed;
    }
    enter(makeSettings());
    (void)!write(ends[1], "x", 1);
    for (;;)
      poll(nullptr, 0, -1);
  });
  EXPECT_TRUE(exitedWith(status, worked));
  close(ends[1]);
  char chunk;
  EXPECT_EQ(read(ends[0], &chunk, 1), 0) << "whoever writes still lives";
  close(ends[0]);
}

static std::string getNetwork() {
  char name[64] = {};
  return readlink("/proc/self/ns/net", name, sizeof name - 1) > 0 ? name : "";
}

TEST(Sandbox, ANetworkThatWasLeftIsTheWallOfAllThatAreSplitOff) {
  if (geteuid() != 0)
    GTEST_SKIP() << "root alone leaves the network";
  int status = endOf([machine = getNetwork()] {
    leaveNetwork();
    std::string left = getNetwork();
    if (left == machine)
      return refused;
    int inner = endOf([] {
      Report report = enter(makeSettings());
      for (const Wall &wall : report.walls)
        if (wall.name == "network")
          return wall.holds ? worked : failed;
      return failed;
    });
    return exitedWith(inner, worked) ? worked : failed;
  });
  if (exitedWith(status, refused))
    GTEST_SKIP() << "root may make no namespaces here";
  EXPECT_TRUE(exitedWith(status, worked));
}

TEST(Sandbox, AnEmptyRootIsSharedAndOtherNamespacesAreNot) {
  if (geteuid() != 0)
    GTEST_SKIP() << "root alone has the right to prepare it";
  int status = endOf([] {
    if (prepare() < 0)
      return failed;
    // Each tells by a folder that it has opened before: in an empty root there is no `/proc`. The two are there at a
    // time, else the second would get the first one's numbers.
    static constexpr const char *kinds[] = {"mnt", "ipc", "uts"};
    std::string told[2][std::size(kinds)], before[std::size(kinds)];
    auto read = [](int folder, const char *kind) {
      char name[64] = {};
      (void)!readlinkat(folder, kind, name, sizeof name - 1);
      return std::string(name);
    };
    int folder = open("/proc/self/ns", O_PATH | O_DIRECTORY), ends[2];
    for (size_t i = 0; i < std::size(kinds); ++i)
      before[i] = read(folder, kinds[i]);
    for (auto &one : told) {
      if (pipe(ends) != 0)
        return failed;
      if (fork() == 0) {
        dieWithServer();
        folder = open("/proc/self/ns", O_PATH | O_DIRECTORY);
        enterNamespaces(makeSettings(), hasRights());
        for (const char *kind : kinds)
          (void)!write(ends[1], (read(folder, kind) + "\n").c_str(), read(folder, kind).size() + 1);
        for (;;)
          pause();
      }
      for (std::string &name : one)
        for (char letter; ::read(ends[0], &letter, 1) == 1 && letter != '\n';)
          name += letter;
    }
    bool isAsSaid = told[0][0] == told[1][0];
    for (size_t i = 0; i < std::size(kinds); ++i)
      isAsSaid &= told[0][i] != before[i] && (i == 0 || told[0][i] != told[1][i]);
    return isAsSaid ? worked : refused;
  });
  if (exitedWith(status, failed))
    GTEST_SKIP() << "root may make no namespaces here";
  EXPECT_TRUE(exitedWith(status, worked)) << describe(status);
}

TEST(Sandbox, NothingOfWhatWasPreparedStaysOpen) {
  for (Mode mode : {Mode::attempt, Mode::off}) {
    int status = endOf([mode] {
      int prepared = prepare();
      return codeOf(endOf([=] {
        Settings settings = makeSettings();
        settings.mode = mode;
        enter(settings);
        return prepared < 0 || lseek(prepared, 0, SEEK_CUR) < 0 ? worked : refused;
      }));
    });
    EXPECT_TRUE(exitedWith(status, worked)) << describe(status);
  }
}

TEST(Sandbox, PreparedOrNotTheSameWallsStand) {
  auto tell = [] {
    std::string text;
    for (const Wall &wall : enter(makeSettings()).walls)
      text += wall.name + (wall.holds ? " holds, " : " does not, ");
    (void)!write(2, text.data(), text.size());
    return worked;
  };
  std::string plain;
  endOf(tell, &plain);
  int status = endOf([&] {
    prepare();
    std::string prepared;
    endOf(tell, &prepared);
    return prepared == plain ? worked : refused;
  });
  EXPECT_NE(plain.find("system calls holds"), std::string::npos) << plain;
  EXPECT_TRUE(exitedWith(status, worked));
}

TEST(Sandbox, LeavesNoProcessBehind) {
  // Whoever is left is handed to this process.
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  for (int i = 0; i < 50; ++i)
    endOf([] {
      enter(makeSettings());
      return worked;
    });
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  pid_t left = 0;
  while ((left = waitpid(-1, nullptr, WNOHANG)) >= 0 && std::chrono::steady_clock::now() < end)
    if (left == 0)
      poll(nullptr, 0, 10);
  EXPECT_EQ(left, -1) << "a process is still there";
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST(Sandbox, AServerThatDiesAtAnyTimeLeavesNoProcess) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  for (useconds_t time = 0; time < 4000; time += 100) {
    int status = endOf([time] {
      int ends[2];
      if (pipe(ends) != 0)
        return failed;
      if (fork() == 0) { // the worker, whose stdout the server reads
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        dup2(1, 2);
        enter(makeSettings());
        poll(nullptr, 0, -1);
        return worked;
      }
      usleep(time);
      return worked;
    });
    EXPECT_TRUE(exitedWith(status, worked));
  }
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  pid_t left = 0;
  while ((left = waitpid(-1, nullptr, WNOHANG)) >= 0 && std::chrono::steady_clock::now() < end)
    if (left == 0)
      poll(nullptr, 0, 10);
  EXPECT_EQ(left, -1) << "a process is still there";
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST(Sandbox, ModesAreNamed) {
  for (Mode mode : {Mode::require, Mode::attempt, Mode::off})
    EXPECT_EQ(parseMode(getText(mode)), mode);
  EXPECT_FALSE(parseMode("nonsense"));
}

TEST(Sandbox, WhatLacksIsNamedWithItsReason) {
  Report report{Mode::attempt,
                {{"network", false, false, "no namespace"},
                 {"ipc", false, false, "no namespace"},
                 {"files", false, true, "no Landlock"},
                 {"user", true, true, ""}}};
  EXPECT_EQ(report.describeLacking(), "network, ipc (no namespace), files (no Landlock)");
  EXPECT_EQ(report.describeLacking(/*all=*/false), "files (no Landlock)");
  EXPECT_FALSE(report.holds());
  report.walls[2].matters = false;
  EXPECT_TRUE(report.holds());
}
