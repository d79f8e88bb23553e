// SPDX-License-Identifier: Apache-2.0
// Loops of two products, as attention's: while a warpgroup works on scores, the tensor core has nothing of it to do.
// Unless the second product of a pass, which nothing but the next pass waits for, is put off until the next pass's
// first one has been begun:
//
//     scores = q . k;  work;  sums = sums * c;  sums += p . v            sums of the pass before are complete
//
//     begin scores = q . k;  begin sums += p' . v';  wait for scores;  work;  wait for sums;  sums = sums * c
//                                                                        p', v': of the pass before
//
// The first pass is written before the loop and the last product behind it.
//
// Consumers that take turns begin both products of a pass when it is theirs: the one before tells them. So one works on
// scores while the other's products run:
//
//     wait for this one's turn;  begin scores = ..;  begin sums += ..;  it is the next one's turn;  wait for scores; ..
//
// The last consumer tells the first one before the loop, and the first one awaits what it was told last behind it.
#include "compiler/schedule/specialize/Differences.h"
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Registers that a thread may hold in sums, scores and their rounded copy; the rest is for what is computed of them.
static constexpr int64_t mostRegisters = 176, threadsOfWarpgroup = 128;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// The carried value that `dot` (with the addition it does) is the next of, -1 for none.
static int findSums(LoopPlan &plan, scf::ForOp loop, tile::DotOp dot) {
  Operation *addition = plan.folded.lookup(dot);
  Value result = addition ? addition->getResult(0) : dot.getResult();
  if (!result.hasOneUse() || (!addition && !dot.getAcc()))
    return -1;
  auto yielded = llvm::find(loop.getYieldedValues(), result);
  return yielded == loop.getYieldedValues().end() ? -1 : static_cast<int>(yielded - loop.getYieldedValues().begin());
}

static std::optional<Overlap> findOverlap(LoopPlan &plan, scf::ForOp loop) {
  SmallVector<tile::DotOp> dots;
  bool isFlat = true;
  loop.walk([&](tile::DotOp dot) {
    if (plan.live.count(dot))
      dots.push_back(dot);
    isFlat &= dot->getParentOp() == loop;
  });
  if (!isFlat || dots.size() < 2 || plan.isGathered(loop))
    return std::nullopt;
  // Scores may be the sum of several products.
  tile::DotOp second = dots.pop_back_val(), first = dots.back();
  bool isChain = !plan.chained.contains(first);
  for (auto [dot, next] : llvm::zip(dots, llvm::drop_begin(dots)))
    isChain &= plan.chained.lookup(dot) == next;
  // Registers of other elements would move while they are multiplied; sums of 8-bit floats are added pass by pass.
  if (tile::getElementType(second.getLhs().getType()).getIntOrFloatBitWidth() != 16)
    return std::nullopt;
  Operation *load = plan.trace(second.getRhs()).load;
  int index = findSums(plan, loop, second);
  bool inRegisters = plan.demanded.count({first.getLhs(), 0}) != 0;
  bool areScores = isChain && !dots.front().getAcc() && !plan.folded.count(dots.front()) && isSteady(plan, first);
  if (index < 0 || !areScores || load->getParentOp() != loop || plan.staged[load].uses.size() != 1 || !plan.demanded.count({second.getLhs(), 0}))
    return std::nullopt;
  auto columns = [](tile::DotOp dot) { return tile::getShape(dot.getType())[1]; };
  int64_t rows = plan.getPart(tile::getShape(second.getType())[0]);
  int64_t kept = inRegisters ? tile::getShape(first.getLhs().getType())[1] / 2 : 0;
  if (rows * (columns(second) + columns(first) + columns(first) / 2 + kept) / threadsOfWarpgroup > mostRegisters)
    return std::nullopt;
  // The producer may have one slot only: what the next pass begins with must not wait behind what this one still holds.
  for (auto &[op, staged] : plan.staged)
    if (op->getParentOp() == loop && op != load && !op->isBeforeInBlock(load))
      return std::nullopt;
  Overlap overlap{dots.front(), first, second, load, static_cast<unsigned>(index), second};
  for (Operation *user : loop.getRegionIterArg(static_cast<unsigned>(index)).getUsers()) {
    Operation *own = loop.getBody()->findAncestorOpInBlock(*user);
    if (own == loop.getBody()->getTerminator() || !first->isBeforeInBlock(own))
      return std::nullopt;
    if (own->isBeforeInBlock(overlap.use))
      overlap.use = own;
  }
  return overlap;
}

