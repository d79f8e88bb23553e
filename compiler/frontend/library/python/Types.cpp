// SPDX-License-Identifier: Apache-2.0
// The language's types as callables: `int("7")`, `list(x)`, `range(3)`, ... and the exception classes.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/DigitLimit.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Subscript.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "compiler/frontend/library/python/NumberText.h"
#include "compiler/frontend/library/python/Python.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace tessera;
using namespace tessera::frontend;

//===-- numbers ------------------------------------------------------------------------------------------------===//

/// An integer literal as `int(text, base)` reads it; empty when it is none, or with an exception pending when it is too
/// long: bases that are no power of two have a limit of digits.
static std::optional<Integer> parseInteger(Evaluator &evaluator, llvm::StringRef given, unsigned base) {
  std::string plain = library::numberText(given);
  llvm::StringRef text = llvm::StringRef(plain).ltrim("+-");
  bool hasPrefix = base == 0 && text.size() > 1 && text[0] == '0' && llvm::isAlpha(text[1]);
  bool isNumber = llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  int64_t limit = evaluator.state<DigitLimit>().digits, digits = llvm::count_if(text, [](char c) { return c != '_'; });
  bool isLimited = limit && !hasPrefix && (base == 0 || (base & (base - 1)));
  if (isLimited && isNumber && digits > limit)
    return evaluator.raise(DiagnosticId::valueError,
                           "Exceeds the limit (" + std::to_string(limit) +
                               " digits) for integer string conversion: value has " + std::to_string(digits) +
                               " digits; use sys.set_int_max_str_digits() to increase the limit");
  return library::readInteger(given, base);
}

/// `int(text, base)`, with Python's complaint.
static Value integerOfText(Evaluator &evaluator, llvm::StringRef text, unsigned base, Value shown) {
  if (std::optional<Integer> value = parseInteger(evaluator, text, base))
    return evaluator.integer(*value);
  if (evaluator.hasPending())
    return nullptr;
  return evaluator
      .raise(DiagnosticId::valueError,
             "invalid literal for int() with base " + std::to_string(base) + ": " + evaluator.repr(shown).value_or("?"))
      .note("the text must hold a whole number and nothing else");
}

/// The bytes of what is like bytes; empty for every other object.
static std::optional<std::string> bytesLike(Evaluator &evaluator, Value value) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(value))
    return bytes->value;
  std::string name = value->typeName(evaluator);
  std::optional<Value> method =
      name == "memoryview" || name == "array" ? value->getAttribute(evaluator, "tobytes") : std::nullopt;
  auto *made = method && *method ? llvm::dyn_cast_or_null<BytesObject>(evaluator.call(*method, {})) : nullptr;
  return made ? std::optional<std::string>(made->value) : std::nullopt;
}

static bool warnDeprecated(Evaluator &evaluator, const std::string &message) {
  std::optional<Value> warn = evaluator.libraryMember("warnings", "warn");
  return warn && *warn &&
         evaluator.call(*warn, {Value(evaluator.string(message)), Value(evaluator.builtinClass("DeprecationWarning"))});
}

/// What `__int__` or `__index__` gave, as a plain int.
static Value plainInteger(Evaluator &evaluator, Value self, llvm::StringRef method, Value result) {
  if (!result)
    return nullptr;
  std::string what = method.str() + " returned non-int (type " + result->typeName(evaluator) + ")";
  if (!llvm::isa<IntObject>(result) && !llvm::isa<BoolObject>(result) && !llvm::isa<ArrayObject>(result))
    return evaluator.raise(DiagnosticId::typeError, what);
  bool isExact = llvm::isa<IntObject>(result) && !result->instancePart();
  if (!isExact && !llvm::isa<ArrayObject>(result) &&
      !warnDeprecated(evaluator, what + ".  The ability to return an instance of a strict subclass of int is "
                                        "deprecated, and may be removed in a future version of Python."))
    return nullptr;
  if (auto *integer = llvm::dyn_cast<IntObject>(result))
    return isExact ? result : evaluator.integer(integer->value);
  return llvm::isa<BoolObject>(result) ? evaluator.unary(UnaryOp::plus, result) : result;
}

/// The number in an array of the host program, where Python's types want one.
static Value arrayItem(Evaluator &evaluator, ArrayObject *array, const char *type) {
  if (array->traced)
    return evaluator
        .raise(DiagnosticId::tracedBool,
               std::string("`") + type + "` asks for the value of a traced array, which is not known while tracing")
        .note("`x.astype(dtype)` converts the array itself");
  bool allowsAxes = array->flavour != Flavour::jax;
  if (array->flavour == Flavour::torch && llvm::any_of(array->shape(), [](int64_t extent) { return extent != 1; }))
    return evaluator.raise(DiagnosticId::valueError, "only one element tensors can be converted to Python scalars");
  if (!llvm::all_of(array->shape(), [&](int64_t extent) { return allowsAxes && extent == 1; }))
    return evaluator
        .raise(DiagnosticId::typeError, std::string("`") + type + "` takes an array " +
                                            (allowsAxes ? "with one element" : "without axes") + ", not one of shape " +
                                            evaluator.repr(evaluator.tupleOfInts(array->shape())).value_or(""))
        .note(allowsAxes ? "pick one element by its index"
                         : "`x.item()` gives the element of an array that has only one");
  return evaluator.forceItem(array);
}

