// SPDX-License-Identifier: Apache-2.0
// `tl.load` and `tl.store`. A pointer block is a Ref and a block of indices into it, so a load of a block is a gather and a load
// through a scalar pointer a slice of one element. Cache and eviction hints say how, not what.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

/// The pointer of a load or store; null with an exception pending.
static TritonPointer *readPointer(Call &call) {
  if (auto *pointer = dyn_cast<PointerObject>(call["pointer"]))
    return static_cast<TritonPointer *>(pointer);
  Raised raised = call.evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a pointer, not a `" + call["pointer"]->typeName(call.evaluator) + "`",
                                       call.rangeOf("pointer"));
  raised.note("add the offsets to one of the kernel's pointer parameters: `x_ptr + offsets`");
  return nullptr;
}

/// A mask or `other` in the pointers' shape.
static mlir::Value readLike(Call &call, llvm::StringRef name, DType type, llvm::ArrayRef<int64_t> shape) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = toTritonTensor(evaluator, call[name], name);
  if (!tensor)
    return {};
  std::optional<Shape> joined = broadcastShapes(tensor->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape) {
    evaluator.raise(DiagnosticId::shapeMismatch, "`" + name.str() + "` has shape " + formatShape(tensor->shape()) + " but the pointers have " + formatShape(shape),
                    call.rangeOf(name));
    return {};
  }
  return fitTriton(evaluator, tensor, type, shape);
}

static mlir::Value offsetOf(Evaluator &evaluator, TritonPointer *pointer) {
  if (!pointer->offset)
    return emitterHere(evaluator).constantInt(0, DType::int32);
  return useHere(evaluator, pointer->offset);
}

Value frontend::tritonLoad(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonPointer *pointer = readPointer(call);
  if (!pointer || !refuseArguments(call, {"boundary_check", "padding_option"}))
    return nullptr;
  if (std::optional<bool> isVolatile = evaluator.truth(call["volatile"]); !isVolatile || *isVolatile)
    return isVolatile ? Value(evaluator.notSupported("`volatile` of `tl.load`")) : nullptr;
  if (!isNone(call["other"]) && isNone(call["mask"]))
    return evaluator.raise(DiagnosticId::argumentError, "`other` is given without `mask`", call.rangeOf("other"));
  llvm::ArrayRef<int64_t> shape = pointer->shape();
  DType type = pointer->base->dtype;
  mlir::Value mask, other;
  if (!isNone(call["mask"]) && !(mask = readLike(call, "mask", DType::boolean, shape)))
    return nullptr;
  if (!isNone(call["other"]) && !(other = readLike(call, "other", type, shape)))
    return nullptr;
  mlir::Value offset = offsetOf(evaluator, pointer), ref = offset ? useHere(evaluator, pointer->base->value) : nullptr;
  if (!ref)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Type resultType = getArrayType(evaluator.context(), shape, type);
  mlir::Value result;
  if (shape.empty())
    result = emitter.create<tile::LoadOp>(resultType, ref, mlir::ValueRange{offset}, mask, other, llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1},
                                          llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
  else
    result = emitter.create<tile::GatherOp>(resultType, ref, mlir::ValueRange{offset}, mask, other);
  return wrapTriton(evaluator, result, type);
}

Value frontend::tritonStore(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonPointer *pointer = readPointer(call);
  if (!pointer || !refuseArguments(call, {"boundary_check"}))
    return nullptr;
  llvm::ArrayRef<int64_t> shape = pointer->shape();
  mlir::Value value = readLike(call, "value", pointer->base->dtype, shape), mask;
  if (!value || (!isNone(call["mask"]) && !(mask = readLike(call, "mask", DType::boolean, shape))))
    return nullptr;
  mlir::Value offset = offsetOf(evaluator, pointer), ref = offset ? useHere(evaluator, pointer->base->value) : nullptr;
  if (!ref)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  if (shape.empty())
    emitter.create<tile::StoreOp>(value, ref, mlir::ValueRange{offset}, mask, llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1},
                                  llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
  else
    emitter.create<tile::ScatterOp>(value, ref, mlir::ValueRange{offset}, mask);
  return evaluator.none();
}
