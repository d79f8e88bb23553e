// SPDX-License-Identifier: Apache-2.0
// Buffers of blocks, barriers of blocks, and ordinary accesses to them.
#include "compiler/interpreter/warpgroups/Buffers.h"
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"
#include "shared/numerics/Convert.h"

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

Memory *Machine::getMemory(Block &block, std::pair<mlir::Operation *, unsigned> key, tilegpu::AllocSharedOp op) {
  std::unique_ptr<Memory> &memory = block.memories[key];
  if (memory)
    return memory.get();
  memory = std::make_unique<Memory>();
  memory->name = op.getName().empty() ? "a buffer" : op.getName().str();
  memory->op = op;
  memory->key = key;
  memory->block = &block;
  memory->isShared = true;
  Operand shape;
  shape.type = toDType(tilegpu::getRefElementType(op.getType()));
  shape.isScalar = false;
  shape.shape.assign(tilegpu::getRefShape(op.getType()).begin(), tilegpu::getRefShape(op.getType()).end());
  numerics::Buffer *buffer = measure(shape) ? run.pool.allocate(shape.bytes) : nullptr;
  if (!buffer) {
    failForMemory(run, op.getLoc(), shape);
    return nullptr;
  }
  numerics::fillUninitialized(shape.type, buffer->data(), shape.count);
  memory->buffer = numerics::BufferRef::adopt(buffer);
  memory->base = buffer->data();
  memory->type = shape.type;
  memory->elementSize = numerics::getByteSize(shape.type);
  memory->shape.assign(shape.shape.begin(), shape.shape.end());
  for (Access ghost : block.ghosts) {
    ghost.region = {};
    ghost.region.elementSize = memory->elementSize;
    ghost.region.shape = memory->shape;
    for (int64_t extent : memory->shape)
      ghost.region.axes.push_back({0, extent, 1});
    ghost.slot = ghost.step = -1;
    memory->history.back().push_back(std::move(ghost));
  }
  return memory.get();
}

BarrierArray *Machine::getBarriers(Block &block, std::pair<mlir::Operation *, unsigned> key, tilegpu::AllocBarrierOp op) {
  std::unique_ptr<BarrierArray> &array = block.barriers[key];
  if (array)
    return array.get();
  array = std::make_unique<BarrierArray>();
  array->name = op.getName().empty() ? "a barrier" : op.getName().str();
  array->op = op;
  array->key = key;
  array->block = &block;
  array->collective.assign(op.getCollective().begin(), op.getCollective().end());
  array->leaderTracked = op.getLeaderTracked();
  array->arrivals = static_cast<unsigned>(op.getArrivals() * getPeers(block, array->collective).size());
  for (unsigned index = 0; index < op.getType().getCount(); ++index) {
    Barrier &barrier = array->barriers.emplace_back();
    barrier.array = array.get();
    barrier.index = index;
    barrier.component = newComponent();
  }
  return array.get();
}

Block *Machine::getPeer(Block &block, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> indices) {
  size_t first = plan.grid.size() - clusterShape.size();
  int64_t rank = 0;
  for (size_t axis = 0; axis < clusterShape.size(); ++axis) {
    int64_t index = block.point[first + axis];
    for (auto [named, value] : llvm::zip(axes, indices))
      if (named == static_cast<int64_t>(first + axis))
        index = value;
    if (index < 0 || index >= clusterShape[axis])
      return nullptr;
    rank = rank * clusterShape[axis] + index;
  }
  return block.cluster->blocks[rank].get();
}

llvm::SmallVector<Block *, 4> Machine::getPeers(Block &block, llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<Block *, 4> peers;
  size_t first = plan.grid.size() - clusterShape.size();
  for (auto &other : block.cluster->blocks) {
    bool agrees = true;
    for (size_t axis = first; axis < plan.grid.size(); ++axis)
      agrees &= llvm::is_contained(axes, static_cast<int64_t>(axis)) || other->point[axis] == block.point[axis];
    if (agrees)
      peers.push_back(other.get());
  }
  return peers;
}

/// Whether the copy engine or a tensor core may still read the place after its scope has ended: harmless until it is written again.
static bool readsBeside(const Access &access) { return access.deed == Deed::productRead || access.deed == Deed::outRead; }

/// All warpgroups free a buffer together, so whatever writes it may have been waited for by any of them.
void Machine::freeMemory(Agent &agent, Memory &memory, mlir::Operation *op) {
  if (agent.warp >= 0)
    return;
  for (const std::vector<Access> &accesses : memory.history)
    for (const Access &access : accesses)
      if (readsBeside(access) && access.warpgroup == agent.warpgroup && !agent.knowledge.all.knows(access.epoch))
        agent.block.ghosts.push_back(access);
  memory.freedBy.join(agent.knowledge.all);
  if (++memory.freed < warpgroupCount)
    return;
  for (const std::vector<Access> &accesses : memory.history)
    for (const Access &access : accesses)
      checkGivenBack(memory, access, op);
  // What is still under way would read or write it.
  if (llvm::none_of(works, [&](const Work &work) { return work.block->cluster == agent.block.cluster; })) {
    run.pool.recycle(std::move(memory.buffer));
    agent.block.memories.erase(memory.key);
  }
}

