// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/CacheSample.h"
#include <algorithm>

namespace tessera::emulator {

static constexpr uint64_t sectorBytes = 32, lineBytes = 128, sectorsOfLine = lineBytes / sectorBytes;

/// Mixes all bits of a line's number into its low ones (the finalizer of MurmurHash3, by Austin Appleby, public
/// domain).
static uint64_t hashLine(uint64_t line) {
  line = (line ^ (line >> 33)) * 0xff51afd7ed558ccdull;
  line = (line ^ (line >> 33)) * 0xc4ceb9fe1a85ec53ull;
  return line ^ (line >> 33);
}

SectorCache::SectorCache(double count, unsigned ways, unsigned stride) : ways(ways), stride(stride) {
  sets = std::max<uint64_t>(stride, static_cast<uint64_t>(count / ways));
  lines.resize((sets + stride - 1) / stride * ways);
}

SectorCache::Answer SectorCache::touch(uint64_t sector, bool isWrite, uint32_t *asker) {
  uint64_t number = sector / sectorsOfLine, set = hashLine(number) % sets;
  if (set % stride != 0)
    return Answer::notFollowed;
  auto bit = static_cast<uint8_t>(1u << sector % sectorsOfLine);
  auto ask = [&](Line &line) {
    if (asker)
      std::swap(*asker, line.askers[sector % sectorsOfLine]);
  };
  Line *begin = &lines[set / stride * ways], *oldest = begin;
  ++clock;
  for (Line *line = begin; line != begin + ways; ++line) {
    if (line->number == number) {
      bool isHit = line->present & bit;
      line->used = clock;
      line->present |= bit;
      line->changed |= isWrite ? bit : 0;
      ask(*line);
      return isHit ? Answer::hit : Answer::miss;
    }
    if (line->used < oldest->used)
      oldest = line;
  }
  evictedSectors += static_cast<uint64_t>(__builtin_popcount(oldest->changed));
  *oldest = {number, clock, bit, isWrite ? bit : uint8_t(0), {}};
  ask(*oldest);
  return Answer::miss;
}

uint64_t SectorCache::dirty() const {
  uint64_t count = 0;
  for (const Line &line : lines)
    count += static_cast<uint64_t>(__builtin_popcount(line.changed));
  return count;
}

// --- the L2 cache of a launch

/// A sample of at least so many lines has shares that are right within a few percent.
static constexpr double fewestLines = 32768;

CacheSample::CacheSample(double bytes, uint64_t wave) : wave(std::max<uint64_t>(wave, 1)) {
  double lines = bytes / lineBytes;
  while (stride < 64 && lines / (2 * stride) >= fewestLines)
    stride *= 2;
  cache.emplace_back(lines, 16, stride);
}

void CacheSample::touch(uint32_t statement, uint64_t cta, uint64_t first, uint64_t count, bool isWrite) {
  CacheUse &use = uses[statement];
  use.sectors += count;
  for (uint64_t sector = first; sector < first + count; ++sector) {
    auto asker = static_cast<uint32_t>(cta + 1);
    SectorCache::Answer answer = cache[0].touch(sector, isWrite, isWrite ? nullptr : &asker);
    if (answer == SectorCache::Answer::notFollowed)
      continue;
    ++use.followed;
    (isWrite ? stores : reads) += 1;
    if (isWrite) // one that is written whole needs not be read, and sectors of a warp mostly are
      continue;
    bool isMiss = answer == SectorCache::Answer::miss;
    use.misses += isMiss;
    readMisses += isMiss;
    use.shared += asker != 0 && asker - 1 != cta && (asker - 1) / wave == cta / wave;
  }
}

double CacheSample::missShare(uint32_t statement) const {
  // Fewer say nothing of the statement: then all loads together do, and a launch of few loads finds the cache cold.
  constexpr uint64_t fewest = 64;
  auto found = uses.find(statement);
  if (found == uses.end())
    return 0;
  if (const CacheUse &use = found->second; use.followed >= fewest)
    return static_cast<double>(use.misses) / static_cast<double>(use.followed);
  return reads == 0 ? 1 : static_cast<double>(readMisses) / static_cast<double>(reads);
}

double CacheSample::sharedShare(uint32_t statement) const {
  auto found = uses.find(statement);
  return found == uses.end() || found->second.followed == 0
             ? 0
             : static_cast<double>(found->second.shared) / static_cast<double>(found->second.followed);
}

double CacheSample::readBytes() const {
  return static_cast<double>(readMisses) * stride * static_cast<double>(sectorBytes);
}

double CacheSample::writtenBytes() const {
  return cache.empty() ? 0
                       : static_cast<double>(cache[0].writtenBack() + cache[0].dirty()) * stride *
                             static_cast<double>(sectorBytes);
}

double CacheSample::writtenShare() const {
  return stores == 0 ? 1 : static_cast<double>(cache[0].writtenBack() + cache[0].dirty()) / static_cast<double>(stores);
}

} // namespace tessera::emulator
