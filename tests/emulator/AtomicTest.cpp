// SPDX-License-Identifier: Apache-2.0
// kernels/atomic.cu: results that do not depend on the order, whatever the schedule.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>
#include <numeric>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("atomic", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Atomic, Integers) {
  std::vector<u32> values = randomBits<u32>(256, 1), cells(14), expected;
  cells[4] = cells[6] = ~0u;
  cells[2] = 0x7fffffff, cells[3] = 0x80000000;
  std::vector<u64> wide = {0, u64(INT64_MAX), 0, 5, ~0ull, 7}, expectedWide;
  expected = cells;
  expectedWide = wide;
  for (u32 x : values) {
    expected[0] += x;
    expected[1] -= x;
    expected[2] = u32(std::min(int(expected[2]), int(x)));
    expected[3] = u32(std::max(int(expected[3]), int(x)));
    expected[4] = std::min(expected[4], x);
    expected[5] = std::max(expected[5], x);
    expected[6] &= x | 0xff;
    expected[7] |= x & 0x0f0f0f0f;
    expected[8] ^= x;
    expected[9] = expected[9] >= 100 ? 0 : expected[9] + 1;
    expected[10] = expected[10] == 0 || expected[10] > 100 ? 100 : expected[10] - 1;
    expected[11] += 1;
    expected[12] += 2;
    expected[13] += x;
    expectedWide[0] += u64(x) << 16;
    expectedWide[1] = u64(std::min<int64_t>(int64_t(expectedWide[1]), int64_t(x) - 0x80000000ll));
    expectedWide[2] = std::max(expectedWide[2], u64(x) * x);
    expectedWide[3] ^= u64(x) << 32 | x;
    expectedWide[4] &= ~(1ull << (x & 63));
    expectedWide[5] = std::max(expectedWide[5], u64(x) << 3);
  }
  // On one CTA: block scope means something, and one CTA keeps it meaningful.
  launch("integers", 1, 256).in(values).inOut(cells).inOut(wide).check([&] {
    expectSame(cells, expected);
    expectSame(wide, expectedWide);
  });
}

TEST(Atomic, Results) {
  std::vector<u32> counter(1), tickets(192), slot(1), exchanged(192), all(192);
  std::iota(all.begin(), all.end(), 0);
  launch("results", 3, 64).inOut(counter).out(tickets).inOut(slot).out(exchanged).check([&] {
    std::vector<u32> sorted = tickets, kept = exchanged;
    std::sort(sorted.begin(), sorted.end());
    expectSame(sorted, all, "tickets");
    kept.push_back(slot[0]);
    std::sort(kept.begin(), kept.end());
    std::vector<u32> expected(193);
    std::iota(expected.begin(), expected.end(), 0);
    expectSame(kept, expected, "exchanged");
  });
}

TEST(Atomic, InShared) {
  std::vector<u32> values = randomBits<u32>(3 * 64, 2), out(36), expected(36);
  for (size_t block = 0; block < 3; ++block) {
    u32 *o = &expected[block * 12];
    u64 sum = 0, largest = 0;
    o[2] = ~0u;
    for (size_t i = block * 64; i < block * 64 + 64; ++i) {
      const u32 x = values[i];
      o[0] += x;
      o[1] = u32(std::max(int(o[1]), int(x)));
      o[2] &= x;
      o[3] ^= x;
      o[4] = o[4] >= 50 ? 0 : o[4] + 1;
      sum += u64(x) * 3;
      largest = std::max(largest, u64(x) << 20);
      o[10] += x & 15;
    }
    o[5] = o[11] = 1, o[6] = 9;
    o[7] = u32(sum), o[8] = u32(sum >> 32), o[9] = u32(largest >> 16);
  }
  launch("inShared", 3, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Atomic, Floats) {
  std::vector<float> values = randomIntegers<float>(256, 3, -3, 3), f32(9), expected(9);
  std::vector<double> f64(1), expected64(1);
  std::vector<Half> f16(4), expected16(4);
  std::vector<BFloat> bf16(4), expectedB(4);
  double sum = 0, squares = 0, ones = 0, positives = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    squares += values[i] * values[i];
    ones += i % 32 == 0;
    positives += values[i] > 0 && i % 16 == 0;
  }
  expected = {float(sum), float(2 * sum), float(sum), float(-sum), float(sum), 256, 512, float(squares), 0};
  expected64[0] = sum * 1e10;
  expected16[0] = sum, expected16[1] = -sum, expected16[2] = 256;
  expectedB[0] = ones, expectedB[1] = positives, expectedB[2] = 100;
  launch("floats", 2, 128).in(values).inOut(f32).inOut(f64).inOut(f16).inOut(bf16).check([&] {
    expectSame(f32, expected);
    expectSame(f64, expected64);
    expectSame(f16, expected16);
    expectSame(bf16, expectedB);
  });
}

TEST(Atomic, CompareAndSwap) {
  std::vector<u32> values = randomBits<u32>(64, 4), product = {1}, expectedProduct = {1};
  std::vector<float> largest = {0}, expectedLargest = {0};
  std::vector<uint16_t> narrow = {1, 2}, expectedNarrow = {1, 2};
  std::vector<u64> wide = {~0ull - 5, 3}, expectedWide = wide;
  for (u32 value : values) {
    const u32 x = value % 1000003 + 1;
    expectedProduct[0] = u32(u64(expectedProduct[0]) * x % 1000003);
    expectedLargest[0] = std::max(expectedLargest[0], float(x));
    expectedNarrow[0] = uint16_t(expectedNarrow[0] + x);
    expectedWide[0] += x;
    expectedWide[1] += 1;
  }
  launch("compareAndSwap", 2, 32).in(values).inOut(product).inOut(largest).inOut(narrow).inOut(wide).check([&] {
    expectSame(product, expectedProduct);
    expectSame(largest, expectedLargest);
    expectSame(narrow, expectedNarrow);
    expectSame(wide, expectedWide);
  });
}

TEST(Atomic, Relay) {
  std::vector<u32> flag(1), data = randomBits<u32>(100, 5), expected = data;
  for (u32 block = 0; block < 5; ++block)
    for (u32 &x : expected)
      x = x * 2 + block;
  launch("relay", 5, 64).inOut(flag).inOut(data).value(100).check([&] {
    expectSame(data, expected);
    EXPECT_EQ(flag[0], 5u);
  });
}

TEST(Atomic, GridBarrier) {
  const int rounds = 4, count = 4 * 32;
  std::vector<u32> arrived(1), data(2 * count), out(rounds * count), expected;
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < count; ++i)
      expected.push_back(u32((i + 37) % count * 10 + round));
  launch("gridBarrier", 4, 32).inOut(arrived).inOut(data).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Atomic, TicketLock) {
  std::vector<u32> next(1), serving(1), sum(2), values = randomBits<u32>(4 * 96, 6), expected(2);
  for (size_t i = 0; i < values.size(); i += 32) {
    expected[0] += values[i];
    expected[1] = expected[1] * 3 + 1;
  }
  launch("ticketLock", 4, 96).inOut(next).inOut(serving).inOut(sum).in(values).check([&] { expectSame(sum, expected); });
}

} // namespace
