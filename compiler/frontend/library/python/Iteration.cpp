// SPDX-License-Identifier: Apache-2.0
// Functions over iterables, and `itertools`. Everything that Python does lazily is lazy here.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::frontend;

static std::vector<Value> &itemsOf(Value tuple) { return llvm::cast<TupleObject>(tuple)->items; }

/// Iterators of all `iterables`; empty with an exception pending.
static std::optional<std::vector<IteratorObject *>> iteratorsOf(Evaluator &evaluator, llvm::ArrayRef<Value> iterables) {
  std::vector<IteratorObject *> iterators;
  for (Value iterable : iterables) {
    Value iterator = evaluator.iterate(iterable);
    if (!iterator)
      return std::nullopt;
    iterators.push_back(llvm::cast<IteratorObject>(iterator));
  }
  return iterators;
}

static IteratorObject *iteratorOf(Evaluator &evaluator, Value iterable) {
  return llvm::cast_or_null<IteratorObject>(evaluator.iterate(iterable));
}

/// An iterator of the class that the call asks for.
static ClosureNamedIterator *makeIterator(Call &call, ClosureNamedIterator::Next next,
                                          ClosureNamedIterator::Reduce reduce = {},
                                          ClosureNamedIterator::Reduce hint = {}) {
  return call.evaluator.make<ClosureNamedIterator>(call.entry->module, call.entry->name, std::move(next),
                                                   std::move(reduce), std::move(hint));
}

/// What `__reduce__` gives: the class, called with `arguments`, and a state (null: none).
static Value reduceTo(Evaluator &evaluator, const LibraryEntry *entry, std::vector<Value> arguments,
                      Value state = nullptr) {
  std::vector<Value> parts{evaluator.libraryClass(entry->module, entry->name), evaluator.tuple(std::move(arguments))};
  if (state)
    parts.push_back(state);
  return evaluator.tuple(std::move(parts));
}

/// `before`, then the iterators.
static std::vector<Value> listOf(std::vector<Value> before, llvm::ArrayRef<IteratorObject *> iterators) {
  before.insert(before.end(), iterators.begin(), iterators.end());
  return before;
}

/// A count to begin with: an int, or what `__index__` makes one of.
static Value toIndex(Evaluator &evaluator, Value value) {
  if (llvm::isa<IntObject>(value) || llvm::isa<ArrayObject>(value))
    return value;
  if (llvm::isa<BoolObject>(value))
    return evaluator.unary(UnaryOp::plus, value);
  if (InstancePart *part = value->instancePart())
    if (std::optional<Value> index = askClass(evaluator, value, *part, "__index__"))
      return *index;
  return evaluator.raise(DiagnosticId::typeError,
                         "'" + value->typeName(evaluator) + "' object cannot be interpreted as an integer");
}

/// An iterator without elements.
static Value emptyIterator(Evaluator &evaluator) { return evaluator.tuple({})->iterate(evaluator); }

//===-- built-in functions -------------------------------------------------------------------------------------===//

static Value iter(Call &call) {
  if (!call.given("sentinel"))
    return call.evaluator.iterate(call["object"]);
  Value function = call["object"], sentinel = call["sentinel"];
  if (!call.evaluator.isCallable(function))
    return call.evaluator.raise(DiagnosticId::typeError, "iter(v, w): v must be callable");
  auto isOver = std::make_shared<bool>(false);
  auto next = [=](Evaluator &evaluator) -> std::optional<Value> {
    if (*isOver)
      return std::nullopt;
    Value value = evaluator.call(function, {});
    if (*isOver && value) // the function went through this iterator
      return std::nullopt;
    std::optional<bool> isLast = value ? evaluator.equal(value, sentinel) : std::nullopt;
    bool isEnd = !value && isPending(evaluator, "StopIteration");
    if (isEnd)
      evaluator.clearPending();
    *isOver = isEnd || isLast.value_or(false);
    if (*isOver)
      return std::nullopt;
    return isLast ? value : nullptr;
  };
  auto reduce = [=](Evaluator &evaluator) -> Value {
    Value self = evaluator.libraryMember("builtins", "iter").value_or(nullptr);
    if (!self)
      return nullptr;
    return evaluator.tuple(
        {self, *isOver ? evaluator.tuple({evaluator.tuple({})}) : evaluator.tuple({function, sentinel})});
  };
  return call.evaluator.make<ClosureNamedIterator>("builtins", "callable_iterator", next, reduce);
}

static Value next(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Value> value;
  if (auto *iterator = llvm::dyn_cast<IteratorObject>(call["iterator"])) {
    value = iterator->next(evaluator);
  } else {
    std::optional<Value> method = call["iterator"]->getAttribute(evaluator, "__next__");
    if (!method)
      return evaluator.raise(DiagnosticId::typeError,
                             "'" + call["iterator"]->typeName(evaluator) + "' object is not an iterator");
    value = *method ? evaluator.call(*method, {}) : nullptr;
    if (!*value && call.given("default") && isPending(evaluator, "StopIteration")) {
      evaluator.clearPending();
      value = std::nullopt;
    }
  }
  if (value)
    return *value;
  if (call.given("default"))
    return call["default"];
  Value result =
      llvm::isa<IteratorObject>(call["iterator"]) ? llvm::cast<IteratorObject>(call["iterator"])->result() : nullptr;
  return library::stopIteration(evaluator, result);
}

