// SPDX-License-Identifier: Apache-2.0
// Products against the naive triple loop, bit for bit.
#include "shared/numerics/MatrixProduct.h"
#include "shared/numerics/Random.h"
#include "shared/numerics/SmallFloat.h"
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using namespace tessera::numerics;

namespace {
std::vector<float> normals(uint32_t seed, int64_t n) {
  std::vector<float> values(n);
  threefryNormal({0, seed}, DType::float32, 0, values.data(), n);
  return values;
}
std::vector<float> product(const std::vector<float> &a, const std::vector<float> &b, int64_t m, int64_t n, int64_t k) {
  std::vector<float> out(m * n, -1);
  EXPECT_TRUE(multiplyMatrices({a.data(), DType::float32}, {b.data(), DType::float32}, nullptr, out.data(), DType::float32, m, n, k));
  return out;
}
} // namespace

TEST(MatrixProduct, is_the_naive_sum_in_order) {
  const int64_t sizes[][3] = {{1, 1, 1}, {3, 5, 7}, {12, 32, 4}, {13, 33, 300}, {97, 65, 257}, {100, 1030, 10}};
  for (const auto &[m, n, k] : sizes) {
    std::vector<float> a = normals(1, m * k), b = normals(2, k * n), out = product(a, b, m, n, k);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (int64_t s = 0; s < k; ++s) {
          float term = a[i * k + s] * b[s * n + j];
          sum = sum + term;
        }
        ASSERT_EQ(bitCast<uint32_t>(out[i * n + j]), bitCast<uint32_t>(sum)) << m << "x" << n << "x" << k;
      }
  }
}

TEST(MatrixProduct, a_block_has_the_bits_of_the_whole) {
  const int64_t m = 64, n = 80, k = 500;
  std::vector<float> a = normals(1, m * k), b = normals(2, k * n), whole = product(a, b, m, n, k);
  std::vector<float> columns(k * 16);
  for (int64_t i = 0; i < k; ++i)
    std::memcpy(&columns[i * 16], &b[i * n + 48], 16 * sizeof(float));
  std::vector<float> rows(a.begin() + 32 * k, a.begin() + 48 * k), part = product(rows, columns, 16, 16, k);
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t j = 0; j < 16; ++j)
      EXPECT_EQ(part[i * 16 + j], whole[(32 + i) * n + 48 + j]);
}

TEST(MatrixProduct, an_empty_inner_axis_is_zero) {
  float a = 0, out = 5;
  EXPECT_TRUE(multiplyMatrices({&a, DType::float32}, {&a, DType::float32}, nullptr, &out, DType::float32, 1, 1, 0));
  EXPECT_EQ(out, 0);
}

TEST(MatrixProduct, halves_accumulate_in_float) {
  // 2048 + 1 + 1 is 2050 in f32 and stays 2048 in f16.
  uint16_t a[] = {floatToHalf(2048), floatToHalf(1), floatToHalf(1)}, b[] = {floatToHalf(1), floatToHalf(1), floatToHalf(1)}, out;
  EXPECT_TRUE(multiplyMatrices({a, DType::float16}, {b, DType::float16}, nullptr, &out, DType::float16, 1, 1, 3));
  EXPECT_EQ(halfToFloat(out), 2050.0f);
  float wide, addend = 0.25f;
  EXPECT_TRUE(multiplyMatrices({a, DType::float16}, {b, DType::float16}, &addend, &wide, DType::float32, 1, 1, 3));
  EXPECT_EQ(wide, 2050.25f);
}

TEST(MatrixProduct, integers_count_modulo) {
  int8_t a[] = {100, 100}, b[] = {2, 3}, narrow;
  int32_t wide;
  EXPECT_TRUE(multiplyMatrices({a, DType::int8}, {b, DType::int8}, nullptr, &wide, DType::int32, 1, 1, 2));
  EXPECT_EQ(wide, 500);
  EXPECT_TRUE(multiplyMatrices({a, DType::int8}, {b, DType::int8}, nullptr, &narrow, DType::int8, 1, 1, 2));
  EXPECT_EQ(narrow, static_cast<int8_t>(500));
  int8_t minus[] = {-1, -1};
  EXPECT_TRUE(multiplyMatrices({minus, DType::uint8}, {b, DType::uint8}, nullptr, &wide, DType::int32, 1, 1, 2));
  EXPECT_EQ(wide, 255 * 5);
}

TEST(MatrixProduct, the_addend_may_be_the_result) {
  float a = 3, b = 4, out = 5;
  EXPECT_TRUE(multiplyMatrices({&a, DType::float32}, {&b, DType::float32}, &out, &out, DType::float32, 1, 1, 1));
  EXPECT_EQ(out, 17);
}
