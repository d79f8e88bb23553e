// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/LowerScalars.h"
#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Integers (not `index`) and floats that LLVM computes with, and vectors of them that are LLVM's.
static bool isLlvmType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return type.isSignlessInteger() || isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

static LLVM::FastmathFlags toLlvm(arith::FastMathFlags flags) { return arith::convertArithFastMathFlagsToLLVM(flags); }
static LLVM::IntegerOverflowFlags toLlvm(arith::IntegerOverflowFlags flags) {
  return arith::convertArithOverflowFlagsToLLVM(flags);
}

namespace {
/// Makes LLVM's operation in front of one of ours.
struct Lowering {
  OpBuilder builder;

  template <typename To> Value makePlain(Operation *op) {
    return To::create(builder, op->getLoc(), op->getResultTypes(), op->getOperands());
  }
  template <typename To, typename From> Value makeFast(From op) {
    auto made = To::create(builder, op.getLoc(), op->getResultTypes(), op->getOperands());
    made.setFastmathFlags(toLlvm(op.getFastmath()));
    return made;
  }
  template <typename To, typename From> Value makeWithOverflow(From op) {
    auto made = To::create(builder, op.getLoc(), op->getResultTypes(), op->getOperands());
    made.setOverflowFlags(toLlvm(op.getOverflowFlags()));
    return made;
  }

  template <typename To, typename From> Value makeExact(From op) {
    auto made = To::create(builder, op.getLoc(), op->getResultTypes(), op->getOperands());
    made.setIsExact(op.getIsExact());
    return made;
  }

  Value makeConstant(arith::ConstantOp op) {
    return LLVM::ConstantOp::create(builder, op.getLoc(), op.getType(), op.getValue());
  }
  // The predicates of both dialects have the same numbers.
  Value makeCompare(arith::CmpIOp op) {
    auto predicate = static_cast<LLVM::ICmpPredicate>(op.getPredicate());
    return LLVM::ICmpOp::create(builder, op.getLoc(), op.getType(), predicate, op.getLhs(), op.getRhs());
  }
  Value makeCompare(arith::CmpFOp op) {
    auto predicate = static_cast<LLVM::FCmpPredicate>(op.getPredicate());
    return LLVM::FCmpOp::create(builder, op.getLoc(), op.getType(), predicate, op.getLhs(), op.getRhs(),
                                toLlvm(op.getFastmath()));
  }

