// SPDX-License-Identifier: Apache-2.0
// The width of an access is what divides every part of its address: where the array or buffer begins, each offset of
// each view on the way times the elements from one index to the next, and 16 bytes. A swizzle keeps 16-byte chunks
// whole, so it costs nothing. Where that is one element of 16 bits of an array, but neighbours lie side by side, pairs
// are moved wherever they begin (UnalignedAccess.h).
#include "compiler/schedule/warpgroups/AccessWidths.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/LoopBoxes.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
class WidthFinder {
public:
  explicit WidthFinder(tile::KernelOp kernel) : kernel(kernel), info(kernel) {}

  template <typename OpT> int64_t find(OpT op, Type array) {
    canPair = false;
    ArrayRef<int64_t> shape = tile::getShape(array);
    View view = traceView(op.getRef());
    Type root = view.root.getType();
    int64_t last = static_cast<int64_t>(tilegpu::getRefShape(root).size()) - 1, bytes = getElementBytes(tilegpu::getRefElementType(root));
    SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(op.getSizes().size()), op.getDropped());
    if (shape.empty() || view.axes[kept.back()] != last || op.getStride(kept.back()) != 1)
      return 1;
    canPair = isPaired(root, shape);
    int64_t divisor = std::min<int64_t>(getRootDivisor(view.root) / bytes, shape.back());
    for (size_t axis = 0; axis < op.getSizes().size(); ++axis) {
      int64_t pitch = getPitch(view.root, view.axes[axis]);
      divisor = std::min(divisor, multiply(getOffsetDivisor(op.getOffset(axis), info), pitch));
      if (static_cast<int64_t>(axis) != kept.back() && op.getSizes()[axis] > 1)
        divisor = std::min(divisor, multiply(getPowerOfTwoDivisor(op.getStride(axis)), pitch));
    }
    for (Operation *step : view.steps)
      if (auto subview = dyn_cast<tilegpu::SubviewOp>(step)) {
        View from = traceView(subview.getRef());
        for (size_t axis = 0; axis < subview.getSizes().size(); ++axis)
          divisor = std::min(divisor, multiply(getOffsetDivisor(subview.getOffset(axis), info), getPitch(view.root, from.axes[axis])));
      }
    if (op.getMask() && isa<RankedTensorType>(op.getMask().getType()))
      divisor = std::min(divisor, info.get(op.getMask()).constancy.back());
    return std::clamp<int64_t>(divisor, 1, std::max<int64_t>(1, tilegpu::maxAccessBytes / bytes));
  }

  /// Computed indices: along the array's last axis that of the Ref's last axis counts up, the others stay the same.
  template <typename OpT> int64_t findIndexed(OpT op, Type array) {
    canPair = false;
    View view = traceView(op.getRef());
    Type root = view.root.getType();
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(root)), along = tile::getShape(array).size() - 1;
    if (along < 0 || !view.steps.empty())
      return 1;
    const AxisInfo &last = info.get(op.getIndices().back());
    canPair = isPaired(root, tile::getShape(array)) && last.contiguity[along] >= tilegpu::unalignedElements;
    int64_t vector = std::min(getRootDivisor(view.root) / bytes, last.contiguity[along]);
    vector = std::min(vector, last.getDivisibility(along, vector));
    for (auto [axis, index] : llvm::enumerate(op.getIndices().drop_back())) {
      const AxisInfo &own = info.get(index);
      int64_t steps = multiply(own.getDivisibility(along, 1), getPitch(view.root, static_cast<int64_t>(axis)));
      vector = std::min({vector, own.constancy[along], steps});
      canPair &= own.constancy[along] >= tilegpu::unalignedElements;
    }
    if (op.getMask() && isa<RankedTensorType>(op.getMask().getType()))
      vector = std::min(vector, info.get(op.getMask()).constancy[along]);
    return std::clamp<int64_t>(vector, 1, std::max<int64_t>(1, tilegpu::maxAccessBytes / bytes));
  }

  /// Whether the last access may move pairs of neighbours wherever they begin.
  bool canPair = false;

private:
  static bool isPaired(Type ref, ArrayRef<int64_t> shape) {
    return !tilegpu::isSharedRef(ref) &&
           tilegpu::getRefElementType(ref).getIntOrFloatBitWidth() == tilegpu::unalignedBits &&
           shape.back() % tilegpu::unalignedElements == 0;
  }
  static int64_t multiply(int64_t a, int64_t b) { return std::min<int64_t>(a, 1 << 20) * std::min<int64_t>(b, 1 << 20); }

  /// Bytes that the address of the root's first element is a multiple of.
  int64_t getRootDivisor(Value root) {
    if (auto argument = dyn_cast<BlockArgument>(root))
      return getPowerOfTwoDivisor(getAlignment(kernel, argument.getArgNumber()));
    auto reinterpret = root.getDefiningOp<tilegpu::ReinterpretOp>();
    return reinterpret ? std::min<int64_t>(tilegpu::maxAccessBytes, getPowerOfTwoDivisor(reinterpret.getByteOffset())) : tilegpu::maxAccessBytes;
  }

  /// Power of two that divides the elements from one index of `axis` to the next.
  static int64_t getPitch(Value root, int64_t axis) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(root.getType());
    if (axis + 1 == static_cast<int64_t>(shape.size()))
      return 1;
    if (int64_t swizzle = tilegpu::isSharedRef(root.getType()) ? getSwizzle(root) : 0)
      return swizzle / getElementBytes(tilegpu::getRefElementType(root.getType()));
    int64_t pitch = 1;
    for (int64_t extent : shape.drop_front(axis + 1))
      pitch = multiply(pitch, getPowerOfTwoDivisor(extent));
    return pitch;
  }

  tile::KernelOp kernel;
  AxisInfoAnalysis info;
};
} // namespace

void tessera::schedule::findAccessWidths(tile::KernelOp kernel) {
  WidthFinder finder(kernel);
  Builder builder(kernel.getContext());
  auto decide = [&](Operation *op, int64_t vector, Value other) {
    bool isPair = vector == 1 && finder.canPair && !op->hasAttr(asyncName) && isZero(other);
    if (isPair)
      op->setAttr(tilegpu::unalignedName, builder.getUnitAttr());
    op->setAttr(vectorName, builder.getI64IntegerAttr(isPair ? tilegpu::unalignedElements : vector));
  };
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      decide(op, finder.find(load, load.getType()), load.getOther());
    else if (auto store = dyn_cast<tile::StoreOp>(op))
      decide(op, finder.find(store, store.getValue().getType()), Value());
    else if (auto gather = dyn_cast<tile::GatherOp>(op))
      decide(op, finder.findIndexed(gather, gather.getType()), gather.getOther());
    else if (auto scatter = dyn_cast<tile::ScatterOp>(op))
      decide(op, finder.findIndexed(scatter, scatter.getValue().getType()), Value());
  });
}
