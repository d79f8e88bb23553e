// SPDX-License-Identifier: Apache-2.0
// Fewer warps for programs with few elements. Where the launch says nothing a program has four; of a row of 256 halves
// each of their threads would move 4 bytes. One warp moves 16 bytes a thread, the row's sum needs no barrier, and a
// multiprocessor holds more rows in flight: 32 blocks of one warp, 16 of four.
//
// Only where programs do nothing but move and combine elements: a loop that touches no array computes, and products
// have warps of their own kind.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/split/Accesses.h"
#include "compiler/schedule/split/LargeValues.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_CHOOSEWARPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static bool isSaid(tile::KernelOp kernel) {
  return (kernel.getOptions() && kernel.getOptions()->contains("num_warps")) || getChoice(kernel, "warps");
}

static bool isAccess(Operation *op) { return getAccessedRef(op) != nullptr; }

static bool onlyMoves(tile::KernelOp kernel) {
  return !kernel
              .walk([](Operation *op) {
                if (isa<tile::DotOp, tile::InlineAsmOp, tile::ScanOp, scf::WhileOp>(op))
                  return WalkResult::interrupt();
                bool computes = isa<scf::ForOp>(op) && !op->walk([](Operation *inner) {
                                                            return isAccess(inner) ? WalkResult::interrupt()
                                                                                   : WalkResult::advance();
                                                          }).wasInterrupted();
                return computes ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Of the largest array in global memory that is read or written at once, 0 without one.
static int64_t getMostBytes(tile::KernelOp kernel) {
  int64_t most = 0;
  kernel.walk([&](Operation *op) {
    if (!isAccess(op))
      return;
    Value written = getStoredValue(op);
    if (auto type = dyn_cast<RankedTensorType>(written ? written.getType() : op->getResult(0).getType()))
      most = std::max<int64_t>(most, type.getNumElements() * ((type.getElementType().getIntOrFloatBitWidth() + 7) / 8));
  });
  return most;
}

/// As many as have 16 bytes each of the largest array, if their registers hold what lives at once.
static int64_t chooseWarps(tile::KernelOp kernel, const tilegpu::Target &target) {
  int64_t warps = getNumWarps(kernel), bytes = getMostBytes(kernel);
  if (bytes == 0 || !onlyMoves(kernel))
    return warps;
  while (warps > 1 && bytes * 2 <= warps * tilegpu::lanesPerWarp * tilegpu::maxAccessBytes) {
    RegisterBudget budget(target, warps / 2);
    if (measurePressure(kernel.getBody().front(), budget) > budget.live)
      break;
    warps /= 2;
  }
  return warps;
}

namespace {
struct ChooseWarpsPass : schedule::impl::ChooseWarpsPassBase<ChooseWarpsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      if (isSaid(kernel))
        continue; // no remark: it would stand at every small kernel, and the kernel's threads say it
      int64_t warps = chooseWarps(kernel, kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget());
      kernel->setAttr(numWarpsName, OpBuilder(kernel).getI64IntegerAttr(warps));
    }
  }
};
} // namespace
