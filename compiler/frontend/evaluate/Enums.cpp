// SPDX-License-Identifier: Apache-2.0
// Enumerations: members from a class body, values to members, flags. A member is an instance of its class like any other, and an int or
// str as well where the class mixes one in (DerivedObject). What members do is in methods of `enum.Enum` and its kin, which user classes
// override as usual.
//
// Members of a flag that hold one bit are the canonical ones; other combinations are made when first asked for and kept by value in
// `_value2member_map_`, as all members are.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

static constexpr llvm::StringLiteral byValue = "_value2member_map_";

static bool isFlag(Evaluator &evaluator, const ClassObject &type) { return type.isSubclassOf(evaluator.libraryClass("enum", "Flag")); }
static bool isIntFlag(Evaluator &evaluator, const ClassObject &type) { return type.isSubclassOf(evaluator.libraryClass("enum", "IntFlag")); }

static Value attributeOf(Value member, llvm::StringRef name) {
  InstancePart *part = member ? member->instancePart() : nullptr;
  return part ? part->attributes.find(name) : nullptr;
}
static Value valueOf(Value member) { return attributeOf(member, "_value_"); }
static std::optional<int64_t> bitsOf(Value value) {
  auto *integer = llvm::dyn_cast_or_null<IntObject>(value);
  return integer ? integer->value.asInt64() : std::nullopt;
}

static bool isMemberOf(const ClassObject &type, Value value) {
  InstancePart *part = value ? value->instancePart() : nullptr;
  return part && part->instanceType == &type;
}

std::vector<Value> frontend::enumMembers(const ClassObject &type) { return type.members; }

DictObject *frontend::enumMembersByName(Evaluator &evaluator, const ClassObject &type) {
  DictObject *members = evaluator.dict();
  for (const auto &[name, value] : type.attributes.entries())
    if (isMemberOf(type, value))
      members->set(evaluator, name, value);
  return members;
}

//===-- members ------------------------------------------------------------------------------------------------===//

/// The member as an object: by the class's own `__new__`, as a value of the type mixed in, or a plain instance.
static Value newMember(Evaluator &evaluator, ClassObject &type, Value value) {
  Arguments arguments;
  if (auto *tuple = llvm::dyn_cast<TupleObject>(value))
    arguments.positional.assign(tuple->items.begin(), tuple->items.end());
  else
    arguments.positional.push_back(value);
  Arguments forInit = arguments;
  Value member;
  if (Value create = type.find("__new__")) {
    Value bound = bindAttribute(evaluator, create, nullptr, &type);
    arguments.positional.insert(arguments.positional.begin(), &type);
    member = bound ? evaluator.call(bound, arguments) : nullptr;
  } else {
    member = makeInstance(evaluator, type, arguments);
  }
  InstancePart *part = member ? member->instancePart() : nullptr;
  if (!part)
    return nullptr;
  if (!part->attributes.find("_value_")) {
    ClassObject *holder = valueClass(evaluator, type);
    Value own = value;
    if (holder->name != "object" && !(holder->name == "tuple" && llvm::isa<TupleObject>(value)) && !(own = evaluator.call(holder, forInit)))
      return nullptr;
    part->attributes.set("_value_", own);
  }
  if (Value initialize = type.find("__init__")) {
    forInit.positional.insert(forInit.positional.begin(), member);
    if (!evaluator.call(initialize, forInit))
      return nullptr;
  }
  return member;
}

static void nameMember(InstancePart &part, Value name) {
  part.attributes.set("_name_", name);
  part.attributes.set("name", name);
  part.attributes.set("value", part.attributes.find("_value_"));
}

/// The member that has this value; null when none has. Empty with an exception pending.
static std::optional<Value> findMember(Evaluator &evaluator, const ClassObject &type, Value value) {
  auto *known = llvm::cast<DictObject>(type.attributes.find(byValue));
  if (std::optional<HashTable::Entry *> entry = known->table.find(evaluator, value))
    return *entry ? (*entry)->value : nullptr;
  if (!isPending(evaluator, "TypeError"))
    return Value(nullptr);
  evaluator.clearPending(); // unhashable
  for (Value member : type.members) {
    std::optional<bool> same = evaluator.equal(valueOf(member), value);
    if (!same)
      return std::nullopt;
    if (*same)
      return member;
  }
  return Value(nullptr);
}

static bool remember(Evaluator &evaluator, ClassObject &type, Value value, Value member) {
  auto *known = llvm::cast<DictObject>(type.attributes.find(byValue));
  if (known->table.insert(evaluator, value, member))
    return true;
  bool isUnhashable = isPending(evaluator, "TypeError");
  if (isUnhashable)
    evaluator.clearPending();
  return isUnhashable;
}

