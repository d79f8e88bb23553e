// SPDX-License-Identifier: Apache-2.0
// Python's operations on objects: which hook of which operand is asked, in which order, and what is said when none
// answers.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- calls and attributes -----------------------------------------------------------------------------------===//

Value Evaluator::call(Value callee, llvm::ArrayRef<Value> positional, llvm::ArrayRef<Keyword> keywords) {
  Arguments arguments;
  arguments.positional.assign(positional.begin(), positional.end());
  arguments.keywords.assign(keywords.begin(), keywords.end());
  return call(callee, arguments);
}

Value Evaluator::call(Value callee, Arguments &arguments) {
  if (!stepInline())
    return nullptr;
  Range saved = currentRange;
  ++nesting;
  Value result = callee->call(*this, arguments);
  --nesting;
  currentRange = saved;
  return result;
}

/// Whether `object` is a module whose names may be the library's to lack.
static bool isOfLibrary(Value object) {
  auto *module = llvm::dyn_cast<ModuleObject>(object);
  return module && !module->isSource;
}

Value Evaluator::getAttribute(Value object, llvm::StringRef name) {
  if (hasPatchedClasses)
    if (std::optional<Value> value = findPatched(*this, object, name))
      return *value;
  if (std::optional<Value> value = object->getAttribute(*this, name)) {
    if (!isOfLibrary(object) || !isUnsupported(*value) || (!interpretation->isGuarded() && state<CatchingBlocks>().types.empty()))
      return *value;
    Raised raised = raise(DiagnosticId::unknownAttribute, "module '" + llvm::cast<ModuleObject>(object)->name + "' has no attribute '" + name.str() + "'");
    pending->isLack = true;
    if (interpretation->isProbed(pending))
      return raised.note("it is known, but not supported yet");
    clearPending();
    return *value;
  }
  if (currentTrace->strategy)
    if (std::optional<Value> value = currentTrace->strategy->attribute(*this, object, name))
      return *value;
  std::string holder;
  auto *module = llvm::dyn_cast<ModuleObject>(object);
  if (module)
    holder = (module->isLoading ? "partially initialized module '" : "module '") + module->name + "'";
  else if (auto *type = llvm::dyn_cast<ClassObject>(object))
    holder = "type object '" + type->name + "'";
  else
    holder = "'" + object->typeName(*this) + "' object";
  Raised raised = raise(DiagnosticId::unknownAttribute,
                        holder + " has no attribute '" + name.str() + "'" + (module && module->isLoading ? " (most likely due to a circular import)" : ""));
  pending->isLack = isOfLibrary(object) && !name.starts_with("__") && !isLibraryText(currentRange);
  pending->attributes.set("name", string(name));
  pending->attributes.set("obj", object);
  std::vector<std::string> names;
  object->listAttributes(*this, names);
  std::vector<std::string> near = nearestNames(name, names);
  if (!near.empty())
    raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  Value mention = pending->isLack ? interpretation->admitLack() : Value(nullptr);
  return mention ? state<KnownMentions>().byName.try_emplace(module->name + "." + name.str(), mention).first->second : nullptr;
}

bool Evaluator::setAttribute(Value object, llvm::StringRef name, Value value) { return object->setAttribute(*this, name, value); }

bool Evaluator::hasAttribute(Value object, llvm::StringRef name) {
  std::optional<Value> value = object->getAttribute(*this, name);
  if (value && !*value && pending && !pending->fatal)
    clearPending();
  return value && *value;
}

Value Evaluator::getItem(Value object, Value key) { return stepInline() ? object->getItem(*this, key) : nullptr; }
bool Evaluator::setItem(Value object, Value key, Value value) { return step() && object->setItem(*this, key, value); }

//===-- operators ----------------------------------------------------------------------------------------------===//

static llvm::StringRef ufuncName(BinaryOp op) {
  static constexpr llvm::StringLiteral names[] = {"add",   "subtract",   "multiply",    "matmul",      "divide",     "floor_divide", "remainder",
                                                  "power", "left_shift", "right_shift", "bitwise_and", "bitwise_or", "bitwise_xor"};
  return names[static_cast<size_t>(op)];
}

static std::string describeDType(Evaluator &evaluator, Value array) {
  Value dtype = evaluator.getAttribute(array, "dtype");
  std::optional<std::string> text = dtype ? evaluator.repr(dtype) : std::nullopt;
  if (!text)
    evaluator.clearPending();
  return text.value_or("dtype('O')");
}

/// Whether what has no axes is NumPy's scalar, a value, and no array, which is a place.
static bool isScalar(Evaluator &evaluator, ArrayObject *array) {
  Value answer = array->flavour == Flavour::numpy ? evaluator.getAttribute(array, "_isZeroDimensional") : nullptr;
  auto *isArray = llvm::dyn_cast_or_null<BoolObject>(answer);
  return !isArray || !isArray->value;
}

