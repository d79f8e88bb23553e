// SPDX-License-Identifier: Apache-2.0
// The layouts that have names: blocked, slices of others, row-major memory, swizzled shared memory. Each is only a way to
// write down bases; after that they are all LinearLayouts.
#pragma once

#include "compiler/layout/LinearLayout.h"

namespace tessera::layout {

/// How a blocked layout deals out a tensor: each thread holds a small box, lanes tile those boxes, warps tile that.
/// `order` lists the axes, the one to fill first at the front. Entries are powers of two.
struct Blocked {
  llvm::SmallVector<int64_t> elementsPerThread, lanes, warps, order;
};

/// The blocked layout of a tensor of `shape` (powers of two). Where the tensor is larger than the tile, registers repeat it;
/// where it is smaller, the lanes or warps beyond it hold copies (their bases are 0).
LinearLayout makeBlocked(llvm::ArrayRef<int64_t> shape, const Blocked &blocked);

/// The usual choice for a tensor whose fastest axis is the last: `vector` neighbours a thread (never more than leaves every
/// thread something), lanes and then warps along the last axis first.
Blocked chooseBlocked(llvm::ArrayRef<int64_t> shape, int64_t vector, int64_t lanes, int64_t warps);

/// The layout of what remains when axis `axis` is taken out of a tensor in layout `parent`: a reduction's result, or what
/// broadcasts into it. No register repeats an element.
LinearLayout makeSlice(const LinearLayout &parent, size_t axis);

/// Where each register, lane and warp of a tensor in layout `parent` finds its element in the operand that was broadcast to
/// it: axis k of the operand is axis `axes[k]` of the tensor, with extent 1 wherever `shape` says so.
LinearLayout projectToOperand(const LinearLayout &parent, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> shape);
/// The layout in which to hold that operand: the same, with no register that repeats an element.
LinearLayout makeBroadcastOperand(const LinearLayout &parent, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> shape);

/// Memory without gaps: `offset` (in elements) to coordinates, the last axis fastest.
LinearLayout makeRowMajor(llvm::ArrayRef<int64_t> shape);

/// Row-major shared memory of a 2-d tensor in which the group of `vector` elements at (row, column) is stored at column
/// `column xor ((row / perPhase) mod maxPhase) * vector`. All powers of two, `vector * maxPhase <= shape[1]`.
LinearLayout makeSwizzled(llvm::ArrayRef<int64_t> shape, int64_t vector, int64_t perPhase, int64_t maxPhase);

/// The swizzle of TMA and wgmma of `swizzleBytes` (32, 64, 128; 0 for none) on rows of exactly that many bytes.
LinearLayout makeTmaSwizzled(int64_t rows, int64_t swizzleBytes, int64_t elementBytes);

} // namespace tessera::layout
