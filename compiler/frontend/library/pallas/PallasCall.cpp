// SPDX-License-Identifier: Apache-2.0
// `pl.pallas_call`: records a kernel for the operands of a call, and a launch of it. The steps, in order: read grid, specs and
// result shapes; pair every array with its spec; make the kernel's Refs; call the user's function on them; see from what it
// recorded which Refs are read and written; launch.
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The arguments of `pallas_call`, as they were given.
struct Configuration {
  Value kernel, outShape, inSpecs, outSpecs, scratchShapes, aliases;
  std::vector<int64_t> grid;
  std::string name;
  std::vector<std::pair<std::string, int64_t>> options; // `num_warps`, ...
  Range range; // of the pallas_call
};

class KernelRecorder {
public:
  KernelRecorder(Evaluator &evaluator, const Configuration &configuration) : evaluator(evaluator), configuration(configuration) {}
  Value run(llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Range> ranges);

private:
  bool readInputs(llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Range> ranges);
  bool readOutputs();
  bool readScratch();
  bool pairSpecs(Value specs, Value tree, llvm::MutableArrayRef<KernelOperand> operands, llvm::StringRef what);
  bool nameOperands();
  bool readAliases();
  tile::KernelOp makeKernel();
  bool recordBody(tile::KernelOp kernel);
  bool attachBlocks(tile::KernelOp kernel);
  Value launch(tile::KernelOp kernel);
  size_t operandCount() const { return inputs.size() + outputs.size() + scratch.size(); }
  KernelOperand &operand(size_t index) {
    if (index < inputs.size())
      return inputs[index];
    index -= inputs.size();
    return index < outputs.size() ? outputs[index] : scratch[index - outputs.size()];
  }

  Evaluator &evaluator;
  const Configuration &configuration;
  std::string kernelName;
  Value inputTree = nullptr;
  std::vector<KernelOperand> inputs, outputs, scratch;
  std::vector<mlir::Value> inputValues;
  std::vector<ResolvedBlock> blocks; // inputs, then outputs
  std::map<size_t, size_t> aliasOfOutput; // output -> input whose contents it starts with
  std::vector<std::pair<std::string, Value>> scratchKeywords; // scratch given as a dict goes to keyword parameters
};

} // namespace

//===-- operands ----------------------------------------------------------------------------------------------===//

/// The function's own name, through partials and wrappers; `kernel` for a lambda.
static std::string nameOfFunction(Value function) {
  if (auto *partial = dyn_cast<PartialObject>(function))
    return nameOfFunction(partial->function);
  if (auto *wrapper = dyn_cast<WrapperObject>(function); wrapper && wrapper->wrapped)
    return nameOfFunction(wrapper->wrapped);
  if (auto *bound = dyn_cast<BoundMethodObject>(function))
    return nameOfFunction(bound->function);
  auto *plain = dyn_cast<FunctionObject>(function);
  return !plain || plain->lambda || plain->name.empty() ? "kernel" : plain->name;
}

/// Symbols are identifiers.
static std::string toSymbol(llvm::StringRef name) {
  std::string symbol;
  for (char c : name)
    symbol += llvm::isAlnum(c) || c == '_' ? c : '_';
  return symbol.empty() || llvm::isDigit(symbol[0]) ? "kernel_" + symbol : symbol;
}

bool KernelRecorder::readInputs(llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Range> ranges) {
  inputTree = evaluator.tuple(arguments.vec());
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    std::vector<Value> leaves;
    flattenTree(argument, leaves);
    for (Value leaf : leaves) {
      if (isa<KeyArray>(leaf))
        return evaluator.notSupported("a typed random key as an input of a kernel"), false;
      std::optional<Operand> operand = asOperand(leaf);
      if (!operand) {
        Raised raised = evaluator.raise(DiagnosticId::typeError, "input " + std::to_string(index) + " of kernel `" + kernelName + "` is a `" +
                                                                     leaf->typeName(evaluator) + "`, not an array");
        raised.note("bind what is not an array with `functools.partial`");
        return false;
      }
      mlir::Value value = materialize(evaluator, *operand, canonicalizeX32(operand->type.dtype));
      if (!value)
        return false;
      KernelOperand input;
      input.shape.assign(operand->shape().begin(), operand->shape().end());
      input.dtype = canonicalizeX32(operand->type.dtype);
      input.role = "input " + std::to_string(inputs.size());
      input.shapeRange = toRange(value.getLoc());
      inputs.push_back(input);
      inputValues.push_back(value);
    }
  }
  return true;
}

