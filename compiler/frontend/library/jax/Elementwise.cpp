// SPDX-License-Identifier: Apache-2.0
// Elementwise functions that are formulas of others, for jnp and np alike.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/jax/NumpyViews.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// m + log1p(exp(-|a - b|)), and a + b where the difference is NaN; to base 2 alike.
Value frontend::logAddExpHandler(Call &call) {
  Formula f(call);
  bool isBase2 = llvm::StringRef(call.entry->name).ends_with("2");
  Value a = call[size_t(0)], b = call[size_t(1)];
  f.floating(a, b);
  Value greatest = f.max(a, b), delta = f.sub(a, b), near = f.neg(f.unary(Unary::abs, delta));
  Value tail = isBase2 ? f.mul(f.log1p(f.unary(Unary::exp2, near)), f.number(1.4426950408889634)) : f.log1p(f.exp(near));
  return f.where(f.unary(Unary::isNan, delta), f.add(a, b), f.add(greatest, tail));
}

/// max * sqrt(1 + (min / max)**2)
Value frontend::hypotHandler(Call &call) {
  Formula f(call);
  Value a = call[size_t(0)], b = call[size_t(1)];
  f.floating(a, b);
  a = f.unary(Unary::abs, a);
  b = f.unary(Unary::abs, b);
  Value high = f.max(a, b), low = f.min(a, b), isZero = f.compare(Compare::eq, high, f.number(0));
  Value ratio = f.div(low, f.where(isZero, f.number(1), high));
  Value result = f.mul(high, f.unary(Unary::sqrt, f.add(f.number(1), f.unary(Unary::square, ratio))));
  Value isInfinite = f.either(f.unary(Unary::isInf, a), f.unary(Unary::isInf, b));
  return f.where(isInfinite, f.number(INFINITY), result);
}

Value frontend::scaleHandler(Call &call) {
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  constexpr double pi = 3.14159265358979323846;
  return f.mul(f.floating(call[size_t(0)]), f.number(name == "deg2rad" || name == "radians" ? pi / 180 : 180 / pi));
}

Value frontend::sincHandler(Call &call) {
  Formula f(call);
  Value x = f.mul(f.inexact(call[size_t(0)]), f.number(3.14159265358979323846)), isZero = f.compare(Compare::eq, x, f.number(0));
  Value safe = f.where(isZero, f.number(1), x);
  return f.where(isZero, f.number(1), f.div(f.unary(Unary::sin, safe), safe));
}

Value frontend::heavisideHandler(Call &call) {
  Formula f(call);
  Value x = call[size_t(0)], y = call[size_t(1)];
  f.floating(x, y);
  Value step = f.where(f.compare(Compare::lt, x, f.number(0)), f.number(0), f.where(f.compare(Compare::gt, x, f.number(0)), f.number(1), y));
  return f.where(f.unary(Unary::isNan, x), x, step);
}

Value frontend::divmodHandler(Call &call) {
  Formula f(call);
  Value quotient = f.binary(Binary::floorDivide, call[size_t(0)], call[size_t(1)]), rest = f.binary(Binary::floorRemainder, call[size_t(0)], call[size_t(1)]);
  return quotient && rest ? f.evaluator.tuple({quotient, rest}) : nullptr;
}

Value frontend::modfHandler(Call &call) {
  Formula f(call);
  Value x = f.floating(call[size_t(0)]), whole = f.unary(Unary::trunc, x);
  Value rest = f.where(f.unary(Unary::isInf, x), f.number(0), f.sub(x, whole));
  rest = f.binary(Binary::copySign, rest, x);
  return rest ? f.evaluator.tuple({rest, whole}) : nullptr;
}

