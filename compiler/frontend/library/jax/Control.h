// SPDX-License-Identifier: Apache-2.0
// Loops and branches that the user asks for by function: `lax.fori_loop`, `lax.scan`, `lax.cond`, `pl.when`, `pl.loop`.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

Value foriLoopHandler(Call &call);
Value whileLoopHandler(Call &call);
Value scanHandler(Call &call);
Value laxMapHandler(Call &call);
Value condHandler(Call &call);
Value switchHandler(Call &call);

/// Runs `body` (which takes nothing, and whose result is ignored) inside an `scf.if`, or not at all, or just so.
bool recordWhen(Evaluator &evaluator, Value condition, Value body);

/// `for i in range(lower, upper, step)` over `body(i, carry)`, with the carried values of `carry`. Null with an exception pending.
Value recordLoop(Evaluator &evaluator, Value lower, Value upper, Value step, Value body, Value carry, bool unroll, llvm::StringRef function);

/// `condition` as an i1 scalar.
mlir::Value toCondition(Evaluator &evaluator, Value condition, llvm::StringRef function);

} // namespace tessera::frontend
