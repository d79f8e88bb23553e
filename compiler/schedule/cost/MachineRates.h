// SPDX-License-Identifier: Apache-2.0
// How fast the parts of a multiprocessor and of the memory behind it are, by card: what the cost model divides by. All
// of it is shared/rates', where each number has its source; here is which of them the model takes. Operations and
// cycles are at the clock that the vendor's peaks are quoted at: 989.4 TFLOP/s of bf16 are 132 multiprocessors x 4,096
// a cycle x 1.83 GHz. Memory is what well-made copies reach of the vendor's number.
#pragma once

#include "compiler/tilegpu/ir/Target.h"
#include "shared/rates/Cards.h"

namespace tessera::schedule {

struct MachineRates {
  llvm::StringRef card, target; // `h200`, `sm_90a`
  llvm::StringRef name;         // for people
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

// The same for all targets: Hopper's.
inline constexpr double schedulers = rates::hopper.schedulers; // each issues one instruction of a warp a cycle
inline constexpr double fmaOperations =                        // f32, of one multiprocessor, a cycle
    2 * rates::hopper.warpLanes * rates::hopper.schedulers / rates::hopper.fma32Cycles;
inline constexpr double sharedBytesPerCycle = rates::hopper.sharedBytes;
inline constexpr double specialCycles = rates::hopper.specialCycles; // of a scheduler for a warp's exponentials
inline constexpr int64_t maxResidentThreads = rates::hopper.residentWarps * rates::hopper.warpLanes,
                         maxResidentBlocks = rates::hopper.residentBlocks,
                         sharedBytesPerBlock = rates::hopper.sharedReserved;
inline constexpr double loadCycles = rates::hopper.roughLoad, copyCycles = rates::hopper.roughCopy,
                        sharedCycles = rates::hopper.roughShared, productCycles = rates::hopper.roughTail,
                        mmaCycles = rates::hopper.roughMma, barrierWaitCycles = rates::hopper.roughWait,
                        syncCycles = rates::hopper.barrierRelease, semaphoreCycles = rates::hopper.roughSemaphore,
                        workCycles = rates::hopper.fma32Latency, specialLatency = rates::hopper.roughSpecial,
                        blockStartCycles = rates::hopper.roughBlockStart,
                        launchMicroseconds = rates::hopper.roughLaunch;
// What an arrival that other blocks of a cluster must see costs more.
inline constexpr double clusterArriveCycles = rates::hopper.clusterArrive;
// Stores into another block's shared memory.
inline constexpr double clusterStoreCycles = rates::hopper.roughRemoteStore,
                        clusterBytesPerCycle = rates::hopper.roughRemoteBytes;

} // namespace tessera::schedule
