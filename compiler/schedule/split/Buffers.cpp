// SPDX-License-Identifier: Apache-2.0
// A carried array lives in its buffer: stored before the loop, loaded at the beginning of the body, stored at its end, loaded behind the loop. Where the body
// needs elements of the old array while tiles of the new one are stored, `SplitBlocks` copies the old one first, as for any array.
#include "compiler/schedule/split/Buffers.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static Value makeBuffer(tile::KernelOp kernel, Type type, Location loc) {
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointToStart(&kernel.getBody().front());
  auto ref = tile::RefType::get(kernel.getContext(), tile::getShape(type), tile::getElementType(type), tile::MemorySpace::gmem);
  return tilegpu::AllocWorkspaceOp::create(builder, loc, ref, builder.getStringAttr(""), IntegerAttr());
}

static DenseI64ArrayAttr getZeros(OpBuilder &builder, Type type) { return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(tile::getShape(type).size(), 0)); }

static Value loadWhole(OpBuilder &builder, Location loc, Value buffer, Type type) {
  DenseI64ArrayAttr none = builder.getDenseI64ArrayAttr({});
  return tile::LoadOp::create(builder, loc, type, buffer, ValueRange(), Value(), Value(), getZeros(builder, type), builder.getDenseI64ArrayAttr(tile::getShape(type)),
                              none, none);
}

static Operation *storeWhole(OpBuilder &builder, Location loc, Value value, Value buffer) {
  DenseI64ArrayAttr none = builder.getDenseI64ArrayAttr({});
  return tile::StoreOp::create(builder, loc, value, buffer, ValueRange(), Value(), getZeros(builder, value.getType()),
                               builder.getDenseI64ArrayAttr(tile::getShape(value.getType())), none, none);
}

void schedule::materialize(tile::KernelOp kernel, Value value) {
  Location loc = value.getLoc();
  Value buffer = makeBuffer(kernel, value.getType(), loc);
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(value);
  Operation *store = storeWhole(builder, loc, value, buffer);
  value.replaceAllUsesExcept(loadWhole(builder, loc, buffer, value.getType()), store);
}

//===-- loops and branches ------------------------------------------------------------------------------------===//

/// The operation again, without the operands and results at `gone`; its regions move over.
static void dropResults(scf::ForOp op, ArrayRef<unsigned> gone) {
  OpBuilder builder(op);
  SmallVector<Value> inits;
  for (auto [index, init] : llvm::enumerate(op.getInitArgs()))
    if (!llvm::is_contained(gone, index))
      inits.push_back(init);
  auto loop = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(), op.getUpperBound(), op.getStep(), inits);
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Block *body = op.getBody();
  for (unsigned index : llvm::reverse(gone)) {
    body->getTerminator()->eraseOperand(index);
    body->eraseArgument(index + op.getNumInductionVars());
  }
  loop.getRegion().takeBody(op.getRegion());
  unsigned next = 0;
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    if (!llvm::is_contained(gone, index))
      result.replaceAllUsesWith(loop.getResult(next++));
  op.erase();
}

static void carryByBuffers(tile::KernelOp kernel, scf::ForOp op, const LargeValues &large) {
  SmallVector<unsigned> gone;
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    if (!large.isLarge(type))
      continue;
    gone.push_back(index);
    Value buffer = makeBuffer(kernel, type, op.getLoc()), argument = op.getRegionIterArg(index);
    OpBuilder builder(op);
    storeWhole(builder, op.getLoc(), op.getInitArgs()[index], buffer);
    builder.setInsertionPointToStart(op.getBody());
    argument.replaceAllUsesWith(loadWhole(builder, op.getLoc(), buffer, type));
    builder.setInsertionPoint(op.getBody()->getTerminator());
    storeWhole(builder, op.getLoc(), op.getYieldedValues()[index], buffer);
    builder.setInsertionPointAfter(op);
    op.getResult(index).replaceAllUsesWith(loadWhole(builder, op.getLoc(), buffer, type));
  }
  if (!gone.empty())
    dropResults(op, gone);
}

static void carryByBuffers(tile::KernelOp kernel, scf::IfOp op, const LargeValues &large) {
  SmallVector<unsigned> gone;
  SmallVector<Type> types;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (!large.isLarge(result.getType())) {
      types.push_back(result.getType());
      continue;
    }
    gone.push_back(index);
    Value buffer = makeBuffer(kernel, result.getType(), op.getLoc());
    OpBuilder builder(op);
    for (Block *block : {op.thenBlock(), op.elseBlock()}) {
      builder.setInsertionPoint(block->getTerminator());
      storeWhole(builder, op.getLoc(), block->getTerminator()->getOperand(index), buffer);
    }
    builder.setInsertionPointAfter(op);
    result.replaceAllUsesWith(loadWhole(builder, op.getLoc(), buffer, result.getType()));
  }
  if (gone.empty())
    return;
  OpBuilder builder(op);
  auto branch = scf::IfOp::create(builder, op.getLoc(), types, op.getCondition(), /*addThenBlock=*/false, /*addElseBlock=*/false);
  for (unsigned index : llvm::reverse(gone))
    for (Block *block : {op.thenBlock(), op.elseBlock()})
      block->getTerminator()->eraseOperand(index);
  branch.getThenRegion().takeBody(op.getThenRegion());
  branch.getElseRegion().takeBody(op.getElseRegion());
  unsigned next = 0;
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    if (!llvm::is_contained(gone, index))
      result.replaceAllUsesWith(branch.getResult(next++));
  op.erase();
}

