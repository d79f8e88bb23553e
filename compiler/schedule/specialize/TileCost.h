// SPDX-License-Identifier: Apache-2.0
// What a block of warpgroups costs, for choosing its tile: a multiprocessor's tensor core takes 2,048 products of
// 16-bit elements a cycle (of bytes twice as many), about 48 bytes a cycle come from the L2 cache, and 128 go to shared
// memory or come from it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tessera::schedule {

inline constexpr int64_t productsPerCycle = 2048, bytesPerCycle = 48, resultBytesPerCycle = 32, startCycles = 1500,
                         sharedMemoryBytes = 128; // a cycle
/// Of a block that adds other blocks' sums to its own.
inline constexpr int64_t joinCycles = 500, joinedBytesPerCycle = 19;
/// A consumer's 64 x N reads its rows of a from shared memory for N columns: below that is what takes the time.
inline constexpr int64_t fewestColumns = 128;

/// What runs at the same time takes as long as the longer, and an eighth more where the other takes as long.
inline int64_t overlap(int64_t a, int64_t b) {
  int64_t longer = std::max({a, b, int64_t(1)}), part = 64 * std::min(a, b) / longer,
          fourth = part * part * part * part;
  return longer + longer / (8 * 64 * 64) * fourth / (64 * 64) +
         longer % (8 * 64 * 64) * fourth / (8ll * 64 * 64 * 64 * 64);
}

} // namespace tessera::schedule
