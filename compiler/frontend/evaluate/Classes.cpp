// SPDX-License-Identifier: Apache-2.0
// Classes: where an attribute comes from, how a call makes an instance, enums, and the classes of the language and the library.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Exceptions.h"

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
  llvm::StringRef base = module == "builtins" ? baseOfBuiltin(name) : "";
  if (qualified == "builtins.object") {
    type->resolutionOrder = {type};
    return type;
  }
  if (llvm::StringRef derived = LibraryTable::get().baseOf(qualified); !derived.empty()) {
    auto [package, last] = derived.rsplit('.');
    ClassObject *parent = last.empty() ? builtinClass(derived) : libraryClass(package, last);
    type->bases = {parent};
    type->isException = parent->isException;
    resolveOrder(*this, *type);
    return type;
  }
  type->isException = !baseOfException(name).empty() || qualified == "dataclasses.FrozenInstanceError";
  type->isEnum = module == "enum" && (name == "Enum" || name == "IntEnum" || name == "StrEnum");
  if (type->isEnum && name != "Enum")
    type->bases = {builtinClass(name == "IntEnum" ? "int" : "str"), libraryClass("enum", "Enum")};
  else
    type->bases = {builtinClass(type->isException && base.empty() ? "AttributeError" : base.empty() ? "object" : base)};
  resolveOrder(*this, *type);
  return type;
}

bool frontend::resolveOrder(Evaluator &evaluator, ClassObject &type) {
  // C3: repeatedly take the first head that is in no other list's tail.
  std::vector<std::vector<ClassObject *>> lists;
  for (ClassObject *base : type.bases)
    lists.push_back(base->resolutionOrder);
  lists.push_back(type.bases);
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
      return evaluator.raise(DiagnosticId::typeError, "cannot create a consistent method resolution order for bases of '" + type.name + "'"), false;
    type.resolutionOrder.push_back(next);
    for (auto &list : lists)
      if (!list.empty() && list.front() == next)
        list.erase(list.begin());
  }
  return true;
}

//===-- attributes ---------------------------------------------------------------------------------------------===//

/// What a class attribute is when it is reached through `self` (an instance, or null for the class) of `owner`.
static Value bindAttribute(Evaluator &evaluator, Value attribute, Value self, ClassObject *owner) {
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(attribute)) {
    switch (descriptor->role) {
    case DescriptorObject::Role::staticMethod:
      return descriptor->getter;
    case DescriptorObject::Role::classMethod:
      return evaluator.make<BoundMethodObject>(owner, descriptor->getter);
    case DescriptorObject::Role::property:
      return self ? evaluator.call(descriptor->getter, {self}) : attribute;
    case DescriptorObject::Role::cachedProperty: {
      if (!self)
        return attribute;
      Value value = evaluator.call(descriptor->getter, {self});
      if (auto *instance = llvm::dyn_cast<InstanceObject>(self); instance && value)
        if (auto *name = llvm::dyn_cast_or_null<FunctionObject>(descriptor->getter))
          instance->attributes.set(name->name, value);
      return value;
    }
    }
  }
  if (self && (llvm::isa<FunctionObject>(attribute) || llvm::isa<WrapperObject>(attribute)))
    return evaluator.make<BoundMethodObject>(self, attribute);
  return attribute;
}

std::optional<Value> ClassObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (Value value = find(attribute))
    return bindAttribute(evaluator, value, nullptr, this);
  if (attribute == "__name__" || attribute == "__qualname__")
    return evaluator.string(name);
  if (attribute == "__module__")
    return evaluator.string(module);
  if (attribute == "__class__")
    return evaluator.builtinClass("type");
  if (attribute == "__doc__")
    return entry ? Value(evaluator.string(entry->summary)) : evaluator.none();
  if (attribute == "__mro__" || attribute == "__bases__") {
    const std::vector<ClassObject *> &list = attribute == "__mro__" ? resolutionOrder : bases;
    return evaluator.tuple(std::vector<Value>(list.begin(), list.end()));
  }
  if (attribute == "__members__" && isEnum) {
    DictObject *members = evaluator.dict();
    for (Value member : enumMembers(*this))
      members->set(evaluator, llvm::cast<StrObject>(llvm::cast<InstanceObject>(member)->attributes.find("name"))->value, member);
    return members;
  }
  if (attribute == "__dict__") {
    DictObject *dict = evaluator.dict();
    for (const auto &[key, value] : attributes.entries())
      if (value)
        dict->set(evaluator, key, value);
    return dict;
  }
  for (ClassObject *base : resolutionOrder)
    if (const LibraryEntry *method = LibraryTable::get().find(base->qualifiedName(), attribute)) {
      if (method->kind == EntryKind::method || method->kind == EntryKind::property)
        return evaluator.make<BuiltinObject>(method, nullptr);
      return evaluator.libraryMember(base->qualifiedName(), attribute);
    }
  return std::nullopt;
}

