// SPDX-License-Identifier: Apache-2.0
// Registers the testing libraries, and the small things that all of them use.
#include "compiler/frontend/library/testing/Testing.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/Libraries.h"
#include "llvm/Support/Regex.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

//===-- texts --------------------------------------------------------------------------------------------------===//

std::string testing::show(Evaluator &evaluator, Value value) {
  if (llvm::isa<ArrayObject>(value) || llvm::isa<TextObject>(value))
    return "an array's value";
  ExceptionObject *before = evaluator.pendingException();
  std::optional<std::string> text = evaluator.repr(value);
  if (!text) {
    evaluator.clearPending();
    if (before)
      evaluator.raise(before);
    return "a " + value->typeName(evaluator);
  }
  return text->size() > 80 ? text->substr(0, 77) + "..." : *text;
}

/// POSIX's spelling of what Python's patterns say in letters. Used where the library has no `re`.
static std::string toPosix(llvm::StringRef pattern) {
  std::string result;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\' || i + 1 == pattern.size()) {
      result += pattern[i];
      continue;
    }
    char c = pattern[++i];
    result += c == 'd' ? "[0-9]" : c == 'w' ? "[A-Za-z0-9_]" : c == 's' ? "[ \t\r\n]" : std::string("\\") + c;
  }
  return result;
}

std::optional<bool> testing::searchPattern(Evaluator &evaluator, Value pattern, llvm::StringRef text) {
  auto *plain = llvm::dyn_cast<StrObject>(pattern);
  if (LibraryTable::get().find("re", "search") || !plain) {
    Value search = plain ? evaluator.importModule("re", evaluator.range()) : pattern;
    search = search ? evaluator.getAttribute(search, "search") : nullptr;
    if (!search)
      return std::nullopt;
    Value found = plain ? evaluator.call(search, {pattern, evaluator.string(text)}) : evaluator.call(search, {evaluator.string(text)});
    return found ? std::optional<bool>(!isNone(found)) : std::nullopt;
  }
  llvm::Regex regex(toPosix(plain->value));
  std::string error;
  if (!regex.isValid(error)) {
    (void)evaluator.notSupported("the pattern " + show(evaluator, pattern));
    return std::nullopt;
  }
  return regex.match(text);
}

//===-- outcomes -----------------------------------------------------------------------------------------------===//

Raised testing::raiseSkip(Evaluator &evaluator, llvm::StringRef module, llvm::StringRef className, const std::string &reason) {
  auto *exception = evaluator.make<ExceptionObject>(evaluator.libraryClass(module, className));
  exception->arguments.push_back(evaluator.string(reason));
  return evaluator.raise(exception);
}

bool testing::isSkip(Evaluator &evaluator, ExceptionObject *exception) {
  return exception->instanceType->isSubclassOf(evaluator.libraryClass("unittest", "SkipTest")) ||
         exception->instanceType->isSubclassOf(evaluator.libraryClass("_pytest.outcomes", "Skipped"));
}

Raised testing::failAssertion(Evaluator &evaluator, const std::string &message, Value userMessage) {
  std::string text = message;
  if (userMessage && !isNone(userMessage)) {
    std::optional<std::string> extra = evaluator.str(userMessage);
    evaluator.clearPending();
    if (extra)
      text += (text.empty() ? "" : " : ") + *extra;
  }
  return evaluator.raise(DiagnosticId::assertionFailed, text);
}

bool testing::require(Evaluator &evaluator, Value condition, llvm::function_ref<std::string()> message, Value userMessage) {
  auto *array = llvm::dyn_cast<ArrayObject>(condition);
  if (array && !array->traced && array->shape().empty()) {
    std::string text = message();
    if (userMessage && !isNone(userMessage))
      if (std::optional<std::string> extra = evaluator.str(userMessage))
        text += " : " + *extra;
    evaluator.clearPending();
    return Interpretation::of(evaluator).recordAssert(array, evaluator.string(text));
  }
  std::optional<bool> holds = evaluator.truth(condition);
  if (!holds)
    return false;
  return *holds || (failAssertion(evaluator, message(), userMessage), false);
}

//===-- parameters, devices ------------------------------------------------------------------------------------===//

