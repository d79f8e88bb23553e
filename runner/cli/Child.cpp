// SPDX-License-Identifier: Apache-2.0
// A child is asked now and then whether it has ended: what else it may be waited for, an interrupt and a deadline,
// comes at any moment, and steps take longer than the interval.
#include "runner/cli/Child.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::milliseconds interval{10};
/// From being asked to end to being ended.
static constexpr std::chrono::seconds grace{5};

static Result<pid_t> spawn(const std::vector<std::string> &arguments, bool sendsOutputToStderr) {
  std::vector<char *> words = {const_cast<char *>("tessera")};
  for (const std::string &argument : arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (sendsOutputToStderr)
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
  pid_t child = 0;
  int error = posix_spawn(&child, "/proc/self/exe", &actions, /*attrp=*/nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return makeProblem(ProblemCode::unavailable, std::string("can't start a process: ") + std::strerror(error));
  return child;
}

Result<ChildEnd> cli::runChild(const std::vector<std::string> &arguments, bool sendsOutputToStderr,
                               double mostSeconds) {
  flushOutput(); // what was printed before stands before
  Clock::time_point begin = Clock::now(),
                    deadline =
                        begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(mostSeconds));
  Result<pid_t> child = spawn(arguments, sendsOutputToStderr);
  if (!child)
    return child.problem();
  ChildEnd end;
  bool isAsked = false;
  int status = 0;
  for (pid_t ended; (ended = waitpid(*child, &status, WNOHANG)) != *child;) {
    if (ended < 0 && errno != EINTR)
      return makeProblem(ProblemCode::unavailable, std::string("can't wait for a process: ") + std::strerror(errno));
    Clock::time_point now = Clock::now();
    if (!isAsked && (isInterrupted() || now >= deadline)) {
      end.isOverdue = !isInterrupted();
      isAsked = true;
      deadline = now + grace;
      kill(*child, SIGTERM);
    } else if (isAsked && now >= deadline) {
      kill(*child, SIGKILL);
    }
    std::this_thread::sleep_for(interval);
  }
  end.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  else
    end.code = WEXITSTATUS(status);
  return end;
}
