// SPDX-License-Identifier: Apache-2.0
// Classes: where an attribute comes from, how a call makes an instance, and the classes of the language and the
// library.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

Value ClassObject::find(llvm::StringRef attribute) const {
  for (const ClassObject *base : resolutionOrder)
    if (Value value = base->attributes.find(attribute))
      return value;
  return nullptr;
}

bool ClassObject::isSubclassOf(const ClassObject *other) const { return llvm::is_contained(resolutionOrder, other); }

std::string ClassObject::qualifiedName() const { return module == "builtins" ? name : module + "." + name; }

/// The class that a class of the language derives from, where that is not `object`.
static llvm::StringRef baseOfBuiltin(llvm::StringRef name) {
  if (name == "bool")
    return "int";
  return baseOfException(name);
}

/// `register` of abstract classes: on ABC a method of the class, on ABCMeta one of its instances, which is the same.
static void installRegister(Evaluator &evaluator, ClassObject &type) {
  Value function = evaluator.function("register", [](Evaluator &evaluator, Arguments &arguments) -> Value {
    auto *abstract = arguments.positional.size() == 2 ? llvm::dyn_cast<ClassObject>(arguments.positional[0]) : nullptr;
    if (!abstract || !llvm::isa<ClassObject>(arguments.positional[1]))
      return evaluator.raise(DiagnosticId::typeError, "Can only register classes");
    // What is registered with an abstract class counts for those that it derives from too.
    for (ClassObject *each : abstract->resolutionOrder) {
      if (!each->isUser)
        continue;
      auto *known = llvm::dyn_cast_or_null<ListObject>(each->attributes.find("_abc_registry"));
      if (!known)
        each->attributes.set("_abc_registry", known = evaluator.list({}));
      known->items.push_back(arguments.positional[1]);
    }
    return arguments.positional[1];
  });
  bool isMeta = type.name == "ABCMeta";
  type.attributes.set(
      "register", isMeta ? function : evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, function));
}

ClassObject *Evaluator::libraryClass(llvm::StringRef module, llvm::StringRef name) {
  std::string qualified = (module + "." + name).str();
  if (ClassObject *known = classes.lookup(qualified))
    return known;
  auto *type = make<ClassObject>(name.str());
  classes[qualified] = type;
  type->module = module.str();
  type->entry = LibraryTable::get().find(module, name);
  if (type->entry && type->entry->kind != EntryKind::type)
    type->entry = nullptr;
  if (qualified == "types.ModuleType") { // what it calls itself
    type->name = "module";
    type->module = "builtins";
  }
  llvm::StringRef base = module == "builtins" ? baseOfBuiltin(name) : "";
  if (qualified == "builtins.object") {
    type->resolutionOrder = {type};
    type->hooks = ClassObject::hasNoDict; // a plain object has no attributes
    return type;
  }
  if (qualified == "abc.ABC" || qualified == "abc.ABCMeta")
    installRegister(*this, *type);
  if (qualified == "abc.ABC")
    type->metaclass = libraryClass("abc", "ABCMeta");
  if (llvm::StringRef derived = LibraryTable::get().baseOf(qualified); !derived.empty()) {
    auto [package, last] = derived.rsplit('.');
    ClassObject *parent = last.empty() ? builtinClass(derived) : libraryClass(package, last);
    type->bases = {parent};
    type->isException = parent->isException;
    resolveOrder(*this, *type);
    return type;
  }
  static constexpr llvm::StringLiteral metaclasses[] = {"abc.ABCMeta",
                                                        "absl.testing.parameterized.TestGeneratorMetaclass"};
  if (llvm::is_contained(metaclasses, qualified)) {
    type->bases = {builtinClass("type")};
    resolveOrder(*this, *type);
    return type;
  }
  type->isException = !baseOfException(name).empty();
  type->bases = {builtinClass(base.empty() ? "object" : base)};
  resolveOrder(*this, *type);
  return type;
}

