// SPDX-License-Identifier: Apache-2.0
// The pieces of `schedule-lower-grid`, and what it leaves for `schedule-lower-blocks`: in a copy whose programs do several steps of the grid, a loop over an
// axis carries `schedule.grid_axis`, its variable is the id along it; `tile.program_id` of other axes still counts along the launch's grid.
#pragma once

#include "compiler/schedule/ProgramForms.h"
#include "compiler/schedule/ScheduledKernels.h"

namespace tessera::schedule {

/// On a `scf.for`: the grid's axis that it runs along. On a kernel that has any: these axes.
inline constexpr llvm::StringLiteral gridAxisName = "schedule.grid_axis", loopAxesName = "schedule.loop_axes";

/// The loop over `axis` of the kernel's grid, null where it has none.
mlir::scf::ForOp findGridLoop(tile::KernelOp kernel, int64_t axis);

/// Turns blocks that a program reads and writes as a whole, and scratch memory, into values that loops and branches
/// carry. Gives an argument that stays in memory although what is stored past its array's end is read back, which
/// memory can't do.
std::optional<unsigned> promoteBlocks(tile::KernelOp kernel, mlir::SymbolTable &symbols);

/// Takes what is done in the first or last pass of the kernel's loops along the grid out of them.
void peelGridLoops(tile::KernelOp kernel);

/// Folds constants and branches whose condition is one.
void foldConstants(tile::KernelOp kernel);

} // namespace tessera::schedule
