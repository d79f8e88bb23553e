// SPDX-License-Identifier: Apache-2.0
// The special methods of the language's classes under their own names: `(1).__add__(2)`, `super().__setitem__(key,
// value)`, `object.__setattr__(self, name, value)`. Each asks the hook of its operation, past what a user's class makes
// of it.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

/// The receiver, whose next hook is the class of the language's own.
static Value plainSelf(Call &call) {
  if (InstancePart *part = call.self->instancePart())
    part->plain = true;
  return call.self;
}

static Value answer(Call &call, std::optional<Value> result) {
  return result ? *result : call.evaluator.notImplemented();
}
static Value answer(Call &call, std::optional<bool> result) {
  return result ? call.evaluator.boolean(*result) : nullptr;
}
static Value answer(Call &call, std::optional<int64_t> result) {
  return result ? call.evaluator.integer(*result) : nullptr;
}
static Value answer(Call &call, const std::optional<std::string> &result) {
  return result ? call.evaluator.string(*result) : nullptr;
}
static Value answer(Call &call, bool done) { return done ? call.evaluator.none() : nullptr; }

template <BinaryOp op> static Value binary(Call &call) {
  return answer(call, plainSelf(call)->binary(call.evaluator, op, call["value"], false));
}
template <BinaryOp op> static Value reflected(Call &call) {
  return answer(call, plainSelf(call)->binary(call.evaluator, op, call["value"], true));
}
template <CompareOp op> static Value compare(Call &call) {
  return answer(call, plainSelf(call)->compare(call.evaluator, op, call["value"]));
}
template <UnaryOp op> static Value unary(Call &call) {
  return answer(call, plainSelf(call)->unary(call.evaluator, op));
}

/// `list.__iadd__` and its kin, which change the receiver.
template <BinaryOp op> static Value inPlace(Call &call) {
  return call.evaluator.binary(op, plainSelf(call), call["value"], /*inPlace=*/true);
}

/// `Tensor.__iadd__`
template <BinaryOp op> static Value updated(Call &call) {
  return answer(call, llvm::cast<ArrayObject>(plainSelf(call))->updateInPlace(call.evaluator, op, call["value"]));
}

static Value truth(Call &call) { return answer(call, plainSelf(call)->truth(call.evaluator)); }
static Value length(Call &call) { return answer(call, plainSelf(call)->length(call.evaluator)); }
static Value iterate(Call &call) { return plainSelf(call)->iterate(call.evaluator); }
static Value contains(Call &call) { return answer(call, plainSelf(call)->contains(call.evaluator, call["key"])); }
static Value getItem(Call &call) { return plainSelf(call)->getItem(call.evaluator, call["key"]); }
static Value setItem(Call &call) {
  return answer(call, plainSelf(call)->setItem(call.evaluator, call["key"], call["value"]));
}
static Value deleteItem(Call &call) { return answer(call, plainSelf(call)->deleteItem(call.evaluator, call["key"])); }

static Value repr(Call &call) {
  Value self = plainSelf(call);
  if (llvm::isa<SequenceObject>(self) || llvm::isa<DictObject>(self) || self->kind() == Kind::array) // may hold arrays
    return call.evaluator.format(self, 'r', "");
  return answer(call, self->repr(call.evaluator));
}
static Value str(Call &call) {
  if (call.self->instancePart() && llvm::StringRef(call.entry->module) == "object")
    return answer(call, call.self->repr(call.evaluator)); // `object.__str__` is the class's repr
  return answer(call, plainSelf(call)->str(call.evaluator));
}
static Value format(Call &call) {
  std::optional<std::string> spec = call.evaluator.toString(call["format_spec"], "`format_spec`");
  if (!spec)
    return nullptr;
  if (call.self->instancePart() && spec->empty()) // what the class makes of `str`
    return answer(call, call.self->str(call.evaluator));
  return plainSelf(call)->format(call.evaluator, 0, *spec);
}
static Value hash(Call &call) {
  std::optional<uint64_t> value = plainSelf(call)->hash(call.evaluator);
  return value ? call.evaluator.integer(static_cast<int64_t>(*value)) : nullptr;
}

