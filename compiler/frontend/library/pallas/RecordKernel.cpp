// SPDX-License-Identifier: Apache-2.0
// Records a kernel for the operands of one call of `pallas_call`, and a launch of it. The steps, in order: read the arrays and the
// results' shapes; pair each with its spec; make the kernel's Refs; record the index maps; call the user's function on the Refs; see
// from what it recorded which Refs are read and written; launch.
//
// The kernel's arguments are the prefetched scalars, the other inputs, the outputs, the scratch buffers, and last those that
// `run_scoped` adds while the body is recorded. An index map takes an i32 a grid axis and then the scalars' Refs.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PairSpecs.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Refs.h"
#include "compiler/tile/ir/BlockPadding.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class KernelRecorder {
public:
  KernelRecorder(Evaluator &evaluator, const PallasCallConfiguration &configuration) : evaluator(evaluator), configuration(configuration) {}
  Value run(llvm::ArrayRef<Value> arguments);

private:
  bool readInputs(llvm::ArrayRef<Value> arguments);
  bool readOutputs();
  bool readScratch();
  bool readAliases();
  void nameOperands();
  bool resolveBlocks(llvm::ArrayRef<Value> arguments);
  tile::KernelOp makeKernel();
  bool recordIndexMaps(tile::KernelOp kernel);
  std::optional<Arguments> makeRefs(mlir::Block *entry);
  bool checkParameters(const Arguments &arguments);
  bool recordBody(tile::KernelOp kernel);
  void nameAxes();
  void resetSemaphores(tile::KernelOp kernel);
  void setAccesses(tile::KernelOp kernel);
  std::string describeArguments() const;
  tile::KernelOp record(llvm::ArrayRef<Value> arguments);
  bool hasPrograms() const { return !llvm::is_contained(configuration.grid, 0); }
  Value launch(tile::KernelOp kernel);
  Value skipLaunch();
  bool hasScratchByName() const { return isa<DictObject>(configuration.scratchShapes); }
  size_t arrayCount() const { return inputs.size() + outputs.size(); }
  size_t operandCount() const { return arrayCount() + scratch.size(); }
  KernelOperand &operand(size_t index) {
    if (index < inputs.size())
      return inputs[index];
    index -= inputs.size();
    return index < outputs.size() ? outputs[index] : scratch[index - outputs.size()];
  }

  Evaluator &evaluator;
  const PallasCallConfiguration &configuration;
  std::string kernelName;
  Value inputTree = nullptr, outputTree = nullptr, scratchTree = nullptr; // tuples: one entry a parameter
  std::vector<KernelOperand> inputs, outputs, scratch;
  size_t scalarCount = 0; // of the inputs: leaves of the prefetched arguments
  std::vector<mlir::Value> inputValues;
  std::vector<ResolvedBlock> blocks;      // inputs, then outputs
  std::map<size_t, size_t> aliasOfOutput; // output -> input whose contents it starts with
};

} // namespace

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

/// An error about the kernel's signature that is a ValueError in JAX.
static Raised raiseSignature(Evaluator &evaluator, const std::string &message) {
  Raised raised = evaluator.raise(DiagnosticId::valueError, message);
  evaluator.pendingException()->id = DiagnosticId::kernelSignature;
  return raised;
}

//===-- operands ----------------------------------------------------------------------------------------------===//

