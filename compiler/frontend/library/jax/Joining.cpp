// SPDX-License-Identifier: Apache-2.0
// Joining and splitting arrays, and grids of coordinates.
#include "compiler/frontend/library/jax/Joining.h"
#include "compiler/frontend/library/jax/NumpyViews.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// The arrays of a sequence or the rows of an array. Empty with an exception pending.
static std::vector<Value> readArrays(Formula &f, Value sequence) {
  std::optional<std::vector<Value>> items = f.evaluator.toVector(sequence);
  std::vector<Value> arrays;
  if (!items)
    return {};
  for (Value item : *items) {
    Value array = f.array(item);
    if (!array)
      return {};
    arrays.push_back(array);
  }
  if (arrays.empty())
    f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs at least one array");
  return arrays;
}

/// Joins arrays of any dtypes along an axis; shapes must agree on the others.
static Value join(Formula &f, std::vector<Value> arrays, int64_t axis) {
  llvm::SmallVector<Operand> operands;
  for (Value array : arrays) {
    std::optional<Operand> operand = array ? toOperand(f.evaluator, array, f.function) : std::nullopt;
    if (!operand)
      return nullptr;
    operands.push_back(*operand);
  }
  std::optional<Common> common = promoteOperands(f.evaluator, operands, f.function);
  if (!common)
    return nullptr;
  llvm::SmallVector<const Object *> parts(arrays.begin(), arrays.end());
  for (Value &array : arrays) {
    Shape expected(operands.front().shape()), seen(Formula::shapeOf(array));
    bool fits = expected.size() == seen.size() && axis < static_cast<int64_t>(seen.size());
    if (fits)
      expected[axis] = seen[axis];
    if (!fits || expected != seen)
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "`" + f.function + "` along axis " + std::to_string(axis) + ": " +
                                                                formatShape(operands.front().shape()) + " but " + formatShape(seen));
    if (!(array = f.cast(array, common->type.dtype)))
      return nullptr;
  }
  return layOutJoined(f.evaluator, f.concatenate(arrays, axis), parts);
}

/// At least `rank` axes: new ones in front, as `atleast_1d` and `atleast_2d` add them; for three the matrix is in the middle.
static Value atLeast(Formula &f, Value x, int64_t rank) {
  if (!x)
    return nullptr;
  Shape shape(Formula::shapeOf(x));
  if (rank == 3 && shape.size() == 2) {
    shape.push_back(1);
  } else if (rank == 3 && shape.size() == 1) {
    shape = {1, shape[0], 1};
  } else {
    while (static_cast<int64_t>(shape.size()) < rank)
      shape.insert(shape.begin(), 1);
  }
  return shape == Shape(Formula::shapeOf(x)) ? x : f.reshape(x, shape); // the array itself, no view of it
}

Value frontend::joinHandler(Call &call) {
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  std::vector<Value> arrays = readArrays(f, call[size_t(0)]);
  if (arrays.empty())
    return nullptr;
  for (Value &array : arrays) {
    if (name == "column_stack" && Formula::shapeOf(array).size() < 2)
      array = f.reshape(array, {-1, 1});
    else
      array = atLeast(f, array, name == "dstack" ? 3 : name == "vstack" || name == "row_stack" ? 2 : 1);
    if (!array)
      return nullptr;
  }
  for (Value &array : arrays) {
    auto *one = cast<JaxArray>(array);
    std::optional<DType> type = joinedType(call, Operand{array, one, {one->dtype, one->weak}}, one->dtype);
    if (!type || (*type != one->dtype && !(array = f.cast(array, *type))))
      return nullptr;
  }
  int64_t axis = name == "dstack" ? 2 : name == "column_stack" || (name == "hstack" && Formula::shapeOf(arrays[0]).size() != 1) ? 1 : 0;
  return join(f, arrays, axis);
}

Value frontend::appendHandler(Call &call) {
  Formula f(call);
  Value array = f.array(call["arr"]), values = array ? f.array(call["values"]) : nullptr;
  if (!values)
    return nullptr;
  if (isNone(call["axis"]))
    return join(f, {f.reshape(array, {-1}), f.reshape(values, {-1})}, 0);
  std::optional<int64_t> axis = f.axis(call["axis"], Formula::shapeOf(array).size());
  return axis ? join(f, {array, values}, *axis) : nullptr;
}

