// SPDX-License-Identifier: Apache-2.0
// Whether programs of a Pallas grid write the same place one after the other: see Revisits.cpp.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// The first argument that more than one program may write, or -1. Only Pallas's grids run in order; Triton's never do.
int findRevisitedArgument(tile::KernelOp kernel, llvm::ArrayRef<tile::LaunchOp> launches, mlir::SymbolTable &symbols);

} // namespace tessera::schedule