/// `a += y` of a NumPy array, which other names see. NumPy's scalars don't change, nor do arrays that a trace only reads.
static std::optional<Value> updateNumpy(Evaluator &evaluator, BinaryOp op, ArrayObject *array, Value right) {
  if (array->traced || (array->shape().empty() && isScalar(evaluator, array)))
    return std::nullopt;
  std::optional<Value> result = array->binary(evaluator, op, right, /*reflected=*/false);
  if (!result || !*result)
    return result;
  auto *made = llvm::dyn_cast<ArrayObject>(*result);
  if (!made && array->flavour == Flavour::numpy) // an array of complex numbers or of items
    return Value(evaluator.raise(DiagnosticId::typeError, "Cannot cast ufunc '" + ufuncName(op).str() + "' output from " + describeDType(evaluator, *result) + " to dtype('" +
                                                              std::string(numerics::getName(array->dtype)) + "') with casting rule 'same_kind'"));
  if (!made || made->flavour != Flavour::numpy) // a JAX array, say: NumPy would not know how
    return result;
  auto rank = [](numerics::DType type) {
    return type == numerics::DType::boolean ? 0 : !numerics::isInteger(type) ? 3 : numerics::isSigned(type) ? 2 : 1;
  };
  if (rank(made->dtype) > rank(array->dtype))
    return Value(evaluator.raise(DiagnosticId::typeError, "Cannot cast ufunc '" + ufuncName(op).str() + "' output from dtype('" + std::string(numerics::getName(made->dtype)) +
                                                              "') to dtype('" + std::string(numerics::getName(array->dtype)) + "') with casting rule 'same_kind'"));
  if (made->shape() != array->shape())
    return Value(evaluator.raise(DiagnosticId::valueError,
                                 "non-broadcastable output operand with shape " +
                                     evaluator.repr(evaluator.tupleOfInts(array->shape())).value_or("") +
                                     " doesn't match the broadcast shape " +
                                     evaluator.repr(evaluator.tupleOfInts(made->shape())).value_or("")));
  return array->setItem(evaluator, evaluator.ellipsis(), made) ? Value(array) : Value(nullptr);
}

