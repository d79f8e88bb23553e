// SPDX-License-Identifier: Apache-2.0
// Operators and protocols of a user's instances: each is the call of a method of the class, found on the class as Python finds it.
// Enum members live here too: they compare and compute as their value when their class mixes `int` or `str` in.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

/// Calls the class's method; empty when the class has none.
static std::optional<Value> callMethod(Evaluator &evaluator, InstanceObject *self, llvm::StringRef name, llvm::ArrayRef<Value> arguments = {}) {
  Value method = self->instanceType->find(name);
  if (!method || isNone(method))
    return std::nullopt;
  if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(method))
    method = descriptor->getter;
  llvm::SmallVector<Value, 4> all{self};
  all.append(arguments.begin(), arguments.end());
  return evaluator.call(method, all);
}

/// As above, but `NotImplemented` is no answer either.
static std::optional<Value> callOperator(Evaluator &evaluator, InstanceObject *self, const llvm::Twine &name, Value other) {
  std::optional<Value> result = callMethod(evaluator, self, name.str(), {other});
  if (result && *result == evaluator.notImplemented())
    return std::nullopt;
  return result;
}

/// The value of an enum member whose class mixes a data type in; null otherwise.
static Value mixedValue(InstanceObject *self) {
  return self->instanceType->isEnum && self->instanceType->resolutionOrder.size() > 3 ? self->attributes.find("value") : nullptr;
}

Value InstanceObject::getItem(Evaluator &evaluator, Value key) {
  std::optional<Value> result = callMethod(evaluator, this, "__getitem__", {key});
  return result ? *result : Object::getItem(evaluator, key);
}

bool InstanceObject::setItem(Evaluator &evaluator, Value key, Value value) {
  std::optional<Value> result = callMethod(evaluator, this, "__setitem__", {key, value});
  return result ? *result != nullptr : Object::setItem(evaluator, key, value);
}

bool InstanceObject::deleteItem(Evaluator &evaluator, Value key) {
  std::optional<Value> result = callMethod(evaluator, this, "__delitem__", {key});
  return result ? *result != nullptr : Object::deleteItem(evaluator, key);
}

Value InstanceObject::call(Evaluator &evaluator, Arguments &arguments) {
  Value method = instanceType->find("__call__");
  if (!method)
    return Object::call(evaluator, arguments);
  return evaluator.make<BoundMethodObject>(this, method)->call(evaluator, arguments);
}

std::optional<Value> InstanceObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (Value value = mixedValue(this)) {
    auto *theirs = llvm::dyn_cast<InstanceObject>(other);
    Value right = theirs && mixedValue(theirs) ? mixedValue(theirs) : other;
    return reflected ? evaluator.binary(op, right, value) : evaluator.binary(op, value, right);
  }
  return callOperator(evaluator, this, (reflected ? "__r" : "__") + getMethodStem(op) + "__", other);
}

std::optional<Value> InstanceObject::unary(Evaluator &evaluator, UnaryOp op) {
  if (Value value = mixedValue(this))
    return value->unary(evaluator, op);
  llvm::StringRef name = op == UnaryOp::minus ? "__neg__" : op == UnaryOp::plus ? "__pos__" : "__invert__";
  return callMethod(evaluator, this, name);
}

std::optional<Value> InstanceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (Value value = mixedValue(this)) {
    auto *theirs = llvm::dyn_cast<InstanceObject>(other);
    return value->compare(evaluator, op, theirs && mixedValue(theirs) ? mixedValue(theirs) : other);
  }
  if (std::optional<Value> result = callOperator(evaluator, this, "__" + getMethodStem(op) + "__", other))
    return result;
  if (op == CompareOp::notEqual) {
    std::optional<Value> equal = callOperator(evaluator, this, "__eq__", other);
    if (!equal)
      return Object::compare(evaluator, op, other);
    if (!*equal)
      return Value(nullptr);
    return evaluator.unary(UnaryOp::logicalNot, *equal);
  }
  return Object::compare(evaluator, op, other);
}

std::optional<bool> InstanceObject::truth(Evaluator &evaluator) {
  if (Value value = mixedValue(this))
    return value->truth(evaluator);
  if (std::optional<Value> result = callMethod(evaluator, this, "__bool__")) {
    if (!*result)
      return std::nullopt;
    if (auto *boolean = llvm::dyn_cast<BoolObject>(*result))
      return boolean->value;
    return evaluator.raise(DiagnosticId::typeError, "__bool__ should return bool, returned " + (*result)->typeName(evaluator));
  }
  if (!instanceType->find("__len__"))
    return true;
  std::optional<int64_t> size = length(evaluator);
  if (!size)
    return std::nullopt;
  return *size != 0;
}

/// Calls `__next__` until StopIteration.
static Value iteratorOverNext(Evaluator &evaluator, InstanceObject *source) {
  return evaluator.iteratorFrom([source](Evaluator &evaluator) -> std::optional<Value> {
    std::optional<Value> value = callMethod(evaluator, source, "__next__");
    if (!value)
      return Value(evaluator.raise(DiagnosticId::typeError, "'" + source->typeName(evaluator) + "' object is not an iterator"));
    if (!*value && isPending(evaluator, "StopIteration")) {
      evaluator.clearPending();
      return std::nullopt;
    }
    return value;
  });
}

