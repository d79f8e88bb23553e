// SPDX-License-Identifier: Apache-2.0
// JAX's pytrees: nested tuples, lists, dicts, None and instances of registered classes around leaves. Structure comes back as it was,
// named tuples too.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::frontend {

/// Appends the leaves of `tree` in order (dicts in their keys' order, None has none). False with an exception pending, which only a
/// registered class's own function can raise.
bool flattenTree(Value tree, std::vector<Value> &leaves);

/// A tree of `tree`'s structure with each leaf replaced. Null with an exception pending when `replace` gives null. `isLeaf` may stop the
/// descent early; empty with an exception pending.
Value mapTree(Evaluator &evaluator, Value tree, llvm::function_ref<Value(Value leaf)> replace,
              llvm::function_ref<std::optional<bool>(Value node)> isLeaf = nullptr);

/// Whether two trees have the same structure.
bool sameStructure(Value a, Value b);

/// A tree of `tree`'s structure with leaves taken from the front of `leaves`.
Value unflattenTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<Value> &leaves);

/// How instances of a user's class are taken apart and made anew. One hangs on each registered class.
class TreeNodeObject : public ExtensionObject {
public:
  explicit TreeNodeObject(Evaluator &evaluator) : ExtensionObject(&tag), evaluator(evaluator) {}
  Evaluator &evaluator;
  Value flatten = nullptr, unflatten = nullptr;     // functions of the user; or
  std::vector<std::string> dataFields, metaFields; // a dataclass
  bool isStatic = false;                            // without leaves: the instance is part of the structure

  /// The parts that are trees, in order, and what else the instance is made of. False with an exception pending.
  bool takeApart(Value instance, std::vector<Value> &children, Value &rest);
  Value makeAnew(Value instance, std::vector<Value> children, Value rest);

  static void attach(ClassObject *type, TreeNodeObject *node);
  /// Null when the value's class is not registered.
  static TreeNodeObject *find(Value value);
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

} // namespace tessera::frontend
