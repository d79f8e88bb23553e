// SPDX-License-Identifier: Apache-2.0
// Finds what is no number among arguments, and the text that answers; see the header.
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/PythonSource.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral text = "numpy.items";

bool frontend::isItemsOperand(Value value) {
  if (auto *type = dyn_cast<ClassObject>(value))
    return type->find("_isItems");
  InstancePart *part = value->instancePart();
  return part && part->instanceType->find("_isItems");
}

static bool isForeign(Value value) {
  switch (value->kind()) {
  case Kind::array:
  case Kind::ref:
  case Kind::refView:
  case Kind::pointer:
  case Kind::extension:
  case Kind::range:
  case Kind::loopRange:
    return false;
  case Kind::integer: {
    const Integer &integer = llvm::cast<IntObject>(value)->value;
    return !integer.asInt64() && (integer.isNegative() || integer.bitLength() > 64);
  }
  default:
    return !asOperand(value) && !isComplexOperand(value) && !isa<PlaceholderObject, DTypeObject>(value);
  }
}

bool frontend::holdsItems(Value value, unsigned depth) {
  if (auto *sequence = dyn_cast<SequenceObject>(value))
    return depth < 16 && llvm::any_of(sequence->items, [&](Value item) { return holdsItems(item, depth + 1); });
  return isForeign(value);
}

/// Arrays of items among arguments, and in lists of them.
static bool holdsArray(Value value, unsigned depth = 0) {
  if (auto *sequence = dyn_cast<SequenceObject>(value))
    return depth < 4 && llvm::any_of(sequence->items, [&](Value item) { return holdsArray(item, depth + 1); });
  return isItemsOperand(value);
}

/// Whether a value that stands for a dtype stands for one of items: `object`, `"S5"`, `"datetime64[s]"`, `[("x", int)]`.
static bool namesItems(Value value) {
  if (isItemsOperand(value) || isa<DictObject>(value))
    return true;
  if (isa<SequenceObject>(value))
    return true;
  if (auto *type = dyn_cast<ClassObject>(value))
    return type->isUser || (type->module == "builtins" && (type->name == "object" || type->name == "str" || type->name == "bytes"));
  auto *name = dyn_cast<StrObject>(value);
  if (!name)
    return false;
  llvm::StringRef code = name->value;
  static constexpr llvm::StringLiteral words[] = {"object", "object_", "str", "str_", "bytes", "bytes_", "void", "c", "unicode"};
  if (llvm::is_contained(words, code) || code.contains(',') || code.starts_with("datetime64") || code.starts_with("timedelta64"))
    return true;
  code = code.ltrim("<>=|");
  if (code.starts_with("(") || (!code.empty() && llvm::isDigit(code[0])))
    return true;
  if (code.empty() || !llvm::StringRef("SUVMmOa").contains(code[0]))
    return false;
  llvm::StringRef rest = code.drop_front().take_until([](char c) { return c == '['; });
  return llvm::all_of(rest, llvm::isDigit);
}

static bool isAboutTypes(llvm::StringRef function) {
  static constexpr llvm::StringLiteral names[] = {"issubdtype", "can_cast", "promote_types", "result_type", "dtype"};
  return llvm::is_contained(names, function);
}

static bool makesArray(llvm::StringRef function) {
  static constexpr llvm::StringLiteral names[] = {"array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"};
  return llvm::is_contained(names, function);
}

/// Whether the argument makes the call one of items; `index` counts the positional ones, `name` is the parameter's.
static bool isAboutItems(const LibraryEntry &entry, llvm::StringRef name, size_t index, Value value, bool hasDType) {
  llvm::StringRef function = entry.name, signature = entry.signature;
  bool isMethod = entry.kind == EntryKind::method;
  if (holdsArray(value))
    return true;
  if (name == "dtype" || (isAboutTypes(function) && !isMethod))
    return namesItems(value);
  if (isMethod || name == "out" || name == "where")
    return false;
  bool isOperand = index == 0 ? signature.starts_with("(x,") || signature.starts_with("(x1,") : index == 1 && signature.starts_with("(x1, x2");
  if ((makesArray(function) && index == 0) || name == "fill_value" || isOperand || (index < 2 && llvm::StringRef(entry.module) == "numpy.testing"))
    return holdsItems(value) && !(hasDType && isa<IntObject>(value));
  return (function == "where" || (index < 2 && isa<SequenceObject>(value))) && holdsItems(value);
}

