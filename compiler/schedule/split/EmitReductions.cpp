// SPDX-License-Identifier: Apache-2.0
// Tiles of what combines along axes: reductions, products, scans. Where the axis fits it is taken whole; else a loop goes over chunks of it. A reduction by
// kind keeps a chunk of partial results and combines them once, at the end; one by a function keeps the order, chunk after chunk, the last one as small as it is.
#include "compiler/schedule/Padding.h"
#include "compiler/schedule/split/TileEmitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

Value schedule::combineByKind(OpBuilder &builder, Location loc, tile::Reduction kind, Value a, Value b, bool ignoreNan) {
  bool isFloat = isa<FloatType>(tile::getElementType(a.getType()));
  switch (kind) {
  case tile::Reduction::add:
    return isFloat ? arith::AddFOp::create(builder, loc, a, b).getResult() : arith::AddIOp::create(builder, loc, a, b).getResult();
  case tile::Reduction::mul:
    return isFloat ? arith::MulFOp::create(builder, loc, a, b).getResult() : arith::MulIOp::create(builder, loc, a, b).getResult();
  case tile::Reduction::max:
    if (isFloat)
      return ignoreNan ? arith::MaxNumFOp::create(builder, loc, a, b).getResult() : arith::MaximumFOp::create(builder, loc, a, b).getResult();
    return arith::MaxSIOp::create(builder, loc, a, b);
  case tile::Reduction::min:
    if (isFloat)
      return ignoreNan ? arith::MinNumFOp::create(builder, loc, a, b).getResult() : arith::MinimumFOp::create(builder, loc, a, b).getResult();
    return arith::MinSIOp::create(builder, loc, a, b);
  case tile::Reduction::umax:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case tile::Reduction::umin:
    return arith::MinUIOp::create(builder, loc, a, b);
  case tile::Reduction::andi:
    return arith::AndIOp::create(builder, loc, a, b);
  case tile::Reduction::ori:
    return arith::OrIOp::create(builder, loc, a, b);
  case tile::Reduction::xori:
    return arith::XOrIOp::create(builder, loc, a, b);
  }
  return {};
}

//===-- loops over chunks -------------------------------------------------------------------------------------===//

scf::ForOp TileEmitter::openLoop(Location loc, int64_t from, int64_t to, int64_t step, ValueRange inits) {
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, loc);
  auto loop = scf::ForOp::create(builder, loc, arrays.constant(from), arrays.constant(to), arrays.constant(step), inits);
  open(loop.getBody(), loop);
  define(loop.getInductionVar());
  return loop;
}

void TileEmitter::closeLoop(Location loc, ValueRange yields) {
  if (!yields.empty())
    scf::YieldOp::create(getBuilder(), loc, yields);
  close();
}

Value TileEmitter::giveUp(Operation *loop) {
  for (std::unique_ptr<Scope> &scope : scopes) // of a branch there may be two
    scope->isErased |= scope->opened == loop;
  close();
  for (auto known = definedIn.begin(); known != definedIn.end(); ++known)
    if (known->second->isGone())
      definedIn.erase(known);
  loop->erase();
  return {};
}

bool TileEmitter::fits(ValueRange values, const Box &box) const {
  int64_t registers = 0;
  for (Value value : values)
    registers += budget.count(RankedTensorType::get(getSizes(box), tile::getElementType(value.getType())));
  return registers <= chunkRegisters;
}

Value TileEmitter::makeNeutral(Value tile, int64_t axis, const Span &span, int64_t extent, TypedAttr neutral) {
  if (!span.isRagged)
    return tile;
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, tile.getLoc());
  ArrayRef<int64_t> shape = tile::getShape(tile.getType());
  Value inside = arrays.isBelow(arrays.positions(shape, axis, span.start ? span.start : arrays.constant(0), 1), extent);
  return arith::SelectOp::create(builder, tile.getLoc(), inside, tile, arrays.splat(neutral, shape));
}

//===-- reductions --------------------------------------------------------------------------------------------===//

