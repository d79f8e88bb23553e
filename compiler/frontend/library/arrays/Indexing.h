// SPDX-License-Identifier: Apache-2.0
// What stands between brackets, made uniform: `x[i, 2:5, None, ...]`, `ref[pl.ds(k * 8, 8), :]`. One rule set for arrays, Refs and
// views of Refs: integers drop their axis, slices keep it, None adds one, `...` stands for the rest.
#pragma once

#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// One axis of the indexed thing: elements `offset`, `offset + stride`, ... `size` of them.
struct AxisIndex {
  int64_t offset = 0;
  mlir::Value computed; // an i32 scalar; then `offset` says nothing
  int64_t size = 1;
  int64_t stride = 1;
  bool dropped = false;
  /// The axis is picked by an array of indices instead (size is 0).
  ArrayObject *array = nullptr;
};

struct Index {
  llvm::SmallVector<AxisIndex> axes;
  /// Positions of new axes of size 1 in the result.
  llvm::SmallVector<int64_t> newAxes;

  bool hasArrays() const {
    return llvm::any_of(axes, [](const AxisIndex &axis) { return axis.array != nullptr; });
  }
  /// Of the slice: without dropped axes, before `newAxes`.
  Shape shape() const;
  /// With `newAxes`.
  Shape resultShape() const;
};

enum class IndexBounds {
  check, // Refs: a constant index outside is an error
  clamp, // JAX arrays: a constant index outside picks the nearest element
  cut,   // tensors: an integer outside is an error, a slice ends where the axis does
};

/// Reads `key` for something of `shape`, which messages call `name`. Empty with an exception pending.
std::optional<Index> parseIndex(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> shape, IndexBounds bounds, llvm::StringRef name);

/// The parts of an Index as the tile dialect wants them.
struct SliceParts {
  llvm::SmallVector<mlir::Value> offsets;
  llvm::SmallVector<int64_t> staticOffsets, sizes, strides, dropped; // strides is empty when all are 1
};
SliceParts toSliceParts(const llvm::SmallVectorImpl<AxisIndex> &axes);

/// `pl.ds(start, size, stride)`: a slice whose start may be computed.
class DynamicSliceObject : public ExtensionObject {
public:
  DynamicSliceObject(Value start, int64_t size, int64_t stride) : ExtensionObject(&tag), start(start), size(size), stride(stride) {}
  const Value start; // an int or an integer scalar array
  const int64_t size, stride;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

} // namespace tessera::frontend
