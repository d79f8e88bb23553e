// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/library/testing/Scopes.h"
#include "compiler/frontend/library/testing/Fixtures.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

/// Calls a function that takes `argument` or nothing, where there is one of that name. False with an exception pending.
static bool callHook(Evaluator &evaluator, Value holder, llvm::StringRef name, Value argument) {
  if (!evaluator.hasAttribute(holder, name))
    return true;
  Value function = evaluator.getAttribute(holder, name);
  if (!function)
    return false;
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(function);
  evaluator.clearPending();
  bool takesOne = argument && parameters && !parameters->empty();
  return evaluator.call(function, takesOne ? std::vector<Value>{argument} : std::vector<Value>{}) != nullptr;
}

void testing::finishLater(Evaluator &evaluator, const Case &test, bool isClassScope, std::function<bool(Evaluator &)> finish, FixtureObject *fixture, Value param) {
  evaluator.state<SharedState>().finishers.push_back({isClassScope, isClassScope ? test.type : nullptr, std::move(finish), fixture, param});
}

/// The first fixture that `next` wants with another parameter than it was made with: it ends, and so do the fixtures made after it, which
/// may have asked for it.
static size_t firstOutdated(llvm::ArrayRef<Finisher> finishers, const Case *next) {
  for (size_t i = 0; next && i < finishers.size(); ++i)
    for (const Keyword &parameter : next->fixtureParameters)
      if (finishers[i].fixture && finishers[i].param && finishers[i].fixture->name == parameter.first && finishers[i].param != parameter.second)
        return i;
  return finishers.size();
}

/// The first of `names` that the module has; empty: none.
static std::string findName(ModuleObject *module, std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (Value held = module->attributes.find(name); held && !llvm::isa<ClassObject>(held))
      return name;
  return {};
}

static bool setUpModule(Evaluator &evaluator, const Case &test) {
  SharedState &state = evaluator.state<SharedState>();
  ModuleObject *module = evaluator.state<TestModules>().file;
  if (!module)
    return true;
  if (std::exchange(state.isModuleUp, true))
    return !state.moduleFailure || (evaluator.raise(state.moduleFailure), false);
  std::string setUp = findName(module, {"setUpModule", "setup_module"}), tearDown = findName(module, {"tearDownModule", "teardown_module"});
  if (!setUp.empty() && !callHook(evaluator, module, setUp, module)) {
    state.moduleFailure = evaluator.pendingException();
    return false;
  }
  if (!tearDown.empty())
    finishLater(evaluator, test, false, [module, tearDown](Evaluator &e) { return callHook(e, module, tearDown, module); });
  return true;
}

/// `setUpClass`, once a class. The class is inherited from, so each class runs its own.
static bool setUpClass(Evaluator &evaluator, const Case &test) {
  ClassObject *type = test.type;
  auto &classes = evaluator.state<SharedState>().classes;
  if (auto known = classes.find(type); known != classes.end())
    return !known->second || (evaluator.raise(known->second), false);
  bool isUnittest = isUnittestClass(evaluator, type);
  classes[type] = nullptr;
  finishLater(evaluator, test, true, [type](Evaluator &e) { return e.state<SharedState>().classes.erase(type), true; });
  const char *setUp = isUnittest ? "setUpClass" : "setup_class";
  if (type->find(setUp) && !callHook(evaluator, type, setUp, nullptr)) {
    classes[type] = evaluator.pendingException();
    return false;
  }
  const char *tearDown = isUnittest ? "tearDownClass" : "teardown_class";
  if (type->find(tearDown))
    finishLater(evaluator, test, true, [type, tearDown](Evaluator &e) { return callHook(e, type, tearDown, nullptr); });
  return true;
}

bool testing::enterScopes(Evaluator &evaluator, const Case &test) {
  evaluator.state<SharedState>().currentClass = test.type;
  return setUpModule(evaluator, test) && (!test.type || setUpClass(evaluator, test));
}

bool testing::leaveScopes(Evaluator &evaluator, const Case *next, std::vector<ExceptionObject *> &failures) {
  auto &finishers = evaluator.state<SharedState>().finishers;
  size_t outdated = firstOutdated(finishers, next);
  auto ends = [&](size_t i) {
    const Finisher &finisher = finishers[i];
    return !next || (finisher.isClassScope && !(next->type && next->type == finisher.type)) || (i >= outdated && finisher.fixture);
  };
  bool any = false;
  for (size_t i = finishers.size(); i-- > 0;) {
    if (i >= finishers.size() || !ends(i))
      continue;
    any = true;
    std::function<bool(Evaluator &)> finish = std::move(finishers[i].finish);
    finishers.erase(finishers.begin() + static_cast<std::ptrdiff_t>(i));
    if (finish(evaluator))
      continue;
    if (ExceptionObject *exception = evaluator.pendingException())
      failures.push_back(exception);
    evaluator.clearPending();
  }
  return any;
}
