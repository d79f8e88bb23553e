// SPDX-License-Identifier: Apache-2.0
#include "shared/numerics/Order.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace tessera::numerics;

static std::vector<int64_t> sorted(DType type, const void *line, int64_t count, bool isUnsigned = false, bool descending = false) {
  std::vector<uint64_t> keys(count);
  std::vector<int64_t> order(count);
  makeOrderedKeys(type, isUnsigned, descending, line, 1, count, keys.data());
  sortPositions(keys.data(), 1, count, order.data());
  return order;
}
using Order = std::vector<int64_t>;

TEST(Order, integers_by_sign) {
  int8_t bytes[] = {1, -128, 127, -1};
  EXPECT_EQ(sorted(DType::int8, bytes, 4), (Order{1, 3, 0, 2}));
  EXPECT_EQ(sorted(DType::int8, bytes, 4, /*isUnsigned=*/true), (Order{0, 2, 1, 3}));
  EXPECT_EQ(sorted(DType::uint8, bytes, 4), (Order{0, 2, 1, 3}));
  uint64_t words[] = {5, ~uint64_t(0), 0};
  EXPECT_EQ(sorted(DType::uint64, words, 3), (Order{2, 0, 1}));
  EXPECT_EQ(sorted(DType::int64, words, 3), (Order{1, 2, 0}));
}

TEST(Order, floats_with_zeros_equal_and_nans_last) {
  float line[] = {NAN, 0.0f, -0.0f, INFINITY, -INFINITY, -1e-40f, -NAN};
  EXPECT_EQ(sorted(DType::float32, line, 7), (Order{4, 5, 1, 2, 3, 0, 6}));
  EXPECT_EQ(sorted(DType::float32, line, 7, false, /*descending=*/true), (Order{0, 6, 3, 1, 2, 5, 4}));
  uint16_t halves[] = {0x3c00, 0xbc00, 0x0001, 0x8001}; // 1, -1, the least subnormals
  EXPECT_EQ(sorted(DType::float16, halves, 4), (Order{1, 3, 2, 0}));
}

TEST(Order, extremes) {
  float line[] = {2, NAN, 2, -3, NAN, -3};
  ExtremeRule rule;
  EXPECT_EQ(findExtreme(DType::float32, line, 6, 1, rule), 1);
  rule.takesLast = true;
  EXPECT_EQ(findExtreme(DType::float32, line, 6, 1, rule), 4);
  rule.ignoresNan = true;
  EXPECT_EQ(findExtreme(DType::float32, line, 6, 1, rule), 2);
  rule.isMax = rule.takesLast = false;
  EXPECT_EQ(findExtreme(DType::float32, line, 6, 1, rule), 3);
  EXPECT_EQ(findExtreme(DType::float32, line, 2, 2, rule), 0);
  float nans[] = {NAN, NAN};
  EXPECT_EQ(findExtreme(DType::float32, nans, 2, 1, rule), 0);
}
