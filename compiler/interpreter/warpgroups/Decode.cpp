// SPDX-License-Identifier: Apache-2.0
// The steps of kernels of warpgroups: buffers and views, who waits for whom. What asynchronous operations do is in DecodeAsync.
#include "compiler/interpreter/Decoder.h"
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"
#include "shared/numerics/Convert.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

SlotIndex Decoder::getHandle(Value value) {
  auto [at, isNew] = handles.try_emplace(value, 0);
  if (isNew)
    at->second = newSlot();
  return at->second;
}

template <typename T> static void setHandle(Frame &frame, SlotIndex slot, T *pointer) { frame.setScalar(slot, reinterpret_cast<uintptr_t>(pointer)); }

Barrier *warpgroups::findBarrier(Frame &frame, SlotIndex handle, const Operand &index) {
  auto *array = reinterpret_cast<BarrierArray *>(static_cast<uintptr_t>(frame.slots[handle].scalar));
  int64_t number = frame.readInt(index);
  if (number >= 0 && number < static_cast<int64_t>(array->barriers.size()))
    return &array->barriers[number];
  frame.fail(DiagnosticId::outOfBounds, "`" + array->name + "[" + std::to_string(number) + "]` is used in program " + toTuple(frame.point) + ", but `" + array->name + "` has " +
                                            std::to_string(array->barriers.size()) + " barriers");
  return nullptr;
}

/// A view of the whole of `memory`.
static RefView makeView(Memory &memory) {
  RefView view;
  view.base = memory.base;
  view.type = memory.type;
  view.elementSize = memory.elementSize;
  view.memory = &memory;
  view.extents = view.inside = view.arrayShape = memory.shape;
  view.before.assign(memory.shape.size(), 0);
  view.origin.assign(memory.shape.size(), 0);
  view.strides.assign(memory.shape.size(), 1);
  for (size_t axis = 0; axis < memory.shape.size(); ++axis)
    view.arrayAxis.push_back(axis);
  for (size_t axis = memory.shape.size(); axis-- > 1;)
    view.strides[axis - 1] = view.strides[axis] * memory.shape[axis];
  return view;
}

void Decoder::decodeAllocShared(tilegpu::AllocSharedOp op) {
  uint32_t out = refs[op.getResult()] = code.refCount++;
  emit(op, [=](Frame &frame) mutable {
    Agent &agent = *frame.agent;
    if (Memory *memory = agent.machine.getMemory(agent.block, {op, agent.executions[op]++}, op))
      frame.refs[out] = makeView(*memory);
  });
}

void Decoder::decodeAllocBarrier(tilegpu::AllocBarrierOp op) {
  SlotIndex out = getHandle(op.getResult());
  emit(op, [=](Frame &frame) mutable {
    Agent &agent = *frame.agent;
    setHandle(frame, out, agent.machine.getBarriers(agent.block, {op, agent.executions[op]++}, op));
  });
}

void Decoder::decodeAllocAccumulator(tilegpu::AllocAccumulatorOp op) {
  SlotIndex out = getHandle(op.getResult());
  Operand shape;
  shape.type = toDType(op.getType().getElementType());
  shape.isScalar = false;
  shape.shape = {op.getType().getRows(), op.getType().getColumns()};
  measure(shape);
  std::optional<Operand> init;
  if (op.getInit())
    init = get(op.getInit());
  std::string name = op.getName().empty() ? "an accumulator" : op.getName().str();
  Operation *key = op;
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    auto [at, isNew] = agent.accumulatorOf.try_emplace(key, agent.accumulators.size());
    if (isNew)
      agent.accumulators.emplace_back();
    Accumulator &accumulator = agent.accumulators[at->second];
    if (accumulator.lastProduct > agent.awaitedProducts) {
      // A product of its former life is under way: a new one takes its place.
      at->second = agent.accumulators.size();
      accumulator.isLive = false;
      agent.accumulators.emplace_back();
    }
    Accumulator &fresh = agent.accumulators[at->second];
    if (!fresh.buffer) {
      numerics::Buffer *buffer = frame.run.pool.allocate(shape.bytes);
      if (!buffer)
        return failForMemory(frame.run, key->getLoc(), shape);
      fresh.buffer = numerics::BufferRef::adopt(buffer);
    }
    fresh.name = name;
    fresh.shape = shape;
    fresh.isLive = true;
    fresh.lastProduct = 0;
    if (init)
      std::memcpy(fresh.buffer->data(), frame.at(*init), shape.bytes);
    else
      std::memset(fresh.buffer->data(), 0, shape.bytes);
    frame.setScalar(out, at->second);
  });
}