bool frontend::resolveOrder(Evaluator &evaluator, ClassObject &type) {
  // C3: repeatedly take the first head that is in no other list's tail.
  std::vector<std::vector<ClassObject *>> lists;
  for (ClassObject *base : type.bases)
    lists.push_back(base->resolutionOrder);
  lists.push_back(type.bases);
  ++AttributeMap::epoch;
  type.resolutionOrder = {&type};
  while (llvm::any_of(lists, [](const auto &list) { return !list.empty(); })) {
    ClassObject *next = nullptr;
    for (const auto &list : lists) {
      if (list.empty())
        continue;
      bool isInTail = llvm::any_of(lists, [&](const auto &other) {
        return !other.empty() && llvm::is_contained(llvm::ArrayRef(other).drop_front(), list.front());
      });
      if (!isInTail) {
        next = list.front();
        break;
      }
    }
    if (!next)
      return evaluator.raise(DiagnosticId::typeError,
                             "cannot create a consistent method resolution order for bases of '" + type.name + "'"),
             false;
    type.resolutionOrder.push_back(next);
    for (auto &list : lists)
      if (!list.empty() && list.front() == next)
        list.erase(list.begin());
  }
  return true;
}

//===-- attributes ---------------------------------------------------------------------------------------------===//

/// The class's own attributes: those that it was given, and the methods of a class of the language.
static DictObject *ownAttributes(Evaluator &evaluator, ClassObject &type) {
  DictObject *dict = evaluator.dict();
  for (const auto &[key, value] : type.attributes.entries())
    if (value)
      dict->set(evaluator, key, value);
  std::vector<llvm::StringRef> names;
  if (!type.isUser && type.module == "builtins")
    names = LibraryTable::get().namesIn(type.qualifiedName());
  if (!names.empty() && !type.isException)
    names.insert(names.end(), {"__eq__", "__ne__", "__hash__", "__repr__"}); // its own, which the tables list for `object`
  for (llvm::StringRef name : names)
    if (std::optional<Value> value = type.getAttribute(evaluator, name); value && *value)
      dict->set(evaluator, name, *value);
    else
      evaluator.clearPending();
  return dict;
}

