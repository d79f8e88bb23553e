// SPDX-License-Identifier: Apache-2.0
// Placeholders: absorbing while tests are collected, refusing while one runs.
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

const char PlaceholderObject::tag = 0;

Raised PlaceholderObject::refuse(Evaluator &evaluator) {
  Value text = reason->arguments.empty() ? Value(evaluator.string("")) : reason->arguments[0];
  auto *known = llvm::dyn_cast<StrObject>(text);
  bool isUnknown = isMention && reason->id != DiagnosticId::notSupported;
  Raised raised = evaluator.raise(isUnknown ? reason->id : DiagnosticId::notSupported, known ? known->value : "this is not supported yet");
  evaluator.pendingException()->fatal = true;
  if (isMention || reason->id == DiagnosticId::notSupported) // what is known, and how to do without
    for (const DiagnosticNote &note : reason->notes)
      raised.note(note.message, note.range);
  if (isMention)
    evaluator.pendingException()->fix = reason->fix;
  SourceRange here = evaluator.where();
  if (reason->range.isValid() && !(reason->range.file == here.file && reason->range.begin == here.begin))
    raised.note("it comes from here", reason->range);
  return raised;
}

Value PlaceholderObject::absorb(Evaluator &evaluator, bool definition) {
  if (evaluator.phase == EvaluationPhase::collecting)
    return evaluator.make<PlaceholderObject>(reason, definition);
  return refuse(evaluator);
}

Value PlaceholderObject::absorbMention(Evaluator &evaluator, llvm::StringRef part) {
  if (Value known = parts.find(part))
    return known;
  parts.set(part, evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/false, /*isMention=*/true));
  return parts.find(part);
}

std::optional<Value> PlaceholderObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "__name__" || name == "__qualname__")
    return evaluator.string("placeholder");
  if (!isMention)
    return absorb(evaluator);
  bool isHook = name.starts_with("__") && name.ends_with("__") && name != "__version__" && name != "__file__";
  return isHook ? std::nullopt : std::optional<Value>(absorbMention(evaluator, name));
}
bool PlaceholderObject::setAttribute(Evaluator &evaluator, llvm::StringRef, Value) { return absorb(evaluator) != nullptr; }
Value PlaceholderObject::getItem(Evaluator &evaluator, Value) { return isMention ? absorbMention(evaluator, "[]") : absorb(evaluator); }
bool PlaceholderObject::setItem(Evaluator &evaluator, Value, Value) { return absorb(evaluator) != nullptr; }

Value PlaceholderObject::call(Evaluator &evaluator, Arguments &arguments) {
  Value only = arguments.positional.size() == 1 && arguments.keywords.empty() ? arguments.positional[0] : nullptr;
  auto *inner = llvm::dyn_cast_or_null<PlaceholderObject>(only);
  auto *type = llvm::dyn_cast_or_null<ClassObject>(only);
  bool isDecorator = llvm::isa_and_nonnull<FunctionObject>(only) || (type && type->isUser) || (inner && inner->isDefinition);
  if (isMention && evaluator.state<DecoratorDepth>().value) // with arguments, on the way to a decorator
    return absorbMention(evaluator, "()");
  if (isMention && isDecorator && evaluator.phase != EvaluationPhase::collecting)
    return evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/true, /*isMention=*/true);
  return absorb(evaluator, isDecorator);
}

std::optional<Value> PlaceholderObject::binary(Evaluator &evaluator, BinaryOp op, Value, bool) {
  return isMention && op == BinaryOp::bitOr ? absorbMention(evaluator, "|") : absorb(evaluator); // `A | None` in an annotation
}
std::optional<Value> PlaceholderObject::unary(Evaluator &evaluator, UnaryOp) { return absorb(evaluator); }
std::optional<Value> PlaceholderObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (isMention && (op == CompareOp::equal || op == CompareOp::notEqual))
    return Object::compare(evaluator, op, other);
  return absorb(evaluator);
}
std::optional<bool> PlaceholderObject::truth(Evaluator &evaluator) { return refuse(evaluator), std::optional<bool>(); }
Value PlaceholderObject::iterate(Evaluator &evaluator) { return refuse(evaluator); }
std::optional<int64_t> PlaceholderObject::length(Evaluator &evaluator) { return refuse(evaluator); }
std::optional<bool> PlaceholderObject::contains(Evaluator &evaluator, Value) { return refuse(evaluator), std::optional<bool>(); }

std::optional<std::string> PlaceholderObject::repr(Evaluator &evaluator) {
  if (evaluator.phase == EvaluationPhase::collecting)
    return "placeholder";
  return refuse(evaluator);
}

std::optional<uint64_t> PlaceholderObject::hash(Evaluator &evaluator) {
  return isMention ? Object::hash(evaluator) : reinterpret_cast<size_t>(reason) >> 4;
}
Value PlaceholderObject::enter(Evaluator &evaluator) { return refuse(evaluator); }
std::optional<bool> PlaceholderObject::exit(Evaluator &, Value) { return false; }

PlaceholderObject *frontend::findPlaceholder(Value value, unsigned depth) {
  if (!value || depth > 4)
    return nullptr;
  if (auto *placeholder = llvm::dyn_cast<PlaceholderObject>(value))
    return placeholder;
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value))
    for (Value item : sequence->items)
      if (PlaceholderObject *found = findPlaceholder(item, depth + 1))
        return found;
  if (auto *dict = llvm::dyn_cast<DictObject>(value))
    for (const HashTable::Entry &entry : dict->table.entries())
      if (PlaceholderObject *found = entry.key ? findPlaceholder(entry.value, depth + 1) : nullptr)
        return found;
  if (auto *partial = llvm::dyn_cast<PartialObject>(value))
    return findPlaceholder(partial->function, depth + 1);
  return nullptr;
}
