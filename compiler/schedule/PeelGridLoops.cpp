// SPDX-License-Identifier: Apache-2.0
// What a program does in its first or last step along an axis of the grid: `pl.when(k == 0)` fills the accumulator, `pl.when(k == last)` stores it. In a loop both are
// branches that carry whole blocks; here they leave it:
//   for k iter_args(a = ?): b = if k == 0 { 0 } else { a } ..       =>   for k iter_args(b = 0): ..
//   for k: ..; if k == last { store f(b) }                          =>   for k: ..;   store f(b)
//
// A branch on the first step leaves if it does nothing else and nobody else sees the value from before; one on the last step if nothing after it in the loop has an
// effect. What they use of the loop is then its results, or is computed again outside.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/GridLoops.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// Values of a loop's body outside of it, for one value of its variable.
class Outside {
public:
  /// `position`: before or after the loop. After it, what the last pass hands on are its results.
  Outside(scf::ForOp loop, int64_t index, bool isAfter) : loop(loop), index(index), isAfter(isAfter), builder(loop) {
    if (isAfter)
      builder.setInsertionPointAfter(loop);
  }

  bool canGet(Value value, unsigned depth = 0) {
    if (isOutside(value) || value == loop.getInductionVar() || findResult(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op && depth < 16 && op->getNumRegions() == 0 && isPure(op) && llvm::all_of(op->getOperands(), [&](Value operand) { return canGet(operand, depth + 1); });
  }

  Value get(Value value) {
    if (isOutside(value))
      return value;
    if (Value known = mapping.lookupOrNull(value))
      return known;
    if (Value result = findResult(value))
      return result;
    Value made;
    if (value == loop.getInductionVar()) {
      made = arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(value.getType(), index));
    } else {
      Operation *op = value.getDefiningOp();
      for (Value operand : op->getOperands())
        mapping.map(operand, get(operand));
      builder.clone(*op, mapping);
      return mapping.lookup(value);
    }
    mapping.map(value, made);
    return made;
  }

  /// Moves the operations of `block` but its terminator out.
  void move(Block &block) {
    block.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (!isInside(operand.get(), block))
          operand.set(get(operand.get()));
    });
    for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
      op.moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  }

  static bool isInside(Value value, Block &block) {
    Block *owner = value.getParentBlock();
    return owner == &block || block.findAncestorOpInBlock(*owner->getParentOp()) != nullptr;
  }

private:
  bool isOutside(Value value) { return !isInside(value, *loop.getBody()); }

  Value findResult(Value value) {
    if (!isAfter)
      return {};
    auto yielded = loop.getBody()->getTerminator()->getOperands();
    auto found = llvm::find(yielded, value);
    return found == yielded.end() ? Value() : Value(loop.getResult(found - yielded.begin()));
  }

  scf::ForOp loop;
  int64_t index;
  bool isAfter;
  OpBuilder builder;
  IRMapping mapping;
};

class LoopPeeler {
public:
  LoopPeeler(tile::KernelOp kernel, ArrayRef<int64_t> grid, ArrayRef<int64_t> axes) : kernel(kernel), grid(grid), forms(grid) {
    for (int64_t axis : axes) {
      loops.push_back(findGridLoop(kernel, axis));
      forms.bind(loops.back().getInductionVar(), axis);
    }
  }

  void run() {
    for (int64_t depth = static_cast<int64_t>(loops.size()) - 1; depth >= 0; --depth) {
      for (Operation &op : llvm::make_early_inc_range(*loops[depth].getBody()))
        if (auto branch = dyn_cast<scf::IfOp>(op))
          takeFirstOut(branch, depth);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*loops[depth].getBody())))
        if (auto branch = dyn_cast<scf::IfOp>(op))
          takeLastOut(branch, depth);
    }
  }

