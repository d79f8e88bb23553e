// SPDX-License-Identifier: Apache-2.0
// MLIR's canonicalizer and common subexpression elimination, on the scheduled kernels alone: the `tile` module beside
// them is the reference and stays as the user's program was recorded. What is dead because the machine does it by
// itself goes, too.
#include "compiler/schedule/Clamps.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;

namespace tessera::schedule {
#define GEN_PASS_DEF_TIDYKERNELSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
struct TidyKernelsPass : schedule::impl::TidyKernelsPassBase<TidyKernelsPass> {
  void runOnOperation() override {
    OpPassManager passes(tilegpu::TargetModuleOp::getOperationName());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
    for (auto module : getOperation().getOps<tilegpu::TargetModuleOp>()) {
      schedule::saturateCasts(module);
      if (failed(runPipeline(passes, module)))
        return signalPassFailure();
    }
  }
};
} // namespace
