// SPDX-License-Identifier: Apache-2.0
// The tensor core's sum: known vectors, and the fast ones equal to the plain one on everything.

#include "runner/emulator/arithmetic/TensorCore.h"
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

using namespace tessera::emulator;

namespace {

float toFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

/// One row and one column of `bytes` an element; the rest is zero.
uint32_t dot(TensorType type, const std::vector<uint32_t> &a, const std::vector<uint32_t> &b, TensorResult result = TensorResult::f32,
             uint32_t old = 0) {
  uint8_t row[32] = {}, column[32] = {};
  unsigned bytes = getTensorElementBits(type) / 8;
  for (size_t i = 0; i < a.size(); ++i) {
    std::memcpy(row + bytes * i, &a[i], bytes);
    std::memcpy(column + bytes * i, &b[i], bytes);
  }
  return dotPlainly(type, row, type, column, result, old);
}

constexpr uint32_t half1 = 0x3c00;
/// 2^exponent as f16.
uint32_t half(int exponent) { return exponent >= -14 ? static_cast<uint32_t>(exponent + 15) << 10 : 1u << (exponent + 24); }
uint32_t e4m3(int exponent) { return exponent >= -6 ? static_cast<uint32_t>(exponent + 7) << 3 : 1u << (exponent + 9); }

} // namespace

TEST(TensorCore, SixteenBitInputsKeep25Bits) {
  EXPECT_EQ(dot(TensorType::f16, {half1, half(-12), half(-12)}, {half1, half(-12), half(-12)}), 0x3f800001u);
  EXPECT_EQ(dot(TensorType::f16, {half1, half(-12), half(-12), half(-12), half(-12)}, {half1, half(-13), half(-13), half(-13), half(-13)}),
            0x3f800001u);
  EXPECT_EQ(dot(TensorType::f16, {half1, half(-13), half(-13), half(-13), half(-13)}, {half1, half(-13), half(-13), half(-13), half(-13)}),
            0x3f800000u);
  EXPECT_EQ(dot(TensorType::f16, {half1 | 0x8000}, {half1}, TensorResult::f32, 0x33000000), 0xbf7fffffu);
}

TEST(TensorCore, EightBitInputsKeep13Bits) {
  EXPECT_EQ(dot(TensorType::e4m3, {e4m3(0), e4m3(-6)}, {e4m3(0), e4m3(-7)}), 0x3f800400u);
  EXPECT_EQ(dot(TensorType::e4m3, {e4m3(0), e4m3(-7)}, {e4m3(0), e4m3(-7)}), 0x3f800000u);
  std::vector<uint32_t> quarter(32, e4m3(-1)), half(32, e4m3(0)), other(32, e4m3(-1));
  EXPECT_EQ(dot(TensorType::e4m3, quarter, other, TensorResult::f32, 0x45800000), 0x45800000u);
  EXPECT_EQ(dot(TensorType::e4m3, half, other, TensorResult::f32, 0x45800000), 0x45808000u);
}

TEST(TensorCore, InfinitiesAndNansAreCanonical) {
  EXPECT_EQ(dot(TensorType::f16, {0x7c00}, {half1}), 0x7f800000u);
  EXPECT_EQ(dot(TensorType::f16, {0x7c00}, {half1 | 0x8000}, TensorResult::f16), 0xfc00u);
  EXPECT_EQ(dot(TensorType::f16, {0x7c00}, {0}), 0x7fffffffu);
  EXPECT_EQ(dot(TensorType::f16, {0x7c00, 0xfc00}, {half1, half1}, TensorResult::f16), 0x7fffu);
  EXPECT_EQ(dot(TensorType::f16, {0xfe01}, {half1}), 0x7fffffffu);
  EXPECT_EQ(dot(TensorType::e4m3, {0xff}, {e4m3(0)}), 0x7fffffffu);
  EXPECT_EQ(dot(TensorType::e4m3, {0x7e}, {e4m3(0)}), 0x43e00000u); // 448
  EXPECT_EQ(dot(TensorType::bf16, {0x7f7f}, {0x7f7f}), 0x7f800000u);
  EXPECT_EQ(dot(TensorType::tf32, {0x7f800001}, {0x3f800000}), 0x7f800000u); // its payload is cut off
}

