// SPDX-License-Identifier: Apache-2.0
// What blocks of a cluster tell each other when they arrive at a barrier.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::tilegpu {

/// Whether a block of `kernel` may read what another one has written, through global memory or the other's shared
/// memory. If not, an arrival at another block's barrier hands over nothing but that something has been read, or is
/// there by a copy that the barrier itself counts: it needs no fence of the cluster's scope.
bool handsOnMemory(KernelOp kernel);

} // namespace tessera::tilegpu
