// SPDX-License-Identifier: Apache-2.0
// Blocks and scratch memory as values. A program of Pallas adds to a block step by step, `o_ref[...] += ..`: once its
// grid's axis is a loop, that block is best a value that the loop carries, in registers, and not memory that is read
// and written in each pass. That holds for every Ref whose accesses all are of the whole block: each load is the last
// value stored, branches and loops hand it on, and where the block's place changes its first value is loaded and its
// last one stored.
//
// What a program stores in a block's part past its array's end it reads back. A value does that by itself; memory has
// no such part, so a block that is not promoted has no GPU code if what is read of it goes anywhere but elementwise
// into what is stored, where no element inside depends on one outside.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/GridLoops.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// A Ref with all that it takes to promote it.
class BlockPromoter {
public:
  BlockPromoter(tile::KernelOp kernel, Value ref) : ref(ref), type(cast<tile::RefType>(ref.getType())), rewriter(kernel.getContext()) {}

  /// Whether every access is of the whole Ref, none inside a `while`, and some load there is.
  bool canPromote() {
    bool hasLoad = false, hasArray = false, hasScalar = false;
    for (Operation *user : ref.getUsers()) {
      auto load = dyn_cast<tile::LoadOp>(user);
      auto store = dyn_cast<tile::StoreOp>(user);
      if (!(load && isWhole(load)) && !(store && store.getRef() == ref && isWhole(store)))
        return false;
      for (Operation *parent = user->getParentOp(); !isa<tile::KernelOp>(parent); parent = parent->getParentOp())
        if (!isa<scf::ForOp, scf::IfOp>(parent))
          return false;
      Type access = load ? load.getType() : store.getValue().getType();
      (isa<RankedTensorType>(access) ? hasArray : hasScalar) = true;
      hasLoad |= load != nullptr;
    }
    isScalar = hasScalar;
    return hasLoad && !(hasArray && hasScalar);
  }

  /// Whether elements that are loaded reach only the same elements of what is stored.
  bool isElementwise() {
    SmallVector<Value> pending;
    for (Operation *user : ref.getUsers())
      if (isa<tile::LoadOp>(user))
        pending.push_back(user->getResult(0));
    llvm::DenseSet<Value> seen;
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      for (OpOperand &use : value.getUses()) {
        Operation *user = use.getOwner();
        auto store = dyn_cast<tile::StoreOp>(user);
        auto dot = dyn_cast<tile::DotOp>(user);
        if (store && store.getRef() == ref)
          continue;
        bool keepsPlaces = user->hasTrait<OpTrait::Elementwise>() || isa<tile::CastOp, tile::BitcastOp>(user) || (dot && dot.getAcc() == value && dot.getLhs() != value && dot.getRhs() != value);
        if (!keepsPlaces)
          return false;
        pending.append(user->result_begin(), user->result_end());
      }
    }
    return true;
  }

  /// Whether all accesses are of one slice.
  bool hasOneSlice() {
    tile::LoadOp first;
    for (Operation *user : ref.getUsers())
      if (auto load = dyn_cast<tile::LoadOp>(user))
        first = load;
    auto isFirst = [&](auto op) {
      return op.getOffsets() == first.getOffsets() && op.getStaticOffsets() == first.getStaticOffsets() &&
             op.getSizes() == first.getSizes() && op.getStrides() == first.getStrides();
    };
    return !first || llvm::all_of(ref.getUsers(), [&](Operation *user) {
      auto load = dyn_cast<tile::LoadOp>(user);
      auto store = dyn_cast<tile::StoreOp>(user);
      return load ? isFirst(load) : store ? isFirst(store) : !isa<tile::GatherOp, tile::ScatterOp>(user);
    });
  }

  bool isWritten() const {
    return llvm::any_of(ref.getUsers(), [](Operation *user) { return isa<tile::StoreOp>(user); });
  }

  Type getValueType() const { return isScalar ? type.getElementType() : tile::getArrayType(type.getShape(), type.getElementType()); }

  /// What stands in `ref` at the end of `block`, if `current` stands there at its beginning. `kept` stays as it is.
  Value promoteIn(Block &block, Value current, Operation *kept = nullptr) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (&op == kept)
        continue;
      if (auto load = dyn_cast<tile::LoadOp>(op); load && load.getRef() == ref) {
        load.replaceAllUsesWith(reshape(current, load.getType(), &op));
        load.erase();
      } else if (auto store = dyn_cast<tile::StoreOp>(op); store && store.getRef() == ref) {
        current = reshape(store.getValue(), getValueType(), &op);
        store.erase();
      } else if (op.getNumRegions() && mentions(op)) {
        current = promoteInRegions(op, current);
      }
    }
    return current;
  }

