// SPDX-License-Identifier: Apache-2.0
// `unittest` and `absl.testing.absltest` apart from their assert methods: the class, skips, cleanups, sub-tests. RunCase.cpp calls
// `setUp`, the test and `tearDown`; here is what a test itself may ask for.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/testing/RunCase.h"
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

static Value nothing(Call &call) { return call.evaluator.none(); }
/// What `super().setUpClass()` finds: a class method that does nothing.
static Value classHook(Call &call) {
  return call.evaluator.function(call.entry->name, [](Evaluator &evaluator, Arguments &) { return evaluator.none(); });
}

/// The text of a reason; empty with an exception pending.
static std::optional<std::string> reasonOf(Call &call, llvm::StringRef parameter) {
  if (isNone(call[parameter]))
    return std::string();
  return call.evaluator.str(call[parameter]);
}

//===-- skips --------------------------------------------------------------------------------------------------===//

static Value skipTest(Call &call) {
  std::optional<std::string> reason = reasonOf(call, "reason");
  return reason ? Value(raiseSkip(call.evaluator, "unittest", "SkipTest", *reason)) : nullptr;
}

static Value skip(Call &call) {
  Value reason = call["reason"];
  if (llvm::isa<FunctionObject>(reason) || llvm::isa<ClassObject>(reason)) // `@unittest.skip` without a reason
    return call.evaluator.call(skipDecorator(call.evaluator, ""), {reason});
  std::optional<std::string> text = reasonOf(call, "reason");
  return text ? skipDecorator(call.evaluator, *text) : nullptr;
}

static Value skipWhen(Call &call, bool wanted) {
  std::optional<bool> holds = call.evaluator.truth(call["condition"]);
  std::optional<std::string> reason = holds ? reasonOf(call, "reason") : std::nullopt;
  if (!reason)
    return nullptr;
  return *holds == wanted ? skipDecorator(call.evaluator, *reason) : identityDecorator(call.evaluator, call.entry->name);
}
static Value skipIf(Call &call) { return skipWhen(call, true); }
static Value skipUnless(Call &call) { return skipWhen(call, false); }

static Value expectedFailure(Call &call) {
  bool done = call.evaluator.setAttribute(call["test_item"], "__unittest_expecting_failure__", call.evaluator.boolean(true));
  return done ? call["test_item"] : nullptr;
}

static Value skipThisClass(Call &call) {
  std::optional<std::string> reason = reasonOf(call, "reason");
  if (!reason)
    return nullptr;
  return call.evaluator.function("skipThisClass", [](Evaluator &evaluator, Arguments &arguments) -> Value {
    auto *type = arguments.positional.size() == 1 ? llvm::dyn_cast<ClassObject>(arguments.positional[0]) : nullptr;
    if (!type)
      return evaluator.raise(DiagnosticId::argumentError, "skipThisClass() decorates a class");
    type->attributes.set("__absl_skip_this_class__", evaluator.boolean(true)); // not inherited: RunCase asks the class itself
    return type;
  });
}

//===-- a test under way ---------------------------------------------------------------------------------------===//

static Value fail(Call &call) {
  std::optional<std::string> text = reasonOf(call, "msg");
  return text ? Value(failAssertion(call.evaluator, *text)) : nullptr;
}

/// Calls `function` with the entry's `args` and `kwargs`.
static std::function<bool(Evaluator &)> laterCall(Call &call) {
  auto *arguments = llvm::cast<TupleObject>(call["args"]);
  auto *keywords = llvm::cast<DictObject>(call["kwargs"]);
  Value function = call["function"];
  return [function, arguments, keywords](Evaluator &evaluator) {
    Arguments given;
    given.positional.assign(arguments->items.begin(), arguments->items.end());
    for (const HashTable::Entry &entry : keywords->table.entries())
      if (entry.key)
        given.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
    return evaluator.call(function, given) != nullptr;
  };
}

static Value addCleanup(Call &call) {
  call.evaluator.state<TestState>().cleanups.push_back(laterCall(call));
  return call.evaluator.none();
}

/// A class method: for the class whose `setUpClass` runs, or whose test does.
static Value addClassCleanup(Call &call) {
  return call.evaluator.function("addClassCleanup", [](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.empty())
      return evaluator.raise(DiagnosticId::argumentError, "TestCase.addClassCleanup() missing 1 required positional argument: 'function'");
    Value function = arguments.positional[0];
    auto given = std::make_shared<Arguments>();
    given->positional.append(arguments.positional.begin() + 1, arguments.positional.end());
    given->keywords = arguments.keywords;
    SharedState &state = evaluator.state<SharedState>();
    state.finishers.push_back({true, state.currentClass, [function, given](Evaluator &e) {
                                 Arguments copy = *given;
                                 return e.call(function, copy) != nullptr;
                               }});
    return evaluator.none();
  });
}
static Value addModuleCleanup(Call &call) {
  call.evaluator.state<SharedState>().finishers.push_back({false, nullptr, laterCall(call)});
  return call.evaluator.none();
}

