// SPDX-License-Identifier: Apache-2.0
// Which kernels have a schedule, and the copies that the passes after this one work on. The answer for a kernel is the
// first thing in it that has none, told as a remark: the program still compiles and runs in the interpreter.
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/support/PassDiagnostics.h"
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
  return refuseKernel(kernel, loc, DiagnosticId::noSchedule,
                      what + " in kernel " + quote(kernel.getSymName()) + " has no GPU schedule yet");
}

//===-- what has a schedule -----------------------------------------------------------------------------------===//

/// The operations of `tile` and `scf` that the passes after this one take, a line a topic. Who teaches them another one
/// adds it here; a pass that meets a form which it can't write declines by itself.
static bool hasSchedule(Operation *op) {
  return isa<tile::ReturnOp, tile::ProgramIdOp, tile::NumProgramsOp>(op) ||
         isa<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::SelectRefOp>(op) ||
         isa<tile::IotaOp, tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp>(op) ||
         isa<tile::CastOp, tile::BitcastOp, tile::InlineAsmOp>(op) ||
         isa<tile::SliceValueOp, tile::UpdateSliceOp, tile::ConcatenateOp, tile::TakeOp, tile::PutOp, tile::SortOp>(
             op) ||
         isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::DotOp, tile::ReduceOp>(op) ||
         isa<tile::ReduceByOp, tile::ScanOp, tile::ArgReduceOp, tile::YieldOp>(op) ||
         isa<tile::RandomOp, tile::RandomSplitOp, tile::RandomFoldInOp>(op) ||
         isa<tile::FormatOp, tile::PrintOp, tile::AssertOp>(op) ||
         isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::ConditionOp, scf::YieldOp>(op);
}

/// What is wrong with a type, empty where it can be held.
static std::string findObstacle(Type type) {
  if (isa<tile::TextType>(type))
    return "";
  auto ref = dyn_cast<tile::RefType>(type);
  Type element = ref ? ref.getElementType() : tile::getElementType(type);
  if (!element.isIndex() && !tilegpu::isSupportedElementType(element))
    return "an array of " + describe(element);
  return llvm::is_contained(tile::getShape(type), 0) ? "an array without elements" : "";
}

/// Empty if `op` has a schedule, else what to say of it.
static std::string findObstacle(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    if (std::string obstacle = findObstacle(type); !obstacle.empty())
      return obstacle;
  if (hasSchedule(op) || isa<arith::ConstantOp>(op))
    return "";
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

/// An index map is inlined: one block, arithmetic on scalars and loads of the kernel's first Refs, one integer an axis.
static bool checkIndexMap(tile::KernelOp kernel, tile::BlockAttr block, SymbolTable &symbols) {
  if (!block.getIndexMap())
    return true;
  auto map = symbols.lookup<func::FuncOp>(block.getIndexMap().getValue());
  if (!map || map.isDeclaration() || !map.getBody().hasOneBlock() ||
      map.getResultTypes().size() != block.getArray().getShape().size() ||
      !llvm::all_of(map.getResultTypes(), [](Type type) { return type.isSignlessInteger(); }) ||
      !llvm::all_of(map.getArgumentTypes(),
                    [](Type type) { return type.isSignlessInteger() || isa<tile::RefType>(type); }))
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
    if (ref.getRank() > 1 && !ref.hasStaticShape())
      return decline(kernel, loc, "argument " + name + " of " + describe(ref));
    tile::BlockAttr block = kernel.getBlock(index);
    if (block && !checkIndexMap(kernel, block, symbols))
      return false;
  }
  return true;
}

