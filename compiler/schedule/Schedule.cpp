// SPDX-License-Identifier: Apache-2.0
// The order of schedule's passes, and the reason for each place.
#include "compiler/schedule/Schedule.h"
#include "mlir/Pass/PassManager.h"

using namespace tessera::schedule;

static constexpr PipelineEntry pipeline[] = {
    {"schedule-select-kernels", "what has no schedule yet stays in tile; the rest is copied, so that tile stays runnable"},
    {"schedule-lower-blocks", "offsets and masks are all that later passes have to understand"},
    {"schedule-split-blocks", "a block of any size becomes tiles that fit the registers"},
    {"schedule-pad-blocks", "layouts are linear over F2: extents become powers of two"},
    {"schedule-analyze-access", "vector widths follow from offsets, alignments and masks, and decide the layouts"},
    {"schedule-choose-layouts", "one decision for the whole kernel, before anything obeys it"},
    {"schedule-place-kernels", "one way: from here on a tensor's type says where it lives"},
    {"schedule-tidy-kernels", "the passes before repeat offsets and constants; the next one compares them"},
    {"schedule-insert-barriers", "only now is it known which thread touches which element"},
};

llvm::ArrayRef<PipelineEntry> tessera::schedule::getSchedulePipeline() { return pipeline; }

void tessera::schedule::addSchedulePasses(mlir::OpPassManager &manager, const ScheduleOptions &options) {
  SelectKernelsPassOptions select;
  select.target = options.target;
  manager.addPass(createSelectKernelsPass(select));
  manager.addPass(createLowerBlocksPass());
  manager.addPass(createSplitBlocksPass());
  manager.addPass(createPadBlocksPass());
  manager.addPass(createAnalyzeAccessPass());
  manager.addPass(createChooseLayoutsPass());
  manager.addPass(createPlaceKernelsPass());
  manager.addPass(createTidyKernelsPass());
  manager.addPass(createInsertBarriersPass());
}
