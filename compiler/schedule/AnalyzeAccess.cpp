// SPDX-License-Identifier: Apache-2.0
// The width of each access: how many neighbours along one axis, mostly the last, one instruction may move. It is the
// smallest of how far the addresses count up, what the first of them is a multiple of, how long the mask stays the
// same, and 16 bytes.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/tilegpu/ir/Decisions.h"
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

  /// A slice: its addresses count up along its last axis if that is the one without gaps, in steps of 1.
  template <typename OpT> int64_t getSliceVector(OpT op, Type array) {
    auto shape = tile::getShape(array);
    tile::RefType ref = op.getRef().getType();
    SmallVector<int64_t> axes = getKeptAxes(ref.getRank(), op.getDropped());
    const Place &place = getPlace(op.getRef());
    why.clear();
    if (shape.empty() || axes.back() != place.dense || op.getStride(axes.back()) != 1) {
      why = "neighbours along its last axis do not lie side by side in memory";
      return 1;
    }
    int64_t divisor = place.divisor;
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      divisor = std::min(divisor, multiply(getKnownDivisor(op.getOffset(axis)), place.pitches[axis]));
      if (axis != axes.back() && op.getSizes()[axis] > 1)
        divisor = std::min(divisor, multiply(getPowerOfTwoDivisor(op.getStride(axis)), place.pitches[axis]));
    }
    int64_t vector = std::min(divisor, shape.back());
    if (divisor < shape.back())
      why = "its addresses are known to be multiples of " + std::to_string(divisor * getElementBytes(ref)) +
            " bytes only";
    return limit(vector, op.getMask(), ref, shape.size() - 1);
  }

  /// Computed indices along an axis of the array: that of the Ref's axis without gaps counts up, the others stay the
  /// same.
  template <typename OpT> int64_t getIndexedVector(OpT op, size_t along) {
    tile::RefType ref = op.getRef().getType();
    const Place &place = getPlace(op.getRef());
    why = "its indices are known to count up for too few neighbours, or from too few places";
    if (place.dense < 0)
      return 1;
    int64_t vector = std::min(place.divisor, info.get(op.getIndices()[place.dense]).contiguity[along]);
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      const AxisInfo &index = info.get(op.getIndices()[axis]);
      if (axis == place.dense)
        vector = std::min(vector, index.getDivisibility(along, vector));
      else
        vector =
            std::min({vector, index.constancy[along], multiply(index.getDivisibility(along, 1), place.pitches[axis])});
    }
    return limit(vector, op.getMask(), ref, along);
  }

  /// The widest along any axis, which is said where it is not the last one. In shared memory the last axis alone is
  /// looked at: that is how buffers lie.
  template <typename OpT> int64_t getIndexedVector(OpT op, Type array) {
    auto shape = tile::getShape(array);
    op->removeAttr(contiguousAxisName);
    if (shape.empty())
      return 1;
    size_t best = shape.size() - 1;
    int64_t vector = getIndexedVector(op, best);
    std::string whyBest = why;
    for (size_t axis = 0;
         axis + 1 < shape.size() && !tilegpu::isSharedRef(op.getRef().getType()) && !op->hasAttr(asyncName); ++axis)
      if (int64_t along = getIndexedVector(op, axis); along > vector) {
        vector = along;
        best = axis;
        whyBest = why;
      }
    why = whyBest;
    if (best + 1 < shape.size())
      op->setAttr(contiguousAxisName, OpBuilder(op).getI64IntegerAttr(static_cast<int64_t>(best)));
    return vector;
  }

  /// Keeps with the kernel why an access of so many elements an instruction is not wider, where it could be.
  void explain(Operation *op, int64_t vector, tile::RefType ref, Type array) {
    auto tensor = dyn_cast<RankedTensorType>(array);
    bool isNarrow =
        vector * getElementBytes(ref) < tilegpu::maxAccessBytes && tensor && tensor.getNumElements() > vector;
    if (isNarrow && !why.empty() && !tilegpu::isSharedRef(ref))
      tilegpu::addDecision(kernel, {tilegpu::Decision::Kind::obstacle,
                                    op->getLoc(),
                                    "an access moves " + std::to_string(vector * getElementBytes(ref)) +
                                        " bytes a thread at a time, of 16",
                                    why,
                                    {},
                                    tilegpu::accessLimitName.str()});
  }

