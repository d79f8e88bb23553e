// SPDX-License-Identifier: Apache-2.0
// Byte orders of NumPy's dtypes and arrays: `>i4` has the values of `<i4`, and bytes that lie the other way round. What
// computes with values knows nothing of it; what makes an array with such a dtype marks its memory, and what reads
// bytes asks.
#pragma once

#include "compiler/frontend/library/arrays/DTypeObject.h"

namespace tessera::frontend {

class JaxArray;

/// Whether `value` names a dtype of NumPy whose bytes lie in the order that is not the machine's: `">i4"`.
bool isSwappedDType(Evaluator &evaluator, Value value);
/// A dtype of NumPy, in either byte order.
Value makeNumpyDType(Evaluator &evaluator, numerics::DType dtype, bool isSwapped);
/// Whether the bytes of each element lie in the other order. NumpyViews.cpp
bool isSwapped(Evaluator &evaluator, const JaxArray *array);
void setSwapped(Evaluator &evaluator, const JaxArray *array, bool isSwapped);

} // namespace tessera::frontend
