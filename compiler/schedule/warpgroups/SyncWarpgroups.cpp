// SPDX-License-Identifier: Apache-2.0
// Barriers of one warpgroup, where its threads meet each other's work in memory. A forward walk keeps the accesses since the last barrier; before
// one that conflicts with them (either writes) stands a `tilegpu.sync warpgroup`, after which nothing is pending. A loop's body is walked twice, so that its
// end meets its beginning. Arguments do not overlap, nor do buffers that live at the same time.
//
// An access of all threads conflicts with one in another place or layout. What a single thread begins to overwrite for all (by a copy) conflicts with what any
// thread has read there, and what a matrix product reads has been read by each warp for itself. That what threads wrote is committed before a copy or a
// product reads it is the program's business: a barrier here would hide that it is missing. A copy that one thread begins lets others go on, so all warps must
// have passed what the warpgroup has waited for: one that lags could find its barrier two phases further, take it for not done and never wake. A wait for copies out and a `warp_map` end with a barrier of
// their own; an arrival waits for as many threads as it stands for. Threads in different warpgroups are the program's own business.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;
using tessera::schedule::getPlacedWarpgroups;

namespace tessera::schedule {
#define GEN_PASS_DEF_SYNCWARPGROUPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
/// Which box of which Ref in which layout; equal places are each thread's own elements.
struct Place {
  Value ref;
  Type type;
  SmallVector<Value> indices;
  Attribute axes, strides;
  bool operator==(const Place &o) const {
    return ref == o.ref && type == o.type && indices == o.indices && axes == o.axes && strides == o.strides;
  }
};

enum class Actor { threads, atomics, issuer, tensorCore };

struct Access {
  Value base;
  Place place;
  bool writes;
  Actor actor = Actor::threads;
  bool isOld = false; // of an earlier pass of a loop: its offsets are other values
};

SmallVector<Access, 2> getAccesses(Operation *op) {
  SmallVector<Access, 2> accesses;
  auto add = [&](Value ref, bool writes, Actor actor, Type type = {}, ValueRange indices = {}, Attribute axes = {}, Attribute strides = {}) {
    accesses.push_back({getBaseRef(ref), {ref, type, llvm::to_vector(indices), axes, strides}, writes, actor});
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LoadOp o) { add(o.getRef(), false, Actor::threads, o.getType(), o.getOffsets(), o.getAxesAttr(), o.getStridesAttr()); })
      .Case([&](StoreOp o) { add(o.getRef(), true, Actor::threads, o.getValue().getType(), o.getOffsets(), o.getAxesAttr(), o.getStridesAttr()); })
      .Case([&](GatherOp o) { add(o.getRef(), false, Actor::threads, o.getType(), o.getIndices()); })
      .Case([&](ScatterOp o) { add(o.getRef(), true, Actor::threads, o.getValue().getType(), o.getIndices()); })
      .Case([&](AtomicRmwOp o) { add(o.getRef(), true, Actor::atomics); })
      .Case([&](CopyInOp o) { add(o.getSource(), false, Actor::issuer), add(o.getTarget(), true, Actor::issuer); })
      .Case([&](CopyOutOp o) { add(o.getSource(), false, Actor::issuer), add(o.getTarget(), true, Actor::issuer); })
      .Case([&](WgmmaOp o) {
        if (!isa<RankedTensorType>(o.getA().getType()))
          add(o.getA(), false, Actor::tensorCore);
        add(o.getB(), false, Actor::tensorCore);
      });
  return accesses;
}

struct Pending {
  SmallVector<Access> accesses;
  bool hasWaited = false; // for a phase of a barrier in memory, each warp by itself

