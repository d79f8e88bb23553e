// SPDX-License-Identifier: Apache-2.0
// What a loop carries for nothing but a branch after it is carried on where the branch is taken only:
//
//     for ..: acc += x . y; sums += sum(y)                 c = i == 0; for ..: acc += x . y
//     if i == 0: store sums                            =>                      sums = c ? sums + sum(y) : sums
//                                                          if c: store sums
//
// Of the programs that share columns of y (a bias's gradient beside its weight's) one adds them up. The condition has
// to be known before the loop. What memory is read for it alone is read there alone; products stay with all.
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// The branch without results behind the loop that alone uses its result; null where there is none.
static scf::IfOp findOnlyBranch(scf::ForOp loop, Value result) {
  Operation *only = nullptr;
  for (Operation *user : result.getUsers()) {
    Operation *own = loop->getBlock()->findAncestorOpInBlock(*user);
    if (own == user || (only && only != own))
      return {};
    only = own;
  }
  auto branch = dyn_cast_or_null<scf::IfOp>(only);
  return branch && branch.getNumResults() == 0 && branch.getElseRegion().empty() ? branch : scf::IfOp();
}

/// Moves what computes `value` before `loop`; false where it is no arithmetic, or of the loop.
static bool moveBefore(Value value, scf::ForOp loop) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop->getBlock() || op->isBeforeInBlock(loop))
    return true;
  bool isScalar = op->getNumRegions() == 0 && isPure(op) && !isa<RankedTensorType>(value.getType());
  if (op == loop || !isScalar || !llvm::all_of(op->getOperands(), [&](Value each) { return moveBefore(each, loop); }))
    return false;
  op->moveBefore(loop);
  return true;
}

/// What of a pass is done for `last` alone, in order: nothing where that is no work on arrays of two axes.
static SmallVector<Operation *> findOwn(scf::ForOp loop, Value last) {
  llvm::SetVector<Operation *> own;
  auto isOwn = [&](Operation *op) {
    return op->getNumRegions() == 0 && !isa<tile::DotOp>(op) &&
           (isMemoryEffectFree(op) || isa<tile::LoadOp, tile::GatherOp>(op));
  };
  auto take = [&](Value value) {
    if (Operation *op = value.getDefiningOp(); op && op->getBlock() == loop.getBody() && isOwn(op))
      own.insert(op);
  };
  bool isWork = false;
  take(last);
  for (size_t next = 0; next < own.size(); ++next)
    for (Value operand : own[next]->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      isWork |= type && type.getRank() > 1;
      if (llvm::all_of(operand.getUsers(), [&](Operation *user) { return own.contains(user); }))
        take(operand);
    }
  SmallVector<Operation *> ops;
  if (isWork)
    ops.assign(own.begin(), own.end());
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

/// The carried value `index` is carried on where `condition` holds.
static void guard(scf::ForOp loop, unsigned index, Value condition, ArrayRef<Operation *> ops) {
  Operation *yield = loop.getBody()->getTerminator();
  Value last = yield->getOperand(index);
  OpBuilder builder(yield);
  auto branch =
      scf::IfOp::create(builder, loop.getLoc(), TypeRange(last.getType()), condition, /*withElseRegion=*/true);
  yield->setOperand(index, branch.getResult(0));
  builder.setInsertionPointToEnd(branch.thenBlock());
  auto end = scf::YieldOp::create(builder, loop.getLoc(), last);
  for (Operation *op : ops)
    op->moveBefore(end);
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loop.getLoc(), Value(loop.getRegionIterArg(index)));
}

void tessera::schedule::guardSums(tile::KernelOp kernel) {
  SmallVector<scf::ForOp> loops;
  kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    for (unsigned index = 0; index < loop.getNumResults(); ++index) {
      scf::IfOp branch = findOnlyBranch(loop, loop.getResult(index));
      Value last = loop.getYieldedValues()[index];
      bool isOwn = branch && last.getDefiningOp() && last.hasOneUse() && last != loop.getRegionIterArg(index) &&
                   llvm::all_of(loop.getRegionIterArg(index).getUsers(),
                                [&](Operation *user) { return user->getBlock() == loop.getBody(); });
      SmallVector<Operation *> ops = isOwn ? findOwn(loop, last) : SmallVector<Operation *>();
      // What the sum is used for beside the next one would still be done in each pass.
      bool isAlone = !ops.empty() && llvm::is_contained(ops, last.getDefiningOp()) &&
                     llvm::all_of(loop.getRegionIterArg(index).getUsers(),
                                  [&](Operation *user) { return llvm::is_contained(ops, user); });
      if (isAlone && moveBefore(branch.getCondition(), loop))
        guard(loop, index, branch.getCondition(), ops);
    }
}
