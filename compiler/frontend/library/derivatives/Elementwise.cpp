// SPDX-License-Identifier: Apache-2.0
// Derivatives of elementwise operations, written as on paper: x, y are the operands, r the result, g the derivative
// that comes in. Where functions have corners (ties of a maximum, abs at 0, powers of 0) the choice is JAX's, which
// torch shares but for `tie`: the share of the first operand of a `maximum` or `minimum` where both are equal, in
// percent (an attribute of the operation; 50 if absent).
#include "compiler/frontend/library/derivatives/Differentiator.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;

DType frontend::dtypeOf(mlir::Value value) {
  mlir::Type type = tile::getElementType(value.getType());
  for (DType candidate :
       {DType::float32, DType::float64, DType::float16, DType::bfloat16, DType::float8_e4m3fn, DType::float8_e5m2,
        DType::boolean, DType::int8, DType::int16, DType::int32, DType::int64, DType::int4,
        DType::int2})
    if (frontend::getElementType(type.getContext(), candidate) == type)
      return candidate;
  return DType::int64;
}

bool frontend::isFloating(mlir::Value value) {
  return llvm::isa<mlir::FloatType>(tile::getElementType(value.getType()));
}

namespace {
/// A value in a formula.
struct E {
  Emitter *emitter;
  mlir::Value value;

  E with(mlir::Value other) const { return {emitter, other}; }
  E binary(Binary op, E other) const { return with(emitter->binary(op, value, other.value, dtypeOf(value))); }
  E unary(Unary op) const { return with(emitter->unary(op, value, dtypeOf(value))); }
  E number(double number) const {
    return with(emitter->constant(number, dtypeOf(value), tile::getShape(value.getType())));
  }
  mlir::Value compare(Compare op, E other) const { return emitter->compare(op, value, other.value, dtypeOf(value)); }
  E where(mlir::Value condition, E other) const { return with(emitter->select(condition, value, other.value)); }
};
} // namespace

static E operator+(E a, E b) { return a.binary(Binary::add, b); }
static E operator-(E a, E b) { return a.binary(Binary::sub, b); }
static E operator*(E a, E b) { return a.binary(Binary::mul, b); }
static E operator/(E a, E b) { return a.binary(Binary::divide, b); }
static E operator+(E a, double b) { return a + a.number(b); }
static E operator-(double a, E b) { return b.number(a) - b; }
static E operator*(E a, double b) { return a * a.number(b); }
static E operator-(E a) { return a.unary(Unary::neg); }
static E square(E a) { return a * a; }
static E rsqrt(E a) { return a.unary(Unary::rsqrt); }

using Rule = E (*)(E x, E r, E g);

/// Of one operand. Null: the derivative is zero.
static const struct {
  const char *name;
  Rule rule;
} unaryRules[] = {
    {"arith.negf", [](E, E, E g) { return -g; }},
    {"math.absf", [](E x, E, E g) { return g * x.unary(Unary::sign); }},
    {"math.exp", [](E, E r, E g) { return g * r; }},
    {"math.exp2", [](E, E r, E g) { return g * (r * M_LN2); }},
    {"math.expm1", [](E, E r, E g) { return g * (r + 1); }},
    {"math.log", [](E x, E, E g) { return g / x; }},
    {"math.log2", [](E x, E, E g) { return g / (x * M_LN2); }},
    {"math.log10", [](E x, E, E g) { return g / (x * M_LN10); }},
    {"math.log1p", [](E x, E, E g) { return g / (x + 1); }},
    {"math.sqrt", [](E, E r, E g) { return g / (r * 2); }},
    {"math.rsqrt", [](E x, E r, E g) { return g * ((r / x) * -0.5); }},
    {"math.cbrt", [](E, E r, E g) { return g / (square(r) * 3); }},
    {"math.sin", [](E x, E, E g) { return g * x.unary(Unary::cos); }},
    {"math.cos", [](E x, E, E g) { return -(g * x.unary(Unary::sin)); }},
    {"math.tan", [](E, E r, E g) { return g * (square(r) + 1); }},
    {"math.asin", [](E x, E, E g) { return g * rsqrt(1 - square(x)); }},
    {"math.acos", [](E x, E, E g) { return -(g * rsqrt(1 - square(x))); }},
    {"math.atan", [](E x, E, E g) { return g / (square(x) + 1); }},
    {"math.sinh", [](E x, E, E g) { return g * x.unary(Unary::cosh); }},
    {"math.cosh", [](E x, E, E g) { return g * x.unary(Unary::sinh); }},
    {"math.tanh", [](E, E r, E g) { return g * (1 - square(r)); }},
    {"math.asinh", [](E x, E, E g) { return g * rsqrt(square(x) + 1); }},
    {"math.acosh", [](E x, E, E g) { return g * rsqrt((x + -1) * (x + 1)); }},
    {"math.atanh", [](E x, E, E g) { return g / (1 - square(x)); }},
    {"math.erf", [](E x, E, E g) { return g * ((-square(x)).unary(Unary::exp) * M_2_SQRTPI); }},
    {"math.erfc", [](E x, E, E g) { return g * ((-square(x)).unary(Unary::exp) * -M_2_SQRTPI); }},
    {"math.floor", nullptr},
    {"math.ceil", nullptr},
    {"math.trunc", nullptr},
    {"math.round", nullptr},
    {"math.roundeven", nullptr},
    {"tile.bitcast", nullptr},
};

