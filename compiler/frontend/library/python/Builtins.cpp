// SPDX-License-Identifier: Apache-2.0
// Built-in functions: text and output, attributes, numbers, introspection.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "compiler/frontend/library/python/Files.h"
#include "compiler/frontend/library/python/Python.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;

//===-- output -------------------------------------------------------------------------------------------------===//

static Value print(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (TraceStrategy *strategy = evaluator.trace().strategy)
    if (std::optional<Value> printed = strategy->print(evaluator, llvm::cast<TupleObject>(call["values"])->items))
      return *printed;
  auto separator = [&](llvm::StringRef name, llvm::StringRef usual) -> Value {
    if (isNone(call[name]))
      return evaluator.string(usual);
    if (llvm::isa<StrObject>(call[name]))
      return call[name];
    return evaluator.raise(DiagnosticId::typeError,
                           name.str() + " must be None or a string, not " + call[name]->typeName(evaluator),
                           call.rangeOf(name));
  };
  Value between = separator("sep", " "), end = separator("end", "\n");
  if (!between || !end)
    return nullptr;
  std::vector<Value> parts;
  for (Value item : llvm::cast<TupleObject>(call["values"])->items) {
    if (!parts.empty())
      parts.push_back(between);
    Value text = evaluator.format(item, 's', "");
    if (!text)
      return nullptr;
    parts.push_back(text);
  }
  parts.push_back(end);
  Value text = evaluator.concatenate(parts);
  if (!text)
    return nullptr;
  Value file = call["file"];
  if (isNone(file))
    if (auto *own = llvm::dyn_cast_or_null<ModuleObject>(evaluator.importModule("sys", evaluator.range()));
        own && own->attributes.find("stdout"))
      file = own->attributes.find("stdout");
  bool done;
  if (isNone(file)) {
    done = evaluator.print(text);
  } else if (auto *opened = llvm::dyn_cast<library::FileObject>(file)) {
    done = opened->write(evaluator, text);
  } else {
    Value write = evaluator.getAttribute(file, "write");
    done = write && evaluator.call(write, {text});
  }
  return done ? evaluator.none() : nullptr;
}

static Value input(Call &call) {
  return call.evaluator.raise(DiagnosticId::notSupported, "`input` is not supported: a program has nobody to ask");
}

static Value format(Call &call) {
  std::optional<std::string> spec = call.evaluator.toString(call["format_spec"], "`format_spec`");
  return spec ? call.evaluator.format(call["value"], 0, *spec) : nullptr;
}

static Value ascii(Call &call) {
  std::optional<std::string> text = call.evaluator.repr(call["object"]);
  if (!text)
    return nullptr;
  return call.evaluator.string(escapeToAscii(*text));
}
static Value repr(Call &call) { return call.evaluator.format(call["object"], 'r', ""); }

//===-- attributes and introspection ---------------------------------------------------------------------------===//

static Value len(Call &call) {
  std::optional<int64_t> size = call.evaluator.length(call["obj"]);
  return size ? call.evaluator.integer(*size) : nullptr;
}

/// Empty: there is none.
static std::optional<Value> findAttribute(Evaluator &evaluator, Value object, llvm::StringRef name) {
  std::optional<Value> patched = evaluator.hasPatchedClasses ? findPatched(evaluator, object, name) : std::nullopt;
  return patched ? patched : object->getAttribute(evaluator, name);
}

static std::optional<std::string> attributeName(Call &call) {
  if (!llvm::isa<StrObject>(call["name"]) && !llvm::isa<TextObject>(call["name"]))
    return call.evaluator.raise(DiagnosticId::typeError,
                                "attribute name must be string, not '" + call["name"]->typeName(call.evaluator) + "'");
  return call.evaluator.toString(call["name"], "attribute name");
}

static Value getattr(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = attributeName(call);
  if (!name)
    return nullptr;
  std::optional<Value> value = findAttribute(evaluator, call["object"], *name);
  if (value && call.given("default") && evaluator.isUnsupported(*value))
    return call["default"]; // the program has another way
  if (value && (*value || !isPending(evaluator, "AttributeError")))
    return *value;
  if (!call.given("default"))
    return value ? nullptr : evaluator.getAttribute(call["object"], *name);
  evaluator.clearPending();
  return call["default"];
}

static Value setattr(Call &call) {
  std::optional<std::string> name = attributeName(call);
  return name && call.evaluator.setAttribute(call["object"], *name, call["value"]) ? call.evaluator.none() : nullptr;
}

