// SPDX-License-Identifier: Apache-2.0
// Along which axes of a Pallas grid programs must run one after the other: see OrderedAxes.cpp.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// Increasing; empty where all programs may run side by side. Only Pallas's grids run in order; Triton's never do.
llvm::SmallVector<int64_t> findOrderedAxes(tile::KernelOp kernel, llvm::ArrayRef<int64_t> grid, mlir::SymbolTable &symbols);

} // namespace tessera::schedule
