// SPDX-License-Identifier: Apache-2.0
// dict and set over one table: entries in insertion order, an index from hash to position. Deleted entries stay as holes until the
// table is mostly holes, so positions (and running iterators) stay valid.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

std::optional<HashTable::Entry *> HashTable::find(Evaluator &evaluator, Value key) {
  std::optional<size_t> hash = key->hash(evaluator);
  if (!hash)
    return std::nullopt;
  auto range = index.equal_range(*hash);
  llvm::SmallVector<size_t, 4> candidates;
  for (auto it = range.first; it != range.second; ++it)
    candidates.push_back(it->second);
  for (size_t position : candidates) { // a user's __eq__ may change the table
    if (position >= order.size() || !order[position].key)
      continue;
    std::optional<bool> same = evaluator.equal(order[position].key, key);
    if (!same)
      return std::nullopt;
    if (*same && position < order.size())
      return &order[position];
  }
  return nullptr;
}

HashTable::Entry *HashTable::findText(llvm::StringRef key) {
  auto range = index.equal_range(llvm::hash_value(key));
  for (auto it = range.first; it != range.second; ++it)
    if (auto *text = llvm::dyn_cast_or_null<StrObject>(order[it->second].key); text && text->value == key)
      return &order[it->second];
  return nullptr;
}

bool HashTable::insert(Evaluator &evaluator, Value key, Value value) {
  std::optional<Entry *> entry = find(evaluator, key);
  if (!entry)
    return false;
  if (*entry) {
    (*entry)->value = value;
    return true;
  }
  if (static_cast<int64_t>(live) >= evaluator.options().sizeLimit)
    return evaluator.raise(DiagnosticId::memoryLimit, "a dict or set with more than " + std::to_string(live) + " elements"), false;
  std::optional<size_t> hash = key->hash(evaluator);
  if (!hash)
    return false;
  index.emplace(*hash, order.size());
  order.push_back({key, value, *hash});
  ++live;
  return true;
}

std::optional<bool> HashTable::erase(Evaluator &evaluator, Value key) {
  std::optional<Entry *> entry = find(evaluator, key);
  if (!entry)
    return std::nullopt;
  if (!*entry)
    return false;
  size_t position = static_cast<size_t>(*entry - order.data());
  auto range = index.equal_range((*entry)->hash);
  for (auto it = range.first; it != range.second; ++it) {
    if (it->second == position) {
      index.erase(it);
      break;
    }
  }
  order[position].key = nullptr;
  order[position].value = nullptr;
  --live;
  while (!order.empty() && !order.back().key)
    order.pop_back();
  return true;
}

void HashTable::clear() {
  order.clear();
  index.clear();
  live = 0;
}

/// Iterates over a table, refusing changes of its size in between.
static Value iterateTable(Evaluator &evaluator, HashTable &table, const char *what) {
  size_t size = table.size();
  auto position = std::make_shared<size_t>(0);
  return evaluator.iteratorFrom([&table, size, position, what](Evaluator &evaluator) -> std::optional<Value> {
    if (table.size() != size)
      return Value(evaluator.raise(DiagnosticId::raised, std::string(what) + " changed size during iteration"));
    while (*position < table.entries().size()) {
      const HashTable::Entry &entry = table.entries()[(*position)++];
      if (entry.key)
        return entry.key;
    }
    return std::nullopt;
  });
}

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
Value DictObject::iterate(Evaluator &evaluator) { return iterateTable(evaluator, table, "dictionary"); }
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
  std::string text = "{";
  for (const HashTable::Entry &entry : table.entries()) {
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

std::optional<size_t> DictObject::hash(Evaluator &evaluator) {
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

/// Adds the elements of `from` whose membership in `filter` is `wanted`; a null filter takes all.
static bool addElements(Evaluator &evaluator, SetObject &to, SetObject &from, SetObject *filter, bool wanted) {
  for (const HashTable::Entry &entry : from.table.entries()) {
    if (!entry.key)
      continue;
    std::optional<HashTable::Entry *> match = nullptr;
    if (filter && !(match = filter->table.find(evaluator, entry.key)))
      return false;
    if ((!filter || (*match != nullptr) == wanted) && !to.table.insert(evaluator, entry.key, nullptr))
      return false;
  }
  return true;
}

std::optional<Value> SetObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  auto *theirs = llvm::dyn_cast<SetObject>(other);
  if (!theirs || reflected)
    return std::nullopt;
  auto *result = evaluator.make<SetObject>(frozen);
  bool done;
  switch (op) {
  case BinaryOp::bitOr:
    done = addElements(evaluator, *result, *this, nullptr, true) && addElements(evaluator, *result, *theirs, nullptr, true);
    break;
  case BinaryOp::bitAnd:
    done = addElements(evaluator, *result, *this, theirs, true);
    break;
  case BinaryOp::subtract:
    done = addElements(evaluator, *result, *this, theirs, false);
    break;
  case BinaryOp::bitXor:
    done = addElements(evaluator, *result, *this, theirs, false) && addElements(evaluator, *result, *theirs, this, false);
    break;
  default:
    return std::nullopt;
  }
  return done ? Value(result) : Value(nullptr);
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
Value SetObject::iterate(Evaluator &evaluator) { return iterateTable(evaluator, table, "Set"); }
std::optional<int64_t> SetObject::length(Evaluator &) { return static_cast<int64_t>(table.size()); }

std::optional<bool> SetObject::contains(Evaluator &evaluator, Value item) {
  std::optional<HashTable::Entry *> entry = table.find(evaluator, item);
  if (!entry)
    return std::nullopt;
  return *entry != nullptr;
}

std::optional<std::string> SetObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  if (table.size() == 0)
    return frozen ? "frozenset()" : "set()";
  std::string text;
  for (const HashTable::Entry &entry : table.entries()) {
    if (!entry.key)
      continue;
    std::optional<std::string> item = evaluator.repr(entry.key);
    if (!item)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + *item;
  }
  return frozen ? "frozenset({" + text + "})" : "{" + text + "}";
}

std::optional<size_t> SetObject::hash(Evaluator &evaluator) {
  if (!frozen)
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'set'");
  size_t combined = table.size();
  for (const HashTable::Entry &entry : table.entries())
    if (entry.key)
      combined += entry.hash * 0x9E3779B97F4A7C15ull; // order must not matter
  return combined;
}
