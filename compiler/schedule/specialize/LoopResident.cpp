// SPDX-License-Identifier: Apache-2.0
// Sums that a loop only adds products to stay in their accumulators from its first pass to its last, and a pass waits
// for the products of the one before instead of its own:
//
//     sums = 0; for ..: wait ready[i]; sums += a[i] . b[i], awaited; arrive free[i]
//  => for ..: wait ready[i]; begin sums += a[i] . b[i]; wait for the pass before; arrive free[i - 1]       behind the
//  loop: await the last, arrive free[last]
//
// so the tensor core has the next product while barriers are seen to. Both operands lie in shared memory: registers of
// an operand would have to stay as they are, too. A ring of one slot is what the next pass waits for, and is not put
// off. Nor is anything where branches may leave a product out: how many are under way is then not known.
#include "compiler/schedule/specialize/Differences.h"
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// What begins from `sum` in `block` where that is all that becomes of it there: an operation of the block.
static Operation *findOnlyUser(Value sum, Block &block) {
  Operation *only = nullptr;
  for (OpOperand &use : sum.getUses())
    if (Operation *own = block.findAncestorOpInBlock(*use.getOwner())) {
      // Both branches may use it, each once.
      bool isAgain = only && (own != only || !isa<scf::IfOp>(own));
      if (isAgain)
        return nullptr;
      only = own;
    }
  return only;
}

static tile::DotOp getAddend(LoopPlan &plan, Operation *user, Value sum) {
  Operation *dot = plan.additions.lookup(user);
  auto product = dyn_cast<tile::DotOp>(dot ? dot : user);
  bool isAddend = product && (dot ? user != dot : product.getAcc() == sum);
  return isAddend && plan.live.count(product) && !isSummedByStep(product) ? product : tile::DotOp();
}

namespace {
/// The products that make the next of a carried value of it, in order, and the results of branches with some of them.
struct Chain {
  SmallVector<tile::DotOp> products;
  SmallVector<Value> results;
};
} // namespace

/// Whether nothing but products makes `last` of `sum` in `block`.
static bool followSum(LoopPlan &plan, Block &block, Value sum, Value last, Chain &chain) {
  while (true) {
    Operation *user = findOnlyUser(sum, block);
    if (sum == last || !user)
      return sum == last && user == block.getTerminator();
    if (auto branch = dyn_cast<scf::IfOp>(user)) {
      auto isNext = [&](Value result) {
        unsigned index = cast<OpResult>(result).getResultNumber();
        Chain inner = chain;
        bool isSo = followSum(plan, *branch.thenBlock(), sum, branch.thenYield().getOperand(index), inner) &&
                    followSum(plan, *branch.elseBlock(), sum, branch.elseYield().getOperand(index), inner);
        if (isSo)
          chain = std::move(inner);
        return isSo;
      };
      auto next = llvm::find_if(branch.getResults(), isNext);
      if (next == branch.result_end())
        return false;
      sum = *next;
      chain.results.push_back(sum);
      continue;
    }
    tile::DotOp dot = getAddend(plan, user, sum);
    if (!dot || dot->getBlock() != &block || !isStagedIn(plan, dot.getLhs(), dot) ||
        plan.demanded.count({dot.getLhs(), 0}))
      return false;
    chain.products.push_back(dot);
    Operation *addition = plan.folded.lookup(dot);
    sum = addition ? addition->getResult(0) : dot.getResult();
  }
}

