// SPDX-License-Identifier: Apache-2.0
// `functools` and `operator`.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- functools ----------------------------------------------------------------------------------------------===//

static bool hasAttributes(PartialObject &partial) {
  const AttributeMap &attributes = partial.instancePart() ? partial.instancePart()->attributes : partial.attributes;
  return llvm::any_of(attributes.entries(), [](const auto &entry) { return entry.second != nullptr; });
}

static Value partial(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value function = call["func"];
  if (!evaluator.isCallable(function))
    return evaluator.raise(DiagnosticId::typeError, "the first argument must be callable");
  std::vector<Value> positional;
  std::vector<Keyword> keywords;
  auto *inner = llvm::dyn_cast<PartialObject>(function);
  if (inner && !inner->keywordDict && !hasAttributes(*inner)) { // partials of partials are one
    function = inner->function;
    positional = inner->positional;
    keywords = inner->keywords;
  }
  auto *made = evaluator.make<PartialObject>(function);
  llvm::append_range(positional, llvm::cast<TupleObject>(call["args"])->items);
  made->positional = std::move(positional);
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries()) {
    if (!entry.key)
      continue;
    const std::string &name = llvm::cast<StrObject>(entry.key)->value;
    auto known = llvm::find_if(keywords, [&](const Keyword &keyword) { return keyword.first == name; });
    if (known != keywords.end())
      known->second = entry.value;
    else
      keywords.emplace_back(name, entry.value);
  }
  made->keywords = std::move(keywords);
  return made;
}

static Value partialFunction(Call &call) { return llvm::cast<PartialObject>(call.self)->function; }
static Value partialArguments(Call &call) {
  return call.evaluator.tuple(llvm::cast<PartialObject>(call.self)->positional);
}
static Value partialKeywords(Call &call) {
  auto *self = llvm::cast<PartialObject>(call.self);
  if (!self->keywordDict) {
    self->keywordDict = call.evaluator.dict();
    for (const Keyword &keyword : self->keywords)
      self->keywordDict->set(call.evaluator, keyword.first, keyword.second);
  }
  return self->keywordDict;
}

static Value partialReduce(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *self = llvm::cast<PartialObject>(call.self);
  InstancePart *part = self->instancePart();
  DictObject *attributes = (part ? part->attributes : self->attributes).asDict(evaluator);
  Value state = evaluator.tuple({self->function, evaluator.tuple(self->positional), partialKeywords(call),
                                 attributes->table.size() ? Value(attributes) : evaluator.none()});
  return evaluator.tuple({self->type(evaluator), evaluator.tuple({self->function}), state});
}

static Value partialSetState(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *self = llvm::cast<PartialObject>(call.self);
  auto *state = llvm::dyn_cast<TupleObject>(call["state"]);
  bool isRight = state && state->items.size() == 4 && evaluator.isCallable(state->items[0]) &&
                 llvm::isa<TupleObject>(state->items[1]) &&
                 (isNone(state->items[2]) || llvm::isa<DictObject>(state->items[2])) &&
                 (isNone(state->items[3]) || llvm::isa<DictObject>(state->items[3]));
  if (!isRight)
    return evaluator.raise(DiagnosticId::typeError, "invalid partial state");
  std::optional<std::vector<Value>> positional = evaluator.toVector(state->items[1]);
  if (!positional)
    return nullptr;
  self->function = state->items[0];
  self->positional = *positional;
  self->keywordDict = evaluator.dict();
  if (auto *keywords = llvm::dyn_cast<DictObject>(state->items[2])) {
    if (keywords->instancePart())
      self->keywordDict->table = keywords->table;
    else
      self->keywordDict = keywords;
  }
  InstancePart *part = self->instancePart();
  DictObject *attributes = (part ? part->attributes : self->attributes).asDict(evaluator);
  if (auto *given = llvm::dyn_cast<DictObject>(state->items[3]); given && given != attributes)
    attributes->table = HashTable(given->table);
  else if (isNone(state->items[3]))
    attributes->table.clear();
  return evaluator.none();
}

/// What programs read of a private name of CPython's module: the text's own.
static Value privateName(Call &call) {
  std::optional<Value> value = call.evaluator.textMember(call.entry->module, call.entry->name);
  return value
             ? *value
             : Value(call.evaluator.notSupported(std::string("`") + call.entry->module + "." + call.entry->name + "`"));
}

