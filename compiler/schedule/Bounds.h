// SPDX-License-Identifier: Apache-2.0
// Between which numbers the integers of a value lie: interval arithmetic from constants, iotas, loops and what launches
// say: the grid, numbers that all of them hand over. Signed division and remainder count up only from 0 on, and grouped
// programs (`pid % n // size`) stay there, which their arithmetic shows where the grid is known.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::schedule {

struct Bounds {
  int64_t least, most; // both among them

  bool isNumber() const { return least == most; }
};

class BoundsAnalysis {
public:
  explicit BoundsAnalysis(tile::KernelOp kernel) : kernel(kernel) {}
  /// None where nothing is known, or where sums may not fit the type.
  std::optional<Bounds> get(mlir::Value value);
  /// How many passes came before the last one, at most; none where that is not known.
  std::optional<int64_t> getLastPass(mlir::scf::ForOp loop);
  bool isNonNegative(mlir::Value value) {
    auto bounds = get(value);
    return bounds && bounds->least >= 0;
  }

private:
  std::optional<Bounds> compute(mlir::Value value);
  std::optional<Bounds> computeOp(mlir::Operation *op);
  Bounds getPrograms(uint64_t axis);
  int64_t countIds(uint64_t axis);

  tile::KernelOp kernel;
  llvm::DenseMap<mlir::Value, std::optional<Bounds>> known;
};

} // namespace tessera::schedule
