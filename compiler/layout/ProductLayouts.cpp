// SPDX-License-Identifier: Apache-2.0
// Bases of products' sums and operands. Each input takes steps along an axis that nobody has taken yet.
#include "compiler/layout/ProductLayouts.h"
#include <algorithm>
#include <cassert>

using namespace tessera::layout;

WarpGrid tessera::layout::dealWarps(llvm::ArrayRef<int64_t> shape, int64_t warps, int64_t tileRows, int64_t tileColumns, bool rowsOnly) {
  size_t rank = shape.size();
  int64_t batches = 1, m = shape[rank - 2], n = shape[rank - 1];
  for (int64_t extent : shape.drop_back(2))
    batches *= extent;
  WarpGrid best;
  best.batches = std::min(warps, batches);
  int64_t left = warps / best.batches, mostRows = std::max<int64_t>(1, m / tileRows), mostColumns = rowsOnly ? 1 : std::max<int64_t>(1, n / tileColumns);
  left = std::min(left, mostRows * mostColumns);
  int64_t fewest = -1;
  for (int64_t rows = std::min(left, mostRows); rows >= 1 && left / rows <= mostColumns; rows /= 2) {
    int64_t lines = m / rows + n / (left / rows);
    if (fewest < 0 || lines < fewest) {
      fewest = lines;
      best.rows = rows;
      best.columns = left / rows;
    }
  }
  return best;
}

namespace {
/// The bases of one layout, filled input by input.
struct Builder {
  explicit Builder(llvm::ArrayRef<int64_t> shape) : shape(shape) {}

  /// The steps `from`, 2 `from`, .. below `to` along `axis`.
  void add(LinearLayout::Input &input, size_t axis, int64_t from, int64_t to) {
    for (int64_t step = from; step < to; step *= 2) {
      Basis basis(shape.size(), 0);
      basis[axis] = static_cast<int32_t>(step);
      input.bases.push_back(std::move(basis));
    }
  }
  void addCopies(LinearLayout::Input &input, int64_t count) {
    for (int64_t step = 1; step < count; step *= 2)
      input.bases.push_back(Basis(shape.size(), 0));
  }
  /// Batches: warps have the first steps of the last of them, and so on; registers the rest.
  void addBatches(const WarpGrid &grid) {
    int64_t left = grid.batches;
    for (size_t axis = shape.size() - 2; axis-- > 0;) {
      int64_t own = std::min(left, shape[axis]);
      add(warps, axis, 1, own);
      add(registers, axis, own, shape[axis]);
      left /= own;
    }
  }
  LinearLayout finish(int64_t count) {
    addCopies(warps, count >> warps.bases.size());
    std::vector<LinearLayout::Output> outputs;
    for (size_t axis = 0; axis < shape.size(); ++axis)
      outputs.push_back({getAxisName(axis), static_cast<int32_t>(shape[axis])});
    return *LinearLayout::create({registers, lanes, warps}, std::move(outputs));
  }

  llvm::ArrayRef<int64_t> shape;
  LinearLayout::Input registers{registerDim.str(), {}}, lanes{laneDim.str(), {}}, warps{warpDim.str(), {}};
};
} // namespace

LinearLayout tessera::layout::makeMmaSum(llvm::ArrayRef<int64_t> shape, const WarpGrid &grid, int64_t warps) {
  size_t m = shape.size() - 2, n = m + 1;
  assert(shape[m] >= 16 && shape[n] >= 8);
  Builder builder(shape);
  builder.add(builder.registers, n, 1, 2);
  builder.add(builder.registers, m, 8, 16);
  builder.add(builder.lanes, n, 2, 8);
  builder.add(builder.lanes, m, 1, 8);
  builder.add(builder.warps, m, 16, 16 * grid.rows);
  builder.add(builder.warps, n, shape[n] / grid.columns, shape[n]);
  builder.add(builder.registers, n, 8, shape[n] / grid.columns);
  builder.add(builder.registers, m, 16 * grid.rows, shape[m]);
  builder.addBatches(grid);
  return builder.finish(warps);
}

/// What warps and, beyond the first `skipped`, registers of `sum` do along all axes but `dropped`; registers that do nothing else are left out.
static void copyOthers(Builder &builder, const LinearLayout &sum, size_t skipped, size_t dropped) {
  for (Basis basis : sum.bases(registerDim).drop_front(skipped)) {
    basis[dropped] = 0;
    if (llvm::any_of(basis, [](int32_t at) { return at != 0; }))
      builder.registers.bases.push_back(basis);
  }
  for (Basis basis : sum.bases(warpDim)) {
    basis[dropped] = 0;
    builder.warps.bases.push_back(basis);
  }
}

LinearLayout tessera::layout::makeMmaOperand(const LinearLayout &sum, llvm::ArrayRef<int64_t> shape, bool isRight, int64_t elementBits) {
  size_t rows = shape.size() - 2, columns = rows + 1, k = isRight ? rows : columns, other = isRight ? columns : rows;
  int64_t packed = 32 / elementBits;
  Builder builder(shape);
  builder.add(builder.registers, k, 1, packed);
  if (!isRight)
    builder.add(builder.registers, other, 8, 16);
  builder.add(builder.registers, k, 4 * packed, shape[k]);
  builder.add(builder.lanes, k, packed, 4 * packed);
  builder.add(builder.lanes, other, 1, 8);
  copyOthers(builder, sum, 2, k);
  return builder.finish(1);
}

LinearLayout tessera::layout::makeFmaSum(llvm::ArrayRef<int64_t> shape, int64_t vector, const WarpGrid &grid, int64_t warps) {
  size_t m = shape.size() - 2, n = m + 1;
  int64_t ownRows = shape[m] / grid.rows, ownColumns = shape[n] / grid.columns;
  // A group of neighbours only where no lane is left without one.
  int64_t group = std::min(vector, ownColumns);
  while (group > 1 && ownRows * ownColumns / group < 32)
    group /= 2;
  int64_t lanesN = std::min<int64_t>(4, ownColumns / group), lanesM = std::min<int64_t>(32 / lanesN, ownRows);
  lanesN = std::min<int64_t>(32 / lanesM, ownColumns / group);
  Builder builder(shape);
  builder.add(builder.registers, n, 1, group);
  builder.add(builder.lanes, n, group, group * lanesN);
  builder.add(builder.lanes, m, 1, lanesM);
  builder.addCopies(builder.lanes, 32 / (lanesM * lanesN));
  builder.add(builder.warps, m, ownRows, shape[m]);
  builder.add(builder.warps, n, ownColumns, shape[n]);
  builder.add(builder.registers, n, group * lanesN, ownColumns);
  builder.add(builder.registers, m, lanesM, ownRows);
  builder.addBatches(grid);
  return builder.finish(warps);
}

LinearLayout tessera::layout::makeFmaOperand(const LinearLayout &sum, llvm::ArrayRef<int64_t> shape, bool isRight) {
  size_t rows = shape.size() - 2, columns = rows + 1, k = isRight ? rows : columns;
  Builder builder(shape);
  builder.add(builder.registers, k, 1, shape[k]);
  copyOthers(builder, sum, 0, k);
  for (Basis basis : sum.bases(laneDim)) {
    basis[k] = 0;
    builder.lanes.bases.push_back(basis);
  }
  return builder.finish(1);
}
