// SPDX-License-Identifier: Apache-2.0
// How many registers a thread needs for the arrays of a program: what is live at once, what is too large, and what is computed from such values.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Target.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::schedule {

/// What a thread may hold, for a number of warps.
struct RegisterBudget {
  RegisterBudget(const tilegpu::Target &target, int64_t warps);
  int64_t threads;
  int64_t live; // 32-bit registers for arrays that live at once; the rest is for addresses, masks and what code needs in between

  /// Registers of a thread for one array.
  int64_t count(mlir::Type type) const;
};

int64_t countElements(mlir::Type type);

/// Writes to memory or to the host, here or inside: what may be done neither twice nor somewhere else.
bool hasWrites(mlir::Operation *op);

/// Most registers of a thread live at once for arrays in `block`, loops in it included.
int64_t measurePressure(mlir::Block &block, const RegisterBudget &budget);

/// Values that are computed from arrays of more than `limit` registers, or are such.
class LargeValues {
public:
  /// Operations in `settled` and what is inside of them do not count.
  LargeValues(mlir::Operation *kernel, const RegisterBudget &budget, int64_t limit, const llvm::DenseSet<mlir::Operation *> &settled);
  bool isLarge(mlir::Type type) const { return budget.count(type) > limit; }
  bool contains(mlir::Value value) const { return values.contains(value); }

private:
  void add(mlir::Block &block);
  RegisterBudget budget;
  int64_t limit;
  const llvm::DenseSet<mlir::Operation *> &settled;
  llvm::DenseSet<mlir::Value> values;
};

} // namespace tessera::schedule
