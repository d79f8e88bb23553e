// SPDX-License-Identifier: Apache-2.0
// BlockSpecs. `BlockSpec(block_shape, index_map)` is today's order and the seeds'; the releases before had the two arguments the
// other way round. Which one is meant is plain from their kinds, so both are taken, the old one with a remark.
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/jax/Array.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral pallasModule = "jax.experimental.pallas";

Value frontend::blockSpecHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value shape = call["block_shape"], map = call["index_map"];
  bool shapeIsFunction = !isNone(shape) && evaluator.isCallable(shape) && !isa<SequenceObject>(shape);
  if (shapeIsFunction && (isNone(map) || isa<SequenceObject>(map))) {
    if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::blockSpec, evaluator.where(),
                                        "the index map stands before the block shape, as in older releases of Pallas", Severity::remark))
      remark->note("today's order is `pl.BlockSpec(block_shape, index_map)`");
    std::swap(shape, map);
  }
  if (!refuseArguments(call, {"pipeline_mode", "indexing_mode"}, /*ifPresent=*/true))
    return nullptr;
  if (!isNone(shape) && !isa<SequenceObject>(shape))
    return evaluator.raise(DiagnosticId::blockSpec, "`block_shape` is a `" + shape->typeName(evaluator) + "`, not a tuple", call.rangeOf("block_shape"))
        .note("write the sizes of one block, for example `pl.BlockSpec((128, 128), lambda i, j: (i, j))`");
  if (!isNone(map) && !evaluator.isCallable(map))
    return evaluator.raise(DiagnosticId::indexMap, "`index_map` is a `" + map->typeName(evaluator) + "`, not a function", call.rangeOf("index_map"))
        .note("write a function of the grid's indices, for example `lambda i, j: (i, j)`");
  if (!toMemorySpace(evaluator, call["memory_space"]))
    return nullptr;
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(pallasModule, "BlockSpec"));
  record->range = evaluator.range();
  record->set("block_shape", shape).set("index_map", map).set("memory_space", call["memory_space"]);
  return record;
}

Value frontend::gridSpecHandler(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, "GridSpec"));
  record->range = call.evaluator.range();
  for (llvm::StringRef name : {"grid", "in_specs", "out_specs", "scratch_shapes"})
    record->set(name, call[name]);
  return record;
}

/// `pl.Element(n)`, `pl.Blocked(n)`: records with a kind and a size.
static Value makeDimension(Call &call, llvm::StringRef kind) {
  std::optional<int64_t> size = call.evaluator.toInt(call[size_t(0)], "block_size");
  if (!size)
    return nullptr;
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, kind));
  record->set("block_size", call.evaluator.integer(*size));
  return record;
}
Value frontend::elementHandler(Call &call) {
  if (auto *padding = dyn_cast<TupleObject>(call["padding"]))
    for (Value side : padding->items)
      if (!isa<IntObject>(side) || !cast<IntObject>(side)->value.isZero())
        return call.evaluator.notSupported("padding of `pl.Element`");
  return makeDimension(call, "Element");
}
Value frontend::blockedHandler(Call &call) { return makeDimension(call, "Blocked"); }
Value frontend::squeezedConstant(Call &call) {
  return call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, "Squeezed"));
}

const char MemorySpaceObject::tag = 0;

Value frontend::memorySpaceConstant(Call &call) { return call.evaluator.make<MemorySpaceObject>(call.entry->name); }

Value MemorySpaceObject::call(Evaluator &evaluator, Arguments &arguments) {
  Value shape = !arguments.positional.empty() ? arguments.positional[0] : nullptr;
  Value dtype = arguments.positional.size() > 1 ? arguments.positional[1] : nullptr;
  for (const Keyword &keyword : arguments.keywords) {
    if (keyword.first == "shape")
      shape = keyword.second;
    else if (keyword.first == "dtype")
      dtype = keyword.second;
    else
      return evaluator.notSupported("the argument `" + keyword.first + "` of `" + name + "(...)`");
  }
  if (!shape || !dtype || arguments.positional.size() > 2)
    return evaluator.raise(DiagnosticId::argumentError, "`" + name + "(...)` makes a scratch buffer and takes a shape and a dtype");
  std::optional<std::vector<int64_t>> sizes = evaluator.toShape(shape, "shape");
  std::optional<DType> type = sizes ? toDType(evaluator, dtype, "dtype", DType::float32) : std::nullopt;
  if (!type)
    return nullptr;
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(pallasModule, "MemoryRef"));
  record->range = evaluator.range();
  record->set("shape", evaluator.tupleOfInts(*sizes)).set("dtype", evaluator.make<DTypeObject>(*type, DTypeStyle::numpyDType));
  record->set("memory_space", this);
  return record;
}

