// SPDX-License-Identifier: Apache-2.0
// `@triton.jit`: a kernel to be launched with `kernel[grid](...)`, or a function that kernels call; and what wraps one,
// `@triton.autotune` and `@triton.heuristics`.
#pragma once

#include "compiler/frontend/library/triton/Tensor.h"
#include <functional>

namespace tessera::frontend {

class TritonFunction : public ExtensionObject {
public:
  explicit TritonFunction(FunctionObject *function) : ExtensionObject(&tag), function(function) {}
  FunctionObject *function;                     // replaced by `_unsafe_update_src`
  std::string source;                           // what it was replaced by; empty: as it stands in the program
  llvm::SmallVector<std::string> unspecialized; // parameters in `do_not_specialize`
  llvm::SmallVector<std::string> unaligned;     // and in `do_not_specialize_on_alignment`
  std::vector<Value> hooks;                     // called before each launch with its arguments: `add_pre_run_hook`
  DictObject *compiled =
      nullptr; // handles of the kernels that launches have recorded, by what they are specialized for
  ClassObject *type(Evaluator &evaluator) override {
    return evaluator.libraryClass("triton.runtime.jit", "JITFunction");
  }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value grid) override;        // kernel[grid]
  Value call(Evaluator &evaluator, Arguments &arguments) override; // from another kernel
  std::optional<std::string> repr(Evaluator &) override { return "JITFunction(" + function->name + ")"; }
  std::optional<uint64_t> hash(Evaluator &) override { return reinterpret_cast<size_t>(this); }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// A launch as far as a kernel's code depends on it. Holds no values: the host program may be rewritten before anybody
/// asks.
struct TritonLaunchShape {
  std::vector<int64_t> grid;
  llvm::SmallVector<std::pair<mlir::Type, mlir::Attribute>> inputs; // the attribute is a number's value; null: an array
  llvm::SmallVector<mlir::Type> outputs;
};

/// A kernel that has been recorded. A launch returns it (`handle.asm['ptx']`), and so does `warmup`, which launches
/// nothing; then it can be launched like the function.
class TritonHandle : public ExtensionObject {
public:
  TritonHandle(std::string kernel, TritonFunction *function, std::vector<Keyword> options,
               std::optional<TritonLaunchShape> warmedUp = std::nullopt)
      : ExtensionObject(&tag), kernel(std::move(kernel)), function(function), options(std::move(options)),
        warmedUp(std::move(warmedUp)) {}
  const std::string kernel;
  TritonFunction *const function;
  const std::vector<Keyword> options;              // of the warm-up, such as `num_warps`
  const std::optional<TritonLaunchShape> warmedUp; // what a launch with the warm-up's arguments would be
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value grid) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

//===-- KernelNumbers.cpp -------------------------------------------------------------------------------------===//
/// `n_regs`, `n_spills` and `shared` of a handle. Null with an exception pending.
Value getKernelNumber(Evaluator &evaluator, TritonHandle *handle, llvm::StringRef name);

//===-- Knobs.cpp ---------------------------------------------------------------------------------------------===//
/// What the program has set `triton.knobs.GROUP.NAME` to; null where it has not, or to None.
Value readKnob(Evaluator &evaluator, llvm::StringRef group, llvm::StringRef name);
/// Tells the hook `runtime.NAME` of `triton.knobs`, where there is one, of `function`. Null with an exception pending,
/// else what it returns, or None.
Value callKnobHook(Evaluator &evaluator, llvm::StringRef name, TritonFunction *function, llvm::StringRef key);

//===-- Launch.cpp --------------------------------------------------------------------------------------------===//
/// Launches `function` on a grid. Null with an exception pending.
Value launchTriton(Evaluator &evaluator, TritonFunction *function, Value grid, Arguments &arguments);
/// Records the kernel for these arguments and launches nothing.
Value warmUpTriton(Evaluator &evaluator, TritonFunction *function, Arguments &arguments);

/// Records the kernel for types of arguments: `triton.compile(ASTSource(...))`. The dicts may be null.
Value compileTriton(Evaluator &evaluator, TritonFunction *function, DictObject *signature, DictObject *constants,
                    DictObject *options);

//===-- Autotune.cpp ------------------------------------------------------------------------------------------===//
/// What is under decorators: the function itself, or that of an autotuner or of heuristics. Null when `value` is
/// neither.
TritonFunction *innermostTriton(Value value);
/// `kernel[grid](*args, **kwargs)` of any of them.
Value launchDecorated(Evaluator &evaluator, Value kernel, Value grid, Arguments &arguments);

Value jitHandlerOfTriton(Call &call);
/// A `JITFunction` of a plain function. Null with an exception pending.
TritonFunction *makeTritonFunction(Evaluator &evaluator, Value function);

/// The kernel being recorded; `grid` is null outside one.
struct TritonGrid {
  const std::vector<int64_t> *grid = nullptr;
  int64_t warps = 4; // the launch's `num_warps`
  /// Whose body is being recorded: the kernel's, or that of a function that it calls.
  TritonFunction *function = nullptr;
  /// The kernel's argument for a tensor that the launch does not name but a loaded address may mean; made when first
  /// asked for.
  std::function<mlir::Value(TorchTensor *)> argumentFor;
  /// What the launch passes for one of the kernel's arguments, where it is an integer that the host program knows.
  std::function<std::optional<int64_t>(mlir::Value)> numberFor;
};

namespace library {
void registerTritonAutotune(LibraryTable &table);
void registerTritonRuntime(LibraryTable &table);
void registerTritonCompile(LibraryTable &table);
void registerTritonKnobs(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
