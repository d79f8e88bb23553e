// SPDX-License-Identifier: Apache-2.0
// Philox-4x32 (Salmon et al., 2011) and Triton's use of it: the seed is the key, the offset the counter.
#include "shared/numerics/Random.h"
#include <algorithm>
#include <cmath>

namespace tessera::numerics {

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> c, std::array<uint32_t, 2> key, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    uint64_t a = uint64_t(0xD2511F53u) * c[0], b = uint64_t(0xCD9E8D57u) * c[2];
    c = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ key[0], static_cast<uint32_t>(b), static_cast<uint32_t>(a >> 32) ^ c[3] ^ key[1],
         static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return c;
}

static std::array<uint32_t, 4> wordsAt(uint64_t seed, uint64_t offset) {
  return philox4x32({static_cast<uint32_t>(offset), static_cast<uint32_t>(offset >> 32), 0, 0},
                    {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
}

/// A word as a float in [0, 1), by Triton's `uint_to_uniform_float`.
static float toUniform(uint32_t word) {
  int32_t x = static_cast<int32_t>(word);
  return static_cast<float>(x < 0 ? ~x : x) * 4.6566127342e-10f;
}

void philoxBits(uint64_t seed, uint64_t offset, uint32_t *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = wordsAt(seed, offset + i)[0];
}

void philoxUniform(uint64_t seed, uint64_t offset, float *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = toUniform(wordsAt(seed, offset + i)[0]);
}

void philoxNormal(uint64_t seed, uint64_t offset, float *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::array<uint32_t, 4> words = wordsAt(seed, offset + i);
    float u1 = std::max(1.0e-7f, toUniform(words[0])), angle = 6.283185307179586f * toUniform(words[1]);
    float radius = std::sqrt(-2.0f * static_cast<float>(std::log(static_cast<double>(u1))));
    out[i] = radius * static_cast<float>(std::cos(static_cast<double>(angle)));
  }
}

} // namespace tessera::numerics
