// SPDX-License-Identifier: Apache-2.0
// How long something takes that the GPU does: a kernel of ours, or a library's call. Both are timed here, so that
// neither gets a warmer cache than the other.
#pragma once

#include "runner/device/cuda/Context.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::runner::cuda {

struct TimedLaunch {
  llvm::StringRef name;
  llvm::function_ref<bool(StreamHandle)> launch; // begins it on the stream; null: the context's own
  llvm::function_ref<bool()> reset;              // everything as it was before the first run
};

/// Milliseconds by events around each of `repetitions` launches, each on a flushed L2 cache after a `reset`. Failures
/// are the context's.
bool timeLaunches(Context &context, const TimedLaunch &timed, int64_t repetitions, std::vector<double> &samples);
/// Each sample is a launch's share of a graph of many, which nothing is reset between. The driver must have graphs.
bool timeInGraph(Context &context, const TimedLaunch &timed, int64_t repetitions, std::vector<double> &samples);

} // namespace tessera::runner::cuda