bool KernelRecorder::readInputs(llvm::ArrayRef<Value> arguments) {
  inputTree = evaluator.tuple(arguments.vec());
  if (configuration.prefetchedCount > arguments.size())
    return evaluator.raise(DiagnosticId::valueError, "`num_scalar_prefetch` is " + std::to_string(configuration.prefetchedCount) + " but kernel `" +
                                                         kernelName + "` is called with " + std::to_string(arguments.size()) +
                                                         (arguments.size() == 1 ? " array" : " arrays")), false;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    for (const TreeLeaf &leaf : flattenWithPaths(evaluator, argument)) {
      std::string origin = "args[" + std::to_string(index) + "]" + leaf.path;
      if (isa<KeyArray>(leaf.value))
        return evaluator.notSupported("a typed random key as an input of a kernel"), false;
      std::optional<Operand> operand = asOperand(leaf.value);
      if (!operand)
        return evaluator
            .raise(DiagnosticId::typeError, "input " + origin + " of kernel `" + kernelName + "` is a `" + leaf.value->typeName(evaluator) + "`, not an array")
            .note("bind what is not an array with `functools.partial`"), false;
      mlir::Value value = materialize(evaluator, *operand, canonicalizeX32(operand->type.dtype));
      if (!value)
        return false;
      KernelOperand input;
      input.shape.assign(operand->shape().begin(), operand->shape().end());
      input.dtype = canonicalizeX32(operand->type.dtype);
      input.origin = origin;
      input.shapeRange = toRange(value.getLoc());
      inputs.push_back(input);
      inputValues.push_back(value);
    }
    if (index + 1 == configuration.prefetchedCount)
      scalarCount = inputs.size();
  }
  return true;
}

bool KernelRecorder::readOutputs() {
  bool isSequence = isa<SequenceObject>(configuration.outShape) && !cast<SequenceObject>(configuration.outShape)->namedType;
  outputTree = isSequence ? configuration.outShape : evaluator.tuple({configuration.outShape});
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, configuration.outShape)) {
    KernelOperand output;
    output.origin = "outputs" + leaf.path;
    if (!readShaped(evaluator, leaf.value, output, "out_shape"))
      return false;
    outputs.push_back(output);
  }
  return true;
}

bool KernelRecorder::readScratch() {
  Value shapes = configuration.scratchShapes;
  bool isSequence = isa<SequenceObject>(shapes);
  scratchTree = isNone(shapes) ? evaluator.tuple({}) : isSequence || hasScratchByName() ? shapes : evaluator.tuple({shapes});
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, scratchTree)) {
    KernelOperand buffer;
    buffer.origin = "scratch" + leaf.path;
    if (!readShaped(evaluator, leaf.value, buffer, "scratch_shapes"))
      return false;
    scratch.push_back(buffer);
  }
  return true;
}

bool KernelRecorder::readAliases() {
  if (isNone(configuration.aliases))
    return true;
  auto *dict = dyn_cast<DictObject>(configuration.aliases);
  if (!dict)
    return evaluator.raise(DiagnosticId::typeError, "`input_output_aliases` is a `" + configuration.aliases->typeName(evaluator) +
                                                        "`, not a dict of input numbers to output numbers"), false;
  for (const HashTable::Entry &entry : dict->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<int64_t> in = evaluator.toInt(entry.key, "input_output_aliases"), out = in ? evaluator.toInt(entry.value, "input_output_aliases") : std::nullopt;
    if (!out)
      return false;
    std::string mapping = "input_output_aliases contains the mapping '" + std::to_string(*in) + ":" + std::to_string(*out) + "' ";
    auto isOutside = [](int64_t index, size_t count) { return index < 0 || index >= static_cast<int64_t>(count); };
    if (isOutside(*in, inputs.size()))
      return evaluator.raise(DiagnosticId::valueError, mapping + "with input index " + std::to_string(*in) + " outside the range [0, " + std::to_string(inputs.size()) + ")"), false;
    if (isOutside(*out, outputs.size()))
      return evaluator.raise(DiagnosticId::valueError, mapping + "with output index " + std::to_string(*out) + " outside the range [0, " + std::to_string(outputs.size()) + ")"), false;
    const KernelOperand &input = inputs[*in], &output = outputs[*out];
    if (input.shape != output.shape || input.dtype != output.dtype)
      return evaluator.raise(DiagnosticId::valueError, mapping + "referring to input[" + std::to_string(*in) + "] with abstract value " +
                                                           describeAbstract(input.dtype, input.shape) + " and to output[" + std::to_string(*out) +
                                                           "] with a different abstract value " + describeAbstract(output.dtype, output.shape)), false;
    aliasOfOutput[*out] = *in;
  }
  return true;
}

