// SPDX-License-Identifier: Apache-2.0
// `match`: patterns against values known while compiling.
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Node;

namespace {
/// The names of the pattern under way, bound when all of it matched.
struct PatternBindings {
  std::vector<std::pair<const syntax::NameExpr *, Value>> bound;
};
} // namespace

Flow Interpretation::executeMatch(const syntax::MatchStmt &statement) {
  Value subject = evaluate(statement.subject);
  if (!subject)
    return Flow::raised;
  for (const syntax::MatchCase &candidate : statement.cases) {
    at(candidate.range);
    decltype(PatternBindings::bound) bound;
    std::swap(bound, evaluator.state<PatternBindings>().bound);
    std::optional<bool> matched = match(candidate.pattern, subject);
    std::swap(bound, evaluator.state<PatternBindings>().bound);
    for (const auto &[name, value] : bound)
      if (matched && *matched && !storeName(*name, value))
        matched = std::nullopt;
    if (matched && *matched && candidate.guard) {
      Value guard = evaluate(candidate.guard);
      at(candidate.guard);
      matched = guard ? evaluator.truth(guard) : std::nullopt;
    }
    if (!matched)
      return Flow::raised;
    if (*matched)
      return execute(candidate.body);
  }
  return Flow::next;
}

std::optional<bool> Interpretation::match(const syntax::Pattern *pattern, Value subject) {
  if (!evaluator.step())
    return std::nullopt;
  switch (pattern->kind) {
  case Node::Kind::valuePattern: {
    auto *expr = llvm::cast<syntax::ValuePattern>(pattern)->value;
    Value value = evaluate(expr);
    if (!value)
      return std::nullopt;
    at(pattern);
    if (llvm::isa<SingletonObject>(value) || (llvm::isa<BoolObject>(value) && llvm::isa<syntax::ConstantExpr>(expr)))
      return value == subject;
    return evaluator.equal(subject, value);
  }
  case Node::Kind::sequencePattern:
    return matchSequence(*llvm::cast<syntax::SequencePattern>(pattern), subject);
  case Node::Kind::mappingPattern:
    return matchMapping(*llvm::cast<syntax::MappingPattern>(pattern), subject);
  case Node::Kind::classPattern:
    return matchClass(*llvm::cast<syntax::ClassPattern>(pattern), subject);
  case Node::Kind::asPattern: {
    auto *as = llvm::cast<syntax::AsPattern>(pattern);
    if (as->pattern) {
      std::optional<bool> matched = match(as->pattern, subject);
      if (!matched || !*matched)
        return matched;
    }
    if (as->target)
      evaluator.state<PatternBindings>().bound.emplace_back(as->target, subject);
    return true;
  }
  case Node::Kind::orPattern:
    for (const syntax::Pattern *alternative : llvm::cast<syntax::OrPattern>(pattern)->alternatives) {
      size_t before = evaluator.state<PatternBindings>().bound.size();
      std::optional<bool> matched = match(alternative, subject);
      if (!matched || *matched)
        return matched;
      evaluator.state<PatternBindings>().bound.resize(before);
    }
    return false;
  default:
    return false;
  }
}

//===-- what kind of pattern takes an object
//------------------------------------------------------------------------===//

/// Whether `type` was given to `register` of one of these classes of `collections.abc`.
static bool isRegistered(Evaluator &evaluator, const ClassObject *type,
                         std::initializer_list<llvm::StringRef> abstract) {
  ModuleObject *module = Interpretation::of(evaluator).findPrelude("collections.abc");
  return module && llvm::any_of(abstract, [&](llvm::StringRef name) {
           auto *known = llvm::dyn_cast_or_null<ClassObject>(module->attributes.find(name));
           auto *listed = known ? llvm::dyn_cast_or_null<ListObject>(known->attributes.find("_abc_registry")) : nullptr;
           return listed && llvm::is_contained(listed->items, type);
         });
}

namespace {
enum class Shape : uint8_t { other, sequence, mapping };
} // namespace

