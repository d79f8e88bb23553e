// SPDX-License-Identifier: Apache-2.0
// Elements and slices chosen by computed indices, as functions: `take` and its kin, `jnp.select`, and lax's slices along one axis.
#include "compiler/frontend/library/jax/Joining.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Selection.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// An array of integers as `Selection` takes it. Null with an exception pending.
static mlir::Value readIndices(Formula &f, Value given) {
  JaxArray *indices = f.array(given);
  if (!indices)
    return {};
  if (!numerics::isInteger(indices->dtype)) {
    f.evaluator.raise(DiagnosticId::typeError, "`" + f.function + "` needs integers as indices, not `" + std::string(numerics::getName(indices->dtype)) + "`");
    return {};
  }
  mlir::Value value = useHere(f.evaluator, indices);
  bool wide = numerics::getBitWidth(indices->dtype) > 32 || indices->dtype == DType::uint32;
  return value ? emitterHere(f.evaluator).cast(value, indices->dtype, wide ? DType::int64 : DType::int32) : mlir::Value();
}

static bool hasParameter(Call &call, llvm::StringRef name) {
  return llvm::any_of(*call.parameters, [&](const ParameterInfo &parameter) { return parameter.name == name; });
}

/// `mode` None is NumPy's error, which a run can't raise here, and JAX's fill; NumPy's indices are taken to be inside.
static bool readOptions(Call &call, JaxArray *x, PlaceOptions &options) {
  options.mode = x->flavour == Flavour::numpy ? OutOfBounds::clip : OutOfBounds::fill;
  Value mode = call["mode"];
  if (!isNone(mode)) {
    if (auto *text = dyn_cast<StrObject>(mode); text && text->value == "raise" && x->flavour == Flavour::numpy)
      return true;
    if (!readMode(call.evaluator, mode, options))
      return false;
    if (auto *text = dyn_cast<StrObject>(mode))
      options.wrapsNegative = text->value != "clip"; // there negative indices are clipped to 0
  }
  if (hasParameter(call, "fill_value") && !isNone(call["fill_value"]))
    options.fillValue = call["fill_value"];
  return true;
}

Value frontend::takeHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(receiver(call));
  PlaceOptions options;
  if (!x || !refuseArguments(call, {"out"}, true) || !readOptions(call, x, options))
    return nullptr;
  int64_t axis = 0;
  if (isNone(call["axis"])) {
    x = llvm::cast_or_null<JaxArray>(f.reshape(x, {-1}));
  } else {
    std::optional<int64_t> given = f.axis(call["axis"], x->shape().size());
    if (!given)
      return nullptr;
    axis = *given;
  }
  mlir::Value indices = x ? readIndices(f, call["indices"]) : mlir::Value();
  if (!indices)
    return nullptr;
  bool raises =
      x->flavour == Flavour::numpy &&
      (isNone(call["mode"]) || (isa<StrObject>(call["mode"]) && cast<StrObject>(call["mode"])->value == "raise"));
  if (mlir::DenseIntElementsAttr known; raises && mlir::matchPattern(indices, mlir::m_Constant(&known)))
    for (const llvm::APInt &index : known)
      if (int64_t at = index.getSExtValue(), extent = x->shape()[axis]; at < -extent || at >= extent)
        return f.evaluator.raise(DiagnosticId::indexError, "index " + std::to_string(at) +
                                                               " is out of bounds for axis " + std::to_string(axis) +
                                                               " with size " + std::to_string(extent));
  if (x->shape()[axis] == 0 && countElements(tile::getShape(indices.getType())) != 0)
    return f.evaluator.raise(DiagnosticId::indexError, "`" + f.function + "` chooses from an axis without elements");
  Selection selection(f.evaluator, x, options);
  selection.choose({axis}, {indices});
  return selection.get();
}

/// Index arrays for all axes: `indices` along `axis`, each element's own index along the others. `shape` is what both broadcast to.
static bool chooseAlong(Formula &f, JaxArray *x, mlir::Value indices, int64_t axis, llvm::SmallVectorImpl<mlir::Value> &all) {
  Shape shape(tile::getShape(indices.getType()));
  if (shape.size() != x->shape().size())
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs indices with as many axes as the array: " + formatShape(shape) + " but " +
                                                           formatShape(x->shape())), false;
  for (auto [position, extent] : llvm::enumerate(x->shape())) {
    int64_t at = position;
    if (at == axis)
      continue;
    if (shape[at] != extent && shape[at] != 1 && extent != 1)
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "the shapes of `" + f.function + "` do not go together: " + formatShape(x->shape()) + " but the indices are " +
                                                                formatShape(shape)), false;
    if (shape[at] == 1)
      shape[at] = extent;
  }
  Emitter emitter = emitterHere(f.evaluator);
  for (auto [position, extent] : llvm::enumerate(x->shape())) {
    int64_t at = position;
    if (at == axis)
      all.push_back(emitter.broadcastTo(indices, shape));
    else if (extent == 1)
      all.push_back(emitter.constantInt(0, DType::int32, shape));
    else
      all.push_back(emitter.iota(shape, at, DType::int32));
  }
  return true;
}

