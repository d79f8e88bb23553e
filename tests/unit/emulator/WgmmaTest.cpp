// SPDX-License-Identifier: Apache-2.0
// wgmma as PTX that runs: every type and layout against the plain sum, and what is told when it is used wrongly.

#include "runner/emulator/arithmetic/MatrixDescriptor.h"
#include "tests/unit/emulator/Tile.h"

using namespace tessera;
using namespace tessera::emulator;

namespace {

struct WgmmaCase {
  std::string types;
  TensorType a, b;
  TensorResult result;
  unsigned n = 64;
  uint32_t spanA = 128, spanB = 128; // 0 for A: in registers
  bool transposesA = false, transposesB = false;
  int signA = 1, signB = 1;
};

constexpr uint32_t tileA = 0x400, tileB = 0x4400;

/// A dense tile whose atoms are as CuTe and TMA place them.
MatrixDescriptor place(uint32_t start, uint32_t span, bool isMnMajor, unsigned lines) {
  if (isMnMajor)
    return span == 16 ? MatrixDescriptor{start, lines / 8 * 128, 128, 16, true} : MatrixDescriptor{start, 16 * span, 8 * span, span, true};
  return span == 16 ? MatrixDescriptor{start, 128, 256, 16, false} : MatrixDescriptor{start, 16, 8 * span, span, false};
}

void putTile(const Tile &tile, const MatrixDescriptor &d, std::vector<uint8_t> &shared) {
  for (unsigned line = 0; line < tile.lines; ++line)
    for (unsigned at = 0; at < 32; at += 2) {
      unsigned k = at / 2;
      uint32_t address = d.isMnMajor ? getChunkAddress(d, k, line / 8) + line % 8 * 2 : getChunkAddress(d, line, at / 16) + at % 16;
      ASSERT_LE(address - 0x400 + 2, shared.size());
      std::memcpy(&shared[address - 0x400], tile.line(line) + at, 2);
    }
}

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

/// Copies `bytes` of the input to shared memory; all 128 threads.
std::string copyToShared(unsigned bytes, bool fences = true) {
  std::string text = "mov.u32 %r9, smem;\nshl.b32 %r10, %r1, 2;\nadd.u32 %r10, %r9, %r10;\n";
  for (unsigned at = 0; at < bytes; at += 512)
    text += "ld.global.b32 %r11, [%rd4+" + std::to_string(at) + "];\nst.shared.b32 [%r10+" + std::to_string(at) + "], %r11;\n";
  return text + (fences ? "fence.proxy.async;\n" : "") + "bar.sync 0;\n";
}

const char *const sharedMemory = ".extern .shared .align 1024 .b8 smem[];\n";

PtxSetup makeSetup(unsigned sharedBytes, unsigned registers) {
  PtxSetup setup;
  setup.shape.block[0] = 128;
  setup.shape.dynamicShared = sharedBytes;
  setup.outputWords = registers * 128;
  return setup;
}

std::string registersOf(TensorResult result, unsigned count) {
  return std::string(result == TensorResult::f32 ? ".reg .f32" : ".reg .b32") + " %d<" + std::to_string(count) + ">;\n.reg .b32 %a<4>;\n";
}

uint32_t negateElement(TensorType type, uint32_t bits) { return bits ^ 1u << (bitsOf(type) - 1); }

struct Product {
  Tile a, b;
  std::vector<uint32_t> old; // [register][128]
};

std::vector<uint32_t> expect(const Product &p, TensorResult result, bool readsOld) {
  std::vector<uint32_t> words(p.old.size());
  bool isF16 = result == TensorResult::f16;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < words.size() / 128 * (isF16 ? 2 : 1); ++i) {
      unsigned lane = thread % 32, row = 16 * (thread / 32) + lane / 4 + 8 * (i / 2 % 2), column = 8 * (i / 4) + 2 * (lane % 4) + i % 2;
      unsigned word = (isF16 ? i / 2 : i) * 128 + thread, shift = isF16 ? 16 * (i % 2) : 0;
      uint32_t before = !readsOld ? 0 : isF16 ? p.old[word] >> shift & 0xffff : p.old[word];
      words[word] |= dotPlainly(p.a.type, p.a.line(row), p.b.type, p.b.line(column), result, before) << shift;
    }
  return words;
}

void negate(Tile &tile) {
  unsigned bytes = bitsOf(tile.type) / 8;
  for (size_t at = 0; at < tile.raw.size(); at += bytes) {
    uint32_t bits = 0;
    std::memcpy(&bits, &tile.raw[at], bytes);
    bits = negateElement(tile.type, bits);
    std::memcpy(&tile.raw[at], &bits, bytes);
  }
}

