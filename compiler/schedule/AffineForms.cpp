// SPDX-License-Identifier: Apache-2.0
// Linear forms of integers. Arithmetic is taken to be exact: programs whose offsets wrap around are wrong ones.
#include "compiler/schedule/AffineForms.h"
#include "compiler/schedule/Schedule.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

using Form = std::optional<AffineForm>;

//===-- linear ------------------------------------------------------------------------------------------------===//

int64_t Linear::getCoefficient(Value symbol) const {
  for (const auto &[value, coefficient] : terms)
    if (value == symbol)
      return coefficient;
  return 0;
}

Linear Linear::without(Value symbol) const {
  Linear result = *this;
  llvm::erase_if(result.terms, [&](const auto &term) { return term.first == symbol; });
  return result;
}

bool Linear::isMultipleOf(int64_t factor) const {
  return constant % factor == 0 && llvm::all_of(terms, [&](const auto &term) { return term.second % factor == 0; });
}

Linear Linear::dividedBy(int64_t factor) const {
  Linear result = *this;
  result.constant /= factor;
  for (auto &term : result.terms)
    term.second /= factor;
  return result;
}

void Linear::add(const Linear &other, int64_t factor) {
  constant += other.constant * factor;
  for (const auto &[value, coefficient] : other.terms) {
    auto found = llvm::find_if(terms, [symbol = value](const auto &term) { return term.first == symbol; });
    if (found == terms.end())
      terms.emplace_back(value, coefficient * factor);
    else
      found->second += coefficient * factor;
  }
  llvm::erase_if(terms, [](const auto &term) { return term.second == 0; });
}

//===-- forms -------------------------------------------------------------------------------------------------===//

static AffineForm makeScalar(const Linear &value) {
  AffineForm form;
  form.rest = value;
  return form;
}

/// The rest of an array that runs along one axis only is where that axis begins.
static AffineForm normalize(AffineForm form) {
  AffineForm::Axis *only = nullptr;
  for (AffineForm::Axis &axis : form.axes) {
    if (axis.step == 0)
      continue;
    if (only)
      return form;
    only = &axis;
  }
  if (only && !form.rest.isZero() && form.rest.isMultipleOf(only->step)) {
    only->begin.add(form.rest.dividedBy(only->step));
    form.rest = Linear();
  }
  return form;
}

static AffineForm scale(AffineForm form, int64_t factor) {
  form.rest = form.rest * factor;
  for (AffineForm::Axis &axis : form.axes) {
    axis.step *= factor;
    if (axis.step == 0)
      axis.begin = Linear();
  }
  return form;
}

static Form add(const AffineForm &a, const AffineForm &b) {
  AffineForm sum = a;
  sum.rest.add(b.rest);
  if (a.axes.size() != b.axes.size())
    return std::nullopt;
  for (auto [axis, other] : llvm::zip(sum.axes, b.axes)) {
    llvm::append_range(axis.ends, other.ends);
    if (other.step == 0)
      continue;
    if (axis.step == 0) {
      axis.step = other.step;
      axis.begin = other.begin;
      continue;
    }
    sum.rest.add(axis.begin, axis.step);
    sum.rest.add(other.begin, other.step);
    axis.step += other.step;
    axis.begin = Linear();
  }
  return normalize(std::move(sum));
}

/// The form of an array whose axis `to[k]` is the input's axis k; input axes of one element have no such axis or a longer one.
static Form spread(const AffineForm &form, ArrayRef<int64_t> shape, ArrayRef<int64_t> to, size_t rank) {
  AffineForm result;
  result.rest = form.rest;
  result.axes.resize(rank);
  for (auto [index, axis] : llvm::enumerate(form.axes)) {
    if (shape[index] != 1) {
      result.axes[to[index]] = axis;
    } else {
      if (!axis.ends.empty())
        return std::nullopt;
      result.rest.add(axis.begin, axis.step);
    }
  }
  return normalize(std::move(result));
}

