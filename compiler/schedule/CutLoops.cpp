// SPDX-License-Identifier: Apache-2.0
// Loops whose masks matter in some passes only are cut where they begin to. Causal attention:
//
//     for %n = 0 to %hi step 64 {                     %c = clamp(64 * floor((%first + 1) / 64), 0, %hi)
//       %s = q . k(%n)                        =>      for %n = 0 to %c step 64 { %s = q . k(%n); .. %s }
//       .. select rows >= columns, %s, -inf }         for %n = %c to %hi step 64 { .. select rows >= columns, %s, -inf
//       }
//
// Comparisons that leave all elements as they are from a pass on (the left end of a window) make a loop before that,
// those that do so up to one (a diagonal, the last keys) a loop behind:
//
//     [lower, a)            with all of the comparisons; where a <= b for sure, with those that do so from a on
//     [a, max(a, b))        with none of them
//     [max(a, b), upper)    with those that do so up to b
//
// The same passes do the same operations in the same order, so nothing but masks changes. That is why the cut comes
// after loops have been pipelined: slots of rings, products of the pass before and what else is on its way go from loop
// to loop as carried values, and nothing drains between them. Cut before, each loop would begin and end by itself. It
// is what FlashAttention's kernels do by hand, as is that each consumer has its own rows' cut.
//
// Rejected: a branch around the mask in each pass. It is as good for the mask itself, but what stands on both sides of
// it is no longer scheduled together, and arithmetic is not folded across it.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/KnownPasses.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_CUTLOOPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Elements of comparisons, and of what follows from them, that a pass must be rid of: 16 for each thread of a
/// warpgroup.
static constexpr int64_t leastElements = 2048;
/// Elements that an access asks its mask for once, at least.
static constexpr int64_t elementsOfAccess = 4;
/// Passes that a loop must have where it is known, and operations that a pass must not exceed.
static constexpr int64_t leastPasses = 4, mostOperations = 2000;

static bool isProduct(Operation *op) { return isa<tile::DotOp, tilegpu::DotOp, tilegpu::WgmmaOp>(op); }

/// Only beside products are masks what a loop waits for; of loops in loops the inner one is cut.
static bool hasProducts(scf::ForOp loop) {
  bool has = false;
  WalkResult isInner = loop.walk([&](Operation *op) {
    has |= isProduct(op);
    return isa<scf::ForOp, scf::WhileOp>(op) && op != loop ? WalkResult::interrupt() : WalkResult::advance();
  });
  return has && !isInner.wasInterrupted();
}

static bool isConstant(Value value) { return matchPattern(value, m_Constant()); }
static int64_t countElements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getNumElements() : 1;
}

namespace {
/// What becomes of a condition.
class MaskUse {
public:
  explicit MaskUse(Value condition) : elements(countElements(condition)) { follow(condition, true); }

  /// What it has to be for masks to be gone; none where it is also used as a value, or for one thing and its opposite.
  std::optional<bool> getWanted() const {
    return !isValue && wanted[0] != wanted[1] ? std::optional(wanted[1]) : std::nullopt;
  }
  /// What a pass no longer does then: comparing, combining, selecting.
  int64_t getElements() const { return elements; }

private:
  /// `holds`: whether `condition` is the comparison, or its opposite.
  void follow(Value condition, bool holds) {
    for (OpOperand &use : condition.getUses()) {
      Operation *user = use.getOwner();
      if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(user)) {
        follow(user->getResult(0), holds);
      } else if (isa<arith::AndIOp, arith::OrIOp>(user)) {
        elements += countElements(user->getResult(0));
        follow(user->getResult(0), holds);
      } else if (isa<arith::XOrIOp>(user) && matchPattern(user->getOperand(1), m_One())) {
        follow(user->getResult(0), !holds);
      } else if (auto select = dyn_cast<arith::SelectOp>(user); select && use.getOperandNumber() == 0) {
        elements += countElements(select);
        followSelect(select, holds);
      } else if (isMask(use)) {
        elements += countElements(use.get()) / elementsOfAccess;
        wanted[holds] = true;
      } else {
        isValue = true;
      }
    }
  }