/// Names operands after the kernel's parameters, as far as it has some. Whether their number is right is told when it is called.
void KernelRecorder::nameOperands() {
  std::vector<std::string> names;
  std::string variadic = "ref";
  if (std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.kernel)) {
    using ParameterKind = syntax::Parameter::Kind;
    for (const ParameterInfo &parameter : *parameters) {
      if (parameter.kind == ParameterKind::positional || parameter.kind == ParameterKind::positionalOnly)
        names.push_back(parameter.name);
      else if (parameter.kind == ParameterKind::varArgs)
        variadic = parameter.name;
    }
  }
  evaluator.clearPending();
  size_t position = 0, next = 0;
  auto nameTree = [&](Value tree) {
    for (Value part : cast<SequenceObject>(tree)->items) {
      std::string name = position < names.size() ? names[position] : variadic + "_" + std::to_string(position - names.size());
      ++position;
      for (const TreeLeaf &leaf : flattenWithPaths(evaluator, part))
        operand(next++).name = name + leaf.path;
    }
  };
  nameTree(inputTree);
  nameTree(outputTree);
  if (!hasScratchByName())
    return nameTree(scratchTree);
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, scratchTree))
    operand(next++).name = llvm::StringRef(leaf.path).trim("[]'").str();
}

bool KernelRecorder::resolveBlocks(llvm::ArrayRef<Value> arguments) {
  Value blocked = evaluator.tuple(arguments.drop_front(configuration.prefetchedCount).vec());
  llvm::MutableArrayRef<KernelOperand> withSpecs = llvm::MutableArrayRef<KernelOperand>(inputs).drop_front(scalarCount);
  if (!pairSpecs(evaluator, configuration.inSpecs, blocked, withSpecs, "in_specs", "inputs") ||
      !pairSpecs(evaluator, configuration.outSpecs, configuration.outShape, outputs, "out_specs", "out_shape"))
    return false;
  for (size_t index = 0; index < arrayCount(); ++index) {
    std::optional<ResolvedBlock> block = resolveBlock(evaluator, operand(index));
    if (!block)
      return false;
    blocks.push_back(*block);
  }
  return true;
}

//===-- the kernel --------------------------------------------------------------------------------------------===//

static PallasRef *makeRef(Evaluator &evaluator, mlir::Value value, const KernelOperand &operand) {
  auto *ref = evaluator.make<PallasRef>(value, operand.dtype, operand.name);
  ref->isSemaphore = operand.isSemaphore;
  return ref;
}

/// Writes a whole number to all of an integer Ref.
static void fillRef(Evaluator &evaluator, PallasRef *ref, int64_t value) {
  Emitter emitter = emitterHere(evaluator);
  SliceParts parts = toSliceParts(ref->whole(evaluator)->axes);
  emitter.create<tile::StoreOp>(emitter.constantInt(value, ref->dtype, ref->shape()), ref->value, parts.offsets, mlir::Value(), parts.staticOffsets, parts.sizes,
                                parts.strides, parts.dropped);
}