/// Where a reshape that adds and removes axes of one element puts each axis; those of one element anywhere.
static std::optional<SmallVector<int64_t>> matchAxes(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<int64_t> axes(from.size(), 0);
  size_t next = 0;
  for (auto [index, extent] : llvm::enumerate(from)) {
    if (extent == 1)
      continue;
    while (next < to.size() && to[next] == 1)
      ++next;
    if (next == to.size() || to[next] != extent)
      return std::nullopt;
    axes[index] = static_cast<int64_t>(next++);
  }
  for (; next < to.size(); ++next)
    if (to[next] != 1)
      return std::nullopt;
  return axes;
}

//===-- values ------------------------------------------------------------------------------------------------===//

Form AffineForms::get(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Form form = compute(value);
  known[value] = form;
  return form;
}

std::optional<Linear> AffineForms::getUniform(Value value) {
  Form form = get(value);
  return form && form->isUniform() ? std::optional(form->rest) : std::nullopt;
}

std::optional<int64_t> AffineForms::getConstant(Value value) {
  std::optional<Linear> linear = getUniform(value);
  return linear && linear->isConstant() ? std::optional(linear->constant) : std::nullopt;
}

std::optional<int64_t> AffineForms::getTripCount(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstant(loop.getLowerBound()), upper = getConstant(loop.getUpperBound()), step = getConstant(loop.getStep());
  if (!lower || !upper || !step || *step <= 0)
    return std::nullopt;
  return *upper <= *lower ? 0 : (*upper - *lower + *step - 1) / *step;
}

Form AffineForms::compute(Value value) {
  Type element = tile::getElementType(value.getType());
  if (!element.isIndex() && (!element.isSignlessInteger() || element.isInteger(1)))
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    auto integer = splat ? splat.getSplatValue<IntegerAttr>() : dyn_cast<IntegerAttr>(constant.getValue());
    if (!integer)
      return std::nullopt;
    AffineForm form = makeScalar(integer.getInt());
    form.axes.resize(tile::getShape(value.getType()).size());
    return form;
  }
  if (isa<tile::IotaOp, tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return computeArray(op);
  if (isa<tile::CastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp>(op))
    return get(op->getOperand(0));
  if (auto select = dyn_cast<arith::SelectOp>(op); select && isa<RankedTensorType>(value.getType()))
    return computeSelect(select);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(op))
    if (Form form = computeArithmetic(op))
      return form;
  if (!isa<RankedTensorType>(value.getType()))
    return computeScalar(op);
  return isa<arith::RemSIOp, arith::RemUIOp>(op) ? computeRemainder(op) : Form();
}

Form AffineForms::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (parent == kernel) {
    auto constant = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), constantName);
    return constant ? makeScalar(constant.getInt()) : makeScalar(Linear::ofSymbol(argument));
  }
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop)
    return std::nullopt;
  if (argument != loop.getInductionVar())
    return computeCarried(loop, argument);
  if (getTripCount(loop) == 1)
    return get(loop.getLowerBound());
  return makeScalar(Linear::ofSymbol(argument));
}

/// `x = init; for iv { .. x += delta }`: x is `init + (iv - lower) / step * delta`.
Form AffineForms::computeCarried(scf::ForOp loop, BlockArgument argument) {
  Form init = get(loop.getTiedLoopInit(argument)->get());
  if (!init || getTripCount(loop) == 1)
    return init;
  std::optional<int64_t> lower = getConstant(loop.getLowerBound()), step = getConstant(loop.getStep());
  if (!lower || !step || *step <= 0)
    return std::nullopt;
  AffineForms inner(kernel);
  inner.known[argument] = makeScalar(Linear::ofSymbol(argument));
  inner.known[argument]->axes.resize(tile::getShape(argument.getType()).size());
  Form next = inner.get(loop.getTiedLoopYieldedValue(argument)->get());
  if (!next || !next->isUniform() || next->rest.terms.size() != 1 || next->rest.getCoefficient(argument) != 1)
    return std::nullopt;
  int64_t delta = next->rest.constant;
  if (delta % *step != 0)
    return std::nullopt;
  AffineForm form = *init;
  form.rest.add(Linear::ofSymbol(loop.getInductionVar()), delta / *step);
  form.rest.constant -= *lower / *step * delta;
  return *lower % *step == 0 ? Form(normalize(std::move(form))) : std::nullopt;
}

