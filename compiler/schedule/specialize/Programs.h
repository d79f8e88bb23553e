// SPDX-License-Identifier: Apache-2.0
// What all programs of a launch do with an operation: scalars evaluated program by program, loop pass by loop pass.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tessera::schedule {

/// How many programs, and passes of their loops, are looked at: a quarter of a microsecond each.
inline constexpr int64_t mostExecutions = 1 << 18;

/// Integers of one program at one point of its loops.
class ProgramEvaluator {
public:
  ProgramEvaluator(tile::KernelOp kernel, llvm::ArrayRef<int64_t> grid) : kernel(kernel), grid(grid) {}

  std::optional<int64_t> evaluate(mlir::Value value);

private:
  friend class ProgramWalk;
  std::optional<int64_t> compute(mlir::Value value);

  tile::KernelOp kernel;
  llvm::ArrayRef<int64_t> grid;
  llvm::SmallVector<int64_t> program;
  llvm::DenseMap<mlir::Value, int64_t> fixed, known;
};

/// Calls `visit` for each time that some program executes `op`, in the order of programs; false where that is not known, is too often, or `visit` says so.
bool forEachExecution(mlir::Operation *op, tile::KernelOp kernel, llvm::ArrayRef<int64_t> grid, llvm::function_ref<bool(ProgramEvaluator &)> visit);

/// The grid that programs of this copy see, empty where launches have different ones.
llvm::SmallVector<int64_t> getProgramGrid(tile::KernelOp kernel);

} // namespace tessera::schedule
