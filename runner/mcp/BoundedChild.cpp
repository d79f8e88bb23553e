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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using Clock = std::chrono::steady_clock;

static constexpr size_t errorsLimit = size_t(256) << 10;
/// Of a request to a runner: as much as an artifact may have, whatever that runner takes.
static constexpr size_t requestLimit = size_t(64) << 20;
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
  Pipe requests, replies; // open where the child may ask a runner
};
} // namespace

static void limit(__rlimit_resource resource, rlim_t most) {
  rlimit limits{most, most};
  (void)setrlimit(resource, &limits);
}

/// Descriptors 0, 1, 2 and where there is a runner 3 and 4; no other of the server's stays open.
static bool placeDescriptors(const Pipes &pipes) {
  if (dup2(pipes.input.read.number, 0) < 0 || dup2(pipes.output.write.number, 1) < 0 ||
      dup2(pipes.errors.write.number, 2) < 0)
    return false;
  unsigned kept = 3;
  if (pipes.requests.write.number >= 0) {
    // Out of the way first: one may have the other's number.
    int requests = fcntl(pipes.requests.write.number, F_DUPFD, 10),
        replies = fcntl(pipes.replies.read.number, F_DUPFD, 10);
    if (dup2(requests, mcp::requestDescriptor) < 0 || dup2(replies, mcp::replyDescriptor) < 0)
      return false;
    kept = 5;
  }
  return syscall(SYS_close_range, kept, ~0u, 0) == 0 ||
         errno == ENOSYS; // then they close by themselves, or harm nobody
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
  if (chdir(plan.folder.c_str()) != 0 || !placeDescriptors(pipes))
    _exit(127);
  static char *const nothing[] = {nullptr};
  execve("/proc/self/exe", words, plan.walls ? nothing : environ);
  _exit(127);
}

/// The command line behind `tessera`.
static std::vector<std::string> makeArguments(const mcp::ChildPlan &plan) {
  if (!plan.walls)
    return plan.arguments;
  // All cores count together.
  double seconds = (plan.seconds + 10) * std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> words = {"walled", plan.walls->mode, std::to_string(static_cast<int64_t>(seconds))};
  words.insert(words.end(), plan.walls->preloaded.begin(), plan.walls->preloaded.end());
  words.push_back("--");
  words.insert(words.end(), plan.arguments.begin(), plan.arguments.end());
  return words;
}

static Result<pid_t> startChild(const mcp::ChildPlan &plan, Pipes &pipes) {
  auto refuse = [] {
    return makeProblem(ProblemCode::unavailable, std::string("can't start a process: ") + std::strerror(errno));
  };
  if (!pipes.input.open() || !pipes.output.open() || !pipes.errors.open() ||
      (plan.runner && (!pipes.requests.open() || !pipes.replies.open())))
    return refuse();
  std::vector<std::string> arguments = makeArguments(plan);
  std::vector<char *> words = {const_cast<char *>("tessera")};
  for (const std::string &argument : arguments)
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
  pipes.requests.write.reset();
  pipes.replies.read.reset();
  for (int end : {pipes.input.write.number, pipes.output.read.number, pipes.errors.read.number,
                  pipes.requests.read.number, pipes.replies.write.number})
    if (end >= 0)
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

/// The next part of what a child reads; false behind the last, or where nobody reads.
static bool give(const Descriptor &to, const std::string &text, size_t &given) {
  while (given < text.size()) {
    ssize_t wrote = write(to.number, text.data() + given, text.size() - given);
    if (wrote >= 0)
      given += static_cast<size_t>(wrote);
    else if (errno == EAGAIN)
      return true;
    else if (errno != EINTR)
      break;
  }
  return false;
}

namespace {
/// The child's requests to a runner, answered one after the other.
class Requests {
public:
  Requests(mcp::RunnerAccess *runner, Pipes &pipes) : runner(runner), pipes(pipes), reader(requestLimit) {}

  /// What poll should wait for: the next request when the last one's answer is taken.
  pollfd reading() const { return {given == reply.size() ? pipes.requests.read.number : -1, POLLIN, 0}; }
  pollfd writing() const { return {given < reply.size() ? pipes.replies.write.number : -1, POLLOUT, 0}; }

  /// Takes what has come and gives what is to be read. False where the child says something that is no request.
  bool goOn() {
    if (!runner || pipes.requests.read.number < 0)
      return true;
    if (given == reply.size()) {
      std::string chunk;
      take(pipes.requests.read, chunk, 2 * requestLimit);
      reader.feed(chunk);
      if (std::optional<mcp::Frame> request = reader.next()) {
        mcp::Frame answer = runner->answer(*request);
        reply = mcp::writeFrame(std::move(answer.head), answer.body);
        given = 0;
      }
    }
    if (given < reply.size() && !give(pipes.replies.write, reply, given))
      given = reply.size(); // all of it, or it reads no more
    return !reader.isBroken();
  }

private:
  mcp::RunnerAccess *runner;
  Pipes &pipes;
  mcp::FrameReader reader;
  std::string reply;
  size_t given = 0; // of it
};
} // namespace

Result<mcp::ChildOutcome> mcp::runBoundedChild(const ChildPlan &plan, const std::atomic<bool> &isCancelled,
                                               const std::function<void(double)> &tick) {
  Pipes pipes;
  Clock::time_point begin = Clock::now();
  auto secondsSo = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Result<pid_t> child = startChild(plan, pipes);
  if (!child)
    return child.problem();
  Requests requests(plan.runner.get(), pipes);
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
    std::array<pollfd, 5> waited = {
        pollfd{pipes.output.read.number, POLLIN, 0}, pollfd{pipes.errors.read.number, POLLIN, 0},
        pollfd{pipes.input.write.number, POLLOUT, 0}, requests.reading(), requests.writing()};
    bool isSilent = pipes.output.read.number < 0 && pipes.errors.read.number < 0;
    poll(waited.data(), waited.size(), isSilent ? 1 : interval);
    siginfo_t info{};
    // Before reading: then all that it said is there. It is not reaped yet, so that its group's number stays its own.
    hasEnded =
        waitid(P_PID, static_cast<id_t>(*child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == *child;
    if (waited[2].fd >= 0 && waited[2].revents && !give(pipes.input.write, plan.input, given))
      pipes.input.write.reset();
    if (pipes.output.read.number >= 0 && !take(pipes.output.read, outcome.output, plan.outputBytes) &&
        !outcome.saidTooMuch)
      end(outcome.saidTooMuch);
    if (!requests.goOn() && !outcome.saidTooMuch)
      end(outcome.saidTooMuch);
    if (pipes.errors.read.number >= 0 && !take(pipes.errors.read, outcome.errors, errorsLimit)) {
      std::string rest; // goes on, unheard
      take(pipes.errors.read, rest, size_t(1) << 20);
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
