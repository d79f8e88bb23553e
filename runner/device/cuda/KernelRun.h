// SPDX-License-Identifier: Apache-2.0
// One launch on a GPU, from arrays on the host to arrays on the host. No MLIR here: `CudaDevice` has turned the
// kernel's facts into a plan.
#pragma once

#include "runner/device/cuda/Context.h"
#include "runner/device/KernelPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace tessera::runner::cuda {

/// A launch that stays on the GPU with its arrays: times it once more. False: the GPU failed, as the context knows.
using TimeAgain = std::function<bool(int64_t repetitions, std::vector<double> &samples)>;

/// Runs the kernel once for its numbers and then `repetitions` times for its times, each time on the same inputs, with
/// outputs poisoned and the L2 cache flushed. `inputs` are the read, read-write and scalar arguments in order,
/// `outputs` the written ones, `reports` the buffer of what the kernel said in its first run. False with the reason in
/// `error`. With a true `*graph`, where the driver has graphs and the kernel changes nothing that it reads, a sample is
/// a launch's share of a graph of many, and `*graph` stays true; otherwise it becomes false.
/// `profile` gets the launch, everything as it was before the first run, and may begin it once. `again` becomes the
/// launch as it lies there; `kernel` and `plan` have to outlive it.
bool runKernel(Context &context, LoadedKernel &kernel, const KernelPlan &plan, const PlannedGrid &grid,
               llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
               int64_t repetitions, std::vector<double> &samples, std::vector<uint32_t> &reports, std::string &error,
               bool *graph = nullptr, llvm::function_ref<void(llvm::function_ref<bool()> launch)> profile = nullptr,
               TimeAgain *again = nullptr);

} // namespace tessera::runner::cuda
