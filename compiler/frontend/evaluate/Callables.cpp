// SPDX-License-Identifier: Apache-2.0
// Functions, methods, partials, wrappers and modules: how they are called and what attributes they show.
#include "compiler/frontend/evaluate/Callables.h"
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/PreludeReference.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- functions ----------------------------------------------------------------------------------------------===//

Range FunctionObject::range() const { return definition ? definition->headerRange : lambda ? lambda->range : Range{}; }

static Value keywordDefaults(Evaluator &evaluator, const FunctionObject &function) {
  DictObject *defaults = evaluator.dict();
  for (const ParameterInfo &parameter : function.parameters)
    if (parameter.defaultValue && parameter.kind == syntax::Parameter::Kind::keywordOnly)
      defaults->set(evaluator, parameter.name, parameter.defaultValue);
  return defaults->table.size() ? Value(defaults) : evaluator.none();
}

/// The facts of `__code__` that programs ask for.
static Value codeOf(Evaluator &evaluator, const FunctionObject &function) {
  int64_t positional = 0, positionalOnly = 0, keywordOnly = 0;
  std::vector<Value> names;
  for (const ParameterInfo &parameter : function.parameters) {
    using Kind = syntax::Parameter::Kind;
    positionalOnly += parameter.kind == Kind::positionalOnly;
    positional += parameter.kind == Kind::positionalOnly || parameter.kind == Kind::positional;
    keywordOnly += parameter.kind == Kind::keywordOnly;
    names.push_back(evaluator.string(parameter.name));
  }
  const syntax::Scope *scope = function.definition ? function.definition->scope : function.lambda->scope;
  for (llvm::StringRef local : scope->locals)
    if (llvm::none_of(function.parameters, [&](const ParameterInfo &parameter) { return parameter.name == local; }))
      names.push_back(evaluator.string(local));
  SourceRange place = evaluator.where(function.range());
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("types", "CodeType"));
  record->set("co_name", evaluator.string(function.name)).set("co_argcount", evaluator.integer(positional));
  record->set("co_posonlyargcount", evaluator.integer(positionalOnly))
      .set("co_kwonlyargcount", evaluator.integer(keywordOnly));
  record->set("co_nlocals", evaluator.integer(static_cast<int64_t>(names.size())))
      .set("co_varnames", evaluator.tuple(std::move(names)));
  record->set("co_filename", evaluator.string(place.file)).set("co_firstlineno", evaluator.integer(place.begin.line));
  int64_t flags = 3; // optimized, with locals of its own
  for (const ParameterInfo &parameter : function.parameters)
    flags |= parameter.kind == syntax::Parameter::Kind::varArgs       ? 4
             : parameter.kind == syntax::Parameter::Kind::varKeywords ? 8
                                                                      : 0;
  for (const Frame *outer = function.closure; outer; outer = outer->parent)
    if (outer->scope && outer->scope->kind == syntax::Scope::Kind::function)
      flags |= 16;
  if (function.definition && (function.definition->isGenerator || function.definition->isAsync))
    flags |= !function.definition->isAsync ? 32 : function.definition->isGenerator ? 512 : 128;
  if (function.attributes.find("__iterable_coroutine__"))
    flags |= 256;
  record->set("co_flags", evaluator.integer(flags));
  return record;
}

std::optional<Value> FunctionObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (Value value = attributes.find(attribute))
    return value;
  if (attribute == "__name__" || (attribute == "__qualname__" && qualifiedName.empty()))
    return evaluator.string(name);
  if (attribute == "__qualname__")
    return evaluator.string(qualifiedName);
  if (attribute == "__module__") {
    Value module = closure && closure->root->names ? closure->root->names->find("__name__") : nullptr;
    return module ? module : Value(evaluator.string("__main__"));
  }
  if (attribute == "__globals__" && closure && closure->root->names)
    return Value(closure->root->names->asDict(evaluator));
  if (attribute == "__kwdefaults__")
    return keywordDefaults(evaluator, *this);
  if (attribute == "__code__")
    return codeOf(evaluator, *this);
  if (attribute == "__closure__")
    return evaluator.none();
  if (attribute == "__doc__")
    return definition && !definition->docstring.empty() ? Value(evaluator.string(definition->docstring))
                                                        : evaluator.none();
  if (attribute == "__call__")
    return this;
  if (attribute == "__get__") {
    Value self = this;
    return evaluator.function("__get__", [self](Evaluator &evaluator, Arguments &arguments) -> Value {
      if (arguments.positional.empty())
        return evaluator.raise(DiagnosticId::argumentError, "__get__() needs an argument");
      return isNone(arguments.positional[0]) ? self : evaluator.make<BoundMethodObject>(arguments.positional[0], self);
    });
  }
  if (attribute == "__defaults__") {
    std::vector<Value> defaults;
    for (const ParameterInfo &parameter : parameters)
      if (parameter.defaultValue && parameter.kind != syntax::Parameter::Kind::keywordOnly)
        defaults.push_back(parameter.defaultValue);
    return defaults.empty() ? evaluator.none() : evaluator.tuple(defaults);
  }
  if (attribute == "__annotations__") {
    DictObject *annotations = evaluator.dict();
    for (const ParameterInfo &parameter : parameters)
      if (parameter.annotation)
        annotations->set(evaluator, parameter.name, parameter.annotation);
    if (definition && definition->returns) {
      Interpretation &walk = Interpretation::of(evaluator);
      Interpretation::Within within(walk, closure, nullptr);
      Value value = walk.evaluateAnnotation(definition->returns);
      annotations->set(evaluator, "return",
                       value
                           ? value
                           : Value(evaluator.string(
                                 evaluator.sourceText(definition->returns->range).textOf(definition->returns->range))));
    }
    return annotations;
  }
  if (attribute == "__dict__")
    return Value(attributes.asDict(evaluator));
  return Object::getAttribute(evaluator, attribute);
}

