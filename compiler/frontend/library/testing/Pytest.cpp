// SPDX-License-Identifier: Apache-2.0
// `pytest`: marks, parameter sets, skips, `raises`, `approx`. Marks stay on what they decorate as its `pytestmark`; Collect.cpp reads
// them. A mark that nobody knows changes nothing, as with pytest.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/library/testing/Parameterized.h"
#include "compiler/frontend/library/testing/Testing.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

const char MarkObject::tag = 0;
const char ParameterSet::tag = 0;

//===-- marks --------------------------------------------------------------------------------------------------===//

Value MarkObject::keyword(llvm::StringRef wanted) const {
  for (const Keyword &keyword : keywords)
    if (keyword.first == wanted)
      return keyword.second;
  return nullptr;
}

std::optional<Value> MarkObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "name")
    return evaluator.string(name);
  if (attribute == "args")
    return evaluator.tuple(arguments);
  if (attribute == "mark")
    return this;
  if (attribute == "kwargs") {
    DictObject *dict = evaluator.dict();
    for (const Keyword &keyword : keywords)
      dict->set(evaluator, keyword.first, keyword.second);
    return dict;
  }
  return Object::getAttribute(evaluator, attribute);
}

/// The list that holds the marks of `target` itself; null with an exception pending.
static ListObject *ownMarks(Evaluator &evaluator, Value target) {
  Value held = nullptr;
  if (auto *type = llvm::dyn_cast<ClassObject>(target))
    held = type->attributes.find("pytestmark");
  else if (std::optional<Value> found = target->getAttribute(evaluator, "pytestmark"); found && *found)
    held = *found;
  if (auto *list = llvm::dyn_cast_or_null<ListObject>(held))
    return list;
  ListObject *list = evaluator.list({});
  if (held)
    list->items.push_back(held);
  return evaluator.setAttribute(target, "pytestmark", list) ? list : nullptr;
}

Value MarkObject::call(Evaluator &evaluator, Arguments &given) {
  Value only = given.positional.size() == 1 && given.keywords.empty() ? given.positional[0] : nullptr;
  bool decorates = only && (llvm::isa<FunctionObject>(only) || llvm::isa<WrapperObject>(only) || llvm::isa<DecoratedTest>(only) ||
                            (llvm::isa<ClassObject>(only) && llvm::cast<ClassObject>(only)->isUser));
  if (auto *function = llvm::dyn_cast_or_null<FunctionObject>(only); function && function->lambda)
    decorates = false; // an argument, as with pytest
  if (decorates) {
    ListObject *marks = ownMarks(evaluator, only);
    if (!marks)
      return nullptr;
    marks->items.push_back(this);
    return only;
  }
  std::vector<Value> all = arguments;
  all.insert(all.end(), given.positional.begin(), given.positional.end());
  std::vector<Keyword> named = keywords;
  named.insert(named.end(), given.keywords.begin(), given.keywords.end());
  return evaluator.make<MarkObject>(name, std::move(all), std::move(named), evaluator.range());
}

std::vector<MarkObject *> testing::marksOf(Evaluator &evaluator, Value holder) {
  std::vector<MarkObject *> marks;
  Value held = nullptr;
  if (auto *module = llvm::dyn_cast<ModuleObject>(holder))
    held = module->attributes.find("pytestmark");
  else if (auto *type = llvm::dyn_cast<ClassObject>(holder))
    held = type->attributes.find("pytestmark");
  else if (std::optional<Value> found = holder->getAttribute(evaluator, "pytestmark"); found)
    held = *found;
  if (auto *sequence = llvm::dyn_cast_or_null<SequenceObject>(held)) {
    for (Value item : sequence->items)
      if (auto *mark = llvm::dyn_cast<MarkObject>(item))
        marks.push_back(mark);
  } else if (auto *mark = llvm::dyn_cast_or_null<MarkObject>(held)) {
    marks.push_back(mark);
  }
  return marks;
}

