// SPDX-License-Identifier: Apache-2.0
// Which blocks are executed where only a launch's time is asked for.
#include "runner/emulator/time/BlockSample.h"
#include <gtest/gtest.h>

using tessera::emulator::BlockSample;

namespace {

TEST(BlockSample, OfFewWavesAllAreExecuted) {
  for (uint64_t clusters : {1, 131, 132, 12 * 132 - 1}) {
    BlockSample sample(clusters, 132, 1);
    EXPECT_FALSE(sample.leavesOut());
    EXPECT_EQ(sample.countExecuted(), clusters);
    EXPECT_EQ(sample.countFollowed(), clusters);
    EXPECT_TRUE(sample.isFollowed(clusters - 1));
  }
}

TEST(BlockSample, OfManyWavesSixAndThoseOfOneMultiprocessor) {
  // 20 waves of two blocks on each of 8, and some.
  BlockSample sample(20 * 16 + 9, 8, 2);
  ASSERT_TRUE(sample.leavesOut());
  for (uint64_t wave : {0, 1, 9, 10, 18, 19})
    for (uint64_t i = 0; i < 16; ++i)
      EXPECT_TRUE(sample.isFollowed(wave * 16 + i)) << wave;
  EXPECT_FALSE(sample.isFollowed(2 * 16));
  EXPECT_FALSE(sample.isFollowed(20 * 16));
  EXPECT_TRUE(sample.isExecuted(2 * 16)); // both of the first multiprocessor's
  EXPECT_TRUE(sample.isExecuted(2 * 16 + 8));
  EXPECT_FALSE(sample.isExecuted(2 * 16 + 1));
  EXPECT_TRUE(sample.isExecuted(20 * 16 + 8)); // in the wave that is not full
}

TEST(BlockSample, CountsWhatItTakes) {
  for (uint64_t clusters = 1; clusters < 700; clusters += 13)
    for (unsigned resident : {1u, 3u}) {
      BlockSample sample(clusters, 8, resident);
      uint64_t executed = 0, followed = 0;
      for (uint64_t cluster = 0; cluster < clusters; ++cluster) {
        executed += sample.isExecuted(cluster);
        followed += sample.isFollowed(cluster);
      }
      EXPECT_EQ(sample.countExecuted(), executed) << clusters;
      EXPECT_EQ(sample.countFollowed(), followed) << clusters;
    }
}

} // namespace
