// SPDX-License-Identifier: Apache-2.0
// Buffers in shared memory, the transforms that say how they lie there, and views of Refs as values of asynchronous operations.
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- transforms --------------------------------------------------------------------------------------------===//

static llvm::StringRef kindOf(Value transform) {
  auto *record = dyn_cast<RecordObject>(transform);
  return record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
}

/// A tiling goes with a swizzle: its tiles are as wide as the swizzle's rows.
static bool checkTiling(Evaluator &evaluator, RecordObject *tiling, int64_t swizzle, DType dtype, llvm::ArrayRef<int64_t> shape) {
  std::optional<std::vector<int64_t>> tile = evaluator.toInts(tiling->field("tiling"), "tiling");
  if (!tile)
    return false;
  if (tile->empty() || tile->size() > shape.size())
    return evaluator.raise(DiagnosticId::valueError, "the tiling " + formatShape(*tile) + " does not fit a buffer of shape " + formatShape(shape)), false;
  for (auto [extent, size] : llvm::zip(shape.take_back(tile->size()), *tile))
    if (size < 1 || extent % size != 0)
      return evaluator.raise(DiagnosticId::valueError, "the tiling " + formatShape(*tile) + " does not divide the last axes of a buffer of shape " + formatShape(shape)),
             false;
  int64_t bits = tile->back() * numerics::getBitWidth(dtype);
  if (swizzle > 0 && bits != swizzle * 8)
    return evaluator
               .raise(DiagnosticId::valueError, "the tiling " + formatShape(*tile) + " of " + std::string(numerics::getName(dtype)) + " has rows of " +
                                                    std::to_string(bits / 8) + " bytes, but the swizzle is of " + std::to_string(swizzle) + " bytes")
               .note("rows of a tile are as wide as the swizzle: " + std::to_string(swizzle * 8 / numerics::getBitWidth(dtype)) + " elements"),
           false;
  return true;
}

std::optional<int64_t> frontend::readTransforms(Evaluator &evaluator, Value transforms, DType dtype, llvm::ArrayRef<int64_t> shape) {
  if (!transforms || isNone(transforms))
    return -1;
  std::vector<Value> items = {transforms};
  if (auto *sequence = dyn_cast<SequenceObject>(transforms))
    items = sequence->items;
  int64_t swizzle = -1;
  RecordObject *tiling = nullptr;
  for (Value item : items) {
    llvm::StringRef kind = kindOf(item);
    if (kind == "SwizzleTransform") {
      std::optional<int64_t> bytes = evaluator.toInt(cast<RecordObject>(item)->field("swizzle"), "swizzle");
      if (!bytes)
        return std::nullopt;
      swizzle = *bytes;
    } else if (kind == "TilingTransform") {
      tiling = cast<RecordObject>(item);
    } else if (kind != "TransposeTransform") { // of a tiled buffer: in which order its tiles lie, which is the compiler's choice
      return evaluator.raise(DiagnosticId::typeError, "a `" + item->typeName(evaluator) + "` is not a transform of shared memory");
    }
  }
  if (tiling && !checkTiling(evaluator, tiling, swizzle, dtype, shape))
    return std::nullopt;
  if (swizzle > 0 && (shape.empty() || shape.back() * numerics::getBitWidth(dtype) % (swizzle * 8) != 0))
    return evaluator.raise(DiagnosticId::valueError,
                           "a swizzle of " + std::to_string(swizzle) + " bytes needs rows of a multiple of it, but the buffer is " + describeAbstract(dtype, shape));
  return swizzle;
}

//===-- buffers -----------------------------------------------------------------------------------------------===//

static mlir::IntegerAttr toSwizzleAttribute(Evaluator &evaluator, int64_t swizzle) {
  return swizzle < 0 ? mlir::IntegerAttr() : evaluator.builder().getI64IntegerAttr(swizzle);
}

Value frontend::allocateShared(Evaluator &evaluator, RecordObject *type, const std::string &name) {
  KernelOperand buffer;
  if (!readShaped(evaluator, type, buffer, "scratch_types"))
    return nullptr;
  auto *space = dyn_cast<MemorySpaceObject>(type->field("memory_space"));
  if (!space || space->name != "SMEM") {
    std::string where = space ? space->name : "no memory space";
    if (where == "TMEM")
      return evaluator.notSupported("`plgpu.TMEM`, Blackwell's tensor memory (sm_100),");
    return evaluator.raise(DiagnosticId::notSupported, "scratch in `" + where + "` is not supported in a kernel of `plgpu.kernel`")
        .note("use `plgpu.SMEM(shape, dtype)`");
  }
  std::optional<int64_t> swizzle = readTransforms(evaluator, type->field("transforms"), buffer.dtype, buffer.shape);
  if (!swizzle)
    return nullptr;
  auto refType = tile::RefType::get(buffer.shape, frontend::getElementType(evaluator.context(), buffer.dtype), tile::MemorySpace::smem);
  auto allocated = emitterHere(evaluator).create<tilegpu::AllocSharedOp>(refType, name, toSwizzleAttribute(evaluator, *swizzle), mlir::IntegerAttr());
  return evaluator.make<PallasRef>(allocated.getResult(), buffer.dtype, name);
}

//===-- views -------------------------------------------------------------------------------------------------===//

bool frontend::isShared(PallasView *view) { return tilegpu::isSharedRef(view->base->value.getType()); }

