// SPDX-License-Identifier: Apache-2.0
// `fork` and `exec` rather than `posix_spawn`: limits and the wish to die with the parent can only be set in the child.
// Between the two nothing but system calls happens, as other threads of the server may hold any lock. The kernel ties
// that wish to the thread that forks, and this one stays until its child has ended.
#include "runner/mcp/BoundedChild.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using Clock = std::chrono::steady_clock;

static constexpr size_t outputLimit = size_t(64) << 20, errorsLimit = size_t(256) << 10;
static constexpr int interval = 50; // ms
static constexpr double grace = 1;  // s, from being asked to end to being ended

namespace {
/// A descriptor that is closed with its owner.
struct Descriptor {
  int number = -1;
  ~Descriptor() { reset(); }
  void reset() {
    if (number >= 0)
      close(number);
    number = -1;
  }
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    read.number = ends[0];
    write.number = ends[1];
    return true;
  }
};

struct Pipes {
  Pipe input, output, errors;
};
} // namespace

static void limit(__rlimit_resource resource, rlim_t most) {
  rlimit limits{most, most};
  (void)setrlimit(resource, &limits);
}

/// What the child does before it is `tessera`. Never returns.
[[noreturn]] static void becomeChild(const mcp::ChildPlan &plan, const Pipes &pipes, char *const *words, pid_t parent) {
  setpgid(0, 0); // so that what it starts (ptxas, git) ends with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) // it has died before that
    _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  if (plan.memoryBytes > 0)
    limit(RLIMIT_AS, plan.memoryBytes);
  // Where the machine's memory ends, this process goes and not the server.
  if (int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0)
    (void)!write(file, "1000", 4);
  if (chdir(plan.folder.c_str()) != 0 || dup2(pipes.input.read.number, 0) < 0 ||
      dup2(pipes.output.write.number, 1) < 0 || dup2(pipes.errors.write.number, 2) < 0)
    _exit(127);
  execv("/proc/self/exe", words);
  _exit(127);
}

static Result<pid_t> startChild(const mcp::ChildPlan &plan, Pipes &pipes) {
  auto refuse = [] {
    return makeProblem(ProblemCode::unavailable, std::string("can't start a process: ") + std::strerror(errno));
  };
  if (!pipes.input.open() || !pipes.output.open() || !pipes.errors.open())
    return refuse();
  std::vector<char *> words = {const_cast<char *>("tessera")};
  for (const std::string &argument : plan.arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);
  pid_t parent = getpid(), child = fork();
  if (child < 0)
    return refuse();
  if (child == 0)
    becomeChild(plan, pipes, words.data(), parent);
  setpgid(child, child); // whoever is first
  pipes.input.read.reset();
  pipes.output.write.reset();
  pipes.errors.write.reset();
  for (int end : {pipes.input.write.number, pipes.output.read.number, pipes.errors.read.number})
    fcntl(end, F_SETFL, O_NONBLOCK);
  return child;
}

/// What is there to be read, up to `most` in all. Closes `from` at its end. False where there is more than `most`.
static bool take(Descriptor &from, std::string &text, size_t most) {
  char chunk[65536];
  for (;;) {
    ssize_t got = read(from.number, chunk, sizeof chunk);
    if (got > 0) {
      text.append(chunk, std::min<size_t>(static_cast<size_t>(got), most - text.size()));
      if (text.size() == most)
        return false;
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else {
      if (got == 0 || errno != EAGAIN)
        from.reset();
      return true;
    }
  }
}

/// The next part of the input; closes `to` behind the last, or where nobody reads.
static void give(Descriptor &to, const std::string &text, size_t &given) {
  while (given < text.size()) {
    ssize_t wrote = write(to.number, text.data() + given, text.size() - given);
    if (wrote >= 0)
      given += static_cast<size_t>(wrote);
    else if (errno == EAGAIN)
      return;
    else if (errno != EINTR)
      break;
  }
  to.reset();
}

Result<mcp::ChildOutcome> mcp::runBoundedChild(const ChildPlan &plan, const std::atomic<bool> &isCancelled,
                                               const std::function<void(double)> &tick) {
  Pipes pipes;
  Clock::time_point begin = Clock::now();
  auto secondsSo = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Result<pid_t> child = startChild(plan, pipes);
  if (!child)
    return child.problem();
  ChildOutcome outcome;
  int status = 0;
  size_t given = 0;
  double told = 0;
  bool hasEnded = false;
  // First it is asked, so that it may put away what it made (a baseline's worktree); then it is ended.
  std::optional<double> asked;
  auto end = [&](bool &why) {
    why = true;
    if (!asked)
      kill(*child, SIGTERM);
    asked = asked.value_or(secondsSo());
  };
  // Its own end counts, not that of its output: what it started may hold that open.
  while (!hasEnded) {
    std::array<pollfd, 3> waited = {pollfd{pipes.output.read.number, POLLIN, 0},
                                    pollfd{pipes.errors.read.number, POLLIN, 0},
                                    pollfd{pipes.input.write.number, POLLOUT, 0}};
    bool isSilent = pipes.output.read.number < 0 && pipes.errors.read.number < 0;
    poll(waited.data(), waited.size(), isSilent ? 1 : interval);
    siginfo_t info{};
    // Before reading: then all that it said is there. It is not reaped yet, so that its group's number stays its own.
    hasEnded =
        waitid(P_PID, static_cast<id_t>(*child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == *child;
    if (waited[2].fd >= 0 && waited[2].revents)
      give(pipes.input.write, plan.input, given);
    if (pipes.output.read.number >= 0 && !take(pipes.output.read, outcome.output, outputLimit) && !outcome.saidTooMuch)
      end(outcome.saidTooMuch);
    if (pipes.errors.read.number >= 0 && !take(pipes.errors.read, outcome.errors, errorsLimit)) {
      std::string rest; // goes on, unheard
      take(pipes.errors.read, rest, outputLimit);
    }
    double now = secondsSo();
    if (!hasEnded && isCancelled && !outcome.isCancelled)
      end(outcome.isCancelled);
    if (!hasEnded && now >= plan.seconds && !outcome.isOverdue && !outcome.isCancelled)
      end(outcome.isOverdue);
    if (!hasEnded && asked && now >= *asked + grace)
      kill(-*child, SIGKILL);
    if (now >= told + 1 && tick && !hasEnded) {
      tick(now);
      told = now;
    }
  }
  kill(-*child, SIGKILL); // what it started and left
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  outcome.seconds = secondsSo();
  if (WIFSIGNALED(status))
    outcome.signal = WTERMSIG(status);
  else
    outcome.code = WEXITSTATUS(status);
  return outcome;
}
