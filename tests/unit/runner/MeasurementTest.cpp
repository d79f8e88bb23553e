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
  measurement.costs.kernels[0].facts.counters = {{"memory", "%", 45.5}};
  measurement.whyNoCounters = "of b: it has none";
  measurement.before = measurement.costs;
  measurement.before->kernels[0].facts.peer = "a call";
  measurement.before->kernels[1].facts.whyNoPeer = "no product";
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
  options.peer = "cublas";
  options.readsCounters = true;
  Result<MeasurementOptions> read = readMeasurementOptions(toJson(options));
  ASSERT_TRUE(read) << read.problem().detail;
  EXPECT_EQ(llvm::json::Value(toJson(*read)), llvm::json::Value(toJson(options)));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"blocks", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"threshold", -1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"nothing", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"graphs", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"peer", 1}}));
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"peer", "cublas"}, {"baseline", "d"}}));
  Result<MeasurementOptions> unknown = readMeasurementOptions(llvm::json::Object{{"peer", "cublaslt"}});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.problem().detail.find("`cublas` is one"), std::string::npos) << unknown.problem().detail;
  EXPECT_FALSE(readMeasurementOptions(llvm::json::Object{{"calls", llvm::json::Array{1}}}));
  EXPECT_FALSE(readMeasurementOptions(
      llvm::json::Object{{"calls", llvm::json::Array{llvm::json::Object{{"milliseconds", -1}}}}}));
  EXPECT_FALSE(readMeasurement(llvm::json::Object{{"means", "guess"}}));
}

TEST(Measurement, AKernelWithoutAPeerIsInconclusive) {
  ProgramCosts before, after;
  after.kernels = {makeCost("a", {1}), makeCost("b", {1})};
  before.kernels = {makeCost("a", {}), makeCost("b", {1})};
  before.kernels[0].facts.whyNoPeer = "no product";
  before.kernels[1].facts.peer = "a call";
  PairedTimes paired;
  paired.shift = Shift{std::log(2), {std::log(1.9), std::log(2.1)}, 1e-9};
  std::vector<Comparison> comparisons = compareTimes(before, after, {paired}, {});
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_EQ(comparisons[0].verdict, Verdict::inconclusive);
  EXPECT_EQ(comparisons[0].whatElse, "no product");
  EXPECT_EQ(comparisons[1].verdict, Verdict::slower);
  EXPECT_EQ(comparisons[1].peer, "a call");
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
