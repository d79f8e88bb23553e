// SPDX-License-Identifier: Apache-2.0
// The run of a launch on an NVIDIA GPU.
#pragma once

#include "tests/emulator/Launcher.h"

namespace tessera::emulator::kernels {

/// Why there is no GPU for the kernels (`sm_90a`), or nothing.
std::string findNoGpu();

/// Runs once; what the kernel prints goes to `printed`.
RunReport runOnGpu(const Launch &launch);

} // namespace tessera::emulator::kernels
