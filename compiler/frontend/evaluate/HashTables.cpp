// SPDX-License-Identifier: Apache-2.0
// dict and set over one table: entries in insertion order, an index from hash to position. Deleted entries stay as
// holes until the table is mostly holes, so positions (and running iterators) stay valid.
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "llvm/ADT/Hashing.h"
#include <numeric>

using namespace tessera;
using namespace tessera::frontend;

/// Hashes of neighbouring integers and addresses differ in their low bits only.
static size_t slotOf(uint64_t hash, size_t mask) {
  return static_cast<size_t>(hash * 0x9E3779B97F4A7C15ull >> 32) & mask;
}

HashTable &HashTable::operator=(const HashTable &other) {
  if (this == &other)
    return *this;
  order = other.order;
  slots = other.slots;
  live = other.live;
  taken = other.taken;
  if (other.wantsSetOrder)
    wantsSetOrder = true;
  if (!other.setOrder || !setOrder) {
    setOrder = other.setOrder ? std::make_unique<SetOrder>(*other.setOrder) : nullptr;
    return *this;
  }
  std::vector<uint32_t> places(order.size());
  std::iota(places.begin(), places.end(), 0);
  setOrder->takeFrom(*other.setOrder, places);
  return *this;
}

std::optional<HashTable::Entry *> HashTable::find(Evaluator &evaluator, Value key, uint64_t hash) {
again:
  if (slots.empty())
    return nullptr;
  size_t mask = slots.size() - 1, entries = order.size();
  for (size_t slot = slotOf(hash, mask); slots[slot] != 0; slot = (slot + 1) & mask) {
    if (slots[slot] == 1)
      continue;
    size_t position = slots[slot] - 2;
    if (order[position].hash != hash)
      continue;
    Value held = order[position].key;
    if (held == key)
      return &order[position];
    std::optional<bool> same = evaluator.equal(held, key);
    if (!same)
      return std::nullopt;
    // A user's __eq__ may have changed the table.
    if (slots.size() != mask + 1 || order.size() != entries || order[position].key != held) {
      if (!evaluator.step())
        return std::nullopt;
      goto again;
    }
    if (*same)
      return &order[position];
  }
  return nullptr;
}

std::optional<HashTable::Entry *> HashTable::find(Evaluator &evaluator, Value key) {
  std::optional<uint64_t> hash = key->hash(evaluator);
  return hash ? find(evaluator, key, *hash) : std::nullopt;
}

HashTable::Entry *HashTable::findText(llvm::StringRef key) {
  if (slots.empty())
    return nullptr;
  uint64_t hash = llvm::hash_value(key);
  size_t mask = slots.size() - 1;
  for (size_t slot = slotOf(hash, mask); slots[slot] != 0; slot = (slot + 1) & mask) {
    if (slots[slot] == 1)
      continue;
    Entry &entry = order[slots[slot] - 2];
    if (auto *text = llvm::dyn_cast<StrObject>(entry.key); text && entry.hash == hash && text->value == key)
      return &entry;
  }
  return nullptr;
}

void HashTable::index(uint64_t hash, size_t position) {
  size_t mask = slots.size() - 1, slot = slotOf(hash, mask);
  while (slots[slot] > 1)
    slot = (slot + 1) & mask;
  taken += slots[slot] == 0;
  slots[slot] = static_cast<uint32_t>(position + 2);
}

/// Room for twice as many entries, without the holes.
void HashTable::rebuild() {
  if (live != order.size()) {
    std::vector<uint32_t> places(order.size());
    size_t kept = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      places[i] = static_cast<uint32_t>(kept);
      if (order[i].key)
        order[kept++] = order[i];
    }
    order.resize(kept);
    if (setOrder)
      setOrder->renumber(places);
  }
  size_t size = 8;
  while (size < live * 3)
    size *= 2;
  slots.assign(size, 0);
  taken = 0;
  for (size_t i = 0; i < order.size(); ++i)
    index(order[i].hash, i);
}

