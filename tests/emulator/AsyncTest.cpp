// SPDX-License-Identifier: Apache-2.0
// kernels/async.cu: asynchronous copies and mbarriers of one CTA, under schedules that let copies land early, late and in between.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("async", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Async, Groups) {
  const int rows = 7;
  for (int length : {128, 68, 20}) {
    std::vector<u32> in = randomBits<u32>(size_t(rows) * length, 1), out(128), expected(128);
    auto at = [&](int row, int i) { return i < length ? in[size_t(row) * length + i] : 0; };
    for (int t = 0; t < 128; ++t)
      for (int row = 0; row < rows; ++row)
        expected[t] = expected[t] * 3 + at(row, t) + at(row, 127 - t);
    launch("groups", 1, 128).in(in).out(out).value(rows).value(length).check([&] { expectSame(out, expected); });
  }
}

TEST(Async, CopiesArrive) {
  const int rounds = 5;
  std::vector<u32> in = randomBits<u32>(rounds * 256, 2), out(in.size()), expected(in.size());
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < 64; ++i)
      for (int k = 0; k < 4; ++k)
        expected[(round * 64 + i) * 4 + k] = in[(round * 64 + 63 - i) * 4 + k];
  launch("copiesArrive", 1, 64).in(in).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Async, Bulk) {
  const int rounds = 6;
  std::vector<u32> in = randomBits<u32>(rounds * 256, 3), out(in.size()), expected;
  for (u32 x : in)
    expected.push_back(2 * x);
  launch("bulk", 1, 96).in(in).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

template <typename T, typename Combine> std::vector<T> fold(std::vector<T> start, const std::vector<T> &values, Combine combine) {
  for (size_t i = 0; i < values.size(); ++i)
    start[i % 64] = combine(start[i % 64], values[i]);
  return start;
}

TEST(Async, BulkReduce) {
  const size_t blocks = 4, n = 64 * blocks;
  std::vector<u32> u = randomBits<u32>(n, 4), ou = randomBits<u32>(64, 5);
  std::vector<float> f = randomIntegers<float>(n, 6, -1000, 1000), of(64, 3.0f);
  std::vector<Half> h = randomIntegers<Half>(n, 7, -100, 100), oh(64, Half(1));
  std::vector<BFloat> b = randomIntegers<BFloat>(n, 8, -10, 10), ob(64, BFloat(-2));
  std::vector<int> s = randomBits<int>(n, 9), os(64, -5);
  const auto eu = fold(ou, u, [](u32 x, u32 y) { return x + y; });
  const auto ef = fold(of, f, [](float x, float y) { return x + y; });
  const auto eh = fold(oh, h, [](Half x, Half y) { return Half(float(x) + float(y)); });
  const auto eb = fold(ob, b, [](BFloat x, BFloat y) { return BFloat(float(x) + float(y)); });
  const auto es = fold(os, s, [](int x, int y) { return std::max(x, y); });
  launch("bulkReduce", blocks, 64).in(u).in(f).in(h).in(b).in(s).inOut(ou).inOut(of).inOut(oh).inOut(ob).inOut(os).check([&] {
    expectSame(ou, eu);
    expectSame(of, ef);
    expectSame(oh, eh);
    expectSame(ob, eb);
    expectSame(os, es);
  });
}

TEST(Async, Tokens) {
  // Phase p: 10 p + 0, 10 p + 1 and, but for the last, 10 p + 2.
  std::vector<u32> out(4), expected(4, 3 * 10000 + 33 * 100 + 41);
  launch("tokens", 1, 128).out(out).check([&] { expectSame(out, expected); });
}

TEST(Async, PendingCount) {
  std::vector<u32> out(3), expected = {100, 93, 5};
  launch("pendingCount", 1, 32).out(out).check([&] { expectSame(out, expected); });
}

TEST(Async, Ring) {
  const int count = 11;
  std::vector<u32> in = randomBits<u32>(32 * count, 10), out(96), expected(96);
  for (int warp = 1; warp < 4; ++warp)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < count; ++i)
        expected[(warp - 1) * 32 + lane] = expected[(warp - 1) * 32 + lane] * 5 + in[i * 32 + (lane + warp) % 32];
  launch("ring", 1, 128).in(in).out(out).value(count).check([&] { expectSame(out, expected); });
}

} // namespace