namespace {
/// `pytest.mark`: every attribute is a mark.
class MarkMaker : public ExtensionObject {
public:
  MarkMaker() : ExtensionObject(&tag) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    return evaluator.make<MarkObject>(name.str(), std::vector<Value>(), std::vector<Keyword>(), evaluator.range());
  }

private:
  static const char tag;
};
const char MarkMaker::tag = 0;
} // namespace

static Value mark(Call &call) { return call.evaluator.make<MarkMaker>(); }

static Value param(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *set = evaluator.make<ParameterSet>(llvm::cast<TupleObject>(call["values"])->items);
  if (!isNone(call["id"])) {
    set->id = evaluator.toString(call["id"], "id");
    if (!set->id)
      return nullptr;
  }
  Value marks = call["marks"];
  set->marks = llvm::isa<SequenceObject>(marks) ? llvm::cast<SequenceObject>(marks)->items : std::vector<Value>{marks};
  for (Value item : set->marks)
    if (!llvm::isa<MarkObject>(item))
      return evaluator.raise(DiagnosticId::typeError, "`marks` holds a '" + item->typeName(evaluator) + "', expected marks such as `pytest.mark.skip`");
  return set;
}

//===-- outcomes -----------------------------------------------------------------------------------------------===//

/// The reason of `pytest.skip(reason)`, by position or as `reason=` or `msg=`; empty with an exception pending.
static std::optional<std::string> readReason(Evaluator &evaluator, const Arguments &arguments, const std::string &function) {
  Value reason = arguments.positional.empty() ? evaluator.string("") : arguments.positional[0];
  for (const Keyword &keyword : arguments.keywords) {
    if (keyword.first == "reason" || keyword.first == "msg")
      reason = keyword.second;
    else if (keyword.first != "pytrace" && keyword.first != "allow_module_level") // how it is shown; where it may stand
      return evaluator.raise(DiagnosticId::argumentError, function + "() got an unexpected keyword argument '" + keyword.first + "'"), std::nullopt;
  }
  return evaluator.str(reason);
}

static Value raiseFailed(Evaluator &evaluator, const std::string &reason) {
  Raised raised = evaluator.raise(DiagnosticId::assertionFailed, reason);
  evaluator.pendingException()->instanceType = evaluator.libraryClass("_pytest.outcomes", "Failed");
  return raised;
}

namespace {
/// `pytest.skip`, `pytest.fail`, `pytest.xfail`: functions that have the class they raise as `.Exception`.
class OutcomeFunction : public ExtensionObject {
public:
  OutcomeFunction(std::string name, std::string className) : ExtensionObject(&tag), name(std::move(name)), className(std::move(className)) {}
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    std::optional<std::string> reason = readReason(evaluator, arguments, name);
    if (!reason)
      return nullptr;
    return className == "Failed" ? raiseFailed(evaluator, *reason) : Value(raiseSkip(evaluator, "_pytest.outcomes", className, *reason));
  }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override {
    if (attribute == "Exception")
      return Value(evaluator.libraryClass("_pytest.outcomes", className));
    if (attribute == "__name__")
      return evaluator.string(name);
    return Object::getAttribute(evaluator, attribute);
  }

private:
  const std::string name, className;
  static const char tag;
};
const char OutcomeFunction::tag = 0;
} // namespace

static Value skip(Call &call) { return call.evaluator.make<OutcomeFunction>("skip", "Skipped"); }
static Value fail(Call &call) { return call.evaluator.make<OutcomeFunction>("fail", "Failed"); }
static Value xfail(Call &call) { return call.evaluator.make<OutcomeFunction>("xfail", "XFailed"); }

static Value importorskip(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call["modname"], "modname");
  if (!name || (!isNone(call["minversion"]) && !refuseArguments(call, {"minversion"})))
    return nullptr;
  Value module = evaluator.importModule(*name, call.rangeOf("modname"));
  if (module || evaluator.pendingException()->fatal)
    return module;
  evaluator.clearPending();
  std::optional<std::string> reason = isNone(call["reason"]) ? std::optional<std::string>("could not import '" + *name + "'") : evaluator.str(call["reason"]);
  return reason ? Value(raiseSkip(evaluator, "_pytest.outcomes", "Skipped", *reason)) : nullptr;
}

