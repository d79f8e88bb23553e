// SPDX-License-Identifier: Apache-2.0
// In which layout an operation wants an operand, given the layout of its result: one rule, which `schedule-choose-layouts`
// spreads backwards and `schedule-place-kernels` obeys.
#pragma once

#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/ProductLayouts.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::schedule {

/// `operand` is a tensor operand of `op`, whose result is held in `result`.
inline layout::LinearLayout getOperandLayout(mlir::Operation *op, mlir::Value operand, const layout::LinearLayout &result) {
  auto shape = tile::getShape(operand.getType());
  if (auto broadcast = llvm::dyn_cast<tile::BroadcastOp>(op))
    return layout::makeBroadcastOperand(result, broadcast.getAxes(), shape);
  if (auto transpose = llvm::dyn_cast<tile::TransposeOp>(op)) {
    llvm::SmallVector<int64_t> inverse(shape.size());
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
      inverse[source] = axis;
    return result.transposed(inverse);
  }
  if (llvm::isa<tile::ReshapeOp>(op))
    return *result.reshaped(shape);
  if (auto dot = llvm::dyn_cast<tilegpu::DotOp>(op); dot && operand != dot.getAccumulator()) {
    bool isRight = operand == dot.getB();
    if (dot.getInstruction() == tilegpu::DotInstruction::fma)
      return layout::makeFmaOperand(result, shape, isRight);
    return layout::makeMmaOperand(result, shape, isRight, tile::getElementType(operand.getType()).getIntOrFloatBitWidth());
  }
  return result;
}

/// What is left of `operand`'s layout for the result of a reduction along `axes`: nothing moves but what is combined.
inline layout::LinearLayout getReducedLayout(layout::LinearLayout operand, llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<int64_t> sorted(axes);
  llvm::sort(sorted);
  for (int64_t axis : llvm::reverse(sorted))
    operand = layout::makeSlice(operand, static_cast<size_t>(axis));
  return operand;
}

/// The layouts that `schedule-choose-layouts` wrote on `op`, the empty layout for a scalar result.
inline layout::LinearLayout getChosenLayout(mlir::Operation *op, unsigned result) {
  auto layouts = op->getAttrOfType<mlir::ArrayAttr>(layoutsName);
  if (!layouts || result >= layouts.size())
    return {};
  auto layout = llvm::dyn_cast<tilegpu::LinearAttr>(layouts[result]);
  return layout ? layout.getLayout() : layout::LinearLayout();
}

/// The layout that `op`'s results must have, whoever uses them: a product's, which `schedule-lower-dots` has written as `schedule.layouts`. Others take what is cheapest.
inline std::optional<layout::LinearLayout> getAnchor(mlir::Operation *op) {
  return llvm::isa<tilegpu::DotOp>(op) ? std::optional<layout::LinearLayout>(getChosenLayout(op, 0)) : std::nullopt;
}

} // namespace tessera::schedule
