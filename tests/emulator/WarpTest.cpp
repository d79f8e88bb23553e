// SPDX-License-Identifier: Apache-2.0
// kernels/warp.cu: the lanes of a warp together, against loops over lanes.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("warp", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

/// Calls `compute(values of the warp, lane, row of results)` for every thread.
template <typename T, typename Compute> std::vector<T> byWarp(const std::vector<T> &values, size_t count, Compute compute) {
  std::vector<T> rows(values.size() * count);
  for (size_t i = 0; i < values.size(); ++i)
    compute(&values[i / 32 * 32], int(i % 32), &rows[i * count]);
  return rows;
}

TEST(Warp, Shuffles) {
  std::vector<u32> values = randomBits<u32>(128, 1), out(128 * 12);
  const std::vector<u32> expected = byWarp(values, 12, [](const u32 *x, int lane, u32 *o) {
    auto segment = [&](int width) { return lane / width * width; };
    o[0] = x[5];
    o[1] = x[segment(16) + (lane * 7) % 16];
    o[2] = x[lane < 3 ? lane : lane - 3];
    o[3] = x[lane % 8 < 2 ? lane : lane - 2];
    o[4] = x[lane == 31 ? lane : lane + 1];
    o[5] = x[lane % 16 > 11 ? lane : lane + 4];
    o[6] = x[lane ^ 16];
    o[7] = x[lane ^ 5];
    // c = 0x0800: segments of 24? the mask 8 keeps bit 3, so that lanes with bit 3 have a floor of 8.
    const int floor = lane & 8;
    o[8] = lane - 6 >= floor ? x[lane - 6] : 99;
    const int ceiling = (lane & 15) | (15 & ~15), j = lane ^ 24; // 0x0f0f: maxLane = (lane & 15) | (15 & ~15)
    o[9] = j <= ceiling ? x[j] : 99;
    o[10] = x[lane ^ 1];
    o[11] = u32((static_cast<long long>(x[lane < 30 ? lane + 2 : lane]) << 20) >> 24);
  });
  std::vector<u32> small = values;
  launch("shuffles", 2, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Warp, Votes) {
  std::vector<u32> values = randomBits<u32>(96, 2), out(96 * 11);
  std::fill(values.begin() + 64, values.end(), 77777);
  const std::vector<u32> expected = byWarp(values, 11, [](const u32 *x, int lane, u32 *o) {
    auto ballot = [&](auto holds) {
      u32 mask = 0;
      for (int i = 0; i < 32; ++i)
        mask |= u32(holds(x[i])) << i;
      return mask;
    };
    o[0] = ballot([](u32 v) { return v & 1; });
    o[1] = ballot([](u32 v) { return v == ~0u; }) != 0;
    o[2] = ballot([](u32 v) { return v != 12345; }) == ~0u;
    const u32 large = ballot([](u32 v) { return v > 1000; });
    o[3] = large == 0 || large == ~0u;
    o[4] = ballot([&](u32 v) { return (v & 3) == (x[lane] & 3); });
    const u32 top = ballot([&](u32 v) { return v >> 31 == x[lane] >> 31; });
    o[5] = top == ~0u ? ~0u + 1 : 0;
    o[6] = ballot([&](u32 v) { return (v & 1) == (x[lane] & 1); });
    o[7] = lane % 2 ? ballot([](u32 v) { return v >> 1 & 1; }) & 0xaaaaaaaa : 0;
    o[8] = 0;
    o[9] = o[10] = 1;
  });
  launch("votes", 1, 96).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Warp, Reductions) {
  std::vector<int> values = randomBits<int>(64, 3), out(64 * 9);
  const std::vector<int> expected = byWarp(values, 9, [](const int *x, int lane, int *o) {
    auto fold = [&](int first, int last, auto combine) {
      int result = x[first];
      for (int i = first + 1; i < last; ++i)
        result = int(combine(result, x[i]));
      return result;
    };
    auto sum = [](int a, int b) { return u32(a) + u32(b); };
    o[0] = fold(0, 32, sum);
    o[1] = fold(0, 32, [](int a, int b) { return std::min(a, b); });
    o[2] = fold(0, 32, [](int a, int b) { return std::max(a, b); });
    o[3] = fold(0, 32, [](u32 a, u32 b) { return std::min(a, b); });
    o[4] = fold(0, 32, [](u32 a, u32 b) { return std::max(a, b); });
    o[5] = fold(0, 32, [](int a, int b) { return a & b; });
    o[6] = fold(0, 32, [](int a, int b) { return a | b; });
    o[7] = fold(0, 32, [](int a, int b) { return a ^ b; });
    o[8] = lane < 11 ? fold(0, 11, sum) : fold(11, 32, [](int a, int b) { return std::max(a, b); });
  });
  launch("reductions", 1, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Warp, Scan) {
  std::vector<int> values = randomIntegers<int>(2 * 160, 4, -1000, 1000), out(values.size()), expected(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    expected[i] = values[i] + (i % 160 ? expected[i - 1] : 0);
  launch("scan", 2, 160).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Warp, Compact) {
  std::vector<int> values = randomIntegers<int>(256, 5, -1000, 1000), out(256), count(1), expected;
  for (int x : values)
    if (x > 0)
      expected.push_back(x);
  std::fill(out.begin(), out.end(), 0);
  launch("compact", 2, 128).in(values).inOut(out).inOut(count).check([&] {
    ASSERT_EQ(size_t(count[0]), expected.size());
    std::vector<int> kept(out.begin(), out.begin() + count[0]), sorted = expected; // warps come in any order
    std::sort(kept.begin(), kept.end());
    std::sort(sorted.begin(), sorted.end());
    expectSame(kept, sorted);
  });
}

TEST(Warp, SpecialRegisters) {
  const u32 grid[3] = {2, 1, 2}, block[3] = {5, 4, 2};
  std::vector<u32> out(4 * 40 * 16), expected;
  for (u32 b = 0; b < 4; ++b)
    for (u32 t = 0; t < 40; ++t) {
      const u32 lane = t % 32, bit = 1u << lane;
      expected.insert(expected.end(), {t % 5, t / 5 % 4, t / 20, 4u, b / 2, 2u, lane, bit, bit | (bit - 1), bit - 1, ~(bit - 1), ~(bit | (bit - 1)), 0u, 1u, 256u, 32u});
    }
  Launch launch("warp", "specialRegisters");
  launch.grid(grid[0], grid[1], grid[2]).block(block[0], block[1], block[2]).shared(256).out(out).check([&] { expectSame(out, expected); });
}

TEST(Warp, Clocks) {
  std::vector<int> out(32), expected(32, 7);
  launch("clocks", 1, 32).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
