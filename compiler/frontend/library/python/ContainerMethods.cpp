// SPDX-License-Identifier: Apache-2.0
// Methods of list, tuple, dict, set and generators.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::frontend;

//===-- list and tuple -----------------------------------------------------------------------------------------===//

static std::vector<Value> &itemsOf(Call &call) { return llvm::cast<SequenceObject>(call.self)->items; }

static Value append(Call &call) {
  if (static_cast<int64_t>(itemsOf(call).size()) >= call.evaluator.options().sizeLimit)
    return call.evaluator.raise(DiagnosticId::memoryLimit, "a list beyond the limit of " +
                                                               std::to_string(call.evaluator.options().sizeLimit) +
                                                               " elements");
  itemsOf(call).push_back(call["object"]);
  return call.evaluator.none();
}

static Value extend(Call &call) {
  std::optional<std::vector<Value>> more = call.evaluator.toVector(call["iterable"]);
  if (!more)
    return nullptr;
  llvm::append_range(itemsOf(call), *more);
  if (static_cast<int64_t>(itemsOf(call).size()) > call.evaluator.options().sizeLimit)
    return call.evaluator.raise(DiagnosticId::memoryLimit, "a list beyond the limit of " +
                                                               std::to_string(call.evaluator.options().sizeLimit) +
                                                               " elements");
  return call.evaluator.none();
}

static Value insert(Call &call) {
  std::optional<int64_t> index = call.evaluator.toInt(call["index"], "`index`");
  if (!index)
    return nullptr;
  int64_t size = static_cast<int64_t>(itemsOf(call).size());
  int64_t at = *index < 0 ? std::max<int64_t>(*index + size, 0) : std::min(*index, size);
  itemsOf(call).insert(itemsOf(call).begin() + at, call["object"]);
  return call.evaluator.none();
}

static Value pop(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> &items = itemsOf(call);
  std::optional<int64_t> index = evaluator.toInt(call["index"], "`index`");
  if (!index)
    return nullptr;
  int64_t size = static_cast<int64_t>(items.size()), at = *index < 0 ? *index + size : *index;
  if (at < 0 || at >= size)
    return evaluator.raise(DiagnosticId::indexError, size ? "pop index out of range" : "pop from empty list");
  Value value = items[static_cast<size_t>(at)];
  items.erase(items.begin() + at);
  return value;
}

/// The first position of `value`, or the size; empty with an exception pending.
static std::optional<size_t> positionOf(Call &call, Value value, size_t from = 0, size_t to = SIZE_MAX) {
  for (size_t i = from; i < itemsOf(call).size() && i < to; ++i) {
    std::optional<bool> same = call.evaluator.equal(itemsOf(call)[i], value);
    if (!same)
      return std::nullopt;
    if (*same)
      return i;
  }
  return itemsOf(call).size();
}

static Value removeItem(Call &call) {
  std::optional<size_t> at = positionOf(call, call["value"]);
  if (!at)
    return nullptr;
  if (*at >= itemsOf(call).size())
    return call.evaluator.raise(DiagnosticId::valueError, "list.remove(x): x not in list");
  itemsOf(call).erase(itemsOf(call).begin() + static_cast<int64_t>(*at));
  return call.evaluator.none();
}

static Value indexOf(Call &call) {
  int64_t first, stride, count;
  auto *range = call.evaluator.make<SliceObject>(call["start"], call["stop"], call.evaluator.none());
  if (!range->resolve(call.evaluator, static_cast<int64_t>(itemsOf(call).size()), first, stride, count))
    return nullptr;
  std::optional<size_t> at =
      positionOf(call, call["value"], static_cast<size_t>(first), static_cast<size_t>(first + count));
  if (at && *at >= static_cast<size_t>(first + count))
    at = itemsOf(call).size();
  if (!at)
    return nullptr;
  if (*at < itemsOf(call).size())
    return call.evaluator.integer(static_cast<int64_t>(*at));
  std::optional<std::string> text = call.evaluator.repr(call["value"]);
  if (!llvm::isa<ListObject>(call.self))
    return call.evaluator.raise(DiagnosticId::valueError, "tuple.index(x): x not in tuple");
  return text ? Value(call.evaluator.raise(DiagnosticId::valueError, *text + " is not in list")) : nullptr;
}

static Value countOf(Call &call) {
  int64_t count = 0;
  for (size_t i = 0; i < itemsOf(call).size(); ++i) {
    std::optional<bool> same = call.evaluator.equal(itemsOf(call)[i], call["value"]);
    if (!same)
      return nullptr;
    count += *same;
  }
  return call.evaluator.integer(count);
}

