// SPDX-License-Identifier: Apache-2.0
// Between a kernel's plan and a launch of the emulator. A kernel's parameters are its arguments in order, pointers and
// scalars, then the grid's extents, then tensor maps, which the emulator encodes in its own way.
#include "runner/device/EmulatorDevice.h"
#include "runner/device/Findings.h"
#include "runner/device/PlanKernel.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/program/NeededValues.h"
#include "runner/emulator/trace/TraceJson.h"
#include <chrono>
#include <cstring>

using namespace tessera;
using namespace tessera::runner;

struct EmulatorDevice::Kernel {
  PlannedKernel planned;
  std::unique_ptr<emulator::Program> program;
  const emulator::Function *entry = nullptr;
};

EmulatorDevice::EmulatorDevice() : deviceInfo(describe()) {}
EmulatorDevice::~EmulatorDevice() = default;

DeviceInfo EmulatorDevice::describe() {
  DeviceInfo info;
  info.id = info.kind = "emulator";
  info.name = "PTX emulator (CPU)";
  info.timeline = "steps";
  info.note = "the PTX of each kernel runs thread by thread on the CPU, every access checked; it has no times";
  return info;
}

bool EmulatorDevice::prepareKernel(const std::string &name, PlannedKernel planned, DiagnosticSink &sink) {
  auto kernel = std::make_unique<Kernel>();
  kernel->planned = std::move(planned);
  kernel->program = emulator::load(kernel->planned.plan.ptx, name + ".ptx", sink);
  kernel->entry = kernel->program ? kernel->program->find(name) : nullptr;
  if (!kernel->entry)
    return false;
  prepared[name] = std::move(kernel);
  return true;
}

bool EmulatorDevice::prepare(RunnableProgram &program, const DeviceSettings &wanted, DiagnosticSink &sink) {
  settings = wanted;
  prepared.clear();
  launchObservations.clear();
  tracedEvents = 0;
  std::vector<std::pair<std::string, PlannedKernel>> planned = planKernels(program, sink);
  bool ready = planned.size() == program.kernels().size();
  for (auto &[name, kernel] : planned)
    ready &= prepareKernel(name, std::move(kernel), sink);
  // What one launch computes may be the addresses of another one.
  keepsGlobal = false;
  for (const auto &[name, kernel] : prepared)
    keepsGlobal |=
        settings.skipsValues && emulator::NeededValues(*kernel->program, /*keepsGlobal=*/false).readsGlobal();
  return ready;
}

std::vector<KernelFacts> EmulatorDevice::kernels() const {
  std::vector<KernelFacts> facts;
  for (const auto &[name, kernel] : prepared)
    facts.push_back({name, kernel->planned.plan.ptx, std::nullopt,
                     kernel->planned.plan.sharedBytes + kernel->program->staticSharedBytes, std::nullopt});
  return facts;
}

namespace {

/// The kernel's parameters as bytes, and the arrays they point to.
class Arguments {
public:
  Arguments(emulator::GlobalMemory &memory, const emulator::Function &entry) : memory(memory), entry(entry) {}

  bool place(const KernelPlan &plan, const PlannedGrid &grid, llvm::ArrayRef<numerics::Array> inputs,
             llvm::ArrayRef<numerics::Array> outputs) {
    size_t input = 0, output = 0;
    for (const PlannedArgument &argument : plan.arguments) {
      bool reads = takesInput(argument.role), writes = givesOutput(argument.role);
      if ((reads && input == inputs.size()) || (writes && output == outputs.size()))
        return false;
      const numerics::Array *in = reads ? &inputs[input++] : nullptr;
      const numerics::Array *out = writes ? &outputs[output++] : nullptr;
      if (argument.role == ArgumentRole::scalar) {
        push(in->bytes(), in->byteSize());
        arrays.push_back(nullptr);
        continue;
      }
      placeArray(argument, in, in ? in->byteSize() : out ? out->byteSize() : argument.scratchBytes);
      if (out)
        written.push_back(arrays.back());
    }
    for (int32_t extent : grid.extents)
      push(reinterpret_cast<const uint8_t *>(&extent), sizeof(extent));
    if (plan.workspaceBytes > 0) {
      emulator::Allocation &workspace =
          memory.allocate(plan.workspaceBytes * grid.countBlocks(), "workspace", /*isWritten=*/true);
      push(reinterpret_cast<const uint8_t *>(&workspace.address), sizeof(workspace.address));
    }
    if (plan.reports)
      placeReports();
    for (const PlannedMap &planned : plan.maps) {
      emulator::TensorMap map = planned.map;
      map.address = arrays[planned.argument]->address;
      emulator::TensorMapImage image = emulator::encodeTensorMap(map);
      push(image.data(), image.size());
    }
    return true;
  }
  void fetch(llvm::MutableArrayRef<numerics::Array> outputs) const {
    for (size_t i = 0; i < written.size(); ++i)
      fetch(*written[i], outputs[i]);
  }

