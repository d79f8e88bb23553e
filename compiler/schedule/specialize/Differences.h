// SPDX-License-Identifier: Apache-2.0
// Products that are subtracted: `x - a . b` is one product that begins from x, as `x + a . b` is, for wgmma turns the
// sign of a's elements. A second array beside the sum would not fit the registers that large blocks leave.
#pragma once

#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/tilegpu/ir/Negated.h"

namespace tessera::schedule {

/// Whether `sum` subtracts the product `dot`, of floats whose sum stays in one accumulator.
inline bool isDifference(mlir::Operation *sum, tile::DotOp dot) {
  return mlir::isa<mlir::arith::SubFOp>(sum) && sum->getOperand(1) == dot.getResult() &&
         sum->getOperand(0) != dot.getResult() && !isSummedByStep(dot);
}

/// Begins `accumulator += a . b`, or `-=` where the plan folded `dot` into a difference.
inline void beginWgmma(mlir::OpBuilder &builder, mlir::Location loc, const LoopPlan &plan, mlir::Operation *dot,
                       mlir::Value accumulator, mlir::Value a, mlir::Value b) {
  auto wgmma = tilegpu::WgmmaOp::create(builder, loc, accumulator, a, b);
  if (mlir::isa_and_nonnull<mlir::arith::SubFOp>(plan.folded.lookup(dot)))
    wgmma->setAttr(tilegpu::negatedName, builder.getUnitAttr());
}

} // namespace tessera::schedule
