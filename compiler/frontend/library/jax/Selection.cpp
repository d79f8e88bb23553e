// SPDX-License-Identifier: Apache-2.0
// A key becomes: a slice of the array over the axes that are not chosen by indices, then one `tile.take` or `tile.put`, then the
// axes brought to NumPy's order. Indices that are known are settled here; the rest is a few operations on the index arrays.
#include "compiler/frontend/library/jax/Selection.h"
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool Selection::isNeeded(Value key, bool alsoScalars) {
  auto needs = [&](Value item) {
    auto *index = dyn_cast<ArrayObject>(item);
    return isa<ListObject>(item) ||
           (index && (!index->shape().empty() || index->dtype == DType::boolean || (alsoScalars && !getKnownInteger(index->value))));
  };
  auto *tuple = dyn_cast<TupleObject>(key);
  return tuple ? llvm::any_of(tuple->items, needs) : needs(key);
}

mlir::Value frontend::missingValue(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape) {
  if (numerics::isFloat(type))
    return emitter.constant(std::nan(""), type, shape);
  if (numerics::isSigned(type))
    return emitter.constantInt(-(int64_t(1) << (numerics::getBitWidth(type) - 1)), type, shape);
  return emitter.constantInt(-1, type, shape); // all ones: the greatest unsigned integer, True
}

bool frontend::readMode(Evaluator &evaluator, Value given, PlaceOptions &options) {
  if (isNone(given))
    return true;
  std::optional<std::string> mode = evaluator.toString(given, "mode");
  if (!mode)
    return false;
  if (*mode == "fill" || *mode == "drop")
    options.mode = OutOfBounds::fill;
  else if (*mode == "clip" || *mode == "promise_in_bounds")
    options.mode = OutOfBounds::clip;
  else if (*mode == "wrap")
    options.mode = OutOfBounds::wrap;
  else if (*mode == "raise")
    return evaluator.notSupported("the mode `raise`: an index outside is no error under JAX"), false;
  else
    return evaluator.raise(DiagnosticId::valueError, "the mode `" + *mode + "` is none of `fill`, `drop`, `clip`, `wrap` and `promise_in_bounds`"), false;
  return true;
}

//===-- reading -----------------------------------------------------------------------------------------------===//

static Value wholeSlice(Evaluator &evaluator) { return evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none()); }

/// A mask stands for one index array an axis of its: the places where it is true.
bool Selection::readMask(ArrayObject *mask, std::vector<Value> &items) {
  if (mask->shape().empty())
    return evaluator.notSupported("indexing with a boolean without axes"), false;
  if (mask->traced || isTracing(evaluator))
    return evaluator
        .raise(DiagnosticId::tracedBool, "a boolean index decides the result's shape, and only the run knows " + describe(evaluator, mask))
        .note("use `jnp.where(mask, x, other)`, which keeps the shape"), false;
  std::optional<numerics::Array> elements = evaluator.force(mask);
  if (!elements)
    return false;
  llvm::ArrayRef<int64_t> shape = mask->shape();
  std::vector<llvm::SmallVector<int64_t>> places(shape.size());
  for (int64_t flat = 0; flat < elements->size(); ++flat) {
    int64_t rest = flat;
    for (size_t axis = shape.size(); elements->getInt(flat) && axis-- > 0; rest /= shape[axis])
      places[axis].push_back(rest % shape[axis]);
  }
  for (const auto &list : places) {
    int64_t count = list.size();
    Emitter emitter = emitterHere(evaluator);
    mlir::Value indices = count ? emitter.constantIntElements(list, DType::int32, {count}) : emitter.constantInt(0, DType::int32, {0});
    items.push_back(wrap(evaluator, indices, DType::int32, array->flavour));
  }
  return true;
}

static bool isScalarIndex(Value item) {
  auto *index = dyn_cast<ArrayObject>(item);
  return isa<IntObject>(item) || (index && index->shape().empty());
}

