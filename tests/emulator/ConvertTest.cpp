// SPDX-License-Identifier: Apache-2.0
// kernels/convert.cu: every rounding and saturation of cvt, bit for bit, against one function that rounds a number to a format.
#include "tests/emulator/Operations.h"
#include "tests/emulator/Rounding.h"
#include <algorithm>

using namespace tessera::emulator::kernels;

namespace {

double fromFp8(uint32_t code, const Format &format) {
  const int fraction = format.digits - 1, exponent = int(code & 0x7f) >> fraction, bits = int(code) & ((1 << fraction) - 1);
  double value = exponent ? std::ldexp(bits + (1 << fraction), exponent - 1 + format.lowest - fraction) : std::ldexp(bits, format.lowest - fraction);
  if (&format == &e4m3 ? (code & 0x7f) == 0x7f : (code & 0x7f) > 0x7c)
    value = NAN;
  else if (&format == &e5m2 && (code & 0x7f) == 0x7c)
    value = INFINITY;
  return code & 0x80 ? -value : value;
}
uint32_t toFp8(long double x, const Format &format) {
  if (x != x)
    return 0x7f;
  const double wanted = double(saturate(quantize(saturate(x, format), format, Mode::nearest), format));
  for (uint32_t code = 0; code < 256; ++code)
    if (fromFp8(code, format) == wanted && (code >> 7 != 0) == std::signbit(wanted))
      return code;
  return ~0u;
}

template <typename T> T toInteger(long double x, Mode mode, T ofNan = 0) {
  if (x != x)
    return ofNan;
  const long double rounded = roundWhole(x, mode), lowest = std::numeric_limits<T>::min(), largest = std::numeric_limits<T>::max();
  return rounded <= lowest ? std::numeric_limits<T>::min() : rounded >= largest ? std::numeric_limits<T>::max() : T(rounded);
}
template <typename T> uint32_t extended(T x) { return static_cast<uint32_t>(static_cast<int64_t>(x)); }
uint32_t folded(uint64_t x) { return uint32_t(x) ^ uint32_t(x >> 32); }
uint32_t folded(double x) { return folded(tessera::numerics::bitCast<uint64_t>(x)); }
uint32_t pair(uint32_t high, uint32_t low) { return high << 16 | low; }

bool isSame32(uint32_t actual, uint32_t expected) { return expected == anyBits || actual == expected; }
bool isSame64(uint64_t actual, uint64_t expected) { return expected == anyBits || actual == expected; }

TEST(Convert, FromFloat) {
  const Mode n = Mode::nearest, z = Mode::zero, m = Mode::down, p = Mode::up;
  const std::vector<Operation<float, uint32_t>> operations = {
    {"rni.s32", [=](float a, float, float) { return extended(toInteger<int32_t>(a, n)); }},
    {"rzi.s32", [=](float a, float, float) { return extended(toInteger<int32_t>(a, z)); }},
    {"rmi.s32", [=](float a, float, float) { return extended(toInteger<int32_t>(a, m)); }},
    {"rpi.s32", [=](float a, float, float) { return extended(toInteger<int32_t>(a, p)); }},
    {"rni.u32", [=](float a, float, float) { return toInteger<uint32_t>(a, n); }},
    {"rzi.u32", [=](float a, float, float) { return toInteger<uint32_t>(a, z); }},
    {"rni.ftz.s32", [=](float a, float, float) { return extended(toInteger<int32_t>(a, n)); }},
    {"rzi.s8", [=](float a, float, float) { return extended(toInteger<int8_t>(a, z)); }},
    {"rzi.u8", [=](float a, float, float) { return extended(toInteger<uint8_t>(a, z)); }},
    {"rni.s16", [=](float a, float, float) { return extended(toInteger<int16_t>(a, n)); }},
    {"rzi.u16", [=](float a, float, float) { return extended(toInteger<uint16_t>(a, z)); }},
    {"rni.s64", [=](float a, float, float) { return folded(uint64_t(toInteger<int64_t>(a, n, INT64_MIN))); }},
    {"rzi.u64", [=](float a, float, float) { return folded(toInteger<uint64_t>(a, z, 1ull << 63)); }},
    {"rni.f32", [=](float a, float, float) { return toF32(std::copysign(roundWhole(a, n), (long double)(a))); }},
    {"rzi.f32", [=](float a, float, float) { return toF32(std::copysign(roundWhole(a, z), (long double)(a))); }},
    {"rmi.f32", [=](float a, float, float) { return toF32(std::copysign(roundWhole(a, m), (long double)(a))); }},
    {"rpi.f32", [=](float a, float, float) { return toF32(std::copysign(roundWhole(a, p), (long double)(a))); }},
    {"sat.f32", [](float a, float, float) { return bitsOf(a > 0 ? std::min(a, 1.0f) : 0.0f); }},
    {"ftz.f32", [](float a, float, float) { return std::fpclassify(a) == FP_SUBNORMAL ? bitsOf(std::copysign(0.0f, a)) : toF32(a); }},
    {"rni.sat.f32", [=](float a, float, float) { return bitsOf(a > 0 ? std::min(float(roundWhole(a, n)), 1.0f) : 0.0f); }},
    {"rn.f16", [=](float a, float, float) { return toF16(a, n); }},
    {"rz.f16", [=](float a, float, float) { return toF16(a, z); }},
    {"rm.f16", [=](float a, float, float) { return toF16(a, m); }},
    {"rp.f16", [=](float a, float, float) { return toF16(a, p); }},
    {"rn.relu.f16", [=](float a, float, float) { return toF16(relu(a), n); }},
    {"rn.satfinite.f16", [=](float a, float, float) { return toF16(saturate(a, f16), n); }},
    {"rz.relu.f16", [=](float a, float, float) { return toF16(relu(a), z); }},
    {"rn.bf16", [=](float a, float, float) { return toBf16(a, n); }},
    {"rz.bf16", [=](float a, float, float) { return toBf16(a, z); }},
    {"rn.relu.bf16", [=](float a, float, float) { return toBf16(relu(a), n); }},
    {"rm.bf16", [=](float a, float, float) { return toBf16(a, m); }},
    {"rp.bf16", [=](float a, float, float) { return toBf16(a, p); }},
    {"rn.f16x2", [=](float a, float b, float) { return pair(toF16(a, n), toF16(b, n)); }},
    {"rz.f16x2", [=](float a, float b, float) { return pair(toF16(a, z), toF16(b, z)); }},
    {"rn.relu.f16x2", [=](float a, float b, float) { return pair(toF16(relu(a), n), toF16(relu(b), n)); }},
    {"rn.bf16x2", [=](float a, float b, float) { return pair(toBf16(a, n), toBf16(b, n)); }},
    {"rz.bf16x2", [=](float a, float b, float) { return pair(toBf16(a, z), toBf16(b, z)); }},
    {"rn.relu.bf16x2", [=](float a, float b, float) { return pair(toBf16(relu(a), n), toBf16(relu(b), n)); }},
    {"rna.tf32", [](float a, float, float) { return toTf32(a, Mode::away); }},
    {"rn.tf32", [=](float a, float, float) { return toTf32(a, n); }},
    {"rz.tf32", [=](float a, float, float) { return toTf32(a, z); }},
    {"rn.relu.tf32", [=](float a, float, float) { return toTf32(relu(a), n); }},
    {"e4m3x2", [](float a, float b, float) { return toFp8(a, e4m3) << 8 | toFp8(b, e4m3); }},
    {"e5m2x2", [](float a, float b, float) { return toFp8(a, e5m2) << 8 | toFp8(b, e5m2); }},
    {"relu.e4m3x2", [](float a, float b, float) { return toFp8(relu(a), e4m3) << 8 | toFp8(relu(b), e4m3); }},
    {"relu.e5m2x2", [](float a, float b, float) { return toFp8(relu(a), e5m2) << 8 | toFp8(relu(b), e5m2); }},
  };
  std::vector<float> a = randomFloats(512, 1), b = randomFloats(512, 2);
  Random random(3);
  for (size_t i = 0; i < 256; ++i) // the sizes where small formats end, and ties
    b[i] = std::ldexp(float(random.between(-2048, 2048)), random.between(-34, 8));
  checkOperations("convert", "fromFloat", operations, a, b, a, isSame32);
  checkOperations("convert", "fromFloat", operations, b, a, a, isSame32);
}

TEST(Convert, FromInteger) {
  const Mode n = Mode::nearest, z = Mode::zero, m = Mode::down, p = Mode::up;
  using s32 = int32_t;
  auto wide = [](uint32_t a, uint32_t b) { return uint64_t(a) << 32 | b; };
  const std::vector<Operation<uint32_t, uint32_t>> operations = {
    {"rn.f32.s32", [=](uint32_t a, uint32_t, uint32_t) { return toF32(quantize(s32(a), f32, n)); }},
    {"rz.f32.s32", [=](uint32_t a, uint32_t, uint32_t) { return toF32(quantize(s32(a), f32, z)); }},
    {"rm.f32.u32", [=](uint32_t a, uint32_t, uint32_t) { return toF32(quantize(a, f32, m)); }},
    {"rp.f32.u32", [=](uint32_t a, uint32_t, uint32_t) { return toF32(quantize(a, f32, p)); }},
    {"rn.f32.u8", [](uint32_t a, uint32_t, uint32_t) { return toF32(uint8_t(a)); }},
    {"rn.f32.s16", [](uint32_t a, uint32_t, uint32_t) { return toF32(int16_t(a)); }},
    {"rn.f16.s32", [=](uint32_t a, uint32_t, uint32_t) { return toF16(s32(a), n); }},
    {"rz.f16.u32", [=](uint32_t a, uint32_t, uint32_t) { return toF16(a, z); }},
    {"rn.bf16.s32", [=](uint32_t a, uint32_t, uint32_t) { return toBf16(s32(a), n); }},
    {"rn.f64.s32", [](uint32_t a, uint32_t, uint32_t) { return folded(double(s32(a))); }},
    {"rn.f64.u32", [](uint32_t a, uint32_t, uint32_t) { return folded(double(a)); }},
    {"rn.f32.s64", [=](uint32_t a, uint32_t b, uint32_t) { return toF32(quantize(int64_t(wide(a, b)), f32, n)); }},
    {"rz.f32.u64", [=](uint32_t a, uint32_t b, uint32_t) { return toF32(quantize(wide(a, b), f32, z)); }},
    {"rp.f32.s64", [=](uint32_t a, uint32_t b, uint32_t) { return toF32(quantize(int64_t(wide(a, b)), f32, p)); }},
    {"s32.s8", [](uint32_t a, uint32_t, uint32_t) { return extended(int8_t(a)); }},
    {"u32.u8", [](uint32_t a, uint32_t, uint32_t) { return a & 255; }},
    {"s32.s16", [](uint32_t a, uint32_t, uint32_t) { return extended(int16_t(a)); }},
    {"sat.s8.s32", [](uint32_t a, uint32_t, uint32_t) { return extended(std::clamp(s32(a), -128, 127)); }},
    {"sat.u8.s32", [](uint32_t a, uint32_t, uint32_t) { return extended(std::clamp(s32(a), 0, 255)); }},
    {"sat.s16.s32", [](uint32_t a, uint32_t, uint32_t) { return extended(std::clamp(s32(a), -32768, 32767)); }},
    {"sat.u16.u32", [](uint32_t a, uint32_t, uint32_t) { return std::min(a, 65535u); }},
    {"sat.u32.s32", [](uint32_t a, uint32_t, uint32_t) { return uint32_t(std::max(s32(a), 0)); }},
    {"sat.s32.u32", [](uint32_t a, uint32_t, uint32_t) { return std::min(a, 0x7fffffffu); }},
    {"sat.s8.u32", [](uint32_t a, uint32_t, uint32_t) { return std::min(a, 127u); }},
    {"sat.s32.s64", [=](uint32_t a, uint32_t b, uint32_t) { return uint32_t(std::clamp<int64_t>(int64_t(wide(a, b)) >> (b & 31), INT32_MIN, INT32_MAX)); }},
    {"s64.s8", [](uint32_t a, uint32_t, uint32_t) { return uint32_t(uint64_t(int64_t(int8_t(a))) >> 4); }},
  };
  checkOperations("convert", "fromInteger", operations, randomBits<uint32_t>(256, 1), randomBits<uint32_t>(256, 2), randomBits<uint32_t>(256, 3), isSame32);
}

TEST(Convert, FromDouble) {
  const Mode n = Mode::nearest, z = Mode::zero, m = Mode::down, p = Mode::up;
  const std::vector<Operation<double, uint64_t>> operations = {
    {"rn.f32", [=](double a, double, double) { return uint64_t(toF32(quantize(a, f32, n))); }},
    {"rz.f32", [=](double a, double, double) { return uint64_t(toF32(quantize(a, f32, z))); }},
    {"rm.f32", [=](double a, double, double) { return uint64_t(toF32(quantize(a, f32, m))); }},
    {"rp.f32", [=](double a, double, double) { return uint64_t(toF32(quantize(a, f32, p))); }},
    {"rn.ftz.f32", [=](double a, double, double) {
       const long double rounded = quantize(a, f32, n);
       return uint64_t(toF32(std::abs(rounded) < 0x1p-126L ? 0 * rounded : rounded));
     }},
    {"rni.s32", [=](double a, double, double) { return uint64_t(uint32_t(toInteger<int32_t>(a, n, INT32_MIN))); }},
    {"rmi.s32", [=](double a, double, double) { return uint64_t(uint32_t(toInteger<int32_t>(a, m, INT32_MIN))); }},
    {"rzi.u32", [=](double a, double, double) { return a != a ? uint64_t(anyBits) : uint64_t(toInteger<uint32_t>(a, z)); }},
    {"rzi.s64", [=](double a, double, double) { return uint64_t(toInteger<int64_t>(a, z, INT64_MIN)); }},
    {"rni.u64", [=](double a, double, double) { return toInteger<uint64_t>(a, n, 1ull << 63); }},
    {"rpi.f64", [=](double a, double, double) {
       return a != a ? uint64_t(anyBits) : tessera::numerics::bitCast<uint64_t>(std::copysign(double(roundWhole(a, p)), a));
     }},
    {"rn.f16", [=](double a, double, double) { return uint64_t(toF16(a, n)); }},
  };
  Random random(4);
  std::vector<double> a(256);
  std::vector<float> corners = randomFloats(256, 5);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = i % 2 ? std::ldexp(random.real(-1, 1) + random.next64() * 0x1p-100, random.between(-160, 70)) : corners[i];
  checkOperations("convert", "fromDouble", operations, a, a, a, isSame64);
}

TEST(Convert, FromSmall) {
  auto half = [](uint16_t bits) { Half h; h.bits = bits; return (long double)(float(h)); };
  auto bfloat = [](uint16_t bits) { BFloat b; b.bits = bits; return (long double)(float(b)); };
  const std::vector<Operation<uint16_t, uint32_t>> operations = {
    {"f16x2.e4m3x2", [](uint16_t a, uint16_t, uint16_t) { return pair(toF16(fromFp8(a >> 8, e4m3)), toF16(fromFp8(a & 255, e4m3))); }},
    {"f16x2.e5m2x2", [](uint16_t a, uint16_t, uint16_t) { return pair(toF16(fromFp8(a >> 8, e5m2)), toF16(fromFp8(a & 255, e5m2))); }},
    {"relu.f16x2.e4m3x2", [](uint16_t a, uint16_t, uint16_t) { return pair(toF16(relu(fromFp8(a >> 8, e4m3))), toF16(relu(fromFp8(a & 255, e4m3)))); }},
    {"f32.f16", [=](uint16_t a, uint16_t, uint16_t) { return toF32(half(a)); }},
    {"f32.bf16", [=](uint16_t a, uint16_t, uint16_t) { return toF32(bfloat(a)); }},
    {"rni.s32.f16", [=](uint16_t a, uint16_t, uint16_t) { return extended(toInteger<int32_t>(half(a), Mode::nearest)); }},
    {"rzi.u32.f16", [=](uint16_t a, uint16_t, uint16_t) { return toInteger<uint32_t>(half(a), Mode::zero); }},
    {"rni.f16.f16", [=](uint16_t a, uint16_t, uint16_t) {
       return half(a) != half(a) ? anyBits : toF16(std::copysign(roundWhole(half(a), Mode::nearest), half(a)));
     }},
    {"rpi.s16.f16", [=](uint16_t a, uint16_t, uint16_t) { return uint32_t(uint16_t(toInteger<int16_t>(half(a), Mode::up))); }},
    {"rn.f16.bf16", [=](uint16_t a, uint16_t, uint16_t) { return toF16(bfloat(a)); }},
    {"rn.bf16.f16", [=](uint16_t a, uint16_t, uint16_t) { return toBf16(half(a)); }},
    {"rzi.s32.bf16", [=](uint16_t a, uint16_t, uint16_t) { return extended(toInteger<int32_t>(bfloat(a), Mode::zero)); }},
    {"rn.f16.s16", [](uint16_t a, uint16_t, uint16_t) { return toF16(int16_t(a)); }},
    {"rn.bf16.u16", [](uint16_t a, uint16_t, uint16_t) { return toBf16(a); }},
    {"e4m3x2.f16x2", [=](uint16_t a, uint16_t b, uint16_t) { return toFp8(half(b), e4m3) << 8 | toFp8(half(a), e4m3); }},
    {"relu.e5m2x2.f16x2", [=](uint16_t a, uint16_t b, uint16_t) { return toFp8(relu(half(b)), e5m2) << 8 | toFp8(relu(half(a)), e5m2); }},
  };
  std::vector<uint16_t> a(2048), b(2048);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<uint16_t>(i * 32 + i / 64);
    b[i] = static_cast<uint16_t>(i * 26861);
  }
  checkOperations("convert", "fromSmall", operations, a, b, a, isSame32);
}

} // namespace
