// SPDX-License-Identifier: Apache-2.0
// An operation written again for a part of its result: some elements of one axis, of parts of its operands
// (`getOperandParts`) that are written already.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"

namespace tessera::schedule {

/// The elements of an axis that are left; `first` null for all from 0 on.
struct Cut {
  mlir::Value first;
  int64_t size = 0;
};
/// The part of an operand along one of its axes, or the whole of it.
using GetPart = llvm::function_ref<mlir::Value(mlir::Value, int64_t)>;

/// The results of `op`, a load or what is done element by element, along `axis`; of all of `op` where that is
/// `wholeArray`.
llvm::SmallVector<mlir::Value> emitPart(mlir::OpBuilder &builder, mlir::Operation *op, int64_t axis, const Cut &cut,
                                        GetPart get);

/// Where a part of a slice (a `tile.load` or `tile.store`) begins, and its `sizes`.
template <typename OpT>
llvm::SmallVector<mlir::Value> getPartOffsets(mlir::OpBuilder &builder, OpT op, int64_t axis, const Cut &cut,
                                              GetPart get, llvm::SmallVectorImpl<int64_t> &sizes) {
  ArrayBuilder arrays(builder, op.getLoc());
  llvm::SmallVector<mlir::Value> offsets;
  sizes.assign(op.getSizes().begin(), op.getSizes().end());
  llvm::SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), op.getDropped());
  for (int64_t own = 0; own < static_cast<int64_t>(sizes.size()); ++own) {
    mlir::OpFoldResult offset = op.getOffset(own);
    offsets.push_back(mlir::isa<mlir::Attribute>(offset) ? arrays.toI32(offset)
                                                         : arrays.toI32(get(mlir::cast<mlir::Value>(offset), -1)));
  }
  if (axis < 0)
    return offsets;
  int64_t own = kept[axis];
  if (cut.first)
    offsets[own] = arrays.add(offsets[own], arrays.multiply(cut.first, op.getStride(own)));
  sizes[own] = cut.size;
  return offsets;
}

} // namespace tessera::schedule