static Value sort(Call &call) {
  std::optional<bool> reverse = call.evaluator.truth(call["reverse"]);
  if (!reverse)
    return nullptr;
  std::vector<Value> items = std::exchange(itemsOf(call), {}); // empty meanwhile, so that changes are noticed
  bool isSorted = library::sortValues(call.evaluator, items, isNone(call["key"]) ? nullptr : call["key"], *reverse);
  bool isChanged = !itemsOf(call).empty();
  itemsOf(call) = std::move(items);
  if (isSorted && isChanged)
    return call.evaluator.raise(DiagnosticId::valueError, "list modified during sort");
  return isSorted ? call.evaluator.none() : nullptr;
}

static Value reverse(Call &call) {
  std::reverse(itemsOf(call).begin(), itemsOf(call).end());
  return call.evaluator.none();
}
static Value clearList(Call &call) {
  itemsOf(call).clear();
  return call.evaluator.none();
}
static Value copyList(Call &call) { return call.evaluator.list(itemsOf(call)); }

static Value tupleAsDict(Call &call) {
  auto *tuple = llvm::cast<TupleObject>(call.self);
  if (!tuple->namedType)
    return call.evaluator.raise(DiagnosticId::unknownAttribute, "'tuple' object has no attribute '_asdict'");
  DictObject *dict = call.evaluator.dict();
  for (size_t i = 0; i < tuple->items.size(); ++i)
    dict->set(call.evaluator, tuple->namedType->fieldNames[i], tuple->items[i]);
  return dict;
}

static Value tupleReplace(Call &call) {
  auto *tuple = llvm::cast<TupleObject>(call.self);
  std::vector<Value> changed = tuple->items;
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries()) {
    if (!entry.key)
      continue;
    const std::string &name = llvm::cast<StrObject>(entry.key)->value;
    size_t at = 0;
    while (tuple->namedType && at < tuple->items.size() && tuple->namedType->fieldNames[at] != name)
      ++at;
    if (!tuple->namedType || at == tuple->items.size())
      return call.evaluator.raise(DiagnosticId::valueError, "Got unexpected field names: ['" + name + "']");
    changed[at] = entry.value;
  }
  return tuple->namedType ? nameTuple(call.evaluator, *tuple->namedType, std::move(changed)) : tuple;
}

//===-- dict ---------------------------------------------------------------------------------------------------===//

static DictObject *dictOf(Call &call) { return llvm::cast<DictObject>(call.self); }

static Value get(Call &call) {
  std::optional<HashTable::Entry *> entry = dictOf(call)->table.find(call.evaluator, call["key"]);
  return !entry ? nullptr : *entry ? (*entry)->value : call["default"];
}

static Value popKey(Call &call) {
  std::optional<HashTable::Entry *> entry = dictOf(call)->table.find(call.evaluator, call["key"]);
  if (!entry)
    return nullptr;
  if (!*entry && call.given("default"))
    return call["default"];
  Value value = *entry ? (*entry)->value : nullptr;
  return dictOf(call)->deleteItem(call.evaluator, call["key"]) ? value : nullptr;
}

static Value popitem(Call &call) {
  HashTable &table = dictOf(call)->table;
  if (table.size() == 0)
    return call.evaluator.raise(DiagnosticId::keyError, "popitem(): dictionary is empty");
  HashTable::Entry last = table.entries().back();
  return table.erase(call.evaluator, last.key) ? Value(call.evaluator.tuple({last.key, last.value})) : nullptr;
}

static Value setdefault(Call &call) {
  std::optional<HashTable::Entry *> entry = dictOf(call)->table.find(call.evaluator, call["key"]);
  if (!entry)
    return nullptr;
  if (*entry)
    return (*entry)->value;
  return dictOf(call)->table.insert(call.evaluator, call["key"], call["default"]) ? call["default"] : nullptr;
}

static Value update(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value source = call["other"];
  if (auto *other = llvm::dyn_cast<DictObject>(source)) {
    std::vector<HashTable::Entry> entries = other->table.entries();
    for (const HashTable::Entry &entry : entries)
      if (entry.key && !dictOf(call)->table.insert(evaluator, entry.key, entry.value))
        return nullptr;
  } else {
    if (!library::addPairs(evaluator, *dictOf(call), source))
      return nullptr;
  }
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key && !dictOf(call)->table.insert(evaluator, entry.key, entry.value))
      return nullptr;
  return evaluator.none();
}

