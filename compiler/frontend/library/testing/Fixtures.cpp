// SPDX-License-Identifier: Apache-2.0
// Fixtures: found by name, made once a case (or once for the file, by their scope), taken down in the opposite order. A
// fixture that yields is a generator: what follows the `yield` is a cleanup of the case.
#include "compiler/frontend/library/testing/Fixtures.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/testing/Scopes.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

const char FixtureObject::tag = 0;

Value FixtureObject::call(Evaluator &evaluator, Arguments &) {
  return evaluator.raise(DiagnosticId::typeError, "the fixture `" + name + "` is called directly")
      .note("a test asks for it by a parameter of its name");
}

//===-- the decorator ------------------------------------------------------------------------------------------===//

static bool readFixture(Call &call, FixtureObject &fixture) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> scope = evaluator.toString(call["scope"], "scope");
  std::optional<bool> autouse = scope ? evaluator.truth(call["autouse"]) : std::nullopt;
  if (!autouse)
    return false;
  static constexpr llvm::StringLiteral scopes[] = {"function", "class", "module", "package", "session"};
  if (!llvm::is_contained(scopes, *scope))
    return evaluator.raise(DiagnosticId::valueError,
                           "the scope is '" + *scope + "', expected function, class, module, package or session",
                           call.rangeOf("scope")),
           false;
  fixture.scope = *scope;
  fixture.isAutouse = *autouse;
  fixture.ids = call["ids"];
  if (!isNone(call["name"])) {
    std::optional<std::string> name = evaluator.toString(call["name"], "name");
    if (!name)
      return false;
    fixture.name = *name;
  }
  if (isNone(call["params"]))
    return true;
  std::optional<std::vector<Value>> params = evaluator.toVector(call["params"]);
  if (params)
    fixture.params = std::move(*params);
  return params.has_value();
}

static Value nameFixture(Evaluator &evaluator, FixtureObject *fixture) {
  if (fixture->name.empty())
    if (auto *name = llvm::dyn_cast_or_null<StrObject>(evaluator.getAttribute(fixture->function, "__name__")))
      fixture->name = name->value;
  return evaluator.hasPending() ? nullptr : fixture;
}

static Value fixtureDecorator(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *fixture = evaluator.make<FixtureObject>(call["fixture_function"]);
  if (!readFixture(call, *fixture))
    return nullptr;
  if (!isNone(fixture->function))
    return nameFixture(evaluator, fixture);
  return evaluator.function("fixture", [fixture](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "fixture() decorates one function");
    auto *made = evaluator.make<FixtureObject>(*fixture);
    made->function = arguments.positional[0];
    return nameFixture(evaluator, made);
  });
}

//===-- finding ------------------------------------------------------------------------------------------------===//

namespace {
/// The fixtures of one module or class, read once.
struct FixtureIndex {
  struct Names {
    llvm::StringMap<FixtureObject *> byName;
    std::vector<std::string> autouse;
  };
  llvm::DenseMap<Value, std::unique_ptr<Names>> holders;

  const Names &of(Value holder, const AttributeMap &attributes) {
    std::unique_ptr<Names> &names = holders[holder];
    if (names)
      return *names;
    names = std::make_unique<Names>();
    for (const auto &[attribute, value] : attributes.entries())
      if (auto *fixture = llvm::dyn_cast_or_null<FixtureObject>(value)) {
        names->byName[fixture->name] = fixture;
        if (fixture->isAutouse)
          names->autouse.push_back(fixture->name);
      }
    return *names;
  }
};
} // namespace

/// The classes and modules whose fixtures code of `type` sees, nearest first.
static std::vector<const FixtureIndex::Names *> holdersOf(Evaluator &evaluator, ClassObject *type) {
  FixtureIndex &index = evaluator.state<FixtureIndex>();
  std::vector<const FixtureIndex::Names *> holders;
  if (type)
    for (ClassObject *base : type->resolutionOrder)
      if (base->isUser)
        holders.push_back(&index.of(base, base->attributes));
  const TestModules &modules = evaluator.state<TestModules>();
  if (modules.file)
    holders.push_back(&index.of(modules.file, modules.file->attributes));
  for (ModuleObject *conftest : modules.conftests)
    holders.push_back(&index.of(conftest, conftest->attributes));
  return holders;
}

std::vector<FixtureObject *> testing::findFixtures(Evaluator &evaluator, ClassObject *type, llvm::StringRef name) {
  std::vector<FixtureObject *> found;
  for (const FixtureIndex::Names *holder : holdersOf(evaluator, type))
    if (FixtureObject *fixture = holder->byName.lookup(name))
      found.push_back(fixture);
  return found;
}

