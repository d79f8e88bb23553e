// SPDX-License-Identifier: Apache-2.0
// How an instance's attributes are found, set and deleted, how its class's methods answer for operations, and how
// instances are made.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/DerivedObject.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- methods for operations ---------------------------------------------------------------------------------===//

/// Whether a class of the language that can be derived from has the method itself, and not only `object`.
static bool hasOwnMethod(const ClassObject &type, llvm::StringRef name) {
  static constexpr llvm::StringLiteral ofAll[] = {"__eq__", "__ne__", "__hash__", "__repr__"};
  if (type.isUser || type.module != "builtins" || type.name == "object" || type.isException)
    return false;
  bool isNumberOrText = type.name == "int" || type.name == "float" || type.name == "complex" || type.name == "str";
  return llvm::is_contained(ofAll, name) || (name == "__format__" && isNumberOrText) ||
         (name == "__str__" && type.name == "str") || LibraryTable::get().find(type.name, name);
}

/// The method of a user's class that answers; null where a class of the language comes before it in line and has its
/// own.
static Value findMethod(const ClassObject &type, llvm::StringRef name) {
  for (const ClassObject *base : type.resolutionOrder) {
    if (Value value = base->attributes.find(name))
      return value;
    if (hasOwnMethod(*base, name))
      return nullptr;
  }
  return nullptr;
}

std::optional<Value> frontend::askClass(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name,
                                        llvm::ArrayRef<Value> arguments) {
  if (std::exchange(part.plain, false))
    return std::nullopt;
  Value method = findMethod(*part.instanceType, name);
  if (!method || (isNone(method) && name == "__hash__"))
    return std::nullopt;
  if (isNone(method)) // the class says that it does not do this, although a base does
    return Value(evaluator.raise(DiagnosticId::typeError,
                                 name == "__contains__" ? "'" + part.instanceType->name + "' object is not a container"
                                 : name == "__iter__"   ? "'" + part.instanceType->name + "' object is not iterable"
                                                        : "'NoneType' object is not callable"));
  if (llvm::isa<FunctionObject>(method) || llvm::isa<WrapperObject>(method)) {
    llvm::SmallVector<Value, 4> all{self};
    all.append(arguments.begin(), arguments.end());
    return evaluator.call(method, all);
  }
  Value bound = bindAttribute(evaluator, method, self, part.instanceType);
  return bound ? evaluator.call(bound, arguments) : nullptr;
}

std::optional<Value> frontend::askOperator(Evaluator &evaluator, Value self, InstancePart &part,
                                           const llvm::Twine &name, Value other) {
  std::optional<Value> result = askClass(evaluator, self, part, name.str(), {other});
  if (result && *result == evaluator.notImplemented())
    return std::nullopt;
  return result;
}

std::optional<Value> frontend::askNotEqual(Evaluator &evaluator, Value self, InstancePart &part, Value other) {
  std::optional<Value> equal = askOperator(evaluator, self, part, "__eq__", other);
  return equal && *equal ? std::optional<Value>(evaluator.unary(UnaryOp::logicalNot, *equal)) : equal;
}

namespace {
/// Calls `__next__` until StopIteration, whose value is the result.
class NextIterator : public IteratorObject {
public:
  NextIterator(Value object, InstancePart &part) : part(part) { source = object; }
  std::optional<Value> next(Evaluator &evaluator) override {
    std::optional<Value> value = askClass(evaluator, source, part, "__next__");
    if (!value)
      return Value(
          evaluator.raise(DiagnosticId::typeError, "'" + source->typeName(evaluator) + "' object is not an iterator"));
    if (!*value && isPending(evaluator, "StopIteration")) {
      const std::vector<Value> &arguments = evaluator.pendingException()->arguments;
      returned = arguments.empty() ? nullptr : arguments[0];
      evaluator.clearPending();
      return std::nullopt;
    }
    return value;
  }
  Value result() const override { return returned; }

private:
  InstancePart &part;
  Value returned = nullptr;
};
} // namespace