std::optional<Value> ClassObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "__qualname__") { // of the class itself: a base's is not inherited
    Value own = attributes.find(attribute);
    return own ? own : evaluator.string(name);
  }
  // What `type` has as data descriptors: an attribute of the class with such a name is for instances.
  if (attribute == "__name__")
    return evaluator.string(name);
  if (attribute == "__mro__" || attribute == "__bases__") {
    const std::vector<ClassObject *> &list = attribute == "__mro__" ? resolutionOrder : bases;
    return evaluator.tuple(std::vector<Value>(list.begin(), list.end()));
  }
  if (metaclass)
    if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(metaclass->find(attribute));
        descriptor && descriptor->role == DescriptorObject::Role::property)
      return bindAttribute(evaluator, descriptor, this, metaclass);
  if (attribute != "__doc__" && attribute != "__slots__")
    if (Value value = find(attribute))
      return bindAttribute(evaluator, value, nullptr, this);
  if (Value own = attributes.find(attribute))
    return own;
  if (attribute == "__module__")
    return evaluator.string(module);
  if (attribute == "__class__")
    return type(evaluator);
  if (attribute == "__doc__")
    return entry ? Value(evaluator.string(entry->summary)) : evaluator.none();
  if (attribute == "__abstractmethods__" && isUser) {
    auto *names = evaluator.make<SetObject>(/*frozen=*/true);
    for (const std::string &each : abstractMethods)
      names->table.insert(evaluator, evaluator.string(each), nullptr);
    return names;
  }
  if (attribute == "__subclasses__") {
    ClassObject *self = this;
    return evaluator.function("__subclasses__", [self](Evaluator &evaluator, Arguments &) -> Value {
      return evaluator.list({self->subclasses.begin(), self->subclasses.end()});
    });
  }
  if (attribute == "__dict__") // a copy: CPython's can't be changed either
    return ownAttributes(evaluator, *this);
  if (attribute == "__hash__") {
    ClassObject *holder = valueClass(evaluator, *this);
    if (llvm::is_contained({"list", "dict", "bytearray"}, llvm::StringRef(holder->name)) || holder->name == "set")
      return evaluator.none();
  }
  for (ClassObject *base : resolutionOrder)
    if (const LibraryEntry *method = LibraryTable::get().find(base->qualifiedName(), attribute)) {
      if (method->kind == EntryKind::method || method->kind == EntryKind::property)
        return evaluator.make<BuiltinObject>(method, nullptr);
      bool asksClass = attribute == "fromkeys" || attribute == "fromhex" || attribute == "from_bytes";
      if (this != base && method->kind == EntryKind::function && asksClass)
        return evaluator.make<BuiltinObject>(method, this);
      return evaluator.libraryMember(base->qualifiedName(), attribute);
    } else if (!base->isUser && LibraryTable::get().hasClassSource(base->qualifiedName())) {
      if (std::optional<Value> method = evaluator.libraryMember(base->qualifiedName(), attribute))
        return method;
    }
  if (metaclass)
    if (Value value = metaclass->find(attribute))
      return bindAttribute(evaluator, value, this, metaclass);
  if (attribute == "mro") {
    std::vector<Value> order(resolutionOrder.begin(), resolutionOrder.end());
    return evaluator.function("mro",
                              [order](Evaluator &evaluator, Arguments &) -> Value { return evaluator.list(order); });
  }
  if (attribute == "__init_subclass__" || attribute == "__subclasshook__") { // `object`'s
    bool isHook = attribute == "__subclasshook__";
    return evaluator.function(attribute.str(), [isHook](Evaluator &evaluator, Arguments &) -> Value {
      return isHook ? evaluator.notImplemented() : evaluator.none();
    });
  }
  if (attribute == "__base__")
    return bases.empty() ? evaluator.none() : Value(bases[0]);
  if (metaclass && (metaclass->hooks & hasGetAttr))
    return evaluator.call(metaclass->find("__getattr__"), {Value(this), Value(evaluator.string(attribute))});
  return std::nullopt;
}

/// Whether the real class is one that Python lets programs change: not the language's own, and not NumPy's.
static bool isOpen(const ClassObject &type) {
  static constexpr llvm::StringLiteral packages[] = {"jax", "torch", "triton", "unittest", "absl"};
  return llvm::is_contained(packages, llvm::StringRef(type.module).split('.').first);
}

std::optional<Value> frontend::findPatched(Evaluator &evaluator, Value object, llvm::StringRef name) {
  InstancePart *part = object->instancePart();
  if (part && part->attributes.find(name)) // an instance's own goes first
    return std::nullopt;
  if (llvm::isa<ClassObject, ModuleObject, FunctionObject>(object))
    return std::nullopt;
  ClassObject *own = object->type(evaluator);
  for (ClassObject *base : own->resolutionOrder)
    if (Value value = base->attributes.find(name))
      return base->isUser ? std::nullopt : std::optional<Value>(bindAttribute(evaluator, value, object, own));
  return std::nullopt;
}

bool ClassObject::setAttribute(Evaluator &evaluator, llvm::StringRef attribute, Value value) {
  if (!isUser && isOpen(*this)) {
    if (attribute.starts_with("__"))
      return evaluator.notSupported("changing `" + qualifiedName() + "." + attribute.str() +
                                    "`, which the language itself calls,"),
             false;
    attributes.set(attribute, value);
    evaluator.hasPatchedClasses = true;
    return true;
  }
  if (!isUser)
    return evaluator.raise(DiagnosticId::typeError,
                           "cannot set '" + attribute.str() + "' attribute of immutable type '" + name + "'"),
           false;
  if (metaclass && (metaclass->hooks & hasSetAttr))
    return evaluator.call(metaclass->find("__setattr__"), {Value(this), Value(evaluator.string(attribute)), value}) !=
           nullptr;
  return setClassAttribute(evaluator, *this, attribute, value);
}

