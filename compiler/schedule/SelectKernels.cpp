// SPDX-License-Identifier: Apache-2.0
// Which kernels have a schedule, and the copies that the passes after this one work on. The answer for a kernel is the first
// thing in it that has none, told as a remark: the program still compiles and runs in the interpreter.
#include "compiler/schedule/Revisits.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tile/ir/BlockPadding.h"
#include "compiler/tilegpu/ir/Elementwise.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SELECTKERNELSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Says why `kernel` has no schedule. Always false, so that callers can return it.
static bool decline(tile::KernelOp kernel, Location loc, const Twine &what) {
  emitDiagnostic(loc, DiagnosticId::noSchedule, Severity::remark,
                 what + " in kernel " + quote(kernel.getSymName()) + " has no GPU schedule yet")
          .attachNote()
      << "the kernel runs in the interpreter only";
  return false;
}

//===-- what has a schedule -----------------------------------------------------------------------------------===//

static bool areAllPowersOfTwo(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(extent); });
}

/// A reshape is placed without moving elements if it only adds and removes axes of size 1, or is linear over F2.
static bool isPlaceableReshape(tile::ReshapeOp op) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType()), to = tile::getShape(op.getType());
  auto isNotOne = [](int64_t extent) { return extent != 1; };
  if (from.empty() || to.empty())
    return false;
  if (areAllPowersOfTwo(from) && areAllPowersOfTwo(to))
    return true;
  return llvm::equal(llvm::make_filter_range(from, isNotOne), llvm::make_filter_range(to, isNotOne));
}

/// Empty if `op` has a schedule, else what to say of it.
static std::string findObstacle(Operation *op) {
  if (isa<tile::PrintOp, tile::FormatOp, tile::AssertOp>(op))
    return quote(op->getName().getStringRef());
  for (Type type : llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes()))) {
    Type element = isa<tile::RefType>(type) ? cast<tile::RefType>(type).getElementType() : tile::getElementType(type);
    if (!element.isIndex() && !tilegpu::isSupportedElementType(element))
      return "an array of " + describe(element);
    if (llvm::is_contained(tile::getShape(type), 0))
      return "an array without elements";
  }
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
    return isPlaceableReshape(reshape) ? "" : quote("tile.reshape") + " from " + describe(reshape.getInput().getType()) + " to " +
                                                   describe(reshape.getType());
  if (isa<tile::ProgramIdOp, tile::NumProgramsOp, tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::IotaOp,
          tile::BroadcastOp, tile::TransposeOp, tile::CastOp, tile::BitcastOp, tile::ReturnOp, scf::ForOp, scf::IfOp, scf::YieldOp>(op))
    return "";
  if (isa<scf::WhileOp, scf::ConditionOp>(op)) {
    bool carriesArrays = llvm::any_of(op->getOperandTypes(), [](Type type) { return isa<RankedTensorType>(type); });
    return carriesArrays ? "a `while` loop that carries an array" : "";
  }
  std::string reason;
  return tilegpu::hasElementwiseCode(op, &reason) ? "" : reason;
}

