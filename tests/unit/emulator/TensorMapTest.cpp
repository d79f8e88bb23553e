// SPDX-License-Identifier: Apache-2.0
// Tensor maps: their rules, their bytes, where a box lies.

#include "runner/emulator/arithmetic/TensorMap.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace tessera::emulator;

static TensorMap makeMatrix() {
  TensorMap map;
  map.address = 0x7f0000001000;
  map.element = TensorElement::bf16;
  map.rank = 2;
  map.dimensions = {512, 300, 1, 1, 1};
  map.strides = {1024, 0, 0, 0};
  map.box = {64, 128, 1, 1, 1};
  map.swizzleBytes = 128;
  return map;
}

static uint32_t wordOf(const TensorMapImage &image, unsigned index) {
  uint32_t word;
  std::memcpy(&word, image.data() + 4 * index, 4);
  return word;
}

TEST(TensorMap, BytesAreThoseThatTensormapReplaceWrites) {
  TensorMapImage image = encodeTensorMap(makeMatrix());
  EXPECT_EQ(wordOf(image, 0), 0x00001000u);
  EXPECT_EQ(wordOf(image, 1), 0x00007f00u);
  EXPECT_EQ(wordOf(image, 2), 0x6510u);
  EXPECT_EQ(wordOf(image, 3), 0x40u);
  EXPECT_EQ(wordOf(image, 8), 0x1ffu);
  EXPECT_EQ(wordOf(image, 9), 0x12bu);
  EXPECT_EQ(wordOf(image, 13), 0x3f000000u);
  EXPECT_EQ(wordOf(image, 14), 0x7fu);
  for (unsigned zero : {4u, 5u, 6u, 7u, 10u, 11u, 12u, 15u})
    EXPECT_EQ(wordOf(image, zero), 0u) << zero;
}

static TensorMap drawMap(std::mt19937 &random) {
  static const unsigned spans[] = {0, 32, 64, 128};
  TensorMap map;
  map.rank = random() % 5 + 1;
  map.address = uint64_t(random()) << 4;
  map.element = static_cast<TensorElement>(random() % tensorElementCount);
  map.swizzleBytes = spans[random() % 4];
  map.fillsNan = isFloatingPoint(map.element) && random() % 2;
  for (unsigned d = 0; d < map.rank; ++d) {
    map.dimensions[d] = random() % 4 ? random() % 1000 + 1 : uint64_t(random()) + 1;
    map.elementStrides[d] = random() % 8 + 1;
    map.box[d] = random() % 256 + 1;
    if (d > 0)
      map.strides[d - 1] = (uint64_t(random() >> 4) << 8 | 1) << 4;
  }
  unsigned most = (map.swizzleBytes ? map.swizzleBytes : 256) / 16;
  map.box[0] = (random() % most + 1) * 16 / getBytes(map.element);
  return map;
}

TEST(TensorMap, EncodeAndDecodeAreInverse) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    TensorMap map = drawMap(random);
    ASSERT_TRUE(validate(map).empty()) << validate(map).front();
    DecodedTensorMap decoded = decodeTensorMap(encodeTensorMap(map).data());
    ASSERT_EQ(decoded.error, "");
    EXPECT_TRUE(decoded.isFromHost);
    EXPECT_EQ(decoded.map.address, map.address);
    EXPECT_EQ(decoded.map.element, map.element);
    EXPECT_EQ(decoded.map.rank, map.rank);
    EXPECT_EQ(decoded.map.dimensions, map.dimensions);
    EXPECT_EQ(decoded.map.strides, map.strides);
    EXPECT_EQ(decoded.map.box, map.box);
    EXPECT_EQ(decoded.map.elementStrides, map.elementStrides);
    EXPECT_EQ(decoded.map.swizzleBytes, map.swizzleBytes);
    EXPECT_EQ(decoded.map.fillsNan, map.fillsNan);
  }
}

static std::string firstError(void (*change)(TensorMap &)) {
  TensorMap map = makeMatrix();
  change(map);
  std::vector<std::string> errors = validate(map);
  return errors.empty() ? "" : errors.front();
}