bool library::addPairs(Evaluator &evaluator, DictObject &dict, Value source) {
  if (std::optional<Value> keys = source->instancePart() ? source->getAttribute(evaluator, "keys") : std::nullopt) {
    Value listed = *keys ? evaluator.call(*keys, {}) : nullptr;
    std::optional<std::vector<Value>> names = listed ? evaluator.toVector(listed) : std::nullopt;
    for (size_t i = 0; names && i < names->size(); ++i) {
      Value value = evaluator.getItem(source, (*names)[i]);
      if (!value || !dict.table.insert(evaluator, (*names)[i], value))
        return false;
    }
    return names.has_value();
  }
  std::optional<std::vector<Value>> pairs = evaluator.toVector(source);
  for (size_t i = 0; pairs && i < pairs->size(); ++i) {
    std::string place = std::to_string(i);
    bool isSequence =
        llvm::isa<SequenceObject>((*pairs)[i]) || llvm::isa<StrObject>((*pairs)[i]) || (*pairs)[i]->instancePart();
    if (!isSequence && !llvm::isa<IteratorObject>((*pairs)[i]) && !llvm::isa<SetObject>((*pairs)[i]))
      return evaluator.raise(DiagnosticId::typeError,
                             "cannot convert dictionary update sequence element #" + place + " to a sequence"),
             false;
    std::optional<std::vector<Value>> two = evaluator.toVector((*pairs)[i]);
    if (!two)
      return false;
    if (two->size() != 2)
      return evaluator.raise(DiagnosticId::valueError, "dictionary update sequence element #" + place + " has length " +
                                                           std::to_string(two->size()) + "; 2 is required"),
             false;
    if (!dict.table.insert(evaluator, (*two)[0], (*two)[1]))
      return false;
  }
  return pairs.has_value();
}

static Value clearDict(Call &call) {
  dictOf(call)->table.clear();
  return call.evaluator.none();
}

static Value copyDict(Call &call) {
  DictObject *copy = call.evaluator.dict();
  copy->table = dictOf(call)->table;
  copy->defaultFactory = dictOf(call)->defaultFactory;
  return copy;
}

static Value fromkeys(Call &call) {
  std::optional<std::vector<Value>> names = call.evaluator.toVector(call["iterable"]);
  DictObject *dict = call.evaluator.dict();
  for (size_t i = 0; names && i < names->size(); ++i)
    if (!dict->table.insert(call.evaluator, (*names)[i], call["value"]))
      return nullptr;
  if (auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self);
      names && type && type->isUser) { // of a class derived from dict
    Value made = call.evaluator.call(type, {});
    for (const HashTable::Entry &entry : dict->table.entries())
      if (!made || !call.evaluator.setItem(made, entry.key, entry.value))
        return nullptr;
    return made;
  }
  return names ? Value(dict) : nullptr;
}

//===-- set ----------------------------------------------------------------------------------------------------===//

static SetObject *setOf(Call &call) { return llvm::cast<SetObject>(call.self); }

static bool requireMutable(Call &call) {
  if (!setOf(call)->frozen)
    return true;
  return call.evaluator.raise(DiagnosticId::unknownAttribute,
                              std::string("'frozenset' object has no attribute '") + call.entry->name + "'"),
         false;
}

static Value add(Call &call) {
  return requireMutable(call) && setOf(call)->table.insert(call.evaluator, call["elem"], nullptr)
             ? call.evaluator.none()
             : nullptr;
}

static Value discardElement(Call &call, bool mustExist) {
  Value element = frozenCopy(call.evaluator, call["elem"]);
  std::optional<bool> erased = requireMutable(call) ? setOf(call)->table.erase(call.evaluator, element) : std::nullopt;
  if (erased && !*erased && mustExist) {
    call.evaluator.raise(DiagnosticId::keyError, "the set has no such element");
    call.evaluator.pendingException()->arguments = {call["elem"]};
    return nullptr;
  }
  return erased ? call.evaluator.none() : nullptr;
}
static Value discard(Call &call) { return discardElement(call, false); }
static Value removeElement(Call &call) { return discardElement(call, true); }

static Value popElement(Call &call) {
  if (!requireMutable(call))
    return nullptr;
  HashTable &table = setOf(call)->table;
  if (table.size() == 0)
    return call.evaluator.raise(DiagnosticId::keyError, "pop from an empty set");
  Value key = table.firstToPop();
  return table.erase(call.evaluator, key) ? key : nullptr;
}

