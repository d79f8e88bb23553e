// SPDX-License-Identifier: Apache-2.0
// The `class` statement and `type(name, bases, namespace)`: bases, the body, metaclasses, and what Python does when a
// class is ready
// (`__set_name__`, abstract methods, `__slots__`, `__init_subclass__`).
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- bases --------------------------------------------------------------------------------------------------===//

/// Whether a class of the library derives, by the table of bases, from one of the language: its instances are then made
/// as those of a program's classes are.
static bool derivesFromLanguage(const ClassObject &type) {
  std::string name = type.qualifiedName();
  for (llvm::StringRef base; !(base = LibraryTable::get().baseOf(name)).empty();)
    name = base.str();
  return name != type.qualifiedName() && !llvm::StringRef(name).contains('.');
}

/// Refuses what a class may not derive from here; false with an exception pending.
static bool checkBase(Evaluator &evaluator, ClassObject &type, ClassObject *base) {
  static constexpr llvm::StringLiteral open[] = {"object", "int",       "float", "complex", "str",
                                                 "bytes",  "bytearray", "tuple", "list",    "dict",
                                                 "set",    "frozenset", "type",  "property"};
  if (base->isUser || base->isException || base->isEnum || derivesFromLanguage(*base))
    return true;
  llvm::StringRef module = base->module;
  if (module == "builtins" && llvm::is_contained(open, base->name))
    return true;
  if (base->qualifiedName() == "functools.partial" || isIteratorClass(*base) || isTensorClass(*base))
    return true;
  if (module == "builtins")
    return evaluator.raise(DiagnosticId::typeError, "type '" + base->name + "' is not an acceptable base type"), false;
  if (module == "abc" || module == "typing" || module == "torch.autograd" || module == "absl.testing.parameterized")
    return true;
  return evaluator.notSupported("a class `" + type.name + "` that derives from `" + base->qualifiedName() + "`"), false;
}

bool frontend::setBases(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Value> bases) {
  for (Value value : bases) {
    auto *base = llvm::dyn_cast<ClassObject>(value);
    if (!base && llvm::isa<ExtensionObject>(value)) {
      if (llvm::isa<PlaceholderObject>(value))
        type.attributes.set(placeholderBase, value);
      // `Base[int]` is Base; `Generic[T]` and `Protocol` say nothing about instances.
      if (std::optional<Value> origin = value->getAttribute(evaluator, "__origin__"); origin && *origin)
        base = llvm::dyn_cast<ClassObject>(*origin);
      if (evaluator.repr(value).value_or("") == "typing.Protocol")
        type.attributes.set("_is_protocol", evaluator.boolean(true));
      if (!base)
        continue;
    }
    if (auto *function = llvm::dyn_cast<BuiltinObject>(value); function && !function->self)
      return evaluator.notSupported("a class `" + type.name + "` that derives from `" + function->entry->name + "`"),
             false;
    if (!base)
      return evaluator.raise(DiagnosticId::typeError,
                             "a class can't derive from a '" + value->typeName(evaluator) + "' object"),
             false;
    if (base == evaluator.builtinClass("property") &&
        !evaluator.isLibraryText(evaluator.range())) { // in Python: its methods can be overridden
      Value open = evaluator.textMember("builtins", "_property").value_or(nullptr);
      base = llvm::dyn_cast_or_null<ClassObject>(open);
      if (!base)
        return false;
    }
    bool isArray = base == evaluator.libraryClass("numpy", "ndarray");
    if (isArray && type.name != base->name) { // in Python: an object that holds an array
      base = llvm::dyn_cast_or_null<ClassObject>(evaluator.textMember("numpy.classes", "ndarray").value_or(nullptr));
      if (!base)
        return false;
    } else if (!isArray && !checkBase(evaluator, type, base)) {
      return false;
    }
    if (llvm::is_contained(type.bases, base))
      return evaluator.raise(DiagnosticId::typeError, "duplicate base class " + base->name), false;
    type.bases.push_back(base);
    type.isEnum |= base->isEnum;
    type.isException |= base->isException;
    if (base->metaclass && (!type.metaclass || base->metaclass->isSubclassOf(type.metaclass)))
      type.metaclass = base->metaclass;
    if (type.fieldNames.empty())
      type.fieldNames = base->fieldNames;
  }
  if (type.bases.empty())
    type.bases.push_back(evaluator.builtinClass("object"));
  ClassObject *holder = nullptr; // of the value that instances have
  for (ClassObject *base : type.bases) {
    ClassObject *own = valueClass(evaluator, *base);
    if (own->name == "object")
      continue;
    if (holder && holder != own)
      return evaluator.raise(DiagnosticId::typeError, "multiple bases have instance lay-out conflict"), false;
    holder = own;
  }
  return resolveOrder(evaluator, type);
}