//===-- attributes ---------------------------------------------------------------------------------------------===//

static Value setAttribute(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "attribute name");
  return name ? answer(call, plainSelf(call)->setAttribute(call.evaluator, *name, call["value"])) : nullptr;
}
static Value deleteAttribute(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "attribute name");
  return name ? answer(call, plainSelf(call)->deleteAttribute(call.evaluator, *name)) : nullptr;
}
static Value getAttribute(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "attribute name");
  std::optional<Value> value = name ? plainSelf(call)->getAttribute(call.evaluator, *name) : Value(nullptr);
  if (value)
    return *value;
  Raised raised = call.evaluator.raise(DiagnosticId::unknownAttribute, "'" + call.self->typeName(call.evaluator) +
                                                                           "' object has no attribute '" + *name + "'");
  call.evaluator.pendingException()->attributes.set("name", call["name"]);
  call.evaluator.pendingException()->attributes.set("obj", call.self);
  return raised;
}
static Value listAttributes(Call &call) {
  std::vector<std::string> names;
  call.self->listAttributes(call.evaluator, names);
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<Value> items;
  for (const std::string &name : names)
    items.push_back(call.evaluator.string(name));
  return call.evaluator.list(std::move(items));
}

//===-- making -------------------------------------------------------------------------------------------------===//

static Value objectInit(Call &call) {
  const std::vector<Value> &arguments = llvm::cast<TupleObject>(call["args"])->items;
  InstancePart *part = call.self->instancePart();
  bool isMade =
      part ? part->instanceType->find("__new__") || valueClass(call.evaluator, *part->instanceType)->name != "object"
           : !llvm::isa<InstanceObject>(call.self); // what made it took the arguments
  if (auto *exception = llvm::dyn_cast<ExceptionObject>(call.self)) {
    exception->arguments = arguments;
    auto derives = [&](llvm::StringRef name) {
      return exception->instanceType->isSubclassOf(call.evaluator.builtinClass(name));
    };
    for (llvm::StringRef name : {"name", "path", "obj"}) // theirs, set anew
      if (derives("ImportError") || derives("AttributeError") || derives("NameError"))
        exception->attributes.erase(name);
    for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
      if (entry.key)
        exception->attributes.set(llvm::cast<StrObject>(entry.key)->value, entry.value);
  } else if (!isMade && (!arguments.empty() || llvm::cast<DictObject>(call["kwargs"])->table.size()))
    return call.evaluator.raise(DiagnosticId::argumentError,
                                "object.__init__() takes exactly one argument (the instance to initialize)");
  return call.evaluator.none();
}

/// `list.__init__` and its kin: the receiver gets what the class makes of the arguments.
static Value containerInit(Call &call) {
  Arguments arguments;
  arguments.positional.assign(llvm::cast<TupleObject>(call["args"])->items.begin(),
                              llvm::cast<TupleObject>(call["args"])->items.end());
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key)
      arguments.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  Value made = call.evaluator.call(call.evaluator.builtinClass(call.entry->module), arguments);
  if (!made || made->kind() != call.self->kind())
    return made ? Value(call.evaluator.raise(DiagnosticId::typeError, "descriptor '__init__' requires a '" +
                                                                          std::string(call.entry->module) + "' object"))
                : nullptr;
  if (auto *list = llvm::dyn_cast<ListObject>(call.self))
    list->items = llvm::cast<ListObject>(made)->items;
  else if (auto *dict = llvm::dyn_cast<DictObject>(call.self)) {
    for (const HashTable::Entry &entry : llvm::cast<DictObject>(made)->table.entries())
      if (entry.key && !dict->table.insert(call.evaluator, entry.key, entry.value))
        return nullptr;
  } else if (auto *set = llvm::dyn_cast<SetObject>(call.self))
    set->table = llvm::cast<SetObject>(made)->table;
  else if (auto *bytes = llvm::dyn_cast<BytesObject>(call.self))
    bytes->value = llvm::cast<BytesObject>(made)->value;
  return call.evaluator.none();
}

