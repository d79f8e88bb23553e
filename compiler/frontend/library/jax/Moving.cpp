// SPDX-License-Identifier: Apache-2.0
// Repeating, shifting, reversing, padding, diagonals. Slices, joins and broadcasts do it, so every target that knows those knows these.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Joining.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Selection.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Value frontend::tileHandler(Call &call) {
  Formula f(call);
  Value x = f.array(call["A"]);
  std::optional<std::vector<int64_t>> reps = x ? f.evaluator.toShape(call["reps"], "reps") : std::nullopt;
  if (!reps)
    return nullptr;
  Shape shape(Formula::shapeOf(x)), counts(reps->begin(), reps->end());
  while (shape.size() < counts.size())
    shape.insert(shape.begin(), 1);
  while (counts.size() < shape.size())
    counts.insert(counts.begin(), 1);
  // Each axis (n) becomes (count, n), and both one.
  Shape apart, spread, joined;
  for (auto [count, extent] : llvm::zip(counts, shape)) {
    if (count < 0)
      return f.evaluator.raise(DiagnosticId::valueError, "`reps` has the negative number " + std::to_string(count), call.rangeOf("reps"));
    apart.append({1, extent});
    spread.append({count, extent});
    joined.push_back(count * extent);
  }
  return f.reshape(f.broadcastTo(f.reshape(x, apart), spread), joined);
}

Value frontend::repeatHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  Value x = f.array(receiver(call));
  if (x && isNone(call["axis"]))
    x = f.reshape(x, {-1});
  std::optional<int64_t> axis = !x ? std::nullopt : isNone(call["axis"]) ? std::optional<int64_t>(0) : f.axis(call["axis"], Formula::shapeOf(x).size());
  if (!axis)
    return nullptr;
  int64_t extent = Formula::shapeOf(x)[*axis];
  Value given = call["repeats"];
  bool canHaveLength = llvm::StringRef(call.entry->module) == "jax.numpy";
  if (canHaveLength && !isNone(call["total_repeat_length"])) {
    std::optional<Value> repeat = evaluator.textMember("jax.numpy", "_repeat_to_length");
    return repeat && *repeat
               ? evaluator.call(*repeat, {x, given, evaluator.integer(*axis), call["total_repeat_length"]})
               : nullptr;
  }
  // The result's size depends on an array's values: they are asked for now, which a tracer refuses.
  if (auto *array = dyn_cast<ArrayObject>(given)) {
    Value list = evaluator.getAttribute(array, "tolist");
    if (!list || !(given = evaluator.call(list, {})))
      return nullptr;
  }
  std::optional<std::vector<int64_t>> repeats = evaluator.toShape(given, "repeats");
  if (!repeats)
    return nullptr;
  for (int64_t count : *repeats)
    if (count < 0)
      return evaluator.raise(DiagnosticId::valueError, "`repeats` has the negative number " + std::to_string(count), call.rangeOf("repeats"));
  Shape shape(Formula::shapeOf(x));
  if (repeats->size() == 1) {
    Shape apart(shape), spread;
    apart.insert(apart.begin() + *axis + 1, 1);
    spread = apart;
    spread[*axis + 1] = (*repeats)[0];
    shape[*axis] *= (*repeats)[0];
    return f.reshape(f.broadcastTo(f.reshape(x, apart), spread), shape);
  }
  if (static_cast<int64_t>(repeats->size()) != extent)
    return evaluator.raise(DiagnosticId::valueError, "`repeats` has " + std::to_string(repeats->size()) + " entries for " + std::to_string(extent) + " elements",
                           call.rangeOf("repeats"));
  llvm::SmallVector<int64_t> places;
  for (int64_t k = 0; k < extent; ++k)
    for (int64_t times = (*repeats)[k]; times-- > 0;) {
      if (!evaluator.step())
        return nullptr;
      places.push_back(k);
    }
  int64_t count = places.size();
  Emitter emitter = emitterHere(evaluator);
  mlir::Value indices = count ? emitter.constantIntElements(places, DType::int32, {count}) : emitter.constantInt(0, DType::int32, {0});
  Selection selection(evaluator, cast<JaxArray>(x));
  selection.choose({*axis}, {indices});
  return selection.get();
}

