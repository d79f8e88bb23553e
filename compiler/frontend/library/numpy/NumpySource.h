// SPDX-License-Identifier: Apache-2.0
// The parts of `numpy` and `jax.numpy` that are written in Python: one text for both, evaluated once for each with `np` bound to it.
// `JAX` says which of the two it is.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend::library {

extern const char sourceOfArrays[];    // SourceOfArrays.cpp: parts, sets, indices
extern const char sourceOfNumbers[];   // SourceOfNumbers.cpp: statistics, polynomials, bits
extern const char sourceOfLinalg[];    // SourceOfLinalg.cpp
extern const char sourceOfFunctions[]; // SourceOfFunctions.cpp: functions of functions
extern const char sourceOfHost[];      // SourceOfHost.cpp: what only `numpy` has
extern const char sourceOfUfuncs[];    // SourceOfMethods.cpp: `np.add.reduce`
extern const char sourceOfMethods[];   // SourceOfMethods.cpp: of NumPy's arrays

/// The entries and texts of all of it.
void registerNumpyInPython(LibraryTable &table);
/// Random.cpp
void registerNumpyRandom(LibraryTable &table);

} // namespace tessera::frontend::library
