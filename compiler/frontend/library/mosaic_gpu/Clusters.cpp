// SPDX-License-Identifier: Apache-2.0
// The other blocks of a cluster: their shared memory, stores into it; and prefetches into the cache that all blocks share.
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral module = "jax.experimental.pallas.mosaic_gpu";

/// An int32 scalar; null with an exception pending.
static mlir::Value toIndex(Evaluator &evaluator, Value value, const std::string &function) {
  std::optional<Operand> operand = toOperand(evaluator, value, function);
  if (!operand)
    return {};
  if (!operand->shape().empty() || !numerics::isInteger(operand->type.dtype)) {
    evaluator.raise(DiagnosticId::typeError, "a block's index in `" + function + "` is one integer, not " + describeAbstract(operand->type.dtype, operand->shape()));
    return {};
  }
  return materialize(evaluator, *operand, DType::int32);
}

/// The Ref in the block at `indices` along the cluster's `axes`; a null value with an exception pending.
static mlir::Value toPeer(Evaluator &evaluator, PallasRef *ref, llvm::ArrayRef<mlir::Value> indices, llvm::ArrayRef<int64_t> axes) {
  mlir::Value value = useHere(evaluator, ref->value);
  return value ? mlir::Value(emitterHere(evaluator).create<tilegpu::ClusterRefOp>(value.getType(), value, indices, axes)) : value;
}

/// The same part of the buffer of another block.
static Value makePeerView(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<mlir::Value> indices, llvm::ArrayRef<int64_t> axes) {
  auto *base = static_cast<PallasRef *>(view->base);
  mlir::Value value = toPeer(evaluator, base, indices, axes);
  if (!value)
    return nullptr;
  auto *peer = evaluator.make<PallasRef>(value, base->dtype, base->name);
  auto *result = evaluator.make<PallasView>(peer, view->dtype);
  result->axes = view->axes;
  result->permutation = view->permutation;
  result->reshaped = view->reshaped;
  result->gathered = view->gathered;
  result->coordinates = view->coordinates;
  result->gatheredShape = view->gatheredShape;
  return result;
}

Value frontend::clusterRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  WarpgroupKernel *kernel = findKernel(call);
  PallasView *view = kernel ? toViewIn(evaluator, call["ref"], true, "ref", function) : nullptr;
  if (!view)
    return nullptr;
  auto *blocks = dyn_cast<DictObject>(call["block_id"]);
  if (!blocks)
    return evaluator.raise(DiagnosticId::typeError,
                           "`" + function + "` takes a dict of the cluster's axes to indices, not a `" + call["block_id"]->typeName(evaluator) + "`",
                           call.rangeOf("block_id"));
  llvm::SmallVector<mlir::Value> indices;
  llvm::SmallVector<int64_t> axes;
  for (const HashTable::Entry &entry : blocks->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<llvm::SmallVector<int64_t>> axis = kernel->toClusterAxes(evaluator, entry.key, "block_id");
    mlir::Value index = axis ? toIndex(evaluator, entry.value, function) : mlir::Value();
    if (!index)
      return nullptr;
    axes.push_back(axis->front());
    indices.push_back(index);
  }
  return makePeerView(evaluator, view, indices, axes);
}

/// `atomic` names a reduction, as a member of Mosaic's enumeration or as text.
static tilegpu::CopyReductionAttr toAtomic(Call &call, DType dtype) {
  return isNone(call["atomic"]) ? tilegpu::CopyReductionAttr() : readReduction(call, "atomic", dtype);
}

Value frontend::asyncStoreSmemHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  WarpgroupKernel *kernel = findKernel(call);
  PallasView *view = kernel ? toViewIn(evaluator, call["ref"], true, "ref", function) : nullptr;
  BarrierOperand barrier = view ? toBarrier(evaluator, call["barrier"], function) : BarrierOperand();
  std::optional<llvm::SmallVector<int64_t>> axes = barrier.barrier ? kernel->toClusterAxes(evaluator, call["cluster_dim"], "cluster_dim") : std::nullopt;
  if (!axes)
    return nullptr;
  if (axes->size() != 1)
    return evaluator.raise(DiagnosticId::valueError, "`cluster_dim` is one axis of the cluster", call.rangeOf("cluster_dim"));
  std::optional<Operand> operand = toOperand(evaluator, call["src"], function);
  std::optional<bool> optimized = operand ? evaluator.truth(call["optimized"]) : std::nullopt;
  if (!optimized)
    return nullptr;
  if (operand->shape() != llvm::ArrayRef<int64_t>(view->shape()) && !operand->shape().empty())
    return evaluator.raise(DiagnosticId::shapeMismatch,
                           "Expected shapes to match, but src has shape " + formatShape(operand->shape()) + " and ref has shape " + formatShape(view->shape()));
  if (!operand->isNumber() && operand->type.dtype != view->dtype)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "Expected dtypes to match but src had type " + std::string(numerics::getName(operand->type.dtype)) +
                                                            " and ref had type " + std::string(numerics::getName(view->dtype)));
  tilegpu::CopyReductionAttr reduction = toAtomic(call, view->dtype);
  if (evaluator.hasPending())
    return nullptr;
  mlir::Value value = materialize(evaluator, *operand, view->dtype, view->shape()), index = value ? toIndex(evaluator, call["cluster_idx"], function) : mlir::Value();
  Value peer = index ? makePeerView(evaluator, view, {index}, *axes) : nullptr;
  mlir::Value target = peer ? toRefValue(evaluator, static_cast<PallasView *>(cast<RefViewObject>(peer)), function) : mlir::Value();
  if (!target)
    return nullptr;
  emitterHere(evaluator).create<tilegpu::StoreClusterOp>(value, target, barrier.barrier, barrier.index, reduction);
  return evaluator.none();
}

Value frontend::asyncPrefetchHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  WarpgroupKernel *kernel = findKernel(call);
  PallasView *view = kernel ? toViewIn(evaluator, call["ref"], false, "ref", function) : nullptr;
  mlir::Value source = view ? toRefValue(evaluator, view, function) : mlir::Value();
  std::optional<llvm::SmallVector<int64_t>> axes = source ? kernel->toClusterAxes(evaluator, call["collective_axes"], "collective_axes") : std::nullopt;
  std::optional<mlir::Value> predicate = axes ? toPredicate(evaluator, call["predicate"], function) : std::nullopt;
  if (!predicate)
    return nullptr;
  // `partitioned_axis` says along which axis the blocks share the work, which changes no result: each may ask for all of it.
  emitterHere(evaluator).create<tilegpu::PrefetchOp>(source, *predicate, *axes, mlir::IntegerAttr());
  return evaluator.none();
}

//===-- how blocks share a copy -------------------------------------------------------------------------------===//

Value frontend::copyPartitionedHandler(Call &call) {
  std::optional<int64_t> axis = call.evaluator.toInt(call["axis"], "axis");
  if (!axis)
    return nullptr;
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(module, "CopyPartition"));
  return &record->set("axis", call.evaluator.integer(*axis));
}
Value frontend::copyReplicatedConstant(Call &call) { return call.evaluator.make<RecordObject>(call.evaluator.libraryClass(module, "CopyPartition")); }
