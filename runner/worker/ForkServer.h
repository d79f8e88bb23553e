// SPDX-License-Identifier: Apache-2.0
// The parent's side of a process that has loaded all that a job needs and read none: a job's process is split off it,
// where starting one would spend most of a small job's time on loading. What is split off is the parent's own child, so
// that it is waited for, killed and fenced in as a started one.
#pragma once

#include "runner/Result.h"
#include <functional>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tessera::runner {

class ForkServer {
public:
  /// `arguments` and `environment` as `exec` takes them; the process answers on its stdin, a socket (`serveForks`).
  /// `warn` is told when it does not answer, and has to be started again.
  ForkServer(std::vector<std::string> arguments, std::vector<std::string> environment,
             std::function<void(const std::string &)> warn);
  ~ForkServer();
  ForkServer(const ForkServer &) = delete;
  ForkServer &operator=(const ForkServer &) = delete;

  /// To be called on a thread that stays: what is split off ends with the thread that started it.
  Status start();
  /// A child whose stdin, stdout and stderr are these three; it leads its own process group. Safe from several threads.
  /// A process that does not answer is started again, once.
  Result<pid_t> fork(int input, int output, int errors);

private:
  Status startLocked();
  Result<pid_t> ask(int input, int output, int errors);
  void end();

  std::vector<std::string> arguments, environment;
  std::function<void(const std::string &)> warn;
  std::mutex mutex;
  int control = -1; // under `mutex`, as all below
  pid_t server = -1;
};

/// The other side, `tessera run-job --forks`: answers on the socket `control` until it is closed. Returns true in each
/// child, with its stdin, stdout and stderr in place and nothing else open but `kept`, and false at the end. The
/// process must have one thread.
bool serveForks(int control, int kept = -1);

} // namespace tessera::runner
