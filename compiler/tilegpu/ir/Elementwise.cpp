// SPDX-License-Identifier: Apache-2.0
// The elementwise operations that have code. arith's are instructions of the hardware (f16 and bf16 included: LLVM widens
// where a target lacks them); math's are expanded by codegen in f32 and f64. 8-bit floats are computed in f32.
#include "compiler/tilegpu/ir/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

bool tessera::tilegpu::isSupportedElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && llvm::is_contained({1u, 2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// math's operations with code.
static bool isKnownMath(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp, math::AtanOp, math::AtanhOp, math::Atan2Op, math::CbrtOp,
             math::CeilOp, math::ClampFOp, math::CopySignOp, math::IPowIOp, math::IsNormalOp, math::CosOp, math::CoshOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
             math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op, math::ExpM1Op, math::FloorOp, math::FmaOp, math::IsFiniteOp,
             math::IsInfOp, math::IsNaNOp, math::LogOp, math::Log10Op, math::Log1pOp, math::Log2Op, math::PowFOp, math::RoundOp,
             math::RoundEvenOp, math::RsqrtOp, math::SinOp, math::SinhOp, math::SqrtOp, math::TanOp, math::TanhOp, math::TruncOp>(op);
}

static bool isKnownArith(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return true;
  return isa<arith::ArithDialect>(op->getDialect()) && OpTrait::hasElementwiseMappableTraits(op) &&
         !isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op);
}

bool tessera::tilegpu::hasElementwiseCode(Operation *op, std::string *reason) {
  auto fail = [&](std::string why) {
    if (reason)
      *reason = std::move(why);
    return false;
  };
  std::string name = "`" + op->getName().getStringRef().str() + "`";
  bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
  if (!op->getDialect() || (isMath ? !isKnownMath(op) : !isKnownArith(op)))
    return fail(name);
  auto describe = [](Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
    return "`" + text + "`";
  };
  auto check = [&](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isSupportedElementType(element) || element.isIndex();
  };
  for (Type type : llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    if (!check(type))
      return fail(name + " on " + describe(type));
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (auto elements = dyn_cast<ElementsAttr>(constant.getValue()); elements && !elements.isSplat())
      return fail("an array constant with different elements");
  return true;
}
