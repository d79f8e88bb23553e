// SPDX-License-Identifier: Apache-2.0
// Whether a program's effects come out in its order when consumers do them, each for the rows that are its own. Between
// consumers there is no order, so whatever touches an array that is changed must be the same consumer's wherever two
// touches meet: then its own order is the program's. That is proved by dealing the array's elements out by their place:
// an access of `extent` rows, `step` apart, that begins at a multiple of `extent * step` deals element e to the owner
// of row `e / step mod extent`, whatever else its place is made of; accesses that deal alike agree on every owner. What
// begins at an unknown place agrees with what begins at the same.
// Additions and the like that nobody learns the outcome of may come in any order; the producer, which runs ahead, reads
// nothing that is changed.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

bool schedule::isEffect(Operation *op) {
  return isa<tile::StoreOp, tile::ScatterOp, tile::AtomicRmwOp, tile::PrintOp, tile::AssertOp>(op);
}

Value schedule::getAccessedArray(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp>(
          [](auto access) { return access.getRef(); })
      .Default(Value());
}

bool schedule::checkEffects(tile::KernelOp kernel, Reasons &reasons) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    bool isKnown = isEffect(op) || getAccessedArray(op) ||
                   isa<scf::ForOp, scf::IfOp, scf::YieldOp, tile::ReturnOp>(op) ||
                   (op->getNumRegions() == 0 && isMemoryEffectFree(op));
    if (!isKnown)
      reasons.add(op, "warpgroups that do parts of the rows have no `" + op->getName().stripDialect() + "`");
    if (Value array = getAccessedArray(op); array && !isa<BlockArgument>(array))
      isKnown = reasons.add(op, "which array it reads or writes is chosen while the kernel runs");
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

//===-- who owns what -----------------------------------------------------------------------------------------===//

namespace {
/// An access and the axis of its value along which consumers share it out.
struct Touch {
  Operation *op;
  int64_t axis;
};

/// How an access deals an array's elements out. `place`: where it begins, if the deal depends on it.
struct Deal {
  int64_t axis, step, extent; // `axis`: of the array; -1 where indices are computed
  std::optional<AffineSum> place;
  bool operator==(const Deal &other) const {
    return axis == other.axis && step == other.step && extent == other.extent &&
           place.has_value() == other.place.has_value() && (!place || *place == *other.place);
  }
};
} // namespace

template <typename OpT> static std::optional<Deal> findSliceDeal(OpT op, int64_t axis, AffineAnalysis &affine) {
  int64_t own = getKeptAxes(static_cast<int64_t>(op.getSizes().size()), op.getDropped())[axis];
  if (op.getStride(own) != 1)
    return std::nullopt;
  AffineSum begin;
  OpFoldResult offset = op.getOffset(own);
  if (auto constant = dyn_cast<Attribute>(offset))
    begin.constant = cast<IntegerAttr>(constant).getInt();
  else
    begin = affine.get(cast<Value>(offset))->base;
  int64_t extent = op.getSizes()[own];
  return Deal{own, 1, extent, begin.isMultipleOf(extent) ? std::nullopt : std::optional(begin)};
}

/// Of one computed index: what moves neither by whole rounds of rows nor stays within a row would change the owner.
static std::optional<Deal> findIndexedDeal(ValueRange indices, int64_t axis, AffineAnalysis &affine) {
  if (indices.size() != 1)
    return std::nullopt;
  std::optional<AffineArray> index = affine.get(indices[0]);
  ArrayRef<int64_t> shape = tile::getShape(indices[0].getType());
  if (!index || index->steps[axis] <= 0)
    return std::nullopt;
  int64_t step = index->steps[axis], round = step * shape[axis];
  AffineArray rest;
  for (auto [other, each] : llvm::enumerate(index->steps))
    rest.steps.push_back(static_cast<int64_t>(other) == axis || each % round == 0 ? 0 : each);
  auto staysInRow = [&]() {
    std::optional<Bounds> reach = affine.getBounds(rest, shape);
    return reach && reach->least >= 0 && reach->most < step;
  };
  if (!staysInRow())
    return std::nullopt;
  for (const AffineTerm &term : index->base.terms)
    if (term.factor % round != 0)
      rest.base.terms.push_back(term);
  rest.base.constant = index->base.constant - llvm::divideFloorSigned(index->base.constant, round) * round;
  return Deal{-1, step, shape[axis], staysInRow() ? std::nullopt : std::optional(index->base)};
}

