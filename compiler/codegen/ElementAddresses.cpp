// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/ElementAddresses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tessera;

static constexpr uint64_t mostShift = 3; // elements of 64 bits

/// The elements that `bytes` are, of `1 << shift` bytes each, at the end of `builder`; null where they are no such.
static Value *countElements(Value *bytes, const APInt *&shift, IRBuilder<> &builder) {
  Value *elements = nullptr;
  if (match(bytes, m_Shl(m_Value(elements), m_APInt(shift))))
    return elements;
  // The shift before the extension must not have lost what the one behind it would keep.
  if (match(bytes, m_ZExt(m_NUWShl(m_Value(elements), m_APInt(shift)))))
    return builder.CreateZExt(elements, bytes->getType());
  if (match(bytes, m_SExt(m_NSWShl(m_Value(elements), m_APInt(shift)))))
    return builder.CreateSExt(elements, bytes->getType());
  return nullptr;
}

void codegen::countByElements(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    if (!address || address->getNumIndices() != 1 || !address->getSourceElementType()->isIntegerTy(8))
      continue;
    IRBuilder<> builder(address);
    const APInt *shift = nullptr;
    Value *elements = countElements(address->getOperand(1), shift, builder);
    if (!elements || shift->ugt(mostShift))
      continue;
    Type *type = builder.getIntNTy(8u << shift->getZExtValue());
    address->replaceAllUsesWith(builder.CreateGEP(type, address->getPointerOperand(), elements));
    address->eraseFromParent();
  }
}
