// SPDX-License-Identifier: Apache-2.0
// Instructions go to where they are needed, and no further than what they are computed of lives for less.
#include "compiler/codegen/OrderInstructions.h"
#include "compiler/codegen/LiveWords.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {
/// The names of the instructions of `@f`, in order, `|` between blocks; a store goes by the name of what it stores.
class OrderInstructions : public testing::Test {
protected:
  llvm::Function &parse(const std::string &body) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString("declare void @effect(float)\ndeclare i32 @shuffle(i32) convergent\n" + body,
                                       error, context);
    EXPECT_TRUE(module) << error.getMessage().str() << " " << error.getLineContents().str();
    return *module->getFunction("f");
  }
  std::string order(const std::string &body) {
    llvm::Function &function = parse(body);
    codegen::orderInstructions(function);
    std::string names, broken;
    llvm::raw_string_ostream errors(broken);
    EXPECT_FALSE(llvm::verifyFunction(function, &errors)) << broken;
    for (llvm::BasicBlock &block : function) {
      names += &block == &function.getEntryBlock() ? "" : "| ";
      for (llvm::Instruction &instruction : block)
        if (!instruction.isTerminator())
          names += (instruction.hasName() ? instruction.getName().str() : "effect") + " ";
    }
    return names;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(OrderInstructions, elementByElement) {
  EXPECT_EQ(order(R"(define void @f(float %x, float %y) {
    %x0 = fmul float %x, %x
    %y0 = fmul float %y, %y
    %x1 = fadd float %x0, %x
    %y1 = fadd float %y0, %y
    call void @effect(float %x1)
    call void @effect(float %y1)
    ret void
  })"),
            "x0 x1 effect y0 y1 effect ");
}

TEST_F(OrderInstructions, intoTheBlockThatNeedsIt) {
  EXPECT_EQ(order(R"(define void @f(float %x, i1 %c) {
    %x0 = fmul float %x, %x
    br i1 %c, label %a, label %b
  a:
    call void @effect(float %x)
    br label %b
  b:
    call void @effect(float %x0)
    ret void
  })"),
            "| effect | x0 effect ");
}

TEST_F(OrderInstructions, aSumStaysBeforeItsSummands) {
  // Behind the first effect both loaded numbers would live on, not one sum.
  EXPECT_EQ(order(R"(define void @f(ptr %p, ptr %q, float %x) {
    %a = load float, ptr %p
    %b = load float, ptr %q
    %sum = fadd float %a, %b
    call void @effect(float %x)
    call void @effect(float %sum)
    ret void
  })"),
            "a b sum effect effect ");
}

TEST_F(OrderInstructions, whatAnotherBranchNeedsIsNotNeededHere) {
  EXPECT_EQ(order(R"(define void @f(i1 %c, float %x, ptr %p) {
    %a = load volatile float, ptr %p
    br i1 %c, label %one, label %other
  one:
    %b = load volatile float, ptr %p
    %sum = fadd float %a, %b
    call void @effect(float %x)
    call void @effect(float %sum)
    ret void
  other:
    call void @effect(float %a)
    ret void
  })"),
            "a | b sum effect effect | effect ");
}

TEST_F(OrderInstructions, loadsPassNoWrite) {
  EXPECT_EQ(order(R"(define void @f(ptr %p, float %x) {
    %a = load float, ptr %p
    %y = fadd float %x, 1.0
    call void @effect(float %y)
    call void @effect(float %a)
    ret void
  })"),
            "a y effect effect ");
}

TEST_F(OrderInstructions, nothingPassesAProduct) {
  EXPECT_EQ(order(R"(define void @f(float %x) {
    %y = fmul float %x, %x
    call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""()
    call void @effect(float %y)
    ret void
  })"),
            "y effect effect ");
}

TEST_F(OrderInstructions, addressesPassLoopsButDoNotEnterThem) {
  EXPECT_EQ(order(R"(define void @f(i32 %i, float %x) {
    %outside = or i32 %i, 1
    %inside = or i32 %i, 2
    br label %loop
  loop:
    %n = phi i32 [ 0, %0 ], [ %m, %loop ]
    %m = add i32 %n, %inside
    %again = icmp ult i32 %m, 64
    br i1 %again, label %loop, label %after
  after:
    %v = uitofp i32 %outside to float
    call void @effect(float %v)
    ret void
  })"),
            "inside | n m again | outside v effect ");
}

TEST_F(OrderInstructions, addressesReturnToAnOuterLoop) {
  // What LLVM moved out of the loop over tiles costs a register in all of it.
  EXPECT_EQ(order(R"(define void @f(i32 %i) {
    %column = or i32 %i, 8
    br label %tiles
  tiles:
    %t = phi i32 [ 0, %0 ], [ %u, %end ]
    br label %depth
  depth:
    %k = phi i32 [ 0, %tiles ], [ %l, %depth ]
    %l = add i32 %k, 1
    %more = icmp ult i32 %l, 64
    br i1 %more, label %depth, label %end
  end:
    %at = add i32 %column, %t
    %v = uitofp i32 %at to float
    call void @effect(float %v)
    %u = add i32 %t, 1
    %again = icmp ult i32 %u, 64
    br i1 %again, label %tiles, label %last
  last:
    ret void
  })"),
            "| t | k l more | column at v effect u again | ");
}

TEST_F(OrderInstructions, liveWords) {
  EXPECT_EQ(codegen::countLiveWords(parse(R"(define void @f(float %x, double %y) {
    %a = fadd float %x, 1.0
    %b = fadd float %x, 2.0
    %c = fptrunc double %y to float
    call void @effect(float %a)
    call void @effect(float %b)
    call void @effect(float %c)
    ret void
  })")),
            4u);
  EXPECT_EQ(codegen::getRegisterLimit(parse("define void @f() \"nvvm.reqntid\"=\"384\" {\n ret void\n}")), 168u);
}
} // namespace
