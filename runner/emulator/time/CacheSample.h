// SPDX-License-Identifier: Apache-2.0
// A cache's hits, found by following one in `stride` of its sets, where a launch asks for much: an address's set is a
// hash, so that any pattern spreads evenly. Lines have 128 bytes in sectors of 32, of which each is fetched on its own;
// the line that was used longest ago goes. (Lines, sectors: ../../../shared/rates; that sets may be sampled: usual
// practice.)
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
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
  /// The set that `line` (an address / 128) is in, if it is followed; and `touch` where that is known.
  std::optional<uint64_t> follow(uint64_t line) const;
  Answer touchIn(uint64_t set, uint64_t sector, bool isWrite, uint32_t *asker);
  /// Whether it is there; and who asked for it last, as `touch` has it, of one that another cache answers.
  bool has(uint64_t set, uint64_t sector) const;
  void exchangeAsker(uint64_t set, uint64_t sector, uint32_t &asker);
  /// Sectors that were changed and had to go.
  uint64_t writtenBack() const { return evictedSectors; }
  /// Changed and still there.
  uint64_t dirty() const;
  /// Goes on with one in `factor` of the sets that were followed, and counts `writtenBack` anew.
  void thin(unsigned factor);

private:
  struct Line {
    uint64_t used = 0;
    uint8_t present = 0, changed = 0; // sectors
    std::array<uint32_t, 4> askers{};
  };
  /// The place in `lines` and `numbers`, or `nowhere`.
  size_t find(uint64_t set, uint64_t sector) const;
  static constexpr size_t nowhere = ~size_t(0);
  std::vector<Line> lines;
  std::vector<uint64_t> numbers; // of `lines`, apart from them since a search looks at nothing else
  uint64_t sets = 1, clock = 0, evictedSectors = 0;
  unsigned ways, stride;
};

/// How often sectors that an instruction asked for were in the L2 cache.
struct CacheUse {
  uint64_t sectors = 0; // all
  uint64_t seen = 0;    // those that were followed
  // Each that was followed for as many as were not.
  uint64_t followed = 0, misses = 0;
  uint64_t shared = 0; // that another CTA of the same wave had asked for before
};

/// An L2 cache of several partitions. A line's home is one of them, by a hash of its address; of what another has, a
/// reader's own partition keeps a copy. So lines that all multiprocessors read have less room than the cache has, and
/// what comes again and again begins to miss at two thirds of its size, not at all of it. (Published curves of an A100
/// and an H200, which this gives without a number fitted to them: ../../../tests/bench/results.)
struct CacheShape {
  double bytes = 0; // of all partitions together
  unsigned ways = 16, partitions = 1;
  bool operator==(const CacheShape &) const = default;
};

class CacheSample {
public:
  /// `wave`: CTAs that are on the card at about the same time.
  explicit CacheSample(const CacheShape &shape, uint64_t wave = 1);
  const CacheShape &shape() const { return made; }
  /// `count` sectors from `first` on, by an instruction of the CTA with this number. Those of a cluster are at one
  /// partition.
  void touch(uint32_t statement, uint64_t cta, uint64_t cluster, uint64_t first, uint64_t count, bool isWrite);
  /// Of those sectors that `statement` asked for; 0 where it asked for none.
  double missShare(uint32_t statement) const;
  /// Of those sectors, the part that another CTA of the same wave had asked for before.
  double sharedShare(uint32_t statement) const;
  /// Bytes that memory moves: what missed, and what was changed, each once it has gone or at the end.
  double readBytes() const, writtenBytes() const;
  /// Of sectors that were stored to, each time counted, the part that memory had to take.
  double writtenShare() const;
  /// How far the part that misses may be from what it is where this is a sample of the launch's waves: one standard
  /// deviation, relative, as waves differ. 0 of one wave.
  double missDeviation() const;

private:
  struct WaveReads {
    uint64_t reads = 0, misses = 0;
  };
  std::map<uint64_t, WaveReads> waves;
  uint64_t lastWave = ~0ull;
  WaveReads *lastReads = nullptr;

  bool read(uint64_t set, uint64_t sector, unsigned side, uint32_t &asker);
  unsigned homeOf(uint64_t line) const;
  uint64_t writtenSectors() const;

  CacheShape made;
  std::vector<SectorCache> partitions;
  std::unordered_map<uint32_t, CacheUse> uses;
  void thin();

  uint64_t reads = 0, readMisses = 0, stores = 0, writtenBack = 0; // sectors, as those of CacheUse
  uint64_t touched = 0;
  uint64_t wave = 1;
  unsigned stride = 1; // one in so many sets is followed
};

} // namespace tessera::emulator
