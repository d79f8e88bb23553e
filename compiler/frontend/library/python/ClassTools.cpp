// SPDX-License-Identifier: Apache-2.0
// What makes and describes classes: `abc`, `typing`, `types`, `collections.namedtuple`. Enums and dataclasses are
// Python.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- enum, abc ----------------------------------------------------------------------------------------------===//

static Value itself(Call &call) { return call[size_t(0)]; }

//===-- typing -------------------------------------------------------------------------------------------------===//

namespace {
/// `Optional`, `Callable`, `TypeVar("T")`: a name for annotations, which may be subscripted, called and joined with
/// `|`.
class TypingForm : public ExtensionObject {
public:
  TypingForm(std::string name, Value origin, bool isVariable)
      : ExtensionObject(&tag), name(std::move(name)), origin(origin), isVariable(isVariable) {}
  const std::string name;
  const Value origin; // the class that it stands for, or null
  const bool isVariable;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override {
    if (attribute == "__origin__" && origin)
      return origin;
    if (attribute == "__name__" || attribute == "_name")
      return evaluator.string(name);
    return ExtensionObject::getAttribute(evaluator, attribute);
  }
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override {
    if (op != BinaryOp::bitOr)
      return std::nullopt;
    Value members[] = {reflected ? other : this, reflected ? this : other};
    return evaluator.make<AliasObject>(this, std::vector<Value>{members[0], members[1]}, "typing.Union");
  }
  std::optional<std::string> repr(Evaluator &) override { return (isVariable ? "~" : "typing.") + name; }
  static char tag;
};
char TypingForm::tag;
} // namespace

Value TypingForm::getItem(Evaluator &evaluator, Value key) {
  auto *tuple = llvm::dyn_cast<TupleObject>(key);
  std::vector<Value> arguments = tuple ? tuple->items : std::vector<Value>{key};
  if (name == "Annotated") // `Annotated[int, ...]` is an int
    return arguments.empty() ? key : evaluator.make<AliasObject>(this, arguments, "typing.Annotated");
  if (name == "Union" || name == "Optional") {
    if (name == "Optional")
      arguments.push_back(evaluator.builtinClass("NoneType"));
    for (Value &argument : arguments)
      if (isNone(argument))
        argument = evaluator.builtinClass("NoneType");
    if (arguments.size() == 1)
      return arguments[0];
    bool isOptional = arguments.size() == 2 && arguments[1] == evaluator.builtinClass("NoneType");
    Value origin = evaluator.libraryMember("typing", "Union").value_or(this);
    return evaluator.make<AliasObject>(origin, std::move(arguments), isOptional ? "typing.Optional" : "typing.Union");
  }
  return evaluator.make<AliasObject>(origin ? origin : this, std::move(arguments), "typing." + name);
}

