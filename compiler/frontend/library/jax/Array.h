// SPDX-License-Identifier: Apache-2.0
// JAX's arrays and NumPy's, which behave alike but for promotion (x32 mode and weak types are JAX's) and text; and JAX's typed
// random keys. Methods and properties are in the tables under `jax.Array`.
#pragma once

#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

class JaxArray : public ArrayObject {
public:
  using ArrayObject::ArrayObject;
  /// A NumPy array without axes, as `np.array(5)` makes; other results without axes are NumPy's scalars, whose `repr` differs.
  bool isZeroDimensional = false;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  /// NumPy's scalars are keys as the Python numbers that they equal; its arrays are no keys.
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  ArrayObject *withValue(Evaluator &evaluator, mlir::Value value) override;
  static bool classof(const Object *o) {
    auto *array = llvm::dyn_cast<ArrayObject>(o);
    return array && (array->flavour == Flavour::jax || array->flavour == Flavour::numpy);
  }
};

/// A typed random key or an array of them: `value` is (B.., 2) words.
class KeyArray : public ExtensionObject {
public:
  explicit KeyArray(mlir::Value value) : ExtensionObject(&tag), value(value) {}
  const mlir::Value value;
  /// Without the axis of the two words.
  llvm::ArrayRef<int64_t> shape() const { return tile::getShape(value.getType()).drop_back(); }

  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override { values.push_back(value); }
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// An array around `value`, a tracer inside a trace.
JaxArray *wrap(Evaluator &evaluator, mlir::Value value, ElementType type, Flavour flavour = Flavour::jax);
inline JaxArray *wrap(Evaluator &evaluator, mlir::Value value, DType type, Flavour flavour = Flavour::jax) {
  return wrap(evaluator, value, ElementType{type, false}, flavour);
}

/// What `np.set_printoptions` has set, as DecodeHost.cpp reads it; empty while nothing is.
struct PrintOptions {
  std::string text;
};

/// Marks what is an array of NumPy even without axes.
Value asZeroDimensional(Value array);

/// `x.at`: indexed, the places of the array that `set`, `add`, ... give changed. Place.cpp
Value makePlaces(Evaluator &evaluator, JaxArray *array);

/// `jnp.asarray(value, dtype)`: arrays, numbers, and nested lists and tuples of them. Without a dtype a number is weak.
Value makeJaxArray(Evaluator &evaluator, Value value, std::optional<DType> dtype, Flavour flavour = Flavour::jax);

} // namespace tessera::frontend
