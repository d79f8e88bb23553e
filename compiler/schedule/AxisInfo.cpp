// SPDX-License-Identifier: Apache-2.0
// The rules of AxisInfo, one function an operation. All numbers are powers of two, so the greatest common divisor is
// the minimum.
#include "compiler/schedule/AxisInfo.h"
#include "mlir/IR/Matchers.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t veryLarge = int64_t(1) << 30;

int64_t tessera::schedule::getPowerOfTwoDivisor(int64_t value) {
  return value == 0 ? veryLarge : std::min<int64_t>(veryLarge, value & (~value + 1));
}

AxisInfo AxisInfo::unknown(size_t rank) {
  AxisInfo info;
  info.contiguity.assign(rank, 1);
  info.divisibility.assign(rank, 1);
  info.constancy.assign(rank, 1);
  return info;
}

int64_t AxisInfo::getElementDivisibility() const {
  int64_t best = 1;
  for (size_t axis = 0; axis < rank(); ++axis) {
    if (contiguity[axis] > 1)
      return 1; // neighbours differ by 1
    best = std::max(best, divisibility[axis]);
  }
  return best;
}

int64_t AxisInfo::getDivisibility(size_t axis, int64_t group) const {
  return group < contiguity[axis] ? std::min(divisibility[axis], group) : divisibility[axis];
}

const AxisInfo &AxisInfoAnalysis::get(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  AxisInfo info = compute(value);
  return known[value] = std::move(info);
}

/// Axes of a value here: a scalar has one, of extent 1.
static SmallVector<int64_t> getExtents(Value value) {
  auto shape = tile::getShape(value.getType());
  return shape.empty() ? SmallVector<int64_t>{1} : llvm::to_vector(shape);
}

/// Every element is the same value, a multiple of `divisibility`.
static AxisInfo makeUniform(ArrayRef<int64_t> extents, int64_t divisibility) {
  AxisInfo info = AxisInfo::unknown(extents.size());
  info.divisibility.assign(extents.size(), divisibility);
  info.constancy.assign(extents.begin(), extents.end());
  return info;
}

/// What both say.
static AxisInfo meet(const AxisInfo &a, const AxisInfo &b) {
  AxisInfo both = AxisInfo::unknown(a.rank());
  for (size_t axis = 0; axis < a.rank(); ++axis) {
    int64_t contiguity = both.contiguity[axis] = std::min(a.contiguity[axis], b.contiguity[axis]);
    both.divisibility[axis] = std::min(a.getDivisibility(axis, contiguity), b.getDivisibility(axis, contiguity));
    both.constancy[axis] = std::min(a.constancy[axis], b.constancy[axis]);
  }
  return both;
}

AxisInfo AxisInfoAnalysis::compute(Value value) {
  SmallVector<int64_t> extents = getExtents(value);
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return makeUniform(extents, getPowerOfTwoDivisor(constant.getSExtValue()));
  if (auto exact = bounds.get(value); exact && exact->least == exact->most)
    return makeUniform(extents, getPowerOfTwoDivisor(exact->least));
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (owner == kernel && !isa<tile::RefType>(argument.getType()))
      return makeUniform(extents, getPowerOfTwoDivisor(kernel.getDivisibility(argument.getArgNumber())));
    if (auto loop = dyn_cast<scf::ForOp>(owner); loop && argument == loop.getInductionVar())
      return makeUniform(extents, std::min(get(loop.getLowerBound()).getElementDivisibility(),
                                           get(loop.getStep()).getElementDivisibility()));
    if (auto loop = dyn_cast<scf::ForOp>(owner))
      return computeCarried(loop, argument.getArgNumber() - 1);
  } else if (auto result = cast<OpResult>(value); isa<scf::ForOp, scf::IfOp>(result.getOwner())) {
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      return get(loop.getRegionIterArg(result.getResultNumber()));
    auto branch = cast<scf::IfOp>(result.getOwner());
    AxisInfo info = get(branch.thenYield().getOperand(result.getResultNumber()));
    return meet(info, get(branch.elseYield().getOperand(result.getResultNumber())));
  } else if (Operation *op = value.getDefiningOp(); op->getNumResults() == 1 && op->getNumRegions() == 0) {
    return computeOp(op, extents);
  }
  return tile::getShape(value.getType()).empty() ? makeUniform(extents, 1) : AxisInfo::unknown(extents.size());
}

