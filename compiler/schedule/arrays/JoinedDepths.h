// SPDX-License-Identifier: Apache-2.0
// Products along a depth that was joined of parts become products of the parts.
#pragma once

#include "compiler/schedule/ScheduledKernels.h"

namespace tessera::schedule {

/// Of every product of `kernel` where both operands can be had by parts.
void splitJoinedDepths(tile::KernelOp kernel);

} // namespace tessera::schedule
