// SPDX-License-Identifier: Apache-2.0
// Handlers of `lax` that are formulas or go beyond what jnp has.
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

} // namespace tessera::frontend
