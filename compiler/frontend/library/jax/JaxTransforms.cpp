// SPDX-License-Identifier: Apache-2.0
// The table of `jax` itself: `jit`, `vmap`, `ShapeDtypeStruct`, trees, and what asks about devices.
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/jax/Tables.h"
#include "compiler/frontend/library/jax/Transforms.h"
#include "compiler/frontend/library/jax/Vmap.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- jit ---------------------------------------------------------------------------------------------------===//

namespace {
struct StaticArguments {
  llvm::SmallVector<int64_t> numbers;
  llvm::SmallVector<std::string> names;
};
} // namespace

/// An argument of a jitted function: arrays and numbers become tracers. Null with an exception pending.
static Value traceArgument(Evaluator &evaluator, Value argument, const std::string &name) {
  return mapTree(evaluator, argument, [&](Value leaf) -> Value {
    auto trace = [&](ArrayObject *array) -> Value {
      mlir::Value value = useHere(evaluator, array);
      return value ? array->withValue(evaluator, value) : nullptr;
    };
    if (auto *array = dyn_cast<ArrayObject>(leaf))
      return trace(array);
    if (isComplexArray(leaf))
      return mapComplex(evaluator, leaf, trace);
    if (isa<KeyArray>(leaf) || leaf->kind() == Kind::ref || leaf->kind() == Kind::refView) // Refs: jit inside of a kernel
      return leaf;
    if (asOperand(leaf))
      return makeJaxArray(evaluator, leaf, std::nullopt);
    return evaluator
        .raise(DiagnosticId::typeError, "the argument `" + name + "` of a jitted function is a `" + leaf->typeName(evaluator) + "`, not an array or a number")
        .note("name it in `static_argnames`, or bind it with `functools.partial`");
  });
}

/// What a jitted function returns: numbers become arrays, tracers become arrays of the caller.
static Value returnFromTrace(Evaluator &evaluator, Value result) {
  return mapTree(evaluator, result, [&](Value leaf) -> Value {
    auto give = [&](ArrayObject *array) { return array->withValue(evaluator, array->value); };
    if (auto *array = dyn_cast<ArrayObject>(leaf))
      return give(array);
    if (isComplexArray(leaf))
      return mapComplex(evaluator, leaf, give);
    if (isa<KeyArray>(leaf))
      return leaf;
    if (asOperand(leaf))
      return makeJaxArray(evaluator, leaf, std::nullopt);
    return evaluator.raise(DiagnosticId::typeError, "a jitted function returned a `" + leaf->typeName(evaluator) + "`, not an array")
        .note("return arrays, or tuples, lists and dicts of them");
  });
}

static Value callJitted(Evaluator &evaluator, Value function, const StaticArguments &fixed, Arguments &arguments) {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(function);
  if (!parameters)
    evaluator.clearPending();
  auto nameOf = [&](size_t index) {
    return parameters && index < parameters->size() ? (*parameters)[index].name : "argument " + std::to_string(index);
  };
  Value result;
  {
    Trace trace(TraceKind::jit, nullptr);
    TraceScope scope(evaluator, trace, evaluator.builder().getInsertionBlock());
    Arguments traced;
    traced.positionalRanges = arguments.positionalRanges;
    traced.keywordRanges = arguments.keywordRanges;
    int64_t count = arguments.positional.size();
    for (auto [index, argument] : llvm::enumerate(arguments.positional)) {
      int64_t position = index;
      bool isStatic = llvm::is_contained(fixed.names, nameOf(index)) || llvm::is_contained(fixed.numbers, position) ||
                      llvm::is_contained(fixed.numbers, position - count);
      Value inner = isStatic ? argument : traceArgument(evaluator, argument, nameOf(index));
      if (!inner)
        return nullptr;
      traced.positional.push_back(inner);
    }
    for (const Keyword &keyword : arguments.keywords) {
      bool isStatic = llvm::is_contained(fixed.names, keyword.first);
      if (parameters)
        for (auto [index, parameter] : llvm::enumerate(*parameters))
          isStatic |= parameter.name == keyword.first && llvm::is_contained(fixed.numbers, static_cast<int64_t>(index));
      Value inner = isStatic ? keyword.second : traceArgument(evaluator, keyword.second, keyword.first);
      if (!inner)
        return nullptr;
      traced.keywords.push_back({keyword.first, inner});
    }
    result = evaluator.call(function, traced);
  }
  return result ? returnFromTrace(evaluator, result) : nullptr;
}

