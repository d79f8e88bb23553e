// SPDX-License-Identifier: Apache-2.0
// mma.sync, wmma and the moves of 8x8 matrices, as PTX that runs.

#include "tests/unit/emulator/Tile.h"
#include <cmath>

using namespace tessera;
using namespace tessera::emulator;

namespace {

struct MmaCase {
  const char *name;
  TensorType a, b;
  TensorResult result;
  unsigned rows, k;
};

std::string registerFile(const char *type, const char *name, unsigned count) {
  return std::string(".reg .") + type + " " + name + "<" + std::to_string(count) + ">;\n";
}

uint32_t drawOld(std::mt19937 &random, TensorResult result) {
  if (result == TensorResult::f32) {
    float value = static_cast<float>(random() % 2000) / 64 - 15;
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return bits;
  }
  if (result == TensorResult::f16)
    return (0x3c00 + random() % 2000) | (0xbc00 + random() % 2000) << 16;
  return static_cast<uint32_t>(random());
}

/// D by the plain model, as registers.
std::vector<uint32_t> expectRegisters(const Tile &a, const Tile &b, const std::vector<uint32_t> &old, TensorResult result, unsigned registers) {
  std::vector<uint32_t> words(old.size());
  bool isF16 = result == TensorResult::f16;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < registers * (isF16 ? 2 : 1); ++i) {
      unsigned row = lane / 4 + 8 * (i / 2 % 2), column = 8 * (i / 4) + 2 * (lane % 4) + i % 2;
      unsigned word = (isF16 ? i / 2 : i) * 32 + lane, shift = isF16 ? 16 * (i % 2) : 0;
      uint32_t before = isF16 ? old[word] >> shift & 0xffff : old[word];
      words[word] |= dotPlainly(a.type, a.line(row), b.type, b.line(column), result, before) << shift;
    }
  return words;
}

void checkMma(const MmaCase &c, std::mt19937 &random) {
  Tile a(c.a, c.rows, c.k), b(c.b, 8, c.k);
  a.fill(random);
  b.fill(random);
  unsigned bCount = c.k * bitsOf(c.b) / 128, aCount = bCount * c.rows / 8, dCount = c.rows / (c.result == TensorResult::f16 ? 8 : 4);
  PtxSetup setup;
  std::vector<uint32_t> old(size_t(dCount) * 32);
  for (uint32_t &word : old)
    word = drawOld(random, c.result);
  for (const auto &words : {toRegisters(a, 0, aCount, true), toRegisters(b, 0, bCount, false), old})
    setup.input.insert(setup.input.end(), words.begin(), words.end());
  setup.outputWords = old.size();
  std::string text = registerFile("b32", "%a", 8) + registerFile("b32", "%b", 8) + registerFile("b32", "%c", 8) + registerFile("b32", "%d", 8) +
                     ownAddresses + loadRegisters("%a", aCount, 0, 32) + loadRegisters("%b", bCount, aCount, 32) +
                     loadRegisters("%c", dCount, aCount + bCount, 32) + c.name + " " + listRegisters("%d", dCount) + ", " +
                     listRegisters("%a", aCount) + ", " + listRegisters("%b", bCount) + ", " + listRegisters("%c", dCount) + ";\n" +
                     storeRegisters("%d", dCount, 32);
  PtxRun run = runPtx(text, setup);
  ASSERT_TRUE(run.result.ok) << c.name << "\n" << run.text();
  EXPECT_EQ(run.words, expectRegisters(a, b, old, c.result, dCount)) << c.name;
}

} // namespace

