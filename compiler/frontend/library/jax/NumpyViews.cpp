// SPDX-License-Identifier: Apache-2.0
// Views of NumPy's arrays, and assignment to items; see the header.
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/evaluate/TemporaryViews.h"
#include "compiler/frontend/library/arrays/ArrayClasses.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "llvm/ADT/DenseMap.h"
#include <numeric>

using namespace tessera;
using namespace tessera::frontend;

namespace {
struct Memory {
  JaxArray *base = nullptr; // what it was taken of
  std::function<mlir::Value(Emitter &, mlir::Value base)> take;
  std::function<mlir::Value(Emitter &, mlir::Value base, mlir::Value own)> put;
  Shape strides;
  int64_t offset = 0; // in the memory of the family
  bool isReadOnly = false, isSwapped = false;
  std::vector<JaxArray *> views;
};
struct Memories {
  llvm::DenseMap<const Object *, std::unique_ptr<Memory>> of;
};
} // namespace

/// So many views are brought up to date at an assignment: nothing says which of them are still in use.
static constexpr size_t maxViews = 512;

static Shape rowStrides(llvm::ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * std::max<int64_t>(shape[axis], 1);
  return strides;
}

static Memory *find(Evaluator &evaluator, const JaxArray *array) {
  Memories &memories = evaluator.state<Memories>();
  auto known = memories.of.find(array);
  return known == memories.of.end() ? nullptr : known->second.get();
}

static Memory &memoryOf(Evaluator &evaluator, const JaxArray *array) {
  std::unique_ptr<Memory> &memory = evaluator.state<Memories>().of[array];
  if (!memory) {
    memory = std::make_unique<Memory>();
    memory->strides = rowStrides(array->shape());
  }
  return *memory;
}

Shape frontend::getStrides(Evaluator &evaluator, const JaxArray *array) {
  Memory *memory = find(evaluator, array);
  return memory ? memory->strides : rowStrides(array->shape());
}

void frontend::setStrides(Evaluator &evaluator, const JaxArray *array, Shape strides) { memoryOf(evaluator, array).strides = std::move(strides); }

bool frontend::isContiguous(Evaluator &evaluator, const JaxArray *array, llvm::StringRef order) {
  Shape strides = getStrides(evaluator, array);
  llvm::ArrayRef<int64_t> shape = array->shape();
  int64_t step = 1;
  for (size_t k = 0; k < shape.size(); ++k) {
    size_t axis = order == "F" ? k : shape.size() - 1 - k;
    if (shape[axis] != 1 && strides[axis] != step && countElements(shape) != 0)
      return false;
    step *= shape[axis];
  }
  return true;
}

/// The strides of memory without gaps whose axes follow each other like this, the one that varies first in front.
static Shape denseStrides(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> fastestFirst) {
  Shape strides(shape.size(), 1);
  int64_t step = 1;
  for (int64_t axis : fastestFirst) {
    strides[axis] = step;
    step *= std::max<int64_t>(shape[axis], 1);
  }
  return strides;
}