std::optional<std::vector<ParameterInfo>> testing::parametersOfTest(Evaluator &evaluator, Value test) {
  if (auto *given = llvm::dyn_cast<GivenTest>(test))
    return given->parametersLeft(evaluator);
  if (auto *fixture = llvm::dyn_cast<FixtureObject>(test))
    return parametersOfTest(evaluator, fixture->function);
  if (auto *parameterized = llvm::dyn_cast<ParameterizedTest>(test))
    return parametersOfTest(evaluator, parameterized->function);
  if (auto *wrapper = llvm::dyn_cast<WrapperObject>(test); wrapper && wrapper->wrapped)
    return parametersOfTest(evaluator, wrapper->wrapped);
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(test))
    return parametersOfTest(evaluator, descriptor->getter);
  if (std::optional<Value> inner = llvm::isa<FunctionObject>(test) ? test->getAttribute(evaluator, "__wrapped__") : std::nullopt; inner && *inner)
    return parametersOfTest(evaluator, *inner); // what `functools.wraps` says
  return evaluator.parametersOf(test);
}

int testing::computeCapability(Evaluator &evaluator) {
  int number = 0;
  for (char c : evaluator.options().target)
    if (llvm::isDigit(c))
      number = number * 10 + (c - '0');
  return number;
}

Value testing::identityDecorator(Evaluator &evaluator, const std::string &name) {
  return evaluator.function(name, [name](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, name + "() decorates one function or class");
    return arguments.positional[0];
  });
}

Value testing::skipDecorator(Evaluator &evaluator, const std::string &reason) {
  return evaluator.function("skip", [reason](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "skip() decorates one function or class");
    Value target = arguments.positional[0];
    bool done = evaluator.setAttribute(target, "__unittest_skip__", evaluator.boolean(true)) &&
                evaluator.setAttribute(target, "__unittest_skip_why__", evaluator.string(reason));
    return done ? target : nullptr;
  });
}

//===-- the tables ---------------------------------------------------------------------------------------------===//

static constexpr LibraryModule modules[] = {
    {"unittest", "Python's test classes; `tessera test` runs them"},
    {"unittest.case", "the classes of `unittest`, by their own module"},
    {"unittest.mock", "replacing attributes for a block"},
    {"absl", "Abseil's modules"},
    {"absl.testing", "Abseil's test classes"},
    {"absl.testing.absltest", "`unittest` with more assertions"},
    {"absl.testing.parameterized", "one test method, many parameters"},
    {"jax._src", "the part of JAX's internals that its tests use"},
    {"jax._src.test_util", "JAX's own test class: tolerances by dtype, questions to the device"},
    {"jax._src.dtypes", "dtypes, as JAX itself asks about them"},
    {"jax._src.config", "JAX's options, as its tests set them"},
    {"jax._src.core", "JAX's abstract values"},
    {"jax._src.lax", "a part of JAX's internals"},
    {"jax._src.lax.control_flow", "a part of JAX's internals"},
    {"jax._src.lax.control_flow.for_loop", "JAX's older loop over Refs"},
    {"jax._src.pallas", "the part of Pallas's internals that its tests use"},
    {"jax._src.pallas.pallas_call", "the cache of traced kernels"},
    {"pytest", "tests as functions; `tessera test` runs them"},
    {"hypothesis", "tests on drawn values; the seed is fixed, so a run can be repeated"},
    {"hypothesis.strategies", "what values are drawn from"},
};

static constexpr LibraryBase bases[] = {
    {"unittest.TestCase", "object"},
    {"absl.testing.absltest.TestCase", "unittest.TestCase"},
    {"absl.testing.parameterized.TestCase", "absl.testing.absltest.TestCase"},
    {"jax._src.test_util.JaxTestCase", "absl.testing.parameterized.TestCase"},
    {"absl.testing.parameterized.TestGeneratorMetaclass", "type"},
    {"unittest.SkipTest", "Exception"},
    {"_pytest.outcomes.Skipped", "BaseException"},
    {"_pytest.outcomes.Failed", "BaseException"},
    {"_pytest.outcomes.XFailed", "_pytest.outcomes.Failed"},
    {"hypothesis.UnsatisfiedAssumption", "Exception"},
};

void library::registerTesting(LibraryTable &table) {
  table.add(modules, unittestEntries());
  for (llvm::ArrayRef<LibraryEntry> entries :
       {assertEntries(), parameterizedEntries(), jaxTestEntries(), jaxInternalEntries(), mockEntries(), captureEntries(), pytestEntries(), fixtureEntries(), hypothesisEntries()})
    table.add({}, entries);
  table.addBases(bases);
}
