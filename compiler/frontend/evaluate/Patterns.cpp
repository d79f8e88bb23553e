// SPDX-License-Identifier: Apache-2.0
// `match`: patterns against values known while compiling.
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Node;

Flow Interpretation::executeMatch(const syntax::MatchStmt &statement) {
  Value subject = evaluate(statement.subject);
  if (!subject)
    return Flow::raised;
  for (const syntax::MatchCase &candidate : statement.cases) {
    at(candidate.range);
    std::optional<bool> matched = match(candidate.pattern, subject);
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
    if (as->target && !storeName(*as->target, subject))
      return std::nullopt;
    return true;
  }
  case Node::Kind::orPattern:
    for (const syntax::Pattern *alternative : llvm::cast<syntax::OrPattern>(pattern)->alternatives) {
      std::optional<bool> matched = match(alternative, subject);
      if (!matched || *matched)
        return matched;
    }
    return false;
  default:
    return false;
  }
}

/// What a sequence pattern takes besides lists and tuples: ranges, and instances of `collections.abc.Sequence`.
static bool isOtherSequence(Value subject) {
  if (llvm::isa<RangeObject>(subject))
    return true;
  InstancePart *part = subject->instancePart();
  return part && llvm::any_of(part->instanceType->resolutionOrder, [](const ClassObject *base) {
           return base->qualifiedName() == "collections.abc.Sequence" || base->qualifiedName() == "collections.deque";
         });
}

std::optional<bool> Interpretation::matchSequence(const syntax::SequencePattern &pattern, Value subject) {
  auto *sequence = llvm::dyn_cast<SequenceObject>(subject);
  if (!sequence && isOtherSequence(subject)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(subject);
    if (!items)
      return std::nullopt;
    sequence = evaluator.list(std::move(*items));
  }
  if (!sequence)
    return false;
  auto star = llvm::find_if(pattern.elements, [](const syntax::Pattern *element) { return llvm::isa<syntax::StarPattern>(element); });
  bool hasStar = star != pattern.elements.end();
  size_t needed = pattern.elements.size() - (hasStar ? 1 : 0), size = sequence->items.size();
  if (hasStar ? size < needed : size != needed)
    return false;
  size_t next = 0;
  for (const syntax::Pattern *element : pattern.elements) {
    auto *rest = llvm::dyn_cast<syntax::StarPattern>(element);
    if (!rest) {
      std::optional<bool> matched = match(element, sequence->items[next++]);
      if (!matched || !*matched)
        return matched;
      continue;
    }
    auto first = sequence->items.begin() + static_cast<int64_t>(next);
    next += size - needed;
    if (rest->target && !storeName(*rest->target, evaluator.list({first, sequence->items.begin() + static_cast<int64_t>(next)})))
      return std::nullopt;
  }
  return true;
}

std::optional<bool> Interpretation::matchMapping(const syntax::MappingPattern &pattern, Value subject) {
  auto *dict = llvm::dyn_cast<DictObject>(subject);
  if (!dict)
    return false;
  DictObject *rest = evaluator.dict();
  rest->table = dict->table;
  for (size_t i = 0; i < pattern.keys.size(); ++i) {
    Value key = evaluate(pattern.keys[i]);
    if (!key)
      return std::nullopt;
    std::optional<HashTable::Entry *> entry = dict->table.find(evaluator, key);
    if (!entry)
      return std::nullopt;
    if (!*entry)
      return false;
    std::optional<bool> matched = match(pattern.values[i], (*entry)->value);
    if (!matched || !*matched)
      return matched;
    rest->table.erase(evaluator, key);
  }
  if (pattern.rest && !storeName(*pattern.rest, rest))
    return std::nullopt;
  return true;
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
  std::vector<std::string> names;
  if (matched && !pattern.positional.empty()) {
    names = matched->fieldNames;
    if (auto *tuple = llvm::dyn_cast_or_null<TupleObject>(matched->find("__match_args__"))) {
      names.clear();
      for (Value item : tuple->items)
        if (auto *name = llvm::dyn_cast<StrObject>(item))
          names.push_back(name->value);
    }
    if (names.empty() && !matched->isUser && pattern.positional.size() == 1) // `int(x)`: the value itself
      return match(pattern.positional[0], subject);
    if (names.size() < pattern.positional.size())
      return evaluator.raise(DiagnosticId::typeError, matched->name + "() accepts " + std::to_string(names.size()) +
                                                          " positional sub-patterns (" + std::to_string(pattern.positional.size()) + " given)");
  }
  auto matchAttribute = [&](llvm::StringRef name, const syntax::Pattern *inner) -> std::optional<bool> {
    if (!evaluator.hasAttribute(subject, name))
      return evaluator.hasPending() ? std::nullopt : std::optional<bool>(false);
    Value value = evaluator.getAttribute(subject, name);
    return value ? match(inner, value) : std::nullopt;
  };
  for (size_t i = 0; i < pattern.positional.size(); ++i) {
    std::optional<bool> result = matchAttribute(names[i], pattern.positional[i]);
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
