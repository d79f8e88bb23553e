// SPDX-License-Identifier: Apache-2.0
// Operations on whole arrays, written with fewer: see Passes.td and arrays/ArrayExpansion.h. Operations are taken in the order of the text, and what an
// expansion writes is taken again, so that each may be written with others that have an expansion themselves.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include "compiler/schedule/arrays/JoinedDepths.h"
#include "compiler/schedule/Choices.h"
#include "compiler/support/PassDiagnostics.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_EXPANDARRAYSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Whether an operation is written with others; in regions that combine entries there are only scalars.
static bool hasExpansion(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<ElementsAttr>(Attribute(constant.getValue()));
    return elements && !elements.isSplat();
  }
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
    return !isFreeReshape(tile::getShape(reshape.getInput().getType()), tile::getShape(reshape.getType()));
  if (auto iota = dyn_cast<tile::IotaOp>(op))
    return isa<FloatType>(iota.getType().getElementType());
  return isa<tile::SliceValueOp, tile::UpdateSliceOp, tile::ConcatenateOp, tile::TakeOp, tile::PutOp, tile::SortOp, tile::ArgReduceOp, tile::RandomOp,
             tile::RandomSplitOp, tile::RandomFoldInOp>(op);
}

static bool expandIota(ArrayExpansion &code, tile::IotaOp op) {
  Value own = code.iota(op.getType().getShape(), static_cast<int64_t>(op.getAxis()));
  op.replaceAllUsesWith(code.cast(own, op.getType().getElementType()));
  return true;
}

static bool expand(Operation *op, std::string &why) {
  OpBuilder builder(op);
  ArrayExpansion code(builder, op->getLoc());
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::ConstantOp constant) { return expandConstant(code, constant, why); })
      .Case([&](tile::IotaOp iota) { return expandIota(code, iota); })
      .Case([&](tile::ReshapeOp reshape) { return expandReshape(code, reshape); })
      .Case([&](tile::SliceValueOp slice) { return expandSlice(code, slice); })
      .Case([&](tile::UpdateSliceOp update) { return expandUpdateSlice(code, update); })
      .Case([&](tile::ConcatenateOp concatenate) { return expandConcatenate(code, concatenate); })
      .Case([&](tile::TakeOp take) { return expandTake(code, take); })
      .Case([&](tile::PutOp put) { return expandPut(code, put); })
      .Case([&](tile::SortOp sort) { return expandSort(code, sort); })
      .Case([&](tile::ArgReduceOp reduce) { return expandArgReduce(code, reduce); })
      .Case([&](tile::RandomOp random) { return expandRandom(code, random, why); })
      .Case([&](tile::RandomSplitOp split) { return expandRandomSplit(code, split); })
      .Case([&](tile::RandomFoldInOp fold) { return expandRandomFoldIn(code, fold); })
      .Default(false);
}

/// False after a remark, where something has no expansion.
static bool expandKernel(tile::KernelOp kernel) {
  SmallVector<Operation *> work;
  auto collect = [&] {
    work.clear();
    kernel.walk([&](Operation *op) {
      if (hasExpansion(op))
        work.push_back(op);
    });
    // Constants last: an expansion that knows their elements may need no array of them.
    std::stable_partition(work.begin(), work.end(), [](Operation *op) { return !isa<arith::ConstantOp>(op); });
    return !work.empty();
  };
  while (collect())
    for (Operation *op : work) {
      std::string why = "`" + op->getName().getStringRef().str() + "`";
      bool isUsed = !op->use_empty();
      if (isUsed && !expand(op, why))
        return refuseKernel(kernel, op->getLoc(), DiagnosticId::noSchedule,
                            why + " in kernel `" + kernel.getSymName() + "` has no GPU schedule yet");
      op->erase();
    }
  return true;
}

namespace {
struct ExpandArraysPass : schedule::impl::ExpandArraysPassBase<ExpandArraysPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      if (target.hasWgmma && getChoice(kernel, "specialize").value_or(1))
        splitJoinedDepths(kernel);
      if (!expandKernel(kernel))
        kernel.erase();
    }
  }
};
} // namespace
