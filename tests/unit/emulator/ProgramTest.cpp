// SPDX-License-Identifier: Apache-2.0
// What a module's names become: initial values, aliases, and the limits that keep any text within bounds.
#include "tests/unit/emulator/RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

namespace {

std::unique_ptr<Program> build(const std::string &text, std::string *errors = nullptr) {
  DiagnosticSink sink;
  auto program = load(".version 8.6\n.target sm_90a\n.address_size 64\n" + text, "test.ptx", sink);
  std::string all;
  for (const Diagnostic &diagnostic : sink.all())
    all += diagnostic.message + " [" + getText(diagnostic.id).str() + "]\n";
  if (errors)
    *errors = all;
  else
    EXPECT_EQ(all, "");
  return program;
}

std::string errorsOf(const std::string &text) {
  std::string errors;
  build(text, &errors);
  return errors;
}

/// The bytes of a variable after it was placed.
std::vector<uint8_t> bytesOf(const Program &program, const std::string &name) {
  GlobalMemory memory;
  placeVariables(program, memory);
  return memory.find(program.symbols.find(name)->second.address)->bytes;
}

uint64_t wordOf(const Program &program, const std::string &name, size_t bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytesOf(program, name).data(), bytes);
  return word;
}

} // namespace

TEST(Program, InitialValues) {
  auto program = build(".global .f32 a = 1.5;\n.global .b32 b = 1.5;\n.global .f64 c = 1.5;\n.global .u8 d[4] = {300, -1};\n"
                       ".global .u64 e = generic(a)+8;\n.global .u8 f[4] = {0xff0000(a+0x10000), 0xff(a+3)};\n.global .u32 g[3] = {7};\n");
  ASSERT_TRUE(program);
  EXPECT_EQ(wordOf(*program, "a", 4), 0x3fc00000u);
  EXPECT_EQ(wordOf(*program, "b", 4), 0x3fc00000u);
  EXPECT_EQ(wordOf(*program, "c", 8), 0x3ff8000000000000u);
  EXPECT_EQ(wordOf(*program, "d", 4), 0xff2cu);
  uint64_t address = program->symbols.find("a")->second.address;
  EXPECT_EQ(wordOf(*program, "e", 8), address + 8);
  EXPECT_EQ(wordOf(*program, "f", 4), ((address + 0x10000) >> 16 & 0xff) | ((address + 3) & 0xff) << 8);
  EXPECT_EQ(bytesOf(*program, "g"), (std::vector<uint8_t>{7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Program, InitialValuesOfAnotherKindAreRefused) {
  EXPECT_EQ(errorsOf(".global .u32 a = 1.5;"), "a float for a variable of type `.u32` [ptx-operand]\n");
  EXPECT_EQ(errorsOf(".global .f32 a = 1;"), "an integer for a variable of type `.f32` [ptx-operand]\n");
  EXPECT_EQ(errorsOf(".global .u32 a = 1; .global .u32 b = a;"), "an address for a variable of type `.u32`, expected 64 bits [ptx-operand]\n");
  EXPECT_EQ(errorsOf(".global .u32 a = 1; .global .u8 b = 0xf0(a);"), "a mask that is not one byte of the address [ptx-operand]\n");
  EXPECT_EQ(errorsOf(".global .u64 b = nobody;"), "`nobody` is not declared [ptx-name]\n");
}

TEST(Program, AliasesNameTheirFunction) {
  PtxRun run = runPtx("{ .param .b32 p; .param .b32 q; st.param.b32 [p], 20;\ncall (q), twice, (p);\nld.param.b32 %r2, [q]; }\nst.global.u32 [%rd1], %r2;", {},
                      ".func (.param .b32 r) f(.param .b32 a)\n{ .reg .b32 x; ld.param.b32 x, [a]; add.s32 x, x, x; st.param.b32 [r], x; ret; }\n"
                      ".func (.param .b32 r) twice(.param .b32 a);\n.alias twice, f;\n");
  EXPECT_EQ(run.text(), "");
  EXPECT_EQ(run.words[0], 40u);
  EXPECT_EQ(errorsOf(".alias a, b;"), "`b` is not declared [ptx-name]\n");
}

TEST(Program, WhatItTakesIsBounded) {
  auto has = [](const std::string &text, const char *part) { return errorsOf(text).find(part) != std::string::npos; };
  auto repeat = [](const std::string &before, const std::string &after, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += before + std::to_string(i) + after;
    return text;
  };
  EXPECT_TRUE(has(repeat(".global .b8 v", "[500000000];\n", 3), "more than 1 GiB"));
  EXPECT_TRUE(has(repeat(".shared .b8 v", "[1000000];\n", 4300), "more shared memory than any target has"));
  EXPECT_TRUE(has(".entry k() {\n" + repeat(".local .b8 v", "[300000];\n", 2) + "}", "more than 512 KiB a thread of .local memory"));
  EXPECT_TRUE(has(".entry k() {\n" + repeat(".param .b8 v", "[1000000];\n", 4300) + "}", "more than 1024 KiB a thread of .param memory"));
  EXPECT_TRUE(has(".entry k(.param .align 1073741824 .b8 a[4], .param .align 1073741824 .b8 b[4]) {}", "bytes of parameters"));
  EXPECT_TRUE(has(".entry k(.param .b8 a[40000]) {}", "more than 32764 bytes of parameters"));
  EXPECT_TRUE(has(".entry k() {\n" + repeat("frob", ";\n", 100000) + "}", "more than 50 errors"));
}

TEST(Program, FunctionsBehindTooManyErrorsAreLeft) {
  std::string text = ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry bad() {\n";
  for (int i = 0; i < 60; ++i)
    text += "frobnicate;\n";
  text += "}\n.visible .entry good() {\n.reg .b32 %r<4>;\nmov.u32 %r1, 1;\nL: bra L;\n}\n";
  DiagnosticSink sink;
  EXPECT_EQ(load(text, "test.ptx", sink), nullptr);
  EXPECT_TRUE(sink.hasErrors());
}

TEST(Program, WidePrintsAreNot) {
  PtxRun run = runPtx("{ .param .b64 f; .param .b64 a; .param .b32 n; mov.u64 %rd3, text; cvta.global.u64 %rd3, %rd3; st.param.b64 [f], %rd3;\n"
                      "st.param.b64 [a], %rd3; call (n), vprintf, (f, a); }",
                      {LaunchShape{{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0}, {}}, // one thread
                      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                      ".global .b8 text[16] = {37, 57, 57, 57, 57, 57, 57, 57, 57, 57, 100, 33, 0};\n");
  EXPECT_EQ(run.text(), "");
  EXPECT_EQ(run.printed, "%!");
}
