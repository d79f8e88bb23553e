// SPDX-License-Identifier: Apache-2.0
// A program's blocks along one axis with other extents: the arrays' types, the slices' sizes and where they begin.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/PartEmitter.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

template <typename OpT> static void resizeSlice(OpT op, ArrayRef<int64_t> axes, const Resize &to) {
  SmallVector<int64_t> sizes(op.getSizes());
  SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), op.getDropped());
  for (int64_t axis : axes)
    sizes[kept[axis]] = to.apply(sizes[kept[axis]]);
  op.setSizes(sizes);
}

void AxisResize::resizeArrays() {
  auto resizeValue = [&](Value value) {
    SmallVector<int64_t> own = axes.find(value, axis.number);
    if (own.empty())
      return;
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t each : own)
      shape[each] = to.apply(shape[each]);
    value.setType(type.clone(shape));
  };
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      resizeSlice(load, axes.find(load.getResult(), axis.number), to);
    if (auto store = dyn_cast<tile::StoreOp>(op))
      resizeSlice(store, axes.find(store.getValue(), axis.number), to);
    if (auto slice = dyn_cast<tile::SliceValueOp>(op))
      resizeSlice(slice, axes.find(slice.getResult(), axis.number), to);
    llvm::for_each(op->getResults(), resizeValue);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), resizeValue);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
        constant.setValueAttr(splat.resizeSplat(cast<ShapedType>(constant.getType())));
  });
}

/// A slice that begins `first` elements later along its result's `axis`.
template <typename OpT> static void moveSlice(OpT op, int64_t axis, const Cut &cut) {
  OpBuilder builder(op);
  SmallVector<int64_t> sizes;
  SmallVector<Value> offsets =
      getPartOffsets(builder, op, axis, cut, [](Value value, int64_t) { return value; }, sizes);
  op.getOffsetsMutable().assign(offsets);
  op.setStaticOffsets(SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic));
}

void AxisResize::countFrom(Value first) {
  SmallVector<Operation *> all;
  kernel.walk([&](Operation *op) { all.push_back(op); });
  for (Operation *op : all) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      for (int64_t own : axes.find(load.getResult(), axis.number))
        moveSlice(load, own, {first, to.to});
    if (auto store = dyn_cast<tile::StoreOp>(op))
      for (int64_t own : axes.find(store.getValue(), axis.number))
        moveSlice(store, own, {first, to.to});
    auto iota = dyn_cast<tile::IotaOp>(op);
    if (!iota || axes.get(iota, static_cast<int64_t>(iota.getAxis())) != axis.number)
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    ArrayBuilder arrays(builder, op->getLoc());
    Value places = arrays.positions(iota.getType().getShape(), static_cast<int64_t>(iota.getAxis()), first, 1);
    if (places.getType() != iota.getType())
      places = tile::CastOp::create(builder, op->getLoc(), iota.getType(), places, false, false);
    iota.replaceAllUsesWith(places);
  }
}

/// What a mask leaves out of a load is zero.
template <typename OpT> static void giveZeros(ArrayBuilder &arrays, OpT load) {
  if constexpr (std::is_same_v<OpT, tile::LoadOp> || std::is_same_v<OpT, tile::GatherOp>) {
    auto type = cast<RankedTensorType>(load.getResult().getType());
    if (!load.getOther())
      load.getOtherMutable().assign(arrays.splat(arrays.builder.getZeroAttr(type.getElementType()), type.getShape()));
  }
}

void AxisResize::maskBeyond(Value first) {
  AffineAnalysis affine(kernel);
  AffineSum begin = affine.get(first)->base;
  auto isMasked = [&](Value mask) {
    std::optional<int64_t> end = mask ? findEnd(mask, begin, 1, axis.number, axes, affine) : std::nullopt;
    return end && *end <= axis.getTotal();
  };
  kernel.walk([&](Operation *op) {
    auto mask = [&](auto access, Value moved) {
      for (int64_t own : axes.find(moved, axis.number)) {
        if (isMasked(access.getMask()))
          continue;
        OpBuilder builder(op);
        ArrayBuilder arrays(builder, op->getLoc());
        Value places = arrays.positions(tile::getShape(moved.getType()), own, first, 1);
        access.getMaskMutable().assign(arrays.both(access.getMask(), arrays.isBelow(places, axis.getTotal())));
        giveZeros(arrays, access);
      }
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<tile::LoadOp, tile::GatherOp>([&](auto load) { mask(load, load.getResult()); })
        .Case<tile::StoreOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
            [&](auto store) { mask(store, store.getValue()); });
  });
}
