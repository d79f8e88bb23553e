// SPDX-License-Identifier: Apache-2.0
// Axes that continue each other are merged first, so that a whole array is one memcpy and a block of a matrix one a row. What is
// left is an odometer over the outer axes around the innermost one, which is a memcpy, a fill or a strided loop. A transpose, whose
// innermost axes stride on one side each, is walked in small squares so that both sides stay in the first cache.
#include "shared/numerics/Rearrange.h"
#include <algorithm>
#include <cstring>

namespace tessera::numerics {

namespace {

template <typename T> void copyRow(const uint8_t *from, uint8_t *to, const CopyAxis &axis) {
  if (axis.fromStride == sizeof(T) && axis.toStride == sizeof(T)) {
    std::memcpy(to, from, axis.extent * sizeof(T));
    return;
  }
  T value;
  if (axis.fromStride == 0 && axis.toStride == sizeof(T)) {
    std::memcpy(&value, from, sizeof(T));
    std::fill_n(reinterpret_cast<T *>(to), axis.extent, value);
    return;
  }
  for (int64_t i = 0; i < axis.extent; ++i) {
    std::memcpy(&value, from + i * axis.fromStride, sizeof(T));
    std::memcpy(to + i * axis.toStride, &value, sizeof(T));
  }
}

template <typename T> void copyPlane(const uint8_t *from, uint8_t *to, const CopyAxis &outer, const CopyAxis &inner) {
  constexpr int64_t square = 32;
  bool crosswise = inner.fromStride != sizeof(T) && inner.fromStride != 0 && outer.fromStride == sizeof(T);
  if (!crosswise) {
    for (int64_t i = 0; i < outer.extent; ++i)
      copyRow<T>(from + i * outer.fromStride, to + i * outer.toStride, inner);
    return;
  }
  for (int64_t i = 0; i < outer.extent; i += square)
    for (int64_t j = 0; j < inner.extent; j += square)
      for (int64_t r = i; r < std::min(outer.extent, i + square); ++r)
        copyRow<T>(from + r * outer.fromStride + j * inner.fromStride, to + r * outer.toStride + j * inner.toStride,
                   {std::min(square, inner.extent - j), inner.fromStride, inner.toStride});
}

template <typename T> void copyBox(const uint8_t *from, uint8_t *to, const CopyAxis *axes, size_t rank) {
  if (rank == 0) {
    std::memcpy(to, from, sizeof(T));
    return;
  }
  if (rank == 1)
    return copyRow<T>(from, to, axes[0]);
  size_t outer = rank - 2;
  int64_t index[largestRank] = {};
  while (true) {
    copyPlane<T>(from, to, axes[outer], axes[outer + 1]);
    size_t axis = outer;
    while (axis > 0) {
      --axis;
      from += axes[axis].fromStride;
      to += axes[axis].toStride;
      if (++index[axis] < axes[axis].extent)
        break;
      from -= axes[axis].fromStride * axes[axis].extent;
      to -= axes[axis].toStride * axes[axis].extent;
      index[axis] = 0;
      if (axis == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}

} // namespace

void copyStrided(const void *from, void *to, unsigned byteSize, const CopyAxis *axes, size_t rank) {
  CopyAxis merged[largestRank];
  size_t count = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (axes[i].extent == 0)
      return;
    if (axes[i].extent == 1)
      continue;
    CopyAxis *last = count ? &merged[count - 1] : nullptr;
    if (last && last->fromStride == axes[i].fromStride * axes[i].extent && last->toStride == axes[i].toStride * axes[i].extent)
      *last = {last->extent * axes[i].extent, axes[i].fromStride, axes[i].toStride};
    else
      merged[count++] = axes[i];
  }
  const uint8_t *source = static_cast<const uint8_t *>(from);
  uint8_t *target = static_cast<uint8_t *>(to);
  switch (byteSize) {
  case 1: return copyBox<uint8_t>(source, target, merged, count);
  case 2: return copyBox<uint16_t>(source, target, merged, count);
  case 4: return copyBox<uint32_t>(source, target, merged, count);
  default: return copyBox<uint64_t>(source, target, merged, count);
  }
}

} // namespace tessera::numerics
