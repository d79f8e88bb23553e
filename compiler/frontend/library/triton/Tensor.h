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
  TorchTensor *owner = nullptr; // the root whose memory it is
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

/// A pointer or block of pointers. It may be one into several Refs: after `p = x_ptr if c else y_ptr`, in a loop that exchanges two
/// pointers, or when it was loaded from memory. Then `choice` says into which.
class TritonPointer : public PointerObject {
public:
  TritonPointer(RefObject *base, mlir::Value offset, DType offsetType) : PointerObject(base, offset), offsetType(offsetType) {}
  const DType offsetType; // int32 or int64
  std::vector<RefObject *> others; // of `base`'s dtype
  mlir::Value choice;              // int32, scalar or one a pointer: 0 is `base`, k is others[k - 1]; null without others
  llvm::ArrayRef<int64_t> shape() const { return offset ? tile::getShape(offset.getType()) : llvm::ArrayRef<int64_t>(); }
  std::vector<RefObject *> bases() const;
  /// Whether each pointer of the block chooses for itself.
  bool choosesByElement() const { return choice && !tile::getShape(choice.getType()).empty(); }
  /// The same Refs at another offset, to whose shape a block's choice is broadcast.
  TritonPointer *at(Evaluator &evaluator, mlir::Value newOffset, DType type);
  TritonPointer *at(Evaluator &evaluator, mlir::Value newOffset, DType type, mlir::Value newChoice);
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "tensor"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<std::string> repr(Evaluator &) override { return "pointer to `" + base->name + "`"; }
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
};

/// `x.shape`: a tuple that equals a list of the same numbers too.
class TritonShape : public TupleObject {
public:
  using TupleObject::TupleObject;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
};
TritonShape *makeTritonShape(Evaluator &evaluator, llvm::ArrayRef<int64_t> sizes);

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
/// Pointers to `element` from addresses (see Addresses.cpp). Null with an exception pending.
Value pointerFromAddress(Evaluator &evaluator, TritonTensor *address, DType element);
/// The addresses that pointers mean, as int64. Null with an exception pending.
TritonTensor *addressOfPointer(Evaluator &evaluator, TritonPointer *pointer);
/// `pointer` with a choice among the Refs of both, in an order that is the same whichever of two pointers is fitted first; its offset is
/// 64 bits wide if one of both is. Null with an exception pending where their dtypes differ.
TritonPointer *fitPointer(Evaluator &evaluator, TritonPointer *pointer, TritonPointer *like);
/// Elements of one pointer or of the other. Null with an exception pending.
Value choosePointer(Evaluator &evaluator, mlir::Value condition, TritonPointer *first, TritonPointer *second);
/// `x[:, None]`: the positions of new axes; empty with an exception pending for any other index.
std::optional<Shape> readTritonIndex(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> shape);

} // namespace tessera::frontend
