// SPDX-License-Identifier: Apache-2.0
// Pallas's Refs: a kernel's parameters, read by `ref[...]` and written by `ref[...] = x`; and views of parts of them, made by
// `ref.at[...]` without touching memory.
#pragma once

#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// A part of a Ref: one entry an axis of the Ref.
class PallasView : public RefViewObject {
public:
  PallasView(RefObject *base, llvm::SmallVector<AxisIndex> axes) : RefViewObject(base), axes(std::move(axes)) {}
  const llvm::SmallVector<AxisIndex> axes;
  Shape shape() const;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
};

class PallasRef : public RefObject {
public:
  using RefObject::RefObject;
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

/// The part of `view` that `key` picks. `index` receives the axes' new positions.
PallasView *narrow(Evaluator &evaluator, PallasView *view, Value key, Index &index);

/// Reads; `mask` and `other` may be null.
Value loadView(Evaluator &evaluator, PallasView *view, Value key, Value mask = nullptr, Value other = nullptr);
/// Writes; `mask` may be null.
bool storeView(Evaluator &evaluator, PallasView *view, Value key, Value value, Value mask = nullptr);

} // namespace tessera::frontend
