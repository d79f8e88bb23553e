// SPDX-License-Identifier: Apache-2.0
// sin, cos, tan and their inverses in f64: the reductions of ExpandMath.cpp and ExpandArcs.cpp with pi/2 in three pieces of 53 bits. Sines and cosines are their series
// to y^17 and y^18 on [-pi/4, pi/4]; atan is a polynomial (FreeBSD's) on [-7/16, 7/16], to which a turn by one of four angles brings any x.
#include "compiler/codegen/DoubleMath.h"
#include <limits>

using namespace mlir;
using namespace tessera::codegen;

static Value makeTurn(F64 &f, Value x, bool isCos) {
  OpBuilder &builder = f.builder;
  Value k = math::RoundEvenOp::create(builder, f.loc, f.mul(x, 0.63661977236758134308));
  Value y = f.fma(k, -1.57079632679489655800e+00, x);
  y = f.fma(k, -6.12323399573676603587e-17, y);
  y = f.fma(k, 1.49738490485916983e-33, y);
  Value square = f.mul(y, y);
  Value sine = f.polynomial(square, {1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6});
  sine = f.fma(f.mul(sine, square), y, y);
  Value cosine = f.polynomial(square, {-1.0 / 6402373705728000, 1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24});
  cosine = f.fma(f.mul(cosine, square), square, f.fma(square, -0.5, f.constant(1)));
  Value quarter = f.toInteger(k);
  if (isCos) // cos x = sin(x + pi/2)
    quarter = arith::AddIOp::create(builder, f.loc, quarter, f.integer(1));
  Value value = f.select(f.hasBits(quarter, 1), cosine, sine);
  return f.select(f.hasBits(quarter, 2), f.neg(value), value);
}

/// For x >= 0, infinity included.
static Value makeAtan(F64 &f, Value x) {
  struct Turn {
    double above, high, low;
  };
  static constexpr Turn turns[] = {{0.4375, 4.63647609000806093515e-01, 2.26987774529616870924e-17},
                                   {0.6875, 7.85398163397448278999e-01, 3.06161699786838301793e-17},
                                   {1.1875, 9.82793723247329054082e-01, 1.39033110312309984516e-17},
                                   {2.4375, 1.57079632679489655800e+00, 6.12323399573676603587e-17}};
  Value one = f.constant(1), reduced[] = {f.div(f.fma(x, 2.0, f.constant(-1)), f.add(x, f.constant(2))), f.div(f.sub(x, one), f.add(x, one)),
                                          f.div(f.sub(x, f.constant(1.5)), f.fma(x, 1.5, one)), f.neg(f.div(one, x))};
  Value y = x, high = f.constant(0), low = high;
  for (int k = 0; k < 4; ++k) {
    Value isAbove = f.compare(arith::CmpFPredicate::OGE, x, f.constant(turns[k].above));
    y = f.select(isAbove, reduced[k], y);
    high = f.select(isAbove, f.constant(turns[k].high), high);
    low = f.select(isAbove, f.constant(turns[k].low), low);
  }
  Value square = f.mul(y, y);
  Value sum = f.mul(square, f.polynomial(square, {1.62858201153657823623e-02, -3.65315727442169155270e-02, 4.97687799461593236017e-02, -5.83357013379057348645e-02,
                                                  6.66107313738753120669e-02, -7.69187620504482999495e-02, 9.09088713343650656196e-02, -1.11111104054623557880e-01,
                                                  1.42857142725034663711e-01, -1.99999999998764832476e-01, 3.33333333333329318027e-01}));
  return f.add(high, f.add(low, f.fma(f.neg(y), sum, y)));
}

static Value makeAtan2(F64 &f, Value y, Value x) {
  Value height = f.abs(y), width = f.abs(x), isSteep = f.less(width, height);
  Value smaller = f.select(isSteep, width, height), larger = f.select(isSteep, height, width), ratio = f.div(smaller, larger);
  // 0 / 0 and infinity / infinity: on an axis, and halfway.
  ratio = f.select(f.equal(larger, 0.0), f.constant(0), ratio);
  ratio = f.select(f.equal(smaller, std::numeric_limits<double>::infinity()), f.constant(1), ratio);
  Value angle = makeAtan(f, ratio);
  angle = f.select(isSteep, f.add(f.sub(f.constant(1.57079632679489655800e+00), angle), f.constant(6.12323399573676603587e-17)), angle);
  Value beyond = f.add(f.sub(f.constant(3.14159265358979311600e+00), angle), f.constant(1.22464679914735320717e-16));
  angle = f.select(f.isNegative(x), beyond, angle);
  return f.select(f.either(f.isNaN(x), f.isNaN(y)), f.add(x, y), f.copySign(angle, y));
}

/// asin x is the angle of (sqrt(1 - x^2), x).
static Value makeAsin(F64 &f, Value x) {
  Value one = f.constant(1), other = f.sqrt(f.mul(f.sub(one, x), f.add(one, x)));
  return f.select(f.equal(x, 0.0), x, makeAtan2(f, x, other));
}
/// acos x is twice the angle of (sqrt(1 + x), sqrt(1 - x)).
static Value makeAcos(F64 &f, Value x) {
  Value one = f.constant(1);
  return f.mul(makeAtan2(f, f.sqrt(f.sub(one, x)), f.sqrt(f.add(one, x))), 2.0);
}

namespace {
template <typename OpT> struct ExpandArc : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF64())
      return failure();
    F64 f{rewriter, op.getLoc()};
    Value x = op->getOperand(0), result;
    if constexpr (std::is_same_v<OpT, math::SinOp> || std::is_same_v<OpT, math::CosOp>)
      result = makeTurn(f, x, std::is_same_v<OpT, math::CosOp>);
    else if constexpr (std::is_same_v<OpT, math::AtanOp>)
      result = f.copySign(makeAtan(f, f.abs(x)), x);
    else if constexpr (std::is_same_v<OpT, math::Atan2Op>)
      result = makeAtan2(f, x, op.getRhs());
    else
      result = std::is_same_v<OpT, math::AsinOp> ? makeAsin(f, x) : makeAcos(f, x);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void tessera::codegen::populateDoubleArcPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandArc<math::SinOp>, ExpandArc<math::CosOp>, ExpandArc<math::AtanOp>, ExpandArc<math::Atan2Op>, ExpandArc<math::AsinOp>, ExpandArc<math::AcosOp>>(
      patterns.getContext(), PatternBenefit(10));
}
