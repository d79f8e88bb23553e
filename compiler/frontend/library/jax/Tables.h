// SPDX-License-Identifier: Apache-2.0
// The parts of `jax`, each a table of its own file.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend::library {

void registerJaxNumpy(LibraryTable &table);
void registerJaxLax(LibraryTable &table);
void registerLaxInPython(LibraryTable &table);
void registerJaxInPython(LibraryTable &table);
void registerModulesInPython(LibraryTable &table);
void registerJaxRandom(LibraryTable &table);
void registerJaxTransforms(LibraryTable &table); // jit, vmap, ShapeDtypeStruct, jax itself
void registerJaxTree(LibraryTable &table);

} // namespace tessera::frontend::library