std::string tail(const WgmmaCase &c) {
  if (isIntegerType(c.a))
    return "";
  std::string text = ", " + std::to_string(c.signA) + ", " + std::to_string(c.signB);
  if (c.a == TensorType::f16 || c.a == TensorType::bf16)
    text += (c.spanA ? ", " + std::to_string(c.transposesA) : std::string()) + ", " + std::to_string(c.transposesB);
  return text;
}

void check(const WgmmaCase &c, std::mt19937 &random, uint64_t seed) {
  unsigned k = 256 / bitsOf(c.a), registers = c.n / (c.result == TensorResult::f16 ? 4 : 2);
  Product p{Tile(c.a, 64, k), Tile(c.b, c.n, k), std::vector<uint32_t>(registers * 128)};
  p.a.fill(random);
  p.b.fill(random);
  for (uint32_t &word : p.old) // around one in f16 and in f32
    word = c.result == TensorResult::f16   ? (0x3c00 + random() % 999) | (0xbc00 + random() % 999) << 16
           : c.result == TensorResult::f32 ? 0x3f800000 + static_cast<uint32_t>(random()) % 0x800000
                                           : static_cast<uint32_t>(random());
  MatrixDescriptor a = place(tileA, c.spanA ? c.spanA : 128, c.transposesA, 64), b = place(tileB, c.spanB, c.transposesB, c.n);
  std::vector<uint8_t> shared(0x4000 + 0x8000);
  putTile(p.a, a, shared);
  putTile(p.b, b, shared);
  PtxSetup setup = makeSetup(static_cast<uint32_t>(shared.size()), registers);
  setup.options.seed = seed;
  setup.input.resize(shared.size() / 4);
  std::memcpy(setup.input.data(), shared.data(), shared.size());
  unsigned first = static_cast<unsigned>(setup.input.size() / 128);
  setup.input.insert(setup.input.end(), p.old.begin(), p.old.end());
  for (unsigned j = 0; j < 4; ++j) // A in registers, all of them
    for (unsigned warp = 0; warp < 4; ++warp) {
      std::vector<uint32_t> words = toRegisters(p.a, 16 * warp, 4, true);
      setup.input.insert(setup.input.end(), words.begin() + 32 * j, words.begin() + 32 * j + 32);
    }
  bool readsOld = random() % 4 != 0;
  std::string text = registersOf(c.result, registers) + ownAddresses + copyToShared(static_cast<unsigned>(shared.size())) +
                     loadRegisters("%d", registers, first, 128) + loadRegisters("%a", 4, first + registers, 128) + "setp." +
                     (readsOld ? "eq" : "ne") + ".u32 %p1, 0, 0;\nmov.b64 %rd10, " + hex(encodeDescriptor(a)) + ";\nmov.b64 %rd11, " +
                     hex(encodeDescriptor(b)) + ";\nwgmma.fence.sync.aligned;\n" + "wgmma.mma_async.sync.aligned.m64n" + std::to_string(c.n) +
                     "k" + std::to_string(k) + "." + c.types + " " + listRegisters("%d", registers) + ", " +
                     (c.spanA ? "%rd10" : "{%a0,%a1,%a2,%a3}") + ", %rd11, %p1" + tail(c) + ";\n" +
                     "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" + storeRegisters("%d", registers, 128);
  PtxRun run = runPtx(text, setup, sharedMemory);
  ASSERT_TRUE(run.result.ok) << c.types << "\n" << run.text();
  if (c.signA < 0)
    negate(p.a);
  if (c.signB < 0)
    negate(p.b);
  ASSERT_EQ(run.words, expect(p, c.result, readsOld))
      << c.types << " n " << c.n << " spans " << c.spanA << " " << c.spanB << " transposes " << c.transposesA << c.transposesB;
}

} // namespace

