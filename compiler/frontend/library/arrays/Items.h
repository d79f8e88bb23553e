// SPDX-License-Identifier: Apache-2.0
// Arrays of the host program as Python's own numbers: `x.item()` and `x.tolist()` of every array library.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// `x.item(*args)`: the only element, or the one at `args`: a flat index, or one an axis.
Value itemMethod(Call &call);
/// `x.tolist()`: nested lists of numbers; a number for an array without axes.
Value toListMethod(Call &call);
/// The elements of `array` as nested lists.
Value toNestedLists(Evaluator &evaluator, ArrayObject *array);

} // namespace tessera::frontend
