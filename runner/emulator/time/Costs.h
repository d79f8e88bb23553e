// SPDX-License-Identifier: Apache-2.0
// What a machine instruction takes of its scheduler's units, by itself: what memory, barriers and other warps add to it
// is found when it issues.
#pragma once

#include "runner/emulator/time/Processor.h"
#include "shared/sass/MachineCode.h"

namespace tessera::emulator {

/// What an instruction takes of its scheduler's units, and when its result is there where no stall count says it.
struct Cost {
  Unit unit = Unit::slots;
  double cycles = 0, heavy = 0; // of the unit; of the half of it that has products of integers
  double latency = 0;           // of a result that a counter tells of
  double hold = 0;              // until the warp issues again, whatever its stall count says
  Stall stall = Stall::wait;    // of who waits for it
  bool readsAtOnce = false, isMemory = false, isMatrix = false, isKnown = true;
};
Cost costOf(const sass::MachineInstruction &instruction, const rates::Rates &rates);

} // namespace tessera::emulator
