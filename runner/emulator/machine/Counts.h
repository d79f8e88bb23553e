// SPDX-License-Identifier: Apache-2.0
// What a launch did that takes time on hardware, in the hardware's units. The same text, launch and seed give the same
// counts everywhere; no count is a time.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tessera::emulator {

struct Function;

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

/// What one instruction did to memory.
struct AccessCounts {
  uint64_t requests = 0; // warps' accesses, or rows of an asynchronous copy
  // Of global memory: sectors touched, and those that the same bytes would take side by side.
  uint64_t sectors = 0, idealSectors = 0;
  uint64_t wavefronts = 0, idealWavefronts = 0; // of shared memory
  uint64_t localBytes = 0;
};

/// What an access takes, and what the same bytes would at best: sectors side by side, wavefronts without conflicts.
struct Taken {
  uint64_t units = 0, ideal = 0;
};
/// Sectors of an access of `bytes` bytes by the lanes of `mask` to global memory.
Taken countSectors(const uint64_t addresses[32], uint32_t mask, uint32_t bytes);
/// Wavefronts of one to shared memory.
Taken countWavefronts(const uint64_t addresses[32], uint32_t mask, uint32_t bytes);

/// Gathers them while a launch runs: its sum, and what each instruction did. A place is an index of `Function::places`.
class AccessCounter {
public:
  /// An access of `bytes` bytes by the lanes of `mask` to global memory.
  void addGlobal(const Function &function, uint32_t place, const uint64_t addresses[32], uint32_t mask, uint32_t bytes,
                 bool isRead);
  /// The same to shared memory.
  void addShared(const Function &function, uint32_t place, const uint64_t addresses[32], uint32_t mask, uint32_t bytes);
  void addLocal(const Function &function, uint32_t place, uint64_t bytes);
  /// A run of `bytes` bytes of global memory.
  void addRun(const Function &function, uint32_t place, uint64_t address, uint64_t bytes, bool isRead);

  using Places = std::map<const Function *, std::vector<AccessCounts>>; // by place
  const Places &places() const { return byFunction; }
  Counts total;

private:
  AccessCounts &at(const Function &function, uint32_t place);
  Places byFunction;
  std::pair<const Function *, std::vector<AccessCounts> *> last = {}; // most accesses are of one function
};

} // namespace tessera::emulator
