// SPDX-License-Identifier: Apache-2.0
// Texts that a program gives to `eval`, `exec` and `compile`: what is wrong with one is a SyntaxError of the program's,
// in Python's words.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// A text as a program gave it.
struct GivenText {
  llvm::StringRef text, fileName;
};

/// Raises what Python raises for the first of these problems. Our own words are a note.
Raised raiseSyntaxError(Evaluator &evaluator, llvm::ArrayRef<Diagnostic> problems, const GivenText &given);
/// Whether the text can be parsed, as one expression where `isExpression`; false with the exception pending.
bool checkSyntax(Evaluator &evaluator, const GivenText &given, bool isExpression);

} // namespace tessera::frontend