/// Elements moved by a known number, those that fall off come in again.
static Value rollBy(Formula &f, Value x, int64_t axis, int64_t shift) {
  int64_t extent = x ? Formula::shapeOf(x)[axis] : 0;
  if (!x || extent == 0)
    return x;
  shift = ((shift % extent) + extent) % extent;
  if (shift == 0) { // an array of its own, which may change
    auto *array = cast<JaxArray>(x);
    return wrap(f.evaluator, array->value, {array->dtype, array->weak}, array->flavour);
  }
  return f.concatenate({f.slice(x, axis, extent - shift, shift), f.slice(x, axis, 0, extent - shift)}, axis);
}

Value frontend::rollHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  JaxArray *given = f.array(call["a"]);
  Value x = given;
  if (!x)
    return nullptr;
  Shape shape(Formula::shapeOf(x));
  bool flat = isNone(call["axis"]);
  if (flat)
    x = f.reshape(x, {-1});
  std::optional<std::vector<int64_t>> axes = flat ? std::vector<int64_t>{0} : evaluator.toShape(call["axis"], "axis");
  if (!axes)
    return nullptr;
  std::vector<Value> shifts = {call["shift"]};
  if (auto *sequence = dyn_cast<SequenceObject>(call["shift"]))
    shifts = sequence->items;
  size_t count = std::max(shifts.size(), axes->size());
  if ((shifts.size() != 1 && shifts.size() != count) || (axes->size() != 1 && axes->size() != count))
    return evaluator.raise(DiagnosticId::valueError, "`shift` and `axis` of `" + f.function + "` have different lengths");
  for (size_t k = 0; k < count && x; ++k) {
    std::optional<int64_t> axis = normalizeAxis(evaluator, (*axes)[axes->size() == 1 ? 0 : k], Formula::shapeOf(x).size(), f.function);
    if (!axis)
      return nullptr;
    Value shift = shifts[shifts.size() == 1 ? 0 : k];
    auto *array = dyn_cast<ArrayObject>(shift);
    std::optional<int64_t> known = array ? getKnownInteger(array->value) : evaluator.toInt(shift, "shift");
    if (known) {
      x = rollBy(f, x, *axis, *known);
      continue;
    }
    int64_t extent = Formula::shapeOf(x)[*axis];
    if (!array || extent == 0)
      return array ? x : nullptr;
    if (!array->shape().empty() || !numerics::isInteger(array->dtype))
      return evaluator.raise(DiagnosticId::typeError, "`shift` of `" + f.function + "` is an integer, or a tuple of them");
    // Element i comes from (i - shift) mod n.
    Value from = f.binary(Binary::floorRemainder, f.sub(f.iota({extent}, 0), f.cast(array, DType::int32)), f.integer(extent));
    if (!from)
      return nullptr;
    Selection selection(evaluator, cast<JaxArray>(x), {OutOfBounds::clip, /*wrapsNegative=*/false});
    selection.choose({*axis}, {cast<ArrayObject>(from)->value});
    x = selection.get();
  }
  return flat ? f.reshape(x, shape) : layOut(evaluator, x, "K", given);
}

static Value reverseAxes(Formula &f, Value x, llvm::ArrayRef<int64_t> axes) {
  for (int64_t axis : axes)
    if (int64_t extent = x ? Formula::shapeOf(x)[axis] : 0; extent > 1)
      x = f.slice(x, axis, extent - 1, extent, -1);
  return x;
}

