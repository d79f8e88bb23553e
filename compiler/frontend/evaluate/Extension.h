// SPDX-License-Identifier: Apache-2.0
// The kinds of value that the library brings: arrays, Refs, pointers, records. Here is only what the evaluator must see of them (the
// IR value, whether it is traced); the library subclasses them and overrides the hooks.
#pragma once

#include "compiler/frontend/evaluate/Value.h"
#include "compiler/tile/ir/Tile.h"
#include "shared/numerics/DType.h"

namespace tessera::frontend {

/// Whose rules an array follows: promotion, methods, text.
enum class Flavour : uint8_t { jax, numpy, torch, triton };

/// An array or, at rank 0, a scalar of the module. Library subclasses add operators, methods, indexing.
class ArrayObject : public Object {
public:
  ArrayObject(Flavour flavour, mlir::Value value, numerics::DType dtype, bool weak, bool traced)
      : Object(Kind::array), flavour(flavour), dtype(dtype), weak(weak), traced(traced), value(value) {}
  const Flavour flavour;
  numerics::DType dtype; // changes only with a tensor's memory, as `x.data = y` of torch has it
  const bool weak;   // JAX's weak type: came from a Python number
  const bool traced; // stands for an argument or result inside jit, a kernel, an index map; false: an array of @main
  mlir::Value value; // torch and triton rebind a tensor when a kernel stores to it

  llvm::ArrayRef<int64_t> shape() const { return tile::getShape(value.getType()); }
  /// Traced: `traced-bool`, with the way out. Otherwise what was recorded so far runs, and a guard records the decision.
  std::optional<bool> truth(Evaluator &evaluator) override;
  /// Outside a trace: a `TextObject` (`tile.format`). Inside: the tracer's text.
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override { values.push_back(value); }
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  /// The same kind of array around another value of the same dtype; the shape may differ.
  virtual ArrayObject *withValue(Evaluator &evaluator, mlir::Value value) = 0;
  /// `this op= other` where the array is a place that changes (torch's tensors). Empty: `this = this op other`.
  virtual std::optional<Value> updateInPlace(Evaluator &, BinaryOp, Value) { return std::nullopt; }
  static bool classof(const Object *o) { return o->kind() == Kind::array; }
};

/// A Ref: a kernel's parameter or scratch.
class RefObject : public Object {
public:
  RefObject(mlir::Value value, numerics::DType dtype, std::string name)
      : Object(Kind::ref), value(value), dtype(dtype), name(std::move(name)) {}
  const mlir::Value value; // !tile.ref
  const numerics::DType dtype;
  const std::string name; // for messages
  static bool classof(const Object *o) { return o->kind() == Kind::ref; }
};

/// A part of a Ref, `ref.at[...]`, not yet read.
class RefViewObject : public Object {
public:
  explicit RefViewObject(RefObject *base) : Object(Kind::refView), base(base) {}
  RefObject *const base;
  static bool classof(const Object *o) { return o->kind() == Kind::refView; }
};

/// A Triton pointer or block of pointers: elements of `base` at `offset` (an integer or array of integers; null: 0).
class PointerObject : public Object {
public:
  PointerObject(RefObject *base, mlir::Value offset) : Object(Kind::pointer), base(base), offset(offset) {}
  RefObject *const base;
  const mlir::Value offset;
  static bool classof(const Object *o) { return o->kind() == Kind::pointer; }
};

/// A library object with named fields and nothing more: `ShapeDtypeStruct`, `BlockSpec`. Its class's methods come from the tables,
/// under the class's qualified name. Printed as `Name(field=value, ...)`, equal by fields.
class RecordObject : public Object {
public:
  explicit RecordObject(ClassObject *recordType) : Object(Kind::record), recordType(recordType) {}
  ClassObject *const recordType;
  std::vector<std::pair<std::string, Value>> fields;
  Value field(llvm::StringRef name) const; // null when absent
  RecordObject &set(llvm::StringRef name, Value value);
  Range range; // of the call that made it, for notes

  ClassObject *type(Evaluator &) override { return recordType; }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::record; }
};

/// Any other kind that a library part needs. `tag` is the address of a static of the subclass:
///   static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }
class ExtensionObject : public Object {
public:
  static bool hasTag(const Object *o, const void *tag) {
    return o->kind() == Kind::extension && static_cast<const ExtensionObject *>(o)->typeTag == tag;
  }
  static bool classof(const Object *o) { return o->kind() == Kind::extension; }

protected:
  explicit ExtensionObject(const void *tag) : Object(Kind::extension), typeTag(tag) {}

private:
  const void *typeTag;
};

} // namespace tessera::frontend
