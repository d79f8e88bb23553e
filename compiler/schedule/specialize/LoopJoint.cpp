// SPDX-License-Identifier: Apache-2.0
// Products along rows: where the depth is what consumers share out, each has a part of every element of the sum. As
// attention's backward pass in one kernel has it, whose programs own keys and add to all queries:
//
//     ds = f(k . q, ..)                             rows are keys, and each consumer's own
//     atomic add dq, (ds turned) . k * scale        a product along keys
//
// Nobody has the whole sum, and nobody needs it where parts may be added to memory one by one: all that becomes of it
// are atomic additions, behind operations that are the same of a sum as of its parts (factors, signs). So each
// consumer writes its own rows of ds to shared memory, from where wgmma reads them the other way round, multiplies them
// by its own rows of k, and adds what comes out, through shared memory where that holds it. Rejected: one consumer that
// waits for the rows of all, who would wait for it before they write the next ones.
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

Value schedule::getJointRows(tile::DotOp dot) {
  auto transpose = dot.getLhs().getDefiningOp<tile::TransposeOp>();
  bool isTurned = transpose && transpose.getPermutation() == ArrayRef<int64_t>({1, 0});
  return isTurned ? transpose.getInput() : Value();
}

/// Whether `op` of parts of `value`, added up, is `op` of their sum.
static bool isLinearIn(Operation *op, Value value) {
  if (isa<arith::NegFOp>(op))
    return true;
  return isa<arith::MulFOp>(op) && (op->getOperand(0) == value) != (op->getOperand(1) == value);
}

/// The atomic addition that is all that becomes of `dot`, else null.
static Operation *findAddition(tile::DotOp dot) {
  Value value = dot.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (auto atomic = dyn_cast<tile::AtomicRmwOp>(user)) {
      bool isAdded = atomic.getKind() == tile::Atomic::add && atomic.getValue() == value && atomic->use_empty() &&
                     isa<FloatType>(tile::getElementType(value.getType()));
      return isAdded && atomic->getBlock() == dot->getBlock() ? user : nullptr;
    }
    if (!isLinearIn(user, value) || user->getBlock() != dot->getBlock())
      return nullptr;
    value = user->getResult(0);
  }
  return nullptr;
}

/// All but where rows are.
static Operation *findJoint(tile::DotOp dot) {
  Value rows = getJointRows(dot), beginning = dot.getAcc();
  OperandSource right = traceOperand(dot.getRhs());
  bool areWide = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth() == 16;
  if (!rows || traceOperand(rows).load || !right.load || !areWide || (beginning && !isZero(beginning)))
    return nullptr;
  return findAddition(dot);
}

RowAxes schedule::findJointProducts(LoopPlan &plan) {
  plan.kernel.walk([&](tile::DotOp dot) {
    if (Operation *addition = findJoint(dot))
      plan.joint[dot] = addition;
  });
  RowAxes rowAxes = findRowAxes(plan.kernel, plan.joint);
  auto isOther = [&](const auto &entry) {
    auto [dot, addition] = entry;
    auto axis = rowAxes.find(getJointRows(cast<tile::DotOp>(dot)));
    bool areParts = axis != rowAxes.end() && axis->second == 0;
    return !areParts || getEffectAxis(addition, rowAxes) != wholeArray;
  };
  size_t count = plan.joint.size();
  plan.joint.remove_if(isOther);
  return plan.joint.size() == count ? rowAxes : findRowAxes(plan.kernel, plan.joint);
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void LoopEmitter::createJointBuffers() {
  for (const auto &[dot, addition] : plan.joint) {
    auto type = cast<RankedTensorType>(getJointRows(cast<tile::DotOp>(dot)).getType());
    jointBuffers[dot] = tilegpu::AllocSharedOp::create(builder, loc, getShared(type.getShape(), type.getElementType()),
                                                       builder.getStringAttr("turned"), IntegerAttr(), IntegerAttr());
  }
}

/// By parts: this consumer's rows of both operands.
void LoopEmitter::consumeJoint(tile::DotOp op) {
  Value rows = getJointRows(op), value = get(rows, 0), ref = jointBuffers[op];
  int64_t depth = tile::getShape(rows.getType())[0], columns = tile::getShape(rows.getType())[1],
          part = plan.getPart(depth);
  Type element = tile::getElementType(rows.getType());
  SmallVector<int64_t> places = {plan.consumers == 1 ? 0 : ShapedType::kDynamic, 0}, sizes = {part, columns};
  SmallVector<Value> offsets;
  if (plan.consumers > 1)
    offsets.push_back(getFirstRow(depth));
  tile::StoreOp::create(builder, loc, value, ref, offsets, Value(), builder.getDenseI64ArrayAttr(places),
                        builder.getDenseI64ArrayAttr(sizes), builder.getDenseI64ArrayAttr({}),
                        builder.getDenseI64ArrayAttr({}));
  tilegpu::CommitSharedOp::create(builder, loc);
  if (plan.consumers > 1)
    ref = tilegpu::SubviewOp::create(builder, loc, getShared(sizes, element), ref, offsets, places, sizes,
                                     ArrayRef<int64_t>());
  Value left = tilegpu::TransposeRefOp::create(builder, loc, getShared({columns, part}, element), ref,
                                               ArrayRef<int64_t>{1, 0}),
        right = getOperandRef(plan.trace(op.getRhs()), true, depth);
  auto type = cast<RankedTensorType>(op.getType());
  Value accumulator = allocateSum(type, Value());
  tilegpu::WgmmaOp::create(builder, loc, accumulator, left, right);
  parts[{op.getResult().getAsOpaquePointer(), wholeArray}] =
      tilegpu::ReadAccumulatorOp::create(builder, loc, type, accumulator, builder.getI64IntegerAttr(0));
  tilegpu::FreeOp::create(builder, loc, ValueRange{accumulator});
}

/// This consumer's part of the sum, added by the copy engine: from a buffer of its own, once that has been read.
void LoopEmitter::storeJoint(Operation *op, const StagedStore &store) {
  Value value = get(op->getOperand(0), wholeArray), buffer = storeBuffers[store.buffer];
  SmallVector<int64_t> sizes = {store.box.getRows(), store.box.getColumns()}, zeros = {0, 0};
  if (plan.storeBuffers[store.buffer].turns > 1)
    buffer = tilegpu::SubviewOp::create(builder, loc, getShared(sizes, store.box.getElementType()), buffer,
                                        ValueRange{warpgroup}, ArrayRef<int64_t>{ShapedType::kDynamic, 0, 0},
                                        ArrayRef<int64_t>{1, sizes[0], sizes[1]}, ArrayRef<int64_t>{0});
  tilegpu::WaitCopiesOutOp::create(builder, loc, static_cast<uint64_t>(0), true);
  tile::StoreOp::create(builder, loc, value, buffer, ValueRange(), Value(), builder.getDenseI64ArrayAttr(zeros),
                        builder.getDenseI64ArrayAttr(sizes), builder.getDenseI64ArrayAttr({}),
                        builder.getDenseI64ArrayAttr({}));
  tilegpu::CommitSharedOp::create(builder, loc);
  auto reduction = tilegpu::CopyReductionAttr::get(builder.getContext(), tilegpu::CopyReduction::add);
  tilegpu::CopyOutOp::create(builder, loc, buffer, makePart(store.box, Value(), sizes[0], 0, sizes[1]), Value(), reduction,
                             builder.getBoolAttr(true), IntegerAttr());
  hasCopiesOut = true;
}
