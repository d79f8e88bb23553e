// SPDX-License-Identifier: Apache-2.0
// Elementwise arithmetic by dtype: what `add` is for a float, a signed or unsigned integer and a boolean, and the corners
// that JAX defines and MLIR does not: division by zero, shifts by more than the width, remainders' signs. A guard for a
// corner is left out when the operand is a constant that can't reach it, so `program_id // 2` is one operation.
#include "compiler/frontend/library/arrays/Emit.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::frontend;

/// The common value of a constant's elements.
static std::optional<APInt> getConstantInt(Value value) {
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return integer;
  return std::nullopt;
}

//===-- comparison and selection ------------------------------------------------------------------------------===//

Value Emitter::compare(Compare op, Value x, Value y, DType type) {
  if (numerics::isFloat(type)) {
    constexpr arith::CmpFPredicate predicates[] = {arith::CmpFPredicate::OEQ, arith::CmpFPredicate::UNE,
                                                   arith::CmpFPredicate::OLT, arith::CmpFPredicate::OLE,
                                                   arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE};
    return create<arith::CmpFOp>(predicates[static_cast<int>(op)], x, y);
  }
  using P = arith::CmpIPredicate;
  constexpr P signedPredicates[] = {P::eq, P::ne, P::slt, P::sle, P::sgt, P::sge};
  constexpr P unsignedPredicates[] = {P::eq, P::ne, P::ult, P::ule, P::ugt, P::uge};
  bool isUnsigned = numerics::isUnsigned(type) || type == DType::boolean;
  return create<arith::CmpIOp>((isUnsigned ? unsignedPredicates : signedPredicates)[static_cast<int>(op)], x, y);
}

Value Emitter::select(Value condition, Value x, Value y) { return create<arith::SelectOp>(condition, x, y); }

//===-- one operand -------------------------------------------------------------------------------------------===//

Value Emitter::unary(Unary op, Value x, DType type) {
  return numerics::isFloat(type) ? floatUnary(op, x, type) : intUnary(op, x, type);
}

/// Integers of 2 and 4 bits are counted as the low bits of an int32.
static Value countBits(Emitter &emitter, Unary op, Value x, DType type) {
  unsigned width = numerics::getBitWidth(type);
  bool isNarrow = width == 2 || width == 4, isLeading = op == Unary::countLeadingZeros;
  DType natural = width == 2 ? DType::uint2 : DType::uint4;
  Value bits = isNarrow ? emitter.cast(emitter.bitcast(x, natural), natural, DType::int32) : x;
  Value count =
      isLeading ? Value(emitter.create<math::CountLeadingZerosOp>(bits)) : emitter.create<math::CtPopOp>(bits);
  if (isNarrow && isLeading)
    count = emitter.binary(Binary::sub, count,
                           emitter.constantInt(32 - width, DType::int32, tile::getShape(x.getType())), DType::int32);
  return isNarrow ? emitter.cast(count, DType::int32, type) : count;
}

Value Emitter::intUnary(Unary op, Value x, DType type) {
  bool isUnsigned = numerics::isUnsigned(type) || type == DType::boolean;
  switch (op) {
  case Unary::neg:
    return create<arith::SubIOp>(splatLike(0, type, x), x);
  case Unary::abs:
    return isUnsigned ? x : Value(create<math::AbsIOp>(x));
  case Unary::sign: {
    Value zero = splatLike(0, type, x), one = splatLike(1, type, x);
    if (isUnsigned)
      return select(compare(Compare::gt, x, zero, type), one, zero);
    Value positive = select(compare(Compare::gt, x, zero, type), one, zero);
    return select(compare(Compare::lt, x, zero, type), splatLike(-1, type, x), positive);
  }
  case Unary::square:
    return type == DType::boolean ? x : Value(create<arith::MulIOp>(x, x));
  case Unary::bitNot: {
    Shape shape(tile::getShape(x.getType()));
    return create<arith::XOrIOp>(x, constantInt(-1, type, shape));
  }
  case Unary::logicalNot:
    return compare(Compare::eq, x, splatLike(0, type, x), type);
  case Unary::isNan:
  case Unary::isInf:
    return constant(0, DType::boolean, tile::getShape(x.getType()));
  case Unary::isFinite:
    return constant(1, DType::boolean, tile::getShape(x.getType()));
  case Unary::populationCount:
  case Unary::countLeadingZeros:
    return countBits(*this, op, x, type);
  default:
    // Rounding does nothing to integers; the rest is float only and promoted before.
    return x;
  }
}

