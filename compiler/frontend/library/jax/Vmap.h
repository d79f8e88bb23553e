// SPDX-License-Identifier: Apache-2.0
// `jax.vmap`: see Vmap.cpp.
#pragma once

#include "compiler/frontend/library/jax/Array.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::frontend {

/// Handler of `jax.vmap`.
Value vmapHandler(Call &call);

/// Rewrites the operations of `block`, in order, before the builder's insertion point so that they work on a batch of `size`.
/// `batched` maps the block's values to values with one more axis in front; the rest of `mapping` maps unbatched ones. On
/// failure an exception is pending.
bool batchOperations(Evaluator &evaluator, mlir::Block &block, int64_t size, llvm::DenseMap<mlir::Value, mlir::Value> &batched,
                     mlir::IRMapping &mapping);

/// The kernel for a batch: its grid has one more axis in front, and arguments marked in `isBatched` have one more axis of
/// which a program sees one index. Null with an exception pending.
tile::KernelOp batchKernel(Evaluator &evaluator, tile::KernelOp kernel, int64_t size, llvm::ArrayRef<bool> isBatched,
                           llvm::ArrayRef<int64_t> grid, llvm::ArrayRef<mlir::RankedTensorType> arrays);

} // namespace tessera::frontend