/// `__new__` of a class of the language, as an attribute of it.
static Value newFunction(Call &call) {
  return call.evaluator.function("__new__", makeNew(call.evaluator.builtinClass(call.entry->module)));
}

static Value typeCall(Call &call) {
  auto *type = llvm::dyn_cast<ClassObject>(call.self);
  if (!type)
    return call.evaluator.raise(DiagnosticId::typeError, "type.__call__() needs a class");
  Arguments arguments;
  const std::vector<Value> &positional = llvm::cast<TupleObject>(call["args"])->items;
  arguments.positional.assign(positional.begin(), positional.end());
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key)
      arguments.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  return type->isUser ? constructInstance(call.evaluator, *type, arguments) : call.evaluator.call(type, arguments);
}
static Value subclassesOf(Call &call) {
  std::vector<Value> items;
  if (auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self))
    items.assign(type->subclasses.begin(), type->subclasses.end());
  return call.evaluator.list(std::move(items));
}
/// What `isinstance` and `issubclass` ask where no metaclass of the user's says otherwise.
static Value checkSubclass(Call &call) {
  auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self), *other = llvm::dyn_cast<ClassObject>(call["subclass"]);
  if (!type || !other)
    return call.evaluator.raise(DiagnosticId::typeError, "issubclass() arg 1 must be a class");
  std::optional<bool> is = isSubclass(call.evaluator, other, type);
  return is ? call.evaluator.boolean(*is) : nullptr;
}
static Value checkInstance(Call &call) {
  auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self);
  if (!type)
    return call.evaluator.raise(DiagnosticId::typeError, "type.__instancecheck__() needs a class");
  std::optional<bool> is = isSubclass(call.evaluator, call["instance"]->type(call.evaluator), type);
  return is ? call.evaluator.boolean(*is) : nullptr;
}
/// What a class body starts with where no metaclass says otherwise.
static Value prepareNamespace(Call &call) { return call.evaluator.dict(); }
static Value setOfType(Call &call) {
  auto *type = llvm::dyn_cast<ClassObject>(call.self);
  std::optional<std::string> name = call.evaluator.toString(call["name"], "attribute name");
  if (!type || !name)
    return name ? Value(call.evaluator.raise(DiagnosticId::typeError, "type.__setattr__() needs a class")) : nullptr;
  return answer(call, setClassAttribute(call.evaluator, *type, *name, call["value"]));
}
static Value deleteOfType(Call &call) {
  auto *type = llvm::dyn_cast<ClassObject>(call.self);
  std::optional<std::string> name = call.evaluator.toString(call["name"], "attribute name");
  if (!type || !name)
    return name ? Value(call.evaluator.raise(DiagnosticId::typeError, "type.__delattr__() needs a class")) : nullptr;
  return answer(call, deleteClassAttribute(call.evaluator, *type, *name));
}
/// What `copyreg` says of taking the object apart.
template <bool asked> static Value reduceObject(Call &call) {
  std::optional<Value> function = call.evaluator.textMember("copyreg", asked ? "_reduce_ex" : "_reduce");
  return function && *function
             ? call.evaluator.call(*function, {call.self, asked ? call["protocol"] : call.evaluator.integer(0)})
             : nullptr;
}
static Value stateOfObject(Call &call) {
  std::optional<Value> function = call.evaluator.textMember("copyreg", "_state_of");
  return function && *function ? call.evaluator.call(*function, {call.self}) : nullptr;
}
static Value typeInit(Call &call) { return call.evaluator.none(); }

//===-- exceptions -----------------------------------------------------------------------------------------------===//

