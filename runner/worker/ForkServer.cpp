// SPDX-License-Identifier: Apache-2.0
// One packet asks, with three descriptors; one packet answers with a number of a process or an error. The server gives
// its child to its own parent (CLONE_PARENT), which waits for it as for any other.
#include "runner/worker/ForkServer.h"
#include "runner/worker/Spawn.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

/// A server that splits off nothing for so long hangs.
static constexpr timeval patience{10, 0};

namespace {
/// A packet with room for three descriptors beside it.
struct Packet {
  int32_t number = 0;
  iovec place{&number, sizeof number};
  alignas(cmsghdr) char control[CMSG_SPACE(3 * sizeof(int))] = {};
  msghdr header{};

  Packet() {
    header.msg_iov = &place;
    header.msg_iovlen = 1;
  }
  void attach(const int (&files)[3]) {
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr *part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof files);
    std::memcpy(CMSG_DATA(part), files, sizeof files);
  }
  bool receive(int socket) {
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    ssize_t got;
    while ((got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    if (got == 0)
      errno = ECONNRESET;
    return got == sizeof number;
  }
  bool takeFiles(int (&files)[3]) {
    cmsghdr *part = CMSG_FIRSTHDR(&header);
    if (!part || part->cmsg_type != SCM_RIGHTS || part->cmsg_len != CMSG_LEN(sizeof files))
      return false;
    std::memcpy(files, CMSG_DATA(part), sizeof files);
    return true;
  }
};
} // namespace

static Problem makeErrnoProblem(const std::string &what) {
  return makeProblem(ProblemCode::unavailable, what + ": " + std::strerror(errno));
}

ForkServer::ForkServer(std::vector<std::string> arguments, std::vector<std::string> environment,
                       std::function<void(const std::string &)> warn)
    : arguments(std::move(arguments)), environment(std::move(environment)), warn(std::move(warn)) {}

ForkServer::~ForkServer() { end(); }

void ForkServer::end() {
  if (control >= 0)
    close(control);
  control = -1;
  if (server > 0) {
    kill(server, SIGKILL);
    while (waitpid(server, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  server = -1;
}

Status ForkServer::start() {
  std::lock_guard lock(mutex);
  return startLocked();
}

Status ForkServer::startLocked() {
  end();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return makeErrnoProblem("no socket for the server of jobs' processes");
  // Its errors are told where this process tells its own; a job's go where its parent wants them. A terminal's
  // interrupt is for the parent alone, which says when all ends.
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  server = spawn(arguments, environment, ends[1], nowhere, STDERR_FILENO);
  std::optional<Problem> problem;
  if (server < 0)
    problem = makeErrnoProblem("can't start `" + arguments[0] + "`, which jobs' processes are split off");
  close(ends[1]);
  close(nowhere);
  control = ends[0];
  if (problem) {
    end();
    return *problem;
  }
  setsockopt(control, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(control, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return Done();
}

Result<pid_t> ForkServer::ask(int input, int output, int errors) {
  Packet question, answer;
  question.attach({input, output, errors});
  if (control < 0)
    errno = ENOTCONN;
  if (control < 0 || sendmsg(control, &question.header, MSG_NOSIGNAL) < 0 || !answer.receive(control))
    return makeErrnoProblem("the process that jobs' processes are split off does not answer");
  if (answer.number <= 0) {
    errno = -answer.number;
    return makeErrnoProblem("no process could be split off");
  }
  setpgid(answer.number, answer.number); // the child does it, too; whoever comes first
  return static_cast<pid_t>(answer.number);
}

Result<pid_t> ForkServer::fork(int input, int output, int errors) {
  std::lock_guard lock(mutex);
  Result<pid_t> child = ask(input, output, errors);
  if (child)
    return child;
  warn(child.problem().detail + "; it is started again");
  Status status = startLocked();
  child = status ? ask(input, output, errors) : Result<pid_t>(status.problem());
  if (!child)
    warn(child.problem().detail + "; this job's process is started by itself, which takes longer");
  return child;
}

/// All but the first three and `kept`.
static void closeFiles(int kept) {
  unsigned first = 3;
  if (kept >= 3) {
    if (kept > 3)
      close_range(3, static_cast<unsigned>(kept) - 1, 0);
    first = static_cast<unsigned>(kept) + 1;
  }
  close_range(first, ~0U, 0);
}

bool runner::serveForks(int control, int kept) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "tessera-forks"); // in `ps`, beside the jobs
  for (;;) {
    Packet question, answer;
    int files[3];
    if (!question.receive(control))
      return false;
    if (!question.takeFiles(files))
      continue;
    // Not `fork`, whose child would be ours. There is one thread, so that no lock is held by another; what the C
    // library keeps of this thread's number is of use for recursive locks alone, and stays a number that no thread of
    // the child has.
    long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      setpgid(0, 0);
      prctl(PR_SET_NAME, "tessera-job");
      for (int file = 0; file < 3; ++file)
        dup2(files[file], file);
      closeFiles(kept);
      return true;
    }
    answer.number = static_cast<int32_t>(child < 0 ? -errno : child);
    for (int file : files)
      close(file);
    if (sendmsg(control, &answer.header, MSG_NOSIGNAL) < 0)
      return false;
  }
}