Form AffineForms::computeArray(Operation *op) {
  Type type = op->getResult(0).getType();
  ArrayRef<int64_t> shape = tile::getShape(type);
  if (auto iota = dyn_cast<tile::IotaOp>(op)) {
    AffineForm form;
    form.axes.resize(shape.size());
    form.axes[iota.getAxis()].step = 1;
    return form;
  }
  Form input = get(op->getOperand(0));
  ArrayRef<int64_t> from = tile::getShape(op->getOperand(0).getType());
  if (!input)
    return std::nullopt;
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    return spread(*input, from, broadcast.getAxes(), shape.size());
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    AffineForm form = *input;
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
      form.axes[axis] = input->axes[source];
    return form;
  }
  auto axes = matchAxes(from, shape);
  return axes ? spread(*input, from, *axes, shape.size()) : Form();
}

Form AffineForms::computeArithmetic(Operation *op) {
  Form left = get(op->getOperand(0)), right = get(op->getOperand(1));
  if (!left || !right)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return add(*left, *right);
  if (isa<arith::SubIOp>(op))
    return add(*left, scale(*right, -1));
  auto isNumber = [](const AffineForm &form) { return form.isUniform() && form.rest.isConstant(); };
  if (isa<arith::ShLIOp>(op))
    return isNumber(*right) && right->rest.constant >= 0 && right->rest.constant < 32 ? Form(scale(*left, int64_t(1) << right->rest.constant)) : std::nullopt;
  if (isNumber(*right))
    return scale(*left, right->rest.constant);
  return isNumber(*left) ? Form(scale(*right, left->rest.constant)) : std::nullopt;
}

/// A number where the operands are numbers, else a symbol.
Form AffineForms::computeScalar(Operation *op) {
  if (op->getNumOperands() == 2 && op->getNumRegions() == 0) {
    std::optional<int64_t> left = getConstant(op->getOperand(0)), right = getConstant(op->getOperand(1));
    if (left && right) {
      if (isa<arith::MinSIOp>(op))
        return makeScalar(std::min(*left, *right));
      if (isa<arith::MaxSIOp>(op))
        return makeScalar(std::max(*left, *right));
      if (*right > 0 && isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(op) && *left >= 0)
        return makeScalar(*left / *right);
      if (*right > 0 && isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op) && *left >= 0)
        return makeScalar((*left + *right - 1) / *right);
      if (*right > 0 && isa<arith::RemSIOp, arith::RemUIOp>(op) && *left >= 0)
        return makeScalar(*left % *right);
    }
  }
  return makeScalar(Linear::ofSymbol(getSymbol(op->getResult(0))));
}

Value AffineForms::getSymbol(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return value;
  Symbol symbol{value, {}};
  for (Value operand : op->getOperands()) {
    std::optional<Linear> form = operand.getType().isInteger(1) ? Linear::ofSymbol(getSymbol(operand)) : getUniform(operand);
    if (!form)
      return value;
    symbol.operands.push_back(*form);
  }
  for (const Symbol &other : symbols[op->getName()])
    if (other.value.getType() == value.getType() && other.value.getDefiningOp()->getAttrDictionary() == op->getAttrDictionary() &&
        other.operands == symbol.operands)
      return other.value;
  symbols[op->getName()].push_back(symbol);
  return value;
}

/// `(begin + i) % limit` is `begin + i` below the limit, for those who only look there.
Form AffineForms::computeRemainder(Operation *op) {
  Form form = get(op->getOperand(0));
  std::optional<Linear> limit = getUniform(op->getOperand(1));
  if (!form || !limit || !form->rest.isZero())
    return std::nullopt;
  for (AffineForm::Axis &axis : form->axes)
    if (axis.step == 1)
      axis.ends.push_back(*limit - axis.begin);
    else if (axis.step != 0)
      return std::nullopt;
  return form;
}

