// SPDX-License-Identifier: Apache-2.0
// The tables of `jax.tree` and `jax.tree_util`.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// `jax.tree.structure(tree)`: a tree whose leaves are forgotten.
class TreeDefObject : public ExtensionObject {
public:
  explicit TreeDefObject(Value skeleton) : ExtensionObject(&tag), skeleton(skeleton) {}
  Value const skeleton; // its leaves are asterisks

  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override {
    return std::hash<std::string>()(repr(evaluator).value_or(""));
  }
  Value unflatten(Evaluator &evaluator, Value leaves);
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};
const char TreeDefObject::tag = 0;

/// An optional `is_leaf` argument as `mapTree` takes it.
class LeafTest {
public:
  LeafTest(Evaluator &evaluator, Value function) : evaluator(evaluator), function(function) {}
  std::optional<bool> operator()(Value node) {
    if (isNone(function))
      return false;
    Value answer = evaluator.call(function, {node});
    return answer ? evaluator.truth(answer) : std::nullopt;
  }

private:
  Evaluator &evaluator;
  Value function;
};

} // namespace

static Value makeSkeleton(Evaluator &evaluator, Value tree, Value isLeaf) {
  LeafTest test(evaluator, isLeaf);
  Value leaf = evaluator.string("*");
  return mapTree(evaluator, tree, [&](Value) { return leaf; }, test);
}

static std::optional<std::vector<Value>> leavesOf(Evaluator &evaluator, Value tree, Value isLeaf) {
  std::vector<Value> leaves;
  LeafTest test(evaluator, isLeaf);
  Value walked = mapTree(evaluator, tree, [&](Value leaf) { return leaves.push_back(leaf), leaf; }, test);
  return walked ? std::optional<std::vector<Value>>(std::move(leaves)) : std::nullopt;
}

static std::string spell(Evaluator &evaluator, Value node) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return "...";
  auto spellAll = [&](llvm::ArrayRef<Value> items) {
    std::string text;
    for (Value item : items)
      text += (text.empty() ? "" : ", ") + spell(evaluator, item);
    return text;
  };
  if (auto *sequence = dyn_cast<SequenceObject>(node)) {
    std::string items = spellAll(sequence->items);
    if (sequence->namedType)
      return "CustomNode(namedtuple[" + sequence->namedType->name + "], [" + items + "])";
    if (sequence->kind() == Kind::list)
      return "[" + items + "]";
    return "(" + items + (sequence->items.size() == 1 ? ",)" : ")");
  }
  if (auto *dict = dyn_cast<DictObject>(node)) {
    std::string text;
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key)
        text +=
            (text.empty() ? "" : ", ") + evaluator.repr(entry.key).value_or("?") + ": " + spell(evaluator, entry.value);
    return "{" + text + "}";
  }
  if (TreeNodeObject *registered = TreeNodeObject::find(node)) {
    std::vector<Value> children;
    Value rest = nullptr;
    if (!registered->takeApart(node, children, rest))
      return "?";
    return "CustomNode(" + cast<InstanceObject>(node)->instanceType->name + "[" + evaluator.repr(rest).value_or("?") +
           "], [" + spellAll(children) + "])";
  }
  return isNone(node) ? "None" : "*";
}

std::optional<std::string> TreeDefObject::repr(Evaluator &evaluator) {
  return "PyTreeDef(" + spell(evaluator, skeleton) + ")";
}

std::optional<Value> TreeDefObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *right = dyn_cast<TreeDefObject>(other);
  if (op != CompareOp::equal && op != CompareOp::notEqual)
    return std::nullopt;
  bool equal = right && sameStructure(skeleton, right->skeleton);
  return evaluator.boolean(equal == (op == CompareOp::equal));
}

