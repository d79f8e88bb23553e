// SPDX-License-Identifier: Apache-2.0
// Arrays cut and joined: reshapes, slices, updates of slices, concatenations.
//
// Parts that an array's axis holds side by side or in turn need no buffer: `x[n / 2:]` is entry 1 of the first axis of x as (2, n / 2), `x[1::2]` is entry 1
// of the last axis of x as (n / 2, 2), and one entry of an axis is picked by its index. Likewise halves are joined by a choice between them.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- reshapes ----------------------------------------------------------------------------------------------===//

bool tessera::schedule::isFreeReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from.empty() || to.empty())
    return false;
  auto isNotOne = [](int64_t extent) { return extent != 1; };
  SmallVector<int64_t> a(llvm::make_filter_range(from, isNotOne)), b(llvm::make_filter_range(to, isNotOne));
  // Groups of axes with equal products, as small as they can be.
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    size_t firstA = i, firstB = j;
    int64_t left = i < a.size() ? a[i++] : 1, right = j < b.size() ? b[j++] : 1;
    while (left != right) {
      if (left < right ? i == a.size() : j == b.size())
        return false;
      left < right ? left *= a[i++] : right *= b[j++];
    }
    bool isSame = i - firstA == 1 && j - firstB == 1;
    auto isPower = [](int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(extent); };
    if (!isSame && !(llvm::all_of(ArrayRef(a).slice(firstA, i - firstA), isPower) && llvm::all_of(ArrayRef(b).slice(firstB, j - firstB), isPower)))
      return false;
  }
  return true;
}

/// Through a flat buffer: both sides know their elements' row-major numbers.
bool tessera::schedule::expandReshape(ArrayExpansion &code, tile::ReshapeOp op) {
  Value input = op.getInput();
  ArrayRef<int64_t> from = tile::getShape(input.getType()), to = tile::getShape(op.getType());
  if (Value element = getUniformElement(code, input)) {
    op.replaceAllUsesWith(code.splat(element, to));
    return true;
  }
  if (to.empty()) {
    SmallVector<ArrayExpansion::Pick> picks;
    for (int64_t axis = 0; axis < static_cast<int64_t>(from.size()); ++axis)
      picks.push_back({axis, code.builder.getI32IntegerAttr(0)});
    op.replaceAllUsesWith(code.pick(input, picks));
    return true;
  }
  int64_t count = std::accumulate(from.begin(), from.end(), int64_t(1), std::multiplies<>());
  Value ref = code.allocate({count}, tile::getElementType(input.getType()));
  code.scatter(input, ref, {code.flatIndex(from)});
  op.replaceAllUsesWith(code.gather(ref, {code.flatIndex(to)}));
  return true;
}

//===-- slices ------------------------------------------------------------------------------------------------===//

namespace {
/// One axis of a slice: an offset that is inside, as a constant or an i32.
struct Cut {
  int64_t extent, size, stride;
  OpFoldResult offset;
  bool isWhole() const { return size == extent && stride == 1; }
  std::optional<int64_t> constant() const { return getConstantIntValue(offset); }
};
} // namespace

template <typename OpT>
static SmallVector<Cut> getCuts(ArrayExpansion &code, OpT op, ArrayRef<int64_t> whole, ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  SmallVector<Cut> cuts;
  size_t next = 0;
  for (auto [axis, extent] : llvm::enumerate(whole)) {
    Cut cut{extent, sizes[axis], strides.empty() ? 1 : strides[axis], {}};
    int64_t offset = op.getStaticOffsets()[axis], last = std::max<int64_t>(0, extent - ((cut.size - 1) * cut.stride + 1));
    APInt value;
    Value computed = ShapedType::isDynamic(offset) ? op.getOffsets()[next++] : Value();
    if (computed && last == 0)
      offset = 0;
    else if (computed && matchPattern(computed, m_ConstantInt(&value)))
      offset = std::clamp<int64_t>(value.getSExtValue(), 0, last);
    cut.offset = ShapedType::isDynamic(offset) ? OpFoldResult(code.clampIndex(computed, last)) : OpFoldResult(code.builder.getI64IntegerAttr(offset));
    cuts.push_back(cut);
  }
  return cuts;
}

