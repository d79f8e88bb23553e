// SPDX-License-Identifier: Apache-2.0
// Where indices lie relative to one another: sums of scalars that are the same for all elements, plus a range. `%row *
// 400 + 128 + iota` of 128 elements is
// {%row * 400} and 128 to 255. Of two indices with the same scalars, ranges that do not meet are different elements.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tessera::schedule {

struct IndexRange {
  llvm::SmallVector<mlir::Value, 2> terms; // in a fixed order
  int64_t first = 0, last = 0;

  /// By `span` elements upwards, or downwards where it is below 0.
  void widen(int64_t span) { (span < 0 ? first : last) += span; }
  bool isApart(const IndexRange &other) const {
    return terms == other.terms && (last < other.first || other.last < first);
  }
};

/// Of an index in `tilegpu`, a scalar or an array of them; none where that is not known.
std::optional<IndexRange> findIndexRange(mlir::Value index);

} // namespace tessera::schedule
