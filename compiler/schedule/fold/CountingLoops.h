// SPDX-License-Identifier: Apache-2.0
// Numbers that loops count themselves: in a `while`, and beside a `for`'s own counter.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// A `scf.while` that goes on while a number of its own, which each pass moves by the same, is on one side of a limit
/// becomes a `scf.for`.
void countWhileLoops(tile::KernelOp kernel);

/// What a `scf.for` carries and each pass moves by the same, like the pointers of a block, becomes
/// `init + (counter - lower) * c`, where that is a whole number of times the counter's steps.
void computeCarriedNumbers(tile::KernelOp kernel);

/// A `scf.for` over all passes of all tiles, which counts itself where in a tile it is, becomes one over tiles with one
/// over a tile's passes inside. Answers whether there was one; it leaves dead operations.
bool nestFlatLoops(tile::KernelOp kernel);

} // namespace tessera::schedule
