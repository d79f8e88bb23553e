// SPDX-License-Identifier: Apache-2.0
// Elementwise operations: as many scalar operations as a thread holds registers. 16-bit floats go in pairs where the machine has instructions for two, which round
// as one does; what has no instruction for a narrow float is computed in f32 and rounded once, 8-bit floats always.
#include "compiler/tilegpu/ir/Elementwise.h"
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/ScalarElements.h"
#include "compiler/tilegpu/ir/Saturated.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

/// math's operations that are exact, or an instruction, in f16 and bf16; the others are computed in f32.
static bool isNarrowMath(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp, math::IsNormalOp, math::ClampFOp, math::IPowIOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp>(op);
}

/// Operations that have an instruction for two f16 or bf16 at once.
static bool isPaired(Operation *op, Type element) {
  bool isHalf = isa<Float16Type, BFloat16Type>(element);
  return isHalf && isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, math::FmaOp>(op);
}

/// What changes nothing of an element's bits.
static bool movesBits(Operation *op) { return isa<arith::SelectOp>(op); }

static Value joinPair(OpBuilder &builder, Location loc, Value a, Value b) {
  Value pair = LLVM::PoisonOp::create(builder, loc, VectorType::get({2}, a.getType()));
  for (int32_t i : {0, 1}) {
    Value place = LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(i));
    pair = LLVM::InsertElementOp::create(builder, loc, pair, i ? b : a, place);
  }
  return pair;
}

/// The operation on registers 2k and 2k + 1 as one on a pair.
static Registers computePairs(OpBuilder &builder, Location loc, Operation *op, ArrayRef<Registers> operands, int64_t count) {
  Registers results;
  for (int64_t reg = 0; reg < count; reg += 2) {
    OperationState state(loc, op->getName());
    for (const Registers &values : operands)
      state.operands.push_back(joinPair(builder, loc, values[reg], values[reg + 1]));
    state.types.push_back(state.operands.front().getType());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Value pair = builder.create(state)->getResult(0);
    for (int32_t i : {0, 1}) {
      Value place = LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(i));
      results.push_back(LLVM::ExtractElementOp::create(builder, loc, pair, place));
    }
  }
  return results;
}

/// Casts that saturate (schedule/Clamps.h), two at once where there are two.
static Registers saturateFloats(OpBuilder &builder, Location loc, ArrayRef<Value> values, Type to) {
  Registers results;
  for (size_t reg = 0; reg < values.size(); reg += 2) {
    bool isPair = reg + 1 < values.size();
    Value both = saturateToFloat8(builder, loc, values[reg], isPair ? values[reg + 1] : Value(), to);
    for (int64_t byte = 0; byte < (isPair ? 2 : 1); ++byte) {
      Value shift = arith::ConstantOp::create(builder, loc, builder.getI16IntegerAttr(static_cast<int16_t>(8 * byte)));
      Value bits = byte ? Value(arith::ShRUIOp::create(builder, loc, both, shift)) : both;
      results.push_back(arith::TruncIOp::create(builder, loc, builder.getI8Type(), bits));
    }
  }
  return results;
}

/// Bytes of e4m3 as f16, which holds all of them, two at once.
static Registers extendPairs(OpBuilder &builder, Location loc, ArrayRef<Value> bytes) {
  Registers results;
  for (size_t reg = 0; reg < bytes.size(); reg += 2)
    for (Value half : extendFloat8Pair(builder, loc, bytes[reg], bytes[reg + 1]))
      results.push_back(half);
  return results;
}

void Distributor::visitCast(tilegpu::CastOp op) {
  Registers results;
  Type from = tilegpu::getElementType(op.getInput().getType()), to = tilegpu::getElementType(op.getType());
  ArrayRef<Value> values = get(op.getInput());
  bool hasInstructions = kernel.getTarget().hasWgmma;
  if (op->hasAttr(tilegpu::saturatedName))
    return set(op, saturateFloats(builder, loc, values, to));
  if (isa<Float8E4M3FNType>(from) && to.isF16() && hasInstructions && values.size() % 2 == 0)
    return set(op, extendPairs(builder, loc, values));
  for (Value value : values)
    results.push_back(
        castElement(builder, loc, value, from, to, op.getFromUnsigned(), op.getToUnsigned(), hasInstructions));
  set(op, std::move(results));
}