Value frontend::iterateInstance(Evaluator &evaluator, Value self, Value iterator) {
  if (!iterator || llvm::isa<IteratorObject>(iterator))
    return iterator;
  if (InstancePart *part = iterator->instancePart(); part && part->instanceType->find("__next__"))
    return evaluator.make<NextIterator>(iterator, *part);
  return evaluator.raise(DiagnosticId::typeError,
                         "iter() returned non-iterator of type '" + iterator->typeName(evaluator) + "'");
}

std::optional<std::string> frontend::textOfMethod(Evaluator &evaluator, Value result, llvm::StringRef method) {
  if (!result)
    return std::nullopt;
  if (auto *text = llvm::dyn_cast<StrObject>(result))
    return text->value;
  if (llvm::isa<TextObject>(result))
    return result->str(evaluator);
  return evaluator.raise(DiagnosticId::typeError,
                         method.str() + " returned non-string (type " + result->typeName(evaluator) + ")");
}

std::optional<int64_t> frontend::lengthOfMethod(Evaluator &evaluator, Value result) {
  std::optional<int64_t> size = result ? evaluator.toInt(result, "the result of __len__") : std::nullopt;
  if (size && *size < 0)
    return evaluator.raise(DiagnosticId::valueError, "__len__() should return >= 0");
  return size;
}

std::optional<bool> frontend::truthOfMethod(Evaluator &evaluator, Value result) {
  if (!result)
    return std::nullopt;
  if (auto *boolean = llvm::dyn_cast<BoolObject>(result))
    return boolean->value;
  return evaluator.raise(DiagnosticId::typeError,
                         "__bool__ should return bool, returned " + result->typeName(evaluator));
}

std::optional<uint64_t> frontend::hashOfMethod(Evaluator &evaluator, Value result) {
  if (!result)
    return std::nullopt;
  if (auto *integer = llvm::dyn_cast<IntObject>(result)) {
    std::optional<int64_t> value = integer->value.asInt64();
    return value ? static_cast<uint64_t>(*value == -1 ? -2 : *value) : integer->value.hash();
  }
  if (llvm::isa<BoolObject>(result))
    return result->hash(evaluator);
  return evaluator.raise(DiagnosticId::typeError, "__hash__ method should return an integer");
}

bool frontend::isUnhashable(const ClassObject &type) {
  for (const ClassObject *base : type.resolutionOrder) {
    if (Value hash = base->attributes.find("__hash__"))
      return isNone(hash);
    if (base->attributes.find("__eq__"))
      return true;
    if (hasOwnMethod(*base, "__hash__"))
      return false;
  }
  return false;
}

std::optional<bool> frontend::exitInstance(Evaluator &evaluator, Value self, InstancePart &part, Value exception) {
  Value type = exception ? Value(exception->type(evaluator)) : evaluator.none();
  Value value = exception ? exception : evaluator.none();
  Value traceback = exception ? evaluator.getAttribute(exception, "__traceback__") : evaluator.none();
  std::optional<Value> result =
      traceback ? askClass(evaluator, self, part, "__exit__", {type, value, traceback}) : Value(nullptr);
  if (!result)
    return false;
  return *result ? evaluator.truth(*result) : std::nullopt;
}

//===-- attributes ---------------------------------------------------------------------------------------------===//

/// The method of `attribute`'s class that makes it a descriptor; null when it is none.
static Value descriptorMethod(Value attribute, llvm::StringRef name) {
  InstancePart *part = attribute ? attribute->instancePart() : nullptr;
  return part && part->instanceType->isUser ? part->instanceType->find(name) : nullptr;
}

static Raised lacksAccessor(Evaluator &evaluator, const DescriptorObject &property, ClassObject &owner,
                            const char *what) {
  auto *qualified = llvm::dyn_cast_or_null<StrObject>(owner.attributes.find("__qualname__"));
  std::string name = property.name.empty() ? "property" : "property '" + property.name + "'";
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         name + " of '" + (qualified ? qualified->value : owner.name) + "' object has no " + what);
}

