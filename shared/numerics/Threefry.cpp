// SPDX-License-Identifier: Apache-2.0
// Threefry-2x32 and what JAX makes of it. The words of many counters are computed side by side: the loop over lanes inside each
// round is what the vectorizer takes.
#include "shared/numerics/Random.h"
#include <algorithm>
#include <cstring>

#define TESSERA_INLINE inline __attribute__((always_inline))

namespace tessera::numerics {

namespace {

constexpr int lanes = 16;

TESSERA_INLINE uint32_t rotateLeft(uint32_t x, int by) { return x << by | x >> (32 - by); }

/// The words of `Lanes` counters, in place.
template <int Lanes> TESSERA_INLINE void hash(ThreefryKey key, uint32_t *x0, uint32_t *x1) {
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t schedule[3] = {key.high, key.low, key.high ^ key.low ^ 0x1BD11BDAu};
  for (int l = 0; l < Lanes; ++l) {
    x0[l] += schedule[0];
    x1[l] += schedule[1];
  }
#pragma GCC unroll 5
  for (int group = 0; group < 5; ++group) {
#pragma GCC unroll 4
    for (int round = 0; round < 4; ++round)
      for (int l = 0; l < Lanes; ++l) {
        x0[l] += x1[l];
        x1[l] = rotateLeft(x1[l], rotations[group & 1][round]) ^ x0[l];
      }
    for (int l = 0; l < Lanes; ++l) {
      x0[l] += schedule[(group + 1) % 3];
      x1[l] += schedule[(group + 2) % 3] + static_cast<uint32_t>(group) + 1;
    }
  }
}

/// Calls `take(i, first word, second word)` for each element of [first, first + count).
template <typename Take> TESSERA_INLINE void forEachHash(ThreefryKey key, uint64_t first, int64_t count, Take take) {
  uint32_t x0[lanes], x1[lanes];
  for (int64_t begin = 0; begin < count; begin += lanes) {
    for (int l = 0; l < lanes; ++l) {
      uint64_t index = first + begin + l;
      x0[l] = static_cast<uint32_t>(index >> 32);
      x1[l] = static_cast<uint32_t>(index);
    }
    hash<lanes>(key, x0, x1);
    int n = static_cast<int>(std::min<int64_t>(lanes, count - begin));
    for (int l = 0; l < n; ++l)
      take(begin + l, x0[l], x1[l]);
  }
}

} // namespace

ThreefryKey threefry2x32(ThreefryKey key, uint32_t counterHigh, uint32_t counterLow) {
  hash<1>(key, &counterHigh, &counterLow);
  return {counterHigh, counterLow};
}

ThreefryKey makeKey(int64_t seed, bool is64Bit) {
  uint64_t bits = static_cast<uint64_t>(seed);
  return {is64Bit ? static_cast<uint32_t>(bits >> 32) : 0, static_cast<uint32_t>(bits)};
}

ThreefryKey foldIn(ThreefryKey key, uint32_t data) { return threefry2x32(key, 0, data); }
ThreefryKey splitKey(ThreefryKey key, uint64_t index) {
  return threefry2x32(key, static_cast<uint32_t>(index >> 32), static_cast<uint32_t>(index));
}

void threefryBits(ThreefryKey key, unsigned width, uint64_t first, void *out, int64_t count) {
  switch (width) {
  case 8:
    return forEachHash(key, first, count, [&](int64_t i, uint32_t a, uint32_t b) { static_cast<uint8_t *>(out)[i] = static_cast<uint8_t>(a ^ b); });
  case 16:
    return forEachHash(key, first, count, [&](int64_t i, uint32_t a, uint32_t b) { static_cast<uint16_t *>(out)[i] = static_cast<uint16_t>(a ^ b); });
  case 32:
    return forEachHash(key, first, count, [&](int64_t i, uint32_t a, uint32_t b) { static_cast<uint32_t *>(out)[i] = a ^ b; });
  default:
    return forEachHash(key, first, count,
                       [&](int64_t i, uint32_t a, uint32_t b) { static_cast<uint64_t *>(out)[i] = uint64_t(a) << 32 | b; });
  }
}

} // namespace tessera::numerics