Value TreeDefObject::unflatten(Evaluator &evaluator, Value given) {
  std::optional<std::vector<Value>> leaves = evaluator.toVector(given);
  std::vector<Value> places;
  if (!leaves || !flattenTree(skeleton, places))
    return nullptr;
  if (leaves->size() != places.size())
    return evaluator.raise(DiagnosticId::valueError, "the tree has " + std::to_string(places.size()) + " leaves, but " +
                                                         std::to_string(leaves->size()) + " are given");
  llvm::ArrayRef<Value> rest = *leaves;
  return unflattenTree(evaluator, skeleton, rest);
}

std::optional<Value> TreeDefObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "num_leaves") {
    std::vector<Value> places;
    return flattenTree(skeleton, places) ? evaluator.integer(places.size()) : nullptr;
  }
  TreeDefObject *self = this;
  if (name == "unflatten")
    return evaluator.function("unflatten", [self](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`unflatten` takes the leaves");
      return self->unflatten(e, arguments.positional[0]);
    });
  if (name == "flatten_up_to")
    return evaluator.function("flatten_up_to", [self](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`flatten_up_to` takes a tree");
      if (!sameStructure(self->skeleton, arguments.positional[0]))
        return e.notSupported("`flatten_up_to` of a tree that goes deeper");
      std::vector<Value> leaves;
      return flattenTree(arguments.positional[0], leaves) ? e.list(leaves) : nullptr;
    });
  return std::nullopt;
}

//===-- functions ---------------------------------------------------------------------------------------------===//

static Value treeMapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<std::vector<Value>> rest;
  for (Value other : cast<TupleObject>(call["rest"])->items) {
    // With `is_leaf` the first tree says where leaves are.
    if (isNone(call["is_leaf"]) && !sameStructure(call["tree"], other)) {
      if (evaluator.hasPending())
        return nullptr;
      return evaluator.raise(DiagnosticId::valueError,
                             "the trees given to `" + publicName(call.entry) + "` have different structures");
    }
    std::optional<std::vector<Value>> leaves = leavesOf(evaluator, other, call["is_leaf"]);
    if (!leaves)
      return nullptr;
    rest.push_back(std::move(*leaves));
  }
  size_t next = 0;
  LeafTest test(evaluator, call["is_leaf"]);
  return mapTree(
      evaluator, call["tree"],
      [&](Value leaf) -> Value {
        llvm::SmallVector<Value> arguments = {leaf};
        for (const std::vector<Value> &leaves : rest) {
          if (next >= leaves.size())
            return evaluator.raise(DiagnosticId::valueError,
                                   "the trees given to `" + publicName(call.entry) + "` have different structures");
          arguments.push_back(leaves[next]);
        }
        ++next;
        return evaluator.call(call["f"], arguments);
      },
      test);
}

static Value treeLeavesHandler(Call &call) {
  std::optional<std::vector<Value>> leaves = leavesOf(call.evaluator, call["tree"], call["is_leaf"]);
  return leaves ? call.evaluator.list(std::move(*leaves)) : nullptr;
}

static Value treeStructureHandler(Call &call) {
  Value skeleton = makeSkeleton(call.evaluator, call["tree"], call["is_leaf"]);
  return skeleton ? call.evaluator.make<TreeDefObject>(skeleton) : nullptr;
}

static Value treeFlattenHandler(Call &call) {
  Value leaves = treeLeavesHandler(call), structure = leaves ? treeStructureHandler(call) : nullptr;
  return structure ? call.evaluator.tuple({leaves, structure}) : nullptr;
}

static Value treeUnflattenHandler(Call &call) {
  auto *structure = dyn_cast<TreeDefObject>(call["treedef"]);
  if (!structure)
    return call.evaluator
        .raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a tree's structure first, not a `" +
                                            call["treedef"]->typeName(call.evaluator) + "`")
        .note("it is the second value of `jax.tree.flatten`");
  return structure->unflatten(call.evaluator, call["leaves"]);
}

