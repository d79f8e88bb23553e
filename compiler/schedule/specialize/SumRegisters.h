// SPDX-License-Identifier: Apache-2.0
// Whether sums of products fit a block's registers. Warpgroups that work take registers from the producer
// (`setmaxnreg`), and ptxas keeps values in all that they have then; but one instruction's registers it counts against
// those that each thread begins with: 65,536 for all threads, so 128 for three workers and a producer. So 128 rows by
// 128 columns for each of two consumers beside a converter are fine, two instructions of 64 registers each, where 64
// rows by 256 columns, one of 128, are refused (C7602).
#pragma once

#include "compiler/tilegpu/ir/Target.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include <algorithm>

namespace tessera::schedule {

/// What a producer does beside telling the copy engine: its threads copy, too, or load and store.
enum class Gathering { none, copied, passed };

/// Registers for the threads of each of so many warpgroups that work beside a producer, and beside one that gathers.
inline constexpr int64_t workerRegisters[] = {0, 232, 240, 160}, producerRegisters = 24,
                         workerRegistersBesideGatherer[] = {0, 232, 208, 136}, gathererRegisters = 88,
                         workerRegistersBesidePasser[] = {0, 232, 176, 136}, passerRegisters[] = {0, 152, 152, 88};
struct RoleRegisters {
  int64_t consumer = 0, converter = 0, producer = producerRegisters;
};

/// Whether a thread of the producer holds two passes' `words` of what goes through its registers: those that it has,
/// and for each that it asks for two, as elements may come one by one.
inline bool holdsPassed(int64_t words, int64_t registers) {
  constexpr int64_t beside = 24;
  return 3 * words + beside <= registers;
}

/// `turnedWords`: of a block that a thread of the converter turns. Two consumers beside a converter get more than it,
/// for more sums, where it does not need them for what it turns.
inline RoleRegisters getRoleRegisters(int64_t workers, bool hasConverter, Gathering gathering, int64_t turnedWords) {
  constexpr int64_t mostTurnedWords = 16;
  if (hasConverter && workers == 3 && turnedWords <= mostTurnedWords)
    return gathering != Gathering::none ? RoleRegisters{160, 104, gathererRegisters} : RoleRegisters{176, 128};
  if (gathering == Gathering::passed)
    return {workerRegistersBesidePasser[workers], workerRegistersBesidePasser[workers], passerRegisters[workers]};
  if (gathering == Gathering::copied)
    return {workerRegistersBesideGatherer[workers], workerRegistersBesideGatherer[workers], gathererRegisters};
  return {workerRegisters[workers], workerRegisters[workers]};
}

/// ptxas wants so many beside a sum, for addresses and descriptors.
inline constexpr int64_t registersBesideSums = 26;

/// Whether 64 rows of sums of `rowBits` bits each can be one instruction's.
inline bool holdsInstruction(int64_t rowBits, int64_t workers, const tilegpu::Target &target) {
  constexpr int64_t threads = tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp, rows = 64, unit = 8;
  int64_t each = std::min(target.maxRegisters, target.registersPerProcessor / ((workers + 1) * threads));
  return rows * rowBits / 32 / threads + registersBesideSums <= each / unit * unit;
}

/// `words` of sums for each thread that has so many registers.
inline bool holdsSums(int64_t words, int64_t registers) { return words + registersBesideSums <= registers; }

} // namespace tessera::schedule