std::vector<std::string> testing::autouseFixtures(Evaluator &evaluator, ClassObject *type) {
  std::vector<std::string> names;
  std::vector<const FixtureIndex::Names *> holders = holdersOf(evaluator, type);
  for (const FixtureIndex::Names *holder : llvm::reverse(holders)) // the widest first
    for (const std::string &name : holder->autouse)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return names;
}

static constexpr llvm::StringLiteral builtinFixtures[] = {
    "device",  "request",  "monkeypatch", "tmp_path",        "tmp_path_factory",  "capsys", "capfd", "caplog",
    "recwarn", "subtests", "fresh_knobs", "record_property", "fresh_triton_cache"};
bool testing::isBuiltinFixture(llvm::StringRef name) { return llvm::is_contained(builtinFixtures, name); }

//===-- making -------------------------------------------------------------------------------------------------===//

bool FixtureScope::prepareShared(llvm::ArrayRef<std::string> names) {
  for (const std::string &name : names) {
    std::vector<FixtureObject *> found = findFixtures(evaluator, test.type, name);
    if (found.empty())
      continue;
    std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, found.front());
    if (!parameters)
      return false;
    if (found.front()->isShared() && !get(name, 0))
      return false;
    std::vector<std::string> needed;
    for (const ParameterInfo &parameter : *parameters)
      if (!found.front()->isShared() && parameter.name != name && parameter.name != "self")
        needed.push_back(parameter.name);
    if (!evaluator.step() || !prepareShared(needed))
      return false;
  }
  return true;
}

Value FixtureScope::get(llvm::StringRef name) { return get(name, 0); }

/// `level`: how many fixtures of this name are passed over, since they ask for the one that they override.
Value FixtureScope::get(llvm::StringRef name, unsigned level) {
  if (name == "request")
    return makeRequest(underWay.empty() ? nullptr : underWay.back());
  std::vector<FixtureObject *> found = findFixtures(evaluator, test.type, name);
  if (level < found.size())
    return make(found[level], name, level);
  for (const Keyword &parameter : test.parameters) // a fixture may ask for a parameter of the test
    if (parameter.first == name)
      return parameter.second;
  if (!isBuiltinFixture(name))
    return unknown(name);
  for (const auto &[known, value] : madeBuiltins)
    if (known == name)
      return value;
  Value value = makeBuiltin(name);
  if (value)
    madeBuiltins.emplace_back(name.str(), value);
  return value;
}

Raised FixtureScope::unknown(llvm::StringRef name) {
  static constexpr llvm::StringLiteral known[] = {"capfdbinary",  "capsysbinary", "tmpdir",
                                                  "pytestconfig", "cache",        "doctest_namespace"};
  if (llvm::is_contained(known, name))
    return evaluator.notSupported("pytest's fixture `" + name.str() + "`");
  Raised raised = evaluator.raise(DiagnosticId::unknownName, "fixture '" + name.str() + "' not found");
  std::vector<std::string> names(std::begin(builtinFixtures), std::end(builtinFixtures));
  for (const FixtureIndex::Names *holder : holdersOf(evaluator, test.type))
    for (const auto &entry : holder->byName)
      names.push_back(entry.getKey().str());
  llvm::sort(names);
  std::vector<std::string> near = nearestNames(name, names);
  if (!near.empty())
    raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  return raised.note("the fixtures here are " + llvm::join(names, ", "));
}

