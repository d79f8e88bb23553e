// SPDX-License-Identifier: Apache-2.0
// Programs whose depth several blocks share: few tiles leave multiprocessors without work. The blocks of a cluster do a
// part of the passes each; all but the first store their sums into its shared memory, which it adds to its own, always
// in the same order, and does what follows the loop:
//
//     all          sums = passes part * n / blocks to (part + 1) * n / blocks
//     part != 0    store sums to slot part - 1 of block 0                          st.async, its barrier counts
//     part == 0    wait;  sums += slot 0;  sums += slot 1; ..;  what follows
//
// Rejected: sums in global memory, which want room there, a second pass or flags, and 1 to 2 us; atomic additions,
// whose order is another each time.
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// The loop at the program's own level that has all of its products; null where there is none.
scf::ForOp tessera::schedule::findSplitLoop(tile::KernelOp kernel) {
  scf::ForOp found;
  bool areAll = true;
  kernel.walk([&](tile::DotOp dot) {
    Operation *own = kernel.getBody().front().findAncestorOpInBlock(*dot);
    auto loop = dyn_cast<scf::ForOp>(own);
    areAll &= loop && (!found || found == loop);
    found = loop;
  });
  return areAll ? found : scf::ForOp();
}

/// Whether passes do nothing with `sum` but add to it.
static bool isSum(scf::ForOp loop, unsigned index) {
  Value sum = loop.getRegionIterArg(index), init = loop.getInitArgs()[index];
  auto type = dyn_cast<RankedTensorType>(sum.getType());
  bool isZero = matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (!type || type.getRank() != 2 || type.getElementTypeBitWidth() != 32 || !isZero)
    return false;
  while (sum != loop.getYieldedValues()[index]) {
    Operation *user = sum.hasOneUse() ? *sum.user_begin() : nullptr;
    auto dot = dyn_cast_or_null<tile::DotOp>(user);
    bool isAdded = user && user->getBlock() == loop.getBody() &&
                   (isa<arith::AddFOp, arith::AddIOp>(user) || (dot && dot.getAcc() == sum));
    if (!isAdded)
      return false;
    sum = user->getResult(0);
  }
  return loop.getRegionIterArg(index).hasOneUse();
}

bool tessera::schedule::planSplit(LoopPlan &plan, Reasons &reasons) {
  auto split = plan.kernel->getAttrOfType<IntegerAttr>(splitName);
  if (!split)
    return true;
  plan.split = split.getInt();
  plan.splitLoop = findSplitLoop(plan.kernel);
  plan.kernel.walk([&](Operation *op) {
    if (op->hasAttr(splitPartName))
      plan.splitPart = op->getResult(0);
  });
  if (!plan.splitLoop || !plan.splitPart)
    return reasons.add(plan.kernel, "its products are not all in one loop, whose passes blocks could share");
  for (unsigned index = 0; index < plan.splitLoop.getNumResults(); ++index)
    if (!isSum(plan.splitLoop, index))
      return reasons.add(plan.splitLoop, "its loop does more than to add up sums of 32 bits that begin with zeros");
  WalkResult all = plan.kernel.walk([&](Operation *op) {
    bool isEarly =
        isEffect(op) && !plan.splitLoop->isBeforeInBlock(plan.kernel.getBody().front().findAncestorOpInBlock(*op));
    return isEarly ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !all.wasInterrupted() || reasons.add(plan.kernel, "it changes memory before its loop ends");
}

/// What is copied before the loop, and not needed in it, would be on its way when other blocks end.
bool tessera::schedule::checkSplitCopies(const LoopPlan &plan, Reasons &reasons) {
  for (const auto &[op, load] : plan.staged)
    if (plan.splitLoop && op->getParentOp() == plan.kernel && op->isBeforeInBlock(plan.splitLoop) &&
        (!load.first || plan.splitLoop->isBeforeInBlock(load.first)))
      return reasons.add(op, "it is loaded before the loop, and needed behind it", "load it where it is needed");
  return true;
}

int64_t tessera::schedule::countSplitBytes(LoopPlan &plan) {
  int64_t bytes = 0;
  for (unsigned index = 0; plan.splitLoop && index < plan.splitLoop.getNumResults(); ++index)
    bytes += llvm::alignTo((plan.split - 1) *
                               cast<RankedTensorType>(plan.splitLoop.getResult(index).getType()).getNumElements() * 4,
                           1024);
  return bytes;
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void tessera::schedule::splitPasses(tile::KernelOp kernel, Value part, int64_t split) {
  scf::ForOp loop = findSplitLoop(kernel);
  if (!loop)
    return;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInductionVar().getType();
  auto constant = [&](int64_t number) {
    return Value(arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, number)));
  };
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  if (part.getType() != type)
    part = tile::CastOp::create(builder, loc, type, part, false, false);
  APInt first, last, by;
  bool areKnown = matchPattern(lower, m_ConstantInt(&first)) && matchPattern(upper, m_ConstantInt(&last)) &&
                  matchPattern(step, m_ConstantInt(&by)) && first.slt(last);
  int64_t known = areKnown ? llvm::divideCeil((last - first).getSExtValue(), by.getSExtValue()) : 1;
  if (known % split == 0) {
    // As many for each: where they begin is a sum like any other.
    int64_t own = known / split * by.getSExtValue();
    Value begin = arith::MulIOp::create(builder, loc, part, constant(own));
    if (!first.isZero())
      begin = arith::AddIOp::create(builder, loc, begin, lower);
    loop.setLowerBound(begin);
    loop.setUpperBound(arith::AddIOp::create(builder, loc, begin, constant(own)));
    return;
  }
  Value span = arith::SubIOp::create(builder, loc, upper, lower),
        rounded = arith::AddIOp::create(builder, loc, span, arith::SubIOp::create(builder, loc, step, constant(1))),
        passes = arith::MaxSIOp::create(builder, loc, arith::DivSIOp::create(builder, loc, rounded, step), constant(0));
  auto begin = [&](Value number) {
    Value before =
        arith::DivUIOp::create(builder, loc, arith::MulIOp::create(builder, loc, number, passes), constant(split));
    return Value(arith::AddIOp::create(builder, loc, lower, arith::MulIOp::create(builder, loc, before, step)));
  };
  Value next = arith::AddIOp::create(builder, loc, part, constant(1));
  loop.setLowerBound(begin(part));
  loop.setUpperBound(begin(next));
}

void LoopEmitter::createSplitBuffers() {
  if (!plan.splitLoop)
    return;
  for (Value sum : plan.splitLoop.getResults()) {
    if (!plan.demanded.count({sum, 0}))
      continue; // nobody reads it
    splitSums.push_back(sum);
    SmallVector<int64_t> shape(tile::getShape(sum.getType()));
    shape.insert(shape.begin(), plan.split - 1);
    splitBuffers.push_back(
        tilegpu::AllocSharedOp::create(builder, loc, getShared(shape, tile::getElementType(sum.getType())),
                                       builder.getStringAttr("parts"), IntegerAttr(), IntegerAttr()));
  }
  splitBarrier = tilegpu::AllocBarrierOp::create(
      builder, loc, tilegpu::BarrierType::get(builder.getContext(), plan.consumers), builder.getStringAttr("parts"),
      builder.getI64IntegerAttr((plan.split - 1) * static_cast<int64_t>(splitBuffers.size())), getSharing(false),
      UnitAttr(), IntegerAttr());
}

/// What comes next is the first block's.
void LoopEmitter::enterFirstPart() {
  ArrayBuilder arrays(builder, loc);
  Value part = arrays.toI32(get(plan.splitPart, wholeArray));
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, arrays.constant(0));
  auto branch = scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
}

