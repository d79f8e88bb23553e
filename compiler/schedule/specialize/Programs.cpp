// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/specialize/Programs.h"
#include "compiler/schedule/Schedule.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

std::optional<int64_t> ProgramEvaluator::evaluate(Value value) {
  if (auto found = fixed.find(value); found != fixed.end())
    return found->second;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<int64_t> result = compute(value);
  if (result)
    known[value] = *result;
  return result;
}

static std::optional<int64_t> divide(Operation *op, int64_t left, int64_t right) {
  if (right == 0 || (left < 0 && isa<arith::DivUIOp, arith::RemUIOp>(op)))
    return std::nullopt;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return left % right;
  int64_t quotient = left / right, rest = left % right;
  bool isBelow = rest != 0 && (rest < 0) != (right < 0);
  if (isa<arith::FloorDivSIOp>(op))
    return isBelow ? quotient - 1 : quotient;
  if (isa<arith::CeilDivSIOp>(op))
    return rest != 0 && !isBelow ? quotient + 1 : quotient;
  return quotient;
}

static std::optional<int64_t> compare(arith::CmpIOp op, int64_t left, int64_t right) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  if ((predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge) && (left < 0 || right < 0))
    return std::nullopt;
  APInt a(64, static_cast<uint64_t>(left)), b(64, static_cast<uint64_t>(right));
  return arith::applyCmpPredicate(predicate, a, b);
}

std::optional<int64_t> ProgramEvaluator::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner()->getParentOp() != kernel)
      return std::nullopt;
    auto constant = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), constantName);
    return constant ? std::optional(constant.getInt()) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (isa<RankedTensorType>(value.getType()) || op->getNumRegions() > 0)
    return std::nullopt;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto integer = dyn_cast<IntegerAttr>(constant.getValue());
    if (!integer)
      return std::nullopt;
    return integer.getType().isInteger(1) ? static_cast<int64_t>(integer.getValue().getBoolValue()) : integer.getInt();
  }
  if (auto id = dyn_cast<tile::ProgramIdOp>(op))
    return id.getAxis() < program.size() ? program[id.getAxis()] : 0;
  if (auto count = dyn_cast<tile::NumProgramsOp>(op))
    return count.getAxis() < grid.size() ? grid[count.getAxis()] : 1;
  SmallVector<int64_t, 3> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = evaluate(operand);
    if (!number)
      return std::nullopt;
    operands.push_back(*number);
  }
  if (isa<tile::CastOp, arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp, arith::TruncIOp, tile::BroadcastOp, tile::ReshapeOp>(op))
    return tile::getElementType(value.getType()).isInteger(1) ? std::nullopt : std::optional(operands[0]);
  if (auto comparison = dyn_cast<arith::CmpIOp>(op))
    return compare(comparison, operands[0], operands[1]);
  if (isa<arith::SelectOp>(op))
    return operands[0] ? operands[1] : operands[2];
  if (operands.size() != 2)
    return std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return divide(op, operands[0], operands[1]);
  if (isa<arith::AddIOp>(op))
    return operands[0] + operands[1];
  if (isa<arith::SubIOp>(op))
    return operands[0] - operands[1];
  if (isa<arith::MulIOp>(op))
    return operands[0] * operands[1];
  if (isa<arith::MinSIOp>(op))
    return std::min(operands[0], operands[1]);
  if (isa<arith::MaxSIOp>(op))
    return std::max(operands[0], operands[1]);
  if (isa<arith::AndIOp>(op))
    return operands[0] & operands[1];
  if (isa<arith::OrIOp>(op))
    return operands[0] | operands[1];
  if (isa<arith::XOrIOp>(op))
    return operands[0] ^ operands[1];
  return std::nullopt;
}

namespace tessera::schedule {
/// The loops and branches around an operation, run for each program.
class ProgramWalk {
public:
  ProgramWalk(Operation *op, tile::KernelOp kernel, ArrayRef<int64_t> grid, llvm::function_ref<bool(ProgramEvaluator &)> visit)
      : evaluator(kernel, grid), visit(visit) {
    for (Operation *inner = op, *outer = op->getParentOp(); outer && !isa<tile::KernelOp>(outer); inner = outer, outer = outer->getParentOp())
      nest.push_back({outer, inner->getParentRegion()});
    std::reverse(nest.begin(), nest.end());
  }

  bool run() {
    int64_t programs = 1;
    for (int64_t extent : evaluator.grid) {
      programs *= extent;
      if (programs <= 0 || programs > mostExecutions)
        return false;
    }
    evaluator.program.assign(evaluator.grid.size(), 0);
    for (int64_t index = 0; index < programs; ++index) {
      int64_t rest = index;
      for (size_t axis = evaluator.grid.size(); axis-- > 0; rest /= evaluator.grid[axis])
        evaluator.program[axis] = rest % evaluator.grid[axis];
      evaluator.known.clear();
      if (!enter(0))
        return false;
    }
    return true;
  }

private:
  struct Level {
    Operation *op;
    Region *region;
  };

  bool enter(size_t depth) {
    if (depth == nest.size())
      return ++executions <= mostExecutions && visit(evaluator);
    if (auto branch = dyn_cast<scf::IfOp>(nest[depth].op)) {
      std::optional<int64_t> condition = evaluator.evaluate(branch.getCondition());
      bool isElse = nest[depth].region == &branch.getElseRegion();
      return condition && ((*condition == 0) == isElse ? enter(depth + 1) : true);
    }
    auto loop = dyn_cast<scf::ForOp>(nest[depth].op);
    if (!loop)
      return false;
    std::optional<int64_t> lower = evaluator.evaluate(loop.getLowerBound()), upper = evaluator.evaluate(loop.getUpperBound()),
                           step = evaluator.evaluate(loop.getStep());
    if (!lower || !upper || !step || *step <= 0)
      return false;
    for (int64_t index = *lower; index < *upper; index += *step) {
      evaluator.fixed[loop.getInductionVar()] = index;
      evaluator.known.clear();
      if (++executions > 2 * mostExecutions || !enter(depth + 1))
        return false;
    }
    return true;
  }

  ProgramEvaluator evaluator;
  llvm::function_ref<bool(ProgramEvaluator &)> visit;
  SmallVector<Level> nest;
  int64_t executions = 0;
};
} // namespace tessera::schedule

bool tessera::schedule::forEachExecution(Operation *op, tile::KernelOp kernel, ArrayRef<int64_t> grid,
                                         llvm::function_ref<bool(ProgramEvaluator &)> visit) {
  return ProgramWalk(op, kernel, grid, visit).run();
}

SmallVector<int64_t> tessera::schedule::getProgramGrid(tile::KernelOp kernel) {
  if (auto blocks = kernel->getAttrOfType<IntegerAttr>(blocksName))
    return {blocks.getInt()};
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (!grid)
    return {};
  return grid.empty() ? SmallVector<int64_t>{1} : SmallVector<int64_t>(grid.asArrayRef());
}