/// `int(x)` without a base.
static Value makeIntFrom(Evaluator &evaluator, Value x) {
  if (llvm::isa<TextObject>(x)) {
    std::optional<std::string> known = x->str(evaluator);
    if (!known)
      return nullptr;
    x = evaluator.string(*known);
  }
  InstancePart *part = x->instancePart();
  if (Value method = part ? part->instanceType->find("__int__") : nullptr; method && !isNone(method))
    return plainInteger(evaluator, x, "__int__", *askClass(evaluator, x, *part, "__int__"));
  if (auto *text = llvm::dyn_cast<StrObject>(x))
    return integerOfText(evaluator, text->value, 10, x);
  if (auto *floating = llvm::dyn_cast<FloatObject>(x)) {
    if (std::optional<Integer> value = Integer::fromDouble(floating->value))
      return evaluator.integer(*value);
    if (!std::isnan(floating->value))
      return raiseOverflow(evaluator, "cannot convert float infinity to integer");
    return evaluator.raise(DiagnosticId::valueError, "cannot convert float NaN to integer");
  }
  if (auto *integer = llvm::dyn_cast<IntObject>(x))
    return x->isDerived() ? evaluator.integer(integer->value) : x;
  if (llvm::isa<NumberObject>(x))
    return evaluator.unary(UnaryOp::plus, x);
  if (auto *array = llvm::dyn_cast<ArrayObject>(x)) {
    Value item = arrayItem(evaluator, array, "int");
    return item ? makeIntFrom(evaluator, item) : nullptr;
  }
  for (llvm::StringRef name : {"__int__", "__index__", "__trunc__"}) {
    std::optional<Value> result;
    if (part)
      result = askClass(evaluator, x, *part, name);
    else if (std::optional<Value> method = x->getAttribute(evaluator, name))
      result = *method ? evaluator.call(*method, {}) : nullptr;
    if (!result)
      continue;
    if (name != "__trunc__")
      return plainInteger(evaluator, x, name, *result);
    if (!*result || !warnDeprecated(evaluator, "The delegation of int() to __trunc__ is deprecated."))
      return nullptr;
    InstancePart *given = (*result)->instancePart();
    if (auto *integer = llvm::dyn_cast<IntObject>(*result))
      return given ? evaluator.integer(integer->value) : *result;
    if (llvm::isa<BoolObject>(*result))
      return evaluator.unary(UnaryOp::plus, *result);
    std::optional<Value> index = given ? askClass(evaluator, *result, *given, "__index__") : std::nullopt;
    if (index)
      return plainInteger(evaluator, *result, "__index__", *index);
    return evaluator.raise(DiagnosticId::typeError,
                           "__trunc__ returned non-Integral (type " + (*result)->typeName(evaluator) + ")");
  }
  if (std::optional<std::string> bytes = bytesLike(evaluator, x)) {
    bool isAscii = llvm::all_of(*bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    Value shown = llvm::isa<BytesObject>(x) ? x : evaluator.make<BytesObject>(*bytes);
    return integerOfText(evaluator, isAscii ? *bytes : "?", 10, shown);
  }
  if (auto *member = llvm::dyn_cast<InstanceObject>(x); member && member->instanceType->isEnum)
    if (auto *value = llvm::dyn_cast_or_null<IntObject>(member->attributes.find("value")))
      return value;
  return evaluator.raise(DiagnosticId::typeError,
                         "int() argument must be a string, a bytes-like object or a real number, not '" +
                             x->typeName(evaluator) + "'");
}

static Value makeInt(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value x = call["x"];
  if (call.given("base")) {
    auto *text = llvm::dyn_cast<StrObject>(x);
    auto *bytes = llvm::dyn_cast<BytesObject>(x);
    if (auto *big = llvm::dyn_cast<IntObject>(call["base"]); big && !big->value.asInt64())
      return evaluator.raise(DiagnosticId::valueError, "int() base must be >= 2 and <= 36, or 0");
    if (llvm::isa<FloatObject>(call["base"]))
      return evaluator.raise(DiagnosticId::typeError, "'float' object cannot be interpreted as an integer");
    std::optional<int64_t> base = evaluator.toInt(call["base"], "`base`");
    if (!base)
      return nullptr;
    if (!call.given("x"))
      return evaluator.raise(DiagnosticId::typeError, "int() missing string argument");
    if (!text && !bytes)
      return evaluator.raise(DiagnosticId::typeError, "int() can't convert non-string with explicit base");
    if (*base != 0 && (*base < 2 || *base > 36))
      return evaluator.raise(DiagnosticId::valueError, "int() base must be >= 2 and <= 36, or 0");
    if (text)
      return integerOfText(evaluator, text->value, static_cast<unsigned>(*base), x);
    Value shown = evaluator.make<BytesObject>(bytes->value); // a bytearray is told as bytes
    return integerOfText(evaluator, bytes->value, static_cast<unsigned>(*base), shown);
  }
  return makeIntFrom(evaluator, x);
}

static Value makeFloat(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value x = call["x"];
  if (llvm::isa<TextObject>(x)) {
    std::optional<std::string> known = x->str(evaluator);
    if (!known)
      return nullptr;
    x = evaluator.string(*known);
  }
  InstancePart *part = x->instancePart();
  auto plainFloat = [&](Value result, llvm::StringRef method) -> Value {
    if (!result)
      return nullptr;
    auto *floating = llvm::dyn_cast<FloatObject>(result);
    std::string what =
        x->typeName(evaluator) + "." + method.str() + " returned non-float (type " + result->typeName(evaluator) + ")";
    if (!floating)
      return llvm::isa<ArrayObject>(result) ? result : Value(evaluator.raise(DiagnosticId::typeError, what));
    if (!floating->instancePart())
      return floating;
    bool warned = warnDeprecated(evaluator, what + ".  The ability to return an instance of a strict subclass of float "
                                                   "is deprecated, and may be removed in a future version of Python.");
    return warned ? evaluator.floating(floating->value) : nullptr;
  };
  if (Value method = part ? part->instanceType->find("__float__") : nullptr; method && !isNone(method))
    return plainFloat(*askClass(evaluator, x, *part, "__float__"), "__float__");
  auto *text = llvm::dyn_cast<StrObject>(x);
  std::optional<std::string> bytes =
      text || llvm::isa<ArrayObject>(x) || llvm::isa<NumberObject>(x) ? std::nullopt : bytesLike(evaluator, x);
  if (text || bytes) {
    bool isAscii = text || llvm::all_of(*bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (std::optional<double> value = isAscii ? library::readFloat(text ? text->value : *bytes) : std::nullopt)
      return evaluator.floating(*value);
    Value shown = text || llvm::isa<BytesObject>(x) ? x : evaluator.make<BytesObject>(*bytes);
    return evaluator.raise(DiagnosticId::valueError,
                           "could not convert string to float: " + evaluator.repr(shown).value_or("?"));
  }
  if (auto *array = llvm::dyn_cast<ArrayObject>(x))
    if (!(x = arrayItem(evaluator, array, "float")))
      return nullptr;
  if (auto *floating = llvm::dyn_cast<FloatObject>(x))
    return x->isDerived() ? evaluator.floating(floating->value) : x;
  if (llvm::isa<NumberObject>(x)) {
    std::optional<double> value = evaluator.toDouble(x, "the argument of float()");
    return value ? evaluator.floating(*value) : nullptr;
  }
  if (std::optional<Value> index = part ? askClass(evaluator, x, *part, "__index__") : std::nullopt) {
    Value integer = plainInteger(evaluator, x, "__index__", *index);
    std::optional<double> value = integer ? evaluator.toDouble(integer, "the argument of float()") : std::nullopt;
    return value ? evaluator.floating(*value) : nullptr;
  }
  if (std::optional<Value> method = part ? std::nullopt : x->getAttribute(evaluator, "__float__"))
    return *method ? plainFloat(evaluator.call(*method, {}), "__float__") : nullptr;
  return evaluator.raise(DiagnosticId::typeError,
                         "float() argument must be a string or a real number, not '" + x->typeName(evaluator) + "'");
}

/// What a class method made, as an instance of the class that it was asked of.
static Value asClassAsked(Call &call, Value made) {
  auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self);
  return made && type && type != made->type(call.evaluator) ? call.evaluator.call(type, {made}) : made;
}

static Value maxDigits(Call &call) { return call.evaluator.integer(call.evaluator.state<DigitLimit>().digits); }
static Value setMaxDigits(Call &call) {
  if (!llvm::isa<IntObject>(call["maxdigits"]))
    return call.evaluator.raise(DiagnosticId::typeError, "'" + call["maxdigits"]->typeName(call.evaluator) +
                                                             "' object cannot be interpreted as an integer");
  std::optional<int64_t> digits = call.evaluator.toInt(call["maxdigits"], "maxdigits");
  if (!digits)
    return nullptr;
  if (*digits && *digits < DigitLimit::least)
    return call.evaluator.raise(DiagnosticId::valueError,
                                "maxdigits must be 0 or larger than " + std::to_string(DigitLimit::least));
  call.evaluator.state<DigitLimit>().digits = *digits;
  return call.evaluator.none();
}

static Value makeBool(Call &call) {
  std::optional<bool> truth = call.evaluator.truth(call["x"]);
  return truth ? call.evaluator.boolean(*truth) : nullptr;
}

//===-- text ---------------------------------------------------------------------------------------------------===//

static Value makeStr(Call &call) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(call["object"]);
      bytes && (call.given("encoding") || call.given("errors"))) {
    std::optional<std::string> encoding = call.evaluator.toString(call["encoding"], "`encoding`"),
                               errors = call.evaluator.toString(call["errors"], "`errors`");
    return encoding && errors ? library::decodeBytes(call.evaluator, bytes->value, *encoding, *errors) : nullptr;
  }
  if (call.given("encoding") || call.given("errors"))
    return call.evaluator.raise(DiagnosticId::typeError, llvm::isa<StrObject>(call["object"])
                                                             ? std::string("decoding str is not supported")
                                                             : "decoding to str: need a bytes-like object, " +
                                                                   call["object"]->typeName(call.evaluator) + " found");
  return call.evaluator.format(call["object"], 's', "");
}