/// A slice of what was just read, and of what nothing else is used, is a smaller read. It stands where the whole was read, so offsets must be constants.
static Value readLess(ArrayExpansion &code, tile::SliceValueOp op, ArrayRef<Cut> cuts) {
  auto load = op.getInput().getDefiningOp<tile::LoadOp>();
  bool isKnown = llvm::all_of(cuts, [](const Cut &cut) { return cut.constant().has_value(); });
  if (!load || load.getMask() || !isKnown || !llvm::all_of(load->getUsers(), [](Operation *user) { return isa<tile::SliceValueOp>(user); }))
    return {};
  OpBuilder::InsertionGuard guard(code.builder);
  code.builder.setInsertionPointAfter(load);
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes(load.getSizes()), strides, dropped(load.getDropped());
  SmallVector<int64_t> kept = getKeptAxes(sizes.size(), load.getDropped());
  for (int64_t axis = 0; axis < static_cast<int64_t>(sizes.size()); ++axis) {
    offsets.push_back(load.getOffset(axis));
    strides.push_back(load.getStride(axis));
  }
  for (auto [own, axis] : llvm::enumerate(kept)) {
    int64_t step = *cuts[own].constant() * strides[axis];
    if (auto attr = dyn_cast<Attribute>(offsets[axis]))
      offsets[axis] = code.builder.getI64IntegerAttr(cast<IntegerAttr>(attr).getInt() + step);
    else if (step)
      offsets[axis] = code.add(code.narrowIndex(cast<Value>(offsets[axis])), code.constant(step));
    sizes[axis] = cuts[own].size;
    strides[axis] *= cuts[own].stride;
    if (llvm::is_contained(op.getDropped(), static_cast<int64_t>(own)))
      dropped.push_back(axis);
  }
  llvm::sort(dropped);
  return code.loadBox(load.getRef(), offsets, sizes, strides, dropped);
}

/// Slices of which each axis is whole, one entry, or one of the parts that it consists of; null for others.
static Value pickParts(ArrayExpansion &code, Value input, ArrayRef<Cut> cuts) {
  SmallVector<int64_t> shape, result;
  SmallVector<ArrayExpansion::Pick> picks;
  auto pickAxis = [&](int64_t extent, OpFoldResult index) {
    picks.push_back({static_cast<int64_t>(shape.size()), index});
    shape.push_back(extent);
  };
  auto isPower = [](int64_t n) { return llvm::isPowerOf2_64(static_cast<uint64_t>(n)); };
  for (const Cut &cut : cuts) {
    std::optional<int64_t> offset = cut.constant();
    bool isCut = offset && isPower(cut.extent) && isPower(cut.size);
    if (cut.isWhole()) {
      shape.push_back(cut.extent);
    } else if (cut.size == 1 && cut.extent <= pickLimit) {
      pickAxis(cut.extent, cut.offset);
    } else if (isCut && cut.stride == 1 && *offset % cut.size == 0 && cut.extent / cut.size <= pickLimit) {
      pickAxis(cut.extent / cut.size, code.builder.getI64IntegerAttr(*offset / cut.size));
      shape.push_back(cut.size);
    } else if (isCut && cut.stride * cut.size == cut.extent && *offset < cut.stride && cut.stride <= pickLimit) {
      shape.push_back(cut.size);
      pickAxis(cut.stride, code.builder.getI64IntegerAttr(*offset));
    } else {
      return {};
    }
    result.push_back(cut.size);
  }
  Value parts = code.reshape(input, shape);
  return picks.empty() ? parts : code.pick(parts, picks);
}

/// Of `shape`, whatever axes of size 1 `value` lacks.
static Value withShape(ArrayExpansion &code, Value value, ArrayRef<int64_t> shape) {
  if (llvm::equal(tile::getShape(value.getType()), shape))
    return value;
  return tile::getShape(value.getType()).empty() ? code.splat(value, shape) : code.reshape(value, shape);
}

bool tessera::schedule::expandSlice(ArrayExpansion &code, tile::SliceValueOp op) {
  Value input = op.getInput(), result;
  ArrayRef<int64_t> shape = tile::getShape(op.getType());
  SmallVector<Cut> cuts = getCuts(code, op, tile::getShape(input.getType()), op.getSizes(), op.getStrides());
  if (Value element = getUniformElement(code, input)) {
    op.replaceAllUsesWith(code.splat(element, shape));
    return true;
  }
  if (!(result = readLess(code, op, cuts)))
    result = pickParts(code, input, cuts);
  if (!result) {
    Value ref = code.spill(input);
    SmallVector<OpFoldResult> offsets = llvm::map_to_vector(cuts, [](const Cut &cut) { return cut.offset; });
    result = code.loadBox(ref, offsets, op.getSizes(), op.getStrides(), op.getDropped());
  }
  op.replaceAllUsesWith(withShape(code, result, shape));
  return true;
}

