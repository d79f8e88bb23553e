// SPDX-License-Identifier: Apache-2.0
// The producer: the program's loops and branches and the scalars that say where boxes begin, and of the rest the
// copies.
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

void LoopEmitter::produceBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    loc = op.getLoc();
    if (auto load = plan.staged.find(&op); load != plan.staged.end() && !load->second.isComputed) {
      produceCopy(load->second);
    } else if (auto loop = dyn_cast<scf::ForOp>(&op)) {
      if (plan.producerOps.count(loop))
        emitLoop(loop, [&](unsigned index) { return plan.producerValues.count(loop.getRegionIterArg(index)) != 0; }, [&](Block &body) { produceBlock(body); });
    } else if (auto branch = dyn_cast<scf::IfOp>(&op)) {
      if (plan.producerOps.count(branch))
        emitBranch(
            branch, [&](unsigned index) { return plan.producerValues.count(branch.getResult(index)) != 0; },
            [&](Block &body) { produceBlock(body); });
    } else if (llvm::any_of(op.getResults(), [&](Value result) { return plan.producerValues.count(result) != 0; })) {
      consumeIn(&op, wholeArray);
    }
  }
}

void LoopEmitter::produceCopy(StagedLoad &load) {
  const Ring &ring = plan.rings[load.ring];
  Value slot = getSlot(load.ring);
  if (isTurning(ring))
    tilegpu::WaitOp::create(builder, loc, released[load.ring], slot);
  Value array = makePart(load.box, Value(), load.box.getRows(), 0, load.box.getColumns());
  tilegpu::CopyInOp::create(builder, loc, array, getSlotRef(ring, load.ring, slot), ready[load.ring], slot, Value(),
                            getSharing(ring.isShared), IntegerAttr(), UnitAttr(),
                            tilegpu::OobAttr::get(builder.getContext(), tilegpu::Oob::zeros), IntegerAttr());
}