static Value one(Call &call) { return call.evaluator.integer(1); }

static Value watchLogs(Call &call, bool wants) {
  std::optional<Value> type = call.evaluator.libraryMember("unittest", "AssertLogsContext");
  return type && *type ? call.evaluator.call(*type, {call["logger"], call["level"], call.evaluator.boolean(wants)}) : nullptr;
}
static Value assertLogs(Call &call) { return watchLogs(call, true); }
static Value assertNoLogs(Call &call) { return watchLogs(call, false); }

static Value enterContext(Call &call) {
  Value manager = call["cm"];
  Value entered = manager->enter(call.evaluator);
  if (!entered)
    return nullptr;
  call.evaluator.state<TestState>().cleanups.push_back(
      [manager](Evaluator &evaluator) { return manager->exit(evaluator, nullptr).has_value(); });
  return entered;
}

static Value doCleanups(Call &call) { return runCleanups(call.evaluator) ? call.evaluator.none() : nullptr; }

static Value testId(Call &call) {
  const TestState &state = call.evaluator.state<TestState>();
  return call.evaluator.string("__main__." + state.id + (state.parameterText.empty() ? "" : " " + state.parameterText));
}

namespace {
/// `with self.subTest(...)`: a failure inside is kept, and the test goes on.
class SubTest : public ExtensionObject {
public:
  explicit SubTest(std::string name) : ExtensionObject(&tag), name(std::move(name)) {}
  Value enter(Evaluator &evaluator) override {
    catching.emplace(evaluator);
    return evaluator.none();
  }
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override {
    catching.reset();
    if (!exception)
      return false;
    auto *failure = llvm::cast<ExceptionObject>(exception);
    if (!failure->instanceType->isSubclassOf(evaluator.builtinClass("Exception")))
      return false;
    TestState &state = evaluator.state<TestState>();
    if (isSkip(evaluator, failure))
      return true; // a skipped part says nothing about the rest
    failure->notes.push_back({"in the sub-test " + name, {}});
    state.failures.push_back(failure);
    return true;
  }

private:
  std::string name;
  std::optional<Evaluator::CatchScope> catching; // a check of arrays fails inside, not when the program runs
  static const char tag;
};
const char SubTest::tag = 0;
} // namespace

static Value subTest(Call &call) {
  std::string name = isNone(call["msg"]) ? "" : show(call.evaluator, call["msg"]);
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["params"])->table.entries())
    if (entry.key)
      name += (name.empty() ? "" : ", ") + llvm::cast<StrObject>(entry.key)->value + "=" + show(call.evaluator, entry.value);
  return call.evaluator.make<SubTest>("(" + name + ")");
}

namespace {
/// pytest's `subtests`: `subtests.test(msg, i=i)` is a sub-test.
class SubTests : public ExtensionObject {
public:
  SubTests() : ExtensionObject(&tag) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override {
    if (attribute != "test")
      return Object::getAttribute(evaluator, attribute);
    return evaluator.function("test", [](Evaluator &e, Arguments &arguments) -> Value {
      std::string name = arguments.positional.empty() ? "" : show(e, arguments.positional[0]);
      for (const Keyword &keyword : arguments.keywords)
        name += (name.empty() ? "" : ", ") + keyword.first + "=" + show(e, keyword.second);
      return e.make<SubTest>("(" + name + ")");
    });
  }

private:
  static const char tag;
};
const char SubTests::tag = 0;
} // namespace
Value testing::makeSubTests(Evaluator &evaluator) { return evaluator.make<SubTests>(); }

static Value failureException(Call &call) { return call.evaluator.builtinClass("AssertionError"); }
static Value makeTestCase(Call &call) {
  return call.evaluator.raise(DiagnosticId::typeError, "a test class is made by the runner: derive from `" + publicName(call.entry) + "`");
}

/// `absltest.main()` of a file that is run as a program.
static Value runMain(Call &call) {
  return call.evaluator.raise(DiagnosticId::notSupported, "running the tests from inside the program is not supported")
      .note("`tessera test FILE` runs them");
}