Value frontend::flipHandler(Call &call) {
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  JaxArray *x = f.array(call[size_t(0)]);
  if (!x)
    return nullptr;
  int64_t rank = x->shape().size(), least = name == "flipud" ? 1 : name == "fliplr" ? 2 : 0;
  if (x->flavour == Flavour::numpy && rank < least)
    return f.evaluator.raise(DiagnosticId::valueError, "Input must be >= " + std::to_string(least) + "-d.");
  Value axis = name == "flipud" ? f.integer(0) : name == "fliplr" ? f.integer(1) : name == "rev" ? call["dimensions"] : call["axis"];
  auto axes = toAxes(f.evaluator, axis, rank, f.function);
  return axes ? reverseAxes(f, x, *axes) : nullptr;
}

Value frontend::rot90Handler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["m"]);
  std::optional<int64_t> k = x ? f.evaluator.toInt(call["k"], "k") : std::nullopt;
  std::optional<std::vector<int64_t>> axes = k ? f.evaluator.toShape(call["axes"], "axes") : std::nullopt;
  if (!axes || axes->size() != 2)
    return axes ? Value(f.evaluator.raise(DiagnosticId::valueError, "`axes` of `" + f.function + "` are two")) : nullptr;
  int64_t rank = x->shape().size(), apart = std::abs((*axes)[0] - (*axes)[1]);
  if (apart == 0 || apart == rank)
    return f.evaluator.raise(DiagnosticId::valueError, "Axes must be different.");
  if (x->flavour == Flavour::numpy && llvm::any_of(*axes, [&](int64_t axis) { return axis < -rank || axis >= rank; }))
    return f.evaluator.raise(DiagnosticId::valueError,
                             "Axes=(" + std::to_string((*axes)[0]) + ", " + std::to_string((*axes)[1]) +
                                 ") out of range for array of ndim=" + std::to_string(rank) + ".");
  std::optional<int64_t> a = normalizeAxis(f.evaluator, (*axes)[0], rank, f.function), b = a ? normalizeAxis(f.evaluator, (*axes)[1], rank, f.function) : std::nullopt;
  if (!b)
    return nullptr;
  llvm::SmallVector<int64_t> permutation(rank);
  for (int64_t axis = 0; axis < rank; ++axis)
    permutation[axis] = axis == *a ? *b : axis == *b ? *a : axis;
  switch (((*k % 4) + 4) % 4) {
  case 0: return x;
  case 1: return f.transpose(reverseAxes(f, x, {*b}), permutation);
  case 2: return reverseAxes(f, x, {*a, *b});
  default: return reverseAxes(f, f.transpose(x, permutation), {*b});
  }
}

Value frontend::moveaxisHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  JaxArray *x = f.array(call["a"]);
  if (!x)
    return nullptr;
  int64_t rank = x->shape().size();
  std::optional<std::vector<int64_t>> source, target;
  if (llvm::StringRef(call.entry->name) == "rollaxis") {
    std::optional<int64_t> axis = f.axis(call["axis"], rank), start = axis ? evaluator.toInt(call["start"], "start") : std::nullopt;
    if (!start || !normalizeAxis(evaluator, *start, rank + 1, f.function)) // the place behind the last axis counts
      return nullptr;
    if (*start < 0)
      *start += rank;
    if (*start < 0)
      return evaluator.raise(DiagnosticId::indexError, "'start' arg requires " + std::to_string(-rank) +
                                                           " <= start < " + std::to_string(rank + 1) + ", but " +
                                                           std::to_string(*start - rank) + " was passed in");
    source = std::vector<int64_t>{*axis};
    target = std::vector<int64_t>{*start > *axis ? *start - 1 : *start};
  } else {
    source = evaluator.toShape(call["source"], "source");
    target = source ? evaluator.toShape(call["destination"], "destination") : std::nullopt;
  }
  if (!target)
    return nullptr;
  if (source->size() != target->size())
    return evaluator.raise(DiagnosticId::valueError,
                           "`source` and `destination` arguments must have the same number of elements");
  llvm::SmallVector<int64_t> permutation(rank, -1), moved;
  for (auto [from, to] : llvm::zip(*source, *target)) {
    std::optional<int64_t> a = normalizeAxis(evaluator, from, rank, f.function), b = a ? normalizeAxis(evaluator, to, rank, f.function) : std::nullopt;
    if (!b)
      return nullptr;
    if (permutation[*b] != -1 || llvm::is_contained(moved, *a))
      return evaluator.raise(DiagnosticId::valueError, std::string("repeated axis in `") +
                                                           (llvm::is_contained(moved, *a) ? "source" : "destination") +
                                                           "` argument");
    permutation[*b] = *a;
    moved.push_back(*a);
  }
  int64_t next = 0;
  for (int64_t &axis : permutation) {
    while (llvm::is_contained(moved, next))
      ++next;
    if (axis == -1)
      axis = next++;
  }
  return f.transpose(x, permutation);
}

