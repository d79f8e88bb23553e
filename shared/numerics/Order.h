// SPDX-License-Identifier: Apache-2.0
// What depends on the order of elements: sorting, and where the extreme element is. Floating numbers are ordered with -0 equal to 0
// and every NaN beyond all numbers, as JAX's `lax.sort` has it.
#pragma once

#include "shared/numerics/DType.h"

namespace tessera::numerics {

/// Unsigned words that compare as the elements do: for element i of a line of `count`, `stride` elements apart, `keys[i]`.
/// `isUnsigned` reads a signed integer dtype's bits as unsigned; `descending` turns the order of keys around.
void makeOrderedKeys(DType type, bool isUnsigned, bool descending, const void *line, int64_t stride, int64_t count, uint64_t *keys);

/// Positions 0 .. count - 1 into `order`, sorted by `keySets` keys each (the first set first), positions deciding between equal ones:
/// a stable order. `keys` holds the sets one after the other, `count` words each.
void sortPositions(const uint64_t *keys, int64_t keySets, int64_t count, int64_t *order);

/// Sorts a line of elements by themselves, as the two functions above would, into `out` of the same stride. False, and
/// nothing done, where that is not what it is for: short lines, elements of less than four bytes, floats among which is
/// a NaN or a negative zero.
bool sortElements(DType type, bool isUnsigned, bool descending, const void *line, int64_t stride, int64_t count,
                  void *out);

struct ExtremeRule {
  bool isMax = true;
  bool isUnsigned = false; // reads a signed integer dtype's bits as unsigned
  bool takesLast = false;  // of equal elements the last one
  bool ignoresNan = false; // else the first NaN wins (the last one with `takesLast`)
};
/// The position of the extreme element among `extent`, at least one, `stride` elements apart; 0 when all are ignored NaNs.
int64_t findExtreme(DType type, const void *line, int64_t extent, int64_t stride, const ExtremeRule &rule);

} // namespace tessera::numerics