TEST(TensorCore, SubnormalsAreHonoured) {
  EXPECT_EQ(dot(TensorType::f16, {1}, {1}), 0x27800000u);                           // 2^-48
  EXPECT_EQ(dot(TensorType::bf16, {1}, {0x3f80}), 0x00010000u);                     // 2^-133
  EXPECT_EQ(dot(TensorType::bf16, {3, 1}, {0xb700, 0x3680}), 0x80000001u);          // (-6 + 1) 2^-151: cut to a multiple of 2^-149
  EXPECT_EQ(dot(TensorType::bf16, {1}, {0xb680}), 0x80000000u);                     // -2^-151
  EXPECT_EQ(dot(TensorType::f16, {half(-12)}, {half(-13)}, TensorResult::f16), 0u); // 2^-25: a tie, to even
  EXPECT_EQ(dot(TensorType::f16, {half(-12) | 0x200}, {half(-13)}, TensorResult::f16), 1u);
}

TEST(TensorCore, HalfResultsRoundToNearestEven) {
  EXPECT_EQ(dot(TensorType::f16, {half1, half(-11)}, {half1, half1}, TensorResult::f16), half1);
  EXPECT_EQ(dot(TensorType::f16, {half1 + 1, half(-11)}, {half1, half1}, TensorResult::f16), half1 + 2);
  EXPECT_EQ(dot(TensorType::f16, {0x7bff}, {half1}, TensorResult::f16, 0x4c00), 0x7c00u); // 65504 + 16
}

TEST(TensorCore, IntegersWrapOrSaturateOnce) {
  std::vector<uint32_t> most(32, 0x80);
  EXPECT_EQ(dot(TensorType::s8, most, most, TensorResult::s32, 5), 32u * 128 * 128 + 5);
  EXPECT_EQ(dot(TensorType::s8, most, most, TensorResult::s32, 0x7fffffff), 0x7fffffffu + 32u * 128 * 128);
  EXPECT_EQ(dot(TensorType::s8, most, most, TensorResult::s32Saturated, 0x7fffffff), 0x7fffffffu);
  EXPECT_EQ(dot(TensorType::b1, {0xff, 0xf0}, {0x3c, 0xff}, TensorResult::s32, 1), 4u + 4 + 1);
}

namespace {

/// Random bits of some temperament: 0 all bit patterns, 1 exponents near one, 2 many zeros, 3 no infinities but every exponent,
/// 4 tiny ones.
uint32_t drawFloat(std::mt19937 &random, unsigned fraction, unsigned exponentBits, unsigned temper) {
  uint32_t sign = random() & 1, mantissa = random() & ((1u << fraction) - 1), top = (1u << exponentBits) - 1, bias = top / 2;
  uint32_t field = random() & top;
  if (temper == 1)
    field = bias - 2 + random() % 4;
  else if (temper == 2 && random() % 3)
    field = mantissa = 0;
  else if (temper == 3)
    field = field >= top ? top - 1 : field;
  else if (temper == 4)
    field = random() % 3;
  return sign << (fraction + exponentBits) | field << fraction | mantissa;
}

uint32_t drawElement(std::mt19937 &random, TensorType type, unsigned temper) {
  switch (type) {
  case TensorType::f16: return drawFloat(random, 10, 5, temper);
  case TensorType::bf16: return drawFloat(random, 7, 8, temper);
  case TensorType::tf32: return drawFloat(random, 23, 8, temper);
  case TensorType::e4m3: return drawFloat(random, 3, 4, temper);
  case TensorType::e5m2: return drawFloat(random, 2, 5, temper);
  default: return static_cast<uint32_t>(random());
  }
}

void fill(std::mt19937 &random, TensorType type, unsigned temper, uint8_t *raw, unsigned rows) {
  unsigned bytes = getTensorElementBits(type) / 8;
  for (unsigned i = 0; i < rows * 32 / bytes; ++i) {
    uint32_t bits = drawElement(random, type, temper == 5 ? random() % 5 : temper);
    std::memcpy(raw + i * bytes, &bits, bytes);
  }
}

struct Case {
  TensorType a, b;
  TensorResult result;
};

const Case cases[] = {
    {TensorType::f16, TensorType::f16, TensorResult::f32},   {TensorType::f16, TensorType::f16, TensorResult::f16},
    {TensorType::bf16, TensorType::bf16, TensorResult::f32}, {TensorType::tf32, TensorType::tf32, TensorResult::f32},
    {TensorType::e4m3, TensorType::e5m2, TensorResult::f32}, {TensorType::e5m2, TensorType::e4m3, TensorResult::f16},
    {TensorType::e4m3, TensorType::e4m3, TensorResult::f16}, {TensorType::e5m2, TensorType::e5m2, TensorResult::f32},
    {TensorType::s8, TensorType::u8, TensorResult::s32},     {TensorType::u8, TensorType::s8, TensorResult::s32Saturated},
    {TensorType::s8, TensorType::s8, TensorResult::s32},     {TensorType::b1, TensorType::b1, TensorResult::s32},
};

void fillOld(std::mt19937 &random, TensorResult result, unsigned temper, std::vector<uint32_t> &d) {
  for (uint32_t &word : d) {
    if (result == TensorResult::f32)
      word = drawFloat(random, 23, 8, temper);
    else if (result == TensorResult::f16)
      word = drawFloat(random, 10, 5, temper) | drawFloat(random, 10, 5, temper) << 16;
    else
      word = random() % 2 ? static_cast<uint32_t>(random()) : 0x7fffffffu + random() % 2000 - 1000;
  }
}

void compareAll(std::mt19937 &random, const Case &c, unsigned n, unsigned temperA, unsigned temperB, unsigned temperC) {
  auto rows = std::make_unique<TensorRows>();
  auto columns = std::make_unique<TensorColumns>();
  uint8_t a[16][32], b[256][32];
  fill(random, c.a, temperA, a[0], 16);
  fill(random, c.b, temperB, b[0], n);
  prepareRows(c.a, a, false, *rows);
  prepareColumns(c.b, b[0], n, false, *columns);
  for (bool readsOld : {true, false}) {
    std::vector<uint32_t> d(n / 2 * 32);
    fillOld(random, c.result, temperC, d);
    std::vector<std::vector<uint32_t>> results(3, d);
    for (unsigned way = 0; way < 3; ++way) {
      std::vector<uint32_t *> registers;
      for (unsigned i = 0; i < n / 2; ++i)
        registers.push_back(results[way].data() + 32 * i);
      (way == 0   ? multiplyTensorsPlainly
       : way == 1 ? multiplyTensors
                  : multiplyTensorsPortably)(*rows, *columns, c.result, readsOld, registers.data());
    }
    for (unsigned way = 1; way < 3; ++way)
      for (size_t i = 0; i < d.size(); ++i)
        ASSERT_EQ(results[0][i], results[way][i])
            << "way " << way << " word " << i << " types " << int(c.a) << " " << int(c.b) << " result " << int(c.result) << " old " << std::hex
            << d[i] << (readsOld ? " read" : "") << " tempers " << temperA << temperB << temperC;
  }
}

} // namespace

