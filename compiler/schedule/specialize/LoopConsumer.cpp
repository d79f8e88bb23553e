// SPDX-License-Identifier: Apache-2.0
// A consumer: the program on its rows. Products read what the producer has copied; a value that rows come from is cut
// along them.
#include "compiler/schedule/specialize/Differences.h"
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

Value LoopEmitter::get(Value value, int64_t axis) {
  Operation *op = value.getDefiningOp();
  if (auto staged = plan.staged.find(op); isConsumer && staged != plan.staged.end() && staged->second.isReadWhole)
    return readWhole(op, staged->second);
  Value found = parts[{value.getAsOpaquePointer(), isa<RankedTensorType>(value.getType()) ? axis : wholeArray}];
  assert(found && "planned");
  return found;
}

Type LoopEmitter::getPartType(Type type, int64_t axis) {
  if (axis == wholeArray)
    return type;
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape[axis] = plan.getPart(shape[axis]);
  return RankedTensorType::get(shape, tensor.getElementType());
}

Value LoopEmitter::getFirstRow(int64_t extent) {
  ArrayBuilder arrays(builder, loc);
  return plan.consumers == 1 ? arrays.constant(0) : arrays.multiply(warpgroup, plan.getPart(extent));
}

/// What an overlapped loop carries of the sums.
Value LoopEmitter::getSums() {
  auto loop = cast<scf::ForOp>(late->overlap->first->getParentOp());
  return loop.getRegionIterArg(late->overlap->index);
}

//===-- order -------------------------------------------------------------------------------------------------===//

void LoopEmitter::waitFor(unsigned ring) { tilegpu::WaitOp::create(builder, loc, ready[ring], getSlot(ring)); }

void LoopEmitter::release(unsigned ring) {
  if (isTurning(plan.rings[ring]))
    tilegpu::ArriveOp::create(builder, loc, released[ring], getSlot(ring));
}

void LoopEmitter::consumeBlock(Block &block) {
  stripBlock = nullptr; // written out more than once, its passes follow each other in more than one way
  for (Operation &op : block.without_terminator()) {
    loc = op.getLoc();
    for (auto &[load, staged] : plan.staged)
      if (staged.first == &op && staged.isBeside)
        readBeside(load, staged);
      else if (staged.first == &op && !staged.isLate)
        waitFor(staged.ring);
    if (late && late->isRunning && late->overlap->use == &op)
      parts[{getSums().getAsOpaquePointer(), 0}] = finishLate();
    consume(&op);
    for (auto &[load, staged] : plan.staged)
      if (staged.getEnd() == &op && !staged.isLate && !isDeferred(staged))
        release(staged.ring);
    if (plan.splitLoop == &op)
      joinParts();
  }
}

void LoopEmitter::consume(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (plan.overlaps.count(op))
      consumeOverlapped(loop);
    else if (plan.residents.count(op))
      consumeResident(loop);
    else if (plan.aheads.count(op))
      consumeAhead(loop);
    else if (plan.flows.count(op))
      consumeFlow(loop);
    else if (plan.live.count(op))
      consumeLoop(loop);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (plan.live.count(op))
      emitBranch(
          branch,
          [&](unsigned index) {
            Value result = branch.getResult(index);
            return plan.carriedAxes.count(result) && !plan.residentResults.count(result);
          },
          [&](Block &block) { consumeBlock(block); });
    return;
  }
  if (isEffect(op))
    return consumeEffect(op);
  if (plan.combined.contains(op))
    return combineRows(cast<tile::ReduceOp>(op));
  if (auto staged = plan.staged.find(op);
      staged != plan.staged.end() && (staged->second.isBeside || staged->second.isReadWhole))
    return; // read where it is used
  if (auto dot = dyn_cast<tile::DotOp>(op))
    return plan.live.count(op) ? consumeProduct(dot) : void();
  if (plan.additions.count(op) || op->getNumResults() == 0 || loadedAhead.count(op))
    return;
  for (int64_t axis = wholeArray, rank = static_cast<int64_t>(tile::getShape(op->getResult(0).getType()).size());
       axis < rank; ++axis)
    if (llvm::any_of(op->getResults(), [&](Value result) { return plan.demanded.count({result, axis}) != 0; }))
      consumeIn(op, axis);
}

//===-- values ------------------------------------------------------------------------------------------------===//

/// This warpgroup's part of `extent` rows.
Cut LoopEmitter::getCut(int64_t extent) {
  return {plan.consumers == 1 ? Value() : getFirstRow(extent), plan.getPart(extent)};
}

