// SPDX-License-Identifier: Apache-2.0
// How fast the parts of a multiprocessor and of the memory behind it are, by card: what the cost model divides by.
// Rates of tensor cores, numbers of multiprocessors and clocks are the vendor's (989.4 TFLOP/s of bf16 = 132
// multiprocessors x 4,096 a cycle x 1.83 GHz; 312 = 108 x 2,048 x 1.41 GHz; clocks of cards with less power are what
// their products then come to), memory is what well-made copies reach of the vendor's number: 86 % measured on an H200
// (4.14 TB/s, tests/bench/results), about 90 % elsewhere. Latencies are round numbers of the right size.
#pragma once

#include "compiler/tilegpu/ir/Target.h"

namespace tessera::schedule {

struct MachineRates {
  llvm::StringLiteral card, target; // `h200`, `sm_90a`
  llvm::StringLiteral name;         // for people
  int64_t processors;
  double cyclesPerMicrosecond;
  // Of one multiprocessor, a cycle.
  double wgmmaOperations, mmaOperations; // of 16-bit elements: bytes twice as many, f32 as tf32 half
  double cacheBytes;                     // to and from the L2 cache
  // Of the whole chip, a cycle.
  double memoryBytes;
  double cacheCapacity; // bytes of the L2 cache that a launch can count on
};

/// The cards of the model: a target's usual one is its first.
llvm::ArrayRef<MachineRates> getCards();
/// The card of this name if it runs code for `target`, else null.
const MachineRates *findCard(llvm::StringRef card, llvm::StringRef target);
/// The target's usual card; of a target that has none, the latest one's.
const MachineRates &getUsualCard(llvm::StringRef target);
/// The card that a driver calls `device`, as `NVIDIA H100 80GB HBM3`; else the target's usual one.
const MachineRates &matchCard(llvm::StringRef device, llvm::StringRef target);

// The same for all targets.
inline constexpr double schedulers = 4;      // each issues one instruction of a warp a cycle
inline constexpr double fmaOperations = 256; // f32, of one multiprocessor, a cycle
inline constexpr double sharedBytesPerCycle = 128;
inline constexpr double specialCycles = 8; // of a scheduler for a warp's exponentials and their kin
inline constexpr int64_t maxResidentThreads = 2048, maxResidentBlocks = 32, sharedBytesPerBlock = 1024;
inline constexpr double loadCycles = 600, copyCycles = 700, sharedCycles = 30, productCycles = 60, mmaCycles = 35,
                        barrierWaitCycles = 20, syncCycles = 30, semaphoreCycles = 700, workCycles = 4,
                        specialLatency = 20, blockStartCycles = 400, launchMicroseconds = 3;
// What an arrival that other blocks of a cluster must see costs more: it is two full fences to ptxas. Measured on an H200
// (tests/bench/results): with clusters of two a product of 4096 cubed takes 0.311 ms in place of 0.172, 256 steps.
inline constexpr double clusterArriveCycles = 900;
// Stores into another block's shared memory: published measurements of an H200.
inline constexpr double clusterStoreCycles = 250, clusterBytesPerCycle = 19;

} // namespace tessera::schedule