  bool conflictsWith(const Access &next) const {
    return llvm::any_of(accesses, [&](const Access &before) {
      if (before.base != next.base || (!before.writes && !next.writes) || (before.actor == Actor::atomics && next.actor == Actor::atomics))
        return false;
      bool isOfEngine = next.actor == Actor::issuer || next.actor == Actor::tensorCore;
      if (isOfEngine && before.writes && before.actor == Actor::threads)
        return false;
      if (before.actor != Actor::threads || next.actor != Actor::threads)
        return true;
      layout::Copies copies = layout::getCopies(getLayout(next.place.type));
      bool isOwn = !before.isOld && before.place == next.place && isa<RankedTensorType>(next.place.type) && !copies.lanes && !copies.warps;
      return !isOwn;
    });
  }
  void add(const Access &access) {
    bool isKnown = llvm::any_of(accesses, [&](const Access &known) {
      return known.isOld == access.isOld && known.base == access.base && known.writes == access.writes && known.actor == access.actor &&
             known.place == access.place;
    });
    // What one thread begins is ordered with what comes after by a barrier in memory or by a wait.
    if (!isKnown && access.actor != Actor::issuer)
      accesses.push_back(access);
  }
  void merge(const Pending &other) {
    for (const Access &access : other.accesses)
      add(access);
    hasWaited |= other.hasWaited;
  }
  void age() {
    for (Access &access : accesses)
      access.isOld = true;
  }
  bool any() const { return hasWaited || !accesses.empty(); }
  void clear() {
    accesses.clear();
    hasWaited = false;
  }
};

class SyncInserter {
public:
  void visitBlock(Block &block, Pending &pending) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op, pending);
  }

private:
  void syncBefore(Operation *op, Pending &pending) {
    OpBuilder builder(op);
    SyncOp::create(builder, op->getLoc(), SyncScope::warpgroup);
    pending.clear();
  }
  void syncAfter(Operation *op, Pending &pending) {
    pending.clear();
    if (auto next = dyn_cast_or_null<SyncOp>(op->getNextNode()); next || isa_and_nonnull<CommitSharedOp>(op->getNextNode()))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    SyncOp::create(builder, op->getLoc(), SyncScope::warpgroup);
  }

  void visit(Operation *op, Pending &pending) {
    if (isa<SyncOp, CommitSharedOp, WaitCopiesOutOp>(op))
      return pending.clear();
    // One thread tells others what all have done, or learns for all.
    if (isa<SemaphoreSignalOp>(op) && pending.any())
      return syncBefore(op, pending);
    if (isa<SemaphoreWaitOp, WaitCopiesInOp>(op))
      return syncAfter(op, pending);
    if (isa<WarpMapOp>(op)) {
      if (pending.any())
        syncBefore(op, pending);
      return;
    }
    if (op->getNumRegions())
      return visitRegions(op, pending);
    SmallVector<Access, 2> accesses = getAccesses(op);
    pending.hasWaited |= isa<WaitOp>(op);
    if ((isa<CopyInOp>(op) && pending.hasWaited) || llvm::any_of(accesses, [&](const Access &access) { return pending.conflictsWith(access); }))
      syncBefore(op, pending);
    for (const Access &access : accesses)
      pending.add(access);
  }

  /// A branch starts from what was before; a loop's regions follow each other, and then themselves.
  void visitRegions(Operation *op, Pending &pending) {
    Pending after = pending;
    bool isLoop = !isa<scf::IfOp>(op), hasBothBranches = !isLoop && llvm::none_of(op->getRegions(), [](Region &region) { return region.empty(); });
    if (hasBothBranches)
      after.clear();
    for (Region &region : op->getRegions()) {
      Pending inner = isLoop ? after : pending;
      for (int pass = 0; pass < (isLoop ? 2 : 1) && !region.empty(); ++pass) {
        visitBlock(region.front(), inner);
        if (isLoop)
          inner.age();
      }
      after.merge(inner);
    }
    pending = std::move(after);
  }
};

struct SyncWarpgroupsPass : schedule::impl::SyncWarpgroupsPassBase<SyncWarpgroupsPass> {
  void runOnOperation() override {
    for (KernelOp kernel : getPlacedWarpgroups(getOperation())) {
      Pending pending;
      SyncInserter().visitBlock(kernel.getBody().front(), pending);
    }
  }
};
} // namespace
