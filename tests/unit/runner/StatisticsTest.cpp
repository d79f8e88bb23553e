// SPDX-License-Identifier: Apache-2.0
// Known values of the tests (SciPy's, R's and those of textbooks), and what the whole procedure finds in simulated
// times.
#include "runner/bench/Interleave.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tessera::runner;
using namespace tessera::runner::bench;

TEST(Statistics, MediansAndTheirIntervals) {
  EXPECT_EQ(getMedian({}), 0);
  EXPECT_EQ(getMedian({3, 1, 2}), 2);
  EXPECT_EQ(getMedian({4, 1, 2, 3}), 2.5);
  std::vector<double> samples;
  for (int i = 1; i <= 100; ++i)
    samples.push_back(i);
  Interval interval = getMedianInterval(samples); // order statistics 41 and 60, as the binomial's tables have it
  EXPECT_EQ(interval.low, 41);
  EXPECT_EQ(interval.high, 60);
  EXPECT_EQ(getMedianInterval({5, 7, 9}).low, 5);
  EXPECT_EQ(getMedianInterval({5, 7, 9}).high, 9);
}

/// The depression scores of Hollander and Wolfe, in R's documentation of `wilcox.test`.
TEST(Statistics, SignedRanksOfATextbook) {
  std::vector<double> x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  std::vector<double> y = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}, differences;
  for (size_t i = 0; i < x.size(); ++i)
    differences.push_back(x[i] - y[i]);
  Shift shift = getPairedShift(differences, 0.95);
  EXPECT_NEAR(shift.estimate, 0.46, 1e-9);
  EXPECT_NEAR(shift.p, 0.0390625, 1e-9); // R: V = 40
}

/// The permeability constants of the same book.
TEST(Statistics, MannWhitneyOfATextbook) {
  std::vector<double> x = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  std::vector<double> y = {1.15, 0.88, 0.90, 0.74, 1.21};
  Shift shift = getShift(x, y, 0.95);
  EXPECT_NEAR(shift.estimate, -0.305, 1e-9);
  EXPECT_NEAR(shift.p, 0.2448, 5e-4); // U = 35 of 50; exactly 0.2544
  EXPECT_EQ(getShift({1, 1, 1}, {1, 1}, 0.95).p, 1);
}

TEST(Statistics, HolmAdjustsStepByStep) {
  std::vector<double> adjusted = adjustForMany({0.01, 0.04, 0.03, 0.005});
  EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
  EXPECT_NEAR(adjusted[1], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
}

namespace {
/// Times as GPUs give them: published runs vary by 1 to 5 %, grow slower as the chip warms, and jump between two
/// clocks.
struct Noise {
  const char *name;
  double spread = 0;         // deviation of a time's logarithm
  double drift = 0;          // from a comparison's first run to its hundredth
  double clockStep = 0;      // between two clocks
  double clockChange = 0.02; // chance of another clock at a run
  double outliers = 0;       // chance that a run takes a third longer
};

class Machine {
public:
  Machine(const Noise &noise, uint64_t seed) : noise(noise), random(seed) {}

  double run(double time) {
    double logarithm = std::normal_distribution<>(0, noise.spread)(random) + noise.drift * runs++ / 100;
    if (chance(noise.clockChange))
      isSlow = !isSlow;
    logarithm += isSlow ? noise.clockStep : 0;
    logarithm += chance(noise.outliers) ? 0.3 : 0;
    return time * std::exp(logarithm);
  }

private:
  bool chance(double p) { return std::uniform_real_distribution<>()(random) < p; }

  const Noise &noise;
  std::mt19937_64 random;
  bool isSlow = false;
  double runs = 0;
};

struct Rates {
  double slower = 0, faster = 0, inconclusive = 0, runs = 0;
};

Rates simulate(const Noise &noise, double factor, int repetitions) {
  Rates rates;
  for (int i = 0; i < repetitions; ++i) {
    Machine machine(noise, 1000 + i);
    InterleaveOptions options;
    auto measure = [&](bool isB) -> Result<std::vector<double>> {
      return std::vector<double>{machine.run(isB ? factor : 1)};
    };
    std::vector<PairedTimes> times = *interleave(1, measure, options);
    Verdict verdict = judge(times[0].shift, times[0].shift.p, options.judge);
    rates.slower += verdict == Verdict::slower;
    rates.faster += verdict == Verdict::faster;
    rates.inconclusive += verdict == Verdict::inconclusive;
    rates.runs += static_cast<double>(times[0].a.size() + times[0].b.size());
  }
  for (double *rate : {&rates.slower, &rates.faster, &rates.inconclusive, &rates.runs})
    *rate /= repetitions;
  return rates;
}

class Simulated : public testing::TestWithParam<Noise> {};
} // namespace

TEST_P(Simulated, ASlowdownOfThreePercentIsFoundAndNoneIsMadeUp) {
  static constexpr int repetitions = 1000;
  Rates slower = simulate(GetParam(), 1.03, repetitions), same = simulate(GetParam(), 1, repetitions);
  RecordProperty("found", std::to_string(slower.slower));
  RecordProperty("falseAlarms", std::to_string(same.slower + same.faster));
  RecordProperty("runs", std::to_string(same.runs));
  EXPECT_GE(slower.slower, 0.95);
  EXPECT_EQ(slower.faster, 0);
  EXPECT_LT(same.slower + same.faster, 0.01);
  EXPECT_LT(same.inconclusive, 0.05);
  std::printf("%s: found %.3f, false alarms %.3f, inconclusive %.3f, %.0f runs\n", GetParam().name, slower.slower,
              same.slower + same.faster, same.inconclusive, same.runs);
}

INSTANTIATE_TEST_SUITE_P(
    Noises, Simulated,
    testing::Values(Noise{.name = "one", .spread = 0.01}, Noise{.name = "three", .spread = 0.03},
                    Noise{.name = "five", .spread = 0.05}, Noise{.name = "drift", .spread = 0.02, .drift = 0.05},
                    Noise{.name = "clocks", .spread = 0.01, .clockStep = 0.12},
                    Noise{.name = "outliers", .spread = 0.02, .outliers = 0.05},
                    Noise{.name = "all", .spread = 0.03, .drift = 0.03, .clockStep = 0.08, .outliers = 0.02}),
    [](const testing::TestParamInfo<Noise> &info) { return std::string(info.param.name); });

/// Why runs are in turns and pairs: one after the other, a drift is taken for a slowdown.
TEST(Statistics, OneAfterTheOtherADriftIsASlowdown) {
  Noise noise{.name = "drift", .spread = 0.01, .drift = 0.05};
  Machine machine(noise, 1);
  std::vector<double> a, b;
  for (std::vector<double> *samples : {&a, &b})
    for (int i = 0; i < 60; ++i)
      samples->push_back(std::log(machine.run(1)));
  Shift shift = getShift(a, b, 0.99);
  EXPECT_EQ(judge(shift, shift.p, {}), Verdict::slower);
}

TEST(Statistics, AMeasurementThatFailsIsAProblem) {
  auto broken = [](bool isB) -> Result<std::vector<double>> {
    if (isB)
      return makeProblem(ProblemCode::internal, "it fell over");
    return std::vector<double>{1};
  };
  EXPECT_EQ(interleave(1, broken, {}).problem().detail, "it fell over");
  auto nothing = [](bool) -> Result<std::vector<double>> { return std::vector<double>{0}; };
  EXPECT_NE(interleave(1, nothing, {}).problem().detail.find("a time of 0"), std::string::npos);
}