//===-- padding -----------------------------------------------------------------------------------------------===//

static std::optional<std::pair<int64_t, int64_t>> readPair(Evaluator &evaluator, Value value, llvm::StringRef what) {
  std::optional<std::vector<int64_t>> numbers = evaluator.toShape(value, what);
  if (!numbers)
    return std::nullopt;
  if (numbers->empty() || numbers->size() > 2)
    return evaluator.raise(DiagnosticId::valueError, "`" + what.str() + "` is a number or a pair for each axis");
  return std::make_pair(numbers->front(), numbers->back());
}

/// A number, a pair, or a pair for each axis.
static bool readWidths(Formula &f, Value given, int64_t rank, llvm::SmallVectorImpl<std::pair<int64_t, int64_t>> &widths) {
  auto *sequence = dyn_cast<SequenceObject>(given);
  bool nested = sequence && !sequence->items.empty() && isa<SequenceObject>(sequence->items[0]);
  for (int64_t axis = 0; axis < rank; ++axis) {
    Value one = given;
    if (nested) {
      if (sequence->items.size() != 1 && static_cast<int64_t>(sequence->items.size()) != rank)
        return f.evaluator.raise(DiagnosticId::valueError, "`pad_width` has " + std::to_string(sequence->items.size()) + " pairs for " +
                                                               std::to_string(rank) + " axes"), false;
      one = sequence->items[sequence->items.size() == 1 ? 0 : axis];
    }
    auto pair = readPair(f.evaluator, one, "pad_width");
    if (!pair)
      return false;
    if (pair->first < 0 || pair->second < 0)
      return f.evaluator.raise(DiagnosticId::valueError, "`pad_width` is negative"), false;
    widths.push_back(*pair);
  }
  return true;
}

/// `width` elements before or after `x` along `axis`, by NumPy's modes.
static Value border(Formula &f, Value x, int64_t axis, int64_t width, bool before, llvm::StringRef mode) {
  int64_t extent = Formula::shapeOf(x)[axis];
  if (mode == "edge") {
    Shape spread(Formula::shapeOf(x));
    spread[axis] = width;
    return f.broadcastTo(f.slice(x, axis, before ? 0 : extent - 1, 1), spread);
  }
  if (mode == "wrap")
    return f.slice(x, axis, before ? extent - width : 0, width);
  int64_t skip = mode == "reflect"; // without the edge itself
  return before ? f.slice(x, axis, width - 1 + skip, width, -1) : f.slice(x, axis, extent - 1 - skip, width, -1);
}

