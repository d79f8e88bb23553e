// SPDX-License-Identifier: Apache-2.0
// The state machine of an mbarrier.

#include "runner/emulator/arithmetic/Mbarrier.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

static Mbarrier make(int64_t count) {
  Mbarrier m;
  EXPECT_EQ(m.init(count), "");
  return m;
}

TEST(Mbarrier, AFreshOneHasEndedParityOne) {
  Mbarrier m = make(1);
  EXPECT_FALSE(m.hasEnded(0));
  EXPECT_TRUE(m.hasEnded(1));
}

TEST(Mbarrier, APhaseEndsWithItsLastBytes) {
  Mbarrier m = make(1);
  EXPECT_EQ(m.arriveExpecting(512), "");
  EXPECT_EQ(m.pending, 0);
  EXPECT_EQ(m.tx, 512);
  EXPECT_FALSE(m.hasEnded(0));
  EXPECT_EQ(m.completeTx(256), "");
  EXPECT_FALSE(m.hasEnded(0));
  EXPECT_EQ(m.completeTx(256), "");
  EXPECT_EQ(m.phase, 1u);
  EXPECT_EQ(m.pending, 1);
  EXPECT_TRUE(m.hasEnded(0));
  EXPECT_FALSE(m.hasEnded(1));
}

TEST(Mbarrier, BytesMayComeBeforeTheyAreExpected) {
  Mbarrier m = make(2);
  EXPECT_EQ(m.completeTx(128), "");
  EXPECT_EQ(m.tx, -128);
  EXPECT_EQ(m.arriveExpecting(128), "");
  EXPECT_EQ(m.pending, 1);
  EXPECT_EQ(m.tx, 0);
  EXPECT_EQ(m.phase, 0u);
  EXPECT_EQ(m.arrive(), "");
  EXPECT_EQ(m.phase, 1u);
}

TEST(Mbarrier, ADropCountsForLaterPhases) {
  Mbarrier m = make(3);
  EXPECT_EQ(m.arriveAndDrop(), "");
  EXPECT_EQ(m.expected, 2);
  EXPECT_EQ(m.pending, 2);
  EXPECT_EQ(m.arrive(), "");
  EXPECT_EQ(m.arrive(), "");
  EXPECT_EQ(m.phase, 1u);
  EXPECT_EQ(m.pending, 2);
}

TEST(Mbarrier, WhatIsUndefinedIsTold) {
  Mbarrier m = make(2);
  EXPECT_EQ(Mbarrier().init(0), "it is initialized with 0 arrivals but the count must be 1 to 1048575");
  EXPECT_EQ(Mbarrier().init(1 << 20), "it is initialized with 1048576 arrivals but the count must be 1 to 1048575");
  EXPECT_EQ(m.arrive(3), "3 arrivals come but only 2 of 2 are pending in phase 0");
  EXPECT_EQ(m.arrive(0), "the count of arrivals is 0 but must be 1 to 1048575");
  EXPECT_EQ(m.expectTx(1 << 20), "its pending bytes would be 1048576 but must be -1048575 to 1048575");
  EXPECT_EQ(m.arriveWithoutCompleting(2), "an arrival with `.noComplete` would end phase 0");
  EXPECT_EQ(m.arriveWithoutCompleting(1), "");
  EXPECT_EQ(m.arriveExpecting(16), "");
  EXPECT_EQ(m.arrive(), "1 arrival comes but none is pending: phase 0 only waits for 16 bytes");
  EXPECT_EQ(m.phase, 0u);
}

TEST(Mbarrier, TheWordIsThatOfSm90) {
  EXPECT_EQ(make(1).encode(), 0x7ffff800001ffffeu);
  EXPECT_EQ(make(2).encode(), 0x7ffff000001ffffcu);
  EXPECT_EQ(make(128).encode(), 0x7ffc0000001fff00u);
  EXPECT_EQ(make(12345).encode(), 0x7e7e3800001f9f8eu);
  EXPECT_EQ(Mbarrier::getPending(make(12345).encode()), 12345u);
  Mbarrier m = make(2);
  EXPECT_EQ(m.arrive(2), "");
  EXPECT_EQ(Mbarrier::getParity(m.encode()), 1u);
  EXPECT_EQ(m.addPending(), "");
  EXPECT_EQ(Mbarrier::getPending(m.encode()), 3u);
}
