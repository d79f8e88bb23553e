// SPDX-License-Identifier: Apache-2.0
// Rounding to a format as IEEE 754 defines it, by one function for all formats and directions: what the results of conversions and of
// arithmetic in small floats are compared with.
#pragma once

#include "tests/emulator/Numbers.h"
#include <algorithm>

namespace tessera::emulator::kernels {

enum class Mode { nearest, zero, down, up, away };
struct Format {
  int digits, lowest; // with the leading one; exponent of the smallest normal number
  long double largest;
};
constexpr Format f32{24, -126, 0x1.fffffep127L}, tf32{11, -126, 0x1.ffcp127L}, f16{11, -14, 65504}, bf16{8, -126, 0x1.fep127L}, e4m3{4, -6, 448}, e5m2{3, -14, 57344};
/// Where bits are not defined: payloads of NaN.
constexpr uint32_t anyBits = 0xfeedface;

inline long double roundWhole(long double x, Mode mode) {
  switch (mode) {
  case Mode::nearest: return std::nearbyint(x);
  case Mode::zero: return std::trunc(x);
  case Mode::down: return std::floor(x);
  case Mode::up: return std::ceil(x);
  case Mode::away: return std::round(x);
  }
  return x;
}

inline long double quantize(long double x, const Format &format, Mode mode) {
  if (x == 0 || !std::isfinite(x))
    return x;
  const int unit = std::max(std::ilogb(x), format.lowest) - format.digits + 1;
  const long double rounded = std::copysign(std::ldexp(roundWhole(std::ldexp(x, -unit), mode), unit), x);
  if (std::abs(rounded) <= format.largest)
    return rounded;
  const bool staysFinite = mode == Mode::zero || (mode == Mode::down && x > 0) || (mode == Mode::up && x < 0);
  return std::copysign(staysFinite ? format.largest : INFINITY, x);
}

inline long double relu(long double x) { return x != x ? x : x > 0 ? x : 0.0L; }
inline long double saturate(long double x, const Format &format) { return x != x ? x : std::clamp(x, -format.largest, format.largest); }

inline uint32_t toF32(long double x) { return x != x ? anyBits : bitsOf(float(x)); }
inline uint32_t toF16(long double x, Mode mode = Mode::nearest) { return x != x ? 0x7fff : Half(double(quantize(x, f16, mode))).bits; }
inline uint32_t toBf16(long double x, Mode mode = Mode::nearest) { return x != x ? 0x7fff : BFloat(double(quantize(x, bf16, mode))).bits; }
inline uint32_t toTf32(long double x, Mode mode) { return x != x ? anyBits : bitsOf(float(quantize(x, tf32, mode))); }

/// a b + c rounded to nearest once: where the sum is not exact in a long double, it is moved off the ties.
inline long double fuse(long double a, long double b, long double c) {
  const long double product = a * b, sum = product + c; // products of small floats are exact
  if (!std::isfinite(sum))
    return sum;
  const long double part = sum - product, rest = (product - (sum - part)) + (c - part);
  return rest == 0 ? sum : std::nextafter(sum, rest > 0 ? INFINITY : -INFINITY);
}

} // namespace tessera::emulator::kernels