static llvm::SmallVector<int64_t> allAxes(JaxArray *x) {
  llvm::SmallVector<int64_t> axes;
  for (size_t axis = 0; axis < x->shape().size(); ++axis)
    axes.push_back(axis);
  return axes;
}

Value frontend::takeAlongAxisHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["arr"]);
  PlaceOptions options;
  if (!x || !readOptions(call, x, options))
    return nullptr;
  mlir::Value indices = readIndices(f, call["indices"]);
  if (indices && isNone(call["axis"])) {
    x = llvm::cast_or_null<JaxArray>(f.reshape(x, {-1}));
    indices = emitterHere(f.evaluator).reshape(indices, {countElements(tile::getShape(indices.getType()))});
  }
  std::optional<int64_t> axis = !indices || !x ? std::nullopt : isNone(call["axis"]) ? std::optional<int64_t>(0) : f.axis(call["axis"], x->shape().size());
  llvm::SmallVector<mlir::Value> all;
  if (!axis || !chooseAlong(f, x, indices, *axis, all))
    return nullptr;
  Selection selection(f.evaluator, x, options);
  selection.choose(allAxes(x), all);
  return selection.get();
}

Value frontend::putAlongAxisHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["arr"]);
  if (!x)
    return nullptr;
  std::optional<bool> inplace = f.evaluator.truth(call["inplace"]);
  if (!inplace || *inplace)
    return inplace ? Value(f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` can't change an array in place").note("say `inplace=False` and use the result"))
                   : nullptr;
  mlir::Value indices = readIndices(f, call["indices"]);
  std::optional<int64_t> axis = indices ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  llvm::SmallVector<mlir::Value> all;
  PlaceOptions options;
  if (!axis || !readMode(f.evaluator, call["mode"], options) || !chooseAlong(f, x, indices, *axis, all))
    return nullptr;
  Selection selection(f.evaluator, x, options);
  selection.choose(allAxes(x), all);
  return selection.put(call["values"], tile::Atomic::exchange);
}

/// The first choice whose condition holds.
Value frontend::selectHandler(Call &call) {
  Formula f(call);
  std::optional<std::vector<Value>> conditions = f.evaluator.toVector(call["condlist"]), choices;
  if (conditions)
    choices = f.evaluator.toVector(call["choicelist"]);
  if (!choices)
    return nullptr;
  if (conditions->size() != choices->size() || conditions->empty())
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` has " + std::to_string(conditions->size()) + " conditions and " +
                                                           std::to_string(choices->size()) + " choices");
  Value result = call["default"];
  for (size_t k = choices->size(); k-- > 0 && result;)
    result = f.where(f.array((*conditions)[k]), f.array((*choices)[k]), result);
  return layOut(f.evaluator, result, "C", nullptr);
}

/// `jnp.choose(a, choices, mode)`: element i is choices[a[i]][i].
Value frontend::chooseHandler(Call &call) {
  Formula f(call);
  std::optional<std::vector<Value>> choices = f.evaluator.toVector(call["choices"]);
  std::optional<std::string> mode = choices ? f.evaluator.toString(call["mode"], "mode") : std::nullopt;
  JaxArray *index = mode ? f.array(call[size_t(0)]) : nullptr;
  if (!index)
    return nullptr;
  int64_t count = choices->size();
  if (*mode == "raise" && count != 0 && index->flavour == Flavour::numpy && !index->traced) {
    std::optional<numerics::Array> known = f.evaluator.force(index);
    if (!known)
      return nullptr;
    for (int64_t k = 0; k < known->size(); ++k)
      if (known->getInt(k) < 0 || known->getInt(k) >= count)
        return f.evaluator.raise(DiagnosticId::valueError, "invalid entry in choice array");
  } else if (*mode == "raise" || count == 0)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs the mode `wrap` or `clip`: an index outside can't raise here");
  Value place = *mode == "wrap" ? f.binary(Binary::floorRemainder, index, f.integer(count)) : f.min(f.max(index, f.integer(0)), f.integer(count - 1));
  Value result = f.array(choices->back());
  if (count == 1) // of the index's shape all the same
    result = f.where(f.compare(Compare::eq, place, f.integer(0)), result, result);
  for (int64_t k = count - 1; k-- > 0 && result;)
    result = f.where(f.compare(Compare::eq, place, f.integer(k)), f.array((*choices)[k]), result);
  return layOut(f.evaluator, result, "C", nullptr);
}

