// SPDX-License-Identifier: Apache-2.0
// Each element of an array is read once where what is read fits the registers. Programs of norms read a row as often as
// they need it, in loops:
//
//     for %i = 0 to %n step 256 { sum += x[%i..] }                  %x = x[0..]
//     %mean = ..                                              =>    %mean = .. %x
//     for %i = 0 to %n step 256 { y[%i..] = x[%i..] - %mean }       y[0..] = %x - %mean                  where every
//     launch says that %n is 256
//
// Two steps: loops of a few passes that read what another loop reads, too, are written out; of two reads of the same
// elements with no write between them the second is the first. Arguments do not overlap, so that only a write to the
// same argument counts; what other programs of the launch
// may have written (behind an atomic, say) is read again.
//
// A loop is written out only if what both read fits: a row that does not would be spilled, which is the read again, and
// a write. Rejected: keeping rows in shared memory, where reading again from L2 costs about the same.
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/split/Accesses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SHARELOADSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Most passes of a loop that is written out, most operations that come of it, and most bytes that a thread then keeps
/// of the array that is read again.
static constexpr int64_t maxPasses = 16, maxOperations = 1024, maxBytesAThread = 256;

//===-- loops written out -------------------------------------------------------------------------------------===//

static std::optional<int64_t> countPasses(scf::ForOp loop) {
  APInt lower, upper, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !step.isStrictlyPositive() || loop.getUnsignedCmp())
    return std::nullopt;
  int64_t distance = upper.getSExtValue() - lower.getSExtValue();
  return distance <= 0 ? 0 : (distance + step.getSExtValue() - 1) / step.getSExtValue();
}

static bool isRead(Operation *op) {
  return isa<tile::LoadOp, tile::GatherOp>(op) && isa<RankedTensorType>(op->getResult(0).getType());
}

/// A loop of few passes without loops or products in it: those have schedules of their own.
static bool isShort(scf::ForOp loop) {
  std::optional<int64_t> passes = countPasses(loop);
  int64_t operations = 0;
  bool isPlain =
      !loop.getBody()
           ->walk([&](Operation *op) {
             ++operations;
             return isa<tile::DotOp, scf::ForOp, scf::WhileOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
           })
           .wasInterrupted();
  return passes && *passes <= maxPasses && isPlain && operations * *passes <= maxOperations;
}

static int64_t countBytes(Operation *read) {
  auto type = cast<RankedTensorType>(read->getResult(0).getType());
  return type.getNumElements() * ((type.getElementType().getIntOrFloatBitWidth() + 7) / 8);
}

/// Loops side by side that read arrays of the same type from the same argument.
static SmallVector<scf::ForOp> findReaders(tile::KernelOp kernel) {
  llvm::MapVector<std::tuple<Block *, Value, Type>, llvm::SetVector<Operation *>> readers;
  kernel.walk([&](Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    if (isRead(op) && loop && isShort(loop) &&
        *countPasses(loop) * countBytes(op) <= maxBytesAThread * getThreads(kernel))
      readers[{loop->getBlock(), getAccessedRef(op), op->getResult(0).getType()}].insert(loop);
  });
  llvm::SetVector<Operation *> found;
  for (auto &[key, loops] : readers)
    if (loops.size() > 1)
      found.insert(loops.begin(), loops.end());
  return llvm::map_to_vector(found, [](Operation *op) { return cast<scf::ForOp>(op); });
}

static void writeOut(scf::ForOp loop) {
  OpBuilder builder(loop);
  APInt lower, step;
  matchPattern(loop.getLowerBound(), m_ConstantInt(&lower));
  matchPattern(loop.getStep(), m_ConstantInt(&step));
  SmallVector<Value> carried(loop.getInitArgs());
  for (int64_t pass = 0, passes = *countPasses(loop); pass < passes; ++pass) {
    IRMapping mapping;
    int64_t index = lower.getSExtValue() + pass * step.getSExtValue();
    mapping.map(loop.getInductionVar(),
                arith::ConstantOp::create(builder, loop.getLoc(),
                                          builder.getIntegerAttr(loop.getInductionVar().getType(), index)));
    for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), carried))
      mapping.map(argument, value);
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, mapping);
    for (auto [value, next] : llvm::zip(carried, loop.getYieldedValues()))
      value = mapping.lookupOrDefault(next);
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
}

