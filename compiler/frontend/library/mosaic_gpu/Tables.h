// SPDX-License-Identifier: Apache-2.0
// Parts of the table of `plgpu`.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

/// Names that are refused, each with what it is (Blackwell.cpp).
llvm::ArrayRef<LibraryEntry> refusedEntries();
/// Parameters and races of JAX's interpreter (InterpretMode.cpp), and the modules that they are in.
llvm::ArrayRef<LibraryEntry> interpretModeEntries();
llvm::ArrayRef<LibraryModule> interpretModeModules();

} // namespace tessera::frontend
