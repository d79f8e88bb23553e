// SPDX-License-Identifier: Apache-2.0
// Arithmetic on signless integers: a value is kept as the signed reading of its bits.
#include "compiler/schedule/cost/ScalarValues.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static std::optional<unsigned> getWidth(Type type) {
  if (type.isIndex())
    return 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= 64 ? std::optional<unsigned>(integer.getWidth()) : std::nullopt;
}

std::optional<int64_t> ScalarValues::get(Value value) const {
  auto found = known.find(value);
  return found == known.end() ? std::nullopt : std::optional<int64_t>(found->second);
}

void ScalarValues::set(Value value, std::optional<int64_t> is) {
  if (is)
    known[value] = *is;
  else
    known.erase(value);
}

/// Division is by the program's own rules; what those leave open is not known.
static std::optional<APInt> divide(Operation *op, const APInt &a, const APInt &b) {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp>(op);
  if (b.isZero() || (isSigned && a.isMinSignedValue() && b.isAllOnes()))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case<arith::DivSIOp>([&](auto) { return a.sdiv(b); })
      .Case<arith::RemSIOp>([&](auto) { return a.srem(b); })
      .Case<arith::DivUIOp>([&](auto) { return a.udiv(b); })
      .Case<arith::RemUIOp>([&](auto) { return a.urem(b); })
      .Case<arith::CeilDivSIOp>([&](auto) { return llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP); })
      .Case<arith::FloorDivSIOp>([&](auto) { return llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::DOWN); })
      .Case<arith::CeilDivUIOp>([&](auto) { return llvm::APIntOps::RoundingUDiv(a, b, APInt::Rounding::UP); })
      .Default([](auto) { return std::nullopt; });
}

static std::optional<APInt> shift(Operation *op, const APInt &a, const APInt &b) {
  if (b.uge(a.getBitWidth()))
    return std::nullopt;
  return isa<arith::ShLIOp>(op) ? a.shl(b) : isa<arith::ShRSIOp>(op) ? a.ashr(b) : a.lshr(b);
}

static std::optional<APInt> combine(Operation *op, const APInt &a, const APInt &b) {
  return llvm::TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case<arith::AddIOp>([&](auto) { return a + b; })
      .Case<arith::SubIOp>([&](auto) { return a - b; })
      .Case<arith::MulIOp>([&](auto) { return a * b; })
      .Case<arith::AndIOp>([&](auto) { return a & b; })
      .Case<arith::OrIOp>([&](auto) { return a | b; })
      .Case<arith::XOrIOp>([&](auto) { return a ^ b; })
      .Case<arith::MinSIOp>([&](auto) { return llvm::APIntOps::smin(a, b); })
      .Case<arith::MaxSIOp>([&](auto) { return llvm::APIntOps::smax(a, b); })
      .Case<arith::MinUIOp>([&](auto) { return llvm::APIntOps::umin(a, b); })
      .Case<arith::MaxUIOp>([&](auto) { return llvm::APIntOps::umax(a, b); })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>([&](auto op) { return shift(op, a, b); })
      .Case<arith::CmpIOp>(
          [&](arith::CmpIOp compare) { return APInt(1, arith::applyCmpPredicate(compare.getPredicate(), a, b)); })
      .Default([&](Operation *other) { return divide(other, a, b); });
}

/// From one integer type to another.
static std::optional<APInt> convert(Operation *op, const APInt &a, unsigned width) {
  auto cast = dyn_cast<tilegpu::CastOp>(op);
  if (cast && width == 1)
    return APInt(1, !a.isZero());
  bool isUnsigned =
      isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) || (cast && (cast.getFromUnsigned() || a.getBitWidth() == 1));
  return isUnsigned ? a.zextOrTrunc(width) : a.sextOrTrunc(width);
}

bool ScalarValues::evaluate(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  Value result = op->getResult(0);
  std::optional<unsigned> width = getWidth(result.getType());
  if (!width)
    return false;
  APInt constant;
  if (matchPattern(op, m_ConstantInt(&constant))) {
    set(result, constant.getSExtValue());
    return true;
  }
  auto read = [&](Value value) -> std::optional<APInt> {
    std::optional<int64_t> is = get(value);
    std::optional<unsigned> own = getWidth(value.getType());
    return is && own ? std::optional<APInt>(
                           APInt(*own, static_cast<uint64_t>(*is), /*isSigned=*/true, /*implicitTrunc=*/true))
                     : std::nullopt;
  };
  std::optional<APInt> is;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<APInt> condition = read(select.getCondition());
    is = condition ? read(condition->isZero() ? select.getFalseValue() : select.getTrueValue()) : std::nullopt;
  } else if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp,
                 tilegpu::CastOp>(op)) {
    std::optional<APInt> input = read(op->getOperand(0));
    is = input ? convert(op, *input, *width) : std::nullopt;
  } else if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) && op->getNumOperands() == 2) {
    std::optional<APInt> a = read(op->getOperand(0)), b = read(op->getOperand(1));
    is = a && b && a->getBitWidth() == b->getBitWidth() ? combine(op, *a, *b) : std::nullopt;
  } else {
    return false;
  }
  set(result, is ? std::optional<int64_t>(is->getSExtValue()) : std::nullopt);
  return true;
}
