// SPDX-License-Identifier: Apache-2.0
// The loop that is left stands where the second one stood; what is between them and needs the first one's results comes
// after it.
#include "compiler/schedule/JoinLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace tessera;

static bool isSame(Value a, Value b) {
  APInt number, other;
  return a == b ||
         (matchPattern(a, m_ConstantInt(&number)) && matchPattern(b, m_ConstantInt(&other)) && number == other);
}

static bool onlyReads(Operation *op) {
  return !op->walk([](Operation *inner) {
              bool isHarmless = isa<scf::ForOp, tile::LoadOp, tile::GatherOp>(inner) || isPure(inner);
              return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Whether both read of one array, and both multiply.
static bool shareOperand(scf::ForOp first, scf::ForOp second) {
  llvm::SmallPtrSet<Value, 4> read;
  bool multiplies = false, isShared = false, multipliesToo = false;
  first.walk([&](tile::LoadOp load) { read.insert(load.getRef()); });
  first.walk([&](tile::DotOp) { multiplies = true; });
  second.walk([&](tile::LoadOp load) { isShared |= read.contains(load.getRef()); });
  second.walk([&](tile::DotOp) { multipliesToo = true; });
  return multiplies && multipliesToo && isShared;
}

/// What is between the loops and needs the first one's results; none where the second one does, or something writes.
static std::optional<SmallVector<Operation *>> findDependents(scf::ForOp first, scf::ForOp second) {
  llvm::SmallPtrSet<Operation *, 8> known = {first};
  SmallVector<Operation *> dependents;
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode()) {
    bool needsFirst = op->walk([&](Operation *inner) {
                          bool isSo = llvm::any_of(inner->getOperands(), [&](Value operand) {
                            return known.contains(operand.getDefiningOp());
                          });
                          return isSo ? WalkResult::interrupt() : WalkResult::advance();
                        }).wasInterrupted();
    if (op == second)
      return needsFirst ? std::nullopt : std::optional(dependents);
    if (!onlyReads(op))
      return std::nullopt;
    if (needsFirst) {
      known.insert(op);
      dependents.push_back(op);
    }
  }
  return std::nullopt;
}

static void join(scf::ForOp first, scf::ForOp second, ArrayRef<Operation *> dependents) {
  OpBuilder builder(second);
  SmallVector<Value> inits(first.getInitArgs()), yielded;
  llvm::append_range(inits, second.getInitArgs());
  auto loop = scf::ForOp::create(builder, first.getLoc(), second.getLowerBound(), second.getUpperBound(),
                                 second.getStep(), inits);
  builder.setInsertionPointToStart(loop.getBody());
  size_t place = 0;
  for (scf::ForOp old : {first, second}) {
    IRMapping mapping;
    mapping.map(old.getInductionVar(), loop.getInductionVar());
    for (auto [index, argument] : llvm::enumerate(old.getRegionIterArgs()))
      mapping.map(argument, loop.getRegionIterArg(static_cast<unsigned>(place + index)));
    for (Operation &op : old.getBody()->without_terminator())
      builder.clone(op, mapping);
    for (Value value : old.getYieldedValues())
      yielded.push_back(mapping.lookupOrDefault(value));
    old->replaceAllUsesWith(loop.getResults().slice(place, old.getNumResults()));
    place += old.getNumResults();
  }
  scf::YieldOp::create(builder, loop.getLoc(), yielded);
  Operation *behind = loop;
  for (Operation *op : dependents) {
    op->moveAfter(behind);
    behind = op;
  }
  first.erase();
  second.erase();
}

/// The first two loops of `block` that can be joined are.
static bool joinOnce(Block &block) {
  SmallVector<scf::ForOp> loops(block.getOps<scf::ForOp>());
  for (auto [first, second] : llvm::zip(loops, llvm::drop_begin(loops))) {
    bool isAlike = isSame(first.getLowerBound(), second.getLowerBound()) &&
                   isSame(first.getUpperBound(), second.getUpperBound()) && isSame(first.getStep(), second.getStep());
    if (!isAlike || !shareOperand(first, second) || !onlyReads(first) || !onlyReads(second))
      continue;
    if (auto dependents = findDependents(first, second)) {
      join(first, second, *dependents);
      return true;
    }
  }
  return false;
}

void tessera::schedule::joinLoops(tile::KernelOp kernel) {
  bool isJoined = false;
  while (joinOnce(kernel.getBody().front()))
    isJoined = true;
  if (!isJoined)
    return;
  // What both read is one load.
  IRRewriter rewriter(kernel->getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
}
