// SPDX-License-Identifier: Apache-2.0
// Matrices that one product multiplies side by side become programs of their own.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// Of each batch axis of `kernel`'s products along which all is done alike; the rest stays as it is.
void spreadBatches(tile::KernelOp kernel);

} // namespace tessera::schedule
