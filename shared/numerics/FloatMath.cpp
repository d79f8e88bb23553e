// SPDX-License-Identifier: Apache-2.0
// exp: x = n ln2 + r, |r| <= ln2 / 2, a Taylor polynomial of r, times 2^n made from its bits.
// log: x = 2^n m, m in [sqrt(1/2), sqrt(2)), 2 atanh((m - 1) / (m + 1)) as a polynomial.
// Comparisons pick with selects; a NaN passes all of them and comes out of the arithmetic.
#include "shared/numerics/FloatMath.h"
#include <cstring>
#include <limits>

#define TESSERA_INLINE inline __attribute__((always_inline))
#if defined(__x86_64__) && !defined(__EMSCRIPTEN__)
#define TESSERA_WIDE 1
#endif

namespace tessera::numerics {

namespace {

TESSERA_INLINE uint64_t bitsOf(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
TESSERA_INLINE double fromBits(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

constexpr double ln2 = 0x1.62e42fefa39efp-1;
/// ln2 in two parts, the first with trailing zeros: n times it is exact.
constexpr double ln2High = 0x1.62e42feep-1, ln2Low = 0x1.a39ef35793c76p-33;
constexpr double log2e = 0x1.71547652b82fep+0;
/// Added to a small number, leaves its nearest integer in the low bits.
constexpr double rounder = 0x1.8p52;

TESSERA_INLINE double clamp(double x, double low, double high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/// e^r for |r| <= 0.35, to 1e-14.
TESSERA_INLINE double expOfRest(double r) {
  double p = 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  p = p * r + 1.0;
  return p * r + 1.0;
}

/// 2^n for the integer n in the low bits of `shifted` = n + rounder, -1022 <= n <= 1023.
TESSERA_INLINE double powerOfTwo(double shifted) { return fromBits((bitsOf(shifted) + 1023) << 52); }

/// Beyond these a float is 0 or infinity.
TESSERA_INLINE double expOf(double x) {
  x = clamp(x, -110, 90);
  double shifted = x * log2e + rounder, n = shifted - rounder;
  return expOfRest(x - n * ln2High - n * ln2Low) * powerOfTwo(shifted);
}

TESSERA_INLINE double exp2Of(double x) {
  x = clamp(x, -160, 130);
  double shifted = x + rounder, n = shifted - rounder;
  return expOfRest((x - n) * ln2) * powerOfTwo(shifted);
}

struct Parts {
  double exponent, log; // of x = 2^exponent m: the natural logarithm of m
};

/// For normal positive x.
TESSERA_INLINE Parts splitLog(double x) {
  uint64_t bits = bitsOf(x);
  // m from [1, 2) to [sqrt(1/2), sqrt(2)): the exponent counts from where sqrt(2) begins.
  uint64_t shiftedBits = bits + (0x3ff0000000000000 - 0x3fe6a09e667f3bcd);
  uint64_t biased = shiftedBits >> 52;
  double exponent = fromBits(0x4330000000000000 | biased) - (0x1p52 + 1023);
  double m = fromBits(bits - ((biased - 1023) << 52));
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 21;
  p = p * z + 1.0 / 19;
  p = p * z + 1.0 / 17;
  p = p * z + 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  return {exponent, 2.0 * s + 2.0 * s * (z * p)};
}

/// What a logarithm is where `splitLog` does not apply.
TESSERA_INLINE double atEdges(double x, double result) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  result = x == infinity ? x : result;
  result = x == 0.0 ? -infinity : result;
  result = x < 0.0 ? std::numeric_limits<double>::quiet_NaN() : result;
  return x != x ? x : result;
}

TESSERA_INLINE double naturalLog(double x) {
  Parts parts = splitLog(x);
  return parts.exponent * ln2High + (parts.exponent * ln2Low + parts.log);
}

struct Exp { static TESSERA_INLINE double apply(double x) { return expOf(x); } };
struct Exp2 { static TESSERA_INLINE double apply(double x) { return exp2Of(x); } };
struct Log { static TESSERA_INLINE double apply(double x) { return atEdges(x, naturalLog(x)); } };
struct Log2 {
  static TESSERA_INLINE double apply(double x) {
    Parts parts = splitLog(x);
    return atEdges(x, parts.exponent + parts.log * log2e);
  }
};
struct Log1p {
  static TESSERA_INLINE double apply(double x) {
    double u = 1.0 + x, lost = x - (u - 1.0);
    double result = atEdges(u, naturalLog(u) + lost / u);
    result = u == std::numeric_limits<double>::infinity() || u == 0.0 ? atEdges(u, u) : result;
    return x == 0.0 ? x : result; // keeps the sign of zero
  }
};
struct Tanh {
  static TESSERA_INLINE double apply(double x) {
    double e = expOf(2.0 * clamp(x, -15, 15)), z = x * x;
    double far = (e - 1.0) / (e + 1.0);
    double near = x * (1.0 + z * (-1.0 / 3 + z * (2.0 / 15 + z * (-17.0 / 315 + z * (62.0 / 2835)))));
    return z < 0.0039 ? near : far;
  }
};

template <typename Function> TESSERA_INLINE void loop(const float *in, float *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = static_cast<float>(Function::apply(static_cast<double>(in[i])));
}
template <typename Function> void plain(const float *in, float *out, int64_t count) { loop<Function>(in, out, count); }
#ifdef TESSERA_WIDE
template <typename Function> __attribute__((target("avx2"))) void wide256(const float *in, float *out, int64_t count) {
  loop<Function>(in, out, count);
}
template <typename Function>
__attribute__((target("avx512f,avx512dq"))) void wide512(const float *in, float *out, int64_t count) {
  loop<Function>(in, out, count);
}
#endif

template <typename Function> FloatMathLoop choose() {
#ifdef TESSERA_WIDE
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return &wide512<Function>;
  if (__builtin_cpu_supports("avx2"))
    return &wide256<Function>;
#endif
  return &plain<Function>;
}

} // namespace

FloatMathLoop getFloatMath(FloatFunction function) {
  switch (function) {
  case FloatFunction::exp: return choose<Exp>();
  case FloatFunction::exp2: return choose<Exp2>();
  case FloatFunction::log: return choose<Log>();
  case FloatFunction::log2: return choose<Log2>();
  case FloatFunction::log1p: return choose<Log1p>();
  default: return choose<Tanh>();
  }
}

} // namespace tessera::numerics