/// A set with the iterable's elements: itself where it is one.
static SetObject *asSet(Evaluator &evaluator, Value iterable) {
  if (auto *set = llvm::dyn_cast<SetObject>(iterable))
    return set;
  if (auto *dict = llvm::dyn_cast<DictObject>(iterable); dict && !dict->instancePart()) {
    auto *set = evaluator.make<SetObject>(false);
    return set->table.merge(evaluator, dict->table) ? set : nullptr;
  }
  std::optional<std::vector<Value>> elements = evaluator.toVector(iterable);
  auto *set = evaluator.make<SetObject>(false);
  for (size_t i = 0; elements && i < elements->size(); ++i)
    if (!set->table.insert(evaluator, (*elements)[i], nullptr))
      return nullptr;
  return elements ? set : nullptr;
}

static SetObject *copyOf(Evaluator &evaluator, SetObject *set) {
  auto *copy = evaluator.make<SetObject>(set->frozen);
  return copy->table.merge(evaluator, set->table) ? copy : nullptr;
}

static SetObject *combineWith(Evaluator &evaluator, SetObject *set, BinaryOp op, Value iterable, bool isFresh) {
  std::optional<std::vector<Value>> elements = evaluator.toVector(iterable);
  if (!elements)
    return nullptr;
  SetObject *result = op == BinaryOp::bitAnd ? evaluator.make<SetObject>(set->frozen)
                      : isFresh              ? set
                                             : copyOf(evaluator, set);
  for (size_t i = 0; result && i < elements->size(); ++i) {
    Value element = (*elements)[i];
    bool done = false;
    if (op == BinaryOp::bitOr) {
      done = result->table.insert(evaluator, element, nullptr);
    } else if (op == BinaryOp::bitAnd) {
      std::optional<HashTable::Entry *> entry = set->table.find(evaluator, element);
      done = entry && (!*entry || result->table.insert(evaluator, element, nullptr));
    } else {
      done = result->table.erase(evaluator, element).has_value();
    }
    if (!done)
      return nullptr;
  }
  if (op == BinaryOp::subtract && result)
    result->table.settle();
  return result;
}

/// The operator applied to the set and each argument in turn, which may be any iterable.
static Value combine(Call &call, BinaryOp op, bool inPlace) {
  Evaluator &evaluator = call.evaluator;
  if (inPlace && !requireMutable(call))
    return nullptr;
  SetObject *total = setOf(call);
  llvm::ArrayRef<Value> others = llvm::cast<TupleObject>(call["others"])->items;
  bool isFresh = inPlace && op != BinaryOp::bitAnd; // may be changed
  if (!inPlace && (op == BinaryOp::bitOr || others.empty())) {
    total = copyOf(evaluator, total);
    isFresh = true;
  }
  for (Value iterable : others) {
    if (total && op == BinaryOp::bitOr && iterable == call.self)
      continue;
    auto *dict = llvm::dyn_cast<DictObject>(iterable);
    if (total && op == BinaryOp::bitOr && dict && !dict->instancePart()) {
      if (!total->table.merge(evaluator, dict->table))
        return nullptr;
      continue;
    }
    bool isKnownSize = llvm::isa<SetObject>(iterable) || (dict && op == BinaryOp::subtract && !inPlace);
    if (total && !isKnownSize) { // CPython goes over other iterables one by one, which the order shows
      total = combineWith(evaluator, total, op, iterable, isFresh);
      isFresh = op != BinaryOp::bitAnd || isFresh;
      if (!total)
        return nullptr;
      continue;
    }
    SetObject *other = total ? asSet(evaluator, iterable) : nullptr;
    if (!other)
      return nullptr;
    std::optional<Value> result;
    std::optional<bool> done =
        isFresh && op != BinaryOp::bitAnd ? total->update(evaluator, op, other) : std::optional<bool>(false);
    if (!done)
      return nullptr;
    if (!*done) {
      auto *base = evaluator.make<SetObject>(total->frozen); // past the methods of a user's class
      base->table = total->table;
      result = base->SetObject::binary(evaluator, op, other == total ? base : other, false);
      if (!result || !*result)
        return nullptr;
      total = llvm::cast<SetObject>(*result);
      isFresh = !total->frozen;
    }
  }
  if (!inPlace)
    return total;
  if (total && total != setOf(call))
    setOf(call)->table = total->table;
  return total ? evaluator.none() : nullptr;
}
static Value unionOf(Call &call) { return combine(call, BinaryOp::bitOr, false); }
static Value intersection(Call &call) { return combine(call, BinaryOp::bitAnd, false); }
static Value difference(Call &call) { return combine(call, BinaryOp::subtract, false); }
/// CPython makes a set of the other's elements and takes out of it, or adds, each of this one's: the order is the
/// other's.
static Value symmetricDifference(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *own = evaluator.make<SetObject>(false), *total = evaluator.make<SetObject>(false);
  own->table = setOf(call)->table;
  if (auto *theirs = llvm::dyn_cast<SetObject>(call["other"])) {
    if (!total->table.merge(evaluator, theirs->table))
      return nullptr;
  } else if (!(total = asSet(evaluator, call["other"]))) {
    return nullptr;
  }
  if (!total->update(evaluator, BinaryOp::bitXor, own))
    return nullptr;
  auto *result = evaluator.make<SetObject>(setOf(call)->frozen);
  result->table = total->table;
  return result;
}
static Value updateSet(Call &call) { return combine(call, BinaryOp::bitOr, true); }
static Value differenceUpdate(Call &call) { return combine(call, BinaryOp::subtract, true); }
static Value intersectionUpdate(Call &call) { return combine(call, BinaryOp::bitAnd, true); }

