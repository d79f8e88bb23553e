// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/split/Accesses.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;

Value schedule::getAccessedRef(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>([](auto access) { return access.getRef(); })
      .Default([](Operation *) { return Value(); });
}

bool schedule::isWriteAccess(Operation *op) { return isa<tile::StoreOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op); }

Value schedule::getStoredValue(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile::StoreOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>([](auto access) { return access.getValue(); })
      .Default([](Operation *) { return Value(); });
}

SmallVector<Value> schedule::getBases(Value ref) {
  if (auto select = ref.getDefiningOp<tile::SelectRefOp>())
    return llvm::to_vector(select.getRefs());
  return {ref};
}

bool schedule::mayMeet(Operation *access, Operation *other) {
  Value left = getAccessedRef(access), right = getAccessedRef(other);
  if (!left || !right)
    return false;
  SmallVector<Value> bases = getBases(left);
  return llvm::any_of(getBases(right), [&](Value base) { return llvm::is_contained(bases, base); });
}

bool schedule::isPrivate(Value ref) { return ref.getDefiningOp<tilegpu::AllocSharedOp>() || ref.getDefiningOp<tilegpu::AllocWorkspaceOp>(); }

bool schedule::isSamePlace(Operation *a, Operation *b) {
  using Indices = std::optional<SmallVector<Value>>;
  auto indexed = [](Operation *op) {
    return llvm::TypeSwitch<Operation *, Indices>(op)
        .Case<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>([](auto access) -> Indices { return llvm::to_vector(access.getIndices()); })
        .Default([](Operation *) { return Indices(); });
  };
  if (auto left = indexed(a), right = indexed(b); left || right)
    return left == right;
  auto box = [](Operation *op) {
    SmallVector<Attribute> attributes;
    SmallVector<OpFoldResult> offsets;
    auto describe = [&](auto access) {
      attributes = {access.getSizesAttr(), access.getStridesAttr(), access.getDroppedAttr()};
      for (size_t axis = 0; axis < access.getSizes().size(); ++axis) {
        OpFoldResult offset = access.getOffset(axis);
        if (auto constant = isa<Value>(offset) ? cast<Value>(offset).getDefiningOp<arith::ConstantOp>() : arith::ConstantOp())
          offset = IntegerAttr::get(IntegerType::get(constant.getContext(), 64), cast<IntegerAttr>(constant.getValue()).getInt());
        offsets.push_back(offset);
      }
    };
    if (auto load = dyn_cast<tile::LoadOp>(op))
      describe(load);
    else
      describe(cast<tile::StoreOp>(op));
    return std::pair(attributes, offsets);
  };
  return box(a) == box(b);
}

bool schedule::isWrittenBetween(Operation *read, Operation *place, ArrayRef<Operation *> except) {
  auto writes = [&](Operation *op) {
    return op->walk([&](Operation *inner) {
               bool isHit = isWriteAccess(inner) && !llvm::is_contained(except, inner) && mayMeet(read, inner);
               return isHit ? WalkResult::interrupt() : WalkResult::advance();
             })
        .wasInterrupted();
  };
  // The innermost block that holds both.
  Operation *from = read, *to = place;
  while (true) {
    Operation *inner = from->getBlock()->findAncestorOpInBlock(*to);
    if (inner) {
      to = inner;
      break;
    }
    from = from->getParentOp();
  }
  for (Operation *op = from->getNextNode(); op && op != to; op = op->getNextNode())
    if (writes(op))
      return true;
  if (to == place)
    return false;
  // Deeper inside a loop or branch: whatever it writes, the roots too, may come before another pass.
  return to->walk([&](Operation *inner) { return isWriteAccess(inner) && mayMeet(read, inner) ? WalkResult::interrupt() : WalkResult::advance(); }).wasInterrupted();
}
