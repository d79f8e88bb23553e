// SPDX-License-Identifier: Apache-2.0
// How much of the depth each pass of a loop multiplies: as much as lies side by side in shared memory, 128 bytes.
//
//     for %k = 0 to 4096 step 32 {                    for %k = 0 to 4096 step 64 {
//       %x = load x[i, %k] sizes [128, 32]      =>      %x = load x[i, %k] sizes [128, 64]
//       %sum += dot %x, %y }                            %sum += dot %x, %y }
//
// The sums may be added up in any order, as the tensor core's are. As with programs, all else has to go by where an
// element is along the whole depth, not by its pass.
//
// Passes that give on more than sums of products, as attention's over blocks of keys, are joined where one pass over
// all their elements gives the same (JoinPasses.cpp): twice the keys a pass are half as many maxima, rescaled sums and
// waits. So are passes over blocks of columns of products that are summed up in a loop of their own, as a vocabulary's
// logits are: twice the columns read the left operand half as often.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Elements of a joined pass, and registers of a thread for what it computes, of the 240 that a consumer has; a thread
/// has a half of a row's numbers. What is copied for two passes has to fit shared memory beside all else.
static constexpr int64_t mostJoined = 128, mostColumns = 256, registersOfPass = 224, sharedOfBlock = 227 * 1024;

namespace {
/// The passes of one loop.
class Passes {
public:
  /// `others`: bytes of shared memory by which other loops' passes have grown.
  Passes(scf::ForOp loop, const AxisClasses &axes, AffineAnalysis &affine, int64_t others)
      : loop(loop), kernel(loop->getParentOfType<tile::KernelOp>()), axes(axes), affine(affine), others(others) {}

  /// Whether they can be others, and would be better: of the first depth, or columns, that passes are parts of.
  bool find() {
    llvm::SmallSetVector<unsigned, 2> depths, columns;
    loop.walk([&](tile::DotOp dot) {
      if (tile::getShape(dot.getType()).size() != 2)
        return;
      if (isOwn(dot))
        depths.insert(axes.get(dot.getLhs(), 1));
      else
        columns.insert(axes.get(dot.getResult(), 1));
    });
    Reasons reasons; // of the last one: depths that are whole in each pass are those of products before
    auto findOf = [&](unsigned number, bool isOfDepth) {
      reasons = Reasons();
      return find(number, isOfDepth, reasons);
    };
    if (llvm::any_of(depths, [&](unsigned depth) { return findOf(depth, true); }) ||
        llvm::any_of(columns, [&](unsigned column) { return findOf(column, false); }))
      return true;
    if (std::optional<int64_t> asked = getChoice(kernel, "tile_k"))
      reasons.limit(kernel, "tile_k", *asked);
    return false;
  }

  bool find(unsigned number, bool isOfDepth, Reasons &reasons) {
    isDepth = isOfDepth;
    findProducts(number);
    if (!countPasses())
      return false;
    Reasons untold;
    isSum = isDepth && areSumsAlone() && axes.canGrow(axis.number, untold, Growth::depth);
    return (isSum ? findExtent() : findJoined()) && check(reasons);
  }

  bool check(Reasons &reasons) {
    outside.clear();
    if (!isAlone())
      return reasons.add(loop, "something else happens in a pass, or lies along the depth outside");
    return WholePlaces(kernel, axes, axis, reasons).check() &&
           (isSum ||
            (axes.canGrow(axis.number, reasons, Growth::pass) && canJoinPasses(loop, axes, axis.number, reasons)));
  }

  void write() {
    if (!isSum && !length.isMultipleOf(step * (to.to / to.from)))
      leaveRest();
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

  /// The last passes, too few to be joined, stay as they are in a loop of their own:
  ///
  ///     for i = a to b step s  =>  for i = a to c step s, for i = c to b step s    c = a + s * (passes / n * n)
  void leaveRest() {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Type type = loop.getInductionVar().getType();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
    };
    int64_t joined = to.to / to.from;
    Value first = loop.getLowerBound(), end;
    if (isCounted) {
      end = number(lower + axis.count / joined * joined * step);
    } else {
      Value all = arith::SubIOp::create(builder, loc, loop.getUpperBound(), first);
      all = arith::MaxSIOp::create(builder, loc, all, number(0));
      all = arith::AddIOp::create(builder, loc, all, number(step - 1));
      Value passes = arith::DivSIOp::create(builder, loc, all, number(step * joined));
      end = arith::AddIOp::create(builder, loc, first,
                                  arith::MulIOp::create(builder, loc, passes, number(step * joined)));
    }
    IRMapping map;
    builder.setInsertionPointAfter(loop);
    for (Operation *op : llvm::reverse(outside))
      builder.clone(*op, map);
    auto rest = cast<scf::ForOp>(builder.clone(*loop, map));
    loop.replaceAllUsesWith(rest.getResults());
    rest.setLowerBound(end);
    rest.getInitArgsMutable().assign(loop.getResults());
    loop.setUpperBound(end);
  }