/// Partial sums of 16-bit floats are f32's, as within one reduction.
static Type getPartialType(tile::ReduceOp op) {
  Type element = tile::getElementType(op.getType());
  bool isSum = op.getKind() == tile::Reduction::add || op.getKind() == tile::Reduction::mul;
  return isSum && isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 ? Float32Type::get(op.getContext()) : element;
}

static Value castTo(OpBuilder &builder, Location loc, Value value, Type element) {
  if (tile::getElementType(value.getType()) == element)
    return value;
  return tile::CastOp::create(builder, loc, tile::getArrayType(tile::getShape(value.getType()), element), value, false, false);
}

Value TileEmitter::emitReduce(tile::ReduceOp op, const Box &box) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> extents = tile::getShape(op.getInput().getType());
  Box inner = getWhole(extents);
  for (auto [kept, span] : llvm::zip(getKeptAxes(extents.size(), op.getAxes()), box))
    inner[kept] = span;
  Type element = tile::getElementType(op.getType()), partial = getPartialType(op);
  auto finish = [&](Value input) -> Value {
    OpBuilder builder = getBuilder();
    Type type = tile::getArrayType(getSizes(box), tile::getElementType(input.getType()));
    return castTo(builder, loc, tile::ReduceOp::create(builder, loc, type, input, op.getKind(), op.getAxes(), op.getIgnoreNan()), element);
  };
  if (fits(op.getInput(), inner)) {
    Value input = produce(op.getInput(), inner);
    return input ? finish(input) : Value();
  }
  // The chunk: from the last axis on as much as fits.
  Box chunk = inner;
  for (int64_t axis : op.getAxes())
    chunk[axis].size = 1;
  SmallVector<int64_t> axes(op.getAxes());
  llvm::sort(axes);
  int64_t passes = 1;
  for (int64_t axis : llvm::reverse(axes)) {
    while (chunk[axis].size < extents[axis]) {
      Box larger = chunk;
      larger[axis].size = std::min(extents[axis], 2 * chunk[axis].size);
      if (!fits(op.getInput(), larger))
        break;
      chunk = larger;
    }
    passes *= llvm::divideCeil(extents[axis], chunk[axis].size);
  }
  OpBuilder builder = getBuilder();
  TypedAttr neutral = getNeutralElement(op.getKind(), partial, op.getIgnoreNan());
  scf::ForOp loop = openLoop(loc, 0, passes, 1, ArrayBuilder(builder, loc).splat(neutral, getSizes(chunk)));
  Value rest = loop.getInductionVar();
  for (int64_t axis : llvm::reverse(axes)) {
    int64_t count = llvm::divideCeil(extents[axis], chunk[axis].size);
    if (count == 1) {
      chunk[axis] = {Value(), extents[axis]};
      continue;
    }
    passes /= count;
    Value own = passes > 1 ? place(Place::remainder, rest, count) : rest;
    rest = passes > 1 ? place(Place::divide, rest, count) : rest;
    chunk[axis].start = place(Place::multiply, own, chunk[axis].size);
    chunk[axis].isRagged = extents[axis] % chunk[axis].size != 0;
  }
  Value tile = produce(op.getInput(), chunk);
  if (!tile)
    return giveUp(loop);
  OpBuilder inside = getBuilder();
  tile = castTo(inside, loc, tile, partial);
  for (int64_t axis : axes)
    tile = makeNeutral(tile, axis, chunk[axis], extents[axis], neutral);
  closeLoop(loc, combineByKind(getBuilder(), loc, op.getKind(), loop.getRegionIterArg(0), tile, op.getIgnoreNan()));
  return finish(loop.getResult(0));
}

SmallVector<Value> TileEmitter::cloneReduceBy(tile::ReduceByOp op, ValueRange tiles) {
  IRMapping mapping;
  if (!mapCaptured(op.getCombine(), mapping))
    return {};
  for (auto [input, tile] : llvm::zip(op.getInputs(), tiles))
    mapping.map(input, tile);
  Operation *written = getBuilder().clone(*op, mapping);
  for (auto [input, result] : llvm::zip(tiles, written->getResults())) {
    SmallVector<int64_t> shape(tile::getShape(input.getType()));
    shape.erase(shape.begin() + op.getAxis());
    result.setType(tile::getArrayType(shape, tile::getElementType(input.getType())));
  }
  return llvm::to_vector(ValueRange(written->getResults()));
}