Value frontend::bindAttribute(Evaluator &evaluator, Value attribute, Value self, ClassObject *owner) {
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(attribute)) {
    switch (descriptor->role) {
    case DescriptorObject::Role::staticMethod:
      return descriptor->getter;
    case DescriptorObject::Role::classMethod:
      if (llvm::isa<DescriptorObject>(descriptor->getter)) // `@classmethod @property`
        return bindAttribute(evaluator, descriptor->getter, owner, owner->type(evaluator));
      if (Value get = descriptorMethod(descriptor->getter, "__get__"))
        return evaluator.call(get, {descriptor->getter, Value(owner), Value(owner)});
      return evaluator.make<BoundMethodObject>(owner, descriptor->getter);
    case DescriptorObject::Role::property:
      if (self && isNone(descriptor->getter))
        return lacksAccessor(evaluator, *descriptor, *owner, "getter");
      return self ? evaluator.call(descriptor->getter, {self}) : attribute;
    }
  }
  if (llvm::isa<FunctionObject>(attribute) || llvm::isa<WrapperObject>(attribute))
    return self ? evaluator.make<BoundMethodObject>(self, attribute) : attribute;
  if (auto *builtin = llvm::dyn_cast<BuiltinObject>(attribute); builtin && self && !builtin->self &&
                                                                builtin->entry->kind == EntryKind::method &&
                                                                isReceiver(evaluator, *builtin->entry, self))
    return evaluator.make<BuiltinObject>(builtin->entry, self); // `__getattr__ = dict.__getitem__`
  if (Value get = descriptorMethod(attribute, "__get__"))
    return evaluator.call(get, {attribute, self ? self : evaluator.none(), Value(owner)});
  return attribute;
}

/// `object.__getattribute__`.
static std::optional<Value> getPlainAttribute(Evaluator &evaluator, Value self, InstancePart &part,
                                              llvm::StringRef name) {
  ClassObject *type = part.instanceType;
  Value fromClass = type->find(name);
  auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(fromClass);
  bool isData =
      descriptor ? descriptor->role == DescriptorObject::Role::property
                 : fromClass && (descriptorMethod(fromClass, "__set__") || descriptorMethod(fromClass, "__delete__"));
  if (isData)
    return bindAttribute(evaluator, fromClass, self, type);
  if (Value value = part.attributes.find(name))
    return value;
  if (fromClass)
    return bindAttribute(evaluator, fromClass, self, type);
  if (name == "__dict__" && !(type->hooks & ClassObject::hasNoDict))
    return Value(part.attributes.asDict(evaluator));
  return self->Object::getAttribute(evaluator, name);
}

/// Whether looking for an attribute ended in an AttributeError, which is then taken back.
static bool failedToFind(Evaluator &evaluator, const std::optional<Value> &found) {
  if (!found)
    return true;
  if (*found || !isPending(evaluator, "AttributeError") || evaluator.pendingException()->fatal)
    return false;
  evaluator.clearPending();
  return true;
}

std::optional<Value> frontend::getInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part,
                                                    llvm::StringRef name) {
  uint8_t hooks = std::exchange(part.plain, false) ? 0 : part.instanceType->hooks;
  if (!(hooks & (ClassObject::hasGetAttribute | ClassObject::hasGetAttr)))
    return getPlainAttribute(evaluator, self, part, name);
  std::optional<Value> found;
  if (hooks & ClassObject::hasGetAttribute)
    found = evaluator.call(part.instanceType->find("__getattribute__"), {self, Value(evaluator.string(name))});
  else
    found = getPlainAttribute(evaluator, self, part, name);
  if (!(hooks & ClassObject::hasGetAttr))
    return found;
  ExceptionObject *first = evaluator.pendingException();
  if (!failedToFind(evaluator, found))
    return found;
  (void)first;
  std::optional<Value> made = askClass(evaluator, self, part, "__getattr__", {evaluator.string(name)});
  if (made && !*made && isPending(evaluator, "AttributeError")) { // one that does not say what it is about
    AttributeMap &about = evaluator.pendingException()->attributes;
    if (!about.find("name") && !about.find("obj")) {
      about.set("name", evaluator.string(name));
      about.set("obj", self);
    }
  }
  return made;
}

