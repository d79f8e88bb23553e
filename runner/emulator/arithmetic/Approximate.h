// SPDX-License-Identifier: Apache-2.0
// The approximate functions of PTX. The hardware's tables are not documented, only bounds of their errors are; here everything is
// computed in double and rounded once to f32, which is below 1 ulp and so inside every bound. Tests must compare with the bounds,
// never bits. Bounds (PTX ISA, "Floating Point Instructions"; ulp of f32 unless said):
//
//   ex2.approx          2 ulp                                     -inf → +0, ±0 → 1, +inf → +inf
//   ex2.approx.f16/bf16 relative 2^-9.9 / 2^-7                    the same
//   lg2.approx          absolute 2^-22 in (0.5, 2), else relative ±0 → -inf, x < 0 → NaN, +inf → +inf
//   sin, cos.approx     absolute 2^-20.5 in [-2π, 2π]             ±inf → NaN, sin ±0 → ±0, cos ±0 → 1
//   rcp.approx          1 ulp                                     ±0 → ±inf, ±inf → ±0
//   sqrt.approx         relative 2^-23                            -0 → -0, x < 0 → NaN
//   rsqrt.approx        relative 2^-22.9                          ±0 → ±inf, +inf → +0, x < 0 → NaN
//   tanh.approx         relative 2^-11; f16 absolute 2^-10.987, bf16 absolute 2^-8   ±inf → ±1
//   div.approx          2 ulp for 2^-126 <= |b| <= 2^126; beyond: a infinite → NaN, else a zero
//   div.full            2 ulp
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"

namespace tessera::emulator {

/// 2^x for |x| up to some thousand, as a double; relative error below 2^-40. Branch-free, for loops over lanes: 2^x is 2^n times 2^r,
/// |r| <= 1/2, and 2^r the Taylor series of e^(r ln 2), whose eleventh term is below 2^-41.
inline double exponential2(double x) {
  x = x < -1000 ? -1000 : x > 1000 ? 1000 : x;
  double shifted = x + 0x1.8p52, whole = shifted - 0x1.8p52, r = (x - whole) * 0x1.62e42fefa39efp-1;
  double series = 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 0.5;
  series = series * r + 1.0;
  series = series * r + 1.0;
  // The last bits of `shifted` are n in two's complement.
  return series * bitsAs<double>((bitsAs<uint64_t>(shifted) + 1023) << 52);
}

inline float approximateEx2(float x) {
  float result = static_cast<float>(exponential2(x));
  return x != x ? bitsAs<float>(canonicalNan) : result;
}
inline float approximateLg2(float x) { return canonical(static_cast<float>(std::log2(static_cast<double>(x)))); }
inline float approximateSin(float x) { return canonical(static_cast<float>(std::sin(static_cast<double>(x)))); }
inline float approximateCos(float x) { return canonical(static_cast<float>(std::cos(static_cast<double>(x)))); }
inline float approximateTanh(float x) { return canonical(static_cast<float>(std::tanh(static_cast<double>(x)))); }
inline float approximateRcp(float x) { return canonical(1.0f / x); }
inline float approximateSqrt(float x) { return canonical(std::sqrt(x)); }
inline float approximateRsqrt(float x) { return canonical(static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)))); }

/// For |b| > 2^126 the hardware's reciprocal is a flushed subnormal.
inline float approximateDivide(float a, float b) {
  float magnitude = std::fabs(b);
  bool isLarge = magnitude > 0x1p126f && magnitude <= 0x1.fffffep127f;
  return canonical(isLarge ? a * std::copysign(0.0f, b) : a / b);
}

/// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64` look at the upper word alone and give an upper word alone; the ISA states no
/// bound that could be held bit for bit, so: the exact result of the cut input, cut.
inline double upperWord(double x) { return bitsAs<double>(bitsAs<uint64_t>(x) & 0xffffffff00000000ull); }
inline double flushDouble(double x) {
  uint64_t bits = bitsAs<uint64_t>(x);
  return bitsAs<double>((bits & 0x7ff0000000000000ull) == 0 ? bits & 0x8000000000000000ull : bits);
}
inline double upperNan(double x) { return x != x ? bitsAs<double>(0x7fffffff00000000ull) : x; }
inline double approximateRcpUpper(double x) { return upperNan(flushDouble(upperWord(1.0 / flushDouble(upperWord(x))))); }
inline double approximateRsqrtUpper(double x) { return upperNan(upperWord(1.0 / std::sqrt(flushDouble(upperWord(x))))); }
/// Near full precision: two correctly rounded steps, at most 1.5 ulp.
inline double approximateRsqrt64(double x) { return 1.0 / std::sqrt(x); }

} // namespace tessera::emulator
