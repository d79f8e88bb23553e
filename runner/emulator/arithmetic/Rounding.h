// SPDX-License-Identifier: Apache-2.0
// Arithmetic of f32 in every rounding of PTX, without ever touching the host's rounding mode.
//
// The idea: compute in double and round *to odd*: when the exact result is no double, take the neighbour whose last bit is 1.
// An odd double of 53 bits remembers that something was cut off, so a second rounding to 24 bits or fewer, in any direction,
// gives what one rounding of the exact result would have given (Boldo and Melquiond, "When double rounding is odd", 2005).
// Sums take their error from the classical two-sum, products of two floats are exact in double, quotients and roots look at the
// sign of an exact remainder. Rejected: `fesetround`, which compilers may move arithmetic across and WebAssembly lacks.
//
// Example: 1 + 2^-60 rounded up. The double sum is 1 with an error of 2^-60; odd: 1 + 2^-52; up to f32: 1 + 2^-23.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace tessera::emulator {

enum class Rounding : uint8_t { nearestEven, towardZero, down, up, nearestAway };

template <typename To, typename From> inline To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

constexpr uint32_t canonicalNan = 0x7fffffffu;            // of f32: what every operation gives
constexpr uint64_t generatedNan64 = 0xfff8000000000000ull; // of f64, where no operand was NaN

/// Results of f32 operations: every NaN becomes the one of NVIDIA's hardware (PTX ISA, "Floating Point Instructions").
inline float canonical(float value) { return value != value ? bitsAs<float>(canonicalNan) : value; }

