// SPDX-License-Identifier: Apache-2.0
// Arrays from nothing: `zeros`, `arange`, `linspace`, ..., for jnp and np. A constant array is one splat in the module, whatever
// its size.
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/Handlers.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include <cfloat>
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static DType defaultFloat(Flavour flavour) { return flavour == Flavour::jax ? defaultFloatOfJax() : DType::float64; }
static DType defaultInt(Flavour flavour) { return flavour == Flavour::jax ? defaultIntOfJax() : DType::int64; }

/// Arrays beyond this many elements can't be meant; NumPy would fail to allocate them.
static constexpr int64_t maxElements = int64_t(1) << 40;

static std::optional<Shape> readShape(Call &call, Value value) {
  std::optional<std::vector<int64_t>> given = call.evaluator.toShape(value, "shape");
  if (!given)
    return std::nullopt;
  Shape shape(given->begin(), given->end());
  double elements = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      return call.evaluator.raise(DiagnosticId::valueError, "the shape " + formatShape(shape) + " has a negative size");
    elements *= static_cast<double>(extent);
  }
  if (elements > static_cast<double>(maxElements))
    return call.evaluator.raise(DiagnosticId::valueError, "an array of shape " + formatShape(shape) + " is too large");
  return shape;
}

static std::optional<DType> readDType(Call &call, llvm::StringRef name, DType absent) {
  return toDType(call.evaluator, call[name], name, absent, flavourOf(call.entry) == Flavour::jax);
}

static double fillOf(llvm::StringRef name) { return name.starts_with("ones") ? 1 : 0; }

/// `order=`, where the signature has it; empty with an exception pending.
static std::optional<std::string> readOrder(Call &call) {
  auto parameter = llvm::find_if(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "order"; });
  if (parameter == call.parameters->end() || flavourOf(call.entry) != Flavour::numpy)
    return "C";
  Value given = call.values[parameter - call.parameters->begin()];
  if (isNone(given))
    return "K";
  std::optional<std::string> order = call.evaluator.toString(given, "order");
  if (!order)
    return std::nullopt;
  std::string upper = llvm::StringRef(*order).upper();
  if (upper != "C" && upper != "F" && upper != "A" && upper != "K")
    return call.evaluator.raise(DiagnosticId::valueError, "order must be one of 'C', 'F', 'A', or 'K' (got '" + *order + "')");
  return upper;
}

static Value inOrder(Call &call, Value fresh, Value like = nullptr) {
  std::optional<std::string> order = fresh ? readOrder(call) : std::nullopt;
  return order ? layOut(call.evaluator, fresh, *order, llvm::dyn_cast_or_null<JaxArray>(like)) : nullptr;
}

Value frontend::createFilled(Call &call) {
  Flavour flavour = flavourOf(call.entry);
  std::optional<Shape> shape = readShape(call, call["shape"]);
  std::optional<DType> type = shape ? readDType(call, "dtype", defaultFloat(flavour)) : std::nullopt;
  if (!type)
    return nullptr;
  mlir::Value value = emitterHere(call.evaluator).constant(fillOf(call.entry->name), *type, *shape);
  return inOrder(call, asZeroDimensional(wrap(call.evaluator, value, *type, flavour)));
}

/// `value` spread over `shape`; without a dtype it keeps its own.
static Value fillWith(Call &call, Value fill, std::optional<DType> type, llvm::ArrayRef<int64_t> shape) {
  Evaluator &evaluator = call.evaluator;
  Flavour flavour = flavourOf(call.entry);
  Value array = makeJaxArray(evaluator, fill, type, flavour);
  auto *source = array ? cast<JaxArray>(array) : nullptr;
  if (!source)
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(source->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape)
    return evaluator.raise(DiagnosticId::shapeMismatch, "a fill value of shape " + formatShape(source->shape()) +
                                                            " does not broadcast to " + formatShape(shape));
  return asZeroDimensional(wrap(evaluator, emitterHere(evaluator).broadcastTo(source->value, shape), {source->dtype, source->weak}, flavour));
}

Value frontend::createFull(Call &call) {
  std::optional<Shape> shape = readShape(call, call["shape"]);
  if (!shape)
    return nullptr;
  std::optional<DType> type;
  if (!isNone(call["dtype"]) && !(type = readDType(call, "dtype", DType::float32)))
    return nullptr;
  return inOrder(call, fillWith(call, call["fill_value"], type, *shape));
}