/// What `--tune` says, else the launch's `num_warps`, 4 without one; none (and told) where it is not one that a block can have.
static std::optional<int64_t> getWarpOption(tile::KernelOp kernel, DictionaryAttr choices, const tilegpu::Target &target) {
  auto options = kernel.getOptions();
  auto option = options ? options->getAs<IntegerAttr>("num_warps") : IntegerAttr();
  int64_t warps = findChoice(choices, kernel.getSymName(), "warps").value_or(option ? option.getInt() : 4);
  if (warps > 0 && llvm::isPowerOf2_64(warps) && warps * tilegpu::lanesPerWarp <= target.maxThreads)
    return warps;
  decline(kernel, kernel.getLoc(),
          "`num_warps` " + Twine(warps) + " (a power of two up to " + Twine(target.maxThreads / tilegpu::lanesPerWarp) +
              " has)");
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
      rank = std::max<int64_t>(
          rank, llvm::count_if(symbols.lookup<func::FuncOp>(block.getIndexMap().getValue()).getArgumentTypes(),
                               [](Type type) { return type.isSignlessInteger(); }));
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
      if (position > 0 && axis < static_cast<int64_t>(launch.getGrid().size()) &&
          launch.getGrid()[axis] > tilegpu::maxGridYZ)
        grid.isLinear = true;
  return grid;
}

/// Of each flat array, its size where all launches agree.
static void describeSizes(tile::KernelOp copy, ArrayRef<tile::LaunchOp> launches, OpBuilder &builder) {
  unsigned input = 0, output = 0;
  auto count = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() ? tensor.getNumElements() : 0;
  };
  for (unsigned index = 0; index < copy.getNumArguments(); ++index) {
    tile::Access access = copy.getAccess(index);
    bool isInput = access == tile::Access::read || access == tile::Access::readwrite;
    bool isOutput = access == tile::Access::write || access == tile::Access::readwrite;
    unsigned position = isInput ? input : output;
    input += isInput;
    output += isOutput;
    auto ref = dyn_cast<tile::RefType>(copy.getArgumentTypes()[index]);
    if (!ref || ref.hasStaticShape() || (!isInput && !isOutput))
      continue;
    auto getSize = [&](tile::LaunchOp launch) {
      return count(isInput ? launch.getInputs()[position].getType() : launch.getResultTypes()[position]);
    };
    int64_t size = getSize(launches.front());
    if (size > 0 && llvm::all_of(launches, [&](tile::LaunchOp launch) { return getSize(launch) == size; }))
      copy.setArgAttr(index, elementsName, builder.getI64IntegerAttr(size));
  }
}

/// Most that a scalar is said to be a multiple of: 16 bytes of any element, and lines of memory.
static constexpr int64_t maxDivisor = 128;

