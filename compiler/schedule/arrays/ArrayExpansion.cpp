// SPDX-License-Identifier: Apache-2.0
// The vocabulary of expansions.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- numbers -----------------------------------------------------------------------------------------------===//

Value ArrayExpansion::fill(int64_t value, Type element, ArrayRef<int64_t> shape) {
  if (isa<FloatType>(element))
    return splat(TypedAttr(builder.getFloatAttr(element, static_cast<double>(value))), shape);
  unsigned width = element.getIntOrFloatBitWidth();
  return splat(TypedAttr(IntegerAttr::get(element, APInt(width, static_cast<uint64_t>(value), /*isSigned=*/true, /*implicitTrunc=*/true))), shape);
}

Value ArrayExpansion::iota(ArrayRef<int64_t> shape, int64_t axis) {
  return tile::IotaOp::create(builder, loc, RankedTensorType::get(shape, builder.getI32Type()), axis);
}

Value ArrayExpansion::flatIndex(ArrayRef<int64_t> shape) {
  Value flat;
  int64_t pitch = 1;
  for (size_t axis = shape.size(); axis-- > 0; pitch *= shape[axis]) {
    if (shape[axis] == 1)
      continue;
    Value part = positions(shape, static_cast<int64_t>(axis), constant(0), pitch);
    flat = flat ? Value(arith::AddIOp::create(builder, loc, part, flat)) : part;
  }
  return flat ? flat : fill(0, builder.getI32Type(), shape);
}

Value ArrayExpansion::broadcast(Value array, ArrayRef<int64_t> shape, ArrayRef<int64_t> axes) {
  Type type = tile::getArrayType(shape, tile::getElementType(array.getType()));
  return type == array.getType() ? array : Value(tile::BroadcastOp::create(builder, loc, type, array, axes));
}

Value ArrayExpansion::reshape(Value array, ArrayRef<int64_t> shape) {
  Type type = tile::getArrayType(shape, tile::getElementType(array.getType()));
  return type == array.getType() ? array : Value(tile::ReshapeOp::create(builder, loc, type, array));
}

Value ArrayExpansion::cast(Value array, Type element, bool fromUnsigned) {
  Type type = tile::getArrayType(tile::getShape(array.getType()), element);
  return type == array.getType() ? array : Value(tile::CastOp::create(builder, loc, type, array, fromUnsigned, /*to_unsigned=*/false));
}

Value ArrayExpansion::bitcast(Value array, Type element) {
  Type type = tile::getArrayType(tile::getShape(array.getType()), element);
  return type == array.getType() ? array : Value(tile::BitcastOp::create(builder, loc, type, array));
}

Value ArrayExpansion::narrowIndex(Value index) {
  Type element = tile::getElementType(index.getType());
  if (element.isIndex())
    return toI32(index);
  return cast(index, builder.getI32Type(), /*fromUnsigned=*/element.isInteger(1));
}

Value ArrayExpansion::clampIndex(Value index, int64_t last) {
  Type type = index.getType();
  if (tile::getElementType(type).isIndex() || tile::getElementType(type).getIntOrFloatBitWidth() < 32)
    index = narrowIndex(index);
  Type element = tile::getElementType(index.getType());
  ArrayRef<int64_t> shape = tile::getShape(index.getType());
  index = arith::MaxSIOp::create(builder, loc, index, fill(0, element, shape));
  index = arith::MinSIOp::create(builder, loc, index, fill(last, element, shape));
  return narrowIndex(index);
}

Value ArrayExpansion::isInside(Value index, int64_t extent) {
  if (tile::getElementType(index.getType()).getIntOrFloatBitWidth() < 32)
    index = narrowIndex(index);
  Value limit = fill(extent, tile::getElementType(index.getType()), tile::getShape(index.getType()));
  return compare(arith::CmpIPredicate::ult, index, limit);
}

