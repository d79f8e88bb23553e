// SPDX-License-Identifier: Apache-2.0
// The narrow floats of PTX: f16, bf16, tf32, e4m3, e5m2. Decoding is exact; encoding rounds a double (exact, or rounded to odd) once,
// in any direction, to subnormals too, and gives NVIDIA's canonical NaNs (PTX ISA, `cvt`).
//
// Encoding cuts the 53-bit significand where the format's last bit is and adds one there if the rest says so. Exponent and
// mantissa stand side by side in every format, so a carry out of the mantissa becomes the next exponent by itself.
// Example: 1.1875 to e4m3 is 1.0011b; the cut is behind 1.001 with a rest of exactly a half, the kept part is odd, so it
// becomes 1.010: 0x38 + 2 = 0x3A.
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"
#include "shared/numerics/SmallFloat.h"

namespace tessera::emulator {

/// Where the fields of a format are. `infinity` is 0 where there is none: overflow then saturates or becomes NaN.
struct FloatFormat {
  int exponentBits, mantissaBits;
  uint32_t largest, infinity, nan; // bits of the magnitude
  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr uint32_t signBit() const { return 1u << (exponentBits + mantissaBits); }
};

constexpr FloatFormat halfFormat{5, 10, 0x7bff, 0x7c00, 0x7fff}, bfloatFormat{8, 7, 0x7f7f, 0x7f80, 0x7fff},
    e4m3Format{4, 3, 0x7e, 0, 0x7f}, e5m2Format{5, 2, 0x7b, 0x7c, 0x7f}, singleFormat{8, 23, 0x7f7fffff, 0x7f800000, 0x7fffffff};
// The upper 19 bits of an f32: encode and shift left by 13.
constexpr FloatFormat tf32Format{8, 10, 0x3fbff, 0x3fc00, 0x3ffff};

/// Whether one has to be added to `kept`, behind which `rest` was cut off; `half` is the middle.
inline bool roundsAway(Rounding rounding, bool negative, uint64_t kept, uint64_t rest, uint64_t half) {
  switch (rounding) {
  case Rounding::nearestEven: return rest > half || (rest == half && (kept & 1));
  case Rounding::nearestAway: return rest >= half;
  case Rounding::towardZero: return false;
  case Rounding::down: return negative && rest != 0;
  case Rounding::up: return !negative && rest != 0;
  }
  return false;
}

/// The magnitude of something too large.
inline uint32_t overflowed(const FloatFormat &format, Rounding rounding, bool negative, bool saturates) {
  bool stays = saturates || rounding == Rounding::towardZero || (rounding == Rounding::down && !negative) ||
               (rounding == Rounding::up && negative);
  return stays ? format.largest : format.infinity ? format.infinity : format.nan;
}

/// `value` in `format`, sign included. `saturates` is `.satfinite`: what is too large, and infinity, become the largest.
template <const FloatFormat &format> inline uint32_t encodeFloat(double value, Rounding rounding, bool saturates = false) {
  uint64_t bits = bitsAs<uint64_t>(value), magnitude = bits << 1 >> 1;
  bool negative = bits >> 63;
  uint32_t sign = negative ? format.signBit() : 0;
  if (magnitude > 0x7ff0000000000000ull)
    return format.nan;
  if (magnitude == 0x7ff0000000000000ull)
    return sign | (saturates || !format.infinity ? (saturates ? format.largest : format.nan) : format.infinity);
  int exponent = static_cast<int>(magnitude >> 52) - 1023, least = 1 - format.bias();
  uint64_t significand = (magnitude & 0xfffffffffffffull) | (exponent > -1023 ? uint64_t(1) << 52 : 0);
  int above = exponent > least ? exponent - least : 0, below = least > exponent ? least - exponent : 0;
  int shift = 52 - format.mantissaBits + below;
  if (shift > 60) // less than a quarter of the smallest subnormal: only that it is not zero matters
    shift = 60;
  uint64_t kept = significand >> shift, rest = significand & ((uint64_t(1) << shift) - 1), half = uint64_t(1) << (shift - 1);
  uint64_t result = (static_cast<uint64_t>(above) << format.mantissaBits) + kept + roundsAway(rounding, negative, kept, rest, half);
  if (result > format.largest)
    return sign | overflowed(format, rounding, negative, saturates);
  return sign | static_cast<uint32_t>(result);
}

/// The value of `bits`; a NaN for any NaN.
template <const FloatFormat &format> inline double decodeFloat(uint32_t bits) {
  uint32_t magnitude = bits & (format.signBit() - 1);
  double value;
  if (magnitude > format.largest)
    value = magnitude == format.infinity && format.infinity ? HUGE_VAL : static_cast<double>(NAN);
  else if (uint32_t exponent = magnitude >> format.mantissaBits)
    value = bitsAs<double>((static_cast<uint64_t>(exponent) + 1023 - format.bias()) << 52 |
                           static_cast<uint64_t>(magnitude & ((1u << format.mantissaBits) - 1)) << (52 - format.mantissaBits));
  else
    value = magnitude * bitsAs<double>(static_cast<uint64_t>(1023 + 1 - format.bias() - format.mantissaBits) << 52);
  return bits & format.signBit() ? -value : value;
}

inline float decodeHalf(uint16_t bits) { return numerics::halfToFloat(bits); }
inline float decodeBfloat(uint16_t bits) { return numerics::bfloatToFloat(bits); }

/// f32 to f16 and bf16, to nearest even: branch-free, for loops over lanes.
inline uint16_t encodeHalf(float value) {
  return value != value ? static_cast<uint16_t>(halfFormat.nan) : numerics::floatToHalf(value);
}
inline uint16_t encodeBfloat(float value) {
  return value != value ? static_cast<uint16_t>(bfloatFormat.nan) : numerics::floatToBfloat(value);
}

/// f32 to tf32 to nearest, ties away: the hardware adds half a last bit to the pattern of what is finite and cuts 13 bits. A NaN
/// whose payload is all in these bits becomes infinity.
inline uint32_t roundToTf32Away(uint32_t bits) {
  bool isFinite = (bits & 0x7f800000u) != 0x7f800000u;
  return (isFinite ? bits + 0x1000u : bits) & ~0x1fffu;
}

} // namespace tessera::emulator
