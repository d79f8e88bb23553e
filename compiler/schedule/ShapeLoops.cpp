// SPDX-License-Identifier: Apache-2.0
// Products of all of their depth at once become loops, whose copies can run ahead of them:
//
//     %x = load x[i, 0] sizes [128, 4096]          for %k = 0 to 4096 step 64 {
//     %y = load y[0, j] sizes [4096, 128]    =>      %x = load x[i, %k] sizes [128, 64];  %y = load y[%k, j] ..
//     %p = dot %x, %y                                %p += dot %x, %y }
//
// What is done to an operand element by element is done to the part of a pass. What is combined along the depth before
// (a norm's sums of squares) is combined in a loop of its own, pass by pass, before the product's. An operand that
// something else reads, too, is still loaded for that. Only products that warpgroups take are cut here: block programs
// are cut to tiles in all directions later.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/JoinLoops.h"
#include "compiler/schedule/Padding.h"
#include "compiler/schedule/RollProducts.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/AxisClasses.h"
#include "compiler/schedule/specialize/BatchPrograms.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/specialize/PartEmitter.h"
#include "compiler/schedule/split/TileEmitter.h"
#include "compiler/schedule/UnusedOperations.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SHAPELOOPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Elements of an array that each pass may need all of.
static constexpr int64_t mostWhole = 16384;

namespace {
/// One product, cut along its depth.
class DepthCut {
public:
  DepthCut(tile::DotOp dot, AffineAnalysis &affine)
      : dot(dot), kernel(dot->getParentOfType<tile::KernelOp>()), affine(affine) {}

  bool isPossible(Reasons &why) {
    return findStep(why) && checkProduct(dot, why, step, false) && canCut(dot.getLhs(), 1, why) &&
           canCut(dot.getRhs(), 0, why);
  }

  /// `done`: what was combined for other products before.
  void write(llvm::DenseSet<Operation *> &done) {
    for (auto [reduce, axis] : combined)
      if (done.insert(reduce).second)
        writeCombined(reduce, axis);
    OpBuilder builder(dot);
    ArrayBuilder arrays(builder, dot.getLoc());
    auto type = cast<RankedTensorType>(dot.getType());
    Value init =
        dot.getAcc() ? dot.getAcc() : arrays.splat(builder.getZeroAttr(type.getElementType()), type.getShape());
    scf::ForOp loop = beginPasses(builder, dot, init);
    Value a = emit(builder, dot.getLhs(), 1), b = emit(builder, dot.getRhs(), 0);
    Value sum = tile::DotOp::create(builder, dot.getLoc(), type, a, b, loop.getRegionIterArg(0), dot.getPrecision(),
                                    dot.getFromUnsigned());
    scf::YieldOp::create(builder, dot.getLoc(), sum);
    dot.getResult().replaceAllUsesWith(loop.getResult(0));
    SmallVector<Operation *> unused = {dot.getLhs().getDefiningOp(), dot.getRhs().getDefiningOp()};
    dot.erase();
    eraseUnused(unused);
  }

private:
  /// A loop over the depth in `op`'s place, and the part of a pass.
  scf::ForOp beginPasses(OpBuilder &builder, Operation *op, Value init) {
    ArrayBuilder arrays(builder, op->getLoc());
    auto loop = scf::ForOp::create(builder, op->getLoc(), arrays.constant(0),
                                   arrays.constant(static_cast<int64_t>(llvm::alignTo(depth, step))),
                                   arrays.constant(step), init);
    builder.setInsertionPointToStart(loop.getBody());
    cut = {loop.getInductionVar(), step};
    parts.clear();
    return loop;
  }

  /// All that is combined of the depth, pass by pass. Rejected: passes combined element by element, and their elements
  /// once behind the loop: it would carry as many as a pass has, which a converter does not take.
  void writeCombined(tile::ReduceOp reduce, int64_t axis) {
    OpBuilder builder(reduce);
    Location loc = reduce.getLoc();
    TypedAttr neutral =
        getNeutralElement(reduce.getKind(), tile::getElementType(reduce.getType()), reduce.getIgnoreNan());
    Value init = ArrayBuilder(builder, loc).splat(neutral, tile::getShape(reduce.getType()));
    scf::ForOp loop = beginPasses(builder, reduce, init);
    Value part = emit(builder, reduce.getInput(), axis);
    Value own = tile::ReduceOp::create(builder, loc, reduce.getType(), part, reduce.getKind(), reduce.getAxes(),
                                       reduce.getIgnoreNan());
    Value all = combineByKind(builder, loc, reduce.getKind(), loop.getRegionIterArg(0), own, reduce.getIgnoreNan());
    scf::YieldOp::create(builder, loc, all);
    Operation *input = reduce.getInput().getDefiningOp();
    reduce.getResult().replaceAllUsesWith(loop.getResult(0));
    reduce.erase();
    eraseUnused({input});
  }

