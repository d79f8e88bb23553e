// SPDX-License-Identifier: Apache-2.0
// Searches and counts: `searchsorted`, `digitize`, `bincount`, `histogram`, `nonzero`, `unique`. Where a result's size depends on values, `size`
// (or `length`) must say it, or the values are asked for at once, which works in the host program only.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Ordering.h"
#include "compiler/frontend/library/jax/Selection.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static mlir::Value valueOf(Value x) { return x ? cast<ArrayObject>(x)->value : mlir::Value(); }

/// Elements of a one-dimensional array at an array of indices, clamped.
static Value takeAt(Formula &f, Value x, Value indices) {
  if (!x || !indices)
    return nullptr;
  Selection selection(f.evaluator, cast<JaxArray>(x), {OutOfBounds::clip, /*wrapsNegative=*/false});
  selection.choose({0}, {valueOf(indices)});
  return selection.get();
}

/// `target` with `updates` put at `indices`; those outside are dropped.
static Value putAt(Formula &f, Value target, Value indices, Value updates, tile::Atomic kind) {
  if (!target || !indices || !updates)
    return nullptr;
  Selection selection(f.evaluator, cast<JaxArray>(target), {OutOfBounds::clip, /*wrapsNegative=*/false});
  selection.choose({0}, {valueOf(indices)});
  return selection.put(updates, kind);
}

static Value splat(Formula &f, double value, DType type, llvm::ArrayRef<int64_t> shape, Flavour flavour) {
  return wrap(f.evaluator, emitterHere(f.evaluator).constant(value, type, shape), type, flavour);
}

/// a <= b, or a < b, in the order of `sort`: NaN beyond all numbers.
static Value ordered(Formula &f, Value a, Value b, bool orEqual) {
  Value result = f.compare(orEqual ? Compare::le : Compare::lt, a, b);
  if (!result || (!numerics::isFloat(Formula::typeOf(a)) && !numerics::isFloat(Formula::typeOf(b))))
    return result;
  Value aIsNan = f.unary(Unary::isNan, a), bIsNan = f.unary(Unary::isNan, b);
  return orEqual ? f.either(result, bIsNan) : f.either(result, f.both(bIsNan, f.unary(Unary::logicalNot, aIsNan)));
}

/// Where each query would be inserted: bisection, all queries at once, as many steps as the array's size needs.
static Value searchSorted(Formula &f, Value line, Value queries, bool right) {
  auto *a = cast<JaxArray>(line), *v = cast<JaxArray>(queries);
  DType type = indexType(v->flavour);
  int64_t count = a->shape()[0];
  Value low = splat(f, 0, type, v->shape(), v->flavour), high = splat(f, static_cast<double>(count), type, v->shape(), v->flavour);
  for (int64_t reach = 1; low && high && count && reach <= count; reach *= 2) {
    Value middle = f.binary(Binary::shiftRight, f.add(low, high), f.integer(1));
    Value element = takeAt(f, line, middle);
    // left: v <= a[middle]; right: v < a[middle]
    Value goesLeft = element ? ordered(f, queries, element, !right) : nullptr;
    low = f.where(goesLeft, low, middle);
    high = f.where(goesLeft, middle, high);
  }
  return high;
}

static std::optional<bool> readSide(Call &call) {
  std::optional<std::string> side = call.evaluator.toString(call["side"], "side");
  if (side && *side != "left" && *side != "right")
    return call.evaluator.raise(DiagnosticId::valueError, "`side` is `" + *side + "`, expected `left` or `right`", call.rangeOf("side"));
  return side ? std::optional<bool>(*side == "right") : std::nullopt;
}

