// SPDX-License-Identifier: Apache-2.0
// Tiles of accesses, iotas and reshapes: where boxes become offsets, indices and masks.
#include "compiler/schedule/split/TileEmitter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

Value TileEmitter::isInside(ArrayBuilder &arrays, const Box &box, ArrayRef<int64_t> extents) {
  SmallVector<int64_t> sizes = getSizes(box);
  Value inside;
  for (auto [axis, span] : llvm::enumerate(box))
    if (span.isRagged)
      inside = arrays.both(inside, arrays.isBelow(arrays.positions(sizes, axis, span.start ? span.start : arrays.constant(0), 1), extents[axis]));
  return inside;
}

static DenseI64ArrayAttr getAllDynamic(OpBuilder &builder, size_t rank) {
  return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, ShapedType::kDynamic));
}

/// The offsets and sizes of a slice's tile.
template <typename OpT> bool TileEmitter::cutSlice(OpT op, const Box &box, SmallVectorImpl<Value> &offsets, SmallVectorImpl<int64_t> &sizes) {
  size_t own = 0;
  for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
    OpFoldResult whole = op.getOffset(axis);
    Value given = isa<Value>(whole) ? produce(cast<Value>(whole), {}) : Value();
    if (isa<Value>(whole) && !given)
      return false;
    bool isKept = !llvm::is_contained(op.getDropped(), axis);
    Span span = isKept ? box[own++] : Span();
    Value start = place(Place::multiply, span.start, op.getStride(axis));
    OpBuilder builder = getBuilder();
    ArrayBuilder arrays(builder, op.getLoc());
    Value offset = given ? arrays.toI32(given) : arrays.toI32(whole);
    offsets.push_back(start ? arrays.add(offset, start) : offset);
    sizes.push_back(span.size);
  }
  return true;
}

Value TileEmitter::emitLoad(tile::LoadOp op, const Box &box) {
  SmallVector<Value> offsets, given;
  SmallVector<int64_t> sizes;
  Value ref = produce(op.getRef(), {});
  if (!ref || !cutSlice(op, box, offsets, sizes))
    return {};
  Value mask = op.getMask() ? produce(op.getMask(), box) : Value(), other = op.getOther() ? produce(op.getOther(), box) : Value();
  if ((op.getMask() && !mask) || (op.getOther() && !other))
    return {};
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, op.getLoc());
  Type element = tile::getElementType(op.getType());
  Value inside = isInside(arrays, box, tile::getShape(op.getType()));
  if (inside && !other)
    other = arrays.splat(builder.getZeroAttr(element), getSizes(box));
  return tile::LoadOp::create(builder, op.getLoc(), tile::getArrayType(getSizes(box), element), ref, offsets, arrays.both(mask, inside), other,
                              getAllDynamic(builder, offsets.size()), builder.getDenseI64ArrayAttr(sizes), op.getStridesAttr(), op.getDroppedAttr());
}

Value TileEmitter::emitGather(tile::GatherOp op, const Box &box) {
  SmallVector<Value> indices;
  Value ref = produce(op.getRef(), {});
  if (!ref || !produceAll(op.getIndices(), box, indices))
    return {};
  Value mask = op.getMask() ? produce(op.getMask(), box) : Value(), other = op.getOther() ? produce(op.getOther(), box) : Value();
  if ((op.getMask() && !mask) || (op.getOther() && !other))
    return {};
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, op.getLoc());
  mask = arrays.both(mask, isInside(arrays, box, tile::getShape(op.getType())));
  Type type = tile::getArrayType(getSizes(box), tile::getElementType(op.getType()));
  return tile::GatherOp::create(builder, op.getLoc(), type, ref, indices, mask, other);
}

Value TileEmitter::emitIota(tile::IotaOp op, const Box &box) {
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, op.getLoc());
  Value start = box[op.getAxis()].start;
  Value positions = arrays.positions(getSizes(box), op.getAxis(), start ? start : arrays.constant(0), 1);
  Type element = tile::getElementType(op.getType());
  if (element.isInteger(32))
    return positions;
  return tile::CastOp::create(builder, op.getLoc(), tile::getArrayType(getSizes(box), element), positions, false, false);
}

