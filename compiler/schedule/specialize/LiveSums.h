// SPDX-License-Identifier: Apache-2.0
// Sums that live at once. `acc += 0.5 * dot(a, b)` holds acc and the product; a gate that is multiplied after the
// loop of the other product holds that one's sum meanwhile. What does not fit the registers that consumers ask for,
// ptxas spills, or it does one wgmma after the other (C7512): blocks have to be smaller.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// How many arrays of `dot`'s type live while it runs, its own sum counted.
int64_t countLiveSums(tile::DotOp dot);

/// Words of arrays of other types that a loop with `dot` carries or multiplies in all of its passes: scores' sums
/// beside scores, and rows of queries that were computed before the loop.
int64_t countLiveBeside(tile::DotOp dot);

/// Elements of 32 bits that consumers of `rows` rows hold beside what they compute of them; a converter takes some.
int64_t getMostLive(int64_t rows, bool hasConverter);

} // namespace tessera::schedule
