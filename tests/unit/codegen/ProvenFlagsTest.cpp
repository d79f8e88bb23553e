// SPDX-License-Identifier: Apache-2.0
// Flags that operands prove stay; those that only a place proves go.
#include "compiler/codegen/ProvenFlags.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace {
/// A function of `%a: i32`, `%b: i8`, `%p: ptr`, `%x: float` after the pass.
std::string keepProven(const std::string &body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      "define void @f(i32 %a, i8 %b, ptr %p, float %x) {\n" + body + "\nret void\n}", error, context);
  if (!module)
    return "does not parse: " + error.getMessage().str();
  llvm::legacy::PassManager passes;
  passes.add(tessera::codegen::createKeepProvenFlagsPass());
  passes.run(*module);
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

TEST(ProvenFlags, staysWhatOperandsProve) {
  std::string text = keepProven(R"(
    %wide = zext i8 %b to i32
    %sum = add nuw nsw i32 %wide, 1
    %scaled = shl nuw nsw i32 %wide, 8
    %times = mul nuw i32 %wide, 100
    %either = or disjoint i32 %scaled, 255
    %address = zext nneg i32 %sum to i64)");
  EXPECT_TRUE(contains(text, "add nuw nsw i32 %wide, 1")) << text;
  EXPECT_TRUE(contains(text, "shl nuw nsw i32 %wide, 8")) << text;
  EXPECT_TRUE(contains(text, "mul nuw i32 %wide, 100")) << text;
  EXPECT_TRUE(contains(text, "or disjoint i32 %scaled, 255")) << text;
  EXPECT_TRUE(contains(text, "zext nneg i32 %sum to i64")) << text;
}

TEST(ProvenFlags, goesWhatOnlyAPlaceProves) {
  std::string text = keepProven(R"(
    %below = icmp ult i32 %a, 100
    br i1 %below, label %then, label %end
  then:
    %sum = add nuw nsw i32 %a, 1
    %scaled = shl nuw nsw i32 %a, 2
    %less = sub nuw i32 %a, 1
    %either = or disjoint i32 %a, 256
    %address = zext nneg i32 %a to i64
    %place = getelementptr inbounds nuw i8, ptr %p, i64 %address
    %half = lshr exact i32 %a, 1
    br label %end
  end:)");
  EXPECT_TRUE(contains(text, "add i32 %a, 1")) << text;
  EXPECT_TRUE(contains(text, "shl i32 %a, 2")) << text;
  EXPECT_TRUE(contains(text, "sub i32 %a, 1")) << text;
  EXPECT_TRUE(contains(text, "or i32 %a, 256")) << text;
  EXPECT_TRUE(contains(text, "zext i32 %a to i64")) << text;
  EXPECT_TRUE(contains(text, "getelementptr i8, ptr %p")) << text;
  EXPECT_TRUE(contains(text, "lshr i32 %a, 1")) << text;
}

TEST(ProvenFlags, leavesFloatsAndAddsNone) {
  std::string text = keepProven(R"(
    %wide = zext i8 %b to i32
    %sum = add i32 %wide, 1
    %more = fadd nnan float %x, 1.0
    %less = fcmp nnan olt float %more, %x)");
  EXPECT_TRUE(contains(text, "%sum = add i32 %wide, 1")) << text;
  EXPECT_TRUE(contains(text, "fadd nnan")) << text;
  EXPECT_TRUE(contains(text, "fcmp nnan")) << text;
}
} // namespace