SmallVector<Value> TileEmitter::combine(mlir::Region &region, ValueRange left, ValueRange right) {
  IRMapping mapping;
  if (!mapCaptured(region, mapping))
    return {};
  OpBuilder builder = getBuilder();
  ArrayRef<int64_t> shape = tile::getShape(left.front().getType());
  ArrayBuilder arrays(builder, region.getLoc());
  for (auto [index, argument] : llvm::enumerate(region.getArguments()))
    mapping.map(argument, index < left.size() ? left[index] : right[index - left.size()]);
  auto lookup = [&](Value value) {
    Value own = mapping.lookup(value);
    return isa<RankedTensorType>(own.getType()) ? own : arrays.splat(own, shape);
  };
  for (Operation &op : region.front().without_terminator()) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      mapping.map(constant.getResult(), arrays.splat(constant.getValue(), shape));
      continue;
    }
    if (!OpTrait::hasElementwiseMappableTraits(&op) && !isa<tile::CastOp, tile::BitcastOp>(op))
      return {};
    auto operands = llvm::map_to_vector(op.getOperands(), lookup);
    auto types = llvm::map_to_vector(op.getResultTypes(), [&](Type type) { return tile::getArrayType(shape, type); });
    OperationState state(op.getLoc(), op.getName(), operands, types, op.getAttrs());
    state.propertiesAttr = op.getPropertiesAsAttribute();
    for (auto [scalar, array] : llvm::zip(op.getResults(), builder.create(state)->getResults()))
      mapping.map(scalar, array);
  }
  return llvm::map_to_vector(region.front().getTerminator()->getOperands(), lookup);
}

/// Chunk after chunk, in order. A function has no neutral element, so the first chunk begins and the last is as small as it is.
Value TileEmitter::emitReduceBy(tile::ReduceByOp op, Value value, const Box &box) {
  Location loc = op.getLoc();
  int64_t axis = op.getAxis(), extent = tile::getShape(op.getInputs().front().getType())[axis];
  Box inner = box;
  inner.insert(inner.begin() + axis, Span{Value(), extent});
  auto reduce = [&](const Box &chunk) -> SmallVector<Value> {
    SmallVector<Value> tiles;
    return produceAll(op.getInputs(), chunk, tiles) ? cloneReduceBy(op, tiles) : SmallVector<Value>();
  };
  int64_t size = extent;
  while (size > 1 && !fits(op.getInputs(), inner))
    inner[axis].size = size = llvm::PowerOf2Ceil(size) / 2;
  SmallVector<Value> totals = reduce(inner);
  if (totals.empty())
    return {};
  int64_t full = extent / size * size;
  if (full > size) {
    scf::ForOp loop = openLoop(loc, size, full, size, totals);
    inner[axis].start = loop.getInductionVar();
    SmallVector<Value> next = reduce(inner);
    next = next.empty() ? next : combine(op.getCombine(), loop.getRegionIterArgs(), next);
    if (next.empty())
      return giveUp(loop), fail(value, box);
    closeLoop(loc, next);
    totals = llvm::to_vector(ValueRange(loop.getResults()));
  }
  if (full < extent) {
    OpBuilder builder = getBuilder();
    inner[axis] = {ArrayBuilder(builder, loc).constant(full), extent - full, false, false};
    define(inner[axis].start);
    SmallVector<Value> last = reduce(inner);
    totals = last.empty() ? last : combine(op.getCombine(), totals, last);
    if (totals.empty())
      return fail(value, box);
  }
  for (auto [result, total] : llvm::zip(op.getOutputs(), totals))
    remember(current, result, box, total);
  return totals[cast<OpResult>(value).getResultNumber()];
}

//===-- scans -------------------------------------------------------------------------------------------------===//