/// Lists within lists: the innermost are joined along the last axis, the next along the one before, ...
static Value joinBlocks(Formula &f, Value blocks, int64_t depth, int64_t rank) {
  auto *list = dyn_cast<ListObject>(blocks);
  if (!list)
    return atLeast(f, f.array(blocks), rank);
  std::vector<Value> parts;
  for (Value item : list->items) {
    Value part = joinBlocks(f, item, depth - 1, rank);
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  if (parts.empty())
    return f.evaluator.raise(DiagnosticId::valueError, "a list of `" + f.function + "` is empty");
  return join(f, parts, rank - depth);
}

Value frontend::blockHandler(Call &call) {
  Formula f(call);
  int64_t depth = 0, rank = 0;
  for (Value inner = call[size_t(0)]; auto *list = dyn_cast<ListObject>(inner); inner = list->items.front()) {
    if (list->items.empty() || ++depth > 32)
      return f.evaluator.raise(DiagnosticId::valueError, "a list of `" + f.function + "` is empty or nested too deep");
  }
  std::vector<Value> leaves = {call[size_t(0)]};
  while (!leaves.empty()) {
    Value leaf = leaves.back();
    leaves.pop_back();
    if (auto *list = dyn_cast<ListObject>(leaf)) {
      leaves.insert(leaves.end(), list->items.begin(), list->items.end());
      continue;
    }
    JaxArray *array = f.array(leaf);
    if (!array)
      return nullptr;
    rank = std::max<int64_t>(rank, array->shape().size());
  }
  return joinBlocks(f, call[size_t(0)], depth, std::max(rank, depth));
}

Value frontend::splitHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  llvm::StringRef name = call.entry->name;
  Value x = f.array(call[size_t(0)]);
  if (!x)
    return nullptr;
  int64_t rank = Formula::shapeOf(x).size();
  Value given = name == "vsplit" ? f.integer(0) : name == "hsplit" ? f.integer(rank > 1) : name == "dsplit" ? f.integer(2) : call["axis"];
  bool isNumpys = cast<JaxArray>(x)->flavour == Flavour::numpy;
  int64_t least = name == "hsplit" ? 1 : name == "vsplit" ? 2 : name == "dsplit" ? 3 : 0;
  if (isNumpys && rank < least)
    return evaluator.raise(DiagnosticId::valueError,
                           name.str() + " only works on arrays of " + std::to_string(least) + " or more dimensions");
  if (auto *number = llvm::dyn_cast<IntObject>(given); number && isNumpys && !least) {
    std::optional<int64_t> at = number->value.asInt64();
    if (!at || *at < -rank || *at >= rank)
      return evaluator.raise(DiagnosticId::indexError, "tuple index out of range");
  }
  std::optional<int64_t> axis = f.axis(given, rank);
  if (!axis)
    return nullptr;
  int64_t extent = Formula::shapeOf(x)[*axis];
  llvm::SmallVector<int64_t> ends;
  Value sections = call[size_t(1)];
  if (llvm::isa<IntObject>(sections)) {
    std::optional<int64_t> count = evaluator.toInt(sections, "indices_or_sections");
    if (!count)
      return nullptr;
    if (*count < 1 || *count > (1 << 20) || (name != "array_split" && extent % *count))
      return evaluator.raise(DiagnosticId::valueError, "an axis of " + std::to_string(extent) + " elements can't be split into " +
                                                           std::to_string(*count) + " equal parts", call.rangeOf("indices_or_sections"))
          .note("`jnp.array_split` makes parts that differ by one");
    for (int64_t k = 0, end = 0; k < *count; ++k)
      ends.push_back(end += extent / *count + (k < extent % *count));
  } else {
    std::optional<std::vector<int64_t>> indices = evaluator.toInts(sections, "indices_or_sections");
    if (!indices)
      return nullptr;
    for (int64_t index : *indices)
      ends.push_back(std::max<int64_t>(0, std::min(index < 0 ? index + extent : index, extent)));
    ends.push_back(extent);
  }
  std::vector<Value> parts;
  int64_t begin = 0;
  for (int64_t end : ends) {
    Value part = f.slice(x, *axis, begin, std::max<int64_t>(0, end - begin));
    if (part == x && isNumpys) // the whole is a view of the array, not the array
      part = evaluator.getItem(x, evaluator.ellipsis());
    if (!part)
      return nullptr;
    parts.push_back(part);
    begin = end;
  }
  return evaluator.list(parts);
}