//===-- reads of the same elements ----------------------------------------------------------------------------===//

namespace {
/// A forward walk with the reads that still hold.
class ReadSharer {
public:
  explicit ReadSharer(tile::KernelOp kernel) : kernel(kernel) {}

  void visitBlock(Block &block, SmallVector<Operation *> held) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op, held);
  }

private:
  void visit(Operation *op, SmallVector<Operation *> &held) {
    if (isa<tile::LoadOp, tile::GatherOp>(op)) {
      auto same = llvm::find_if(held, [&](Operation *before) { return isSame(before, op); });
      if (same == held.end())
        return held.push_back(op);
      op->getResult(0).replaceAllUsesWith((*same)->getResult(0));
      return op->erase();
    }
    // What a region writes, it may have written before it reads.
    op->walk([&](Operation *inner) {
      if (!inner->getNumRegions())
        forget(inner, held);
    });
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visitBlock(block, held);
  }

  /// Drops what `op` may change. Order between programs of a launch is by atomics, barriers and text that is not looked
  /// into.
  void forget(Operation *op, SmallVector<Operation *> &held) {
    if (isMemoryEffectFree(op) || isa<tile::LoadOp, tile::GatherOp>(op))
      return;
    bool isPlainWrite = isa<tile::StoreOp, tile::ScatterOp>(op);
    llvm::erase_if(held, [&](Operation *read) {
      return isPlainWrite ? mayMeet(read, op) : !isConstantArray(getAccessedRef(read));
    });
  }

  /// Nobody in the launch writes it.
  bool isConstantArray(Value ref) {
    auto argument = dyn_cast<BlockArgument>(ref);
    return argument && argument.getOwner()->getParentOp() == kernel &&
           kernel.getAccess(argument.getArgNumber()) == tile::Access::read;
  }

  static bool isZero(Value value) { return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()); }

  /// What masked elements are: a gather's are 0 where nothing is said, a load's anything.
  static bool isSameOther(Operation *before, Value own, Value other) {
    if (own == other)
      return true;
    if (isa<tile::LoadOp>(before))
      return !other;
    return (!own || isZero(own)) && (!other || isZero(other));
  }

  static bool isSame(Operation *before, Operation *read) {
    if (before->getName() != read->getName() || before->getResultTypes() != read->getResultTypes() ||
        getAccessedRef(before) != getAccessedRef(read) || !isSamePlace(before, read))
      return false;
    auto agree = [&](auto a, auto b) {
      return a.getMask() == b.getMask() && isSameOther(before, a.getOther(), b.getOther());
    };
    return isa<tile::LoadOp>(read) ? agree(cast<tile::LoadOp>(before), cast<tile::LoadOp>(read))
                                   : agree(cast<tile::GatherOp>(before), cast<tile::GatherOp>(read));
  }

  tile::KernelOp kernel;
};

struct ShareLoadsPass : schedule::impl::ShareLoadsPassBase<ShareLoadsPass> {
  void runOnOperation() override {
    OpPassManager tidy(tile::KernelOp::getOperationName());
    tidy.addPass(createCanonicalizerPass());
    tidy.addPass(createCSEPass());
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      SmallVector<scf::ForOp> loops = findReaders(kernel);
      llvm::for_each(loops, writeOut);
      if (!loops.empty() && failed(runPipeline(tidy, kernel)))
        return signalPassFailure();
      ReadSharer(kernel).visitBlock(kernel.getBody().front(), {});
    }
  }
};
} // namespace