//===-- lax's slices ------------------------------------------------------------------------------------------===//

Value frontend::laxSliceHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  llvm::StringRef name = call.entry->name;
  JaxArray *x = f.array(call["operand"]);
  if (!x)
    return nullptr;
  int64_t rank = x->shape().size();
  auto outside = [&](int64_t axis) {
    return evaluator.raise(DiagnosticId::outOfBounds, "`" + f.function + "` reaches outside axis " + std::to_string(axis) + ", which has " +
                                                          std::to_string(x->shape()[axis]) + " elements");
  };
  if (name == "index_in_dim") {
    std::optional<int64_t> index = evaluator.toInt(call["index"], "index"), axis = index ? f.axis(call["axis"], rank) : std::nullopt;
    std::optional<bool> keepDims = axis ? evaluator.truth(call["keepdims"]) : std::nullopt;
    if (!keepDims)
      return nullptr;
    int64_t extent = x->shape()[*axis], wrapped = *index < 0 ? *index + extent : *index;
    if (wrapped < 0 || wrapped >= extent)
      return outside(*axis);
    Shape shape(x->shape());
    shape.erase(shape.begin() + *axis);
    Value part = f.slice(x, *axis, wrapped, 1);
    return *keepDims ? part : f.reshape(part, shape);
  }
  std::vector<int64_t> starts, limits, strides;
  int64_t first = 0;
  if (name == "slice_in_dim") {
    std::optional<int64_t> axis = f.axis(call["axis"], rank);
    if (!axis)
      return nullptr;
    int64_t extent = x->shape()[*axis];
    auto read = [&](llvm::StringRef what, int64_t absent) {
      std::optional<int64_t> value = isNone(call[what]) ? std::optional<int64_t>(absent) : evaluator.toInt(call[what], what);
      return value && *value < 0 ? std::optional<int64_t>(*value + extent) : value;
    };
    std::optional<int64_t> start = read("start_index", 0), limit = start ? read("limit_index", extent) : std::nullopt;
    std::optional<int64_t> stride = limit ? evaluator.toInt(call["stride"], "stride") : std::nullopt;
    if (!stride)
      return nullptr;
    first = *axis;
    starts = {*start};
    limits = {*limit};
    strides = {*stride};
  } else {
    std::optional<std::vector<int64_t>> a = evaluator.toShape(call["start_indices"], "start_indices"), b, c;
    b = a ? evaluator.toShape(call["limit_indices"], "limit_indices") : std::nullopt;
    c = b ? (isNone(call["strides"]) ? std::vector<int64_t>(rank, 1) : evaluator.toShape(call["strides"], "strides")) : std::nullopt;
    if (!c)
      return nullptr;
    if (static_cast<int64_t>(a->size()) != rank || static_cast<int64_t>(b->size()) != rank || static_cast<int64_t>(c->size()) != rank)
      return evaluator.raise(DiagnosticId::valueError, "`lax.slice` needs one start, limit and stride an axis: the array has " + std::to_string(rank));
    starts = *a;
    limits = *b;
    strides = *c;
  }
  Value result = x;
  for (size_t k = 0; k < starts.size() && result; ++k) {
    int64_t axis = first + static_cast<int64_t>(k);
    if (starts[k] < 0 || limits[k] > x->shape()[axis] || starts[k] > limits[k] || strides[k] < 1)
      return outside(axis);
    result = f.slice(result, axis, starts[k], (limits[k] - starts[k] + strides[k] - 1) / strides[k], strides[k]);
  }
  return result;
}

