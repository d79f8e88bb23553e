// SPDX-License-Identifier: Apache-2.0
// The approximate functions keep the bounds that the PTX ISA states, on dense samples, and its special results.

#include "runner/emulator/arithmetic/Approximate.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

namespace {

/// Every `step`-th float there is, both signs.
template <typename F> void forFloats(uint32_t step, F function) {
  for (uint64_t bits = 0; bits < 0x7f800000u; bits += step)
    for (uint32_t sign : {0u, 0x80000000u})
      function(bitsAs<float>(static_cast<uint32_t>(bits) | sign));
}

/// Ulps of f32 between a result and the exact value.
double ulps(float got, long double exact) {
  double magnitude = std::fabs(static_cast<double>(exact));
  double ulp = magnitude < 0x1p-126 ? 0x1p-149 : std::ldexp(1.0, std::ilogb(magnitude) - 23);
  return static_cast<double>(std::fabs(got - exact)) / ulp;
}

constexpr uint32_t step = 4093;
const float infinity = HUGE_VALF;
bool isNan(float value) { return bitsAs<uint32_t>(value) == canonicalNan; }

} // namespace

TEST(Approximate, Ex2) {
  forFloats(step, [](float x) {
    if (std::fabs(x) < 160 && x < 128)
      ASSERT_LE(ulps(approximateEx2(x), std::exp2(static_cast<long double>(x))), 0.51) << x;
  });
  EXPECT_EQ(approximateEx2(-infinity), 0.0f);
  EXPECT_EQ(approximateEx2(infinity), infinity);
  EXPECT_EQ(approximateEx2(1000.0f), infinity);
  EXPECT_EQ(approximateEx2(-0.0f), 1.0f);
  EXPECT_EQ(approximateEx2(-127.0f), 0x1p-127f);
  EXPECT_EQ(flush(approximateEx2(flush(-127.0f))), 0.0f);
  EXPECT_TRUE(isNan(approximateEx2(NAN)));
}

TEST(Approximate, Lg2) {
  forFloats(step, [](float x) {
    if (x <= 0)
      return;
    long double exact = std::log2(static_cast<long double>(x));
    double error = static_cast<double>(std::fabs(approximateLg2(x) - exact));
    ASSERT_LE(error, x > 0.5f && x < 2 ? 0x1p-22 : 0x1p-22 * std::fabs(static_cast<double>(exact))) << x;
  });
  EXPECT_EQ(approximateLg2(0.0f), -infinity);
  EXPECT_EQ(approximateLg2(-0.0f), -infinity);
  EXPECT_EQ(approximateLg2(infinity), infinity);
  EXPECT_TRUE(isNan(approximateLg2(-1.0f)));
}

TEST(Approximate, SinAndCos) {
  forFloats(step, [](float x) {
    if (std::fabs(x) > 314)
      return;
    double bound = std::fabs(x) <= 6.2831f ? 0x1p-20 / 1.5 : 0x1p-15;
    ASSERT_LE(std::fabs(approximateSin(x) - std::sin(static_cast<long double>(x))), bound) << x;
    ASSERT_LE(std::fabs(approximateCos(x) - std::cos(static_cast<long double>(x))), bound) << x;
  });
  EXPECT_EQ(bitsAs<uint32_t>(approximateSin(-0.0f)), 0x80000000u);
  EXPECT_EQ(approximateCos(-0.0f), 1.0f);
  EXPECT_TRUE(isNan(approximateSin(infinity)));
  EXPECT_TRUE(isNan(approximateCos(-infinity)));
}

TEST(Approximate, RootsAndReciprocals) {
  forFloats(step, [](float x) {
    if (std::fabs(x) >= 0x1p-126f)
      ASSERT_LE(ulps(approximateRcp(x), 1.0L / x), 0.51) << x;
    if (x <= 0)
      return;
    ASSERT_LE(ulps(approximateSqrt(x), std::sqrt(static_cast<long double>(x))), 0.51) << x;
    ASSERT_LE(ulps(approximateRsqrt(x), 1 / std::sqrt(static_cast<long double>(x))), 0.51) << x;
  });
  EXPECT_EQ(approximateRcp(-0.0f), -infinity);
  EXPECT_EQ(bitsAs<uint32_t>(approximateRcp(-infinity)), 0x80000000u);
  EXPECT_EQ(bitsAs<uint32_t>(approximateSqrt(-0.0f)), 0x80000000u);
  EXPECT_TRUE(isNan(approximateSqrt(-1.0f)));
  EXPECT_EQ(approximateRsqrt(-0.0f), -infinity);
  EXPECT_EQ(approximateRsqrt(infinity), 0.0f);
  EXPECT_TRUE(isNan(approximateRsqrt(-1.0f)));
}

TEST(Approximate, Tanh) {
  forFloats(step, [](float x) {
    long double exact = std::tanh(static_cast<long double>(x));
    ASSERT_LE(std::fabs(approximateTanh(x) - exact), 0x1p-11L * std::fabs(exact)) << x;
  });
  EXPECT_EQ(approximateTanh(-infinity), -1.0f);
}

TEST(Approximate, DivisionByHugeNumbers) {
  EXPECT_EQ(approximateDivide(1.0f, 0x1p127f), 0.0f);
  EXPECT_EQ(bitsAs<uint32_t>(approximateDivide(-1.0f, 0x1p127f)), 0x80000000u);
  EXPECT_TRUE(isNan(approximateDivide(infinity, 0x1p127f)));
  EXPECT_EQ(approximateDivide(1.0f, 0x1p126f), 0x1p-126f);
  EXPECT_EQ(approximateDivide(3.0f, 2.0f), 1.5f);
  EXPECT_EQ(approximateDivide(3.0f, infinity), 0.0f);
}

TEST(Approximate, UpperWords) {
  EXPECT_EQ(approximateRcpUpper(3.0), upperWord(1.0 / 3.0));
  EXPECT_EQ(approximateRsqrtUpper(4.0), 0.5);
  EXPECT_EQ(approximateRcpUpper(1e-310), HUGE_VAL);
  EXPECT_EQ(bitsAs<uint64_t>(approximateRcpUpper(NAN)), 0x7fffffff00000000ull);
}
