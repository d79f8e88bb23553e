// SPDX-License-Identifier: Apache-2.0
// On a placed kernel whose warpgroups give registers back and take more: how many each thread has when it begins (a multiple of 8). Code generation
// sets it with `.maxnreg`, for the hardware only moves registers among a block's threads if their number at the launch is known.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tilegpu {

inline constexpr llvm::StringLiteral launchRegistersName = "tilegpu.launch_registers";

} // namespace tessera::tilegpu