/// `x += y` where x changes itself. Empty: treat it as `x = x + y`.
static std::optional<Value> updateInPlace(Evaluator &evaluator, BinaryOp op, Value left, Value right) {
  if (InstancePart *part = left->instancePart()) {
    std::optional<Value> result = askOperator(evaluator, left, *part, "__i" + getMethodStem(op) + "__", right);
    if (result || llvm::isa<InstanceObject>(left))
      return result;
  }
  if (auto *array = llvm::dyn_cast<ArrayObject>(left)) {
    std::optional<Value> result = array->updateInPlace(evaluator, op, right);
    return result || array->flavour != Flavour::numpy ? result : updateNumpy(evaluator, op, array, right);
  }
  if (auto *list = llvm::dyn_cast<ListObject>(left)) {
    if (op == BinaryOp::add) {
      std::optional<std::vector<Value>> items = evaluator.toVector(right);
      if (!items)
        return Value(nullptr);
      llvm::append_range(list->items, *items);
      return left;
    }
    std::optional<Value> result = list->binary(evaluator, op, right, false);
    if (result && *result) {
      list->items = llvm::cast<ListObject>(*result)->items;
      return left;
    }
    return result;
  }
  if (llvm::isa<DictObject>(left) && op == BinaryOp::bitOr) {
    Arguments arguments;
    arguments.positional.push_back(right);
    return callEntry(evaluator, *LibraryTable::get().find("dict", "update"), left, arguments) ? left : nullptr;
  }
  if (auto *bytes = llvm::dyn_cast<BytesObject>(left);
      bytes && bytes->isMutable && (op == BinaryOp::add || op == BinaryOp::multiply)) {
    std::optional<Value> added = op == BinaryOp::multiply || llvm::isa<BytesObject>(right)
                                     ? bytes->binary(evaluator, op, right, false)
                                     : std::nullopt;
    if (added && *added)
      bytes->value = llvm::cast<BytesObject>(*added)->value;
    return added && *added ? std::optional<Value>(left) : added;
  }
  if (auto *set = llvm::dyn_cast<SetObject>(left); set && !set->frozen) {
    std::optional<bool> done = set->update(evaluator, op, right);
    if (!done)
      return Value(nullptr);
    return *done ? std::optional<Value>(left) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether `right` answers before `left`: it is of a user's class that has the method, and that class derives from the left's or the left
/// is an object of the language; or the library made it of such an object, with operators of its own.
static bool goesFirst(Evaluator &evaluator, Value right, Value left, const llvm::Twine &method) {
  InstancePart *part = right->instancePart();
  if (!part)
    return right->isDerived() && !left->isDerived() && llvm::isa<NumberObject, StrObject>(left);
  if (!part->instanceType->isUser)
    return false;
  ClassObject *leftType = left->type(evaluator);
  if (leftType == part->instanceType || (left->instancePart() && !part->instanceType->isSubclassOf(leftType)))
    return false;
  return part->instanceType->find(method.str()) != nullptr;
}

static Value raiseOperands(Evaluator &evaluator, BinaryOp op, Value left, Value right, bool inPlace) {
  std::string leftType = left->typeName(evaluator), rightType = right->typeName(evaluator);
  if (op == BinaryOp::add && llvm::isa<StrObject>(left))
    return evaluator.raise(DiagnosticId::typeError, "can only concatenate str (not \"" + rightType + "\") to str")
        .note("an f-string turns any value into text: `f\"{x}\"`");
  auto *sequence = llvm::dyn_cast<SequenceObject>(left);
  if (op == BinaryOp::add && sequence) {
    std::string kind = sequence->kind() == Kind::tuple ? "tuple" : "list";
    return evaluator.raise(DiagnosticId::typeError, "can only concatenate " + kind + " (not \"" + rightType + "\") to " + kind);
  }
  auto isSequence = [](Value value) { return llvm::isa<SequenceObject>(value) || llvm::isa<StrObject>(value); };
  if (op == BinaryOp::multiply && (isSequence(left) || isSequence(right)))
    return evaluator.raise(DiagnosticId::typeError, "can't multiply sequence by non-int of type '" + (isSequence(left) ? rightType : leftType) + "'");
  std::string symbol = syntax::getText(op).str() + (inPlace ? "=" : "");
  if (op == BinaryOp::power && !inPlace)
    symbol = "** or pow()";
  return evaluator.raise(DiagnosticId::typeError,
               "unsupported operand type(s) for " + symbol + ": '" + leftType + "' and '" + rightType + "'")
      .note("convert one of the two, so that `" + symbol + "` has a meaning for both");
}

Value Evaluator::binary(BinaryOp op, Value left, Value right, bool inPlace) {
  if (!stepInline())
    return nullptr;
  if (Value result = operateOnNumbers(*this, op, left, right))
    return result;
  if (inPlace)
    if (std::optional<Value> result = updateInPlace(*this, op, left, right))
      return *result;
  // A text formats whatever it is given.
  bool formats = op == BinaryOp::modulo && (llvm::isa<StrObject>(left) || llvm::isa<BytesObject>(left)) && left->kind() != right->kind();
  if (!formats && (right->isDerived() || right->instancePart()) && goesFirst(*this, right, left, "__r" + getMethodStem(op) + "__")) {
    if (std::optional<Value> result = right->binary(*this, op, left, /*reflected=*/true))
      return *result;
    if (std::optional<Value> result = left->binary(*this, op, right, /*reflected=*/false))
      return *result;
    return raiseOperands(*this, op, left, right, inPlace);
  }
  if (std::optional<Value> result = left->binary(*this, op, right, /*reflected=*/false))
    return *result;
  if (std::optional<Value> result = right->binary(*this, op, left, /*reflected=*/true))
    return *result;
  return raiseOperands(*this, op, left, right, inPlace);
}

Value Evaluator::unary(UnaryOp op, Value operand) {
  if (op == UnaryOp::logicalNot) {
    auto *array = llvm::dyn_cast<ArrayObject>(operand);
    if (array && array->traced && currentTrace->strategy && currentTrace->strategy->recordsControlFlow())
      return array->dtype == numerics::DType::boolean ? unary(UnaryOp::invert, operand) : compare(CompareOp::equal, operand, integer(0));
    std::optional<bool> value = truth(operand);
    return value ? boolean(!*value) : nullptr;
  }
  if (std::optional<Value> result = operand->unary(*this, op))
    return *result;
  return raise(DiagnosticId::typeError,
               "bad operand type for unary " + syntax::getText(op).str() + ": '" + operand->typeName(*this) + "'");
}

Value Evaluator::compare(CompareOp op, Value left, Value right) {
  if (!stepInline())
    return nullptr;
  if (std::optional<bool> known = compareNumbers(op, left, right))
    return boolean(*known);
  switch (op) {
  case CompareOp::is:
  case CompareOp::isNot: {
    bool same = left == right;
    if (!same && left->kind() == right->kind() && !left->instancePart() &&
        !right->instancePart()) { // values that Python shares, or whose identity no program may rely on
      if (llvm::isa<IntObject>(left) || llvm::isa<StrObject>(left))
        same = equal(left, right).value_or(false);
      else if (auto *builtin = llvm::dyn_cast<BuiltinObject>(left))
        same = !builtin->self && builtin->entry == llvm::cast<BuiltinObject>(right)->entry;
    }
    return boolean(same == (op == CompareOp::is));
  }
  case CompareOp::in:
  case CompareOp::notIn: {
    std::optional<bool> found = right->contains(*this, left);
    if (!found)
      return nullptr;
    return boolean(*found == (op == CompareOp::in));
  }
  default:
    break;
  }
  bool rightFirst = (right->isDerived() || right->instancePart()) && goesFirst(*this, right, left, "__" + getMethodStem(mirror(op)) + "__");
  if (std::optional<Value> result = rightFirst ? right->compare(*this, mirror(op), left) : left->compare(*this, op, right))
    return *result;
  if (std::optional<Value> result = rightFirst ? left->compare(*this, op, right) : right->compare(*this, mirror(op), left))
    return *result;
  if (op == CompareOp::equal || op == CompareOp::notEqual)
    return boolean((left == right) == (op == CompareOp::equal));
  return raise(DiagnosticId::typeError, "'" + syntax::getText(op).str() + "' not supported between instances of '" +
                                            left->typeName(*this) + "' and '" + right->typeName(*this) + "'");
}

std::optional<bool> Evaluator::equal(Value left, Value right) {
  if (left == right)
    return true;
  Value result = compare(CompareOp::equal, left, right);
  if (!result)
    return std::nullopt;
  return truth(result);
}

std::optional<bool> Evaluator::truth(Value value) { return value->truth(*this); }
std::optional<int64_t> Evaluator::length(Value value) { return value->length(*this); }
Value Evaluator::iterate(Value iterable) { return iterable->iterate(*this); }

/// Whether the sequence is of a user's class that iterates in its own way.
static bool definesIteration(Value sequence) {
  InstancePart *part = sequence->instancePart();
  return part && part->instanceType->find("__iter__");
}

std::optional<std::vector<Value>> Evaluator::toVector(Value iterable) {
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(iterable); sequence && !definesIteration(sequence))
    return sequence->items;
  if (auto *range = llvm::dyn_cast<RangeObject>(iterable))
    if (range->count() > evaluateOptions.sizeLimit)
      return raise(DiagnosticId::memoryLimit, std::to_string(range->count()) + " elements of a range are beyond the limit of " +
                                                  std::to_string(evaluateOptions.sizeLimit));
  Value iterator = iterate(iterable);
  if (!iterator)
    return std::nullopt;
  std::vector<Value> items;
  while (std::optional<Value> next = llvm::cast<IteratorObject>(iterator)->next(*this)) {
    if (!*next)
      return std::nullopt;
    items.push_back(*next);
    memory += sizeof(Value);
    if (static_cast<int64_t>(items.size()) > evaluateOptions.sizeLimit)
      return raise(DiagnosticId::memoryLimit,
                   "more than " + std::to_string(evaluateOptions.sizeLimit) + " elements are beyond the limit");
  }
  return items;
}

/// Instances of abstract classes that no base says: registered ones, those with a protocol's attributes.
static std::optional<bool> isInstanceByMethods(Evaluator &evaluator, Value value, ClassObject *type) {
  if (!type->attributes.find("_is_protocol"))
    return isSubclass(evaluator, value->type(evaluator), type);
  if (!type->attributes.find("_is_runtime_protocol"))
    return evaluator.raise(DiagnosticId::typeError, "Instance and class checks can only be used with @runtime_checkable protocols");
  for (const auto &[name, member] : type->attributes.entries())
    if (member && !llvm::StringRef(name).starts_with("_") && !evaluator.hasAttribute(value, name))
      return evaluator.hasPending() ? std::nullopt : std::optional<bool>(false);
  if (auto *annotations = llvm::dyn_cast_or_null<DictObject>(type->attributes.find("__annotations__")))
    for (const HashTable::Entry &entry : annotations->table.entries())
      if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key); name && !evaluator.hasAttribute(value, name->value))
        return evaluator.hasPending() ? std::nullopt : std::optional<bool>(false);
  for (llvm::StringRef name : {"__len__", "__iter__", "__call__", "__enter__", "__exit__", "__getitem__", "__contains__", "__next__"})
    if (type->attributes.find(name) && !evaluator.hasAttribute(value, name))
      return false;
  return true;
}

