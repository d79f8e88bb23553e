// SPDX-License-Identifier: Apache-2.0
// What stands for something that the library lacks while the tests of a file are collected. A test file imports far more names than
// most of its tests need, so a lack must cost the tests that use it, and no others: the name that a failed import, assignment or
// definition would have bound is bound to a placeholder. While collecting it absorbs attributes, calls, decoration and assignment;
// once a test runs, reading it raises `not-supported`, which nothing catches, so no test can pass by it.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// The attribute of a class that derives from a placeholder: the placeholder.
inline constexpr llvm::StringLiteral placeholderBase = "__placeholder_base__";

class PlaceholderObject : public ExtensionObject {
public:
  /// `isDefinition`: stands for a function or class of the file, which may be a test.
  PlaceholderObject(ExceptionObject *reason, bool isDefinition)
      : ExtensionObject(&tag), reason(reason), isDefinition(isDefinition) {}
  ExceptionObject *const reason;
  const bool isDefinition;

  /// Raises the reason once more, where the program stands.
  Raised refuse(Evaluator &evaluator);

  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<size_t> hash(Evaluator &evaluator) override;
  Value enter(Evaluator &evaluator) override;
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  Value absorb(Evaluator &evaluator, bool definition = false);
  static const char tag;
};

/// The first placeholder among `value` and what the containers in it hold, a few levels deep; null: none.
PlaceholderObject *findPlaceholder(Value value, unsigned depth = 0);

} // namespace tessera::frontend
