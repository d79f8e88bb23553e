// SPDX-License-Identifier: Apache-2.0
// slice and range. Bounds are 64-bit: a range that Python could count beyond that is refused when it is made.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/Subscript.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

bool tessera::frontend::sliceBounds(Evaluator &evaluator, const SliceObject &slice, int64_t length, int64_t &first,
                                    int64_t &end, int64_t &stride) {
  auto part = [&](Value value, int64_t absent, int64_t &result) {
    result = absent;
    if (isNone(value))
      return true;
    auto *array = llvm::dyn_cast<ArrayObject>(value);
    auto *instance = llvm::dyn_cast<InstanceObject>(value);
    bool isIndex = (array && numerics::isInteger(array->dtype) && array->shape().empty()) ||
                   (instance && instance->instanceType->find("__index__"));
    if (!llvm::isa<IntObject>(value) && !llvm::isa<BoolObject>(value) && !isIndex)
      return evaluator.raise(DiagnosticId::typeError,
                             "slice indices must be integers or None, not " + value->typeName(evaluator)),
             false;
    if (auto *integer = llvm::dyn_cast<IntObject>(value))
      if (!integer->value.fitsInt64()) { // Python clips
        result = integer->value.isNegative() ? -(int64_t(1) << 62) : int64_t(1) << 62;
        return true;
      }
    std::optional<int64_t> number = evaluator.toInt(value, "slice indices");
    if (number)
      result = *number;
    return number.has_value();
  };
  if (!part(slice.step, 1, stride))
    return false;
  if (stride == 0)
    return evaluator.raise(DiagnosticId::valueError, "slice step cannot be zero"), false;
  int64_t low = stride < 0 ? -1 : 0, high = stride < 0 ? length - 1 : length;
  if (!part(slice.start, stride < 0 ? high : low, first) || !part(slice.stop, stride < 0 ? low : high, end))
    return false;
  auto clip = [&](int64_t value, bool given) {
    if (given && value < 0)
      value += length;
    return std::min(std::max(value, low), high);
  };
  first = clip(first, !isNone(slice.start));
  end = clip(end, !isNone(slice.stop));
  return true;
}

bool SliceObject::resolve(Evaluator &evaluator, int64_t length, int64_t &first, int64_t &stride, int64_t &count) {
  int64_t end;
  if (!sliceBounds(evaluator, *this, length, first, end, stride))
    return false;
  uint64_t distance =
      stride < 0 ? (first > end ? uint64_t(first - end) : 0) : (end > first ? uint64_t(end - first) : 0);
  uint64_t pace = stride < 0 ? uint64_t(0) - uint64_t(stride) : uint64_t(stride);
  count = static_cast<int64_t>((distance + pace - 1) / pace);
  if (count == 0 && stride > 0)
    stride = 1; // an empty slice of any step inserts where it starts
  return true;
}

std::optional<Value> SliceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<SliceObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  return evaluator.tuple({start, stop, step})
      ->compare(evaluator, op, evaluator.tuple({theirs->start, theirs->stop, theirs->step}));
}

std::optional<std::string> SliceObject::repr(Evaluator &evaluator) {
  std::optional<std::string> parts = evaluator.repr(evaluator.tuple({start, stop, step}));
  if (!parts)
    return std::nullopt;
  return "slice" + *parts;
}

int64_t RangeObject::count() const {
  if (step > 0 ? start >= stop : start <= stop)
    return 0;
  uint64_t distance = step > 0 ? uint64_t(stop) - uint64_t(start) : uint64_t(start) - uint64_t(stop);
  uint64_t pace = step > 0 ? uint64_t(step) : uint64_t(0) - uint64_t(step);
  uint64_t steps = (distance - 1) / pace + 1;
  return steps > uint64_t(INT64_MAX) ? INT64_MAX : static_cast<int64_t>(steps);
}

Value RangeObject::getItem(Evaluator &evaluator, Value key) {
  int64_t size = count();
  if (auto *slice = llvm::dyn_cast<SliceObject>(key)) {
    int64_t first, end, stride;
    if (!sliceBounds(evaluator, *slice, size, first, end, stride))
      return nullptr;
    return evaluator.make<RangeObject>(start + first * step, start + end * step, step * stride);
  }
  std::optional<size_t> position =
      subscript(evaluator, key, size, {"range indices must be integers or slices", "range object index out of range"});
  return position ? evaluator.integer(start + static_cast<int64_t>(*position) * step) : nullptr;
}

std::optional<Value> RangeObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<RangeObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  int64_t size = count();
  bool same = size == theirs->count() && (size == 0 || (start == theirs->start && (size == 1 || step == theirs->step)));
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<bool> RangeObject::truth(Evaluator &) { return count() != 0; }
std::optional<int64_t> RangeObject::length(Evaluator &) { return count(); }

Value RangeObject::iterate(Evaluator &evaluator) { return evaluator.make<PlaceIterator>("range_iterator", this); }

std::optional<bool> RangeObject::contains(Evaluator &evaluator, Value item) {
  auto *integer = llvm::dyn_cast<IntObject>(item);
  if (!integer)
    return Object::contains(evaluator, item);
  std::optional<int64_t> value = integer->value.asInt64();
  if (!value || (step > 0 ? *value < start || *value >= stop : *value > start || *value <= stop))
    return false;
  return (*value - start) % step == 0;
}

std::optional<std::string> RangeObject::repr(Evaluator &) {
  std::string text = "range(" + std::to_string(start) + ", " + std::to_string(stop);
  return text + (step == 1 ? ")" : ", " + std::to_string(step) + ")");
}

std::optional<uint64_t> RangeObject::hash(Evaluator &) {
  int64_t size = count();
  return llvm::hash_combine(size, size ? start : 0, size > 1 ? step : 0);
}

Value LoopRangeObject::iterate(Evaluator &evaluator) {
  return evaluator
      .raise(DiagnosticId::notSupported, "a range whose bounds only the run knows can't be run through while compiling")
      .note("a `for` statement over it becomes a loop of the kernel; a comprehension, `list` or unpacking can't");
}

std::optional<std::string> LoopRangeObject::repr(Evaluator &) { return "range(...)"; }
