// SPDX-License-Identifier: Apache-2.0
// A right kernel: its numbers, under many schedules, without a finding; and its timeline.
#include "tests/unit/interpreter/warpgroups/Gemm.h"

using namespace tessera;
using namespace tessera::test;

TEST(Gemm, is_right_and_clean_under_many_schedules) {
  Program program(gemm());
  interpreter::RunOptions options;
  options.warpgroups.schedules = 40;
  interpreter::RunResult result = program.run(options);
  for (const Diagnostic &diagnostic : result.diagnostics)
    ADD_FAILURE() << render(diagnostic);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.output, "8192\n"); // all elements equal those of the plain product
  ASSERT_EQ(result.launches.size(), 1u);
  EXPECT_EQ(result.launches[0].schedules, 40u);
}

TEST(Gemm, numbers_do_not_depend_on_the_seed) {
  Program program(gemm());
  for (uint64_t seed = 0; seed < 8; ++seed) {
    interpreter::RunOptions options;
    options.warpgroups.seed = seed;
    EXPECT_EQ(program.run(options).output, "8192\n") << seed;
  }
}

TEST(Gemm, timeline) {
  Program program(gemm());
  interpreter::RunOptions options;
  options.warpgroups.tracesTimeline = true;
  interpreter::RunResult result = program.run(options);
  ASSERT_TRUE(result.ok);
  ASSERT_TRUE(result.launches[0].timeline);
  const interpreter::Timeline &timeline = *result.launches[0].timeline;
  size_t copies = 0, products = 0, waits = 0, stores = 0;
  uint64_t last = 0;
  for (const interpreter::Timeline::Event &event : timeline.events) {
    ASSERT_LT(event.row, timeline.rows.size());
    EXPECT_LE(event.begin, event.end);
    EXPECT_LE(last, event.begin);
    EXPECT_LE(event.end, timeline.length);
    last = event.begin;
    copies += event.kind == "copy";
    products += event.kind == "wgmma";
    stores += event.kind == "store";
    if (event.kind != "wait" || event.buffer != "full")
      continue;
    ++waits;
    ASSERT_GE(event.waitsFor, 0);
    const interpreter::Timeline::Event &cause = timeline.events[event.waitsFor];
    EXPECT_EQ(cause.kind, "copy");
    EXPECT_LE(cause.end, event.end);
  }
  EXPECT_EQ(copies, 8u);   // two a step
  EXPECT_EQ(products, 8u); // one a step of each of two warpgroups
  EXPECT_EQ(stores, 2u);
  EXPECT_GE(waits, 2u);    // each multiplying warpgroup waits at least for the first copies
}

TEST(Gemm, exhaustive_schedules_are_bounded) {
  Program program(gemm());
  interpreter::RunOptions options;
  options.warpgroups.exhaustive = true;
  options.warpgroups.schedules = 50;
  interpreter::RunResult result = program.run(options);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.launches[0].schedules, 50u);
}
