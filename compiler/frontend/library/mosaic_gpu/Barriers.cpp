// SPDX-License-Identifier: Apache-2.0
// `plgpu.Barrier` and what is done with barriers.
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral module = "jax.experimental.pallas.mosaic_gpu";

//===-- arrays of barriers ------------------------------------------------------------------------------------===//

const char BarrierObject::tag = 0;

BarrierObject::BarrierObject(mlir::Value value, std::string name, llvm::ArrayRef<int64_t> extents)
    : ExtensionObject(&tag), value(value), name(std::move(name)), extents(extents) {
  for (int64_t extent : extents) {
    AxisIndex axis;
    axis.size = extent;
    axes.push_back(axis);
  }
}

Shape BarrierObject::shape() const {
  Shape shape;
  for (const AxisIndex &axis : axes)
    if (!axis.dropped)
      shape.push_back(axis.size);
  return shape;
}

/// The place of element `inner` of a part in the axis that the part is of.
static bool compose(Evaluator &evaluator, AxisIndex &outer, const AxisIndex &inner) {
  Emitter emitter = emitterHere(evaluator);
  mlir::Value step = inner.computed;
  if (step && outer.stride != 1)
    step = emitter.binary(Binary::mul, step, emitter.constantInt(outer.stride, DType::int32), DType::int32);
  if (!step && outer.computed && inner.offset != 0)
    step = emitter.constantInt(outer.stride * inner.offset, DType::int32);
  if (step && (outer.computed || outer.offset != 0)) {
    mlir::Value base = outer.computed ? useHere(evaluator, outer.computed) : emitter.constantInt(outer.offset, DType::int32);
    if (!base)
      return false;
    step = emitter.binary(Binary::add, base, step, DType::int32);
  }
  if (step)
    outer.computed = step;
  else
    outer.offset += outer.stride * inner.offset;
  outer.stride *= inner.stride;
  outer.size = inner.size;
  outer.dropped = inner.dropped;
  return true;
}

Value BarrierObject::getItem(Evaluator &evaluator, Value) {
  return evaluator.raise(DiagnosticId::typeError, "`" + name + "` is a barrier, which cannot be read")
      .note("pick one of several barriers by `" + name + ".at[i]`, and wait for it by `plgpu.barrier_wait`");
}

namespace {
/// `barrier.at`
class BarrierAtObject : public ExtensionObject {
public:
  explicit BarrierAtObject(BarrierObject *barrier) : ExtensionObject(&tag), barrier(barrier) {}
  Value getItem(Evaluator &evaluator, Value key) override {
    Shape shape = barrier->shape();
    std::optional<Index> index = parseIndex(evaluator, key, shape, IndexBounds::check, "`" + barrier->name + "`");
    if (!index)
      return nullptr;
    if (index->hasArrays() || !index->newAxes.empty())
      return evaluator.notSupported("an array or `None` as an index of the barrier `" + barrier->name + "`");
    auto *part = evaluator.make<BarrierObject>(barrier->value, barrier->name, barrier->extents);
    part->axes = barrier->axes;
    size_t next = 0;
    for (AxisIndex &axis : part->axes)
      if (!axis.dropped && !compose(evaluator, axis, index->axes[next++]))
        return nullptr;
    return part;
  }
  static const char tag;
  BarrierObject *const barrier;
};
const char BarrierAtObject::tag = 0;
} // namespace

ClassObject *BarrierObject::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }
std::optional<Value> BarrierObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "at")
    return evaluator.make<BarrierAtObject>(this);
  if (attribute == "shape")
    return evaluator.tupleOfInts(shape());
  if (attribute == "ndim")
    return evaluator.integer(static_cast<int64_t>(shape().size()));
  return std::nullopt;
}
void BarrierObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const char *attribute : {"at", "ndim", "shape"})
    names.push_back(attribute);
}
std::optional<int64_t> BarrierObject::length(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "`len` of the barrier `" + name + "`, which is one");
  return shape().front();
}
std::optional<std::string> BarrierObject::repr(Evaluator &) { return "Ref{barrier" + formatShape(shape()) + "}"; }

BarrierOperand frontend::toBarrier(Evaluator &evaluator, Value value, const std::string &function) {
  auto *barrier = dyn_cast<BarrierObject>(value);
  if (!barrier) {
    evaluator.raise(DiagnosticId::typeError, "`" + function + "` takes a barrier, not a `" + value->typeName(evaluator) + "`")
        .note("barriers are scratch: `plgpu.Barrier(num_barriers=...)`");
    return {};
  }
  if (countElements(barrier->shape()) != 1) {
    evaluator.raise(DiagnosticId::valueError, "`" + function + "` takes one barrier, but `" + barrier->name + "` has shape " + formatShape(barrier->shape()))
        .note("pick one: `" + barrier->name + ".at[i]`");
    return {};
  }
  Emitter emitter = emitterHere(evaluator);
  mlir::Value flat, used = useHere(evaluator, barrier->value);
  int64_t known = 0;
  for (auto [axis, extent] : llvm::zip(barrier->axes, barrier->extents)) {
    if (flat)
      flat = emitter.binary(Binary::mul, flat, emitter.constantInt(extent, DType::int32), DType::int32);
    known *= extent;
    if (!axis.computed) {
      known += axis.offset;
      continue;
    }
    mlir::Value place = useHere(evaluator, axis.computed);
    if (!place)
      return {};
    flat = flat ? emitter.binary(Binary::add, flat, place, DType::int32) : place;
  }
  if (!flat || known != 0) {
    mlir::Value constant = emitter.constantInt(known, DType::int32);
    flat = flat ? emitter.binary(Binary::add, flat, constant, DType::int32) : constant;
  }
  return used ? BarrierOperand{used, flat} : BarrierOperand{};
}

