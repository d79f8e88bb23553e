// SPDX-License-Identifier: Apache-2.0
// Collecting. A class of unittest gives a case for each method `test*` and each of its parameter sets; pytest's functions and classes one
// for each combination of their `parametrize` marks and parametrized fixtures. Tests of base classes come first, in their order.
#include "compiler/frontend/library/testing/Collect.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/testing/Fixtures.h"
#include "compiler/frontend/library/testing/Parameterized.h"
#include "compiler/frontend/library/testing/Parametrize.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

bool testing::isUnittestClass(Evaluator &evaluator, ClassObject *type) {
  return type->isUser && type->isSubclassOf(evaluator.libraryClass("unittest", "TestCase"));
}

namespace {
class Collector {
public:
  Collector(Evaluator &evaluator, ModuleObject *module) : evaluator(evaluator), module(module) {}
  std::vector<Case> collect();

private:
  void addClass(ClassObject *type);
  void addMethod(ClassObject *type, llvm::StringRef name, Value value);
  void addUnittest(ClassObject *type, llvm::StringRef name, Value function);
  void addPytest(ClassObject *type, llvm::StringRef name, Value function);
  void addLacking(const std::string &id, PlaceholderObject *placeholder);
  Case begin(ClassObject *type, std::string id, Value function);
  /// The pending exception makes the case fail. False: a limit, which ends collecting.
  bool breakCase(Case test);
  void nameParameters(Case &test, const ParameterizedTest &parameterized, size_t index, llvm::StringRef name);

  Evaluator &evaluator;
  ModuleObject *module;
  std::vector<Case> cases;
};
} // namespace

static const FunctionObject *innermost(Value value) {
  for (unsigned depth = 0; value && depth < 32; ++depth) {
    if (auto *function = llvm::dyn_cast<FunctionObject>(value))
      return function;
    if (auto *decorated = llvm::dyn_cast<ParameterizedTest>(value))
      value = decorated->function;
    else if (auto *given = llvm::dyn_cast<GivenTest>(value))
      value = given->function;
    else if (auto *wrapper = llvm::dyn_cast<WrapperObject>(value))
      value = wrapper->wrapped;
    else if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(value))
      value = descriptor->getter;
    else
      return nullptr;
  }
  return nullptr;
}

Case Collector::begin(ClassObject *type, std::string id, Value function) {
  Case test;
  test.id = std::move(id);
  test.type = type;
  test.function = function;
  test.isUnittest = type && isUnittestClass(evaluator, type);
  if (const FunctionObject *inner = innermost(function)) {
    test.header = inner->range();
    test.range = evaluator.where(test.header);
  }
  test.marks = marksOf(evaluator, function);
  for (ClassObject *base : type ? type->resolutionOrder : std::vector<ClassObject *>())
    llvm::append_range(test.marks, marksOf(evaluator, base));
  llvm::append_range(test.marks, marksOf(evaluator, module));
  if (PlaceholderObject *lacking = type ? findPlaceholder(type->find(placeholderBase)) : nullptr)
    test.broken = lacking->reason;
  evaluator.clearPending();
  return test;
}

bool Collector::breakCase(Case test) {
  test.broken = evaluator.pendingException();
  evaluator.clearPending();
  if (test.broken->stack.empty() && test.range.isValid()) // what is wrong stands at the test
    test.broken->range = test.range;
  cases.push_back(std::move(test));
  return true;
}

void Collector::addLacking(const std::string &id, PlaceholderObject *placeholder) {
  Case test;
  test.id = id;
  test.range = placeholder->reason->range;
  test.broken = placeholder->reason;
  cases.push_back(std::move(test));
}

//===-- unittest -----------------------------------------------------------------------------------------------===//

/// absl's text of a case's parameters: `1, 'a'` or `x=1, y='a'`.
static std::string textOf(Evaluator &evaluator, const Case &test) {
  std::string text;
  for (Value value : test.positional)
    text += (text.empty() ? "" : ", ") + show(evaluator, value);
  for (const Keyword &keyword : test.keywords)
    text += (text.empty() ? "" : ", ") + keyword.first + "=" + show(evaluator, keyword.second);
  return text;
}

