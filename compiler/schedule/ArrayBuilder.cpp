// SPDX-License-Identifier: Apache-2.0
// The pieces of `tile` that schedule's passes write.
#include "compiler/schedule/ArrayBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

Value ArrayBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

Value ArrayBuilder::add(Value a, Value b) {
  std::optional<int64_t> left = getConstant(a), right = getConstant(b);
  if (left && right)
    return constant(*left + *right);
  if (left == 0)
    return b;
  if (right == 0)
    return a;
  return arith::AddIOp::create(builder, loc, a, b);
}

Value ArrayBuilder::multiply(Value a, int64_t factor) {
  if (std::optional<int64_t> value = getConstant(a))
    return constant(*value * factor);
  if (factor == 1)
    return a;
  return arith::MulIOp::create(builder, loc, a, constant(factor));
}

Value ArrayBuilder::toI32(Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, builder.getI32Type(), value);
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return value;
  if (width > 32)
    return arith::TruncIOp::create(builder, loc, builder.getI32Type(), value);
  return arith::ExtSIOp::create(builder, loc, builder.getI32Type(), value);
}

Value ArrayBuilder::toI32(OpFoldResult value) {
  if (auto attr = dyn_cast<Attribute>(value))
    return constant(cast<IntegerAttr>(attr).getInt());
  return toI32(cast<Value>(value));
}

Value ArrayBuilder::splat(Value value, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return value;
  return tile::BroadcastOp::create(builder, loc, tile::getArrayType(shape, value.getType()), value, ArrayRef<int64_t>());
}

Value ArrayBuilder::splat(TypedAttr value, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return arith::ConstantOp::create(builder, loc, value);
  auto type = RankedTensorType::get(shape, value.getType());
  return arith::ConstantOp::create(builder, loc, SplatElementsAttr::get(type, Attribute(value)));
}

Value ArrayBuilder::positions(ArrayRef<int64_t> shape, int64_t axis, Value base, int64_t stride) {
  Value own = tile::IotaOp::create(builder, loc, RankedTensorType::get(shape, builder.getI32Type()), axis);
  if (stride != 1)
    own = arith::MulIOp::create(builder, loc, own, splat(builder.getI32IntegerAttr(static_cast<int32_t>(stride)), shape));
  if (getConstant(base) == 0)
    return own;
  return arith::AddIOp::create(builder, loc, splat(base, shape), own);
}

Value ArrayBuilder::isBelow(Value positions, int64_t limit) {
  Value bound = splat(builder.getI32IntegerAttr(static_cast<int32_t>(limit)), tile::getShape(positions.getType()));
  // Unsigned: a negative position is past the end, too.
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, positions, bound);
}

Value ArrayBuilder::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

TypedAttr ArrayBuilder::getUninitialized(Type elementType) {
  if (auto type = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(type, APFloat::getQNaN(type.getFloatSemantics()));
  unsigned width = elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, width == 1 ? APInt(1, 0) : APInt::getSignedMinValue(width));
}

SmallVector<int64_t> tessera::schedule::getKeptAxes(int64_t rank, ArrayRef<int64_t> dropped) {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(dropped, axis))
      axes.push_back(axis);
  return axes;
}
