// SPDX-License-Identifier: Apache-2.0
// Functions of whole arrays that jnp, np and the methods of arrays share. Argument names are NumPy's.
#include "compiler/frontend/evaluate/TemporaryViews.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Ordering.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Value frontend::receiver(Call &call) { return call.self && call.self->kind() == Kind::array ? call.self : call[size_t(0)]; }

/// What is made of a NumPy array without axes is one, and what is made of a scalar a scalar.
static Value withAxesOf(Value source, Value result) {
  auto *array = llvm::dyn_cast_or_null<JaxArray>(source);
  return array && array->isZeroDimensional ? asZeroDimensional(result) : result;
}

//===-- reductions --------------------------------------------------------------------------------------------===//

static bool hasParameter(Call &call, llvm::StringRef name) {
  return llvm::any_of(*call.parameters, [&](const ParameterInfo &parameter) { return parameter.name == name; });
}

/// `axis`, `keepdims`, `dtype`, `ddof`, `where` and `initial`, as far as the signature has them.
static std::optional<ReduceOptions> readReduction(Call &call, Value x) {
  Evaluator &evaluator = call.evaluator;
  ReduceOptions options;
  options.axis = call["axis"];
  std::optional<bool> keepDims = hasParameter(call, "keepdims") ? evaluator.truth(call["keepdims"]) : std::optional<bool>(false);
  if (!keepDims)
    return std::nullopt;
  options.keepDims = *keepDims;
  if (hasParameter(call, "ddof")) {
    bool isNamedSo = hasParameter(call, "correction") && !isNone(call["correction"]);
    std::optional<double> correction = evaluator.toDouble(call[isNamedSo ? "correction" : "ddof"], "ddof");
    if (correction && isNamedSo && call.given("ddof") && evaluator.toDouble(call["ddof"], "ddof").value_or(0) != 0)
      return evaluator.raise(DiagnosticId::valueError, "ddof and correction can't be provided simultaneously.");
    if (!correction)
      return std::nullopt;
    options.correction = *correction;
  }
  auto *array = dyn_cast<ArrayObject>(x);
  bool x32 = array ? array->flavour == Flavour::jax : llvm::StringRef(call.entry->module) != "numpy";
  if (hasParameter(call, "dtype") && !isNone(call["dtype"]) && !(options.dtype = toDType(evaluator, call["dtype"], "dtype", DType::float32, x32)))
    return std::nullopt;
  if (hasParameter(call, "where") && !isNone(call["where"]))
    options.where = call["where"];
  if (hasParameter(call, "initial") && !isNone(call["initial"]))
    options.initial = call["initial"];
  return refuseArguments(call, {"out", "mean"}, /*ifPresent=*/true) ? std::optional<ReduceOptions>(options)
                                                                    : std::nullopt;
}

/// NumPy's warning of a mean, variance or deviation of nothing, or of no more elements than `ddof`. False with an
/// exception pending.
static bool warnOfEmpty(Evaluator &evaluator, Value x, const ReduceOptions &options, bool isMean) {
  auto *array = dyn_cast<ArrayObject>(x);
  std::optional<Operand> operand = array ? std::nullopt : toOperand(evaluator, x, "np.mean");
  if (!array && !operand)
    return false;
  Shape shape(array ? array->shape() : operand->shape());
  auto axes = toAxes(evaluator, options.axis ? options.axis : evaluator.none(), shape.size(), "np.mean");
  if (!axes)
    return false;
  int64_t count = 1;
  for (int64_t axis : *axes)
    count *= shape[axis];
  if (isMean ? count > 0 : count > options.correction)
    return true;
  std::optional<Value> warn = evaluator.libraryMember("warnings", "warn");
  return warn && *warn &&
         evaluator.call(*warn,
                        {Value(evaluator.string(isMean ? "Mean of empty slice." : "Degrees of freedom <= 0 for slice")),
                         Value(evaluator.builtinClass("RuntimeWarning"))});
}

template <Reduce kind> Value frontend::reduceHandler(Call &call) {
  Value x = receiver(call);
  std::optional<ReduceOptions> options = readReduction(call, x);
  constexpr bool isMean = kind == Reduce::mean;
  if constexpr (isMean || kind == Reduce::var || kind == Reduce::std) {
    auto *array = dyn_cast<ArrayObject>(x);
    bool isNumpys =
        array ? array->flavour == Flavour::numpy && !array->traced : llvm::StringRef(call.entry->module) == "numpy";
    if (options && isNumpys && !options->where && !warnOfEmpty(call.evaluator, x, *options, isMean))
      return nullptr;
  }
  return options ? applyReduce(call.evaluator, kind, x, *options, publicName(call.entry)) : nullptr;
}

