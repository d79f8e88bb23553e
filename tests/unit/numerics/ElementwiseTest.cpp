// SPDX-License-Identifier: Apache-2.0
// What each operation gives at its edges.
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace tessera::numerics;

namespace {
template <typename T> T apply(BinaryOp op, DType type, T a, T b) {
  T result{};
  BinaryFunction::get(op, type)(&a, &b, &result, 1);
  return result;
}
template <typename T> T apply(UnaryOp op, DType type, T a) {
  T result{};
  UnaryFunction::get(op, type)(&a, &result, 1);
  return result;
}
constexpr int32_t lowest = std::numeric_limits<int32_t>::min();
} // namespace

TEST(Elementwise, integer_division_by_zero) {
  EXPECT_EQ(apply<int32_t>(BinaryOp::divsi, DType::int32, 7, 0), -1);
  EXPECT_EQ(apply<int32_t>(BinaryOp::divui, DType::int32, 7, 0), -1);
  EXPECT_EQ(apply<int32_t>(BinaryOp::remsi, DType::int32, 7, 0), 7);
  EXPECT_EQ(apply<int32_t>(BinaryOp::remui, DType::int32, -7, 0), -7);
  EXPECT_EQ(apply<int32_t>(BinaryOp::floordivsi, DType::int32, 7, 0), -2);
  EXPECT_EQ(apply<int32_t>(BinaryOp::floordivsi, DType::int32, 0, 0), -1);
  EXPECT_EQ(apply<int32_t>(BinaryOp::divsi, DType::int32, lowest, -1), lowest);
  EXPECT_EQ(apply<int32_t>(BinaryOp::remsi, DType::int32, lowest, -1), 0);
  EXPECT_EQ(apply<int64_t>(BinaryOp::divsi, DType::int64, std::numeric_limits<int64_t>::min(), -1), std::numeric_limits<int64_t>::min());
}

TEST(Elementwise, integer_division_signs) {
  EXPECT_EQ(apply<int32_t>(BinaryOp::divsi, DType::int32, -7, 2), -3);
  EXPECT_EQ(apply<int32_t>(BinaryOp::remsi, DType::int32, -7, 2), -1);
  EXPECT_EQ(apply<int32_t>(BinaryOp::floordivsi, DType::int32, 7, -2), -4);
  EXPECT_EQ(apply<int32_t>(BinaryOp::ceildivsi, DType::int32, 7, 2), 4);
  EXPECT_EQ(apply<int32_t>(BinaryOp::ceildivsi, DType::int32, -7, 2), -3);
  EXPECT_EQ(apply<uint8_t>(BinaryOp::divui, DType::int8, 200, 3), 66);
}

TEST(Elementwise, shifts_by_the_width_or_more) {
  EXPECT_EQ(apply<int32_t>(BinaryOp::shli, DType::int32, 1, 32), 0);
  EXPECT_EQ(apply<int32_t>(BinaryOp::shli, DType::int32, 1, -1), 0);
  EXPECT_EQ(apply<int32_t>(BinaryOp::shrsi, DType::int32, -5, 40), -1);
  EXPECT_EQ(apply<int32_t>(BinaryOp::shrui, DType::int32, -5, 32), 0);
  EXPECT_EQ(apply<int32_t>(BinaryOp::shrui, DType::int32, -1, 28), 15);
  EXPECT_EQ(apply<int8_t>(BinaryOp::shli, DType::int8, 3, 7), int8_t(-128));
}

TEST(Elementwise, integers_wrap) {
  EXPECT_EQ(apply<int32_t>(BinaryOp::addi, DType::int32, std::numeric_limits<int32_t>::max(), 1), lowest);
  EXPECT_EQ(apply<int16_t>(BinaryOp::muli, DType::int16, -1, -1), 1);
  EXPECT_EQ(apply<int32_t>(UnaryOp::absi, DType::int32, lowest), lowest);
  EXPECT_EQ(apply<int32_t>(BinaryOp::ipowi, DType::int32, 2, -1), 0);
  EXPECT_EQ(apply<int32_t>(BinaryOp::ipowi, DType::int32, -3, 3), -27);
  EXPECT_EQ(apply<int64_t>(BinaryOp::mulhsi, DType::int64, -1, 5), -1);
  EXPECT_EQ(apply<int64_t>(BinaryOp::mulhui, DType::int64, -1, 5), 4);
  EXPECT_EQ(apply<int8_t>(UnaryOp::ctlz, DType::int8, 1), 7);
  EXPECT_EQ(apply<int16_t>(UnaryOp::cttz, DType::int16, 0), 16);
}

