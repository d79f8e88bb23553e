// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and what is made of them, in f64.
//
// e^x is 2^k e^r with k = round(x / ln 2) and |r| <= ln 2 / 2, by its series to r^13; 2^k is applied in two factors, so that the product overflows or becomes
// subnormal where e^x does. A logarithm takes x = 2^k m apart with m in [sqrt(1/2), sqrt(2)): log m is 2 artanh(s), s = (m - 1) / (m + 1), by its series to s^23. A
// complementary error function is e^(-x^2) t e^(c(t)), t = 2 / (2 + x), c the Chebyshev expansion of what is left, computed with 60 digits.
#include "compiler/codegen/DoubleMath.h"
#include <limits>

using namespace mlir;
using namespace tessera::codegen;

static constexpr double infinity = std::numeric_limits<double>::infinity(), notANumber = std::numeric_limits<double>::quiet_NaN();

/// e^(x + low), |low| far below an ulp of x.
static Value makeExp(F64 &f, Value x, Value low = {}) {
  Value k = math::RoundEvenOp::create(f.builder, f.loc, f.mul(x, 1.4426950408889634074));
  k = arith::MinNumFOp::create(f.builder, f.loc, k, f.constant(1100));
  k = arith::MaxNumFOp::create(f.builder, f.loc, k, f.constant(-1100));
  Value r = f.fma(k, -6.93147180369123816490e-01, x);
  r = f.fma(k, -1.90821492927058770002e-10, r);
  if (low)
    r = f.add(r, low);
  // Where x is infinite, so is r.
  r = arith::MinNumFOp::create(f.builder, f.loc, r, f.constant(0.4));
  r = arith::MaxNumFOp::create(f.builder, f.loc, r, f.constant(-0.4));
  Value sum = f.polynomial(r, {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                               1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0});
  Value first = math::TruncOp::create(f.builder, f.loc, f.mul(k, 0.5));
  Value result = f.mul(f.mul(sum, f.power(first)), f.power(f.sub(k, first)));
  return f.select(f.isNaN(x), x, result);
}

static Value makeExpm1(F64 &f, Value x) {
  Value near = f.mul(x, f.polynomial(x, {1.0 / 20922789888000, 1.0 / 1307674368000, 1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                         1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0}));
  return f.select(f.less(f.abs(x), 0.5), near, f.sub(makeExp(f, x), f.constant(1)));
}

namespace {
struct Parts {
  Value exponent, high, low; // log x = exponent * log 2 + high + low
};
} // namespace

/// For x in (0, infinity); other x give some number.
static Parts takeApart(F64 &f, Value x) {
  OpBuilder &builder = f.builder;
  constexpr int64_t one = 0x3ff0000000000000, rootHalf = 0x3fe6a09e667f3bcd;
  Value isSubnormal = f.less(x, 2.2250738585072014e-308);
  Value scaled = f.select(isSubnormal, f.mul(x, 18014398509481984.0), x);
  Value carried = arith::AddIOp::create(builder, f.loc, f.bits(scaled), f.integer(one - rootHalf));
  Value k = arith::ShRSIOp::create(builder, f.loc, carried, f.integer(52));
  k = arith::SubIOp::create(builder, f.loc, k, f.select(isSubnormal, f.integer(1023 + 54), f.integer(1023)));
  Value mantissa = arith::AndIOp::create(builder, f.loc, carried, f.integer(0x000fffffffffffff));
  Value m = f.fromBits(arith::AddIOp::create(builder, f.loc, mantissa, f.integer(rootHalf)));
  Value part = f.sub(m, f.constant(1)), s = f.div(part, f.add(part, f.constant(2))), square = f.mul(s, s);
  Value rest = f.mul(square, f.polynomial(square, {2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3}));
  Value half = f.mul(f.mul(part, 0.5), part);
  Value correction = f.fma(s, f.add(half, rest), f.neg(half));
  Value high = f.add(part, correction);
  return {arith::SIToFPOp::create(builder, f.loc, builder.getF64Type(), k), high, f.sub(correction, f.sub(high, part))};
}

static Value finishLog(F64 &f, Value x, Value result) {
  result = f.select(f.equal(x, infinity), x, result);
  result = f.select(f.less(x, 0.0), f.constant(notANumber), result);
  result = f.select(f.equal(x, 0.0), f.constant(-infinity), result);
  return f.select(f.isNaN(x), x, result);
}