  std::string describe() const {
    return std::to_string(to.to) + (isDepth ? " of the depth" : " columns") + " a pass instead of " +
           std::to_string(to.from);
  }
  /// By how many bytes of shared memory it grows.
  int64_t getGrowth() { return isSum || !to.isMultiple() ? 0 : countShared(to.to / to.from, 2) - countShared(1, 2); }
  StringRef getReason() const {
    return isSum ? "so much lies side by side in shared memory"
           : isDepth
               ? "a pass over all their elements gives the same, with half the work beside the products or less"
               : "a pass over all their elements gives the same, and reads the rows that it multiplies once for them";
  }

private:
  bool isOwn(tile::DotOp dot) const { return dot->getParentOfType<scf::ForOp>() == loop; }

  /// Products of which the loop's passes are parts of the depth, or of the columns.
  void findProducts(unsigned number) {
    products.clear();
    outside.clear();
    loop.walk([&](tile::DotOp dot) {
      bool isFound = isDepth ? isOwn(dot) && axes.get(dot.getLhs(), 1) == number
                             : !isOwn(dot) && axes.get(dot.getResult(), 1) == number;
      if (isFound && tile::getShape(dot.getType()).size() == 2)
        products.push_back(dot);
    });
    axis.number = number;
    axis.extent = tile::getShape((isDepth ? products.front().getLhs() : products.front().getResult()).getType()).back();
    axis.coordinate = loop.getInductionVar();
  }

  /// How many passes there are need not be known where they only become fewer.
  bool countPasses() {
    std::optional<AffineArray> first = affine.get(loop.getLowerBound()), last = affine.get(loop.getUpperBound()),
                               each = affine.get(loop.getStep());
    if (!first || !last || !each || !each->base.isConstant() || each->base.constant <= 0)
      return false;
    step = each->base.constant;
    axis.unit = axis.extent / step;
    length = last->base;
    length.add(first->base, -1);
    startsAtConstant = first->base.isConstant();
    isCounted = startsAtConstant && last->base.isConstant();
    if (isCounted) {
      lower = first->base.constant;
      axis.count = llvm::divideCeil(length.constant, step);
    }
    return axis.extent % step == 0 && (!isCounted || length.constant > 0);
  }

  /// Whether `value` is computed element by element for nothing but to be combined, so that each is made as it is
  /// needed.
  static bool isMadeToCombine(Value value) {
    Operation *op = value.getDefiningOp(), *user = value.hasOneUse() ? *value.user_begin() : nullptr;
    return op && user && OpTrait::hasElementwiseMappableTraits(op) &&
           (isa<tile::ReduceOp>(user) || (user->getNumResults() == 1 && isMadeToCombine(user->getResult(0))));
  }

  /// How many numbers of 32 bits a pass has for each row and element at once, what costs no register left out.
  double countHeld() {
    unsigned rows = axes.get(products.front().getLhs(), 0);
    auto isHeld = [&](Value value) {
      return !axes.find(value, axis.number).empty() && !axes.find(value, rows).empty() &&
             !value.getDefiningOp<tile::BroadcastOp>() && !isMadeToCombine(value) &&
             !tile::getElementType(value.getType()).isInteger(1) &&
             (!tile::getElementType(value.getType()).isInteger() || !affine.get(value));
    };
    double held = 0, most = 0;
    llvm::DenseMap<Value, int64_t> usesLeft;
    for (Operation &op : *loop.getBody()) {
      for (Value operand : op.getOperands())
        if (auto known = usesLeft.find(operand); known != usesLeft.end() && --known->second == 0)
          held -= tile::getElementType(operand.getType()).getIntOrFloatBitWidth() / 32.0;
      for (Value result : op.getResults())
        if (isHeld(result) && !result.use_empty()) {
          usesLeft[result] = std::distance(result.use_begin(), result.use_end());
          held += tile::getElementType(result.getType()).getIntOrFloatBitWidth() / 32.0;
        }
      most = std::max(most, held);
    }
    return most;
  }

