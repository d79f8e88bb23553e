// SPDX-License-Identifier: Apache-2.0
// Reductions and scans by a function of the user, running sums, sorting, histograms. The function is a `@triton.jit` function of two
// entries; it is recorded once, on scalars, into the operation's region. A function that only adds, or takes an extreme, gives the
// plain reduction, which a GPU has a schedule for.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// What is combined: one block or several of one shape, along one axis.
struct Combined {
  std::vector<TritonTensor *> tensors;
  llvm::SmallVector<mlir::Value> values;
  int64_t axis = 0;
  bool isTuple = false, wasFlattened = false;
  Shape shape;
};
} // namespace

static std::optional<Combined> readCombined(Call &call, Value input, Value axis) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Combined result;
  std::vector<Value> items = {input};
  if (auto *sequence = dyn_cast<SequenceObject>(input)) {
    items = sequence->items;
    result.isTuple = true;
  }
  if (items.empty())
    return evaluator.raise(DiagnosticId::valueError, "`" + function + "` got no block");
  for (Value item : items) {
    result.tensors.push_back(toTritonTensor(evaluator, item, function));
    if (!result.tensors.back())
      return std::nullopt;
  }
  std::optional<Shape> shape = broadcastTriton(evaluator, result.tensors, function);
  if (!shape)
    return std::nullopt;
  result.shape = *shape;
  Emitter emitter = emitterHere(evaluator);
  for (TritonTensor *tensor : result.tensors) {
    mlir::Value value = fitTriton(evaluator, tensor, tensor->dtype, *shape);
    if (!value)
      return std::nullopt;
    result.values.push_back(isNone(axis) ? emitter.reshape(value, {countElements(*shape)}) : value);
  }
  if (isNone(axis)) {
    result.wasFlattened = true;
    return result;
  }
  std::optional<int64_t> given = evaluator.toInt(axis, "axis"), normal = given ? normalizeAxis(evaluator, *given, shape->size(), function) : std::nullopt;
  if (!normal)
    return std::nullopt;
  result.axis = *normal;
  return result;
}

/// Records `function` on two entries into `region`. False with an exception pending.
static bool recordCombination(Call &call, Value function, const Combined &combined, mlir::Region &region) {
  Evaluator &evaluator = call.evaluator;
  std::string name = publicName(call.entry);
  if (!isa<TritonFunction>(function))
    return evaluator.raise(DiagnosticId::typeError, "`combine_fn` of `" + name + "` is a `" + function->typeName(evaluator) + "`, not a `@triton.jit` function",
                           call.rangeOf("combine_fn")),
           false;
  mlir::Block &block = region.emplaceBlock();
  mlir::Location location = evaluator.location();
  std::vector<Value> entries;
  for (int side = 0; side < 2; ++side)
    for (TritonTensor *tensor : combined.tensors)
      entries.push_back(wrapTriton(evaluator, block.addArgument(getElementType(evaluator.context(), tensor->dtype), location), tensor->dtype));
  Trace trace(TraceKind::triton, evaluator.trace().strategy);
  TraceScope scope(evaluator, trace, &block);
  Value result = evaluator.call(cast<TritonFunction>(function)->function, entries);
  if (!result)
    return false;
  std::vector<Value> results = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    results = sequence->items;
  if (results.size() != combined.tensors.size())
    return evaluator.raise(DiagnosticId::typeError, "`combine_fn` of `" + name + "` returns " + std::to_string(results.size()) + " values for entries of " +
                                                        std::to_string(combined.tensors.size()),
                           call.rangeOf("combine_fn")),
           false;
  llvm::SmallVector<mlir::Value> yields;
  for (auto [value, like] : llvm::zip(results, combined.tensors)) {
    TritonTensor *tensor = toTritonTensor(evaluator, value, name);
    if (!tensor)
      return false;
    if (tensor->dtype != like->dtype || !tensor->shape().empty())
      return evaluator.raise(DiagnosticId::dtypeMismatch, "`combine_fn` of `" + name + "` returns `" + std::string(numerics::getName(tensor->dtype)) + formatShape(tensor->shape()) +
                                                              "` for entries of `" + std::string(numerics::getName(like->dtype)) + "()`",
                             call.rangeOf("combine_fn"))
                 .note("it combines what it returns again: convert with `.to(...)` inside of it, or the block before"),
             false;
    yields.push_back(useHere(evaluator, tensor));
    if (!yields.back())
      return false;
  }
  tile::YieldOp::create(evaluator.builder(), location, yields);
  return true;
}