static Value symmetricDifferenceUpdate(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!requireMutable(call))
    return nullptr;
  if (auto *dict = llvm::dyn_cast<DictObject>(call["other"]);
      dict && !dict->instancePart()) { // in the dict's own order
    for (Value key : dict->table.keysInOrder()) {
      std::optional<bool> erased = setOf(call)->table.erase(evaluator, key);
      if (!erased || (!*erased && !setOf(call)->table.insert(evaluator, key, nullptr)))
        return nullptr;
    }
    return evaluator.none();
  }
  SetObject *other = asSet(evaluator, call["other"]);
  std::optional<bool> done = other ? setOf(call)->update(evaluator, BinaryOp::bitXor, other) : std::nullopt;
  return done ? evaluator.none() : nullptr;
}

static Value compareSets(Call &call, CompareOp op) {
  Evaluator &evaluator = call.evaluator;
  SetObject *other = asSet(evaluator, call["other"]);
  return other ? evaluator.compare(op, call.self, other) : nullptr;
}
static Value issubset(Call &call) { return compareSets(call, CompareOp::lessEqual); }
static Value issuperset(Call &call) { return compareSets(call, CompareOp::greaterEqual); }
static Value isdisjoint(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> elements = evaluator.toVector(call["other"]);
  if (!elements)
    return nullptr;
  for (Value element : *elements) {
    std::optional<HashTable::Entry *> entry = setOf(call)->table.find(evaluator, element);
    if (!entry)
      return nullptr;
    if (*entry)
      return evaluator.boolean(false);
  }
  return evaluator.boolean(true);
}
static Value clearSet(Call &call) {
  if (!requireMutable(call))
    return nullptr;
  setOf(call)->table.clear();
  return call.evaluator.none();
}
static Value copySet(Call &call) {
  SetObject *set = setOf(call);
  return set->frozen && !set->instancePart() ? set : copyOf(call.evaluator, set);
}

//===-- generators ---------------------------------------------------------------------------------------------===//