/// A shape and a dtype from anything that has them: a ShapeDtypeStruct, an array, a `pl.MemoryRef`.
static bool readShaped(Evaluator &evaluator, Value leaf, KernelOperand &operand, llvm::StringRef what) {
  Value shape = evaluator.hasAttribute(leaf, "shape") ? evaluator.getAttribute(leaf, "shape") : nullptr;
  Value dtype = shape && evaluator.hasAttribute(leaf, "dtype") ? evaluator.getAttribute(leaf, "dtype") : nullptr;
  if (!dtype)
    return evaluator.raise(DiagnosticId::typeError, "`" + what.str() + "` holds a `" + leaf->typeName(evaluator) + "`, which has no shape and dtype")
        .note("use `jax.ShapeDtypeStruct(shape, dtype)`"), false;
  std::optional<std::vector<int64_t>> sizes = evaluator.toShape(shape, what);
  std::optional<DType> type = sizes ? toDType(evaluator, dtype, "dtype", DType::float32) : std::nullopt;
  if (!type)
    return false;
  operand.shape.assign(sizes->begin(), sizes->end());
  operand.dtype = *type;
  if (auto *record = dyn_cast<RecordObject>(leaf))
    operand.shapeRange = evaluator.where(record->range);
  return true;
}

bool KernelRecorder::readOutputs() {
  std::vector<Value> leaves;
  flattenTree(configuration.outShape, leaves);
  for (Value leaf : leaves) {
    KernelOperand output;
    output.role = leaves.size() == 1 ? "the output" : "output " + std::to_string(outputs.size());
    if (!readShaped(evaluator, leaf, output, "out_shape"))
      return false;
    outputs.push_back(output);
  }
  return true;
}

bool KernelRecorder::readScratch() {
  if (isNone(configuration.scratchShapes))
    return true;
  std::vector<std::string> names;
  if (auto *dict = dyn_cast<DictObject>(configuration.scratchShapes)) {
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key && isa<StrObject>(entry.key))
        names.push_back(cast<StrObject>(entry.key)->value);
    llvm::sort(names);
  }
  std::vector<Value> leaves;
  flattenTree(configuration.scratchShapes, leaves);
  for (auto [index, leaf] : llvm::enumerate(leaves)) {
    auto *record = dyn_cast<RecordObject>(leaf);
    if (record && record->recordType->name == "Semaphore")
      return evaluator.notSupported("semaphores as scratch of `pl.pallas_call`"), false;
    KernelOperand operand;
    operand.role = "scratch " + std::to_string(index);
    if (!readShaped(evaluator, leaf, operand, "scratch_shapes"))
      return false;
    if (names.size() == leaves.size())
      operand.name = names[index];
    scratch.push_back(operand);
  }
  return true;
}

/// Gives each operand its BlockSpec: `specs` is None, one spec for all of a tree's leaves, or a structure over the tree.
bool KernelRecorder::pairSpecs(Value specs, Value tree, llvm::MutableArrayRef<KernelOperand> operands, llvm::StringRef what) {
  if (isNone(specs))
    return true;
  if (auto *record = dyn_cast<RecordObject>(specs)) {
    if (record->recordType->name == "NoBlockSpec")
      return true;
    if (record->recordType->name != "BlockSpec")
      return evaluator.raise(DiagnosticId::blockSpec, "`" + what.str() + "` holds a `" + record->recordType->name + "`, not a BlockSpec"), false;
    for (KernelOperand &operand : operands)
      operand.spec = record;
    return true;
  }
  auto *sequence = dyn_cast<SequenceObject>(specs);
  if (!sequence)
    return evaluator.raise(DiagnosticId::blockSpec, "`" + what.str() + "` is a `" + specs->typeName(evaluator) + "`, not a BlockSpec or a list of them"), false;
  auto *items = dyn_cast<SequenceObject>(tree);
  // A single array goes with a list of one spec.
  std::vector<Value> trees = items ? items->items : std::vector<Value>{tree};
  if (trees.size() != sequence->items.size())
    return evaluator.raise(DiagnosticId::blockSpec, "`" + what.str() + "` has " + std::to_string(sequence->items.size()) +
                                                        (sequence->items.size() == 1 ? " spec for " : " specs for ") + std::to_string(trees.size()) +
                                                        (what == "in_specs" ? trees.size() == 1 ? " input" : " inputs" : trees.size() == 1 ? " output" : " outputs")), false;
  for (auto [part, spec] : llvm::zip(trees, sequence->items)) {
    std::vector<Value> leaves;
    flattenTree(part, leaves);
    if (!pairSpecs(spec, part, operands.take_front(leaves.size()), what))
      return false;
    operands = operands.drop_front(leaves.size());
  }
  return true;
}

