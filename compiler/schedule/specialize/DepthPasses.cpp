// SPDX-License-Identifier: Apache-2.0
// How much of the depth each pass of a loop multiplies: as much as lies side by side in shared memory, 128 bytes.
//
//     for %k = 0 to 4096 step 32 {                    for %k = 0 to 4096 step 64 {
//       %x = load x[i, %k] sizes [128, 32]      =>      %x = load x[i, %k] sizes [128, 64]
//       %sum += dot %x, %y }                            %sum += dot %x, %y }
//
// The sums may be added up in any order, as the tensor core's are. As with programs, all else has to go by where an
// element is along the whole depth, not by its pass.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// The passes of one loop.
class Passes {
public:
  Passes(scf::ForOp loop, const AxisClasses &axes, AffineAnalysis &affine)
      : loop(loop), kernel(loop->getParentOfType<tile::KernelOp>()), axes(axes), affine(affine) {}

  /// Whether they can be others, and would be better.
  bool find() {
    if (!findProducts() || !countPasses())
      return false;
    if (!findExtent())
      return false;
    std::optional<int64_t> asked = getChoice(kernel, "tile_k");
    Reasons reasons;
    bool isDone =
        axes.canGrow(axis.number, reasons, true) &&
        (areSumsAlone() ||
         reasons.add(loop, "passes are told apart by more than the sums of products that they add to")) &&
        (isAlone() || reasons.add(loop, "something else happens in a pass, or lies along the depth outside")) &&
        WholePlaces(kernel, axes, axis, reasons).check();
    if (!isDone && asked)
      reasons.limit(kernel, "tile_k", *asked);
    return isDone;
  }

  void write() {
    AxisResize resize(kernel, axes, axis, to);
    resize.resizeArrays();
    OpBuilder builder(loop);
    ArrayBuilder arrays(builder, loop.getLoc());
    Type type = loop.getInductionVar().getType();
    auto makeConstant = [&](int64_t value) {
      return arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(type, value));
    };
    if (to.isMultiple() || step % (to.from / to.to) == 0) {
      loop.setStep(makeConstant(step * to.to / to.from));
      builder.setInsertionPointToStart(loop.getBody());
      if (isRagged)
        resize.maskBeyond(arrays.multiply(arrays.toI32(loop.getInductionVar()), axis.unit));
      return;
    }
    // Blocks count less than one of the loop's numbers: passes count, and elements begin with theirs.
    for (Operation *op : outside)
      op->moveBefore(loop.getBody(), loop.getBody()->begin());
    loop.getInductionVar().replaceAllUsesWith(makeConstant(lower));
    loop.setLowerBound(makeConstant(0));
    loop.setUpperBound(makeConstant(axis.getTotal()));
    loop.setStep(makeConstant(to.to));
    builder.setInsertionPointToStart(loop.getBody());
    resize.countFrom(arrays.toI32(loop.getInductionVar()));
  }

  std::string describe() const {
    return std::to_string(to.to) + " of the depth a pass instead of " + std::to_string(to.from);
  }