/// `__defaults__ = (1, 2)` for the last positional parameters, `__kwdefaults__ = {"k": 3}` for the others. False with
/// an exception pending.
static bool setDefaults(Evaluator &evaluator, FunctionObject &function, llvm::StringRef attribute, Value value) {
  using Kind = syntax::Parameter::Kind;
  bool isKeyword = attribute == "__kwdefaults__";
  auto *tuple = llvm::dyn_cast_or_null<TupleObject>(value);
  auto *dict = llvm::dyn_cast_or_null<DictObject>(value);
  if (value && !isNone(value) && !(isKeyword ? Value(dict) : Value(tuple)))
    return evaluator.raise(DiagnosticId::typeError,
                           attribute.str() + " must be set to a " + (isKeyword ? "dict" : "tuple") + " object"),
           false;
  size_t left = tuple ? tuple->items.size() : 0;
  for (ParameterInfo &parameter : llvm::reverse(function.parameters)) {
    if (isKeyword && parameter.kind == Kind::keywordOnly)
      parameter.defaultValue = dict ? dict->find(evaluator, parameter.name) : nullptr;
    else if (!isKeyword && (parameter.kind == Kind::positional || parameter.kind == Kind::positionalOnly))
      parameter.defaultValue = left ? tuple->items[--left] : nullptr;
  }
  return true;
}

bool FunctionObject::setAttribute(Evaluator &evaluator, llvm::StringRef attribute, Value value) {
  if (attribute == "__name__" || attribute == "__qualname__") {
    auto *text = llvm::dyn_cast<StrObject>(value);
    if (!text)
      return evaluator.raise(DiagnosticId::typeError, attribute.str() + " must be set to a string object"), false;
    if (attribute == "__name__" && qualifiedName.empty())
      qualifiedName = name;
    (attribute == "__name__" ? name : qualifiedName) = text->value;
    return true;
  }
  if (attribute == "__defaults__" || attribute == "__kwdefaults__")
    return setDefaults(evaluator, *this, attribute, value);
  if (attribute == "__dict__") {
    auto *dict = llvm::dyn_cast<DictObject>(value);
    if (!dict)
      return evaluator.raise(DiagnosticId::typeError,
                             "__dict__ must be set to a dictionary, not a '" + value->typeName(evaluator) + "'"),
             false;
    attributes.asDict(evaluator)->table = dict->table;
    return true;
  }
  if (attribute == "__globals__" || attribute == "__closure__" || attribute == "__builtins__")
    return evaluator.raise(DiagnosticId::unknownAttribute, "readonly attribute"), false;
  attributes.set(attribute, value);
  return true;
}

bool FunctionObject::deleteAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "__defaults__" || attribute == "__kwdefaults__")
    return setDefaults(evaluator, *this, attribute, nullptr);
  if (attribute == "__dict__" || attribute == "__name__" || attribute == "__qualname__" || attribute == "__code__")
    return evaluator.raise(DiagnosticId::typeError, attribute == "__dict__"
                                                        ? std::string("cannot delete __dict__")
                                                        : attribute.str() + " must be set to a string object"),
           false;
  if (attributes.erase(attribute))
    return true;
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "'function' object has no attribute '" + attribute.str() + "'"),
         false;
}

void FunctionObject::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (const auto &[key, value] : attributes.entries())
    if (value)
      names.push_back(key);
  Object::listAttributes(evaluator, names);
}

Value FunctionObject::call(Evaluator &evaluator, Arguments &arguments) {
  return Interpretation::of(evaluator).callFunction(*this, arguments);
}

