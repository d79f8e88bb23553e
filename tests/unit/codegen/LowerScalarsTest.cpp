// SPDX-License-Identifier: Apache-2.0
// What is LLVM's one for one becomes LLVM's, with its flags; the rest stays for MLIR's conversions.
#include "compiler/codegen/LowerScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace {
/// The body of a function of `parameters`, one operation a line, after `lowerScalars`.
std::string lower(const std::string &parameters, const std::string &body) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect, math::MathDialect, LLVM::LLVMDialect>();
  std::string text = "llvm.func @f(" + parameters + ") {\n" + body + "\nllvm.return\n}";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return "does not parse";
  tessera::codegen::lowerScalars(*module);
  if (failed(verify(*module)))
    return "does not verify";
  std::string printed;
  llvm::raw_string_ostream os(printed);
  module->walk([&](Block *block) {
    if (isa<LLVM::LLVMFuncOp>(block->getParentOp()))
      for (Operation &op : *block)
        os << op << "\n";
  });
  return printed;
}

TEST(LowerScalars, keepsFlags) {
  std::string text = lower("%a: i32, %x: f32", R"(
    %0 = arith.addi %a, %a overflow<nsw> : i32
    %1 = arith.shrui %a, %0 exact : i32
    %2 = arith.trunci %1 overflow<nuw> : i32 to i8
    %3 = math.fma %x, %x, %x fastmath<contract> : f32
    %4 = arith.cmpf olt, %3, %x fastmath<nnan> : f32)");
  EXPECT_NE(text.find("llvm.add %arg0, %arg0 overflow<nsw>"), std::string::npos) << text;
  EXPECT_NE(text.find("llvm.lshr exact"), std::string::npos) << text;
  EXPECT_NE(text.find("overflow<nuw> : i32 to i8"), std::string::npos) << text;
  EXPECT_NE(text.find("fastmathFlags = #llvm.fastmath<contract>"), std::string::npos) << text;
  EXPECT_NE(text.find("llvm.fcmp \"olt\""), std::string::npos) << text;
  EXPECT_EQ(text.find("arith."), std::string::npos) << text;
  EXPECT_EQ(text.find("math."), std::string::npos) << text;
}

TEST(LowerScalars, leavesWhatLlvmHasNoTypeOf) {
  std::string text = lower("%a: i32, %b: i8", R"(
    %0 = arith.index_cast %a : i32 to index
    %1 = arith.addi %0, %0 : index
    %2 = arith.bitcast %b : i8 to f8E5M2
    %3 = arith.extf %2 : f8E5M2 to f32)");
  EXPECT_NE(text.find("arith.index_cast"), std::string::npos) << text;
  EXPECT_NE(text.find("arith.addi"), std::string::npos) << text;
  EXPECT_NE(text.find("arith.extf"), std::string::npos) << text;
}

TEST(LowerScalars, branchesGoWithWhatTheyCarry) {
  std::string text = lower("%a: i32, %c: i1", R"(
    %i = arith.index_cast %a : i32 to index
    cf.cond_br %c, ^left(%a : i32), ^right(%a : i32)
  ^left(%0: i32):
    cf.br ^right(%0 : i32)
  ^right(%1: i32):
    cf.br ^end(%i : index)
  ^end(%2: index):)");
  EXPECT_NE(text.find("llvm.cond_br"), std::string::npos) << text;
  EXPECT_NE(text.find("llvm.br ^bb2"), std::string::npos) << text;
  EXPECT_NE(text.find("cf.br ^bb3"), std::string::npos) << text;
}
} // namespace
