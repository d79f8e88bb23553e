// SPDX-License-Identifier: Apache-2.0
// `pl.pallas_call`: what it was given, checked as far as that goes before there are arrays. Words are JAX's where JAX has the error.
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/pallas/Semaphores.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- trees -------------------------------------------------------------------------------------------------===//

static void collectLeaves(Evaluator &evaluator, Value tree, const std::string &path, std::vector<TreeLeaf> &leaves) {
  if (auto *sequence = dyn_cast<SequenceObject>(tree)) {
    for (auto [index, item] : llvm::enumerate(sequence->items)) {
      bool isNamed = sequence->namedType && index < sequence->namedType->fieldNames.size();
      std::string step = isNamed ? "." + sequence->namedType->fieldNames[index] : "[" + std::to_string(index) + "]";
      collectLeaves(evaluator, item, path + step, leaves);
    }
    return;
  }
  if (auto *dict = dyn_cast<DictObject>(tree)) {
    // The order of the entries is flattenTree's: by key.
    std::vector<HashTable::Entry> entries;
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key)
        entries.push_back(entry);
    llvm::stable_sort(entries, [](const HashTable::Entry &a, const HashTable::Entry &b) {
      auto *left = dyn_cast<StrObject>(a.key), *right = dyn_cast<StrObject>(b.key);
      return left && right && left->value < right->value;
    });
    for (const HashTable::Entry &entry : entries) {
      std::string key = evaluator.repr(entry.key).value_or("?");
      evaluator.clearPending();
      collectLeaves(evaluator, entry.value, path + "[" + key + "]", leaves);
    }
    return;
  }
  std::vector<Value> own; // one, none for None, or those of a kind of tree that only flattenTree knows
  flattenTree(tree, own);
  for (Value leaf : own)
    leaves.push_back({path, leaf});
}

std::vector<TreeLeaf> frontend::flattenWithPaths(Evaluator &evaluator, Value tree, const std::string &path) {
  std::vector<TreeLeaf> leaves;
  collectLeaves(evaluator, tree, path, leaves);
  return leaves;
}

bool frontend::readShaped(Evaluator &evaluator, Value leaf, KernelOperand &operand, llvm::StringRef what) {
  auto *record = dyn_cast<RecordObject>(leaf);
  if (auto *semaphore = dyn_cast<SemaphoreTypeObject>(leaf)) {
    if (what != "scratch_shapes" && what != "run_scoped")
      return evaluator.notSupported("a semaphore in `" + what.str() + "`"), false;
    operand.shape = semaphore->shape;
    operand.dtype = DType::int32;
    operand.isSemaphore = true;
    return true;
  }
  Value shape = evaluator.hasAttribute(leaf, "shape") ? evaluator.getAttribute(leaf, "shape") : nullptr;
  Value dtype = shape && evaluator.hasAttribute(leaf, "dtype") ? evaluator.getAttribute(leaf, "dtype") : nullptr;
  if (!dtype)
    return evaluator.raise(DiagnosticId::typeError, "`" + what.str() + "` holds a `" + leaf->typeName(evaluator) + "`, which has no shape and dtype")
        .note("use `jax.ShapeDtypeStruct(shape, dtype)`, or `pltpu.VMEM(shape, dtype)` for scratch"), false;
  std::optional<std::vector<int64_t>> sizes = evaluator.toShape(shape, what);
  std::optional<DType> type = sizes ? toDType(evaluator, dtype, "dtype", DType::float32) : std::nullopt;
  if (!type)
    return false;
  operand.shape.assign(sizes->begin(), sizes->end());
  operand.dtype = *type;
  if (record)
    operand.shapeRange = evaluator.where(record->range);
  return true;
}

//===-- arguments ---------------------------------------------------------------------------------------------===//

/// A size that is an array: computed now, as whatever decides how the program goes on. Inside `jit` too, which is evaluated anew at
/// each call.
static std::optional<int64_t> forceExtent(Evaluator &evaluator, ArrayObject *array) {
  Trace trace(TraceKind::host, nullptr);
  TraceScope scope(evaluator, trace, evaluator.builder().getInsertionBlock());
  Value number = evaluator.forceItem(array->withValue(evaluator, array->value));
  return number ? evaluator.toInt(number, "grid") : std::nullopt;
}

