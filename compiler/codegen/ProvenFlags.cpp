// SPDX-License-Identifier: Apache-2.0
// A flag of LLVM's, such as `nuw`, promises something of an operation; where it does not hold, the result is poison,
// which nothing may be made of. LLVM infers flags from where an operation stands, too,
//
//     if (i < n)  j = add nuw i, 1          because i + 1 <= n here
//
// and keeps them where it moves the operation out of the branch. There j is poison for other threads: harmless as long
// as nobody reads it, wrong where a later address is made of it. Straight-line strength reduction, which makes
// addresses of each other, therefore asks whether an earlier one may be poison: of each candidate against each before
// it, by walking their operands and the instructions behind them. That was most of the back end's time in kernels with
// many addresses, and the answer was mostly no for want of depth: a product's fragments were addressed anew each.
//
// So flags are proved once more, one by one, without their place: an operation of values that are no poison is none
// then either, wherever it is moved to. What a program starts from is not poison: our code has no undefined edges
// (shifts, divisions and casts are guarded), and special registers are what they are. Nothing is left to ask.
#include "compiler/codegen/ProvenFlags.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"
#include "llvm/Pass.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace {
struct Wraps {
  bool hasNoUnsigned = false, hasNoSigned = false;
};
} // namespace

static bool isNever(OverflowResult result) { return result == OverflowResult::NeverOverflows; }

/// Whether an operation's result is what it would be without an end of numbers, by its operands' bits alone.
static Wraps proveWraps(unsigned opcode, Value *left, Value *right, const SimplifyQuery &query) {
  switch (opcode) {
  case Instruction::Add:
    return {isNever(computeOverflowForUnsignedAdd(left, right, query)),
            isNever(computeOverflowForSignedAdd(left, right, query))};
  case Instruction::Sub:
    return {isNever(computeOverflowForUnsignedSub(left, right, query)),
            isNever(computeOverflowForSignedSub(left, right, query))};
  case Instruction::Mul:
    return {isNever(computeOverflowForUnsignedMul(left, right, query)),
            isNever(computeOverflowForSignedMul(left, right, query))};
  case Instruction::Shl:
    if (auto *amount = dyn_cast<ConstantInt>(right)) {
      uint64_t bits = amount->getLimitedValue();
      return {computeKnownBits(left, query).countMinLeadingZeros() >= bits, ComputeNumSignBits(left, query.DL) > bits};
    }
    return {};
  default:
    return {};
  }
}

/// Flags that were not there are not added: the passes behind have never seen them there.
static void keepProvenFlags(Instruction &instruction, const SimplifyQuery &query) {
  Wraps had;
  if (auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&instruction))
    had = {wrapping->hasNoUnsignedWrap(), wrapping->hasNoSignedWrap()};
  instruction.dropPoisonGeneratingFlags();
  if (auto *either = dyn_cast<PossiblyDisjointInst>(&instruction)) {
    either->setIsDisjoint(haveNoCommonBitsSet(either->getOperand(0), either->getOperand(1), query));
  } else if (isa<PossiblyNonNegInst>(instruction)) {
    instruction.setNonNeg(computeKnownBits(instruction.getOperand(0), query).isNonNegative());
  } else if (had.hasNoUnsigned || had.hasNoSigned) {
    if (!isa<BinaryOperator>(instruction))
      return; // of an address or a truncation, whose flags nothing behind needs
    Wraps proven = proveWraps(instruction.getOpcode(), instruction.getOperand(0), instruction.getOperand(1), query);
    instruction.setHasNoUnsignedWrap(had.hasNoUnsigned && proven.hasNoUnsigned);
    instruction.setHasNoSignedWrap(had.hasNoSigned && proven.hasNoSigned);
  }
}

namespace {
struct KeepProvenFlags : FunctionPass {
  static char ID;
  KeepProvenFlags() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Keep proven flags"; }

  // Facts that were concluded from a flag hold on only where it stands: nothing is kept of what was analyzed but the
  // shape.
  void getAnalysisUsage(AnalysisUsage &usage) const override { usage.setPreservesCFG(); }

  bool runOnFunction(Function &function) override {
    SimplifyQuery query(function.getDataLayout()); // no instruction: what holds anywhere
    bool isChanged = false;
    for (Instruction &instruction : instructions(function)) {
      // An f32's flags don't reach addresses.
      if (!instruction.getType()->isIntOrPtrTy() || isa<FPMathOperator>(instruction) ||
          !instruction.hasPoisonGeneratingFlags())
        continue;
      keepProvenFlags(instruction, query);
      isChanged = true;
    }
    return isChanged;
  }
};
} // namespace

char KeepProvenFlags::ID = 0;

FunctionPass *tessera::codegen::createKeepProvenFlagsPass() { return new KeepProvenFlags; }
