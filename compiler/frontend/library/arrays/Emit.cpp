// SPDX-License-Identifier: Apache-2.0
// Constants, casts and the operations that move elements. Elementwise arithmetic is in EmitElementwise.cpp.
#include "compiler/frontend/library/arrays/Emit.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::frontend;

Type frontend::getElementType(MLIRContext *context, DType type) {
  switch (type) {
  case DType::float8_e4m3fn:
    return Float8E4M3FNType::get(context);
  case DType::float8_e5m2:
    return Float8E5M2Type::get(context);
  case DType::float16:
    return Float16Type::get(context);
  case DType::bfloat16:
    return BFloat16Type::get(context);
  case DType::float32:
    return Float32Type::get(context);
  case DType::float64:
    return Float64Type::get(context);
  default:
    return IntegerType::get(context, numerics::getBitWidth(type));
  }
}

Type frontend::getArrayType(MLIRContext *context, ArrayRef<int64_t> shape, DType type) {
  return tile::getArrayType(shape, frontend::getElementType(context, type));
}

std::optional<Shape> frontend::broadcastShapes(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  Shape result(std::max(lhs.size(), rhs.size()));
  for (size_t back = 1; back <= result.size(); ++back) {
    int64_t l = back <= lhs.size() ? lhs[lhs.size() - back] : 1, r = back <= rhs.size() ? rhs[rhs.size() - back] : 1;
    if (l != r && l != 1 && r != 1)
      return std::nullopt;
    result[result.size() - back] = l == 1 ? r : l;
  }
  return result;
}

std::string frontend::formatShape(ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? ", " : "") + std::to_string(extent);
  return text + (shape.size() == 1 ? ",)" : ")");
}

int64_t frontend::countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

//===-- constants ---------------------------------------------------------------------------------------------===//

