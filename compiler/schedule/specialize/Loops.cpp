// SPDX-License-Identifier: Apache-2.0
// Whether a program of loops with products becomes a kernel of warpgroups.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

bool tessera::schedule::specializeLoops(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons) {
  std::optional<LoopPlan> plan = planLoops(kernel, target, reasons);
  if (!plan)
    return false;
  tile::KernelOp written = emitLoops(*plan);
  foldScales(written);
  if (std::string obstacle = findWarpgroupObstacle(written); !obstacle.empty()) {
    written.erase();
    return reasons.add(kernel, obstacle + " has no schedule in a kernel of warpgroups");
  }
  int64_t slots = 1;
  for (const RingGroup &group : plan->groups)
    slots = std::max(slots, group.slots);
  remarkChoice(kernel.getLoc(), Twine(plan->consumers) + " consumer warpgroup" + (plan->consumers > 1 ? "s" : "") + " and a producer, " + Twine(slots) + " stages",
               "each has 64 rows of a product or more, and the buffers fit shared memory");
  kernel.erase();
  return true;
}
