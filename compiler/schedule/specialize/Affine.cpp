// SPDX-License-Identifier: Apache-2.0
// The rules of affine arrays, one function an operation.
#include "compiler/schedule/specialize/Affine.h"
#include "compiler/schedule/Schedule.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- sums --------------------------------------------------------------------------------------------------===//

void AffineSum::add(const AffineSum &other, int64_t factor) {
  constant += other.constant * factor;
  for (const AffineTerm &term : other.terms) {
    auto own = llvm::find_if(terms, [&](const AffineTerm &mine) { return mine.isSame(term); });
    if (own == terms.end())
      terms.push_back({term.value, term.loop, term.factor * factor});
    else
      own->factor += term.factor * factor;
  }
  llvm::erase_if(terms, [](const AffineTerm &term) { return term.factor == 0; });
}

AffineSum AffineSum::scaled(int64_t factor) const {
  AffineSum result;
  result.add(*this, factor);
  return result;
}

bool AffineSum::isMultipleOf(int64_t divisor) const {
  return constant % divisor == 0 && llvm::all_of(terms, [&](const AffineTerm &term) { return term.factor % divisor == 0; });
}

AffineSum AffineSum::divided(int64_t divisor) const {
  AffineSum result = *this;
  result.constant /= divisor;
  for (AffineTerm &term : result.terms)
    term.factor /= divisor;
  return result;
}

bool AffineSum::operator==(const AffineSum &other) const {
  AffineSum difference = *this;
  difference.add(other, -1);
  return difference.isConstant() && difference.constant == 0;
}

static Bounds add(const Bounds &sum, const Bounds &part, int64_t factor) {
  // A list: of two temporaries std::minmax would return references.
  auto [least, most] = std::minmax({part.least * factor, part.most * factor});
  return {sum.least + least, sum.most + most};
}

/// `sum` with what loops count as where they begin and how many steps they went: `k` from `p * 64` on is bound with
/// `p`, not by itself.
AffineSum AffineAnalysis::countPasses(const AffineSum &sum) {
  AffineSum result;
  result.constant = sum.constant;
  for (const AffineTerm &term : sum.terms) {
    auto argument = term.loop ? BlockArgument() : dyn_cast<BlockArgument>(term.value);
    auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
    std::optional<AffineArray> step = loop && argument == loop.getInductionVar() ? get(loop.getStep()) : std::nullopt;
    AffineSum own;
    if (step && step->base.isConstant()) {
      own = countPasses(get(loop.getLowerBound())->base);
      own.terms.push_back({argument, loop, step->base.constant});
    } else {
      own.terms.push_back({term.value, term.loop, 1});
    }
    result.add(own, term.factor);
  }
  return result;
}

std::optional<int64_t> AffineAnalysis::getLastPass(scf::ForOp loop) {
  AffineSum span = get(loop.getUpperBound())->base;
  span.add(get(loop.getLowerBound())->base, -1);
  std::optional<Bounds> reach = getBounds(span), step = bounds.get(loop.getStep());
  if (!reach || !step || step->least <= 0)
    return bounds.getLastPass(loop);
  return std::max<int64_t>(0, (reach->most - 1) / step->least);
}

std::optional<Bounds> AffineAnalysis::getBounds(const AffineSum &given) {
  AffineSum sum = countPasses(given);
  Bounds result{sum.constant, sum.constant};
  for (AffineTerm term : sum.terms) {
    std::optional<Bounds> own;
    if (!term.loop)
      own = bounds.get(term.value);
    else if (std::optional<int64_t> last = getLastPass(term.loop))
      own = Bounds{0, *last};
    // Numbers of 64 bits would leave their own range here.
    if (!own || own->least < INT32_MIN || own->most > INT32_MAX)
      return std::nullopt;
    result = add(result, *own, term.factor);
  }
  return result;
}

std::optional<Bounds> AffineAnalysis::getBounds(const AffineArray &array, ArrayRef<int64_t> shape) {
  std::optional<Bounds> result = getBounds(array.base);
  for (auto [step, extent] : llvm::zip(array.steps, shape))
    if (result)
      result = add(*result, {0, extent - 1}, step);
  return result;
}

//===-- arrays ------------------------------------------------------------------------------------------------===//

static AffineArray makeConstant(int64_t value, size_t rank) {
  AffineArray array;
  array.base.constant = value;
  array.steps.assign(rank, 0);
  return array;
}

static bool isScalar(Value value) { return !isa<RankedTensorType>(value.getType()); }
static bool isConstant(const AffineArray &array) {
  return array.base.isConstant() && llvm::all_of(array.steps, [](int64_t step) { return step == 0; });
}

static AffineArray scale(AffineArray array, int64_t factor) {
  array.base = array.base.scaled(factor);
  for (int64_t &step : array.steps)
    step *= factor;
  return array;
}

std::optional<AffineArray> tessera::schedule::moveAxes(const AffineArray &input, Operation *op) {
  ArrayRef<int64_t> from = tile::getShape(op->getOperand(0).getType()), to = tile::getShape(op->getResult(0).getType());
  AffineArray array = makeConstant(0, to.size());
  array.base = input.base;
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    for (auto [axis, own] : llvm::enumerate(transpose.getPermutation()))
      array.steps[axis] = input.steps[own];
    return array;
  }
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    for (auto [own, axis] : llvm::enumerate(broadcast.getAxes()))
      if (from[own] != 1)
        array.steps[axis] = input.steps[own];
    return array;
  }
  size_t own = 0;
  for (size_t axis = 0; axis < to.size(); ++axis) {
    if (to[axis] == 1)
      continue;
    while (own < from.size() && from[own] == 1)
      ++own;
    if (own == from.size() || from[own] != to[axis])
      return std::nullopt;
    array.steps[axis] = input.steps[own++];
  }
  return array;
}

