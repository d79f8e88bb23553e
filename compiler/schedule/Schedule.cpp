// SPDX-License-Identifier: Apache-2.0
// The order of schedule's passes, and the reason for each place.
#include "compiler/schedule/Schedule.h"
#include "mlir/Pass/PassManager.h"

using namespace tessera::schedule;

static constexpr PipelineEntry pipeline[] = {
    {"schedule-select-kernels",
     "what has no schedule yet stays in tile; the rest is copied, so that tile stays runnable"},
    {"schedule-lower-grid", "programs that run in order become loops while block specs still show it"},
    {"schedule-lower-blocks", "offsets and masks are all that later passes have to understand"},
    {"schedule-expand-arrays", "few operations are left for the passes after it"},
    {"schedule-fold-launches",
     "plans follow from what a program does in these launches: loops and masks are as simple as they get"},
    {"schedule-shape-loops", "warpgroups are for products in loops, whose copies run ahead"},
    {"schedule-specialize-warps",
     "blocks are still the user's; what becomes a kernel of warpgroups goes their way from here"},
    {"schedule-share-loads", "splitting looks at what lives at once"},
    {"schedule-split-blocks", "a block of any size becomes tiles that fit the registers"},
    {"schedule-pad-blocks", "layouts are linear over F2: extents become powers of two"},
    {"schedule-choose-warps", "sizes are final, and all that follows counts threads"},
    {"schedule-lower-dots", "instructions and buffers of products decide layouts"},
    {"schedule-cut-loops", "loops carry what runs ahead of them, so that nothing drains where they are cut"},
    {"schedule-analyze-access", "vector widths follow from offsets, alignments and masks, and decide the layouts"},
    {"schedule-choose-layouts", "one decision for the whole kernel, before anything obeys it"},
    {"schedule-place-kernels", "one way: from here on a tensor's type says where it lives"},
    {"schedule-choose-swizzles",
     "programs of warpgroups from here to maps: how buffers lie decides how wide accesses are"},
    {"schedule-choose-warpgroup-layouts",
     "one decision for the whole kernel, from what the program and the hardware say outwards"},
    {"schedule-place-warpgroups", "one way, as for block programs"},
    {"schedule-map-copies", "boxes follow from swizzles and shapes alone, and equal ones share a map"},
    {"schedule-tidy-kernels", "the passes before repeat offsets and constants; the next one compares them"},
    {"schedule-assign-shared", "duplicates are gone: only what is left takes shared memory"},
    {"schedule-insert-barriers",
     "only now is it known which thread touches which element, and which buffers share bytes"},
    {"schedule-sync-warpgroups",
     "the barriers of a warpgroup, as insert-barriers for block programs; what was freed has its own by now"},
    {"schedule-tell-choices", "nothing is chosen any more: what a person asked for is compared with what was done"},
};

llvm::ArrayRef<PipelineEntry> tessera::schedule::getSchedulePipeline() { return pipeline; }

void tessera::schedule::addSchedulePasses(mlir::OpPassManager &manager, const ScheduleOptions &options) {
  SelectKernelsPassOptions select;
  select.target = options.target;
  select.tune = options.tune;
  manager.addPass(createSelectKernelsPass(select));
  manager.addPass(createLowerGridPass());
  manager.addPass(createLowerBlocksPass());
  manager.addPass(createExpandArraysPass());
  manager.addPass(createFoldLaunchesPass());
  manager.addPass(createShapeLoopsPass());
  manager.addPass(createSpecializeWarpsPass());
  manager.addPass(createShareLoadsPass());
  manager.addPass(createSplitBlocksPass());
  manager.addPass(createPadBlocksPass());
  manager.addPass(createChooseWarpsPass());
  manager.addPass(createLowerDotsPass());
  manager.addPass(createCutLoopsPass());
  manager.addPass(createAnalyzeAccessPass());
  manager.addPass(createChooseLayoutsPass());
  manager.addPass(createPlaceKernelsPass());
  manager.addPass(createChooseSwizzlesPass());
  manager.addPass(createChooseWarpgroupLayoutsPass());
  manager.addPass(createPlaceWarpgroupsPass());
  manager.addPass(createMapCopiesPass());
  manager.addPass(createTidyKernelsPass());
  manager.addPass(createAssignSharedPass());
  manager.addPass(createInsertBarriersPass());
  manager.addPass(createSyncWarpgroupsPass());
  manager.addPass(createTellChoicesPass());
}
