// SPDX-License-Identifier: Apache-2.0
// Integers as sums: what an offset or an array of indices is made of. `(b * stride_b + i * 128) + iota * stride` is, where the launches say the strides,
// the scalars b and i with factors, and a step along an axis. Pointers that a loop moves by the same amount each pass count its passes.
#pragma once

#include "compiler/schedule/Bounds.h"
#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace tessera::schedule {

/// `factor * value`, or `factor *` how many passes of `loop` came before where that is not null (then `value` is its induction variable).
struct AffineTerm {
  mlir::Value value;
  mlir::scf::ForOp loop;
  int64_t factor = 1;
  bool isSame(const AffineTerm &other) const { return value == other.value && loop == other.loop; }
};

struct AffineSum {
  llvm::SmallVector<AffineTerm> terms;
  int64_t constant = 0;

  bool isConstant() const { return terms.empty(); }
  void add(const AffineSum &other, int64_t factor = 1);
  AffineSum scaled(int64_t factor) const;
  /// Whether every factor and the constant are multiples of `divisor`.
  bool isMultipleOf(int64_t divisor) const;
  AffineSum divided(int64_t divisor) const;
  bool operator==(const AffineSum &other) const;
};

/// An array of indices: a sum that is the same for all elements, and how far one index of each axis goes.
struct AffineArray {
  AffineSum base;
  llvm::SmallVector<int64_t> steps;
};

/// What `op`, a broadcast, reshape or transpose, makes of `input`; none where a reshape does more than add and remove
/// axes of one element.
std::optional<AffineArray> moveAxes(const AffineArray &input, mlir::Operation *op);

class AffineAnalysis {
public:
  explicit AffineAnalysis(tile::KernelOp kernel) : kernel(kernel), bounds(kernel) {}
  /// None where `value` is no such array; a scalar always is a sum, of itself if nothing else.
  std::optional<AffineArray> get(mlir::Value value);
  /// From here on a sum of itself, whatever it is computed of.
  void addLeaf(mlir::Value scalar) {
    leaves.insert(scalar);
    known.clear();
  }
  /// Between which numbers a sum lies, and an array of `shape` by its first and last elements; none where a part is not
  /// known.
  std::optional<Bounds> getBounds(const AffineSum &sum);
  std::optional<Bounds> getBounds(const AffineArray &array, llvm::ArrayRef<int64_t> shape);
  /// The same of a value that may be no sum.
  std::optional<Bounds> getBounds(mlir::Value value) { return bounds.get(value); }

private:
  std::optional<AffineArray> compute(mlir::Value value);
  std::optional<AffineArray> computeOp(mlir::Operation *op);
  std::optional<AffineArray> computeCarried(mlir::scf::ForOp loop, mlir::BlockArgument argument);
  std::optional<AffineArray> computeProduct(mlir::Value a, mlir::Value b);
  std::optional<AffineArray> computeShift(mlir::Value value, mlir::Value by);
  AffineArray makeLeaf(mlir::Value value);
  AffineSum countPasses(const AffineSum &sum);
  std::optional<int64_t> getLastPass(mlir::scf::ForOp loop);

  tile::KernelOp kernel;
  BoundsAnalysis bounds;
  llvm::DenseMap<mlir::Value, std::optional<AffineArray>> known;
  llvm::DenseSet<mlir::Value> leaves;
};

} // namespace tessera::schedule
