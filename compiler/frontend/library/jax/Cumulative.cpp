// SPDX-License-Identifier: Apache-2.0
// Running sums and their kin are one `tile.scan`. `lax.associative_scan` calls the user's function on whole arrays, JAX's way: combine
// neighbours, scan the pairs, fill in between; so it works with any function of arrays, and its rounding is JAX's.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Ordering.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// `tile.scan` whose region is what `combine` emits.
static Value recordScan(Formula &f, Value x, int64_t axis, bool reverse, llvm::function_ref<mlir::Value(Emitter &, mlir::Value, mlir::Value)> combine) {
  auto *source = cast<JaxArray>(x);
  mlir::Value value = useHere(f.evaluator, source);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(f.evaluator);
  auto scan = emitter.create<tile::ScanOp>(mlir::TypeRange(value.getType()), mlir::ValueRange(value), axis, reverse);
  mlir::Block &body = scan.getCombine().emplaceBlock();
  mlir::Type element = tile::getElementType(value.getType());
  body.addArguments({element, element}, {emitter.loc, emitter.loc});
  mlir::OpBuilder inside = mlir::OpBuilder::atBlockEnd(&body);
  Emitter region(inside, emitter.loc);
  mlir::Value combined = combine(region, body.getArgument(0), body.getArgument(1));
  region.create<tile::YieldOp>(combined);
  Value result = wrap(f.evaluator, scan.getOutputs()[0], {source->dtype, source->weak}, source->flavour);
  return layOutLike(f.evaluator, result, {source});
}

Value frontend::runningBinary(Formula &f, Binary op, Value x, int64_t axis, bool reverse) {
  DType type = Formula::typeOf(x);
  if (type == DType::boolean) // truths are added by `or` and multiplied by `and`
    op = op == Binary::add ? Binary::bitOr : op == Binary::mul ? Binary::bitAnd : op;
  // Small floats are added in f32 and rounded once; NumPy rounds each sum, and what overflowed on the way stays so.
  bool isWide = numerics::isFloat(type) && numerics::getBitWidth(type) < 32 &&
                (op == Binary::add || op == Binary::mul) && cast<JaxArray>(x)->flavour != Flavour::numpy;
  DType work = isWide ? DType::float32 : type;
  Value wide = f.cast(x, work);
  Value result = wide ? recordScan(f, wide, axis, reverse, [&](Emitter &emitter, mlir::Value a, mlir::Value b) { return emitter.binary(op, a, b, work); })
                      : nullptr;
  return work == type ? result : f.cast(result, type);
}

/// What `cumsum` and `cumprod` give: booleans are counted; NumPy widens narrow integers to its own.
static std::optional<DType> readType(Call &call, JaxArray *x, bool widens) {
  if (!isNone(call["dtype"]))
    return toDType(call.evaluator, call["dtype"], "dtype", DType::float32, x->flavour == Flavour::jax);
  DType type = x->dtype;
  if (x->flavour == Flavour::numpy && !numerics::isFloat(type))
    return numerics::isUnsigned(type) ? DType::uint64 : DType::int64;
  return type == DType::boolean ? DType::int32 : widens ? getSumTypeJax(type) : type;
}

Value frontend::cumulativeHandler(Call &call) {
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  Value x = f.array(receiver(call));
  if (!x || !refuseArguments(call, {"out"}, /*ifPresent=*/true))
    return nullptr;
  if (isNone(call["axis"]) || Formula::shapeOf(x).empty())
    x = f.reshape(x, {-1});
  std::optional<int64_t> axis = isNone(call["axis"]) ? std::optional<int64_t>(0) : x ? f.axis(call["axis"], Formula::shapeOf(x).size()) : std::nullopt;
  std::optional<DType> type = x && axis ? readType(call, cast<JaxArray>(x), false) : std::nullopt;
  bool isProduct = name.ends_with("cumprod");
  // Before it is of another type, which may have no NaN.
  if (type && name.starts_with("nan") && numerics::isFloat(Formula::typeOf(x)))
    x = f.where(f.unary(Unary::isNan, x), f.integer(isProduct), x);
  x = type && x ? f.cast(x, *type) : nullptr;
  return x ? runningBinary(f, isProduct ? Binary::mul : Binary::add, x, *axis, false) : nullptr;
}

