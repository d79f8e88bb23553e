// SPDX-License-Identifier: Apache-2.0
// Loops of several products, as attention's backward pass: scores and their gradients are products of what lies in
// shared memory, and what is computed of them is multiplied again and added to sums that nobody reads before the last
// pass. Done one by one, each product would be waited for:
//
//     s = k . q; p = f(s); dv += p . do; dp = v . do; ds = g(p, dp); dk += ds . q
//  => begin s, dp; wait for s; p = f(s); begin dv; wait for dp; ds = g(p, dp); begin dk; wait for all
//
// So the tensor core has work while registers are computed with. Sums stay in their accumulators from the first pass to
// the last. Slots are given back when the pass's products are done. Rejected: products that run on into the next pass;
// their left operands lie in registers that the next pass needs.
#include "compiler/schedule/specialize/Differences.h"
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Registers of a thread that may hold sums and products which have been begun, and 16-bit elements of those.
static constexpr int64_t mostRegisters = 224, threadsOfWarpgroup = 128;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// The carried sum that does nothing but grow by `dot`, -1 for none.
static int64_t findSum(LoopPlan &plan, scf::ForOp loop, tile::DotOp dot) {
  Operation *addition = plan.folded.lookup(dot);
  Value sum = addition ? addition->getResult(0) : dot.getResult();
  auto yielded = llvm::find(loop.getYieldedValues(), sum);
  if (!sum.hasOneUse() || yielded == loop.getYieldedValues().end() || isSummedByStep(dot))
    return -1;
  int64_t index = yielded - loop.getYieldedValues().begin();
  Value before = loop.getRegionIterArg(static_cast<unsigned>(index));
  bool isAdded = addition ? llvm::is_contained(addition->getOperands(), before) : dot.getAcc() == before;
  bool isWide = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth() == 16;
  return isAdded && before.hasOneUse() && (isWide || isStagedIn(plan, dot.getLhs(), dot)) ? index : -1;
}

/// Whether `dot` can be begun wherever its operands have been copied.
static bool isOfMemory(LoopPlan &plan, tile::DotOp dot) {
  bool isAlone = !dot.getAcc() && !plan.folded.contains(dot) && !plan.chained.contains(dot);
  return isAlone && isStagedIn(plan, dot.getLhs(), dot) && !plan.demanded.contains({dot.getLhs(), 0}) &&
         isStagedIn(plan, dot.getRhs(), dot);
}

static int64_t countRegisters(LoopPlan &plan, tile::DotOp dot) {
  auto type = cast<RankedTensorType>(dot.getType());
  return type.getNumElements() / plan.consumers / threadsOfWarpgroup;
}

static std::optional<Flow> findFlow(LoopPlan &plan, scf::ForOp loop) {
  Flow flow;
  int64_t registers = 0;
  bool isFlat = true;
  loop.walk([&](tile::DotOp dot) {
    if (!plan.live.contains(dot))
      return;
    isFlat &= dot->getParentOp() == loop && !plan.chained.contains(dot);
    if (plan.joint.contains(dot)) {
      registers += countRegisters(plan, dot) * plan.consumers;
      return;
    }
    if (int64_t index = findSum(plan, loop, dot); index >= 0) {
      flow.sums.push_back(static_cast<unsigned>(index));
      flow.products[dot] = static_cast<unsigned>(index);
    } else if (isOfMemory(plan, dot)) {
      flow.early.push_back(dot);
      registers += countRegisters(plan, dot) / 2;
    }
    registers += countRegisters(plan, dot);
  });
  if (!isFlat || flow.sums.empty() || flow.early.size() < 2 || registers > mostRegisters)
    return std::nullopt;
  return flow;
}

void schedule::findFlows(LoopPlan &plan) {
  plan.kernel.walk([&](scf::ForOp loop) {
    bool isOther = !plan.live.contains(loop) || plan.overlaps.contains(loop) || plan.residents.contains(loop) ||
                   plan.aheads.contains(loop) || plan.isGathered(loop);
    std::optional<Flow> flow = isOther ? std::nullopt : findFlow(plan, loop);
    if (!flow)
      return;
    Operation *first = flow->early.front();
    for (auto &[load, staged] : plan.staged) {
      bool isEarly = load->getParentOp() == loop &&
                     llvm::any_of(staged.uses, [&](Operation *use) { return llvm::is_contained(flow->early, use); });
      if (isEarly && first->isBeforeInBlock(staged.first))
        staged.first = first;
    }
    plan.flows[loop] = *flow;
  });
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void LoopEmitter::beginFlowing(tile::DotOp op, Value accumulator) {
  auto [a, b] = getOperands(op);
  beginWgmma(builder, loc, plan, op, accumulator, a, b);
  flowing->begun.push_back(op);
}

/// Whether the product is one that flows: then it is begun, or what was begun is waited for.
bool LoopEmitter::consumeFlowing(tile::DotOp op) {
  if (flowing->flow->products.contains(op)) {
    beginFlowing(op, kept[op]);
    return true;
  }
  ArrayRef<Operation *> early = flowing->flow->early;
  if (!llvm::is_contained(early, op.getOperation()))
    return false;
  auto typeOf = [&](Operation *dot) { return cast<RankedTensorType>(getPartType(dot->getResult(0).getType(), 0)); };
  if (op == early.front())
    for (Operation *each : early) {
      flowing->early[each] = allocateSum(typeOf(each), Value());
      beginFlowing(cast<tile::DotOp>(each), flowing->early[each]);
    }
  Value accumulator = flowing->early.lookup(op);
  auto behind = flowing->begun.end() - llvm::find(flowing->begun, op.getOperation()) - 1;
  parts[{op.getResult().getAsOpaquePointer(), 0}] = tilegpu::ReadAccumulatorOp::create(
      builder, loc, typeOf(op), accumulator, builder.getI64IntegerAttr(static_cast<int64_t>(behind)));
  tilegpu::FreeOp::create(builder, loc, ValueRange{accumulator});
  return true;
}

void LoopEmitter::consumeFlow(scf::ForOp loop) {
  Flowing state;
  state.flow = &plan.flows.find(loop)->second;
  loc = loop.getLoc();
  llvm::DenseMap<unsigned, Value> accumulators;
  for (unsigned index : state.flow->sums) {
    Value init = get(loop.getInitArgs()[index], 0);
    accumulators[index] = allocateSum(cast<RankedTensorType>(init.getType()), init);
  }
  for (auto [dot, index] : state.flow->products)
    kept[dot] = accumulators[index];
  Flowing *outer = std::exchange(flowing, &state);
  emitLoop(
      loop,
      [&](unsigned index) {
        return plan.carriedAxes.count(loop.getRegionIterArg(index)) && !accumulators.count(index);
      },
      [&](Block &body) {
        consumeBlock(body);
        loc = loop.getLoc();
        tilegpu::WgmmaWaitOp::create(builder, loc, uint64_t(0));
        for (auto &[load, staged] : plan.staged)
          if (load->getParentOp() == loop && !staged.uses.empty())
            release(staged.ring);
      });
  flowing = outer;
  for (unsigned index : state.flow->sums) {
    auto type = cast<RankedTensorType>(getPartType(loop.getResult(index).getType(), 0));
    parts[{loop.getResult(index).getAsOpaquePointer(), 0}] =
        tilegpu::ReadAccumulatorOp::create(builder, loc, type, accumulators[index], builder.getI64IntegerAttr(0));
    tilegpu::FreeOp::create(builder, loc, ValueRange{accumulators[index]});
  }
}
