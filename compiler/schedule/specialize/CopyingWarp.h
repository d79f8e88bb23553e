// SPDX-License-Identifier: Apache-2.0
// The warpgroup that copies does it with one of its warps. Four would wait for the same phases, and those that issue
// nothing could fall two phases behind: their wait's parity is then that of a phase that never ends.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::schedule {

/// From here on `builder` writes what the warpgroup's first warp does; the other warps wait for its end.
inline void enterCopyingWarp(mlir::OpBuilder &builder, mlir::Location loc) {
  auto warps = tilegpu::WarpMapOp::create(builder, loc);
  mlir::Block &body = warps.getBody().empty() ? warps.getBody().emplaceBlock() : warps.getBody().front();
  if (body.getNumArguments() == 0)
    body.addArgument(builder.getI32Type(), loc);
  if (body.empty() || !body.back().hasTrait<mlir::OpTrait::IsTerminator>()) {
    builder.setInsertionPointToEnd(&body);
    tilegpu::WarpYieldOp::create(builder, loc);
  }
  builder.setInsertionPoint(body.getTerminator());
  mlir::Value zero = mlir::arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  mlir::Value isFirst =
      mlir::arith::CmpIOp::create(builder, loc, mlir::arith::CmpIPredicate::eq, body.getArgument(0), zero);
  auto branch = mlir::scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  builder.setInsertionPoint(branch.thenYield());
}

} // namespace tessera::schedule
