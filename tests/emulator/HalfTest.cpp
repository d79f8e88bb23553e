// SPDX-License-Identifier: Apache-2.0
// kernels/half.cu: f16 and bf16, each result the exact one rounded once.
#include "tests/emulator/Operations.h"
#include "tests/emulator/Rounding.h"

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;
using L = long double;

L decode(const Format &format, u32 bits) {
  if (&format == &f16) {
    Half x;
    x.bits = static_cast<uint16_t>(bits);
    return float(x);
  }
  BFloat x;
  x.bits = static_cast<uint16_t>(bits);
  return float(x);
}
u32 encode(const Format &format, L x) { return &format == &f16 ? toF16(x) : toBf16(x); }

L clampToOne(L x) { return x > 0 ? std::min(x, 1.0L) : 0.0L; }
L flush(L x) { return x != 0 && std::abs(x) < 0x1p-14L ? std::copysign(0.0L, x) : x; }
L lesser(L a, L b) { return a != a ? b : b != b ? a : a == b ? (std::signbit(a) ? a : b) : std::min(a, b); }
L greater(L a, L b) { return -lesser(-a, -b); }
L xorSign(L magnitude, L a, L b) { return magnitude != magnitude ? magnitude : std::copysign(magnitude, std::signbit(a) != std::signbit(b) ? -1.0L : 1.0L); }
L orNan(L x, L a, L b) { return a != a || b != b ? L(NAN) : x; }

/// An operation on both halves of words.
template <const Format &format> Operation<u32, u32> onPairs(const char *name, L (*compute)(L, L, L)) {
  return {name, [compute](u32 a, u32 b, u32 c) {
            auto half = [&](int shift) { return encode(format, compute(decode(format, a >> shift & 0xffff), decode(format, b >> shift & 0xffff), decode(format, c >> shift & 0xffff))); };
            return half(16) << 16 | half(0);
          }};
}
/// A change of the sign bit alone; NaN's is not defined.
template <const Format &format> Operation<u32, u32> onSigns(const char *name, u32 keep, u32 flip) {
  return {name, [=](u32 a, u32, u32) {
            const bool hasNan = decode(format, a & 0xffff) != decode(format, a & 0xffff) || decode(format, a >> 16) != decode(format, a >> 16);
            return hasNan ? anyBits : (a & keep) ^ flip;
          }};
}

bool isSame(u32 actual, u32 expected) { return expected == anyBits || actual == expected; }

std::vector<u32> randomPairs(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<u32> values = randomBits<u32>(count, seed);
  for (size_t i = 0; i < count; i += 2) // of sizes that meet
    values[i] = u32(Half(random.real(-2, 2)).bits) << 16 | Half(random.real(-0.01, 0.01)).bits;
  return values;
}

TEST(Half, PairsF16) {
  const auto ordinary = [](u32 bits) { return decode(f16, bits & 0xffff); };
  const std::vector<Operation<u32, u32>> operations = {
    onPairs<f16>("add", [](L a, L b, L) { return a + b; }),
    onPairs<f16>("sub", [](L a, L b, L) { return a - b; }),
    onPairs<f16>("mul", [](L a, L b, L) { return a * b; }),
    onPairs<f16>("fma", [](L a, L b, L c) { return fuse(a, b, c); }),
    onPairs<f16>("fma.relu", [](L a, L b, L c) { return relu(quantize(fuse(a, b, c), f16, Mode::nearest)); }),
    onPairs<f16>("fma.sat", [](L a, L b, L c) { return clampToOne(fuse(a, b, c)); }),
    onPairs<f16>("add.sat", [](L a, L b, L) { return clampToOne(a + b); }),
    onPairs<f16>("add.ftz", [](L a, L b, L) { return flush(quantize(flush(a) + flush(b), f16, Mode::nearest)); }),
    onPairs<f16>("mul.ftz.sat", [](L a, L b, L) { return clampToOne(quantize(flush(flush(a) * flush(b)), f16, Mode::nearest)); }),
    onPairs<f16>("min", [](L a, L b, L) { return lesser(a, b); }),
    onPairs<f16>("max", [](L a, L b, L) { return greater(a, b); }),
    onPairs<f16>("max.NaN", [](L a, L b, L) { return orNan(greater(a, b), a, b); }),
    onPairs<f16>("min.xorsign.abs", [](L a, L b, L) { return xorSign(lesser(std::abs(a), std::abs(b)), a, b); }),
    onSigns<f16>("neg", ~0u, 0x80008000),
    onSigns<f16>("abs", 0x7fff7fff, 0),
    onPairs<f16>("set.lt", [](L a, L b, L) { return L(a < b); }),
    onPairs<f16>("set.geu", [](L a, L b, L) { return L(!(a < b)); }),
    {"setp.gt p|q", [=](u32 a, u32 b, u32) { return u32(ordinary(a) > ordinary(b)) + 2 * u32(ordinary(a >> 16) > ordinary(b >> 16)); }},
    {"scalars", [=](u32 a, u32 b, u32) {
       const L x = ordinary(a), y = ordinary(b >> 16), sum = quantize(x + y, f16, Mode::nearest);
       return (a & 0xffff) << 16 | toF16(fuse(sum, y, x));
     }},
    {"setp.ne", [=](u32 a, u32, u32) { return u32(ordinary(a) == ordinary(a) && ordinary(a >> 16) == ordinary(a >> 16) && ordinary(a) != ordinary(a >> 16)); }},
  };
  checkOperations("half", "pairsF16", operations, randomPairs(512, 1), randomPairs(512, 2), randomPairs(512, 3), isSame);
}

