// SPDX-License-Identifier: Apache-2.0
// How fast the parts of a multiprocessor and of the memory behind it are, by target: what the cost model divides by.
// Rates of tensor cores and clocks are the vendor's numbers (989.4 TFLOP/s of bf16 = 132 multiprocessors x 4,096 a
// cycle x 1.83 GHz; 312 = 108 x 2,048 x 1.41 GHz), memory is what well-made copies reach of the vendor's (about 90 %),
// latencies are round numbers of the right size.
#pragma once

#include "compiler/tilegpu/ir/Target.h"

namespace tessera::schedule {

struct MachineRates {
  llvm::StringLiteral target;
  double cyclesPerMicrosecond;
  // Of one multiprocessor, a cycle.
  double wgmmaOperations, mmaOperations; // of 16-bit elements: bytes twice as many, f32 as tf32 half
  double cacheBytes;                     // to and from the L2 cache
  // Of the whole chip, a cycle.
  double memoryBytes;
  double cacheCapacity; // bytes of the L2 cache that a launch can count on
};

/// The target's row; of a target that has none, the latest one's.
const MachineRates &getRates(const tilegpu::Target &target);

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

} // namespace tessera::schedule
