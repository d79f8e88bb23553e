// SPDX-License-Identifier: Apache-2.0
// Products of whole matrices, and loops of copies and products, as kernels of warpgroups.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/Gemm.h"
#include "compiler/schedule/specialize/LoopPlan.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SPECIALIZEWARPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
enum class Outcome { done, known, other }; // `known`: it is one product of matrices, but has no plan
} // namespace

static Outcome specializeGemm(tile::KernelOp kernel, Reasons &reasons) {
  std::optional<Gemm> gemm = matchGemm(kernel, reasons);
  std::optional<GemmPlan> plan = gemm ? planGemm(kernel, *gemm, reasons) : std::nullopt;
  if (plan)
    emitGemm(kernel, *gemm, *plan);
  return plan ? Outcome::done : gemm ? Outcome::known : Outcome::other;
}

static int64_t countProducts(tile::KernelOp kernel) {
  int64_t count = 0;
  kernel.walk([&](tile::DotOp) { ++count; });
  return count;
}

/// As one product with tiles of the compiler's, else with the program's own blocks. Says what stood in the way of what
/// would have been better.
static void specialize(tile::KernelOp kernel, const tilegpu::Target &target, int64_t products) {
  std::string name = kernel.getSymName().str();
  Reasons whole, loops;
  Outcome outcome = specializeGemm(kernel, whole);
  if (outcome == Outcome::done)
    return;
  Reasons merged;
  if (specializeMerged(kernel, target, merged))
    return;
  bool areLoops = specializeLoops(kernel, target, loops);
  if (!areLoops)
    loops.tell("no warpgroups for the products of `" + name + "`");
  // Whatever multiplies more than once is seldom meant to be one product.
  else if (outcome == Outcome::known || products == 1)
    whole.tell("`" + name + "` keeps its own tiles");
  else
    merged.tell("`" + name + "` keeps its own blocks");
}

namespace {
struct SpecializeWarpsPass : schedule::impl::SpecializeWarpsPassBase<SpecializeWarpsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      // Only products are worth warpgroups of their own.
      int64_t products = countProducts(kernel);
      if (target.hasTma && target.hasWgmma && getChoice(kernel, "specialize").value_or(1) && products > 0)
        specialize(kernel, target, products);
    }
  }
};
} // namespace
