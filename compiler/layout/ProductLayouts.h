// SPDX-License-Identifier: Apache-2.0
// How all threads of a block hold the sum and the operands of a matrix product (B.., M, K) times (B.., K, N), by mma.sync or by multiply-adds.
//
// mma.sync computes tiles of 16 rows and 8 columns a warp. Lane l holds of such a tile row l / 4 and columns 2 (l mod 4), 2 (l mod 4) + 1, and the same 8 rows further
// down: register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]. The warps are dealt over batches, rows and columns (`WarpGrid`): along rows
// they take turns of 16, along columns each has one run, and what is left of an axis are further registers. 64 x 32 and four warps, two by two:
//
//     register = [[0, 1], [8, 0], [0, 8], [32, 0]], lane = as above, warp = [[16, 0], [0, 16]]
//
// With all warps along the rows and elements of 16 bits this is also how mma.sync wants a left operand, so that a product's sum becomes the next one's operand without
// moving (attention).
#pragma once

#include "compiler/layout/LinearLayout.h"

namespace tessera::layout {

/// How many warps share each axis of a product's sum; all are powers of two.
struct WarpGrid {
  int64_t batches = 1, rows = 1, columns = 1;
  int64_t count() const { return batches * rows * columns; }
};

/// Up to `warps` warps on a sum of `shape` in tiles of `tileRows` x `tileColumns`: first over batches, which share nothing, then so that a warp reads the fewest lines of
/// its operands. Fewer than `warps` where there are not enough tiles. `rowsOnly`: none along columns.
WarpGrid dealWarps(llvm::ArrayRef<int64_t> shape, int64_t warps, int64_t tileRows, int64_t tileColumns, bool rowsOnly = false);

/// mma.sync's sum; at least 16 rows and 8 columns. Warps that are too many hold copies.
LinearLayout makeMmaSum(llvm::ArrayRef<int64_t> shape, const WarpGrid &grid, int64_t warps);
/// mma.sync's operand for a sum in `sum`: each warp has the rows of `a` (`isRight`: the columns of `b`) of its part of the sum, and all of K. A register of 32 bits holds
/// neighbours along K; at least 32 bytes of K.
LinearLayout makeMmaOperand(const LinearLayout &sum, llvm::ArrayRef<int64_t> shape, bool isRight, int64_t elementBits);

/// A sum by multiply-adds: each thread has boxes of up to `vector` neighbours along columns, lanes 8 rows by 4 such groups as far as there are so many.
LinearLayout makeFmaSum(llvm::ArrayRef<int64_t> shape, int64_t vector, const WarpGrid &grid, int64_t warps);
/// Its operand: whoever has an element of the sum has its row of `a` (its column of `b`).
LinearLayout makeFmaOperand(const LinearLayout &sum, llvm::ArrayRef<int64_t> shape, bool isRight);

} // namespace tessera::layout