  /// What is computed is wanted, and of two constants (`s + select(mask, 0, low)`) the one that leaves the other
  /// operand as it is. An array of one number by itself would be no better, and combining it is in no layout.
  void followSelect(arith::SelectOp select, bool holds) {
    Value yes = select.getTrueValue(), no = select.getFalseValue();
    bool isOpposite = isConstant(yes);
    if (isConstant(yes) && isConstant(no)) {
      isValue |= !llvm::all_of(select->getUsers(), [&](Operation *user) {
        return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(user) &&
               !isConstant(user->getOperand(user->getOperand(0) == select.getResult() ? 1 : 0));
      });
      bool isFactor = llvm::all_of(select->getUsers(), llvm::IsaPred<arith::MulFOp>);
      auto isNeutral = [&](Value value) {
        return isFactor ? matchPattern(value, m_OneFloat()) : matchPattern(value, m_AnyZeroFloat());
      };
      isOpposite = isNeutral(no) && !isNeutral(yes);
    }
    wanted[holds != isOpposite] = true;
  }

  static bool isMask(OpOperand &use) {
    return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
        .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
            [&](auto access) { return access.getMask() == use.get(); })
        .Default([](Operation *) { return false; });
  }

  int64_t elements;
  bool isValue = false, wanted[2] = {false, false};
};
} // namespace

namespace {
/// A loop and what is known of its comparisons.
class LoopCut {
public:
  LoopCut(scf::ForOp loop, AffineAnalysis &affine) : loop(loop) {
    loop.walk([&](arith::CmpIOp comparison) {
      if (!isa<RankedTensorType>(comparison.getType()))
        return;
      MaskUse use(comparison);
      std::optional<bool> wanted = use.getWanted();
      if (!wanted)
        return;
      if (std::optional<KnownPasses> passes = findKnownPasses(comparison, *wanted, loop, affine)) {
        known.push_back(*passes);
        elements += use.getElements();
      }
    });
    if (known.empty())
      return;
    areApart = findApart(affine);
    step = affine.get(loop.getStep())->base.constant;
    passes = countPasses(affine);
  }

  /// What a person is told of a loop that has something to cut; empty where it is worth it.
  std::string getObstacle(bool isAsked) {
    if (isAsked)
      return "";
    int64_t operations = 0;
    loop.walk([&](Operation *) { ++operations; });
    if (operations > mostOperations)
      return "a pass has " + std::to_string(operations) + " operations, which would be written twice";
    if (passes && *passes < leastPasses)
      return "it has " + std::to_string(*passes) + (*passes == 1 ? " pass" : " passes") + " at most";
    return "";
  }
  Location getLoc() { return loop.getLoc(); }
  bool isWorthTelling() const { return elements >= leastElements; }

  void write() {
    OpBuilder builder(loop);
    Value lower = toWide(builder, loop.getLowerBound()), upper = toWide(builder, loop.getUpperBound());
    // Where all that hold from a pass on do, and up to where all others do.
    Value from, to;
    for (const KnownPasses &each : known) {
      Value place = clamp(builder, emitPlace(builder, each, lower), lower, upper);
      Value &end = each.areFirst ? to : from;
      if (!end)
        end = place;
      else if (each.areFirst)
        end = builder.createOrFold<arith::MinSIOp>(loop.getLoc(), end, place);
      else
        end = builder.createOrFold<arith::MaxSIOp>(loop.getLoc(), end, place);
    }
    if (from && to)
      to = builder.createOrFold<arith::MaxSIOp>(loop.getLoc(), from, to);
    if (from)
      cutOff(from, [&](const KnownPasses &each) { return areApart && each.areFirst; });
    if (to)
      cutOff(to, [](const KnownPasses &) { return true; });
    assume(known, [](const KnownPasses &each) { return !each.areFirst; });
  }
  size_t countLoops() const {
    bool areFirst = llvm::any_of(known, [](const KnownPasses &each) { return each.areFirst; });
    bool areLast = llvm::any_of(known, [](const KnownPasses &each) { return !each.areFirst; });
    return 1 + areFirst + areLast;
  }

private:
  /// Whether all that is known from a pass on is, before what is known up to one no longer is.
  bool findApart(AffineAnalysis &affine) {
    return llvm::all_of(known, [&](const KnownPasses &last) {
      return llvm::all_of(known, [&](const KnownPasses &first) {
        if (last.areFirst || !first.areFirst)
          return true;
        AffineSum between = first.sum;
        between.add(last.sum, -1);
        std::optional<Bounds> bounds = affine.getBounds(between);
        return first.divisor == last.divisor && bounds && bounds->least >= 0;
      });
    });
  }