bool frontend::setClassAttribute(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, Value value) {
  if (!type.isUser)
    return type.setAttribute(evaluator, name, value);
  if (auto *descriptor =
          llvm::dyn_cast_or_null<DescriptorObject>(type.metaclass ? type.metaclass->find(name) : nullptr);
      descriptor && descriptor->role == DescriptorObject::Role::property) {
    if (!descriptor->setter)
      return evaluator.raise(DiagnosticId::unknownAttribute,
                             "property '" + name.str() + "' of '" + type.metaclass->name + "' object has no setter"),
             false;
    return evaluator.call(descriptor->setter, {Value(&type), value}) != nullptr;
  }
  if (name == "__name__" || name == "__qualname__") {
    auto *text = llvm::dyn_cast<StrObject>(value);
    if (!text)
      return evaluator.raise(DiagnosticId::typeError, "can only assign string to " + type.name + "." + name.str() +
                                                          ", not '" + value->typeName(evaluator) + "'"),
             false;
    if (name == "__name__") {
      type.name = text->value;
      return true;
    }
  }
  if (name == "__bases__")
    return changeBases(evaluator, type, value);
  if (name == "__abstractmethods__") {
    std::optional<std::vector<Value>> names = evaluator.toVector(value);
    if (!names)
      return false;
    type.abstractMethods.clear();
    for (Value each : *names)
      if (auto *text = llvm::dyn_cast<StrObject>(each))
        type.abstractMethods.push_back(text->value);
    llvm::sort(type.abstractMethods);
    return true;
  }
  type.attributes.set(name, value);
  if (name.starts_with("__"))
    findHooks(type);
  return true;
}

bool ClassObject::deleteAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (!isUser && isOpen(*this)) { // what the program put there; the class's own is back then
    if (attributes.erase(attribute))
      return true;
    return evaluator.notSupported("deleting the library's `" + qualifiedName() + "." + attribute.str() + "`"), false;
  }
  if (!isUser)
    return evaluator.raise(DiagnosticId::typeError,
                           "cannot set '" + attribute.str() + "' attribute of immutable type '" + name + "'"),
           false;
  if (metaclass && (metaclass->hooks & hasDelAttr))
    return evaluator.call(metaclass->find("__delattr__"), {Value(this), Value(evaluator.string(attribute))}) != nullptr;
  return deleteClassAttribute(evaluator, *this, attribute);
}

bool frontend::deleteClassAttribute(Evaluator &evaluator, ClassObject &type, llvm::StringRef name) {
  if (!type.isUser)
    return type.deleteAttribute(evaluator, name);
  if (auto *descriptor =
          llvm::dyn_cast_or_null<DescriptorObject>(type.metaclass ? type.metaclass->find(name) : nullptr);
      descriptor && descriptor->role == DescriptorObject::Role::property) {
    if (!descriptor->deleter)
      return evaluator.raise(DiagnosticId::unknownAttribute,
                             "property '" + name.str() + "' of '" + type.metaclass->name + "' object has no deleter"),
             false;
    return evaluator.call(descriptor->deleter, {Value(&type)}) != nullptr;
  }
  if (name == "__bases__")
    return evaluator.raise(DiagnosticId::typeError,
                           "cannot delete '__bases__' attribute of immutable type '" + type.name + "'"),
           false;
  if (!type.attributes.erase(name))
    return evaluator.raise(DiagnosticId::unknownAttribute,
                           "type object '" + type.name + "' has no attribute '" + name.str() + "'"),
           false;
  if (name.starts_with("__"))
    findHooks(type);
  return true;
}

void ClassObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const ClassObject *base : resolutionOrder) {
    for (const auto &[attribute, value] : base->attributes.entries())
      if (value)
        names.push_back(attribute);
    for (llvm::StringRef attribute : LibraryTable::get().namesIn(base->qualifiedName()))
      names.push_back(attribute.str());
  }
}