void Collector::nameParameters(Case &test, const ParameterizedTest &parameterized, size_t index, llvm::StringRef name) {
  Value given = parameterized.cases[index];
  if (auto *dict = llvm::dyn_cast<DictObject>(given)) {
    test.keywords = keywordsOf(dict);
  } else if (llvm::isa<SequenceObject>(given) || llvm::isa<SetObject>(given) || llvm::isa<RangeObject>(given) || llvm::isa<IteratorObject>(given)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(given);
    test.positional = items ? *items : std::vector<Value>();
  } else {
    test.positional = {given};
  }
  test.method = (name + std::to_string(index)).str();
  if (!parameterized.isNamed) {
    test.parameterText = "(" + textOf(evaluator, test) + ")";
    return;
  }
  Value label = nullptr;
  auto isLabel = [](const Keyword &keyword) { return keyword.first == "testcase_name"; };
  if (auto found = llvm::find_if(test.keywords, isLabel); found != test.keywords.end()) {
    label = found->second;
    test.keywords.erase(found);
  } else if (!test.positional.empty()) {
    label = test.positional.front();
    test.positional.erase(test.positional.begin());
  }
  auto *text = llvm::dyn_cast_or_null<StrObject>(label);
  if (!text) {
    evaluator.raise(DiagnosticId::valueError, "named parameters begin with the case's name, a text, or are a dict with `testcase_name`");
    return;
  }
  bool needsUnderscore = name.starts_with("test_") && !text->value.empty() && text->value[0] != '_';
  test.method = (name + (needsUnderscore ? "_" : "") + text->value).str();
}

void Collector::addUnittest(ClassObject *type, llvm::StringRef name, Value function) {
  auto *parameterized = llvm::dyn_cast<ParameterizedTest>(function);
  for (size_t i = 0; i < (parameterized ? parameterized->cases.size() : 1); ++i) {
    Case test = begin(type, type->name + "." + name.str(), parameterized ? parameterized->function : function);
    test.method = name.str();
    if (parameterized)
      nameParameters(test, *parameterized, i, name);
    test.id = type->name + "." + test.method;
    if (evaluator.hasPending()) {
      breakCase(std::move(test));
      continue;
    }
    if (PlaceholderObject *lacking = findPlaceholder(parameterized ? parameterized->cases[i] : nullptr))
      test.broken = lacking->reason;
    cases.push_back(std::move(test));
  }
}

//===-- pytest -------------------------------------------------------------------------------------------------===//

void Collector::addPytest(ClassObject *type, llvm::StringRef name, Value function) {
  std::string id = (type ? type->name + "::" : "") + name.str();
  Case test = begin(type, id, function);
  std::optional<std::vector<Case>> made = test.broken ? std::vector<Case>{test} : parametrizeCases(evaluator, test);
  if (!made) {
    breakCase(std::move(test));
    return;
  }
  llvm::append_range(cases, *made);
}

//===-- classes and the module ---------------------------------------------------------------------------------===//

void Collector::addMethod(ClassObject *type, llvm::StringRef name, Value value) {
  bool isUnittest = isUnittestClass(evaluator, type);
  if (auto *placeholder = llvm::dyn_cast<PlaceholderObject>(value)) {
    if (placeholder->isDefinition)
      addLacking(type->name + (isUnittest ? "." : "::") + name.str(), placeholder);
    return;
  }
  bool isTest = llvm::isa<FunctionObject>(value) || llvm::isa<WrapperObject>(value) || llvm::isa<DescriptorObject>(value) ||
                llvm::isa<ParameterizedTest>(value) || llvm::isa<GivenTest>(value) || llvm::isa<PartialObject>(value);
  if (!isTest)
    return;
  if (isUnittest || type->find(placeholderBase))
    addUnittest(type, name, value);
  else
    addPytest(type, name, value);
}