private:
  template <typename OpT> bool isWhole(OpT op) {
    return !op.getMask() && op.getOffsets().empty() && llvm::equal(op.getSizes(), type.getShape()) &&
           llvm::all_of(op.getStaticOffsets(), [](int64_t offset) { return offset == 0; });
  }

  Value reshape(Value value, Type to, Operation *before) {
    if (value.getType() == to)
      return value;
    rewriter.setInsertionPoint(before);
    return tile::ReshapeOp::create(rewriter, before->getLoc(), to, value);
  }

  bool mentions(Operation &op, bool storesOnly = false) {
    return llvm::any_of(ref.getUsers(), [&](Operation *user) { return op.isProperAncestor(user) && (!storesOnly || isa<tile::StoreOp>(user)); });
  }

  Value promoteInRegions(Operation &op, Value current) {
    bool isStored = mentions(op, /*storesOnly=*/true);
    if (!isStored) {
      for (Region &region : op.getRegions())
        if (!region.empty())
          promoteIn(region.front(), current);
      return current;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return promoteInBranch(branch, current);
    return promoteInLoop(cast<scf::ForOp>(op), current);
  }

  Value promoteInBranch(scf::IfOp branch, Value current) {
    Value thenValue = promoteIn(branch.getThenRegion().front(), current);
    Value elseValue = branch.getElseRegion().empty() ? current : promoteIn(branch.getElseRegion().front(), current);
    rewriter.setInsertionPoint(branch);
    SmallVector<Type> types(branch.getResultTypes());
    types.push_back(getValueType());
    auto wider = scf::IfOp::create(rewriter, branch.getLoc(), types, branch.getCondition(), /*addThenBlock=*/false, /*addElseBlock=*/false);
    wider->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    wider.getThenRegion().takeBody(branch.getThenRegion());
    wider.getElseRegion().takeBody(branch.getElseRegion());
    if (wider.getElseRegion().empty()) {
      rewriter.createBlock(&wider.getElseRegion());
      scf::YieldOp::create(rewriter, branch.getLoc());
    }
    wider.thenYield()->insertOperands(wider.thenYield()->getNumOperands(), thenValue);
    wider.elseYield()->insertOperands(wider.elseYield()->getNumOperands(), elseValue);
    branch->replaceAllUsesWith(wider->getResults().drop_back());
    rewriter.eraseOp(branch);
    return wider->getResults().back();
  }

  Value promoteInLoop(scf::ForOp loop, Value current) {
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> inits(loop.getInitArgs());
    inits.push_back(current);
    auto wider = scf::ForOp::create(rewriter, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
    wider->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    wider.setUnsignedCmp(loop.getUnsignedCmp());
    BlockArgument carried = wider.getRegionIterArgs().back();
    if (!wider.getBody()->empty())
      wider.getBody()->getTerminator()->erase();
    SmallVector<Value> arguments(wider.getBody()->getArguments().drop_back());
    rewriter.mergeBlocks(loop.getBody(), wider.getBody(), arguments);
    Value last = promoteIn(*wider.getBody(), carried);
    Operation *yield = wider.getBody()->getTerminator();
    yield->insertOperands(yield->getNumOperands(), last);
    loop->replaceAllUsesWith(wider->getResults().drop_back());
    rewriter.eraseOp(loop);
    return wider->getResults().back();
  }

  Value ref;
  tile::RefType type;
  bool isScalar = false;
  IRRewriter rewriter;
};
} // namespace