/// `("i", 4)`: a named axis.
static Value takeAxisName(Value item, std::string &name) {
  auto *pair = dyn_cast<TupleObject>(item);
  auto *text = pair && pair->items.size() == 2 ? dyn_cast<StrObject>(pair->items[0]) : nullptr;
  if (!text)
    return item;
  name = text->value;
  return pair->items[1];
}

bool frontend::readGrid(Evaluator &evaluator, Value given, PallasCallConfiguration &configuration, Range range) {
  if (isNone(given))
    return true;
  std::vector<Value> items = {given};
  if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  double programs = 1;
  for (Value item : items) {
    std::string name, axis = std::to_string(configuration.grid.size());
    item = takeAxisName(item, name);
    auto *integer = dyn_cast<IntObject>(item);
    std::optional<int64_t> extent = integer ? integer->value.asInt64() : std::nullopt;
    auto *array = dyn_cast<ArrayObject>(item);
    if (array && array->shape().empty() && !numerics::isFloat(array->dtype) && !(extent = forceExtent(evaluator, array)))
      return false;
    if (!extent || *extent < 0) {
      std::string seen = array && !extent ? describeAbstract(array->dtype, array->shape()) : evaluator.repr(item).value_or(item->typeName(evaluator));
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::gridError, "axis " + axis + " of the grid is `" + seen + "`, not a number of programs", range)
                 .note("a grid says how many programs there are along each axis, for example `grid=(2, 2)`"), false;
    }
    configuration.grid.push_back(*extent);
    configuration.axisNames.push_back(name);
    programs *= static_cast<double>(*extent);
  }
  if (programs > static_cast<double>(INT32_MAX))
    return evaluator.raise(DiagnosticId::gridError, "the grid " + formatShape(configuration.grid) + " has more programs than 2**31 - 1", range), false;
  return true;
}

// The rest of `compiler_params` is about TPUs or about compiling elsewhere.
bool frontend::readOptions(Evaluator &evaluator, Value parameters, std::vector<std::pair<std::string, int64_t>> &options) {
  for (llvm::StringRef name : {"num_warps", "num_stages"}) {
    Value value = nullptr;
    if (auto *record = dyn_cast<RecordObject>(parameters)) {
      value = record->field(name);
    } else if (auto *dict = dyn_cast<DictObject>(parameters)) {
      value = dict->find(evaluator, name);
      // The releases before had one dict for each back end: `dict(triton=dict(num_warps=4))`.
      auto *triton = llvm::dyn_cast_or_null<DictObject>(dict->find(evaluator, "triton"));
      if (!value && triton)
        value = triton->find(evaluator, name);
    }
    if (!value || isNone(value))
      continue;
    std::optional<int64_t> number = evaluator.toInt(value, name);
    if (!number)
      return false;
    options.push_back({name.str(), *number});
  }
  return true;
}

/// `in_specs` and `out_specs` are None, `pl.no_block_spec`, or trees; inputs come in a tuple, so their specs do too.
static bool checkSpecs(Call &call, Value specs) {
  bool isSequence = isNone(specs) || isa<SequenceObject>(specs);
  auto *record = dyn_cast<RecordObject>(specs);
  if (isSequence || (record && record->recordType->name == "NoBlockSpec"))
    return true;
  return call.evaluator.raise(DiagnosticId::blockSpec, "`in_specs` must be a tuple or a list. Found: " + specs->typeName(call.evaluator)), false;
}

