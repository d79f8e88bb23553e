// SPDX-License-Identifier: Apache-2.0
// Blocks that do not fit a program's registers, cut into tiles. Roots are what programs do with values: stores, scatters, atomics. A tile of a root needs a tile
// of each value that it is computed from (split/TileEmitter.h), so that the whole chain moves into a loop over tiles:
//
//     %x = tile.load %a[%b] sizes [65536]                 scf.for %t = %part to %32 step %parts {
//     %y = math.exp %x                          =>          %o = %t * 2048
//     tile.store %y, %c[%b] sizes [65536]                    %x = tile.load %a[%b + %o] sizes [2048]
//                                                            %y = math.exp %x
//                                                            tile.store %y, %c[%b + %o] sizes [2048] }
//
// A try is written, looked at and kept or erased: where rows are wanted twice (a maximum of a row and the row) tiles take whole rows; where too much lives at
// once, tiles are halved; where not even one row fits, an inner loop walks through it and what it needs is computed again. A value of which no tile can be
// made is kept in a buffer in global memory (split/Buffers.h) and everything goes on from there: no kernel is refused for its size.
//
// Tiles run in any order, on several thread blocks at once, and later than the program says. So what a chain reads, nobody writes between the place of the
// load and the root, and the root itself only at the same place; else the load is copied to a buffer first. Several blocks share a program only if nothing
// that one of them writes is read by another.
//
// Rejected: cutting after layouts are chosen, register by register: the masks, offsets and vector widths would be computed for a block that nobody executes.
// Rules that say beforehand which boxes a tile will need: they would repeat what the emitter does.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/split/Accesses.h"
#include "compiler/schedule/split/Buffers.h"
#include "compiler/schedule/split/TileLoop.h"
#include "compiler/support/PassDiagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SPLITBLOCKSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {

/// Most thread blocks that share one program, and most warps that a program gets so that its rows fit.
constexpr int64_t maxParts = 16384, maxWarps = 8;

class KernelSplitter {
public:
  KernelSplitter(tile::KernelOp kernel, const tilegpu::Target &target) : kernel(kernel), target(target) {}

  /// False where a block is too large and cannot be cut; that has been told.
  bool run() {
    moveLargeBuffers(kernel, target.sharedBytes * 3 / 4);
    if (!isTooLarge() || fitsMoreWarps())
      return true;
    widenForProducts();
    materializeCarried(kernel, LargeValues(kernel, getBudget(), getLimit(), settled));
    size_t tries = 0, most = 16;
    kernel.walk([&](Operation *) { ++most; });
    while (true) {
      LargeValues large(kernel, getBudget(), getLimit(), settled);
      Sink sink = findSink(kernel.getBody().front(), large);
      if (!sink.op)
        break;
      if (++tries > most || !cut(sink, large))
        return decline(sink.op);
    }
    share();
    eraseDead();
    return true;
  }

private:
  struct Sink {
    Operation *op = nullptr;
    Value operand; // null: `op` is a root
  };

  RegisterBudget getBudget() const {
    RegisterBudget budget(target, getNumWarps(kernel));
    budget.live = getChoice(kernel, "registers").value_or(budget.live);
    return budget;
  }
  int64_t getLimit() const { return std::max<int64_t>(1, getBudget().live / 4); }