static Value treeReduceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> leaves = leavesOf(evaluator, call["tree"], call["is_leaf"]);
  if (!leaves)
    return nullptr;
  bool hasInitial = call.given("initializer");
  if (leaves->empty() && !hasInitial)
    return evaluator.raise(DiagnosticId::typeError,
                           "`" + publicName(call.entry) + "` of a tree without leaves needs `initializer`");
  Value result = hasInitial ? call["initializer"] : leaves->front();
  for (Value leaf : llvm::ArrayRef<Value>(*leaves).drop_front(!hasInitial))
    if (!(result = evaluator.call(call["function"], {result, leaf})))
      return nullptr;
  return result;
}

static Value treeAllHandler(Call &call) {
  std::optional<std::vector<Value>> leaves = leavesOf(call.evaluator, call["tree"], call["is_leaf"]);
  if (!leaves)
    return nullptr;
  for (Value leaf : *leaves) {
    std::optional<bool> holds = call.evaluator.truth(leaf);
    if (!holds || !*holds)
      return holds ? call.evaluator.boolean(false) : nullptr;
  }
  return call.evaluator.boolean(true);
}

//===-- registration ------------------------------------------------------------------------------------------===//

static ClassObject *readClass(Call &call, Value given) {
  auto *type = dyn_cast<ClassObject>(given);
  if (type && type->isUser)
    return type;
  call.evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) +
                                                    "` takes a class of the program, not a `" +
                                                    given->typeName(call.evaluator) + "`");
  return nullptr;
}

static Value registerNodeHandler(Call &call) {
  ClassObject *type = readClass(call, call["nodetype"]);
  if (!type || !refuseArguments(call, {"flatten_with_keys_func"}, true))
    return nullptr;
  auto *node = call.evaluator.make<TreeNodeObject>(call.evaluator);
  node->flatten = call["flatten_func"];
  node->unflatten = call["unflatten_func"];
  TreeNodeObject::attach(type, node);
  return call.evaluator.none();
}

static Value registerClassHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  ClassObject *type = readClass(call, call["cls"]);
  Value unflatten = type ? evaluator.getAttribute(type, "tree_unflatten") : nullptr,
        flatten = unflatten ? evaluator.getAttribute(type, "tree_flatten") : nullptr;
  if (!flatten)
    return nullptr;
  auto *node = evaluator.make<TreeNodeObject>(evaluator);
  node->flatten = flatten;
  node->unflatten = unflatten; // a class method: called with (rest, children)
  TreeNodeObject::attach(type, node);
  return type;
}

static bool readNames(Evaluator &evaluator, Value given, std::vector<std::string> &names) {
  std::optional<std::vector<Value>> items = evaluator.toVector(given);
  for (Value item : items.value_or(std::vector<Value>())) {
    std::optional<std::string> name = evaluator.toString(item, "a field's name");
    if (!name)
      return false;
    names.push_back(*name);
  }
  return items.has_value();
}

static Value registerDataclass(Call &call, Value given, Value dataFields, Value metaFields, Value dropFields) {
  Evaluator &evaluator = call.evaluator;
  ClassObject *type = readClass(call, given);
  auto *node = type ? evaluator.make<TreeNodeObject>(evaluator) : nullptr;
  std::vector<std::string> dropped;
  if (!node || (!isNone(dataFields) && !readNames(evaluator, dataFields, node->dataFields)) ||
      (!isNone(metaFields) && !readNames(evaluator, metaFields, node->metaFields)) ||
      !readNames(evaluator, dropFields, dropped))
    return nullptr;
  std::vector<std::string> fields;
  if (auto *known = llvm::dyn_cast_or_null<DictObject>(type->find("__dataclass_fields__")))
    for (const HashTable::Entry &field : known->table.entries())
      if (auto *name = llvm::dyn_cast_or_null<StrObject>(field.key))
        fields.push_back(name->value);
  if (isNone(dataFields))
    for (const std::string &field : fields)
      if (!llvm::is_contained(node->metaFields, field) && !llvm::is_contained(dropped, field))
        node->dataFields.push_back(field);
  for (const std::string &field : fields)
    if (!llvm::is_contained(node->dataFields, field) && !llvm::is_contained(node->metaFields, field) &&
        !llvm::is_contained(dropped, field))
      return evaluator.raise(DiagnosticId::valueError, "the field `" + field + "` of `" + type->name +
                                                           "` is neither in `data_fields` nor in `meta_fields`");
  TreeNodeObject::attach(type, node);
  return type;
}

