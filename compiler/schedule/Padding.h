// SPDX-License-Identifier: Apache-2.0
// What `schedule-pad-blocks` knows of arrays that grow: their new extents, and which elements are the program's own. Operations that combine elements are in
// PadCombining.cpp; each is given after all types have grown, with the shape that its input had before.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"

namespace tessera::schedule {

llvm::SmallVector<int64_t> padShape(llvm::ArrayRef<int64_t> shape);

/// Which elements of the padded array of what was `shape` are the program's; null where it did not grow. Only the axes in `axes`, where that is given.
mlir::Value getOwnElements(ArrayBuilder &arrays, llvm::ArrayRef<int64_t> shape, std::optional<llvm::ArrayRef<int64_t>> axes = std::nullopt);

/// What changes no other element of `type` that it is combined with; a NaN where NaNs are ignored, so that NaNs alone stay one.
mlir::TypedAttr getNeutralElement(tile::Reduction kind, mlir::Type type, bool ignoresNan);

void padReduction(tile::ReduceOp op, llvm::ArrayRef<int64_t> shape);
void padReduction(tile::ReduceByOp op, llvm::ArrayRef<int64_t> shape);
/// A scan meets what is behind the end only in reverse.
void padScan(tile::ScanOp op, llvm::ArrayRef<int64_t> shape);
/// `lhs` is the shape that the left operand had, which has the product's inner extent.
void padDot(tile::DotOp op, llvm::ArrayRef<int64_t> lhs);

} // namespace tessera::schedule
