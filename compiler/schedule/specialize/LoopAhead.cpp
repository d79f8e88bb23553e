// SPDX-License-Identifier: Apache-2.0
// Left operands that consumers compute themselves, in registers, a pass ahead of their product:
//
//     for ..: wait ready a[i];  x = f(a[i]);  sums += x . b[i], awaited
//  => wait ready a[0];  x = f(a[0])
//     for ..: begin sums += x . b[i];  wait ready a[i + 1];  y = f(a[i + 1]);  await the product;  x = y
//     sums += x . b[last]
//
// The registers of an operand must stay as they are while it is multiplied, so the next one has others; shared memory
// is written once and read once for it, where the converter takes each twice. For loops that do nothing else: one
// product, one sum. Elements of 16 bits only: the registers of others are moved while they are multiplied.
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// The loop whose only product, all that it carries, is `dot`; whether it has passes is known.
static scf::ForOp findOnlyLoop(tile::DotOp dot) {
  auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
  APInt first, last;
  if (!loop || loop.getNumResults() != 1 || !matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&last)) || !first.slt(last))
    return {};
  Value sum = loop.getRegionIterArg(0), next = loop.getYieldedValues()[0];
  Operation *addition = next.getDefiningOp();
  bool isAdded = isa_and_nonnull<arith::AddFOp, arith::AddIOp>(addition) && dot->hasOneUse() &&
                 *dot->user_begin() == addition && llvm::is_contained(addition->getOperands(), sum),
       isSum = (next == dot.getResult() && dot.getAcc() == sum) || (isAdded && !dot.getAcc());
  bool isOnly = isSum && sum.hasOneUse() && next.hasOneUse() &&
                llvm::none_of(loop.getBody()->without_terminator(), [&](Operation &op) {
                  return op.getNumRegions() > 0 || (isa<tile::DotOp>(op) && &op != dot) || isEffect(&op);
                });
  return isOnly ? loop : scf::ForOp();
}

bool tessera::schedule::findAhead(tile::DotOp dot, llvm::function_ref<bool(Operation *)> isBox,
                                  SmallVectorImpl<Operation *> &sources) {
  scf::ForOp loop = findOnlyLoop(dot);
  if (!loop || tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth() != 16)
    return false;
  SmallVector<ArrayPart> left = {{dot.getLhs(), 0}};
  llvm::DenseSet<ArrayPart> seen;
  while (!left.empty()) {
    auto [value, axis] = left.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!seen.insert({value, axis}).second || !op)
      continue;
    if (isa<scf::WhileOp>(op))
      return false;
    // Rows that another loop has computed are this consumer's already.
    if (isa<scf::ForOp>(op) && (axis != 0 || tile::getShape(value.getType()).size() != 1))
      return false;
    if (isa<scf::ForOp>(op))
      continue;
    bool isSource = isa<tile::LoadOp, tile::GatherOp>(op) && tile::getShape(value.getType()).size() == 2;
    if (isSource) {
      if (axis != 0 || op->getParentOp() != loop || !llvm::all_equal(op->getUsers()) || !isBox(op))
        return false;
      sources.push_back(op);
      continue;
    }
    std::optional<SmallVector<ArrayPart>> parts = getOperandParts(op, axis);
    if (!parts)
      return false;
    left.append(*parts);
  }
  return !sources.empty();
}

//===-- writing -----------------------------------------------------------------------------------------------===//

/// The consumer's rows of what the current slot holds.
void LoopEmitter::readRows(Operation *op, const StagedLoad &load) {
  waitFor(load.ring);
  auto type = cast<RankedTensorType>(getPartType(op->getResult(0).getType(), 0));
  Value rows = getOperandRef({op, false}, /*isLeft=*/true, tile::getShape(op->getResult(0).getType())[0]);
  parts[{op->getResult(0).getAsOpaquePointer(), 0}] =
      tile::LoadOp::create(builder, loc, type, rows, ValueRange(), Value(), Value(),
                           builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr(type.getShape()),
                           builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
  release(load.ring);
}

/// The left operand of a pass, of the current slots.
Value LoopEmitter::computeLeft(scf::ForOp loop, tile::DotOp dot, Value pass) {
  parts[{loop.getInductionVar().getAsOpaquePointer(), wholeArray}] = pass;
  for (Operation &op : loop.getBody()->without_terminator()) {
    loc = op.getLoc();
    auto staged = plan.staged.find(&op);
    if (staged != plan.staged.end() && staged->second.isHeld)
      readRows(&op, staged->second);
    else if (!isa<tile::DotOp>(op))
      consume(&op);
  }
  loc = dot.getLoc();
  return get(dot.getLhs(), 0);
}

void LoopEmitter::consumeAhead(scf::ForOp loop) {
  tile::DotOp dot = plan.aheads.lookup(loop);
  loc = loop.getLoc();
  ArrayBuilder arrays(builder, loc);
  OperandSource right = plan.trace(dot.getRhs());
  unsigned ring = plan.staged[right.load].ring;
  auto type = cast<RankedTensorType>(getPartType(loop.getResult(0).getType(), 0));
  Value accumulator = allocateSum(type, get(loop.getInitArgs()[0], 0));
  auto multiply = [&](Value left) {
    waitFor(ring);
    tilegpu::WgmmaOp::create(builder, loc, accumulator, left, getOperandRef(right, false, 0));
  };
  Value lower = get(loop.getLowerBound(), wholeArray), upper = get(loop.getUpperBound(), wholeArray),
        step = get(loop.getStep(), wholeArray);
  SmallVector<unsigned> groups = getGroupsIn(loop);
  SmallVector<Value> inits = {computeLeft(loop, dot, lower)};
  for (unsigned group : groups)
    inits.push_back(slots[group]);
  Value end = arith::SubIOp::create(builder, loc, upper, step);
  auto written = scf::ForOp::create(builder, loc, lower, end, step, inits);
  auto setSlots = [&](ValueRange values) {
    for (auto [position, group] : llvm::enumerate(groups))
      slots[group] = values[position + 1];
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(written.getBody());
    setSlots(written.getRegionIterArgs());
    SmallVector<Value> own = slots;
    multiply(written.getRegionIterArg(0));
    advanceAll(*loop.getBody());
    SmallVector<Value> next = {
        computeLeft(loop, dot, arith::AddIOp::create(builder, loc, written.getInductionVar(), step))};
    tilegpu::WgmmaWaitOp::create(builder, loc, uint64_t(0));
    std::swap(own, slots);
    release(ring);
    std::swap(own, slots);
    for (unsigned group : groups)
      next.push_back(slots[group]);
    loc = loop.getLoc();
    scf::YieldOp::create(builder, loc, next);
  }
  setSlots(written.getResults());
  multiply(written.getResult(0));
  parts[{loop.getResult(0).getAsOpaquePointer(), 0}] =
      tilegpu::ReadAccumulatorOp::create(builder, loc, type, accumulator, builder.getI64IntegerAttr(0));
  release(ring);
  advanceAll(*loop.getBody());
  tilegpu::FreeOp::create(builder, loc, ValueRange{accumulator});
}
