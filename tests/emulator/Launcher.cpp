// SPDX-License-Identifier: Apache-2.0
// The device-independent half of the harness, and the run on the emulator. Programs are built once a file.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/GpuLauncher.h"
#include <fstream>
#include <map>
#include <sstream>

using namespace tessera;
using namespace tessera::emulator;
using namespace tessera::emulator::kernels;

Settings &kernels::settings() {
  static Settings only;
  return only;
}

std::string kernels::readPtx(const std::string &file) {
  std::ifstream stream(settings().ptxFolder + "/" + file + ".ptx", std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string RunReport::describe() const {
  std::string text = failure;
  for (const Diagnostic &diagnostic : reports)
    text += (text.empty() ? "" : "\n") + render(diagnostic);
  return text.empty() ? "nothing was reported" : text;
}

TensorMap kernels::makeMap(TensorElement element, std::vector<uint64_t> dimensions, std::vector<uint32_t> box, unsigned swizzleBytes) {
  TensorMap map;
  map.element = element;
  map.rank = static_cast<unsigned>(dimensions.size());
  map.swizzleBytes = swizzleBytes;
  uint64_t stride = getBytes(element);
  for (unsigned d = 0; d < map.rank; ++d) {
    map.dimensions[d] = dimensions[d];
    map.box[d] = box[d];
    stride *= dimensions[d];
    if (d + 1 < map.rank)
      map.strides[d] = stride;
  }
  return map;
}

std::vector<uint8_t> kernels::getBytes(const Argument &argument, uint64_t address) {
  std::vector<uint8_t> bytes = argument.bytes;
  if (argument.kind == Argument::Kind::bytes)
    return bytes;
  bytes.resize(std::max(bytes.size(), sizeof address));
  std::memcpy(bytes.data() + argument.addressAt, &address, sizeof address);
  return bytes;
}

Launch &Launch::place(uint8_t *data, size_t bytes, bool reads, bool writes, const TensorMap *map) {
  size_t index = 0;
  while (index < memories.size() && memories[index].data != data)
    ++index;
  if (index == memories.size())
    memories.push_back({data, bytes, false, false, {}});
  HostMemory &memory = memories[index];
  memory.isRead |= reads;
  memory.isWritten |= writes;
  if (memory.isRead && memory.isWritten)
    memory.initial.assign(data, data + bytes);
  Argument parameter;
  parameter.kind = map ? Argument::Kind::map : Argument::Kind::address;
  parameter.memory = index;
  if (map)
    parameter.map = *map;
  parameters.push_back(std::move(parameter));
  return *this;
}

Launch &Launch::seeds(unsigned count) {
  for (unsigned seed = 0; seed < count; ++seed)
    for (bool checksRaces : {false, true})
      ownSchedules.push_back({seed, checksRaces});
  return *this;
}

void Launch::restore() {
  for (HostMemory &memory : memories)
    if (memory.isRead && memory.isWritten)
      std::memcpy(memory.data, memory.initial.data(), memory.bytes);
    else if (memory.isWritten)
      std::memset(memory.data, 0xff, memory.bytes);
}

//===-- the emulator -----------------------------------------------------------------------------------------===//

/// The program of a file, or null with the reasons in `sink`.
static const Program *getProgram(const std::string &file, DiagnosticSink &sink) {
  static std::map<std::string, std::unique_ptr<Program>> programs;
  std::unique_ptr<Program> &program = programs[file];
  if (program)
    return program.get();
  std::string text = readPtx(file);
  if (!text.empty())
    program = load(std::move(text), file + ".ptx", sink);
  return program.get();
}

/// The launch's memory on the emulator.
static std::vector<Allocation *> placeMemories(const Launch &launch, GlobalMemory &memory) {
  std::vector<Allocation *> allocations;
  for (const HostMemory &host : launch.memories) {
    std::string name = "array " + std::to_string(allocations.size());
    Allocation &allocation = memory.allocate(host.bytes, name, host.isRead);
    if (host.isRead)
      std::memcpy(allocation.bytes.data(), host.data, host.bytes);
    allocations.push_back(&allocation);
  }
  return allocations;
}

/// False when the kernel's parameters are of other sizes.
static bool layOut(const Launch &launch, const Function &function, const std::vector<Allocation *> &allocations, std::vector<uint8_t> &bytes) {
  if (function.parameters.size() != launch.parameters.size())
    return false;
  bytes.assign(function.parameterBytes, 0);
  for (size_t i = 0; i < launch.parameters.size(); ++i) {
    const Argument &given = launch.parameters[i];
    const emulator::Parameter &declared = function.parameters[i];
    uint64_t address = given.kind == Argument::Kind::bytes ? 0 : allocations[given.memory]->address;
    std::vector<uint8_t> value = kernels::getBytes(given, address);
    if (given.kind == Argument::Kind::map) {
      TensorMap map = given.map;
      map.address = address;
      for (const std::string &problem : validate(map))
        ADD_FAILURE() << "tensor map " << i << ": " << problem;
      TensorMapImage image = encodeTensorMap(map);
      value.assign(image.begin(), image.end());
    }
    if (value.size() != declared.size || declared.offset + declared.size > bytes.size())
      return false;
    std::memcpy(bytes.data() + declared.offset, value.data(), value.size());
  }
  return true;
}

RunReport Launch::emulate(const Schedule &schedule) {
  RunReport report;
  DiagnosticSink sink;
  std::unique_ptr<Program> own = text.empty() ? nullptr : load(text, file + ".ptx", sink);
  const Program *program = text.empty() ? getProgram(file, sink) : own.get();
  const Function *function = program ? program->find(entry) : nullptr;
  report.reports = sink.all();
  if (!function) {
    if (report.reports.empty())
      report.failure = "there is no kernel `" + entry + "` in " + settings().ptxFolder + "/" + file + ".ptx";
    return report;
  }
  restore();
  GlobalMemory memory;
  placeVariables(*program, memory);
  std::vector<Allocation *> allocations = placeMemories(*this, memory);
  std::vector<uint8_t> bytes;
  if (!layOut(*this, *function, allocations, bytes)) {
    report.failure = "the arguments are not what `" + entry + "` declares";
    return report;
  }
  RunOptions options;
  options.seed = schedule.seed;
  options.checksRaces = schedule.checksRaces;
  options.print = [&](std::string_view text) { report.printed += text; };
  report.counts = launch(*program, *function, shape, std::move(bytes), memory, options, sink);
  report.reports = sink.all();
  std::erase_if(report.reports, [&](const Diagnostic &d) { return d.severity != Severity::error && allowed.count(d.id); });
  report.ok = report.counts.ok && report.reports.empty();
  for (size_t i = 0; i < memories.size(); ++i)
    if (memories[i].isWritten)
      std::memcpy(memories[i].data, allocations[i]->bytes.data(), memories[i].bytes);
  return report;
}

//===-- everywhere -------------------------------------------------------------------------------------------===//

/// Whether a text declares the kernel at all.
static bool hasKernel(const std::string &file, const std::string &entry) {
  return readPtx(file).find(".entry " + entry + "(") != std::string::npos;
}

void Launch::check(const std::function<void()> &verify) {
  check([&](const RunReport &) { verify(); });
}

void Launch::check(const std::function<void(const RunReport &)> &verify) {
  const Settings &chosen = settings();
  if (!chosen.onlyFiles.empty() && !chosen.onlyFiles.count(file))
    GTEST_SKIP() << "the committed PTX is what nvcc makes";
  if (chosen.mayLackKernels && !hasKernel(file, entry))
    GTEST_SKIP() << "not among the kernels of " << chosen.ptxFolder;
  for (const Schedule &schedule : chosen.onEmulator ? (ownSchedules.empty() ? chosen.schedules : ownSchedules) : std::vector<Schedule>()) {
    SCOPED_TRACE(file + "/" + entry + ", seed " + std::to_string(schedule.seed) + (schedule.checksRaces ? ", race checker" : ""));
    RunReport report = emulate(schedule);
    ASSERT_TRUE(report.ok) << report.describe();
    verify(report);
    if (testing::Test::HasFailure())
      return;
  }
  for (int run = 0; chosen.onGpu && run < 2; ++run) {
    SCOPED_TRACE(file + "/" + entry + " on the GPU, run " + std::to_string(run));
    restore();
    RunReport report = runOnGpu(*this);
    ASSERT_TRUE(report.ok) << report.describe();
    verify(report);
  }
  if (chosen.onGpu && chosen.onEmulator)
    compareDevices();
}

/// Prints where the emulator's bits are not the GPU's: no failure, since bits are not defined everywhere.
void Launch::compareDevices() {
  std::vector<std::vector<uint8_t>> seen;
  for (const HostMemory &memory : memories)
    seen.emplace_back(memory.data, memory.data + memory.bytes);
  emulate({});
  for (size_t i = 0; i < memories.size(); ++i) {
    constexpr size_t shown = 4;
    size_t words = 0;
    std::string list;
    for (size_t at = 0; at + 4 <= memories[i].bytes; at += 4) {
      uint32_t here, there;
      std::memcpy(&here, memories[i].data + at, 4);
      std::memcpy(&there, seen[i].data() + at, 4);
      if (here == there || ++words > shown)
        continue;
      char text[64];
      snprintf(text, sizeof text, "; word %zu: GPU 0x%08x, emulator 0x%08x", at / 4, there, here);
      list += text;
    }
    if (words)
      printf("%s/%s: array %zu: %zu of %zu words differ between the GPU and the emulator%s\n", file.c_str(), entry.c_str(), i, words,
             memories[i].bytes / 4, list.c_str());
  }
}