/// The `__bases__` of what may stand for a class: a tuple, or null for none. False with an exception pending.
static bool basesOf(Evaluator &evaluator, Value like, TupleObject *&bases) {
  std::optional<Value> held = like->getAttribute(evaluator, "__bases__");
  if (held && !*held) {
    if (!isPending(evaluator, "AttributeError"))
      return false;
    evaluator.clearPending();
    held = std::nullopt;
  }
  bases = held ? llvm::dyn_cast<TupleObject>(*held) : nullptr;
  return true;
}

/// Whether `like` is `other` or has it among its bases, by the `__bases__` of each.
static std::optional<bool> derivesByBases(Evaluator &evaluator, Value like, Value other) {
  if (like == other)
    return true;
  if (!evaluator.step())
    return std::nullopt;
  TupleObject *bases;
  if (!basesOf(evaluator, like, bases))
    return std::nullopt;
  NestingGuard guard;
  if (bases && guard.isTooDeep())
    return evaluator.raise(DiagnosticId::recursionLimit, "maximum recursion depth exceeded in __subclasscheck__");
  for (size_t i = 0; bases && i < bases->items.size(); ++i) {
    std::optional<bool> is = derivesByBases(evaluator, bases->items[i], other);
    if (!is || *is)
      return is;
  }
  return false;
}

