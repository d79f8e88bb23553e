// SPDX-License-Identifier: Apache-2.0
// The parent's side of one job's process: starts it, hands it the job on stdin, reads events as JSON lines from its
// stdout, keeps the end of its stderr, and ends it at the deadline or on request. Whatever the child does, the parent
// gets an outcome.
#pragma once

#include "runner/jobs/Job.h"
#include "runner/Result.h"
#include "runner/worker/ForkServer.h"
#include <functional>
#include <string>
#include <vector>

namespace tessera::runner {

struct WorkerCommand {
  std::vector<std::string> arguments;     // the first is the program's path
  std::vector<std::string> environment{}; // all of it, as `NAME=value`
  ForkServer *forks = nullptr;            // splits it off, where it can; the program is started where it can't
};

struct WorkerWatch {
  int64_t deadlineMs = 60000;
  size_t lineLimit = size_t(64) << 20; // bytes of one event
  /// Polled at least every 50 ms; true kills the child.
  std::function<bool()> isCancelled;
  /// `output` and `progress` events, as they come.
  std::function<void(const std::string &kind, const llvm::json::Value &data)> onEvent;
};

/// Runs one job to its end. The outcome is `succeeded` or `failed` with a result (the program's doing), `failed` with a
/// problem (ours, or the machine's), `timed-out` or `cancelled`.
JobOutcome runWorker(const WorkerCommand &command, const llvm::json::Value &job, const WorkerWatch &watch);

} // namespace tessera::runner
