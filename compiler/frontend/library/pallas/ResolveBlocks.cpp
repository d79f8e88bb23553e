// SPDX-License-Identifier: Apache-2.0
// From a BlockSpec and an array to a block, and from an index map to a function of the module. Errors that JAX has too are worded as
// JAX words them, since that is what users search for.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::string frontend::describeFunction(Evaluator &evaluator, Value function) {
  if (auto *partial = dyn_cast<PartialObject>(function))
    return describeFunction(evaluator, partial->function);
  if (auto *wrapper = dyn_cast<WrapperObject>(function); wrapper && wrapper->wrapped)
    return describeFunction(evaluator, wrapper->wrapped);
  if (auto *bound = dyn_cast<BoundMethodObject>(function))
    return describeFunction(evaluator, bound->function);
  auto *plain = dyn_cast<FunctionObject>(function);
  if (!plain)
    return function->typeName(evaluator);
  SourceRange range = evaluator.where(plain->range());
  std::string name = plain->lambda || plain->name.empty() ? "<lambda>" : plain->name;
  return name + " at " + range.file + ":" + std::to_string(range.begin.line);
}

std::string frontend::describeAbstract(DType type, llvm::ArrayRef<int64_t> shape) {
  std::string text = std::string(numerics::getName(type)) + "[";
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? "," : "") + std::to_string(extent);
  return text + "]";
}

//===-- blocks ------------------------------------------------------------------------------------------------===//

Shape ResolvedBlock::refShape(llvm::ArrayRef<int64_t> array) const {
  if (whole)
    return Shape(array);
  Shape result;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(squeezed, static_cast<int64_t>(axis)))
      result.push_back(extent);
  return result;
}

static std::string label(const KernelOperand &operand) { return operand.name.empty() ? operand.origin : "`" + operand.name + "`"; }

/// `(4, None)`: as the program wrote the shape.
static std::string spellShape(Evaluator &evaluator, Value shape) {
  std::string text = evaluator.repr(shape).value_or("?");
  evaluator.clearPending();
  return text;
}

static void setPadding(ResolvedBlock &block, size_t rank, int64_t axis, int64_t before, int64_t after) {
  if (before == 0 && after == 0)
    return;
  block.padding.resize(2 * rank, 0);
  block.padding[2 * axis] = before;
  block.padding[2 * axis + 1] = after;
}

/// One entry of a block shape; false with an exception pending.
static bool readDimension(Evaluator &evaluator, const KernelOperand &operand, Value entry, int64_t axis, ResolvedBlock &block) {
  auto *record = dyn_cast<RecordObject>(entry);
  llvm::StringRef kind = record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
  if (isNone(entry) || kind == "Squeezed") {
    block.shape.push_back(1);
    block.squeezed.push_back(axis);
    return true;
  }
  if (kind == "BoundedSlice") {
    block.elementAxes.push_back(axis);
    block.boundedAxes.push_back(axis);
  }
  if (kind == "Element") {
    block.elementAxes.push_back(axis);
    const std::vector<Value> &sides = cast<TupleObject>(record->field("padding"))->items;
    auto toElements = [](Value side) { return cast<IntObject>(side)->value.asInt64().value_or(0); };
    setPadding(block, operand.shape.size(), axis, toElements(sides[0]), toElements(sides[1]));
  }
  Value sizeValue = kind == "Element" || kind == "Blocked" || kind == "BoundedSlice" ? record->field("block_size") : entry;
  auto *integer = dyn_cast<IntObject>(sizeValue);
  std::optional<int64_t> size = integer ? integer->value.asInt64() : std::nullopt;
  if (!size || *size <= 0)
    return evaluator.raise(DiagnosticId::blockSpec, "axis " + std::to_string(axis) + " of the block of " + label(operand) + " has size `" +
                                                        spellShape(evaluator, sizeValue) + "`, not a positive integer or None")
        .at(block.range), false;
  block.shape.push_back(*size);
  return true;
}

/// `indexing_mode=pl.Unblocked(padding)`: every axis is indexed by element.
static bool readIndexingMode(Evaluator &evaluator, const KernelOperand &operand, ResolvedBlock &block) {
  auto *mode = llvm::dyn_cast_or_null<RecordObject>(operand.spec->field("indexing_mode"));
  if (!mode || mode->recordType->name != "Unblocked")
    return true;
  size_t rank = operand.shape.size();
  for (size_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(block.elementAxes, static_cast<int64_t>(axis)))
      block.elementAxes.push_back(axis);
  llvm::sort(block.elementAxes);
  auto *padding = dyn_cast<SequenceObject>(mode->field("padding"));
  for (size_t axis = 0; padding && axis < rank && axis < padding->items.size(); ++axis) {
    std::optional<std::vector<int64_t>> sides = evaluator.toInts(padding->items[axis], "padding");
    if (!sides)
      return false;
    if (sides->size() == 2)
      setPadding(block, rank, axis, (*sides)[0], (*sides)[1]);
  }
  return true;
}

