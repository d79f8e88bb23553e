// SPDX-License-Identifier: Apache-2.0
// The table of `triton.language`: creation, shape, elementwise functions, hints, loops and dtypes.
#include "compiler/frontend/library/triton/Language.h"
#include "compiler/frontend/library/triton/Jit.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- grid --------------------------------------------------------------------------------------------------===//

static std::optional<int64_t> readGridAxis(Call &call) {
  std::optional<int64_t> axis = call.evaluator.toInt(call["axis"], "axis");
  if (!axis)
    return std::nullopt;
  const std::vector<int64_t> *grid = call.evaluator.state<TritonGrid>().grid;
  if (!grid)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is called outside a kernel");
  if (*axis < 0 || *axis > 2)
    return call.evaluator.raise(DiagnosticId::indexError, "`" + publicName(call.entry) + "(" + std::to_string(*axis) + ")`: axes are 0, 1 and 2", call.rangeOf("axis"));
  return axis;
}

/// An axis that the grid does not have holds one program.
template <typename OpT, int absent> static Value gridFunction(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  if (!axis)
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  if (*axis >= static_cast<int64_t>(call.evaluator.state<TritonGrid>().grid->size()))
    return wrapTriton(call.evaluator, emitter.constantInt(absent, DType::int32), DType::int32);
  return wrapTriton(call.evaluator, emitter.create<OpT>(*axis), DType::int32);
}

//===-- creation and shape ------------------------------------------------------------------------------------===//

static bool isPowerOfTwo(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

static std::optional<Shape> readBlockShape(Call &call, Value given) {
  auto *tuple = dyn_cast<TupleObject>(given);
  if (tuple && tuple->items.size() == 1 && isa<SequenceObject>(tuple->items[0]))
    given = tuple->items[0];
  std::optional<std::vector<int64_t>> sizes = call.evaluator.toShape(given, "shape");
  if (!sizes)
    return std::nullopt;
  int64_t elements = 1;
  for (int64_t size : *sizes) {
    if (!isPowerOfTwo(size))
      return call.evaluator.raise(DiagnosticId::valueError, "a block has size " + std::to_string(size) + ", which is not a power of two")
          .note("take the next power of two, `triton.next_power_of_2(n)`, and a mask");
    elements *= size;
    if (elements > (1 << 20))
      return call.evaluator.raise(DiagnosticId::valueError, "a block of shape " + formatShape(*sizes) + " has more than 2**20 elements");
  }
  return Shape(sizes->begin(), sizes->end());
}

static Value arangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  for (llvm::StringRef name : {"start", "end"})
    if (isa<ArrayObject>(call[name]))
      return evaluator.raise(DiagnosticId::typeError, "`" + name.str() + "` of `tl.arange` must be known while compiling", call.rangeOf(name))
          .note("annotate the parameter with `tl.constexpr`, and add a computed start to the range");
  std::optional<int64_t> start = evaluator.toInt(call["start"], "start"), end = start ? evaluator.toInt(call["end"], "end") : std::nullopt;
  if (!end)
    return nullptr;
  int64_t count = *end - *start;
  if (!isPowerOfTwo(count) || count > (1 << 20))
    return evaluator.raise(DiagnosticId::valueError, "`tl.arange(" + std::to_string(*start) + ", " + std::to_string(*end) + ")` has " + std::to_string(count) +
                                                         " elements, not a power of two up to 2**20")
        .note("take the next power of two, `triton.next_power_of_2(n)`, and a mask");
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value = emitter.iota({count}, 0, DType::int32);
  if (*start != 0)
    value = emitter.binary(Binary::add, value, emitter.constantInt(*start, DType::int32, {count}), DType::int32);
  return wrapTriton(evaluator, value, DType::int32);
}