static Shape columnStrides(llvm::ArrayRef<int64_t> shape) {
  Shape axes(shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  return denseStrides(shape, axes);
}

/// Gives a fresh array its order. Rows need not be remembered.
static void setOwnStrides(Evaluator &evaluator, const JaxArray *fresh, Shape strides) {
  if (strides != rowStrides(fresh->shape()) || find(evaluator, fresh))
    setStrides(evaluator, fresh, std::move(strides));
}

Value frontend::layOut(Evaluator &evaluator, Value fresh, llvm::StringRef order, const JaxArray *like) {
  auto *array = llvm::dyn_cast_or_null<JaxArray>(fresh);
  if (!array || array->flavour != Flavour::numpy || array->shape().size() < 2)
    return fresh;
  llvm::ArrayRef<int64_t> shape = array->shape();
  bool isSame = like && like->shape().size() == shape.size();
  bool isC = isSame && isContiguous(evaluator, like, "C"), isF = isSame && isContiguous(evaluator, like, "F");
  if (order == "A" || (order == "K" && (isC || isF)))
    order = isF && !isC ? "F" : "C";
  if (order == "F") {
    setOwnStrides(evaluator, array, columnStrides(shape));
  } else if (order == "K" && isSame) {
    Shape axes(shape.size()), of = getStrides(evaluator, like);
    std::iota(axes.begin(), axes.end(), 0);
    std::stable_sort(axes.begin(), axes.end(), [&](int64_t a, int64_t b) { return std::abs(of[a]) > std::abs(of[b]); });
    std::reverse(axes.begin(), axes.end());
    setOwnStrides(evaluator, array, denseStrides(shape, axes));
  } else {
    setOwnStrides(evaluator, array, rowStrides(shape));
  }
  return fresh;
}

//===-- the order of results --------------------------------------------------------------------------------------===//

/// Sorts axes as NumPy does for several operands, whose strides along them are 0 where an operand says nothing: each
/// axis moves forward in `order` past those with longer steps (or, `areLongFirst`, shorter ones), unless an operand
/// disagrees. Axes about which no operand says anything are passed.
static Shape sortAxes(Shape order, llvm::ArrayRef<Shape> operands, bool areLongFirst) {
  for (size_t k = 1; k < order.size(); ++k) {
    int64_t moving = order[k];
    size_t place = k;
    for (size_t other = k; other-- > 0;) {
      bool isCompared = false, moves = true;
      for (const Shape &strides : operands)
        if (int64_t step = std::abs(strides[order[other]]), own = std::abs(strides[moving]); step && own) {
          isCompared = true;
          moves &= areLongFirst ? own > step : own < step;
        }
      if (isCompared && !moves)
        break;
      if (isCompared)
        place = other;
    }
    order.erase(order.begin() + k);
    order.insert(order.begin() + place, moving);
  }
  return order;
}

/// The order of the axes in which NumPy goes through operands together, the one that varies first in front: rows, but
/// for what all operands want otherwise.
///   x.T + y.T of shape (2, 3): strides (1, 2) twice, axis 0 varies first        x.T + z: (1, 2) and (3, 1), rows
static Shape walkingOrder(llvm::ArrayRef<Shape> operands, size_t rank) {
  Shape order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  return sortAxes(std::move(order), operands, /*areLongFirst=*/false);
}

/// Strides along the last axes of a shape of so many axes.
static Shape spreadStrides(Evaluator &evaluator, const JaxArray *array, size_t rank) {
  Shape strides = getStrides(evaluator, array);
  for (auto [axis, extent] : llvm::enumerate(array->shape()))
    if (extent == 1)
      strides[axis] = 0;
  strides.insert(strides.begin(), rank - strides.size(), 0);
  return strides;
}

Shape frontend::getAxesInMemory(Evaluator &evaluator, const JaxArray *array) {
  size_t rank = array->shape().size();
  Shape axes = walkingOrder(spreadStrides(evaluator, array, rank), rank);
  std::reverse(axes.begin(), axes.end());
  return axes;
}

Value frontend::layOutLike(Evaluator &evaluator, Value fresh, llvm::ArrayRef<const Object *> operands,
                           llvm::StringRef order) {
  auto *result = llvm::dyn_cast_or_null<JaxArray>(fresh);
  if (!result || result->flavour != Flavour::numpy || result->shape().size() < 2 || llvm::is_contained(operands, fresh))
    return fresh;
  Memory *own = find(evaluator, result);
  if (own && own->base)
    return fresh;
  llvm::SmallVector<const JaxArray *> arrays;
  bool areRows = true, areColumns = true, areSame = true;
  for (const Object *operand : operands)
    if (auto *array = llvm::dyn_cast_or_null<JaxArray>(operand); array && !array->shape().empty()) {
      if (array->shape().size() > result->shape().size())
        return fresh;
      arrays.push_back(array);
      areRows &= !find(evaluator, array);
    }
  if (order == "C" || (areRows && order != "F")) {
    setOwnStrides(evaluator, result, rowStrides(result->shape()));
    return fresh;
  }
  areRows = true;
  for (const JaxArray *array : arrays) {
    areRows &= isContiguous(evaluator, array, "C");
    areColumns &= isContiguous(evaluator, array, "F");
    areSame &= array->shape() == result->shape();
  }
  if (order == "F" || (areColumns && !areRows && (areSame || order == "A"))) {
    setOwnStrides(evaluator, result, columnStrides(result->shape()));
  } else if (order == "A" || (areRows && areSame)) {
    setOwnStrides(evaluator, result, rowStrides(result->shape()));
  } else {
    size_t rank = result->shape().size();
    llvm::SmallVector<Shape> strides;
    for (const JaxArray *array : arrays)
      strides.push_back(spreadStrides(evaluator, array, rank));
    setOwnStrides(evaluator, result, denseStrides(result->shape(), walkingOrder(strides, rank)));
  }
  return fresh;
}

Value frontend::layOutReduced(Evaluator &evaluator, Value fresh, const Object *from, llvm::ArrayRef<int64_t> axes,
                              bool keepDims) {
  auto *result = llvm::dyn_cast_or_null<JaxArray>(fresh);
  auto *array = llvm::dyn_cast_or_null<JaxArray>(from);
  if (!result || !array || result->flavour != Flavour::numpy || result->shape().size() < 2 || !find(evaluator, array))
    return fresh;
  size_t rank = array->shape().size();
  Shape kept, places(rank, -1); // of the operand's axes in the result
  int64_t place = 0;
  for (size_t axis = 0; axis < rank; ++axis)
    if (keepDims || !llvm::is_contained(axes, static_cast<int64_t>(axis)))
      places[axis] = place++;
  for (int64_t axis : walkingOrder(spreadStrides(evaluator, array, rank), rank))
    if (places[axis] >= 0)
      kept.push_back(places[axis]);
  setOwnStrides(evaluator, result, denseStrides(result->shape(), kept));
  return fresh;
}

Value frontend::layOutJoined(Evaluator &evaluator, Value fresh, llvm::ArrayRef<const Object *> parts,
                             std::optional<int64_t> added) {
  auto *result = llvm::dyn_cast_or_null<JaxArray>(fresh);
  if (!result || result->flavour != Flavour::numpy || result->shape().size() < 2 ||
      llvm::none_of(parts, [&](const Object *part) { return find(evaluator, llvm::dyn_cast<JaxArray>(part)); }))
    return fresh;
  size_t rank = result->shape().size();
  llvm::SmallVector<Shape> strides;
  for (const Object *part : parts) {
    auto *array = llvm::dyn_cast<JaxArray>(part);
    if (!array || array->shape().size() + added.has_value() != rank)
      return fresh;
    Shape own = getStrides(evaluator, array);
    for (auto [axis, extent] : llvm::enumerate(array->shape())) // other than elsewhere, a stride of 0 says something
      own[axis] = extent == 1 ? 0 : 2 * std::abs(own[axis]) + 1;
    if (added)
      own.insert(own.begin() + *added, 0);
    strides.push_back(own);
  }
  Shape order(rank);
  std::iota(order.begin(), order.end(), 0);
  order = sortAxes(std::move(order), strides, /*areLongFirst=*/true);
  std::reverse(order.begin(), order.end());
  setOwnStrides(evaluator, result, denseStrides(result->shape(), order));
  return fresh;
}

JaxArray *frontend::getBase(Evaluator &evaluator, const JaxArray *array, int64_t *offset) {
  Memory *memory = find(evaluator, array);
  if (offset)
    *offset = memory ? memory->offset : 0;
  JaxArray *base = memory ? memory->base : nullptr;
  for (JaxArray *next = base; next; next = memory ? memory->base : nullptr) {
    base = next;
    memory = find(evaluator, base);
  }
  return base;
}

bool frontend::isSwapped(Evaluator &evaluator, const JaxArray *array) {
  Memory *memory = find(evaluator, array);
  return memory && memory->isSwapped;
}

void frontend::setSwapped(Evaluator &evaluator, const JaxArray *array, bool isSwapped) {
  if (isSwapped || find(evaluator, array))
    memoryOf(evaluator, array).isSwapped = isSwapped;
}

bool frontend::isReadOnly(Evaluator &evaluator, const JaxArray *array) {
  Memory *memory = find(evaluator, array);
  return memory && memory->isReadOnly;
}

void frontend::setReadOnly(Evaluator &evaluator, const JaxArray *array, bool isReadOnly) { memoryOf(evaluator, array).isReadOnly = isReadOnly; }

//===-- taking views ----------------------------------------------------------------------------------------------===//

/// The memory of a new view; null where there is nothing to remember.
static Memory *addView(Evaluator &evaluator, Value base, Value view) {
  auto *from = llvm::dyn_cast_or_null<JaxArray>(base), *to = llvm::dyn_cast_or_null<JaxArray>(view);
  if (evaluator.state<TemporaryViews>().depth || !from || !to || from == to || from->flavour != Flavour::numpy || to->flavour != Flavour::numpy || isTracing(evaluator))
    return nullptr;
  Memory &above = memoryOf(evaluator, from);
  above.views.push_back(to);
  Memory &memory = memoryOf(evaluator, to);
  Memory &parent = memoryOf(evaluator, from);
  memory.base = from;
  memory.offset = parent.offset;
  memory.isReadOnly = parent.isReadOnly;
  memory.isSwapped = parent.isSwapped;
  return &memory;
}

void frontend::markSlice(Evaluator &evaluator, Value base, Value view, const Index &index) {
  auto *array = llvm::dyn_cast_or_null<JaxArray>(view);
  if (!array || (array->shape().empty() && !array->isZeroDimensional)) // a scalar
    return;
  Memory *memory = addView(evaluator, base, view);
  if (!memory)
    return;
  Shape above = getStrides(evaluator, memory->base);
  memory->strides.clear();
  for (auto [axis, part] : llvm::enumerate(index.axes)) {
    memory->offset += part.offset * above[axis];
    if (!part.dropped)
      memory->strides.push_back(above[axis] * part.stride);
  }
  for (int64_t axis : index.newAxes)
    memory->strides.insert(memory->strides.begin() + axis, 0);
  SliceParts parts = toSliceParts(index.axes);
  Shape inner = index.shape(), outer = index.resultShape();
  memory->take = [parts, inner, outer](Emitter &emitter, mlir::Value base) {
    mlir::Type type = tile::getArrayType(inner, tile::getElementType(base.getType()));
    mlir::Value part = emitter.create<tile::SliceValueOp>(type, base, parts.offsets, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
    return emitter.reshape(part, outer);
  };
  memory->put = [parts](Emitter &emitter, mlir::Value base, mlir::Value own) -> mlir::Value {
    return emitter.create<tile::UpdateSliceOp>(base.getType(), base, emitter.reshape(own, parts.sizes), parts.offsets, parts.staticOffsets, parts.strides);
  };
}

void frontend::markTranspose(Evaluator &evaluator, Value base, Value view, llvm::ArrayRef<int64_t> permutation) {
  Memory *memory = addView(evaluator, base, view);
  if (!memory)
    return;
  Shape above = getStrides(evaluator, memory->base), order(permutation), inverse(permutation.size());
  memory->strides.clear();
  for (auto [axis, from] : llvm::enumerate(order)) {
    memory->strides.push_back(above[from]);
    inverse[from] = axis;
  }
  memory->take = [order](Emitter &emitter, mlir::Value base) { return emitter.transpose(base, order); };
  memory->put = [inverse](Emitter &emitter, mlir::Value, mlir::Value own) { return emitter.transpose(own, inverse); };
}

/// The strides of the elements under another shape, where memory allows: axes of the old shape are split and joined in groups of equal
/// size, and a group's axes must follow each other in memory. Empty: a copy is needed.
static std::optional<Shape> reshapeStrides(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> target) {
  Shape sizes, steps, result(target.size(), 1);
  for (auto [extent, stride] : llvm::zip(shape, strides))
    if (extent != 1) {
      sizes.push_back(extent);
      steps.push_back(stride);
    }
  if (countElements(shape) == 0)
    return rowStrides(target);
  size_t oldAxis = 0, newAxis = 0;
  while (oldAxis < sizes.size()) {
    size_t oldEnd = oldAxis + 1, newEnd = newAxis;
    int64_t oldCount = sizes[oldAxis], newCount = 1;
    while (newCount != oldCount || newEnd == newAxis) {
      if (newCount < oldCount || newEnd == newAxis)
        newCount *= target[newEnd++];
      else
        oldCount *= sizes[oldEnd++];
    }
    for (size_t axis = oldAxis; axis + 1 < oldEnd; ++axis)
      if (steps[axis] != steps[axis + 1] * sizes[axis + 1])
        return std::nullopt;
    int64_t step = steps[oldEnd - 1];
    for (size_t axis = newEnd; axis-- > newAxis; step *= target[axis])
      result[axis] = step;
    oldAxis = oldEnd;
    newAxis = newEnd;
  }
  for (size_t axis = newAxis; axis < target.size(); ++axis)
    result[axis] = axis ? result[axis - 1] : 1;
  return result;
}

void frontend::markReshape(Evaluator &evaluator, Value base, Value view) {
  auto *from = llvm::dyn_cast_or_null<JaxArray>(base), *to = llvm::dyn_cast_or_null<JaxArray>(view);
  if (!from || !to || from->flavour != Flavour::numpy)
    return;
  std::optional<Shape> strides = reshapeStrides(from->shape(), getStrides(evaluator, from), to->shape());
  Memory *memory = strides ? addView(evaluator, base, view) : nullptr;
  if (!memory)
    return;
  memory->strides = *strides;
  Shape above(from->shape()), own(to->shape());
  memory->take = [own](Emitter &emitter, mlir::Value base) { return emitter.reshape(base, own); };
  memory->put = [above](Emitter &emitter, mlir::Value, mlir::Value own) { return emitter.reshape(own, above); };
}

void frontend::markBroadcast(Evaluator &evaluator, Value base, Value view) {
  Memory *memory = addView(evaluator, base, view);
  if (!memory)
    return;
  llvm::ArrayRef<int64_t> from = memory->base->shape(), to = llvm::cast<JaxArray>(view)->shape();
  Shape above = getStrides(evaluator, memory->base), shape(to);
  size_t first = to.size() - from.size();
  memory->strides.assign(to.size(), 0);
  for (size_t axis = first; axis < to.size(); ++axis)
    if (from[axis - first] == to[axis])
      memory->strides[axis] = above[axis - first];
  memory->isReadOnly = true;
  memory->take = [shape](Emitter &emitter, mlir::Value base) { return emitter.broadcastTo(base, shape); };
}

void frontend::markDiagonal(Evaluator &evaluator, Value base, Value view, llvm::ArrayRef<int64_t> permutation,
                            int64_t k) {
  Memory *memory = llvm::cast<JaxArray>(view)->shape().back() ? addView(evaluator, base, view) : nullptr;
  if (!memory)
    return;
  Shape order(permutation), steps, joined, to(llvm::cast<JaxArray>(view)->shape());
  for (int64_t axis : order) {
    steps.push_back(getStrides(evaluator, memory->base)[axis]);
    joined.push_back(memory->base->shape()[axis]);
  }
  size_t rank = order.size();
  int64_t row = std::max<int64_t>(-k, 0), column = std::max<int64_t>(k, 0), columns = joined.pop_back_val();
  memory->isReadOnly = true;
  memory->offset += row * steps[rank - 2] + column * steps[rank - 1];
  memory->strides.assign(steps.begin(), steps.end() - 2);
  memory->strides.push_back(steps[rank - 2] + steps[rank - 1]);
  // In rows of the two axes together each element is a row and a column behind the one before it.
  Shape offsets(rank - 1, 0), every(rank - 1, 1);
  joined.back() *= columns;
  offsets.back() = row * columns + column;
  every.back() = columns + 1;
  memory->take = [=](Emitter &emitter, mlir::Value base) -> mlir::Value {
    mlir::Value line = emitter.reshape(emitter.transpose(base, order), joined);
    mlir::Type type = tile::getArrayType(to, tile::getElementType(base.getType()));
    return emitter.create<tile::SliceValueOp>(type, line, mlir::ValueRange(), offsets, to, every,
                                              llvm::ArrayRef<int64_t>());
  };
  Shape inverse(rank);
  for (auto [axis, from] : llvm::enumerate(order))
    inverse[from] = axis;
  memory->put = [=](Emitter &emitter, mlir::Value base, mlir::Value own) -> mlir::Value {
    mlir::Value permuted = emitter.transpose(base, order), line = emitter.reshape(permuted, joined);
    mlir::Value changed =
        emitter.create<tile::UpdateSliceOp>(line.getType(), line, own, mlir::ValueRange(), offsets, every);
    return emitter.transpose(emitter.reshape(changed, tile::getShape(permuted.getType())), inverse);
  };
}

//===-- assignment ------------------------------------------------------------------------------------------------===//

/// Whether a variable holds the array, so that its new value gets the name too.
static bool isNamed(mlir::Location location) {
  if (llvm::isa<mlir::NameLoc>(location))
    return true;
  auto fused = llvm::dyn_cast<mlir::FusedLoc>(location);
  return fused && llvm::any_of(fused.getLocations(), isNamed);
}

static size_t countViews(Evaluator &evaluator, const JaxArray *array) {
  Memory *memory = find(evaluator, array);
  size_t count = memory ? memory->views.size() : 0;
  for (size_t k = 0; memory && k < memory->views.size() && count <= maxViews; ++k)
    count += countViews(evaluator, memory->views[k]);
  return count;
}

/// Views are taken of their base anew; `known` has its value already.
static bool takeViews(Evaluator &evaluator, JaxArray *array, const JaxArray *known) {
  Memory *memory = find(evaluator, array);
  Emitter emitter = emitterHere(evaluator);
  for (size_t k = 0; memory && k < memory->views.size(); ++k) {
    JaxArray *view = memory->views[k];
    Memory *below = find(evaluator, view);
    if (view == known || !below || !below->take)
      continue;
    if (!evaluator.step())
      return false;
    view->value = below->take(emitter, array->value);
    if (!takeViews(evaluator, view, nullptr))
      return false;
  }
  return true;
}

/// All other arrays of the family see that `array` has a new value.
static bool spread(Evaluator &evaluator, JaxArray *array) {
  Emitter emitter = emitterHere(evaluator);
  if (!takeViews(evaluator, array, nullptr))
    return false;
  for (Memory *memory = find(evaluator, array); memory && memory->base && memory->put; memory = find(evaluator, array)) {
    JaxArray *base = memory->base;
    base->value = memory->put(emitter, base->value, array->value);
    if (!takeViews(evaluator, base, array))
      return false;
    array = base;
  }
  return true;
}

bool frontend::assignItem(Evaluator &evaluator, JaxArray *array, Value key, Value value) {
  if (isTracing(evaluator))
    return evaluator.raise(DiagnosticId::notSupported, "assigning to items of a NumPy array inside a traced function is not supported")
        .note("use a JAX array and `x.at[idx].set(y)`"), false;
  if (isReadOnly(evaluator, array))
    return evaluator.raise(DiagnosticId::valueError, "assignment destination is read-only"), false;
  JaxArray *base = getBase(evaluator, array);
  if (countViews(evaluator, base ? base : array) > maxViews)
    return evaluator.raise(DiagnosticId::notSupported, "assigning to items of " + frontend::describe(evaluator, array) + ", which shares its memory with more than " +
                                                           std::to_string(maxViews) + " views, is not supported")
        .note("assign before the views are made, or copy it with `np.array(...)`"), false;
  if (!(value = withoutClass(evaluator, value)))
    return false;
  if (holdsComplex(value)) { // with the warning or error that NumPy has for it
    std::optional<Value> assign = evaluator.textMember("numpy.complex", "__setitem__");
    return assign && *assign && evaluator.call(*assign, {array, key, value});
  }
  if (holdsItems(value) && !(value = numbersOf(evaluator, value, array->dtype)))
    return false;
  bool isOutside = false;
  JaxArray *target = array; // reshaped where the key has booleans without axes
  if (!(key = readNumpyKey(evaluator, target, key)))
    return false;
  Value changed = replacePlace(evaluator, target, key, value, isOutside);
  if (changed && isOutside)
    return evaluator.raise(DiagnosticId::indexError, "the index is out of bounds for " + frontend::describe(evaluator, array) + " of shape " +
                                                         formatShape(array->shape())), false;
  ++evaluator.state<TemporaryViews>().depth;
  if (changed && target != array)
    changed = applyReshape(evaluator, changed, array->shape(), "np.reshape");
  --evaluator.state<TemporaryViews>().depth;
  if (!changed)
    return false;
  bool wasNamed = isNamed(array->value.getLoc());
  std::string name = frontend::describe(evaluator, array);
  array->value = llvm::cast<ArrayObject>(changed)->value;
  if (wasNamed) // the variable still holds it
    evaluator.nameValue(array, llvm::StringRef(name).trim('`'));
  return spread(evaluator, array);
}

bool frontend::rebindArray(Evaluator &evaluator, JaxArray *array, mlir::Value value, bool isResize) {
  Memory *memory = find(evaluator, array);
  Shape before(array->shape()), after(tile::getShape(value.getType()));
  if (memory && isResize && (memory->base || !memory->views.empty()))
    return evaluator.raise(DiagnosticId::valueError, "cannot resize this array: it does not own its data"), false;
  std::optional<Shape> strides =
      !memory || isResize ? rowStrides(after) : reshapeStrides(before, memory->strides, after);
  if (!strides)
    return evaluator.raise(
               DiagnosticId::unknownAttribute,
               "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."),
           false;
  array->value = value;
  if (!memory)
    return true;
  memory->strides = *strides;
  if (memory->take) {
    memory->take = [take = memory->take, after](Emitter &emitter, mlir::Value base) { return emitter.reshape(take(emitter, base), after); };
    memory->put = [put = memory->put, before](Emitter &emitter, mlir::Value base, mlir::Value own) { return put(emitter, base, emitter.reshape(own, before)); };
  }
  for (JaxArray *view : memory->views)
    if (Memory *below = find(evaluator, view); below && below->take) {
      below->take = [take = below->take, before](Emitter &emitter, mlir::Value base) { return take(emitter, emitter.reshape(base, before)); };
      below->put = [put = below->put, before, after](Emitter &emitter, mlir::Value base, mlir::Value own) {
        return emitter.reshape(put(emitter, emitter.reshape(base, before), own), after);
      };
    }
  return true;
}
