// SPDX-License-Identifier: Apache-2.0
// Axes of arrays that are one and the same axis of the program's block: the rows of a product are those of its left
// operand, of what is made of it and of where that is stored.
#pragma once

#include "compiler/schedule/specialize/LoopPlan.h"
#include "llvm/ADT/IntEqClasses.h"

namespace tessera::schedule {

/// What may become more along an axis: blocks of a program; what products add up; also what is combined in a pass
/// (which `canJoinPasses` has to allow).
enum class Growth { block, depth, pass };

class AxisClasses {
public:
  explicit AxisClasses(tile::KernelOp kernel);

  /// A number for all axes that are the same one; all bits of it for those of arrays that are newer than this.
  unsigned get(mlir::Value array, int64_t axis) const;
  /// The axes of `array` that are of this class.
  llvm::SmallVector<int64_t> find(mlir::Value array, unsigned number) const;
  /// Whether every operation does for each index along these axes what it does for any, but for what `growth` says:
  /// then they may be longer.
  bool canGrow(unsigned number, Reasons &reasons, Growth growth = Growth::block) const;

private:
  void joinAll(llvm::ArrayRef<mlir::Value> alike);
  void join(ArrayPart a, ArrayPart b);
  void joinOp(mlir::Operation *op);
  bool canGrow(mlir::Operation *op, unsigned number, Reasons &reasons, Growth growth) const;

  tile::KernelOp kernel;
  llvm::DenseMap<ArrayPart, unsigned> numbers;
  llvm::IntEqClasses classes;
};

/// What an access of a Ref moves, and the masks and indices beside it: arrays of one shape.
llvm::SmallVector<mlir::Value> getMovedArrays(mlir::Operation *access);

} // namespace tessera::schedule
