// SPDX-License-Identifier: Apache-2.0
// Whether sums of products fit a block's registers. wgmma is compiled for the registers that each thread begins with,
// whatever `setmaxnreg` asks for later: 65,536 for all threads, so 128 for three consumers and a producer. It wants
// some beside the sums for addresses and descriptors; with fewer ptxas refuses the kernel (C7602).
#pragma once

#include "compiler/tilegpu/ir/Target.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include <algorithm>

namespace tessera::schedule {

/// `words` of sums for each thread of a consumer, with one producer beside the consumers.
inline bool holdsSums(int64_t words, int64_t consumers, const tilegpu::Target &target) {
  constexpr int64_t threads = tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp, others = 26, unit = 8;
  int64_t each = std::min(target.maxRegisters, target.registersPerProcessor / ((consumers + 1) * threads));
  return words + others <= each / unit * unit;
}

} // namespace tessera::schedule
