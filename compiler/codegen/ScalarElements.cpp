// SPDX-License-Identifier: Apache-2.0
// Integers at their edges, and casts.
#include "compiler/codegen/ScalarElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

//===-- integers at their edges -------------------------------------------------------------------------------===//

static Value constantLike(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), true, true)));
}

static Value createShift(OpBuilder &builder, Location loc, Operation *op, Value a, Value by) {
  Type type = a.getType();
  int64_t width = type.getIntOrFloatBitWidth();
  APInt constant;
  if (matchPattern(by, m_ConstantInt(&constant)) && constant.ult(static_cast<uint64_t>(width)))
    return {};
  Value isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, by, constantLike(builder, loc, type, width));
  Value safe = arith::SelectOp::create(builder, loc, isInside, by, constantLike(builder, loc, type, isa<arith::ShRSIOp>(op) ? width - 1 : 0));
  if (isa<arith::ShRSIOp>(op))
    return arith::ShRSIOp::create(builder, loc, a, safe);
  Value shifted = isa<arith::ShLIOp>(op) ? Value(arith::ShLIOp::create(builder, loc, a, safe)) : Value(arith::ShRUIOp::create(builder, loc, a, safe));
  return arith::SelectOp::create(builder, loc, isInside, shifted, constantLike(builder, loc, type, 0));
}

namespace {
/// Quotient and remainder with a divisor that may be 0 or -1.
struct Division {
  OpBuilder &builder;
  Location loc;
  Value a, b;
  Type type = a.getType();

  Value constant(int64_t value) { return constantLike(builder, loc, type, value); }
  Value is(Value x, int64_t value) { return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, x, constant(value)); }
  Value select(Value test, Value x, Value y) { return arith::SelectOp::create(builder, loc, test, x, y); }
  Value either(Value x, Value y) { return arith::OrIOp::create(builder, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(builder, loc, x, y); }
  bool isKnown() {
    APInt value;
    return matchPattern(b, m_ConstantInt(&value)) && !value.isZero() && !value.isAllOnes();
  }

  Value signedQuotient() {
    if (isKnown())
      return arith::DivSIOp::create(builder, loc, a, b);
    Value isZero = is(b, 0), isMinus = is(b, -1);
    Value quotient = arith::DivSIOp::create(builder, loc, a, select(either(isZero, isMinus), constant(1), b));
    return select(isZero, constant(-1), select(isMinus, arith::SubIOp::create(builder, loc, constant(0), a), quotient));
  }
  Value signedRemainder() {
    if (isKnown())
      return arith::RemSIOp::create(builder, loc, a, b);
    Value isZero = is(b, 0), isMinus = is(b, -1);
    Value remainder = arith::RemSIOp::create(builder, loc, a, select(either(isZero, isMinus), constant(1), b));
    return select(isZero, a, remainder);
  }
  Value unsignedQuotient() {
    if (isKnown())
      return arith::DivUIOp::create(builder, loc, a, b);
    Value isZero = is(b, 0);
    return select(isZero, constant(-1), arith::DivUIOp::create(builder, loc, a, select(isZero, constant(1), b)));
  }
  Value unsignedRemainder() {
    if (isKnown())
      return arith::RemUIOp::create(builder, loc, a, b);
    Value isZero = is(b, 0);
    return select(isZero, a, arith::RemUIOp::create(builder, loc, a, select(isZero, constant(1), b)));
  }
  Value isNegative(Value x) { return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, x, constant(0)); }
  Value isNot(Value x, int64_t value) { return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, x, constant(value)); }

  /// Down: one less where there is a remainder and the signs differ (or the divisor is 0).
  Value floor() {
    Value differ = arith::XOrIOp::create(builder, loc, isNegative(a), isNegative(b));
    Value isLess = both(isNot(signedRemainder(), 0), isKnown() ? differ : either(differ, is(b, 0)));
    return select(isLess, arith::AddIOp::create(builder, loc, signedQuotient(), constant(-1)), signedQuotient());
  }
  Value ceil(bool isSigned) {
    Value quotient = isSigned ? signedQuotient() : unsignedQuotient(), remainder = isSigned ? signedRemainder() : unsignedRemainder();
    Value isMore = both(isNot(remainder, 0), isNot(b, 0));
    if (isSigned) {
      Value agree = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, isNegative(a), isNegative(b));
      isMore = both(isMore, agree);
    }
    return select(isMore, arith::AddIOp::create(builder, loc, quotient, constant(1)), quotient);
  }
};
} // namespace

