// SPDX-License-Identifier: Apache-2.0
// Copies in flight: cp.async, bulk and tensor copies, their groups and mbarriers, and what a missing wait shows.

#include "runner/emulator/arithmetic/TensorMap.h"
#include "tests/unit/emulator/RunPtx.h"
#include <algorithm>
#include <numeric>

using namespace tessera;
using namespace tessera::emulator;

static PtxSetup makeSetup(size_t inputWords, uint64_t seed = 0) {
  PtxSetup setup;
  setup.input.resize(inputWords);
  std::iota(setup.input.begin(), setup.input.end(), 1);
  setup.options.seed = seed;
  return setup;
}

static const char *const buffer = ".shared .align 1024 .b8 buffer[4096];\n.shared .align 8 .b64 full;\n";

/// %r10 the buffer, %r11 the mbarrier with one arrival, %p0 thread 0, %rd4 the thread's output word.
static const char *const begin = "mov.u32 %r10, buffer;\nmov.u32 %r11, full;\nsetp.eq.u32 %p0, %r1, 0;\nmad.wide.u32 %rd4, %r1, 4, %rd1;\n"
                                 "@%p0 mbarrier.init.shared::cta.b64 [%r11], 1;\nbar.sync 0;\n";
static const char *const waitFull = "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r11], 0;\n@!%p1 bra WAIT;\n";
static const char *const storeWord = "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nld.shared.u32 %r21, [%r20];\nst.global.u32 [%rd4], %r21;\n";

// --- cp.async

static std::string copyFour(const std::string &size) {
  return std::string(begin) + "shl.b32 %r12, %r1, 2;\nadd.u32 %r12, %r12, %r10;\nmad.wide.u32 %rd5, %r1, 4, %rd2;\nmov.u32 %r13, 7;\n"
         "st.shared.u32 [%r12], %r13;\n" + size;
}

TEST(CpAsync, AMissingWaitShowsOldDataUnderSeedZeroOnly) {
  std::string body = copyFour("cp.async.ca.shared.global [%r12], [%rd5], 4;\n") + storeWord;
  EXPECT_EQ(runPtx(body, makeSetup(32, 0), buffer).words[5], 7u);
  EXPECT_EQ(runPtx(body, makeSetup(32, 1), buffer).words[5], 6u);
  std::string waits = copyFour("cp.async.ca.shared.global [%r12], [%rd5], 4;\ncp.async.wait_all;\n") + storeWord;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxRun r = runPtx(waits, makeSetup(32, seed), buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    EXPECT_EQ(r.words[31], 32u) << seed;
  }
}

TEST(CpAsync, GroupsAreWaitedForInOrder) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxRun r = runPtx(copyFour("cp.async.ca.shared.global [%r12], [%rd5], 4;\ncp.async.commit_group;\n"
                               "cp.async.ca.shared.global [%r12+128], [%rd5], 4;\ncp.async.commit_group;\ncp.async.wait_group 1;\n") + storeWord +
                          "cp.async.wait_group 0;\nld.shared.u32 %r22, [%r20+128];\nst.global.u32 [%rd4+128], %r22;",
                      [&] { PtxSetup s = makeSetup(32, seed); s.outputWords = 64; return s; }(), buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    for (uint32_t lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(r.words[lane], lane + 1);
      EXPECT_EQ(r.words[32 + lane], lane + 1);
    }
  }
}

TEST(CpAsync, BytesThatAreNotReadAreZero) {
  PtxRun r = runPtx(copyFour("and.b32 %r14, %r1, 3;\nadd.u32 %r14, %r14, 1;\ncp.async.ca.shared.global [%r12], [%rd5], 4, %r14;\ncp.async.wait_all;\n") + storeWord,
                    [] { PtxSetup s = makeSetup(0); s.input.assign(32, 0x44332211); return s; }(), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[0], 0x11u);
  EXPECT_EQ(r.words[1], 0x2211u);
  EXPECT_EQ(r.words[2], 0x332211u);
  EXPECT_EQ(r.words[3], 0x44332211u);
  r = runPtx(copyFour("setp.lt.u32 %p2, %r1, 4;\ncp.async.ca.shared.global [%r12], [%rd5], 4, %p2;\ncp.async.wait_all;\n") + storeWord, makeSetup(32), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[3], 0u);
  EXPECT_EQ(r.words[4], 5u);
}