static bool isName(llvm::StringRef name, const ClassObject &type) {
  bool isSpecial = name.starts_with("_") && name.ends_with("_");
  return !isSpecial && !name.starts_with("_" + llvm::StringRef(type.name).ltrim('_').str() + "__");
}

static bool isPlainAttribute(Value value) {
  if (llvm::isa<FunctionObject>(value) || llvm::isa<DescriptorObject>(value) || llvm::isa<WrapperObject>(value) || llvm::isa<ClassObject>(value) ||
      llvm::isa<BoundMethodObject>(value))
    return true;
  InstancePart *part = value->instancePart();
  return part && part->instanceType->isUser && part->instanceType->find("__get__");
}

/// What `auto()` stands for behind `values`.
static Value nextValue(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, int64_t start, const std::vector<Value> &values) {
  if (Value custom = type.find("_generate_next_value_")) {
    if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(custom))
      custom = descriptor->getter;
    return evaluator.call(custom, {Value(evaluator.string(name)), evaluator.integer(start), evaluator.integer(static_cast<int64_t>(values.size())),
                                   Value(evaluator.list(values))});
  }
  if (type.isSubclassOf(evaluator.libraryClass("enum", "StrEnum")))
    return evaluator.string(name.lower());
  if (isFlag(evaluator, type)) {
    int64_t highest = 0;
    for (Value value : values)
      highest = std::max(highest, bitsOf(value).value_or(0));
    return evaluator.integer(highest ? int64_t(1) << (llvm::Log2_64(static_cast<uint64_t>(highest)) + 1) : start);
  }
  Value last = nullptr;
  for (Value value : values)
    if (llvm::isa<NumberObject>(value) && (!last || evaluator.truth(evaluator.compare(CompareOp::greater, value, last)).value_or(false)))
      last = value;
  return last ? evaluator.binary(BinaryOp::add, last, evaluator.integer(1)) : evaluator.integer(start);
}

static bool isAuto(Value value) {
  auto *record = llvm::dyn_cast<RecordObject>(value);
  return record && record->recordType->qualifiedName() == "enum.auto";
}

/// `auto()`, alone or among the parts of a tuple, as its value.
static Value resolveAuto(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, Value held, const std::vector<Value> &values) {
  if (isAuto(held))
    return nextValue(evaluator, type, name, 1, values);
  auto *tuple = llvm::dyn_cast<TupleObject>(held);
  if (!tuple || llvm::none_of(tuple->items, isAuto))
    return held;
  std::vector<Value> items;
  for (Value item : tuple->items) {
    items.push_back(isAuto(item) ? nextValue(evaluator, type, name, 1, values) : item);
    if (!items.back())
      return nullptr;
  }
  return evaluator.tuple(std::move(items));
}

Value frontend::memberValue(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, Value value) {
  auto *tuple = type.isEnum ? llvm::dyn_cast<TupleObject>(value) : nullptr;
  if (!type.isEnum || !(isAuto(value) || (tuple && llvm::any_of(tuple->items, isAuto))))
    return value;
  std::vector<Value> values;
  for (const auto &[known, held] : type.attributes.entries())
    if (held && isName(known, type) && !isPlainAttribute(held))
      values.push_back(held);
  return resolveAuto(evaluator, type, name, value, values);
}

static bool addMember(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, Value value, std::vector<Value> &values) {
  Value member = newMember(evaluator, type, value);
  if (!member)
    return false;
  Value own = valueOf(member);
  values.push_back(own);
  std::optional<Value> same = findMember(evaluator, type, own);
  if (!same)
    return false;
  if (*same) { // an equal value is an alias
    type.attributes.set(name, *same);
    return true;
  }
  nameMember(*member->instancePart(), evaluator.string(name));
  type.attributes.set(name, member);
  std::optional<int64_t> bits = isFlag(evaluator, type) ? bitsOf(own) : std::nullopt;
  if (!bits || (*bits > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(*bits))))
    type.members.push_back(member);
  return remember(evaluator, type, own, member);
}

bool frontend::finishEnum(Evaluator &evaluator, ClassObject &type) {
  AttributeMap::Entries entries = type.attributes.entries();
  type.attributes.set(byValue, evaluator.dict());
  llvm::SmallVector<std::string> ignored{"name", "value"};
  if (Value given = type.attributes.find("_ignore_")) {
    if (auto *text = llvm::dyn_cast<StrObject>(given)) {
      llvm::SmallVector<llvm::StringRef> names;
      llvm::StringRef(text->value).split(names, ' ', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef name : names)
        ignored.push_back(name.trim(',').str());
    }
  }
  std::vector<Value> values;
  for (const auto &[name, held] : entries) {
    if (!held || !isName(name, type) || isPlainAttribute(held) || (llvm::is_contained(ignored, name) && type.attributes.find("_ignore_")))
      continue;
    Value value = resolveAuto(evaluator, type, name, held, values);
    if (!value || !addMember(evaluator, type, name, value, values))
      return false;
  }
  return true;
}

