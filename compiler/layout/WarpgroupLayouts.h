// SPDX-License-Identifier: Apache-2.0
// The layouts of one warpgroup (4 warps of 32 lanes) that have names: what wgmma and mma.sync hold in registers, and the layouts
// that a Pallas program asks for by name. Pure functions: a name and a shape give a LinearLayout, or the reason why not.
//
// Most names are *tilings*. A tiling cuts the last axes of the array by a list of tiles, each of which cuts what the one before
// it has left: an array (128, 16) cut by (64, 8) has axes (2, 2, 64, 8), cut again by (16, 8) axes (2, 2, 4, 1, 16, 8), and
// so on. Then some of these axes, counted from the end, are the warp's number, some the lane's, one the neighbours
// in a thread's registers; the others are further registers, the last the fastest. Each axis is some bits of an axis of
// the array, so a tiling is a linear layout.
//
// Worked by hand: `wgmma` is cut by (64, 8), (16, 8), (8, 8), (2). A 64x8 array has axes 1 1 | 4 1 | 2 1 | 8 4 | 2. The warp is the
// 7th from the end (4 strips of 16 rows), the lane the 3rd and 2nd (8 rows, 4 pairs of columns), neighbours the last
// (2 columns); what is left is the 5th (8 rows further):
//     register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]
#pragma once

#include "compiler/layout/LinearLayout.h"

namespace tessera::layout {

inline constexpr int64_t lanesOfWarp = 32, warpsOfWarpgroup = 4;

struct Tiling {
  /// Each cuts what the one before it has left.
  llvm::SmallVector<llvm::SmallVector<int64_t>> tiles;
  /// n > 0: the n-th axis from the end; -n: n copies. The first is the slowest.
  llvm::SmallVector<int64_t> warps, lanes;
  /// The n-th axis from the end.
  int64_t vector = 1;
};

/// None where a tile does not divide what it cuts, or the axes named are not 4 warps and 32 lanes; `error` says which.
std::optional<LinearLayout> makeTiled(llvm::ArrayRef<int64_t> shape, const Tiling &tiling, std::string *error = nullptr);

/// A layout by its name (those of `#tilegpu.register_layout`, save `splat`, which is no layout but a promise about the values).
struct LayoutName {
  llvm::StringRef name;
  llvm::ArrayRef<int64_t> numbers;
  /// Axes that a reduction has taken away, one after the other, each counted in what was there then.
  llvm::ArrayRef<int64_t> reduced;
};

/// How an array of `shape` with elements of `elementBits` is held under that name; none where it can't be, and why.
std::optional<LinearLayout> makeNamedLayout(const LayoutName &name, llvm::ArrayRef<int64_t> shape, int64_t elementBits,
                                            std::string *error = nullptr);

/// wgmma's accumulator, and its left operand of 16-bit elements in registers.
std::optional<LinearLayout> makeWgmmaAccumulator(llvm::ArrayRef<int64_t> shape);
/// wgmma's left operand in registers: elements of 8, 16 or 32 bits.
std::optional<LinearLayout> makeWgmmaOperand(llvm::ArrayRef<int64_t> shape, int64_t elementBits);
/// Row-major order dealt out to the threads, `vector` neighbours each; threads that are too many hold copies.
LinearLayout makeStrided(llvm::ArrayRef<int64_t> shape, int64_t vector);

/// The name under which a program would ask for this layout (`wgmma`, `strided(4)`, `wgmma reduced [1]`), else its bases.
std::string describeLayout(const LinearLayout &layout, int64_t elementBits);

} // namespace tessera::layout