TEST(CpAsync, ArrivesOnAnMbarrierWhenItIsDone) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxSetup setup = makeSetup(32, seed);
    setup.options.checksRaces = true;
    PtxRun r = runPtx("mov.u32 %r10, buffer;\nmov.u32 %r11, full;\nsetp.eq.u32 %p0, %r1, 0;\nmad.wide.u32 %rd4, %r1, 4, %rd1;\n"
                      "@%p0 mbarrier.init.shared::cta.b64 [%r11], 32;\nbar.sync 0;\n"
                      "shl.b32 %r12, %r1, 2;\nadd.u32 %r12, %r12, %r10;\nmad.wide.u32 %rd5, %r1, 4, %rd2;\n"
                      "cp.async.ca.shared.global [%r12], [%rd5], 4;\ncp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r11];\n" + std::string(waitFull) +
                          "xor.b32 %r20, %r12, 4;\nld.shared.u32 %r21, [%r20];\nst.global.u32 [%rd4], %r21;", setup, buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    EXPECT_EQ(r.words[6], 8u);
  }
}

TEST(CpAsync, FaultsNameTheCopy) {
  PtxRun r = runPtx(copyFour("cp.async.ca.shared.global [%r12], [%rd5+4], 4;\ncp.async.wait_all;"), makeSetup(32), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::memoryOutOfBounds)) << r.text();
  EXPECT_NE(r.text().find("the cp.async of thread (0, 0, 0) of CTA (0, 0, 0): a read of 4 bytes"), std::string::npos) << r.text();
  r = runPtx(copyFour("cp.async.ca.shared.global [%r12], [%rd5+2], 4;\ncp.async.wait_all;"), makeSetup(32), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::memoryMisaligned)) << r.text();
  r = runPtx(copyFour("mov.u32 %r14, 5;\ncp.async.ca.shared.global [%r12], [%rd5], 4, %r14;"), makeSetup(32), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::asyncMisuse)) << r.text();
}

// --- bulk

static std::string bulkLoad(int expected) {
  return std::string(begin) + "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], " + std::to_string(expected) + ";\n"
         "@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%rd2], 128, [%r11];\n";
}

TEST(BulkCopy, LoadsAndStoresUnderEverySeed) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    PtxSetup setup = makeSetup(32, seed);
    setup.options.checksRaces = true;
    PtxRun r = runPtx(bulkLoad(128) + waitFull +
                          "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nld.shared.u32 %r21, [%r20];\nadd.u32 %r21, %r21, 100;\nst.shared.u32 [%r20], %r21;\n"
                          "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
                          "@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r10], 128;\n@%p0 cp.async.bulk.commit_group;\n@%p0 cp.async.bulk.wait_group 0;\n",
                      setup, buffer);
    ASSERT_TRUE(r.result.ok) << seed << r.text();
    for (uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(r.words[lane], lane + 101);
  }
}

TEST(BulkCopy, TooManyExpectedBytesAreADeadlockThatNamesThem) {
  PtxRun r = runPtx(bulkLoad(144) + waitFull, makeSetup(32), buffer);
  ASSERT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  EXPECT_NE(r.text().find("needs 16 bytes"), std::string::npos) << r.text();
  r = runPtx(bulkLoad(112) + waitFull, makeSetup(32), buffer);
  EXPECT_NE(r.text().find("16 bytes more than were expected"), std::string::npos) << r.text();
}

