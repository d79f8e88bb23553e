// SPDX-License-Identifier: Apache-2.0
// What every pass of this room begins with: the copies inside the target modules, and their decisions as numbers.
#pragma once

#include "compiler/schedule/Schedule.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::schedule {

inline llvm::SmallVector<tile::KernelOp> getCopies(mlir::ModuleOp module, bool ofWarpgroups) {
  llvm::SmallVector<tile::KernelOp> copies;
  for (auto target : module.getOps<tilegpu::TargetModuleOp>())
    for (auto kernel : target.getBody().getOps<tile::KernelOp>())
      if (tilegpu::isWarpgroupKernel(kernel) == ofWarpgroups)
        copies.push_back(kernel);
  return copies;
}

/// Every copy of a `tile.kernel` on its way to `tilegpu`, of block programs and of programs of warpgroups: they go different ways.
inline llvm::SmallVector<tile::KernelOp> getCopies(mlir::ModuleOp module) { return getCopies(module, false); }
inline llvm::SmallVector<tile::KernelOp> getWarpgroupCopies(mlir::ModuleOp module) { return getCopies(module, true); }
inline llvm::SmallVector<tilegpu::KernelOp> getPlaced(mlir::ModuleOp module, bool ofWarpgroups) {
  llvm::SmallVector<tilegpu::KernelOp> kernels;
  for (auto target : module.getOps<tilegpu::TargetModuleOp>())
    for (auto kernel : target.getBody().getOps<tilegpu::KernelOp>())
      if ((kernel.getWarpgroups() > 0) == ofWarpgroups)
        kernels.push_back(kernel);
  return kernels;
}
/// Every placed kernel of warpgroups, and of block programs.
inline llvm::SmallVector<tilegpu::KernelOp> getPlacedWarpgroups(mlir::ModuleOp module) { return getPlaced(module, true); }
inline llvm::SmallVector<tilegpu::KernelOp> getPlacedBlockKernels(mlir::ModuleOp module) { return getPlaced(module, false); }

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
