// SPDX-License-Identifier: Apache-2.0
// Operations on registers: elementwise arithmetic, indices, broadcasts, conversions of element types and of layouts.
#include "compiler/codegen/Distribute.h"
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/Elementwise.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// math's operations that are exact, or an instruction, in f16 and bf16; the others are computed in f32.
static bool isNarrowMath(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp>(op);
}

static bool isFloat8(Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8; }

LogicalResult Distributor::visitElementwise(Operation *op) {
  if (auto cast = dyn_cast<tilegpu::CastOp>(op)) {
    if (isFloat8(tilegpu::getElementType(cast.getInput().getType())) || isFloat8(tilegpu::getElementType(cast.getType())))
      return castFloat8(cast);
    Registers results;
    for (Value value : get(cast.getInput()))
      results.push_back(castElement(cast, value));
    return set(cast, std::move(results)), success();
  }
  if (auto bitcast = dyn_cast<tilegpu::BitcastOp>(op)) {
    Registers results;
    Type to = tilegpu::getElementType(bitcast.getType());
    for (Value value : get(bitcast.getInput()))
      results.push_back(value.getType() == to ? value : Value(arith::BitcastOp::create(builder, loc, to, value)));
    return set(bitcast, std::move(results)), success();
  }
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op)) {
    TypedAttr value = constantOp.getValue();
    if (auto splat = dyn_cast<SplatElementsAttr>(Attribute(value)))
      value = cast<TypedAttr>(splat.getSplatValue<Attribute>());
    Value scalar = arith::ConstantOp::create(builder, loc, value);
    return set(constantOp, Registers(countRegisters(op->getResult(0).getType()), scalar)), success();
  }
  std::string reason;
  if (!tilegpu::hasElementwiseCode(op, &reason) || op->getNumRegions())
    return fail(op, "has no code");
  bool widens = isa<math::MathDialect>(op->getDialect()) && !isNarrowMath(op);
  auto widen = [&](Value value) -> Value {
    bool isNarrow = isa<Float16Type, BFloat16Type>(value.getType());
    return widens && isNarrow ? Value(arith::ExtFOp::create(builder, loc, builder.getF32Type(), value)) : value;
  };
  // addui_extended and mulsi_extended have two results.
  SmallVector<Registers> results(op->getNumResults());
  for (int64_t reg = 0; reg < countRegisters(op->getResult(0).getType()); ++reg) {
    OperationState state(loc, op->getName());
    bool isNarrow = false;
    for (Value operand : op->getOperands()) {
      const Registers &values = get(operand);
      Value value = isa<RankedTensorType>(operand.getType()) ? values[reg] : values.front();
      isNarrow |= widen(value) != value;
      state.operands.push_back(widen(value));
    }
    for (Type type : op->getResultTypes()) {
      Type element = tilegpu::getElementType(type);
      state.types.push_back(isNarrow && isa<FloatType>(element) ? builder.getF32Type() : element);
    }
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *scalar = builder.create(state);
    for (auto [index, value] : llvm::enumerate(scalar->getResults())) {
      Type element = tilegpu::getElementType(op->getResult(index).getType());
      results[index].push_back(value.getType() == element ? value
                                                          : Value(arith::TruncFOp::create(builder, loc, element, value)));
    }
  }
  for (auto [value, own] : llvm::zip(op->getResults(), results))
    set(value, std::move(own));
  return success();
}

void Distributor::visitIota(tilegpu::IotaOp op) {
  LinearLayout layout = tilegpu::getLayout(op.getType());
  Type element = tilegpu::getElementType(op.getType());
  Value part = getThreadCoordinate(layout, op.getAxis());
  Registers values;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    Value index = addCoordinate(layout, op.getAxis(), part, layout.apply(reg)[op.getAxis()]);
    if (isa<FloatType>(element))
      index = arith::SIToFPOp::create(builder, loc, element, index);
    else if (element.getIntOrFloatBitWidth() > 32)
      index = arith::ExtUIOp::create(builder, loc, element, index);
    else if (element.getIntOrFloatBitWidth() < 32)
      index = arith::TruncIOp::create(builder, loc, element, index);
    values.push_back(index);
  }
  set(op, std::move(values));
}