TEST(BulkCopy, ASourceOverwrittenTooEarlyShows) {
  std::string body = std::string(begin) + "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nst.shared.u32 [%r20], %r1;\nfence.proxy.async;\nbar.sync 0;\n"
                     "@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r10], 128;\n@%p0 cp.async.bulk.commit_group;\n";
  std::string overwrites = "bar.sync 0;\nmov.u32 %r21, 99;\nst.shared.u32 [%r20], %r21;\n@%p0 cp.async.bulk.wait_group 0;\n";
  EXPECT_EQ(runPtx(body + overwrites, makeSetup(0, 0), buffer).words[5], 99u);
  EXPECT_EQ(runPtx(body + "@%p0 cp.async.bulk.wait_group.read 0;\n" + overwrites, makeSetup(0, 0), buffer).words[5], 5u);
}

TEST(BulkCopy, AStoreMustHaveReadBeforeItsCtaExits) {
  PtxRun r = runPtx(std::string(begin) + "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nst.shared.u32 [%r20], %r1;\nfence.proxy.async;\nbar.sync 0;\n"
                    "@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r10], 128;\n@%p0 cp.async.bulk.commit_group;\n", makeSetup(0), buffer);
  ASSERT_TRUE(r.has(DiagnosticId::memoryAccess)) << r.text();
  EXPECT_NE(r.text().find("has exited"), std::string::npos) << r.text();
}

TEST(BulkCopy, ReducesOntoGlobalMemory) {
  PtxRun r = runPtx(std::string(begin) + "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nst.shared.u32 [%r20], %r1;\nst.global.u32 [%rd4], 1000;\n"
                    "fence.proxy.async;\nbar.sync 0;\n"
                    "@%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r10], 128;\n@%p0 cp.async.bulk.commit_group;\n@%p0 cp.async.bulk.wait_group 0;\n",
                    makeSetup(0), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[31], 1031u);
}

TEST(BulkCopy, FaultsAreReported) {
  auto at = [&](const std::string &line) { return runPtx(std::string(begin) + "mov.u32 %r9, 24;\n@%p0 " + line, makeSetup(32), buffer); };
  EXPECT_TRUE(at("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%rd2], %r9, [%r11];").has(DiagnosticId::asyncMisuse));
  EXPECT_TRUE(at("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%rd2+8], 16, [%r11];").has(DiagnosticId::memoryMisaligned));
  EXPECT_TRUE(at("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10+8], [%rd2], 16, [%r11];").has(DiagnosticId::memoryMisaligned));
  EXPECT_TRUE(at("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%rd2], 144, [%r11];").has(DiagnosticId::memoryOutOfBounds));
  PtxRun r = at("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r11], [%rd2], 16, [%r11];\n" + std::string(waitFull));
  EXPECT_TRUE(r.has(DiagnosticId::mbarrierMisuse)) << r.text();
}

// --- tensors

/// The map is the first 32 words of the input, the tensor what follows it; its address is filled in by the kernel.
static PtxSetup makeTensorSetup(TensorMap map, size_t words, uint64_t seed = 0) {
  PtxSetup setup;
  setup.input.resize(32 + words);
  TensorMapImage image = encodeTensorMap(map);
  std::memcpy(setup.input.data(), image.data(), image.size());
  std::iota(setup.input.begin() + 32, setup.input.end(), 1);
  setup.options.seed = seed;
  return setup;
}

static const char *const fillAddress = "add.u64 %rd3, %rd2, 128;\n@%p0 tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd3;\n"
                                       "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;\n";

static TensorMap makeMap(std::array<uint64_t, 5> dimensions, std::array<uint32_t, 5> box, unsigned rank, unsigned swizzleBytes) {
  TensorMap map;
  map.element = TensorElement::u32;
  map.rank = rank;
  map.dimensions = dimensions;
  map.box = box;
  map.swizzleBytes = swizzleBytes;
  uint64_t stride = 4;
  for (unsigned d = 0; d + 1 < rank; ++d)
    map.strides[d] = stride *= dimensions[d];
  return map;
}