/// Whether a class in line gives the name a slot.
static bool hasSlot(const ClassObject &type, llvm::StringRef name) {
  return llvm::any_of(type.resolutionOrder,
                      [&](const ClassObject *base) { return llvm::is_contained(base->slots, name); });
}

static bool noAttribute(Evaluator &evaluator, const ClassObject &type, llvm::StringRef name) {
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "'" + type.name + "' object has no attribute '" + name.str() + "'"),
         false;
}

/// `x.__dict__ = {...}` and `x.__class__ = C`.
static std::optional<bool> setSpecial(Evaluator &evaluator, InstancePart &part, llvm::StringRef name, Value value) {
  if (name == "__class__") {
    auto *type = llvm::dyn_cast<ClassObject>(value);
    if (!type || !type->isUser)
      return evaluator.raise(DiagnosticId::typeError, "__class__ must be set to a class of the program, not '" +
                                                          value->typeName(evaluator) + "' object"),
             false;
    part.instanceType = type;
    return true;
  }
  auto *dict = name == "__dict__" ? llvm::dyn_cast<DictObject>(value) : nullptr;
  if (!dict)
    return std::nullopt;
  DictObject *own = part.attributes.asDict(evaluator);
  own->table = HashTable(dict->table);
  return true;
}

bool frontend::setInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name,
                                    Value value) {
  ClassObject *type = part.instanceType;
  bool plain = std::exchange(part.plain, false);
  if (!plain && (type->hooks & ClassObject::hasSetAttr))
    return evaluator.call(type->find("__setattr__"), {self, Value(evaluator.string(name)), value}) != nullptr;
  Value fromClass = type->find(name);
  if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(fromClass);
      descriptor && descriptor->role == DescriptorObject::Role::property) {
    if (!descriptor->setter)
      return lacksAccessor(evaluator, *descriptor, *type, "setter"), false;
    return evaluator.call(descriptor->setter, {self, value}) != nullptr;
  }
  if (Value set = descriptorMethod(fromClass, "__set__"))
    return evaluator.call(set, {fromClass, self, value}) != nullptr;
  if (descriptorMethod(fromClass, "__delete__"))
    return evaluator.raise(DiagnosticId::unknownAttribute, "__set__"), false;
  if (name.starts_with("__"))
    if (std::optional<bool> done = setSpecial(evaluator, part, name, value))
      return *done;
  if ((type->hooks & ClassObject::hasNoDict) && !hasSlot(*type, name)) {
    if (fromClass)
      return evaluator.raise(DiagnosticId::unknownAttribute,
                             "'" + type->name + "' object attribute '" + name.str() + "' is read-only"),
             false;
    return noAttribute(evaluator, *type, name);
  }
  part.attributes.set(name, value);
  return true;
}

bool frontend::deleteInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name) {
  ClassObject *type = part.instanceType;
  bool plain = std::exchange(part.plain, false);
  if (!plain && (type->hooks & ClassObject::hasDelAttr))
    return evaluator.call(type->find("__delattr__"), {self, Value(evaluator.string(name))}) != nullptr;
  Value fromClass = type->find(name);
  if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(fromClass);
      descriptor && descriptor->role == DescriptorObject::Role::property) {
    if (!descriptor->deleter)
      return lacksAccessor(evaluator, *descriptor, *type, "deleter"), false;
    return evaluator.call(descriptor->deleter, {self}) != nullptr;
  }
  if (Value remove = descriptorMethod(fromClass, "__delete__"))
    return evaluator.call(remove, {fromClass, self}) != nullptr;
  static constexpr llvm::StringLiteral kept[] = {"__cause__", "__context__", "__traceback__", "__suppress_context__",
                                                 "args"};
  if (llvm::isa<ExceptionObject>(self) && llvm::is_contained(kept, name) && !part.attributes.find(name))
    return evaluator.raise(DiagnosticId::typeError, name.str() + " may not be deleted"), false;
  return part.attributes.erase(name) || noAttribute(evaluator, *type, name);
}