Value frontend::searchsortedHandler(Call &call) {
  Formula f(call);
  std::optional<bool> right = readSide(call);
  JaxArray *a = right ? f.array(call["a"]) : nullptr, *v = a ? f.array(call["v"]) : nullptr;
  if (!v)
    return nullptr;
  if (!isNone(call["sorter"]))
    return sourceHandler(call);
  if (a->shape().size() != 1)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` searches an array of one axis: " + describe(f.evaluator, a) + " is " + formatShape(a->shape()));
  return searchSorted(f, a, v, *right);
}

Value frontend::digitizeHandler(Call &call) {
  if (llvm::StringRef(call.entry->module) == "numpy")
    return sourceHandler(call);
  Formula f(call);
  JaxArray *x = f.array(call["x"]), *bins = x ? f.array(call["bins"]) : nullptr;
  std::optional<bool> right = bins ? f.evaluator.truth(call["right"]) : std::nullopt;
  if (!right)
    return nullptr;
  if (bins->shape().size() != 1)
    return f.evaluator.raise(DiagnosticId::valueError, "`bins` of `" + f.function + "` has one axis, not " + std::to_string(bins->shape().size()));
  int64_t count = bins->shape()[0];
  if (count == 0)
    return splat(f, 0, indexType(x->flavour), x->shape(), x->flavour);
  // Bins may fall; then they are searched from behind.
  Value rising = f.compare(Compare::ge, f.reshape(f.slice(bins, 0, count - 1, 1), {}), f.reshape(f.slice(bins, 0, 0, 1), {}));
  Value up = searchSorted(f, bins, x, !*right), back = f.slice(bins, 0, count - 1, count, -1);
  Value down = back ? f.sub(f.integer(count), searchSorted(f, back, x, !*right)) : nullptr;
  return f.where(rising, up, down);
}

/// The elements of an array of the host program, now. Empty with an exception pending: inside a trace they are not known.
static std::optional<numerics::Array> elementsOf(Formula &f, JaxArray *x, llvm::StringRef way) {
  if (x->traced || isTracing(f.evaluator))
    return f.evaluator.raise(DiagnosticId::tracedBool, "`" + f.function + "` makes an array whose size only the run knows").note(way.str());
  return f.evaluator.force(x);
}

Value frontend::bincountHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["x"]);
  std::optional<int64_t> length = x ? f.evaluator.toInt(call["minlength"], "minlength") : std::nullopt;
  if (!length)
    return nullptr;
  if (x->flavour == Flavour::numpy && (numerics::isFloat(x->dtype) || x->dtype == DType::uint64))
    return f.evaluator.raise(DiagnosticId::typeError, "Cannot cast array data from dtype('" +
                                                          std::string(numerics::getName(x->dtype)) +
                                                          "') to dtype('int64') according to the rule 'safe'");
  if (x->shape().size() != 1 || numerics::isFloat(x->dtype))
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` counts an array of integers with one axis");
  bool hasLength = llvm::StringRef(call.entry->module) != "numpy" && !isNone(call["length"]);
  if (hasLength) {
    length = f.evaluator.toInt(call["length"], "length");
  } else {
    std::optional<numerics::Array> known = elementsOf(f, x, "say `length=`, the number of bins, to `jnp.bincount`");
    if (!known)
      return nullptr;
    for (int64_t k = 0; k < known->size(); ++k) {
      if (x->flavour == Flavour::numpy && known->getInt(k) < 0)
        return f.evaluator.raise(DiagnosticId::valueError, "'list' argument must have no negative elements");
      length = std::max(*length, known->getInt(k) + 1);
    }
    if (*length > (int64_t(1) << 31))
      return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` would need " + std::to_string(*length) + " bins");
  }
  if (!length)
    return nullptr;
  Value weights = isNone(call["weights"]) ? splat(f, 1, indexType(x->flavour), x->shape(), x->flavour) : f.array(call["weights"]);
  if (!weights)
    return nullptr;
  Value bins = splat(f, 0, Formula::typeOf(weights), {*length}, x->flavour);
  // Negative numbers are counted as 0, as JAX counts them.
  Value index = f.max(x, f.integer(0));
  index = index ? f.cast(index, numerics::getBitWidth(Formula::typeOf(index)) > 32 ? DType::int64 : DType::int32) : nullptr;
  return putAt(f, bins, index, weights, tile::Atomic::add);
}

//===-- sizes that depend on values ---------------------------------------------------------------------------===//

/// Flat positions where `mask` holds: `size` of them, `fill` beyond the last.
static Value positionsOf(Formula &f, Value mask, int64_t size, Value fill) {
  Value flat = f.reshape(mask, {-1});
  if (!flat)
    return nullptr;
  int64_t count = Formula::shapeOf(flat)[0];
  Value counted = f.cast(flat, DType::int32);
  Value before = counted ? runningBinary(f, Binary::add, counted, 0, false) : nullptr;
  Value total = count ? f.reshape(f.slice(before, 0, count - 1, 1), {}) : splat(f, 0, DType::int32, {}, Flavour::jax);
  Value target = f.where(flat, f.sub(before, f.integer(1)), f.integer(size));
  Value places = putAt(f, splat(f, 0, DType::int32, {size}, Flavour::jax), target, f.iota({count}, 0), tile::Atomic::exchange);
  return f.where(f.compare(Compare::lt, f.iota({size}, 0), total), places, fill);
}

/// `nonzero`, `flatnonzero`, `argwhere`.
Value frontend::nonzeroHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  llvm::StringRef name = call.entry->name;
  JaxArray *x = f.array(receiver(call));
  if (!x)
    return nullptr;
  if (x->shape().empty() && name == "argwhere" && x->flavour == Flavour::numpy)
    return sourceHandler(call);
  if (x->shape().empty() && name == "flatnonzero")
    x = llvm::cast_or_null<JaxArray>(f.reshape(x, {1}));
  if (!x)
    return nullptr;
  if (x->shape().empty())
    return evaluator.raise(DiagnosticId::valueError, "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.");
  Shape shape(name == "flatnonzero" ? Shape{countElements(x->shape())} : Shape(x->shape()));
  bool isNumpy = llvm::StringRef(call.entry->module) == "numpy";
  DType type = indexType(x->flavour);
  std::vector<Value> results;
  if (isNumpy || name == "where" || isNone(call["size"])) {
    std::optional<numerics::Array> known = elementsOf(f, x, "say `size=`, the greatest number of places, to `jnp.nonzero`");
    if (!known)
      return nullptr;
    std::vector<llvm::SmallVector<int64_t>> places(shape.size());
    for (int64_t flat = 0; flat < known->size(); ++flat) {
      int64_t rest = flat;
      for (size_t axis = shape.size(); known->getDouble(flat) != 0 && axis-- > 0; rest /= shape[axis])
        places[axis].push_back(rest % shape[axis]);
    }
    for (const auto &list : places) {
      int64_t count = list.size();
      Emitter emitter = emitterHere(evaluator);
      results.push_back(wrap(evaluator, count ? emitter.constantIntElements(list, type, {count}) : emitter.constantInt(0, type, {0}), type, x->flavour));
    }
  } else {
    std::optional<int64_t> size = evaluator.toInt(call["size"], "size");
    Value mask = size ? f.compare(Compare::ne, x, f.integer(0)) : nullptr;
    if (!mask)
      return nullptr;
    if (*size < 0)
      return evaluator.raise(DiagnosticId::valueError, "`size` is " + std::to_string(*size), call.rangeOf("size"));
    // The places beyond the last become the fill value after they are split into axes.
    Value flat = positionsOf(f, mask, *size, f.integer(-1)), isPlace = f.compare(Compare::ge, flat, f.integer(0));
    Value fill = isNone(call["fill_value"]) ? f.integer(0) : call["fill_value"];
    int64_t inner = 1;
    for (size_t axis = shape.size(); axis-- > 0; inner *= shape[axis]) {
      Value index = f.binary(Binary::truncRemainder, f.binary(Binary::truncDivide, flat, f.integer(inner)), f.integer(std::max<int64_t>(shape[axis], 1)));
      Value one = fill;
      if (auto *tuple = dyn_cast<TupleObject>(fill))
        one = axis < tuple->items.size() ? tuple->items[axis] : f.integer(0);
      results.insert(results.begin(), f.where(isPlace, index, one));
      if (!results.front())
        return nullptr;
    }
  }
  if (name == "flatnonzero")
    return results[0];
  if (name == "nonzero" || name == "where")
    return evaluator.tuple(results);
  for (Value &result : results)
    if (!(result = f.reshape(result, {-1, 1})))
      return nullptr;
  return f.concatenate(results, 1);
}

/// Sorted distinct elements: `size` of them, or as many as there are when they are known.
Value frontend::uniqueHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  bool isNumpy = llvm::StringRef(call.entry->module) == "numpy";
  if (call.given("return_index") || call.given("return_inverse") || call.given("return_counts") || call.given("axis"))
    return sourceHandler(call);
  JaxArray *x = f.array(call["ar"]);
  if (!x)
    return nullptr;
  if (isNumpy || isNone(call["size"])) {
    std::optional<numerics::Array> known = elementsOf(f, x, "say `size=`, the greatest number of elements, to `jnp.unique`");
    if (!known)
      return nullptr;
    Emitter emitter = emitterHere(evaluator);
    mlir::Value result;
    if (numerics::isFloat(x->dtype)) {
      std::vector<double> numbers;
      bool hasNan = false;
      for (int64_t k = 0; k < known->size(); ++k)
        if (double number = known->getDouble(k); std::isnan(number))
          hasNan = true;
        else
          numbers.push_back(number);
      llvm::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
      if (hasNan)
        numbers.push_back(std::nan(""));
      int64_t count = numbers.size();
      result = count ? emitter.constantElements(numbers, x->dtype, {count}) : emitter.constantInt(0, x->dtype, {0});
    } else {
      std::vector<int64_t> numbers;
      for (int64_t k = 0; k < known->size(); ++k)
        numbers.push_back(known->getInt(k));
      llvm::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
      int64_t count = numbers.size();
      result = count ? emitter.constantIntElements(numbers, x->dtype, {count}) : emitter.constantInt(0, x->dtype, {0});
    }
    return wrap(evaluator, result, x->dtype, x->flavour);
  }
  std::optional<int64_t> size = evaluator.toInt(call["size"], "size");
  Value flat = size ? f.reshape(x, {-1}) : nullptr;
  llvm::SmallVector<Value> sorted = flat ? sortTogether(f, {flat}, 0, 1, false) : llvm::SmallVector<Value>();
  if (sorted.empty())
    return nullptr;
  int64_t count = Formula::shapeOf(flat)[0];
  if (count == 0)
    return evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` with `size` needs at least one element");
  Value first = splat(f, 1, DType::boolean, {1}, x->flavour);
  Value later = f.compare(Compare::ne, f.slice(sorted[0], 0, 1, count - 1), f.slice(sorted[0], 0, 0, count - 1));
  // NaNs are one element.
  if (later && numerics::isFloat(x->dtype))
    later = f.both(later, f.unary(Unary::logicalNot, f.unary(Unary::isNan, f.slice(sorted[0], 0, 0, count - 1))));
  Value isNew = later ? f.concatenate({first, later}, 0) : nullptr;
  Value places = isNew ? positionsOf(f, isNew, *size, f.integer(-1)) : nullptr;
  Value elements = takeAt(f, sorted[0], places);
  Value fill = isNone(call["fill_value"]) ? f.reshape(f.slice(sorted[0], 0, 0, 1), {}) : call["fill_value"];
  Value result = f.where(f.compare(Compare::ge, places, f.integer(0)), elements, fill);
  return f.cast(result, x->dtype);
}
