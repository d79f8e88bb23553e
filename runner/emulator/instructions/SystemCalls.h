// SPDX-License-Identifier: Apache-2.0
// The functions that CUDA's device runtime gives to every kernel: `vprintf` and `__assertfail`.
#pragma once

#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// `payload` of a system call: offsets in the caller's parameters, and sizes.
struct SystemCallSite {
  std::vector<std::pair<uint32_t, uint32_t>> arguments, results;
};

/// Null when there is none of this name.
Handler findSystemCall(std::string_view name);

} // namespace tessera::emulator
