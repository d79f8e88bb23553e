// SPDX-License-Identifier: Apache-2.0
// f32 arithmetic on scalars in few words, for those who write mathematical functions out; and the families of functions that
// ExpandMath.cpp puts together.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace tessera::codegen {

/// log, log2, log10, pow, cbrt. Benefit 10.
void populateLogarithmPatterns(mlir::RewritePatternSet &patterns);
/// atan, atan2. Benefit 10.
void populateArcPatterns(mlir::RewritePatternSet &patterns);
/// Remainders and integer powers of any type, isnormal, clampf, and asinh, acosh, atanh. Benefit 10.
void populateRestPatterns(mlir::RewritePatternSet &patterns);

struct F32 {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  using Value = mlir::Value;
  Value constant(float value) { return mlir::arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value)); }
  Value integer(int32_t value) { return mlir::arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value)); }
  Value add(Value a, Value b) { return mlir::arith::AddFOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return mlir::arith::SubFOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return mlir::arith::MulFOp::create(builder, loc, a, b); }
  Value div(Value a, Value b) { return mlir::arith::DivFOp::create(builder, loc, a, b); }
  Value neg(Value a) { return mlir::arith::NegFOp::create(builder, loc, a); }
  Value abs(Value a) { return mlir::math::AbsFOp::create(builder, loc, a); }
  Value copySign(Value size, Value sign) { return mlir::math::CopySignOp::create(builder, loc, size, sign); }
  Value fma(Value a, Value b, Value c) { return mlir::math::FmaOp::create(builder, loc, a, b, c); }
  Value fma(Value a, float b, Value c) { return fma(a, constant(b), c); }
  /// `coefficients` from the highest power down, by Horner's rule.
  Value polynomial(Value x, llvm::ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  Value compare(mlir::arith::CmpFPredicate predicate, Value a, Value b) {
    return mlir::arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  /// False where either is NaN.
  Value less(Value a, Value b) { return compare(mlir::arith::CmpFPredicate::OLT, a, b); }
  Value equal(Value a, Value b) { return compare(mlir::arith::CmpFPredicate::OEQ, a, b); }
  Value isNaN(Value a) { return compare(mlir::arith::CmpFPredicate::UNO, a, a); }
  Value select(Value condition, Value a, Value b) { return mlir::arith::SelectOp::create(builder, loc, condition, a, b); }
  Value both(Value a, Value b) { return mlir::arith::AndIOp::create(builder, loc, a, b); }
  Value either(Value a, Value b) { return mlir::arith::OrIOp::create(builder, loc, a, b); }

  Value bits(Value a) { return mlir::arith::BitcastOp::create(builder, loc, builder.getI32Type(), a); }
  Value fromBits(Value a) { return mlir::arith::BitcastOp::create(builder, loc, builder.getF32Type(), a); }
  Value isNegative(Value a) {
    return mlir::arith::CmpIOp::create(builder, loc, mlir::arith::CmpIPredicate::slt, bits(a), integer(0));
  }
  Value hasBits(Value a, int32_t mask) {
    Value masked = mlir::arith::AndIOp::create(builder, loc, a, integer(mask));
    return mlir::arith::CmpIOp::create(builder, loc, mlir::arith::CmpIPredicate::ne, masked, integer(0));
  }
  /// Truncates and saturates; NaN is 0.
  Value toInteger(Value a) {
    return mlir::LLVM::CallIntrinsicOp::create(builder, loc, builder.getI32Type(), builder.getStringAttr("llvm.fptosi.sat"),
                                               mlir::ValueRange{a})
        .getResult(0);
  }
  Value intrinsic(llvm::StringRef name, llvm::ArrayRef<Value> operands) {
    return mlir::LLVM::CallIntrinsicOp::create(builder, loc, operands.front().getType(), builder.getStringAttr(name),
                                               operands)
        .getResult(0);
  }
  Value ex2(Value x) { return intrinsic("llvm.nvvm.ex2.approx.f32", x); }
  /// One instruction instead of four: subnormal numbers are 0.
  Value ex2Flushed(Value x) { return intrinsic("llvm.nvvm.ex2.approx.ftz.f32", x); }
};

} // namespace tessera::codegen
