// SPDX-License-Identifier: Apache-2.0
// Boxes of accesses. Of a flat array the steps of the index's form are the pitches of its axes; what the program adds to all indices alike is
// dealt out to them by divisibility, the largest pitch first: `64 * K * p + 32 * k` of pitches K and 1 is row 64 p and column 32 k.
#include "compiler/schedule/Boxes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

const BoxAxis *Box::find(int64_t valueAxis) const {
  int64_t index = findIndex(valueAxis);
  return index < 0 ? nullptr : &axes[index];
}

int64_t Box::findIndex(int64_t valueAxis) const {
  auto found = llvm::find_if(axes, [&](const BoxAxis &axis) { return axis.valueAxis == valueAxis; });
  return found == axes.end() ? -1 : found - axes.begin();
}

bool tessera::schedule::isZero(Value value) {
  if (!value || matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isa<tile::BroadcastOp, tile::CastOp, tile::ReshapeOp>(op) && isZero(op->getOperand(0));
}

/// `begin + count` where that is a number; false where it is not.
static bool addEnds(std::optional<int64_t> &end, const Linear &begin, ArrayRef<Linear> counts) {
  for (const Linear &count : counts) {
    Linear sum = begin + count;
    if (!sum.isConstant())
      return false;
    end = end ? std::min(*end, sum.constant) : sum.constant;
  }
  return true;
}

static bool addMask(Box &box, Value mask, AffineForms &forms) {
  if (!mask)
    return true;
  std::optional<PrefixForm> form = forms.getMask(mask);
  if (!form)
    return false;
  for (auto [valueAxis, counts] : llvm::enumerate(form->counts)) {
    if (counts.empty())
      continue;
    int64_t index = box.findIndex(static_cast<int64_t>(valueAxis));
    if (index < 0 || !addEnds(box.axes[index].maskEnd, box.axes[index].begin, counts))
      return false;
  }
  return true;
}

static SmallVector<int64_t> getPitches(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> pitches(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    pitches[axis - 1] = pitches[axis] * shape[axis];
  return pitches;
}

template <typename OpT> static bool addSlice(Box &box, OpT op, tile::RefType ref, AffineForms &forms) {
  if (!ref.hasStaticShape())
    return false;
  SmallVector<int64_t> pitches = getPitches(ref.getShape());
  int64_t valueAxis = 0;
  for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
    if (op.getStride(axis) != 1 && op.getSizes()[axis] != 1)
      return false;
    BoxAxis part;
    part.pitch = pitches[axis];
    part.extent = ref.getShape()[axis];
    part.size = op.getSizes()[axis];
    OpFoldResult offset = op.getOffset(axis);
    std::optional<Linear> begin;
    if (auto value = dyn_cast<Value>(offset))
      begin = forms.getUniform(value);
    else
      begin = Linear(cast<IntegerAttr>(cast<Attribute>(offset)).getInt());
    if (!begin)
      return false;
    part.begin = *begin;
    if (!llvm::is_contained(op.getDropped(), axis))
      part.valueAxis = valueAxis++;
    box.axes.push_back(std::move(part));
  }
  return true;
}

/// One index array an axis of the array; each runs along one axis of the value at most.
static bool addIndices(Box &box, OperandRange indices, tile::RefType ref, ArrayRef<int64_t> shape, AffineForms &forms) {
  SmallVector<int64_t> pitches = getPitches(ref.getShape());
  for (auto [axis, index] : llvm::enumerate(indices)) {
    std::optional<AffineForm> form = forms.get(index);
    if (!form)
      return false;
    BoxAxis part;
    part.pitch = pitches[axis];
    part.extent = ref.getShape()[axis];
    part.begin = form->rest;
    for (auto [valueAxis, own] : llvm::enumerate(form->axes)) {
      if (own.step == 0 && own.ends.empty())
        continue;
      if (own.step != 1 || part.valueAxis >= 0)
        return false;
      part.valueAxis = static_cast<int64_t>(valueAxis);
      part.size = shape[valueAxis];
      part.begin.add(own.begin);
      if (!addEnds(part.validEnd, part.begin, own.ends))
        return false;
    }
    box.axes.push_back(std::move(part));
  }
  return true;
}

/// Hands `rest` out to the axes, whose pitches decrease.
static bool distribute(Box &box, const Linear &rest) {
  auto give = [&](int64_t amount, llvm::function_ref<void(BoxAxis &, int64_t)> take) {
    for (BoxAxis &axis : box.axes) {
      if (int64_t times = amount / axis.pitch)
        take(axis, times);
      amount %= axis.pitch;
    }
    return amount == 0;
  };
  for (const auto &[symbol, coefficient] : rest.terms)
    if (!give(coefficient, [symbol = symbol](BoxAxis &axis, int64_t times) { axis.begin.add(Linear::ofSymbol(symbol), times); }))
      return false;
  return give(rest.constant, [](BoxAxis &axis, int64_t times) { axis.begin.add(Linear(times)); });
}

/// Between which numbers the box's indices along an axis lie.
static std::optional<Bounds> getRange(const Linear &begin, int64_t size, BoundsAnalysis &bounds) {
  Bounds range{begin.constant, begin.constant + size - 1};
  for (const auto &[symbol, coefficient] : begin.terms) {
    std::optional<Bounds> own = bounds.get(symbol);
    if (!own || coefficient < 0 || own->most > INT32_MAX / 2)
      return std::nullopt;
    range.least += coefficient * own->least;
    range.most += coefficient * own->most;
  }
  return range;
}

/// `batch * M + row` along the slowest axis becomes two axes, as often as that goes.
static void splitBatches(Box &box, BoundsAnalysis &bounds) {
  constexpr int64_t mostBatches = 65536;
  for (size_t slow = 0; slow < box.axes.size(); ++slow) {
    BoxAxis &axis = box.axes[slow];
    const auto *largest = llvm::max_element(axis.begin.terms, [](const auto &a, const auto &b) { return a.second < b.second; });
    if (largest == axis.begin.terms.end() || largest->second <= axis.size)
      return; // one block is as good as a batch
    auto [symbol, factor] = *largest;
    Linear rest = axis.begin.without(symbol);
    std::optional<Bounds> batches = bounds.get(symbol), range = getRange(rest, axis.size, bounds);
    if (!batches || batches->least < 0 || batches->most >= mostBatches || !range || range->least < 0 || range->most >= factor)
      return;
    BoxAxis batch;
    batch.pitch = axis.pitch * factor;
    batch.extent = batches->most + 1;
    batch.begin = Linear::ofSymbol(symbol);
    axis.begin = rest;
    axis.extent = factor;
    box.axes.insert(box.axes.begin() + slow, std::move(batch));
  }
}

static bool addFlat(Box &box, Value index, ArrayRef<int64_t> shape, AffineForms &forms, BoundsAnalysis *bounds) {
  std::optional<AffineForm> form = forms.get(index);
  if (!form)
    return false;
  box.isFlat = true;
  for (auto [valueAxis, own] : llvm::enumerate(form->axes)) {
    if (own.step == 0 && own.ends.empty())
      continue;
    if (own.step <= 0)
      return false;
    BoxAxis part;
    part.pitch = own.step;
    part.begin = own.begin;
    part.size = shape[valueAxis];
    part.valueAxis = static_cast<int64_t>(valueAxis);
    if (!addEnds(part.validEnd, part.begin, own.ends))
      return false;
    box.axes.push_back(std::move(part));
  }
  llvm::stable_sort(box.axes, [](const BoxAxis &a, const BoxAxis &b) { return a.pitch > b.pitch; });
  if (box.axes.empty() || box.axes.back().pitch != 1)
    return false;
  for (size_t axis = 1; axis < box.axes.size(); ++axis) {
    if (box.axes[axis - 1].pitch % box.axes[axis].pitch != 0 || box.axes[axis - 1].pitch == box.axes[axis].pitch)
      return false;
    box.axes[axis].extent = box.axes[axis - 1].pitch / box.axes[axis].pitch;
  }
  if (!distribute(box, form->rest))
    return false;
  if (bounds)
    splitBatches(box, *bounds);
  return true;
}

template <typename OpT> static bool addGather(Box &box, OpT op, Type value, AffineForms &forms, BoundsAnalysis *bounds) {
  tile::RefType ref = op.getRef().getType();
  ArrayRef<int64_t> shape = tile::getShape(value);
  if (ref.getRank() == 1)
    return addFlat(box, op.getIndices().front(), shape, forms, bounds);
  return ref.hasStaticShape() && addIndices(box, op.getIndices(), ref, shape, forms);
}

std::optional<Box> tessera::schedule::findBox(Operation *access, AffineForms &forms, BoundsAnalysis *bounds) {
  Box box;
  box.access = access;
  auto find = [&](auto op, Value value, bool isFound) -> std::optional<Box> {
    box.array = dyn_cast<BlockArgument>(op.getRef());
    box.value = value;
    if (!isFound || !box.array || !isa<tile::KernelOp>(box.array.getOwner()->getParentOp()) || !addMask(box, op.getMask(), forms))
      return std::nullopt;
    return std::move(box);
  };
  if (auto op = dyn_cast<tile::LoadOp>(access)) {
    box.other = op.getOther();
    return find(op, op.getResult(), addSlice(box, op, op.getRef().getType(), forms));
  }
  if (auto op = dyn_cast<tile::StoreOp>(access))
    return find(op, op.getValue(), addSlice(box, op, op.getRef().getType(), forms));
  if (auto op = dyn_cast<tile::GatherOp>(access)) {
    box.other = op.getOther();
    return find(op, op.getResult(), addGather(box, op, op.getType(), forms, bounds));
  }
  if (auto op = dyn_cast<tile::ScatterOp>(access))
    return find(op, op.getValue(), addGather(box, op, op.getValue().getType(), forms, bounds));
  return std::nullopt;
}
