// SPDX-License-Identifier: Apache-2.0
// The core: moves, memory, branches, calls, and what is reported when they go wrong.

#include "tests/unit/emulator/RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

static const char *storeR10 = "mul.wide.u32 %rd10, %r1, 4;\nadd.s64 %rd10, %rd1, %rd10;\nst.global.u32 [%rd10], %r10;\n";

TEST(Machine, EveryLaneWritesItsIndex) {
  PtxRun run = runPtx(std::string("mov.u32 %r10, %laneid;\n") + storeR10);
  EXPECT_EQ(run.text(), "");
  ASSERT_TRUE(run.result.ok);
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.words[lane], lane);
}

TEST(Machine, WhoAsksIsToldOfTheBlocksThatHaveEnded) {
  for (uint64_t seed : {0, 1}) {
    std::vector<std::pair<uint64_t, uint64_t>> told;
    PtxSetup setup;
    setup.shape.grid[0] = 6, setup.shape.cluster[0] = 2;
    setup.options.seed = seed;
    setup.options.onProgress = [&](uint64_t ended, uint64_t all) { told.emplace_back(ended, all); };
    PtxRun run = runPtx("mov.u32 %r10, 1;\n", setup);
    EXPECT_EQ(run.text(), "");
    EXPECT_EQ(told, (std::vector<std::pair<uint64_t, uint64_t>>{{2, 6}, {4, 6}, {6, 6}})) << "a cluster ends as one";
  }
}

TEST(Machine, LanesDivergeAndMeetAgain) {
  PtxRun run = runPtx(std::string(R"(
    and.b32 %r2, %r1, 1;
    setp.eq.s32 %p1, %r2, 0;
    @%p1 bra EVEN;
    mov.u32 %r10, 7;
    bra MEET;
  EVEN:
    mov.u32 %r10, 9;
  MEET:
    activemask.b32 %r3;
    add.s32 %r10, %r10, %r3;
  )") + storeR10);
  EXPECT_EQ(run.text(), "");
  EXPECT_EQ(run.words[0], 8u); // 9 + all lanes
  EXPECT_EQ(run.words[1], 6u);
}

TEST(Machine, ALoopRunsAsOftenAsEachLaneAsks) {
  PtxRun run = runPtx(std::string(R"(
    mov.u32 %r10, 0;
    mov.u32 %r2, 0;
  LOOP:
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra DONE;
    add.s32 %r10, %r10, 2;
    add.s32 %r2, %r2, 1;
    bra LOOP;
  DONE:
  )") + storeR10);
  EXPECT_EQ(run.text(), "");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.words[lane], 2 * lane);
}

TEST(Machine, AFunctionCallsItself) {
  PtxRun run = runPtx(std::string(R"({
    .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r1;
    call.uni (r), sum, (a);
    ld.param.b32 %r10, [r];
  })") + storeR10,
                      {}, R"(
.func (.param .b32 result) sum(.param .b32 n) {
  .reg .b32 %r<4>; .reg .pred %p;
  ld.param.b32 %r0, [n];
  setp.ne.u32 %p, %r0, 0;
  @%p bra MORE;
  st.param.b32 [result], 0;
  ret;
MORE:
  sub.s32 %r1, %r0, 1;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r1;
    call.uni (r), sum, (a);
    ld.param.b32 %r2, [r]; }
  add.s32 %r3, %r2, %r0;
  st.param.b32 [result], %r3;
  ret;
}
)");
  EXPECT_EQ(run.text(), "");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.words[lane], lane * (lane + 1) / 2);
}

