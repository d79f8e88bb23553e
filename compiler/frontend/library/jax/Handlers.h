// SPDX-License-Identifier: Apache-2.0
// Handlers that several tables share: elementwise functions by operation, constructors by fill. Each reads its arguments by
// position, so any signature with the operands first will do.
#pragma once

#include "compiler/frontend/library/jax/Operations.h"

namespace tessera::frontend {

template <Unary op> Value unaryHandler(Call &call) {
  return applyUnary(call.evaluator, op, call[size_t(0)], publicName(call.entry));
}
template <Binary op> Value binaryHandler(Call &call) {
  return applyBinary(call.evaluator, op, call[size_t(0)], call[size_t(1)], publicName(call.entry));
}
template <Compare op> Value compareHandler(Call &call) {
  return applyCompare(call.evaluator, op, call[size_t(0)], call[size_t(1)], publicName(call.entry));
}

/// The flavour of a module's results: NumPy's for `numpy`, JAX's for the rest.
inline Flavour flavourOf(const LibraryEntry *entry) {
  return llvm::StringRef(entry->module) == "numpy" ? Flavour::numpy : Flavour::jax;
}

// Creation, for `jnp` and `np` alike (the module decides on default dtypes): JaxNumpyCreate.cpp
Value createArange(Call &call);
Value createFilled(Call &call);    // zeros ones empty
Value createFull(Call &call);
Value createFilledLike(Call &call); // zeros_like ones_like empty_like
Value createFullLike(Call &call);
Value createArray(Call &call);     // array asarray
Value createLinspace(Call &call);
Value createEye(Call &call);
Value finfoHandler(Call &call);
Value iinfoHandler(Call &call);
Value dtypeHandler(Call &call); // jnp.dtype

// Functions of whole arrays, for `jnp`, `np` and methods of arrays: JaxNumpy.cpp
template <Reduce kind> Value reduceHandler(Call &call);
Value matmulHandler(Call &call);
Value dotHandler(Call &call);
Value whereHandler(Call &call);
Value clipHandler(Call &call);
Value reshapeHandler(Call &call);
Value transposeHandler(Call &call);
Value allCloseHandler(Call &call);
Value arrayEqualHandler(Call &call);

} // namespace tessera::frontend
