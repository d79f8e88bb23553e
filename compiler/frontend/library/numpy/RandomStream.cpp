// SPDX-License-Identifier: Apache-2.0
// The generators and distributions; see the header.
//
// Ziggurat: the area under the density is cut into 256 layers of one size. Layer i reaches from 0 to x[i]; a point of it is accepted at
// once where it lies inside of the layer above (integer comparison with `inside`), else by the density itself; layer 0 has the tail. The
// tables follow from where the tail begins and the size of a layer, so they are computed here.
#include "compiler/frontend/library/numpy/RandomStream.h"
#include <cmath>

using namespace tessera::frontend;

//===-- tables -------------------------------------------------------------------------------------------------===//

namespace {
struct Ziggurat {
  std::array<uint64_t, 256> inside;
  std::array<double, 256> width, density;
};
} // namespace

/// `bits`: of the integer that becomes the coordinate. `density` and `inverse` are the function and its inverse on [0, inf). The
/// arithmetic is double on purpose: its rounding is in NumPy's numbers. Normal numbers are NumPy's to the last bit, which takes two
/// units in the last place at layer 37 (`isNormal`); exponential ones may differ in their last digits.
template <typename Density, typename Inverse>
static Ziggurat makeZiggurat(double tail, double area, unsigned bits, bool isNormal, Density density, Inverse inverse) {
  Ziggurat table;
  std::array<double, 256> x;
  x[255] = tail;
  for (int i = 254; i >= 1; --i) {
    x[i] = inverse(area / x[i + 1] + density(x[i + 1]));
    for (int k = 0; isNormal && i == 37 && k < 2; ++k)
      x[i] = std::nextafter(x[i], 0.0);
  }
  x[0] = area / density(tail); // the width of a rectangle of the base layer's size
  const double scale = std::ldexp(1.0, bits);
  for (int i = 1; i < 256; ++i) {
    table.inside[i] = static_cast<uint64_t>((i == 1 ? 0.0 : x[i - 1]) / x[i] * scale);
    table.width[i] = x[i] / scale;
    table.density[i] = density(x[i]);
  }
  table.inside[0] = static_cast<uint64_t>(tail / x[0] * scale);
  table.width[0] = x[0] / scale;
  table.density[0] = 1.0;
  return table;
}

static constexpr double normalTail = 3.6541528853610087963519472518, inverseNormalTail = 0.27366123732975827203338247596;
static constexpr double exponentialTail = 7.6971174701310497140446280481;

static Ziggurat makeNormal(unsigned bits) {
  return makeZiggurat(normalTail, 0.0049286732339746519, bits, true, [](double x) { return std::exp(-0.5 * x * x); },
                      [](double y) { return std::sqrt(-2.0 * std::log(y)); });
}
static const Ziggurat &normalTable() {
  static const Ziggurat table = makeNormal(52);
  return table;
}
static const Ziggurat &normalFloatTable() {
  static const Ziggurat table = makeNormal(23);
  return table;
}
static const Ziggurat &exponentialTable() {
  static const Ziggurat table = makeZiggurat(exponentialTail, 0.0039496598225815571993, 53, false, [](double x) { return std::exp(-x); }, [](double y) { return -std::log(y); });
  return table;
}

//===-- seeds --------------------------------------------------------------------------------------------------===//

RandomStream::RandomStream(bool legacy, llvm::ArrayRef<uint32_t> entropy, bool isArray) : legacy(legacy) {
  if (legacy)
    seedMersenne(entropy, isArray);
  else
    seedPcg(entropy);
}

void RandomStream::seedMersenne(llvm::ArrayRef<uint32_t> entropy, bool isArray) {
  uint32_t seed = isArray ? 19650218u : entropy.empty() ? 0 : entropy[0];
  for (uint32_t i = 0; i < 624; ++i) {
    words[i] = seed;
    seed = 1812433253u * (seed ^ (seed >> 30)) + i + 1;
  }
  if (!isArray)
    return;
  uint32_t i = 1, j = 0;
  auto wrap = [&] {
    if (++i >= 624) {
      words[0] = words[623];
      i = 1;
    }
  };
  for (size_t k = std::max<size_t>(624, entropy.size()); k; --k) {
    words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1664525u)) + entropy[j] + j;
    j = (j + 1) % entropy.size();
    wrap();
  }
  for (size_t k = 623; k; --k) {
    words[i] = (words[i] ^ ((words[i - 1] ^ (words[i - 1] >> 30)) * 1566083941u)) - i;
    wrap();
  }
  words[0] = 0x80000000u;
}

namespace {
/// SeedSequence: a pool of four words that every word of the entropy reaches.
struct SeedPool {
  uint32_t constant = 0x43b0d7e5u;
  std::array<uint32_t, 4> pool;