TEST(TensorMap, EveryRuleIsTold) {
  EXPECT_EQ(firstError([](TensorMap &) {}), "");
  EXPECT_EQ(firstError([](TensorMap &m) { m.rank = 6; }), "the rank is 6 but must be 1 to 5");
  EXPECT_EQ(firstError([](TensorMap &m) { m.interleave = TensorInterleave::bytes16; }), "the rank is 2 but must be 3 to 5");
  EXPECT_EQ(firstError([](TensorMap &m) { m.address += 8; }), "the tensor's address 0x7f0000001008 must be a multiple of 16");
  EXPECT_EQ(firstError([](TensorMap &m) { m.swizzleBytes = 96; }), "the swizzle is 96 bytes but must be 0, 32, 64 or 128");
  EXPECT_EQ(firstError([](TensorMap &m) { m.dimensions[1] = 0; }), "`dimensions[1]` is 0 but must be 1 to 4294967296");
  EXPECT_EQ(firstError([](TensorMap &m) { m.box[1] = 257; }), "`box[1]` is 257 but must be 1 to 256");
  EXPECT_EQ(firstError([](TensorMap &m) { m.elementStrides[1] = 9; }), "`elementStrides[1]` is 9 but must be 1 to 8");
  EXPECT_EQ(firstError([](TensorMap &m) { m.strides[0] = 1000; }),
            "`strides[0]` is 1000 but must be a multiple of 16 bytes, more than 0 and less than 2^40");
  EXPECT_EQ(firstError([](TensorMap &m) { m.box[0] = 12; }), "the box has 24 bytes in its innermost dimension but they must be a multiple of 16");
  EXPECT_EQ(firstError([](TensorMap &m) { m.swizzleBytes = 64; }),
            "the box has 128 bytes in its innermost dimension but a swizzle of 64 bytes takes at most as many");
  EXPECT_EQ(firstError([](TensorMap &m) { m.element = TensorElement::u16, m.fillsNan = true; }),
            "NaN fills elements of a floating-point type only but they are `u16`");
}

TEST(TensorMap, BytesThatAreNoMapAreToldApart) {
  TensorMapImage image = encodeTensorMap(makeMatrix());
  image[0x20] ^= 1;
  EXPECT_EQ(decodeTensorMap(image.data()).error, "its bytes were changed by something else than `tensormap.replace`");
  image.fill(0xcd);
  EXPECT_EQ(decodeTensorMap(image.data()).error, "its bytes are no tensor map: bytes 8 to 11 are 0xcdcdcdcd");
}

TEST(TensorMap, ReplaceBuildsWhatEncodeBuilds) {
  TensorMap map = makeMatrix();
  TensorMapImage image{};
  std::string error;
  auto replace = [&](TensorMapField field, unsigned ordinal, uint64_t value) {
    EXPECT_TRUE(replaceTensorMapField(image.data(), field, ordinal, value, error)) << error;
  };
  replace(TensorMapField::address, 0, map.address);
  replace(TensorMapField::rank, 0, 1);
  replace(TensorMapField::elementType, 0, 10);
  replace(TensorMapField::swizzle, 0, 3);
  replace(TensorMapField::stride, 0, 1024);
  for (unsigned d = 0; d < 2; ++d) {
    replace(TensorMapField::dimension, d, map.dimensions[d]);
    replace(TensorMapField::boxDimension, d, map.box[d]);
    replace(TensorMapField::elementStride, d, 1);
  }
  EXPECT_TRUE(std::equal(image.begin(), image.begin() + 0x40, encodeTensorMap(map).begin()));
  DecodedTensorMap decoded = decodeTensorMap(image.data());
  EXPECT_EQ(decoded.error, "");
  EXPECT_FALSE(decoded.isFromHost);
  EXPECT_FALSE(replaceTensorMapField(image.data(), TensorMapField::boxDimension, 0, 300, error));
  EXPECT_EQ(error, "the box is 300 but must be 1 to 256");
}

TEST(TensorMap, AHostsMapStaysOneAfterReplace) {
  TensorMapImage image = encodeTensorMap(makeMatrix());
  std::string error;
  ASSERT_TRUE(replaceTensorMapField(image.data(), TensorMapField::dimension, 1, 77, error));
  DecodedTensorMap decoded = decodeTensorMap(image.data());
  EXPECT_EQ(decoded.error, "");
  EXPECT_TRUE(decoded.isFromHost);
  EXPECT_EQ(decoded.map.dimensions[1], 77u);
}

