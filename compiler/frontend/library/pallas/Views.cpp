// SPDX-License-Identifier: Apache-2.0
// Views: composing slices, permutations, new shapes and arrays of indices before memory is touched. Slices of slices stay slices.
// Whatever else is asked of a view, its elements have coordinates in the Ref, and those can be computed: offset + stride * index
// along each axis of a strided part, and by taking a row-major number apart where the view was reshaped.
//
// Indexing by arrays is JAX's: integers and arrays are broadcast together, and their shape comes first in the result, wherever
// they stood (NumPy puts it in their place where they are neighbours).
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static std::string quoted(const RefObject *ref) { return "`" + ref->name + "`"; }

Shape PallasView::stridedShape() const {
  Shape kept;
  for (const AxisIndex &axis : axes)
    if (!axis.dropped)
      kept.push_back(axis.size);
  if (permutation.empty())
    return kept;
  Shape result;
  for (int64_t axis : permutation)
    result.push_back(kept[axis]);
  return result;
}

Shape PallasView::shape() const { return gathered ? gatheredShape : reshaped ? *reshaped : stridedShape(); }

/// The Ref's axes that the strided part keeps, in the view's order.
static llvm::SmallVector<int64_t> keptAxes(const PallasView *view) {
  llvm::SmallVector<int64_t> kept, ordered;
  for (auto [axis, entry] : llvm::enumerate(view->axes))
    if (!entry.dropped)
      kept.push_back(axis);
  for (int64_t position : view->permutation)
    ordered.push_back(kept[position]);
  return view->permutation.empty() ? kept : ordered;
}

/// `order` names axes of the Ref in the view's order; leaves `permutation` empty where that is the Ref's own order.
static void setOrder(PallasView *view, llvm::ArrayRef<int64_t> order) {
  view->permutation.clear();
  if (llvm::is_sorted(order))
    return;
  llvm::SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  for (int64_t axis : order)
    view->permutation.push_back(llvm::find(sorted, axis) - sorted.begin());
}

static PallasView *copyOf(Evaluator &evaluator, const PallasView *view) {
  auto *copy = evaluator.make<PallasView>(view->base, view->dtype);
  copy->axes = view->axes;
  copy->permutation = view->permutation;
  copy->reshaped = view->reshaped;
  copy->gathered = view->gathered;
  copy->coordinates = view->coordinates;
  copy->gatheredShape = view->gatheredShape;
  return copy;
}

PallasView *PallasRef::whole(Evaluator &evaluator) {
  auto *view = evaluator.make<PallasView>(this, dtype);
  for (int64_t extent : shape()) {
    AxisIndex axis;
    axis.size = extent;
    view->axes.push_back(axis);
  }
  return view;
}

PallasView *frontend::toView(Evaluator &evaluator, Value value, llvm::StringRef function) {
  if (auto *ref = dyn_cast<RefObject>(value))
    return static_cast<PallasRef *>(ref)->whole(evaluator);
  if (auto *view = dyn_cast<RefViewObject>(value))
    return static_cast<PallasView *>(view);
  if (Value held = isInKernel(evaluator) ? findHostArray(evaluator, value) : nullptr; held || evaluator.hasPending()) {
    Value ref = held ? enterHostRef(evaluator, value) : nullptr;
    return ref ? toView(evaluator, ref, function) : nullptr;
  }
  evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes a Ref, not a `" + value->typeName(evaluator) + "`");
  return nullptr;
}

//===-- coordinates -------------------------------------------------------------------------------------------===//

namespace {
/// Integer arithmetic on i32 arrays of one shape.
class IndexMath {
public:
  IndexMath(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape) : emitter(emitterHere(evaluator)), shape(shape) {}
  mlir::Value constant(int64_t value) { return emitter.constantInt(value, DType::int32, shape); }
  mlir::Value splat(mlir::Value scalar) { return emitter.broadcastTo(scalar, shape); }
  mlir::Value iota(int64_t axis) { return shape.empty() ? constant(0) : emitter.iota(shape, axis, DType::int32); }
  mlir::Value add(mlir::Value a, mlir::Value b) { return emitter.binary(Binary::add, a, b, DType::int32); }
  mlir::Value scale(mlir::Value a, int64_t by) { return by == 1 ? a : emitter.binary(Binary::mul, a, constant(by), DType::int32); }
  mlir::Value divide(mlir::Value a, int64_t by) { return by == 1 ? a : mlir::Value(emitter.create<mlir::arith::DivSIOp>(a, constant(by))); }
  mlir::Value remainder(mlir::Value a, int64_t by) { return emitter.create<mlir::arith::RemSIOp>(a, constant(by)); }
  /// Element `offset + stride * index` of an axis.
  mlir::Value locate(const AxisIndex &axis, mlir::Value index) {
    mlir::Value scaled = index ? scale(index, axis.stride) : mlir::Value();
    if (!axis.computed && axis.offset == 0 && scaled)
      return scaled;
    mlir::Value offset = axis.computed ? splat(axis.computed) : constant(axis.offset);
    return scaled ? add(offset, scaled) : offset;
  }

private:
  Emitter emitter;
  llvm::ArrayRef<int64_t> shape;
};
} // namespace

