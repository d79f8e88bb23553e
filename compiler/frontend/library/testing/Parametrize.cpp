// SPDX-License-Identifier: Apache-2.0
// How pytest makes cases: parametrized fixtures first, then the marks, those nearest to the function first; each multiplies the cases
// there are, and appends its id. An id is the text of a number, a text itself, the name of a class or function, or else the argument's
// name with the position: `test_add[float32-16-x0]`.
#include "compiler/frontend/library/testing/Parametrize.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/testing/Fixtures.h"
#include "compiler/frontend/library/testing/Parameterized.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

namespace {
/// One axis of a test's cases.
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<Value>> rows; // a value for each name
  std::vector<std::vector<MarkObject *>> marks;
  std::vector<std::string> ids;
  std::vector<bool> goToFixture; // by name
};
} // namespace

//===-- ids ----------------------------------------------------------------------------------------------------===//

/// Python's `unicode_escape`: what is not printable ASCII becomes an escape.
static std::string escape(llvm::StringRef text) {
  std::string result;
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '\\')
      result += "\\\\";
    else if (c == '\n' || c == '\t' || c == '\r')
      result += std::string("\\") + (c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    else if (c >= 0x20 && c < 0x7F)
      result += text[i];
    else
      result += std::string("\\x") + digits[c >> 4] + digits[c & 15];
  }
  return result;
}

static std::optional<std::string> idOf(Evaluator &evaluator, Value value, const std::string &argument, size_t index) {
  if (auto *text = llvm::dyn_cast<StrObject>(value))
    return escape(text->value);
  if (llvm::isa<NumberObject>(value) || isNone(value))
    return evaluator.str(value);
  if (auto *instance = llvm::dyn_cast<InstanceObject>(value); instance && instance->instanceType->isEnum)
    return evaluator.str(value);
  auto *dtype = llvm::dyn_cast<DTypeObject>(value);
  bool hasName = dtype ? dtype->style == DTypeStyle::jaxScalar || dtype->style == DTypeStyle::numpyScalar
                       : llvm::isa<FunctionObject>(value) || llvm::isa<ClassObject>(value) || llvm::isa<BuiltinObject>(value) ||
                             llvm::isa<WrapperObject>(value) || llvm::isa<ModuleObject>(value);
  if (hasName && evaluator.hasAttribute(value, "__name__"))
    if (auto *name = llvm::dyn_cast<StrObject>(evaluator.getAttribute(value, "__name__")))
      return name->value;
  evaluator.clearPending();
  return argument + std::to_string(index);
}

/// `ids=` for one row: empty text and no exception where it says nothing.
static std::optional<std::string> givenId(Evaluator &evaluator, Value ids, llvm::ArrayRef<Value> row, size_t index, const std::vector<std::string> &names) {
  if (!ids || isNone(ids))
    return std::string();
  if (!evaluator.isCallable(ids)) {
    auto *list = llvm::cast<SequenceObject>(ids);
    return index >= list->items.size() || isNone(list->items[index]) ? std::string() : idOf(evaluator, list->items[index], names[0], index);
  }
  std::string text;
  for (size_t i = 0; i < row.size(); ++i) {
    Value made = evaluator.call(ids, {row[i]});
    std::optional<std::string> part = !made ? std::nullopt : idOf(evaluator, isNone(made) ? row[i] : made, names[i], index);
    if (!part)
      return std::nullopt;
    text += (i ? "-" : "") + *part;
  }
  return text;
}

/// Equal ids get a number behind them.
static void makeUnique(std::vector<std::string> &ids) {
  llvm::StringMap<unsigned> count, next;
  llvm::StringMap<bool> all;
  for (const std::string &id : ids) {
    ++count[id];
    all[id] = true;
  }
  for (std::string &id : ids) {
    if (count[id] < 2)
      continue;
    std::string base = id + (!id.empty() && llvm::isDigit(id.back()) ? "_" : ""), candidate;
    do
      candidate = base + std::to_string(next[id]++);
    while (all.count(candidate));
    all[candidate] = true;
    id = candidate;
  }
}

//===-- axes ---------------------------------------------------------------------------------------------------===//

