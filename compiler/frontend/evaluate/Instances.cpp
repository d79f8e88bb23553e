// SPDX-License-Identifier: Apache-2.0
// Operators and protocols of a user's instances: each is the call of a method of the class, found on the class as Python finds it.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

Value InstanceObject::getItem(Evaluator &evaluator, Value key) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__getitem__", {key});
  return result ? *result : Object::getItem(evaluator, key);
}

bool InstanceObject::setItem(Evaluator &evaluator, Value key, Value value) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__setitem__", {key, value});
  return result ? *result != nullptr : Object::setItem(evaluator, key, value);
}

bool InstanceObject::deleteItem(Evaluator &evaluator, Value key) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__delitem__", {key});
  return result ? *result != nullptr : Object::deleteItem(evaluator, key);
}

Value InstanceObject::call(Evaluator &evaluator, Arguments &arguments) {
  Value method = instanceType->find("__call__");
  if (!method)
    return Object::call(evaluator, arguments);
  Value bound = bindAttribute(evaluator, method, this, instanceType);
  return bound ? evaluator.call(bound, arguments) : nullptr;
}

std::optional<Value> InstanceObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  return askOperator(evaluator, this, *this, (reflected ? "__r" : "__") + getMethodStem(op) + "__", other);
}

std::optional<Value> InstanceObject::unary(Evaluator &evaluator, UnaryOp op) {
  llvm::StringRef name = op == UnaryOp::minus ? "__neg__" : op == UnaryOp::plus ? "__pos__" : "__invert__";
  return askClass(evaluator, this, *this, name);
}

std::optional<Value> InstanceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  bool isPlain = plain;
  if (std::optional<Value> result = askOperator(evaluator, this, *this, "__" + getMethodStem(op) + "__", other))
    return result;
  if (op == CompareOp::notEqual && !isPlain)
    if (std::optional<Value> result = askNotEqual(evaluator, this, *this, other))
      return result;
  return Object::compare(evaluator, op, other);
}

std::optional<bool> InstanceObject::truth(Evaluator &evaluator) {
  if (std::optional<Value> result = askClass(evaluator, this, *this, "__bool__"))
    return truthOfMethod(evaluator, *result);
  if (!instanceType->find("__len__"))
    return true;
  std::optional<int64_t> size = length(evaluator);
  if (!size)
    return std::nullopt;
  return *size != 0;
}

Value InstanceObject::iterate(Evaluator &evaluator) {
  if (std::optional<Value> iterator = askClass(evaluator, this, *this, "__iter__"))
    return iterateInstance(evaluator, this, *iterator);
  Value method = instanceType->find("__iter__");
  if (!instanceType->find("__getitem__") || method)
    return Object::iterate(evaluator);
  return evaluator.make<PlaceIterator>("sequence_iterator", this);
}

std::optional<int64_t> InstanceObject::length(Evaluator &evaluator) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__len__");
  return result ? lengthOfMethod(evaluator, *result) : Object::length(evaluator);
}

std::optional<bool> InstanceObject::contains(Evaluator &evaluator, Value item) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__contains__", {item});
  if (!result)
    return Object::contains(evaluator, item);
  return *result ? evaluator.truth(*result) : std::nullopt;
}

std::optional<std::string> InstanceObject::repr(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  if (std::optional<Value> result = askClass(evaluator, this, *this, "__repr__"))
    return textOfMethod(evaluator, *result, "__repr__");
  auto *qualified = llvm::dyn_cast_or_null<StrObject>(instanceType->attributes.find("__qualname__"));
  return "<" + instanceType->module + "." + (qualified ? qualified->value : instanceType->name) + " object>";
}

std::optional<std::string> InstanceObject::str(Evaluator &evaluator) {
  if (std::optional<Value> result = askClass(evaluator, this, *this, "__str__"))
    return textOfMethod(evaluator, *result, "__str__");
  return repr(evaluator);
}

Value InstanceObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  bool isPlain = std::exchange(plain, false);
  if (!conversion && !isPlain)
    if (std::optional<Value> result = askClass(evaluator, this, *this, "__format__", {evaluator.string(spec)}))
      return *result;
  bool wantsRepr = conversion == 'r' || conversion == 'a';
  bool hasOwnText = llvm::isa<ExceptionObject>(this) && !wantsRepr;
  std::string method = wantsRepr || (!hasOwnText && !instanceType->find("__str__")) ? "__repr__" : "__str__";
  if (spec.empty())
    if (std::optional<Value> result = askClass(evaluator, this, *this, method)) // may hold an array's text
      if (!*result || llvm::isa<TextObject>(*result) || llvm::isa<StrObject>(*result))
        return *result;
  return Object::format(evaluator, conversion, spec);
}

std::optional<uint64_t> InstanceObject::hash(Evaluator &evaluator) {
  bool isPlain = plain;
  if (std::optional<Value> result = askClass(evaluator, this, *this, "__hash__"))
    return hashOfMethod(evaluator, *result);
  if (!isPlain && isUnhashable(*instanceType))
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: '" + instanceType->name + "'");
  return Object::hash(evaluator);
}

Value InstanceObject::enter(Evaluator &evaluator) {
  std::optional<Value> result = askClass(evaluator, this, *this, "__enter__");
  return result ? *result : Object::enter(evaluator);
}

std::optional<bool> InstanceObject::exit(Evaluator &evaluator, Value exception) { return exitInstance(evaluator, this, *this, exception); }

std::optional<Value> InstanceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return getInstanceAttribute(evaluator, this, *this, name);
}
bool InstanceObject::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  return setInstanceAttribute(evaluator, this, *this, name, value);
}
bool InstanceObject::deleteAttribute(Evaluator &evaluator, llvm::StringRef name) { return deleteInstanceAttribute(evaluator, this, *this, name); }

void InstanceObject::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (const auto &[name, value] : attributes.entries())
    if (value)
      names.push_back(name);
  instanceType->listAttributes(evaluator, names);
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
