// SPDX-License-Identifier: Apache-2.0
// Accesses as boxes of arrays. Pallas's loads are boxes as they stand; a Triton program computes the address of each element, and the box must be
// found: strides that are known make a flat pointer a matrix, masks of the form "inside the matrix" and remainders that only matter outside of it say
// where it ends.
#pragma once

#include "compiler/schedule/AffineForms.h"
#include "compiler/schedule/Bounds.h"

namespace tessera::schedule {

/// What an access touches of one axis of its array, the array's slowest axis first. A flat array has an axis for each stride.
struct BoxAxis {
  int64_t pitch = 1;     // elements of the array from one index to the next
  int64_t extent = -1;   // of the array; -1: not known (a flat array's slowest axis)
  Linear begin;          // the box's first index
  int64_t size = 1;      // indices
  int64_t valueAxis = -1; // the axis of the value that runs along it, -1 where one index is all
  std::optional<int64_t> maskEnd, validEnd; // from these indices on the mask is false; it is something else that is touched
  bool hasZeros = false; // what the program has from `maskEnd` on is 0, whatever the access gives
};

struct Box {
  mlir::Operation *access; // a load, gather, store or scatter
  mlir::BlockArgument array;
  mlir::Value value; // read or written
  mlir::Value other; // what a load gives where the mask is false, null where that is left open or zeros
  bool isFlat = false; // of a flat Ref: pitches and axes are the program's
  llvm::SmallVector<BoxAxis, 3> axes;

  bool isLoad() const { return mlir::isa<tile::LoadOp, tile::GatherOp>(access); }
  /// The array's axis along which the value's axis runs; null where none does.
  const BoxAxis *find(int64_t valueAxis) const;
  int64_t findIndex(int64_t valueAxis) const;
};

/// The box of an access of a kernel's argument; nothing where it is none, or its place or mask is of no such form. With `bounds` a flat array may be one of
/// batches: what is added to a row's index is an index of its own where all rows lie below its factor (`batch * M + row` with row < M).
std::optional<Box> findBox(mlir::Operation *access, AffineForms &forms, BoundsAnalysis *bounds = nullptr);

/// Whether all elements of `value` are 0 (also where it is null: a gather without `other`).
bool isZero(mlir::Value value);

} // namespace tessera::schedule
