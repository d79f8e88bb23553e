// SPDX-License-Identifier: Apache-2.0
// `hypothesis`: `given`, `settings`, `assume` and the strategies that kernels' tests draw sizes and choices from. Values are drawn by a
// generator of our own with a fixed seed, so a failure comes again; the first example is the simplest one, and bounds come often. There
// is no shrinking: the failing example is told as it was drawn.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/testing/Parameterized.h"
#include "compiler/frontend/library/testing/Testing.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

const char GivenTest::tag = 0;

namespace {
/// SplitMix64 (Steele, Lea, Flood 2014); `isSimplest` asks for the simplest value of everything.
struct Source {
  uint64_t state;
  bool isSimplest = false;
  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// From 0 to `count` - 1.
  uint64_t below(uint64_t count) { return isSimplest || count == 0 ? 0 : next() % count; }
};

/// What values are drawn from.
class Strategy : public ExtensionObject {
public:
  using Draw = std::function<Value(Evaluator &, Source &)>;
  Strategy(std::string name, Draw draw) : ExtensionObject(&tag), name(std::move(name)), draw(std::move(draw)) {}
  const std::string name;
  const Draw draw; // null with an exception pending
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("hypothesis.strategies", "SearchStrategy"); }
  std::optional<std::string> repr(Evaluator &) override { return name + "()"; }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};
const char Strategy::tag = 0;

/// What `data()` draws: more values, chosen while the test runs.
class DataObject : public ExtensionObject {
public:
  explicit DataObject(Source *source) : ExtensionObject(&tag), source(source) {}
  Source *const source; // of the example under way
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("hypothesis.strategies", "DataObject"); }

private:
  static const char tag;
};
const char DataObject::tag = 0;

/// `settings(...)`: a decorator that leaves the number of examples.
class Settings : public ExtensionObject {
public:
  explicit Settings(int64_t maxExamples) : ExtensionObject(&tag), maxExamples(maxExamples) {}
  const int64_t maxExamples;
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "settings() decorates one function");
    return evaluator.setAttribute(arguments.positional[0], "__hypothesis_settings__", this) ? arguments.positional[0] : nullptr;
  }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static const char tag;
};
const char Settings::tag = 0;

Strategy *asStrategy(Evaluator &evaluator, Value value) {
  if (auto *strategy = llvm::dyn_cast<Strategy>(value))
    return strategy;
  return evaluator.raise(DiagnosticId::typeError, "expected a strategy such as `st.integers()`, got a '" + value->typeName(evaluator) + "'"), nullptr;
}
} // namespace

//===-- strategies ---------------------------------------------------------------------------------------------===//

static Value integers(Call &call) {
  Evaluator &evaluator = call.evaluator;
  int64_t low = INT32_MIN, high = INT32_MAX;
  for (auto [name, bound] : {std::pair<const char *, int64_t *>{"min_value", &low}, {"max_value", &high}}) {
    if (isNone(call[name]))
      continue;
    std::optional<int64_t> given = evaluator.toInt(call[name], name);
    if (!given)
      return nullptr;
    *bound = *given;
  }
  if (isNone(call["max_value"]))
    high = std::max(high, low > INT64_MAX - INT32_MAX ? INT64_MAX : low + INT32_MAX);
  if (isNone(call["min_value"]))
    low = std::min(low, high < INT64_MIN + INT32_MAX ? INT64_MIN : high - INT32_MAX);
  if (low > high)
    return evaluator.raise(DiagnosticId::valueError, "`min_value` is " + std::to_string(low) + ", but `max_value` is " + std::to_string(high));
  return evaluator.make<Strategy>("integers", [low, high](Evaluator &evaluator, Source &source) -> Value {
    if (source.isSimplest) // nearest to zero
      return evaluator.integer(low > 0 ? low : high < 0 ? high : 0);
    uint64_t kind = source.below(8), span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    if (kind < 2)
      return evaluator.integer(kind ? high : low);
    return evaluator.integer(static_cast<int64_t>(static_cast<uint64_t>(low) + (span ? source.next() % span : source.next())));
  });
}