/// The same over the elements that are not NaN.
template <Reduce kind> Value frontend::nanReduceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value x = receiver(call);
  std::optional<ReduceOptions> options = readReduction(call, x);
  std::optional<Operand> operand = options ? toOperand(evaluator, x, function) : std::nullopt;
  if (!operand)
    return nullptr;
  if (!numerics::isFloat(operand->type.dtype))
    return applyReduce(evaluator, kind, x, *options, function);
  if ((kind == Reduce::max || kind == Reduce::min) && !options->where) {
    options->ignoresNan = true;
    return applyReduce(evaluator, kind, x, *options, function);
  }
  Value isNumber = applyUnary(evaluator, Unary::isNan, x, function);
  isNumber = isNumber ? applyUnary(evaluator, Unary::logicalNot, isNumber, function) : nullptr;
  if (isNumber && options->where)
    isNumber = applyBinary(evaluator, Binary::bitAnd, isNumber, options->where, function);
  options->where = isNumber;
  return isNumber ? applyReduce(evaluator, kind, x, *options, function) : nullptr;
}

/// The difference of the extremes.
Value frontend::ptpHandler(Call &call) {
  Value x = receiver(call);
  std::optional<ReduceOptions> options = readReduction(call, x);
  std::string function = publicName(call.entry);
  Value high = options ? applyReduce(call.evaluator, Reduce::max, x, *options, function) : nullptr;
  Value low = high ? applyReduce(call.evaluator, Reduce::min, x, *options, function) : nullptr;
  return low ? applyBinary(call.evaluator, Binary::sub, high, low, function) : nullptr;
}

/// sum(a * weights) / sum(weights)
Value frontend::averageHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<ReduceOptions> options = readReduction(call, call["a"]);
  std::optional<bool> returned = options ? evaluator.truth(call["returned"]) : std::nullopt;
  if (!returned)
    return nullptr;
  if (*returned || (llvm::StringRef(call.entry->module) == "numpy" && !isNone(call["weights"])))
    return sourceHandler(call);
  if (isNone(call["weights"])) {
    Value mean = applyReduce(evaluator, Reduce::mean, call["a"], *options, function);
    auto *array = llvm::dyn_cast_or_null<JaxArray>(mean);
    if (!array || array->flavour != Flavour::numpy || countElements(array->shape()) != 0)
      return mean;
    evaluator.raise(DiagnosticId::valueError, "division by zero"); // the number of elements by that of results
    evaluator.pendingException()->instanceType = evaluator.builtinClass("ZeroDivisionError");
    return nullptr;
  }
  std::optional<Operand> a = toOperand(evaluator, call["a"], function), weights = a ? toOperand(evaluator, call["weights"], function) : std::nullopt;
  if (!weights)
    return nullptr;
  Value spread = weights->object;
  if (weights->shape() != a->shape()) {
    auto axes = toAxes(evaluator, call["axis"], a->shape().size(), function);
    if (!axes)
      return nullptr;
    if (weights->shape().size() != 1 || axes->size() != 1 || weights->shape()[0] != a->shape()[axes->front()])
      return evaluator.raise(DiagnosticId::shapeMismatch, "the weights of `" + function + "` are " + formatShape(weights->shape()) + " for " + formatShape(a->shape()));
    Shape shape(a->shape().size(), 1);
    shape[axes->front()] = weights->shape()[0];
    spread = applyReshape(evaluator, spread, shape, function);
    spread = spread ? applyBroadcastTo(evaluator, spread, a->shape(), function) : nullptr;
  }
  Value product = spread ? applyBinary(evaluator, Binary::mul, a->object, spread, function) : nullptr;
  Value sum = product ? applyReduce(evaluator, Reduce::sum, product, *options, function) : nullptr;
  Value total = sum ? applyReduce(evaluator, Reduce::sum, spread, *options, function) : nullptr;
  return total ? applyBinary(evaluator, Binary::divide, sum, total, function) : nullptr;
}

template Value frontend::reduceHandler<Reduce::sum>(Call &);
template Value frontend::reduceHandler<Reduce::prod>(Call &);
template Value frontend::reduceHandler<Reduce::max>(Call &);
template Value frontend::reduceHandler<Reduce::min>(Call &);
template Value frontend::reduceHandler<Reduce::mean>(Call &);
template Value frontend::reduceHandler<Reduce::any>(Call &);
template Value frontend::reduceHandler<Reduce::all>(Call &);
template Value frontend::reduceHandler<Reduce::var>(Call &);
template Value frontend::reduceHandler<Reduce::std>(Call &);

template Value frontend::nanReduceHandler<Reduce::sum>(Call &);
template Value frontend::nanReduceHandler<Reduce::prod>(Call &);
template Value frontend::nanReduceHandler<Reduce::max>(Call &);
template Value frontend::nanReduceHandler<Reduce::min>(Call &);
template Value frontend::nanReduceHandler<Reduce::mean>(Call &);
template Value frontend::nanReduceHandler<Reduce::var>(Call &);
template Value frontend::nanReduceHandler<Reduce::std>(Call &);

template <bool max> Value frontend::argReduceHandler(Call &call) {
  std::optional<bool> keepDims = call.evaluator.truth(call["keepdims"]);
  if (!keepDims || !refuseArguments(call, {"out"}, /*ifPresent=*/true))
    return nullptr;
  return applyArgReduce(call.evaluator, max, receiver(call), call["axis"], *keepDims, publicName(call.entry));
}

