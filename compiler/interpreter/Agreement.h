// SPDX-License-Identifier: Apache-2.0
// How far two right answers of a kernel may be apart: what `run --compare` asks of a device.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "shared/numerics/Comparison.h"

namespace tessera::interpreter {

/// For what `kernel` leaves in the array `argument`, whose elements are of `type`. `absolute` is of the largest element
/// where that is above 1. Integers agree exactly.
numerics::Tolerance getAgreement(tile::KernelOp kernel, unsigned argument, numerics::DType type);

} // namespace tessera::interpreter
