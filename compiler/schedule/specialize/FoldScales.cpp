// SPDX-License-Identifier: Apache-2.0
// Softmax's arithmetic behind a product, one instruction an element: with x the scores and c their scale,
//
//     max(x * c)   =>  max(x) * c          c > 0, where x * c is needed for nothing else but what the next line takes; the same number, for rounding keeps order
//     x * c - y    =>  fma(x, c, -y)       rounded once instead of twice
//
// and powers that become 16-bit weights may be approximate: what they lose is far below that rounding.
// Only in kernels whose numbers come from the tensor core, which promises no order of its sums.
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArrayOfF32(Type type) { return isa<RankedTensorType>(type) && tile::getElementType(type).isF32(); }

/// The scale of `x * c` where it is one positive number.
static FloatAttr getPositiveScale(arith::MulFOp product) {
  SplatElementsAttr scale;
  if (!matchPattern(product.getRhs(), m_Constant(&scale)))
    return {};
  auto value = dyn_cast<FloatAttr>(scale.getSplatValue<Attribute>());
  return value && value.getValue().isFiniteNonZero() && !value.getValue().isNegative() ? value : FloatAttr();
}

static bool isDifference(Operation *user, arith::MulFOp product) {
  auto difference = dyn_cast<arith::SubFOp>(user);
  return difference && difference.getLhs() == product.getResult() && difference.getRhs() != product.getResult();
}

static void foldMaximum(tile::ReduceOp reduce) {
  auto product = reduce.getInput().getDefiningOp<arith::MulFOp>();
  if (!product || reduce.getKind() != tile::Reduction::max || !isArrayOfF32(reduce.getType()))
    return;
  FloatAttr scale = getPositiveScale(product);
  bool isElsewhere = llvm::any_of(product->getUsers(), [&](Operation *user) { return user != reduce && !isDifference(user, product); });
  if (!scale || isElsewhere)
    return;
  OpBuilder builder(reduce->getContext());
  builder.setInsertionPointAfter(reduce);
  reduce.getInputMutable().assign(product.getLhs());
  Value factor = arith::ConstantOp::create(builder, reduce.getLoc(), SplatElementsAttr::get(cast<ShapedType>(reduce.getType()), Attribute(scale)));
  auto scaled = arith::MulFOp::create(builder, reduce.getLoc(), reduce.getResult(), factor);
  reduce.getResult().replaceAllUsesExcept(scaled, scaled);
}

static void foldDifference(arith::SubFOp difference) {
  auto product = difference.getLhs().getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse() || !isArrayOfF32(difference.getType()))
    return;
  OpBuilder builder(difference);
  Value negated = arith::NegFOp::create(builder, difference.getLoc(), difference.getRhs());
  Value fused = math::FmaOp::create(builder, difference.getLoc(), product.getLhs(), product.getRhs(), negated);
  difference.replaceAllUsesWith(fused);
  difference.erase();
  product.erase();
}

static bool isWeight(Operation *power) {
  return isArrayOfF32(power->getResult(0).getType()) && llvm::any_of(power->getUsers(), [](Operation *user) {
           auto cast = dyn_cast<tile::CastOp>(user);
           return cast && isa<Float16Type, BFloat16Type>(tile::getElementType(cast.getType()));
         });
}

void tessera::schedule::foldScales(tile::KernelOp kernel) {
  kernel.walk([](Operation *op) {
    if (auto power = dyn_cast<math::Exp2Op>(op); power && isWeight(op))
      power.setFastmath(arith::FastMathFlags::afn);
    if (auto power = dyn_cast<math::ExpOp>(op); power && isWeight(op))
      power.setFastmath(arith::FastMathFlags::afn);
  });
  SmallVector<tile::ReduceOp> maxima;
  SmallVector<arith::SubFOp> differences;
  kernel.walk([&](tile::ReduceOp op) { maxima.push_back(op); });
  kernel.walk([&](arith::SubFOp op) { differences.push_back(op); });
  for (tile::ReduceOp op : maxima)
    foldMaximum(op);
  for (arith::SubFOp op : differences)
    foldDifference(op);
}
