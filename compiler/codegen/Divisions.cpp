// SPDX-License-Identifier: Apache-2.0
// f32 divisions. Rounded to nearest (div.rn) each has a branch to a slow path, a call, over which registers are kept:
// an epilogue of 128 quotients spills for it. So what the program leaves to the machine (`fastmath<arcp>`), and what
// functions of `math` divide, is div.full, off by up to 2 ulp, without a branch; Triton, XLA and Mosaic GPU have it so.
//
// Divisions by one number: a division takes some ten instructions, one of them in the slow unit of reciprocals; where a
// thread divides several numbers by the same one, as softmax does by a row's sum and a norm by its deviation, the
// reciprocal is made once:
//
//     c = |s| < 2^-64 ? 2^64 : |s| > 2^64 ? 2^-64 : 1      so that s c and its reciprocal are normal numbers
//     r = 1 / (s c), by rcp.approx and one step of Newton's
//
// and each quotient is a product that its own remainder corrects:
//
//     q = (a c) r,   q + (a c - q s c) r
//
// With an exact remainder that is the rounded quotient but for rare cases, which are off by one unit in the last place,
// and it is exact where a float is the quotient; the remainder is inexact where |a| < 2^-102. A quotient that is not
// finite, or zero, has no correction: q is what division gives, with its sign.
#include "compiler/codegen/ExpandMath.h"
#include "compiler/codegen/ScalarMath.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using tessera::codegen::F32;

namespace {
struct SharedDivisor {
  Value scale, scaled, reciprocal;
};
} // namespace

static SharedDivisor prepare(Value divisor) {
  OpBuilder builder(divisor.getContext());
  builder.setInsertionPointAfterValue(divisor);
  F32 f{builder, divisor.getLoc()};
  constexpr float large = 0x1p64f, small = 0x1p-64f;
  Value size = f.abs(divisor);
  Value scale = f.select(f.less(f.constant(large), size), f.constant(small), f.constant(1.0f));
  scale = f.select(f.less(size, f.constant(small)), f.constant(large), scale);
  Value scaled = f.mul(divisor, scale);
  Value guess = f.intrinsic("llvm.nvvm.rcp.approx.ftz.f", scaled);
  Value better = f.fma(guess, f.fma(f.neg(guess), scaled, f.constant(1.0f)), guess);
  return {scale, scaled, f.select(f.isNaN(better), guess, better)}; // of zero and infinity the guess is right
}

static void replaceByProduct(arith::DivFOp op, const SharedDivisor &by) {
  OpBuilder builder(op);
  F32 f{builder, op.getLoc()};
  Value a = f.mul(op.getLhs(), by.scale), q = f.mul(a, by.reciprocal);
  Value corrected = f.fma(f.fma(f.neg(q), by.scaled, a), by.reciprocal, q);
  Value isNumber = f.compare(arith::CmpFPredicate::ONE, corrected, f.constant(0.0f)); // false for NaN
  op.replaceAllUsesWith(f.select(isNumber, corrected, q));
  op.erase();
}

/// Of a power of two LLVM makes one multiplication.
static bool hasExactInverse(Value divisor) {
  llvm::APFloat value(0.0f);
  return matchPattern(divisor, m_ConstantFloat(&value)) && value.getExactInverse(nullptr);
}

static constexpr StringLiteral roundedName = "tessera.rounded";

void tessera::codegen::keepRounded(arith::DivFOp op) { op->setAttr(roundedName, UnitAttr::get(op.getContext())); }

void tessera::codegen::keepRoundedDivisions(ModuleOp module) {
  module.walk([](arith::DivFOp op) {
    if (op.getType().isF32() && !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::arcp))
      keepRounded(op);
  });
}

static void replaceByFull(arith::DivFOp op) {
  OpBuilder builder(op);
  F32 f{builder, op.getLoc()};
  op.replaceAllUsesWith(f.intrinsic("llvm.nvvm.div.full", {op.getLhs(), op.getRhs()}));
  op.erase();
}

/// A product with the divisor's reciprocal, made here where the divisor is a constant: see schedule's RoundedAway.cpp.
static void replaceByApproximate(arith::DivFOp op) {
  OpBuilder builder(op);
  F32 f{builder, op.getLoc()};
  llvm::APFloat divisor(0.0f);
  Value reciprocal = matchPattern(op.getRhs(), m_ConstantFloat(&divisor))
                         ? f.constant(static_cast<float>(1 / divisor.convertToDouble()))
                         : f.intrinsic("llvm.nvvm.rcp.approx.ftz.f", op.getRhs());
  op.replaceAllUsesWith(f.mul(op.getLhs(), reciprocal));
  op.erase();
}

static bool isApproximate(arith::DivFOp op) {
  return arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn);
}

void tessera::codegen::lowerDivisions(ModuleOp module) {
  constexpr size_t worthIt = 3;
  llvm::MapVector<Value, SmallVector<arith::DivFOp>> byDivisor;
  module.walk([&](arith::DivFOp op) {
    if (op.getType().isF32() && isApproximate(op))
      replaceByApproximate(op);
    else if (op.getType().isF32() && !op->hasAttr(roundedName)) // others have to be rounded, and are one by one
      byDivisor[op.getRhs()].push_back(op);
  });
  for (auto &[unused, divisions] : byDivisor) {
    Value divisor = divisions.front().getRhs(); // what it was may have been a quotient that is replaced by now
    if (hasExactInverse(divisor))
      continue;
    if (divisions.size() >= worthIt) {
      SharedDivisor by = prepare(divisor);
      for (arith::DivFOp op : divisions)
        replaceByProduct(op, by);
      continue;
    }
    for (arith::DivFOp op : divisions)
      replaceByFull(op);
  }
}
