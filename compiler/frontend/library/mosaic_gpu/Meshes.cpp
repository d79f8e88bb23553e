// SPDX-License-Identifier: Apache-2.0
// `plgpu.Mesh` and `pl.kernel` over one; the compiler's parameters; kernels as functions of torch's tensors.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/mosaic_gpu/RecordKernel.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/torch/Tensor.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

//===-- meshes ------------------------------------------------------------------------------------------------===//

namespace {
/// A `plgpu.Mesh`.
class MeshObject : public ExtensionObject {
public:
  MeshObject(WarpgroupMesh mesh, Value grid, Value cluster, Value threads)
      : ExtensionObject(&tag), mesh(std::move(mesh)), grid(grid), cluster(cluster), threads(threads) {}
  const WarpgroupMesh mesh;
  const Value grid, cluster, threads; // as given
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("jax.experimental.pallas.mosaic_gpu", "Mesh"); }
  std::optional<Value> getAttribute(Evaluator &, llvm::StringRef name) override {
    if (name == "grid")
      return grid;
    if (name == "cluster")
      return cluster;
    if (name == "num_threads")
      return threads;
    return std::nullopt;
  }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};
const char MeshObject::tag = 0;
} // namespace

Value frontend::meshHandler(Call &call) {
  WarpgroupMesh mesh;
  if (!readMesh(call, mesh))
    return nullptr;
  return call.evaluator.make<MeshObject>(std::move(mesh), call["grid"], call["cluster"], call["num_threads"]);
}

Value frontend::kernelOverMeshHandler(Call &call) {
  auto *mesh = dyn_cast<MeshObject>(call["mesh"]);
  if (!mesh)
    return nullptr; // another back end's, or none
  WarpgroupConfiguration configuration;
  configuration.function = publicName(call.entry);
  configuration.range = call.evaluator.range();
  configuration.mesh = mesh->mesh;
  if (!isNone(call["name"])) {
    std::optional<std::string> name = call.evaluator.toString(call["name"], "name");
    if (!name)
      return nullptr;
    configuration.mesh.kernelName = *name;
  }
  return makeKernel(call, configuration);
}

//===-- parameters of the compiler ----------------------------------------------------------------------------===//

Value frontend::compilerParametersHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> space = evaluator.toInt(call["profile_space"], "profile_space");
  std::optional<std::string> directory = space ? evaluator.toString(call["profile_dir"], "profile_dir") : std::nullopt;
  if (!directory)
    return nullptr;
  if ((*space != 0) != !directory->empty())
    return evaluator.raise(DiagnosticId::valueError, "Either both profile_space and profile_dir must be set, or neither.");
  return parametersHandler(call);
}

/// A remark on a field that changes nothing here, where the program sets it.
static void remark(Evaluator &evaluator, const WarpgroupConfiguration &configuration, const std::string &field, const std::string &reason) {
  if (Diagnostic *told = reportOnce(evaluator, DiagnosticId::chosenVersion, evaluator.where(configuration.range),
                                    "`" + field + "` of the compiler's parameters changes nothing here", Severity::remark))
    told->note(reason);
}

static bool isSet(Value value) {
  auto *integer = dyn_cast_or_null<IntObject>(value);
  auto *boolean = dyn_cast_or_null<BoolObject>(value);
  return (integer && !integer->value.isZero()) || (boolean && boolean->value);
}

// `approx_math`: kernels keep it for who makes code; the interpreter's functions are exact.
bool frontend::readCompilerParameters(Evaluator &evaluator, Value parameters, WarpgroupConfiguration &configuration) {
  auto *record = dyn_cast<RecordObject>(parameters);
  if (isNone(parameters))
    return true;
  if (!record || !llvm::StringRef(record->recordType->name).ends_with("CompilerParams"))
    return evaluator.raise(DiagnosticId::typeError, "Compiler params must be a `plgpu.CompilerParams`, got `" + parameters->typeName(evaluator) + "`"), false;
  if (isSet(record->field("approx_math")))
    configuration.options.push_back({"approx_math", 1});
  if (isSet(record->field("unsafe_no_auto_barriers")))
    remark(evaluator, configuration, "unsafe_no_auto_barriers",
           "the compiler places barriers between the threads of a warpgroup where they exchange data, and nowhere else");
  if (isSet(record->field("profile_space")))
    remark(evaluator, configuration, "profile_space", "every run has a timeline");
  if (Value steps = record->field("max_concurrent_steps"); auto *count = dyn_cast_or_null<IntObject>(steps))
    if (count->value.asInt64() != 1)
      remark(evaluator, configuration, "max_concurrent_steps", "it is for `pl.pallas_call`; a pipeline in a kernel has its own");
  if (Value semantics = record->field("dimension_semantics"); semantics && !isNone(semantics))
    remark(evaluator, configuration, "dimension_semantics", "it is for `pl.pallas_call`: the programs of `plgpu.kernel` run in any order");
  return true;
}

//===-- torch -------------------------------------------------------------------------------------------------===//

Value frontend::asTorchKernelHandler(Call &call) {
  Value function = call["fn"];
  return call.evaluator.function(
      "as_torch_kernel",
      [function](Evaluator &e, Arguments &arguments) -> Value {
        bool onGpu = false;
        Arguments converted = arguments;
        for (Value &argument : converted.positional) {
          argument = mapTree(e, argument, [&](Value leaf) -> Value {
            auto *tensor = dyn_cast<TorchTensor>(leaf);
            onGpu |= tensor && tensor->onGpu;
            return tensor ? wrap(e, tensor->value, tensor->dtype) : leaf;
          });
          if (!argument)
            return nullptr;
        }
        Value result = e.call(function, converted);
        return !result ? nullptr : mapTree(e, result, [&](Value leaf) -> Value {
          auto *array = dyn_cast<ArrayObject>(leaf);
          return array ? wrapTorch(e, array->value, array->dtype, onGpu) : leaf;
        });
      },
      function);
}
