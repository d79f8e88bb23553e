// SPDX-License-Identifier: Apache-2.0
// The door of this folder for those who register names and finish programs.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace mlir {
class Operation;
}

namespace tessera::frontend {

/// Takes all markers out of a finished program.
void removeMarkers(mlir::Operation *root);

/// Says of the operation that made an array which choice its derivative makes (the attribute `name`): `tie`, the share
/// in percent of a maximum's first operand where both are equal; `first`, that a reduction's derivative goes to the
/// first of equal elements; `constant`, that there is none. Not inside of kernels, whose operations have no attributes
/// of ours. Gives the array, or null.
Value annotateDerivative(Evaluator &evaluator, Value array, llvm::StringRef name, int64_t value);

namespace library {
void registerDerivatives(LibraryTable &table);
}

} // namespace tessera::frontend