bool TileEmitter::emitRoot(Operation *root, const Box &box) {
  auto finish = [&](auto op, Value &value, Value &mask) {
    value = produce(op.getValue(), box);
    mask = op.getMask() ? produce(op.getMask(), box) : Value();
    return value && (mask || !op.getMask());
  };
  auto mask = [&](ArrayBuilder &arrays, Value given, Value like) {
    return arrays.both(given, isInside(arrays, box, tile::getShape(like.getType())));
  };
  sources.insert(root);
  Value value, given;
  SmallVector<Value> indices;
  SmallVector<int64_t> sizes;
  if (auto store = dyn_cast<tile::StoreOp>(root)) {
    if (!finish(store, value, given) || !cutSlice(store, box, indices, sizes))
      return false;
    OpBuilder builder = getBuilder();
    ArrayBuilder arrays(builder, root->getLoc());
    tile::StoreOp::create(builder, root->getLoc(), value, store.getRef(), indices, mask(arrays, given, store.getValue()), getAllDynamic(builder, indices.size()),
                          builder.getDenseI64ArrayAttr(sizes), store.getStridesAttr(), store.getDroppedAttr());
    return true;
  }
  if (auto scatter = dyn_cast<tile::ScatterOp>(root)) {
    if (!finish(scatter, value, given) || !produceAll(scatter.getIndices(), box, indices))
      return false;
    OpBuilder builder = getBuilder();
    ArrayBuilder arrays(builder, root->getLoc());
    tile::ScatterOp::create(builder, root->getLoc(), value, scatter.getRef(), indices, mask(arrays, given, scatter.getValue()));
    return true;
  }
  if (auto atomic = dyn_cast<tile::AtomicRmwOp>(root)) {
    if (!finish(atomic, value, given) || !produceAll(atomic.getIndices(), box, indices))
      return false;
    OpBuilder builder = getBuilder();
    ArrayBuilder arrays(builder, root->getLoc());
    Value old = tile::AtomicRmwOp::create(builder, root->getLoc(), value.getType(), atomic.getKind(), value, atomic.getRef(), indices,
                                          mask(arrays, given, atomic.getValue()), atomic.getOrder(), atomic.getScope());
    remember(current, atomic.getResult(), box, old);
    return true;
  }
  auto exchange = cast<tile::AtomicCasOp>(root);
  Value compare = produce(exchange.getCompare(), box);
  if (!compare || !finish(exchange, value, given) || !produceAll(exchange.getIndices(), box, indices))
    return false;
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, root->getLoc());
  Value old = tile::AtomicCasOp::create(builder, root->getLoc(), value.getType(), compare, value, exchange.getRef(), indices,
                                        mask(arrays, given, exchange.getValue()), exchange.getOrder(), exchange.getScope());
  remember(current, exchange.getResult(), box, old);
  return true;
}

//===-- reshapes ----------------------------------------------------------------------------------------------===//

