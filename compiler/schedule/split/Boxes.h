// SPDX-License-Identifier: Apache-2.0
// Which part of an array one tile is: along each axis where it starts and how far it reaches. Starts are values of the program (the counter of a loop over
// tiles, say), sizes are known. Two boxes are the same where starts are the same values and sizes equal.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::schedule {

struct Span {
  mlir::Value start; // i32; null: 0
  int64_t size = 1;
  bool isRagged = false;  // may reach past the array's end: those elements are not the program's
  bool isAligned = true;  // the start is a multiple of the size

  bool operator==(const Span &other) const { return start == other.start && size == other.size; }
};

using Box = llvm::SmallVector<Span>;

inline Box getWhole(llvm::ArrayRef<int64_t> shape) {
  Box box;
  for (int64_t extent : shape)
    box.push_back({{}, extent});
  return box;
}

inline bool isWhole(const Box &box, llvm::ArrayRef<int64_t> shape) {
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (box[axis].start || box[axis].size != extent)
      return false;
  return true;
}

inline llvm::SmallVector<int64_t> getSizes(const Box &box) {
  llvm::SmallVector<int64_t> sizes;
  for (const Span &span : box)
    sizes.push_back(span.size);
  return sizes;
}

} // namespace tessera::schedule