static Value withTraceback(Call &call) {
  return call.self->setAttribute(call.evaluator, "__traceback__", call["tb"]) ? call.self : nullptr;
}
static Value addNote(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!llvm::isa<StrObject>(call["note"]))
    return evaluator.raise(DiagnosticId::typeError,
                           "note must be a str, not '" + call["note"]->typeName(evaluator) + "'");
  auto *exception = llvm::cast<ExceptionObject>(call.self);
  Value known = exception->attributes.find("__notes__");
  auto *notes = llvm::dyn_cast_or_null<ListObject>(known);
  if (known && !notes)
    return evaluator.raise(DiagnosticId::typeError, "Cannot add note: __notes__ is not a list");
  if (!notes)
    exception->attributes.set("__notes__", notes = evaluator.list({}));
  notes->items.push_back(call["note"]);
  exception->notes.push_back({llvm::cast<StrObject>(call["note"])->value, {}});
  return evaluator.none();
}

#define TESSERA_METHOD(type, name, signature, summary, handler)                                                        \
  {type, name, EntryKind::method, signature, summary, handler}
#define TESSERA_BINARY(type, name, symbol, op)                                                                         \
  TESSERA_METHOD(type, "__" name "__", "(value, /)", "`self " symbol " value`.", binary<BinaryOp::op>),                \
      TESSERA_METHOD(type, "__r" name "__", "(value, /)", "`value " symbol " self`.", reflected<BinaryOp::op>)
#define TESSERA_ORDER(type)                                                                                            \
  TESSERA_METHOD(type, "__lt__", "(value, /)", "`self < value`.", compare<CompareOp::less>),                           \
      TESSERA_METHOD(type, "__le__", "(value, /)", "`self <= value`.", compare<CompareOp::lessEqual>),                 \
      TESSERA_METHOD(type, "__gt__", "(value, /)", "`self > value`.", compare<CompareOp::greater>),                    \
      TESSERA_METHOD(type, "__ge__", "(value, /)", "`self >= value`.", compare<CompareOp::greaterEqual>)
#define TESSERA_NUMBER(type)                                                                                           \
  TESSERA_BINARY(type, "add", "+", add), TESSERA_BINARY(type, "sub", "-", subtract),                                   \
      TESSERA_BINARY(type, "mul", "*", multiply), TESSERA_BINARY(type, "truediv", "/", divide),                        \
      TESSERA_BINARY(type, "floordiv", "//", floorDivide), TESSERA_BINARY(type, "mod", "%", modulo),                   \
      TESSERA_BINARY(type, "pow", "**", power), TESSERA_ORDER(type),                                                   \
      TESSERA_METHOD(type, "__neg__", "()", "`-self`.", unary<UnaryOp::minus>),                                        \
      TESSERA_METHOD(type, "__pos__", "()", "`+self`.", unary<UnaryOp::plus>),                                         \
      TESSERA_METHOD(type, "__bool__", "()", "`bool(self)`.", truth)
#define TESSERA_CONTAINER(type)                                                                                        \
  TESSERA_METHOD(type, "__len__", "()", "`len(self)`.", length),                                                       \
      TESSERA_METHOD(type, "__iter__", "()", "`iter(self)`.", iterate),                                                \
      TESSERA_METHOD(type, "__contains__", "(key, /)", "`key in self`.", contains)
#define TESSERA_SEQUENCE(type)                                                                                         \
  TESSERA_CONTAINER(type), TESSERA_ORDER(type),                                                                        \
      TESSERA_METHOD(type, "__getitem__", "(key, /)", "`self[key]`.", getItem),                                        \
      TESSERA_METHOD(type, "__add__", "(value, /)", "`self + value`.", binary<BinaryOp::add>),                         \
      TESSERA_BINARY(type, "mul", "*", multiply)
