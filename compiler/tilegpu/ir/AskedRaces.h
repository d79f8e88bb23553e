// SPDX-License-Identifier: Apache-2.0
// `tilegpu.races_are_asked` on a `tile.launch`: the program has asked whether the kernel has races (JAX's
// `get_races().races_found`) and goes on with the answer, so that a race in this launch is no error of the run.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::tilegpu {

inline constexpr llvm::StringLiteral racesAreAskedName = "tilegpu.races_are_asked";

} // namespace tessera::tilegpu