/// What the passes after this one may know of every launch: their grid, the sizes of flat arrays, what scalars are
/// multiples of, and which are the same constant in all.
static void describeLaunches(tile::KernelOp copy, ArrayRef<tile::LaunchOp> launches, OpBuilder &builder) {
  if (launches.empty())
    return;
  tile::LaunchOp first = launches.front();
  if (llvm::all_of(launches, [&](tile::LaunchOp launch) { return launch.getGrid() == first.getGrid(); }))
    copy->setAttr(gridName, builder.getDenseI64ArrayAttr(first.getGrid()));
  describeSizes(copy, launches, builder);
  unsigned operand = 0;
  for (unsigned index = 0; index < copy.getNumArguments(); ++index) {
    tile::Access access = copy.getAccess(index);
    if (access != tile::Access::read && access != tile::Access::readwrite)
      continue;
    unsigned position = operand++;
    Attribute value;
    if (isa<tile::RefType>(copy.getArgumentTypes()[index]) ||
        !matchPattern(first.getInputs()[position], m_Constant(&value)))
      continue;
    bool isSame = true;
    int64_t divisor = maxDivisor;
    for (tile::LaunchOp launch : launches) {
      Attribute other;
      bool isKnown = matchPattern(launch.getInputs()[position], m_Constant(&other));
      isSame &= isKnown && other == value;
      divisor = isKnown && isa<IntegerAttr>(other)
                    ? std::min(divisor, getPowerOfTwoDivisor(cast<IntegerAttr>(other).getInt()))
                    : 1;
      if (divisor == 1 && !isSame)
        break;
    }
    if (divisor > copy.getDivisibility(index))
      copy.setArgAttr(index, tile::KernelOp::divisibilityName, builder.getI64IntegerAttr(divisor));
    if (isSame && isa<IntegerAttr, FloatAttr>(value))
      copy.setArgAttr(index, constantName, value);
  }
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
    std::string error;
    FailureOr<DictionaryAttr> choices = parseChoices(&getContext(), tune, error);
    if (failed(choices)) {
      emitDiagnostic(getOperation().getLoc(), DiagnosticId::scheduleChoice, Severity::error, error);
      return signalPassFailure();
    }
    for (NamedAttribute choice : *choices)
      if (auto [kernel, name] = choice.getName().getValue().rsplit('.'); !name.empty() && !symbols.lookup<tile::KernelOp>(kernel)) {
        emitDiagnostic(getOperation().getLoc(), DiagnosticId::scheduleChoice, Severity::error,
                       "`" + choice.getName().getValue() + "` is chosen, but no kernel is called " + quote(kernel));
        return signalPassFailure();
      }
    for (auto kernel : getOperation().getOps<tile::KernelOp>()) {
      for (StringRef earlier : {tilegpu::chosenName, tilegpu::decisionsName}) // of another target
        kernel->removeAttr(earlier);
      select(kernel, *choices, *found, symbols, builder);
    }
    if (!choices->empty()) // the copies', and for `schedule-tell-choices`
      for (auto copy : module.getBody().getOps<tile::KernelOp>()) {
        copy->setAttr(tuneName, *choices);
        tilegpu::findSource(copy)->setAttr(tuneName, *choices);
      }
    if (module.getBody().front().empty())
      module.erase();
  }

  void select(tile::KernelOp kernel, DictionaryAttr choices, const tilegpu::Target &target, SymbolTable &symbols, OpBuilder &builder) {
    SmallVector<tile::LaunchOp> launches;
    getOperation().walk([&](tile::LaunchOp launch) {
      if (launch.getKernel() == kernel.getSymName())
        launches.push_back(launch);
    });
    if (tilegpu::isWarpgroupKernel(kernel))
      return selectWarpgroups(kernel, target, launches, symbols, builder);
    std::optional<int64_t> warps;
    if (!checkArguments(kernel, symbols) || !checkBody(kernel, kernel.getBody()) || !checkGridSize(kernel, launches) ||
        !(warps = getWarpOption(kernel, choices, target)))
      return;
    Grid grid = chooseGrid(kernel, launches, symbols);
    Operation *copy = builder.clone(*kernel);
    copy->setAttr(numWarpsName, builder.getI64IntegerAttr(*warps));
    describeLaunches(cast<tile::KernelOp>(copy), launches, builder);
    if (auto options = kernel.getOptions())
      if (auto stages = options->getAs<IntegerAttr>("num_stages"))
        copy->setAttr(numStagesName, stages);
    copy->setAttr(axisOrderName, builder.getDenseI64ArrayAttr(grid.axisOrder));
    if (grid.isLinear)
      copy->setAttr(linearGridName, builder.getUnitAttr());
  }

  /// All programs along x, a cluster's one after the other.
  void selectWarpgroups(tile::KernelOp kernel, const tilegpu::Target &target, ArrayRef<tile::LaunchOp> launches,
                        SymbolTable &symbols, OpBuilder &builder) {
    if (!hasWarpgroupSchedule(kernel, target) || !checkGridSize(kernel, launches))
      return;
    Operation *copy = builder.clone(*kernel);
    copy->setAttr(axisOrderName, builder.getDenseI64ArrayAttr(chooseGrid(kernel, launches, symbols).axisOrder));
  }
};
} // namespace
