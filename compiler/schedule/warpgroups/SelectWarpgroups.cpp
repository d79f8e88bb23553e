// SPDX-License-Identifier: Apache-2.0
// Which kernels of warpgroups have a schedule: the first thing in one that has none is told as a remark, and the
// program runs in the interpreter.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/tilegpu/ir/Elementwise.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool decline(tile::KernelOp kernel, Location loc, const Twine &what) {
  return refuseKernel(kernel, loc, DiagnosticId::noSchedule,
                      what + " in kernel " + quote(kernel.getSymName()) + " has no GPU schedule yet");
}

static bool isPowerOfTwo(int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(extent)); }

/// What the type of an array in registers says against it, else nothing. Extents can be rounded up where the operation
/// allows for it.
static std::string findObstacle(Type type, bool canPad) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return "";
  if (!tilegpu::isSupportedElementType(tensor.getElementType()))
    return "an array of " + describe(tensor.getElementType());
  if (llvm::is_contained(tensor.getShape(), 0))
    return "an array without elements";
  if (!canPad && !llvm::all_of(tensor.getShape(), isPowerOfTwo))
    return "an array in registers of " + describe(tensor) + ", of which an extent is not a power of two,";
  return "";
}

/// `schedule-pad-blocks` rounds extents up around these: elements that are not the program's go nowhere.
static bool canPad(Operation *op) {
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op)) {
    auto isNotOne = [](int64_t extent) { return extent != 1; };
    return llvm::equal(llvm::make_filter_range(tile::getShape(reshape.getInput().getType()), isNotOne),
                       llvm::make_filter_range(tile::getShape(reshape.getType()), isNotOne));
  }
  if (auto slice = dyn_cast<tile::SliceValueOp>(op))
    return llvm::all_of(slice.getSizes(), isPowerOfTwo);
  return !isa_and_nonnull<tilegpu::TileGpuDialect>(op->getDialect()) || isa<tilegpu::PrintLayoutOp>(op);
}

/// Whole steps of a constant size: then it is some of the registers.
static bool isSliceWithPlace(tile::SliceValueOp op) {
  if (!op.getOffsets().empty() || llvm::any_of(op.getStrides(), [](int64_t stride) { return stride != 1; }))
    return false;
  return llvm::all_of(llvm::zip(op.getStaticOffsets(), op.getSizes()),
                      [](auto pair) { return std::get<0>(pair) % std::get<1>(pair) == 0; });
}

/// Empty if `op` has a schedule, else what to say of it.
static std::string findObstacle(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    if (std::string obstacle = findObstacle(type, canPad(op)); !obstacle.empty())
      return obstacle;
  if (isa_and_nonnull<tilegpu::TileGpuDialect>(op->getDialect()))
    return "";
  if (auto slice = dyn_cast<tile::SliceValueOp>(op))
    return isSliceWithPlace(slice) ? "" : "a slice of an array that does not begin at a multiple of its size";
  if (isa<tile::ProgramIdOp, tile::NumProgramsOp, tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp,
          tile::AtomicRmwOp, tile::IotaOp, tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp, tile::ReduceOp,
          tile::CastOp, tile::BitcastOp, tile::FormatOp, tile::PrintOp, tile::AssertOp, tile::ReturnOp, scf::ForOp,
          scf::IfOp, scf::WhileOp, scf::ConditionOp, scf::YieldOp>(op))
    return "";
  std::string reason;
  return tilegpu::hasElementwiseCode(op, &reason) ? "" : reason;
}

static bool checkArguments(tile::KernelOp kernel) {
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    Location loc = kernel.getArgument(index).getLoc();
    auto ref = dyn_cast<tile::RefType>(type);
    if (!ref)
      continue;
    if (kernel.getBlock(index))
      return decline(kernel, loc, "the block spec of " + quote(kernel.getArgumentName(index)));
    bool hasBytes = ref.getElementType().isInteger(1) || ref.getElementType().getIntOrFloatBitWidth() % 8 == 0;
    if (ref.getMemorySpace() == tile::MemorySpace::smem || !ref.hasStaticShape() || !hasBytes)
      return decline(kernel, loc, "argument " + quote(kernel.getArgumentName(index)) + " of " + describe(ref));
  }
  return true;
}

bool tessera::schedule::hasWarpgroupSchedule(tile::KernelOp kernel, const tilegpu::Target &target) {
  if (!target.hasTma || !target.hasWgmma)
    return decline(kernel, kernel.getLoc(), "a program of warpgroups on " + quote(target.name));
  if (int64_t warpgroups = tilegpu::getWarpgroups(kernel); warpgroups < 1 || warpgroups > tilegpu::maxWarpgroups)
    return decline(kernel, kernel.getLoc(),
                   Twine(warpgroups) + " warpgroups (1 to " + Twine(tilegpu::maxWarpgroups) + " have)");
  int64_t blocks = 1;
  for (int64_t extent : tilegpu::getCluster(kernel))
    blocks *= extent;
  if (blocks > tilegpu::maxClusterBlocks)
    return decline(kernel, kernel.getLoc(),
                   "a cluster of " + Twine(blocks) + " blocks (1 to " + Twine(tilegpu::maxClusterBlocks) + " have)");
  if (!checkArguments(kernel))
    return false;
  return !kernel.getBody()
              .walk([&](Operation *op) {
                std::string obstacle = findObstacle(op);
                if (obstacle.empty())
                  return WalkResult::advance();
                decline(kernel, op->getLoc(), obstacle);
                return WalkResult::interrupt();
              })
              .wasInterrupted();
}

std::string tessera::schedule::findWarpgroupObstacle(tile::KernelOp kernel) {
  std::string obstacle;
  kernel.getBody().walk([&](Operation *op) {
    obstacle = findObstacle(op);
    return obstacle.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return obstacle;
}