//===-- types -------------------------------------------------------------------------------------------------===//

static RecordObject *makeBarrierType(Call &call, llvm::StringRef kind) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> arrivals = evaluator.toInt(call["num_arrivals"], "num_arrivals");
  std::optional<std::vector<int64_t>> extents = arrivals ? evaluator.toShape(call["num_barriers"], "num_barriers") : std::nullopt;
  if (!extents)
    return nullptr;
  if (*arrivals < 1) {
    evaluator.raise(DiagnosticId::valueError, "Num arrivals must be at least 1, but got " + std::to_string(*arrivals), call.rangeOf("num_arrivals"));
    return nullptr;
  }
  if (countElements(*extents) < 1) {
    evaluator.raise(DiagnosticId::valueError, "Num barriers must be at least 1, but got " + formatShape(*extents), call.rangeOf("num_barriers"));
    return nullptr;
  }
  for (llvm::StringRef name : {"orders_tensor_core", "for_tensor_core"}) {
    std::optional<bool> orders = evaluator.truth(call[name]);
    if (!orders)
      return nullptr;
    if (*orders) {
      evaluator.raise(DiagnosticId::notSupported, "`" + name.str() + "` of a barrier is for Blackwell's tensor memory (sm_100) and is not supported", call.rangeOf(name))
          .note("on Hopper `plgpu.wgmma_wait` waits for the tensor core");
      return nullptr;
    }
  }
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module, kind));
  record->range = evaluator.range();
  record->set("num_arrivals", evaluator.integer(*arrivals)).set("num_barriers", evaluator.tupleOfInts(*extents));
  return record;
}

Value frontend::barrierTypeHandler(Call &call) { return makeBarrierType(call, "Barrier"); }
Value frontend::clusterBarrierTypeHandler(Call &call) {
  RecordObject *record = makeBarrierType(call, "ClusterBarrier");
  return record ? &record->set("collective_axes", call["collective_axes"]).set("leader_tracked", call["leader_tracked"]) : nullptr;
}

Value frontend::allocateBarrier(Evaluator &evaluator, WarpgroupKernel &kernel, RecordObject *type, const std::string &name) {
  std::optional<std::vector<int64_t>> extents = evaluator.toShape(type->field("num_barriers"), "num_barriers");
  std::optional<int64_t> arrivals = evaluator.toInt(type->field("num_arrivals"), "num_arrivals");
  std::optional<llvm::SmallVector<int64_t>> collective = llvm::SmallVector<int64_t>();
  bool isLeaderTracked = false;
  if (Value axes = type->field("collective_axes")) {
    // Several entries mean the blocks that share all but one of the axes' indices, a cross; one entry of several axes all of them.
    auto *entries = dyn_cast<SequenceObject>(axes);
    if (entries && entries->items.size() > 1)
      return evaluator.raise(DiagnosticId::notSupported, "a `plgpu.ClusterBarrier` along several axes one by one is not supported")
          .note("`collective_axes=((\"x\", \"y\"),)` is a barrier of all blocks along both");
    collective = kernel.toClusterAxes(evaluator, axes, "collective_axes");
    std::optional<bool> tracked = collective ? evaluator.truth(type->field("leader_tracked")) : std::nullopt;
    if (!tracked)
      return nullptr;
    isLeaderTracked = *tracked;
  }
  Emitter emitter = emitterHere(evaluator);
  auto barrierType = tilegpu::BarrierType::get(evaluator.context(), countElements(*extents));
  auto barrier = emitter.create<tilegpu::AllocBarrierOp>(barrierType, name, *arrivals, *collective, isLeaderTracked, mlir::IntegerAttr());
  return evaluator.make<BarrierObject>(barrier.getResult(), name, *extents);
}

//===-- functions ---------------------------------------------------------------------------------------------===//

Value frontend::barrierArriveHandler(Call &call) {
  BarrierOperand operand = findKernel(call) ? toBarrier(call.evaluator, call["barrier"], publicName(call.entry)) : BarrierOperand();
  if (!operand.barrier)
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::ArriveOp>(operand.barrier, operand.index);
  return call.evaluator.none();
}

Value frontend::barrierWaitHandler(Call &call) {
  BarrierOperand operand = findKernel(call) ? toBarrier(call.evaluator, call["barrier"], publicName(call.entry)) : BarrierOperand();
  if (!operand.barrier)
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::WaitOp>(operand.barrier, operand.index);
  return call.evaluator.none();
}

Value frontend::barrierTestHandler(Call &call) {
  WarpgroupKernel *kernel = findKernel(call);
  BarrierOperand operand = kernel ? toBarrier(call.evaluator, call["barrier"], publicName(call.entry)) : BarrierOperand();
  if (!operand.barrier)
    return nullptr;
  if (!kernel->isInWarp)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is only supported within a warp context")
        .note("the threads of a warpgroup would see different answers; use it in `plgpu.warp_map`");
  Emitter emitter = emitterHere(call.evaluator);
  return wrap(call.evaluator, emitter.create<tilegpu::TestOp>(emitter.builder.getI1Type(), operand.barrier, operand.index), DType::boolean);
}
