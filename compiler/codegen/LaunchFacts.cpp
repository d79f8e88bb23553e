// SPDX-License-Identifier: Apache-2.0
// What a device must know to launch a kernel, read off the `tilegpu.kernel`.
#include "compiler/codegen/Codegen.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

static std::string quote(StringRef text) { return "`" + text.str() + "`"; }

tilegpu::KernelOp tessera::codegen::findKernel(ModuleOp module, StringRef kernel, StringRef target, DiagnosticSink &sink) {
  if (!tilegpu::findTarget(target)) {
    sink.report(DiagnosticId::unknownTarget, {}, "target is " + quote(target) + ", expected one of " + tilegpu::listTargets());
    return {};
  }
  for (auto scheduled : module.getOps<tilegpu::TargetModuleOp>()) {
    if (scheduled.getSymName() != target)
      continue;
    for (auto candidate : scheduled.getBody().getOps<tilegpu::KernelOp>())
      if (candidate.getSymName() == kernel)
        return candidate;
  }
  Diagnostic &refusal =
      sink.report(DiagnosticId::noSchedule, {}, "kernel " + quote(kernel) + " has no schedule for " + quote(target));
  if (auto source = module.lookupSymbol<tile::KernelOp>(kernel))
    for (const tilegpu::Decision &decision : tilegpu::getDecisions(source))
      if (decision.kind == tilegpu::Decision::Kind::refusal)
        refusal.note(decision.why, toRange(decision.where));
  if (refusal.notes.empty())
    refusal.note("a remark of the compilation says which operation has none");
  return {};
}

static void addTensorMaps(tilegpu::KernelOp kernel, LaunchFacts &facts) {
  if (!kernel.getTensorMaps())
    return;
  for (auto attribute : kernel.getTensorMaps()->getAsRange<tilegpu::TensorMapAttr>()) {
    TensorMap map;
    map.parameter = static_cast<unsigned>(attribute.getArgument());
    auto ref = cast<tilegpu::RefType>(kernel.getArgumentTypes()[map.parameter]);
    map.shape = attribute.getShape().empty() ? ref.getShape().vec() : attribute.getShape().vec();
    map.box = attribute.getBox().vec();
    map.elementType = ref.getElementType();
    map.swizzle = attribute.getSwizzle();
    facts.tensorMaps.push_back(std::move(map));
  }
}

FailureOr<LaunchFacts> tessera::codegen::getLaunchFacts(ModuleOp module, StringRef name, StringRef target, DiagnosticSink &sink) {
  tilegpu::KernelOp kernel = findKernel(module, name, target, sink);
  if (!kernel)
    return failure();
  LaunchFacts facts;
  facts.kernel = name.str();
  facts.target = target.str();
  facts.threads = kernel.getThreads();
  facts.sharedBytes = kernel.getSharedBytes();
  facts.parts = kernel.getParts();
  facts.blocks = static_cast<int64_t>(kernel.getBlocks());
  facts.workspaceBytes = static_cast<int64_t>(kernel.getWorkspaceBytes());
  facts.clusterBlocks = kernel.getClusterSize();
  facts.axisOrder.assign(kernel.getAxisOrder().begin(), kernel.getAxisOrder().end());
  facts.linearGrid = kernel.getLinearGrid();
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    Parameter parameter;
    auto ref = dyn_cast<tilegpu::RefType>(type);
    parameter.name = kernel.getArgumentName(index);
    parameter.isArray = ref != nullptr;
    parameter.elementType = ref ? ref.getElementType() : type;
    parameter.bytes = ref ? 8 : (type.getIntOrFloatBitWidth() + 7) / 8;
    parameter.alignment = kernel.getAlignment(index);
    parameter.access = kernel.getAccess(index);
    facts.parameters.push_back(std::move(parameter));
  }
  addTensorMaps(kernel, facts);
  return facts;
}

std::optional<std::array<uint32_t, 3>> LaunchFacts::getCudaGrid(ArrayRef<int64_t> grid) const {
  std::array<uint32_t, 3> extents = {1, 1, 1};
  if (blocks > 0) {
    bool isEmpty = llvm::any_of(grid, [](int64_t extent) { return extent <= 0; });
    return isEmpty ? std::nullopt : std::optional<std::array<uint32_t, 3>>({static_cast<uint32_t>(blocks * parts), 1, 1});
  }
  if (grid.size() > axisOrder.size())
    return std::nullopt;
  int64_t x = parts;
  for (auto [position, axis] : llvm::enumerate(axisOrder)) {
    int64_t extent = axis < static_cast<int64_t>(grid.size()) ? grid[axis] : 1;
    if (extent <= 0)
      return std::nullopt;
    if (position == 0 || linearGrid) {
      if (llvm::MulOverflow(x, extent, x) || x > tilegpu::maxGridX)
        return std::nullopt;
    } else if (extent > tilegpu::maxGridYZ) {
      return std::nullopt;
    } else {
      extents[position] = static_cast<uint32_t>(extent);
    }
  }
  extents[0] = static_cast<uint32_t>(x);
  return extents;
}

std::vector<int32_t> LaunchFacts::getExtents(ArrayRef<int64_t> grid) const {
  std::vector<int32_t> extents;
  for (size_t axis = 0; linearGrid && axis < axisOrder.size(); ++axis) {
    int64_t extent = axis < grid.size() ? grid[axis] : 1;
    if (blocks > 0) // axis 0 counts them, or their clusters
      extent = axis == 0 ? blocks / clusterBlocks : 1;
    extents.push_back(static_cast<int32_t>(extent));
  }
  return extents;
}