  /// Whether what `reduce` combines can be had pass by pass, along an axis as long as the depth.
  bool canCombine(tile::ReduceOp reduce, Reasons &why) {
    Type element = tile::getElementType(reduce.getType());
    bool isRounded = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32; // once for all
    if (isRagged || isRounded)
      return false;
    for (int64_t axis : reduce.getAxes())
      if (tile::getShape(reduce.getInput().getType())[axis] == depth && canCut(reduce.getInput(), axis, why)) {
        combined.emplace_back(reduce, axis);
        return true;
      }
    return false;
  }

  /// A whole pass's depth, a half or a quarter of it; else the last pass reads zeros beyond the end, where both
  /// operands are what is loaded.
  bool findStep(Reasons &why) {
    int64_t whole = bytesOfPass * 8 / getMultipliedBits(dot, affine);
    for (step = whole; step > whole / 4 && depth % step != 0;)
      step /= 2;
    if (depth % step == 0)
      return true;
    step = whole;
    isRagged = llvm::all_of(dot->getOperands().take_front(2),
                            [](Value operand) { return isa_and_nonnull<tile::LoadOp>(traceOperand(operand).load); });
    return isRagged || why.add(dot, "its depth of " + Twine(depth) + " is no multiple of " + Twine(step / 4),
                               "pad both operands with zeros");
  }

  bool canCut(Value value, int64_t axis, Reasons &why) {
    if (!visited.insert({value, axis}).second)
      return true;
    Operation *op = value.getDefiningOp();
    if (axis == wholeArray)
      return isSmall(value, why);
    if (!op || op->getNumRegions() > 0 || isa<tile::DotOp>(op))
      return why.add(dot, "an operand is all of another product, loop or branch at once");
    if (isa<tile::ReduceOp>(op))
      return why.add(op, "an operand is combined along the product's depth");
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return canMove(op, why) && isBox(op, why) && canCutOperands(op, axis, why);
    return canCutOperands(op, axis, why);
  }
  bool canCutOperands(Operation *op, int64_t axis, Reasons &why) {
    std::optional<SmallVector<ArrayPart>> parts = getOperandParts(op, axis);
    if (!parts)
      return why.add(op, "a part of the depth is not to be followed through `" + op->getName().stripDialect() + "`");
    return llvm::all_of(*parts, [&](const ArrayPart &part) { return canCut(part.first, part.second, why); });
  }

  static bool isLarge(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getNumElements() > mostWhole;
  }

  /// What is needed as a whole in each pass, and must not be computed of all of the depth.
  bool isSmall(Value value, Reasons &why) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (isLarge(value))
      return why.add(dot, "an operand is also computed of an array of " + Twine(type.getNumElements()) +
                              " elements at once");
    Operation *op = value.getDefiningOp();
    auto reduce = dyn_cast_or_null<tile::ReduceOp>(op);
    if (reduce && isLarge(reduce.getInput()) && canCombine(reduce, why))
      return true;
    return !type || !op || op->getNumRegions() > 0 ||
           llvm::all_of(op->getOperands(), [&](Value operand) { return canCut(operand, wholeArray, why); });
  }

  /// Whether what is loaded is brought by others than who multiplies, rows of scales and the like apart.
  bool isBox(Operation *load, Reasons &why) {
    return tile::getShape(load->getResult(0).getType()).size() != 2 ||
           findBox(load, affine, kernel, why, false).has_value() || isPassable(load, false);
  }

  /// A load is done later, at the product: nothing may have written its array by then.
  bool canMove(Operation *load, Reasons &why) {
    Value array = load->getOperand(0);
    if (!isa<BlockArgument>(array) || load->getBlock() != dot->getBlock())
      return why.add(load, "an operand is loaded elsewhere than it is multiplied");
    for (Operation *op = load->getNextNode(); op != dot; op = op->getNextNode()) {
      bool isHarmless = isMemoryEffectFree(op) || isa<tile::LoadOp, tile::GatherOp>(op);
      auto store = dyn_cast<tile::StoreOp>(op);
      auto scatter = dyn_cast<tile::ScatterOp>(op);
      isHarmless |= (store && store.getRef() != array) || (scatter && scatter.getRef() != array);
      if (!isHarmless)
        return why.add(op, "an operand may have been written by the time that it is multiplied");
    }
    return true;
  }

  Value emit(OpBuilder &builder, Value value, int64_t axis) {
    if (axis == wholeArray)
      return value;
    Value &known = parts[{value, axis}];
    if (known)
      return known;
    Operation *op = value.getDefiningOp();
    SmallVector<Value> written =
        emitPart(builder, op, axis, cut, [&](Value operand, int64_t own) { return emit(builder, operand, own); });
    if (auto load = written.front().getDefiningOp<tile::LoadOp>(); load && isRagged)
      maskBeyond(load, axis);
    return parts[{value, axis}] = written[cast<OpResult>(value).getResultNumber()];
  }

