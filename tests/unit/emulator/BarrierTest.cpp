// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/emulator/RunPtx.h"
#include <gmock/gmock.h>

namespace tessera::emulator {
namespace {

using testing::HasSubstr;

const std::string store = "mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r5;\n";

PtxSetup threads(unsigned count, uint64_t seed = 0) {
  PtxSetup setup;
  setup.shape.block[0] = count;
  setup.outputWords = count;
  setup.options.seed = seed;
  setup.options.checksRaces = true;
  return setup;
}

TEST(CtaBarrier, EverybodySeesWhatWasWrittenBefore) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    PtxRun run = runPtx(R"(
      .shared .b32 cells[128];
      mov.u32 %r2, cells; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; st.shared.u32 [%r4], %r1;
      bar.sync 0;
      xor.b32 %r3, %r3, 508; add.u32 %r4, %r2, %r3; ld.shared.u32 %r5, [%r4];)" + store, threads(128, seed));
    for (uint32_t t = 0; t < 128; ++t)
      EXPECT_EQ(run.words[t], 127 - t) << run.text();
    EXPECT_TRUE(run.reports.empty()) << run.text();
  }
}

TEST(CtaBarrier, PhasesInALoop) {
  PtxRun run = runPtx(R"(
    .shared .b32 cell;
    mov.u32 %r6, 0; mov.u32 %r5, 0;
    LOOP:
    setp.eq.u32 %p1, %r1, %r6; @%p1 st.shared.u32 [cell], %r6;
    bar.sync 1; ld.shared.u32 %r7, [cell]; add.u32 %r5, %r5, %r7; barrier.cta.sync 2, 96;
    add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 20; @%p2 bra LOOP;)" + store, threads(96, 5));
  EXPECT_THAT(run.words, testing::Each(190u)) << run.text();
}

TEST(CtaBarrier, ProducersArriveAndConsumersWait) {
  PtxRun run = runPtx(R"(
    .shared .b32 cells[32];
    mov.u32 %r5, 0; and.b32 %r3, %r1, 31; shl.b32 %r3, %r3, 2; mov.u32 %r2, cells; add.u32 %r2, %r2, %r3;
    setp.lt.u32 %p1, %r1, 32; @%p1 bra PRODUCER;
    bar.sync 3, 64; ld.shared.u32 %r5, [%r2]; bra OUT;
    PRODUCER: st.shared.u32 [%r2], %r1; bar.arrive 3, 64;
    OUT:)" + store, threads(64));
  EXPECT_EQ(run.words[40], 8u) << run.text();
  EXPECT_TRUE(run.reports.empty()) << run.text();
}

TEST(CtaBarrier, Reductions) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 40;
    bar.red.popc.u32 %r5, 0, %p1;
    bar.red.popc.u32 %r6, 0, 64, !%p1;
    barrier.cta.red.and.pred %p2, 1, %p1; barrier.cta.red.or.pred %p3, 1, %p1;
    shl.b32 %r6, %r6, 8; or.b32 %r5, %r5, %r6; @%p2 add.u32 %r5, %r5, 0x10000; @%p3 add.u32 %r5, %r5, 0x20000;)" + store, threads(64));
  EXPECT_THAT(run.words, testing::Each(0x20000u + (24 << 8) + 40)) << run.text();
}

TEST(CtaBarrier, ExitedThreadsAreNotWaitedFor) {
  PtxRun run = runPtx("setp.ge.u32 %p1, %r1, 40; @%p1 exit; bar.sync 0; mov.u32 %r5, 1;" + store, threads(64));
  EXPECT_TRUE(run.result.ok) << run.text();
  EXPECT_EQ(run.words[39], 1u);
}

TEST(CtaBarrier, UnalignedLanesArriveApart) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 5; mov.u32 %r5, 1; @%p1 bra LOW;
    barrier.sync 0; mov.u32 %r5, 2; bra OUT;
    LOW: barrier.sync 0; mov.u32 %r5, 3;
    OUT:)" + store, threads(64));
  EXPECT_EQ(run.words[4], 3u) << run.text();
  EXPECT_EQ(run.words[5], 2u);
}

TEST(CtaBarrier, ADeadlockSaysWhoIsMissing) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 96; @%p1 bra WAIT; bar.sync 2, 64; bra OUT; WAIT: bar.sync 1, 128; OUT:", threads(128));
  EXPECT_TRUE(run.has(DiagnosticId::deadlock));
  EXPECT_THAT(run.text(), HasSubstr("barrier 1, which has 96 of 128 threads; not there: warp 3"));
  EXPECT_THAT(run.text(), HasSubstr("barrier 2, which has 32 of 64 threads"));
}

TEST(CtaBarrier, Misuse) {
  auto expect = [](const std::string &body, const std::string &text, DiagnosticId id = DiagnosticId::barrierMisuse) {
    PtxRun run = runPtx(body, threads(64));
    EXPECT_TRUE(run.has(id)) << body << run.text();
    EXPECT_THAT(run.text(), HasSubstr(text));
  };
  expect("setp.lt.u32 %p1, %r1, 32; @%p1 bra LOW; bar.sync 1, 64; bra OUT; LOW: bar.sync 1, 96; OUT:", "in a phase that began with");
  expect("mov.u32 %r5, 16; bar.sync %r5;", "barrier 16 does not exist");
  expect("mov.u32 %r5, 33; bar.sync 0, %r5;", "33 threads, the count must be a multiple of 32");
  expect("bar.arrive 1, 96; bar.arrive 1, 96;", "is arrived at twice");
  expect("setp.lt.u32 %p1, %r1, 32; @%p1 bra LOW; bar.red.popc.u32 %r5, 1, %p1; bra OUT; LOW: bar.sync 1; OUT:", "`.red`");
  expect("bar.sync 16;", "barrier 16 does not exist", DiagnosticId::ptxOperand);
  expect("bar.sync 0, 33;", "a multiple of 32", DiagnosticId::ptxOperand);
}

TEST(CtaBarrier, AlignedUseByDivergedLanesIsReported) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 5; @%p1 bra LOW; bar.sync 0; bra OUT; LOW: bar.sync 0; OUT:", threads(64));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
}

} // namespace
} // namespace tessera::emulator