PallasView *frontend::toViewIn(Evaluator &evaluator, Value value, bool shared, llvm::StringRef what, const std::string &function) {
  if (!isa<RefObject, RefViewObject>(value)) {
    evaluator.raise(DiagnosticId::typeError, what.str() + " must be a reference, got a `" + value->typeName(evaluator) + "`");
    return nullptr;
  }
  PallasView *view = toView(evaluator, value, function);
  if (view && isShared(view) != shared) {
    evaluator.raise(DiagnosticId::valueError, what.str() + " must be a " + (shared ? "SMEM" : "GMEM") + " reference, got " + evaluator.repr(value).value_or("?") +
                                                  " in " + (shared ? "GMEM" : "SMEM"));
    return nullptr;
  }
  return view;
}

namespace {

/// Makes the operations for one view.
class ViewEmitter {
public:
  ViewEmitter(Evaluator &evaluator, PallasView *view, const std::string &function)
      : evaluator(evaluator), view(view), function(function), emitter(emitterHere(evaluator)) {}
  mlir::Value run();

private:
  mlir::Type like(mlir::Value ref, llvm::ArrayRef<int64_t> shape, mlir::Type element) { return tilegpu::getRefTypeLike(ref.getType(), shape, element); }
  mlir::Value slice(mlir::Value ref);
  mlir::Value permute(mlir::Value ref);
  mlir::Value reinterpret(mlir::Value ref, llvm::ArrayRef<int64_t> shape, DType dtype);
  bool hasNoGaps() const;

  Evaluator &evaluator;
  PallasView *view;
  const std::string &function;
  Emitter emitter;
};

} // namespace

/// Whether the part's elements lie one after the other: it is whole along all axes behind the first of more than one element.
bool ViewEmitter::hasNoGaps() const {
  llvm::ArrayRef<int64_t> extents = static_cast<PallasRef *>(view->base)->shape();
  bool mustBeWhole = false;
  for (auto [axis, extent] : llvm::zip(view->axes, extents)) {
    if (mustBeWhole && axis.size != extent)
      return false;
    mustBeWhole |= axis.size > 1;
  }
  return true;
}

mlir::Value ViewEmitter::slice(mlir::Value ref) {
  llvm::ArrayRef<int64_t> extents = static_cast<PallasRef *>(view->base)->shape();
  bool isWhole = llvm::all_of(llvm::zip(view->axes, extents), [](auto pair) {
    const AxisIndex &axis = std::get<0>(pair);
    return !axis.dropped && !axis.computed && axis.offset == 0 && axis.size == std::get<1>(pair);
  });
  if (isWhole)
    return ref;
  if (llvm::any_of(view->axes, [](const AxisIndex &axis) { return axis.stride != 1 && axis.size > 1; })) {
    evaluator.raise(DiagnosticId::notSupported, "a slice with a stride, as an operand of `" + function + "`, is not supported");
    return {};
  }
  SliceParts parts = toSliceParts(view->axes);
  for (mlir::Value &offset : parts.offsets)
    if (!(offset = useHere(evaluator, offset)))
      return {};
  Shape shape;
  for (const AxisIndex &axis : view->axes)
    if (!axis.dropped)
      shape.push_back(axis.size);
  return emitter.create<tilegpu::SubviewOp>(like(ref, shape, tilegpu::getRefElementType(ref.getType())), ref, parts.offsets, parts.staticOffsets, parts.sizes,
                                            parts.dropped);
}

mlir::Value ViewEmitter::permute(mlir::Value ref) {
  if (view->permutation.empty())
    return ref;
  return emitter.create<tilegpu::TransposeRefOp>(like(ref, view->stridedShape(), tilegpu::getRefElementType(ref.getType())), ref, view->permutation);
}

mlir::Value ViewEmitter::reinterpret(mlir::Value ref, llvm::ArrayRef<int64_t> shape, DType dtype) {
  mlir::Type type = like(ref, shape, frontend::getElementType(evaluator.context(), dtype));
  if (type == ref.getType())
    return ref;
  if (!hasNoGaps() || !view->permutation.empty()) {
    evaluator.raise(DiagnosticId::notSupported,
                    "a reshaped view of a part of `" + view->base->name + "` with gaps, as an operand of `" + function + "`, is not supported");
    return {};
  }
  return emitter.create<tilegpu::ReinterpretOp>(type, ref, 0, "", mlir::IntegerAttr());
}

mlir::Value ViewEmitter::run() {
  mlir::Value ref = useHere(evaluator, view->base->value);
  if (!ref)
    return {};
  if (view->gathered) {
    evaluator.raise(DiagnosticId::notSupported, "a view by an array of indices, as an operand of `" + function + "`, is not supported")
        .note("gathering copies are Blackwell's (sm_100); on Hopper copy row by row");
    return {};
  }
  ref = slice(ref);
  ref = ref ? permute(ref) : ref;
  return ref ? reinterpret(ref, view->shape(), view->dtype) : ref;
}

mlir::Value frontend::toRefValue(Evaluator &evaluator, PallasView *view, const std::string &function) { return ViewEmitter(evaluator, view, function).run(); }

Value frontend::transposeRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call["ref"], publicName(call.entry));
  std::optional<std::vector<int64_t>> permutation = view ? evaluator.toInts(call["permutation"], "permutation") : std::nullopt;
  return permutation ? transposeView(evaluator, view, *permutation) : nullptr;
}
