// SPDX-License-Identifier: Apache-2.0
// mbarriers in PTX: phases, waits, what is misuse, and what a launch that stands still says.

#include "tests/unit/emulator/RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

static const char *const barrierPair = ".shared .align 8 .b64 full[2];\n";

/// Thread 0 initializes `full[0]` with `count`; %r10 is its address, %r11 that of `full[1]`.
static std::string begin(int count) {
  return "mov.u32 %r10, full;\nadd.u32 %r11, %r10, 8;\nsetp.eq.u32 %p0, %r1, 0;\n"
         "@%p0 mbarrier.init.shared::cta.b64 [%r10], " + std::to_string(count) + ";\nbar.sync 0;\n";
}

static PtxRun run(const std::string &body, PtxSetup setup = {}) { return runPtx(body, setup, barrierPair); }

TEST(MbarrierPtx, PhasesEndAndParitiesTell) {
  PtxRun r = run(begin(32) + R"(
    mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r10], 1;   // the phase before the first has ended
    selp.u32 %r2, 1, 0, %p1;
    mbarrier.arrive.shared::cta.b64 %rd3, [%r10];
    mbarrier.pending_count.b64 %r3, %rd3;
    WAIT: mbarrier.try_wait.shared::cta.b64 %p2, [%r10], %rd3;
    @!%p2 bra WAIT;
    mbarrier.test_wait.parity.shared::cta.b64 %p3, [%r10], 0;
    selp.u32 %r4, 2, 0, %p3;
    mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r10], 1;
    selp.u32 %r5, 4, 0, %p4;
    or.b32 %r2, %r2, %r4;
    or.b32 %r2, %r2, %r5;
    shl.b32 %r3, %r3, 8;
    or.b32 %r2, %r2, %r3;
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    st.global.u32 [%rd4], %r2;)");
  ASSERT_TRUE(r.result.ok) << r.text();
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(r.words[lane], 3u | (32 - lane) << 8) << lane;
}

TEST(MbarrierPtx, EveryWarpPassesManyPhasesUnderEverySeed) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    PtxSetup setup;
    setup.shape.block[0] = 128;
    setup.outputWords = 128;
    setup.options.seed = seed;
    setup.options.checksRaces = seed % 2;
    // Every thread adds what its neighbour wrote in the last phase; two mbarriers keep readers and writers apart.
    PtxRun r = runPtx(R"(
      mov.u32 %r10, full;
      mov.u32 %r12, values;
      setp.eq.u32 %p0, %r1, 0;
      @%p0 mbarrier.init.shared::cta.b64 [%r10], 128;
      @%p0 mbarrier.init.shared::cta.b64 [%r10+8], 128;
      shl.b32 %r2, %r1, 2;
      add.u32 %r2, %r2, %r12;         // mine
      add.u32 %r3, %r1, 1;
      and.b32 %r3, %r3, 127;
      shl.b32 %r3, %r3, 2;
      add.u32 %r3, %r3, %r12;         // my neighbour's
      bar.sync 0;
      mov.u32 %r4, %r1;               // my value
      mov.u32 %r5, 0;                 // phase
      LOOP:
      and.b32 %r6, %r5, 1;
      st.shared.u32 [%r2], %r4;
      mbarrier.arrive.shared::cta.b64 _, [%r10];
      A: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], %r6;
      @!%p1 bra A;
      ld.shared.u32 %r7, [%r3];
      mbarrier.arrive.shared::cta.b64 _, [%r10+8];
      B: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10+8], %r6;
      @!%p1 bra B;
      add.u32 %r4, %r4, %r7;
      add.u32 %r5, %r5, 1;
      setp.lt.u32 %p2, %r5, 6;
      @%p2 bra LOOP;
      mad.wide.u32 %rd4, %r1, 4, %rd1;
      st.global.u32 [%rd4], %r4;)",
                      setup, ".shared .align 8 .b64 full[2];\n.shared .align 4 .b32 values[128];\n");
    ASSERT_TRUE(r.result.ok) << seed << r.text();
    std::vector<uint32_t> expected(128);
    for (uint32_t i = 0; i < 128; ++i)
      expected[i] = i;
    for (int phase = 0; phase < 6; ++phase) {
      std::vector<uint32_t> next(128);
      for (uint32_t i = 0; i < 128; ++i)
        next[i] = expected[i] + expected[(i + 1) % 128];
      expected = next;
    }
    EXPECT_EQ(r.words, expected) << seed;
  }
}