Value frontend::cumulativeSumHandler(Call &call) {
  Formula f(call);
  bool isProduct = llvm::StringRef(call.entry->name) == "cumulative_prod";
  JaxArray *array = f.array(call[size_t(0)]);
  if (!array)
    return nullptr;
  int64_t rank = array->shape().size();
  if (isNone(call["axis"]) && rank != 1)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` of an array with " + std::to_string(rank) + " axes needs `axis`");
  std::optional<int64_t> axis = isNone(call["axis"]) ? std::optional<int64_t>(0) : f.axis(call["axis"], rank);
  std::optional<DType> type = axis ? readType(call, array, true) : std::nullopt;
  std::optional<bool> initial = type ? f.evaluator.truth(call["include_initial"]) : std::nullopt;
  Value x = initial ? f.cast(array, *type) : nullptr;
  Value result = x ? runningBinary(f, isProduct ? Binary::mul : Binary::add, x, *axis, false) : nullptr;
  if (!result || !*initial)
    return result;
  Shape one(array->shape());
  one[*axis] = 1;
  Value first = wrap(f.evaluator, emitterHere(f.evaluator).constant(isProduct, *type, one), *type, array->flavour);
  return f.concatenate({first, result}, *axis);
}

Value frontend::laxCumulativeHandler(Call &call) {
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  JaxArray *x = f.array(call["operand"]);
  std::optional<int64_t> axis = x ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  std::optional<bool> reverse = axis ? f.evaluator.truth(call["reverse"]) : std::nullopt;
  if (!reverse)
    return nullptr;
  if (name != "cumlogsumexp")
    return runningBinary(f, name == "cumsum" ? Binary::add : name == "cumprod" ? Binary::mul : name == "cummax" ? Binary::maximum : Binary::minimum, x,
                         *axis, *reverse);
  if (!numerics::isFloat(x->dtype))
    return f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` takes floats, not `" + std::string(numerics::getName(x->dtype)) + "`");
  DType type = x->dtype;
  return recordScan(f, x, *axis, *reverse, [&](Emitter &e, mlir::Value a, mlir::Value b) {
    // max + log1p(exp(-|a - b|)), and a + b where the difference is NaN: both infinite, or one NaN.
    mlir::Value delta = e.binary(Binary::sub, a, b, type), sum = e.binary(Binary::add, a, b, type);
    mlir::Value tail = e.unary(Unary::log1p, e.unary(Unary::exp, e.unary(Unary::neg, e.unary(Unary::abs, delta, type), type), type), type);
    mlir::Value near = e.binary(Binary::add, e.binary(Binary::maximum, a, b, type), tail, type);
    return e.select(e.unary(Unary::isNan, delta, type), sum, near);
  });
}

Value frontend::diffHandler(Call &call) {
  Formula f(call);
  if (!isNone(call["prepend"]) || !isNone(call["append"]))
    return sourceHandler(call);
  Value x = f.array(call["a"]);
  std::optional<int64_t> times = x ? f.evaluator.toInt(call["n"], "n") : std::nullopt;
  if (times && Formula::shapeOf(x).empty())
    return f.evaluator.raise(DiagnosticId::valueError, "diff requires input that is at least one dimensional");
  std::optional<int64_t> axis = times ? f.axis(call["axis"], Formula::shapeOf(x).size()) : std::nullopt;
  if (!axis)
    return nullptr;
  if (*times < 0)
    return f.evaluator.raise(DiagnosticId::valueError, "order must be non-negative but got " + std::to_string(*times));
  bool isBoolean = Formula::typeOf(x) == DType::boolean;
  for (int64_t k = 0; x && k < *times; ++k) {
    int64_t extent = Formula::shapeOf(x)[*axis];
    if (!f.evaluator.step())
      return nullptr;
    if (extent == 0)
      break;
    Value later = f.slice(x, *axis, 1, extent - 1), earlier = f.slice(x, *axis, 0, extent - 1);
    x = isBoolean ? f.compare(Compare::ne, later, earlier) : f.sub(later, earlier);
  }
  return x;
}