static Value delattr(Call &call) {
  std::optional<std::string> name = attributeName(call);
  return name && call["object"]->deleteAttribute(call.evaluator, *name) ? call.evaluator.none() : nullptr;
}

static Value hasattr(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = attributeName(call);
  if (!name)
    return nullptr;
  std::optional<Value> value = findAttribute(evaluator, call["object"], *name);
  if (value && evaluator.isUnsupported(*value))
    return evaluator.boolean(false);
  if (value && !*value) {
    if (!isPending(evaluator, "AttributeError"))
      return nullptr;
    evaluator.clearPending();
  }
  return evaluator.boolean(value && *value);
}

static Value isinstance(Call &call) {
  std::optional<bool> result = call.evaluator.isInstance(call["object"], call["class_or_tuple"]);
  return result ? call.evaluator.boolean(*result) : nullptr;
}

static Value issubclass(Call &call) {
  std::optional<bool> is = isSubclassOf(call.evaluator, call["cls"], call["class_or_tuple"]);
  return is ? call.evaluator.boolean(*is) : nullptr;
}

static Value callable(Call &call) { return call.evaluator.boolean(call.evaluator.isCallable(call["obj"])); }
static Value id(Call &call) {
  return call.evaluator.integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(call["obj"]) & 0x7FFFFFFF));
}

static Value hash(Call &call) {
  std::optional<uint64_t> value = call["obj"]->hash(call.evaluator);
  return value ? call.evaluator.integer(static_cast<int64_t>(*value)) : nullptr;
}

static Value vars(Call &call) {
  if (!call.given("object"))
    return Interpretation::of(call.evaluator).localsAsDict();
  return call.evaluator.getAttribute(call["object"], "__dict__");
}

/// `__dir__` of the program: of a module, or of an object's class. Null: there is none.
static Value findDirectory(Evaluator &evaluator, Value object) {
  if (auto *module = llvm::dyn_cast<ModuleObject>(object); module && module->isSource)
    return module->attributes.find("__dir__");
  if (auto *type = llvm::dyn_cast<ClassObject>(object)) {
    Value method = type->metaclass ? type->metaclass->find("__dir__") : nullptr;
    return method ? bindAttribute(evaluator, method, object, type->metaclass) : nullptr;
  }
  InstancePart *part = object->instancePart();
  Value method = part && part->instanceType->isUser ? part->instanceType->find("__dir__") : nullptr;
  return method ? bindAttribute(evaluator, method, object, part->instanceType) : nullptr;
}

static Value dir(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (Value own = call.given("object") ? findDirectory(evaluator, call["object"]) : nullptr) {
    Value listed = evaluator.call(own, {});
    std::optional<std::vector<Value>> items = listed ? evaluator.toVector(listed) : std::nullopt;
    return items && library::sortValues(evaluator, *items, nullptr, /*reverse=*/false)
               ? evaluator.list(std::move(*items))
               : nullptr;
  }
  std::vector<std::string> names;
  if (call.given("object"))
    call["object"]->listAttributes(evaluator, names);
  else
    for (const HashTable::Entry &entry : Interpretation::of(evaluator).localsAsDict()->table.entries())
      if (entry.key)
        names.push_back(llvm::cast<StrObject>(entry.key)->value);
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<Value> items;
  for (const std::string &name : names)
    items.push_back(evaluator.string(name));
  return evaluator.list(std::move(items));
}

static Value locals(Call &call) { return Interpretation::of(call.evaluator).localsAsDict(); }
static Value globals(Call &call) { return Interpretation::of(call.evaluator).globalsAsDict(); }

static Value super_(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!call.given("type"))
    return Interpretation::of(evaluator).currentSuper();
  auto *type = llvm::dyn_cast<ClassObject>(call["type"]);
  if (!type)
    return evaluator.raise(DiagnosticId::typeError,
                           "super() argument 1 must be a type, not " + call["type"]->typeName(evaluator));
  if (!call.given("object_or_type")) { // bound once it is read from an instance
    Value unbound = evaluator.textMember("builtins", "_UnboundSuper").value_or(nullptr);
    return unbound ? evaluator.call(unbound, {type}) : nullptr;
  }
  Value object = call["object_or_type"];
  auto *derived = llvm::dyn_cast<ClassObject>(object);
  if ((!derived || !derived->isSubclassOf(type)) && !object->type(evaluator)->isSubclassOf(type))
    return evaluator.raise(DiagnosticId::typeError, "super(type, obj): obj must be an instance or subtype of type");
  return evaluator.make<SuperObject>(type, object);
}

