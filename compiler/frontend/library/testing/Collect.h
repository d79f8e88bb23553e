// SPDX-License-Identifier: Apache-2.0
// The tests of a file: which there are, what they are called, and what each is called with. Names are those that absl and pytest give,
// since people and scripts select by them.
#pragma once

#include "compiler/frontend/library/testing/Testing.h"

namespace tessera::frontend::testing {

/// One case of one test.
struct Case {
  std::string id; // `Class.test_x0` of a unittest class, `test_x[a-1]` or `Class::test_x[a-1]` of pytest
  SourceRange range;
  Range header; // where evaluation stands before the test runs
  ClassObject *type = nullptr; // null: a function of the module
  bool isUnittest = false;
  std::string method;        // absl's name of the case: `self._testMethodName`
  std::string parameterText; // `(1, 2)`: what absl appends to `self.id()`
  Value function = nullptr;  // what is called, `self` first in a class
  std::vector<Value> positional; // absl's parameters
  std::vector<Keyword> keywords;
  std::vector<Keyword> parameters;        // pytest's, by argument
  std::vector<Keyword> fixtureParameters; // `request.param`, by fixture
  std::vector<MarkObject *> marks;        // nearest first: of the parameters, the function, the class, the module
  ExceptionObject *broken = nullptr;      // why the case can't be made; then it fails with this
};

/// The cases of `module`, in the file's order. What can't be collected is a case that fails, so this itself does not; limits apart: then
/// an exception is pending.
std::vector<Case> collectCases(Evaluator &evaluator, ModuleObject *module);

/// Whether `type` is a `unittest` class.
bool isUnittestClass(Evaluator &evaluator, ClassObject *type);
/// The module under test, and `conftest.py`'s, for fixtures.
struct TestModules {
  ModuleObject *file = nullptr;
  std::vector<ModuleObject *> conftests; // nearest first
};

} // namespace tessera::frontend::testing
