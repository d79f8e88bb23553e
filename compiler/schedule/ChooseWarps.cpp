// SPDX-License-Identifier: Apache-2.0
// As many warps as a program's elements want. Where the launch says nothing a program has four; of a row of 256 halves
// each of their threads would move 4 bytes. One warp moves 16 bytes a thread, the row's sum needs no barrier, and a
// multiprocessor holds more rows in flight: 32 blocks of one warp, 16 of four. Of a row of 16,384 halves each of their
// threads would hold 128 numbers in as many registers, so that a multiprocessor has 12 warps to hide memory behind; of
// sixteen warps each thread holds 32, and there are 48.
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

namespace {
/// The largest array in global memory that is read or written at once; nothing without one.
struct Extent {
  int64_t elements = 0, bytes = 0;
};
} // namespace

static Extent getLargest(tile::KernelOp kernel) {
  Extent most;
  kernel.walk([&](Operation *op) {
    if (!isAccess(op))
      return;
    Value written = getStoredValue(op);
    auto type = dyn_cast<RankedTensorType>(written ? written.getType() : op->getResult(0).getType());
    if (!type)
      return;
    most.elements = std::max(most.elements, type.getNumElements());
    most.bytes = std::max<int64_t>(
        most.bytes, type.getNumElements() * ((type.getElementType().getIntOrFloatBitWidth() + 7) / 8));
  });
  return most;
}

/// As many as have 16 bytes each of the largest array, if their registers hold what lives at once; and more than the
/// launch has where a thread would hold too much of it.
static int64_t chooseWarps(tile::KernelOp kernel, const tilegpu::Target &target) {
  constexpr int64_t mostWarps = 16, mostElements = 32; // of a thread
  int64_t warps = getNumWarps(kernel);
  Extent largest = getLargest(kernel);
  if (largest.bytes == 0 || !onlyMoves(kernel))
    return warps;
  while (warps > 1 && largest.bytes * 2 <= warps * tilegpu::lanesPerWarp * tilegpu::maxAccessBytes) {
    RegisterBudget budget(target, warps / 2);
    if (measurePressure(kernel.getBody().front(), budget) > budget.live)
      break;
    warps /= 2;
  }
  while (warps < mostWarps && largest.elements > warps * tilegpu::lanesPerWarp * mostElements)
    warps *= 2;
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
