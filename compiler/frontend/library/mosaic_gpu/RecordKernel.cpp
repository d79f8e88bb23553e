// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/library/mosaic_gpu/RecordKernel.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- operands ----------------------------------------------------------------------------------------------===//

bool WarpgroupRecorder::readInputs(llvm::ArrayRef<Value> arguments) {
  inputTree = evaluator.tuple(arguments.vec());
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    for (const TreeLeaf &leaf : flattenWithPaths(evaluator, argument)) {
      KernelOperand input;
      input.origin = "args[" + std::to_string(index) + "]" + leaf.path;
      if (isComplexOperand(leaf.value))
        return evaluator.notSupported("an array of complex numbers as an input of a kernel"), false;
      if (isItemsOperand(leaf.value))
        return evaluator.notSupported("an array whose items are no numbers as an input of a kernel"), false;
      Value held = findHostArray(evaluator, leaf.value);
      std::optional<Operand> operand = asOperand(held ? held : leaf.value);
      if (!operand)
        return evaluator
                   .raise(DiagnosticId::typeError,
                          "input " + input.origin + " of kernel `" + kernelName + "` is a `" + leaf.value->typeName(evaluator) + "`, not an array")
                   .note("bind what is not an array with `functools.partial`"),
               false;
      input.dtype = canonicalizeX32(operand->type.dtype);
      mlir::Value value = materialize(evaluator, *operand, input.dtype);
      if (!value)
        return false;
      input.shape.assign(operand->shape().begin(), operand->shape().end());
      input.shapeRange = toRange(value.getLoc());
      if (held)
        givenRefs.push_back({leaf.value, value, static_cast<unsigned>(inputs.size()), input.shape, input.dtype});
      inputs.push_back(input);
      inputValues.push_back(value);
    }
  }
  return true;
}

bool WarpgroupRecorder::readOutputs() {
  Value given = configuration.outType;
  bool isSequence = isa<SequenceObject>(given) && !cast<SequenceObject>(given)->namedType;
  outputTree = isSequence ? given : evaluator.tuple({given});
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, given)) {
    KernelOperand output;
    output.origin = "outputs" + leaf.path;
    if (!readShaped(evaluator, leaf.value, output, "out_type"))
      return false;
    outputs.push_back(output);
  }
  return true;
}

/// Names operands after the kernel's parameters, as far as it has some.
void WarpgroupRecorder::nameOperands() {
  std::vector<std::string> names;
  std::string variadic = "ref";
  if (std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.body)) {
    for (const ParameterInfo &parameter : *parameters) {
      if (parameter.kind == syntax::Parameter::Kind::positional || parameter.kind == syntax::Parameter::Kind::positionalOnly)
        names.push_back(parameter.name);
      else if (parameter.kind == syntax::Parameter::Kind::varArgs)
        variadic = parameter.name;
    }
  }
  evaluator.clearPending();
  size_t position = 0, next = 0;
  for (Value tree : {inputTree, outputTree}) {
    for (Value part : cast<SequenceObject>(tree)->items) {
      std::string name = position < names.size() ? names[position] : variadic + "_" + std::to_string(position - names.size());
      ++position;
      for (const TreeLeaf &leaf : flattenWithPaths(evaluator, part))
        operand(next++).name = name + leaf.path;
    }
  }
}

//===-- the kernel --------------------------------------------------------------------------------------------===//

/// Symbols are identifiers.
static std::string toSymbol(llvm::StringRef name) {
  std::string symbol;
  for (char c : name)
    symbol += llvm::isAlnum(c) || c == '_' ? c : '_';
  return symbol.empty() || llvm::isDigit(symbol[0]) ? "kernel_" + symbol : symbol;
}

