// SPDX-License-Identifier: Apache-2.0
// Which elements of a buffer an access touches: a box with steps over the buffer's axes, or a list of elements within that box. Two regions
// of one shape are compared axis by axis; a reinterpreted buffer has another shape, and then runs of bytes are compared.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera::interpreter::warpgroups {

struct Region {
  struct Axis {
    int64_t begin = 0, count = 1, step = 1; // step >= 1
    int64_t last() const { return begin + (count - 1) * step; }
  };
  int64_t byteOffset = 0, elementSize = 1;  // of the shape's first element, in the buffer
  llvm::SmallVector<int64_t, 4> shape;      // of the array that the axes count in
  llvm::SmallVector<Axis, 4> axes;
  std::shared_ptr<const std::vector<int64_t>> elements; // row-major numbers, sorted; null: the whole box

  bool isEmpty() const;
  bool overlaps(const Region &other) const;
  /// Whether every element of `other` surely is one of this region.
  bool contains(const Region &other) const;
  bool isSameAs(const Region &other) const;

private:
  bool sharesShape(const Region &other) const;
  bool holds(int64_t element) const;
  std::vector<std::pair<int64_t, int64_t>> listRuns() const;
};

} // namespace tessera::interpreter::warpgroups
