// SPDX-License-Identifier: Apache-2.0
// `absl.testing.parameterized`: decorators that make cases of one method. What they are given is kept as it is; Collect.cpp names the
// cases as absl does: `test_x0`, `test_x1`, or `test_x_name`.
#include "compiler/frontend/library/testing/Parameterized.h"
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

const char ParameterizedTest::tag = 0;

/// A decorator of a method, or of a class, where it applies to every test method.
Value testing::parameterize(Evaluator &evaluator, std::vector<Value> cases, bool isNamed) {
  if (cases.empty())
    return evaluator.raise(DiagnosticId::valueError, "the parameterized test decorator did not generate any tests")
        .note("give it at least one set of parameters; a generator can be used once");
  return evaluator.function("parameterized", [cases, isNamed](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "a parameterized decorator takes one function or class");
    Value target = arguments.positional[0];
    auto *type = llvm::dyn_cast<ClassObject>(target);
    if (!type)
      return evaluator.make<ParameterizedTest>(target, cases, isNamed);
    std::vector<std::pair<std::string, Value>> entries = type->attributes.entries();
    for (const auto &[name, value] : entries)
      if (value && llvm::StringRef(name).starts_with("test") && evaluator.isCallable(value))
        type->attributes.set(name, evaluator.make<ParameterizedTest>(value, cases, isNamed));
    return type;
  });
}

/// absl's reading of `*testcases`: one iterable that is no tuple and no dict is the list of cases itself.
static std::optional<std::vector<Value>> readCases(Evaluator &evaluator, Value given) {
  std::vector<Value> cases = llvm::cast<TupleObject>(given)->items;
  if (cases.size() != 1 || llvm::isa<TupleObject>(cases[0]) || llvm::isa<DictObject>(cases[0]))
    return cases;
  if (llvm::isa<StrObject>(cases[0]))
    return evaluator.raise(DiagnosticId::typeError, "a single parameter must be an iterable of cases, not a text"), std::nullopt;
  return evaluator.toVector(cases[0]);
}

static Value parameters(Call &call) {
  std::optional<std::vector<Value>> cases = readCases(call.evaluator, call["testcases"]);
  return cases ? parameterize(call.evaluator, std::move(*cases), false) : nullptr;
}

static Value namedParameters(Call &call) {
  std::optional<std::vector<Value>> cases = readCases(call.evaluator, call["testcases"]);
  return cases ? parameterize(call.evaluator, std::move(*cases), true) : nullptr;
}

/// Every combination of one dict from each list of dicts and one value for each keyword, the last varying fastest.
std::optional<std::vector<Value>> testing::combine(Evaluator &evaluator, llvm::ArrayRef<Value> dictLists, llvm::ArrayRef<Keyword> grid) {
  std::vector<std::vector<std::vector<Keyword>>> axes; // axis -> choice -> the keywords it sets
  for (Value list : dictLists) {
    std::optional<std::vector<Value>> dicts = evaluator.toVector(list);
    if (!dicts)
      return std::nullopt;
    axes.emplace_back();
    for (Value item : *dicts) {
      auto *dict = llvm::dyn_cast<DictObject>(item);
      if (!dict)
        return evaluator.raise(DiagnosticId::typeError, "product() takes lists of dicts, but one holds a '" + item->typeName(evaluator) + "'"), std::nullopt;
      axes.back().emplace_back();
      for (const HashTable::Entry &entry : dict->table.entries())
        if (entry.key)
          axes.back().back().emplace_back(evaluator.str(entry.key).value_or(""), entry.value);
    }
  }
  for (const Keyword &keyword : grid) {
    std::optional<std::vector<Value>> values = evaluator.toVector(keyword.second);
    if (!values)
      return std::nullopt;
    axes.emplace_back();
    for (Value value : *values)
      axes.back().push_back({{keyword.first, value}});
  }
  std::vector<std::vector<Keyword>> rows{{}};
  for (const auto &axis : axes) {
    std::vector<std::vector<Keyword>> longer;
    for (const auto &row : rows)
      for (const auto &choice : axis) {
        if (!evaluator.step())
          return std::nullopt;
        longer.push_back(row);
        llvm::append_range(longer.back(), choice);
      }
    rows = std::move(longer);
  }
  std::vector<Value> cases;
  for (const auto &row : rows) {
    DictObject *dict = evaluator.dict();
    for (const Keyword &keyword : row)
      dict->set(evaluator, keyword.first, keyword.second);
    cases.push_back(dict);
  }
  return cases;
}

std::vector<Keyword> testing::keywordsOf(Value dict) {
  std::vector<Keyword> keywords;
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(dict)->table.entries())
    if (entry.key)
      keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  return keywords;
}

static Value product(Call &call) {
  std::optional<std::vector<Value>> cases = combine(call.evaluator, llvm::cast<TupleObject>(call["kwargs_seqs"])->items, keywordsOf(call["testgrid"]));
  return cases ? parameterize(call.evaluator, std::move(*cases), false) : nullptr;
}

static Value makeTestCase(Call &call) {
  return call.evaluator.raise(DiagnosticId::typeError, "a test class is made by the runner: derive from `parameterized.TestCase`");
}

static constexpr LibraryEntry entries[] = {
    {"absl.testing.parameterized", "TestCase", EntryKind::type, "(methodName='runTest')", "A test class whose methods may be parameterized.", makeTestCase},
    {"absl.testing.parameterized", "parameters", EntryKind::decorator, "(*testcases)", "A case for each argument; tuples are spread, dicts are keywords.", parameters},
    {"absl.testing.parameterized", "named_parameters", EntryKind::decorator, "(*testcases)", "The same; each begins with its name, or is a dict with `testcase_name`.", namedParameters},
    {"absl.testing.parameterized", "product", EntryKind::decorator, "(*kwargs_seqs, **testgrid)", "A case for every combination of the values.", product},
    {"absl.testing.parameterized", "parameterized_class", EntryKind::decorator, "(*args, **kwargs)", "A class for each set of parameters.", nullptr},
    {"absl.testing.parameterized", "CoopTestCase", EntryKind::function, "(other_base_class)", "A test class with another base.", nullptr},
    {"absl.testing.parameterized", "TestGeneratorMetaclass", EntryKind::type, "()", "absl's metaclass.", nullptr},
};

llvm::ArrayRef<LibraryEntry> testing::parameterizedEntries() { return entries; }