Value tessera::codegen::createAtEdges(OpBuilder &builder, Location loc, Operation *op, ValueRange operands) {
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return createShift(builder, loc, op, operands[0], operands[1]);
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return {};
  Division division{builder, loc, operands[0], operands[1]};
  if (isa<arith::DivSIOp>(op))
    return division.signedQuotient();
  if (isa<arith::RemSIOp>(op))
    return division.signedRemainder();
  if (isa<arith::DivUIOp>(op))
    return division.unsignedQuotient();
  if (isa<arith::RemUIOp>(op))
    return division.unsignedRemainder();
  return isa<arith::FloorDivSIOp>(op) ? division.floor() : division.ceil(isa<arith::CeilDivSIOp>(op));
}

//===-- 8-bit floats ------------------------------------------------------------------------------------------===//

/// One instruction without effects.
static Value createPure(OpBuilder &builder, Location loc, Type type, ValueRange operands, const std::string &text,
                        const char *constraints) {
  return LLVM::InlineAsmOp::create(
             builder, loc, TypeRange(type), operands, text, constraints, false, false, LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr())
      .getResult(0);
}

namespace {
struct Bits {
  OpBuilder &builder;
  Location loc;
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();

  Value word(int64_t value) { return constantLike(builder, loc, i32, value); }
  Value number(double value) { return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(static_cast<float>(value))); }
  Value andBits(Value a, int64_t mask) { return arith::AndIOp::create(builder, loc, a, word(mask)); }
  Value orBits(Value a, Value b) { return arith::OrIOp::create(builder, loc, a, b); }
  Value left(Value a, int64_t by) { return arith::ShLIOp::create(builder, loc, a, word(by)); }
  Value right(Value a, int64_t by) { return arith::ShRUIOp::create(builder, loc, a, word(by)); }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
  Value toFloat(Value a) { return arith::BitcastOp::create(builder, loc, f32, a); }
  Value toWord(Value a) { return arith::BitcastOp::create(builder, loc, i32, a); }
  Value select(Value test, Value a, Value b) { return arith::SelectOp::create(builder, loc, test, a, b); }
  Value compare(arith::CmpIPredicate predicate, Value a, int64_t b) { return arith::CmpIOp::create(builder, loc, predicate, a, word(b)); }
};
} // namespace

/// e4m3: exponent and mantissa stand 20 bits higher in an f32, whose exponent counts from 120 less; that also makes subnormals right. e5m2 is the upper byte of an f16.
static Value extendByBits(Bits b, Value byte, bool isE4m3) {
  if (!isE4m3) {
    Value wide = arith::ExtUIOp::create(b.builder, b.loc, b.builder.getI16Type(), byte);
    wide = arith::ShLIOp::create(b.builder, b.loc, wide, constantLike(b.builder, b.loc, wide.getType(), 8));
    return arith::ExtFOp::create(b.builder, b.loc, b.f32, Value(arith::BitcastOp::create(b.builder, b.loc, b.builder.getF16Type(), wide)));
  }
  Value wide = arith::ExtUIOp::create(b.builder, b.loc, b.i32, byte), code = b.andBits(wide, 0x7f);
  Value size = arith::MulFOp::create(b.builder, b.loc, b.toFloat(b.left(code, 20)), b.number(0x1p120));
  Value bits = b.select(b.compare(arith::CmpIPredicate::eq, code, 0x7f), b.word(0x7fc00000), b.toWord(size));
  return b.toFloat(b.orBits(bits, b.left(b.andBits(wide, 0x80), 24)));
}