/// Shared memory after a load of `coordinates` from a u32 tensor whose elements count from 1; 0 where nothing was written.
static std::vector<uint32_t> load(const TensorMap &map, std::array<int32_t, 5> coordinates, uint32_t destination) {
  std::vector<uint32_t> shared(4096);
  BoxLayout layout = getBoxLayout(map);
  walkBox(map, coordinates, [&](const BoxRow &row) {
    for (uint32_t i = 0; i < layout.counts[0]; ++i) {
      bool isInside = i >= row.first && i < row.first + row.count;
      uint64_t address = swizzleAddress(destination + uint64_t(row.index) * layout.pitch + i * 4, map.swizzleBytes);
      shared[address / 4] = isInside ? uint32_t(row.address / 4 + (i - row.first) + 1) : 0xffffffffu;
    }
  });
  return shared;
}

static TensorMap makeCounting(std::array<uint32_t, 5> box, unsigned swizzleBytes, uint32_t rowStep) {
  TensorMap map;
  map.element = TensorElement::u32;
  map.rank = 2;
  map.dimensions = {32, 8, 1, 1, 1};
  map.strides = {128, 0, 0, 0};
  map.box = box;
  map.elementStrides = {1, rowStep, 1, 1, 1};
  map.swizzleBytes = swizzleBytes;
  return map;
}

TEST(TensorMap, BoxWithElementStridesAndShortRowsLiesAsOnHardware) {
  TensorMap map = makeCounting({8, 5, 1, 1, 1}, 128, 2);
  EXPECT_EQ(getBoxLayout(map).dataBytes, 96u);
  std::vector<uint32_t> shared = load(map, {}, 0);
  for (uint32_t i = 0; i < 8; ++i)
    EXPECT_EQ(shared[i], i + 1);
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(shared[128 / 4 + i], 69 + i);
    EXPECT_EQ(shared[144 / 4 + i], 65 + i);
  }
  for (uint32_t i = 0; i < 8; ++i)
    EXPECT_EQ(shared[288 / 4 + i], 129 + i);
}

TEST(TensorMap, SwizzleIsOfTheAbsoluteAddress) {
  std::vector<uint32_t> shared = load(makeCounting({8, 8, 1, 1, 1}, 32, 1), {}, 128);
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(shared[128 / 4 + i], 5 + i);
    EXPECT_EQ(shared[144 / 4 + i], 1 + i);
  }
  EXPECT_EQ(swizzleAddress(0x5a0, 128), 0x590u);
  EXPECT_EQ(swizzleAddress(0x5a0, 64), 0x590u);
  EXPECT_EQ(swizzleAddress(0x5a0, 32), 0x5b0u);
  EXPECT_EQ(swizzleAddress(0x6a8, 128), 0x6f8u);
}

TEST(TensorMap, WhatLiesOutsideIsFilled) {
  TensorMap map = makeMatrix();
  map.dimensions = {70, 100, 1, 1, 1};
  map.strides = {160, 0, 0, 0};
  EXPECT_EQ(getBoxLayout(map).dataBytes, 16384u);
  uint32_t rowsInside = 0;
  walkBox(map, {64, 32}, [&](const BoxRow &row) {
    rowsInside += row.count != 0;
    EXPECT_EQ(row.count, row.index < 68 ? 6u : 0u);
    if (row.count)
      EXPECT_EQ(row.address, map.address + (row.index + 32) * 160 + 128);
  });
  EXPECT_EQ(rowsInside, 68u);
  walkBox(map, {-3, -1}, [&](const BoxRow &row) {
    EXPECT_EQ(row.first, row.index == 0 || row.index > 100 ? 0u : 3u);
    EXPECT_EQ(row.count, row.index == 0 || row.index > 100 ? 0u : 61u);
  });
  walkBox(map, {INT32_MIN, INT32_MAX}, [&](const BoxRow &row) { EXPECT_EQ(row.count, 0u); });
  uint8_t fill[4];
  fillOutside(fill, 4, true);
  EXPECT_EQ(fill[0] | fill[1] << 8, 0x7ff7);
  EXPECT_EQ(fill[2] | fill[3] << 8, 0x7ff7);
}

TEST(TensorMap, Tf32IsRoundedToNearestEven) {
  EXPECT_EQ(roundToTf32(0x3f803000), 0x3f804000u);
  EXPECT_EQ(roundToTf32(0x3f805000), 0x3f804000u);
  EXPECT_EQ(roundToTf32(0x3fffffff), 0x40000000u);
  EXPECT_EQ(roundToTf32(0x007fffff), 0x00800000u);
  EXPECT_EQ(roundToTf32(0xff800000), 0xff800000u);
  EXPECT_EQ(roundToTf32(0xffc00001), 0x7fffe000u);
}