namespace {
class Enumeration final : public NamedIterator {
public:
  Enumeration(const LibraryEntry *entry, IteratorObject *elements, Value count)
      : NamedIterator(entry->module, entry->name), entry(entry), elements(elements), count(count) {
    givesFreshTuples = true;
    parts = {nullptr, elements};
  }
  std::optional<Value> nextElement(Evaluator &evaluator) override {
    std::optional<Value> item = elements->next(evaluator);
    if (!item || !*item)
      return item;
    Value index = count;
    if (!evaluator.count())
      return Value(nullptr);
    const IntObject *small = plainInteger(index);
    count = small && small->value.low() < INT64_MAX ? evaluator.integer(small->value.low() + 1)
                                                    : evaluator.binary(BinaryOp::add, index, evaluator.integer(1));
    return count ? tupleOf(evaluator, {index, *item}) : nullptr;
  }
  Value reduce(Evaluator &evaluator) override { return reduceTo(evaluator, entry, {elements, count}); }

private:
  const LibraryEntry *entry;
  IteratorObject *elements;
  Value count;
};
} // namespace

static Value enumerate(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value start = toIndex(call.evaluator, call["start"]);
  if (!start)
    return nullptr;
  return call.evaluator.make<Enumeration>(call.entry, source, start);
}

static Value zip(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  std::optional<bool> strict = sources ? call.evaluator.truth(call["strict"]) : std::nullopt;
  if (!strict)
    return nullptr;
  auto isStrict = std::make_shared<bool>(*strict);
  auto self = std::make_shared<NamedIterator *>(nullptr);
  auto *made = makeIterator(
      call,
      [sources = *sources, isStrict, self](Evaluator &evaluator) -> std::optional<Value> {
        llvm::SmallVector<Value, 4> items;
        for (size_t i = 0; i < sources.size(); ++i) {
          std::optional<Value> item = sources[i]->next(evaluator);
          if (item && !*item)
            return item;
          if (item) {
            items.push_back(*item);
            continue;
          }
          bool strict = *isStrict;
          if (strict && i > 0)
            return Value(evaluator.raise(DiagnosticId::valueError, "zip() argument " + std::to_string(i + 1) +
                                                                       " is shorter than argument" +
                                                                       (i > 1 ? "s 1-" + std::to_string(i) : " 1")));
          for (size_t k = 1; strict && k < sources.size(); ++k) {
            std::optional<Value> more = sources[k]->next(evaluator);
            if (more)
              return Value(
                  *more ? evaluator.raise(DiagnosticId::valueError, "zip() argument " + std::to_string(k + 1) +
                                                                        " is longer than argument" +
                                                                        (k > 1 ? "s 1-" + std::to_string(k) : " 1"))
                        : Value(nullptr));
          }
          return std::nullopt;
        }
        if (items.empty())
          return std::nullopt;
        return (*self)->tupleOf(evaluator, items);
      },
      [sources = *sources, isStrict, entry = call.entry](Evaluator &evaluator) {
        return reduceTo(evaluator, entry, listOf({}, sources), *isStrict ? evaluator.boolean(true) : nullptr);
      });
  *self = made;
  made->givesFreshTuples = true;
  made->parts.assign(sources->begin(), sources->end());
  made->setStateWith = [isStrict](Evaluator &evaluator, Value state) {
    std::optional<bool> strict = evaluator.truth(state);
    *isStrict = strict.value_or(false);
    return strict.has_value();
  };
  return made;
}

static Value map(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  if (!sources)
    return nullptr;
  if (sources->empty())
    return call.evaluator.raise(DiagnosticId::argumentError, "map() must have at least two arguments");
  Value function = call["function"];
  return makeIterator(
      call,
      [sources = *sources, function](Evaluator &evaluator) -> std::optional<Value> {
        llvm::SmallVector<Value, 4> items;
        for (IteratorObject *source : sources) {
          std::optional<Value> item = source->next(evaluator);
          if (!item || !*item)
            return item;
          items.push_back(*item);
        }
        return evaluator.call(function, items);
      },
      [sources = *sources, function, entry = call.entry](Evaluator &evaluator) {
        return reduceTo(evaluator, entry, listOf({function}, sources));
      });
}

/// Elements whose `function` (None: themselves) is `wanted`.
static Value filterBy(Call &call, bool wanted) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value function = call["function"];
  return makeIterator(
      call,
      [=](Evaluator &evaluator) -> std::optional<Value> {
        while (std::optional<Value> item = source->next(evaluator)) {
          Value result = !*item || isNone(function) ? *item : evaluator.call(function, {*item});
          std::optional<bool> truth = result ? evaluator.truth(result) : std::nullopt;
          if (!truth)
            return Value(nullptr);
          if (*truth == wanted)
            return item;
        }
        return std::nullopt;
      },
      [=, entry = call.entry](Evaluator &evaluator) { return reduceTo(evaluator, entry, {function, source}); });
}
static Value filter(Call &call) { return filterBy(call, true); }
static Value filterfalse(Call &call) { return filterBy(call, false); }

static Value reversed(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value sequence = call["sequence"];
  if (auto *range = llvm::dyn_cast<RangeObject>(sequence)) {
    int64_t last = range->start + (range->count() - 1) * range->step;
    return evaluator.make<RangeObject>(last, range->start - range->step, -range->step)->iterate(evaluator);
  }
  bool isListOfOurs = llvm::isa<ListObject>(sequence) && !sequence->instancePart();
  InstancePart *part = sequence->instancePart();
  if (Value method = part ? part->instanceType->find("__reversed__") : nullptr; method && isNone(method))
    return evaluator.raise(DiagnosticId::typeError, "'" + sequence->typeName(evaluator) + "' object is not reversible");
  if (std::optional<Value> method = isListOfOurs ? std::nullopt : sequence->getAttribute(evaluator, "__reversed__"))
    return *method ? evaluator.call(*method, {}) : nullptr;
  bool isPlace = llvm::isa<SequenceObject>(sequence) || llvm::isa<BytesObject>(sequence) ||
                 llvm::isa<StrObject>(sequence) || (part && part->instanceType->find("__getitem__"));
  if (llvm::isa<IteratorObject>(sequence) || llvm::isa<SetObject>(sequence) || (part && !isPlace))
    return evaluator.raise(DiagnosticId::typeError, "'" + sequence->typeName(evaluator) + "' object is not reversible");
  auto *text = llvm::dyn_cast<StrObject>(sequence);
  if (!isPlace || (text && !text->ascii)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(sequence);
    if (!items)
      return nullptr;
    sequence = evaluator.list(std::move(*items));
  }
  std::optional<int64_t> size = evaluator.length(sequence);
  return size ? evaluator.make<PlaceIterator>(llvm::isa<ListObject>(sequence) ? "list_reverseiterator" : "reversed",
                                              sequence, *size - 1, /*backwards=*/true)
              : nullptr;
}

