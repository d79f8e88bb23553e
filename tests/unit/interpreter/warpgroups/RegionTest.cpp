// SPDX-License-Identifier: Apache-2.0
// Regions and clocks. Expected values follow from the definitions.
#include "compiler/interpreter/warpgroups/Clock.h"
#include "compiler/interpreter/warpgroups/Region.h"
#include <gtest/gtest.h>

using namespace tessera::interpreter::warpgroups;

static Region box(std::initializer_list<int64_t> shape, std::initializer_list<Region::Axis> axes, int64_t elementSize = 4) {
  Region region;
  region.elementSize = elementSize;
  region.shape.assign(shape);
  region.axes.assign(axes);
  return region;
}

TEST(Region, boxes_overlap_where_every_axis_does) {
  Region left = box({8, 8}, {{0, 4, 1}, {0, 8, 1}});
  EXPECT_TRUE(left.overlaps(box({8, 8}, {{3, 2, 1}, {7, 1, 1}})));
  EXPECT_FALSE(left.overlaps(box({8, 8}, {{4, 4, 1}, {0, 8, 1}})));
}

TEST(Region, even_and_odd_elements_are_apart) {
  Region even = box({16}, {{0, 8, 2}});
  EXPECT_FALSE(even.overlaps(box({16}, {{1, 8, 2}})));
  EXPECT_TRUE(even.overlaps(box({16}, {{3, 4, 3}}))); // 3, 6, ..
}

TEST(Region, listed_elements) {
  Region listed = box({4, 4}, {{0, 4, 1}, {0, 4, 1}});
  listed.elements = std::make_shared<std::vector<int64_t>>(std::vector<int64_t>{0, 5, 10});
  EXPECT_TRUE(listed.overlaps(box({4, 4}, {{1, 1, 1}, {1, 1, 1}})));  // element 5
  EXPECT_FALSE(listed.overlaps(box({4, 4}, {{1, 1, 1}, {2, 2, 1}}))); // elements 6, 7
}

TEST(Region, another_shape_of_the_same_bytes) {
  // Rows 0 and 1 of 4x8 f32 are bytes 0..63; half of them as bf16 are elements 16..31 of 32.
  Region rows = box({4, 8}, {{0, 2, 1}, {0, 8, 1}});
  EXPECT_TRUE(rows.overlaps(box({64}, {{16, 16, 1}}, 2)));
  EXPECT_FALSE(rows.overlaps(box({64}, {{32, 32, 1}}, 2)));
  // Column 7 of row 1 is bytes 60..63.
  EXPECT_TRUE(box({4, 8}, {{0, 2, 1}, {7, 1, 1}}).overlaps(box({64}, {{30, 1, 1}}, 2)));
  EXPECT_FALSE(box({4, 8}, {{0, 2, 1}, {7, 1, 1}}).overlaps(box({64}, {{29, 1, 1}}, 2)));
}

TEST(Region, contains) {
  Region all = box({8, 8}, {{0, 8, 1}, {0, 8, 1}}), part = box({8, 8}, {{2, 2, 1}, {0, 4, 2}});
  EXPECT_TRUE(all.contains(part));
  EXPECT_FALSE(part.contains(all));
}

TEST(Clock, knows_what_it_joined) {
  Clock a, b;
  a.raise({3, 5});
  b.raise({1, 2});
  b.raise({3, 1});
  a.join(b);
  EXPECT_TRUE(a.knows({3, 5}));
  EXPECT_TRUE(a.knows({1, 2}));
  EXPECT_FALSE(a.knows({1, 3}));
  EXPECT_FALSE(b.knows({3, 5}));
}