static Value typingForm(Call &call) {
  static constexpr llvm::StringLiteral containers[] = {
      "Callable",   "Sequence",       "Iterable",   "Iterator",  "Generator",  "Mapping",
      "Hashable",   "MutableMapping", "Collection", "Container", "Sized",      "MutableSequence",
      "MutableSet", "AbstractSet",    "Reversible", "KeysView",  "ValuesView", "ItemsView"};
  static constexpr llvm::StringLiteral dicts[] = {"DefaultDict", "OrderedDict", "Counter", "ChainMap", "Deque"};
  llvm::StringRef name = call.entry->name;
  std::optional<Value> origin;
  if (llvm::is_contained(containers, name))
    origin = call.evaluator.libraryMember("collections.abc", name == "AbstractSet" ? "Set" : name);
  else if (llvm::is_contained(dicts, name))
    origin = call.evaluator.libraryMember("collections", name == "DefaultDict" ? "defaultdict"
                                                         : name == "Deque"     ? "deque"
                                                                               : name);
  if (origin && !*origin)
    return nullptr;
  return call.evaluator.make<TypingForm>(name.str(), origin.value_or(nullptr), /*isVariable=*/false);
}
static Value classVar(Call &call) {
  auto *type = call.evaluator.make<ClassObject>("ClassVar");
  type->module = "typing";
  type->isUser = false;
  type->resolutionOrder = {type, call.evaluator.builtinClass("object")};
  return type;
}
static Value typeVar(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "`name`");
  return name ? call.evaluator.make<TypingForm>(*name, nullptr, /*isVariable=*/true) : nullptr;
}
static Value typedDict(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *type = evaluator.make<ClassObject>("TypedDict");
  type->module = "typing";
  type->isUser = true;
  type->bases = {evaluator.builtinClass("object")};
  type->attributes.set("__total__", evaluator.boolean(true));
  Value take = evaluator.function("__init_subclass__",
                                  [](Evaluator &evaluator, Arguments &) -> Value { return evaluator.none(); });
  type->attributes.set("__init_subclass__",
                       evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, take));
  return resolveOrder(evaluator, *type) ? type : nullptr;
}
static Value runtimeCheckable(Call &call) {
  if (auto *type = llvm::dyn_cast<ClassObject>(call["cls"]))
    type->attributes.set("_is_runtime_protocol", call.evaluator.boolean(true));
  return call["cls"];
}
static Value abstractMethod(Call &call) {
  Value function = call["funcobj"];
  if (llvm::isa<FunctionObject>(function) || llvm::isa<WrapperObject>(function))
    return call.evaluator.setAttribute(function, "__isabstractmethod__", call.evaluator.boolean(true)) ? function
                                                                                                       : nullptr;
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(function))
    if (!call.evaluator.setAttribute(descriptor->getter, "__isabstractmethod__", call.evaluator.boolean(true)))
      return nullptr;
  return function;
}
static Value withNote(Call &call) {
  llvm::cast<ExceptionObject>(call["error"])->notes.push_back({llvm::cast<StrObject>(call["note"])->value, {}});
  return call["error"];
}
static Value cast(Call &call) { return call["val"]; }
static Value typeChecking(Call &call) { return call.evaluator.boolean(false); }
static Value newType(Call &call) { return call["tp"]; }
static Value builtinAlias(Call &call) { return call.evaluator.builtinClass(llvm::StringRef(call.entry->name).lower()); }
static Value functionType(Call &call) { return call.evaluator.builtinClass("function"); }
static Value noneType(Call &call) { return call.evaluator.builtinClass("NoneType"); }

static Value genericAlias(Call &call) { return makeAlias(call.evaluator, call["origin"], call["args"]); }
static Value moduleType(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "`name`");
  if (!name)
    return nullptr;
  auto *module = call.evaluator.make<ModuleObject>(*name);
  module->isSource = true;
  module->attributes.set("__name__", call["name"]);
  module->attributes.set("__doc__", call["doc"]);
  return module;
}
static Value methodType(Call &call) {
  return call.evaluator.make<BoundMethodObject>(call["instance"], call["function"]);
}

//===-- namedtuple ---------------------------------------------------------------------------------------------===//

/// The names in "x y", "x, y" or a list, checked as CPython checks them; with `rename`, those that can't be names
/// become `_1`, ...
static std::optional<std::vector<std::string>> fieldNamesOf(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<std::string> fields;
  if (auto *text = llvm::dyn_cast<StrObject>(call["field_names"])) {
    std::string blanks = text->value;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');
    llvm::SmallVector<llvm::StringRef> names;
    llvm::SplitString(blanks, names);
    for (llvm::StringRef field : names)
      fields.push_back(field.str());
  } else {
    std::optional<std::vector<Value>> names = evaluator.toVector(call["field_names"]);
    if (!names)
      return std::nullopt;
    for (Value name : *names) {
      std::optional<std::string> field = evaluator.toString(name, "a field's name");
      if (!field)
        return std::nullopt;
      fields.push_back(*field);
    }
  }
  bool renames = evaluator.truth(call["rename"]).value_or(false);
  for (size_t i = 0; i < fields.size(); ++i) {
    llvm::StringRef field = fields[i];
    static constexpr llvm::StringLiteral words[] = {
        "False",  "None",     "True",   "and",     "as",   "assert", "break",  "class", "continue", "def",  "del",
        "elif",   "else",     "except", "finally", "for",  "from",   "global", "if",    "import",   "in",   "is",
        "lambda", "nonlocal", "not",    "or",      "pass", "raise",  "return", "try",   "while",    "with", "yield"};
    bool isIdentifier = !field.empty() && !llvm::isDigit(field[0]) &&
                        llvm::all_of(field, [](char c) { return llvm::isAlnum(c) || c == '_' || (c & 0x80); });
    bool isRepeated = llvm::is_contained(llvm::ArrayRef<std::string>(fields).take_front(i), fields[i]);
    bool isWord = llvm::is_contained(words, field);
    if (isIdentifier && !isWord && !isRepeated && !field.starts_with("_"))
      continue;
    if (renames) {
      fields[i] = "_" + std::to_string(i);
      continue;
    }
    std::string shown = evaluator.repr(evaluator.string(field)).value_or("?");
    return evaluator.raise(DiagnosticId::valueError,
                           !isIdentifier ? "Type names and field names must be valid identifiers: " + shown
                           : isWord      ? "Type names and field names cannot be a keyword: " + shown
                           : isRepeated  ? "Encountered duplicate field name: " + shown
                                         : "Field names cannot start with an underscore: " + shown);
  }
  return fields;
}

