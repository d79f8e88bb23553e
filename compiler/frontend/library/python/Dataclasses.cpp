// SPDX-License-Identifier: Apache-2.0
// `dataclasses`: classes with `__init__`, `__repr__` and comparisons from their annotated fields. What a field is, is kept for each class;
// derived classes take over the fields of their bases.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// One field: of the class or inherited.
struct Field {
  std::string name;
  Value defaultValue = nullptr;
  Value factory = nullptr;
  bool inInit = true, inRepr = true, inCompare = true, keywordOnly = false;
  bool inHash = true;
  bool isInitOnly = false; // InitVar: an argument of `__post_init__`, no attribute
  Value type = nullptr, metadata = nullptr;
};

/// `dataclasses.MISSING`.
struct Missing {
  Value value = nullptr;
};

Value missingMark(Evaluator &evaluator) {
  Value &mark = evaluator.state<Missing>().value;
  if (!mark) {
    auto *type = evaluator.make<ClassObject>("_MISSING_TYPE");
    type->module = "dataclasses";
    type->resolutionOrder = {type, evaluator.builtinClass("object")};
    mark = evaluator.make<RecordObject>(type);
  }
  return mark;
}

bool isTrue(Evaluator &evaluator, Value value) { return evaluator.truth(value).value_or(false); }

bool isClassVar(Value annotation) {
  if (auto *text = llvm::dyn_cast<StrObject>(annotation))
    return llvm::StringRef(text->value).contains("ClassVar");
  if (auto *alias = llvm::dyn_cast<AliasObject>(annotation)) // ClassVar[int]
    annotation = alias->origin;
  auto *type = llvm::dyn_cast<ClassObject>(annotation);
  return type && type->qualifiedName() == "typing.ClassVar";
}

bool isInitVar(Evaluator &evaluator, Value annotation) {
  if (auto *text = llvm::dyn_cast<StrObject>(annotation))
    return llvm::StringRef(text->value).contains("InitVar");
  Value form = evaluator.libraryMember("dataclasses", "InitVar").value_or(nullptr);
  auto *alias = llvm::dyn_cast<AliasObject>(annotation);
  return annotation == form || (alias && alias->origin == form);
}

Field fieldFrom(Evaluator &evaluator, const std::string &name, Value annotation, Value given, bool keywordOnly) {
  Field field;
  field.name = name;
  field.type = annotation;
  field.keywordOnly = keywordOnly;
  field.defaultValue = given;
  field.isInitOnly = isInitVar(evaluator, annotation);
  auto *record = llvm::dyn_cast_or_null<RecordObject>(given);
  if (!record || record->recordType->qualifiedName() != "dataclasses.Field")
    return field;
  field.defaultValue = record->field("default");
  field.factory = record->field("default_factory");
  field.metadata = record->field("metadata");
  field.inInit = isTrue(evaluator, record->field("init"));
  field.inRepr = isTrue(evaluator, record->field("repr"));
  field.inCompare = isTrue(evaluator, record->field("compare"));
  field.inHash = isNone(record->field("hash")) ? field.inCompare : isTrue(evaluator, record->field("hash"));
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
      return evaluator.raise(DiagnosticId::valueError, "mutable default " + evaluator.repr(given->type(evaluator)).value_or("") + " for field " + name +
                                                              " is not allowed: use default_factory")
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
  Value object = arguments.positional.empty() ? nullptr : arguments.positional[0];
  InstancePart *self = object ? object->instancePart() : nullptr;
  if (!self)
    return evaluator.raise(DiagnosticId::typeError, "__init__() needs an instance of the dataclass");
  ClassObject *type = self->instanceType;
  llvm::SmallVector<Value, 4> forPostInit{object};
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
  if (!evaluator.bind(type->name + ".__init__", parameters, arguments, values, &passed))
    return nullptr;
  for (const Field &field : fields) {
    auto parameter = llvm::find_if(parameters, [&](const ParameterInfo &candidate) { return candidate.name == field.name; });
    bool isGiven = parameter != parameters.end() && passed[static_cast<size_t>(parameter - parameters.begin())];
    Value value = isGiven ? values[static_cast<size_t>(parameter - parameters.begin())]
                  : field.factory ? evaluator.call(field.factory, {})
                                  : field.defaultValue;
    if (!value && evaluator.hasPending())
      return nullptr;
    if (field.isInitOnly) {
      forPostInit.push_back(value ? value : evaluator.none());
    } else if (value) {
      self->plain = type->isFrozen; // past `frozen`, but through descriptors and slots
      if (!object->setAttribute(evaluator, field.name, value))
        return nullptr;
    }
  }
  if (Value after = type->find("__post_init__"))
    return evaluator.call(after, forPostInit) ? evaluator.none() : nullptr;
  return evaluator.none();
}

