// SPDX-License-Identifier: Apache-2.0
// Which arrays a program's operations read and write, and whether reading may happen later than the program says.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::schedule {

/// The Ref of a load, store, gather, scatter or atomic, else null.
mlir::Value getAccessedRef(mlir::Operation *op);
bool isWriteAccess(mlir::Operation *op);
/// What a store, scatter or atomic writes, else null.
mlir::Value getStoredValue(mlir::Operation *op);
/// The arguments and buffers that a Ref may be.
llvm::SmallVector<mlir::Value> getBases(mlir::Value ref);
bool mayMeet(mlir::Operation *access, mlir::Operation *other);
/// Whether every element's access of one is at the place of the other's.
bool isSamePlace(mlir::Operation *a, mlir::Operation *b);
/// A buffer that this kernel made: each thread block has its own.
bool isPrivate(mlir::Value ref);
/// Whether something other than `except` may write what `read` reads before `place` runs for the last time.
bool isWrittenBetween(mlir::Operation *read, mlir::Operation *place, llvm::ArrayRef<mlir::Operation *> except);

} // namespace tessera::schedule
