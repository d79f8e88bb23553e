// SPDX-License-Identifier: Apache-2.0
// A value lives from where it is computed to its last use; what a block's successors need lives at the block's end,
// which is found backwards until nothing changes.
#include "compiler/codegen/LiveWords.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace tessera;

/// Of a multiprocessor, and the most of a thread.
static constexpr unsigned registersOfProcessor = 65536, mostRegisters = 255, unit = 8;

unsigned codegen::countWords(const Value &value) {
  Type *type = value.getType();
  if (type->isIntegerTy(1))
    return 2;
  if (type->isPointerTy())
    return type->getPointerAddressSpace() == 3 ? 1 : 2; // of shared memory
  return static_cast<unsigned>((type->getPrimitiveSizeInBits().getFixedValue() + 31) / 32);
}

namespace {
/// What lives at one place.
class Living {
public:
  void add(const Value *value) {
    if ((isa<Instruction>(value) || isa<Argument>(value)) && values.insert(value).second)
      words += codegen::countWords(*value);
  }
  void remove(const Value *value) {
    if (values.erase(value))
      words -= codegen::countWords(*value);
  }
  unsigned countWords() const { return words; }
  const DenseSet<const Value *> &get() const { return values; }

private:
  DenseSet<const Value *> values;
  unsigned words = 0;
};
} // namespace

/// From what lives at a block's end to what lives at its begin; the most in between.
static unsigned walkBack(const BasicBlock &block, Living &living) {
  unsigned most = living.countWords();
  for (const Instruction &instruction : reverse(block)) {
    living.remove(&instruction);
    if (isa<PHINode>(instruction))
      continue;
    for (const Value *operand : instruction.operands())
      living.add(operand);
    most = std::max(most, living.countWords());
  }
  return most;
}

unsigned codegen::countLiveWords(const Function &function) {
  DenseMap<const BasicBlock *, Living> begins;
  unsigned most = 0;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const BasicBlock *block : post_order(&function)) {
      Living living;
      for (const BasicBlock *next : successors(block)) {
        for (const Value *value : begins[next].get())
          living.add(value);
        for (const PHINode &phi : next->phis())
          living.add(phi.getIncomingValueForBlock(block));
      }
      most = std::max(most, walkBack(*block, living));
      Living &begin = begins[block];
      isChanged |= begin.get().size() != living.get().size(); // they only grow
      begin = std::move(living);
    }
  }
  return most;
}

unsigned codegen::getRegisterLimit(const Function &function) {
  unsigned most = mostRegisters, threads = 0;
  if (function.getFnAttribute("nvvm.reqntid").getValueAsString().consumeInteger(10, threads) || threads == 0)
    threads = 1;
  most = std::min(most, registersOfProcessor / threads / unit * unit);
  for (const Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      if (call->getIntrinsicID() == Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32)
        most = std::max(most, static_cast<unsigned>(cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()));
  return most;
}
