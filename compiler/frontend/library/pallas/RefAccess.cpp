// SPDX-License-Identifier: Apache-2.0
// Reading and writing views. A strided view is one `tile.load` or `tile.store`, whose array is then permuted and reshaped into the
// view's; a gathered one is a `tile.gather` or `tile.scatter` at its coordinates, and so is every atomic access. Elements of a
// bitcast view are read and written as the Ref's own bits.
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;

static std::string quoted(const RefObject *ref) { return "`" + ref->name + "`"; }

namespace {

/// One access of one view. Arrays have the view's shape; `mask` and `other` may be null.
class Access {
public:
  Access(Evaluator &evaluator, PallasView *view, mlir::Value ref) : evaluator(evaluator), view(view), ref(ref), emitter(emitterHere(evaluator)) {}

  mlir::Value load(mlir::Value mask, mlir::Value other);
  bool store(mlir::Value value, mlir::Value mask);
  mlir::Value atomic(tile::Atomic kind, mlir::Value value, mlir::Value mask);
  mlir::Value compareAndSwap(mlir::Value expected, mlir::Value value);

private:
  bool isCast() const { return view->dtype != view->base->dtype; }
  mlir::Value toRefType(mlir::Value value) { return value && isCast() ? emitter.bitcast(value, view->base->dtype) : value; }
  mlir::Value toViewType(mlir::Value value) { return isCast() ? emitter.bitcast(value, view->dtype) : value; }
  /// From the view's shape to the slice's: the inverse of reshape and permutation.
  mlir::Value toSlice(mlir::Value value);
  mlir::Value fromSlice(mlir::Value value);

  Evaluator &evaluator;
  PallasView *view;
  mlir::Value ref;
  Emitter emitter;
};

} // namespace

mlir::Value Access::toSlice(mlir::Value value) {
  if (!value)
    return value;
  if (view->reshaped)
    value = emitter.reshape(value, view->stridedShape());
  if (view->permutation.empty())
    return value;
  llvm::SmallVector<int64_t> inverse(view->permutation.size());
  for (auto [position, axis] : llvm::enumerate(view->permutation))
    inverse[axis] = position;
  return emitter.transpose(value, inverse);
}

mlir::Value Access::fromSlice(mlir::Value value) {
  if (!view->permutation.empty())
    value = emitter.transpose(value, view->permutation);
  return view->reshaped ? emitter.reshape(value, *view->reshaped) : value;
}

