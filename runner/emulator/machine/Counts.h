// SPDX-License-Identifier: Apache-2.0
// What a launch did that takes time on hardware, in the hardware's units. The same text, launch and seed give the same
// counts everywhere; no count is a time.
#pragma once

#include <cstdint>

namespace tessera::emulator {

struct Counts {
  uint64_t threadInstructions = 0, warpInstructions = 0;
  // Global memory moves in sectors of 32 bytes: of each warp's access, or each row of an asynchronous copy, those that
  // it touches. Caches are not modelled.
  uint64_t globalReadSectors = 0, globalWriteSectors = 0;
  // Shared memory serves a warp in wavefronts of 32 banks of 4 bytes (a half of it where lanes access 8 bytes, a
  // quarter for 16). `sharedIdeal`: without bank conflicts. Tensor cores and asynchronous copies are not in it.
  uint64_t sharedWavefronts = 0, sharedIdeal = 0;
  uint64_t localBytes = 0; // that threads accessed: spilled registers, arrays
};

/// Adds an access of `bytes` bytes by the lanes of `mask` to global memory.
void countGlobal(Counts &counts, const uint64_t addresses[32], uint32_t mask, uint32_t bytes, bool isRead);
/// The same to shared memory.
void countShared(Counts &counts, const uint64_t addresses[32], uint32_t mask, uint32_t bytes);
/// A run of `bytes` bytes of global memory.
void countRun(Counts &counts, uint64_t address, uint64_t bytes, bool isRead);

} // namespace tessera::emulator