static Value zerosHandler(Call &call) {
  std::optional<Shape> shape = readBlockShape(call, call["shape"]);
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  return type ? wrapTriton(call.evaluator, emitterHere(call.evaluator).constant(0, *type, *shape), *type) : nullptr;
}
static Value fullHandler(Call &call) {
  std::optional<Shape> shape = readBlockShape(call, call["shape"]);
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  TritonTensor *fill = type ? toTritonTensor(call.evaluator, call["value"], "tl.full") : nullptr;
  mlir::Value value = fill ? fitTriton(call.evaluator, fill, *type, *shape) : nullptr;
  return value ? wrapTriton(call.evaluator, value, *type) : nullptr;
}
static Value zerosLikeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  return tensor ? wrapTriton(call.evaluator, emitterHere(call.evaluator).constant(0, tensor->dtype, tensor->shape()), tensor->dtype) : nullptr;
}

static Value reshapeTo(Call &call, TritonTensor *tensor, llvm::ArrayRef<int64_t> shape) {
  if (countElements(shape) != countElements(tensor->shape()))
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "can't reshape " + formatShape(tensor->shape()) + " to " + formatShape(shape));
  mlir::Value value = useHere(call.evaluator, tensor);
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).reshape(value, shape), tensor->dtype) : nullptr;
}
static Value reshapeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<Shape> shape = tensor ? readBlockShape(call, call["shape"]) : std::nullopt;
  return shape ? reshapeTo(call, tensor, *shape) : nullptr;
}
static Value ravelHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  return tensor ? reshapeTo(call, tensor, {countElements(tensor->shape())}) : nullptr;
}
static Value expandDimsHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<std::vector<int64_t>> axes = tensor ? call.evaluator.toShape(call["axis"], "axis") : std::nullopt;
  if (!axes)
    return nullptr;
  Shape shape(tensor->shape());
  for (int64_t given : *axes) {
    std::optional<int64_t> axis = normalizeAxis(call.evaluator, given, shape.size() + 1, "tl.expand_dims");
    if (!axis)
      return nullptr;
    shape.insert(shape.begin() + *axis, 1);
  }
  return reshapeTo(call, tensor, shape);
}
static Value broadcastToHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<Shape> shape = tensor ? readBlockShape(call, call["shape"]) : std::nullopt;
  if (!shape)
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(tensor->shape(), *shape);
  if (!joined || *joined != *shape)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "can't broadcast " + formatShape(tensor->shape()) + " to " + formatShape(*shape));
  mlir::Value value = fitTriton(call.evaluator, tensor, tensor->dtype, *shape);
  return value ? wrapTriton(call.evaluator, value, tensor->dtype) : nullptr;
}
static Value transHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return nullptr;
  std::vector<int64_t> dims;
  int64_t rank = tensor->shape().size();
  auto *given = call.size() && !isNone(call["dims"]) ? dyn_cast<TupleObject>(call["dims"]) : nullptr;
  if (given && !given->items.empty()) {
    Value list = given->items.size() == 1 && isa<SequenceObject>(given->items[0]) ? given->items[0] : given;
    std::optional<std::vector<int64_t>> read = call.evaluator.toShape(list, "dims");
    if (!read)
      return nullptr;
    dims = *read;
  } else {
    if (rank < 2)
      return call.evaluator.raise(DiagnosticId::shapeMismatch, "`tl.trans` needs two axes or more: " + describe(call.evaluator, tensor) + " is " + formatShape(tensor->shape()));
    for (int64_t axis = 0; axis < rank; ++axis)
      dims.push_back(axis);
    std::swap(dims[rank - 1], dims[rank - 2]);
  }
  llvm::SmallVector<int64_t> permutation;
  for (int64_t dim : dims) {
    std::optional<int64_t> axis = normalizeAxis(call.evaluator, dim, rank, "tl.trans");
    if (!axis)
      return nullptr;
    if (llvm::is_contained(permutation, *axis))
      return call.evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(dim) + " is given twice to `" + publicName(call.entry) + "`");
    permutation.push_back(*axis);
  }
  if (static_cast<int64_t>(permutation.size()) != rank)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` got " + std::to_string(permutation.size()) + " axes for " + std::to_string(rank));
  mlir::Value value = useHere(call.evaluator, tensor);
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).transpose(value, permutation), tensor->dtype) : nullptr;
}

static Value castHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<DType> type = tensor ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  std::optional<bool> bitcast = type ? call.evaluator.truth(call["bitcast"]) : std::nullopt;
  if (!bitcast)
    return nullptr;
  if (auto *rounding = dyn_cast<StrObject>(call["fp_downcast_rounding"]); rounding && rounding->value != "rtne")
    return call.evaluator.notSupported("the rounding `" + rounding->value + "` of a conversion");
  return tritonCast(call.evaluator, tensor, *type, *bitcast);
}

//===-- elementwise -------------------------------------------------------------------------------------------===//

template <Binary op> static Value binaryFunction(Call &call) { return tritonBinary(call.evaluator, op, call[size_t(0)], call[size_t(1)], publicName(call.entry)); }

/// maximum and minimum: NaN goes through only if asked for.
template <Binary numbers, Binary propagating> static Value extremeHandler(Call &call) {
  auto *mode = dyn_cast<RecordObject>(call["propagate_nan"]);
  bool all = mode && mode->field("name") && cast<StrObject>(mode->field("name"))->value == "ALL";
  return tritonBinary(call.evaluator, all ? propagating : numbers, call["x"], call["y"], publicName(call.entry));
}
static Value absHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  mlir::Value value = tensor ? useHere(call.evaluator, tensor) : nullptr;
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).unary(Unary::abs, value, tensor->dtype), tensor->dtype) : nullptr;
}
static Value fmaHandler(Call &call) {
  Value product = tritonBinary(call.evaluator, Binary::mul, call["x"], call["y"], "tl.fma");
  if (!product)
    return nullptr;
  TritonTensor *tensors[] = {toTritonTensor(call.evaluator, call["x"], "tl.fma"), toTritonTensor(call.evaluator, call["y"], "tl.fma"), toTritonTensor(call.evaluator, call["z"], "tl.fma")};
  DType type = cast<TritonTensor>(product)->dtype;
  if (!tensors[2])
    return nullptr;
  if (!numerics::isFloat(type))
    return tritonBinary(call.evaluator, Binary::add, product, call["z"], "tl.fma");
  std::optional<Shape> shape = broadcastTriton(call.evaluator, tensors, "tl.fma");
  llvm::SmallVector<mlir::Value> values;
  for (TritonTensor *tensor : tensors) {
    mlir::Value value = shape ? fitTriton(call.evaluator, tensor, type, *shape) : nullptr;
    if (!value)
      return nullptr;
    values.push_back(value);
  }
  return wrapTriton(call.evaluator, emitterHere(call.evaluator).create<mlir::math::FmaOp>(values[0], values[1], values[2]), type);
}
static Value clampHandler(Call &call) {
  Value low = tritonBinary(call.evaluator, Binary::maxNumber, call["x"], call["min"], "tl.clamp");
  return low ? tritonBinary(call.evaluator, Binary::minNumber, low, call["max"], "tl.clamp") : nullptr;
}
static Value whereHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *condition = toTritonTensor(evaluator, call["condition"], "tl.where");
  if (!condition)
    return nullptr;
  // The branches combine as the operands of `+` would; their sum is thrown away, its type and shape are kept.
  Value x = call["x"], y = call["y"];
  TritonOperand operands[2];
  Value values[] = {x, y};
  TritonTensor *tensors[3] = {condition, nullptr, nullptr};
  for (int k = 0; k < 2; ++k) {
    tensors[k + 1] = toTritonTensor(evaluator, values[k], "tl.where");
    if (!tensors[k + 1])
      return nullptr;
    operands[k] = {tensors[k + 1]->dtype, !isa<TritonTensor>(values[k])};
  }
  TritonPromotion promotion = promoteTriton(operands[0], operands[1], false);
  if (promotion.failure != TritonFailure::none)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "the branches of `tl.where` have dtypes that do not go together");
  std::optional<Shape> shape = broadcastTriton(evaluator, tensors, "tl.where");
  mlir::Value mask = shape ? fitTriton(evaluator, condition, DType::boolean, *shape) : nullptr;
  mlir::Value left = mask ? fitTriton(evaluator, tensors[1], promotion.dtype, *shape) : nullptr;
  mlir::Value right = left ? fitTriton(evaluator, tensors[2], promotion.dtype, *shape) : nullptr;
  return right ? wrapTriton(evaluator, emitterHere(evaluator).select(mask, left, right), promotion.dtype) : nullptr;
}
/// exp(x - max) / sum, along axis 0 unless said otherwise.
static Value softmaxHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *x = tritonReceiver(call);
  std::optional<int64_t> dim = x ? (isNone(call["dim"]) ? std::optional<int64_t>(0) : evaluator.toInt(call["dim"], "dim")) : std::nullopt;
  std::optional<int64_t> axis = dim ? normalizeAxis(evaluator, *dim, x->shape().size(), "tl.softmax") : std::nullopt;
  mlir::Value value = axis ? useHere(evaluator, x) : nullptr;
  if (!value)
    return nullptr;
  if (!numerics::isFloat(x->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.softmax` takes floats");
  Emitter emitter = emitterHere(evaluator);
  mlir::Value most = emitter.broadcastTo(emitter.reduce(tile::Reduction::max, value, {*axis}, true, true), x->shape());
  mlir::Value powers = emitter.unary(Unary::exp, emitter.binary(Binary::sub, value, most, x->dtype), x->dtype);
  mlir::Value total = emitter.broadcastTo(emitter.reduce(tile::Reduction::add, powers, {*axis}, true), x->shape());
  return wrapTriton(evaluator, emitter.binary(Binary::divide, powers, total, x->dtype), x->dtype);
}
static Value cdivHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value less = evaluator.binary(BinaryOp::subtract, call["div"], evaluator.integer(1));
  Value sum = less ? evaluator.binary(BinaryOp::add, call["x"], less) : nullptr;
  return sum ? evaluator.binary(BinaryOp::floorDivide, sum, call["div"]) : nullptr;
}