//===-- values to members ----------------------------------------------------------------------------------------===//

static int64_t allBits(const ClassObject &type) {
  int64_t all = 0;
  for (Value member : type.members)
    all |= bitsOf(valueOf(member)).value_or(0);
  return all;
}

/// A combination of a flag's bits as a member; null when the flag has no such bits (strict flags).
static Value combine(Evaluator &evaluator, ClassObject &type, int64_t bits) {
  int64_t all = 0;
  for (Value member : type.members)
    all |= bitsOf(valueOf(member)).value_or(0);
  for (const auto &[name, value] : type.attributes.entries())
    if (isMemberOf(type, value))
      all |= bitsOf(valueOf(value)).value_or(0);
  if ((bits & ~all) && !isIntFlag(evaluator, type)) {
    auto binary = [](int64_t value) {
      std::string text;
      for (uint64_t rest = static_cast<uint64_t>(value); rest; rest >>= 1)
        text.insert(text.begin(), rest & 1 ? '1' : '0');
      return text.empty() ? std::string("0") : text;
    };
    size_t width = std::max(binary(bits).size(), binary(all).size());
    auto padded = [&](int64_t value) { return "0b0 " + std::string(width - binary(value).size(), '0') + binary(value); };
    return evaluator.raise(DiagnosticId::valueError, "<flag '" + type.name + "'> invalid value " + std::to_string(bits) + "\n    given " + padded(bits) +
                                                         "\n  allowed " + padded(all));
  }
  Arguments arguments;
  arguments.positional.push_back(evaluator.integer(bits));
  Value member = makeInstance(evaluator, type, arguments);
  if (!member)
    return nullptr;
  InstancePart &part = *member->instancePart();
  part.attributes.set("_value_", evaluator.integer(bits));
  std::string name;
  int64_t rest = bits;
  for (Value each : type.members)
    if (int64_t own = bitsOf(valueOf(each)).value_or(0); own && (bits & own) == own) {
      name += (name.empty() ? "" : "|") + llvm::cast<StrObject>(attributeOf(each, "_name_"))->value;
      rest &= ~own;
    }
  if (rest && !name.empty())
    name += "|" + std::to_string(rest);
  nameMember(part, name.empty() ? evaluator.none() : Value(evaluator.string(name)));
  return remember(evaluator, type, evaluator.integer(bits), member) ? member : nullptr;
}

static Value memberOf(Evaluator &evaluator, ClassObject &type, Value wanted) {
  if (isMemberOf(type, wanted))
    return wanted;
  std::optional<Value> member = findMember(evaluator, type, wanted);
  if (!member || *member)
    return member.value_or(nullptr);
  if (evaluator.hasPending())
    return nullptr;
  if (Value method = type.find("_missing_")) {
    Value bound = bindAttribute(evaluator, method, nullptr, &type);
    Value found = bound ? evaluator.call(bound, {wanted}) : nullptr;
    if (!found || isMemberOf(type, found))
      return found;
    if (!isNone(found))
      return evaluator.raise(DiagnosticId::typeError, "error in " + type.name + "._missing_: returned " + evaluator.repr(found).value_or("?") +
                                                          " instead of None or a valid member");
  } else if (isFlag(evaluator, type)) {
    if (std::optional<int64_t> bits = bitsOf(wanted)) {
      return combine(evaluator, type, *bits < 0 ? *bits & allBits(type) : *bits);
    }
  }
  std::optional<std::string> text = evaluator.repr(wanted);
  return text ? Value(evaluator.raise(DiagnosticId::valueError, *text + " is not a valid " + type.name)) : nullptr;
}

