// SPDX-License-Identifier: Apache-2.0
// Sets of parameters, for absl's decorators and for JAX's, which are made of them.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend::testing {

/// A decorator that makes `cases` of a method.
Value parameterize(Evaluator &evaluator, std::vector<Value> cases, bool isNamed);
/// Every combination of one dict of each of `dictLists` and one value of each of `grid`, as dicts.
std::optional<std::vector<Value>> combine(Evaluator &evaluator, llvm::ArrayRef<Value> dictLists, llvm::ArrayRef<Keyword> grid);
/// What `**kwargs` holds.
std::vector<Keyword> keywordsOf(Value dict);

} // namespace tessera::frontend::testing
