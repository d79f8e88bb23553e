// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// Two loops with products that run over the same numbers, read of one array, write nothing, and do not need each other
/// become one, which reads that array once:
///
///     for %k { %up += x[%k] . y[%k] };  for %k { %gate += x[%k] . g[%k] }
///         =>  for %k { %up += x[%k] . y[%k];  %gate += x[%k] . g[%k] }
void joinLoops(tile::KernelOp kernel);

} // namespace tessera::schedule
