// SPDX-License-Identifier: Apache-2.0
// Numbers that a program keeps within what an 8-bit float holds before it rounds them, however it says so:
//
//     where(|x| > 448, copysign(448, x), x)     minimum(maximum(x, -448), 448)     where(x > 448, 448, where(x < -448,
//     ..
//
// The machine's conversion does that by itself: what is beyond the greatest number becomes the greatest, NaN stays. A
// bound need not be that number: whatever rounds to it serves.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/Value.h"

namespace tessera::schedule {

/// The x that a conversion to `element`, which saturates, takes where the program converts `value`; null where `value`
/// is not kept within the greatest numbers of `element`, or is no f32, f16 or bf16.
mlir::Value findUnclamped(mlir::Value value, mlir::Type element);

/// Has the casts of `module` whose operands are kept so saturate (`tilegpu.saturated`), where the target has an
/// instruction for it.
void saturateCasts(tilegpu::TargetModuleOp module);

} // namespace tessera::schedule
