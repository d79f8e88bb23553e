// SPDX-License-Identifier: Apache-2.0
// Conversions, held against ml_dtypes' and XLA's results.
#include "shared/numerics/Convert.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace tessera::numerics;

namespace {
template <typename To, typename From> To convertOne(DType from, From value, DType to) {
  To result{};
  convertElements(from, &value, to, &result, 1);
  return result;
}
double throughType(double value, DType type) {
  uint64_t element = 0;
  double result = 0;
  convertElements(DType::float64, &value, type, &element, 1);
  convertElements(type, &element, DType::float64, &result, 1);
  return result;
}
} // namespace

TEST(Convert, half) {
  EXPECT_EQ(floatToHalf(0.1f), 0x2e66);
  EXPECT_EQ(floatToHalf(65519.0f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(halfToFloat(floatToHalf(2049.0f)), 2048.0f);
  EXPECT_EQ(halfToFloat(floatToHalf(2051.0f)), 2052.0f);
  EXPECT_EQ(floatToHalf(3e-8f), 1);
  EXPECT_EQ(floatToHalf(1e-8f), 0);
  EXPECT_EQ(floatToHalf(-0.0f), 0x8000);
  EXPECT_EQ(floatToHalf(NAN) & 0x7fff, 0x7e00);
}

TEST(Convert, every_half_reads_back) {
  for (uint32_t code = 0; code < 0x10000; ++code)
    if ((code & 0x7fff) <= 0x7c00)
      EXPECT_EQ(floatToHalf(halfToFloat(static_cast<uint16_t>(code))), code);
    else
      EXPECT_TRUE(std::isnan(halfToFloat(static_cast<uint16_t>(code))));
}

TEST(Convert, bfloat) {
  EXPECT_EQ(floatToBfloat(0.1f), 0x3dcd);
  EXPECT_EQ(floatToBfloat(1.0f / 3), 0x3eab);
  EXPECT_EQ(bfloatToFloat(floatToBfloat(257.0f)), 256.0f);
  EXPECT_EQ(bfloatToFloat(floatToBfloat(258.9f)), 258.0f);
  EXPECT_EQ(floatToBfloat(3.39617752923046e38f), 0x7f80);
  EXPECT_EQ(floatToBfloat(NAN) & 0x7fff, 0x7fc0);
}

TEST(Convert, e4m3) {
  EXPECT_EQ(floatToE4m3(0.1f), 0x1d);
  EXPECT_EQ(floatToE4m3(1.0f / 3), 0x2b);
  EXPECT_EQ(e4m3ToFloat(floatToE4m3(17)), 16.0f);
  EXPECT_EQ(e4m3ToFloat(floatToE4m3(19)), 20.0f);
  EXPECT_EQ(e4m3ToFloat(floatToE4m3(464)), 448.0f);
  EXPECT_EQ(floatToE4m3(465), 0x7f);
  EXPECT_EQ(floatToE4m3(-INFINITY), 0xff);
  EXPECT_EQ(floatToE4m3(0x1p-10f), 0);
  EXPECT_EQ(floatToE4m3(1.5f * 0x1p-10f), 1);
}

TEST(Convert, e5m2) {
  EXPECT_EQ(floatToE5m2(0.1f), 0x2e);
  EXPECT_EQ(floatToE5m2(1.0f / 3), 0x35);
  EXPECT_EQ(e5m2ToFloat(floatToE5m2(9)), 8.0f);
  EXPECT_EQ(e5m2ToFloat(floatToE5m2(11)), 12.0f);
  EXPECT_EQ(floatToE5m2(61440), 0x7c);
  EXPECT_EQ(floatToE5m2(61439), 0x7b);
}

TEST(Convert, every_byte_float_reads_back) {
  for (uint32_t code = 0; code < 256; ++code) {
    float wide = e4m3ToFloat(static_cast<uint8_t>(code));
    if (!std::isnan(wide))
      EXPECT_EQ(floatToE4m3(wide), code);
    wide = e5m2ToFloat(static_cast<uint8_t>(code));
    if (!std::isnan(wide))
      EXPECT_EQ(floatToE5m2(wide), code);
  }
}

TEST(Convert, double_rounds_once) {
  // Just above the midpoint of 1 and the next half: by way of float it would be the midpoint, and go down to 1.
  EXPECT_EQ(throughType(1.0 + 0x1p-11 + 0x1p-40, DType::float16), 1.0 + 0x1p-10);
  EXPECT_EQ(throughType(-(1.0 + 0x1p-8 + 0x1p-40), DType::bfloat16), -(1.0 + 0x1p-7));
}

TEST(Convert, float_to_integer_saturates) {
  EXPECT_EQ((convertOne<uint8_t, float>(DType::float32, 257.0f, DType::uint8)), 255);
  EXPECT_EQ((convertOne<uint8_t, float>(DType::float32, -3.0f, DType::uint8)), 0);
  EXPECT_EQ((convertOne<int32_t, float>(DType::float32, 3e9f, DType::int32)), std::numeric_limits<int32_t>::max());
  EXPECT_EQ((convertOne<int32_t, float>(DType::float32, -INFINITY, DType::int32)), std::numeric_limits<int32_t>::min());
  EXPECT_EQ((convertOne<int32_t, float>(DType::float32, NAN, DType::int32)), 0);
  EXPECT_EQ((convertOne<int32_t, float>(DType::float32, -1.9f, DType::int32)), -1);
  EXPECT_EQ((convertOne<uint64_t, double>(DType::float64, 1e30, DType::uint64)), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ((convertOne<int8_t, double>(DType::float64, -100.0, DType::int4)), -8);
}

TEST(Convert, integers_wrap_and_bools_test) {
  EXPECT_EQ((convertOne<int8_t, int32_t>(DType::int32, 300, DType::int8)), 44);
  EXPECT_EQ((convertOne<int64_t, uint32_t>(DType::uint32, 0xffffffffu, DType::int64)), 4294967295);
  EXPECT_EQ((convertOne<uint8_t, float>(DType::float32, NAN, DType::boolean)), 1);
  EXPECT_EQ((convertOne<float, uint8_t>(DType::boolean, 1, DType::float32)), 1.0f);
  EXPECT_EQ((convertOne<float, int32_t>(DType::int32, 16777217, DType::float32)), 16777216.0f);
}

TEST(Convert, uninitialized_values) {
  int16_t integer;
  fillUninitialized(DType::int16, &integer, 1);
  EXPECT_EQ(integer, std::numeric_limits<int16_t>::min());
  float number;
  fillUninitialized(DType::float32, &number, 1);
  EXPECT_TRUE(std::isnan(number));
  uint8_t flag = 1;
  fillUninitialized(DType::boolean, &flag, 1);
  EXPECT_EQ(flag, 0);
}

TEST(FusedMultiplyAdd, agrees_with_the_library) {
  std::mt19937 bits(1);
  auto draw = [&] {
    float value = bitCast<float>(static_cast<uint32_t>(bits() & 0x807fffffu) | static_cast<uint32_t>(96 + bits() % 64) << 23);
    return value;
  };
  for (int i = 0; i < 1000000; ++i) {
    float a = draw(), b = draw(), c = i % 2 ? -a * b * (1 + 0x1p-20f) : draw();
    ASSERT_EQ(bitCast<uint32_t>(fusedMultiplyAdd(a, b, c)), bitCast<uint32_t>(std::fmaf(a, b, c))) << a << " " << b << " " << c;
  }
}
