// SPDX-License-Identifier: Apache-2.0
// The launch itself. A kernel's numbers come from its first run; the timed runs come after, so that neither loading nor
// the first touch of memory is in a sample, and a kernel that skips work the second time changes no number.
#include "runner/device/cuda/KernelRun.h"
#include <cstring>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

namespace {
/// One argument on the GPU.
struct Placed {
  ArgumentRole role;
  std::optional<Buffer> buffer, original; // `original`: a read-write argument's input, for the runs after the first
  numerics::Array scalar;
  DevicePointer pointer = 0; // the parameter's value, for buffers
  const numerics::Array *input = nullptr;
  numerics::Array *output = nullptr;
};

class KernelRun {
public:
  KernelRun(Context &context, LoadedKernel &kernel, const KernelPlan &plan, PlannedGrid grid)
      : context(context), kernel(kernel), plan(plan), grid(std::move(grid)) {}

  bool place(llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs, bool repeats);
  bool reset(bool first);
  bool launch();
  bool fetch();
  bool time(int64_t repetitions, std::vector<double> &samples);
  std::string findBrokenGuard() const;

private:
  bool timeOnce(EventHandle begin, EventHandle end, Buffer *flush, std::vector<double> &samples);

  Context &context;
  LoadedKernel &kernel;
  const KernelPlan &plan;
  PlannedGrid grid;
  std::vector<Placed> placed;
  std::vector<void *> parameters;
};
} // namespace

bool KernelRun::place(llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
                      bool repeats) {
  placed.reserve(plan.arguments.size()); // `parameters` points into it
  size_t input = 0, output = 0;
  for (const PlannedArgument &argument : plan.arguments) {
    Placed &place = placed.emplace_back();
    place.role = argument.role;
    bool reads = argument.role == ArgumentRole::read || argument.role == ArgumentRole::readWrite ||
                 argument.role == ArgumentRole::scalar;
    bool writes = argument.role == ArgumentRole::write || argument.role == ArgumentRole::readWrite;
    if ((reads && input == inputs.size()) || (writes && output == outputs.size()))
      return context.check(1, "matching the launch's arrays to the kernel's arguments");
    if (reads)
      place.input = &inputs[input++];
    if (writes)
      place.output = &outputs[output++];
    if (argument.role == ArgumentRole::scalar) {
      place.scalar = *place.input;
      parameters.push_back(place.scalar.mutableBytes());
      continue;
    }
    size_t bytes = place.input ? place.input->byteSize() : place.output->byteSize();
    place.buffer.emplace(context, bytes);
    if (argument.role == ArgumentRole::readWrite && repeats) {
      place.original.emplace(context, bytes);
      place.original->upload(place.input->bytes());
    }
    place.pointer = place.buffer->pointer();
    parameters.push_back(&place.pointer);
  }
  for (int32_t &extent : grid.extents)
    parameters.push_back(&extent);
  return !context.failed();
}

/// Every argument as it is before the first run. Reads need that once only.
bool KernelRun::reset(bool first) {
  for (Placed &place : placed) {
    if (place.role == ArgumentRole::read && first)
      place.buffer->upload(place.input->bytes());
    else if (place.role == ArgumentRole::write)
      place.buffer->poison();
    else if (place.role == ArgumentRole::readWrite && place.original)
      place.buffer->copyFrom(*place.original);
    else if (place.role == ArgumentRole::readWrite)
      place.buffer->upload(place.input->bytes());
  }
  return !context.failed();
}

bool KernelRun::launch() {
  return context.check(context.driver.launchKernel(kernel.function, grid.x, grid.y, grid.z, plan.threads, 1, 1,
                                                   plan.sharedBytes, nullptr, parameters.data(), nullptr),
                       "launching `" + plan.name + "`");
}

bool KernelRun::fetch() {
  if (!context.check(context.driver.ctxSynchronize(), "running `" + plan.name + "`"))
    return false;
  for (Placed &place : placed)
    if (place.output && !place.buffer->download(place.output->mutableBytes()))
      return false;
  return true;
}

std::string KernelRun::findBrokenGuard() const {
  for (size_t i = 0; i < placed.size(); ++i)
    if (placed[i].buffer && !placed[i].buffer->isGuardWhole())
      return plan.arguments[i].name;
  return {};
}

bool KernelRun::timeOnce(EventHandle begin, EventHandle end, Buffer *flush, std::vector<double> &samples) {
  const Driver &driver = context.driver;
  float milliseconds = 0;
  if (!reset(/*first=*/false) || (flush && !flush->poison()))
    return false;
  bool timed = context.check(driver.eventRecord(begin, nullptr), "recording an event") && launch() &&
               context.check(driver.eventRecord(end, nullptr), "recording an event") &&
               context.check(driver.eventSynchronize(end), "running `" + plan.name + "` again") &&
               context.check(driver.eventElapsedTime(&milliseconds, begin, end), "reading a time");
  if (timed)
    samples.push_back(milliseconds);
  return timed;
}

bool KernelRun::time(int64_t repetitions, std::vector<double> &samples) {
  EventHandle begin = nullptr, end = nullptr;
  std::optional<Buffer> flush;
  if (context.facts.l2Bytes)
    flush.emplace(context, 2 * context.facts.l2Bytes);
  bool timed = context.check(context.driver.eventCreate(&begin, 0), "making an event") &&
               context.check(context.driver.eventCreate(&end, 0), "making an event");
  for (int64_t i = 0; timed && i < repetitions; ++i)
    timed = timeOnce(begin, end, flush ? &*flush : nullptr, samples);
  for (EventHandle event : {begin, end})
    if (event)
      context.driver.eventDestroy(event);
  return timed;
}

bool cuda::runKernel(Context &context, LoadedKernel &kernel, const KernelPlan &plan, const PlannedGrid &grid,
                     llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
                     int64_t repetitions, std::vector<double> &samples, std::string &error) {
  KernelRun run(context, kernel, plan, grid);
  bool ran = !context.failed() && run.place(inputs, outputs, repetitions > 0) && run.reset(/*first=*/true) &&
             run.launch() && run.fetch();
  if (ran)
    if (std::string name = run.findBrokenGuard(); !name.empty()) {
      error = "kernel `" + plan.name + "` wrote past the end of `" + name + "`";
      return false;
    }
  if (ran && run.time(repetitions, samples))
    return true;
  error = context.failure();
  return false;
}