static Value floats(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"exclude_min", "exclude_max", "allow_subnormal"}))
    return nullptr;
  bool hasLow = !isNone(call["min_value"]), hasHigh = !isNone(call["max_value"]);
  std::optional<double> low = hasLow ? evaluator.toDouble(call["min_value"], "min_value") : std::optional<double>(hasHigh ? -1e9 : -1e6);
  std::optional<double> high = !low ? low : hasHigh ? evaluator.toDouble(call["max_value"], "max_value") : std::optional<double>(1e6);
  std::optional<int64_t> width = high ? evaluator.toInt(call["width"], "width") : std::nullopt;
  if (!width)
    return nullptr;
  if (*width != 64 && *width != 32)
    return evaluator.notSupported("`width` of `floats` other than 32 and 64");
  bool bounded = hasLow || hasHigh, narrow = *width == 32;
  auto allows = [&](const char *name, bool otherwise) { return isNone(call[name]) ? std::optional<bool>(otherwise) : evaluator.truth(call[name]); };
  std::optional<bool> nan = allows("allow_nan", !bounded), infinity = nan ? allows("allow_infinity", !(hasLow && hasHigh)) : nan;
  if (!infinity)
    return nullptr;
  return evaluator.make<Strategy>("floats", [=, low = *low, high = *high, nan = *nan, infinity = *infinity](Evaluator &evaluator, Source &source) -> Value {
    double value = low > 0 ? low : high < 0 ? high : 0;
    uint64_t kind = source.isSimplest ? 1 : source.below(16);
    if (kind == 2)
      value = low;
    else if (kind == 3)
      value = high;
    else if (kind == 4 && nan)
      value = std::nan("");
    else if (kind == 5 && infinity && !hasHigh)
      value = HUGE_VAL;
    else if (kind == 6 && infinity && !hasLow)
      value = -HUGE_VAL;
    else if (kind != 1)
      value = low + (high - low) * (static_cast<double>(source.next() >> 11) * 0x1p-53);
    return evaluator.floating(narrow ? static_cast<double>(static_cast<float>(value)) : value);
  });
}

static Value booleans(Call &call) {
  return call.evaluator.make<Strategy>("booleans", [](Evaluator &evaluator, Source &source) { return evaluator.boolean(source.below(2) != 0); });
}

static Value just(Call &call) {
  Value value = call["value"];
  return call.evaluator.make<Strategy>("just", [value](Evaluator &, Source &) { return value; });
}
static Value none(Call &call) {
  return call.evaluator.make<Strategy>("none", [](Evaluator &evaluator, Source &) { return evaluator.none(); });
}

static Value sampledFrom(Call &call) {
  std::optional<std::vector<Value>> items = call.evaluator.toVector(call["elements"]);
  if (!items)
    return nullptr;
  if (items->empty())
    return call.evaluator.raise(DiagnosticId::valueError, "`sampled_from` has no elements to draw from");
  return call.evaluator.make<Strategy>("sampled_from", [items = *items](Evaluator &, Source &source) { return items[source.below(items.size())]; });
}

static std::optional<std::vector<Strategy *>> readStrategies(Evaluator &evaluator, llvm::ArrayRef<Value> values) {
  std::vector<Strategy *> strategies;
  for (Value value : values) {
    Strategy *strategy = asStrategy(evaluator, value);
    if (!strategy)
      return std::nullopt;
    strategies.push_back(strategy);
  }
  return strategies;
}

static Value oneOf(Call &call) {
  std::vector<Value> given = llvm::cast<TupleObject>(call["args"])->items;
  if (given.size() == 1)
    if (auto *sequence = llvm::dyn_cast<SequenceObject>(given[0]))
      given = sequence->items;
  std::optional<std::vector<Strategy *>> choices = readStrategies(call.evaluator, given);
  if (!choices)
    return nullptr;
  if (choices->empty())
    return call.evaluator.raise(DiagnosticId::valueError, "`one_of` has no strategies to draw from");
  return call.evaluator.make<Strategy>("one_of", [choices = *choices](Evaluator &evaluator, Source &source) {
    return choices[source.below(choices.size())]->draw(evaluator, source);
  });
}

static Value tuples(Call &call) {
  std::optional<std::vector<Strategy *>> parts = readStrategies(call.evaluator, llvm::cast<TupleObject>(call["args"])->items);
  if (!parts)
    return nullptr;
  return call.evaluator.make<Strategy>("tuples", [parts = *parts](Evaluator &evaluator, Source &source) -> Value {
    std::vector<Value> items;
    for (Strategy *part : parts) {
      items.push_back(part->draw(evaluator, source));
      if (!items.back())
        return nullptr;
    }
    return evaluator.tuple(std::move(items));
  });
}

