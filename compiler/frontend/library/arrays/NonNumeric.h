// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays whose items are no numbers (objects, texts, records, times) are objects of the library's Python
// (numpy/items_*.py). Here calls and operators that meet one, its dtype or what becomes one are handed over to it.
#pragma once

#include "compiler/frontend/evaluate/Library.h"
#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// Whether the value is an array of items, or a dtype or scalar of them.
bool isItemsOperand(Value value);
/// Whether no array of numbers can be made of the value: a text, None, an object, or a list that holds one.
bool holdsItems(Value value, unsigned depth = 0);
/// Whether functions of the module or class compute with arrays, so that items and objects of array classes may meet
/// them.
bool isOfArrays(llvm::StringRef module);
/// A call of a NumPy function that is about items goes to the function of that name in their text, and is refused by
/// name where there is none. Other libraries refuse arrays of items. Empty: it is about numbers.
std::optional<Value> callOnItems(Evaluator &evaluator, const LibraryEntry &entry,
                                 llvm::ArrayRef<ParameterInfo> parameters, Value self, const Arguments &arguments);
/// `left op right` of a NumPy array and something that is no array of numbers. Empty: the other one shall answer.
std::optional<Value> operateOnItems(Evaluator &evaluator, llvm::StringRef method, Value left, Value right);
/// An array of numbers of any value, which lists of arrays and what is assigned to items need. Null with an exception pending.
Value numbersOf(Evaluator &evaluator, Value value, std::optional<DType> dtype);
/// What the text of items has under the entry's name.
Value itemsConstant(Call &call);

} // namespace tessera::frontend
