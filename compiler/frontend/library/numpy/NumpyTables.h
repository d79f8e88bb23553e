// SPDX-License-Identifier: Apache-2.0
// Parts of the tables of `numpy`.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend::library {

/// The entries of what is written in Python.
void registerNumpyInPython(LibraryTable &table);
/// Random.cpp
void registerNumpyRandom(LibraryTable &table);

} // namespace tessera::frontend::library
