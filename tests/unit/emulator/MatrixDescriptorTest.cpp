// SPDX-License-Identifier: Apache-2.0
// Where wgmma's operands lie in shared memory.

#include "runner/emulator/arithmetic/MatrixDescriptor.h"
#include "runner/emulator/arithmetic/Swizzle.h"
#include <gtest/gtest.h>
#include <set>

using namespace tessera::emulator;

TEST(Swizzle, MovesChunksAndIsItsOwnInverse) {
  EXPECT_EQ(swizzle(0x5a0, 128), 0x590u);
  EXPECT_EQ(swizzle(0x5a0, 64), 0x590u);
  EXPECT_EQ(swizzle(0x5a0, 32), 0x5b0u);
  EXPECT_EQ(swizzle(0x6a8, 128), 0x6f8u);
  EXPECT_EQ(swizzle(0x6a8, 16), 0x6a8u);
  EXPECT_EQ(swizzle(0x400 + 27 * 128 + (16 * 2 + 8 * (27 >> 4)) * 2, 128), 0x11e0u); // of an stmatrix epilogue
  for (uint32_t span : {16u, 32u, 64u, 128u})
    for (uint32_t address = 0x400; address < 0x1400; ++address)
      ASSERT_EQ(swizzle(swizzle(address, span), span), address);
}

TEST(MatrixDescriptor, KMajorSwizzled) {
  MatrixDescriptor tile{0x400, 16, 1024, 128, false};
  EXPECT_EQ(encodeDescriptor(tile), 0x4000004000010040u);
  MatrixDescriptor second = decodeDescriptor(0x4000004000010042, false);
  EXPECT_EQ(second.start, 0x420u);
  EXPECT_EQ(getChunkAddress(second, 5, 0) + 8, 0x6f8u);
}

TEST(MatrixDescriptor, MnMajorSwizzled) {
  MatrixDescriptor tile{0x400, 8192, 1024, 128, true};
  EXPECT_EQ(encodeDescriptor(tile), 0x4000004002000040u);
  MatrixDescriptor second = decodeDescriptor(0x40000040020000c0, true);
  EXPECT_EQ(getChunkAddress(second, 21 - 16, 70 / 8) + 70 % 8 * 2, 0x2edcu);
}

TEST(MatrixDescriptor, Plain) {
  MatrixDescriptor tile = decodeDescriptor(0x0000001000080080, false);
  EXPECT_EQ(tile.start, 0x800u);
  EXPECT_EQ(tile.leading, 128u);
  EXPECT_EQ(tile.stride, 256u);
  EXPECT_EQ(getChunkAddress(tile, 11, 1) + 4, 0x9b4u);
  tile.isMnMajor = true; // row 19, k 11
  EXPECT_EQ(getChunkAddress(tile, 11, 19 / 8) + 19 % 8 * 2, 0x800u + 6 + 2 * 256 + 3 * 16 + 128);
}

TEST(MatrixDescriptor, DenseTilesAreReadOnce) {
  for (bool isMnMajor : {false, true})
    for (uint32_t span : {16u, 32u, 64u, 128u}) {
      bool isPlain = span == 16;
      MatrixDescriptor tile{0x2000,
                            isMnMajor ? (isPlain ? 1024 : 16 * span)
                            : isPlain ? 128
                                      : 0u,
                            isMnMajor ? (isPlain ? 128 : 8 * span)
                            : isPlain ? 256
                                      : 8 * span,
                            span, isMnMajor};
      std::set<uint32_t> chunks;
      for (unsigned line = 0; line < (isMnMajor ? 16 : 64); ++line)
        for (unsigned chunk = 0; chunk < (isMnMajor ? 8 : 2); ++chunk) {
          uint32_t address = getChunkAddress(tile, line, chunk);
          ASSERT_EQ(address % 16, 0u);
          chunks.insert(address);
        }
      EXPECT_EQ(chunks.size(), 128u) << span << isMnMajor;
    }
}

TEST(MatrixDescriptor, WhatHopperDoesNotDefineIsTold) {
  EXPECT_EQ(checkDescriptor(0x4000004000010040), "");
  EXPECT_NE(checkDescriptor(0x4002004000010040), "");
  EXPECT_NE(checkDescriptor(0x4000004080010040), "");
}