static bool checkBody(tile::KernelOp kernel, Region &body) {
  WalkResult result = body.walk([&](Operation *op) {
    if (isa<func::ReturnOp>(op) && !isa<tile::KernelOp>(op->getParentOp()))
      return WalkResult::advance();
    std::string obstacle = findObstacle(op);
    if (obstacle.empty())
      return WalkResult::advance();
    decline(kernel, op->getLoc(), obstacle);
    return WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// An index map is inlined: one block, arithmetic on scalars, one integer an axis.
static bool checkIndexMap(tile::KernelOp kernel, tile::BlockAttr block, SymbolTable &symbols) {
  if (!block.getIndexMap())
    return true;
  auto map = symbols.lookup<func::FuncOp>(block.getIndexMap().getValue());
  if (!map || map.isDeclaration() || !map.getBody().hasOneBlock() ||
      map.getResultTypes().size() != block.getArray().getShape().size() ||
      !llvm::all_of(map.getResultTypes(), [](Type type) { return type.isSignlessInteger(); }) ||
      !llvm::all_of(map.getArgumentTypes(), [](Type type) { return type.isSignlessInteger(); }))
    return decline(kernel, kernel.getLoc(), "the index map " + quote(block.getIndexMap().getValue()));
  return checkBody(kernel, map.getBody());
}

static bool checkArguments(tile::KernelOp kernel, SymbolTable &symbols) {
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    Location loc = kernel.getArgument(index).getLoc();
    std::string name = quote(kernel.getArgumentName(index));
    auto ref = dyn_cast<tile::RefType>(type);
    if (!tilegpu::isSupportedElementType(ref ? ref.getElementType() : type))
      return decline(kernel, loc, "argument " + name + " of " + describe(ref ? ref.getElementType() : type));
    if (!ref)
      continue;
    if (kernel.getAccess(index) == tile::Access::scratch || ref.getMemorySpace() == tile::MemorySpace::smem)
      return decline(kernel, loc, "scratch memory " + name);
    if (ref.getRank() > 1 && !ref.hasStaticShape())
      return decline(kernel, loc, "argument " + name + " of " + describe(ref));
    tile::BlockAttr block = kernel.getBlock(index);
    if (block && !checkIndexMap(kernel, block, symbols))
      return false;
    if (!tile::getPadding(kernel, index).empty())
      return decline(kernel, loc, "the padding of " + name);
  }
  return true;
}

/// The launch's `num_warps`, 4 without one; none (and told) where it is not one that a block can have.
static std::optional<int64_t> getWarpOption(tile::KernelOp kernel, const tilegpu::Target &target) {
  auto options = kernel.getOptions();
  auto option = options ? options->getAs<IntegerAttr>("num_warps") : IntegerAttr();
  int64_t warps = option ? option.getInt() : 4;
  if (warps > 0 && llvm::isPowerOf2_64(warps) && warps * tilegpu::lanesPerWarp <= target.maxThreads)
    return warps;
  decline(kernel, kernel.getLoc(), "`num_warps` " + Twine(warps) + " (a power of two up to " +
                                       Twine(target.maxThreads / tilegpu::lanesPerWarp) + " has)");
  return std::nullopt;
}

//===-- grids -------------------------------------------------------------------------------------------------===//

namespace {
struct Grid {
  SmallVector<int64_t> axisOrder;
  bool isLinear = false;
};
} // namespace

/// Axes of the grid: as many as some launch has, or the kernel or an index map asks about.
static int64_t getGridRank(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols) {
  int64_t rank = 1;
  for (tile::LaunchOp launch : launches)
    rank = std::max<int64_t>(rank, launch.getGrid().size());
  kernel.walk([&](Operation *op) {
    if (auto id = dyn_cast<tile::ProgramIdOp>(op))
      rank = std::max<int64_t>(rank, id.getAxis() + 1);
    if (auto count = dyn_cast<tile::NumProgramsOp>(op))
      rank = std::max<int64_t>(rank, count.getAxis() + 1);
  });
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (tile::BlockAttr block = kernel.getBlock(index); block && block.getIndexMap())
      rank = std::max<int64_t>(rank, symbols.lookup<func::FuncOp>(block.getIndexMap().getValue()).getNumArguments());
  return rank;
}

static Grid chooseGrid(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols) {
  Grid grid;
  int64_t rank = getGridRank(kernel, launches, symbols);
  // Triton's first axis is the fastest, Pallas's last.
  bool firstIsFastest = kernel.getSource() == "triton";
  for (int64_t i = 0; i < rank; ++i)
    grid.axisOrder.push_back(firstIsFastest ? i : rank - 1 - i);
  grid.isLinear = rank > 3;
  for (tile::LaunchOp launch : launches)
    for (auto [position, axis] : llvm::enumerate(grid.axisOrder))
      if (position > 0 && axis < static_cast<int64_t>(launch.getGrid().size()) && launch.getGrid()[axis] > tilegpu::maxGridYZ)
        grid.isLinear = true;
  return grid;
}

/// Programs run side by side, so none may go on with what another one wrote.
static bool checkOrder(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols) {
  int index = findRevisitedArgument(kernel, launches, symbols);
  return index < 0 || decline(kernel, kernel.getArgument(index).getLoc(), quote(kernel.getArgumentName(index)) + ", which several programs write one after the other,");
}

/// All programs of a launch must have a number on the x axis.
static bool checkGridSize(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches) {
  for (tile::LaunchOp launch : launches) {
    int64_t programs = 1;
    for (int64_t extent : launch.getGrid())
      if (llvm::MulOverflow(programs, extent, programs) || programs > tilegpu::maxGridX)
        return decline(kernel, launch.getLoc(), "a grid of more than " + Twine(tilegpu::maxGridX) + " programs");
  }
  return true;
}

namespace {
struct SelectKernelsPass : schedule::impl::SelectKernelsPassBase<SelectKernelsPass> {
  using SelectKernelsPassBase::SelectKernelsPassBase;

  void runOnOperation() override {
    const tilegpu::Target *found = tilegpu::findTarget(target);
    if (!found) {
      emitDiagnostic(getOperation().getLoc(), DiagnosticId::unknownTarget, Severity::error,
                     "target is " + quote(target) + ", expected one of " + tilegpu::listTargets());
      return signalPassFailure();
    }
    SymbolTable symbols(getOperation());
    if (auto old = symbols.lookup<tilegpu::TargetModuleOp>(target))
      symbols.erase(old);
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto module = tilegpu::TargetModuleOp::create(builder, getOperation().getLoc(), target);
    builder.setInsertionPointToStart(&module.getBody().front());
    for (auto kernel : getOperation().getOps<tile::KernelOp>())
      select(kernel, *found, symbols, builder);
    if (module.getBody().front().empty())
      module.erase();
  }

  void select(tile::KernelOp kernel, const tilegpu::Target &target, SymbolTable &symbols, OpBuilder &builder) {
    SmallVector<tile::LaunchOp> launches;
    getOperation().walk([&](tile::LaunchOp launch) {
      if (launch.getKernel() == kernel.getSymName())
        launches.push_back(launch);
    });
    if (tilegpu::isWarpgroupKernel(kernel))
      return selectWarpgroups(kernel, target, launches, symbols, builder);
    std::optional<int64_t> warps;
    if (!checkArguments(kernel, symbols) || !checkBody(kernel, kernel.getBody()) || !checkGridSize(kernel, launches) ||
        !checkOrder(kernel, launches, symbols) || !(warps = getWarpOption(kernel, target)))
      return;
    Grid grid = chooseGrid(kernel, launches, symbols);
    Operation *copy = builder.clone(*kernel);
    copy->setAttr(numWarpsName, builder.getI64IntegerAttr(*warps));
    copy->setAttr(axisOrderName, builder.getDenseI64ArrayAttr(grid.axisOrder));
    if (grid.isLinear)
      copy->setAttr(linearGridName, builder.getUnitAttr());
  }

  /// All programs along x, a cluster's one after the other.
  void selectWarpgroups(tile::KernelOp kernel, const tilegpu::Target &target, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols,
                        OpBuilder &builder) {
    if (!hasWarpgroupSchedule(kernel, target) || !checkGridSize(kernel, launches))
      return;
    Operation *copy = builder.clone(*kernel);
    copy->setAttr(axisOrderName, builder.getDenseI64ArrayAttr(chooseGrid(kernel, launches, symbols).axisOrder));
  }
};
} // namespace