static std::string loadBox(unsigned rank, const std::string &coordinates, int bytes) {
  return std::string(begin) + fillAddress + "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], " + std::to_string(bytes) + ";\n"
         "@%p0 cp.async.bulk.tensor." + std::to_string(rank) + "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r10], [%rd2, {" + coordinates + "}], [%r11];\n";
}

TEST(TensorCopy, LoadsABoxPartlyOutside) {
  TensorMap map = makeMap({8, 6, 1, 1, 1}, {4, 8, 1, 1, 1}, 2, 0);
  map.dimensions[0] = 6;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    // 6 x 6 elements, 8 apart, a box of 4 x 8 from (4, 2): two columns and four rows are inside
    PtxRun r = runPtx(loadBox(2, "4, 2", 128) + waitFull + storeWord, makeTensorSetup(map, 48, seed), buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    for (uint32_t row = 0; row < 8; ++row)
      for (uint32_t column = 0; column < 4; ++column)
        EXPECT_EQ(r.words[row * 4 + column], column < 2 && row < 4 ? (row + 2) * 8 + column + 4 + 1 : 0u) << row << " " << column;
  }
}

TEST(TensorCopy, SwizzlesAndFiveDimensions) {
  PtxRun r = runPtx(loadBox(5, "0, 0, 1, 0, 1", 128) + waitFull + storeWord,
                    makeTensorSetup(makeMap({8, 2, 2, 2, 2}, {8, 2, 1, 2, 1}, 5, 32), 128), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  for (uint32_t word = 0; word < 32; ++word) {
    uint32_t row = word / 8, logical = static_cast<uint32_t>(swizzleAddress(word * 4, 32)) / 4 % 8;
    EXPECT_EQ(r.words[word], 1 + logical + row % 2 * 8 + 16 + row / 2 * 32 + 64) << word;
  }
}

TEST(TensorCopy, StoresTheSixteenBytesOfWhatIsInside) {
  // 6 x 5 elements, 8 apart, a box of 4 x 4 from (4, 3): two rows are inside, and two columns, with which go those behind them
  TensorMap map = makeMap({8, 5, 1, 1, 1}, {4, 4, 1, 1, 1}, 2, 0);
  map.dimensions[0] = 6;
  PtxSetup setup = makeTensorSetup(map, 0);
  setup.outputWords = 64;
  PtxRun r = runPtx(std::string(begin) + "@%p0 tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd1;\nfence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;\n"
                    "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nadd.u32 %r21, %r1, 100;\nst.shared.u32 [%r20], %r21;\nfence.proxy.async;\nbar.sync 0;\n"
                    "@%p0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd2, {4, 3}], [%r10];\n"
                    "@%p0 cp.async.bulk.commit_group;\n@%p0 cp.async.bulk.wait_group 0;\n", setup, buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  for (uint32_t i = 0; i < 64; ++i) {
    bool isStored = i < 40 && i % 8 >= 4 && i / 8 >= 3;
    EXPECT_EQ(r.words[i], isStored ? 100 + (i / 8 - 3) * 4 + i % 8 - 4 : 0u) << i;
  }
}

TEST(TensorCopy, ReducesByTheMapsType) {
  TensorMap map = makeMap({32, 1, 1, 1, 1}, {32, 1, 1, 1, 1}, 1, 0);
  map.element = TensorElement::s32;
  PtxRun r = runPtx(std::string(begin) + "@%p0 tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd1;\nfence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;\n"
                    "shl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\nsub.s32 %r21, 5, %r1;\nst.shared.u32 [%r20], %r21;\nfence.proxy.async;\nbar.sync 0;\n"
                    "@%p0 cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.tile.bulk_group [%rd2, {0}], [%r10];\n"
                    "@%p0 cp.async.bulk.commit_group;\n@%p0 cp.async.bulk.wait_group 0;\n", makeTensorSetup(map, 0), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[2], 0u);
  EXPECT_EQ(r.words[31], static_cast<uint32_t>(-26));
}

TEST(TensorCopy, WrongMapsAreReported) {
  TensorMap map = makeMap({8, 6, 1, 1, 1}, {4, 8, 1, 1, 1}, 2, 0);
  auto load = [&](PtxSetup setup, unsigned rank = 2, const char *coordinates = "0, 0") { return runPtx(loadBox(rank, coordinates, 128) + waitFull, setup, buffer); };
  PtxSetup garbage = makeTensorSetup(map, 48);
  garbage.input[9] ^= 1;
  PtxRun r = load(garbage);
  EXPECT_TRUE(r.has(DiagnosticId::asyncMisuse)) << r.text();
  EXPECT_NE(r.text().find("changed by something else than `tensormap.replace`"), std::string::npos) << r.text();
  r = load(makeTensorSetup(map, 48), 1, "0");
  EXPECT_NE(r.text().find("has 2 dimensions but the instruction has 1"), std::string::npos) << r.text();
  map.dimensions[1] = 7;
  r = load(makeTensorSetup(map, 48));
  EXPECT_TRUE(r.has(DiagnosticId::memoryOutOfBounds)) << r.text();
}

TEST(TensorCopy, AMapThatTheKernelChangedMustBeAcquired) {
  PtxRun r = runPtx(std::string(begin) + "@%p0 tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd1;\n"
                    "@%p0 cp.async.bulk.prefetch.tensor.2d.L2.global [%rd2, {0, 0}];\n", makeTensorSetup(makeMap({8, 5, 1, 1, 1}, {4, 4, 1, 1, 1}, 2, 0), 0), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::asyncMisuse)) << r.text();
  EXPECT_NE(r.text().find("no `fence.proxy.tensormap::generic.acquire` of it has come since"), std::string::npos) << r.text();
}

TEST(TensorCopy, EndsAfterItsCtaIsReported) {
  PtxRun r = runPtx(loadBox(2, "0, 0", 128), makeTensorSetup(makeMap({8, 6, 1, 1, 1}, {4, 8, 1, 1, 1}, 2, 0), 48), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::memoryAccess)) << r.text();
  EXPECT_NE(r.text().find("the TMA load of thread (0, 0, 0) of CTA (0, 0, 0)"), std::string::npos) << r.text();
}