/// An index array or scalar for `axis`.
bool Selection::addIndex(int64_t axis, Value item) {
  Emitter emitter = emitterHere(evaluator);
  if (auto *integer = dyn_cast<IntObject>(item)) {
    std::optional<int64_t> known = integer->value.asInt64();
    if (!known || *known != static_cast<int32_t>(*known))
      return evaluator.raise(DiagnosticId::indexError, "the index " + integer->value.toString() + " does not fit 32 bits"), false;
    chosen.push_back({axis, emitter.constantInt(*known, DType::int32), DType::int32});
    return true;
  }
  auto *index = cast<ArrayObject>(item);
  if (!numerics::isInteger(index->dtype))
    return evaluator.raise(DiagnosticId::typeError, "an index of " + describe(evaluator, array) + " is a `" +
                                                        std::string(numerics::getName(index->dtype)) + "` array, not one of integers"), false;
  mlir::Value value = useHere(evaluator, index);
  if (!value)
    return false;
  unsigned width = numerics::getBitWidth(index->dtype);
  DType type = width > 32 || index->dtype == DType::uint32 ? DType::int64 : DType::int32;
  std::optional<Shape> joined = broadcastShapes(indexShape, tile::getShape(value.getType()));
  if (!joined && array->flavour == Flavour::numpy)
    return evaluator.raise(DiagnosticId::indexError, "shape mismatch: indexing arrays could not be broadcast together with shapes " + formatNumpyShape(indexShape) + " " + formatNumpyShape(index->shape()) + " "), false;
  if (!joined)
    return evaluator.raise(DiagnosticId::shapeMismatch, "the index arrays of " + describe(evaluator, array) + " do not go together: " +
                                                            formatShape(indexShape) + " but " + describe(evaluator, index) + " is " +
                                                            formatShape(index->shape())), false;
  indexShape = *joined;
  chosen.push_back({axis, emitter.cast(value, index->dtype, type), type});
  return true;
}

/// The elements of a constant.
static llvm::SmallVector<int64_t> knownIntegers(mlir::Value value) {
  mlir::Attribute attribute;
  llvm::SmallVector<int64_t> numbers;
  if (mlir::matchPattern(value, mlir::m_Constant(&attribute))) {
    if (auto integer = dyn_cast<mlir::IntegerAttr>(attribute))
      numbers.push_back(integer.getValue().getSExtValue());
    else if (auto dense = dyn_cast<mlir::DenseIntElementsAttr>(attribute))
      for (const llvm::APInt &number : dense)
        numbers.push_back(number.getSExtValue());
  }
  return numbers;
}

static std::optional<int64_t> findOutside(mlir::Value index, int64_t extent) {
  for (int64_t number : knownIntegers(index))
    if (number < -extent || number >= extent)
      return number;
  return std::nullopt;
}

/// Counts negative indices from the end and does what the mode asks for; known indices are settled while compiling.
Selection::Chosen Selection::settle(Chosen one) {
  Emitter emitter = emitterHere(evaluator);
  int64_t extent = array->shape()[one.axis];
  Shape shape(tile::getShape(one.index.getType()));
  llvm::SmallVector<int64_t> numbers = knownIntegers(one.index);
  if (!numbers.empty()) {
    one.inside = true;
    for (int64_t &number : numbers) {
      if (options.mode == OutOfBounds::wrap)
        number = ((number % extent) + extent) % extent;
      else if (number < 0 && options.wrapsNegative)
        number += extent;
      one.inside &= number >= 0 && number < extent;
    }
    one.index = emitter.constantIntElements(numbers, one.type, shape);
    return one;
  }
  auto splat = [&](int64_t value) { return emitter.constantInt(value, one.type, shape); };
  if (options.mode == OutOfBounds::wrap) {
    one.index = emitter.binary(Binary::floorRemainder, one.index, splat(extent), one.type);
    one.inside = true;
  } else if (options.wrapsNegative && !one.index.getDefiningOp<tile::IotaOp>()) {
    mlir::Value negative = emitter.compare(Compare::lt, one.index, splat(0), one.type);
    one.index = emitter.select(negative, emitter.binary(Binary::add, one.index, splat(extent), one.type), one.index);
  }
  return one;
}

