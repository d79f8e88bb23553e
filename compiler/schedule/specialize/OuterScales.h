// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// `acc += dot(a, b) * c` in a loop from zeros on, c a power of two, becomes `acc += dot(a, b)`, and what comes out of
/// the loop is multiplied: the product is added where it is made, instead of living beside the sum. Numbers stay the
/// same, for c changes exponents only.
void moveScalesOut(tile::KernelOp kernel);

} // namespace tessera::schedule
