// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: JAX's threefry-2x32 in its partitionable form, bit for bit, and Philox-4x32-10 as Triton uses it.
// An element's value depends on the key and its own index only.
#pragma once

#include "shared/numerics/DType.h"
#include <array>

namespace tessera::numerics {

struct ThreefryKey {
  uint32_t high = 0, low = 0;
  bool operator==(const ThreefryKey &o) const { return high == o.high && low == o.low; }
};

/// The hash itself (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): 20 rounds.
ThreefryKey threefry2x32(ThreefryKey key, uint32_t counterHigh, uint32_t counterLow);
/// Key of an integer seed; 32-bit mode keeps the low word only.
ThreefryKey makeKey(int64_t seed, bool is64Bit = false);
ThreefryKey foldIn(ThreefryKey key, uint32_t data);
/// Key `index` of `jax.random.split`.
ThreefryKey splitKey(ThreefryKey key, uint64_t index);

/// Elements [first, first + count) of `jax.random.bits(key, shape)` of 8, 16, 32 or 64 bits each.
void threefryBits(ThreefryKey key, unsigned width, uint64_t first, void *out, int64_t count);
/// `jax.random.uniform(key, shape, type, low, high)` for a float dtype.
void threefryUniform(ThreefryKey key, DType type, double low, double high, uint64_t first, void *out, int64_t count);
/// `jax.random.normal(key, shape, type)`; the bits of XLA's CPU back end for f32, whose multiply-adds are fused.
void threefryNormal(ThreefryKey key, DType type, uint64_t first, void *out, int64_t count);

/// XLA's inverse error function in f32 (Giles, "Approximating the erfinv function", 2010) and in f64.
float inverseErf(float x);
double inverseErf(double x);

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key, unsigned rounds = 10);
/// Triton's `tl.randint`, `tl.rand`, `tl.randn` of `seed` at offsets offset, offset + 1, ...
void philoxBits(uint64_t seed, uint64_t offset, uint32_t *out, int64_t count);
void philoxUniform(uint64_t seed, uint64_t offset, float *out, int64_t count);
void philoxNormal(uint64_t seed, uint64_t offset, float *out, int64_t count);

} // namespace tessera::numerics
