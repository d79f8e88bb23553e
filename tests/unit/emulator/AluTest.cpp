// SPDX-License-Identifier: Apache-2.0
// Arithmetic instructions end to end: what a kernel of a few lines stores. What a lane computes is tested with arithmetic/; here it is
// that modifiers, operands and masks reach it.

#include "tests/unit/emulator/RunPtx.h"
#include <cmath>

using namespace tessera;
using namespace tessera::emulator;

namespace {

/// Runs `body`, which leaves a word in %r10, in 32 threads; the words, or a failure with the reports.
std::vector<uint32_t> wordsOf(const std::string &body, std::vector<uint32_t> input = {}) {
  PtxSetup setup;
  setup.input = std::move(input);
  setup.version = "8.7";
  PtxRun run = runPtx(body + "\nmul.wide.u32 %rd20, %r1, 4;\nadd.s64 %rd21, %rd1, %rd20;\nst.global.u32 [%rd21], %r10;", setup);
  EXPECT_EQ(run.text(), "") << body;
  return run.words;
}

uint32_t wordOf(const std::string &body) { return wordsOf(body)[7]; }
uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}
/// An instruction of floats in %f10, of which the bits are wanted.
uint32_t floatOf(const std::string &body) { return wordOf(body + "\nmov.b32 %r10, %f10;"); }
/// An instruction of 16 bits in %h10.
uint32_t halfOf(const std::string &body) { return wordOf(body + "\ncvt.u32.u16 %r10, %h10;"); }
/// 0 or 1 of %p1.
uint32_t truthOf(const std::string &body) { return wordOf(body + "\nselp.u32 %r10, 1, 0, %p1;"); }

bool isRefused(const std::string &body, DiagnosticId id = DiagnosticId::ptxOperand) {
  PtxRun run = runPtx(body);
  return run.has(id);
}

} // namespace

TEST(Alu, OnlyActiveLanesAreWritten) {
  std::vector<uint32_t> words = wordsOf(R"(
    mov.u32 %r10, 5;
    and.b32 %r2, %r1, 3;
    setp.eq.u32 %p1, %r2, 2;
    @%p1 add.u32 %r10, %r1, 100;
    @!%p1 mul.lo.u32 %r10, %r10, %r1;)");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(words[lane], lane % 4 == 2 ? lane + 100 : lane * 5);
}

TEST(Alu, ASourceMayBeTheDestination) {
  EXPECT_EQ(wordsOf("mov.u32 %r10, %r1;\nadd.u32 %r10, %r10, %r10;\nmad.lo.u32 %r10, %r10, %r10, %r10;")[3], 42u);
}

