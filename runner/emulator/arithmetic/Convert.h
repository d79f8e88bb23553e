// SPDX-License-Identifier: Apache-2.0
// `cvt` of one lane (PTX ISA, "Data Movement and Conversion Instructions: cvt"). Every float format but f64 is exact in double, so a float
// is read as a double and rounded once to what it becomes; integers of 64 bits, which are not, have a way of their own.
#pragma once

#include "runner/emulator/arithmetic/DoubleRounding.h"
#include "runner/emulator/arithmetic/SmallFloat.h"
#include <limits>
#include <type_traits>

namespace tessera::emulator {

/// What modifiers say.
struct Conversion {
  Rounding rounding = Rounding::nearestEven;
  bool toIntegral = false;    // .rni .rzi .rmi .rpi between floats
  bool flushesInput = false, flushesResult = false; // .ftz, where the one or the other is f32
  bool saturates = false;     // .sat
  bool satfinite = false, relu = false;
};

/// The integer beside `value` in that direction; infinity, NaN and the sign of zero stay.
inline double roundToIntegral(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::towardZero: return std::trunc(value);
  case Rounding::down: return std::floor(value);
  case Rounding::up: return std::ceil(value);
  default: break;
  }
  if (!(std::fabs(value) < 0x1p52))
    return value;
  double magic = std::copysign(0x1p52, value); // the adder rounds to nearest even
  return std::copysign((value + magic) - magic, value);
}

/// Clamped to T's range. A NaN is 0, or only the top bit for a 64-bit result and from f64 (`fromDouble`).
template <typename T> inline T floatToInteger(double value, Rounding rounding, bool fromDouble) {
  if (value != value)
    return sizeof(T) == 8 || fromDouble ? static_cast<T>(std::make_unsigned_t<T>(1) << (8 * sizeof(T) - 1)) : T(0);
  double integral = roundToIntegral(value, rounding);
  constexpr double limit = sizeof(T) == 8 ? (std::is_signed_v<T> ? 0x1p63 : 0x1p64) : static_cast<double>(std::numeric_limits<T>::max()) + 1;
  if (integral >= limit)
    return std::numeric_limits<T>::max();
  if (integral <= static_cast<double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  return static_cast<T>(integral);
}

/// `value`, exactly, or rounded to odd where double is too narrow: to be rounded once more.
template <typename T> inline double integerToOdd(T value) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<double>(value);
  } else {
    bool negative = std::is_signed_v<T> && value < 0;
    auto magnitude = static_cast<uint64_t>(value);
    return integerToOddDouble(negative ? 0 - magnitude : magnitude, negative);
  }
}

inline float toFloat(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::towardZero: return toFloat<Rounding::towardZero>(value);
  case Rounding::down: return toFloat<Rounding::down>(value);
  case Rounding::up: return toFloat<Rounding::up>(value);
  default: return static_cast<float>(value);
  }
}

/// What comes before rounding: relu, saturation, integral values.
inline double prepare(double value, const Conversion &c) {
  if (c.toIntegral)
    value = roundToIntegral(value, c.rounding);
  if (c.saturates)
    return saturate(value);
  return c.relu && (value < 0 || (value == 0 && std::signbit(value))) ? 0.0 : value;
}

// --- formats: `Lane` in a register, read as a double and made from one

struct HalfLane {
  using Lane = uint16_t;
  static double load(Lane bits) { return decodeHalf(bits); }
  static Lane store(double value, const Conversion &c) {
    return static_cast<Lane>(encodeFloat<halfFormat>(prepare(value, c), c.rounding, c.satfinite));
  }
};
struct BfloatLane {
  using Lane = uint16_t;
  static double load(Lane bits) { return decodeBfloat(bits); }
  static Lane store(double value, const Conversion &c) {
    return static_cast<Lane>(encodeFloat<bfloatFormat>(prepare(value, c), c.rounding, c.satfinite));
  }
};
struct SingleLane {
  using Lane = float;
  static double load(Lane value) { return value; }
  static Lane store(double value, const Conversion &c) {
    double prepared = prepare(value, c);
    if (c.flushesResult && isBelowNormal(prepared))
      return std::copysign(0.0f, static_cast<float>(prepared));
    return canonical(toFloat(prepared, c.rounding));
  }
};
struct DoubleLane {
  using Lane = double;
  static double load(Lane value) { return value; }
  static Lane store(double value, const Conversion &c) {
    double result = prepare(value, c);
    return result != result ? quiet(result) : result;
  }
};
/// In 32 bits, the low 13 zero.
struct Tf32Lane {
  using Lane = uint32_t;
  static Lane store(double value, const Conversion &c) {
    if (c.rounding == Rounding::nearestAway && !c.satfinite)
      return roundToTf32Away(bitsAs<uint32_t>(static_cast<float>(value)));
    return encodeFloat<tf32Format>(prepare(value, c), c.rounding, c.satfinite) << 13;
  }
};

/// One or two e4m3 or e5m2 bytes: always to nearest and saturated.
template <const FloatFormat &format> inline uint8_t encodeByte(double value, bool relu) {
  Conversion c;
  c.relu = relu;
  return static_cast<uint8_t>(encodeFloat<format>(prepare(value, c), Rounding::nearestEven, true));
}

/// A byte as an f16, exactly; its NaN is canonical.
template <const FloatFormat &format> inline uint16_t byteToHalf(uint8_t byte, bool relu) {
  Conversion c;
  c.relu = relu;
  return HalfLane::store(decodeFloat<format>(byte), c);
}

} // namespace tessera::emulator