//===-- loops, hints, compile time ----------------------------------------------------------------------------===//

static Value rangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value start = call["arg1"], stop = call["arg2"], step = call["step"];
  if (isNone(stop)) {
    stop = start;
    start = evaluator.integer(0);
  }
  auto *loop = evaluator.make<LoopRangeObject>(start, stop, isNone(step) ? evaluator.integer(1) : step);
  mlir::Builder builder(evaluator.context());
  for (llvm::StringRef name : {"num_stages", "loop_unroll_factor"}) {
    if (isNone(call[name]))
      continue;
    std::optional<int64_t> value = evaluator.toInt(call[name], name);
    if (!value)
      return nullptr;
    loop->attributes.push_back({"tile." + name.str(), builder.getI64IntegerAttr(*value)});
  }
  for (llvm::StringRef name : {"flatten", "warp_specialize", "disallow_acc_multi_buffer", "disable_licm"})
    if (std::optional<bool> on = evaluator.truth(call[name]); on && *on)
      loop->attributes.push_back({"tile." + name.str(), builder.getUnitAttr()});
  return loop;
}
static Value staticRangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  int64_t bounds[3] = {0, 0, 1};
  const char *names[] = {"arg1", "arg2", "step"};
  for (int k = 0; k < 3; ++k) {
    if (isNone(call[names[k]]))
      continue;
    if (isa<ArrayObject>(call[names[k]]))
      return evaluator.raise(DiagnosticId::typeError, "a bound of `tl.static_range` must be known while compiling", call.rangeOf(names[k])).note("use `range` or `tl.range` for a loop of the kernel");
    std::optional<int64_t> value = evaluator.toInt(call[names[k]], names[k]);
    if (!value)
      return nullptr;
    bounds[k] = *value;
  }
  if (isNone(call["arg2"]))
    std::swap(bounds[0], bounds[1]);
  if (bounds[2] == 0)
    return evaluator.raise(DiagnosticId::valueError, "`tl.static_range` has a step of 0");
  // Not a range, which would be recorded as a loop: a tuple is run through.
  std::vector<Value> items;
  for (int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
    if (!evaluator.step())
      return nullptr;
    items.push_back(evaluator.integer(i));
  }
  return evaluator.tuple(std::move(items));
}
static Value firstArgument(Call &call) { return call[size_t(0)]; }
static Value nothing(Call &call) { return call.evaluator.none(); }
static Value staticAssertHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isa<ArrayObject>(call["cond"]))
    return evaluator.raise(DiagnosticId::typeError, "the condition of `tl.static_assert` must be known while compiling", call.rangeOf("cond"));
  std::optional<bool> holds = evaluator.truth(call["cond"]);
  if (!holds || *holds)
    return holds ? evaluator.none() : nullptr;
  std::string message = evaluator.str(call["msg"]).value_or("");
  return evaluator.raise(DiagnosticId::assertionFailed, "`tl.static_assert` does not hold" + (message.empty() ? "" : ": " + message), call.rangeOf("cond"));
}
static Value staticPrintHandler(Call &call) {
  llvm::SmallVector<Value> parts;
  for (Value value : cast<TupleObject>(call["values"])->items) {
    if (!parts.empty())
      parts.push_back(call.evaluator.string(" "));
    Value text = call.evaluator.format(value, 0, "");
    if (!text)
      return nullptr;
    parts.push_back(text);
  }
  parts.push_back(call.evaluator.string("\n"));
  Value line = call.evaluator.concatenate(parts);
  return line && call.evaluator.print(line) ? call.evaluator.none() : nullptr;
}
static Value propagateNanConstant(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.language", "PropagateNan"));
  record->set("name", call.evaluator.string(call.entry->name));
  return record;
}