TEST(Half, PairsBf16) {
  const auto ordinary = [](u32 bits) { return decode(bf16, bits & 0xffff); };
  const std::vector<Operation<u32, u32>> operations = {
    onPairs<bf16>("add", [](L a, L b, L) { return fuse(a, 1, b); }),
    onPairs<bf16>("sub", [](L a, L b, L) { return fuse(a, 1, -b); }),
    onPairs<bf16>("mul", [](L a, L b, L) { return a * b; }),
    onPairs<bf16>("fma", [](L a, L b, L c) { return fuse(a, b, c); }),
    onPairs<bf16>("fma.relu", [](L a, L b, L c) { return relu(quantize(fuse(a, b, c), bf16, Mode::nearest)); }),
    onPairs<bf16>("min", [](L a, L b, L) { return lesser(a, b); }),
    onPairs<bf16>("max", [](L a, L b, L) { return greater(a, b); }),
    onPairs<bf16>("max.NaN.xorsign.abs", [](L a, L b, L) { return orNan(xorSign(greater(std::abs(a), std::abs(b)), a, b), a, b); }),
    onSigns<bf16>("neg", ~0u, 0x80008000),
    onSigns<bf16>("abs", 0x7fff7fff, 0),
    onPairs<bf16>("set.eq", [](L a, L b, L) { return L(a == b); }),
    {"set.ne.u32", [=](u32 a, u32 b, u32) {
       const L x = ordinary(a), y = ordinary(b);
       return x == x && y == y && x != y ? ~0u : 0u;
     }},
    {"fma scalar", [=](u32, u32 b, u32) { return (b & 0xffff0000) | toBf16(fuse(ordinary(b), ordinary(b >> 16), ordinary(b))); }},
  };
  checkOperations("half", "pairsBf16", operations, randomPairs(512, 4), randomPairs(512, 5), randomPairs(512, 6), isSame);
}

TEST(Half, Stencil) {
  const int width = 32, height = 5, points = 2 * width;
  std::vector<Half> in = randomReals<Half>(points * height, 7), out(in.size()), expected(in.size());
  auto at = [&](int x, int y) -> L { return float(in[std::clamp(y, 0, height - 1) * points + x]); };
  auto round = [](L x) { return quantize(x, f16, Mode::nearest); };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < points; ++x) {
      // At the edges the pair itself stands for its neighbour, so that the point beside is the pair's other one.
      const L west = at(x == 0 ? 1 : x - 1, y), east = at(x == points - 1 ? x - 1 : x + 1, y);
      const L sum = round(round(west + east) + round(at(x, y - 1) + at(x, y + 1))), flow = round(fuse(at(x, y), -4, sum));
      expected[y * points + x] = double(round(fuse(flow, 0.125L, at(x, y))));
    }
  Launch("half", "stencil").grid(1, height).block(width).in(in).out(out).value(width).value(height).check([&] { expectSame(out, expected); });
}

TEST(Half, Dots) {
  const int count = 20, threads = 64;
  std::vector<Half> a = randomReals<Half>(2 * count * threads, 8), b = randomReals<Half>(2 * count * threads, 9);
  std::vector<BFloat> c = randomReals<BFloat>(2 * count * threads, 10);
  std::vector<float> out(2 * threads), expected(2 * threads);
  for (int t = 0; t < threads; ++t) {
    L sums[2] = {0, 0};
    float wide = 0;
    for (int i = t * count; i < (t + 1) * count; ++i) {
      for (int h = 0; h < 2; ++h)
        sums[h] = quantize(fuse(float(a[2 * i + h]), float(b[2 * i + h]), sums[h]), f16, Mode::nearest);
      wide = std::fma(float(c[2 * i]), float(c[2 * i + 1]), wide);
    }
    expected[2 * t] = float(quantize(sums[0] + sums[1], f16, Mode::nearest));
    expected[2 * t + 1] = wide;
  }
  Launch("half", "dots").block(threads).in(a).in(b).in(c).out(out).value(count).check([&] { expectSame(out, expected); });
}

} // namespace