/// `Enum("Color", "RED GREEN")`, `Enum("Color", {"RED": 1})`, ...
static Value makeByNames(Evaluator &evaluator, ClassObject &base, Arguments &arguments) {
  static const std::vector<ParameterInfo> parameters = [] {
    std::vector<ParameterInfo> list;
    for (const char *name : {"value", "names", "module", "qualname", "type", "start"}) {
      ParameterInfo parameter;
      parameter.name = name;
      parameter.kind = list.size() < 2 ? syntax::Parameter::Kind::positional : syntax::Parameter::Kind::keywordOnly;
      list.push_back(std::move(parameter));
    }
    return list;
  }();
  std::vector<ParameterInfo> own = parameters;
  for (size_t i = 2; i < own.size(); ++i)
    own[i].defaultValue = evaluator.none();
  llvm::SmallVector<Value, 8> values;
  if (!evaluator.bind(base.name, own, arguments, values))
    return nullptr;
  std::optional<std::string> name = evaluator.toString(values[0], "the enum's name");
  if (!name)
    return nullptr;
  int64_t start = 1;
  if (!isNone(values[5])) {
    std::optional<int64_t> given = evaluator.toInt(values[5], "`start`");
    if (!given)
      return nullptr;
    start = *given;
  }
  std::vector<Value> items;
  if (auto *text = llvm::dyn_cast<StrObject>(values[1])) {
    std::string blanks = text->value;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');
    llvm::SmallVector<llvm::StringRef> names;
    llvm::SplitString(blanks, names);
    for (llvm::StringRef each : names)
      items.push_back(evaluator.string(each));
  } else if (auto *dict = llvm::dyn_cast<DictObject>(values[1])) {
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key)
        items.push_back(evaluator.tuple({entry.key, entry.value}));
  } else {
    std::optional<std::vector<Value>> listed = evaluator.toVector(values[1]);
    if (!listed)
      return nullptr;
    items = *listed;
  }
  DictObject *space = evaluator.dict();
  std::vector<Value> known;
  ClassObject *type = &base;
  for (Value item : items) {
    auto *pair = llvm::dyn_cast<SequenceObject>(item);
    Value key = pair && pair->items.size() == 2 ? pair->items[0] : item;
    std::optional<std::string> text = evaluator.toString(key, "a member's name");
    Value value = !text ? nullptr : pair ? pair->items[1] : nextValue(evaluator, *type, *text, start, known);
    if (!value)
      return nullptr;
    known.push_back(value);
    space->set(evaluator, *text, value);
  }
  std::vector<Value> bases{&base};
  if (!isNone(values[4]))
    bases.insert(bases.begin(), values[4]);
  return makeClass(evaluator, nullptr, *name, bases, space, {});
}

Value frontend::callEnum(Evaluator &evaluator, ClassObject &type, Arguments &arguments) {
  if (type.members.empty() && (arguments.positional.size() + arguments.keywords.size() > 1 || !type.isUser))
    return makeByNames(evaluator, type, arguments);
  if (arguments.positional.size() == 1 && arguments.keywords.empty())
    return memberOf(evaluator, type, arguments.positional[0]);
  if (arguments.positional.empty() && arguments.keywords.size() == 1 && arguments.keywords[0].first == "value")
    return memberOf(evaluator, type, arguments.keywords[0].second);
  if (arguments.positional.size() > 1 && arguments.keywords.empty()) // a member whose value is a tuple
    return memberOf(evaluator, type, evaluator.tuple({arguments.positional.begin(), arguments.positional.end()}));
  return evaluator.raise(DiagnosticId::argumentError, type.name + "() takes one value");
}

//===-- methods of members ---------------------------------------------------------------------------------------===//

static std::string nameOf(Value member) {
  auto *name = llvm::dyn_cast_or_null<StrObject>(attributeOf(member, "_name_"));
  return name ? name->value : "";
}

static Value reprOfMember(Evaluator &evaluator, Arguments &arguments) {
  Value self = arguments.positional[0];
  std::optional<std::string> value = valueOf(self) ? evaluator.repr(valueOf(self)) : std::optional<std::string>("?");
  if (!value)
    return nullptr;
  ClassObject *type = self->type(evaluator);
  std::string name = nameOf(self);
  return evaluator.string("<" + type->name + (name.empty() ? "" : "." + name) + ": " + *value + ">");
}

static Value strOfMember(Evaluator &evaluator, Arguments &arguments) {
  Value self = arguments.positional[0];
  std::string name = nameOf(self), type = self->type(evaluator)->name;
  if (name.empty())
    return evaluator.string(type + "(" + evaluator.repr(valueOf(self)).value_or("?") + ")");
  return evaluator.string(type + "." + name);
}

static Value formatMember(Evaluator &evaluator, Arguments &arguments) {
  std::optional<std::string> spec = evaluator.toString(arguments.positional[1], "the format spec");
  std::optional<std::string> text = spec ? evaluator.str(arguments.positional[0]) : std::nullopt;
  return text ? evaluator.string(*text)->format(evaluator, 0, *spec) : nullptr;
}

