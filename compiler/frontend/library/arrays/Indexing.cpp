// SPDX-License-Identifier: Apache-2.0
// Reading the contents of brackets; see the header.
#include "compiler/frontend/library/arrays/Indexing.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

const char DynamicSliceObject::tag = 0;

std::optional<Value> DynamicSliceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "start")
    return start;
  if (name == "size")
    return evaluator.integer(size);
  if (name == "stride")
    return evaluator.integer(stride);
  return std::nullopt;
}

std::optional<std::string> DynamicSliceObject::repr(Evaluator &evaluator) {
  std::optional<std::string> text = evaluator.repr(start);
  if (!text)
    return std::nullopt;
  return "Slice(start=" + *text + ", size=" + std::to_string(size) + ", stride=" + std::to_string(stride) + ")";
}

Shape Index::shape() const {
  Shape result;
  for (const AxisIndex &axis : axes)
    if (!axis.dropped)
      result.push_back(axis.size);
  return result;
}

Shape Index::resultShape() const {
  Shape result = shape();
  for (int64_t position : newAxes)
    result.insert(result.begin() + position, 1);
  return result;
}

SliceParts frontend::toSliceParts(const llvm::SmallVectorImpl<AxisIndex> &axes) {
  SliceParts parts;
  bool strided = false;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (axis.computed)
      parts.offsets.push_back(axis.computed);
    parts.staticOffsets.push_back(axis.computed ? mlir::ShapedType::kDynamic : axis.offset);
    parts.sizes.push_back(axis.size);
    parts.strides.push_back(axis.stride);
    strided |= axis.stride != 1;
    if (axis.dropped)
      parts.dropped.push_back(number);
  }
  if (!strided)
    parts.strides.clear();
  return parts;
}

namespace {

/// Reads the items of one key in order.
class Reader {
public:
  Reader(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, IndexBounds bounds, llvm::StringRef name)
      : evaluator(evaluator), shape(shape), bounds(bounds), name(name) {}

  bool readAll(llvm::ArrayRef<Value> items);
  Index index;

private:
  bool readItem(Value item);
  bool readInteger(const Integer &integer);
  bool readScalar(ArrayObject *array);
  bool readSlice(SliceObject *slice);
  bool readDynamicSlice(DynamicSliceObject *slice);
  void readWhole() { push({0, {}, extent()}); }
  void push(AxisIndex axis) {
    index.axes.push_back(axis);
    resultRank += !axis.dropped;
  }
  int64_t axis() const { return index.axes.size(); }
  int64_t extent() const { return shape[axis()]; }
  Raised outOfBounds(const std::string &what);
  mlir::Value toI32(ArrayObject *array);

  Evaluator &evaluator;
  llvm::ArrayRef<int64_t> shape;
  IndexBounds bounds;
  llvm::StringRef name;
  int64_t resultRank = 0;
};

} // namespace

Raised Reader::outOfBounds(const std::string &what) {
  return evaluator.raise(DiagnosticId::outOfBounds, what + " is outside axis " + std::to_string(axis()) + " of " + name.str() +
                                                        ", which has " + std::to_string(extent()) +
                                                        (extent() == 1 ? " element" : " elements"));
}

mlir::Value Reader::toI32(ArrayObject *array) {
  mlir::Value value = useHere(evaluator, array);
  return value ? emitterHere(evaluator).cast(value, array->dtype, DType::int32) : mlir::Value();
}

bool Reader::readInteger(const Integer &integer) {
  std::optional<int64_t> value = integer.asInt64();
  int64_t wrapped = value && *value < 0 ? *value + extent() : value.value_or(-1);
  if (wrapped < 0 || wrapped >= extent()) {
    if (bounds != IndexBounds::clamp || !value || extent() == 0)
      return outOfBounds("index " + integer.toString()), false;
    wrapped = wrapped < 0 ? 0 : extent() - 1;
  }
  push({wrapped, {}, 1, 1, true});
  return true;
}

bool Reader::readScalar(ArrayObject *array) {
  if (!numerics::isInteger(array->dtype))
    return evaluator.raise(DiagnosticId::typeError, "an index of " + name.str() + " is a `" +
                                                        std::string(numerics::getName(array->dtype)) + "`, not an integer"), false;
  if (std::optional<int64_t> known = getKnownInteger(array->value))
    return readInteger(Integer(*known));
  mlir::Value offset = toI32(array);
  if (!offset)
    return false;
  if (bounds == IndexBounds::clamp && numerics::isSigned(array->dtype)) {
    // A negative index counts from the end, once; tile.slice clamps the rest.
    Emitter emitter = emitterHere(evaluator);
    mlir::Value negative = emitter.compare(Compare::lt, offset, emitter.constantInt(0, DType::int32), DType::int32);
    mlir::Value wrapped = emitter.binary(Binary::add, offset, emitter.constantInt(extent(), DType::int32), DType::int32);
    offset = emitter.select(negative, wrapped, offset);
  }
  push({0, offset, 1, 1, true});
  return true;
}