//===-- numbers ------------------------------------------------------------------------------------------------===//

static Value abs(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value value = call["x"];
  if (auto *floating = llvm::dyn_cast<FloatObject>(value))
    return evaluator.floating(std::fabs(floating->value));
  if (auto *integer = llvm::dyn_cast<IntObject>(value))
    return integer->value.isNegative() ? evaluator.integer(-integer->value) : value;
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return evaluator.integer(boolean->value);
  std::optional<Value> method = value->getAttribute(evaluator, "__abs__");
  if (method)
    return *method ? evaluator.call(*method, {}) : nullptr;
  return evaluator.raise(DiagnosticId::typeError, "bad operand type for abs(): '" + value->typeName(evaluator) + "'");
}

/// value / unit to the nearest integer, ties to even; `isMore`: the value has a fraction besides.
static Integer divideToNearest(const Integer &value, const Integer &unit, bool isMore = false) {
  Integer quotient, remainder;
  Integer::floorDivide(value, unit, quotient, remainder);
  int order = (remainder + remainder).compare(unit);
  bool isOdd = !(quotient & Integer(1)).isZero();
  return order > 0 || (order == 0 && (isOdd || isMore)) ? quotient + Integer(1) : quotient;
}

/// Rounds half to even at `digits` decimal places, from the exact decimal expansion.
static double roundTo(double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 323) // digits that a double can have
    return value;
  if (digits < -308)
    return std::copysign(0.0, value);
  if (digits < 0) {
    double size = std::abs(value), whole = std::floor(size);
    Integer unit = *Integer(10).power(static_cast<uint64_t>(-digits));
    std::string text = divideToNearest(*Integer::fromDouble(whole), unit, size != whole).toString();
    return std::copysign(std::strtod((text + "e" + std::to_string(-digits)).c_str(), nullptr), value);
  }
  char text[700];
  std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), value);
  return std::strtod(text, nullptr);
}

static Value round(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value value = call["number"];
  bool hasDigits = !isNone(call["ndigits"]);
  std::optional<int64_t> digits = 0;
  if (auto *big = llvm::dyn_cast<IntObject>(call["ndigits"]);
      big && !big->value.asInt64()) // beyond all digits there are
    digits = big->value.isNegative() ? INT32_MIN : INT32_MAX;
  else if (hasDigits && llvm::isa<NumberObject>(value) && llvm::isa<FloatObject>(call["ndigits"]))
    return evaluator.raise(DiagnosticId::typeError, "'float' object cannot be interpreted as an integer");
  else if (hasDigits && llvm::isa<NumberObject>(value))
    digits = evaluator.toInt(call["ndigits"], "`ndigits`");
  if (!digits)
    return nullptr;
  if (InstancePart *part = value->instancePart())
    if (Value method = part->instanceType->find("__round__"); method && !isNone(method))
      return *askClass(evaluator, value, *part, "__round__",
                       hasDigits ? llvm::ArrayRef<Value>(call["ndigits"]) : llvm::ArrayRef<Value>());
  if (auto *floating = llvm::dyn_cast<FloatObject>(value)) {
    if (hasDigits) {
      double rounded = roundTo(floating->value, *digits);
      if (std::isinf(rounded) && std::isfinite(floating->value))
        return raiseOverflow(evaluator, "rounded value too large to represent");
      return evaluator.floating(rounded);
    }
    if (std::isinf(floating->value))
      return raiseOverflow(evaluator, "cannot convert float infinity to integer");
    std::optional<Integer> whole = Integer::fromDouble(std::nearbyint(floating->value));
    if (!whole && std::isinf(floating->value))
      return raiseOverflow(evaluator, "cannot convert float infinity to integer");
    if (!whole)
      return evaluator.raise(DiagnosticId::valueError, "cannot convert float NaN to integer");
    return evaluator.integer(*whole);
  }
  if (llvm::isa<NumberObject>(value) && *digits >= 0)
    return evaluator.unary(UnaryOp::plus, value);
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    value = evaluator.integer(boolean->value);
  if (auto *integer = llvm::dyn_cast<IntObject>(value)) {
    std::optional<Integer> unit = *digits > -4300 ? Integer(10).power(static_cast<uint64_t>(-*digits)) : std::nullopt;
    if (!unit)
      return evaluator.integer(0);
    return evaluator.integer(divideToNearest(integer->value, *unit) * *unit);
  }
  std::optional<Value> method = value->getAttribute(evaluator, "__round__");
  if (method)
    return *method
               ? evaluator.call(*method, hasDigits ? llvm::ArrayRef<Value>(call["ndigits"]) : llvm::ArrayRef<Value>())
               : nullptr;
  return evaluator.raise(DiagnosticId::typeError,
                         "type " + value->typeName(evaluator) + " doesn't define __round__ method");
}