void Machine::checkGivenBack(Memory &memory, const Access &access, mlir::Operation *op) {
  bool isAsync = access.deed != Deed::load && access.deed != Deed::store && access.deed != Deed::atomic;
  if (!isAsync || readsBeside(access) || memory.freedBy.knows(access.epoch))
    return;
  findings.add(DiagnosticId::unawaitedOperation, op, access.op, [&] {
    Diagnostic diagnostic(DiagnosticId::unawaitedOperation, toRange(access.op->getLoc()),
                          "`" + memory.name + "` is given back while an asynchronous operation of warpgroup " + std::to_string(access.warpgroup) + " may still use it");
    diagnostic.note("its scope ends here", toRange(op->getLoc()));
    return diagnostic.note("wait for the operation before the scope ends");
  });
}

std::string warpgroups::getName(const RefView &view) { return view.memory ? view.memory->name : std::string(); }

bool warpgroups::noteSlice(Frame &frame, const RefView &view, const SliceBounds &slice, bool isWrite) {
  Agent &agent = *frame.agent;
  Memory &memory = *view.memory;
  if (!view.whole) {
    int64_t outside = -1;
    for (size_t axis = 0; axis < view.extents.size(); ++axis)
      if (slice.sizes[axis] > 0 && (!view.holds(axis, slice.offsets[axis]) || !view.holds(axis, slice.offsets[axis] + (slice.sizes[axis] - 1) * slice.strides[axis])))
        outside = static_cast<int64_t>(axis);
    if (outside >= 0 || view.absent) {
      frame.fail(DiagnosticId::outOfBounds, std::string(isWrite ? "a store to" : "a load from") + " a part of `" + memory.name + "` that begins at " + toTuple(view.origin) +
                                                " in program " + toTuple(frame.point) + ", but `" + memory.name + "` has shape " + toTuple(view.arrayShape))
          .note("keep the part's offsets and sizes inside of the array");
      return false;
    }
  }
  Region region = getRegion(view, slice.offsets, slice.sizes, slice.strides);
  int64_t count = view.elementSize;
  for (int64_t size : slice.sizes)
    count *= size;
  uint64_t cycles = memory.isShared ? latency::sharedAccess + count / latency::sharedBytesPerCycle : latency::globalAccess + count / latency::globalBytesPerCycle;
  int64_t slot;
  std::string place = getPlace(memory, region, slot);
  if (isWrite && !memory.isShared)
    agent.machine.note(agent.row, "store", agent.time, agent.time + cycles, "store to " + place, frame.currentOp(), memory.name);
  agent.time += isWrite && !memory.isShared ? latency::issue : cycles;
  agent.machine.access(agent, memory, std::move(region), isWrite ? Deed::store : Deed::load, agent.getEpoch(), frame.currentOp());
  agent.yields = !agent.machine.isSearch();
  return true;
}

void warpgroups::noteElements(Frame &frame, const RefView &view, std::vector<const uint8_t *> addresses, bool isWrite, bool isAtomic) {
  Agent &agent = *frame.agent;
  Memory &memory = *view.memory;
  auto elements = std::make_shared<std::vector<int64_t>>();
  for (const uint8_t *address : addresses)
    if (address)
      elements->push_back((address - memory.base - view.placeOffset) / view.elementSize);
  std::sort(elements->begin(), elements->end());
  elements->erase(std::unique(elements->begin(), elements->end()), elements->end());
  Region region;
  region.byteOffset = view.placeOffset;
  region.elementSize = view.elementSize;
  region.shape.assign(view.arrayShape.begin(), view.arrayShape.end());
  for (int64_t extent : region.shape)
    region.axes.push_back({0, extent, 1});
  region.elements = std::move(elements);
  agent.time += memory.isShared ? latency::sharedAccess : latency::globalAccess;
  if (isAtomic) {
    // Whoever changes the same array by atomics is taken to be ordered with it: the memory orders of the language are not told apart.
    agent.knowledge.join(memory.released);
    agent.machine.access(agent, memory, std::move(region), Deed::atomic, agent.getEpoch(), frame.currentOp());
    memory.released.join(agent.knowledge);
    agent.tick();
  } else {
    agent.machine.access(agent, memory, std::move(region), isWrite ? Deed::store : Deed::load, agent.getEpoch(), frame.currentOp());
  }
  agent.yields = isAtomic || !agent.machine.isSearch();
}
