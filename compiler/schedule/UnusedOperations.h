// SPDX-License-Identifier: Apache-2.0
// What nothing needs any more once something else stands in its place.
#pragma once

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::schedule {

/// Erases those of `unused` (null ones are passed over) that nothing needs, and what only they needed.
inline void eraseUnused(llvm::SmallVector<mlir::Operation *> unused) {
  while (!unused.empty()) {
    mlir::Operation *op = unused.pop_back_val();
    if (!op || !mlir::isOpTriviallyDead(op))
      continue;
    for (mlir::Value operand : op->getOperands())
      if (mlir::Operation *other = operand.getDefiningOp(); other && !llvm::is_contained(unused, other))
        unused.push_back(other);
    llvm::erase(unused, op); // it may be among them twice
    op->erase();
  }
}

} // namespace tessera::schedule
