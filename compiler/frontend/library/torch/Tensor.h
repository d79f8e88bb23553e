// SPDX-License-Identifier: Apache-2.0
// torch's tensors, as far as programs around Triton kernels use them: made, computed with, handed to a kernel, compared. Unlike a
// JAX array a tensor is a place that is written to, and views share their place: a tensor is therefore either a root, which
// owns contents, or a view of one; a write goes to the root and reaches all views of it.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include <functional>

namespace tessera::frontend {

/// `torch.device`.
class TorchDevice : public ExtensionObject {
public:
  TorchDevice(std::string kind, std::optional<int64_t> index) : ExtensionObject(&tag), kind(std::move(kind)), index(index) {}
  const std::string kind; // `cpu` or `cuda`
  const std::optional<int64_t> index;
  std::string spell() const { return kind + (index ? ":" + std::to_string(*index) : ""); }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("torch", "device"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &) override { return spell(); }
  std::optional<uint64_t> hash(Evaluator &) override { return std::hash<std::string>()(spell()); }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// `torch.Size`: a tuple with its own text.
class TorchSize : public TupleObject {
public:
  using TupleObject::TupleObject;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("torch", "Size"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override; // a slice is a Size
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
};

class TorchTensor : public ArrayObject {
public:
  TorchTensor(mlir::Value value, DType dtype, bool onGpu) : ArrayObject(Flavour::torch, value, dtype, /*weak=*/false, /*traced=*/false), onGpu(onGpu) {
    strides = rowMajor(shape());
  }
  bool onGpu;
  llvm::SmallVector<int64_t> strides; // in elements of the root
  int64_t offset = 0;                 // of the first element in the root
  bool uninitialized = false;         // a root from `torch.empty` that nothing was written to
  std::vector<TorchTensor *> pointees; // of a root made from a list of addresses: the roots that they mean
  bool isParameter = false;            // a `torch.nn.Parameter`

  // Gradients (Autograd.cpp).
  bool requiresGradient = false; // a leaf that asks for one
  Value gradient = nullptr;      // `.grad`; null: None
  bool isDetached = false;       // a view that derivatives do not know of, and its views

  /// The tensor that owns the contents; itself unless it is a view.
  TorchTensor *root() { return base ? base : this; }
  /// Whether the elements stand in row-major order; axes of one element may have any stride.
  bool isContiguous() const;
  /// Whether the elements fill their memory without gaps, in any order of the axes.
  bool isDense() const;
  /// The axes from the one with the largest stride to the one with the smallest.
  llvm::SmallVector<int64_t> orderInMemory() const;
  /// Where each element stands in the root.
  mlir::Value places(Emitter &emitter) const;
  /// A view of the root's memory under any sizes and strides. Null with an exception pending.
  TorchTensor *asStrided(Evaluator &evaluator, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> steps, int64_t first);
  /// Makes a view of this tensor: `project` computes its value from this tensor's.
  /// Strides and offset count elements of `viewType`, by default this tensor's dtype.
  TorchTensor *makeView(Evaluator &evaluator, llvm::SmallVector<int64_t> strides, int64_t offset, std::function<mlir::Value(Emitter &, mlir::Value)> project,
                        std::optional<DType> viewType = std::nullopt);
  /// Shares the memory of `other` from here on, and has its dtype, as `x.data = y` does; its views keep the old memory.
  void shareMemory(Evaluator &evaluator, TorchTensor *other);
  /// Replaces the root's contents; views follow.
  void setContents(Evaluator &evaluator, mlir::Value contents);
  /// Writes `result` to this tensor, cast to its dtype; floats become integers only where `converts` says so. Its shape must broadcast
  /// to this one's. False with an exception pending.
  bool store(Evaluator &evaluator, Value result, llvm::StringRef function, bool converts = false);
  /// Takes `result`'s shape and elements, as an argument `out` does. False with an exception pending.
  bool adopt(Evaluator &evaluator, TorchTensor *result, llvm::StringRef function);
  /// Takes the sizes and strides of `view`, which is of the same memory and no tensor of the program. False with an
  /// exception pending.
  bool become(Evaluator &evaluator, TorchTensor *view);
  /// Gives the memory more elements at its end, `count` in all, which no view sees yet.
  void grow(Evaluator &evaluator, int64_t count);
  /// Writes to this tensor, root or view. False with an exception pending.
  bool assign(Evaluator &evaluator, mlir::Value replacement);

