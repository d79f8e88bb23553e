// SPDX-License-Identifier: Apache-2.0
#include "shared/numerics/Rearrange.h"
#include "shared/numerics/Reduce.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace tessera::numerics;

TEST(Reduce, each_pattern_of_axes) {
  std::vector<float> in(24);
  for (int i = 0; i < 24; ++i)
    in[i] = static_cast<float>(i);
  float out[24];
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {2, 3, 4}, {false, false, true}, false, out));
  EXPECT_EQ(out[0], 6);
  EXPECT_EQ(out[5], 86);
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {2, 3, 4}, {true, false, false}, false, out));
  EXPECT_EQ(out[0], 12);
  EXPECT_EQ(out[11], 34);
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {2, 3, 4}, {true, false, true}, false, out));
  EXPECT_EQ(out[0], 60);
  EXPECT_EQ(out[2], 124);
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {2, 3, 4}, {true, true, true}, false, out));
  EXPECT_EQ(out[0], 276);
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {2, 3, 4}, {false, false, false}, false, out));
  EXPECT_EQ(out[23], 23);
}

TEST(Reduce, floats_are_summed_in_double_along_every_axis) {
  // 2^24 + 1 is no float: each 1 would be lost in a float sum.
  std::vector<float> in(64, 1.0f);
  for (int i = 0; i < 64; i += 8)
    in[i] = 0x1p24f;
  float rows[8], columns[8];
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {8, 8}, {false, true}, false, rows));
  for (float row : rows)
    EXPECT_EQ(row, 0x1p24f + 8.0f); // 2^24 + 7, to even
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float32, in.data(), {8, 8}, {true, false}, false, columns));
  EXPECT_EQ(columns[0], 0x1p27f);
  EXPECT_EQ(columns[7], 8.0f);
}

TEST(Reduce, extremes_and_nan) {
  float in[] = {1, NAN, 3}, out;
  ASSERT_TRUE(reduce(ReduceOp::max, DType::float32, in, {3}, {true}, false, &out));
  EXPECT_TRUE(std::isnan(out));
  ASSERT_TRUE(reduce(ReduceOp::max, DType::float32, in, {3}, {true}, true, &out));
  EXPECT_EQ(out, 3);
  ASSERT_TRUE(reduce(ReduceOp::min, DType::float32, in, {0}, {true}, false, &out));
  EXPECT_EQ(out, INFINITY);
}

TEST(Reduce, integers_and_signs) {
  int8_t in[] = {-1, 1, 100, 100}, out;
  ASSERT_TRUE(reduce(ReduceOp::add, DType::int8, in, {4}, {true}, false, &out));
  EXPECT_EQ(out, static_cast<int8_t>(200));
  ASSERT_TRUE(reduce(ReduceOp::max, DType::int8, in, {4}, {true}, false, &out));
  EXPECT_EQ(out, 100);
  ASSERT_TRUE(reduce(ReduceOp::umax, DType::int8, in, {4}, {true}, false, &out));
  EXPECT_EQ(out, -1);
}

TEST(Reduce, bools) {
  uint8_t in[] = {1, 0, 1}, out;
  ASSERT_TRUE(reduce(ReduceOp::andi, DType::boolean, in, {3}, {true}, false, &out));
  EXPECT_EQ(out, 0);
  ASSERT_TRUE(reduce(ReduceOp::ori, DType::boolean, in, {3}, {true}, false, &out));
  EXPECT_EQ(out, 1);
  ASSERT_TRUE(reduce(ReduceOp::andi, DType::boolean, in, {0}, {true}, false, &out));
  EXPECT_EQ(out, 1);
}

TEST(Reduce, halves_are_rounded_once) {
  std::vector<uint16_t> in(4096, floatToHalf(1));
  uint16_t out;
  ASSERT_TRUE(reduce(ReduceOp::add, DType::float16, in.data(), {64, 64}, {true, true}, false, &out));
  EXPECT_EQ(halfToFloat(out), 4096);
}

TEST(CopyStrided, transposes) {
  std::vector<int32_t> in(70 * 50), out(70 * 50);
  for (int i = 0; i < 3500; ++i)
    in[i] = i;
  CopyAxis axes[] = {{50, 4, 70 * 4}, {70, 50 * 4, 4}};
  copyStrided(in.data(), out.data(), 4, axes, 2);
  for (int i = 0; i < 50; ++i)
    for (int j = 0; j < 70; ++j)
      ASSERT_EQ(out[i * 70 + j], in[j * 50 + i]);
}

TEST(CopyStrided, repeats_reverses_and_takes_boxes) {
  int16_t in[] = {0, 1, 2, 3, 4, 5}, out[12];
  CopyAxis repeat[] = {{2, 0, 12}, {2, 6, 6}, {3, 2, 2}};
  copyStrided(in, out, 2, repeat, 3);
  EXPECT_EQ(out[7], 1);
  CopyAxis reverse[] = {{6, -2, 2}};
  copyStrided(in + 5, out, 2, reverse, 1);
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[5], 0);
  CopyAxis nothing[] = {{0, 2, 2}, {3, 2, 2}};
  copyStrided(in, out, 2, nothing, 2);
  EXPECT_EQ(out[0], 5);
}
