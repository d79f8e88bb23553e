// SPDX-License-Identifier: Apache-2.0
// Layouts of a warpgroup by name, against the PTX manual's fragment tables: the formulas of an element's row and column are written
// out here, independent of tilings.
#include "compiler/layout/WarpgroupLayouts.h"
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"
#include <gtest/gtest.h>

using namespace tessera::layout;

namespace {
using Place = std::pair<int, int>; // row, column

LinearLayout make(llvm::StringRef name, llvm::ArrayRef<int64_t> shape, int64_t bits, llvm::ArrayRef<int64_t> numbers = {},
                  llvm::ArrayRef<int64_t> reduced = {}) {
  std::string error;
  auto layout = makeNamedLayout({name, numbers, reduced}, shape, bits, &error);
  EXPECT_TRUE(layout) << error;
  return layout.value_or(LinearLayout());
}

std::string explain(llvm::StringRef name, llvm::ArrayRef<int64_t> shape, int64_t bits, llvm::ArrayRef<int64_t> numbers = {}) {
  std::string error;
  EXPECT_FALSE(makeNamedLayout({name, numbers, {}}, shape, bits, &error));
  return error;
}

/// Checks every register of every thread against `where(register, warp, g, q)`, g the lane's upper three bits, q its lower two.
template <typename Where> void expectPlaces(const LinearLayout &layout, int registers, Where where) {
  ASSERT_EQ(layout.inputSize(registerDim), registers);
  for (int warp = 0; warp < 4; ++warp)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < registers; ++i) {
        Basis element = layout.apply(i, lane, warp);
        Place expected = where(i, warp, lane >> 2, lane & 3);
        ASSERT_EQ(Place(element[0], element[1]), expected) << "register " << i << " lane " << lane << " warp " << warp;
      }
}
} // namespace

// wgmma's D: row = 16w + g + 8 * ((i >> 1) & 1), column = 8 * (i >> 2) + 2q + (i & 1).
TEST(WarpgroupLayouts, Accumulator) {
  auto where = [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * q + (i & 1)); };
  expectPlaces(make("wgmma", {64, 256}, 32), 128, where);
  expectPlaces(*makeWgmmaAccumulator({64, 8}), 4, where);
  // Thread 77 of a 64-row tile holds (35, 27) in register 13.
  Basis element = makeWgmmaAccumulator({64, 64})->apply(13, 13, 2);
  EXPECT_EQ(Place(element[0], element[1]), Place(35, 27));
}

TEST(WarpgroupLayouts, TilesOf64RowsAreFurtherRegisters) {
  LinearLayout layout = make("wgmma", {128, 16}, 32);
  EXPECT_EQ(layout.bases(registerDim).vec(), (std::vector<Basis>{{0, 1}, {8, 0}, {0, 8}, {64, 0}}));
  EXPECT_EQ(layout.bases(warpDim).vec(), (std::vector<Basis>{{16, 0}, {32, 0}}));
}

// wgmma's A in registers: 16, 8 and 32 (tf32) bits.
TEST(WarpgroupLayouts, OperandsInRegisters) {
  expectPlaces(*makeWgmmaOperand({64, 64}, 16), 32,
               [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * q + (i & 1)); });
  auto bytes = [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * ((i >> 2) & 1), 16 * (i >> 3) + 4 * q + (i & 3)); };
  expectPlaces(*makeWgmmaOperand({64, 32}, 8), 16, bytes);
  expectPlaces(make("wgmma_8bit", {64, 32}, 8), 16, bytes);
  expectPlaces(*makeWgmmaOperand({64, 8}, 32), 4,
               [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * (i & 1), 4 * (i >> 1) + q); });
}

// mma.sync m16n8k16's B: k = 2q + (i & 1) + 8 * (i >> 1), n = g; the same in every warp.
TEST(WarpgroupLayouts, RightOperandOfMma) {
  expectPlaces(make("mma_rhs", {16, 8}, 16), 4, [](int i, int, int g, int q) { return Place(2 * q + (i & 1) + 8 * (i >> 1), g); });
  expectPlaces(make("mma_rhs", {32, 8}, 8), 8, [](int i, int, int g, int q) { return Place(4 * q + (i & 3) + 16 * (i >> 2), g); });
  expectPlaces(make("mma_rhs", {8, 8}, 32), 2, [](int i, int, int g, int q) { return Place(q + 4 * i, g); });
}

// Lanes of a row's 16 columns in groups of 4: 0, 2, 1, 3; so that a pair of lanes has what wgmma's layout gives the same pair.
TEST(WarpgroupLayouts, Upcasts) {
  static const int order[] = {0, 2, 1, 3};
  expectPlaces(make("wgmma_upcast_2x", {64, 16}, 8), 8,
               [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * (i >> 2), 4 * order[q] + (i & 3)); });
  expectPlaces(make("wgmma_upcast_4x", {64, 32}, 8), 16,
               [](int i, int w, int g, int q) { return Place(16 * w + g + 8 * (i >> 3), 8 * q + (i & 7)); });
}

// The first rows of an 8x8 part are held by lanes 0 4 1 5 2 6 3 7, twice; then 8 12 9 13 10 14 11 15, twice.
TEST(WarpgroupLayouts, Transposed) {
  LinearLayout layout = make("wgmma_transposed", {64, 8}, 16);
  static const int lanes[2][8] = {{0, 4, 1, 5, 2, 6, 3, 7}, {8, 12, 9, 13, 10, 14, 11, 15}};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 8; ++column) {
      Basis element = layout.apply(row & 1, lanes[row / 2][column], 0);
      EXPECT_EQ(Place(element[0], element[1]), Place(row, column));
    }
}