  /// Changes the elements that `key` chooses: `exchange` replaces, the other kinds combine. False with an exception pending.
  bool put(Evaluator &evaluator, Value key, Value update, tile::Atomic kind);

  static llvm::SmallVector<int64_t> rowMajor(llvm::ArrayRef<int64_t> shape);

  // Classes and attributes of the program (TensorClass.cpp).
  ClassObject *type(Evaluator &evaluator) override;
  InstancePart *instancePart() override { return derived ? own.get() : nullptr; }
  /// The tensor is of this class from here on, which is or derives from `torch.Tensor`. False with an exception
  /// pending.
  bool setClass(Evaluator &evaluator, Value type);
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<Value> updateInPlace(Evaluator &evaluator, BinaryOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  ArrayObject *withValue(Evaluator &evaluator, mlir::Value value) override { return evaluator.make<TorchTensor>(value, dtype, onGpu); }
  static bool classof(const Object *o) {
    auto *array = llvm::dyn_cast<ArrayObject>(o);
    return array && array->flavour == Flavour::torch;
  }

private:
  /// An attribute that the program gave, or has in the tensor's class; `isKnown` where the tensor has the name. Empty:
  /// none.
  std::optional<Value> getOwnAttribute(Evaluator &evaluator, llvm::StringRef name, bool isKnown);
  /// Sets one. Empty: the name is the tensor's.
  std::optional<bool> setOwnAttribute(Evaluator &evaluator, llvm::StringRef name, Value value);
  /// What the class of the program says. Empty: nothing.
  std::optional<Value> ask(Evaluator &evaluator, llvm::StringRef name, llvm::ArrayRef<Value> arguments = {});
  std::optional<Value> askOperation(Evaluator &evaluator, const llvm::Twine &name, Value other);
  std::optional<Value> formatByClass(Evaluator &evaluator, char conversion, llvm::StringRef spec);
  Value getPart(Evaluator &evaluator, Value key); // getItem past the class of the program
  std::unique_ptr<InstancePart> own;              // null: neither a class nor attributes
  void leaveMemory(Evaluator &evaluator);
  llvm::SmallVector<int64_t> stridesOfChosen(Evaluator &evaluator, Value key, llvm::ArrayRef<int64_t> chosen);
  TorchTensor *base = nullptr; // null: a root
  bool isNameless = false;     // a root that the program does not know of
  std::function<mlir::Value(Emitter &, mlir::Value)> fromRoot;
  std::vector<TorchTensor *> views; // of a root
};

//===-- Autograd.cpp ------------------------------------------------------------------------------------------===//
/// Makes the tensor a leaf that asks for a gradient. False with an exception pending.
bool torchRequireGradient(Evaluator &evaluator, TorchTensor *tensor);
/// The tensor has new contents: the same leaf, as of now.
void torchFollowLeaf(Evaluator &evaluator, TorchTensor *tensor);
/// Whether the tensor (a part of it) may be written to: leaves may not while operations are remembered. False with an
/// exception pending.
bool torchAllowsInPlace(Evaluator &evaluator, TorchTensor *tensor, bool isPart = false);
/// `value`, as a constant for derivatives while no operations are remembered.
mlir::Value torchAsRemembered(Evaluator &evaluator, mlir::Value value);
/// What a tensor's text says of its gradient, as a spec of `tile.format`: `!grequires_grad=True`; empty: nothing.
std::string torchGradientText(Evaluator &evaluator, TorchTensor *tensor);
/// `value` as a constant for derivatives.
mlir::Value torchDetached(Emitter &emitter, mlir::Value value);

TorchTensor *wrapTorch(Evaluator &evaluator, mlir::Value value, DType type, bool onGpu);
/// A result of an operation on these operands, with the class that theirs give it. Null with an exception pending.
Value withClassOf(Evaluator &evaluator, Value result, llvm::ArrayRef<Value> operands);

/// `torch.autocast`: the dtype of products of the tensors on a device; none outside of it.
struct TorchAutocast {
  std::optional<DType> onCpu, onGpu;
  std::optional<DType> of(bool isGpu) const { return isGpu ? onGpu : onCpu; }
};

/// Raises torch's own class of errors, RuntimeError, under an id of ours.
Raised torchError(Evaluator &evaluator, DiagnosticId id, std::string message);
/// What is pending, for torch's callers: a RuntimeError.
void toRuntimeError(Evaluator &evaluator);

//===-- Layout.cpp --------------------------------------------------------------------------------------------===//
/// A new tensor whose elements lie as `strides` say, which are those of a dense tensor.
TorchTensor *wrapTorchIn(Evaluator &evaluator, mlir::Value value, DType type, bool onGpu, llvm::ArrayRef<int64_t> strides);
/// The strides of a copy: the tensor's own where it is dense, else its axes in the same order.
llvm::SmallVector<int64_t> copiedStrides(const TorchTensor *tensor);
/// The strides of an elementwise operation's result.
llvm::SmallVector<int64_t> resultStrides(llvm::ArrayRef<TorchTensor *> operands, llvm::ArrayRef<int64_t> shape);
/// The strides of what arrays choose of a view by indexing the axes `indexed`: `shape` has theirs where these stand
/// together, else in front.
llvm::SmallVector<int64_t> indexedStrides(const TorchTensor *view, llvm::ArrayRef<int64_t> indexed,
                                          llvm::ArrayRef<int64_t> shape);
/// The strides of a view under another shape; none where only a copy can have it.
std::optional<llvm::SmallVector<int64_t>> viewStrides(const TorchTensor *tensor, llvm::ArrayRef<int64_t> shape);
/// The strides that the argument `memory_format` asks for. Empty with an exception pending.
std::optional<llvm::SmallVector<int64_t>> readMemoryFormat(Call &call, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> preserved);

//===-- Reinterpret.cpp ---------------------------------------------------------------------------------------===//
/// All bits of `contents` in one axis of another dtype.
mlir::Value torchReinterpret(Evaluator &evaluator, mlir::Value contents, DType from, DType to);
/// A view of the same memory: `x.view(dtype)`. The last axis grows or shrinks with the width. Null with an exception pending.
Value torchViewAs(Evaluator &evaluator, TorchTensor *tensor, DType type);

/// The addresses that `x.data_ptr()` gives: each root has a range of its own, its number + 1 in the upper bits, so that an address says
/// which tensor it means. They are the same in every run.
struct TorchAddresses {
  static constexpr int rangeBits = 40;
  std::vector<TorchTensor *> roots; // whose address was taken, in that order
  bool hasOffsets = false;          // an address was taken that is not a root's first
  int64_t numberOf(TorchTensor *root) const { return llvm::find(roots, root) - roots.begin(); }
  int64_t take(TorchTensor *tensor);
  /// Null when no tensor lies there.
  TorchTensor *find(int64_t address) const;
};

/// A device from `device=`: None is the CPU. Empty with an exception pending.
std::optional<bool> toOnGpu(Evaluator &evaluator, Value device);
Value makeDevice(Evaluator &evaluator, bool onGpu);

// Operations, by torch's rules. Null with an exception pending.
Value torchBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function);
Value torchCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function);
Value torchUnary(Evaluator &evaluator, Unary op, Value x, llvm::StringRef function);
Value torchWhere(Evaluator &evaluator, Value condition, Value x, Value y, llvm::StringRef function);
Value torchMatmul(Evaluator &evaluator, Value x, Value y, llvm::StringRef function);
enum class TorchReduce { sum, prod, max, min, mean, any, all };
Value torchReduce(Evaluator &evaluator, TorchReduce kind, Value x, Value dim, bool keepDim, std::optional<DType> dtype, llvm::StringRef function);
Value torchCast(Evaluator &evaluator, Value x, DType type);
/// `value` as another dtype. Floats become integers as C has it: narrow ones are the low bits of wide ones.
mlir::Value torchConvert(Emitter &emitter, mlir::Value value, DType from, DType to);
/// Positions as int64, of all elements in row-major order when `dim` is None.
Value torchArgExtreme(Evaluator &evaluator, bool isMax, Value x, Value dim, bool keepDim, llvm::StringRef function);
/// What `max(dim)`, `sort` and `topk` give: `(values, indices)`, by name too.
Value torchPair(Evaluator &evaluator, Value values, Value indices, llvm::StringRef function);

} // namespace tessera::frontend
