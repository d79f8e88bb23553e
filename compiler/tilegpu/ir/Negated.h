// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tilegpu {

/// Of a `tilegpu.wgmma` of floats, a unit attribute: the product is subtracted from the accumulator.
inline constexpr llvm::StringLiteral negatedName = "tilegpu.negated";

} // namespace tessera::tilegpu
