// SPDX-License-Identifier: Apache-2.0
// What all launches of a kernel agree on, written into it: see Passes.td. What ranges decide is decided once, here, so
// that no pass after has to ask whether a loop runs, a branch is taken or a mask holds.
#include "compiler/schedule/Bounds.h"
#include "compiler/schedule/fold/CountingLoops.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_FOLDLAUNCHESPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Floats stay arguments: what is computed from them is computed by the device.
static void foldArguments(tile::KernelOp kernel) {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  for (BlockArgument argument : kernel.getArguments()) {
    auto value = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), constantName);
    if (value && value.getType() == argument.getType() && !argument.use_empty())
      argument.replaceAllUsesWith(arith::ConstantOp::create(builder, argument.getLoc(), value));
  }
}

//===-- what ranges decide ------------------------------------------------------------------------------------===//

static TypedAttr getNumber(Type type, int64_t number) {
  TypedAttr element = IntegerAttr::get(tile::getElementType(type), number);
  auto array = dyn_cast<RankedTensorType>(type);
  return array ? TypedAttr(DenseElementsAttr::get(array, ArrayRef<Attribute>(element))) : element;
}

/// The operand that a minimum, a maximum or a remainder always is.
static Value findOperand(Operation *op, BoundsAnalysis &bounds) {
  if (!isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return {};
  auto a = bounds.get(op->getOperand(0)), b = bounds.get(op->getOperand(1));
  if (!a || !b)
    return {};
  bool isBelow = a->most <= b->least, isAbove = a->least >= b->most, areNatural = a->least >= 0 && b->least >= 0;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return areNatural && a->most < b->least ? op->getOperand(0) : Value();
  if (isa<arith::MinUIOp, arith::MaxUIOp>(op) && !areNatural)
    return {};
  bool isLeast = isa<arith::MinSIOp, arith::MinUIOp>(op);
  return isBelow ? op->getOperand(isLeast ? 0 : 1) : isAbove ? op->getOperand(isLeast ? 1 : 0) : Value();
}

static bool isDecided(Operation *op) {
  return isa<arith::CmpIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::RemSIOp,
             arith::RemUIOp, arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp>(op);
}

static bool holds(Value condition, BoundsAnalysis &bounds) {
  std::optional<Bounds> range = condition ? bounds.get(condition) : std::nullopt;
  return range && range->isNumber() && range->least != 0;
}

/// An access whose mask holds reads or writes all of its elements.
template <typename OpT> static void dropMask(OpT op, BoundsAnalysis &bounds) {
  if (!holds(op.getMask(), bounds))
    return;
  op.getMaskMutable().clear();
  if constexpr (std::is_same_v<OpT, tile::LoadOp> || std::is_same_v<OpT, tile::GatherOp>)
    op.getOtherMutable().clear();
}

static void decide(Operation *op, BoundsAnalysis &bounds) {
  if (isDecided(op)) {
    Value result = op->getResult(0);
    std::optional<Bounds> range = bounds.get(result);
    OpBuilder builder(op);
    if (range && range->isNumber())
      result.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op->getLoc(), getNumber(result.getType(), range->least)));
    else if (Value operand = findOperand(op, bounds))
      result.replaceAllUsesWith(operand);
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
          [&](auto access) { dropMask(access, bounds); })
      .Case([&](arith::SelectOp select) { // one condition for all elements
        auto broadcast = select.getCondition().getDefiningOp<tile::BroadcastOp>();
        if (broadcast && broadcast.getAxes().empty() && broadcast.getInput().getType().isInteger(1))
          select.getConditionMutable().assign(broadcast.getInput());
      })
      .Case([&](tile::AssertOp check) {
        if (holds(check.getCondition(), bounds))
          check.erase();
      });
}

namespace {
struct FoldLaunchesPass : schedule::impl::FoldLaunchesPassBase<FoldLaunchesPass> {
  void runOnOperation() override {
    OpPassManager tidy(tile::KernelOp::getOperationName());
    tidy.addPass(createCanonicalizerPass());
    tidy.addPass(createCSEPass());
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      foldArguments(kernel);
      countWhileLoops(kernel);
      computeCarriedNumbers(kernel);
      BoundsAnalysis bounds(kernel);
      kernel.walk([&](Operation *op) { decide(op, bounds); });
      if (failed(runPipeline(tidy, kernel)))
        return signalPassFailure();
      if (!nestFlatLoops(kernel))
        continue;
      computeCarriedNumbers(kernel);
      if (failed(runPipeline(tidy, kernel)))
        return signalPassFailure();
    }
  }
};
} // namespace
