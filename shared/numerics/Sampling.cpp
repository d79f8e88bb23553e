// SPDX-License-Identifier: Apache-2.0
// Uniform and normal numbers from threefry's bits, as JAX on XLA's CPU back end makes them. A uniform number is the mantissa of a
// float in [1, 2), less 1. A normal number is sqrt(2) erf_inv(u) with u uniform in (-1, 1); erf_inv is a polynomial in
// w = -log1p(-u^2), and log1p and log are rational approximations of XLA's, whose multiply-adds are fused: with separate roundings
// one normal number in sixteen would differ by one unit in the last place.
#include "shared/numerics/Convert.h"
#include "shared/numerics/Random.h"
#include "shared/numerics/SmallFloat.h"
#include <algorithm>
#include <cmath>
#include <limits>

#define TESSERA_INLINE inline __attribute__((always_inline))
#if defined(__x86_64__) && !defined(__EMSCRIPTEN__)
#define TESSERA_WIDE 1
#endif

namespace tessera::numerics {

namespace {

constexpr int64_t pieceSize = 256;

// Three ways to the same bits. A loop keeps one of these an element.

/// By the processor; the loop that uses it is compiled for one that has the instruction.
struct HardwareFma {
  TESSERA_INLINE float run(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
};
/// In double, where the product is exact, and without a branch, so that the loop vectorizes. `isDoubtful` when a sum was rounded to
/// the midpoint of two floats, which may be one rounding too many: once in millions of elements, and that one is done again.
struct OptimisticFma {
  uint64_t isDoubtful = 0;
  TESSERA_INLINE float run(float a, float b, float c) {
    double sum = static_cast<double>(a) * b + c;
    isDoubtful |= (bitCast<uint64_t>(sum) & 0x1fffffffu) == 0x10000000u;
    return static_cast<float>(sum);
  }
};
/// Exactly, slowly.
struct SoftwareFma {
  TESSERA_INLINE float run(float a, float b, float c) { return fusedMultiplyAdd(a, b, c); }
};

template <typename Fma, size_t N> TESSERA_INLINE float horner(Fma &fma, const float (&coefficients)[N], float x) {
  float p = coefficients[0];
  for (size_t i = 1; i < N; ++i)
    p = fma.run(p, x, coefficients[i]);
  return p;
}

/// log(x) for positive x by Cephes's method, as XLA's CPU back end has it.
template <typename Fma> TESSERA_INLINE float logOf(Fma &fma, float x) {
  uint32_t bits = bitCast<uint32_t>(x < 1.17549435e-38f ? 1.17549435e-38f : x);
  float exponent = static_cast<float>(static_cast<int32_t>(bits >> 23) - 126);
  float mantissa = bitCast<float>((bits & 0x007fffffu) | 0x3f000000u);
  bool low = mantissa < 0.707106781186547524f;
  exponent -= low ? 1.0f : 0.0f;
  float t = (mantissa - 1.0f) + (low ? mantissa : 0.0f), t2 = t * t, t3 = t2 * t;
  float q0 = fma.run(fma.run(7.0376836292e-2f, t, -1.1514610310e-1f), t, 1.1676998740e-1f);
  float q1 = fma.run(fma.run(-1.2420140846e-1f, t, 1.4249322787e-1f), t, -1.6668057665e-1f);
  float q2 = fma.run(fma.run(2.0000714765e-1f, t, -2.4999993993e-1f), t, 3.3333331174e-1f);
  float p = fma.run(fma.run(q0, t3, q1), t3, q2);
  float y = fma.run(p, t3, exponent * -2.12194440e-4f);
  t = fma.run(-0.5f, t2, t) + y;
  return fma.run(exponent, 0.693359375f, t);
}

/// log(1 + x) for -1 < x.
template <typename Fma> TESSERA_INLINE float log1pOf(Fma &fma, float x) {
  constexpr float numerator[] = {4.5270000862445199635e-5f, 4.9854102823193375972e-1f, 6.5787325942061044847f, 29.911919328553073277f,
                                 60.949667980987787058f,    57.112963590585538103f,    20.039553499201281260f};
  constexpr float denominator[] = {1.0f,                  15.062909083469192043f, 83.047565967967209469f, 221.76239823732856465f,
                                   309.09872225312055775f, 216.42788614495947685f, 60.118660497604843919f};
  float x2 = x * x, ratio = horner(fma, numerator, x) / horner(fma, denominator, x);
  float small = x + fma.run(x * x2, ratio, -0.5f * x2);
  float large = logOf(fma, x + 1.0f);
  return std::fabs(x) < 0.41421356f ? small : large;
}

template <typename Fma> TESSERA_INLINE float inverseErfOf(Fma &fma, float x) {
  constexpr float center[] = {2.81022636e-08f, 3.43273939e-07f, -3.5233877e-06f, -4.39150654e-06f, 0.00021858087f,
                              -0.00125372503f, -0.00417768164f, 0.246640727f,    1.50140941f};
  constexpr float tail[] = {-0.000200214257f, 0.000100950558f, 0.00134934322f, -0.00367342844f, 0.00573950773f,
                            -0.0076224613f,   0.00943887047f,  1.00167406f,    2.83297682f};
  float w = -log1pOf(fma, x * -x);
  bool inCenter = w < 5.0f;
  w = inCenter ? w - 2.5f : std::sqrt(w) - 3.0f;
  float p = inCenter ? center[0] : tail[0];
  for (int i = 1; i < 9; ++i)
    p = fma.run(p, w, inCenter ? center[i] : tail[i]);
  return std::fabs(x) == 1.0f ? x * std::numeric_limits<float>::infinity() : p * x;
}

template <typename Fma> TESSERA_INLINE float uniformOf(Fma &fma, uint32_t bits, float low, float span) {
  float u = bitCast<float>(bits >> 9 | 0x3f800000u) - 1.0f, scaled = fma.run(u, span, low);
  return scaled < low ? low : scaled;
}
template <typename Fma> TESSERA_INLINE float normalOf(Fma &fma, float uniform) { return 1.41421356f * inverseErfOf(fma, uniform); }

/// Both loops for one instruction set, over at most `pieceSize` elements.
struct Loops {
  void (*uniform)(const uint32_t *, float, float, float *, int64_t);
  void (*normal)(const float *, float *, int64_t);
};

/// out[i] = function(fma, in[i]), doubtful elements done again exactly.
template <typename In, typename Function> TESSERA_INLINE void optimistically(const In *in, float *out, int64_t count, Function function) {
  uint64_t doubtful[pieceSize], any = 0;
  for (int64_t i = 0; i < count; ++i) {
    OptimisticFma fma;
    out[i] = function(fma, in[i]);
    doubtful[i] = fma.isDoubtful;
  }
  for (int64_t i = 0; i < count; ++i)
    any |= doubtful[i];
  for (int64_t i = 0; any && i < count; ++i)
    if (doubtful[i]) {
      SoftwareFma fma;
      out[i] = function(fma, in[i]);
    }
}

void uniformPlain(const uint32_t *bits, float low, float high, float *out, int64_t count) {
  optimistically(bits, out, count, [low, span = high - low](auto &fma, uint32_t word) { return uniformOf(fma, word, low, span); });
}
void normalPlain(const float *uniform, float *out, int64_t count) {
  optimistically(uniform, out, count, [](auto &fma, float u) { return normalOf(fma, u); });
}
#ifdef TESSERA_WIDE
__attribute__((target("avx2,fma"))) void uniformWide(const uint32_t *bits, float low, float high, float *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    HardwareFma fma;
    out[i] = uniformOf(fma, bits[i], low, high - low);
  }
}
__attribute__((target("avx2,fma"))) void normalWide(const float *uniform, float *out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    HardwareFma fma;
    out[i] = normalOf(fma, uniform[i]);
  }
}
#endif

const Loops &loops() {
  static const Loops chosen = [] {
#ifdef TESSERA_WIDE
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return Loops{&uniformWide, &normalWide};
#endif
    return Loops{&uniformPlain, &normalPlain};
  }();
  return chosen;
}

double roundTo(DType type, double value) {
  double result = 0;
  uint64_t element = 0;
  convertElements(DType::float64, &value, type, &element, 1);
  convertElements(type, &element, DType::float64, &result, 1);
  return result;
}

unsigned mantissaBits(DType type) {
  switch (type) {
  case DType::float64: return 52;
  case DType::float16: return 10;
  case DType::bfloat16: return 7;
  case DType::float8_e4m3fn: return 3;
  case DType::float8_e5m2: return 2;
  default: return 23;
  }
}

/// The number of `type` just above -1.
double justAboveMinusOne(DType type) { return -1.0 + std::ldexp(1.0, -static_cast<int>(mantissaBits(type)) - 1); }

/// Uniform numbers of any dtype but f32, as doubles that the dtype holds: every step is rounded to the dtype.
void uniformSlow(ThreefryKey key, DType type, double low, double high, uint64_t first, double *out, int64_t count) {
  unsigned mantissa = mantissaBits(type), width = mantissa < 8 ? 8 : getBitWidth(type);
  uint64_t bits[pieceSize];
  threefryBits(key, width, first, bits, count);
  double span = roundTo(type, high - low);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t word = width == 8 ? reinterpret_cast<const uint8_t *>(bits)[i] : width == 16 ? reinterpret_cast<const uint16_t *>(bits)[i] : bits[i];
    double u = std::ldexp(static_cast<double>(word >> (width - mantissa)), -static_cast<int>(mantissa));
    out[i] = std::max(low, roundTo(type, roundTo(type, u * span) + low));
  }
}

} // namespace