static Value makeBytes(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value source = call["source"];
  if (llvm::isa<StrObject>(source)) {
    if (!call.given("encoding"))
      return evaluator.raise(DiagnosticId::typeError, "string argument without an encoding");
    return evaluator.call(evaluator.getAttribute(source, "encode"), {call["encoding"], call["errors"]});
  }
  if (call.given("encoding") || call.given("errors"))
    return evaluator.raise(DiagnosticId::typeError, call.given("encoding") ? "encoding without a string argument"
                                                                           : "errors without a string argument");
  if (InstancePart *part = source->instancePart()) {
    if (std::optional<Value> made = askClass(evaluator, source, *part, "__bytes__")) {
      if (*made && !llvm::isa<BytesObject>(*made))
        return evaluator.raise(DiagnosticId::typeError,
                               "__bytes__ returned non-bytes (type " + (*made)->typeName(evaluator) + ")");
      return *made;
    }
    if (std::optional<Value> index =
            llvm::isa<InstanceObject>(source) ? askClass(evaluator, source, *part, "__index__") : std::nullopt) {
      if (!*index && !isPending(evaluator, "TypeError"))
        return nullptr;
      if (*index)
        source = *index;
      evaluator.clearPending();
    }
  }
  if (auto *big = llvm::dyn_cast<IntObject>(source); big && !big->value.asInt64())
    return raiseOverflow(evaluator, "cannot fit 'int' into an index-sized integer");
  if (llvm::isa<FloatObject>(source) || llvm::isa<ComplexObject>(source) || isNone(source))
    return evaluator.raise(DiagnosticId::typeError,
                           "cannot convert '" + source->typeName(evaluator) + "' object to bytes");
  if (!llvm::isa<SequenceObject>(source) && !llvm::isa<NumberObject>(source) && !llvm::isa<BytesObject>(source) &&
      !llvm::isa<RangeObject>(source)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(source);
    if (!items)
      return nullptr;
    source = evaluator.list(std::move(*items));
  }
  if (auto *bytes = llvm::dyn_cast<BytesObject>(source))
    return evaluator.make<BytesObject>(bytes->value);
  if (llvm::isa<IntObject>(source)) {
    std::optional<int64_t> size = evaluator.toInt(source, "the size");
    if (size && *size < 0)
      return evaluator.raise(DiagnosticId::valueError, "negative count");
    if (!size || *size > evaluator.options().sizeLimit)
      return size ? Value(evaluator.raise(DiagnosticId::memoryLimit, "bytes of that size are not possible here"))
                  : nullptr;
    return evaluator.make<BytesObject>(std::string(static_cast<size_t>(*size), 0));
  }
  std::optional<std::vector<Value>> values = evaluator.toVector(source);
  if (!values)
    return nullptr;
  std::string bytes;
  bool isArray = llvm::StringRef(call.entry->name) == "bytearray";
  for (Value item : *values) {
    bool isIndex = llvm::isa<IntObject>(item) || llvm::isa<BoolObject>(item) || llvm::isa<ArrayObject>(item) ||
                   (item->instancePart() && item->instancePart()->instanceType->find("__index__"));
    if (!isIndex)
      return evaluator.raise(DiagnosticId::typeError,
                             "'" + item->typeName(evaluator) + "' object cannot be interpreted as an integer");
    std::optional<int64_t> value = evaluator.toInt(item, "a byte");
    if (!value && !isPending(evaluator, "ValueError"))
      return nullptr;
    evaluator.clearPending();
    if (!value || *value < 0 || *value > 255)
      return evaluator.raise(DiagnosticId::valueError,
                             std::string(isArray ? "byte" : "bytes") + " must be in range(0, 256)");
    bytes += static_cast<char>(*value);
  }
  return evaluator.make<BytesObject>(bytes);
}

