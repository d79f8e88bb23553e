// SPDX-License-Identifier: Apache-2.0
// The model of time behind timelines and the schedule of seed 0: cycles of one processor of an H100, in whole numbers.
// All of it is shared/rates', where each number has its source, or says that it has none. Never a GPU's time.
#pragma once

#include "shared/rates/Cards.h"
#include <cstdint>

namespace tessera::interpreter::warpgroups::latency {

inline constexpr const rates::Rates &of = rates::hopper;
constexpr uint64_t processors = rates::getCard(rates::CardId::h100).processors;
constexpr uint64_t copyIn = of.roughLoad;            // from the issue of a copy in until its first byte is there
constexpr uint64_t copyOutRead = of.roughCopyRead;   // until a copy out has begun to read its source
constexpr uint64_t copyOutWrite = of.roughCopyWrite; // from the last byte read until the target is written
constexpr uint64_t copyBytesPerCycle = of.l2PortBytes;
constexpr uint64_t issue = of.roughIssue;                        // of a copy or product, in the warpgroup
constexpr uint64_t product = of.roughTail;                       // of a wgmma beyond its throughput
constexpr uint64_t operationsPerCycle16 = of.tensorOperations16; // 8-bit elements: twice as many, tf32: half
constexpr uint64_t arrive = of.roughIssue, wait = of.roughWait, sync = of.barrierRelease;
constexpr uint64_t sharedAccess = of.roughShared, sharedBytesPerCycle = of.sharedBytes;
constexpr uint64_t globalAccess = of.roughGlobal, globalBytesPerCycle = of.l2PortBytes;
constexpr uint64_t semaphore = of.roughSemaphore; // a round trip to the L2 cache
constexpr uint64_t clusterStore = of.roughRemoteCopy;
constexpr uint64_t lanes = of.warpLanes * of.schedulers / of.fma32Cycles; // elements of ordinary arithmetic a cycle
constexpr uint64_t scalar = of.roughScalar;

} // namespace tessera::interpreter::warpgroups::latency
