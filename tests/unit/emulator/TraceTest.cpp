// SPDX-License-Identifier: Apache-2.0
// What a launch's trace tells: warps side by side on the cluster's clock, waits until what ends them, copies of a group
// as one.

#include "tests/unit/emulator/RunPtx.h"
#include <algorithm>
#include <numeric>

using namespace tessera;
using namespace tessera::emulator;

namespace {

using Kind = Trace::Kind;

struct Traced {
  Trace trace;
  PtxRun run;
  const std::vector<Trace::Event> &events() const { return trace.clusters.at(0); }
  std::vector<const Trace::Event *> all(Kind kind, int32_t warp = -2) const {
    std::vector<const Trace::Event *> found;
    for (const Trace::Event &event : events())
      if (event.kind == kind && (warp == -2 || event.warp == warp))
        found.push_back(&event);
    return found;
  }
};

/// %r10 a buffer of 4096 bytes, %r11 an mbarrier with one arrival, %r12 the thread's word of the buffer, %rd5 of the
/// input.
Traced traceIt(const std::string &body, unsigned warps, uint32_t clusters = 1) {
  Traced traced;
  PtxSetup setup;
  setup.shape.block[0] = 32 * warps;
  setup.shape.grid[0] = clusters;
  setup.outputWords = setup.shape.block[0];
  setup.input.resize(32 * warps);
  std::iota(setup.input.begin(), setup.input.end(), 1);
  traced.trace.places = {{"tiles", sharedBase, 2048, 2}};
  setup.options.trace = &traced.trace;
  traced.run = runPtx("mov.u32 %r10, buffer;\nmov.u32 %r11, full;\nshl.b32 %r12, %r1, 2;\nadd.u32 %r12, %r12, "
                      "%r10;\nmad.wide.u32 %rd5, %r1, 4, %rd2;\n" +
                          body,
                      setup, ".shared .align 1024 .b8 buffer[4096];\n.shared .align 8 .b64 full;\n");
  EXPECT_TRUE(traced.run.result.ok) << traced.run.text();
  return traced;
}

std::string loop(int times, const char *label) {
  std::string name = label;
  return "mov.u32 %r30, 0;\n" + name + ": add.u32 %r30, %r30, 1;\nsetp.lt.u32 %p9, %r30, " + std::to_string(times) +
         ";\n@%p9 bra " + name + ";\n";
}

} // namespace

TEST(Trace, WarpsRunSideBySide) {
  Traced traced = traceIt(loop(100, "A"), 4);
  std::vector<const Trace::Event *> runs = traced.all(Kind::run);
  ASSERT_EQ(runs.size(), 4u) << "one stretch a warp";
  for (const Trace::Event *run : runs) {
    EXPECT_EQ(run->begin, 0u);
    EXPECT_EQ(run->end, runs[0]->end);
    EXPECT_GT(run->end, 300u);
  }
}

/// The emulator runs warp 0 first, which finds the barrier empty, and warp 1 then: each waits for the later one all the
/// same.
TEST(Trace, ABarrierEndsWhenTheLastWarpComes) {
  for (const char *late : {"0", "1"}) {
    Traced traced = traceIt("shr.u32 %r13, %r1, 5;\nsetp.ne.u32 %p8, %r13, " + std::string(late) +
                                ";\n@%p8 bra MEET;\n" + loop(50, "A") + "MEET: bar.sync 0;\n",
                            2);
    std::vector<const Trace::Event *> barriers = traced.all(Kind::barrier);
    ASSERT_EQ(barriers.size(), 2u);
    EXPECT_EQ(barriers[0]->end, barriers[1]->end);
    std::sort(barriers.begin(), barriers.end(), [](auto *a, auto *b) { return a->begin < b->begin; });
    EXPECT_EQ(std::to_string(barriers[1]->warp), late);
    EXPECT_EQ(barriers[1]->end, barriers[1]->begin + 1);
    EXPECT_GT(barriers[0]->end, barriers[0]->begin + 100);
    EXPECT_EQ(barriers[0]->what, "barrier 0");
    ASSERT_GE(barriers[0]->waitsFor, 0);
    EXPECT_EQ(traced.events()[static_cast<size_t>(barriers[0]->waitsFor)].warp, barriers[1]->warp);
  }
}

