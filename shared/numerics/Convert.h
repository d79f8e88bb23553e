// SPDX-License-Identifier: Apache-2.0
// Conversion of elements between dtypes, by JAX's rules: float to float rounds to nearest even; float to integer truncates,
// saturates and takes NaN to 0; integer to narrower integer wraps; anything to bool is "differs from zero".
#pragma once

#include "shared/numerics/Array.h"

namespace tessera::numerics {

/// Converts `count` elements. `from` and `to` do not overlap, unless the dtypes have one byte size and both start together.
void convertElements(DType fromType, const void *from, DType toType, void *to, int64_t count);
Array convert(const Array &array, DType type);

/// Sets `count` elements to the value at `element`.
void fillElements(void *to, const void *element, unsigned byteSize, int64_t count);
/// What memory that nobody wrote reads as: NaN, the smallest signed integer, 0 for unsigned integers, false.
void fillUninitialized(DType type, void *to, int64_t count);

} // namespace tessera::numerics