Value ArrayExpansion::combine(tile::Atomic kind, Value old, Value update) {
  bool isFloat = isa<FloatType>(tile::getElementType(old.getType()));
  switch (kind) {
  case tile::Atomic::exchange:
    return update;
  case tile::Atomic::add:
    return isFloat ? Value(arith::AddFOp::create(builder, loc, old, update)) : Value(arith::AddIOp::create(builder, loc, old, update));
  case tile::Atomic::mul:
    return isFloat ? Value(arith::MulFOp::create(builder, loc, old, update)) : Value(arith::MulIOp::create(builder, loc, old, update));
  case tile::Atomic::max:
    return isFloat ? Value(arith::MaximumFOp::create(builder, loc, old, update)) : Value(arith::MaxSIOp::create(builder, loc, old, update));
  case tile::Atomic::min:
    return isFloat ? Value(arith::MinimumFOp::create(builder, loc, old, update)) : Value(arith::MinSIOp::create(builder, loc, old, update));
  case tile::Atomic::umax:
    return arith::MaxUIOp::create(builder, loc, old, update);
  case tile::Atomic::umin:
    return arith::MinUIOp::create(builder, loc, old, update);
  case tile::Atomic::andi:
    return andBits(old, update);
  case tile::Atomic::ori:
    return orBits(old, update);
  case tile::Atomic::xori:
    return arith::XOrIOp::create(builder, loc, old, update);
  }
  return update;
}

//===-- buffers -----------------------------------------------------------------------------------------------===//

Value ArrayExpansion::allocate(ArrayRef<int64_t> shape, Type element) {
  int64_t bytes = (element.getIntOrFloatBitWidth() + 7) / 8;
  for (int64_t extent : shape)
    bytes *= extent;
  bool isShared = bytes <= sharedLimit;
  Type type = tile::RefType::get(builder.getContext(), shape, element, isShared ? tile::MemorySpace::smem : tile::MemorySpace::gmem);
  if (!isShared)
    return tilegpu::AllocWorkspaceOp::create(builder, loc, type, builder.getStringAttr(""), IntegerAttr());
  return tilegpu::AllocSharedOp::create(builder, loc, type, builder.getStringAttr(""), IntegerAttr(), IntegerAttr());
}

static SmallVector<OpFoldResult> getZeros(OpBuilder &builder, size_t rank) { return SmallVector<OpFoldResult>(rank, builder.getI64IntegerAttr(0)); }

Value ArrayExpansion::spill(Value array) {
  ArrayRef<int64_t> shape = tile::getShape(array.getType());
  Value ref = allocate(shape, tile::getElementType(array.getType()));
  storeBox(array, ref, getZeros(builder, shape.size()), shape);
  return ref;
}

Value ArrayExpansion::loadAll(Value ref) {
  auto type = mlir::cast<tile::RefType>(ref.getType());
  return loadBox(ref, getZeros(builder, type.getRank()), type.getShape());
}

Value ArrayExpansion::loadBox(Value ref, ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides, ArrayRef<int64_t> dropped) {
  SmallVector<int64_t> constants, shape;
  SmallVector<Value> computed;
  dispatchIndexOpFoldResults(offsets, computed, constants);
  for (int64_t axis : getKeptAxes(sizes.size(), dropped))
    shape.push_back(sizes[axis]);
  Type type = tile::getArrayType(shape, mlir::cast<tile::RefType>(ref.getType()).getElementType());
  return tile::LoadOp::create(builder, loc, type, ref, computed, Value(), Value(), builder.getDenseI64ArrayAttr(constants), builder.getDenseI64ArrayAttr(sizes),
                              builder.getDenseI64ArrayAttr(strides), builder.getDenseI64ArrayAttr(dropped));
}

void ArrayExpansion::storeBox(Value value, Value ref, ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                              ArrayRef<int64_t> dropped) {
  SmallVector<int64_t> constants;
  SmallVector<Value> computed;
  dispatchIndexOpFoldResults(offsets, computed, constants);
  tile::StoreOp::create(builder, loc, value, ref, computed, Value(), builder.getDenseI64ArrayAttr(constants), builder.getDenseI64ArrayAttr(sizes),
                        builder.getDenseI64ArrayAttr(strides), builder.getDenseI64ArrayAttr(dropped));
}

