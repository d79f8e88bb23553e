// SPDX-License-Identifier: Apache-2.0
// Work on the host that is independent element by element, shared among the machine's cores: `interpreter::RunOptions::shareWork`.
// The compiler itself has no threads.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace tessera::runner {

/// Calls `work(begin, end)` for pieces that together are [0, `count`), each once, at the same time where the machine has threads.
/// A piece is `least` elements or more, so that small arrays pay for no thread. Where no thread can be had (a limit on memory or on
/// processes) the caller's own thread does all. `work` must neither throw nor touch what another piece writes.
void shareAmongCores(int64_t count, int64_t least, llvm::function_ref<void(int64_t begin, int64_t end)> work);

} // namespace tessera::runner
