// SPDX-License-Identifier: Apache-2.0
// Pytrees; see the header.
#include "compiler/frontend/library/arrays/Tree.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

//===-- registered classes ------------------------------------------------------------------------------------===//

const char TreeNodeObject::tag = 0;
static constexpr llvm::StringLiteral nodeName = "__jax_tree_node__";

void TreeNodeObject::attach(ClassObject *type, TreeNodeObject *node) { type->attributes.set(nodeName, node); }

TreeNodeObject *TreeNodeObject::find(Value value) {
  auto *instance = dyn_cast<InstanceObject>(value);
  // Only the class itself: what derives from it has to be registered by itself.
  Value node = instance ? instance->instanceType->attributes.find(nodeName) : nullptr;
  return node ? llvm::cast<TreeNodeObject>(node) : nullptr;
}

bool TreeNodeObject::takeApart(Value instance, std::vector<Value> &children, Value &rest) {
  if (isStatic) {
    rest = instance;
    return true;
  }
  if (!flatten) {
    std::vector<Value> meta;
    for (const std::string &field : dataFields) {
      Value value = evaluator.getAttribute(instance, field);
      if (!value)
        return false;
      children.push_back(value);
    }
    for (const std::string &field : metaFields) {
      Value value = evaluator.getAttribute(instance, field);
      if (!value)
        return false;
      meta.push_back(value);
    }
    rest = evaluator.tuple(std::move(meta));
    return true;
  }
  Value result = evaluator.call(flatten, {instance});
  std::optional<std::vector<Value>> pair = result ? evaluator.toVector(result) : std::nullopt;
  if (pair && pair->size() != 2)
    return evaluator.raise(DiagnosticId::valueError, "the flattening function of a tree node returns (children, rest), not " + std::to_string(pair->size()) + " values"), false;
  std::optional<std::vector<Value>> items = pair ? evaluator.toVector((*pair)[0]) : std::nullopt;
  if (!items)
    return false;
  children = std::move(*items);
  rest = (*pair)[1];
  return true;
}

Value TreeNodeObject::makeAnew(Value instance, std::vector<Value> children, Value rest) {
  if (isStatic)
    return instance;
  if (unflatten)
    return evaluator.call(unflatten, {rest, evaluator.tuple(std::move(children))});
  llvm::SmallVector<Keyword> keywords;
  for (auto [field, child] : llvm::zip(dataFields, children))
    keywords.push_back({field, child});
  for (auto [field, value] : llvm::zip(metaFields, llvm::cast<TupleObject>(rest)->items))
    keywords.push_back({field, value});
  return evaluator.call(llvm::cast<InstanceObject>(instance)->instanceType, {}, keywords);
}

//===-- trees -------------------------------------------------------------------------------------------------===//

/// The entries of a dict in the order in which JAX takes them: sorted by key where keys are strings or integers.
static std::vector<HashTable::Entry> sortedEntries(DictObject *dict) {
  std::vector<HashTable::Entry> entries;
  for (const HashTable::Entry &entry : dict->table.entries())
    if (entry.key)
      entries.push_back(entry);
  llvm::stable_sort(entries, [](const HashTable::Entry &a, const HashTable::Entry &b) {
    auto *left = dyn_cast<StrObject>(a.key), *right = dyn_cast<StrObject>(b.key);
    if (left && right)
      return left->value < right->value;
    auto *first = dyn_cast<IntObject>(a.key), *second = dyn_cast<IntObject>(b.key);
    return first && second && first->value.asInt64().value_or(0) < second->value.asInt64().value_or(0);
  });
  return entries;
}

bool frontend::flattenTree(Value tree, std::vector<Value> &leaves) {
  NestingGuard guard;
  if (guard.isTooDeep()) {
    leaves.push_back(tree);
    return true;
  }
  if (auto *sequence = dyn_cast<SequenceObject>(tree)) {
    for (Value item : sequence->items)
      if (!flattenTree(item, leaves))
        return false;
  } else if (auto *dict = dyn_cast<DictObject>(tree)) {
    for (const HashTable::Entry &entry : sortedEntries(dict))
      if (!flattenTree(entry.value, leaves))
        return false;
  } else if (TreeNodeObject *node = TreeNodeObject::find(tree)) {
    std::vector<Value> children;
    Value rest = nullptr;
    if (!node->takeApart(tree, children, rest))
      return false;
    for (Value child : children)
      if (!flattenTree(child, leaves))
        return false;
  } else if (!isNone(tree)) {
    leaves.push_back(tree);
  }
  return true;
}