private:
  static int64_t getAxis(scf::ForOp loop) { return loop->getAttrOfType<IntegerAttr>(gridAxisName).getInt(); }

  /// Whether `condition` holds just where the variables of `count` loops, from `depth` outwards, are at one end; 0: it does not.
  unsigned countLoops(Value condition, int64_t depth, bool atLast) {
    SmallVector<Value> parts{condition};
    llvm::SmallDenseSet<int64_t> axes;
    while (!parts.empty()) {
      Value part = parts.pop_back_val();
      if (auto both = part.getDefiningOp<arith::AndIOp>()) {
        parts.append({both.getLhs(), both.getRhs()});
        continue;
      }
      SmallVector<ProgramGuard> guards = forms.getGuards(part);
      if (guards.size() != 1 || guards[0].index != (atLast ? grid[guards[0].axis] - 1 : 0))
        return 0;
      axes.insert(guards[0].axis);
    }
    unsigned count = 0;
    for (int64_t outer = depth; outer >= 0 && axes.contains(getAxis(loops[outer])); --outer)
      ++count;
    return count == axes.size() ? count : 0;
  }

  /// `value` becomes the first value of what the loop's argument carries, instead of by a branch in the first pass.
  void takeFirstOut(scf::IfOp branch, int64_t depth) {
    unsigned count = countLoops(branch.getCondition(), depth, /*atLast=*/false);
    if (!count || branch.getElseRegion().empty())
      return;
    Block &thenBlock = branch.getThenRegion().front();
    if (!llvm::all_of(thenBlock.without_terminator(), [](Operation &op) { return isPure(&op); }) ||
        !llvm::all_of(branch.getElseRegion().front().without_terminator(), [](Operation &op) { return isPure(&op); }))
      return;
    for (unsigned index = 0; index < branch.getNumResults(); ++index)
      takeFirstOut(branch, index, depth, count);
    if (llvm::all_of(branch.getResults(), [](Value result) { return result.use_empty(); }))
      branch.erase();
  }

  void takeFirstOut(scf::IfOp branch, unsigned index, int64_t depth, unsigned count) {
    auto carried = dyn_cast<BlockArgument>(branch.elseYield().getOperand(index));
    SmallVector<OpOperand *> inits;
    for (unsigned level = 0; level < count; ++level) {
      scf::ForOp loop = loops[depth - level];
      if (!carried || carried.getOwner() != loop.getBody() || carried.getArgNumber() == 0)
        return;
      // Nobody else may see what was there before: in the first pass that is another value.
      Operation *only = level == 0 ? branch.elseYield().getOperation() : loops[depth - level + 1].getOperation();
      if (!llvm::all_of(carried.getUsers(), [&](Operation *user) { return user == only; }) || !carried.hasOneUse())
        return;
      inits.push_back(&loop.getInitsMutable()[carried.getArgNumber() - 1]);
      carried = dyn_cast<BlockArgument>(inits.back()->get());
    }
    Value first = branch.thenYield().getOperand(index);
    for (unsigned level = 0; level < count; ++level) {
      Outside before(loops[depth - level], 0, /*isAfter=*/false);
      if (!before.canGet(first))
        return;
      first = before.get(first);
    }
    inits.back()->set(first);
    branch.getResult(index).replaceAllUsesWith(branch.elseYield().getOperand(index));
  }

  bool isSteady(Value ref, int64_t axis) {
    auto argument = dyn_cast<BlockArgument>(ref);
    if (!argument || !isa<tile::KernelOp>(argument.getOwner()->getParentOp()))
      return true;
    tile::BlockAttr block = kernel.getBlock(argument.getArgNumber());
    if (!block || !block.getIndexMap())
      return true;
    auto map = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(kernel->getParentOp()->getParentOp(), block.getIndexMap());
    return map && (axis >= map.getNumArguments() || map.getArgument(axis).use_empty());
  }

  void takeLastOut(scf::IfOp branch, int64_t depth) {
    scf::ForOp loop = loops[depth];
    if (branch.getNumResults() || !branch.getElseRegion().empty() || countLoops(branch.getCondition(), depth, /*atLast=*/true) != 1)
      return;
    for (Operation *next = branch->getNextNode(); next; next = next->getNextNode())
      if (!isMemoryEffectFree(next) && !next->hasTrait<OpTrait::IsTerminator>())
        return;
    int64_t axis = getAxis(loop);
    Block &block = branch.getThenRegion().front();
    Outside after(loop, grid[axis] - 1, /*isAfter=*/true);
    bool canLeave = true;
    block.walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (isa<tile::RefType>(operand.getType()))
          canLeave &= isSteady(operand, axis);
        canLeave &= Outside::isInside(operand, block) || after.canGet(operand);
      }
    });
    if (!canLeave)
      return;
    after.move(block);
    branch.erase();
  }

  tile::KernelOp kernel;
  ArrayRef<int64_t> grid;
  ProgramForms forms;
  SmallVector<scf::ForOp> loops;
};
} // namespace

void schedule::peelGridLoops(tile::KernelOp kernel) {
  auto axes = kernel->getAttrOfType<DenseI64ArrayAttr>(loopAxesName);
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (axes && grid)
    LoopPeeler(kernel, grid, axes).run();
}

//===-- constants ---------------------------------------------------------------------------------------------===//

static void foldConstantsIn(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (auto branch = dyn_cast<scf::IfOp>(op))
      if (auto condition = branch.getCondition().getDefiningOp<arith::ConstantOp>()) {
        Region &taken = cast<IntegerAttr>(condition.getValue()).getValue().isZero() ? branch.getElseRegion() : branch.getThenRegion();
        if (!taken.empty()) {
          foldConstantsIn(taken.front());
          Operation *yield = taken.front().getTerminator();
          branch->replaceAllUsesWith(yield->getOperands());
          yield->erase();
          block.getOperations().splice(Block::iterator(op), taken.front().getOperations());
        }
        branch.erase();
        continue;
      }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        foldConstantsIn(inner);
    // Scalars only: an array of constants would be written out.
    if (op.getNumResults() != 1 || op.getNumRegions() || !op.getResult(0).getType().isIntOrIndex() || !isPure(&op))
      continue;
    OpBuilder builder(&op);
    SmallVector<Value> results;
    if (succeeded(builder.tryFold(&op, results)) && results.size() == 1 && results[0] != op.getResult(0)) {
      op.replaceAllUsesWith(results);
      op.erase();
    }
  }
}

void schedule::foldConstants(tile::KernelOp kernel) { foldConstantsIn(kernel.getBody().front()); }