static std::optional<Deal> findDeal(const Touch &touch, AffineAnalysis &affine) {
  if (touch.axis == wholeArray)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Deal>>(touch.op)
      .Case<tile::LoadOp, tile::StoreOp>([&](auto op) { return findSliceDeal(op, touch.axis, affine); })
      .Case<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp>(
          [&](auto op) { return findIndexedDeal(op.getIndices(), touch.axis, affine); });
}

//===-- order -------------------------------------------------------------------------------------------------===//

/// A loop of the program's own: programs that a block does one after the other are in no order.
static bool isInLoop(Operation *op) {
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>())
    if (!loop->hasAttr(programsName))
      return true;
  return false;
}

/// In no order with others of its kind, as nobody learns what was there before.
static bool isUnordered(Operation *op) {
  auto atomic = dyn_cast<tile::AtomicRmwOp>(op);
  return atomic && atomic.getKind() != tile::Atomic::exchange && atomic->use_empty();
}

static bool isScalarRelease(Operation *op) {
  auto atomic = dyn_cast<tile::AtomicRmwOp>(op);
  return atomic && !isa<RankedTensorType>(atomic.getType()) &&
         (atomic.getOrder() == "release" || atomic.getOrder() == "acq_rel");
}

namespace {
class OrderChecker {
public:
  OrderChecker(LoopPlan &plan, AffineAnalysis &affine, Reasons &reasons)
      : plan(plan), affine(affine), reasons(reasons) {}

  bool run() {
    for (const auto &[op, axis] : plan.effectAxes)
      if (Value array = getAccessedArray(op))
        changed.insert(array);
    collect();
    return checkProducer() && checkOutcomes() &&
           llvm::all_of(changed, [&](Value array) { return checkArray(array); }) && (findMeetings(), true);
  }

private:
  /// What consumers do to changed arrays: their effects, and loads in each form in which they need them.
  void collect() {
    plan.kernel.walk([&](Operation *op) {
      if (!touchesChanged(op))
        return;
      SmallVector<Touch> &own = touches[getAccessedArray(op)];
      if (auto axis = plan.effectAxes.find(op); axis != plan.effectAxes.end())
        own.push_back({op, axis->second});
      else
        for (int64_t axis = wholeArray, rank = getRank(op->getResult(0)); axis < rank; ++axis)
          if (plan.demanded.contains({op->getResult(0), axis}))
            own.push_back({op, axis});
    });
  }
  static int64_t getRank(Value value) { return static_cast<int64_t>(tile::getShape(value.getType()).size()); }

  bool touchesChanged(Operation *op) {
    Value array = getAccessedArray(op);
    return array && changed.contains(array);
  }

  bool checkProducer() {
    for (auto &[load, staged] : plan.staged)
      if (touchesChanged(load))
        return reasons.add(load, "a product's operand is of an array that the program changes");
    for (Value value : plan.producerValues)
      if (Operation *op = value.getDefiningOp(); op && touchesChanged(op))
        return reasons.add(op, "where a copy begins, or whether, is read from an array that the program changes");
    for (Value value : plan.converterValues)
      if (Operation *op = value.getDefiningOp(); op && touchesChanged(op))
        return reasons.add(op, "a product's operand is computed from an array that the program changes");
    return true;
  }

  /// What an atomic operation found is known to who did it.
  bool checkOutcomes() {
    for (const auto &[op, axis] : plan.effectAxes) {
      if (op->getNumResults() == 0 || op->use_empty())
        continue;
      for (int64_t form = wholeArray, rank = getRank(op->getResult(0)); form < rank; ++form)
        if (plan.demanded.contains({op->getResult(0), form}) &&
            (form != axis || (axis == wholeArray && plan.consumers > 1)))
          return reasons.add(op, "what the atomic operation finds is known to one warpgroup, and others need it");
    }
    return true;
  }

