// SPDX-License-Identifier: Apache-2.0
// Which instruction computes a product, and in which types. mma.sync takes f16, bf16, tf32 and 8-bit integers in tiles of 16 rows, 8 columns and 32 bytes of K; all
// else, and what is smaller, is done by multiply-adds.
//
//   operands                     by            why
//   f16 (bf16) both              mma           products are exact in f32
//   8-bit floats                 mma of f16    f16 holds each of them; what has an instruction of its own (sm_90) converts to f16 inside
//   f32, `tf32` or `tf32x3`      mma of tf32   rounded to nearest, or cut in two parts and three products
//   f16 with bf16                mma of tf32   which holds both
//   f32, `ieee`                  multiply-adds
//   i8 both, sum of 32 bits      mma
//   f64, wider integers          multiply-adds in the sum's type
//
// A product that adds a computed array which nobody else wants is given it as accumulator: `c + dot(a, b)` is `dot(a, b) acc c`.
#include "compiler/schedule/Products.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

layout::LinearLayout ProductPlan::getLayout(int64_t warps) {
  ArrayRef<int64_t> shape = getShape();
  if (instruction == tilegpu::DotInstruction::mma)
    return layout::makeMmaSum(shape, layout::dealWarps(shape, warps, 16, 8, isRowsOnly), warps);
  int64_t vector = sum.getIntOrFloatBitWidth() > 32 ? 2 : 4;
  return layout::makeFmaSum(shape, vector, layout::dealWarps(shape, warps, 8, 4 * vector), warps);
}

/// The floats that both operands become.
static void planFloats(ProductPlan &plan) {
  Builder builder(plan.dot.getContext());
  if (plan.sum.isF64())
    return;
  auto narrow = [](Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16; };
  if (!narrow(plan.left) || !narrow(plan.right)) {
    if (plan.left.isF32() || plan.right.isF32())
      plan.precision = static_cast<tilegpu::DotPrecision>(static_cast<int>(plan.dot.getPrecision()));
    plan.left = plan.right = builder.getF32Type();
    return;
  }
  bool hasBf16 = plan.left.isBF16() || plan.right.isBF16(), hasF16 = plan.left.isF16() || plan.right.isF16();
  plan.left = plan.right = hasBf16 && hasF16 ? Type(builder.getF32Type()) : hasBf16 ? Type(builder.getBF16Type()) : Type(builder.getF16Type());
  if (hasBf16 && hasF16)
    plan.precision = tilegpu::DotPrecision::tf32;
}

static void planTypes(ProductPlan &plan) {
  Builder builder(plan.dot.getContext());
  plan.left = tile::getElementType(plan.dot.getLhs().getType());
  plan.right = tile::getElementType(plan.dot.getRhs().getType());
  Type result = tile::getElementType(plan.dot.getType());
  if (isa<FloatType>(result)) {
    plan.sum = result.isF64() ? result : Type(builder.getF32Type());
    if (!isa<FloatType>(plan.left))
      plan.left = plan.sum;
    if (!isa<FloatType>(plan.right))
      plan.right = plan.sum;
    return planFloats(plan);
  }
  plan.sum = builder.getIntegerType(result.getIntOrFloatBitWidth() > 32 ? 64 : 32);
  for (Type *operand : {&plan.left, &plan.right})
    if (isa<FloatType>(*operand) || operand->getIntOrFloatBitWidth() > plan.sum.getIntOrFloatBitWidth())
      *operand = plan.sum;
    else if (operand->getIntOrFloatBitWidth() < 8)
      *operand = builder.getI8Type();
}

static tilegpu::DotInstruction chooseInstruction(ProductPlan &plan) {
  ArrayRef<int64_t> shape = plan.getShape();
  int64_t bits = plan.left.getIntOrFloatBitWidth();
  bool hasInstruction = plan.left == plan.right && (isa<Float16Type, BFloat16Type>(plan.left) ? plan.sum.isF32()
                                                    : plan.left.isF32() ? plan.sum.isF32() && plan.precision != tilegpu::DotPrecision::ieee
                                                                        : plan.left.isInteger(8) && plan.sum.isInteger(32));
  bool isLarge = shape[shape.size() - 2] >= 16 && shape.back() >= 8 && plan.getDepth() * bits >= 256;
  return hasInstruction && isLarge ? tilegpu::DotInstruction::mma : tilegpu::DotInstruction::fma;
}

