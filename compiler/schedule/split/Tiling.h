// SPDX-License-Identifier: Apache-2.0
// One group of stores and the tiles in which it is done: what sizes, which axes are walked through by an inner loop, and why.
#pragma once

#include "compiler/schedule/split/TileEmitter.h"

namespace tessera::schedule {

/// Stores in one block of operations, in order, of arrays of one shape or of some of its axes. Where there is no store, `value` is wanted itself, whole.
struct StoreGroup {
  llvm::SmallVector<int64_t> domain;
  llvm::SmallVector<mlir::Operation *> roots;
  mlir::Value value;
};

/// For each axis of `shape` the axis of `domain` that it is, in order, -1 where its extent is 1; none where there is no such way.
std::optional<llvm::SmallVector<int64_t>> mapAxes(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> domain);

/// What the operations that a group is computed from have.
struct ChainFacts {
  bool hasDot = false, hasReduction = false;
  int64_t loads = 0;     // of the domain's shape
  int64_t elementBits = 32; // widest that is loaded
  int64_t operandBits = 32; // of the products' operands
};
ChainFacts findFacts(const StoreGroup &group);

struct Tiling {
  llvm::SmallVector<int64_t> tile;    // an extent for each axis of the domain
  llvm::SmallVector<bool> isCoupled;  // rows along it are wanted whole
  llvm::SmallVector<bool> isStreamed; // does not fit: an inner loop, in whose chunks everything is computed once more
  int64_t runningAxis = -1;           // scans run along it: an inner loop, in order
  llvm::SmallVector<std::pair<tile::ScanOp, llvm::SmallVector<int64_t>>> scans; // with the shape of what each carries
  int64_t tileK = 0;                  // steps of a product; 0: by the emitter
  int64_t group = 1;                  // tiles of the last axis but one that run together for the L2 cache
  std::string reason;

  bool isInner(size_t axis) const { return isStreamed[axis] || runningAxis == static_cast<int64_t>(axis); }
  int64_t countTiles(llvm::ArrayRef<int64_t> domain) const; // without inner axes
};

/// The first guess: what fills registers, and the machine with `programs` of them (0: unknown).
Tiling chooseTiling(tile::KernelOp kernel, const StoreGroup &group, const RegisterBudget &budget, int64_t programs, int64_t processors);

} // namespace tessera::schedule