Raised frontend::raiseOverflow(Evaluator &evaluator, std::string message) {
  Raised raised = evaluator.raise(DiagnosticId::valueError, std::move(message));
  evaluator.pendingException()->instanceType = evaluator.builtinClass("OverflowError");
  return raised;
}

//===-- instances ----------------------------------------------------------------------------------------------===//

bool frontend::isTensorClass(const ClassObject &type) {
  std::string name = type.qualifiedName();
  return name == "torch.Tensor" || name == "torch.nn.parameter.Parameter";
}

ClassObject *frontend::valueClass(Evaluator &evaluator, const ClassObject &type) {
  static constexpr llvm::StringLiteral holders[] = {"int",   "float", "complex", "str", "bytes",    "bytearray",
                                                    "tuple", "list",  "dict",    "set", "frozenset"};
  for (ClassObject *base : type.resolutionOrder)
    if (!base->isUser && base->module == "builtins" && llvm::is_contained(holders, base->name))
      return base;
    else if (!base->isUser &&
             (base->qualifiedName() == "functools.partial" || isIteratorClass(*base) || isTensorClass(*base)))
      return base;
  return evaluator.builtinClass("object");
}

Value frontend::deriveFrom(Evaluator &evaluator, ClassObject &type, Value plain) {
  if (auto *integer = llvm::dyn_cast<IntObject>(plain))
    return evaluator.make<DerivedObject<IntObject>>(&type, integer->value);
  if (auto *boolean = llvm::dyn_cast<BoolObject>(plain))
    return evaluator.make<DerivedObject<IntObject>>(&type, Integer(boolean->value));
  if (auto *floating = llvm::dyn_cast<FloatObject>(plain))
    return evaluator.make<DerivedObject<FloatObject>>(&type, floating->value);
  if (auto *number = llvm::dyn_cast<ComplexObject>(plain))
    return evaluator.make<DerivedObject<ComplexObject>>(&type, number->real, number->imaginary);
  if (auto *text = llvm::dyn_cast<StrObject>(plain))
    return evaluator.make<DerivedObject<StrObject>>(&type, text->value);
  if (auto *bytes = llvm::dyn_cast<BytesObject>(plain))
    return evaluator.make<DerivedObject<BytesObject>>(&type, bytes->value, bytes->isMutable);
  if (auto *tuple = llvm::dyn_cast<TupleObject>(plain))
    return evaluator.make<DerivedObject<TupleObject>>(&type, tuple->items);
  if (auto *list = llvm::dyn_cast<ListObject>(plain))
    return evaluator.make<DerivedObject<ListObject>>(&type, list->items);
  if (auto *dict = llvm::dyn_cast<DictObject>(plain)) {
    auto *made = evaluator.make<DerivedObject<DictObject>>(&type);
    made->table = dict->table;
    return made;
  }
  if (auto *set = llvm::dyn_cast<SetObject>(plain)) {
    auto *made = evaluator.make<DerivedObject<SetObject>>(&type, set->frozen);
    made->table = set->table;
    return made;
  }
  if (auto *partial = llvm::dyn_cast<PartialObject>(plain)) {
    auto *made = evaluator.make<DerivedObject<PartialObject>>(&type, partial->function);
    made->positional = partial->positional;
    made->keywords = partial->keywords;
    return made;
  }
  if (llvm::isa<IteratorObject>(plain) && isIteratorClass(type)) {
    if (type.find("__next__"))
      return evaluator.notSupported("`__next__` of a class `" + type.name + "` that derives from `" +
                                    valueClass(evaluator, type)->name + "`");
    return evaluator.make<DerivedObject<ForwardingIterator>>(&type, static_cast<NamedIterator *>(plain));
  }
  if (plain->kind() == Kind::array) // keeps its class itself
    return plain->setAttribute(evaluator, "__class__", &type) ? plain : nullptr;
  return evaluator.raise(DiagnosticId::typeError,
                         "a '" + plain->typeName(evaluator) + "' can't be the value of a '" + type.name + "'");
}