  /// What the kernel said, with the header.
  std::vector<uint32_t> getReports() const {
    std::vector<uint32_t> words(reports ? reports->bytes.size() / sizeof(uint32_t) : 0);
    if (reports)
      std::memcpy(words.data(), reports->bytes.data(), words.size() * sizeof(uint32_t));
    return words;
  }

  std::vector<uint8_t> bytes;

private:
  void placeReports() {
    reports =
        &memory.allocate((reportHeaderWords + reportCapacityWords) * sizeof(uint32_t), "reports", /*isWritten=*/true);
    const uint32_t header[reportHeaderWords] = {0, reportCapacityWords};
    std::memcpy(reports->bytes.data(), header, sizeof(header));
    push(reinterpret_cast<const uint8_t *>(&reports->address), sizeof(reports->address));
  }
  /// What nobody wrote stays as it is: poisoned.
  static void fetch(const emulator::Allocation &allocation, numerics::Array &output) {
    uint8_t *target = output.mutableBytes();
    for (uint64_t at = 0, size = output.byteSize(); at < size;) {
      uint64_t unwritten = at + allocation.findUnwritten(at, size - at);
      std::copy(allocation.bytes.begin() + static_cast<ptrdiff_t>(at),
                allocation.bytes.begin() + static_cast<ptrdiff_t>(unwritten), target + at);
      for (at = unwritten; at < size && !allocation.written.empty() && !allocation.written[at];)
        ++at;
    }
  }
  void placeArray(const PlannedArgument &argument, const numerics::Array *in, uint64_t size) {
    emulator::Allocation &made =
        memory.allocate(size, argument.name, /*isWritten=*/argument.role != ArgumentRole::write);
    if (in)
      std::copy_n(in->bytes(), in->byteSize(), made.bytes.data());
    push(reinterpret_cast<const uint8_t *>(&made.address), sizeof(made.address));
    arrays.push_back(&made);
  }
  /// The next parameter, where the entry's declaration puts it.
  void push(const uint8_t *from, size_t size) {
    if (next >= entry.parameters.size())
      return;
    const emulator::Parameter &parameter = entry.parameters[next++];
    bytes.resize(std::max<size_t>(bytes.size(), parameter.offset + parameter.size));
    std::copy_n(from, std::min<size_t>(size, parameter.size), &bytes[parameter.offset]);
  }

  emulator::GlobalMemory &memory;
  const emulator::Function &entry;
  emulator::Allocation *reports = nullptr;
  size_t next = 0;
  std::vector<emulator::Allocation *> arrays, written; // `arrays`: by argument, null for scalars
};

/// What the caller chose, for one schedule.
emulator::RunOptions makeOptions(const DeviceSettings &settings, uint64_t seed, emulator::Trace *trace) {
  emulator::RunOptions options;
  options.seed = seed;
  options.checksRaces = settings.checksRaces;
  options.countsAccesses = settings.counts;
  options.skipsValues = settings.skipsValues;
  options.trace = trace;
  options.isCancelled = settings.isCancelled;
  return options;
}

/// So many instructions a thread are no endless loop: a large launch may execute more than the usual limit.
uint64_t findLimit(const emulator::LaunchShape &shape, uint64_t usual) {
  constexpr uint64_t instructionsOfThread = 1'000'000; // of kernels that stay and take one tile after the other
  uint64_t threads = shape.block[0];
  for (uint64_t extent : shape.grid)
    if (__builtin_mul_overflow(threads, extent, &threads))
      return ~uint64_t(0);
  return threads > ~uint64_t(0) / instructionsOfThread ? ~uint64_t(0) : std::max(usual, threads * instructionsOfThread);
}

/// Who watches reads no faster.
constexpr std::chrono::milliseconds progressPause(50);

emulator::LaunchShape makeShape(const KernelPlan &plan, const PlannedGrid &grid) {
  emulator::LaunchShape shape;
  shape.grid[0] = grid.x, shape.grid[1] = grid.y, shape.grid[2] = grid.z;
  shape.block[0] = plan.threads;
  shape.cluster[0] = plan.clusterBlocks, shape.cluster[1] = shape.cluster[2] = 1;
  shape.dynamicShared = plan.sharedBytes;
  return shape;
}

/// An empty trace of the kernel that knows what lies where. The program's own array is the dynamic one.
emulator::Trace makeTrace(const PlannedKernel &planned, const emulator::Program &program, uint64_t limit) {
  emulator::Trace trace;
  trace.limit = limit;
  trace.places = planned.places;
  auto dynamic = program.symbols.find("shared_memory");
  if (dynamic == program.symbols.end())
    trace.places.clear();
  for (emulator::TracePlace &place : trace.places)
    place.address += static_cast<uint32_t>(dynamic->second.address);
  return trace;
}

} // namespace

