// SPDX-License-Identifier: Apache-2.0
// Cards: every fact says what it rests on, and the vendor's peaks follow from processors, clocks and rates.
#include "shared/rates/Cards.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace tessera::rates;

namespace {

TEST(Cards, EveryFactSaysWhatItRestsOn) {
  std::set<std::pair<CardId, std::string_view>> seen;
  for (const CardRow &row : listCardRates()) {
    const Card &card = getCard(row.card);
    std::string where = std::string(card.card) + " " + std::string(row.name);
    EXPECT_TRUE(seen.insert({row.card, row.name}).second) << where << " stands twice";
    EXPECT_EQ(card.*row.member, row.fact.value) << where;
    EXPECT_GT(row.fact.value, 0) << where;
    EXPECT_FALSE(row.unit.empty()) << where;
    EXPECT_FALSE(row.meaning.empty()) << where;
    EXPECT_EQ(row.fact.source.substr(0, 1), std::string(1, getLetter(row.fact.grade))) << where;
    EXPECT_LT(row.fact.sigma, 0.5) << where;
    if (row.fact.sigma <= 0)
      EXPECT_TRUE(row.fact.sigma == 0 && row.fact.value == std::floor(row.fact.value)) << where;
  }
  for (const Card &card : cards)
    for (std::string_view name : {"processors", "boostClock", "specClock", "memoryPeak", "l2Bytes", "l2Size"})
      EXPECT_TRUE(seen.count({static_cast<CardId>(&card - cards), name})) << card.card << " " << name;
}

TEST(Cards, WhatTheCostModelDividesByIsKnown) {
  for (const char *name : {"a100", "a100-80gb", "h100", "h100-nvl", "h100-pcie", "h200"}) {
    ASSERT_NE(findCard(name), nullptr) << name;
    EXPECT_GT(findCard(name)->memoryCopy, 0) << name;
    EXPECT_EQ(findCard(name)->target, findCard(name)->generation == Generation::ampere ? "sm_80" : "sm_90a") << name;
  }
}

TEST(Cards, EveryNameReachesItsNumber) {
  for (const CardRow &row : listCardRates()) {
    Card card = getCard(row.card);
    ASSERT_TRUE(setRate(card, row.name, 7));
    EXPECT_EQ(card.*row.member, 7) << row.name;
  }
  Card card = getCard(CardId::h100);
  EXPECT_FALSE(setRate(card, "clock", 7));
}

TEST(Cards, ACardIsFoundByItsName) {
  for (const Card &card : cards)
    EXPECT_EQ(findCard(card.card), &card);
  EXPECT_EQ(findCard("h100-pcie"), &getCard(CardId::h100_pcie));
  EXPECT_EQ(findCard("H100"), nullptr);
}

TEST(Cards, RatesAndClocksMakeTheVendorsPeaks) {
  auto teraflops = [](CardId id, double clock, double operations) {
    return getCard(id).processors * operations * clock / 1e6;
  };
  const Card &h100 = getCard(CardId::h100), &a100 = getCard(CardId::a100), &pcie = getCard(CardId::h100_pcie);
  EXPECT_NEAR(teraflops(CardId::h100, h100.specClock, hopper.tensorOperations16), 989.4, 0.5);
  EXPECT_NEAR(teraflops(CardId::h100, h100.specClock, hopper.tensorOperations8), 1978.9, 1);
  EXPECT_NEAR(teraflops(CardId::h100, h100.specClock, hopper.tensorOperations32), 494.7, 0.5);
  EXPECT_NEAR(teraflops(CardId::a100, a100.specClock, ampere.tensorOperations16), 312, 0.5);
  EXPECT_NEAR(teraflops(CardId::h100_pcie, pcie.specClock, hopper.tensorOperations16), 756, 1);
  auto fma = [](const Rates &rates) { return 2 * rates.warpLanes * rates.schedulers / rates.fma32Cycles; };
  EXPECT_NEAR(teraflops(CardId::h100, h100.boostClock, fma(hopper)), 66.9, 0.1);
  EXPECT_NEAR(teraflops(CardId::a100, a100.boostClock, fma(ampere)), 19.5, 0.1);
}

TEST(Cards, MemoryGivesNoMoreThanItHas) {
  for (const Card &card : cards) {
    EXPECT_LT(card.memoryRead, card.memoryPeak) << card.card;
    EXPECT_LT(card.memoryCopy, card.memoryPeak) << card.card;
    EXPECT_LT(card.memoryTriad, card.memoryPeak) << card.card;
    EXPECT_LE(card.specClock, card.boostClock) << card.card;
    EXPECT_LE(card.l2Size, 60) << card.card;
    // The L2 cache gives more than memory, and less than its ports to all multiprocessors take.
    EXPECT_GT(card.l2Bytes, card.memoryPeak * 1e3 / card.boostClock) << card.card;
    EXPECT_LT(card.l2Bytes, card.processors * getRates(card.generation).l2PortBytes) << card.card;
  }
}

TEST(Cards, PowerOfAKnownRun) {
  // RRZE's roofline on an H200, 256 multiply-adds for each float that is read and written: 41.23 TFLOP/s, 428 W.
  const Card &card = getCard(CardId::h200);
  double terabytes = 41.23 / (2 * 256) * 8;
  EXPECT_NEAR(card.basePower + card.memoryPower * terabytes + card.fmaPower * 41.23, 428, 0.03 * 428);
}

} // namespace