TEST(Wgmma, EveryTypeEqualsThePlainSum) {
  using T = TensorType;
  using R = TensorResult;
  const WgmmaCase cases[] = {
      {"f32.f16.f16", T::f16, T::f16, R::f32, 64},      {"f16.f16.f16", T::f16, T::f16, R::f16, 72},
      {"f32.bf16.bf16", T::bf16, T::bf16, R::f32, 256}, {"f32.tf32.tf32", T::tf32, T::tf32, R::f32, 8},
      {"f32.e4m3.e4m3", T::e4m3, T::e4m3, R::f32, 40},  {"f32.e5m2.e4m3", T::e5m2, T::e4m3, R::f32, 64},
      {"f16.e4m3.e5m2", T::e4m3, T::e5m2, R::f16, 24},  {"s32.s8.s8", T::s8, T::s8, R::s32, 24},
      {"s32.u8.s8", T::u8, T::s8, R::s32, 48},          {"s32.s8.u8.satfinite", T::s8, T::u8, R::s32Saturated, 64},
      {"s32.b1.b1.and.popc", T::b1, T::b1, R::s32, 32},
  };
  std::mt19937 random(1);
  for (WgmmaCase c : cases)
    for (uint32_t span : {128u, 0u, 16u, 32u, 64u}) {
      c.spanA = span;
      c.spanB = span ? span : 64;
      c.signA = c.signB = 1;
      if (!isIntegerType(c.a) && span == 32)
        c.signA = -1;
      if (!isIntegerType(c.a) && span == 64)
        c.signB = -1;
      check(c, random, span / 32);
    }
}

TEST(Wgmma, PlacesOfFragments) { // thread 77: warp 2, lane 13; rows are those of its warp, 32 less
  using P = std::pair<unsigned, unsigned>;
  EXPECT_EQ(placeInRows(TensorType::f16, 13, 5), P(35 - 32, 11));
  EXPECT_EQ(placeInRows(TensorType::s8, 13, 13), P(43 - 32, 21));
  EXPECT_EQ(placeInRows(TensorType::tf32, 13, 3), P(43 - 32, 5));
}

TEST(Wgmma, TransposedOperandsOfEverySwizzle) {
  std::mt19937 random(2);
  for (uint32_t span : {16u, 32u, 64u, 128u})
    for (unsigned n : {8u, 80u, 128u})
      for (unsigned which = 1; which < 4; ++which) {
        bool fits = n * 2 % span == 0 || n * 2 < span;
        if (!fits)
          continue;
        WgmmaCase c{"f32.bf16.bf16",  TensorType::bf16, TensorType::bf16, TensorResult::f32, n, which & 1 ? span : 0, span,
                    (which & 1) != 0, (which & 2) != 0};
        check(c, random, which);
      }
}

// ---- misuse

namespace {

/// A kernel of one warpgroup with two 64-column accumulators %d0 … %d31 and %e0 … %e31 and two descriptors; shared memory is filled.
/// `body` may say WGMMA_D and WGMMA_E.
PtxRun runGroup(std::string body, RunOptions options = {}, bool fences = true, unsigned threads = 128, const char *target = "sm_90a") {
  PtxSetup setup = makeSetup(0x4000, 1);
  setup.options = options;
  setup.shape.block[0] = threads;
  setup.target = target;
  setup.input.assign(0x1000, 0x3f803f80);
  std::string arguments = ", %rd10, %rd11, 1, 1, 1, 0, 0;\n", opcode = "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 ";
  for (auto [name, letter] : {std::pair("WGMMA_D", "%d"), std::pair("WGMMA_E", "%e")})
    for (size_t at; (at = body.find(name)) != std::string::npos;)
      body.replace(at, 8, opcode + listRegisters(letter, 32) + arguments);
  std::string zeros;
  for (unsigned i = 0; i < 32; ++i)
    zeros += "mov.f32 %d" + std::to_string(i) + ", 0f00000000;\nmov.f32 %e" + std::to_string(i) + ", 0f00000000;\n";
  return runPtx(".reg .f32 %d<32>, %e<32>;\n" + std::string(ownAddresses) + copyToShared(0x4000, fences) + zeros +
                    "mov.b64 %rd10, 0x4000004000010040;\nmov.b64 %rd11, 0x40000040000100c0;\n" + body,
                setup, sharedMemory);
}

const char *const commit = "wgmma.commit_group.sync.aligned;\n";
const char *const wait0 = "wgmma.wait_group.sync.aligned 0;\n";
const char *const fence = "wgmma.fence.sync.aligned;\n";
const char *const useD = "add.f32 %f1, %d0, %d1;\nst.global.f32 [%rd5], %f1;\n";

std::string join(std::initializer_list<const char *> parts) {
  std::string text;
  for (const char *part : parts)
    text += part;
  return text;
}

} // namespace

