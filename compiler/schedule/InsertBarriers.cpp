// SPDX-License-Identifier: Apache-2.0
// Barriers between accesses of different threads to one array. A forward walk keeps, for each array, the accesses since the last
// barrier; one that conflicts with them (either writes) gets a barrier before it, after which nothing is pending. A loop's
// body is walked twice, so that its end meets its beginning; arrays given to a kernel do not overlap.
//
// Accesses of the same box in the same layout do not conflict: each thread meets its own elements. That holds within one pass
// of a loop's body only (the offsets are other values in the next), and not where threads hold copies.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

namespace tessera::schedule {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
struct Place {
  Type type;
  SmallVector<Value> indices;
  Attribute axes, strides;
  bool operator==(const Place &o) const {
    return type == o.type && indices == o.indices && axes == o.axes && strides == o.strides;
  }
};

struct Access {
  Value ref;
  Place place;
  bool writes;
};

std::optional<Access> getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](LoadOp load) {
        return Access{load.getRef(), {load.getType(), llvm::to_vector(load.getOffsets()), load.getAxesAttr(), load.getStridesAttr()}, false};
      })
      .Case([](StoreOp store) {
        return Access{store.getRef(),
                      {store.getValue().getType(), llvm::to_vector(store.getOffsets()), store.getAxesAttr(), store.getStridesAttr()},
                      true};
      })
      .Case([](GatherOp gather) {
        return Access{gather.getRef(), {gather.getType(), llvm::to_vector(gather.getIndices()), {}, {}}, false};
      })
      .Case([](ScatterOp scatter) {
        return Access{scatter.getRef(), {scatter.getValue().getType(), llvm::to_vector(scatter.getIndices()), {}, {}}, true};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Accesses since the last barrier; those of a pass of a loop before this one are `old` and compare equal to nothing.
struct Pending {
  struct Entry {
    Access access;
    bool isOld;
  };
  SmallVector<Entry> entries;

  bool conflictsWith(const Access &access) const {
    return llvm::any_of(entries, [&](const Entry &entry) {
      if (entry.access.ref != access.ref || (!entry.access.writes && !access.writes))
        return false;
      layout::Copies copies = layout::getCopies(getLayout(access.place.type));
      bool isOwn = !entry.isOld && entry.access.place == access.place && isa<RankedTensorType>(access.place.type) &&
                   !copies.lanes && !copies.warps;
      return !isOwn;
    });
  }
  void add(const Entry &entry) {
    bool isKnown = llvm::any_of(entries, [&](const Entry &known) {
      return known.isOld == entry.isOld && known.access.ref == entry.access.ref && known.access.writes == entry.access.writes &&
             known.access.place == entry.access.place;
    });
    if (!isKnown)
      entries.push_back(entry);
  }
  void age() {
    for (Entry &entry : entries)
      entry.isOld = true;
  }
};

void visitBlock(Block &block, Pending &pending) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<BarrierOp>(op)) {
      pending.entries.clear();
      continue;
    }
    if (op.getNumRegions()) {
      Pending after = pending;
      for (Region &region : op.getRegions()) {
        // A branch starts from what was before; a loop's regions follow each other, and then themselves (but
        // for a loop whose passes never meet).
        bool isLoop = !isa<scf::IfOp>(op) && !op.hasAttr(schedule::independentName);
        Pending inner = isLoop ? after : pending;
        for (int pass = 0; pass < (isLoop ? 2 : 1) && !region.empty(); ++pass) {
          visitBlock(region.front(), inner);
          if (isLoop)
            inner.age();
        }
        for (const Pending::Entry &entry : inner.entries)
          after.add(entry);
      }
      pending = std::move(after);
      continue;
    }
    std::optional<Access> access = getAccess(&op);
    if (!access)
      continue;
    if (pending.conflictsWith(*access)) {
      OpBuilder builder(&op);
      BarrierOp::create(builder, op.getLoc());
      pending.entries.clear();
    }
    pending.add({std::move(*access), false});
  }
}

struct InsertBarriersPass : schedule::impl::InsertBarriersPassBase<InsertBarriersPass> {
  void runOnOperation() override {
    for (auto module : getOperation().getOps<TargetModuleOp>())
      for (auto kernel : module.getBody().getOps<KernelOp>()) {
        if (kernel.getWarpgroups() > 0)
          continue;
        Pending pending;
        visitBlock(kernel.getBody().front(), pending);
      }
  }
};
} // namespace
