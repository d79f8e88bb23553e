// SPDX-License-Identifier: Apache-2.0
// Distributions of `jax.random` made of uniform draws, by JAX's formulas, so that the same key gives JAX's numbers: exactly for
// integers and orders, up to the last bits of log and exp for the rest.
#include "compiler/frontend/library/jax/Drawing.h"
#include "compiler/frontend/library/jax/LaxFunctions.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/jax/Selection.h"
#include <cfloat>
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static Value uniformOf(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, DType type, double low = 0, double high = 1) {
  Emitter emitter = emitterHere(f.evaluator);
  return wrap(f.evaluator, draw(emitter, key, tile::Distribution::uniform, shape, type, low, high), type);
}

Value frontend::drawBetween(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, DType type, Value low, Value high) {
  Value unit = uniformOf(f, key, shape, type), from = f.broadcastTo(f.cast(low, type), shape), to = f.broadcastTo(f.cast(high, type), shape);
  Value span = f.sub(to, from);
  if (!span)
    return nullptr;
  Emitter emitter = emitterHere(f.evaluator);
  auto value = [](Value x) { return cast<ArrayObject>(x)->value; };
  mlir::Value scaled = emitter.create<mlir::math::FmaOp>(value(unit), value(span), value(from));
  return f.max(from, wrap(f.evaluator, scaled, type));
}

Value frontend::drawIntegers(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, Value low, Value high, DType type) {
  Emitter emitter = emitterHere(f.evaluator);
  llvm::SmallVector<mlir::Value> keys = splitKey(emitter, key, 2);
  auto bits = [&](size_t k) -> Value { return wrap(f.evaluator, draw(emitter, keys[k], tile::Distribution::bits, shape, DType::uint32), DType::uint32); };
  Value from = f.cast(low, type), to = f.cast(high, type), isEmpty = f.compare(Compare::le, to, from);
  Value one = f.cast(f.integer(1), DType::uint32);
  Value span = f.where(isEmpty, one, f.sub(f.cast(to, DType::uint32), f.cast(from, DType::uint32)));
  auto modulo = [&](Value x) { return f.binary(Binary::truncRemainder, x, span); };
  Value factor = modulo(f.cast(f.integer(1 << 16), DType::uint32));
  factor = modulo(f.mul(factor, factor));
  Value offset = modulo(f.add(f.mul(modulo(bits(0)), factor), modulo(bits(1))));
  Value result = f.add(f.cast(from, DType::uint32), offset);
  return f.broadcastTo(f.cast(result, type), shape);
}

//===-- orders ------------------------------------------------------------------------------------------------===//

/// `values` sorted by random words along `axis`, as often as JAX does so that equal words hardly matter.
static Value shuffle(Formula &f, mlir::Value key, Value values, int64_t axis) {
  double size = static_cast<double>(countElements(Formula::shapeOf(values)));
  int rounds = static_cast<int>(std::ceil(3 * std::log(std::max(1.0, size)) / std::log(4294967295.0)));
  for (int round = 0; round < rounds && values; ++round) {
    Emitter emitter = emitterHere(f.evaluator);
    llvm::SmallVector<mlir::Value> keys = splitKey(emitter, key, 2);
    key = keys[0];
    Value words = wrap(f.evaluator, draw(emitter, keys[1], tile::Distribution::bits, Formula::shapeOf(values), DType::uint32), DType::uint32);
    llvm::SmallVector<Value> sorted = sortTogether(f, {words, values}, axis, 1, false);
    values = sorted.empty() ? nullptr : sorted[1];
  }
  return values;
}

/// Entries of `x` along `axis` at an array of positions.
static Value takeEntries(Formula &f, Value x, Value places, int64_t axis) {
  if (!x || !places)
    return nullptr;
  Selection selection(f.evaluator, cast<JaxArray>(x), {OutOfBounds::clip, /*wrapsNegative=*/false});
  selection.choose({axis}, {cast<ArrayObject>(places)->value});
  return selection.get();
}