//===-- properties of tensors ---------------------------------------------------------------------------------===//

static TritonTensor *self(Call &call) { return cast<TritonTensor>(call.self); }
static Value shapeProperty(Call &call) { return call.evaluator.tupleOfInts(self(call)->shape()); }
static Value dtypeProperty(Call &call) { return call.evaluator.make<DTypeObject>(self(call)->dtype, DTypeStyle::triton); }
static Value numelProperty(Call &call) { return call.evaluator.integer(countElements(self(call)->shape())); }

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_TL "triton.language"
#define TESSERA_ENTRY(name, signature, summary, handler) {TESSERA_TL, name, EntryKind::function, signature, summary, handler}
#define TESSERA_FLOAT(name, op, summary)                                                                                \
  TESSERA_ENTRY(name, "(x)", summary, tritonFloatFunction<Unary::op>), {                                                \
    TESSERA_TL ".math", name, EntryKind::function, "(x)", summary, tritonFloatFunction<Unary::op>                       \
  }
#define TESSERA_LATER(name, summary) TESSERA_ENTRY(name, "(*args, **kwargs)", summary, nullptr)
#define TESSERA_DTYPE(name, summary) {TESSERA_TL, name, EntryKind::constant, "", summary, makeDTypeConstant}
#define TESSERA_METHOD(name, signature, summary, handler) {TESSERA_TL ".tensor", name, EntryKind::method, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("program_id", "(axis)", "This program's index along an axis of the grid.", (gridFunction<tile::ProgramIdOp, 0>)),
    TESSERA_ENTRY("num_programs", "(axis)", "The grid's size along an axis.", (gridFunction<tile::NumProgramsOp, 1>)),
    TESSERA_ENTRY("arange", "(start, end)", "The integers of a range; their number is a power of two.", arangeHandler),
    TESSERA_ENTRY("zeros", "(shape, dtype)", "A block of zeros.", zerosHandler),
    TESSERA_ENTRY("full", "(shape, value, dtype)", "A block of one value.", fullHandler),
    TESSERA_ENTRY("zeros_like", "(input)", "Zeros in another block's shape.", zerosLikeHandler),
    TESSERA_ENTRY("load", "(pointer, mask=None, other=None, boundary_check=None, padding_option=None, cache_modifier='', eviction_policy='', volatile=False)",
                  "Reads through pointers, where a mask holds.", tritonLoad),
    TESSERA_ENTRY("store", "(pointer, value, mask=None, boundary_check=None, cache_modifier='', eviction_policy='')", "Writes through pointers, where a mask holds.", tritonStore),
    TESSERA_ENTRY("dot", "(input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None, out_dtype=None)", "Matrix product.", tritonDot),
    TESSERA_ENTRY("sum", "(input, axis=None, keep_dims=False, dtype=None)", "Sum along an axis.", tritonReduceSum),
    TESSERA_ENTRY("max", "(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False)", "Greatest element along an axis.", tritonReduceMax),
    TESSERA_ENTRY("min", "(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False)", "Least element along an axis.", tritonReduceMin),
    TESSERA_ENTRY("argmax", "(input, axis, tie_break_left=True, keep_dims=False)", "Position of the greatest element.", tritonArgMax),
    TESSERA_ENTRY("argmin", "(input, axis, tie_break_left=True, keep_dims=False)", "Position of the least element.", tritonArgMin),
    TESSERA_ENTRY("xor_sum", "(input, axis=None, keep_dims=False)", "Exclusive or along an axis.", tritonReduceXor),
    TESSERA_FLOAT("exp", exp, "e to the power x."),
    TESSERA_FLOAT("exp2", exp2, "2 to the power x."),
    TESSERA_FLOAT("log", log, "Natural logarithm."),
    TESSERA_FLOAT("log2", log2, "Logarithm to base 2."),
    TESSERA_FLOAT("sin", sin, "Sine."),
    TESSERA_FLOAT("cos", cos, "Cosine."),
    TESSERA_FLOAT("sqrt", sqrt, "Square root."),
    TESSERA_FLOAT("sqrt_rn", sqrt, "Square root, rounded to nearest."),
    TESSERA_FLOAT("rsqrt", rsqrt, "1 / sqrt(x)."),
    TESSERA_FLOAT("erf", erf, "Error function."),
    TESSERA_FLOAT("floor", floor, "Rounds down."),
    TESSERA_FLOAT("ceil", ceil, "Rounds up."),
    TESSERA_FLOAT("sigmoid", logistic, "1 / (1 + exp(-x))."),
    TESSERA_ENTRY("abs", "(x)", "Absolute value.", absHandler),
    TESSERA_ENTRY("add", "(x, y)", "x + y.", binaryFunction<Binary::add>),
    TESSERA_ENTRY("sub", "(x, y)", "x - y.", binaryFunction<Binary::sub>),
    TESSERA_ENTRY("mul", "(x, y)", "x * y.", binaryFunction<Binary::mul>),
    TESSERA_ENTRY("fdiv", "(x, y, ieee_rounding=False)", "x / y of floats.", binaryFunction<Binary::divide>),
    TESSERA_ENTRY("div_rn", "(x, y)", "x / y, rounded to nearest.", binaryFunction<Binary::divide>),
    TESSERA_ENTRY("maximum", "(x, y, propagate_nan=None)", "The greater of both.", (extremeHandler<Binary::maxNumber, Binary::maximum>)),
    TESSERA_ENTRY("minimum", "(x, y, propagate_nan=None)", "The lesser of both.", (extremeHandler<Binary::minNumber, Binary::minimum>)),
    TESSERA_ENTRY("fma", "(x, y, z)", "x * y + z, rounded once.", fmaHandler),
    TESSERA_ENTRY("clamp", "(x, min, max)", "Limits each element to a range.", clampHandler),
    TESSERA_ENTRY("where", "(condition, x, y)", "Elements of one of two blocks.", whereHandler),
    TESSERA_ENTRY("softmax", "(x, dim=None)", "exp(x), scaled to sum to 1.", softmaxHandler),
    TESSERA_ENTRY("cdiv", "(x, div)", "x / div, rounded up.", cdivHandler),
    TESSERA_ENTRY("cast", "(input, dtype, fp_downcast_rounding=None, bitcast=False)", "Converts to another dtype.", castHandler),
    TESSERA_ENTRY("reshape", "(input, *shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_ENTRY("view", "(input, *shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_ENTRY("ravel", "(x)", "All elements in one axis.", ravelHandler),
    TESSERA_ENTRY("expand_dims", "(input, axis)", "Adds axes of size 1.", expandDimsHandler),
    TESSERA_ENTRY("broadcast_to", "(input, *shape)", "Repeats along axes of size 1.", broadcastToHandler),
    TESSERA_ENTRY("trans", "(input, *dims)", "Permutes the axes; exchanges the last two when none are given.", transHandler),
    TESSERA_ENTRY("permute", "(input, *dims)", "Permutes the axes.", transHandler),
    TESSERA_ENTRY("range", "(arg1, arg2=None, step=None, num_stages=None, loop_unroll_factor=None, disallow_acc_multi_buffer=False, flatten=False, warp_specialize=False, disable_licm=False)",
                  "A loop of the kernel.", rangeHandler),
    TESSERA_ENTRY("static_range", "(arg1, arg2=None, step=None)", "A loop that is run through while compiling.", staticRangeHandler),
    TESSERA_ENTRY("static_assert", "(cond, msg='')", "Checks what is known while compiling.", staticAssertHandler),
    TESSERA_ENTRY("static_print", "(*values)", "Prints while compiling.", staticPrintHandler),
    TESSERA_ENTRY("multiple_of", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("max_contiguous", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("max_constancy", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("assume", "(cond)", "A hint that is not used.", nothing),
    TESSERA_ENTRY("debug_barrier", "()", "A barrier of a program's threads, which are one here.", nothing),
    {TESSERA_TL, "constexpr", EntryKind::type, "(value)", "A value known while compiling; as an annotation, such a parameter.", firstArgument},
    {TESSERA_TL, "tensor", EntryKind::type, "", "A block or a scalar in a kernel.", nullptr},
    {TESSERA_TL, "dtype", EntryKind::type, "", "An element type.", nullptr},
    {TESSERA_TL, "pointer_type", EntryKind::type, "(element_ty)", "The type of a pointer.", nullptr},
    {TESSERA_TL, "PropagateNan", EntryKind::type, "", "What maximum and minimum do with NaN.", nullptr},
    {TESSERA_TL ".PropagateNan", "ALL", EntryKind::constant, "", "NaN if either is NaN.", propagateNanConstant},
    {TESSERA_TL ".PropagateNan", "NONE", EntryKind::constant, "", "The other one if one is NaN.", propagateNanConstant},
    TESSERA_DTYPE("int1", "Booleans."),
    TESSERA_DTYPE("int8", "Signed integers of 8 bits."),
    TESSERA_DTYPE("int16", "Signed integers of 16 bits."),
    TESSERA_DTYPE("int32", "Signed integers of 32 bits."),
    TESSERA_DTYPE("int64", "Signed integers of 64 bits."),
    TESSERA_DTYPE("uint8", "Unsigned integers of 8 bits."),
    TESSERA_DTYPE("uint16", "Unsigned integers of 16 bits."),
    TESSERA_DTYPE("uint32", "Unsigned integers of 32 bits."),
    TESSERA_DTYPE("uint64", "Unsigned integers of 64 bits."),
    TESSERA_DTYPE("float16", "IEEE half precision."),
    TESSERA_DTYPE("bfloat16", "Floats of 16 bits with float32's range."),
    TESSERA_DTYPE("float32", "IEEE single precision."),
    TESSERA_DTYPE("float64", "IEEE double precision."),
    TESSERA_DTYPE("float8e4nv", "Floats of 8 bits: 4 of exponent, 3 of mantissa."),
    TESSERA_DTYPE("float8e5", "Floats of 8 bits: 5 of exponent, 2 of mantissa."),
    {TESSERA_TL ".tensor", "shape", EntryKind::property, "", "The sizes of the axes.", shapeProperty},
    {TESSERA_TL ".tensor", "dtype", EntryKind::property, "", "The element type.", dtypeProperty},
    {TESSERA_TL ".tensor", "type", EntryKind::property, "", "The element type.", dtypeProperty},
    {TESSERA_TL ".tensor", "numel", EntryKind::property, "", "How many elements there are.", numelProperty},
    {TESSERA_TL ".tensor", "T", EntryKind::property, "", "The last two axes exchanged.", transHandler},
    TESSERA_METHOD("to", "(dtype, fp_downcast_rounding=None, bitcast=False)", "Converts to another dtype.", castHandler),
    TESSERA_METHOD("cast", "(dtype, fp_downcast_rounding=None, bitcast=False)", "Converts to another dtype.", castHandler),
    TESSERA_METHOD("reshape", "(*shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_METHOD("view", "(*shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_METHOD("expand_dims", "(axis)", "Adds axes of size 1.", expandDimsHandler),
    TESSERA_METHOD("broadcast_to", "(*shape)", "Repeats along axes of size 1.", broadcastToHandler),
    TESSERA_METHOD("trans", "(*dims)", "Permutes the axes.", transHandler),
    TESSERA_METHOD("permute", "(*dims)", "Permutes the axes.", transHandler),
    TESSERA_METHOD("ravel", "()", "All elements in one axis.", ravelHandler),
    TESSERA_METHOD("abs", "()", "Absolute value.", absHandler),
    TESSERA_METHOD("__abs__", "()", "Absolute value, for `abs(x)`.", absHandler),
    TESSERA_METHOD("exp", "()", "e to the power x.", tritonFloatFunction<Unary::exp>),
    TESSERA_METHOD("log", "()", "Natural logarithm.", tritonFloatFunction<Unary::log>),
    TESSERA_METHOD("sqrt", "()", "Square root.", tritonFloatFunction<Unary::sqrt>),
    TESSERA_METHOD("sum", "(axis=None, keep_dims=False, dtype=None)", "Sum along an axis.", tritonReduceSum),
    TESSERA_METHOD("max", "(axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False)", "Greatest element along an axis.", tritonReduceMax),
    TESSERA_METHOD("min", "(axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False)", "Least element along an axis.", tritonReduceMin),
    TESSERA_METHOD("split", "()", "Takes the last axis of size 2 apart.", nullptr),
    TESSERA_METHOD("item", "()", "The only element.", nullptr),
    TESSERA_LATER("atomic_add", "Adds in memory, atomically."),
    TESSERA_LATER("atomic_max", "Maximum in memory, atomically."),
    TESSERA_LATER("atomic_min", "Minimum in memory, atomically."),
    TESSERA_LATER("atomic_and", "And in memory, atomically."),
    TESSERA_LATER("atomic_or", "Or in memory, atomically."),
    TESSERA_LATER("atomic_xor", "Exclusive or in memory, atomically."),
    TESSERA_LATER("atomic_xchg", "Exchanges, atomically."),
    TESSERA_LATER("atomic_cas", "Compares and exchanges, atomically."),
    TESSERA_LATER("rand", "Random floats."),
    TESSERA_LATER("randn", "Random normal floats."),
    TESSERA_LATER("randint", "Random integers."),
    TESSERA_LATER("randint4x", "Four random integers."),
    TESSERA_LATER("reduce", "A reduction by a function."),
    TESSERA_LATER("associative_scan", "A scan by a function."),
    TESSERA_LATER("cumsum", "Running sum."),
    TESSERA_LATER("cumprod", "Running product."),
    TESSERA_LATER("sort", "Sorted elements."),
    TESSERA_LATER("topk", "The greatest elements."),
    TESSERA_LATER("histogram", "Counts of values."),
    TESSERA_LATER("gather", "Elements at indices along an axis."),
    TESSERA_LATER("flip", "Elements in reverse order."),
    TESSERA_LATER("interleave", "Two blocks interleaved."),
    TESSERA_LATER("join", "Two blocks joined along a new last axis."),
    TESSERA_LATER("split", "The last axis of size 2 taken apart."),
    TESSERA_LATER("cat", "Two blocks one after the other."),
    TESSERA_LATER("dot_scaled", "A product of scaled operands."),
    TESSERA_LATER("make_block_ptr", "A pointer to a block."),
    TESSERA_LATER("advance", "Moves a block pointer."),
    TESSERA_LATER("make_tensor_descriptor", "A descriptor for TMA."),
    TESSERA_LATER("load_tensor_descriptor", "A load through a descriptor."),
    TESSERA_LATER("store_tensor_descriptor", "A store through a descriptor."),
    TESSERA_LATER("inline_asm_elementwise", "Inline PTX."),
    TESSERA_LATER("device_print", "Prints from a kernel."),
    TESSERA_LATER("device_assert", "Checks in a kernel."),
    TESSERA_LATER("umulhi", "The high word of a product."),
    TESSERA_LATER("swizzle2d", "An order of tiles that reuses the cache."),
    TESSERA_LATER("broadcast", "Two blocks brought to one shape."),
};

void library::registerTritonLanguage(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_TL, "What Triton kernels are written in."}, {TESSERA_TL ".math", "Functions of floats."}};
  table.add(modules, entries);
}