bool HashTable::insert(Evaluator &evaluator, Value key, Value value) {
  std::optional<uint64_t> hash = key->hash(evaluator);
  std::optional<Entry *> entry = hash ? find(evaluator, key, *hash) : std::nullopt;
  if (!entry)
    return false;
  if (*entry) {
    (*entry)->value = value;
    return true;
  }
  if (static_cast<int64_t>(live) >= evaluator.options().sizeLimit)
    return evaluator.raise(DiagnosticId::memoryLimit,
                           "a dict or set with more than " + std::to_string(live) + " elements"),
           false;
  // Holes count too, so that a dict used as a queue does not grow without end.
  if ((std::max(taken, order.size()) + 1) * 3 >= slots.size() * 2)
    rebuild();
  index(*hash, order.size());
  order.push_back({key, value, *hash});
  ++live;
  if (!wantsSetOrder)
    return true;
  if (live == 1 && !setOrder)
    setOrder = std::make_unique<SetOrder>();
  if (setOrder && !hashesAsCPython(key))
    setOrder = nullptr;
  if (setOrder)
    setOrder->add(*hash, static_cast<uint32_t>(order.size() - 1));
  return true;
}

std::optional<bool> HashTable::erase(Evaluator &evaluator, Value key) {
  std::optional<Entry *> entry = find(evaluator, key);
  if (!entry)
    return std::nullopt;
  if (!*entry)
    return false;
  size_t position = static_cast<size_t>(*entry - order.data()), mask = slots.size() - 1;
  size_t slot = slotOf((*entry)->hash, mask);
  while (slots[slot] != position + 2)
    slot = (slot + 1) & mask;
  slots[slot] = 1;
  if (setOrder)
    setOrder->remove(static_cast<uint32_t>(position));
  order[position].key = nullptr;
  order[position].value = nullptr;
  --live;
  while (!order.empty() && !order.back().key)
    order.pop_back();
  return true;
}

void HashTable::clear() {
  order.clear();
  slots.clear();
  live = taken = 0;
  setOrder = nullptr;
}

bool HashTable::merge(Evaluator &evaluator, const HashTable &other) {
  if (&other == this || other.live == 0)
    return true;
  if (live == 0 && other.setOrder) {
    std::vector<uint32_t> places(other.order.size());
    SetOrder fresh = setOrder ? *setOrder : SetOrder();
    fresh.reserve(other.live);
    bool isSame = fresh.isEmpty() && fresh.mask() == other.setOrder->mask() && !other.setOrder->hasMarks();
    clear();
    for (uint32_t place : other.setOrder->places()) {
      const Entry &entry = other.order[place];
      if ((order.size() + 1) * 3 >= slots.size() * 2)
        rebuild();
      index(entry.hash, order.size());
      places[place] = static_cast<uint32_t>(order.size());
      order.push_back(entry);
      ++live;
    }
    if (isSame)
      fresh.takeFrom(*other.setOrder, places);
    else
      for (size_t i = 0; i < order.size(); ++i)
        fresh.add(order[i].hash, static_cast<uint32_t>(i));
    setOrder = std::make_unique<SetOrder>(std::move(fresh));
    return true;
  }
  if (live == 0 && !setOrder && wantsSetOrder)
    setOrder = std::make_unique<SetOrder>();
  if (setOrder && (other.setOrder || !other.wantsSetOrder)) // of another set, or of a dict
    setOrder->reserve(other.live);
  for (Value key : other.keysInOrder())
    if (!insert(evaluator, key, nullptr))
      return false;
  return true;
}

std::vector<Value> HashTable::keysInOrder() const {
  std::vector<Value> keys;
  keys.reserve(live);
  if (setOrder) {
    for (uint32_t place : setOrder->places())
      keys.push_back(order[place].key);
    return keys;
  }
  for (const Entry &entry : order)
    if (entry.key)
      keys.push_back(entry.key);
  return keys;
}

Value HashTable::firstToPop() {
  if (setOrder)
    return order[setOrder->firstToPop()].key;
  for (const Entry &entry : order)
    if (entry.key)
      return entry.key;
  return nullptr;
}