void Collector::addClass(ClassObject *type) {
  if (Value wanted = type->find("__test__"); wanted && evaluator.truth(wanted) == std::optional<bool>(false))
    return;
  evaluator.clearPending();
  bool isUnittest = isUnittestClass(evaluator, type) || type->find(placeholderBase);
  if (!isUnittest && (!llvm::StringRef(type->name).starts_with("Test") || type->find("__init__") || type->isEnum || type->isException))
    return;
  llvm::SetVector<llvm::StringRef> names;
  for (ClassObject *base : llvm::reverse(type->resolutionOrder))
    for (const auto &[name, value] : base->attributes.entries())
      if (value && llvm::StringRef(name).starts_with("test"))
        names.insert(name);
  for (llvm::StringRef name : names)
    if (evaluator.step())
      addMethod(type, name, type->find(name));
}

std::vector<Case> Collector::collect() {
  llvm::SmallPtrSet<Value, 32> seen; // a class may have two names
  std::vector<std::pair<std::string, Value>> entries = module->attributes.entries();
  for (const auto &[name, value] : entries) {
    if (!value || !evaluator.step())
      continue;
    bool isTestName = llvm::StringRef(name).starts_with("test");
    if (auto *type = llvm::dyn_cast<ClassObject>(value)) {
      if (type->isUser && seen.insert(type).second)
        addClass(type);
    } else if (auto *placeholder = llvm::dyn_cast<PlaceholderObject>(value)) {
      if (placeholder->isDefinition && (isTestName || llvm::StringRef(name).contains("Test")) && seen.insert(value).second)
        addLacking(name, placeholder);
    } else if (isTestName && (llvm::isa<FunctionObject>(value) || llvm::isa<WrapperObject>(value) || llvm::isa<GivenTest>(value))) {
      addPytest(nullptr, name, value);
    }
  }
  if (Value hook = module->attributes.find("load_tests"); hook && llvm::isa<FunctionObject>(hook)) {
    Case test = begin(nullptr, "load_tests", hook);
    evaluator.notSupported("choosing a file's tests by `load_tests`");
    breakCase(std::move(test));
  }
  return std::move(cases);
}

/// Cases that want a fixture of a wide scope with the same parameter follow each other, as under pytest, so that each is made once.
static void groupByParameters(std::vector<Case> &cases, llvm::ArrayRef<std::string> scopes, Evaluator &evaluator) {
  if (scopes.empty())
    return;
  auto keyOf = [&](const Case &test) -> std::pair<FixtureObject *, Value> {
    for (const Keyword &parameter : test.fixtureParameters)
      for (FixtureObject *fixture : findFixtures(evaluator, test.type, parameter.first))
        if (fixture->scope == scopes.front())
          return {fixture, parameter.second};
    return {};
  };
  std::vector<Case> ordered;
  std::vector<std::pair<FixtureObject *, Value>> keys;
  for (const Case &test : cases)
    keys.push_back(keyOf(test));
  std::vector<bool> isTaken(cases.size());
  for (size_t i = 0; i < cases.size(); ++i) {
    if (isTaken[i])
      continue;
    std::vector<Case> group{cases[i]};
    for (size_t k = i + 1; k < cases.size() && (keys[i].first || !keys[k].first); ++k) // without a key: those that follow without one
      if (!isTaken[k] && keys[k] == keys[i]) {
        isTaken[k] = true;
        group.push_back(cases[k]);
      }
    groupByParameters(group, scopes.drop_front(), evaluator);
    llvm::append_range(ordered, group);
  }
  cases = std::move(ordered);
}

std::vector<Case> testing::collectCases(Evaluator &evaluator, ModuleObject *module) {
  std::vector<Case> cases = Collector(evaluator, module).collect();
  bool anyWide = llvm::any_of(cases, [&](const Case &test) {
    return llvm::any_of(test.fixtureParameters, [&](const Keyword &parameter) {
      return llvm::any_of(findFixtures(evaluator, test.type, parameter.first), [](FixtureObject *fixture) { return fixture->isShared(); });
    });
  });
  if (anyWide)
    groupByParameters(cases, std::vector<std::string>{"session", "package", "module", "class"}, evaluator);
  return cases;
}
