// SPDX-License-Identifier: Apache-2.0
// Records a kernel of warpgroups for the operands of one call, and a launch of it. Its arguments are the inputs and the outputs, whole
// arrays in global memory, and then the semaphores that it asks for; all other scratch is allocated by operations of its body.
#pragma once

#include "compiler/frontend/library/mosaic_gpu/Kernel.h"

namespace tessera::frontend {

/// What `plgpu.kernel` was given.
struct WarpgroupConfiguration {
  std::string function; // as the user called it
  Value body = nullptr, outType = nullptr, scratchTypes = nullptr;
  WarpgroupMesh mesh;
  std::vector<std::pair<std::string, int64_t>> options; // of the kernel, besides those of the mesh
  std::shared_ptr<KernelTraces> traces;
  Range range;
};

/// Reads `grid`, `grid_names`, `cluster`, `cluster_names`, `num_threads`, `thread_name`, `kernel_name` and the older `axis_names`.
bool readMesh(Call &call, WarpgroupMesh &mesh);
bool readCompilerParameters(Evaluator &evaluator, Value parameters, WarpgroupConfiguration &configuration);
/// What `plgpu.kernel` and `pl.kernel` share: reads `body`, types and compiler parameters into `configuration`; a function of arrays, or of the body.
Value makeKernel(Call &call, WarpgroupConfiguration &configuration);
/// The function of arrays that runs `body`.
Value makeWarpgroupFunction(Evaluator &evaluator, const WarpgroupConfiguration &configuration, Value body);

/// One call of a kernel.
class WarpgroupRecorder {
public:
  WarpgroupRecorder(Evaluator &evaluator, const WarpgroupConfiguration &configuration) : evaluator(evaluator), configuration(configuration) {}
  Value run(llvm::ArrayRef<Value> arguments);

private:
  bool readInputs(llvm::ArrayRef<Value> arguments);
  bool readOutputs();
  void nameOperands();
  tile::KernelOp makeKernel();
  void nameAxes(const WarpgroupMesh &mesh);
  bool addScratch(WarpgroupKernel &machine, Arguments &arguments);
  bool checkParameters(const Arguments &arguments);
  bool recordBody(tile::KernelOp kernel);
  void setAccesses(tile::KernelOp kernel);
  std::string describeArguments() const;
  Value launch(tile::KernelOp kernel);
  KernelOperand &operand(size_t index) { return index < inputs.size() ? inputs[index] : outputs[index - inputs.size()]; }
  size_t operandCount() const { return inputs.size() + outputs.size(); }

  Evaluator &evaluator;
  const WarpgroupConfiguration &configuration;
  std::string kernelName;
  Value inputTree = nullptr, outputTree = nullptr;
  std::vector<KernelOperand> inputs, outputs;
  std::vector<mlir::Value> inputValues;
  std::vector<HostRef> givenRefs, usedRefs; // of `jax.new_ref`: inputs, and those that the body found
};

} // namespace tessera::frontend