tile::KernelOp WarpgroupRecorder::makeKernel() {
  evaluator.context()->loadDialect<tilegpu::TileGpuDialect>();
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  llvm::SmallVector<mlir::Type> types;
  for (size_t index = 0; index < operandCount(); ++index)
    types.push_back(tile::RefType::get(operand(index).shape, frontend::getElementType(evaluator.context(), operand(index).dtype), tile::MemorySpace::gmem));
  mlir::Location location = evaluator.location(configuration.range);
  if (auto *function = dyn_cast<FunctionObject>(configuration.body))
    location = evaluator.location(function->range());
  auto kernel = tile::KernelOp::create(builder, location, evaluator.uniqueSymbol(toSymbol(kernelName)), builder.getFunctionType(types, {}), tilegpu::mosaicSource);
  llvm::SmallVector<mlir::NamedAttribute> options = {builder.getNamedAttr(tilegpu::warpgroupsOption, builder.getI64IntegerAttr(configuration.mesh.threads))};
  if (!configuration.mesh.cluster.empty())
    options.push_back(builder.getNamedAttr(tilegpu::clusterOption, builder.getDenseI64ArrayAttr(configuration.mesh.cluster)));
  for (const auto &[name, value] : configuration.options)
    options.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  kernel.setOptionsAttr(builder.getDictionaryAttr(options));
  mlir::Block &entry = kernel.getBody().emplaceBlock();
  for (auto [index, type] : llvm::enumerate(types)) {
    mlir::StringAttr parameter = builder.getStringAttr(operand(index).name);
    entry.addArgument(type, mlir::NameLoc::get(parameter, location)); // printed under the user's name
    kernel.setArgAttr(index, tile::KernelOp::argumentNameName, parameter);
  }
  return kernel;
}

/// For `lax.axis_index` and `lax.axis_size`.
void WarpgroupRecorder::nameAxes(const WarpgroupMesh &mesh) {
  std::vector<NamedAxis> &axes = evaluator.state<NamedAxes>().axes;
  Emitter emitter = emitterHere(evaluator);
  std::vector<std::string> names = mesh.gridNames;
  names.insert(names.end(), mesh.clusterNames.begin(), mesh.clusterNames.end());
  for (auto [axis, extent] : llvm::enumerate(mesh.launchGrid()))
    axes.push_back({names[axis], extent, emitter.create<tile::ProgramIdOp>(static_cast<int64_t>(axis))});
  if (!mesh.threadName.empty())
    axes.push_back({mesh.threadName, mesh.threads, emitter.create<tilegpu::ThreadIndexOp>(emitter.builder.getI32Type())});
}

/// Scratch follows the outputs; that of a dict is passed by keyword.
bool WarpgroupRecorder::addScratch(WarpgroupKernel &machine, Arguments &arguments) {
  Value types = configuration.scratchTypes;
  if (isNone(types))
    return true;
  auto allocateTree = [&](Value tree, const std::string &name) -> Value {
    return mapTree(evaluator, tree, [&](Value leaf) { return machine.allocate(evaluator, leaf, name); });
  };
  if (auto *dict = dyn_cast<DictObject>(types)) {
    for (const HashTable::Entry &entry : dict->table.entries()) {
      auto *key = entry.key ? dyn_cast<StrObject>(entry.key) : nullptr;
      if (!key)
        continue;
      Value buffers = allocateTree(entry.value, key->value);
      if (!buffers)
        return false;
      arguments.keywords.push_back({key->value, buffers});
    }
    return true;
  }
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.body);
  evaluator.clearPending();
  std::vector<Value> items = {types};
  if (auto *sequence = dyn_cast<SequenceObject>(types))
    items = sequence->items;
  for (Value item : items) {
    size_t position = arguments.positional.size();
    bool isNamed = parameters && position < parameters->size() && (*parameters)[position].kind != syntax::Parameter::Kind::varArgs;
    Value buffers = allocateTree(item, isNamed ? (*parameters)[position].name : "scratch_" + std::to_string(position - operandCount()));
    if (!buffers)
      return false;
    arguments.positional.push_back(buffers);
  }
  return true;
}

