// SPDX-License-Identifier: Apache-2.0
// Which blocks of a large launch are executed where nothing but its time is asked for: those of the multiprocessor that
// is timed, and of three stretches of the launch, at its begin, in its middle and at its end, all that are on the card
// at once, twice in a row. From these it is known how often the L2 cache has what is asked for: the first time of a
// stretch finds what other blocks left, the second what the first one left.
//
//   waves   0 1 2 3 4 5 6 7 8 9 ..       a launch of 20 waves: blocks that stand on the card at once
//           # # . . . . . . . # # .. # #  executed, and followed in the L2 cache
//           + + + + + + + + + + .. + + +  of these the blocks of the first multiprocessor: executed and timed
//
// Only a launch whose course depends on nothing in global memory may be sampled: what blocks are left out write is not
// there.
#pragma once

#include <cstdint>

namespace tessera::emulator {

struct BlockSample {
  /// Of so many clusters (blocks where there are none), of which `places` stand side by side on the card and `resident`
  /// on each place at once.
  BlockSample(uint64_t clusters, uint64_t places, unsigned resident);

  /// Whether some are left out.
  bool leavesOut() const { return fullWaves >= fewestWaves; }
  /// Whether all that are on the card with this cluster are executed.
  bool isFollowed(uint64_t cluster) const;
  bool isExecuted(uint64_t cluster) const { return isFollowed(cluster) || cluster % places == 0; }
  uint64_t countExecuted() const;
  uint64_t countFollowed() const { return leavesOut() ? followedWaves * wave : clusters; }

private:
  /// Of fewer, the six that are executed would be most.
  static constexpr uint64_t fewestWaves = 12, followedWaves = 6;
  uint64_t clusters, places, wave, fullWaves;
};

} // namespace tessera::emulator