/// -1 where all elements are NaN.
template <bool max> Value frontend::nanArgReduceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<bool> keepDims = evaluator.truth(call["keepdims"]);
  Value x = call["a"], place = keepDims ? applyArgReduce(evaluator, max, x, call["axis"], *keepDims, function, /*ignoresNan=*/true) : nullptr;
  std::optional<Operand> operand = place ? toOperand(evaluator, x, function) : std::nullopt;
  if (!operand || !numerics::isFloat(operand->type.dtype))
    return place;
  ReduceOptions options;
  options.axis = call["axis"];
  options.keepDims = *keepDims;
  Value bad = applyUnary(evaluator, Unary::isNan, x, function);
  bad = bad ? applyReduce(evaluator, Reduce::all, bad, options, function) : nullptr;
  return bad ? applyWhere(evaluator, bad, evaluator.integer(-1), place, function) : nullptr;
}
template Value frontend::nanArgReduceHandler<true>(Call &);
template Value frontend::nanArgReduceHandler<false>(Call &);

/// lax's, which takes the index dtype.
template <bool max> Value frontend::laxArgReduceHandler(Call &call) {
  std::optional<DType> type = toDType(call.evaluator, call["index_dtype"], "index_dtype", DType::int32);
  Value place = type ? applyArgReduce(call.evaluator, max, call["operand"], call["axis"], false, publicName(call.entry)) : nullptr;
  return place ? applyCast(call.evaluator, place, *type, publicName(call.entry)) : nullptr;
}
template Value frontend::laxArgReduceHandler<true>(Call &);
template Value frontend::laxArgReduceHandler<false>(Call &);

template Value frontend::argReduceHandler<true>(Call &);
template Value frontend::argReduceHandler<false>(Call &);

Value frontend::countNonzeroHandler(Call &call) {
  Value test = applyCompare(call.evaluator, Compare::ne, receiver(call), call.evaluator.integer(0), publicName(call.entry));
  std::optional<ReduceOptions> options = test ? readReduction(call, test) : std::nullopt;
  return options ? applyReduce(call.evaluator, Reduce::sum, test, *options, publicName(call.entry)) : nullptr;
}

//===-- products ----------------------------------------------------------------------------------------------===//

Value frontend::matmulHandler(Call &call) {
  std::optional<DotOptions> options = toDotOptions(call.evaluator, call["precision"], call["preferred_element_type"]);
  return options ? applyMatmul(call.evaluator, call[size_t(0)], call[size_t(1)], *options, publicName(call.entry)) : nullptr;
}

/// `jnp.dot`: scalars multiply; the last axis of `a` meets the last but one of `b`.
Value frontend::dotHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DotOptions> options = toDotOptions(evaluator, call["precision"], call["preferred_element_type"]);
  Value x = receiver(call), y = call[call.self && call.self->kind() == Kind::array ? 0 : 1];
  std::string function = publicName(call.entry);
  std::optional<Operand> lhs = options ? toOperand(evaluator, x, function) : std::nullopt;
  std::optional<Operand> rhs = lhs ? toOperand(evaluator, y, function) : std::nullopt;
  if (!rhs)
    return nullptr;
  int64_t left = lhs->shape().size(), right = rhs->shape().size();
  if (left == 0 || right == 0)
    return applyBinary(evaluator, Binary::mul, x, y, function);
  if (left <= 2 && right <= 2)
    return applyMatmul(evaluator, x, y, *options, function);
  return applyDotGeneral(evaluator, x, y, {left - 1}, {right == 1 ? 0 : right - 2}, {}, {}, *options, function);
}

//===-- selection and comparison ------------------------------------------------------------------------------===//