std::optional<bool> library::isLess(Evaluator &evaluator, Value a, Value b) {
  Value result = evaluator.compare(CompareOp::less, a, b);
  return result ? evaluator.truth(result) : std::nullopt;
}

bool library::sortValues(Evaluator &evaluator, std::vector<Value> &items, Value key, bool reverse) {
  std::vector<std::pair<Value, Value>> keyed; // key, item
  for (Value item : items) {
    Value itemKey = key ? evaluator.call(key, {item}) : item;
    if (!itemKey)
      return false;
    keyed.emplace_back(itemKey, item);
  }
  // A merge sort of our own: a comparison may fail or be inconsistent, which std::sort does not survive.
  bool failed = false;
  std::vector<std::pair<Value, Value>> buffer(keyed.size());
  for (size_t width = 1; width < keyed.size() && !failed; width *= 2) {
    for (size_t begin = 0; begin < keyed.size(); begin += 2 * width) {
      size_t middle = std::min(begin + width, keyed.size()), end = std::min(begin + 2 * width, keyed.size());
      size_t left = begin, right = middle;
      for (size_t out = begin; out < end; ++out) {
        bool takeRight = left == middle;
        if (left < middle && right < end && !failed) {
          // Stable: the right one goes first only when it is strictly before the left one.
          std::optional<bool> before = reverse ? library::isLess(evaluator, keyed[left].first, keyed[right].first)
                                               : library::isLess(evaluator, keyed[right].first, keyed[left].first);
          failed = !before;
          takeRight = before.value_or(false);
        }
        buffer[out] = takeRight ? keyed[right++] : keyed[left++];
      }
    }
    std::swap(keyed, buffer);
  }
  for (size_t i = 0; i < items.size() && !failed; ++i)
    items[i] = keyed[i].second;
  return !failed;
}

static Value sorted(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["iterable"]);
  std::optional<bool> reverse = items ? evaluator.truth(call["reverse"]) : std::nullopt;
  if (!reverse || !library::sortValues(evaluator, *items, isNone(call["key"]) ? nullptr : call["key"], *reverse))
    return nullptr;
  return evaluator.list(std::move(*items));
}

static Value extreme(Call &call, bool isMax) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> items = itemsOf(call["args"]);
  if (items.empty())
    return evaluator.raise(DiagnosticId::argumentError,
                           std::string(call.entry->name) + " expected at least 1 argument, got 0");
  if (items.size() > 1 && call.given("default"))
    return evaluator.raise(DiagnosticId::typeError, std::string("Cannot specify a default for ") + call.entry->name +
                                                        "() with multiple positional arguments");
  if (items.size() == 1) {
    std::optional<std::vector<Value>> elements = evaluator.toVector(items[0]);
    if (!elements)
      return nullptr;
    items = std::move(*elements);
    if (items.empty())
      return call.given("default")
                 ? call["default"]
                 : Value(evaluator.raise(DiagnosticId::valueError,
                                         std::string(call.entry->name) + "() arg is an empty sequence"));
  }
  if (TraceStrategy *strategy = evaluator.trace().strategy; strategy && isNone(call["key"]))
    if (std::optional<Value> recorded = strategy->extreme(evaluator, isMax, items))
      return *recorded;
  Value best = nullptr, bestKey = nullptr;
  for (Value item : items) {
    Value key = isNone(call["key"]) ? item : evaluator.call(call["key"], {item});
    if (!key)
      return nullptr;
    std::optional<bool> better = !best   ? std::optional<bool>(true)
                                 : isMax ? library::isLess(evaluator, bestKey, key)
                                         : library::isLess(evaluator, key, bestKey);
    if (!better)
      return nullptr;
    if (*better) {
      best = item;
      bestKey = key;
    }
  }
  return best;
}
static Value max(Call &call) { return extreme(call, true); }
static Value min(Call &call) { return extreme(call, false); }

static Value sum(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["iterable"]);
  if (!items)
    return nullptr;
  Value total = call["start"];
  if (llvm::isa<StrObject>(total))
    return evaluator.raise(DiagnosticId::typeError, "sum() can't sum strings [use ''.join(seq) instead]");
  if (auto *bytes = llvm::dyn_cast<BytesObject>(total))
    return evaluator.raise(DiagnosticId::typeError, bytes->isMutable
                                                        ? "sum() can't sum bytearray [use b''.join(seq) instead]"
                                                        : "sum() can't sum bytes [use b''.join(seq) instead]");
  for (Value item : *items)
    if (!(total = evaluator.binary(BinaryOp::add, total, item)))
      return nullptr;
  return total;
}