Value tupleOfFields(Evaluator &evaluator, const Fields &fields, Value object, bool forHash = false) {
  std::vector<Value> values;
  for (const Field &field : fields) {
    if (field.isInitOnly || (forHash ? !field.inHash : !field.inCompare))
      continue;
    values.push_back(evaluator.getAttribute(object, field.name));
    if (!values.back())
      return nullptr;
  }
  return evaluator.tuple(std::move(values));
}

Value describe(Evaluator &evaluator, const Fields &fields, Value object) {
  Value name = evaluator.getAttribute(object->type(evaluator), "__qualname__");
  if (!name || !evaluator.step())
    return nullptr;
  std::vector<Value> parts{name, evaluator.string("(")};
  bool isFirst = true;
  for (const Field &field : fields) {
    if (!field.inRepr || field.isInitOnly)
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

/// A field as `dataclasses.fields` shows it.
Value recordOf(Evaluator &evaluator, const Field &each) {
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("dataclasses", "Field"));
  record->set("name", evaluator.string(each.name)).set("type", each.type ? each.type : evaluator.none());
  record->set("default", each.defaultValue ? each.defaultValue : missingMark(evaluator));
  record->set("default_factory", each.factory ? each.factory : missingMark(evaluator));
  record->set("init", evaluator.boolean(each.inInit)).set("repr", evaluator.boolean(each.inRepr));
  record->set("compare", evaluator.boolean(each.inCompare)).set("kw_only", evaluator.boolean(each.keywordOnly));
  record->set("metadata", each.metadata && !isNone(each.metadata) ? each.metadata : evaluator.dict());
  return record;
}

struct DataclassOptions {
  bool init, repr, eq, order, unsafeHash, frozen, keywordOnly, matchArgs, slots;
};

/// A frozen class and one that is not don't go together.
bool checkInheritance(Evaluator &evaluator, const ClassObject &type, bool frozen) {
  auto &known = evaluator.state<llvm::DenseMap<const ClassObject *, Fields>>();
  for (const ClassObject *base : type.bases)
    if (known.count(base) && base->isFrozen != frozen)
      return evaluator.raise(DiagnosticId::typeError, frozen ? "cannot inherit frozen dataclass from a non-frozen one"
                                                             : "cannot inherit non-frozen dataclass from a frozen one"), false;
  return true;
}

Value makeDataclass(Evaluator &evaluator, Value target, DataclassOptions options) {
  auto *type = llvm::dyn_cast<ClassObject>(target);
  if (!type || !type->isUser)
    return evaluator.raise(DiagnosticId::typeError, "dataclass() should be called with a class of the program");
  Fields fields;
  if (options.order && !options.eq)
    return evaluator.raise(DiagnosticId::valueError, "eq must be true if order is true");
  if (!checkInheritance(evaluator, *type, options.frozen) || !collectFields(evaluator, *type, options.keywordOnly, fields))
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
  DictObject *described = evaluator.dict();
  for (const Field &field : fields)
    described->set(evaluator, field.name, recordOf(evaluator, field));
  type->attributes.set("__dataclass_fields__", described);
  std::vector<Value> matched;
  for (const Field &field : fields)
    if (field.inInit && !field.keywordOnly)
      matched.push_back(evaluator.string(field.name));
  if (options.matchArgs && !type->attributes.find("__match_args__"))
    type->attributes.set("__match_args__", evaluator.tuple(std::move(matched)));
  if (options.slots) {
    if (type->hasSlots)
      return evaluator.raise(DiagnosticId::typeError, type->name + " already specifies __slots__");
    std::vector<Value> names;
    for (const Field &field : fields) {
      type->slots.push_back(field.name);
      names.push_back(evaluator.string(field.name));
      type->attributes.erase(field.name);
    }
    type->attributes.set("__slots__", evaluator.tuple(std::move(names)));
    type->hasSlots = true;
    findHooks(*type);
  }
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
      Value tuple = tupleOfFields(evaluator, fields, arguments.positional[0], /*forHash=*/true);
      std::optional<uint64_t> hash = tuple ? tuple->hash(evaluator) : std::nullopt;
      return hash ? evaluator.integer(static_cast<int64_t>(*hash >> 3)) : nullptr;
    });
  return type;
}
} // namespace

static Value dataclass(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto flag = [&](const char *name) { return isTrue(evaluator, call[name]); };
  DataclassOptions options{flag("init"), flag("repr"), flag("eq"), flag("order"), flag("unsafe_hash"), flag("frozen"), flag("kw_only"),
                           flag("match_args"), flag("slots")};
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
  if (call.given("default") && call.given("default_factory"))
    return call.evaluator.raise(DiagnosticId::valueError, "cannot specify both default and default_factory");
  for (const ParameterInfo &parameter : *call.parameters) {
    bool isDefault = llvm::StringRef(parameter.name).starts_with("default");
    if (!isDefault || (call.given(parameter.name) && call[parameter.name] != missingMark(call.evaluator)))
      record->set(parameter.name, call[parameter.name]);
  }
  return record;
}