Value FixtureScope::make(FixtureObject *fixture, llvm::StringRef name, unsigned level) {
  for (const auto &[known, value] : made)
    if (known == fixture)
      return value;
  Value param = nullptr;
  for (const Keyword &parameter : test.fixtureParameters)
    if (parameter.first == fixture->name)
      param = parameter.second;
  auto &shared = evaluator.state<SharedState>().fixtures;
  if (auto known = shared.find({fixture, param}); fixture->isShared() && known != shared.end())
    return known->second;
  if (llvm::is_contained(underWay, fixture) || underWay.size() > 64)
    return evaluator.raise(DiagnosticId::recursionLimit, "the fixture `" + fixture->name + "` asks for itself");
  std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, fixture);
  if (!parameters)
    return nullptr;
  Arguments arguments;
  underWay.push_back(fixture);
  for (const ParameterInfo &parameter : *parameters) {
    bool isSelf = parameter.name == "self" || parameter.name == "cls";
    if (isSelf || parameter.defaultValue)
      continue;
    Value value = get(parameter.name, parameter.name == name ? level + 1 : 0);
    if (!value) {
      underWay.pop_back();
      return nullptr;
    }
    arguments.keywords.emplace_back(parameter.name, value);
  }
  bool hasSelf = !parameters->empty() && (parameters->front().name == "self" || parameters->front().name == "cls");
  if (hasSelf)
    arguments.positional.push_back(instance ? Value(instance) : Value(test.type ? Value(test.type) : evaluator.none()));
  Value value = evaluator.call(fixture->function, arguments);
  underWay.pop_back();
  if (auto *generator = llvm::dyn_cast_or_null<GeneratorIterator>(value)) {
    std::optional<Value> first = generator->next(evaluator);
    if (!first)
      return evaluator.raise(DiagnosticId::valueError, "the fixture `" + fixture->name + "` did not yield a value");
    value = *first;
    auto finish = [generator](Evaluator &evaluator) {
      std::optional<Value> more = generator->next(evaluator);
      if (more && *more)
        return evaluator.raise(DiagnosticId::raised, "a fixture yields more than once"), false;
      return !more;
    };
    if (value && fixture->isShared())
      finishLater(evaluator, test, fixture->scope == "class", finish, fixture, param);
    else if (value)
      evaluator.state<TestState>().cleanups.push_back(finish);
  }
  if (!value)
    return nullptr;
  if (fixture->isShared()) {
    shared[{fixture, param}] = value;
    finishLater(
        evaluator, test, fixture->scope == "class",
        [fixture, param](Evaluator &e) { return e.state<SharedState>().fixtures.erase({fixture, param}), true; },
        fixture, param);
  } else {
    made.emplace_back(fixture, value);
  }
  return value;
}

//===-- pytest's own -------------------------------------------------------------------------------------------===//

namespace {
/// `request`: the parameter of the fixture that asks, the test, and a way to other fixtures.
class RequestObject : public ExtensionObject {
public:
  RequestObject(const Case &test, InstanceObject *instance, FixtureObject *asking, Value param,
                std::function<Value(llvm::StringRef)> getFixture)
      : ExtensionObject(&tag), test(test), instance(instance), asking(asking), param(param),
        getFixture(std::move(getFixture)) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;

private:
  Value makeNode(Evaluator &evaluator);
  Value addFinalizer(Evaluator &evaluator, Value function);
  const Case &test;
  InstanceObject *instance; // null: none
  FixtureObject *asking;    // null: the test itself
  Value param;              // null: none
  std::function<Value(llvm::StringRef)> getFixture;
  static const char tag;
};
const char RequestObject::tag = 0;

Value RequestObject::makeNode(Evaluator &evaluator) {
  auto *node = evaluator.make<ModuleObject>("node");
  llvm::StringRef name = llvm::StringRef(test.id).rsplit("::").second.empty()
                             ? llvm::StringRef(test.id)
                             : llvm::StringRef(test.id).rsplit("::").second;
  node->attributes.set("name", evaluator.string(name));
  node->attributes.set("originalname", evaluator.string(name.split('[').first));
  node->attributes.set("nodeid", evaluator.string(test.range.file + "::" + test.id));
  const Case *held = &test;
  node->attributes.set("get_closest_marker",
                       evaluator.function("get_closest_marker", [held](Evaluator &e, Arguments &arguments) -> Value {
                         auto *wanted = !arguments.positional.empty()
                                            ? llvm::dyn_cast<StrObject>(arguments.positional[0])
                                            : nullptr;
                         if (!wanted)
                           return e.raise(DiagnosticId::argumentError, "get_closest_marker() takes a mark's name");
                         for (MarkObject *mark : held->marks)
                           if (mark->name == wanted->value)
                             return mark;
                         return arguments.positional.size() > 1 ? arguments.positional[1] : e.none();
                       }));
  return node;
}

/// Called where the scope of the fixture that asks ends.
Value RequestObject::addFinalizer(Evaluator &evaluator, Value function) {
  auto finish = [function](Evaluator &e) { return e.call(function, {}) != nullptr; };
  if (asking && asking->isShared())
    finishLater(evaluator, test, asking->scope == "class", finish, asking, param);
  else
    evaluator.state<TestState>().cleanups.push_back(finish);
  return evaluator.none();
}

std::optional<Value> RequestObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "param" && param)
    return param;
  if (name == "node")
    return makeNode(evaluator);
  if (name == "function")
    return test.function;
  if (name == "cls")
    return test.type ? Value(test.type) : evaluator.none();
  if (name == "instance")
    return instance ? Value(instance) : evaluator.none();
  if (name == "module")
    return Value(evaluator.state<TestModules>().file);
  if (name == "scope")
    return evaluator.string(asking ? asking->scope : "function");
  if (name == "fixturename")
    return asking ? Value(evaluator.string(asking->name)) : evaluator.none();
  RequestObject *self = this;
  if (name == "getfixturevalue")
    return evaluator.function("getfixturevalue", [self](Evaluator &evaluator, Arguments &arguments) -> Value {
      auto *wanted = arguments.positional.size() == 1 ? llvm::dyn_cast<StrObject>(arguments.positional[0]) : nullptr;
      return wanted ? self->getFixture(wanted->value)
                    : Value(evaluator.raise(DiagnosticId::argumentError, "getfixturevalue() takes a fixture's name"));
    });
  if (name == "addfinalizer")
    return evaluator.function("addfinalizer", [self](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return evaluator.raise(DiagnosticId::argumentError, "addfinalizer() takes a function");
      return self->addFinalizer(evaluator, arguments.positional[0]);
    });
  if (name == "config" || name == "session" || name == "fspath" || name == "path" || name == "keywords" ||
      name == "applymarker" || name == "raiseerror")
    return Value(evaluator.notSupported("`request." + name.str() + "`"));
  return Object::getAttribute(evaluator, name);
}
} // namespace

