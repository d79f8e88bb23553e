// SPDX-License-Identifier: Apache-2.0
// Subscripts of built-in sequences by one integer, with CPython's errors.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// How errors name the sequence.
struct SubscriptWords {
  const char *indices;    ///< `list indices must be integers or slices`
  const char *outOfRange; ///< `list index out of range`
};

/// The place in a sequence of `size` elements that `key` means, which is an integer, an array of one or has
/// `__index__`. Empty with TypeError or IndexError pending; what the index was and what it may be is in a note, since
/// programs compare the text.
std::optional<size_t> subscript(Evaluator &evaluator, Value key, int64_t size, SubscriptWords words);

/// The first place of a slice of `length` elements, the one behind its last and the distance of two, each within the
/// sequence, as `slice.indices` gives them. False with an exception pending.
bool sliceBounds(Evaluator &evaluator, const SliceObject &slice, int64_t length, int64_t &first, int64_t &end,
                 int64_t &stride);

} // namespace tessera::frontend