TEST(Alu, CarriesGoThroughFourWords) {
  EXPECT_EQ(wordOf(R"(
    mov.u32 %r2, 0xffffffff;
    add.cc.u32 %r3, %r2, 1;
    addc.cc.u32 %r4, %r2, 0;
    addc.cc.u32 %r5, 7, 0;
    addc.u32 %r10, %r5, 0;)"), 8u);
  EXPECT_EQ(wordOf("sub.cc.u32 %r3, 0, 1;\nsubc.cc.u32 %r4, 0, 0;\nsubc.u32 %r10, 5, 0;"), 4u);
  EXPECT_EQ(wordOf("mov.u32 %r2, 0xffffffff;\nmad.lo.cc.u32 %r3, %r2, %r2, 0xffffffff;\nmadc.hi.u32 %r10, %r2, %r2, 0;"), 0xffffffffu);
  EXPECT_EQ(wordOf("mov.u64 %rd3, -1;\nadd.cc.s64 %rd4, %rd3, %rd3;\naddc.u32 %r10, 0, 0;"), 1u);
  EXPECT_EQ(wordOf("mov.u64 %rd3, -1;\nadd.cc.s64 %rd4, %rd3, 1;\naddc.cc.s64 %rd5, %rd3, 0;\naddc.u32 %r10, 0, 0;"), 1u);
}

TEST(Alu, CarriesAreOneAThread) {
  std::vector<uint32_t> words = wordsOf("setp.lt.u32 %p1, %r1, 16;\nmov.u32 %r2, -1;\nadd.cc.u32 %r3, %r2, 1;\n"
                                        "@%p1 add.cc.u32 %r3, 1, 1;\naddc.u32 %r10, 0, 0;");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(words[lane], lane < 16 ? 0u : 1u);
}

TEST(Alu, DivisionByZeroIsReportedAndGoesOn) {
  PtxRun run = runPtx("sub.u32 %r2, %r1, 4;\ndiv.u32 %r3, 100, %r2;\nst.global.u32 [%rd1], %r3;");
  ASSERT_TRUE(run.has(DiagnosticId::undefinedResult)) << run.text();
  EXPECT_NE(run.text().find("thread (4, 0, 0)"), std::string::npos) << run.text();
  EXPECT_TRUE(run.result.ok);
}

TEST(Alu, IntegerForms) {
  EXPECT_EQ(wordOf("mad.hi.sat.s32 %r10, 0x7fffffff, 0x7fffffff, 0x7fffffff;"), 0x7fffffffu);
  EXPECT_EQ(wordOf("mov.b16 %h1, -3;\nmov.b16 %h2, 7;\nmul.wide.s16 %r10, %h1, %h2;"), static_cast<uint32_t>(-21));
  EXPECT_EQ(wordOf("mov.b16 %h1, -3;\nmov.b16 %h2, 7;\nmad.wide.s16 %r10, %h1, %h2, 1;"), static_cast<uint32_t>(-20));
  EXPECT_EQ(wordOf("dp4a.s32.u32 %r10, -1, 0x01010101, 10;"), 6u);
  EXPECT_EQ(wordOf("dp2a.hi.s32.s32 %r10, 0x00020003, 0x01040000, 10;"), 10u + 3 * 4 + 2 * 1);
  EXPECT_EQ(wordOf("max.relu.s32 %r10, -5, -6;"), 0u);
  EXPECT_EQ(wordOf("min.s16x2 %r10, 0x80000001, 0x7fff0002;"), 0x80000001u);
  EXPECT_EQ(wordOf("sad.s32 %r10, -5, 5, 1;"), 11u);
  EXPECT_EQ(wordOf("mul24.lo.s32 %r10, 0xffffff, 5;"), static_cast<uint32_t>(-5));
}

TEST(Alu, BitForms) {
  EXPECT_EQ(wordOf("bfi.b32 %r10, 0xf, 0, 30, 4;"), 0xc0000000u);
  EXPECT_EQ(wordOf("prmt.b32 %r10, 0x33221100, 0x77665544, 0x6420;"), 0x66442200u);
  EXPECT_EQ(wordOf("prmt.b32.b4e %r10, 0x33221100, 0x77665544, 0;"), 0x55667700u);
  EXPECT_EQ(wordOf("lop3.b32 %r10, 0xf0, 0xcc, 0xaa, 0x96;") & 0xff, 0x96u);
  EXPECT_EQ(wordOf("lop3.b32 %r10, 0xf0, 0xcc, 0xaa, 0x1b;") & 0xff, 0x1bu);
  EXPECT_EQ(wordOf("shf.l.wrap.b32 %r10, 0x89abcdef, 0x01234567, 40;"), 0x23456789u);
  EXPECT_EQ(wordOf("mov.b16 %h1, 0x8000;\nshr.s16 %h2, %h1, 15;\ncvt.s32.s16 %r10, %h2;"), 0xffffffffu);
  EXPECT_EQ(wordOf("mov.u64 %rd3, 0x100;\nbfind.shiftamt.u64 %r10, %rd3;"), 55u);
  EXPECT_EQ(wordOf("cnot.b32 %r10, 0;"), 1u);
  EXPECT_EQ(wordOf("fns.b32 %r10, 0x16, 2, 2;"), 4u);
  EXPECT_EQ(wordOf("szext.wrap.s32 %r10, 0x80, 40;"), 0xffffff80u);
  EXPECT_EQ(wordOf("bmsk.clamp.b32 %r10, 4, 8;"), 0xff0u);
}

TEST(Alu, LogicOfPredicates) {
  std::vector<uint32_t> words = wordsOf(R"(
    setp.lt.u32 %p2, %r1, 16;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p3, %r2, 1;
    and.pred %p4, %p2, !%p3;
    xor.pred %p5, %p4, %p3;
    not.pred %p6, %p5;
    selp.u32 %r10, 1, 0, %p6;)");
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(words[lane], (lane < 16 && lane % 2 == 0) != (lane % 2 == 1) ? 0u : 1u);
}

TEST(Alu, Lop3WritesAPredicate) {
  EXPECT_EQ(truthOf("setp.ne.u32 %p2, %r1, %r1;\nlop3.or.b32 _|%p1, 1, 2, 4, 0x80, %p2;"), 0u);
  EXPECT_EQ(truthOf("setp.ne.u32 %p2, %r1, %r1;\nlop3.and.b32 %r3|%p1, 1, 2, 4, 0xfe, !%p2;"), 1u);
  EXPECT_EQ(wordOf("setp.ne.u32 %p2, %r1, %r1;\nlop3.and.b32 %r10|%p1, 1, 2, 4, 0xfe, !%p2;"), 7u);
}

TEST(Alu, VideoForms) {
  EXPECT_EQ(wordOf("mov.b32 %r2, 0x0000ff00;\nmov.b32 %r3, 0xffff0000;\nvadd.s32.u32.s32.sat %r10, %r2.b1, %r3.h1;"), 254u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 7;\nmov.b32 %r3, 9;\nmov.b32 %r4, 0x11223344;\nvsub.s32.u32.u32.sat %r10.b2, %r2, %r3, %r4;"), 0x11fe3344u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 7;\nmov.b32 %r3, 9;\nvabsdiff.u32.u32.u32.add %r10, %r2, %r3, 100;"), 102u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 0x01020304;\nmov.b32 %r3, 0x10203040;\nvadd4.u32.u32.u32 %r10, %r2, %r3, 0;"), 0x11223344u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 0x01020304;\nmov.b32 %r3, 0x10203040;\nvadd4.u32.u32.u32 %r10.b21, %r2.b0123, %r3, 0;"), 0x00233200u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 0x00010005;\nmov.b32 %r3, 0x00020003;\nvset2.u32.u32.lt.add %r10, %r2, %r3, 10;"), 11u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 3;\nmov.b32 %r3, 5;\nvmad.u32.u32.u32.shr7 %r10, %r2, %r3, 241;"), 2u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 3;\nmov.b32 %r3, 5;\nmov.b32 %r4, 20;\nvmad.s32.u32.u32 %r10, -%r2, %r3, %r4;"), 5u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 3;\nmov.b32 %r3, 5;\nmov.b32 %r4, 20;\nvmad.s32.u32.u32 %r10, %r2, %r3, -%r4;"), static_cast<uint32_t>(-5));
  EXPECT_EQ(wordOf("mov.b32 %r2, 3;\nmov.b32 %r3, 5;\nvset.u32.u32.lt %r10, %r2, %r3;"), 1u);
  EXPECT_EQ(wordOf("mov.b32 %r2, 3;\nmov.b32 %r3, 33;\nvshl.u32.u32.u32.wrap %r10, %r2, %r3;"), 6u);
}

