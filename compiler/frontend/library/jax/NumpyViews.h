// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays change in place. An array here is bound to another value by `a[key] = y`; where NumPy would let another array see the
// change (a view, or what it is a view of) the assignment is refused, for it would be lost.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// `view` shares memory with `base` under NumPy.
void markView(Evaluator &evaluator, Value base, Value view);
/// `a[key] = value`; false with an exception pending.
bool assignItem(Evaluator &evaluator, JaxArray *array, Value key, Value value);
/// `x.at[key].set(update)`; null with an exception pending, and the array itself where the place is outside. Place.cpp
Value replacePlace(Evaluator &evaluator, JaxArray *array, Value key, Value update, bool &isOutside);

} // namespace tessera::frontend