/// What a loop carries, and leaves: what holds of its first value and, if it holds of one, of the next. Assumed to be
/// what the first is, weaker until it is so.
AxisInfo AxisInfoAnalysis::computeCarried(scf::ForOp loop, unsigned index) {
  constexpr int maxDepth = 3, maxRounds = 8;
  Value argument = loop.getRegionIterArg(index);
  SmallVector<int64_t> extents = getExtents(argument);
  AxisInfo weakest =
      tile::getShape(argument.getType()).empty() ? makeUniform(extents, 1) : AxisInfo::unknown(extents.size());
  if (depth >= maxDepth || !tile::getElementType(argument.getType()).isIntOrIndex())
    return weakest;
  AxisInfo assumed = get(loop.getInitArgs()[index]);
  for (int round = 0; round < maxRounds; ++round) {
    AxisInfoAnalysis trial(*this);
    ++trial.depth;
    trial.known[argument] = assumed;
    AxisInfo next = meet(assumed, trial.get(loop.getYieldedValues()[index]));
    if (next == assumed)
      return assumed;
    assumed = next;
  }
  return weakest;
}

AxisInfo AxisInfoAnalysis::computeOp(Operation *op, ArrayRef<int64_t> extents) {
  if (auto iota = dyn_cast<tile::IotaOp>(op)) {
    AxisInfo info = makeUniform(extents, 1);
    size_t axis = iota.getAxis();
    info.constancy[axis] = 1;
    if (iota.getType().getElementType().isInteger()) {
      info.contiguity[axis] = extents[axis];
      info.divisibility[axis] = veryLarge;
    }
    return info;
  }
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return computeAdd(op->getOperand(0), op->getOperand(1), isa<arith::SubIOp>(op));
  if (isa<arith::MulIOp>(op))
    return computeMultiply(op->getOperand(0), op->getOperand(1));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return computeCompare(compare, extents);
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    return computeBroadcast(broadcast, extents);
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
    return computeReshape(reshape, extents);
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    AxisInfo input = get(transpose.getInput()), info = input;
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation())) {
      info.contiguity[axis] = input.contiguity[source];
      info.divisibility[axis] = input.divisibility[source];
      info.constancy[axis] = input.constancy[source];
    }
    return info;
  }
  // Signed division rounds towards 0, so that what is said below holds of numbers from 0 on.
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) ||
      (isa<arith::DivSIOp, arith::RemSIOp>(op) &&
       llvm::all_of(op->getOperands(), [&](Value value) { return bounds.isNonNegative(value); })))
    return computeDivision(op, isa<arith::RemUIOp, arith::RemSIOp>(op));
  auto isInteger = [](Type type) {
    return tile::getElementType(type).isIntOrIndex() && !tile::getElementType(type).isInteger(1);
  };
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp, tile::CastOp>(op) &&
      isInteger(op->getOperand(0).getType()) && isInteger(op->getResult(0).getType()))
    return get(op->getOperand(0));
  // Any other elementwise operation: equal operands give equal results.
  if (extents.size() == 1 && extents[0] == 1 && tile::getShape(op->getResult(0).getType()).empty())
    return makeUniform(extents, 1);
  AxisInfo info = AxisInfo::unknown(extents.size());
  if (!OpTrait::hasElementwiseMappableTraits(op) && !isa<tile::CastOp, tile::BitcastOp>(op))
    return info;
  info.constancy.assign(extents.begin(), extents.end());
  for (Value operand : op->getOperands())
    if (const AxisInfo &other = get(operand); isa<RankedTensorType>(operand.getType()))
      for (size_t axis = 0; axis < extents.size(); ++axis)
        info.constancy[axis] = std::min(info.constancy[axis], other.constancy[axis]);
  return info;
}

AxisInfo AxisInfoAnalysis::computeAdd(Value left, Value right, bool isSubtraction) {
  AxisInfo a = get(left), b = get(right);
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (size_t axis = 0; axis < a.rank(); ++axis) {
    int64_t contiguity = std::min(a.contiguity[axis], b.constancy[axis]);
    if (!isSubtraction)
      contiguity = std::max(contiguity, std::min(a.constancy[axis], b.contiguity[axis]));
    info.contiguity[axis] = contiguity;
    info.constancy[axis] = std::min(a.constancy[axis], b.constancy[axis]);
    info.divisibility[axis] = std::min(a.getDivisibility(axis, contiguity), b.getDivisibility(axis, contiguity));
  }
  return info;
}

