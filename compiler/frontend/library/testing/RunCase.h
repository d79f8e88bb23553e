// SPDX-License-Identifier: Apache-2.0
// One case, evaluated: set-up, the test itself, tear-down, and what came of it. What the test does to arrays is recorded; whether it
// holds, the run decides.
#pragma once

#include "compiler/frontend/library/testing/Collect.h"
#include <functional>
#include <map>

namespace tessera::frontend::testing {

/// The test under way. The evaluator's `state`.
struct TestState {
  std::string id, parameterText;
  InstanceObject *instance = nullptr; // of a unittest class
  std::vector<std::function<bool(Evaluator &)>> cleanups; // each false with an exception pending; the last is called first
  std::vector<ExceptionObject *> failures;                // of sub-tests, the test and its tear-down, in order
};

/// What is to be done where a scope ends: of the class `type` (null: a function of its own), or of the file.
struct Finisher {
  bool isClassScope = false;
  ClassObject *type = nullptr;
  std::function<bool(Evaluator &)> finish; // false with an exception pending
  /// Of a fixture, which also ends where a case wants it, or one that was made before it, with another parameter (null: none).
  FixtureObject *fixture = nullptr;
  Value param = nullptr;
};

/// What outlives a case: classes that are set up, fixtures of a wider scope. The evaluator's `state`.
struct SharedState {
  llvm::DenseMap<ClassObject *, ExceptionObject *> classes; // set up; with the exception that ended it, if one did
  std::vector<Finisher> finishers;                           // the last is called first
  ClassObject *currentClass = nullptr; // of the case under way
  bool isModuleUp = false;
  ExceptionObject *moduleFailure = nullptr; // of `setUpModule`: every case fails with it
  std::map<std::pair<FixtureObject *, Value>, Value> fixtures; // by fixture and `request.param` (null: none)
};

/// How a case ended, as far as evaluating it can tell.
struct CaseOutcome {
  std::vector<ExceptionObject *> failures; // empty: passed so far
  std::optional<std::string> skipped;      // the reason
  std::optional<std::string> expectedToFail; // the reason: a failure now or in the run is what was wanted
  bool isStrict = false;                   // then passing is a failure
  Value expectedErrors = nullptr;          // the classes that count; null: all
  bool leavesTraces = false;               // a limit or a lack ended it before its tear-down: the file must be evaluated anew
};

/// Whether the case is skipped or expected to fail before it begins, from its marks and decorators; and the set-up that it shares with
/// others (`setUpClass`, wide fixtures), whose operations belong to the file. What fails there is in `outcome`.
void prepareCase(Evaluator &evaluator, const Case &test, CaseOutcome &outcome);
/// Runs the case.
void runCase(Evaluator &evaluator, const Case &test, CaseOutcome &outcome);
/// Calls the cleanups; failures go to the state. False when a limit ended it.
bool runCleanups(Evaluator &evaluator);

} // namespace tessera::frontend::testing