/// The class that `OSError(number, text)` makes, by Linux's numbers; empty for OSError itself.
static llvm::StringRef classOfErrorNumber(int64_t number) {
  static constexpr std::pair<int, const char *> classes[] = {
      {1, "PermissionError"},          {2, "FileNotFoundError"},  {3, "ProcessLookupError"},
      {4, "InterruptedError"},         {10, "ChildProcessError"}, {11, "BlockingIOError"},
      {13, "PermissionError"},         {17, "FileExistsError"},   {20, "NotADirectoryError"},
      {21, "IsADirectoryError"},       {32, "BrokenPipeError"},   {103, "ConnectionAbortedError"},
      {104, "ConnectionResetError"},   {108, "BrokenPipeError"},  {110, "TimeoutError"},
      {111, "ConnectionRefusedError"}, {114, "BlockingIOError"},  {115, "BlockingIOError"},
  };
  for (const auto &[known, name] : classes)
    if (known == number)
      return name;
  return "";
}

Value frontend::makeInstance(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  if (!type.abstractMethods.empty())
    return evaluator.raise(DiagnosticId::typeError, "Can't instantiate abstract class " + type.name +
                                                        " with abstract method" +
                                                        (type.abstractMethods.size() == 1 ? " " : "s ") +
                                                        llvm::join(type.abstractMethods, ", "));
  if (type.isException) {
    ClassObject *made = &type;
    if (type.name == "OSError" && !type.isUser && arguments.positional.size() >= 2)
      if (auto *number = llvm::dyn_cast<IntObject>(arguments.positional[0]))
        if (llvm::StringRef name = classOfErrorNumber(number->value.asInt64().value_or(0)); !name.empty())
          made = evaluator.builtinClass(name);
    auto *exception = evaluator.make<ExceptionObject>(made);
    exception->arguments.assign(arguments.positional.begin(), arguments.positional.end());
    if (made->isSubclassOf(evaluator.builtinClass("OSError")) && exception->arguments.size() > 2 &&
        exception->arguments.size() <= 5) {
      exception->attributes.set("filename", exception->arguments[2]); // errno, strerror, filename, winerror, filename2
      if (exception->arguments.size() == 5)
        exception->attributes.set("filename2", exception->arguments[4]);
      exception->arguments.resize(2);
    }
    exception->id = DiagnosticId::raised;
    return exception;
  }
  ClassObject *holder = valueClass(evaluator, type);
  if (holder->name == "object")
    return evaluator.make<InstanceObject>(&type);
  static constexpr llvm::StringLiteral filledLater[] = {"list", "dict", "set", "bytearray"};
  Arguments given;
  if (!llvm::is_contained(filledLater, holder->name))
    given = arguments;
  bool takesMore =
      holder->name == "tuple" || holder->name == "frozenset" || holder->name == "float" || isIteratorClass(*holder);
  if (type.find("__init__") && takesMore) // `__init__` may take more
    given.keywords.clear();
  Value value = evaluator.call(holder, given);
  return value ? deriveFrom(evaluator, type, value) : nullptr;
}

std::optional<bool> frontend::isSubclass(Evaluator &evaluator, ClassObject *type, ClassObject *other) {
  if (type->isSubclassOf(other))
    return true;
  if (!other->isUser)
    return false;
  if (Value method = other->find("__subclasshook__")) {
    Value bound = bindAttribute(evaluator, method, nullptr, other);
    Value result = bound ? evaluator.call(bound, {Value(type)}) : nullptr;
    if (!result)
      return std::nullopt;
    if (result != evaluator.notImplemented())
      return evaluator.truth(result);
  }
  auto *registered = llvm::dyn_cast_or_null<ListObject>(other->attributes.find("_abc_registry"));
  for (size_t i = 0; registered && i < registered->items.size(); ++i)
    if (auto *known = llvm::dyn_cast<ClassObject>(registered->items[i])) {
      std::optional<bool> is = isSubclass(evaluator, type, known);
      if (!is || *is)
        return is;
    }
  return false;
}
