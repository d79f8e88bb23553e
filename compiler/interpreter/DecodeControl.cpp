// SPDX-License-Identifier: Apache-2.0
// Loops, branches and calls as jumps in one flat list. A loop's carried values sit in slots of their own; its `yield`
// moves the new values there, all at once, and jumps back to the test. Calls are decoded in place: index maps and
// helpers are short, and recursion, which tracing can't produce, is refused.
#include "compiler/interpreter/Decoder.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;

namespace {
/// A `while` of a kernel that goes on for this long is taken to be endless.
constexpr int64_t mostIterations = int64_t(1) << 26;
/// A loop that has turned this often without any change of memory waits for another program; one that goes on after
/// others have run is looked at for two turns.
constexpr uint64_t turnsBeforeWaiting = 64, turnsWhenResumed = 2;
using Target = std::shared_ptr<size_t>;
Target makeTarget() { return std::make_shared<size_t>(0); }

/// Sees when a `while` only waits. It does when it reads memory, so that another program can end it, and neither it nor
/// what it calls has changed any in many turns. `while tl.atomic_cas(lock, 0, 1) == 1: pass` is such a loop; a failed
/// `atomic_cas` changes nothing.
class Watch {
public:
  Watch(SlotIndex seen, SlotIndex turns, SmallVector<Operand> carried)
      : seen(seen), turns(turns), carried(std::move(carried)) {}
  void begin(Frame &frame) const {
    frame.setScalar(seen, frame.run.changes);
    frame.setScalar(turns, 0);
  }
  /// After a turn of `loop`; `pc` is where the next one begins.
  void turn(Frame &frame, Operation *loop, size_t pc) const {
    uint64_t &count = frame.slots[turns].scalar, &known = frame.slots[seen].scalar;
    if (known != frame.run.changes) {
      known = frame.run.changes;
      count = 0;
    }
    if (++count + 1 == turnsBeforeWaiting)
      frame.wait.carried = copyCarried(frame);
    if (count < turnsBeforeWaiting)
      return;
    frame.wait.isStable = frame.wait.carried == copyCarried(frame);
    frame.wait.loop = loop;
    frame.wait.pc = pc;
    frame.pc = frame.code.steps.size();
    count = turnsBeforeWaiting - turnsWhenResumed;
  }

private:
  std::vector<uint8_t> copyCarried(const Frame &frame) const {
    std::vector<uint8_t> bytes;
    for (const Operand &operand : carried)
      bytes.insert(bytes.end(), frame.at(operand), frame.at(operand) + operand.bytes);
    return bytes;
  }
  SlotIndex seen, turns;
  SmallVector<Operand> carried;
};

bool readsMemory(Operation *loop) {
  return loop
      ->walk([](Operation *op) {
        return isa<tile::LoadOp, tile::GatherOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op) ? WalkResult::interrupt()
                                                                                           : WalkResult::advance();
      })
      .wasInterrupted();
}
} // namespace

std::function<void(Frame &)> Decoder::assign(ArrayRef<Operand> from, ArrayRef<Operand> to) {
  struct Move {
    SlotIndex from, to;
    bool dies;
  };
  SmallVector<Move, 4> moves;
  llvm::SmallDenseSet<SlotIndex> sources;
  for (auto [source, target] : llvm::zip(from, to)) {
    moves.push_back({source.slot, target.slot, source.dies && !sources.contains(source.slot)});
    sources.insert(source.slot);
  }
  // A slot that is read twice may be moved by the last reader only.
  for (size_t i = 0; i < moves.size(); ++i)
    for (size_t j = i + 1; j < moves.size(); ++j)
      if (moves[i].from == moves[j].from) {
        moves[j].dies |= moves[i].dies;
        moves[i].dies = false;
      }
  if (moves.size() == 1) {
    Move only = moves[0];
    return [only](Frame &frame) { only.dies ? frame.move(only.to, only.from) : frame.share(only.to, only.from); };
  }
  return [moves](Frame &frame) {
    // By way of copies, because a target may be another's source.
    SmallVector<Slot, 4> values(moves.size());
    for (size_t i = 0; i < moves.size(); ++i) {
      Slot &source = frame.slots[moves[i].from];
      values[i].scalar = source.scalar;
      values[i].data = source.data;
      if (moves[i].dies)
        values[i].buffer = std::move(source.buffer);
      else
        values[i].buffer = source.buffer;
    }
    for (size_t i = 0; i < moves.size(); ++i) {
      SlotIndex to = moves[i].to;
      frame.release(to);
      if (values[i].buffer) {
        frame.slots[to].data = values[i].data;
        frame.slots[to].buffer = std::move(values[i].buffer);
      } else {
        frame.setScalar(to, values[i].scalar);
      }
    }
  };
}

