// SPDX-License-Identifier: Apache-2.0
// What the reference, `dir` and suggestions say of the modules that are written in Python: read from their own `def` lines and docstrings.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera::frontend {

struct SourceEntry {
  std::string name; // `heappush`, `deque.append`
  const char *kind; // as in the reference: function, type, method, constant
  std::string signature, summary;
};

/// The public names of a library module's text, in its order. Empty for modules without one. Where the text has the methods of a class,
/// `owner` is the class's name, and the entries are called `owner.method`.
std::vector<SourceEntry> readSourceEntries(llvm::StringRef module, llvm::StringRef owner = "");

} // namespace tessera::frontend
