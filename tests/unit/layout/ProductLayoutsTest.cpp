// SPDX-License-Identifier: Apache-2.0
// Layouts of products by all warps of a block: bases spelled out, and every element held.
#include "compiler/layout/ProductLayouts.h"
#include <gtest/gtest.h>

using namespace tessera::layout;

namespace {
std::string grid(llvm::ArrayRef<int64_t> shape, int64_t warps, bool rowsOnly = false) {
  WarpGrid grid = dealWarps(shape, warps, 16, 8, rowsOnly);
  return std::to_string(grid.batches) + " " + std::to_string(grid.rows) + " " + std::to_string(grid.columns);
}
} // namespace

TEST(ProductLayouts, WarpsReadFewLines) {
  EXPECT_EQ(grid({128, 128}, 4), "1 2 2");
  EXPECT_EQ(grid({128, 128}, 8), "1 4 2");
  EXPECT_EQ(grid({128, 64}, 4), "1 4 1"); // 32 + 64 lines, as with 2 by 2: rows first
  EXPECT_EQ(grid({64, 256}, 4), "1 1 4");
  EXPECT_EQ(grid({16, 64}, 4), "1 1 4");
  EXPECT_EQ(grid({16, 8}, 4), "1 1 1");
  EXPECT_EQ(grid({128, 128}, 4, /*rowsOnly=*/true), "1 4 1");
  EXPECT_EQ(grid({2, 64, 64}, 4), "2 2 1");
  EXPECT_EQ(grid({8, 64, 64}, 4), "4 1 1");
}

TEST(ProductLayouts, MmaSum) {
  EXPECT_EQ(makeMmaSum({64, 32}, {1, 2, 2}, 4).str(),
            "register = [[0, 1], [8, 0], [0, 8], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 16]], shape = [64, 32]");
  // A warp too many holds copies.
  EXPECT_EQ(makeMmaSum({16, 8}, {1, 1, 1}, 2).str(),
            "register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0]], shape = [16, 8]");
  EXPECT_EQ(makeMmaSum({4, 16, 8}, {2, 1, 1}, 2).str(),
            "register = [[0, 0, 1], [0, 8, 0], [2, 0, 0]], lane = [[0, 0, 2], [0, 0, 4], [0, 1, 0], [0, 2, 0], [0, 4, 0]], warp = [[1, 0, 0]], shape = [4, 16, 8]");
}

TEST(ProductLayouts, MmaOperands) {
  LinearLayout sum = makeMmaSum({64, 32}, {1, 2, 2}, 4);
  EXPECT_EQ(makeMmaOperand(sum, {64, 32}, /*isRight=*/false, 16).str(),
            "register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], shape = [64, 32]");
  EXPECT_EQ(makeMmaOperand(sum, {16, 32}, /*isRight=*/true, 16).str(),
            "register = [[1, 0], [8, 0], [0, 8]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 0], [0, 16]], shape = [16, 32]");
  EXPECT_EQ(makeMmaOperand(sum, {64, 8}, /*isRight=*/false, 32).str(),
            "register = [[8, 0], [0, 4], [32, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [0, 0]], shape = [64, 8]");
}

// Attention: P, computed from the first product's sum, is the second one's left operand as it is.
TEST(ProductLayouts, SumsAreOperandsWhereWarpsShareRows) {
  for (int64_t warps : {1, 4, 8}) {
    LinearLayout first = makeMmaSum({128, 64}, dealWarps({128, 64}, warps, 16, 8, true), warps);
    LinearLayout second = makeMmaSum({128, 256}, dealWarps({128, 256}, warps, 16, 8, true), warps);
    EXPECT_EQ(makeMmaOperand(second, {128, 64}, /*isRight=*/false, 16), first);
  }
}

TEST(ProductLayouts, FmaSum) {
  EXPECT_EQ(makeFmaSum({64, 64}, 4, {1, 2, 2}, 4).str(),
            "register = [[0, 1], [0, 2], [0, 16], [8, 0], [16, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [0, 32]], shape = [64, 64]");
  for (int64_t m : {1, 2, 16, 64})
    for (int64_t n : {1, 4, 32})
      EXPECT_TRUE(makeFmaSum({m, n}, 4, dealWarps({m, n}, 4, 8, 16), 4).isSurjective()) << m << " x " << n;
  LinearLayout sum = makeFmaSum({64, 64}, 4, {1, 2, 2}, 4);
  EXPECT_EQ(makeFmaOperand(sum, {64, 2}, /*isRight=*/false).str(),
            "register = [[0, 1], [8, 0], [16, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [0, 0]], shape = [64, 2]");
}
