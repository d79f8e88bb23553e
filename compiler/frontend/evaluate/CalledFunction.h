// SPDX-License-Identifier: Apache-2.0
// Which function of the library's Python the program is in. Where that is a formula of other functions, what they raise
// names the function that the program called, not its parts.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"

namespace tessera::frontend {

/// While it lives, `function` is called; null: code of the program runs. Of one thread.
class CalledFunctionScope {
public:
  CalledFunctionScope(Evaluator &evaluator, FunctionObject *function);
  ~CalledFunctionScope();

private:
  Evaluator *evaluatorBefore;
  FunctionObject *before;
};

/// (module, name) of the function of the library's Python that the program called, where the module says `_formulas =
/// True`; else both are empty.
std::pair<llvm::StringRef, llvm::StringRef> calledFormula();

} // namespace tessera::frontend