Value Emitter::floatUnary(Unary op, Value x, DType type) {
  switch (op) {
  case Unary::neg:
    return create<arith::NegFOp>(x);
  case Unary::abs:
    return create<math::AbsFOp>(x);
  case Unary::sign: {
    // NaN stays NaN and a zero keeps its sign: only ordered nonzero values are replaced.
    Value zero = splatLike(0, type, x);
    Value one = create<math::CopySignOp>(splatLike(1, type, x), x);
    Value other = select(create<arith::CmpFOp>(arith::CmpFPredicate::ONE, x, zero), one, x);
    return other;
  }
  case Unary::square:
    return create<arith::MulFOp>(x, x);
  case Unary::reciprocal:
    return create<arith::DivFOp>(splatLike(1, type, x), x);
  case Unary::bitNot:
    return x;
  case Unary::logicalNot:
    return compare(Compare::eq, x, splatLike(0, type, x), type);
  case Unary::logistic: {
    Value one = splatLike(1, type, x);
    return divideFloats(one, create<arith::AddFOp>(one, create<math::ExpOp>(create<arith::NegFOp>(x))));
  }
  case Unary::isNan:
    return create<arith::CmpFOp>(arith::CmpFPredicate::UNO, x, x);
  case Unary::isInf:
    return compare(Compare::eq, create<math::AbsFOp>(x), splatLike(INFINITY, type, x), type);
  case Unary::isFinite:
    return compare(Compare::lt, create<math::AbsFOp>(x), splatLike(INFINITY, type, x), type);
#define TESSERA_MATH(name, Op)                                                                                         \
  case Unary::name:                                                                                                    \
    return create<math::Op>(x);
    TESSERA_MATH(exp, ExpOp)
    TESSERA_MATH(exp2, Exp2Op)
    TESSERA_MATH(expm1, ExpM1Op)
    TESSERA_MATH(log, LogOp)
    TESSERA_MATH(log2, Log2Op)
    TESSERA_MATH(log10, Log10Op)
    TESSERA_MATH(log1p, Log1pOp)
    TESSERA_MATH(sqrt, SqrtOp)
    TESSERA_MATH(rsqrt, RsqrtOp)
    TESSERA_MATH(cbrt, CbrtOp)
    TESSERA_MATH(sin, SinOp)
    TESSERA_MATH(cos, CosOp)
    TESSERA_MATH(tan, TanOp)
    TESSERA_MATH(asin, AsinOp)
    TESSERA_MATH(acos, AcosOp)
    TESSERA_MATH(atan, AtanOp)
    TESSERA_MATH(sinh, SinhOp)
    TESSERA_MATH(cosh, CoshOp)
    TESSERA_MATH(tanh, TanhOp)
    TESSERA_MATH(asinh, AsinhOp)
    TESSERA_MATH(acosh, AcoshOp)
    TESSERA_MATH(atanh, AtanhOp)
    TESSERA_MATH(erf, ErfOp)
    TESSERA_MATH(erfc, ErfcOp)
    TESSERA_MATH(floor, FloorOp)
    TESSERA_MATH(ceil, CeilOp)
    TESSERA_MATH(trunc, TruncOp)
    TESSERA_MATH(roundAway, RoundOp)
    TESSERA_MATH(roundEven, RoundEvenOp)
#undef TESSERA_MATH
  case Unary::populationCount:
  case Unary::countLeadingZeros:
    return x;
  }
  return x;
}

//===-- two operands ------------------------------------------------------------------------------------------===//

Value Emitter::binary(Binary op, Value x, Value y, DType type) {
  if (type == DType::boolean)
    return boolBinary(op, x, y);
  return numerics::isFloat(type) ? floatBinary(op, x, y, type) : intBinary(op, x, y, type);
}

Value Emitter::boolBinary(Binary op, Value x, Value y) {
  switch (op) {
  case Binary::mul:
  case Binary::minimum:
  case Binary::minNumber:
  case Binary::bitAnd:
    return create<arith::AndIOp>(x, y);
  case Binary::bitXor:
    return create<arith::XOrIOp>(x, y);
  default:
    return create<arith::OrIOp>(x, y);
  }
}

Value Emitter::fixRemainderSign(Value remainder, Value y, DType type) {
  Value zero = splatLike(0, type, y);
  Value nonzero = compare(Compare::ne, remainder, zero, type);
  Value differ = create<arith::XOrIOp>(compare(Compare::lt, remainder, zero, type), compare(Compare::lt, y, zero, type));
  Value moved = numerics::isFloat(type) ? Value(create<arith::AddFOp>(remainder, y)) : create<arith::AddIOp>(remainder, y);
  return select(create<arith::AndIOp>(nonzero, differ), moved, remainder);
}

