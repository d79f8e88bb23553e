// SPDX-License-Identifier: Apache-2.0
// Which lane a shuffle reads: PTX ISA, `shfl.sync`.
#pragma once

#include <cstdint>

namespace tessera::emulator {

enum class ShuffleMode : uint32_t { up, down, butterfly, indexed };

struct ShuffleSource {
  unsigned lane = 0;    // the lane itself where the computed one is out of range
  bool isValid = false; // what `p` gets
};

/// `b` the distance, mask or index; `c` the segment mask in bits 12:8 and the clamp in bits 4:0. A warp of width 16 has c = 0x101f.
ShuffleSource findShuffleSource(ShuffleMode mode, unsigned lane, uint32_t b, uint32_t c);

} // namespace tessera::emulator