TEST(TensorCopy, CopiesAndWaitsAreTraced) {
  Trace trace;
  PtxSetup setup = makeTensorSetup(makeMap({8, 6, 1, 1, 1}, {4, 8, 1, 1, 1}, 2, 0), 48);
  setup.options.trace = &trace;
  ASSERT_TRUE(runPtx(loadBox(2, "0, 0", 128) + "mov.u32 %r2, 0;\nSPIN: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p3, %r2, 500;\n@%p3 bra SPIN;\n" + waitFull, setup, buffer).result.ok);
  auto has = [&](Trace::Kind kind, const char *name) {
    return std::any_of(trace.clusters[0].begin(), trace.clusters[0].end(), [&](const Trace::Event &e) { return e.kind == kind && trace.nameEvent(e) == name; });
  };
  EXPECT_TRUE(has(Trace::Kind::copy, "TMA load 128 B"));
}

// --- clusters

static PtxSetup makeCluster(uint32_t ctas, uint64_t seed, size_t inputWords = 0) {
  PtxSetup setup = makeSetup(inputWords, seed);
  setup.shape.grid[0] = setup.shape.cluster[0] = ctas;
  setup.outputWords = 32 * ctas;
  return setup;
}

/// %r2 the CTA's rank, %rd4 the thread's word of the grid's output.
static const char *const beginCluster = "mov.u32 %r2, %cluster_ctarank;\nmov.u32 %r10, buffer;\nmov.u32 %r11, full;\nsetp.eq.u32 %p0, %r1, 0;\n"
                                        "mad.lo.u32 %r3, %r2, 32, %r1;\nmad.wide.u32 %rd4, %r3, 4, %rd1;\nshl.b32 %r20, %r1, 2;\nadd.u32 %r20, %r20, %r10;\n"
                                        "@%p0 mbarrier.init.shared::cta.b64 [%r11], 1;\nfence.mbarrier_init.release.cluster;\n"
                                        "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