static Value lists(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"unique_by"}))
    return nullptr;
  Strategy *element = asStrategy(evaluator, call["elements"]);
  std::optional<int64_t> least = element ? evaluator.toInt(call["min_size"], "min_size") : std::nullopt;
  std::optional<int64_t> most = !least ? least : isNone(call["max_size"]) ? std::optional<int64_t>(*least + 8) : evaluator.toInt(call["max_size"], "max_size");
  std::optional<bool> unique = most ? evaluator.truth(call["unique"]) : std::nullopt;
  if (!unique)
    return nullptr;
  if (*least < 0 || *least > *most)
    return evaluator.raise(DiagnosticId::valueError, "`lists` of at least " + std::to_string(*least) + " and at most " + std::to_string(*most) + " elements");
  return evaluator.make<Strategy>("lists", [=, least = *least, most = *most, unique = *unique](Evaluator &evaluator, Source &source) -> Value {
    int64_t size = least + static_cast<int64_t>(source.below(static_cast<uint64_t>(most - least) + 1));
    std::vector<Value> items;
    for (int64_t tries = 0; static_cast<int64_t>(items.size()) < size && tries < 16 * size + 16; ++tries) {
      Value item = evaluator.step() ? element->draw(evaluator, source) : nullptr;
      if (!item)
        return nullptr;
      bool known = false;
      for (size_t i = 0; unique && !known && i < items.size(); ++i) {
        std::optional<bool> same = evaluator.equal(items[i], item);
        if (!same)
          return nullptr;
        known = *same;
      }
      if (!known)
        items.push_back(item);
    }
    return evaluator.list(std::move(items));
  });
}

static Value mapStrategy(Call &call) {
  auto *base = llvm::cast<Strategy>(call.self);
  Value function = call["pack"];
  return call.evaluator.make<Strategy>("map", [base, function](Evaluator &evaluator, Source &source) -> Value {
    Value value = base->draw(evaluator, source);
    return value ? evaluator.call(function, {value}) : nullptr;
  });
}

static Raised unsatisfied(Evaluator &evaluator) {
  return evaluator.raise(evaluator.make<ExceptionObject>(evaluator.libraryClass("hypothesis", "UnsatisfiedAssumption")));
}

static Value filterStrategy(Call &call) {
  auto *base = llvm::cast<Strategy>(call.self);
  Value condition = call["condition"];
  return call.evaluator.make<Strategy>("filter", [base, condition](Evaluator &evaluator, Source &source) -> Value {
    for (int tries = 0; tries < 20; ++tries) {
      Value value = base->draw(evaluator, source);
      Value kept = value ? evaluator.call(condition, {value}) : nullptr;
      std::optional<bool> holds = kept ? evaluator.truth(kept) : std::nullopt;
      if (!holds)
        return nullptr;
      if (*holds)
        return value;
      source.isSimplest = false;
    }
    return unsatisfied(evaluator);
  });
}

static Value flatmapStrategy(Call &call) {
  auto *base = llvm::cast<Strategy>(call.self);
  Value expand = call["expand"];
  return call.evaluator.make<Strategy>("flatmap", [base, expand](Evaluator &evaluator, Source &source) -> Value {
    Value value = base->draw(evaluator, source);
    Value made = value ? evaluator.call(expand, {value}) : nullptr;
    Strategy *inner = made ? asStrategy(evaluator, made) : nullptr;
    return inner ? inner->draw(evaluator, source) : nullptr;
  });
}

static Value data(Call &call) {
  return call.evaluator.make<Strategy>("data", [](Evaluator &evaluator, Source &source) -> Value { return evaluator.make<DataObject>(&source); });
}
static Value drawData(Call &call) {
  Strategy *strategy = asStrategy(call.evaluator, call["strategy"]);
  return strategy ? strategy->draw(call.evaluator, *static_cast<DataObject *>(call.self)->source) : nullptr;
}

/// `@st.composite`: the function's first argument draws.
static Value composite(Call &call) {
  Value function = call["f"];
  return call.evaluator.function("composite", [function](Evaluator &evaluator, Arguments &arguments) -> Value {
    std::vector<Value> positional(arguments.positional.begin(), arguments.positional.end());
    std::vector<Keyword> keywords(arguments.keywords.begin(), arguments.keywords.end());
    return evaluator.make<Strategy>("composite", [=](Evaluator &evaluator, Source &source) -> Value {
      Source *from = &source;
      Arguments inner;
      inner.positional.push_back(evaluator.function("draw", [from](Evaluator &evaluator, Arguments &asked) -> Value {
        Strategy *strategy = asked.positional.size() == 1 ? asStrategy(evaluator, asked.positional[0]) : nullptr;
        if (!strategy)
          return evaluator.hasPending() ? Value(nullptr) : Value(evaluator.raise(DiagnosticId::argumentError, "draw() takes a strategy"));
        return strategy->draw(evaluator, *from);
      }));
      inner.positional.append(positional.begin(), positional.end());
      inner.keywords.append(keywords.begin(), keywords.end());
      return evaluator.call(function, inner);
    });
  }, function);
}

