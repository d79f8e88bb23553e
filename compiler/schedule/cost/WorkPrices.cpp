// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/cost/WorkPrices.h"
#include "compiler/schedule/cost/AgentWalk.h"
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "compiler/tile/ir/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static double countHeld(Value value) {
  return static_cast<double>(countDistinctRegisters(getHeldLayout(value.getType())));
}

static bool mayApproximate(arith::FastMathFlags flags) {
  return arith::bitEnumContainsAll(flags, arith::FastMathFlags::afn);
}

/// What `value` is copies of.
static Value findRepeated(Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (!isa<tilegpu::BroadcastOp, tilegpu::SplatOp, tilegpu::ReshapeOp, tilegpu::TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Quotients of f32 by the same number share its reciprocal and are corrected by their remainders; all others are
/// div.full, and div.rn where the program asks for it (codegen/Divisions.cpp).
static WorkPrice getDivisionPrice(arith::DivFOp op, double registers) {
  constexpr WorkPrice full{8, 1}, corrected{5, 0}, reciprocal{10, 1}, approximate{2, 1};
  llvm::APFloat constant(0.0f);
  bool isConstant = matchPattern(op.getRhs(), m_ConstantFloat(&constant)), isMarked = mayApproximate(op.getFastmath());
  if (tile::getElementType(op.getType()).isF64())
    return full.times(4 * registers);
  if (isConstant && (isMarked || constant.getExactInverse(nullptr)))
    return {registers, 0};
  if (isMarked)
    return approximate.times(registers);
  double divisors = isConstant ? 0 : countHeld(findRepeated(op.getRhs()));
  constexpr double worthIt = 3;
  if (!arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::arcp) || registers < worthIt * divisors)
    return full.times(registers);
  return corrected.times(registers) + reciprocal.times(divisors);
}

static bool isBitwise(Operation *op) { return isa_and_nonnull<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op); }

/// One of two bitwise operations of which the second takes nothing else's first.
static bool isHalfOfThree(Operation *op) {
  auto isChained = [](Operation *first) {
    return isBitwise(first) && first->hasOneUse() && isBitwise(*first->getUsers().begin());
  };
  return isChained(op) ||
         llvm::any_of(op->getOperands(), [&](Value operand) { return isChained(operand.getDefiningOp()); });
}

/// Of one register; `wide`: how many registers of 32 bits an element takes.
static WorkPrice getRegisterPrice(Operation *op, double wide) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
          arith::CeilDivUIOp>(op))
    return {20 * wide * wide, 0};
  double cubed = wide * wide * wide;
  if (isa<math::Exp2Op>(op))
    return {2 * cubed, 1};
  if (auto power = dyn_cast<math::ExpOp>(op))
    return {mayApproximate(power.getFastmath()) ? 2 : 9 * cubed, 1};
  if (isa<math::LogOp, math::Log2Op, math::Log10Op>(op))
    return {44 * cubed, 1};
  if (isa<math::RsqrtOp>(op))
    return {4 * cubed, 1};
  if (isa<math::SqrtOp>(op))
    return {12 * cubed, 1};
  if (isa<math::AbsFOp, arith::NegFOp>(op))
    return {0, 0};
  if (isa<math::FmaOp, math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp, math::CopySignOp>(op))
    return {wide, 0};
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return {20 * wide * wide, 1};
  if (auto text = dyn_cast<tilegpu::InlineAsmOp>(op))
    return {1 + static_cast<double>(text.getText().count(';')), 0};
  return {isBitwise(op) && isHalfOfThree(op) ? wide / 2 : wide, 0};
}

WorkPrice tessera::schedule::getWorkPrice(Operation *op) {
  double registers = 1;
  for (Value result : op->getResults())
    registers = std::max(registers, countHeld(result));
  if (auto division = dyn_cast<arith::DivFOp>(op))
    return getDivisionPrice(division, registers);
  Type element = tile::getElementType(op->getResult(0).getType());
  return getRegisterPrice(op, element.isF64() || element.isInteger(64) ? 2 : 1).times(registers);
}
