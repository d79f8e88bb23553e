// SPDX-License-Identifier: Apache-2.0
// How fast a GPU is allowed to be at a moment, and why: what its times are worth. Plain values, for the result.
#pragma once

#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner {

/// Each is absent where the driver does not tell.
struct DeviceState {
  std::optional<int64_t> clock, memoryClock; // MHz, of the multiprocessors and of the memory
  std::optional<double> watts;
  std::optional<int64_t> celsius;
  std::vector<std::string> throttle;  // why clocks are lower than they could be: `power cap`, `thermal`, ..
  std::optional<bool> persistent;     // the driver stays loaded between programs
  std::optional<int64_t> lockedClock; // MHz that we asked for and got
  std::string note;                   // why less is known, or not locked
};

llvm::json::Object toJson(const DeviceState &state);
DeviceState readDeviceState(const llvm::json::Object &object);
/// `1980 MHz, memory 2619 MHz, 412 W, 54 C, throttled by power cap`.
std::string describeState(const DeviceState &state);

} // namespace tessera::runner
