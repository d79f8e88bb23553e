// SPDX-License-Identifier: Apache-2.0
// `sort`, `argsort`, `top_k`, medians and quantiles: one `tile.sort`, whose order of NaNs and ties is JAX's.
#include "compiler/frontend/library/jax/Ordering.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

llvm::SmallVector<Value> frontend::sortTogether(Formula &f, llvm::ArrayRef<Value> values, int64_t axis, int64_t keys, bool descending) {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<int64_t> unsignedKeys;
  for (auto [position, value] : llvm::enumerate(values)) {
    mlir::Value operand = value ? useHere(f.evaluator, cast<ArrayObject>(value)) : nullptr;
    if (!operand)
      return {};
    DType type = Formula::typeOf(value);
    if (static_cast<int64_t>(position) < keys && (numerics::isUnsigned(type) || type == DType::boolean))
      unsignedKeys.push_back(position);
    operands.push_back(operand);
    types.push_back(operand.getType());
  }
  auto sort = emitterHere(f.evaluator).create<tile::SortOp>(types, operands, axis, keys, unsignedKeys, descending);
  llvm::SmallVector<Value> results;
  for (auto [result, value] : llvm::zip(sort.getOutputs(), values)) {
    auto *source = cast<JaxArray>(value);
    results.push_back(wrap(f.evaluator, result, {source->dtype, source->weak}, source->flavour));
  }
  return results;
}

/// The array and its axis; None flattens. Null with an exception pending.
static JaxArray *readLine(Call &call, Formula &f, int64_t &axis) {
  Value x = f.array(receiver(call));
  bool flat = x && isNone(call["axis"]);
  if (flat || (x && Formula::shapeOf(x).empty()))
    x = f.reshape(x, {-1});
  std::optional<int64_t> given = x ? (flat ? std::optional<int64_t>(0) : f.axis(call["axis"], Formula::shapeOf(x).size())) : std::nullopt;
  axis = given.value_or(0);
  return given ? cast<JaxArray>(x) : nullptr;
}

/// NumPy looks at the first letter of a `kind` alone: quicksort, heapsort, mergesort and stable all are the stable sort
/// here.
static bool checkKind(Call &call) {
  llvm::StringRef module = call.entry->module;
  Value kind = call["kind"];
  if (module == "numpy" && !isNone(kind) && !isNone(call["stable"]))
    return call.evaluator.raise(
               DiagnosticId::valueError,
               "`kind` and `stable` parameters can't be provided at the same time. Use only one of them."),
           false;
  if (isNone(kind) || module == "jax.numpy" || (call.self && cast<ArrayObject>(call.self)->flavour != Flavour::numpy))
    return true;
  auto *name = llvm::dyn_cast<StrObject>(kind);
  if (!name)
    return call.evaluator.raise(DiagnosticId::typeError, "sort kind must be str, not " + kind->typeName(call.evaluator),
                                call.rangeOf("kind")),
           false;
  if (!name->value.empty() && llvm::StringRef("qhms").contains(llvm::toLower(name->value.front())))
    return true;
  std::string shown = call.evaluator.repr(kind).value_or("");
  return call.evaluator.raise(DiagnosticId::valueError,
                              "sort kind must be one of 'quick', 'heap', or 'stable' (got " + shown + ")",
                              call.rangeOf("kind")),
         false;
}

/// `order` says nothing here: there are no named fields.
static std::optional<bool> readDescending(Call &call) {
  if (llvm::StringRef(call.entry->module) == "numpy" && !isNone(call["order"]))
    return call.evaluator.raise(DiagnosticId::valueError, "Cannot specify order when the array has no fields.");
  if (!refuseArguments(call, {"order"}, /*ifPresent=*/true) || !checkKind(call))
    return std::nullopt;
  bool hasIt = llvm::any_of(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "descending"; });
  return hasIt ? call.evaluator.truth(call["descending"]) : std::optional<bool>(false);
}

Value frontend::sortHandler(Call &call) {
  Formula f(call);
  int64_t axis;
  std::optional<bool> descending = readDescending(call);
  auto *given = llvm::dyn_cast<JaxArray>(receiver(call));
  if (given && given->flavour == Flavour::numpy && given->shape().empty() && !isNone(call["axis"]))
    return f.axis(call["axis"], 0), nullptr; // there is none
  JaxArray *x = descending ? readLine(call, f, axis) : nullptr;
  if (!x)
    return nullptr;
  llvm::SmallVector<Value> sorted = sortTogether(f, {x}, axis, 1, *descending);
  return sorted.empty() ? nullptr : layOut(f.evaluator, sorted[0], "K", x);
}