/// Parameter names, and that there are as many as operands.
bool KernelRecorder::nameOperands() {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.kernel);
  if (!parameters) {
    evaluator.clearPending();
    for (size_t index = 0; index < operandCount(); ++index)
      if (operand(index).name.empty())
        operand(index).name = "ref" + std::to_string(index);
    return true;
  }
  using ParameterKind = syntax::Parameter::Kind;
  size_t positional = 0, required = 0;
  bool variadic = false;
  bool scratchByName = llvm::any_of(scratch, [](const KernelOperand &operand) { return !operand.name.empty(); });
  size_t count = operandCount() - (scratchByName ? scratch.size() : 0);
  std::vector<std::string> names;
  for (const ParameterInfo &parameter : *parameters) {
    if (parameter.kind == ParameterKind::varArgs) {
      variadic = true;
      for (size_t extra = 0; names.size() < count; ++extra)
        names.push_back(parameter.name + "_" + std::to_string(extra));
    }
    if (parameter.kind != ParameterKind::positional && parameter.kind != ParameterKind::positionalOnly)
      continue;
    ++positional;
    required += !parameter.defaultValue;
    names.push_back(parameter.name);
  }
  if (count < required || (count > positional && !variadic)) {
    std::string seen = std::to_string(inputs.size()) + (inputs.size() == 1 ? " input, " : " inputs, ") + std::to_string(outputs.size()) +
                       (outputs.size() == 1 ? " output" : " outputs");
    if (!scratch.empty() && !scratchByName)
      seen += ", " + std::to_string(scratch.size()) + " scratch";
    std::string list;
    for (const std::string &name : names)
      list += (list.empty() ? "`" : ", `") + name + "`";
    Raised raised = evaluator.raise(DiagnosticId::kernelSignature, "kernel `" + kernelName + "` has " + std::to_string(positional) +
                                                                       (positional == 1 ? " parameter" : " parameters") + " (" + list + ") but `pallas_call` passes " +
                                                                       std::to_string(count) + " Refs: " + seen);
    if (auto *function = dyn_cast<FunctionObject>(configuration.kernel))
      raised.note("`" + kernelName + "` is defined here", evaluator.where(function->range()));
    raised.note("a kernel takes one Ref an input, then one an output, then one a scratch buffer");
    return false;
  }
  for (size_t index = 0; index < count; ++index)
    operand(index).name = names[index];
  return true;
}

bool KernelRecorder::readAliases() {
  auto *dict = dyn_cast<DictObject>(configuration.aliases);
  if (!dict)
    return true;
  for (const HashTable::Entry &entry : dict->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<int64_t> in = evaluator.toInt(entry.key, "input_output_aliases"), out = in ? evaluator.toInt(entry.value, "input_output_aliases") : std::nullopt;
    if (!out)
      return false;
    if (*in < 0 || *in >= static_cast<int64_t>(inputs.size()) || *out < 0 || *out >= static_cast<int64_t>(outputs.size()))
      return evaluator.raise(DiagnosticId::valueError, "`input_output_aliases` names input " + std::to_string(*in) + " and output " + std::to_string(*out) +
                                                           ", but there are " + std::to_string(inputs.size()) + " and " + std::to_string(outputs.size())), false;
    if (inputs[*in].shape != outputs[*out].shape || inputs[*in].dtype != outputs[*out].dtype)
      return evaluator.raise(DiagnosticId::shapeMismatch, "input " + std::to_string(*in) + " and output " + std::to_string(*out) +
                                                              " are aliases but differ in shape or dtype: " + formatShape(inputs[*in].shape) + " and " +
                                                              formatShape(outputs[*out].shape)), false;
    aliasOfOutput[*out] = *in;
  }
  return true;
}

