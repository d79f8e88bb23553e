// SPDX-License-Identifier: Apache-2.0
// What ptxas makes of texts, read by our decoder: programs whose machine code is known, and what holds for any machine
// code.
#include "runner/device/AssembleMap.h"
#include "runner/emulator/ptx/Parser.h"
#include "runner/emulator/sass/MatchBlocks.h"
#include "shared/sass/IssueBounds.h"
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::emulator;
using sass::MachineInstruction;
using sass::Operation;

namespace {

struct Assembled {
  ptx::Module module;
  MachineMap map;
};

Assembled assembleText(std::string text) {
  DiagnosticSink sink;
  Assembled made{ptx::parse(std::move(text), "test.ptx", sink), {}};
  mlir::FailureOr<MachineMap> map = assembleMap(made.module, sink);
  EXPECT_TRUE(mlir::succeeded(map)) << (sink.all().empty() ? "" : sink.all().front().message);
  if (mlir::succeeded(map))
    made.map = std::move(*map);
  return made;
}

std::string head(const char *target) { return std::string(".version 8.0\n.target ") + target + "\n.address_size 64\n"; }

#define SKIP_WITHOUT_PTXAS()                                                                                           \
  if (!codegen::hasAssembler())                                                                                        \
  GTEST_SKIP() << "there is no ptxas on this machine"

TEST(AssembleMap, AChainOfMultiplyAdds) {
  SKIP_WITHOUT_PTXAS();
  for (const char *target : {"sm_80", "sm_90a"}) {
    SCOPED_TRACE(target);
    std::string text =
        head(target) +
        ".visible .entry k(.param .u64 p) {\n.reg .f32 %f<3>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
        "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd1+4];\n";
    constexpr uint32_t first = 3, count = 24; // statements
    for (uint32_t i = 0; i < count; ++i)
      text += "fma.rn.f32 %f1, %f1, %f2, %f1;\n";
    Assembled made = assembleText(text + "st.global.f32 [%rd1], %f1;\nret;\n}\n");
    const MachineKernel *kernel = made.map.find("k");
    ASSERT_TRUE(kernel);
    uint32_t found = 0;
    for (size_t i = 0; i < kernel->statements.size(); ++i) {
      const MachineInstruction &instruction = kernel->code.instructions[i];
      if (instruction.operation != Operation::fma32)
        continue;
      EXPECT_EQ(sass::getText(instruction), "FFMA");
      EXPECT_EQ(kernel->statements[i], first + found++);
      EXPECT_EQ(instruction.a.count + instruction.b.count + instruction.c.count, 3);
      if (found < count) {
        EXPECT_EQ(instruction.stall, 4); // what one waits for the other
      }
    }
    EXPECT_EQ(found, count);
    EXPECT_EQ(kernel->code.countUnknown(), 0u);
  }
}

/// `v = v * a - b` in two chains, as RRZE's gpu-roofline has it: 63.5 % of the peak were measured on an H200, 97.6 on
/// an A100.
TEST(AssembleMap, RegistersPortsBoundMultiplyAdds) {
  SKIP_WITHOUT_PTXAS();
  std::string body = ".visible .entry k(.param .u64 p) {\n.reg .f32 %f<5>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
                     "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd1+8];\nld.global.f32 %f3, [%rd1+16];\n"
                     "ld.global.f32 %f4, [%rd1+24];\n";
  for (int i = 0; i < 64; ++i)
    body += "fma.rn.f32 %f1, %f1, %f3, %f4;\nfma.rn.f32 %f2, %f2, %f3, %f4;\n";
  body += "st.global.f32 [%rd1], %f1;\nst.global.f32 [%rd1+8], %f2;\nret;\n}\n";
  for (bool isHopper : {true, false}) {
    Assembled made = assembleText(head(isHopper ? "sm_90a" : "sm_80") + body);
    const MachineKernel *kernel = made.map.find("k");
    ASSERT_TRUE(kernel);
    sass::IssueBounds bounds{};
    for (const sass::MachineBlock &block : sass::findBlocks(kernel->code).blocks)
      if (sass::IssueBounds one = sass::boundIssue(kernel->code, block.begin, block.end);
          one[sass::Resource::fma] > bounds[sass::Resource::fma])
        bounds = one;
    EXPECT_EQ(bounds[sass::Resource::fma], isHopper ? 128 : 256);
    EXPECT_EQ(bounds.limit(), isHopper ? sass::Resource::ports : sass::Resource::fma);
    double share = bounds[sass::Resource::fma] / bounds[bounds.limit()];
    EXPECT_GT(share, isHopper ? 0.55 : 0.99);
    EXPECT_LT(share, isHopper ? 0.75 : 1.01);
  }
}

TEST(AssembleMap, AccessesHaveTheirWidth) {
  SKIP_WITHOUT_PTXAS();
  Assembled made = assembleText(
      head("sm_90a") +
      ".visible .entry k(.param .u64 p) {\n.reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .b16 %h;\nld.param.u64 %rd1, [p];\n"
      "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];\nld.global.b64 %rd2, [%rd1+16];\nld.global.b16 %h, [%rd1+24];\n"
      "st.global.v4.b32 [%rd1+32], {%r4, %r3, %r2, %r1};\nst.global.b64 [%rd1+48], %rd2;\nst.global.b16 [%rd1+56], "
      "%h;\nret;\n}\n");
  ASSERT_TRUE(made.map.find("k"));
  std::map<uint32_t, unsigned> bytes; // by statement
  for (size_t i = 0; i < made.map.find("k")->statements.size(); ++i) {
    const MachineInstruction &instruction = made.map.find("k")->code.instructions[i];
    if (instruction.operation == Operation::globalLoad || instruction.operation == Operation::globalStore)
      bytes[made.map.find("k")->statements[i]] = instruction.accessBytes;
  }
  EXPECT_EQ(bytes, (std::map<uint32_t, unsigned>{{1, 16}, {2, 8}, {3, 2}, {4, 16}, {5, 8}, {6, 2}}));
}

TEST(AssembleMap, ALoopThatIsUnrolled) {
  SKIP_WITHOUT_PTXAS();
  Assembled made = assembleText(
      head("sm_90a") +
      ".visible .entry k(.param .u64 p, .param .u32 n) {\n.reg .pred %p; .reg .f32 %f<3>; .reg .b32 %r; .reg .b64 "
      "%rd;\n"
      "ld.param.u64 %rd, [p];\nld.param.u32 %r, [n];\nmov.f32 %f1, 0f00000000;\nL: ld.global.f32 %f2, [%rd];\n"
      "add.f32 %f1, %f1, %f2;\nbar.sync 0;\nadd.s64 %rd, %rd, 4;\nadd.s32 %r, %r, -1;\nsetp.ne.s32 %p, %r, 0;\n"
      "@%p bra L;\nst.global.f32 [%rd], %f1;\nret;\n}\n");
  ASSERT_TRUE(made.map.find("k"));
  MatchedKernel matched = matchBlocks(made.module, *made.map.find("k"));
  ASSERT_EQ(matched.functions.size(), 1u);
  const MatchedBlock &body = matched.functions[0].blocks.at(1);
  EXPECT_EQ(body.reason, "");
  uint32_t sum = 0, most = 0;
  for (uint32_t copies : body.copiesIn) {
    sum += copies;
    most = std::max(most, copies);
  }
  EXPECT_EQ(sum, body.copies);
  ASSERT_EQ(matched.functions[0].loops.size(), 1u);
  EXPECT_EQ(matched.functions[0].loops[0].factor, most);
  EXPECT_EQ(matched.functions[0].blocks.at(2).match, BlockMatch::one);
}

TEST(AssembleMap, TellsWhatPtxasRefuses) {
  SKIP_WITHOUT_PTXAS();
  DiagnosticSink sink;
  ptx::Module module =
      ptx::parse(head("sm_80") + ".visible .entry k() {\n.reg .b32 %r;\nmbarrier.try_wait.b64 %r, [%r], %r;\nret;\n}\n",
                 "test.ptx", sink);
  EXPECT_TRUE(mlir::failed(assembleMap(module, sink)));
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].id, DiagnosticId::ptxSyntax);
  EXPECT_NE(sink.all()[0].message.find("`ptxas` does not accept the PTX"), std::string::npos);
}