Value FunctionObject::lookUp(Evaluator &evaluator, llvm::StringRef name) {
  return Interpretation::of(evaluator).lookUp(closure, name);
}

std::optional<std::string> FunctionObject::repr(Evaluator &) {
  return "<function " + (qualifiedName.empty() ? name : qualifiedName) + ">";
}

std::optional<Value> BoundMethodObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "__self__")
    return self;
  if (name == "__func__")
    return function;
  if (name == "__class__")
    return Object::getAttribute(evaluator, name);
  return function->getAttribute(evaluator, name);
}

std::optional<uint64_t> BoundMethodObject::hash(Evaluator &) {
  return (reinterpret_cast<size_t>(self) >> 4) * 31 + (reinterpret_cast<size_t>(function) >> 4);
}

Value BoundMethodObject::call(Evaluator &evaluator, Arguments &arguments) {
  arguments.positional.insert(arguments.positional.begin(), self);
  if (!arguments.positionalRanges.empty())
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), Range{});
  return evaluator.call(function, arguments);
}

std::optional<Value> BoundMethodObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<BoundMethodObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool same = self == theirs->self && function == theirs->function;
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> BoundMethodObject::repr(Evaluator &evaluator) {
  std::optional<std::string> name = evaluator.repr(function);
  if (!name)
    return std::nullopt;
  if (auto *method = llvm::dyn_cast<FunctionObject>(function); method && self->instancePart()) {
    std::optional<std::string> owner = evaluator.repr(self);
    return owner ? std::optional<std::string>("<bound method " +
                                              (method->qualifiedName.empty() ? method->name : method->qualifiedName) +
                                              " of " + *owner + ">")
                 : std::nullopt;
  }
  return "<bound method " + *name + ">";
}

std::optional<Value> BuiltinObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "__call__")
    return Value(this);
  if (name == "__name__" || name == "__qualname__")
    return evaluator.string(entry->name);
  if (name == "__module__")
    return evaluator.string(entry->module);
  if (name == "__doc__")
    return evaluator.string(entry->summary);
  if (name == "__self__")
    return self ? self : evaluator.none();
  // `np.add.reduce`: methods of a module's elementwise functions.
  if (entry->kind == EntryKind::function)
    if (std::optional<Value> member = evaluator.libraryMember(std::string(entry->module) + ".ufunc", name, this))
      return member;
  return Object::getAttribute(evaluator, name);
}

Value BuiltinObject::call(Evaluator &evaluator, Arguments &arguments) {
  return callEntry(evaluator, *entry, self, arguments);
}

std::optional<Value> BuiltinObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<BuiltinObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool same = entry == theirs->entry && self == theirs->self;
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> BuiltinObject::repr(Evaluator &) {
  return std::string(self ? "<built-in method " : "<built-in function ") + entry->name + ">";
}

//===-- partial and wrappers -----------------------------------------------------------------------------------===//

std::optional<Value> PartialObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (Value value = attributes.find(name))
    return value;
  if (name == "__dict__")
    return Value(attributes.asDict(evaluator));
  return Object::getAttribute(evaluator, name);
}

bool PartialObject::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  if (name == "func" || name == "args" || name == "keywords")
    return evaluator.raise(DiagnosticId::unknownAttribute, "readonly attribute"), false;
  if (auto *dict = name == "__dict__" ? llvm::dyn_cast<DictObject>(value) : nullptr) {
    attributes.asDict(evaluator)->table = HashTable(dict->table);
    return true;
  }
  attributes.set(name, value);
  return true;
}

Value PartialObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (!evaluator.step()) // it may be a partial of itself
    return nullptr;
  if (keywordDict) {
    keywords.clear();
    for (const HashTable::Entry &entry : keywordDict->table.entries())
      if (entry.key && !llvm::isa<StrObject>(entry.key))
        return evaluator.raise(DiagnosticId::typeError, "keywords must be strings");
      else if (entry.key)
        keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  }
  arguments.positional.insert(arguments.positional.begin(), positional.begin(), positional.end());
  if (!arguments.positionalRanges.empty())
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), positional.size(), Range{});
  llvm::SmallVector<Keyword, 2> merged;
  llvm::SmallVector<Range, 2> mergedRanges;
  for (const Keyword &keyword : keywords) {
    bool isOverridden =
        llvm::any_of(arguments.keywords, [&](const Keyword &given) { return given.first == keyword.first; });
    if (isOverridden)
      continue;
    merged.push_back(keyword);
    mergedRanges.emplace_back();
  }
  llvm::append_range(merged, arguments.keywords);
  if (!arguments.keywordRanges.empty() || !mergedRanges.empty()) {
    arguments.keywordRanges.resize(arguments.keywords.size());
    llvm::append_range(mergedRanges, arguments.keywordRanges);
  }
  arguments.keywords = std::move(merged);
  arguments.keywordRanges = std::move(mergedRanges);
  return evaluator.call(function, arguments);
}

