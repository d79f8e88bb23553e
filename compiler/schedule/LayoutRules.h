// SPDX-License-Identifier: Apache-2.0
// In which layout an operation wants an operand, given the layout of its result: one rule, which `schedule-choose-layouts`
// spreads backwards and `schedule-place-kernels` obeys.
#pragma once

#include "compiler/layout/LayoutBuilders.h"
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
  return result;
}

/// The layouts that `schedule-choose-layouts` wrote on `op`, the empty layout for a scalar result.
inline layout::LinearLayout getChosenLayout(mlir::Operation *op, unsigned result) {
  auto layouts = op->getAttrOfType<mlir::ArrayAttr>(layoutsName);
  if (!layouts || result >= layouts.size())
    return {};
  auto layout = llvm::dyn_cast<tilegpu::LinearAttr>(layouts[result]);
  return layout ? layout.getLayout() : layout::LinearLayout();
}

} // namespace tessera::schedule
