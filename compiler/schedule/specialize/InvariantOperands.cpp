// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/specialize/InvariantOperands.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Elements of an array that lives through a loop in registers for the sake of a load.
static constexpr int64_t mostLoaded = 256;
static constexpr int mostSteps = 16;

/// A loop that is known to run may have a load done for it before.
static bool doesRun(scf::ForOp loop) {
  APInt first, last;
  return matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) &&
         matchPattern(loop.getUpperBound(), m_ConstantInt(&last)) && first.slt(last);
}

static bool isSmallLoad(Operation *op, scf::ForOp loop) {
  if (!isa<tile::LoadOp, tile::GatherOp>(op) || op->getParentOp() != loop || !doesRun(loop))
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.getNumElements() <= mostLoaded && llvm::none_of(getAccessedArray(op).getUsers(), isEffect);
}

/// Whether `value` is the same in all passes, and computed of what is outside of the loop element by element.
static bool isInvariant(Value value, scf::ForOp loop, bool withLoads, int steps = mostSteps) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0 || op->getParentOp() != loop || op->getNumRegions() > 0)
    return false;
  bool isTaken = isPure(op) ? !isa<tile::DotOp>(op) : withLoads && isSmallLoad(op, loop);
  return isTaken && llvm::all_of(op->getOperands(),
                                 [&](Value operand) { return isInvariant(operand, loop, withLoads, steps - 1); });
}

static void moveOut(Value value, scf::ForOp loop) {
  if (loop.isDefinedOutsideOfLoop(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    moveOut(operand, loop);
  op->moveBefore(loop);
}

void tessera::schedule::hoistInvariantOperands(tile::KernelOp kernel) {
  SmallVector<Operation *> found;
  kernel.walk([&](Operation *op) {
    if (isa<tile::DotOp, tile::LoadOp, tile::GatherOp>(op))
      found.push_back(op);
  });
  for (Operation *op : found)
    while (auto loop = dyn_cast<scf::ForOp>(op->getParentOp())) {
      auto dot = dyn_cast<tile::DotOp>(op);
      Value value = dot ? dot.getLhs() : op->getResult(0);
      if (loop.isDefinedOutsideOfLoop(value) || !isInvariant(value, loop, !dot))
        break;
      moveOut(value, loop);
      if (dot)
        break;
    }
}
