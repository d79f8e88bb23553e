// SPDX-License-Identifier: Apache-2.0
// The axes that `jax.vmap(..., axis_name=...)` names, for `lax.axis_index` and the collectives. While a function is recorded, an axis is
// one more argument of its region, the index of the entry; a collective is a placeholder operation (`builtin.unrealized_conversion_cast`
// of the array and that index) that batching replaces, so none is left when the vmap is done.
#pragma once

#include "compiler/frontend/library/jax/Array.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::frontend {

struct NamedAxis {
  std::string name; // as `repr` writes it
  int64_t size;
  mlir::Value index; // an i32 argument of the region
};

/// The axes around what is being recorded, outermost first.
struct NamedAxes {
  std::vector<NamedAxis> axes;
};

Value axisIndexHandler(Call &call);
Value axisSizeHandler(Call &call);
/// psum pmax pmin pmean all_gather ppermute, by the entry's name.
Value collectiveHandler(Call &call);

/// Replaces a collective over the axis that is being batched: `input` has the batch's axis in front. The result is the same for all
/// entries unless `isBatched`.
mlir::Value batchCollective(Emitter &emitter, mlir::UnrealizedConversionCastOp op, mlir::Value input, bool &isBatched);

} // namespace tessera::frontend
