// SPDX-License-Identifier: Apache-2.0
// Between a program's kernels and their runs on the GPU.
#include "runner/device/cuda/CudaDevice.h"
#include "runner/device/PlanKernel.h"
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

/// A kernel with what codegen said of it.
struct CudaDevice::Kernel {
  PlannedKernel planned;
  std::string log; // what the driver's compiler said
  std::optional<LoadedKernel> loaded;
  KernelFacts facts;
};

CudaDevice::CudaDevice(std::unique_ptr<Driver> driver, std::unique_ptr<Context> context, DeviceInfo info)
    : driver(std::move(driver)), context(std::move(context)), deviceInfo(std::move(info)) {}

CudaDevice::~CudaDevice() = default;

static DeviceInfo describe(const GpuFacts &facts, size_t ordinal) {
  DeviceInfo info;
  info.id = "cuda:" + std::to_string(ordinal);
  info.kind = "cuda";
  info.name = facts.name;
  info.target = chooseTarget(facts.major, facts.minor, Compiler::targets());
  info.memoryBytes = facts.memoryBytes;
  info.driver = facts.driverVersion;
  info.note = info.target.empty()
                  ? "no target of this compiler runs on compute capability " + std::to_string(facts.major) + "." +
                        std::to_string(facts.minor)
                  : "times are CUDA events around each launch, on a flushed L2 cache, after one run that is not timed";
  return info;
}

std::vector<DeviceInfo> CudaDevice::list() {
  std::string ignored; // `whyNone` tells it to those who asked for a GPU
  std::unique_ptr<Driver> driver = Driver::load(ignored);
  std::vector<DeviceInfo> devices;
  if (driver)
    for (const GpuFacts &facts : listGpus(*driver, ignored))
      devices.push_back(describe(facts, devices.size()));
  return devices;
}

std::string CudaDevice::whyNone() {
  std::string error;
  if (std::unique_ptr<Driver> driver = Driver::load(error))
    (void)listGpus(*driver, error);
  return error;
}

std::unique_ptr<Device> CudaDevice::open(const std::string &id, std::string &error) {
  size_t ordinal = 0;
  if (llvm::StringRef(id).drop_front(std::min<size_t>(id.size(), 5)).getAsInteger(10, ordinal)) {
    error = "`" + id + "` is not a GPU's id; expected for example `cuda:0`";
    return nullptr;
  }
  std::unique_ptr<Driver> driver = Driver::load(error);
  if (!driver)
    return nullptr;
  std::unique_ptr<Context> context = Context::open(*driver, static_cast<int>(ordinal), error);
  if (!context)
    return nullptr;
  DeviceInfo info = describe(context->facts, ordinal);
  std::unique_ptr<CudaDevice> device(new CudaDevice(std::move(driver), std::move(context), std::move(info)));
  device->ordinal = static_cast<int>(ordinal);
  return device;
}

bool CudaDevice::prepareKernel(const std::string &name, PlannedKernel planned, DiagnosticSink &sink) {
  auto kernel = std::make_unique<Kernel>();
  kernel->planned = std::move(planned);
  const KernelPlan &plan = kernel->planned.plan;
  LoadedKernel &loaded = kernel->loaded.emplace(*context, plan.ptx, plan.entry, kernel->log);
  if (!loaded.isLoaded() || !loaded.allowSharedBytes(static_cast<int>(plan.sharedBytes)) || !loaded.allowCluster(plan.clusterBlocks)) {
    Diagnostic &diagnostic = sink.report(DiagnosticId::launchFailed, {}, context->failure());
    if (!kernel->log.empty())
      diagnostic.note("the driver's compiler says: " + llvm::StringRef(kernel->log).trim().str());
    return false;
  }
  kernel->facts = {name, plan.ptx, loaded.attribute(registerCount), plan.sharedBytes + std::max(loaded.attribute(sharedBytes), 0), loaded.attribute(localBytes)};
  prepared[name] = std::move(kernel);
  return true;
}

