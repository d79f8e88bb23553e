// SPDX-License-Identifier: Apache-2.0
// tuple and list: indices, slices, concatenation, repetition, lexicographic order. Nested values are walked
// recursively; the step and stack checks of the evaluator bound that walk.
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Repeat.h"
#include "compiler/frontend/evaluate/Subscript.h"

using namespace tessera;
using namespace tessera::frontend;

static const char *nameOf(const SequenceObject &sequence) { return sequence.kind() == Kind::tuple ? "tuple" : "list"; }

static Value sameKind(Evaluator &evaluator, Kind kind, std::vector<Value> items) {
  if (kind == Kind::tuple)
    return evaluator.tuple(std::move(items));
  return evaluator.list(std::move(items));
}

ClassObject *SequenceObject::type(Evaluator &evaluator) { return namedType ? namedType : Object::type(evaluator); }

std::optional<Value> SequenceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (namedType) {
    auto field = llvm::find(namedType->fieldNames, name);
    if (field != namedType->fieldNames.end())
      return items[static_cast<size_t>(field - namedType->fieldNames.begin())];
    if (Value member = namedType->find(name))
      return bindAttribute(evaluator, member, this, namedType);
  }
  return Object::getAttribute(evaluator, name);
}

void SequenceObject::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  if (namedType)
    llvm::append_range(names, namedType->fieldNames);
  Object::listAttributes(evaluator, names);
}

std::optional<size_t> tessera::frontend::subscript(Evaluator &evaluator, Value key, int64_t size,
                                                   SubscriptWords words) {
  if (const IntObject *integer = plainInteger(key)) {
    int64_t position = integer->value.low() < 0 ? integer->value.low() + size : integer->value.low();
    if (position >= 0 && position < size)
      return static_cast<size_t>(position);
  }
  auto *array = llvm::dyn_cast<ArrayObject>(key);
  bool isArrayIndex = array && numerics::isInteger(array->dtype) && array->shape().empty();
  InstancePart *part = key->instancePart();
  bool isIndex = isArrayIndex || (part && part->instanceType->find("__index__"));
  if (!llvm::isa<IntObject>(key) && !llvm::isa<BoolObject>(key) && !isIndex) {
    bool isQuoted = llvm::StringRef(words.indices).starts_with("string");
    std::string seen = key->typeName(evaluator);
    return evaluator.raise(DiagnosticId::typeError,
                           std::string(words.indices) + ", not " + (isQuoted ? "'" + seen + "'" : seen));
  }
  if (auto *integer = llvm::dyn_cast<IntObject>(key); integer && !integer->value.asInt64())
    return evaluator.raise(DiagnosticId::indexError, llvm::StringRef(words.indices).starts_with("range")
                                                         ? words.outOfRange
                                                         : "cannot fit 'int' into an index-sized integer");
  std::optional<int64_t> index = evaluator.toInt(key, "the index");
  if (!index)
    return std::nullopt;
  int64_t position = *index < 0 ? *index + size : *index;
  if (position < 0 || position >= size)
    return evaluator.raise(DiagnosticId::indexError, words.outOfRange)
        .note("the index is " + std::to_string(*index) +
              (size == 0 ? std::string(", and there are no elements")
                         : ", indices go from " + std::to_string(-size) + " to " + std::to_string(size - 1)));
  return static_cast<size_t>(position);
}

static std::optional<size_t> positionOf(Evaluator &evaluator, const SequenceObject &sequence, Value key,
                                        bool isChange = false) {
  bool isTuple = sequence.kind() == Kind::tuple;
  SubscriptWords words{isTuple ? "tuple indices must be integers or slices" : "list indices must be integers or slices",
                       isTuple    ? "tuple index out of range"
                       : isChange ? "list assignment index out of range"
                                  : "list index out of range"};
  return subscript(evaluator, key, static_cast<int64_t>(sequence.items.size()), words);
}

Value SequenceObject::getItem(Evaluator &evaluator, Value key) {
  if (auto *slice = llvm::dyn_cast<SliceObject>(key)) {
    int64_t first, stride, count;
    if (!slice->resolve(evaluator, static_cast<int64_t>(items.size()), first, stride, count))
      return nullptr;
    std::vector<Value> picked;
    for (int64_t i = 0; i < count; ++i)
      picked.push_back(items[static_cast<size_t>(first + i * stride)]);
    return sameKind(evaluator, kind(), std::move(picked));
  }
  std::optional<size_t> position = positionOf(evaluator, *this, key);
  return position ? items[*position] : nullptr;
}

