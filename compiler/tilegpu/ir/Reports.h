// SPDX-License-Identifier: Apache-2.0
// What stands on `tilegpu.print` and `tilegpu.assert` beside their operands.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tilegpu {

/// The extents of each value that are the program's own, an array of arrays, where padding made values larger.
inline constexpr llvm::StringLiteral ownShapesName = "tilegpu.own_shapes";

} // namespace tessera::tilegpu
