// SPDX-License-Identifier: Apache-2.0
// Mathematical functions on scalars, written out. Ours come first (patterns of higher benefit); what remains is MLIR's.
#include "compiler/codegen/ExpandMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
/// f32 arithmetic in few words.
struct F32 {
  OpBuilder &builder;
  Location loc;

  Value constant(float value) { return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value)); }
  Value integer(int32_t value) { return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value)); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, loc, a, b); }
  Value fma(Value a, Value b, Value c) { return math::FmaOp::create(builder, loc, a, b, c); }
  Value fma(Value a, float b, Value c) { return fma(a, constant(b), c); }
  Value intrinsic(StringRef name, Value x) {
    return LLVM::CallIntrinsicOp::create(builder, loc, x.getType(), builder.getStringAttr(name), ValueRange{x}).getResult(0);
  }
  Value ex2(Value x) { return intrinsic("llvm.nvvm.ex2.approx.f32", x); }
};

/// exp x = 2^t * 2^((x - t ln 2) log2 e) with t = trunc(x log2 e) kept within [-126, 126], so that each factor is a normal
/// number and their product overflows or becomes subnormal where exp x does. ln 2 is subtracted in two pieces.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand();
    Value t = math::TruncOp::create(rewriter, f.loc, f.mul(x, f.constant(1.44269502f)));
    t = arith::MinNumFOp::create(rewriter, f.loc, t, f.constant(126.0f));
    t = arith::MaxNumFOp::create(rewriter, f.loc, t, f.constant(-126.0f));
    Value rest = f.fma(t, -0.693147182f, x);
    rest = f.fma(t, 1.90465421e-9f, rest);
    rewriter.replaceOp(op, f.mul(f.ex2(f.mul(rest, f.constant(1.44269502f))), f.ex2(t)));
    return success();
  }
};

struct ExpandExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::Exp2Op op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    rewriter.replaceOp(op, f.ex2(op.getOperand()));
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

struct ExpandLog10 : OpRewritePattern<math::Log10Op> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::Log10Op op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value natural = math::LogOp::create(rewriter, f.loc, op.getOperand());
    rewriter.replaceOp(op, f.mul(natural, f.constant(0.434294482f)));
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
    Value quarter = LLVM::CallIntrinsicOp::create(builder, f.loc, builder.getI32Type(), builder.getStringAttr("llvm.fptosi.sat"),
                                                  ValueRange{k})
                        .getResult(0);
    if (std::is_same_v<OpT, math::CosOp>) // cos x = sin(x + pi/2)
      quarter = arith::AddIOp::create(builder, f.loc, quarter, f.integer(1));
    auto hasBit = [&](int32_t bit) -> Value {
      Value masked = arith::AndIOp::create(builder, f.loc, quarter, f.integer(bit));
      return arith::CmpIOp::create(builder, f.loc, arith::CmpIPredicate::ne, masked, f.integer(0));
    };
    Value value = arith::SelectOp::create(builder, f.loc, hasBit(1), cosine, sine);
    Value negated = arith::NegFOp::create(builder, f.loc, value);
    return arith::SelectOp::create(builder, f.loc, hasBit(2), negated, value);
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
} // namespace

LogicalResult tessera::codegen::expandMath(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  patterns.add<ExpandExp, ExpandExp2, ExpandRsqrt, ExpandLog10, ExpandTurn<math::SinOp>, ExpandTurn<math::CosOp>, ExpandTan>(
      module.getContext(), /*benefit=*/10);
  // MLIR's, except for what is an instruction.
  static constexpr StringLiteral approximated[] = {
      math::TanhOp::getOperationName(),  math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
      math::LogOp::getOperationName(),   math::Log2Op::getOperationName(), math::Log1pOp::getOperationName(),
      math::ErfOp::getOperationName(),   math::ErfcOp::getOperationName(), math::ExpM1Op::getOperationName(),
      math::CbrtOp::getOperationName(),  math::AsinOp::getOperationName(), math::AcosOp::getOperationName()};
  populateMathPolynomialApproximationPatterns(patterns,
                                              [](StringRef name) { return llvm::is_contained(approximated, name); });
  math::populateExpansionPatterns(patterns, {"sinh", "cosh", "powf"});
  GreedyRewriteConfig config;
  return applyPatternsGreedily(module, std::move(patterns), config);
}