/// The Ref's coordinates of the view's elements at `indices`, one array of `shape` an axis of the view (strided, maybe reshaped).
static llvm::SmallVector<mlir::Value> locateElements(Evaluator &evaluator, const PallasView *view, llvm::ArrayRef<mlir::Value> indices,
                                                     llvm::ArrayRef<int64_t> shape) {
  IndexMath math(evaluator, shape);
  llvm::SmallVector<mlir::Value> strided(indices);
  if (view->reshaped) {
    mlir::Value flat = math.constant(0);
    for (auto [extent, index] : llvm::zip(*view->reshaped, indices))
      flat = math.add(math.scale(flat, extent), index);
    Shape from = view->stridedShape();
    strided.assign(from.size(), {});
    int64_t inner = 1;
    for (size_t axis = from.size(); axis-- > 0; inner *= from[axis])
      strided[axis] = from[axis] == 0 ? math.constant(0) : math.remainder(math.divide(flat, inner), from[axis]);
  }
  llvm::SmallVector<mlir::Value> coordinates(view->axes.size());
  for (auto [position, axis] : llvm::enumerate(keptAxes(view)))
    coordinates[axis] = math.locate(view->axes[axis], strided[position]);
  for (auto [axis, entry] : llvm::enumerate(view->axes))
    if (entry.dropped)
      coordinates[axis] = math.locate(entry, {});
  return coordinates;
}

std::optional<llvm::SmallVector<mlir::Value>> frontend::coordinatesOf(Evaluator &evaluator, PallasView *view) {
  if (view->gathered) {
    llvm::SmallVector<mlir::Value> values;
    for (Value coordinate : view->coordinates) {
      mlir::Value value = useHere(evaluator, cast<ArrayObject>(coordinate));
      if (!value)
        return std::nullopt;
      values.push_back(value);
    }
    return values;
  }
  Shape shape = view->shape();
  IndexMath math(evaluator, shape);
  llvm::SmallVector<mlir::Value> indices;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    indices.push_back(math.iota(axis));
  return locateElements(evaluator, view, indices, shape);
}

static PallasView *makeGathered(Evaluator &evaluator, const PallasView *view, llvm::ArrayRef<mlir::Value> coordinates, Shape shape) {
  auto *result = evaluator.make<PallasView>(view->base, view->dtype);
  result->gathered = true;
  result->gatheredShape = std::move(shape);
  for (mlir::Value coordinate : coordinates)
    result->coordinates.push_back(wrap(evaluator, coordinate, DType::int32));
  return result;
}

/// The view as a gathered one; null with an exception pending.
static PallasView *gather(Evaluator &evaluator, PallasView *view) {
  if (view->gathered)
    return view;
  std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
  return coordinates ? makeGathered(evaluator, view, *coordinates, view->shape()) : nullptr;
}

//===-- indexing ----------------------------------------------------------------------------------------------===//

/// Offset and stride of `inner` within `outer`, which is itself a part of an axis.
static AxisIndex compose(Evaluator &evaluator, const AxisIndex &outer, const AxisIndex &inner) {
  AxisIndex result = inner;
  result.stride = outer.stride * inner.stride;
  if (!inner.computed && !outer.computed) {
    result.offset = outer.offset + outer.stride * inner.offset;
    return result;
  }
  Emitter emitter = emitterHere(evaluator);
  auto constant = [&](int64_t value) { return emitter.constantInt(value, DType::int32); };
  mlir::Value offset = inner.computed;
  if (offset && outer.stride != 1)
    offset = emitter.binary(Binary::mul, offset, constant(outer.stride), DType::int32);
  int64_t known = (outer.computed ? 0 : outer.offset) + (inner.computed ? 0 : outer.stride * inner.offset);
  if (outer.computed)
    offset = offset ? emitter.binary(Binary::add, outer.computed, offset, DType::int32) : outer.computed;
  if (known != 0)
    offset = emitter.binary(Binary::add, offset, constant(known), DType::int32);
  result.computed = offset;
  result.offset = 0;
  return result;
}

static PallasView *narrowSlices(Evaluator &evaluator, PallasView *view, const Index &index) {
  PallasView *part = copyOf(evaluator, view);
  llvm::SmallVector<int64_t> order;
  for (auto [axis, inner] : llvm::zip(keptAxes(view), index.axes)) {
    part->axes[axis] = compose(evaluator, view->axes[axis], inner);
    if (!inner.dropped)
      order.push_back(axis);
  }
  setOrder(part, order);
  return part;
}

