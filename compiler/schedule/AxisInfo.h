// SPDX-License-Identifier: Apache-2.0
// What is known of the integers in a value, axis by axis, from which vector widths follow. Three numbers an axis, each
// a power of two:
//   contiguity    aligned groups of so many elements along the axis count up by 1
//   divisibility  the first element of each such group is a multiple of this
//   constancy     aligned groups of so many elements along the axis are equal
//
// Example: `%pid * 1024 + iota` of 1024 elements. `%pid * 1024` is one value, a multiple of 1024: broadcast, it has
// constancy 1024 and divisibility 1024. iota has contiguity 1024 and starts at 0, a multiple of anything. The sum has
// contiguity 1024 and divisibility 1024. Compared (`<`) with an `%n` that is a multiple of 16, groups of 16 are equal:
// within a group from 16k to 16k + 15 no multiple of 16 lies except its start. So a mask of it is the same for 16
// neighbours.
#pragma once

#include "compiler/schedule/Bounds.h"
#include "compiler/tile/ir/Tile.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::schedule {

struct AxisInfo {
  /// One entry an axis; a scalar has one axis of extent 1.
  llvm::SmallVector<int64_t, 4> contiguity, divisibility, constancy;

  static AxisInfo unknown(size_t rank);
  bool operator==(const AxisInfo &o) const {
    return contiguity == o.contiguity && divisibility == o.divisibility && constancy == o.constancy;
  }
  size_t rank() const { return contiguity.size(); }
  /// What every single element is a multiple of.
  int64_t getElementDivisibility() const;
  /// What the first element of aligned groups of `group` elements along `axis` is a multiple of.
  int64_t getDivisibility(size_t axis, int64_t group) const;
};

/// Largest power of two that divides `value`; of 0, a very large one.
int64_t getPowerOfTwoDivisor(int64_t value);

class AxisInfoAnalysis {
public:
  explicit AxisInfoAnalysis(tile::KernelOp kernel) : kernel(kernel), bounds(kernel) {}
  /// Computed once a value. The reference holds until the next call.
  const AxisInfo &get(mlir::Value value);

private:
  AxisInfo compute(mlir::Value value);
  AxisInfo computeCarried(mlir::scf::ForOp loop, unsigned index);
  AxisInfo computeReshape(tile::ReshapeOp op, llvm::ArrayRef<int64_t> shape);
  AxisInfo computeOp(mlir::Operation *op, llvm::ArrayRef<int64_t> shape);
  AxisInfo computeAdd(mlir::Value a, mlir::Value b, bool isSubtraction);
  AxisInfo computeMultiply(mlir::Value a, mlir::Value b);
  AxisInfo computeCompare(mlir::arith::CmpIOp op, llvm::ArrayRef<int64_t> shape);
  AxisInfo computeBroadcast(tile::BroadcastOp op, llvm::ArrayRef<int64_t> shape);
  AxisInfo computeDivision(mlir::Operation *op, bool isRemainder);

  tile::KernelOp kernel;
  BoundsAnalysis bounds;
  int depth = 0; // of loops whose carried values are being found
  llvm::DenseMap<mlir::Value, AxisInfo> known;
};

} // namespace tessera::schedule
