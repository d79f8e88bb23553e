// SPDX-License-Identifier: Apache-2.0
// Evaluating one case. `unittest`: setUp, the method, tearDown, cleanups; `setUpClass` before the first case of a class. `pytest`: fixtures
// by parameter, the function, fixtures taken down. A skip ends a case at any point; a limit or a lack ends it without tear-down, and the
// file is then evaluated anew for the next case.
#include "compiler/frontend/library/testing/RunCase.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/testing/Fixtures.h"
#include "compiler/frontend/library/testing/Scopes.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

/// Takes the pending exception as the case's end. True where there was none.
static bool settle(Evaluator &evaluator, CaseOutcome &outcome) {
  ExceptionObject *exception = evaluator.pendingException();
  if (!exception)
    return true;
  evaluator.clearPending();
  bool isExpected = exception->instanceType->isSubclassOf(evaluator.libraryClass("_pytest.outcomes", "XFailed"));
  if (isSkip(evaluator, exception) || isExpected) {
    std::string reason = exception->str(evaluator).value_or("");
    evaluator.clearPending();
    outcome.skipped = isExpected ? "expected to fail: " + reason : reason;
    return false;
  }
  outcome.failures.push_back(exception);
  return false;
}

bool testing::runCleanups(Evaluator &evaluator) {
  TestState &state = evaluator.state<TestState>();
  while (!state.cleanups.empty()) {
    std::function<bool(Evaluator &)> cleanup = std::move(state.cleanups.back());
    state.cleanups.pop_back();
    if (cleanup(evaluator))
      continue;
    ExceptionObject *exception = evaluator.pendingException();
    if (exception && exception->fatal)
      return false;
    evaluator.clearPending();
    if (exception)
      state.failures.push_back(exception);
  }
  return true;
}

//===-- before the case ----------------------------------------------------------------------------------------===//

static std::string reasonText(Evaluator &evaluator, Value reason) {
  std::optional<std::string> text = reason && !isNone(reason) ? evaluator.str(reason) : std::optional<std::string>("");
  evaluator.clearPending();
  return text.value_or("");
}

/// An attribute of the test or of its class.
static Value attributeOf(Evaluator &evaluator, const Case &test, llvm::StringRef name) {
  std::optional<Value> value = test.function ? test.function->getAttribute(evaluator, name) : std::nullopt;
  evaluator.clearPending();
  return value && *value ? *value : test.type ? test.type->find(name) : nullptr;
}

static bool isTrue(Evaluator &evaluator, Value value) {
  std::optional<bool> truth = value ? evaluator.truth(value) : std::optional<bool>(false);
  return truth && *truth;
}

static void readUnittestSkips(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  if (isTrue(evaluator, attributeOf(evaluator, test, "__unittest_skip__")))
    outcome.skipped = reasonText(evaluator, attributeOf(evaluator, test, "__unittest_skip_why__"));
  else if (test.type && test.type->attributes.find("__absl_skip_this_class__"))
    outcome.skipped = "the class is only derived from";
  if (isTrue(evaluator, attributeOf(evaluator, test, "__unittest_expecting_failure__"))) {
    outcome.expectedToFail = "";
    outcome.isStrict = true;
  }
}

/// A condition given as text sees the file's names, and `os`, `sys`.
static Value evaluateText(Evaluator &evaluator, Value text) {
  DictObject *names = evaluator.dict();
  for (const char *module : {"os", "sys"}) {
    Value value = evaluator.importModule(module, evaluator.range());
    if (!value)
      return nullptr;
    names->set(evaluator, module, value);
  }
  if (ModuleObject *file = evaluator.state<TestModules>().file)
    for (const auto &[name, value] : file->attributes.entries())
      if (value)
        names->set(evaluator, name, value);
  std::optional<Value> eval = evaluator.libraryMember("builtins", "eval");
  return eval && *eval ? evaluator.call(*eval, {text, names}) : nullptr;
}

/// Whether one of a mark's conditions holds; a mark without one holds. Empty with an exception pending.
static std::optional<bool> markHolds(Evaluator &evaluator, const MarkObject &mark) {
  std::vector<Value> conditions = mark.arguments;
  if (Value named = mark.keyword("condition"))
    conditions.push_back(named);
  for (Value condition : conditions) {
    if (llvm::isa<StrObject>(condition) && !(condition = evaluateText(evaluator, condition)))
      return std::nullopt;
    if (auto *placeholder = llvm::dyn_cast<PlaceholderObject>(condition))
      return placeholder->refuse(evaluator), std::nullopt;
    std::optional<bool> truth = evaluator.truth(condition);
    if (!truth || *truth)
      return truth;
  }
  return conditions.empty();
}

