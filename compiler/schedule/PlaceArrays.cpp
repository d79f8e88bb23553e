// SPDX-License-Identifier: Apache-2.0
// Places what makes arrays of arrays. A value of no axes is a scalar in `tilegpu`, which every thread has.
#include "compiler/schedule/KernelPlacer.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

Value KernelPlacer::placeArray(tile::IotaOp op, const LinearLayout &layout) {
  return tilegpu::IotaOp::create(builder, op.getLoc(), placeType(op.getType(), layout), op.getAxis());
}

Value KernelPlacer::placeArray(tile::BroadcastOp op, const LinearLayout &layout) {
  Value input = getOperand(op, op.getInput(), layout);
  if (!isArray(op.getResult()))
    return input;
  if (!isArray(input))
    return tilegpu::SplatOp::create(builder, op.getLoc(), placeType(op.getType(), layout), input);
  return tilegpu::BroadcastOp::create(builder, op.getLoc(), placeType(op.getType(), layout), input, op.getAxes());
}

Value KernelPlacer::placeArray(tile::TransposeOp op, const LinearLayout &layout) {
  Value input = getOperand(op, op.getInput(), layout);
  return isArray(input) ? tilegpu::TransposeOp::create(builder, op.getLoc(), placeType(op.getType(), layout), input,
                                                       op.getPermutation())
                        : input;
}

/// A scalar stands for an array of one element, whichever thread holds it: a sum of one element makes it the same in
/// all.
Value KernelPlacer::placeArray(tile::ReshapeOp op, const LinearLayout &layout) {
  if (!isArray(op.getInput())) {
    Value scalar = mapping.lookup(op.getInput());
    return isArray(op.getResult())
               ? Value(tilegpu::SplatOp::create(builder, op.getLoc(), placeType(op.getType(), layout), scalar))
               : scalar;
  }
  if (!isArray(op.getResult())) {
    Value input = getOwn(op.getInput(), op);
    auto axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(tilegpu::getShape(input.getType()).size())));
    return tilegpu::ReduceOp::create(builder, op.getLoc(), op.getType(), tilegpu::ReductionKind::add, input, axes,
                                     false);
  }
  return tilegpu::ReshapeOp::create(builder, op.getLoc(), placeType(op.getType(), layout),
                                    getOperand(op, op.getInput(), layout));
}

Value KernelPlacer::placeArray(tile::CastOp op, const LinearLayout &layout) {
  return tilegpu::CastOp::create(builder, op.getLoc(), placeType(op.getType(), layout),
                                 getOperand(op, op.getInput(), layout), op.getFromUnsigned(), op.getToUnsigned());
}

Value KernelPlacer::placeArray(tile::BitcastOp op, const LinearLayout &layout) {
  return tilegpu::BitcastOp::create(builder, op.getLoc(), placeType(op.getType(), layout),
                                    getOperand(op, op.getInput(), layout));
}

//===-- combining along axes ----------------------------------------------------------------------------------===//

/// The result is held as the operand without those axes; who wants it otherwise gets it converted.
Value KernelPlacer::placeArray(tile::ReduceOp op, const LinearLayout &layout) {
  Value input = getOwn(op.getInput(), op);
  if (!isArray(input))
    return input;
  Type type = op.getType();
  if (isArray(op.getResult()))
    type = placeType(type, getReducedLayout(tilegpu::getLayout(input.getType()), op.getAxes()));
  auto kind = static_cast<tilegpu::ReductionKind>(static_cast<int>(op.getKind()));
  Value reduced = tilegpu::ReduceOp::create(builder, op.getLoc(), type, kind, input, op.getAxes(), op.getIgnoreNan());
  return convert(reduced, layout, op.getLoc());
}

void KernelPlacer::placeCombine(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&to);
  for (BlockArgument argument : from.getArguments())
    mapping.map(argument, block->addArgument(argument.getType(), argument.getLoc()));
  for (Operation &inner : from.front()) {
    if (!isa<tile::YieldOp>(inner)) {
      place(&inner);
      continue;
    }
    auto values = llvm::map_to_vector(inner.getOperands(), [&](Value value) { return mapping.lookup(value); });
    tilegpu::YieldOp::create(builder, inner.getLoc(), values);
  }
}

/// All inputs in one layout.
SmallVector<Value> KernelPlacer::getCombined(Operation *op, const LinearLayout &wanted) {
  return llvm::map_to_vector(op->getOperands(), [&](Value input) { return get(input, wanted, op->getLoc()); });
}

void KernelPlacer::placeCombination(tile::ReduceByOp op) {
  auto axis = static_cast<int64_t>(op.getAxis());
  LinearLayout layout = tilegpu::getLayout(mapping.lookup(op.getInputs().front()).getType());
  SmallVector<Value> inputs = getCombined(op, layout);
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(placeType(type, isa<RankedTensorType>(type) ? getReducedLayout(layout, {axis}) : LinearLayout()));
  auto placed = tilegpu::ReduceByOp::create(builder, op.getLoc(), types, inputs, axis);
  placeCombine(op.getCombine(), placed.getCombine());
  for (auto [index, result] : llvm::enumerate(placed.getResults()))
    mapping.map(op.getResult(index), convert(result, getChosenLayout(op, index), op.getLoc()));
}

void KernelPlacer::placeCombination(tile::ScanOp op) {
  LinearLayout layout = getChosenLayout(op, 0);
  SmallVector<Value> inputs = getCombined(op, layout);
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(placeType(type, layout));
  auto placed = tilegpu::ScanOp::create(builder, op.getLoc(), types, inputs, op.getAxis(), op.getReverse());
  placeCombine(op.getCombine(), placed.getCombine());
  for (auto [index, result] : llvm::enumerate(placed.getResults()))
    mapping.map(op.getResult(index), convert(result, getChosenLayout(op, index), op.getLoc()));
}

//===-- what the user wrote in PTX ----------------------------------------------------------------------------===//

/// All arguments and results have one shape; the first result's layout, or without one the first argument's, is
/// everybody's.
void KernelPlacer::placeInlineAsm(tile::InlineAsmOp op) {
  LinearLayout layout;
  if (op.getNumResults())
    layout = getChosenLayout(op, 0);
  else if (!op.getInputs().empty())
    layout = tilegpu::getLayout(mapping.lookup(op.getInputs().front()).getType());
  SmallVector<Value> inputs = getCombined(op, layout);
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(placeType(type, layout));
  auto placed = tilegpu::InlineAsmOp::create(builder, op.getLoc(), types, op.getText(), op.getConstraints(),
                                             op.getPack(), op.getIsPure(), inputs);
  for (auto [index, result] : llvm::enumerate(placed.getResults()))
    mapping.map(op.getResult(index), convert(result, getChosenLayout(op, index), op.getLoc()));
}
