// SPDX-License-Identifier: Apache-2.0
// Barriers between accesses of different threads of a block to one memory: arrays, workspace, shared memory, and what
// operations pass through it. A forward walk keeps the accesses since the last barrier; one that conflicts with them
// (either writes) gets a barrier before it, after which nothing is pending.
//
// Why that is enough. Control flow is uniform: every barrier is met by all threads at once, and orders all that any did
// before it with all that any does after. Take two accesses in the order of a run. If no barrier stands between them on
// the path that the run took, then the walk along that path had the first among its pending accesses when it came to
// the second: a branch starts from what was pending before it and leaves the union of its ways; a loop's body is walked
// twice, so that its end meets its beginning, and a third walk would begin with what the second did. If they conflict,
// it put a barrier there.
//
// What conflicts: accesses of the same array (those given to a kernel do not overlap), or of overlapping bytes of
// shared memory, which buffers that never live together may share. Accesses of the same box in the same layout do not:
// each thread meets only its own elements. That holds within one pass of a loop's body only (the offsets are other
// values in the next), not where threads hold copies, and for computed indices only where no two elements have the same
// one. Nor do boxes that a loop moves on, by its own extent or more, from pass to pass: of `x[i * 128]`, 128 elements,
// no two passes touch the same; nor boxes side by side.
//
// An operation with scratch writes there, meets, and reads: it is an access before it, a barrier, and an access after
// it. A copy to shared memory that runs beside (cp.async) has happened for the thread that asked for it after a wait:
// there it counts as a write, for which the others need a barrier that comes later. Between accesses of a ring that
// loads fill ahead, the loop's own barriers stand (Pipeline.cpp). An atomic of one thread that releases (a lock's)
// tells what all have done: they meet before it.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/IndexRange.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/tilegpu/ir/Scratch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

