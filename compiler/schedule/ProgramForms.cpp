// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/ProgramForms.h"
#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Beyond this nothing is known: 64-bit sums of a few such never overflow.
static constexpr int64_t largest = int64_t(1) << 40;

static std::optional<ProgramForm> checked(ProgramForm form) {
  auto isSmall = [](int64_t value) { return value > -largest && value < largest; };
  if (!isSmall(form.low) || !isSmall(form.high) || !llvm::all_of(form.coefficients, isSmall))
    return std::nullopt;
  return form;
}

ProgramForm ProgramForms::getConstant(int64_t low, int64_t high) const {
  ProgramForm form{{}, low, high};
  form.coefficients.assign(grid.size(), 0);
  return form;
}

void ProgramForms::bind(Value value, int64_t axis) {
  ProgramForm form = getConstant(0, 0);
  form.coefficients[axis] = 1;
  known[value] = form;
}

ProgramForm ProgramForms::widen(const ProgramForm &form) const {
  ProgramForm all = getConstant(form.low, form.high);
  for (auto [axis, coefficient] : llvm::enumerate(form.coefficients)) {
    int64_t reach = coefficient * (std::min(grid[axis], largest >> 20) - 1);
    (reach < 0 ? all.low : all.high) += reach;
  }
  return all;
}

ProgramForm ProgramForms::zero(ProgramForm form, ArrayRef<int64_t> axes) const {
  for (int64_t axis : axes)
    form.coefficients[axis] = 0;
  return form;
}

static ProgramForm add(const ProgramForm &a, const ProgramForm &b, int64_t factor) {
  ProgramForm sum = a;
  for (auto [left, right] : llvm::zip(sum.coefficients, b.coefficients))
    left += factor * right;
  sum.low += std::min(factor * b.low, factor * b.high);
  sum.high += std::max(factor * b.low, factor * b.high);
  return sum;
}

std::optional<ProgramForm> ProgramForms::get(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  known[value] = std::nullopt; // a loop's value asks for itself
  std::optional<ProgramForm> form = compute(value);
  if (form)
    form = checked(*form);
  known[value] = form;
  return form;
}

std::optional<ProgramForm> ProgramForms::computeLoopVariable(scf::ForOp loop) {
  std::optional<ProgramForm> from = get(loop.getLowerBound()), to = get(loop.getUpperBound());
  if (!from || !to)
    return std::nullopt;
  // Both ends may move with the program: `for k in range(pid * 8, pid * 8 + 8)`.
  ProgramForm passes = widen(add(*to, *from, -1));
  ProgramForm form = *from;
  form.high += std::max<int64_t>(passes.high - 1, 0);
  return form;
}

std::optional<ProgramForm> ProgramForms::compute(Value value) {
  if (!tile::getElementType(value.getType()).isIntOrIndex())
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument.getArgNumber() == 0 ? computeLoopVariable(loop) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  using Form = std::optional<ProgramForm>;
  auto sum = [&](int64_t factor) -> Form {
    Form a = get(op->getOperand(0)), b = get(op->getOperand(1));
    return a && b ? Form(add(*a, *b, factor)) : std::nullopt;
  };
  auto through = [&] { return get(op->getOperand(0)); };
  auto quotient = [&](bool isRemainder) -> Form {
    Form a = get(op->getOperand(0)), b = get(op->getOperand(1));
    if (!a || !b || !b->isConstant() || b->low <= 0)
      return std::nullopt;
    ProgramForm all = widen(*a);
    if (isRemainder)
      return getConstant(all.low < 0 ? 1 - b->low : 0, std::max<int64_t>(0, std::min(b->low - 1, all.low < 0 ? b->low - 1 : all.high)));
    return getConstant(all.low / b->low - (all.low < 0), all.high / b->low);
  };
  auto either = [&](Value left, Value right) -> Form {
    Form a = get(left), b = get(right);
    if (!a || !b)
      return std::nullopt;
    if (a->coefficients != b->coefficients)
      a = widen(*a), b = widen(*b);
    a->low = std::min(a->low, b->low);
    a->high = std::max(a->high, b->high);
    return a;
  };
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case([&](arith::ConstantOp constant) -> Form {
        if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
          return integer.getValue().getSignificantBits() <= 64 ? Form(getConstant(integer.getInt(), integer.getInt())) : std::nullopt;
        auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
        if (!elements || elements.empty() || elements.getElementType().isInteger(1))
          return std::nullopt;
        if (!elements.isSplat() && elements.getNumElements() > 65536)
          return std::nullopt;
        int64_t low = largest, high = -largest;
        auto meet = [&](const APInt &element) {
          low = std::min(low, element.getSExtValue());
          high = std::max(high, element.getSExtValue());
        };
        if (elements.isSplat())
          meet(elements.getSplatValue<APInt>());
        else
          for (const APInt &element : elements.getValues<APInt>())
            meet(element);
        return getConstant(low, high);
      })
      .Case([&](tile::ProgramIdOp id) -> Form {
        if (id.getAxis() >= grid.size())
          return getConstant(0, 0);
        ProgramForm form = getConstant(0, 0);
        form.coefficients[id.getAxis()] = 1;
        return form;
      })
      .Case([&](tile::NumProgramsOp count) -> Form {
        int64_t extent = count.getAxis() < grid.size() ? grid[count.getAxis()] : 1;
        return getConstant(extent, extent);
      })
      .Case([&](tile::IotaOp iota) -> Form { return getConstant(0, tile::getShape(iota.getType())[iota.getAxis()] - 1); })
      .Case<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp, tile::SliceValueOp, arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>([&](auto) { return through(); })
      .Case<tile::CastOp, arith::ExtUIOp>([&](auto) -> Form {
        Form form = tile::getElementType(op->getOperand(0).getType()).isIntOrIndex() ? through() : std::nullopt;
        return form && widen(*form).low >= 0 ? form : std::nullopt;
      })
      .Case<arith::AddIOp>([&](auto) { return sum(1); })
      .Case<arith::SubIOp>([&](auto) { return sum(-1); })
      .Case<arith::MulIOp>([&](auto) -> Form {
        Form a = get(op->getOperand(0)), b = get(op->getOperand(1));
        if (a && b && a->isConstant())
          std::swap(a, b);
        return a && b && b->isConstant() ? Form(add(getConstant(0, 0), *a, b->low)) : std::nullopt;
      })
      .Case<arith::ShLIOp>([&](auto) -> Form {
        Form a = get(op->getOperand(0)), b = get(op->getOperand(1));
        return a && b && b->isConstant() && b->low >= 0 && b->low < 31 ? Form(add(getConstant(0, 0), *a, int64_t(1) << b->low)) : std::nullopt;
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>([&](auto) { return quotient(false); })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) { return quotient(true); })
      .Case<arith::MinSIOp, arith::MaxSIOp>([&](auto) { return either(op->getOperand(0), op->getOperand(1)); })
      .Case([&](arith::SelectOp select) { return either(select.getTrueValue(), select.getFalseValue()); })
      .Default([](Operation *) -> Form { return std::nullopt; });
}

