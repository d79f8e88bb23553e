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

TEST(Races, AStrongAccessDoesNotHideAWeakOneBeforeIt) {
  expectOrder(".shared .b32 sum; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [sum], 0; @%p1 red.shared.add.u32 [sum], 1;\n@HERE red.shared.add.u32 [sum], 1;",
              {"bar.sync 0;"}, {""}, "strong write", checked(64));
}

TEST(Races, MbarriersInitializedByAnotherThread) {
  const std::string body = ".shared .b64 bar; setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [bar], 65;\n@HERE\n"
                           "@%p1 mbarrier.arrive.shared.b64 %rd5, [bar];\nmbarrier.arrive.shared.b64 %rd5, [bar];";
  PtxRun run = runPtx(withLine(body, "@HERE", "bar.sync 0;"), checked(64));
  EXPECT_TRUE(run.reports.empty()) << run.text();
  run = runPtx(withLine(body, "@HERE", "bar.warp.sync -1;"), checked(64));
  EXPECT_TRUE(run.has(DiagnosticId::dataRace)) << run.text();
}

// --- the async proxy. The tensor copies and wgmmas of the fence table are mutants of the kernels in tests/emulator; here bulk copies.

const std::string bulk = R"(
    .shared .align 128 .b8 buffer[1024]; .shared .b64 bar; mov.u32 %r2, buffer; shl.b32 %r3, %r1, 4; add.u32 %r4, %r2, %r3;
    setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 32;
    @%p1 mbarrier.init.shared.b64 [bar], 1; @%p1 fence.mbarrier_init.release.cluster;
    bar.sync 0;
)";

TEST(AsyncRaces, WrittenAndThenStored) { // hopper's test 13
  const std::string body = bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\n@HERE\n"
                                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1024;\n"
                                  "@%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;";
  expectOrder(body, {"fence.proxy.async; bar.sync 0;", "fence.proxy.async.shared::cta; bar.sync 0;"}, {"bar.sync 0;", "bar.sync 0; fence.proxy.async.global;"},
              "no `fence.proxy.async` between", checked(64));
  expectOrder(body, {}, {"", "fence.proxy.async;"}, "has no order with a write", checked(64));
}

TEST(AsyncRaces, AFenceOfTheIssuerIsAWarning) {
  PtxRun run = runPtx(bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\nbar.sync 0;\n@%p1 fence.proxy.async;"
                             "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1024;\n"
                             "@%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;", checked(64));
  EXPECT_EQ(countRaces(run), 0u) << run.text();
  EXPECT_EQ(countRaces(run, Severity::warning), 1u) << run.text();
  EXPECT_TRUE(run.result.ok);
}

TEST(AsyncRaces, StoredAndThenOverwritten) { // hopper's test 14
  const std::string body = bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\nfence.proxy.async; bar.sync 0;\n"
                                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1024;\n@%p1 cp.async.bulk.commit_group;\n@HERE\n"
                                  "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\n@%p1 cp.async.bulk.wait_group 0;";
  expectOrder(body, {"@%p1 cp.async.bulk.wait_group.read 0; bar.sync 0;", "@%p1 cp.async.bulk.wait_group 0; bar.sync 0;"},
              {"@%p1 cp.async.bulk.wait_group.read 1; bar.sync 0;", "bar.sync 0;", "@%p1 cp.async.bulk.wait_group.read 0;"}, "`cp.async.bulk.wait_group.read 0`", checked(64));
}

TEST(AsyncRaces, StoredAndThenReadInGlobalMemory) {
  const std::string body = bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\nfence.proxy.async; bar.sync 0;\n"
                                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1024;\n@%p1 cp.async.bulk.commit_group;\n@HERE\n"
                                  "ld.global.u32 %r5, [%rd1+64];\n@%p1 cp.async.bulk.wait_group 0;";
  expectOrder(body, {"@%p1 cp.async.bulk.wait_group 0; bar.sync 0;"}, {"@%p1 cp.async.bulk.wait_group.read 0; bar.sync 0;", "bar.sync 0;"}, "`cp.async.bulk.wait_group 0` (not `.read`)",
              checked(64));
}

const std::string load = "@%p1 mbarrier.arrive.expect_tx.shared.b64 %rd5, [bar], 1024;\n"
                         "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd2], 1024, [bar];\n";
const std::string wait = "W: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra W;\n";

TEST(AsyncRaces, LoadedAndThenRead) {
  const std::string end = "ld.shared.u32 %r5, [%r4];\nbar.sync 0;\nV: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra V;";
  expectOrder(bulk + load + "@HERE " + end, {wait, "setp.ne.u32 %p4, %r1, 0; @%p4 bra J;\n" + wait + "J: bar.sync 0;"}, {"bar.sync 0;"}, "mbarrier", checked(64));
  // One lane waits, and nothing tells the others.
  expectOrder(bulk + load + "@HERE " + end, {}, {"setp.ne.u32 %p4, %r1, 0; @%p4 bra J;\n" + wait + "J:"}, "has no order", checked(32));
}