static Value makeByteArray(Call &call) {
  Value bytes = makeBytes(call);
  return bytes ? call.evaluator.make<BytesObject>(llvm::cast<BytesObject>(bytes)->value, /*isMutable=*/true) : nullptr;
}

//===-- containers ---------------------------------------------------------------------------------------------===//

static std::optional<std::vector<Value>> itemsOf(Call &call) {
  Value iterable = call["iterable"];
  if (isEllipsis(iterable) && !call.given("iterable"))
    return std::vector<Value>();
  return call.evaluator.toVector(iterable);
}

static Value makeList(Call &call) {
  std::optional<std::vector<Value>> items = itemsOf(call);
  return items ? call.evaluator.list(std::move(*items)) : nullptr;
}

static Value makeTuple(Call &call) {
  // What looks like a tuple may be a subclass with its own text (`torch.Size`).
  if (call.given("iterable") && llvm::isa<TupleObject>(call["iterable"]) &&
      call["iterable"]->type(call.evaluator) == call.evaluator.builtinClass("tuple"))
    return call["iterable"];
  std::optional<std::vector<Value>> items = itemsOf(call);
  return items ? call.evaluator.tuple(std::move(*items)) : nullptr;
}

static Value makeAnySet(Call &call, bool frozen) {
  std::optional<std::vector<Value>> items = itemsOf(call);
  if (!items)
    return nullptr;
  auto *set = call.evaluator.make<SetObject>(frozen);
  Value source = call.given("iterable") && !call["iterable"]->instancePart() ? call["iterable"] : nullptr;
  if (auto *other = llvm::dyn_cast_or_null<SetObject>(source))
    return set->table.merge(call.evaluator, other->table) ? set : nullptr;
  if (auto *dict = llvm::dyn_cast_or_null<DictObject>(source))
    return set->table.merge(call.evaluator, dict->table) ? set : nullptr;
  for (Value item : *items)
    if (!set->table.insert(call.evaluator, item, nullptr))
      return nullptr;
  return set;
}
static Value makeSet(Call &call) { return makeAnySet(call, false); }
static Value makeFrozenset(Call &call) {
  auto *set = call.given("iterable") ? llvm::dyn_cast<SetObject>(call["iterable"]) : nullptr;
  return set && set->frozen && !set->instancePart() ? set : makeAnySet(call, true);
}

