// SPDX-License-Identifier: Apache-2.0
// Values that no tile can be made of where they are wanted are kept in memory instead: stored where they are computed, loaded where they are used.
#pragma once

#include "compiler/schedule/split/LargeValues.h"

namespace tessera::schedule {

/// Gives `value` a buffer of its own in global memory; all its uses become a load behind the store.
void materialize(tile::KernelOp kernel, mlir::Value value);

/// Loops and branches with writes, and `while`s, cannot be written again for each tile: what they carry that is large becomes buffers.
void materializeCarried(tile::KernelOp kernel, const LargeValues &large);

/// The same for one loop or branch, whatever it does.
void materializeCarried(tile::KernelOp kernel, mlir::Operation *op, const LargeValues &large);

/// Buffers of shared memory that are too large together go to global memory.
void moveLargeBuffers(tile::KernelOp kernel, int64_t sharedBytes);

} // namespace tessera::schedule