static Value anyOrAll(Call &call, bool isAny) {
  Evaluator &evaluator = call.evaluator;
  IteratorObject *source = iteratorOf(evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  while (std::optional<Value> item = source->next(evaluator)) {
    std::optional<bool> truth = *item ? evaluator.truth(*item) : std::nullopt;
    if (!truth)
      return nullptr;
    if (*truth == isAny)
      return evaluator.boolean(isAny);
  }
  return evaluator.boolean(!isAny);
}
static Value any(Call &call) { return anyOrAll(call, true); }
static Value all(Call &call) { return anyOrAll(call, false); }

//===-- itertools ----------------------------------------------------------------------------------------------===//

/// `__reduce__` of what counts through its arguments: made again, `count` elements in.
static Value reduceToAdvanced(Evaluator &evaluator, const char *name, std::vector<Value> arguments, int64_t count) {
  std::optional<Value> advance = evaluator.textMember("copyreg", "_advance");
  if (!advance || !*advance)
    return nullptr;
  return evaluator.tuple(
      {*advance, evaluator.tuple({evaluator.libraryClass("itertools", name), evaluator.tuple(std::move(arguments)),
                                  evaluator.integer(count)})});
}

static Value product(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<std::vector<Value>> pools;
  for (Value iterable : itemsOf(call["iterables"])) {
    std::optional<std::vector<Value>> items = evaluator.toVector(iterable);
    if (!items)
      return nullptr;
    pools.push_back(std::move(*items));
  }
  std::optional<int64_t> repeat = evaluator.toInt(call["repeat"], "`repeat`");
  if (!repeat)
    return nullptr;
  if (*repeat < 0 || *repeat * static_cast<int64_t>(pools.size()) > 1000)
    return evaluator.raise(DiagnosticId::valueError,
                           "`repeat` is " + std::to_string(*repeat) + ", expected a small count");
  std::vector<std::vector<Value>> once = pools;
  pools.clear();
  for (int64_t i = 0; i < *repeat; ++i)
    llvm::append_range(pools, once);
  bool isEmpty = llvm::any_of(pools, [](const auto &pool) { return pool.empty(); });
  auto positions = std::make_shared<std::vector<size_t>>(pools.size());
  auto isDone = std::make_shared<bool>(isEmpty);
  auto count = std::make_shared<int64_t>(0);
  return makeIterator(
      call,
      [pools, positions, isDone, count](Evaluator &evaluator) -> std::optional<Value> {
        if (*isDone)
          return std::nullopt;
        std::vector<Value> items;
        for (size_t i = 0; i < pools.size(); ++i)
          items.push_back(pools[i][(*positions)[i]]);
        size_t i = pools.size();
        while (i > 0 && ++(*positions)[i - 1] == pools[i - 1].size())
          (*positions)[--i] = 0;
        *isDone = i == 0;
        ++*count;
        return evaluator.tuple(std::move(items));
      },
      [pools, count](Evaluator &evaluator) {
        std::vector<Value> lists;
        for (const std::vector<Value> &pool : pools)
          lists.push_back(evaluator.tuple(pool));
        return reduceToAdvanced(evaluator, "product", lists, *count);
      });
}

static Value chainOver(Evaluator &evaluator, Value sources) {
  struct State {
    IteratorObject *sources, *current = nullptr;
  };
  auto state = std::make_shared<State>(State{llvm::cast<IteratorObject>(sources)});
  auto next = [state](Evaluator &evaluator) -> std::optional<Value> {
    while (state->sources) {
      if (!state->current) {
        std::optional<Value> source = state->sources->next(evaluator);
        if (!source || !*source) {
          state->sources = nullptr;
          return source;
        }
        state->current = iteratorOf(evaluator, *source);
        if (!state->current) {
          state->sources = nullptr;
          return Value(nullptr);
        }
      }
      if (std::optional<Value> item = state->current->next(evaluator))
        return item;
      state->current = nullptr;
    }
    return std::nullopt;
  };
  auto *made = evaluator.make<ClosureNamedIterator>("itertools", "chain", next, [state](Evaluator &evaluator) -> Value {
    std::vector<Value> parts{evaluator.libraryClass("itertools", "chain"), evaluator.tuple({})};
    if (state->sources)
      parts.push_back(evaluator.tuple(state->current ? std::vector<Value>{state->sources, state->current}
                                                     : std::vector<Value>{state->sources}));
    return evaluator.tuple(std::move(parts));
  });
  made->setStateWith = [state](Evaluator &evaluator, Value given) -> bool {
    auto *parts = llvm::dyn_cast<TupleObject>(given);
    if (!parts)
      return evaluator.raise(DiagnosticId::typeError, "state is not a tuple"), false;
    if (parts->items.empty() || parts->items.size() > 2)
      return evaluator.raise(DiagnosticId::argumentError,
                             "function takes at " +
                                 std::string(parts->items.empty() ? "least 1 argument" : "most 2 arguments") + " (" +
                                 std::to_string(parts->items.size()) + " given)"),
             false;
    for (Value part : parts->items)
      if (!llvm::isa<IteratorObject>(part))
        return evaluator.raise(DiagnosticId::typeError, "Arguments must be iterators."), false;
    *state = {llvm::cast<IteratorObject>(parts->items[0]),
              parts->items.size() > 1 ? llvm::cast<IteratorObject>(parts->items[1]) : nullptr};
    return true;
  };
  return made;
}
static Value chain(Call &call) { return chainOver(call.evaluator, iteratorOf(call.evaluator, call["iterables"])); }
static Value chainFromIterable(Call &call) {
  IteratorObject *sources = iteratorOf(call.evaluator, call["iterable"]);
  return sources ? chainOver(call.evaluator, sources) : nullptr;
}

static Value count(Call &call) {
  for (llvm::StringRef name : {"start", "step"})
    if (!llvm::isa<NumberObject, ComplexObject, ArrayObject>(call[name]) &&
        !call.evaluator.hasAttribute(call[name], "__float__") && !call.evaluator.hasAttribute(call[name], "__index__"))
      return call.evaluator.raise(DiagnosticId::typeError, "a number is required");
  auto value = std::make_shared<Value>(call["start"]);
  Value step = call["step"];
  bool isPlain = llvm::isa<IntObject>(step) && llvm::cast<IntObject>(step)->value == Integer(1);
  auto arguments = [=]() { return isPlain ? std::vector<Value>{*value} : std::vector<Value>{*value, step}; };
  auto *made = makeIterator(
      call,
      [value, step](Evaluator &evaluator) -> std::optional<Value> {
        Value current = *value;
        Value following = evaluator.binary(BinaryOp::add, current, step);
        if (!following)
          return Value(nullptr);
        *value = following;
        return current;
      },
      [=, entry = call.entry](Evaluator &evaluator) { return reduceTo(evaluator, entry, arguments()); });
  made->show = [=](Evaluator &evaluator) -> std::optional<std::string> {
    std::optional<std::string> text = evaluator.repr(*value), by = isPlain ? std::string() : evaluator.repr(step);
    return text && by ? std::optional<std::string>("count(" + *text + (isPlain ? "" : ", " + *by) + ")") : std::nullopt;
  };
  return made;
}

static Value repeat(Call &call) {
  Value object = call["object"];
  bool isEndless = !call.given("times");
  std::optional<int64_t> times =
      isEndless ? std::optional<int64_t>(INT64_MAX) : call.evaluator.toInt(call["times"], "`times`");
  if (!times)
    return nullptr;
  auto left = std::make_shared<int64_t>(std::max<int64_t>(*times, 0));
  auto *made = makeIterator(
      call,
      [=](Evaluator &) -> std::optional<Value> {
        if (*left <= 0)
          return std::nullopt;
        *left -= !isEndless;
        return object;
      },
      [=, entry = call.entry](Evaluator &evaluator) {
        return reduceTo(evaluator, entry,
                        isEndless ? std::vector<Value>{object} : std::vector<Value>{object, evaluator.integer(*left)});
      },
      [=](Evaluator &evaluator) -> Value {
        return isEndless ? Value(evaluator.raise(DiagnosticId::typeError, "len() of unsized object"))
                         : evaluator.integer(*left);
      });
  made->show = [=](Evaluator &evaluator) -> std::optional<std::string> {
    std::optional<std::string> text = evaluator.repr(object);
    return text ? std::optional<std::string>("repeat(" + *text + (isEndless ? "" : ", " + std::to_string(*left)) + ")")
                : std::nullopt;
  };
  return made;
}

static Value cycle(Call &call) {
  struct State {
    IteratorObject *source;
    std::vector<Value> saved;
    size_t place = 0;
    bool isSaved = false; // what the source gives now has been kept before
  };
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto state = std::make_shared<State>(State{source, {}});
  auto *made = makeIterator(
      call,
      [state](Evaluator &evaluator) -> std::optional<Value> {
        if (state->source) {
          std::optional<Value> item = state->source->next(evaluator);
          if (item) {
            if (*item && !state->isSaved)
              state->saved.push_back(*item);
            return item;
          }
          state->source = nullptr;
        }
        if (state->saved.empty())
          return std::nullopt;
        return state->saved[state->place++ % state->saved.size()];
      },
      [state, entry = call.entry](Evaluator &evaluator) -> Value {
        Value saved = evaluator.list(state->saved);
        if (state->source)
          return reduceTo(evaluator, entry, {state->source},
                          evaluator.tuple({saved, evaluator.boolean(state->isSaved)}));
        std::vector<Value> rest;
        if (!state->saved.empty())
          rest.assign(state->saved.begin() + static_cast<ptrdiff_t>(state->place % state->saved.size()),
                      state->saved.end());
        return reduceTo(evaluator, entry, {evaluator.list(std::move(rest))->iterate(evaluator)},
                        evaluator.tuple({saved, evaluator.boolean(true)}));
      });
  made->setStateWith = [state](Evaluator &evaluator, Value given) -> bool {
    auto *parts = llvm::dyn_cast<TupleObject>(given);
    auto *saved = parts && parts->items.size() == 2 ? llvm::dyn_cast<ListObject>(parts->items[0]) : nullptr;
    std::optional<int64_t> isSaved = saved ? evaluator.toInt(parts->items[1], "the state") : std::nullopt;
    if (!isSaved) {
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::typeError,
                             parts ? "the state of a cycle is a list and a number" : "state is not a tuple"),
             false;
    }
    state->saved = saved->items;
    state->isSaved = *isSaved != 0;
    return true;
  };
  return made;
}