/// The library's records that are dataclasses where they come from say so by `__dataclass_fields__`
/// (pallas/Pallas.cpp); each field is an argument of the class.
static bool isDataRecord(Value value) {
  auto *record = llvm::dyn_cast<RecordObject>(value);
  return record && LibraryTable::get().find(record->recordType->qualifiedName(), "__dataclass_fields__");
}

static Fields fieldsOfRecord(RecordObject *record) {
  Fields fields;
  for (const auto &[name, value] : record->fields) {
    fields.emplace_back();
    fields.back().name = name;
  }
  return fields;
}

static const Fields *fieldsOf(Call &call, const char *argument) {
  Evaluator &evaluator = call.evaluator;
  Value value = call[argument];
  auto *type = llvm::dyn_cast<ClassObject>(value);
  if (!type)
    type = value->type(evaluator);
  if (isDataRecord(value)) {
    auto &ofRecords = evaluator.state<std::map<RecordObject *, Fields>>();
    return &(ofRecords[llvm::cast<RecordObject>(value)] = fieldsOfRecord(llvm::cast<RecordObject>(value)));
  }
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
    if (isChanged && !each.inInit)
      return call.evaluator.raise(DiagnosticId::valueError, "field " + each.name + " is declared with init=False, it cannot be specified with replace()");
    if (each.isInitOnly && !isChanged && !each.defaultValue)
      return call.evaluator.raise(DiagnosticId::valueError, "InitVar '" + each.name + "' must be specified with replace()");
    if (!each.inInit || isChanged || each.isInitOnly)
      continue;
    Value value = call.evaluator.getAttribute(call["obj"], each.name);
    if (!value)
      return nullptr;
    arguments.keywords.emplace_back(each.name, value);
  }
  // In the order of the fields, which a record keeps as it gets them.
  llvm::stable_sort(arguments.keywords, [&](const Keyword &a, const Keyword &b) {
    auto place = [&](const Keyword &keyword) {
      return llvm::find_if(*fields, [&](const Field &field) { return field.name == keyword.first; });
    };
    return place(a) < place(b);
  });
  return call.evaluator.call(call["obj"]->type(call.evaluator), arguments);
}

namespace {
/// Dataclasses, and containers of them, as plain containers.
class Plain {
public:
  Plain(Evaluator &evaluator, bool asDict, Value factory) : evaluator(evaluator), asDict(asDict), factory(factory) {}
  Value of(Value value);

private:
  Value ofFields(Value value, const Fields &fields);
  Value ofDict(DictObject &dict);
  Value ofSequence(SequenceObject &sequence);
  Evaluator &evaluator;
  bool asDict;
  Value factory;
};
} // namespace

Value Plain::of(Value value) {
  if (!evaluator.step())
    return nullptr;
  auto &known = evaluator.state<llvm::DenseMap<const ClassObject *, Fields>>();
  InstancePart *part = value->instancePart();
  if (auto found = part ? known.find(part->instanceType) : known.end(); found != known.end()) {
    Fields fields = found->second;
    return ofFields(value, fields);
  }
  if (isDataRecord(value))
    return ofFields(value, fieldsOfRecord(llvm::cast<RecordObject>(value)));
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value))
    return ofSequence(*sequence);
  auto *dict = llvm::dyn_cast<DictObject>(value);
  return dict ? ofDict(*dict) : value;
}

Value Plain::ofFields(Value value, const Fields &fields) {
  std::vector<Value> items;
  for (const Field &each : fields) {
    if (each.isInitOnly)
      continue;
    Value held = evaluator.getAttribute(value, each.name);
    held = held ? of(held) : nullptr;
    if (!held)
      return nullptr;
    items.push_back(asDict ? Value(evaluator.tuple({evaluator.string(each.name), held})) : held);
  }
  Value list = evaluator.list(items);
  if (factory)
    return evaluator.call(factory, {list});
  return asDict ? evaluator.call(evaluator.builtinClass("dict"), {list}) : Value(evaluator.tuple(std::move(items)));
}

Value Plain::ofDict(DictObject &dict) {
  DictObject *copy = evaluator.dict();
  for (const HashTable::Entry &entry : dict.table.entries()) {
    Value key = entry.key ? of(entry.key) : nullptr, held = key ? of(entry.value) : nullptr;
    if (entry.key && (!held || !copy->table.insert(evaluator, key, held)))
      return nullptr;
  }
  return copy;
}