/// `high` + `low` is log 2 in the base, `scale` one over the natural logarithm of the base.
static Value makeLog(F64 &f, Value x, double high, double low, double scale) {
  Parts parts = takeApart(f, x);
  Value logarithm = scale == 1.0 ? f.add(parts.high, parts.low) : f.fma(parts.low, scale, f.mul(parts.high, scale));
  if (scale == 1.0)
    logarithm = f.add(parts.high, f.fma(parts.exponent, low, parts.low));
  else
    logarithm = f.fma(parts.exponent, low, logarithm);
  return finishLog(f, x, f.fma(parts.exponent, high, logarithm));
}
static Value makeLog(F64 &f, Value x) { return makeLog(f, x, 6.93147180369123816490e-01, 1.90821492927058770002e-10, 1.0); }

/// log(1 + x): what 1 + x loses is added back, divided by 1 + x.
static Value makeLog1p(F64 &f, Value x) {
  Value sum = f.add(x, f.constant(1)), lost = f.sub(x, f.sub(sum, f.constant(1)));
  Value result = f.add(makeLog(f, sum), f.div(lost, sum));
  Value isOrdinary = f.both(f.less(f.constant(0), sum), f.less(sum, infinity));
  result = f.select(isOrdinary, result, makeLog(f, sum));
  return f.select(f.less(f.abs(x), 1e-300), x, result);
}

/// x^y = e^(y log |x|) with the logarithm in two parts; signs and special cases as of C's pow.
static Value makePow(F64 &f, Value x, Value y) {
  Value size = f.abs(x);
  Parts parts = takeApart(f, size);
  Value high = f.fma(parts.exponent, 6.93147180369123816490e-01, parts.high);
  Value left = f.sub(f.mul(parts.exponent, 6.93147180369123816490e-01), high);
  Value low = f.fma(parts.exponent, 1.90821492927058770002e-10, f.add(f.add(left, parts.high), parts.low));
  Value product = f.mul(y, high), error = f.fma(y, low, f.fma(y, high, f.neg(product)));
  Value isHuge = f.compare(arith::CmpFPredicate::OGT, f.abs(product), f.constant(800));
  Value result = makeExp(f, product, f.select(isHuge, f.constant(0), error));
  Value zero = f.constant(0), one = f.constant(1), yIsNegative = f.less(y, 0.0);
  result = f.select(f.equal(size, 0.0), f.select(yIsNegative, f.constant(infinity), zero), result);
  result = f.select(f.equal(size, infinity), f.select(yIsNegative, zero, f.constant(infinity)), result);
  result = f.select(f.both(f.equal(size, 1.0), f.equal(f.abs(y), infinity)), one, result);
  // A negative x needs an integer y, whose oddness is the sign; beyond 2^53 all are even.
  Value whole = math::TruncOp::create(f.builder, f.loc, y), half = f.mul(y, 0.5);
  Value isWhole = f.compare(arith::CmpFPredicate::OEQ, whole, y);
  Value isOdd = f.both(isWhole, f.compare(arith::CmpFPredicate::ONE, Value(math::TruncOp::create(f.builder, f.loc, half)), half));
  Value isFinite = f.both(f.less(size, infinity), f.less(zero, size));
  Value isUndefined = f.both(f.both(f.less(x, 0.0), isFinite), f.compare(arith::CmpFPredicate::ONE, whole, y));
  result = f.select(isUndefined, f.constant(notANumber), result);
  result = f.select(f.both(f.isNegative(x), isOdd), f.neg(result), result);
  result = f.select(f.either(f.isNaN(x), f.isNaN(y)), f.add(x, y), result);
  return f.select(f.either(f.equal(y, 0.0), f.equal(x, 1.0)), one, result);
}