Value TileEmitter::emitScan(tile::ScanOp op, Value value, const Box &box) {
  int64_t axis = op.getAxis();
  const Span &span = box[axis];
  if (span.start && span.start == runningStart)
    return emitRunningScan(op, value, box);
  if (span.start || span.size != tile::getShape(value.getType())[axis])
    return fail(value, box);
  SmallVector<Value> tiles;
  if (!produceAll(op.getInputs(), box, tiles))
    return {};
  IRMapping mapping;
  if (!mapCaptured(op.getCombine(), mapping))
    return {};
  for (auto [input, tile] : llvm::zip(op.getInputs(), tiles))
    mapping.map(input, tile);
  Operation *written = getBuilder().clone(*op, mapping);
  for (auto [whole, tile, result] : llvm::zip(op.getOutputs(), tiles, written->getResults())) {
    result.setType(tile.getType());
    remember(current, whole, box, result);
  }
  return written->getResult(cast<OpResult>(value).getResultNumber());
}

/// This chunk's prefixes after what the chunks before add up to. The first chunk has nothing before it.
Value TileEmitter::emitRunningScan(tile::ScanOp op, Value value, const Box &box) {
  RunningScan *running = llvm::find_if(runningScans, [&](RunningScan &one) { return one.op == op; });
  if (running == runningScans.end())
    return fail(value, box);
  if (getBuilder().getInsertionBlock() != isFirstChunk.getParentBlock())
    return fail(value, box); // within a loop of its own, a product's say: what is carried on would not leave that
  size_t index = running - runningScans.begin();
  Location loc = op.getLoc();
  SmallVector<Value> tiles;
  if (!produceAll(op.getInputs(), box, tiles))
    return {};
  IRMapping mapping, arguments;
  if (!mapCaptured(op.getCombine(), mapping))
    return {};
  arguments = mapping;
  for (auto [input, tile] : llvm::zip(op.getInputs(), tiles))
    mapping.map(input, tile);
  OpBuilder builder = getBuilder();
  Operation *own = builder.clone(*op, mapping);
  SmallVector<int64_t> sizes = getSizes(box), axes, kept;
  for (int64_t axis = 0; axis < static_cast<int64_t>(sizes.size()); ++axis)
    if (axis != static_cast<int64_t>(op.getAxis())) {
      axes.push_back(axis);
      kept.push_back(sizes[axis]);
    }
  if (tile::getShape(runningScans[index].carries.front().getType()) != ArrayRef<int64_t>(kept))
    return fail(value, box); // wanted in chunks of another width, too
  // The chunk's total, by the same function; where the scan runs backwards, its left entry is the higher index.
  auto total = tile::ReduceByOp::create(builder, loc, llvm::map_to_vector(tiles, [&](Value tile) { return tile::getArrayType(kept, tile::getElementType(tile.getType())); }),
                                        tiles, op.getAxis());
  op.getCombine().cloneInto(&total.getCombine(), arguments);
  size_t count = tiles.size();
  if (op.getReverse())
    for (size_t entry = 0; entry < count; ++entry) {
      Value left = total.getCombine().getArgument(entry), right = total.getCombine().getArgument(entry + count);
      llvm::SmallPtrSet<OpOperand *, 8> lefts;
      for (OpOperand &use : left.getUses())
        lefts.insert(&use);
      right.replaceAllUsesWith(left);
      left.replaceUsesWithIf(right, [&](OpOperand &use) { return lefts.contains(&use); });
    }
  SmallVector<Value> before;
  for (auto [carry, result, tile] : llvm::zip(runningScans[index].carries, own->getResults(), tiles)) {
    result.setType(tile.getType());
    before.push_back(tile::BroadcastOp::create(builder, loc, tile.getType(), carry, axes));
  }
  SmallVector<Value> after = combine(op.getCombine(), before, own->getResults());
  SmallVector<Value> next = combine(op.getCombine(), runningScans[index].carries, total.getOutputs());
  if (after.empty() || next.empty())
    return fail(value, box);
  OpBuilder end = getBuilder();
  runningScans[index].next.clear();
  for (size_t entry = 0; entry < count; ++entry) {
    runningScans[index].next.push_back(arith::SelectOp::create(end, loc, isFirstChunk, total.getOutputs()[entry], next[entry]));
    Value chosen = arith::SelectOp::create(end, loc, isFirstChunk, own->getResult(entry), after[entry]);
    remember(current, op.getOutputs()[entry], box, chosen);
  }
  return lookup(current, value, box);
}