private:
  /// Products of which the loop's passes are parts.
  bool findProducts() {
    loop.walk([&](tile::DotOp dot) {
      if (dot->getParentOfType<scf::ForOp>() == loop)
        products.push_back(dot);
    });
    if (products.empty() || tile::getShape(products.front().getType()).size() != 2)
      return false;
    axis.number = axes.get(products.front().getLhs(), 1);
    axis.extent = tile::getShape(products.front().getLhs().getType()).back();
    axis.coordinate = loop.getInductionVar();
    return true;
  }

  bool countPasses() {
    auto getConstant = [&](Value value) -> std::optional<int64_t> {
      std::optional<AffineArray> form = affine.get(value);
      return form && form->base.isConstant() ? std::optional(form->base.constant) : std::nullopt;
    };
    std::optional<int64_t> first = getConstant(loop.getLowerBound()), last = getConstant(loop.getUpperBound()),
                           each = getConstant(loop.getStep());
    if (!first || !last || !each || *each <= 0 || *last <= *first)
      return false;
    lower = *first;
    step = *each;
    axis.count = llvm::divideCeil(*last - *first, *each);
    axis.unit = axis.extent / step;
    return axis.extent % step == 0 && (*last - *first) % step == 0;
  }

  bool findExtent() {
    int64_t best = bytesOfPass * 8 / getMultipliedBits(products.front(), affine);
    to = {axis.extent, getChoice(kernel, "tile_k").value_or(best)};
    bool isPart = to.to > 0 && (to.from % to.to == 0 || to.to % to.from == 0);
    // A last pass that goes beyond the end has to multiply zeros there.
    auto isLoaded = [](tile::DotOp dot) {
      return llvm::all_of(dot->getOperands().take_front(2), [](Value operand) { return traceOperand(operand).load; });
    };
    if (!isPart)
      limitChoice(kernel, "tile_k", to.to, loop.getLoc(),
                  "passes multiply " + Twine(to.from) +
                      " of the depth, of which that is neither a part nor a multiple");
    isRagged = isPart && axis.getTotal() % to.to != 0;
    return isPart && !to.isSame() && (!isRagged || (lower == 0 && to.isMultiple() && llvm::all_of(products, isLoaded)));
  }

  /// What goes from pass to pass is nothing but sums of products.
  bool areSumsAlone() {
    for (auto [argument, yielded] : llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues())) {
      Value sum = argument;
      while (sum != yielded) {
        if (!sum.hasOneUse())
          return false;
        Operation *user = *sum.user_begin();
        auto dot = dyn_cast<tile::DotOp>(user);
        auto other = isa<arith::AddFOp, arith::AddIOp>(user)
                         ? user->getOperand(user->getOperand(0) == sum ? 1 : 0).getDefiningOp<tile::DotOp>()
                         : tile::DotOp();
        bool isSum = dot ? dot.getAcc() == sum : other && !other.getAcc() && other->hasOneUse();
        if (!isSum || user->getParentOp() != loop)
          return false;
        sum = user->getResult(0);
      }
      // A value that each pass gives on as it is may be used in each.
      if (argument == yielded && !argument.use_empty())
        return false;
    }
    return true;
  }

  /// What lies along the depth is the loop's own, and nothing else happens in it.
  bool isAlone() {
    WalkResult all = kernel.walk([&](Operation *op) {
      bool isAlong =
          llvm::any_of(op->getResults(), [&](Value value) { return !axes.find(value, axis.number).empty(); });
      bool isInside = loop->isProperAncestor(op);
      if (isInside && (isEffect(op) || op->getNumRegions() > 0))
        return WalkResult::interrupt();
      if (!isAlong || isInside)
        return WalkResult::advance();
      if (op->getNumRegions() > 0 || !isMemoryEffectFree(op))
        return WalkResult::interrupt();
      outside.push_back(op);
      return WalkResult::advance();
    });
    std::reverse(outside.begin(), outside.end());
    return !all.wasInterrupted() && llvm::all_of(outside, [&](Operation *op) {
      return llvm::all_of(op->getUsers(), [&](Operation *user) {
        return loop->isProperAncestor(user) || llvm::is_contained(outside, user);
      });
    });
  }

  scf::ForOp loop;
  tile::KernelOp kernel;
  const AxisClasses &axes;
  AffineAnalysis &affine;
  SmallVector<tile::DotOp> products;
  SmallVector<Operation *> outside; // of what lies along the depth, the last first
  ProgramAxis axis;
  Resize to;
  int64_t lower = 0, step = 1;
  bool isRagged = false;
};
} // namespace

std::string tessera::schedule::resizePasses(tile::KernelOp kernel) {
  std::string told;
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  AxisClasses axes(kernel);
  AffineAnalysis affine(kernel);
  SmallVector<Passes> resized;
  for (scf::ForOp loop : loops)
    if (Passes passes(loop, axes, affine); passes.find())
      resized.push_back(std::move(passes));
  for (Passes &passes : resized) {
    passes.write();
    if (told.empty())
      told = passes.describe();
  }
  return told;
}