/// The shape that the index arrays and integers have together.
static std::optional<Shape> joinIndexShapes(Evaluator &evaluator, const Index &index) {
  Shape joined;
  std::string shapes;
  bool fits = true;
  for (const AxisIndex &axis : index.axes) {
    if (!axis.array)
      continue;
    std::optional<Shape> next = broadcastShapes(joined, axis.array->shape());
    shapes += (shapes.empty() ? "" : ", ") + formatShape(axis.array->shape());
    fits &= next.has_value();
    if (next)
      joined = *next;
  }
  if (!fits)
    return evaluator.raise(DiagnosticId::valueError, "Cannot broadcast shapes for indexing: (" + shapes + ")"), std::nullopt;
  return joined;
}

/// Indexing by arrays, of a strided view.
static PallasView *narrowByArrays(Evaluator &evaluator, PallasView *view, const Index &index) {
  std::optional<Shape> joined = joinIndexShapes(evaluator, index);
  if (!joined)
    return nullptr;
  Shape shape = *joined;
  for (const AxisIndex &axis : index.axes)
    if (!axis.array && !axis.dropped)
      shape.push_back(axis.size);
  IndexMath math(evaluator, shape);
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> indices;
  int64_t sliceAxis = joined->size();
  for (const AxisIndex &axis : index.axes) {
    if (!axis.array) {
      indices.push_back(math.locate(axis, axis.dropped ? mlir::Value() : math.iota(sliceAxis++)));
      continue;
    }
    mlir::Value array = useHere(evaluator, axis.array);
    if (!array)
      return nullptr;
    mlir::Value spread = emitter.broadcastTo(emitter.cast(array, axis.array->dtype, DType::int32), *joined);
    Shape padded = *joined;
    padded.resize(shape.size(), 1);
    indices.push_back(emitter.broadcastTo(emitter.reshape(spread, padded), shape));
  }
  return makeGathered(evaluator, view, locateElements(evaluator, view, indices, shape), shape);
}

/// Indexing of a gathered view: its coordinates are indexed instead.
static PallasView *narrowGathered(Evaluator &evaluator, PallasView *view, Value key) {
  llvm::SmallVector<mlir::Value> coordinates;
  Shape shape;
  for (Value coordinate : view->coordinates) {
    Value part = evaluator.getItem(coordinate, key);
    auto *array = part ? dyn_cast<ArrayObject>(part) : nullptr;
    if (!array)
      return nullptr;
    coordinates.push_back(array->value);
    shape.assign(array->shape().begin(), array->shape().end());
  }
  return makeGathered(evaluator, view, coordinates, shape);
}

/// Whether the key picks everything as it is: `...`, `:`, `()`.
static bool isWhole(const Index &index, llvm::ArrayRef<int64_t> shape) {
  return llvm::all_of(llvm::zip(index.axes, shape), [](auto pair) {
    const AxisIndex &axis = std::get<0>(pair);
    return !axis.dropped && !axis.array && !axis.computed && axis.offset == 0 && axis.stride == 1 && axis.size == std::get<1>(pair);
  });
}

/// The extents that a copy's slices are checked against: a slice that begins inside of an array in GMEM may end outside, where nothing
/// is written and what is read is the copy's business.
static Shape extentsForCopy(Evaluator &evaluator, PallasView *view, Value key, Shape extents) {
  KernelStack &stack = evaluator.state<KernelStack>();
  bool isOpen = !stack.kernels.empty() && stack.kernels.back().machine && !view->gathered && !view->reshaped &&
                cast<tile::RefType>(view->base->value.getType()).getMemorySpace() == tile::MemorySpace::gmem;
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  if (!isOpen || items.size() > extents.size() || llvm::any_of(items, [&](Value item) { return isNone(item) || item == evaluator.ellipsis(); }))
    return extents;
  for (auto [item, extent] : llvm::zip(items, extents)) {
    auto *slice = dyn_cast<DynamicSliceObject>(item);
    if (!slice || slice->stride != 1)
      continue;
    std::optional<int64_t> start;
    if (auto *integer = dyn_cast<IntObject>(slice->start))
      start = integer->value.asInt64();
    else if (auto *array = dyn_cast<ArrayObject>(slice->start))
      start = getKnownInteger(array->value);
    if (start.value_or(0) < extent)
      extent = std::max(extent, start.value_or(0) + slice->size);
  }
  return extents;
}

