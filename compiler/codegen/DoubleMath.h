// SPDX-License-Identifier: Apache-2.0
// f64 arithmetic on scalars in few words, as ScalarMath.h has it for f32.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace tessera::codegen {

/// exp, log and powers; sin, cos, tan and their inverses; hyperbolic functions; erf and erfc: all in f64. Benefit 10.
void populateDoubleExponentialPatterns(mlir::RewritePatternSet &patterns);
void populateDoubleArcPatterns(mlir::RewritePatternSet &patterns);

struct F64 {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  using Value = mlir::Value;
  Value constant(double value) { return mlir::arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(value)); }
  Value integer(int64_t value) { return mlir::arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value)); }
  Value add(Value a, Value b) { return mlir::arith::AddFOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return mlir::arith::SubFOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return mlir::arith::MulFOp::create(builder, loc, a, b); }
  Value mul(Value a, double b) { return mul(a, constant(b)); }
  Value div(Value a, Value b) { return mlir::arith::DivFOp::create(builder, loc, a, b); }
  Value neg(Value a) { return mlir::arith::NegFOp::create(builder, loc, a); }
  Value abs(Value a) { return mlir::math::AbsFOp::create(builder, loc, a); }
  Value sqrt(Value a) { return mlir::math::SqrtOp::create(builder, loc, a); }
  Value copySign(Value size, Value sign) { return mlir::math::CopySignOp::create(builder, loc, size, sign); }
  Value fma(Value a, Value b, Value c) { return mlir::math::FmaOp::create(builder, loc, a, b, c); }
  Value fma(Value a, double b, Value c) { return fma(a, constant(b), c); }
  /// `coefficients` from the highest power down, by Horner's rule.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) {
    Value sum = constant(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  Value compare(mlir::arith::CmpFPredicate predicate, Value a, Value b) { return mlir::arith::CmpFOp::create(builder, loc, predicate, a, b); }
  /// False where either is NaN.
  Value less(Value a, Value b) { return compare(mlir::arith::CmpFPredicate::OLT, a, b); }
  Value less(Value a, double b) { return less(a, constant(b)); }
  Value equal(Value a, double b) { return compare(mlir::arith::CmpFPredicate::OEQ, a, constant(b)); }
  Value isNaN(Value a) { return compare(mlir::arith::CmpFPredicate::UNO, a, a); }
  Value select(Value condition, Value a, Value b) { return mlir::arith::SelectOp::create(builder, loc, condition, a, b); }
  Value both(Value a, Value b) { return mlir::arith::AndIOp::create(builder, loc, a, b); }
  Value either(Value a, Value b) { return mlir::arith::OrIOp::create(builder, loc, a, b); }

  Value bits(Value a) { return mlir::arith::BitcastOp::create(builder, loc, builder.getI64Type(), a); }
  Value fromBits(Value a) { return mlir::arith::BitcastOp::create(builder, loc, builder.getF64Type(), a); }
  Value isNegative(Value a) { return mlir::arith::CmpIOp::create(builder, loc, mlir::arith::CmpIPredicate::slt, bits(a), integer(0)); }
  Value hasBits(Value a, int64_t mask) {
    Value masked = mlir::arith::AndIOp::create(builder, loc, a, integer(mask));
    return mlir::arith::CmpIOp::create(builder, loc, mlir::arith::CmpIPredicate::ne, masked, integer(0));
  }
  /// Truncates and saturates; NaN is 0.
  Value toInteger(Value a) {
    return mlir::LLVM::CallIntrinsicOp::create(builder, loc, builder.getI64Type(), builder.getStringAttr("llvm.fptosi.sat"), mlir::ValueRange{a}).getResult(0);
  }
  /// 2^k for a whole k in [-1022, 1023].
  Value power(Value k) {
    Value biased = mlir::arith::AddIOp::create(builder, loc, toInteger(k), integer(1023));
    return fromBits(mlir::arith::ShLIOp::create(builder, loc, biased, integer(52)));
  }
};

} // namespace tessera::codegen
