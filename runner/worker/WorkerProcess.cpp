// SPDX-License-Identifier: Apache-2.0
// One poll loop over the child's three pipes. The child leads its own process group and inherits nothing but those
// pipes, so that killing the group ends all of it and no socket of the server stays open in it.
#include "runner/worker/WorkerProcess.h"
#include "runner/worker/Spawn.h"
#include "shared/protocol/Json.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

namespace {
using Clock = std::chrono::steady_clock;

class Descriptor {
public:
  Descriptor() = default;
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  void reset(int next = -1) {
    if (number >= 0)
      close(number);
    number = next;
  }
  int get() const { return number; }
  explicit operator bool() const { return number >= 0; }

private:
  int number = -1;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    return pipe2(ends, O_CLOEXEC) == 0 && take(ends);
  }
  /// For what we write: on a socket a reader that left is an error, on a pipe it is a signal to our whole process.
  bool openSocket() {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 && take(ends);
  }

private:
  bool take(const int (&ends)[2]) {
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// How many processes the system has ended for want of memory since it started.
uint64_t countMemoryKills() {
  std::ifstream file("/proc/vmstat");
  std::string name;
  for (uint64_t count = 0; file >> name >> count;)
    if (name == "oom_kill")
      return count;
  return 0;
}

/// The child from its start to its last word.
class Worker {
public:
  Worker(const WorkerWatch &watch)
      : watch(watch), deadline(Clock::now() + std::chrono::milliseconds(watch.deadlineMs)) {}
  ~Worker() { killGroup(); }

  std::optional<Problem> start(const WorkerCommand &command, std::string input);
  JobOutcome finish();

private:
  void killGroup();
  void buryGroup();
  bool pump(int timeoutMs);
  void writeInput();
  bool readSome(Descriptor &pipe, std::string &into);
  void takeLines();
  void takeLine(llvm::StringRef line);
  bool isFlooded() const;
  bool reap();
  JobOutcome conclude() const;
  JobOutcome describeDeath() const;
  LossCause whoEndedIt() const;
  bool outOfMemory() const;

  static constexpr size_t errorTail = 4096;
  // An EventWriter has ten events of each kind a second, and a megabyte of output. The store keeps what comes.
  static constexpr size_t eventsAtMost = 1000, eventsASecond = 50, eventBytesAtMost = size_t(16) << 20,
                          eventBytesASecond = size_t(64) << 10;

  const WorkerWatch &watch;
  Clock::time_point begin = Clock::now(), deadline;
  size_t events = 0, eventBytes = 0;
  Descriptor input, output, errors, ending; // the last: of the process, where there is such a thing
  std::string pending, lines, errorText;
  pid_t child = -1;
  uint64_t memoryKillsBefore = countMemoryKills();
  bool reaped = false, oversize = false;
  int waitStatus = 0;
  std::string nonsense; // the first line that is not an event
  std::optional<llvm::json::Value> result;
  std::optional<Problem> problem;
};
} // namespace

std::optional<Problem> Worker::start(const WorkerCommand &command, std::string text) {
  Pipe in, out, err;
  if (!in.openSocket() || !out.open() || !err.open())
    return makeProblem(ProblemCode::unavailable, std::string("can't make pipes for a worker: ") + std::strerror(errno));
  int files[3] = {in.read.get(), out.write.get(), err.write.get()};
  if (command.forks)
    if (Result<pid_t> split = command.forks->fork(files[0], files[1], files[2]))
      child = *split;
  if (child < 0)
    child = spawn(command.arguments, command.environment, files[0], files[1], files[2]);
  if (child < 0)
    return makeProblem(ProblemCode::unavailable,
                       "can't start the worker `" + command.arguments[0] + "`: " + std::strerror(errno));
  ending.reset(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  pending = std::move(text);
  input.reset(dup(in.write.get()));
  output.reset(dup(out.read.get()));
  errors.reset(dup(err.read.get()));
  for (int file : {input.get(), output.get(), errors.get()}) {
    fcntl(file, F_SETFD, FD_CLOEXEC);
    fcntl(file, F_SETFL, O_NONBLOCK);
  }
  return std::nullopt;
}

void Worker::killGroup() {
  if (child < 0 || reaped)
    return;
  kill(-child, SIGKILL);
  while (waitpid(child, &waitStatus, 0) < 0 && errno == EINTR) {
  }
  reaped = true;
  buryGroup();
}

/// What the child left behind. Where orphans come to this process (`tessera serve` wants that, and so does the first
/// process of a container) it has to wait for them, or they stay in the system's list.
void Worker::buryGroup() {
  kill(-child, SIGKILL);
  while (waitpid(-child, nullptr, 0) > 0 || errno == EINTR) {
  }
}

/// Feeds the child; one that does not listen gets no more.
void Worker::writeInput() {
  ssize_t written = send(input.get(), pending.data(), pending.size(), MSG_NOSIGNAL);
  if (written > 0)
    pending.erase(0, written);
  if ((written < 0 && errno != EAGAIN && errno != EINTR) || pending.empty())
    input.reset();
}

/// False at the end of the pipe.
bool Worker::readSome(Descriptor &pipe, std::string &into) {
  char chunk[65536];
  ssize_t got = read(pipe.get(), chunk, sizeof chunk);
  if (got > 0)
    into.append(chunk, got);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
    pipe.reset();
    return false;
  }
  return got > 0;
}

void Worker::takeLines() {
  size_t begin = 0;
  for (size_t end; (end = lines.find('\n', begin)) != std::string::npos; begin = end + 1)
    takeLine(llvm::StringRef(lines).slice(begin, end));
  lines.erase(0, begin);
  oversize |= lines.size() > watch.lineLimit;
}

void Worker::takeLine(llvm::StringRef line) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(line, error);
  llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  std::optional<llvm::StringRef> kind = object ? object->getString("event") : std::nullopt;
  llvm::json::Value *data = object ? object->get("data") : nullptr;
  if (!kind || !data) {
    if (nonsense.empty())
      nonsense = protocol::toUtf8(line.take_front(200));
  } else if (*kind == "result") {
    result = std::move(*data);
  } else if (*kind == "problem") {
    const llvm::json::Object *fields = data->getAsObject();
    std::optional<llvm::StringRef> code = fields ? fields->getString("code") : std::nullopt;
    std::optional<llvm::StringRef> detail = fields ? fields->getString("detail") : std::nullopt;
    problem = makeProblem(protocol::parseProblemCode(code.value_or("")).value_or(ProblemCode::internal),
                          detail.value_or("").str());
  } else {
    ++events;
    eventBytes += line.size();
    if (watch.onEvent && !isFlooded())
      watch.onEvent(kind->str(), *data);
  }
}

