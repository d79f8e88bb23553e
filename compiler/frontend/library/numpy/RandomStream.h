// SPDX-License-Identifier: Apache-2.0
// NumPy's random numbers, bit for bit: MT19937 with the legacy distributions of `RandomState`, and PCG64 with those of `Generator`.
// See "Random sampling" in NumPy's reference; PCG64 is O'Neill's XSL-RR 128/64, seeding is NumPy's SeedSequence.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <vector>

namespace tessera::frontend {

class RandomStream {
public:
  /// `legacy`: RandomState. The entropy is the seed's 32-bit words, lowest first; one word for a legacy seed that is an integer.
  RandomStream(bool legacy, llvm::ArrayRef<uint32_t> entropy, bool isArray = false);
  const bool legacy;

  uint32_t next32();
  uint64_t next64();
  double nextDouble();
  float nextFloat();
  double normal();
  float normalFloat();
  double exponential();
  /// Uniform in [0, range], by words of `bits` (8, 16, 32, 64): rejection under a mask in the legacy stream, Lemire's method else.
  uint64_t bounded(uint64_t range, unsigned bits);
  /// Words narrower than 32 bits come from one buffered word; each fill begins anew.
  void beginFill() { buffered = 0; }
  /// Of `count`, the positions in a random order.
  void shuffle(std::vector<int64_t> &items);
  /// `count` of `population`, none twice, as `Generator.choice`.
  std::vector<int64_t> choose(int64_t population, int64_t count, bool shuffled);

  /// Where a legacy stream stands: the words of MT19937, the next of them, and the second normal number of a pair that was drawn.
  struct Place {
    std::array<uint32_t, 624> words{};
    size_t position = 624;
    bool hasNormal = false;
    double keptNormal = 0;
  };
  Place place() const { return {words, position, hasNormal, keptNormal}; }
  void goTo(const Place &place);

private:
  void seedMersenne(llvm::ArrayRef<uint32_t> entropy, bool isArray);
  void seedPcg(llvm::ArrayRef<uint32_t> entropy);
  uint32_t nextMersenne();
  uint32_t narrow(unsigned bits);
  uint64_t boundedByMask(uint64_t range, unsigned bits);
  uint64_t boundedByProduct(uint64_t range, unsigned bits);

  std::array<uint32_t, 624> words{};
  size_t position = 624;
  bool hasNormal = false;
  double keptNormal = 0;

  __extension__ using Wide = unsigned __int128;
  Wide state = 0, increment = 0;
  bool hasHalf = false;
  uint32_t half = 0;

  uint32_t buffer = 0;
  unsigned buffered = 0;
};

} // namespace tessera::frontend