AxisInfo AxisInfoAnalysis::computeMultiply(Value left, Value right) {
  AxisInfo a = get(left), b = get(right);
  for (auto [one, other] : {std::pair(left, &b), std::pair(right, &a)})
    if (auto exact = bounds.get(one); exact && exact->least == 1 && exact->most == 1)
      return *other;
  AxisInfo info = AxisInfo::unknown(a.rank());
  int64_t divisibility = std::min(veryLarge, a.getElementDivisibility() * b.getElementDivisibility());
  for (size_t axis = 0; axis < a.rank(); ++axis) {
    info.constancy[axis] = std::min(a.constancy[axis], b.constancy[axis]);
    info.divisibility[axis] = divisibility;
  }
  return info;
}

AxisInfo AxisInfoAnalysis::computeCompare(arith::CmpIOp op, ArrayRef<int64_t> extents) {
  AxisInfo a = get(op.getLhs()), b = get(op.getRhs());
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = op.getPredicate();
  // `x < n` and `x >= n` with x counting up change at n only, which a group may begin with; `n > x` and `n <= x`
  // likewise.
  bool leftCounts = llvm::is_contained({Predicate::slt, Predicate::ult, Predicate::sge, Predicate::uge}, predicate);
  bool rightCounts = llvm::is_contained({Predicate::sgt, Predicate::ugt, Predicate::sle, Predicate::ule}, predicate);
  AxisInfo info = AxisInfo::unknown(extents.size());
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    auto countsAgainst = [&](const AxisInfo &counting, const AxisInfo &bound) {
      return std::min({counting.contiguity[axis], bound.constancy[axis], counting.divisibility[axis],
                       bound.getDivisibility(axis, bound.constancy[axis])});
    };
    int64_t constancy = std::min(a.constancy[axis], b.constancy[axis]);
    if (leftCounts)
      constancy = std::max(constancy, countsAgainst(a, b));
    if (rightCounts)
      constancy = std::max(constancy, countsAgainst(b, a));
    info.constancy[axis] = constancy;
  }
  return info;
}

AxisInfo AxisInfoAnalysis::computeBroadcast(tile::BroadcastOp op, ArrayRef<int64_t> extents) {
  AxisInfo input = get(op.getInput());
  AxisInfo info = makeUniform(extents, input.getElementDivisibility());
  auto from = tile::getShape(op.getInput().getType());
  for (auto [own, axis] : llvm::enumerate(op.getAxes())) {
    if (from[own] == 1)
      continue;
    info.contiguity[axis] = input.contiguity[own];
    info.divisibility[axis] = input.divisibility[own];
    info.constancy[axis] = input.constancy[own];
  }
  return info;
}

/// Axes of extent 1 come and go; what else is reshaped is not known.
AxisInfo AxisInfoAnalysis::computeReshape(tile::ReshapeOp op, ArrayRef<int64_t> extents) {
  AxisInfo input = get(op.getInput()), info = makeUniform(extents, input.getElementDivisibility());
  SmallVector<int64_t> from = getExtents(op.getInput());
  size_t own = 0;
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == 1)
      continue;
    while (own < from.size() && from[own] == 1)
      ++own;
    if (own == from.size() || from[own] != extents[axis])
      return AxisInfo::unknown(extents.size());
    info.contiguity[axis] = input.contiguity[own];
    info.divisibility[axis] = input.divisibility[own];
    info.constancy[axis] = input.constancy[own++];
  }
  return info;
}

AxisInfo AxisInfoAnalysis::computeDivision(Operation *op, bool isRemainder) {
  AxisInfo a = get(op->getOperand(0)), b = get(op->getOperand(1));
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (size_t axis = 0; axis < a.rank(); ++axis) {
    // Within a group that starts at a multiple of g, g dividing b, the quotient stays and the remainder counts up.
    int64_t group = std::min(
        {a.contiguity[axis], a.divisibility[axis], b.constancy[axis], b.getDivisibility(axis, b.constancy[axis])});
    info.constancy[axis] = std::min(a.constancy[axis], b.constancy[axis]);
    if (isRemainder) {
      info.contiguity[axis] = group;
      info.divisibility[axis] = std::min(a.getDivisibility(axis, group), b.getDivisibility(axis, b.constancy[axis]));
    } else {
      info.constancy[axis] = std::max(info.constancy[axis], group);
    }
  }
  return info;
}
