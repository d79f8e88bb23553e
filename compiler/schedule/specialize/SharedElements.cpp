// SPDX-License-Identifier: Apache-2.0
// Loads of which all elements are one: `scales + columns // 128`, of the 128 columns of a block. One element is loaded,
// at the index that the first has, and given to all.
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// First elements that are computed already: what is used twice is computed once.
using Firsts = llvm::DenseMap<Value, Value>;

static Value computeFirst(OpBuilder &builder, Value value, Firsts &known);

/// The first element of `value`, computed alone; null where it comes from memory or the like.
static Value emitFirst(OpBuilder &builder, Value value, Firsts &known) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Value first = computeFirst(builder, value, known);
  known[value] = first;
  return first;
}

static Value computeFirst(OpBuilder &builder, Value value, Firsts &known) {
  auto type = cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    return splat ? arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(splat.getSplatValue<Attribute>()))
                 : Value();
  }
  if (isa<tile::IotaOp>(op))
    return arith::ConstantOp::create(builder, op->getLoc(), builder.getZeroAttr(type.getElementType()));
  if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return emitFirst(builder, op->getOperand(0), known);
  if (op->getNumResults() != 1 || !isMemoryEffectFree(op) ||
      !(isa<tile::CastOp>(op) || OpTrait::hasElementwiseMappableTraits(op)))
    return {};
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value first = emitFirst(builder, operand, known);
    if (!first)
      return {};
    mapping.map(operand, first);
  }
  Operation *written = builder.clone(*op, mapping);
  written->getResult(0).setType(type.getElementType());
  return written->getResult(0);
}

static bool isOneElement(tile::GatherOp load, AxisInfoAnalysis &info) {
  auto type = dyn_cast<RankedTensorType>(load.getType());
  return type && type.getNumElements() > 1 && !load.getMask() && llvm::all_of(load.getIndices(), [&](Value index) {
           return llvm::equal(info.get(index).constancy, type.getShape());
         });
}

void tessera::schedule::shareElements(tile::KernelOp kernel) {
  AxisInfoAnalysis info(kernel);
  SmallVector<tile::GatherOp> loads;
  kernel.walk([&](tile::GatherOp load) {
    if (isOneElement(load, info))
      loads.push_back(load);
  });
  for (tile::GatherOp load : loads) {
    OpBuilder builder(load);
    SmallVector<Value> indices;
    Firsts known;
    for (Value index : load.getIndices())
      indices.push_back(emitFirst(builder, index, known));
    if (llvm::is_contained(indices, Value()))
      continue;
    auto type = cast<RankedTensorType>(load.getType());
    Value element =
        tile::GatherOp::create(builder, load.getLoc(), type.getElementType(), load.getRef(), indices, Value(), Value());
    load.replaceAllUsesWith(
        Value(tile::BroadcastOp::create(builder, load.getLoc(), type, element, ArrayRef<int64_t>())));
    load.erase();
  }
}
