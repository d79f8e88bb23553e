// SPDX-License-Identifier: Apache-2.0
// The order of calls is that of CUPTI's guide for the range profiler: availability, host configuration, enable, counter
// data, set configuration, start, the launch, stop, decode, evaluate. Replay of kernels is the driver's own work.
#include "runner/device/cuda/RangeProfiler.h"
#include "runner/device/cuda/Cupti.h"
#include "runner/device/cuda/Library.h"
#include "llvm/ADT/ScopeExit.h"
#include <dlfcn.h>

using namespace tessera::runner;
using namespace tessera::runner::cuda;

static constexpr ProfiledMetric metrics[] = {
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "memory", "%"},
    {"lts__t_sector_hit_rate.pct", "L2 hits", "%"},
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", "tensor cores", "%"},
    {"smsp__issue_active.avg.pct_of_peak_sustained_active", "issue slots", "%"},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", "warps", "%"},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "bank conflicts", "wavefronts"},
};
static constexpr size_t metricCount = std::size(metrics);

llvm::ArrayRef<ProfiledMetric> cuda::getProfiledMetrics() { return metrics; }

struct RangeProfiler::Library {
#define TESSERA_CUPTI_MEMBER(name, symbol, parameters) int (*name)(cupti::parameters *) = nullptr;
  TESSERA_CUPTI_FUNCTIONS(TESSERA_CUPTI_MEMBER)
#undef TESSERA_CUPTI_MEMBER
  int (*getResultString)(int result, const char **text) = nullptr;
  const char *names[metricCount];
};

RangeProfiler::RangeProfiler(Context &context) : context(context), library(std::make_unique<Library>()) {
  for (size_t i = 0; i < metricCount; ++i)
    library->names[i] = metrics[i].metric;
}

RangeProfiler::~RangeProfiler() {
  cupti::HostDeinitialize end;
  end.host = host;
  if (host)
    library->hostDeinitialize(&end);
}

bool RangeProfiler::check(int result, llvm::StringRef doing, std::string &error) const {
  switch (result) {
  case cupti::success:
    return true;
  case cupti::insufficientPrivileges:
  case cupti::virtualizedInsufficientPrivileges:
    error = "NVIDIA's driver keeps this GPU's counters for root (ERR_NVGPUCTRPERM): the machine's administrator lets "
            "others read them by the driver module's option NVreg_RestrictProfilingToAdminUsers=0";
    return false;
  case cupti::hardwareBusy:
    error = "somebody else reads this GPU's counters now";
    return false;
  case cupti::notCompatible:
    error = "the driver is too old for this CUPTI";
    return false;
  case cupti::notSupported:
  case cupti::virtualized:
  case cupti::confidentialComputing:
  case cupti::migDevice:
    error = "this GPU, or the way in which it is shared (virtual, MIG, confidential), has no counters to read";
    break;
  default:
    error = (doing + " failed").str();
  }
  const char *text = nullptr;
  if (library->getResultString)
    (void)library->getResultString(result, &text);
  error += std::string(": ") + (text ? text : "CUPTI error " + std::to_string(result));
  return false;
}

std::unique_ptr<RangeProfiler> RangeProfiler::open(Context &context, int ordinal, std::string &error,
                                                   const std::vector<std::string> &libraries) {
  std::string name;
  void *handle = openLibrary("CUPTI", libraries, name, error);
  if (!handle)
    return nullptr;
  std::unique_ptr<RangeProfiler> profiler(new RangeProfiler(context));
  Library &own = *profiler->library;
  const char *missing = nullptr;
#define TESSERA_CUPTI_FIND(member, symbol, parameters)                                                                 \
  own.member = reinterpret_cast<int (*)(cupti::parameters *)>(dlsym(handle, symbol));                                  \
  if (!own.member && !missing)                                                                                         \
    missing = symbol;
  TESSERA_CUPTI_FUNCTIONS(TESSERA_CUPTI_FIND)
#undef TESSERA_CUPTI_FIND
  own.getResultString = reinterpret_cast<int (*)(int, const char **)>(dlsym(handle, "cuptiGetResultString"));
  if (missing) {
    error = "`" + name + "` has no `" + missing + "`; CUPTI of CUDA 12.6 or newer has it";
    return nullptr;
  }
  cupti::Initialize begin;
  cupti::ChipName chip;
  chip.deviceIndex = static_cast<size_t>(ordinal);
  if (!profiler->check(own.initialize(&begin), "starting CUPTI", error) ||
      !profiler->check(own.getChipName(&chip), "asking for the GPU's chip", error) ||
      !profiler->configure(chip.chipName, error))
    return nullptr;
  return profiler;
}