static Value strOfValue(Evaluator &evaluator, Arguments &arguments) {
  std::optional<std::string> text = evaluator.str(valueOf(arguments.positional[0]));
  return text ? evaluator.string(*text) : nullptr;
}
static Value formatValue(Evaluator &evaluator, Arguments &arguments) {
  Value self = arguments.positional[0];
  if (Value custom = self->type(evaluator)->find("__str__"); llvm::isa_and_nonnull<FunctionObject>(custom))
    return formatMember(evaluator, arguments);
  std::optional<std::string> spec = evaluator.toString(arguments.positional[1], "the format spec");
  return spec ? evaluator.format(valueOf(self), 0, *spec) : nullptr;
}

/// A binary operator of flags: on a member of the same flag, or an int for an IntFlag.
static WrapperObject::Handler flagOperator(int64_t (*apply)(int64_t, int64_t)) {
  return [apply](Evaluator &evaluator, Arguments &arguments) -> Value {
    Value self = arguments.positional[0], other = arguments.positional[1];
    ClassObject *type = self->type(evaluator);
    bool isOwn = isMemberOf(*type, other);
    if (!isOwn && !(isIntFlag(evaluator, *type) && llvm::isa<IntObject>(other)))
      return evaluator.notImplemented();
    std::optional<int64_t> left = bitsOf(valueOf(self)), right = bitsOf(isOwn ? valueOf(other) : other);
    if (!left || !right)
      return evaluator.notImplemented();
    return memberOf(evaluator, *type, evaluator.integer(apply(*left, *right)));
  };
}

static Value invertFlag(Evaluator &evaluator, Arguments &arguments) {
  Value self = arguments.positional[0];
  ClassObject *type = self->type(evaluator);
  std::optional<int64_t> bits = bitsOf(valueOf(self));
  return bits ? memberOf(evaluator, *type, evaluator.integer(~*bits & allBits(*type))) : nullptr;
}

static Value flagContains(Evaluator &evaluator, Arguments &arguments) {
  Value self = arguments.positional[0], other = arguments.positional[1];
  if (!isMemberOf(*self->type(evaluator), other))
    return evaluator.raise(DiagnosticId::typeError, "unsupported operand type(s) for 'in': '" + other->typeName(evaluator) + "' and '" +
                                                        self->typeName(evaluator) + "'");
  int64_t own = bitsOf(valueOf(self)).value_or(0), theirs = bitsOf(valueOf(other)).value_or(0);
  return evaluator.boolean((own & theirs) == theirs);
}

static std::vector<Value> partsOf(Evaluator &evaluator, Value self) {
  std::vector<Value> parts;
  int64_t own = bitsOf(valueOf(self)).value_or(0);
  for (Value member : self->type(evaluator)->members)
    if (int64_t bits = bitsOf(valueOf(member)).value_or(0); bits && (own & bits) == bits)
      parts.push_back(member);
  return parts;
}
static Value iterateFlag(Evaluator &evaluator, Arguments &arguments) { return evaluator.iteratorOver(partsOf(evaluator, arguments.positional[0])); }
static Value flagLength(Evaluator &evaluator, Arguments &arguments) {
  return evaluator.integer(static_cast<int64_t>(partsOf(evaluator, arguments.positional[0]).size()));
}
static Value flagTruth(Evaluator &evaluator, Arguments &arguments) {
  return evaluator.boolean(bitsOf(valueOf(arguments.positional[0])).value_or(0) != 0);
}

void frontend::installEnumMethods(Evaluator &evaluator, ClassObject &type) {
  auto define = [&](llvm::StringRef name, WrapperObject::Handler handler) {
    type.attributes.set(name, evaluator.function(name.str(), std::move(handler)));
  };
  if (type.name == "Enum") {
    define("__repr__", reprOfMember);
    define("__str__", strOfMember);
    define("__format__", formatMember);
  }
  if (type.name == "IntEnum" || type.name == "StrEnum" || type.name == "IntFlag" || type.name == "ReprEnum") {
    define("__str__", strOfValue);
    define("__format__", formatValue);
  }
  if (type.name == "Flag" || type.name == "IntFlag") {
    for (llvm::StringRef prefix : {"__", "__r"}) {
      define((prefix + "or__").str(), flagOperator([](int64_t a, int64_t b) { return a | b; }));
      define((prefix + "and__").str(), flagOperator([](int64_t a, int64_t b) { return a & b; }));
      define((prefix + "xor__").str(), flagOperator([](int64_t a, int64_t b) { return a ^ b; }));
    }
    define("__invert__", invertFlag);
    define("__contains__", flagContains);
    define("__iter__", iterateFlag);
    define("__len__", flagLength);
    define("__bool__", flagTruth);
  }
}
