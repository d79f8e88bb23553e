// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// Takes `op`, which nothing recorded uses, out of the program. It is destroyed with the evaluator and not before: Python may still hold
/// what was made in it (a name outside of a kernel whose tracing failed, an exception's argument) and ask for its shape.
void discard(Evaluator &evaluator, mlir::Operation *op);

} // namespace tessera::frontend