std::optional<Value> MemorySpaceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *space = dyn_cast<MemorySpaceObject>(other);
  if (!space || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  return evaluator.boolean((space->name == name) == (op == CompareOp::equal));
}

std::optional<tile::MemorySpace> frontend::toMemorySpace(Evaluator &evaluator, Value value) {
  if (isNone(value))
    return tile::MemorySpace::any;
  auto *space = dyn_cast<MemorySpaceObject>(value);
  if (!space)
    return evaluator.raise(DiagnosticId::typeError, "a `" + value->typeName(evaluator) + "` is not a memory space")
        .note("memory spaces are for example `pl.ANY` and `pltpu.SMEM`");
  // A TPU's memories mean nothing on a GPU: there, where a block lives is the compiler's choice.
  return space->name == "GMEM" ? tile::MemorySpace::gmem : tile::MemorySpace::any;
}

//===-- resolving ---------------------------------------------------------------------------------------------===//

Shape ResolvedBlock::refShape(llvm::ArrayRef<int64_t> array) const {
  if (whole)
    return Shape(array);
  Shape result;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(squeezed, static_cast<int64_t>(axis)))
      result.push_back(extent);
  return result;
}

static std::string label(const KernelOperand &operand) { return operand.name.empty() ? operand.role : "`" + operand.name + "`"; }

/// One entry of a block shape; false with an exception pending.
static bool readDimension(Evaluator &evaluator, const KernelOperand &operand, Value entry, int64_t axis, ResolvedBlock &block) {
  auto *record = dyn_cast<RecordObject>(entry);
  llvm::StringRef kind = record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
  if (isNone(entry) || kind == "Squeezed") {
    block.shape.push_back(1);
    block.squeezed.push_back(axis);
    return true;
  }
  if (kind == "Element")
    block.elementAxes.push_back(axis);
  Value sizeValue = kind == "Element" || kind == "Blocked" ? record->field("block_size") : entry;
  auto *integer = dyn_cast<IntObject>(sizeValue);
  std::optional<int64_t> size = integer ? integer->value.asInt64() : std::nullopt;
  if (!size || *size <= 0) {
    std::string seen = evaluator.repr(sizeValue).value_or("?");
    evaluator.clearPending();
    return evaluator.raise(DiagnosticId::blockSpec, "axis " + std::to_string(axis) + " of the block of " + label(operand) + " has size `" + seen +
                                                        "`, not a positive integer or None")
        .at(block.range), false;
  }
  block.shape.push_back(*size);
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
      remark->note("the last block reaches past the end: what a kernel reads there is undefined (NaN for floats), what it writes there vanishes");
  }
}

std::optional<ResolvedBlock> frontend::resolveBlock(Evaluator &evaluator, const KernelOperand &operand) {
  ResolvedBlock block;
  if (!operand.spec)
    return block;
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
    return block;
  }
  const std::vector<Value> &entries = cast<SequenceObject>(shape)->items;
  if (entries.size() != operand.shape.size()) {
    Raised raised = evaluator.raise(DiagnosticId::blockSpec, "the block of " + label(operand) + " has " + std::to_string(entries.size()) +
                                                                 (entries.size() == 1 ? " axis" : " axes") + " but the array has " +
                                                                 std::to_string(operand.shape.size()) + ": its shape is " + formatShape(operand.shape));
    raised.at(block.range).note("the array gets its shape here", operand.shapeRange);
    return std::nullopt;
  }
  for (auto [axis, entry] : llvm::enumerate(entries))
    if (!readDimension(evaluator, operand, entry, axis, block))
      return std::nullopt;
  reportRagged(evaluator, operand, block);
  return block;
}

