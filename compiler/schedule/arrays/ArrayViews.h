// SPDX-License-Identifier: Apache-2.0
// Elements of an array that is computed, computed as an array of their own: of `concatenate(a, b)` the second half is
// b, of `transpose(x)` the even rows are x's even columns, transposed. A view says for each of the array's axes where
// its elements are, as a linear form of the wanted array's own indices; an operation at a time, that becomes views of
// its operands.
#pragma once

#include "compiler/schedule/arrays/ArrayExpansion.h"

namespace tessera::schedule {

/// `constant + sum of factors[k] * index k`, of the indices of the wanted array.
struct IndexForm {
  int64_t constant = 0;
  llvm::SmallVector<int64_t, 3> factors;
};

struct ArrayView {
  llvm::SmallVector<int64_t, 3> shape;  // the wanted array's
  llvm::SmallVector<IndexForm, 3> axes; // one of each axis of the array that it is taken from

  /// All of an array of this shape.
  static ArrayView all(llvm::ArrayRef<int64_t> shape);
  IndexForm zero() const;
  /// Largest value of a form; the smallest is its constant: factors are 0 or more.
  int64_t getLast(const IndexForm &form) const;
  bool isAll(llvm::ArrayRef<int64_t> of) const;
};

/// Whether an `OpT` is among what `value` is computed by, as far as views are followed through: up to what is loaded,
/// multiplied or computed by loops.
template <typename OpT> bool isComputedBy(mlir::Value value) {
  llvm::SmallVector<mlir::Value> left = {value};
  llvm::DenseSet<mlir::Operation *> seen;
  while (!left.empty()) {
    mlir::Operation *op = left.pop_back_val().getDefiningOp();
    bool isFollowed = op && op->getNumRegions() == 0 && !llvm::isa<tile::LoadOp, tile::GatherOp, tile::DotOp>(op);
    if (!isFollowed || !seen.insert(op).second)
      continue;
    if (llvm::isa<OpT>(op))
      return true;
    llvm::append_range(left, op->getOperands());
  }
  return false;
}

/// Writes views, each operation where the one is that it is a part of.
class ViewWriter {
public:
  explicit ViewWriter(mlir::OpBuilder &builder) : builder(builder) {}

  /// Null where that is not to be had: of what loops carry, or where elements are loaded that are no neighbours.
  mlir::Value write(mlir::Value value, const ArrayView &view);

private:
  mlir::Value writeNew(mlir::Value value, const ArrayView &view);
  mlir::Value writeElementwise(mlir::Operation *op, const ArrayView &view);
  mlir::Value writeBroadcast(tile::BroadcastOp op, const ArrayView &view);
  mlir::Value writeReshape(tile::ReshapeOp op, const ArrayView &view);
  mlir::Value writeTranspose(tile::TransposeOp op, const ArrayView &view);
  mlir::Value writeSlice(tile::SliceValueOp op, const ArrayView &view);
  mlir::Value writeConcatenate(tile::ConcatenateOp op, const ArrayView &view);
  mlir::Value writeIota(tile::IotaOp op, const ArrayView &view);
  mlir::Value writeLoad(tile::LoadOp op, const ArrayView &view);

  mlir::OpBuilder &builder;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<std::pair<ArrayView, mlir::Value>>> written;
};

} // namespace tessera::schedule