/// Where each axis is whole or one entry, a choice by index; else both through a buffer.
bool tessera::schedule::expandUpdateSlice(ArrayExpansion &code, tile::UpdateSliceOp op) {
  Value input = op.getInput(), update = op.getUpdate();
  ArrayRef<int64_t> whole = tile::getShape(input.getType()), sizes = tile::getShape(update.getType());
  SmallVector<Cut> cuts = getCuts(code, op, whole, sizes, op.getStrides());
  if (llvm::all_of(cuts, [](const Cut &cut) { return cut.isWhole(); })) {
    op.replaceAllUsesWith(update);
    return true;
  }
  if (llvm::all_of(cuts, [](const Cut &cut) { return cut.isWhole() || cut.size == 1; })) {
    Value isHere;
    for (auto [axis, cut] : llvm::enumerate(cuts))
      if (!cut.isWhole())
        isHere = code.both(isHere, code.compare(arith::CmpIPredicate::eq, code.iota(whole, static_cast<int64_t>(axis)), code.splat(code.toI32(cut.offset), whole)));
    SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(whole.size())));
    op.replaceAllUsesWith(code.select(isHere, code.broadcast(update, whole, axes), input));
    return true;
  }
  Value ref = code.spill(input);
  code.storeBox(update, ref, llvm::map_to_vector(cuts, [](const Cut &cut) { return cut.offset; }), sizes, op.getStrides());
  op.replaceAllUsesWith(code.loadAll(ref));
  return true;
}

//===-- joins -------------------------------------------------------------------------------------------------===//

/// Equal parts whose extents allow it are chosen by an index of an axis of their own.
static Value joinParts(ArrayExpansion &code, tile::ConcatenateOp op, int64_t axis, ArrayRef<int64_t> result) {
  SmallVector<int64_t> part(tile::getShape(op.getInputs().front().getType()));
  int64_t count = static_cast<int64_t>(op.getInputs().size());
  bool isEqual = llvm::all_of(op.getInputs(), [&](Value input) { return input.getType() == op.getInputs().front().getType(); });
  bool isPower = llvm::isPowerOf2_64(static_cast<uint64_t>(count)) && llvm::isPowerOf2_64(static_cast<uint64_t>(part[axis]));
  if (!isEqual || count > selectLimit || (part[axis] != 1 && !isPower))
    return {};
  SmallVector<int64_t> single(part), all(part);
  if (part[axis] != 1) {
    single.insert(single.begin() + axis, 1);
    all.insert(all.begin() + axis, count);
  } else {
    all[axis] = count;
  }
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(all.size())));
  Value index = code.iota(all, axis), joined;
  for (auto [k, input] : llvm::enumerate(op.getInputs())) {
    Value own = code.broadcast(code.reshape(input, single), all, axes);
    Value isHere = joined ? code.compare(arith::CmpIPredicate::eq, index, code.fill(static_cast<int64_t>(k), code.builder.getI32Type(), all)) : Value();
    joined = joined ? code.select(isHere, own, joined) : own;
  }
  return code.reshape(joined, result);
}

bool tessera::schedule::expandConcatenate(ArrayExpansion &code, tile::ConcatenateOp op) {
  int64_t axis = static_cast<int64_t>(op.getAxis());
  ArrayRef<int64_t> result = tile::getShape(op.getType());
  if (op.getInputs().size() == 1) {
    op.replaceAllUsesWith(op.getInputs().front());
    return true;
  }
  if (Value joined = joinParts(code, op, axis, result)) {
    op.replaceAllUsesWith(joined);
    return true;
  }
  Value ref = code.allocate(result, tile::getElementType(op.getType()));
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> part = tile::getShape(input.getType());
    SmallVector<OpFoldResult> offsets(result.size(), code.builder.getI64IntegerAttr(0));
    offsets[axis] = code.builder.getI64IntegerAttr(begin);
    if (part[axis])
      code.storeBox(input, ref, offsets, part);
    begin += part[axis];
  }
  op.replaceAllUsesWith(code.loadAll(ref));
  return true;
}
