// SPDX-License-Identifier: Apache-2.0
// How much each operation passes through shared memory: what codegen lays out there, counted once for the passes that make room.
#include "compiler/tilegpu/ir/Scratch.h"
#include "compiler/layout/ConversionPlan.h"
#include "compiler/tilegpu/ir/AxisSteps.h"
#include "compiler/layout/LayoutFacts.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

static int64_t getBytes(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

/// Each warp's part of each element of the result. Where every warp has all that it combines, shuffles do it, and there is only what it takes to
/// bring the result to its layout.
static int64_t getReduceBytes(ReduceOp op) {
  layout::LinearLayout layout = getLayout(op.getInput().getType());
  bool isAcrossWarps = llvm::any_of(layout.bases(layout::warpDim), [&](const layout::Basis &basis) {
    return llvm::any_of(op.getAxes(), [&](int64_t axis) { return basis[axis] != 0; });
  });
  // Sums of narrow floats pass as f32.
  Type element = getElementType(op.getType());
  bool widens = isa<Float16Type, BFloat16Type>(element) && (op.getKind() == ReductionKind::add || op.getKind() == ReductionKind::mul);
  int64_t elements = 1, bytes = widens ? 4 : getBytes(element);
  for (int64_t extent : tilegpu::getShape(op.getType()))
    elements *= extent;
  if (isAcrossWarps)
    return layout.inputSize(layout::warpDim) * elements * bytes;
  if (!isa<RankedTensorType>(op.getType()))
    return 0;
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < static_cast<int64_t>(layout.rank()); ++axis)
    if (!llvm::is_contained(op.getAxes(), axis))
      kept.push_back(axis);
  return layout::planConversion(layout.projected(kept), getLayout(op.getType()), bytes).bytes;
}

/// The old elements, where several warps hold them and one fetched them. A scalar has a word of its own.
static int64_t getUpdateBytes(Operation *op) {
  Type type = op->getResult(0).getType();
  if (op->use_empty() || !isa<RankedTensorType>(type) || !layout::getCopies(getLayout(type)).warps)
    return 0;
  int64_t bytes = getBytes(getElementType(type));
  for (int64_t extent : tilegpu::getShape(type))
    bytes *= extent;
  return bytes;
}

int64_t tessera::tilegpu::getScratchBytes(Operation *op) {
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([](ConvertLayoutOp convert) { return convert.getScratchBytes(); })
      .Case([](ReduceOp reduce) { return getReduceBytes(reduce); })
      .Case<ReduceByOp, ScanOp>([](Operation *combination) { return getWarpExchange(combination).bytes; })
      .Case<AtomicRmwOp, AtomicCasOp>([](Operation *update) { return getUpdateBytes(update); })
      .Default([](Operation *) { return 0; });
}