bool Reader::readSlice(SliceObject *slice) {
  for (Value part : {slice->start, slice->stop, slice->step})
    if (auto *array = dyn_cast<ArrayObject>(part); array && array->traced)
      return evaluator
          .raise(DiagnosticId::tracedBool, "a slice of " + name.str() + " has a bound that only the run knows")
          .note("use `pl.ds(start, size)` for a Ref and `jax.lax.dynamic_slice` for an array: their sizes are known"), false;
  int64_t first, stride, count;
  if (!slice->resolve(evaluator, extent(), first, stride, count))
    return false;
  // A static bound beyond a Ref's end is refused rather than cut, as Pallas does.
  auto *stop = dyn_cast<IntObject>(slice->stop);
  std::optional<int64_t> last = stop ? stop->value.asInt64() : std::nullopt;
  if (bounds == IndexBounds::check && last && *last > extent())
    return outOfBounds("the slice's end " + std::to_string(*last)), false;
  if (bounds == IndexBounds::check && stride < 0)
    return evaluator.raise(DiagnosticId::notSupported, "slices of Refs with a negative step are not supported"), false;
  if (count == 0)
    first = 0, stride = 1;
  push({first, {}, count, stride});
  return true;
}

bool Reader::readDynamicSlice(DynamicSliceObject *slice) {
  AxisIndex result;
  result.size = slice->size;
  result.stride = slice->stride;
  int64_t span = slice->size == 0 ? 0 : (slice->size - 1) * slice->stride + 1;
  std::optional<int64_t> known;
  if (auto *integer = dyn_cast<IntObject>(slice->start))
    known = integer->value.asInt64();
  else if (auto *array = dyn_cast<ArrayObject>(slice->start))
    known = getKnownInteger(array->value);
  if (known) {
    if (*known < 0 || *known + span > extent())
      return outOfBounds("the slice of " + std::to_string(slice->size) + " elements from " + std::to_string(*known)), false;
    result.offset = *known;
  } else if (span > extent()) {
    return outOfBounds("a slice of " + std::to_string(slice->size) + " elements"), false;
  } else {
    result.computed = toI32(llvm::cast<ArrayObject>(slice->start));
    if (!result.computed)
      return false;
  }
  push(result);
  return true;
}

bool Reader::readItem(Value item) {
  if (isNone(item)) {
    index.newAxes.push_back(resultRank++);
    return true;
  }
  if (auto *boolean = dyn_cast<BoolObject>(item))
    return evaluator.notSupported("indexing with the boolean `" + std::string(boolean->value ? "True" : "False") + "`"), false;
  if (auto *integer = dyn_cast<IntObject>(item))
    return readInteger(integer->value);
  if (auto *slice = dyn_cast<SliceObject>(item))
    return readSlice(slice);
  if (auto *slice = dyn_cast<DynamicSliceObject>(item))
    return readDynamicSlice(slice);
  if (auto *array = dyn_cast<ArrayObject>(item)) {
    if (array->shape().empty() && array->dtype != DType::boolean)
      return readScalar(array);
    if (array->dtype == DType::boolean)
      return evaluator.raise(DiagnosticId::notSupported, "indexing with a boolean array is not supported")
          .note("use `jnp.where(mask, x, other)`, or `pl.load(..., mask=mask)` for a Ref"), false;
    AxisIndex axis;
    axis.size = 0;
    axis.array = array;
    index.axes.push_back(axis);
    return true;
  }
  if (isa<RangeObject>(item) || isa<ListObject>(item))
    return evaluator.raise(DiagnosticId::typeError, "an index of " + name.str() + " is a `" + item->typeName(evaluator) + "`")
        .note("index with integers, slices, `...`, `None` or an array"), false;
  return evaluator.raise(DiagnosticId::typeError, "an index of " + name.str() + " is a `" + item->typeName(evaluator) +
                                                      "`, not an integer, a slice, `...` or `None`"), false;
}

bool Reader::readAll(llvm::ArrayRef<Value> items) {
  int64_t rank = shape.size();
  auto consumes = [](Value item) { return !isNone(item) && !isEllipsis(item); };
  int64_t consumed = llvm::count_if(items, consumes), ellipses = llvm::count_if(items, isEllipsis);
  if (ellipses > 1)
    return evaluator.raise(DiagnosticId::indexError, "an index can have only one `...`"), false;
  if (consumed > rank)
    return evaluator.raise(DiagnosticId::indexError, name.str() + " has " + std::to_string(rank) + (rank == 1 ? " axis" : " axes") +
                                                         " but is indexed with " + std::to_string(consumed)), false;
  for (Value item : items) {
    if (isEllipsis(item)) {
      for (int64_t rest = rank - consumed; rest-- > 0;)
        readWhole();
    } else if (!readItem(item)) {
      return false;
    }
  }
  while (axis() < rank)
    readWhole();
  return true;
}

std::optional<Index> frontend::parseIndex(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> shape, IndexBounds bounds,
                                          llvm::StringRef name) {
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  Reader reader(evaluator, shape, bounds, name);
  if (!reader.readAll(items))
    return std::nullopt;
  return std::move(reader.index);
}
