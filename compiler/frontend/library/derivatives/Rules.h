// SPDX-License-Identifier: Apache-2.0
// Parts of the rules for operations on arrays that both directions use.
#pragma once

#include "compiler/frontend/library/derivatives/Differentiator.h"

namespace tessera::frontend {

llvm::SmallVector<int64_t> inverse(llvm::ArrayRef<int64_t> permutation);
/// Axes of the input that a reduction leaves.
llvm::SmallVector<int64_t> keptAxes(tile::ReduceOp reduce);
/// The derivative of the result along each element of the input, for `max`, `min` and `mul`.
mlir::Value reduceWeights(Emitter &emitter, tile::ReduceOp reduce);
/// g * r * (1 - r).
mlir::Value logisticRule(Emitter &emitter, mlir::Value r, mlir::Value g);
/// The cotangent of one side of a product.
mlir::Value dotRule(Emitter &emitter, tile::DotOp dot, unsigned index, mlir::Value ct);
/// Indices as `tile.take` reads them: clamped. `tile.put` would drop those outside.
Values clampIndices(Emitter &emitter, mlir::ValueRange indices, llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> axes);

struct PutParts {
  mlir::Value input, updates;
};
PutParts putRule(Emitter &emitter, tile::PutOp put, mlir::Value ct);

bool reverseSort(Emitter &emitter, tile::SortOp sort, Differentiator &whole);
bool forwardSort(Emitter &emitter, tile::SortOp sort, Differentiator &whole);

/// Always false, with an exception pending.
bool refuseWhile(Evaluator &evaluator, mlir::Operation *op);

/// Whether the derivative along operand `index` needs a value of the forward pass (torch frees those after `backward`).
bool savesOperands(mlir::Operation *op, unsigned index);

/// `tile.scan` of one array by an elementwise operation.
mlir::Value makeScan(Emitter &emitter, Binary op, mlir::Value x, int64_t axis, bool reverse);

} // namespace tessera::frontend