Value frontend::padHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  Value x = f.array(call["array"]);
  std::optional<std::string> mode = x ? evaluator.toString(call["mode"], "mode") : std::nullopt;
  llvm::SmallVector<std::pair<int64_t, int64_t>> widths;
  if (!mode || !readWidths(f, call["pad_width"], Formula::shapeOf(x).size(), widths))
    return nullptr;
  if (llvm::is_contained({"maximum", "minimum", "mean", "median", "linear_ramp", "empty"}, *mode)) {
    std::vector<Value> pairs;
    for (auto [before, after] : widths)
      pairs.push_back(evaluator.tupleOfInts({before, after}));
    call.values[0] = x;
    call.values[1] = evaluator.list(std::move(pairs));
    return sourceHandler(call);
  }
  for (const HashTable::Entry &entry : cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key && (*mode != "constant" || cast<StrObject>(entry.key)->value != "constant_values"))
      return evaluator.notSupported("the argument `" + cast<StrObject>(entry.key)->value + "` of `" + f.function + "`");
  Value fills = cast<DictObject>(call["kwargs"])->find(evaluator, "constant_values");
  if (!llvm::is_contained({"constant", "edge", "reflect", "symmetric", "wrap"}, *mode))
    return evaluator.notSupported("the mode `" + *mode + "` of `" + f.function + "`");
  DType type = Formula::typeOf(x);
  for (auto [number, width] : llvm::enumerate(widths)) {
    int64_t axis = number;
    auto constant = [&](int64_t count, bool before) -> Value {
      Shape shape(Formula::shapeOf(x));
      shape[axis] = count;
      Value fill = fills ? fills : f.integer(0);
      // One value, a pair, or a pair for each axis.
      for (int depth = 0; depth < 2; ++depth)
        if (auto *sequence = dyn_cast<SequenceObject>(fill)) {
          if (sequence->items.empty())
            return evaluator.raise(DiagnosticId::valueError, "`constant_values` is empty");
          bool nested = isa<SequenceObject>(sequence->items[0]);
          size_t wanted = nested ? axis : !before;
          fill = sequence->items[std::min(wanted, sequence->items.size() - 1)];
        }
      return f.broadcastTo(f.cast(fill, type), shape);
    };
    llvm::SmallVector<Value> pieces = {x};
    for (bool before : {true, false}) {
      int64_t count = before ? width.first : width.second, extent = Formula::shapeOf(x)[axis];
      if (count == 0)
        continue;
      if (extent == 0 && *mode != "constant")
        return evaluator.raise(DiagnosticId::valueError, "an axis without elements can't be padded by `" + *mode + "`");
      if (*mode != "constant" && *mode != "edge" && count > (*mode == "reflect" ? extent - 1 : extent))
        return evaluator.notSupported("padding by `" + *mode + "` wider than the array");
      Value part = *mode == "constant" ? constant(count, before) : border(f, x, axis, count, before, *mode);
      if (!part)
        return nullptr;
      pieces.insert(before ? pieces.begin() : pieces.end(), part);
    }
    Flavour flavour = cast<JaxArray>(x)->flavour;
    x = pieces.size() == 1 ? x : f.concatenate(pieces, axis);
    if (x && cast<JaxArray>(x)->flavour != flavour) // the first piece was a fill value
      x = wrap(evaluator, cast<ArrayObject>(x)->value, type, flavour);
  }
  return x;
}