//===-- the kernel --------------------------------------------------------------------------------------------===//

tile::KernelOp KernelRecorder::makeKernel() {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  llvm::SmallVector<mlir::Type> types;
  for (size_t index = 0; index < operandCount(); ++index) {
    const KernelOperand &current = operand(index);
    bool isScratch = index >= inputs.size() + outputs.size();
    Shape shape = isScratch ? current.shape : blocks[index].refShape(current.shape);
    tile::MemorySpace space = isScratch ? tile::MemorySpace::any : blocks[index].space;
    types.push_back(tile::RefType::get(shape, frontend::getElementType(evaluator.context(), current.dtype), space));
  }
  mlir::Location location = evaluator.location(configuration.range);
  if (auto *function = dyn_cast<FunctionObject>(configuration.kernel))
    location = evaluator.location(function->range());
  auto kernel = tile::KernelOp::create(builder, location, evaluator.uniqueSymbol(toSymbol(kernelName)), builder.getFunctionType(types, {}), "pallas");
  llvm::SmallVector<mlir::NamedAttribute> options;
  for (const auto &[name, value] : configuration.options)
    options.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  if (!options.empty())
    kernel.setOptionsAttr(builder.getDictionaryAttr(options));
  mlir::Block &entry = kernel.getBody().emplaceBlock();
  for (auto [index, type] : llvm::enumerate(types)) {
    mlir::StringAttr parameter = builder.getStringAttr(operand(index).name);
    entry.addArgument(type, mlir::NameLoc::get(parameter, location)); // printed under the user's name
    kernel.setArgAttr(index, tile::KernelOp::argumentNameName, parameter);
  }
  return kernel;
}

bool KernelRecorder::recordBody(tile::KernelOp kernel) {
  Trace trace(TraceKind::kernel, nullptr);
  mlir::Block *entry = &kernel.getBody().front();
  TraceScope scope(evaluator, trace, entry);
  Arguments arguments;
  std::vector<Value> inputRefs;
  for (size_t index = 0; index < operandCount(); ++index) {
    const KernelOperand &current = operand(index);
    Value ref = evaluator.make<PallasRef>(entry->getArgument(index), current.dtype, current.name);
    bool byName = index >= inputs.size() + outputs.size() && isa<DictObject>(configuration.scratchShapes);
    if (byName)
      arguments.keywords.push_back({current.name, ref});
    else if (index < inputs.size())
      inputRefs.push_back(ref);
    else
      arguments.positional.push_back(ref);
  }
  // Inputs given as trees arrive as trees of Refs.
  llvm::ArrayRef<Value> rest = inputRefs;
  Value refTree = unflattenTree(evaluator, inputTree, rest);
  const std::vector<Value> &trees = cast<TupleObject>(refTree)->items;
  arguments.positional.insert(arguments.positional.begin(), trees.begin(), trees.end());
  GridStack &stack = evaluator.state<GridStack>();
  stack.grids.push_back(configuration.grid);
  Value result = evaluator.call(configuration.kernel, arguments);
  stack.grids.pop_back();
  if (!result)
    return false;
  if (!isNone(result))
    return evaluator.raise(DiagnosticId::kernelSignature, "kernel `" + kernelName + "` returns a `" + result->typeName(evaluator) + "`")
        .note("a kernel returns nothing: it writes its results to its output Refs"), false;
  tile::ReturnOp::create(evaluator.builder(), kernel.getLoc());
  return true;
}

