// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

/// Products that a program adds up one by one, each as the one before but so much further along, become a loop:
///
///     %x0 = load x[i, 0] sizes [128, 64]           for %p = 0 to 8 {
///     %s0 = dot %x0, %y0 acc %zero                   %x = load x[i, %p * 64] sizes [128, 64]
///     %x1 = load x[i, 64] sizes [128, 64]     =>     ..
///     %s1 = dot %x1, %y1 acc %s0; ..                 %sum += dot %x, %y }
void rollProducts(tile::KernelOp kernel);

} // namespace tessera::schedule
