// SPDX-License-Identifier: Apache-2.0
// Marks of statements: where they go, what is left out, and that the text means the same with them.
#include "runner/emulator/sass/Statements.h"
#include "runner/emulator/ptx/Parser.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::emulator;

namespace {

ptx::Module parseText(const std::string &text) {
  DiagnosticSink sink;
  ptx::Module module = ptx::parse(text, "test.ptx", sink);
  EXPECT_FALSE(sink.hasErrors()) << (sink.hasErrors() ? sink.all().front().message : "");
  return module;
}

std::string describe(const ptx::Operand &operand) {
  std::string text = std::to_string(static_cast<int>(operand.kind)) + std::string(operand.name) +
                     std::to_string(operand.integer) + (operand.negated ? "!" : "");
  for (const ptx::Operand &element : operand.elements)
    text += "(" + describe(element) + ")";
  return text;
}

/// All that a module executes.
std::string describe(const ptx::Module &module) {
  std::string text;
  for (const ptx::Function &function : module.functions) {
    text += std::string(function.name) + "\n";
    for (const ptx::Label &label : function.labels)
      text += std::string(label.name) + " " + std::to_string(label.instruction) + "\n";
    for (const ptx::Instruction &instruction : function.instructions) {
      text += std::string(instruction.guard) + (instruction.guardNegated ? "!" : "") + std::string(instruction.opcode);
      for (std::string_view modifier : instruction.modifiers)
        text += "." + std::string(modifier);
      for (const ptx::Operand &operand : instruction.operands)
        text += " " + describe(operand);
      text += "\n";
    }
  }
  return text;
}

/// Marks `text`, checks that it means the same, and that each statement has its own number; the marked text.
std::string mark(const std::string &text) {
  ptx::Module module = parseText(text);
  std::string marked = markStatements(module);
  ptx::Module again = parseText(marked);
  EXPECT_EQ(describe(again), describe(module)) << marked;
  uint32_t number = 0;
  for (const ptx::Function &function : again.functions)
    for (const ptx::Instruction &instruction : function.instructions) {
      const ptx::SourceLine &line = function.sourceLines.at(static_cast<size_t>(instruction.sourceLine));
      EXPECT_EQ(line.file, statementFile);
      EXPECT_EQ(line.line, ++number) << marked;
      EXPECT_EQ(line.inlinedAt, -1);
    }
  return marked;
}

const std::string head = ".version 8.6\n.target sm_90a\n.address_size 64\n";

TEST(Statements, GuardsLabelsAndSeveralOnALine) {
  std::string marked = mark(
      head + ".entry k(.param .u64 p) { .reg .pred %p<2>; .reg .b32 %r<3>;\n"
             "L: mov.u32 %r1, 1; add.u32 %r2, %r1, 1;\n @!%p1 bra L;\n { .reg .b32 t; mov.u32 t, %r1; }\n ret; }\n");
  EXPECT_NE(marked.find("L: \n.loc 1 1 1\nmov.u32 %r1, 1; \n.loc 1 2 1\nadd.u32"), std::string::npos) << marked;
  EXPECT_NE(marked.find("\n.loc 1 3 1\n@!%p1 bra L;"), std::string::npos) << marked;
}

TEST(Statements, OperandsOfSeveralLines) {
  std::string marked = mark(
      head + ".func (.param .b32 out) f(.param .b32 in, .param .b32 in2) { .reg .b32 %r<2>; ld.param.b32 %r1, [in]; "
             "st.param.b32 [out], %r1; ret; }\n.entry k() {\n .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
             " mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32\n  {%f1, %f2,\n   %f3, %f4},\n  {%r1, %r2, %r3, "
             "%r4},\n  {%r5, %r6},\n"
             "  {%f1, %f2, %f3, %f4};\n { .param .b32 a;\n .param .b32 b;\n .param .b32 r;\n st.param.b32 [a], %r1;\n "
             "st.param.b32 [b], %r1;\n"
             " call.uni (r), f, (\n a,\n b\n );\n ld.param.b32 %r1, [r]; }\n ret; }\n");
  EXPECT_NE(marked.find(".loc 1 4 1\nmma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32\n  {%f1, %f2,\n   %f3, %f4},"),
            std::string::npos);
}

TEST(Statements, LeavesOutOtherLines) {
  std::string marked = mark(head + ".file 2 \"a.cu\", 12, 34\n.entry k() {\n .loc 2 7 3\n // .loc 2 8 3\n .loc 2 9 3, "
                                   "function_name $L_info+5, inlined_at 2 7 3\n ret;\n}\n"
                                   ".file 1 \"b.cu\"\n.section .debug_str\n{\n$L_info:\n.b8 97,0\n}\n");
  EXPECT_EQ(marked.find(".loc 2 7"), std::string::npos);
  EXPECT_EQ(marked.find("inlined_at"), std::string::npos);
  EXPECT_EQ(marked.find("a.cu"), std::string::npos);
  EXPECT_EQ(marked.find("b.cu"), std::string::npos);
  EXPECT_EQ(marked.find("debug_str"), std::string::npos);
  EXPECT_NE(marked.find("// .loc 2 8 3\n"), std::string::npos);
  EXPECT_NE(marked.find("\n.file 1 \"statements\"\n"), std::string::npos);
}

TEST(Statements, NumbersGoThroughAllFunctions) {
  ptx::Module module = parseText(
      head +
      ".extern .func e();\n.func f() { ret; }\n.func g() { }\n.entry k() { .reg .b32 %r; mov.u32 %r, 1; ret; }\n");
  StatementNumbers numbers(module);
  EXPECT_EQ(numbers.count(), 3u);
  for (uint32_t number = 0; number < 3; ++number) {
    std::optional<Statement> statement = numbers.find(number);
    ASSERT_TRUE(statement);
    EXPECT_EQ(numbers.numberOf(*statement), number);
  }
  EXPECT_EQ(numbers.find(1)->function, 3u);
  EXPECT_EQ(numbers.find(2)->instruction, 1u);
  EXPECT_FALSE(numbers.find(3));
  EXPECT_FALSE(numbers.find(0xffffffff));
}

} // namespace