void LoopEmitter::consumeIn(Operation *op, int64_t axis) {
  Cut cut;
  if (axis != wholeArray)
    cut = getCut(tile::getShape(op->getResult(0).getType())[axis]);
  SmallVector<Value> written =
      emitPart(builder, op, axis, cut, [&](Value value, int64_t own) { return get(value, own); });
  for (auto [result, part] : llvm::zip(op->getResults(), written)) // of elementwise operations there may be two
    parts[{result.getAsOpaquePointer(), isa<RankedTensorType>(result.getType()) ? axis : wholeArray}] = part;
}

//===-- products ----------------------------------------------------------------------------------------------===//

/// How many elements of an operand's rows or columns lie in its array: behind them the copy engine fills in zeros.
static int64_t countInside(const StagedLoad &load, bool areColumns) {
  constexpr int64_t all = 1 << 30;
  if (load.isComputed || load.isGathered)
    return all;
  size_t axis = load.box.sizes.size() - 1;
  while (!areColumns && axis > 0 && llvm::is_contained(load.box.dropped, static_cast<int64_t>(--axis)))
    ;
  const AffineSum &offset = load.box.offsets[axis];
  bool isFirst = offset.isConstant() && offset.constant == 0;
  return isFirst ? std::min(load.box.sizes[axis], load.box.shape[axis]) : load.box.sizes[axis];
}

/// `extent` of an operand along `axis`, from `first` on, or as many as there are.
static Value cut(OpBuilder &builder, Location loc, Value ref, int64_t axis, int64_t extent, int64_t first = 0) {
  SmallVector<int64_t> sizes(tilegpu::getRefShape(ref.getType())), places = {0, 0};
  if (first == 0 && sizes[axis] <= extent)
    return ref;
  sizes[axis] = std::min(extent, sizes[axis] - first);
  places[axis] = first;
  Type type = tile::RefType::get(sizes, tilegpu::getRefElementType(ref.getType()), tile::MemorySpace::smem);
  return tilegpu::SubviewOp::create(builder, loc, type, ref, ValueRange(), places, sizes, ArrayRef<int64_t>());
}

/// A right operand without columns that are zeros, as of heads of 96 that programs load as 128: sums of these stay as
/// they are. Rows of columns lie in whole parts of a swizzle of 64 bytes.
static Value cutColumns(OpBuilder &builder, Location loc, Value ref, const StagedLoad &load, bool isTurned) {
  constexpr int64_t bytesOfPart = 64, columnsOfInstruction = 16;
  int64_t part = isTurned ? columnsOfInstruction : bytesOfPart * 8 / load.elementType.getIntOrFloatBitWidth();
  return cut(builder, loc, ref, 1, llvm::divideCeil(countInside(load, !isTurned), part) * part);
}

Value LoopEmitter::getOperandRef(const OperandSource &operand, bool areOwn, int64_t rows) {
  const StagedLoad &load = plan.staged[operand.load];
  const Ring &ring = plan.rings[load.ring];
  Value ref = getSlotRef(ring, load.ring, getSlot(load.ring));
  bool isTurned = operand.isTransposed != load.box.isTransposed;
  if (areOwn && plan.consumers > 1) {
    SmallVector<int64_t> sizes(ring.shape.begin(), ring.shape.end()), places = {0, 0};
    sizes[isTurned ? 1 : 0] = plan.getPart(rows);
    places[isTurned ? 1 : 0] = ShapedType::kDynamic;
    Type type = tile::RefType::get(sizes, ring.elementType, tile::MemorySpace::smem);
    ref = tilegpu::SubviewOp::create(builder, loc, type, ref, ValueRange{getFirstRow(rows)}, places, sizes,
                                     ArrayRef<int64_t>());
  }
  if (isTurned) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(ref.getType());
    Type type = tile::RefType::get({shape[1], shape[0]}, ring.elementType, tile::MemorySpace::smem);
    ref = tilegpu::TransposeRefOp::create(builder, loc, type, ref, ArrayRef<int64_t>{1, 0});
  }
  return areOwn ? ref : cutColumns(builder, loc, ref, load, isTurned);
}

/// What the product is added to; null for zeros.
Value LoopEmitter::getBeginning(tile::DotOp op) {
  Operation *addition = plan.folded.lookup(op);
  if (!addition)
    return op.getAcc();
  return addition->getOperand(0) == op.getResult() ? addition->getOperand(1) : addition->getOperand(0);
}

