// SPDX-License-Identifier: Apache-2.0
// Elements of a Ref at computed indices, for gathers, scatters and atomics: each unmasked index is checked, then visited in row-major
// order of the index arrays. An index outside ends the run.
#pragma once

#include "compiler/interpreter/Decoder.h"
#include "compiler/interpreter/warpgroups/Buffers.h"

namespace tessera::interpreter {

/// The index arrays of an access.
struct IndexPlan {
  uint32_t ref = 0;
  llvm::SmallVector<Operand, 2> indices;
  int64_t count = 1;
};

/// Ends the run because of `index` along `axis`; `verb` is what the kernel does there, `reads` or `writes`.
void failOutside(Frame &frame, const RefView &view, llvm::ArrayRef<int64_t> index, int64_t axis, const char *verb);

/// Visits the unmasked elements of a gather or scatter. `Index` is the type of a flat Ref's indices, or void for the general case.
template <typename Index, typename Visit>
void visitFlat(Frame &frame, const RefView &view, const Index *indices, const uint8_t *mask, int64_t count, const char *verb, Visit visit) {
  const uint64_t extent = static_cast<uint64_t>(view.extents[0]);
  const int64_t stride = view.strides[0] * view.elementSize;
  int64_t begin = 0, end = 0; // neighbours are recorded at once
  auto recordRun = [&] {
    if (begin < end)
      view.recordFlat(begin, end);
  };
  for (int64_t flat = 0; flat < count; ++flat) {
    if (mask && !mask[flat])
      continue;
    int64_t index = static_cast<int64_t>(indices[flat]);
    if (static_cast<uint64_t>(index) >= extent) {
      recordRun();
      return failOutside(frame, view, {index}, 0, verb);
    }
    visit(flat, view.base + index * stride);
    if (!view.box)
      continue;
    if (index != end || begin == end) {
      recordRun();
      begin = index;
    }
    end = index + 1;
  }
  recordRun();
}

template <typename Visit>
void visitIndexed(Frame &frame, const IndexPlan &plan, const uint8_t *mask, const char *verb, Visit visit) {
  const RefView &view = frame.refs[plan.ref];
  if (view.getRank() == 1 && view.whole && !view.memory) {
    const Operand &indices = plan.indices[0];
    if (indices.type == numerics::DType::int32)
      return visitFlat(frame, view, reinterpret_cast<const int32_t *>(frame.at(indices)), mask, plan.count, verb, visit);
    if (indices.type == numerics::DType::int64)
      return visitFlat(frame, view, reinterpret_cast<const int64_t *>(frame.at(indices)), mask, plan.count, verb, visit);
  }
  llvm::SmallVector<int64_t, 4> index(plan.indices.size());
  std::vector<const uint8_t *> touched; // of a kernel of warpgroups
  for (int64_t flat = 0; flat < plan.count; ++flat) {
    if (mask && !mask[flat])
      continue;
    int64_t at = 0;
    bool exists = true;
    for (size_t axis = 0; axis < index.size(); ++axis)
      index[axis] = readInteger(frame.at(plan.indices[axis]), plan.indices[axis].type, flat);
    for (size_t axis = 0; axis < index.size(); ++axis) {
      if (index[axis] < 0 || index[axis] >= view.extents[axis])
        return failOutside(frame, view, index, static_cast<int64_t>(axis), verb);
      exists &= view.holds(axis, index[axis]);
      at += index[axis] * view.strides[axis];
    }
    visit(flat, exists ? view.base + at * view.elementSize : view.findOverhang(index));
    if (exists && view.box)
      view.record(index);
    if (exists && view.memory)
      touched.push_back(view.base + at * view.elementSize);
  }
  if (view.memory)
    warpgroups::noteElements(frame, view, std::move(touched), verb[0] == 'w', /*isAtomic=*/verb[0] == 'c');
}

/// Calls `use` with a constant of the element's size, so that each size has its own loop.
template <typename Use> void withSize(unsigned size, Use use) {
  switch (size) {
  case 1: return use(std::integral_constant<unsigned, 1>());
  case 2: return use(std::integral_constant<unsigned, 2>());
  case 4: return use(std::integral_constant<unsigned, 4>());
  default: return use(std::integral_constant<unsigned, 8>());
  }
}

} // namespace tessera::interpreter