void tessera::schedule::findResidents(LoopPlan &plan) {
  plan.kernel.walk([&](scf::ForOp loop) {
    if (!plan.live.count(loop) || plan.overlaps.count(loop))
      return;
    SmallVector<unsigned> sums;
    SmallVector<Value> results;
    llvm::DenseMap<Operation *, unsigned> products;
    for (unsigned index = 0; index < loop.getNumResults(); ++index) {
      if (!plan.carriedAxes.count(loop.getRegionIterArg(index)))
        continue;
      Chain chain;
      if (!followSum(plan, *loop.getBody(), loop.getRegionIterArg(index), loop.getYieldedValues()[index], chain) ||
          chain.products.empty())
        continue;
      sums.push_back(index);
      results.append(chain.results);
      for (tile::DotOp dot : chain.products)
        products[dot] = index;
    }
    // Other products are awaited in their pass, and with them all before.
    bool areAll =
        !loop.walk([&](tile::DotOp dot) {
               return plan.live.count(dot) && !products.count(dot) ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
    if (sums.empty() || !areAll)
      return;
    plan.residents[loop] = sums;
    plan.residentResults.insert_range(results);
    for (auto [dot, index] : products) {
      plan.residentProducts[dot] = index;
      if (!results.empty())
        plan.awaited.insert(dot);
    }
  });
}

//===-- writing -----------------------------------------------------------------------------------------------===//

Value LoopEmitter::allocateSum(RankedTensorType type, Value init) {
  Type accumulatorType = tilegpu::AccumulatorType::get(builder.getContext(), type.getDimSize(0), type.getDimSize(1),
                                                       type.getElementType());
  bool isZero = init && (matchPattern(init, m_Zero()) || matchPattern(init, m_PosZeroFloat()));
  return tilegpu::AllocAccumulatorOp::create(builder, loc, accumulatorType, builder.getStringAttr(""),
                                             isZero ? Value() : init);
}

/// A slot that is given back a pass later lets products run on behind the next pass's. Of two slots the other one is
/// taken then, and copies come one at a time; without it they come while this pass multiplies.
static constexpr int64_t fewestDeferredSlots = 3;

/// Rings of which the loop takes a slot a pass, and gives back the one before.
SmallVector<unsigned> LoopEmitter::getDeferred(scf::ForOp loop) {
  SmallVector<unsigned> deferred;
  for (auto [index, ring] : llvm::enumerate(plan.rings))
    if (isTurning(ring) && llvm::any_of(ring.loads, [&](Operation *load) {
          return load->getParentOp() == loop && isDeferred(plan.staged[load]);
        }))
      deferred.push_back(static_cast<unsigned>(index));
  return deferred;
}

bool LoopEmitter::isDeferred(const StagedLoad &load) {
  if (flowing && !load.uses.empty())
    return true;
  return load.last && plan.residentProducts.count(load.last) && !plan.awaited.count(load.last) &&
         plan.rings[load.ring].slots >= fewestDeferredSlots;
}

/// Begins a product of a sum that stays. What a slot holds that is given back in this pass must have been read before.
void LoopEmitter::beginResident(tile::DotOp op, Value a, Value b) {
  beginWgmma(builder, loc, plan, op, kept[op], a, b);
  bool isAwaited = plan.awaited.count(op) || llvm::any_of(plan.staged, [&](const auto &entry) {
                     const auto &[load, staged] = entry;
                     return load->getParentOp() == op->getParentOp() &&
                            plan.rings[staged.ring].slots < fewestDeferredSlots &&
                            llvm::is_contained(staged.uses, op.getOperation());
                   });
  if (isAwaited)
    tilegpu::WgmmaWaitOp::create(builder, loc, uint64_t(0));
}

/// The slots before the current ones are free.
void LoopEmitter::releaseBefore(ArrayRef<unsigned> rings) {
  ArrayBuilder arrays(builder, loc);
  llvm::DenseMap<unsigned, Value> before; // by group
  for (unsigned ring : rings) {
    unsigned group = plan.rings[ring].group;
    Value &slot = before[group];
    if (!slot) {
      Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, slots[group], arrays.constant(0));
      slot = arith::SelectOp::create(builder, loc, isFirst, arrays.constant(plan.groups[group].slots - 1),
                                     arrays.add(slots[group], arrays.constant(-1)));
    }
    tilegpu::ArriveOp::create(builder, loc, released[ring], slot);
  }
}

/// `body` behind a branch.
void LoopEmitter::emitIf(Value condition, llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

void LoopEmitter::consumeResident(scf::ForOp loop) {
  const SmallVector<unsigned> &sums = plan.residents.find(loop)->second;
  SmallVector<unsigned> deferred = getDeferred(loop);
  loc = loop.getLoc();
  llvm::DenseMap<unsigned, Value> accumulators;
  for (unsigned index : sums) {
    Value init = get(loop.getInitArgs()[index], 0);
    accumulators[index] = allocateSum(cast<RankedTensorType>(init.getType()), init);
  }
  uint64_t begun = 0;
  loop.walk([&](tile::DotOp dot) {
    if (plan.live.count(dot)) {
      kept[dot] = accumulators[plan.residentProducts[dot]];
      ++begun;
    }
  });
  Value lower = get(loop.getLowerBound(), wholeArray), upper = get(loop.getUpperBound(), wholeArray);
  emitLoop(
      loop,
      [&](unsigned index) {
        return plan.carriedAxes.count(loop.getRegionIterArg(index)) && !accumulators.count(index);
      },
      [&](Block &body) {
        consumeBlock(body);
        loc = loop.getLoc();
        if (deferred.empty())
          return;
        tilegpu::WgmmaWaitOp::create(builder, loc, begun);
        Value pass = get(loop.getInductionVar(), wholeArray);
        emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, pass, lower),
               [&] { releaseBefore(deferred); });
      });
  for (unsigned index : sums) {
    auto type = cast<RankedTensorType>(getPartType(loop.getResult(index).getType(), 0));
    parts[{loop.getResult(index).getAsOpaquePointer(), 0}] =
        tilegpu::ReadAccumulatorOp::create(builder, loc, type, accumulators[index], builder.getI64IntegerAttr(0));
  }
  if (!deferred.empty())
    emitIf(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lower, upper),
           [&] { releaseBefore(deferred); });
  for (unsigned index : sums)
    tilegpu::FreeOp::create(builder, loc, ValueRange{accumulators[index]});
}
