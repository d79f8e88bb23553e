// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/check/Clock.h"
#include "runner/emulator/check/Shadow.h"
#include "gtest/gtest.h"

namespace tessera::emulator {
namespace {

ClockPointer make(std::vector<ClockEntry> entries) { return std::make_shared<const Clock>(std::move(entries)); }
ClockEntry whole(uint32_t agent, uint32_t time) { return {ClockEntry::keyOf(agent), {time, 0, 0, 0, 0}}; }
ClockEntry lane(uint32_t agent, unsigned index, uint32_t time, uint32_t fenced = 0) { return {ClockEntry::keyOf(agent, index), {time, fenced, 0, 0, 0}}; }

TEST(Clock, KnowsOfLanesAndOfWholeWarps) {
  ClockPointer clock = make({whole(3, 5), lane(3, 7, 9), lane(4, 0, 2)});
  EXPECT_EQ(clock->findUnknown(3, 0xffffffff, 5, Aspect::seen), 0u);
  EXPECT_EQ(clock->findUnknown(3, 0x81, 6, Aspect::seen), 1u);
  EXPECT_EQ(clock->findUnknown(3, 0x80, 9, Aspect::seen), 0u);
  EXPECT_EQ(clock->findUnknown(3, 0x80, 1, Aspect::fencedShared), 0x80u);
  EXPECT_EQ(clock->findUnknown(4, 3, 2, Aspect::seen), 2u);
  EXPECT_EQ(clock->findUnknown(5, 1, 1, Aspect::seen), 1u);
}

TEST(Clock, JoiningKeepsTheLargerTimeOfEachKind) {
  ClockPointer joined = join(make({lane(1, 2, 4, 3)}), make({lane(1, 2, 3, 4), whole(2, 1)}));
  EXPECT_EQ(joined->findUnknown(1, 4, 4, Aspect::seen), 0u);
  EXPECT_EQ(joined->findUnknown(1, 4, 4, Aspect::fencedShared), 0u);
  EXPECT_EQ(joined->findUnknown(2, 1, 1, Aspect::seen), 0u);
}

TEST(Clock, JoiningReturnsTheOneThatIncludesTheOther) {
  ClockPointer small = make({whole(1, 2)}), large = make({whole(1, 2), whole(2, 1)});
  EXPECT_EQ(join(small, large), large);
  EXPECT_EQ(join(large, small), large);
  EXPECT_EQ(join(nullptr, small), small);
  EXPECT_EQ(join(small, nullptr), small);
}

TEST(Clock, ALaneIsDroppedWhenAllAreKnownFurther) {
  ClockPointer joined = join(make({lane(1, 0, 3), lane(1, 5, 9)}), make({whole(1, 4)}));
  EXPECT_EQ(joined->all().size(), 2u);
  EXPECT_TRUE(joined->includes(*make({lane(1, 0, 3)})));
  EXPECT_FALSE(joined->includes(*make({lane(1, 0, 5)})));
}

TEST(Shadow, CellsBecomeAsFineAsTheirAccesses) {
  Shadow shadow;
  MarkSets sets;
  auto count = [&](uint64_t offset, uint64_t size, uint64_t unit) {
    size_t cells = 0;
    shadow.forRange(offset, size, unit, sets, [&](Cell &, uint64_t) { ++cells; });
    return cells;
  };
  EXPECT_EQ(count(0, 64, 16), 4u);
  EXPECT_EQ(count(0, 64, 4), 16u);
  EXPECT_EQ(count(6, 2, 2), 1u);
  EXPECT_EQ(count(0, 64, 16), 32u);
  EXPECT_EQ(count(1020, 8, 4), 3u); // two pages, one of them still coarse before this
  EXPECT_EQ(count(3, 1, 1), 1u);
}

TEST(Shadow, SplittingKeepsWhatIsRemembered) {
  Shadow shadow;
  MarkSets sets;
  shadow.forRange(0, 16, 16, sets, [&](Cell &cell, uint64_t) {
    cell.write = {1, 2, 3, 0};
    cell.others = {Cell::setAgent, sets.take(), 0, 0};
    sets[cell.others.time] = {{4, 5, 6, 0}, {7, 8, 9, 0}};
  });
  std::vector<uint32_t> indices;
  shadow.forRange(0, 16, 4, sets, [&](Cell &cell, uint64_t) {
    EXPECT_EQ(cell.write.time, 2u);
    EXPECT_EQ(sets[cell.others.time].size(), 2u);
    for (uint32_t index : indices)
      EXPECT_NE(index, cell.others.time);
    indices.push_back(cell.others.time);
  });
}

} // namespace
} // namespace tessera::emulator