bool Worker::isFlooded() const {
  auto seconds = static_cast<size_t>(std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count());
  return events > eventsAtMost + seconds * eventsASecond || eventBytes > eventBytesAtMost + seconds * eventBytesASecond;
}

/// Waits for the pipes at most `timeoutMs`; false when all that the parent reads has ended.
bool Worker::pump(int timeoutMs) {
  pollfd files[4];
  nfds_t count = 0;
  int inputAt = -1, outputAt = -1, errorsAt = -1, endingAt = -1;
  auto add = [&](const Descriptor &file, short events, int &at) {
    if (!file)
      return;
    at = static_cast<int>(count);
    files[count++] = {file.get(), events, 0};
  };
  add(input, POLLOUT, inputAt);
  add(output, POLLIN, outputAt);
  add(errors, POLLIN, errorsAt);
  add(ending, POLLIN, endingAt); // wakes, and is reaped by whoever called
  poll(files, count, timeoutMs);
  if (inputAt >= 0 && files[inputAt].revents)
    writeInput();
  if (outputAt >= 0 && files[outputAt].revents && readSome(output, lines))
    takeLines();
  if (errorsAt >= 0 && files[errorsAt].revents)
    readSome(errors, errorText);
  if (errorText.size() > 2 * errorTail)
    errorText.erase(0, errorText.size() - errorTail);
  return output || errors;
}

bool Worker::reap() {
  if (!reaped && waitpid(child, &waitStatus, WNOHANG) == child)
    reaped = true;
  return reaped;
}

