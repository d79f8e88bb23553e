// SPDX-License-Identifier: Apache-2.0
// Times of several programs against each other, on a device that times.
#pragma once

#include "runner/device/Device.h"
#include "runner/Result.h"

namespace tessera::runner {

struct MeasuredTimes {
  std::vector<double> samples; // milliseconds, one a round
  double median = 0;
  std::string problem; // why there is no time; empty: there is
};

/// Asks each of `count` for its time once a round, one after the other: a GPU that grows warm or slow does so for all
/// of them, not for the last. Who fails once is left out from then on. `isCancelled` ends it after any of them.
std::vector<MeasuredTimes> measureInTurn(size_t count, int64_t rounds,
                                         const std::function<Result<double>(size_t)> &measure,
                                         const std::function<bool()> &isCancelled = nullptr);

/// Runs the program: milliseconds of the launches of these kernels together, of each launch the median of its
/// repetitions. A problem where it fails or the device does not time.
Result<double> timeKernels(Program &program, Device &device, llvm::ArrayRef<std::string> kernels,
                           const DeviceSettings &settings);

} // namespace tessera::runner