/// Of a product: in shared memory, or the left one in registers. Depths that are zeros in both, as of heads of 96 that
/// programs load as 128, are not multiplied.
std::pair<Value, Value> LoopEmitter::getOperands(tile::DotOp op) {
  OperandSource left = plan.trace(op.getLhs()), right = plan.trace(op.getRhs());
  bool isLeftStaged = left.load && plan.isStaged(left.load) &&
                      llvm::is_contained(plan.staged[left.load].uses, op.getOperation()) &&
                      !plan.demanded.count({op.getLhs(), 0});
  int64_t rows = tile::getShape(op.getLhs().getType())[0];
  Value a = isLeftStaged ? getOperandRef(left, true, rows) : get(op.getLhs(), 0), b = getOperandRef(right, false, 0);
  if (!isLeftStaged)
    return {a, b};
  const StagedLoad &leftLoad = plan.staged[left.load], &rightLoad = plan.staged[right.load];
  constexpr int64_t bytesOfStep = 32;
  bool isLeftTurned = left.isTransposed != leftLoad.box.isTransposed,
       isRightTurned = right.isTransposed != rightLoad.box.isTransposed;
  int64_t step = bytesOfStep * 8 / leftLoad.elementType.getIntOrFloatBitWidth(),
          inside = std::max(countInside(leftLoad, !isLeftTurned), countInside(rightLoad, isRightTurned)),
          depth = llvm::divideCeil(inside, step) * step;
  return {cut(builder, loc, a, 1, depth), cut(builder, loc, b, 0, depth)};
}

/// `beginning` and the product, so many columns at a time: beside all sums registers hold only a part of the product.
Value LoopEmitter::multiplyByParts(tile::DotOp op, Value beginning) {
  auto whole = cast<RankedTensorType>(beginning.getType());
  int64_t rows = whole.getShape()[0], columns = whole.getShape()[1] / plan.stepParts;
  auto type = whole.clone({rows, columns});
  auto [a, b] = getOperands(op);
  Value sums = allocateSum(whole, beginning);
  for (int64_t first = 0; first < tilegpu::getRefShape(b.getType())[1]; first += columns) {
    Value part = allocateSum(type, Value());
    beginWgmma(builder, loc, plan, op, part, a, cut(builder, loc, b, 1, columns, first));
    Value product = tilegpu::ReadAccumulatorOp::create(builder, loc, type, part, builder.getI64IntegerAttr(0));
    tilegpu::FreeOp::create(builder, loc, ValueRange{part});
    Value before =
        tile::SliceValueOp::create(builder, loc, type, beginning, ValueRange(), ArrayRef<int64_t>{0, first},
                                   ArrayRef<int64_t>{rows, columns}, ArrayRef<int64_t>(), ArrayRef<int64_t>());
    tilegpu::WriteAccumulatorOp::create(builder, loc, arith::AddFOp::create(builder, loc, before, product), sums,
                                        static_cast<uint64_t>(first));
  }
  Value result = tilegpu::ReadAccumulatorOp::create(builder, loc, whole, sums, builder.getI64IntegerAttr(0));
  tilegpu::FreeOp::create(builder, loc, ValueRange{sums});
  return result;
}

void LoopEmitter::consumeProduct(tile::DotOp op) {
  if (plan.joint.contains(op))
    return consumeJoint(op);
  if (flowing && consumeFlowing(op))
    return;
  if (late && late->overlap->second == op)
    return putOff(op);
  Operation *addition = plan.folded.lookup(op);
  Value beginning = getBeginning(op);
  Value result = addition ? addition->getResult(0) : op.getResult();
  auto type = cast<RankedTensorType>(getPartType(result.getType(), 0));
  bool isKept = kept.count(op) != 0;
  Value accumulator = begun.lookup(op), addend = beginning && isSummedByStep(op) ? get(beginning, 0) : Value();
  if (addend && plan.stepParts > 1) {
    parts[{result.getAsOpaquePointer(), 0}] = multiplyByParts(op, addend);
    return;
  }
  if (!accumulator && !isKept)
    accumulator = allocateSum(type, beginning && !addend ? get(beginning, 0) : Value());
  auto [a, b] = getOperands(op);
  if (isKept)
    return beginResident(op, a, b);
  if (turns && late && late->isRunning && late->overlap->front == op)
    awaitTurn();
  beginWgmma(builder, loc, plan, op, accumulator, a, b);
  if (Operation *next = plan.chained.lookup(op)) {
    begun[next] = accumulator;
    return;
  }
  bool isFirst = late && late->isRunning && late->overlap->first == op;
  if (isFirst)
    beginLate();
  Value sum =
      tilegpu::ReadAccumulatorOp::create(builder, loc, type, accumulator, builder.getI64IntegerAttr(isFirst ? 1 : 0));
  tilegpu::FreeOp::create(builder, loc, ValueRange{accumulator});
  parts[{result.getAsOpaquePointer(), 0}] = addend ? arith::AddFOp::create(builder, loc, addend, sum) : sum;
}