bool ClassObject::setAttribute(Evaluator &evaluator, llvm::StringRef attribute, Value value) {
  if (!isUser)
    return evaluator.raise(DiagnosticId::typeError, "cannot set '" + attribute.str() + "' attribute of immutable type '" + name + "'"), false;
  attributes.set(attribute, value);
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

std::optional<Value> InstanceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  Value fromClass = instanceType->find(name);
  auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(fromClass);
  if (descriptor && descriptor->role == DescriptorObject::Role::property)
    return bindAttribute(evaluator, fromClass, this, instanceType);
  if (Value value = attributes.find(name))
    return value;
  if (fromClass)
    return bindAttribute(evaluator, fromClass, this, instanceType);
  if (name == "__dict__") {
    DictObject *dict = evaluator.dict();
    for (const auto &[key, value] : attributes.entries())
      if (value)
        dict->set(evaluator, key, value);
    return dict;
  }
  if (std::optional<Value> member = Object::getAttribute(evaluator, name))
    return member;
  if (Value fallback = instanceType->find("__getattr__"))
    return evaluator.call(fallback, {Value(this), Value(evaluator.string(name))});
  return std::nullopt;
}

bool InstanceObject::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  if (Value custom = instanceType->find("__setattr__"))
    return evaluator.call(custom, {Value(this), Value(evaluator.string(name)), value}) != nullptr;
  if (instanceType->isFrozen) {
    evaluator.raise(DiagnosticId::unknownAttribute, "cannot assign to field '" + name.str() + "'")
        .note("`" + instanceType->name + "` is frozen: `dataclasses.replace(instance, " + name.str() + "=...)` makes a changed copy");
    evaluator.pendingException()->instanceType = evaluator.libraryClass("dataclasses", "FrozenInstanceError");
    return false;
  }
  if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(instanceType->find(name));
      descriptor && descriptor->role == DescriptorObject::Role::property) {
    if (!descriptor->setter)
      return evaluator.raise(DiagnosticId::unknownAttribute, "property '" + name.str() + "' of '" + instanceType->name + "' object has no setter"), false;
    return evaluator.call(descriptor->setter, {Value(this), value}) != nullptr;
  }
  attributes.set(name, value);
  return true;
}

bool InstanceObject::deleteAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return attributes.erase(name) || Object::deleteAttribute(evaluator, name);
}

void InstanceObject::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (const auto &[name, value] : attributes.entries())
    if (value)
      names.push_back(name);
  instanceType->listAttributes(evaluator, names);
}

//===-- making instances ---------------------------------------------------------------------------------------===//

static Value makeNamedTuple(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  std::vector<ParameterInfo> parameters;
  for (const std::string &field : type.fieldNames) {
    ParameterInfo parameter;
    parameter.name = field;
    parameter.defaultValue = type.attributes.find(field);
    parameters.push_back(std::move(parameter));
  }
  llvm::SmallVector<Value, 6> values;
  if (!evaluator.bind(type.name, parameters, arguments, values))
    return nullptr;
  TupleObject *tuple = evaluator.tuple({values.begin(), values.end()});
  tuple->namedType = &type;
  return tuple;
}

static Value enumMemberOf(Evaluator &evaluator, ClassObject &type, Value wanted) {
  for (Value member : enumMembers(type)) {
    if (member == wanted)
      return member;
    std::optional<bool> same = evaluator.equal(llvm::cast<InstanceObject>(member)->attributes.find("value"), wanted);
    if (!same)
      return nullptr;
    if (*same)
      return member;
  }
  std::optional<std::string> text = evaluator.repr(wanted);
  return evaluator.raise(DiagnosticId::valueError, text.value_or("?") + " is not a valid " + type.name);
}

