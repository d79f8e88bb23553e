// SPDX-License-Identifier: Apache-2.0
// Numbers wrap in their type, and so do sums of them in any order; only where a loop ends needs numbers that do not,
// which ranges have to show.
#include "compiler/schedule/fold/CountingLoops.h"
#include "compiler/schedule/Bounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static std::optional<int64_t> getNumber(Value value, BoundsAnalysis &bounds) {
  std::optional<Bounds> range = bounds.get(value);
  return range && range->isNumber() ? std::optional(range->least) : std::nullopt;
}

/// By how much `next` is more than `own`.
static std::optional<int64_t> getAdvance(Value next, Value own, BoundsAnalysis &bounds) {
  if (auto sum = next.getDefiningOp<arith::AddIOp>(); sum && llvm::is_contained(sum->getOperands(), own))
    return getNumber(sum.getLhs() == own ? sum.getRhs() : sum.getLhs(), bounds);
  if (auto difference = next.getDefiningOp<arith::SubIOp>(); difference && difference.getLhs() == own)
    if (std::optional<int64_t> number = getNumber(difference.getRhs(), bounds))
      return -*number;
  return std::nullopt;
}

static bool fits(int64_t number, Type type) {
  Type element = tile::getElementType(type);
  return element.isIndex() || element.getIntOrFloatBitWidth() == 64 ||
         llvm::isIntN(element.getIntOrFloatBitWidth(), number);
}

//===-- `while` -----------------------------------------------------------------------------------------------===//

namespace {
/// A `scf.while` whose condition is `counter < limit` (or `>` where it counts down), limits not included.
class WhileCounter {
public:
  WhileCounter(scf::WhileOp loop, tile::KernelOp kernel)
      : loop(loop), condition(loop.getConditionOp()), bounds(kernel), builder(loop) {}

  void run() {
    if (!findCounter() || !hasEnd())
      return;
    for (Operation *op : outside)
      op->moveBefore(loop);
    rewrite();
  }

private:
  /// Whether `value` is known before the loop, or can be.
  bool isOutside(Value value) {
    return value.getParentRegion() != &loop.getBefore() || llvm::is_contained(outside, value.getDefiningOp());
  }

  bool findCounter() {
    auto comparison = condition.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!comparison || comparison->getBlock() != loop.getBeforeBody())
      return false;
    for (Operation &op : loop.getBeforeBody()->without_terminator()) {
      if (&op == comparison)
        continue;
      if (!isMemoryEffectFree(&op) || op.getNumRegions() > 0 ||
          !llvm::all_of(op.getOperands(), [&](Value operand) { return isOutside(operand); }))
        return false;
      outside.push_back(&op);
    }
    predicate = comparison.getPredicate();
    auto own = dyn_cast<BlockArgument>(comparison.getLhs());
    limit = comparison.getRhs();
    if (!own || own.getOwner() != loop.getBeforeBody()) {
      own = dyn_cast<BlockArgument>(comparison.getRhs());
      limit = comparison.getLhs();
      predicate = swap(predicate);
    }
    if (!own || own.getOwner() != loop.getBeforeBody() || !isOutside(limit))
      return false;
    counter = own.getArgNumber();
    return findAdvance() && llvm::all_of(condition.getArgs(),
                                         [&](Value value) { return isOutside(value) || isa<BlockArgument>(value); });
  }

  static arith::CmpIPredicate swap(arith::CmpIPredicate predicate) {
    using P = arith::CmpIPredicate;
    switch (predicate) {
    case P::slt:
      return P::sgt;
    case P::sle:
      return P::sge;
    case P::sgt:
      return P::slt;
    case P::sge:
      return P::sle;
    case P::ult:
      return P::ugt;
    case P::ule:
      return P::uge;
    case P::ugt:
      return P::ult;
    case P::uge:
      return P::ule;
    default:
      return predicate;
    }
  }

  bool findAdvance() {
    Value own = loop.getBeforeArguments()[counter], next = loop.getYieldOp().getResults()[counter];
    for (auto [value, argument] : llvm::zip(condition.getArgs(), loop.getAfterArguments()))
      if (value == own)
        if (std::optional<int64_t> number = getAdvance(next, argument, bounds))
          delta = *number;
    return delta != 0;
  }

