// SPDX-License-Identifier: Apache-2.0
// Pallas's Refs: a kernel's parameters, read by `ref[...]` and written by `ref[...] = x`; and views of parts of them, made by
// `ref.at[...]`, `.T`, `.reshape` and `.bitcast` without touching memory.
#pragma once

#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// A part of a Ref. What a view's elements are is one of two things:
///  * strided: `axes`, one entry an axis of the Ref; the kept ones in the order of `permutation` (empty: as they are), and then,
///    where `reshaped` says so, in row-major order under another shape;
///  * gathered: `coordinates`, one i32 array an axis of the Ref, all of the view's shape. So are views by arrays of indices.
class PallasView : public RefViewObject {
public:
  PallasView(RefObject *base, DType dtype) : RefViewObject(base), dtype(dtype) {}
  DType dtype; // `bitcast` makes it another one of the same width
  llvm::SmallVector<AxisIndex> axes;
  llvm::SmallVector<int64_t> permutation;
  std::optional<Shape> reshaped;
  bool gathered = false;
  llvm::SmallVector<Value> coordinates; // arrays
  Shape gatheredShape;

  Shape shape() const;
  /// Of the strided part, before `reshaped`.
  Shape stridedShape() const;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
};

class PallasRef : public RefObject {
public:
  using RefObject::RefObject;
  bool isSemaphore = false; // read and written by the semaphore functions alone
  llvm::ArrayRef<int64_t> shape() const { return llvm::cast<tile::RefType>(value.getType()).getShape(); }
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  /// The view of all of it.
  PallasView *whole(Evaluator &evaluator);
};

/// A Ref or a view as a view; null with an error that names `function`.
PallasView *toView(Evaluator &evaluator, Value value, llvm::StringRef function);

//===-- Views.cpp ---------------------------------------------------------------------------------------------===//

/// The part of `view` that `key` picks, and the shape that reading it has: the view's own, with the new axes of `None` in the key.
struct Narrowed {
  PallasView *view = nullptr; // null: an exception is pending
  Shape result;
};
/// A part for copies of a kernel of warpgroups may reach past the end of an array in GMEM.
Narrowed narrow(Evaluator &evaluator, PallasView *view, Value key, bool isForCopy = false);

/// Axis k of the result is axis `permutation[k]` of the view; an empty permutation reverses the axes. Null with an exception pending.
PallasView *transposeView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<int64_t> permutation);
/// Null with an exception pending where the element counts differ.
PallasView *reshapeView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<int64_t> shape);
PallasView *bitcastView(Evaluator &evaluator, PallasView *view, DType type);

/// For each axis of the Ref the index of each of the view's elements: i32 arrays of the view's shape. Empty optional: exception.
std::optional<llvm::SmallVector<mlir::Value>> coordinatesOf(Evaluator &evaluator, PallasView *view);

//===-- RefAccess.cpp -----------------------------------------------------------------------------------------===//

/// Reads; `mask` and `other` may be null.
Value loadView(Evaluator &evaluator, PallasView *view, Value key, Value mask = nullptr, Value other = nullptr);
/// Writes; `mask` may be null.
bool storeView(Evaluator &evaluator, PallasView *view, Value key, Value value, Value mask = nullptr);
/// Combines and gives what was there.
Value atomicView(Evaluator &evaluator, PallasView *view, Value key, tile::Atomic kind, Value value, Value mask, llvm::StringRef function);
Value compareAndSwapView(Evaluator &evaluator, PallasView *view, Value expected, Value value, llvm::StringRef function);

} // namespace tessera::frontend
