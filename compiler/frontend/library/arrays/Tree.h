// SPDX-License-Identifier: Apache-2.0
// JAX's pytrees: nested tuples, lists, dicts and None around leaves. Structure comes back as it was, named tuples too.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::frontend {

/// Appends the leaves of `tree` in order (dicts in their keys' order, None has none).
void flattenTree(Value tree, std::vector<Value> &leaves);

/// A tree of `tree`'s structure with each leaf replaced. Null with an exception pending when `replace` gives null.
Value mapTree(Evaluator &evaluator, Value tree, llvm::function_ref<Value(Value leaf)> replace);

/// Whether two trees have the same structure.
bool sameStructure(Value a, Value b);

/// A tree of `tree`'s structure with leaves taken from the front of `leaves`.
Value unflattenTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<Value> &leaves);

} // namespace tessera::frontend
