// SPDX-License-Identifier: Apache-2.0
// Builders of the named layouts. A builder deals out the bits of the axes: each input takes the next bit of an axis that
// nobody has taken yet, and takes a zero basis when the axis has none left.
#include "compiler/layout/LayoutBuilders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace tessera::layout;

namespace {
/// Deals out the bits of a shape's axes from the lowest up.
class BitDealer {
public:
  explicit BitDealer(llvm::ArrayRef<int64_t> shape) : shape(shape), next(shape.size(), 1) {}

  /// Gives `input` log2(count) bits of `axis`, zero bases once the axis is used up.
  void deal(LinearLayout::Input &input, size_t axis, int64_t count) {
    for (int64_t bit = 1; bit < count; bit *= 2) {
      Basis basis(shape.size(), 0);
      if (next[axis] < shape[axis]) {
        basis[axis] = static_cast<int32_t>(next[axis]);
        next[axis] *= 2;
      }
      input.bases.push_back(std::move(basis));
    }
  }
  void dealRest(LinearLayout::Input &input, size_t axis) { deal(input, axis, shape[axis] / next[axis]); }

private:
  llvm::ArrayRef<int64_t> shape;
  llvm::SmallVector<int64_t> next;
};

std::vector<LinearLayout::Output> makeOutputs(llvm::ArrayRef<int64_t> shape) {
  std::vector<LinearLayout::Output> outputs;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    outputs.push_back({getAxisName(axis), static_cast<int32_t>(shape[axis])});
  return outputs;
}
} // namespace

LinearLayout tessera::layout::makeBlocked(llvm::ArrayRef<int64_t> shape, const Blocked &blocked) {
  LinearLayout::Input registers{registerDim.str(), {}}, lanes{laneDim.str(), {}}, warps{warpDim.str(), {}};
  BitDealer dealer(shape);
  for (int64_t axis : blocked.order)
    dealer.deal(registers, axis, std::min(blocked.elementsPerThread[axis], shape[axis]));
  for (int64_t axis : blocked.order)
    dealer.deal(lanes, axis, blocked.lanes[axis]);
  for (int64_t axis : blocked.order)
    dealer.deal(warps, axis, blocked.warps[axis]);
  for (int64_t axis : blocked.order)
    dealer.dealRest(registers, axis);
  return *LinearLayout::create({registers, lanes, warps}, makeOutputs(shape));
}

Blocked tessera::layout::chooseBlocked(llvm::ArrayRef<int64_t> shape, int64_t vector, int64_t lanes, int64_t warps) {
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  Blocked blocked;
  blocked.elementsPerThread.assign(shape.size(), 1);
  blocked.lanes.assign(shape.size(), 1);
  blocked.warps.assign(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 0;)
    blocked.order.push_back(axis);
  if (shape.empty())
    return blocked;
  size_t fastest = shape.size() - 1;
  int64_t fair = std::max<int64_t>(1, elements / (lanes * warps));
  blocked.elementsPerThread[fastest] = std::min({vector, fair, shape[fastest]});
  int64_t used = blocked.elementsPerThread[fastest];
  for (int64_t axis : blocked.order) {
    int64_t room = shape[axis] / (axis == static_cast<int64_t>(fastest) ? used : 1);
    blocked.lanes[axis] = std::min(lanes, room);
    lanes /= blocked.lanes[axis];
    room /= blocked.lanes[axis];
    blocked.warps[axis] = std::min(warps, room);
    warps /= blocked.warps[axis];
  }
  // What the tensor has no elements for are copies: say so in the first axis, where the dealer makes them zero bases.
  blocked.lanes[blocked.order.back()] *= lanes;
  blocked.warps[blocked.order.back()] *= warps;
  return blocked;
}

LinearLayout tessera::layout::makeSlice(const LinearLayout &parent, size_t axis) {
  llvm::SmallVector<int64_t> kept;
  for (size_t k = 0; k < parent.rank(); ++k)
    if (k != axis)
      kept.push_back(k);
  return parent.projected(kept).withoutFreeRegisters();
}

LinearLayout tessera::layout::projectToOperand(const LinearLayout &parent, llvm::ArrayRef<int64_t> axes,
                                               llvm::ArrayRef<int64_t> shape) {
  LinearLayout kept = parent.projected(axes);
  std::vector<LinearLayout::Input> inputs;
  for (const LinearLayout::Input &input : kept.inputs()) {
    inputs.push_back({input.name, {}});
    for (Basis basis : input.bases) {
      for (size_t k = 0; k < shape.size(); ++k)
        if (shape[k] == 1)
          basis[k] = 0;
      inputs.back().bases.push_back(basis);
    }
  }
  return *LinearLayout::create(std::move(inputs), makeOutputs(shape));
}

LinearLayout tessera::layout::makeBroadcastOperand(const LinearLayout &parent, llvm::ArrayRef<int64_t> axes,
                                                   llvm::ArrayRef<int64_t> shape) {
  return projectToOperand(parent, axes, shape).withoutFreeRegisters();
}

LinearLayout tessera::layout::makeRowMajor(llvm::ArrayRef<int64_t> shape) {
  LinearLayout::Input offsets{offsetDim.str(), {}};
  BitDealer dealer(shape);
  for (size_t axis = shape.size(); axis-- > 0;)
    dealer.dealRest(offsets, axis);
  return *LinearLayout::create({offsets}, makeOutputs(shape));
}

LinearLayout tessera::layout::makeSwizzled(llvm::ArrayRef<int64_t> shape, int64_t vector, int64_t perPhase, int64_t maxPhase) {
  assert(shape.size() == 2 && vector * maxPhase <= shape[1]);
  LinearLayout::Input offsets{offsetDim.str(), {}};
  for (int64_t bit = 1; bit < shape[1]; bit *= 2)
    offsets.bases.push_back({0, static_cast<int32_t>(bit)});
  for (int64_t bit = 1; bit < shape[0]; bit *= 2) {
    int64_t phase = (bit / perPhase) % maxPhase;
    offsets.bases.push_back({static_cast<int32_t>(bit), static_cast<int32_t>(phase * vector)});
  }
  return *LinearLayout::create({offsets}, makeOutputs(shape));
}

LinearLayout tessera::layout::makeTmaSwizzled(int64_t rows, int64_t swizzleBytes, int64_t elementBytes) {
  int64_t columns = std::max<int64_t>(swizzleBytes, 16) / elementBytes;
  if (swizzleBytes < 32)
    return makeRowMajor({rows, columns});
  // The unit that moves is 16 bytes; it moves by the number of the 128-byte line that the row is in.
  return makeSwizzled({rows, columns}, 16 / elementBytes, 128 / swizzleBytes, swizzleBytes / 16);
}
