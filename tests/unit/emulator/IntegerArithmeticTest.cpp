// SPDX-License-Identifier: Apache-2.0
// Integers, bits and video instructions of one lane: known corners, and random operands against wider integers.

#include "runner/emulator/arithmetic/Bits.h"
#include "runner/emulator/arithmetic/Integer.h"
#include "runner/emulator/arithmetic/Video.h"
#include <gtest/gtest.h>
#include <random>

using namespace tessera::emulator;

TEST(Integer, Products) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 100000; ++k) {
    uint64_t x = random() >> random() % 64, y = random() >> random() % 64;
    auto a = static_cast<int64_t>(x), b = static_cast<int64_t>(y);
    auto exact = static_cast<integer::Signed128>(a) * b;
    ASSERT_EQ(integer::multiplyLow(a, b), static_cast<int64_t>(exact));
    ASSERT_EQ(integer::multiplyHigh(a, b), static_cast<int64_t>(exact >> 64));
    ASSERT_EQ(integer::multiplyHigh(x, y), static_cast<uint64_t>(static_cast<integer::Unsigned128>(x) * y >> 64));
    ASSERT_EQ(integer::multiplyHigh(static_cast<int32_t>(a), static_cast<int32_t>(b)),
              static_cast<int32_t>(static_cast<int64_t>(static_cast<int32_t>(a)) * static_cast<int32_t>(b) >> 32));
    ASSERT_EQ(integer::multiplyWide(static_cast<uint16_t>(x), static_cast<uint16_t>(y)), static_cast<uint32_t>(x & 0xffff) * static_cast<uint32_t>(y & 0xffff));
  }
  EXPECT_EQ(integer::multiplyWide<int16_t>(-32768, -32768), 1 << 30);
  EXPECT_EQ(integer::multiply24Low<uint32_t>(0xff000003u, 5), 15u);
  EXPECT_EQ(integer::multiply24Low<int32_t>(0x00ffffff, 5), -5);
  EXPECT_EQ(integer::multiply24High<uint32_t>(0xffffff, 0xffffff), 0xfffffe00u);
  EXPECT_EQ(integer::multiplyAddHighSaturated(INT32_MAX, INT32_MAX, INT32_MAX), INT32_MAX);
}

