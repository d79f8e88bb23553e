// SPDX-License-Identifier: Apache-2.0
// A launch of a Triton kernel under way: its arguments are bound and specialized (Launch.cpp), its body is recorded and
// launched (RecordLaunch.cpp).
#pragma once

#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/BlockPointers.h"
#include "compiler/frontend/library/triton/HostDescriptor.h"
#include "compiler/frontend/library/triton/Jit.h"

namespace tessera::frontend {

/// One argument of the recorded kernel.
struct KernelArgument {
  std::string name;
  bool isPointer = false;
  TorchTensor *tensor = nullptr; // of a pointer: the root; null where no tensor was given (`warmup`, `compile`)
  mlir::Type scalar;             // a scalar argument's type
  DType dtype = DType::int32;    // of a pointer to a reinterpreted tensor not the root's
  mlir::Value value;             // a scalar argument's value in the host program
  int64_t divisibility = 1;
};

/// What the body sees for a parameter: a value as it is, or something around an argument.
struct Seen {
  Value given = nullptr;
  int argument = -1;
  TorchTensor *tensor = nullptr;        // of a pointer; may be a view of the argument's
  HostDescriptor *descriptor = nullptr; // around the pointer
  std::vector<Seen> items;              // of a tuple
  bool isTuple = false;
};

class TritonLauncher {
public:
  TritonLauncher(Evaluator &evaluator, TritonFunction *function, Value grid)
      : evaluator(evaluator), function(function), gridValue(grid) {}
  Value run(Arguments &arguments);
  Value warmUp(Arguments &arguments);
  /// `triton.compile`: the parameters' types by name, and values of constexpr ones.
  Value compile(DictObject *signature, DictObject *constants, DictObject *launchOptions);

private:
  bool bindArguments(Arguments &arguments);
  bool readOption(const Keyword &keyword);
  bool specialize(const ParameterInfo &parameter, Value value, Range range, Seen &seen);
  bool specializeTensor(const std::string &name, TorchTensor *tensor, Range range, Seen &seen);
  bool specializeNumber(const std::string &name, Value number, std::optional<DType> asked, Seen &seen);
  bool specializeType(const std::string &name, llvm::StringRef type, Seen &seen);
  int addPointer(TorchTensor *root, DType type, const std::string &name, bool isAligned);
  bool readGrid();
  std::string specializationKey();
  tile::KernelOp recordKernel();
  mlir::Value declare(tile::KernelOp kernel, mlir::Block &entry, int index);
  Value show(const Seen &seen);
  bool joinShared(tile::KernelOp kernel);
  void finish(tile::KernelOp kernel);
  Value launch(tile::KernelOp kernel);
  std::optional<TritonLaunchShape> describeLaunch(tile::KernelOp kernel);

  Evaluator &evaluator;
  TritonFunction *function;
  Value gridValue;
  std::vector<KernelArgument> arguments;
  std::vector<mlir::Value> declared; // the kernel's block arguments, one an argument
  std::vector<Seen> parameters;
  std::vector<std::pair<std::string, Value>> bound; // for the grid's function
  std::vector<std::pair<std::string, int64_t>> options;
  std::vector<Keyword> optionKeywords;
  std::vector<int64_t> grid;
  bool isWarmup = false; // types may stand for tensors
};

/// `fp32`, `*i64`, `*fp16:16`: whether it is a pointer, and of what. Empty for any other text.
std::optional<std::pair<DType, bool>> parseTritonType(llvm::StringRef text);

} // namespace tessera::frontend