  bool isTooLarge() {
    constexpr int64_t operandBytes = 64 * 1024;
    RegisterBudget budget = getBudget();
    bool isTooLarge = false;
    kernel.walk([&](tile::DotOp op) {
      int64_t bits = tile::getElementType(op.getLhs().getType()).getIntOrFloatBitWidth();
      isTooLarge |= (countElements(op.getLhs().getType()) + countElements(op.getRhs().getType())) * bits / 8 > operandBytes;
    });
    // What is only loaded, computed with and stored is faster in many blocks than in many registers.
    constexpr int64_t elementwiseRegisters = 96;
    kernel.walk([&](Operation *op) {
      if (isTooLarge || !isWriteAccess(op) || budget.count(getStoredValue(op).getType()) <= getLimit())
        return;
      StoreGroup group;
      group.domain.assign(tile::getShape(getStoredValue(op).getType()).begin(), tile::getShape(getStoredValue(op).getType()).end());
      group.roots = {op};
      ChainFacts facts = findFacts(group);
      isTooLarge |= !facts.hasDot && !facts.hasReduction && budget.count(getStoredValue(op).getType()) * (facts.loads + 1) > elementwiseRegisters;
    });
    return isTooLarge || measurePressure(kernel.getBody().front(), budget) > budget.live;
  }

  /// More warps are enough: nothing is computed or read twice then.
  bool fitsMoreWarps() {
    int64_t before = getNumWarps(kernel);
    while (canHaveMoreWarps()) {
      kernel->setAttr(numWarpsName, OpBuilder(kernel).getI64IntegerAttr(2 * getNumWarps(kernel)));
      if (isTooLarge())
        continue;
      tilegpu::setChosen(kernel, "registers", getBudget().live);
      remarkChoice(kernel, std::to_string(getNumWarps(kernel)) + " warps a program", "its arrays fit their registers");
      return true;
    }
    kernel->setAttr(numWarpsName, OpBuilder(kernel).getI64IntegerAttr(before));
    return false;
  }

  /// Enough tiles of 128 x 128 for all multiprocessors: eight warps hold such a sum.
  void widenForProducts() {
    constexpr int64_t largeTile = 128 * 128;
    bool isWorth = false;
    kernel.walk([&](tile::DotOp op) { isWorth |= std::max<int64_t>(1, countPrograms()) * countElements(op.getType()) / largeTile >= target.processors; });
    if (isWorth && canHaveMoreWarps())
      kernel->setAttr(numWarpsName, OpBuilder(kernel).getI64IntegerAttr(maxWarps));
  }

  bool decline(Operation *op) {
    std::string shown;
    Type type = op->getNumOperands() ? op->getOperand(0).getType() : Type();
    if (type)
      llvm::raw_string_ostream(shown) << " `" << type << "`";
    return refuseKernel(kernel, op->getLoc(), DiagnosticId::blockTooLarge,
                        "block" + Twine(shown) + " of kernel `" + kernel.getSymName() +
                            "` does not fit the registers of " + Twine(getThreads(kernel)) +
                            " threads and can't be cut: `" + op->getName().getStringRef() + "` wants it whole",
                        "use smaller blocks; the kernel runs in the interpreter only");
  }

  //===-- what is left to do ----------------------------------------------------------------------------------===//

  /// The first operation with effects that takes something large, or computed from such. What is without effects is looked at from there.
  Sink findSink(Block &block, const LargeValues &large) {
    for (Operation &op : block) {
      if (settled.contains(&op) || (op.getNumRegions() && !hasWrites(&op)))
        continue;
      bool isEffect = op.getNumRegions() || op.hasTrait<OpTrait::IsTerminator>() || hasWrites(&op);
      if (!isEffect || isa<tile::FormatOp>(op))
        continue;
      for (Value operand : op.getOperands())
        if (large.contains(operand))
          return isWriteAccess(&op) ? Sink{&op, {}} : Sink{&op, operand};
      for (mlir::Region &region : op.getRegions())
        for (Block &inner : region)
          if (Sink sink = findSink(inner, large); sink.op)
            return sink;
    }
    return {};
  }