//===-- given --------------------------------------------------------------------------------------------------===//

static Value given(Call &call) {
  std::vector<Value> positional = llvm::cast<TupleObject>(call["given_arguments"])->items;
  std::vector<Keyword> keywords = keywordsOf(call["given_kwargs"]);
  std::vector<Value> all = positional;
  for (const Keyword &keyword : keywords)
    all.push_back(keyword.second);
  if (!readStrategies(call.evaluator, all))
    return nullptr;
  if (all.empty() || (!positional.empty() && !keywords.empty()))
    return call.evaluator.raise(DiagnosticId::argumentError, "given() takes strategies, all by position or all by name");
  return call.evaluator.function("given", [positional, keywords](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "given() decorates one function");
    return evaluator.make<GivenTest>(arguments.positional[0], positional, keywords);
  });
}

std::optional<std::vector<ParameterInfo>> GivenTest::parametersLeft(Evaluator &evaluator) const {
  std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, function);
  if (!parameters)
    return parameters;
  llvm::erase_if(*parameters, [&](const ParameterInfo &parameter) {
    return llvm::any_of(keywords, [&](const Keyword &keyword) { return keyword.first == parameter.name; });
  });
  parameters->resize(parameters->size() - std::min(parameters->size(), positional.size()));
  return parameters;
}

/// One example's arguments, behind those that the caller gives; false with an exception pending.
static bool drawExample(Evaluator &evaluator, const GivenTest &test, Source &source, Arguments &arguments, std::string &text) {
  std::optional<std::vector<ParameterInfo>> parameters = parametersOfTest(evaluator, test.function);
  if (!parameters)
    return false;
  std::vector<Keyword> strategies = test.keywords;
  for (size_t i = 0; i < test.positional.size(); ++i)
    if (parameters->size() >= test.positional.size())
      strategies.emplace_back((*parameters)[parameters->size() - test.positional.size() + i].name, test.positional[i]);
  for (const Keyword &strategy : strategies) {
    Value value = llvm::cast<Strategy>(strategy.second)->draw(evaluator, source);
    if (!value)
      return false;
    arguments.keywords.emplace_back(strategy.first, value);
    text += (text.empty() ? "" : ", ") + strategy.first + "=" + show(evaluator, value);
  }
  return true;
}

Value GivenTest::call(Evaluator &evaluator, Arguments &arguments) {
  std::optional<Value> left = function->getAttribute(evaluator, "__hypothesis_settings__");
  auto *settings = left && *left ? llvm::dyn_cast<Settings>(*left) : nullptr;
  evaluator.clearPending();
  int64_t examples = settings ? settings->maxExamples : 100;
  for (int64_t i = 0, done = 0; done < examples && i < 10 * examples; ++i) {
    Source source{0x7E55E7A + static_cast<uint64_t>(i) * 0x2545F4914F6CDD1Du, i == 0};
    Arguments all = arguments;
    std::string text;
    Evaluator::CatchScope catching(evaluator); // so that the example is known when a check of arrays fails
    bool drawn = drawExample(evaluator, *this, source, all, text);
    if (drawn && evaluator.call(function, all)) {
      ++done;
      continue;
    }
    ExceptionObject *exception = evaluator.pendingException();
    if (exception->instanceType == evaluator.libraryClass("hypothesis", "UnsatisfiedAssumption")) {
      evaluator.clearPending(); // not an example
      continue;
    }
    if (drawn)
      exception->notes.push_back({"falsifying example: " + text, {}});
    return nullptr;
  }
  return evaluator.none();
}

static Value settings(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> examples = isNone(call["max_examples"]) ? std::optional<int64_t>(100) : evaluator.toInt(call["max_examples"], "max_examples");
  if (!examples)
    return nullptr;
  if (*examples < 1)
    return evaluator.raise(DiagnosticId::valueError, "`max_examples` is " + std::to_string(*examples) + ", expected at least 1", call.rangeOf("max_examples"));
  return evaluator.make<Settings>(*examples);
}

