// SPDX-License-Identifier: Apache-2.0
// What makes and describes classes: `dataclasses`, `enum`, `abc`, `typing`, `collections.namedtuple`.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- dataclasses --------------------------------------------------------------------------------------------===//

namespace {
/// One field: of the class or inherited.
struct Field {
  std::string name;
  Value defaultValue = nullptr;
  Value factory = nullptr;
  bool inInit = true, inRepr = true, inCompare = true, keywordOnly = false;
  Value type = nullptr;
};

bool isTrue(Evaluator &evaluator, Value value) { return evaluator.truth(value).value_or(false); }

bool isClassVar(Value annotation) {
  if (auto *text = llvm::dyn_cast<StrObject>(annotation))
    return llvm::StringRef(text->value).contains("ClassVar");
  if (auto *alias = llvm::dyn_cast<AliasObject>(annotation)) // ClassVar[int]
    annotation = alias->origin;
  auto *type = llvm::dyn_cast<ClassObject>(annotation);
  return type && type->qualifiedName() == "typing.ClassVar";
}

Field fieldFrom(Evaluator &evaluator, const std::string &name, Value annotation, Value given, bool keywordOnly) {
  Field field;
  field.name = name;
  field.type = annotation;
  field.keywordOnly = keywordOnly;
  field.defaultValue = given;
  auto *record = llvm::dyn_cast_or_null<RecordObject>(given);
  if (!record || record->recordType->qualifiedName() != "dataclasses.Field")
    return field;
  auto present = [&](const char *key) { return isEllipsis(record->field(key)) ? nullptr : record->field(key); };
  field.defaultValue = present("default");
  field.factory = present("default_factory");
  field.inInit = isTrue(evaluator, record->field("init"));
  field.inRepr = isTrue(evaluator, record->field("repr"));
  field.inCompare = isTrue(evaluator, record->field("compare"));
  field.keywordOnly |= isTrue(evaluator, record->field("kw_only"));
  return field;
}

using Fields = std::vector<Field>;

/// Inherited fields first, a redefined one in its old place.
bool collectFields(Evaluator &evaluator, ClassObject &type, bool keywordOnly, Fields &fields) {
  auto &known = evaluator.state<llvm::DenseMap<const ClassObject *, Fields>>();
  for (ClassObject *base : llvm::reverse(type.resolutionOrder))
    if (auto inherited = known.find(base); base != &type && inherited != known.end())
      for (const Field &field : inherited->second) {
        auto same = llvm::find_if(fields, [&](const Field &other) { return other.name == field.name; });
        if (same == fields.end())
          fields.push_back(field);
        else
          *same = field;
      }
  auto *annotations = llvm::dyn_cast_or_null<DictObject>(type.attributes.find("__annotations__"));
  bool restIsKeywordOnly = keywordOnly;
  for (const HashTable::Entry &entry : annotations ? annotations->table.entries() : std::vector<HashTable::Entry>()) {
    if (!entry.key || isClassVar(entry.value))
      continue;
    const std::string &name = llvm::cast<StrObject>(entry.key)->value;
    if (auto *marker = llvm::dyn_cast<RecordObject>(entry.value); marker && marker->recordType->name == "KW_ONLY") {
      restIsKeywordOnly = true;
      continue;
    }
    Value given = type.attributes.find(name);
    if (given && (llvm::isa<ListObject>(given) || llvm::isa<DictObject>(given) || llvm::isa<SetObject>(given)))
      return evaluator.raise(DiagnosticId::valueError, "mutable default " + given->type(evaluator)->name + " for field " + name + " is not allowed")
                 .note("use `field(default_factory=" + given->type(evaluator)->name + ")`"),
             false;
    Field field = fieldFrom(evaluator, name, entry.value, given, restIsKeywordOnly);
    if (field.defaultValue)
      type.attributes.set(name, field.defaultValue);
    else
      type.attributes.erase(name);
    auto same = llvm::find_if(fields, [&](const Field &other) { return other.name == name; });
    if (same == fields.end())
      fields.push_back(field);
    else
      *same = field;
  }
  known[&type] = fields;
  return true;
}

Value initialize(Evaluator &evaluator, const Fields &fields, Arguments &arguments) {
  auto *self = llvm::cast<InstanceObject>(arguments.positional[0]);
  std::vector<ParameterInfo> parameters(1);
  parameters[0].name = "self";
  for (int pass = 0; pass < 2; ++pass) // keyword-only ones go last
    for (const Field &field : fields) {
      if (!field.inInit || field.keywordOnly != (pass == 1))
        continue;
      ParameterInfo parameter;
      parameter.name = field.name;
      parameter.kind = pass ? syntax::Parameter::Kind::keywordOnly : syntax::Parameter::Kind::positional;
      parameter.defaultValue = field.factory ? field.factory : field.defaultValue;
      parameters.push_back(std::move(parameter));
    }
  llvm::SmallVector<Value, 8> values;
  llvm::SmallVector<bool> passed;
  if (!evaluator.bind(self->instanceType->name + ".__init__", parameters, arguments, values, &passed))
    return nullptr;
  for (const Field &field : fields) {
    auto parameter = llvm::find_if(parameters, [&](const ParameterInfo &candidate) { return candidate.name == field.name; });
    bool isGiven = parameter != parameters.end() && passed[static_cast<size_t>(parameter - parameters.begin())];
    Value value = isGiven ? values[static_cast<size_t>(parameter - parameters.begin())]
                  : field.factory ? evaluator.call(field.factory, {})
                                  : field.defaultValue;
    if (!value && evaluator.hasPending())
      return nullptr;
    if (value)
      self->attributes.set(field.name, value);
  }
  if (Value after = self->instanceType->find("__post_init__"))
    return evaluator.call(after, {Value(self)}) ? evaluator.none() : nullptr;
  return evaluator.none();
}

Value tupleOfFields(Evaluator &evaluator, const Fields &fields, Value object) {
  std::vector<Value> values;
  for (const Field &field : fields) {
    if (!field.inCompare)
      continue;
    values.push_back(evaluator.getAttribute(object, field.name));
    if (!values.back())
      return nullptr;
  }
  return evaluator.tuple(std::move(values));
}

Value describe(Evaluator &evaluator, const Fields &fields, Value object) {
  std::vector<Value> parts{evaluator.string(object->type(evaluator)->name + "(")};
  bool isFirst = true;
  for (const Field &field : fields) {
    if (!field.inRepr)
      continue;
    Value value = evaluator.getAttribute(object, field.name);
    Value text = value ? evaluator.format(value, 'r', "") : nullptr;
    if (!text)
      return nullptr;
    parts.push_back(evaluator.string((isFirst ? "" : ", ") + field.name + "="));
    parts.push_back(text);
    isFirst = false;
  }
  parts.push_back(evaluator.string(")"));
  return evaluator.concatenate(parts);
}

struct DataclassOptions {
  bool init, repr, eq, order, unsafeHash, frozen, keywordOnly;
};

Value makeDataclass(Evaluator &evaluator, Value target, DataclassOptions options) {
  auto *type = llvm::dyn_cast<ClassObject>(target);
  if (!type || !type->isUser)
    return evaluator.raise(DiagnosticId::typeError, "dataclass() should be called with a class of the program");
  Fields fields;
  if (!collectFields(evaluator, *type, options.keywordOnly, fields))
    return nullptr;
  type->fieldNames.clear();
  bool sawDefault = false;
  for (const Field &field : fields) {
    type->fieldNames.push_back(field.name);
    bool hasDefault = field.defaultValue || field.factory;
    if (field.inInit && !field.keywordOnly && sawDefault && !hasDefault)
      return evaluator.raise(DiagnosticId::typeError, "non-default argument '" + field.name + "' follows default argument");
    sawDefault |= hasDefault && field.inInit && !field.keywordOnly;
  }
  type->isFrozen = options.frozen;
  auto define = [&](const char *name, WrapperObject::Handler handler) {
    if (!type->attributes.find(name))
      type->attributes.set(name, evaluator.function(name, std::move(handler)));
  };
  if (options.init)
    define("__init__", [fields](Evaluator &evaluator, Arguments &arguments) { return initialize(evaluator, fields, arguments); });
  if (options.repr)
    define("__repr__", [fields](Evaluator &evaluator, Arguments &arguments) { return describe(evaluator, fields, arguments.positional[0]); });
  auto compareFields = [fields](CompareOp op) {
    return [fields, op](Evaluator &evaluator, Arguments &arguments) -> Value {
      Value a = arguments.positional[0], b = arguments.positional[1];
      if (a->type(evaluator) != b->type(evaluator))
        return evaluator.notImplemented();
      Value left = tupleOfFields(evaluator, fields, a), right = left ? tupleOfFields(evaluator, fields, b) : nullptr;
      return right ? evaluator.compare(op, left, right) : nullptr;
    };
  };
  if (options.eq)
    define("__eq__", compareFields(CompareOp::equal));
  if (options.order) {
    define("__lt__", compareFields(CompareOp::less));
    define("__le__", compareFields(CompareOp::lessEqual));
    define("__gt__", compareFields(CompareOp::greater));
    define("__ge__", compareFields(CompareOp::greaterEqual));
  }
  if ((options.eq && options.frozen) || options.unsafeHash)
    define("__hash__", [fields](Evaluator &evaluator, Arguments &arguments) -> Value {
      Value tuple = tupleOfFields(evaluator, fields, arguments.positional[0]);
      std::optional<size_t> hash = tuple ? tuple->hash(evaluator) : std::nullopt;
      return hash ? evaluator.integer(static_cast<int64_t>(*hash >> 3)) : nullptr;
    });
  return type;
}
} // namespace