static constexpr LibraryEntry entries[] = {
    {"unittest", "TestCase", EntryKind::type, "(methodName='runTest')", "A class whose `test*` methods are tests.", makeTestCase},
    {"unittest.TestCase", "__init__", EntryKind::method, "(methodName='runTest')", "What a class's own `__init__` calls.", nothing},
    {"unittest.TestCase", "setUp", EntryKind::method, "(*args, **kwargs)", "Runs before each test.", nothing},
    {"unittest.TestCase", "tearDown", EntryKind::method, "()", "Runs after each test whose `setUp` succeeded.", nothing},
    {"unittest.TestCase", "setUpClass", EntryKind::constant, "", "`setUpClass()` runs once before the tests of the class.", classHook},
    {"unittest.TestCase", "tearDownClass", EntryKind::constant, "", "`tearDownClass()` runs once after the tests of the class.", classHook},
    {"unittest.TestCase", "skipTest", EntryKind::method, "(reason)", "Ends the test as skipped.", skipTest},
    {"unittest.TestCase", "fail", EntryKind::method, "(msg=None)", "Ends the test as failed.", fail},
    {"unittest.TestCase", "addCleanup", EntryKind::method, "(function, /, *args, **kwargs)", "Calls a function after the test, last added first.", addCleanup},
    {"unittest.TestCase", "addClassCleanup", EntryKind::constant, "", "`addClassCleanup(function, *args, **kwargs)` calls a function after the tests of the class, last added first.",
     addClassCleanup},
    {"unittest", "addModuleCleanup", EntryKind::function, "(function, /, *args, **kwargs)", "Calls a function after the tests of the file, last added first.", addModuleCleanup},
    {"unittest.TestCase", "assertLogs", EntryKind::method, "(logger=None, level=None)", "A block that must log.", assertLogs},
    {"unittest.TestCase", "assertNoLogs", EntryKind::method, "(logger=None, level=None)", "A block that must not log.", assertNoLogs},
    {"unittest.TestCase", "countTestCases", EntryKind::method, "()", "1.", one},
    {"unittest.TestCase", "doCleanups", EntryKind::method, "()", "Calls the cleanups now.", doCleanups},
    {"unittest.TestCase", "enterContext", EntryKind::method, "(cm)", "Enters a context manager for the rest of the test.", enterContext},
    {"unittest.TestCase", "subTest", EntryKind::method, "(msg=None, **params)", "A part of a test: it fails alone, and the test goes on.", subTest},
    {"unittest.TestCase", "id", EntryKind::method, "()", "The test's full name.", testId},
    {"unittest.TestCase", "shortDescription", EntryKind::method, "()", "None.", nothing},
    {"unittest.TestCase", "failureException", EntryKind::property, "", "AssertionError.", failureException},
    {"unittest", "SkipTest", EntryKind::type, "(*args)", "Raised to skip a test.", nullptr},
    {"unittest", "skip", EntryKind::decorator, "(reason='')", "Skips a test or a class.", skip},
    {"unittest", "skipIf", EntryKind::decorator, "(condition, reason)", "Skips a test or a class where the condition holds.", skipIf},
    {"unittest", "skipUnless", EntryKind::decorator, "(condition, reason)", "Skips a test or a class unless the condition holds.", skipUnless},
    {"unittest", "expectedFailure", EntryKind::decorator, "(test_item)", "The test must fail.", expectedFailure},
    {"unittest", "main", EntryKind::function, "(*args, **kwargs)", "Refused: `tessera test` runs tests.", runMain},
    {"unittest", "TestSuite", EntryKind::type, "(tests=())", "A list of tests.", nullptr},
    {"unittest.case", "TestCase", EntryKind::constant, "", "`unittest.TestCase`.", [](Call &call) -> Value { return call.evaluator.libraryClass("unittest", "TestCase"); }},
    {"unittest.case", "SkipTest", EntryKind::constant, "", "`unittest.SkipTest`.", [](Call &call) -> Value { return call.evaluator.libraryClass("unittest", "SkipTest"); }},
    {"absl.testing.absltest", "TestCase", EntryKind::type, "(methodName='runTest')", "`unittest.TestCase` with more assertions.", makeTestCase},
    {"absl.testing.absltest.TestCase", "enter_context", EntryKind::method, "(cm)", "Enters a context manager for the rest of the test.", enterContext},
    {"absl.testing.absltest", "main", EntryKind::function, "(*args, **kwargs)", "Refused: `tessera test` runs tests.", runMain},
    {"absl.testing.absltest", "skip", EntryKind::decorator, "(reason='')", "Skips a test or a class.", skip},
    {"absl.testing.absltest", "skipIf", EntryKind::decorator, "(condition, reason)", "Skips a test or a class where the condition holds.", skipIf},
    {"absl.testing.absltest", "skipUnless", EntryKind::decorator, "(condition, reason)", "Skips a test or a class unless the condition holds.", skipUnless},
    {"absl.testing.absltest", "skipThisClass", EntryKind::decorator, "(reason)", "Skips a class, but not those that derive from it.", skipThisClass},
    {"absl.testing.absltest", "expectedFailure", EntryKind::decorator, "(test_item)", "The test must fail.", expectedFailure},
    {"absl.testing.absltest", "SkipTest", EntryKind::constant, "", "`unittest.SkipTest`.", [](Call &call) -> Value { return call.evaluator.libraryClass("unittest", "SkipTest"); }},
};

llvm::ArrayRef<LibraryEntry> testing::unittestEntries() { return entries; }
