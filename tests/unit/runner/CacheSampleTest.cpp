// SPDX-License-Identifier: Apache-2.0
// What an L2 cache of two partitions has of data that come again and again.
#include "runner/emulator/time/CacheSample.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

namespace {

constexpr double megabytes = 8;
constexpr uint64_t sectors = static_cast<uint64_t>(megabytes * (1 << 20) / 32);

/// The part of sectors that are not there, when clusters in turn read data of `part` of the cache's size round after
/// round, each 16 KiB of them.
double missAt(const CacheShape &shape, double part) {
  constexpr uint64_t piece = 16384 / 32;
  uint64_t pieces = static_cast<uint64_t>(static_cast<double>(sectors) * part) / piece, cluster = 0;
  CacheSample cache(shape);
  auto round = [&](uint32_t statement) {
    for (uint64_t i = 0; i < pieces; ++i, ++cluster)
      cache.touch(statement, cluster, cluster, i * piece, piece, /*isWrite=*/false);
  };
  for (int i = 0; i < 12; ++i)
    round(0);
  for (int i = 0; i < 12; ++i)
    round(1);
  return cache.missShare(1);
}

CacheShape shapeOf(unsigned partitions) { return {megabytes * (1 << 20), 16, partitions}; }

TEST(CacheSample, WhatFitsIsFetchedOnce) {
  EXPECT_LT(missAt(shapeOf(1), 0.4), 0.01);
  EXPECT_GT(missAt(shapeOf(1), 2), 0.99);
}

TEST(CacheSample, LinesThatBothPartitionsKeepTakeTheirRoomTwice) {
  EXPECT_LT(missAt(shapeOf(2), 0.4), 0.05);
  EXPECT_GT(missAt(shapeOf(2), 0.75), 3 * missAt(shapeOf(1), 0.75));
  EXPECT_GT(missAt(shapeOf(2), 0.9), 0.8);
  EXPECT_LT(missAt(shapeOf(1), 0.9), 0.5);
}

TEST(CacheSample, WhatOnePartitionReadsHasRoomInBoth) {
  // All of one cluster: what the other partition has is copied, what its own has is there once.
  CacheSample cache(shapeOf(2));
  for (uint32_t round = 0; round < 4; ++round)
    cache.touch(round, 0, 0, 0, sectors * 6 / 10, /*isWrite=*/false);
  EXPECT_GT(cache.missShare(0), 0.99);
  EXPECT_LT(cache.missShare(3), 0.5);
}

TEST(CacheSample, WhatIsStoredGoesToMemoryOnce) {
  CacheSample cache(shapeOf(2));
  for (int round = 0; round < 4; ++round)
    for (uint64_t cluster = 0; cluster < 64; ++cluster)
      cache.touch(0, cluster, cluster, cluster * 512, 512, /*isWrite=*/true);
  EXPECT_NEAR(cache.writtenBytes(), 64 * 16384, 0.1 * 64 * 16384);
  EXPECT_NEAR(cache.writtenShare(), 0.25, 0.01);
}

TEST(CacheSample, WhoAsksForWhatAnotherAskedForIsCounted) {
  CacheSample cache(shapeOf(2), /*wave=*/64);
  for (uint64_t cta = 0; cta < 64; ++cta)
    cache.touch(0, cta, cta, 0, 4096, /*isWrite=*/false);
  EXPECT_NEAR(cache.sharedShare(0), 63.0 / 64, 0.01);
  EXPECT_NEAR(cache.missShare(0), 1.0 / 64, 0.005);
}

TEST(CacheSample, WavesThatDifferMakeASampleUnsure) {
  // Waves that read their own data miss alike; where every other one reads what the first has read, they differ.
  auto deviationOf = [](bool areAlike) {
    CacheSample cache(shapeOf(1), /*wave=*/4);
    for (uint64_t cta = 0; cta < 4 * 8; ++cta)
      cache.touch(0, cta, cta, (areAlike || cta / 4 % 2 == 0 ? cta : cta % 4) * 1024, 1024, /*isWrite=*/false);
    return cache.missDeviation();
  };
  EXPECT_LT(deviationOf(true), 0.01);
  // Four waves of eight miss all, four nothing: sqrt(8 / 7 * 8 / 4) / 4.
  EXPECT_NEAR(deviationOf(false), 0.378, 0.02);
  CacheSample one(shapeOf(1), /*wave=*/64);
  one.touch(0, 0, 0, 0, 1024, /*isWrite=*/false);
  EXPECT_EQ(one.missDeviation(), 0);
}

} // namespace