TEST(Mma, EveryTypeEqualsThePlainSum) {
  using T = TensorType;
  using R = TensorResult;
  const MmaCase cases[] = {
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", T::f16, T::f16, R::f32, 16, 16},
      {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", T::f16, T::f16, R::f16, 16, 16},
      {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", T::f16, T::f16, R::f32, 16, 8},
      {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", T::bf16, T::bf16, R::f32, 16, 16},
      {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", T::bf16, T::bf16, R::f32, 16, 8},
      {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", T::tf32, T::tf32, R::f32, 16, 8},
      {"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", T::tf32, T::tf32, R::f32, 16, 4},
      {"mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32", T::s8, T::u8, R::s32, 16, 32},
      {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", T::s8, T::s8, R::s32Saturated, 16, 32},
      {"mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32", T::u8, T::u8, R::s32, 16, 16},
      {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", T::s8, T::s8, R::s32, 8, 16},
      {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", T::b1, T::b1, R::s32, 16, 256},
      {"mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc", T::b1, T::b1, R::s32, 16, 128},
  };
  std::mt19937 random(1);
  for (const MmaCase &c : cases)
    checkMma(c, random);
}

TEST(Mma, PlacesOfFragments) { // lane 13: g 3, q 1
  using P = std::pair<unsigned, unsigned>;
  const P a16[] = {{3, 2}, {3, 3}, {11, 2}, {11, 3}, {3, 10}, {3, 11}, {11, 10}, {11, 11}};
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(placeInRows(TensorType::f16, 13, i), a16[i]);
  EXPECT_EQ(placeInColumns(TensorType::f16, 13, 2), P(3, 10));
  EXPECT_EQ(placeInRows(TensorType::s8, 13, 13), P(11, 21));
  EXPECT_EQ(placeInColumns(TensorType::s8, 13, 6), P(3, 22));
}

namespace {

/// fp8 as f64, for a bound.
double toDouble(TensorType type, uint32_t bits) {
  int fraction = type == TensorType::e4m3 ? 3 : 2, bias = type == TensorType::e4m3 ? 7 : 15;
  int field = bits >> fraction & ((1 << (7 - fraction)) - 1), mantissa = bits & ((1 << fraction) - 1);
  double value = field ? std::ldexp((1 << fraction) + mantissa, field - bias - fraction) : std::ldexp(mantissa, 1 - bias - fraction);
  return bits & 0x80 ? -value : value;
}

} // namespace

TEST(Mma, EightBitFloatsAreWidenedAndAddedLast) {
  std::mt19937 random(2);
  Tile a(TensorType::e4m3, 16, 32), b(TensorType::e5m2, 8, 32);
  a.fill(random);
  b.fill(random);
  PtxSetup setup;
  for (const auto &words : {toRegisters(a, 0, 4, true), toRegisters(b, 0, 2, false)})
    setup.input.insert(setup.input.end(), words.begin(), words.end());
  setup.outputWords = 128;
  std::string text = registerFile("b32", "%a", 8) + registerFile("b32", "%b", 8) + registerFile("f32", "%d", 8) + ownAddresses +
                     loadRegisters("%a", 4, 0, 32) + loadRegisters("%b", 2, 4, 32) +
                     "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%d0,%d1,%d2,%d3}, {%a0,%a1,%a2,%a3}, {%b0,%b1}, "
                     "{0f3F800000,0f00000000,0f00000000,0f00000000};\n" +
                     storeRegisters("%d", 4, 32);
  PtxRun run = runPtx(text, setup);
  ASSERT_TRUE(run.result.ok) << run.text();
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      double sum = i == 0, size = 1;
      for (unsigned k = 0; k < 32; ++k) {
        double product = toDouble(TensorType::e4m3, a.element(row, k)) * toDouble(TensorType::e5m2, b.element(column, k));
        sum += product;
        size = std::max(size, std::fabs(product));
      }
      float got;
      std::memcpy(&got, &run.words[i * 32 + lane], 4);
      EXPECT_NEAR(got, sum, 40 * std::ldexp(size, -25) + std::fabs(sum) * std::ldexp(1, -22)); // as exact as f16's, not as wgmma's
    }
}

TEST(Mma, EightBitFloatsInF16) { // 1 * 1 + 2^-9 * 2^-6 rounds at each of two steps and at the sum
  PtxSetup setup;
  setup.outputWords = 64;
  std::string text =
      registerFile("b32", "%d", 8) + ownAddresses +
      "mov.b32 %r2, 0x01000038; mov.b32 %r3, 0x38000038; mov.b32 %r4, 0x3c003c00; mov.b32 %r5, 0;\n" // A: 1, 0, 0, 2^-9; B: 1, 0, 0, 1
      "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%d0,%d1}, {%r2,%r5,%r5,%r5}, {%r3,%r5}, {%r4,%r5};\n" +
      storeRegisters("%d", 2, 32);
  PtxRun run = runPtx(text, setup);
  ASSERT_TRUE(run.result.ok) << run.text();
  // Every lane of a quad has k = 4q: four products 1 in the first half of k, four of 2^-9 in the second, and C = 1 last.
  EXPECT_EQ(run.words[0], 0x45024502u); // 4 + 2^-7 = 4.0078, then 5.0078125: 0x4502
  EXPECT_EQ(run.words[32], 0u);
}

TEST(Mma, DoublesAreChainsOfFusedMultiplyAdds) {
  struct {
    const char *shape;
    unsigned rows, k;
  } cases[] = {{"m8n8k4", 8, 4}, {"m16n8k4", 16, 4}, {"m16n8k8", 16, 8}, {"m16n8k16", 16, 16}};
  std::mt19937 random(3);
  for (auto &c : cases) {
    unsigned halves = c.rows / 8, aCount = halves * c.k / 4, bCount = c.k / 4, dCount = 2 * halves;
    std::vector<double> values((aCount + bCount + dCount) * 32);
    for (double &value : values)
      value = static_cast<double>(random()) / 3e9 - 0.7;
    PtxSetup setup;
    setup.input.resize(values.size() * 2);
    std::memcpy(setup.input.data(), values.data(), values.size() * 8);
    setup.outputWords = dCount * 64;
    std::string text = registerFile("f64", "%a", 32) + registerFile("f64", "%o", 4) +
                       "mul.wide.u32 %rd3, %r1, 8;\nadd.s64 %rd4, %rd2, %rd3;\nadd.s64 %rd5, %rd1, %rd3;\n";
    for (unsigned i = 0; i < aCount + bCount + dCount; ++i)
      text += "ld.global.f64 %a" + std::to_string(i) + ", [%rd4+" + std::to_string(i * 256) + "];\n";
    auto list = [](unsigned first, unsigned count) {
      std::string names = "{";
      for (unsigned i = 0; i < count; ++i)
        names += (i ? ",%a" : "%a") + std::to_string(first + i);
      return names + "}";
    };
    text += std::string("mma.sync.aligned.") + c.shape + ".row.col.f64.f64.f64.f64 " + listRegisters("%o", dCount) + ", " + list(0, aCount) +
            ", " + list(aCount, bCount) + ", " + list(aCount + bCount, dCount) + ";\n";
    for (unsigned i = 0; i < dCount; ++i)
      text += "st.global.f64 [%rd5+" + std::to_string(i * 256) + "], %o" + std::to_string(i) + ";\n";
    PtxRun run = runPtx(text, setup);
    ASSERT_TRUE(run.result.ok) << run.text();
    auto value = [&](unsigned reg, unsigned lane) { return values[reg * 32 + lane]; };
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < dCount; ++i) {
        unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
        double sum = value(aCount + bCount + i, lane);
        for (unsigned k = 0; k < c.k; ++k)
          sum = std::fma(value(k / 4 * halves + row / 8, row % 8 * 4 + k % 4), value(aCount + k / 4, column * 4 + k % 4), sum);
        double got;
        std::memcpy(&got, &run.words[(i * 32 + lane) * 2], 8);
        ASSERT_EQ(got, sum) << c.shape << " lane " << lane << " element " << i;
      }
  }
}

TEST(Mma, WhatHopperDoesNotHaveIsRefused) {
  struct {
    const char *text;
    DiagnosticId id;
  } cases[] = {
      {"mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%r4,%r5,%r6,%r7},{%r4,%r5,%r6,%r7},{%r4,%r5},{%r4,%r5,%r6,%r7};",
       DiagnosticId::ptxUnsupported},
      {"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f4,%f5,%f6,%f7},{%r4,%r5,%r6,%r7},{%r4,%r5,%r6,%r7},{%f4,%f5,%f6,%f7},%r8,0;",
       DiagnosticId::ptxUnsupported},
      {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 "
       "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7},{%r4,%r5},{%r4,%r5},{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7};",
       DiagnosticId::ptxUnsupported},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f4,%f5,%f6,%f7},{%r4,%r5},{%r4,%r5},{%f4,%f5,%f6,%f7};", DiagnosticId::ptxOperand},
      {"mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16 {%r4,%r5},{%r4,%r5,%r6,%r7},{%r4,%r5},{%r4,%r5};", DiagnosticId::ptxOperand},
      {"mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%f4,%f5,%f6,%f7},{%r4,%r5,%r6,%r7},{%r4,%r5},{%f4,%f5,%f6,%f7};",
       DiagnosticId::ptxOperand},
      {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r4,%r5},[%r6];", DiagnosticId::ptxUnsupported},
      {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r4], 32;", DiagnosticId::ptxUnsupported},
      {"wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r4},[%rd2];", DiagnosticId::ptxUnsupported},
  };
  for (auto &c : cases) {
    PtxRun run = runPtx(c.text);
    EXPECT_TRUE(run.has(c.id)) << c.text << "\n" << run.text();
  }
}

TEST(Mma, NeedsAWholeWarp) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 31;\nmov.b32 %r2, 0;\n@!%p1 bra end;\nmovmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2;\nend:");
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
}

// ---- 8x8 matrices

namespace {

const char *const sharedTile = ".shared .align 128 .b8 tile[4096];\n";

/// Fills `tile` with halves 0, 1, 2, … : 32 lanes write 16 bytes each; %r10 is the address of the lane's own 16 bytes.
const char *const fillTile = "mov.u32 %r9, tile;\nshl.b32 %r2, %r1, 4;\nadd.u32 %r10, %r9, %r2;\nshl.b32 %r2, %r1, 3;\n"
                             "mov.u32 %r11, 0;\nmad.lo.u32 %r3, %r2, 0x10001, 0x10000;\n"
                             "add.u32 %r4, %r3, 0x20002;\nadd.u32 %r5, %r3, 0x40004;\nadd.u32 %r6, %r3, 0x60006;\n"
                             "st.shared.v4.b32 [%r10], {%r3,%r4,%r5,%r6};\nbar.warp.sync 0xffffffff;\n";

} // namespace

TEST(MatrixMove, LoadsRowsAndTheirTranspose) {
  PtxSetup setup;
  setup.outputWords = 64;
  // Matrix of 8c + r order: row r is halves 8r … 8r + 7; x1 takes the addresses of lanes 0 to 7 only.
  PtxRun run =
      runPtx(std::string(fillTile) + ownAddresses +
                 "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r10];\nldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r21}, [%r10];\n"
                 "st.global.b32 [%rd5], %r20;\nst.global.b32 [%rd5+128], %r21;",
             setup, sharedTile);
  ASSERT_TRUE(run.result.ok) << run.text();
  EXPECT_EQ(run.words[13], 0x001b001au);
  EXPECT_EQ(run.words[32 + 13], 0x001b0013u);
}

TEST(MatrixMove, FourMatricesAndBack) {
  PtxSetup setup;
  setup.outputWords = 32 * 5;
  PtxRun run = runPtx(std::string(fillTile) + ownAddresses +
                          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20,%r21,%r22,%r23}, [%r10];\n"
                          "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r10+1024], {%r20,%r21,%r22,%r23};\nbar.warp.sync 0xffffffff;\n"
                          "ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 {%r30,%r31,%r32,%r33}, [%r10+1024];\n"
                          "movmatrix.sync.aligned.m8n8.trans.b16 %r34, %r20;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r35}, [%r10+1024];\n"
                          "xor.b32 %r24, %r20, %r30;\nxor.b32 %r25, %r21, %r31;\nxor.b32 %r26, %r22, %r32;\nxor.b32 %r27, %r23, %r33;\nxor.b32 "
                          "%r28, %r34, %r35;\n"
                          "st.global.b32 [%rd5], %r24;\nst.global.b32 [%rd5+128], %r25;\nst.global.b32 [%rd5+256], %r26;\nst.global.b32 "
                          "[%rd5+384], %r27;\nst.global.b32 [%rd5+512], %r28;",
                      setup, sharedTile);
  ASSERT_TRUE(run.result.ok) << run.text();
  EXPECT_EQ(run.words, std::vector<uint32_t>(160));
}

TEST(MatrixMove, OnlyLanesThatGiveARowTouchMemory) {
  // Lanes 8 to 31 hold an address outside.
  PtxRun run = runPtx(std::string(fillTile) + "setp.lt.u32 %p1, %r1, 8;\nselp.b32 %r10, %r10, 0x7ffffff0, %p1;\n"
                                              "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r10];\n",
                      {}, sharedTile);
  EXPECT_TRUE(run.result.ok) << run.text();
  run = runPtx(std::string(fillTile) + "add.u32 %r10, %r10, 8;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r10];\n", {}, sharedTile);
  EXPECT_TRUE(run.has(DiagnosticId::memoryMisaligned)) << run.text();
}

// ---- wmma

namespace {

struct WmmaCase {
  const char *shape, *type, *result;
  TensorType a;
  TensorResult d;
  unsigned m, n, k, aCount, bCount, dCount;
};

/// Row-major A and B, column-major C and D.
void checkWmma(const WmmaCase &c, std::mt19937 &random) {
  Tile a(c.a, c.m, c.k), b(c.a, c.n, c.k);
  a.fill(random);
  b.fill(random);
  unsigned bytes = bitsOf(c.a) / 8, outBytes = c.d == TensorResult::f16 ? 2 : 4;
  std::vector<uint8_t> input(4096 * 3);
  for (unsigned k = 0; k < c.k; ++k) {
    for (unsigned row = 0; row < c.m; ++row)
      std::memcpy(&input[(row * c.k + k) * bytes], a.line(row) + k * bytes, bytes);
    for (unsigned column = 0; column < c.n; ++column)
      std::memcpy(&input[4096 + (k * c.n + column) * bytes], b.line(column) + k * bytes, bytes);
  }
  std::vector<uint32_t> old(c.m * c.n);
  for (unsigned i = 0; i < old.size(); ++i) {
    old[i] = c.d == TensorResult::f16 ? drawOld(random, c.d) & 0xffff : drawOld(random, c.d);
    std::memcpy(&input[8192 + i * outBytes], &old[i], outBytes);
  }
  PtxSetup setup;
  setup.input.resize(input.size() / 4);
  std::memcpy(setup.input.data(), input.data(), input.size());
  setup.outputWords = 1024;
  std::string types =
      c.a == TensorType::f16 ? std::string(c.result) + "." + c.result : std::string(c.result) + "." + c.type + "." + c.type + "." + c.result;
  std::string suffix = std::string(".sync.aligned"), shape = c.shape;
  std::string dType = c.d == TensorResult::f32 ? "f32" : "b32";
  std::string text = registerFile("b32", "%a", 8) + registerFile("b32", "%b", 8) + registerFile(dType.c_str(), "%c", 8) +
                     "add.s64 %rd6, %rd2, 4096;\nmov.u32 %r3, " + std::to_string(c.n) + ";\n" + "wmma.load.a" + suffix + ".row." + shape +
                     ".global." + c.type + " " + listRegisters("%a", c.aCount) + ", [%rd2];\n" + "wmma.load.b" + suffix + ".row." + shape + "." +
                     c.type + " " + listRegisters("%b", c.bCount) + ", [%rd6], %r3;\n" + "wmma.load.c" + suffix + ".col." + shape + ".global." +
                     c.result + " " + listRegisters("%c", c.dCount) + ", [%rd2+8192], " + std::to_string(c.m) + ";\n" + "wmma.mma" + suffix +
                     ".row.row." + shape + "." + types + " " + listRegisters("%c", c.dCount) + ", " + listRegisters("%a", c.aCount) + ", " +
                     listRegisters("%b", c.bCount) + ", " + listRegisters("%c", c.dCount) + ";\n" + "wmma.store.d" + suffix + ".row." + shape +
                     ".global." + c.result + " [%rd1], " + listRegisters("%c", c.dCount) + ", %r3;\n";
  PtxRun run = runPtx(text, setup);
  ASSERT_TRUE(run.result.ok) << run.text();
  for (unsigned row = 0; row < c.m; ++row)
    for (unsigned column = 0; column < c.n; ++column) {
      uint32_t got = 0;
      std::memcpy(&got, reinterpret_cast<const uint8_t *>(run.words.data()) + (row * c.n + column) * outBytes, outBytes);
      ASSERT_EQ(got, dotPlainly(c.a, a.line(row), c.a, b.line(column), c.d, old[column * c.m + row]))
          << c.shape << c.type << " " << row << " " << column;
    }
}

} // namespace

TEST(Wmma, EveryShapeEqualsThePlainSum) {
  using T = TensorType;
  using R = TensorResult;
  const WmmaCase cases[] = {
      {"m16n16k16", "f16", "f32", T::f16, R::f32, 16, 16, 16, 8, 8, 8},   {"m16n16k16", "f16", "f16", T::f16, R::f16, 16, 16, 16, 8, 8, 4},
      {"m32n8k16", "f16", "f32", T::f16, R::f32, 32, 8, 16, 8, 8, 8},     {"m8n32k16", "f16", "f16", T::f16, R::f16, 8, 32, 16, 8, 8, 4},
      {"m16n16k16", "bf16", "f32", T::bf16, R::f32, 16, 16, 16, 4, 4, 8}, {"m32n8k16", "bf16", "f32", T::bf16, R::f32, 32, 8, 16, 8, 2, 8},
      {"m8n32k16", "bf16", "f32", T::bf16, R::f32, 8, 32, 16, 2, 8, 8},   {"m16n16k8", "tf32", "f32", T::tf32, R::f32, 16, 16, 8, 4, 4, 8},
      {"m16n16k16", "s8", "s32", T::s8, R::s32, 16, 16, 16, 2, 2, 8},     {"m32n8k16", "u8", "s32", T::u8, R::s32, 32, 8, 16, 4, 1, 8},
      {"m8n32k16", "s8", "s32", T::s8, R::s32, 8, 32, 16, 1, 4, 8},
  };
  std::mt19937 random(6);
  for (const WmmaCase &c : cases)
    checkWmma(c, random);
}

TEST(Wmma, Doubles) {
  std::mt19937 random(7);
  std::vector<double> values(32 + 32 + 64); // A row-major 8x4, B column-major 4x8, C row-major
  for (double &value : values)
    value = static_cast<double>(random()) / 3e9 - 0.7;
  PtxSetup setup;
  setup.input.resize(values.size() * 2);
  std::memcpy(setup.input.data(), values.data(), values.size() * 8);
  setup.outputWords = 128;
  PtxRun run = runPtx(
      "wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%fd0}, [%rd2], 4;\nwmma.load.b.sync.aligned.col.m8n8k4.global.f64 {%fd1}, [%rd2+256];\n"
      "wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%fd2,%fd3}, [%rd2+512], 8;\n"
      "wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64 {%fd4,%fd5}, {%fd0}, {%fd1}, {%fd2,%fd3};\n"
      "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%rd1], {%fd4,%fd5}, 8;",
      setup);
  ASSERT_TRUE(run.result.ok) << run.text();
  for (unsigned row = 0; row < 8; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      double sum = values[64 + row * 8 + column], got;
      for (unsigned k = 0; k < 4; ++k)
        sum = std::fma(values[row * 4 + k], values[32 + column * 4 + k], sum);
      std::memcpy(&got, &run.words[(row * 8 + column) * 2], 8);
      ASSERT_EQ(got, sum);
    }
}