Value frontend::argsortHandler(Call &call) {
  Formula f(call);
  int64_t axis;
  std::optional<bool> descending = readDescending(call);
  JaxArray *x = descending ? readLine(call, f, axis) : nullptr;
  if (!x)
    return nullptr;
  Value order = f.iota(x->shape(), axis, indexType(x->flavour), x->flavour);
  llvm::SmallVector<Value> sorted = sortTogether(f, {x, order}, axis, 1, *descending);
  return sorted.empty() ? nullptr : sorted[1];
}

/// The last key is the most significant.
Value frontend::lexsortHandler(Call &call) {
  Formula f(call);
  std::optional<std::vector<Value>> items = f.evaluator.toVector(call["keys"]);
  if (!items)
    return nullptr;
  llvm::SmallVector<Value> values;
  for (size_t k = items->size(); k-- > 0;) {
    JaxArray *key = f.array((*items)[k]);
    if (!key)
      return nullptr;
    if (!values.empty() && key->shape() != Formula::shapeOf(values[0]))
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "the keys of `" + f.function + "` have different shapes");
    values.push_back(key);
  }
  if (!values.empty() && Formula::shapeOf(values[0]).empty() && cast<JaxArray>(values[0])->flavour == Flavour::numpy)
    return f.cast(f.integer(0), DType::int64);
  if (values.empty() || Formula::shapeOf(values[0]).empty())
    return f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` needs at least one key with an axis");
  auto *first = cast<JaxArray>(values[0]);
  std::optional<int64_t> axis = f.axis(call["axis"], first->shape().size());
  if (!axis)
    return nullptr;
  int64_t keys = values.size();
  values.push_back(f.iota(first->shape(), *axis, indexType(first->flavour), first->flavour));
  llvm::SmallVector<Value> sorted = sortTogether(f, values, *axis, keys, false);
  return sorted.empty() ? nullptr : sorted.back();
}

Value frontend::laxSortHandler(Call &call) {
  Formula f(call);
  std::optional<int64_t> keys = f.evaluator.toInt(call["num_keys"], "num_keys");
  if (!keys)
    return nullptr;
  auto *sequence = dyn_cast<SequenceObject>(call["operand"]);
  llvm::SmallVector<Value> values;
  for (Value item : sequence ? sequence->items : std::vector<Value>{call["operand"]}) {
    JaxArray *value = f.array(item);
    if (!value)
      return nullptr;
    if (!values.empty() && value->shape() != Formula::shapeOf(values[0]))
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "`lax.sort` needs arrays of one shape");
    values.push_back(value);
  }
  if (values.empty() || *keys < 1 || *keys > static_cast<int64_t>(values.size()))
    return f.evaluator.raise(DiagnosticId::valueError, "`lax.sort` has " + std::to_string(*keys) + " keys for " + std::to_string(values.size()) + " arrays");
  std::optional<int64_t> axis = f.axis(call["dimension"], Formula::shapeOf(values[0]).size(), "dimension");
  if (!axis)
    return nullptr;
  llvm::SmallVector<Value> sorted = sortTogether(f, values, *axis, *keys, false);
  if (sorted.empty())
    return nullptr;
  return sequence ? f.evaluator.tuple(std::vector<Value>(sorted.begin(), sorted.end())) : sorted[0];
}

Value frontend::topKHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  std::optional<int64_t> k = x ? f.evaluator.toInt(call["k"], "k") : std::nullopt;
  std::optional<int64_t> axis = k ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  if (!axis)
    return nullptr;
  if (*k < 0 || *k > x->shape()[*axis])
    return f.evaluator.raise(DiagnosticId::valueError, "`k` is " + std::to_string(*k) + " for an axis of " + std::to_string(x->shape()[*axis]) + " elements",
                             call.rangeOf("k"));
  Value order = f.iota(x->shape(), *axis);
  llvm::SmallVector<Value> sorted = sortTogether(f, {x, order}, *axis, 1, /*descending=*/true);
  if (sorted.empty())
    return nullptr;
  Value values = f.slice(sorted[0], *axis, 0, *k), indices = f.slice(sorted[1], *axis, 0, *k);
  return indices ? f.evaluator.list({values, indices}) : nullptr;
}

//===-- quantiles ---------------------------------------------------------------------------------------------===//

namespace {
/// Quantiles of one sorted array along its last axis.
struct Quantiles {
  Formula &f;
  Value sorted;      // (.., n)
  int64_t count;     // n
  std::string method;
  Value pick(double q);
};
} // namespace

/// One element an axis line, by the rule of `method` between the two that enclose position q * (n - 1).
Value Quantiles::pick(double q) {
  double place = q * static_cast<double>(count - 1), below = std::floor(place);
  int64_t axis = Formula::shapeOf(sorted).size() - 1, low = static_cast<int64_t>(below), high = std::min<int64_t>(low + (place > below), count - 1);
  Shape shape(Formula::shapeOf(sorted).drop_back());
  auto at = [&](int64_t position) { return f.reshape(f.slice(sorted, axis, position, 1), shape); };
  if (method == "lower")
    return at(low);
  if (method == "higher")
    return at(high);
  if (method == "nearest") {
    double weight = place - below;
    return at(weight < 0.5 || (weight == 0.5 && low % 2 == 0) ? low : high);
  }
  if (method == "midpoint")
    return f.mul(f.add(at(low), at(high)), f.number(0.5));
  if (low == high)
    return at(low);
  DType type = Formula::typeOf(sorted);
  auto weight = [&](double value) -> Value { return wrap(f.evaluator, emitterHere(f.evaluator).constant(value, type), type, cast<JaxArray>(sorted)->flavour); };
  double share = place - below;
  if (cast<JaxArray>(sorted)->flavour == Flavour::numpy) { // from the nearer of the two
    Value first = at(low), second = at(high), step = f.sub(second, first);
    Value between =
        share >= 0.5 ? f.sub(second, f.mul(step, weight(1 - share))) : f.add(first, f.mul(step, weight(share)));
    return f.where(f.compare(Compare::eq, first, second), first, between);
  }
  return f.add(f.mul(at(low), weight(1 - share)), f.mul(at(high), weight(share)));
}

/// Quantiles `fractions` along `axis`, one result each; NaN where a line holds a NaN.
static bool takeQuantiles(Call &call, Formula &f, llvm::ArrayRef<double> fractions, const std::string &method, std::vector<Value> &results) {
  Evaluator &evaluator = f.evaluator;
  JaxArray *x = llvm::cast_or_null<JaxArray>(f.inexact(call["a"]));
  auto axes = x ? toAxes(evaluator, call["axis"], x->shape().size(), f.function) : std::nullopt;
  std::optional<bool> keepDims = axes ? evaluator.truth(call["keepdims"]) : std::nullopt;
  if (!keepDims)
    return false;
  // The axes asked for go last, as one.
  llvm::SmallVector<int64_t> permutation;
  Shape lines, kept;
  int64_t count = 1;
  for (int64_t axis = 0; axis < static_cast<int64_t>(x->shape().size()); ++axis) {
    bool reduced = llvm::is_contained(*axes, axis);
    kept.push_back(reduced ? 1 : x->shape()[axis]);
    if (reduced) {
      count *= x->shape()[axis];
      continue;
    }
    permutation.push_back(axis);
    lines.push_back(x->shape()[axis]);
  }
  llvm::append_range(permutation, *axes);
  if (count == 0 && llvm::StringRef(call.entry->module) == "numpy")
    return false; // in Python
  if (count == 0)
    return evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` of no elements has no value"), false;
  Shape flat(lines);
  flat.push_back(count);
  Value moved = f.reshape(f.transpose(x, permutation), flat);
  DType type = x->dtype;
  DType work = numerics::getBitWidth(type) < 32 ? DType::float32 : type;
  moved = f.cast(moved, work);
  llvm::SmallVector<Value> sorted = moved ? sortTogether(f, {moved}, lines.size(), 1, false) : llvm::SmallVector<Value>();
  if (sorted.empty())
    return false;
  Quantiles quantiles{f, sorted[0], count, method};
  // A NaN is last when there is one.
  Value last = f.reshape(f.slice(sorted[0], lines.size(), count - 1, 1), lines);
  Value bad = f.unary(Unary::isNan, last);
  for (double q : fractions) {
    Value result = f.where(bad, last, quantiles.pick(q));
    result = f.cast(result, type);
    if (result && *keepDims)
      result = f.reshape(result, kept);
    if (!result)
      return false;
    results.push_back(result);
  }
  return true;
}