namespace {
/// The keys of a table, refusing changes of its size in between. `keys`: their order, where that is not the table's.
class KeyIterator : public NamedIterator {
public:
  KeyIterator(const char *name, HashTable &table, const char *what)
      : NamedIterator("builtins", name), table(&table), what(what), size(table.size()), left(size) {}
  std::optional<std::vector<Value>> keys;
  std::optional<Value> nextElement(Evaluator &evaluator) override {
    if (!table)
      return std::nullopt;
    if (table->size() != size) {
      size = SIZE_MAX; // it stays refused
      return Value(evaluator.raise(DiagnosticId::raised, std::string(what) + " changed size during iteration"));
    }
    Value key = keys ? (place < keys->size() ? (*keys)[place++] : nullptr) : nextInTable();
    if (!key) {
      table = nullptr;
      return std::nullopt;
    }
    if (!left--) {
      table = nullptr;
      return Value(evaluator.raise(DiagnosticId::raised, "dictionary keys changed during iteration"));
    }
    return key;
  }
  Value reduce(Evaluator &evaluator) override {
    Value function = evaluator.libraryMember("builtins", "iter").value_or(nullptr);
    if (!function)
      return nullptr;
    std::vector<Value> rest;
    if (table && table->size() != size)
      return evaluator.raise(DiagnosticId::raised, std::string(what) + " changed size during iteration");
    for (size_t i = place; table && keys && i < keys->size(); ++i)
      rest.push_back((*keys)[i]);
    for (size_t i = place; table && !keys && i < table->entries().size(); ++i)
      if (table->entries()[i].key)
        rest.push_back(table->entries()[i].key);
    return evaluator.tuple({function, evaluator.tuple({evaluator.list(std::move(rest))})});
  }
  Value lengthHint(Evaluator &evaluator) override {
    return evaluator.integer(table && table->size() == size ? static_cast<int64_t>(left) : 0);
  }

private:
  Value nextInTable() {
    while (place < table->entries().size())
      if (const HashTable::Entry &entry = table->entries()[place++]; entry.key)
        return entry.key;
    return nullptr;
  }
  HashTable *table; // null at the end
  const char *what;
  size_t size, left, place = 0;
};
} // namespace

static Raised missingKey(Evaluator &evaluator, const DictObject &dict, Value key) {
  std::optional<std::string> text = evaluator.repr(key);
  evaluator.clearPending();
  Raised raised = evaluator.raise(DiagnosticId::keyError, text.value_or("?"));
  evaluator.pendingException()->arguments = {key};
  auto *name = llvm::dyn_cast<StrObject>(key);
  std::vector<std::string> names;
  for (const HashTable::Entry &entry : dict.table.entries())
    if (auto *other = llvm::dyn_cast_or_null<StrObject>(entry.key))
      names.push_back(other->value);
  if (name)
    for (const std::string &near : nearestNames(name->value, names))
      raised.note("the dict has the key `" + near + "`");
  return raised;
}

//===-- dict ---------------------------------------------------------------------------------------------------===//

Value DictObject::find(Evaluator &evaluator, llvm::StringRef key) {
  std::optional<HashTable::Entry *> entry = table.find(evaluator, evaluator.string(key));
  return entry && *entry ? (*entry)->value : nullptr;
}

void DictObject::set(Evaluator &evaluator, llvm::StringRef key, Value value) {
  table.insert(evaluator, evaluator.string(key), value);
}

Value DictObject::getItem(Evaluator &evaluator, Value key) {
  std::optional<HashTable::Entry *> entry = table.find(evaluator, key);
  if (!entry)
    return nullptr;
  if (*entry)
    return (*entry)->value;
  if (!defaultFactory || isNone(defaultFactory))
    return missingKey(evaluator, *this, key);
  Value fresh = evaluator.call(defaultFactory, {});
  if (!fresh || !table.insert(evaluator, key, fresh))
    return nullptr;
  return fresh;
}

bool DictObject::setItem(Evaluator &evaluator, Value key, Value value) { return table.insert(evaluator, key, value); }

bool DictObject::deleteItem(Evaluator &evaluator, Value key) {
  std::optional<bool> erased = table.erase(evaluator, key);
  if (erased && !*erased)
    return missingKey(evaluator, *this, key), false;
  return erased.has_value();
}

std::optional<Value> DictObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  auto *theirs = llvm::dyn_cast<DictObject>(other);
  if (op != BinaryOp::bitOr || !theirs || reflected)
    return std::nullopt;
  DictObject *merged = evaluator.dict();
  merged->defaultFactory = defaultFactory;
  for (DictObject *part : {this, theirs})
    for (const HashTable::Entry &entry : part->table.entries())
      if (entry.key && !merged->table.insert(evaluator, entry.key, entry.value))
        return Value(nullptr);
  return merged;
}

std::optional<Value> DictObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<DictObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool same = table.size() == theirs->table.size();
  for (size_t i = 0; same && i < table.entries().size(); ++i) {
    HashTable::Entry entry = table.entries()[i];
    if (!entry.key)
      continue;
    std::optional<HashTable::Entry *> match = theirs->table.find(evaluator, entry.key);
    if (!match)
      return Value(nullptr);
    if (!*match) {
      same = false;
      break;
    }
    std::optional<bool> equal = evaluator.equal(entry.value, (*match)->value);
    if (!equal)
      return Value(nullptr);
    same = *equal;
  }
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<bool> DictObject::truth(Evaluator &) { return table.size() != 0; }
Value DictObject::iterate(Evaluator &evaluator) {
  return evaluator.make<KeyIterator>("dict_keyiterator", table, "dictionary");
}
std::optional<int64_t> DictObject::length(Evaluator &) { return static_cast<int64_t>(table.size()); }