/// `isinstance(value, like)` where `like` is an object that answers for itself, or has `__bases__`.
static std::optional<bool> isInstanceOfAnything(Evaluator &evaluator, Value value, Value like) {
  if (InstancePart *part = like->instancePart())
    if (std::optional<Value> answer = askClass(evaluator, like, *part, "__instancecheck__", {value}))
      return *answer ? evaluator.truth(*answer) : std::nullopt;
  TupleObject *bases;
  if (!basesOf(evaluator, like, bases))
    return std::nullopt;
  if (!bases)
    return evaluator.raise(DiagnosticId::typeError, "isinstance() arg 2 must be a type, a tuple of types, or a union");
  std::optional<Value> own = value->getAttribute(evaluator, "__class__");
  if (own && !*own) {
    if (!isPending(evaluator, "AttributeError"))
      return std::nullopt;
    evaluator.clearPending();
  }
  return own && *own ? derivesByBases(evaluator, *own, like) : std::optional<bool>(false);
}

std::optional<bool> frontend::isSubclassOf(Evaluator &evaluator, Value type, Value other) {
  if (!evaluator.step())
    return std::nullopt;
  std::vector<Value> candidates;
  if (auto *tuple = llvm::dyn_cast<TupleObject>(other))
    candidates = tuple->items;
  else if (auto *united = llvm::dyn_cast<UnionObject>(other))
    candidates = united->members;
  if (llvm::isa<TupleObject>(other) || llvm::isa<UnionObject>(other)) {
    NestingGuard guard;
    if (guard.isTooDeep())
      return evaluator.raise(DiagnosticId::recursionLimit, "maximum recursion depth exceeded in __subclasscheck__");
    for (Value candidate : candidates) {
      std::optional<bool> is = isSubclassOf(evaluator, type, candidate);
      if (!is || *is)
        return is;
    }
    return false;
  }
  auto *first = llvm::dyn_cast<ClassObject>(type), *second = llvm::dyn_cast<ClassObject>(other);
  if (first && !second && evaluator.isUnsupported(other))
    return false;
  if (second && second->metaclass)
    if (Value method = second->metaclass->find("__subclasscheck__")) {
      Value answer = evaluator.call(method, {Value(second), type});
      return answer ? evaluator.truth(answer) : std::nullopt;
    }
  if (InstancePart *part = second ? nullptr : other->instancePart())
    if (std::optional<Value> answer = askClass(evaluator, other, *part, "__subclasscheck__", {type}))
      return *answer ? evaluator.truth(*answer) : std::nullopt;
  if (first && second)
    return isSubclass(evaluator, first, second);
  TupleObject *bases;
  if (!basesOf(evaluator, type, bases))
    return std::nullopt;
  if (!bases)
    return evaluator.raise(DiagnosticId::typeError, "issubclass() arg 1 must be a class");
  if (!basesOf(evaluator, other, bases))
    return std::nullopt;
  if (!bases)
    return evaluator.raise(DiagnosticId::typeError, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
  return derivesByBases(evaluator, type, other);
}

std::optional<bool> Evaluator::isInstance(Value value, Value typeOrTuple) {
  if (!step())
    return std::nullopt;
  if (typeOrTuple->kind() == Kind::record || typeOrTuple->kind() == Kind::extension) // NumPy's scalar types, which are no classes here
    if (std::optional<Value> test = typeOrTuple->getAttribute(*this, "__instancecheck__")) {
      Value answer = *test ? call(*test, {value}) : nullptr;
      return answer ? truth(answer) : std::nullopt;
    }
  if (auto *lacking = llvm::dyn_cast<PlaceholderObject>(typeOrTuple); lacking && lacking->isMention)
    return false; // nobody can have made one
  if (auto *tuple = llvm::dyn_cast<TupleObject>(typeOrTuple)) {
    for (Value item : tuple->items) {
      std::optional<bool> result = isInstance(value, item);
      if (!result || *result)
        return result;
    }
    return false;
  }
  if (auto *united = llvm::dyn_cast<UnionObject>(typeOrTuple))
    return isInstance(value, tuple(united->members));
  if (auto *alias = llvm::dyn_cast<AliasObject>(typeOrTuple); alias && (alias->name == "typing.Union" || alias->name == "typing.Optional"))
    return isInstance(value, tuple(alias->arguments));
  if (llvm::isa<AliasObject>(typeOrTuple))
    return raise(DiagnosticId::typeError, "isinstance() argument 2 cannot be a parameterized generic");
  auto *type = llvm::dyn_cast<ClassObject>(typeOrTuple);
  if (!type && llvm::isa<ExtensionObject>(typeOrTuple)) // `typing.Sequence`
    if (std::optional<Value> origin = typeOrTuple->getAttribute(*this, "__origin__"); origin && *origin)
      type = llvm::dyn_cast<ClassObject>(*origin);
  if (!type)
    return isInstanceOfAnything(*this, value, typeOrTuple);
  if (value->type(*this) == type)
    return true;
  if (Value method = type->isUser && type->metaclass ? type->metaclass->find("__instancecheck__") : nullptr) {
    Value result = call(method, {Value(type), value});
    return result ? truth(result) : std::nullopt;
  }
  if (isInstance(value, type))
    return true;
  if (InstancePart *part = value->instancePart(); part && !llvm::isa<ClassObject>(value)) { // a class that the object says it has: mocks
    std::optional<Value> said = value->getAttribute(*this, "__class__");
    if (said && !*said && !isPending(*this, "AttributeError"))
      return std::nullopt;
    if (said && !*said)
      clearPending();
    if (auto *other = said ? llvm::dyn_cast_or_null<ClassObject>(static_cast<Object *>(*said)) : nullptr; other && other != part->instanceType && other->isSubclassOf(type))
      return true;
  }
  if (!type->isUser)
    return false;
  return isInstanceByMethods(*this, value, type);
}

bool Evaluator::isCallable(Value value) {
  switch (value->kind()) {
  case Kind::function:
  case Kind::boundMethod:
  case Kind::builtin:
  case Kind::partial:
  case Kind::wrapper:
  case Kind::type:
    return true;
  case Kind::instance:
    return llvm::cast<InstanceObject>(value)->instanceType->find("__call__") != nullptr;
  case Kind::property:
    return llvm::cast<DescriptorObject>(value)->role == DescriptorObject::Role::staticMethod;
  default:
    return hasAttribute(value, "__call__");
  }
}

//===-- text ---------------------------------------------------------------------------------------------------===//

std::optional<std::string> Evaluator::str(Value value) { return value->str(*this); }
std::optional<std::string> Evaluator::repr(Value value) { return value->repr(*this); }

/// Looks a few levels deep, enough for what a program prints, and once into each container: one may be inside itself.
static bool holdsHostArray(Value value, llvm::SmallPtrSetImpl<Value> &seen, unsigned depth = 0) {
  if (auto *array = llvm::dyn_cast<ArrayObject>(value))
    return !array->traced;
  if (llvm::isa<TextObject>(value))
    return true;
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  auto *dict = llvm::dyn_cast<DictObject>(value);
  if ((!sequence && !dict) || depth == 16 || !seen.insert(value).second)
    return false;
  auto inner = [&](Value item) { return holdsHostArray(item, seen, depth + 1); };
  if (sequence)
    return llvm::any_of(sequence->items, inner);
  auto innerValue = [&](const HashTable::Entry &entry) { return entry.key && inner(entry.value); };
  return llvm::any_of(dict->table.entries(), innerValue);
}

/// A tuple, list or dict with arrays inside: its text is put together from theirs.
Value Evaluator::formatContainer(Value container) {
  if (!step())
    return nullptr;
  ReprGuard guard(container);
  if (guard.isInside())
    return string(container->kind() == Kind::tuple ? "(...)" : container->kind() == Kind::list ? "[...]" : "{...}");
  std::vector<Value> parts;
  auto add = [&](Value value) {
    Value text = format(value, 'r', "");
    parts.push_back(text);
    return text != nullptr;
  };
  if (auto *dict = llvm::dyn_cast<DictObject>(container)) {
    parts.push_back(string("{"));
    for (const HashTable::Entry &entry : dict->table.entries()) {
      if (!entry.key)
        continue;
      if (parts.size() > 1)
        parts.push_back(string(", "));
      if (!add(entry.key))
        return nullptr;
      parts.push_back(string(": "));
      if (!add(entry.value))
        return nullptr;
    }
    parts.push_back(string("}"));
    return concatenate(parts);
  }
  auto *sequence = llvm::cast<SequenceObject>(container);
  bool isTuple = sequence->kind() == Kind::tuple;
  parts.push_back(string(sequence->namedType ? sequence->namedType->name + "(" : isTuple ? "(" : "["));
  for (size_t i = 0; i < sequence->items.size(); ++i) {
    bool isOnLine = !sequence->namedType || !llvm::StringRef(sequence->namedType->fieldNames[i]).starts_with("\n"); // torch's results have a line for each field
    std::string before = !i ? "" : isOnLine ? ", " : ",";
    if (sequence->namedType)
      before += sequence->namedType->fieldNames[i] + "=";
    parts.push_back(string(before));
    if (!add(sequence->items[i]))
      return nullptr;
  }
  parts.push_back(string(!isTuple ? "]" : sequence->items.size() == 1 && !sequence->namedType ? ",)" : ")"));
  return concatenate(parts);
}

/// Whether the value is an instance of a program's class that has a text of its own, which goes before the container's.
/// `dict.__repr__(self)` asks for the container's.
static bool hasOwnText(Value value, char conversion) {
  InstancePart *part = value->instancePart();
  if (!part || std::exchange(part->plain, false))
    return false;
  const ClassObject &type = *part->instanceType;
  return type.find("__repr__") || (conversion != 'r' && type.find("__str__")) ||
         (!conversion && type.find("__format__"));
}

Value Evaluator::format(Value value, char conversion, llvm::StringRef spec) {
  llvm::SmallPtrSet<Value, 8> seen;
  if ((llvm::isa<SequenceObject>(value) || llvm::isa<DictObject>(value)) && spec.empty() &&
      holdsHostArray(value, seen) && !hasOwnText(value, conversion))
    return formatContainer(value);
  return value->format(*this, conversion, spec);
}

Value Evaluator::concatenate(llvm::ArrayRef<Value> texts) {
  llvm::SmallVector<std::string> pieces(1);
  llvm::SmallVector<mlir::Value> values;
  for (Value text : texts) {
    if (auto *known = llvm::dyn_cast<StrObject>(text)) {
      pieces.back() += known->value;
    } else {
      values.push_back(llvm::cast<TextObject>(text)->value);
      pieces.emplace_back();
    }
  }
  if (static_cast<int64_t>(pieces.back().size()) > evaluateOptions.sizeLimit)
    return raise(DiagnosticId::memoryLimit, "a string of " + std::to_string(pieces.back().size()) + " bytes is beyond the limit");
  memory += pieces.back().size();
  if (values.empty())
    return string(pieces.back());
  if (values.size() == 1 && pieces[0].empty() && pieces[1].empty())
    return make<TextObject>(values[0]);
  mlir::OpBuilder builder = hostBuilder();
  // A text that only this one uses is merged into it, so that one print is one `tile.format`.
  llvm::SmallVector<mlir::Value> flat;
  llvm::SmallVector<std::string> flatPieces{pieces[0]}, specs;
  llvm::SmallVector<mlir::Attribute> styles;
  llvm::SmallVector<int64_t> unsignedValues, keyValues;
  auto python = tile::TextStyleAttr::get(&mlirContext, tile::TextStyle::python);
  for (size_t i = 0; i < values.size(); ++i) {
    if (auto inner = values[i].getDefiningOp<tile::FormatOp>()) {
      auto innerPieces = inner.getPieces().getAsValueRange<mlir::StringAttr>();
      llvm::SmallVector<llvm::StringRef> texts(innerPieces.begin(), innerPieces.end());
      flatPieces.back() += texts[0];
      for (size_t k = 0; k < inner.getValues().size(); ++k) {
        if (llvm::is_contained(inner.getUnsignedValues(), static_cast<int64_t>(k)))
          unsignedValues.push_back(static_cast<int64_t>(flat.size()));
        if (llvm::is_contained(inner.getKeyValues(), static_cast<int64_t>(k)))
          keyValues.push_back(static_cast<int64_t>(flat.size()));
        flat.push_back(inner.getValues()[k]);
        specs.push_back(llvm::cast<mlir::StringAttr>(inner.getSpecs()[k]).str());
        styles.push_back(inner.getStyles()[k]);
        flatPieces.push_back(texts[k + 1].str());
      }
    } else {
      flat.push_back(values[i]);
      specs.push_back("");
      styles.push_back(python);
      flatPieces.emplace_back();
    }
    flatPieces.back() += pieces[i + 1];
  }
  auto strings = [&](llvm::ArrayRef<std::string> list) {
    llvm::SmallVector<llvm::StringRef> refs(list.begin(), list.end());
    return builder.getStrArrayAttr(refs);
  };
  auto op = tile::FormatOp::create(builder, location(), tile::TextType::get(&mlirContext), flat, strings(flatPieces), strings(specs),
                                   builder.getArrayAttr(styles), builder.getDenseI64ArrayAttr(unsignedValues),
                                   builder.getDenseI64ArrayAttr(keyValues));
  for (mlir::Value value : values)
    if (mlir::Operation *unused = value.getDefiningOp(); unused && unused->use_empty() && llvm::isa<tile::FormatOp>(unused))
      detachedTexts.insert(unused);
  return make<TextObject>(op.getResult());
}

/// The text as a value of `@main`.
static mlir::Value emitText(Evaluator &evaluator, Value text) {
  if (auto *run = llvm::dyn_cast<TextObject>(text))
    return run->value;
  mlir::OpBuilder builder = evaluator.hostBuilder();
  auto none = builder.getDenseI64ArrayAttr({});
  return tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), mlir::ValueRange(),
                                builder.getStrArrayAttr({llvm::cast<StrObject>(text)->value}), builder.getStrArrayAttr({}),
                                builder.getArrayAttr({}), none, none);
}