Value frontend::whereHandler(Call &call) {
  if (isNone(call["x"]) && isNone(call["y"]))
    return nonzeroHandler(call);
  if (isNone(call["x"]) || isNone(call["y"]))
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` takes a condition alone or with both choices");
  return applyWhere(call.evaluator, call["condition"], call["x"], call["y"], publicName(call.entry));
}

Value frontend::clipHandler(Call &call) {
  Value result = receiver(call);
  std::string function = publicName(call.entry);
  if (!isNone(call["min"]))
    result = applyBinary(call.evaluator, Binary::maximum, result, call["min"], function);
  if (result && !isNone(call["max"]))
    result = applyBinary(call.evaluator, Binary::minimum, result, call["max"], function);
  return result;
}

/// a == b, or both finite and |a - b| <= atol + rtol * |b|.
static Value isCloseArray(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value a = call[size_t(0)], b = call[size_t(1)];
  std::optional<bool> equalNan = evaluator.truth(call["equal_nan"]);
  auto binary = [&](Binary op, Value x, Value y) { return x && y ? applyBinary(evaluator, op, x, y, function) : nullptr; };
  auto unary = [&](Unary op, Value x) { return x ? applyUnary(evaluator, op, x, function) : nullptr; };
  std::optional<Operand> lhs = toOperand(evaluator, a, function), rhs = lhs ? toOperand(evaluator, b, function) : std::nullopt;
  if (!rhs || !equalNan)
    return nullptr;
  if (lhs->type.dtype == DType::boolean && rhs->type.dtype == DType::boolean)
    return applyCompare(evaluator, Compare::eq, a, b, function);
  Value distance = unary(Unary::abs, binary(Binary::sub, a, b));
  Value slack = binary(Binary::mul, call["rtol"], unary(Unary::abs, b));
  Value limit = binary(Binary::add, slack, call["atol"]);
  Value near = distance && limit ? applyCompare(evaluator, Compare::le, distance, limit, function) : nullptr;
  Value finite = binary(Binary::bitAnd, near, unary(Unary::isFinite, b));
  Value same = finite ? applyCompare(evaluator, Compare::eq, a, b, function) : nullptr;
  Value result = binary(Binary::bitOr, same, finite);
  if (*equalNan)
    result = binary(Binary::bitOr, result, binary(Binary::bitAnd, unary(Unary::isNan, a), unary(Unary::isNan, b)));
  return result;
}

Value frontend::isCloseHandler(Call &call) { return isCloseArray(call); }

Value frontend::allCloseHandler(Call &call) {
  Value close = isCloseArray(call);
  return close ? applyReduce(call.evaluator, Reduce::all, close, {}, publicName(call.entry)) : nullptr;
}

Value frontend::arrayEqualHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<Operand> a = toOperand(evaluator, call[size_t(0)], function), b = a ? toOperand(evaluator, call[size_t(1)], function) : std::nullopt;
  std::optional<bool> equalNan = b ? evaluator.truth(call["equal_nan"]) : std::nullopt;
  if (!equalNan)
    return nullptr;
  if (a->shape() != b->shape())
    return evaluator.boolean(false);
  Value equal = applyCompare(evaluator, Compare::eq, call[size_t(0)], call[size_t(1)], function);
  if (equal && *equalNan) { // NaN is the only number that differs from itself
    Value left = applyCompare(evaluator, Compare::ne, call[size_t(0)], call[size_t(0)], function), right = applyCompare(evaluator, Compare::ne, call[size_t(1)], call[size_t(1)], function);
    Value both = left && right ? applyBinary(evaluator, Binary::bitAnd, left, right, function) : nullptr;
    equal = both ? applyBinary(evaluator, Binary::bitOr, equal, both, function) : nullptr;
  }
  return equal ? applyReduce(evaluator, Reduce::all, equal, {}, function) : nullptr;
}

//===-- shape -------------------------------------------------------------------------------------------------===//

/// A shape or permutation given as one tuple or as several integers: `(x.reshape(2, 3))`.
static std::optional<std::vector<int64_t>> readSeveral(Call &call, Value given, llvm::StringRef what) {
  auto *tuple = dyn_cast<TupleObject>(given);
  if (tuple && tuple->items.size() == 1)
    given = tuple->items[0];
  return call.evaluator.toShape(given, what);
}

/// `order=` of a function that reads all elements: "C", "F" or, of NumPy's arrays, "K". "A" is one of the first two.
static std::optional<std::string> readReadingOrder(Call &call, Value x) {
  std::optional<std::string> given =
      isNone(call["order"]) ? std::optional<std::string>("C") : call.evaluator.toString(call["order"], "order");
  std::string order = llvm::StringRef(given.value_or("")).upper();
  if (given && order != "C" && order != "F" && order != "A" && order != "K")
    return call.evaluator.raise(DiagnosticId::valueError,
                                "order must be one of 'C', 'F', 'A', or 'K' (got '" + *given + "')");
  auto *array = dyn_cast<JaxArray>(x);
  bool isNumpys = array && array->flavour == Flavour::numpy;
  if (!isNumpys && (order == "A" || order == "K")) // memory of other arrays lies in rows
    order = "C";
  if (order == "A")
    order = isContiguous(call.evaluator, array, "F") && !isContiguous(call.evaluator, array, "C") ? "F" : "C";
  return given ? std::optional<std::string>(order) : std::nullopt;
}

/// The elements of column-major order are those of the transpose in row-major order.
static Value reshapeInOrder(Call &call, Value array, std::vector<int64_t> shape, bool columnMajor) {
  std::string function = publicName(call.entry);
  if (!columnMajor)
    return applyReshape(call.evaluator, array, shape, function);
  std::reverse(shape.begin(), shape.end());
  Value turned = applyTranspose(call.evaluator, array, {}, function);
  Value result = turned ? applyReshape(call.evaluator, turned, shape, function) : nullptr;
  return result ? applyTranspose(call.evaluator, result, {}, function) : nullptr;
}

Value frontend::reshapeHandler(Call &call) {
  Value sizes = call["shape"];
  if (hasParameter(call, "newshape") && isNone(sizes) && isNone(sizes = call["newshape"])) // its name before NumPy 2.1
    return call.evaluator.raise(DiagnosticId::argumentError,
                                "reshape() missing 1 required positional argument: 'shape'");
  std::optional<std::vector<int64_t>> shape = readSeveral(call, sizes, "shape");
  if (!shape || !refuseArguments(call, {"copy"}, true))
    return nullptr;
  std::optional<std::string> order = readReadingOrder(call, receiver(call));
  if (order && *order == "K")
    return call.evaluator.raise(DiagnosticId::valueError, "order 'K' is not permitted for reshaping");
  return order ? asZeroDimensional(reshapeInOrder(call, receiver(call), *shape, *order == "F")) : nullptr;
}

Value frontend::ravelHandler(Call &call) {
  Value x = receiver(call);
  std::optional<std::string> order = readReadingOrder(call, x);
  if (!order)
    return nullptr;
  auto *array = dyn_cast<JaxArray>(x);
  bool isFlatten = llvm::StringRef(call.entry->name) == "flatten", isNumpys = array && array->flavour == Flavour::numpy;
  if (*order == "K") {
    Shape axes = getAxesInMemory(call.evaluator, array);
    if (!axes.empty() && !llvm::is_sorted(axes))
      x = applyTranspose(call.evaluator, x, axes, publicName(call.entry));
    array = cast<JaxArray>(x);
    order = "C";
  }
  // NumPy's `ravel` is a view only where the elements lie in a row already.
  bool isApart = isNumpys && !isContiguous(call.evaluator, array, *order);
  call.evaluator.state<TemporaryViews>().depth += isFlatten || isApart;
  Value result = reshapeInOrder(call, x, {-1}, *order == "F");
  call.evaluator.state<TemporaryViews>().depth -= isFlatten || isApart;
  return result;
}

Value frontend::transposeHandler(Call &call) {
  std::vector<int64_t> axes;
  auto *tuple = dyn_cast<TupleObject>(call["axes"]);
  bool absent = isNone(call["axes"]) || (tuple && (tuple->items.empty() || (tuple->items.size() == 1 && isNone(tuple->items[0]))));
  if (!absent) {
    std::optional<std::vector<int64_t>> given = readSeveral(call, call["axes"], "axes");
    if (!given)
      return nullptr;
    axes = *given;
  }
  return withAxesOf(receiver(call), applyTranspose(call.evaluator, receiver(call), axes, publicName(call.entry)));
}

Value frontend::swapAxesHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value x = receiver(call);
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  std::optional<int64_t> a = operand ? evaluator.toInt(call["axis1"], "axis1") : std::nullopt;
  std::optional<int64_t> b = a ? evaluator.toInt(call["axis2"], "axis2") : std::nullopt;
  int64_t rank = operand ? operand->shape().size() : 0;
  a = b ? normalizeAxis(evaluator, *a, rank, function) : std::nullopt;
  b = a ? normalizeAxis(evaluator, *b, rank, function) : std::nullopt;
  if (!b)
    return nullptr;
  std::vector<int64_t> permutation(rank);
  for (int64_t k = 0; k < rank; ++k)
    permutation[k] = k == *a ? *b : k == *b ? *a : k;
  return rank == 0 ? x : applyTranspose(evaluator, x, permutation, function);
}

Value frontend::broadcastToHandler(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  Value given = call[size_t(0)],
        result = shape ? applyBroadcastTo(call.evaluator, given, *shape, publicName(call.entry)) : nullptr;
  auto *array = llvm::dyn_cast_or_null<JaxArray>(result);
  if (array && array->flavour == Flavour::numpy && isa<JaxArray>(given)) {
    if (result == given)
      result = wrap(call.evaluator, array->value, array->dtype, Flavour::numpy);
    markBroadcast(call.evaluator, given, result);
  }
  return asZeroDimensional(result);
}

Value frontend::expandDimsHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<Operand> operand = toOperand(evaluator, call[size_t(0)], function);
  std::optional<std::vector<int64_t>> given = operand ? evaluator.toShape(call[size_t(1)], "axis") : std::nullopt;
  if (!given)
    return nullptr;
  int64_t rank = operand->shape().size() + given->size();
  std::vector<bool> isNew(rank);
  for (int64_t axis : *given) {
    std::optional<int64_t> normal = normalizeAxis(evaluator, axis, rank, function);
    if (!normal)
      return nullptr;
    if (isNew[*normal])
      return evaluator.raise(DiagnosticId::valueError, "repeated axis");
    isNew[*normal] = true;
  }
  Shape shape;
  size_t next = 0;
  for (int64_t axis = 0; axis < rank; ++axis)
    shape.push_back(isNew[axis] || next >= operand->shape().size() ? 1 : operand->shape()[next++]);
  return applyReshape(evaluator, call[size_t(0)], shape, function);
}

Value frontend::squeezeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value x = receiver(call);
  std::optional<Operand> operand = toOperand(evaluator, x, function);
  if (!operand)
    return nullptr;
  bool all = isNone(call["axis"]);
  auto axes = toAxes(evaluator, call["axis"], operand->shape().size(), function);
  if (!axes)
    return nullptr;
  Shape shape;
  for (auto [axis, extent] : llvm::enumerate(operand->shape())) {
    bool named = llvm::is_contained(*axes, static_cast<int64_t>(axis));
    if (named && !all && extent != 1)
      return evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(axis) + " can't be squeezed away: " + describeShape(evaluator, *operand));
    if (!named || extent != 1)
      shape.push_back(extent);
  }
  if (shape.size() == operand->shape().size() && operand->array && flavourOf(*operand) == Flavour::numpy)
    return x; // as NumPy does where there is nothing to squeeze
  return asZeroDimensional(applyReshape(evaluator, x, shape, function));
}

/// The arrays of a sequence, cast to their common type.
static std::optional<Common> readSequence(Call &call, Value sequence, llvm::SmallVectorImpl<Operand> &operands) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(sequence);
  if (!items)
    return std::nullopt;
  for (Value item : *items) {
    std::optional<Operand> operand = toOperand(evaluator, item, publicName(call.entry));
    if (!operand)
      return std::nullopt;
    operands.push_back(*operand);
  }
  if (operands.empty())
    return evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` needs at least one array");
  return promoteOperands(evaluator, operands, publicName(call.entry));
}

