// SPDX-License-Identifier: Apache-2.0
// Windows on arrays in memory: block pointers, which kernels move with `tl.advance`, and tensor descriptors, which take the place with
// every access.
#pragma once

#include "compiler/frontend/library/triton/Tensor.h"

namespace tessera::frontend {

/// An array in memory that is read and written in blocks. Sizes and strides are Python integers or integer scalars.
struct BlockWindow {
  TritonPointer *base = nullptr; // element (0, 0, ..)
  std::vector<Value> shape, strides;
  llvm::SmallVector<int64_t> block;
};

/// `tl.make_block_ptr`: a window at a place. Loops carry the place.
class BlockPointer : public ExtensionObject {
public:
  BlockPointer(BlockWindow window, std::vector<TritonTensor *> offsets) : ExtensionObject(&tag), window(std::move(window)), offsets(std::move(offsets)) {}
  const BlockWindow window;
  const std::vector<TritonTensor *> offsets; // int32, one an axis
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "tensor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<std::string> repr(Evaluator &) override { return "block pointer to `" + window.base->base->name + "`"; }
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// `tl.make_tensor_descriptor`, or a host's TensorDescriptor as the kernel sees it.
class TensorDescriptor : public ExtensionObject {
public:
  TensorDescriptor(BlockWindow window, bool padsWithNan) : ExtensionObject(&tag), window(std::move(window)), padsWithNan(padsWithNan) {}
  const BlockWindow window;
  const bool padsWithNan;
  bool isCarried = false; // one of two descriptors: its pointer, sizes and strides are values of the run
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "tensor_descriptor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<std::string> repr(Evaluator &) override { return "descriptor of `" + window.base->base->name + "`"; }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// `value`, a block pointer or descriptor, as a branch or loop carries it where the other side has `like`. Null with an exception pending.
Value carryWindow(Evaluator &evaluator, Value value, Value like);

} // namespace tessera::frontend
