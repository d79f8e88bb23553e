// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/CacheSample.h"
#include <algorithm>
#include <cmath>

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
  numbers.resize(lines.size(), ~0ull);
}

std::optional<uint64_t> SectorCache::follow(uint64_t line) const {
  uint64_t set = hashLine(line) % sets;
  return set % stride == 0 ? std::optional(set / stride) : std::nullopt;
}

SectorCache::Answer SectorCache::touch(uint64_t sector, bool isWrite, uint32_t *asker) {
  std::optional<uint64_t> set = follow(sector / sectorsOfLine);
  return set ? touchIn(*set, sector, isWrite, asker) : Answer::notFollowed;
}

size_t SectorCache::find(uint64_t set, uint64_t sector) const {
  uint64_t number = sector / sectorsOfLine;
  const uint64_t *begin = &numbers[set * ways];
  for (unsigned way = 0; way < ways; ++way)
    if (begin[way] == number)
      return set * ways + way;
  return nowhere;
}

bool SectorCache::has(uint64_t set, uint64_t sector) const {
  size_t at = find(set, sector);
  return at != nowhere && lines[at].present >> sector % sectorsOfLine & 1;
}

void SectorCache::exchangeAsker(uint64_t set, uint64_t sector, uint32_t &asker) {
  if (size_t at = find(set, sector); at != nowhere)
    std::swap(asker, lines[at].askers[sector % sectorsOfLine]);
  else
    asker = 0;
}

SectorCache::Answer SectorCache::touchIn(uint64_t set, uint64_t sector, bool isWrite, uint32_t *asker) {
  auto bit = static_cast<uint8_t>(1u << sector % sectorsOfLine);
  ++clock;
  size_t at = find(set, sector);
  bool isHit = at != nowhere && lines[at].present & bit;
  if (at == nowhere) {
    auto begin = lines.begin() + static_cast<ptrdiff_t>(set * ways);
    auto oldest = std::min_element(begin, begin + ways, [](const Line &a, const Line &b) { return a.used < b.used; });
    evictedSectors += static_cast<uint64_t>(__builtin_popcount(oldest->changed));
    *oldest = {};
    at = static_cast<size_t>(oldest - lines.begin());
    numbers[at] = sector / sectorsOfLine;
  }
  Line &line = lines[at];
  line.used = clock;
  line.present |= bit;
  line.changed |= isWrite ? bit : 0;
  if (asker)
    std::swap(*asker, line.askers[sector % sectorsOfLine]);
  return isHit ? Answer::hit : Answer::miss;
}

uint64_t SectorCache::dirty() const {
  uint64_t count = 0;
  for (const Line &line : lines)
    count += static_cast<uint64_t>(__builtin_popcount(line.changed));
  return count;
}

void SectorCache::thin(unsigned factor) {
  size_t kept = 0;
  for (size_t set = 0; set * ways < lines.size(); set += factor, ++kept) {
    auto from = static_cast<ptrdiff_t>(set * ways), to = static_cast<ptrdiff_t>(kept * ways);
    std::copy_n(lines.begin() + from, ways, lines.begin() + to);
    std::copy_n(numbers.begin() + from, ways, numbers.begin() + to);
  }
  lines.resize(kept * ways);
  lines.shrink_to_fit();
  numbers.resize(lines.size());
  numbers.shrink_to_fit();
  stride *= factor;
  evictedSectors = 0; // its owner has added them up
}

// --- the L2 cache of a launch

/// A sample of at least so many lines has shares that are right within a few percent, if a launch asks for many. One
/// that asks for few is followed whole: what a hundred lines do would be chance.
static constexpr double fewestLines = 32768;
static constexpr uint64_t mostWhole = 1 << 20; // sectors

CacheSample::CacheSample(const CacheShape &shape, uint64_t wave) : made(shape), wave(std::max<uint64_t>(wave, 1)) {
  double lines = shape.bytes / lineBytes;
  made.partitions = std::max(made.partitions, 1u);
  for (unsigned i = 0; i < made.partitions; ++i)
    partitions.emplace_back(lines / made.partitions, shape.ways, stride);
}

/// From now on a sample of the sets, in which each stands for several.
void CacheSample::thin() {
  double lines = made.bytes / lineBytes;
  unsigned factor = 1;
  while (factor < 64 && lines / (2 * factor) >= fewestLines)
    factor *= 2;
  // What left the cache until now, of all sets.
  writtenBack = 0;
  for (const SectorCache &partition : partitions)
    writtenBack += partition.writtenBack();
  for (SectorCache &partition : partitions)
    partition.thin(factor);
  stride = factor;
}