std::optional<DType> frontend::joinedType(Call &call, llvm::ArrayRef<Operand> operands, DType given) {
  if (!hasParameter(call, "dtype") || isNone(call["dtype"]))
    return given;
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", DType::float64, false);
  for (const Operand &operand : operands)
    if (type && !checkCasting(call, operand.type.dtype, *type))
      return std::nullopt;
  return type;
}

static llvm::SmallVector<const Object *> objectsOf(llvm::ArrayRef<Operand> operands) {
  llvm::SmallVector<const Object *> objects;
  for (const Operand &operand : operands)
    objects.push_back(operand.object);
  return objects;
}

Value frontend::concatenateHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  llvm::SmallVector<Operand> operands;
  std::optional<Common> common = readSequence(call, call[size_t(0)], operands);
  if (common && isNone(call[size_t(1)])) { // flattened first
    std::optional<std::vector<Value>> items = evaluator.toVector(call[size_t(0)]);
    std::vector<Value> flat;
    for (Value item : items.value_or(std::vector<Value>())) {
      flat.push_back(applyReshape(evaluator, item, {-1}, function));
      if (!flat.back())
        return nullptr;
    }
    call.values[0] = evaluator.list(std::move(flat));
    call.values[1] = evaluator.integer(0);
    return concatenateHandler(call);
  }
  if (common && common->flavour == Flavour::numpy && operands.front().shape().empty())
    return evaluator.raise(DiagnosticId::valueError, "zero-dimensional arrays cannot be concatenated");
  std::optional<int64_t> axis = common ? evaluator.toInt(call[size_t(1)], "axis") : std::nullopt;
  if (axis)
    axis = normalizeAxis(evaluator, *axis, operands.front().shape().size(), function);
  if (!axis)
    return nullptr;
  std::optional<DType> type = joinedType(call, operands, common->type.dtype);
  if (!type)
    return nullptr;
  common->type.dtype = *type;
  llvm::SmallVector<mlir::Value> parts;
  for (const Operand &operand : operands) {
    Shape expected(operands.front().shape()), seen(operand.shape());
    bool fits = expected.size() == seen.size();
    if (fits)
      expected[*axis] = seen[*axis];
    if (!fits || expected != seen) {
      Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "`" + function + "` along axis " + std::to_string(*axis) + ": " +
                                                                       describeShape(evaluator, operands.front()) + " but " +
                                                                       describeShape(evaluator, operand));
      noteShape(evaluator, raised, operand);
      return nullptr;
    }
    mlir::Value part = materialize(evaluator, operand, common->type.dtype);
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  Value result = wrap(evaluator, emitterHere(evaluator).concatenate(parts, *axis), common->type, common->flavour);
  return layOutJoined(evaluator, result, objectsOf(operands));
}