ClassObject *ClassObject::type(Evaluator &evaluator) { return metaclass ? metaclass : evaluator.builtinClass("type"); }

//===-- making instances ---------------------------------------------------------------------------------------===//

Value frontend::makeNamedTuple(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  std::vector<ParameterInfo> parameters(1);
  parameters[0].name = "_cls";
  arguments.positional.insert(arguments.positional.begin(), &type);
  if (!arguments.positionalRanges.empty())
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), Range{});
  auto *defaults = llvm::dyn_cast_or_null<DictObject>(type.find("_field_defaults"));
  for (const std::string &field : type.fieldNames) {
    ParameterInfo parameter;
    parameter.name = field;
    parameter.defaultValue = defaults ? defaults->find(evaluator, field) : nullptr;
    parameters.push_back(std::move(parameter));
  }
  llvm::SmallVector<Value, 6> values;
  if (!evaluator.bind(type.name + ".__new__", parameters, arguments, values))
    return nullptr;
  return nameTuple(evaluator, type, {values.begin() + 1, values.end()});
}

/// Whether instances are tuples with names instead of objects with attributes.
static bool isNamedTuple(Evaluator &evaluator, const ClassObject &type) {
  return !type.fieldNames.empty() && type.isSubclassOf(evaluator.builtinClass("tuple"));
}

static Value noArguments(Evaluator &evaluator, const ClassObject &type) {
  return evaluator.raise(DiagnosticId::argumentError, type.name + "() takes no arguments");
}

/// The few keywords that exceptions of the language take.
static bool takeKeywords(Evaluator &evaluator, const ClassObject &type, ExceptionObject *exception,
                         const Arguments &arguments) {
  auto derives = [&](llvm::StringRef name) { return type.isSubclassOf(evaluator.builtinClass(name)); };
  for (const auto &[name, value] : arguments.keywords) {
    bool isKnown = (name == "name" && (derives("AttributeError") || derives("NameError") || derives("ImportError"))) ||
                   (name == "obj" && derives("AttributeError")) || (name == "path" && derives("ImportError"));
    if (!isKnown && (derives("AttributeError") || derives("NameError") || derives("ImportError")))
      return evaluator.raise(DiagnosticId::argumentError,
                             "'" + name + "' is an invalid keyword argument for " + type.name + "()"),
             false;
    if (!isKnown)
      return evaluator.raise(DiagnosticId::argumentError, type.name + "() takes no keyword arguments"), false;
    exception->attributes.set(name, value);
  }
  return true;
}

/// `__init__` on a fresh instance.
static Value initialize(Evaluator &evaluator, ClassObject &type, Value instance, Arguments &arguments) {
  Value initializer = type.find("__init__");
  if (!initializer) {
    if (type.isException)
      return takeKeywords(evaluator, type, llvm::cast<ExceptionObject>(instance), arguments) ? instance : nullptr;
    ClassObject *holder = valueClass(evaluator, type);
    if (type.find("__new__") && holder->name != "dict") // which may have taken more
      arguments.keywords.clear();
    if (const LibraryEntry *entry = LibraryTable::get().find(holder->name, "__init__");
        entry && holder->name != "object")
      return callEntry(evaluator, *entry, instance, arguments) ? instance : nullptr;
    bool isMade = type.find("__new__") || holder->name != "object"; // which took the arguments
    if (!isMade && (!arguments.positional.empty() || !arguments.keywords.empty()))
      return noArguments(evaluator, type);
    return instance;
  }
  arguments.positional.insert(arguments.positional.begin(), instance);
  if (!arguments.positionalRanges.empty())
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), Range{});
  if (llvm::isa<DescriptorObject>(initializer) || initializer->instancePart()) {
    arguments.positional.erase(arguments.positional.begin());
    initializer = bindAttribute(evaluator, initializer, instance, &type);
  }
  Value result = initializer ? evaluator.call(initializer, arguments) : nullptr;
  if (!result)
    return nullptr;
  if (!isNone(result))
    return evaluator.raise(DiagnosticId::typeError,
                           "__init__() should return None, not '" + result->typeName(evaluator) + "'");
  return instance;
}

