// SPDX-License-Identifier: Apache-2.0
// Reads a plan off the compiled program.
#include "runner/device/PlanKernel.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace tessera;
using namespace tessera::runner;
using emulator::TensorElement;

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

/// What only the `tile.kernel` tells: which arguments are the launch's own memory, and how much.
static std::optional<uint64_t> getScratchBytes(tile::KernelOp kernel, unsigned argument) {
  if (!kernel || argument >= kernel.getNumArguments() || kernel.getAccess(argument) != tile::Access::scratch)
    return std::nullopt;
  auto ref = mlir::dyn_cast<tile::RefType>(kernel.getArgumentTypes()[argument]);
  uint64_t bytes = ref ? (ref.getElementType().getIntOrFloatBitWidth() + 7) / 8 : 0;
  for (int64_t extent : ref ? ref.getShape() : llvm::ArrayRef<int64_t>())
    bytes *= static_cast<uint64_t>(extent);
  return bytes;
}

/// The copy engine moves bits; what they mean matters to it only where it adds, and for small floats it does not.
static std::optional<TensorElement> toElement(mlir::Type type) {
  if (type.isBF16())
    return TensorElement::bf16;
  if (type.isF16())
    return TensorElement::f16;
  if (type.isF32())
    return TensorElement::f32;
  if (type.isF64())
    return TensorElement::f64;
  if (!type.isIntOrFloat())
    return std::nullopt;
  switch (type.getIntOrFloatBitWidth()) {
  case 1: // takes a byte
  case 8:
    return TensorElement::u8;
  case 16:
    return TensorElement::u16;
  case 32:
    return type.isUnsignedInteger() ? TensorElement::u32 : TensorElement::s32;
  case 64:
    return type.isUnsignedInteger() ? TensorElement::u64 : TensorElement::s64;
  default:
    return std::nullopt;
  }
}

static std::string describe(llvm::ArrayRef<int64_t> extents) {
  std::string text;
  for (int64_t extent : extents)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

std::optional<emulator::TensorMap> runner::planTensorMap(const codegen::TensorMap &wanted, llvm::StringRef kernel, llvm::StringRef argument, DiagnosticSink &sink) {
  auto refuse = [&](const std::string &why) {
    sink.report(DiagnosticId::launchFailed, {}, ("there is no tensor map over `" + argument + "` of kernel `" + kernel + "`: ").str() + why)
        .note("an array of " + describe(wanted.shape) + ", copied in boxes of " + describe(wanted.box) + " with a swizzle of " + std::to_string(wanted.swizzle) + " bytes");
    return std::nullopt;
  };
  emulator::TensorMap map;
  std::optional<TensorElement> element = toElement(wanted.elementType);
  if (!element)
    return refuse("its elements have no code there");
  size_t rank = wanted.shape.size();
  if (rank == 0 || rank > map.dimensions.size() || wanted.box.size() != rank)
    return refuse("it has " + std::to_string(rank) + " axes, expected 1 to 5, with a box of as many");
  map.element = *element;
  map.rank = static_cast<unsigned>(rank);
  map.swizzleBytes = static_cast<unsigned>(wanted.swizzle);
  uint64_t stride = emulator::getBytes(*element);
  for (size_t d = 0; d < rank; ++d) {
    map.dimensions[d] = static_cast<uint64_t>(wanted.shape[rank - 1 - d]);
    map.box[d] = static_cast<uint32_t>(wanted.box[rank - 1 - d]);
    stride *= map.dimensions[d];
    if (d + 1 < rank)
      map.strides[d] = stride;
  }
  if (std::vector<std::string> errors = emulator::validate(map); !errors.empty())
    return refuse(errors.front());
  return map;
}

/// `name` with its code.
static std::optional<PlannedKernel> planKernel(RunnableProgram &program, const std::string &name, std::string ptx,
                                               DiagnosticSink &sink) {
  mlir::FailureOr<codegen::LaunchFacts> facts = codegen::getLaunchFacts(program.module(), name, program.target(), sink);
  if (mlir::failed(facts))
    return std::nullopt;
  PlannedKernel kernel{std::move(*facts), {name, name, std::move(ptx)}};
  KernelPlan &plan = kernel.plan;
  plan.threads = static_cast<unsigned>(kernel.facts.threads);
  plan.sharedBytes = static_cast<unsigned>(kernel.facts.sharedBytes);
  plan.workspaceBytes = static_cast<uint64_t>(kernel.facts.workspaceBytes);
  plan.clusterBlocks = static_cast<unsigned>(kernel.facts.clusterBlocks);
  tilegpu::KernelOp scheduled = codegen::findKernel(program.module(), name, program.target(), sink);
  plan.reports = scheduled.getReports();
  kernel.sites = readReportSites(scheduled);
  kernel.places = nameSharedPlaces(scheduled);
  auto recorded = program.module().lookupSymbol<tile::KernelOp>(name);
  for (auto [index, parameter] : llvm::enumerate(kernel.facts.parameters)) {
    std::optional<uint64_t> scratchBytes = getScratchBytes(recorded, static_cast<unsigned>(index));
    plan.arguments.push_back({scratchBytes ? ArgumentRole::scratch : toRole(parameter), parameter.name, scratchBytes.value_or(0)});
  }
  for (const codegen::TensorMap &wanted : kernel.facts.tensorMaps) {
    std::optional<emulator::TensorMap> map = planTensorMap(wanted, name, kernel.facts.parameters[wanted.parameter].name, sink);
    if (!map)
      return std::nullopt;
    plan.maps.push_back({wanted.parameter, *map});
  }
  return kernel;
}

std::vector<std::pair<std::string, PlannedKernel>> runner::planKernels(RunnableProgram &program, DiagnosticSink &sink) {
  std::vector<std::pair<std::string, PlannedKernel>> planned;
  std::vector<std::string> names = program.kernels();
  auto texts = codegen::generateAll(program.module(), names, program.target(), "ptx", sink);
  for (auto [name, ptx] : llvm::zip(names, texts))
    if (mlir::succeeded(ptx))
      if (std::optional<PlannedKernel> kernel = planKernel(program, name, std::move(*ptx), sink))
        planned.emplace_back(name, std::move(*kernel));
  return planned;
}

std::optional<PlannedGrid> runner::planGrid(const codegen::LaunchFacts &facts, tile::LaunchOp launch, DiagnosticSink &sink) {
  std::optional<std::array<uint32_t, 3>> grid = facts.getCudaGrid(launch.getGrid());
  if (!grid) {
    sink.report(DiagnosticId::gridError, toRange(launch.getLoc()), "the grid of `" + launch.getKernel().str() + "` has more programs than a GPU takes");
    return std::nullopt;
  }
  return PlannedGrid{(*grid)[0], (*grid)[1], (*grid)[2], facts.getExtents(launch.getGrid())};
}
