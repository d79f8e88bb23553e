// SPDX-License-Identifier: Apache-2.0
// Handlers of `lax` that are formulas or go beyond what jnp has: LaxFunctions.cpp, SpecialFunctions.cpp.
#pragma once

#include "compiler/frontend/library/jax/Formula.h"

namespace tessera::frontend {

Value selectNHandler(Call &call);
Value sortKeyValHandler(Call &call);
Value laxSqueezeHandler(Call &call);
Value collapseHandler(Call &call);
Value laxSplitHandler(Call &call);
Value laxReduceHandler(Call &call);
template <Reduce kind> Value laxReduceKindHandler(Call &call) {
  ReduceOptions options;
  options.axis = call["axes"];
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  Value result = x ? applyReduce(call.evaluator, kind, x, options, f.function) : nullptr;
  return kind == Reduce::any || kind == Reduce::all ? result : x ? f.cast(result, x->dtype) : nullptr;
}

// Special functions: SpecialFunctions.cpp
Value erfInvHandler(Call &call);
Value lgammaHandler(Call &call);
Value digammaHandler(Call &call);
Value inverseErrorFunction(Formula &f, Value x);
Value logSumExp(Formula &f, Value x, Value axis, Value weights, bool keepDims);
Value logSumExpHandler(Call &call);

} // namespace tessera::frontend