Value frontend::stackHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  llvm::SmallVector<Operand> operands;
  std::optional<Common> common = readSequence(call, call[size_t(0)], operands);
  std::optional<int64_t> axis = common ? evaluator.toInt(call["axis"], "axis") : std::nullopt;
  if (axis)
    axis = normalizeAxis(evaluator, *axis, operands.front().shape().size() + 1, function);
  if (!axis)
    return nullptr;
  std::optional<DType> type = joinedType(call, operands, common->type.dtype);
  if (!type)
    return nullptr;
  common->type.dtype = *type;
  Shape one(operands.front().shape());
  one.insert(one.begin() + *axis, 1);
  llvm::SmallVector<mlir::Value> parts;
  for (const Operand &operand : operands) {
    if (operand.shape() != operands.front().shape())
      return evaluator.raise(DiagnosticId::shapeMismatch, "`" + function + "` needs equal shapes: " +
                                                              describeShape(evaluator, operands.front()) + " but " +
                                                              describeShape(evaluator, operand));
    mlir::Value part = materialize(evaluator, operand, common->type.dtype);
    if (!part)
      return nullptr;
    parts.push_back(emitterHere(evaluator).reshape(part, one));
  }
  Value result = wrap(evaluator, emitterHere(evaluator).concatenate(parts, *axis), common->type, common->flavour);
  return layOutJoined(evaluator, result, objectsOf(operands), *axis);
}

Value frontend::outerHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value a = applyReshape(evaluator, call[size_t(0)], {-1, 1}, function);
  Value b = a ? applyReshape(evaluator, call[size_t(1)], {1, -1}, function) : nullptr;
  return b ? applyBinary(evaluator, Binary::mul, a, b, function) : nullptr;
}

