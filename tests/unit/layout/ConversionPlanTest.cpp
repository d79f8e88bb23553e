// SPDX-License-Identifier: Apache-2.0
// Which way a conversion goes, and that its count is what the example in the header says.
#include "compiler/layout/ConversionPlan.h"
#include "compiler/layout/LayoutBuilders.h"
#include <gtest/gtest.h>

using namespace tessera::layout;

static LinearLayout parse(const char *text) {
  auto layout = LinearLayout::parse(text);
  EXPECT_TRUE(layout) << text;
  return *layout;
}

TEST(ConversionPlan, RowsToColumnsHaveNoConflicts) {
  LinearLayout rows = parse("register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], shape = [32, 32]");
  LinearLayout columns = rows.transposed({1, 0});
  ConversionPlan plan = planConversion(rows, columns, 4);
  ASSERT_EQ(plan.kind, Conversion::sharedMemory);
  EXPECT_EQ(plan.bytes, 4096);
  EXPECT_EQ(plan.wavefronts, 64); // 4 KiB, 128 bytes a trip, in and out
  EXPECT_EQ(countWavefronts(*columns.compose(*makeRowMajor({32, 32}).invert()), 1, 4), 32); // as it is
}

TEST(ConversionPlan, RegistersAndLanes) {
  LinearLayout one = parse("register = [[1]], lane = [[2], [4], [8], [16], [32]], shape = [64]");
  EXPECT_EQ(planConversion(one, one, 4).kind, Conversion::none);
  LinearLayout repeated = parse("register = [[0], [1]], lane = [[2], [4], [8], [16], [32]], shape = [64]");
  EXPECT_EQ(planConversion(one, repeated, 4).kind, Conversion::registers);
  // Each lane wants one register of one of two lanes: two shuffles for each of two registers; halves of a word travel together.
  LinearLayout other = parse("register = [[32]], lane = [[1], [2], [4], [8], [16]], shape = [64]");
  ConversionPlan words = planConversion(one, other, 4);
  EXPECT_EQ(words.kind, Conversion::shuffle);
  EXPECT_EQ(words.shuffles, 4);
  // Between warps there is no other way than shared memory.
  LinearLayout warps = parse("lane = [[1], [2], [4], [8], [16]], warp = [[32]], shape = [64]"), swapped = parse("lane = [[2], [4], [8], [16], [32]], warp = [[1]], shape = [64]");
  EXPECT_EQ(planConversion(warps, swapped, 4).kind, Conversion::sharedMemory);
}
