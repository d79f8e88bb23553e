// SPDX-License-Identifier: Apache-2.0
// One pattern a test, with what orders it (no report) and without (a race, told with both places).
#include "tests/unit/emulator/RunPtx.h"
#include <gmock/gmock.h>

namespace tessera::emulator {
namespace {

using testing::HasSubstr;

PtxSetup checked(unsigned threads, unsigned ctas = 1, unsigned cluster = 0) {
  PtxSetup setup;
  setup.shape.block[0] = threads;
  setup.shape.grid[0] = ctas;
  setup.shape.cluster[0] = cluster;
  setup.shape.cluster[1] = setup.shape.cluster[2] = cluster ? 1 : 0;
  setup.outputWords = 1024;
  setup.input.resize(1024);
  setup.options.checksRaces = true;
  return setup;
}

size_t countRaces(const PtxRun &run, Severity severity = Severity::error) {
  size_t races = 0;
  for (const Diagnostic &report : run.reports)
    races += report.id == DiagnosticId::dataRace && report.severity == severity;
  return races;
}

std::string withLine(const std::string &body, const std::string &mark, const std::string &line) {
  std::string text = body;
  text.replace(text.find(mark), mark.size(), line);
  return text;
}

/// `body` with `@HERE` replaced by each of `fixes` is clean, by each of `flaws` a race whose report has `text`.
void expectOrder(const std::string &body, std::initializer_list<std::string> fixes, std::initializer_list<std::string> flaws, const std::string &text,
                 const PtxSetup &base) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    PtxSetup setup = base;
    setup.options.seed = seed;
    for (const std::string &fix : fixes) {
      PtxRun run = runPtx(withLine(body, "@HERE", fix), setup);
      EXPECT_TRUE(run.reports.empty()) << "with " << fix << ", seed " << seed << "\n" << run.text();
    }
    for (const std::string &flaw : flaws) {
      PtxRun run = runPtx(withLine(body, "@HERE", flaw), setup);
      EXPECT_GE(countRaces(run), 1u) << "with `" << flaw << "`, seed " << seed << "\n" << run.text();
      EXPECT_THAT(run.text(), HasSubstr(text)) << "with `" << flaw << "`, seed " << seed;
    }
  }
}

const std::string cells = ".shared .b32 cells[256]; mov.u32 %r2, cells; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; xor.b32 %r6, %r4, 252;\n";

TEST(Races, SharedWriteAndReadOfAnotherWarp) {
  expectOrder(cells + "st.shared.u32 [%r4], %r1;\n@HERE\nld.shared.u32 %r5, [%r6];", {"bar.sync 0;", "barrier.sync 3, 64;"},
              {"", "bar.warp.sync -1;", "fence.acq_rel.cta;"}, "has no order with a", checked(64));
}

TEST(Races, ReadAndThenWriteByAnotherWarp) {
  expectOrder(cells + "st.shared.u32 [%r4], %r1;\nbar.sync 0;\nld.shared.u32 %r5, [%r6];\n@HERE\nst.shared.u32 [%r4], %r5;", {"bar.sync 0;"},
              {"", "bar.warp.sync -1;"}, "write of byte", checked(64));
}

TEST(Races, LanesOfOneWarp) {
  expectOrder(cells + "st.shared.u32 [%r4], %r1;\n@HERE\nxor.b32 %r6, %r4, 64; ld.shared.u32 %r5, [%r6];", {"bar.warp.sync -1;", "bar.sync 0;"},
              {"", "activemask.b32 %r7;", "shfl.sync.idx.b32 %r7, %r1, 0, 31, -1;", "setp.lt.u32 %p1, %r1, 16; @%p1 bra J; bra J; J:"},
              "`bar.warp.sync`", checked(32));
}

TEST(Races, HalvesOfAWarpOrderOnlyThemselves) {
  const std::string body = cells + "setp.lt.u32 %p1, %r1, 16; selp.b32 %r8, 0xffff, 0xffff0000, %p1;\nst.shared.u32 [%r4], %r1;\nbar.warp.sync %r8;\n"
                                   "xor.b32 %r6, %r4, @HERE; ld.shared.u32 %r5, [%r6];";
  expectOrder(body, {"4", "32", "60"}, {"64", "124"}, "has no order with", checked(32));
}