Narrowed frontend::narrow(Evaluator &evaluator, PallasView *view, Value key, bool isForCopy) {
  Shape whole = view->shape();
  Shape extents = isForCopy ? extentsForCopy(evaluator, view, key, whole) : whole;
  std::optional<Index> index = parseIndex(evaluator, key, extents, IndexBounds::check, quoted(view->base));
  if (!index)
    return {};
  bool hasArrays = index->hasArrays();
  if (hasArrays && !index->newAxes.empty()) {
    evaluator.raise(DiagnosticId::notSupported, "indexing " + quoted(view->base) + " with both an array and `None` is not supported")
        .note("add the axis to the array that is read: `ref[indices][:, None]`");
    return {};
  }
  if (isWhole(*index, whole) && !hasArrays)
    return {view, index->resultShape()};
  PallasView *part;
  if (view->gathered) {
    part = narrowGathered(evaluator, view, key);
    return part ? Narrowed{part, part->shape()} : Narrowed{};
  }
  if (hasArrays || view->reshaped)
    part = narrowByArrays(evaluator, view, *index);
  else
    part = narrowSlices(evaluator, view, *index);
  if (!part)
    return {};
  if (hasArrays)
    return {part, part->shape()};
  return {part, index->resultShape()};
}

//===-- transforms --------------------------------------------------------------------------------------------===//

PallasView *frontend::transposeView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<int64_t> permutation) {
  Shape shape = view->shape();
  int64_t rank = shape.size();
  llvm::SmallVector<int64_t> order(permutation);
  if (order.empty())
    for (int64_t axis = rank; axis-- > 0;)
      order.push_back(axis);
  for (int64_t &axis : order)
    axis += axis < 0 ? rank : 0;
  llvm::SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  bool isPermutation = static_cast<int64_t>(order.size()) == rank;
  for (int64_t axis = 0; isPermutation && axis < rank; ++axis)
    isPermutation = sorted[axis] == axis;
  if (!isPermutation) {
    evaluator.raise(DiagnosticId::valueError, formatShape(order) + " is not a permutation of the " + std::to_string(rank) + " axes of " + quoted(view->base));
    return nullptr;
  }
  if (!view->gathered && !view->reshaped) {
    PallasView *result = copyOf(evaluator, view);
    llvm::SmallVector<int64_t> kept = keptAxes(view), reordered;
    for (int64_t axis : order)
      reordered.push_back(kept[axis]);
    setOrder(result, reordered);
    return result;
  }
  PallasView *source = gather(evaluator, view);
  std::optional<llvm::SmallVector<mlir::Value>> coordinates = source ? coordinatesOf(evaluator, source) : std::nullopt;
  if (!coordinates)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  Shape turned;
  for (int64_t axis : order)
    turned.push_back(shape[axis]);
  for (mlir::Value &coordinate : *coordinates)
    coordinate = emitter.transpose(coordinate, order);
  return makeGathered(evaluator, view, *coordinates, turned);
}

PallasView *frontend::reshapeView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<int64_t> shape) {
  Shape from = view->shape(), to(shape);
  int64_t known = 1, open = -1;
  for (auto [axis, extent] : llvm::enumerate(to)) {
    if (extent == -1 && open < 0)
      open = axis;
    else
      known *= extent;
  }
  int64_t count = countElements(from);
  if (open >= 0 && known > 0 && count % known == 0)
    to[open] = count / known;
  if (llvm::any_of(to, [](int64_t extent) { return extent < 0; }) || countElements(to) != count) {
    evaluator.raise(DiagnosticId::valueError, "a view of " + quoted(view->base) + " has shape " + formatShape(from) + ", whose " + std::to_string(count) +
                                                  " elements do not fit the shape " + formatShape(shape));
    return nullptr;
  }
  if (view->gathered) {
    std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
    if (!coordinates)
      return nullptr;
    Emitter emitter = emitterHere(evaluator);
    for (mlir::Value &coordinate : *coordinates)
      coordinate = emitter.reshape(coordinate, to);
    return makeGathered(evaluator, view, *coordinates, to);
  }
  PallasView *result = copyOf(evaluator, view);
  if (to == result->stridedShape())
    result->reshaped = std::nullopt;
  else
    result->reshaped = to;
  return result;
}

PallasView *frontend::bitcastView(Evaluator &evaluator, PallasView *view, DType type) {
  if (numerics::getBitWidth(type) != numerics::getBitWidth(view->dtype)) {
    evaluator.raise(DiagnosticId::notSupported, "`bitcast` of " + quoted(view->base) + " from " + std::string(numerics::getName(view->dtype)) + " to " +
                                                    std::string(numerics::getName(type)) + ", which has another width, is not supported")
        .note("read the Ref and use `jax.lax.bitcast_convert_type`");
    return nullptr;
  }
  PallasView *result = copyOf(evaluator, view);
  result->dtype = type;
  return result;
}