/// A context manager, or, with a function to call, the call made inside it.
static Value expect(Call &call, Value types, bool isWarning) {
  Evaluator &evaluator = call.evaluator;
  auto *block = evaluator.make<ExpectRaises>(ExpectRaises::Style::pytest, types, isNone(call["match"]) ? nullptr : call["match"], isWarning);
  auto *rest = llvm::cast<TupleObject>(call["args"]);
  std::vector<Keyword> keywords = keywordsOf(call["kwargs"]);
  if (rest->items.empty()) {
    if (!keywords.empty())
      return evaluator.raise(DiagnosticId::argumentError, std::string(call.entry->name) + "() got an unexpected keyword argument '" + keywords[0].first + "'");
    return block;
  }
  Arguments arguments;
  arguments.positional.assign(rest->items.begin() + 1, rest->items.end());
  arguments.keywords.assign(keywords.begin(), keywords.end());
  return block->callInside(evaluator, rest->items.front(), arguments);
}
static Value raises(Call &call) { return expect(call, call["expected_exception"], false); }
static Value warns(Call &call) { return expect(call, isNone(call["expected_warning"]) ? call.evaluator.builtinClass("Warning") : call["expected_warning"], true); }

static Value deprecatedCall(Call &call) {
  Evaluator &evaluator = call.evaluator;
  return expect(call, evaluator.tuple({evaluator.builtinClass("DeprecationWarning"), evaluator.builtinClass("PendingDeprecationWarning"), evaluator.builtinClass("FutureWarning")}),
                true);
}

/// For `recwarn`: warnings from here on are kept.
static Value beginWarnings(Call &call) {
  call.evaluator.state<library::WarningLog>().beginCapture();
  return call.evaluator.none();
}
/// Those that were kept since they were last taken; `ends` ends it.
static Value takeWarnings(Call &call) {
  std::optional<bool> ends = call.evaluator.truth(call["ends"]);
  auto &captures = call.evaluator.state<library::WarningLog>().captures;
  std::vector<Value> taken;
  if (!captures.empty())
    std::swap(taken, captures.back().warnings);
  if (ends && *ends && !captures.empty())
    captures.pop_back();
  return ends ? call.evaluator.list(std::move(taken)) : nullptr;
}

//===-- approx -------------------------------------------------------------------------------------------------===//

namespace {
/// `pytest.approx(expected)`: equal to what is near it.
class ApproxObject : public ExtensionObject {
public:
  ApproxObject(Value expected, double relative, double absolute, bool nanOk)
      : ExtensionObject(&tag), expected(expected), relative(relative), absolute(absolute), nanOk(nanOk) {}
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override {
    if (op != CompareOp::equal && op != CompareOp::notEqual)
      return std::nullopt;
    std::optional<bool> near = isNear(evaluator, other, expected, 0);
    if (!near)
      return Value(nullptr);
    return evaluator.boolean(*near == (op == CompareOp::equal));
  }
  std::optional<std::string> repr(Evaluator &evaluator) override {
    std::string text = describe(evaluator, expected, 0);
    return llvm::isa<NumberObject>(expected) ? text : "approx(" + text + ")";
  }

private:
  std::optional<bool> isNear(Evaluator &evaluator, Value actual, Value wanted, unsigned depth) const;
  std::optional<bool> arraysAreNear(Evaluator &evaluator, Value actual, Value wanted) const;
  std::optional<bool> dictsAreNear(Evaluator &evaluator, DictObject *actual, DictObject *wanted, unsigned depth) const;
  std::string describe(Evaluator &evaluator, Value value, unsigned depth) const;
  bool numbersAreNear(double actual, double wanted) const {
    if (std::isnan(wanted) || std::isnan(actual))
      return nanOk && std::isnan(wanted) && std::isnan(actual);
    if (std::isinf(wanted) || actual == wanted)
      return actual == wanted;
    return std::fabs(actual - wanted) <= std::max(relative * std::fabs(wanted), absolute);
  }
  Value expected;
  double relative, absolute;
  bool nanOk;
  static const char tag;
};
const char ApproxObject::tag = 0;

/// `0.3 ± 3.0e-07`, as pytest shows a number and what it may differ by.
std::string ApproxObject::describe(Evaluator &evaluator, Value value, unsigned depth) const {
  auto join = [&](llvm::ArrayRef<Value> items) {
    std::string text;
    for (Value item : items)
      text += (text.empty() ? "" : ", ") + describe(evaluator, item, depth + 1);
    return text;
  };
  if (auto *list = llvm::dyn_cast<SequenceObject>(value); list && depth < 64)
    return list->kind() == Kind::list ? "[" + join(list->items) + "]" : "(" + join(list->items) + (list->items.size() == 1 ? ",)" : ")");
  if (auto *dict = llvm::dyn_cast<DictObject>(value); dict && depth < 64) {
    std::string text;
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key)
        text += (text.empty() ? "" : ", ") + show(evaluator, entry.key) + ": " + describe(evaluator, entry.value, depth + 1);
    return "{" + text + "}";
  }
  std::string text = show(evaluator, value);
  std::optional<double> number = llvm::isa<NumberObject>(value) && !llvm::isa<BoolObject>(value) ? evaluator.toDouble(value, "an expected value") : std::nullopt;
  evaluator.clearPending();
  if (!number || std::isnan(*number) || std::isinf(*number))
    return text;
  char tolerance[32];
  std::snprintf(tolerance, sizeof tolerance, "%.1e", std::max(relative * std::fabs(*number), absolute));
  return text + " \u00b1 " + tolerance;
}

