// SPDX-License-Identifier: Apache-2.0
// The loop over the tiles of one group of stores: written, looked at, written again with other tiles until it is good.
#pragma once

#include "compiler/schedule/split/Tiling.h"
#include <memory>

namespace tessera::schedule {

class TileLoop {
public:
  TileLoop(tile::KernelOp kernel, const StoreGroup &group, const LargeValues &large, const RegisterBudget &budget, Tiling tiling)
      : kernel(kernel), group(group), large(large), budget(budget), tiling(std::move(tiling)) {}

  enum class Outcome { written, obstacle, moreWarps };
  /// Writes the loop behind the last root (before the group's value where there is none). Nothing is left of it unless it is `written`.
  Outcome write(bool mayHaveMoreWarps);
  void erase();

  mlir::scf::ForOp getLoop() const { return loop; }
  const Tiling &getTiling() const { return tiling; }
  /// The group's value, inside the loop, which has one pass.
  mlir::Value getValue() const { return value; }
  /// With the other results of its operation that were written along with it.
  llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> getSiblings() const { return siblings; }
  mlir::Value getObstacle() const { return emitter->obstacle; }
  llvm::ArrayRef<mlir::Operation *> getSources() const { return emitter->sources.getArrayRef(); }
  /// Whether all tiles of a load are the tiles of the domain.
  bool isReadAtDomain(mlir::Operation *load) const;
  /// `tiles of 128x64`.
  std::string describe() const;

private:
  bool writeOnce();
  void computeStarts(ArrayBuilder &arrays, mlir::Value index);
  bool writeInner(size_t axis);
  bool writeRunning();
  bool writeRoots();
  Box getRootBox(mlir::Operation *root) const;
  bool isStoredOnce() const;
  bool learnFromObstacle();
  bool coupleRows();
  bool widenRuns();
  bool shrink(bool mayHaveMoreWarps);

  tile::KernelOp kernel;
  const StoreGroup &group;
  const LargeValues &large;
  const RegisterBudget &budget;
  Tiling tiling;
  std::unique_ptr<TileEmitter> emitter;
  mlir::scf::ForOp loop;
  mlir::Value value;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> siblings;
  Box box;               // of the domain
  bool wantsWarps = false;
};

} // namespace tessera::schedule
