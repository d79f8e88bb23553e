// SPDX-License-Identifier: Apache-2.0
// Facts about layouts: vector widths, copies, the class of a conversion, bank conflicts. Each expectation is small enough to be
// checked by hand.
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"
#include <gtest/gtest.h>

using namespace tessera::layout;

namespace {
LinearLayout parse(const char *text) { return LinearLayout::parse(text).value(); }

/// 32 lanes along the columns of a 32x32 tensor of one warp, each holding one row's element or one column's.
LinearLayout lanesAlongColumns() {
  return makeBlocked({32, 32}, Blocked{{1, 1}, {1, 32}, {1, 1}, {1, 0}});
}
LinearLayout lanesAlongRows() {
  return makeBlocked({32, 32}, Blocked{{1, 1}, {32, 1}, {1, 1}, {0, 1}});
}
} // namespace

TEST(LayoutFacts, ContiguousElements) {
  EXPECT_EQ(getContiguousElements(parse("register = [[1], [2], [8]], lane = [[4]], shape = [16]"), 0), 4);
  EXPECT_EQ(getContiguousElements(parse("register = [[2]], lane = [[1]], shape = [4]"), 0), 1);
  // Lane 1 holds 1, 0, 3, 2: neighbours, but not in order.
  EXPECT_EQ(getContiguousElements(parse("register = [[1], [2]], lane = [[1], [4]], shape = [8]"), 0), 1);
  EXPECT_EQ(getContiguousElements(parse("register = [[0, 1], [1, 0]], shape = [2, 2]"), 1), 2);
  EXPECT_EQ(getContiguousElements(parse("register = [[0, 1], [1, 0]], shape = [2, 2]"), 0), 1);
}

TEST(LayoutFacts, Copies) {
  Copies copies = getCopies(parse("register = [[1], [1]], lane = [[2], [0]], warp = [[0], [3]], shape = [4]"));
  EXPECT_EQ(copies.registers, 2);
  EXPECT_EQ(copies.lanes, 2);
  EXPECT_EQ(copies.warps, 3); // 3 is 1 ^ 2, which register and lane make
  EXPECT_FALSE(getCopies(parse("register = [[1]], lane = [[2]], shape = [4]")).any());
}

TEST(LayoutFacts, ConversionClasses) {
  LinearLayout layout = parse("register = [[1], [2]], lane = [[4]], warp = [[8]], shape = [16]");
  EXPECT_EQ(classifyConversion(layout, layout), Conversion::none);
  EXPECT_EQ(classifyConversion(layout, parse("register = [[2], [1]], lane = [[4]], warp = [[8]], shape = [16]")),
            Conversion::registers);
  EXPECT_EQ(classifyConversion(layout, parse("register = [[1], [4]], lane = [[2]], warp = [[8]], shape = [16]")),
            Conversion::shuffle);
  EXPECT_EQ(classifyConversion(layout, parse("register = [[1], [2]], lane = [[8]], warp = [[4]], shape = [16]")),
            Conversion::sharedMemory);
}

TEST(LayoutFacts, RegisterMapNamesTheSource) {
  LinearLayout from = parse("register = [[1], [2]], lane = [[4]], shape = [8]");
  LinearLayout to = parse("register = [[2], [3]], lane = [[4]], shape = [8]");
  auto map = getRegisterMap(from, to);
  ASSERT_TRUE(map);
  EXPECT_EQ(*map, (llvm::SmallVector<int32_t>{0, 2, 3, 1}));
  // An element that the other half-warp holds cannot be named.
  EXPECT_FALSE(getRegisterMap(from, parse("register = [[1], [4]], lane = [[2]], shape = [8]")));
}

TEST(LayoutFacts, PartsKeepWholeRegisters) {
  // 4 registers of 8 columns each: columns 16 to 31 are registers 2 and 3.
  LinearLayout from = parse("register = [[8], [16]], lane = [[1], [2], [4]], shape = [32]");
  auto part = makePart(from, {16});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->str(), "register = [[8]], lane = [[1], [2], [4]], shape = [16]");
  EXPECT_EQ(getSliceMap(from, *part, {16}), (llvm::SmallVector<int32_t>{2, 3}));
  // 4 columns are held by half of the lanes.
  EXPECT_FALSE(makePart(from, {4}));
}

TEST(LayoutFacts, RowsAreFreeAndColumnsConflict) {
  LinearLayout memory = makeRowMajor({32, 32});
  auto rows = countBankConflicts(lanesAlongColumns(), memory, 4), columns = countBankConflicts(lanesAlongRows(), memory, 4);
  ASSERT_TRUE(rows && columns);
  EXPECT_TRUE(rows->isFree());
  EXPECT_EQ(columns->wavefronts, 32);
}

TEST(LayoutFacts, ASwizzleFreesColumns) {
  LinearLayout memory = makeSwizzled({32, 32}, 1, 1, 32);
  EXPECT_EQ(countBankConflicts(lanesAlongRows(), memory, 4)->wavefronts, 1);
  EXPECT_EQ(countBankConflicts(lanesAlongColumns(), memory, 4)->wavefronts, 1);
}

TEST(LayoutFacts, WideAccessesAreServedInGroups) {
  LinearLayout registers = makeBlocked({32, 128}, Blocked{{1, 4}, {1, 32}, {1, 1}, {1, 0}});
  auto report = countBankConflicts(registers, makeRowMajor({32, 128}), 4);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->vectorBytes, 16);
  EXPECT_EQ(report->wavefronts, 4);
  EXPECT_TRUE(report->isFree());
}

TEST(LayoutFacts, OtherTensorsHaveNoReport) {
  EXPECT_FALSE(countBankConflicts(lanesAlongRows(), makeRowMajor({16, 32}), 4));
}
