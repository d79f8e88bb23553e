// SPDX-License-Identifier: Apache-2.0
// Kernels that a program defines and never launches: a kernel is compiled for its arguments, so that such a program
// compiles to nothing, and says nothing of it in Python either. Each gets a warning, with arguments and a launch to
// write where they can be told from its text.
#pragma once

#include "compiler/support/Diagnostic.h"
#include <string>
#include <vector>

namespace tessera::frontend {

class Evaluator;

struct UnlaunchedKernel {
  std::string name;
  SourceRange range; // of the name in its `def`
  std::string way;   // how such a kernel is launched, in words
  /// Texts that launch it, to be put behind the program; the first one that evaluates is the one to write.
  std::vector<std::string> launches;
};

/// The kernels of a program that has run to its end and recorded none, without those that others of them call.
std::vector<UnlaunchedKernel> findUnlaunched(Evaluator &evaluator);

/// Where a text that is put behind `source` stands.
SourceRange endOf(llvm::StringRef fileName, llvm::StringRef source);

} // namespace tessera::frontend
