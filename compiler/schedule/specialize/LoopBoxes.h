// SPDX-License-Identifier: Apache-2.0
// Which part of an array a load reads, as the copy engine would have to be told: a box of a matrix in global memory.
#pragma once

#include "compiler/schedule/Reasons.h"
#include "compiler/schedule/specialize/Affine.h"

namespace tessera::schedule {

/// `sizes` elements from `offsets` on of `argument`, seen as an array of `shape` (another than its own where it is flat). Two axes are kept; of the loaded
/// array they are the axes in order, or with `isTransposed` the other way round.
struct ArrayBox {
  mlir::BlockArgument argument;
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<AffineSum> offsets;
  llvm::SmallVector<int64_t> sizes, dropped;
  bool isTransposed = false;

  int64_t getRows() const;
  int64_t getColumns() const { return sizes.back(); }
  mlir::Type getElementType() const { return mlir::cast<tile::RefType>(argument.getType()).getElementType(); }
};

/// Whether all elements of `value` are 0 (also where it is null: a gather without `other`).
bool isZero(mlir::Value value);
/// Whether they may as well be zero.
bool isZeroOrUndefined(mlir::Value value);
/// None where `op`, a `tile.load` or `tile.gather`, is no box that the copy engine takes, or where what it reads
/// outside of the array matters: `reasons` says why. How many rows and columns it has may change yet unless
/// `areExtentsLast`.
std::optional<ArrayBox> findBox(mlir::Operation *op, AffineAnalysis &affine, tile::KernelOp kernel, Reasons &reasons,
                                bool areExtentsLast = true);
/// A load of one axis as a row of one, if the copy engine takes it: `sizes` are 1 and the row's elements,
/// or some more.
std::optional<ArrayBox> findRowBox(mlir::Operation *op, AffineAnalysis &affine, tile::KernelOp kernel);
/// The same of a `tile.store`, `tile.scatter` or `tile.atomic_rmw`.
std::optional<ArrayBox> findStoredBox(mlir::Operation *op, AffineAnalysis &affine, tile::KernelOp kernel);

} // namespace tessera::schedule