/// Subnormals become zeros of their sign (`.ftz`).
inline float flush(float value) {
  uint32_t bits = bitsAs<uint32_t>(value);
  return bitsAs<float>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

/// Whether `.ftz` makes zero of an f32 result whose exact value, or that rounded to odd, is `exact`: the hardware looks before it
/// rounds, so that what would have been rounded up to the smallest normal number is zero too (seen on an H200).
inline bool isBelowNormal(double exact) { return std::fabs(exact) < 0x1p-126; }
/// The same for f16.
inline bool isBelowNormalHalf(double exact) { return std::fabs(exact) < 0x1p-14; }

/// `.sat`: [+0, 1], NaN is +0.
template <typename T> inline T saturate(T value) { return value > T(0) ? (value < T(1) ? value : T(1)) : T(0); }

/// The double next to `sum` that is odd when `error`, what `sum` lacks, is not zero.
inline double makeOdd(double sum, double error) {
  uint64_t bits = bitsAs<uint64_t>(sum);
  bool isInexact = error != 0 && sum - sum == 0 && (bits & 1) == 0;
  uint64_t step = (error > 0) == (sum > 0) ? 1 : ~uint64_t(0);
  return bitsAs<double>(isInexact ? bits + step : bits);
}

/// a + b rounded to odd. Exact zero sums have the sign of rounding to nearest.
inline double addToOdd(double a, double b) {
  double sum = a + b, part = sum - a;
  double error = (a - (sum - part)) + (b - part);
  return makeOdd(sum, sum - sum == 0 ? error : 0.0);
}

/// a * b + c rounded to odd; `a` and `b` are floats, so that their product is exact.
inline double fmaToOdd(float a, float b, float c) { return addToOdd(static_cast<double>(a) * b, c); }

/// a / b rounded to odd. The quotient is cut to 27 bits, whose product with `b` (51 bits) and difference from `a` are exact.
inline double divideToOdd(float a, float b) {
  double quotient = static_cast<double>(a) / b;
  if (!(quotient - quotient == 0) || quotient == 0 || b - b != 0)
    return quotient;
  double cut = bitsAs<double>(bitsAs<uint64_t>(quotient) & ~uint64_t(0x3ffffff));
  double remainder = a - cut * b;
  if (remainder == 0)
    return cut;
  bool isLarger = (remainder > 0) == (b > 0) ? cut > 0 : cut < 0; // the quotient's magnitude than the cut's
  return bitsAs<double>(isLarger ? bitsAs<uint64_t>(cut) | 1 : bitsAs<uint64_t>(cut) - 1);
}

/// The root of `x` rounded to odd; cut to 26 bits, whose square is exact.
inline double rootToOdd(float x) {
  double root = std::sqrt(static_cast<double>(x));
  if (!(root - root == 0) || root == 0)
    return root;
  double cut = bitsAs<double>(bitsAs<uint64_t>(root) & ~uint64_t(0x7ffffff));
  double remainder = x - cut * cut;
  if (remainder == 0)
    return cut;
  return bitsAs<double>(remainder > 0 ? bitsAs<uint64_t>(cut) | 1 : bitsAs<uint64_t>(cut) - 1);
}

/// A double (exact, or rounded to odd) as a float. NaN stays some NaN.
template <Rounding rounding> inline float toFloat(double value) {
  float nearest = static_cast<float>(value);
  if constexpr (rounding == Rounding::nearestEven)
    return nearest;
  double back = nearest;
  bool tooLarge = rounding == Rounding::down ? back > value : rounding == Rounding::towardZero && value > 0 && back > value;
  bool tooSmall = rounding == Rounding::up ? back < value : rounding == Rounding::towardZero && value < 0 && back < value;
  uint32_t bits = bitsAs<uint32_t>(nearest);
  // One step against the sign of what is wrong; an infinity becomes the largest float, a smallest subnormal zero. From a
  // zero down (the value was below half of the smallest) one goes to the smallest negative.
  if (tooLarge)
    bits = bits == 0 || bits == 0x80000000u ? 0x80000001u : nearest > 0 ? bits - 1 : bits + 1;
  if (tooSmall)
    bits = bits == 0 || bits == 0x80000000u ? 0x00000001u : nearest > 0 ? bits + 1 : bits - 1;
  return bitsAs<float>(bits);
}

/// An exact zero sum of operands that are not both zeros of one sign is -0 when rounding down, +0 otherwise (IEEE 754, 6.3).
template <Rounding rounding> inline double zeroSum(double sum, double a, double b) {
  if constexpr (rounding == Rounding::down)
    return sum == 0 && !(a == 0 && b == 0 && !std::signbit(a) && !std::signbit(b)) ? -0.0 : sum;
  return sum;
}

template <Rounding rounding> inline float addRounded(float a, float b) {
  if constexpr (rounding == Rounding::nearestEven)
    return a + b;
  return toFloat<rounding>(zeroSum<rounding>(addToOdd(a, b), a, b));
}

template <Rounding rounding> inline float multiplyRounded(float a, float b) {
  if constexpr (rounding == Rounding::nearestEven)
    return a * b;
  return toFloat<rounding>(static_cast<double>(a) * b);
}

template <Rounding rounding> inline float fmaRounded(float a, float b, float c) {
  double product = static_cast<double>(a) * b;
  return toFloat<rounding>(zeroSum<rounding>(addToOdd(product, c), product, c));
}

/// Whether `sum`, an exact value rounded to double, may give another float than the exact value does: it lies halfway
/// between two floats, or they lie further apart there than elsewhere (below the normal ones). Seldom: then
/// `fmaRounded` is right.
inline bool mayRoundTwice(double sum) {
  auto magnitude =
      static_cast<int64_t>(bitsAs<uint64_t>(sum) & 0x7fffffffffffffffull); // signed: SIMD128 compares those
  bool isHalfway = (magnitude & 0x1fffffff) == 0x10000000;
  bool isSmall = (magnitude != 0) & (magnitude < 0x3810000000000000);
  return isHalfway | isSmall;
}

template <Rounding rounding> inline float divideRounded(float a, float b) {
  if constexpr (rounding == Rounding::nearestEven)
    return a / b;
  return toFloat<rounding>(divideToOdd(a, b));
}

template <Rounding rounding> inline float rootRounded(float x) {
  if constexpr (rounding == Rounding::nearestEven)
    return std::sqrt(x);
  return toFloat<rounding>(rootToOdd(x));
}

} // namespace tessera::emulator