tile::KernelOp KernelRecorder::makeKernel() {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  llvm::SmallVector<mlir::Type> types;
  for (size_t index = 0; index < operandCount(); ++index) {
    const KernelOperand &current = operand(index);
    bool isScratch = index >= arrayCount();
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

bool KernelRecorder::recordIndexMaps(tile::KernelOp kernel) {
  IndexMapArguments given;
  given.gridRank = configuration.grid.size();
  const std::vector<Value> &arguments = cast<TupleObject>(inputTree)->items;
  given.scalarTree = evaluator.tuple({arguments.begin(), arguments.begin() + configuration.prefetchedCount});
  for (size_t index = 0; index < scalarCount; ++index) {
    given.scalars.push_back(inputs[index]);
    given.scalarTypes.push_back(kernel.getArgumentTypes()[index]);
  }
  for (size_t index = 0; index < arrayCount(); ++index) {
    const ResolvedBlock &block = blocks[index];
    if (block.whole)
      continue;
    mlir::FlatSymbolRefAttr map;
    std::string symbol = kernel.getSymName().str() + "." + toSymbol(operand(index).name);
    if (block.indexMap && !(map = recordIndexMap(evaluator, operand(index), block, given, symbol)))
      return false;
    auto array = mlir::RankedTensorType::get(operand(index).shape, frontend::getElementType(evaluator.context(), operand(index).dtype));
    kernel.setArgAttr(index, tile::KernelOp::blockName, tile::BlockAttr::get(evaluator.context(), block.shape, array, map, block.squeezed, block.elementAxes));
    if (!block.padding.empty())
      kernel.setArgAttr(index, tile::paddingName, mlir::DenseI64ArrayAttr::get(evaluator.context(), block.padding));
  }
  return true;
}

/// The kernel's Refs as it takes them: in the trees that the arrays came in, one a parameter; scratch of a dict by keyword.
std::optional<Arguments> KernelRecorder::makeRefs(mlir::Block *entry) {
  std::vector<Value> refs;
  for (size_t index = 0; index < operandCount(); ++index)
    refs.push_back(makeRef(evaluator, entry->getArgument(index), operand(index)));
  llvm::ArrayRef<Value> rest = refs;
  Arguments arguments;
  for (Value tree : {inputTree, outputTree, scratchTree}) {
    Value filled = unflattenTree(evaluator, tree, rest);
    if (!filled)
      return std::nullopt;
    if (auto *sequence = dyn_cast<SequenceObject>(filled)) {
      llvm::append_range(arguments.positional, sequence->items);
      continue;
    }
    for (const HashTable::Entry &entry : cast<DictObject>(filled)->table.entries())
      if (auto *key = entry.key ? dyn_cast<StrObject>(entry.key) : nullptr)
        arguments.keywords.push_back({key->value, entry.value});
  }
  return arguments;
}

/// Python's own message for a wrong number of parameters, with a word on where the number comes from.
bool KernelRecorder::checkParameters(const Arguments &arguments) {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.kernel);
  if (!parameters) {
    evaluator.clearPending();
    return true; // its call will tell
  }
  Arguments probe = arguments;
  llvm::SmallVector<Value> ignored;
  auto *function = dyn_cast<FunctionObject>(configuration.kernel);
  if (evaluator.bind(function ? function->name : kernelName, *parameters, probe, ignored))
    return true;
  auto count = [](size_t number, const char *what) { return std::to_string(number) + " " + what + (number == 1 ? "" : "s"); };
  std::string seen = count(inputs.size(), "input") + ", " + count(outputs.size(), "output");
  if (!scratch.empty())
    seen += ", " + count(scratch.size(), "scratch buffer");
  evaluator.pendingException()->id = DiagnosticId::kernelSignature;
  Raised raised(evaluator.pendingException());
  raised.note("`pallas_call` passes " + count(operandCount(), "Ref") + ": " + seen);
  if (function)
    raised.note("`" + kernelName + "` is defined here", evaluator.where(function->range()));
  raised.note("a kernel takes one Ref an input, then one an output, then one a scratch buffer");
  return false;
}

bool KernelRecorder::recordBody(tile::KernelOp kernel) {
  mlir::Block *entry = &kernel.getBody().front();
  std::optional<Arguments> arguments = makeRefs(entry);
  if (!arguments || !checkParameters(*arguments))
    return false;
  std::string subject = "The kernel function in the pallas_call " + describeFunction(evaluator, configuration.kernel);
  Trace trace(TraceKind::kernel, nullptr);
  trace.subject = subject + " captures constants";
  TraceScope scope(evaluator, trace, entry);
  KernelStack &stack = evaluator.state<KernelStack>();
  stack.kernels.push_back({configuration.grid, {}, {}, kernel, &scratch});
  std::vector<NamedAxis> axesAround = evaluator.state<NamedAxes>().axes;
  nameAxes();
  resetSemaphores(kernel);
  Value result = evaluator.call(configuration.kernel, *arguments);
  evaluator.state<NamedAxes>().axes = std::move(axesAround);
  stack.kernels.pop_back();
  if (!result)
    return false;
  if (!isNone(result)) {
    bool isTree = isa<SequenceObject, DictObject>(result);
    return raiseSignature(evaluator, subject + " should return None. It returns a PyTree: " + (isTree ? "a " + result->typeName(evaluator) : "*"))
        .note("a kernel returns nothing: it writes its results to its output Refs"), false;
  }
  tile::ReturnOp::create(evaluator.builder(), kernel.getLoc());
  return true;
}

/// The grid's named axes, for `lax.axis_index`: an index is the program's.
void KernelRecorder::nameAxes() {
  for (auto [axis, name] : llvm::enumerate(configuration.axisNames))
    if (!name.empty())
      evaluator.state<NamedAxes>().axes.push_back(
          {"'" + name + "'", configuration.grid[axis], emitterHere(evaluator).create<tile::ProgramIdOp>(static_cast<int64_t>(axis))});
}

/// Semaphores hold 0 where the kernel begins, which is before the body of its first program.
void KernelRecorder::resetSemaphores(tile::KernelOp kernel) {
  if (llvm::none_of(scratch, [](const KernelOperand &buffer) { return buffer.isSemaphore; }))
    return;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value isFirst = emitter.constantInt(1, DType::boolean);
  for (size_t axis = 0; axis < configuration.grid.size(); ++axis) {
    mlir::Value atZero = emitter.compare(Compare::eq, emitter.create<tile::ProgramIdOp>(axis), emitter.constantInt(0, DType::int32), DType::int32);
    isFirst = emitter.create<mlir::arith::AndIOp>(isFirst, atZero);
  }
  auto branch = mlir::scf::IfOp::create(evaluator.builder(), evaluator.location(), isFirst, /*withElseRegion=*/false);
  mlir::OpBuilder::InsertionGuard guard(evaluator.builder());
  evaluator.builder().setInsertionPoint(branch.thenYield());
  for (size_t index = arrayCount(); index < operandCount(); ++index)
    if (operand(index).isSemaphore)
      fillRef(evaluator, makeRef(evaluator, kernel.getArgument(index), operand(index)), 0);
}

/// A Ref that the body never touches is an input that is read, or an output that is written.
void KernelRecorder::setAccesses(tile::KernelOp kernel) {
  for (size_t index = 0; index < operandCount(); ++index) {
    Usage usage = findUsage(kernel, index);
    tile::Access access = tile::Access::scratch;
    if (index < inputs.size())
      access = usage.writes ? tile::Access::readwrite : tile::Access::read;
    else if (index < arrayCount())
      access = usage.reads || aliasOfOutput.count(index - inputs.size()) ? tile::Access::readwrite : tile::Access::write;
    kernel.setAccess(index, access);
  }
}

/// What memory that nobody wrote holds: NaN, the smallest signed integer, 0 for unsigned ones, False.
static mlir::Value makeUninitialized(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape) {
  if (numerics::isFloat(type))
    return emitter.constant(std::numeric_limits<double>::quiet_NaN(), type, shape);
  bool isSigned = numerics::isSigned(type) && type != DType::boolean;
  int64_t least = isSigned ? static_cast<int64_t>(~uint64_t(0) << (numerics::getBitWidth(type) - 1)) : 0;
  return emitter.constantInt(least, type, shape);
}

Value frontend::makeEmpty(Evaluator &evaluator, DType type, llvm::ArrayRef<int64_t> shape) {
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, makeUninitialized(emitter, type, shape), type);
}

