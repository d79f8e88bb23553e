// SPDX-License-Identifier: Apache-2.0
// Whether a program of loops with products becomes a kernel of warpgroups.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/InvariantOperands.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// What is loaded beside a product in a loop, like a mask or a bias of scores, is waited for in each pass.
static void tellWaits(const LoopPlan &plan) {
  Reasons waits;
  plan.kernel->walk([&](Operation *op) {
    if (!isa<tile::LoadOp, tile::GatherOp>(op) || plan.staged.count(op) || plan.askedAhead.count(op) ||
        !isa<RankedTensorType>(op->getResult(0).getType()))
      return;
    auto loop = op->getParentOfType<scf::ForOp>();
    if (loop && llvm::any_of(plan.staged, [&](const auto &staged) {
          return staged.first->template getParentOfType<scf::ForOp>() == loop;
        }))
      waits.add(op, "only operands of products are copied ahead, and this is none");
  });
  waits.tell(plan.kernel,
             "warpgroups of `" + tile::KernelOp(plan.kernel).getSymName() + "` wait for a load in each pass");
}

/// What `--tune` calls these: the block of the largest product, which is all rows and columns of a program.
static void noteBlock(tile::KernelOp kernel) {
  tile::DotOp largest;
  auto count = [](tile::DotOp dot) { return cast<RankedTensorType>(dot.getType()).getNumElements(); };
  kernel.walk([&](tile::DotOp dot) { largest = !largest || count(dot) > count(largest) ? dot : largest; });
  if (!largest)
    return;
  tilegpu::setChosen(kernel, "tile_m", tile::getShape(largest.getType())[0]);
  tilegpu::setChosen(kernel, "tile_n", tile::getShape(largest.getType()).back());
  tilegpu::setChosen(kernel, "tile_k", tile::getShape(largest.getLhs().getType()).back());
}

bool tessera::schedule::specializeLoops(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons,
                                        int64_t fewestSlots) {
  hoistInvariantOperands(kernel);
  guardSums(kernel);
  shareElements(kernel);
  std::optional<LoopPlan> plan = planLoops(kernel, target, reasons, fewestSlots);
  if (!plan)
    return false;
  tile::KernelOp written = emitLoops(*plan);
  approximateRounded(written);
  foldScales(written);
  if (std::string obstacle = findWarpgroupObstacle(written); !obstacle.empty()) {
    written.erase();
    return reasons.add(kernel, obstacle + " has no schedule in a kernel of warpgroups");
  }
  tellWaits(*plan);
  int64_t slots = 1;
  for (const RingGroup &group : plan->groups)
    slots = std::max(slots, group.slots);
  noteBlock(kernel);
  tilegpu::setChosen(kernel, "specialize", 1);
  tilegpu::setChosen(kernel, "consumers", plan->consumers);
  tilegpu::setChosen(kernel, "stages", slots);
  if (std::optional<int64_t> asked = getChoice(kernel, "stages"); asked && *asked > slots)
    limitChoice(kernel, "stages", *asked, kernel.getLoc(), "shared memory holds no more", "smaller blocks");
  remarkChoice(kernel,
               Twine(plan->consumers) + " consumer warpgroup" + (plan->consumers > 1 ? "s" : "") + " and a producer, " +
                   Twine(slots) + " stages",
               "each has 64 rows of a product or more, and the buffers fit shared memory");
  kernel.erase();
  return true;
}