static Value makeErfcTail(F64 &f, Value x) {
  static constexpr double coefficients[] = {
      -1.3026537197817094,     0.6419697923564902,      0.019476473204185836,    -0.009561514786808632,  -0.0009465953444820369, 0.00036683949785276145,
      4.252332480690777e-05,   -2.0278578112534242e-05, -1.6242900046470256e-06, 1.3036558355805232e-06, 1.5626441722066142e-08, -8.523809591492654e-08,
      6.5290544390988515e-09,  5.059343495551469e-09,   -9.91364156493033e-10,   -2.273651222931836e-10, 9.646791102015527e-11,  2.3940380830391146e-12,
      -6.886027526497553e-12,  8.944879273090725e-13,   3.130921399342958e-13,   -1.1270822361367252e-13, 3.810905255189232e-16, 7.106097613609237e-15,
      -1.5230282014571006e-15, -9.457494571297968e-17,  1.210237189227214e-16,   -2.8166630910332974e-17};
  Value t = f.div(f.constant(2), f.add(x, f.constant(2))), twice = f.fma(t, 4.0, f.constant(-2));
  Value d = f.constant(0), last = d;
  for (int k = 27; k > 0; --k) {
    Value next = f.fma(twice, d, f.sub(f.constant(coefficients[k]), last));
    last = d;
    d = next;
  }
  Value rest = f.sub(f.mul(f.fma(twice, d, f.constant(coefficients[0])), 0.5), last);
  Value square = f.mul(x, x), lost = f.fma(x, x, f.neg(square)), big = f.neg(square);
  // The sum of both, and what it loses.
  Value sum = f.add(big, rest), part = f.sub(sum, big), low = f.add(f.sub(big, f.sub(sum, part)), f.sub(rest, part));
  return f.mul(t, makeExp(f, sum, f.sub(low, lost)));
}

/// For |x| < 1, by its series.
static Value makeErfNear(F64 &f, Value x) {
  SmallVector<double> coefficients; // of x^2, the highest power first
  double factorial = 1;
  for (int n = 0; n < 20; ++n) {
    coefficients.insert(coefficients.begin(), (n % 2 ? -1.0 : 1.0) * 1.12837916709551257390 / (factorial * (2 * n + 1)));
    factorial *= n + 1;
  }
  return f.mul(x, f.polynomial(f.mul(x, x), coefficients));
}

static Value makeErf(F64 &f, Value x) {
  Value size = f.abs(x), capped = arith::MinNumFOp::create(f.builder, f.loc, size, f.constant(6.5));
  Value far = f.sub(f.constant(1), makeErfcTail(f, capped));
  Value result = f.select(f.less(size, 1.0), makeErfNear(f, x), f.copySign(far, x));
  return f.select(f.isNaN(x), x, result);
}

static Value makeErfc(F64 &f, Value x) {
  Value size = f.abs(x), capped = arith::MinNumFOp::create(f.builder, f.loc, size, f.constant(28));
  Value tail = makeErfcTail(f, capped);
  tail = f.select(f.isNegative(x), f.sub(f.constant(2), tail), tail);
  Value result = f.select(f.less(size, 0.5), f.sub(f.constant(1), makeErfNear(f, x)), tail);
  return f.select(f.isNaN(x), x, result);
}

/// By the exponential of a third of the logarithm, and two steps of Newton's method.
static Value makeCbrt(F64 &f, Value x) {
  Value size = f.abs(x), root = makeExp(f, f.mul(makeLog(f, size), 1.0 / 3));
  for (int step = 0; step < 2; ++step) {
    Value square = f.mul(root, root), error = f.fma(square, root, f.neg(size));
    root = f.sub(root, f.div(error, f.mul(square, 3.0)));
  }
  Value isOrdinary = f.both(f.less(f.constant(0), size), f.less(size, infinity));
  return f.copySign(f.select(isOrdinary, root, size), x);
}