Value KernelRecorder::launch(tile::KernelOp kernel) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<std::optional<size_t>> resultOfOutput(outputs.size());
  for (size_t index = 0; index < arrayCount(); ++index) {
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

/// A grid without programs: an output is the input that it is aliased to, or was written by nobody.
Value KernelRecorder::skipLaunch() {
  if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::gridError, evaluator.where(configuration.range),
                                      "the grid " + formatShape(configuration.grid) + " has no programs: `" + kernelName + "` does not run", Severity::remark))
    remark->note("its outputs are undefined: here NaN, or the smallest integer; an aliased output is its input");
  Emitter emitter = emitterHere(evaluator);
  std::vector<Value> arrays;
  for (auto [index, output] : llvm::enumerate(outputs)) {
    auto alias = aliasOfOutput.find(index);
    mlir::Value value = alias != aliasOfOutput.end() ? inputValues[alias->second] : makeUninitialized(emitter, output.dtype, output.shape);
    arrays.push_back(wrap(evaluator, value, output.dtype));
  }
  llvm::ArrayRef<Value> rest = arrays;
  return unflattenTree(evaluator, configuration.outShape, rest);
}

/// What a trace of the kernel depends on besides the `pallas_call` itself.
std::string KernelRecorder::describeArguments() const {
  std::string text = std::to_string(evaluator.state<TraceGeneration>().number) + (areDebugChecksEnabled(evaluator) ? "c" : "") + (isX64() ? "x" : "");
  for (const KernelOperand &input : inputs)
    text += " " + input.origin + describeAbstract(input.dtype, input.shape);
  return text;
}

