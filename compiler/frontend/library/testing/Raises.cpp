// SPDX-License-Identifier: Apache-2.0
// Blocks that must raise or warn: `assertRaises`, `assertRaisesRegex`, `assertWarns`, `pytest.raises`, `pytest.warns`. What this
// compiler lacks (`not-supported`) never reaches such a block: it would pass for the wrong reason.
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

const char ExpectRaises::tag = 0;

std::string ExpectRaises::expected(Evaluator &evaluator) const {
  std::vector<Value> list{types};
  if (auto *tuple = llvm::dyn_cast<TupleObject>(types))
    list = tuple->items;
  std::string text;
  for (Value type : list) {
    auto *exceptionType = llvm::dyn_cast<ClassObject>(type);
    text += (text.empty() ? "" : " or ") + (exceptionType ? exceptionType->name : show(evaluator, type));
  }
  return text;
}

std::optional<Value> ExpectRaises::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "_catches" && !isWarning)
    return types;
  bool isInner = name == "exception" || name == "value" || name == "warning";
  Value held = caught ? Value(caught) : warnings.empty() ? nullptr : warnings.front();
  if (isInner || name == "type" || name == "typename" || name == "tb" || name == "traceback") {
    if (!held)
      return Value(evaluator.raise(DiagnosticId::unknownAttribute, "the block has not raised yet: `" + name.str() + "` is there after it"));
    if (isInner)
      return held;
    if (name == "tb" || name == "traceback")
      return evaluator.none();
    ClassObject *type = held->type(evaluator);
    return name == "type" ? Value(type) : evaluator.string(type->name);
  }
  if (name == "list")
    return messages(evaluator);
  if (name == "pop" && isWarning)
    return Value(evaluator.notSupported("`pop` of `pytest.warns`"));
  if (name == "match" && held) {
    ExpectRaises *self = this;
    return evaluator.function("match", [self, held](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return evaluator.raise(DiagnosticId::argumentError, "match() takes a pattern");
      std::optional<std::string> text = evaluator.str(held);
      std::optional<bool> found = text ? searchPattern(evaluator, arguments.positional[0], *text) : std::nullopt;
      if (!found)
        return nullptr;
      if (!*found)
        return failAssertion(evaluator, "the pattern " + show(evaluator, arguments.positional[0]) + " is not found in '" + *text + "'");
      (void)self;
      return evaluator.boolean(true);
    });
  }
  return Object::getAttribute(evaluator, name);
}

/// pytest's list holds `WarningMessage` objects, each around a warning.
Value ExpectRaises::messages(Evaluator &evaluator) const {
  std::optional<Value> type = evaluator.libraryMember("pytest", "WarningMessage");
  std::vector<Value> wrapped;
  for (Value warning : warnings) {
    Value message = type && *type ? evaluator.call(*type, {warning}) : nullptr;
    if (!message)
      return nullptr;
    wrapped.push_back(message);
  }
  return evaluator.list(std::move(wrapped));
}

Value ExpectRaises::getItem(Evaluator &evaluator, Value key) {
  Value list = messages(evaluator);
  return list ? evaluator.getItem(list, key) : nullptr;
}
Value ExpectRaises::iterate(Evaluator &evaluator) {
  if (!isWarning)
    return Object::iterate(evaluator);
  Value list = messages(evaluator);
  return list ? evaluator.iterate(list) : nullptr;
}
std::optional<int64_t> ExpectRaises::length(Evaluator &) { return static_cast<int64_t>(warnings.size()); }

Value ExpectRaises::enter(Evaluator &evaluator) {
  if (isWarning)
    evaluator.state<library::WarningLog>().beginCapture();
  else
    catching.emplace(evaluator);
  return this;
}

/// Whether one of `candidates` is of a wanted type and its text has the pattern; a failure is pending when empty.
std::optional<bool> ExpectRaises::judge(Evaluator &evaluator, llvm::ArrayRef<Value> candidates) {
  for (Value candidate : candidates) {
    std::optional<bool> fits = evaluator.isInstance(candidate, types);
    if (!fits)
      return std::nullopt;
    if (!*fits)
      continue;
    if (!pattern || isNone(pattern))
      return true;
    std::optional<std::string> text = evaluator.str(candidate);
    if (!text)
      return std::nullopt;
    auto *literal = llvm::dyn_cast<StrObject>(pattern);
    std::optional<bool> found = isLiteral && literal ? std::optional<bool>(*text == literal->value) : searchPattern(evaluator, pattern, *text);
    if (!found || *found)
      return found;
    if (candidates.size() == 1) {
      std::string wanted = show(evaluator, pattern);
      failAssertion(evaluator, style == Style::unittest ? wanted + " does not match '" + *text + "'"
                                                        : "the pattern " + wanted + " is not found in '" + *text + "'", userMessage);
      return std::nullopt;
    }
  }
  return false;
}

std::optional<bool> ExpectRaises::exit(Evaluator &evaluator, Value exception) {
  catching.reset();
  if (isWarning)
    return exitWarnings(evaluator, exception);
  if (!exception) {
    if (style == Style::unittest)
      failAssertion(evaluator, expected(evaluator) + " not raised", userMessage);
    else
      failAssertion(evaluator, "DID NOT RAISE " + expected(evaluator), userMessage);
    if (style == Style::pytest)
      evaluator.pendingException()->instanceType = evaluator.libraryClass("_pytest.outcomes", "Failed");
    return std::nullopt;
  }
  std::optional<bool> fits = judge(evaluator, {exception});
  if (fits && *fits)
    caught = llvm::cast<ExceptionObject>(exception);
  return fits;
}

std::optional<bool> ExpectRaises::exitWarnings(Evaluator &evaluator, Value exception) {
  auto &captures = evaluator.state<library::WarningLog>().captures;
  if (!captures.empty()) {
    warnings = std::move(captures.back().warnings);
    captures.pop_back();
  }
  if (exception)
    return false;
  std::optional<bool> fits = judge(evaluator, warnings);
  if (fits && !*fits) {
    std::string wanted = expected(evaluator);
    failAssertion(evaluator, style == Style::unittest ? wanted + " not triggered" : "DID NOT WARN. No warnings of type " + wanted + " were emitted.", userMessage);
    if (style == Style::pytest)
      evaluator.pendingException()->instanceType = evaluator.libraryClass("_pytest.outcomes", "Failed");
    return std::nullopt;
  }
  return fits ? std::optional<bool>(false) : fits;
}

Value ExpectRaises::callInside(Evaluator &evaluator, Value function, Arguments &arguments) {
  enter(evaluator);
  Value result = evaluator.call(function, arguments);
  ExceptionObject *exception = evaluator.pendingException();
  if (exception && exception->fatal)
    return nullptr;
  evaluator.clearPending();
  std::optional<bool> swallowed = exit(evaluator, exception);
  if (!swallowed)
    return nullptr;
  if (exception && !*swallowed)
    return evaluator.raise(exception);
  return result ? result : Value(this);
}