static Value namedtuple(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call["typename"], "`typename`");
  std::optional<std::vector<std::string>> fields = name ? fieldNamesOf(call) : std::nullopt;
  if (!fields)
    return nullptr;
  auto *type = evaluator.make<ClassObject>(*name);
  type->module = "__main__";
  type->isUser = true;
  type->bases = {evaluator.builtinClass("tuple")};
  type->fieldNames = *fields;
  DictObject *defaults = evaluator.dict();
  if (!isNone(call["defaults"])) {
    std::optional<std::vector<Value>> given = evaluator.toVector(call["defaults"]);
    if (!given)
      return nullptr;
    if (given->size() > fields->size())
      return evaluator.raise(DiagnosticId::typeError, "Got more default values than field names");
    for (size_t i = 0; i < given->size(); ++i)
      defaults->set(evaluator, (*fields)[fields->size() - given->size() + i], (*given)[i]);
  }
  std::string listed = llvm::join(*fields, ", ");
  addTupleFields(evaluator, *type);
  type->attributes.set("_field_defaults", defaults);
  type->attributes.set("__doc__", evaluator.string(*name + "(" + listed + ")"));
  if (!isNone(call["module"])) {
    std::optional<std::string> module = evaluator.toString(call["module"], "`module`");
    if (!module)
      return nullptr;
    type->module = *module;
  }
  return resolveOrder(evaluator, *type) ? type : nullptr;
}

/// `NamedTuple("Point", [("x", int)])`.
static Value namedTupleOf(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call[size_t(0)], "`typename`");
  DictObject *space = evaluator.dict(), *annotations = evaluator.dict();
  if (!name || !library::addPairs(evaluator, *annotations, call["fields"]))
    return nullptr;
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key && !annotations->table.insert(evaluator, entry.key, entry.value))
      return nullptr;
  space->set(evaluator, "__annotations__", annotations);
  return makeClass(evaluator, nullptr, *name, {Value(evaluator.libraryClass("typing", "NamedTuple"))}, space, {});
}