Value frontend::unstackHandler(Call &call) {
  Formula f(call);
  Value x = f.array(call["x"]);
  std::optional<int64_t> axis = x ? f.axis(call["axis"], Formula::shapeOf(x).size()) : std::nullopt;
  if (!axis)
    return nullptr;
  Shape shape(Formula::shapeOf(x));
  int64_t extent = shape[*axis];
  shape.erase(shape.begin() + *axis);
  std::vector<Value> parts;
  for (int64_t k = 0; k < extent; ++k) {
    Value part = f.evaluator.step() ? f.reshape(f.slice(x, *axis, k, 1), shape) : nullptr;
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  return f.evaluator.tuple(parts);
}

Value frontend::atleastHandler(Call &call) {
  Formula f(call);
  int64_t rank = llvm::StringRef(call.entry->name)[8] - '0'; // atleast_Nd
  std::vector<Value> results;
  for (Value item : cast<TupleObject>(call[size_t(0)])->items)
    if (!results.emplace_back(atLeast(f, f.array(item), rank)))
      return nullptr;
  return results.size() == 1 ? results[0] : f.evaluator.list(results);
}

Value frontend::broadcastArraysHandler(Call &call) {
  Formula f(call);
  llvm::SmallVector<Operand> operands;
  for (Value item : cast<TupleObject>(call[size_t(0)])->items) {
    JaxArray *array = f.array(item);
    if (!array)
      return nullptr;
    operands.push_back({array, array, {array->dtype, array->weak}});
  }
  std::optional<Shape> shape = broadcastOperands(f.evaluator, operands, f.function);
  std::vector<Value> results;
  for (const Operand &operand : operands) {
    bool isWhole = shape && operand.shape() == llvm::ArrayRef<int64_t>(*shape) &&
                   cast<JaxArray>(operand.object)->flavour == Flavour::numpy;
    if (!shape || !results.emplace_back(isWhole ? operand.object : f.broadcastTo(operand.object, *shape)))
      return nullptr;
  }
  return f.evaluator.list(results);
}

Value frontend::meshgridHandler(Call &call) {
  Formula f(call);
  std::optional<std::string> indexing = f.evaluator.toString(call["indexing"], "indexing");
  std::optional<bool> sparse = indexing ? f.evaluator.truth(call["sparse"]) : std::nullopt;
  std::optional<bool> copy = sparse ? f.evaluator.truth(call["copy"]) : std::nullopt;
  if (!copy)
    return nullptr;
  if (*indexing != "xy" && *indexing != "ij")
    return f.evaluator.raise(DiagnosticId::valueError, "`indexing` is `" + *indexing + "`, expected `xy` or `ij`", call.rangeOf("indexing"));
  std::vector<Value> lines;
  Shape shape;
  for (Value item : cast<TupleObject>(call[size_t(0)])->items) {
    Value line = f.reshape(f.array(item), {-1});
    if (!line)
      return nullptr;
    shape.push_back(Formula::shapeOf(line)[0]);
    lines.push_back(line);
  }
  auto axisOf = [&](size_t k) { return *indexing == "xy" && lines.size() > 1 && k < 2 ? 1 - k : k; };
  Shape full(shape);
  for (size_t k = 0; k < shape.size(); ++k)
    full[axisOf(k)] = shape[k];
  for (size_t k = 0; k < lines.size(); ++k) {
    Shape spread(shape.size(), 1);
    spread[axisOf(k)] = shape[k];
    lines[k] = f.reshape(lines[k], spread);
    if (Value narrow = lines[k]; narrow && !*sparse) {
      lines[k] = f.broadcastTo(narrow, full);
      if (lines[k] && !*copy)
        markBroadcast(f.evaluator, narrow, lines[k]);
    }
    if (!lines[k])
      return nullptr;
    if (auto *line = cast<JaxArray>(lines[k]); *copy) // a value of its own
      lines[k] = wrap(f.evaluator, line->value, {line->dtype, line->weak}, line->flavour);
  }
  return f.evaluator.list(lines);
}

Value frontend::indicesHandler(Call &call) {
  Formula f(call);
  Flavour flavour = llvm::StringRef(call.entry->module) == "numpy" ? Flavour::numpy : Flavour::jax;
  std::optional<std::vector<int64_t>> given = f.evaluator.toShape(call["dimensions"], "dimensions");
  std::optional<DType> type = given ? toDType(f.evaluator, call["dtype"], "dtype", indexType(flavour), flavour == Flavour::jax) : std::nullopt;
  std::optional<bool> sparse = type ? f.evaluator.truth(call["sparse"]) : std::nullopt;
  if (!sparse)
    return nullptr;
  std::vector<Value> grids;
  Shape shape(given->begin(), given->end()), row(shape);
  row.insert(row.begin(), 1);
  for (int64_t extent : shape)
    if (extent < 0)
      return f.evaluator.raise(DiagnosticId::valueError, "the shape " + formatShape(shape) + " has a negative size");
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    Shape line(shape.size(), 1);
    line[axis] = shape[axis];
    Value grid = *sparse ? f.iota(line, axis, *type, flavour) : f.reshape(f.iota(shape, axis, *type, flavour), row);
    grids.push_back(grid);
  }
  return *sparse || grids.empty() ? Value(f.evaluator.tuple(grids)) : f.concatenate(grids, 0);
}