void Decoder::decodeFree(tilegpu::FreeOp op) {
  for (Value value : op.getBuffers()) {
    if (isa<tilegpu::AccumulatorType>(value.getType())) {
      SlotIndex handle = getHandle(value);
      emit(op, [=](Frame &frame) {
        Agent &agent = *frame.agent;
        Accumulator &accumulator = agent.accumulators[frame.slots[handle].scalar];
        accumulator.isLive = accumulator.lastProduct > agent.awaitedProducts;
      });
    } else if (isa<tilegpu::BarrierType>(value.getType())) {
      SlotIndex handle = getHandle(value);
      emit(op, [=](Frame &frame) {
        frame.agent->machine.freeBarriers(*frame.agent, *reinterpret_cast<BarrierArray *>(static_cast<uintptr_t>(frame.slots[handle].scalar)), frame.currentOp());
      });
    } else if (value.getDefiningOp<tilegpu::AllocSharedOp>()) { // not a view, whose buffer has a scope of its own
      uint32_t ref = getRef(value);
      emit(op, [=](Frame &frame) { frame.agent->machine.freeMemory(*frame.agent, *frame.refs[ref].memory, frame.currentOp()); });
    }
  }
}

void Decoder::decodeSubview(tilegpu::SubviewOp op) {
  uint32_t from = getRef(op.getRef()), out = refs[op.getResult()] = code.refCount++;
  SmallVector<int64_t, 4> constants(op.getStaticOffsets()), sizes(op.getSizes()), dropped(op.getDropped());
  SmallVector<Operand> computed = getAll(op.getOffsets());
  emit(op, [=](Frame &frame) {
    RefView view = frame.refs[from];
    RefView part = view;
    part.extents.clear(), part.strides.clear(), part.before.clear(), part.inside.clear(), part.arrayAxis.clear();
    part.whole = !view.absent;
    size_t next = 0;
    for (size_t axis = 0; axis < sizes.size(); ++axis) {
      int64_t offset = ShapedType::isDynamic(constants[axis]) ? frame.readInt(computed[next++]) : constants[axis];
      int64_t before = std::clamp<int64_t>(view.before[axis] - offset, 0, sizes[axis]), inside = std::clamp<int64_t>(view.inside[axis] - offset, 0, sizes[axis]);
      part.base += offset * view.strides[axis] * view.elementSize;
      part.origin[view.arrayAxis[axis]] += offset;
      part.whole &= before == 0 && inside == sizes[axis];
      if (llvm::is_contained(dropped, static_cast<int64_t>(axis))) {
        part.absent |= before != 0 || inside != 1;
        continue;
      }
      part.extents.push_back(sizes[axis]);
      part.strides.push_back(view.strides[axis]);
      part.before.push_back(before);
      part.inside.push_back(inside);
      part.arrayAxis.push_back(view.arrayAxis[axis]);
    }
    frame.refs[out] = std::move(part);
  });
}