private:
  static int64_t multiply(int64_t a, int64_t b) {
    return std::min<int64_t>(a, 1 << 20) * std::min<int64_t>(b, 1 << 20);
  }

  static int64_t getElementBytes(tile::RefType ref) { return (ref.getElementType().getIntOrFloatBitWidth() + 7) / 8; }
  int64_t getKnownDivisor(OpFoldResult offset) {
    if (auto constant = dyn_cast<Attribute>(offset))
      return getPowerOfTwoDivisor(cast<IntegerAttr>(constant).getInt());
    return info.get(cast<Value>(offset)).getElementDivisibility();
  }

  /// How a Ref lies in memory, in elements: a power of two that its first one's address is a multiple of, one for each
  /// axis that divides the steps along it, and the axis whose steps are 1 (-1: none).
  struct Place {
    int64_t divisor = 1;
    SmallVector<int64_t> pitches;
    int64_t dense = -1;
  };
  const Place &getPlace(Value ref) {
    auto found = places.find(ref);
    if (found != places.end())
      return found->second;
    Place place = computePlace(ref);
    return places[ref] = std::move(place);
  }

  static Place makeRowMajor(tile::RefType ref, int64_t bytes) {
    Place place;
    place.divisor = std::max<int64_t>(1, getPowerOfTwoDivisor(bytes) / getElementBytes(ref));
    place.pitches.assign(ref.getRank(), 1);
    for (int64_t axis = ref.getRank() - 1; axis > 0; --axis)
      place.pitches[axis - 1] = multiply(place.pitches[axis], getPowerOfTwoDivisor(ref.getShape()[axis]));
    place.dense = ref.getRank() - 1;
    return place;
  }

  Place computePlace(Value ref) {
    auto type = cast<tile::RefType>(ref.getType());
    if (auto argument = dyn_cast<BlockArgument>(ref))
      return makeRowMajor(
          type, argument.getOwner()->getParentOp() == kernel ? getAlignment(kernel, argument.getArgNumber()) : 1);
    Operation *op = ref.getDefiningOp();
    // Swizzles move whole pieces of 16 bytes.
    if (isa<tilegpu::AllocSharedOp, tilegpu::AllocWorkspaceOp>(op))
      return makeRowMajor(type, tilegpu::maxAccessBytes);
    if (auto choice = dyn_cast<tile::SelectRefOp>(op)) {
      Place place = getPlace(choice.getRefs().front());
      for (Value other : choice.getRefs())
        place.divisor = std::min(place.divisor, getPlace(other).divisor);
      return place;
    }
    if (auto part = dyn_cast<tilegpu::SubviewOp>(op)) {
      const Place &whole = getPlace(part.getRef());
      Place place{whole.divisor, {}, -1};
      for (int64_t axis = 0; axis < static_cast<int64_t>(whole.pitches.size()); ++axis) {
        place.divisor = std::min(place.divisor, multiply(getKnownDivisor(part.getOffset(axis)), whole.pitches[axis]));
        if (llvm::is_contained(part.getDropped(), axis))
          continue;
        if (axis == whole.dense)
          place.dense = static_cast<int64_t>(place.pitches.size());
        place.pitches.push_back(whole.pitches[axis]);
      }
      return place;
    }
    if (auto transpose = dyn_cast<tilegpu::TransposeRefOp>(op)) {
      const Place &from = getPlace(transpose.getRef());
      Place place{from.divisor, {}, -1};
      for (auto [axis, source] : llvm::enumerate(transpose.getPermutation())) {
        place.pitches.push_back(from.pitches[source]);
        if (source == from.dense)
          place.dense = static_cast<int64_t>(axis);
      }
      return place;
    }
    if (auto again = dyn_cast<tilegpu::ReinterpretOp>(op)) {
      auto from = cast<tile::RefType>(again.getRef().getType());
      int64_t bytes = multiply(getPlace(again.getRef()).divisor, getElementBytes(from));
      return makeRowMajor(type, std::min(bytes, getPowerOfTwoDivisor(again.getByteOffset())));
    }
    Place unknown;
    unknown.pitches.assign(type.getRank(), 1);
    return unknown;
  }

  int64_t limit(int64_t vector, Value mask, tile::RefType ref, size_t along) {
    if (int64_t same = mask ? info.get(mask).constancy[along] : vector; same < vector) {
      vector = same;
      why = "its mask is known to be the same for " + std::to_string(same) + " neighbours only";
    }
    return std::clamp<int64_t>(vector, 1, std::max<int64_t>(1, tilegpu::maxAccessBytes / getElementBytes(ref)));
  }

  tile::KernelOp kernel;
  AxisInfoAnalysis info;
  std::string why; // of the last access that was looked at: it is no wider
  llvm::DenseMap<Value, Place> places;
};

struct AnalyzeAccessPass : schedule::impl::AnalyzeAccessPassBase<AnalyzeAccessPass> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      AccessAnalysis analysis(kernel);
      kernel.walk([&](Operation *op) {
        auto decide = [&](auto access, Type array, int64_t vector) {
          op->setAttr(vectorName, builder.getI64IntegerAttr(vector));
          analysis.explain(op, vector, access.getRef().getType(), array);
        };
        llvm::TypeSwitch<Operation *>(op)
            .Case<tile::LoadOp>(
                [&](auto load) { decide(load, load.getType(), analysis.getSliceVector(load, load.getType())); })
            .Case<tile::StoreOp>([&](auto store) {
              decide(store, store.getValue().getType(), analysis.getSliceVector(store, store.getValue().getType()));
            })
            .Case<tile::GatherOp>([&](auto gather) {
              decide(gather, gather.getType(), analysis.getIndexedVector(gather, gather.getType()));
            })
            .Case<tile::ScatterOp>([&](auto scatter) {
              decide(scatter, scatter.getValue().getType(),
                     analysis.getIndexedVector(scatter, scatter.getValue().getType()));
            });
      });
    }
  }
};
} // namespace