TEST(Races, BytesAreToldApart) {
  const std::string body = ".shared .b8 cells[256]; mov.u32 %r2, cells; add.u32 %r4, %r2, %r1; st.shared.u8 [%r4], %r1;\n"
                           "@HERE ld.shared.u8 %r5, [%r4];";
  expectOrder(body, {""}, {"xor.b32 %r4, %r4, 32;"}, "read of byte", checked(64));
}

TEST(Races, AReportNamesBothPlacesAndTheWayOut) {
  PtxSetup setup = checked(64);
  setup.options.checksInitialization = false;
  PtxRun run = runPtx(cells + "st.shared.u32 [%r4], %r1;\nld.shared.u32 %r5, [%r6];", setup);
  ASSERT_EQ(run.reports.size(), 2u) << run.text(); // one each way
  const Diagnostic &report = run.reports[1];
  EXPECT_EQ(report.range.begin.line, 12u);
  EXPECT_THAT(report.message, HasSubstr("of shared `cells` (0x4"));
  EXPECT_THAT(report.message, HasSubstr("by thread ("));
  ASSERT_EQ(report.notes.size(), 2u);
  EXPECT_EQ(report.notes[0].range.begin.line, 11u);
  EXPECT_THAT(report.notes[1].message, HasSubstr("`bar.sync`"));
}

TEST(Races, OneReportForAPairOfPlaces) {
  PtxSetup setup = checked(64);
  setup.options.checksInitialization = false;
  PtxRun run = runPtx(cells + "mov.u32 %r7, 0;\nL: st.shared.u32 [%r4], %r1;\nld.shared.u32 %r5, [%r6];\nadd.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 9; @%p1 bra L;",
                      setup);
  EXPECT_EQ(run.reports.size(), 2u) << run.text(); // read after write, write after read
}

TEST(Races, BetweenCtasThroughGlobalMemory) {
  const std::string body = "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT; setp.ne.u32 %p2, %r2, 0; @%p2 bra READER;\n"
                           "st.global.u32 [%rd2+64], %r1; st.global.u32 [%rd2+128], 7;\n@HERE";
  const std::string flag = "st.release.gpu.u32 [%rd2], 1; bra OUT;\nREADER: ld.acquire.gpu.u32 %r5, [%rd2]; setp.eq.u32 %p3, %r5, 0; @%p3 bra READER;\n"
                           "ld.global.u32 %r6, [%rd2+64]; ld.global.u32 %r7, [%rd2+128]; st.global.u32 [%rd1], %r7; OUT:";
  const std::string relaxed = "st.relaxed.gpu.u32 [%rd2], 1; bra OUT;\nREADER: ld.acquire.gpu.u32 %r5, [%rd2]; setp.eq.u32 %p3, %r5, 0; @%p3 bra READER;\n"
                              "ld.global.u32 %r6, [%rd2+64]; OUT:";
  const std::string fences = "membar.gl; st.volatile.global.u32 [%rd2], 1; bra OUT;\nREADER: ld.volatile.global.u32 %r5, [%rd2]; setp.eq.u32 %p3, %r5, 0;\n"
                             "@%p3 bra READER; fence.acq_rel.gpu; ld.global.u32 %r6, [%rd2+64]; OUT:";
  const std::string narrow = "st.release.cta.u32 [%rd2], 1; bra OUT;\nREADER: ld.acquire.gpu.u32 %r5, [%rd2]; setp.eq.u32 %p3, %r5, 0; @%p3 bra READER;\n"
                             "ld.global.u32 %r6, [%rd2+64]; OUT:";
  const std::string weak = "st.global.u32 [%rd2], 1; bra OUT;\nREADER: ld.volatile.global.u32 %r5, [%rd2]; setp.eq.u32 %p3, %r5, 0; @%p3 bra READER; OUT:";
  const std::string atomics = "fence.acq_rel.gpu; atom.global.add.u32 %r8, [%rd2], 1; bra OUT;\nREADER: atom.global.or.b32 %r5, [%rd2], 0; setp.eq.u32 %p3, %r5, 0;\n"
                              "@%p3 bra READER; fence.acq_rel.gpu; ld.global.u32 %r6, [%rd2+64]; OUT:";
  expectOrder(body, {flag, fences, atomics}, {relaxed, narrow, weak}, "has no order with", checked(32, 2));
}

