// SPDX-License-Identifier: Apache-2.0
// `dict.keys()`, `values()` and `items()`: they show the dict as it is when they are looked at. Keys and items are sets
// as well.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
class DictView : public ExtensionObject {
public:
  enum class Part : uint8_t { keys, values, items };
  DictView(DictObject *dict, Part part) : ExtensionObject(&tag), dict(dict), part(part) {}
  DictObject *const dict;
  const Part part;

  const char *className() const {
    return part == Part::keys ? "dict_keys" : part == Part::values ? "dict_values" : "dict_items";
  }
  Value valueOf(Evaluator &evaluator, const HashTable::Entry &entry) const {
    return part == Part::keys     ? entry.key
           : part == Part::values ? entry.value
                                  : Value(evaluator.tuple({entry.key, entry.value}));
  }
  std::vector<Value> elements(Evaluator &evaluator) const;
  SetObject *asSet(Evaluator &evaluator) const;
  Value intersect(Evaluator &evaluator, Value other);

  ClassObject *type(Evaluator &evaluator) override { return evaluator.builtinClass(className()); }
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &) override { return dict->table.size() != 0; }
  Value iterate(Evaluator &evaluator) override { return iterateFrom(evaluator, /*backwards=*/false); }
  Value iterateFrom(Evaluator &evaluator, bool backwards);
  std::optional<int64_t> length(Evaluator &) override { return static_cast<int64_t>(dict->table.size()); }
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};
char DictView::tag;
} // namespace

std::vector<Value> DictView::elements(Evaluator &evaluator) const {
  std::vector<Value> items;
  for (const HashTable::Entry &entry : dict->table.entries())
    if (entry.key)
      items.push_back(valueOf(evaluator, entry));
  return items;
}

/// Null with an exception pending: an item may be unhashable.
SetObject *DictView::asSet(Evaluator &evaluator) const {
  auto *set = evaluator.make<SetObject>(/*frozen=*/false);
  if (part == Part::keys)
    return set->table.merge(evaluator, dict->table) ? set : nullptr;
  for (Value item : elements(evaluator))
    if (!set->table.insert(evaluator, item, nullptr))
      return nullptr;
  return set;
}

namespace {
/// The elements of a view, refusing changes of the dict's size in between.
class ViewIterator : public NamedIterator {
public:
  ViewIterator(const DictView &view, bool backwards)
      : NamedIterator("builtins", nameOf(view.part, backwards)), view(&view), backwards(backwards),
        size(view.dict->table.size()), left(size), place(backwards ? view.dict->table.entries().size() : 0) {
    givesFreshTuples = view.part == DictView::Part::items;
  }
  std::optional<Value> nextElement(Evaluator &evaluator) override {
    if (!view)
      return std::nullopt;
    if (view->dict->table.size() != size) {
      size = SIZE_MAX; // it stays refused
      return Value(evaluator.raise(DiagnosticId::raised, "dictionary changed size during iteration"));
    }
    const HashTable::Entry *entry = advance();
    if (!entry || !left--) {
      view = nullptr;
      return entry ? std::optional<Value>(
                         evaluator.raise(DiagnosticId::raised, "dictionary keys changed during iteration"))
                   : std::nullopt;
    }
    if (givesFreshTuples)
      return tupleOf(evaluator, {entry->key, entry->value});
    return view->valueOf(evaluator, *entry);
  }
  Value reduce(Evaluator &evaluator) override {
    Value function = evaluator.libraryMember("builtins", "iter").value_or(nullptr);
    size_t was = place;
    std::vector<Value> rest;
    for (const HashTable::Entry *entry = view ? advance() : nullptr; entry; entry = advance())
      rest.push_back(view->valueOf(evaluator, *entry));
    place = was;
    return function ? evaluator.tuple({function, evaluator.tuple({evaluator.list(std::move(rest))})}) : nullptr;
  }
  Value lengthHint(Evaluator &evaluator) override {
    return evaluator.integer(view && view->dict->table.size() == size ? static_cast<int64_t>(left) : 0);
  }

private:
  static const char *nameOf(DictView::Part part, bool backwards) {
    if (part == DictView::Part::keys)
      return backwards ? "dict_reversekeyiterator" : "dict_keyiterator";
    if (part == DictView::Part::values)
      return backwards ? "dict_reversevalueiterator" : "dict_valueiterator";
    return backwards ? "dict_reverseitemiterator" : "dict_itemiterator";
  }
  const HashTable::Entry *advance() {
    const std::vector<HashTable::Entry> &entries = view->dict->table.entries();
    while (backwards ? place > 0 : place < entries.size())
      if (const HashTable::Entry &entry = backwards ? entries[std::min(--place, entries.size() - 1)] : entries[place++];
          entry.key)
        return &entry;
    return nullptr;
  }
  const DictView *view; // null at the end
  const bool backwards;
  size_t size, left, place;
};
} // namespace

