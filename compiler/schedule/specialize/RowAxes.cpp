// SPDX-License-Identifier: Apache-2.0
// Where the rows of products are in all that is made of them, forwards through the program and through the arrays that
// it changes: what is read where rows are written is rows, too.
#include "compiler/schedule/specialize/LoopPlan.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

static int64_t getOperandAxis(Operation *op, const RowAxes &rowAxes) {
  for (Value operand : op->getOperands())
    if (auto axis = rowAxes.find(operand); axis != rowAxes.end())
      return axis->second;
  return wholeArray;
}

static ArrayRef<int64_t> getAccessedShape(Operation *op) {
  return tile::getShape(op->getNumResults() > 0 ? op->getResult(0).getType() : op->getOperand(0).getType());
}

/// Of other effects on blocks of the same shape of the array.
static int64_t getSharedAxis(Operation *op, const RowAxes &rowAxes) {
  Value array = getAccessedArray(op);
  if (!array || getAccessedShape(op).empty())
    return wholeArray;
  for (Operation *user : array.getUsers())
    if (isEffect(user) && getAccessedShape(user) == getAccessedShape(op))
      if (int64_t axis = getOperandAxis(user, rowAxes); axis != wholeArray)
        return axis;
  return wholeArray;
}

int64_t schedule::getEffectAxis(Operation *op, const RowAxes &rowAxes) {
  int64_t axis = getOperandAxis(op, rowAxes);
  return axis != wholeArray ? axis : getSharedAxis(op, rowAxes);
}

/// Of values that are one array by turns.
static bool unite(ArrayRef<Value> same, RowAxes &rowAxes) {
  bool hasChanged = false;
  for (Value value : same)
    if (auto axis = rowAxes.find(value); axis != rowAxes.end()) {
      int64_t known = axis->second;
      for (Value other : same)
        hasChanged |= rowAxes.try_emplace(other, known).second;
      break;
    }
  return hasChanged;
}

static bool spreadAround(scf::ForOp loop, RowAxes &rowAxes) {
  bool hasChanged = false;
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (isArray(loop.getResult(i)))
      hasChanged |= unite(
          {loop.getResult(i), loop.getRegionIterArg(i), loop.getYieldedValues()[i], loop.getInitArgs()[i]}, rowAxes);
  return hasChanged;
}

static bool spreadOut(scf::IfOp branch, RowAxes &rowAxes) {
  bool hasChanged = false;
  for (unsigned i = 0; i < branch.getNumResults(); ++i)
    if (isArray(branch.getResult(i)))
      hasChanged |=
          unite({branch.getResult(i), branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)}, rowAxes);
  return hasChanged;
}

/// The axis of the results, from an operand's.
static int64_t findResultAxis(Operation *op, const RowAxes &rowAxes) {
  if (op->getNumResults() > 1 && !OpTrait::hasElementwiseMappableTraits(op))
    return wholeArray;
  for (int64_t axis = 0, rank = static_cast<int64_t>(tile::getShape(op->getResult(0).getType()).size()); axis < rank;
       ++axis)
    if (auto parts = getOperandParts(op, axis))
      for (const ArrayPart &part : *parts)
        if (auto known = rowAxes.find(part.first);
            part.second != wholeArray && known != rowAxes.end() && known->second == part.second)
          return axis;
  return isa<tile::LoadOp, tile::GatherOp>(op) ? getSharedAxis(op, rowAxes) : wholeArray;
}

static bool spread(Operation *op, RowAxes &rowAxes) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return spreadAround(loop, rowAxes);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return spreadOut(branch, rowAxes);
  if (op->getNumResults() == 0 || !isArray(op->getResult(0)) || rowAxes.count(op->getResult(0)) || isa<tile::DotOp>(op))
    return false;
  int64_t axis = findResultAxis(op, rowAxes);
  bool hasChanged = false;
  for (Value result : op->getResults()) // of one shape, such as both halves of a product
    if (axis != wholeArray)
      hasChanged |= rowAxes.try_emplace(result, axis).second;
  return hasChanged;
}

RowAxes schedule::findRowAxes(tile::KernelOp kernel, const llvm::MapVector<Operation *, Operation *> &joint) {
  RowAxes rowAxes;
  kernel.walk([&](tile::DotOp dot) {
    if (!joint.contains(dot))
      rowAxes[dot.getResult()] = 0;
  });
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { hasChanged |= spread(op, rowAxes); });
  }
  return rowAxes;
}