//===-- sums added to -----------------------------------------------------------------------------------------===//

/// An array of zeros adds nothing.
static bool isZero(Value value) {
  return value && (matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()));
}

/// `c + dot` as `dot acc c`, where rounding in between is not lost (sums narrower than the accumulation).
static void fuseAddition(tile::DotOp dot) {
  Type element = tile::getElementType(dot.getType());
  if (!dot->hasOneUse() || (dot.getAcc() && !isZero(dot.getAcc())) || element.getIntOrFloatBitWidth() < 32)
    return;
  Operation *add = *dot->user_begin();
  if (!isa<arith::AddFOp, arith::AddIOp>(add) || add->getBlock() != dot->getBlock() || add->getOperand(0) == add->getOperand(1))
    return;
  Value other = add->getOperand(add->getOperand(0) == dot.getResult() ? 1 : 0);
  if (other.getDefiningOp<tile::DotOp>() && other.hasOneUse() && other.getDefiningOp()->isBeforeInBlock(dot) == false)
    return; // that one is given this one
  OpBuilder builder(add);
  auto fused = tile::DotOp::create(builder, dot.getLoc(), dot.getType(), dot.getLhs(), dot.getRhs(), other, dot.getPrecision(), dot.getFromUnsigned());
  add->getResult(0).replaceAllUsesWith(fused);
  add->erase();
  dot.erase();
}

//===-- products of products ----------------------------------------------------------------------------------===//

static bool isElementwise(Operation *op) {
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) || isa<tile::CastOp>(op);
}

/// The product whose sum `value` is computed from element by element; null where there is none.
static tile::DotOp findSource(Value value, int depth = 24) {
  Operation *op = value.getDefiningOp();
  if (auto dot = dyn_cast_or_null<tile::DotOp>(op))
    return dot;
  if (!op || depth == 0 || op->getNumResults() != 1 || !isElementwise(op))
    return {};
  for (Value operand : op->getOperands())
    if (tile::getShape(operand.getType()) == tile::getShape(value.getType()))
      if (tile::DotOp dot = findSource(operand, depth - 1))
        return dot;
  return {};
}

/// Sums that become left operands stay in registers where there are rows enough for all warps.
static void chainProducts(MutableArrayRef<ProductPlan> plans, int64_t warps) {
  for (ProductPlan &plan : plans) {
    ArrayRef<int64_t> shape = plan.getShape();
    if (plan.instruction != tilegpu::DotInstruction::mma || plan.left.getIntOrFloatBitWidth() != 16 || shape[shape.size() - 2] < 16 * warps ||
        tile::getElementType(plan.dot.getLhs().getType()) != plan.left)
      continue;
    tile::DotOp source = findSource(plan.dot.getLhs());
    auto *from = llvm::find_if(plans, [&](ProductPlan &other) { return other.dot == source; });
    if (!source || from == plans.end() || from->instruction != tilegpu::DotInstruction::mma)
      continue;
    plan.isLeftInRegisters = plan.isRowsOnly = from->isRowsOnly = true;
  }
}

SmallVector<ProductPlan> tessera::schedule::planProducts(tile::KernelOp kernel) {
  SmallVector<tile::DotOp> dots;
  kernel.walk([&](tile::DotOp dot) { dots.push_back(dot); });
  for (tile::DotOp dot : dots)
    fuseAddition(dot);
  SmallVector<ProductPlan> plans;
  kernel.walk([&](tile::DotOp dot) {
    ProductPlan plan;
    plan.dot = dot;
    planTypes(plan);
    plan.instruction = chooseInstruction(plan);
    plans.push_back(plan);
  });
  chainProducts(plans, getNumWarps(kernel));
  return plans;
}
