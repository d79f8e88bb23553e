// SPDX-License-Identifier: Apache-2.0
// A cache's hits, found by following one in `stride` of its sets: an address's set is a hash, so that any pattern
// spreads evenly. Lines have 128 bytes in sectors of 32, of which each is fetched on its own; the line that was used
// longest ago goes. (Lines, sectors: ../../../shared/rates; that sets may be sampled: usual practice.)
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tessera::emulator {

class SectorCache {
public:
  /// `lines` of 128 bytes, in sets of `ways`; one set in `stride` is there.
  SectorCache(double lines, unsigned ways = 16, unsigned stride = 1);

  enum class Answer : uint8_t { notFollowed, hit, miss };
  /// `sector`: an address / 32. What is written is there afterwards. `asker` is remembered, and who asked for the
  /// sector last, if it was there, comes back in it; 0: nobody.
  Answer touch(uint64_t sector, bool isWrite, uint32_t *asker = nullptr);
  /// Sectors that were changed and had to go.
  uint64_t writtenBack() const { return evictedSectors; }
  /// Changed and still there.
  uint64_t dirty() const;

private:
  struct Line {
    uint64_t number = ~0ull, used = 0;
    uint8_t present = 0, changed = 0; // sectors
    std::array<uint32_t, 4> askers{};
  };
  std::vector<Line> lines;
  uint64_t sets = 1, clock = 0, evictedSectors = 0;
  unsigned ways, stride;
};

/// How often sectors that an instruction asked for were in the L2 cache.
struct CacheUse {
  uint64_t sectors = 0; // all
  uint64_t followed = 0, misses = 0;
  uint64_t shared = 0; // that another CTA of the same wave had asked for before
};

class CacheSample {
public:
  CacheSample() = default;
  /// `wave`: CTAs that are on the card at about the same time.
  explicit CacheSample(double bytes, uint64_t wave = 1);
  /// `count` sectors from `first` on, by an instruction of the CTA with this number.
  void touch(uint32_t statement, uint64_t cta, uint64_t first, uint64_t count, bool isWrite);
  /// Of those sectors that `statement` asked for; 0 where it asked for none.
  double missShare(uint32_t statement) const;
  /// Of those sectors, the part that another CTA of the same wave had asked for before.
  double sharedShare(uint32_t statement) const;
  /// Bytes that memory moves: what missed, and what was changed, each once it has gone or at the end.
  double readBytes() const, writtenBytes() const;
  /// Of sectors that were stored to, each time counted, the part that memory had to take.
  double writtenShare() const;

private:
  std::vector<SectorCache> cache; // one, or none
  std::unordered_map<uint32_t, CacheUse> uses;
  uint64_t reads = 0, readMisses = 0, stores = 0; // of sectors that are followed
  uint64_t wave = 1;
  unsigned stride = 1;
};

} // namespace tessera::emulator