TEST(WarpgroupLayouts, StridedIsRowMajor) {
  LinearLayout layout = make("strided", {8, 128}, 16, {4});
  for (int thread = 0; thread < 128; ++thread)
    for (int i = 0; i < 8; ++i) {
      int index = thread * 4 + i % 4 + 512 * (i / 4);
      Basis element = layout.apply(i, thread % 32, thread / 32);
      EXPECT_EQ(Place(element[0], element[1]), Place(index / 128, index % 128));
    }
  // Fewer elements than threads: the others hold copies.
  EXPECT_EQ(makeStrided({32}, 4).inputSize(laneDim), 32);
  EXPECT_EQ(makeStrided({32}, 4).inputSize(warpDim), 4);
}

TEST(WarpgroupLayouts, Copy) {
  LinearLayout layout = make("copy", {64, 64}, 16, {128});
  EXPECT_EQ(layout.bases(registerDim).vec(), (std::vector<Basis>{{0, 1}, {0, 2}, {0, 4}, {16, 0}, {32, 0}}));
  EXPECT_EQ(layout.bases(laneDim).vec(), (std::vector<Basis>{{0, 8}, {0, 16}, {0, 32}, {1, 0}, {2, 0}}));
  EXPECT_EQ(layout.bases(warpDim).vec(), (std::vector<Basis>{{4, 0}, {8, 0}}));
}

// A row's maximum: the four lanes of a row hold copies. A column's: the eight rows and the warps do.
TEST(WarpgroupLayouts, Reduced) {
  LinearLayout rows = make("wgmma", {128}, 32, {}, {1}), columns = make("wgmma", {16}, 32, {}, {0});
  EXPECT_EQ(rows.bases(laneDim).vec(), (std::vector<Basis>{{0}, {0}, {1}, {2}, {4}}));
  EXPECT_EQ(rows.bases(registerDim).vec(), (std::vector<Basis>{{8}, {64}}));
  EXPECT_EQ(columns.bases(laneDim).vec(), (std::vector<Basis>{{2}, {4}, {0}, {0}, {0}}));
  EXPECT_EQ(columns.bases(registerDim).vec(), (std::vector<Basis>{{1}, {8}}));
  EXPECT_EQ(columns.bases(warpDim).vec(), (std::vector<Basis>{{0}, {0}}));
}

// wgmma's tiling written out as a program would, and one with copies (its reduced form).
TEST(WarpgroupLayouts, TiledByNumbers) {
  EXPECT_EQ(make("tiled", {64, 32}, 16, {2, 64, 8, 2, 16, 8, 2, 8, 8, 1, 2, 1, 7, 2, 3, 2, 1, 1}), make("wgmma", {64, 32}, 16));
  EXPECT_EQ(make("tiled", {64}, 32, {1, 64, 1, 16, 1, 8, 1, 1, 1, 4, 2, 2, -4, 1, 1}), make("wgmma", {64}, 32, {}, {1}));
}

TEST(WarpgroupLayouts, WhatDoesNotFitIsNamed) {
  EXPECT_EQ(explain("wgmma", {32, 8}, 32), "the shape [32, 8] is not a multiple of the tile [64, 8]");
  EXPECT_EQ(explain("wgmma", {64, 24}, 32), "the shape [64, 24] has an extent that is not a power of two");
  EXPECT_EQ(explain("strided", {64}, 32, {2}), "the shape [64] does not give each of 128 threads 2 neighbours");
  EXPECT_EQ(explain("tcgen05", {128, 8}, 32), "there is no layout `tcgen05` for elements of 32 bits");
  EXPECT_EQ(explain("tiled", {64, 8}, 32, {2, 64}), "the numbers of `tiled` are not tiles, warps, lanes and a vector");
  EXPECT_EQ(explain("tiled", {64, 8}, 32, {2, 64, 8, 1, 2, 1, 1, 1, 1}), "the tiling names an axis twice or one that it does not have");
}

TEST(WarpgroupLayouts, DescribedByName) {
  EXPECT_EQ(describeLayout(*makeWgmmaAccumulator({64, 64}), 32), "wgmma");
  EXPECT_EQ(describeLayout(make("wgmma", {64}, 32, {}, {1}), 32), "wgmma reduced [1]");
  EXPECT_EQ(describeLayout(makeStrided({64, 64}, 8), 16), "strided(8)");
  LinearLayout other = LinearLayout::parse("lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]], shape = [32]").value();
  EXPECT_EQ(describeLayout(other, 32), other.str());
}

// What is read along rows and written along columns of swizzled memory stays in its thread, and no two lanes meet in a
// bank.
TEST(WarpgroupLayouts, TurnedSquaresMeetNoBankTwice) {
  LinearLayout read = make("turned", {128, 128}, 8, {0}), written = make("turned", {128, 128}, 8, {1});
  EXPECT_TRUE(read.isSurjective());
  EXPECT_TRUE(getRegisterMap(read.transposed({1, 0}), written));
  LinearLayout memory = makeTmaSwizzled(128, 128, 1);
  auto reads = countBankConflicts(read, memory, 1), writes = countBankConflicts(written, memory, 1);
  ASSERT_TRUE(reads && writes);
  EXPECT_EQ(reads->vectorBytes, 4);
  EXPECT_EQ(writes->vectorBytes, 16);
  EXPECT_TRUE(reads->isFree() && writes->isFree());
  EXPECT_TRUE(getRegisterMap(make("turned", {32, 128}, 32, {0}).transposed({1, 0}), make("turned", {128, 32}, 32, {1})));
  EXPECT_TRUE(make("turned", {64, 8}, 8, {0}).isSurjective()); // fewer than threads: copies
  EXPECT_NE(explain("turned", {64}, 8), "");
}
