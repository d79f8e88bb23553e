// SPDX-License-Identifier: Apache-2.0
// Pytrees; see the header.
#include "compiler/frontend/library/arrays/Tree.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

/// The entries of a dict in the order in which JAX takes them: sorted by key where keys are strings.
static std::vector<HashTable::Entry> sortedEntries(DictObject *dict) {
  std::vector<HashTable::Entry> entries;
  for (const HashTable::Entry &entry : dict->table.entries())
    if (entry.key)
      entries.push_back(entry);
  llvm::stable_sort(entries, [](const HashTable::Entry &a, const HashTable::Entry &b) {
    auto *left = dyn_cast<StrObject>(a.key), *right = dyn_cast<StrObject>(b.key);
    return left && right && left->value < right->value;
  });
  return entries;
}

void frontend::flattenTree(Value tree, std::vector<Value> &leaves) {
  if (auto *sequence = dyn_cast<SequenceObject>(tree)) {
    for (Value item : sequence->items)
      flattenTree(item, leaves);
  } else if (auto *dict = dyn_cast<DictObject>(tree)) {
    for (const HashTable::Entry &entry : sortedEntries(dict))
      flattenTree(entry.value, leaves);
  } else if (!isNone(tree)) {
    leaves.push_back(tree);
  }
}

Value frontend::mapTree(Evaluator &evaluator, Value tree, llvm::function_ref<Value(Value)> replace) {
  if (auto *sequence = dyn_cast<SequenceObject>(tree)) {
    std::vector<Value> items;
    for (Value item : sequence->items) {
      Value mapped = mapTree(evaluator, item, replace);
      if (!mapped)
        return nullptr;
      items.push_back(mapped);
    }
    if (sequence->kind() == Kind::list)
      return evaluator.list(std::move(items));
    TupleObject *tuple = evaluator.tuple(std::move(items));
    tuple->namedType = sequence->namedType;
    return tuple;
  }
  if (auto *dict = dyn_cast<DictObject>(tree)) {
    std::vector<std::pair<Value, Value>> mapped;
    for (const HashTable::Entry &entry : sortedEntries(dict)) {
      Value value = mapTree(evaluator, entry.value, replace);
      if (!value)
        return nullptr;
      mapped.push_back({entry.key, value});
    }
    DictObject *result = evaluator.dict();
    for (auto [key, value] : mapped)
      if (!result->table.insert(evaluator, key, value))
        return nullptr;
    return result;
  }
  return isNone(tree) ? tree : replace(tree);
}

Value frontend::unflattenTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<Value> &leaves) {
  return mapTree(evaluator, tree, [&](Value) {
    Value front = leaves.front();
    leaves = leaves.drop_front();
    return front;
  });
}

bool frontend::sameStructure(Value a, Value b) {
  if (auto *left = dyn_cast<SequenceObject>(a)) {
    auto *right = dyn_cast<SequenceObject>(b);
    return right && left->kind() == right->kind() && left->items.size() == right->items.size() &&
           llvm::all_of(llvm::zip(left->items, right->items),
                        [](auto pair) { return sameStructure(std::get<0>(pair), std::get<1>(pair)); });
  }
  if (auto *left = dyn_cast<DictObject>(a)) {
    auto *right = dyn_cast<DictObject>(b);
    if (!right || left->table.size() != right->table.size())
      return false;
    return llvm::all_of(llvm::zip(sortedEntries(left), sortedEntries(right)), [](const auto &pair) {
      return sameStructure(std::get<0>(pair).value, std::get<1>(pair).value);
    });
  }
  if (isNone(a))
    return isNone(b);
  return !llvm::isa<SequenceObject, DictObject>(b) && !isNone(b);
}
