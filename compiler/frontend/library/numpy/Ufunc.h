// SPDX-License-Identifier: Apache-2.0
// NumPy's elementwise functions: their arguments `out`, `where` and `dtype` around a handler that knows none of them. Their methods
// (`np.add.reduce`) are the entries under `numpy.ufunc`.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// Operands in the dtype that the call asks for. False with an exception pending.
bool prepareUfunc(Call &call);
/// Puts a result into the array that a call gives as `out`, and gives that array. Null with an exception pending.
Value bringTo(Evaluator &evaluator, Value out, Value result, llvm::StringRef function, bool isUfunc = false, bool isUnsafe = false);
/// How a function is called whose handler knows no `out`: see OutArgument.h.
Value callWithOut(Call &call);
/// `result` where the mask holds, in the array that the call gives or in the order of the operands, which are those of
/// the call before they were prepared. Null with an exception pending.
Value finishUfunc(Call &call, Value result, llvm::ArrayRef<const Object *> operands);

template <Value (*handler)(Call &call)> Value callUfunc(Call &call) {
  const Object *operands[] = {call[size_t(0)], call[size_t(1)]}; // the second one may be `out`, which is no operand
  Value result = prepareUfunc(call) ? handler(call) : nullptr;
  return result ? finishUfunc(call, result, operands) : nullptr;
}

} // namespace tessera::frontend
