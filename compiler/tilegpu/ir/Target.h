// SPDX-License-Identifier: Apache-2.0
// What a target can do and how much of it there is: the one table. A pass asks for a capability or a limit by name; it never
// compares a target's number. Adding a target is adding a row in Target.cpp.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tessera::tilegpu {

struct Target {
  llvm::StringLiteral name;      // `sm_90a`, as ptxas's -arch takes it
  llvm::StringLiteral summary;   // whose machine it is
  unsigned ptxVersion;           // oldest PTX version with all that is used, 80 for 8.0
  int64_t maxRegisters;          // 32-bit registers that one thread can have
  int64_t registersPerProcessor; // 32-bit registers that a multiprocessor has for all its threads
  int64_t maxThreads;            // threads in a block
  int64_t sharedBytes;           // shared memory that one block can ask for
  int64_t processors;            // multiprocessors of the usual card; a hint for sizes, not a limit
  bool hasNativeBf16;            // add, mul, fma on bf16 and not only conversions
  bool hasAsyncCopy;             // cp.async
  bool hasTma;                   // bulk tensor copies and transaction barriers
  bool hasWgmma;
};

/// A warp is 32 lanes everywhere.
inline constexpr int64_t lanesPerWarp = 32;
/// A warpgroup is 4 warps everywhere.
inline constexpr int64_t warpsPerWarpgroup = 4;
/// A block has at most this many warpgroups and a cluster this many blocks (what every target with clusters runs).
inline constexpr int64_t maxWarpgroups = 8, maxClusterBlocks = 8;
/// The longest access that one thread makes with one instruction.
inline constexpr int64_t maxAccessBytes = 16;
/// What every array handed to a kernel is aligned to unless its argument says less; all devices allocate at 256 or more.
inline constexpr int64_t defaultAlignment = 16;
/// Extents of a CUDA grid.
inline constexpr int64_t maxGridX = 2147483647, maxGridYZ = 65535;

/// All rows, oldest first.
llvm::ArrayRef<Target> getTargets();
/// Null where there is no such target.
const Target *findTarget(llvm::StringRef name);
/// `sm_80, sm_90a`, for messages.
std::string listTargets();

} // namespace tessera::tilegpu
