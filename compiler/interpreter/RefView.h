// SPDX-License-Identifier: Apache-2.0
// What a Ref is while a program runs: a strided window on an array. A block that hangs over the array's end keeps its
// extents; `before` and `inside` say which part of it there is. What a program stores in the rest it reads back, from
// `overhang`.
#pragma once

#include "compiler/interpreter/Interpreter.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::interpreter {

namespace warpgroups {
struct Memory;
}

struct RefView {
  uint8_t *base = nullptr; // element (0, 0, ..)
  numerics::DType type = numerics::DType::float32;
  unsigned elementSize = 4;
  llvm::SmallVector<int64_t, 4> extents, strides; // strides in elements
  llvm::SmallVector<int64_t, 4> before, inside;   // an index below `before`, or not below `inside`, lies in the block but not in the array
  bool whole = true;                              // none does
  /// Memory for a whole block, dense, of which only the part outside of the array counts; null where nothing is stored.
  uint8_t *overhang = nullptr;
  unsigned argument = 0;

  // Where the window lies, for records of accesses.
  llvm::SmallVector<int64_t, 4> arrayShape, origin; // one entry an axis of the array
  llvm::SmallVector<unsigned, 4> arrayAxis;         // the array's axis for each axis of the Ref
  bool flat = false;                                // a flat Ref: its one axis numbers the array's elements
  AccessBox *box = nullptr;                         // null: not recorded

  // Of kernels of warpgroups: the buffer, whose accesses are compared. `arrayShape` and `origin` are those of the buffer, or of the array that part of it
  // from byte `placeOffset` on is taken for. `absent`: the part lies outside along an axis that it does not have.
  warpgroups::Memory *memory = nullptr;
  int64_t placeOffset = 0;
  bool absent = false;

  /// Whether the block's index `index` along `axis` is one of the array.
  bool holds(size_t axis, int64_t index) const { return index >= before[axis] && index < inside[axis]; }
  /// Where the block's element `index`, which the array does not have, is kept; null where it is not.
  uint8_t *findOverhang(llvm::ArrayRef<int64_t> index) const;
  int64_t getRank() const { return static_cast<int64_t>(extents.size()); }
  /// Records that `count` elements within [begin, end) were touched.
  void record(llvm::ArrayRef<int64_t> begin, llvm::ArrayRef<int64_t> end, int64_t count) const;
  /// Records one element.
  void record(llvm::ArrayRef<int64_t> index) const;
  /// Records the elements [begin, end) of a view with one axis; there is one at least.
  void recordFlat(int64_t begin, int64_t end) const;

private:
  void recordRun(int64_t begin, int64_t end) const;
};

/// A slice of a view with all offsets known.
struct SliceBounds {
  llvm::SmallVector<int64_t, 4> offsets, sizes, strides;
};

/// The first axis along which the slice leaves the Ref and the index that does, or axis -1.
std::pair<int64_t, int64_t> findOutside(const RefView &view, const SliceBounds &slice);

/// Copies the slice to or from `data`, which is dense. Beyond the array it is the overhang's; without one, reads give
/// the uninitialized value and writes vanish.
void readSlice(const RefView &view, const SliceBounds &slice, void *data);
void writeSlice(const RefView &view, const SliceBounds &slice, const void *data);

} // namespace tessera::interpreter
