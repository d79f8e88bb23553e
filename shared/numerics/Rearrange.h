// SPDX-License-Identifier: Apache-2.0
// Copies between strided pieces of memory: what slices, broadcasts, transposes and blocks of an array come down to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::numerics {

/// One axis of a copy; strides in bytes, 0 to repeat, negative to go backwards.
struct CopyAxis {
  int64_t extent, fromStride, toStride;
};
constexpr size_t largestRank = 32;

/// Copies elements of `byteSize` bytes (1, 2, 4 or 8) over the box of `axes`, the last one innermost. The memories don't overlap.
/// At most `largestRank` axes.
void copyStrided(const void *from, void *to, unsigned byteSize, const CopyAxis *axes, size_t rank);

} // namespace tessera::numerics