static Value reduce(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value total = call.given("initial") ? call["initial"] : nullptr;
  auto *source = llvm::cast_or_null<IteratorObject>(evaluator.iterate(call["iterable"]));
  while (source) {
    std::optional<Value> item = source->next(evaluator);
    if (!item)
      return total
                 ? total
                 : Value(evaluator.raise(DiagnosticId::typeError, "reduce() of empty iterable with no initial value"));
    total = !*item ? nullptr : total ? evaluator.call(call["function"], {total, *item}) : *item;
    if (!total)
      return nullptr;
  }
  return nullptr;
}

namespace {
/// What a memoized function knows: the results by arguments, oldest use first.
struct Memory {
  DictObject *known;
  std::optional<int64_t> limit;
  int64_t hits = 0, misses = 0;
};
} // namespace

/// The arguments as one key: positional ones, then keywords behind a mark, then types where they count.
static Value keyOf(Evaluator &evaluator, const Arguments &arguments, bool typed) {
  std::vector<Value> parts(arguments.positional.begin(), arguments.positional.end());
  if (!arguments.keywords.empty())
    parts.push_back(evaluator.ellipsis());
  for (const Keyword &keyword : arguments.keywords)
    parts.push_back(evaluator.tuple({evaluator.string(keyword.first), keyword.second}));
  if (typed)
    for (Value argument : arguments.positional)
      parts.push_back(argument->type(evaluator));
  if (typed)
    for (const Keyword &keyword : arguments.keywords)
      parts.push_back(keyword.second->type(evaluator));
  return evaluator.tuple(std::move(parts));
}

static Value callMemoized(Evaluator &evaluator, Value function, Memory &memory, Arguments &arguments, bool typed) {
  Value key = keyOf(evaluator, arguments, typed);
  std::optional<HashTable::Entry *> entry = memory.known->table.find(evaluator, key);
  if (!entry)
    return nullptr;
  bool isBounded = memory.limit.has_value();
  if (*entry) {
    ++memory.hits;
    Value value = (*entry)->value;
    if (isBounded && (!memory.known->table.erase(evaluator, key) || !memory.known->table.insert(evaluator, key, value)))
      return nullptr;
    return value;
  }
  ++memory.misses;
  Value value = evaluator.call(function, arguments);
  if (!value || (isBounded && *memory.limit == 0))
    return value;
  while (isBounded && static_cast<int64_t>(memory.known->table.size()) >= *memory.limit) {
    auto oldest = llvm::find_if(memory.known->table.entries(), [](const HashTable::Entry &each) { return each.key != nullptr; });
    if (!memory.known->table.erase(evaluator, oldest->key))
      return nullptr;
  }
  return memory.known->table.insert(evaluator, key, value) ? value : nullptr;
}

static Value describeMemory(Evaluator &evaluator, const Memory &memory) {
  Value type = evaluator.textMember("functools", "_CacheInfo").value_or(nullptr);
  Value limit = memory.limit ? evaluator.integer(*memory.limit) : evaluator.none();
  return type ? evaluator.call(type, {evaluator.integer(memory.hits), evaluator.integer(memory.misses), limit,
                                      evaluator.integer(static_cast<int64_t>(memory.known->table.size()))})
              : nullptr;
}

/// A function that remembers its results by its arguments.
static Value memoize(Evaluator &evaluator, Value function, std::optional<int64_t> limit, bool typed) {
  auto memory = std::make_shared<Memory>(Memory{evaluator.dict(), limit});
  auto *made = evaluator.make<WrapperObject>(
      "cache",
      [function, memory, typed](Evaluator &evaluator, Arguments &arguments) { return callMemoized(evaluator, function, *memory, arguments, typed); },
      function);
  made->attributes.set("cache_clear", evaluator.function("cache_clear", [memory](Evaluator &evaluator, Arguments &) -> Value {
    memory->known->table.clear();
    memory->hits = memory->misses = 0;
    return evaluator.none();
  }));
  made->attributes.set("cache_info", evaluator.function("cache_info", [memory](Evaluator &evaluator, Arguments &) -> Value {
    return describeMemory(evaluator, *memory);
  }));
  made->attributes.set("cache_parameters", evaluator.function("cache_parameters", [limit, typed](Evaluator &evaluator, Arguments &) -> Value {
    DictObject *dict = evaluator.dict();
    dict->set(evaluator, "maxsize", limit ? evaluator.integer(*limit) : evaluator.none());
    dict->set(evaluator, "typed", evaluator.boolean(typed));
    return dict;
  }));
  return made;
}
static Value cache(Call &call) { return memoize(call.evaluator, call["user_function"], std::nullopt, false); }
static Value lruCache(Call &call) {
  bool typed = call.evaluator.truth(call["typed"]).value_or(false);
  if (call.evaluator.isCallable(call["maxsize"])) // `@lru_cache` without brackets
    return memoize(call.evaluator, call["maxsize"], 128, typed);
  std::optional<int64_t> limit;
  if (!isNone(call["maxsize"])) {
    std::optional<int64_t> given = call.evaluator.toInt(call["maxsize"], "`maxsize`");
    if (!given)
      return nullptr;
    limit = std::max<int64_t>(*given, 0);
  }
  return call.evaluator.function("lru_cache", [limit, typed](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "the decorator of functools.lru_cache() takes one function");
    return memoize(evaluator, arguments.positional[0], limit, typed);
  });
}
//===-- operator -----------------------------------------------------------------------------------------------===//