TEST(Races, ScopesThatAreTooSmallSaySo) {
  PtxRun run = runPtx("atom.global.cta.add.u32 %r5, [%rd2], 1;", checked(32, 2));
  EXPECT_EQ(countRaces(run), 1u) << run.text();
  EXPECT_THAT(run.text(), HasSubstr("scope"));
  EXPECT_TRUE(runPtx("atom.global.add.u32 %r5, [%rd2], 1; red.global.sys.add.u32 [%rd2], 1;", checked(64, 3)).reports.empty());
}

TEST(Races, AtomicsOfTwoSizes) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 32; @%p1 bra A; atom.global.add.u64 %rd5, [%rd2], 1; bra O; A: atom.global.add.u32 %r5, [%rd2], 1; O:", checked(64));
  EXPECT_EQ(countRaces(run), 1u) << run.text();
  EXPECT_THAT(run.text(), HasSubstr("size"));
}

TEST(Races, AtomicsAndAPlainReadWithoutOrder) {
  const std::string body = ".shared .b32 sum; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [sum], 0;\nbar.sync 0;\nred.shared.add.u32 [sum], 1;\n@HERE ld.shared.u32 %r5, [sum];";
  expectOrder(body, {"bar.sync 0;"}, {"", "fence.acq_rel.cta;"}, "strong write", checked(96));
}

TEST(Races, TheLastBlockReadsWhatAllWrote) {
  // Threads write, fence, and one of them counts; who counts last reads all: the fence before and the one after the atomic are needed.
  const std::string body = R"(
    .shared .b32 last; mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r2, 2; cvt.u64.u32 %rd4, %r3; add.u64 %rd4, %rd4, %rd2;
    setp.ne.u32 %p1, %r1, 0; @%p1 bra WAIT;
    st.global.u32 [%rd4+64], %r2;
    @HERE
    atom.global.add.u32 %r5, [%rd2], 1; st.shared.u32 [last], %r5;
    WAIT: bar.sync 0; ld.shared.u32 %r5, [last]; setp.ne.u32 %p2, %r5, 3; @%p2 bra OUT;
    fence.acq_rel.gpu;
    and.b32 %r6, %r1, 3; shl.b32 %r6, %r6, 2; cvt.u64.u32 %rd5, %r6; add.u64 %rd5, %rd5, %rd2; ld.global.u32 %r7, [%rd5+64]; OUT:)";
  // Only the thread that counted has read the counter; the barrier tells the others after its own fence, so it needs one itself.
  const std::string whole = withLine(body, "st.shared.u32 [last], %r5;", "fence.acq_rel.gpu; st.shared.u32 [last], %r5;");
  expectOrder(whole, {"fence.acq_rel.gpu;", "membar.gl;"}, {"", "fence.acq_rel.cta;"}, "has no order with", checked(64, 4));
}

TEST(Races, ALockOrdersItsSections) {
  const std::string body = R"(
    setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT;
    SPIN: atom.global.cas.b32 %r5, [%rd2], 0, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra SPIN;
    @HERE
    ld.global.u32 %r6, [%rd1]; add.u32 %r6, %r6, 1; st.global.u32 [%rd1], %r6;
    membar.gl; atom.global.exch.b32 %r5, [%rd2], 0; OUT:)";
  expectOrder(body, {"membar.gl;"}, {""}, "has no order with", checked(32, 6));
}

TEST(Races, SameInstructionOfOneWarpIsNoRace) {
  PtxRun run = runPtx(".shared .b32 cell; st.shared.u32 [cell], %r1;\nbar.sync 0;\nld.shared.u32 %r5, [cell];", checked(32));
  EXPECT_TRUE(run.reports.empty()) << run.text();
  run = runPtx(".shared .b32 cell; st.shared.u32 [cell], %r1;", checked(64));
  EXPECT_EQ(countRaces(run), 1u) << run.text(); // two warps
}

TEST(Races, OneThreadsOwnAccessesAreInOrder) {
  PtxSetup setup = checked(64);
  setup.options.checksInitialization = false;
  PtxRun run = runPtx(cells + "mov.u32 %r7, 0; L: st.shared.u32 [%r4], %r7; ld.shared.u32 %r5, [%r4]; st.shared.u8 [%r4], %r5; add.u32 %r7, %r7, 1;\n"
                              "setp.lt.u32 %p1, %r7, 9; @%p1 bra L; setp.lt.u32 %p2, %r1, 7; @%p2 bra M; st.shared.u32 [%r4], %r7; M: ld.shared.u32 %r5, [%r4];",
                      checked(64));
  EXPECT_TRUE(run.reports.empty()) << run.text();
}

} // namespace
} // namespace tessera::emulator