std::optional<bool> DictObject::contains(Evaluator &evaluator, Value item) {
  std::optional<HashTable::Entry *> entry = table.find(evaluator, item);
  if (!entry)
    return std::nullopt;
  return *entry != nullptr;
}

std::optional<std::string> DictObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  ReprGuard guard(this);
  if (guard.isInside())
    return "{...}";
  std::string text = "{";
  for (size_t i = 0; i < table.entries().size(); ++i) { // a user's __repr__ may change the dict
    HashTable::Entry entry = table.entries()[i];
    if (!entry.key)
      continue;
    std::optional<std::string> key = evaluator.repr(entry.key);
    std::optional<std::string> value = key ? evaluator.repr(entry.value) : std::nullopt;
    if (!value)
      return std::nullopt;
    text += (text.size() > 1 ? ", " : "") + *key + ": " + *value;
  }
  return text + "}";
}

std::optional<uint64_t> DictObject::hash(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'dict'");
}

void DictObject::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return;
  for (const HashTable::Entry &entry : table.entries())
    if (entry.key)
      entry.value->collectValues(values);
}

Value DictObject::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return this;
  DictObject *rebuilt = evaluator.dict();
  for (const HashTable::Entry &entry : table.entries()) {
    if (!entry.key)
      continue;
    Value value = entry.value->rebuild(evaluator, values);
    if (!value || !rebuilt->table.insert(evaluator, entry.key, value))
      return nullptr;
  }
  return rebuilt;
}

//===-- set ----------------------------------------------------------------------------------------------------===//

/// Whether every element of `part` is in `whole`.
static std::optional<bool> isSubset(Evaluator &evaluator, SetObject &part, SetObject &whole) {
  for (const HashTable::Entry &entry : part.table.entries()) {
    if (!entry.key)
      continue;
    std::optional<HashTable::Entry *> match = whole.table.find(evaluator, entry.key);
    if (!match)
      return std::nullopt;
    if (!*match)
      return false;
  }
  return true;
}

/// Adds the elements of `from` whose membership in `filter` is `wanted`.
static bool addElements(Evaluator &evaluator, HashTable &to, const HashTable &from, HashTable &filter, bool wanted) {
  for (Value key : from.keysInOrder()) {
    std::optional<HashTable::Entry *> match = filter.find(evaluator, key);
    if (!match || ((*match != nullptr) == wanted && !to.insert(evaluator, key, nullptr)))
      return false;
  }
  return true;
}

static bool removeElements(Evaluator &evaluator, HashTable &from, const HashTable &others) {
  for (Value key : others.keysInOrder())
    if (!from.erase(evaluator, key))
      return false;
  from.settle();
  return true;
}

/// Each case goes over the operand that CPython goes over, so that the result has its order.
std::optional<Value> SetObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  auto *theirs = llvm::dyn_cast<SetObject>(other);
  if (!theirs || reflected)
    return std::nullopt;
  auto *result = evaluator.make<SetObject>(frozen);
  HashTable &into = result->table;
  bool done;
  switch (op) {
  case BinaryOp::bitOr:
    done = into.merge(evaluator, table) && (theirs == this || into.merge(evaluator, theirs->table));
    break;
  case BinaryOp::bitAnd:
    if (theirs == this)
      done = into.merge(evaluator, table);
    else if (theirs->table.size() > table.size())
      done = addElements(evaluator, into, table, theirs->table, true);
    else
      done = addElements(evaluator, into, theirs->table, table, true);
    break;
  case BinaryOp::subtract:
    if (table.size() / 4 > theirs->table.size())
      done = into.merge(evaluator, table) && removeElements(evaluator, into, theirs->table);
    else
      done = addElements(evaluator, into, table, theirs->table, false);
    break;
  case BinaryOp::bitXor: {
    done = into.merge(evaluator, theirs->table);
    for (Value key : table.keysInOrder()) {
      std::optional<bool> erased = done ? into.erase(evaluator, key) : std::nullopt;
      done = erased && (*erased || into.insert(evaluator, key, nullptr));
    }
    break;
  }
  default:
    return std::nullopt;
  }
  return done ? Value(result) : Value(nullptr);
}