static Value makeSinh(F64 &f, Value x) {
  Value size = f.abs(x), e = makeExpm1(f, size);
  Value small = f.mul(f.add(e, f.div(e, f.add(e, f.constant(1)))), 0.5);
  Value half = makeExp(f, f.mul(size, 0.5)), large = f.mul(f.mul(half, 0.5), half);
  return f.copySign(f.select(f.less(size, 700.0), small, large), x);
}
static Value makeCosh(F64 &f, Value x) {
  Value size = f.abs(x), e = makeExp(f, size);
  Value small = f.mul(f.add(e, f.div(f.constant(1), e)), 0.5);
  Value half = makeExp(f, f.mul(size, 0.5)), large = f.mul(f.mul(half, 0.5), half);
  return f.select(f.less(size, 700.0), small, large);
}
static Value makeTanh(F64 &f, Value x) {
  Value size = arith::MinNumFOp::create(f.builder, f.loc, f.abs(x), f.constant(22));
  Value e = makeExpm1(f, f.mul(size, 2.0)), result = f.div(e, f.add(e, f.constant(2)));
  return f.select(f.isNaN(x), x, f.copySign(result, x));
}
static Value makeAsinh(F64 &f, Value x) {
  Value size = f.abs(x), square = f.mul(size, size);
  Value near = makeLog1p(f, f.add(size, f.div(square, f.add(f.constant(1), f.sqrt(f.add(square, f.constant(1)))))));
  Value far = f.add(makeLog(f, size), f.constant(0.69314718055994530942));
  return f.copySign(f.select(f.less(size, 1e8), near, far), x);
}
static Value makeAcosh(F64 &f, Value x) {
  Value t = f.sub(x, f.constant(1));
  Value near = makeLog1p(f, f.add(t, f.sqrt(f.fma(t, t, f.mul(t, 2.0)))));
  Value far = f.add(makeLog(f, x), f.constant(0.69314718055994530942));
  Value result = f.select(f.less(x, 1e8), near, far);
  return f.select(f.less(x, 1.0), f.constant(notANumber), result);
}
static Value makeAtanh(F64 &f, Value x) {
  Value size = f.abs(x), inner = f.div(f.mul(size, 2.0), f.sub(f.constant(1), size));
  return f.copySign(f.mul(makeLog1p(f, inner), 0.5), x);
}

namespace {
/// `make` of an operation's operands, where it is on f64.
template <typename OpT, Value (*make)(F64 &, Value)> struct ExpandUnary : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF64())
      return failure();
    F64 f{rewriter, op.getLoc()};
    rewriter.replaceOp(op, make(f, op.getOperand()));
    return success();
  }
};
struct ExpandPow : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::PowFOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF64())
      return failure();
    F64 f{rewriter, op.getLoc()};
    rewriter.replaceOp(op, makePow(f, op.getLhs(), op.getRhs()));
    return success();
  }
};
} // namespace

static Value makeExpOf(F64 &f, Value x) { return makeExp(f, x); }
static Value makeLogOf(F64 &f, Value x) { return makeLog(f, x); }
static Value makeLog2(F64 &f, Value x) { return makeLog(f, x, 1.0, 0.0, 1.4426950408889634074); }
static Value makeLog10(F64 &f, Value x) { return makeLog(f, x, 3.01029995663611771306e-01, 3.69423907715893078616e-13, 0.43429448190325182765); }
/// 2^x: the whole part of x is exact, e^(rest ln 2) is near 1.
static Value makeExp2(F64 &f, Value x) {
  Value k = math::RoundEvenOp::create(f.builder, f.loc, x);
  k = arith::MinNumFOp::create(f.builder, f.loc, k, f.constant(1100));
  k = arith::MaxNumFOp::create(f.builder, f.loc, k, f.constant(-1100));
  Value rest = f.sub(x, k);
  rest = arith::MaxNumFOp::create(f.builder, f.loc, arith::MinNumFOp::create(f.builder, f.loc, rest, f.constant(0.5)), f.constant(-0.5));
  Value sum = makeExp(f, f.mul(rest, 0.69314718055994530942));
  Value first = math::TruncOp::create(f.builder, f.loc, f.mul(k, 0.5));
  return f.select(f.isNaN(x), x, f.mul(f.mul(sum, f.power(first)), f.power(f.sub(k, first))));
}

void tessera::codegen::populateDoubleExponentialPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandUnary<math::ExpOp, makeExpOf>, ExpandUnary<math::Exp2Op, makeExp2>, ExpandUnary<math::ExpM1Op, makeExpm1>,
               ExpandUnary<math::LogOp, makeLogOf>, ExpandUnary<math::Log2Op, makeLog2>, ExpandUnary<math::Log10Op, makeLog10>,
               ExpandUnary<math::Log1pOp, makeLog1p>, ExpandUnary<math::ErfOp, makeErf>, ExpandUnary<math::ErfcOp, makeErfc>,
               ExpandUnary<math::CbrtOp, makeCbrt>, ExpandUnary<math::SinhOp, makeSinh>, ExpandUnary<math::CoshOp, makeCosh>,
               ExpandUnary<math::TanhOp, makeTanh>, ExpandUnary<math::AsinhOp, makeAsinh>, ExpandUnary<math::AcoshOp, makeAcosh>,
               ExpandUnary<math::AtanhOp, makeAtanh>, ExpandPow>(patterns.getContext(), PatternBenefit(10));
}