  bool cut(Sink sink, const LargeValues &large) {
    if (sink.operand)
      return cutValue(sink.operand, large);
    // An atomic whose results are wanted is done once, and they are kept.
    if (sink.op->getNumResults() && !sink.op->use_empty() && !isKept(sink.op)) {
      materialize(kernel, sink.op->getResult(0));
      return true;
    }
    // One number is computed where the program does so: others may want it, too.
    Value stored = getStoredValue(sink.op);
    if (countElements(stored.getType()) == 1 && large.contains(stored) && findFrontier(stored, large).getDefiningOp())
      return cutValue(stored, large);
    StoreGroup group = collect(sink.op, large);
    if (group.roots.size() > 1 && cutGroup(group, large, /*mayGiveUp=*/true))
      return true;
    group.roots = {sink.op};
    ArrayRef<int64_t> shape = tile::getShape(stored.getType());
    group.domain.assign(shape.begin(), shape.end());
    if (isKept(sink.op))
      group.roots.push_back(*sink.op->user_begin());
    return cutGroup(group, large, /*mayGiveUp=*/false);
  }

  /// Whether an atomic's only use is the store of its result to a buffer.
  static bool isKept(Operation *op) {
    return op->getNumResults() && op->hasOneUse() && isa<tile::StoreOp>(*op->user_begin()) && isPrivate(getAccessedRef(*op->user_begin()));
  }

