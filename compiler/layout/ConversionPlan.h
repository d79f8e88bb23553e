// SPDX-License-Identifier: Apache-2.0
// How a tensor gets from one layout on registers to another, and what that costs: within each thread; by shuffles, if each element stays in its warp and few
// words move; else through shared memory, laid out so that both sides touch it in as few trips as there are.
//
// Shuffles. The element that register r of lane l wants is in register B(r) ^ C(l) of lane A(l) ^ D(r) of its warp, all linear. One shuffle moves a register of all lanes,
// so each value of C asks for one of its own: a plan of 2^rank(C) shuffles for each word, of which every lane keeps one. Elements of less than 32
// bits that come from one lane travel together.
//
// Shared memory. Candidates: each axis the fastest, and for each the exclusive or of the column with the row (`makeSwizzled`'s, of 4, 8, .. bytes). Of them the one with
// the fewest trips for the writes and the reads together, counted lane by lane. Example, 32 x 32 of 4 bytes, rows to columns over 32 lanes: row-major without a swizzle
// takes 32 trips a read; with column ^ row it takes one, the same as the write.
//
// Rejected: to pad rows, which is not linear and wastes space; to solve for the swizzle by linear algebra: it finds what the candidates do, for more code.
#pragma once

#include "compiler/layout/LayoutFacts.h"

namespace tessera::layout {

struct ConversionPlan {
  Conversion kind = Conversion::none;
  int64_t shuffles = 0; // instructions a warp, of kind `shuffle`
  // Of kind `sharedMemory`:
  LinearLayout stores, loads;               // `register`, `lane`, `warp` of either side to the element's place
  int64_t storeVector = 1, loadVector = 1;  // elements that one instruction moves
  int64_t wavefronts = 0;                   // trips to shared memory a warp, writes and reads
  int64_t bytes = 0;                        // of shared memory
  // Of kind `shuffle`: register r, lane l of the target to `register` and `lane` of the source.
  LinearLayout source;

  /// In trips of a warp through the memory pipe, a barrier counted as a dozen.
  int64_t cost() const { return kind == Conversion::sharedMemory ? wavefronts + 12 : shuffles; }
};

/// The cheapest way. Both layouts are of one tensor, on the same number of lanes and warps.
ConversionPlan planConversion(const LinearLayout &from, const LinearLayout &to, int64_t elementBytes);

/// A layout of memory for accesses in all of `layouts`, as above: `offset` to elements.
LinearLayout chooseMemory(llvm::ArrayRef<LinearLayout> layouts, int64_t elementBytes);

/// Trips that one access of a warp takes: `places` says at which offset each register's element is, `vector` elements go at once.
int64_t countWavefronts(const LinearLayout &places, int64_t vector, int64_t elementBytes);

} // namespace tessera::layout
