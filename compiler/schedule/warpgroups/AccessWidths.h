// SPDX-License-Identifier: Apache-2.0
// How many elements along its last axis each access of a kernel of warpgroups may move at once.
#pragma once

#include "compiler/schedule/warpgroups/Warpgroups.h"

namespace tessera::schedule {

/// Writes `schedule.vector` on every load, store, gather and scatter. Swizzles are decided.
void findAccessWidths(tile::KernelOp kernel);

} // namespace tessera::schedule
