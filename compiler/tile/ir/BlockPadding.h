// SPDX-License-Identifier: Apache-2.0
// `tile.padding` of a kernel's argument: blocks indexed by element may begin before the array and end after it (Pallas's
// `pl.Element(n, padding=(before, after))`). Two entries an axis of the array; the index map counts from the padding's start. What lies in the
// padding reads as the uninitialized value, and what is written there vanishes.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::tile {

inline constexpr llvm::StringLiteral paddingName = "tile.padding";

/// Elements before and after each axis, in turn; empty: there are none.
inline llvm::ArrayRef<int64_t> getPadding(KernelOp kernel, unsigned index) {
  auto padding = kernel.getArgAttrOfType<mlir::DenseI64ArrayAttr>(index, paddingName);
  return padding ? padding.asArrayRef() : llvm::ArrayRef<int64_t>();
}

} // namespace tessera::tile
