// SPDX-License-Identifier: Apache-2.0
// Remainders, integer powers, and what is few comparisons.
//
// x mod y keeps the sign of x and is exact, like C's fmod. The quotient's leading bits times y can be taken from x without a rounding, which leaves a number at most
// 2^-19 as large; that repeats until it is below |y|, for ordinary numbers once. Where the division rounded up, what is left is negative: its size goes on, and the
// sign is kept. Rejected: x - y trunc(x / y) at once, as LLVM writes it: wrong from quotients of 2^24 on.
#include "compiler/codegen/DoubleMath.h"
#include "compiler/codegen/ExpandMath.h"
#include "compiler/codegen/ScalarMath.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace tessera::codegen;

namespace {
struct RemainderFormat {
  int64_t mask;      // of the bits of a quotient that are kept
  double whole, far; // below this a quotient is cut to an integer; what y is scaled by where a quotient is infinite
};
} // namespace

static Value makeRemainder(OpBuilder &builder, Location loc, Value x, Value y) {
  auto type = cast<FloatType>(x.getType());
  Type word = builder.getIntegerType(type.getWidth());
  RemainderFormat format = type.isF32() ? RemainderFormat{0xfffffff0, 524288.0, 0x1p120} : RemainderFormat{~int64_t(15), 0x1p48, 0x1p1000};
  auto number = [&](double value) -> Value { return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value)); };
  auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value { return arith::CmpFOp::create(builder, loc, predicate, a, b); };
  auto select = [&](Value test, Value a, Value b) -> Value { return arith::SelectOp::create(builder, loc, test, a, b); };
  auto abs = [&](Value a) -> Value { return math::AbsFOp::create(builder, loc, a); };
  Value infinity = number(std::numeric_limits<double>::infinity()), zero = number(0), size = abs(x), divisor = abs(y);
  Value isDefined = arith::AndIOp::create(builder, loc, compare(arith::CmpFPredicate::OLT, size, infinity), compare(arith::CmpFPredicate::OGT, divisor, zero));
  Value isPositive = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange{type, builder.getI1Type()}, ValueRange{select(isDefined, size, zero), isPositive},
      [&](OpBuilder &, Location, ValueRange state) {
        scf::ConditionOp::create(builder, loc, compare(arith::CmpFPredicate::OGE, state[0], divisor), state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        auto divide = [&](Value by) -> Value {
          auto op = arith::DivFOp::create(builder, loc, state[0], by);
          keepRounded(op);
          return op;
        };
        Value quotient = divide(divisor);
        Value isFar = compare(arith::CmpFPredicate::OEQ, quotient, infinity);
        Value step = select(isFar, arith::MulFOp::create(builder, loc, divisor, number(format.far)), divisor);
        quotient = select(isFar, divide(step), quotient);
        Value bits = arith::BitcastOp::create(builder, loc, word, quotient);
        Value mask = arith::ConstantOp::create(builder, loc, IntegerAttr::get(word, APInt(type.getWidth(), static_cast<uint64_t>(format.mask), false, true)));
        Value leading = arith::BitcastOp::create(builder, loc, type, arith::AndIOp::create(builder, loc, bits, mask));
        Value cut = select(compare(arith::CmpFPredicate::OLT, quotient, number(format.whole)), math::TruncOp::create(builder, loc, quotient), leading);
        Value left = math::FmaOp::create(builder, loc, arith::NegFOp::create(builder, loc, cut), step, state[0]);
        Value isTurned = compare(arith::CmpFPredicate::OLT, left, zero);
        scf::YieldOp::create(builder, loc, ValueRange{abs(left), arith::XOrIOp::create(builder, loc, state[1], isTurned)});
      });
  Value left = loop.getResult(0);
  Value isOther = arith::AndIOp::create(builder, loc, arith::XOrIOp::create(builder, loc, loop.getResult(1), isPositive), compare(arith::CmpFPredicate::OGT, left, zero));
  Value result = math::CopySignOp::create(builder, loc, select(isOther, arith::SubFOp::create(builder, loc, divisor, left), left), x);
  return select(isDefined, result, number(std::numeric_limits<double>::quiet_NaN()));
}

