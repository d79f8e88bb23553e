// SPDX-License-Identifier: Apache-2.0
// The table of `jax.lax`: the strict functions (no promotion, no broadcasting but of Python numbers), slices with computed starts,
// and loops.
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Bits.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/LaxFunctions.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// lax refuses what jnp promotes or broadcasts.
static bool checkStrict(Call &call, llvm::ArrayRef<Value> values) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> first;
  for (Value value : values) {
    std::optional<Operand> operand = toOperand(evaluator, value, publicName(call.entry));
    if (!operand)
      return false;
    if (operand->isNumber())
      continue;
    if (!first) {
      first = operand;
      continue;
    }
    if (first->type.dtype != operand->type.dtype)
      return evaluator
          .raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` needs equal dtypes: " + describe(evaluator, first->array) +
                                                  " is " + std::string(numerics::getName(first->type.dtype)) + " but " +
                                                  describe(evaluator, operand->array) + " is " +
                                                  std::string(numerics::getName(operand->type.dtype)))
          .note("the function of the same name in `jnp` promotes"), false;
    if (first->shape() != operand->shape() && !first->shape().empty() && !operand->shape().empty()) {
      Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "`" + publicName(call.entry) + "` needs equal shapes: " +
                                                                       describeShape(evaluator, *first) + " but " +
                                                                       describeShape(evaluator, *operand));
      raised.note("the function of the same name in `jnp` broadcasts");
      return false;
    }
  }
  return true;
}

template <Binary op> static Value laxBinary(Call &call) {
  if (!checkStrict(call, {call[size_t(0)], call[size_t(1)]}))
    return nullptr;
  return binaryHandler<op>(call);
}
template <Compare op> static Value laxCompare(Call &call) {
  if (!checkStrict(call, {call[size_t(0)], call[size_t(1)]}))
    return nullptr;
  return compareHandler<op>(call);
}

/// `lax.div` of integers rounds toward zero, of floats it is the quotient.
static Value laxDiv(Call &call) {
  if (!checkStrict(call, {call[size_t(0)], call[size_t(1)]}))
    return nullptr;
  return binaryHandler<Binary::truncDivide>(call);
}

static Value laxSelectHandler(Call &call) {
  if (!checkStrict(call, {call["on_true"], call["on_false"]}))
    return nullptr;
  return applyWhere(call.evaluator, call["pred"], call["on_true"], call["on_false"], publicName(call.entry));
}

static Value clampHandler(Call &call) {
  std::string function = publicName(call.entry);
  Value low = applyBinary(call.evaluator, Binary::maximum, call["min"], call["x"], function);
  return low ? applyBinary(call.evaluator, Binary::minimum, low, call["max"], function) : nullptr;
}

static Value convertHandler(Call &call) {
  std::optional<DType> type = toDType(call.evaluator, call["new_dtype"], "new_dtype", DType::float32);
  return type ? applyCast(call.evaluator, call["operand"], *type, publicName(call.entry)) : nullptr;
}

static Value bitcastHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DType> type = toDType(evaluator, call["new_dtype"], "new_dtype", DType::float32);
  std::optional<Operand> operand = type ? toOperand(evaluator, call["operand"], publicName(call.entry)) : std::nullopt;
  mlir::Value value = operand ? materialize(evaluator, *operand, operand->type.dtype) : nullptr;
  return value ? bitcastArray(evaluator, wrap(evaluator, value, operand->type.dtype), *type, publicName(call.entry)) : nullptr;
}

static Value integerPowHandler(Call &call) { return applyPower(call.evaluator, call["x"], call["y"], publicName(call.entry)); }

static Value iotaHandler(Call &call) {
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", DType::int32);
  std::optional<std::vector<int64_t>> shape;
  int64_t axis = 0;
  bool broadcasted = llvm::StringRef(call.entry->name) == "broadcasted_iota";
  if (type)
    shape = call.evaluator.toShape(call[size_t(1)], broadcasted ? "shape" : "size");
  if (!shape)
    return nullptr;
  if (broadcasted) {
    std::optional<int64_t> given = call.evaluator.toInt(call["dimension"], "dimension");
    std::optional<int64_t> normal = given ? normalizeAxis(call.evaluator, *given, shape->size(), publicName(call.entry)) : std::nullopt;
    if (!normal)
      return nullptr;
    axis = *normal;
  }
  return wrap(call.evaluator, emitterHere(call.evaluator).iota(*shape, axis, *type), *type);
}

static Value broadcastHandler(Call &call) {
  std::optional<Operand> operand = toOperand(call.evaluator, call["operand"], publicName(call.entry));
  std::optional<std::vector<int64_t>> sizes = operand ? call.evaluator.toShape(call["sizes"], "sizes") : std::nullopt;
  if (!sizes)
    return nullptr;
  Shape shape(sizes->begin(), sizes->end());
  shape.append(operand->shape().begin(), operand->shape().end());
  return applyBroadcastTo(call.evaluator, call["operand"], shape, publicName(call.entry));
}

static Value broadcastInDimHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> operand = toOperand(evaluator, call["operand"], publicName(call.entry));
  std::optional<std::vector<int64_t>> shape = operand ? evaluator.toShape(call["shape"], "shape") : std::nullopt;
  std::optional<std::vector<int64_t>> axes = shape ? evaluator.toShape(call["broadcast_dimensions"], "broadcast_dimensions") : std::nullopt;
  if (!axes)
    return nullptr;
  bool fits = axes->size() == operand->shape().size();
  for (size_t k = 0; fits && k < axes->size(); ++k) {
    int64_t axis = (*axes)[k], extent = operand->shape()[k];
    fits = axis >= 0 && axis < static_cast<int64_t>(shape->size()) && (k == 0 || axis > (*axes)[k - 1]) &&
           (extent == 1 || extent == (*shape)[axis]);
  }
  if (!fits)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`broadcast_dimensions` do not fit " + formatShape(*shape) + ": " +
                                                            describeShape(evaluator, *operand));
  mlir::Value value = materialize(evaluator, *operand, operand->type.dtype);
  return value ? wrap(evaluator, emitterHere(evaluator).broadcastInDim(value, *shape, *axes), operand->type) : nullptr;
}

static Value laxReshapeHandler(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["new_sizes"], "new_sizes");
  return shape && refuseArguments(call, {"dimensions"}) ? applyReshape(call.evaluator, call["operand"], *shape, publicName(call.entry)) : nullptr;
}
static Value laxTransposeHandler(Call &call) {
  std::optional<std::vector<int64_t>> axes = call.evaluator.toShape(call["permutation"], "permutation");
  return axes ? applyTranspose(call.evaluator, call["operand"], *axes, publicName(call.entry)) : nullptr;
}

//===-- slices with computed starts ---------------------------------------------------------------------------===//

/// The axes of a slice of `shape` at computed starts. A start is clamped so that the slice lies inside.
static bool readStarts(Call &call, Value starts, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> sizes,
                       llvm::SmallVectorImpl<AxisIndex> &axes) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(starts);
  if (!items)
    return false;
  if (items->size() != shape.size() || sizes.size() != shape.size())
    return evaluator.raise(DiagnosticId::indexError, "`" + publicName(call.entry) + "` got " + std::to_string(items->size()) + " starts and " +
                                                         std::to_string(sizes.size()) + " sizes for an array with " +
                                                         std::to_string(shape.size()) + " axes"), false;
  for (auto [axis, item] : llvm::enumerate(*items)) {
    if (sizes[axis] < 0 || sizes[axis] > shape[axis])
      return evaluator.raise(DiagnosticId::outOfBounds, "a slice of " + std::to_string(sizes[axis]) + " elements does not fit axis " +
                                                            std::to_string(axis) + ", which has " + std::to_string(shape[axis])), false;
    AxisIndex index;
    index.size = sizes[axis];
    auto *array = dyn_cast<ArrayObject>(item);
    std::optional<int64_t> known = array ? getKnownInteger(array->value) : evaluator.toInt(item, "start");
    if (!known && !array)
      return false;
    if (known) {
      int64_t start = *known < 0 ? *known + shape[axis] : *known;
      index.offset = std::max<int64_t>(0, std::min(start, shape[axis] - sizes[axis]));
    } else {
      Value negative = applyCompare(evaluator, Compare::lt, array, evaluator.integer(0), "start");
      Value fromEnd = negative ? applyBinary(evaluator, Binary::add, array, evaluator.integer(shape[axis]), "start") : nullptr;
      Value wrapped = fromEnd ? applyWhere(evaluator, negative, fromEnd, array, "start") : nullptr;
      Value cast32 = wrapped ? applyCast(evaluator, wrapped, DType::int32, "start") : nullptr;
      if (!cast32)
        return false;
      index.computed = cast<ArrayObject>(cast32)->value;
    }
    axes.push_back(index);
  }
  return true;
}

static Value dynamicSliceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> operand = toOperand(evaluator, call["operand"], publicName(call.entry));
  std::optional<std::vector<int64_t>> sizes = operand ? evaluator.toShape(call["slice_sizes"], "slice_sizes") : std::nullopt;
  llvm::SmallVector<AxisIndex> axes;
  if (!sizes || !readStarts(call, call["start_indices"], operand->shape(), *sizes, axes))
    return nullptr;
  mlir::Value source = materialize(evaluator, *operand, operand->type.dtype);
  if (!source || axes.empty())
    return source ? call["operand"] : nullptr;
  SliceParts parts = toSliceParts(axes);
  Emitter emitter = emitterHere(evaluator);
  mlir::Type type = tile::getArrayType(*sizes, tile::getElementType(source.getType()));
  return wrap(evaluator, emitter.create<tile::SliceValueOp>(type, source, parts.offsets, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped),
              operand->type);
}

static Value dynamicUpdateSliceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> operand = toOperand(evaluator, call["operand"], publicName(call.entry));
  std::optional<Operand> update = operand ? toOperand(evaluator, call["update"], publicName(call.entry)) : std::nullopt;
  llvm::SmallVector<AxisIndex> axes;
  if (!update)
    return nullptr;
  if (update->type.dtype != operand->type.dtype && update->array)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`lax.dynamic_update_slice` needs equal dtypes: the update is " +
                                                            std::string(numerics::getName(update->type.dtype)) + " but the array is " +
                                                            std::string(numerics::getName(operand->type.dtype)));
  if (!readStarts(call, call["start_indices"], operand->shape(), update->shape(), axes))
    return nullptr;
  mlir::Value source = materialize(evaluator, *operand, operand->type.dtype), value = materialize(evaluator, *update, operand->type.dtype);
  if (!source || !value || axes.empty())
    return nullptr;
  SliceParts parts = toSliceParts(axes);
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, emitter.create<tile::UpdateSliceOp>(source.getType(), source, value, parts.offsets, parts.staticOffsets, parts.strides),
              operand->type);
}

//===-- products ----------------------------------------------------------------------------------------------===//

bool frontend::checkAlgorithm(Call &call) {
  auto *record = dyn_cast<RecordObject>(call["precision"]);
  if (!record || record->recordType->name != "DotAlgorithmPreset")
    return true;
  llvm::StringRef name = cast<StrObject>(record->field("name"))->value;
  DType needed = name.starts_with("BF16") ? DType::bfloat16 : name.starts_with("F16") ? DType::float16 : name.starts_with("F64") ? DType::float64 : DType::float32;
  for (size_t side : {0, 1})
    if (auto *array = dyn_cast<ArrayObject>(call[side]); name != "DEFAULT" && array && array->dtype != needed)
      return call.evaluator.notSupported("`lax.DotAlgorithmPreset." + name.str() + "` on operands of another dtype (" + std::string(numerics::getName(array->dtype)) + ")"), false;
  return true;
}

static Value batchMatmulHandler(Call &call) {
  std::optional<DotOptions> options = toDotOptions(call.evaluator, call["precision"], call.evaluator.none());
  return options ? applyMatmul(call.evaluator, call["lhs"], call["rhs"], *options, publicName(call.entry)) : nullptr;
}

static std::optional<std::vector<int64_t>> readAxes(Call &call, Value pair, size_t side) {
  std::optional<std::vector<Value>> sides = call.evaluator.toVector(pair);
  if (!sides)
    return std::nullopt;
  if (sides->size() != 2)
    return call.evaluator.raise(DiagnosticId::valueError, "`dimension_numbers` is ((contracting, contracting), (batch, batch))",
                                call.rangeOf("dimension_numbers"));
  return call.evaluator.toShape((*sides)[side], "dimension_numbers");
}

static Value dotGeneralHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!checkAlgorithm(call))
    return nullptr;
  std::optional<DotOptions> options = toDotOptions(evaluator, call["precision"], call["preferred_element_type"]);
  std::optional<std::vector<Value>> numbers = options ? evaluator.toVector(call["dimension_numbers"]) : std::nullopt;
  if (!numbers || !refuseArguments(call, {"out_sharding"}, true))
    return nullptr;
  if (numbers->size() != 2)
    return evaluator.raise(DiagnosticId::valueError, "`dimension_numbers` is ((contracting, contracting), (batch, batch))",
                           call.rangeOf("dimension_numbers"));
  auto contractX = readAxes(call, (*numbers)[0], 0), contractY = readAxes(call, (*numbers)[0], 1);
  auto batchX = readAxes(call, (*numbers)[1], 0), batchY = readAxes(call, (*numbers)[1], 1);
  if (!contractX || !contractY || !batchX || !batchY)
    return nullptr;
  return applyDotGeneral(evaluator, call["lhs"], call["rhs"], *contractX, *contractY, *batchX, *batchY, *options, publicName(call.entry));
}

static Value laxDotHandler(Call &call) {
  if (!checkAlgorithm(call))
    return nullptr;
  std::optional<DotOptions> options = toDotOptions(call.evaluator, call["precision"], call["preferred_element_type"]);
  return options ? applyMatmul(call.evaluator, call["lhs"], call["rhs"], *options, publicName(call.entry)) : nullptr;
}

static Value precisionConstant(Call &call) {
  llvm::StringRef type = llvm::StringRef(call.entry->module).rsplit('.').second;
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("jax.lax", type));
  record->set("name", call.evaluator.string(call.entry->name));
  return record;
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"jax.lax", name, EntryKind::function, signature, summary, handler}
#define TESSERA_UNARY(name, op, summary) TESSERA_ENTRY(name, "(x, accuracy=None)", summary, strictUnary<Unary::op>)

template <Unary op> static Value strictUnary(Call &call) {
  return refuseArguments(call, {"accuracy"}) ? unaryHandler<op>(call) : nullptr;
}
static Value laxRoundHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> method = 0;
  if (auto *record = dyn_cast<RecordObject>(call["rounding_method"]))
    method = cast<StrObject>(record->field("name"))->value == "TO_NEAREST_EVEN";
  else
    method = evaluator.toInt(call["rounding_method"], "rounding_method");
  if (!method)
    return nullptr;
  return applyUnary(evaluator, *method == 1 ? Unary::roundEven : Unary::roundAway, call["x"], publicName(call.entry));
}

static const LibraryEntry entries[] = {
    TESSERA_ENTRY("add", "(x, y)", "x + y of equal types.", laxBinary<Binary::add>),
    TESSERA_ENTRY("sub", "(x, y)", "x - y of equal types.", laxBinary<Binary::sub>),
    TESSERA_ENTRY("mul", "(x, y)", "x * y of equal types.", laxBinary<Binary::mul>),
    TESSERA_ENTRY("div", "(x, y)", "x / y; integers round toward zero.", laxDiv),
    TESSERA_ENTRY("rem", "(x, y)", "The remainder with the dividend's sign.", laxBinary<Binary::truncRemainder>),
    TESSERA_ENTRY("pow", "(x, y)", "x to the power y.", integerPowHandler),
    TESSERA_ENTRY("integer_pow", "(x, y)", "x to a known integer power.", integerPowHandler),
    TESSERA_ENTRY("max", "(x, y)", "The greater of both.", laxBinary<Binary::maximum>),
    TESSERA_ENTRY("min", "(x, y)", "The lesser of both.", laxBinary<Binary::minimum>),
    TESSERA_ENTRY("atan2", "(x, y)", "The angle of the point (y, x).", laxBinary<Binary::atan2>),
    TESSERA_ENTRY("bitwise_and", "(x, y)", "x & y.", laxBinary<Binary::bitAnd>),
    TESSERA_ENTRY("bitwise_or", "(x, y)", "x | y.", laxBinary<Binary::bitOr>),
    TESSERA_ENTRY("bitwise_xor", "(x, y)", "x ^ y.", laxBinary<Binary::bitXor>),
    TESSERA_ENTRY("shift_left", "(x, y)", "x << y.", laxBinary<Binary::shiftLeft>),
    TESSERA_ENTRY("shift_right_logical", "(x, y)", "x >> y, zeros from the left.", laxBinary<Binary::shiftRightLogical>),
    TESSERA_ENTRY("shift_right_arithmetic", "(x, y)", "x >> y, the sign from the left.", laxBinary<Binary::shiftRightArithmetic>),
    TESSERA_ENTRY("eq", "(x, y)", "x == y.", laxCompare<Compare::eq>),
    TESSERA_ENTRY("ne", "(x, y)", "x != y.", laxCompare<Compare::ne>),
    TESSERA_ENTRY("lt", "(x, y)", "x < y.", laxCompare<Compare::lt>),
    TESSERA_ENTRY("le", "(x, y)", "x <= y.", laxCompare<Compare::le>),
    TESSERA_ENTRY("gt", "(x, y)", "x > y.", laxCompare<Compare::gt>),
    TESSERA_ENTRY("ge", "(x, y)", "x >= y.", laxCompare<Compare::ge>),
    TESSERA_UNARY("neg", neg, "-x."),
    TESSERA_UNARY("abs", abs, "Absolute value."),
    TESSERA_UNARY("sign", sign, "-1, 0 or 1 by sign."),
    TESSERA_UNARY("square", square, "x * x."),
    TESSERA_UNARY("reciprocal", reciprocal, "1 / x."),
    TESSERA_UNARY("exp", exp, "e to the power x."),
    TESSERA_UNARY("exp2", exp2, "2 to the power x."),
    TESSERA_UNARY("expm1", expm1, "exp(x) - 1."),
    TESSERA_UNARY("log", log, "Natural logarithm."),
    TESSERA_UNARY("log1p", log1p, "log(1 + x)."),
    TESSERA_UNARY("sqrt", sqrt, "Square root."),
    TESSERA_UNARY("rsqrt", rsqrt, "1 / sqrt(x)."),
    TESSERA_UNARY("cbrt", cbrt, "Cube root."),
    TESSERA_UNARY("logistic", logistic, "1 / (1 + exp(-x))."),
    TESSERA_UNARY("sin", sin, "Sine."),
    TESSERA_UNARY("cos", cos, "Cosine."),
    TESSERA_UNARY("tan", tan, "Tangent."),
    TESSERA_UNARY("asin", asin, "Inverse sine."),
    TESSERA_UNARY("acos", acos, "Inverse cosine."),
    TESSERA_UNARY("atan", atan, "Inverse tangent."),
    TESSERA_UNARY("sinh", sinh, "Hyperbolic sine."),
    TESSERA_UNARY("cosh", cosh, "Hyperbolic cosine."),
    TESSERA_UNARY("tanh", tanh, "Hyperbolic tangent."),
    TESSERA_UNARY("asinh", asinh, "Inverse hyperbolic sine."),
    TESSERA_UNARY("acosh", acosh, "Inverse hyperbolic cosine."),
    TESSERA_UNARY("atanh", atanh, "Inverse hyperbolic tangent."),
    TESSERA_UNARY("erf", erf, "Error function."),
    TESSERA_UNARY("erfc", erfc, "Complementary error function."),
    TESSERA_UNARY("floor", floor, "Rounds down."),
    TESSERA_UNARY("ceil", ceil, "Rounds up."),
    TESSERA_ENTRY("round", "(x, rounding_method=0)", "Rounds to the nearest integer; halves away from zero, or to even.", laxRoundHandler),
    TESSERA_UNARY("is_finite", isFinite, "Whether each element is finite."),
    TESSERA_UNARY("bitwise_not", bitNot, "Inverts each bit."),
    TESSERA_UNARY("population_count", populationCount, "The number of bits set."),
    TESSERA_UNARY("clz", countLeadingZeros, "The number of leading zero bits."),
    TESSERA_ENTRY("select", "(pred, on_true, on_false)", "Elements of one of two arrays.", laxSelectHandler),
    TESSERA_ENTRY("clamp", "(min, x, max)", "Limits each element to a range.", clampHandler),
    TESSERA_ENTRY("convert_element_type", "(operand, new_dtype)", "Converts to another dtype.", convertHandler),
    TESSERA_ENTRY("bitcast_convert_type", "(operand, new_dtype)", "Reads the bits as another dtype.", bitcastHandler),
    TESSERA_ENTRY("iota", "(dtype, size)", "0, 1, 2, ...", iotaHandler),
    TESSERA_ENTRY("broadcasted_iota", "(dtype, shape, dimension)", "Each element's index along one axis.", iotaHandler),
    TESSERA_ENTRY("broadcast", "(operand, sizes)", "Adds leading axes.", broadcastHandler),
    TESSERA_ENTRY("broadcast_in_dim", "(operand, shape, broadcast_dimensions)", "Repeats along chosen axes.", broadcastInDimHandler),
    TESSERA_ENTRY("reshape", "(operand, new_sizes, dimensions=None)", "The same elements under another shape.", laxReshapeHandler),
    TESSERA_ENTRY("transpose", "(operand, permutation)", "Permutes the axes.", laxTransposeHandler),
    TESSERA_ENTRY("concatenate", "(operands, dimension)", "Joins arrays along an axis.", concatenateHandler),
    TESSERA_ENTRY("dynamic_slice", "(operand, start_indices, slice_sizes)", "A slice of known size at a computed place.", dynamicSliceHandler),
    TESSERA_ENTRY("dynamic_update_slice", "(operand, update, start_indices)", "Replaces a slice at a computed place.", dynamicUpdateSliceHandler),
    TESSERA_ENTRY("dot", "(lhs, rhs, precision=None, preferred_element_type=None)", "Vector and matrix products.", laxDotHandler),
    TESSERA_ENTRY("dot_general", "(lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None, *, out_sharding=None)",
                  "Products over chosen axes, with batches.", dotGeneralHandler),
    TESSERA_ENTRY("fori_loop", "(lower, upper, body_fun, init_val, *, unroll=None)", "A loop that carries values.", foriLoopHandler),
    TESSERA_ENTRY("cond", "(pred, true_fun, false_fun, *operands)", "Calls one of two functions.", condHandler),
    TESSERA_ENTRY("optimization_barrier", "(operand)", "The array itself.", [](Call &call) -> Value { return call[size_t(0)]; }),
    {"jax.lax", "Precision", EntryKind::type, "", "How exact a product must be.", nullptr},
    {"jax.lax.Precision", "DEFAULT", EntryKind::constant, "", "The default precision; exact float32 here.", precisionConstant},
    {"jax.lax.Precision", "HIGH", EntryKind::constant, "", "Three TF32 products.", precisionConstant},
    {"jax.lax.Precision", "HIGHEST", EntryKind::constant, "", "Exact float32.", precisionConstant},
    {"jax.lax", "DotAlgorithmPreset", EntryKind::type, "", "How a product is computed.", nullptr},
    {"jax.lax.DotAlgorithmPreset", "DEFAULT", EntryKind::constant, "", "The default algorithm.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "F16_F16_F16", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "F16_F16_F32", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "BF16_BF16_BF16", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "BF16_BF16_F32", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "BF16_BF16_F32_X3", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "BF16_BF16_F32_X6", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "BF16_BF16_F32_X9", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "TF32_TF32_F32", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "TF32_TF32_F32_X3", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "F32_F32_F32", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax.DotAlgorithmPreset", "F64_F64_F64", EntryKind::constant, "", "Dtypes of the operands and of the sum.", precisionConstant},
    {"jax.lax", "RoundingMethod", EntryKind::type, "", "How halves are rounded.", nullptr},
    {"jax.lax.RoundingMethod", "AWAY_FROM_ZERO", EntryKind::constant, "", "Halves away from zero.", precisionConstant},
    {"jax.lax.RoundingMethod", "TO_NEAREST_EVEN", EntryKind::constant, "", "Halves to even.", precisionConstant},
    TESSERA_ENTRY("while_loop", "(cond_fun, body_fun, init_val)", "A loop with a computed end.", whileLoopHandler),
    TESSERA_ENTRY("scan", "(f, init, xs=None, length=None, reverse=False, unroll=1, _split_transpose=False)", "A loop over the leading axis that collects outputs.", scanHandler),
    TESSERA_ENTRY("switch", "(index, branches, *operands, operand=None)", "Calls one of several functions.", switchHandler),
    TESSERA_ENTRY("map", "(f, xs, *, batch_size=None)", "A function over the leading axis.", laxMapHandler),
    TESSERA_ENTRY("associative_scan", "(fn, elems, reverse=False, axis=0)", "All prefixes, combined by an associative function of arrays.", associativeScanHandler),
    TESSERA_ENTRY("sort", "(operand, dimension=-1, is_stable=True, num_keys=1)", "Sorts arrays together by the first of them.", laxSortHandler),
    TESSERA_ENTRY("sort_key_val", "(keys, values, dimension=-1, is_stable=True)", "Sorts values by keys.", sortKeyValHandler),
    TESSERA_ENTRY("top_k", "(operand, k, *, axis=-1)", "The k greatest elements, and where they are.", topKHandler),
    TESSERA_ENTRY("cumsum", "(operand, axis=0, reverse=False)", "Running sum.", laxCumulativeHandler),
    TESSERA_ENTRY("cumprod", "(operand, axis=0, reverse=False)", "Running product.", laxCumulativeHandler),
    TESSERA_ENTRY("cummax", "(operand, axis=0, reverse=False)", "Running maximum.", laxCumulativeHandler),
    TESSERA_ENTRY("cummin", "(operand, axis=0, reverse=False)", "Running minimum.", laxCumulativeHandler),
    TESSERA_ENTRY("cumlogsumexp", "(operand, axis=0, reverse=False)", "Running log(sum(exp(x))).", laxCumulativeHandler),
    TESSERA_ENTRY("argmax", "(operand, axis, index_dtype)", "Position of the greatest element.", laxArgReduceHandler<true>),
    TESSERA_ENTRY("argmin", "(operand, axis, index_dtype)", "Position of the least element.", laxArgReduceHandler<false>),
    TESSERA_ENTRY("select_n", "(which, *cases)", "Elements of one of several arrays, by index.", selectNHandler),
    TESSERA_ENTRY("slice", "(operand, start_indices, limit_indices, strides=None)", "A slice at a known place.", laxSliceHandler),
    TESSERA_ENTRY("slice_in_dim", "(operand, start_index, limit_index, stride=1, axis=0)", "A slice along one axis.", laxSliceHandler),
    TESSERA_ENTRY("index_in_dim", "(operand, index, axis=0, keepdims=True)", "One entry of an axis.", laxSliceHandler),
    TESSERA_ENTRY("dynamic_slice_in_dim", "(operand, start_index, slice_size, axis=0)", "A slice along one axis at a computed place.", dynamicSliceInDimHandler),
    TESSERA_ENTRY("dynamic_index_in_dim", "(operand, index, axis=0, keepdims=True)", "One entry of an axis at a computed place.", dynamicSliceInDimHandler),
    TESSERA_ENTRY("dynamic_update_slice_in_dim", "(operand, update, start_index, axis)", "Replaces a slice along one axis.", dynamicUpdateInDimHandler),
    TESSERA_ENTRY("dynamic_update_index_in_dim", "(operand, update, index, axis)", "Replaces one entry of an axis.", dynamicUpdateInDimHandler),
    TESSERA_ENTRY("expand_dims", "(array, dimensions)", "Adds axes of size 1.", expandDimsHandler),
    TESSERA_ENTRY("squeeze", "(array, dimensions)", "Removes axes of size 1.", laxSqueezeHandler),
    TESSERA_ENTRY("collapse", "(operand, start_dimension, stop_dimension=None)", "Makes neighbouring axes one.", collapseHandler),
    TESSERA_ENTRY("rev", "(operand, dimensions)", "Elements in reverse order.", flipHandler),
    TESSERA_ENTRY("pad", "(operand, padding_value, padding_config)", "Adds and cuts elements at the ends of axes and between.", laxPadHandler),
    TESSERA_ENTRY("split", "(operand, sizes, axis=0)", "An array in parts of given sizes.", laxSplitHandler),
    TESSERA_ENTRY("full", "(shape, fill_value, dtype=None)", "An array of one value.", createFull),
    TESSERA_ENTRY("full_like", "(x, fill_value, dtype=None, shape=None)", "One value in another array's shape and dtype.", createFullLike),
    TESSERA_ENTRY("batch_matmul", "(lhs, rhs, precision=None)", "Products of batches of matrices.", batchMatmulHandler),
    TESSERA_ENTRY("nextafter", "(x1, x2)", "The next number after x1 toward x2.", nextAfterHandler),
    TESSERA_ENTRY("reduce", "(operands, init_values, computation, dimensions)", "A reduction by a function.", laxReduceHandler),
    TESSERA_ENTRY("reduce_sum", "(operand, axes)", "Sum along axes.", laxReduceKindHandler<Reduce::sum>),
    TESSERA_ENTRY("reduce_prod", "(operand, axes)", "Product along axes.", laxReduceKindHandler<Reduce::prod>),
    TESSERA_ENTRY("reduce_max", "(operand, axes)", "Greatest element along axes.", laxReduceKindHandler<Reduce::max>),
    TESSERA_ENTRY("reduce_min", "(operand, axes)", "Least element along axes.", laxReduceKindHandler<Reduce::min>),
    TESSERA_ENTRY("reduce_and", "(operand, axes)", "Whether all elements hold, along axes.", laxReduceKindHandler<Reduce::all>),
    TESSERA_ENTRY("reduce_or", "(operand, axes)", "Whether any element holds, along axes.", laxReduceKindHandler<Reduce::any>),
    TESSERA_ENTRY("psum", "(x, axis_name, *, axis_index_groups=None)", "Sum over a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("pmean", "(x, axis_name, *, axis_index_groups=None)", "Mean over a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("pmax", "(x, axis_name, *, axis_index_groups=None)", "Greatest over a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("pmin", "(x, axis_name, *, axis_index_groups=None)", "Least over a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("all_gather", "(x, axis_name, *, axis_index_groups=None, axis=0, tiled=False)", "The arrays of all entries of a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("ppermute", "(x, axis_name, perm)", "Arrays sent from entry to entry of a named axis of `vmap`.", collectiveHandler),
    TESSERA_ENTRY("all_to_all", "(*args, **kwargs)", "An axis exchanged with a named axis.", nullptr),
    TESSERA_ENTRY("psum_scatter", "(*args, **kwargs)", "Sum over a named axis, each entry a part.", nullptr),
    TESSERA_ENTRY("logaddexp", "(x, y)", "log(exp(x) + exp(y)).", logAddExpHandler),
    TESSERA_ENTRY("axis_index", "(axis_name)", "The index along a named axis of `vmap`.", axisIndexHandler),
    TESSERA_ENTRY("axis_size", "(axis_name)", "The size of a named axis of `vmap`.", axisSizeHandler),
};

void library::registerJaxLax(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.lax", "JAX's primitive operations, strict about types."}};
  table.add(modules, entries);
  registerLaxInPython(table);
}