static const char *const endCluster = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";

TEST(Cluster, SharedMemoryOfAnotherCta) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxRun r = runPtx(std::string(beginCluster) + "add.u32 %r21, %r3, 1000;\nst.shared.u32 [%r20], %r21;\n" + endCluster +
                          "add.u32 %r22, %r2, 1;\nand.b32 %r22, %r22, 3;\nmapa.shared::cluster.u32 %r23, %r20, %r22;\nld.shared::cluster.u32 %r24, [%r23];\n"
                          "st.global.u32 [%rd4], %r24;\n"
                          "cvt.u64.u32 %rd5, %r20;\ncvta.shared::cluster.u64 %rd5, %rd5;\nmapa.u64 %rd6, %rd5, 0;\nld.u32 %r25, [%rd6];\nadd.u32 %r26, %r1, 1000;\nsetp.ne.u32 %p2, %r25, %r26;\n@%p2 trap;\n" + endCluster,
                      makeCluster(4, seed), buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    for (uint32_t i = 0; i < 128; ++i)
      EXPECT_EQ(r.words[i], 1000 + (i + 32) % 128) << i;
  }
}

TEST(Cluster, AddressesHaveTheirRank) {
  PtxRun r = runPtx("mov.u32 %r2, %cluster_ctarank;\nmov.u32 %r3, buffer;\nadd.u32 %r3, %r3, 64;\nmapa.shared::cluster.u32 %r4, %r3, 3;\n"
                    "getctarank.shared::cluster.u32 %r5, %r4;\ngetctarank.shared::cluster.u32 %r6, %r3;\nmad.wide.u32 %rd4, %r2, 16, %rd1;\n"
                    "st.global.v4.u32 [%rd4], {%r3, %r4, %r5, %r6};\n" + std::string(endCluster), makeCluster(4, 0), buffer);
  ASSERT_TRUE(r.result.ok) << r.text();
  EXPECT_EQ(r.words[1], 0x03000440u);
  for (uint32_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(r.words[4 * rank], 0x440u | rank << 24);
    EXPECT_EQ(r.words[4 * rank + 2], 3u);
    EXPECT_EQ(r.words[4 * rank + 3], rank);
  }
}

TEST(Cluster, AMulticastReachesEveryCtaAndItsMbarrier) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxRun r = runPtx(std::string(beginCluster) + "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;\nsetp.eq.u32 %p2, %r3, 0;\nmov.b16 %h1, 3;\n"
                      "@%p2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r10], [%rd2], 128, [%r11], %h1;\n" +
                          waitFull + "ld.shared.u32 %r21, [%r20];\nst.global.u32 [%rd4], %r21;\n" + endCluster, makeCluster(2, seed, 32), buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    for (uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(r.words[i], i % 32 + 1);
  }
}

TEST(Cluster, RemoteArrivalsAndStores) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxSetup setup = makeCluster(2, seed);
    setup.options.checksRaces = true;
    PtxRun r = runPtx(std::string(beginCluster) + "xor.b32 %r4, %r2, 1;\nmapa.shared::cluster.u32 %r21, %r20, %r4;\nmapa.shared::cluster.u32 %r22, %r11, %r4;\n"
                      "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;\n"
                      "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r21], %r3, [%r22];\n" +
                          waitFull + "ld.shared.u32 %r23, [%r20];\nst.global.u32 [%rd4], %r23;\n" + endCluster +
                          "@%p0 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r22];\n"
                          "W2: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r11], 1;\n@!%p1 bra W2;\n" + endCluster, setup, buffer);
    ASSERT_TRUE(r.result.ok) << r.text();
    for (uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(r.words[i], i ^ 32) << i;
  }
}