void Distributor::visitBroadcast(tilegpu::BroadcastOp op) {
  LinearLayout wanted = layout::projectToOperand(tilegpu::getLayout(op.getType()), op.getAxes(), tilegpu::getShape(op.getInput().getType()));
  auto map = layout::getRegisterMap(tilegpu::getLayout(op.getInput().getType()), wanted);
  Registers values;
  for (int32_t reg : *map)
    values.push_back(get(op.getInput())[reg]);
  set(op, std::move(values));
}

void Distributor::visitSlice(tilegpu::SliceOp op) {
  auto map = layout::getSliceMap(tilegpu::getLayout(op.getInput().getType()), tilegpu::getLayout(op.getType()), op.getOffsets());
  Registers values;
  for (int32_t reg : *map)
    values.push_back(get(op.getInput())[reg]);
  set(op, std::move(values));
}

//===-- layouts -----------------------------------------------------------------------------------------------===//

void Distributor::visitConvert(tilegpu::ConvertLayoutOp op) {
  LinearLayout from = tilegpu::getLayout(op.getInput().getType()), to = tilegpu::getLayout(op.getType());
  auto map = layout::getRegisterMap(from, to);
  if (!map)
    return convertThroughShared(op);
  Registers values;
  for (int32_t reg : *map)
    values.push_back(get(op.getInput())[reg]);
  set(op, std::move(values));
}

/// Each thread writes its elements to their row-major places in shared memory, all wait, each reads those it wants.
void Distributor::convertThroughShared(tilegpu::ConvertLayoutOp op) {
  LinearLayout from = tilegpu::getLayout(op.getInput().getType()), to = tilegpu::getLayout(op.getType());
  Type element = tilegpu::getElementType(op.getType());
  Type stored = element.isInteger(1) ? Type(builder.getI8Type()) : element;
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  Value base = LLVM::AddressOfOp::create(builder, loc, pointerType, shared.getSymName());
  auto getAddress = [&](const LinearLayout &layout, int32_t reg) -> Value {
    layout::Basis own = layout.apply(reg);
    Value offset;
    int64_t pitch = 1;
    for (size_t axis = layout.rank(); axis-- > 0;) {
      Value coordinate = addCoordinate(layout, axis, getThreadCoordinate(layout, axis), own[axis]);
      Value scaled = arith::MulIOp::create(builder, loc, coordinate, constant(pitch));
      offset = offset ? Value(arith::AddIOp::create(builder, loc, offset, scaled)) : scaled;
      pitch *= layout.outputs()[axis].size;
    }
    return LLVM::GEPOp::create(builder, loc, pointerType, stored, base, ArrayRef<LLVM::GEPArg>{offset});
  };
  // What another conversion left there may still be read.
  NVVM::Barrier0Op::create(builder, loc);
  for (auto [reg, value] : llvm::enumerate(get(op.getInput()))) {
    Value bits = stored == element ? value : Value(arith::ExtUIOp::create(builder, loc, stored, value));
    LLVM::StoreOp::create(builder, loc, bits, getAddress(from, reg));
  }
  NVVM::Barrier0Op::create(builder, loc);
  Registers values;
  for (int32_t reg = 0; reg < to.inputSize(layout::registerDim); ++reg) {
    Value value = LLVM::LoadOp::create(builder, loc, stored, getAddress(to, reg));
    values.push_back(stored == element ? value : Value(arith::TruncIOp::create(builder, loc, element, value)));
  }
  set(op, std::move(values));
}

//===-- element types -----------------------------------------------------------------------------------------===//

/// `llvm.fptosi.sat`: saturates, takes NaN to 0; an instruction's own behaviour on NVIDIA's hardware for 32 and 64 bits.
Value Distributor::castFloatToInteger(Value value, IntegerType to, bool isUnsigned) {
  if (isa<Float16Type, BFloat16Type>(value.getType()))
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  std::string name = isUnsigned ? "llvm.fptoui.sat" : "llvm.fptosi.sat";
  return LLVM::CallIntrinsicOp::create(builder, loc, to, builder.getStringAttr(name), ValueRange{value}).getResult(0);
}

