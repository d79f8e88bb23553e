// SPDX-License-Identifier: Apache-2.0
// Another command of this binary, with bounds on time, memory and output, which may be ended at any moment. Like
// cli/Child.h, but its output is kept, many may run at once, and it dies with this process, whatever ends that.
#pragma once

#include "runner/mcp/RunnerAccess.h"
#include "runner/Result.h"
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner::mcp {

/// What a child puts up around itself before it looks at its input, as jobs' processes do: `tessera walled`.
struct Walls {
  std::string mode = "require";       // of runner/sandbox
  std::vector<std::string> preloaded; // files that are read before
};

struct ChildPlan {
  std::vector<std::string> arguments; // behind `tessera`
  std::string input;                  // its standard input
  std::string folder;                 // that it runs in
  double seconds = 60;                // that it may take
  uint64_t memoryBytes = 0;           // of address space; 0: any (a GPU's driver reserves more than there is)
  size_t outputBytes = size_t(64) << 20;  // that it may say
  std::optional<Walls> walls{};           // then it has no environment either
  std::shared_ptr<RunnerAccess> runner{}; // the one that it may ask, by descriptors that it inherits
};

struct ChildOutcome {
  int code = 0, signal = 0; // one of them
  bool isOverdue = false, isCancelled = false, saidTooMuch = false;
  std::string output, errors; // `errors` is cut after 256 KiB
  double seconds = 0;         // that it took
};

/// Runs it to its end on this thread. `isCancelled` is looked at twenty times a second; `tick` is called with the
/// seconds so far about once a second. The problem is that no process could be made.
Result<ChildOutcome> runBoundedChild(const ChildPlan &plan, const std::atomic<bool> &isCancelled,
                                     const std::function<void(double)> &tick);

} // namespace tessera::runner::mcp
