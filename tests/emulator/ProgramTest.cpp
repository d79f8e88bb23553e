// SPDX-License-Identifier: Apache-2.0
// kernels/programs.cu: whole programs, bit for bit where only defined operations are used, else within a bound that each test states.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>
#include <complex>

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("programs", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Program, Sha256) {
  // Of one block each: the padded messages "", "abc" and sixteen words of ones; digests from FIPS 180-4 and from sha256sum.
  std::vector<u32> blocks(32 * 16), out(32 * 8);
  blocks[0] = 0x80000000;
  blocks[16] = 0x61626380;
  blocks[31] = 24;
  const std::vector<u32> empty = {0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924, 0x27ae41e4, 0x649b934c, 0xa495991b, 0x7852b855};
  const std::vector<u32> abc = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
  launch("sha256", 1, 32).in(blocks).out(out).check([&] {
    expectSame(std::vector<u32>(out.begin(), out.begin() + 8), empty);
    expectSame(std::vector<u32>(out.begin() + 8, out.begin() + 16), abc);
  });
}

TEST(Program, Philox) {
  std::vector<u32> out(64 * 4), expected;
  std::vector<float> reals(64), expectedReals;
  const u32 seed = 0x1234abcd;
  for (u32 i = 0; i < 64; ++i) {
    u32 c[4] = {i, 0, 0, 0}, key[2] = {seed, ~seed};
    for (int round = 0; round < 10; ++round) {
      const uint64_t a = uint64_t(0xd2511f53) * c[0], b = uint64_t(0xcd9e8d57) * c[2];
      c[0] = u32(b >> 32) ^ c[1] ^ key[0], c[1] = u32(b), c[2] = u32(a >> 32) ^ c[3] ^ key[1], c[3] = u32(a);
      key[0] += 0x9e3779b9, key[1] += 0xbb67ae85;
    }
    expected.insert(expected.end(), c, c + 4);
    expectedReals.push_back(std::fma(float(c[0]), 0x1p-32f, 0x1p-33f));
  }
  launch("philox", 2, 32).value(seed).out(out).out(reals).check([&] {
    expectSame(out, expected);
    expectSame(reals, expectedReals);
  });
}

TEST(Program, Softmax) {
  const int rows = 3, width = 200;
  std::vector<float> in = randomReals<float>(rows * width, 1, -5, 5), out(in.size());
  std::vector<double> expected(in.size());
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < width; ++i)
      sum += expected[row * width + i] = std::exp(double(in[row * width + i]));
    for (int i = 0; i < width; ++i)
      expected[row * width + i] /= sum;
  }
  // e^x as 2^(x log2 e) errs by 2^-24 times |x| <= 10, twice, and 2 ulp each; sums of 200 in pairs.
  launch("softmax", rows, 128).in(in).out(out).value(width).check([&] { expectNear(out, expected, [&](size_t i) { return expected[i] * 4e-6; }); });
}

TEST(Program, LayerNorm) {
  const int rows = 8;
  std::vector<float> in = randomReals<float>(rows * 128, 2, -2, 2), weight = randomReals<float>(128, 3), out(in.size());
  std::vector<double> expected(in.size());
  for (int row = 0; row < rows; ++row) {
    double sum = 0, squares = 0;
    for (int i = 0; i < 128; ++i) {
      const double x = in[row * 128 + i];
      sum += x, squares += x * x;
    }
    const double mean = sum / 128, scale = 1 / std::sqrt(squares / 128 - mean * mean + 1e-5);
    for (int i = 0; i < 128; ++i)
      expected[row * 128 + i] = (in[row * 128 + i] - mean) * scale * weight[i];
  }
  launch("layerNorm", 2, 128).in(in).in(weight).out(out).check([&] { expectNear(out, expected, [](size_t) { return 4e-6; }); });
}

TEST(Program, Sparse) {
  const int rows = 21;
  Random random(4);
  std::vector<int> starts = {0}, columns;
  std::vector<double> values, x = randomReals<double>(100, 5), y(rows), expected(rows);
  for (int row = 0; row < rows; ++row) {
    const int count = row % 5 == 0 ? 0 : random.between(1, 90);
    std::vector<double> lanes(32);
    for (int i = 0; i < count; ++i) {
      columns.push_back(random.between(0, 99));
      values.push_back(random.real());
      lanes[i % 32] = std::fma(values.back(), x[columns.back()], lanes[i % 32]);
    }
    starts.push_back(int(values.size()));
    for (int distance = 16; distance > 0; distance /= 2)
      for (int lane = 0; lane < 32; ++lane) // in place: those above have not changed yet where it matters for lane 0
        lanes[lane] = lanes[lane] + (lane + distance < 32 ? lanes[lane + distance] : lanes[lane]);
    expected[row] = lanes[0];
  }
  launch("sparse", 3, 224).in(starts).in(columns).in(values).in(x).out(y).value(rows).check([&] { expectSame(y, expected); });
}

