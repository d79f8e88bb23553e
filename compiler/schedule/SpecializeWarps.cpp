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

static bool specializeGemm(tile::KernelOp kernel) {
  std::optional<Gemm> gemm = matchGemm(kernel);
  std::optional<GemmPlan> plan = gemm ? planGemm(kernel, *gemm) : std::nullopt;
  if (plan)
    emitGemm(kernel, *gemm, *plan);
  return plan.has_value();
}

/// Only products are worth warpgroups of their own.
static bool hasDot(tile::KernelOp kernel) {
  return kernel.walk([](tile::DotOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

namespace {
struct SpecializeWarpsPass : schedule::impl::SpecializeWarpsPassBase<SpecializeWarpsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      if (!target.hasTma || !target.hasWgmma || !getChoice(kernel, "specialize").value_or(1) || !hasDot(kernel))
        continue;
      if (!specializeGemm(kernel))
        specializeLoops(kernel, target);
    }
  }
};
} // namespace