Value frontend::medianHandler(Call &call) {
  Formula f(call);
  std::vector<Value> results;
  if (!refuseArguments(call, {"out"}, /*ifPresent=*/true))
    return nullptr;
  bool isNumpys = llvm::StringRef(call.entry->module) == "numpy"; // whose median is a mean
  if (!takeQuantiles(call, f, {0.5}, isNumpys ? "midpoint" : "linear", results))
    return call.evaluator.hasPending() ? nullptr : sourceHandler(call);
  return results[0];
}

Value frontend::quantileHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  std::optional<std::string> method = evaluator.toString(call["method"], "method");
  if (!method || !refuseArguments(call, {"out", "weights"}, /*ifPresent=*/true))
    return nullptr;
  bool isNumpys = llvm::StringRef(call.entry->module) == "numpy";
  if (isNumpys && !isNone(call["interpolation"]) &&
      !(method = f.evaluator.toString(call["interpolation"], "interpolation")))
    return nullptr; // the name that `method` had before
  if (isNumpys && !llvm::is_contained({"linear", "lower", "higher", "nearest", "midpoint"}, *method))
    return sourceHandler(call);
  if (!llvm::is_contained({"linear", "lower", "higher", "nearest", "midpoint"}, *method))
    return evaluator.notSupported("the method `" + *method + "` of `" + f.function + "`");
  double scale = llvm::StringRef(call.entry->name).contains("percentile") ? 100 : 1;
  std::vector<double> fractions;
  auto read = [&](Value value) {
    std::optional<double> q;
    if (auto *array = dyn_cast<ArrayObject>(value))
      q = getKnownNumber(array->value);
    else
      q = evaluator.toDouble(value, "q");
    if (auto *array = dyn_cast<ArrayObject>(value); q && array && array->dtype == DType::boolean)
      q = *q != 0; // a bit is -1 as a number
    if (q)
      fractions.push_back(*q / scale);
    else if (!evaluator.hasPending() && !isNumpys)
      evaluator.notSupported("`q` of `" + f.function + "` that only the run knows");
    return q.has_value();
  };
  bool isList = llvm::isa<SequenceObject>(call["q"]);
  auto *array = dyn_cast<ArrayObject>(call["q"]);
  if (isList) {
    for (Value item : cast<SequenceObject>(call["q"])->items)
      if (!read(item))
        return evaluator.hasPending() ? nullptr : sourceHandler(call);
  } else if (mlir::DenseFPElementsAttr elements; array && array->shape().size() == 1 && mlir::matchPattern(array->value, mlir::m_Constant(&elements))) {
    for (const llvm::APFloat &element : elements)
      fractions.push_back(element.convertToDouble() / scale);
    isList = true;
  } else if (!read(call["q"])) {
    return evaluator.hasPending() ? nullptr : sourceHandler(call);
  }
  if (fractions.empty() && isNumpys)
    return sourceHandler(call);
  if (fractions.empty())
    return evaluator.notSupported("an empty `q` of `" + f.function + "`");
  for (double q : fractions)
    if (!(q >= 0 && q <= 1) && isNumpys)
      return evaluator.raise(DiagnosticId::valueError, scale == 1 ? "Quantiles must be in the range [0, 1]" : "Percentiles must be in the range [0, 100]", call.rangeOf("q"));
    else if (!(q >= 0 && q <= 1))
      return evaluator.raise(DiagnosticId::valueError, "`q` must lie between 0 and " + std::to_string(static_cast<int>(scale)), call.rangeOf("q"));
  std::vector<Value> results;
  if (!takeQuantiles(call, f, fractions, *method, results))
    return evaluator.hasPending() ? nullptr : sourceHandler(call);
  // An element of the array, where no two are combined, has its dtype.
  auto *given = llvm::dyn_cast_or_null<JaxArray>(f.array(call["a"]));
  auto isWhole = [](Value q) { return llvm::isa<IntObject>(q) || llvm::isa<BoolObject>(q); };
  bool areWhole = scale == 1 && (isList && llvm::isa<SequenceObject>(call["q"])
                                     ? llvm::all_of(cast<SequenceObject>(call["q"])->items, isWhole)
                                 : array ? numerics::isInteger(array->dtype)
                                         : isWhole(call["q"]));
  bool areElements = areWhole || (*method != "linear" && *method != "midpoint");
  if (isNumpys && given && given->dtype == DType::boolean && !areElements)
    return sourceHandler(call); // which refuses the difference of two
  if (isNumpys && given && !numerics::isFloat(given->dtype) && areElements)
    for (Value &result : results)
      if (!(result = f.cast(result, given->dtype)))
        return nullptr;
  if (!isList)
    return results[0];
  std::vector<Value> rows;
  Shape row(Formula::shapeOf(results[0]));
  row.insert(row.begin(), 1);
  for (Value result : results)
    if (!(rows.emplace_back(f.reshape(result, row))))
      return nullptr;
  return f.concatenate(rows, 0);
}