TEST(Wgmma, AChainThroughOneAccumulatorIsFine) {
  for (uint64_t seed : {0, 1, 2, 3}) {
    RunOptions options;
    options.seed = seed;
    options.checksRaces = true;
    PtxRun run = runGroup(join({fence, "WGMMA_D;WGMMA_E;WGMMA_D;", commit, wait0, useD}), options);
    EXPECT_TRUE(run.result.ok) << run.text();
    float got;
    std::memcpy(&got, &run.words[0], 4);
    EXPECT_EQ(got, 64);
  }
}

TEST(Wgmma, RegistersInFlightAreTold) {
  for (uint64_t seed : {0, 1, 5}) {
    RunOptions options;
    options.seed = seed;
    PtxRun early = runGroup(join({fence, "WGMMA_D;", commit, useD, "add.f32 %f2, %d2, %d3;\n"}), options);
    EXPECT_TRUE(early.has(DiagnosticId::registerInFlight)) << "no wait";
    EXPECT_EQ(early.reports.size(), 1u) << "one report a cause\n" << early.text();
    EXPECT_TRUE(runGroup(join({fence, "WGMMA_D;", commit, "WGMMA_E;", commit, "wgmma.wait_group.sync.aligned 2;\n", useD}), options)
                    .has(DiagnosticId::registerInFlight))
        << "too deep";
    EXPECT_TRUE(runGroup(join({fence, "WGMMA_D;", wait0, useD}), options).has(DiagnosticId::registerInFlight)) << "no commit";
    EXPECT_TRUE(runGroup(join({fence, "WGMMA_D;", commit, "mov.f32 %d3, 0f00000000;\n", wait0}), options).has(DiagnosticId::registerInFlight))
        << "written";
    PtxRun run = runGroup(join({fence, "WGMMA_D;", commit, "WGMMA_E;", commit, "wgmma.wait_group.sync.aligned 1;\n", useD, wait0}), options);
    EXPECT_TRUE(run.result.ok) << run.text();
  }
}

