// SPDX-License-Identifier: Apache-2.0
// Every fact says what it rests on, every name reaches its number, and facts that speak of one thing agree.
#include "shared/rates/Cards.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace tessera::rates;

namespace {

constexpr Generation generations[] = {Generation::ampere, Generation::hopper};

TEST(Rates, EveryRowSaysWhatItRestsOn) {
  std::set<std::string_view> names;
  for (const RateRow &row : listRates()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_FALSE(row.unit.empty()) << row.name;
    EXPECT_FALSE(row.meaning.empty()) << row.name;
    EXPECT_TRUE(row.of(Generation::ampere).isKnown() || row.of(Generation::hopper).isKnown()) << row.name;
    for (Generation generation : generations) {
      const Fact &fact = row.of(generation);
      if (!fact.isKnown()) {
        EXPECT_EQ(getRates(generation).*row.member, 0) << row.name;
        continue;
      }
      EXPECT_EQ(getRates(generation).*row.member, fact.value) << row.name;
      EXPECT_GT(fact.value, 0) << row.name;
      EXPECT_EQ(fact.source.substr(0, 1), std::string(1, getLetter(fact.grade))) << row.name;
      EXPECT_GT(fact.source.size(), std::string_view("V1: ").size()) << row.name;
      EXPECT_LT(fact.sigma, 0.5) << row.name;
      if (fact.sigma <= 0) // only what is counted is exact
        EXPECT_TRUE(fact.sigma == 0 && fact.value == std::floor(fact.value)) << row.name;
    }
  }
  EXPECT_GT(names.size(), 100u);
}

TEST(Rates, EveryNameReachesItsNumberAndNoOther) {
  for (const RateRow &row : listRates()) {
    Rates rates;
    ASSERT_TRUE(setRate(rates, row.name, 3)) << row.name;
    EXPECT_EQ(getRate(rates, row.name), 3) << row.name;
    double sum = 0;
    for (const RateRow &each : listRates())
      sum += rates.*each.member;
    EXPECT_EQ(sum, 3) << row.name;
  }
  Rates rates = hopper;
  EXPECT_FALSE(setRate(rates, "fma32", 3));
  EXPECT_FALSE(getRate(rates, "fma32").has_value());
  EXPECT_EQ(rates.fma32Cycles, hopper.fma32Cycles);
}

TEST(Rates, ATargetHasItsGeneration) {
  EXPECT_EQ(&getRates(80), &ampere);
  EXPECT_EQ(&getRates(90), &hopper);
  static_assert(getRates(Generation::hopper).wgmmaTail > 0 && getRates(Generation::ampere).wgmmaTail == 0);
}

TEST(Rates, GradesHaveLettersAndWeakerOnesAreLessSure) {
  EXPECT_EQ(getLetter(Grade::none), '-');
  EXPECT_EQ(getLetter(Grade::V), 'V');
  EXPECT_EQ(getLetter(Grade::M), 'M');
  EXPECT_LT(getUsualSigma(Grade::R), getUsualSigma(Grade::P));
  EXPECT_LT(getUsualSigma(Grade::P), getUsualSigma(Grade::K));
  EXPECT_LT(getUsualSigma(Grade::B), getUsualSigma(Grade::M));
  EXPECT_EQ(makeFact(2, Grade::R, "R9: x").sigma, getUsualSigma(Grade::R));
  EXPECT_EQ(makeFact(2, Grade::R, "R9: x", 0.5).sigma, 0.5);
  EXPECT_FALSE(makeFact().isKnown());
}

//===-- what follows from the table, and is known from elsewhere -----------------------------------------------===//

double lanes(double cycles, const Rates &rates) { return rates.warpLanes * rates.schedulers / cycles; }

TEST(Rates, LanesOfAMultiprocessor) {
  EXPECT_EQ(lanes(hopper.fma32Cycles, hopper), 128);
  EXPECT_EQ(lanes(ampere.fma32Cycles, ampere), 64);
  EXPECT_EQ(lanes(hopper.fp64Cycles, hopper), 64);
  EXPECT_EQ(lanes(ampere.fp64Cycles, ampere), 32);
  EXPECT_EQ(lanes(hopper.specialCycles, hopper), 16);
  EXPECT_EQ(lanes(hopper.aluCycles, hopper), 64);
  EXPECT_EQ(lanes(hopper.shuffleCycles, hopper), 32);
  // A unit has 16 lanes: two of them make a warp in a cycle, one of them products of integers in two.
  EXPECT_EQ(hopper.fma32Cycles, hopper.integerProductCycles / hopper.fmaUnits);
  EXPECT_EQ(ampere.fma32Cycles, ampere.integerProductCycles / ampere.fmaUnits);
}

TEST(Rates, ThreeRegistersThroughTwoPortsAreTwoThirdsOfThePeak) {
  // RRZE's roofline kernel on an H200: 42.4 of 66.9 TFLOP/s.
  double cycles = 3 / (hopper.registerBanks * hopper.portReads);
  EXPECT_NEAR(hopper.fma32Cycles / cycles, 42.4 / 66.9, 0.04);
  EXPECT_LT(cycles, ampere.fma32Cycles); // hidden there: 19.0 of 19.5 were seen
}

TEST(Rates, SharedMemory) {
  EXPECT_EQ(hopper.sharedBytes, hopper.sharedBanks * 4);
  // R5's pointer chase of 29.0 cycles has an addition in it, and P1's bare load 23 to 24.
  EXPECT_NEAR(hopper.sharedLatency + hopper.aluLatency + hopper.issueCycles, 29.0, 0.5);
  // Four schedulers that load matrices as fast as they can use all of it: 4 x 512 bytes in 4 x 4 cycles.
  EXPECT_EQ(hopper.matrixLoadCycles * hopper.sharedBytes, 512);
  EXPECT_LE(hopper.sharedMost + hopper.sharedReserved, hopper.dataBytes);
  EXPECT_EQ(hopper.lineBytes, 4 * hopper.sectorBytes);
  EXPECT_LE(hopper.l1Bytes, hopper.l1Banks * 4);
}

TEST(Rates, LinesThatALoadTouches) {
  // RRZE's strides on an H200: floats that the L1 cache has, bytes a cycle of a warp's 128 at stride 8 and 15.
  auto bytes = [](double lines) { return 128 / (hopper.l1TagCycles + hopper.l1TagSlope * (lines - 1)); };
  EXPECT_NEAR(bytes(9), 42.6, 0.06 * 42.6); // 32 floats, 9 apart, from 9 lines
  EXPECT_NEAR(bytes(11), 37.5, 0.08 * 37.5);
  EXPECT_NEAR(bytes(15), 27.8, 0.08 * 27.8);
}

TEST(Rates, TensorCoresAreFullFrom64ColumnsOn) {
  auto compute = [](double n) { return 2 * 64 * n * 16 / hopper.tensorOperations16; };
  auto operands = [](double n) { return (2048 + 32 * n) / hopper.wgmmaOperandBytes; };
  EXPECT_EQ(compute(256), 128);
  EXPECT_EQ(operands(64), compute(64));
  EXPECT_LT(operands(128), compute(128));
  EXPECT_GT(operands(32), compute(32));
  EXPECT_EQ(hopper.tensorOperations8, 2 * hopper.tensorOperations16);
  EXPECT_EQ(hopper.tensorOperations32, hopper.tensorOperations16 / 2);
  // Eight of n = 128 in a group: 72.2 cycles each on an H200.
  EXPECT_NEAR(compute(128) + hopper.wgmmaTail / 8, 72.2, 0.5);
}

TEST(Rates, ProductsOfAWarp) {
  double operations = 2 * 16 * 8 * 16;
  EXPECT_EQ(ampere.schedulers * operations / ampere.mmaCycles, ampere.tensorOperations16);
  // One in 6 cycles is more than was seen of whole kernels.
  EXPECT_GT(hopper.schedulers * operations / hopper.mmaCycles, hopper.mmaOperations16);
  EXPECT_NEAR(hopper.mmaOperations16 / hopper.tensorOperations16, 494.0 / 820, 0.03);
}

TEST(Rates, LatenciesOfMemoryAreInOrder) {
  for (Generation generation : generations) {
    const Rates &rates = getRates(generation);
    EXPECT_LT(rates.sharedLatency, rates.l1Latency);
    EXPECT_LT(rates.l1Latency, rates.l2Near);
    EXPECT_LT(rates.l2Near, rates.l2Mean);
    EXPECT_LT(rates.l2Mean, rates.l2Far);
    EXPECT_LT(rates.l2Far, rates.memoryLatency);
    EXPECT_LT(rates.memoryHumpLow, rates.memoryLatency);
    EXPECT_LT(rates.memoryLatency, rates.memoryHumpHigh);
    EXPECT_LT(rates.memoryHumpHigh, rates.memoryTail);
    double mean = rates.memoryHumpShare * rates.memoryHumpLow + (1 - rates.memoryHumpShare) * rates.memoryHumpHigh;
    EXPECT_NEAR(mean, rates.memoryLatency, 0.005 * rates.memoryLatency);
  }
}

TEST(Rates, CopiesInFlightCoverMemory) {
  // 384 lines of 128 bytes, and with them in flight a multiprocessor's part of an H200's memory.
  EXPECT_EQ(hopper.tmaInFlight, 384 * hopper.lineBytes);
  const Card &card = getCard(CardId::h200);
  double perProcessor = card.memoryRead * 1e3 / card.boostClock / card.processors; // bytes a cycle
  EXPECT_GT(hopper.tmaInFlight / (hopper.memoryLatency + hopper.tmaOverLoad), perProcessor);
}

} // namespace
