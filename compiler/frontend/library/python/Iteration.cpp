// SPDX-License-Identifier: Apache-2.0
// Functions over iterables, and `itertools`. Everything that Python does lazily is lazy here.
#include "compiler/frontend/evaluate/Exceptions.h"
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

//===-- built-in functions -------------------------------------------------------------------------------------===//

static Value iter(Call &call) {
  if (!call.given("sentinel"))
    return call.evaluator.iterate(call["object"]);
  Value function = call["object"], sentinel = call["sentinel"];
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
    Value value = evaluator.call(function, {});
    std::optional<bool> isLast = value ? evaluator.equal(value, sentinel) : std::nullopt;
    if (!isLast)
      return Value(nullptr);
    return *isLast ? std::nullopt : std::optional<Value>(value);
  });
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

static Value enumerate(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto count = std::make_shared<Value>(call["start"]);
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
    std::optional<Value> item = source->next(evaluator);
    if (!item || !*item)
      return item;
    Value index = *count;
    *count = evaluator.binary(BinaryOp::add, index, evaluator.integer(1));
    return *count ? Value(evaluator.tuple({index, *item})) : nullptr;
  });
}

static Value zip(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  std::optional<bool> strict = sources ? call.evaluator.truth(call["strict"]) : std::nullopt;
  if (!strict)
    return nullptr;
  return call.evaluator.iteratorFrom([sources = *sources,
                                      strict = *strict](Evaluator &evaluator) -> std::optional<Value> {
    std::vector<Value> items;
    for (size_t i = 0; i < sources.size(); ++i) {
      std::optional<Value> item = sources[i]->next(evaluator);
      if (item && !*item)
        return item;
      if (item) {
        items.push_back(*item);
        continue;
      }
      if (strict && i > 0)
        return Value(evaluator.raise(DiagnosticId::valueError,
                                     "zip() argument " + std::to_string(i + 1) + " is shorter than argument 1"));
      for (size_t k = 1; strict && k < sources.size(); ++k) {
        std::optional<Value> more = sources[k]->next(evaluator);
        if (more)
          return Value(*more ? evaluator.raise(DiagnosticId::valueError,
                                               "zip() argument " + std::to_string(k + 1) + " is longer than argument 1")
                             : Value(nullptr));
      }
      return std::nullopt;
    }
    if (items.empty())
      return std::nullopt;
    return evaluator.tuple(std::move(items));
  });
}

static Value map(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  if (!sources)
    return nullptr;
  if (sources->empty())
    return call.evaluator.raise(DiagnosticId::argumentError, "map() must have at least two arguments");
  Value function = call["function"];
  return call.evaluator.iteratorFrom([sources = *sources, function](Evaluator &evaluator) -> std::optional<Value> {
    llvm::SmallVector<Value, 4> items;
    for (IteratorObject *source : sources) {
      std::optional<Value> item = source->next(evaluator);
      if (!item || !*item)
        return item;
      items.push_back(*item);
    }
    return evaluator.call(function, items);
  });
}

/// Elements whose `function` (None: themselves) is `wanted`.
static Value filterBy(Call &call, bool wanted) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value function = call["function"];
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
    while (std::optional<Value> item = source->next(evaluator)) {
      Value result = !*item || isNone(function) ? *item : evaluator.call(function, {*item});
      std::optional<bool> truth = result ? evaluator.truth(result) : std::nullopt;
      if (!truth)
        return Value(nullptr);
      if (*truth == wanted)
        return item;
    }
    return std::nullopt;
  });
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
  if (std::optional<Value> method = sequence->instancePart() || llvm::isa<ClassObject>(sequence)
                                        ? sequence->getAttribute(evaluator, "__reversed__")
                                        : std::nullopt)
    return *method ? evaluator.call(*method, {}) : nullptr;
  if (llvm::isa<IteratorObject>(sequence) || llvm::isa<SetObject>(sequence))
    return evaluator.raise(DiagnosticId::typeError, "'" + sequence->typeName(evaluator) + "' object is not reversible");
  std::optional<std::vector<Value>> items = evaluator.toVector(sequence);
  if (!items)
    return nullptr;
  std::reverse(items->begin(), items->end());
  return evaluator.iteratorOver(std::move(*items));
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
  return evaluator.iteratorFrom([pools, positions, isDone](Evaluator &evaluator) -> std::optional<Value> {
    if (*isDone)
      return std::nullopt;
    std::vector<Value> items;
    for (size_t i = 0; i < pools.size(); ++i)
      items.push_back(pools[i][(*positions)[i]]);
    size_t i = pools.size();
    while (i > 0 && ++(*positions)[i - 1] == pools[i - 1].size())
      (*positions)[--i] = 0;
    *isDone = i == 0;
    return evaluator.tuple(std::move(items));
  });
}

