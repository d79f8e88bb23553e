// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Interleave.h"
#include <algorithm>
#include <cmath>

using namespace tessera::runner;
using namespace tessera::runner::bench;

/// A, B, B, A. Nothing where it was cancelled.
static Result<bool> runBlock(std::vector<PairedTimes> &times,
                             const std::function<Result<std::vector<double>>(bool isB)> &measure,
                             const InterleaveOptions &options) {
  std::vector<double> logs(times.size());
  for (bool isB : {false, true, true, false}) {
    if (options.isCancelled && options.isCancelled())
      return false;
    Result<std::vector<double>> measured = measure(isB);
    if (!measured)
      return measured.problem();
    for (size_t i = 0; i < times.size(); ++i) {
      double time = (*measured)[i];
      if (!(time > 0))
        return makeProblem(tessera::protocol::ProblemCode::internal,
                           "a time of " + std::to_string(time) + " ms was measured");
      (isB ? times[i].b : times[i].a).push_back(time);
      logs[i] += (isB ? 0.5 : -0.5) * std::log(time);
    }
  }
  for (size_t i = 0; i < times.size(); ++i)
    times[i].blocks.push_back(logs[i]);
  return true;
}

Result<std::vector<PairedTimes>> bench::interleave(size_t count,
                                                   const std::function<Result<std::vector<double>>(bool isB)> &measure,
                                                   const InterleaveOptions &options) {
  static constexpr size_t between = 5; // blocks from one look at the intervals to the next
  std::vector<PairedTimes> times(count);
  for (size_t block = 1; block <= options.mostBlocks; ++block) {
    Result<bool> went = runBlock(times, measure, options);
    if (!went)
      return went.problem();
    bool isLast = !*went || block == options.mostBlocks;
    if (!isLast && (block < options.leastBlocks || (block - options.leastBlocks) % between != 0))
      continue;
    for (PairedTimes &time : times)
      time.shift = getPairedShift(time.blocks, options.confidence);
    bool isDone = std::all_of(times.begin(), times.end(),
                              [&](const PairedTimes &time) { return isNarrow(time.shift, options.judge); });
    if (isLast || isDone)
      break;
  }
  return times;
}