static Value makeJitted(Evaluator &evaluator, Value function, const StaticArguments &fixed) {
  if (!evaluator.isCallable(function))
    return evaluator.raise(DiagnosticId::typeError, "`jax.jit` takes a function, not a `" + function->typeName(evaluator) + "`");
  Value jitted = evaluator.function(
      "jit", [function, fixed](Evaluator &e, Arguments &arguments) { return callJitted(e, function, fixed, arguments); }, function);
  AttributeMap &attributes = cast<WrapperObject>(jitted)->attributes;
  for (llvm::StringRef name : {"lower", "trace", "eval_shape", "clear_cache"}) // methods of a compiled function
    attributes.set(name, evaluator.function(name.str(), [jitted, name = name.str()](Evaluator &e, Arguments &arguments) -> Value {
      std::optional<Value> method = e.textMember("jax", "_jit_" + name);
      Arguments all = arguments;
      all.positional.insert(all.positional.begin(), jitted);
      if (!all.positionalRanges.empty())
        all.positionalRanges.insert(all.positionalRanges.begin(), Range{});
      return method && *method ? e.call(*method, all) : nullptr;
    }));
  return jitted;
}

/// A string or a sequence of strings.
static bool readNames(Evaluator &evaluator, Value given, llvm::SmallVectorImpl<std::string> &names) {
  if (auto *text = dyn_cast<StrObject>(given)) {
    // "a, b" and "a" are both taken, as JAX takes them.
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(text->value).split(parts, ',', -1, false);
    for (llvm::StringRef part : parts)
      names.push_back(part.trim().str());
    return true;
  }
  std::optional<std::vector<Value>> items = evaluator.toVector(given);
  if (!items)
    return false;
  for (Value item : *items) {
    std::optional<std::string> name = evaluator.toString(item, "static_argnames");
    if (!name)
      return false;
    names.push_back(*name);
  }
  return true;
}

static Value jitHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  // Donation, placement and inlining change nothing in a program that is compiled whole.
  if (!refuseArguments(call, {"in_shardings", "out_shardings", "abstracted_axes", "compiler_options"}))
    return nullptr;
  StaticArguments fixed;
  if (!isNone(call["static_argnums"])) {
    std::optional<std::vector<int64_t>> numbers = evaluator.toShape(call["static_argnums"], "static_argnums");
    if (!numbers)
      return nullptr;
    fixed.numbers.assign(numbers->begin(), numbers->end());
  }
  if (!isNone(call["static_argnames"]) && !readNames(evaluator, call["static_argnames"], fixed.names))
    return nullptr;
  if (isNone(call["fun"]))
    return evaluator.function("jit", [fixed](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`jax.jit(...)` is a decorator here and takes one function");
      return makeJitted(e, arguments.positional[0], fixed);
    });
  return makeJitted(evaluator, call["fun"], fixed);
}

//===-- shapes ------------------------------------------------------------------------------------------------===//

static Value shapeDtypeStructHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"sharding", "named_shape", "vma"}))
    return nullptr;
  std::optional<std::vector<int64_t>> shape = evaluator.toShape(call["shape"], "shape");
  std::optional<DType> type = shape ? toDType(evaluator, call["dtype"], "dtype", DType::float32) : std::nullopt;
  if (!type)
    return nullptr;
  for (int64_t extent : *shape)
    if (extent < 0)
      return evaluator.raise(DiagnosticId::valueError, "the shape " + formatShape(*shape) + " has a negative size", call.rangeOf("shape"));
  return makeShapeStruct(evaluator, llvm::SmallVector<int64_t>(shape->begin(), shape->end()), *type);
}

static Value structNdim(Call &call) {
  return call.evaluator.integer(cast<TupleObject>(cast<RecordObject>(call.self)->field("shape"))->items.size());
}
static Value structSize(Call &call) {
  int64_t count = 1;
  for (Value extent : cast<TupleObject>(cast<RecordObject>(call.self)->field("shape"))->items)
    count *= call.evaluator.toInt(extent, "shape").value_or(1);
  return call.evaluator.integer(count);
}

//===-- trees, devices ----------------------------------------------------------------------------------------===//

static Value firstArgument(Call &call) { return call[size_t(0)]; }

static Value oneHandler(Call &call) { return call.evaluator.integer(1); }
static Value noneHandler(Call &call) { return call.evaluator.none(); }

/// An H100: 132 multiprocessors.
static RecordObject *makeDevice(Evaluator &evaluator) {
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("jax", "Device"));
  record->set("id", evaluator.integer(0)).set("platform", evaluator.string(evaluator.options().device)).set("device_kind", evaluator.string(evaluator.options().target));
  return &record->set("process_index", evaluator.integer(0)).set("core_count", evaluator.integer(132));
}
static Value devicesHandler(Call &call) { return call.evaluator.list({makeDevice(call.evaluator)}); }
static Value defaultDeviceHandler(Call &call) { return makeDevice(call.evaluator); }

