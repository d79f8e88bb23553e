// SPDX-License-Identifier: Apache-2.0
// How much shared memory a planned program of loops takes.
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Whether other loads are in loops inside of this group's: then its own come seldom.
static bool isOuter(const LoopPlan &plan, const RingGroup &group) {
  auto getLoop = [](Block *block) {
    auto loop = dyn_cast<scf::ForOp>(block->getParentOp());
    return loop ? loop : block->getParentOp()->getParentOfType<scf::ForOp>();
  };
  return llvm::any_of(plan.staged, [&](auto &entry) {
    Block *turn = getTurn(entry.first);
    return turn &&
           llvm::any_of(group.blocks, [&](Block *own) { return getLoop(own)->isProperAncestor(getLoop(turn)); });
  });
}

int64_t schedule::countBytes(LoopPlan &plan, int64_t slots) {
  constexpr int64_t barrierBytes = 1024;
  int64_t bytes = barrierBytes + countSplitBytes(plan);
  if (auto reserved = plan.kernel->getAttrOfType<IntegerAttr>(reservedName))
    bytes += reserved.getInt();
  for (Ring &ring : plan.rings) {
    RingGroup &group = plan.groups[ring.group];
    group.slots = ring.slots = group.blocks.empty() || isOuter(plan, group) ? 1 : slots;
    bytes += llvm::alignTo(ring.getBytes(), 1024) * ring.slots;
  }
  for (auto [index, buffer] : llvm::enumerate(plan.storeBuffers))
    if (plan.findStore(static_cast<unsigned>(index)))
      bytes += llvm::alignTo(buffer.getBytes(), 1024);
  for (const auto &[dot, effect] : plan.joint) {
    auto type = cast<RankedTensorType>(getJointRows(cast<tile::DotOp>(dot)).getType());
    bytes += llvm::alignTo(type.getNumElements() * type.getElementTypeBitWidth() / 8, 1024);
  }
  int64_t scratch = 0; // each warpgroup's, for what its warps have of a sum along rows
  for (const auto &[op, axis] : plan.combined) {
    auto type = op->getResult(0).getType();
    int64_t elements = isa<RankedTensorType>(type) ? cast<RankedTensorType>(type).getNumElements() : 1,
            each = elements * tile::getElementType(type).getIntOrFloatBitWidth() / 8;
    bytes += llvm::alignTo(plan.consumers * each, 128);
    scratch = std::max(scratch, tilegpu::warpsPerWarpgroup * each);
  }
  // Rows and columns of addresses change their layout on the way.
  if (plan.isGathering())
    for (Value value : plan.producerValues)
      if (auto type = dyn_cast<RankedTensorType>(value.getType());
          type && (type.getRank() < 2 || llvm::is_contained(type.getShape(), 1)))
        scratch = std::max(scratch, type.getNumElements() * type.getElementTypeBitWidth() / 8);
  scratch = static_cast<int64_t>(llvm::alignTo(scratch, 128));
  return bytes + scratch * (plan.getWorkers() + 1);
}

const StagedStore *LoopPlan::findStore(unsigned buffer) const {
  for (const auto &[op, store] : stores)
    if (store.ring < 0 && store.buffer == buffer)
      return &store;
  return nullptr;
}
