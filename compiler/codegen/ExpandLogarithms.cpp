// SPDX-License-Identifier: Apache-2.0
// Logarithms, powers and cube roots in f32.
//
// A logarithm takes x apart: x = 2^k m with m in [sqrt(1/2), sqrt(2)), so that log x = k log 2 + log m and nothing cancels.
// log m is s (f^2/2 + R(s^2)) - f^2/2 + f with f = m - 1 and s = f / (2 + f), R a minimax polynomial (FreeBSD's logf has the
// same coefficients). A subnormal x is scaled by 2^23 first.
#include "compiler/codegen/ScalarMath.h"
#include <limits>

using namespace mlir;
using namespace tessera::codegen;

namespace {

struct Parts {
  Value exponent;     // k, as f32
  Value logarithm;    // log m
  Value logarithmLow; // what `logarithm` lacks
};

/// For x in (0, infinity); other x give some number.
Parts takeApart(F32 &f, Value x) {
  OpBuilder &builder = f.builder;
  Value isSubnormal = f.less(x, f.constant(1.17549435e-38f));
  Value scaled = f.select(isSubnormal, f.mul(x, f.constant(8388608.0f)), x);
  // Adding the distance from sqrt(1/2) to 1 carries into the exponent exactly where m would be sqrt(2) or more.
  constexpr int32_t one = 0x3f800000, rootHalf = 0x3f3504f3;
  Value carried = arith::AddIOp::create(builder, f.loc, f.bits(scaled), f.integer(one - rootHalf));
  Value k = arith::ShRSIOp::create(builder, f.loc, carried, f.integer(23));
  k = arith::SubIOp::create(builder, f.loc, k, arith::SelectOp::create(builder, f.loc, isSubnormal, f.integer(127 + 23), f.integer(127)));
  Value mantissa = arith::AndIOp::create(builder, f.loc, carried, f.integer(0x007fffff));
  Value m = f.fromBits(arith::AddIOp::create(builder, f.loc, mantissa, f.integer(rootHalf)));

  Value part = f.sub(m, f.constant(1.0f));
  Value s = f.div(part, f.add(part, f.constant(2.0f)));
  Value square = f.mul(s, s);
  Value rest = f.mul(square, f.polynomial(square, {0.24279078841f, 0.28498786688f, 0.40000972152f, 0.66666662693f}));
  Value half = f.mul(f.mul(part, f.constant(0.5f)), part);
  Value correction = f.fma(s, f.add(half, rest), f.neg(half));
  Value high = f.add(part, correction);
  Value exponent = arith::SIToFPOp::create(builder, f.loc, builder.getF32Type(), k);
  return {exponent, high, f.sub(correction, f.sub(high, part))};
}

/// What every logarithm gives outside (0, infinity): -infinity at 0, NaN below, infinity and NaN as they are.
Value finish(F32 &f, Value x, Value result) {
  Value infinity = f.constant(std::numeric_limits<float>::infinity());
  result = f.select(f.equal(x, infinity), infinity, result);
  result = f.select(f.less(x, f.constant(0.0f)), f.constant(std::numeric_limits<float>::quiet_NaN()), result);
  result = f.select(f.equal(x, f.constant(0.0f)), f.neg(infinity), result);
  return f.select(f.isNaN(x), x, result);
}

/// `high` + `low` is log 2 in the base, `scale` one over the natural logarithm of the base.
template <typename OpT> struct ExpandLog : OpRewritePattern<OpT> {
  ExpandLog(MLIRContext *context, PatternBenefit benefit, float high, float low, float scale)
      : OpRewritePattern<OpT>(context, benefit), high(high), low(low), scale(scale) {}
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Parts parts = takeApart(f, op.getOperand());
    Value logarithm = scale == 1.0f ? parts.logarithm
                                    : f.fma(parts.logarithmLow, scale, f.mul(parts.logarithm, f.constant(scale)));
    Value small = f.fma(parts.exponent, low, logarithm);
    if (scale == 1.0f)
      small = f.add(small, parts.logarithmLow);
    rewriter.replaceOp(op, finish(f, op.getOperand(), f.fma(parts.exponent, high, small)));
    return success();
  }
  float high, low, scale;
};