/// An index along one axis as an AxisIndex: JAX wraps it once when negative and moves the window inside.
static bool readStart(Formula &f, Value start, int64_t extent, int64_t size, AxisIndex &axis) {
  axis.size = size;
  if (size > extent)
    return f.evaluator.raise(DiagnosticId::shapeMismatch, "`" + f.function + "` takes " + std::to_string(size) + " elements of an axis of " + std::to_string(extent)), false;
  auto *array = dyn_cast<ArrayObject>(start);
  std::optional<int64_t> known = array ? getKnownInteger(array->value) : f.evaluator.toInt(start, "start_index");
  if (known) {
    int64_t wrapped = *known < 0 ? *known + extent : *known;
    axis.offset = std::max<int64_t>(0, std::min(wrapped, extent - size));
    return true;
  }
  if (!array)
    return false;
  if (!array->shape().empty() || !numerics::isInteger(array->dtype))
    return f.evaluator.raise(DiagnosticId::typeError, "the start index of `" + f.function + "` is not one integer"), false;
  Value wrapped = numerics::isUnsigned(array->dtype) ? start : f.where(f.compare(Compare::lt, start, f.integer(0)), f.add(start, f.integer(extent)), start);
  Value index = f.cast(wrapped, DType::int32);
  if (index)
    axis.computed = cast<ArrayObject>(index)->value;
  return index != nullptr;
}

static bool makeWindow(Formula &f, JaxArray *x, int64_t axis, Value start, int64_t size, llvm::SmallVector<AxisIndex> &axes) {
  for (int64_t extent : x->shape())
    axes.push_back({0, {}, extent});
  return readStart(f, start, x->shape()[axis], size, axes[axis]);
}

Value frontend::dynamicSliceInDimHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  bool isIndex = llvm::StringRef(call.entry->name) == "dynamic_index_in_dim";
  std::optional<int64_t> axis = x ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  std::optional<int64_t> size = axis ? (isIndex ? std::optional<int64_t>(1) : f.evaluator.toInt(call["slice_size"], "slice_size")) : std::nullopt;
  llvm::SmallVector<AxisIndex> axes;
  if (!size || !makeWindow(f, x, *axis, call[isIndex ? "index" : "start_index"], *size, axes))
    return nullptr;
  std::optional<bool> keepDims = isIndex ? f.evaluator.truth(call["keepdims"]) : std::optional<bool>(true);
  mlir::Value source = keepDims ? useHere(f.evaluator, x) : nullptr;
  if (!source)
    return nullptr;
  axes[*axis].dropped = !*keepDims;
  SliceParts parts = toSliceParts(axes);
  Shape shape;
  for (const AxisIndex &one : axes)
    if (!one.dropped)
      shape.push_back(one.size);
  mlir::Type type = tile::getArrayType(shape, tile::getElementType(source.getType()));
  mlir::Value result = emitterHere(f.evaluator).create<tile::SliceValueOp>(type, source, parts.offsets, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  return wrap(f.evaluator, result, {x->dtype, x->weak}, x->flavour);
}

Value frontend::dynamicUpdateInDimHandler(Call &call) {
  Formula f(call);
  JaxArray *x = f.array(call["operand"]);
  bool isIndex = llvm::StringRef(call.entry->name) == "dynamic_update_index_in_dim";
  std::optional<int64_t> axis = x ? f.axis(call["axis"], x->shape().size()) : std::nullopt;
  Value update = axis ? f.cast(call["update"], x->dtype) : nullptr;
  if (!update)
    return nullptr;
  Shape shape(Formula::shapeOf(update));
  if (isIndex && shape.size() + 1 == x->shape().size()) {
    shape.insert(shape.begin() + *axis, 1);
    update = f.reshape(update, shape);
  }
  bool fits = shape.size() == x->shape().size();
  for (size_t k = 0; fits && k < shape.size(); ++k)
    fits = shape[k] == x->shape()[k] || static_cast<int64_t>(k) == *axis;
  if (!fits)
    return f.evaluator.raise(DiagnosticId::shapeMismatch, "`" + f.function + "`: the update is " + formatShape(shape) + " but the array is " + formatShape(x->shape()));
  llvm::SmallVector<AxisIndex> axes;
  if (!update || !makeWindow(f, x, *axis, call[isIndex ? "index" : "start_index"], shape[*axis], axes))
    return nullptr;
  mlir::Value source = useHere(f.evaluator, x);
  if (!source)
    return nullptr;
  SliceParts parts = toSliceParts(axes);
  mlir::Value result = emitterHere(f.evaluator).create<tile::UpdateSliceOp>(source.getType(), source, cast<ArrayObject>(update)->value, parts.offsets, parts.staticOffsets,
                                                                            parts.strides);
  return wrap(f.evaluator, result, {x->dtype, x->weak}, x->flavour);
}