/// What decides how CPython lays an instance of the class out: the value it holds, its slots, and whether it has a dict.
static std::vector<std::string> layoutOf(Evaluator &evaluator, const ClassObject &type) {
  std::vector<std::string> layout;
  bool hasDict = false;
  for (const ClassObject *base : type.resolutionOrder) {
    hasDict |= base->isUser && !(base->hooks & ClassObject::hasNoDict);
    llvm::append_range(layout, base->slots);
  }
  llvm::sort(layout);
  layout.push_back(valueClass(evaluator, type)->name + (hasDict ? " with a dict" : ""));
  return layout;
}

/// The class among the bases that says how instances lie: the first one with more than `object`.
static ClassObject *layoutBase(Evaluator &evaluator, llvm::ArrayRef<ClassObject *> bases) {
  for (ClassObject *base : bases)
    if (valueClass(evaluator, *base)->name != "object" || base->isUser)
      return base;
  return bases.front();
}

/// Orders and hooks of the class and of those that derive from it, after its bases changed.
static bool resolveAgain(Evaluator &evaluator, ClassObject &type) {
  if (!resolveOrder(evaluator, type))
    return false;
  findHooks(type);
  return llvm::all_of(type.subclasses, [&](ClassObject *derived) { return resolveAgain(evaluator, *derived); });
}

bool frontend::changeBases(Evaluator &evaluator, ClassObject &type, Value bases) {
  auto refuse = [&](const std::string &text) { return evaluator.raise(DiagnosticId::typeError, text), false; };
  auto *tuple = llvm::dyn_cast<TupleObject>(bases);
  if (!tuple)
    return refuse("can only assign tuple to " + type.name + ".__bases__, not " + bases->typeName(evaluator));
  if (tuple->items.empty())
    return refuse("can only assign non-empty tuple to " + type.name + ".__bases__, not ()");
  ClassObject made(type.name); // what the bases would make
  for (Value base : tuple->items) {
    auto *known = llvm::dyn_cast<ClassObject>(base);
    if (!known)
      return refuse(type.name + ".__bases__ must be tuple of classes, not '" + base->typeName(evaluator) + "'");
    if (known->isSubclassOf(&type))
      return refuse("a __bases__ item causes an inheritance cycle");
  }
  if (!setBases(evaluator, made, tuple->items))
    return false;
  ClassObject *before = layoutBase(evaluator, type.bases), *after = layoutBase(evaluator, made.bases);
  static constexpr llvm::StringLiteral ofAnySize[] = {"int", "bytes", "tuple"}; // no two classes of one lie alike
  bool differs = before != after && llvm::is_contained(ofAnySize, valueClass(evaluator, *before)->name);
  if (differs || layoutOf(evaluator, *before) != layoutOf(evaluator, *after))
    return refuse("__bases__ assignment: '" + after->name + "' " +
                  (before->isUser == after->isUser ? "object layout" : "deallocator") + " differs from '" +
                  before->name + "'");
  std::vector<ClassObject *> old = std::exchange(type.bases, made.bases);
  if (!resolveAgain(evaluator, type)) {
    ExceptionObject *conflict = evaluator.pendingException();
    type.bases = std::move(old);
    resolveAgain(evaluator, type);
    evaluator.raise(conflict);
    return false;
  }
  for (ClassObject *base : old)
    llvm::erase(base->subclasses, &type);
  for (ClassObject *base : type.bases)
    base->subclasses.push_back(&type);
  return true;
}

//===-- a class is ready -----------------------------------------------------------------------------------------===//

