// SPDX-License-Identifier: Apache-2.0
// Between the compiler's facts about a kernel and KernelRun's plan of it.
#include "runner/device/cuda/CudaDevice.h"
#include "compiler/codegen/Codegen.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

/// A kernel with what codegen said of it.
struct CudaDevice::Kernel {
  codegen::LaunchFacts launchFacts;
  KernelPlan plan;
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
  return std::unique_ptr<Device>(new CudaDevice(std::move(driver), std::move(context), std::move(info)));
}

static ArgumentRole toRole(const codegen::Parameter &parameter) {
  if (!parameter.isArray)
    return ArgumentRole::scalar;
  switch (parameter.access) {
  case tilegpu::Access::read:
    return ArgumentRole::read;
  case tilegpu::Access::write:
    return ArgumentRole::write;
  default:
    return ArgumentRole::readWrite;
  }
}

bool CudaDevice::prepareKernel(Program &program, const std::string &name, DiagnosticSink &sink) {
  auto kernel = std::make_unique<Kernel>();
  mlir::FailureOr<codegen::LaunchFacts> facts = codegen::getLaunchFacts(program.module(), name, program.target(), sink);
  if (mlir::failed(facts))
    return false;
  mlir::FailureOr<std::string> ptx = codegen::generate(program.module(), name, program.target(), "ptx", sink);
  if (mlir::failed(ptx))
    return false;
  kernel->launchFacts = *facts;
  kernel->plan.name = kernel->plan.entry = name;
  kernel->plan.ptx = *ptx;
  kernel->plan.threads = static_cast<unsigned>(facts->threads);
  kernel->plan.sharedBytes = static_cast<unsigned>(facts->sharedBytes);
  for (const codegen::Parameter &parameter : facts->parameters)
    kernel->plan.arguments.push_back({toRole(parameter), parameter.name});
  LoadedKernel &loaded = kernel->loaded.emplace(*context, kernel->plan.ptx, kernel->plan.entry, kernel->log);
  if (!loaded.isLoaded() || !loaded.allowSharedBytes(static_cast<int>(facts->sharedBytes))) {
    Diagnostic &diagnostic = sink.report(DiagnosticId::launchFailed, {}, context->failure());
    if (!kernel->log.empty())
      diagnostic.note("the driver's compiler says: " + llvm::StringRef(kernel->log).trim().str());
    return false;
  }
  kernel->facts = {name, *ptx, loaded.attribute(registerCount),
                   facts->sharedBytes + std::max(loaded.attribute(sharedBytes), 0), loaded.attribute(localBytes)};
  prepared[name] = std::move(kernel);
  return true;
}

bool CudaDevice::prepare(Program &program, const DeviceSettings &wanted, DiagnosticSink &sink) {
  settings = wanted;
  prepared.clear();
  launchTimings.clear();
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
  bool ready = true;
  for (const std::string &name : program.kernels())
    ready &= !context->failed() && prepareKernel(program, name, sink);
  return ready;
}

std::vector<KernelFacts> CudaDevice::kernels() const {
  std::vector<KernelFacts> facts;
  for (const auto &[name, kernel] : prepared)
    facts.push_back(kernel->facts);
  return facts;
}

mlir::LogicalResult CudaDevice::launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                                       llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) {
  SourceRange range = toRange(launch.getLoc());
  auto found = prepared.find(launch.getKernel().str());
  if (found == prepared.end()) {
    sink.report(DiagnosticId::internalError, range,
                "kernel `" + launch.getKernel().str() + "` was not prepared for this device");
    return mlir::failure();
  }
  Kernel &kernel = *found->second;
  std::optional<std::array<uint32_t, 3>> grid = kernel.launchFacts.getCudaGrid(launch.getGrid());
  if (!grid) {
    sink.report(DiagnosticId::gridError, range,
                "the grid of `" + launch.getKernel().str() + "` has more programs than a GPU takes");
    return mlir::failure();
  }
  PlannedGrid planned{(*grid)[0], (*grid)[1], (*grid)[2], kernel.launchFacts.getExtents(launch.getGrid())};
  LaunchTiming timing{/*gpuEvents=*/true, {}};
  std::string error;
  if (!runKernel(*context, *kernel.loaded, kernel.plan, planned, inputs, outputs, settings.repetitions, timing.samples,
                 error)) {
    sink.report(DiagnosticId::launchFailed, range, std::move(error));
    return mlir::failure();
  }
  launchTimings.push_back(std::move(timing));
  return mlir::success();
}
