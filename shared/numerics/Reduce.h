// SPDX-License-Identifier: Apache-2.0
// Sums, products, extremes and bitwise folds along axes.
#pragma once

#include "shared/numerics/DType.h"
#include <vector>

namespace tessera::numerics {

enum class ReduceOp : uint8_t { add, mul, max, min, umax, umin, andi, ori, xori };

/// Folds `in` (row-major, of `shape`) along the axes where `reduced` is true into `out`, whose axes are the others. Sums and products
/// of floats are carried in f64 and rounded once: the order, fixed by the shape alone, then hardly matters. Extremes of floats
/// give NaN when an element is NaN, unless `ignoreNan`. Integers wrap. No elements: the operation's neutral value. False when there
/// is no memory for the intermediate arrays that axes apart from each other need.
bool reduce(ReduceOp op, DType type, const void *in, const std::vector<int64_t> &shape, const std::vector<bool> &reduced, bool ignoreNan,
            void *out);

} // namespace tessera::numerics