namespace {
struct ExpandRemainder : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::RemFOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), wide = type.isF64() ? type : Type(rewriter.getF32Type());
    auto widen = [&](Value value) -> Value { return type == wide ? value : Value(arith::ExtFOp::create(rewriter, op.getLoc(), wide, value)); };
    Value result = makeRemainder(rewriter, op.getLoc(), widen(op.getLhs()), widen(op.getRhs()));
    rewriter.replaceOp(op, type == wide ? result : Value(arith::TruncFOp::create(rewriter, op.getLoc(), type, result)));
    return success();
  }
};

/// JAX's rule: the exponent's low six bits, by repeated squaring.
struct ExpandIntegerPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IPowIOp op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto integer = [&](int64_t value) -> Value { return arith::ConstantOp::create(rewriter, loc, rewriter.getIntegerAttr(op.getType(), value)); };
    Value square = op.getLhs(), result = integer(1);
    unsigned bits = std::min(6u, op.getType().getIntOrFloatBitWidth());
    for (unsigned bit = 0; bit < bits; ++bit) {
      Value masked = arith::AndIOp::create(rewriter, loc, op.getRhs(), integer(int64_t(1) << bit));
      Value isSet = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, masked, integer(0));
      result = arith::SelectOp::create(rewriter, loc, isSet, arith::MulIOp::create(rewriter, loc, result, square), result);
      square = arith::MulIOp::create(rewriter, loc, square, square);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandIsNormal : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<FloatType>(op.getOperand().getType());
    auto number = [&](APFloat value) -> Value { return arith::ConstantOp::create(rewriter, loc, FloatAttr::get(type, value)); };
    Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
    Value isAbove = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OGE, size, number(APFloat::getSmallestNormalized(type.getFloatSemantics())));
    Value isBelow = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, size, number(APFloat::getInf(type.getFloatSemantics())));
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isAbove, isBelow);
    return success();
  }
};

struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op, PatternRewriter &rewriter) const override {
    Value low = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, low, op.getMax());
    return success();
  }
};

//===-- inverses of hyperbolic functions, f32 -----------------------------------------------------------------===//

/// log(x + sqrt(x^2 + 1)) as a logarithm of 1 + something, which does not cancel near 0; beyond 10^8, log 2x.
struct ExpandAsinh : OpRewritePattern<math::AsinhOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AsinhOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value one = f.constant(1.0f), size = f.abs(op.getOperand()), square = f.mul(size, size);
    Value root = math::SqrtOp::create(rewriter, f.loc, f.add(square, one));
    Value near = math::Log1pOp::create(rewriter, f.loc, f.add(size, f.div(square, f.add(one, root))));
    Value far = f.add(math::LogOp::create(rewriter, f.loc, size), f.constant(0.693147182f));
    rewriter.replaceOp(op, f.copySign(f.select(f.less(size, f.constant(1e8f)), near, far), op.getOperand()));
    return success();
  }
};
struct ExpandAcosh : OpRewritePattern<math::AcoshOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AcoshOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value x = op.getOperand(), t = f.sub(x, f.constant(1.0f));
    Value root = math::SqrtOp::create(rewriter, f.loc, f.fma(t, t, f.mul(t, f.constant(2.0f))));
    Value near = math::Log1pOp::create(rewriter, f.loc, f.add(t, root));
    Value far = f.add(math::LogOp::create(rewriter, f.loc, x), f.constant(0.693147182f));
    Value result = f.select(f.less(x, f.constant(1e8f)), near, far);
    rewriter.replaceOp(op, f.select(f.less(x, f.constant(1.0f)), f.constant(std::numeric_limits<float>::quiet_NaN()), result));
    return success();
  }
};
struct ExpandAtanh : OpRewritePattern<math::AtanhOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AtanhOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    F32 f{rewriter, op.getLoc()};
    Value size = f.abs(op.getOperand()), inner = f.div(f.mul(size, f.constant(2.0f)), f.sub(f.constant(1.0f), size));
    Value result = f.mul(math::Log1pOp::create(rewriter, f.loc, inner), f.constant(0.5f));
    rewriter.replaceOp(op, f.copySign(result, op.getOperand()));
    return success();
  }
};
} // namespace

void tessera::codegen::populateRestPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandRemainder, ExpandIntegerPower, ExpandIsNormal, ExpandClamp, ExpandAsinh, ExpandAcosh, ExpandAtanh>(patterns.getContext(), PatternBenefit(10));
}
