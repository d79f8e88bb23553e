// SPDX-License-Identifier: Apache-2.0
// Instances of classes that derive from a class of the language: `class Stack(list)`, members of an IntEnum. The object is a ListObject
// or IntObject like any other, so that all of the library takes it, with a class and attributes of its own on top. Each hook asks the
// user's class first and does what the base does otherwise.
#pragma once

#include "compiler/frontend/evaluate/ObjectModel.h"

namespace tessera::frontend {

template <typename Base> class DerivedObject final : public Base, public InstancePart {
public:
  template <typename... A>
  explicit DerivedObject(ClassObject *type, A &&...value) : Base(std::forward<A>(value)...), InstancePart(type) {
    this->derived = true;
  }
  InstancePart *instancePart() override { return this; }
  bool mayCatch() const override { return true; }
  ClassObject *type(Evaluator &) override { return instanceType; }

  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    return getInstanceAttribute(evaluator, this, *this, name);
  }
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override {
    return setInstanceAttribute(evaluator, this, *this, name, value);
  }
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    return deleteInstanceAttribute(evaluator, this, *this, name);
  }
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override {
    for (const auto &[name, value] : InstancePart::attributes.entries())
      if (value)
        names.push_back(name);
    instanceType->listAttributes(evaluator, names);
  }

  Value getItem(Evaluator &evaluator, Value key) override {
    if (std::optional<Value> result = ask(evaluator, "__getitem__", {key}))
      return *result;
    if constexpr (std::is_same_v<Base, DictObject>)
      if (Value missing = instanceType->find("__missing__")) {
        std::optional<bool> known = Base::contains(evaluator, key);
        if (!known || !*known)
          return known ? evaluator.call(missing, {Value(this), key}) : nullptr;
      }
    return Base::getItem(evaluator, key);
  }
  bool setItem(Evaluator &evaluator, Value key, Value value) override {
    std::optional<Value> result = ask(evaluator, "__setitem__", {key, value});
    return result ? *result != nullptr : Base::setItem(evaluator, key, value);
  }
  bool deleteItem(Evaluator &evaluator, Value key) override {
    std::optional<Value> result = ask(evaluator, "__delitem__", {key});
    return result ? *result != nullptr : Base::deleteItem(evaluator, key);
  }
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    Value method = instanceType->find("__call__");
    return method ? evaluator.make<BoundMethodObject>(this, method)->call(evaluator, arguments) : Base::call(evaluator, arguments);
  }

  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override {
    if (std::optional<Value> result = askOperator(evaluator, this, *this, (reflected ? "__r" : "__") + getMethodStem(op) + "__", other))
      return result;
    return Base::binary(evaluator, op, other, reflected);
  }
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override {
    llvm::StringRef name = op == UnaryOp::minus ? "__neg__" : op == UnaryOp::plus ? "__pos__" : "__invert__";
    std::optional<Value> result = ask(evaluator, name);
    return result ? result : Base::unary(evaluator, op);
  }
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override {
    bool isPlain = plain;
    if (std::optional<Value> result = askOperator(evaluator, this, *this, "__" + getMethodStem(op) + "__", other))
      return result;
    if (op == CompareOp::notEqual && !isPlain)
      if (std::optional<Value> result = askNotEqual(evaluator, this, *this, other))
        return result;
    return Base::compare(evaluator, op, other);
  }

  std::optional<bool> truth(Evaluator &evaluator) override {
    bool isPlain = plain;
    if (std::optional<Value> result = ask(evaluator, "__bool__"))
      return truthOfMethod(evaluator, *result);
    if (!isPlain)
      if (std::optional<Value> size = ask(evaluator, "__len__")) {
        std::optional<int64_t> known = lengthOfMethod(evaluator, *size);
        return known ? std::optional<bool>(*known != 0) : std::nullopt;
      }
    return Base::truth(evaluator);
  }
  Value iterate(Evaluator &evaluator) override {
    std::optional<Value> result = ask(evaluator, "__iter__");
    return result ? iterateInstance(evaluator, this, *result) : Base::iterate(evaluator);
  }
  std::optional<int64_t> length(Evaluator &evaluator) override {
    std::optional<Value> result = ask(evaluator, "__len__");
    return result ? lengthOfMethod(evaluator, *result) : Base::length(evaluator);
  }
  std::optional<bool> contains(Evaluator &evaluator, Value item) override {
    std::optional<Value> result = ask(evaluator, "__contains__", {item});
    if (!result)
      return Base::contains(evaluator, item);
    return *result ? evaluator.truth(*result) : std::nullopt;
  }

  std::optional<std::string> repr(Evaluator &evaluator) override {
    if (!evaluator.step())
      return std::nullopt;
    std::optional<Value> result = ask(evaluator, "__repr__");
    return result ? textOfMethod(evaluator, *result, "__repr__") : Base::repr(evaluator);
  }
  std::optional<std::string> str(Evaluator &evaluator) override {
    bool isPlain = plain;
    if (std::optional<Value> result = ask(evaluator, "__str__"))
      return textOfMethod(evaluator, *result, "__str__");
    // `object.__str__` is the class's repr; `str` has its own.
    return isPlain || std::is_same_v<Base, StrObject> ? Base::str(evaluator) : repr(evaluator);
  }
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override {
    bool isPlain = plain;
    if (!conversion)
      if (std::optional<Value> result = ask(evaluator, "__format__", {evaluator.string(spec)}))
        return *result;
    bool wantsRepr = conversion == 'r' || conversion == 'a';
    if (isPlain && wantsRepr && spec.empty()) { // the base's text, for which `repr` takes the mark back
      std::optional<std::string> text = repr(evaluator);
      return text ? evaluator.string(*text) : nullptr;
    }
    plain = false;
    bool isOwn = !isPlain && instanceType->find(wantsRepr ? "__repr__" : "__str__");
    isOwn |= !isPlain && !wantsRepr && !std::is_same_v<Base, StrObject> && instanceType->find("__repr__");
    if (!isOwn || (!conversion && !spec.empty()))
      return Base::format(evaluator, conversion, spec);
    llvm::StringRef method = wantsRepr || !instanceType->find("__str__") ? "__repr__" : "__str__";
    std::optional<Value> made = evaluator.step() ? ask(evaluator, method) : Value(nullptr);
    if (!made)
      return Base::format(evaluator, conversion, spec);
    if (!*made || (spec.empty() && llvm::isa<TextObject>(*made))) // may hold an array's text
      return *made;
    std::optional<std::string> text = textOfMethod(evaluator, *made, method);
    return text ? evaluator.string(*text)->format(evaluator, 0, spec) : nullptr;
  }
  std::optional<uint64_t> hash(Evaluator &evaluator) override {
    bool isPlain = plain;
    if (std::optional<Value> result = ask(evaluator, "__hash__"))
      return hashOfMethod(evaluator, *result);
    if (!isPlain && isUnhashable(*instanceType))
      return evaluator.raise(DiagnosticId::typeError, "unhashable type: '" + instanceType->name + "'");
    return Base::hash(evaluator);
  }

  Value enter(Evaluator &evaluator) override {
    std::optional<Value> result = ask(evaluator, "__enter__");
    return result ? *result : Base::enter(evaluator);
  }
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override {
    return exitInstance(evaluator, this, *this, exception);
  }

private:
  std::optional<Value> ask(Evaluator &evaluator, llvm::StringRef name, llvm::ArrayRef<Value> arguments = {}) {
    return askClass(evaluator, this, *this, name, arguments);
  }
};

} // namespace tessera::frontend