/// `/` of f32 in a kernel is what Triton, XLA and Mosaic GPU make of it: div.full.f32, off by up to 2 ulp, which has no
/// branch to a slow path and so keeps no registers for one. Narrower floats are divided as f32. `arcp` tells the back
/// end; the interpreter rounds to nearest.
Value Emitter::divideFloats(Value x, Value y) {
  Operation *around = builder.getInsertionBlock() ? builder.getInsertionBlock()->getParentOp() : nullptr;
  bool isInKernel = around && (isa<tile::KernelOp>(around) || around->getParentOfType<tile::KernelOp>());
  bool isWide = tile::getElementType(x.getType()).isF64();
  auto flags = isInKernel && !isWide ? arith::FastMathFlags::arcp : arith::FastMathFlags::none;
  return create<arith::DivFOp>(x, y, flags);
}

Value Emitter::floatBinary(Binary op, Value x, Value y, DType type) {
  switch (op) {
  case Binary::add:
    return create<arith::AddFOp>(x, y);
  case Binary::sub:
    return create<arith::SubFOp>(x, y);
  case Binary::mul:
    return create<arith::MulFOp>(x, y);
  case Binary::divide:
    return divideFloats(x, y);
  case Binary::divideRounded:
  case Binary::truncDivide:
    return create<arith::DivFOp>(x, y);
  case Binary::truncRemainder:
    return create<arith::RemFOp>(x, y);
  case Binary::floorRemainder:
    return fixRemainderSign(create<arith::RemFOp>(x, y), y, type);
  case Binary::floorDivide: {
    // The quotient of what is left after the remainder is exact up to one rounding, which the last `round` removes.
    Value remainder = create<arith::RemFOp>(x, y), zero = splatLike(0, type, x);
    Value quotient = create<arith::DivFOp>(create<arith::SubFOp>(x, remainder), y);
    Value nonzero = compare(Compare::ne, remainder, zero, type);
    Value differ = create<arith::XOrIOp>(compare(Compare::lt, remainder, zero, type), compare(Compare::lt, y, zero, type));
    Value lower = create<arith::SubFOp>(quotient, splatLike(1, type, x));
    Value floored = create<math::RoundOp>(select(create<arith::AndIOp>(nonzero, differ), lower, quotient));
    return select(compare(Compare::eq, y, zero, type), create<arith::DivFOp>(x, y), floored);
  }
  case Binary::power:
    return create<math::PowFOp>(x, y);
  case Binary::maximum:
    return create<arith::MaximumFOp>(x, y);
  case Binary::minimum:
    return create<arith::MinimumFOp>(x, y);
  case Binary::maxNumber:
    return create<arith::MaxNumFOp>(x, y);
  case Binary::minNumber:
    return create<arith::MinNumFOp>(x, y);
  case Binary::atan2:
    // MLIR folds the angle of two zeros, which is the first one's sign and 0 or pi, to no number.
    if (matchPattern(x, m_AnyZeroFloat()) && matchPattern(y, m_AnyZeroFloat())) {
      Value half = matchPattern(y, m_PosZeroFloat()) ? x : splatLike(std::acos(-1.0), type, x);
      return create<math::CopySignOp>(half, x);
    }
    return create<math::Atan2Op>(x, y);
  case Binary::copySign:
    return create<math::CopySignOp>(x, y);
  default:
    // Bit operations on floats are refused before.
    return x;
  }
}

Value Emitter::intBinary(Binary op, Value x, Value y, DType type) {
  bool isUnsigned = numerics::isUnsigned(type);
  switch (op) {
  case Binary::add:
    return create<arith::AddIOp>(x, y);
  case Binary::sub:
    return create<arith::SubIOp>(x, y);
  case Binary::mul:
    return create<arith::MulIOp>(x, y);
  case Binary::floorDivide:
  case Binary::floorRemainder:
  case Binary::truncDivide:
  case Binary::truncRemainder:
    return divideIntegers(op, x, y, type);
  case Binary::power:
    return integerPowerByArray(x, y, type);
  case Binary::maximum:
  case Binary::maxNumber:
    return isUnsigned ? Value(create<arith::MaxUIOp>(x, y)) : create<arith::MaxSIOp>(x, y);
  case Binary::minimum:
  case Binary::minNumber:
    return isUnsigned ? Value(create<arith::MinUIOp>(x, y)) : create<arith::MinSIOp>(x, y);
  case Binary::bitAnd:
    return create<arith::AndIOp>(x, y);
  case Binary::bitOr:
    return create<arith::OrIOp>(x, y);
  case Binary::bitXor:
    return create<arith::XOrIOp>(x, y);
  case Binary::shiftLeft:
  case Binary::shiftRight:
  case Binary::shiftRightLogical:
  case Binary::shiftRightArithmetic:
    return shift(op, x, y, type);
  default:
    return x;
  }
}

