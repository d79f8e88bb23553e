// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/machine/Counts.h"
#include <algorithm>

namespace tessera::emulator {

static constexpr unsigned sectorBits = 5, bankCount = 32, lanesOfWarp = 32;

/// How many different values stand in `values[0..count)`, which is sorted by it.
static uint64_t countDistinct(uint64_t *values, unsigned count) {
  if (!std::is_sorted(values, values + count))
    std::sort(values, values + count);
  return static_cast<uint64_t>(std::unique(values, values + count) - values);
}

void countGlobal(Counts &counts, const uint64_t addresses[32], uint32_t mask, uint32_t bytes, bool isRead) {
  uint64_t sectors[2 * lanesOfWarp]; // 32 bytes at most, and aligned or not
  unsigned count = 0;
  for (uint32_t left = mask; left; left &= left - 1) {
    uint64_t address = addresses[__builtin_ctz(left)];
    uint64_t first = address >> sectorBits, last = (address + bytes - 1) >> sectorBits;
    sectors[count++] = first;
    if (last != first)
      sectors[count++] = last;
  }
  (isRead ? counts.globalReadSectors : counts.globalWriteSectors) += countDistinct(sectors, count);
}

/// Lanes that ask for the same word of a bank share it; different words of one bank take turns.
static unsigned countWavefronts(const uint64_t *words, unsigned count) {
  uint8_t perBank[bankCount] = {};
  unsigned most = 0;
  for (unsigned i = 0; i < count; ++i)
    most = std::max<unsigned>(most, ++perBank[words[i] % bankCount]);
  return most;
}

void countShared(Counts &counts, const uint64_t addresses[32], uint32_t mask, uint32_t bytes) {
  unsigned wordsOfLane = std::max(bytes / 4, 1u), lanesAtOnce = lanesOfWarp / std::min(wordsOfLane, 4u);
  for (unsigned first = 0; first < lanesOfWarp; first += lanesAtOnce) {
    uint64_t words[2 * lanesOfWarp];
    unsigned count = 0;
    for (unsigned lane = first; lane < first + lanesAtOnce; ++lane)
      for (unsigned k = 0; mask >> lane & 1 && k < wordsOfLane; ++k)
        words[count++] = addresses[lane] / 4 + k;
    if (count == 0)
      continue;
    count = static_cast<unsigned>(countDistinct(words, count));
    counts.sharedWavefronts += countWavefronts(words, count);
    counts.sharedIdeal += (count + bankCount - 1) / bankCount;
  }
}

void countRun(Counts &counts, uint64_t address, uint64_t bytes, bool isRead) {
  if (bytes > 0)
    (isRead ? counts.globalReadSectors : counts.globalWriteSectors) +=
        ((address + bytes - 1) >> sectorBits) - (address >> sectorBits) + 1;
}

} // namespace tessera::emulator