static Value chainOver(Evaluator &evaluator, IteratorObject *sources) {
  auto current = std::make_shared<IteratorObject *>(nullptr);
  return evaluator.iteratorFrom([sources, current](Evaluator &evaluator) -> std::optional<Value> {
    while (true) {
      if (!*current) {
        std::optional<Value> source = sources->next(evaluator);
        if (!source || !*source)
          return source;
        *current = iteratorOf(evaluator, *source);
        if (!*current)
          return Value(nullptr);
      }
      if (std::optional<Value> item = (*current)->next(evaluator))
        return item;
      *current = nullptr;
    }
  });
}
static Value chain(Call &call) { return chainOver(call.evaluator, iteratorOf(call.evaluator, call["iterables"])); }
static Value chainFromIterable(Call &call) {
  IteratorObject *sources = iteratorOf(call.evaluator, call["iterable"]);
  return sources ? chainOver(call.evaluator, sources) : nullptr;
}

static Value count(Call &call) {
  auto value = std::make_shared<Value>(call["start"]);
  Value step = call["step"];
  return call.evaluator.iteratorFrom([value, step](Evaluator &evaluator) -> std::optional<Value> {
    Value current = *value;
    *value = evaluator.binary(BinaryOp::add, current, step);
    return *value ? current : nullptr;
  });
}

static Value repeat(Call &call) {
  Value object = call["object"];
  std::optional<int64_t> times =
      isNone(call["times"]) ? std::optional<int64_t>(-1) : call.evaluator.toInt(call["times"], "`times`");
  if (!times)
    return nullptr;
  auto left = std::make_shared<int64_t>(isNone(call["times"]) ? INT64_MAX : std::max<int64_t>(*times, 0));
  return call.evaluator.iteratorFrom([object, left](Evaluator &) -> std::optional<Value> {
    return (*left)-- > 0 ? std::optional<Value>(object) : std::nullopt;
  });
}

static Value cycle(Call &call) {
  std::optional<std::vector<Value>> items = call.evaluator.toVector(call["iterable"]);
  if (!items)
    return nullptr;
  auto position = std::make_shared<size_t>(0);
  return call.evaluator.iteratorFrom([items = *items, position](Evaluator &) -> std::optional<Value> {
    if (items.empty())
      return std::nullopt;
    return items[(*position)++ % items.size()];
  });
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
    if (!bound)
      return nullptr;
    bounds[arguments.size() == 1 ? 1 : i] = *bound;
  }
  if (bounds[0] < 0 || bounds[1] < 0 || bounds[2] < 1)
    return evaluator.raise(DiagnosticId::valueError,
                           "indices for islice() must be None or non-negative integers, and the step positive");
  IteratorObject *source = iteratorOf(evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto position = std::make_shared<int64_t>(0);
  auto wanted = std::make_shared<int64_t>(bounds[0]);
  return evaluator.iteratorFrom([=, stop = bounds[1], step = bounds[2]](Evaluator &evaluator) -> std::optional<Value> {
    if (*wanted >= stop)
      return std::nullopt;
    while (true) {
      std::optional<Value> item = source->next(evaluator);
      if (!item || !*item)
        return item;
      if ((*position)++ == *wanted) {
        *wanted = step > INT64_MAX - *wanted ? INT64_MAX : *wanted + step;
        return item;
      }
    }
  });
}

static Value accumulate(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value function = call["func"];
  auto total = std::make_shared<Value>(isNone(call["initial"]) ? nullptr : call["initial"]);
  auto isFirst = std::make_shared<bool>(*total != nullptr);
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
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
      *total =
          isNone(function) ? evaluator.binary(BinaryOp::add, *total, *item) : evaluator.call(function, {*total, *item});
    return *total;
  });
}

static Value zipLongest(Call &call) {
  std::optional<std::vector<IteratorObject *>> sources = iteratorsOf(call.evaluator, itemsOf(call["iterables"]));
  if (!sources)
    return nullptr;
  Value fill = call["fillvalue"];
  auto open = std::make_shared<std::vector<IteratorObject *>>(*sources);
  return call.evaluator.iteratorFrom([open, fill](Evaluator &evaluator) -> std::optional<Value> {
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
  auto isStarted = std::make_shared<bool>(false);
  // Counts upwards like a number in base n and takes what fits the rule; each digit starts at the smallest that may.
  auto fits = [ordered, replacement](const std::vector<int64_t> &list, size_t upTo) {
    for (size_t k = 0; k < upTo; ++k) {
      if (ordered ? list[k] == list[upTo] : replacement ? list[k] > list[upTo] : list[k] >= list[upTo])
        return false;
    }
    return true;
  };
  return evaluator.iteratorFrom([=, pool = *pool, r = *r](Evaluator &evaluator) -> std::optional<Value> {
    std::vector<int64_t> &list = *indices;
    size_t depth;
    if (!*isStarted) {
      *isStarted = true;
      depth = 0;
      list.assign(static_cast<size_t>(r), -1);
      if (r == 0)
        return evaluator.tuple({});
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
        if (depth == 0)
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
    return evaluator.tuple(std::move(items));
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
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
    std::optional<Value> item = source->next(evaluator);
    if (!item || !*item)
      return item;
    std::optional<std::vector<Value>> arguments = evaluator.toVector(*item);
    return arguments ? evaluator.call(function, *arguments) : nullptr;
  });
}

static Value takeOrDropWhile(Call &call, bool take) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  Value predicate = call["predicate"];
  auto isOver = std::make_shared<bool>(false);
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
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
  });
}
static Value takewhile(Call &call) { return takeOrDropWhile(call, true); }
static Value dropwhile(Call &call) { return takeOrDropWhile(call, false); }