  uint32_t hash(uint32_t value) {
    value ^= constant;
    constant *= 0x931e8875u;
    value *= constant;
    return value ^ (value >> 16);
  }
  static uint32_t mix(uint32_t x, uint32_t y) {
    uint32_t result = 0xca01f9ddu * x - 0x4973f715u * y;
    return result ^ (result >> 16);
  }
  explicit SeedPool(llvm::ArrayRef<uint32_t> entropy) {
    for (size_t i = 0; i < 4; ++i)
      pool[i] = hash(i < entropy.size() ? entropy[i] : 0);
    for (size_t source = 0; source < 4; ++source)
      for (size_t target = 0; target < 4; ++target)
        if (source != target)
          pool[target] = mix(pool[target], hash(pool[source]));
    for (size_t source = 4; source < entropy.size(); ++source)
      for (uint32_t &target : pool)
        target = mix(target, hash(entropy[source]));
  }
  std::array<uint64_t, 4> generate() const {
    std::array<uint64_t, 4> result{};
    uint32_t factor = 0x8b51f9ddu;
    for (size_t i = 0; i < 8; ++i) {
      uint32_t value = pool[i % 4] ^ factor;
      factor *= 0x58f38dedu;
      value *= factor;
      value ^= value >> 16;
      result[i / 2] |= uint64_t(value) << (32 * (i % 2));
    }
    return result;
  }
};
} // namespace

__extension__ using Wide = unsigned __int128;
static constexpr Wide join(uint64_t high, uint64_t low) { return (static_cast<Wide>(high) << 64) | low; }
static constexpr Wide multiplier = join(0x2360ed051fc65da4u, 0x4385df649fccf645u);

void RandomStream::seedPcg(llvm::ArrayRef<uint32_t> entropy) {
  std::array<uint64_t, 4> seed = SeedPool(entropy).generate();
  increment = (join(seed[2], seed[3]) << 1) | 1;
  state = increment + join(seed[0], seed[1]);
  state = state * multiplier + increment;
}

//===-- words --------------------------------------------------------------------------------------------------===//