static void reportRagged(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block) {
  for (auto [axis, extent] : llvm::enumerate(block.shape)) {
    int64_t size = operand.shape[axis];
    if (size % extent == 0 || llvm::is_contained(block.elementAxes, static_cast<int64_t>(axis)))
      continue;
    std::string message = "axis " + std::to_string(axis) + " of " + label(operand) + " has " + std::to_string(size) +
                          " elements, not a multiple of the block's " + std::to_string(extent);
    if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::raggedBlock, block.range, message, Severity::remark))
      remark->note("the last block reaches past the end: what a kernel reads there is undefined (NaN for floats), what "
                   "it writes there no array gets");
  }
}

/// What only the pipelines of a kernel of warpgroups use.
static bool checkPipelineFields(Evaluator &evaluator, RecordObject *spec) {
  auto isDefault = [](Value value) {
    auto *tuple = dyn_cast<SequenceObject>(value);
    auto *integer = dyn_cast<IntObject>(value);
    return isNone(value) || (tuple && tuple->items.empty()) || (integer && integer->value.isZero());
  };
  for (llvm::StringRef name : {"transforms", "delay_release", "collective_axes", "oob_fill_mode"})
    if (Value value = spec->field(name); value && !isDefault(value))
      return evaluator.raise(DiagnosticId::notSupported, "the argument `" + name.str() + "` of `plgpu.BlockSpec` is not supported in `pl.pallas_call`")
                 .at(evaluator.where(spec->range))
                 .note("it is for `plgpu.emit_pipeline` in a kernel of `plgpu.kernel`"), false;
  return true;
}

std::optional<ResolvedBlock> frontend::resolveBlock(Evaluator &evaluator, const KernelOperand &operand) {
  ResolvedBlock block;
  if (!operand.spec)
    return block;
  if (!checkPipelineFields(evaluator, operand.spec))
    return std::nullopt;
  block.range = evaluator.where(operand.spec->range);
  std::optional<tile::MemorySpace> space = toMemorySpace(evaluator, operand.spec->field("memory_space"));
  if (!space)
    return std::nullopt;
  block.space = *space;
  Value shape = operand.spec->field("block_shape"), map = operand.spec->field("index_map");
  if (isNone(shape) && isNone(map))
    return block;
  block.whole = false;
  block.indexMap = isNone(map) ? nullptr : map;
  if (isNone(shape)) {
    block.shape = operand.shape;
    return readIndexingMode(evaluator, operand, block) ? std::optional(block) : std::nullopt;
  }
  const std::vector<Value> &entries = cast<SequenceObject>(shape)->items;
  if (entries.size() != operand.shape.size()) {
    Raised raised = evaluator.raise(DiagnosticId::blockSpec, "Block shape for " + operand.origin + " (= " + spellShape(evaluator, shape) +
                                                                 ") must have the same number of dimensions as the array shape " +
                                                                 formatShape(operand.shape));
    raised.at(block.range).note(label(operand) + " gets its shape here", operand.shapeRange);
    return std::nullopt;
  }
  for (auto [axis, entry] : llvm::enumerate(entries))
    if (!readDimension(evaluator, operand, entry, axis, block))
      return std::nullopt;
  if (!readIndexingMode(evaluator, operand, block))
    return std::nullopt;
  reportRagged(evaluator, operand, block);
  return block;
}

//===-- index maps --------------------------------------------------------------------------------------------===//

/// The start of what an index map gave for an axis of `pl.BoundedSlice`. Its size may be less than the block's in JAX, where the rest
/// of the block is then undefined; here a block is always whole.
static Value startOfSlice(Evaluator &evaluator, const ResolvedBlock &block, Value item, size_t axis) {
  auto *slice = dyn_cast<DynamicSliceObject>(item);
  if (!slice || slice->stride != 1) {
    evaluator
        .raise(DiagnosticId::indexMap, "Index map function " + describeFunction(evaluator, block.indexMap) + " must return a `pl.ds` for the dimension " +
                                           std::to_string(axis) + ", a `pl.BoundedSlice`")
        .at(block.range);
    return nullptr;
  }
  if (slice->size != block.shape[axis]) {
    evaluator
        .raise(DiagnosticId::notSupported, "a slice of " + std::to_string(slice->size) + " elements of a `pl.BoundedSlice(" +
                                               std::to_string(block.shape[axis]) + ")`, shorter than its bound, is not supported")
        .at(block.range);
    return nullptr;
  }
  return slice->start;
}