void frontend::findHooks(ClassObject &type) {
  static constexpr std::pair<llvm::StringLiteral, uint8_t> methods[] = {
      {"__getattribute__", ClassObject::hasGetAttribute},
      {"__getattr__", ClassObject::hasGetAttr},
      {"__setattr__", ClassObject::hasSetAttr},
      {"__delattr__", ClassObject::hasDelAttr}};
  type.hooks = 0;
  bool lacksDict = type.hasSlots && !llvm::is_contained(type.slots, "__dict__");
  for (const ClassObject *base : type.bases) {
    type.hooks |= base->hooks & ~ClassObject::hasNoDict;
    lacksDict &= !base->isUser || (base->hooks & ClassObject::hasNoDict);
  }
  for (const auto &[name, hook] : methods)
    if (type.attributes.find(name))
      type.hooks |= hook;
  if (lacksDict)
    type.hooks |= ClassObject::hasNoDict;
  if (type.attributes.find(placeholderBase))
    type.hooks |= ClassObject::hasLackingBase;
}

static bool readSlots(Evaluator &evaluator, ClassObject &type) {
  Value given = type.attributes.find("__slots__");
  if (!given)
    return true;
  std::vector<Value> names{given};
  if (!llvm::isa<StrObject>(given)) {
    std::optional<std::vector<Value>> listed = evaluator.toVector(given);
    if (!listed)
      return false;
    names = *listed;
  }
  type.hasSlots = true;
  for (Value value : names) {
    auto *text = llvm::dyn_cast<StrObject>(value);
    if (!text)
      return evaluator.raise(DiagnosticId::typeError,
                             "__slots__ items must be strings, not '" + value->typeName(evaluator) + "'"),
             false;
    const std::string *name = &text->value;
    bool isName = !name->empty() && !llvm::isDigit((*name)[0]) &&
                  llvm::all_of(*name, [](char c) { return llvm::isAlnum(c) || c == '_' || (c & 0x80); });
    if (!isName)
      return evaluator.raise(DiagnosticId::typeError, "__slots__ must be identifiers"), false;
    if (type.attributes.find(*name))
      return evaluator.raise(DiagnosticId::valueError, "'" + *name + "' in __slots__ conflicts with class variable"),
             false;
    llvm::StringRef plain = *name;
    bool isPrivate = plain.starts_with("__") && !plain.ends_with("__");
    type.slots.push_back(isPrivate ? "_" + llvm::StringRef(type.name).ltrim('_').str() + *name : *name);
  }
  return true;
}

/// Whether `value`, a class attribute, carries abc's mark.
static bool isAbstract(Evaluator &evaluator, Value value) {
  if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(value))
    return isAbstract(evaluator, descriptor->getter) || isAbstract(evaluator, descriptor->setter);
  Value mark = nullptr;
  if (auto *function = llvm::dyn_cast_or_null<FunctionObject>(value))
    mark = function->attributes.find("__isabstractmethod__");
  else if (auto *wrapper = llvm::dyn_cast_or_null<WrapperObject>(value))
    mark = wrapper->attributes.find("__isabstractmethod__");
  return mark && evaluator.truth(mark).value_or(false);
}

static void findAbstractMethods(Evaluator &evaluator, ClassObject &type) {
  bool checks =
      llvm::any_of(type.resolutionOrder, [](const ClassObject *base) { return base->qualifiedName() == "abc.ABC"; });
  checks |= type.metaclass && llvm::any_of(type.metaclass->resolutionOrder, [](const ClassObject *base) {
              return base->qualifiedName() == "abc.ABCMeta";
            });
  checks |= type.find("_is_protocol") != nullptr;
  if (!checks)
    return;
  std::vector<std::string> names;
  for (const ClassObject *base : type.bases)
    llvm::append_range(names, base->abstractMethods);
  for (const auto &[name, value] : type.attributes.entries())
    names.push_back(name);
  for (const std::string &name : names)
    if (!llvm::is_contained(type.abstractMethods, name) && isAbstract(evaluator, type.find(name)))
      type.abstractMethods.push_back(name);
  llvm::sort(type.abstractMethods);
}

/// What `__set_name__` raised is the cause of a RuntimeError. Returns false.
static bool wrapNamingError(Evaluator &evaluator, const ClassObject &type, Object &attribute, llvm::StringRef name) {
  ExceptionObject *cause = evaluator.pendingException();
  if (cause->fatal)
    return false;
  evaluator.clearPending();
  evaluator.raise(DiagnosticId::raised, "Error calling __set_name__ on '" + attribute.typeName(evaluator) +
                                            "' instance '" + name.str() + "' in '" + type.name + "'");
  ExceptionObject *raised = evaluator.pendingException();
  raised->cause = raised->context = cause;
  raised->suppressContext = true;
  return false;
}