  /// Whether something else than rows is combined along the axis, such as an operand: what of it registers hold grows
  /// with blocks of columns, which are chosen later.
  bool combinesOperands() {
    unsigned rows = axes.get(products.front().getLhs(), 0);
    WalkResult all = loop.walk([&](tile::ReduceOp reduce) {
      Value value = reduce.getInput();
      bool isOther = !axes.find(value, axis.number).empty() && axes.find(value, rows).empty() &&
                     tile::getShape(value.getType()).size() > 1;
      return isOther ? WalkResult::interrupt() : WalkResult::advance();
    });
    return all.wasInterrupted();
  }

  static int64_t getBytes(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8) : 0;
  }

  /// Of shared memory, roughly: what is copied once, what `passes` passes copy, and operands that a pass computes.
  int64_t countShared(int64_t growth, int64_t passes) {
    int64_t bytes = 0;
    auto getGrown = [&](Value value) { return getBytes(value) * (axes.find(value, axis.number).empty() ? 1 : growth); };
    kernel.walk([&](Operation *op) {
      bool isInside = loop->isProperAncestor(op);
      if (isa<tile::LoadOp, tile::GatherOp>(op))
        bytes += getGrown(op->getResult(0)) * (op->getParentOfType<scf::ForOp>() ? passes : 1);
      auto dot = dyn_cast<tile::DotOp>(op);
      if (!dot || !isInside)
        return;
      bool isTurned = dot.getLhs().getDefiningOp<tile::TransposeOp>(); // else it is multiplied from registers
      for (Value operand : {isTurned ? dot.getLhs() : Value(), Value(dot.getRhs())})
        if (operand && !traceOperand(operand).load)
          bytes += getGrown(operand);
    });
    return bytes;
  }

  /// The largest number of elements, of the program's passes joined, of which all that a pass computes fits registers,
  /// and which leave copies room to run ahead.
  bool findJoined() {
    std::optional<int64_t> asked = getChoice(kernel, isDepth ? "tile_k" : "tile_n");
    int64_t columns = 0; // of sums beside what a pass has of each of its elements
    for (tile::DotOp dot : products)
      columns += isDepth ? tile::getShape(dot.getType()).back() : 0;
    double held = countHeld();
    for (int64_t most = asked.value_or(isDepth ? mostJoined : mostColumns); most > axis.extent; most /= 2) {
      to = {axis.extent, most};
      bool fits = !combinesOperands() &&
                  (held * static_cast<double>(most) + static_cast<double>(columns)) / 2 <= registersOfPass &&
                  countShared(most / axis.extent, /*passes=*/2) + others <= sharedOfBlock;
      // A rest is worth its loop where many passes come before it: not in windows, whose both ends move.
      bool isWhole = startsAtConstant || length.isMultipleOf(step * (most / axis.extent));
      if (to.isMultiple() && isWhole && (fits || asked))
        return true;
    }
    return false;
  }

  bool findExtent() {
    if (!isCounted || length.constant % step != 0)
      return false;
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
      if (isInside && (isEffect(op) || (op->getNumRegions() > 0 && (isSum || !isa<scf::ForOp>(op)))))
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
  int64_t others;
  SmallVector<tile::DotOp> products;
  SmallVector<Operation *> outside; // of what lies along the depth, the last first
  ProgramAxis axis;
  Resize to;
  AffineSum length; // of the loop's numbers
  int64_t lower = 0, step = 1;
  bool startsAtConstant = false, isCounted = false, isRagged = false;
  bool isDepth = true; // and not columns of products in loops within
  bool isSum = true;   // of products, and nothing else is given on
};
} // namespace

std::optional<ResizedPasses> tessera::schedule::resizePasses(tile::KernelOp kernel) {
  std::optional<ResizedPasses> told;
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  AxisClasses axes(kernel);
  AffineAnalysis affine(kernel);
  std::vector<Passes> resized;
  int64_t growth = 0;
  for (scf::ForOp loop : loops)
    if (Passes passes(loop, axes, affine, growth); passes.find()) {
      growth += passes.getGrowth();
      resized.push_back(std::move(passes));
    }
  for (Passes &passes : resized) {
    passes.write();
    if (!told)
      told = {passes.describe(), passes.getReason().str()};
  }
  return told;
}