template <BinaryOp op> static Value applyBinary(Call &call) { return call.evaluator.binary(op, call["a"], call["b"]); }
template <UnaryOp op> static Value applyUnary(Call &call) { return call.evaluator.unary(op, call["a"]); }
template <CompareOp op> static Value applyCompare(Call &call) { return call.evaluator.compare(op, call["a"], call["b"]); }
static Value contains(Call &call) { return call.evaluator.compare(CompareOp::in, call["b"], call["a"]); }
static Value getItem(Call &call) { return call.evaluator.getItem(call["a"], call["b"]); }
static Value truth(Call &call) {
  std::optional<bool> value = call.evaluator.truth(call["a"]);
  return value ? call.evaluator.boolean(*value) : nullptr;
}

#define TESSERA_BINARY(name, op, summary)                                                                              \
  {"operator", name, EntryKind::function, "(a, b, /)", summary, applyBinary<BinaryOp::op>}
#define TESSERA_COMPARE(name, op, summary)                                                                             \
  {"operator", name, EntryKind::function, "(a, b, /)", summary, applyCompare<CompareOp::op>}
#define TESSERA_UNARY(name, op, summary)                                                                               \
  {"operator", name, EntryKind::function, "(a, /)", summary, applyUnary<UnaryOp::op>}
/// `operator.__add__` is `operator.add`.
static Value withoutUnderscores(Call &call) {
  std::string name = llvm::StringRef(call.entry->name).trim('_').str();
  if (name == "and" || name == "or" || name == "not")
    name += "_";
  return call.evaluator.libraryMember("operator", name).value_or(nullptr);
}
#define TESSERA_SAME(name, summary) {"operator", name, EntryKind::constant, "", summary, withoutUnderscores}
#define TESSERA_PRIVATE(module, name)                                                                                  \
  {module, name, EntryKind::constant, "", "CPython's own, for its tests.", privateName}