static Value divmod(Call &call) {
  if (InstancePart *part = call["x"]->instancePart())
    if (std::optional<Value> result = askClass(call.evaluator, call["x"], *part, "__divmod__", {call["y"]});
        result && *result != call.evaluator.notImplemented())
      return *result;
  if (InstancePart *part = call["y"]->instancePart())
    if (std::optional<Value> result = askClass(call.evaluator, call["y"], *part, "__rdivmod__", {call["x"]});
        result && *result != call.evaluator.notImplemented())
      return *result;
  bool isFloat = llvm::isa<FloatObject>(call["x"]) || llvm::isa<FloatObject>(call["y"]);
  if (isFloat && llvm::isa<NumberObject>(call["x"]) && llvm::isa<NumberObject>(call["y"]))
    if (std::optional<bool> divides = call.evaluator.truth(call["y"]); divides && !*divides)
      return call.evaluator.raise(DiagnosticId::zeroDivision, "float divmod()");
  Value quotient = call.evaluator.binary(BinaryOp::floorDivide, call["x"], call["y"]);
  Value remainder = quotient ? call.evaluator.binary(BinaryOp::modulo, call["x"], call["y"]) : nullptr;
  return remainder ? call.evaluator.tuple({quotient, remainder}) : nullptr;
}

/// The number whose product with `value` is 1 modulo `modulus`, by Euclid's algorithm; empty when they share a factor.
static std::optional<Integer> invertModulo(const Integer &value, const Integer &modulus) {
  Integer a, b = modulus.isNegative() ? -modulus : modulus, x(1), y(0), quotient, rest;
  Integer::floorDivide(value, b, quotient, a);
  Integer whole = b;
  while (!b.isZero()) {
    Integer::floorDivide(a, b, quotient, rest);
    a = std::exchange(b, rest);
    x = std::exchange(y, x - quotient * y);
  }
  if (!(a == Integer(1)))
    return std::nullopt;
  Integer::floorDivide(x, whole, quotient, rest);
  return rest;
}

static Value pow(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isNone(call["mod"]))
    return evaluator.binary(BinaryOp::power, call["base"], call["exp"]);
  if (InstancePart *part = call["base"]->instancePart())
    if (std::optional<Value> result = askClass(evaluator, call["base"], *part, "__pow__", {call["exp"], call["mod"]}))
      return *result;
  auto *base = llvm::dyn_cast<IntObject>(call["base"]), *modulus = llvm::dyn_cast<IntObject>(call["mod"]);
  auto *exponent = llvm::dyn_cast<IntObject>(call["exp"]);
  if (!base || !modulus || !exponent)
    return evaluator.raise(DiagnosticId::typeError, "pow() 3rd argument not allowed unless all arguments are integers");
  if (modulus->value.isZero())
    return evaluator.raise(DiagnosticId::valueError, "pow() 3rd argument cannot be 0");
  Integer result(1), factor = base->value, rest = exponent->value, quotient;
  if (rest.isNegative()) {
    std::optional<Integer> inverse = invertModulo(factor, modulus->value);
    if (!inverse)
      return evaluator.raise(DiagnosticId::valueError, "base is not invertible for the given modulus");
    factor = *inverse;
    rest = -rest;
  }
  Integer::floorDivide(factor, modulus->value, quotient, factor);
  while (!rest.isZero()) {
    if (!evaluator.step())
      return nullptr;
    if (!(rest & Integer(1)).isZero())
      Integer::floorDivide(result * factor, modulus->value, quotient, result);
    Integer::floorDivide(factor * factor, modulus->value, quotient, factor);
    rest = rest.shiftRight(1);
  }
  Integer::floorDivide(result, modulus->value, quotient, result);
  return evaluator.integer(result);
}