void Distributor::visitBitcast(tilegpu::BitcastOp op) {
  Registers results;
  Type to = getRegisterType(tilegpu::getElementType(op.getType()));
  for (Value value : get(op.getInput()))
    results.push_back(value.getType() == to ? value : Value(arith::BitcastOp::create(builder, loc, to, value)));
  set(op, std::move(results));
}

void Distributor::visitConstant(arith::ConstantOp op) {
  TypedAttr value = op.getValue();
  if (auto splat = dyn_cast<SplatElementsAttr>(Attribute(value)))
    value = cast<TypedAttr>(splat.getSplatValue<Attribute>());
  if (auto number = dyn_cast<FloatAttr>(value); number && isFloat8(number.getType()))
    value = builder.getIntegerAttr(builder.getI8Type(), number.getValue().bitcastToAPInt());
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  set(op, Registers(countRegisters(op.getType()), scalar));
}

LogicalResult Distributor::visitElementwise(Operation *op) {
  if (auto cast = dyn_cast<tilegpu::CastOp>(op))
    return visitCast(cast), success();
  if (auto bitcast = dyn_cast<tilegpu::BitcastOp>(op))
    return visitBitcast(bitcast), success();
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op))
    return visitConstant(constantOp), success();
  if (auto assembly = dyn_cast<tilegpu::InlineAsmOp>(op))
    return visitInlineAsm(assembly);
  std::string reason;
  if (!tilegpu::hasElementwiseCode(op, &reason) || op->getNumRegions())
    return fail(op, "has no code");
  int64_t count = countRegisters(op->getResult(0).getType());
  SmallVector<Registers> operands;
  for (Value operand : op->getOperands()) {
    const Registers &values = get(operand);
    operands.push_back(isa<RankedTensorType>(operand.getType()) ? values : Registers(count, values.front()));
  }
  if (count % 2 == 0 && isPaired(op, tilegpu::getElementType(op->getResult(0).getType())))
    return set(op->getResult(0), computePairs(builder, loc, op, operands, count)), success();
  // addui_extended and mulsi_extended have two results.
  SmallVector<Registers> results(op->getNumResults());
  for (int64_t reg = 0; reg < count; ++reg) {
    auto own = llvm::map_to_vector(operands, [&](const Registers &values) { return values[reg]; });
    for (auto [index, value] : llvm::enumerate(computeElement(op, own)))
      results[index].push_back(value);
  }
  for (auto [value, own] : llvm::zip(op->getResults(), results))
    set(value, std::move(own));
  return success();
}

/// The scalar operation; the results' registers.
Registers Distributor::computeElement(Operation *op, ArrayRef<Value> operands) {
  if (Value value = createAtEdges(builder, loc, op, operands))
    return {value};
  bool widensHalves = isa<math::MathDialect>(op->getDialect()) && !isNarrowMath(op), isWidened = false, hasInstructions = kernel.getTarget().hasWgmma;
  OperationState state(loc, op->getName());
  for (auto [original, value] : llvm::zip(op->getOperands(), operands)) {
    Type element = tilegpu::getElementType(original.getType());
    Value wide = value;
    if (isFloat8(element) && !movesBits(op))
      wide = extendFloat8(builder, loc, value, element, hasInstructions);
    else if (widensHalves && isa<Float16Type, BFloat16Type>(element))
      wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    isWidened |= wide != value;
    state.operands.push_back(wide);
  }
  for (Type type : op->getResultTypes()) {
    Type element = tilegpu::getElementType(type);
    state.types.push_back(isWidened && isa<FloatType>(element) ? builder.getF32Type() : getRegisterType(element));
  }
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Registers results;
  for (auto [original, value] : llvm::zip(op->getResults(), builder.create(state)->getResults())) {
    Type element = tilegpu::getElementType(original.getType());
    if (value.getType() == getRegisterType(element))
      results.push_back(value);
    else if (isFloat8(element))
      results.push_back(truncateToFloat8(builder, loc, value, element, hasInstructions));
    else
      results.push_back(arith::TruncFOp::create(builder, loc, element, value));
  }
  return results;
}