/// Keeps one triangle of the last two axes.
template <bool lower> Value frontend::triangleHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<Operand> operand = toOperand(evaluator, call[size_t(0)], function);
  std::optional<int64_t> k = operand ? evaluator.toInt(call["k"], "k") : std::nullopt;
  if (!k)
    return nullptr;
  Shape shape(operand->shape());
  if (shape.size() == 1 && flavourOf(*operand) == Flavour::numpy) // the mask is square, and the vector one of its rows
    shape.push_back(shape[0]);
  if (shape.size() < 2)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`" + function + "` needs a matrix: " + describeShape(evaluator, *operand));
  Emitter emitter = emitterHere(evaluator);
  int64_t rank = shape.size();
  mlir::Value row = emitter.iota(shape, rank - 2, DType::int32), column = emitter.iota(shape, rank - 1, DType::int32);
  row = emitter.binary(Binary::add, row, emitter.constantInt(*k, DType::int32, shape), DType::int32);
  mlir::Value keep = emitter.compare(lower ? Compare::ge : Compare::le, row, column, DType::int32);
  Value mask = wrap(evaluator, keep, DType::boolean, flavourOf(*operand));
  Value zero = wrap(evaluator, emitter.constant(0, operand->type.dtype), operand->type, flavourOf(*operand));
  return applyWhere(evaluator, mask, call[size_t(0)], zero, function);
}
template Value frontend::triangleHandler<true>(Call &);
template Value frontend::triangleHandler<false>(Call &);

bool frontend::canCastInNumpy(DType from, DType to, llvm::StringRef casting) {
  auto rankOfKind = [](DType type) {
    return type == DType::boolean ? 0 : numerics::isFloat(type) ? 3 : numerics::isUnsigned(type) ? 1 : 2;
  };
  if (casting == "no" || casting == "equiv")
    return from == to;
  bool isSafe = promoteNumpy({TorchOperand{from}, TorchOperand{to}}) == to;
  return casting == "unsafe" || isSafe || (casting == "same_kind" && rankOfKind(from) <= rankOfKind(to));
}

/// `a.astype(dtype, casting="safe")` of NumPy. False with an exception pending.
bool frontend::checkCasting(Call &call, DType from, DType to) {
  if (!hasParameter(call, "casting") || isNone(call["casting"]))
    return true;
  std::optional<std::string> casting = call.evaluator.toString(call["casting"], "casting");
  if (!casting || canCastInNumpy(from, to, *casting))
    return casting.has_value();
  auto quoted = [](DType type) { return "dtype('" + std::string(numerics::getName(type)) + "')"; };
  call.evaluator.raise(DiagnosticId::typeError, "Cannot cast array data from " + quoted(from) + " to " + quoted(to) +
                                                    " according to the rule '" + *casting + "'");
  return false;
}

Value frontend::astypeHandler(Call &call) {
  Value x = receiver(call);
  auto *array = dyn_cast<ArrayObject>(x);
  bool x32 = !array || array->flavour == Flavour::jax;
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", DType::float32, x32);
  if (!type)
    return nullptr;
  if (!array || array->flavour != Flavour::numpy)
    return refuseArguments(call, {"copy", "device"}, true) ? applyCast(call.evaluator, x, *type, publicName(call.entry))
                                                           : nullptr;
  if (!checkCasting(call, array->dtype, *type))
    return nullptr;
  bool isCopy = !call.given("copy") || isa<StrObject>(call["copy"]); // NumPy's second argument is the order
  std::optional<bool> copies = isCopy ? true : call.evaluator.truth(call["copy"]);
  if (!copies || !refuseArguments(call, {"device"}, true))
    return nullptr;
  auto *known = cast<JaxArray>(array);
  std::string order = "K";
  if (Value given = isa<StrObject>(call["copy"])  ? call["copy"]
                    : hasParameter(call, "order") ? call["order"]
                                                  : nullptr;
      given && !isNone(given)) {
    order = llvm::StringRef(call.evaluator.toString(given, "order").value_or("")).upper();
    if (order != "C" && order != "F" && order != "A" && order != "K")
      return call.evaluator.hasPending()
                 ? Value(nullptr)
                 : call.evaluator.raise(DiagnosticId::valueError,
                                        "order must be one of 'C', 'F', 'A', or 'K' (got '" + order + "')");
  }
  auto lies = [&](llvm::StringRef how) { return isContiguous(call.evaluator, known, how); };
  bool fits = order == "K" || (order == "A" ? lies("C") || lies("F") : lies(order));
  if (!*copies && known->dtype == *type && fits)
    return x;
  Value result = applyCast(call.evaluator, x, *type, publicName(call.entry));
  return layOut(call.evaluator, withAxesOf(known, result), order, known);
}