static bool isNumpys(llvm::StringRef module) { return module.starts_with("numpy") && !module.starts_with("numpy.random"); }

/// Libraries of arrays whose items are numbers.
static bool isOfOthers(llvm::StringRef module) {
  return module.starts_with("jax") || module.starts_with("torch") || module.starts_with("triton");
}

bool frontend::isOfArrays(llvm::StringRef module) { return module.starts_with("numpy") || isOfOthers(module); }

std::optional<Value> frontend::callOnItems(Evaluator &evaluator, const LibraryEntry &entry, llvm::ArrayRef<ParameterInfo> parameters, Value self,
                                           const Arguments &arguments) {
  llvm::StringRef module = entry.module;
  auto *receiver = llvm::dyn_cast_or_null<ArrayObject>(self);
  bool isOfNumpy = isNumpys(module) || (module == "jax.Array" && receiver && receiver->flavour == Flavour::numpy);
  if (!isOfNumpy) {
    if (!isOfOthers(module))
      return std::nullopt;
    for (Value value : arguments.positional)
      if (value->instancePart() && isItemsOperand(value) && evaluator.hasAttribute(value, "_store"))
        return Value(evaluator.raise(DiagnosticId::typeError, "`" + publicName(&entry) + "` takes no array of dtype " +
                                                                  evaluator.repr(evaluator.getAttribute(value, "dtype")).value_or("object")));
    return std::nullopt;
  }
  auto nameOf = [&](size_t index) { return index < parameters.size() ? llvm::StringRef(parameters[index].name) : llvm::StringRef(); };
  bool hasDType = llvm::any_of(arguments.keywords, [](const Keyword &keyword) { return keyword.first == "dtype" && !isNone(keyword.second); });
  bool isFound = false;
  for (auto [index, value] : llvm::enumerate(arguments.positional))
    isFound = isFound || isAboutItems(entry, nameOf(index), index, value, hasDType);
  for (const auto &[name, value] : arguments.keywords) {
    auto parameter = llvm::find_if(parameters, [&, wanted = llvm::StringRef(name)](const ParameterInfo &each) { return each.name == wanted; });
    isFound = isFound || isAboutItems(entry, name, parameter - parameters.begin(), value, hasDType);
  }
  if (!isFound)
    return std::nullopt;
  std::optional<Value> function = evaluator.textMember(text, entry.name);
  if (!function && !llvm::any_of(arguments.positional, [](Value value) { return holdsArray(value); }))
    return std::nullopt;
  if (!function)
    return Value(evaluator.notSupported("`" + publicName(&entry) + "` of an array whose items are no numbers"));
  return callSource(evaluator, *function, entry, self, arguments);
}

std::optional<Value> frontend::operateOnItems(Evaluator &evaluator, llvm::StringRef method, Value left, Value right) {
  auto isMeant = [](Value value) { return isa<SequenceObject, RangeObject>(value) || holdsItems(value); };
  if (!isMeant(isa<ArrayObject>(left) ? right : left)) // a Ref, say: it has errors of its own
    return std::nullopt;
  std::optional<Value> operate = evaluator.textMember(text, "_operate");
  if (!operate || !*operate)
    return operate;
  Value result = evaluator.call(*operate, {evaluator.string(method), left, right});
  if (result && result->kind() == Kind::notImplemented)
    return std::nullopt;
  return result;
}

Value frontend::numbersOf(Evaluator &evaluator, Value value, std::optional<DType> dtype) {
  std::optional<Value> convert = evaluator.textMember(text, "_numbers");
  return convert && *convert ? evaluator.call(*convert, {value, dtype ? Value(evaluator.make<DTypeObject>(*dtype, DTypeStyle::numpyDType)) : evaluator.none()}) : nullptr;
}

Value frontend::itemsConstant(Call &call) {
  std::optional<Value> found = call.evaluator.textMember(text, call.entry->name);
  return found ? *found : call.evaluator.notSupported("`" + publicName(call.entry) + "`");
}
