// SPDX-License-Identifier: Apache-2.0
// One launch on a GPU, from arrays on the host to arrays on the host. No MLIR here: `CudaDevice` has turned the
// kernel's facts into a plan.
#pragma once

#include "runner/device/cuda/Context.h"

namespace tessera::runner::cuda {

enum class ArgumentRole { read, write, readWrite, scalar };

struct PlannedArgument {
  ArgumentRole role = ArgumentRole::read;
  std::string name;
};

/// How a kernel is called: what compiler/codegen says of it.
struct KernelPlan {
  std::string name, entry, ptx;
  unsigned threads = 128;
  unsigned sharedBytes = 0; // dynamic
  std::vector<PlannedArgument> arguments;
};

/// CUDA's grid, and the parameters that follow the kernel's arguments.
struct PlannedGrid {
  unsigned x = 1, y = 1, z = 1;
  std::vector<int32_t> extents;
};

/// Runs the kernel once for its numbers and then `repetitions` times for its times, each time on the same inputs, with
/// outputs poisoned and the L2 cache flushed. `inputs` are the read, read-write and scalar arguments in order,
/// `outputs` the written ones. False with the reason in `error`.
bool runKernel(Context &context, LoadedKernel &kernel, const KernelPlan &plan, const PlannedGrid &grid,
               llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
               int64_t repetitions, std::vector<double> &samples, std::string &error);

} // namespace tessera::runner::cuda