AffineArray AffineAnalysis::makeLeaf(Value value) {
  AffineArray array;
  array.base.terms.push_back({value, scf::ForOp(), 1});
  return array;
}

std::optional<AffineArray> AffineAnalysis::get(Value value) {
  if (!tile::getElementType(value.getType()).isIntOrIndex())
    return std::nullopt;
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  known[value] = std::nullopt; // a value that a loop makes of itself in another way than by adding
  std::optional<AffineArray> array = compute(value);
  if (!array && isScalar(value))
    array = makeLeaf(value);
  return known[value] = array;
}

std::optional<AffineArray> AffineAnalysis::compute(Value value) {
  if (leaves.contains(value))
    return std::nullopt;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return makeConstant(constant.getSExtValue(), tile::getShape(value.getType()).size());
  if (auto exact = isScalar(value) ? bounds.get(value) : std::nullopt; exact && exact->isNumber())
    return makeConstant(exact->least, 0);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(owner); loop && argument != loop.getInductionVar())
      return computeCarried(loop, argument);
    if (owner == kernel)
      if (auto said = dyn_cast_or_null<IntegerAttr>(kernel.getArgAttr(argument.getArgNumber(), constantName)))
        return makeConstant(said.getInt(), 0);
    return std::nullopt;
  }
  return computeOp(value.getDefiningOp());
}

std::optional<AffineArray> AffineAnalysis::computeOp(Operation *op) {
  if (auto iota = dyn_cast<tile::IotaOp>(op)) {
    AffineArray array = makeConstant(0, iota.getType().getRank());
    array.steps[iota.getAxis()] = 1;
    return array;
  }
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    std::optional<AffineArray> a = get(op->getOperand(0)), b = get(op->getOperand(1));
    if (!a || !b)
      return std::nullopt;
    int64_t sign = isa<arith::SubIOp>(op) ? -1 : 1;
    a->base.add(b->base, sign);
    for (auto [own, other] : llvm::zip(a->steps, b->steps))
      own += sign * other;
    return a;
  }
  if (auto count = dyn_cast<tile::NumProgramsOp>(op)) {
    auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
    bool isKnown = grid && static_cast<int64_t>(count.getAxis()) < grid.size();
    return isKnown ? std::optional(makeConstant(grid[count.getAxis()], 0)) : std::nullopt;
  }
  if (isa<arith::MulIOp>(op))
    return computeProduct(op->getOperand(0), op->getOperand(1));
  if (isa<arith::ShLIOp>(op))
    return computeShift(op->getOperand(0), op->getOperand(1));
  if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op)) {
    std::optional<AffineArray> input = get(op->getOperand(0));
    return input ? moveAxes(*input, op) : std::nullopt;
  }
  auto isWide = [](Type type) { return tile::getElementType(type).isIntOrIndex() && !tile::getElementType(type).isInteger(1); };
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp, tile::CastOp>(op) &&
      isWide(op->getOperand(0).getType()) && isWide(op->getResult(0).getType()))
    return get(op->getOperand(0));
  return std::nullopt;
}

/// `init + passes * step` where each pass adds the same.
std::optional<AffineArray> AffineAnalysis::computeCarried(scf::ForOp loop, BlockArgument argument) {
  unsigned index = argument.getArgNumber() - 1;
  Value init = loop.getInitArgs()[index], next = loop.getYieldedValues()[index];
  if (next == argument)
    return get(init);
  std::optional<AffineArray> start = get(init);
  if (!start)
    return std::nullopt;
  // What the pass adds is found with the carried value as a term of its own.
  AffineArray self = makeLeaf(argument);
  self.steps.assign(tile::getShape(argument.getType()).size(), 0);
  known[argument] = self;
  AffineAnalysis inner(kernel);
  inner.leaves = leaves;
  inner.known[argument] = self;
  std::optional<AffineArray> after = inner.get(next);
  known[argument] = std::nullopt;
  if (!after || llvm::any_of(after->steps, [](int64_t step) { return step != 0; }))
    return std::nullopt;
  after->base.add(self.base, -1);
  if (!after->base.isConstant())
    return std::nullopt;
  AffineSum passes;
  passes.terms.push_back({loop.getInductionVar(), loop, 1});
  start->base.add(passes, after->base.constant);
  return start;
}

std::optional<AffineArray> AffineAnalysis::computeProduct(Value a, Value b) {
  std::optional<AffineArray> left = get(a), right = get(b);
  if (!left || !right)
    return std::nullopt;
  if (!isConstant(*left))
    std::swap(left, right);
  return isConstant(*left) ? std::optional(scale(*right, left->base.constant)) : std::nullopt;
}

std::optional<AffineArray> AffineAnalysis::computeShift(Value value, Value by) {
  std::optional<AffineArray> array = get(value), bits = get(by);
  bool isKnown = array && bits && isConstant(*bits) && bits->base.constant >= 0 && bits->base.constant < 32;
  return isKnown ? std::optional(scale(*array, int64_t(1) << bits->base.constant)) : std::nullopt;
}
