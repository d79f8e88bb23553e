// SPDX-License-Identifier: Apache-2.0
// Sorting and what is built on it, searches, running sums. Handlers for `jnp`, `np`, `lax` and methods of arrays; see Ordering.cpp,
// Searching.cpp and Cumulative.cpp.
#pragma once

#include "compiler/frontend/library/jax/Formula.h"

namespace tessera::frontend {

/// Sorts `values` together by the first `keys` of them. Null values with an exception pending give an empty list.
llvm::SmallVector<Value> sortTogether(Formula &f, llvm::ArrayRef<Value> values, int64_t axis, int64_t keys, bool descending);
/// The running combination along `axis`; `op` is associative.
Value runningBinary(Formula &f, Binary op, Value x, int64_t axis, bool reverse);

Value sortHandler(Call &call);
Value argsortHandler(Call &call);
Value lexsortHandler(Call &call);
Value laxSortHandler(Call &call);
Value topKHandler(Call &call);
Value quantileHandler(Call &call); // quantile, percentile and their kin that ignore NaN
Value medianHandler(Call &call);

Value searchsortedHandler(Call &call);
Value digitizeHandler(Call &call);
Value bincountHandler(Call &call);
Value nonzeroHandler(Call &call);
Value uniqueHandler(Call &call);

Value cumulativeHandler(Call &call);    // cumsum, cumprod, nancumsum, nancumprod
Value cumulativeSumHandler(Call &call); // cumulative_sum, cumulative_prod
Value laxCumulativeHandler(Call &call); // cumsum, cumprod, cummax, cummin, cumlogsumexp of lax
Value diffHandler(Call &call);
Value trapezoidHandler(Call &call);
Value associativeScanHandler(Call &call);

} // namespace tessera::frontend