bool Evaluator::print(Value text) {
  mlir::OpBuilder builder = hostBuilder();
  mlir::Value value = emitText(*this, text);
  tile::PrintOp::create(builder, location(), value);
  return true;
}

bool Evaluator::writeFile(Value text, llvm::StringRef path) {
  mlir::OpBuilder builder = hostBuilder();
  mlir::Value value = emitText(*this, text);
  tile::WriteFileOp::create(builder, location(), value, builder.getStringAttr(path));
  return true;
}

//===-- reading arguments --------------------------------------------------------------------------------------===//

std::optional<int64_t> Evaluator::toInt(Value value, llvm::StringRef what) {
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return boolean->value;
  if (auto *integer = llvm::dyn_cast<IntObject>(value)) {
    if (std::optional<int64_t> small = integer->value.asInt64())
      return small;
    return raise(DiagnosticId::valueError, what.str() + " is " + integer->value.toString() + ", which does not fit 64 bits");
  }
  if (auto *instance = llvm::dyn_cast<InstanceObject>(value))
    if (Value method = instance->instanceType->find("__index__")) {
      Value result = call(method, {value});
      return result ? toInt(result, what) : std::nullopt;
    }
  if (auto *array = llvm::dyn_cast<ArrayObject>(value)) {
    if (array->traced)
      return raise(DiagnosticId::typeError, what.str() + " is a traced array, expected an integer known while compiling")
          .note("a loop over a traced bound is `lax.fori_loop(start, stop, body, init)`");
    if (!numerics::isInteger(array->dtype) || !array->shape().empty())
      return raise(DiagnosticId::typeError, what.str() + " is an array, expected an integer or an integer array without axes");
    Value item = forceItem(array);
    return item ? toInt(item, what) : std::nullopt;
  }
  return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected an integer");
}

