// SPDX-License-Identifier: Apache-2.0
// In which passes of a loop a comparison holds for all elements of an array. With linear forms on both sides that is a
// run of passes at the loop's beginning or end, and where it ends is an integer known before the loop. Causal
// attention:
//
//     for %n = 0 to %hi step 64 { .. cmpi sge, %first + iota 0, %n + iota 1 .. }           of 128 x 64 elements
//
// is `first + [0, 127] - n - [0, 63] >= 0`, for all elements where `first - 63 - n >= 0`. Pass p has n = 64 p: true
// while 64 p <= first - 63, so in the passes before floor((first - 63) / 64) + 1 = floor((first + 1) / 64).
#pragma once

#include "compiler/schedule/specialize/Affine.h"

namespace tessera::schedule {

/// `comparison` is `value` for all elements in the passes before floor(`sum` / `divisor`), or from that one on. That
/// number may be below zero or beyond the last pass.
struct KnownPasses {
  mlir::arith::CmpIOp comparison;
  bool value;
  bool areFirst; // passes before that one
  AffineSum sum; // of what is there before the loop
  int64_t divisor;
};

/// None where the sides are no linear forms, where they move as one or not with the loop's passes, where they may leave
/// their type or compare otherwise than by order.
std::optional<KnownPasses> findKnownPasses(mlir::arith::CmpIOp comparison, bool value, mlir::scf::ForOp loop,
                                           AffineAnalysis &affine);

} // namespace tessera::schedule