/// Warp 1 asks for the phase after warp 0 has ended it, as the emulator runs them, but at an earlier step.
TEST(Trace, AWaitLastsUntilTheArrivalAlsoWhenItNeverBlocked) {
  Traced traced =
      traceIt("setp.eq.u32 %p0, %r1, 0;\n@%p0 mbarrier.init.shared::cta.b64 [%r11], 1;\nbar.sync 0;\nsetp.ge.u32 %p8, "
              "%r1, 32;\n@%p8 bra WAIT;\n" +
                  loop(50, "A") +
                  "@%p0 mbarrier.arrive.shared::cta.b64 %rd9, [%r11];\nbra DONE;\n"
                  "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r11], 0;\n@!%p1 bra WAIT;\nDONE:\n",
              2);
  std::vector<const Trace::Event *> waits = traced.all(Kind::wait);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0]->warp, 1);
  EXPECT_NE(waits[0]->what.find("wait mbarrier `full` at"), std::string::npos) << waits[0]->what;
  EXPECT_EQ(waits[0]->step, 0);
  EXPECT_GT(waits[0]->end, waits[0]->begin + 100);
  ASSERT_GE(waits[0]->waitsFor, 0);
  const Trace::Event &cause = traced.events()[static_cast<size_t>(waits[0]->waitsFor)];
  EXPECT_EQ(cause.warp, 0);
  EXPECT_EQ(cause.kind, Kind::run);
}

/// Two warps bring a tile of two instructions each, twice: two events, one for each group, told by its slot.
TEST(Trace, AGroupOfCopiesIsOneEventOfAllWarps) {
  Traced traced = traceIt("cp.async.ca.shared.global [%r12], [%rd5], 4;\ncp.async.ca.shared.global [%r12+256], [%rd5], "
                          "4;\ncp.async.commit_group;\n"
                          "cp.async.ca.shared.global [%r12+1024], [%rd5], 4;\ncp.async.ca.shared.global [%r12+1280], "
                          "[%rd5], 4;\ncp.async.commit_group;\n" +
                              loop(20, "A") + "cp.async.wait_group 1;\n" + loop(20, "B") + "cp.async.wait_group 0;\n",
                          2);
  std::vector<const Trace::Event *> copies = traced.all(Kind::copy);
  ASSERT_EQ(copies.size(), 2u);
  EXPECT_EQ(traced.trace.nameEvent(*copies[0]), "tiles[0]: cp.async 512 B");
  EXPECT_EQ(copies[0]->slot, 0);
  EXPECT_EQ(copies[1]->slot, 1);
  EXPECT_GT(copies[0]->end, copies[0]->begin + 50) << "under way while the warps run";
  EXPECT_LT(copies[1]->begin, copies[0]->end) << "both at once";
}

TEST(Trace, ACopyEndsTheWaitForIt) {
  Traced traced =
      traceIt("setp.eq.u32 %p0, %r1, 0;\n@%p0 mbarrier.init.shared::cta.b64 [%r11], 1;\nbar.sync 0;\n"
              "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;\n"
              "@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%rd2], 128, [%r11];\n"
              "setp.ge.u32 %p8, %r1, 32;\n@!%p8 bra WAIT;\n" +
                  loop(60, "A") + "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r11], 0;\n@!%p1 bra WAIT;\n",
              2);
  std::vector<const Trace::Event *> copies = traced.all(Kind::copy), waits = traced.all(Kind::wait, 0);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0]->place, 0);
  EXPECT_EQ(copies[0]->bytes, 128u);
  ASSERT_EQ(waits.size(), 1u);
  ASSERT_GE(waits[0]->waitsFor, 0);
  EXPECT_EQ(&traced.events()[static_cast<size_t>(waits[0]->waitsFor)], copies[0]);
  EXPECT_EQ(waits[0]->end, copies[0]->end);
  EXPECT_GT(copies[0]->end, 180u) << "as late as the other warp needs it";
}

TEST(Trace, EveryClusterHasItsOwnClock) {
  Traced traced = traceIt(loop(100, "A"), 1, 3);
  ASSERT_EQ(traced.trace.clusters.size(), 3u);
  for (const auto &[number, events] : traced.trace.clusters) {
    EXPECT_EQ(events.front().begin, 0u) << number;
    EXPECT_EQ(events.back().end, traced.events().back().end) << number;
  }
}

/// A warp's stretch is one event, also where nobody keeps it.
TEST(Trace, WhatIsDroppedIsCountedOnce) {
  std::string body = loop(100, "A") + "bar.sync 0;\n" + loop(100, "B");
  Traced all = traceIt(body, 2, 4);
  ASSERT_EQ(all.trace.size() % 4, 0u);
  Trace few;
  few.limit = all.trace.size() / 4 + 1;
  PtxSetup setup;
  setup.shape.block[0] = 64;
  setup.shape.grid[0] = 4;
  setup.options.trace = &few;
  ASSERT_TRUE(runPtx(body, setup).result.ok);
  EXPECT_EQ(few.clusters.size(), 1u);
  EXPECT_EQ(few.dropped, all.trace.size() / 4 * 3);
}
