// SPDX-License-Identifier: Apache-2.0
// What NumPy takes between brackets and the common reader of indices does not: booleans without axes, objects with `__index__`, tuples
// inside of a tuple; and NumPy's errors for what it does not take either.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// A key of NumPy's, made ready for `array`: the key itself where it is so already. A boolean without axes stands for an index array on an
/// axis of size 1 of its own: then `array` becomes a reshaped one. Null with an exception pending.
Value readNumpyKey(Evaluator &evaluator, JaxArray *&array, Value key);

/// `(2,3)`: a shape in NumPy's errors.
std::string formatNumpyShape(llvm::ArrayRef<int64_t> shape);

} // namespace tessera::frontend