void Decoder::decodeFor(scf::ForOp loop) {
  Operand lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound()), step = get(loop.getStep());
  Operand counter = get(loop.getInductionVar());
  SmallVector<Operand> initial = getAll(loop.getInitArgs(), loop), carried = getAll(loop.getRegionIterArgs());
  // The loop's operands are still needed by its body unless the loop is their only reader.
  for (auto [operand, value] : llvm::zip(initial, loop.getInitArgs()))
    operand.dies &= value.hasOneUse();
  SlotIndex bound = newSlot(), stride = newSlot();
  bool isUnsigned = loop.getUnsignedCmp();
  auto begin = assign(initial, carried);
  emit(loop, [=](Frame &frame) {
    frame.setScalar(counter.slot, static_cast<uint64_t>(frame.readInt(lower)));
    frame.setScalar(bound, static_cast<uint64_t>(frame.readInt(upper)));
    int64_t by = frame.readInt(step);
    if (by <= 0) {
      frame.fail(DiagnosticId::valueError, "a loop's step is " + std::to_string(by) + ", expected a positive number");
      return;
    }
    frame.setScalar(stride, static_cast<uint64_t>(by));
    begin(frame);
  });
  Target end = makeTarget();
  size_t test = code.steps.size();
  emit(loop, [=](Frame &frame) {
    uint64_t i = frame.slots[counter.slot].scalar, last = frame.slots[bound].scalar;
    if (isUnsigned ? i >= last : static_cast<int64_t>(i) >= static_cast<int64_t>(last))
      frame.pc = *end;
  });
  if (mlir::failed(decodeBlock(*loop.getBody())))
    return;
  Operation *yield = loop.getBody()->getTerminator();
  auto next = assign(getAll(yield->getOperands(), yield), carried);
  emit(yield, [=](Frame &frame) {
    next(frame);
    uint64_t i = frame.slots[counter.slot].scalar, by = frame.slots[stride].scalar, sum = i + by;
    // Past the largest number the loop is over.
    bool wraps = isUnsigned ? sum < i : static_cast<int64_t>(sum) < static_cast<int64_t>(i);
    frame.setScalar(counter.slot, wraps ? frame.slots[bound].scalar : sum);
    frame.pc = test;
  });
  addDeaths(yield, carried);
  *end = code.steps.size();
  SmallVector<Operand> finals = carried;
  for (Operand &operand : finals)
    operand.dies = !operand.isScalar;
  emit(loop, assign(finals, getAll(loop.getResults())));
}

void Decoder::decodeIf(scf::IfOp branch) {
  Operand condition = get(branch.getCondition());
  Target otherwise = makeTarget(), end = makeTarget();
  emit(branch, [=](Frame &frame) {
    if (!*frame.at(condition))
      frame.pc = *otherwise;
  });
  SmallVector<Operand> results = getAll(branch.getResults());
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    if (region == &branch.getElseRegion())
      *otherwise = code.steps.size();
    if (region->empty())
      continue;
    if (mlir::failed(decodeBlock(region->front())))
      return;
    Operation *yield = region->front().getTerminator();
    auto move = assign(getAll(yield->getOperands(), yield), results);
    emit(yield, [=](Frame &frame) { move(frame); });
    addDeaths(yield);
    emit(branch, [=](Frame &frame) { frame.pc = *end; });
  }
  *end = code.steps.size();
  emit(branch, [](Frame &) {});
}