std::optional<bool> ProgramForms::evaluate(Value condition, ArrayRef<int64_t> zeroAxes) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (APInt constant; matchPattern(condition, m_ConstantInt(&constant)))
    return !constant.isZero();
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    bool isAnd = isa<arith::AndIOp>(op);
    std::optional<bool> a = evaluate(op->getOperand(0), zeroAxes), b = evaluate(op->getOperand(1), zeroAxes);
    if ((a && *a != isAnd) || (b && *b != isAnd))
      return !isAnd;
    return a && b ? std::optional<bool>(isAnd) : std::nullopt;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  std::optional<ProgramForm> a = get(compare.getLhs()), b = get(compare.getRhs());
  if (!a || !b)
    return std::nullopt;
  ProgramForm difference = widen(zero(add(*a, *b, -1), zeroAxes));
  auto decide = [](bool always, bool never) { return always ? std::optional<bool>(true) : never ? std::optional<bool>(false) : std::nullopt; };
  bool isZero = difference.low == 0 && difference.high == 0, isNotZero = difference.low > 0 || difference.high < 0;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return decide(isZero, isNotZero);
  case arith::CmpIPredicate::ne:
    return decide(isNotZero, isZero);
  case arith::CmpIPredicate::slt:
    return decide(difference.high < 0, difference.low >= 0);
  case arith::CmpIPredicate::sle:
    return decide(difference.high <= 0, difference.low > 0);
  case arith::CmpIPredicate::sgt:
    return decide(difference.low > 0, difference.high <= 0);
  case arith::CmpIPredicate::sge:
    return decide(difference.low >= 0, difference.high < 0);
  default:
    return std::nullopt;
  }
}

SmallVector<ProgramGuard> ProgramForms::getGuards(Value condition) {
  Operation *op = condition.getDefiningOp();
  SmallVector<ProgramGuard> guards;
  if (op && isa<arith::AndIOp>(op))
    for (Value operand : op->getOperands())
      guards.append(getGuards(operand));
  auto compare = dyn_cast_or_null<arith::CmpIOp>(op);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return guards;
  std::optional<ProgramForm> a = get(compare.getLhs()), b = get(compare.getRhs());
  if (!a || !b)
    return guards;
  ProgramForm difference = add(*a, *b, -1);
  auto isUsed = [](int64_t coefficient) { return coefficient != 0; };
  if (difference.low != difference.high || llvm::count_if(difference.coefficients, isUsed) != 1)
    return guards;
  int64_t axis = llvm::find_if(difference.coefficients, isUsed) - difference.coefficients.begin();
  // c * id + d == 0
  if (difference.low % difference.coefficients[axis] == 0)
    guards.push_back({axis, -difference.low / difference.coefficients[axis]});
  return guards;
}