TEST(Machine, WidthsAdapt) {
  PtxRun run = runPtx(std::string(R"(
    mov.u32 %r2, 0x1ff;
    .shared .b8 box[64];
    mov.u32 %r3, box;
    st.shared.u8 [%r3], %r2;
    ld.shared.s8 %r10, [%r3];
    mov.b64 %rd3, {%r10, %r2};
    mov.b64 {%r4, _}, %rd3;
    mov.u32 %r10, %r4;
  )") + storeR10);
  EXPECT_EQ(run.text(), "");
  EXPECT_EQ(run.words[3], 0xffffffffu);
}

TEST(Machine, AStoreBehindTheArrayIsReported) {
  PtxRun run = runPtx("st.global.u32 [%rd1+128], %r1;");
  ASSERT_TRUE(run.has(DiagnosticId::memoryOutOfBounds)) << run.text();
  EXPECT_FALSE(run.result.ok);
  EXPECT_NE(run.text().find("`out` has 128 bytes and begins 128 bytes before"), std::string::npos) << run.text();
  EXPECT_NE(run.text().find("thread (0, 0, 0) of CTA (0, 0, 0)"), std::string::npos) << run.text();
}

TEST(Machine, AMisalignedLoadIsReported) {
  EXPECT_TRUE(runPtx("ld.global.u32 %r2, [%rd1+2];").has(DiagnosticId::memoryMisaligned));
}

TEST(Machine, SharedMemoryNobodyWroteIsReported) {
  PtxRun run = runPtx(".shared .b32 box[4];\nld.shared.u32 %r2, [box+4];\nst.global.u32 [%rd1], %r2;");
  EXPECT_TRUE(run.has(DiagnosticId::memoryUninitialized)) << run.text();
}

TEST(Machine, ARegisterNobodyWroteIsReportedByLane) {
  PtxRun run = runPtx("setp.eq.u32 %p1, %r1, 3;\n@!%p1 mov.u32 %r5, 1;\nst.global.u32 [%rd1], %r5;");
  ASSERT_TRUE(run.has(DiagnosticId::registerUninitialized)) << run.text();
  EXPECT_NE(run.text().find("thread (3, 0, 0)"), std::string::npos) << run.text();
  EXPECT_NE(run.text().find("`%r5`"), std::string::npos) << run.text();
  EXPECT_EQ(runPtx("setp.eq.u32 %p1, %r1, 3;\n@!%p1 mov.u32 %r5, 1;\n@%p1 mov.u32 %r5, 2;\nst.global.u32 [%rd1], %r5;").text(), "");
}

TEST(Machine, APackNeedsOneWrittenPart) {
  EXPECT_EQ(runPtx("mov.b16 %h1, 7;\nmov.b32 %r5, {%h1, %h2};\nst.global.u32 [%rd1], %r5;").text(), "");
  EXPECT_TRUE(runPtx("mov.b32 %r5, {%h1, %h2};\nst.global.u32 [%rd1], %r5;").has(DiagnosticId::registerUninitialized));
}

TEST(Machine, AnEndlessLoopEnds) {
  PtxSetup setup;
  setup.options.instructionLimit = 100'000;
  EXPECT_TRUE(runPtx("L: bra L;", setup).has(DiagnosticId::instructionLimit));
}

TEST(Machine, TheLimitIsToldOfALaunchThatHasJustEnded) {
  PtxSetup setup;
  setup.options.instructionLimit = 10;
  EXPECT_TRUE(runPtx("", setup).has(DiagnosticId::instructionLimit));
}

TEST(Machine, WhatIsNotPtxIsRefusedBeforeItRuns) {
  EXPECT_TRUE(runPtx("frobnicate.b32 %r2, %r1;").has(DiagnosticId::ptxUnsupported));
  EXPECT_TRUE(runPtx("mov.u32 %r2, %q1;").has(DiagnosticId::ptxName));
  EXPECT_TRUE(runPtx("mov.u32 %r2, %rd1, %rd2;").has(DiagnosticId::ptxOperand));
  EXPECT_TRUE(runPtx("mov.u64 %rd3, %r1;").has(DiagnosticId::ptxOperand));
  EXPECT_TRUE(runPtx("bra NOWHERE;").has(DiagnosticId::ptxName));
}

TEST(Machine, ATrapIsReported) { EXPECT_TRUE(runPtx("trap;").has(DiagnosticId::trapped)); }

TEST(Machine, ALaunchThatDoesNotFitIsRefused) {
  PtxSetup setup;
  setup.shape.dynamicShared = 240 * 1024;
  EXPECT_TRUE(runPtx("", setup).has(DiagnosticId::launchLimit));
  setup.shape.dynamicShared = 0;
  setup.shape.block[0] = 2048;
  EXPECT_TRUE(runPtx("", setup).has(DiagnosticId::launchLimit));
}