  /// Whether it ends where the counter reaches the limit, which no number before or after that wraps.
  bool hasEnd() {
    using P = arith::CmpIPredicate;
    Type type = limit.getType();
    std::optional<Bounds> first = bounds.get(loop.getInits()[counter]), last = bounds.get(limit);
    bool isUnsigned = llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate),
         isEnd = delta > 0 ? llvm::is_contained({P::slt, P::sle, P::ult, P::ule}, predicate)
                           : llvm::is_contained({P::sgt, P::sge}, predicate); // without a sign it may go around
    isIncluded = llvm::is_contained({P::sle, P::sge, P::ule, P::uge}, predicate);
    if (!last || (!isEnd && predicate != P::ne))
      return false;
    // Twice the step covers the limit's own pass and the rounding of the distance.
    if (!fits(delta, type) || !fits(2 * delta + (delta > 0 ? last->most : last->least), type))
      return false;
    if (!first)
      return delta > 0 && isEnd && !isUnsigned && !isCounterUsedAfter();
    int64_t distance = delta > 0 ? last->most - first->least : first->most - last->least;
    if (!fits(distance + 2 * std::abs(delta), type) || (isUnsigned && (first->least < 0 || last->least < 0)))
      return false;
    return isEnd || (first->isNumber() && last->isNumber() && distance >= 0 && distance % delta == 0);
  }

  bool isCounterUsedAfter() {
    Value own = loop.getBeforeArguments()[counter];
    return llvm::any_of(llvm::zip(loop.getResults(), condition.getArgs()),
                        [&](auto pair) { return std::get<1>(pair) == own && !std::get<0>(pair).use_empty(); });
  }

  Value makeConstant(int64_t number) {
    return arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(limit.getType(), number));
  }

  /// How many passes there are.
  Value countPasses(Value first) {
    Location loc = loop.getLoc();
    Value distance = delta > 0 ? arith::SubIOp::create(builder, loc, limit, first)
                               : arith::SubIOp::create(builder, loc, first, limit);
    // Rounded up, or down and one more where the limit has a pass of its own.
    int64_t size = std::abs(delta);
    distance = arith::AddIOp::create(builder, loc, distance, makeConstant(isIncluded ? size : size - 1));
    distance = arith::MaxSIOp::create(builder, loc, distance, makeConstant(0));
    return arith::DivSIOp::create(builder, loc, distance, makeConstant(size));
  }

  void rewrite() {
    Location loc = loop.getLoc();
    Value first = loop.getInits()[counter], lower = first, upper = limit, step = makeConstant(std::abs(delta));
    if (delta < 0) {
      std::tie(lower, upper, step) = std::tuple(makeConstant(0), countPasses(first), makeConstant(1));
    } else if (isIncluded) {
      upper = arith::AddIOp::create(builder, loc, limit, makeConstant(1));
    }
    auto others = [&](ValueRange values) {
      SmallVector<Value> kept(values);
      kept.erase(kept.begin() + counter);
      return kept;
    };
    auto counted = scf::ForOp::create(builder, loc, lower, upper, step, others(loop.getInits()));
    Block *body = counted.getBody();
    body->getOperations().clear();
    body->getOperations().splice(body->end(), loop.getAfterBody()->getOperations());
    cast<scf::YieldOp>(body->back())->setOperands(others(body->back().getOperands()));
    builder.setInsertionPointToStart(body);
    Value number = counted.getInductionVar();
    if (delta < 0) {
      Value moved = arith::MulIOp::create(builder, loc, number, makeConstant(delta));
      number = arith::AddIOp::create(builder, loc, first, moved);
    }
    replace(loop.getAfterArguments(), number, counted.getRegionIterArgs());
    builder.setInsertionPointAfter(counted);
    replace(loop.getResults(), {}, counted.getResults());
    loop.erase();
  }

  /// What the condition hands over, by what is carried now; the counter itself after the last pass where it is none.
  void replace(ValueRange values, Value number, ValueRange carried) {
    for (auto [value, source] : llvm::zip(values, condition.getArgs())) {
      auto argument = dyn_cast<BlockArgument>(source);
      Value now = source;
      if (argument && argument.getOwner() == loop.getBeforeBody() && argument.getArgNumber() != counter)
        now = carried[argument.getArgNumber() - (argument.getArgNumber() > counter ? 1 : 0)];
      else if (argument && argument.getOwner() == loop.getBeforeBody())
        now = number || value.use_empty() ? number : getLast();
      if (now)
        value.replaceAllUsesWith(now);
    }
  }

  Value getLast() {
    Location loc = loop.getLoc();
    Value first = loop.getInits()[counter];
    Value moved = arith::MulIOp::create(builder, loc, countPasses(first), makeConstant(delta));
    return arith::AddIOp::create(builder, loc, first, moved);
  }

  scf::WhileOp loop;
  scf::ConditionOp condition;
  BoundsAnalysis bounds;
  OpBuilder builder;
  SmallVector<Operation *> outside;
  arith::CmpIPredicate predicate = arith::CmpIPredicate::eq;
  Value limit;
  unsigned counter = 0;
  int64_t delta = 0;
  bool isIncluded = false;
};
} // namespace