/// By other bits of the hash than those that choose a set.
unsigned CacheSample::homeOf(uint64_t line) const {
  return static_cast<unsigned>((hashLine(line) >> 40) % made.partitions);
}

/// Whether a sector that somebody at the partition `side` reads is in the cache.
bool CacheSample::read(uint64_t set, uint64_t sector, unsigned side, uint32_t &asker) {
  unsigned home = homeOf(sector / sectorsOfLine);
  if (side != home && partitions[side].has(set, sector)) {
    partitions[side].touchIn(set, sector, false, nullptr);
    partitions[home].exchangeAsker(set, sector, asker); // who else asks is known at home
    return true;
  }
  bool isHit = partitions[home].touchIn(set, sector, false, &asker) == SectorCache::Answer::hit;
  if (side != home)
    partitions[side].touchIn(set, sector, false, nullptr);
  return isHit;
}

void CacheSample::touch(uint32_t statement, uint64_t cta, uint64_t cluster, uint64_t first, uint64_t count,
                        bool isWrite) {
  CacheUse &use = uses[statement];
  use.sectors += count;
  if (uint64_t before = touched; (touched += count) > mostWhole && before <= mostWhole)
    thin();
  // Which multiprocessor takes a cluster is chance, but for the first ones.
  auto side = static_cast<unsigned>((hashLine(cluster) >> 20) % made.partitions);
  if (uint64_t number = cta / wave; number != lastWave) {
    lastWave = number;
    lastReads = &waves[number];
  }
  std::optional<uint64_t> set;
  for (uint64_t sector = first; sector < first + count; ++sector) {
    if (sector == first || sector % sectorsOfLine == 0)
      set = partitions[0].follow(sector / sectorsOfLine);
    if (!set)
      continue;
    ++use.seen;
    use.followed += stride;
    (isWrite ? stores : reads) += stride;
    if (isWrite) { // one that is written whole needs not be read, and sectors of a warp mostly are
      partitions[homeOf(sector / sectorsOfLine)].touchIn(*set, sector, true, nullptr);
      continue;
    }
    auto asker = static_cast<uint32_t>(cta + 1);
    uint64_t isMiss = read(*set, sector, side, asker) ? 0 : stride;
    use.misses += isMiss;
    readMisses += isMiss;
    lastReads->reads += stride;
    lastReads->misses += isMiss;
    use.shared += asker != 0 && asker - 1 != cta && (asker - 1) / wave == cta / wave ? stride : 0;
  }
}

double CacheSample::missShare(uint32_t statement) const {
  // Fewer say nothing of the statement: then all loads together do, and a launch of few loads finds the cache cold.
  constexpr uint64_t fewest = 64;
  auto found = uses.find(statement);
  if (found == uses.end())
    return 0;
  if (const CacheUse &use = found->second; use.seen >= fewest)
    return static_cast<double>(use.misses) / static_cast<double>(use.followed);
  return reads == 0 ? 1 : static_cast<double>(readMisses) / static_cast<double>(reads);
}

double CacheSample::missDeviation() const {
  if (waves.size() < 2 || readMisses == 0)
    return 0;
  double share = static_cast<double>(readMisses) / static_cast<double>(reads), sum = 0;
  for (const auto &[number, one] : waves) {
    double off = static_cast<double>(one.misses) - share * static_cast<double>(one.reads);
    sum += off * off;
  }
  auto count = static_cast<double>(waves.size());
  return std::sqrt(count / (count - 1) * sum) / static_cast<double>(readMisses);
}

double CacheSample::sharedShare(uint32_t statement) const {
  auto found = uses.find(statement);
  return found == uses.end() || found->second.followed == 0
             ? 0
             : static_cast<double>(found->second.shared) / static_cast<double>(found->second.followed);
}

double CacheSample::readBytes() const { return static_cast<double>(readMisses) * static_cast<double>(sectorBytes); }

/// What had to go, and what is still there.
uint64_t CacheSample::writtenSectors() const {
  uint64_t sectors = writtenBack;
  for (const SectorCache &partition : partitions)
    sectors += stride * (partition.writtenBack() + partition.dirty());
  return sectors;
}

double CacheSample::writtenBytes() const {
  return static_cast<double>(writtenSectors()) * static_cast<double>(sectorBytes);
}

double CacheSample::writtenShare() const {
  return stores == 0 ? 1 : static_cast<double>(writtenSectors()) / static_cast<double>(stores);
}

} // namespace tessera::emulator