Value frontend::ldexpHandler(Call &call) {
  Formula f(call);
  Value x = f.floating(call[size_t(0)]), exponent = f.array(call[size_t(1)]);
  if (!x || !exponent)
    return nullptr;
  if (numerics::isFloat(Formula::typeOf(exponent)))
    return f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` takes integers as exponents, not `" + std::string(numerics::getName(Formula::typeOf(exponent))) + "`");
  // Two halves, so that neither power overflows before the product does.
  Value half = f.binary(Binary::shiftRight, exponent, f.integer(1)), rest = f.sub(exponent, half);
  DType type = Formula::typeOf(x);
  return f.mul(f.mul(x, f.unary(Unary::exp2, f.cast(half, type))), f.unary(Unary::exp2, f.cast(rest, type)));
}

static Value bitsOf(Formula &f, Value x, DType type) {
  if (!x)
    return nullptr;
  auto *array = cast<JaxArray>(x);
  return layOutLike(f.evaluator,
                    wrap(f.evaluator, emitterHere(f.evaluator).bitcast(array->value, type), type, array->flavour), {x});
}

/// x = mantissa * 2**exponent with the mantissa in [1/2, 1).
Value frontend::frexpHandler(Call &call) {
  Formula f(call);
  Value x = f.floating(call[size_t(0)]);
  if (!x)
    return nullptr;
  DType given = Formula::typeOf(x);
  bool isDouble = given == DType::float64;
  if (!isDouble)
    x = f.cast(x, DType::float32);
  DType type = isDouble ? DType::float64 : DType::float32, integers = isDouble ? DType::int64 : DType::int32;
  int64_t bitsOfMantissa = isDouble ? 52 : 23, greatest = isDouble ? 2047 : 255, bias = greatest / 2 - 1, lift = bitsOfMantissa + 1;
  int64_t signAndMantissa = isDouble ? static_cast<int64_t>(0x800fffffffffffffu) : static_cast<int32_t>(0x807fffffu);
  auto constant = [&](int64_t value) { return f.cast(f.integer(value), integers); };
  // Subnormals are scaled up first.
  Value isSmall = f.compare(Compare::lt, f.unary(Unary::abs, x), f.number(isDouble ? 2.2250738585072014e-308 : 1.17549435e-38));
  Value scaled = f.where(isSmall, f.mul(x, f.number(std::ldexp(1.0, static_cast<int>(lift)))), x);
  Value bits = bitsOf(f, scaled, integers), exponent = f.both(f.binary(Binary::shiftRight, bits, constant(bitsOfMantissa)), constant(greatest));
  exponent = f.sub(f.sub(exponent, constant(bias)), f.where(isSmall, constant(lift), constant(0)));
  Value mantissa = bitsOf(f, f.either(f.both(bits, constant(signAndMantissa)), constant(bias << bitsOfMantissa)), type);
  Value isPlain = f.both(f.unary(Unary::isFinite, x), f.compare(Compare::ne, x, f.number(0)));
  mantissa = f.cast(f.where(isPlain, mantissa, x), given);
  exponent = f.cast(f.where(isPlain, exponent, constant(0)), DType::int32);
  return mantissa && exponent ? f.evaluator.tuple({mantissa, exponent}) : nullptr;
}

Value frontend::signbitHandler(Call &call) {
  Formula f(call);
  Value x = f.array(call[size_t(0)]);
  if (!x || !numerics::isFloat(Formula::typeOf(x)))
    return f.compare(Compare::lt, x, f.integer(0));
  // copysign reaches zeros and NaNs too.
  return f.compare(Compare::lt, f.binary(Binary::copySign, f.cast(f.integer(1), Formula::typeOf(x)), x), f.integer(0));
}

/// One step in the order of floats, whose bits are a sign and a magnitude.
Value frontend::nextAfterHandler(Call &call) {
  Formula f(call);
  Value x = call[size_t(0)], y = call[size_t(1)];
  f.floating(x, y);
  if (!x || !y)
    return nullptr;
  DType type = Formula::typeOf(x);
  DType integers = numerics::getBitWidth(type) == 64 ? DType::int64 : numerics::getBitWidth(type) == 32 ? DType::int32 : DType::int16;
  if (Formula::typeOf(y) != type && cast<JaxArray>(x)->flavour == Flavour::numpy) { // the wider of both
    type = promoteNumpy({TorchOperand{type}, TorchOperand{Formula::typeOf(y)}});
    x = f.cast(x, type);
    y = f.cast(y, type);
    integers = numerics::getBitWidth(type) == 64 ? DType::int64 : numerics::getBitWidth(type) == 32 ? DType::int32 : DType::int16;
  }
  if (numerics::getBitWidth(type) < 16 || Formula::typeOf(y) != type)
    return f.evaluator.notSupported("`" + f.function + "` of these dtypes");
  Value one = f.integer(1);
  std::optional<Shape> shape = broadcastShapes(Formula::shapeOf(x), Formula::shapeOf(y));
  if (!shape)
    return f.add(x, y); // says what does not fit
  x = f.broadcastTo(x, *shape);
  y = f.broadcastTo(y, *shape);
  Value bits = bitsOf(f, x, integers), isUp = f.compare(Compare::lt, x, y), isPositive = f.compare(Compare::gt, x, f.number(0));
  // Away from zero the magnitude grows.
  Value grows = f.compare(Compare::eq, isUp, isPositive);
  Value moved = f.where(grows, f.add(bits, one), f.sub(bits, one));
  Value fromZero = bitsOf(f, f.binary(Binary::copySign, x, y), integers);
  Value least = f.either(fromZero, one);
  Value next = bitsOf(f, f.where(f.compare(Compare::eq, x, f.number(0)), least, moved), type);
  Value isSame = f.compare(Compare::eq, x, y), isBad = f.either(f.unary(Unary::isNan, x), f.unary(Unary::isNan, y));
  return f.where(isBad, f.add(x, y), f.where(isSame, y, next));
}

template <Unary op> Value frontend::floatUnaryHandler(Call &call) {
  Formula f(call);
  return f.unary(op, f.floating(call[size_t(0)]));
}
template Value frontend::floatUnaryHandler<Unary::abs>(Call &);
template Value frontend::floatUnaryHandler<Unary::roundEven>(Call &);

/// An array of its own with the same elements: what is written to the one is not seen in the other.
static Value copyOf(Evaluator &evaluator, JaxArray *array) {
  if (!array)
    return nullptr;
  return layOut(evaluator, wrap(evaluator, array->value, {array->dtype, array->weak}, array->flavour), "K", array);
}

Value frontend::positiveHandler(Call &call) {
  JaxArray *x = Formula(call).array(call[size_t(0)]);
  if (x && x->flavour == Flavour::numpy && x->dtype == DType::boolean)
    return call.evaluator.raise(
        DiagnosticId::typeError,
        "ufunc 'positive' did not contain a loop with signature matching types <class 'numpy.dtype[bool]'> -> None");
  return copyOf(call.evaluator, x);
}

Value frontend::infinityHandler(Call &call) {
  Formula f(call);
  bool isNegative = llvm::StringRef(call.entry->name) == "isneginf";
  Value x = f.inexact(call[size_t(0)]);
  return f.compare(Compare::eq, x, f.number(isNegative ? -INFINITY : INFINITY));
}

Value frontend::nanToNumHandler(Call &call) {
  Formula f(call);
  std::optional<bool> copies = call.evaluator.truth(call["copy"]);
  if (!copies)
    return nullptr;
  if (!*copies && llvm::StringRef(call.entry->module) == "numpy")
    return sourceHandler(call); // in place
  JaxArray *x = f.array(call["x"]);
  if (!x || !numerics::isFloat(x->dtype))
    return copyOf(call.evaluator, x);
  DType type = Formula::typeOf(x);
  double greatest = type == DType::float16        ? 65504
                    : type == DType::bfloat16     ? 3.3895313892515355e38
                    : type == DType::float8_e4m3fn ? 448
                    : type == DType::float8_e5m2  ? 57344
                    : type == DType::float64      ? 1.7976931348623157e308
                                                  : 3.4028234663852886e38;
  Value above = isNone(call["posinf"]) ? f.number(greatest) : call["posinf"], below = isNone(call["neginf"]) ? f.number(-greatest) : call["neginf"];
  Value result = f.where(f.unary(Unary::isNan, x), f.cast(call["nan"], type), x);
  result = f.where(f.compare(Compare::eq, x, f.number(INFINITY)), f.cast(above, type), result);
  return f.where(f.compare(Compare::eq, x, f.number(-INFINITY)), f.cast(below, type), result);
}

Value frontend::polyvalHandler(Call &call) {
  Formula f(call);
  JaxArray *p = f.array(call["p"]), *x = p ? f.array(call["x"]) : nullptr;
  if (!x)
    return nullptr;
  if (p->shape().size() != 1)
    return f.evaluator.raise(DiagnosticId::valueError, "the coefficients of `" + f.function + "` have one axis");
  Value result = f.mul(x, f.integer(0));
  for (int64_t k = 0; k < p->shape()[0] && result; ++k)
    result = f.evaluator.step() ? f.add(f.mul(result, x), f.reshape(f.slice(p, 0, k, 1), {})) : nullptr;
  return result;
}

/// fp[i - 1] + (x - xp[i - 1]) / (xp[i] - xp[i - 1]) * (fp[i] - fp[i - 1]) where xp[i - 1] <= x < xp[i].
Value frontend::interpHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call["x"]), xp = f.inexact(call["xp"]), fp = f.inexact(call["fp"]);
  if (!fp || !xp || !x)
    return nullptr;
  if (!isNone(call["period"]) || llvm::StringRef(call.entry->module) == "numpy")
    return sourceHandler(call);
  if (Formula::shapeOf(xp).size() != 1 || Formula::shapeOf(fp) != Formula::shapeOf(xp) || Formula::shapeOf(xp)[0] == 0)
    return f.evaluator.raise(DiagnosticId::valueError, "`xp` and `fp` of `" + f.function + "` have one axis of the same size");
  int64_t count = Formula::shapeOf(xp)[0];
  // The interval by counting the points not above x: a sum over all points, which suits the few that there are.
  Shape column(Formula::shapeOf(x));
  column.push_back(1);
  Value passed = f.compare(Compare::ge, f.reshape(x, column), xp);
  Value place = f.reduce(Reduce::sum, passed, f.integer(-1), false);
  place = f.min(f.max(place, f.integer(1)), f.integer(std::max<int64_t>(count - 1, 1)));
  auto at = [&](Value line, Value index) -> Value { return line && index ? f.evaluator.getItem(line, index) : nullptr; };
  Value before = f.max(f.sub(place, f.integer(1)), f.integer(0)), after = f.min(place, f.integer(count - 1));
  Value x0 = at(xp, before), x1 = at(xp, after), y0 = at(fp, before), y1 = at(fp, after);
  Value width = f.sub(x1, x0), isFlat = f.compare(Compare::eq, width, f.number(0));
  Value share = f.div(f.sub(x, x0), f.where(isFlat, f.number(1), width));
  Value result = f.where(isFlat, y0, f.add(y0, f.mul(share, f.sub(y1, y0))));
  auto end = [&](int64_t position, Value given, Value line) { return isNone(given) || line == xp ? f.reshape(f.slice(line, 0, position, 1), {}) : given; };
  result = f.where(f.compare(Compare::lt, x, end(0, f.evaluator.none(), xp)), end(0, call["left"], fp), result);
  return f.where(f.compare(Compare::gt, x, end(count - 1, f.evaluator.none(), xp)), end(count - 1, call["right"], fp), result);
}

Value frontend::floatPowerHandler(Call &call) {
  Formula f(call);
  Value x = f.inexact(call[size_t(0)]), y = f.inexact(call[size_t(1)]);
  if (x && Formula::typeOf(x) != DType::float64 && cast<JaxArray>(x)->flavour == Flavour::numpy) // NumPy's has no other loop
    x = f.cast(x, DType::float64);
  return f.binary(Binary::power, x, y);
}

/// `logspace` and `geomspace` from evenly spaced exponents.
Value frontend::spacedHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  Flavour flavour = llvm::StringRef(call.entry->module) == "numpy" ? Flavour::numpy : Flavour::jax;
  std::optional<double> start = evaluator.toDouble(call["start"], "start"), stop = start ? evaluator.toDouble(call["stop"], "stop") : std::nullopt;
  std::optional<int64_t> count = stop ? evaluator.toInt(call["num"], "num") : std::nullopt;
  std::optional<bool> endpoint = count ? evaluator.truth(call["endpoint"]) : std::nullopt;
  bool isLog = llvm::StringRef(call.entry->name) == "logspace";
  std::optional<double> base = isLog && endpoint ? evaluator.toDouble(call["base"], "base") : std::optional<double>(10);
  std::optional<DType> type =
      base ? toDType(evaluator, call["dtype"], "dtype", flavour == Flavour::numpy ? DType::float64 : DType::float32, flavour == Flavour::jax) : std::nullopt;
  if (!endpoint || !type || !refuseArguments(call, {"axis"}))
    return nullptr;
  if (*count < 0 || *count > (1 << 24))
    return evaluator.raise(DiagnosticId::valueError, "`num` is " + std::to_string(*count), call.rangeOf("num"));
  if (!isLog && !(*start * *stop > 0))
    return evaluator.raise(DiagnosticId::valueError, "a geometric progression has no sign change and no zero");
  int64_t divisor = *endpoint ? *count - 1 : *count;
  std::vector<double> points;
  for (int64_t k = 0; k < *count; ++k) {
    double place = divisor > 0 ? static_cast<double>(k) / static_cast<double>(divisor) : 0;
    points.push_back(isLog ? std::pow(*base, *start + (*stop - *start) * place) : *start * std::pow(*stop / *start, place));
  }
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {*count};
  return wrap(evaluator, points.empty() ? emitter.constant(0, *type, shape) : emitter.constantElements(points, *type, shape), *type, flavour);
}

Value frontend::arrayEquivHandler(Call &call) {
  Formula f(call);
  Value a = f.array(call[size_t(0)]), b = a ? f.array(call[size_t(1)]) : nullptr;
  if (!b)
    return nullptr;
  if (!broadcastShapes(Formula::shapeOf(a), Formula::shapeOf(b)))
    return f.evaluator.boolean(false);
  return f.reduce(Reduce::all, f.compare(Compare::eq, a, b), nullptr, false);
}

Value frontend::kronHandler(Call &call) {
  Formula f(call);
  Value a = f.array(call["a"]), b = a ? f.array(call["b"]) : nullptr;
  if (!b)
    return nullptr;
  Shape left(Formula::shapeOf(a)), right(Formula::shapeOf(b)), spreadLeft, spreadRight, joined;
  while (left.size() < right.size())
    left.insert(left.begin(), 1);
  while (right.size() < left.size())
    right.insert(right.begin(), 1);
  for (auto [l, r] : llvm::zip(left, right)) {
    spreadLeft.append({l, 1});
    spreadRight.append({1, r});
    joined.push_back(l * r);
  }
  return f.reshape(f.mul(f.reshape(a, spreadLeft), f.reshape(b, spreadRight)), joined);
}

Value frontend::crossHandler(Call &call) {
  Formula f(call);
  Value a = f.array(call["a"]), b = a ? f.array(call["b"]) : nullptr;
  if (!b)
    return nullptr;
  if (call.given("axisa") || call.given("axisb") || call.given("axisc"))
    return sourceHandler(call);
  Value axis = isNone(call["axis"]) ? f.integer(-1) : call["axis"];
  std::optional<int64_t> left = f.axis(axis, Formula::shapeOf(a).size()), right = left ? f.axis(axis, Formula::shapeOf(b).size()) : std::nullopt;
  if (!right)
    return nullptr;
  if (Formula::shapeOf(a)[*left] != 3 || Formula::shapeOf(b)[*right] != 3)
    return sourceHandler(call);
  auto part = [&](Value x, int64_t axis, int64_t k) { return f.slice(x, axis, k, 1); };
  std::vector<Value> parts;
  for (int64_t k = 0; k < 3; ++k) {
    int64_t i = (k + 1) % 3, j = (k + 2) % 3;
    Value one = f.sub(f.mul(part(a, *left, i), part(b, *right, j)), f.mul(part(a, *left, j), part(b, *right, i)));
    if (!one)
      return nullptr;
    parts.push_back(one);
  }
  return layOut(f.evaluator, f.concatenate(parts, std::max(*left, *right)), "C", nullptr);
}

Value frontend::vecdotHandler(Call &call) {
  Formula f(call);
  if (!refuseArguments(call, {"precision", "preferred_element_type"}))
    return nullptr;
  Value product = f.mul(call[size_t(0)], call[size_t(1)]);
  return product ? f.cast(f.reduce(Reduce::sum, product, call["axis"], false), Formula::typeOf(product)) : nullptr;
}

Value frontend::matrixTransposeHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call[size_t(0)]);
  if (!x)
    return nullptr;
  int64_t rank = x->shape().size();
  if (rank < 2)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs an array with two axes or more");
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis = 0; axis < rank; ++axis)
    permutation.push_back(axis);
  std::swap(permutation[rank - 1], permutation[rank - 2]);
  return f.transpose(x, permutation);
}