Value DictView::iterateFrom(Evaluator &evaluator, bool backwards) {
  return evaluator.make<ViewIterator>(*this, backwards);
}

/// A set with the elements of a set, a dict or any iterable, placed as CPython's `set` places them.
static SetObject *setFrom(Evaluator &evaluator, Value iterable) {
  auto *made = evaluator.make<SetObject>(/*frozen=*/false);
  auto *set = llvm::dyn_cast<SetObject>(iterable);
  auto *dict = llvm::dyn_cast<DictObject>(iterable);
  if (set || (dict && !dict->instancePart()))
    return made->table.merge(evaluator, set ? set->table : dict->table) ? made : nullptr;
  std::optional<std::vector<Value>> elements = evaluator.toVector(iterable);
  for (size_t i = 0; elements && i < elements->size(); ++i)
    if (!made->table.insert(evaluator, (*elements)[i], nullptr))
      return nullptr;
  return elements ? made : nullptr;
}

/// `self & other`: goes over the other, or over this one where the other is a set that is no smaller.
Value DictView::intersect(Evaluator &evaluator, Value other) {
  auto *set = llvm::dyn_cast<SetObject>(other);
  auto *view = llvm::dyn_cast<DictView>(other);
  bool isSwapped = (set && !set->instancePart() && !set->frozen && dict->table.size() <= set->table.size()) ||
                   (view && view->part != Part::values && view->dict->table.size() > dict->table.size());
  Value from = isSwapped ? Value(this) : other, filter = isSwapped ? other : Value(this);
  std::optional<std::vector<Value>> elements = evaluator.toVector(from);
  auto *result = evaluator.make<SetObject>(/*frozen=*/false);
  for (size_t i = 0; elements && i < elements->size(); ++i) {
    std::optional<bool> isIn = filter->contains(evaluator, (*elements)[i]);
    if (!isIn || (*isIn && !result->table.insert(evaluator, (*elements)[i], nullptr)))
      return nullptr;
  }
  return elements ? result : nullptr;
}

/// CPython makes a set of the left operand and changes it by the right one, which the order of the result shows.
std::optional<Value> DictView::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  bool isSetOperator =
      op == BinaryOp::bitOr || op == BinaryOp::bitAnd || op == BinaryOp::bitXor || op == BinaryOp::subtract;
  if (part == Part::values || !isSetOperator)
    return std::nullopt;
  if (op == BinaryOp::bitAnd)
    return intersect(evaluator, other);
  Value right = reflected ? Value(this) : other;
  SetObject *left = reflected ? setFrom(evaluator, other) : asSet(evaluator);
  auto *set = llvm::dyn_cast<SetObject>(right);
  if (left && !set && op == BinaryOp::bitXor)
    set = setFrom(evaluator, right);
  if (!left || (!set && op == BinaryOp::bitXor))
    return Value(nullptr);
  if (set)
    return left->update(evaluator, op, set) ? Value(left) : Value(nullptr);
  if (auto *dict = llvm::dyn_cast<DictObject>(right); dict && !dict->instancePart() && op == BinaryOp::bitOr)
    return left->table.merge(evaluator, dict->table) ? Value(left) : Value(nullptr);
  std::optional<std::vector<Value>> elements = evaluator.toVector(right);
  for (size_t i = 0; elements && i < elements->size(); ++i)
    if (op == BinaryOp::bitOr ? !left->table.insert(evaluator, (*elements)[i], nullptr)
                              : !left->table.erase(evaluator, (*elements)[i]))
      return Value(nullptr);
  left->table.settle();
  return elements ? Value(left) : Value(nullptr);
}

std::optional<Value> DictView::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *view = llvm::dyn_cast<DictView>(other);
  if (part == Part::values || (!view && !llvm::isa<SetObject>(other)) || (view && view->part == Part::values))
    return ExtensionObject::compare(evaluator, op, other);
  SetObject *own = asSet(evaluator), *theirs = view ? view->asSet(evaluator) : llvm::cast<SetObject>(other);
  return own && theirs ? own->compare(evaluator, op, theirs) : Value(nullptr);
}