Value InstanceObject::iterate(Evaluator &evaluator) {
  if (std::optional<Value> iterator = callMethod(evaluator, this, "__iter__")) {
    if (!*iterator || llvm::isa<IteratorObject>(*iterator))
      return *iterator;
    if (auto *source = llvm::dyn_cast<InstanceObject>(*iterator))
      return iteratorOverNext(evaluator, source);
    return evaluator.raise(DiagnosticId::typeError, "iter() returned non-iterator of type '" + (*iterator)->typeName(evaluator) + "'");
  }
  if (!instanceType->find("__getitem__"))
    return Object::iterate(evaluator);
  auto position = std::make_shared<int64_t>(0);
  InstanceObject *self = this;
  return evaluator.iteratorFrom([self, position](Evaluator &evaluator) -> std::optional<Value> {
    Value value = self->getItem(evaluator, evaluator.integer((*position)++));
    if (!value && isPending(evaluator, "IndexError")) {
      evaluator.clearPending();
      return std::nullopt;
    }
    return value;
  });
}

std::optional<int64_t> InstanceObject::length(Evaluator &evaluator) {
  std::optional<Value> result = callMethod(evaluator, this, "__len__");
  if (!result)
    return Object::length(evaluator);
  return *result ? evaluator.toInt(*result, "the result of __len__") : std::nullopt;
}

std::optional<bool> InstanceObject::contains(Evaluator &evaluator, Value item) {
  std::optional<Value> result = callMethod(evaluator, this, "__contains__", {item});
  if (!result)
    return Object::contains(evaluator, item);
  return *result ? evaluator.truth(*result) : std::nullopt;
}

static std::optional<std::string> textOf(Evaluator &evaluator, Value value, llvm::StringRef method) {
  if (!value)
    return std::nullopt;
  if (llvm::isa<StrObject>(value) || llvm::isa<TextObject>(value))
    return value->str(evaluator);
  return evaluator.raise(DiagnosticId::typeError, method.str() + " returned non-string (type " + value->typeName(evaluator) + ")");
}

std::optional<std::string> InstanceObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  if (std::optional<Value> result = callMethod(evaluator, this, "__repr__"))
    return textOf(evaluator, *result, "__repr__");
  if (instanceType->isEnum) {
    std::optional<std::string> value = evaluator.repr(attributes.find("value"));
    if (!value)
      return std::nullopt;
    return "<" + instanceType->name + "." + llvm::cast<StrObject>(attributes.find("name"))->value + ": " + *value + ">";
  }
  return "<__main__." + instanceType->name + " object>";
}

std::optional<std::string> InstanceObject::str(Evaluator &evaluator) {
  if (std::optional<Value> result = callMethod(evaluator, this, "__str__"))
    return textOf(evaluator, *result, "__str__");
  if (!instanceType->isEnum || instanceType->find("__repr__"))
    return repr(evaluator);
  if (mixedValue(this) && instanceType->bases.size() == 1) // IntEnum, StrEnum
    return evaluator.str(mixedValue(this));
  return instanceType->name + "." + llvm::cast<StrObject>(attributes.find("name"))->value;
}

Value InstanceObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (!conversion) {
    if (std::optional<Value> result = callMethod(evaluator, this, "__format__", {evaluator.string(spec)}))
      return *result;
    if (Value value = mixedValue(this); value && !instanceType->find("__str__"))
      return value->format(evaluator, 0, spec);
  }
  std::string method = conversion == 'r' || conversion == 'a' || !instanceType->find("__str__") ? "__repr__" : "__str__";
  if (spec.empty())
    if (std::optional<Value> result = callMethod(evaluator, this, method)) // may hold an array's text
      if (!*result || llvm::isa<TextObject>(*result))
        return *result;
  return Object::format(evaluator, conversion, spec);
}

std::optional<size_t> InstanceObject::hash(Evaluator &evaluator) {
  if (Value value = mixedValue(this))
    return value->hash(evaluator);
  if (std::optional<Value> result = callMethod(evaluator, this, "__hash__")) {
    if (!*result)
      return std::nullopt;
    auto *integer = llvm::dyn_cast<IntObject>(*result);
    return integer ? std::optional<size_t>(integer->value.hash())
                   : std::optional<size_t>(evaluator.raise(DiagnosticId::typeError, "__hash__ method should return an integer"));
  }
  if (instanceType->find("__eq__"))
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: '" + instanceType->name + "'");
  return Object::hash(evaluator);
}

Value InstanceObject::enter(Evaluator &evaluator) {
  std::optional<Value> result = callMethod(evaluator, this, "__enter__");
  return result ? *result : Object::enter(evaluator);
}

std::optional<bool> InstanceObject::exit(Evaluator &evaluator, Value exception) {
  Value type = exception ? Value(exception->type(evaluator)) : evaluator.none();
  Value value = exception ? exception : evaluator.none();
  std::optional<Value> result = callMethod(evaluator, this, "__exit__", {type, value, evaluator.none()});
  if (!result)
    return false;
  return *result ? evaluator.truth(*result) : std::nullopt;
}

void InstanceObject::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return;
  for (const auto &[name, value] : attributes.entries())
    if (value && value != this)
      value->collectValues(values);
}

Value InstanceObject::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  NestingGuard guard;
  if (guard.isTooDeep())
    return this;
  llvm::SmallVector<mlir::Value> own;
  collectValues(own);
  if (own.empty())
    return this;
  auto *copy = evaluator.make<InstanceObject>(instanceType);
  for (const auto &[name, value] : attributes.entries()) {
    if (!value)
      continue;
    Value rebuilt = value == this ? copy : value->rebuild(evaluator, values);
    if (!rebuilt)
      return nullptr;
    copy->attributes.set(name, rebuilt);
  }
  return copy;
}