/// Accesses and blocks. A Ref that the body never touches is an input that is read, or an output that is written.
bool KernelRecorder::attachBlocks(tile::KernelOp kernel) {
  for (size_t index = 0; index < operandCount(); ++index) {
    Usage usage = findUsage(kernel, index);
    tile::Access access = tile::Access::scratch;
    if (index < inputs.size())
      access = usage.writes ? tile::Access::readwrite : tile::Access::read;
    else if (index < inputs.size() + outputs.size())
      access = usage.reads || aliasOfOutput.count(index - inputs.size()) ? tile::Access::readwrite : tile::Access::write;
    kernel.setAccess(index, access);
    if (access == tile::Access::scratch || blocks[index].whole)
      continue;
    const ResolvedBlock &block = blocks[index];
    mlir::FlatSymbolRefAttr map;
    if (block.indexMap && !(map = recordIndexMap(evaluator, operand(index), block, configuration.grid, kernel.getSymName().str() + "." + operand(index).name)))
      return false;
    auto array = mlir::RankedTensorType::get(operand(index).shape, frontend::getElementType(evaluator.context(), operand(index).dtype));
    kernel.setArgAttr(index, tile::KernelOp::blockName, tile::BlockAttr::get(evaluator.context(), block.shape, array, map, block.squeezed, block.elementAxes));
  }
  return true;
}

/// What memory that nobody wrote holds: NaN, the smallest signed integer, 0 for unsigned ones, False.
static mlir::Value makeUninitialized(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape) {
  if (numerics::isFloat(type))
    return emitter.constant(std::numeric_limits<double>::quiet_NaN(), type, shape);
  int64_t least = numerics::isSigned(type) ? -(int64_t(1) << (numerics::getBitWidth(type) - 1)) : 0;
  return emitter.constantInt(least, type, shape);
}

Value KernelRecorder::launch(tile::KernelOp kernel) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<std::optional<size_t>> resultOfOutput(outputs.size());
  for (size_t index = 0; index < inputs.size() + outputs.size(); ++index) {
    tile::Access access = kernel.getAccess(index);
    const KernelOperand &current = operand(index);
    bool isInput = index < inputs.size();
    if (access != tile::Access::write) {
      mlir::Value value;
      if (isInput)
        value = inputValues[index];
      else if (auto alias = aliasOfOutput.find(index - inputs.size()); alias != aliasOfOutput.end())
        value = inputValues[alias->second];
      else
        value = makeUninitialized(emitter, current.dtype, current.shape);
      operands.push_back(value);
    }
    if (access != tile::Access::read) {
      if (!isInput)
        resultOfOutput[index - inputs.size()] = results.size();
      results.push_back(getArrayType(evaluator.context(), current.shape, current.dtype));
    }
  }
  auto launched = emitter.create<tile::LaunchOp>(results, kernel.getSymName(), configuration.grid, operands);
  std::vector<Value> arrays;
  for (auto [index, result] : llvm::enumerate(resultOfOutput))
    arrays.push_back(wrap(evaluator, launched.getOutputs()[*result], outputs[index].dtype));
  llvm::ArrayRef<Value> rest = arrays;
  return unflattenTree(evaluator, configuration.outShape, rest);
}

Value KernelRecorder::run(llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Range> ranges) {
  TraceKind kind = evaluator.trace().kind;
  if (kind == TraceKind::kernel || kind == TraceKind::indexMap || kind == TraceKind::triton)
    return evaluator.raise(DiagnosticId::notSupported, "`pl.pallas_call` inside a kernel is not supported").note("call the function that the inner kernel runs");
  kernelName = configuration.name.empty() ? nameOfFunction(configuration.kernel) : configuration.name;
  if (!readInputs(arguments, ranges) || !readOutputs() || !readScratch() || !nameOperands() || !readAliases())
    return nullptr;
  if (!pairSpecs(configuration.inSpecs, inputTree, inputs, "in_specs") || !pairSpecs(configuration.outSpecs, configuration.outShape, outputs, "out_specs"))
    return nullptr;
  for (size_t index = 0; index < inputs.size() + outputs.size(); ++index) {
    std::optional<ResolvedBlock> block = resolveBlock(evaluator, operand(index));
    if (!block)
      return nullptr;
    blocks.push_back(*block);
  }
  tile::KernelOp kernel = makeKernel();
  if (!recordBody(kernel) || !attachBlocks(kernel)) {
    eraseKernel(evaluator, kernel);
    return nullptr;
  }
  return launch(reuseKernel(evaluator, kernel));
}

//===-- pallas_call -------------------------------------------------------------------------------------------===//