// --- what holds for any code

constexpr uint16_t waitForCounters = 0x91a; // DEPBAR

/// A result of a variable time is not touched before somebody waited for its counter: what `block` does wrong.
std::string findHazard(const std::vector<MachineInstruction> &code, const sass::MachineBlock &block) {
  std::map<unsigned, uint8_t> pending; // by register: the counter
  for (uint32_t i = block.begin; i < block.end; ++i) {
    const MachineInstruction &instruction = code[i];
    std::erase_if(pending, [&](const auto &one) { return instruction.waitMask >> one.second & 1; });
    if (instruction.opcode == waitForCounters)
      pending.clear();
    for (const sass::RegisterRange *range : {&instruction.d, &instruction.a, &instruction.b, &instruction.c})
      for (unsigned k = 0; k < range->count; ++k)
        if (pending.count(range->first + k))
          return "instruction " + std::to_string(i) + " (" + sass::getText(instruction) + ") touches R" +
                 std::to_string(range->first + k);
    if (instruction.writeCounter < sass::counterCount)
      for (unsigned k = 0; k < instruction.d.count; ++k)
        pending[instruction.d.first + k] = instruction.writeCounter;
  }
  return "";
}

void checkKernel(const MachineKernel &kernel, const ptx::Module &module) {
  SCOPED_TRACE(kernel.name);
  const std::vector<MachineInstruction> &code = kernel.code.instructions;
  unsigned raised = 0, awaited = 0, stalls = 0, highest = 0;
  for (const MachineInstruction &instruction : code) {
    EXPECT_NE(instruction.operation, Operation::unknown) << sass::getText(instruction);
    if (instruction.operation == Operation::dependency)
      continue; // LDGDEPBAR raises what DEPBAR waits for
    raised |= instruction.writeCounter < sass::counterCount ? 1u << instruction.writeCounter : 0;
    awaited |= instruction.waitMask;
    stalls += instruction.stall;
    for (const sass::RegisterRange *range : {&instruction.d, &instruction.a, &instruction.b, &instruction.c})
      if (range->count)
        highest = std::max(highest, range->first + range->count - 1u);
  }
  EXPECT_EQ(raised & ~awaited, 0u) << "a counter that nobody waits for";
  EXPECT_GT(stalls, code.size() / 2);
  EXPECT_LT(highest, kernel.registers);
  MatchedKernel matched = matchBlocks(module, kernel);
  EXPECT_TRUE(matched.graph.findings.empty()) << matched.graph.findings.front();
  for (const sass::MachineBlock &block : matched.graph.blocks)
    EXPECT_EQ(findHazard(code, block), "");
  EXPECT_EQ(code.size(), kernel.statements.size());
  EXPECT_EQ(std::count(kernel.statements.begin(), kernel.statements.end(), noStatement), 0);
}

TEST(AssembleMap, MachineCodeKeepsItsOwnRules) {
  SKIP_WITHOUT_PTXAS();
  for (const char *name : {"atomic", "attention", "convert", "float", "gemm-ampere", "gemm-hopper", "half", "integer",
                           "memory", "mma", "tensor-copy", "warp", "wgmma"}) {
    SCOPED_TRACE(name);
    std::ifstream file(std::string(TESSERA_SOURCE_DIR "/tests/emulator/kernels/") + name + ".ptx");
    std::stringstream text;
    text << file.rdbuf();
    Assembled made = assembleText(text.str());
    EXPECT_FALSE(made.map.kernels.empty());
    for (const MachineKernel &kernel : made.map.kernels)
      checkKernel(kernel, made.module);
  }
}

} // namespace