TEST(MbarrierPtx, AWaitForBytesThatNeverComeIsADeadlock) {
  PtxRun r = run(begin(1) + R"(
    @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r10], 528;
    @%p0 mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r10], 512;
    WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], 0;
    @!%p1 bra WAIT;)");
  ASSERT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  EXPECT_NE(r.text().find("phase 0 of the mbarrier `full` at 0x400, which needs 16 bytes"), std::string::npos) << r.text();
}

TEST(MbarrierPtx, LanesThatWaitForALaneThatIsHeldUpAreNotTheCause) {
  PtxRun r = run(begin(1) + R"(
    @!%p0 bra OTHERS;
    WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], 0;
    @!%p1 bra WAIT;
    OTHERS: bar.warp.sync 0xffffffff;)");
  ASSERT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  EXPECT_NE(r.text().find("which needs 1 of 1 arrival"), std::string::npos) << r.text();
}

TEST(MbarrierPtx, ADynamicArraysMbarrierIsNamedByItsOffset) {
  PtxSetup setup;
  setup.shape.dynamicShared = 256;
  PtxRun r = runPtx("mov.u32 %r10, smem;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 mbarrier.init.shared::cta.b64 [%r10+16], 1;\nbar.sync 0;\n"
                    "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10+16], 0;\n@!%p1 bra WAIT;", setup, ".extern .shared .align 16 .b8 smem[];\n");
  EXPECT_NE(r.text().find("the mbarrier `smem+16` at 0x410"), std::string::npos) << r.text();
}

TEST(MbarrierPtx, AskingForEverIsADeadlock) {
  PtxRun r = run(begin(33) + R"(
    mbarrier.arrive.shared::cta.b64 %rd3, [%r10];
    WAIT: mbarrier.test_wait.shared::cta.b64 %p1, [%r10], %rd3;
    @!%p1 bra WAIT;)");
  ASSERT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  EXPECT_NE(r.text().find("which needs 1 of 33 arrivals"), std::string::npos) << r.text();
}

TEST(MbarrierPtx, AThreadMayPollOneAfterAnother) {
  // Nobody else can go on, but giving up on the first mbarrier leads to the second.
  PtxRun r = run(begin(1) + R"(
    @%p0 mbarrier.init.shared::cta.b64 [%r11], 1;
    @!%p0 bra END;
    mov.u32 %r3, 0;
    LOOP: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], 0;
    @%p1 bra DONE;
    add.u32 %r3, %r3, 1;
    setp.eq.u32 %p2, %r3, 3;
    @%p2 mbarrier.arrive.shared::cta.b64 _, [%r10];
    bra LOOP;
    DONE: st.global.u32 [%rd1], %r3;
    END:)");
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[0], 3u);
}

static void expectMisuse(const std::string &body, const std::string &text, uint32_t threads = 32) {
  PtxSetup setup;
  setup.shape.block[0] = threads;
  PtxRun r = run(body, setup);
  EXPECT_TRUE(r.has(DiagnosticId::mbarrierMisuse)) << text << "\n" << r.text();
  EXPECT_NE(r.text().find(text), std::string::npos) << r.text();
}

