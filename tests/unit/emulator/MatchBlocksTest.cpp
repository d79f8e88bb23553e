// SPDX-License-Identifier: Apache-2.0
// Blocks of PTX beside blocks of machine code that is made by hand: each kind of match, and what is none.
#include "runner/emulator/sass/MatchBlocks.h"
#include "runner/emulator/ptx/Parser.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::emulator;

namespace {

ptx::Module parseBody(const std::string &body) {
  DiagnosticSink sink;
  ptx::Module module = ptx::parse(".version 8.6\n.target sm_90a\n.address_size 64\n.entry k() { .reg .pred %p; .reg "
                                  ".b32 %r<9>; .reg .b64 %rd<9>;\n" +
                                      body + "}\n",
                                  "test.ptx", sink);
  EXPECT_FALSE(sink.hasErrors());
  return module;
}

constexpr uint64_t always = uint64_t(7) << 23;
constexpr uint64_t load = 0x7984, store = 0x7988, bar = 0x7b1d, fma = 0x7223, leave = 0x794d, globalLoad = 0x7981;

/// A word and its statement; `jump` in words from the next one, where there is one.
struct Made {
  uint64_t low;
  uint32_t statement;
  int64_t jump = 0;
  bool isConditional = false;
};

MachineKernel makeKernel(const std::vector<Made> &words) {
  MachineKernel kernel;
  kernel.name = "k";
  for (const Made &made : words) {
    sass::Word word{made.low, always};
    if (made.jump) {
      int64_t distance = 4 * made.jump;
      word.low = 0x947 | uint64_t(made.isConditional ? 0 : 7) << 12 | uint64_t(distance & 0xff) << 16 |
                 uint64_t(distance >> 8) << 34;
      word.high |= distance < 0 ? 0x3ffff : 0;
    }
    kernel.code.instructions.push_back(sass::decode(word, static_cast<int64_t>(16 * kernel.statements.size()), 90));
    kernel.statements.push_back(made.statement);
  }
  return kernel;
}

std::string print(const ptx::Module &module, const std::vector<Made> &words) {
  MatchedKernel matched = matchBlocks(module, makeKernel(words));
  EXPECT_TRUE(matched.graph.findings.empty());
  if (matched.functions.empty())
    return "nothing";
  std::string text;
  for (const MatchedBlock &block : matched.functions[0].blocks) {
    text += std::string(getName(block.match)) + " " + std::to_string(block.copies) + ":";
    EXPECT_EQ(block.machineBlocks.size(), block.copiesIn.size());
    for (size_t i = 0; i < block.machineBlocks.size(); ++i)
      text += " " + std::to_string(block.machineBlocks[i]) +
              (block.copiesIn[i] == 1 ? "" : "x" + std::to_string(block.copiesIn[i]));
    text += block.reason.empty() ? "\n" : " " + block.reason + "\n";
  }
  for (const MatchedLoop &loop : matched.functions[0].loops)
    text += "loop " + std::to_string(loop.loop.header) + " " + std::string(getName(loop.match)) + " " +
            std::to_string(loop.factor) + (loop.reason.empty() ? "\n" : " " + loop.reason + "\n");
  return text;
}

// 0 load, 1 barrier, 2 store, 3 add, 4 branch to itself, 5 ret
const std::string loopBody =
    "L: ld.shared.u32 %r1, [%r2];\nbar.sync 0;\nst.shared.u32 [%r2], %r1;\nadd.u32 %r2, %r2, 4;\n@%p bra L;\nret;\n";

TEST(MatchBlocks, OneForOne) {
  EXPECT_EQ(print(parseBody(loopBody), {{load, 0}, {bar, 1}, {fma, 3}, {store, 2}, {0, 4, -5, true}, {leave, 5}}),
            "one 1: 0\narithmetic 1: 1\nloop 0 kept 1\n");
}

TEST(MatchBlocks, UnrolledInOneAndByCopies) {
  ptx::Module module = parseBody(loopBody);
  std::vector<Made> twice = {{load, 0}, {bar, 1},   {store, 2},       {load, 0},
                             {bar, 1},  {store, 2}, {0, 4, -7, true}, {leave, 5}};
  EXPECT_EQ(print(module, twice), "unrolled 2: 0x2\narithmetic 1: 1\nloop 0 unrolled 2\n");
  std::vector<Made> copies = twice;
  copies.insert(copies.end() - 1, {{load, 0}, {bar, 1}, {store, 2}, {0, 4, -4, true}});
  EXPECT_EQ(print(module, copies), "copies 3: 0x2 1\narithmetic 1: 2\nloop 0 unrolled 2\n");
}

TEST(MatchBlocks, ALoopThatIsNoneAnyMore) {
  EXPECT_EQ(print(parseBody(loopBody), {{load, 0}, {bar, 1}, {store, 2}, {load, 0}, {bar, 1}, {store, 2}, {leave, 5}}),
            "unrolled 2: 0x2\narithmetic 1: 0\nloop 0 dissolved 1\n");
}

TEST(MatchBlocks, ALoadMayBeLeftOut) {
  EXPECT_EQ(print(parseBody(loopBody), {{load, 0}, {bar, 1}, {store, 2}, {bar, 1}, {store, 2}, {leave, 5}}),
            "unrolled 2: 0x2\narithmetic 1: 0\nloop 0 dissolved 1\n");
}

TEST(MatchBlocks, NothingPassesABarrier) {
  std::string reason = "accesses and barriers have another order, as if the block were there 2 times, and `bar.sync` "
                       "in line 6 is 1 times";
  EXPECT_EQ(print(parseBody(loopBody), {{load, 0}, {store, 2}, {bar, 1}, {leave, 5}}),
            "unmatched 1: 0 " + reason + "\narithmetic 1: 0\nloop 0 unmatched 1 block 0 of it: " + reason + "\n");
}

TEST(MatchBlocks, AnchorsMustBeThereEquallyOften) {
  EXPECT_EQ(print(parseBody("bar.sync 0;\nst.shared.u32 [%r2], %r1;\nret;\n"),
                  {{bar, 0}, {store, 1}, {store, 1}, {leave, 2}}),
            "unmatched 1: 0 `bar.sync` in line 5 is there 1 times and `st.shared.u32` in line 6 2 times\n");
}

TEST(MatchBlocks, InParts) {
  EXPECT_EQ(print(parseBody("bar.sync 0;\nst.shared.u32 [%r2], %r1;\nret;\n"),
                  {{bar, 0}, {0, 1, 1, true}, {store, 1}, {leave, 2}}),
            "parts 1: 0 1\n");
}

TEST(MatchBlocks, GlobalLoadsPassBarriers) {
  EXPECT_EQ(print(parseBody("bar.sync 0;\nst.shared.u32 [%r2], %r1;\nbar.sync 0;\nld.global.u32 %r1, [%rd1];\nret;\n"),
                  {{globalLoad, 3}, {bar, 0}, {store, 1}, {bar, 2}, {leave, 4}}),
            "one 1: 0\n");
}

TEST(MatchBlocks, WhatIsGone) {
  EXPECT_EQ(print(parseBody("bra A;\nA: mov.u32 %r1, 1;\nbra B;\nB: ret;\n"), {{leave, 3}}),
            "vanished 1:\nvanished 1:\narithmetic 1: 0\n");
  EXPECT_EQ(print(parseBody("ret;\n"), {{leave, noStatement}}), "nothing");
}

TEST(MatchBlocks, CountsBranchesOfItsOwn) {
  MatchedKernel matched = matchBlocks(parseBody(loopBody),
                                      makeKernel({{load, 0}, {0, 3, 1, true}, {fma, 3}, {0, 4, -4, true}, {leave, 5}}));
  EXPECT_EQ(matched.branches, 2u);
  EXPECT_EQ(matched.ownBranches, 1u);
}

TEST(MatchBlocks, KnowsTheSecondTryOfAWait) {
  ptx::Module module = parseBody("add.u32 %r1, %r1, 1;\nW: mbarrier.try_wait.parity.shared.b64 %p, [%r1], %r2;\n@!%p "
                                 "bra W;\nadd.u32 %r1, %r1, 1;\nret;\n");
  constexpr uint64_t tryWait = 0x75a7;
  // the first try and its branch have the line of what stands before; the second try stands behind the code, and
  // returns
  MachineKernel kernel =
      makeKernel({{tryWait, 0}, {0, 0, 2, true}, {fma, 3}, {leave, 4}, {tryWait, 1}, {0, 2, -2, true}, {0, 2, -5}});
  MatchedKernel matched = matchBlocks(module, kernel);
  EXPECT_EQ(matched.branches, 2u);
  EXPECT_EQ(matched.ownBranches, 1u);
  EXPECT_EQ(matched.spins, 1u);
  EXPECT_EQ(matched.statements[0], 1u);
  EXPECT_EQ(matched.functions[0].blocks[1].match, BlockMatch::copies);
  EXPECT_EQ(matched.functions[0].blocks[1].machineBlocks, (std::vector<uint32_t>{0, 2}));
}

TEST(MatchBlocks, ProductsKeepTheirOrder) {
  ptx::Module module =
      parseBody(".reg .f32 %f<9>;\nadd.u32 %r1, %r1, 1;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, "
                "%f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;\n"
                "add.u32 %r2, %r2, 1;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, "
                "%rd2, 1, 1, 1, 0, 0;\nret;\n");
  constexpr uint64_t product = 0x79f0;
  // as many as the text has: the first is the first, though both have a line before it
  MatchedKernel matched = matchBlocks(module, makeKernel({{product, 0}, {product, 0}, {leave, 4}}));
  EXPECT_EQ(matched.statements, (std::vector<uint32_t>{1, 3, 4}));
  EXPECT_EQ(matched.functions[0].blocks[0].match, BlockMatch::one);
  // twice as many, in two machine blocks: by the line of each block's first
  matched = matchBlocks(
      module, makeKernel({{product, 0}, {product, 2}, {0, 4, -3, true}, {product, 0}, {product, 0}, {leave, 4}}));
  EXPECT_EQ(matched.statements, (std::vector<uint32_t>{1, 3, 4, 1, 3, 4}));
  EXPECT_EQ(matched.functions[0].blocks[0].match, BlockMatch::copies);
}

TEST(MatchBlocks, ALoopAroundIsNotTheLoop) {
  ptx::Module module =
      parseBody("O: ld.shared.u32 %r1, [%r2];\nI: st.shared.u32 [%r2], %r1;\n@%p bra I;\n@%p bra O;\nret;\n");
  // the inner loop's first iteration was taken out of it
  EXPECT_EQ(print(module, {{load, 0}, {store, 1}, {store, 1}, {0, 2, -2, true}, {0, 3, -5, true}, {leave, 4}}),
            "one 1: 0\ncopies 2: 0 1\narithmetic 1: 2\narithmetic 1: 3\nloop 0 kept 1\nloop 1 kept 1\n");
}

TEST(PtxBlocks, LoopsAndTables) {
  ptx::Module module =
      parseBody("T: .branchtargets A, B;\nbrx.idx %r1, T;\nA: add.u32 %r1, %r1, 1;\n@%p bra A;\nB: @%p ret;\nbra A;\n");
  PtxGraph graph = findBlocks(module.functions[0]);
  std::string text;
  for (const PtxBlock &block : graph.blocks) {
    text += std::to_string(block.begin) + "-" + std::to_string(block.end) + ":";
    for (uint32_t successor : block.successors)
      text += " " + std::to_string(successor);
    text += "\n";
  }
  EXPECT_EQ(text, "0-1: 1 2\n1-3: 1 2\n3-4: 3\n4-5: 1\n");
  ASSERT_EQ(graph.loops.size(), 1u); // B is entered from outside: no loop of A's
  EXPECT_EQ(graph.loops[0].blocks, std::vector<uint32_t>{1});
}

} // namespace
