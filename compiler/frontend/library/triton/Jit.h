// SPDX-License-Identifier: Apache-2.0
// `@triton.jit`: a kernel to be launched with `kernel[grid](...)`, or a function that kernels call.
#pragma once

#include "compiler/frontend/library/triton/Tensor.h"

namespace tessera::frontend {

class TritonFunction : public ExtensionObject {
public:
  explicit TritonFunction(FunctionObject *function) : ExtensionObject(&tag), function(function) {}
  FunctionObject *const function;
  llvm::SmallVector<std::string> unspecialized; // parameters in `do_not_specialize`
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value grid) override; // kernel[grid]
  Value call(Evaluator &evaluator, Arguments &arguments) override; // from another kernel
  std::optional<std::string> repr(Evaluator &) override { return "JITFunction(" + function->name + ")"; }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// What a launch returns: `handle.asm['ptx']`.
class TritonHandle : public ExtensionObject {
public:
  explicit TritonHandle(std::string kernel) : ExtensionObject(&tag), kernel(std::move(kernel)) {}
  const std::string kernel;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

Value jitHandlerOfTriton(Call &call);

/// The grid of the kernel being recorded, for `tl.program_id`; null outside a kernel.
struct TritonGrid {
  const std::vector<int64_t> *grid = nullptr;
};

} // namespace tessera::frontend
