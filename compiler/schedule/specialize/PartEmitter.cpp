// SPDX-License-Identifier: Apache-2.0
// Parts of operations: their operands' parts and the result's type are most of it; what counts along the axis, or
// reads an array, goes on from where the part begins.
#include "compiler/schedule/specialize/PartEmitter.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static Type getPartType(Type type, int64_t axis, const Cut &cut) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || axis == wholeArray)
    return type;
  SmallVector<int64_t> shape(tensor.getShape());
  shape[axis] = cut.size;
  return RankedTensorType::get(shape, tensor.getElementType());
}

static Value emitLoad(OpBuilder &builder, tile::LoadOp load, int64_t axis, const Cut &cut, GetPart get) {
  SmallVector<int64_t> sizes;
  SmallVector<Value> offsets = getPartOffsets(builder, load, axis, cut, get, sizes);
  auto getOptional = [&](Value value) { return value ? get(value, axis) : Value(); };
  return tile::LoadOp::create(builder, load.getLoc(), getPartType(load.getType(), axis, cut),
                              get(load.getRef(), wholeArray), offsets, getOptional(load.getMask()),
                              getOptional(load.getOther()),
                              builder.getDenseI64ArrayAttr(SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic)),
                              builder.getDenseI64ArrayAttr(sizes), load.getStridesAttr(), load.getDroppedAttr());
}

/// `array` counts from 0 on.
static Value countFrom(OpBuilder &builder, Value array, Value first, Location loc) {
  auto type = cast<RankedTensorType>(array.getType());
  Type element = type.getElementType();
  if (element != first.getType())
    first = tile::CastOp::create(builder, loc, element, first, false, false);
  Value splat = ArrayBuilder(builder, loc).splat(first, type.getShape());
  return isa<FloatType>(element) ? Value(arith::AddFOp::create(builder, loc, array, splat))
                                 : Value(arith::AddIOp::create(builder, loc, array, splat));
}

SmallVector<Value> tessera::schedule::emitPart(OpBuilder &builder, Operation *op, int64_t axis, const Cut &cut,
                                               GetPart get) {
  Location loc = op->getLoc();
  if (axis != wholeArray) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      Type type = getPartType(constant.getType(), axis, cut);
      auto elements = cast<SplatElementsAttr>(constant.getValue());
      return {arith::ConstantOp::create(builder, loc, elements.resizeSplat(cast<ShapedType>(type)))};
    }
    if (auto load = dyn_cast<tile::LoadOp>(op))
      return {emitLoad(builder, load, axis, cut, get)};
  }
  std::optional<SmallVector<ArrayPart>> operands = getOperandParts(op, axis);
  IRMapping mapping;
  for (const ArrayPart &part : *operands)
    mapping.map(part.first, get(part.first, part.second));
  for (Value operand : op->getOperands())
    if (isa<tile::RefType>(operand.getType()))
      mapping.map(operand, get(operand, wholeArray));
  Operation *clone = builder.clone(*op, mapping);
  if (auto slice = dyn_cast<tile::SliceValueOp>(clone); slice && axis != wholeArray) {
    SmallVector<int64_t> sizes(slice.getSizes());
    sizes[getKeptAxes(static_cast<int64_t>(sizes.size()), slice.getDropped())[axis]] = cut.size;
    slice.setSizes(sizes);
  }
  SmallVector<Value> results;
  for (auto [result, part] : llvm::zip(op->getResults(), clone->getResults())) {
    part.setType(getPartType(result.getType(), axis, cut));
    results.push_back(part);
  }
  auto iota = dyn_cast<tile::IotaOp>(op);
  if (iota && static_cast<int64_t>(iota.getAxis()) == axis && cut.first)
    results = {countFrom(builder, results[0], cut.first, loc)};
  return results;
}
