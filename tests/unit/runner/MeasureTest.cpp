// SPDX-License-Identifier: Apache-2.0
// Candidates are measured in turn; medians, and who fails is left out.
#include "runner/device/Measure.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runner;

TEST(Measure, EachRoundAsksAllOfThemOnce) {
  std::vector<size_t> order;
  double clock = 0; // a GPU that slows down
  std::vector<MeasuredTimes> times = measureInTurn(2, 3, [&](size_t index) -> Result<double> {
    order.push_back(index);
    return 10.0 * static_cast<double>(index) + ++clock;
  });
  EXPECT_EQ(order, (std::vector<size_t>{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(times[0].samples, (std::vector<double>{1, 3, 5}));
  EXPECT_EQ(times[0].median, 3);
  EXPECT_EQ(times[1].median, 14);
}

TEST(Measure, WhoFailsIsNotAskedAgain) {
  int asked = 0;
  std::vector<MeasuredTimes> times = measureInTurn(2, 4, [&](size_t index) -> Result<double> {
    if (index == 0 && ++asked == 2)
      return makeProblem(ProblemCode::internal, "an illegal address");
    return 1.0;
  });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(times[0].problem, "an illegal address");
  EXPECT_EQ(times[1].samples.size(), 4u);
}

TEST(Measure, AnInterruptEndsIt) {
  int asked = 0;
  std::vector<MeasuredTimes> times = measureInTurn(
      3, 100,
      [&](size_t) -> Result<double> {
        ++asked;
        return 1.0;
      },
      [&] { return asked == 2; });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(times[0].problem, "");
  EXPECT_EQ(times[2].problem, "it was not run");
}