static Value dataclass(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto flag = [&](const char *name) { return isTrue(evaluator, call[name]); };
  DataclassOptions options{flag("init"), flag("repr"), flag("eq"), flag("order"), flag("unsafe_hash"), flag("frozen"), flag("kw_only")};
  if (!isNone(call["cls"]))
    return makeDataclass(evaluator, call["cls"], options);
  return evaluator.function("dataclass", [options](Evaluator &evaluator, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "the decorator of dataclass() takes one class");
    return makeDataclass(evaluator, arguments.positional[0], options);
  });
}

static Value field(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("dataclasses", "Field"));
  for (const ParameterInfo &parameter : *call.parameters)
    record->set(parameter.name, call[parameter.name]);
  return record;
}

static const Fields *fieldsOf(Call &call, const char *argument) {
  Evaluator &evaluator = call.evaluator;
  Value value = call[argument];
  auto *type = llvm::dyn_cast<ClassObject>(value);
  if (!type)
    type = value->type(evaluator);
  auto &known = evaluator.state<llvm::DenseMap<const ClassObject *, Fields>>();
  for (const ClassObject *base : type->resolutionOrder)
    if (auto found = known.find(base); found != known.end())
      return &found->second;
  evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) + "() should be called on dataclass instances");
  return nullptr;
}

