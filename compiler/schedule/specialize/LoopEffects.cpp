// SPDX-License-Identifier: Apache-2.0
// A consumer's effects: stores and atomic operations of its rows; what is the same for all rows, what is said and what
// is asserted are the first consumer's. Numbers that all rows are combined to: each consumer leaves its own in shared
// memory, and reads everybody's when all have.
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "compiler/schedule/split/TileEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Through shared memory, by the copy engine.
void LoopEmitter::storeBox(Operation *op, const StagedStore &store) {
  if (plan.isJointEffect(op))
    return storeJoint(op, store);
  for (int64_t column = 0; column < store.box.getColumns(); column += store.strip) {
    awaitStrips(op->getBlock());
    copyStrip(op, store, column);
  }
}

/// Strips take turns in halves of buffers: of those before, the last one alone may still be read. What was copied in
/// other blocks, or in the pass before, may lie in either half.
void LoopEmitter::awaitStrips(Block *block) {
  bool isOnly = !hasCopiesOut && block->getParentOp() == source;
  if (stripBlock != block ? !isOnly : strips > 1)
    tilegpu::WaitCopiesOutOp::create(builder, loc, static_cast<uint64_t>(stripBlock == block), true);
  if (stripBlock != block)
    strips = 0;
  stripBlock = block;
}

/// This warpgroup's rows of the strip that begins at `column`.
void LoopEmitter::copyStrip(Operation *op, const StagedStore &store, int64_t column) {
  Value value = get(op->getOperand(0), 0);
  int64_t rows = store.box.getRows(), part = plan.getPart(rows);
  SmallVector<int64_t> places = {ShapedType::kDynamic, 0}, sizes = {part, store.strip}, dropped;
  if (store.strip < store.box.getColumns())
    value = tile::SliceValueOp::create(builder, loc, cast<RankedTensorType>(value.getType()).clone(sizes), value,
                                       ValueRange(), ArrayRef<int64_t>({0, column}), sizes, ArrayRef<int64_t>(),
                                       ArrayRef<int64_t>());
  Value first = getFirstRow(rows), buffer = store.ring < 0 ? storeBuffers[store.buffer] : buffers[store.ring];
  bool hasTurns = store.ring < 0 && plan.storeBuffers[store.buffer].turns > 1;
  Type type = getShared(sizes, store.box.getElementType());
  if (hasTurns) {
    places.insert(places.begin(), strips % 2);
    sizes.insert(sizes.begin(), 1);
    dropped.push_back(0);
  }
  ++strips;
  Value own =
      plan.consumers == 1 && !hasTurns
          ? buffer
          : Value(tilegpu::SubviewOp::create(builder, loc, type, buffer, ValueRange{first}, places, sizes, dropped));
  tile::StoreOp::create(builder, loc, value, buffer, ValueRange{first}, Value(), builder.getDenseI64ArrayAttr(places),
                        builder.getDenseI64ArrayAttr(sizes), builder.getDenseI64ArrayAttr({}),
                        builder.getDenseI64ArrayAttr(dropped));
  tilegpu::CommitSharedOp::create(builder, loc);
  auto reduction = isa<tile::AtomicRmwOp>(op)
                       ? tilegpu::CopyReductionAttr::get(builder.getContext(), tilegpu::CopyReduction::add)
                       : tilegpu::CopyReductionAttr();
  tilegpu::CopyOutOp::create(builder, loc, own, makePart(store.box, first, part, column, store.strip), Value(),
                             reduction, builder.getBoolAttr(true), IntegerAttr());
  hasCopiesOut = true;
}

/// What a store or atomic operation does for `axis`'s part, or all of an effect.
void LoopEmitter::doPart(Operation *op, int64_t axis) {
  if (auto store = dyn_cast<tile::StoreOp>(op)) {
    SmallVector<int64_t> sizes;
    Cut cut;
    if (axis != wholeArray)
      cut = getCut(tile::getShape(store.getValue().getType())[axis]);
    SmallVector<Value> offsets = getPartOffsets(
        builder, store, axis, cut, [&](Value value, int64_t own) { return get(value, own); }, sizes);
    tile::StoreOp::create(builder, loc, get(store.getValue(), axis), get(store.getRef(), wholeArray), offsets,
                          store.getMask() ? get(store.getMask(), axis) : Value(),
                          builder.getDenseI64ArrayAttr(SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic)),
                          builder.getDenseI64ArrayAttr(sizes), store.getStridesAttr(), store.getDroppedAttr());
    return;
  }
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, get(operand, isa<RankedTensorType>(operand.getType()) ? axis : wholeArray));
  Operation *clone = builder.clone(*op, mapping);
  for (auto [result, part] : llvm::zip(op->getResults(), clone->getResults())) {
    part.setType(getPartType(result.getType(), axis));
    parts[{result.getAsOpaquePointer(), isa<RankedTensorType>(result.getType()) ? axis : wholeArray}] = part;
  }
}

void LoopEmitter::meet() {
  if (hasCopiesOut)
    tilegpu::WaitCopiesOutOp::create(builder, loc, static_cast<uint64_t>(0), false);
  if (plan.consumers == 1)
    return;
  Value zero = ArrayBuilder(builder, loc).constant(0);
  tilegpu::ArriveOp::create(builder, loc, meeting, zero);
  tilegpu::WaitOp::create(builder, loc, meeting, zero);
}

void LoopEmitter::consumeEffect(Operation *op) {
  if (auto staged = plan.stores.find(op); staged != plan.stores.end())
    return storeBox(op, staged->second);
  if (plan.meetings.contains(op))
    meet();
  int64_t axis = plan.effectAxes.lookup(op);
  if (axis != wholeArray || plan.consumers == 1 || plan.isJointEffect(op))
    return doPart(op, axis);
  Value zero = ArrayBuilder(builder, loc).constant(0);
  emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warpgroup, zero), [&] { doPart(op, axis); });
}

/// In a loop nobody leaves the next pass's number before all have read this one's.
void LoopEmitter::combineRows(tile::ReduceOp op) {
  ArrayBuilder arrays(builder, loc);
  int64_t axis = plan.combined.lookup(op);
  IRMapping mapping;
  mapping.map(op.getInput(), get(op.getInput(), axis));
  Value own = builder.clone(*op, mapping)->getResult(0), all;
  SmallVector<int64_t> sizes(tile::getShape(op.getType()));
  sizes.insert(sizes.begin(), 1);
  SmallVector<int64_t> places(sizes.size(), 0), first = {0};
  places[0] = ShapedType::kDynamic;
  auto placesOf = builder.getDenseI64ArrayAttr(places), sizesOf = builder.getDenseI64ArrayAttr(sizes),
       none = builder.getDenseI64ArrayAttr({}), dropped = builder.getDenseI64ArrayAttr(first);
  if (plan.consumers > 1) {
    Value buffer = rowBuffers[op];
    tile::StoreOp::create(builder, loc, own, buffer, ValueRange{warpgroup}, Value(), placesOf, sizesOf, none, dropped);
    meet();
    for (int64_t consumer = 0; consumer < plan.consumers; ++consumer) {
      Value part = tile::LoadOp::create(builder, loc, op.getType(), buffer, ValueRange{arrays.constant(consumer)},
                                        Value(), Value(), placesOf, sizesOf, none, dropped);
      all = all ? combineByKind(builder, loc, op.getKind(), all, part, op.getIgnoreNan()) : part;
    }
    if (op->getParentOfType<scf::ForOp>())
      meet();
  }
  parts[{op.getResult().getAsOpaquePointer(), wholeArray}] = all ? all : own;
}