static Value chr(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *number = llvm::dyn_cast<IntObject>(call["i"]);
  bool isHuge = number && !number->value.asInt64();
  std::optional<int64_t> code = isHuge ? std::optional<int64_t>(INT64_MAX) : evaluator.toInt(call["i"], "`i`");
  if (!code)
    return nullptr;
  if (*code < INT32_MIN || *code > INT32_MAX)
    return raiseOverflow(evaluator, "Python int too large to convert to C int");
  if (*code < 0 || *code > 0x10FFFF)
    return evaluator.raise(DiagnosticId::valueError, "chr() arg not in range(0x110000)");
  if (*code >= 0xD800 && *code <= 0xDFFF)
    return evaluator.notSupported("a lone surrogate in a string");
  std::string text;
  auto value = static_cast<uint32_t>(*code);
  if (value < 0x80) {
    text += static_cast<char>(value);
  } else {
    int extra = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    static constexpr unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(lead[extra] | (value >> (6 * extra)));
    for (int i = extra - 1; i >= 0; --i)
      text += static_cast<char>(0x80 | ((value >> (6 * i)) & 0x3F));
  }
  return evaluator.string(text);
}

static Value ord(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *text = llvm::dyn_cast<StrObject>(call["c"]);
  if (auto *bytes = llvm::dyn_cast<BytesObject>(call["c"])) {
    if (bytes->value.size() == 1)
      return evaluator.integer(static_cast<int64_t>(static_cast<unsigned char>(bytes->value[0])));
    return evaluator.raise(DiagnosticId::typeError, "ord() expected a character, but string of length " +
                                                        std::to_string(bytes->value.size()) + " found");
  }
  if (text && *text->length(evaluator) != 1)
    return evaluator.raise(DiagnosticId::typeError, "ord() expected a character, but string of length " +
                                                        std::to_string(*text->length(evaluator)) + " found");
  if (!text)
    return evaluator.raise(DiagnosticId::typeError,
                           "ord() expected string of length 1, but " + call["c"]->typeName(evaluator) + " found");
  const std::string &bytes = text->value;
  auto lead = static_cast<unsigned char>(bytes[0]);
  uint32_t code = bytes.size() == 1 ? lead : lead & (0x3F >> (bytes.size() - 1));
  for (size_t i = 1; i < bytes.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3F);
  return evaluator.integer(code);
}

static Value inBase(Call &call, const char *spec) {
  Value number = call["number"];
  if (auto *boolean = llvm::dyn_cast<BoolObject>(number))
    number = call.evaluator.integer(boolean->value);
  if (InstancePart *part = number->instancePart();
      part && !llvm::isa<IntObject>(number) && part->instanceType->find("__index__"))
    if (!(number = call.evaluator.call(part->instanceType->find("__index__"), {number})))
      return nullptr;
  if (!llvm::isa<IntObject>(number))
    return call.evaluator.raise(DiagnosticId::typeError, "'" + number->typeName(call.evaluator) +
                                                             "' object cannot be interpreted as an integer");
  return call.evaluator.format(number, 0, spec);
}
static Value bin(Call &call) { return inBase(call, "#b"); }
static Value oct(Call &call) { return inBase(call, "#o"); }
static Value hex(Call &call) { return inBase(call, "#x"); }

static Value exit_(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *exception = evaluator.make<ExceptionObject>(evaluator.builtinClass("SystemExit"));
  exception->arguments.push_back(call["code"]);
  return evaluator.raise(exception);
}

static Value import_(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call["name"], "`name`");
  std::optional<bool> wantsInner = name ? evaluator.truth(call["fromlist"]) : std::nullopt;
  if (!wantsInner)
    return nullptr;
  if (std::optional<int64_t> level = evaluator.toInt(call["level"], "`level`"); !level || *level != 0)
    return level ? Value(evaluator.notSupported("`__import__` with a `level`")
                             .note("`importlib.import_module('.name', package)` imports relative to a package"))
                 : nullptr;
  Value module = evaluator.importModule(*name, evaluator.range());
  return module && !*wantsInner ? evaluator.importModule(llvm::StringRef(*name).split('.').first, evaluator.range())
                                : module;
}

static Value ellipsis(Call &call) { return call.evaluator.ellipsis(); }
static Value notImplemented(Call &call) { return call.evaluator.notImplemented(); }
static Value debug(Call &call) { return call.evaluator.boolean(true); }