/// Tells each attribute the name that it has in the class.
static bool nameAttributes(Evaluator &evaluator, ClassObject &type) {
  AttributeMap::Entries entries = type.attributes.entries();
  for (const auto &[name, value] : entries) {
    if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(static_cast<Object *>(value)))
      descriptor->name = descriptor->name.empty() ? name : descriptor->name;
    InstancePart *part = value ? value->instancePart() : nullptr;
    Value method = part && part->instanceType->isUser && part->instanceType != &type
                       ? part->instanceType->find("__set_name__")
                       : nullptr;
    Value bound = method ? bindAttribute(evaluator, method, value, part->instanceType) : nullptr;
    if (method && (!bound || !evaluator.call(bound, {Value(&type), Value(evaluator.string(name))})))
      return wrapNamingError(evaluator, type, *value, name);
  }
  return true;
}

static bool initializeSubclass(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Keyword> keywords) {
  for (ClassObject *base : llvm::ArrayRef(type.resolutionOrder).drop_front())
    if (Value method = base->attributes.find("__init_subclass__")) {
      Value bound = bindAttribute(evaluator, method, nullptr, &type);
      return bound && evaluator.call(bound, {}, keywords);
    }
  if (keywords.empty())
    return true;
  return evaluator.raise(DiagnosticId::typeError, type.name + ".__init_subclass__() takes no keyword arguments"), false;
}

bool frontend::finishClass(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Keyword> keywords) {
  for (auto [name, role] : {std::pair("__new__", DescriptorObject::Role::staticMethod),
                            {"__init_subclass__", DescriptorObject::Role::classMethod},
                            {"__class_getitem__", DescriptorObject::Role::classMethod}})
    if (Value method = type.attributes.find(name); method && llvm::isa<FunctionObject>(method))
      type.attributes.set(name, evaluator.make<DescriptorObject>(role, method));
  if (type.attributes.find("__eq__") && !type.attributes.find("__hash__"))
    type.attributes.set("__hash__", evaluator.none());
  if (!readSlots(evaluator, type))
    return false;
  findHooks(type);
  findAbstractMethods(evaluator, type);
  for (ClassObject *base : type.bases)
    if (!llvm::is_contained(base->subclasses, &type))
      base->subclasses.push_back(&type);
  return nameAttributes(evaluator, type) && initializeSubclass(evaluator, type, keywords);
}

/// Methods know the class that they stand in, for `super()`, also under the library's decorators.
static void tellMethods(ClassObject &type) {
  for (const auto &[name, value] : type.attributes.entries()) {
    Value held = value;
    if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(held)) {
      if (auto *setter = llvm::dyn_cast_or_null<FunctionObject>(descriptor->setter))
        setter->definedIn = &type;
      held = descriptor->getter;
    }
    if (auto *wrapper = llvm::dyn_cast_or_null<WrapperObject>(held))
      held = wrapper->wrapped;
    if (auto *method = llvm::dyn_cast_or_null<FunctionObject>(held); method && !method->definedIn)
      method->definedIn = &type;
  }
}

//===-- metaclasses and type() -----------------------------------------------------------------------------------===//

namespace {
/// Classes whose metaclass is at work, innermost last: `type.__new__` fills them in, so that `super()` in their methods
/// finds them.
struct ClassesUnderWay {
  std::vector<ClassObject *> open; // null once filled in
};
} // namespace

Value frontend::makeClass(Evaluator &evaluator, ClassObject *metaclass, llvm::StringRef name,
                          llvm::ArrayRef<Value> bases, DictObject *space, llvm::ArrayRef<Keyword> keywords) {
  std::vector<ClassObject *> &open = evaluator.state<ClassesUnderWay>().open;
  bool isAwaited =
      !open.empty() && open.back() && open.back()->name == name; // else one that the metaclass makes by the way
  ClassObject *type = isAwaited ? std::exchange(open.back(), nullptr) : nullptr;
  if (!type) {
    type = evaluator.make<ClassObject>(name.str());
    type->module = "__main__";
  }
  type->name = name.str();
  type->isUser = true;
  type->bases.clear();
  type->attributes = AttributeMap();
  ++AttributeMap::epoch;
  for (const HashTable::Entry &entry : space->table.entries())
    if (auto *key = llvm::dyn_cast_or_null<StrObject>(entry.key))
      type->attributes.set(key->value, entry.value);
  if (auto *module = llvm::dyn_cast_or_null<StrObject>(type->attributes.find("__module__")))
    type->module = module->value;
  if (!setBases(evaluator, *type, bases))
    return nullptr;
  if (metaclass && metaclass->isUser)
    type->metaclass = metaclass;
  type->isEnum |= type->metaclass && llvm::any_of(type->metaclass->resolutionOrder, [](ClassObject *base) {
                    return base->qualifiedName() == "enum.EnumType";
                  });
  tellMethods(*type);
  return finishClass(evaluator, *type, keywords) && finishKind(evaluator, *type) ? type : nullptr;
}