/// x^y = 2^(y log2 |x|), the product in f64: its error, times up to 128, is what would be lost. Signs and the standard's
/// special cases are put in afterwards.
struct ExpandPow : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getLhs(), y = op.getRhs(), size = f.abs(x);
    Value result = raise(f, size, y);
    Value zero = f.constant(0.0f), one = f.constant(1.0f);
    Value infinity = f.constant(std::numeric_limits<float>::infinity());
    // 0 and infinity have no logarithm to speak of: the sign of y decides.
    Value yIsNegative = f.less(y, zero);
    result = f.select(f.equal(size, zero), f.select(yIsNegative, infinity, zero), result);
    result = f.select(f.equal(size, infinity), f.select(yIsNegative, zero, infinity), result);
    // (-1)^infinity is 1.
    result = f.select(f.both(f.equal(size, one), f.equal(f.abs(y), infinity)), one, result);
    // A negative x needs an integer y, whose oddness is the sign; beyond 2^24 all are even.
    Value whole = math::TruncOp::create(rewriter, f.loc, y);
    Value half = f.mul(y, f.constant(0.5f));
    Value isWhole = f.equal(whole, y);
    Value isOdd = f.both(isWhole, f.compare(arith::CmpFPredicate::ONE, Value(math::TruncOp::create(rewriter, f.loc, half)), half));
    Value isFiniteNonZero = f.both(f.less(size, infinity), f.less(zero, size));
    Value isUndefined = f.both(f.both(f.less(x, zero), isFiniteNonZero),
                               f.compare(arith::CmpFPredicate::ONE, whole, y));
    result = f.select(isUndefined, f.constant(std::numeric_limits<float>::quiet_NaN()), result);
    result = f.select(f.both(f.isNegative(x), isOdd), f.neg(result), result);
    result = f.select(f.either(f.isNaN(x), f.isNaN(y)), f.add(x, y), result);
    result = f.select(f.either(f.equal(y, zero), f.equal(x, one)), one, result);
    rewriter.replaceOp(op, result);
    return success();
  }

  static Value raise(F32 &f, Value size, Value y) {
    OpBuilder &builder = f.builder;
    Type f64 = builder.getF64Type();
    auto wide = [&](Value value) -> Value { return arith::ExtFOp::create(builder, f.loc, f64, value); };
    auto number = [&](double value) -> Value { return arith::ConstantOp::create(builder, f.loc, builder.getF64FloatAttr(value)); };
    auto narrow = [&](Value value) -> Value { return arith::TruncFOp::create(builder, f.loc, builder.getF32Type(), value); };
    Parts parts = takeApart(f, size);
    Value logarithm = preciseLog2(f, size, parts, wide, number);
    Value power = arith::MulFOp::create(builder, f.loc, wide(y), logarithm);
    // Past 2^160 and 2^-160 everything is infinity and 0.
    power = arith::MinNumFOp::create(builder, f.loc, power, number(160));
    power = arith::MaxNumFOp::create(builder, f.loc, power, number(-160));
    Value whole = math::RoundEvenOp::create(builder, f.loc, power);
    Value rest = narrow(arith::SubFOp::create(builder, f.loc, power, whole));
    // 2^whole in two factors, each a normal number.
    Value first = math::TruncOp::create(builder, f.loc, f.mul(narrow(whole), f.constant(0.5f)));
    Value second = f.sub(narrow(whole), first);
    return f.mul(f.mul(f.ex2(rest), f.ex2(first)), f.ex2(second));
  }

  /// log2 |x| in f64, good to about 2^-45: m from its exponent, atanh's series in s = (m - 1) / (m + 1), |s| < 0.172.
  template <typename Wide, typename Number>
  static Value preciseLog2(F32 &f, Value size, const Parts &parts, Wide wide, Number number) {
    OpBuilder &builder = f.builder;
    // m = |x| 2^-k, exactly, in f64: k is put into the exponent's bits.
    Value k = arith::FPToSIOp::create(builder, f.loc, builder.getI64Type(), parts.exponent);
    auto integer = [&](int64_t value) -> Value { return arith::ConstantOp::create(builder, f.loc, builder.getI64IntegerAttr(value)); };
    Value biased = arith::SubIOp::create(builder, f.loc, integer(1023), k);
    Value scale = arith::BitcastOp::create(builder, f.loc, builder.getF64Type(),
                                           arith::ShLIOp::create(builder, f.loc, biased, integer(52)));
    Value m = arith::MulFOp::create(builder, f.loc, wide(size), scale);
    Value s = arith::DivFOp::create(builder, f.loc, arith::SubFOp::create(builder, f.loc, m, number(1)),
                                    arith::AddFOp::create(builder, f.loc, m, number(1)));
    Value square = arith::MulFOp::create(builder, f.loc, s, s);
    Value sum = number(1.0 / 17);
    for (int odd = 15; odd >= 1; odd -= 2)
      sum = math::FmaOp::create(builder, f.loc, sum, square, number(1.0 / odd));
    constexpr double twoLog2E = 2.8853900817779268147;
    Value scaled = arith::MulFOp::create(builder, f.loc, s, number(twoLog2E));
    return math::FmaOp::create(builder, f.loc, scaled, sum, wide(parts.exponent));
  }
};

/// An estimate from the hardware's 2^(log2 |x| / 3), and one step of Newton's method. Small x are scaled by 2^60.
struct ExpandCbrt : OpRewritePattern<math::CbrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::CbrtOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand(), size = f.abs(x);
    Value isSmall = f.less(size, f.constant(1e-30f));
    Value scaled = f.select(isSmall, f.mul(size, f.constant(1152921504606846976.0f)), size);
    Value estimate = f.ex2(f.mul(f.intrinsic("llvm.nvvm.lg2.approx.f", scaled), f.constant(0.333333343f)));
    Value square = f.mul(estimate, estimate);
    Value error = f.fma(square, estimate, f.neg(scaled));
    Value root = f.sub(estimate, f.div(error, f.mul(square, f.constant(3.0f))));
    root = f.select(isSmall, f.mul(root, f.constant(9.5367431640625e-7f)), root);
    // 0, infinity and NaN are their own roots.
    Value infinity = f.constant(std::numeric_limits<float>::infinity());
    Value isOrdinary = f.both(f.less(f.constant(0.0f), size), f.less(size, infinity));
    rewriter.replaceOp(op, f.copySign(f.select(isOrdinary, root, size), x));
    return success();
  }
};
} // namespace

void tessera::codegen::populateLogarithmPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandLog<math::LogOp>>(context, PatternBenefit(10), 0.693147182f, -1.90465421e-9f, 1.0f);
  patterns.add<ExpandLog<math::Log2Op>>(context, PatternBenefit(10), 1.0f, 0.0f, 1.44269502f);
  patterns.add<ExpandLog<math::Log10Op>>(context, PatternBenefit(10), 0.301030010f, -1.43209888e-8f, 0.434294492f);
  patterns.add<ExpandPow, ExpandCbrt>(context, PatternBenefit(10));
}