  /// At most; both ends may move together.
  std::optional<int64_t> countPasses(AffineAnalysis &affine) {
    AffineSum span = affine.get(loop.getUpperBound())->base;
    span.add(affine.get(loop.getLowerBound())->base, -1);
    std::optional<Bounds> reach = affine.getBounds(span);
    return reach ? std::optional(llvm::divideCeilSigned(std::max<int64_t>(reach->most, 0), step)) : std::nullopt;
  }

  //===-- where ------------------------------------------------------------------------------------------------===//

  Value getWide(OpBuilder &builder, int64_t value) {
    return arith::ConstantOp::create(builder, loop.getLoc(), builder.getI64IntegerAttr(value));
  }
  Value toWide(OpBuilder &builder, Value value) {
    Type wide = builder.getI64Type();
    if (value.getType() == wide)
      return value;
    return value.getType().isIndex() ? builder.createOrFold<arith::IndexCastOp>(loop.getLoc(), wide, value)
                                     : builder.createOrFold<arith::ExtSIOp>(loop.getLoc(), wide, value);
  }
  Value toCounter(OpBuilder &builder, Value value) {
    Type type = loop.getInductionVar().getType();
    if (value.getType() == type)
      return value;
    return type.isIndex() ? builder.createOrFold<arith::IndexCastOp>(loop.getLoc(), type, value)
                          : builder.createOrFold<arith::TruncIOp>(loop.getLoc(), type, value);
  }

  /// The counter in pass floor(sum / divisor), which there may not be. Sums of 64 bits: what is far from all passes
  /// must stay on its side of them.
  Value emitPlace(OpBuilder &builder, const KnownPasses &each, Value lower) {
    Location loc = loop.getLoc();
    Value pass = getWide(builder, each.sum.constant);
    for (const AffineTerm &term : each.sum.terms) {
      Value part = builder.createOrFold<arith::MulIOp>(loc, toWide(builder, term.value), getWide(builder, term.factor));
      pass = builder.createOrFold<arith::AddIOp>(loc, part, pass);
    }
    auto divisor = static_cast<uint64_t>(each.divisor);
    if (llvm::isPowerOf2_64(divisor)) // shifted with its sign: rounded down
      pass = builder.createOrFold<arith::ShRSIOp>(loc, pass, getWide(builder, llvm::Log2_64(divisor)));
    else
      pass = builder.createOrFold<arith::FloorDivSIOp>(loc, pass, getWide(builder, each.divisor));
    Value steps = builder.createOrFold<arith::MulIOp>(loc, pass, getWide(builder, step));
    return builder.createOrFold<arith::AddIOp>(loc, steps, lower);
  }

  /// Within the loop; `upper` where that is below `lower`.
  Value clamp(OpBuilder &builder, Value place, Value lower, Value upper) {
    Value above = builder.createOrFold<arith::MaxSIOp>(loop.getLoc(), place, lower);
    return builder.createOrFold<arith::MinSIOp>(loop.getLoc(), above, upper);
  }

  //===-- writing ----------------------------------------------------------------------------------------------===//

  using IsKnown = llvm::function_ref<bool(const KnownPasses &)>;

  /// The passes up to `end` become a loop of their own, in which the comparisons that `holds` says hold.
  void cutOff(Value end, IsKnown holds) {
    OpBuilder builder(loop);
    Value place = toCounter(builder, end);
    IRMapping mapping;
    auto first = cast<scf::ForOp>(builder.clone(*loop, mapping));
    first.setUpperBound(place);
    loop.setLowerBound(place);
    loop.getInitArgsMutable().assign(first.getResults());
    SmallVector<KnownPasses> own = known;
    for (KnownPasses &each : own)
      each.comparison = cast<arith::CmpIOp>(mapping.lookup(each.comparison.getResult()).getDefiningOp());
    assume(own, holds);
  }

