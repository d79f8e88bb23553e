// SPDX-License-Identifier: Apache-2.0
// Between the compiler's facts about a kernel and a launch of the emulator. A kernel's parameters are its arguments in order,
// pointers and scalars, then the grid's extents.
#include "runner/device/EmulatorDevice.h"
#include "compiler/codegen/Codegen.h"
#include "runner/emulator/Emulator.h"
#include <cstring>

using namespace tessera;
using namespace tessera::runner;

struct EmulatorDevice::Kernel {
  codegen::LaunchFacts launchFacts;
  std::string ptx;
  std::unique_ptr<emulator::Program> program;
  const emulator::Function *entry = nullptr;
};

EmulatorDevice::EmulatorDevice() : deviceInfo(describe()) {}
EmulatorDevice::~EmulatorDevice() = default;

DeviceInfo EmulatorDevice::describe() {
  DeviceInfo info;
  info.id = info.kind = "emulator";
  info.name = "PTX emulator (CPU)";
  info.note = "the PTX of each kernel runs thread by thread on the CPU, every access checked; it has no times";
  return info;
}

bool EmulatorDevice::prepareKernel(Program &program, const std::string &name, DiagnosticSink &sink) {
  auto kernel = std::make_unique<Kernel>();
  mlir::FailureOr<codegen::LaunchFacts> facts = codegen::getLaunchFacts(program.module(), name, program.target(), sink);
  if (mlir::failed(facts))
    return false;
  mlir::FailureOr<std::string> ptx = codegen::generate(program.module(), name, program.target(), "ptx", sink);
  if (mlir::failed(ptx))
    return false;
  kernel->launchFacts = *facts;
  kernel->ptx = *ptx;
  kernel->program = emulator::load(kernel->ptx, name + ".ptx", sink);
  kernel->entry = kernel->program ? kernel->program->find(name) : nullptr;
  if (!kernel->entry)
    return false;
  prepared[name] = std::move(kernel);
  return true;
}

bool EmulatorDevice::prepare(Program &program, const DeviceSettings &, DiagnosticSink &sink) {
  prepared.clear();
  bool ready = true;
  for (const std::string &name : program.kernels())
    ready &= prepareKernel(program, name, sink);
  return ready;
}

std::vector<KernelFacts> EmulatorDevice::kernels() const {
  std::vector<KernelFacts> facts;
  for (const auto &[name, kernel] : prepared)
    facts.push_back({name, kernel->ptx, std::nullopt, kernel->launchFacts.sharedBytes + kernel->program->staticSharedBytes, std::nullopt});
  return facts;
}

namespace {

/// The kernel's parameters as bytes, and the arrays they point to.
class Arguments {
public:
  Arguments(emulator::GlobalMemory &memory, const emulator::Function &entry) : memory(memory), entry(entry) {}

  bool place(llvm::ArrayRef<codegen::Parameter> parameters, llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs) {
    size_t input = 0, output = 0;
    for (const codegen::Parameter &parameter : parameters) {
      bool reads = !parameter.isArray || parameter.access != tilegpu::Access::write;
      bool writes = parameter.isArray && parameter.access != tilegpu::Access::read;
      if ((reads && input == inputs.size()) || (writes && output == outputs.size()))
        return false;
      const numerics::Array *in = reads ? &inputs[input++] : nullptr;
      numerics::Array *out = writes ? &outputs[output++] : nullptr;
      if (!parameter.isArray) {
        push(in->bytes(), in->byteSize());
        continue;
      }
      emulator::Allocation &made = memory.allocate(in ? in->byteSize() : out->byteSize(), parameter.name, reads);
      if (in)
        std::copy_n(in->bytes(), in->byteSize(), made.bytes.data());
      push(reinterpret_cast<const uint8_t *>(&made.address), sizeof(made.address));
      if (out)
        results.emplace_back(&made, out);
    }
    return true;
  }
  void pushExtents(llvm::ArrayRef<int32_t> extents) {
    for (int32_t extent : extents)
      push(reinterpret_cast<const uint8_t *>(&extent), sizeof(extent));
  }
  void fetch() {
    for (auto &[allocation, out] : results)
      std::copy_n(allocation->bytes.data(), out->byteSize(), out->mutableBytes());
  }

  std::vector<uint8_t> bytes;

private:
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
  size_t next = 0;
  std::vector<std::pair<emulator::Allocation *, numerics::Array *>> results;
};

} // namespace

mlir::LogicalResult EmulatorDevice::launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                                           llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) {
  SourceRange range = toRange(launch.getLoc());
  auto found = prepared.find(launch.getKernel().str());
  if (found == prepared.end()) {
    sink.report(DiagnosticId::internalError, range, "kernel `" + launch.getKernel().str() + "` was not prepared for this device");
    return mlir::failure();
  }
  Kernel &kernel = *found->second;
  std::optional<std::array<uint32_t, 3>> grid = kernel.launchFacts.getCudaGrid(launch.getGrid());
  if (!grid) {
    sink.report(DiagnosticId::gridError, range, "the grid of `" + launch.getKernel().str() + "` has more programs than a GPU takes");
    return mlir::failure();
  }
  emulator::GlobalMemory memory;
  emulator::placeVariables(*kernel.program, memory);
  Arguments arguments(memory, *kernel.entry);
  if (!arguments.place(kernel.launchFacts.parameters, inputs, outputs)) {
    sink.report(DiagnosticId::internalError, range, "the launch's arrays do not match the arguments of `" + launch.getKernel().str() + "`");
    return mlir::failure();
  }
  arguments.pushExtents(kernel.launchFacts.getExtents(launch.getGrid()));
  emulator::LaunchShape shape;
  std::copy(grid->begin(), grid->end(), shape.grid);
  shape.block[0] = static_cast<uint32_t>(kernel.launchFacts.threads);
  shape.dynamicShared = static_cast<uint32_t>(kernel.launchFacts.sharedBytes);
  emulator::RunResult result = emulator::launch(*kernel.program, *kernel.entry, shape, arguments.bytes, memory, {}, sink);
  if (!result.ok)
    return mlir::failure();
  arguments.fetch();
  return mlir::success();
}
