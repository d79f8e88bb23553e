// SPDX-License-Identifier: Apache-2.0
// kernels/shared.cu: what CTAs do together in shared memory.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>
#include <numeric>

using namespace tessera::emulator::kernels;

namespace {

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("shared", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Shared, Reduce) {
  std::vector<uint32_t> values = randomBits<uint32_t>(3 * 256, 1), out(3), expected(3);
  for (size_t i = 0; i < values.size(); ++i)
    expected[i / 256] += values[i];
  launch("reduce", 3, 256).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Shared, Scan) {
  std::vector<uint32_t> values = randomBits<uint32_t>(2 * 96, 2), out(values.size()), expected(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    expected[i] = values[i] + (i % 96 ? expected[i - 1] : 0);
  launch("scan", 2, 96).shared(2 * 96 * 4).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Shared, Transpose) {
  const int rows = 70, columns = 45;
  std::vector<float> in = randomReals<float>(rows * columns, 3), out(in.size()), expected(in.size());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      expected[size_t(j) * rows + i] = in[size_t(i) * columns + j];
  Launch("shared", "transpose").grid(2, 3).block(32, 8).in(in).out(out).value(rows).value(columns).check([&] { expectSame(out, expected); });
}

TEST(Shared, Histogram) {
  std::vector<uint8_t> values = randomIntegers<uint8_t>(5000, 4, 0, 255);
  std::vector<uint32_t> out(64), expected(64);
  for (uint8_t x : values)
    ++expected[x >> 2];
  launch("histogram", 3, 128).in(values).inOut(out).value(int(values.size())).check([&] { expectSame(out, expected); });
}

TEST(Shared, BitonicSort) {
  std::vector<int> values = randomIntegers<int>(2 * 256, 5, -1000000, 1000000), out(values.size()), expected = values;
  for (int block = 0; block < 2; ++block)
    std::sort(expected.begin() + block * 256, expected.begin() + (block + 1) * 256);
  launch("bitonicSort", 2, 128).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Shared, Stencil) {
  const int count = 300;
  std::vector<float> in = randomReals<float>(count, 6), out(count), expected(count);
  for (int i = 0; i < count; ++i)
    for (int k = -3; k <= 3; ++k)
      expected[i] = std::fma(i + k >= 0 && i + k < count ? in[i + k] : 0.0f, 1.0f / (4 + k * k), expected[i]);
  launch("stencil", 3, 128).in(in).out(out).value(count).check([&] { expectSame(out, expected); });
}

TEST(Shared, Product) {
  const int n = 48;
  std::vector<float> a = randomReals<float>(n * n, 7), b = randomReals<float>(n * n, 8), c(n * n), expected(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        expected[i * n + j] = std::fma(a[i * n + k], b[k * n + j], expected[i * n + j]);
  Launch("shared", "product").grid(3, 3).block(16, 16).in(a).in(b).out(c).value(n).check([&] { expectSame(c, expected); });
}

TEST(Shared, NamedBarriers) {
  const int rounds = 9;
  std::vector<int> values = randomIntegers<int>(32 * rounds, 9, -1000, 1000), out(values.size()), expected(values.size());
  for (int i = 0; i < rounds; ++i)
    for (int lane = 0; lane < 32; ++lane)
      expected[i * 32 + lane] = values[i * 32 + 31 - lane] * 3 + i;
  launch("namedBarriers", 1, 64).in(values).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Shared, BarrierReductions) {
  std::vector<int> values = randomIntegers<int>(2 * 128, 10, -101, 120), out(values.size()), expected(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    auto count = [&](size_t size, auto holds) {
      const auto begin = values.begin() + static_cast<ptrdiff_t>(i / size * size);
      return int(std::count_if(begin, begin + static_cast<ptrdiff_t>(size), holds));
    };
    expected[i] = count(128, [](int x) { return x > 0; }) * 1000 + (count(128, [](int x) { return x > -100; }) == 128) * 100 +
                  (count(128, [](int x) { return x == 77; }) > 0) * 10 + count(64, [](int x) { return x > 5; }) * 100000;
  }
  launch("barrierReductions", 2, 128).in(values).out(out).check([&] { expectSame(out, expected); });
}

TEST(Shared, MixedTypes) {
  std::vector<double> in = randomReals<double>(40, 11), out(40), expected(40);
  for (int i = 0; i < 40; ++i) {
    const int other = (i + 7) % 40;
    expected[i] = in[other] * 2 + -int16_t(other) * 3 + uint8_t(other * 5);
  }
  launch("mixedTypes", 1, 40).shared(40 * 16).in(in).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
