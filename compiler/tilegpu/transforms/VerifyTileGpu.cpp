// SPDX-License-Identifier: Apache-2.0
// The border below `tilegpu`: what the verifiers of single operations cannot see, because it is about the kernel or about the
// code that comes next.
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/Elementwise.h"
#include "compiler/tilegpu/ir/Scratch.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "compiler/tilegpu/transforms/VerifyWarpgroups.h"

using namespace mlir;
using namespace tessera;
using tilegpu::KernelOp;

namespace tessera::tilegpu {
#define GEN_PASS_DEF_VERIFYTILEGPUPASS
#include "compiler/tilegpu/transforms/Passes.h.inc"
} // namespace tessera::tilegpu

static LogicalResult fail(Operation *op, const Twine &what) {
  return emitDiagnostic(op->getLoc(), DiagnosticId::internalError, Severity::error,
                        "verify-tilegpu: `" + op->getName().getStringRef() + "` " + what);
}

/// A placed tensor is held by the lanes and warps of its kernel, no more and no fewer.
static LogicalResult checkType(Operation *op, Type type, int64_t numWarps) {
  if (!isa<ShapedType>(type))
    return success();
  tilegpu::LinearAttr layout = tilegpu::getLayoutAttr(type);
  if (!layout)
    return fail(op, "has a tensor without a layout");
  int64_t lanes = layout.getLayout().inputSize(layout::laneDim), warps = layout.getLayout().inputSize(layout::warpDim);
  if (lanes != tilegpu::lanesPerWarp || warps != numWarps)
    return fail(op, "has a tensor on " + Twine(lanes) + " lanes and " + Twine(warps) + " warps, expected " +
                        Twine(tilegpu::lanesPerWarp) + " and " + Twine(numWarps));
  if (!tilegpu::isSupportedElementType(tilegpu::getElementType(type)))
    return fail(op, "has elements that have no code");
  return success();
}

static LogicalResult checkScratch(Operation *op, KernelOp kernel) {
  int64_t bytes = tilegpu::getScratchBytes(op);
  bool isBlock = kernel.getWarpgroups() == 0;
  auto each = kernel->getAttrOfType<IntegerAttr>(tilegpu::scratchBytesName);
  auto offset = (isBlock ? op : kernel.getOperation())->getAttrOfType<IntegerAttr>(tilegpu::scratchOffsetName);
  int64_t known = !offset ? 0 : isBlock ? static_cast<int64_t>(kernel.getSharedBytes()) - offset.getInt() : each ? each.getInt() : 0;
  if (bytes > known)
    return fail(op, "passes " + Twine(bytes) + " bytes through shared memory, and has a place for " + Twine(known) + " there");
  return success();
}

static LogicalResult checkOperation(Operation *op, KernelOp kernel) {
  for (Type type : op->getResultTypes())
    if (failed(checkType(op, type, kernel.getWarpsOfTensor())))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(checkType(op, type, kernel.getWarpsOfTensor())))
          return failure();
  if (isa_and_nonnull<tilegpu::TileGpuDialect>(op->getDialect())) {
    if (std::string obstacle = kernel.getWarpgroups() > 0 ? tilegpu::findWarpgroupObstacle(op, kernel) : ""; !obstacle.empty())
      return fail(op, obstacle);
    return checkScratch(op, kernel);
  }
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp>(op))
    return success();
  std::string reason;
  if (!tilegpu::hasElementwiseCode(op, &reason))
    return fail(op, "has no code: " + reason);
  return success();
}

namespace {
struct VerifyTileGpuPass : tilegpu::impl::VerifyTileGpuPassBase<VerifyTileGpuPass> {
  void runOnOperation() override {
    for (auto module : getOperation().getOps<tilegpu::TargetModuleOp>())
      for (Operation &op : module.getBody().front()) {
        auto kernel = dyn_cast<KernelOp>(op);
        if (!kernel) {
          (void)fail(&op, "is left in a scheduled module");
          signalPassFailure();
          continue;
        }
        WalkResult result = kernel.getBody().walk(
            [&](Operation *inner) { return failed(checkOperation(inner, kernel)) ? WalkResult::interrupt() : WalkResult::advance(); });
        if (result.wasInterrupted())
          signalPassFailure();
      }
  }
};
} // namespace
