// SPDX-License-Identifier: Apache-2.0
// kernels/memory.cu: every way to memory.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>
#include <array>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("memory", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

const u32 table[16] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

TEST(Memory, Constants) {
  const float weights[8] = {0.5f, -1.25f, 2, 3.5f, -4, 5, 6.0625f, -7};
  const int64_t offsets[3] = {1ll << 40, -5, 77};
  std::vector<int> index = randomIntegers<int>(64, 1, 0, 1000);
  std::vector<float> out(64), expected;
  std::vector<int64_t> wide(64), expectedWide;
  for (int i : index) {
    expected.push_back(weights[i & 7] + 3.5f);
    expectedWide.push_back(offsets[i % 3] + 77);
  }
  launch("constants", 1, 64).in(index).out(out).out(wide).check([&] {
    expectSame(out, expected);
    expectSame(wide, expectedWide);
  });
}

TEST(Memory, Variables) {
  // `counters` begins as zeros with every load of the module.
  const char text[] = "warp of threads";
  std::vector<u32> out(64), expected;
  u32 counters[4] = {};
  for (u32 i = 0; i < 64; ++i)
    counters[i & 3] += i;
  for (u32 i = 0; i < 64; ++i)
    expected.push_back(counters[i & 3] * 1000 + table[i & 15] + table[5 + i % 7] + u32(text[i % 15]));
  launch("variables", 1, 64).out(out).check([&] { expectSame(out, expected); });
}

TEST(Memory, Vectors) {
  const size_t n = 64;
  std::vector<float> a = randomReals<float>(4 * n, 2), oa(4 * n), ea(4 * n);
  std::vector<int> b = randomIntegers<int>(2 * n, 3, -1000, 1000), ob(2 * n), eb(2 * n);
  std::vector<u64> c = randomBits<u64>(2 * n, 4), oc(2 * n), ec(2 * n);
  std::vector<uint8_t> d = randomBits<uint8_t>(4 * n, 5), od(4 * n), ed(4 * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < 4; ++k)
      ea[4 * i + k] = a[4 * i + 3 - k];
    eb[2 * i] = b[2 * i + 1] - b[2 * i], eb[2 * i + 1] = b[2 * i];
    ec[2 * i] = c[2 * i] ^ c[2 * i + 1], ec[2 * i + 1] = c[2 * i + 1] + 1;
    const uint8_t *x = &d[4 * i];
    ed[4 * i] = uint8_t(x[0] + x[1]), ed[4 * i + 1] = uint8_t(x[1] - x[2]), ed[4 * i + 2] = uint8_t(x[2] * x[3]), ed[4 * i + 3] = x[3];
  }
  launch("vectors", 2, 32).in(a).in(b).in(c).in(d).out(oa).out(ob).out(oc).out(od).check([&] {
    expectSame(oa, ea);
    expectSame(ob, eb);
    expectSame(oc, ec);
    expectSame(od, ed);
  });
}

TEST(Memory, CacheOperators) {
  std::vector<u32> in = randomBits<u32>(64, 6), out(8 * 64), expected;
  for (u32 x : in)
    expected.insert(expected.end(), {x, x + 1, x + 2, x + 3, x + 4, x + 5, x, x});
  launch("cacheOperators", 1, 64).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Memory, Structures) {
  struct Big {
    uint8_t tag = 9;
    int16_t small[3] = {-5, 600, 7};
    double values[4] = {100.5, 2000.25, 30000, 400000.75};
    u32 bits = 17u | 1234u << 5 | 54321u << 16;
  };
  // The structure ends with a pointer, which the harness passes by itself: a parameter of bytes with an address in them.
  std::vector<u32> from = randomBits<u32>(32, 7), out(32), expected;
  Big big;
  for (u32 i = 0; i < 32; ++i) {
    double values[4];
    std::copy(big.values, big.values + 4, values);
    values[i & 3] += i;
    expected.push_back(u32(big.tag + big.small[i % 3]) + u32(values[(i + 1) & 3]) + u32(values[i & 3]) + 1234u + 54321u + from[i]);
  }
  launch("structures", 1, 32).structure(big, sizeof(Big), from).out(out).check([&] { expectSame(out, expected); });
}

TEST(Memory, GenericAddresses) {
  std::vector<u32> in = randomBits<u32>(40, 8), out(64), expected;
  for (u32 i = 0; i < 64; ++i) {
    u32 total = 0;
    for (u32 k = 0; k < (i % 4 == 3 ? 16u : 40u); ++k)
      total = total * 31 + (i % 4 == 0 ? in[k] : i % 4 == 1 ? in[k] * 7 : i % 4 == 2 ? in[(k + i) % 40] + k : table[k]);
    expected.push_back(total * 8 + (i % 4 == 1 ? 2 : i % 4 == 2 ? 4 : 1));
  }
  launch("generic", 1, 64).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Memory, Narrow) {
  std::vector<uint8_t> in = randomBits<uint8_t>(64 * 5, 9);
  std::vector<int> out(64), expected;
  for (size_t i = 0; i < 64; ++i) {
    const uint8_t *at = &in[i * 5];
    const u32 word = at[0] | at[1] << 8 | at[2] << 16 | u32(at[3]) << 24;
    const int8_t a = int8_t(at[0]), b = int8_t(at[4]);
    const int16_t half = int16_t(in[2 * i] | in[2 * i + 1] << 8);
    expected.push_back(int(word >> 3) + a * b + (half >> 2) + int(uint8_t(a + b)) + int8_t(half) * 2);
  }
  launch("narrow", 2, 32).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Memory, Copies) {
  const int count = 24;
  std::vector<uint8_t> in = randomBits<uint8_t>(32 * 8, 10), out(32 * count), expected(out.size());
  for (int t = 0; t < 32; ++t) {
    std::vector<uint8_t> buffer(count, 0x5a);
    std::copy(&in[size_t(t) * 8], &in[size_t(t) * 8] + 8, buffer.begin() + t % 4);
    std::reverse_copy(buffer.begin(), buffer.end(), expected.begin() + t * count);
  }
  launch("copies", 1, 32).in(in).out(out).value(count).check([&] { expectSame(out, expected); });
}

TEST(Memory, Alloca) {
  const int count = 19;
  std::vector<uint8_t> in = randomBits<uint8_t>(32 * count, 11), out(in.size()), expected(in.size());
  for (int t = 0; t < 32; ++t)
    std::reverse_copy(in.begin() + t * count, in.begin() + (t + 1) * count, expected.begin() + t * count);
  Launch("alloca", "copies").block(32).in(in).out(out).value(count).check([&] { expectSame(out, expected); });
}

} // namespace
