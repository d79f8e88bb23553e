// SPDX-License-Identifier: Apache-2.0
#include "shared/numerics/FloatMath.h"
#include "shared/numerics/Extremes.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace tessera::numerics;

namespace {
uint32_t bitsOf(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// Every 4,099th float (a prime: all low bits occur), the C library's double rounded once being the expectation.
void compare(FloatFunction function, double (*reference)(double)) {
  constexpr uint64_t stride = 4099;
  std::vector<float> in, out;
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += stride) {
    uint32_t word = static_cast<uint32_t>(bits);
    float x;
    std::memcpy(&x, &word, sizeof x);
    in.push_back(x);
  }
  out.resize(in.size());
  getFloatMath(function)(in.data(), out.data(), static_cast<int64_t>(in.size()));
  int64_t different = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    float expected = static_cast<float>(reference(static_cast<double>(in[i])));
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(out[i])) << in[i];
    else if (bitsOf(expected) != bitsOf(out[i]) && ++different)
      ASSERT_EQ(std::nextafter(out[i], expected), expected) << in[i];
  }
  EXPECT_LE(different, 1);
}

TEST(FloatMath, exp) { compare(FloatFunction::exp, std::exp); }
TEST(FloatMath, exp2) { compare(FloatFunction::exp2, std::exp2); }
TEST(FloatMath, log) { compare(FloatFunction::log, std::log); }
TEST(FloatMath, log2) { compare(FloatFunction::log2, std::log2); }
TEST(FloatMath, log1p) { compare(FloatFunction::log1p, std::log1p); }
TEST(FloatMath, tanh) { compare(FloatFunction::tanh, std::tanh); }

TEST(FloatMath, edges) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  auto apply = [](FloatFunction function, float x) {
    float result;
    getFloatMath(function)(&x, &result, 1);
    return result;
  };
  EXPECT_EQ(apply(FloatFunction::exp, infinity), infinity);
  EXPECT_EQ(apply(FloatFunction::exp, -infinity), 0.0f);
  EXPECT_EQ(apply(FloatFunction::exp2, -149.0f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(apply(FloatFunction::exp2, 127.0f), 0x1p127f);
  EXPECT_EQ(apply(FloatFunction::log2, 0x1p-149f), -149.0f);
  EXPECT_EQ(apply(FloatFunction::log, 0.0f), -infinity);
  EXPECT_TRUE(std::isnan(apply(FloatFunction::log, -1.0f)));
  EXPECT_EQ(apply(FloatFunction::log1p, -1.0f), -infinity);
  EXPECT_TRUE(std::signbit(apply(FloatFunction::tanh, -0.0f)));
  EXPECT_TRUE(std::signbit(apply(FloatFunction::log1p, -0.0f)));
}

TEST(Extremes, zerosAndNan) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(std::signbit(maximumOf(-0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(maximumOf(0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(minimumOf(0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(minimumOf(-0.0, 0.0)));
  EXPECT_TRUE(std::isnan(maximumOf(nan, 1.0f)) && std::isnan(maximumOf(1.0f, nan)));
  EXPECT_TRUE(std::isnan(minimumOf(nan, 1.0f)) && std::isnan(minimumOf(1.0, std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(maxNumOf(nan, 1.0f), 1.0f);
  EXPECT_EQ(minNumOf(1.0f, nan), 1.0f);
  EXPECT_EQ(maximumOf(2.0f, -3.0f), 2.0f);
  EXPECT_EQ(minimumOf(2.0f, -3.0f), -3.0f);
}
} // namespace
