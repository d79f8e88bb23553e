// SPDX-License-Identifier: Apache-2.0
// Values inside a Triton kernel: blocks and scalars (`tl.tensor`), and pointers, which are a flat Ref with an offset in elements.
#pragma once

#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

class TorchTensor;

/// A pointer parameter's memory. For an array of addresses: the tensors that they mean, where the host program shows that.
class TritonRef : public RefObject {
public:
  using RefObject::RefObject;
  const std::vector<TorchTensor *> *pointees = nullptr;
  /// In a Triton kernel every Ref is one.
  static TritonRef *from(RefObject *ref) { return static_cast<TritonRef *>(ref); }
};

class TritonTensor : public ArrayObject {
public:
  const std::vector<TorchTensor *> *pointees = nullptr; // of an address that was loaded; see TritonRef
  TritonTensor(mlir::Value value, DType dtype) : ArrayObject(Flavour::triton, value, dtype, /*weak=*/false, /*traced=*/true) {}
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "tensor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  ArrayObject *withValue(Evaluator &evaluator, mlir::Value value) override { return evaluator.make<TritonTensor>(value, dtype); }
  static bool classof(const Object *o) {
    auto *array = llvm::dyn_cast<ArrayObject>(o);
    return array && array->flavour == Flavour::triton;
  }
};

class TritonPointer : public PointerObject {
public:
  TritonPointer(RefObject *base, mlir::Value offset, DType offsetType) : PointerObject(base, offset), offsetType(offsetType) {}
  const DType offsetType; // int32 or int64
  llvm::ArrayRef<int64_t> shape() const { return offset ? tile::getShape(offset.getType()) : llvm::ArrayRef<int64_t>(); }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "tensor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<std::string> repr(Evaluator &) override { return "pointer to `" + base->name + "`"; }
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override {
    if (offset)
      values.push_back(offset);
  }
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
};

inline TritonTensor *wrapTriton(Evaluator &evaluator, mlir::Value value, DType type) { return evaluator.make<TritonTensor>(value, type); }

/// A Python number's own type: int32 or wider by size, fp32 or fp64.
std::optional<DType> typeOfNumber(Evaluator &evaluator, Value number);
/// A tensor from a number or a tensor. Null with an exception pending.
TritonTensor *toTritonTensor(Evaluator &evaluator, Value value, llvm::StringRef function);
/// Cast and broadcast.
mlir::Value fitTriton(Evaluator &evaluator, TritonTensor *tensor, DType type, llvm::ArrayRef<int64_t> shape);
/// The shape to which all broadcast.
std::optional<Shape> broadcastTriton(Evaluator &evaluator, llvm::ArrayRef<TritonTensor *> tensors, llvm::StringRef function);

Value tritonBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function);
Value tritonCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function);
Value tritonCast(Evaluator &evaluator, TritonTensor *tensor, DType type, bool bitcast);
/// Adds to a pointer.
Value advancePointer(Evaluator &evaluator, TritonPointer *pointer, Value offset, bool negate);
/// A pointer to `element` from an address that the kernel has loaded (see Addresses.cpp). Null with an exception pending.
Value pointerFromAddress(Evaluator &evaluator, TritonTensor *address, DType element);
/// `x[:, None]`: the positions of new axes; empty with an exception pending for any other index.
std::optional<Shape> readTritonIndex(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> shape);

} // namespace tessera::frontend