static constexpr LibraryEntry entries[] = {
    {"builtins", "print", EntryKind::function, "(*values, sep=' ', end='\\n', file=None, flush=False)",
     "Writes the values' texts to the program's output.", print},
    {"builtins", "input", EntryKind::function, "(prompt='')", "Refused: a program has nobody to ask.", input},
    {"builtins", "format", EntryKind::function, "(value, format_spec='', /)", "The value's text by a format spec.",
     format},
    {"builtins", "repr", EntryKind::function, "(object, /)",
     "The object's text as Python source where that is possible.", repr},
    {"builtins", "ascii", EntryKind::function, "(object, /)", "The object's text with all but ASCII escaped.", ascii},
    {"builtins", "len", EntryKind::function, "(obj, /)", "The number of elements.", len},
    {"builtins", "getattr", EntryKind::function, "(object, name, default=None, /)",
     "An attribute by its name as a string.", getattr},
    {"builtins", "setattr", EntryKind::function, "(object, name, value, /)",
     "Sets an attribute by its name as a string.", setattr},
    {"builtins", "delattr", EntryKind::function, "(object, name, /)", "Deletes an attribute by its name as a string.",
     delattr},
    {"builtins", "hasattr", EntryKind::function, "(object, name, /)", "Whether the object has the attribute.", hasattr},
    {"builtins", "isinstance", EntryKind::function, "(object, class_or_tuple, /)",
     "Whether the object is an instance of the class or of one of several.", isinstance},
    {"builtins", "issubclass", EntryKind::function, "(cls, class_or_tuple, /)", "Whether a class derives from another.",
     issubclass},
    {"builtins", "callable", EntryKind::function, "(obj, /)", "Whether the object can be called.", callable},
    {"builtins", "id", EntryKind::function, "(obj, /)", "A number that no other object has.", id},
    {"builtins", "hash", EntryKind::function, "(obj, /)", "The object's hash value.", hash},
    {"builtins", "vars", EntryKind::function, "(object=None, /)", "The object's attributes as a dict.", vars},
    {"builtins", "dir", EntryKind::function, "(object=None, /)", "The names of the object's attributes.", dir},
    {"builtins", "locals", EntryKind::function, "()", "The current scope's variables as a dict.", locals},
    {"builtins", "globals", EntryKind::function, "()", "The program's global variables as a dict.", globals},
    {"builtins", "super", EntryKind::function, "(type=None, object_or_type=None, /)",
     "Attributes as the next class in line has them.", super_},
    {"builtins", "abs", EntryKind::function, "(x, /)", "The absolute value.", abs},
    {"builtins", "round", EntryKind::function, "(number, ndigits=None)",
     "The nearest integer or decimal; halves go to even.", round},
    {"builtins", "divmod", EntryKind::function, "(x, y, /)", "`(x // y, x % y)`.", divmod},
    {"builtins", "pow", EntryKind::function, "(base, exp, mod=None)", "`base ** exp`, modulo `mod` where it is given.",
     pow},
    {"builtins", "chr", EntryKind::function, "(i, /)", "The character of a code point.", chr},
    {"builtins", "ord", EntryKind::function, "(c, /)", "The code point of a character.", ord},
    {"builtins", "bin", EntryKind::function, "(number, /)", "An integer's binary text, `0b..`.", bin},
    {"builtins", "oct", EntryKind::function, "(number, /)", "An integer's octal text, `0o..`.", oct},
    {"builtins", "hex", EntryKind::function, "(number, /)", "An integer's hexadecimal text, `0x..`.", hex},
    {"builtins", "exit", EntryKind::function, "(code=None)", "Ends the program.", exit_},
    {"builtins", "quit", EntryKind::function, "(code=None)", "Ends the program.", exit_},
    {"builtins", "__import__", EntryKind::function, "(name, globals=None, locals=None, fromlist=(), level=0)",
     "The module of that name; of a dotted one the first, unless `fromlist` has names.", import_},
    {"builtins", "Ellipsis", EntryKind::constant, "", "`...`.", ellipsis},
    {"builtins", "NotImplemented", EntryKind::constant, "",
     "What an operator method returns for operands that it does not know.", notImplemented},
    {"builtins", "__debug__", EntryKind::constant, "", "True: asserts are checked.", debug},
};

llvm::ArrayRef<LibraryEntry> library::builtinEntries() { return entries; }