/// A normal number is rounded by adding half of the last kept bit to the pattern, a subnormal by adding 2^23 to it as a number of its units.
static Value truncateByBits(Bits b, Value value, bool isE4m3) {
  int64_t mantissa = isE4m3 ? 3 : 2, bias = isE4m3 ? 7 : 15, shift = 23 - mantissa, most = isE4m3 ? 0x7e : 0x7b;
  Value all = b.toWord(value), bits = b.andBits(all, 0x7fffffff), sign = b.andBits(b.right(all, 24), 0x80);
  Value scaled = arith::MulFOp::create(b.builder, b.loc, b.toFloat(bits), b.number(std::ldexp(1.0, static_cast<int>(bias - 1 + mantissa))));
  Value subnormal = b.sub(b.toWord(arith::AddFOp::create(b.builder, b.loc, scaled, b.number(8388608.0))), b.word(0x4b000000));
  Value rounded = b.add(b.add(bits, b.word((int64_t(1) << (shift - 1)) - 1)), b.andBits(b.right(bits, shift), 1));
  Value normal = b.sub(b.right(rounded, shift), b.word((127 - bias) << mantissa));
  Value code = b.select(b.compare(arith::CmpIPredicate::ult, bits, (128 - bias) << 23), subnormal, normal);
  code = b.select(b.compare(arith::CmpIPredicate::ugt, code, most), b.word(most + 1), code);
  code = b.select(b.compare(arith::CmpIPredicate::uge, bits, 0x7f800000), b.word(most + 1), code);
  if (!isE4m3)
    code = b.select(b.compare(arith::CmpIPredicate::ugt, bits, 0x7f800000), b.word(0x7e), code);
  return arith::TruncIOp::create(b.builder, b.loc, b.builder.getI8Type(), b.orBits(code, sign));
}

Value tessera::codegen::extendFloat8(OpBuilder &builder, Location loc, Value byte, Type from, bool hasInstructions) {
  bool isE4m3 = isa<Float8E4M3FNType>(from);
  if (!hasInstructions || !isE4m3)
    return extendByBits({builder, loc}, byte, isE4m3);
  Type i16 = builder.getI16Type();
  Value bits = createPure(
      builder, loc, i16, Value(arith::ExtUIOp::create(builder, loc, i16, byte)),
      "{\n.reg .b32 pair;\n.reg .b16 high;\ncvt.rn.f16x2.e4m3x2 pair, $1;\nmov.b32 {$0, high}, pair;\n}", "=h,h");
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), Value(arith::BitcastOp::create(builder, loc, builder.getF16Type(), bits)));
}

/// An f64 as the f32 that rounds to narrower types as the f64 itself would: not exact, its last bit is set.
static Value roundToOdd(OpBuilder &builder, Location loc, Value value) {
  Bits b{builder, loc};
  Value nearest = arith::TruncFOp::create(builder, loc, b.f32, value), back = arith::ExtFOp::create(builder, loc, value.getType(), nearest);
  auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) -> Value { return arith::CmpFOp::create(builder, loc, predicate, x, y); };
  Value size = math::AbsFOp::create(builder, loc, value), reached = math::AbsFOp::create(builder, loc, back);
  // Cut towards zero, then the last bit says that something was cut.
  Value isBeyond = compare(arith::CmpFPredicate::OGT, reached, size), isInexact = compare(arith::CmpFPredicate::ONE, reached, size);
  Value bits = b.toWord(nearest), cut = b.select(isBeyond, b.sub(bits, b.word(1)), bits);
  return b.toFloat(b.select(isInexact, b.orBits(cut, b.word(1)), bits));
}

std::array<Value, 2> tessera::codegen::extendFloat8Pair(OpBuilder &builder, Location loc, Value first, Value second) {
  Type i16 = builder.getI16Type(), i32 = builder.getI32Type(), f16 = builder.getF16Type();
  Value low = arith::ExtUIOp::create(builder, loc, i16, first),
        high = arith::ExtUIOp::create(builder, loc, i16, second);
  high = arith::ShLIOp::create(builder, loc, high, constantLike(builder, loc, i16, 8));
  Value both = createPure(builder, loc, i32, Value(arith::OrIOp::create(builder, loc, low, high)),
                          "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h");
  Value upper = arith::ShRUIOp::create(builder, loc, both, constantLike(builder, loc, i32, 16));
  auto take = [&](Value word) -> Value {
    return arith::BitcastOp::create(builder, loc, f16, Value(arith::TruncIOp::create(builder, loc, i16, word)));
  };
  return {take(both), take(upper)};
}

Value tessera::codegen::saturateToFloat8(OpBuilder &builder, Location loc, Value first, Value second, Type to) {
  std::string text = std::string("cvt.rn.satfinite.") + (isa<Float8E4M3FNType>(to) ? "e4m3x2" : "e5m2x2") + ".f32 $0, ";
  auto widen = [&](Value value) -> Value {
    return value.getType().isF32() ? value : Value(arith::ExtFOp::create(builder, loc, builder.getF32Type(), value));
  };
  if (!second)
    return createPure(builder, loc, builder.getI16Type(), {widen(first)}, text + "0f00000000, $1;", "=h,f");
  return createPure(builder, loc, builder.getI16Type(), {widen(first), widen(second)}, text + "$2, $1;", "=h,f,f");
}