static Value makeDict(Call &call) {
  Evaluator &evaluator = call.evaluator;
  DictObject *dict = evaluator.dict();
  Value source = call["iterable"];
  if (auto *other = llvm::dyn_cast<DictObject>(source)) {
    dict->table = other->table;
  } else if (call.given("iterable")) {
    if (!library::addPairs(evaluator, *dict, source))
      return nullptr;
  }
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key && !dict->table.insert(evaluator, entry.key, entry.value))
      return nullptr;
  return dict;
}

static Value makeRange(Call &call) {
  Evaluator &evaluator = call.evaluator;
  const std::vector<Value> &arguments = llvm::cast<TupleObject>(call["args"])->items;
  if (arguments.empty() || arguments.size() > 3)
    return evaluator.raise(DiagnosticId::argumentError,
                           "range expected " +
                               std::string(arguments.empty() ? "at least 1 argument" : "at most 3 arguments") +
                               ", got " + std::to_string(arguments.size()));
  Value parts[] = {evaluator.integer(0), arguments[0], evaluator.integer(1)};
  for (size_t i = 0; i < arguments.size() && arguments.size() > 1; ++i)
    parts[i] = arguments[i];
  bool holdsArray = llvm::any_of(arguments, [](Value value) { return llvm::isa<ArrayObject>(value); });
  TraceStrategy *strategy = evaluator.trace().strategy;
  if (holdsArray && strategy && strategy->recordsControlFlow())
    return evaluator.make<LoopRangeObject>(parts[0], parts[1], parts[2]);
  int64_t bounds[3];
  for (int i = 0; i < 3; ++i) {
    Value part = parts[i];
    if (std::optional<Value> value = llvm::isa<NumberObject>(part) || llvm::isa<ArrayObject>(part)
                                         ? std::nullopt
                                         : part->getAttribute(evaluator, "value");
        value && *value)
      part = *value; // an integer enum, a constexpr
    if (llvm::isa<FloatObject>(part))
      return evaluator.raise(DiagnosticId::typeError, "'float' object cannot be interpreted as an integer");
    std::optional<int64_t> number = evaluator.toInt(part, "a bound of range()");
    if (!number)
      return nullptr;
    bounds[i] = *number;
  }
  if (bounds[2] == 0)
    return evaluator.raise(DiagnosticId::valueError, "range() arg 3 must not be zero");
  return evaluator.make<RangeObject>(bounds[0], bounds[1], bounds[2]);
}

static Value makeSlice(Call &call) {
  const std::vector<Value> &arguments = llvm::cast<TupleObject>(call["args"])->items;
  Value none = call.evaluator.none();
  if (arguments.empty() || arguments.size() > 3)
    return call.evaluator.raise(DiagnosticId::argumentError,
                                "slice expected 1 to 3 arguments, got " + std::to_string(arguments.size()));
  if (arguments.size() == 1)
    return call.evaluator.make<SliceObject>(none, arguments[0], none);
  return call.evaluator.make<SliceObject>(arguments[0], arguments[1], arguments.size() == 3 ? arguments[2] : none);
}

static Value sliceStart(Call &call) { return llvm::cast<SliceObject>(call.self)->start; }
static Value sliceStop(Call &call) { return llvm::cast<SliceObject>(call.self)->stop; }
static Value sliceStep(Call &call) { return llvm::cast<SliceObject>(call.self)->step; }
static Value sliceIndices(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> length = evaluator.toInt(call["len"], "the length");
  if (length && *length < 0)
    return evaluator.raise(DiagnosticId::valueError, "length should not be negative");
  int64_t first, end, stride;
  if (!length || !sliceBounds(evaluator, *llvm::cast<SliceObject>(call.self), *length, first, end, stride))
    return nullptr;
  return evaluator.tupleOfInts({first, end, stride});
}
static Value rangeStart(Call &call) { return call.evaluator.integer(llvm::cast<RangeObject>(call.self)->start); }
static Value rangeStop(Call &call) { return call.evaluator.integer(llvm::cast<RangeObject>(call.self)->stop); }
static Value rangeStep(Call &call) { return call.evaluator.integer(llvm::cast<RangeObject>(call.self)->step); }

//===-- type, object, descriptors ------------------------------------------------------------------------------===//

static Value makeType(Call &call) {
  if (!call.given("bases")) {
    InstancePart *part = call["object"]->instancePart();
    if (part && part->instanceType->find("_isTensor")) // an array of the library's Python
      return call.evaluator.getAttribute(call["object"], "__class__");
    return call["object"]->type(call.evaluator);
  }
  Arguments arguments;
  arguments.positional = {call["object"], call["bases"], call["dict"]};
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwds"])->table.entries())
    if (entry.key)
      arguments.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  return callType(call.evaluator, *call.evaluator.builtinClass("type"), arguments);
}

static Value makeObject(Call &call) {
  return call.evaluator.make<InstanceObject>(call.evaluator.builtinClass("object"));
}

static Value makeProperty(Call &call) {
  auto *property = call.evaluator.make<DescriptorObject>(DescriptorObject::Role::property, call["fget"]);
  property->setter = call.given("fset") ? call["fset"] : nullptr;
  property->deleter = call.given("fdel") ? call["fdel"] : nullptr;
  property->documentation = call.given("doc") ? call["doc"] : nullptr;
  return property;
}
static Value makeStaticMethod(Call &call) {
  return call.evaluator.make<DescriptorObject>(DescriptorObject::Role::staticMethod, call["function"]);
}
static Value makeClassMethod(Call &call) {
  return call.evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, call["function"]);
}