uint32_t RandomStream::nextMersenne() {
  if (position == 624) {
    for (size_t i = 0; i < 624; ++i) {
      uint32_t y = (words[i] & 0x80000000u) | (words[(i + 1) % 624] & 0x7fffffffu);
      words[i] = words[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    position = 0;
  }
  uint32_t y = words[position++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

uint64_t RandomStream::next64() {
  if (legacy) {
    uint64_t high = nextMersenne();
    return (high << 32) | nextMersenne();
  }
  state = state * multiplier + increment;
  uint64_t folded = static_cast<uint64_t>(state >> 64) ^ static_cast<uint64_t>(state);
  unsigned turn = static_cast<unsigned>(state >> 122);
  return (folded >> turn) | (folded << (-turn & 63));
}

uint32_t RandomStream::next32() {
  if (legacy)
    return nextMersenne();
  if (hasHalf) {
    hasHalf = false;
    return half;
  }
  uint64_t both = next64();
  hasHalf = true;
  half = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

double RandomStream::nextDouble() {
  if (!legacy)
    return static_cast<double>(next64() >> 11) * (1.0 / 9007199254740992.0);
  uint32_t high = nextMersenne() >> 5, low = nextMersenne() >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

float RandomStream::nextFloat() { return static_cast<float>(next32() >> 8) * (1.0f / 16777216.0f); }

//===-- distributions ------------------------------------------------------------------------------------------===//

double RandomStream::normal() {
  if (legacy) { // Marsaglia's polar method: two numbers at a time
    if (hasNormal) {
      hasNormal = false;
      return keptNormal;
    }
    double x, y, square;
    do {
      x = 2.0 * nextDouble() - 1.0;
      y = 2.0 * nextDouble() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    double factor = std::sqrt(-2.0 * std::log(square) / square);
    keptNormal = factor * x;
    hasNormal = true;
    return factor * y;
  }
  const Ziggurat &table = normalTable();
  while (true) {
    uint64_t word = next64();
    unsigned layer = word & 0xff;
    bool isNegative = (word >> 8) & 1;
    uint64_t coordinate = (word >> 9) & 0x000fffffffffffff;
    double x = static_cast<double>(coordinate) * table.width[layer];
    if (isNegative)
      x = -x;
    if (coordinate < table.inside[layer])
      return x;
    if (layer == 0) {
      while (true) {
        double xx = -inverseNormalTail * std::log1p(-nextDouble()), yy = -std::log1p(-nextDouble());
        if (yy + yy > xx * xx)
          return (coordinate >> 8) & 1 ? -(normalTail + xx) : normalTail + xx;
      }
    }
    if ((table.density[layer - 1] - table.density[layer]) * nextDouble() + table.density[layer] < std::exp(-0.5 * x * x))
      return x;
  }
}

float RandomStream::normalFloat() {
  const Ziggurat &table = normalFloatTable();
  while (true) {
    uint32_t word = next32();
    unsigned layer = word & 0xff;
    bool isNegative = (word >> 8) & 1;
    uint32_t coordinate = (word >> 9) & 0x007fffff;
    float x = static_cast<float>(coordinate) * static_cast<float>(table.width[layer]);
    if (isNegative)
      x = -x;
    if (coordinate < table.inside[layer])
      return x;
    if (layer == 0) {
      while (true) {
        float xx = -static_cast<float>(inverseNormalTail) * std::log1p(-nextFloat()), yy = -std::log1p(-nextFloat());
        if (yy + yy > xx * xx)
          return (coordinate >> 8) & 1 ? -(static_cast<float>(normalTail) + xx) : static_cast<float>(normalTail) + xx;
      }
    }
    float low = static_cast<float>(table.density[layer]), high = static_cast<float>(table.density[layer - 1]);
    if ((high - low) * nextFloat() + low < static_cast<float>(std::exp(-0.5 * static_cast<double>(x) * static_cast<double>(x))))
      return x;
  }
}

double RandomStream::exponential() {
  if (legacy)
    return -std::log(1.0 - nextDouble());
  const Ziggurat &table = exponentialTable();
  while (true) {
    uint64_t word = next64() >> 3;
    unsigned layer = word & 0xff;
    word >>= 8;
    double x = static_cast<double>(word) * table.width[layer];
    if (word < table.inside[layer])
      return x;
    if (layer == 0)
      return exponentialTail - std::log1p(-nextDouble());
    if ((table.density[layer - 1] - table.density[layer]) * nextDouble() + table.density[layer] < std::exp(-x))
      return x;
  }
}

//===-- integers -----------------------------------------------------------------------------------------------===//

uint32_t RandomStream::narrow(unsigned bits) {
  if (buffered == 0) {
    buffer = next32();
    buffered = 32 / bits;
  } else {
    buffer >>= bits;
  }
  --buffered;
  return buffer & ((1u << bits) - 1);
}

uint64_t RandomStream::boundedByMask(uint64_t range, unsigned bits) {
  uint64_t mask = range;
  for (unsigned shift = 1; shift < 64; shift *= 2)
    mask |= mask >> shift;
  while (true) {
    uint64_t value = (bits < 32 ? narrow(bits) : bits == 32 || range <= 0xffffffffu ? next32() : next64()) & mask;
    if (value <= range)
      return value;
  }
}

/// Lemire's: the high half of a word times the count, unless the low half is among the few that would make it unfair.
uint64_t RandomStream::boundedByProduct(uint64_t range, unsigned bits) {
  unsigned width = bits < 32 ? bits : range <= 0xffffffffu ? 32 : 64;
  uint64_t full = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  auto word = [&]() -> uint64_t { return width < 32 ? narrow(width) : width == 32 ? next32() : next64(); };
  if (range == full)
    return word();
  uint64_t count = range + 1;
  auto product = [&] { return static_cast<Wide>(word()) * count; };
  Wide result = product();
  if ((static_cast<uint64_t>(result) & full) < count) {
    uint64_t least = (full - range) % count;
    while ((static_cast<uint64_t>(result) & full) < least)
      result = product();
  }
  return static_cast<uint64_t>(result >> width);
}

uint64_t RandomStream::bounded(uint64_t range, unsigned bits) {
  if (range == 0)
    return 0;
  if (bits == 1)
    return narrow(1);
  return legacy ? boundedByMask(range, bits) : boundedByProduct(range, bits);
}

void RandomStream::shuffle(std::vector<int64_t> &items) {
  for (size_t i = items.size(); i-- > 1;)
    std::swap(items[i], items[boundedByMask(i, 64)]);
}

std::vector<int64_t> RandomStream::choose(int64_t population, int64_t count, bool shuffled) {
  std::vector<int64_t> result;
  if (population > 10000 && count > population / (shuffled ? 50 : 20)) { // the tail of a shuffle
    for (int64_t i = 0; i < population; ++i)
      result.push_back(i);
    for (int64_t i = population; i-- > std::max<int64_t>(population - count, 1);)
      std::swap(result[i], result[boundedByProduct(i, 64)]);
    return std::vector<int64_t>(result.end() - count, result.end());
  }
  std::vector<bool> taken(population);
  for (int64_t j = population - count; j < population; ++j) { // Floyd's
    int64_t value = static_cast<int64_t>(j == 0 ? 0 : boundedByProduct(j, 64));
    result.push_back(taken[value] ? j : value);
    taken[result.back()] = true;
  }
  if (shuffled)
    for (size_t i = result.size(); i-- > 1;)
      std::swap(result[i], result[boundedByProduct(i, 64)]);
  return result;
}

void RandomStream::goTo(const Place &place) {
  words = place.words;
  position = place.position;
  hasNormal = place.hasNormal;
  keptNormal = place.keptNormal;
}
