// SPDX-License-Identifier: Apache-2.0
// Values that tests ask for by the name of a parameter: `@pytest.fixture` functions of the file, its classes and
// `conftest.py`, and the few that pytest brings.
#pragma once

#include "compiler/frontend/library/testing/Collect.h"

namespace tessera::frontend::testing {

/// The fixtures that code of `type` (null: a function) in the file sees under `name`, nearest first. A fixture that
/// overrides another may ask for it by its own name.
std::vector<FixtureObject *> findFixtures(Evaluator &evaluator, ClassObject *type, llvm::StringRef name);
/// Names of the fixtures with `autouse` that apply to code of `type`.
std::vector<std::string> autouseFixtures(Evaluator &evaluator, ClassObject *type);
/// Whether pytest's own fixtures have `name`, as far as there are any here.
bool isBuiltinFixture(llvm::StringRef name);

/// The fixtures of one case. Those whose scope is wider than a function live on in the evaluator's `state`, for the
/// cases after it.
class FixtureScope {
public:
  FixtureScope(Evaluator &evaluator, const Case &test, InstanceObject *instance)
      : evaluator(evaluator), test(test), instance(instance), self(std::make_shared<FixtureScope *>(this)) {}
  ~FixtureScope() { *self = nullptr; }
  FixtureScope(const FixtureScope &) = delete;
  /// Makes the shared fixtures that `names` need: what they record belongs to the file, so this happens before the case
  /// begins.
  bool prepareShared(llvm::ArrayRef<std::string> names);
  /// The value of a fixture; null with an exception pending.
  Value get(llvm::StringRef name);

private:
  Value make(FixtureObject *fixture, llvm::StringRef name, unsigned level);
  Value get(llvm::StringRef name, unsigned level);
  Value makeBuiltin(llvm::StringRef name);
  Value makeRequest(FixtureObject *asking); // null: the test asks
  Raised unknown(llvm::StringRef name);

  Evaluator &evaluator;
  const Case &test;
  InstanceObject *instance;
  std::shared_ptr<FixtureScope *> self; // null inside when the scope is over: a `request` may be kept
  std::vector<std::pair<FixtureObject *, Value>> made;
  std::vector<std::pair<std::string, Value>>
      madeBuiltins; // pytest's own: one of a name for a test and all its fixtures
  std::vector<FixtureObject *> underWay;
};

} // namespace tessera::frontend::testing