bool frontend::finishKind(Evaluator &evaluator, ClassObject &type) {
  bool isNamedTuple =
      llvm::any_of(type.bases, [](ClassObject *base) { return base->qualifiedName() == "typing.NamedTuple"; });
  return !isNamedTuple || finishNamedTuple(evaluator, type);
}

/// `metaclass(name, bases, namespace, **keywords)`. `prepared`: what `__prepare__` gave, or null.
static Value callMetaclass(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Value> bases,
                           llvm::ArrayRef<Keyword> keywords, Value prepared = nullptr) {
  ClassObject *metaclass = type.metaclass;
  Value space = prepared ? prepared : evaluator.dict();
  bool isWatched = prepared && prepared->instancePart(); // has the names already, but for the language's own
  for (const auto &[name, value] : type.attributes.entries()) {
    Value key = value ? evaluator.string(name) : nullptr;
    std::optional<bool> known = key && isWatched ? space->contains(evaluator, key) : std::optional<bool>(false);
    if (!known || (key && !*known && !space->setItem(evaluator, key, value)))
      return nullptr;
  }
  Value name = evaluator.string(type.name), tuple = evaluator.tuple({bases.begin(), bases.end()});
  Value made;
  if (Value create = metaclass->find("__new__")) {
    evaluator.state<ClassesUnderWay>().open.push_back(&type);
    Value bound = bindAttribute(evaluator, create, nullptr, metaclass);
    made = bound ? evaluator.call(bound, {Value(metaclass), name, tuple, Value(space)}, keywords) : nullptr;
    evaluator.state<ClassesUnderWay>().open.pop_back();
  } else {
    bool initializes = metaclass->find("__init__") != nullptr; // takes the keywords, then
    auto *watched = isWatched ? llvm::dyn_cast<DictObject>(space) : nullptr;
    for (size_t i = 0; watched && i < watched->table.entries().size(); ++i)
      if (auto *name = llvm::dyn_cast_or_null<StrObject>(watched->table.entries()[i].key))
        type.attributes.set(name->value, watched->table.entries()[i].value);
    type.bases.clear();
    made = setBases(evaluator, type, bases) &&
                   finishClass(evaluator, type, initializes ? llvm::ArrayRef<Keyword>() : keywords) &&
                   finishKind(evaluator, type)
               ? &type
               : nullptr;
  }
  auto *made_ = llvm::dyn_cast_or_null<ClassObject>(made);
  Value initialize = made_ && made_->metaclass ? metaclass->find("__init__") : nullptr;
  if (initialize && !evaluator.call(initialize, {made, name, tuple, Value(space)}, keywords))
    return nullptr;
  return made;
}

Value frontend::callType(Evaluator &evaluator, ClassObject &metaclass, Arguments &arguments, bool isNew) {
  llvm::ArrayRef<Value> given = llvm::ArrayRef<Value>(arguments.positional).drop_front(isNew ? 1 : 0);
  auto *name = given.size() == 3 ? llvm::dyn_cast<StrObject>(given[0]) : nullptr;
  auto *bases = name ? llvm::dyn_cast<TupleObject>(given[1]) : nullptr;
  auto *space = bases ? llvm::dyn_cast<DictObject>(given[2]) : nullptr;
  if (!space)
    return evaluator.raise(DiagnosticId::typeError,
                           "type() takes 1 or 3 arguments: an object, or a name, a tuple of bases and a dict");
  if (isNew || !metaclass.isUser)
    return makeClass(evaluator, &metaclass, name->value, bases->items, space, arguments.keywords);
  ClassObject *type = evaluator.make<ClassObject>(name->value);
  type->module = "__main__";
  type->metaclass = &metaclass;
  for (const HashTable::Entry &entry : space->table.entries())
    if (auto *key = llvm::dyn_cast_or_null<StrObject>(entry.key))
      type->attributes.set(key->value, entry.value);
  type->isUser = true;
  return callMetaclass(evaluator, *type, bases->items, arguments.keywords);
}

