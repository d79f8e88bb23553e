// SPDX-License-Identifier: Apache-2.0
// Loops of copies and products as kernels of warpgroups.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/specialize/SwapProducts.h"

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

/// Keeps with the kernel that no kernel of warpgroups has the blocks that a person chose; block programs may obey yet.
static void noteImpossible(tile::KernelOp kernel) {
  std::string chosen;
  SmallVector<std::pair<llvm::StringRef, int64_t>> asked;
  for (llvm::StringRef name : {"tile_m", "tile_n", "consumers", "cluster", "split"})
    if (std::optional<int64_t> value = getChoice(kernel, name)) {
      chosen += (chosen.empty() ? "" : ", ") + name.str() + "=" + std::to_string(*value);
      asked.push_back({name, *value});
    }
  for (auto [name, value] : asked)
    limitChoice(kernel, name, value, kernel.getLoc(), "no kernel of warpgroups has " + chosen);
}

/// The same program with its matrices turned, where that is one for warpgroups.
static bool specializeSwapped(tile::KernelOp kernel, const tilegpu::Target &target) {
  if (!wantsSwap(kernel))
    return false;
  auto swapped = cast<tile::KernelOp>(OpBuilder(kernel).clone(*kernel));
  Reasons untold;
  bool isDone =
      swapProducts(swapped) && (specializeMerged(swapped, target, untold) || specializeLoops(swapped, target, untold));
  if (isDone)
    remarkChoice(kernel, "its matrices are turned, and products swapped",
                 "a product's operand that is computed of another product has to be the left one");
  (isDone ? kernel : swapped).erase();
  return isDone;
}

/// With blocks of the compiler's, else with the program's own. Says what stood in the way of what would have been
/// better.
static void specialize(tile::KernelOp kernel, const tilegpu::Target &target) {
  std::string name = kernel.getSymName().str();
  Operation *source = tilegpu::findSource(kernel); // `kernel` goes
  Reasons loops, merged;
  if (specializeMerged(kernel, target, merged))
    return;
  tilegpu::clearChosen(kernel); // by attempts
  noteImpossible(kernel);
  for (auto [choice, value] : {std::pair("resize", 1), std::pair("persistent", 1)})
    merged.limit(kernel, choice, value);
  if (specializeLoops(kernel, target, loops)) {
    for (llvm::StringRef choice : {"resize", "persistent"})
      tilegpu::setChosen(source, choice, 0);
    tilegpu::setChosen(source, "cluster", 1);
    return merged.tell(source, "`" + name + "` keeps its own blocks");
  }
  if (specializeSwapped(kernel, target))
    return;
  loops.limit(kernel, "specialize", 1);
  tilegpu::setChosen(kernel, "specialize", 0);
  loops.tell(kernel, "no warpgroups for the products of `" + name + "`");
}

namespace {
struct SpecializeWarpsPass : schedule::impl::SpecializeWarpsPassBase<SpecializeWarpsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      // Only products are worth warpgroups of their own.
      int64_t products = countProducts(kernel);
      if (!target.hasTma || !target.hasWgmma || products == 0)
        continue;
      if (getChoice(kernel, "specialize").value_or(1))
        specialize(kernel, target);
      else
        tilegpu::setChosen(kernel, "specialize", 0);
    }
  }
};
} // namespace
