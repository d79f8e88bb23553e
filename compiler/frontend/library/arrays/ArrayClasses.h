// SPDX-License-Identifier: Apache-2.0
// Classes that derive from `np.ndarray`, and objects that take part in NumPy's protocols (`__array__`,
// `__array_ufunc__`,
// `__array_function__`): instances that hold or become an array, in the library's Python (numpy/classes.py). Here calls
// of NumPy's functions that meet one are handed over to it.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

/// Whether the value's class derives from `np.ndarray`.
bool isArrayOfClass(Value value);
/// A call of a NumPy function that meets such an object. Empty: it meets none.
std::optional<Value> callOnClasses(Evaluator &evaluator, const LibraryEntry &entry, Value self,
                                   const Arguments &arguments);
/// The array that an object of a class holds; every other value as it is. Null with an exception pending.
Value withoutClass(Evaluator &evaluator, Value value);

} // namespace tessera::frontend
