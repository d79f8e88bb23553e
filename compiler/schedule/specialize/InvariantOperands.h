// SPDX-License-Identifier: Apache-2.0
// What each pass of a loop with products computes or loads anew, and is the same in all of them: the left operand of a
// product (queries that are scaled or rounded where they are multiplied), and small arrays of what the kernel does not
// write (numbers of a program's rows). Before the loop it is done once, and a pass waits for no load:
//
//     for ..: ids = load I[rows]; s = cast(q) . k          =>    ids = load I[rows]; q' = cast(q); for ..: s = q' . k
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

void hoistInvariantOperands(tile::KernelOp kernel);

} // namespace tessera::schedule