/// Python's own message for a wrong number of parameters, with a word on where the number comes from.
bool WarpgroupRecorder::checkParameters(const Arguments &arguments) {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.body);
  if (!parameters) {
    evaluator.clearPending();
    return true; // its call will tell
  }
  Arguments probe = arguments;
  llvm::SmallVector<Value> ignored;
  auto *function = dyn_cast<FunctionObject>(configuration.body);
  if (evaluator.bind(function ? function->name : kernelName, *parameters, probe, ignored))
    return true;
  evaluator.pendingException()->id = DiagnosticId::kernelSignature;
  Raised raised(evaluator.pendingException());
  if (function)
    raised.note("`" + kernelName + "` is defined here", evaluator.where(function->range()));
  raised.note("a kernel takes a Ref for each input, then for each output, then its scratch, by keyword where that is a dict: here " +
              std::to_string(cast<SequenceObject>(inputTree)->items.size()) + ", " + std::to_string(cast<SequenceObject>(outputTree)->items.size()) + " and " +
              std::to_string(arguments.positional.size() + arguments.keywords.size() - cast<SequenceObject>(inputTree)->items.size() -
                             cast<SequenceObject>(outputTree)->items.size()));
  return false;
}

bool WarpgroupRecorder::recordBody(tile::KernelOp kernel) {
  mlir::Block *entry = &kernel.getBody().front();
  Trace trace(TraceKind::kernel, nullptr);
  trace.subject = "The kernel function in the " + configuration.function + " " + describeFunction(evaluator, configuration.body) + " captures constants";
  TraceScope scope(evaluator, trace, entry);
  WarpgroupKernel machine(configuration.mesh, kernel);
  std::vector<Value> refs;
  for (size_t index = 0; index < operandCount(); ++index)
    refs.push_back(makeRef(evaluator, entry->getArgument(index), operand(index)));
  llvm::ArrayRef<Value> rest = refs;
  Arguments arguments;
  for (Value tree : {inputTree, outputTree}) {
    Value filled = unflattenTree(evaluator, tree, rest);
    if (!filled)
      return false;
    llvm::append_range(arguments.positional, cast<SequenceObject>(filled)->items);
  }
  KernelStack &stack = evaluator.state<KernelStack>();
  stack.kernels.push_back({configuration.mesh.launchGrid(), {}, {}, kernel, nullptr, &machine, &usedRefs});
  std::vector<NamedAxis> axesAround = evaluator.state<NamedAxes>().axes;
  nameAxes(configuration.mesh);
  // `pl.program_id` counts the threads as one more axis.
  KernelInProgress &current = stack.kernels.back();
  for (const NamedAxis &axis : llvm::ArrayRef<NamedAxis>(evaluator.state<NamedAxes>().axes).drop_front(axesAround.size())) {
    current.indices.push_back(wrap(evaluator, axis.index, DType::int32));
    current.sizes.push_back(evaluator.integer(axis.size));
  }
  Value result = addScratch(machine, arguments) && checkParameters(arguments) ? evaluator.call(configuration.body, arguments) : nullptr;
  evaluator.state<NamedAxes>().axes = std::move(axesAround);
  stack.kernels.pop_back();
  if (!result)
    return false;
  tile::ReturnOp::create(evaluator.builder(), kernel.getLoc());
  return true;
}

//===-- what it reads and writes ------------------------------------------------------------------------------===//

static void addAsyncUsage(mlir::Value ref, Usage &usage) {
  for (mlir::OpOperand &use : ref.getUses()) {
    mlir::Operation *op = use.getOwner();
    if (isa<tilegpu::SubviewOp, tilegpu::TransposeRefOp, tilegpu::ReinterpretOp, tile::SelectRefOp>(op)) {
      addAsyncUsage(op->getResult(0), usage);
      continue;
    }
    bool updates = isa<tile::AtomicRmwOp, tile::AtomicCasOp, tilegpu::SemaphoreSignalOp, tilegpu::SemaphoreWaitOp>(op);
    auto copy = dyn_cast<tilegpu::CopyOutOp>(op);
    updates |= copy && copy.getReduction();
    bool stores = isa<tile::StoreOp, tile::ScatterOp>(op) || copy;
    usage.writes |= stores || updates;
    usage.reads |= !stores || updates;
  }
}

