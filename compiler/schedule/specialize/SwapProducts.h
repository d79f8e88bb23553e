// SPDX-License-Identifier: Apache-2.0
// The same program with all of its matrices the other way round.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// Whether a product's right operand alone is computed of another one.
bool wantsSwap(tile::KernelOp kernel);

/// Writes `kernel` so; false, with nothing changed, where it has matrices that can't be turned.
bool swapProducts(tile::KernelOp kernel);

} // namespace tessera::schedule
