// SPDX-License-Identifier: Apache-2.0
// `functools` and `operator`.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- functools ----------------------------------------------------------------------------------------------===//

static Value partial(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value function = call["func"];
  if (!evaluator.isCallable(function))
    return evaluator.raise(DiagnosticId::typeError, "the first argument must be callable");
  std::vector<Value> positional;
  std::vector<Keyword> keywords;
  if (auto *inner = llvm::dyn_cast<PartialObject>(function)) { // partials of partials are one
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

/// Copies what names and documents `wrapped` onto `wrapper`.
static bool updateWrapper(Evaluator &evaluator, Value wrapper, Value wrapped) {
  for (llvm::StringRef name : {"__name__", "__qualname__", "__doc__", "__module__"}) {
    std::optional<Value> value = wrapped->getAttribute(evaluator, name);
    if (value && (!*value || !wrapper->setAttribute(evaluator, name, *value)))
      return false;
  }
  return wrapper->setAttribute(evaluator, "__wrapped__", wrapped);
}

static Value wraps(Call &call) {
  Value wrapped = call["wrapped"];
  return call.evaluator.function("wraps", [wrapped](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "the decorator of functools.wraps() takes one function");
    return updateWrapper(evaluator, arguments.positional[0], wrapped) ? arguments.positional[0] : nullptr;
  });
}

static Value updateWrapperCall(Call &call) {
  return updateWrapper(call.evaluator, call["wrapper"], call["wrapped"]) ? call["wrapper"] : nullptr;
}

static Value reduce(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["iterable"]);
  if (!items)
    return nullptr;
  size_t next = 0;
  Value total = call.given("initial") ? call["initial"] : nullptr;
  if (!total) {
    if (items->empty())
      return evaluator.raise(DiagnosticId::typeError, "reduce() of empty iterable with no initial value");
    total = (*items)[next++];
  }
  while (total && next < items->size())
    total = evaluator.call(call["function"], {total, (*items)[next++]});
  return total;
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
  Value type = evaluator.libraryMember("functools", "CacheInfo").value_or(nullptr);
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
static Value cachedProperty(Call &call) {
  return call.evaluator.make<DescriptorObject>(DescriptorObject::Role::cachedProperty, call["func"]);
}

static Value cmpToKey(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value compare = call["mycmp"];
  auto *type = evaluator.make<ClassObject>("K");
  type->module = "functools";
  type->isUser = true;
  type->bases = {evaluator.builtinClass("object")};
  if (!resolveOrder(evaluator, *type))
    return nullptr;
  type->attributes.set("__lt__", evaluator.function("__lt__", [compare](Evaluator &evaluator, Arguments &arguments) -> Value {
    Value order = evaluator.call(compare, {llvm::cast<InstanceObject>(arguments.positional[0])->attributes.find("obj"),
                                           llvm::cast<InstanceObject>(arguments.positional[1])->attributes.find("obj")});
    return order ? evaluator.compare(CompareOp::less, order, evaluator.integer(0)) : nullptr;
  }));
  return evaluator.function("cmp_to_key", [type](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "a key function takes one argument");
    auto *key = evaluator.make<InstanceObject>(type);
    key->attributes.set("obj", arguments.positional[0]);
    return key;
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

/// `itemgetter(1)`, `attrgetter("a.b")`: a function that gets one thing, or a tuple of several.
static Value getterOf(Call &call, std::function<Value(Evaluator &, Value object, Value key)> get) {
  std::vector<Value> keys = llvm::cast<TupleObject>(call["items"])->items;
  if (keys.empty())
    return call.evaluator.raise(DiagnosticId::argumentError, std::string(call.entry->name) + " expected 1 argument, got 0");
  return call.evaluator.function(call.entry->name, [keys, get](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "a getter takes one object");
    std::vector<Value> values;
    for (Value key : keys) {
      values.push_back(get(evaluator, arguments.positional[0], key));
      if (!values.back())
        return nullptr;
    }
    return values.size() == 1 ? values[0] : evaluator.tuple(std::move(values));
  });
}
static Value itemgetter(Call &call) {
  return getterOf(call, [](Evaluator &evaluator, Value object, Value key) { return evaluator.getItem(object, key); });
}
static Value attrgetter(Call &call) {
  return getterOf(call, [](Evaluator &evaluator, Value object, Value key) -> Value {
    std::optional<std::string> path = evaluator.toString(key, "the attribute's name");
    llvm::SmallVector<llvm::StringRef> names;
    if (path)
      llvm::StringRef(*path).split(names, '.');
    for (size_t i = 0; object && i < names.size(); ++i)
      object = evaluator.getAttribute(object, names[i]);
    return path ? object : nullptr;
  });
}

#define TESSERA_BINARY(name, op, summary) {"operator", name, EntryKind::function, "(a, b, /)", summary, applyBinary<BinaryOp::op>}
#define TESSERA_COMPARE(name, op, summary) {"operator", name, EntryKind::function, "(a, b, /)", summary, applyCompare<CompareOp::op>}
#define TESSERA_UNARY(name, op, summary) {"operator", name, EntryKind::function, "(a, /)", summary, applyUnary<UnaryOp::op>}
static constexpr LibraryEntry entries[] = {
    {"functools", "partial", EntryKind::type, "(func, /, *args, **kwargs)", "The function with some arguments given.", partial},
    {"functools", "wraps", EntryKind::decorator, "(wrapped, assigned=(), updated=())", "Gives a wrapper the wrapped function's name.", wraps},
    {"functools", "update_wrapper", EntryKind::function, "(wrapper, wrapped)", "Gives a wrapper the wrapped function's name.", updateWrapperCall},
    {"functools", "reduce", EntryKind::function, "(function, iterable, initial=None, /)", "Combines all elements into one.", reduce},
    {"functools", "cache", EntryKind::decorator, "(user_function, /)", "Remembers a function's results.", cache},
    {"functools", "lru_cache", EntryKind::decorator, "(maxsize=128, typed=False)", "Remembers a function's results.", lruCache},
    {"functools", "cached_property", EntryKind::decorator, "(func)", "An attribute computed once.", cachedProperty},
    {"functools", "cmp_to_key", EntryKind::function, "(mycmp)", "A sort key made from a comparison.", cmpToKey},
    TESSERA_BINARY("add", add, "`a + b`."),
    TESSERA_BINARY("sub", subtract, "`a - b`."),
    TESSERA_BINARY("mul", multiply, "`a * b`."),
    TESSERA_BINARY("matmul", matmul, "`a @ b`."),
    TESSERA_BINARY("truediv", divide, "`a / b`."),
    TESSERA_BINARY("floordiv", floorDivide, "`a // b`."),
    TESSERA_BINARY("mod", modulo, "`a % b`."),
    TESSERA_BINARY("pow", power, "`a ** b`."),
    TESSERA_BINARY("lshift", shiftLeft, "`a << b`."),
    TESSERA_BINARY("rshift", shiftRight, "`a >> b`."),
    TESSERA_BINARY("and_", bitAnd, "`a & b`."),
    TESSERA_BINARY("or_", bitOr, "`a | b`."),
    TESSERA_BINARY("xor", bitXor, "`a ^ b`."),
    TESSERA_COMPARE("eq", equal, "`a == b`."),
    TESSERA_COMPARE("ne", notEqual, "`a != b`."),
    TESSERA_COMPARE("lt", less, "`a < b`."),
    TESSERA_COMPARE("le", lessEqual, "`a <= b`."),
    TESSERA_COMPARE("gt", greater, "`a > b`."),
    TESSERA_COMPARE("ge", greaterEqual, "`a >= b`."),
    TESSERA_COMPARE("is_", is, "`a is b`."),
    TESSERA_COMPARE("is_not", isNot, "`a is not b`."),
    TESSERA_UNARY("neg", minus, "`-a`."),
    TESSERA_UNARY("pos", plus, "`+a`."),
    TESSERA_UNARY("invert", invert, "`~a`."),
    TESSERA_UNARY("not_", logicalNot, "`not a`."),
    {"operator", "truth", EntryKind::function, "(a, /)", "`bool(a)`.", truth},
    {"operator", "contains", EntryKind::function, "(a, b, /)", "`b in a`.", contains},
    {"operator", "getitem", EntryKind::function, "(a, b, /)", "`a[b]`.", getItem},
    {"operator", "itemgetter", EntryKind::function, "(*items)", "A function that gets items.", itemgetter},
    {"operator", "attrgetter", EntryKind::function, "(*items)", "A function that gets attributes.", attrgetter},
};
#undef TESSERA_BINARY
#undef TESSERA_COMPARE
#undef TESSERA_UNARY

llvm::ArrayRef<LibraryEntry> library::functoolsEntries() { return entries; }
