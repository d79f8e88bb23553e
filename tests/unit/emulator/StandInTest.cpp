// SPDX-License-Identifier: Apache-2.0
// Machine code in an order made up here: what is in it, and that a walk goes through it as through real code.
#include "runner/emulator/sass/StandIn.h"
#include "runner/emulator/ptx/Parser.h"
#include "runner/emulator/sass/MatchBlocks.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::emulator;

namespace {

struct Made {
  ptx::Module module;
  MachineMap map;

  std::vector<std::string> mnemonics() const {
    std::vector<std::string> names;
    for (const sass::MachineInstruction &i : map.kernels[0].code.instructions)
      names.emplace_back(i.getMnemonic());
    return names;
  }
  size_t find(const std::string &name) const {
    std::vector<std::string> names = mnemonics();
    return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  const sass::MachineInstruction &at(const std::string &name) const {
    return map.kernels[0].code.instructions.at(find(name));
  }
};

Made make(const std::string &body, const std::string &directives = "") {
  DiagnosticSink sink;
  std::string text = ".version 8.3\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p) " + directives +
                     "{\n.reg .b64 %rd<9>; .reg .b32 %r<99>; .reg .f32 %f<99>; .reg .pred %p<9>;\n"
                     "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n" +
                     body + "ret;\n}\n";
  Made made{ptx::parse(text, "test.ptx", sink), {}};
  EXPECT_FALSE(sink.hasErrors());
  made.map = makeStandIn(made.module);
  return made;
}

/// From the issue of the first of a kind to that of the last.
unsigned cyclesBetween(const Made &made, const std::string &name) {
  std::vector<std::string> names = made.mnemonics();
  size_t last = names.size();
  while (last > 0 && names[last - 1] != name)
    --last;
  unsigned cycles = 0;
  for (size_t i = made.find(name); i + 1 < last; ++i)
    cycles += made.map.kernels[0].code.instructions[i].stall;
  return cycles;
}

} // namespace

TEST(StandIn, AnAddressIsOneInstructionAndWhoNeedsALoadWaitsForItsCounter) {
  Made made = make("mul.wide.s32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nld.global.f32 %f1, [%rd3];\n"
                   "add.f32 %f2, %f1, %f1;\nst.global.f32 [%rd3], %f2;\n");
  EXPECT_EQ(made.mnemonics(), (std::vector<std::string>{"S2R", "IMAD.WIDE", "LDG", "FADD", "STG", "EXIT", "EXIT"}));
  const sass::MachineInstruction &load = made.at("LDG"), &sum = made.at("FADD");
  ASSERT_LT(load.writeCounter, sass::counterCount);
  EXPECT_TRUE(sum.waitMask >> load.writeCounter & 1);
  EXPECT_EQ(load.accessBytes, 4);
  EXPECT_TRUE(made.map.isStandIn);
  EXPECT_EQ(findMismatch(made.map, made.module), "");
}

TEST(StandIn, LatenciesAreInStallCountsAndOthersGoBetween) {
  // A chain: each sum four cycles after the last.
  Made chain = make("add.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\n");
  EXPECT_EQ(cyclesBetween(chain, "FADD"), 8u);
  // Two chains: one fills the other's gaps.
  Made two = make("add.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f2, %f2, %f2;\nadd.f32 %f2, %f2, %f2;\n");
  EXPECT_EQ(cyclesBetween(two, "FADD"), 5u);
}

TEST(StandIn, LoadsComeBeforeWhatNeedsThemAndBarriersPartAccesses) {
  Made made = make("ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f1, %f1;\nld.global.f32 %f3, [%rd1+4];\n"
                   "add.f32 %f4, %f3, %f3;\nbar.sync 0;\nld.global.f32 %f5, [%rd1+8];\nadd.f32 %f6, %f5, %f2;\n"
                   "add.f32 %f6, %f6, %f4;\nst.global.f32 [%rd1], %f6;\n");
  std::vector<std::string> names = made.mnemonics();
  std::vector<size_t> loads;
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == "LDG")
      loads.push_back(i);
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_EQ(loads[1], loads[0] + 1) << "both at once";
  EXPECT_LT(loads[1], made.find("BAR"));
  EXPECT_GT(loads[2], made.find("BAR"));
}

TEST(StandIn, ALoopStaysOneAndItsBlocksMatch) {
  Made made = make("mov.u32 %r2, 0;\nloop: ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f2, %f1;\nadd.u32 %r2, %r2, 1;\n"
                   "setp.lt.u32 %p1, %r2, 10;\n@%p1 bra loop;\nst.global.f32 [%rd1], %f2;\n");
  const sass::MachineInstruction &branch = made.at("BRA");
  ASSERT_TRUE(branch.target);
  EXPECT_FALSE(branch.isUnconditional());
  MatchedKernel matched = matchBlocks(made.module, made.map.kernels[0]);
  EXPECT_TRUE(matched.graph.findings.empty());
  ASSERT_EQ(matched.functions.size(), 1u);
  ASSERT_EQ(matched.functions[0].loops.size(), 1u);
  EXPECT_EQ(getName(matched.functions[0].loops[0].match), "kept");
}

TEST(StandIn, RegistersAreOfWhatLivesAtOnce) {
  std::string few, many, sums;
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i + 10);
    many += "ld.global.f32 %f" + n + ", [%rd1+" + std::to_string(4 * i) + "];\n";
    sums += "add.f32 %f1, %f1, %f" + n + ";\n";
    few += "ld.global.f32 %f2, [%rd1+" + std::to_string(4 * i) + "];\nadd.f32 %f1, %f1, %f2;\n";
  }
  uint32_t atOnce = make(many + sums).map.kernels[0].registers, one = make(few).map.kernels[0].registers;
  EXPECT_GE(atOnce, 40u);
  EXPECT_LE(one, 16u);
  EXPECT_EQ(make(many + sums, ".maxnreg 24").map.kernels[0].registers, 24u);
}

TEST(StandIn, TensorCoresAndCopies) {
  Made made = make("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, %r5}, "
                   "{%r6, %r7}, {%f1, %f2, %f3, %f4};\ncp.async.ca.shared.global [%r9], [%rd1], 16;\n"
                   "cp.async.commit_group;\ncp.async.wait_group 0;\n");
  EXPECT_EQ(made.at("HMMA").a.count, 4) << "what its cost is by";
  std::vector<std::string> names = made.mnemonics();
  EXPECT_LT(made.find("LDGSTS"), made.find("LDGDEPBAR"));
  EXPECT_LT(made.find("LDGDEPBAR"), made.find("DEPBAR"));
}
