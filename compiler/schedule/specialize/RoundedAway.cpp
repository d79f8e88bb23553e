// SPDX-License-Identifier: Apache-2.0
// What of f32 arithmetic may be approximate because the program's own rounding hides what that loses: `fastmath<afn>`.
// An approximate power flushes subnormal numbers to zero and, of base e, is off by some units of the last place
// (codegen/ExpandMath.h); an approximate quotient is a product with a reciprocal that flushes, too.
//
//     p = exp2(s);  o = cast(where(keep, p / 0.9, 0))    p and the quotient: 16 bits or less are kept of them
//     e = exp2(x);  1 - 2 / (e + 1)                      e, and the quotient: sums with a number in reach of which
//                                                        2^-126 is nothing
//
// A number's relative error goes on unchanged through products, quotients, choices and sums of what is not negative;
// a difference may make it large, so there it ends. So does a product with what may be so large that a number that was
// flushed would count. An approximate quotient asks for a divisor that is no less than 2^-100, for what the reciprocal
// of a subnormal number would be, and for a small dividend: of a divisor above 2^126 the quotient is 0.
//
// Rejected: the same for all f32 results, as fast-math has it; whoever stores an f32 may ask for all of it.
#include "compiler/schedule/Clamps.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/IR/Matchers.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int mostSteps = 8;
static constexpr double leastDivisor = 0x1p-100;
static constexpr double noLeast = -std::numeric_limits<double>::infinity();

static bool isFloat32(Value value) { return tile::getElementType(value.getType()).isF32(); }

static std::optional<double> getNumber(Value value) {
  llvm::APFloat number(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&number)) || !number.isFinite())
    return std::nullopt;
  return number.convertToDouble();
}

/// A number that `value` is never below, unless it is NaN.
static double getLeast(Value value, int steps = mostSteps) {
  if (std::optional<double> number = getNumber(value))
    return *number;
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0 || !isFloat32(value))
    return noLeast;
  auto least = [&](unsigned operand) { return getLeast(op->getOperand(operand), steps - 1); };
  if (isa<math::ExpOp, math::Exp2Op, math::AbsFOp, math::SqrtOp>(op))
    return 0;
  if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return least(0);
  if (isa<arith::AddFOp>(op))
    return least(0) + least(1); // rounding keeps order
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return std::max(least(0), least(1));
  if (isa<arith::SelectOp>(op))
    return std::min(least(1), least(2));
  if (isa<arith::MulFOp, arith::DivFOp>(op))
    return (isa<arith::MulFOp>(op) && op->getOperand(0) == op->getOperand(1)) || (least(0) >= 0 && least(1) >= 0)
               ? 0
               : noLeast;
  return noLeast;
}

/// Whether `value` is known to be nowhere large.
static bool isModerate(Value value) {
  constexpr double most = 0x1p65;
  if (std::optional<double> number = getNumber(value))
    return std::abs(*number) <= most;
  while (auto view = value.getDefiningOp())
    if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(view))
      value = view->getOperand(0);
    else
      break;
  auto cast = value.getDefiningOp<tile::CastOp>();
  Type from = cast ? tile::getElementType(cast.getInput().getType()) : Type();
  return from && (from.isF16() || from.isInteger() || from.getIntOrFloatBitWidth() == 8);
}