Value ArrayExpansion::gather(Value ref, ArrayRef<Value> indices) {
  Type element = mlir::cast<tile::RefType>(ref.getType()).getElementType();
  Type type = tile::getArrayType(tile::getShape(indices.front().getType()), element);
  return tile::GatherOp::create(builder, loc, type, ref, indices, Value(), Value());
}

void ArrayExpansion::scatter(Value value, Value ref, ArrayRef<Value> indices, Value mask) {
  tile::ScatterOp::create(builder, loc, value, ref, indices, mask);
}

//===-- one element of an axis --------------------------------------------------------------------------------===//

Value tessera::schedule::getUniformElement(ArrayBuilder &arrays, Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&splat)))
    return arith::ConstantOp::create(arrays.builder, arrays.loc, cast<TypedAttr>(splat.getSplatValue<Attribute>()));
  if (auto broadcast = value.getDefiningOp<tile::BroadcastOp>())
    return getUniformElement(arrays, broadcast.getInput());
  return {};
}

/// The part of a constant; null where the array or an index is none.
static TypedAttr pickConstant(Value array, ArrayRef<ArrayExpansion::Pick> picks, ArrayRef<int64_t> rest) {
  DenseElementsAttr dense;
  if (!matchPattern(array, m_Constant(&dense)))
    return {};
  SmallVector<int64_t> fixed(dense.getType().getRank(), -1);
  for (const ArrayExpansion::Pick &pick : picks) {
    std::optional<int64_t> index = getConstantIntValue(pick.index);
    if (!index)
      return {};
    fixed[pick.axis] = *index;
  }
  auto values = dense.getValues<Attribute>();
  SmallVector<Attribute> part;
  for (int64_t flat = 0, count = dense.getNumElements(); flat < count; ++flat) {
    int64_t left = flat;
    bool isHere = true;
    for (int64_t axis = dense.getType().getRank(); axis-- > 0; left /= dense.getType().getDimSize(axis))
      isHere &= fixed[axis] < 0 || left % dense.getType().getDimSize(axis) == fixed[axis];
    if (isHere)
      part.push_back(values[flat]);
  }
  if (rest.empty())
    return cast<TypedAttr>(part.front());
  return DenseElementsAttr::get(RankedTensorType::get(rest, dense.getElementType()), part);
}

Value ArrayExpansion::pick(Value array, ArrayRef<Pick> picks) {
  ArrayRef<int64_t> shape = tile::getShape(array.getType());
  SmallVector<int64_t> rest, axes;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (llvm::none_of(picks, [axis = static_cast<int64_t>(axis)](const Pick &pick) { return pick.axis == axis; }))
      rest.push_back(extent);
  if (Value element = getUniformElement(*this, array))
    return splat(element, rest);
  if (TypedAttr part = pickConstant(array, picks, rest))
    return arith::ConstantOp::create(builder, loc, part);
  Type element = tile::getElementType(array.getType());
  Value isHere;
  for (const Pick &pick : picks) {
    axes.push_back(pick.axis);
    if (shape[pick.axis] == 1)
      continue;
    Value test = compare(arith::CmpIPredicate::eq, iota(shape, pick.axis), splat(toI32(pick.index), shape));
    isHere = both(isHere, test);
  }
  if (!isHere && !rest.empty())
    return reshape(array, rest);
  Value bits = bitcast(array, builder.getIntegerType(element.getIntOrFloatBitWidth()));
  Type word = tile::getElementType(bits.getType());
  if (isHere)
    bits = select(isHere, bits, fill(0, word, shape));
  llvm::sort(axes);
  Value joined = tile::ReduceOp::create(builder, loc, tile::getArrayType(rest, word), bits, tile::Reduction::ori, builder.getDenseI64ArrayAttr(axes),
                                        /*ignore_nan=*/false);
  return bitcast(joined, element);
}
