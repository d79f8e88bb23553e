// SPDX-License-Identifier: Apache-2.0
// Axes of a Pallas grid that run in order, as loops; scratch memory as buffers.
//
// The body of the kernel becomes the body of a nest of `scf.for`, one an axis in `findOrderedAxes`'s answer, the first outermost: among the programs that one
// block runs that is the grid's order. Blocks and scratch memory that are only read and written as a whole become values carried by the loops (PromoteBlocks.cpp);
// what is left of scratch memory is a buffer in shared memory, or, where that is too small, in the block's workspace.
//
// Example: grid (4, 8), `o[i] += x[i, k]` with `o[i] = 0` where k is 0, becomes for each i
//   %sum = scf.for %k = 0 to 8 iter_args(%s = 0) { yield %s + x[i, %k] }   store %sum, o[i]
//
// Rejected: one program after the other by a flag in global memory. The blocks would wait for each other all the time.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/GridLoops.h"
#include "compiler/schedule/OrderedAxes.h"
#include "compiler/support/PassDiagnostics.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_LOWERGRIDPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

scf::ForOp schedule::findGridLoop(tile::KernelOp kernel, int64_t axis) {
  Block *block = &kernel.getBody().front();
  while (true) {
    auto loops = block->getOps<scf::ForOp>();
    auto found = llvm::find_if(loops, [](scf::ForOp loop) { return loop->hasAttr(gridAxisName); });
    if (found == loops.end())
      return {};
    if ((*found)->getAttrOfType<IntegerAttr>(gridAxisName).getInt() == axis)
      return *found;
    block = (*found).getBody();
  }
}

//===-- loops -------------------------------------------------------------------------------------------------===//

/// Ids along axes of one program are 0, and the grid's sizes are known.
static void replaceKnownIds(tile::KernelOp kernel, ArrayRef<int64_t> grid) {
  SmallVector<Operation *> known;
  kernel.walk([&](Operation *op) {
    if (auto id = dyn_cast<tile::ProgramIdOp>(op); id && (id.getAxis() >= grid.size() || grid[id.getAxis()] <= 1))
      known.push_back(op);
    if (isa<tile::NumProgramsOp>(op))
      known.push_back(op);
  });
  for (Operation *op : known) {
    OpBuilder builder(op);
    auto count = dyn_cast<tile::NumProgramsOp>(op);
    int64_t value = !count ? 0 : count.getAxis() < grid.size() ? grid[count.getAxis()] : 1;
    op->replaceAllUsesWith(arith::ConstantOp::create(builder, op->getLoc(), builder.getI32IntegerAttr(static_cast<int32_t>(value))));
    op->erase();
  }
}

static void makeLoops(tile::KernelOp kernel, ArrayRef<int64_t> grid, ArrayRef<int64_t> axes) {
  Block *body = &kernel.getBody().front();
  SmallVector<Operation *> steps;
  for (Operation &op : body->without_terminator())
    steps.push_back(&op);
  OpBuilder builder(body->getTerminator());
  Location loc = kernel.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  llvm::DenseMap<int64_t, Value> ids;
  for (int64_t axis : axes) {
    auto loop = scf::ForOp::create(builder, loc, constant(0), constant(grid[axis]), constant(1));
    loop->setAttr(gridAxisName, builder.getI64IntegerAttr(axis));
    ids[axis] = loop.getInductionVar();
    builder.setInsertionPointToStart(loop.getBody());
  }
  for (Operation *op : steps) {
    // Constants stay outside, where everything can use them.
    if (op->hasTrait<OpTrait::ConstantLike>()) {
      op->moveBefore(&body->front());
      continue;
    }
    op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  }
  kernel.walk([&](tile::ProgramIdOp id) {
    if (Value variable = ids.lookup(id.getAxis())) {
      id.replaceAllUsesWith(variable);
      id.erase();
    }
  });
  kernel->setAttr(loopAxesName, builder.getDenseI64ArrayAttr(axes));
}

//===-- scratch memory ----------------------------------------------------------------------------------------===//

/// Shared memory that scratch may take: the rest is for operands of products and exchanges between threads.
static int64_t getScratchLimit(tile::KernelOp kernel) {
  auto module = kernel->getParentOfType<tilegpu::TargetModuleOp>();
  return module ? module.getTarget().sharedBytes / 2 : 0;
}

static void allocateScratch(tile::KernelOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  int64_t left = getScratchLimit(kernel);
  llvm::BitVector erased(kernel.getNumArguments());
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    if (kernel.getAccess(index) != tile::Access::scratch)
      continue;
    erased.set(index);
    BlockArgument argument = kernel.getArgument(index);
    auto ref = cast<tile::RefType>(argument.getType());
    if (argument.use_empty())
      continue;
    int64_t bytes = (ref.getElementType().getIntOrFloatBitWidth() + 7) / 8;
    for (int64_t extent : ref.getShape())
      bytes *= extent;
    bytes = llvm::alignTo(bytes, 16);
    bool isShared = bytes <= left;
    auto type = tile::RefType::get(ref.getShape(), ref.getElementType(), isShared ? tile::MemorySpace::smem : tile::MemorySpace::gmem);
    std::string name = kernel.getArgumentName(index);
    Value buffer;
    if (isShared)
      buffer = tilegpu::AllocSharedOp::create(builder, argument.getLoc(), type, builder.getStringAttr(name), IntegerAttr(), IntegerAttr());
    else
      buffer = tilegpu::AllocWorkspaceOp::create(builder, argument.getLoc(), type, builder.getStringAttr(name), IntegerAttr());
    left -= isShared ? bytes : 0;
    argument.replaceAllUsesWith(buffer);
  }
  (void)kernel.eraseArguments(erased);
}

//===-- the pass ----------------------------------------------------------------------------------------------===//

namespace {
struct LowerGridPass : schedule::impl::LowerGridPassBase<LowerGridPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    llvm::StringMap<SmallVector<tile::LaunchOp>> launches;
    getOperation().walk([&](tile::LaunchOp launch) { launches[launch.getKernel()].push_back(launch); });
    for (tile::KernelOp kernel : getCopies(getOperation()))
      lower(kernel, launches[kernel.getSymName()], symbols);
  }

  void lower(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols) {
    SmallVector<int64_t> axes;
    for (tile::LaunchOp launch : launches)
      for (int64_t axis : findOrderedAxes(kernel, launch.getGrid(), symbols))
        if (!llvm::is_contained(axes, axis))
          axes.push_back(axis);
    llvm::sort(axes);
    auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
    if (!axes.empty() && !grid)
      return decline(kernel, "has programs that run in order and launches with different grids");
    if (grid)
      replaceKnownIds(kernel, grid);
    if (!axes.empty())
      makeLoops(kernel, grid, axes);
    if (kernel.getSource() == "pallas") {
      foldConstants(kernel);
      if (std::optional<unsigned> overhang = promoteBlocks(kernel, symbols))
        return decline(kernel, "reads back what it stores past the end of `" + kernel.getArgumentName(*overhang) + "`");
      peelGridLoops(kernel);
    }
    allocateScratch(kernel);
  }

  static void decline(tile::KernelOp kernel, const Twine &why) {
    refuseKernel(kernel, kernel.getLoc(), DiagnosticId::noSchedule,
                 "kernel `" + kernel.getSymName() + "` " + why + ": it has no GPU schedule yet");
    kernel.erase();
  }
};
} // namespace