std::optional<bool> SetObject::update(Evaluator &evaluator, BinaryOp op, Value other) {
  auto *theirs = llvm::dyn_cast<SetObject>(other);
  if (!theirs || frozen)
    return false;
  if (op == BinaryOp::bitOr && !table.merge(evaluator, theirs->table))
    return std::nullopt;
  if (op == BinaryOp::subtract && theirs == this)
    table.clear();
  else if (op == BinaryOp::subtract && !removeElements(evaluator, table, theirs->table))
    return std::nullopt;
  if (op == BinaryOp::bitXor && theirs == this) {
    table.clear();
  } else if (op == BinaryOp::bitXor) {
    for (Value key : theirs->table.keysInOrder()) {
      std::optional<bool> erased = table.erase(evaluator, key);
      if (!erased || (!*erased && !table.insert(evaluator, key, nullptr)))
        return std::nullopt;
    }
  }
  if (op == BinaryOp::bitAnd) {
    std::optional<Value> common = binary(evaluator, op, other, false);
    if (!common || !*common)
      return std::nullopt;
    table = llvm::cast<SetObject>(*common)->table;
  }
  return op == BinaryOp::bitOr || op == BinaryOp::bitAnd || op == BinaryOp::subtract || op == BinaryOp::bitXor;
}

std::optional<Value> SetObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<SetObject>(other);
  if (!theirs)
    return std::nullopt;
  bool sameSize = table.size() == theirs->table.size();
  bool swapped = op == CompareOp::greater || op == CompareOp::greaterEqual;
  std::optional<bool> subset = swapped ? isSubset(evaluator, *theirs, *this) : isSubset(evaluator, *this, *theirs);
  if (!subset)
    return Value(nullptr);
  switch (op) {
  case CompareOp::equal:
    return evaluator.boolean(sameSize && *subset);
  case CompareOp::notEqual:
    return evaluator.boolean(!(sameSize && *subset));
  case CompareOp::less:
  case CompareOp::greater:
    return evaluator.boolean(*subset && !sameSize);
  default:
    return evaluator.boolean(*subset);
  }
}

std::optional<bool> SetObject::truth(Evaluator &) { return table.size() != 0; }
Value SetObject::iterate(Evaluator &evaluator) {
  auto *iterator = evaluator.make<KeyIterator>("set_iterator", table, "Set");
  if (table.hasSetOrder())
    iterator->keys = table.keysInOrder();
  return iterator;
}
std::optional<int64_t> SetObject::length(Evaluator &) { return static_cast<int64_t>(table.size()); }

Value frontend::frozenCopy(Evaluator &evaluator, Value value) {
  auto *set = llvm::dyn_cast<SetObject>(value);
  if (!set || set->frozen || (set->instancePart() && set->instancePart()->instanceType->find("__hash__")))
    return value;
  auto *copy = evaluator.make<SetObject>(/*frozen=*/true);
  copy->table = set->table;
  return copy;
}

std::optional<bool> SetObject::contains(Evaluator &evaluator, Value item) {
  std::optional<HashTable::Entry *> entry = table.find(evaluator, frozenCopy(evaluator, item));
  if (!entry)
    return std::nullopt;
  return *entry != nullptr;
}

std::optional<std::string> SetObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  std::string name = instancePart() ? typeName(evaluator) : frozen ? "frozenset" : "set";
  if (table.size() == 0)
    return name + "()";
  ReprGuard guard(this);
  if (guard.isInside())
    return name + "(...)";
  std::string text;
  for (Value key : table.keysInOrder()) {
    std::optional<std::string> item = evaluator.repr(key);
    if (!item)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + *item;
  }
  return name == "set" ? "{" + text + "}" : name + "({" + text + "})";
}

std::optional<uint64_t> SetObject::hash(Evaluator &evaluator) {
  if (!frozen)
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'set'");
  // CPython's mixture, in which the order does not matter.
  uint64_t combined = 0;
  for (const HashTable::Entry &entry : table.entries())
    if (entry.key)
      combined ^= ((entry.hash ^ 89869747u) ^ (entry.hash << 16)) * 3644798167u;
  combined ^= (table.size() + 1) * uint64_t(1927868237);
  combined ^= (combined >> 11) ^ (combined >> 25);
  combined = combined * 69069u + 907133923u;
  return combined == UINT64_MAX ? 590923713 : combined;
}