/// One instruction without effects.
static Value createPure(OpBuilder &builder, Location loc, Type type, Value operand, const std::string &text, const char *constraints) {
  return LLVM::InlineAsmOp::create(builder, loc, TypeRange(type), ValueRange{operand}, text, constraints, false, false, LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr())
      .getResult(0);
}

/// 8-bit floats are bytes in registers. The machine converts them to f16, exactly, and from f32 to nearest even, but to the largest number where the
/// language says NaN (e4m3, from above 464 on: halfway to what would come next) or infinity (e5m2, from 61,440 on).
LogicalResult Distributor::castFloat8(tilegpu::CastOp op) {
  Type from = tilegpu::getElementType(op.getInput().getType()), to = tilegpu::getElementType(op.getType());
  auto isKnown = [](Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); };
  bool isFrom = isKnown(from) && isa<FloatType>(to) && to.getIntOrFloatBitWidth() >= 16;
  bool isTo = isKnown(to) && isa<FloatType>(from) && (from.getIntOrFloatBitWidth() == 16 || from.isF32());
  if (!kernel.getTarget().hasWgmma || (!isFrom && !isTo))
    return fail(op, "between these element types has no code");
  bool isE4m3 = isa<Float8E4M3FNType>(isFrom ? from : to);
  std::string pair = isE4m3 ? "e4m3x2" : "e5m2x2";
  Type i16 = builder.getI16Type(), f32 = builder.getF32Type();
  Registers results;
  for (Value value : get(op.getInput())) {
    if (isFrom) {
      Value bits = createPure(builder, loc, i16, arith::ExtUIOp::create(builder, loc, i16, value),
                              "{\n.reg .b32 pair;\n.reg .b16 high;\ncvt.rn.f16x2." + pair + " pair, $1;\nmov.b32 {$0, high}, pair;\n}", "=h,h");
      Value half = arith::BitcastOp::create(builder, loc, builder.getF16Type(), bits);
      if (!to.isF16())
        half = arith::ExtFOp::create(builder, loc, to.isBF16() ? f32 : to, half);
      results.push_back(to.isBF16() ? Value(arith::TruncFOp::create(builder, loc, to, half)) : half);
      continue;
    }
    if (!value.getType().isF32())
      value = arith::ExtFOp::create(builder, loc, f32, value);
    Value bits = createPure(builder, loc, i16, value, "cvt.rn.satfinite." + pair + ".f32 $0, 0f00000000, $1;", "=h,f");
    Value size = math::AbsFOp::create(builder, loc, value), most = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(isE4m3 ? 464.0f : 61440.0f));
    Value isOver = arith::CmpFOp::create(builder, loc, isE4m3 ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OGE, size, most);
    Value sign = arith::AndIOp::create(builder, loc, bits, constant(i16, 0x80));
    Value over = arith::OrIOp::create(builder, loc, sign, constant(i16, isE4m3 ? 0x7F : 0x7C));
    bits = arith::SelectOp::create(builder, loc, isOver, over, bits);
    results.push_back(arith::TruncIOp::create(builder, loc, builder.getI8Type(), bits));
  }
  set(op, std::move(results));
  return success();
}

Value Distributor::castElement(tilegpu::CastOp op, Value value) {
  Type from = value.getType(), to = tilegpu::getElementType(op.getType());
  if (from == to)
    return value;
  auto toInteger = dyn_cast<IntegerType>(to);
  if (to.isInteger(1)) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(from));
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
  }
  bool isUnsigned = op.getFromUnsigned() || from.isInteger(1);
  if (isa<FloatType>(from) && toInteger)
    return castFloatToInteger(value, toInteger, op.getToUnsigned());
  if (toInteger) {
    if (to.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth())
      return arith::TruncIOp::create(builder, loc, to, value);
    if (isUnsigned)
      return arith::ExtUIOp::create(builder, loc, to, value);
    return arith::ExtSIOp::create(builder, loc, to, value);
  }
  if (!isa<FloatType>(from)) {
    if (isUnsigned)
      return arith::UIToFPOp::create(builder, loc, to, value);
    return arith::SIToFPOp::create(builder, loc, to, value);
  }
  if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  if (from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth()) // f16 and bf16: neither holds the other
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, value);
}
