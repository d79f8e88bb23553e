// SPDX-License-Identifier: Apache-2.0
// Comparisons that the program makes when it runs, for NumPy's and torch's testing functions.
#pragma once

#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

struct CloseOptions {
  double rtol = 1e-7, atol = 0;
  bool equalNan = true;
  std::string header;  // first line of the failure's text, when it is not assert_allclose's
  std::string message; // the user's
};

/// Records a comparison. The operands broadcast where one is a number or a 0-d array; other shapes must agree.
bool recordCheckClose(Evaluator &evaluator, Value actual, Value desired, const CloseOptions &options, llvm::StringRef function);

} // namespace tessera::frontend
