// SPDX-License-Identifier: Apache-2.0
// The width of each access: how many neighbours along the last axis one instruction may move. It is the smallest of how far
// the addresses count up, what the first of them is a multiple of, how long the mask stays the same, and 16 bytes.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/ScheduledKernels.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_ANALYZEACCESSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
class AccessAnalysis {
public:
  explicit AccessAnalysis(tile::KernelOp kernel) : kernel(kernel), info(kernel) {}

  /// A slice: its addresses count up along its last axis if that is the array's, in steps of 1.
  template <typename OpT> int64_t getSliceVector(OpT op, Type array) {
    auto shape = tile::getShape(array);
    tile::RefType ref = op.getRef().getType();
    SmallVector<int64_t> axes = getKeptAxes(ref.getRank(), op.getDropped());
    if (shape.empty() || axes.back() != ref.getRank() - 1 || op.getStride(axes.back()) != 1)
      return 1;
    int64_t divisor = getBaseDivisor(op.getRef());
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      int64_t pitch = getPitch(ref, axis);
      OpFoldResult offset = op.getOffset(axis);
      int64_t known = isa<Attribute>(offset) ? getPowerOfTwoDivisor(cast<IntegerAttr>(cast<Attribute>(offset)).getInt())
                                             : info.get(cast<Value>(offset)).getElementDivisibility();
      divisor = std::min(divisor, multiply(known, pitch));
      if (axis != axes.back() && op.getSizes()[axis] > 1)
        divisor = std::min(divisor, multiply(getPowerOfTwoDivisor(op.getStride(axis)), pitch));
    }
    return limit(std::min(divisor, shape.back()), op.getMask(), ref);
  }

  /// Computed indices: the last one counts up, the others stay the same.
  template <typename OpT> int64_t getIndexedVector(OpT op, Type array) {
    auto shape = tile::getShape(array);
    tile::RefType ref = op.getRef().getType();
    if (shape.empty() || ref.getRank() == 0)
      return 1;
    size_t last = shape.size() - 1;
    int64_t vector = std::min(getBaseDivisor(op.getRef()), info.get(op.getIndices().back()).contiguity[last]);
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      const AxisInfo &index = info.get(op.getIndices()[axis]);
      if (axis == ref.getRank() - 1) {
        vector = std::min(vector, index.getDivisibility(last, vector));
        continue;
      }
      vector = std::min({vector, index.constancy[last], multiply(index.getDivisibility(last, 1), getPitch(ref, axis))});
    }
    return limit(vector, op.getMask(), ref);
  }

private:
  static int64_t multiply(int64_t a, int64_t b) { return std::min<int64_t>(a, 1 << 20) * std::min<int64_t>(b, 1 << 20); }

  /// Elements that the array's address is a multiple of.
  int64_t getBaseDivisor(Value ref) {
    auto argument = cast<BlockArgument>(ref);
    int64_t bytes = getElementBytes(cast<tile::RefType>(ref.getType()));
    return std::max<int64_t>(1, getPowerOfTwoDivisor(getAlignment(kernel, argument.getArgNumber())) / bytes);
  }
  static int64_t getElementBytes(tile::RefType ref) { return (ref.getElementType().getIntOrFloatBitWidth() + 7) / 8; }
  /// Power of two dividing the elements from one index of `axis` to the next.
  static int64_t getPitch(tile::RefType ref, int64_t axis) {
    int64_t pitch = 1;
    for (int64_t extent : ref.getShape().drop_front(axis + 1))
      pitch = multiply(pitch, getPowerOfTwoDivisor(extent));
    return pitch;
  }
  int64_t limit(int64_t vector, Value mask, tile::RefType ref) {
    if (mask)
      vector = std::min(vector, info.get(mask).constancy.back());
    return std::clamp<int64_t>(vector, 1, std::max<int64_t>(1, tilegpu::maxAccessBytes / getElementBytes(ref)));
  }

  tile::KernelOp kernel;
  AxisInfoAnalysis info;
};

struct AnalyzeAccessPass : schedule::impl::AnalyzeAccessPassBase<AnalyzeAccessPass> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      AccessAnalysis analysis(kernel);
      kernel.walk([&](Operation *op) {
        std::optional<int64_t> vector =
            llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
                .Case([&](tile::LoadOp load) { return analysis.getSliceVector(load, load.getType()); })
                .Case([&](tile::StoreOp store) { return analysis.getSliceVector(store, store.getValue().getType()); })
                .Case([&](tile::GatherOp gather) { return analysis.getIndexedVector(gather, gather.getType()); })
                .Case([&](tile::ScatterOp scatter) { return analysis.getIndexedVector(scatter, scatter.getValue().getType()); })
                .Default([](Operation *) { return std::nullopt; });
        if (vector)
          op->setAttr(vectorName, builder.getI64IntegerAttr(*vector));
      });
    }
  }
};
} // namespace