std::optional<bool> ApproxObject::dictsAreNear(Evaluator &evaluator, DictObject *actual, DictObject *wanted, unsigned depth) const {
  if (actual->table.size() != wanted->table.size() || depth >= 64)
    return false;
  for (const HashTable::Entry &entry : wanted->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<HashTable::Entry *> other = actual->table.find(evaluator, entry.key);
    if (!other || !*other)
      return other ? std::optional<bool>(false) : std::nullopt;
    std::optional<bool> near = isNear(evaluator, (*other)->value, entry.value, depth + 1);
    if (!near || !*near)
      return near;
  }
  return true;
}

/// The elements are asked for at once: `==` gives Python a bool. A number beside an array stands for all of its elements.
std::optional<bool> ApproxObject::arraysAreNear(Evaluator &evaluator, Value actual, Value wanted) const {
  struct Side {
    Shape shape;
    std::vector<double> elements;
  };
  auto read = [&](Value value) -> std::optional<Side> {
    Side side;
    std::optional<Operand> operand = toOperand(evaluator, value, "np.asarray");
    auto *array = operand && operand->array ? llvm::dyn_cast<ArrayObject>(operand->array) : nullptr;
    if (!array) {
      std::optional<double> number = operand ? evaluator.toDouble(value, "a compared value") : std::nullopt;
      if (number)
        side.elements = {*number};
      return number ? std::optional<Side>(side) : std::nullopt;
    }
    std::optional<numerics::Array> elements = evaluator.force(array);
    if (!elements)
      return std::nullopt;
    side.shape.assign(array->shape().begin(), array->shape().end());
    for (int64_t i = 0; i < elements->size(); ++i)
      side.elements.push_back(numerics::isFloat(array->dtype) ? elements->getDouble(i) : static_cast<double>(elements->getInt(i)));
    return side;
  };
  std::optional<Side> left = read(actual), right = left ? read(wanted) : std::nullopt;
  if (!right)
    return std::nullopt;
  bool spreads = left->shape.empty() || right->shape.empty();
  if (!spreads && left->shape != right->shape)
    return false;
  size_t count = std::max(left->elements.size(), right->elements.size());
  for (size_t i = 0; i < count; ++i)
    if (!numbersAreNear(left->elements[left->shape.empty() ? 0 : i], right->elements[right->shape.empty() ? 0 : i]))
      return false;
  return true;
}

