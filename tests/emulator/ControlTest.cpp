// SPDX-License-Identifier: Apache-2.0
// kernels/control.cu: the same programs on the host, thread by thread.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;

std::vector<u32> map(const std::vector<u32> &values, u32 (*compute)(u32)) {
  std::vector<u32> out;
  for (u32 x : values)
    out.push_back(compute(x));
  return out;
}

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("control", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Control, LoopsOfDifferentLengths) {
  std::vector<u32> starts = randomIntegers<u32>(128, 1, 1, 5000), out(128);
  const std::vector<u32> expected = map(starts, [](u32 n) {
    u32 count = 0;
    for (; n > 1; ++count)
      n = n & 1 ? 3 * n + 1 : n / 2;
    return count;
  });
  launch("collatz", 2, 64).in(starts).out(out).check([&] { expectSame(out, expected); });
}

int nested(int x) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    if ((x + i) % 7 == 0)
      continue;
    for (int j = i; j < 20; ++j) {
      if ((x ^ j) % 11 == 0)
        break;
      if ((x & j) == 13)
        return -1;
      sum += (i + j) % 3 == 0 ? i * j : -1;
    }
    if (sum > 2000 + x)
      break;
  }
  return sum;
}

TEST(Control, NestedLoops) {
  std::vector<int> values = randomIntegers<int>(96, 2, -2100, 300), out(96), expected;
  for (int x : values)
    expected.push_back(nested(x));
  launch("nested", 1, 96).in(values).out(out).check([&] { expectSame(out, expected); });
}

u32 interpret(const u32 *code, int length, u32 thread) {
  u32 a = thread, b = 1, t;
  for (int i = 0; i < length; ++i)
    switch (code[i] % 12) {
    case 0: a += b; break;
    case 1: a ^= b << 3; break;
    case 2: b = a * 5; break;
    case 3: a = a >> 1 | a << 31; break;
    case 4: b -= a; break;
    case 5:
      t = a;
      a = 0;
      for (int bit = 0; bit < 32; ++bit)
        a |= (t >> bit & 1) << (31 - bit);
      [[fallthrough]];
    case 6: b |= 1; break;
    case 7: a = a / (b | 1); b += 3; break;
    case 8: t = a; a = b; b = t | 1; break;
    case 9: a = u32(__builtin_popcount(a)) * 0x9e3779b9u; break;
    case 10: b = std::min(a, b) + 1; break;
    default: a = ~a; b = b % 1000 + 1;
    }
  return a ^ b;
}

TEST(Control, Switch) {
  const int length = 40, threads = 64;
  std::vector<u32> codes = randomIntegers<u32>(length * threads, 3, 0, 1 << 20), out(threads), expected(threads);
  for (int t = 0; t < threads; ++t)
    expected[t] = interpret(&codes[size_t(t) * length], length, u32(t));
  launch("dispatch", 2, threads / 2).in(codes).out(out).value(length).check([&] { expectSame(out, expected); });
}

TEST(Control, IndexedBranch) {
  std::vector<u32> values = randomBits<u32>(64, 4), out(64);
  const std::vector<u32> expected = map(values, [](u32 x) { return (x & 3) == 0 ? x + 100 : (x & 3) == 1 ? x * 3 : (x & 3) == 2 ? ~x : 7; });
  launch("indexedBranch", 1, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

u32 ackermann(u32 m, u32 n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

TEST(Control, Recursion) {
  std::vector<u32> values = randomIntegers<u32>(64, 5, 0, 1000), out(64);
  const std::vector<u32> expected = map(values, [](u32 x) { return ackermann(x % 3, x / 3 % 6); });
  launch("recursion", 1, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

int call(int index, int a, int b) {
  switch (index) {
  case 0: return a + b;
  case 1: return int(u32(a) * u32(b));
  case 2: return a < b ? int(u32(b) - u32(a)) : int(u32(a) - u32(b));
  default: return int(u32(call(1, a, 31)) + u32(call(2, a, b)));
  }
}

TEST(Control, IndirectCalls) {
  std::vector<int> a = randomIntegers<int>(64, 6, -100, 100), b = randomIntegers<int>(64, 7, -100, 100), out(64), expected;
  for (size_t i = 0; i < a.size(); ++i) {
    int result = a[i];
    for (int k = 0; k < 4; ++k)
      result = call((a[i] + k * b[i]) & 3, result, b[i]);
    expected.push_back(result);
  }
  launch("indirect", 2, 32).in(a).in(b).out(out).check([&] { expectSame(out, expected); });
}

TEST(Control, VirtualCalls) {
  std::vector<float> x = randomReals<float>(64, 8, 0, 10), out(64), expected;
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back(i % 3 == 0 ? x[i] * x[i] * 3.0f : x[i] * 2.0f + 4);
  launch("virtualCalls", 1, 64).in(x).out(out).check([&] { expectSame(out, expected); });
}

TEST(Control, LocalArrays) {
  std::vector<int> values = randomIntegers<int>(24 * 64, 9, -500, 500), out(values.size()), expected = values;
  for (size_t t = 0; t < 64; ++t)
    std::sort(&expected[t * 24], &expected[t * 24] + 24);
  launch("localSort", 1, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Control, LanesTakeALock) {
  const int rounds = 2;
  std::vector<int> lock(1), counter(1);
  launch("lanesLock", 2, 64).inOut(lock).inOut(counter).value(rounds).check([&] {
    EXPECT_EQ(counter[0], 2 * 64 * rounds);
    EXPECT_EQ(lock[0], 0);
  });
}

TEST(Control, LanesWaitForEachOther) {
  std::vector<int> flags(32), order(32), expected(32);
  for (int i = 0; i < 32; ++i)
    expected[i] = i == 0 ? 1 : int(u32(expected[i - 1]) * 3 + u32(i));
  launch("chain", 1, 32).inOut(flags).out(order).check([&] { expectSame(order, expected); });
}

TEST(Control, LanesMeetAgain) {
  std::vector<int> values = randomIntegers<int>(64, 10, 0, 1000), out(64), expected(64);
  for (size_t warp = 0; warp < 2; ++warp) {
    int sum = 0;
    for (size_t i = warp * 32; i < warp * 32 + 32; ++i)
      sum += values[i] % 3 == 0 ? 0 : values[i] % 2 ? values[i] * 2 : values[i] + 100;
    for (size_t i = warp * 32; i < warp * 32 + 32; ++i)
      expected[i] = values[i] % 3 == 0 ? 0 : sum;
  }
  launch("meet", 1, 64).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Control, Backtracking) {
  // Solutions of the 7-queens problem by the first queen's column.
  const u32 bySize[] = {4, 7, 6, 6, 6, 7, 4};
  std::vector<u32> out(32), expected;
  for (size_t t = 0; t < 32; ++t)
    expected.push_back(bySize[t % 7]);
  launch("queens", 1, 32).out(out).value(7).check([&] { expectSame(out, expected); });
}

} // namespace
