// SPDX-License-Identifier: Apache-2.0
// Slices of windows. A slice that lies within the array is one strided copy; for one that hangs over, the part within is.
#include "compiler/interpreter/RefView.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Rearrange.h"

using namespace tessera;
using namespace tessera::interpreter;
using llvm::ArrayRef;
using llvm::SmallVector;

static void widen(AccessBox &box, size_t axis, int64_t begin, int64_t end) {
  box.begin[axis] = std::min(box.begin[axis], begin);
  box.end[axis] = std::max(box.end[axis], end);
}

static void start(AccessBox &box, size_t rank) {
  if (box.elements != 0)
    return;
  box.begin.assign(rank, INT64_MAX);
  box.end.assign(rank, 0);
}

/// A run of elements touches all of the inner axes as soon as it spans two indices of an outer one.
void RefView::recordRun(int64_t begin, int64_t end) const {
  int64_t first[numerics::largestRank], last[numerics::largestRank]; // row-major indices, one entry an axis
  int64_t before = begin, until = end - 1;
  for (size_t axis = arrayShape.size(); axis-- > 0; before /= arrayShape[axis], until /= arrayShape[axis]) {
    first[axis] = before % arrayShape[axis];
    last[axis] = until % arrayShape[axis];
  }
  bool spans = false;
  for (size_t axis = 0; axis < arrayShape.size(); ++axis) {
    widen(*box, axis, spans ? 0 : first[axis], spans ? arrayShape[axis] : last[axis] + 1);
    spans |= first[axis] != last[axis];
  }
}

void RefView::recordFlat(int64_t begin, int64_t end) const {
  if (!flat)
    return record({begin}, {end}, end - begin);
  start(*box, arrayShape.size());
  box->elements += end - begin;
  recordRun(begin, end);
}

void RefView::record(ArrayRef<int64_t> begin, ArrayRef<int64_t> end, int64_t count) const {
  for (auto [first, last] : llvm::zip(begin, end))
    if (first >= last)
      return;
  start(*box, arrayShape.size());
  box->elements += count;
  if (flat)
    return recordRun(begin[0], end[0]);
  SmallVector<int64_t, 4> first(origin), last(origin);
  for (int64_t &entry : last)
    ++entry; // a squeezed axis has one element
  for (size_t axis = 0; axis < arrayAxis.size(); ++axis) {
    last[arrayAxis[axis]] = first[arrayAxis[axis]] + end[axis];
    first[arrayAxis[axis]] += begin[axis];
  }
  for (size_t axis = 0; axis < arrayShape.size(); ++axis)
    widen(*box, axis, first[axis], last[axis]);
}

void RefView::record(ArrayRef<int64_t> index) const {
  SmallVector<int64_t, 4> end(index);
  for (int64_t &entry : end)
    ++entry;
  record(index, end, 1);
}

std::pair<int64_t, int64_t> tessera::interpreter::findOutside(const RefView &view, const SliceBounds &slice) {
  for (int64_t axis = 0; axis < view.getRank(); ++axis) {
    if (slice.sizes[axis] == 0)
      continue;
    int64_t first = slice.offsets[axis], span, last, extent = view.extents[axis];
    if (first < 0 || first >= extent)
      return {axis, first};
    if (__builtin_mul_overflow(slice.sizes[axis] - 1, slice.strides[axis], &span) || __builtin_add_overflow(first, span, &last))
      return {axis, INT64_MAX};
    if (last < 0 || last >= extent)
      return {axis, last};
  }
  return {-1, 0};
}

/// The elements [first, last) along an axis of a slice whose indices lie in [before, inside).
static std::pair<int64_t, int64_t> clip(int64_t offset, int64_t size, int64_t stride, int64_t before, int64_t inside) {
  if (stride == 0)
    return offset >= before && offset < inside ? std::make_pair(int64_t(0), size) : std::make_pair(int64_t(0), int64_t(0));
  if (stride < 0) { // mirrored: the same with indices counted from the other side
    offset = -offset;
    stride = -stride;
    std::swap(before, inside);
    before = 1 - before;
    inside = 1 - inside;
  }
  auto countBelow = [&](int64_t bound) { return offset >= bound ? int64_t(0) : (bound - offset + stride - 1) / stride; };
  return {std::min(countBelow(before), size), std::min(countBelow(inside), size)};
}