Value FixtureScope::makeRequest(FixtureObject *asking) {
  Value param = nullptr;
  for (const Keyword &parameter : test.fixtureParameters)
    if (asking && parameter.first == asking->name)
      param = parameter.second;
  return evaluator.make<RequestObject>(
      test, instance, asking, param, [scope = self, &evaluator = evaluator](llvm::StringRef name) -> Value {
        if (!*scope)
          return evaluator.raise(DiagnosticId::valueError,
                                 "the fixture request is over: `" + name.str() + "` is asked for too late");
        return (*scope)->get(name);
      });
}

//===-- pytest's own: those that are written in Python -----------------------------------------------------------===//

/// An object of a class of the library's Python part, whose method `finish` is called after the case.
static Value makeHelper(Evaluator &evaluator, llvm::StringRef className, llvm::StringRef finish,
                        llvm::ArrayRef<Value> arguments = {}) {
  std::optional<Value> type = evaluator.libraryMember("pytest", className);
  Value helper = type && *type ? evaluator.call(*type, arguments) : nullptr;
  if (helper)
    evaluator.state<TestState>().cleanups.push_back([helper, finish](Evaluator &e) {
      Value method = e.getAttribute(helper, finish);
      return method && e.call(method, {}) != nullptr;
    });
  return helper;
}

static Value ignoreArguments(Evaluator &evaluator, llvm::StringRef name) {
  return evaluator.function(name.str(), [](Evaluator &e, Arguments &) { return e.none(); });
}

Value FixtureScope::makeBuiltin(llvm::StringRef name) {
  if (name == "device")
    return evaluator.string(isOnGpu(evaluator) ? "cuda" : "cpu");
  if (name == "monkeypatch")
    return makeHelper(evaluator, "MonkeyPatch", "undo");
  if (name == "recwarn")
    return makeHelper(evaluator, "WarningsRecorder", "_finish");
  if (name == "caplog")
    return makeHelper(evaluator, "LogCaptureFixture", "_finish");
  if (name == "capsys" || name == "capfd")
    return makeHelper(evaluator, "CaptureFixture", "close");
  if (name == "subtests")
    return makeSubTests(evaluator);
  if (name == "record_property") // a report has no place for them
    return ignoreArguments(evaluator, name);
  if (name == "fresh_triton_cache") // nothing is cached between cases
    return evaluator.string("triton-cache");
  if (name == "fresh_knobs") {
    Value triton = evaluator.importModule("triton", evaluator.range());
    return triton ? evaluator.getAttribute(triton, "knobs") : nullptr;
  }
  std::optional<Value> factory = evaluator.textMember("pytest", "_factory");
  if (name == "tmp_path_factory" || !factory || !*factory)
    return factory.value_or(nullptr);
  llvm::StringRef own = llvm::StringRef(test.id).rsplit("::").second;
  Value make = evaluator.getAttribute(*factory, "_makeFor");
  return make ? evaluator.call(make, {evaluator.string(own.empty() ? llvm::StringRef(test.id) : own)}) : nullptr;
}

static constexpr LibraryEntry entries[] = {
    {"pytest", "fixture", EntryKind::decorator,
     "(fixture_function=None, *, scope='function', params=None, autouse=False, ids=None, name=None)",
     "A function whose value tests get by a parameter of its name.", fixtureDecorator},
};

llvm::ArrayRef<LibraryEntry> testing::fixtureEntries() { return entries; }
