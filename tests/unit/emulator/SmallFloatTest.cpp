// SPDX-License-Identifier: Apache-2.0
// The narrow floats: every pattern there and back, every midpoint in every rounding, and known values.

#include "runner/emulator/arithmetic/Convert.h"
#include <gtest/gtest.h>
#include <random>

using namespace tessera::emulator;

namespace {

template <const FloatFormat &format> void everyPatternReturns() {
  for (uint32_t bits = 0; bits < 2 * format.signBit(); ++bits) {
    double value = decodeFloat<format>(bits);
    if ((bits & (format.signBit() - 1)) > (format.infinity ? format.infinity : format.largest)) {
      ASSERT_TRUE(value != value) << bits;
      ASSERT_EQ(encodeFloat<format>(value, Rounding::nearestEven), format.nan);
      continue;
    }
    for (Rounding rounding : {Rounding::nearestEven, Rounding::towardZero, Rounding::down, Rounding::up, Rounding::nearestAway})
      ASSERT_EQ(encodeFloat<format>(value, rounding), bits);
  }
}

/// Between two neighbours: the middle, and a little less and more.
template <const FloatFormat &format> void everyGapRounds() {
  for (uint32_t low = 0; low < format.largest; ++low) {
    double a = decodeFloat<format>(low), b = decodeFloat<format>(low + 1), middle = (a + b) / 2;
    for (double value : {middle, std::nextafter(middle, a), std::nextafter(middle, b), std::nextafter(a, b), std::nextafter(b, a)})
      for (bool negative : {false, true}) {
        uint32_t sign = negative ? format.signBit() : 0, even = low & 1 ? low + 1 : low;
        double x = negative ? -value : value;
        ASSERT_EQ(encodeFloat<format>(x, Rounding::towardZero), sign | low) << x;
        ASSERT_EQ(encodeFloat<format>(x, Rounding::down), sign | (negative ? low + 1 : low)) << x;
        ASSERT_EQ(encodeFloat<format>(x, Rounding::up), sign | (negative ? low : low + 1)) << x;
        ASSERT_EQ(encodeFloat<format>(x, Rounding::nearestEven), sign | (value == middle ? even : value < middle ? low : low + 1)) << x;
        ASSERT_EQ(encodeFloat<format>(x, Rounding::nearestAway), sign | (value < middle ? low : low + 1)) << x;
      }
  }
}

} // namespace

TEST(SmallFloat, EveryPatternReturns) {
  everyPatternReturns<halfFormat>();
  everyPatternReturns<bfloatFormat>();
  everyPatternReturns<e4m3Format>();
  everyPatternReturns<e5m2Format>();
  everyPatternReturns<tf32Format>();
}

TEST(SmallFloat, EveryGapRounds) {
  everyGapRounds<halfFormat>();
  everyGapRounds<bfloatFormat>();
  everyGapRounds<e4m3Format>();
  everyGapRounds<e5m2Format>();
  everyGapRounds<tf32Format>();
}

TEST(SmallFloat, TheBranchFreeOnesAreTheSame) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    double half = decodeFloat<halfFormat>(bits), bfloat = decodeFloat<bfloatFormat>(bits);
    ASSERT_TRUE(half != half ? decodeHalf(bits) != decodeHalf(bits) : decodeHalf(bits) == half);
    ASSERT_TRUE(bfloat != bfloat ? decodeBfloat(bits) != decodeBfloat(bits) : decodeBfloat(bits) == bfloat);
  }
  std::mt19937 random(1);
  for (int k = 0; k < 5000000; ++k) {
    auto value = bitsAs<float>(static_cast<uint32_t>(random()));
    ASSERT_EQ(encodeHalf(value), encodeFloat<halfFormat>(value, Rounding::nearestEven)) << value;
    ASSERT_EQ(encodeBfloat(value), encodeFloat<bfloatFormat>(value, Rounding::nearestEven)) << value;
  }
}

TEST(SmallFloat, E4m3) {
  auto encode = [](double value) { return encodeFloat<e4m3Format>(value, Rounding::nearestEven, true); };
  EXPECT_EQ(encode(1.0625), 0x38u);
  EXPECT_EQ(encode(1.1875), 0x3au);
  EXPECT_EQ(encode(0.1), 0x1du);
  EXPECT_EQ(encode(460), 0x7eu);
  EXPECT_EQ(encode(HUGE_VAL), 0x7eu);
  EXPECT_EQ(encode(-HUGE_VAL), 0xfeu);
  EXPECT_EQ(encode(NAN), 0x7fu);
  EXPECT_EQ(encode(0x1p-10), 0u);
  EXPECT_EQ(encode(std::nextafter(0x1p-10f, 1.0f)), 1u);
  EXPECT_EQ(encode(-0x1p-9), 0x81u);
}

TEST(SmallFloat, E5m2) {
  EXPECT_EQ(encodeFloat<e5m2Format>(0.1, Rounding::nearestEven, true), 0x2eu);
  EXPECT_EQ(encodeFloat<e5m2Format>(1e9, Rounding::nearestEven, true), 0x7bu);
  EXPECT_EQ(encodeFloat<e5m2Format>(1e9, Rounding::nearestEven, false), 0x7cu);
}

TEST(SmallFloat, HalfOverflows) {
  EXPECT_EQ(encodeFloat<halfFormat>(65520, Rounding::nearestEven), 0x7c00u);
  EXPECT_EQ(encodeFloat<halfFormat>(65520, Rounding::nearestEven, true), 0x7bffu);
  EXPECT_EQ(encodeFloat<halfFormat>(65520, Rounding::towardZero), 0x7bffu);
  EXPECT_EQ(encodeFloat<halfFormat>(1e30, Rounding::up), 0x7c00u);
  EXPECT_EQ(encodeFloat<halfFormat>(-1e30, Rounding::up), 0xfbffu);
  EXPECT_EQ(encodeFloat<halfFormat>(1e-300, Rounding::up), 1u);
  EXPECT_EQ(encodeFloat<halfFormat>(1e-310, Rounding::nearestEven), 0u);
}

TEST(SmallFloat, Tf32) {
  EXPECT_EQ(roundToTf32Away(0x3f801000u), 0x3f802000u);
  EXPECT_EQ(roundToTf32Away(0x3f800fffu), 0x3f800000u);
  EXPECT_EQ(roundToTf32Away(0x7f800001u), 0x7f800000u) << "a NaN with only low payload bits";
  Conversion c;
  c.rounding = Rounding::nearestAway, c.satfinite = true;
  EXPECT_EQ(Tf32Lane::store(HUGE_VAL, c), 0x7f7fe000u);
  c.rounding = Rounding::nearestEven, c.satfinite = false;
  EXPECT_EQ(Tf32Lane::store(bitsAs<float>(0x3f801000u), c), 0x3f800000u) << "a tie to even";
}

TEST(SmallFloat, ReluKeepsNansAndMakesZerosPositive) {
  Conversion c;
  c.relu = true;
  EXPECT_EQ(HalfLane::store(-1, c), 0);
  EXPECT_EQ(HalfLane::store(-0.0, c), 0);
  EXPECT_EQ(HalfLane::store(NAN, c), 0x7fff);
}