TEST(Integer, Corners) {
  EXPECT_EQ(integer::divide(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(integer::remainder(INT32_MIN, -1), 0);
  EXPECT_EQ(integer::divide(7u, 0u), 0xffffffffu);
  EXPECT_EQ(integer::divide<int64_t>(7, 0), -1);
  EXPECT_EQ(integer::remainder(7u, 0u), 0xffffffffu);
  EXPECT_EQ(integer::divide<int16_t>(INT16_MIN, -1), INT16_MIN);
  EXPECT_EQ(integer::divide(-7, 2), -3);
  EXPECT_EQ(integer::remainder(-7, 2), -1);
  EXPECT_EQ(integer::absolute(INT32_MIN), INT32_MIN);
  EXPECT_EQ(integer::negate(INT64_MIN), INT64_MIN);
  EXPECT_EQ(integer::addSaturated(INT32_MAX, 1), INT32_MAX);
  EXPECT_EQ(integer::subtractSaturated(INT32_MIN, 1), INT32_MIN);
  EXPECT_EQ(integer::sumOfDifference<int32_t>(-5, 3, 100), 108);
  EXPECT_EQ(integer::sumOfDifference<uint32_t>(3, 5, 1), 3u);
  EXPECT_EQ(integer::minimumRelu(-5, 3), 0);
  EXPECT_EQ((integer::onHalves<int16_t, integer::minimum<int16_t>>(0x8000'0001u, 0x7fff'0002u)), 0x8000'0001u);
  EXPECT_EQ((integer::onHalves<uint16_t, integer::add<uint16_t>>(0xffff'ffffu, 0x0001'0002u)), 0x0000'0001u);
}

TEST(Integer, Dots) {
  EXPECT_EQ((integer::dotOf4<int8_t, int8_t>(0x01ff'02feu, 0x0102'0304u, 10)), static_cast<uint32_t>(10 + 1 * 1 - 1 * 2 + 2 * 3 - 2 * 4));
  EXPECT_EQ((integer::dotOf4<uint8_t, int8_t>(0xffffffffu, 0xffffffffu, 0)), static_cast<uint32_t>(-1020));
  EXPECT_EQ((integer::dotOf2<int16_t, int8_t, 0>(0xffff'0003u, 0xaabb'0205u, 1)), static_cast<uint32_t>(1 + 15 - 2));
  EXPECT_EQ((integer::dotOf2<uint16_t, uint8_t, 1>(0x0001'0003u, 0x0205'ffffu, 1)), 1u + 15 + 2);
}

TEST(Bits, Shifts) {
  EXPECT_EQ(bits::shiftLeft<uint32_t>(1, 31), 0x80000000u);
  EXPECT_EQ(bits::shiftLeft<uint32_t>(1, 32), 0u);
  EXPECT_EQ(bits::shiftLeft<uint16_t>(1, 16), 0u);
  EXPECT_EQ(bits::shiftRight<int32_t>(INT32_MIN, 100), -1);
  EXPECT_EQ(bits::shiftRight<int16_t>(-4, 1), -2);
  EXPECT_EQ(bits::shiftRight<uint64_t>(~0ull, 64), 0u);
  uint32_t a = 0x89abcdefu, b = 0x01234567u;
  EXPECT_EQ((bits::funnelShift<true, true>(a, b, 8)), 0x23456789u);
  EXPECT_EQ((bits::funnelShift<false, true>(a, b, 8)), 0x6789abcdu);
  EXPECT_EQ((bits::funnelShift<true, false>(a, b, 40)), 0x89abcdefu);
  EXPECT_EQ((bits::funnelShift<false, false>(a, b, 40)), 0x01234567u);
  EXPECT_EQ((bits::funnelShift<true, true>(a, b, 40)), 0x23456789u);
}

TEST(Bits, Fields) {
  EXPECT_EQ(bits::extractField<int32_t>(0xf80, 7, 5), -1);
  EXPECT_EQ(bits::extractField<int32_t>(INT32_MIN, 28, 8), static_cast<int32_t>(0xfffffff8u));
  EXPECT_EQ(bits::extractField<int32_t>(0x7fffffff, 28, 8), 7);
  EXPECT_EQ(bits::extractField<int32_t>(INT32_MIN, 40, 4), -1);
  EXPECT_EQ(bits::extractField<uint32_t>(0xffffffffu, 40, 4), 0u);
  EXPECT_EQ(bits::extractField<uint32_t>(0x12345678u, 8, 0), 0u);
  EXPECT_EQ(bits::extractField<uint32_t>(0x12345678u, 0, 255), 0x12345678u);
  EXPECT_EQ(bits::extractField<uint64_t>(0x123456789abcdef0ull, 60, 8), 1u);
  EXPECT_EQ(bits::insertField<uint32_t>(0xf, 0, 30, 4), 0xc0000000u);
  EXPECT_EQ(bits::insertField<uint32_t>(0xff, 0x12345678u, 8, 8), 0x1234ff78u);
  EXPECT_EQ(bits::insertField<uint64_t>(~0ull, 0, 0, 64), ~0ull);
}

/// The manual's own definition, a bit at a time.
template <typename T> static T extractBitwise(T a, unsigned position, unsigned length) {
  constexpr unsigned top = 8 * sizeof(T) - 1;
  auto bit = [&](unsigned k) { return static_cast<uint64_t>(a) >> k & 1; };
  uint64_t sign = std::is_unsigned_v<T> || length == 0 ? 0 : bit(std::min(position + length - 1, top)), d = 0;
  for (unsigned i = 0; i <= top; ++i)
    d |= (i < length && position + i <= top ? bit(position + i) : sign) << i;
  return static_cast<T>(d);
}

TEST(Bits, FieldsAsTheManualDefinesThem) {
  std::mt19937_64 random(5);
  for (int k = 0; k < 300000; ++k) {
    uint64_t x = random();
    unsigned position = random() % 80, length = random() % 80;
    ASSERT_EQ(bits::extractField(static_cast<int32_t>(x), position, length), extractBitwise(static_cast<int32_t>(x), position, length)) << position << " " << length;
    ASSERT_EQ(bits::extractField(static_cast<uint32_t>(x), position, length), extractBitwise(static_cast<uint32_t>(x), position, length));
    ASSERT_EQ(bits::extractField(static_cast<int64_t>(x), position, length), extractBitwise(static_cast<int64_t>(x), position, length)) << position << " " << length;
    ASSERT_EQ(bits::extractField(x, position, length), extractBitwise(x, position, length));
  }
}

TEST(Bits, Permutations) {
  using bits::Permutation;
  EXPECT_EQ(bits::permute<Permutation::indexed>(0x33221100u, 0x77665544u, 0x6420), 0x66442200u);
  EXPECT_EQ(bits::permute<Permutation::indexed>(0x80ff7f00u, 0, 0xba98), 0xffff0000u);
  EXPECT_EQ(bits::permute<Permutation::indexed>(0x33221100u, 0x77665544u, 0x5410), 0x55441100u);
  EXPECT_EQ(bits::permute<Permutation::forward4>(0x33221100u, 0x77665544u, 1), 0x44332211u);
  EXPECT_EQ(bits::permute<Permutation::backward4>(0x33221100u, 0x77665544u, 1), 0x66770011u);
  EXPECT_EQ(bits::permute<Permutation::replicate8>(0x33221100u, 0, 2), 0x22222222u);
  EXPECT_EQ(bits::permute<Permutation::clampLeft>(0x33221100u, 0, 2), 0x33222222u);
  EXPECT_EQ(bits::permute<Permutation::clampRight>(0x33221100u, 0, 2), 0x22221100u);
  EXPECT_EQ(bits::permute<Permutation::replicate16>(0x33221100u, 0, 1), 0x33223322u);
}

TEST(Bits, CountsAndFinds) {
  EXPECT_EQ(bits::countLeadingZeros<uint32_t>(0), 32u);
  EXPECT_EQ(bits::countLeadingZeros<uint64_t>(0), 64u);
  EXPECT_EQ(bits::countLeadingZeros<uint64_t>(1), 63u);
  EXPECT_EQ((bits::findHighest<uint32_t, false>(0)), 0xffffffffu);
  EXPECT_EQ((bits::findHighest<int32_t, false>(-1)), 0xffffffffu);
  EXPECT_EQ((bits::findHighest<int32_t, false>(-2)), 0u);
  EXPECT_EQ((bits::findHighest<uint32_t, true>(0x100)), 23u);
  EXPECT_EQ((bits::findHighest<uint64_t, false>(1ull << 40)), 40u);
  EXPECT_EQ(bits::reverse<uint32_t>(0x00000001u), 0x80000000u);
  EXPECT_EQ(bits::reverse<uint32_t>(0x12345678u), 0x1e6a2c48u);
  EXPECT_EQ(bits::findNth(0b10110, 0, 1), 1u);
  EXPECT_EQ(bits::findNth(0b10110, 2, 2), 4u);
  EXPECT_EQ(bits::findNth(0b10110, 3, -1), 2u);
  EXPECT_EQ(bits::findNth(0b10110, 0, 9), 0xffffffffu);
  EXPECT_EQ(bits::findNth(0b10110, 1, 0), 1u);
  EXPECT_EQ(bits::threeInputLogic(0xf0, 0xcc, 0xaa, 0x96) & 0xff, 0x96u);
  EXPECT_EQ(bits::threeInputLogic(0xf0, 0xcc, 0xaa, 0xea) & 0xff, 0xeau);
  EXPECT_EQ((bits::extendLow<int32_t, false>(0x80, 8)), -128);
  EXPECT_EQ((bits::extendLow<int32_t, false>(-5, 40)), -5);
  EXPECT_EQ((bits::extendLow<uint32_t, true>(0xfff, 40)), 0xffu);
  EXPECT_EQ((bits::makeMask<false>(4, 8)), 0xff0u);
  EXPECT_EQ((bits::makeMask<false>(0, 99)), 0xffffffffu);
  EXPECT_EQ((bits::makeMask<false>(32, 4)), 0u);
  EXPECT_EQ((bits::makeMask<true>(33, 34)), 6u);
}

TEST(Video, ScalarFormsSaturateAtTheirPart) {
  video::Plan plan;
  plan.signedD = true, plan.signedA = false, plan.signedB = true, plan.saturates = true;
  plan.a = {8, 8}, plan.b = {16, 16};
  EXPECT_EQ(video::scalar(plan, 0x0000ff00u, 0xffff0000u, 0), 254u);
  plan.d = {16, 8}, plan.second = video::Second::merge;
  EXPECT_EQ(video::scalar(plan, 0x0000ff00u, 0x00010000u, 0x11223344u), 0x117f3344u);
  video::Plan shift;
  shift.operation = video::Operation::shiftLeft, shift.saturates = true;
  EXPECT_EQ(video::scalar(shift, 0xffffffffu, 99, 0), 0xffffffffu);
  shift.saturates = false;
  EXPECT_EQ(video::scalar(shift, 0xffffffffu, 32, 0), 0u);
}

TEST(Video, SimdForms) {
  video::Plan plan;
  plan.parts = 4;
  EXPECT_EQ(video::simd(plan, 0x01020304u, 0x10203040u, 0), 0x11223344u);
  EXPECT_EQ(video::simd(plan, 0xff020304u, 0x02203040u, 0), 0x01223344u);
  plan.saturates = true;
  EXPECT_EQ(video::simd(plan, 0xff020304u, 0x02203040u, 0), 0xff223344u);
  plan.saturates = false, plan.mask = 0b0110;
  EXPECT_EQ(video::simd(plan, 0x01020304u, 0x10203040u, 0xaabbccddu), 0xaa2233ddu);
  plan.second = video::Second::add, plan.operation = video::Operation::absoluteDifference, plan.mask = 0xf;
  EXPECT_EQ(video::simd(plan, 0x01050104u, 0x02040304u, 100), 100u + 1 + 1 + 2 + 0);
}

TEST(Video, MultiplyAdd) {
  video::MultiplyAdd plan;
  EXPECT_EQ(video::multiplyAdd(plan, 7, 6, 5), 47u);
  plan.negatesProduct = true;
  EXPECT_EQ(video::multiplyAdd(plan, 7, 6, 5), static_cast<uint32_t>(-37));
  plan.negatesProduct = false, plan.negatesC = true;
  EXPECT_EQ(video::multiplyAdd(plan, 7, 6, 5), 37u);
  plan.negatesC = false, plan.plusOne = true, plan.shift = 7;
  EXPECT_EQ(video::multiplyAdd(plan, 128, 2, 127), (256u + 128) >> 7);
}