static Value islice(Call &call) {
  Evaluator &evaluator = call.evaluator;
  const std::vector<Value> &arguments = itemsOf(call["args"]);
  if (arguments.empty() || arguments.size() > 3)
    return evaluator.raise(DiagnosticId::argumentError,
                           "islice expected 2 to 4 arguments, got " + std::to_string(arguments.size() + 1));
  int64_t bounds[] = {0, INT64_MAX, 1};
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (isNone(arguments[i]))
      continue;
    std::optional<int64_t> bound = evaluator.toInt(arguments[i], "a bound of islice()");
    if (!bound && (isPending(evaluator, "TypeError") || isPending(evaluator, "ValueError"))) {
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::valueError,
                             arguments.size() == 1
                                 ? "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
                                 : "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
    }
    if (!bound)
      return nullptr;
    bounds[arguments.size() == 1 ? 1 : i] = *bound;
  }
  if (bounds[0] < 0 || bounds[1] < 0 || bounds[2] < 1)
    return evaluator.raise(DiagnosticId::valueError,
                           bounds[2] < 1 ? "Step for islice() must be a positive integer or None."
                           : arguments.size() == 1
                               ? "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
                               : "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  IteratorObject *source = iteratorOf(evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto position = std::make_shared<int64_t>(0);
  auto wanted = std::make_shared<int64_t>(bounds[0]);
  auto isOver = std::make_shared<bool>(false);
  return makeIterator(
      call,
      [=, stop = bounds[1], step = bounds[2]](Evaluator &evaluator) -> std::optional<Value> {
        while (!*isOver && (*wanted < stop ||
                            *position < stop)) { // what lies before the end is taken from the source, wanted or not
          std::optional<Value> item = source->next(evaluator);
          if (!item || !*item) {
            *isOver = true;
            return item;
          }
          if ((*position)++ == *wanted) {
            *wanted = step > INT64_MAX - *wanted ? INT64_MAX : *wanted + step;
            *wanted = std::min(*wanted, stop);
            return item;
          }
        }
        *isOver = true;
        return std::nullopt;
      },
      [=, stop = bounds[1], step = bounds[2], entry = call.entry](Evaluator &evaluator) -> Value {
        if (*isOver)
          return reduceTo(evaluator, entry, {emptyIterator(evaluator), evaluator.integer(0)});
        Value end = stop == INT64_MAX ? evaluator.none() : evaluator.integer(std::max<int64_t>(stop - *position, 0));
        return reduceTo(
            evaluator, entry,
            {source, evaluator.integer(std::max<int64_t>(*wanted - *position, 0)), end, evaluator.integer(step)});
      });
}