/// dx * sum of (y[i] + y[i + 1]) / 2
Value frontend::trapezoidHandler(Call &call) {
  Formula f(call);
  JaxArray *given = f.array(call["y"]); // NumPy adds neighbours in the dtype that they have
  Value y = given && given->flavour == Flavour::numpy ? given : f.inexact(call["y"]);
  std::optional<int64_t> axis = y ? f.axis(call["axis"], Formula::shapeOf(y).size()) : std::nullopt;
  if (!axis)
    return nullptr;
  int64_t extent = Formula::shapeOf(y)[*axis], rank = Formula::shapeOf(y).size();
  Value step = call["dx"];
  if (!isNone(call["x"])) {
    Value x = f.inexact(call["x"]);
    if (!x)
      return nullptr;
    if (Formula::shapeOf(x).empty())
      return call.evaluator.raise(DiagnosticId::valueError, "diff requires input that is at least one dimensional; got ()", call.rangeOf("x"));
    int64_t along = Formula::shapeOf(x).size() == 1 ? 0 : *axis, points = along < static_cast<int64_t>(Formula::shapeOf(x).size()) ? Formula::shapeOf(x)[along] : 0;
    if (points != extent)
      return call.evaluator.raise(DiagnosticId::valueError, "x has " + std::to_string(points) + " points and y " + std::to_string(extent) + " along the axis", call.rangeOf("x"));
    points = std::max<int64_t>(points, 1);
    step = f.sub(f.slice(x, along, 1, points - 1), f.slice(x, along, 0, points - 1));
    if (step && Formula::shapeOf(x).size() == 1) {
      Shape spread(rank, 1);
      spread[*axis] = points - 1;
      step = f.reshape(step, spread);
    }
  }
  int64_t steps = std::max<int64_t>(extent - 1, 0);
  Value pairs = f.add(f.slice(y, *axis, 1, steps), f.slice(y, *axis, 0, steps));
  Value sum = f.reduce(Reduce::sum, f.mul(step, pairs), f.integer(*axis), false);
  return f.mul(f.number(0.5), sum);
}

//===-- associative_scan --------------------------------------------------------------------------------------===//

namespace {

/// A list of arrays that are scanned together.
class AssociativeScan {
public:
  AssociativeScan(Formula &f, Value function, Value tree, int64_t axis) : f(f), function(function), tree(tree), axis(axis) {}
  using Leaves = std::vector<Value>;
  std::optional<Leaves> run(const Leaves &leaves);

private:
  std::optional<Leaves> combine(const Leaves &left, const Leaves &right);
  Leaves slice(const Leaves &leaves, int64_t offset, int64_t size, int64_t stride);
  Value interleave(Value even, Value odd);

  Formula &f;
  Value function, tree;
  int64_t axis;
};

} // namespace

std::optional<AssociativeScan::Leaves> AssociativeScan::combine(const Leaves &left, const Leaves &right) {
  for (const Leaves *side : {&left, &right})
    if (llvm::is_contained(*side, nullptr))
      return std::nullopt;
  llvm::ArrayRef<Value> l = left, r = right;
  Value a = unflattenTree(f.evaluator, tree, l), b = a ? unflattenTree(f.evaluator, tree, r) : nullptr;
  Value result = b ? f.evaluator.call(function, {a, b}) : nullptr;
  if (!result)
    return std::nullopt;
  Leaves leaves;
  flattenTree(result, leaves);
  bool fits = sameStructure(tree, result);
  for (size_t k = 0; fits && k < leaves.size(); ++k) {
    auto *array = dyn_cast<ArrayObject>(leaves[k]);
    fits = array && array->shape() == Formula::shapeOf(left[k]) && array->dtype == Formula::typeOf(left[k]);
  }
  if (!fits)
    return f.evaluator.raise(DiagnosticId::typeError, "the function given to `lax.associative_scan` returns other shapes, dtypes or structures than it gets")
        .note("it is called on whole arrays: write it elementwise");
  return leaves;
}

