// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/BlockSample.h"
#include <algorithm>

namespace tessera::emulator {

BlockSample::BlockSample(uint64_t clusters, uint64_t places, unsigned resident)
    : clusters(clusters), places(std::max<uint64_t>(places, 1)), wave(this->places * std::max(resident, 1u)),
      fullWaves(clusters / wave) {}

bool BlockSample::isFollowed(uint64_t cluster) const {
  if (!leavesOut())
    return true;
  uint64_t number = cluster / wave;
  for (uint64_t first : {uint64_t(0), fullWaves / 2 - 1, fullWaves - 2})
    if (number == first || number == first + 1)
      return true;
  return false;
}

uint64_t BlockSample::countExecuted() const {
  if (!leavesOut())
    return clusters;
  return countFollowed() + (clusters + places - 1) / places - followedWaves * (wave / places);
}

} // namespace tessera::emulator