void Decoder::decodeTransposeRef(tilegpu::TransposeRefOp op) {
  uint32_t from = getRef(op.getRef()), out = refs[op.getResult()] = code.refCount++;
  SmallVector<int64_t, 4> permutation(op.getPermutation());
  emit(op, [=](Frame &frame) {
    const RefView &view = frame.refs[from];
    RefView turned = view;
    for (auto [axis, source] : llvm::enumerate(permutation)) {
      turned.extents[axis] = view.extents[source];
      turned.strides[axis] = view.strides[source];
      turned.before[axis] = view.before[source];
      turned.inside[axis] = view.inside[source];
      turned.arrayAxis[axis] = view.arrayAxis[source];
    }
    frame.refs[out] = std::move(turned);
  });
}

void Decoder::decodeReinterpret(tilegpu::ReinterpretOp op) {
  uint32_t from = getRef(op.getRef()), out = refs[op.getResult()] = code.refCount++;
  Type type = op.getType();
  SmallVector<int64_t, 4> shape(tilegpu::getRefShape(type));
  numerics::DType element = toDType(tilegpu::getRefElementType(type));
  int64_t offset = static_cast<int64_t>(op.getByteOffset());
  emit(op, [=](Frame &frame) {
    const RefView &view = frame.refs[from];
    int64_t dense = 1;
    bool hasGaps = !view.whole;
    for (size_t axis = view.extents.size(); axis-- > 0; dense *= view.extents[axis])
      hasGaps |= view.extents[axis] > 1 && view.strides[axis] != dense;
    if (hasGaps) {
      frame.fail(DiagnosticId::valueError, "a part of `" + view.memory->name + "` that has gaps is taken for another array, expected one whose elements follow each other");
      return;
    }
    RefView other;
    other.memory = view.memory;
    other.argument = view.argument;
    other.base = view.base + offset;
    other.type = element;
    other.elementSize = numerics::getByteSize(element);
    other.placeOffset = other.base - view.memory->base;
    other.extents = other.inside = other.arrayShape = shape;
    other.before.assign(shape.size(), 0);
    other.origin.assign(shape.size(), 0);
    other.strides.assign(shape.size(), 1);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      other.arrayAxis.push_back(axis);
    for (size_t axis = shape.size(); axis-- > 1;)
      other.strides[axis - 1] = other.strides[axis] * shape[axis];
    // The same shape over the whole buffer is the buffer.
    frame.refs[out] = std::move(other);
  });
}

void Decoder::decodeClusterRef(tilegpu::ClusterRefOp op) {
  uint32_t from = getRef(op.getRef()), out = refs[op.getResult()] = code.refCount++;
  SmallVector<int64_t, 2> axes(op.getAxes());
  SmallVector<Operand> indices = getAll(op.getIndices());
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    SmallVector<int64_t, 2> values;
    for (const Operand &index : indices)
      values.push_back(frame.readInt(index));
    if (warpgroups::Block *peer = agent.machine.getPeer(agent.block, axes, values))
      frame.refs[out] = agent.machine.moveTo(frame.refs[from], *peer);
    else
      frame.fail(DiagnosticId::outOfBounds, "block " + toTuple(values) + " of the cluster is asked for in program " + toTuple(frame.point) + ", but the cluster has no such block");
  });
}

void Decoder::decodeWarpMap(tilegpu::WarpMapOp op) {
  auto inside = std::make_shared<std::pair<size_t, size_t>>();
  BlockArgument warp = op.getBody().getArgument(0);
  SlotIndex index = get(warp).slot, started = newSlot();
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    if (!frame.slots[started].scalar) {
      for (unsigned number = 0; number < 4; ++number)
        agent.machine.fork(agent, number, inside->first, inside->second).frame->setScalar(index, number);
      frame.setScalar(started, 1);
    }
    if (agent.children)
      return agent.machine.block(agent, &agent.children, "its warps");
    frame.setScalar(started, 0);
    agent.machine.dropWarps(agent);
    agent.isWaiting = false;
    agent.tick();
    frame.pc = inside->second;
  });
  inside->first = code.steps.size();
  (void)decodeBlock(op.getBody().front());
  inside->second = code.steps.size();
  emit(op, [](Frame &) {});
}

