// SPDX-License-Identifier: Apache-2.0
// Loops of copies and products as kernels of warpgroups.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/LoopPlan.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SPECIALIZEWARPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static int64_t countProducts(tile::KernelOp kernel) {
  int64_t count = 0;
  kernel.walk([&](tile::DotOp) { ++count; });
  return count;
}

/// Says where a person chose blocks that no kernel of warpgroups has.
static void remarkImpossible(tile::KernelOp kernel) {
  std::string chosen;
  bool areBlocks = false; // of others than the program's: how many consumers do those of its own may be obeyed yet
  for (llvm::StringRef name : {"tile_m", "tile_n", "consumers", "cluster", "split"})
    if (std::optional<int64_t> value = getChoice(kernel, name)) {
      chosen += (chosen.empty() ? "" : ", ") + name.str() + "=" + std::to_string(*value);
      areBlocks |= name != "consumers";
    }
  if (areBlocks)
    remarkChoice(kernel.getLoc(), "`" + kernel.getSymName() + "` keeps its own blocks",
                 "no kernel of warpgroups has " + chosen);
}

/// With blocks of the compiler's, else with the program's own. Says what stood in the way of what would have been
/// better.
static void specialize(tile::KernelOp kernel, const tilegpu::Target &target) {
  std::string name = kernel.getSymName().str();
  Reasons loops, merged;
  if (specializeMerged(kernel, target, merged))
    return;
  remarkImpossible(kernel);
  if (specializeLoops(kernel, target, loops))
    merged.tell("`" + name + "` keeps its own blocks");
  else
    loops.tell("no warpgroups for the products of `" + name + "`");
}

namespace {
struct SpecializeWarpsPass : schedule::impl::SpecializeWarpsPassBase<SpecializeWarpsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      // Only products are worth warpgroups of their own.
      int64_t products = countProducts(kernel);
      if (target.hasTma && target.hasWgmma && getChoice(kernel, "specialize").value_or(1) && products > 0)
        specialize(kernel, target);
    }
  }
};
} // namespace