/// An int n stands for 0 .. n - 1.
static Value populationOf(Formula &f, Value given) {
  if (isa<IntObject>(given)) {
    std::optional<int64_t> count = f.evaluator.toInt(given, "x");
    if (count && *count < 0)
      return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` of " + std::to_string(*count) + " elements");
    return count ? f.iota({*count}, 0) : nullptr;
  }
  return f.array(given);
}

Value frontend::permutationHandler(Call &call) {
  Formula f(call);
  mlir::Value key = readKey(call);
  Value x = key ? populationOf(f, call["x"]) : nullptr;
  std::optional<bool> independent = x ? f.evaluator.truth(call["independent"]) : std::nullopt;
  if (!independent)
    return nullptr;
  if (Formula::shapeOf(x).empty())
    return f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` takes a number of elements or an array with an axis");
  std::optional<int64_t> axis = f.axis(call["axis"], Formula::shapeOf(x).size());
  if (!axis)
    return nullptr;
  if (*independent || Formula::shapeOf(x).size() == 1)
    return shuffle(f, key, x, *axis);
  return takeEntries(f, x, shuffle(f, key, f.iota({Formula::shapeOf(x)[*axis]}, 0), 0), *axis);
}

static Value gumbelOf(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, DType type) {
  return f.neg(f.log(f.neg(f.log(uniformOf(f, key, shape, type, FLT_MIN, 1)))));
}

Value frontend::choiceHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  mlir::Value key = readKey(call);
  std::optional<Shape> shape = key ? readDrawShape(call) : std::nullopt;
  std::optional<bool> replace = shape ? evaluator.truth(call["replace"]) : std::nullopt;
  Value population = replace ? populationOf(f, call["a"]) : nullptr;
  if (!population || !refuseArguments(call, {"mode"}, true))
    return nullptr;
  std::optional<int64_t> axis = f.axis(call["axis"], Formula::shapeOf(population).size());
  if (!axis)
    return nullptr;
  int64_t count = Formula::shapeOf(population)[*axis], drawn = countElements(*shape);
  if (count == 0 || (!*replace && drawn > count))
    return evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` can't draw " + std::to_string(drawn) + " of " + std::to_string(count) + " elements");
  Value places;
  if (isNone(call["p"])) {
    if (*replace)
      places = drawIntegers(f, key, *shape, f.integer(0), f.integer(count), DType::int32);
    else if (Formula::shapeOf(population).size() == 1)
      return f.reshape(f.slice(shuffle(f, key, population, 0), 0, 0, drawn), *shape);
    else
      places = f.reshape(f.slice(shuffle(f, key, f.iota({count}, 0), 0), 0, 0, drawn), *shape);
  } else {
    Value p = f.inexact(isa<SequenceObject>(call["p"]) ? makeJaxArray(evaluator, call["p"], std::nullopt) : call["p"]);
    if (!p)
      return nullptr;
    if (Formula::shapeOf(p) != llvm::ArrayRef<int64_t>{count})
      return evaluator.raise(DiagnosticId::shapeMismatch, "`p` of `" + f.function + "` is " + formatShape(Formula::shapeOf(p)) + " for " + std::to_string(count) + " elements");
    DType type = Formula::typeOf(p);
    if (*replace) {
      Value sums = runningBinary(f, Binary::add, p, 0, false), last = sums ? f.reshape(f.slice(sums, 0, count - 1, 1), {}) : nullptr;
      Value r = f.mul(last, f.sub(f.number(1), uniformOf(f, key, *shape, type)));
      // How many sums lie below: what a search from the left finds.
      Shape column(*shape);
      column.push_back(1);
      places = f.reduce(Reduce::sum, f.compare(Compare::lt, sums, f.reshape(r, column)), f.integer(-1), false);
    } else {
      Value weights = f.add(gumbelOf(f, key, {count}, type), f.log(p));
      llvm::SmallVector<Value> sorted = weights ? sortTogether(f, {weights, f.iota({count}, 0)}, 0, 1, /*descending=*/true) : llvm::SmallVector<Value>();
      places = sorted.empty() ? nullptr : f.reshape(f.slice(sorted[1], 0, 0, drawn), *shape);
    }
  }
  return takeEntries(f, population, places, *axis);
}

Value frontend::categoricalHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  mlir::Value key = readKey(call);
  Value logits = key ? f.inexact(isa<SequenceObject>(call["logits"]) ? makeJaxArray(evaluator, call["logits"], std::nullopt) : call["logits"]) : nullptr;
  if (!logits || !refuseArguments(call, {"mode"}, true))
    return nullptr;
  if (!evaluator.truth(call["replace"]).value_or(false))
    return evaluator.notSupported("`" + f.function + "` without replacement");
  int64_t rank = Formula::shapeOf(logits).size();
  std::optional<int64_t> axis = f.axis(call["axis"], rank);
  if (!axis)
    return nullptr;
  Shape batch(Formula::shapeOf(logits));
  int64_t classes = batch[*axis];
  batch.erase(batch.begin() + *axis);
  std::optional<Shape> shape = readDrawShape(call, batch);
  if (!shape)
    return nullptr;
  int64_t extra = static_cast<int64_t>(shape->size()) - static_cast<int64_t>(batch.size());
  if (extra < 0 || broadcastShapes(llvm::ArrayRef<int64_t>(*shape).drop_front(extra), batch) != Shape(llvm::ArrayRef<int64_t>(*shape).drop_front(extra)))
    return evaluator.raise(DiagnosticId::shapeMismatch, "the shape " + formatShape(*shape) + " of `" + f.function + "` does not end in the logits' " + formatShape(batch));
  Shape full(*shape);
  full.insert(full.begin() + extra + *axis, classes);
  Value sum = f.add(gumbelOf(f, key, full, Formula::typeOf(logits)), logits);
  return sum ? applyArgReduce(evaluator, true, sum, f.integer(extra + *axis), false, f.function) : nullptr;
}

//===-- continuous distributions ------------------------------------------------------------------------------===//

Value frontend::truncatedNormalHandler(Call &call) {
  Formula f(call);
  mlir::Value key = readKey(call);
  std::optional<DType> type = key ? readDrawFloat(call) : std::nullopt;
  Value lower = type ? f.cast(call["lower"], *type) : nullptr, upper = lower ? f.cast(call["upper"], *type) : nullptr;
  std::optional<Shape> bounds = upper ? broadcastShapes(Formula::shapeOf(lower), Formula::shapeOf(upper)) : std::nullopt;
  std::optional<Shape> shape = bounds ? readDrawShape(call, *bounds) : std::nullopt;
  if (!shape)
    return nullptr;
  Value root = f.number(std::sqrt(2.0));
  Value a = f.unary(Unary::erf, f.div(lower, root)), b = f.unary(Unary::erf, f.div(upper, root));
  Value result = f.mul(root, inverseErrorFunction(f, drawBetween(f, key, *shape, *type, a, b)));
  if (*type != DType::float32)
    return f.min(f.max(result, lower), upper);
  // Open at both ends.
  auto step = [&](Value x, float toward) {
    if (std::optional<double> known = x ? getKnownNumber(cast<ArrayObject>(x)->value) : std::nullopt)
      return f.cast(f.number(std::nextafterf(static_cast<float>(*known), toward)), *type);
    return x;
  };
  return f.min(f.max(result, step(lower, INFINITY)), step(upper, -INFINITY));
}

Value frontend::distributionHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  llvm::StringRef name = call.entry->name;
  mlir::Value key = readKey(call);
  bool isInteger = name == "rademacher" || name == "geometric";
  // A distribution's parameter has the shape of the draws when none is given.
  llvm::StringRef parameter = name == "pareto" ? "b" : name == "weibull_min" || name == "rayleigh" ? "scale" : name == "geometric" ? "p" : "";
  Value given = parameter.empty() ? nullptr : call[parameter];
  std::optional<Operand> operand = given && key ? toOperand(evaluator, given, f.function) : std::nullopt;
  std::optional<Shape> shape = key && (operand || !given) ? readDrawShape(call, operand ? operand->shape() : llvm::ArrayRef<int64_t>()) : std::nullopt;
  std::optional<DType> type = !shape ? std::nullopt : isInteger ? toDType(evaluator, call["dtype"], "dtype", DType::int32) : readDrawFloat(call);
  if (!type)
    return nullptr;
  DType floats = isInteger ? DType::float32 : *type;
  bool isDouble = floats == DType::float64;
  double tiny = isDouble ? DBL_MIN : floats == DType::float16 ? std::ldexp(1.0, -14) : FLT_MIN;
  double eps = std::ldexp(1.0, isDouble ? -52 : floats == DType::float16 ? -10 : floats == DType::bfloat16 ? -7 : -23);
  Value one = f.number(1);
  if (name == "exponential")
    return f.neg(f.log1p(f.neg(uniformOf(f, key, *shape, floats))));
  if (name == "gumbel") {
    if (!isNone(call["mode"]) && (!isa<StrObject>(call["mode"]) || cast<StrObject>(call["mode"])->value != "low"))
      return evaluator.notSupported("the mode " + evaluator.repr(call["mode"]).value_or("") + " of `" + f.function + "`");
    return f.neg(f.log(f.neg(f.log(uniformOf(f, key, *shape, floats, tiny, 1)))));
  }
  if (name == "laplace") {
    Value u = uniformOf(f, key, *shape, floats, -1 + eps / 2, 1);
    return f.mul(f.unary(Unary::sign, u), f.log1p(f.neg(f.unary(Unary::abs, u))));
  }
  if (name == "logistic") {
    Value x = uniformOf(f, key, *shape, floats, tiny, 1);
    return f.sub(f.log(x), f.log1p(f.neg(x)));
  }
  if (name == "cauchy") {
    Value u = uniformOf(f, key, *shape, floats, eps, 1);
    return f.unary(Unary::tan, f.mul(f.number(3.14159265358979323846), f.sub(u, f.number(0.5))));
  }
  if (name == "rademacher") {
    Value heads = f.compare(Compare::lt, uniformOf(f, key, *shape, DType::float32), f.number(0.5));
    return f.cast(f.sub(f.mul(f.integer(2), f.cast(heads, DType::int32)), f.integer(1)), *type);
  }
  if (name == "maxwell") {
    Shape vectors(*shape);
    vectors.push_back(3);
    Emitter emitter = emitterHere(evaluator);
    Value x = wrap(evaluator, draw(emitter, key, tile::Distribution::normal, vectors, floats), floats);
    return f.unary(Unary::sqrt, f.reduce(Reduce::sum, f.unary(Unary::square, x), f.integer(-1), false));
  }
  if (name == "rayleigh") {
    Value u = uniformOf(f, key, *shape, floats);
    return f.mul(f.cast(given, floats), f.unary(Unary::sqrt, f.mul(f.number(-2), f.log(u))));
  }
  Value e = f.neg(f.log1p(f.neg(uniformOf(f, key, *shape, floats))));
  if (name == "pareto")
    return f.exp(f.div(e, f.cast(given, floats)));
  if (name == "weibull_min")
    return f.mul(f.cast(given, floats), f.binary(Binary::power, e, f.div(one, f.cast(call["concentration"], floats))));
  // geometric: floor(log(u) / log1p(-p)) + 1
  Value u = uniformOf(f, key, *shape, floats), isZero = f.compare(Compare::eq, u, f.number(0));
  Value trials = f.unary(Unary::floor, f.div(f.log(f.where(isZero, one, u)), f.log1p(f.neg(f.cast(given, floats)))));
  return f.cast(f.add(trials, one), *type);
}