static void readMarks(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  for (const MarkObject *mark : test.marks) {
    Value reason = mark->keyword("reason");
    if (mark->name == "skip") {
      outcome.skipped = reasonText(evaluator, reason ? reason : mark->arguments.empty() ? nullptr : mark->arguments[0]);
      return;
    }
    if (mark->name != "skipif" && mark->name != "xfail")
      continue;
    std::optional<bool> holds = markHolds(evaluator, *mark);
    if (!holds || !*holds) {
      if (!settle(evaluator, outcome))
        return;
      continue;
    }
    if (mark->name == "skipif") {
      outcome.skipped = reasonText(evaluator, reason);
      return;
    }
    outcome.expectedToFail = reasonText(evaluator, reason);
    outcome.isStrict = isTrue(evaluator, mark->keyword("strict"));
    outcome.expectedErrors = mark->keyword("raises");
    if (Value run = mark->keyword("run"); run && !isTrue(evaluator, run))
      outcome.skipped = "expected to fail, and not run: " + *outcome.expectedToFail;
  }
}

/// The fixtures that a case asks for: `autouse`, `usefixtures`, parameters.
static std::optional<std::vector<std::string>> wantedFixtures(Evaluator &evaluator, const Case &test, std::vector<std::string> *parametersToo) {
  std::vector<std::string> names = autouseFixtures(evaluator, test.type);
  for (const MarkObject *mark : test.marks)
    if (mark->name == "usefixtures")
      for (Value argument : mark->arguments)
        if (auto *name = llvm::dyn_cast<StrObject>(argument))
          names.push_back(name->value);
  std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, test.function);
  if (!parameters)
    return std::nullopt;
  bool isFirst = test.type != nullptr; // `self`
  for (const ParameterInfo &parameter : *parameters) {
    bool isGiven = llvm::any_of(test.parameters, [&](const Keyword &keyword) { return keyword.first == parameter.name; });
    bool isPlain = parameter.kind == syntax::Parameter::Kind::positional || parameter.kind == syntax::Parameter::Kind::keywordOnly;
    if (!std::exchange(isFirst, false) && !isGiven && isPlain && !parameter.defaultValue) {
      names.push_back(parameter.name);
      if (parametersToo)
        parametersToo->push_back(parameter.name);
    }
  }
  return names;
}

void testing::prepareCase(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  evaluator.state<TestState>() = {test.type && test.isUnittest ? test.type->name + "." + test.method : test.id, test.parameterText, nullptr, {}, {}};
  if (test.broken) {
    if (test.broken->id == DiagnosticId::notSupported || test.broken->id == DiagnosticId::unknownModule || test.broken->id == DiagnosticId::unknownAttribute)
      evaluator.make<PlaceholderObject>(test.broken, false)->refuse(evaluator);
    else
      evaluator.raise(test.broken);
    settle(evaluator, outcome);
    return;
  }
  if (test.isUnittest)
    readUnittestSkips(evaluator, test, outcome);
  else
    readMarks(evaluator, test, outcome);
  settle(evaluator, outcome);
  if (outcome.skipped || !outcome.failures.empty())
    return;
  if (!enterScopes(evaluator, test)) {
    settle(evaluator, outcome);
    return;
  }
  if (test.isUnittest)
    return;
  std::optional<std::vector<std::string>> names = wantedFixtures(evaluator, test, nullptr);
  if (names)
    FixtureScope(evaluator, test, nullptr).prepareShared(*names);
  settle(evaluator, outcome);
}

//===-- the case -----------------------------------------------------------------------------------------------===//

/// Calls a method where the class has one of its own.
static bool callHook(Evaluator &evaluator, InstanceObject *instance, llvm::StringRef name, Value argument = nullptr) {
  if (!instance->instanceType->find(name))
    return true;
  Value method = evaluator.getAttribute(instance, name);
  if (!method)
    return false;
  std::optional<std::vector<ParameterInfo>> parameters = argument ? evaluator.parametersOf(method) : std::nullopt;
  evaluator.clearPending();
  if (parameters && !parameters->empty())
    return evaluator.call(method, {argument}) != nullptr;
  return evaluator.call(method, {}) != nullptr;
}

static Value callTest(Evaluator &evaluator, const Case &test, InstanceObject *instance, Arguments &arguments) {
  Value function = test.function;
  auto *descriptor = llvm::dyn_cast<DescriptorObject>(function);
  if (descriptor)
    function = descriptor->getter;
  if (instance && !(descriptor && descriptor->role == DescriptorObject::Role::staticMethod))
    arguments.positional.insert(arguments.positional.begin(), descriptor ? Value(test.type) : Value(instance));
  Value result = evaluator.call(function, arguments);
  if (auto *iterator = llvm::dyn_cast_or_null<IteratorObject>(result); iterator && iterator->isGenerator)
    return evaluator.notSupported("a test that yields"); // its body has not run
  return result;
}