/// Which counters, and in how many passes they are read: an image that the GPU's part understands.
bool RangeProfiler::configure(const char *chip, std::string &error) {
  const Library &own = *library;
  cupti::Availability availability;
  if (!check(own.getAvailability(&availability), "asking for counters", error))
    return false;
  std::vector<uint8_t> available(availability.imageSize);
  availability.image = available.data();
  if (!check(own.getAvailability(&availability), "asking for counters", error))
    return false;
  cupti::HostInitialize begin;
  begin.chipName = chip;
  begin.availability = available.data();
  if (!check(own.hostInitialize(&begin), "preparing counters of " + std::string(chip ? chip : "?"), error))
    return false;
  host = static_cast<HostObject *>(begin.host);
  cupti::AddMetrics add;
  add.host = host;
  add.names = library->names;
  add.count = metricCount;
  cupti::ConfigSize size;
  size.host = host;
  if (!check(own.addMetrics(&add), "choosing counters", error) ||
      !check(own.getConfigSize(&size), "choosing counters", error))
    return false;
  configuration.resize(size.size);
  cupti::ConfigImage image;
  image.host = host;
  image.size = configuration.size();
  image.image = configuration.data();
  return check(own.getConfigImage(&image), "choosing counters", error);
}

bool RangeProfiler::profile(llvm::function_ref<bool()> launch, std::vector<double> &values, std::string &error) {
  const Library &own = *library;
  cupti::Enable enable;
  enable.context = context.handle;
  if (!check(own.enable(&enable), "starting the profiler", error))
    return false;
  cupti::OfProfiler of;
  of.profiler = enable.profiler;
  auto disable = llvm::make_scope_exit([&] { own.disable(&of); });
  cupti::DataSize size;
  size.profiler = enable.profiler;
  size.names = library->names;
  size.count = metricCount;
  if (!check(own.getDataSize(&size), "making room for counters", error))
    return false;
  std::vector<uint8_t> data(size.size);
  cupti::DataInitialize initialize;
  initialize.profiler = enable.profiler;
  initialize.size = data.size();
  initialize.data = data.data();
  cupti::SetConfig config;
  config.profiler = enable.profiler;
  config.configSize = configuration.size();
  config.config = configuration.data();
  config.dataSize = data.size();
  config.data = data.data();
  cupti::Stop stop;
  stop.profiler = enable.profiler;
  if (!check(own.initializeData(&initialize), "making room for counters", error) ||
      !check(own.setConfig(&config), "choosing counters", error) || !check(own.start(&of), "starting counters", error))
    return false;
  bool ran = launch();
  bool stopped = check(own.stop(&stop), "stopping counters", error);
  if (!ran)
    error = context.failure();
  cupti::Decode decode;
  decode.profiler = enable.profiler;
  cupti::DataInfo info;
  info.data = data.data();
  info.size = data.size();
  if (!ran || !stopped || !check(own.decode(&decode), "reading counters", error) ||
      !check(own.getDataInfo(&info), "reading counters", error))
    return false;
  if (info.ranges == 0) {
    error = "the profiler saw no launch";
    return false;
  }
  values.assign(metricCount, 0);
  cupti::Evaluate evaluate;
  evaluate.host = host;
  evaluate.data = data.data();
  evaluate.dataSize = data.size();
  evaluate.names = library->names;
  evaluate.count = metricCount;
  evaluate.values = values.data();
  return check(own.evaluate(&evaluate), "reading counters", error);
}

void RangeProfiler::preload() {
  for (const char *name : {"libnvperf_host.so", "libnvperf_target.so"})
    (void)dlopen(name, RTLD_NOW | RTLD_LOCAL); // CUPTI's own, which it looks for itself
  for (const std::string &name : listLibraries())
    if (dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return;
}