/// What a `_like` function copies from its first argument: an array, a Ref, or anything with a shape and a dtype.
static bool readPrototype(Call &call, Value prototype, Shape &shape, DType &type) {
  Evaluator &evaluator = call.evaluator;
  if (std::optional<Operand> operand = asOperand(prototype)) {
    shape.assign(operand->shape().begin(), operand->shape().end());
    type = operand->type.dtype;
  } else {
    Value given = evaluator.getAttribute(prototype, "shape");
    std::optional<Shape> read = given ? readShape(call, given) : std::nullopt;
    Value dtype = read ? evaluator.getAttribute(prototype, "dtype") : nullptr;
    std::optional<DType> readType = dtype ? toDType(evaluator, dtype, "dtype", DType::float32) : std::nullopt;
    if (!readType)
      return false;
    shape = *read;
    type = *readType;
  }
  if (!isNone(call["shape"])) {
    std::optional<Shape> read = readShape(call, call["shape"]);
    if (!read)
      return false;
    shape = *read;
  }
  std::optional<DType> asked = readDType(call, "dtype", type);
  if (asked)
    type = *asked;
  return asked.has_value();
}

Value frontend::createFilledLike(Call &call) {
  Shape shape;
  DType type;
  if (!readPrototype(call, call[size_t(0)], shape, type))
    return nullptr;
  mlir::Value value = emitterHere(call.evaluator).constant(fillOf(call.entry->name), type, shape);
  return inOrder(call, asZeroDimensional(wrap(call.evaluator, value, type, flavourOf(call.entry))), call[size_t(0)]);
}

Value frontend::createFullLike(Call &call) {
  Shape shape;
  DType type;
  if (!readPrototype(call, call[size_t(0)], shape, type))
    return nullptr;
  return inOrder(call, fillWith(call, call["fill_value"], type, shape), call[size_t(0)]);
}

/// `ndmin=`: axes of size 1 in front.
static Value withLeadingAxes(Call &call, Value array) {
  if (llvm::StringRef(call.entry->name) != "array" || !call.given("ndmin"))
    return array;
  std::optional<int64_t> least = call.evaluator.toInt(call["ndmin"], "ndmin");
  if (!least)
    return nullptr;
  if (*least > 32)
    return call.evaluator.raise(DiagnosticId::valueError, "ndmin bigger than allowable number of dimensions (32)");
  Shape shape(cast<ArrayObject>(array)->shape());
  while (static_cast<int64_t>(shape.size()) < *least)
    shape.insert(shape.begin(), 1);
  return applyReshape(call.evaluator, array, shape, publicName(call.entry));
}

/// The order that a function stands for by its name.
static llvm::StringRef entryOrder(Call &call, llvm::StringRef given) {
  llvm::StringRef name = call.entry->name;
  return name == "ascontiguousarray" ? "C" : name == "asfortranarray" ? "F" : given;
}

Value frontend::createArray(Call &call) {
  std::optional<DType> type;
  if (!isNone(call["dtype"]) && !(type = readDType(call, "dtype", DType::float32)))
    return nullptr;
  Value source = call[size_t(0)];
  // NumPy's `asarray` passes its own arrays through.
  auto *known = dyn_cast<JaxArray>(source);
  if (known && known->flavour == Flavour::numpy && flavourOf(call.entry) == Flavour::numpy &&
      llvm::StringRef(call.entry->name) != "array" && (known->isZeroDimensional || !known->shape().empty()) &&
      (!type || *type == known->dtype)) {
    std::optional<std::string> order = readOrder(call);
    if (!order)
      return nullptr;
    llvm::StringRef wanted = entryOrder(call, *order);
    if ((wanted != "C" && wanted != "F") || isContiguous(call.evaluator, known, wanted))
      return known;
    return layOut(call.evaluator, known->withValue(call.evaluator, known->value), wanted, known);
  }
  if (isa<RangeObject>(source)) {
    std::optional<std::vector<Value>> items = call.evaluator.toVector(source);
    if (!items)
      return nullptr;
    source = call.evaluator.list(std::move(*items));
  }
  Value array = asZeroDimensional(makeJaxArray(call.evaluator, source, type, flavourOf(call.entry)));
  if (known && array && !type && known->flavour == Flavour::numpy && isSwapped(call.evaluator, known))
    setSwapped(call.evaluator, llvm::cast<JaxArray>(array), true);
  std::optional<std::string> order = array ? readOrder(call) : std::nullopt;
  llvm::StringRef wanted = order ? entryOrder(call, *order) : "";
  if (wanted == "A" && known && type && *type != known->dtype) // so NumPy's casts have it
    wanted = "K";
  array = order ? layOut(call.evaluator, array, wanted, known) : nullptr;
  return array ? withLeadingAxes(call, array) : nullptr;
}