TEST(TensorCore, TheFastOnesEqualThePlainOne) {
  std::mt19937 random(4);
  for (const Case &c : cases)
    for (unsigned round = 0; round < 216; ++round)
      compareAll(random, c, round % 8 == 0 ? 24 : 8 + 8 * (round % 2), round % 6, round / 6 % 6, round / 36);
}

TEST(TensorCore, NegationIsExactAndLargeTilesWork) {
  std::mt19937 random(5);
  auto rows = std::make_unique<TensorRows>();
  auto columns = std::make_unique<TensorColumns>();
  uint8_t a[16][32], b[256][32];
  fill(random, TensorType::bf16, 1, a[0], 16);
  fill(random, TensorType::bf16, 1, b[0], 256);
  std::vector<std::vector<uint32_t>> results;
  for (unsigned signs = 0; signs < 4; ++signs) {
    prepareRows(TensorType::bf16, a, signs & 1, *rows);
    prepareColumns(TensorType::bf16, b[0], 256, signs & 2, *columns);
    std::vector<uint32_t> d(128 * 32);
    std::vector<uint32_t *> registers;
    for (unsigned i = 0; i < 128; ++i)
      registers.push_back(d.data() + 32 * i);
    multiplyTensors(*rows, *columns, TensorResult::f32, false, registers.data());
    results.push_back(d);
  }
  EXPECT_EQ(results[0], results[3]);
  for (size_t i = 0; i < results[0].size(); ++i)
    if (results[0][i]) {
      ASSERT_EQ(results[0][i] ^ 0x80000000u, results[1][i]);
    }
  EXPECT_EQ(results[1], results[2]);
  EXPECT_NEAR(
      toFloat(results[0][0]),
      [&] {
        double sum = 0;
        for (unsigned k = 0; k < 16; ++k)
          sum +=
              double(toFloat(uint32_t(a[0][2 * k] | a[0][2 * k + 1] << 8) << 16)) * toFloat(uint32_t(b[0][2 * k] | b[0][2 * k + 1] << 8) << 16);
        return sum;
      }(),
      1e-4);
}
