// SPDX-License-Identifier: Apache-2.0
// Diagnostics of a program of several files as text.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera {

/// As `render`, where every place names its file: `textOf` gives that file's text, empty where it is not at hand.
std::string renderFiles(const Diagnostic &diagnostic, llvm::function_ref<llvm::StringRef(llvm::StringRef file)> textOf);

} // namespace tessera