mlir::Value Access::load(mlir::Value mask, mlir::Value other) {
  other = toRefType(other);
  Shape shape = view->shape();
  if (view->gathered) {
    std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
    if (!coordinates)
      return {};
    // Without `other` a gather gives 0 where the mask is false; JAX leaves that undefined, and slices give the uninitialized value.
    return toViewType(emitter.create<tile::GatherOp>(getArrayType(evaluator.context(), shape, view->base->dtype), ref, *coordinates, mask, other));
  }
  SliceParts parts = toSliceParts(view->axes);
  Shape slice;
  for (const AxisIndex &axis : view->axes)
    if (!axis.dropped)
      slice.push_back(axis.size);
  mlir::Value loaded = emitter.create<tile::LoadOp>(getArrayType(evaluator.context(), slice, view->base->dtype), ref, parts.offsets, toSlice(mask),
                                                    toSlice(other), parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  return toViewType(fromSlice(loaded));
}

bool Access::store(mlir::Value value, mlir::Value mask) {
  value = toRefType(value);
  if (view->gathered) {
    std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
    if (coordinates)
      emitter.create<tile::ScatterOp>(value, ref, *coordinates, mask);
    return coordinates.has_value();
  }
  SliceParts parts = toSliceParts(view->axes);
  emitter.create<tile::StoreOp>(toSlice(value), ref, parts.offsets, toSlice(mask), parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  return true;
}

mlir::Value Access::atomic(tile::Atomic kind, mlir::Value value, mlir::Value mask) {
  std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
  if (!coordinates)
    return {};
  value = toRefType(value);
  return toViewType(emitter.create<tile::AtomicRmwOp>(value.getType(), kind, value, ref, *coordinates, mask));
}

mlir::Value Access::compareAndSwap(mlir::Value expected, mlir::Value value) {
  std::optional<llvm::SmallVector<mlir::Value>> coordinates = coordinatesOf(evaluator, view);
  if (!coordinates)
    return {};
  value = toRefType(value);
  return toViewType(emitter.create<tile::AtomicCasOp>(value.getType(), toRefType(expected), value, ref, *coordinates, mlir::Value()));
}

//===-- operands ----------------------------------------------------------------------------------------------===//

/// A mask or `other` in the accessed shape; null and no exception where there is none.
static std::optional<mlir::Value> fitAccess(Evaluator &evaluator, Value value, DType type, llvm::ArrayRef<int64_t> shape, llvm::StringRef what) {
  if (!value || isNone(value))
    return mlir::Value();
  std::optional<Operand> operand = toOperand(evaluator, value, what);
  if (!operand)
    return std::nullopt;
  std::optional<Shape> joined = broadcastShapes(operand->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape) {
    evaluator.raise(DiagnosticId::shapeMismatch, "the " + what.str() + " does not fit the access of shape " + formatShape(shape) + ": " +
                                                     describeShape(evaluator, *operand));
    return std::nullopt;
  }
  mlir::Value fitted = materialize(evaluator, *operand, type, shape);
  return fitted ? std::optional<mlir::Value>(fitted) : std::nullopt;
}

/// The value to be written, of the view's dtype and of `target`'s shape. A number may be written anywhere; an array has the place's shape.
static mlir::Value fitValue(Evaluator &evaluator, PallasView *view, Value value, llvm::ArrayRef<int64_t> target, llvm::StringRef function) {
  RefObject *base = view->base;
  std::optional<Operand> operand = toOperand(evaluator, value, function);
  if (!operand)
    return {};
  if (!operand->shape().empty() && operand->shape() != target) {
    Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "Invalid shape for `swap`. Ref shape: " + formatShape(view->shape()) + ". Expected shape: " +
                                                                     formatShape(target) + ". Value shape: " + formatShape(operand->shape()) + ".");
    noteShape(evaluator, raised, *operand);
    raised.note("the value is written to " + quoted(base) + "; use `jnp.broadcast_to` or `.reshape` if its elements fit");
    return {};
  }
  // A weak value takes the Ref's dtype where that loses no kind of number; any other difference is refused, as JAX does.
  ElementType type = operand->type;
  bool sameKind = type.weak && (numerics::isFloat(view->dtype) || !numerics::isFloat(type.dtype));
  if (type.dtype != view->dtype && !sameKind && !(type.dtype == DType::boolean && operand->isNumber())) {
    evaluator
        .raise(DiagnosticId::valueError, "Invalid dtype for `swap`. Ref dtype: " + std::string(numerics::getName(view->dtype)) + ". Value dtype: " +
                                             std::string(numerics::getName(type.dtype)) + ".")
        .note("the value is written to " + quoted(base) + "; convert it with `.astype(" + base->name + ".dtype)`");
    evaluator.pendingException()->id = DiagnosticId::dtypeMismatch; // a ValueError in JAX
    return {};
  }
  return materialize(evaluator, *operand, view->dtype, target);
}

//===-- accesses ----------------------------------------------------------------------------------------------===//

Value frontend::loadView(Evaluator &evaluator, PallasView *view, Value key, Value mask, Value other) {
  Narrowed part = narrow(evaluator, view, key);
  mlir::Value ref = part.view ? useHere(evaluator, view->base->value) : mlir::Value();
  if (!ref)
    return nullptr;
  Shape shape = part.view->shape();
  std::optional<mlir::Value> maskValue = fitAccess(evaluator, mask, DType::boolean, shape, "mask");
  std::optional<mlir::Value> otherValue = maskValue ? fitAccess(evaluator, other, view->dtype, shape, "other") : std::nullopt;
  if (!otherValue)
    return nullptr;
  mlir::Value loaded = Access(evaluator, part.view, ref).load(*maskValue, *otherValue);
  return loaded ? wrap(evaluator, emitterHere(evaluator).reshape(loaded, part.result), view->dtype) : nullptr;
}

bool frontend::storeView(Evaluator &evaluator, PallasView *view, Value key, Value value, Value mask) {
  Narrowed part = narrow(evaluator, view, key);
  mlir::Value ref = part.view ? useHere(evaluator, view->base->value) : mlir::Value();
  mlir::Value stored = ref ? fitValue(evaluator, view, value, part.result, view->base->name + "[...] = ") : mlir::Value();
  if (!stored)
    return false;
  Shape shape = part.view->shape();
  std::optional<mlir::Value> maskValue = fitAccess(evaluator, mask, DType::boolean, shape, "mask");
  return maskValue && Access(evaluator, part.view, ref).store(emitterHere(evaluator).reshape(stored, shape), *maskValue);
}

Value frontend::atomicView(Evaluator &evaluator, PallasView *view, Value key, tile::Atomic kind, Value value, Value mask, llvm::StringRef function) {
  Narrowed part = narrow(evaluator, view, key);
  mlir::Value ref = part.view ? useHere(evaluator, view->base->value) : mlir::Value();
  mlir::Value update = ref ? fitValue(evaluator, view, value, part.result, function) : mlir::Value();
  if (!update)
    return nullptr;
  Shape shape = part.view->shape();
  std::optional<mlir::Value> maskValue = fitAccess(evaluator, mask, DType::boolean, shape, "mask");
  if (!maskValue)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value old = Access(evaluator, part.view, ref).atomic(kind, emitter.reshape(update, shape), *maskValue);
  return old ? wrap(evaluator, emitter.reshape(old, part.result), view->dtype) : nullptr;
}

Value frontend::compareAndSwapView(Evaluator &evaluator, PallasView *view, Value expected, Value value, llvm::StringRef function) {
  mlir::Value ref = useHere(evaluator, view->base->value);
  Shape shape = view->shape();
  mlir::Value from = ref ? fitValue(evaluator, view, expected, shape, function) : mlir::Value();
  mlir::Value to = from ? fitValue(evaluator, view, value, shape, function) : mlir::Value();
  mlir::Value old = to ? Access(evaluator, view, ref).compareAndSwap(from, to) : mlir::Value();
  return old ? wrap(evaluator, old, view->dtype) : nullptr;
}
