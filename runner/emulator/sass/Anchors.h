// SPDX-License-Identifier: Apache-2.0
// What ptxas neither drops at will nor moves over a barrier: accesses of memory and barriers. By them machine code is
// found again in the PTX.
#pragma once

#include "runner/emulator/ptx/Syntax.h"
#include "shared/sass/MachineCode.h"

namespace tessera::emulator {

/// A load may be left out of some copies, where its value is still there, and one from global memory passes barriers
/// that order other things.
enum class Anchor : uint8_t { none, load, barrier, other };

/// What a PTX instruction is to the order of the machine code.
Anchor classifyAnchor(const ptx::Instruction &instruction);

/// Whether `machine`, which is of this PTX instruction, does what that is for, and does not only help: of an atomic that
/// releases, the atomic and not the fence before it. Only asked of anchors.
bool carries(const sass::MachineInstruction &machine, const ptx::Instruction &instruction);

} // namespace tessera::emulator