bool CudaDevice::prepare(RunnableProgram &program, const DeviceSettings &wanted, DiagnosticSink &sink) {
  settings = wanted;
  kept.clear();
  keptBytes = 0;
  prepared.clear();
  launchTimings.clear();
  if (std::string error; !settings.peer.empty() && !peer && !(peer = Peer::open(settings.peer, *context, error))) {
    sink.report(DiagnosticId::launchFailed, {}, std::move(error));
    return false;
  }
  if (!runsOn(program.target(), context->facts.major, context->facts.minor)) {
    Diagnostic &diagnostic =
        sink.report(DiagnosticId::launchFailed, {},
                    "the program is compiled for `" + program.target().str() + "`, " + deviceInfo.name +
                        " has compute capability " + std::to_string(context->facts.major) + "." +
                        std::to_string(context->facts.minor));
    if (!deviceInfo.target.empty())
      diagnostic.note("compile it with `--target=" + deviceInfo.target + "`");
    return false;
  }
  std::vector<std::pair<std::string, PlannedKernel>> planned = planKernels(program, sink);
  bool ready = planned.size() == program.kernels().size();
  for (auto &[name, kernel] : planned)
    ready &= !context->failed() && prepareKernel(name, std::move(kernel), sink);
  return ready;
}

Nvml *CudaDevice::findNvml() {
  if (!nvml && whyNoNvml.empty()) {
    std::string place = context->readBusId();
    nvml = place.empty() ? nullptr : Nvml::open(place, whyNoNvml);
    if (place.empty())
      whyNoNvml = "the driver does not say where the GPU is";
  }
  return nvml.get();
}

std::optional<DeviceState> CudaDevice::state() {
  if (Nvml *found = findNvml())
    return found->read();
  DeviceState unknown;
  unknown.note = whyNoNvml;
  return unknown;
}

void CudaDevice::lockClocks() {
  if (Nvml *found = findNvml())
    found->lockClocks();
}

std::vector<KernelFacts> CudaDevice::kernels() const {
  std::vector<KernelFacts> facts;
  for (const auto &[name, kernel] : prepared) {
    if (settings.peer.empty()) {
      facts.push_back(kernel->facts);
      continue;
    }
    // Registers and the like are the kernel's, not its peer's.
    KernelFacts &own = facts.emplace_back();
    own.name = name;
    own.whyNoPeer = peer->whyNone(name);
    own.peer = own.whyNoPeer.empty() ? peer->describeCall(name) : "";
  }
  return facts;
}

/// Whether the kernel rounds the f32 operands of its products to tf32.
static bool roundsToTf32(tile::LaunchOp launch) {
  bool rounds = false;
  if (auto kernel = mlir::SymbolTable::lookupNearestSymbolFrom<tile::KernelOp>(launch, launch.getKernelAttr()))
    kernel.walk([&](tile::DotOp product) { rounds |= product.getPrecision() == tile::Precision::tf32; });
  return rounds;
}

/// The largest finite magnitude: what a sum that cancels loses is of its terms' size.
static double getLargest(const numerics::Array &array) {
  double largest = 1;
  for (int64_t i = 0; i < array.size(); ++i)
    if (double value = std::abs(array.getDouble(i)); std::isfinite(value))
      largest = std::max(largest, value);
  return largest;
}

/// The call of a library that does what the launch has done, in its place.
bool CudaDevice::timePeer(Kernel &kernel, tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                          llvm::ArrayRef<numerics::Array> outputs, LaunchTiming &timing, TimeAgain *again) {
  PeerLaunch own{kernel.facts.name, inputs, outputs, roundsToTf32(launch), {}};
  if (!outputs.empty()) {
    own.tolerance = interpreter::getAgreement(outputs[0].dtype());
    own.tolerance.absolute *= getLargest(outputs[0]);
  }
  bool isTimed = peer->time(own, settings.repetitions, timing.samples, again);
  timing.gpuEvents = !timing.samples.empty();
  return isTimed;
}

