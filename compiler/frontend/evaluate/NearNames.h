// SPDX-License-Identifier: Apache-2.0
// "did you mean": what a misspelt name may have been.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// Notes which names may have been meant by `name`, near ones of it; where that name stands in
/// the text that the error is about, writing the nearest one over it is its fix.
void noteNearNames(Evaluator &evaluator, const Raised &raised, llvm::StringRef name, llvm::ArrayRef<std::string> near);

} // namespace tessera::frontend
