// SPDX-License-Identifier: Apache-2.0
// Boxes, steps and lists of elements, compared.
#include "compiler/interpreter/warpgroups/Region.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace tessera::interpreter::warpgroups;

bool Region::isEmpty() const {
  return (elements && elements->empty()) || llvm::any_of(axes, [](const Axis &axis) { return axis.count <= 0; });
}

bool Region::sharesShape(const Region &other) const {
  return byteOffset == other.byteOffset && elementSize == other.elementSize && shape == other.shape;
}

static bool overlap(const Region::Axis &a, const Region::Axis &b) {
  if (a.last() < b.begin || b.last() < a.begin)
    return false;
  if (a.step == 1 && b.step == 1)
    return true;
  const Region::Axis &few = a.count <= b.count ? a : b, &many = a.count <= b.count ? b : a;
  for (int64_t i = 0, at = few.begin; i < few.count; ++i, at += few.step)
    if (at >= many.begin && at <= many.last() && (at - many.begin) % many.step == 0)
      return true;
  return false;
}

bool Region::holds(int64_t element) const {
  if (elements)
    return std::binary_search(elements->begin(), elements->end(), element);
  for (size_t axis = axes.size(); axis-- > 0; element /= shape[axis]) {
    int64_t index = element % shape[axis], from = index - axes[axis].begin;
    if (from < 0 || index > axes[axis].last() || from % axes[axis].step != 0)
      return false;
  }
  return true;
}

std::vector<std::pair<int64_t, int64_t>> Region::listRuns() const {
  std::vector<std::pair<int64_t, int64_t>> runs;
  auto add = [&](int64_t element, int64_t count) {
    int64_t begin = byteOffset + element * elementSize, end = begin + count * elementSize;
    if (!runs.empty() && runs.back().second == begin)
      runs.back().second = end;
    else
      runs.push_back({begin, end});
  };
  if (elements) {
    for (int64_t element : *elements)
      add(element, 1);
    return runs;
  }
  if (isEmpty())
    return runs;
  if (axes.empty()) {
    add(0, 1);
    return runs;
  }
  llvm::SmallVector<int64_t, 4> position(axes.size(), 0);
  const Axis &inner = axes.back();
  for (bool more = true; more;) {
    int64_t element = 0;
    for (size_t axis = 0; axis < axes.size(); ++axis)
      element = element * shape[axis] + axes[axis].begin + (axis + 1 < axes.size() ? position[axis] * axes[axis].step : 0);
    if (inner.step == 1)
      add(element, inner.count);
    else
      for (int64_t i = 0; i < inner.count; ++i)
        add(element + i * inner.step, 1);
    more = false;
    for (size_t axis = axes.size() - 1; axis-- > 0 && !more;) {
      more = ++position[axis] < axes[axis].count;
      position[axis] = more ? position[axis] : 0;
    }
  }
  return runs;
}

bool Region::overlaps(const Region &other) const {
  if (isEmpty() || other.isEmpty())
    return false;
  if (sharesShape(other)) {
    for (size_t axis = 0; axis < axes.size(); ++axis)
      if (!overlap(axes[axis], other.axes[axis]))
        return false;
    if (!elements && !other.elements)
      return true;
    const Region &listed = elements ? *this : other, &rest = elements ? other : *this;
    return llvm::any_of(*listed.elements, [&](int64_t element) { return rest.holds(element); });
  }
  std::vector<std::pair<int64_t, int64_t>> mine = listRuns(), others = other.listRuns();
  for (size_t i = 0, j = 0; i < mine.size() && j < others.size();) {
    if (mine[i].second <= others[j].first)
      ++i;
    else if (others[j].second <= mine[i].first)
      ++j;
    else
      return true;
  }
  return false;
}

bool Region::contains(const Region &other) const {
  if (elements || !sharesShape(other))
    return isSameAs(other);
  for (auto [mine, its] : llvm::zip(axes, other.axes)) {
    bool isWithin = mine.begin <= its.begin && its.last() <= mine.last();
    bool isAligned = mine.step == 1 || (its.step % mine.step == 0 && (its.begin - mine.begin) % mine.step == 0);
    if (!isWithin || !isAligned)
      return false;
  }
  return true;
}

bool Region::isSameAs(const Region &other) const {
  if (!sharesShape(other) || static_cast<bool>(elements) != static_cast<bool>(other.elements) || (elements && *elements != *other.elements))
    return false;
  for (auto [mine, its] : llvm::zip(axes, other.axes))
    if (mine.begin != its.begin || mine.count != its.count || (mine.count > 1 && mine.step != its.step))
      return false;
  return true;
}
