// SPDX-License-Identifier: Apache-2.0
// What every pass of this room begins with: the copies inside the target modules, and their decisions as numbers.
#pragma once

#include "compiler/schedule/Schedule.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::schedule {

/// Every copy of a `tile.kernel` on its way to `tilegpu`.
inline llvm::SmallVector<tile::KernelOp> getCopies(mlir::ModuleOp module) {
  llvm::SmallVector<tile::KernelOp> copies;
  for (auto target : module.getOps<tilegpu::TargetModuleOp>())
    llvm::append_range(copies, target.getBody().getOps<tile::KernelOp>());
  return copies;
}

inline int64_t getNumWarps(tile::KernelOp kernel) {
  auto attr = kernel->getAttrOfType<mlir::IntegerAttr>(numWarpsName);
  return attr ? attr.getInt() : 4;
}

inline int64_t getThreads(tile::KernelOp kernel) { return getNumWarps(kernel) * tilegpu::lanesPerWarp; }

/// Bytes that the address of array argument `index` is a multiple of.
inline int64_t getAlignment(tile::KernelOp kernel, unsigned index) {
  bool isSaid = kernel.getArgAttr(index, tile::KernelOp::divisibilityName) != nullptr;
  return isSaid ? kernel.getDivisibility(index) : tilegpu::defaultAlignment;
}

} // namespace tessera::schedule
