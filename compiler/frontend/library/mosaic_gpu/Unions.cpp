// SPDX-License-Identifier: Apache-2.0
// `plgpu.RefUnion`: buffers that share memory; and transforms of Refs.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral module = "jax.experimental.pallas.mosaic_gpu";
/// Of each buffer of a union, in bytes: what swizzled copies and products ask for.
static constexpr int64_t alignment = 1024;

static bool isSharedBuffer(Value leaf) {
  auto *record = dyn_cast<RecordObject>(leaf);
  auto *space = record && record->recordType->name == "MemoryRef" ? dyn_cast<MemorySpaceObject>(record->field("memory_space")) : nullptr;
  return space && space->name == "SMEM";
}

Value frontend::refUnionHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> leaves;
  if (!flattenTree(call["refs"], leaves))
    return nullptr;
  if (leaves.empty())
    return evaluator.raise(DiagnosticId::valueError, "`plgpu.RefUnion` needs at least one buffer");
  for (Value leaf : leaves)
    if (!isSharedBuffer(leaf))
      return evaluator.raise(DiagnosticId::notSupported,
                             "All aliased Refs must have the same memory space (SMEM or TMEM): here they are of `plgpu.SMEM`, not a `" + leaf->typeName(evaluator) + "`");
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module, "RefUnion"));
  record->range = evaluator.range();
  record->set("refs", call["refs"]);
  return record;
}

Value frontend::allocateUnion(Evaluator &evaluator, RecordObject *type, const std::string &name) {
  struct Part {
    KernelOperand buffer;
    int64_t offset, swizzle;
  };
  std::vector<Part> parts;
  int64_t bytes = 0;
  const std::vector<Value> &groups = cast<SequenceObject>(type->field("refs"))->items;
  for (Value group : groups) {
    int64_t end = 0; // of this group, which begins at 0 as all do
    std::vector<Value> leaves;
    if (!flattenTree(group, leaves))
      return nullptr;
    for (Value leaf : leaves) {
      Part part;
      if (!readShaped(evaluator, leaf, part.buffer, "plgpu.RefUnion"))
        return nullptr;
      std::optional<int64_t> swizzle = readTransforms(evaluator, cast<RecordObject>(leaf)->field("transforms"), part.buffer.dtype, part.buffer.shape);
      if (!swizzle)
        return nullptr;
      part.swizzle = *swizzle;
      part.offset = (end + alignment - 1) / alignment * alignment;
      end = part.offset + (countElements(part.buffer.shape) * numerics::getBitWidth(part.buffer.dtype) + 7) / 8;
      parts.push_back(part);
    }
    bytes = std::max(bytes, end);
  }
  Emitter emitter = emitterHere(evaluator);
  auto bytesType = tile::RefType::get({bytes}, mlir::IntegerType::get(evaluator.context(), 8), tile::MemorySpace::smem);
  mlir::Value whole = emitter.create<tilegpu::AllocSharedOp>(bytesType, name, mlir::IntegerAttr(), mlir::IntegerAttr());
  size_t next = 0;
  std::vector<Value> made;
  for (Value group : groups) {
    Value tree = mapTree(evaluator, group, [&](Value) -> Value {
      const Part &part = parts[next];
      std::string partName = name + "[" + std::to_string(next++) + "]";
      auto partType = tile::RefType::get(part.buffer.shape, frontend::getElementType(evaluator.context(), part.buffer.dtype), tile::MemorySpace::smem);
      mlir::IntegerAttr swizzle = part.swizzle < 0 ? mlir::IntegerAttr() : emitter.builder.getI64IntegerAttr(part.swizzle);
      mlir::Value ref = emitter.create<tilegpu::ReinterpretOp>(partType, whole, part.offset, partName, swizzle);
      return evaluator.make<PallasRef>(ref, part.buffer.dtype, partName);
    });
    if (!tree)
      return nullptr;
    made.push_back(tree);
  }
  return evaluator.tuple(std::move(made));
}

Value frontend::swizzleTransformHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> bytes = evaluator.toInt(call["swizzle"], "swizzle");
  if (!bytes)
    return nullptr;
  if (*bytes != 32 && *bytes != 64 && *bytes != 128)
    return evaluator.raise(DiagnosticId::valueError, "Swizzle " + std::to_string(*bytes) + " is not supported. Only 32, 64 and 128 are accepted.",
                           call.rangeOf("swizzle"));
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module, "SwizzleTransform"));
  return &record->set("swizzle", evaluator.integer(*bytes));
}

/// The tiles of the last axes: (M, N) by (X, Y) is (M / X, N / Y, X, Y).
static PallasView *tileView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<int64_t> tile) {
  Shape shape = view->shape(), split;
  size_t leading = shape.size() - std::min(tile.size(), shape.size());
  bool fits = !tile.empty() && tile.size() <= shape.size();
  for (size_t axis = leading; fits && axis < shape.size(); ++axis)
    fits = tile[axis - leading] > 0 && shape[axis] % tile[axis - leading] == 0;
  if (!fits) {
    evaluator.raise(DiagnosticId::valueError, "the tiling " + formatShape(tile) + " does not divide a Ref of shape " + formatShape(shape));
    return nullptr;
  }
  split.assign(shape.begin(), shape.begin() + leading);
  llvm::SmallVector<int64_t> order, inner;
  for (size_t axis = 0; axis < leading; ++axis)
    order.push_back(axis);
  for (auto [index, size] : llvm::enumerate(tile)) {
    order.push_back(split.size());
    split.push_back(shape[leading + index] / size);
    inner.push_back(split.size());
    split.push_back(size);
  }
  order.append(inner);
  PallasView *reshaped = reshapeView(evaluator, view, split);
  return reshaped ? transposeView(evaluator, reshaped, order) : nullptr;
}

Value frontend::transformRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call["ref"], publicName(call.entry));
  if (!view)
    return nullptr;
  auto *record = dyn_cast<RecordObject>(call["transform"]);
  llvm::StringRef kind = record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
  if (kind == "TransposeTransform" || kind == "TilingTransform") {
    bool isTiling = kind == "TilingTransform";
    std::optional<std::vector<int64_t>> numbers = evaluator.toInts(record->field(isTiling ? "tiling" : "permutation"), isTiling ? "tiling" : "permutation");
    return !numbers ? nullptr : isTiling ? tileView(evaluator, view, *numbers) : transposeView(evaluator, view, *numbers);
  }
  if (kind == "SwizzleTransform")
    return evaluator.notSupported("a swizzle of a Ref that is there already");
  return evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a transform, not a `" + call["transform"]->typeName(evaluator) + "`",
                         call.rangeOf("transform"));
}