static Value accumulate(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value function = call["func"];
  auto total = std::make_shared<Value>(isNone(call["initial"]) ? nullptr : call["initial"]);
  auto isFirst = std::make_shared<bool>(*total != nullptr);
  auto *made = makeIterator(
      call,
      [=](Evaluator &evaluator) -> std::optional<Value> {
        if (*isFirst) {
          *isFirst = false;
          return *total;
        }
        std::optional<Value> item = source->next(evaluator);
        if (!item || !*item)
          return item;
        if (!*total)
          *total = *item;
        else
          *total = isNone(function) ? evaluator.binary(BinaryOp::add, *total, *item)
                                    : evaluator.call(function, {*total, *item});
        return *total;
      },
      [=, entry = call.entry](Evaluator &evaluator) -> Value {
        if (!*isFirst && *total &&
            isNone(*total)) { // a state of None is none: the sum so far is an element more, which is skipped
          Value chained =
              evaluator.call(evaluator.libraryClass("itertools", "chain"), {evaluator.list({*total}), source});
          Value again = chained ? evaluator.call(evaluator.libraryClass("itertools", "accumulate"), {chained, function})
                                : nullptr;
          return again ? evaluator.tuple({evaluator.libraryClass("itertools", "islice"),
                                          evaluator.tuple({again, evaluator.integer(1), evaluator.none()})})
                       : nullptr;
        }
        if (!*isFirst)
          return reduceTo(evaluator, entry, {source, function}, *total);
        Value chained =
            evaluator.call(evaluator.libraryClass("itertools", "chain"), {evaluator.tuple({*total}), source});
        return chained ? reduceTo(evaluator, entry, {chained, function}) : nullptr;
      });
  made->setStateWith = [=](Evaluator &, Value state) {
    *total = state;
    *isFirst = false;
    return true;
  };
  return made;
}

static Value zipLongest(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  if (!sources)
    return nullptr;
  Value fill = call["fillvalue"];
  auto open = std::make_shared<std::vector<IteratorObject *>>(*sources);
  return makeIterator(
      call,
      [open, fill](Evaluator &evaluator) -> std::optional<Value> {
        std::vector<Value> items;
        for (IteratorObject *&source : *open) {
          std::optional<Value> item = source ? source->next(evaluator) : std::nullopt;
          if (item && !*item)
            return item;
          if (!item)
            source = nullptr;
          items.push_back(item ? *item : fill);
        }
        if (llvm::all_of(*open, [](IteratorObject *source) { return !source; }))
          return std::nullopt;
        return evaluator.tuple(std::move(items));
      },
      [open, fill](Evaluator &evaluator) -> Value {
        std::optional<Value> make = evaluator.textMember("copyreg", "_zip_longest");
        std::vector<Value> sources{fill};
        for (IteratorObject *source : *open)
          sources.push_back(source ? Value(source) : evaluator.tuple({}));
        return make && *make ? evaluator.tuple({*make, evaluator.tuple(std::move(sources))}) : nullptr;
      });
}

/// All index lists of length `r` from `n` in lexicographic order: `next` is false at the end.
static Value arrange(Call &call, bool ordered, bool replacement) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> pool = evaluator.toVector(call["iterable"]);
  if (!pool)
    return nullptr;
  int64_t n = static_cast<int64_t>(pool->size());
  std::optional<int64_t> r = isNone(call["r"]) ? std::optional<int64_t>(n) : evaluator.toInt(call["r"], "`r`");
  if (!r)
    return nullptr;
  if (*r < 0)
    return evaluator.raise(DiagnosticId::valueError, "r must be non-negative");
  if (*r > 1000)
    return evaluator.raise(DiagnosticId::valueError, "`r` is " + std::to_string(*r) + ", which is too large");
  auto indices = std::make_shared<std::vector<int64_t>>();
  auto isStarted = std::make_shared<bool>(false), isOver = std::make_shared<bool>(false);
  // Counts upwards like a number in base n and takes what fits the rule; each digit starts at the smallest that may.
  auto fits = [ordered, replacement](const std::vector<int64_t> &list, size_t upTo) {
    for (size_t k = 0; k < upTo; ++k) {
      if (ordered ? list[k] == list[upTo] : replacement ? list[k] > list[upTo] : list[k] >= list[upTo])
        return false;
    }
    return true;
  };
  auto count = std::make_shared<int64_t>(0);
  return makeIterator(
      call,
      [=, pool = *pool, r = *r](Evaluator &evaluator) -> std::optional<Value> {
        if (*isOver)
          return std::nullopt;
        std::vector<int64_t> &list = *indices;
        size_t depth;
        if (!*isStarted) {
          *isStarted = true;
          depth = 0;
          list.assign(static_cast<size_t>(r), -1);
          if (r == 0)
            return ++*count, evaluator.tuple({});
        } else {
          if (r == 0)
            return std::nullopt;
          depth = static_cast<size_t>(r) - 1;
        }
        while (true) {
          if (!evaluator.step())
            return Value(nullptr);
          if (++list[depth] >= n) {
            list[depth] = -1;
            *isOver = depth == 0;
            if (*isOver)
              return std::nullopt;
            --depth;
            continue;
          }
          if (!fits(list, depth))
            continue;
          if (++depth == static_cast<size_t>(r))
            break;
        }
        std::vector<Value> items;
        for (int64_t index : list)
          items.push_back(pool[static_cast<size_t>(index)]);
        ++*count;
        return evaluator.tuple(std::move(items));
      },
      [=, pool = *pool, r = *r, entry = call.entry](Evaluator &evaluator) {
        return reduceToAdvanced(evaluator, entry->name, {evaluator.tuple(pool), evaluator.integer(r)}, *count);
      });
}
static Value permutations(Call &call) { return arrange(call, true, false); }
static Value combinations(Call &call) { return arrange(call, false, false); }
static Value combinationsWithReplacement(Call &call) { return arrange(call, false, true); }