namespace tessera::schedule {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
/// An array, or bytes of shared memory.
struct Memory {
  Value base;
  int64_t begin = -1, end = -1;
  bool isOrdered = false; // by whoever wrote the accesses (`schedule.ordered`)
  bool isShared() const { return begin >= 0; }
  bool meets(const Memory &o) const {
    return isShared() && o.isShared() ? begin < o.end && o.begin < end : base == o.base && isShared() == o.isShared();
  }
  bool operator==(const Memory &o) const { return base == o.base && begin == o.begin && end == o.end; }
};

/// Which box of which Ref in which layout.
struct Place {
  Value ref;
  Type type;
  SmallVector<Value> indices;
  Attribute axes, strides;
  SmallVector<int64_t> spans =
      {}; // of a box, along each axis of the Ref: from its first to its last element, below 0 where it goes backwards
  bool operator==(const Place &o) const {
    return ref == o.ref && type == o.type && indices == o.indices && axes == o.axes && strides == o.strides;
  }
};

/// By how much `value` grows when the counter of `loop` grows by one; none where that is not known.
std::optional<int64_t> getGrowth(Value value, scf::ForOp loop, unsigned depth = 0) {
  if (value == loop.getInductionVar())
    return 1;
  Operation *op = value.getDefiningOp();
  if (op ? !loop->isAncestor(op) : !loop.getRegion().isAncestor(value.getParentRegion()))
    return 0;
  if (!op || depth > 8 || !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<int64_t> left = getGrowth(op->getOperand(0), loop, depth + 1),
                         right = getGrowth(op->getOperand(1), loop, depth + 1);
  if (!left || !right)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *left + *right;
  if (isa<arith::SubIOp>(op))
    return *left - *right;
  APInt factor;
  if (matchPattern(op->getOperand(1), m_ConstantInt(&factor)))
    return *left * factor.getSExtValue();
  if (matchPattern(op->getOperand(0), m_ConstantInt(&factor)))
    return *right * factor.getSExtValue();
  return *left == 0 && *right == 0 ? std::optional<int64_t>(0) : std::nullopt;
}

struct Access {
  Memory memory;
  Place place;
  bool writes = false;
  bool isOwn = false;        // a thread's elements are no other thread's
  bool isAtomic = false;     // in order with other atomics
  bool isOld = false;        // of an earlier pass of a loop: its offsets are other values
  Operation *loop = nullptr; // of which loop alone, if so

  /// Of an earlier pass of a loop that has moved on since.
  bool isBehind(const Access &now) const {
    auto counted = dyn_cast_or_null<scf::ForOp>(loop);
    APInt step;
    if (!counted || place.spans.empty() || place.ref != now.place.ref || now.place.spans.size() != place.spans.size() ||
        !matchPattern(counted.getStep(), m_ConstantInt(&step)))
      return false;
    for (auto [axis, index] : llvm::enumerate(place.indices))
      if (index == now.place.indices[axis])
        if (std::optional<int64_t> growth = getGrowth(index, counted))
          if (std::abs(*growth * step.getSExtValue()) >
              std::max(std::abs(place.spans[axis]), std::abs(now.place.spans[axis])))
            return true;
    return false;
  }
  /// Along some axis the two touch different indices, in one pass of the loops around.
  bool isApart(const Access &other) const {
    if (isOld || other.isOld || place.ref != other.place.ref || place.indices.size() != other.place.indices.size())
      return false;
    for (size_t axis = 0; axis < place.indices.size(); ++axis) {
      auto own = schedule::findIndexRange(place.indices[axis]),
           its = schedule::findIndexRange(other.place.indices[axis]);
      if (!own || !its)
        continue;
      if (!place.spans.empty())
        own->widen(place.spans[axis]);
      if (!other.place.spans.empty())
        its->widen(other.place.spans[axis]);
      if (own->isApart(*its))
        return true;
    }
    return false;
  }
  bool conflictsWith(const Access &before) const {
    if (!(writes || before.writes) || (isAtomic && before.isAtomic))
      return false;
    if (isOwn && before.isOwn && !before.isOld && place == before.place)
      return false;
    return !(before.isOld && before.isBehind(*this)) && !isApart(before);
  }
  bool operator==(const Access &o) const {
    return memory == o.memory && writes == o.writes && isOwn == o.isOwn && isAtomic == o.isAtomic && isOld == o.isOld &&
           loop == o.loop && place == o.place;
  }
};

//===-- what an operation accesses ----------------------------------------------------------------------------===//

int64_t getRefBytes(Type ref) {
  int64_t bytes = (getRefElementType(ref).getIntOrFloatBitWidth() + 7) / 8;
  for (int64_t extent : getRefShape(ref))
    bytes *= extent;
  return bytes;
}

/// What a Ref may be part of: several where it is chosen while the kernel runs.
void addMemories(Value ref, SmallVectorImpl<Memory> &memories) {
  Value base = getBaseRef(ref);
  if (auto choice = base.getDefiningOp<SelectRefOp>()) {
    for (Value one : choice.getRefs())
      addMemories(one, memories);
    return;
  }
  Memory memory{base};
  if (auto alloc = base.getDefiningOp<AllocSharedOp>()) {
    memory.begin = static_cast<int64_t>(alloc.getOffset().value_or(0));
    memory.end = memory.begin + getRefBytes(alloc.getType());
    memory.isOrdered = alloc->hasAttr(schedule::orderedName);
  }
  memories.push_back(memory);
}

/// Whether equal boxes are each thread's own: no thread holds what another does.
bool isHeldOnce(Type type) {
  if (!isa<RankedTensorType>(type))
    return false;
  layout::Copies copies = layout::getCopies(getLayout(type));
  return !copies.lanes && !copies.warps;
}

/// Axes of the tensor along which `index` differs from element to element, whatever the others are: an iota, shifted or
/// scaled.
SmallVector<int64_t> getDistinctAxes(Value index) {
  if (auto iota = index.getDefiningOp<IotaOp>())
    return {static_cast<int64_t>(iota.getAxis())};
  if (auto broadcast = index.getDefiningOp<BroadcastOp>()) {
    SmallVector<int64_t> axes;
    for (int64_t axis : getDistinctAxes(broadcast.getInput()))
      if (getShape(broadcast.getInput().getType())[axis] == getShape(broadcast.getType())[broadcast.getAxes()[axis]])
        axes.push_back(broadcast.getAxes()[axis]);
    return axes;
  }
  auto isUniform = [](Value value) { return value.getDefiningOp<SplatOp>() || matchPattern(value, m_Constant()); };
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    return isUniform(sum.getLhs())   ? getDistinctAxes(sum.getRhs())
           : isUniform(sum.getRhs()) ? getDistinctAxes(sum.getLhs())
                                     : SmallVector<int64_t>();
  if (auto cast = index.getDefiningOp<CastOp>(); cast && getElementType(cast.getType()).isInteger(64))
    return getDistinctAxes(cast.getInput());
  return {};
}

bool areDistinct(ValueRange indices) {
  if (indices.empty() || !isa<RankedTensorType>(indices.front().getType()))
    return false;
  ArrayRef<int64_t> shape = getShape(indices.front().getType());
  SmallVector<bool> isCovered(shape.size(), false);
  for (Value index : indices)
    // Of several axes at once only one counts: a sum of two iotas is not distinct in both.
    if (SmallVector<int64_t> axes = getDistinctAxes(index); axes.size() == 1)
      isCovered[axes.front()] = true;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1 && !isCovered[axis])
      return false;
  return true;
}

class AccessList {
public:
  explicit AccessList(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](LoadOp o) { addBox(o, o.getType(), false); })
        .Case([&](StoreOp o) { addBox(o, o.getValue().getType(), true); })
        .Case([&](GatherOp o) { addIndexed(o, o.getType(), false); })
        .Case([&](ScatterOp o) { addIndexed(o, o.getValue().getType(), true); })
        .Case<AtomicRmwOp, AtomicCasOp>([&](auto o) {
          add(o.getRef(), {}, true);
          for (Access &access : list)
            access.isAtomic = true;
        })
        .Case([&](DotOp o) {
          for (Value operand : {o.getA(), o.getB()})
            if (!isa<RankedTensorType>(operand.getType()))
              add(operand, {}, false);
        })
        .Case<LoadAsyncOp, GatherAsyncOp>([&](auto o) {
          add(o.getRef(), {}, false);
          add(o.getTarget(), {}, true);
        });
  }
  SmallVector<Access, 2> list;

