// SPDX-License-Identifier: Apache-2.0
// Loads the PTX by the driver, which compiles it for the GPU that is there. A fault spoils the context for good: what comes after
// it fails with the same text, so that the first one is the one to look at.
#include "tests/emulator/GpuLauncher.h"
#include "runner/device/cuda/Context.h"
#include <dlfcn.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::emulator;
using namespace tessera::emulator::kernels;
using runner::cuda::Buffer, runner::cuda::Context, runner::cuda::Driver, runner::cuda::LoadedKernel;

namespace {
struct Gpu {
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  std::string error;
};
} // namespace

static Gpu &getGpu() {
  static Gpu gpu;
  if (gpu.context || !gpu.error.empty())
    return gpu;
  gpu.driver = Driver::load(gpu.error);
  if (gpu.driver && !runner::cuda::listGpus(*gpu.driver, gpu.error).empty())
    gpu.context = Context::open(*gpu.driver, 0, gpu.error);
  if (gpu.context && !runner::cuda::runsOn("sm_90a", gpu.context->facts.major, gpu.context->facts.minor)) {
    gpu.error = gpu.context->facts.name + " does not run sm_90a";
    gpu.context.reset();
  }
  return gpu;
}

std::string kernels::findNoGpu() { return getGpu().context ? "" : getGpu().error; }

/// `cuTensorMapEncodeTiled` of the driver. The enumerators are those of its reference.
static bool encode(const TensorMap &map, uint64_t address, uint8_t *image) {
  using Encode = int (*)(void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const uint32_t *, const uint32_t *, int, int, int, int);
  static const auto function = reinterpret_cast<Encode>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuTensorMapEncodeTiled"));
  // In the order of TensorElement: u8 u16 u32 s32 u64 s64 f16 f32 f32.ftz f64 bf16 tf32 tf32.ftz.
  static const int elements[tensorElementCount] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12};
  const int swizzle = map.swizzleBytes == 128 ? 3 : map.swizzleBytes == 64 ? 2 : map.swizzleBytes == 32 ? 1 : 0;
  return function && !function(image, elements[static_cast<int>(map.element)], map.rank, reinterpret_cast<void *>(address), map.dimensions.data(),
                               map.strides.data(), map.box.data(), map.elementStrides.data(), static_cast<int>(map.interleave), swizzle, 0,
                               map.fillsNan);
}

/// Catches what a kernel prints: the driver writes it to the process's standard output.
namespace {
class OutputCatcher {
public:
  OutputCatcher() : file(tmpfile()) {
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
  }
  std::string finish() {
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    std::string text(static_cast<size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
    [[maybe_unused]] ssize_t got = pread(fileno(file), text.data(), text.size(), 0);
    fclose(file);
    return text;
  }

private:
  FILE *file;
  int saved;
};
} // namespace

namespace {
/// Device memory and parameters of one launch.
struct PlacedLaunch {
  std::vector<Buffer> buffers;
  std::vector<std::vector<uint8_t>> values;
  std::vector<void *> pointers;
  // Tensor maps want 64-byte alignment.
  struct alignas(64) Image {
    uint8_t bytes[128];
  };
  std::vector<std::unique_ptr<Image>> images;
};
} // namespace

static bool place(Context &context, const Launch &launch, PlacedLaunch &placed) {
  for (const HostMemory &memory : launch.memories) {
    Buffer &buffer = placed.buffers.emplace_back(context, memory.bytes);
    if (!(memory.isRead ? buffer.upload(memory.data) : buffer.poison()))
      return false;
  }
  for (const Argument &parameter : launch.parameters) {
    uint64_t address = parameter.kind == Argument::Kind::bytes ? 0 : placed.buffers[parameter.memory].pointer();
    if (parameter.kind == Argument::Kind::map) {
      placed.images.push_back(std::make_unique<PlacedLaunch::Image>());
      if (!encode(parameter.map, address, placed.images.back()->bytes))
        return context.check(1, "encoding a tensor map");
      placed.pointers.push_back(placed.images.back()->bytes);
      continue;
    }
    placed.values.push_back(kernels::getBytes(parameter, address));
    placed.pointers.push_back(placed.values.back().data());
  }
  return true;
}

static bool launchAndWait(Context &context, LoadedKernel &kernel, const Launch &launch, PlacedLaunch &placed) {
  const uint32_t *grid = launch.shape.grid, *block = launch.shape.block;
  return context.check(context.driver.launchKernel(kernel.function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                                   launch.shape.dynamicShared, nullptr, placed.pointers.data(), nullptr),
                       "launching `" + launch.entry + "`") &&
         context.check(context.driver.ctxSynchronize(), "running `" + launch.entry + "`");
}

RunReport kernels::runOnGpu(const Launch &launch) {
  RunReport report;
  Gpu &gpu = getGpu();
  if (!gpu.context) {
    report.failure = gpu.error;
    return report;
  }
  Context &context = *gpu.context;
  std::string log;
  LoadedKernel kernel(context, readPtx(launch.file), launch.entry, log);
  PlacedLaunch placed;
  placed.values.reserve(launch.parameters.size());
  bool ran = kernel.isLoaded() && (launch.shape.dynamicShared <= 48 * 1024 || kernel.allowSharedBytes(static_cast<int>(launch.shape.dynamicShared))) &&
             place(context, launch, placed);
  OutputCatcher catcher;
  ran = ran && launchAndWait(context, kernel, launch, placed);
  report.printed = catcher.finish();
  for (size_t i = 0; ran && i < launch.memories.size(); ++i) {
    if (launch.memories[i].isWritten)
      ran = placed.buffers[i].download(launch.memories[i].data);
    if (ran && !placed.buffers[i].isGuardWhole())
      report.failure = "written past the end of array " + std::to_string(i);
  }
  if (!ran)
    report.failure = context.failure() + (log.empty() ? "" : "\n" + log);
  report.ok = ran && report.failure.empty();
  return report;
}
