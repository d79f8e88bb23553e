// SPDX-License-Identifier: Apache-2.0
// How the lanes of a warp hold a matrix, for every instruction of tensor cores. Lane l is row g = l / 4 and place q = l % 4 of
// its quad. Seen as bytes it is the same for all types:
//
//   A, register j:  bytes 16 * (j / 2) + 4q … + 3 of K of row g + 8 * (j % 2)
//   B, register j:  bytes 16 * j + 4q … + 3 of K of column g
//   D, element i:   row g + 8 * (i / 2 % 2), column 8 * (i / 4) + 2q + i % 2; two f16 share a register
#pragma once

#include "runner/emulator/arithmetic/TensorCore.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <cstring>

namespace tessera::emulator {

inline constexpr uint32_t wholeWarp = 0xffffffffu;

/// Tensor-core instructions are defined only when all 32 lanes execute them. False: reported.
bool expectWholeWarp(Step &step, const char *name);

/// Which tensor-core element a PTX type is; nothing for other types.
std::optional<TensorType> getTensorType(ptx::Type type);

/// 16 rows of A from `count` registers (2 or 4); with 1 only rows 0 to 7. The rest is zero.
void gatherRows(const Step &step, const Slot *slots, unsigned count, uint8_t raw[tensorRows][tensorRowBytes]);
/// 8 columns of B from `count` registers (1 or 2). The rest is zero.
void gatherColumns(const Step &step, const Slot *slots, unsigned count, uint8_t raw[tensorBlock][tensorRowBytes]);

/// A list of registers, of exactly `count`. False: reported.
bool takeRegisters(InstructionBuilder &b, size_t operand, ptx::Type type, unsigned count, bool isWritten, uint32_t &first);

inline const Slot *slotsAt(const Step &step, uint32_t first) { return step.function().slots.data() + first; }

} // namespace tessera::emulator
