// SPDX-License-Identifier: Apache-2.0
// Copies in without a barrier: each thread asks for its 16 bytes at a time (cp.async), one group a copy. What lies outside of the array is not read: the
// instruction is told how many of its bytes are there and writes zeros for the rest.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/layout/WarpgroupLayouts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

LogicalResult TeamCode::copyByThreads(tilegpu::CopyInOp op) {
  View array = getView(op.getSource()), buffer = getView(op.getTarget());
  ArrayRef<int64_t> shape = tilegpu::getRefShape(op.getSource().getType());
  int64_t vector = 16 / array.elementBytes, last = array.rank() - 1;
  bool hasRows = !shape.empty() && array.axes.back() == last && buffer.axes.back() == buffer.rank() - 1 && shape.back() % vector == 0;
  if (!hasRows || !llvm::all_of(shape, [](int64_t extent) { return llvm::isPowerOf2_64(static_cast<uint64_t>(extent)); }))
    return d.fail(op, "without a barrier, of other than rows of 16 bytes and extents that are powers of two, has no code");
  if (array.shape[last] * array.elementBytes % 16 != 0 || getKnownDivisor(array.offsets[last]) < vector)
    return d.fail(op, "without a barrier, of rows that do not begin at multiples of 16 bytes, has no code");
  LinearLayout layout = layout::makeStrided(shape, vector);
  int32_t copies = layout::getCopies(layout).registers;
  SmallVector<int32_t> starts;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); reg += static_cast<int32_t>(vector))
    if (!(reg & copies))
      starts.push_back(reg);
  Placement from{layout, {}, {}}, to{layout, {}, {}};
  for (size_t own = 0; own < shape.size(); ++own) {
    from.axes.push_back(array.axes[own]);
    to.axes.push_back(buffer.axes[own]);
    from.steps.push_back(1);
    to.steps.push_back(1);
  }
  auto asTensor = RankedTensorType::get(shape, array.element, tilegpu::LinearAttr::get(builder.getContext(), layout));
  Value writer = d.getWriterPredicate(asTensor);
  if (op.getPredicate()) {
    Value wanted = d.getScalar(op.getPredicate());
    writer = writer ? Value(arith::AndIOp::create(builder, loc(), writer, wanted)) : wanted;
  }
  if (!writer)
    writer = d.constant(builder.getI1Type(), 1);
  auto sources = getPlaces(array, from, starts), targets = getPlaces(buffer, to, starts);
  for (auto [start, source, target] : llvm::zip(starts, sources, targets)) {
    layout::Basis at = layout.apply(start);
    Value bytes = constant(16);
    for (auto [own, axis] : llvm::enumerate(array.axes)) {
      if (op.getOob() == tilegpu::Oob::in_bounds)
        break;
      Value coordinate = add(array.offsets[axis], d.addCoordinate(layout, own, d.getThreadCoordinate(layout, own), at[own]));
      // Rows are multiples of 16 bytes, so a group is inside or outside as a whole.
      Value isInside = arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::ult, coordinate, constant(array.shape[axis]));
      bytes = arith::SelectOp::create(builder, loc(), isInside, bytes, constant(0));
    }
    emit({}, "@$0 cp.async.cg.shared.global [$1+" + std::to_string(target.bytes) + "], [$2], 16, $3;", "b,r,l,r",
         {writer, target.address, toPointer(array, source), bytes});
  }
  emit({}, "cp.async.commit_group;", "", {});
  return success();
}

/// Each thread waits for its own, then all of a warpgroup meet; a block has a barrier of its own for that.
void TeamCode::visitWaitCopiesIn(tilegpu::WaitCopiesInOp op) {
  emit({}, "cp.async.wait_group " + std::to_string(op.getPending()) + ";", "", {});
  if (!isBlock)
    syncTeam();
}
