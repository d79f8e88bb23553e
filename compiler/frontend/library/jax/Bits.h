// SPDX-License-Identifier: Apache-2.0
// An array's bits read as another dtype, of another width too.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// `lax.bitcast_convert_type`: narrower elements get a last axis of their own, wider ones take the last axis up.
Value bitcastArray(Evaluator &evaluator, JaxArray *array, DType type, llvm::StringRef function);
/// `array.view(type)`: the last axis grows or shrinks.
Value viewAs(Evaluator &evaluator, JaxArray *array, DType type);

} // namespace tessera::frontend
