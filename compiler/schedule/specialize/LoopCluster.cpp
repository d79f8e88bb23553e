// SPDX-License-Identifier: Apache-2.0
// What the blocks of a cluster have in common: copies that go by no number of a block's own. Each block copies a part
// of such to all, and a slot is free once the consumers of all have read it.
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Whether `value` is the same in all blocks of a cluster, at the same point of their programs.
static bool isCommon(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto loop = dyn_cast<scf::ForOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
    if (!loop)
      return true; // the kernel's
    return value == loop.getInductionVar() && isCommon(loop.getLowerBound()) && isCommon(loop.getUpperBound()) &&
           isCommon(loop.getStep());
  }
  if (op->hasAttr(clusterNumberName))
    return true;
  return !isa<tile::ProgramIdOp>(op) && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), isCommon);
}

void tessera::schedule::findShared(LoopPlan &plan) {
  auto cluster = plan.kernel->getAttrOfType<IntegerAttr>(clusterName);
  if (!cluster)
    return;
  plan.cluster = cluster.getInt();
  constexpr int64_t rowsOfSwizzle = 8;
  for (Ring &ring : plan.rings) {
    bool isTurning = !plan.groups[ring.group].blocks.empty();
    ring.isShared = isTurning && !plan.isComputed(ring) && !plan.staged[ring.loads.front()].isGathered &&
                    ring.shape[0] % (plan.cluster * rowsOfSwizzle) == 0 &&
                    llvm::all_of(ring.loads, [&](Operation *load) {
                      return llvm::all_of(plan.staged[load].box.offsets, [](const AffineSum &offset) {
                        return llvm::all_of(offset.terms, [](const AffineTerm &term) { return isCommon(term.value); });
                      });
                    });
  }
}
