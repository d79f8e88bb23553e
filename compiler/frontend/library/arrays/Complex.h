// SPDX-License-Identifier: Apache-2.0
// Arrays of complex numbers are objects of the library's Python (numpy/complex_array.py): a pair of real arrays. Here calls
// and operators that meet one, a complex number or a complex dtype are handed over to it.
#pragma once

#include "compiler/frontend/evaluate/Library.h"
#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// Whether the value is an array of complex numbers.
bool isComplexArray(Value value);
/// The array of complex numbers with its parts replaced. Null with an exception pending.
Value mapComplex(Evaluator &evaluator, Value array, llvm::function_ref<Value(ArrayObject *)> replace);
/// Whether the value is a complex number, or an array or dtype of them.
bool isComplexOperand(Value value);
/// Whether the value is a complex number, an array of them or a dtype of them, or a list or tuple that holds one.
bool holdsComplex(Value value, unsigned depth = 0);
/// Whether the module or class computes with arrays: its functions may be called with something complex.
bool mayBeComplex(llvm::StringRef module);
/// A call of an array library's function with something complex among its arguments goes to the function of that name
/// in the text of complex numbers; where that has none, it is refused by name. Empty: nothing is complex.
std::optional<Value> callOnComplex(Evaluator &evaluator, const LibraryEntry &entry, Value self,
                                   const Arguments &arguments);
/// `left op right` where one of them is a complex number or an array of them, and the other a real array.
Value operateOnComplex(Evaluator &evaluator, Flavour flavour, llvm::StringRef method, Value left, Value right);
/// What the text of complex numbers of the entry's library has under the entry's name.
Value complexConstant(Call &call);

} // namespace tessera::frontend
