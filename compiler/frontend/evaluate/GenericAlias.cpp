// SPDX-License-Identifier: Apache-2.0
// Classes with type arguments and unions of classes, as values.
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

char AliasObject::tag;
char UnionObject::tag;

Value frontend::makeAlias(Evaluator &evaluator, Value origin, Value key) {
  auto *tuple = llvm::dyn_cast<TupleObject>(key);
  return evaluator.make<AliasObject>(origin, tuple ? tuple->items : std::vector<Value>{key});
}

std::optional<std::string> frontend::typeText(Evaluator &evaluator, Value type) {
  if (isEllipsis(type))
    return "...";
  if (isNone(type))
    return "None";
  if (auto *list = llvm::dyn_cast<ListObject>(type)) { // Callable[[int, str], bool]
    std::string text;
    for (Value item : list->items)
      text += (text.empty() ? "" : ", ") + typeText(evaluator, item).value_or("?");
    return "[" + text + "]";
  }
  auto *known = llvm::dyn_cast<ClassObject>(type);
  if (!known)
    return evaluator.repr(type);
  if (known->name == "NoneType")
    return "None";
  return known->isUser ? known->module + "." + known->name : known->qualifiedName();
}

std::optional<Value> frontend::uniteTypes(Evaluator &evaluator, Value left, Value right) {
  std::vector<Value> members;
  for (Value side : {left, right}) {
    if (auto *other = llvm::dyn_cast<UnionObject>(side))
      llvm::append_range(members, other->members);
    else if (auto *alias = llvm::dyn_cast<AliasObject>(side);
             alias && (alias->name == "typing.Union" || alias->name == "typing.Optional"))
      for (Value member : alias->arguments)
        members.push_back(isNone(member) ? evaluator.builtinClass("NoneType") : member);
    else if (llvm::isa<ClassObject>(side) || llvm::isa<AliasObject>(side))
      members.push_back(side);
    else if (isNone(side))
      members.push_back(evaluator.builtinClass("NoneType"));
    else
      return std::nullopt;
  }
  std::vector<Value> distinct;
  for (Value member : members) {
    bool isKnown = false;
    for (Value known : distinct) {
      std::optional<bool> same = evaluator.equal(known, member); // `list[int]` twice
      if (!same)
        return Value(nullptr);
      isKnown |= *same;
    }
    if (!isKnown)
      distinct.push_back(member);
  }
  return distinct.size() == 1 ? distinct[0] : Value(evaluator.make<UnionObject>(std::move(distinct)));
}

//===-- list[int] ------------------------------------------------------------------------------------------------===//

std::optional<Value> AliasObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "__origin__")
    return origin;
  if (attribute == "__args__")
    return evaluator.tuple(arguments);
  return origin->getAttribute(evaluator, attribute);
}

Value AliasObject::getItem(Evaluator &evaluator, Value key) {
  auto *tuple = llvm::dyn_cast<TupleObject>(key);
  return evaluator.make<AliasObject>(origin, tuple ? tuple->items : std::vector<Value>{key}, name);
}

Value AliasObject::call(Evaluator &evaluator, Arguments &passed) { return evaluator.call(origin, passed); }

std::optional<Value> AliasObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (op != BinaryOp::bitOr)
    return std::nullopt;
  return reflected ? uniteTypes(evaluator, other, this) : uniteTypes(evaluator, this, other);
}

std::optional<Value> AliasObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<AliasObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  if (origin != theirs->origin)
    return evaluator.boolean(op == CompareOp::notEqual);
  return evaluator.tuple(arguments)->compare(evaluator, op, evaluator.tuple(theirs->arguments));
}

std::optional<std::string> AliasObject::repr(Evaluator &evaluator) {
  std::optional<std::string> text = name.empty() ? typeText(evaluator, origin) : std::optional<std::string>(name);
  std::string inner;
  llvm::ArrayRef<Value> shown = arguments;
  if (name == "typing.Optional")
    shown = shown.drop_back();
  for (Value argument : shown) {
    std::optional<std::string> part = !text                      ? std::nullopt
                                      : name == "typing.Literal" ? evaluator.repr(argument)
                                                                 : typeText(evaluator, argument);
    if (!part)
      return std::nullopt;
    inner += (inner.empty() ? "" : ", ") + *part;
  }
  return text ? std::optional<std::string>(*text + "[" + (inner.empty() ? "()" : inner) + "]") : std::nullopt;
}

std::optional<uint64_t> AliasObject::hash(Evaluator &evaluator) {
  std::optional<uint64_t> own = origin->hash(evaluator);
  for (Value argument : arguments) {
    std::optional<uint64_t> part = own ? argument->hash(evaluator) : std::nullopt;
    if (!part)
      return std::nullopt;
    own = llvm::hash_combine(*own, *part);
  }
  return own;
}

//===-- int | None
//-------------------------------------------------------------------------------------------------===//

std::optional<Value> UnionObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "__args__")
    return evaluator.tuple(members);
  return ExtensionObject::getAttribute(evaluator, attribute);
}

std::optional<Value> UnionObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (op != BinaryOp::bitOr)
    return std::nullopt;
  return reflected ? uniteTypes(evaluator, other, this) : uniteTypes(evaluator, this, other);
}

std::optional<Value> UnionObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<UnionObject>(other);
  auto *spelled = llvm::dyn_cast<AliasObject>(other); // `typing.Union[int, str]`
  bool isUnion = theirs || (spelled && (spelled->name == "typing.Union" || spelled->name == "typing.Optional"));
  if (!isUnion || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  llvm::ArrayRef<Value> others = theirs ? theirs->members : spelled->arguments;
  bool same = members.size() == others.size();
  for (size_t i = 0; i < members.size() && same; ++i) {
    bool found = false;
    for (Value each : others) {
      bool isNoneType = isNone(each) && members[i] == evaluator.builtinClass("NoneType");
      std::optional<bool> equal = isNoneType ? std::optional<bool>(true) : evaluator.equal(members[i], each);
      if (!equal)
        return Value(nullptr);
      found |= *equal;
    }
    same = found;
  }
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> UnionObject::repr(Evaluator &evaluator) {
  std::string text;
  for (Value member : members) {
    std::optional<std::string> part = typeText(evaluator, member);
    if (!part)
      return std::nullopt;
    text += (text.empty() ? "" : " | ") + *part;
  }
  return text;
}

std::optional<uint64_t> UnionObject::hash(Evaluator &evaluator) {
  size_t own = members.size();
  for (Value member : members) {
    std::optional<uint64_t> part = member->hash(evaluator);
    if (!part)
      return std::nullopt;
    own += *part;
  }
  return own;
}