Value ClassObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (isEnum && isUser) {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, name + "() takes 1 positional argument but " +
                                                              std::to_string(arguments.positional.size()) + " were given");
    return enumMemberOf(evaluator, *this, arguments.positional[0]);
  }
  if (!isUser && !isException) {
    if (!entry || !entry->handler)
      return entry ? Value(evaluator.notSupported("creating `" + qualifiedName() + "`"))
                   : Value(evaluator.raise(DiagnosticId::typeError, "cannot create '" + name + "' instances"));
    return callEntry(evaluator, *entry, this, arguments);
  }
  if (isSubclassOf(evaluator.builtinClass("tuple")))
    return makeNamedTuple(evaluator, *this, arguments);
  InstanceObject *instance;
  if (isException) {
    auto *exception = evaluator.make<ExceptionObject>(this);
    exception->arguments.assign(arguments.positional.begin(), arguments.positional.end());
    exception->id = DiagnosticId::raised;
    instance = exception;
  } else {
    instance = evaluator.make<InstanceObject>(this);
  }
  Value initializer = find("__init__");
  if (!initializer) {
    if (!isException && (!arguments.positional.empty() || !arguments.keywords.empty()))
      return evaluator.raise(DiagnosticId::argumentError, name + "() takes no arguments");
    return instance;
  }
  arguments.positional.insert(arguments.positional.begin(), instance);
  if (!arguments.positionalRanges.empty())
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), Range{});
  Value result = evaluator.call(initializer, arguments);
  if (!result)
    return nullptr;
  if (!isNone(result))
    return evaluator.raise(DiagnosticId::typeError, "__init__() should return None, not '" + result->typeName(evaluator) + "'");
  return instance;
}

//===-- the rest of a class ------------------------------------------------------------------------------------===//

std::vector<Value> frontend::enumMembers(const ClassObject &type) {
  std::vector<Value> members;
  for (const auto &[name, value] : type.attributes.entries())
    if (auto *instance = llvm::dyn_cast_or_null<InstanceObject>(value))
      if (instance->instanceType == &type && !llvm::is_contained(members, value))
        members.push_back(value);
  return members;
}

Value ClassObject::getItem(Evaluator &evaluator, Value key) {
  if (!isEnum || !isUser)
    return this; // `list[int]`: the annotation says nothing that we check
  auto *text = llvm::dyn_cast<StrObject>(key);
  if (Value member = text ? attributes.find(text->value) : nullptr)
    return member;
  std::optional<std::string> shown = evaluator.repr(key);
  return evaluator.raise(DiagnosticId::keyError, shown.value_or("?"));
}

std::optional<Value> ClassObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  bool isType = llvm::isa<ClassObject>(other) || isNone(other) || llvm::isa<TupleObject>(other);
  if (op != BinaryOp::bitOr || !isType)
    return std::nullopt;
  std::vector<Value> types{this};
  if (auto *tuple = llvm::dyn_cast<TupleObject>(other))
    types.insert(types.end(), tuple->items.begin(), tuple->items.end());
  else
    types.push_back(isNone(other) ? evaluator.builtinClass("NoneType") : other);
  return evaluator.tuple(std::move(types));
}

std::optional<bool> ClassObject::contains(Evaluator &evaluator, Value item) {
  if (!isEnum)
    return Object::contains(evaluator, item);
  for (Value member : enumMembers(*this)) {
    std::optional<bool> same = member == item ? std::optional<bool>(true)
                                              : evaluator.equal(llvm::cast<InstanceObject>(member)->attributes.find("value"), item);
    if (!same || *same)
      return same;
  }
  return false;
}

Value ClassObject::iterate(Evaluator &evaluator) {
  return isEnum ? evaluator.iteratorOver(enumMembers(*this)) : Object::iterate(evaluator);
}
std::optional<int64_t> ClassObject::length(Evaluator &evaluator) {
  return isEnum ? static_cast<int64_t>(enumMembers(*this).size()) : Object::length(evaluator);
}

std::optional<std::string> ClassObject::repr(Evaluator &) {
  if (isEnum && isUser)
    return "<enum '" + name + "'>";
  return "<class '" + (isUser ? "__main__." + name : qualifiedName()) + "'>";
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
  if (name == "fget" || name == "__func__")
    return getter;
  return getter->getAttribute(evaluator, name);
}

Value DescriptorObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (role == Role::staticMethod)
    return evaluator.call(getter, arguments);
  return Object::call(evaluator, arguments);
}

//===-- super --------------------------------------------------------------------------------------------------===//

char SuperObject::tag;

std::optional<Value> SuperObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  auto *selfClass = llvm::dyn_cast<ClassObject>(self); // in a classmethod
  ClassObject *own = selfClass ? selfClass : self->type(evaluator);
  auto position = llvm::find(own->resolutionOrder, after);
  for (; position != own->resolutionOrder.end(); ++position) {
    if (*position == after)
      continue;
    if (Value value = (*position)->attributes.find(name))
      return bindAttribute(evaluator, value, selfClass ? nullptr : self, own);
    if (const LibraryEntry *method = LibraryTable::get().find((*position)->qualifiedName(), name))
      if (method->kind == EntryKind::method)
        return evaluator.make<BuiltinObject>(method, self);
  }
  if (name == "__init_subclass__" || name == "__post_init__")
    return evaluator.function(name.str(), [](Evaluator &evaluator, Arguments &) -> Value { return evaluator.none(); });
  return std::nullopt;
}