/// `where(i < limit, form, anything)`.
Form AffineForms::computeSelect(arith::SelectOp op) {
  Form form = get(op.getTrueValue());
  std::optional<PrefixForm> mask = getMask(op.getCondition());
  if (!form || !mask || mask->counts.size() != form->axes.size())
    return std::nullopt;
  for (auto [axis, counts] : llvm::zip(form->axes, mask->counts))
    llvm::append_range(axis.ends, counts);
  return form;
}

//===-- masks -------------------------------------------------------------------------------------------------===//

std::optional<PrefixForm> AffineForms::getMask(Value value) {
  PrefixForm all;
  ArrayRef<int64_t> shape = tile::getShape(value.getType());
  all.counts.resize(shape.size());
  if (matchPattern(value, m_One()))
    return all;
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto both = dyn_cast<arith::AndIOp>(op)) {
    std::optional<PrefixForm> left = getMask(both.getLhs()), right = getMask(both.getRhs());
    if (!left || !right)
      return std::nullopt;
    for (auto [counts, more] : llvm::zip(left->counts, right->counts))
      llvm::append_range(counts, more);
    return left;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return computeCompare(compare);
  if (!isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return std::nullopt;
  std::optional<PrefixForm> input = getMask(op->getOperand(0));
  ArrayRef<int64_t> from = tile::getShape(op->getOperand(0).getType());
  if (!input)
    return std::nullopt;
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
      all.counts[axis] = input->counts[source];
    return all;
  }
  std::optional<SmallVector<int64_t>> axes;
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
    axes = llvm::to_vector(broadcast.getAxes());
  else
    axes = matchAxes(from, shape);
  if (!axes)
    return std::nullopt;
  for (auto [index, counts] : llvm::enumerate(input->counts)) {
    if (from[index] != 1)
      all.counts[(*axes)[index]] = counts;
    else if (!counts.empty())
      return std::nullopt;
  }
  return all;
}

/// `x < y` holds for the elements of an axis below `y - begin`. Indices are not negative: `0 <= x` holds.
std::optional<PrefixForm> AffineForms::computeCompare(arith::CmpIOp op) {
  Value lower = op.getLhs(), upper = op.getRhs();
  arith::CmpIPredicate predicate = op.getPredicate();
  using P = arith::CmpIPredicate;
  bool isGreater = predicate == P::sgt || predicate == P::sge || predicate == P::ugt || predicate == P::uge;
  bool isEqualToo = predicate == P::sle || predicate == P::sge || predicate == P::ule || predicate == P::uge;
  if (predicate == P::eq || predicate == P::ne)
    return std::nullopt;
  if (isGreater)
    std::swap(lower, upper);
  Form left = get(lower), right = get(upper);
  if (!left || !right)
    return std::nullopt;
  Form gap = add(*right, scale(*left, -1));
  if (!gap)
    return std::nullopt;
  PrefixForm mask;
  mask.counts.resize(gap->axes.size());
  if (left->isUniform() && left->rest.isZero() && isEqualToo && llvm::all_of(gap->axes, [](const auto &axis) { return axis.step >= 0; }))
    return mask;
  AffineForm::Axis *only = nullptr;
  int64_t index = 0;
  for (auto [position, axis] : llvm::enumerate(gap->axes)) {
    if (!axis.ends.empty() || (axis.step != 0 && (only || axis.step != -1)))
      return std::nullopt;
    if (axis.step != 0) {
      only = &axis;
      index = static_cast<int64_t>(position);
    }
  }
  if (!only)
    return std::nullopt;
  // gap = rest - (begin + i), positive for i < rest - begin.
  mask.counts[index].push_back(gap->rest - only->begin + Linear(isEqualToo ? 1 : 0));
  return mask;
}