static Value registerDataclassHandler(Call &call) {
  Value data = call["data_fields"], meta = call["meta_fields"], drop = call["drop_fields"];
  if (!isNone(call["nodetype"]))
    return registerDataclass(call, call["nodetype"], data, meta, drop);
  // Used as `@partial(register_dataclass, data_fields=..., meta_fields=...)` or with keywords alone: a decorator.
  const LibraryEntry *entry = call.entry;
  return call.evaluator.function(
      "register_dataclass", [entry, data, meta, drop](Evaluator &e, Arguments &arguments) -> Value {
        if (arguments.positional.size() != 1)
          return e.raise(DiagnosticId::argumentError,
                         "`register_dataclass(...)` is a decorator here and takes one class");
        Call inner(e, entry, nullptr);
        return registerDataclass(inner, arguments.positional[0], data, meta, drop);
      });
}

static Value registerStaticHandler(Call &call) {
  ClassObject *type = readClass(call, call["cls"]);
  if (!type)
    return nullptr;
  auto *node = call.evaluator.make<TreeNodeObject>(call.evaluator);
  node->isStatic = true;
  TreeNodeObject::attach(type, node);
  return type;
}

#define TESSERA_BOTH(name, signature, summary, handler)                                                                \
  {"jax.tree", name, EntryKind::function, signature, summary, handler}, {                                              \
    "jax.tree_util", "tree_" name, EntryKind::function, signature, summary, handler                                    \
  }
#define TESSERA_ENTRY(name, signature, summary, handler)                                                               \
  {"jax.tree_util", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_BOTH("map", "(f, tree, *rest, is_leaf=None)", "A function over the leaves of trees.", treeMapHandler),
    TESSERA_BOTH("leaves", "(tree, is_leaf=None)", "The leaves of a tree.", treeLeavesHandler),
    TESSERA_BOTH("structure", "(tree, is_leaf=None)", "A tree without its leaves.", treeStructureHandler),
    TESSERA_BOTH("flatten", "(tree, is_leaf=None)", "The leaves of a tree, and its structure.", treeFlattenHandler),
    TESSERA_BOTH("unflatten", "(treedef, leaves)", "A tree of a structure and its leaves.", treeUnflattenHandler),
    TESSERA_BOTH("reduce", "(function, tree, initializer=None, is_leaf=None)",
                 "A function of two over all leaves, from the left.", treeReduceHandler),
    TESSERA_BOTH("all", "(tree, *, is_leaf=None)", "Whether all leaves are true.", treeAllHandler),
    TESSERA_ENTRY("register_pytree_node", "(nodetype, flatten_func, unflatten_func, flatten_with_keys_func=None)",
                  "Makes instances of a class nodes of trees, by two functions.", registerNodeHandler),
    {"jax.tree_util", "register_pytree_node_class", EntryKind::decorator, "(cls)",
     "Makes instances of a class nodes of trees, by its methods tree_flatten and tree_unflatten.",
     registerClassHandler},
    {"jax.tree_util", "register_dataclass", EntryKind::decorator,
     "(nodetype=None, data_fields=None, meta_fields=None, drop_fields=())",
     "Makes instances of a dataclass nodes of trees.", registerDataclassHandler},
    {"jax.tree_util", "register_static", EntryKind::decorator, "(cls)",
     "Makes instances of a class part of a tree's structure.", registerStaticHandler},
};

void library::registerJaxTree(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.tree", "Nested containers of arrays."},
                                          {"jax.tree_util", "Nested containers of arrays, by their older names."}};
  table.add(modules, entries);
}