Value frontend::createArange(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Flavour flavour = flavourOf(call.entry);
  bool anyFloat = false;
  double bounds[3] = {0, 0, 1};
  const char *names[] = {"start", "stop", "step"};
  for (int k = 0; k < 3; ++k) {
    Value given = call[names[k]];
    if (isNone(given))
      continue;
    anyFloat |= isa<FloatObject>(given);
    if (auto *array = dyn_cast<ArrayObject>(given); array && getKnownNumber(array->value)) {
      bounds[k] = *getKnownNumber(array->value);
      anyFloat |= numerics::isFloat(array->dtype);
      continue;
    }
    std::optional<double> number = evaluator.toDouble(given, names[k]);
    if (!number)
      return nullptr;
    bounds[k] = *number;
  }
  if (isNone(call["start"]) && isNone(call["stop"]))
    return evaluator.raise(DiagnosticId::typeError, "arange() requires stop to be specified.");
  if (isNone(call["stop"]))
    std::swap(bounds[0], bounds[1]);
  if (bounds[2] == 0 || (flavour == Flavour::numpy && std::isnan(bounds[2])))
    return evaluator.raise(DiagnosticId::valueError, flavour == Flavour::numpy ? std::string("Maximum allowed size exceeded") : "`" + publicName(call.entry) + "` has a step of 0", call.rangeOf("step"));
  std::optional<DType> type = readDType(call, "dtype", anyFloat ? defaultFloat(flavour) : defaultInt(flavour));
  if (!type)
    return nullptr;
  double count = std::max(0.0, std::ceil((bounds[1] - bounds[0]) / bounds[2]));
  if (!(count <= static_cast<double>(maxElements)))
    return evaluator.raise(DiagnosticId::valueError, flavour == Flavour::numpy ? std::string("Maximum allowed size exceeded") : "`" + publicName(call.entry) + "` would have too many elements");
  if (flavour == Flavour::numpy && *type == DType::boolean && count > 2)
    return evaluator.raise(DiagnosticId::typeError,
                           "arange() is only supported for booleans when the result has at most length 2.");
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {static_cast<int64_t>(count)};
  if (flavour == Flavour::numpy && numerics::isInteger(*type) &&
      *type != DType::boolean) { // the first two elements say the step
    bounds[2] = std::trunc(bounds[0] + bounds[2]) - std::trunc(bounds[0]);
    bounds[0] = std::trunc(bounds[0]);
  }
  // Small floats are computed in f32 and rounded once.
  DType work = numerics::isFloat(*type) && numerics::getBitWidth(*type) < 32 ? DType::float32 : *type == DType::boolean ? DType::int32 : *type;
  mlir::Value value = emitter.iota(shape, 0, work);
  if (bounds[2] != 1)
    value = emitter.binary(Binary::mul, value, emitter.constant(bounds[2], work, shape), work);
  if (bounds[0] != 0)
    value = emitter.binary(Binary::add, value, emitter.constant(bounds[0], work, shape), work);
  return wrap(evaluator, emitter.cast(value, work, *type), *type, flavour);
}