/// Whether `op` is an elementwise operation whose result is as exact, relatively, as `operand`, one of its operands,
/// and small where that is.
static bool keepsExactness(Operation *op, OpOperand &operand) {
  if (isa<arith::NegFOp, math::AbsFOp, tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return true;
  if (isa<arith::SelectOp>(op))
    return operand.getOperandNumber() > 0;
  if (isa<arith::MulFOp>(op))
    return isModerate(op->getOperand(1 - operand.getOperandNumber()));
  if (isa<arith::DivFOp>(op)) {
    std::optional<double> divisor = getNumber(op->getOperand(1));
    double least = divisor ? std::abs(*divisor) : getLeast(op->getOperand(1));
    return least >= (operand.getOperandNumber() == 0 ? 0x1p-60 : leastDivisor);
  }
  return isa<arith::AddFOp>(op) && getLeast(op->getOperand(0)) >= 0 && getLeast(op->getOperand(1)) >= 0;
}

/// Whether all that becomes of `value` is that an 8-bit float's range is made of `kept`: sizes, comparisons, bounds.
static bool isForClamp(Operation *op, Value kept, int steps) {
  if (auto cast = dyn_cast<tile::CastOp>(op))
    return findUnclamped(cast.getInput(), tile::getElementType(cast.getType())) == kept;
  return steps > 0 && op->getNumResults() == 1 &&
         isa<math::AbsFOp, math::CopySignOp, arith::CmpFOp, arith::SelectOp, arith::MinimumFOp, arith::MaximumFOp>(
             op) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) { return isForClamp(user, kept, steps - 1); });
}

static bool isNarrow(Type type) {
  Type element = tile::getElementType(type);
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 16;
}

/// Whether all that becomes of `value` is rounded to 16 bits or less; sums along an axis may stand beside that.
static bool isRounded(Value value, int steps = mostSteps) {
  bool isKept = false;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto cast = dyn_cast<tile::CastOp>(user); cast && isNarrow(cast.getType()))
      isKept = true;
    else if (auto reduce = dyn_cast<tile::ReduceOp>(user); reduce && reduce.getKind() == tile::Reduction::add)
      continue;
    else if (isForClamp(user, value, steps))
      isKept = true;
    else if (steps > 0 && user->getNumResults() == 1 && isFloat32(user->getResult(0)) && keepsExactness(user, use) &&
             isRounded(user->getResult(0), steps - 1))
      isKept = true;
    else
      return false;
  }
  return isKept;
}

/// Whether all that becomes of `value` are sums with numbers that are not small: 2^-126 more or less is nothing there.
static bool isAddedToLarge(Value value) {
  constexpr double large = 0x1p-60;
  return !value.use_empty() && llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (!isa<arith::AddFOp, arith::SubFOp>(user))
      return false;
    std::optional<double> other = getNumber(user->getOperand(1 - use.getOperandNumber()));
    return other && std::abs(*other) >= large;
  });
}

static void approximate(arith::DivFOp quotient) {
  constexpr double mostRounded = 1, mostAdded = 0x1p20, mostDivisor = 0x1p100;
  arith::FastMathFlags given = quotient.getFastmath(), flags = given | arith::FastMathFlags::afn;
  if (!isFloat32(quotient) || !arith::bitEnumContainsAll(given, arith::FastMathFlags::arcp))
    return;
  bool rounded = isRounded(quotient);
  if (std::optional<double> divisor = getNumber(quotient.getRhs())) {
    if (rounded && std::abs(*divisor) >= leastDivisor && std::abs(*divisor) <= mostDivisor)
      quotient.setFastmath(flags);
    return;
  }
  std::optional<double> dividend = getNumber(quotient.getLhs());
  if (!dividend || getLeast(quotient.getRhs()) < leastDivisor)
    return;
  if ((rounded && std::abs(*dividend) <= mostRounded) || (isAddedToLarge(quotient) && std::abs(*dividend) <= mostAdded))
    quotient.setFastmath(flags);
}

void tessera::schedule::approximateRounded(tile::KernelOp kernel) {
  kernel.walk([](Operation *op) {
    if (auto quotient = dyn_cast<arith::DivFOp>(op))
      return approximate(quotient);
    if (auto power = dyn_cast<math::ExpOp>(op); power && isFloat32(power) && isRounded(power))
      power.setFastmath(arith::FastMathFlags::afn);
    if (auto power = dyn_cast<math::Exp2Op>(op);
        power && isFloat32(power) && (isRounded(power) || isAddedToLarge(power)))
      power.setFastmath(arith::FastMathFlags::afn);
  });
}