/// What goes in, what the condition hands on and what the body yields may all be different arrays.
static void carryByBuffers(tile::KernelOp kernel, scf::WhileOp op, const LargeValues &large) {
  SmallVector<unsigned> goneInits, goneResults;
  SmallVector<Value> inits;
  SmallVector<Type> types;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  for (auto [index, init] : llvm::enumerate(op.getInits())) {
    if (!large.isLarge(init.getType())) {
      inits.push_back(init);
      continue;
    }
    goneInits.push_back(index);
    Value buffer = makeBuffer(kernel, init.getType(), loc);
    builder.setInsertionPoint(op);
    storeWhole(builder, loc, init, buffer);
    builder.setInsertionPointToStart(op.getBeforeBody());
    op.getBeforeArguments()[index].replaceAllUsesWith(loadWhole(builder, loc, buffer, init.getType()));
    builder.setInsertionPoint(op.getYieldOp());
    storeWhole(builder, loc, op.getYieldOp()->getOperand(index), buffer);
  }
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (!large.isLarge(result.getType())) {
      types.push_back(result.getType());
      continue;
    }
    goneResults.push_back(index);
    Value buffer = makeBuffer(kernel, result.getType(), loc);
    builder.setInsertionPoint(op.getConditionOp());
    storeWhole(builder, loc, op.getConditionOp().getArgs()[index], buffer);
    builder.setInsertionPointToStart(op.getAfterBody());
    op.getAfterArguments()[index].replaceAllUsesWith(loadWhole(builder, loc, buffer, result.getType()));
    builder.setInsertionPointAfter(op);
    result.replaceAllUsesWith(loadWhole(builder, loc, buffer, result.getType()));
  }
  if (goneInits.empty() && goneResults.empty())
    return;
  for (unsigned index : llvm::reverse(goneInits)) {
    op.getYieldOp()->eraseOperand(index);
    op.getBeforeBody()->eraseArgument(index);
  }
  for (unsigned index : llvm::reverse(goneResults)) {
    op.getConditionOp()->eraseOperand(index + 1);
    op.getAfterBody()->eraseArgument(index);
  }
  builder.setInsertionPoint(op);
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  loop.getBefore().takeBody(op.getBefore());
  loop.getAfter().takeBody(op.getAfter());
  unsigned next = 0;
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    if (!llvm::is_contained(goneResults, index))
      result.replaceAllUsesWith(loop.getResult(next++));
  op.erase();
}

void schedule::materializeCarried(tile::KernelOp kernel, Operation *op, const LargeValues &large) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    carryByBuffers(kernel, loop, large);
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    carryByBuffers(kernel, branch, large);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    carryByBuffers(kernel, loop, large);
}

void schedule::materializeCarried(tile::KernelOp kernel, const LargeValues &large) {
  SmallVector<Operation *> carriers;
  kernel.walk([&](Operation *op) {
    bool carries = llvm::any_of(op->getResultTypes(), [&](Type type) { return large.isLarge(type); });
    if (isa<scf::WhileOp>(op) || (isa<scf::ForOp, scf::IfOp>(op) && hasWrites(op)))
      if (carries || isa<scf::WhileOp>(op))
        carriers.push_back(op);
  });
  for (Operation *op : carriers)
    materializeCarried(kernel, op, large);
}

void schedule::moveLargeBuffers(tile::KernelOp kernel, int64_t sharedBytes) {
  SmallVector<tilegpu::AllocSharedOp> buffers;
  int64_t total = 0;
  auto getBytes = [](tilegpu::AllocSharedOp op) {
    auto type = cast<tile::RefType>(op.getResult().getType());
    return ShapedType::getNumElements(type.getShape()) * static_cast<int64_t>(llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8u));
  };
  kernel.walk([&](tilegpu::AllocSharedOp op) {
    if (!isa<tile::RefType>(op.getResult().getType()))
      return;
    buffers.push_back(op);
    total += getBytes(op);
  });
  llvm::sort(buffers, [&](auto a, auto b) { return getBytes(a) > getBytes(b); });
  for (tilegpu::AllocSharedOp op : buffers) {
    if (total <= sharedBytes)
      return;
    total -= getBytes(op);
    OpBuilder builder(op);
    auto type = cast<tile::RefType>(op.getResult().getType());
    auto ref = tile::RefType::get(op.getContext(), type.getShape(), type.getElementType(), tile::MemorySpace::gmem);
    Value buffer = tilegpu::AllocWorkspaceOp::create(builder, op.getLoc(), ref, op.getNameAttr(), IntegerAttr());
    for (Operation *user : llvm::make_early_inc_range(op.getResult().getUsers()))
      if (isa<tilegpu::FreeOp>(user))
        user->erase();
    op.getResult().replaceAllUsesWith(buffer);
    op.erase();
  }
}
