// SPDX-License-Identifier: Apache-2.0
// State spaces as memory. Addresses are those a kernel sees: global allocations stand far apart with nothing between, the
// other spaces are windows of the generic address space. Every byte knows whether anything was ever written to it.
#pragma once

#include "runner/emulator/ptx/Syntax.h"
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera::emulator {

// Windows of the generic address space. A shared address is `rank << 24 | offset` in its window, as on hardware.
constexpr uint64_t sharedWindow = 0x0100'0000'0000ull, localWindow = 0x0200'0000'0000ull, parameterWindow = 0x0300'0000'0000ull,
                   functionWindow = 0x0500'0000'0000ull, variableBase = 0x7e00'0000'0000ull, allocationBase = 0x7f00'0000'0000ull;
constexpr uint32_t sharedBase = 0x400; // the first address of a CTA's own; below it the system's
constexpr uint64_t windowSize = 0x1'0000'0000ull;

enum class AccessKind : uint8_t { read, write, atomic };
enum class Proxy : uint8_t { generic, async };
/// Who takes part in the order that a strong access makes.
enum class Scope : uint8_t { cta, cluster, gpu, sys };

struct Access {
  ptx::Space space = ptx::Space::generic;
  AccessKind kind = AccessKind::read;
  uint32_t bytes = 4;     // a lane
  uint32_t alignment = 4; // bytes
  bool isStrong = false;  // volatile, relaxed, acquire, release, atomics: two such do not race
  Scope scope = Scope::sys; // of a strong one: `volatile` is `sys`, an `atom` without a scope `gpu`
  bool acquires = false, releases = false; // `.acquire`, `.release`, both for `.acq_rel`
  bool toCluster = false; // `shared::cluster`
  bool mayBeUninitialized = false; // no check
  bool isProbe = false;   // only finds the bytes: nothing is touched yet, an asynchronous operation will
  bool toMbarrier = false; // by an mbarrier's own instructions
  bool isRead = true;     // of an atomic: reads too (always, but for plain exchange-like stores)
};

/// Bytes with a shadow that tells which were written.
struct ShadowedBytes {
  std::vector<uint8_t> bytes, written; // `written` is 0 or 1 a byte; empty: all are
  void mark(uint64_t offset, uint64_t size) {
    if (!written.empty())
      std::fill_n(written.begin() + static_cast<ptrdiff_t>(offset), size, uint8_t(1));
  }
  /// The first unwritten byte of the range, or `size`.
  uint64_t findUnwritten(uint64_t offset, uint64_t size) const;
};

struct SharedMemory : ShadowedBytes {
  uint32_t limit = sharedBase; // one past the last address
  /// Where mbarriers live: ranges of offsets, which only their own instructions may touch. Disjoint, few.
  std::vector<std::pair<uint32_t, uint32_t>> guarded;
  bool mayBeGuarded(uint64_t offset, uint64_t size) const {
    for (auto [first, last] : guarded)
      if (offset < last && first < offset + size)
        return true;
    return false;
  }
};

struct Allocation : ShadowedBytes {
  uint64_t address = 0;
  std::string name;
  bool isWritable = true;
  uint32_t number = 0; // for the checker
  uint64_t size() const { return bytes.size(); }
};

class GlobalMemory {
public:
  /// Bytes that nobody wrote yet, or (`isWritten`) zeros that count as written.
  Allocation &allocate(uint64_t size, std::string name, bool isWritten, uint64_t alignment = 256);
  Allocation &allocateAt(uint64_t address, uint64_t size, std::string name, bool isWritten);
  /// The allocation that `address` is in; null outside all.
  Allocation *find(uint64_t address);
  /// The nearest allocation at or below, for messages; null when there is none.
  const Allocation *nearest(uint64_t address) const;
  const std::vector<std::unique_ptr<Allocation>> &all() const { return allocations; }
  uint64_t totalBytes() const;

private:
  std::vector<std::unique_ptr<Allocation>> allocations; // by address
  uint64_t next = allocationBase;
  uint32_t count = 0;
  Allocation *last = nullptr; // where the last one was found
};

} // namespace tessera::emulator