uint8_t *RefView::findOverhang(ArrayRef<int64_t> index) const {
  if (!overhang)
    return nullptr;
  int64_t at = 0;
  for (size_t axis = 0; axis < index.size(); ++axis)
    at = at * extents[axis] + index[axis];
  return overhang + at * elementSize;
}

/// Copies the slice to or from the overhang, the part within the array included: its elements there mean nothing.
static void copyOverhang(const RefView &view, const SliceBounds &slice, uint8_t *data, bool toView) {
  numerics::CopyAxis axes[numerics::largestRank];
  uint8_t *base = view.overhang;
  int64_t dense = view.elementSize, step = view.elementSize;
  for (size_t axis = view.extents.size(); axis-- > 0; dense *= slice.sizes[axis], step *= view.extents[axis]) {
    if (slice.sizes[axis] == 0)
      return;
    base += slice.offsets[axis] * step;
    int64_t stride = slice.strides[axis] * step;
    axes[axis] = toView ? numerics::CopyAxis{slice.sizes[axis], dense, stride}
                        : numerics::CopyAxis{slice.sizes[axis], stride, dense};
  }
  if (toView)
    numerics::copyStrided(data, base, view.elementSize, axes, view.extents.size());
  else
    numerics::copyStrided(base, data, view.elementSize, axes, view.extents.size());
}

/// Copies the part of the slice that lies within the array.
static void copySlice(const RefView &view, const SliceBounds &slice, uint8_t *data, bool toView) {
  numerics::CopyAxis axes[numerics::largestRank];
  uint8_t *base = view.base;
  int64_t dense = view.elementSize;
  SmallVector<int64_t, 4> begin(view.extents.size()), end(view.extents.size());
  for (size_t axis = view.extents.size(); axis-- > 0; dense *= slice.sizes[axis]) {
    auto [first, last] = clip(slice.offsets[axis], slice.sizes[axis], slice.strides[axis], view.before[axis], view.inside[axis]);
    if (first >= last)
      return;
    int64_t stride = slice.strides[axis] * view.strides[axis] * view.elementSize;
    base += (slice.offsets[axis] + first * slice.strides[axis]) * view.strides[axis] * view.elementSize;
    data += first * dense;
    axes[axis] = toView ? numerics::CopyAxis{last - first, dense, stride} : numerics::CopyAxis{last - first, stride, dense};
    int64_t edge = slice.offsets[axis] + first * slice.strides[axis], other = slice.offsets[axis] + (last - 1) * slice.strides[axis];
    begin[axis] = std::min(edge, other);
    end[axis] = std::max(edge, other) + 1;
  }
  if (toView)
    numerics::copyStrided(data, base, view.elementSize, axes, view.extents.size());
  else
    numerics::copyStrided(base, data, view.elementSize, axes, view.extents.size());
  if (!view.box)
    return;
  int64_t count = 1;
  for (size_t axis = 0; axis < view.extents.size(); ++axis)
    count *= axes[axis].extent;
  view.record(begin, end, count);
}

void tessera::interpreter::readSlice(const RefView &view, const SliceBounds &slice, void *data) {
  if (!view.whole && view.overhang) {
    copyOverhang(view, slice, static_cast<uint8_t *>(data), /*toView=*/false);
  } else if (!view.whole) {
    int64_t count = 1;
    for (int64_t size : slice.sizes)
      count *= size;
    numerics::fillUninitialized(view.type, data, count);
  }
  copySlice(view, slice, static_cast<uint8_t *>(data), /*toView=*/false);
}

void tessera::interpreter::writeSlice(const RefView &view, const SliceBounds &slice, const void *data) {
  if (!view.whole && view.overhang)
    copyOverhang(view, slice, static_cast<uint8_t *>(const_cast<void *>(data)), /*toView=*/true);
  copySlice(view, slice, static_cast<uint8_t *>(const_cast<void *>(data)), /*toView=*/true);
}