#define TESSERA_FORM(name) {"typing", name, EntryKind::constant, "", "A name for annotations.", typingForm}
static constexpr LibraryEntry entries[] = {
    {"dataclasses", "_with_note", EntryKind::function, "(error, note, /)", "For the library itself: an exception with a way out.", withNote},
    {"abc", "ABC", EntryKind::type, "()", "The base of abstract classes.", nullptr},
    {"abc", "ABCMeta", EntryKind::type, "()", "The metaclass of abstract classes.", nullptr},
    {"abc", "abstractmethod", EntryKind::decorator, "(funcobj)", "Marks a method that a derived class must have.",
     abstractMethod},
    {"collections", "namedtuple", EntryKind::function,
     "(typename, field_names, *, rename=False, defaults=None, module=None)", "A tuple class with named fields.",
     namedtuple},
    {"typing", "NamedTuple", EntryKind::type, "(typename, fields=(), /, **kwargs)",
     "The base of tuple classes with annotated fields; called, such a class.", namedTupleOf},
    {"typing", "TypeVar", EntryKind::function, "(name, *constraints, bound=None, covariant=False, contravariant=False)",
     "A variable for annotations.", typeVar},
    {"typing", "ParamSpec", EntryKind::function, "(name)", "A variable for annotations.", typeVar},
    {"typing", "NewType", EntryKind::function, "(name, tp)", "Another name for a type.", newType},
    {"typing", "cast", EntryKind::function, "(typ, val)", "The value itself.", cast},
    {"typing", "overload", EntryKind::decorator, "(func)", "The function itself.", itself},
    {"typing", "final", EntryKind::decorator, "(f)", "The argument itself.", itself},
    {"typing", "runtime_checkable", EntryKind::decorator, "(cls)",
     "Lets `isinstance` ask for the protocol's attributes.", runtimeCheckable},
    {"typing", "TYPE_CHECKING", EntryKind::constant, "", "False.", typeChecking},
    {"typing", "ClassVar", EntryKind::constant, "", "A name for annotations of what is no field.", classVar},
    {"typing", "List", EntryKind::constant, "", "`list`.", builtinAlias},
    {"typing", "Dict", EntryKind::constant, "", "`dict`.", builtinAlias},
    {"typing", "Tuple", EntryKind::constant, "", "`tuple`.", builtinAlias},
    {"typing", "Set", EntryKind::constant, "", "`set`.", builtinAlias},
    {"typing", "FrozenSet", EntryKind::constant, "", "`frozenset`.", builtinAlias},
    {"typing", "Type", EntryKind::constant, "", "`type`.", builtinAlias},
    {"typing", "TypedDict", EntryKind::constant, "", "The base of classes whose instances are dicts.", typedDict},
    {"typing", "ParamSpecArgs", EntryKind::constant, "", "A name for annotations.", typingForm},
    {"typing", "TypeVarTuple", EntryKind::function, "(name)", "A variable for annotations.", typeVar},
    TESSERA_FORM("LiteralString"),
    TESSERA_FORM("Never"),
    TESSERA_FORM("Text"),
    TESSERA_FORM("AnyStr"),
    TESSERA_FORM("Unpack"),
    TESSERA_FORM("Required"),
    TESSERA_FORM("NotRequired"),
    TESSERA_FORM("TypeGuard"),
    TESSERA_FORM("Awaitable"),
    TESSERA_FORM("Coroutine"),
    TESSERA_FORM("AsyncIterator"),
    TESSERA_FORM("AsyncIterable"),
    TESSERA_FORM("AsyncGenerator"),
    TESSERA_FORM("ContextManager"),
    TESSERA_FORM("Collection"),
    TESSERA_FORM("Container"),
    TESSERA_FORM("Sized"),
    TESSERA_FORM("MutableSequence"),
    TESSERA_FORM("MutableSet"),
    TESSERA_FORM("AbstractSet"),
    TESSERA_FORM("Reversible"),
    TESSERA_FORM("KeysView"),
    TESSERA_FORM("ValuesView"),
    TESSERA_FORM("ItemsView"),
    TESSERA_FORM("DefaultDict"),
    TESSERA_FORM("OrderedDict"),
    TESSERA_FORM("Counter"),
    TESSERA_FORM("ChainMap"),
    TESSERA_FORM("Deque"),
    TESSERA_FORM("Pattern"),
    TESSERA_FORM("Match"),
    TESSERA_FORM("IO"),
    TESSERA_FORM("TextIO"),
    TESSERA_FORM("BinaryIO"),
    TESSERA_FORM("SupportsInt"),
    TESSERA_FORM("SupportsFloat"),
    TESSERA_FORM("SupportsIndex"),
    TESSERA_FORM("SupportsAbs"),
    TESSERA_FORM("SupportsRound"),
    TESSERA_FORM("Any"),
    TESSERA_FORM("Optional"),
    TESSERA_FORM("Union"),
    TESSERA_FORM("Callable"),
    TESSERA_FORM("Sequence"),
    TESSERA_FORM("Iterable"),
    TESSERA_FORM("Iterator"),
    TESSERA_FORM("Generator"),
    TESSERA_FORM("Mapping"),
    TESSERA_FORM("Literal"),
    TESSERA_FORM("Final"),
    TESSERA_FORM("Annotated"),
    TESSERA_FORM("Generic"),
    TESSERA_FORM("Protocol"),
    TESSERA_FORM("NoReturn"),
    TESSERA_FORM("Self"),
    TESSERA_FORM("Hashable"),
    TESSERA_FORM("TypeAlias"),
    TESSERA_FORM("Concatenate"),
    TESSERA_FORM("MutableMapping"),
    {"types", "FunctionType", EntryKind::constant, "", "The class of functions.", functionType},
    {"types", "NoneType", EntryKind::constant, "", "The class of None.", noneType},
    {"types", "ModuleType", EntryKind::type, "(name, doc=None)", "A module that the program fills.", moduleType},
    {"types", "MethodType", EntryKind::type, "(function, instance, /)", "A method bound to an object.", methodType},
    {"types", "CodeType", EntryKind::type, "()", "What `__code__` shows.", nullptr},
    {"types", "TracebackType", EntryKind::type, "()", "What `__traceback__` shows.", nullptr},
    {"types", "GenericAlias", EntryKind::function, "(origin, args, /)", "`origin[args]`.", genericAlias},
};
#undef TESSERA_FORM

llvm::ArrayRef<LibraryEntry> library::classEntries() { return entries; }
