// SPDX-License-Identifier: Apache-2.0
// A product does not ask in which order its depth is added up, so that what is joined along it need not be:
//
//     %k = concatenate %low, %high axis 1
//     %s = dot %q, transpose(%k)     =>     %s = dot %q[:, 32:], transpose(%high) acc (dot %q[:, :32], transpose(%low))
//
// Rotary embeddings are such: halves of a row are turned by each other and joined. Of parts only elementwise arithmetic
// is left, which the warpgroups that copy and compute operands take (LoopConverter.cpp); what is joined would have to
// change places between threads. Parts lie one behind the other (halves, quarters) or take turns (even and odd).
#include "compiler/schedule/arrays/JoinedDepths.h"
#include "compiler/schedule/arrays/ArrayViews.h"
#include "compiler/schedule/UnusedOperations.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t mostParts = 8, fewestBytes = 32; // of a part: what the tensor core multiplies at a time

/// Whether `value` was joined of parts, within what views are followed through.
static bool isJoined(Value value) { return isComputedBy<tile::ConcatenateOp>(value); }

namespace {
struct Parts {
  int64_t count = 1;
  bool takeTurns = false;
};
} // namespace

/// Part `index` of what `operand` has along `axis`.
static ArrayView getPart(Value operand, int64_t axis, const Parts &parts, int64_t index) {
  ArrayView view = ArrayView::all(tile::getShape(operand.getType()));
  int64_t extent = view.shape[axis] / parts.count;
  view.shape[axis] = extent;
  view.axes[axis].constant = parts.takeTurns ? index : index * extent;
  view.axes[axis].factors[axis] = parts.takeTurns ? parts.count : 1;
  return view;
}

/// False, and nothing written, where an operand is not to be had by these parts.
static bool split(tile::DotOp dot, const Parts &parts) {
  struct Written : OpBuilder::Listener {
    SmallVector<Operation *> ops;
    void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { ops.push_back(op); }
  } written;
  OpBuilder builder(dot->getContext(), &written);
  ViewWriter writer(builder);
  SmallVector<std::pair<Value, Value>> operands;
  for (int64_t index = 0; index < parts.count; ++index) {
    Value a = writer.write(dot.getLhs(), getPart(dot.getLhs(), 1, parts, index)),
          b = a ? writer.write(dot.getRhs(), getPart(dot.getRhs(), 0, parts, index)) : Value();
    if (!b || isJoined(a) || isJoined(b)) {
      for (Operation *op : llvm::reverse(written.ops))
        op->erase();
      return false;
    }
    operands.emplace_back(a, b);
  }
  builder.setInsertionPoint(dot);
  Value sum = dot.getAcc();
  for (auto [a, b] : operands)
    sum =
        tile::DotOp::create(builder, dot.getLoc(), dot.getType(), a, b, sum, dot.getPrecision(), dot.getFromUnsigned());
  dot.getResult().replaceAllUsesWith(sum);
  SmallVector<Operation *> unused = {dot.getLhs().getDefiningOp(), dot.getRhs().getDefiningOp()};
  dot.erase();
  eraseUnused(unused);
  return true;
}

void tessera::schedule::splitJoinedDepths(tile::KernelOp kernel) {
  SmallVector<tile::DotOp> dots;
  kernel.walk([&](tile::DotOp dot) { dots.push_back(dot); });
  for (tile::DotOp dot : dots) {
    ArrayRef<int64_t> left = tile::getShape(dot.getLhs().getType());
    // Sums of 16 bits would be rounded between parts.
    if (left.size() != 2 || tile::getElementType(dot.getType()).getIntOrFloatBitWidth() < 32 ||
        (!isJoined(dot.getLhs()) && !isJoined(dot.getRhs())))
      continue;
    int64_t depth = left[1], bits = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth();
    auto trySplit = [&] {
      for (int64_t count = 2; count <= mostParts; ++count)
        if (depth % count == 0 && depth / count * bits >= fewestBytes * 8)
          for (bool takeTurns : {false, true})
            if (split(dot, {count, takeTurns}))
              return;
    };
    trySplit();
  }
}