/// The greater (or smaller) operand has it all; of equal ones, the first one's share is `tie`.
static E ofExtreme(mlir::Operation *op, bool isMax, unsigned index, E x, E y, E g) {
  auto tie = op->getAttrOfType<mlir::IntegerAttr>("tie");
  double share = (tie ? tie.getInt() : 50) / 100.0;
  E zero = g.number(0), half = share == 0.5 ? g * 0.5 : (share == 1) == (index == 0) ? g : zero;
  bool wantsGreater = isMax == (index == 0);
  return g.where(x.compare(wantsGreater ? Compare::gt : Compare::lt, y), half.where(x.compare(Compare::eq, y), zero));
}

/// x ** y. At x = 0 and y = 0 the derivative along x is 0, as is the one along y at x = 0.
static E ofPower(unsigned index, E x, E y, E r, E g) {
  E zero = x.number(0), one = x.number(1);
  if (index == 0)
    return g * (y * x.binary(Binary::power, one.where(y.compare(Compare::eq, zero), y + -1)));
  return g * (r * one.where(x.compare(Compare::eq, zero), x).unary(Unary::log));
}

static E ofBinary(mlir::Operation *op, llvm::StringRef name, unsigned index, E x, E y, E r, E g) {
  bool first = index == 0;
  if (name == "arith.addf")
    return g;
  if (name == "arith.subf")
    return first ? g : -g;
  if (name == "arith.mulf")
    return g * (first ? y : x);
  if (name == "arith.divf")
    return first ? g / y : -(g * (r / y));
  if (name == "arith.remf")
    return first ? g : -(g * (x / y).unary(Unary::trunc));
  if (name == "math.powf")
    return ofPower(index, x, y, r, g);
  if (name == "math.atan2")
    return (first ? g : -g) * ((first ? y : x) / (square(x) + square(y)));
  if (name == "math.copysign") // along the sign: zero
    return first ? g * (x.number(1).binary(Binary::copySign, x) * y.number(1).binary(Binary::copySign, y)) : g.with({});
  return ofExtreme(op, name.contains("max"), index, x, y, g);
}

mlir::Value frontend::logisticOperand(mlir::Operation *op) {
  auto isOne = [](mlir::Value value) { return mlir::matchPattern(value, mlir::m_OneFloat()); };
  auto quotient = llvm::dyn_cast<mlir::arith::DivFOp>(op);
  auto sum = quotient && isOne(quotient.getLhs()) ? quotient.getRhs().getDefiningOp<mlir::arith::AddFOp>()
                                                  : mlir::arith::AddFOp();
  auto power = sum && isOne(sum.getLhs()) ? sum.getRhs().getDefiningOp<mlir::math::ExpOp>() : mlir::math::ExpOp();
  auto negative = power ? power.getOperand().getDefiningOp<mlir::arith::NegFOp>() : mlir::arith::NegFOp();
  return negative ? negative.getOperand() : mlir::Value();
}

std::optional<mlir::Value> frontend::differentiateElementwise(Emitter &emitter, mlir::Operation *op, unsigned index,
                                                              mlir::Value derivative) {
  llvm::StringRef name = op->getName().getStringRef();
  auto of = [&](mlir::Value value) { return E{&emitter, value}; };
  E r = of(op->getNumResults() ? op->getResult(0) : mlir::Value()), g = of(derivative);
  if (auto select = llvm::dyn_cast<mlir::arith::SelectOp>(op)) {
    if (index == 0)
      return mlir::Value();
    E zero = g.number(0);
    return index == 1 ? g.where(select.getCondition(), zero).value : zero.where(select.getCondition(), g).value;
  }
  if (llvm::isa<mlir::math::FmaOp>(op))
    return index == 2 ? derivative : (g * of(op->getOperand(1 - index))).value;
  if (op->getNumOperands() == 1)
    for (const auto &entry : unaryRules)
      if (name == entry.name)
        return entry.rule ? entry.rule(of(op->getOperand(0)), r, g).value : mlir::Value();
  for (llvm::StringRef known :
       {"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "math.powf", "math.atan2",
        "math.copysign", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"})
    if (name == known)
      return ofBinary(op, name, index, of(op->getOperand(0)), of(op->getOperand(1)), r, g).value;
  return std::nullopt;
}