//===-- index maps --------------------------------------------------------------------------------------------===//

/// What an index map returned, as one i32 an axis.
static bool readIndices(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block, Value result,
                        llvm::SmallVectorImpl<mlir::Value> &indices) {
  std::vector<Value> items = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    items = sequence->items;
  if (items.size() != operand.shape.size()) {
    Raised raised = evaluator.raise(DiagnosticId::indexMap, "the index map of " + label(operand) + " returns " + std::to_string(items.size()) +
                                                                (items.size() == 1 ? " index" : " indices") + " but its array has " +
                                                                std::to_string(operand.shape.size()) + (operand.shape.size() == 1 ? " axis" : " axes"));
    raised.at(block.range).note("return one block index an axis of the array, in a tuple");
    return false;
  }
  for (Value item : items) {
    std::optional<Operand> index = asOperand(item);
    bool isInteger = index && index->shape().empty() && numerics::isInteger(index->type.dtype);
    if (!isInteger) {
      Raised raised = evaluator.raise(DiagnosticId::indexMap, "the index map of " + label(operand) + " returns a `" + item->typeName(evaluator) + "`" +
                                                                  (index ? " of dtype " + std::string(numerics::getName(index->type.dtype)) : "") +
                                                                  ", not an integer");
      raised.at(block.range).note("use `//` instead of `/` for whole numbers");
      return false;
    }
    mlir::Value value = materialize(evaluator, *index, DType::int32);
    if (!value)
      return false;
    indices.push_back(value);
  }
  return true;
}

static bool checkArity(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block, size_t gridRank) {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(block.indexMap);
  if (!parameters) {
    evaluator.clearPending();
    return true; // a callable without a signature: its call will tell
  }
  using ParameterKind = syntax::Parameter::Kind;
  size_t required = 0, most = 0;
  for (const ParameterInfo &parameter : *parameters) {
    if (parameter.kind == ParameterKind::varArgs)
      most = SIZE_MAX;
    else if (parameter.kind == ParameterKind::positional || parameter.kind == ParameterKind::positionalOnly) {
      most += most != SIZE_MAX;
      required += !parameter.defaultValue;
    }
  }
  if (gridRank >= required && gridRank <= most)
    return true;
  Raised raised = evaluator.raise(DiagnosticId::indexMap, "the index map of " + label(operand) + " takes " + std::to_string(required) +
                                                              (required == 1 ? " index" : " indices") + " but the grid has " + std::to_string(gridRank) +
                                                              (gridRank == 1 ? " axis" : " axes"));
  raised.at(block.range).note(gridRank == 0 ? "`pallas_call` got no `grid`: say how many programs there are"
                                            : "an index map takes one index an axis of the grid");
  return false;
}

mlir::FlatSymbolRefAttr frontend::recordIndexMap(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block,
                                                 llvm::ArrayRef<int64_t> grid, llvm::StringRef symbol) {
  if (!checkArity(evaluator, operand, block, grid.size()))
    return {};
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Type i32 = builder.getI32Type();
  llvm::SmallVector<mlir::Type> inputs(grid.size(), i32), results(operand.shape.size(), i32);
  auto function = mlir::func::FuncOp::create(builder, toLocation(evaluator.context(), block.range), evaluator.uniqueSymbol(symbol),
                                             builder.getFunctionType(inputs, results));
  function.setPrivate();
  mlir::Block *entry = function.addEntryBlock();
  llvm::SmallVector<mlir::Value> indices;
  bool succeeded;
  {
    Trace trace(TraceKind::indexMap, nullptr);
    TraceScope scope(evaluator, trace, entry);
    llvm::SmallVector<Value> arguments;
    for (mlir::Value argument : entry->getArguments())
      arguments.push_back(wrap(evaluator, argument, DType::int32));
    Value result = evaluator.call(block.indexMap, arguments);
    succeeded = result && readIndices(evaluator, operand, block, result, indices);
    if (succeeded)
      mlir::func::ReturnOp::create(evaluator.builder(), function.getLoc(), indices);
  }
  if (!succeeded) {
    function.erase();
    return {};
  }
  return mlir::FlatSymbolRefAttr::get(function.getSymNameAttr());
}