static bool addRow(Evaluator &evaluator, Axis &axis, Value given, Value ids) {
  std::vector<Value> row;
  std::vector<MarkObject *> marks;
  std::string id;
  auto *set = llvm::dyn_cast<ParameterSet>(given);
  if (set) {
    row = set->values;
    id = set->id.value_or("");
    for (Value mark : set->marks)
      marks.push_back(llvm::cast<MarkObject>(mark));
  } else if (axis.names.size() == 1) {
    row = {given};
  } else {
    std::optional<std::vector<Value>> items = evaluator.toVector(given);
    if (!items)
      return false;
    row = std::move(*items);
  }
  size_t index = axis.rows.size();
  if (row.size() != axis.names.size())
    return evaluator.raise(DiagnosticId::valueError, "`parametrize` names " + std::to_string(axis.names.size()) + " arguments, but set " +
                                                         std::to_string(index) + " has " + std::to_string(row.size()) + " values"), false;
  if (id.empty()) {
    std::optional<std::string> fromList = givenId(evaluator, ids, row, index, axis.names);
    if (!fromList)
      return false;
    id = *fromList;
  }
  for (size_t i = 0; id.empty() && i < row.size(); ++i) {
    std::string joined;
    for (size_t k = 0; k < row.size(); ++k) {
      std::optional<std::string> part = idOf(evaluator, row[k], axis.names[k], index);
      if (!part)
        return false;
      joined += (k ? "-" : "") + *part;
    }
    id = joined;
    break;
  }
  axis.rows.push_back(std::move(row));
  axis.marks.push_back(std::move(marks));
  axis.ids.push_back(std::move(id));
  return evaluator.step();
}

static bool readNames(Evaluator &evaluator, Value given, std::vector<std::string> &names) {
  if (auto *text = llvm::dyn_cast<StrObject>(given)) {
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(text->value).split(parts, ',');
    for (llvm::StringRef part : parts)
      if (!part.trim().empty())
        names.push_back(part.trim().str());
    return true;
  }
  std::optional<std::vector<Value>> items = evaluator.toVector(given);
  for (size_t i = 0; items && i < items->size(); ++i) {
    std::optional<std::string> name = evaluator.toString((*items)[i], "an argument's name");
    if (!name)
      return false;
    names.push_back(*name);
  }
  return items.has_value();
}

/// The parameters of `pytest.mark.parametrize(argnames, argvalues, indirect=False, ids=None, scope=None)`.
static bool readParametrize(Evaluator &evaluator, const MarkObject &mark, Axis &axis) {
  static const std::vector<ParameterInfo> parameters = [] {
    std::vector<ParameterInfo> list(5);
    const char *names[] = {"argnames", "argvalues", "indirect", "ids", "scope"};
    for (size_t i = 0; i < list.size(); ++i)
      list[i].name = names[i];
    return list;
  }();
  std::vector<ParameterInfo> bound = parameters;
  bound[2].defaultValue = evaluator.boolean(false);
  bound[3].defaultValue = bound[4].defaultValue = evaluator.none();
  Arguments arguments;
  arguments.positional.assign(mark.arguments.begin(), mark.arguments.end());
  arguments.keywords.assign(mark.keywords.begin(), mark.keywords.end());
  llvm::SmallVector<Value> values;
  if (!evaluator.bind("parametrize", bound, arguments, values) || !readNames(evaluator, values[0], axis.names))
    return false;
  if (axis.names.empty())
    return evaluator.raise(DiagnosticId::valueError, "`parametrize` names no argument"), false;
  if (auto *placeholder = llvm::dyn_cast<PlaceholderObject>(values[1]))
    return placeholder->refuse(evaluator), false;
  std::optional<std::vector<Value>> sets = evaluator.toVector(values[1]);
  if (!sets)
    return false;
  Value ids = values[3];
  if (!isNone(ids) && !evaluator.isCallable(ids)) {
    std::optional<std::vector<Value>> list = evaluator.toVector(ids);
    if (!list)
      return false;
    if (list->size() != sets->size())
      return evaluator.raise(DiagnosticId::valueError, std::to_string(sets->size()) + " parameter sets specified, with different number of ids: " +
                                                           std::to_string(list->size())), false;
    ids = evaluator.list(*list);
  }
  bool all = llvm::isa<BoolObject>(values[2]) && llvm::cast<BoolObject>(values[2])->value;
  for (const std::string &name : axis.names) {
    std::optional<bool> listed = llvm::isa<BoolObject>(values[2]) ? std::optional<bool>(all) : values[2]->contains(evaluator, evaluator.string(name));
    if (!listed)
      return false;
    axis.goToFixture.push_back(*listed);
  }
  for (Value set : *sets)
    if (!addRow(evaluator, axis, set, ids))
      return false;
  return true;
}