void Decoder::decodeWhile(scf::WhileOp loop) {
  SmallVector<Operand> initial = getAll(loop.getInits(), loop), before = getAll(loop.getBeforeArguments()),
                       after = getAll(loop.getAfterArguments());
  for (auto [operand, value] : llvm::zip(initial, loop.getInits()))
    operand.dies &= value.hasOneUse();
  SlotIndex iterations = newSlot();
  const bool mayWait = readsMemory(loop);
  Watch watch(mayWait ? newSlot() : 0, mayWait ? newSlot() : 0, before);
  auto begin = assign(initial, before);
  emit(loop, [=](Frame &frame) {
    frame.setScalar(iterations, 0);
    if (mayWait)
      watch.begin(frame);
    begin(frame);
  });
  size_t test = code.steps.size();
  Target end = makeTarget();
  if (mlir::failed(decodeBlock(*loop.getBeforeBody())))
    return;
  scf::ConditionOp condition = loop.getConditionOp();
  Operand holds = get(condition.getCondition());
  SmallVector<Operand> passed = getAll(condition.getArgs(), condition);
  auto goOn = assign(passed, after), stop = assign(passed, getAll(loop.getResults()));
  emit(condition, [=](Frame &frame) {
    if (!*frame.at(holds)) {
      stop(frame);
      frame.slots[iterations].scalar = uint64_t(1) << 63;
      return;
    }
    goOn(frame);
    if (static_cast<int64_t>(++frame.slots[iterations].scalar) > mostIterations)
      frame.fail(DiagnosticId::stepLimit,
                 "the loop has run " + std::to_string(mostIterations) + " times and does not end");
  });
  addDeaths(condition);
  emit(condition, [=](Frame &frame) {
    if (frame.slots[iterations].scalar >> 63)
      frame.pc = *end;
  });
  if (mlir::failed(decodeBlock(*loop.getAfterBody())))
    return;
  Operation *yield = loop.getAfterBody()->getTerminator();
  auto next = assign(getAll(yield->getOperands(), yield), before);
  emit(yield, [=](Frame &frame) { next(frame); });
  addDeaths(yield);
  emit(loop, [=](Frame &frame) {
    frame.pc = test;
    if (mayWait && frame.canWait)
      watch.turn(frame, loop, test);
  });
  *end = code.steps.size();
  emit(loop, [](Frame &) {});
}

void Decoder::decodeCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  if (!callee || callee.isExternal() || !llvm::hasSingleElement(callee.getBody()))
    return refuse(call, "`" + call.getCallee().str() + "` is not a function of one block");
  if (llvm::is_contained(callees, callee.getOperation()))
    return refuse(call, "`" + call.getCallee().str() + "` calls itself");
  Block &body = callee.getBody().front();
  // Another call of the same function may be decoded already: its slots are its own.
  callee.walk([&](Block *block) {
    for (Value argument : block->getArguments())
      slots.erase(argument), presets.erase(argument);
    for (Operation &op : *block)
      for (Value result : op.getResults())
        slots.erase(result), presets.erase(result), textSlots.erase(result);
    for (Operation &op : *block)
      deaths.erase(&op);
  });
  emit(call, assign(getAll(call.getOperands(), call), getAll(body.getArguments())));
  returnTargets.push_back(getAll(call.getResults()));
  callees.push_back(callee);
  (void)decodeBlock(body);
  callees.pop_back();
  returnTargets.pop_back();
}

bool Decoder::decodeControl(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    decodeFor(loop);
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    decodeIf(branch);
  else if (auto repeat = dyn_cast<scf::WhileOp>(op))
    decodeWhile(repeat);
  else if (auto call = dyn_cast<func::CallOp>(op))
    decodeCall(call);
  else if (isa<func::ReturnOp>(op)) {
    emit(op, assign(getAll(op->getOperands(), op), returnTargets.back()));
    addDeaths(op);
  } else
    return isa<scf::YieldOp, scf::ConditionOp, tile::ReturnOp>(op); // their parents' business
  return true;
}