static Value replace(Call &call) {
  const Fields *fields = fieldsOf(call, "obj");
  if (!fields)
    return nullptr;
  Arguments arguments;
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["changes"])->table.entries())
    if (entry.key)
      arguments.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  size_t changes = arguments.keywords.size();
  for (const Field &each : *fields) {
    bool isChanged = llvm::any_of(llvm::ArrayRef<Keyword>(arguments.keywords).take_front(changes), [&](const Keyword &keyword) { return keyword.first == each.name; });
    if (!each.inInit || isChanged)
      continue;
    Value value = call.evaluator.getAttribute(call["obj"], each.name);
    if (!value)
      return nullptr;
    arguments.keywords.emplace_back(each.name, value);
  }
  return call.evaluator.call(call["obj"]->type(call.evaluator), arguments);
}

/// Dataclasses, and containers of them, as plain containers.
static Value plain(Evaluator &evaluator, Value value, bool asDict) {
  auto &known = evaluator.state<llvm::DenseMap<const ClassObject *, Fields>>();
  auto *instance = llvm::dyn_cast<InstanceObject>(value);
  auto found = instance ? known.find(instance->instanceType) : known.end();
  if (!evaluator.step())
    return nullptr;
  if (found != known.end()) {
    DictObject *dict = evaluator.dict();
    std::vector<Value> items;
    Fields fields = found->second;
    for (const Field &each : fields) {
      Value held = evaluator.getAttribute(value, each.name);
      held = held ? plain(evaluator, held, asDict) : nullptr;
      if (!held)
        return nullptr;
      dict->set(evaluator, each.name, held);
      items.push_back(held);
    }
    return asDict ? Value(dict) : evaluator.tuple(std::move(items));
  }
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  if (!sequence)
    return value;
  std::vector<Value> items;
  for (Value item : sequence->items) {
    items.push_back(plain(evaluator, item, asDict));
    if (!items.back())
      return nullptr;
  }
  return sequence->kind() == Kind::tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
}
static Value asdict(Call &call) { return fieldsOf(call, "obj") ? plain(call.evaluator, call["obj"], true) : nullptr; }
static Value astuple(Call &call) { return fieldsOf(call, "obj") ? plain(call.evaluator, call["obj"], false) : nullptr; }