static Value assume(Call &call) {
  std::optional<bool> holds = call.evaluator.truth(call["condition"]);
  if (!holds)
    return nullptr;
  return *holds ? call.evaluator.boolean(true) : Value(unsatisfied(call.evaluator));
}
static Value nothing(Call &call) { return call.evaluator.none(); }
static Value identity(Call &call) { return identityDecorator(call.evaluator, call.entry->name); }

#define TESSERA_STRATEGY(name, signature, summary, handler) {"hypothesis.strategies", name, EntryKind::function, signature, summary, handler}
static constexpr LibraryEntry entries[] = {
    {"hypothesis", "given", EntryKind::decorator, "(*given_arguments, **given_kwargs)", "Runs a test on drawn arguments; the seed is fixed.", given},
    {"hypothesis", "settings", EntryKind::decorator,
     "(max_examples=None, *, deadline=None, derandomize=None, database=None, verbosity=None, phases=None, stateful_step_count=None, report_multiple_bugs=None, "
     "suppress_health_check=None, print_blob=None, backend=None)", "How many examples `given` draws; what else it takes does not matter here.", settings},
    {"hypothesis", "assume", EntryKind::function, "(condition)", "Leaves the example out unless the condition holds.", assume},
    {"hypothesis", "note", EntryKind::function, "(value)", "Does nothing.", nothing},
    {"hypothesis", "example", EntryKind::decorator, "(*args, **kwargs)", "An example that is always run.", nullptr},
    {"hypothesis", "seed", EntryKind::decorator, "(seed)", "The test itself: the seed is fixed.", identity},
    {"hypothesis", "HealthCheck", EntryKind::type, "()", "What hypothesis complains of.", nullptr},
    {"hypothesis", "UnsatisfiedAssumption", EntryKind::type, "(*args)", "Raised by `assume`.", nullptr},
    {"hypothesis", "strategies", EntryKind::module, "hypothesis.strategies", "What values are drawn from.", nullptr},
    {"hypothesis.strategies", "SearchStrategy", EntryKind::type, "()", "What values are drawn from.", nullptr},
    {"hypothesis.strategies.SearchStrategy", "map", EntryKind::method, "(pack)", "A function of the drawn values.", mapStrategy},
    {"hypothesis.strategies.SearchStrategy", "filter", EntryKind::method, "(condition)", "Those drawn values for which the condition holds.", filterStrategy},
    {"hypothesis.strategies.SearchStrategy", "flatmap", EntryKind::method, "(expand)", "Draws from the strategy that a function makes of a drawn value.", flatmapStrategy},
    {"hypothesis.strategies", "DataObject", EntryKind::type, "()", "Draws while the test runs.", nullptr},
    {"hypothesis.strategies.DataObject", "draw", EntryKind::method, "(strategy, label=None)", "A value of a strategy.", drawData},
    TESSERA_STRATEGY("integers", "(min_value=None, max_value=None)", "Integers; without bounds, of 32 bits.", integers),
    TESSERA_STRATEGY("floats", "(min_value=None, max_value=None, *, allow_nan=None, allow_infinity=None, allow_subnormal=None, width=64, exclude_min=False, exclude_max=False)",
                     "Floating-point numbers.", floats),
    TESSERA_STRATEGY("booleans", "()", "True and False.", booleans),
    TESSERA_STRATEGY("none", "()", "None.", none),
    TESSERA_STRATEGY("just", "(value)", "One value.", just),
    TESSERA_STRATEGY("sampled_from", "(elements)", "Elements of a sequence.", sampledFrom),
    TESSERA_STRATEGY("one_of", "(*args)", "Values of one of several strategies.", oneOf),
    TESSERA_STRATEGY("lists", "(elements, *, min_size=0, max_size=None, unique_by=None, unique=False)", "Lists of drawn elements.", lists),
    TESSERA_STRATEGY("tuples", "(*args)", "Tuples with an element of each strategy.", tuples),
    TESSERA_STRATEGY("data", "()", "Draws while the test runs.", data),
    TESSERA_STRATEGY("composite", "(f)", "A strategy from a function whose first argument draws.", composite),
    TESSERA_STRATEGY("text", "(alphabet=None, *, min_size=0, max_size=None)", "Texts.", nullptr),
    TESSERA_STRATEGY("dictionaries", "(keys, values)", "Dicts.", nullptr),
    TESSERA_STRATEGY("permutations", "(values)", "Orders of a list.", nullptr),
    TESSERA_STRATEGY("builds", "(target, *args, **kwargs)", "Results of a function of drawn values.", nullptr),
};
#undef TESSERA_STRATEGY

llvm::ArrayRef<LibraryEntry> testing::hypothesisEntries() { return entries; }