Value Emitter::divideIntegers(Binary op, Value x, Value y, DType type) {
  bool isUnsigned = numerics::isUnsigned(type);
  bool isDivision = op == Binary::floorDivide || op == Binary::truncDivide;
  std::optional<APInt> divisor = getConstantInt(y);
  bool guarded = corners == Corners::defined && !(divisor && !divisor->isZero());
  Value zero, isZero, safe = y;
  if (guarded) {
    zero = splatLike(0, type, y);
    isZero = compare(Compare::eq, y, zero, type);
    safe = select(isZero, splatLike(1, type, y), y);
  }
  Value result;
  if (isDivision) {
    if (isUnsigned)
      result = create<arith::DivUIOp>(x, safe);
    else if (op == Binary::floorDivide)
      result = create<arith::FloorDivSIOp>(x, safe);
    else
      result = create<arith::DivSIOp>(x, safe);
  } else if (isUnsigned) {
    result = create<arith::RemUIOp>(x, safe);
  } else {
    result = create<arith::RemSIOp>(x, safe);
    if (op == Binary::floorRemainder)
      result = fixRemainderSign(result, safe, type);
  }
  if (!guarded || op == Binary::floorRemainder)
    return result; // x % 0 is x % 1
  // XLA: x / 0 is -1 (all ones), x rem 0 is x, and so jnp's x // 0 is -2 unless x is 0.
  Value atZero = op == Binary::truncRemainder ? x : constantInt(-1, type, tile::getShape(x.getType()));
  if (op == Binary::floorDivide && !isUnsigned)
    atZero = select(compare(Compare::eq, x, zero, type), atZero, constantInt(-2, type, tile::getShape(x.getType())));
  return select(isZero, atZero, result);
}

Value Emitter::shift(Binary op, Value x, Value y, DType type) {
  unsigned width = numerics::getBitWidth(type);
  bool arithmetic = op == Binary::shiftRightArithmetic || (op == Binary::shiftRight && !numerics::isUnsigned(type));
  bool left = op == Binary::shiftLeft;
  auto emit = [&](Value amount) -> Value {
    if (left)
      return create<arith::ShLIOp>(x, amount);
    return arithmetic ? Value(create<arith::ShRSIOp>(x, amount)) : create<arith::ShRUIOp>(x, amount);
  };
  std::optional<APInt> amount = getConstantInt(y);
  if (corners == Corners::undefined || (amount && amount->ult(width)))
    return emit(y);
  // The amount is read as unsigned; too great a one shifts everything out.
  Value limit = splatLike(width - 1, type, y);
  Value inside = create<arith::CmpIOp>(arith::CmpIPredicate::ule, y, limit);
  if (arithmetic && !left)
    return emit(select(inside, y, limit));
  Value zero = splatLike(0, type, y);
  return select(inside, emit(select(inside, y, zero)), zero);
}

//===-- powers ------------------------------------------------------------------------------------------------===//

Value Emitter::integerPower(Value x, int64_t exponent, DType type) {
  bool isFloat = numerics::isFloat(type);
  auto multiply = [&](Value a, Value b) -> Value {
    return isFloat ? Value(create<arith::MulFOp>(a, b)) : create<arith::MulIOp>(a, b);
  };
  if (exponent == 0)
    return splatLike(1, type, x);
  Value result, power = x;
  for (uint64_t bits = exponent < 0 ? -static_cast<uint64_t>(exponent) : exponent; bits; bits >>= 1) {
    if (bits & 1)
      result = result ? multiply(result, power) : power;
    if (bits > 1)
      power = multiply(power, power);
  }
  return exponent < 0 ? unary(Unary::reciprocal, result, type) : result;
}

/// XLA's rule: only the six low bits of the exponent count.
Value Emitter::integerPowerByArray(Value x, Value y, DType type) {
  Value one = splatLike(1, type, x), zero = splatLike(0, type, x), result = one;
  unsigned bits = std::min(6u, numerics::getBitWidth(type));
  for (unsigned bit = 0; bit < bits; ++bit) {
    Value masked = create<arith::AndIOp>(y, splatLike(double(1u << bit), type, y));
    Value isSet = compare(Compare::ne, masked, zero, type);
    result = select(isSet, create<arith::MulIOp>(result, x), result);
    if (bit + 1 < bits)
      x = create<arith::MulIOp>(x, x);
  }
  return result;
}