std::optional<double> Evaluator::toDouble(Value value, llvm::StringRef what) {
  if (auto *floating = llvm::dyn_cast<FloatObject>(value))
    return floating->value;
  if (auto *integer = llvm::dyn_cast<IntObject>(value)) {
    double result = integer->value.toDouble();
    if (result - result != 0)
      return raiseOverflow(*this, "int too large to convert to float");
    return result;
  }
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return boolean->value ? 1.0 : 0.0;
  if (auto *array = llvm::dyn_cast<ArrayObject>(value)) {
    Value item = forceItem(array);
    return item ? toDouble(item, what) : std::nullopt;
  }
  if (auto *instance = llvm::dyn_cast<InstanceObject>(value))
    for (const char *name : {"__float__", "__index__"})
      if (Value method = instance->instanceType->find(name)) {
        Value result = call(method, {value});
        return result ? toDouble(result, what) : std::nullopt;
      }
  return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected a number");
}

std::optional<std::string> Evaluator::toString(Value value, llvm::StringRef what) {
  if (auto *text = llvm::dyn_cast<StrObject>(value))
    return text->value;
  if (llvm::isa<TextObject>(value))
    return value->str(*this);
  return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected a string");
}

std::optional<std::vector<int64_t>> Evaluator::toShape(Value value, llvm::StringRef what) {
  if (llvm::isa<IntObject>(value) || llvm::isa<BoolObject>(value)) {
    std::optional<int64_t> one = toInt(value, what);
    return one ? std::optional<std::vector<int64_t>>({*one}) : std::nullopt;
  }
  return toInts(value, what);
}

std::optional<std::vector<int64_t>> Evaluator::toInts(Value value, llvm::StringRef what) {
  if (!llvm::isa<SequenceObject>(value) && !llvm::isa<RangeObject>(value))
    return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected a tuple of integers");
  std::optional<std::vector<Value>> items = toVector(value);
  if (!items)
    return std::nullopt;
  std::vector<int64_t> integers;
  for (Value item : *items) {
    std::optional<int64_t> one = toInt(item, "an element of " + what.str());
    if (!one)
      return std::nullopt;
    integers.push_back(*one);
  }
  return integers;
}