  /// Null for what LLVM has no single operation of.
  Value makeArith(Operation *op) {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case([&](arith::ConstantOp op) { return makeConstant(op); })
        .Case([&](arith::AddIOp op) { return makeWithOverflow<LLVM::AddOp>(op); })
        .Case([&](arith::SubIOp op) { return makeWithOverflow<LLVM::SubOp>(op); })
        .Case([&](arith::MulIOp op) { return makeWithOverflow<LLVM::MulOp>(op); })
        .Case([&](arith::ShLIOp op) { return makeWithOverflow<LLVM::ShlOp>(op); })
        .Case([&](arith::AndIOp op) { return makePlain<LLVM::AndOp>(op); })
        .Case([&](arith::OrIOp op) { return makePlain<LLVM::OrOp>(op); })
        .Case([&](arith::XOrIOp op) { return makePlain<LLVM::XOrOp>(op); })
        .Case([&](arith::MinSIOp op) { return makePlain<LLVM::SMinOp>(op); })
        .Case([&](arith::MaxSIOp op) { return makePlain<LLVM::SMaxOp>(op); })
        .Case([&](arith::MinUIOp op) { return makePlain<LLVM::UMinOp>(op); })
        .Case([&](arith::MaxUIOp op) { return makePlain<LLVM::UMaxOp>(op); })
        .Case([&](arith::DivSIOp op) { return makeExact<LLVM::SDivOp>(op); })
        .Case([&](arith::DivUIOp op) { return makeExact<LLVM::UDivOp>(op); })
        .Case([&](arith::ShRSIOp op) { return makeExact<LLVM::AShrOp>(op); })
        .Case([&](arith::ShRUIOp op) { return makeExact<LLVM::LShrOp>(op); })
        .Case([&](arith::RemSIOp op) { return makePlain<LLVM::SRemOp>(op); })
        .Case([&](arith::RemUIOp op) { return makePlain<LLVM::URemOp>(op); })
        .Case([&](arith::ExtSIOp op) { return makePlain<LLVM::SExtOp>(op); })
        .Case([&](arith::ExtUIOp op) { return makePlain<LLVM::ZExtOp>(op); })
        .Case([&](arith::TruncIOp op) { return makeWithOverflow<LLVM::TruncOp>(op); })
        .Case([&](arith::SIToFPOp op) { return makePlain<LLVM::SIToFPOp>(op); })
        .Case([&](arith::BitcastOp op) { return makePlain<LLVM::BitcastOp>(op); })
        .Case([&](arith::SelectOp op) { return makePlain<LLVM::SelectOp>(op); })
        .Case([&](arith::AddFOp op) { return makeFast<LLVM::FAddOp>(op); })
        .Case([&](arith::SubFOp op) { return makeFast<LLVM::FSubOp>(op); })
        .Case([&](arith::MulFOp op) { return makeFast<LLVM::FMulOp>(op); })
        .Case([&](arith::DivFOp op) { return makeFast<LLVM::FDivOp>(op); })
        .Case([&](arith::NegFOp op) { return makeFast<LLVM::FNegOp>(op); })
        .Case([&](arith::MinimumFOp op) { return makeFast<LLVM::MinimumOp>(op); })
        .Case([&](arith::MaximumFOp op) { return makeFast<LLVM::MaximumOp>(op); })
        .Case([&](arith::MinNumFOp op) { return makeFast<LLVM::MinNumOp>(op); })
        .Case([&](arith::MaxNumFOp op) { return makeFast<LLVM::MaxNumOp>(op); })
        .Case<arith::CmpIOp, arith::CmpFOp>([&](auto op) { return makeCompare(op); })
        .Default(Value());
  }

  Value make(Operation *op) {
    if (isa<arith::ArithDialect>(op->getDialect()))
      return makeArith(op);
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case([&](math::FmaOp op) { return makeFast<LLVM::FMAOp>(op); })
        .Case([&](math::AbsFOp op) { return makeFast<LLVM::FAbsOp>(op); })
        .Default(Value());
  }
};
} // namespace

/// Branches go along where what they carry is LLVM's already; false for all else.
static bool lowerBranch(Operation *op, OpBuilder &builder) {
  if (!llvm::all_of(op->getOperandTypes(), LLVM::isCompatibleType))
    return false;
  if (auto branch = dyn_cast<cf::BranchOp>(op))
    return LLVM::BrOp::create(builder, op->getLoc(), branch.getDestOperands(), branch.getDest()), true;
  if (auto branch = dyn_cast<cf::CondBranchOp>(op); branch && !branch.getBranchWeightsAttr())
    return LLVM::CondBrOp::create(builder, op->getLoc(), branch.getCondition(), branch.getTrueDest(),
                                  branch.getTrueDestOperands(), branch.getFalseDest(), branch.getFalseDestOperands()),
           true;
  return false;
}

void tessera::codegen::lowerScalars(ModuleOp module) {
  Lowering lowering{OpBuilder(module.getContext())};
  module.walk([&](Operation *op) {
    if (!op->getBlock())
      return; // the module itself
    lowering.builder.setInsertionPoint(op);
    if (lowerBranch(op, lowering.builder))
      return op->erase();
    if (op->getNumResults() != 1 || !llvm::all_of(op->getOperandTypes(), isLlvmType) ||
        !isLlvmType(op->getResult(0).getType()))
      return;
    if (Value made = lowering.make(op)) {
      op->getResult(0).replaceAllUsesWith(made);
      op->erase();
    }
  });
}
