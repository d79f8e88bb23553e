// SPDX-License-Identifier: Apache-2.0
// How a launch's programs count their blocks: which numbers they make of their own (rows, columns, batches), and that
// each combination of them has one program. Numbers that come from axes of the grid of their own are counted apart.
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/specialize/Programs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntEqClasses.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// A number that programs make of their own, and what it goes through.
struct ProgramCount::Counter {
  Counted counted;
  llvm::SmallDenseSet<int64_t> ids; // axes of the grid that it is made of
  bool isCoordinate = false;
  SmallVector<int32_t> places; // in what it goes through, of each program looked at
};

/// The axes of the grid that `value` is computed of; false where it is computed of more.
bool ProgramCount::findIds(Value value, llvm::SmallDenseSet<int64_t> &ids) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return cast<BlockArgument>(value).getOwner()->getParentOp() == kernel &&
           kernel.getArgAttr(cast<BlockArgument>(value).getArgNumber(), constantName) != nullptr;
  if (auto id = dyn_cast<tile::ProgramIdOp>(op))
    ids.insert(static_cast<int64_t>(id.getAxis()));
  if (auto count = dyn_cast<tile::NumProgramsOp>(op))
    ids.insert(static_cast<int64_t>(count.getAxis()));
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return findIds(operand, ids); });
}

/// Whether one of these is among what `value` is computed of.
bool ProgramCount::isMadeOf(Value value, llvm::function_ref<bool(Value)> isOne) {
  Operation *op = value.getDefiningOp();
  return op &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return isOne(operand) || isMadeOf(operand, isOne); });
}

/// What the program uses of its numbers beside the coordinates.
llvm::SetVector<Value> ProgramCount::findOthers() {
  llvm::SetVector<Value> others;
  llvm::SmallPtrSet<Operation *, 16> used;
  SmallVector<Operation *> pending;
  auto isCoordinate = [&](Value value) { return llvm::is_contained(coordinates, value); };
  kernel.walk([&](Operation *op) {
    if (op != kernel && !isOpTriviallyDead(op) &&
        (!isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions() > 0))
      pending.push_back(op);
  });
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!used.insert(op).second)
      continue;
    for (Value operand : op->getOperands()) {
      llvm::SmallDenseSet<int64_t> ids;
      if (!operand.getDefiningOp() || isCoordinate(operand))
        continue;
      bool isOwn = operand.getType().isIntOrIndex() && findIds(operand, ids) && !ids.empty();
      if (isOwn && !isMadeOf(operand, isCoordinate))
        others.insert(operand);
      else
        pending.push_back(operand.getDefiningOp());
    }
  }
  return others;
}

/// What counters that share axes of the grid go through, all programs along these looked at.
bool ProgramCount::countOf(MutableArrayRef<Counter> together, Reasons &reasons) {
  SmallVector<int64_t> extents(grid.size(), 1);
  int64_t programs = 1;
  for (const Counter &counter : together)
    for (int64_t id : counter.ids)
      extents[id] = grid[id];
  for (int64_t extent : extents)
    programs *= extent;
  std::vector<SmallVector<int64_t>> numbers(together.size());
  bool areKnown = forEachExecution(&kernel.getBody().front().front(), kernel, extents, [&](ProgramEvaluator &program) {
    return llvm::all_of(llvm::zip(together, numbers), [&](auto each) {
      std::optional<int64_t> number = program.evaluate(std::get<0>(each).counted.value);
      std::get<1>(each).push_back(number.value_or(0));
      return number.has_value();
    });
  });
  if (!areKnown)
    return reasons.add(kernel,
                       "which block a program has is not known before it runs, or there are too many to look at");
  auto refuse = [&] { return reasons.add(kernel, "programs do not share out blocks of rows and columns, each once"); };
  for (auto [counter, own] : llvm::zip(together, numbers)) {
    Counted &counted = counter.counted;
    counted.first = *llvm::min_element(own);
    int64_t span = *llvm::max_element(own) - counted.first;
    counted.step = 0;
    for (int64_t number : own)
      counted.step = std::gcd(counted.step, number - counted.first);
    counted.step = std::max<int64_t>(counted.step, 1);
    counted.count = span / counted.step + 1;
    if (counted.count > programs || (counter.isCoordinate && (counted.first != 0 || counted.step != 1)))
      return refuse();
    for (int64_t number : own)
      counter.places.push_back(static_cast<int32_t>((number - counted.first) / counted.step));
  }
  // What always is where another one is goes with it.
  SmallVector<const Counter *> different;
  for (const Counter &counter : together)
    if (llvm::none_of(different, [&](const Counter *other) { return other->places == counter.places; }))
      different.push_back(&counter);
    else if (counter.isCoordinate)
      return refuse();
  llvm::BitVector seen(static_cast<unsigned>(programs));
  for (int64_t program = 0; program < programs; ++program) {
    int64_t place = 0;
    for (const Counter *counter : different)
      if ((place = place * counter->counted.count + counter->places[program]) >= programs)
        return refuse();
    if (seen.test(static_cast<unsigned>(place)))
      return refuse();
    seen.set(static_cast<unsigned>(place));
  }
  for (const Counter *counter : different)
    if (!counter->isCoordinate) {
      kept.emplace_back();
      for (const Counter &each : together)
        if (each.places == counter->places)
          kept.back().push_back(each.counted);
    }
  return true;
}