/// The box of an array of shape `from` whose elements, in row-major order, are those of `box` of the same array under the shape `to`; none where they are not
/// a box. Axes are grouped so that both sides of a group have as many elements, like (4, 6) and (24).
std::optional<Box> TileEmitter::splitBox(ArrayRef<int64_t> from, ArrayRef<int64_t> to, const Box &box) {
  Box result = getWhole(from);
  size_t source = 0, target = 0;
  while (source < from.size() || target < to.size()) {
    SmallVector<size_t> sources, targets;
    int64_t left = 1, right = 1;
    do {
      bool takesSource = target == to.size() || (source < from.size() && left <= right);
      size_t axis = takesSource ? source++ : target++;
      int64_t extent = takesSource ? from[axis] : to[axis];
      (takesSource ? left : right) *= extent;
      if (extent != 1)
        (takesSource ? sources : targets).push_back(axis);
    } while (left != right && (source < from.size() || target < to.size()));
    bool all = llvm::all_of(targets, [&](size_t axis) { return !box[axis].start && box[axis].size == to[axis]; });
    if (all)
      continue;
    if (sources.size() == 1 && targets.size() == 1) {
      result[sources.front()] = box[targets.front()];
    } else if (targets.size() == 1) { // one axis is cut into several
      const Span &span = box[targets.front()];
      if (!span.isAligned || span.isRagged)
        return std::nullopt;
      int64_t suffix = 1, size = span.size;
      for (size_t axis : llvm::reverse(sources)) {
        Span own{place(Place::remainder, place(Place::divide, span.start, suffix), from[axis]), 1};
        if (size % from[axis] == 0)
          own = {Value(), from[axis]};
        else if (from[axis] % size == 0)
          own.size = size;
        else
          return std::nullopt;
        size /= own.size;
        suffix *= from[axis];
        result[axis] = own;
      }
    } else if (sources.size() == 1) { // several are one: contiguous only if what follows a cut axis is whole
      Span own{Value(), 1};
      int64_t suffix = 1;
      bool isWhole = true;
      for (size_t axis : llvm::reverse(targets)) {
        const Span &span = box[axis];
        if (span.isRagged || !span.isAligned || (!isWhole && span.size != 1))
          return std::nullopt;
        isWhole = isWhole && span.size == to[axis];
        own.start = addStarts(place(Place::multiply, span.start, suffix), own.start);
        own.size *= span.size;
        suffix *= to[axis];
      }
      result[sources.front()] = own;
    } else {
      return std::nullopt;
    }
  }
  return result;
}

Value TileEmitter::emitReshape(tile::ReshapeOp op, const Box &box) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType());
  std::optional<Box> inner = splitBox(from, tile::getShape(op.getType()), box);
  if (!inner)
    return emitReshapedLoad(op, box);
  Value input = produce(op.getInput(), *inner);
  if (!input)
    return {};
  Type type = tile::getArrayType(getSizes(box), tile::getElementType(op.getType()));
  return input.getType() == type ? input : tile::ReshapeOp::create(getBuilder(), op.getLoc(), type, input).getResult();
}

/// Any box of a reshaped load, by an index for each element.
Value TileEmitter::emitReshapedLoad(tile::ReshapeOp op, const Box &box) {
  auto load = op.getInput().getDefiningOp<tile::LoadOp>();
  if (!load || load.getMask() || cast<tile::RefType>(load.getRef().getType()).getRank() != static_cast<int64_t>(load.getSizes().size()))
    return fail(op.getInput(), box);
  sources.insert(load);
  SmallVector<Value> offsets;
  SmallVector<int64_t> sizes, shape = getSizes(box);
  if (!cutSlice(load, getWhole(tile::getShape(load.getType())), offsets, sizes))
    return {};
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, op.getLoc());
  auto splat = [&](int64_t number) { return arrays.splat(builder.getI32IntegerAttr(static_cast<int32_t>(number)), shape); };
  Value linear;
  int64_t suffix = 1;
  for (int64_t axis = shape.size() - 1; axis >= 0; --axis) {
    Value own = arrays.positions(shape, axis, box[axis].start ? box[axis].start : arrays.constant(0), 1);
    own = arith::MulIOp::create(builder, op.getLoc(), own, splat(suffix));
    linear = linear ? arith::AddIOp::create(builder, op.getLoc(), linear, own).getResult() : own;
    suffix *= tile::getShape(op.getType())[axis];
  }
  SmallVector<Value> indices(sizes.size());
  suffix = 1;
  for (int64_t axis = sizes.size() - 1; axis >= 0; --axis) {
    Value own = arith::DivUIOp::create(builder, op.getLoc(), linear, splat(suffix));
    own = arith::RemUIOp::create(builder, op.getLoc(), own, splat(sizes[axis]));
    own = arith::MulIOp::create(builder, op.getLoc(), own, splat(load.getStride(axis)));
    indices[axis] = arith::AddIOp::create(builder, op.getLoc(), own, arrays.splat(offsets[axis], shape));
    suffix *= sizes[axis];
  }
  Type type = tile::getArrayType(shape, tile::getElementType(op.getType()));
  return tile::GatherOp::create(builder, op.getLoc(), type, load.getRef(), indices, isInside(arrays, box, tile::getShape(op.getType())), Value());
}
