// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Clock.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;
namespace rates = tessera::rates;

namespace {

const rates::Card &h200 = rates::getCard(rates::CardId::h200);

/// Products of 16-bit numbers at `share` of the tensor cores' peak, for a million cycles.
LaunchLoad multiply(double share, const rates::Card &card, const rates::Rates &r) {
  LaunchLoad load;
  load.cycles = 1e6;
  load.products = share * load.cycles * r.tensorOperations16 * card.processors;
  return load;
}

TEST(LoadedClock, WhatDrawsLittleRunsAtTheHighest) {
  LaunchLoad load{1e6, 1e6, 0, 0};
  LoadedClock found = findClock(load, h200, rates::hopper);
  EXPECT_EQ(found.megahertz, h200.boostClock);
  EXPECT_GT(found.watts, h200.basePower);
  EXPECT_LT(found.watts, 0.5 * h200.boardPower);
}

TEST(LoadedClock, LongProductsSettleWhereTheRatesAreFrom) {
  // 8192 cubed on an H200 drew its 700 W at about 1745 MHz, 788 TFLOP/s, and its memory about 60 W.
  double seconds = 1e6 / 1745e6;
  LaunchLoad load = multiply(788e12 / (h200.processors * 4096 * 1745e6), h200, rates::hopper);
  load.memoryBytes = 60 / h200.memoryPower * 1e12 * seconds;
  LoadedClock found = findClock(load, h200, rates::hopper);
  EXPECT_NEAR(found.megahertz, 1745, 10);
  EXPECT_NEAR(found.watts, h200.boardPower, 2);
}

TEST(LoadedClock, FallsAsMoreIsDone) {
  double before = h200.boostClock;
  for (double share : {0.2, 0.4, 0.6, 0.8, 1.0}) {
    double clock = findClock(multiply(share, h200, rates::hopper), h200, rates::hopper).megahertz;
    EXPECT_LE(clock, before) << share;
    before = clock;
  }
  EXPECT_LT(before, 0.9 * h200.boostClock);
}

TEST(LoadedClock, HoldsOnAnA100WhoseVoltageNobodyKnows) {
  const rates::Card &a100 = rates::getCard(rates::CardId::a100);
  // 8192 cubed reached 257 of 295 TFLOP/s, as if at 1230 MHz; with memory's 60 W it drew its 400.
  double seconds = 1e6 / 1230e6;
  LaunchLoad load = multiply(257e12 / (a100.processors * 2048 * 1230e6), a100, rates::ampere);
  load.memoryBytes = 60 / a100.memoryPower * 1e12 * seconds;
  EXPECT_NEAR(findClock(load, a100, rates::ampere).megahertz, 1230, 10);
}

TEST(LoadedClock, IsTheHighestWhereNobodyKnowsWhatIsDrawn) {
  const rates::Card &pcie = rates::getCard(rates::CardId::h100_pcie);
  LoadedClock found = findClock(multiply(1, pcie, rates::hopper), pcie, rates::hopper);
  EXPECT_EQ(found.megahertz, pcie.boostClock);
  EXPECT_EQ(found.watts, 0);
}

} // namespace