  static void assume(ArrayRef<KnownPasses> comparisons, IsKnown holds) {
    llvm::SetVector<Operation *> pending;
    scf::ForOp loop;
    for (const KnownPasses &each : comparisons) {
      if (!holds(each))
        continue;
      arith::CmpIOp comparison = each.comparison;
      OpBuilder builder(comparison);
      auto type = cast<RankedTensorType>(comparison.getType());
      Value all = arith::ConstantOp::create(builder, comparison.getLoc(),
                                            DenseElementsAttr::get(type, builder.getBoolAttr(each.value)));
      pending.insert(comparison->user_begin(), comparison->user_end());
      comparison.replaceAllUsesWith(all);
      loop = loop ? loop : findLoop(comparison);
    }
    if (!loop)
      return;
    fold(pending);
    loop.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
  /// The innermost one around it, as no loop is within that which is cut.
  static scf::ForOp findLoop(Operation *op) { return op->getParentOfType<scf::ForOp>(); }

  /// What `op` is now that the comparisons are known; null where that is not simpler. Functions of numbers stay, which
  /// each machine's library would round in its way.
  static Value simplify(Operation *op) {
    if (op->getNumResults() != 1 || isa<math::MathDialect>(op->getDialect()))
      return {};
    OpBuilder builder(op);
    DenseElementsAttr elements;
    if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op) &&
        matchPattern(op->getOperand(0), m_Constant(&elements)) && elements.isSplat()) {
      auto type = cast<RankedTensorType>(op->getResult(0).getType());
      return arith::ConstantOp::create(builder, op->getLoc(), elements.resizeSplat(type));
    }
    SmallVector<Value> folded;
    bool isFolded = succeeded(builder.tryFold(op, folded));
    if (isFolded && folded.empty()) // constants have moved to the right
      isFolded = succeeded(builder.tryFold(op, folded));
    return isFolded && !folded.empty() ? folded.front() : Value();
  }

  static void fold(llvm::SetVector<Operation *> &pending) {
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      Value simple = dropMask(op) ? Value() : simplify(op);
      if (!simple)
        continue;
      pending.insert(op->user_begin(), op->user_end());
      op->getResult(0).replaceAllUsesWith(simple);
      op->erase();
    }
  }

  /// An access whose mask holds for all.
  static bool dropMask(Operation *op) {
    auto drop = [](auto access) {
      if (!access.getMask() || !matchPattern(access.getMask(), m_One()))
        return;
      access.getMaskMutable().clear();
      if constexpr (std::is_same_v<decltype(access), tile::LoadOp> || std::is_same_v<decltype(access), tile::GatherOp>)
        access.getOtherMutable().clear();
    };
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
            [&](auto access) { return drop(access), true; })
        .Default([](Operation *) { return false; });
  }

  scf::ForOp loop;
  SmallVector<KnownPasses> known;
  int64_t elements = 0, step = 0;
  std::optional<int64_t> passes;
  bool areApart = false;
};
} // namespace

static void cutLoops(tile::KernelOp kernel) {
  std::optional<int64_t> asked = getChoice(kernel, "cut");
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) {
    if (hasProducts(loop))
      loops.push_back(loop);
  });
  if (loops.empty())
    return;
  tilegpu::setChosen(kernel, "cut", asked.value_or(1));
  if (asked == 0)
    return;
  // All are found before one is written: what is known of values is not known of what they become.
  AffineAnalysis affine(kernel);
  SmallVector<LoopCut> cuts;
  for (scf::ForOp loop : loops)
    if (LoopCut cut(loop, affine); cut.isWorthTelling())
      cuts.push_back(std::move(cut));
  std::string name = "a loop of `" + kernel.getSymName().str() + "` ";
  for (LoopCut &cut : cuts) {
    Location loc = cut.getLoc();
    if (std::string obstacle = cut.getObstacle(asked.has_value()); !obstacle.empty()) {
      remarkChoice(kernel, loc, name + "keeps its mask in all passes", obstacle);
      continue;
    }
    remarkChoice(kernel, loc, name + "is cut in " + Twine(cut.countLoops()),
                 "where its mask holds for all elements is known before");
    cut.write();
  }
}

namespace {
struct CutLoopsPass : schedule::impl::CutLoopsPassBase<CutLoopsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      cutLoops(kernel);
    for (tile::KernelOp kernel : getWarpgroupCopies(getOperation()))
      cutLoops(kernel);
  }
};
} // namespace
