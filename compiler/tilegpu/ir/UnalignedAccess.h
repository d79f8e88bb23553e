// SPDX-License-Identifier: Apache-2.0
// Accesses to global memory whose neighbours lie side by side but begin anywhere, as in rows of an odd number of
// elements: pairs of 16-bit elements are words in registers and in shared memory, and each is moved by its own mask. So
// nothing but what the program asks for is ever touched.
#pragma once

#include "mlir/IR/Operation.h"

namespace tessera::tilegpu {

/// On a load, gather, store or scatter of `vector` 2, placed or not.
inline constexpr llvm::StringLiteral unalignedName = "tilegpu.unaligned";
inline constexpr int64_t unalignedElements = 2, unalignedBits = 16;

inline bool isUnaligned(mlir::Operation *op) { return op && op->hasAttr(unalignedName); }

} // namespace tessera::tilegpu