TEST(AsyncRaces, ReadAndThenLoadedOver) {
  const std::string body = bulk + "ld.shared.u32 %r5, [%r4];\n@HERE\n" + load + wait;
  PtxSetup setup = checked(64);
  setup.options.checksInitialization = false;
  expectOrder(body, {"fence.proxy.async; bar.sync 0;"}, {"", "fence.proxy.async;"}, "write of byte", setup);
  PtxRun run = runPtx(withLine(body, "@HERE", "bar.sync 0;"), setup); // doubtful: told as a warning
  EXPECT_EQ(countRaces(run), 0u) << run.text();
  EXPECT_EQ(countRaces(run, Severity::warning), 1u) << run.text();
}

TEST(AsyncRaces, GlobalMemoryWrittenAndThenLoaded) {
  const std::string body = bulk + "cvt.u64.u32 %rd6, %r3; add.u64 %rd6, %rd6, %rd2; st.global.u32 [%rd6], %r1;\n@HERE\n" + load + wait;
  expectOrder(body, {"fence.proxy.async; bar.sync 0;", "fence.proxy.async.global; bar.sync 0;"}, {"bar.sync 0;", "fence.proxy.async.shared::cta; bar.sync 0;"},
              "no `fence.proxy.async` between", checked(64));
}

TEST(AsyncRaces, StoredAndThenLoadedAgain) {
  const std::string body = bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\nfence.proxy.async; bar.sync 0;\n"
                                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r2], 1024;\n@%p1 cp.async.bulk.commit_group;\n@HERE\n" +
                           load + "@%p1 cp.async.bulk.wait_group 0;\n" + wait;
  expectOrder(body, {"@%p1 cp.async.bulk.wait_group 0;"}, {"@%p1 cp.async.bulk.wait_group.read 0;"}, "of `in`", checked(64));
  expectOrder(body, {}, {""}, "has no order with a", checked(64));
}

TEST(Races, BetweenCtasOfACluster) {
  const std::string body = ".shared .b32 cell; mov.u32 %r2, cell; mov.u32 %r3, %cluster_ctarank; xor.b32 %r3, %r3, 1; mapa.shared::cluster.u32 %r4, %r2, %r3;\n"
                           "setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [cell], 7;\n@HERE\n@%p1 ld.shared::cluster.u32 %r5, [%r4];\n"
                           "barrier.cluster.arrive; barrier.cluster.wait;";
  expectOrder(body, {"barrier.cluster.arrive; barrier.cluster.wait;", "fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait;"},
              {"barrier.cluster.arrive.relaxed; barrier.cluster.wait;"}, "`barrier.cluster.arrive`", checked(32, 2, 2));
}

TEST(AsyncRaces, CopiesOfThreads) {
  const std::string body = bulk + "cvt.u64.u32 %rd6, %r3; add.u64 %rd6, %rd6, %rd2; cp.async.cg.shared.global [%r4], [%rd6], 16;\n@HERE xor.b32 %r6, %r4, 512;\nld.shared.u32 %r5, [%r6];\n"
                                  "cp.async.wait_all;";
  PtxSetup setup = checked(64);
  setup.options.checksInitialization = false;
  expectOrder(body, {"cp.async.wait_all; bar.sync 0;", "cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;"},
              {"cp.async.commit_group; cp.async.wait_group 1; bar.sync 0;", "bar.sync 0; cp.async.wait_all;", "cp.async.wait_all;"}, "cp.async", setup);
}

TEST(AsyncRaces, LeavingSharedMemoryWhileItIsStored) {
  const std::string body = bulk + "st.shared.v4.u32 [%r4], {%r1, %r1, %r1, %r1};\nfence.proxy.async; bar.sync 0;\n"
                                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1024;\n@%p1 cp.async.bulk.commit_group;\n";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    PtxSetup setup = checked(64);
    setup.options.seed = seed;
    EXPECT_TRUE(runPtx(body, setup).has(DiagnosticId::memoryAccess)) << seed;
    PtxRun run = runPtx(body + "@%p1 cp.async.bulk.wait_group.read 0;", setup);
    EXPECT_TRUE(run.reports.empty()) << run.text();
  }
}

TEST(AsyncRaces, ReachingIntoACtaThatMayHaveExited) {
  const std::string body = ".shared .b32 cell; mov.u32 %r2, cell; mov.u32 %r3, %cluster_ctarank; xor.b32 %r3, %r3, 1; mapa.shared::cluster.u32 %r4, %r2, %r3;\n"
                           "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; setp.eq.u32 %p1, %r1, 0;\n"
                           "@%p1 st.shared::cluster.u32 [%r4], 7;\n";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    PtxSetup setup = checked(32, 2, 2);
    setup.options.seed = seed;
    EXPECT_TRUE(runPtx(body, setup).has(DiagnosticId::memoryAccess)) << seed;
    PtxRun run = runPtx(body + "bar.warp.sync -1; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; ld.shared.u32 %r5, [cell];", setup);
    EXPECT_TRUE(run.reports.empty()) << run.text();
  }
}

} // namespace
} // namespace tessera::emulator
