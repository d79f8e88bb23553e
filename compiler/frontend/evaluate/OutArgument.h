// SPDX-License-Identifier: Apache-2.0
// `out=`: many functions of NumPy put their result into an array that the call gives. Most handlers know nothing of it: the library
// says here how such a call is made, and callEntry asks for every function whose signature has an `out` that the call gives.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

struct OutArgument {
  /// Calls the entry's handler and brings its result to `call["out"]`. Null where no library has such functions.
  static Value (*run)(Call &call);
  /// What a call of a function of `torch` gives, by the classes of its operands. Null with an exception pending.
  static Value (*finish)(Call &call, Value result);
};

} // namespace tessera::frontend
