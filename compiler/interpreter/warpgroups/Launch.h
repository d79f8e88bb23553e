// SPDX-License-Identifier: Apache-2.0
// The door to kernels of warpgroups, for Launch.cpp.
#pragma once

#include "compiler/interpreter/Launch.h"
#include "compiler/interpreter/warpgroups/Findings.h"

namespace tessera::interpreter::warpgroups {

/// A launch's schedules: how many, and what an exhaustive search has tried.
struct Schedules {
  uint64_t done = 0;
  std::vector<std::pair<uint32_t, uint32_t>> choices; // of the search: what was chosen of how many
  Findings findings;
  /// Whether another one is to be run; moves the search on.
  bool next(const WarpgroupRunOptions &options);
};

/// Runs one schedule. `pattern` is a frame with the arguments, whose memory `buffers` holds; the first schedule fills `record`.
void runSchedule(Frame &pattern, const LaunchPlan &plan, llvm::ArrayRef<numerics::BufferRef> buffers, Schedules &schedules, LaunchRecord &record);

} // namespace tessera::interpreter::warpgroups
