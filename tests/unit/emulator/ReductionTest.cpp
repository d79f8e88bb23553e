// SPDX-License-Identifier: Apache-2.0
// Reductions of bulk and tensor copies, element by element.

#include "runner/emulator/arithmetic/Reduction.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace tessera::emulator;

template <typename T> static T reduce(Reduction operation, ReducedType type, T target, T value) {
  Reducer reducer = getReducer(operation, type);
  EXPECT_NE(reducer, nullptr);
  T targets[2] = {target, target}, values[2] = {value, value};
  reducer(reinterpret_cast<uint8_t *>(targets), reinterpret_cast<uint8_t *>(values), sizeof(targets));
  EXPECT_EQ(targets[0], targets[1]);
  return targets[0];
}

TEST(Reduction, Integers) {
  EXPECT_EQ(reduce<uint32_t>(Reduction::add, ReducedType::u32, 0xffffffff, 2), 1u);
  EXPECT_EQ(reduce<uint64_t>(Reduction::add, ReducedType::u64, ~0ull, 2), 1u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::min, ReducedType::s32, 0xffffffff, 2), 0xffffffffu);
  EXPECT_EQ(reduce<uint32_t>(Reduction::min, ReducedType::u32, 0xffffffff, 2), 2u);
  EXPECT_EQ(reduce<uint64_t>(Reduction::max, ReducedType::s64, ~0ull, 2), 2u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::inc, ReducedType::u32, 7, 7), 0u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::inc, ReducedType::u32, 6, 7), 7u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::dec, ReducedType::u32, 0, 7), 7u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::dec, ReducedType::u32, 9, 7), 7u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::bitXor, ReducedType::b32, 0xff, 0x0f), 0xf0u);
  EXPECT_EQ(reduce<uint64_t>(Reduction::bitAnd, ReducedType::b64, 0xff, 0x0f), 0x0fu);
}

TEST(Reduction, Floats) {
  EXPECT_EQ(reduce<uint16_t>(Reduction::add, ReducedType::f16, 0x3c00, 0x1000), 0x3c00); // 1 + 2^-11: a tie, to even
  EXPECT_EQ(reduce<uint16_t>(Reduction::add, ReducedType::f16, 0x3c00, 0x1001), 0x3c01);
  EXPECT_EQ(reduce<uint16_t>(Reduction::add, ReducedType::f16, 0x0001, 0x0001), 0x0002); // subnormals stay
  EXPECT_EQ(reduce<uint16_t>(Reduction::add, ReducedType::bf16, 0x7f80, 0xff80), 0x7fff);
  EXPECT_EQ(reduce<uint16_t>(Reduction::add, ReducedType::bf16, 0x3f80, 0x3b80), 0x3f80);
  EXPECT_EQ(reduce<uint32_t>(Reduction::add, ReducedType::f32, 0x00000001, 0x00000001), 0x00000002u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::add, ReducedType::f32Ftz, 0x00000001, 0x00000001), 0u);
  EXPECT_EQ(reduce<uint32_t>(Reduction::add, ReducedType::f32, 0x7f800000, 0xff800000), 0x7fffffffu);
  EXPECT_EQ(reduce<uint16_t>(Reduction::min, ReducedType::f16, 0x0000, 0x8000), 0x8000); // -0 is less
  EXPECT_EQ(reduce<uint16_t>(Reduction::max, ReducedType::f16, 0x8000, 0x0000), 0x0000);
  EXPECT_EQ(reduce<uint16_t>(Reduction::max, ReducedType::bf16, 0x7fc0, 0x3f80), 0x3f80); // a number wins over NaN
  EXPECT_EQ(reduce<uint16_t>(Reduction::max, ReducedType::bf16, 0x7fc0, 0xffc0), 0x7fff);
}

TEST(Reduction, WhatTheHardwareDoesNotHave) {
  EXPECT_EQ(getReducer(Reduction::add, ReducedType::s64), nullptr);
  EXPECT_EQ(getReducer(Reduction::min, ReducedType::f32), nullptr);
  EXPECT_EQ(getReducer(Reduction::inc, ReducedType::s32), nullptr);
  EXPECT_EQ(getReducer(Reduction::bitOr, ReducedType::u32), nullptr);
}