//===-- products ----------------------------------------------------------------------------------------------===//

/// Elements past the end of a tile of `value` are 0 already: a load without a mask of its own reads them so, and casts keep that.
static bool isZeroOutside(Value value) {
  while (auto cast = value.getDefiningOp<tile::CastOp>())
    value = cast.getInput();
  auto load = value.getDefiningOp<tile::LoadOp>();
  return load && !load.getMask();
}

Value TileEmitter::emitDot(tile::DotOp op, const Box &box) {
  size_t rank = box.size();
  int64_t depth = tile::getShape(op.getLhs().getType())[rank - 1];
  Type operand = tile::getElementType(op.getLhs().getType());
  Box left = box, right = box;
  left[rank - 1] = right[rank - 2] = {Value(), depth};
  int64_t bits = operand.getIntOrFloatBitWidth(), step = tileK ? tileK : std::max<int64_t>(16, 1024 / bits);
  int64_t operandBytes = 0;
  for (const Box &side : {left, right})
    operandBytes += countElements(RankedTensorType::get(getSizes(side), operand)) * bits / 8;
  constexpr int64_t smallOperands = 48 * 1024, mostOperands = 96 * 1024;
  if (depth <= step || (operandBytes <= smallOperands && !tileK))
    return emitWholeDot(op, box, left, right);
  Value obstacleBefore = obstacle;
  Value tile = emitChunkedDot(op, box, left, right, step);
  if (tile || operandBytes > mostOperands)
    return tile;
  // What a loop of the program carries has no chunks: an array of pointers, say.
  obstacle = obstacleBefore;
  return emitWholeDot(op, box, left, right);
}

Value TileEmitter::emitWholeDot(tile::DotOp op, const Box &box, const Box &left, const Box &right) {
  Value acc = op.getAcc() ? produce(op.getAcc(), box) : Value(), a = produce(op.getLhs(), left), b = a ? produce(op.getRhs(), right) : Value();
  if (!a || !b || (op.getAcc() && !acc))
    return {};
  Type type = tile::getArrayType(getSizes(box), tile::getElementType(op.getType()));
  return tile::DotOp::create(getBuilder(), op.getLoc(), type, a, b, acc, op.getPrecision(), op.getFromUnsigned());
}

Value TileEmitter::emitChunkedDot(tile::DotOp op, const Box &box, Box left, Box right, int64_t step) {
  Location loc = op.getLoc();
  size_t rank = box.size();
  int64_t depth = tile::getShape(op.getLhs().getType())[rank - 1];
  Type element = tile::getElementType(op.getType()), operand = tile::getElementType(op.getLhs().getType());
  // Between the passes the sum keeps all its bits.
  Type partial = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 ? Float32Type::get(op.getContext()) : element;
  Value init = op.getAcc() ? produce(op.getAcc(), box) : Value();
  if (op.getAcc() && !init)
    return {};
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, loc);
  init = init ? castTo(builder, loc, init, partial) : arrays.splat(builder.getZeroAttr(partial), getSizes(box));
  scf::ForOp loop = openLoop(loc, 0, depth, step, init);
  left[rank - 1] = right[rank - 2] = {loop.getInductionVar(), step, depth % step != 0};
  Value a = produce(op.getLhs(), left), b = a ? produce(op.getRhs(), right) : Value();
  if (!b)
    return giveUp(loop);
  if (!isZeroOutside(op.getLhs()))
    a = makeNeutral(a, rank - 1, left[rank - 1], depth, builder.getZeroAttr(operand));
  if (!isZeroOutside(op.getRhs()))
    b = makeNeutral(b, rank - 2, right[rank - 2], depth, builder.getZeroAttr(tile::getElementType(b.getType())));
  Value sum = tile::DotOp::create(getBuilder(), loc, init.getType(), a, b, loop.getRegionIterArg(0), op.getPrecision(), op.getFromUnsigned());
  closeLoop(loc, sum);
  return castTo(getBuilder(), loc, loop.getResult(0), element);
}