/// Sequence or mapping: for an instance of a user's class the first class in line that is either.
static Shape shapeOf(Evaluator &evaluator, Value subject) {
  InstancePart *part = subject->instancePart();
  if (!part)
    return llvm::isa<SequenceObject, RangeObject>(subject) ? Shape::sequence
           : llvm::isa<DictObject>(subject)                ? Shape::mapping
                                                           : Shape::other;
  for (const ClassObject *base : part->instanceType->resolutionOrder) {
    std::string name = base->qualifiedName();
    if (name == "list" || name == "tuple" || name == "collections.deque" || name == "collections.abc.Sequence" ||
        isRegistered(evaluator, base, {"Sequence", "MutableSequence"}))
      return Shape::sequence;
    if (name == "dict" || name == "collections.abc.Mapping" ||
        isRegistered(evaluator, base, {"Mapping", "MutableMapping"}))
      return Shape::mapping;
  }
  return Shape::other;
}

std::optional<bool> Interpretation::matchSequence(const syntax::SequencePattern &pattern, Value subject) {
  if (shapeOf(evaluator, subject) != Shape::sequence)
    return false;
  auto star = llvm::find_if(pattern.elements,
                            [](const syntax::Pattern *element) { return llvm::isa<syntax::StarPattern>(element); });
  bool hasStar = star != pattern.elements.end();
  std::optional<int64_t> length = evaluator.length(subject);
  if (!length)
    return std::nullopt;
  auto needed = static_cast<int64_t>(pattern.elements.size()) - (hasStar ? 1 : 0);
  if (hasStar ? *length < needed : *length != needed)
    return false;
  int64_t next = 0;
  for (const syntax::Pattern *element : pattern.elements) {
    auto *rest = llvm::dyn_cast<syntax::StarPattern>(element);
    if (!rest) {
      Value item = evaluator.getItem(subject, evaluator.integer(next++)); // only those that are asked for
      std::optional<bool> matched = item ? match(element, item) : std::nullopt;
      if (!matched || !*matched)
        return matched;
      continue;
    }
    std::vector<Value> items;
    int64_t end = next + *length - needed;
    for (; rest->target && next < end; ++next) {
      items.push_back(evaluator.step() ? evaluator.getItem(subject, evaluator.integer(next)) : nullptr);
      if (!items.back())
        return std::nullopt;
    }
    next = end;
    if (rest->target)
      evaluator.state<PatternBindings>().bound.emplace_back(rest->target, evaluator.list(std::move(items)));
  }
  return true;
}

/// The value of a key, asked as `get` is asked; null with nothing pending where there is none.
static Value lookUpKey(Evaluator &evaluator, Value subject, Value key) {
  if (auto *dict = subject->instancePart() ? nullptr : llvm::dyn_cast<DictObject>(subject)) {
    std::optional<HashTable::Entry *> entry = dict->table.find(evaluator, key);
    return entry && *entry ? (*entry)->value : nullptr;
  }
  Value get = evaluator.getAttribute(subject, "get"), nothing = evaluator.tuple({});
  Value found = get ? evaluator.call(get, {key, nothing}) : nullptr;
  return found == nothing ? nullptr : found;
}

std::optional<bool> Interpretation::matchMapping(const syntax::MappingPattern &pattern, Value subject) {
  if (shapeOf(evaluator, subject) != Shape::mapping)
    return false;
  std::optional<int64_t> size = pattern.keys.empty() ? std::optional<int64_t>(0) : evaluator.length(subject);
  if (!size || *size < static_cast<int64_t>(pattern.keys.size()))
    return size ? std::optional<bool>(false) : std::nullopt;
  std::vector<Value> keys;
  for (const syntax::Expr *expr : pattern.keys) {
    Value key = evaluate(expr);
    if (!key)
      return std::nullopt;
    for (Value known : keys) {
      std::optional<bool> same = evaluator.equal(known, key);
      if (same && *same)
        return evaluator.raise(DiagnosticId::valueError,
                               "mapping pattern checks duplicate key (" + evaluator.repr(key).value_or("?") + ")");
      if (!same)
        return std::nullopt;
    }
    keys.push_back(key);
    Value value = lookUpKey(evaluator, subject, key);
    if (!value)
      return evaluator.hasPending() ? std::nullopt : std::optional<bool>(false);
    std::optional<bool> matched = match(pattern.values[keys.size() - 1], value);
    if (!matched || !*matched)
      return matched;
  }
  if (!pattern.rest)
    return true;
  auto *rest = llvm::dyn_cast_or_null<DictObject>(evaluator.call(evaluator.builtinClass("dict"), {subject}));
  for (Value key : keys)
    if (rest && !rest->table.erase(evaluator, key))
      return std::nullopt;
  if (rest)
    evaluator.state<PatternBindings>().bound.emplace_back(pattern.rest, rest);
  return rest ? std::optional<bool>(true) : std::nullopt;
}