static Value listFields(Call &call) {
  const Fields *fields = fieldsOf(call, "class_or_instance");
  if (!fields)
    return nullptr;
  std::vector<Value> items;
  for (const Field &each : *fields) {
    auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("dataclasses", "Field"));
    record->set("name", call.evaluator.string(each.name)).set("type", each.type ? each.type : call.evaluator.none());
    items.push_back(record);
  }
  return call.evaluator.tuple(std::move(items));
}

static Value isDataclass(Call &call) {
  bool is = fieldsOf(call, "obj") != nullptr;
  call.evaluator.clearPending();
  return call.evaluator.boolean(is);
}

static Value keywordOnlyMarker(Call &call) {
  auto *type = call.evaluator.make<ClassObject>("KW_ONLY");
  type->module = "dataclasses";
  type->resolutionOrder = {type, call.evaluator.builtinClass("object")};
  return call.evaluator.make<RecordObject>(type);
}
static Value missing(Call &call) { return call.evaluator.ellipsis(); }

//===-- enum, abc ----------------------------------------------------------------------------------------------===//

static Value autoValue(Call &call) { return call.evaluator.make<RecordObject>(call.evaluator.libraryClass("enum", "auto")); }
static Value enumMeta(Call &call) { return call.evaluator.libraryClass("enum", "EnumType"); }
static Value itself(Call &call) { return call[size_t(0)]; }

//===-- typing -------------------------------------------------------------------------------------------------===//

namespace {
/// `Optional`, `Callable`, `TypeVar("T")`: a name for annotations, which may be subscripted, called and joined with `|`.
class TypingForm : public ExtensionObject {
public:
  TypingForm(std::string name, Value origin, bool isVariable) : ExtensionObject(&tag), name(std::move(name)), origin(origin), isVariable(isVariable) {}
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
  static constexpr llvm::StringLiteral containers[] = {"Callable", "Sequence", "Iterable", "Iterator", "Generator", "Mapping", "Hashable", "MutableMapping",
                                                       "Collection", "Container", "Sized", "MutableSequence", "MutableSet", "AbstractSet", "Reversible",
                                                       "KeysView", "ValuesView", "ItemsView"};
  static constexpr llvm::StringLiteral dicts[] = {"DefaultDict", "OrderedDict", "Counter", "ChainMap", "Deque"};
  llvm::StringRef name = call.entry->name;
  std::optional<Value> origin;
  if (llvm::is_contained(containers, name))
    origin = call.evaluator.libraryMember("collections.abc", name == "AbstractSet" ? "Set" : name);
  else if (llvm::is_contained(dicts, name))
    origin = call.evaluator.libraryMember("collections", name == "DefaultDict" ? "defaultdict" : name == "Deque" ? "deque" : name);
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
  Value take = evaluator.function("__init_subclass__", [](Evaluator &evaluator, Arguments &) -> Value { return evaluator.none(); });
  type->attributes.set("__init_subclass__", evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, take));
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
    return call.evaluator.setAttribute(function, "__isabstractmethod__", call.evaluator.boolean(true)) ? function : nullptr;
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(function))
    if (!call.evaluator.setAttribute(descriptor->getter, "__isabstractmethod__", call.evaluator.boolean(true)))
      return nullptr;
  return function;
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
static Value methodType(Call &call) { return call.evaluator.make<BoundMethodObject>(call["instance"], call["function"]); }