static Value starmap(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value function = call["function"];
  return makeIterator(
      call,
      [=](Evaluator &evaluator) -> std::optional<Value> {
        std::optional<Value> item = source->next(evaluator);
        if (!item || !*item)
          return item;
        std::optional<std::vector<Value>> arguments = evaluator.toVector(*item);
        return arguments ? evaluator.call(function, *arguments) : nullptr;
      },
      [=, entry = call.entry](Evaluator &evaluator) { return reduceTo(evaluator, entry, {function, source}); });
}

static Value takeOrDropWhile(Call &call, bool take) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value predicate = call["predicate"];
  auto isOver = std::make_shared<bool>(false);
  auto *made = makeIterator(
      call,
      [=](Evaluator &evaluator) -> std::optional<Value> {
        if (take && *isOver)
          return std::nullopt;
        while (std::optional<Value> item = source->next(evaluator)) {
          if (!*item || *isOver)
            return item;
          Value result = evaluator.call(predicate, {*item});
          std::optional<bool> truth = result ? evaluator.truth(result) : std::nullopt;
          if (!truth)
            return Value(nullptr);
          *isOver = !*truth;
          if (take)
            return *truth ? item : std::nullopt;
          if (!*truth)
            return item;
        }
        return std::nullopt;
      },
      [=, entry = call.entry](Evaluator &evaluator) {
        return reduceTo(evaluator, entry, {predicate, source}, evaluator.boolean(*isOver));
      });
  made->setStateWith = [isOver](Evaluator &evaluator, Value state) {
    std::optional<bool> over = evaluator.truth(state);
    *isOver = over.value_or(false);
    return over.has_value();
  };
  return made;
}
static Value takewhile(Call &call) { return takeOrDropWhile(call, true); }
static Value dropwhile(Call &call) { return takeOrDropWhile(call, false); }

static Value pairwise(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto last = std::make_shared<Value>(nullptr);
  return makeIterator(call, [=](Evaluator &evaluator) -> std::optional<Value> {
    while (true) {
      std::optional<Value> item = source->next(evaluator);
      if (!item || !*item)
        return item;
      Value before = std::exchange(*last, *item);
      if (before)
        return evaluator.tuple({before, *item});
    }
  });
}

//===-- what all iterators have ---------------------------------------------------------------------------------===//

static NamedIterator *iteratorSelf(Call &call) {
  return static_cast<NamedIterator *>(llvm::cast<IteratorObject>(call.self));
}
static Value iteratorItself(Call &call) { return call.self; }
static Value iteratorNext(Call &call) {
  std::optional<Value> value = iteratorSelf(call)->next(call.evaluator);
  return value ? *value : library::stopIteration(call.evaluator, nullptr);
}
static Value iteratorReduce(Call &call) {
  Value reduced = iteratorSelf(call)->reduce(call.evaluator);
  auto *parts = llvm::dyn_cast_or_null<TupleObject>(reduced);
  if (InstancePart *part = call.self->instancePart();
      part && parts && llvm::isa<ClassObject>(parts->items[0])) // a class that derives from it
    parts->items[0] = part->instanceType;
  return reduced;
}
static Value iteratorSetState(Call &call) {
  return iteratorSelf(call)->setState(call.evaluator, call["state"]) ? call.evaluator.none() : nullptr;
}
static Value iteratorHint(Call &call) { return iteratorSelf(call)->lengthHint(call.evaluator); }

#define TESSERA_ITERATOR(type)                                                                                         \
  {type, "__iter__", EntryKind::method, "()", "The iterator itself.", iteratorItself},                                 \
      {type, "__next__", EntryKind::method, "()", "The next element.", iteratorNext}, {                                \
    type, "__reduce__", EntryKind::method, "()", "How it is made again, where it stands.", iteratorReduce              \
  }
#define TESSERA_SET_STATE(type)                                                                                        \
  {type, "__setstate__", EntryKind::method, "(state, /)", "Puts it where another one stood.", iteratorSetState}
#define TESSERA_HINT(type)                                                                                             \
  {type, "__length_hint__", EntryKind::method, "()", "How many elements are left.", iteratorHint}