bool Selection::finish() {
  for (Chosen &one : chosen) {
    if (array->shape()[one.axis] == 0 && countElements(indexShape) != 0)
      return evaluator.raise(DiagnosticId::indexError, "axis " + std::to_string(one.axis) + " of " + describe(evaluator, array) +
                                                           " has no elements to choose from"), false;
    int64_t extent = array->shape()[one.axis];
    std::optional<int64_t> outside = options.checksKnown ? findOutside(one.index, extent) : std::nullopt;
    if (outside)
      return evaluator.raise(DiagnosticId::indexError, "index " + std::to_string(*outside) + " is out of bounds for axis " + std::to_string(one.axis) + " with size " +
                                                           std::to_string(extent)), false;
    if (extent != 0)
      one = settle(one);
  }
  return true;
}

bool Selection::read(Value key) {
  std::vector<Value> given = {key}, items;
  if (auto *tuple = dyn_cast<TupleObject>(key))
    given = tuple->items;
  int64_t rank = array->shape().size(), consumed = 0, ellipses = 0;
  for (Value item : given) {
    if (isa<ListObject>(item)) {
      if (array->flavour == Flavour::jax)
        return evaluator.raise(DiagnosticId::typeError, "an array can't be indexed with a list").note("use a tuple, or `jnp.array([...])`"), false;
      if (!(item = makeJaxArray(evaluator, item, std::nullopt, Flavour::numpy)))
        return false;
      if (cast<ArrayObject>(item)->shape() == llvm::ArrayRef<int64_t>{0}) // np.array([]) is of floats
        item = wrap(evaluator, emitterHere(evaluator).constantInt(0, DType::int32, {0}), DType::int32, Flavour::numpy);
    }
    auto *index = dyn_cast<ArrayObject>(item);
    if (index && index->dtype == DType::boolean) {
      size_t before = items.size();
      if (!readMask(index, items))
        return false;
      for (size_t k = 0; k < items.size() - before; ++k)
        if (consumed + static_cast<int64_t>(k) < rank && ellipses == 0 && index->shape()[k] != array->shape()[consumed + k])
          return evaluator.raise(DiagnosticId::indexError,
                                 array->flavour == Flavour::numpy
                                     ? "boolean index did not match indexed array along axis " + std::to_string(consumed + k) + "; size of axis is " + std::to_string(array->shape()[consumed + k]) +
                                           " but size of corresponding boolean axis is " + std::to_string(index->shape()[k])
                                     : "the mask " + describe(evaluator, index) + " is " + formatShape(index->shape()) + " but the array is " + formatShape(array->shape())),
                 false;
      consumed += items.size() - before;
      continue;
    }
    items.push_back(item);
    ellipses += isEllipsis(item);
    consumed += !isNone(item) && !isEllipsis(item);
  }
  std::string name = describe(evaluator, array);
  if (ellipses > 1)
    return evaluator.raise(DiagnosticId::indexError, "an index can have only one `...`"), false;
  if (consumed > rank)
    return evaluator.raise(DiagnosticId::indexError, name + " has " + std::to_string(rank) + (rank == 1 ? " axis" : " axes") +
                                                         " but is indexed with " + std::to_string(consumed)), false;
  // Slices are read by themselves; where indices stand, the whole axis is left to them.
  std::vector<Value> plain;
  for (Value item : items) {
    int64_t axis = plain.size();
    if (isNone(item)) {
      parts.push_back({Part::fresh});
    } else if (isEllipsis(item)) {
      if (rank == consumed && array->flavour != Flavour::torch)
        parts.push_back({Part::gap});
      for (int64_t rest = rank - consumed; rest-- > 0;) {
        parts.push_back({Part::slice, static_cast<int64_t>(plain.size())});
        plain.push_back(wholeSlice(evaluator));
      }
    } else if (isScalarIndex(item) || isa<ArrayObject>(item)) {
      if (!addIndex(axis, item))
        return false;
      parts.push_back({Part::chosen, axis});
      plain.push_back(wholeSlice(evaluator));
    } else {
      parts.push_back({Part::slice, axis});
      plain.push_back(item);
    }
  }
  while (static_cast<int64_t>(plain.size()) < rank) {
    parts.push_back({Part::slice, static_cast<int64_t>(plain.size())});
    plain.push_back(wholeSlice(evaluator));
  }
  std::optional<Index> index = parseIndex(evaluator, evaluator.tuple(plain), array->shape(), IndexBounds::clamp, name);
  if (!index)
    return false;
  slices = index->axes;
  return finish();
}

