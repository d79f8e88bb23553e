// SPDX-License-Identifier: Apache-2.0
// Machine code in an order made up here, for where there is no `ptxas`: a browser, a machine without CUDA. It is not
// what a GPU would run. It has the instructions that ptxas usually makes of each PTX statement, blocks as the PTX has
// them, each ordered by a list scheduler that knows latencies, and registers by a linear scan; so a model of time can
// walk through it as through the real one, and is told to say so.
//
//   mul.wide.s32 %rd4, %r1, 4;        IMAD.WIDE R4 = R2, R8     one instruction, as the product has no other use
//   add.s64 %rd5, %rd1, %rd4;
//   ld.global.f32 %f1, [%rd5];        LDG R6 = R4-R5            raises a counter, for which the sum waits
//   add.f32 %f2, %f1, %f1;            FADD R6 = R6, R6
//
// What it does not do: move code between blocks, unroll, put warp-uniform values into uniform registers, spill, or
// follow calls. How far times by it are from times by real code is in tests/bench/results.
#pragma once

#include "runner/emulator/sass/MachineMap.h"

namespace tessera::emulator {

/// Of every kernel that the module defines. The module must have been parsed without errors.
MachineMap makeStandIn(const ptx::Module &module);

} // namespace tessera::emulator