static constexpr LibraryEntry entries[] = {
    {"functools", "partial", EntryKind::type, "(func, /, *args, **kwargs)", "The function with some arguments given.",
     partial},
    {"functools.partial", "func", EntryKind::property, "", "The function.", partialFunction},
    {"functools.partial", "args", EntryKind::property, "", "The arguments given by place.", partialArguments},
    {"functools.partial", "keywords", EntryKind::property, "", "The arguments given by name.", partialKeywords},
    {"functools.partial", "__reduce__", EntryKind::method, "()", "How it is made again.", partialReduce},
    {"functools.partial", "__setstate__", EntryKind::method, "(state, /)", "Takes over another one's parts.",
     partialSetState},
    TESSERA_PRIVATE("functools", "_CacheInfo"),
    TESSERA_PRIVATE("functools", "_c3_mro"),
    TESSERA_PRIVATE("functools", "_compose_mro"),
    TESSERA_PRIVATE("functools", "_make_key"),
    TESSERA_PRIVATE("statistics", "_sum"),
    TESSERA_PRIVATE("statistics", "_exact_ratio"),
    TESSERA_PRIVATE("statistics", "_convert"),
    TESSERA_PRIVATE("statistics", "_coerce"),
    TESSERA_PRIVATE("statistics", "_isfinite"),
    TESSERA_PRIVATE("statistics", "_fail_neg"),
    TESSERA_PRIVATE("statistics", "_decimal_sqrt_of_frac"),
    TESSERA_PRIVATE("statistics", "_float_sqrt_of_frac"),
    TESSERA_PRIVATE("statistics", "_integer_sqrt_of_frac_rto"),
    TESSERA_PRIVATE("heapq", "_heappop_max"),
    TESSERA_PRIVATE("heapq", "_heapify_max"),
    TESSERA_PRIVATE("heapq", "_heapreplace_max"),
    TESSERA_PRIVATE("collections", "_count_elements"),
    TESSERA_PRIVATE("collections", "_tuplegetter"),
    {"functools", "reduce", EntryKind::function, "(function, iterable, initial=None, /)",
     "Combines all elements into one.", reduce},
    {"functools", "cache", EntryKind::decorator, "(user_function, /)", "Remembers a function's results.", cache},
    {"functools", "cmp_to_key", EntryKind::function, "(mycmp)", "A sort key made from a comparison.", sourceHandler},
    {"functools", "lru_cache", EntryKind::decorator, "(maxsize=128, typed=False)", "Remembers a function's results.",
     lruCache},
    TESSERA_BINARY("add", add, "`a + b`."),
    TESSERA_SAME("__add__", "`a + b`."),
    TESSERA_BINARY("sub", subtract, "`a - b`."),
    TESSERA_SAME("__sub__", "`a - b`."),
    TESSERA_BINARY("mul", multiply, "`a * b`."),
    TESSERA_SAME("__mul__", "`a * b`."),
    TESSERA_BINARY("matmul", matmul, "`a @ b`."),
    TESSERA_SAME("__matmul__", "`a @ b`."),
    TESSERA_BINARY("truediv", divide, "`a / b`."),
    TESSERA_SAME("__truediv__", "`a / b`."),
    TESSERA_BINARY("floordiv", floorDivide, "`a // b`."),
    TESSERA_SAME("__floordiv__", "`a // b`."),
    TESSERA_BINARY("mod", modulo, "`a % b`."),
    TESSERA_SAME("__mod__", "`a % b`."),
    TESSERA_BINARY("pow", power, "`a ** b`."),
    TESSERA_SAME("__pow__", "`a ** b`."),
    TESSERA_BINARY("lshift", shiftLeft, "`a << b`."),
    TESSERA_SAME("__lshift__", "`a << b`."),
    TESSERA_BINARY("rshift", shiftRight, "`a >> b`."),
    TESSERA_SAME("__rshift__", "`a >> b`."),
    TESSERA_BINARY("and_", bitAnd, "`a & b`."),
    TESSERA_SAME("__and__", "`a & b`."),
    TESSERA_BINARY("or_", bitOr, "`a | b`."),
    TESSERA_SAME("__or__", "`a | b`."),
    TESSERA_BINARY("xor", bitXor, "`a ^ b`."),
    TESSERA_SAME("__xor__", "`a ^ b`."),
    TESSERA_COMPARE("eq", equal, "`a == b`."),
    TESSERA_SAME("__eq__", "`a == b`."),
    TESSERA_COMPARE("ne", notEqual, "`a != b`."),
    TESSERA_SAME("__ne__", "`a != b`."),
    TESSERA_COMPARE("lt", less, "`a < b`."),
    TESSERA_SAME("__lt__", "`a < b`."),
    TESSERA_COMPARE("le", lessEqual, "`a <= b`."),
    TESSERA_SAME("__le__", "`a <= b`."),
    TESSERA_COMPARE("gt", greater, "`a > b`."),
    TESSERA_SAME("__gt__", "`a > b`."),
    TESSERA_COMPARE("ge", greaterEqual, "`a >= b`."),
    TESSERA_SAME("__ge__", "`a >= b`."),
    TESSERA_COMPARE("is_", is, "`a is b`."),
    TESSERA_COMPARE("is_not", isNot, "`a is not b`."),
    TESSERA_UNARY("neg", minus, "`-a`."),
    TESSERA_SAME("__neg__", "`-a`."),
    TESSERA_UNARY("pos", plus, "`+a`."),
    TESSERA_SAME("__pos__", "`+a`."),
    TESSERA_UNARY("invert", invert, "`~a`."),
    TESSERA_SAME("__invert__", "`~a`."),
    TESSERA_UNARY("not_", logicalNot, "`not a`."),
    TESSERA_SAME("__not__", "`not a`."),
    {"operator", "truth", EntryKind::function, "(a, /)", "`bool(a)`.", truth},
    TESSERA_SAME("__contains__", "`b in a`."),
    TESSERA_SAME("__getitem__", "`a[b]`."),
    {"operator", "contains", EntryKind::function, "(a, b, /)", "`b in a`.", contains},
    {"operator", "getitem", EntryKind::function, "(a, b, /)", "`a[b]`.", getItem},
};
#undef TESSERA_BINARY
#undef TESSERA_COMPARE
#undef TESSERA_UNARY

llvm::ArrayRef<LibraryEntry> library::functoolsEntries() { return entries; }