private:
  void add(Value ref, Place place, bool writes, bool isOwn = false) {
    SmallVector<Memory> memories;
    addMemories(ref, memories);
    for (const Memory &memory : memories)
      list.push_back({memory, place, writes, isOwn});
  }
  template <typename OpT> void addBox(OpT op, Type type, bool writes) {
    Place place{op.getRef(), type, llvm::to_vector(op.getOffsets()), op.getAxesAttr(), op.getStridesAttr()};
    place.spans.assign(place.indices.size(), 0);
    for (auto [own, axis] : llvm::enumerate(op.getAxes()))
      place.spans[axis] = (getShape(type)[own] - 1) * op.getStride(axis);
    add(op.getRef(), std::move(place), writes, isHeldOnce(type));
  }
  template <typename OpT> void addIndexed(OpT op, Type type, bool writes) {
    add(op.getRef(), {op.getRef(), type, llvm::to_vector(op.getIndices()), {}, {}}, writes,
        isHeldOnce(type) && areDistinct(op.getIndices()));
  }
};

//===-- the walk ----------------------------------------------------------------------------------------------===//

/// Accesses since the last barrier, by memory.
class Pending {
public:
  bool conflictsWith(const Access &access) const {
    return llvm::any_of(groups, [&](const auto &group) {
      bool isSame = group.first == access.memory;
      return !(isSame && access.memory.isOrdered) && group.first.meets(access.memory) &&
             llvm::any_of(group.second, [&](const Access &before) {
               return isSame ? access.conflictsWith(before) : access.writes || before.writes;
             });
    });
  }
  bool touchesArrays() const {
    return llvm::any_of(groups, [](const auto &group) { return !group.first.isShared(); });
  }
  void add(const Access &access) {
    for (auto &[memory, accesses] : groups)
      if (memory == access.memory) {
        if (!llvm::is_contained(accesses, access))
          accesses.push_back(access);
        return;
      }
    groups.push_back({access.memory, {access}});
  }
  void merge(const Pending &other) {
    for (const auto &group : other.groups)
      for (const Access &access : group.second)
        add(access);
  }
  void age(Operation *loop) {
    for (auto &group : groups)
      for (Access &access : group.second) {
        access.loop = access.isOld && access.loop != loop ? nullptr : loop;
        access.isOld = true;
      }
  }
  /// What `inner`, one pass of a loop whose passes touch different elements of arrays, leaves for the next.
  void becomeNextPass(const Pending &before, Pending inner, Operation *loop) {
    llvm::erase_if(inner.groups, [](const auto &group) { return !group.first.isShared(); });
    *this = before;
    merge(inner);
    age(loop);
  }
  void clear() { groups.clear(); }

private:
  SmallVector<std::pair<Memory, SmallVector<Access>>> groups;
};

