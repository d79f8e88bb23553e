// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/Clamps.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Saturated.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// Takes bounds off one by one. Of a bound of `where` the condition is kept until it is known what it has to ask of.
struct ClampWalk {
  double greatest, tooMuch; // what rounds to the greatest number: greatest <= x < tooMuch
  bool hasUpper = false, hasLower = false;
  SmallVector<std::pair<Value, Value>> compared; // what a condition asks of, and what is taken where it does not hold

  ClampWalk(Type element) {
    bool isE4m3 = isa<Float8E4M3FNType>(element);
    greatest = isE4m3 ? 448 : 57344;
    tooMuch = isE4m3 ? 464 : 61440;
  }

  /// 1 and -1: the greatest and the least number; 0: another number, or no constant.
  int getBound(Value value) const {
    llvm::APFloat constant(0.0f);
    if (!matchPattern(value, m_ConstantFloat(&constant)))
      return 0;
    double number = constant.convertToDouble(), size = std::abs(number);
    return size >= greatest && size < tooMuch ? (number < 0 ? -1 : 1) : 0;
  }
  bool note(int bound) { return (bound > 0 ? hasUpper : hasLower) = true; }

  /// The operand that is bounded by the other one, a constant of this sign.
  template <typename OpT> Value takeExtreme(Value value, int sign) {
    auto op = value.getDefiningOp<OpT>();
    if (!op)
      return {};
    for (unsigned index : {0u, 1u})
      if (getBound(op->getOperand(index)) == sign)
        return note(sign), op->getOperand(1 - index);
    return {};
  }

  Value takeSelect(Value value) {
    auto select = value.getDefiningOp<arith::SelectOp>();
    auto compare = select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : arith::CmpFOp();
    if (!compare)
      return {};
    arith::CmpFPredicate predicate = compare.getPredicate();
    bool isAbove = predicate == arith::CmpFPredicate::OGT || predicate == arith::CmpFPredicate::OGE,
         isBelow = predicate == arith::CmpFPredicate::OLT || predicate == arith::CmpFPredicate::OLE;
    Value x = compare.getLhs(), instead = select.getTrueValue(), other = select.getFalseValue();
    int bound = getBound(compare.getRhs());
    if (auto size = x.getDefiningOp<math::AbsFOp>(); size && isAbove && bound == 1) {
      auto signedBound = instead.getDefiningOp<math::CopySignOp>();
      if (!signedBound || getBound(signedBound.getLhs()) != 1 || signedBound.getRhs() != size.getOperand())
        return {};
      compared.emplace_back(size.getOperand(), other);
      return note(1), note(-1), other;
    }
    if (bound == 0 || bound != (isAbove ? 1 : isBelow ? -1 : 0) || getBound(instead) != bound)
      return {};
    compared.emplace_back(x, other);
    return note(bound), other;
  }

  Value takeBound(Value value) {
    if (Value x = takeExtreme<arith::MinimumFOp>(value, 1))
      return x;
    if (Value x = takeExtreme<arith::MaximumFOp>(value, -1))
      return x;
    return takeSelect(value);
  }
};
} // namespace

Value tessera::schedule::findUnclamped(Value value, Type element) {
  Type from = tile::getElementType(value.getType());
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(element) || !(from.isF32() || from.isF16() || from.isBF16()))
    return {};
  ClampWalk walk(element);
  while (Value inner = walk.takeBound(value))
    value = inner;
  bool asksOfIt =
      llvm::all_of(walk.compared, [&](auto &pair) { return pair.first == value || pair.first == pair.second; });
  return walk.hasUpper && walk.hasLower && asksOfIt ? value : Value();
}

void tessera::schedule::saturateCasts(tilegpu::TargetModuleOp module) {
  module.walk([](tilegpu::CastOp op) {
    auto kernel = op->getParentOfType<tilegpu::KernelOp>();
    if (!kernel || !kernel.getTarget().hasWgmma)
      return;
    Value unclamped = findUnclamped(op.getInput(), tile::getElementType(op.getType()));
    if (!unclamped)
      return;
    op.getInputMutable().assign(unclamped);
    op->setAttr(tilegpu::saturatedName, UnitAttr::get(op->getContext()));
  });
}