static Value pairwise(Call &call) {
  IteratorObject *source = iteratorOf(call.evaluator, call["iterable"]);
  if (!source)
    return nullptr;
  auto last = std::make_shared<Value>(nullptr);
  return call.evaluator.iteratorFrom([=](Evaluator &evaluator) -> std::optional<Value> {
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

static constexpr LibraryEntry entries[] = {
    {"builtins", "iter", EntryKind::function, "(object, sentinel=None, /)", "An iterator over the object.", iter},
    {"builtins", "next", EntryKind::function, "(iterator, default=None, /)", "The iterator's next element.", next},
    {"builtins", "enumerate", EntryKind::function, "(iterable, start=0)", "Pairs of a count and an element.",
     enumerate},
    {"builtins", "zip", EntryKind::function, "(*iterables, strict=False)", "Tuples of the elements at the same place.",
     zip},
    {"builtins", "map", EntryKind::function, "(function, /, *iterables)", "The function's results for each element.",
     map},
    {"builtins", "filter", EntryKind::function, "(function, iterable, /)",
     "The elements for which the function is true.", filter},
    {"builtins", "reversed", EntryKind::function, "(sequence, /)", "The elements from last to first.", reversed},
    {"builtins", "sorted", EntryKind::function, "(iterable, /, *, key=None, reverse=False)",
     "A sorted list of the elements.", sorted},
    {"builtins", "max", EntryKind::function, "(*args, key=None, default=None)",
     "The largest of the arguments or of one iterable.", max},
    {"builtins", "min", EntryKind::function, "(*args, key=None, default=None)",
     "The smallest of the arguments or of one iterable.", min},
    {"builtins", "sum", EntryKind::function, "(iterable, /, start=0)", "The elements' sum.", sum},
    {"builtins", "any", EntryKind::function, "(iterable, /)", "Whether some element is true.", any},
    {"builtins", "all", EntryKind::function, "(iterable, /)", "Whether every element is true.", all},
    {"itertools", "product", EntryKind::function, "(*iterables, repeat=1)", "All tuples with one element of each.",
     product},
    {"itertools", "chain", EntryKind::type, "(*iterables)", "The elements of one after the other.", chain},
    {"itertools.chain", "from_iterable", EntryKind::function, "(iterable, /)", "The elements of each element.",
     chainFromIterable},
    {"itertools", "count", EntryKind::function, "(start=0, step=1)", "Numbers without end.", count},
    {"itertools", "repeat", EntryKind::function, "(object, times=None)", "The same object again and again.", repeat},
    {"itertools", "cycle", EntryKind::function, "(iterable, /)", "The elements again and again.", cycle},
    {"itertools", "islice", EntryKind::function, "(iterable, /, *args)", "A slice of an iterator.", islice},
    {"itertools", "accumulate", EntryKind::function, "(iterable, func=None, *, initial=None)", "Running totals.",
     accumulate},
    {"itertools", "zip_longest", EntryKind::function, "(*iterables, fillvalue=None)", "Tuples until the longest ends.",
     zipLongest},
    {"itertools", "permutations", EntryKind::function, "(iterable, r=None)", "All orders of `r` elements.",
     permutations},
    {"itertools", "combinations", EntryKind::function, "(iterable, r)", "All choices of `r` elements.", combinations},
    {"itertools", "combinations_with_replacement", EntryKind::function, "(iterable, r)",
     "All choices of `r` elements, repeats allowed.", combinationsWithReplacement},
    {"itertools", "starmap", EntryKind::function, "(function, iterable, /)",
     "The function's results for each tuple of arguments.", starmap},
    {"itertools", "filterfalse", EntryKind::function, "(function, iterable, /)",
     "The elements for which the function is false.", filterfalse},
    {"itertools", "takewhile", EntryKind::function, "(predicate, iterable, /)", "Elements up to the first that fails.",
     takewhile},
    {"itertools", "dropwhile", EntryKind::function, "(predicate, iterable, /)", "Elements from the first that fails.",
     dropwhile},
    {"itertools", "pairwise", EntryKind::function, "(iterable, /)", "Pairs of neighbours.", pairwise},
};

llvm::ArrayRef<LibraryEntry> library::iterationEntries() { return entries; }
