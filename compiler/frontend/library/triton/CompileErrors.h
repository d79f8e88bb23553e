// SPDX-License-Identifier: Apache-2.0
// Errors inside kernels as Triton tells them: an error of the body becomes a `CompilationError` whose text begins with `at LINE:COL:`,
// counted from the kernel's `def`, with the source above a caret; its `__cause__` is the error itself. A function that a kernel
// calls adds one more of them, at the call.
#pragma once

#include "compiler/frontend/library/triton/Jit.h"

namespace tessera::frontend {

/// Wraps the pending exception, which the body of `function` has raised. `call`: where a kernel's body called the function that
/// raised it; invalid for the function's own errors. Limits and what we lack stay as they are.
void wrapCompileError(Evaluator &evaluator, TritonFunction *function, Range call = {});
/// The text of a function from its `def` on, without what its lines are indented by.
std::string sourceOfFunction(Evaluator &evaluator, FunctionObject *function);

namespace library {
void registerTritonErrors(LibraryTable &table);
}

} // namespace tessera::frontend
