// SPDX-License-Identifier: Apache-2.0
// The library's reference as text, for the tool `doc` and the resources.
#pragma once

#include "llvm/Support/JSON.h"
#include <string>

namespace tessera::runner::mcp {

/// An entry of `Compiler::reference()`: name with signature, what it does, where it works.
std::string describeEntry(llvm::StringRef module, const llvm::json::Object &entry);
std::string describeModule(const llvm::json::Object &module);

} // namespace tessera::runner::mcp