static bool mapAll(Evaluator &evaluator, llvm::ArrayRef<Value> items, std::vector<Value> &mapped, llvm::function_ref<Value(Value)> replace,
                   llvm::function_ref<std::optional<bool>(Value)> isLeaf) {
  for (Value item : items) {
    Value value = mapTree(evaluator, item, replace, isLeaf);
    if (!value)
      return false;
    mapped.push_back(value);
  }
  return true;
}

Value frontend::mapTree(Evaluator &evaluator, Value tree, llvm::function_ref<Value(Value)> replace,
                        llvm::function_ref<std::optional<bool>(Value)> isLeaf) {
  NestingGuard guard;
  if (isLeaf) {
    std::optional<bool> stop = isLeaf(tree);
    if (!stop)
      return nullptr;
    if (*stop)
      return replace(tree);
  }
  std::vector<Value> mapped;
  auto *sequence = guard.isTooDeep() ? nullptr : dyn_cast<SequenceObject>(tree);
  if (sequence) {
    if (!mapAll(evaluator, sequence->items, mapped, replace, isLeaf))
      return nullptr;
    if (sequence->kind() == Kind::list)
      return evaluator.list(std::move(mapped));
    TupleObject *tuple = evaluator.tuple(std::move(mapped));
    tuple->namedType = sequence->namedType;
    return tuple;
  }
  auto *dict = guard.isTooDeep() ? nullptr : dyn_cast<DictObject>(tree);
  if (dict) {
    DictObject *result = evaluator.dict();
    for (const HashTable::Entry &entry : sortedEntries(dict)) {
      Value value = mapTree(evaluator, entry.value, replace, isLeaf);
      if (!value || !result->table.insert(evaluator, entry.key, value))
        return nullptr;
    }
    return result;
  }
  if (TreeNodeObject *node = guard.isTooDeep() ? nullptr : TreeNodeObject::find(tree)) {
    std::vector<Value> children;
    Value rest = nullptr;
    if (!node->takeApart(tree, children, rest) || !mapAll(evaluator, children, mapped, replace, isLeaf))
      return nullptr;
    return node->makeAnew(tree, std::move(mapped), rest);
  }
  return isNone(tree) ? tree : replace(tree);
}

Value frontend::unflattenTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<Value> &leaves) {
  return mapTree(evaluator, tree, [&](Value leaf) {
    if (leaves.empty())
      return leaf;
    Value front = leaves.front();
    leaves = leaves.drop_front();
    return front;
  });
}

static bool sameItems(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) { return sameStructure(std::get<0>(pair), std::get<1>(pair)); });
}

bool frontend::sameStructure(Value a, Value b) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return true;
  if (auto *left = dyn_cast<SequenceObject>(a)) {
    auto *right = dyn_cast<SequenceObject>(b);
    return right && left->kind() == right->kind() && left->namedType == right->namedType && sameItems(left->items, right->items);
  }
  if (auto *left = dyn_cast<DictObject>(a)) {
    auto *right = dyn_cast<DictObject>(b);
    if (!right || left->table.size() != right->table.size())
      return false;
    return llvm::all_of(llvm::zip(sortedEntries(left), sortedEntries(right)), [](const auto &pair) {
      auto *key = dyn_cast<StrObject>(std::get<0>(pair).key), *other = dyn_cast<StrObject>(std::get<1>(pair).key);
      if ((key || other) && (!key || !other || key->value != other->value))
        return false;
      return sameStructure(std::get<0>(pair).value, std::get<1>(pair).value);
    });
  }
  if (TreeNodeObject *node = TreeNodeObject::find(a)) {
    TreeNodeObject *other = TreeNodeObject::find(b);
    std::vector<Value> left, right;
    Value leftRest = nullptr, rightRest = nullptr;
    if (node != other || !node->takeApart(a, left, leftRest) || !node->takeApart(b, right, rightRest))
      return false;
    return node->evaluator.equal(leftRest, rightRest).value_or(false) && sameItems(left, right);
  }
  if (isNone(a))
    return isNone(b);
  return !llvm::isa<SequenceObject, DictObject>(b) && !isNone(b) && !TreeNodeObject::find(b);
}