#define TESSERA_CHANGING(type)                                                                                         \
  TESSERA_METHOD(type, "__setitem__", "(key, value, /)", "`self[key] = value`.", setItem),                             \
      TESSERA_METHOD(type, "__delitem__", "(key, /)", "`del self[key]`.", deleteItem),                                 \
      TESSERA_METHOD(type, "__init__", "(*args, **kwargs)", "Fills a new object.", containerInit)
#define TESSERA_SET(type)                                                                                              \
  TESSERA_CONTAINER(type), TESSERA_ORDER(type),                                                                        \
      TESSERA_METHOD(type, "__or__", "(value, /)", "`self | value`.", binary<BinaryOp::bitOr>),                        \
      TESSERA_METHOD(type, "__and__", "(value, /)", "`self & value`.", binary<BinaryOp::bitAnd>),                      \
      TESSERA_METHOD(type, "__xor__", "(value, /)", "`self ^ value`.", binary<BinaryOp::bitXor>),                      \
      TESSERA_METHOD(type, "__sub__", "(value, /)", "`self - value`.", binary<BinaryOp::subtract>)
#define TESSERA_NEW(type)                                                                                              \
  {type, "__new__", EntryKind::constant, "", "Makes an instance of the class that it is given.", newFunction}

static constexpr LibraryEntry entries[] = {
    TESSERA_METHOD("object", "__init__", "(*args, **kwargs)", "Does nothing.", objectInit),
    TESSERA_METHOD("object", "__repr__", "()", "`repr(self)`.", repr),
    TESSERA_METHOD("object", "__str__", "()", "`str(self)`.", str),
    TESSERA_METHOD("object", "__format__", "(format_spec, /)", "`format(self, format_spec)`.", format),
    TESSERA_METHOD("object", "__hash__", "()", "`hash(self)`.", hash),
    TESSERA_METHOD("object", "__eq__", "(value, /)", "`self == value`.", compare<CompareOp::equal>),
    TESSERA_METHOD("object", "__ne__", "(value, /)", "`self != value`.", compare<CompareOp::notEqual>),
    TESSERA_METHOD("object", "__setattr__", "(name, value, /)", "Sets an attribute, past any check.", setAttribute),
    TESSERA_METHOD("object", "__delattr__", "(name, /)", "Deletes an attribute, past any check.", deleteAttribute),
    TESSERA_METHOD("object", "__getattribute__", "(name, /)", "An attribute as the class of all classes finds it.",
                   getAttribute),
    TESSERA_METHOD("object", "__dir__", "()", "The names of the attributes.", listAttributes),
    TESSERA_METHOD("object", "__reduce_ex__", "(protocol, /)", "How it is made again, for `copy` and `pickle`.",
                   reduceObject<true>),
    TESSERA_METHOD("object", "__reduce__", "()", "How it is made again.", reduceObject<false>),
    TESSERA_METHOD("object", "__getstate__", "()", "What a copy has to take over.", stateOfObject),
    TESSERA_NEW("object"),
    TESSERA_NEW("int"),
    TESSERA_NEW("float"),
    TESSERA_NEW("complex"),
    TESSERA_NEW("str"),
    TESSERA_NEW("bytes"),
    TESSERA_NEW("tuple"),
    TESSERA_NEW("list"),
    TESSERA_NEW("dict"),
    TESSERA_NEW("set"),
    TESSERA_NEW("frozenset"),
    TESSERA_NEW("type"),
    TESSERA_METHOD("type", "__call__", "(*args, **kwargs)", "An instance of the class.", typeCall),
    TESSERA_METHOD("type", "__instancecheck__", "(instance, /)", "`isinstance(instance, self)`.", checkInstance),
    TESSERA_METHOD("type", "__subclasscheck__", "(subclass, /)", "`issubclass(subclass, self)`.", checkSubclass),
    TESSERA_METHOD("type", "__subclasses__", "()", "The classes that name this one as a base, in order.", subclassesOf),
    {"type", "__prepare__", EntryKind::function, "(*args, **kwargs)", "The namespace that a class's body starts with.",
     prepareNamespace},
    TESSERA_METHOD("type", "__setattr__", "(name, value, /)", "Sets an attribute of the class, past any check.",
                   setOfType),
    TESSERA_METHOD("type", "__delattr__", "(name, /)", "Deletes an attribute of the class, past any check.",
                   deleteOfType),
    TESSERA_METHOD("type", "__init__", "(*args, **kwargs)", "Does nothing.", typeInit),
    TESSERA_NUMBER("int"),
    TESSERA_BINARY("int", "and", "&", bitAnd),
    TESSERA_BINARY("int", "or", "|", bitOr),
    TESSERA_BINARY("int", "xor", "^", bitXor),
    TESSERA_BINARY("int", "lshift", "<<", shiftLeft),
    TESSERA_BINARY("int", "rshift", ">>", shiftRight),
    TESSERA_METHOD("int", "__invert__", "()", "`~self`.", unary<UnaryOp::invert>),
    TESSERA_NUMBER("float"),
    TESSERA_NUMBER("complex"),
    TESSERA_SEQUENCE("str"),
    TESSERA_METHOD("str", "__str__", "()", "`str(self)`.", str),
    TESSERA_METHOD("str", "__mod__", "(value, /)", "`self % value`.", binary<BinaryOp::modulo>),
    TESSERA_SEQUENCE("bytes"),
    TESSERA_SEQUENCE("bytearray"),
    TESSERA_CHANGING("bytearray"),
    TESSERA_SEQUENCE("tuple"),
    TESSERA_SEQUENCE("list"),
    TESSERA_CHANGING("list"),
    TESSERA_METHOD("list", "__iadd__", "(value, /)", "`self += value`.", inPlace<BinaryOp::add>),
    TESSERA_METHOD("list", "__imul__", "(value, /)", "`self *= value`.", inPlace<BinaryOp::multiply>),
    TESSERA_METHOD("dict", "__ior__", "(value, /)", "`self |= value`.", inPlace<BinaryOp::bitOr>),
    TESSERA_METHOD("set", "__ior__", "(value, /)", "`self |= value`.", inPlace<BinaryOp::bitOr>),
    TESSERA_METHOD("set", "__iand__", "(value, /)", "`self &= value`.", inPlace<BinaryOp::bitAnd>),
    TESSERA_METHOD("set", "__isub__", "(value, /)", "`self -= value`.", inPlace<BinaryOp::subtract>),
    TESSERA_METHOD("set", "__ixor__", "(value, /)", "`self ^= value`.", inPlace<BinaryOp::bitXor>),
    TESSERA_CONTAINER("dict"),
    TESSERA_CHANGING("dict"),
    TESSERA_METHOD("dict", "__getitem__", "(key, /)", "`self[key]`.", getItem),
    TESSERA_METHOD("dict", "__or__", "(value, /)", "`self | value`.", binary<BinaryOp::bitOr>),
    TESSERA_SET("set"),
    TESSERA_SET("frozenset"),
    TESSERA_METHOD("set", "__init__", "(*args, **kwargs)", "Fills a new object.", containerInit),
    TESSERA_NUMBER("numpy.ndarray"),
    TESSERA_CONTAINER("numpy.ndarray"),
    TESSERA_BINARY("numpy.ndarray", "and", "&", bitAnd),
    TESSERA_BINARY("numpy.ndarray", "or", "|", bitOr),
    TESSERA_BINARY("numpy.ndarray", "xor", "^", bitXor),
    TESSERA_BINARY("numpy.ndarray", "lshift", "<<", shiftLeft),
    TESSERA_BINARY("numpy.ndarray", "rshift", ">>", shiftRight),
    TESSERA_BINARY("numpy.ndarray", "matmul", "@", matmul),
    TESSERA_METHOD("numpy.ndarray", "__invert__", "()", "`~self`.", unary<UnaryOp::invert>),
    TESSERA_METHOD("numpy.ndarray", "__eq__", "(value, /)", "`self == value`.", compare<CompareOp::equal>),
    TESSERA_METHOD("numpy.ndarray", "__ne__", "(value, /)", "`self != value`.", compare<CompareOp::notEqual>),
    TESSERA_METHOD("numpy.ndarray", "__iadd__", "(value, /)", "`self += value`.", inPlace<BinaryOp::add>),
    TESSERA_METHOD("numpy.ndarray", "__isub__", "(value, /)", "`self -= value`.", inPlace<BinaryOp::subtract>),
    TESSERA_METHOD("numpy.ndarray", "__imul__", "(value, /)", "`self *= value`.", inPlace<BinaryOp::multiply>),
    TESSERA_METHOD("numpy.ndarray", "__itruediv__", "(value, /)", "`self /= value`.", inPlace<BinaryOp::divide>),
    TESSERA_METHOD("numpy.ndarray", "__getitem__", "(key, /)", "`self[key]`.", getItem),
    TESSERA_METHOD("numpy.ndarray", "__setitem__", "(key, value, /)", "`self[key] = value`.", setItem),
    TESSERA_NUMBER("torch.Tensor"),
    TESSERA_CONTAINER("torch.Tensor"),
    TESSERA_BINARY("torch.Tensor", "and", "&", bitAnd),
    TESSERA_BINARY("torch.Tensor", "or", "|", bitOr),
    TESSERA_BINARY("torch.Tensor", "xor", "^", bitXor),
    TESSERA_BINARY("torch.Tensor", "lshift", "<<", shiftLeft),
    TESSERA_BINARY("torch.Tensor", "rshift", ">>", shiftRight),
    TESSERA_BINARY("torch.Tensor", "matmul", "@", matmul),
    TESSERA_METHOD("torch.Tensor", "__invert__", "()", "`~self`.", unary<UnaryOp::invert>),
    TESSERA_METHOD("torch.Tensor", "__eq__", "(value, /)", "`self == value`.", compare<CompareOp::equal>),
    TESSERA_METHOD("torch.Tensor", "__ne__", "(value, /)", "`self != value`.", compare<CompareOp::notEqual>),
    TESSERA_METHOD("torch.Tensor", "__iadd__", "(value, /)", "`self += value`.", updated<BinaryOp::add>),
    TESSERA_METHOD("torch.Tensor", "__isub__", "(value, /)", "`self -= value`.", updated<BinaryOp::subtract>),
    TESSERA_METHOD("torch.Tensor", "__imul__", "(value, /)", "`self *= value`.", updated<BinaryOp::multiply>),
    TESSERA_METHOD("torch.Tensor", "__itruediv__", "(value, /)", "`self /= value`.", updated<BinaryOp::divide>),
    TESSERA_METHOD("torch.Tensor", "__getitem__", "(key, /)", "`self[key]`.", getItem),
    TESSERA_METHOD("torch.Tensor", "__setitem__", "(key, value, /)", "`self[key] = value`.", setItem),
    TESSERA_METHOD("torch.Tensor", "__repr__", "()", "`repr(self)`.", repr),
    TESSERA_CONTAINER("range"),
    TESSERA_METHOD("range", "__getitem__", "(key, /)", "`self[key]`.", getItem),
    TESSERA_METHOD("iterator", "__iter__", "()", "The iterator itself.", iterate),
    TESSERA_METHOD("generator", "__iter__", "()", "The generator itself.", iterate),
    TESSERA_METHOD("BaseException", "__str__", "()", "`str(self)`.", str),
    TESSERA_METHOD("BaseException", "with_traceback", "(tb, /)", "The exception itself.", withTraceback),
    TESSERA_METHOD("BaseException", "add_note", "(note, /)", "Adds a note to what is told of the exception.", addNote),
};

llvm::ArrayRef<LibraryEntry> library::specialMethodEntries() { return entries; }
