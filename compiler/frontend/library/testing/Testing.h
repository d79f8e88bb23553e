// SPDX-License-Identifier: Apache-2.0
// What the parts of the testing libraries share: the objects that decorators make, how a test is skipped or fails, and who is asked
// what it runs on. Collect.h finds the cases of a file in these objects, RunCase.h evaluates one.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Exceptions.h"

namespace tessera::frontend::testing {

llvm::ArrayRef<LibraryEntry> unittestEntries();      // UnittestCase.cpp: unittest, absltest: classes, skips
llvm::ArrayRef<LibraryEntry> assertEntries();        // Asserts.cpp: the assert methods
llvm::ArrayRef<LibraryEntry> parameterizedEntries(); // Parameterized.cpp: absl.testing.parameterized
llvm::ArrayRef<LibraryEntry> jaxTestEntries();       // JaxTestUtil.cpp: jax._src.test_util
llvm::ArrayRef<LibraryEntry> jaxInternalEntries();   // JaxInternals.cpp: what else JAX's tests import of jax._src
llvm::ArrayRef<LibraryEntry> mockEntries();          // MockPrelude.cpp: unittest.mock
llvm::ArrayRef<LibraryEntry> captureEntries();       // Capture.cpp: what is printed in a block
llvm::ArrayRef<LibraryEntry> pytestEntries();        // Pytest.cpp
llvm::ArrayRef<LibraryEntry> fixtureEntries();       // Fixtures.cpp
llvm::ArrayRef<LibraryEntry> hypothesisEntries();    // Hypothesis.cpp

//===-- what decorators make -----------------------------------------------------------------------------------===//

/// An object around a function that is or holds a test. Attributes are the function's.
class DecoratedTest : public ExtensionObject {
public:
  Value function;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override { return function->getAttribute(evaluator, name); }
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override { return function->setAttribute(evaluator, name, value); }

protected:
  DecoratedTest(const void *tag, Value function) : ExtensionObject(tag), function(function) {}
};

/// `@parameterized.parameters(...)` and its kin around a method: a case for each entry.
class ParameterizedTest : public DecoratedTest {
public:
  ParameterizedTest(Value function, std::vector<Value> cases, bool isNamed)
      : DecoratedTest(&tag, function), cases(std::move(cases)), isNamed(isNamed) {}
  const std::vector<Value> cases;
  const bool isNamed; // each entry begins with its name, or is a dict with `testcase_name`
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};

/// `@given(...)` around a function: called with drawn arguments, several times.
class GivenTest : public DecoratedTest {
public:
  GivenTest(Value function, std::vector<Value> positional, std::vector<Keyword> keywords)
      : DecoratedTest(&tag, function), positional(std::move(positional)), keywords(std::move(keywords)) {}
  const std::vector<Value> positional; // strategies, for the last parameters
  const std::vector<Keyword> keywords;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  /// The parameters that are left for fixtures and `self`; empty with an exception pending.
  std::optional<std::vector<ParameterInfo>> parametersLeft(Evaluator &evaluator) const;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};

/// `pytest.mark.name(...)`: a decorator, and what it leaves on a test.
class MarkObject : public ExtensionObject {
public:
  MarkObject(std::string name, std::vector<Value> arguments, std::vector<Keyword> keywords, Range range)
      : ExtensionObject(&tag), name(std::move(name)), arguments(std::move(arguments)), keywords(std::move(keywords)), range(range) {}
  const std::string name;
  const std::vector<Value> arguments;
  const std::vector<Keyword> keywords;
  const Range range;
  Value keyword(llvm::StringRef wanted) const; // null when absent
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override;
  Value call(Evaluator &evaluator, Arguments &given) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};

/// `pytest.param(...)`.
class ParameterSet : public ExtensionObject {
public:
  explicit ParameterSet(std::vector<Value> values) : ExtensionObject(&tag), values(std::move(values)) {}
  const std::vector<Value> values;
  std::vector<Value> marks;
  std::optional<std::string> id;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};

/// `@pytest.fixture`.
class FixtureObject : public DecoratedTest {
public:
  explicit FixtureObject(Value function) : DecoratedTest(&tag, function) {}
  std::string name, scope = "function";
  std::vector<Value> params;
  Value ids = nullptr;
  bool isAutouse = false;
  ClassObject *owner = nullptr; // the class whose body defines it
  bool isShared() const { return scope != "function"; }
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};

/// The fixture `subtests`.
Value makeSubTests(Evaluator &evaluator);
/// The marks in an object's `pytestmark`, as they were applied.
std::vector<MarkObject *> marksOf(Evaluator &evaluator, Value holder);
/// The parameters of a test, fixture or plain callable, `self` among them.
std::optional<std::vector<ParameterInfo>> parametersOfTest(Evaluator &evaluator, Value test);

//===-- outcomes -----------------------------------------------------------------------------------------------===//

/// Raises the skip of the family that `className` (`unittest.SkipTest`, `_pytest.outcomes.Skipped`) belongs to.
Raised raiseSkip(Evaluator &evaluator, llvm::StringRef module, llvm::StringRef className, const std::string &reason);
bool isSkip(Evaluator &evaluator, ExceptionObject *exception);
/// `assertion-failed`, of the class AssertionError.
Raised failAssertion(Evaluator &evaluator, const std::string &message, Value userMessage = nullptr);
/// Fails unless `condition` holds: now, or when the program runs for an array of rank 0. `message` is made when it is needed.
bool require(Evaluator &evaluator, Value condition, llvm::function_ref<std::string()> message, Value userMessage = nullptr);
/// `repr` for messages: never fails, and is cut at 80 characters.
std::string show(Evaluator &evaluator, Value value);

/// Whether `pattern` (text, or a compiled one) is found in `text`; empty with an exception pending.
std::optional<bool> searchPattern(Evaluator &evaluator, Value pattern, llvm::StringRef text);

/// A block that must raise, or must warn.
class ExpectRaises : public ExtensionObject {
public:
  enum class Style : uint8_t { unittest, pytest };
  ExpectRaises(Style style, Value types, Value pattern, bool isWarning)
      : ExtensionObject(&tag), style(style), types(types), pattern(pattern), isWarning(isWarning) {}
  const Style style;
  const Value types, pattern; // `pattern` may be null
  const bool isWarning;
  Value userMessage = nullptr;
  bool isLiteral = false;                // the whole text, not a pattern
  ExceptionObject *caught = nullptr;
  std::vector<Value> warnings;           // caught by a block that expects one
  std::optional<Evaluator::CatchScope> catching; // inside the block: checks of arrays are made at once

  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  Value enter(Evaluator &evaluator) override;
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override;
  /// `assertRaises(Error, function, *args)`: the call made inside the block. Null with an exception pending.
  Value callInside(Evaluator &evaluator, Value function, Arguments &arguments);
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  std::optional<bool> judge(Evaluator &evaluator, llvm::ArrayRef<Value> candidates);
  std::optional<bool> exitWarnings(Evaluator &evaluator, Value exception);
  Value messages(Evaluator &evaluator) const;
  std::string expected(Evaluator &evaluator) const;
  static const char tag;
};

//===-- where the file believes it runs ------------------------------------------------------------------------===//

inline bool isOnGpu(Evaluator &evaluator) { return evaluator.options().device != "cpu"; }
/// 90 for `sm_90a`.
int computeCapability(Evaluator &evaluator);

/// A decorator that gives back what it decorates.
Value identityDecorator(Evaluator &evaluator, const std::string &name);
/// A decorator that marks a test or a class as skipped, `unittest`'s way.
Value skipDecorator(Evaluator &evaluator, const std::string &reason);

} // namespace tessera::frontend::testing