static bool assignSlice(Evaluator &evaluator, SequenceObject &list, SliceObject *slice, Value value) {
  std::optional<std::vector<Value>> fresh;
  if (value) {
    fresh = evaluator.toVector(value);
    if (!fresh)
      return false;
  } else {
    fresh.emplace();
  }
  int64_t first, stride, count;
  if (!slice->resolve(evaluator, static_cast<int64_t>(list.items.size()), first, stride, count))
    return false;
  bool hasStep = !isNone(slice->step);
  if (hasStep) { // `a[::1] = b` may change the length, `a[::-1] = b` and `a[::2] = b` may not
    std::optional<bool> isOne = evaluator.equal(slice->step, evaluator.integer(1));
    hasStep = !isOne.value_or(false);
  }
  if (!hasStep) {
    auto begin = list.items.begin() + first;
    begin = list.items.erase(begin, begin + count);
    list.items.insert(begin, fresh->begin(), fresh->end());
    return true;
  }
  if (!value) {
    std::vector<bool> gone(list.items.size());
    for (int64_t i = 0; i < count; ++i)
      gone[static_cast<size_t>(first + i * stride)] = true;
    std::vector<Value> kept;
    for (size_t i = 0; i < gone.size(); ++i)
      if (!gone[i])
        kept.push_back(list.items[i]);
    list.items = std::move(kept);
    return true;
  }
  if (static_cast<int64_t>(fresh->size()) != count)
    return evaluator.raise(DiagnosticId::valueError, "attempt to assign sequence of size " +
                                                         std::to_string(fresh->size()) + " to extended slice of size " +
                                                         std::to_string(count)),
           false;
  for (int64_t i = 0; i < count; ++i)
    list.items[static_cast<size_t>(first + i * stride)] = (*fresh)[static_cast<size_t>(i)];
  return true;
}

bool SequenceObject::setItem(Evaluator &evaluator, Value key, Value value) {
  if (kind() == Kind::tuple)
    return Object::setItem(evaluator, key, value);
  if (auto *slice = llvm::dyn_cast<SliceObject>(key))
    return assignSlice(evaluator, *this, slice, value);
  std::optional<size_t> position = positionOf(evaluator, *this, key, /*isChange=*/true);
  if (!position)
    return false;
  items[*position] = value;
  return true;
}

bool SequenceObject::deleteItem(Evaluator &evaluator, Value key) {
  if (kind() == Kind::tuple)
    return Object::deleteItem(evaluator, key);
  if (auto *slice = llvm::dyn_cast<SliceObject>(key))
    return assignSlice(evaluator, *this, slice, nullptr);
  std::optional<size_t> position = positionOf(evaluator, *this, key, /*isChange=*/true);
  if (!position)
    return false;
  items.erase(items.begin() + static_cast<int64_t>(*position));
  return true;
}

std::optional<Value> SequenceObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (op == BinaryOp::add && !reflected && other->kind() == kind()) {
    std::vector<Value> joined = items;
    llvm::append_range(joined, llvm::cast<SequenceObject>(other)->items);
    if (static_cast<int64_t>(joined.size()) > evaluator.options().sizeLimit)
      return Value(evaluator.raise(DiagnosticId::memoryLimit, std::string("a ") + nameOf(*this) + " of " +
                                                                  std::to_string(joined.size()) +
                                                                  " elements is beyond the limit"));
    return sameKind(evaluator, kind(), std::move(joined));
  }
  if (op != BinaryOp::multiply || !isRepeatCount(other, reflected))
    return std::nullopt;
  std::optional<int64_t> count = evaluator.toInt(other, "the repeat count");
  if (!count)
    return Value(nullptr);
  int64_t times = items.empty() ? 0 : std::max<int64_t>(*count, 0);
  if (*count == 1 && kind() == Kind::tuple && !instancePart() && !namedType)
    return this;
  if (!items.empty() && times > evaluator.options().sizeLimit / static_cast<int64_t>(items.size()))
    return Value(evaluator
                     .raise(DiagnosticId::memoryLimit, std::string("a ") + nameOf(*this) + " of " +
                                                           std::to_string(items.size()) + " * " +
                                                           std::to_string(times) + " elements is beyond the limit of " +
                                                           std::to_string(evaluator.options().sizeLimit))
                     .note("make an array instead, for example with `jnp.zeros`: arrays live on the device"));
  std::vector<Value> repeated;
  repeated.reserve(items.size() * static_cast<size_t>(times));
  while (times--)
    llvm::append_range(repeated, items);
  return sameKind(evaluator, kind(), std::move(repeated));
}