void tessera::schedule::countWhileLoops(tile::KernelOp kernel) {
  SmallVector<scf::WhileOp> loops;
  kernel.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
  for (scf::WhileOp loop : loops)
    WhileCounter(loop, kernel).run();
}

//===-- beside the counter of a `for` -------------------------------------------------------------------------===//

/// `counter - lower`, of `element`; none where that has not as many bits.
static Value getDistance(OpBuilder &builder, scf::ForOp loop, Type element) {
  Location loc = loop.getLoc();
  auto convert = [&](Value value) -> Value {
    if (value.getType() == element)
      return value;
    if (value.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, element, value);
    return arith::ExtSIOp::create(builder, loc, element, value);
  };
  Value counter = convert(loop.getInductionVar());
  if (matchPattern(loop.getLowerBound(), m_Zero()))
    return counter;
  return arith::SubIOp::create(builder, loc, counter, convert(loop.getLowerBound()));
}

/// `value + number`, element by element.
static Value addNumber(OpBuilder &builder, Value value, Value number) {
  if (isa<RankedTensorType>(value.getType()))
    number =
        tile::BroadcastOp::create(builder, value.getLoc(), value.getType(), number, builder.getDenseI64ArrayAttr({}));
  return arith::AddIOp::create(builder, value.getLoc(), value, number);
}

static void computeCarried(scf::ForOp loop, unsigned index, BoundsAnalysis &bounds) {
  BlockArgument own = loop.getRegionIterArg(index);
  Value init = loop.getInitArgs()[index];
  if (isa<tile::RefType>(own.getType()) || !isa<IntegerType>(tile::getElementType(own.getType())))
    return;
  auto element = cast<IntegerType>(tile::getElementType(own.getType()));
  if (element.getWidth() == 1)
    return;
  Type counter = loop.getInductionVar().getType();
  if (isa<IntegerType>(counter) && counter.getIntOrFloatBitWidth() > element.getWidth())
    return;
  std::optional<int64_t> step = getNumber(loop.getStep(), bounds),
                         advance = getAdvance(loop.getYieldedValues()[index], own, bounds);
  if (!step || !advance || *step <= 0 || *advance % *step != 0)
    return;
  OpBuilder builder(loop->getContext());
  auto makeConstant = [&](int64_t number) {
    return arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(element, number));
  };
  if (!loop.getResult(index).use_empty()) {
    std::optional<int64_t> lower = getNumber(loop.getLowerBound(), bounds),
                           upper = getNumber(loop.getUpperBound(), bounds);
    if (!lower || !upper)
      return;
    int64_t passes = std::max<int64_t>(0, llvm::divideCeilSigned(*upper - *lower, *step));
    if (!fits(passes * *advance, element))
      return;
    builder.setInsertionPointAfter(loop);
    loop.getResult(index).replaceAllUsesWith(addNumber(builder, init, makeConstant(passes * *advance)));
  }
  builder.setInsertionPointToStart(loop.getBody());
  Value moved = getDistance(builder, loop, element);
  if (*advance != *step)
    moved = arith::MulIOp::create(builder, loop.getLoc(), moved, makeConstant(*advance / *step));
  own.replaceAllUsesWith(addNumber(builder, init, moved));
  loop.getBody()->getTerminator()->setOperand(index, own); // carries nothing now
}

void tessera::schedule::computeCarriedNumbers(tile::KernelOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    BoundsAnalysis bounds(kernel);
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index)
      computeCarried(loop, index, bounds);
  }
}