/// Of jnp start * (1 - k) + stop * k with k = i / (n - 1), XLA's arithmetic, so that bits agree; NumPy goes i steps
/// from `start`, in double precision whatever the result is. The last element is exactly `stop`.
Value frontend::createLinspace(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto isKnown = [&](llvm::StringRef name) {
    auto *array = dyn_cast<ArrayObject>(call[name]);
    return !isa<SequenceObject>(call[name]) && (!array || getKnownNumber(array->value));
  };
  if (!isKnown("start") || !isKnown("stop") || call.given("retstep") || call.given("axis"))
    return sourceHandler(call);
  Flavour flavour = flavourOf(call.entry);
  std::optional<double> start = evaluator.toDouble(call["start"], "start");
  std::optional<double> stop = start ? evaluator.toDouble(call["stop"], "stop") : std::nullopt;
  std::optional<int64_t> count = stop ? evaluator.toInt(call["num"], "num") : std::nullopt;
  std::optional<DType> type = count ? readDType(call, "dtype", defaultFloat(flavour)) : std::nullopt;
  if (!type)
    return nullptr;
  std::optional<bool> endpoint = evaluator.truth(call["endpoint"]);
  if (*count < 0 || *count > maxElements)
    return evaluator.raise(DiagnosticId::valueError, "`num` is " + std::to_string(*count), call.rangeOf("num"));
  bool isNumpy = flavour == Flavour::numpy;
  DType work = isNumpy ? DType::float64 : numerics::isFloat(*type) ? *type : DType::float32;
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {*count};
  int64_t divisor = endpoint.value_or(true) ? *count - 1 : *count;
  bool isWhole = numerics::isInteger(*type) && *type != DType::boolean;
  if (divisor <= 0) {
    double only = *type == DType::boolean ? *start != 0 : isWhole ? std::floor(*start) : *start;
    return wrap(evaluator, emitter.constant(only, *type, shape), *type, flavour);
  }
  auto splat = [&](double number) { return emitter.constant(number, work, shape); };
  mlir::Value k = emitter.iota(shape, 0, work), value;
  if (isNumpy) {
    double step = (*stop - *start) / static_cast<double>(divisor);
    value = emitter.binary(Binary::add, emitter.binary(Binary::mul, k, splat(step), work), splat(*start), work);
  } else {
    k = emitter.binary(Binary::divide, k, splat(static_cast<double>(divisor)), work);
    mlir::Value left = emitter.binary(Binary::mul, splat(*start), emitter.binary(Binary::sub, splat(1), k, work), work);
    value = emitter.binary(Binary::add, left, emitter.binary(Binary::mul, splat(*stop), k, work), work);
  }
  if (endpoint.value_or(true)) {
    mlir::Value last = emitter.compare(Compare::eq, emitter.iota(shape, 0, DType::int32),
                                       emitter.constantInt(*count - 1, DType::int32, shape), DType::int32);
    value = emitter.select(last, splat(*stop), value);
  }
  if (isWhole)
    value = emitter.unary(Unary::floor, value, work);
  if (isNumpy)
    return applyCast(evaluator, wrap(evaluator, value, work, flavour), *type, "np.linspace");
  return wrap(evaluator, emitter.cast(value, work, *type), *type, flavour);
}