TEST(Elementwise, bools_and_nibbles) {
  EXPECT_EQ(apply<uint8_t>(BinaryOp::addi, DType::boolean, 1, 1), 0);
  EXPECT_EQ(apply<uint8_t>(BinaryOp::maxsi, DType::boolean, 1, 0), 0); // a one-bit 1 is -1
  EXPECT_EQ(apply<uint8_t>(BinaryOp::maxui, DType::boolean, 1, 0), 1);
  EXPECT_EQ(apply<uint8_t>(BinaryOp::xori, DType::boolean, 1, 0), 1);
  EXPECT_EQ(apply<int8_t>(BinaryOp::addi, DType::int4, 7, 1), -8);
  EXPECT_EQ(apply<int8_t>(BinaryOp::maxui, DType::int4, -1, 7), -1);
}

TEST(Elementwise, extremes_of_floats) {
  float nan = NAN;
  EXPECT_TRUE(std::isnan(apply<float>(BinaryOp::maximumf, DType::float32, nan, 1)));
  EXPECT_TRUE(std::isnan(apply<float>(BinaryOp::maximumf, DType::float32, 1, nan)));
  EXPECT_EQ(apply<float>(BinaryOp::maxnumf, DType::float32, nan, 1), 1);
  EXPECT_EQ(apply<float>(BinaryOp::minnumf, DType::float32, 1, nan), 1);
  EXPECT_FALSE(std::signbit(apply<float>(BinaryOp::maximumf, DType::float32, -0.0f, 0.0f)));
  EXPECT_TRUE(std::signbit(apply<float>(BinaryOp::minimumf, DType::float32, 0.0f, -0.0f)));
}

TEST(Elementwise, narrow_floats_round_once) {
  EXPECT_EQ(apply<uint16_t>(BinaryOp::addf, DType::float16, floatToHalf(2048), floatToHalf(1)), floatToHalf(2048));
  EXPECT_EQ(apply<uint16_t>(UnaryOp::exp, DType::bfloat16, floatToBfloat(1)), floatToBfloat(2.7182818f));
  EXPECT_EQ(apply<uint8_t>(BinaryOp::mulf, DType::float8_e4m3fn, floatToE4m3(3), floatToE4m3(1.5f)), floatToE4m3(4.5f));
}

TEST(Elementwise, comparisons_of_nan) {
  float nan = NAN, one = 1;
  uint8_t result;
  BinaryFunction::get(FloatCompare::oeq, DType::float32)(&nan, &nan, &result, 1);
  EXPECT_EQ(result, 0);
  BinaryFunction::get(FloatCompare::une, DType::float32)(&nan, &one, &result, 1);
  EXPECT_EQ(result, 1);
  BinaryFunction::get(FloatCompare::ult, DType::float32)(&nan, &one, &result, 1);
  EXPECT_EQ(result, 1);
  BinaryFunction::get(FloatCompare::one, DType::float32)(&nan, &one, &result, 1);
  EXPECT_EQ(result, 0);
}

TEST(Elementwise, unsigned_comparison) {
  int32_t a = -1, b = 1;
  uint8_t result;
  BinaryFunction::get(IntCompare::ult, DType::int32)(&a, &b, &result, 1);
  EXPECT_EQ(result, 0);
  BinaryFunction::get(IntCompare::slt, DType::int32)(&a, &b, &result, 1);
  EXPECT_EQ(result, 1);
}

TEST(Elementwise, rounding_functions) {
  EXPECT_EQ(apply<float>(UnaryOp::roundeven, DType::float32, 2.5f), 2.0f);
  EXPECT_EQ(apply<float>(UnaryOp::round, DType::float32, 2.5f), 3.0f);
  EXPECT_EQ(apply<float>(BinaryOp::remf, DType::float32, -7.0f, 2.0f), -1.0f);
  EXPECT_TRUE(std::isinf(apply<float>(UnaryOp::rsqrt, DType::float32, -0.0f)));
}

TEST(Elementwise, in_place_over_many_pieces) {
  std::vector<uint16_t> values(2000, floatToHalf(1.5f));
  BinaryFunction::get(BinaryOp::addf, DType::float16)(values.data(), values.data(), values.data(), 2000);
  EXPECT_EQ(values.front(), floatToHalf(3));
  EXPECT_EQ(values.back(), floatToHalf(3));
}

TEST(Elementwise, no_function_for_a_wrong_dtype) {
  EXPECT_FALSE(BinaryFunction::get(BinaryOp::addf, DType::int32));
  EXPECT_FALSE(BinaryFunction::get(BinaryOp::addi, DType::float32));
  EXPECT_FALSE(UnaryFunction::get(UnaryOp::exp, DType::int32));
}