/// `type.__call__`: `__new__`, then `__init__`.
static Value construct(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  if (Value maker = type.find("__new__")) {
    Value bound = bindAttribute(evaluator, maker, nullptr, &type);
    Arguments all = arguments;
    all.positional.insert(all.positional.begin(), &type);
    if (!all.positionalRanges.empty())
      all.positionalRanges.insert(all.positionalRanges.begin(), Range{});
    Value made = bound ? evaluator.call(bound, all) : nullptr;
    if (!made || !made->type(evaluator)->isSubclassOf(&type) || llvm::isa<ClassObject>(made))
      return made;
    return isNamedTuple(evaluator, type) ? made : initialize(evaluator, type, made, arguments);
  }
  if (isNamedTuple(evaluator, type))
    return makeNamedTuple(evaluator, type, arguments);
  Value instance = makeInstance(evaluator, type, arguments);
  return instance ? initialize(evaluator, type, instance, arguments) : nullptr;
}

Value ClassObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (!isUser && !isException) {
    if (!entry || !entry->handler)
      return entry ? Value(evaluator.notSupported("creating `" + qualifiedName() + "`"))
                   : Value(evaluator.raise(DiagnosticId::typeError, "cannot create '" + name + "' instances"));
    return callEntry(evaluator, *entry, this, arguments);
  }
  if (Value custom = metaclass ? metaclass->find("__call__") : nullptr) {
    Value bound = bindAttribute(evaluator, custom, this, metaclass);
    return bound ? evaluator.call(bound, arguments) : nullptr;
  }
  return frontend::constructInstance(evaluator, *this, arguments);
}

Value frontend::constructInstance(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  if ((type.hooks & ClassObject::hasLackingBase) && evaluator.phase != EvaluationPhase::collecting)
    if (auto *lacking = llvm::dyn_cast_or_null<PlaceholderObject>(type.find(placeholderBase));
        lacking && lacking->isMention)
      return lacking->refuse(evaluator).note("`" + type.name + "` derives from it");
  if (type.find("__total__")) // a TypedDict's instances are dicts
    return evaluator.call(evaluator.builtinClass("dict"), arguments);
  if (type.isSubclassOf(evaluator.builtinClass("type"))) // a metaclass, called as `type` is
    return callType(evaluator, type, arguments);
  return construct(evaluator, type, arguments);
}

//===-- the rest of a class ------------------------------------------------------------------------------------===//

/// A method of the metaclass, or of `__class_getitem__`'s kind, called with the class; empty when there is none.
static std::optional<Value> askMetaclass(Evaluator &evaluator, ClassObject &type, llvm::StringRef name,
                                         llvm::ArrayRef<Value> arguments = {}) {
  Value method = type.metaclass ? type.metaclass->find(name) : nullptr;
  Value bound = method ? bindAttribute(evaluator, method, &type, type.metaclass) : nullptr;
  if (!method)
    return std::nullopt;
  return bound ? evaluator.call(bound, arguments) : nullptr;
}

Value ClassObject::getItem(Evaluator &evaluator, Value key) {
  if (std::optional<Value> result = askMetaclass(evaluator, *this, "__getitem__", {key}))
    return *result;
  if (Value method = find("__class_getitem__")) {
    Value bound = bindAttribute(evaluator, method, nullptr, this);
    return bound ? evaluator.call(bound, {key}) : nullptr;
  }
  return makeAlias(evaluator, this, key);
}

std::optional<Value> ClassObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (std::optional<Value> result =
          askMetaclass(evaluator, *this, ((reflected ? "__r" : "__") + getMethodStem(op) + "__").str(), {other}))
    return *result == evaluator.notImplemented() ? std::nullopt : result;
  if (op != BinaryOp::bitOr)
    return std::nullopt;
  return reflected ? uniteTypes(evaluator, other, this) : uniteTypes(evaluator, this, other);
}

