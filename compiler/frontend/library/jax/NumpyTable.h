// SPDX-License-Identifier: Apache-2.0
// Small handlers that NumpyNames.def needs wherever it is included.
#pragma once

#include "compiler/frontend/library/jax/Joining.h"
#include "compiler/frontend/library/jax/Ordering.h"
#include <cmath>

namespace tessera::frontend {

// Formulas: Elementwise.cpp
Value logAddExpHandler(Call &call);
Value hypotHandler(Call &call);
Value scaleHandler(Call &call); // degrees and radians
Value sincHandler(Call &call);
Value heavisideHandler(Call &call);
Value divmodHandler(Call &call);
Value modfHandler(Call &call);
Value ldexpHandler(Call &call);
Value frexpHandler(Call &call);
Value signbitHandler(Call &call);
Value nextAfterHandler(Call &call);
template <Unary op> Value floatUnaryHandler(Call &call); // integers become floats first
Value positiveHandler(Call &call);
Value infinityHandler(Call &call);
Value nanToNumHandler(Call &call);
Value interpHandler(Call &call);
Value polyvalHandler(Call &call);
Value floatPowerHandler(Call &call);
Value spacedHandler(Call &call);
Value arrayEquivHandler(Call &call);
Value kronHandler(Call &call);
Value crossHandler(Call &call);
Value vecdotHandler(Call &call);
Value matrixTransposeHandler(Call &call);

// Dtypes: numpy/DTypeFunctions.cpp
Value issubdtypeHandler(Call &call);
Value dtypeKindConstant(Call &call);
Value instanceCheckMethod(Call &call);
Value resultTypeHandler(Call &call); // promote_types too
Value canCastHandler(Call &call);
Value broadcastShapesHandler(Call &call);

/// Operands are tested against zero first.
template <Binary op> Value logicalHandler(Call &call) {
  std::string function = publicName(call.entry);
  Value x = applyCompare(call.evaluator, Compare::ne, call[size_t(0)], call.evaluator.integer(0), function);
  Value y = x ? applyCompare(call.evaluator, Compare::ne, call[size_t(1)], call.evaluator.integer(0), function) : nullptr;
  return y ? applyBinary(call.evaluator, op, x, y, function) : nullptr;
}

inline Value numberConstant(Call &call) {
  llvm::StringRef name = call.entry->name;
  if (name == "newaxis")
    return call.evaluator.none();
  return call.evaluator.floating(name == "pi" ? 3.141592653589793 : name == "e" ? 2.718281828459045 : name == "inf" ? INFINITY : NAN);
}

} // namespace tessera::frontend