/// `lax.pad`: (low, high, interior) for each axis; negative ones cut.
Value frontend::laxPadHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  JaxArray *x = f.array(call["operand"]);
  std::optional<std::vector<Value>> config = x ? evaluator.toVector(call["padding_config"]) : std::nullopt;
  Value fill = config ? f.cast(call["padding_value"], x->dtype) : nullptr;
  if (!fill)
    return nullptr;
  if (config->size() != x->shape().size())
    return evaluator.raise(DiagnosticId::valueError, "`padding_config` has " + std::to_string(config->size()) + " entries for " +
                                                         std::to_string(x->shape().size()) + " axes", call.rangeOf("padding_config"));
  Value result = x;
  for (auto [number, entry] : llvm::enumerate(*config)) {
    int64_t axis = number, extent = Formula::shapeOf(result)[axis];
    std::optional<std::vector<int64_t>> widths = evaluator.toInts(entry, "padding_config");
    if (!widths || widths->size() != 3 || (*widths)[2] < 0)
      return widths ? Value(evaluator.raise(DiagnosticId::valueError, "an entry of `padding_config` is (low, high, interior), interior not negative")) : nullptr;
    auto filled = [&](int64_t count) {
      Shape shape(Formula::shapeOf(result));
      shape[axis] = count;
      return f.broadcastTo(fill, shape);
    };
    if (int64_t interior = (*widths)[2]; interior && extent > 1) {
      Shape apart(Formula::shapeOf(result)), gaps, joined(apart);
      apart.insert(apart.begin() + axis + 1, 1);
      gaps = apart;
      gaps[axis + 1] = interior;
      joined[axis] = extent * (interior + 1);
      Value spread = f.reshape(f.concatenate({f.reshape(result, apart), f.broadcastTo(fill, gaps)}, axis + 1), joined);
      result = f.slice(spread, axis, 0, extent * (interior + 1) - interior);
    }
    extent = result ? Formula::shapeOf(result)[axis] : 0;
    int64_t low = (*widths)[0], high = (*widths)[1];
    if (extent + low + high < 0)
      return evaluator.raise(DiagnosticId::valueError, "`padding_config` cuts more from axis " + std::to_string(axis) + " than it has");
    if (result && low > 0)
      result = f.concatenate({filled(low), result}, axis);
    if (result && high > 0)
      result = f.concatenate({result, filled(high)}, axis);
    if (result && (low < 0 || high < 0))
      result = f.slice(result, axis, std::max<int64_t>(-low, 0), extent + low + high);
    if (!result)
      return nullptr;
  }
  return result;
}

//===-- diagonals ---------------------------------------------------------------------------------------------===//

/// The elements [i, i + k] of the last two axes, as a last axis.
static Value diagonalOf(Formula &f, Value x, int64_t k) {
  Shape shape(Formula::shapeOf(x));
  int64_t rank = shape.size(), rows = shape[rank - 2], columns = shape[rank - 1];
  int64_t row = std::max<int64_t>(-k, 0), column = std::max<int64_t>(k, 0), count = std::max<int64_t>(0, std::min(rows - row, columns - column));
  Emitter emitter = emitterHere(f.evaluator);
  auto places = [&](int64_t first) {
    return emitter.binary(Binary::add, emitter.iota({count}, 0, DType::int32), emitter.constantInt(first, DType::int32, {count}), DType::int32);
  };
  Selection selection(f.evaluator, cast<JaxArray>(x), {OutOfBounds::clip, /*wrapsNegative=*/false});
  selection.choose({rank - 2, rank - 1}, {places(row), places(column)});
  return selection.get();
}

Value frontend::viewDiagonal(Formula &f, Value x, llvm::ArrayRef<int64_t> permutation) {
  Value diagonal = diagonalOf(f, f.transpose(x, permutation), 0);
  if (!diagonal)
    return nullptr;
  bool mayWrite = !isReadOnly(f.evaluator, cast<JaxArray>(x));
  markDiagonal(f.evaluator, x, diagonal, permutation, 0);
  if (mayWrite)
    setReadOnly(f.evaluator, cast<JaxArray>(diagonal), false);
  return diagonal;
}

