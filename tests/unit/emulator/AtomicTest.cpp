// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/arithmetic/AtomicOperation.h"
#include "tests/unit/emulator/RunPtx.h"
#include <gmock/gmock.h>

namespace tessera::emulator {
namespace {

PtxSetup with(std::vector<uint32_t> input) {
  PtxSetup setup;
  input.resize(64);
  setup.input = std::move(input);
  return setup;
}

/// Runs `op` at [%rd2] by one thread; words: what it returned, then the first four words there.
std::vector<uint32_t> modify(const std::string &op, std::vector<uint32_t> input) {
  PtxRun run = runPtx("setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT; mov.u32 %r5, 0; mov.b64 %rd5, 0;\n" + op +
                          "\nst.global.b32 [%rd1], %r5; ld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%rd2]; st.global.v4.b32 [%rd1+16], {%r10, %r11, %r12, %r13}; OUT:",
                      with(std::move(input)));
  EXPECT_TRUE(run.result.ok) << op << "\n" << run.text();
  return {run.words[0], run.words[4], run.words[5], run.words[6], run.words[7]};
}

void expectWord(const std::string &op, uint32_t before, uint32_t after) {
  std::vector<uint32_t> words = modify(op, {before});
  EXPECT_EQ(words[0], before) << op;
  EXPECT_EQ(words[1], after) << op;
}

TEST(Atomic, Integers) {
  expectWord("atom.global.add.u32 %r5, [%rd2], 5;", 0xfffffffe, 3);
  expectWord("atom.add.s32 %r5, [%rd2], -5;", 3, 0xfffffffe);
  expectWord("atom.global.min.u32 %r5, [%rd2], 5;", 0xfffffffe, 5);
  expectWord("atom.global.min.s32 %r5, [%rd2], 5;", 0xfffffffe, 0xfffffffe);
  expectWord("atom.global.max.s32 %r5, [%rd2], 5;", 0xfffffffe, 5);
  expectWord("atom.global.inc.u32 %r5, [%rd2], 5;", 4, 5);
  expectWord("atom.global.inc.u32 %r5, [%rd2], 5;", 5, 0);
  expectWord("atom.global.dec.u32 %r5, [%rd2], 5;", 0, 5);
  expectWord("atom.global.dec.u32 %r5, [%rd2], 5;", 3, 2);
  expectWord("atom.global.dec.u32 %r5, [%rd2], 5;", 9, 5);
  expectWord("atom.global.and.b32 %r5, [%rd2], 12;", 10, 8);
  expectWord("atom.global.or.b32 %r5, [%rd2], 12;", 10, 14);
  expectWord("atom.acq_rel.sys.global.xor.b32 %r5, [%rd2], 12;", 10, 6);
  expectWord("atom.relaxed.cta.global.exch.b32 %r5, [%rd2], 12;", 10, 12);
  expectWord("atom.global.cas.b32 %r5, [%rd2], 10, 12;", 10, 12);
  expectWord("atom.global.cas.b32 %r5, [%rd2], 11, 12;", 10, 10);
  EXPECT_EQ(modify("atom.global.max.s64 %rd5, [%rd2], -1;", {5, 0x80000000})[2], 0xffffffffu);
  EXPECT_EQ(modify("atom.global.add.u64 %rd5, [%rd2], 3;", {0xffffffff, 1})[2], 2u);
  EXPECT_EQ(modify("red.global.add.u64 [%rd2], 3;", {0xffffffff, 1})[1], 2u);
  EXPECT_EQ(modify("mov.b16 %h1, 7; mov.b16 %h2, 9; atom.global.cas.b16 %h3, [%rd2], %h1, %h2;", {0x50007})[1], 0x50009u);
}

TEST(Atomic, OneHundredAndTwentyEightBits) {
  const std::string body = ".reg .b128 %q<4>; mov.b64 %rd6, 1; mov.b64 %rd7, 2; mov.b128 %q1, {%rd6, %rd7}; mov.b128 %q2, {%rd7, %rd6};\n";
  EXPECT_THAT(modify(body + "atom.global.exch.b128 %q3, [%rd2], %q2;", {1, 0, 2, 0}), testing::ElementsAre(0, 2, 0, 1, 0));
  EXPECT_THAT(modify(body + "atom.global.cas.b128 %q3, [%rd2], %q1, %q2;", {1, 0, 2, 0}), testing::ElementsAre(0, 2, 0, 1, 0));
  EXPECT_THAT(modify(body + "atom.global.cas.b128 %q3, [%rd2], %q2, %q2;", {1, 0, 2, 0}), testing::ElementsAre(0, 1, 0, 2, 0));
}

TEST(Atomic, Floats) {
  const std::string f = "mov.b32 %f1, ";
  auto add = [&](uint32_t b) { return f + std::to_string(b) + "; atom.global.add.f32 %f2, [%rd2], %f1; mov.b32 %r5, %f2;"; };
  expectWord(add(0x40000000), 0x3f800000, 0x40400000);
  EXPECT_EQ(modify(add(0), {0x80000001})[1], 0u); // -0 + 0
  EXPECT_EQ(modify(add(0x80000000), {0x80000001})[1], 0x80000000u);
  EXPECT_EQ(modify(add(0x00400000), {0x00400000})[1], 0u);
  EXPECT_EQ(modify(add(0xff800000), {0x7f800000})[1], 0x7fffffffu);
  EXPECT_EQ(modify("mov.f64 %fd1, 0d3FF0000000000000; red.global.add.f64 [%rd2], %fd1;", {0, 0x3ff00000})[2], 0x40000000u);
}

TEST(Atomic, SharedMemoryKeepsSubnormals) {
  for (const char *atom : {"atom.shared.add.f32 %f2, [cell], %f1;", "cvta.shared.u64 %rd6, %rd5; atom.add.f32 %f2, [%rd6], %f1;"}) {
    PtxRun run = runPtx(std::string(".shared .b32 cell; setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT; mov.u64 %rd5, cell; st.shared.b32 [cell], 0x400000; mov.b32 %f1, 0x400000;") +
                        atom + "ld.shared.b32 %r5, [cell]; st.global.b32 [%rd1], %r5; OUT:");
    EXPECT_EQ(run.words[0], 0x800000u) << run.text();
  }
}

TEST(Atomic, HalvesAndPairs) {
  EXPECT_EQ(modify("mov.b32 %r6, 0x3c004000; atom.global.add.noftz.f16x2 %r5, [%rd2], %r6;", {0x3c003c00})[1], 0x40004200u);
  EXPECT_EQ(modify("mov.b32 %r6, 0x3f804000; red.global.add.noftz.bf16x2 [%rd2], %r6;", {0x3f803f80})[1], 0x40004040u);
  EXPECT_EQ(modify("mov.b16 %h1, 0x0001; atom.global.add.noftz.f16 %h2, [%rd2], %h1;", {0x00010001})[1], 0x00010002u);
  EXPECT_EQ(modify("mov.b16 %h1, 0x7c00; red.global.add.noftz.f16 [%rd2], %h1;", {0xfc00})[1], 0x7fffu);
}

TEST(Atomic, Vectors) {
  EXPECT_THAT(modify("mov.b32 %f1, 0x3f800000; red.global.v4.f32.add [%rd2], {%f1, %f1, %f1, %f1};", {0x3f800000, 0, 0x40000000, 0}),
              testing::ElementsAre(0, 0x40000000, 0x3f800000, 0x40400000, 0x3f800000));
  EXPECT_THAT(modify("mov.b16 %h1, 0x3c00; mov.b16 %h2, 0x7fff; atom.global.v2.f16.max.noftz {%h3, %h4}, [%rd2], {%h1, %h2}; cvt.u32.u16 %r5, %h4;", {0x40000000}),
              testing::ElementsAre(0x4000, 0x40003c00, 0, 0, 0));
}

TEST(Atomic, ExtremesOfHalves) {
  using namespace atomics;
  EXPECT_EQ(Min::apply(Half{0x0000}, Half{0x8000}, true).bits, 0x8000);
  EXPECT_EQ(Max::apply(Half{0x8000}, Half{0x0000}, true).bits, 0x0000);
  EXPECT_EQ(Max::apply(Bfloat{0x7fc0}, Bfloat{0x3f80}, true).bits, 0x3f80);
  EXPECT_EQ(Min::apply(Bfloat{0x7fc0}, Bfloat{0xffc0}, true).bits, 0x7fff);
}

TEST(Atomic, AWholeWarpAddsUp) {
  PtxRun run = runPtx("atom.global.add.u32 %r5, [%rd2], 1; mul.wide.u32 %rd3, %r5, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], 1;", with({}));
  EXPECT_THAT(run.words, testing::Each(1u)) << run.text();
}

TEST(Atomic, WhatPtxDoesNotHaveIsRefused) {
  for (const char *op : {"atom.global.inc.s32 %r5, [%rd2], 1;", "red.global.exch.b32 [%rd2], %r5;", "atom.global.add.f16x2 %r5, [%rd2], %r5;", "red.acquire.gpu.global.add.u32 [%rd2], 1;",
                         "atom.global.add.u32.v2 {%r5, %r6}, [%rd2], {%r5, %r6};", "atom.const.add.u32 %r5, [%rd2], 1;", "atom.global.mul.u32 %r5, [%rd2], 1;"}) {
    PtxRun run = runPtx(op);
    EXPECT_FALSE(run.reports.empty()) << op;
  }
}

TEST(Atomic, FencesParse) {
  PtxRun run = runPtx("fence.sc.cta; fence.acq_rel.gpu; fence.acquire.cluster; fence.release.sys; membar.cta; membar.gl; membar.sys; fence.proxy.alias; fence.proxy.async;"
                      "fence.proxy.async.global; fence.proxy.async.shared::cta; fence.proxy.async.shared::cluster; fence.mbarrier_init.release.cluster;"
                      "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; fence.proxy.tensormap::generic.release.gpu;");
  EXPECT_TRUE(run.result.ok) << run.text();
  EXPECT_TRUE(runPtx("fence.proxy.texture;").has(DiagnosticId::ptxUnsupported));
  EXPECT_TRUE(runPtx("fence.acq_rel;").has(DiagnosticId::ptxOperand));
}

} // namespace
} // namespace tessera::emulator