TEST(Alu, FloatRoundings) {
  EXPECT_EQ(floatOf("add.rp.f32 %f10, 0f3F800000, 0f21800000;"), 0x3f800001u);
  EXPECT_EQ(floatOf("add.f32 %f10, 0f3F800000, 0f21800000;"), 0x3f800000u);
  EXPECT_EQ(floatOf("div.rz.f32 %f10, 0f3F800000, 0f40400000;"), 0x3eaaaaaau);
  EXPECT_EQ(floatOf("div.rn.f32 %f10, 0f3F800000, 0f40400000;"), 0x3eaaaaabu);
  EXPECT_EQ(floatOf("sqrt.rm.f32 %f10, 0f40000000;"), 0x3fb504f3u);
  EXPECT_EQ(floatOf("sqrt.rp.f32 %f10, 0f40000000;"), 0x3fb504f4u);
  EXPECT_EQ(floatOf("rcp.rn.f32 %f10, 0f40400000;"), 0x3eaaaaabu);
  EXPECT_EQ(floatOf("fma.rn.f32 %f10, 0f3F800001, 0f3F800001, 0fBF800002;"), bitsOf(0x1p-46f));
  EXPECT_EQ(floatOf("mul.f32 %f2, 0f3F800001, 0f3F800001;\nadd.f32 %f10, %f2, 0fBF800002;"), 0u) << "nothing is fused";
  EXPECT_EQ(wordOf("add.rp.f64 %fd1, 0d3FF0000000000000, 0d3C00000000000000;\nmov.b64 {%r10, %r11}, %fd1;"), 1u);
}

