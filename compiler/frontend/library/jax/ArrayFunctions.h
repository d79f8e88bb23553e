// SPDX-License-Identifier: Apache-2.0
// Handlers for functions and methods of whole arrays: see ArrayFunctions.cpp. A method finds its array in `call.self`, a function
// in its first argument; `receiver` gives either.
#pragma once

#include "compiler/frontend/library/jax/Handlers.h"

namespace tessera::frontend {

Value receiver(Call &call);

template <bool max> Value argReduceHandler(Call &call);
template <bool max> Value nanArgReduceHandler(Call &call);
template <bool max> Value laxArgReduceHandler(Call &call);
template <Reduce kind> Value nanReduceHandler(Call &call);
Value ptpHandler(Call &call);
Value averageHandler(Call &call);
Value countNonzeroHandler(Call &call);
Value isCloseHandler(Call &call);
Value ravelHandler(Call &call);
Value swapAxesHandler(Call &call);
Value broadcastToHandler(Call &call);
Value expandDimsHandler(Call &call);
Value squeezeHandler(Call &call);
Value concatenateHandler(Call &call);
Value stackHandler(Call &call);
Value outerHandler(Call &call);
template <bool lower> Value triangleHandler(Call &call);
/// NumPy's `can_cast` of two dtypes.
/// Whether `casting=` of a call, if its function has it, lets a dtype become another. False with an exception pending.
bool checkCasting(Call &call, DType from, DType to);
/// The `dtype=` of NumPy's functions that join arrays; `given` without one. Empty with an exception pending.
std::optional<DType> joinedType(Call &call, llvm::ArrayRef<Operand> operands, DType given);
bool canCastInNumpy(DType from, DType to, llvm::StringRef casting);
Value astypeHandler(Call &call);
Value roundHandler(Call &call);
Value shapeProperty(Call &call);
Value ndimProperty(Call &call);
Value sizeProperty(Call &call);
Value dtypeProperty(Call &call);
Value itemsizeProperty(Call &call);
Value nbytesProperty(Call &call);
Value weakTypeProperty(Call &call);
Value transposedProperty(Call &call);
Value matrixTransposedProperty(Call &call);
Value identityMethod(Call &call);
Value shapeHandler(Call &call);
Value ndimHandler(Call &call);
Value sizeHandler(Call &call);

} // namespace tessera::frontend
