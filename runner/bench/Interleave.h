// SPDX-License-Identifier: Apache-2.0
// Two programs measured against each other on one device.
#pragma once

#include "runner/bench/Statistics.h"
#include "runner/Result.h"
#include <functional>

namespace tessera::runner::bench {

/// Of one kernel in both programs. Times in milliseconds.
struct PairedTimes {
  std::vector<double> a, b;   // all of them, in order
  std::vector<double> blocks; // log(b / a), one a block
  Shift shift;                // of `blocks`
};

struct InterleaveOptions {
  size_t leastBlocks = 12, mostBlocks = 150;
  double confidence = 0.99;
  JudgeOptions judge;
  std::function<bool()> isCancelled = nullptr;
};

/// Runs A, B, B, A a block: what drifts evenly meanwhile is in neither, and what jumps seldom, such as a clock, is in
/// few blocks, which ranks pass over. Ends when every kernel's interval is narrow (never because of what it says, which
/// would raise false alarms) or after `mostBlocks`. `measure` runs one of them and gives a time for each of `count`
/// kernels. A problem of `measure` ends it.
Result<std::vector<PairedTimes>> interleave(size_t count,
                                            const std::function<Result<std::vector<double>>(bool isB)> &measure,
                                            const InterleaveOptions &options);

} // namespace tessera::runner::bench