TEST(Alu, FloatModifiers) {
  EXPECT_EQ(floatOf("mul.ftz.f32 %f10, 0f00800000, 0fBF000000;"), 0x80000000u);
  EXPECT_EQ(floatOf("mul.f32 %f10, 0f00800000, 0fBF000000;"), 0x80400000u);
  EXPECT_EQ(floatOf("add.ftz.f32 %f10, 0f00400000, 0f00400000;"), 0u);
  EXPECT_EQ(floatOf("add.sat.f32 %f10, 0f3F800000, 0f3F800000;"), 0x3f800000u);
  EXPECT_EQ(floatOf("fma.rn.sat.f32 %f10, 0f7FC00000, 0f3F800000, 0f3F800000;"), 0u);
  EXPECT_EQ(floatOf("sub.f32 %f10, 0f7F800000, 0f7F800000;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("abs.ftz.f32 %f10, 0f80400000;"), 0u);
  EXPECT_EQ(floatOf("neg.f32 %f10, 0f80400000;"), 0x00400000u);
  // A NaN becomes the canonical one, as on an H100.
  EXPECT_EQ(floatOf("neg.f32 %f10, 0f7FA27398;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("abs.f32 %f10, 0fFFC00001;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("abs.ftz.f32 %f10, 0fFF800001;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("neg.f32 %f10, 0f7F800000;"), 0xff800000u);
  EXPECT_EQ(floatOf("copysign.f32 %f10, 0f80000000, 0f3F800000;"), 0xbf800000u);
}

TEST(Alu, FloatExtremes) {
  EXPECT_EQ(floatOf("min.f32 %f10, 0f00000000, 0f80000000;"), 0x80000000u);
  EXPECT_EQ(floatOf("max.f32 %f10, 0f80000000, 0f00000000;"), 0u);
  EXPECT_EQ(floatOf("max.f32 %f10, 0f7FC00000, 0f3F800000;"), 0x3f800000u);
  EXPECT_EQ(floatOf("max.NaN.f32 %f10, 0f7FC00000, 0f3F800000;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("min.xorsign.abs.f32 %f10, 0fC0000000, 0f40400000;"), 0xc0000000u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x7fff;\nmov.b16 %h2, 0x3c00;\nmin.f16 %h10, %h1, %h2;"), 0x3c00u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x0000;\nmov.b16 %h2, 0x8000;\nmin.bf16 %h10, %h1, %h2;"), 0x8000u);
  EXPECT_EQ(wordOf("max.NaN.f16x2 %r10, 0x7fff3c00, 0x3c004000;"), 0x7fff4000u);
}

TEST(Alu, Halves) {
  EXPECT_EQ(wordOf("add.f16x2 %r10, 0x3c004000, 0x3c003c00;"), 0x40004200u);
  EXPECT_EQ(wordOf("sub.sat.f16x2 %r10, 0x3c004000, 0x40003c00;"), 0x00003c00u);
  EXPECT_EQ(wordOf("mul.bf16x2 %r10, 0x3f804000, 0x40004000;"), 0x40004080u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x3c00;\nmov.b16 %h2, 0xbc00;\nfma.rn.relu.f16 %h10, %h1, %h2, %h1;"), 0u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x7ff7;\nmov.b16 %h2, 0x3c00;\nfma.rn.oob.bf16 %h10, %h1, %h2, %h2;"), 0u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x0001;\nmov.b16 %h2, 0x3c00;\nmul.ftz.f16 %h10, %h1, %h2;"), 0u);
  EXPECT_EQ(halfOf("mov.b16 %h1, 0x0001;\nmov.b16 %h2, 0x3c00;\nmul.f16 %h10, %h1, %h2;"), 1u);
  EXPECT_EQ(wordOf("neg.bf16x2 %r10, 0x3f80bf80;"), 0xbf803f80u);
}

TEST(Alu, AFusedHalfRoundsOnce) {
  // 7/4 * 37/64 = 259/256 is a tie of 0x3f81 and 0x3f82, 5/4 * 53/64 = 265/256 one of 0x3f84 and 0x3f85: a crumb of 2^-100, which no double
  // beside 1 holds, decides.
  std::string first = "mov.b16 %h1, 0x3fe0;\nmov.b16 %h2, 0x3f14;\n", second = "mov.b16 %h1, 0x3fa0;\nmov.b16 %h2, 0x3f54;\n";
  std::string none = "mov.b16 %h3, 0;\n", above = "mov.b16 %h3, 0x0d80;\n", below = "mov.b16 %h3, 0x8d80;\n", fma = "fma.rn.bf16 %h10, %h1, %h2, %h3;";
  EXPECT_EQ(halfOf(first + none + fma), 0x3f82u);
  EXPECT_EQ(halfOf(first + above + fma), 0x3f82u);
  EXPECT_EQ(halfOf(first + below + fma), 0x3f81u);
  EXPECT_EQ(halfOf(second + none + fma), 0x3f84u);
  EXPECT_EQ(halfOf(second + above + fma), 0x3f85u);
  EXPECT_EQ(halfOf(second + below + fma), 0x3f84u);
}

TEST(Alu, Approximations) {
  EXPECT_EQ(floatOf("ex2.approx.ftz.f32 %f10, 0fC2FE0000;"), 0u) << "2^-127, flushed";
  EXPECT_EQ(floatOf("ex2.approx.f32 %f10, 0fC2FE0000;"), 0x00400000u);
  EXPECT_EQ(floatOf("div.approx.f32 %f10, 0f3F800000, 0f7F000000;"), 0u);
  EXPECT_EQ(floatOf("div.full.f32 %f10, 0f3F800000, 0f7F000000;"), 0x00400000u);
  EXPECT_EQ(floatOf("lg2.approx.ftz.f32 %f10, 0f00400000;"), 0xff800000u);
  EXPECT_EQ(floatOf("sin.approx.f32 %f10, 0f7F800000;"), 0x7fffffffu);
  EXPECT_EQ(floatOf("rsqrt.approx.f32 %f10, 0f40800000;"), 0x3f000000u);
  EXPECT_EQ(floatOf("tanh.approx.f32 %f10, 0fFF800000;"), 0xbf800000u);
  EXPECT_EQ(wordOf("ex2.approx.f16x2 %r10, 0x40003c00;"), 0x44004000u);
  EXPECT_EQ(wordOf("ex2.approx.ftz.bf16x2 %r10, 0x40003f80;"), 0x40804000u);
  EXPECT_EQ(wordOf("rcp.approx.ftz.f64 %fd1, 0d4000000000000000;\nmov.b64 {%r11, %r10}, %fd1;"), 0x3fe00000u);
}

TEST(Alu, Conversions) {
  EXPECT_EQ(wordOf("cvt.rn.bf16x2.f32 %r10, 0f3F800000, 0f40000000;"), 0x3f804000u);
  EXPECT_EQ(wordOf("cvt.rz.relu.f16x2.f32 %r10, 0fBF800000, 0f477FF000;"), 0x00007bffu);
  EXPECT_EQ(halfOf("cvt.rn.satfinite.e4m3x2.f32 %h10, 0f3F880000, 0f3F980000;"), 0x383au);
  EXPECT_EQ(halfOf("cvt.rn.satfinite.relu.e5m2x2.f16x2 %h10, 0xbc003c00;"), 0x003cu);
  EXPECT_EQ(wordOf("mov.b16 %h1, 0x7e38;\ncvt.rn.f16x2.e4m3x2 %r10, %h1;"), 0x5f003c00u);
  EXPECT_EQ(wordOf("cvt.rna.tf32.f32 %r10, 0f3F801000;"), 0x3f802000u);
  EXPECT_EQ(wordOf("cvt.rzi.s32.f32 %r10, 0fC0200000;"), static_cast<uint32_t>(-2));
  EXPECT_EQ(wordOf("cvt.rni.s32.f32 %r10, 0fC0200000;"), static_cast<uint32_t>(-2));
  EXPECT_EQ(wordOf("cvt.rmi.s32.f32 %r10, 0fC0200000;"), static_cast<uint32_t>(-3));
  EXPECT_EQ(wordOf("cvt.rzi.u32.f32 %r10, 0fC0200000;"), 0u);
  EXPECT_EQ(wordOf("cvt.rzi.s32.f32 %r10, 0f7FC00000;"), 0u);
  EXPECT_EQ(wordOf("cvt.rzi.s32.f32 %r10, 0f7F800000;"), 0x7fffffffu);
  EXPECT_EQ(wordOf("cvt.sat.u8.s32 %r10, 300;"), 255u);
  EXPECT_EQ(wordOf("cvt.s8.s32 %r10, 0x1ff;"), 0xffffffffu);
  EXPECT_EQ(wordOf("cvt.u8.s32 %r10, 0x1ff;"), 0xffu);
  EXPECT_EQ(floatOf("cvt.rp.f32.s32 %f10, 16777217;"), bitsOf(16777218.0f));
  EXPECT_EQ(floatOf("cvt.rn.f32.u64 %f10, 0xffffffffffffffff;"), bitsOf(0x1p64f));
  EXPECT_EQ(floatOf("cvt.rz.f32.u64 %f10, 0xffffffffffffffff;"), bitsOf(0x1.fffffep63f));
  EXPECT_EQ(floatOf("cvt.rni.f32.f32 %f10, 0fC0200000;"), bitsOf(-2.0f));
  EXPECT_EQ(floatOf("cvt.sat.f32.f32 %f10, 0fC0200000;"), 0u);
  EXPECT_EQ(floatOf("cvt.rn.ftz.f32.f64 %f10, 0d3800000000000000;"), 0u) << "2^-127, flushed";
  EXPECT_EQ(wordOf("cvt.pack.sat.u8.s32.b32 %r10, 300, -5, 0x1234;"), 0x1234ff00u);
  EXPECT_EQ(wordOf("cvt.pack.sat.s16.s32 %r10, 40000, -40000;"), 0x7fff8000u);
  EXPECT_EQ(wordOf("cvt.pack.sat.s4.s32.b32 %r10, 7, -9, 1;"), 0x178u);
}

TEST(Alu, Comparisons) {
  EXPECT_EQ(truthOf("setp.lt.s32 %p1, -1, 1;"), 1u);
  EXPECT_EQ(truthOf("setp.lo.u32 %p1, -1, 1;"), 0u);
  EXPECT_EQ(truthOf("setp.ne.f32 %p1, 0f7FC00000, 0f3F800000;"), 0u);
  EXPECT_EQ(truthOf("setp.neu.f32 %p1, 0f7FC00000, 0f3F800000;"), 1u);
  EXPECT_EQ(truthOf("setp.nan.f32 %p1, 0f7FC00000, 0f3F800000;"), 1u);
  EXPECT_EQ(truthOf("setp.eq.ftz.f32 %p1, 0f00400000, 0f80000000;"), 1u);
  EXPECT_EQ(truthOf("setp.geu.f64 %p1, 0d7FF8000000000000, 0d0000000000000000;"), 1u);
  EXPECT_EQ(truthOf("setp.eq.u32 %p2, %r1, 7;\nsetp.lt.and.s32 %p3|%p1, 1, 2, %p2;"), 0u);
  EXPECT_EQ(truthOf("setp.eq.u32 %p2, %r1, 7;\nsetp.gt.xor.s32 %p3|%p1, 1, 2, !%p2;"), 1u);
  EXPECT_EQ(truthOf("setp.lt.f16x2 %p2|%p1, 0x3c004000, 0x40003c00;"), 1u);
  EXPECT_EQ(truthOf("setp.lt.f16x2 %p1|%p2, 0x3c004000, 0x40003c00;"), 0u);
  EXPECT_EQ(wordOf("set.lt.f16x2.f16x2 %r10, 0x3c004000, 0x40003c00;"), 0x3c000000u);
  EXPECT_EQ(wordOf("set.lt.u32.bf16x2 %r10, 0x3f804000, 0x40003f80;"), 0xffff0000u);
  EXPECT_EQ(wordOf("set.eq.f32.s32 %r10, 4, 4;"), 0x3f800000u);
  EXPECT_EQ(wordOf("set.eq.s32.f32 %r10, 0f3F800000, 0f3F800000;"), 0xffffffffu);
  EXPECT_EQ(wordOf("slct.b32.f32 %r10, 1, 2, 0f80000000;"), 1u);
  EXPECT_EQ(wordOf("slct.b32.s32 %r10, 1, 2, -1;"), 2u);
  EXPECT_EQ(truthOf("testp.subnormal.f32 %p1, 0f80000001;"), 1u);
  EXPECT_EQ(truthOf("testp.normal.f64 %p1, 0d7FF0000000000000;"), 0u);
  EXPECT_EQ(wordOf("setp.eq.u32 %p1, %r1, %r1;\nselp.u32 %r10, 1, 2, !%p1;"), 2u);
}

TEST(Alu, WhatPtxDoesNotHaveIsRefused) {
  for (const char *form :
       {"mul.u32 %r2, %r3, %r4;", "add.sat.u32 %r2, %r3, %r4;", "mul.wide.u64 %rd3, %rd4, %rd5;", "fma.f32 %f1, %f2, %f3, %f4;",
        "add.sat.f64 %fd1, %fd2, %fd3;", "div.f32 %f1, %f2, %f3;", "setp.lt.b32 %p1, %r2, %r3;", "setp.lo.s32 %p1, %r2, %r3;",
        "cvt.f32.s32 %f1, %r2;", "cvt.rn.s32.f32 %r2, %f1;", "cvt.rp.f16x2.f32 %r2, %f1, %f2;", "cvt.rn.e4m3x2.f32 %h1, %f1, %f2;",
        "cvt.rna.relu.tf32.f32 %r2, %f1;", "add.sat.bf16 %h1, %h2, %h3;", "fma.rn.ftz.oob.f16 %h1, %h2, %h3, %h4;", "ex2.approx.bf16 %h1, %h2;",
        "ex2.f32 %f1, %f2;", "shf.l.b32 %r2, %r3, %r4, %r5;", "lop3.b32 %r2, %r3, %r4, %r5, 256;"})
    EXPECT_TRUE(isRefused(form)) << form;
  for (const char *form : {"sub.s16x2 %r2, %r3, %r4;", "max.f32 %f1, %f2, %f3, %f4;", "cvt.rn.f32.e4m3x2 %f1, %h1;", "add.f32x2 %rd3, %rd4, %rd5;",
                           "cvt.rs.f16x2.f32 %r2, %f1, %f2, %r3;", "add.b32 %r2, %r3, %r4;"})
    EXPECT_TRUE(isRefused(form, DiagnosticId::ptxUnsupported) || isRefused(form)) << form;
}