static Attribute toAttribute(Type elementType, double value) {
  if (auto floating = dyn_cast<FloatType>(elementType)) {
    APFloat number(value);
    bool losesInfo;
    number.convert(floating.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(elementType, number);
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (width == 1)
    return IntegerAttr::get(elementType, APInt(1, value != 0));
  APSInt integer(64, /*isUnsigned=*/value >= 0);
  bool exact;
  APFloat(value).convertToInteger(integer, APFloat::rmTowardZero, &exact);
  return IntegerAttr::get(elementType, integer.zextOrTrunc(width));
}

static Attribute toAttribute(Type elementType, int64_t value) {
  if (auto floating = dyn_cast<FloatType>(elementType)) {
    APFloat number(floating.getFloatSemantics());
    number.convertFromAPInt(APInt(64, value, /*isSigned=*/true), true, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(elementType, number);
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (width == 1)
    return IntegerAttr::get(elementType, APInt(1, value != 0));
  return IntegerAttr::get(elementType, APInt(64, value, /*isSigned=*/true).sextOrTrunc(width));
}

static Value makeConstant(Emitter &emitter, Attribute element, Type elementType, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return emitter.create<arith::ConstantOp>(cast<TypedAttr>(element));
  auto type = RankedTensorType::get(shape, elementType);
  return emitter.create<arith::ConstantOp>(DenseElementsAttr::get(type, element));
}

Value Emitter::constant(double value, DType type, ArrayRef<int64_t> shape) {
  Type elementType = frontend::getElementType(builder.getContext(), type);
  return makeConstant(*this, toAttribute(elementType, value), elementType, shape);
}

Value Emitter::constantInt(int64_t value, DType type, ArrayRef<int64_t> shape) {
  Type elementType = frontend::getElementType(builder.getContext(), type);
  return makeConstant(*this, toAttribute(elementType, value), elementType, shape);
}

template <typename T>
static Value makeElements(Emitter &emitter, ArrayRef<T> values, DType type, ArrayRef<int64_t> shape) {
  Type elementType = frontend::getElementType(emitter.builder.getContext(), type);
  SmallVector<Attribute> elements;
  for (T value : values)
    elements.push_back(toAttribute(elementType, value));
  if (shape.empty())
    return emitter.create<arith::ConstantOp>(cast<TypedAttr>(elements.front()));
  return emitter.create<arith::ConstantOp>(DenseElementsAttr::get(RankedTensorType::get(shape, elementType), elements));
}

Value Emitter::constantElements(ArrayRef<double> values, DType type, ArrayRef<int64_t> shape) {
  return makeElements(*this, values, type, shape);
}
Value Emitter::constantIntElements(ArrayRef<int64_t> values, DType type, ArrayRef<int64_t> shape) {
  return makeElements(*this, values, type, shape);
}

//===-- casts and moves ---------------------------------------------------------------------------------------===//

Type Emitter::typeOf(DType type, Value like) {
  return getArrayType(builder.getContext(), tile::getShape(like.getType()), type);
}

/// The single element of a constant whose elements are all equal, or null.
static Attribute getSplat(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
    return splat.getSplatValue<Attribute>();
  return isa<IntegerAttr, FloatAttr>(constant.getValue()) ? Attribute(constant.getValue()) : Attribute();
}

Value Emitter::cast(Value x, DType from, DType to) {
  if (from == to)
    return x;
  Type type = typeOf(to, x);
  // int32 and uint32 are one MLIR type.
  if (type == x.getType())
    return x;
  bool fromUnsigned = numerics::isUnsigned(from), toUnsigned = numerics::isUnsigned(to);
  if (Attribute splat = getSplat(x)) {
    // Only casts that can't lose anything are done here: rounding and saturation are the interpreter's and the GPU's.
    auto integer = dyn_cast<IntegerAttr>(splat);
    if (integer && from != DType::boolean && numerics::isFloat(to) && integer.getValue().getSignificantBits() <= 8) {
      int64_t value = fromUnsigned ? integer.getValue().getZExtValue() : integer.getValue().getSExtValue();
      return constantInt(value, to, tile::getShape(x.getType()));
    }
  }
  // The flags speak of integers only; a boolean is 0 or 1 whichever way it is read.
  return create<tile::CastOp>(type, x, fromUnsigned, toUnsigned);
}

Value Emitter::bitcast(Value x, DType to) {
  Type type = typeOf(to, x);
  return type == x.getType() ? x : Value(create<tile::BitcastOp>(type, x));
}

Value Emitter::broadcastInDim(Value x, ArrayRef<int64_t> shape, ArrayRef<int64_t> axes) {
  if (tile::getShape(x.getType()) == shape)
    return x;
  Type elementType = tile::getElementType(x.getType());
  if (Attribute splat = getSplat(x))
    return makeConstant(*this, splat, elementType, shape);
  return create<tile::BroadcastOp>(tile::getArrayType(shape, elementType), x, axes);
}

Value Emitter::broadcastTo(Value x, ArrayRef<int64_t> shape) {
  int64_t rank = tile::getShape(x.getType()).size(), first = static_cast<int64_t>(shape.size()) - rank;
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    axes.push_back(first + axis);
  return broadcastInDim(x, shape, axes);
}

Value Emitter::reshape(Value x, ArrayRef<int64_t> shape) {
  if (tile::getShape(x.getType()) == shape)
    return x;
  Type elementType = tile::getElementType(x.getType());
  if (Attribute splat = getSplat(x))
    return makeConstant(*this, splat, elementType, shape);
  return create<tile::ReshapeOp>(tile::getArrayType(shape, elementType), x);
}

Value Emitter::transpose(Value x, ArrayRef<int64_t> permutation) {
  ArrayRef<int64_t> from = tile::getShape(x.getType());
  Shape shape;
  bool identity = true;
  for (auto [axis, source] : llvm::enumerate(permutation)) {
    shape.push_back(from[source]);
    identity &= source == static_cast<int64_t>(axis);
  }
  if (identity)
    return x;
  return create<tile::TransposeOp>(tile::getArrayType(shape, tile::getElementType(x.getType())), x, permutation);
}

Value Emitter::iota(ArrayRef<int64_t> shape, int64_t axis, DType type) {
  return create<tile::IotaOp>(getArrayType(builder.getContext(), shape, type), axis);
}

Value Emitter::concatenate(ArrayRef<Value> inputs, int64_t axis) {
  if (inputs.size() == 1)
    return inputs.front();
  Shape shape(tile::getShape(inputs.front().getType()));
  for (Value input : inputs.drop_front())
    shape[axis] += tile::getShape(input.getType())[axis];
  Type type = tile::getArrayType(shape, tile::getElementType(inputs.front().getType()));
  return create<tile::ConcatenateOp>(type, inputs, axis);
}

Value Emitter::reduce(tile::Reduction kind, Value x, ArrayRef<int64_t> axes, bool keepDims, bool ignoreNan) {
  Shape shape, kept;
  for (auto [axis, extent] : llvm::enumerate(tile::getShape(x.getType()))) {
    bool reduced = llvm::is_contained(axes, static_cast<int64_t>(axis));
    if (!reduced)
      shape.push_back(extent);
    kept.push_back(reduced ? 1 : extent);
  }
  Value result = x;
  if (!axes.empty())
    result = create<tile::ReduceOp>(tile::getArrayType(shape, tile::getElementType(x.getType())), x, kind, axes, ignoreNan);
  return keepDims ? reshape(result, kept) : result;
}

tile::Reduction Emitter::maxOf(DType type) {
  if (type == DType::boolean)
    return tile::Reduction::ori;
  return numerics::isUnsigned(type) ? tile::Reduction::umax : tile::Reduction::max;
}
tile::Reduction Emitter::minOf(DType type) {
  if (type == DType::boolean)
    return tile::Reduction::andi;
  return numerics::isUnsigned(type) ? tile::Reduction::umin : tile::Reduction::min;
}