/// The grid's sizes; an int is a grid of one axis.
static std::optional<std::vector<int64_t>> readGrid(Call &call, Value given) {
  Evaluator &evaluator = call.evaluator;
  if (isNone(given))
    return std::vector<int64_t>();
  std::vector<Value> items = {given};
  if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  std::vector<int64_t> grid;
  double programs = 1;
  for (Value item : items) {
    // Named axes, `("x", 4)`, are Mosaic's.
    auto *integer = dyn_cast<IntObject>(item);
    std::optional<int64_t> extent = integer ? integer->value.asInt64() : std::nullopt;
    if (auto *array = dyn_cast<ArrayObject>(item))
      extent = getKnownInteger(array->value);
    if (!extent || *extent <= 0) {
      std::string seen = evaluator.repr(item).value_or(item->typeName(evaluator));
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::gridError, "axis " + std::to_string(grid.size()) + " of the grid is `" + seen + "`, not a positive integer",
                             call.rangeOf("grid"))
          .note("a grid says how many programs there are along each axis, for example `grid=(2, 2)`");
    }
    grid.push_back(*extent);
    programs *= static_cast<double>(*extent);
  }
  if (programs > static_cast<double>(INT32_MAX))
    return evaluator.raise(DiagnosticId::gridError, "the grid " + formatShape(grid) + " has more programs than 2**31 - 1", call.rangeOf("grid"));
  return grid;
}

/// The options that `compiler_params` carries to the kernel. The rest of it is about TPUs or about compiling elsewhere.
static bool readOptions(Evaluator &evaluator, Value parameters, std::vector<std::pair<std::string, int64_t>> &options) {
  for (llvm::StringRef name : {"num_warps", "num_stages"}) {
    Value value = nullptr;
    if (auto *record = dyn_cast<RecordObject>(parameters))
      value = record->field(name);
    else if (auto *dict = dyn_cast<DictObject>(parameters))
      value = dict->find(evaluator, name);
    if (!value || isNone(value))
      continue;
    std::optional<int64_t> number = evaluator.toInt(value, name);
    if (!number)
      return false;
    options.push_back({name.str(), *number});
  }
  return true;
}

/// `interpret`, `debug`, `cost_estimate` and `metadata` say how, not what: they are taken and change no result.
Value frontend::pallasCallHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Configuration configuration;
  configuration.range = evaluator.range();
  configuration.kernel = call["kernel"];
  configuration.outShape = call["out_shape"];
  configuration.inSpecs = call["in_specs"];
  configuration.outSpecs = call["out_specs"];
  configuration.scratchShapes = call["scratch_shapes"];
  configuration.aliases = call["input_output_aliases"];
  Value grid = call["grid"];
  if (auto *spec = dyn_cast<RecordObject>(call["grid_spec"])) {
    for (llvm::StringRef name : {"grid", "in_specs", "out_specs"})
      if (call.given(name))
        return evaluator.raise(DiagnosticId::argumentError, "`pl.pallas_call` got both `grid_spec` and `" + name.str() + "`", call.rangeOf(name));
    grid = spec->field("grid");
    configuration.inSpecs = spec->field("in_specs");
    configuration.outSpecs = spec->field("out_specs");
    configuration.scratchShapes = spec->field("scratch_shapes");
  }
  if (!evaluator.isCallable(configuration.kernel))
    return evaluator.raise(DiagnosticId::typeError, "`pl.pallas_call` takes a kernel function, not a `" + configuration.kernel->typeName(evaluator) + "`",
                           call.rangeOf("kernel"));
  std::optional<std::vector<int64_t>> sizes = readGrid(call, grid);
  if (!sizes)
    return nullptr;
  configuration.grid = *sizes;
  if (!readOptions(evaluator, call["compiler_params"], configuration.options))
    return nullptr;
  if (!isNone(call["name"])) {
    std::optional<std::string> name = evaluator.toString(call["name"], "name");
    if (!name)
      return nullptr;
    configuration.name = *name;
  }
  return evaluator.function(
      "pallas_call",
      [configuration](Evaluator &e, Arguments &arguments) -> Value {
        for (const Keyword &keyword : arguments.keywords)
          return e.raise(DiagnosticId::argumentError, "the result of `pl.pallas_call` takes arrays in order, but got the keyword `" + keyword.first + "`");
        return KernelRecorder(e, configuration).run(arguments.positional, arguments.positionalRanges);
      },
      configuration.kernel);
}
