// SPDX-License-Identifier: Apache-2.0
// Which axes are the same, an operation at a time: `getOperandParts` knows how an axis of a result comes from operands.
#include "compiler/schedule/specialize/AxisClasses.h"
#include "compiler/schedule/ArrayBuilder.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }
static int64_t getRank(Value value) { return static_cast<int64_t>(tile::getShape(value.getType()).size()); }

static bool isAccess(Operation *op) {
  return isa<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op);
}

SmallVector<Value> tessera::schedule::getMovedArrays(Operation *access) {
  SmallVector<Value> arrays;
  for (Value value :
       llvm::concat<Value>(SmallVector<Value>(access->getOperands()), SmallVector<Value>(access->getResults())))
    if (isArray(value))
      arrays.push_back(value);
  return arrays;
}

AxisClasses::AxisClasses(tile::KernelOp kernel) : kernel(kernel) {
  auto addAxes = [&](Value value) {
    for (int64_t axis = 0; isArray(value) && axis < getRank(value); ++axis)
      numbers.try_emplace({value, axis}, static_cast<unsigned>(numbers.size()));
  };
  kernel.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), addAxes);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), addAxes);
  });
  classes.grow(static_cast<unsigned>(numbers.size()));
  kernel.walk([&](Operation *op) { joinOp(op); });
}

unsigned AxisClasses::get(Value array, int64_t axis) const {
  auto known = numbers.find({array, axis});
  return known == numbers.end() ? ~0u : classes.findLeader(known->second);
}

SmallVector<int64_t> AxisClasses::find(Value array, unsigned number) const {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; isArray(array) && axis < getRank(array); ++axis)
    if (get(array, axis) == number)
      axes.push_back(axis);
  return axes;
}

void AxisClasses::join(ArrayPart a, ArrayPart b) {
  if (b.second != wholeArray)
    classes.join(numbers.lookup(a), numbers.lookup(b));
}

void AxisClasses::joinAll(ArrayRef<Value> alike) {
  for (Value value : alike)
    for (int64_t axis = 0; isArray(value) && axis < getRank(value); ++axis)
      join({alike.front(), axis}, {value, axis});
}

void AxisClasses::joinOp(Operation *op) {
  if (auto dot = dyn_cast<tile::DotOp>(op)) {
    int64_t row = getRank(dot) - 2, column = row + 1;
    for (int64_t batch = 0; batch < row; ++batch) {
      join({dot.getResult(), batch}, {dot.getLhs(), batch});
      join({dot.getResult(), batch}, {dot.getRhs(), batch});
    }
    join({dot.getResult(), row}, {dot.getLhs(), row});
    join({dot.getResult(), column}, {dot.getRhs(), column});
    join({dot.getLhs(), column}, {dot.getRhs(), row});
    if (dot.getAcc())
      joinAll({dot.getResult(), dot.getAcc()});
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      joinAll({loop.getResult(i), loop.getRegionIterArg(i), loop.getYieldedValues()[i], loop.getInitArgs()[i]});
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (unsigned i = 0; i < branch.getNumResults(); ++i)
      joinAll({branch.getResult(i), branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
    return;
  }
  if (isAccess(op))
    return joinAll(getMovedArrays(op));
  for (Value result : op->getResults())
    for (int64_t axis = 0; isArray(result) && axis < getRank(result); ++axis)
      if (auto parts = getOperandParts(op, axis))
        for (const ArrayPart &part : *parts)
          join({result, axis}, part);
}

bool AxisClasses::canGrow(unsigned number, Reasons &reasons, Growth growth) const {
  WalkResult all = tile::KernelOp(kernel).walk([&](Operation *op) {
    return canGrow(op, number, reasons, growth) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !all.wasInterrupted();
}

bool AxisClasses::canGrow(Operation *op, unsigned number, Reasons &reasons, Growth growth) const {
  auto isTouched = [&](Value value) { return !find(value, number).empty(); };
  if (llvm::none_of(op->getOperands(), isTouched) && llvm::none_of(op->getResults(), isTouched))
    return true;
  if (auto dot = dyn_cast<tile::DotOp>(op)) {
    bool isAdded = getRank(dot) == 2 && get(dot.getLhs(), 1) == number, isDepth = growth == Growth::depth;
    if (growth == Growth::pass)
      return getRank(dot) == 2 || reasons.add(op, "it is a product of more than two axes");
    return (getRank(dot) == 2 && isAdded == isDepth && (!isDepth || find(dot.getResult(), number).empty())) ||
           reasons.add(op, "programs beside each other are parts of one product's depth");
  }
  if (isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op) || isAccess(op) ||
      (growth == Growth::pass && isa<tile::ReduceOp>(op)))
    return true;
  auto refuse = [&] {
    return reasons.add(op, "`" + op->getName().stripDialect() + "` is not done element by element");
  };
  // Every axis of this kind has to come out as one, or what it stood for is gone: combined, or counted.
  SmallVector<ArrayPart> known;
  for (Value result : op->getResults())
    for (int64_t axis : find(result, number)) {
      auto parts = getOperandParts(op, axis);
      if (!parts)
        return refuse();
      llvm::append_range(known, *parts);
    }
  for (Value operand : op->getOperands())
    for (int64_t axis : find(operand, number))
      if (!llvm::is_contained(known, ArrayPart(operand, axis)))
        return refuse();
  return true;
}