/// What an index map returned, as one i32 an axis.
static bool readIndices(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block, Value result,
                        llvm::SmallVectorImpl<mlir::Value> &indices) {
  std::vector<Value> items = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    items = sequence->items;
  std::string subject = "Index map function " + describeFunction(evaluator, block.indexMap) + " for " + operand.origin + " must return ";
  if (items.size() != operand.shape.size()) {
    Raised raised = evaluator.raise(DiagnosticId::indexMap, subject + std::to_string(operand.shape.size()) + " values to match block_shape=" +
                                                                formatShape(block.shape) + ". Currently returning " + std::to_string(items.size()) + " values.");
    raised.at(block.range).note("return one block index an axis of the array, in a tuple");
    return false;
  }
  for (auto [position, item] : llvm::enumerate(items)) {
    if (llvm::is_contained(block.boundedAxes, static_cast<int64_t>(position)) && !(item = startOfSlice(evaluator, block, item, position)))
      return false;
    std::optional<Operand> index = asOperand(item);
    DType type = index ? index->type.dtype : DType::int32;
    bool isInteger = index && index->shape().empty() && numerics::isInteger(type) && type != DType::boolean;
    if (!isInteger) {
      std::string seen = index ? describeAbstract(type, index->shape()) : "`" + item->typeName(evaluator) + "`";
      Raised raised = evaluator.raise(DiagnosticId::indexMap, subject + "integer scalars. Output[" + std::to_string(position) + "] has type " + seen + ".");
      raised.at(block.range);
      if (index && numerics::isFloat(type))
        raised.note("use `//` instead of `/` for whole numbers");
      return false;
    }
    mlir::Value value = materialize(evaluator, *index, DType::int32);
    if (!value)
      return false;
    indices.push_back(value);
  }
  return true;
}

/// The map's arguments: a traced i32 a grid axis, then the Refs of prefetched scalars as the trees that they were passed as.
static std::vector<Value> makeArguments(Evaluator &evaluator, const IndexMapArguments &given, mlir::Block *entry) {
  std::vector<Value> arguments, refs;
  for (size_t axis = 0; axis < given.gridRank; ++axis)
    arguments.push_back(wrap(evaluator, entry->getArgument(axis), DType::int32));
  for (auto [index, scalar] : llvm::enumerate(given.scalars))
    refs.push_back(evaluator.make<PallasRef>(entry->getArgument(given.gridRank + index), scalar.dtype, scalar.name));
  if (given.scalarTree) {
    llvm::ArrayRef<Value> rest = refs;
    Value trees = unflattenTree(evaluator, given.scalarTree, rest);
    llvm::append_range(arguments, cast<TupleObject>(trees)->items);
  }
  return arguments;
}

/// Notes what the map was called with to an exception that its call raised at the call itself.
static void explainArity(Evaluator &evaluator, const IndexMapArguments &given, const ResolvedBlock &block) {
  evaluator.pendingException()->id = DiagnosticId::indexMap;
  Raised raised(evaluator.pendingException());
  std::string axes = "the grid has " + std::to_string(given.gridRank) + (given.gridRank == 1 ? " axis" : " axes");
  raised.at(block.range).note(given.gridRank == 0 ? "`pallas_call` got no `grid`: say how many programs there are"
                              : given.scalars.empty() ? axes + ": an index map takes one index for each"
                                                      : axes + ": an index map takes one index for each, then the prefetched scalars");
}

mlir::FlatSymbolRefAttr frontend::recordIndexMap(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block,
                                                 const IndexMapArguments &given, llvm::StringRef symbol) {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Type i32 = builder.getI32Type();
  llvm::SmallVector<mlir::Type> inputs(given.gridRank, i32), results(operand.shape.size(), i32);
  inputs.append(given.scalarTypes);
  auto function = mlir::func::FuncOp::create(builder, toLocation(evaluator.context(), block.range), evaluator.uniqueSymbol(symbol),
                                             builder.getFunctionType(inputs, results));
  function.setPrivate();
  mlir::Block *entry = function.addEntryBlock();
  llvm::SmallVector<mlir::Value> indices;
  bool succeeded;
  {
    Trace trace(TraceKind::indexMap, nullptr);
    trace.subject = "Index map function " + describeFunction(evaluator, block.indexMap) + " for " + operand.origin + " must not capture constants:";
    TraceScope scope(evaluator, trace, entry);
    Arguments arguments;
    llvm::append_range(arguments.positional, makeArguments(evaluator, given, entry));
    // Python's own message for a wrong number of arguments, with a word on where the number comes from.
    std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(block.indexMap);
    if (!parameters)
      evaluator.clearPending(); // a callable without a signature: its call will tell
    llvm::SmallVector<Value> ignored;
    Arguments probe = arguments;
    auto *named = dyn_cast<FunctionObject>(block.indexMap);
    bool fits = !parameters || evaluator.bind(named ? named->name : "index_map", *parameters, probe, ignored);
    if (!fits)
      explainArity(evaluator, given, block);
    Value result = fits ? evaluator.call(block.indexMap, arguments) : nullptr;
    succeeded = result && readIndices(evaluator, operand, block, result, indices);
    if (succeeded)
      mlir::func::ReturnOp::create(evaluator.builder(), function.getLoc(), indices);
  }
  if (!succeeded) {
    discard(evaluator, function);
    return {};
  }
  return mlir::FlatSymbolRefAttr::get(function.getSymNameAttr());
}