Value Plain::ofSequence(SequenceObject &sequence) {
  std::vector<Value> items;
  for (Value item : sequence.items) {
    items.push_back(of(item));
    if (!items.back())
      return nullptr;
  }
  if (sequence.namedType)
    return nameTuple(evaluator, *sequence.namedType, std::move(items));
  return sequence.kind() == Kind::tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
}

static Value plainOf(Call &call, bool asDict) {
  if (llvm::isa<ClassObject>(call["obj"]))
    return call.evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) + "() should be called on dataclass instances");
  const char *name = asDict ? "dict_factory" : "tuple_factory";
  return fieldsOf(call, "obj") ? Plain(call.evaluator, asDict, call.given(name) ? call[name] : nullptr).of(call["obj"]) : nullptr;
}
static Value asdict(Call &call) { return plainOf(call, true); }
static Value astuple(Call &call) { return plainOf(call, false); }

static Value listFields(Call &call) {
  const Fields *fields = fieldsOf(call, "class_or_instance");
  if (!fields)
    return nullptr;
  std::vector<Value> items;
  for (const Field &each : *fields)
    if (!each.isInitOnly)
      items.push_back(recordOf(call.evaluator, each));
  return call.evaluator.tuple(std::move(items));
}
/// `make_dataclass(name, [field, (field, type), (field, type, default)])`.
static Value makeByFields(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call["cls_name"], "`cls_name`");
  std::optional<std::vector<Value>> listed = name ? evaluator.toVector(call["fields"]) : std::nullopt;
  std::optional<std::vector<Value>> bases = listed ? evaluator.toVector(call["bases"]) : std::nullopt;
  if (!bases)
    return nullptr;
  DictObject *space = evaluator.dict(), *annotations = evaluator.dict();
  if (auto *given = llvm::dyn_cast<DictObject>(call["namespace"]))
    space->table = given->table;
  for (Value item : *listed) {
    auto *parts = llvm::dyn_cast<SequenceObject>(item);
    std::optional<std::string> field = evaluator.toString(parts && !parts->items.empty() ? parts->items[0] : item, "a field's name");
    if (!field)
      return nullptr;
    annotations->set(evaluator, *field, parts && parts->items.size() > 1 ? parts->items[1] : evaluator.string("typing.Any"));
    if (parts && parts->items.size() > 2)
      space->set(evaluator, *field, parts->items[2]);
  }
  space->set(evaluator, "__annotations__", annotations);
  Value type = makeClass(evaluator, nullptr, *name, *bases, space, {});
  llvm::SmallVector<Keyword> keywords;
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries())
    if (entry.key)
      keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  Value decorator = type ? evaluator.libraryMember("dataclasses", "dataclass").value_or(nullptr) : nullptr;
  return decorator ? evaluator.call(decorator, {type}, keywords) : nullptr;
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
static Value missing(Call &call) { return missingMark(call.evaluator); }

static constexpr LibraryEntry entries[] = {
    {"dataclasses", "dataclass", EntryKind::decorator,
     "(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False)",
     "A class with `__init__`, `__repr__` and comparisons from its annotated fields.", dataclass},
    {"dataclasses", "field", EntryKind::function,
     "(*, default=..., default_factory=..., init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False)",
     "What is special about a field.", field},
    {"dataclasses", "make_dataclass", EntryKind::function, "(cls_name, fields, *, bases=(), namespace=None, **kwargs)", "A dataclass made from names.", makeByFields},
    {"dataclasses", "FrozenInstanceError", EntryKind::type, "(*args)", "Raised by assigning to a frozen dataclass.", nullptr},
    {"dataclasses", "Field", EntryKind::type, "()", "A field's description.", nullptr},
    {"dataclasses", "replace", EntryKind::function, "(obj, /, **changes)", "A copy with some fields changed.", replace},
    {"dataclasses", "asdict", EntryKind::function, "(obj, *, dict_factory=dict)", "The fields as a dict, deeply.", asdict},
    {"dataclasses", "astuple", EntryKind::function, "(obj, *, tuple_factory=tuple)", "The fields as a tuple, deeply.", astuple},
    {"dataclasses", "fields", EntryKind::function, "(class_or_instance)", "The fields' descriptions.", listFields},
    {"dataclasses", "is_dataclass", EntryKind::function, "(obj)", "Whether it is a dataclass or an instance of one.", isDataclass},
    {"dataclasses", "KW_ONLY", EntryKind::constant, "", "Fields after it are keyword-only.", keywordOnlyMarker},
    {"dataclasses", "MISSING", EntryKind::constant, "", "No default.", missing},
};

llvm::ArrayRef<LibraryEntry> library::dataclassEntries() { return entries; }