std::optional<std::string> PartialObject::repr(Evaluator &evaluator) {
  ReprGuard guard(this);
  if (guard.isInside())
    return "...";
  std::optional<std::string> text = evaluator.repr(function);
  auto append = [&](const std::string &before, Value value) {
    std::optional<std::string> part = text ? evaluator.repr(value) : std::nullopt;
    text = part ? std::optional<std::string>(*text + ", " + before + *part) : std::nullopt;
  };
  for (Value value : positional)
    append("", value);
  for (size_t i = 0; !keywordDict && i < keywords.size(); ++i)
    append(keywords[i].first + "=", keywords[i].second);
  std::vector<HashTable::Entry> entries = keywordDict ? keywordDict->table.entries() : std::vector<HashTable::Entry>();
  for (const HashTable::Entry &entry : entries)
    if (std::optional<std::string> name = entry.key ? evaluator.str(entry.key) : std::nullopt)
      append(*name + "=", entry.value);
  if (!text)
    return std::nullopt;
  ClassObject *own = type(evaluator);
  auto *qualified = llvm::dyn_cast_or_null<StrObject>(own->attributes.find("__qualname__"));
  std::string name = !own->isUser ? own->qualifiedName() : qualified ? qualified->value : own->name;
  return name + "(" + *text + ")";
}

std::optional<Value> WrapperObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (Value value = attributes.find(attribute))
    return value;
  if (attribute == "__wrapped__" && wrapped)
    return wrapped;
  if (wrapped)
    return wrapped->getAttribute(evaluator, attribute);
  if (attribute == "__name__" || attribute == "__qualname__")
    return evaluator.string(name);
  if (attribute == "__doc__")
    return evaluator.none();
  return Object::getAttribute(evaluator, attribute);
}

bool WrapperObject::setAttribute(Evaluator &, llvm::StringRef attribute, Value value) {
  attributes.set(attribute, value);
  return true;
}

Value WrapperObject::call(Evaluator &evaluator, Arguments &arguments) { return handler(evaluator, arguments); }
std::optional<std::string> WrapperObject::repr(Evaluator &) { return "<function " + name + ">"; }

//===-- modules ------------------------------------------------------------------------------------------------===//

std::optional<Value> ModuleObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (Value value = attributes.find(attribute))
    return value;
  if (attribute == "__name__")
    return evaluator.string(name);
  if (attribute == "__dict__" && isSource)
    return Value(attributes.asDict(evaluator));
  if (!isSource)
    return llvm::is_contained(removed, attribute) ? std::nullopt : evaluator.libraryMember(name, attribute);
  if (attribute == "__class__")
    return Object::getAttribute(evaluator, attribute);
  Value hook = attribute == "__path__" ? nullptr : attributes.find("__getattr__"); // PEP 562
  return hook ? std::optional<Value>(evaluator.call(hook, {evaluator.string(attribute)})) : std::nullopt;
}

/// The library's own Python text of a module sees what the program does to the module's names.
static AttributeMap *findOwnText(Evaluator &evaluator, const ModuleObject &module, llvm::StringRef attribute) {
  ModuleObject *text = module.isSource ? nullptr : Interpretation::of(evaluator).findPrelude(module.name);
  return text && text->attributes.find(attribute) ? &text->attributes : nullptr;
}

bool ModuleObject::setAttribute(Evaluator &evaluator, llvm::StringRef attribute, Value value) {
  attributes.set(attribute, value);
  if (AttributeMap *own = findOwnText(evaluator, *this, attribute))
    own->set(attribute, value);
  return true;
}

bool ModuleObject::deleteAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  bool isThere = attributes.find(attribute);
  if (!isSource && !llvm::is_contained(removed, attribute)) {
    std::optional<Value> own = evaluator.libraryMember(name, attribute);
    if (own && !*own)
      return false;
    isThere |= own.has_value();
    if (own)
      removed.push_back(attribute.str());
  }
  attributes.erase(attribute);
  if (isThere)
    return true;
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "module '" + name + "' has no attribute '" + attribute.str() + "'"),
         false;
}

void ModuleObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const auto &[attribute, value] : attributes.entries())
    if (value)
      names.push_back(attribute);
  for (llvm::StringRef attribute : LibraryTable::get().namesIn(name))
    names.push_back(attribute.str());
  for (SourceEntry &entry : readSourceEntries(name))
    if (entry.name.find('.') == std::string::npos)
      names.push_back(std::move(entry.name));
}

std::optional<std::string> ModuleObject::repr(Evaluator &) { return "<module '" + name + "'>"; }
