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

/// Of so many bytes side by side, from a sector's beginning on.
static uint64_t sectorsOf(uint64_t bytes) { return (bytes + (1u << sectorBits) - 1) >> sectorBits; }

AccessCounts &AccessCounter::at(const Function &function, uint32_t place) {
  if (last.first != &function)
    last = {&function, &byFunction[&function]};
  if (place >= last.second->size())
    last.second->resize(place + 1);
  return (*last.second)[place];
}

Taken countSectors(const uint64_t addresses[32], uint32_t mask, uint32_t bytes) {
  uint64_t sectors[2 * lanesOfWarp], asked[lanesOfWarp]; // 32 bytes at most, and aligned or not
  unsigned count = 0, lanes = 0;
  for (uint32_t left = mask; left; left &= left - 1) {
    uint64_t address = addresses[__builtin_ctz(left)];
    uint64_t first = address >> sectorBits, end = (address + bytes - 1) >> sectorBits;
    asked[lanes++] = address;
    sectors[count++] = first;
    if (end != first)
      sectors[count++] = end;
  }
  return {countDistinct(sectors, count), sectorsOf(countDistinct(asked, lanes) * bytes)};
}

/// Lanes that ask for the same word of a bank share it; different words of one bank take turns.
static unsigned countTurns(const uint64_t *words, unsigned count) {
  uint8_t perBank[bankCount] = {};
  unsigned most = 0;
  for (unsigned i = 0; i < count; ++i)
    most = std::max<unsigned>(most, ++perBank[words[i] % bankCount]);
  return most;
}

Taken countWavefronts(const uint64_t addresses[32], uint32_t mask, uint32_t bytes) {
  Taken taken;
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
    taken.units += countTurns(words, count);
    taken.ideal += (count + bankCount - 1) / bankCount;
  }
  return taken;
}

void AccessCounter::addGlobal(const Function &function, uint32_t place, const uint64_t addresses[32], uint32_t mask,
                              uint32_t bytes, bool isRead) {
  Taken taken = countSectors(addresses, mask, bytes);
  (isRead ? total.globalReadSectors : total.globalWriteSectors) += taken.units;
  AccessCounts &here = at(function, place);
  ++here.requests;
  here.sectors += taken.units;
  here.idealSectors += taken.ideal;
}

void AccessCounter::addShared(const Function &function, uint32_t place, const uint64_t addresses[32], uint32_t mask,
                              uint32_t bytes) {
  Taken taken = countWavefronts(addresses, mask, bytes);
  total.sharedWavefronts += taken.units, total.sharedIdeal += taken.ideal;
  AccessCounts &here = at(function, place);
  ++here.requests;
  here.wavefronts += taken.units;
  here.idealWavefronts += taken.ideal;
}

void AccessCounter::addLocal(const Function &function, uint32_t place, uint64_t bytes) {
  AccessCounts &here = at(function, place);
  ++here.requests;
  here.localBytes += bytes;
  total.localBytes += bytes;
}

void AccessCounter::addRun(const Function &function, uint32_t place, uint64_t address, uint64_t bytes, bool isRead) {
  if (bytes == 0)
    return;
  uint64_t touched = ((address + bytes - 1) >> sectorBits) - (address >> sectorBits) + 1;
  (isRead ? total.globalReadSectors : total.globalWriteSectors) += touched;
  AccessCounts &here = at(function, place);
  ++here.requests;
  here.sectors += touched;
  here.idealSectors += sectorsOf(bytes);
}

} // namespace tessera::emulator