static Value intBitLength(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *integer = llvm::dyn_cast<IntObject>(call.self);
  return evaluator.integer(
      static_cast<int64_t>(integer ? integer->value.bitLength() : llvm::cast<BoolObject>(call.self)->value));
}
static Value intBitCount(Call &call) {
  auto *integer = llvm::dyn_cast<IntObject>(call.self);
  Integer value = integer ? integer->value : Integer(llvm::cast<BoolObject>(call.self)->value);
  return call.evaluator.integer(static_cast<int64_t>((value.isNegative() ? -value : value).value().popcount()));
}
static Value numberItself(Call &call) { return call.evaluator.unary(UnaryOp::plus, call.self); }
/// A special method that is a function of the language.
template <int which> static Value byBuiltin(Call &call) {
  static constexpr const char *names[] = {"float", "abs", "int"};
  std::optional<Value> function = call.evaluator.libraryMember("builtins", names[which]);
  Value self = call.evaluator.unary(UnaryOp::plus, call.self); // past the methods of a user's class
  return function && *function && self ? call.evaluator.call(*function, {self}) : nullptr;
}
static Value alwaysTrue(Call &call) { return call.evaluator.boolean(true); }
static Value numberZero(Call &call) { return call.evaluator.integer(0); }
static Value floatZero(Call &call) { return call.evaluator.floating(0); }
static Value numberOne(Call &call) { return call.evaluator.integer(1); }
static Value integerOfFloat(Evaluator &evaluator, double value) {
  if (std::optional<Integer> integer = Integer::fromDouble(value))
    return evaluator.integer(*integer);
  if (!std::isnan(value))
    return raiseOverflow(evaluator, "cannot convert float infinity to integer");
  return evaluator.raise(DiagnosticId::valueError, "cannot convert float NaN to integer");
}
static Value floorFloat(Call &call) {
  return integerOfFloat(call.evaluator, std::floor(llvm::cast<FloatObject>(call.self)->value));
}
static Value ceilFloat(Call &call) {
  return integerOfFloat(call.evaluator, std::ceil(llvm::cast<FloatObject>(call.self)->value));
}
static Value floatIsInteger(Call &call) {
  double value = llvm::cast<FloatObject>(call.self)->value;
  return call.evaluator.boolean(std::isfinite(value) && value == std::floor(value));
}