/// Null with an exception pending.
tile::KernelOp KernelRecorder::record(llvm::ArrayRef<Value> arguments) {
  nameOperands();
  if (!resolveBlocks(arguments))
    return {};
  tile::KernelOp kernel = makeKernel();
  if (!recordIndexMaps(kernel) || !recordBody(kernel)) {
    eraseKernel(evaluator, kernel);
    return {};
  }
  setAccesses(kernel);
  return reuseKernel(evaluator, kernel);
}

Value KernelRecorder::run(llvm::ArrayRef<Value> arguments) {
  TraceKind kind = evaluator.trace().kind;
  if (isInKernel(evaluator) || kind == TraceKind::indexMap || kind == TraceKind::triton)
    return evaluator.raise(DiagnosticId::notSupported, "`pl.pallas_call` inside a kernel is not supported").note("call the function that the inner kernel runs");
  kernelName = configuration.name.empty() ? nameOfFunction(configuration.kernel) : configuration.name;
  if (!readInputs(arguments) || !readOutputs() || !readScratch() || !readAliases())
    return nullptr;
  std::string key = describeArguments();
  tile::KernelOp kernel = configuration.traces->find(evaluator, key);
  if (!kernel && !(kernel = record(arguments)))
    return nullptr;
  if (hasPrograms()) {
    configuration.traces->keep(key, kernel);
    return launch(kernel);
  }
  if (mlir::SymbolTable::symbolKnownUseEmpty(kernel, evaluator.module()))
    eraseKernel(evaluator, kernel);
  return skipLaunch();
}

Value frontend::callKernel(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::ArrayRef<Value> arguments) {
  return KernelRecorder(evaluator, configuration).run(arguments);
}

//===-- buffers that a kernel asks for ------------------------------------------------------------------------===//

bool frontend::isInKernel(Evaluator &evaluator) {
  if (evaluator.state<KernelStack>().kernels.empty())
    return false;
  for (Trace *trace = &evaluator.trace(); trace; trace = trace->parent) {
    if (trace->kind == TraceKind::kernel)
      return true;
    if (trace->kind == TraceKind::indexMap)
      return false;
  }
  return false;
}

Value frontend::allocateScoped(Evaluator &evaluator, const KernelOperand &buffer) {
  KernelInProgress &current = evaluator.state<KernelStack>().kernels.back();
  mlir::Type type = tile::RefType::get(buffer.shape, frontend::getElementType(evaluator.context(), buffer.dtype));
  auto name = mlir::StringAttr::get(evaluator.context(), buffer.name);
  unsigned index = current.kernel.getNumArguments();
  auto attribute = mlir::NamedAttribute(mlir::StringAttr::get(evaluator.context(), tile::KernelOp::argumentNameName), name);
  (void)current.kernel.insertArgument(index, type, mlir::DictionaryAttr::get(evaluator.context(), attribute),
                                      mlir::NameLoc::get(name, evaluator.location()));
  current.scratch->push_back(buffer);
  PallasRef *ref = makeRef(evaluator, current.kernel.getArgument(index), buffer);
  if (buffer.isSemaphore) {
    fillRef(evaluator, ref, 0);
    return ref;
  }
  Emitter emitter = emitterHere(evaluator);
  SliceParts parts = toSliceParts(ref->whole(evaluator)->axes);
  emitter.create<tile::StoreOp>(makeUninitialized(emitter, buffer.dtype, buffer.shape), ref->value, parts.offsets, mlir::Value(), parts.staticOffsets, parts.sizes,
                                parts.strides, parts.dropped);
  return ref;
}