#define TESSERA_PLACE(type) TESSERA_ITERATOR(type), TESSERA_SET_STATE(type), TESSERA_HINT(type)
#define TESSERA_HINTED(type) TESSERA_ITERATOR(type), TESSERA_HINT(type)
static constexpr LibraryEntry entries[] = {
    TESSERA_PLACE("list_iterator"),
    TESSERA_PLACE("tuple_iterator"),
    TESSERA_PLACE("range_iterator"),
    TESSERA_PLACE("str_iterator"),
    TESSERA_PLACE("str_ascii_iterator"),
    TESSERA_PLACE("bytes_iterator"),
    TESSERA_PLACE("bytearray_iterator"),
    TESSERA_PLACE("list_reverseiterator"),
    TESSERA_PLACE("reversed"),
    TESSERA_PLACE("sequence_iterator"),
    TESSERA_HINTED("set_iterator"),
    TESSERA_HINTED("dict_keyiterator"),
    TESSERA_HINTED("dict_valueiterator"),
    TESSERA_HINTED("dict_itemiterator"),
    TESSERA_HINTED("dict_reversekeyiterator"),
    TESSERA_HINTED("dict_reversevalueiterator"),
    TESSERA_HINTED("dict_reverseitemiterator"),
    TESSERA_ITERATOR("callable_iterator"),
    TESSERA_ITERATOR("enumerate"),
    TESSERA_ITERATOR("map"),
    TESSERA_ITERATOR("filter"),
    TESSERA_ITERATOR("zip"),
    TESSERA_SET_STATE("zip"),
    TESSERA_ITERATOR("itertools.product"),
    TESSERA_ITERATOR("itertools.chain"),
    TESSERA_SET_STATE("itertools.chain"),
    TESSERA_ITERATOR("itertools.count"),
    TESSERA_HINTED("itertools.repeat"),
    TESSERA_ITERATOR("itertools.cycle"),
    TESSERA_SET_STATE("itertools.cycle"),
    TESSERA_ITERATOR("itertools.islice"),
    TESSERA_ITERATOR("itertools.accumulate"),
    TESSERA_SET_STATE("itertools.accumulate"),
    TESSERA_ITERATOR("itertools.zip_longest"),
    TESSERA_ITERATOR("itertools.permutations"),
    TESSERA_ITERATOR("itertools.combinations"),
    TESSERA_ITERATOR("itertools.combinations_with_replacement"),
    TESSERA_ITERATOR("itertools.starmap"),
    TESSERA_ITERATOR("itertools.filterfalse"),
    TESSERA_ITERATOR("itertools.takewhile"),
    TESSERA_SET_STATE("itertools.takewhile"),
    TESSERA_ITERATOR("itertools.dropwhile"),
    TESSERA_SET_STATE("itertools.dropwhile"),
    TESSERA_ITERATOR("itertools.pairwise"),
    {"builtins", "iter", EntryKind::function, "(object, sentinel=None, /)", "An iterator over the object.", iter},
    {"builtins", "next", EntryKind::function, "(iterator, default=None, /)", "The iterator's next element.", next},
    {"builtins", "enumerate", EntryKind::type, "(iterable, start=0)", "Pairs of a count and an element.", enumerate},
    {"builtins", "zip", EntryKind::type, "(*iterables, strict=False)", "Tuples of the elements at the same place.",
     zip},
    {"builtins", "map", EntryKind::type, "(function, /, *iterables)", "The function's results for each element.", map},
    {"builtins", "filter", EntryKind::type, "(function, iterable, /)", "The elements for which the function is true.",
     filter},
    {"builtins", "reversed", EntryKind::type, "(sequence, /)", "The elements from last to first.", reversed},
    {"builtins", "sorted", EntryKind::function, "(iterable, /, *, key=None, reverse=False)",
     "A sorted list of the elements.", sorted},
    {"builtins", "max", EntryKind::function, "(*args, key=None, default=None)",
     "The largest of the arguments or of one iterable.", max},
    {"builtins", "min", EntryKind::function, "(*args, key=None, default=None)",
     "The smallest of the arguments or of one iterable.", min},
    {"builtins", "sum", EntryKind::function, "(iterable, /, start=0)", "The elements' sum.", sum},
    {"builtins", "any", EntryKind::function, "(iterable, /)", "Whether some element is true.", any},
    {"builtins", "all", EntryKind::function, "(iterable, /)", "Whether every element is true.", all},
    {"itertools", "product", EntryKind::type, "(*iterables, repeat=1)", "All tuples with one element of each.",
     product},
    {"itertools", "chain", EntryKind::type, "(*iterables)", "The elements of one after the other.", chain},
    {"itertools.chain", "from_iterable", EntryKind::function, "(iterable, /)", "The elements of each element.",
     chainFromIterable},
    {"itertools", "count", EntryKind::type, "(start=0, step=1)", "Numbers without end.", count},
    {"itertools", "repeat", EntryKind::type, "(object, times=None)", "The same object again and again.", repeat},
    {"itertools", "cycle", EntryKind::type, "(iterable, /)", "The elements again and again.", cycle},
    {"itertools", "islice", EntryKind::type, "(iterable, /, *args)", "A slice of an iterator.", islice},
    {"itertools", "accumulate", EntryKind::type, "(iterable, func=None, *, initial=None)", "Running totals.",
     accumulate},
    {"itertools", "zip_longest", EntryKind::type, "(*iterables, fillvalue=None)", "Tuples until the longest ends.",
     zipLongest},
    {"itertools", "permutations", EntryKind::type, "(iterable, r=None)", "All orders of `r` elements.", permutations},
    {"itertools", "combinations", EntryKind::type, "(iterable, r)", "All choices of `r` elements.", combinations},
    {"itertools", "combinations_with_replacement", EntryKind::type, "(iterable, r)",
     "All choices of `r` elements, repeats allowed.", combinationsWithReplacement},
    {"itertools", "starmap", EntryKind::type, "(function, iterable, /)",
     "The function's results for each tuple of arguments.", starmap},
    {"itertools", "filterfalse", EntryKind::type, "(function, iterable, /)",
     "The elements for which the function is false.", filterfalse},
    {"itertools", "takewhile", EntryKind::type, "(predicate, iterable, /)", "Elements up to the first that fails.",
     takewhile},
    {"itertools", "dropwhile", EntryKind::type, "(predicate, iterable, /)", "Elements from the first that fails.",
     dropwhile},
    {"itertools", "pairwise", EntryKind::type, "(iterable, /)", "Pairs of neighbours.", pairwise},
};

llvm::ArrayRef<LibraryEntry> library::iterationEntries() { return entries; }
