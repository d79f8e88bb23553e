// SPDX-License-Identifier: Apache-2.0
// The parts of the library, each of which adds its modules and entries to the table. A new part is a folder beside this file, a
// declaration here and a call in Libraries.cpp.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend::library {

void registerPython(LibraryTable &table); // builtins, math, functools, ...
void registerJax(LibraryTable &table);
void registerPallas(LibraryTable &table);
void registerNumpy(LibraryTable &table);
void registerTriton(LibraryTable &table);
void registerTorch(LibraryTable &table);
void registerTesting(LibraryTable &table); // unittest, absl, pytest, hypothesis, JAX's test_util

/// The library's Python: every library/*/*.py, embedded at build by compiler/cmake/EmbedPython.cmake.
llvm::ArrayRef<LibrarySource> pythonSources();

/// All of them.
void registerAll(LibraryTable &table);

} // namespace tessera::frontend::library
