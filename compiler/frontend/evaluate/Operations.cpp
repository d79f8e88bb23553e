// SPDX-License-Identifier: Apache-2.0
// Python's operations on objects: which hook of which operand is asked, in which order, and what is said when none
// answers.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/GenericAlias.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/NearNames.h"
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
  noteNearNames(*this, raised, name, near);
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
