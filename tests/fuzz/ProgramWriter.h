// SPDX-License-Identifier: Apache-2.0
// Bytes → a Python program: a grammar walked by choices that the bytes make. The names come from the library's own reference, so a new
// library name is fuzzed from the day it is in a table.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::fuzz {

/// A function, type or method that programs may call.
struct Callable {
  std::string module; // what to import; empty for builtins and methods
  std::string name;   // as it is called: `jax.numpy.sum`; a method's bare name
  std::vector<std::string> parameters;
};

/// What the library has, by where it is used.
struct Catalog {
  std::vector<Callable> python, arrays, pallas, triton, torch, methods;
  static Catalog ofLibrary();
};

std::string writeProgram(const Catalog &catalog, llvm::ArrayRef<uint8_t> choices);

} // namespace tessera::fuzz