  /// Where, on the way from `value` back, small ones are computed from large ones: that is done once, for all who want it.
  static Value findFrontier(Value value, const LargeValues &large) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions())
      return value;
    for (Value operand : op->getOperands())
      if (large.contains(operand))
        return large.isLarge(operand.getType()) ? value : findFrontier(operand, large);
    return value;
  }

  /// A small value that is computed from large ones, in its place.
  bool cutValue(Value value, const LargeValues &large) {
    value = findFrontier(value, large);
    if (large.isLarge(value.getType()) || !value.getDefiningOp())
      return false;
    StoreGroup group;
    group.domain.assign(tile::getShape(value.getType()).begin(), tile::getShape(value.getType()).end());
    group.value = value;
    return cutGroup(group, large, false);
  }

  /// Stores that follow `first` with nothing between them that has effects, of the same shape or of some of its axes: the rows' sums beside the rows.
  StoreGroup collect(Operation *first, const LargeValues &large) {
    auto getShape = [](Operation *root) { return tile::getShape(getStoredValue(root).getType()); };
    StoreGroup group;
    group.roots = {first};
    Operation *largest = first;
    for (Operation *op = first->getNextNode(); op && !first->getNumResults(); op = op->getNextNode()) {
      if (!hasWrites(op))
        continue;
      bool isAlike = isWriteAccess(op) && !op->getNumResults() && !settled.contains(op) && isPrivate(getAccessedRef(op)) == isPrivate(getAccessedRef(first)) &&
                     llvm::any_of(op->getOperands(), [&](Value operand) { return large.contains(operand); });
      bool meets = llvm::any_of(group.roots, [&](Operation *root) { return mayMeet(root, op); });
      if (!isAlike || meets)
        break;
      Operation *larger = countElements(getStoredValue(op).getType()) > countElements(getStoredValue(largest).getType()) ? op : largest;
      bool fit = llvm::all_of(group.roots, [&](Operation *root) { return mapAxes(getShape(root), getShape(larger)); }) && mapAxes(getShape(op), getShape(larger));
      if (!fit)
        break;
      largest = larger;
      group.roots.push_back(op);
    }
    ArrayRef<int64_t> shape = getShape(largest);
    group.domain.assign(shape.begin(), shape.end());
    return group;
  }

  //===-- one group -------------------------------------------------------------------------------------------===//

  /// A large product that `value` is computed from in straight text, or null.
  static Value findProduct(Value value, const LargeValues &large) {
    llvm::SetVector<Value> chain;
    chain.insert(value);
    for (size_t index = 0; index < chain.size(); ++index) {
      Operation *op = chain[index].getDefiningOp();
      if (!op || op->getNumRegions() || !large.contains(chain[index]))
        continue;
      if (isa<tile::DotOp>(op) && large.isLarge(op->getResult(0).getType()))
        return op->getResult(0);
      chain.insert(op->operand_begin(), op->operand_end());
    }
    return {};
  }

  /// A product that each tile along the other axis of a later product would compute once more: better kept.
  Value findRepeatedProduct(const StoreGroup &group, const Tiling &tiling, const LargeValues &large) {
    size_t rank = group.domain.size();
    if (rank < 2 || group.value)
      return {};
    bool manyRows = tiling.tile[rank - 2] < group.domain[rank - 2], manyColumns = tiling.tile[rank - 1] < group.domain[rank - 1];
    for (Operation *root : group.roots) {
      Value last = findProduct(getStoredValue(root), large);
      if (!last)
        continue;
      auto dot = last.getDefiningOp<tile::DotOp>();
      Value left = manyColumns ? findProduct(dot.getLhs(), large) : Value(), right = manyRows ? findProduct(dot.getRhs(), large) : Value();
      for (Value repeated : {left, right})
        if (repeated && materialized.insert(repeated.getDefiningOp()).second)
          return repeated;
    }
    return {};
  }

  bool cutGroup(const StoreGroup &group, const LargeValues &large, bool mayGiveUp) {
    RegisterBudget budget = getBudget();
    Tiling tiling = chooseTiling(kernel, group, budget, countPrograms(), target.processors);
    if (Value repeated = findRepeatedProduct(group, tiling, large)) {
      materialize(kernel, repeated);
      return true;
    }
    TileLoop loop(kernel, group, large, budget, tiling);
    switch (loop.write(canHaveMoreWarps())) {
    case TileLoop::Outcome::moreWarps:
      kernel->setAttr(numWarpsName, OpBuilder(kernel).getI64IntegerAttr(2 * getNumWarps(kernel)));
      return true; // everything is looked at again
    case TileLoop::Outcome::obstacle:
      if (mayGiveUp)
        return false;
      return makeWay(loop.getObstacle(), large);
    case TileLoop::Outcome::written:
      break;
    }
    if (Operation *load = findHazard(loop, group)) {
      loop.erase();
      if (mayGiveUp)
        return false;
      materialize(kernel, load->getResult(0));
      return true;
    }
    commit(loop, group);
    return true;
  }

  bool makeWay(Value obstacle, const LargeValues &large) {
    if (!obstacle)
      return false;
    Operation *op = obstacle.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(obstacle))
      op = argument.getOwner()->getParentOp();
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op)) {
      bool carries = llvm::any_of(op->getResultTypes(), [&](Type type) { return large.isLarge(type); });
      if (carries)
        materializeCarried(kernel, op, large);
      return carries;
    }
    if (!isa<RankedTensorType>(obstacle.getType()) || materialized.contains(op))
      return false;
    materialized.insert(op);
    materialize(kernel, obstacle);
    return true;
  }

  /// A load of the chain that would see something else than the program says, or null.
  static Operation *findHazard(TileLoop &loop, const StoreGroup &group) {
    if (group.roots.empty())
      return nullptr;
    Operation *last = group.roots.back();
    for (Operation *source : loop.getSources()) {
      if (!isa<tile::LoadOp, tile::GatherOp>(source))
        continue;
      if (isWrittenBetween(source, last, group.roots))
        return source;
      for (Operation *root : group.roots) {
        bool isAlone = group.roots.size() == 1 && source->getBlock() == root->getBlock();
        if (mayMeet(root, source) && !(isAlone && isSamePlace(root, source) && loop.isReadAtDomain(source)))
          return source;
      }
    }
    return nullptr;
  }

  //===-- several blocks a program ----------------------------------------------------------------------------===//

  struct Cut {
    scf::ForOp loop;
    int64_t count;
    bool isShareable;
    std::string what, why;
  };

  void commit(TileLoop &loop, const StoreGroup &group) {
    hasCut = true;
    settled.insert(loop.getLoop());
    if (group.value) {
      Value result = loop.getValue();
      inlineBody(loop.getLoop(), Value());
      Value(group.value).replaceAllUsesWith(result);
      for (auto [whole, written] : loop.getSiblings())
        Value(whole).replaceAllUsesWith(written);
      return;
    }
    bool isTop = group.roots.front()->getBlock() == &kernel.getBody().front();
    bool isPublic = llvm::none_of(group.roots, [](Operation *root) { return isPrivate(getAccessedRef(root)); });
    cuts.push_back({loop.getLoop(), loop.getTiling().countTiles(group.domain), isTop && isPublic, loop.describe(), loop.getTiling().reason});
    for (Operation *root : llvm::reverse(group.roots))
      root->erase();
  }

  /// The body once, in the loop's place.
  void inlineBody(scf::ForOp loop, Value index) {
    OpBuilder builder(loop);
    Block *body = loop.getBody();
    for (Operation &op : body->without_terminator())
      settled.insert(&op);
    loop.getInductionVar().replaceAllUsesWith(index ? index : loop.getLowerBound());
    loop->getBlock()->getOperations().splice(loop->getIterator(), body->getOperations(), body->begin(), std::prev(body->end()));
    settled.erase(loop);
    loop.erase();
  }

  /// Whether blocks that share the program can go without each other: what tiles write is read by nobody but the same tile. What else is done, once, is in
  /// `singles`, operations of the kernel's body for the first block.
  bool canShare(llvm::SetVector<Operation *> &singles) {
    SmallVector<Operation *> effects;
    kernel.walk([&](Operation *op) {
      Value ref = getAccessedRef(op);
      bool isEffect = ref ? !isPrivate(ref) : !op->getNumRegions() && hasWrites(op) && !isa<tilegpu::AllocSharedOp, tilegpu::AllocWorkspaceOp>(op);
      if (isEffect)
        effects.push_back(op);
    });
    for (Operation *write : effects) {
      if (getAccessedRef(write) && !isWriteAccess(write))
        continue;
      scf::ForOp cut = findCut(write);
      Operation *top = kernel.getBody().front().findAncestorOpInBlock(*write);
      bool isSingle = !cut;
      if (isSingle && !top->use_empty())
        return false;
      if (isSingle)
        singles.insert(top);
      for (Operation *other : effects)
        if (other != write && mayMeet(write, other) && (isSingle ? !top->isAncestor(other) : findCut(other) != cut || isWriteAccess(other)))
          return false;
    }
    return llvm::none_of(singles, [&](Operation *single) { return fillsBuffers(single); });
  }

  /// Whether `op` writes to a buffer that others read: each block has its own, so each has to fill it.
  bool fillsBuffers(Operation *op) {
    SmallVector<Operation *> writes;
    op->walk([&](Operation *inner) {
      if (isWriteAccess(inner) && isPrivate(getAccessedRef(inner)))
        writes.push_back(inner);
    });
    return kernel
        .walk([&](Operation *other) {
          bool isRead = !op->isAncestor(other) && llvm::any_of(writes, [&](Operation *write) { return mayMeet(write, other); });
          return isRead ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  scf::ForOp findCut(Operation *op) {
    for (Cut &one : cuts)
      if (one.isShareable && one.loop->isProperAncestor(op))
        return one.loop;
    return {};
  }

  /// What only the first of several blocks does.
  static void doOnce(Operation *op) {
    OpBuilder builder(op);
    Value part = tilegpu::ProgramPartOp::create(builder, op->getLoc(), builder.getI32Type());
    Value zero = arith::ConstantOp::create(builder, op->getLoc(), builder.getI32IntegerAttr(0));
    Value isFirst = arith::CmpIOp::create(builder, op->getLoc(), arith::CmpIPredicate::eq, part, zero);
    auto branch = scf::IfOp::create(builder, op->getLoc(), isFirst, /*withElseRegion=*/false);
    op->moveBefore(branch.thenBlock()->getTerminator());
  }

  void share() {
    int64_t parts = 1;
    llvm::SetVector<Operation *> singles;
    if (canShare(singles))
      for (Cut &one : cuts)
        if (one.isShareable)
          parts = std::max<int64_t>(parts, std::min<int64_t>(maxParts, llvm::PowerOf2Ceil(one.count)));
    if (std::optional<int64_t> chosen = getChoice(kernel, "parts"); chosen && parts > 1)
      parts = std::max<int64_t>(1, llvm::bit_floor<uint64_t>(*chosen));
    if (parts > 1)
      llvm::for_each(singles, doOnce);
    for (Cut &one : cuts)
      deal(one, parts);
    if (parts > 1)
      kernel->setAttr(partsName, OpBuilder(kernel).getI64IntegerAttr(parts));
    if (!hasCut)
      return;
    tilegpu::setChosen(kernel, "parts", parts);
    tilegpu::setChosen(kernel, "registers", getBudget().live);
    if (cuts.empty())
      return remarkChoice(kernel, "loops over chunks, one block a program", "blocks are larger than the registers");
    const Cut *most = &*llvm::max_element(cuts, [](const Cut &a, const Cut &b) { return a.count < b.count; });
    std::string blocks = parts > 1 ? ", " + std::to_string(parts) + " blocks a program" : ", one block a program";
    remarkChoice(kernel, most->what + blocks, most->why.empty() ? "blocks are larger than the registers" : most->why);
  }

  /// Gives a loop's tiles to the parts.
  void deal(Cut &one, int64_t parts) {
    OpBuilder builder(one.loop);
    Location loc = one.loop.getLoc();
    if (parts == 1 || !one.isShareable) {
      if (one.count == 1)
        inlineBody(one.loop, Value());
      return;
    }
    Value part = tilegpu::ProgramPartOp::create(builder, loc, builder.getI32Type());
    if (parts == one.count)
      return inlineBody(one.loop, part);
    if (parts > one.count) {
      Value count = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(one.count)));
      Value isTile = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, part, count);
      auto branch = scf::IfOp::create(builder, loc, isTile, /*withElseRegion=*/false);
      one.loop->moveBefore(branch.thenBlock()->getTerminator());
      return inlineBody(one.loop, part);
    }
    one.loop.setLowerBound(part);
    one.loop.setStep(arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(parts))));
  }

  //===-- sizes -----------------------------------------------------------------------------------------------===//

  /// Programs of a launch; 0 where it is not known.
  int64_t countPrograms() {
    auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
    int64_t count = grid ? 1 : 0;
    if (grid)
      for (int64_t extent : grid.asArrayRef())
        count *= extent;
    return count;
  }

  bool canHaveMoreWarps() {
    bool isSaid = kernel.getOptions() && kernel.getOptions()->contains("num_warps");
    return !isSaid && !getChoice(kernel, "warps") && getNumWarps(kernel) < maxWarps;
  }

  void eraseDead() {
    SmallVector<Operation *> order;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { order.push_back(op); });
    for (Operation *op : llvm::reverse(order)) // users before what they use, and what is inside before what it is in
      if (op != kernel.getOperation() && isOpTriviallyDead(op))
        op->erase();
  }

  tile::KernelOp kernel;
  const tilegpu::Target &target;
  llvm::DenseSet<Operation *> settled;      // tiles: not looked at again
  llvm::DenseSet<Operation *> materialized; // what has a buffer already
  SmallVector<Cut> cuts;
  bool hasCut = false;
};

struct SplitBlocksPass : schedule::impl::SplitBlocksPassBase<SplitBlocksPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      if (!KernelSplitter(kernel, *tilegpu::findTarget(kernel->getParentOfType<tilegpu::TargetModuleOp>().getSymName())).run())
        kernel.erase();
  }
};
} // namespace