/// What goes before the test, the test, what goes after it.
static bool runUnittest(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  Value made = evaluator.call(test.type, {});
  auto *instance = llvm::dyn_cast_or_null<InstanceObject>(made);
  if (!instance)
    return settle(evaluator, outcome);
  instance->attributes.set("_testMethodName", evaluator.string(test.method));
  evaluator.state<TestState>().instance = instance;
  if (!callHook(evaluator, instance, "setUp"))
    return settle(evaluator, outcome);
  Arguments arguments;
  arguments.positional.assign(test.positional.begin(), test.positional.end());
  arguments.keywords.assign(test.keywords.begin(), test.keywords.end());
  callTest(evaluator, test, instance, arguments);
  settle(evaluator, outcome);
  if (llvm::any_of(outcome.failures, [](ExceptionObject *failure) { return failure->fatal; }))
    return !(outcome.leavesTraces |= test.type->find("tearDown") != nullptr);
  callHook(evaluator, instance, "tearDown");
  return settle(evaluator, outcome);
}

/// `setup_function(function)` of the file, for tests that are no methods.
static bool callFileHook(Evaluator &evaluator, const Case &test, llvm::StringRef name) {
  ModuleObject *module = evaluator.state<TestModules>().file;
  Value hook = !test.type && module ? module->attributes.find(name) : nullptr;
  if (!hook)
    return true;
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(hook);
  evaluator.clearPending();
  bool takesOne = parameters && !parameters->empty();
  return evaluator.call(hook, takesOne ? std::vector<Value>{test.function} : std::vector<Value>{}) != nullptr;
}

static bool runPytest(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  InstanceObject *instance = nullptr;
  if (!callFileHook(evaluator, test, "setup_function"))
    return settle(evaluator, outcome);
  if (test.type) {
    instance = llvm::dyn_cast_or_null<InstanceObject>(evaluator.call(test.type, {}));
    if (!instance || !callHook(evaluator, instance, "setup_method", test.function))
      return settle(evaluator, outcome);
  }
  FixtureScope fixtures(evaluator, test, instance);
  std::vector<std::string> parameters;
  std::optional<std::vector<std::string>> names = wantedFixtures(evaluator, test, &parameters);
  for (size_t i = 0; names && i < names->size(); ++i)
    if (!fixtures.get((*names)[i]))
      return settle(evaluator, outcome);
  Arguments arguments;
  arguments.keywords.assign(test.parameters.begin(), test.parameters.end());
  for (const std::string &name : parameters)
    arguments.keywords.emplace_back(name, fixtures.get(name));
  if (names)
    callTest(evaluator, test, instance, arguments);
  settle(evaluator, outcome);
  if (llvm::any_of(outcome.failures, [](ExceptionObject *failure) { return failure->fatal; }))
    return !(outcome.leavesTraces |= (instance && test.type->find("teardown_method")));
  if (instance ? callHook(evaluator, instance, "teardown_method", test.function) : callFileHook(evaluator, test, "teardown_function"))
    return true;
  return settle(evaluator, outcome);
}

void testing::runCase(Evaluator &evaluator, const Case &test, CaseOutcome &outcome) {
  TestState &state = evaluator.state<TestState>();
  if (test.isUnittest)
    runUnittest(evaluator, test, outcome);
  else
    runPytest(evaluator, test, outcome);
  bool isOver = llvm::any_of(outcome.failures, [](ExceptionObject *failure) { return failure->fatal; });
  if (isOver && !state.cleanups.empty()) {
    outcome.leavesTraces = true;
    state.cleanups.clear();
  } else if (!runCleanups(evaluator)) {
    settle(evaluator, outcome);
    outcome.leavesTraces = true;
  }
  outcome.failures.insert(outcome.failures.begin(), state.failures.begin(), state.failures.end());
  state.failures.clear();
  if (!outcome.failures.empty())
    outcome.skipped.reset();
  auto isExpected = [&](ExceptionObject *failure) {
    if (failure->fatal || !outcome.expectedErrors || isNone(outcome.expectedErrors))
      return !failure->fatal;
    std::optional<bool> fits = evaluator.isInstance(failure, outcome.expectedErrors);
    evaluator.clearPending();
    return fits.value_or(false);
  };
  if (outcome.expectedToFail && !outcome.failures.empty() && llvm::all_of(outcome.failures, isExpected)) {
    outcome.failures.clear();
    outcome.skipped = "expected to fail" + (outcome.expectedToFail->empty() ? "" : ": " + *outcome.expectedToFail);
  }
}