void LoopEmitter::joinParts() {
  loc = plan.splitLoop.getLoc();
  ArrayBuilder arrays(builder, loc);
  Value part = arrays.toI32(get(plan.splitPart, wholeArray));
  Value isOther = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, part, arrays.constant(0));
  auto getPart = [&](unsigned index, Value ref, Value slot) {
    ArrayRef<int64_t> shape = tile::getShape(splitSums[index].getType());
    int64_t rows = plan.getPart(shape[0]);
    SmallVector<Value> offsets = {slot};
    SmallVector<int64_t> places = {ShapedType::kDynamic, 0, 0}, sizes = {1, rows, shape[1]};
    if (plan.consumers > 1) {
      offsets.push_back(getFirstRow(shape[0]));
      places[1] = ShapedType::kDynamic;
    }
    Type type = getShared({rows, shape[1]}, tile::getElementType(splitSums[index].getType()));
    return Value(tilegpu::SubviewOp::create(builder, loc, type, ref, offsets, places, sizes, ArrayRef<int64_t>{0}));
  };
  Value own = plan.consumers > 1 ? warpgroup : arrays.constant(0);
  SmallVector<Value> sums;
  for (Value sum : splitSums)
    sums.push_back(get(sum, 0));
  emitIf(isOther, [&] {
    for (auto [index, sum] : llvm::enumerate(sums)) {
      Value peer =
          tilegpu::ClusterRefOp::create(builder, loc, splitBuffers[index].getType(), splitBuffers[index],
                                        ValueRange{arrays.constant(0)}, builder.getDenseI64ArrayAttr({clusterAxis}));
      tilegpu::StoreClusterOp::create(
          builder, loc, sum, getPart(static_cast<unsigned>(index), peer, arrays.add(part, arrays.constant(-1))),
          splitBarrier, own, tilegpu::CopyReductionAttr());
    }
  });
  enterFirstPart();
  tilegpu::WaitOp::create(builder, loc, splitBarrier, own);
  for (auto [index, sum] : llvm::enumerate(sums)) {
    Value result = splitSums[index], total = sum;
    auto type = cast<RankedTensorType>(total.getType());
    for (int64_t slot = 0; slot + 1 < plan.split; ++slot) {
      Value ref = getPart(static_cast<unsigned>(index), splitBuffers[index], arrays.constant(slot));
      Value other =
          tile::LoadOp::create(builder, loc, type, ref, ValueRange(), Value(), Value(),
                               builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr(type.getShape()),
                               builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
      total = isa<FloatType>(type.getElementType()) ? Value(arith::AddFOp::create(builder, loc, total, other))
                                                    : Value(arith::AddIOp::create(builder, loc, total, other));
    }
    parts[{result.getAsOpaquePointer(), 0}] = total;
  }
}