void Selection::choose(llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<mlir::Value> indices) {
  for (auto [axis, extent] : llvm::enumerate(array->shape())) {
    bool isChosen = llvm::is_contained(axes, static_cast<int64_t>(axis));
    parts.push_back({isChosen ? Part::chosen : Part::slice, static_cast<int64_t>(axis)});
    slices.push_back({0, {}, extent});
  }
  for (auto [axis, index] : llvm::zip(axes, indices)) {
    indexShape.assign(tile::getShape(index.getType()).begin(), tile::getShape(index.getType()).end());
    DType type = tile::getElementType(index.getType()).isInteger(64) ? DType::int64 : DType::int32;
    chosen.push_back({axis, index, type});
  }
  (void)finish();
}

//===-- what the key chooses ------------------------------------------------------------------------------------===//

/// `tile.take` gives the index arrays' axes and then the slices'. Where the chosen parts stand side by side, the index axes go there.
llvm::SmallVector<int64_t> Selection::orderOfParts(Shape *ordered) const {
  size_t first = parts.size(), last = 0;
  for (auto [position, part] : llvm::enumerate(parts))
    if (part.kind == Part::chosen) {
      first = std::min<size_t>(first, position);
      last = position;
    }
  bool together = true;
  for (size_t position = first; position < last; ++position)
    together &= parts[position].kind == Part::chosen;
  llvm::SmallVector<int64_t> order;
  int64_t indexRank = indexShape.size(), next = indexRank;
  auto addIndexAxes = [&] {
    for (int64_t axis = 0; axis < indexRank; ++axis) {
      order.push_back(axis);
      if (ordered)
        ordered->push_back(indexShape[axis]);
    }
  };
  if (!together)
    addIndexAxes();
  for (auto [position, part] : llvm::enumerate(parts)) {
    if (part.kind == Part::chosen && together && position == first)
      addIndexAxes();
    if (part.kind == Part::fresh && ordered)
      ordered->push_back(1);
    if (part.kind != Part::slice)
      continue;
    order.push_back(next++);
    if (ordered)
      ordered->push_back(slices[part.axis].size);
  }
  return order;
}

Shape Selection::resultShape() const {
  Shape shape;
  (void)orderOfParts(&shape);
  return shape;
}

bool Selection::isWhole() const {
  return llvm::all_of(llvm::enumerate(slices), [&](const auto &entry) {
    const AxisIndex &axis = entry.value();
    return !axis.computed && axis.offset == 0 && axis.stride == 1 && axis.size == array->shape()[entry.index()];
  });
}

mlir::Value Selection::emitPart(mlir::Value whole) {
  if (isWhole())
    return whole;
  SliceParts slice = toSliceParts(slices);
  mlir::Type type = tile::getArrayType(slice.sizes, tile::getElementType(whole.getType()));
  return emitterHere(evaluator).create<tile::SliceValueOp>(type, whole, slice.offsets, slice.staticOffsets, slice.sizes, slice.strides, slice.dropped);
}

llvm::SmallVector<mlir::Value> Selection::spread() {
  Emitter emitter = emitterHere(evaluator);
  // `tile.take` wants all index arrays of one element type, or any: only the shape is shared.
  llvm::SmallVector<mlir::Value> indices;
  for (const Chosen &one : chosen)
    indices.push_back(emitter.broadcastTo(one.index, indexShape));
  return indices;
}

/// Where all indices are inside; null when they are known to be.
mlir::Value Selection::insideMask() {
  Emitter emitter = emitterHere(evaluator);
  mlir::Value mask;
  for (const Chosen &one : chosen) {
    if (one.inside)
      continue;
    mlir::Value index = emitter.broadcastTo(one.index, indexShape);
    auto splat = [&](int64_t value) { return emitter.constantInt(value, one.type, indexShape); };
    mlir::Value inside = emitter.binary(Binary::bitAnd, emitter.compare(Compare::ge, index, splat(0), one.type),
                                        emitter.compare(Compare::lt, index, splat(array->shape()[one.axis]), one.type), DType::boolean);
    mask = mask ? emitter.binary(Binary::bitAnd, mask, inside, DType::boolean) : inside;
  }
  return mask;
}