TEST(MbarrierPtx, MisuseIsReported) {
  expectMisuse("mov.u32 %r10, full;\nmbarrier.arrive.shared::cta.b64 _, [%r10+8];", "the mbarrier `full+8` at 0x408: no mbarrier was initialized there");
  expectMisuse(begin(1) + "@%p0 mbarrier.init.shared::cta.b64 [%r10], 1;", "initialized over one that is still alive");
  expectMisuse("mov.u32 %r10, full;\nmbarrier.init.shared::cta.b64 [%r10], 1;", "more than one thread initializes it");
  expectMisuse("mov.u32 %r10, full;\nmbarrier.init.shared::cta.b64 [%r10], 0;", "initialized with 0 arrivals", 1);
  expectMisuse(begin(1) + "@%p0 mbarrier.inval.shared::cta.b64 [%r10];\nbar.sync 0;\nmbarrier.test_wait.parity.shared::cta.b64 %p1, [%r10], 1;",
               "no mbarrier was initialized there");
  expectMisuse(begin(64) + "mbarrier.arrive.noComplete.shared::cta.b64 _, [%r10], 3;", "3 arrivals come but only 1 of 64 is pending in phase 0");
  expectMisuse(begin(2) + "@%p0 mbarrier.arrive.noComplete.shared::cta.b64 _, [%r10], 2;", "would end phase 0");
  expectMisuse(begin(1) + "mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r10], 2;", "parity is 2 but must be 0 or 1");
}

TEST(MbarrierPtx, OrdinaryAccessToALiveOneIsReported) {
  expectMisuse(begin(1) + "mov.u32 %r2, 0;\n@%p0 st.shared.u32 [%r10+4], %r2;", "at 0x404 touches the mbarrier `full` at 0x400");
  expectMisuse(begin(1) + "ld.shared.u64 %rd3, [%r10];", "a read of 8 bytes of .shared memory at 0x400 touches the mbarrier");
  PtxRun r = run(begin(1) + "@%p0 mbarrier.inval.shared::cta.b64 [%r10];\n@%p0 st.shared.u32 [%r10], %r1;\n@%p0 ld.shared.u32 %r3, [%r10];");
  EXPECT_TRUE(r.result.ok) << r.text();
}

TEST(MbarrierPtx, TwoPhasesAheadOfAWaiterIsReported) {
  PtxSetup setup;
  setup.shape.block[0] = 64;
  PtxRun r = run(begin(1) + R"(
    setp.ge.u32 %p1, %r1, 32;
    @!%p1 bra WAIT;
    setp.eq.u32 %p2, %r1, 32;
    nanosleep.u32 100;
    mov.u32 %r2, 0;
    SPIN: add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 5000;
    @%p3 bra SPIN;
    @%p2 mbarrier.arrive.shared::cta.b64 _, [%r10];
    @%p2 mbarrier.arrive.shared::cta.b64 _, [%r10];
    bra END;
    WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r10], 0;
    @!%p3 bra WAIT;
    END:)", setup);
  EXPECT_TRUE(r.has(DiagnosticId::mbarrierMisuse)) << r.text();
  EXPECT_NE(r.text().find("waits for the end of phase 0 but the mbarrier is in phase 2 already"), std::string::npos) << r.text();
}

TEST(MbarrierPtx, WhatPtxasRefusesIsRefused) {
  for (const char *line : {"mbarrier.test_wait.parity.shared::cluster.b64 %p1, [%r10], 0;", "mbarrier.arrive.shared::cluster.b64 %rd3, [%r10];",
                           "mbarrier.init.global.b64 [%rd1], 1;", "mbarrier.arrive.relaxed.shared::cta.b64 _, [%r10];",
                           "mbarrier.arrive.noComplete.shared::cta.b64 _, [%r10];"}) {
    PtxRun r = run(std::string("mov.u32 %r10, full;\n") + line);
    EXPECT_TRUE(r.has(DiagnosticId::ptxOperand) || r.has(DiagnosticId::ptxUnsupported)) << line << r.text();
  }
}