std::optional<Value> SequenceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (other->kind() != kind())
    return std::nullopt;
  if (!evaluator.step())
    return Value(nullptr);
  const std::vector<Value> &theirs = llvm::cast<SequenceObject>(other)->items;
  bool isEquality = op == CompareOp::equal || op == CompareOp::notEqual;
  if (isEquality && items.size() != theirs.size())
    return evaluator.boolean(op == CompareOp::notEqual);
  for (size_t i = 0; i < items.size() && i < theirs.size(); ++i) {
    std::optional<bool> same = evaluator.equal(items[i], theirs[i]);
    if (!same)
      return Value(nullptr);
    if (*same)
      continue;
    if (isEquality)
      return evaluator.boolean(op == CompareOp::notEqual);
    return evaluator.compare(op, items[i], theirs[i]);
  }
  Value ours = evaluator.integer(static_cast<int64_t>(items.size()));
  return ours->compare(evaluator, op, evaluator.integer(static_cast<int64_t>(theirs.size())));
}

std::optional<bool> SequenceObject::truth(Evaluator &) { return !items.empty(); }
std::optional<int64_t> SequenceObject::length(Evaluator &) { return static_cast<int64_t>(items.size()); }

Value SequenceObject::iterate(Evaluator &evaluator) {
  return evaluator.make<PlaceIterator>(kind() == Kind::list ? "list_iterator" : "tuple_iterator", this);
}

std::optional<bool> SequenceObject::contains(Evaluator &evaluator, Value item) {
  for (size_t i = 0; i < items.size(); ++i) {
    std::optional<bool> same = evaluator.equal(items[i], item);
    if (!same || *same)
      return same;
  }
  return false;
}

std::optional<std::string> SequenceObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  ReprGuard guard(this);
  if (guard.isInside())
    return namedType ? namedType->name + "(...)" : kind() == Kind::tuple ? "(...)" : "[...]";
  std::string text = namedType ? namedType->name + "(" : kind() == Kind::tuple ? "(" : "[";
  for (size_t i = 0; i < items.size(); ++i) {
    std::optional<std::string> item = evaluator.repr(items[i]);
    if (!item)
      return std::nullopt;
    text += i ? ", " : "";
    if (namedType)
      text += namedType->fieldNames[i] + "=";
    text += *item;
  }
  if (kind() == Kind::list)
    return text + "]";
  return text + (items.size() == 1 && !namedType ? ",)" : ")");
}

std::optional<uint64_t> SequenceObject::hash(Evaluator &evaluator) {
  if (kind() == Kind::list)
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'list'");
  if (!evaluator.step())
    return std::nullopt;
  // CPython's, a simple form of xxHash: sets of tuples show it.
  constexpr uint64_t first = 11400714785074694791u, second = 14029467366897019727u, fifth = 2870177450012600261u;
  uint64_t combined = fifth;
  for (Value item : items) {
    std::optional<uint64_t> one = item->hash(evaluator);
    if (!one)
      return std::nullopt;
    combined += *one * second;
    combined = (combined << 31 | combined >> 33) * first;
  }
  combined += items.size() ^ (fifth ^ 3527539u);
  return combined == UINT64_MAX ? 1546275796 : combined;
}

void SequenceObject::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return;
  for (Value item : items)
    item->collectValues(values);
}

Value SequenceObject::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return this;
  std::vector<Value> rebuilt;
  for (Value item : items) {
    rebuilt.push_back(item->rebuild(evaluator, values));
    if (!rebuilt.back())
      return nullptr;
  }
  Value result = sameKind(evaluator, kind(), std::move(rebuilt));
  llvm::cast<SequenceObject>(result)->namedType = namedType;
  return result;
}