TEST(Program, Fourier) {
  std::vector<double> in = randomReals<double>(2 * 128, 6), out(in.size()), expected;
  for (int block = 0; block < 2; ++block)
    for (int k = 0; k < 64; ++k) {
      std::complex<double> sum = 0;
      for (int n = 0; n < 64; ++n)
        sum += std::complex<double>(in[block * 128 + 2 * n], in[block * 128 + 2 * n + 1]) * std::polar(1.0, -2 * 3.14159265358979323846 * k * n / 64);
      expected.push_back(sum.real());
      expected.push_back(sum.imag());
    }
  launch("fourier", 2, 32).in(in).out(out).check([&] { expectNear(out, expected, [](size_t) { return 1e-12; }); });
}

TEST(Program, Words) {
  std::string text = "The quick brown fox, jumping over 13 lazy dogs; it is said to have been seen by nobody at all... internationalization x";
  text.resize(128, ' ');
  std::vector<char> in(text.begin(), text.end());
  std::vector<int> lengths(128), count(1), expected(128), expectedCount(1);
  auto isLetter = [&](size_t i) { return i < 128 && std::isalpha(static_cast<unsigned char>(text[i])); };
  for (size_t i = 0; i < 128; ++i)
    if (isLetter(i) && (i == 0 || !isLetter(i - 1))) {
      ++expectedCount[0];
      while (isLetter(i + size_t(expected[i])))
        ++expected[i];
    }
  launch("words", 1, 128).in(in).out(lengths).out(count).check([&] {
    expectSame(lengths, expected);
    expectSame(count, expectedCount);
  });
}

TEST(Program, Life) {
  const int rows = 48, steps = 9;
  std::vector<u32> in = randomBits<u32>(rows, 7), out(rows), expected = in;
  for (int step = 0; step < steps; ++step) {
    std::vector<u32> next(rows);
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < 32; ++x) {
        int neighbours = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            neighbours += (dx || dy) && (expected[(y + dy + rows) % rows] >> ((x + dx + 32) % 32) & 1);
        next[y] |= u32(neighbours == 3 || (neighbours == 2 && (expected[y] >> x & 1))) << x;
      }
    expected = next;
  }
  launch("life", 1, rows).in(in).out(out).value(rows).value(steps).check([&] { expectSame(out, expected); });
}

TEST(Program, Bodies) {
  const int count = 128;
  std::vector<float> positions = randomReals<float>(4 * count, 8), forces(4 * count);
  std::vector<double> expected(4 * count), sizes(4 * count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      double d[3], square = 0.01f;
      for (int k = 0; k < 3; ++k) {
        d[k] = double(positions[4 * j + k]) - positions[4 * i + k];
        square += d[k] * d[k];
      }
      for (int k = 0; k < 3; ++k) {
        const double part = d[k] * positions[4 * j + 3] / (square * std::sqrt(square));
        expected[4 * i + k] += part;
        sizes[4 * i + k] += std::abs(part);
      }
    }
  // Each part errs by 12 roundings at most, the sum of 128 by half an ulp of the sum of sizes each.
  launch("bodies", 2, 64).in(positions).out(forces).value(count).check([&] { expectNear(forces, expected, [&](size_t i) { return sizes[i] * 80 * 0x1p-24; }); });
}

TEST(Program, Mandelbrot) {
  const int width = 32, limit = 60;
  std::vector<int> out(width * width), expected;
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < width; ++x) {
      const double a = -2 + x * (3.0 / width), b = -1.5 + y * (3.0 / width); // exact
      volatile double u = 0, v = 0;
      int i = 0;
      for (; i < limit; ++i) {
        volatile double uu = u * u, vv = v * v, square = uu + vv, difference = uu - vv;
        if (square > 4)
          break;
        v = std::fma(2 * u, v, b);
        u = difference + a;
      }
      expected.push_back(i);
    }
  Launch launch("programs", "mandelbrot");
  launch.grid(4, 4).block(8, 8).out(out).value(width).value(limit).check([&] { expectSame(out, expected); });
}

TEST(Program, Dependent) {
  std::vector<int> in = randomIntegers<int>(256, 9, -1000, 1000), out(256), expected;
  for (int x : in)
    expected.push_back(x * x);
  launch("dependent", 2, 128).in(in).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