class BarrierInserter {
public:
  void visitBlock(Block &block, Pending &pending) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op, pending);
  }

private:
  void visit(Operation *op, Pending &pending) {
    if (isa<BarrierOp>(op))
      return pending.clear();
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      return visitRegions(op, pending);
    AccessList accesses(op);
    bool tells = isRelease(op) && pending.touchesArrays();
    if (tells || llvm::any_of(accesses.list, [&](const Access &access) { return pending.conflictsWith(access); }))
      insertBefore(op, pending);
    if (isa<LoadAsyncOp, GatherAsyncOp>(op))
      llvm::append_range(running, accesses.list);
    if (isa<WaitCopiesInOp>(op))
      accesses.list.append(running);
    for (const Access &access : accesses.list)
      pending.add(access);
    visitScratch(op, pending);
  }

  void visitScratch(Operation *op, Pending &pending) {
    auto offset = op->getAttrOfType<IntegerAttr>(scratchOffsetName);
    if (!offset)
      return;
    int64_t begin = offset.getInt();
    Access access{{Value(), begin, begin + getScratchBytes(op)}, {}, /*writes=*/true};
    if (pending.conflictsWith(access))
      insertBefore(op, pending);
    pending.clear();
    access.writes = false;
    pending.add(access);
  }

  void insertBefore(Operation *op, Pending &pending) {
    OpBuilder builder(op);
    BarrierOp::create(builder, op->getLoc());
    pending.clear();
  }

  static bool isRelease(Operation *op) {
    auto isOfOne = [](auto atomic) {
      return !isa<RankedTensorType>(atomic.getValue().getType()) &&
             (atomic.getOrder() == "release" || atomic.getOrder() == "acq_rel");
    };
    if (auto atomic = dyn_cast<AtomicRmwOp>(op))
      return isOfOne(atomic);
    auto exchange = dyn_cast<AtomicCasOp>(op);
    return exchange && isOfOne(exchange);
  }

  /// A branch starts from what was before; a loop's regions follow each other, and then themselves.
  void visitRegions(Operation *op, Pending &pending) {
    Pending before = pending, after = pending;
    bool isBranch = isa<scf::IfOp>(op);
    if (isBranch && llvm::none_of(op->getRegions(), [](Region &region) { return region.empty(); }))
      after.clear();
    if (isBranch) {
      for (Region &region : op->getRegions()) {
        Pending inner = before;
        if (!region.empty())
          visitBlock(region.front(), inner);
        after.merge(inner);
      }
    } else {
      Pending inner = before;
      for (int pass = 0; pass < 2; ++pass) {
        for (Region &region : op->getRegions()) {
          visitBlock(region.front(), inner);
          after.merge(inner);
        }
        if (op->hasAttr(schedule::independentName))
          inner.becomeNextPass(before, inner, op);
        else
          inner.age(op);
      }
      after.merge(inner);
    }
    pending = std::move(after);
  }

  SmallVector<Access> running; // copies that have not been waited for, or may not have
};

struct InsertBarriersPass : schedule::impl::InsertBarriersPassBase<InsertBarriersPass> {
  void runOnOperation() override {
    for (KernelOp kernel : schedule::getPlacedBlockKernels(getOperation())) {
      Pending pending;
      BarrierInserter().visitBlock(kernel.getBody().front(), pending);
    }
  }
};
} // namespace
