// SPDX-License-Identifier: Apache-2.0
// Mathematical functions on scalars, written out. Ours come first (patterns of higher benefit); what remains is MLIR's.
#include "compiler/codegen/DoubleMath.h"
#include "compiler/codegen/ExpandMath.h"
#include "compiler/codegen/ScalarMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using tessera::codegen::F32;

/// Whether the program's own rounding hides what an approximation loses.
static bool isApproximate(arith::FastMathFlags flags) { return arith::bitEnumContainsAll(flags, arith::FastMathFlags::afn); }

namespace {
/// exp x = 2^n * 2^(x log2 e - n), n the whole number next to x log2 e, kept within [-126, 126], so that the first factor is a
/// normal number and the product overflows or becomes subnormal where exp x does. n is read off the last bits of a sum with
/// 1.5 * 2^23, whose last place is 1, and 2^n is those bits moved to where a float has its exponent: of the slow unit there is the
/// one ex2. That may flush: where the second factor is subnormal the product is 0. log2 e is in two pieces.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand();
    if (isApproximate(op.getFastmath())) {
      rewriter.replaceOp(op, f.ex2Flushed(f.mul(x, f.constant(1.44269502f))));
      return success();
    }
    constexpr float lastPlaceIsOne = 12582912.0f, log2e = 1.44269502f, rest = 1.92596303e-8f;
    Value sum = f.fma(x, log2e, f.constant(lastPlaceIsOne));
    sum = arith::MinNumFOp::create(rewriter, f.loc, sum, f.constant(lastPlaceIsOne + 126));
    sum = arith::MaxNumFOp::create(rewriter, f.loc, sum, f.constant(lastPlaceIsOne - 126));
    Value n = f.sub(sum, f.constant(lastPlaceIsOne));
    Value fraction = f.fma(x, rest, f.fma(x, log2e, f.neg(n)));
    Value exponent = arith::ShLIOp::create(rewriter, f.loc, f.bits(sum), f.integer(23));
    Value power = f.fromBits(arith::AddIOp::create(rewriter, f.loc, exponent, f.bits(f.constant(1.0f))));
    rewriter.replaceOp(op, f.mul(f.ex2Flushed(fraction), power));
    return success();
  }
};

struct ExpandExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::Exp2Op op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    rewriter.replaceOp(op, isApproximate(op.getFastmath()) ? f.ex2Flushed(op.getOperand()) : f.ex2(op.getOperand()));
    return success();
  }
};

struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op, PatternRewriter &rewriter) const override {
    F32 f{rewriter, op.getLoc()};
    if (op.getType().isF32()) {
      rewriter.replaceOp(op, f.intrinsic("llvm.nvvm.rsqrt.approx.f", op.getOperand()));
      return success();
    }
    Value one = arith::ConstantOp::create(rewriter, f.loc, rewriter.getFloatAttr(op.getType(), 1.0));
    Value root = math::SqrtOp::create(rewriter, f.loc, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

/// sin and cos by quarter turns: k = round(x 2/pi), y = x - k pi/2 in three pieces of pi/2, a polynomial of y in [-pi/4, pi/4]
/// (the minimax ones of Cephes' sinf and cosf), and the quarter k mod 4 says which of the two and which sign.
template <typename OpT> struct ExpandTurn : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand();
    Value k = math::RoundEvenOp::create(rewriter, f.loc, f.mul(x, f.constant(0.636619747f)));
    Value y = f.fma(k, -1.57079637f, x);
    y = f.fma(k, 4.37113883e-8f, y);
    y = f.fma(k, 1.71512451e-15f, y);
    Value square = f.mul(y, y);
    Value sine = f.fma(square, -1.9515295891e-4f, f.constant(8.3321608736e-3f));
    sine = f.fma(sine, square, f.constant(-1.6666654611e-1f));
    sine = f.fma(f.mul(sine, square), y, y);
    Value cosine = f.fma(square, 2.443315711809948e-5f, f.constant(-1.388731625493765e-3f));
    cosine = f.fma(cosine, square, f.constant(4.166664568298827e-2f));
    cosine = f.fma(f.mul(cosine, square), square, f.fma(square, -0.5f, f.constant(1.0f)));
    rewriter.replaceOp(op, select(f, k, sine, cosine));
    return success();
  }

  static Value select(F32 &f, Value k, Value sine, Value cosine) {
    OpBuilder &builder = f.builder;
    Value quarter = f.toInteger(k);
    if (std::is_same_v<OpT, math::CosOp>) // cos x = sin(x + pi/2)
      quarter = arith::AddIOp::create(builder, f.loc, quarter, f.integer(1));
    Value value = f.select(f.hasBits(quarter, 1), cosine, sine);
    return f.select(f.hasBits(quarter, 2), f.neg(value), value);
  }
};