/// The reduction that the region is, when it is a single operation on its two arguments.
static std::optional<tile::Reduction> plainReduction(mlir::Region &region) {
  mlir::Block &block = region.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return std::nullopt;
  mlir::Operation &op = block.front();
  bool combines = op.getNumOperands() == 2 && op.getOperand(0) == block.getArgument(0) && op.getOperand(1) == block.getArgument(1) && op.getNumResults() == 1 &&
                  block.getTerminator()->getOperand(0) == op.getResult(0);
  if (!combines)
    return std::nullopt;
  if (isa<mlir::arith::AddFOp, mlir::arith::AddIOp>(op))
    return tile::Reduction::add;
  if (isa<mlir::arith::MulFOp, mlir::arith::MulIOp>(op))
    return tile::Reduction::mul;
  if (isa<mlir::arith::MaximumFOp, mlir::arith::MaxSIOp>(op))
    return tile::Reduction::max;
  if (isa<mlir::arith::MinimumFOp, mlir::arith::MinSIOp>(op))
    return tile::Reduction::min;
  return std::nullopt;
}

static Value packResults(Call &call, const Combined &combined, llvm::ArrayRef<mlir::Value> values) {
  std::vector<Value> results;
  for (auto [value, tensor] : llvm::zip(values, combined.tensors))
    results.push_back(wrapTriton(call.evaluator, value, tensor->dtype));
  return combined.isTuple ? Value(call.evaluator.tuple(std::move(results))) : results.front();
}

static Value reduceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value input = call.self && isa<TritonTensor>(call.self) ? call.self : call["input"];
  std::optional<Combined> combined = readCombined(call, input, call["axis"]);
  std::optional<bool> keep = combined ? evaluator.truth(call["keep_dims"]) : std::nullopt;
  if (!keep)
    return nullptr;
  Shape reduced(tile::getShape(combined->values.front().getType()));
  if (reduced.empty())
    return packResults(call, *combined, combined->values);
  reduced.erase(reduced.begin() + combined->axis);
  llvm::SmallVector<mlir::Type> types;
  for (TritonTensor *tensor : combined->tensors)
    types.push_back(getArrayType(evaluator.context(), reduced, tensor->dtype));
  Emitter emitter = emitterHere(evaluator);
  auto op = emitter.create<tile::ReduceByOp>(types, combined->values, combined->axis);
  if (!recordCombination(call, call["combine_fn"], *combined, op.getCombine())) {
    discard(evaluator, op);
    return nullptr;
  }
  llvm::SmallVector<mlir::Value> values(op.getOutputs().begin(), op.getOutputs().end());
  if (std::optional<tile::Reduction> plain = plainReduction(op.getCombine())) {
    values = {emitter.reduce(*plain, combined->values.front(), {combined->axis}, false)};
    discard(evaluator, op);
  }
  if (*keep) {
    Shape kept(combined->shape);
    for (auto [axis, extent] : llvm::enumerate(kept))
      if (combined->wasFlattened || static_cast<int64_t>(axis) == combined->axis)
        extent = 1;
    for (mlir::Value &value : values)
      value = emitter.reshape(value, kept);
  }
  return packResults(call, *combined, values);
}

static Value scanHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value input = call.self && isa<TritonTensor>(call.self) ? call.self : call["input"];
  std::optional<Combined> combined = readCombined(call, input, call["axis"]);
  std::optional<bool> reverse = combined ? evaluator.truth(call["reverse"]) : std::nullopt;
  if (!reverse)
    return nullptr;
  llvm::SmallVector<mlir::Type> types(mlir::ValueRange(combined->values).getTypes());
  auto op = emitterHere(evaluator).create<tile::ScanOp>(types, combined->values, combined->axis, *reverse);
  if (!recordCombination(call, call["combine_fn"], *combined, op.getCombine())) {
    discard(evaluator, op);
    return nullptr;
  }
  llvm::SmallVector<mlir::Value> values(op.getOutputs().begin(), op.getOutputs().end());
  return packResults(call, *combined, values);
}