void Decoder::decodeBarrierUse(Operation *op) {
  SlotIndex handle = getHandle(op->getOperand(0));
  Operand index = get(op->getOperand(1));
  if (isa<tilegpu::ArriveOp>(op)) {
    emit(op, [=](Frame &frame) {
      Agent &agent = *frame.agent;
      Barrier *barrier = findBarrier(frame, handle, index);
      if (!barrier)
        return;
      SmallVector<warpgroups::Block *, 4> peers = agent.machine.getPeers(agent.block, barrier->array->collective);
      if (barrier->array->leaderTracked)
        peers.resize(1);
      agent.time += latency::arrive;
      SmallVector<Barrier *, 4> targets;
      for (warpgroups::Block *peer : peers)
        targets.push_back(agent.machine.moveTo(*barrier, *peer));
      for (Barrier *target : targets)
        agent.machine.arrive(agent, *target, frame.currentOp(), 0);
    });
    return;
  }
  bool onlyTests = isa<tilegpu::TestOp>(op);
  SlotIndex out = onlyTests ? get(op->getResult(0)).slot : 0;
  emit(op, [=](Frame &frame) {
    Barrier *barrier = findBarrier(frame, handle, index);
    if (!barrier)
      return;
    bool isComplete = frame.agent->machine.wait(*frame.agent, *barrier, frame.currentOp(), onlyTests);
    if (onlyTests) {
      frame.setScalar(out, isComplete);
      frame.agent->time += latency::wait;
      frame.agent->yields = true;
    }
  });
}

void Decoder::decodeSync(tilegpu::SyncOp op) {
  if (op.getScope() == tilegpu::SyncScope::warpgroup)
    return emit(op, [](Frame &) {});
  bool isCluster = op.getScope() == tilegpu::SyncScope::cluster;
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    unsigned warpgroups = static_cast<unsigned>(agent.machine.warpgroupCount);
    if (isCluster)
      agent.machine.meet(agent, agent.block.cluster->meeting, warpgroups * static_cast<unsigned>(agent.block.cluster->blocks.size()), &agent.block.cluster->meeting, "cluster");
    else
      agent.machine.meet(agent, agent.block.meeting, warpgroups, &agent.block.meeting, "block");
  });
}

bool Decoder::decodeWarpgroups(Operation *op) {
  if (!isa_and_nonnull<tilegpu::TileGpuDialect>(op->getDialect()))
    return false;
  if (!isOfWarpgroups)
    return refuse(op, "only a kernel of warpgroups has such operations"), true;
  for (Value operand : op->getOperands())
    if (isa<tile::RefType>(operand.getType()) && !refs.count(operand))
      return refuse(op, "its Ref is neither an argument nor a buffer of the kernel"), true;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tilegpu::AllocSharedOp alloc) { return decodeAllocShared(alloc), true; })
      .Case([&](tilegpu::AllocBarrierOp alloc) { return decodeAllocBarrier(alloc), true; })
      .Case([&](tilegpu::AllocAccumulatorOp alloc) { return decodeAllocAccumulator(alloc), true; })
      .Case([&](tilegpu::FreeOp free) { return decodeFree(free), true; })
      .Case([&](tilegpu::SubviewOp view) { return decodeSubview(view), true; })
      .Case([&](tilegpu::TransposeRefOp view) { return decodeTransposeRef(view), true; })
      .Case([&](tilegpu::ReinterpretOp view) { return decodeReinterpret(view), true; })
      .Case([&](tilegpu::ClusterRefOp view) { return decodeClusterRef(view), true; })
      .Case([&](tilegpu::WarpMapOp map) { return decodeWarpMap(map), true; })
      .Case([&](tilegpu::WarpYieldOp) { return true; })
      .Case<tilegpu::ArriveOp, tilegpu::WaitOp, tilegpu::TestOp>([&](Operation *use) { return decodeBarrierUse(use), true; })
      .Case([&](tilegpu::SyncOp sync) { return decodeSync(sync), true; })
      .Default([&](Operation *other) { return decodeAsync(other); });
}
