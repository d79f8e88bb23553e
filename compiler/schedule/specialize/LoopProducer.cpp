// SPDX-License-Identifier: Apache-2.0
// The producer: the program's loops and branches and the scalars that say where boxes begin, and of the rest the
// copies. One warp does it, but where something is gathered: then all of the warpgroup's threads do, which compute
// arrays of indices, too.
#include "compiler/schedule/specialize/CopyingWarp.h"
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

namespace {
class ProducerPlanner {
public:
  ProducerPlanner(LoopPlan &plan, Reasons &reasons) : plan(plan), reasons(reasons), isGathering(plan.isGathering()) {}

  bool run() {
    if (plan.splitLoop && !need(plan.splitPart))
      return false;
    for (auto &[op, load] : plan.staged) {
      if (load.isComputed)
        continue;
      if (op->getParentOp() != plan.kernel && !keep(op->getParentOp()))
        return false;
      if (load.isGathered && !llvm::all_of(op->getOperands(), [&](Value value) { return isRef(value) || need(value); }))
        return false;
      for (const AffineSum &offset : load.box.offsets)
        for (const AffineTerm &term : offset.terms)
          if (!need(term.value) || (term.loop && !keep(term.loop)))
            return false;
    }
    return true;
  }

private:
  static bool isRef(Value value) { return isa<tile::RefType>(value.getType()); }

  bool need(Value value) {
    if (!plan.producerValues.insert(value).second)
      return true;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()); type && !checkArray(value, type))
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop)
        return argument.getOwner()->getParentOp() == plan.kernel;
      return keep(loop) && (argument == loop.getInductionVar() || needCarried(loop, argument.getArgNumber() - 1));
    }
    Operation *op = value.getDefiningOp();
    if (op->getParentOp() != plan.kernel && !keep(op->getParentOp()))
      return false;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return keep(loop) && needCarried(loop, cast<OpResult>(value).getResultNumber());
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      return keep(branch) && need(branch.thenYield().getOperand(index)) && need(branch.elseYield().getOperand(index));
    }
    if (isEffect(op))
      return reasons.add(op, "where a copy begins depends on what an atomic operation finds, which is done by others");
    return llvm::all_of(op->getOperands(), [&](Value operand) { return isRef(operand) || need(operand); });
  }

  /// What each thread of the producer has a part of, beside the addresses that it copies from.
  bool checkArray(Value value, RankedTensorType type) {
    constexpr int64_t mostElements = 16384, mostLoaded = 1024;
    Operation *op = value.getDefiningOp();
    if (!isGathering)
      return reasons.add(value.getLoc(), "where a copy begins is computed from an array");
    if (type.getNumElements() > mostElements)
      return reasons.add(value.getLoc(),
                         "more than " + Twine(mostElements) + " addresses of what a product multiplies are computed",
                         "smaller blocks");
    if (!op || op->getNumRegions() > 0 || (!getOperandParts(op, wholeArray) && !isEffect(op)))
      return reasons.add(value.getLoc(), "addresses of what a product multiplies are what a loop or branch gives",
                         "compute them where they are used");
    return !isa<tile::LoadOp, tile::GatherOp>(op) || type.getNumElements() <= mostLoaded ||
           reasons.add(op, "addresses of what a product multiplies are loaded, more than " + Twine(mostLoaded));
  }

  bool needCarried(scf::ForOp loop, unsigned index) {
    return need(loop.getRegionIterArg(index)) && need(loop.getResult(index)) && need(loop.getInitArgs()[index]) &&
           need(loop.getYieldedValues()[index]);
  }

  bool keep(Operation *op) {
    for (; op != plan.kernel && plan.producerOps.insert(op).second; op = op->getParentOp()) {
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        if (!need(branch.getCondition()))
          return false;
        continue;
      }
      auto loop = cast<scf::ForOp>(op);
      if (!need(loop.getLowerBound()) || !need(loop.getUpperBound()) || !need(loop.getStep()))
        return false;
    }
    return true;
  }

  LoopPlan &plan;
  Reasons &reasons;
  const bool isGathering;
};
} // namespace

bool tessera::schedule::planProducer(LoopPlan &plan, Reasons &reasons) { return ProducerPlanner(plan, reasons).run(); }

//===-- writing -----------------------------------------------------------------------------------------------===//

void LoopEmitter::emitProducer() {
  isConsumer = false;
  beginRole(plan.registers.producer, false);
  if (!plan.isGathering()) {
    enterCopyingWarp(builder, loc);
    slots.assign(plan.groups.size(), ArrayBuilder(builder, loc).constant(0));
  }
  produceBlock(source.getBody().front());
  awaitReleases(false);
}

void LoopEmitter::produceBlock(Block &block, ArrayRef<Operation *> done) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Operation *> later; // what is copied without registers is begun first
  for (Operation &op : block.without_terminator()) {
    if (llvm::is_contained(done, &op))
      continue;
    loc = op.getLoc();
    if (auto load = plan.staged.find(&op); load != plan.staged.end() && !load->second.isComputed) {
      if (!load->second.isGathered)
        produceCopy(load->second);
      else if (!load->second.isPassed)
        gatherSlot(&op, load->second);
      else if (loadedAhead.contains(&op))
        later.push_back(&op);
      else
        askPassed(&op, load->second), passSlot(&op, load->second);
    } else if (auto loop = dyn_cast<scf::ForOp>(&op)) {
      if (plan.producerOps.count(loop))
        produceLoop(loop);
      if (plan.splitLoop == loop)
        enterFirstPart();
    } else if (auto branch = dyn_cast<scf::IfOp>(&op)) {
      if (plan.producerOps.count(branch))
        emitBranch(
            branch, [&](unsigned index) { return plan.producerValues.count(branch.getResult(index)) != 0; },
            [&](Block &body) { produceBlock(body); });
    } else if (llvm::any_of(op.getResults(), [&](Value result) { return plan.producerValues.count(result) != 0; })) {
      consumeIn(&op, wholeArray);
    }
  }
  for (Operation *op : later)
    passSlot(op, plan.staged[op]);
  awaitGathered(block);
}

void LoopEmitter::produceLoop(scf::ForOp loop) {
  auto isCarried = [&](unsigned index) { return plan.producerValues.count(loop.getRegionIterArg(index)) != 0; };
  if (!plan.isGathering())
    return emitLoop(loop, isCarried, [&](Block &body) { produceBlock(body); });
  bool isPassing = llvm::any_of(loop.getBody()->without_terminator(), [&](Operation &op) {
    auto load = plan.staged.find(&op);
    return load != plan.staged.end() && load->second.isPassed;
  });
  if (isPassing) {
    producePassing(loop, isCarried);
    return drainGathered(loop);
  }
  emitWithLoadsAhead(loop, plan.producerValues, isCarried,
                     [&](Block &body, ArrayRef<Operation *> done) { produceBlock(body, done); });
  drainGathered(loop);
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