TEST(Cluster, MemoryOfACtaThatHasExitedIsGone) {
  PtxRun r = runPtx(std::string(beginCluster) + "setp.eq.u32 %p2, %r2, 1;\n@%p2 exit;\nmov.u32 %r5, 0;\nSPIN: add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p3, %r5, 10000;\n@%p3 bra SPIN;\n"
                    "mapa.shared::cluster.u32 %r21, %r20, 1;\nst.shared::cluster.u32 [%r21], %r1;\n", makeCluster(2, 0), buffer);
  EXPECT_TRUE(r.has(DiagnosticId::memoryAccess)) << r.text();
  EXPECT_NE(r.text().find("which has exited"), std::string::npos) << r.text();
}

TEST(Cluster, BarrierMisuseIsReported) {
  EXPECT_TRUE(runPtx("barrier.cluster.arrive;\nbarrier.cluster.arrive;", makeCluster(2, 0)).has(DiagnosticId::barrierMisuse));
  EXPECT_TRUE(runPtx("barrier.cluster.wait;", makeCluster(2, 0)).has(DiagnosticId::barrierMisuse));
  EXPECT_TRUE(runPtx("mov.u32 %r2, %cluster_ctarank;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 barrier.cluster.arrive;\n@%p1 barrier.cluster.wait;", makeCluster(2, 0)).result.ok);
  PtxRun r = runPtx("mov.u32 %r2, %cluster_ctarank;\nsetp.eq.u32 %p1, %r2, 0;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n@%p1 bar.sync 1, 64;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;", makeCluster(2, 0));
  EXPECT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  r = runPtx("mov.u32 %r2, %cluster_ctarank;\nsetp.eq.u32 %p1, %r2, 0;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n@!%p1 bra SKIP;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
             "bra END;\nSKIP: bar.sync 1, 64;\nEND:", makeCluster(2, 0));
  EXPECT_NE(r.text().find("the cluster's barrier, at which 32 of 64 threads have not arrived, first of them warp 0 of the CTA with rank 1"), std::string::npos) << r.text();
}

// --- registers

static PtxRun runRegisters(const std::string &directives, const std::string &body) {
  PtxSetup setup;
  setup.shape.block[0] = 384;
  return runModule(".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n" + directives +
                       "\n{\n.reg .b32 %r<9>; .reg .pred %p<4>;\nmov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 128;\n@%p1 bra FIRST;\n" + body + "\nret;\n}\n", setup);
}

TEST(Registers, APoolThatSufficesAndOneThatDoesNot) {
  std::string maximum = ".maxntid 384, 1, 1\n.maxnreg 168";
  PtxRun r = runRegisters(maximum, "setmaxnreg.inc.sync.aligned.u32 232;\nbra END;\nFIRST: setmaxnreg.dec.sync.aligned.u32 40;\nEND:");
  EXPECT_TRUE(r.result.ok) << r.text();
  r = runRegisters(maximum, "setmaxnreg.inc.sync.aligned.u32 240;\nbra END;\nFIRST: setmaxnreg.dec.sync.aligned.u32 40;\nEND:");
  EXPECT_TRUE(r.has(DiagnosticId::deadlock)) << r.text();
  EXPECT_NE(r.text().find("240 registers a thread"), std::string::npos) << r.text();
  r = runRegisters(maximum, "setmaxnreg.inc.sync.aligned.u32 160;\nbra END;\nFIRST: setmaxnreg.dec.sync.aligned.u32 40;\nEND:");
  EXPECT_TRUE(r.has(DiagnosticId::asyncMisuse)) << r.text();
}
