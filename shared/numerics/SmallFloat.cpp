// SPDX-License-Identifier: Apache-2.0
// The eight-bit floats, by one rule for any split of the bits: a normal number is rounded by adding half of the last kept bit
// to the float's pattern; a subnormal by scaling it to an integer. Reading them back is a table of 256.
#include "shared/numerics/SmallFloat.h"
#include <cmath>

namespace tessera::numerics {

/// The magnitude's code in a format of `mantissa` bits and `bias`; more than the largest finite code means overflow.
static uint32_t encodeMagnitude(uint32_t bits, unsigned mantissa, int bias) {
  uint32_t smallestNormal = static_cast<uint32_t>(128 - bias) << 23;
  if (bits < smallestNormal) {
    // 2^(bias - 1 + mantissa) makes the subnormal's unit 1; adding 2^23 rounds to an integer, ties to even.
    float scaled = std::ldexp(bitCast<float>(bits), bias - 1 + static_cast<int>(mantissa));
    return bitCast<uint32_t>(scaled + 8388608.0f) - bitCast<uint32_t>(8388608.0f);
  }
  unsigned shift = 23 - mantissa;
  uint32_t rounded = bits + (1u << (shift - 1)) - 1 + ((bits >> shift) & 1);
  return (rounded >> shift) - (static_cast<uint32_t>(127 - bias) << mantissa);
}

uint8_t floatToE4m3(float value) {
  uint32_t bits = bitCast<uint32_t>(value), sign = bits >> 31 << 7;
  bits &= 0x7fffffffu;
  uint32_t code = bits >= 0x7f800000u ? 0x7fu : encodeMagnitude(bits, 3, 7);
  return static_cast<uint8_t>(sign | (code > 0x7e ? 0x7f : code));
}

uint8_t floatToE5m2(float value) {
  uint32_t bits = bitCast<uint32_t>(value), sign = bits >> 31 << 7;
  bits &= 0x7fffffffu;
  if (bits > 0x7f800000u)
    return static_cast<uint8_t>(sign | 0x7e);
  uint32_t code = bits == 0x7f800000u ? 0x7cu : encodeMagnitude(bits, 2, 15);
  return static_cast<uint8_t>(sign | (code > 0x7b ? 0x7c : code));
}

float e4m3ToFloat(uint8_t value) {
  uint32_t code = value & 0x7f, mantissa = code & 7, exponent = code >> 3;
  float magnitude;
  if (code == 0x7f)
    magnitude = bitCast<float>(0x7fc00000u);
  else if (exponent == 0)
    magnitude = static_cast<float>(mantissa) * 0.001953125f; // 2^-9
  else
    magnitude = bitCast<float>((exponent + 120) << 23 | mantissa << 20);
  return value & 0x80 ? -magnitude : magnitude;
}

float e5m2ToFloat(uint8_t value) { return halfToFloat(static_cast<uint16_t>(value << 8)); }

float doubleToOddFloat(double value) {
  float nearest = static_cast<float>(value);
  double back = nearest;
  if (back == value || back != back)
    return nearest;
  uint32_t bits = bitCast<uint32_t>(nearest);
  if (bits & 1)
    return nearest;
  // `nearest` is even and not exact: take the odd neighbour on the side of `value`.
  bool away = (value > back) == (value > 0);
  if (std::isinf(back))
    return bitCast<float>(bits - 1);
  return bitCast<float>(back == 0 ? (bits | 1) : away ? bits + 1 : bits - 1);
}

} // namespace tessera::numerics