//===-- namedtuple ---------------------------------------------------------------------------------------------===//

/// The names in "x y", "x, y" or a list, checked as CPython checks them; with `rename`, those that can't be names become `_1`, ...
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
    static constexpr llvm::StringLiteral words[] = {"False", "None", "True", "and", "as", "assert", "break", "class", "continue", "def", "del", "elif",
                                                    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
                                                    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"};
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
    return evaluator.raise(DiagnosticId::valueError, !isIdentifier ? "Type names and field names must be valid identifiers: " + shown
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

#define TESSERA_FORM(name) {"typing", name, EntryKind::constant, "", "A name for annotations.", typingForm}
static constexpr LibraryEntry entries[] = {
    {"dataclasses", "dataclass", EntryKind::decorator,
     "(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False)",
     "A class with `__init__`, `__repr__` and comparisons from its annotated fields.", dataclass},
    {"dataclasses", "field", EntryKind::function,
     "(*, default=..., default_factory=..., init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False)",
     "What is special about a field.", field},
    {"dataclasses", "FrozenInstanceError", EntryKind::type, "(*args)", "Raised by assigning to a frozen dataclass.", nullptr},
    {"dataclasses", "Field", EntryKind::type, "()", "A field's description.", nullptr},
    {"dataclasses", "replace", EntryKind::function, "(obj, /, **changes)", "A copy with some fields changed.", replace},
    {"dataclasses", "asdict", EntryKind::function, "(obj)", "The fields as a dict, deeply.", asdict},
    {"dataclasses", "astuple", EntryKind::function, "(obj)", "The fields as a tuple, deeply.", astuple},
    {"dataclasses", "fields", EntryKind::function, "(class_or_instance)", "The fields' descriptions.", listFields},
    {"dataclasses", "is_dataclass", EntryKind::function, "(obj)", "Whether it is a dataclass or an instance of one.", isDataclass},
    {"dataclasses", "KW_ONLY", EntryKind::constant, "", "Fields after it are keyword-only.", keywordOnlyMarker},
    {"dataclasses", "MISSING", EntryKind::constant, "", "No default.", missing},
    {"enum", "Enum", EntryKind::type, "(value)", "A class of named constants.", nullptr},
    {"enum", "IntEnum", EntryKind::type, "(value)", "Named integers.", nullptr},
    {"enum", "StrEnum", EntryKind::type, "(value)", "Named strings.", nullptr},
    {"enum", "auto", EntryKind::type, "()", "The next value.", autoValue},
    {"enum", "Flag", EntryKind::type, "(value)", "Named bits.", nullptr},
    {"enum", "IntFlag", EntryKind::type, "(value)", "Named bits that are integers.", nullptr},
    {"enum", "ReprEnum", EntryKind::type, "(value)", "An enum whose texts are its values'.", nullptr},
    {"enum", "EnumType", EntryKind::type, "()", "The class of enums.", nullptr},
    {"enum", "EnumMeta", EntryKind::constant, "", "The class of enums.", enumMeta},
    {"abc", "ABC", EntryKind::type, "()", "The base of abstract classes.", nullptr},
    {"abc", "ABCMeta", EntryKind::type, "()", "The metaclass of abstract classes.", nullptr},
    {"abc", "abstractmethod", EntryKind::decorator, "(funcobj)", "Marks a method that a derived class must have.", abstractMethod},
    {"collections", "namedtuple", EntryKind::function, "(typename, field_names, *, rename=False, defaults=None, module=None)", "A tuple class with named fields.", namedtuple},
    {"typing", "NamedTuple", EntryKind::type, "()", "The base of tuple classes with annotated fields.", nullptr},
    {"typing", "TypeVar", EntryKind::function, "(name, *constraints, bound=None, covariant=False, contravariant=False)", "A variable for annotations.", typeVar},
    {"typing", "ParamSpec", EntryKind::function, "(name)", "A variable for annotations.", typeVar},
    {"typing", "NewType", EntryKind::function, "(name, tp)", "Another name for a type.", newType},
    {"typing", "cast", EntryKind::function, "(typ, val)", "The value itself.", cast},
    {"typing", "overload", EntryKind::decorator, "(func)", "The function itself.", itself},
    {"typing", "final", EntryKind::decorator, "(f)", "The argument itself.", itself},
    {"typing", "runtime_checkable", EntryKind::decorator, "(cls)", "Lets `isinstance` ask for the protocol's attributes.", runtimeCheckable},
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
    TESSERA_FORM("LiteralString"), TESSERA_FORM("Never"), TESSERA_FORM("Text"), TESSERA_FORM("AnyStr"), TESSERA_FORM("Unpack"), TESSERA_FORM("Required"),
    TESSERA_FORM("NotRequired"), TESSERA_FORM("TypeGuard"), TESSERA_FORM("Awaitable"), TESSERA_FORM("Coroutine"), TESSERA_FORM("AsyncIterator"),
    TESSERA_FORM("AsyncIterable"), TESSERA_FORM("AsyncGenerator"), TESSERA_FORM("ContextManager"), TESSERA_FORM("Collection"), TESSERA_FORM("Container"),
    TESSERA_FORM("Sized"), TESSERA_FORM("MutableSequence"), TESSERA_FORM("MutableSet"), TESSERA_FORM("AbstractSet"), TESSERA_FORM("Reversible"),
    TESSERA_FORM("KeysView"), TESSERA_FORM("ValuesView"), TESSERA_FORM("ItemsView"), TESSERA_FORM("DefaultDict"), TESSERA_FORM("OrderedDict"),
    TESSERA_FORM("Counter"), TESSERA_FORM("ChainMap"), TESSERA_FORM("Deque"), TESSERA_FORM("Pattern"), TESSERA_FORM("Match"), TESSERA_FORM("IO"),
    TESSERA_FORM("TextIO"), TESSERA_FORM("BinaryIO"), TESSERA_FORM("SupportsInt"), TESSERA_FORM("SupportsFloat"), TESSERA_FORM("SupportsIndex"),
    TESSERA_FORM("SupportsAbs"), TESSERA_FORM("SupportsRound"), TESSERA_FORM("Any"), TESSERA_FORM("Optional"), TESSERA_FORM("Union"), TESSERA_FORM("Callable"), TESSERA_FORM("Sequence"),
    TESSERA_FORM("Iterable"), TESSERA_FORM("Iterator"), TESSERA_FORM("Generator"), TESSERA_FORM("Mapping"), TESSERA_FORM("Literal"),
    TESSERA_FORM("Final"), TESSERA_FORM("Annotated"), TESSERA_FORM("Generic"), TESSERA_FORM("Protocol"), TESSERA_FORM("NoReturn"),
    TESSERA_FORM("Self"), TESSERA_FORM("Hashable"), TESSERA_FORM("TypeAlias"), TESSERA_FORM("Concatenate"), TESSERA_FORM("MutableMapping"),
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