/// Where the block's place is the same from beginning to end: the body of the innermost loop along an axis that its index map uses.
static Block *findScope(tile::KernelOp kernel, tile::BlockAttr block, SymbolTable &symbols) {
  auto map = block.getIndexMap() ? symbols.lookup<func::FuncOp>(block.getIndexMap().getValue()) : func::FuncOp();
  Block *scope = &kernel.getBody().front();
  auto axes = kernel->getAttrOfType<DenseI64ArrayAttr>(loopAxesName);
  if (!map || !axes)
    return scope;
  for (int64_t axis : axes.asArrayRef())
    if (axis < map.getNumArguments() && !map.getArgument(axis).use_empty())
      scope = findGridLoop(kernel, axis).getBody();
  return scope;
}

static bool isRagged(tile::BlockAttr block) {
  for (auto [axis, extent] : llvm::enumerate(block.getShape()))
    if (block.isElementAxis(axis) || block.getArray().getDimSize(axis) % extent != 0)
      return true;
  return false;
}

static void promoteScratch(tile::KernelOp kernel, BlockArgument argument, BlockPromoter &promoter) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ArrayBuilder arrays(builder, argument.getLoc());
  Type type = promoter.getValueType();
  Value first = arrays.splat(ArrayBuilder::getUninitialized(tile::getElementType(type)), tile::getShape(type));
  promoter.promoteIn(kernel.getBody().front(), first);
}

static void promoteOutput(BlockArgument argument, Block &scope, BlockPromoter &promoter) {
  OpBuilder builder = OpBuilder::atBlockBegin(&scope);
  auto ref = cast<tile::RefType>(argument.getType());
  Location loc = argument.getLoc();
  // A scalar drops all axes.
  SmallVector<int64_t> zeros(ref.getRank(), 0), dropped;
  Type type = promoter.getValueType();
  for (int64_t axis = 0; !isa<RankedTensorType>(type) && axis < ref.getRank(); ++axis)
    dropped.push_back(axis);
  auto array = [&](ArrayRef<int64_t> values) { return builder.getDenseI64ArrayAttr(values); };
  bool isWritten = promoter.isWritten();
  auto load = tile::LoadOp::create(builder, loc, type, argument, ValueRange(), Value(), Value(), array(zeros), array(ref.getShape()), array({}), array(dropped));
  Value last = promoter.promoteIn(scope, load, load);
  if (!isWritten)
    return;
  builder.setInsertionPoint(scope.getTerminator());
  tile::StoreOp::create(builder, loc, last, argument, ValueRange(), Value(), array(zeros), array(ref.getShape()), array({}), array(dropped));
}

/// Whether a program may read back what it stored past the array's end, by accesses that stay, so that an element
/// inside depends on it.
static bool readsOverhang(tile::KernelOp kernel, unsigned index, BlockPromoter &promoter) {
  tile::BlockAttr block = kernel.getBlock(index);
  if (!block || !isRagged(block))
    return false;
  bool isStored = false, isGathered = false;
  for (Operation *user : kernel.getArgument(index).getUsers()) {
    bool isUpdate = isa<tile::AtomicRmwOp, tile::AtomicCasOp>(user);
    isStored |= isUpdate || isa<tile::StoreOp, tile::ScatterOp>(user);
    isGathered |= isa<tile::GatherOp>(user) || (isUpdate && !user->use_empty());
  }
  return isStored && (isGathered || !promoter.isElementwise() || !promoter.hasOneSlice());
}

std::optional<unsigned> schedule::promoteBlocks(tile::KernelOp kernel, SymbolTable &symbols) {
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
    tile::Access access = kernel.getAccess(index);
    BlockArgument argument = kernel.getArgument(index);
    if (!isa<tile::RefType>(argument.getType()) || access == tile::Access::read)
      continue;
    BlockPromoter promoter(kernel, argument);
    if (!promoter.canPromote()) {
      if (access != tile::Access::scratch && readsOverhang(kernel, index, promoter))
        return index;
      continue;
    }
    if (access == tile::Access::scratch) {
      promoteScratch(kernel, argument, promoter);
      continue;
    }
    tile::BlockAttr block = kernel.getBlock(index);
    if (!block)
      continue;
    promoteOutput(argument, *findScope(kernel, block, symbols), promoter);
  }
  return std::nullopt;
}