/// Each schedule runs on memory of its own.
mlir::LogicalResult EmulatorDevice::launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                                           llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) {
  Kernel *kernel = findPrepared(prepared, launch, sink);
  std::optional<PlannedGrid> grid = kernel ? planGrid(kernel->planned.facts, launch, sink) : std::nullopt;
  if (!grid)
    return mlir::failure();
  const KernelPlan &plan = kernel->planned.plan;
  Findings findings;
  uint64_t left = settings.timelineTotal - std::min(settings.timelineTotal, tracedEvents);
  bool traces = settings.tracesTimeline && left > 0;
  emulator::Trace trace = makeTrace(kernel->planned, *kernel->program, std::min(settings.timelineLimit, left));
  LaunchObservation observation;
  bool ok = true;
  for (uint64_t i = 0; i < settings.schedules && !(settings.isCancelled && settings.isCancelled()); ++i) {
    emulator::GlobalMemory memory;
    emulator::placeVariables(*kernel->program, memory);
    Arguments arguments(memory, *kernel->entry);
    if (!arguments.place(plan, *grid, inputs, outputs)) {
      sink.report(DiagnosticId::internalError, toRange(launch.getLoc()),
                  "the launch's arrays do not match the arguments of `" + plan.name + "`");
      return mlir::failure();
    }
    DiagnosticSink found;
    // Of a launch that is timed the model's timeline is kept, in place of the emulator's steps.
    emulator::Trace *traced = traces && i == 0 && !settings.predict ? &trace : nullptr;
    emulator::RunOptions options = makeOptions(settings, settings.seed + i, traced);
    options.keepsGlobal = keepsGlobal;
    options.instructionLimit = findLimit(makeShape(plan, *grid), options.instructionLimit);
    std::shared_ptr<LaunchWatcher> watcher;
    if (settings.predict && i == 0) {
      Result<std::shared_ptr<LaunchWatcher>> made = settings.predict(*kernel->program, *kernel->entry);
      if (!made) {
        sink.report(DiagnosticId::noCodeGenerator, toRange(launch.getLoc()), made.problem().detail);
        return mlir::failure();
      }
      watcher = *made;
      if (traces)
        watcher->keepTimeline(trace);
      watcher->adapt(makeShape(plan, *grid), options);
      options.observer = watcher->observer();
    }
    if (settings.onProgress)
      options.onProgress = [&, last = std::chrono::steady_clock::now(), i](uint64_t ended, uint64_t all) mutable {
        auto now = std::chrono::steady_clock::now();
        if (now - last < progressPause)
          return;
        last = now;
        settings.onProgress(plan.name, static_cast<int64_t>(i * all + ended),
                            static_cast<int64_t>(settings.schedules * all));
      };
    emulator::RunResult result = emulator::launch(*kernel->program, *kernel->entry, makeShape(plan, *grid),
                                                  arguments.bytes, memory, options, found);
    ok &= result.ok && !found.hasErrors();
    findings.add(found.takeSorted(), settings.seed + i, settings.schedules > 1);
    ++observation.schedules;
    if (watcher && result.ok) {
      if (Status status = watcher->finish(makeShape(plan, *grid))) {
        observation.time = watcher;
        if (const emulator::Trace *timeline = watcher->getTimeline())
          trace = *timeline;
      } else {
        sink.report(DiagnosticId::ptxUnsupported, toRange(launch.getLoc()),
                    "no time is predicted: " + status.problem().detail, Severity::warning);
      }
    }
    if (i == 0 && settings.counts)
      observation.counts = result.counts;
    if (i == 0 && result.ok)
      arguments.fetch(outputs);
    if (i == 0 && plan.reports) {
      size_t errors = sink.errorCount();
      settings.tell(readReports(kernel->planned.sites, arguments.getReports(), plan.name, sink));
      ok &= sink.errorCount() == errors;
    }
  }
  for (Diagnostic &diagnostic : findings.diagnostics)
    sink.add(std::move(diagnostic));
  if (traces && (!settings.predict || observation.time)) {
    tracedEvents += trace.size();
    llvm::Expected<llvm::json::Value> timeline = llvm::json::parse(emulator::toTimelineJson(trace));
    if (timeline)
      observation.timeline = std::move(*timeline);
    else
      llvm::consumeError(timeline.takeError()); // our own text
  }
  launchObservations.push_back(std::move(observation));
  return mlir::success(ok);
}
