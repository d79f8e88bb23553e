// SPDX-License-Identifier: Apache-2.0
// Local memory that `alloca` takes beyond a frame's variables. Lanes of a frame take theirs at the same offset, as much as the
// one that asks for most.
#pragma once

#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// Of a warp: where local memory of a frame ends, for frames that used `alloca`.
struct DynamicLocal {
  std::map<const Frame *, uint32_t> ends;
};

/// One past the last byte of local memory that `frame` has taken.
uint32_t findLocalEnd(Warp &warp, const Frame &frame);
/// Makes every lane's local memory at least so large.
void growLocal(Warp &warp, uint32_t bytes);

} // namespace tessera::emulator