float inverseErf(float x) {
  SoftwareFma fma;
  return inverseErfOf(fma, x);
}

double inverseErf(double x) {
  static constexpr double center[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18, 1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15, -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,  -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
  static constexpr double middle[] = {
      2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08, 1.5027403968909827627e-06,
      -4.013867526981545969e-06, 2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05, 6.8284851459573175448e-05,
      2.4031110387097893999e-05, -0.0003550375203628474796, 0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
      -0.0037512085075692412107, 0.005370914553590063617, 1.0052589676941592334, 3.0838856104922207635};
  static constexpr double tail[] = {
      -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09, -3.7894654401267369937e-09, 7.6157012080783393804e-09,
      -1.4960026627149240478e-08, 2.9147953450901080826e-08, -6.7711997758452339498e-08, 2.2900482228026654717e-07, -9.9298272942317002539e-07,
      4.5260625972231537039e-06, -1.9681778105531670567e-05, 7.5995277030017761139e-05, -0.00021503011930044477347, -0.00013871931833623122026,
      1.0103004648645343977, 4.8499064014085844221};
  if (std::fabs(x) == 1.0)
    return x * std::numeric_limits<double>::infinity();
  double w = -std::log1p(x * -x);
  auto horner = [](const double *begin, const double *end, double at) {
    double p = *begin;
    for (++begin; begin != end; ++begin)
      p = *begin + p * at;
    return p;
  };
  double p = w < 6.25 ? horner(std::begin(center), std::end(center), w - 3.125)
             : w < 16 ? horner(std::begin(middle), std::end(middle), std::sqrt(w) - 3.25)
                      : horner(std::begin(tail), std::end(tail), std::sqrt(w) - 5.0);
  return p * x;
}

void threefryUniform(ThreefryKey key, DType type, double low, double high, uint64_t first, void *out, int64_t count) {
  uint8_t *to = static_cast<uint8_t *>(out);
  low = roundTo(type, low);
  high = roundTo(type, high);
  uint32_t bits[pieceSize];
  double slow[pieceSize];
  for (int64_t begin = 0; begin < count; begin += pieceSize, to += pieceSize * getByteSize(type)) {
    int64_t n = std::min(pieceSize, count - begin);
    if (type == DType::float32) {
      threefryBits(key, 32, first + begin, bits, n);
      loops().uniform(bits, static_cast<float>(low), static_cast<float>(high), reinterpret_cast<float *>(to), n);
    } else {
      uniformSlow(key, type, low, high, first + begin, slow, n);
      convertElements(DType::float64, slow, type, to, n);
    }
  }
}

void threefryNormal(ThreefryKey key, DType type, uint64_t first, void *out, int64_t count) {
  uint8_t *to = static_cast<uint8_t *>(out);
  double low = justAboveMinusOne(type), rootOfTwo = roundTo(type, 1.4142135623730950488), slow[pieceSize];
  float uniform[pieceSize];
  for (int64_t begin = 0; begin < count; begin += pieceSize, to += pieceSize * getByteSize(type)) {
    int64_t n = std::min(pieceSize, count - begin);
    if (type == DType::float32) {
      threefryUniform(key, type, low, 1.0, first + begin, uniform, n);
      loops().normal(uniform, reinterpret_cast<float *>(to), n);
      continue;
    }
    uniformSlow(key, type, low, 1.0, first + begin, slow, n);
    for (int64_t i = 0; i < n; ++i) {
      double value = type == DType::float64 ? inverseErf(slow[i]) : roundTo(type, inverseErf(static_cast<float>(slow[i])));
      slow[i] = rootOfTwo * value;
    }
    convertElements(DType::float64, slow, type, to, n);
  }
}

} // namespace tessera::numerics
