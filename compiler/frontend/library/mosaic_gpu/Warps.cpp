// SPDX-License-Identifier: Apache-2.0
// Code that each of a warpgroup's four warps runs by itself: `plgpu.warp_map`, and `pl.core_map` over a `plgpu.WarpMesh`. Values are scalars there.
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// The first operation of the region that makes an array; null where there is none.
static mlir::Operation *findArray(mlir::Region &region) {
  mlir::Operation *found = nullptr;
  region.walk([&](mlir::Operation *op) {
    bool hasArray = llvm::any_of(op->getResultTypes(), [](mlir::Type type) { return isa<mlir::RankedTensorType>(type); });
    if (!found && hasArray)
      found = op;
  });
  return found;
}

/// Runs `body`, which takes the warp's index where `axis` is null, and else finds it under that name.
static bool recordWarps(Evaluator &evaluator, WarpgroupKernel &kernel, Value axis, Value body) {
  if (kernel.isInWarp)
    return evaluator.raise(DiagnosticId::notSupported, "code of warps inside code of warps is not supported"), false;
  std::string name;
  if (axis) {
    std::optional<std::string> text = evaluator.repr(axis);
    if (!text)
      return false;
    name = *text;
  }
  auto warps = tilegpu::WarpMapOp::create(evaluator.builder(), evaluator.location());
  mlir::Block &block = warps.getBody().emplaceBlock();
  mlir::Value index = block.addArgument(evaluator.builder().getI32Type(), evaluator.location());
  std::vector<NamedAxis> &axes = evaluator.state<NamedAxes>().axes;
  std::vector<NamedAxis> axesAround = axes;
  if (axis)
    axes.push_back({name, 4, index});
  bool succeeded;
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, &block);
    kernel.isInWarp = true;
    llvm::SmallVector<Value, 1> arguments;
    if (!axis)
      arguments.push_back(wrap(evaluator, index, DType::int32));
    succeeded = evaluator.call(body, arguments) != nullptr;
    kernel.isInWarp = false;
    tilegpu::WarpYieldOp::create(evaluator.builder(), evaluator.location());
  }
  evaluator.state<NamedAxes>().axes = std::move(axesAround);
  evaluator.builder().setInsertionPointAfter(warps);
  if (mlir::Operation *array = succeeded ? findArray(warps.getBody()) : nullptr) {
    SourceRange where = toRange(array->getLoc());
    evaluator.raise(DiagnosticId::notSupported, "an array in code of single warps is not supported: only scalars are")
        .at(where)
        .note("work on arrays in the code of the whole warpgroup, outside of it");
    succeeded = false;
  }
  if (!succeeded)
    discard(evaluator, warps);
  return succeeded;
}

Value frontend::warpMapHandler(Call &call) {
  WarpgroupKernel *kernel = findKernel(call);
  return kernel && recordWarps(call.evaluator, *kernel, nullptr, call["f"]) ? call.evaluator.none() : nullptr;
}

Value frontend::warpMeshHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("jax.experimental.pallas.mosaic_gpu", "WarpMesh"));
  DictObject *shape = evaluator.dict();
  if (!shape->setItem(evaluator, call["axis_name"], evaluator.integer(4)))
    return nullptr;
  record->set("axis_name", call["axis_name"]).set("shape", shape);
  return record;
}

/// Outside of a kernel: one over the mesh, whose arrays are the Refs that its body uses.
static Value mapCoresOnHost(Call &call) {
  Arguments given;
  given.keywords = {{"out_type", call.evaluator.tuple({})},
                    {"mesh", call["mesh"]},
                    {"scratch_types", call["scratch_shapes"]},
                    {"name", call["name"]},
                    {"compiler_params", call["compiler_params"]}};
  return call.evaluator.function("core_map", [given](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`pl.core_map(...)` is a decorator and takes one function");
    Arguments all = given;
    all.keywords.push_back({"body", arguments.positional[0]});
    std::optional<Value> kernel = e.libraryMember("jax.experimental.pallas", "kernel");
    Value function = kernel && *kernel ? e.call(*kernel, all) : nullptr;
    return function && e.call(function, {}) ? e.none() : nullptr;
  });
}

/// `pl.core_map(mesh)`: the decorator runs the function at once.
Value frontend::coreMapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string meshKind = call["mesh"]->typeName(evaluator);
  if (!isInKernel(evaluator) && (meshKind == "Mesh" || meshKind == "TensorCoreMesh"))
    return mapCoresOnHost(call);
  auto *mesh = dyn_cast<RecordObject>(call["mesh"]);
  llvm::StringRef kind = mesh ? llvm::StringRef(mesh->recordType->name) : llvm::StringRef();
  if (kind != "WarpMesh")
    return evaluator.raise(DiagnosticId::notSupported, "`pl.core_map` over a `" + call["mesh"]->typeName(evaluator) + "` is not supported", call.rangeOf("mesh"))
        .note(call["mesh"]->typeName(evaluator) == "Mesh" ? "a kernel over a `plgpu.Mesh` is `pl.kernel(body, out_type, mesh=...)` or `plgpu.kernel`"
                                                          : "it takes a `plgpu.WarpMesh`, inside a kernel of `plgpu.kernel`");
  Value axis = mesh->field("axis_name");
  return evaluator.function("core_map", [axis](Evaluator &e, Arguments &arguments) -> Value {
    WarpgroupKernel *kernel = findKernel(e, "pl.core_map");
    if (!kernel)
      return nullptr;
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`pl.core_map(...)` is a decorator and takes one function");
    return recordWarps(e, *kernel, axis, arguments.positional[0]) ? e.none() : nullptr;
  });
}
