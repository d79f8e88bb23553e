// SPDX-License-Identifier: Apache-2.0
// Marks on a `tile.write_file` that does more than append to its file.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tile {

/// The file's contents so far are dropped first.
inline constexpr llvm::StringLiteral replacesFileName = "tile.replaces";
/// The file is none of the run's results any more; the text is empty.
inline constexpr llvm::StringLiteral removesFileName = "tile.removes";

} // namespace tessera::tile
