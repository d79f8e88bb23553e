// SPDX-License-Identifier: Apache-2.0
// The floats narrower than 32 bits: their bits to a float (always exact) and back (nearest, ties to even). Overflow follows
// ml_dtypes and XLA: float16, bfloat16 and e5m2 give an infinity, e4m3fn, which has none, gives NaN.
// The conversions are branch-free bit arithmetic so that loops over them vectorize.
#pragma once

#include <cstdint>
#include <cstring>

namespace tessera::numerics {

template <typename To, typename From> inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "same width");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

inline float halfToFloat(uint16_t half) {
  uint32_t bits = (half & 0x7fffu) << 13, exponent = bits & 0x0f800000u;
  uint32_t normal = bits + (112u << 23);
  uint32_t special = normal + (112u << 23); // infinity and NaN: the exponent becomes all ones
  // A subnormal is its mantissa times 2^-24: put it under the exponent of 2^-14 and take the leading one away again.
  uint32_t subnormal = bitCast<uint32_t>(bitCast<float>(bits + (113u << 23)) - bitCast<float>(113u << 23));
  uint32_t result = exponent == 0x0f800000u ? special : exponent == 0 ? subnormal : normal;
  return bitCast<float>(result | (half & 0x8000u) << 16);
}

inline uint16_t floatToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value), sign = bits & 0x80000000u;
  bits ^= sign;
  // Adding 0.5 puts the last bit of a half's subnormal at the last bit of the float, and the adder rounds.
  uint32_t subnormal = bitCast<uint32_t>(bitCast<float>(bits) + 0.5f) - (126u << 23);
  uint32_t normal = (bits - (112u << 23) + 0xfffu + ((bits >> 13) & 1)) >> 13;
  uint32_t large = bits > 0x7f800000u ? 0x7e00u : 0x7c00u;
  uint32_t result = bits >= 0x47800000u ? large : bits < 0x38800000u ? subnormal : normal;
  return static_cast<uint16_t>(result | sign >> 16);
}

inline float bfloatToFloat(uint16_t value) { return bitCast<float>(static_cast<uint32_t>(value) << 16); }

inline uint16_t floatToBfloat(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  bool isNan = (bits & 0x7fffffffu) > 0x7f800000u;
  return static_cast<uint16_t>(isNan ? (bits >> 31 << 15 | 0x7fc0u) : rounded);
}

float e4m3ToFloat(uint8_t value);
uint8_t floatToE4m3(float value);
float e5m2ToFloat(uint8_t value);
uint8_t floatToE5m2(float value);

/// A double as the float that rounds to every narrower format as the double itself would (round to odd).
float doubleToOddFloat(double value);

/// a * b + c, rounded once. The same bits with and without the hardware's instruction.
inline float fusedMultiplyAdd(float a, float b, float c) {
  // The product is exact in double. The sum is then rounded twice, which matters only when the first rounding lands on a
  // midpoint of two floats: then its last bit is mended from the rounding error.
  double product = static_cast<double>(a) * b, sum = product + c;
  uint64_t bits = bitCast<uint64_t>(sum);
  if (__builtin_expect((bits & 0x1fffffffu) == 0x10000000u || (sum < 1.2e-38 && sum > -1.2e-38), 0)) {
    double part = sum - product, error = (product - (sum - part)) + (c - part);
    if (error != 0 && sum - sum == 0)
      bits += ((error > 0) == (sum > 0)) ? ((bits & 1) ? 0 : 1) : ((bits & 1) ? 0 : -1);
    sum = bitCast<double>(bits);
  }
  return static_cast<float>(sum);
}

} // namespace tessera::numerics
