// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/specialize/OuterScales.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;

/// The power of two that all elements of `value` are.
static FloatAttr getPowerOfTwo(Value value) {
  SplatElementsAttr splat;
  FloatAttr number;
  if (matchPattern(value, m_Constant(&splat)))
    number = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>());
  return number && number.getValue().getExactInverse(nullptr) ? number : FloatAttr();
}

/// `op`'s operand that is not `value`, where nobody else needs `value`.
static Value getOther(Operation *op, Value value) {
  return value.hasOneUse() ? op->getOperand(op->getOperand(0) == value ? 1 : 0) : Value();
}

/// The scaled product that each pass adds to the carried value `index`, which begins as zeros and is nothing else.
static arith::MulFOp findScaled(scf::ForOp loop, unsigned index) {
  Value carried = loop.getRegionIterArg(index), next = loop.getYieldedValues()[index];
  auto sum = next.getDefiningOp<arith::AddFOp>();
  bool isSum = sum && next.hasOneUse() && carried.hasOneUse() && *carried.user_begin() == sum &&
               matchPattern(loop.getInitArgs()[index], m_AnyZeroFloat());
  Value added = isSum ? getOther(sum, carried) : Value();
  auto scaled = added ? added.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  bool isOwn = scaled && scaled->hasOneUse() && scaled->getBlock() == sum->getBlock();
  return isOwn ? scaled : arith::MulFOp();
}

static void moveScaleOut(scf::ForOp loop, unsigned index) {
  arith::MulFOp scaled = findScaled(loop, index);
  if (!scaled)
    return;
  for (auto [product, scale] :
       {std::pair(scaled.getLhs(), scaled.getRhs()), std::pair(scaled.getRhs(), scaled.getLhs())}) {
    FloatAttr number = getPowerOfTwo(scale);
    if (!number || !product.getDefiningOp<tile::DotOp>() || !product.hasOneUse())
      continue;
    scaled.replaceAllUsesWith(product);
    scaled.erase();
    OpBuilder builder(loop->getContext());
    builder.setInsertionPointAfter(loop);
    Value sum = loop.getResult(index);
    auto type = cast<ShapedType>(sum.getType());
    Value factor = arith::ConstantOp::create(builder, loop.getLoc(), SplatElementsAttr::get(type, Attribute(number)));
    auto whole = arith::MulFOp::create(builder, loop.getLoc(), sum, factor);
    sum.replaceAllUsesExcept(whole, whole);
    return;
  }
}

void tessera::schedule::moveScalesOut(tile::KernelOp kernel) {
  kernel.walk([](scf::ForOp loop) {
    for (unsigned index = 0; index < loop.getNumResults(); ++index)
      moveScaleOut(loop, index);
  });
}
