// SPDX-License-Identifier: Apache-2.0
// What stands for something that the library lacks while the tests of a file are collected. A test file imports far more names than
// most of its tests need, so a lack must cost the tests that use it, and no others: the name that a failed import, assignment or
// definition would have bound is bound to a placeholder. While collecting it absorbs attributes, calls, decoration and assignment;
// once a test runs, reading it raises `not-supported`, which nothing catches, so no test can pass by it.
//
// A *mention* (Probes.cpp) stands for a name of a library that was read and not yet used: programs keep it in tables, annotations, bases
// and decorators. Nothing is an instance of it and nothing equals it but itself; all else is its use, and fails by name.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// The attribute of a class that derives from a placeholder: the placeholder.
inline constexpr llvm::StringLiteral placeholderBase = "__placeholder_base__";

/// The exceptions that `with` blocks around end quietly or expect (`contextlib.suppress`, `pytest.raises`), innermost last: what their
/// managers tell as `_catches`.
struct CatchingBlocks {
  std::vector<Value> types;
};

/// Mentions of attributes of library modules, by their full names: two mentions of one name are one object.
struct KnownMentions {
  llvm::StringMap<Value> byName;
};

struct DecoratorDepth {
  unsigned value = 0;
};

class PlaceholderObject : public ExtensionObject {
public:
  /// `isDefinition`: stands for a function or class of the file, which may be a test.
  PlaceholderObject(ExceptionObject *reason, bool isDefinition, bool isMention = false)
      : ExtensionObject(&tag), reason(reason), isDefinition(isDefinition), isMention(isMention) {}
  ExceptionObject *const reason;
  const bool isDefinition;
  const bool isMention;
  /// While one lives, a decorator's expression is evaluated: a mention absorbs calls, and what is decorated fails when it is used.
  class DecoratorScope {
  public:
    explicit DecoratorScope(Evaluator &evaluator) : depth(evaluator.state<DecoratorDepth>().value) { ++depth; }
    ~DecoratorScope() { --depth; }
    DecoratorScope(const DecoratorScope &) = delete;

  private:
    unsigned &depth;
  };

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
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value enter(Evaluator &evaluator) override;
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  Value absorb(Evaluator &evaluator, bool definition = false);
  Value absorbMention(Evaluator &evaluator, llvm::StringRef part);
  AttributeMap parts; // of a mention: each the same object every time
  static const char tag;
};

/// The first placeholder among `value` and what the containers in it hold, a few levels deep; null: none.
PlaceholderObject *findPlaceholder(Value value, unsigned depth = 0);

} // namespace tessera::frontend