static bool fixtureAxis(Evaluator &evaluator, const FixtureObject &fixture, const std::string &name, Axis &axis) {
  axis.names = {name};
  axis.goToFixture = {true};
  for (Value param : fixture.params)
    if (!addRow(evaluator, axis, param, fixture.ids))
      return false;
  return true;
}

//===-- the test's axes ----------------------------------------------------------------------------------------===//

/// The parametrized fixtures that `names` lead to, each once, in the order in which they are reached.
static bool reachFixtures(Evaluator &evaluator, const Case &test, llvm::ArrayRef<std::string> names, const llvm::StringSet<> &direct,
                          llvm::StringSet<> &seen, std::vector<Axis> &axes, unsigned depth = 0) {
  for (const std::string &name : names) {
    if (direct.contains(name) || !seen.insert(name).second || depth > 32)
      continue;
    for (FixtureObject *fixture : findFixtures(evaluator, test.type, name)) {
      if (!fixture->params.empty()) {
        axes.emplace_back();
        if (!fixtureAxis(evaluator, *fixture, name, axes.back()))
          return false;
      }
      std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, fixture);
      if (!parameters)
        return false;
      std::vector<std::string> needed;
      for (const ParameterInfo &parameter : *parameters)
        if (!parameter.defaultValue && parameter.name != "self" && parameter.name != name)
          needed.push_back(parameter.name);
      if (!reachFixtures(evaluator, test, needed, direct, seen, axes, depth + 1))
        return false;
      break; // what it overrides is its own business
    }
  }
  return true;
}

static void applyRow(Case &test, const Axis &axis, size_t row, std::vector<std::string> &ids) {
  for (size_t i = 0; i < axis.names.size(); ++i)
    (axis.goToFixture[i] ? test.fixtureParameters : test.parameters).emplace_back(axis.names[i], axis.rows[row][i]);
  test.marks.insert(test.marks.begin(), axis.marks[row].begin(), axis.marks[row].end());
  if (PlaceholderObject *lacking = findPlaceholder(test.parameters.empty() ? nullptr : test.parameters.back().second))
    test.broken = lacking->reason;
  ids.push_back(axis.ids[row]);
}

std::optional<std::vector<Case>> testing::parametrizeCases(Evaluator &evaluator, const Case &test) {
  std::vector<Axis> marked, axes;
  llvm::StringSet<> direct, seen;
  for (const MarkObject *mark : test.marks) {
    if (mark->name != "parametrize")
      continue;
    marked.emplace_back();
    if (!readParametrize(evaluator, *mark, marked.back()))
      return std::nullopt;
    for (const std::string &name : marked.back().names)
      direct.insert(name);
  }
  std::vector<std::string> names = autouseFixtures(evaluator, test.type);
  std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, test.function);
  if (!parameters)
    return std::nullopt;
  for (const MarkObject *mark : test.marks)
    if (mark->name == "usefixtures")
      for (Value argument : mark->arguments)
        if (auto *name = llvm::dyn_cast<StrObject>(argument))
          names.push_back(name->value);
  for (const ParameterInfo &parameter : *parameters)
    if (!parameter.defaultValue)
      names.push_back(parameter.name);
  if (!reachFixtures(evaluator, test, names, direct, seen, axes))
    return std::nullopt;
  llvm::append_range(axes, marked);

  std::vector<Case> cases{test};
  std::vector<std::vector<std::string>> ids(1);
  for (Axis &axis : axes) {
    makeUnique(axis.ids);
    std::vector<Case> more;
    std::vector<std::vector<std::string>> moreIds;
    for (size_t i = 0; i < cases.size(); ++i)
      for (size_t row = 0; row < axis.rows.size(); ++row) {
        if (!evaluator.step())
          return std::nullopt;
        more.push_back(cases[i]);
        moreIds.push_back(ids[i]);
        applyRow(more.back(), axis, row, moreIds.back());
      }
    if (axis.rows.empty()) { // pytest skips such a test
      more = {test};
      moreIds = {{"NOTSET"}};
      auto *mark = evaluator.make<MarkObject>("skip", std::vector<Value>{evaluator.string("got empty parameter set")}, std::vector<Keyword>(), Range());
      more[0].marks.insert(more[0].marks.begin(), mark);
    }
    cases = std::move(more);
    ids = std::move(moreIds);
  }
  for (size_t i = 0; i < cases.size(); ++i)
    if (!ids[i].empty())
      cases[i].id += "[" + llvm::join(ids[i], "-") + "]";
  return cases;
}
