// SPDX-License-Identifier: Apache-2.0
// Integers of a kernel as sums over the program's ids: `sum of coefficient * id + something in [low, high]`. Arrays of integers have one form for all their
// elements, `iota` being in [0, extent - 1]. What programs touch, and which of them a branch is for, is asked of these.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tessera::schedule {

struct ProgramForm {
  llvm::SmallVector<int64_t, 4> coefficients; // one a grid axis
  int64_t low = 0, high = 0;

  bool isConstant() const {
    return low == high && llvm::all_of(coefficients, [](int64_t c) { return c == 0; });
  }
};

/// A condition that holds for one index along an axis of the grid only.
struct ProgramGuard {
  int64_t axis, index;
};

class ProgramForms {
public:
  explicit ProgramForms(llvm::ArrayRef<int64_t> grid) : grid(grid) {}

  /// `value` is the program's id along `axis`: an argument of an index map, a variable of a loop over the axis.
  void bind(mlir::Value value, int64_t axis);
  /// None where nothing is known.
  std::optional<ProgramForm> get(mlir::Value value);
  /// Whether the condition holds, where that is known; the ids along `axes` are taken to be 0.
  std::optional<bool> evaluate(mlir::Value condition, llvm::ArrayRef<int64_t> zeroAxes = {});
  /// What must be so for `condition` to hold; empty: nothing is known.
  llvm::SmallVector<ProgramGuard> getGuards(mlir::Value condition);

private:
  std::optional<ProgramForm> compute(mlir::Value value);
  std::optional<ProgramForm> computeLoopVariable(mlir::scf::ForOp loop);
  ProgramForm getConstant(int64_t low, int64_t high) const;
  /// The form without ids: all that it may be.
  ProgramForm widen(const ProgramForm &form) const;
  ProgramForm zero(ProgramForm form, llvm::ArrayRef<int64_t> axes) const;

  llvm::SmallVector<int64_t, 4> grid;
  llvm::DenseMap<mlir::Value, std::optional<ProgramForm>> known;
};

} // namespace tessera::schedule
