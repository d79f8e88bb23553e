// SPDX-License-Identifier: Apache-2.0
// Small pieces of `tile` that several passes of this room write: integer arithmetic on offsets that folds constants as it
// goes, masks of the form `base + stride * iota < limit`, arrays of one value.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::schedule {

class ArrayBuilder {
public:
  ArrayBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Value constant(int64_t value);
  /// i32 arithmetic on scalars; constants fold, so that no `+ 0` reaches the IR.
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, int64_t factor);
  /// `value` as an i32, whatever integer it is.
  mlir::Value toI32(mlir::Value value);
  mlir::Value toI32(mlir::OpFoldResult value);

  /// An array of `shape` (a scalar when that is empty) whose every element is the scalar `value`.
  mlir::Value splat(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value splat(mlir::TypedAttr value, llvm::ArrayRef<int64_t> shape);
  /// `base + stride * (own index along axis)`, i32, of `shape`.
  mlir::Value positions(llvm::ArrayRef<int64_t> shape, int64_t axis, mlir::Value base, int64_t stride);
  /// Whether those positions lie in [0, limit); of i1.
  mlir::Value isBelow(mlir::Value positions, int64_t limit);
  /// Both; either may be null.
  mlir::Value both(mlir::Value a, mlir::Value b);

  /// What a read past the end of an array gives: NaN, the smallest signed integer, false.
  static mlir::TypedAttr getUninitialized(mlir::Type elementType);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The axes of the Ref along which a slice runs, those in `dropped` left out.
llvm::SmallVector<int64_t> getKeptAxes(int64_t rank, llvm::ArrayRef<int64_t> dropped);

} // namespace tessera::schedule