//===-- the statement --------------------------------------------------------------------------------------------===//

/// The class keyword `metaclass`: the user's, or one of those that change nothing here. False with an exception
/// pending.
static bool takeMetaclass(Evaluator &evaluator, ClassObject &type, llvm::SmallVectorImpl<Keyword> &keywords) {
  auto given = llvm::find_if(keywords, [](const Keyword &keyword) { return keyword.first == "metaclass"; });
  if (given == keywords.end())
    return true;
  auto *metaclass = llvm::dyn_cast<ClassObject>(given->second);
  if (!metaclass)
    return evaluator.notSupported("a metaclass that is no class"), false;
  std::string name = metaclass->qualifiedName();
  bool isKnown = metaclass->isUser || name == "type" || name == "abc.ABCMeta" ||
                 name == "absl.testing.parameterized.TestGeneratorMetaclass";
  if (!isKnown)
    return evaluator.notSupported("the metaclass `" + name + "`"), false;
  if (metaclass->isUser || name == "abc.ABCMeta")
    type.metaclass = metaclass;
  keywords.erase(given);
  return true;
}

Flow Interpretation::executeClassDef(const syntax::ClassDef &statement) {
  Arguments arguments;
  if (!evaluateArguments(statement.arguments, arguments))
    return Flow::raised;
  at(statement.headerRange);
  auto *type = evaluator.make<ClassObject>(statement.name.text.str());
  auto *module = llvm::dyn_cast_or_null<StrObject>(frame->root->names->find("__name__"));
  type->module = module ? llvm::StringRef(module->value).trim("<>").str()
                        : "__main__"; // `<collections>` is the library's own text
  type->isUser = true;
  if (!setBases(evaluator, *type, arguments.positional) || !takeMetaclass(evaluator, *type, arguments.keywords))
    return Flow::raised;
  if (!statement.docstring.empty())
    type->attributes.set("__doc__", evaluator.string(statement.docstring));
  std::string qualified = qualifiedNameOf(statement.name.text);
  if (qualified != statement.name.text)
    type->attributes.set("__qualname__", evaluator.string(qualified));
  Value prepared = nullptr;
  if (type->metaclass && type->metaclass->isUser && type->metaclass->find("__prepare__")) {
    Value prepare = evaluator.getAttribute(type->metaclass, "__prepare__");
    Value bases = evaluator.tuple({arguments.positional.begin(), arguments.positional.end()});
    prepared =
        prepare ? evaluator.call(prepare, {Value(evaluator.string(type->name)), bases}, arguments.keywords) : nullptr;
    if (!prepared)
      return Flow::raised;
    auto *plain = llvm::dyn_cast<DictObject>(prepared);
    if (!plain && !evaluator.hasAttribute(prepared, "__getitem__")) {
      evaluator.raise(DiagnosticId::typeError, type->metaclass->name + ".__prepare__() must return a mapping, not " +
                                                   prepared->typeName(evaluator));
      return Flow::raised;
    }
    for (size_t i = 0; plain && !plain->instancePart() && i < plain->table.entries().size(); ++i)
      if (auto *name = llvm::dyn_cast_or_null<StrObject>(plain->table.entries()[i].key))
        type->attributes.set(name->value, plain->table.entries()[i].value);
  }
  Frame *body = newFrame(statement.scope, frame);
  if (prepared && prepared->instancePart()) {
    body->mapping = prepared;
    if (!evaluator.setItem(prepared, evaluator.string("__module__"), evaluator.string(type->module)) ||
        !evaluator.setItem(prepared, evaluator.string("__qualname__"), evaluator.string(qualified)))
      return Flow::raised;
  }
  body->names = &type->attributes;
  body->owner = type;
  body->captured = true;
  Flow flow;
  {
    Within within(*this, body, nullptr);
    flow = execute(statement.body);
  }
  if (flow != Flow::next) {
    if (evaluator.hasPending())
      notePassage(*evaluator.pendingException(), statement.range);
    return Flow::raised;
  }
  tellMethods(*type);
  classDefinitions[type] = &statement;
  at(statement.headerRange);
  Value made = type;
  if (type->metaclass && type->metaclass->isUser)
    made = callMetaclass(evaluator, *type, arguments.positional, arguments.keywords, prepared);
  else if (!finishClass(evaluator, *type, arguments.keywords) || !finishKind(evaluator, *type))
    return Flow::raised;
  Value value = made ? decorate(statement.decorators, made) : nullptr;
  return value && storeIdentifier(statement.name, value) ? Flow::next : Flow::raised;
}