std::optional<bool> ClassObject::contains(Evaluator &evaluator, Value item) {
  if (std::optional<Value> result = askMetaclass(evaluator, *this, "__contains__", {item}))
    return *result ? evaluator.truth(*result) : std::nullopt;
  return Object::contains(evaluator, item);
}

Value ClassObject::iterate(Evaluator &evaluator) {
  if (std::optional<Value> result = askMetaclass(evaluator, *this, "__iter__"))
    return iterateInstance(evaluator, this, *result);
  return Object::iterate(evaluator);
}
std::optional<int64_t> ClassObject::length(Evaluator &evaluator) {
  if (std::optional<Value> result = askMetaclass(evaluator, *this, "__len__"))
    return lengthOfMethod(evaluator, *result);
  return Object::length(evaluator);
}

std::optional<std::string> ClassObject::repr(Evaluator &evaluator) {
  if (std::optional<Value> result = askMetaclass(evaluator, *this, "__repr__"))
    return textOfMethod(evaluator, *result, "__repr__");
  auto *qualified = llvm::dyn_cast_or_null<StrObject>(attributes.find("__qualname__"));
  return "<class '" + (isUser ? module + "." + (qualified ? qualified->value : name) : qualifiedName()) + "'>";
}

std::optional<Value> DescriptorObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  auto accessor = [&](Value DescriptorObject::*slot) -> Value {
    DescriptorObject *self = this;
    return evaluator.function(name.str(), [self, slot](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return evaluator.raise(DiagnosticId::argumentError, "a property's decorator takes the function");
      auto *copy = evaluator.make<DescriptorObject>(self->role, self->getter);
      copy->setter = self->setter;
      copy->deleter = self->deleter;
      copy->documentation = self->documentation;
      copy->*slot = arguments.positional[0];
      return copy;
    });
  };
  if (role == Role::property && name == "setter")
    return accessor(&DescriptorObject::setter);
  if (role == Role::property && name == "getter")
    return accessor(&DescriptorObject::getter);
  if (role == Role::property && name == "deleter")
    return accessor(&DescriptorObject::deleter);
  if (name == "fget" || name == "__func__" || name == "__wrapped__" || name == "func")
    return getter;
  if (role == Role::property && (name == "fset" || name == "fdel")) {
    Value held = name == "fset" ? setter : deleter;
    return held ? held : evaluator.none();
  }
  if (name == "__doc__" && documentation)
    return documentation;
  if (name == "__get__") {
    DescriptorObject *self = this;
    return evaluator.function("__get__", [self](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (arguments.positional.empty() || arguments.positional.size() > 2)
        return evaluator.raise(DiagnosticId::argumentError, "__get__() takes an instance and its class");
      Value instance = isNone(arguments.positional[0]) ? nullptr : arguments.positional[0];
      auto *owner = arguments.positional.size() > 1 ? llvm::dyn_cast<ClassObject>(arguments.positional[1]) : nullptr;
      if (!owner && !instance)
        return evaluator.raise(DiagnosticId::typeError, "__get__(None, None) is invalid");
      return bindAttribute(evaluator, self, instance, owner ? owner : instance->type(evaluator));
    });
  }
  return getter->getAttribute(evaluator, name);
}

Value DescriptorObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (role == Role::staticMethod)
    return evaluator.call(getter, arguments);
  return Object::call(evaluator, arguments);
}

//===-- super --------------------------------------------------------------------------------------------------===//

char SuperObject::tag;

/// `super().__setitem__` and the like: what the class of the language does, past the methods of the user's class.
static Value plainMethod(Evaluator &evaluator, const LibraryEntry *method, Value self) {
  return evaluator.function(method->name, [method, self](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (method->handler)
      return callEntry(evaluator, *method, self, arguments);
    return evaluator.notSupported(std::string("`super().") + method->name + "`");
  });
}

