// SPDX-License-Identifier: Apache-2.0
// The model of time behind timelines and the schedule of seed 0: cycles of one H100-like processor. Peaks follow from 989.4 TFLOP/s of bf16 on 132
// processors at 1.83 GHz (4,096 operations a cycle); latencies are round numbers of the right size. Never a GPU's time.
#pragma once

#include <cstdint>

namespace tessera::interpreter::warpgroups::latency {

constexpr uint64_t processors = 132;
constexpr uint64_t copyIn = 600;         // from the issue of a copy in until its first byte is there
constexpr uint64_t copyOutRead = 200;    // until a copy out has begun to read its source
constexpr uint64_t copyOutWrite = 500;   // from the last byte read until the target is written
constexpr uint64_t copyBytesPerCycle = 64;
constexpr uint64_t issue = 10;           // of a copy or product, in the warpgroup
constexpr uint64_t product = 60;         // of a wgmma beyond its throughput
constexpr uint64_t operationsPerCycle16 = 4096; // dense products of 16-bit elements; 8-bit ones twice, tf32 half as many
constexpr uint64_t arrive = 10, wait = 20, sync = 30;
constexpr uint64_t sharedAccess = 30, sharedBytesPerCycle = 128;
constexpr uint64_t globalAccess = 500, globalBytesPerCycle = 64;
constexpr uint64_t semaphore = 700;      // a round trip to the L2 cache
constexpr uint64_t clusterStore = 200;
constexpr uint64_t lanes = 128;          // elements of ordinary arithmetic a cycle
constexpr uint64_t scalar = 2;

} // namespace tessera::interpreter::warpgroups::latency