JobOutcome Worker::finish() {
  while (!reap()) {
    if (watch.isCancelled && watch.isCancelled())
      return {JobState::cancelled, std::nullopt, std::nullopt};
    if (Clock::now() >= deadline)
      return {JobState::timedOut, std::nullopt,
              makeProblem(ProblemCode::timeout,
                          "the job ran longer than its deadline of " + std::to_string(watch.deadlineMs) +
                              " ms; give it a longer one (`options.deadlineMs`) or a smaller problem")};
    if (oversize)
      return {JobState::failed, std::nullopt,
              makeProblem(ProblemCode::internal,
                          "the job's result is larger than " + std::to_string(watch.lineLimit) + " bytes")};
    if (isFlooded())
      return {JobState::failed, std::nullopt,
              makeProblem(ProblemCode::internal,
                          "the job's process told more than a job has to tell: " + std::to_string(events) + " events")};
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    // Closed pipes mean that the child is about to end: look again soon, where it can't be waited for.
    bool isEnding = !output && !errors && !ending;
    pump(isEnding ? 2 : static_cast<int>(std::min<int64_t>(std::max<int64_t>(left, 1), 50)));
  }
  // What the child wrote before it ended is still in the pipes; a grandchild may hold them open, so don't wait for
  // their end.
  for (int rounds = 0; rounds < 4096 && (output || errors); ++rounds) {
    size_t before = lines.size() + errorText.size();
    bool more = pump(0);
    if (!more || (lines.size() + errorText.size() == before && rounds > 64))
      break;
  }
  buryGroup();
  return conclude();
}

/// Whether the system has ended processes for memory since this one began.
bool Worker::outOfMemory() const { return countMemoryKills() > memoryKillsBefore; }

/// Signals that processes get from others are the machine's doing, what they do to themselves is theirs.
LossCause Worker::whoEndedIt() const {
  if (!WIFSIGNALED(waitStatus))
    return LossCause::job;
  switch (WTERMSIG(waitStatus)) {
  case SIGKILL:
    return outOfMemory() ? LossCause::job : LossCause::machine;
  case SIGTERM:
  case SIGINT:
  case SIGHUP:
  case SIGQUIT:
    return LossCause::machine;
  default:
    return LossCause::job;
  }
}

JobOutcome Worker::describeDeath() const {
  std::string how;
  if (WIFSIGNALED(waitStatus)) {
    const char *name = sigabbrev_np(WTERMSIG(waitStatus));
    how = std::string("was ended by signal SIG") + (name ? name : std::to_string(WTERMSIG(waitStatus)));
    if (WTERMSIG(waitStatus) == SIGXCPU)
      how += " (its CPU time ran out)";
    if (WTERMSIG(waitStatus) == SIGKILL)
      how += outOfMemory() ? " (the machine ran out of memory)" : " (by somebody else, or for memory)";
    if (WTERMSIG(waitStatus) == SIGSYS)
      how += ": it broke out of what a job may do, and the sandbox ended it";
  } else {
    how = "ended with exit code " + std::to_string(WEXITSTATUS(waitStatus)) + " and no result";
  }
  std::string detail = "the job's process " + how;
  if (!nonsense.empty())
    detail += "; it wrote `" + nonsense + "`";
  if (!errorText.empty())
    detail +=
        "; the end of what it said:\n" + protocol::toUtf8(llvm::StringRef(errorText).take_back(errorTail).rtrim());
  return {JobState::failed, std::nullopt, makeProblem(ProblemCode::internal, detail), whoEndedIt()};
}

JobOutcome Worker::conclude() const {
  bool clean = WIFEXITED(waitStatus) && WEXITSTATUS(waitStatus) == 0;
  if (problem)
    return {JobState::failed, std::nullopt, problem};
  if (!clean || !result)
    return describeDeath();
  const llvm::json::Object *object = result->getAsObject();
  bool ok = object && object->getBoolean("ok").value_or(false);
  return {ok ? JobState::succeeded : JobState::failed, result, std::nullopt};
}

JobOutcome runner::runWorker(const WorkerCommand &command, const llvm::json::Value &job, const WorkerWatch &watch) {
  Worker worker(watch);
  if (std::optional<Problem> problem = worker.start(command, protocol::toText(job) + "\n"))
    return {JobState::failed, std::nullopt, std::move(problem), LossCause::machine};
  return worker.finish();
}