std::optional<bool> ApproxObject::isNear(Evaluator &evaluator, Value actual, Value wanted, unsigned depth) const {
  if (llvm::isa<ArrayObject>(actual) || llvm::isa<ArrayObject>(wanted))
    return arraysAreNear(evaluator, actual, wanted);
  auto *dict = llvm::dyn_cast<DictObject>(wanted), *otherDict = llvm::dyn_cast<DictObject>(actual);
  if (dict || otherDict)
    return dict && otherDict ? dictsAreNear(evaluator, otherDict, dict, depth) : std::optional<bool>(false);
  auto *list = llvm::dyn_cast<SequenceObject>(wanted), *other = llvm::dyn_cast<SequenceObject>(actual);
  if (list || other) {
    bool same = list && other && list->items.size() == other->items.size() && depth < 64;
    for (size_t i = 0; same && i < list->items.size(); ++i) {
      std::optional<bool> near = isNear(evaluator, other->items[i], list->items[i], depth + 1);
      if (!near || !*near)
        return near;
    }
    return same;
  }
  if (!llvm::isa<NumberObject>(actual) || !llvm::isa<NumberObject>(wanted))
    return evaluator.equal(actual, wanted);
  std::optional<double> left = evaluator.toDouble(actual, "a compared value"), right = left ? evaluator.toDouble(wanted, "an expected value") : left;
  return right ? std::optional<bool>(numbersAreNear(*left, *right)) : std::nullopt;
}
} // namespace

static Value approx(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool onlyAbsolute = isNone(call["rel"]) && !isNone(call["abs"]);
  std::optional<double> relative = isNone(call["rel"]) ? std::optional<double>(onlyAbsolute ? 0 : 1e-6) : evaluator.toDouble(call["rel"], "rel");
  std::optional<double> absolute = !relative ? relative : isNone(call["abs"]) ? std::optional<double>(1e-12) : evaluator.toDouble(call["abs"], "abs");
  std::optional<bool> nanOk = absolute ? evaluator.truth(call["nan_ok"]) : std::nullopt;
  return nanOk ? evaluator.make<ApproxObject>(call["expected"], *relative, *absolute, *nanOk) : nullptr;
}

static constexpr LibraryEntry entries[] = {
    {"pytest", "mark", EntryKind::constant, "", "Marks: `parametrize`, `skip`, `skipif`, `xfail`, `usefixtures`; any other name changes nothing.", mark},
    {"pytest", "param", EntryKind::function, "(*values, marks=(), id=None)", "One set of parameters, with its own marks and name.", param},
    {"pytest", "skip", EntryKind::constant, "", "`skip(reason='')` ends the test as skipped; `skip.Exception` is what it raises.", skip},
    {"pytest", "fail", EntryKind::constant, "", "`fail(reason='')` ends the test as failed; `fail.Exception` is what it raises.", fail},
    {"pytest", "xfail", EntryKind::constant, "", "`xfail(reason='')` ends the test as one that was expected to fail.", xfail},
    {"pytest", "importorskip", EntryKind::function, "(modname, minversion=None, reason=None, *, exc_type=None)", "A module, or the test is skipped.", importorskip},
    {"pytest", "raises", EntryKind::function, "(expected_exception, *args, match=None, **kwargs)", "A block, or a call, that must raise.", raises},
    {"pytest", "warns", EntryKind::function, "(expected_warning=None, *args, match=None, **kwargs)", "A block, or a call, that must warn.", warns},
    {"pytest", "approx", EntryKind::function, "(expected, rel=None, abs=None, nan_ok=False)", "Equal to numbers within 1e-6 of it, or within `rel` and `abs`.", approx},
    {"pytest", "deprecated_call", EntryKind::function, "(*args, match=None, **kwargs)", "A block, or a call, that must warn of something deprecated.", deprecatedCall},
    {"pytest", "_begin_warnings", EntryKind::function, "()", "For the library itself: warnings are kept from here on.", beginWarnings},
    {"pytest", "_take_warnings", EntryKind::function, "(ends)", "For the library itself: the warnings that were kept.", takeWarnings},
    {"pytest", "main", EntryKind::function, "(args=None, plugins=None)", "Refused: `tessera test` runs tests.", nullptr},
    {"pytest", "FixtureRequest", EntryKind::type, "()", "What the fixture `request` is.", nullptr},
};

llvm::ArrayRef<LibraryEntry> testing::pytestEntries() { return entries; }
