// SPDX-License-Identifier: Apache-2.0
// Which operations of `arith` and `math` have code below `tilegpu`, and on which element types. `schedule` asks before it
// takes a kernel, `verify-tilegpu` before the border, codegen makes what this list promises: one list, three readers.
#pragma once

#include "mlir/IR/Operation.h"

namespace tessera::tilegpu {

/// Whether values of this element type can be held, loaded and stored: i1, i4, i8..i64, 8-bit floats (e4m3fn, e5m2), f16, bf16, f32, f64.
bool isSupportedElementType(mlir::Type type);

/// Whether `op` is an elementwise operation (or a constant) of arith or math that has code for its element types. When it
/// is not, `reason` says what is missing, as in `math.sincos`.
bool hasElementwiseCode(mlir::Operation *op, std::string *reason = nullptr);

} // namespace tessera::tilegpu
