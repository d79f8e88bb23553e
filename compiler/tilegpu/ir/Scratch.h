// SPDX-License-Identifier: Apache-2.0
// Shared memory that operations of a placed kernel pass values through. A team (those who hold a tensor: the block, or in a kernel of warpgroups the warpgroup)
// writes its part, meets, and reads.
//
// In a block kernel each such operation has its own place, `tilegpu.scratch_offset` on the operation: operations that follow each other have different ones, and
// `schedule-insert-barriers` orders what is left, so that the operation itself meets only between its writes and its reads. In a kernel of warpgroups all
// operations share one place a warpgroup, which the kernel names, so that no warpgroup waits for another; there the operation first meets too.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::tilegpu {

/// On a kernel of warpgroups: bytes that each warpgroup has, and where the first one's begin (both multiples of 128). Warpgroup
/// w's begin `w * bytes` further. Absent where no operation needs any. On an operation of a block kernel: where its own begin (a multiple of 16).
inline constexpr llvm::StringLiteral scratchBytesName = "tilegpu.scratch_bytes", scratchOffsetName = "tilegpu.scratch_offset";

/// Bytes that `op` needs, of one team; 0 where it needs none, and then no thread waits for another in it.
int64_t getScratchBytes(mlir::Operation *op);

} // namespace tessera::tilegpu
