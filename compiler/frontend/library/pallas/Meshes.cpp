// SPDX-License-Identifier: Apache-2.0
// Kernels over a mesh of cores: `pl.kernel`. Each core is a program of a grid with named axes, and runs after the one before it; every
// Ref is the whole array. `lax.axis_index` says which core it is.
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// A mesh of TensorCores: one, unless the program asks for more.
Value frontend::tensorCoreMeshHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"devices"}))
    return nullptr;
  std::optional<std::string> name = evaluator.toString(call["axis_name"], "axis_name");
  std::optional<int64_t> cores = !name ? std::nullopt : isNone(call["num_cores"]) ? std::optional<int64_t>(1) : evaluator.toInt(call["num_cores"], "num_cores");
  if (!cores)
    return nullptr;
  if (*cores < 1)
    return evaluator.raise(DiagnosticId::valueError, "`num_cores` is " + std::to_string(*cores) + ", not positive", call.rangeOf("num_cores"));
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("jax.experimental.pallas.tpu", "TensorCoreMesh"));
  DictObject *shape = evaluator.dict();
  shape->set(evaluator, *name, evaluator.integer(*cores));
  record->set("axis_name", evaluator.string(*name)).set("num_cores", evaluator.integer(*cores)).set("shape", shape);
  return record;
}

/// A grid of the mesh's cores; false with an exception pending.
static bool readMesh(Call &call, PallasCallConfiguration &configuration) {
  auto *mesh = dyn_cast<RecordObject>(call["mesh"]);
  if (!mesh || mesh->recordType->name != "TensorCoreMesh")
    return call.evaluator.raise(DiagnosticId::notSupported, "`pl.kernel` over a `" + call["mesh"]->typeName(call.evaluator) + "` is not supported", call.rangeOf("mesh"))
               .note("a mesh is a `plgpu.Mesh(grid=..., ...)` or a `pltpu.TensorCoreMesh(axis_name=...)`"), false;
  std::optional<int64_t> cores = call.evaluator.toInt(mesh->field("num_cores"), "num_cores");
  if (!cores)
    return false;
  configuration.grid = {*cores};
  configuration.axisNames = {cast<StrObject>(mesh->field("axis_name"))->value};
  return true;
}

/// The newer name of an argument, or its older one; null with an exception pending where both are given.
static Value eitherOf(Call &call, llvm::StringRef newer, llvm::StringRef older) {
  if (call.given(newer) && call.given(older))
    return call.evaluator.raise(DiagnosticId::argumentError, "`pl.kernel` got both `" + newer.str() + "` and `" + older.str() + "`", call.rangeOf(older));
  return call[call.given(older) ? older : newer];
}

/// `interpret`, `debug`, `cost_estimate` and `metadata` say how, not what, as for `pallas_call`.
Value frontend::kernelHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (call["mesh"]->typeName(evaluator) == "Mesh")
    return kernelOverMeshHandler(call);
  PallasCallConfiguration configuration;
  configuration.range = evaluator.range();
  configuration.outShape = eitherOf(call, "out_type", "out_shape");
  configuration.scratchShapes = configuration.outShape ? eitherOf(call, "scratch_types", "scratch_shapes") : nullptr;
  configuration.inSpecs = configuration.outSpecs = evaluator.none();
  configuration.aliases = evaluator.dict();
  if (!configuration.scratchShapes || !readMesh(call, configuration) || !readOptions(evaluator, call["compiler_params"], configuration.options))
    return nullptr;
  if (isNone(configuration.outShape)) // a kernel without results
    configuration.outShape = evaluator.tuple({});
  if (!isNone(call["name"])) {
    std::optional<std::string> name = evaluator.toString(call["name"], "name");
    if (!name)
      return nullptr;
    configuration.name = *name;
  }
  auto makeFunction = [configuration](Evaluator &e, Value body) -> Value {
    if (!e.isCallable(body))
      return e.raise(DiagnosticId::notSupported, "`pl.kernel` of a `" + body->typeName(e) + "` is not supported: it takes one function");
    PallasCallConfiguration own = configuration;
    own.kernel = body;
    own.traces = std::make_shared<KernelTraces>();
    return makeKernelFunction(e, own, "pl.kernel");
  };
  if (!isNone(call["body"]))
    return makeFunction(evaluator, call["body"]);
  return evaluator.function("kernel", [makeFunction](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`pl.kernel(...)` is a decorator here and takes one function");
    return makeFunction(e, arguments.positional[0]);
  });
}