/// A Ref that the body never touches is an input that is read, or an output that is written.
void WarpgroupRecorder::setAccesses(tile::KernelOp kernel) {
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    Usage usage;
    addAsyncUsage(kernel.getArgument(index), usage);
    tile::Access access = tile::Access::scratch;
    bool isUsedRef = llvm::any_of(usedRefs, [&](const HostRef &ref) { return ref.argument == index; });
    if (index < inputs.size() || isUsedRef)
      access = usage.writes ? tile::Access::readwrite : tile::Access::read;
    else if (index < operandCount())
      access = usage.reads ? tile::Access::readwrite : tile::Access::write;
    kernel.setAccess(index, access);
  }
}

//===-- the call ----------------------------------------------------------------------------------------------===//

std::string WarpgroupRecorder::describeArguments() const {
  std::string text = std::to_string(evaluator.state<TraceGeneration>().number) + (areDebugChecksEnabled(evaluator) ? "c" : "") + (isX64() ? "x" : "");
  for (const KernelOperand &input : inputs)
    text += " " + input.origin + describeAbstract(input.dtype, input.shape);
  return text;
}

Value WarpgroupRecorder::launch(tile::KernelOp kernel) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  std::vector<size_t> resultOfArgument(operandCount());
  for (size_t index = 0; index < operandCount(); ++index) {
    tile::Access access = kernel.getAccess(index);
    const KernelOperand &current = operand(index);
    bool isInput = index < inputs.size();
    if (access != tile::Access::write)
      operands.push_back(isInput ? inputValues[index] : makeUninitialized(emitter, current.dtype, current.shape));
    if (access == tile::Access::read)
      continue;
    resultOfArgument[index] = results.size();
    results.push_back(getArrayType(evaluator.context(), current.shape, current.dtype));
  }
  size_t ownResults = results.size();
  addHostOperands(kernel, usedRefs, operands, results);
  auto launched = emitter.create<tile::LaunchOp>(results, kernel.getSymName(), configuration.mesh.launchGrid(), operands);
  if (!updateHostRefs(evaluator, kernel, usedRefs, launched.getOutputs().drop_front(ownResults)))
    return nullptr;
  for (const HostRef &ref : givenRefs)
    if (kernel.getAccess(ref.argument) == tile::Access::readwrite &&
        !updateHostRefs(evaluator, kernel, ref, launched.getOutputs().drop_front(resultOfArgument[ref.argument])))
      return nullptr;
  std::vector<Value> arrays;
  for (auto [index, output] : llvm::enumerate(outputs))
    arrays.push_back(wrap(evaluator, launched.getOutputs()[resultOfArgument[inputs.size() + index]], output.dtype));
  llvm::ArrayRef<Value> rest = arrays;
  return unflattenTree(evaluator, configuration.outType, rest);
}

/// The function's own name, through partials and wrappers.
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

Value WarpgroupRecorder::run(llvm::ArrayRef<Value> arguments) {
  TraceKind kind = evaluator.trace().kind;
  if (isInKernel(evaluator) || kind == TraceKind::indexMap || kind == TraceKind::triton)
    return evaluator.raise(DiagnosticId::notSupported, "`" + configuration.function + "` inside a kernel is not supported")
        .note("call the function that the inner kernel runs");
  kernelName = configuration.mesh.kernelName.empty() ? nameOfFunction(configuration.body) : configuration.mesh.kernelName;
  if (!readInputs(arguments) || !readOutputs())
    return nullptr;
  if (llvm::is_contained(configuration.mesh.launchGrid(), 0))
    return evaluator.raise(DiagnosticId::gridError, "the grid " + formatShape(configuration.mesh.launchGrid()) + " has no programs");
  std::string key = describeArguments();
  tile::KernelOp kernel = configuration.traces->find(evaluator, key);
  if (!kernel) {
    nameOperands();
    kernel = makeKernel();
    if (!recordBody(kernel)) {
      eraseKernel(evaluator, kernel);
      return nullptr;
    }
    setAccesses(kernel);
    kernel = reuseKernel(evaluator, kernel);
  }
  if (usedRefs.empty()) // which another call would not find
    configuration.traces->keep(key, kernel);
  return launch(kernel);
}