Value frontend::createEye(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool identity = llvm::StringRef(call.entry->name) == "identity";
  std::optional<int64_t> rows = evaluator.toInt(call[size_t(0)], "N"), columns = rows, diagonal = 0;
  if (rows && !identity && !isNone(call["M"]))
    columns = evaluator.toInt(call["M"], "M");
  if (columns && !identity)
    diagonal = evaluator.toInt(call["k"], "k");
  if (!columns || !diagonal)
    return nullptr;
  std::optional<DType> type = readDType(call, "dtype", defaultFloat(flavourOf(call.entry)));
  if (!type)
    return nullptr;
  if (*rows < 0 || *columns < 0)
    return evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` has a negative size");
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {*rows, *columns};
  mlir::Value row = emitter.iota(shape, 0, DType::int32), column = emitter.iota(shape, 1, DType::int32);
  if (*diagonal != 0)
    row = emitter.binary(Binary::add, row, emitter.constantInt(*diagonal, DType::int32, shape), DType::int32);
  mlir::Value mask = emitter.compare(Compare::eq, row, column, DType::int32);
  return wrap(evaluator, emitter.cast(mask, DType::boolean, *type), *type, flavourOf(call.entry));
}

//===-- facts about dtypes ------------------------------------------------------------------------------------===//

namespace {
struct FloatFacts {
  DType type;
  double max, tiny, eps;
  int bits, exponentBits, mantissaBits, precision, maxExponent;
};
} // namespace

Value frontend::finfoHandler(Call &call) {
  static const FloatFacts facts[] = {{DType::float8_e4m3fn, 448, std::ldexp(1.0, -6), 0.125, 8, 4, 3, 0, 8},
                                     {DType::float8_e5m2, 57344, std::ldexp(1.0, -14), 0.25, 8, 5, 2, 0, 16},
                                     {DType::float16, 65504, std::ldexp(1.0, -14), std::ldexp(1.0, -10), 16, 5, 10, 3, 16},
                                     {DType::bfloat16, 3.3895313892515355e38, std::ldexp(1.0, -126), std::ldexp(1.0, -7), 16, 8, 7, 2, 128},
                                     {DType::float32, FLT_MAX, FLT_MIN, FLT_EPSILON, 32, 8, 23, 6, 128},
                                     {DType::float64, DBL_MAX, DBL_MIN, DBL_EPSILON, 64, 11, 52, 15, 1024}};
  Evaluator &evaluator = call.evaluator;
  Value given = call[size_t(0)];
  if (auto *array = dyn_cast<ArrayObject>(given))
    given = evaluator.make<DTypeObject>(array->dtype, DTypeStyle::numpyDType);
  std::optional<DType> type = toDType(evaluator, given, "dtype", DType::float32, llvm::StringRef(call.entry->module) == "jax.numpy");
  if (!type)
    return nullptr;
  for (const FloatFacts &fact : facts) {
    if (fact.type != *type)
      continue;
    auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(call.entry->module, call.entry->name));
    Emitter emitter = emitterHere(evaluator);
    // NumPy's scalars; while tracing plain floats, which stay known to Python there.
    bool isPlain = isTracing(evaluator);
    auto scalar = [&](double number) -> Value {
      return isPlain ? evaluator.floating(number) : wrap(evaluator, emitter.constant(number, *type, {}), *type, Flavour::numpy);
    };
    record->set("resolution", scalar(std::pow(10.0, -fact.precision))).set("min", scalar(-fact.max)).set("max", scalar(fact.max));
    record->set("eps", scalar(fact.eps)).set("epsneg", scalar(fact.eps / 2)).set("tiny", scalar(fact.tiny));
    record->set("smallest_normal", scalar(fact.tiny)).set("smallest_subnormal", scalar(std::ldexp(fact.tiny, -fact.mantissaBits)));
    for (auto [name, number] : {std::pair("bits", fact.bits), {"nexp", fact.exponentBits}, {"nmant", fact.mantissaBits}, {"precision", fact.precision},
                                {"iexp", fact.exponentBits}, {"machep", -fact.mantissaBits}, {"negep", -fact.mantissaBits - 1},
                                {"maxexp", fact.maxExponent}, {"minexp", 2 - fact.maxExponent}})
      record->set(name, evaluator.integer(number));
    record->set("dtype", evaluator.make<DTypeObject>(*type, DTypeStyle::numpyDType));
    return record;
  }
  return evaluator.raise(DiagnosticId::valueError, "`" + std::string(numerics::getName(*type)) + "` is not a floating dtype")
      .note("use `iinfo` for integers");
}

Value frontend::iinfoHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value given = call[size_t(0)];
  if (auto *array = dyn_cast<ArrayObject>(given))
    given = evaluator.make<DTypeObject>(array->dtype, DTypeStyle::numpyDType);
  std::optional<DType> type = toDType(evaluator, given, "dtype", DType::int32, llvm::StringRef(call.entry->module) == "jax.numpy");
  if (!type)
    return nullptr;
  if (!numerics::isInteger(*type))
    return evaluator.raise(DiagnosticId::valueError, "`" + std::string(numerics::getName(*type)) + "` is not an integer dtype")
        .note("use `finfo` for floats");
  unsigned bits = numerics::getBitWidth(*type);
  bool isUnsigned = numerics::isUnsigned(*type);
  llvm::APInt top = isUnsigned ? llvm::APInt::getMaxValue(bits).zext(bits + 1) : llvm::APInt::getSignedMaxValue(bits);
  llvm::APInt bottom = isUnsigned ? llvm::APInt(bits, 0) : llvm::APInt::getSignedMinValue(bits);
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(call.entry->module, call.entry->name));
  record->set("max", evaluator.integer(Integer(top))).set("min", evaluator.integer(Integer(bottom)));
  record->set("bits", evaluator.integer(bits)).set("kind", evaluator.string(isUnsigned ? "u" : "i")).set("dtype", evaluator.make<DTypeObject>(*type, DTypeStyle::numpyDType));
  return record;
}

Value frontend::dtypeHandler(Call &call) {
  Value given = call[size_t(0)];
  if (auto *array = dyn_cast<ArrayObject>(given))
    return call.evaluator.make<DTypeObject>(array->dtype, DTypeStyle::numpyDType);
  std::optional<DType> type = toDType(call.evaluator, given, "dtype", DType::float64, /*x32=*/false);
  return type ? makeNumpyDType(call.evaluator, *type, isSwappedDType(call.evaluator, given)) : nullptr;
}