static Value takeDiagonal(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  llvm::StringRef name = call.entry->name;
  Value x = f.array(receiver(call));
  std::optional<int64_t> k = x ? evaluator.toInt(call[name == "diag" || name == "diagflat" ? "k" : "offset"], "k") : std::nullopt;
  if (!k)
    return nullptr;
  int64_t rank = Formula::shapeOf(x).size();
  if (rank < 2 && (name == "diagonal" || name == "trace"))
    return evaluator.raise(DiagnosticId::valueError, "diag requires an array of at least two dimensions");
  if (name == "diagflat") {
    x = f.reshape(x, {-1});
    rank = 1;
  }
  if ((name == "diag" || name == "diagflat") && rank == 1) {
    // A matrix with the vector on its diagonal.
    int64_t count = Formula::shapeOf(x)[0], size = count + std::abs(*k);
    Flavour flavour = cast<JaxArray>(x)->flavour;
    Value column = f.iota({size, size}, 1, DType::int32, flavour), row = f.iota({size, size}, 0, DType::int32, flavour);
    Value onDiagonal = f.compare(Compare::eq, f.add(row, f.integer(*k)), column);
    Value padded = x;
    Value zeros = wrap(evaluator, emitterHere(evaluator).constant(0, Formula::typeOf(x), {std::abs(*k)}), Formula::typeOf(x), cast<JaxArray>(x)->flavour);
    if (*k != 0)
      padded = *k > 0 ? f.concatenate({zeros, x}, 0) : f.concatenate({x, zeros}, 0);
    return f.where(onDiagonal, padded, f.cast(f.integer(0), Formula::typeOf(x)));
  }
  int64_t first = 0, second = 1;
  if (name == "diagonal" || name == "trace") {
    std::optional<int64_t> a = f.axis(call["axis1"], rank, "axis1"), b = a ? f.axis(call["axis2"], rank, "axis2") : std::nullopt;
    if (!b)
      return nullptr;
    first = *a;
    second = *b;
  }
  if (rank >= 2 && first == second)
    return evaluator.raise(DiagnosticId::valueError, "axis1 and axis2 cannot be the same");
  if (rank < 2 || (name == "diag" && rank != 2))
    return evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs a matrix: the array is " + formatShape(Formula::shapeOf(x)));
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (axis != first && axis != second)
      permutation.push_back(axis);
  permutation.append({first, second});
  Value diagonal = diagonalOf(f, f.transpose(x, permutation), *k);
  if (name != "trace" || !diagonal) {
    if (diagonal && name != "diagflat")
      markDiagonal(evaluator, x, diagonal, permutation, *k);
    return diagonal;
  }
  ReduceOptions options;
  options.axis = f.integer(-1);
  if (!isNone(call["dtype"]) && !(options.dtype = toDType(evaluator, call["dtype"], "dtype", DType::float32)))
    return nullptr;
  return refuseArguments(call, {"out"}, true) ? applyReduce(evaluator, Reduce::sum, diagonal, options, f.function) : nullptr;
}

Value frontend::diagHandler(Call &call) {
  Value result = takeDiagonal(call);
  auto *array = llvm::dyn_cast_or_null<JaxArray>(result);
  if (array && array->flavour == Flavour::numpy && llvm::StringRef(call.entry->name) == "diagonal")
    setReadOnly(call.evaluator, array, true);
  return result;
}

/// Ones at and below a diagonal.
Value frontend::triHandler(Call &call) {
  Formula f(call);
  Flavour flavour = llvm::StringRef(call.entry->module) == "numpy" ? Flavour::numpy : Flavour::jax;
  std::optional<int64_t> rows = f.evaluator.toInt(call["N"], "N"), columns = rows;
  if (rows && !isNone(call["M"]))
    columns = f.evaluator.toInt(call["M"], "M");
  std::optional<int64_t> k = columns ? f.evaluator.toInt(call["k"], "k") : std::nullopt;
  std::optional<DType> type =
      k ? toDType(f.evaluator, call["dtype"], "dtype", flavour == Flavour::numpy ? DType::float64 : DType::float32, flavour == Flavour::jax) : std::nullopt;
  if (!type)
    return nullptr;
  if (*rows < 0 || *columns < 0)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` has a negative size");
  Value row = f.iota({*rows, *columns}, 0, DType::int32, flavour), column = f.iota({*rows, *columns}, 1, DType::int32, flavour);
  return f.cast(f.compare(Compare::ge, f.add(row, f.integer(*k)), column), *type);
}
