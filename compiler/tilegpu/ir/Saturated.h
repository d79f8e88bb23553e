// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tilegpu {

/// Of a `tilegpu.cast` to an 8-bit float, a unit attribute: what is beyond the greatest number becomes the greatest.
inline constexpr llvm::StringLiteral saturatedName = "tilegpu.saturated";

} // namespace tessera::tilegpu
