// SPDX-License-Identifier: Apache-2.0
// The launch itself. A kernel's numbers come from its first run; the timed runs come after, so that neither loading nor
// the first touch of memory is in a sample, and a kernel that skips work the second time changes no number.
#include "runner/device/cuda/KernelRun.h"
#include "runner/device/cuda/LaunchGraph.h"
#include "runner/device/cuda/LaunchTimes.h"
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

struct alignas(64) MapImage {
  uint8_t bytes[emulator::tensorMapBytes];
};

class KernelRun {
public:
  KernelRun(Context &context, LoadedKernel &kernel, const KernelPlan &plan, PlannedGrid grid)
      : context(context), kernel(kernel), plan(plan), grid(std::move(grid)) {}

  bool place(llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs, bool repeats);
  bool reset(bool first);
  bool launch(StreamHandle stream = nullptr);
  bool fetch();
  bool time(int64_t repetitions, bool asGraph, std::vector<double> &samples);
  /// The next run finds what the one before left: right for kernels that read nothing of it.
  bool isRepeatable() const;
  std::string findBrokenGuard() const;
  bool fetchReports(std::vector<uint32_t> &words);

private:
  bool placeArray(Placed &place, const PlannedArgument &argument, bool repeats);
  bool placeMaps();
  bool launchClusters(StreamHandle stream);

  Context &context;
  LoadedKernel &kernel;
  const KernelPlan &plan;
  PlannedGrid grid;
  std::vector<Placed> placed;
  std::optional<Buffer> workspace;
  std::optional<Buffer> reports;
  DevicePointer workspaceAddress = 0, reportsAddress = 0;
  std::vector<MapImage> images;
  std::vector<void *> parameters;
};
} // namespace

/// The driver's numbers, in the order of TensorElement: u8 u16 u32 s32 u64 s64 f16 f32 f32.ftz f64 bf16 tf32 tf32.ftz.
static int getDriverType(emulator::TensorElement element) {
  static const int types[emulator::tensorElementCount] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12};
  return types[static_cast<int>(element)];
}

static int getDriverSwizzle(unsigned bytes) { return bytes == 128 ? 3 : bytes == 64 ? 2 : bytes == 32 ? 1 : 0; }

bool KernelRun::placeMaps() {
  if (!plan.maps.empty() && !context.driver.tensorMapEncodeTiled)
    return context.lacks("cuTensorMapEncodeTiled", "a copy by a tensor map");
  images.resize(plan.maps.size()); // `parameters` points into it
  for (size_t i = 0; i < plan.maps.size(); ++i) {
    const emulator::TensorMap &map = plan.maps[i].map;
    const Placed &array = placed[plan.maps[i].argument];
    constexpr int promoteTo128Bytes = 2; // what L2 fetches from memory for each miss
    if (!context.check(context.driver.tensorMapEncodeTiled(images[i].bytes, getDriverType(map.element), map.rank, reinterpret_cast<void *>(array.pointer),
                                                           map.dimensions.data(), map.strides.data(), map.box.data(), map.elementStrides.data(),
                                                           static_cast<int>(map.interleave), getDriverSwizzle(map.swizzleBytes), promoteTo128Bytes, map.fillsNan),
                       "encoding a tensor map over `" + plan.arguments[plan.maps[i].argument].name + "`"))
      return false;
    parameters.push_back(images[i].bytes);
  }
  return true;
}

bool KernelRun::placeArray(Placed &place, const PlannedArgument &argument, bool repeats) {
  size_t bytes = place.input ? place.input->byteSize() : place.output ? place.output->byteSize() : argument.scratchBytes;
  place.buffer.emplace(context, bytes);
  if (argument.role == ArgumentRole::readWrite && repeats) {
    place.original.emplace(context, bytes);
    place.original->upload(place.input->bytes());
  }
  place.pointer = place.buffer->pointer();
  parameters.push_back(&place.pointer);
  return !context.failed();
}

bool KernelRun::place(llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
                      bool repeats) {
  placed.reserve(plan.arguments.size()); // `parameters` points into it
  size_t input = 0, output = 0;
  for (const PlannedArgument &argument : plan.arguments) {
    Placed &place = placed.emplace_back();
    place.role = argument.role;
    bool reads = takesInput(argument.role), writes = givesOutput(argument.role);
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
    if (!placeArray(place, argument, repeats))
      return false;
  }
  for (int32_t &extent : grid.extents)
    parameters.push_back(&extent);
  if (plan.workspaceBytes > 0) {
    workspace.emplace(context, plan.workspaceBytes * grid.countBlocks());
    workspaceAddress = workspace->pointer();
    parameters.push_back(&workspaceAddress);
  }
  if (plan.reports) {
    reports.emplace(context, (reportHeaderWords + reportCapacityWords) * sizeof(uint32_t));
    reportsAddress = reports->pointer();
    parameters.push_back(&reportsAddress);
  }
  return !context.failed() && placeMaps();
}