/// Consumers that work on scores at the same time leave the tensor cores idle, and then ask for them all at once; whether
/// they drift apart by themselves is up to the hardware. FlashAttention-3's authors tell of 570 TFLOP/s without turns and
/// 620 with them (an H100, 128 of depth), Mojo's of 2 %.
static void planTurns(LoopPlan &plan) {
  std::optional<int64_t> asked = getChoice(plan.kernel, "turns");
  plan.takesTurns = asked.value_or(1) == 1 && plan.consumers > 1 && !plan.overlaps.empty();
  tilegpu::setChosen(plan.kernel, "turns", plan.takesTurns);
  if (!asked || *asked == plan.takesTurns)
    return;
  limitChoice(plan.kernel, "turns", *asked, plan.kernel.getLoc(),
              plan.consumers == 1 ? "there is one consumer, which has nobody to take turns with"
                                  : "no loop puts its second product off to the next pass, as attention's does",
              plan.consumers == 1 ? "more rows a program (`tile_m`)" : "");
}

void tessera::schedule::findOverlaps(LoopPlan &plan) {
  plan.kernel.walk([&](scf::ForOp loop) {
    if (!plan.live.count(loop))
      return;
    if (std::optional<Overlap> overlap = findOverlap(plan, loop)) {
      plan.overlaps[loop] = *overlap;
      plan.staged[overlap->load].isLate = true;
    }
  });
  planTurns(plan);
}

//===-- writing -----------------------------------------------------------------------------------------------===//

/// Before the first product of a pass.
void LoopEmitter::awaitTurn() { tilegpu::WaitOp::create(builder, loc, turns, warpgroup); }

/// Both products of a pass are begun.
void LoopEmitter::passTurn() {
  ArrayBuilder arrays(builder, loc);
  Value last = arrays.constant(plan.consumers - 1), first = arrays.constant(0);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warpgroup, last);
  Value next = arith::AddIOp::create(builder, loc, warpgroup, arrays.constant(1));
  tilegpu::ArriveOp::create(builder, loc, turns, arith::SelectOp::create(builder, loc, isLast, first, next));
}

/// Around a loop: the first consumer begins, and leaves no turn that nobody takes.
void LoopEmitter::beginTurns() {
  ArrayBuilder arrays(builder, loc);
  Value first = arrays.constant(0), last = arrays.constant(plan.consumers - 1);
  emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warpgroup, last),
         [&] { tilegpu::ArriveOp::create(builder, loc, turns, first); });
}

void LoopEmitter::endTurns() {
  Value first = ArrayBuilder(builder, loc).constant(0);
  emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warpgroup, first),
         [&] { tilegpu::WaitOp::create(builder, loc, turns, first); });
}

/// The product of the pass before, behind this pass's first.
void LoopEmitter::beginLate() {
  auto second = cast<tile::DotOp>(late->overlap->second);
  unsigned ring = plan.staged[late->overlap->load].ring;
  waitFor(ring);
  auto type = cast<RankedTensorType>(late->sums.getType());
  Type accumulatorType = tilegpu::AccumulatorType::get(builder.getContext(), type.getDimSize(0), type.getDimSize(1), type.getElementType());
  late->accumulator = tilegpu::AllocAccumulatorOp::create(builder, loc, accumulatorType, builder.getStringAttr(""), late->sums);
  beginWgmma(builder, loc, plan, second, late->accumulator, late->left,
             getOperandRef(plan.trace(second.getRhs()), false, 0));
  if (turns && late->isRunning)
    passTurn();
}

/// Its sums; the slot of its right operand is free.
Value LoopEmitter::finishLate() {
  unsigned ring = plan.staged[late->overlap->load].ring, group = plan.rings[ring].group;
  Value sums = tilegpu::ReadAccumulatorOp::create(builder, loc, late->sums.getType(), late->accumulator, builder.getI64IntegerAttr(0));
  tilegpu::FreeOp::create(builder, loc, ValueRange{late->accumulator});
  late->accumulator = Value();
  release(ring);
  advance(group);
  return sums;
}

/// Remembers what the second product will need.
void LoopEmitter::putOff(tile::DotOp op) {
  late->sums = get(getBeginning(op), 0);
  late->left = get(op.getLhs(), 0);
}

