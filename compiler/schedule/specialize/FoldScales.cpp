// SPDX-License-Identifier: Apache-2.0
// Softmax's arithmetic behind a product, one instruction an element: with x the scores and c their scale,
//
//     max(x * c)   =>  max(x) * c          c > 0, where x * c is needed for nothing else but what the next line takes;
//     the same number, for rounding keeps order x * c - y    =>  fma(x, c, -y)       rounded once instead of twice x *
//     y + z    =>  fma(x, y, z)        in loops, as a bias of scores m ? x * c : n  =>  (m ? x : n') * c  where n' * c
//     is n, to the last bit; then the lines above hold for masked scores
//
// A mask's bytes are compared as they are: cast(b) != 0 is b != 0. And powers that become 16-bit weights may be
// approximate: what they lose is far below that rounding. Only in kernels whose numbers come from the tensor core,
// which promises no order of its sums.
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

/// A number that `scale` makes exactly `number` of; none where neither the quotient nor a neighbour of it is one.
static std::optional<llvm::APFloat> findQuotient(const llvm::APFloat &number, const llvm::APFloat &scale) {
  constexpr auto nearest = llvm::APFloat::rmNearestTiesToEven;
  llvm::APFloat quotient = number;
  quotient.divide(scale, nearest);
  llvm::APFloat below = quotient, above = quotient;
  below.next(/*nextDown=*/true);
  above.next(/*nextDown=*/false);
  for (const llvm::APFloat &candidate : {quotient, below, above}) {
    llvm::APFloat product = candidate;
    product.multiply(scale, nearest);
    if (product.bitwiseIsEqual(number))
      return candidate;
  }
  return std::nullopt;
}

/// A mask of scaled scores becomes one of scores.
static void foldChoice(arith::SelectOp choice) {
  if (!isArrayOfF32(choice.getType()))
    return;
  for (bool isFirst : {true, false}) {
    Value chosen = isFirst ? choice.getTrueValue() : choice.getFalseValue(),
          other = isFirst ? choice.getFalseValue() : choice.getTrueValue();
    auto product = chosen.getDefiningOp<arith::MulFOp>();
    SplatElementsAttr constant;
    FloatAttr scale = product && product->hasOneUse() ? getPositiveScale(product) : FloatAttr();
    if (!scale || !matchPattern(other, m_Constant(&constant)))
      continue;
    auto number = dyn_cast<FloatAttr>(constant.getSplatValue<Attribute>());
    std::optional<llvm::APFloat> quotient =
        number && !number.getValue().isNaN() ? findQuotient(number.getValue(), scale.getValue()) : std::nullopt;
    if (!quotient)
      continue;
    OpBuilder builder(choice);
    auto type = cast<ShapedType>(choice.getType());
    Value left = arith::ConstantOp::create(builder, choice.getLoc(), SplatElementsAttr::get(type, *quotient));
    Value unscaled = arith::SelectOp::create(builder, choice.getLoc(), choice.getCondition(),
                                             isFirst ? product.getLhs() : left, isFirst ? left : product.getLhs());
    Value scaled = arith::MulFOp::create(builder, choice.getLoc(), unscaled, product.getRhs());
    choice.replaceAllUsesWith(scaled);
    choice.erase();
    product.erase();
    return;
  }
}

/// Whether a longer integer is some number is asked of the one that it was made of.
static void foldComparison(arith::CmpIOp compare) {
  auto cast = compare.getLhs().getDefiningOp<tile::CastOp>();
  SplatElementsAttr constant;
  if (!cast ||
      (compare.getPredicate() != arith::CmpIPredicate::eq && compare.getPredicate() != arith::CmpIPredicate::ne) ||
      !matchPattern(compare.getRhs(), m_Constant(&constant)))
    return;
  auto from = dyn_cast<RankedTensorType>(cast.getInput().getType());
  auto element = from ? dyn_cast<IntegerType>(from.getElementType()) : IntegerType();
  APInt number = constant.getSplatValue<APInt>();
  if (!element || element.getWidth() == 1 || element.getWidth() >= number.getBitWidth())
    return;
  APInt narrow = number.trunc(element.getWidth());
  bool isSame = cast.getFromUnsigned() ? narrow.zext(number.getBitWidth()) == number
                                       : narrow.sext(number.getBitWidth()) == number;
  if (!isSame)
    return;
  OpBuilder builder(compare);
  Value right = arith::ConstantOp::create(builder, compare.getLoc(), SplatElementsAttr::get(from, narrow));
  compare->setOperands({cast.getInput(), right});
  if (cast->use_empty())
    cast.erase();
}

static void foldSum(arith::AddFOp sum) {
  if (!isArrayOfF32(sum.getType()) || !sum->getParentOfType<scf::ForOp>())
    return;
  for (Value addend : {sum.getLhs(), sum.getRhs()}) {
    auto product = addend.getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse())
      continue;
    OpBuilder builder(sum);
    Value other = sum.getLhs() == addend ? sum.getRhs() : sum.getLhs();
    sum.replaceAllUsesWith(
        Value(math::FmaOp::create(builder, sum.getLoc(), product.getLhs(), product.getRhs(), other)));
    sum.erase();
    product.erase();
    return;
  }
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
  SmallVector<arith::CmpIOp> comparisons;
  kernel.walk([&](arith::CmpIOp op) { comparisons.push_back(op); });
  llvm::for_each(comparisons, foldComparison);
  SmallVector<arith::SelectOp> choices;
  SmallVector<tile::ReduceOp> maxima;
  SmallVector<arith::SubFOp> differences;
  SmallVector<arith::AddFOp> sums;
  kernel.walk([&](arith::SelectOp op) { choices.push_back(op); });
  llvm::for_each(choices, foldChoice);
  kernel.walk([&](tile::ReduceOp op) { maxima.push_back(op); });
  kernel.walk([&](arith::SubFOp op) { differences.push_back(op); });
  kernel.walk([&](arith::AddFOp op) { sums.push_back(op); });
  for (tile::ReduceOp op : maxima)
    foldMaximum(op);
  for (arith::SubFOp op : differences)
    foldDifference(op);
  llvm::for_each(sums, foldSum);
}
