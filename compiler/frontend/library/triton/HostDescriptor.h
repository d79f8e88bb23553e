// SPDX-License-Identifier: Apache-2.0
// `triton.tools.tensor_descriptor.TensorDescriptor`: a tensor with a block shape, which the host hands to a kernel.
#pragma once

#include "compiler/frontend/library/torch/Tensor.h"

namespace tessera::frontend {

class HostDescriptor : public ExtensionObject {
public:
  HostDescriptor(TorchTensor *base, std::vector<int64_t> shape, std::vector<int64_t> strides, std::vector<int64_t> block, bool padsWithNan)
      : ExtensionObject(&tag), base(base), shape(std::move(shape)), strides(std::move(strides)), block(std::move(block)), padsWithNan(padsWithNan) {}
  TorchTensor *const base;
  const std::vector<int64_t> shape, strides; // in elements
  std::vector<int64_t> block; // a `pre_hook` may change it
  const bool padsWithNan;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.tools.tensor_descriptor", "TensorDescriptor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  std::optional<std::string> repr(Evaluator &) override { return "TensorDescriptor(" + formatShape(shape) + ", block " + formatShape(block) + ")"; }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

namespace library {
void registerTritonDescriptor(LibraryTable &table);
}

} // namespace tessera::frontend