/// The loop's carried values and slots after it, written where the builder stands.
SmallVector<Value> LoopEmitter::consumePasses(scf::ForOp loop, ArrayRef<unsigned> carried, ArrayRef<unsigned> groups) {
  const Overlap &overlap = plan.overlaps.find(loop)->second;
  Late state{&overlap, Value(), Value(), Value()};
  Late *outer = late;
  late = &state;
  auto setPart = [&](Value value, Value part) {
    parts[{value.getAsOpaquePointer(), isa<RankedTensorType>(value.getType()) ? plan.carriedAxes.lookup(value) : wholeArray}] = part;
  };
  auto getNext = [&]() {
    advanceAll(*loop.getBody());
    SmallVector<Value> next;
    for (unsigned index : carried)
      if (index != overlap.index)
        next.push_back(get(loop.getYieldedValues()[index], plan.carriedAxes.lookup(loop.getRegionIterArg(index))));
    next.append({state.sums, state.left});
    for (unsigned group : groups)
      next.push_back(slots[group]);
    return next;
  };
  auto setCurrent = [&](ValueRange values) {
    size_t position = 0;
    for (unsigned index : carried)
      if (index != overlap.index)
        setPart(loop.getRegionIterArg(index), values[position++]);
    state.sums = values[position++];
    state.left = values[position++];
    for (unsigned group : groups)
      slots[group] = values[position++];
  };
  Value begin = get(loop.getLowerBound(), wholeArray), step = get(loop.getStep(), wholeArray);
  parts[{loop.getInductionVar().getAsOpaquePointer(), wholeArray}] = begin;
  for (unsigned index : carried)
    setPart(loop.getRegionIterArg(index), get(loop.getInitArgs()[index], plan.carriedAxes.lookup(loop.getRegionIterArg(index))));
  consumeBlock(*loop.getBody());
  loc = loop.getLoc();
  SmallVector<Value> inits = getNext();
  Value second = arith::AddIOp::create(builder, loc, begin, step);
  if (turns)
    beginTurns();
  auto written = scf::ForOp::create(builder, loc, second, get(loop.getUpperBound(), wholeArray), step, inits);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *body = written.getBody();
    if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
      body->back().erase();
    builder.setInsertionPointToStart(body);
    parts[{loop.getInductionVar().getAsOpaquePointer(), wholeArray}] = written.getInductionVar();
    setCurrent(written.getRegionIterArgs());
    state.isRunning = true;
    consumeBlock(*loop.getBody());
    state.isRunning = false;
    loc = loop.getLoc();
    scf::YieldOp::create(builder, loc, getNext());
  }
  setCurrent(written.getResults());
  if (turns)
    endTurns();
  beginLate();
  setPart(loop.getRegionIterArg(overlap.index), finishLate());
  SmallVector<Value> results;
  for (unsigned index : carried)
    results.push_back(get(loop.getRegionIterArg(index), plan.carriedAxes.lookup(loop.getRegionIterArg(index))));
  for (unsigned group : groups)
    results.push_back(slots[group]);
  late = outer;
  return results;
}

/// A loop that may not run at all is a branch around it.
void LoopEmitter::consumeOverlapped(scf::ForOp loop) {
  loc = loop.getLoc();
  SmallVector<unsigned> carried, groups = getGroupsIn(loop);
  SmallVector<Value> before;
  for (unsigned index = 0; index < loop.getNumResults(); ++index)
    if (auto axis = plan.carriedAxes.find(loop.getRegionIterArg(index)); axis != plan.carriedAxes.end()) {
      carried.push_back(index);
      before.push_back(get(loop.getInitArgs()[index], axis->second));
    }
  for (unsigned group : groups)
    before.push_back(slots[group]);
  APInt first, last;
  Value lower = get(loop.getLowerBound(), wholeArray), upper = get(loop.getUpperBound(), wholeArray);
  bool runs = matchPattern(lower, m_ConstantInt(&first)) && matchPattern(upper, m_ConstantInt(&last)) && first.slt(last);
  SmallVector<Value> after;
  if (runs) {
    after = consumePasses(loop, carried, groups);
  } else {
    Value condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lower, upper);
    auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(before)), condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loop.getLoc(), consumePasses(loop, carried, groups));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loop.getLoc(), before);
    after.assign(branch.result_begin(), branch.result_end());
  }
  for (auto [position, index] : llvm::enumerate(carried))
    parts[{loop.getResult(index).getAsOpaquePointer(), plan.carriedAxes.lookup(loop.getResult(index))}] = after[position];
  for (auto [position, group] : llvm::enumerate(groups))
    slots[group] = after[carried.size() + position];
}