struct ExpandTan : OpRewritePattern<math::TanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::TanOp op, PatternRewriter &rewriter) const override {
    Value sine = math::SinOp::create(rewriter, op.getLoc(), op.getOperand());
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, sine, cosine);
    return success();
  }
};
/// erf of |x|: below 1 x + x q(x^2), beyond 1 - 2^-p(|x|), where p = -log2 erfc, up to 4, where it is 1. Both
/// polynomials are computed, which needs no registers for coefficients; fitted in f64 with weights that make the greatest
/// error least, off by 0.02 ulp before they are rounded. Rejected: MLIR's, a quotient of two polynomials chosen among
/// four, which takes twice the instructions, and with 128 elements in flight more registers than there are.
struct ExpandErf : OpRewritePattern<math::ErfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ErfOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    static constexpr float near[] = {7.853858e-05f,   -8.0101925e-04f, 5.1883277e-03f, -2.6853811e-02f,
                                     1.12835854e-01f, -3.7612626e-01f, 1.2837917e-01f};
    static constexpr float far[] = {-2.6888962e-04f, 4.252584e-03f,  -3.1505715e-02f, 1.487517e-01f,
                                    9.206483e-01f,   1.6260461e+00f, 4.926985e-04f};
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand(), size = f.abs(x);
    Value isNear = f.less(size, f.constant(1.0f));
    Value end = arith::MinimumFOp::create(rewriter, f.loc, size, f.constant(4.0f)); // NaN stays
    Value nearer = f.fma(size, f.polynomial(f.mul(size, size), near), size);
    Value farther = f.sub(f.constant(1.0f), f.ex2Flushed(f.neg(f.polynomial(end, far))));
    rewriter.replaceOp(op, f.copySign(f.select(isNear, nearer, farther), x));
    return success();
  }
};

/// sinh from expm1, which does not cancel near 0; beyond 88, where e^x overflows before sinh x does, from e^(x/2).
struct ExpandSinh : OpRewritePattern<math::SinhOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::SinhOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value size = f.abs(op.getOperand());
    Value e = math::ExpM1Op::create(rewriter, f.loc, size);
    Value small = f.mul(f.constant(0.5f), f.add(e, f.div(e, f.add(e, f.constant(1.0f)))));
    Value half = math::ExpOp::create(rewriter, f.loc, f.mul(size, f.constant(0.5f)));
    Value large = f.mul(f.mul(f.constant(0.5f), half), half);
    Value result = f.select(f.less(size, f.constant(88.0f)), small, large);
    rewriter.replaceOp(op, f.copySign(result, op.getOperand()));
    return success();
  }
};

struct ExpandCosh : OpRewritePattern<math::CoshOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::CoshOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value size = f.abs(op.getOperand());
    Value e = math::ExpOp::create(rewriter, f.loc, size);
    Value small = f.mul(f.constant(0.5f), f.add(e, f.div(f.constant(1.0f), e)));
    Value half = math::ExpOp::create(rewriter, f.loc, f.mul(size, f.constant(0.5f)));
    Value large = f.mul(f.mul(f.constant(0.5f), half), half);
    rewriter.replaceOp(op, f.select(f.less(size, f.constant(88.0f)), small, large));
    return success();
  }
};
} // namespace

LogicalResult tessera::codegen::expandMath(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  patterns.add<ExpandExp, ExpandExp2, ExpandRsqrt, ExpandTurn<math::SinOp>, ExpandTurn<math::CosOp>, ExpandTan,
               ExpandErf, ExpandSinh, ExpandCosh>(module.getContext(), /*benefit=*/10);
  populateLogarithmPatterns(patterns);
  populateArcPatterns(patterns);
  populateRestPatterns(patterns);
  populateDoubleExponentialPatterns(patterns);
  populateDoubleArcPatterns(patterns);
  // MLIR's, except for what is an instruction.
  static constexpr StringLiteral approximated[] = {math::TanhOp::getOperationName(), math::Log1pOp::getOperationName(),
                                                   math::ErfcOp::getOperationName(), math::ExpM1Op::getOperationName(),
                                                   math::AsinOp::getOperationName(), math::AcosOp::getOperationName()};
  populateMathPolynomialApproximationPatterns(patterns,
                                              [](StringRef name) { return llvm::is_contained(approximated, name); });
  GreedyRewriteConfig config; // which also folds, and drops what is not used: less for all that follows
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(module, std::move(patterns), config);
}