std::optional<Value> SuperObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  auto *selfClass = llvm::dyn_cast<ClassObject>(self); // in a classmethod, or a method of a metaclass
  if (selfClass && !selfClass->isSubclassOf(after))
    selfClass = nullptr;
  ClassObject *own = selfClass ? selfClass : self->type(evaluator);
  auto position = llvm::find(own->resolutionOrder, after);
  if (name == "__class__")
    return evaluator.builtinClass("super");
  if (name == "__thisclass__")
    return after;
  if (name == "__self__")
    return self;
  if (name == "__self_class__")
    return own;
  for (; position != own->resolutionOrder.end(); ++position) {
    if (*position == after)
      continue;
    if (Value value = (*position)->attributes.find(name))
      return bindAttribute(evaluator, value, selfClass ? nullptr : self, own);
    if (name == "__new__" && !(*position)->isUser)
      return evaluator.function("__new__", makeNew(*position));
    if (const LibraryEntry *method = LibraryTable::get().find((*position)->qualifiedName(), name)) {
      if (method->kind == EntryKind::method)
        return selfClass ? evaluator.make<BuiltinObject>(method, nullptr) : plainMethod(evaluator, method, self);
      return evaluator.libraryMember((*position)->qualifiedName(), name, self);
    }
    if (!selfClass && !(*position)->isUser && LibraryTable::get().hasClassSource((*position)->qualifiedName()))
      if (std::optional<Value> member = evaluator.libraryMember((*position)->qualifiedName(), name, self))
        return member;
  }
  if (name == "__init_subclass__" || name == "__post_init__" || name == "__set_name__")
    return evaluator.function(name.str(), [own](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (!arguments.keywords.empty())
        return evaluator.raise(DiagnosticId::typeError, own->name + ".__init_subclass__() takes no keyword arguments");
      return evaluator.none();
    });
  return std::nullopt;
}

WrapperObject::Handler frontend::makeNew(ClassObject *from) {
  return [from](Evaluator &evaluator, Arguments &arguments) -> Value {
    auto *type = arguments.positional.empty() ? nullptr : llvm::dyn_cast<ClassObject>(arguments.positional[0]);
    if (!type)
      return evaluator.raise(DiagnosticId::typeError, from->name + ".__new__(X): X is not a type object");
    if (from->isSubclassOf(evaluator.builtinClass("type"))) // `type` itself, `abc.ABCMeta`, ..
      return callType(evaluator, *type, arguments, /*isNew=*/true);
    if (!type->isSubclassOf(from))
      return evaluator.raise(DiagnosticId::typeError, from->name + ".__new__(" + type->name + "): " + type->name +
                                                          " is not a subtype of " + from->name);
    Arguments rest;
    rest.positional.assign(arguments.positional.begin() + 1, arguments.positional.end());
    rest.keywords = arguments.keywords;
    if (isNamedTuple(evaluator, *type)) {
      if (rest.positional.size() != 1 || !rest.keywords.empty() || type->find("__new__") == nullptr)
        return makeNamedTuple(evaluator, *type, rest);
      std::optional<std::vector<Value>> items = evaluator.toVector(rest.positional[0]); // tuple.__new__(cls, iterable)
      return items ? nameTuple(evaluator, *type, std::move(*items)) : nullptr;
    }
    if (!type->isUser && !type->isException) {
      if (type->name == "object")
        return evaluator.make<InstanceObject>(type);
      return evaluator.call(type, rest);
    }
    bool isPlain = from->name == "object" && valueClass(evaluator, *type)->name == "object";
    if (isPlain && !type->find("__init__") && !type->isException &&
        (!rest.positional.empty() || !rest.keywords.empty()))
      return evaluator.raise(DiagnosticId::argumentError,
                             type->find("__new__")
                                 ? std::string("object.__new__() takes exactly one argument (the type to instantiate)")
                                 : type->name + "() takes no arguments");
    return makeInstance(evaluator, *type, rest);
  };
}