Value library::stopIteration(Evaluator &evaluator, Value value) {
  auto *exception = evaluator.make<ExceptionObject>(evaluator.builtinClass("StopIteration"));
  if (value && !isNone(value))
    exception->arguments.push_back(value);
  return evaluator.raise(exception);
}
/// What is no GeneratorIterator under the name `generator` is a generator expression, which has no place for a value.
static GeneratorIterator *generatorOf(Call &call) { return llvm::dyn_cast<GeneratorIterator>(call.self); }
static Value send(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  std::optional<Value> value = generator ? generator->resume(call.evaluator, call["value"])
                                         : llvm::cast<IteratorObject>(call.self)->next(call.evaluator);
  return value ? *value : library::stopIteration(call.evaluator, generator ? generator->returned : nullptr);
}
/// The exception of `throw(type)`, `throw(instance)`, `throw(type, value, traceback)`; null with an exception pending.
static ExceptionObject *thrownBy(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value thrown = call["type"], value = call["value"];
  if (auto *type = llvm::dyn_cast<ClassObject>(thrown); type && type->isException) {
    bool isMade = llvm::isa<ExceptionObject>(value) && evaluator.isInstance(value, type);
    auto *tuple = llvm::dyn_cast<TupleObject>(value);
    thrown = isMade ? value
                    : evaluator.call(type, isNone(value) ? llvm::ArrayRef<Value>()
                                           : tuple       ? llvm::ArrayRef<Value>(tuple->items)
                                                         : llvm::ArrayRef<Value>(value));
  } else if (llvm::isa<ExceptionObject>(thrown) && !isNone(value)) {
    evaluator.raise(DiagnosticId::typeError, "instance exception may not have a separate value");
    return nullptr;
  }
  if (!isNone(call["traceback"]) && call["traceback"]->typeName(evaluator) != "TracebackType" &&
      call["traceback"]->typeName(evaluator) != "traceback") {
    evaluator.raise(DiagnosticId::typeError, "throw() third argument must be a traceback object");
    return nullptr;
  }
  auto *exception = llvm::dyn_cast_or_null<ExceptionObject>(thrown);
  if (!exception && thrown)
    evaluator.raise(DiagnosticId::typeError,
                    "exceptions must be classes or instances deriving from BaseException, not " +
                        thrown->typeName(evaluator));
  return exception;
}
static Value throwInto(Call &call) {
  ExceptionObject *exception = thrownBy(call);
  if (!exception)
    return nullptr;
  GeneratorIterator *generator = generatorOf(call);
  if (!generator) {
    static_cast<ComprehensionIterator *>(llvm::cast<IteratorObject>(call.self))->close();
    return call.evaluator.raise(exception);
  }
  std::optional<Value> value = generator->throwInto(call.evaluator, exception);
  return value ? *value : library::stopIteration(call.evaluator, generator->returned);
}
static Value closeGenerator(Call &call) {
  Evaluator &evaluator = call.evaluator;
  GeneratorIterator *generator = generatorOf(call);
  if (!generator) {
    static_cast<ComprehensionIterator *>(llvm::cast<IteratorObject>(call.self))->close();
    return evaluator.none();
  }
  return generator->close() ? evaluator.none() : nullptr;
}
static Value generatorName(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  return call.evaluator.string(generator ? generator->functionName() : "<genexpr>");
}
static Value generatorQualifiedName(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  if (!generator)
    return call.evaluator.string("<genexpr>");
  const FunctionObject *function = generator->called();
  return call.evaluator.string(function->qualifiedName.empty() ? function->name : function->qualifiedName);
}
static Value generatorIsRunning(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  return call.evaluator.boolean(generator && generator->running());
}
static Value generatorAwaits(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  IteratorObject *inner = generator ? generator->awaited() : nullptr;
  return !inner ? call.evaluator.none() : inner->source ? inner->source : inner;
}
/// None when it has ended; else what has the local variables.
static Value generatorFrame(Call &call) {
  GeneratorIterator *generator = generatorOf(call);
  if (!generator || generator->isEnded())
    return call.evaluator.none();
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("types", "FrameType"));
  DictObject *locals = call.evaluator.dict();
  generator->frameOfCall()->locals.forEach(
      [&](llvm::StringRef name, Value value) { locals->set(call.evaluator, name, value); });
  record->set("f_back", call.evaluator.none()); // it rests
  record->set("f_locals", locals).set("f_lasti", call.evaluator.integer(generator->hasBegun() ? 0 : -1));
  return record;
}
static Value itself(Call &call) { return call.self; }

/// Awaitables of an asynchronous generator's steps.
static Value asyncNext(Call &call) { return call.evaluator.make<AsyncStep>(generatorOf(call), nullptr, nullptr); }
static Value asyncSend(Call &call) { return call.evaluator.make<AsyncStep>(generatorOf(call), call["value"], nullptr); }
static Value asyncThrow(Call &call) {
  ExceptionObject *exception = thrownBy(call);
  return exception ? call.evaluator.make<AsyncStep>(generatorOf(call), nullptr, exception) : nullptr;
}
static Value asyncClose(Call &call) {
  auto *exit = call.evaluator.make<ExceptionObject>(call.evaluator.builtinClass("GeneratorExit"));
  auto *step = call.evaluator.make<AsyncStep>(generatorOf(call), nullptr, exit);
  step->closes = true;
  return step;
}