/// cumsum and cumprod: bf16 runs in fp32, small integers in 32 bits.
template <Binary kind> static Value cumulativeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> given = tensor ? evaluator.toInt(call["axis"], "axis") : std::nullopt;
  std::optional<int64_t> axis = given ? normalizeAxis(evaluator, *given, tensor->shape().size(), publicName(call.entry)) : std::nullopt;
  std::optional<bool> reverse = axis ? evaluator.truth(call["reverse"]) : std::nullopt;
  if (!reverse)
    return nullptr;
  DType type = tensor->dtype;
  if (type == DType::bfloat16)
    type = DType::float32;
  else if (numerics::isInteger(type) && numerics::getBitWidth(type) < 32)
    type = type == DType::boolean || numerics::isUnsigned(type) ? DType::uint32 : DType::int32;
  bool hasDType = llvm::any_of(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "dtype"; });
  if (hasDType && !isNone(call["dtype"])) {
    std::optional<DType> asked = toDType(evaluator, call["dtype"], "dtype", type, false);
    if (!asked)
      return nullptr;
    type = *asked;
  }
  mlir::Value value = fitTriton(evaluator, tensor, type, tensor->shape());
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  auto op = emitter.create<tile::ScanOp>(mlir::TypeRange(value.getType()), mlir::ValueRange(value), *axis, *reverse);
  mlir::Block &block = op.getCombine().emplaceBlock();
  mlir::Type element = getElementType(evaluator.context(), type);
  block.addArguments({element, element}, {emitter.loc, emitter.loc});
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToEnd(&block);
  mlir::Value combined = emitter.binary(kind, block.getArgument(0), block.getArgument(1), type);
  emitter.create<tile::YieldOp>(combined);
  return wrapTriton(evaluator, op.getResult(0), type);
}

//===-- order -------------------------------------------------------------------------------------------------===//

static mlir::Value sortLast(Emitter &emitter, mlir::Value value, DType type, bool descending) {
  llvm::SmallVector<int64_t> unsignedKeys;
  if (numerics::isUnsigned(type) || type == DType::boolean)
    unsignedKeys.push_back(0);
  int64_t axis = tile::getShape(value.getType()).size() - 1;
  return emitter.create<tile::SortOp>(mlir::TypeRange(value.getType()), mlir::ValueRange(value), axis, /*num_keys=*/1, unsignedKeys, descending).getResult(0);
}