/// The machine rounds to the largest number where the language says NaN (e4m3, from above 464 on: halfway to what would come next) or infinity (e5m2, from 61,440 on).
Value tessera::codegen::truncateToFloat8(OpBuilder &builder, Location loc, Value value, Type to, bool hasInstructions) {
  bool isE4m3 = isa<Float8E4M3FNType>(to);
  if (value.getType().isF64())
    value = roundToOdd(builder, loc, value);
  if (!hasInstructions)
    return truncateByBits({builder, loc}, value, isE4m3);
  Type i16 = builder.getI16Type();
  Value bits = createPure(builder, loc, i16, value, std::string("cvt.rn.satfinite.") + (isE4m3 ? "e4m3x2" : "e5m2x2") + ".f32 $0, 0f00000000, $1;", "=h,f");
  Value size = math::AbsFOp::create(builder, loc, value), most = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(isE4m3 ? 464.0f : 61440.0f));
  Value isOver = arith::CmpFOp::create(builder, loc, isE4m3 ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OGE, size, most);
  Value sign = arith::AndIOp::create(builder, loc, bits, constantLike(builder, loc, i16, 0x80));
  Value over = arith::OrIOp::create(builder, loc, sign, constantLike(builder, loc, i16, isE4m3 ? 0x7F : 0x7C));
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), arith::SelectOp::create(builder, loc, isOver, over, bits));
}

//===-- casts -------------------------------------------------------------------------------------------------===//

/// `llvm.fptosi.sat`: saturates, takes NaN to 0; an instruction's own behaviour on NVIDIA's hardware for 32 and 64 bits.
static Value castFloatToInteger(OpBuilder &builder, Location loc, Value value, Type to, bool isUnsigned) {
  if (isa<Float16Type, BFloat16Type>(value.getType()))
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  std::string name = isUnsigned ? "llvm.fptoui.sat" : "llvm.fptosi.sat";
  return LLVM::CallIntrinsicOp::create(builder, loc, to, builder.getStringAttr(name), ValueRange{value}).getResult(0);
}

static Value castInteger(OpBuilder &builder, Location loc, Value value, Type to, bool isUnsigned) {
  unsigned width = value.getType().getIntOrFloatBitWidth(), wanted = to.getIntOrFloatBitWidth();
  if (width == wanted)
    return value;
  if (wanted < width)
    return arith::TruncIOp::create(builder, loc, to, value);
  return isUnsigned ? Value(arith::ExtUIOp::create(builder, loc, to, value)) : Value(arith::ExtSIOp::create(builder, loc, to, value));
}

static Value castFloat(OpBuilder &builder, Location loc, Value value, Type to) {
  unsigned width = value.getType().getIntOrFloatBitWidth(), wanted = to.getIntOrFloatBitWidth();
  if (value.getType() == to)
    return value;
  if (width < wanted)
    return arith::ExtFOp::create(builder, loc, to, value);
  if (width == wanted) // f16 and bf16: neither holds the other
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

Value tessera::codegen::castElement(OpBuilder &builder, Location loc, Value value, Type from, Type to, bool fromUnsigned, bool toUnsigned, bool hasInstructions) {
  if (from == to)
    return value;
  if (isFloat8(from)) {
    value = extendFloat8(builder, loc, value, from, hasInstructions);
    from = value.getType();
  }
  if (isFloat8(to)) {
    // Integers beyond 2^24, which f32 rounds, are beyond every 8-bit float.
    if (!value.getType().isF64())
      value = castElement(builder, loc, value, from, builder.getF32Type(), fromUnsigned, false, hasInstructions);
    return truncateToFloat8(builder, loc, value, to, hasInstructions);
  }
  if (to.isInteger(1)) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(from));
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }
  bool isUnsigned = fromUnsigned || from.isInteger(1);
  if (isa<FloatType>(from))
    return isa<IntegerType>(to) ? castFloatToInteger(builder, loc, value, to, toUnsigned) : castFloat(builder, loc, value, to);
  if (isa<IntegerType>(to))
    return castInteger(builder, loc, value, to, isUnsigned);
  return isUnsigned ? Value(arith::UIToFPOp::create(builder, loc, to, value)) : Value(arith::SIToFPOp::create(builder, loc, to, value));
}