static Value backendHandler(Call &call) { return call.evaluator.string(call.evaluator.options().device); }

/// `with jax.named_scope("name"):` and the decorator change nothing.
class NamedScopeObject : public ExtensionObject {
public:
  NamedScopeObject() : ExtensionObject(&tag) {}
  Value enter(Evaluator &evaluator) override { return evaluator.none(); }
  std::optional<bool> exit(Evaluator &, Value) override { return false; }
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "`jax.named_scope(name)` as a decorator takes one function");
    return arguments.positional[0];
  }
  static const char tag;
};
const char NamedScopeObject::tag = 0;
static Value namedScopeHandler(Call &call) { return call.evaluator.make<NamedScopeObject>(); }

#define TESSERA_ENTRY(name, signature, summary, handler) {"jax", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    {"jax", "jit", EntryKind::decorator,
     "(fun=None, /, in_shardings=None, out_shardings=None, static_argnums=None, static_argnames=None, "
     "donate_argnums=None, donate_argnames=None, "
     "keep_unused=False, device=None, backend=None, inline=False, abstracted_axes=None, compiler_options=None)",
     "Traces a function once for each call, as one computation.", jitHandler},
    {"jax", "vmap", EntryKind::decorator,
     "(fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, spmd_axis_name=None)",
     "A function for a batch from one for an entry.", vmapHandler},
    {"jax", "Array", EntryKind::type, "", "An immutable array.", nullptr},
    {"jax", "ShapeDtypeStruct", EntryKind::type, "(shape, dtype, *, sharding=None, named_shape=None, vma=None)",
     "A shape and a dtype: what a kernel shall make.", shapeDtypeStructHandler},
    {"jax.ShapeDtypeStruct", "ndim", EntryKind::property, "", "How many axes there are.", structNdim},
    {"jax.ShapeDtypeStruct", "size", EntryKind::property, "", "How many elements there are.", structSize},
    TESSERA_ENTRY("block_until_ready", "(x)", "The value itself: results are always there.", firstArgument),
    TESSERA_ENTRY("device_put", "(x, device=None)", "The value itself: there is one device.", firstArgument),
    TESSERA_ENTRY("device_get", "(x)", "The value itself: there is one device.", firstArgument),
    TESSERA_ENTRY("default_backend", "()", "`gpu`; `cpu` under `tessera test --as=cpu`.", backendHandler),
    TESSERA_ENTRY("named_scope", "(name)", "Names a part of a program; changes nothing.", namedScopeHandler),
    TESSERA_ENTRY("named_call", "(fun, *, name=None)", "Names a function; changes nothing.", firstArgument),
    TESSERA_ENTRY("pmap", "(fun, axis_name=None)", "A function on several devices.", nullptr),
    TESSERA_ENTRY("devices", "(backend=None)", "The devices of this machine: one.", devicesHandler),
    TESSERA_ENTRY("local_devices", "(process_index=None, backend=None)", "The devices of this machine: one.",
                  devicesHandler),
    TESSERA_ENTRY("device_count", "(backend=None)", "How many devices there are: one.", oneHandler),
    TESSERA_ENTRY("local_device_count", "(backend=None)", "How many devices there are: one.", oneHandler),
    {"jax", "Device", EntryKind::type, "", "A device.", nullptr},
    {"jax.extend.backend", "get_default_device", EntryKind::function, "()",
     "The device of this machine; `core_count` says how many programs run at a time.", defaultDeviceHandler},
    TESSERA_ENTRY("eval_shape", "(fun, *args, **kwargs)",
                  "The shapes and dtypes that a function returns; nothing is computed.", evalShapeHandler),
    TESSERA_ENTRY("clear_caches", "()", "Forgets compiled functions; changes nothing.", noneHandler),
    TESSERA_ENTRY("effects_barrier", "()", "Waits; results are always there.", noneHandler),
};

void library::registerJaxTransforms(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax", "Arrays and transformations of functions on them."},
                                          {"jax.debug", "Looking into traced functions."},
                                          {"jax.experimental", "What JAX keeps apart."},
                                          {"jax.extend.backend", "Facts about the device."}};
  table.add(modules, entries);
}

void library::registerJax(LibraryTable &table) {
  registerJaxTransforms(table);
  registerJaxTree(table);
  registerJaxInPython(table);
  registerModulesInPython(table);
  registerJaxNumpy(table);
  registerJaxLax(table);
  registerJaxRandom(table);
}