std::optional<bool> DictView::contains(Evaluator &evaluator, Value item) {
  if (part == Part::keys)
    return dict->contains(evaluator, item);
  if (part == Part::values)
    return ExtensionObject::contains(evaluator, item);
  auto *pair = llvm::dyn_cast<TupleObject>(item);
  if (!pair || pair->items.size() != 2)
    return false;
  std::optional<HashTable::Entry *> entry = dict->table.find(evaluator, pair->items[0]);
  if (!entry || !*entry)
    return entry ? std::optional<bool>(false) : std::nullopt;
  return evaluator.equal((*entry)->value, pair->items[1]);
}

std::optional<std::string> DictView::repr(Evaluator &evaluator) {
  ReprGuard guard(this);
  if (guard.isInside())
    return "...";
  std::optional<std::string> text =
      evaluator.step() ? evaluator.repr(evaluator.list(elements(evaluator))) : std::nullopt;
  return text ? std::optional<std::string>(std::string(className()) + "(" + *text + ")") : std::nullopt;
}

Value DictView::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (!spec.empty())
    return ExtensionObject::format(evaluator, conversion, spec);
  ReprGuard guard(this);
  if (guard.isInside())
    return evaluator.string("...");
  Value list = evaluator.format(evaluator.list(elements(evaluator)), 'r', "");
  return list ? evaluator.concatenate({evaluator.string(std::string(className()) + "("), list, evaluator.string(")")})
              : nullptr;
}

std::optional<uint64_t> DictView::hash(Evaluator &evaluator) {
  if (part == Part::values)
    return ExtensionObject::hash(evaluator);
  return evaluator.raise(DiagnosticId::typeError, std::string("unhashable type: '") + className() + "'");
}

template <DictView::Part part> static Value view(Call &call) {
  return call.evaluator.make<DictView>(llvm::cast<DictObject>(call.self), part);
}

static Value isDisjoint(Call &call) {
  auto *own = llvm::cast<DictView>(call.self);
  std::optional<std::vector<Value>> elements = call.evaluator.toVector(call["other"]);
  for (size_t i = 0; elements && i < elements->size(); ++i) {
    std::optional<bool> has = own->contains(call.evaluator, (*elements)[i]);
    if (!has || *has)
      return has ? call.evaluator.boolean(false) : nullptr;
  }
  return elements ? call.evaluator.boolean(true) : nullptr;
}
static Value reversedView(Call &call) {
  return llvm::cast<DictView>(call.self)->iterateFrom(call.evaluator, /*backwards=*/true);
}
static Value reversedDict(Call &call) {
  return call.evaluator.make<DictView>(llvm::cast<DictObject>(call.self), DictView::Part::keys)
      ->iterateFrom(call.evaluator, /*backwards=*/true);
}
static Value mappingOf(Call &call) { return llvm::cast<DictView>(call.self)->dict; }
static Value iterateView(Call &call) { return call.self->iterate(call.evaluator); }
static Value containedInView(Call &call) {
  std::optional<bool> has = call.self->contains(call.evaluator, call["key"]);
  return has ? call.evaluator.boolean(*has) : nullptr;
}
static Value lengthOfView(Call &call) { return call.evaluator.integer(*call.self->length(call.evaluator)); }

#define TESSERA_VIEW(type)                                                                                             \
  {type, "__iter__", EntryKind::method, "()", "`iter(self)`.", iterateView},                                           \
      {type, "__len__", EntryKind::method, "()", "`len(self)`.", lengthOfView},                                        \
      {type, "__contains__", EntryKind::method, "(key, /)", "`key in self`.", containedInView},                        \
      {type, "__reversed__", EntryKind::method, "()", "`reversed(self)`.", reversedView}, {                            \
    type, "mapping", EntryKind::property, "", "The dict.", mappingOf                                                   \
  }
static constexpr LibraryEntry entries[] = {
    {"dict", "keys", EntryKind::method, "()", "The keys, as they are when looked at.", view<DictView::Part::keys>},
    {"dict", "values", EntryKind::method, "()", "The values, as they are when looked at.",
     view<DictView::Part::values>},
    {"dict", "items", EntryKind::method, "()", "Pairs of key and value, as they are when looked at.",
     view<DictView::Part::items>},
    {"dict", "__reversed__", EntryKind::method, "()", "`reversed(self)`.", reversedDict},
    {"dict_keys", "isdisjoint", EntryKind::method, "(other, /)", "Whether no element is common.", isDisjoint},
    {"dict_items", "isdisjoint", EntryKind::method, "(other, /)", "Whether no element is common.", isDisjoint},
    TESSERA_VIEW("dict_keys"),
    TESSERA_VIEW("dict_values"),
    TESSERA_VIEW("dict_items"),
};
#undef TESSERA_VIEW

llvm::ArrayRef<LibraryEntry> library::dictViewEntries() { return entries; }
