// SPDX-License-Identifier: Apache-2.0
// What was measured, on its way and back; rates; sums.
#include "runner/bench/Measurement.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::bench;

namespace {
Cost makeCost(const std::string &name, std::vector<double> samples) {
  Cost cost;
  cost.kernel = name;
  cost.launches = 2;
  cost.grids = {{4, 2}};
  cost.digest = "d";
  cost.estimate = KernelEstimate{100, "memory", 8, 1, 1, 64, 2e9, 1e8, 50, false};
  cost.counts = emulator::Counts{64, 2, 3, 4, 5, 5, 0};
  cost.samples = std::move(samples);
  return cost;
}
} // namespace

TEST(Measurement, IsTheSameAfterItsWay) {
  Measurement measurement;
  measurement.means = Means::gpu;
  measurement.device = "NVIDIA H200";
  measurement.driver = "13.0";
  measurement.costs.kernels = {makeCost("a", {1, 2}), makeCost("b", {})};
  measurement.before = measurement.costs;
  PairedTimes paired;
  paired.a = {1, 1, 2, 2};
  paired.b = {2, 2, 4, 4};
  measurement.paired = {paired};
  measurement.callSamples = {{1, 2, 3}, {}};
  DeviceState state;
  state.clock = 1980;
  state.throttle = {"power cap"};
  measurement.states = {state};
  Result<Measurement> read = readMeasurement(toJson(measurement));
  ASSERT_TRUE(read) << read.problem().detail;
  EXPECT_EQ(llvm::json::Value(toJson(*read)), llvm::json::Value(toJson(measurement)));
  ASSERT_EQ(read->paired.size(), 1u);
  EXPECT_EQ(read->paired[0].blocks.size(), 2u);
  EXPECT_NEAR(read->paired[0].shift.estimate, std::log(2), 1e-12) << "judged where it is read";
}

TEST(Measurement, OptionsOfAStrangerAreChecked) {
  MeasurementOptions options;
  options.isDeclared = true;
  options.calls = {MeasuredCall{{}, 25, 40, true, {"k"}, 1, {}}};
  options.kernels = {"k"};
  Result<MeasurementOptions> read = readMeasurementOptions(toJson(options));
  ASSERT_TRUE(read) << read.problem().detail;
  EXPECT_EQ(llvm::json::Value(toJson(*read)), llvm::json::Value(toJson(options)));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"blocks", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"threshold", -1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"nothing", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"graphs", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"calls", llvm::json::Array{1}}}));
  EXPECT_FALSE(readMeasurementOptions(
      llvm::json::Object{{"calls", llvm::json::Array{llvm::json::Object{{"milliseconds", -1}}}}}));
  EXPECT_FALSE(readMeasurement(llvm::json::Object{{"means", "guess"}}));
}

TEST(Measurement, RatesAreOfTheTimeWhereThereIsOne) {
  Cost predicted = makeCost("a", {}), timed = makeCost("a", {0.2, 0.2, 0.2});
  EXPECT_DOUBLE_EQ(getRates(predicted)->gigabytes, 1000);
  EXPECT_DOUBLE_EQ(getRates(predicted)->teraflops, 20);
  EXPECT_DOUBLE_EQ(getRates(predicted)->roofline, 0.5);
  EXPECT_FALSE(getRates(predicted)->isMeasured);
  EXPECT_DOUBLE_EQ(getRates(timed)->gigabytes, 500);
  EXPECT_DOUBLE_EQ(getRates(timed)->roofline, 0.25);
  timed.estimate->guesses = true;
  EXPECT_FALSE(getRates(timed)) << "a guess is no work that was done";
}

TEST(Measurement, KernelsOfOnePointAreAddedRunByRun) {
  Cost a = makeCost("a", {1, 2, 3}), b = makeCost("b", {10, 20});
  Cost sum = sumCosts({&a, &b});
  EXPECT_EQ(sum.samples, (std::vector<double>{11, 22}));
  EXPECT_EQ(sum.counts->warpInstructions, 4u);
  EXPECT_DOUBLE_EQ(sum.estimate->microseconds, 200);
  b.counts.reset();
  EXPECT_FALSE(sumCosts({&a, &b}).counts) << "a part is not the whole";
}
