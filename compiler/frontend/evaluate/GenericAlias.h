// SPDX-License-Identifier: Apache-2.0
// `list[int]` and `int | None`: what annotations are made of. Nothing is checked by them.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// A class with type arguments: called, it makes an instance of the class.
class AliasObject : public ExtensionObject {
public:
  AliasObject(Value origin, std::vector<Value> arguments, std::string name = "")
      : ExtensionObject(&tag), origin(origin), arguments(std::move(arguments)), name(std::move(name)) {}
  const Value origin;
  const std::vector<Value> arguments;
  const std::string name; // `typing.Optional`; empty: the origin's
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};

/// `int | None`: any of several classes.
class UnionObject : public ExtensionObject {
public:
  explicit UnionObject(std::vector<Value> members) : ExtensionObject(&tag), members(std::move(members)) {}
  const std::vector<Value> members;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};

/// `left | right`; empty when one of them is no type.
std::optional<Value> uniteTypes(Evaluator &evaluator, Value left, Value right);
/// A type as annotations show it: `int`, `__main__.Point`, `list[int]`.
std::optional<std::string> typeText(Evaluator &evaluator, Value type);

} // namespace tessera::frontend