bool KernelRun::fetchReports(std::vector<uint32_t> &words) {
  if (!reports)
    return true;
  words.resize(reports->size() / sizeof(uint32_t));
  return reports->download(words.data());
}

/// Every argument as it is before the first run. Reads need that once only.
bool KernelRun::reset(bool first) {
  for (Placed &place : placed) {
    if (place.role == ArgumentRole::read && first)
      place.buffer->upload(place.input->bytes());
    else if (place.role == ArgumentRole::write && first)
      place.buffer->upload(place.output->bytes()); // poisoned: what nobody writes is the same on every device
    else if (place.role == ArgumentRole::write)
      place.buffer->poison();
    else if (place.role == ArgumentRole::scratch)
      place.buffer->clear();
    else if (place.role == ArgumentRole::readWrite && place.original)
      place.buffer->copyFrom(*place.original);
    else if (place.role == ArgumentRole::readWrite)
      place.buffer->upload(place.input->bytes());
  }
  if (reports && first) { // what later runs say has no room and is not written
    std::vector<uint32_t> words(reports->size() / sizeof(uint32_t));
    words[1] = reportCapacityWords;
    reports->upload(words.data());
  }
  return !context.failed();
}

bool KernelRun::launchClusters(StreamHandle stream) {
  if (!context.driver.launchKernelEx)
    return context.lacks("cuLaunchKernelEx", "a launch of clusters");
  LaunchAttribute cluster{LaunchAttribute::clusterDimension, 0, {plan.clusterBlocks, 1, 1}};
  LaunchConfig config{grid.x, grid.y, grid.z, plan.threads, 1, 1, plan.sharedBytes, stream, &cluster, 1};
  return context.check(context.driver.launchKernelEx(&config, kernel.function, parameters.data(), nullptr),
                       "launching `" + plan.name + "` in clusters of " + std::to_string(plan.clusterBlocks) + " blocks");
}

bool KernelRun::launch(StreamHandle stream) {
  if (plan.clusterBlocks > 1)
    return launchClusters(stream);
  return context.check(context.driver.launchKernel(kernel.function, grid.x, grid.y, grid.z, plan.threads, 1, 1,
                                                   plan.sharedBytes, stream, parameters.data(), nullptr),
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
  if (workspace && !workspace->isGuardWhole())
    return "workspace";
  return {};
}

bool KernelRun::isRepeatable() const {
  return llvm::none_of(placed, [](const Placed &place) {
    return place.role == ArgumentRole::readWrite || place.role == ArgumentRole::scratch;
  });
}

bool KernelRun::time(int64_t repetitions, bool asGraph, std::vector<double> &samples) {
  auto launchOn = [&](StreamHandle stream) { return launch(stream); };
  auto resetAll = [&] { return reset(/*first=*/false); };
  TimedLaunch timed{plan.name, launchOn, resetAll};
  return asGraph ? timeInGraph(context, timed, repetitions, samples)
                 : timeLaunches(context, timed, repetitions, samples);
}

bool cuda::runKernel(Context &context, LoadedKernel &kernel, const KernelPlan &plan, const PlannedGrid &grid,
                     llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
                     int64_t repetitions, std::vector<double> &samples, std::vector<uint32_t> &reports,
                     std::string &error, bool *graph,
                     llvm::function_ref<void(llvm::function_ref<bool()> launch)> profile, TimeAgain *again) {
  auto kept = std::make_shared<KernelRun>(context, kernel, plan, grid);
  KernelRun &run = *kept;
  bool repeats = repetitions > 0 || profile || again;
  bool ran = !context.failed() && run.place(inputs, outputs, repeats) && run.reset(/*first=*/true) && run.launch() &&
             run.fetch() && run.fetchReports(reports);
  if (ran)
    if (std::string name = run.findBrokenGuard(); !name.empty()) {
      error = "kernel `" + plan.name + "` wrote past the end of `" + name + "`";
      return false;
    }
  if (ran && profile && run.reset(/*first=*/false))
    profile(
        [&] { return run.launch() && context.check(context.driver.ctxSynchronize(), "running `" + plan.name + "`"); });
  bool asGraph = graph && *graph && ran && run.isRepeatable() && LaunchGraph::isThere(context.driver);
  if (graph)
    *graph = asGraph;
  if (ran && run.time(repetitions, asGraph, samples)) {
    if (again)
      *again = [kept, asGraph](int64_t more, std::vector<double> &times) { return kept->time(more, asGraph, times); };
    return true;
  }
  error = context.failure();
  return false;
}