  /// Beyond the depth are zeros.
  void maskBeyond(tile::LoadOp load, int64_t axis) {
    OpBuilder builder(load);
    ArrayBuilder arrays(builder, load.getLoc());
    auto type = cast<RankedTensorType>(load.getType());
    Value places = arrays.positions(type.getShape(), axis, cut.first, 1);
    load.getMaskMutable().assign(arrays.both(load.getMask(), arrays.isBelow(places, depth)));
    if (!load.getOther())
      load.getOtherMutable().assign(arrays.splat(builder.getZeroAttr(type.getElementType()), type.getShape()));
  }

  tile::DotOp dot;
  tile::KernelOp kernel;
  AffineAnalysis &affine;
  bool isRagged = false;
  int64_t depth = tile::getShape(dot.getLhs().getType()).back(), step = 0;
  Cut cut;
  llvm::DenseSet<ArrayPart> visited;
  llvm::DenseMap<ArrayPart, Value> parts;
  SmallVector<std::pair<tile::ReduceOp, int64_t>>
      combined; // what the passes need of all of the depth, and along which axis
};
} // namespace

/// Whether `dot` is no deeper than two passes.
static bool isShallow(tile::DotOp dot) {
  auto left = cast<RankedTensorType>(dot.getLhs().getType());
  return left.getShape().back() * left.getElementTypeBitWidth() <= 2 * bytesOfPass * 8;
}

/// Whether `dot` multiplies all of its depth at once. A loop around it goes along the depth already, or along something
/// else whose copies run ahead. A shallow one has little to copy ahead: it becomes a loop where programs can have other
/// blocks then.
static bool isWhole(tile::DotOp dot, const AxisClasses &axes) {
  Reasons untold;
  auto canGrow = [&](int64_t axis) { return axes.canGrow(axes.get(dot.getResult(), axis), untold); };
  return tile::getShape(dot.getLhs().getType()).size() == 2 && !dot->getParentOfType<scf::ForOp>() &&
         !dot->getParentOfType<scf::WhileOp>() && (!isShallow(dot) || (canGrow(0) && canGrow(1)));
}

namespace {
/// A product of all of its depth is rounded once, whatever it is added up in: sums of 16 bits are of 32 until then.
class WideSums {
public:
  void widen(tile::DotOp dot) {
    Type element = tile::getElementType(dot.getType());
    if (dot.getAcc() || !isa<FloatType>(element) || element.getIntOrFloatBitWidth() != 16)
      return;
    OpBuilder builder(dot.getContext());
    builder.setInsertionPointAfter(dot);
    auto narrow = cast<RankedTensorType>(dot.getType());
    dot.getResult().setType(narrow.clone(builder.getF32Type()));
    auto rounded = tile::CastOp::create(builder, dot.getLoc(), narrow, dot.getResult(), false, false);
    dot.getResult().replaceAllUsesExcept(rounded, rounded);
    casts.push_back(rounded);
  }
  void undo() {
    for (tile::CastOp rounded : casts) {
      rounded.getInput().setType(rounded.getType());
      rounded.replaceAllUsesWith(rounded.getInput());
      rounded.erase();
    }
  }

private:
  SmallVector<tile::CastOp> casts;
};
} // namespace

/// All products or none: one that no warpgroup takes keeps the others from them.
static void shapeLoops(tile::KernelOp kernel) {
  SmallVector<tile::DotOp> whole;
  kernel.walk([&](tile::DotOp dot) { whole.push_back(dot); });
  if (whole.empty())
    return;
  AxisClasses axes(kernel);
  llvm::erase_if(whole, [&](tile::DotOp dot) { return !isWhole(dot, axes); });
  WideSums sums;
  for (tile::DotOp dot : whole)
    sums.widen(dot);
  SmallVector<DepthCut> cuts;
  AffineAnalysis affine(kernel);
  WalkResult all = kernel.walk([&](tile::DotOp dot) {
    Reasons reasons;
    if (!llvm::is_contained(whole, dot))
      return checkProduct(dot, reasons, std::nullopt, false) ? WalkResult::advance() : WalkResult::interrupt();
    DepthCut cut(dot, affine);
    if (cut.isPossible(reasons)) {
      cuts.push_back(std::move(cut));
      return WalkResult::advance();
    }
    // One of few passes may stay, as one whose operand is another product's sum.
    Reasons untold;
    if (isShallow(dot) && checkProduct(dot, untold, std::nullopt, false))
      return WalkResult::advance();
    dot->setAttr(wholeDepthName, StringAttr::get(dot.getContext(), reasons.getText()));
    return WalkResult::interrupt();
  });
  if (all.wasInterrupted())
    return sums.undo();
  llvm::DenseSet<Operation *> combined;
  for (DepthCut &cut : cuts)
    cut.write(combined);
}

namespace {
struct ShapeLoopsPass : schedule::impl::ShapeLoopsPassBase<ShapeLoopsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
      if (!target.hasTma || !target.hasWgmma || !getChoice(kernel, "specialize").value_or(1))
        continue;
      spreadBatches(kernel);
      rollProducts(kernel);
      shapeLoops(kernel);
      joinLoops(kernel);
    }
  }
};
} // namespace
