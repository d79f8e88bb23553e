// SPDX-License-Identifier: Apache-2.0
// Operations of arith and math that LLVM has one for one, on types that LLVM has, too: replaced where they stand. That
// is nearly all of a thread's code, and of MLIR's conversions, which find a pattern for each, keep what they replaced
// and cast between types, it takes a tenth. What is left (index types, functions that take several operations) is
// theirs.
//
//     %c = math.fma %x, %y, %z : f32      ->      %c = llvm.intr.fma(%x, %y, %z) : f32
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace tessera::codegen {

/// In place, in one walk. Flags of fast mathematics and of overflow stay.
void lowerScalars(mlir::ModuleOp module);

} // namespace tessera::codegen