Value Selection::get() {
  mlir::Value whole = useHere(evaluator, array);
  if (!whole)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  Shape taken(indexShape), result = resultShape();
  llvm::SmallVector<int64_t> axes;
  for (const Chosen &one : chosen)
    axes.push_back(one.axis);
  for (auto [axis, slice] : llvm::enumerate(slices))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      taken.push_back(slice.size);
  ElementType type{array->dtype, array->weak};
  if (countElements(result) == 0)
    return wrap(evaluator, emitter.constant(0, array->dtype, result), type, array->flavour);
  mlir::Value value = emitPart(whole);
  mlir::Type takenType = tile::getArrayType(taken, tile::getElementType(whole.getType()));
  value = emitter.create<tile::TakeOp>(takenType, value, spread(), axes);
  if (options.mode == OutOfBounds::fill)
    if (mlir::Value mask = insideMask()) {
      llvm::SmallVector<int64_t> front;
      for (size_t axis = 0; axis < indexShape.size(); ++axis)
        front.push_back(axis);
      mlir::Value other;
      if (options.fillValue && !isNone(options.fillValue)) {
        std::optional<Operand> fill = toOperand(evaluator, options.fillValue, "fill_value");
        other = fill ? materialize(evaluator, *fill, array->dtype, taken) : nullptr;
        if (!other)
          return nullptr;
      } else {
        other = missingValue(emitter, array->dtype, taken);
      }
      value = emitter.select(emitter.broadcastInDim(mask, taken, front), value, other);
    }
  value = emitter.reshape(emitter.transpose(value, orderOfParts()), result);
  return wrap(evaluator, value, type, array->flavour);
}

Value Selection::put(Value update, tile::Atomic kind) {
  std::optional<Operand> operand = toOperand(evaluator, update, "at[...].set");
  if (!operand)
    return nullptr;
  Shape result = resultShape();
  if (array->flavour == Flavour::numpy && !dropLeadingOnes(evaluator, *operand, result.size()))
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(operand->shape(), result);
  if ((!joined || *joined != result) && array->flavour == Flavour::numpy)
    return evaluator.raise(DiagnosticId::shapeMismatch, "shape mismatch: value array of shape " + formatNumpyShape(operand->shape()) + "  could not be broadcast to indexing result of shape " + formatNumpyShape(result));
  if (!joined || *joined != result)
    return evaluator.raise(DiagnosticId::shapeMismatch, "the place has shape " + formatShape(result) + " but " + describeShape(evaluator, *operand));
  mlir::Value value = materialize(evaluator, *operand, array->dtype, result), whole = value ? useHere(evaluator, array) : nullptr;
  if (!whole)
    return nullptr;
  if (countElements(result) == 0)
    return array;
  Emitter emitter = emitterHere(evaluator);
  // Back to the order of `tile.take`: without fresh axes, then the inverse permutation.
  llvm::SmallVector<int64_t> order = orderOfParts(), inverse(order.size());
  Shape taken(indexShape), ordered;
  llvm::SmallVector<int64_t> axes;
  for (const Chosen &one : chosen)
    axes.push_back(one.axis);
  for (auto [axis, slice] : llvm::enumerate(slices))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      taken.push_back(slice.size);
  for (auto [position, axis] : llvm::enumerate(order)) {
    inverse[axis] = position;
    ordered.push_back(taken[axis]);
  }
  value = emitter.transpose(emitter.reshape(value, ordered), inverse);
  if (options.clampsUpdates) {
    for (Chosen &one : chosen) {
      Shape shape(tile::getShape(one.index.getType()));
      mlir::Value low = emitter.binary(Binary::maximum, one.index, emitter.constantInt(0, one.type, shape), one.type);
      one.index = emitter.binary(Binary::minimum, low, emitter.constantInt(array->shape()[one.axis] - 1, one.type, shape), one.type);
    }
  }
  mlir::Value part = emitPart(whole);
  mlir::Value changed = emitter.create<tile::PutOp>(part.getType(), kind, value, part, spread(), axes);
  if (!isWhole()) {
    SliceParts slice = toSliceParts(slices);
    changed = emitter.create<tile::UpdateSliceOp>(whole.getType(), whole, changed, slice.offsets, slice.staticOffsets, slice.strides);
  }
  return wrap(evaluator, changed, array->dtype, array->flavour);
}
