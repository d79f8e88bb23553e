// SPDX-License-Identifier: Apache-2.0
// Matrix products whose bits do not depend on how the work is cut.
#pragma once

#include "shared/numerics/DType.h"

namespace tessera::numerics {

/// A dense row-major matrix.
struct MatrixView {
  const void *data = nullptr;
  DType dtype = DType::float32;
};

/// The type in which a product for `result` is accumulated: f32 for floats up to 32 bits, f64, or an unsigned integer of 32 or 64
/// bits (integers count modulo 2^n).
DType getAccumulatorType(DType result);

/// out (m x n, of `resultType`) = lhs (m x k) times rhs (k x n), plus `addend` (of `resultType`, or null). Element (i, j) is
/// ((0 + l(i,0) r(0,j)) + l(i,1) r(1,j)) + ..., each product and sum rounded, then plus the addend, then rounded to `resultType`: the
/// same bits whatever m, n, the blocking and the machine are. False when there is no memory to pack operands.
bool multiplyMatrices(MatrixView lhs, MatrixView rhs, const void *addend, void *out, DType resultType, int64_t m, int64_t n, int64_t k);

/// f32 as a tensor core reads them for a product by TF32: 19 bits of each, toward zero. `to` may be `from`.
void truncateToTf32(const void *from, void *to, int64_t count);

} // namespace tessera::numerics