/// Axes of the grid that count neither rows nor columns stay as they are; false where there is none of `counters`.
bool ProgramCount::keepIds(ArrayRef<Counter> counters) {
  if (llvm::any_of(counters, [](const Counter &counter) { return counter.isCoordinate; }))
    return false;
  llvm::SmallDenseSet<int64_t> ids;
  for (const Counter &counter : counters)
    ids.insert(counter.ids.begin(), counter.ids.end());
  for (int64_t axis = 0; axis < static_cast<int64_t>(grid.size()); ++axis)
    if (ids.count(axis)) {
      kept.emplace_back();
      kernel.walk([&](tile::ProgramIdOp id) {
        if (static_cast<int64_t>(id.getAxis()) == axis)
          kept.back().push_back({id, 0, 1, grid[axis]});
      });
    }
  return true;
}

bool ProgramCount::find(std::optional<ProgramAxis> &rows, std::optional<ProgramAxis> &columns, Reasons &reasons) {
  SmallVector<Counter> counters;
  auto add = [&](Value value, bool isCoordinate) {
    counters.push_back({{value}, {}, isCoordinate, {}});
    return findIds(value, counters.back().ids);
  };
  for (const std::optional<ProgramAxis> *axis : {&rows, &columns})
    if (*axis && (*axis)->coordinate)
      coordinates.push_back((*axis)->coordinate);
  for (Value coordinate : coordinates)
    if (!add(coordinate, true))
      return reasons.add(coordinate.getDefiningOp(), "which block a program has is read from memory");
  llvm::SetVector<Value> others = findOthers();
  for (Value other : others)
    if (!isMadeOf(other, [&](Value value) { return others.contains(value); }))
      add(other, false);
  // Those with an axis of the grid in common are counted together.
  llvm::IntEqClasses classes(static_cast<unsigned>(grid.size() + counters.size()));
  for (auto [index, counter] : llvm::enumerate(counters))
    for (int64_t id : counter.ids)
      classes.join(static_cast<unsigned>(id), static_cast<unsigned>(grid.size() + index));
  for (unsigned id = 0; id < grid.size(); ++id) {
    SmallVector<Counter> together;
    for (auto [index, counter] : llvm::enumerate(counters))
      if (classes.findLeader(id) == classes.findLeader(static_cast<unsigned>(grid.size() + index)))
        together.push_back(counter);
    if (together.empty() && grid[id] > 1)
      return reasons.add(kernel, "programs along an axis of the grid do the same");
    // Each class at the first of its axes.
    if (classes.findLeader(id) != id || together.empty() || keepIds(together))
      continue;
    if (!countOf(together, reasons))
      return false;
    for (const Counter &counter : together)
      for (std::optional<ProgramAxis> *axis : {&rows, &columns})
        if (*axis && (*axis)->coordinate == counter.counted.value)
          (*axis)->count = counter.counted.count;
  }
  return true;
}
