// SPDX-License-Identifier: Apache-2.0
// Small floats as elements of host arrays, and inputs: the same numbers everywhere for the same seed.
#pragma once

#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

namespace tessera::emulator::kernels {

struct Half {
  uint16_t bits = 0;
  Half() = default;
  Half(double value) : bits(numerics::floatToHalf(static_cast<float>(value))) {}
  operator float() const { return numerics::halfToFloat(bits); }
};

struct BFloat {
  uint16_t bits = 0;
  BFloat() = default;
  BFloat(double value) : bits(numerics::floatToBfloat(static_cast<float>(value))) {}
  operator float() const { return numerics::bfloatToFloat(bits); }
};

inline std::ostream &operator<<(std::ostream &out, Half x) { return out << float(x); }
inline std::ostream &operator<<(std::ostream &out, BFloat x) { return out << float(x); }

inline uint32_t bitsOf(float x) { return numerics::bitCast<uint32_t>(x); }
inline float fromBits(uint32_t bits) { return numerics::bitCast<float>(bits); }

/// PCG-like: small, and good enough for inputs.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}
  uint32_t next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t mixed = static_cast<uint32_t>(((state >> 18) ^ state) >> 27);
    unsigned turn = static_cast<unsigned>(state >> 59);
    return mixed >> turn | mixed << ((32 - turn) & 31);
  }
  uint64_t next64() { return uint64_t(next()) << 32 | next(); }
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((uint64_t(next()) * bound) >> 32); }
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<uint32_t>(high - low + 1))); }
  /// In [low, high), 24 bits of it.
  double real(double low = -1, double high = 1) { return low + (high - low) * (next() >> 8) / 16777216.0; }

private:
  uint64_t state;
};

template <typename T> std::vector<T> randomReals(size_t count, uint64_t seed, double low = -1, double high = 1) {
  Random random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(random.real(low, high));
  return values;
}

/// Whole numbers: their products and sums are exact in a tensor core, so that results are defined bit for bit.
template <typename T> std::vector<T> randomIntegers(size_t count, uint64_t seed, int low, int high) {
  Random random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(random.between(low, high));
  return values;
}

/// Any bits at all, every eighth with few or many ones: corners of integer instructions.
template <typename T> std::vector<T> randomBits(size_t count, uint64_t seed) {
  static const uint64_t corners[] = {0, 1, ~0ull, 0x8000000080000000ull, 0x7fffffff7fffffffull, 0x8000000000000000ull, 0x7fffffffffffffffull, 0xff00ff00ff00ff00ull};
  Random random(seed);
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(i % 8 == 0 ? corners[random.below(8)] : random.next64());
  return values;
}

/// Floats of every size: normal, subnormal, infinite, NaN, zeros.
inline std::vector<float> randomFloats(size_t count, uint64_t seed) {
  static const uint32_t corners[] = {0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000, 0x3f000000, 0x4b000001, 0xcb7fffff, 0x4effffff, 0x4f000000};
  Random random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = random.below(6) == 0 ? fromBits(corners[random.below(16)]) : random.below(3) == 0 ? fromBits(random.next()) : static_cast<float>(random.real(-100, 100));
  return values;
}

} // namespace tessera::emulator::kernels
