// SPDX-License-Identifier: Apache-2.0
// Transformations of functions that have files of their own.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// `jax.ShapeDtypeStruct(shape, dtype)`
Value makeShapeStruct(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, DType type);
Value evalShapeHandler(Call &call);

} // namespace tessera::frontend