/// Counters of the kernel's first launch; why there are none is the same for all kernels.
void CudaDevice::profile(Kernel &kernel, llvm::function_ref<bool()> launch) {
  if (!profiler && whyNoProfiler.empty())
    profiler = RangeProfiler::open(*context, ordinal, whyNoProfiler);
  std::vector<double> values;
  if (!profiler || !whyNoProfiler.empty() || !kernel.facts.counters.empty() ||
      !profiler->profile(launch, values, whyNoProfiler))
    return;
  for (auto [metric, value] : llvm::zip(getProfiledMetrics(), values))
    kernel.facts.counters.push_back({metric.name, metric.unit, value});
}

/// Whether the launch may stay on the GPU; where it may not, none of the run stays.
bool CudaDevice::mayKeep(llvm::ArrayRef<numerics::Array> inputs, llvm::ArrayRef<numerics::Array> outputs) {
  static constexpr size_t mostLaunches = 256;
  if (!settings.keepsLaunches || kept.size() != launchTimings.size())
    return false;
  for (llvm::ArrayRef<numerics::Array> arrays : {inputs, outputs})
    for (const numerics::Array &array : arrays)
      keptBytes += 2 * array.byteSize(); // what is read and written is there twice
  // Two programs that are compared have room, each beside the other's launch that runs.
  if (kept.size() < mostLaunches && keptBytes < context->facts.memoryBytes / 4)
    return true;
  kept.clear();
  return false;
}

Result<bool> CudaDevice::timeAgain(int64_t repetitions) {
  if (kept.empty() || kept.size() != launchTimings.size())
    return false;
  for (size_t i = 0; i < kept.size(); ++i) {
    LaunchTiming &timing = launchTimings[i];
    timing.samples.clear();
    if (kept[i] && !kept[i](repetitions, timing.samples)) // a kernel without a peer has none
      return makeProblem(ProblemCode::internal, context->failure());
    timing.gpuEvents = !timing.samples.empty();
  }
  return true;
}

mlir::LogicalResult CudaDevice::launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                                       llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) {
  Kernel *kernel = findPrepared(prepared, launch, sink);
  std::optional<PlannedGrid> grid = kernel ? planGrid(kernel->planned.facts, launch, sink) : std::nullopt;
  if (!grid)
    return mlir::failure();
  LaunchTiming timing{/*gpuEvents=*/true, settings.usesGraphs, {}, kernel->facts.name};
  bool keeps = mayKeep(inputs, outputs), timesPeer = !settings.peer.empty();
  TimeAgain again;
  std::string error;
  std::vector<uint32_t> reports;
  auto profileLaunch = [&](llvm::function_ref<bool()> begin) { profile(*kernel, begin); };
  llvm::function_ref<void(llvm::function_ref<bool()>)> profiling = nullptr;
  if (settings.readsCounters)
    profiling = profileLaunch;
  if (!runKernel(*context, *kernel->loaded, kernel->planned.plan, *grid, inputs, outputs,
                 timesPeer ? 0 : settings.repetitions, timing.samples, reports, error, &timing.isGraph, profiling,
                 keeps && !timesPeer ? &again : nullptr)) {
    sink.report(DiagnosticId::launchFailed, toRange(launch.getLoc()), std::move(error));
    return mlir::failure();
  }
  if (timesPeer && !timePeer(*kernel, launch, inputs, outputs, timing, keeps ? &again : nullptr)) {
    sink.report(DiagnosticId::launchFailed, toRange(launch.getLoc()), context->failure());
    return mlir::failure();
  }
  if (keeps)
    kept.push_back(std::move(again));
  launchTimings.push_back(std::move(timing));
  size_t errors = sink.errorCount();
  settings.tell(readReports(kernel->planned.sites, reports, kernel->planned.plan.name, sink));
  return mlir::success(sink.errorCount() == errors);
}