/// The two's complement bytes of an int, most significant first or last.
static Value toBytes(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> length = evaluator.toInt(call["length"], "`length`");
  std::optional<std::string> order = length ? evaluator.toString(call["byteorder"], "`byteorder`") : std::nullopt;
  std::optional<bool> isSigned = order ? evaluator.truth(call["signed"]) : std::nullopt;
  if (!isSigned)
    return nullptr;
  if (*order != "big" && *order != "little")
    return evaluator.raise(DiagnosticId::valueError, "byteorder must be either 'little' or 'big'");
  if (*length < 0 || *length > evaluator.options().sizeLimit)
    return evaluator.raise(DiagnosticId::valueError, "length argument must be non-negative");
  auto *integer = llvm::dyn_cast<IntObject>(call.self);
  llvm::APInt bits = integer ? integer->value.value() : llvm::APInt(64, llvm::cast<BoolObject>(call.self)->value);
  auto width = static_cast<unsigned>(*length) * 8;
  auto overflow = [&](const char *text) -> Value {
    evaluator.raise(DiagnosticId::valueError, text);
    evaluator.pendingException()->instanceType = evaluator.builtinClass("OverflowError");
    return nullptr;
  };
  if (bits.isNegative() && !*isSigned)
    return overflow("can't convert negative int to unsigned");
  // No bytes at all are 0, and -1 too, whose sign bits need none.
  if (*isSigned ? !bits.isSignedIntN(width ? width : 1) : bits.getActiveBits() > width)
    return overflow("int too big to convert");
  bits = bits.sextOrTrunc(std::max(width, 8u));
  std::string bytes;
  for (unsigned i = 0; i < width / 8; ++i)
    bytes += static_cast<char>(bits.extractBitsAsZExtValue(8, i * 8));
  if (*order == "big")
    std::reverse(bytes.begin(), bytes.end());
  return evaluator.make<BytesObject>(std::move(bytes));
}
static Value fromBytes(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value made = llvm::isa<StrObject>(call["bytes"])
                   ? Value(evaluator.raise(DiagnosticId::typeError, "cannot convert 'str' object to bytes"))
                   : evaluator.call(evaluator.builtinClass("bytes"), {call["bytes"]});
  std::optional<std::string> order = made ? evaluator.toString(call["byteorder"], "`byteorder`") : std::nullopt;
  std::optional<bool> isSigned = order ? evaluator.truth(call["signed"]) : std::nullopt;
  if (!isSigned)
    return nullptr;
  std::string bytes = llvm::cast<BytesObject>(made)->value;
  if (*order == "big")
    std::reverse(bytes.begin(), bytes.end());
  else if (*order != "little")
    return evaluator.raise(DiagnosticId::valueError, "byteorder must be either 'little' or 'big'");
  llvm::APInt bits(static_cast<unsigned>(bytes.size() * 8 + 64), 0);
  for (size_t i = 0; i < bytes.size(); ++i)
    bits.insertBits(static_cast<unsigned char>(bytes[i]), static_cast<unsigned>(i * 8), 8);
  if (*isSigned && !bytes.empty() && (bytes.back() & 0x80))
    bits.setBits(static_cast<unsigned>(bytes.size() * 8), bits.getBitWidth());
  return asClassAsked(call, evaluator.integer(Integer(bits)));
}
static Value integerRatio(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *floating = llvm::dyn_cast<FloatObject>(call.self);
  if (!floating)
    return evaluator.tuple({evaluator.unary(UnaryOp::plus, call.self), evaluator.integer(1)});
  if (!std::isfinite(floating->value)) {
    evaluator.raise(DiagnosticId::valueError, std::isnan(floating->value) ? "cannot convert NaN to integer ratio"
                                                                          : "cannot convert Infinity to integer ratio");
    if (!std::isnan(floating->value))
      evaluator.pendingException()->instanceType = evaluator.builtinClass("OverflowError");
    return nullptr;
  }
  int exponent;
  double fraction = std::frexp(floating->value, &exponent);
  for (int i = 0; i < 300 && fraction != std::floor(fraction); ++i) {
    fraction *= 2;
    --exponent;
  }
  Integer numerator = *Integer::fromDouble(fraction), denominator(1);
  Integer &scaled = exponent > 0 ? numerator : denominator;
  if (std::optional<Integer> shifted = scaled.shiftLeft(static_cast<unsigned>(std::abs(exponent))))
    scaled = *shifted;
  return evaluator.tuple({evaluator.integer(numerator), evaluator.integer(denominator)});
}
static Value floatHex(Call &call) {
  double value = llvm::cast<FloatObject>(call.self)->value;
  if (!std::isfinite(value))
    return call.evaluator.string(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  auto exponent = static_cast<int>(bits >> 52 & 0x7FF);
  char text[40];
  std::snprintf(text, sizeof text, "%s0x%d.%013llxp%+d", std::signbit(value) ? "-" : "", exponent != 0,
                static_cast<unsigned long long>(bits & ((uint64_t(1) << 52) - 1)),
                value == 0 ? 0
                : exponent ? exponent - 1023
                           : -1022);
  return call.evaluator.string(value == 0 ? (std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0") : text);
}
static Value floatGetFormat(Call &call) {
  std::optional<std::string> type = call.evaluator.toString(call["typestr"], "`typestr`");
  if (type && *type != "double" && *type != "float")
    return call.evaluator.raise(DiagnosticId::valueError, "__getformat__() argument 1 must be 'double' or 'float'");
  return type ? Value(call.evaluator.string("IEEE, little-endian")) : nullptr;
}
static Value floatFromHex(Call &call) {
  std::optional<std::string> text = call.evaluator.toString(call["string"], "`string`");
  if (!text)
    return nullptr;
  std::string trimmed = llvm::StringRef(*text).trim().str();
  bool hasPrefix =
      llvm::StringRef(trimmed).contains_insensitive("0x") || llvm::StringRef(trimmed).contains_insensitive("n");
  if (!hasPrefix)
    trimmed.insert(trimmed.find_first_not_of("+-") == std::string::npos ? 0 : trimmed.find_first_not_of("+-"), "0x");
  char *end = nullptr;
  double value = std::strtod(trimmed.c_str(), &end);
  if (trimmed.empty() || end != trimmed.c_str() + trimmed.size())
    return call.evaluator.raise(DiagnosticId::valueError, "invalid hexadecimal floating-point string");
  if (std::isinf(value) && !llvm::StringRef(trimmed).contains_insensitive("inf"))
    return raiseOverflow(call.evaluator, "hexadecimal value too large to represent as a float");
  return asClassAsked(call, call.evaluator.floating(value));
}
static Value rangeIndex(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *range = llvm::cast<RangeObject>(call.self);
  std::optional<bool> has = range->contains(evaluator, call["value"]);
  std::optional<int64_t> value = has && *has ? evaluator.toInt(call["value"], "the value") : std::nullopt;
  if (has && !*has)
    return evaluator.raise(DiagnosticId::valueError, evaluator.repr(call["value"]).value_or("?") + " is not in range");
  return value ? evaluator.integer((*value - range->start) / range->step) : nullptr;
}
static Value rangeCount(Call &call) {
  std::optional<bool> has = call.self->contains(call.evaluator, call["value"]);
  return has ? call.evaluator.integer(*has) : nullptr;
}

static constexpr LibraryEntry entries[] = {
    {"int", "to_bytes", EntryKind::method, "(length=1, byteorder='big', *, signed=False)", "The bytes of the number.",
     toBytes},
    {"sys", "get_int_max_str_digits", EntryKind::function, "()", "How many digits a text of an int may have.",
     maxDigits},
    {"sys", "set_int_max_str_digits", EntryKind::function, "(maxdigits)",
     "Sets how many digits a text of an int may have; 0 for any number.", setMaxDigits},
    {"int", "from_bytes", EntryKind::function, "(bytes, byteorder='big', *, signed=False)", "The number of some bytes.",
     fromBytes},
    {"int", "as_integer_ratio", EntryKind::method, "()", "The number and 1.", integerRatio},
    {"int", "__index__", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "__int__", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "__trunc__", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "__floor__", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "__ceil__", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "__float__", EntryKind::method, "()", "`float(self)`.", byBuiltin<0>},
    {"int", "__abs__", EntryKind::method, "()", "`abs(self)`.", byBuiltin<1>},
    {"float", "__float__", EntryKind::method, "()", "The number itself.", numberItself},
    {"float", "__int__", EntryKind::method, "()", "`int(self)`.", byBuiltin<2>},
    {"float", "__floor__", EntryKind::method, "()", "The greatest int that is not above.", floorFloat},
    {"float", "__ceil__", EntryKind::method, "()", "The least int that is not below.", ceilFloat},
    {"float", "__trunc__", EntryKind::method, "()", "`int(self)`.", byBuiltin<2>},
    {"float", "__abs__", EntryKind::method, "()", "`abs(self)`.", byBuiltin<1>},
    {"int", "is_integer", EntryKind::method, "()", "True.", alwaysTrue},
    {"float", "as_integer_ratio", EntryKind::method, "()", "The two integers whose quotient is exactly this.",
     integerRatio},
    {"float", "hex", EntryKind::method, "()", "The hexadecimal text of the number.", floatHex},
    {"float", "__getformat__", EntryKind::function, "(typestr, /)", "How floats lie in memory.", floatGetFormat},
    {"float", "fromhex", EntryKind::function, "(string, /)", "The number of a hexadecimal text.", floatFromHex},
    {"float", "conjugate", EntryKind::method, "()", "The number itself.", numberItself},
    {"range", "index", EntryKind::method, "(value, /)", "The place of the value.", rangeIndex},
    {"range", "count", EntryKind::method, "(value, /)", "How often the value occurs.", rangeCount},
    {"builtins", "int", EntryKind::type, "(x=0, /, base=10)", "An integer of any size.", makeInt},
    {"builtins", "float", EntryKind::type, "(x=0.0, /)", "A 64-bit floating-point number.", makeFloat},
    {"builtins", "bool", EntryKind::type, "(x=False, /)", "Whether the object counts as true.", makeBool},
    {"builtins", "str", EntryKind::type, "(object='', encoding='utf-8', errors='strict')", "The object's text.",
     makeStr},
    {"builtins", "bytes", EntryKind::type, "(source=(), encoding='utf-8', errors='strict')", "A sequence of bytes.",
     makeBytes},
    {"builtins", "list", EntryKind::type, "(iterable=..., /)", "A list of the elements.", makeList},
    {"builtins", "tuple", EntryKind::type, "(iterable=..., /)", "A tuple of the elements.", makeTuple},
    {"builtins", "set", EntryKind::type, "(iterable=..., /)", "A set of the elements.", makeSet},
    {"builtins", "frozenset", EntryKind::type, "(iterable=..., /)", "A set that can't change.", makeFrozenset},
    {"builtins", "dict", EntryKind::type, "(iterable=(), /, **kwargs)", "A dict of the pairs and keywords.", makeDict},
    {"builtins", "range", EntryKind::type, "(*args)", "The integers from `start` to before `stop` in steps of `step`.",
     makeRange},
    {"builtins", "slice", EntryKind::type, "(*args)", "What `start:stop:step` is between brackets.", makeSlice},
    {"builtins", "bytearray", EntryKind::type, "(source=(), encoding='utf-8', errors='strict')",
     "Bytes that can change.", makeByteArray},
    {"builtins", "type", EntryKind::type, "(object, bases=None, dict=None, /, **kwds)",
     "The object's class; with three arguments, a new class.", makeType},
    {"builtins", "object", EntryKind::type, "()", "The class that all others derive from.", makeObject},
    {"builtins", "property", EntryKind::type, "(fget=None, fset=None, fdel=None, doc=None)",
     "An attribute that a method computes.", makeProperty},
    {"builtins", "staticmethod", EntryKind::type, "(function, /)", "A method without `self`.", makeStaticMethod},
    {"builtins", "classmethod", EntryKind::type, "(function, /)", "A method of the class.", makeClassMethod},
    {"slice", "start", EntryKind::property, "", "The first index.", sliceStart},
    {"slice", "stop", EntryKind::property, "", "The index after the last.", sliceStop},
    {"slice", "step", EntryKind::property, "", "The distance of two indices.", sliceStep},
    {"slice", "indices", EntryKind::method, "(len, /)", "`(start, stop, step)` for a sequence of this length.",
     sliceIndices},
    {"range", "start", EntryKind::property, "", "The first element.", rangeStart},
    {"range", "stop", EntryKind::property, "", "The bound.", rangeStop},
    {"range", "step", EntryKind::property, "", "The distance of two elements.", rangeStep},
    {"int", "bit_length", EntryKind::method, "()", "Bits of the absolute value.", intBitLength},
    {"int", "bit_count", EntryKind::method, "()", "Ones among the bits of the absolute value.", intBitCount},
    {"int", "conjugate", EntryKind::method, "()", "The number itself.", numberItself},
    {"int", "real", EntryKind::property, "", "The number itself.", numberItself},
    {"int", "numerator", EntryKind::property, "", "The number itself.", numberItself},
    {"int", "imag", EntryKind::property, "", "0.", numberZero},
    {"int", "denominator", EntryKind::property, "", "1.", numberOne},
    {"float", "is_integer", EntryKind::method, "()", "Whether the value is whole.", floatIsInteger},
    {"float", "real", EntryKind::property, "", "The number itself.", numberItself},
    {"float", "imag", EntryKind::property, "", "0.0.", floatZero},
};

llvm::ArrayRef<LibraryEntry> library::typeEntries() { return entries; }

/// Exceptions are made by the class machinery itself; the entries only give their names.
llvm::ArrayRef<LibraryEntry> library::exceptionEntries() {
  static const std::vector<LibraryEntry> list = [] {
    std::vector<LibraryEntry> made;
    for (const auto &[name, base] : exceptionClasses())
      made.push_back({"builtins", name, EntryKind::type, "(*args)", "An exception class of the language.", nullptr});
    return made;
  }();
  return list;
}