/// The last axis, which alone is sorted; empty with an exception pending.
static std::optional<int64_t> readLastAxis(Call &call, TritonTensor *tensor) {
  int64_t rank = tensor->shape().size();
  if (rank == 0)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "`" + publicName(call.entry) + "` takes a block, not a scalar");
  if (isNone(call["dim"]))
    return rank - 1;
  std::optional<int64_t> dim = call.evaluator.toInt(call["dim"], "dim"), axis = dim ? normalizeAxis(call.evaluator, *dim, rank, publicName(call.entry)) : std::nullopt;
  if (axis && *axis != rank - 1)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` sorts along the last axis only, which is " + std::to_string(rank - 1),
                                call.rangeOf("dim"))
        .note("bring the axis to the end with `tl.permute`");
  return axis;
}

static Value sortHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> axis = tensor ? readLastAxis(call, tensor) : std::nullopt;
  std::optional<bool> descending = axis ? call.evaluator.truth(call["descending"]) : std::nullopt;
  mlir::Value value = descending ? useHere(call.evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  return wrapTriton(call.evaluator, sortLast(emitter, value, tensor->dtype, *descending), tensor->dtype);
}

/// Compares and exchanges elements n/2, n/4, ..., 1 apart.
static Value bitonicMergeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> axis = tensor ? readLastAxis(call, tensor) : std::nullopt;
  std::optional<bool> descending = axis ? evaluator.truth(call["descending"]) : std::nullopt;
  mlir::Value value = descending ? useHere(evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  llvm::ArrayRef<int64_t> shape = tensor->shape();
  if (shape.back() & (shape.back() - 1))
    return evaluator.raise(DiagnosticId::shapeMismatch, "`tl.bitonic_merge` takes a power of two of elements along the axis, not " + std::to_string(shape.back()));
  Emitter emitter = emitterHere(evaluator);
  mlir::Value positions = emitter.iota(shape, *axis, DType::int32);
  for (int64_t apart = shape.back() / 2; apart >= 1; apart /= 2) {
    mlir::Value distance = emitter.constantInt(apart, DType::int32, shape);
    mlir::Value partner = takeElements(emitter, value, *axis, emitter.binary(Binary::bitXor, positions, distance, DType::int32));
    mlir::Value isLower = emitter.compare(Compare::eq, emitter.binary(Binary::bitAnd, positions, distance, DType::int32), emitter.constantInt(0, DType::int32, shape), DType::int32);
    mlir::Value less = emitter.binary(Binary::minNumber, value, partner, tensor->dtype), more = emitter.binary(Binary::maxNumber, value, partner, tensor->dtype);
    value = emitter.select(isLower, *descending ? more : less, *descending ? less : more);
  }
  return wrapTriton(evaluator, value, tensor->dtype);
}

static Value topkHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> axis = tensor ? readLastAxis(call, tensor) : std::nullopt, k = axis ? evaluator.toInt(call["k"], "k") : std::nullopt;
  mlir::Value value = k ? useHere(evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  Shape shape(tensor->shape());
  if (*k < 1 || *k > shape.back())
    return evaluator.raise(DiagnosticId::valueError, "`tl.topk` takes " + std::to_string(*k) + " of " + std::to_string(shape.back()) + " elements", call.rangeOf("k"));
  Emitter emitter = emitterHere(evaluator);
  mlir::Value sorted = sortLast(emitter, value, tensor->dtype, /*descending=*/true);
  llvm::SmallVector<int64_t> offsets(shape.size(), 0);
  shape.back() = *k;
  mlir::Value first = emitter.create<tile::SliceValueOp>(getArrayType(evaluator.context(), shape, tensor->dtype), sorted, mlir::ValueRange(), offsets, shape,
                                                         llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>());
  return wrapTriton(evaluator, first, tensor->dtype);
}

/// Bin i counts the value i; other values count nowhere.
static Value histogramHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> bins = tensor ? evaluator.toInt(call["num_bins"], "num_bins") : std::nullopt;
  if (!bins || !checkBlockShape(call, {*bins}))
    return nullptr;
  if (tensor->shape().size() != 1 || !numerics::isInteger(tensor->dtype) || numerics::getBitWidth(tensor->dtype) != 32)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.histogram` takes one axis of 32-bit integers: " + describe(evaluator, tensor) + " is " +
                                                            std::string(numerics::getName(tensor->dtype)) + formatShape(tensor->shape()));
  mlir::Value value = useHere(evaluator, tensor);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value ones = emitter.constantInt(1, DType::int32, tensor->shape());
  if (!isNone(call["mask"])) {
    TritonTensor *mask = toTritonTensor(evaluator, call["mask"], "mask");
    ones = mask ? fitTriton(evaluator, mask, DType::boolean, tensor->shape()) : mlir::Value();
    if (!ones)
      return nullptr;
    ones = emitter.cast(ones, DType::boolean, DType::int32);
  }
  mlir::Value counts = emitter.constantInt(0, DType::int32, {*bins});
  mlir::Value result = emitter.create<tile::PutOp>(counts.getType(), tile::Atomic::add, ones, counts, mlir::ValueRange{value}, llvm::ArrayRef<int64_t>{0});
  return wrapTriton(evaluator, result, DType::int32);
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_BOTH(name, first, parameters, summary, handler)                                                        \
  {"triton.language", name, EntryKind::function, "(" first ", " parameters ")", summary, handler}, {                    \
    "triton.language.tensor", name, EntryKind::method, "(" parameters ")", summary, handler                             \
  }
static const LibraryEntry entries[] = {
    TESSERA_BOTH("reduce", "input", "axis, combine_fn, keep_dims=False",
                 "Combines a block, or a tuple of blocks, along an axis by a `@triton.jit` function of two entries; axis None: all elements.", reduceHandler),
    TESSERA_BOTH("associative_scan", "input", "axis, combine_fn, reverse=False", "All prefixes along an axis, combined by a `@triton.jit` function of two entries.", scanHandler),
    TESSERA_BOTH("cumsum", "input", "axis=0, reverse=False, dtype=None", "Running sum along an axis.", cumulativeHandler<Binary::add>),
    TESSERA_BOTH("cumprod", "input", "axis=0, reverse=False", "Running product along an axis.", cumulativeHandler<Binary::mul>),
    TESSERA_BOTH("sort", "x", "dim=None, descending=False", "Elements in order along the last axis.", sortHandler),
    TESSERA_BOTH("topk", "x", "k, dim=None", "The k greatest elements along the last axis, in falling order.", topkHandler),
    TESSERA_BOTH("histogram", "input", "num_bins, mask=None", "How often each of 0, 1, ..., num_bins - 1 occurs, as int32.", histogramHandler),
    {"triton.language", "bitonic_merge", EntryKind::function, "(x, dim=None, descending=False)",
     "The last stage of a bitonic sort: elements that rise and then fall along the last axis come into order.", bitonicMergeHandler},
};

void library::registerTritonScans(LibraryTable &table) { table.add({}, entries); }