/// The names that positional patterns of `type` stand for; empty with an exception pending. A class of the language
/// that holds a value has none: its one positional pattern is for the value itself.
static std::optional<std::vector<std::string>> matchArguments(Evaluator &evaluator, ClassObject &type) {
  std::vector<std::string> names;
  Value given = type.find("__match_args__");
  if (!given)
    return type.fieldNames;
  auto *tuple = llvm::dyn_cast<TupleObject>(given);
  if (!tuple)
    return evaluator.raise(DiagnosticId::typeError,
                           type.name + ".__match_args__ must be a tuple (got " + given->typeName(evaluator) + ")");
  for (Value item : tuple->items) {
    auto *name = llvm::dyn_cast<StrObject>(item);
    if (!name)
      return evaluator.raise(DiagnosticId::typeError,
                             "__match_args__ elements must be strings (got " + item->typeName(evaluator) + ")");
    names.push_back(name->value);
  }
  return names;
}

/// Whether `type` is, or derives from, one of the classes whose one positional pattern takes the whole object.
static bool takesItself(const ClassObject &type) {
  static constexpr llvm::StringLiteral names[] = {"bool", "bytearray", "bytes", "dict", "float", "frozenset",
                                                  "int",  "list",      "set",   "str",  "tuple"};
  return llvm::any_of(type.resolutionOrder, [](const ClassObject *base) {
    return base->module == "builtins" && !base->isUser && llvm::is_contained(names, base->name);
  });
}

std::optional<bool> Interpretation::matchClass(const syntax::ClassPattern &pattern, Value subject) {
  Value type = evaluate(pattern.type);
  if (!type)
    return std::nullopt;
  at(pattern.type);
  std::optional<bool> isInstance = evaluator.isInstance(subject, type);
  if (!isInstance || !*isInstance)
    return isInstance;
  auto *matched = llvm::dyn_cast<ClassObject>(type);
  std::vector<std::string> names, asked;
  llvm::ArrayRef<syntax::Pattern *> positional = pattern.positional;
  if (matched && !positional.empty()) {
    std::optional<std::vector<std::string>> known = matchArguments(evaluator, *matched);
    if (!known)
      return std::nullopt;
    names = *known;
    if (names.empty() && !matched->find("__match_args__") && takesItself(*matched) &&
        positional.size() == 1) { // `int(x)`
      std::optional<bool> is = match(positional[0], subject);
      if (!is || !*is)
        return is;
      positional = {};
    }
    if (names.size() < positional.size())
      return evaluator.raise(DiagnosticId::typeError, matched->name + "() accepts " + std::to_string(names.size()) +
                                                          " positional sub-pattern" + (names.size() == 1 ? "" : "s") +
                                                          " (" + std::to_string(positional.size()) + " given)");
  }
  auto matchAttribute = [&](llvm::StringRef name, const syntax::Pattern *inner) -> std::optional<bool> {
    if (llvm::is_contained(asked, name))
      return evaluator.raise(DiagnosticId::typeError, (matched ? matched->name : "class") +
                                                          "() got multiple sub-patterns for attribute '" + name.str() +
                                                          "'");
    asked.push_back(name.str());
    if (!evaluator.hasAttribute(subject, name))
      return evaluator.hasPending() ? std::nullopt : std::optional<bool>(false);
    Value value = evaluator.getAttribute(subject, name);
    return value ? match(inner, value) : std::nullopt;
  };
  for (size_t i = 0; i < positional.size(); ++i) {
    std::optional<bool> result = matchAttribute(names[i], positional[i]);
    if (!result || !*result)
      return result;
  }
  for (size_t i = 0; i < pattern.keywords.size(); ++i) {
    std::optional<bool> result = matchAttribute(pattern.keywords[i].text, pattern.keywordPatterns[i]);
    if (!result || !*result)
      return result;
  }
  return true;
}