static bool readGridSpec(Call &call, RecordObject *spec, PallasCallConfiguration &configuration, Value &grid) {
  Evaluator &evaluator = call.evaluator;
  for (llvm::StringRef name : {"grid", "in_specs", "out_specs", "scratch_shapes"})
    if (call.given(name) && !isNone(call[name]))
      return evaluator.raise(DiagnosticId::argumentError, "`pl.pallas_call` got both `grid_spec` and `" + name.str() + "`", call.rangeOf(name)), false;
  if (!llvm::StringRef(spec->recordType->name).ends_with("GridSpec"))
    return evaluator.raise(DiagnosticId::typeError, "`grid_spec` is a `" + spec->recordType->name + "`, not a `pl.GridSpec`", call.rangeOf("grid_spec")), false;
  grid = spec->field("grid");
  configuration.inSpecs = spec->field("in_specs");
  configuration.outSpecs = spec->field("out_specs");
  configuration.scratchShapes = spec->field("scratch_shapes");
  if (Value count = spec->field("num_scalar_prefetch")) {
    std::optional<int64_t> number = evaluator.toInt(count, "num_scalar_prefetch");
    if (!number)
      return false;
    if (*number < 0)
      return evaluator.raise(DiagnosticId::valueError, "`num_scalar_prefetch` is " + std::to_string(*number) + ", not a number of arguments"), false;
    configuration.prefetchedCount = static_cast<size_t>(*number);
  }
  return true;
}

/// `interpret`, `debug`, `cost_estimate`, `metadata` and `backend` say how, not what: they are taken and change no result.
Value frontend::pallasCallHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasCallConfiguration configuration;
  configuration.range = evaluator.range();
  configuration.kernel = call["kernel"];
  configuration.outShape = call["out_shape"];
  configuration.inSpecs = call["in_specs"];
  configuration.outSpecs = call["out_specs"];
  configuration.scratchShapes = call["scratch_shapes"];
  configuration.aliases = call["input_output_aliases"];
  Value grid = call["grid"];
  if (auto *spec = dyn_cast<RecordObject>(call["grid_spec"])) {
    if (!readGridSpec(call, spec, configuration, grid))
      return nullptr;
  } else if (!isNone(call["grid_spec"])) {
    return evaluator.raise(DiagnosticId::typeError, "`grid_spec` is a `" + call["grid_spec"]->typeName(evaluator) + "`, not a `pl.GridSpec`",
                           call.rangeOf("grid_spec"));
  }
  if (!evaluator.isCallable(configuration.kernel))
    return evaluator.raise(DiagnosticId::typeError, "`pl.pallas_call` takes a kernel function, not a `" + configuration.kernel->typeName(evaluator) + "`",
                           call.rangeOf("kernel"));
  if (!readGrid(evaluator, grid, configuration, call.rangeOf("grid")) || !checkSpecs(call, configuration.inSpecs))
    return nullptr;
  if (!readOptions(evaluator, call["compiler_params"], configuration.options))
    return nullptr;
  if (!isNone(call["name"])) {
    std::optional<std::string> name = evaluator.toString(call["name"], "name");
    if (!name)
      return nullptr;
    configuration.name = *name;
  }
  return makeKernelFunction(evaluator, configuration, "pl.pallas_call");
}

Value frontend::makeKernelFunction(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::StringRef function) {
  return evaluator.function(
      function.split('.').second.str(),
      [configuration, function = function.str()](Evaluator &e, Arguments &arguments) -> Value {
        for (const Keyword &keyword : arguments.keywords)
          return e.raise(DiagnosticId::argumentError, "the result of `" + function + "` takes arrays in order, but got the keyword `" + keyword.first + "`");
        return callKernel(e, configuration, arguments.positional);
      },
      configuration.kernel);
}

//===-- traces ------------------------------------------------------------------------------------------------===//

tile::KernelOp KernelTraces::find(Evaluator &evaluator, const std::string &arguments) const {
  auto known = kernels.find(arguments);
  if (known != kernels.end())
    for (auto kernel : evaluator.module().getOps<tile::KernelOp>())
      if (kernel == known->second.first && kernel.getSymName() == known->second.second)
        return kernel;
  return {};
}

void KernelTraces::keep(const std::string &arguments, tile::KernelOp kernel) { kernels[arguments] = {kernel, kernel.getSymName().str()}; }
