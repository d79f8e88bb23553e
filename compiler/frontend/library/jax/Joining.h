// SPDX-License-Identifier: Apache-2.0
// Handlers that move elements: joining, splitting, repeating, padding, reordering, and choosing by arrays of indices. See Joining.cpp,
// Moving.cpp and Choosing.cpp.
#pragma once

#include "compiler/frontend/library/jax/Formula.h"

namespace tessera::frontend {

Value splitHandler(Call &call);      // split, array_split, vsplit, hsplit, dsplit
Value unstackHandler(Call &call);
Value joinHandler(Call &call);       // vstack, hstack, dstack, column_stack
Value blockHandler(Call &call);
Value appendHandler(Call &call);
Value atleastHandler(Call &call);
Value broadcastArraysHandler(Call &call);
Value meshgridHandler(Call &call);
Value indicesHandler(Call &call);

Value tileHandler(Call &call);
Value repeatHandler(Call &call);
Value rollHandler(Call &call);
Value flipHandler(Call &call);       // flip, fliplr, flipud, lax.rev
Value rot90Handler(Call &call);
Value moveaxisHandler(Call &call);   // moveaxis, rollaxis
Value padHandler(Call &call);
Value laxPadHandler(Call &call);
Value diagHandler(Call &call);       // diag, diagonal, trace
/// A view of the diagonal of the last two axes, once the axes are permuted. Null with an exception pending.
Value viewDiagonal(Formula &f, Value x, llvm::ArrayRef<int64_t> permutation);
Value triHandler(Call &call);

Value takeHandler(Call &call);
Value takeAlongAxisHandler(Call &call);
Value putAlongAxisHandler(Call &call);
Value selectHandler(Call &call);     // jnp.select
Value chooseHandler(Call &call);
Value laxSliceHandler(Call &call);   // slice, slice_in_dim, index_in_dim
Value dynamicSliceInDimHandler(Call &call);  // dynamic_slice_in_dim, dynamic_index_in_dim
Value dynamicUpdateInDimHandler(Call &call); // dynamic_update_slice_in_dim, dynamic_update_index_in_dim

Value einsumHandler(Call &call);
Value tensordotHandler(Call &call);
Value innerHandler(Call &call);
Value vdotHandler(Call &call);

} // namespace tessera::frontend