/// The same, run by hand.
static Value stepOn(Call &call, ExceptionObject *thrown) {
  auto *step = static_cast<AsyncStep *>(llvm::cast<IteratorObject>(call.self));
  if (thrown)
    step->raiseNext(thrown);
  std::optional<Value> value = step->next(call.evaluator);
  return value ? *value : library::stopIteration(call.evaluator, step->result());
}
static Value stepSend(Call &call) { return stepOn(call, nullptr); }
static Value stepThrow(Call &call) {
  ExceptionObject *exception = thrownBy(call);
  return exception ? stepOn(call, exception) : nullptr;
}
static Value stepClose(Call &call) { return call.evaluator.none(); }

static Value nextOf(Call &call) {
  std::optional<Value> value = llvm::cast<IteratorObject>(call.self)->next(call.evaluator);
  return value ? *value : library::stopIteration(call.evaluator, llvm::cast<IteratorObject>(call.self)->result());
}

//===-- collections --------------------------------------------------------------------------------------------===//

static constexpr LibraryEntry entries[] = {
    {"list", "append", EntryKind::method, "(object, /)", "Adds an element at the end.", append},
    {"list", "extend", EntryKind::method, "(iterable, /)", "Adds elements at the end.", extend},
    {"list", "insert", EntryKind::method, "(index, object, /)", "Adds an element before the index.", insert},
    {"list", "pop", EntryKind::method, "(index=-1, /)", "Removes an element and returns it.", pop},
    {"list", "remove", EntryKind::method, "(value, /)", "Removes the first equal element.", removeItem},
    {"list", "index", EntryKind::method, "(value, start=None, stop=None, /)", "The first place of the value.", indexOf},
    {"list", "count", EntryKind::method, "(value, /)", "How often the value occurs.", countOf},
    {"list", "sort", EntryKind::method, "(*, key=None, reverse=False)", "Sorts in place.", sort},
    {"list", "reverse", EntryKind::method, "()", "Turns the order round in place.", reverse},
    {"list", "clear", EntryKind::method, "()", "Removes all elements.", clearList},
    {"list", "copy", EntryKind::method, "()", "A list of the same elements.", copyList},
    {"tuple", "index", EntryKind::method, "(value, start=None, stop=None, /)", "The first place of the value.",
     indexOf},
    {"tuple", "count", EntryKind::method, "(value, /)", "How often the value occurs.", countOf},
    {"tuple", "_asdict", EntryKind::method, "()", "A named tuple's fields as a dict.", tupleAsDict},
    {"tuple", "_replace", EntryKind::method, "(**kwargs)", "A named tuple with some fields changed.", tupleReplace},
    {"dict", "get", EntryKind::method, "(key, default=None, /)", "The key's value, or the default.", get},
    {"dict", "pop", EntryKind::method, "(key, default=None, /)", "Removes a key and returns its value.", popKey},
    {"dict", "popitem", EntryKind::method, "()", "Removes the last pair and returns it.", popitem},
    {"dict", "setdefault", EntryKind::method, "(key, default=None, /)",
     "The key's value, set first where it is absent.", setdefault},
    {"dict", "update", EntryKind::method, "(other=(), /, **kwargs)", "Takes over pairs and keywords.", update},
    {"dict", "clear", EntryKind::method, "()", "Removes all pairs.", clearDict},
    {"dict", "copy", EntryKind::method, "()", "A dict of the same pairs.", copyDict},
    {"dict", "fromkeys", EntryKind::function, "(iterable, value=None, /)", "A dict with these keys and one value.",
     fromkeys},
    {"set", "add", EntryKind::method, "(elem, /)", "Adds an element.", add},
    {"set", "discard", EntryKind::method, "(elem, /)", "Removes an element if it is there.", discard},
    {"set", "remove", EntryKind::method, "(elem, /)", "Removes an element.", removeElement},
    {"set", "pop", EntryKind::method, "()", "Removes an element and returns it.", popElement},
    {"set", "clear", EntryKind::method, "()", "Removes all elements.", clearSet},
    {"set", "update", EntryKind::method, "(*others)", "Adds the others' elements.", updateSet},
    {"set", "difference_update", EntryKind::method, "(*others)", "Removes the others' elements.", differenceUpdate},
    {"set", "symmetric_difference_update", EntryKind::method, "(other, /)", "Keeps what one alone has.",
     symmetricDifferenceUpdate},
    {"set", "intersection_update", EntryKind::method, "(*others)", "Keeps what the others have too.",
     intersectionUpdate},
#define TESSERA_SET(type)                                                                                              \
  {type, "union", EntryKind::method, "(*others)", "The elements of all.", unionOf},                                    \
      {type, "intersection", EntryKind::method, "(*others)", "The elements that all have.", intersection},             \
      {type, "difference", EntryKind::method, "(*others)", "The elements that no other has.", difference},             \
      {type,                                                                                                           \
       "symmetric_difference",                                                                                         \
       EntryKind::method,                                                                                              \
       "(other, /)",                                                                                                   \
       "The elements that one alone has.",                                                                             \
       symmetricDifference},                                                                                           \
      {type, "issubset", EntryKind::method, "(other, /)", "Whether the other has all elements.", issubset},            \
      {type,      "issuperset", EntryKind::method, "(other, /)", "Whether this has all of the other's elements.",      \
       issuperset},                                                                                                    \
      {type, "isdisjoint", EntryKind::method, "(other, /)", "Whether no element is common.", isdisjoint}, {            \
    type, "copy", EntryKind::method, "()", "A set of the same elements.", copySet                                      \
  }
    TESSERA_SET("set"),
    TESSERA_SET("frozenset"),
#undef TESSERA_SET
    {"generator", "send", EntryKind::method, "(value, /)", "Goes on with the value of the `yield`.", send},
#define TESSERA_GENERATOR(type, prefix)                                                                                \
  {type, "__qualname__", EntryKind::property, "", "The function's qualified name.", generatorQualifiedName},           \
      {type, prefix "_running", EntryKind::property, "", "Whether it runs now.", generatorIsRunning}, {                \
    type, prefix "_frame", EntryKind::property, "", "Its local variables; None when it has ended.", generatorFrame     \
  }
    TESSERA_GENERATOR("generator", "gi"),
    TESSERA_GENERATOR("coroutine", "cr"),
    TESSERA_GENERATOR("async_generator", "ag"),
#undef TESSERA_GENERATOR
    {"generator", "gi_yieldfrom", EntryKind::property, "", "What a `yield from` stands at.", generatorAwaits},
    {"coroutine", "cr_await", EntryKind::property, "", "What an `await` waits for.", generatorAwaits},
    {"async_generator", "ag_await", EntryKind::property, "", "What an `await` waits for.", generatorAwaits},
    {"coroutine", "send", EntryKind::method, "(value, /)", "Goes on with the value of the `await`.", send},
    {"coroutine", "throw", EntryKind::method, "(type, value=None, traceback=None, /)",
     "Goes on with an exception at the `await`.", throwInto},
    {"coroutine", "close", EntryKind::method, "()", "Ends the coroutine.", closeGenerator},
    {"coroutine", "__name__", EntryKind::property, "", "The function's name.", generatorName},
    {"coroutine", "__await__", EntryKind::method, "()", "An iterator that runs the coroutine.", itself},
    {"async_generator_asend", "__await__", EntryKind::method, "()", "The step itself.", itself},
    {"async_generator_asend", "send", EntryKind::method, "(value, /)", "Goes on.", stepSend},
    {"async_generator_asend", "throw", EntryKind::method, "(type, value=None, traceback=None, /)",
     "Goes on with an exception.", stepThrow},
    {"async_generator_asend", "close", EntryKind::method, "()", "Does nothing.", stepClose},
    {"async_generator", "__name__", EntryKind::property, "", "The function's name.", generatorName},
    {"async_generator", "__aiter__", EntryKind::method, "()", "The generator itself.", itself},
    {"async_generator", "__anext__", EntryKind::method, "()", "An awaitable of the next element.", asyncNext},
    {"async_generator", "asend", EntryKind::method, "(value, /)", "The same, with the value of the `yield`.",
     asyncSend},
    {"async_generator", "athrow", EntryKind::method, "(type, value=None, traceback=None, /)",
     "The same, with an exception at the `yield`.", asyncThrow},
    {"async_generator", "aclose", EntryKind::method, "()", "An awaitable that ends the generator.", asyncClose},
    {"generator", "throw", EntryKind::method, "(type, value=None, traceback=None, /)",
     "Goes on with an exception at the `yield`.", throwInto},
    {"generator", "close", EntryKind::method, "()", "Ends the generator.", closeGenerator},
    {"generator", "__name__", EntryKind::property, "", "The function's name.", generatorName},
    {"generator", "__next__", EntryKind::method, "()", "The next element.", nextOf},
    {"iterator", "__next__", EntryKind::method, "()", "The next element.", nextOf},
};

llvm::ArrayRef<LibraryEntry> library::containerEntries() { return entries; }
