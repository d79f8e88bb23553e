// SPDX-License-Identifier: Apache-2.0
// Shared memory that operations of a placed kernel of warpgroups pass values through: each warpgroup has its own, so that none waits for another.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"
#include <algorithm>

namespace tessera::tilegpu {

/// On a placed kernel of warpgroups: bytes that each warpgroup has, and where the first one's begin (both multiples of 128). Warpgroup
/// w's begin `w * bytes` further. Absent where no operation needs any.
inline constexpr llvm::StringLiteral scratchBytesName = "tilegpu.scratch_bytes", scratchOffsetName = "tilegpu.scratch_offset";

/// Enough for a reduction across warps: each of the four warps' part of each element of the result, in 4 bytes or more. None where every warp has all that it
/// combines: the hardware's shuffles do the rest.
inline int64_t getScratchBytes(ReduceOp op) {
  bool isAcrossWarps = llvm::any_of(getLayout(op.getInput().getType()).bases(layout::warpDim), [&](const layout::Basis &basis) {
    return llvm::any_of(op.getAxes(), [&](int64_t axis) { return basis[axis] != 0; });
  });
  if (!isAcrossWarps)
    return 0;
  int64_t elements = 1;
  for (int64_t extent : getShape(op.getType()))
    elements *= extent;
  int64_t bytes = (getElementType(op.getType()).getIntOrFloatBitWidth() + 7) / 8;
  return warpsPerWarpgroup * elements * std::max<int64_t>(bytes, 4);
}

} // namespace tessera::tilegpu