TEST(Wgmma, AnotherShapeMayNotChain) {
  PtxRun run =
      runGroup(join({fence, "WGMMA_D;", "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%d0,%d1,%d2,%d3}, %rd10, %rd11, 1, 1, 1, 0, 0;\n",
                     commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::registerInFlight)) << run.text();
}

TEST(Wgmma, AInRegistersIsOwnedToo) {
  const char *rs = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%d0,%d1,%d2,%d3}, {%r40,%r41,%r42,%r43}, %rd11, 1, 1, 1, 0;\n";
  const char *makeA = "mov.b32 %r40, 0; mov.b32 %r41, 0; mov.b32 %r42, 0; mov.b32 %r43, 0;\n";
  PtxRun run = runGroup(join({makeA, fence, rs, commit, "mov.b32 %r50, %r40;\n", wait0, "mov.b32 %r40, 1;\n"}));
  EXPECT_TRUE(run.result.ok) << run.text(); // reading is not forbidden by what the operation does
  run = runGroup(join({makeA, fence, rs, commit, "mov.b32 %r42, 1;\n", wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::registerInFlight)) << run.text();
  run = runGroup(join({makeA, fence, "add.u32 %r41, %r41, 1;\n", rs, commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::registerInFlight)) << "A touched behind the fence";
}

TEST(Wgmma, AMissingFenceIsTold) {
  EXPECT_TRUE(runGroup(join({"WGMMA_D;", commit, wait0})).has(DiagnosticId::registerInFlight)) << "none at all";
  EXPECT_TRUE(runGroup(join({fence, "add.f32 %d7, %d7, %d7;\n", "WGMMA_D;", commit, wait0})).has(DiagnosticId::registerInFlight))
      << "touched behind it";
  EXPECT_TRUE(runGroup(join({fence, "mov.f32 %d7, 0f3F800000;\n", "WGMMA_D;", commit, wait0})).result.ok) << "as compilers do";
  // In a loop: the accumulator is used after the wait, and the next turn has no fence of its own.
  std::string loop = join({"mov.u32 %r20, 0;\n", fence, "again:\n", "WGMMA_D;", commit, wait0});
  std::string end = "add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p2, %r20, 2;\n@%p2 bra again;\n";
  PtxRun run = runGroup(loop + end);
  EXPECT_TRUE(run.result.ok) << run.text();
  run = runGroup(loop + "add.f32 %d0, %d0, %d0;\n" + end);
  EXPECT_TRUE(run.has(DiagnosticId::registerInFlight)) << run.text();
  run = runGroup(loop + "add.f32 %d0, %d0, %d0;\n" + fence + end);
  EXPECT_TRUE(run.result.ok) << run.text();
}

TEST(Wgmma, WarpsOfAGroupMustAgree) {
  PtxRun run =
      runGroup(join({"shr.u32 %r20, %r1, 5;\ncvt.u64.u32 %rd12, %r20;\nadd.s64 %rd11, %rd11, %rd12;\n", fence, "WGMMA_D;", commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
  run = runGroup(join({"cvt.u64.u32 %rd12, %r1;\nadd.s64 %rd11, %rd11, %rd12;\n", fence, "WGMMA_D;", commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
  run = runGroup(join({fence, "setp.gt.u32 %p1, %r1, 31;\n@%p1 bra more;\nWGMMA_E;bra end;\nmore:\nWGMMA_D;end:\n", commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
  run = runGroup(join({fence, "setp.gt.u32 %p1, %r1, 31;\n@!%p1 bra end;\nWGMMA_D;end:\n", commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::deadlock)) << run.text();
  EXPECT_NE(run.text().find("not all warps of its warpgroup"), std::string::npos) << run.text();
  std::string scaled = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%d0,%d1,%d2,%d3}, %rd10, %rd11, %p3, 1, 1, 0, 0;\n";
  run = runGroup(join({"setp.gt.u32 %p3, %r1, 31;\n", fence, scaled.c_str(), commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
  run = runGroup(join({"setp.gt.u32 %p3, %r1, 5;\n", fence, scaled.c_str(), commit, wait0}));
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
  run = runGroup(join({fence, "WGMMA_D;", commit, wait0}), {}, true, 96);
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
}

TEST(Wgmma, DescriptorsAreChecked) {
  EXPECT_TRUE(runGroup(join({"mov.b64 %rd11, 0x4002004000010040;\n", fence, "WGMMA_D;", commit, wait0})).has(DiagnosticId::memoryAccess))
      << "base offset";
  EXPECT_TRUE(runGroup(join({"mov.b64 %rd11, 0x4000004000010400;\n", fence, "WGMMA_D;", commit, wait0})).has(DiagnosticId::memoryOutOfBounds))
      << "beyond the end";
  EXPECT_TRUE(runGroup(join({"mov.b64 %rd11, 0x4000004000010000;\n", fence, "WGMMA_D;", commit, wait0})).has(DiagnosticId::memoryOutOfBounds))
      << "at 0";
}

TEST(Wgmma, SharedMemoryIsReadByTheAsyncProxy) {
  RunOptions options;
  options.checksRaces = true;
  PtxRun run = runGroup(join({fence, "WGMMA_D;", commit, wait0}), options);
  EXPECT_TRUE(run.result.ok) << run.text();
  run = runGroup(join({fence, "WGMMA_D;", commit, wait0}), options, false);
  EXPECT_TRUE(run.has(DiagnosticId::dataRace)) << "no fence.proxy.async\n" << run.text();
  run = runGroup(join({fence, "WGMMA_D;", commit, "bar.sync 0;\nst.shared.b32 [%r10], %r1;\n", wait0}), options);
  EXPECT_TRUE(run.has(DiagnosticId::dataRace)) << "overwritten before the wait\n" << run.text();
  run = runGroup(join({fence, "WGMMA_D;", commit, wait0, "bar.sync 0;\nst.shared.b32 [%r10], %r1;\n"}), options);
  EXPECT_TRUE(run.result.ok) << run.text();
}

TEST(Wgmma, WhatHopperDoesNotHaveIsRefused) {
  auto refuses = [](const std::string &text, DiagnosticId id) {
    PtxRun run = runGroup(text);
    EXPECT_TRUE(run.has(id)) << text << "\n" << run.text();
  };
  std::string d4 = "{%d0,%d1,%d2,%d3}";
  refuses("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 " + d4 + ", %rd10, %rd11, %r4, 0, 1, 1, 1, 0, 0;", DiagnosticId::ptxUnsupported);
  refuses("wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16 {%r3,%r4}, %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 " + d4 + ", %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 " + d4 + ", %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 " + d4 + ", %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 " + d4 + ", %rd10, %rd11, 1, 0, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0,%d1}, %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 " + d4 + ", %rd10, %rd11, 1, 1, 1, 0, 0;", DiagnosticId::ptxOperand);
  refuses("wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%r2,%r3}, %rd10, %rd11, 1;", DiagnosticId::ptxOperand);
  PtxRun run = runGroup(fence, {}, true, 128, "sm_90");
  EXPECT_TRUE(run.has(DiagnosticId::ptxUnsupported)) << run.text();
}