AssociativeScan::Leaves AssociativeScan::slice(const Leaves &leaves, int64_t offset, int64_t size, int64_t stride) {
  Leaves parts;
  for (Value leaf : leaves)
    parts.push_back(f.slice(leaf, axis, offset, size, stride));
  return parts;
}

/// even[0], odd[0], even[1], ...; `even` may have one more.
Value AssociativeScan::interleave(Value even, Value odd) {
  int64_t pairs = Formula::shapeOf(odd)[axis], evens = Formula::shapeOf(even)[axis];
  Shape split(Formula::shapeOf(odd)), joined(split);
  split.insert(split.begin() + axis + 1, 1);
  joined[axis] = 2 * pairs;
  Value first = f.reshape(f.slice(even, axis, 0, pairs), split), second = f.reshape(odd, split);
  Value both = first && second ? f.reshape(f.concatenate({first, second}, axis + 1), joined) : nullptr;
  return both && evens > pairs ? f.concatenate({both, f.slice(even, axis, pairs, 1)}, axis) : both;
}

std::optional<AssociativeScan::Leaves> AssociativeScan::run(const Leaves &leaves) {
  int64_t count = Formula::shapeOf(leaves.front())[axis], pairs = count / 2;
  if (count < 2)
    return leaves;
  if (!f.evaluator.step())
    return std::nullopt;
  std::optional<Leaves> reduced = combine(slice(leaves, 0, pairs, 2), slice(leaves, 1, pairs, 2));
  std::optional<Leaves> odd = reduced ? run(*reduced) : std::nullopt;
  if (!odd)
    return std::nullopt;
  int64_t rest = count - 1 - pairs; // even positions after the first
  std::optional<Leaves> even = rest ? combine(slice(*odd, 0, rest, 1), slice(leaves, 2, rest, 2)) : std::optional<Leaves>(Leaves(leaves.size(), nullptr));
  if (!even)
    return std::nullopt;
  Leaves results;
  for (size_t k = 0; k < leaves.size(); ++k) {
    Value first = f.slice(leaves[k], axis, 0, 1);
    Value whole = rest && first ? f.concatenate({first, (*even)[k]}, axis) : first;
    Value result = whole ? interleave(whole, (*odd)[k]) : nullptr;
    if (!result)
      return std::nullopt;
    results.push_back(result);
  }
  return results;
}

Value frontend::associativeScanHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  std::vector<Value> leaves;
  Value tree = mapTree(evaluator, call["elems"], [&](Value leaf) -> Value { return f.array(leaf); });
  if (!tree)
    return nullptr;
  flattenTree(tree, leaves);
  std::optional<bool> reverse = evaluator.truth(call["reverse"]);
  if (!reverse)
    return nullptr;
  if (leaves.empty() || Formula::shapeOf(leaves[0]).empty())
    return evaluator.raise(DiagnosticId::valueError, "`lax.associative_scan` needs arrays with an axis");
  std::optional<int64_t> axis = f.axis(call["axis"], Formula::shapeOf(leaves[0]).size());
  if (!axis)
    return nullptr;
  int64_t count = Formula::shapeOf(leaves[0])[*axis];
  for (Value leaf : leaves)
    if (static_cast<int64_t>(Formula::shapeOf(leaf).size()) <= *axis || Formula::shapeOf(leaf)[*axis] != count)
      return evaluator.raise(DiagnosticId::shapeMismatch, "the arrays of `lax.associative_scan` have different sizes along axis " + std::to_string(*axis));
  auto flip = [&](std::vector<Value> &values) {
    for (Value &value : values)
      value = f.slice(value, *axis, std::max<int64_t>(count - 1, 0), count, -1);
  };
  if (*reverse && count > 1)
    flip(leaves);
  std::optional<std::vector<Value>> results = AssociativeScan(f, call["fn"], tree, *axis).run(leaves);
  if (results && *reverse && count > 1)
    flip(*results);
  if (!results || llvm::is_contained(*results, nullptr))
    return nullptr;
  llvm::ArrayRef<Value> rest = *results;
  return unflattenTree(evaluator, tree, rest);
}