std::string Interpretation::qualifiedNameOf(llvm::StringRef name) const {
  if (frame->owner)
    if (auto *type = llvm::dyn_cast<ClassObject>(frame->owner); type && frame->names == &type->attributes) {
      auto *outer = llvm::dyn_cast_or_null<StrObject>(type->attributes.find("__qualname__"));
      return (outer ? outer->value : type->name) + "." + name.str();
    }
  if (function && frame != frame->root)
    return (function->qualifiedName.empty() ? function->name : function->qualifiedName) + ".<locals>." + name.str();
  return name.str();
}

//===-- named tuples
//-----------------------------------------------------------------------------------------------===//

bool frontend::finishNamedTuple(Evaluator &evaluator, ClassObject &type) {
  DictObject *defaults = evaluator.dict();
  type.fieldNames.clear();
  if (auto *annotations = llvm::dyn_cast_or_null<DictObject>(type.attributes.find("__annotations__")))
    for (const HashTable::Entry &entry : annotations->table.entries())
      if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key)) {
        Value usual = type.attributes.find(name->value);
        if (!usual && defaults->table.size())
          return evaluator.raise(DiagnosticId::typeError,
                                 "non-default namedtuple field " + name->value + " cannot follow default field " +
                                     llvm::cast<StrObject>(defaults->table.entries().back().key)->value),
                 false;
        type.fieldNames.push_back(name->value);
        if (usual)
          defaults->set(evaluator, name->value, usual);
      }
  type.bases = {evaluator.builtinClass("tuple")};
  type.attributes.set("_field_defaults", defaults);
  addTupleFields(evaluator, type);
  return resolveOrder(evaluator, type);
}

void frontend::addTupleFields(Evaluator &evaluator, ClassObject &type) {
  std::vector<Value> names;
  for (size_t i = 0; i < type.fieldNames.size(); ++i) {
    names.push_back(evaluator.string(type.fieldNames[i]));
    Value get = evaluator.function(type.fieldNames[i], [i](Evaluator &evaluator, Arguments &arguments) -> Value {
      auto *tuple = arguments.positional.empty() ? nullptr : llvm::dyn_cast<TupleObject>(arguments.positional[0]);
      return tuple && i < tuple->items.size()
                 ? tuple->items[i]
                 : Value(evaluator.raise(DiagnosticId::typeError, "a named tuple's field needs one"));
    });
    auto *field = evaluator.make<DescriptorObject>(DescriptorObject::Role::property, get);
    field->name = type.fieldNames[i];
    type.attributes.set(type.fieldNames[i], field);
  }
  type.attributes.set("_fields", evaluator.tuple(std::move(names)));
  Value make = evaluator.function("_make", [](Evaluator &evaluator, Arguments &arguments) -> Value {
    auto *type = arguments.positional.size() == 2 ? llvm::dyn_cast<ClassObject>(arguments.positional[0]) : nullptr;
    std::optional<std::vector<Value>> items = type ? evaluator.toVector(arguments.positional[1]) : std::nullopt;
    if (!type)
      return evaluator.raise(DiagnosticId::argumentError, "_make() takes one iterable");
    if (items && items->size() != type->fieldNames.size())
      return evaluator.raise(DiagnosticId::typeError, "Expected " + std::to_string(type->fieldNames.size()) +
                                                          " arguments, got " + std::to_string(items->size()));
    return items ? nameTuple(evaluator, *type, std::move(*items)) : nullptr;
  });
  type.attributes.set("_make", evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, make));
}

Value frontend::nameTuple(Evaluator &evaluator, ClassObject &type, std::vector<Value> items) {
  // Only a class with special methods of its own needs an object that asks for them.
  bool overrides = llvm::any_of(type.resolutionOrder, [](const ClassObject *base) {
    return base->isUser && llvm::any_of(base->attributes.entries(), [](const auto &entry) {
             return llvm::isa_and_nonnull<FunctionObject>(entry.second) &&
                    llvm::StringRef(entry.first).starts_with("__");
           });
  });
  TupleObject *tuple = evaluator.tuple(std::move(items));
  if (overrides)
    tuple = llvm::cast<TupleObject>(deriveFrom(evaluator, type, tuple));
  tuple->namedType = &type;
  return tuple;
}
