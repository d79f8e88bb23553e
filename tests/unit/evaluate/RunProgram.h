// SPDX-License-Identifier: Apache-2.0
// Runs a Python text through the front end and gives back what it prints. Texts that are known while compiling are read from the
// recorded `tile.print` operations; a part that only the run knows appears as `<value>`.
#pragma once

#include "compiler/frontend/Frontend.h"
#include "gtest/gtest.h"
#include <string>

namespace tessera::test {

struct Outcome {
  std::string output;
  std::string ir;
  std::vector<Diagnostic> diagnostics;
  bool ok = false;
  /// The first diagnostic as `line:column id: message`, or empty.
  std::string firstError() const;
};

Outcome evaluate(llvm::StringRef source, frontend::EvaluateOptions options = {});

/// What the program prints; its diagnostics when it fails.
std::string outputOf(llvm::StringRef source);
/// The value of one expression, printed.
std::string valueOf(llvm::StringRef expression);
/// `line:column id: message` of the error that the program must give.
std::string errorOf(llvm::StringRef source);

} // namespace tessera::test
