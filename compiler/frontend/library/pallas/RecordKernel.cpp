// SPDX-License-Identifier: Apache-2.0
// The kernel itself: its operation with the Refs it takes, its index maps, its body; see KernelRecorder.h.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/tile/ir/BlockPadding.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

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

PallasRef *frontend::makeRef(Evaluator &evaluator, mlir::Value value, const KernelOperand &operand) {
  auto *ref = evaluator.make<PallasRef>(value, operand.dtype, operand.name);
  ref->isSemaphore = operand.isSemaphore;
  return ref;
}

void frontend::fillRef(Evaluator &evaluator, PallasRef *ref, int64_t value) {
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
  stack.kernels.push_back({configuration.grid, {}, {}, kernel, &scratch, nullptr, &usedRefs});
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
    mlir::Value atZero = emitter.compare(Compare::eq, emitter.create<tile::ProgramIdOp>(static_cast<int64_t>(axis)), emitter.constantInt(0, DType::int32), DType::int32);
    isFirst = emitter.create<mlir::arith::AndIOp>(isFirst, atZero);
  }
  auto branch = mlir::scf::IfOp::create(evaluator.builder(), evaluator.location(), isFirst, /*withElseRegion=*/false);
  mlir::OpBuilder::InsertionGuard guard(evaluator.builder());
  evaluator.builder().setInsertionPoint(branch.thenYield());
  for (size_t index = arrayCount(); index < operandCount(); ++index)
    if (operand(index).isSemaphore)
      fillRef(evaluator, makeRef(evaluator, kernel.getArgument(index), operand(index)), 0);
}

/// Whether the operand is the array itself, where the program says that it lies, and no copy of it.
static bool isArrayInPlace(const KernelOperand &operand, const ResolvedBlock &block) {
  auto *space =
      block.whole && operand.spec ? dyn_cast<MemorySpaceObject>(operand.spec->field("memory_space")) : nullptr;
  return space && (space->name == "ANY" || space->name == "HBM" || space->name == "GMEM");
}

/// An output that is aliased to an input is in the same memory: the body's uses of the input become uses of the output
/// where it stores to the input, and where both are whole arrays in place. Other inputs are read as they were before
/// the kernel, which is what a block that is copied in holds.
bool KernelRecorder::shareAliases(tile::KernelOp kernel) {
  for (auto [output, input] : aliasOfOutput) {
    size_t target = inputs.size() + output;
    bool isStored = findUsage(kernel, input).writes;
    if (input < scalarCount || !(isStored || (isArrayInPlace(inputs[input], blocks[input]) &&
                                              isArrayInPlace(outputs[output], blocks[target]))))
      continue;
    if (!hasSameWindow(kernel, input, target))
      return evaluator
                 .raise(DiagnosticId::notSupported, "`" + kernelName + "` stores to its input `" + inputs[input].name +
                                                        "`, which is aliased to the output `" + outputs[output].name +
                                                        "` and has other blocks")
                 .note("store to `" + outputs[output].name + "`, or give both the same BlockSpec"),
             false;
    kernel.getArgument(input).replaceAllUsesWith(kernel.getArgument(target));
  }
  return true;
}

/// A Ref that the body never touches is an input that is read, or an output that is written.
void KernelRecorder::setAccesses(tile::KernelOp kernel) {
  for (size_t index = 0; index < operandCount(); ++index) {
    Usage usage = findUsage(kernel, index);
    tile::Access access = tile::Access::scratch;
    bool isUsedRef = llvm::any_of(usedRefs, [&](const HostRef &ref) { return ref.argument == index; });
    if (index < inputs.size() || isUsedRef)
      access = usage.writes ? tile::Access::readwrite : tile::Access::read;
    else if (index < arrayCount())
      access = usage.reads || aliasOfOutput.count(index - inputs.size()) ? tile::Access::readwrite : tile::Access::write;
    kernel.setAccess(index, access);
  }
}