/// `round(x, decimals)`: x * 10**d, to even, / 10**d, in the array's own type.
Value frontend::roundHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value x = receiver(call);
  std::optional<int64_t> decimals = evaluator.toInt(call["decimals"], "decimals");
  if (!decimals)
    return nullptr;
  auto *array = dyn_cast<JaxArray>(x);
  if (array && array->flavour == Flavour::numpy && array->dtype == DType::boolean) {
    if (*decimals != 0)
      return evaluator.raise(DiagnosticId::typeError,
                             std::string("Cannot cast ufunc '") + (*decimals > 0 ? "multiply" : "divide") +
                                 "' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'");
    x = applyCast(evaluator, x, DType::float16, function); // the narrowest float that NumPy's `rint` computes in
    array = llvm::cast<JaxArray>(x);
  }
  if (*decimals == 0)
    return applyUnary(evaluator, Unary::roundEven, x, function);
  bool isNumpyInteger = array && array->flavour == Flavour::numpy && numerics::isInteger(array->dtype) && array->dtype != DType::boolean;
  if (isNumpyInteger && *decimals > 0)
    return x;
  Value scale = evaluator.floating(std::pow(10.0, static_cast<double>(std::abs(*decimals))));
  if (*decimals < 0) { // a division is exact where the power is not
    Value scaled = applyBinary(evaluator, Binary::divide, x, scale, function);
    Value rounded = scaled ? applyUnary(evaluator, Unary::roundEven, scaled, function) : nullptr;
    Value result = rounded ? applyBinary(evaluator, Binary::mul, rounded, scale, function) : nullptr;
    result = result && isNumpyInteger ? applyCast(evaluator, result, array->dtype, function) : result;
    return layOut(evaluator, result, "A", array);
  }
  Value scaled = applyBinary(evaluator, Binary::mul, x, scale, function);
  Value rounded = scaled ? applyUnary(evaluator, Unary::roundEven, scaled, function) : nullptr;
  return rounded ? layOut(evaluator, applyBinary(evaluator, Binary::divide, rounded, scale, function), "A", array)
                 : nullptr;
}

//===-- properties and values ---------------------------------------------------------------------------------===//

Value frontend::shapeProperty(Call &call) { return call.evaluator.tupleOfInts(cast<ArrayObject>(call.self)->shape()); }
Value frontend::ndimProperty(Call &call) { return call.evaluator.integer(cast<ArrayObject>(call.self)->shape().size()); }
Value frontend::sizeProperty(Call &call) { return call.evaluator.integer(countElements(cast<ArrayObject>(call.self)->shape())); }
Value frontend::dtypeProperty(Call &call) {
  auto *array = cast<ArrayObject>(call.self);
  auto *numpys = dyn_cast<JaxArray>(array);
  bool swapped = numpys && numpys->flavour == Flavour::numpy && isSwapped(call.evaluator, numpys);
  return makeNumpyDType(call.evaluator, array->dtype, swapped);
}
Value frontend::itemsizeProperty(Call &call) {
  return call.evaluator.integer(numerics::getByteSize(cast<ArrayObject>(call.self)->dtype));
}
Value frontend::nbytesProperty(Call &call) {
  auto *array = cast<ArrayObject>(call.self);
  return call.evaluator.integer(countElements(array->shape()) * numerics::getByteSize(array->dtype));
}
Value frontend::weakTypeProperty(Call &call) { return call.evaluator.boolean(cast<ArrayObject>(call.self)->weak); }
Value frontend::transposedProperty(Call &call) {
  return withAxesOf(call.self, applyTranspose(call.evaluator, call.self, {}, "T"));
}
Value frontend::matrixTransposedProperty(Call &call) {
  int64_t rank = cast<ArrayObject>(call.self)->shape().size();
  if (rank < 2)
    return call.evaluator.raise(DiagnosticId::valueError, "`mT` needs an array with two axes or more");
  std::vector<int64_t> permutation(rank);
  for (int64_t k = 0; k < rank; ++k)
    permutation[k] = k;
  std::swap(permutation[rank - 1], permutation[rank - 2]);
  return applyTranspose(call.evaluator, call.self, permutation, "mT");
}
Value frontend::identityMethod(Call &call) {
  auto *array = dyn_cast<ArrayObject>(call.self);
  // A copy of a NumPy array does not see what is assigned to the other one.
  if (array && array->flavour == Flavour::numpy && llvm::StringRef(call.entry->name) == "copy")
    return array->withValue(call.evaluator, array->value);
  return call.self;
}

Value frontend::shapeHandler(Call &call) {
  std::optional<Operand> operand = toOperand(call.evaluator, call[size_t(0)], publicName(call.entry));
  return operand ? call.evaluator.tupleOfInts(operand->shape()) : nullptr;
}
Value frontend::ndimHandler(Call &call) {
  std::optional<Operand> operand = toOperand(call.evaluator, call[size_t(0)], publicName(call.entry));
  return operand ? call.evaluator.integer(operand->shape().size()) : nullptr;
}
Value frontend::sizeHandler(Call &call) {
  Formula f(call);
  JaxArray *array = f.array(call[size_t(0)]);
  if (!array || isNone(call["axis"]))
    return array ? call.evaluator.integer(countElements(array->shape())) : nullptr;
  std::optional<llvm::SmallVector<int64_t>> axes = toAxes(call.evaluator, call["axis"], array->shape().size(), f.function);
  if (!axes)
    return nullptr;
  int64_t count = 1;
  for (int64_t axis : *axes)
    count *= array->shape()[axis];
  return call.evaluator.integer(count);
}
