// SPDX-License-Identifier: Apache-2.0
// atan and atan2 in f32: a polynomial (Cephes' atanf) on [-tan(pi/8), tan(pi/8)], to which a turn by pi/4 or pi/2 brings any x.
#include "compiler/codegen/ScalarMath.h"
#include <limits>

using namespace mlir;
using namespace tessera::codegen;

namespace {

/// For x >= 0, infinity included.
Value makeAtan(F32 &f, Value x) {
  Value one = f.constant(1.0f);
  Value isLarge = f.less(f.constant(2.414213562f), x), isMiddle = f.less(f.constant(0.414213562f), x);
  Value middle = f.div(f.sub(x, one), f.add(x, one)), large = f.neg(f.div(one, x));
  Value reduced = f.select(isLarge, large, f.select(isMiddle, middle, x));
  Value turn = f.select(isLarge, f.constant(1.57079637f), f.select(isMiddle, f.constant(0.785398185f), f.constant(0.0f)));
  Value turnLow = f.select(isLarge, f.constant(-4.37113883e-8f), f.select(isMiddle, f.constant(-2.18556941e-8f), f.constant(0.0f)));
  Value square = f.mul(reduced, reduced);
  Value rest = f.mul(square, f.polynomial(square, {8.05374449538e-2f, -1.38776856032e-1f, 1.99777106478e-1f, -3.33329491539e-1f}));
  return f.add(turn, f.add(turnLow, f.fma(rest, reduced, reduced)));
}

struct ExpandAtan : OpRewritePattern<math::AtanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AtanOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand();
    rewriter.replaceOp(op, f.copySign(makeAtan(f, f.abs(x)), x));
    return success();
  }
};

/// The angle of (x, y) from the ratio of the smaller to the larger, turned into its octant; C's special cases.
struct ExpandAtan2 : OpRewritePattern<math::Atan2Op> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::Atan2Op op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value y = op.getLhs(), x = op.getRhs(), height = f.abs(y), width = f.abs(x);
    Value isSteep = f.less(width, height);
    Value smaller = f.select(isSteep, width, height), larger = f.select(isSteep, height, width);
    Value ratio = f.div(smaller, larger);
    // 0 / 0 and infinity / infinity: on an axis, and halfway.
    ratio = f.select(f.equal(larger, f.constant(0.0f)), f.constant(0.0f), ratio);
    ratio = f.select(f.equal(smaller, f.constant(std::numeric_limits<float>::infinity())), f.constant(1.0f), ratio);
    Value angle = makeAtan(f, ratio);
    angle = f.select(isSteep, f.add(f.sub(f.constant(1.57079637f), angle), f.constant(-4.37113883e-8f)), angle);
    Value beyond = f.add(f.sub(f.constant(3.14159274f), angle), f.constant(-8.74227766e-8f));
    angle = f.select(f.isNegative(x), beyond, angle);
    Value result = f.copySign(angle, y);
    rewriter.replaceOp(op, f.select(f.either(f.isNaN(x), f.isNaN(y)), f.add(x, y), result));
    return success();
  }
};
} // namespace

void tessera::codegen::populateArcPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandAtan, ExpandAtan2>(patterns.getContext(), PatternBenefit(10));
}