  bool checkArray(Value array) {
    ArrayRef<Touch> all = touches[array];
    if (plan.consumers == 1)
      return true;
    auto areAlike = [&](auto isSo) { return llvm::all_of(all, isSo); };
    if (areAlike([&](const Touch &touch) {
          return isUnordered(touch.op) &&
                 cast<tile::AtomicRmwOp>(touch.op).getKind() == cast<tile::AtomicRmwOp>(all.front().op).getKind();
        }))
      return true;
    // The first consumer's own order; one operation that runs once has none.
    if (areAlike([](const Touch &touch) { return touch.axis == wholeArray && isEffect(touch.op); }) ||
        (all.size() == 1 && !isInLoop(all.front().op)))
      return true;
    std::optional<Deal> first = findDeal(all.front(), affine);
    for (const Touch &touch : all) {
      std::optional<Deal> deal = findDeal(touch, affine);
      // At a place that a loop moves the owner changes from pass to pass.
      if (!deal || !(*deal == *first) || (deal->place && isInLoop(touch.op)))
        return refuse(touch, array, all.size() == 1);
    }
    return true;
  }

  bool refuse(const Touch &touch, Value array, bool isRelaxed) {
    std::string name = "`" + plan.kernel.getArgumentName(cast<BlockArgument>(array).getArgNumber()) + "`";
    if (touch.axis == wholeArray)
      return reasons.add(touch.op,
                         "all rows of " + name + " are " + (isEffect(touch.op) ? "written" : "read") +
                             " at once, others by the warpgroup that owns them: who comes first is not known");
    return reasons.add(touch.op,
                       "whether the same warpgroup touches the same elements of " + name +
                           (isRelaxed ? " in each pass" : " each time") + " is not known",
                       "begin at multiples of the block's rows");
  }

  /// A number that tells others that the program's work is done comes behind the work of all consumers.
  void findMeetings() {
    for (auto own = plan.effectAxes.begin(); own != plan.effectAxes.end(); ++own) {
      if (!isScalarRelease(own->first))
        continue;
      for (auto other = plan.effectAxes.begin(); other != plan.effectAxes.end(); ++other)
        if (getAccessedArray(other->first) && other != own && (other < own || isInLoop(own->first)))
          plan.meetings.insert(own->first);
    }
  }

  LoopPlan &plan;
  AffineAnalysis &affine;
  Reasons &reasons;
  llvm::SetVector<Value> changed;
  llvm::MapVector<Value, SmallVector<Touch>> touches;
};
} // namespace

bool schedule::checkOrder(LoopPlan &plan, AffineAnalysis &affine, Reasons &reasons) {
  return OrderChecker(plan, affine, reasons).run();
}

/// Whether the boxes have no element in common, wherever they begin.
static bool areApart(const ArrayBox &a, const ArrayBox &b) {
  if (a.shape != b.shape)
    return false;
  for (size_t axis = 0; axis < a.offsets.size(); ++axis) {
    AffineSum distance = a.offsets[axis];
    distance.add(b.offsets[axis], -1);
    if (distance.isConstant() && (distance.constant >= b.sizes[axis] || -distance.constant >= a.sizes[axis]))
      return true;
  }
  return false;
}

/// The engine adds without an order, to what all blocks of the device see.
static bool canAddOut(LoopPlan &plan, tile::AtomicRmwOp atomic) {
  Type element = tile::getElementType(atomic.getType());
  bool isAdded = atomic.getKind() == tile::Atomic::add && atomic->use_empty() && atomic.getScope() != "sys" &&
                 (element.isF32() || element.isInteger(32) || element.isF16() || element.isBF16());
  bool isRelaxed = atomic.getOrder() != "release" && atomic.getOrder() != "acq_rel";
  for (const auto &[other, axis] : plan.effectAxes) {
    if (other == atomic)
      break;
    isAdded &= isRelaxed || !getAccessedArray(other); // else it would have to come behind
  }
  return isAdded;
}

bool schedule::canCopyOut(LoopPlan &plan, AffineAnalysis &affine, Operation *effect, const ArrayBox &box) {
  if (auto atomic = dyn_cast<tile::AtomicRmwOp>(effect); atomic && !canAddOut(plan, atomic))
    return false;
  for (Operation *user : box.argument.getUsers()) {
    bool isRead = isa<tile::LoadOp, tile::GatherOp>(user);
    if (user == effect || (isRead && !plan.isDemanded(user->getResult(0))))
      continue;
    std::optional<ArrayBox> other = findStoredBox(user, affine, plan.kernel);
    if (other && areApart(box, *other))
      continue;
    Operation *before = effect->getBlock()->findAncestorOpInBlock(*user);
    if (!isRead || !before || !before->isBeforeInBlock(effect))
      return false;
  }
  return true;
}
