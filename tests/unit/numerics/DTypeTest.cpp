// SPDX-License-Identifier: Apache-2.0
#include "shared/numerics/Array.h"
#include <gtest/gtest.h>

using namespace tessera::numerics;

TEST(DType, names_of_every_notation) {
  EXPECT_EQ(parseDType("bfloat16"), DType::bfloat16);
  EXPECT_EQ(parseDType("fp32"), DType::float32);
  EXPECT_EQ(parseDType("i1"), DType::boolean);
  EXPECT_EQ(parseDType("fp8e4nv"), DType::float8_e4m3fn);
  EXPECT_EQ(parseDType("float"), std::nullopt);
}

TEST(DType, every_name_reads_back) {
  for (int i = 0; i <= static_cast<int>(DType::float64); ++i) {
    EXPECT_EQ(parseDType(getName(static_cast<DType>(i))), static_cast<DType>(i));
    EXPECT_EQ(parseDType(getShortName(static_cast<DType>(i))), static_cast<DType>(i));
  }
}

TEST(DType, bool_is_no_integer) {
  EXPECT_FALSE(isInteger(DType::boolean));
  EXPECT_FALSE(isSigned(DType::uint8));
  EXPECT_EQ(getBitWidth(DType::int4), 4u);
  EXPECT_EQ(getByteSize(DType::int4), 1u);
}

TEST(Array, copies_share_until_written) {
  Array a(DType::int32, {2});
  Array b = a;
  EXPECT_EQ(a.bytes(), b.bytes());
  b.setInt(0, 7);
  EXPECT_EQ(a.getInt(0), 0);
  EXPECT_EQ(b.getInt(0), 7);
}

TEST(Array, count_of_elements_does_not_overflow) {
  EXPECT_EQ(countElements({int64_t(1) << 40, int64_t(1) << 40}), -1);
  EXPECT_EQ(countElements({int64_t(1) << 40, int64_t(1) << 40, 0}), 0);
  EXPECT_EQ(countElements({}), 1);
}

TEST(Array, elements_convert) {
  Array a(DType::uint64, {1});
  a.setInt(0, -1);
  EXPECT_EQ(a.getDouble(0), 18446744073709551616.0);
  Array f(DType::float16, {1});
  f.setDouble(0, 0.1);
  EXPECT_EQ(f.data<uint16_t>()[0], 0x2e66);
  EXPECT_EQ(f.getInt(0), 0);
}
