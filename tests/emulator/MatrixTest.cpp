// SPDX-License-Identifier: Apache-2.0
// kernels/wgmma.cu and kernels/mma.cu: every type of the tensor cores, every layout of shared memory. Inputs are small whole numbers,
// so that each sum is exact in whatever the hardware keeps of it and results are defined bit for bit. The exact rules of
// rounding inside a tensor core are tests/unit/emulator's.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include "tests/emulator/Rounding.h"

using namespace tessera::emulator::kernels;

namespace {

/// An element type: how many bytes (0: one bit) and how a whole number is written.
struct Element {
  unsigned bytes;
  uint32_t (*encode)(int);
  int low, high;
};
uint32_t encodeFp8(int value, const Format &format) {
  if (value == 0)
    return 0;
  const int exponent = std::ilogb(std::abs(value)), fraction = format.digits - 1;
  const uint32_t bits = uint32_t(std::ldexp(std::abs(value), fraction - exponent)) & ((1u << fraction) - 1);
  return (value < 0 ? 0x80u : 0u) | uint32_t(exponent + 1 - format.lowest) << fraction | bits;
}
const Element f16Element{2, [](int x) -> uint32_t { return Half(x).bits; }, -3, 3};
const Element bf16Element{2, [](int x) -> uint32_t { return BFloat(x).bits; }, -3, 3};
const Element tf32Element{4, [](int x) -> uint32_t { return bitsOf(float(x)) | 0x1fff; }, -9, 9}; // the low bits do not count
const Element e4m3Element{1, [](int x) -> uint32_t { return encodeFp8(x, e4m3); }, -3, 3};
const Element e5m2Element{1, [](int x) -> uint32_t { return encodeFp8(x, e5m2); }, -3, 3};
const Element s8Element{1, [](int x) -> uint32_t { return uint8_t(x); }, -128, 127};
const Element u8Element{1, [](int x) -> uint32_t { return uint8_t(x); }, 0, 255};
const Element bitElement{0, [](int x) -> uint32_t { return uint32_t(x); }, 0, 1};

/// A matrix of whole numbers, rows of `bytes` bytes along K.
struct Matrix {
  int rows, depth;
  std::vector<int> values;
  std::vector<uint8_t> bytes;
  Matrix(const Element &element, int rows, int rowBytes, uint64_t seed) : rows(rows), depth(element.bytes ? rowBytes / int(element.bytes) : rowBytes * 8), bytes(size_t(rows) * rowBytes) {
    values = randomIntegers<int>(size_t(rows) * depth, seed, element.low, element.high);
    for (size_t i = 0; i < values.size(); ++i) {
      const uint32_t code = element.encode(values[i]);
      if (element.bytes)
        std::memcpy(&bytes[i * element.bytes], &code, element.bytes);
      else
        bytes[i / 8] |= uint8_t(code << (i % 8));
    }
  }
};

std::vector<int> multiply(const Matrix &a, const Matrix &b) {
  std::vector<int> products;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.rows; ++j) {
      int sum = 0;
      for (int k = 0; k < a.depth; ++k)
        sum += a.values[size_t(i) * a.depth + k] * b.values[size_t(j) * b.depth + k];
      products.push_back(sum);
    }
  return products;
}

struct Layout {
  int swizzle, step;
};
const std::vector<Layout> rowLayouts = {{128, 0}, {128, 3}, {64, 1}, {32, 0}, {16, 0}}, columnLayouts = {{128, 0}, {64, 0}, {32, 0}, {16, 0}};

/// Runs a kernel of wgmma.cu in some layouts; D is `factor` times the product of A and B.
template <typename T>
void checkWgmma(const char *entry, const Element &elementA, const Element &elementB, const std::vector<Layout> &layouts, int factor = 2, uint64_t seed = 1) {
  const Matrix a(elementA, 64, 32, seed), b(elementB, 32, 32, seed + 1);
  std::vector<T> out(64 * 32), expected;
  for (int x : multiply(a, b))
    expected.push_back(static_cast<T>(x * factor));
  for (Layout layout : layouts) {
    SCOPED_TRACE(testing::Message() << "swizzle " << layout.swizzle << ", step " << layout.step);
    Launch("wgmma", entry).block(128).in(a.bytes).in(b.bytes).out(out).value(layout.swizzle).value(layout.step).check([&] { expectSame(out, expected); });
  }
}

TEST(Wgmma, Halves) {
  checkWgmma<float>("f16ToF32", f16Element, f16Element, rowLayouts);
  checkWgmma<Half>("f16ToF16", f16Element, f16Element, {{128, 1}});
}
TEST(Wgmma, BFloats) { checkWgmma<float>("bf16ToF32", bf16Element, bf16Element, rowLayouts, -2); }
TEST(Wgmma, Transposed) {
  checkWgmma<float>("f16TransA", f16Element, f16Element, columnLayouts);
  checkWgmma<float>("f16TransB", f16Element, f16Element, columnLayouts);
  checkWgmma<float>("f16TransBoth", f16Element, f16Element, columnLayouts, -2);
  checkWgmma<float>("bf16TransB", bf16Element, bf16Element, columnLayouts);
}
TEST(Wgmma, Tf32) { checkWgmma<float>("tf32ToF32", tf32Element, tf32Element, rowLayouts); }
TEST(Wgmma, Fp8) {
  checkWgmma<float>("e4m3ToF32", e4m3Element, e4m3Element, rowLayouts);
  checkWgmma<float>("e5m2ToF32", e5m2Element, e5m2Element, {{128, 2}});
  checkWgmma<float>("mixedFp8", e4m3Element, e5m2Element, {{64, 0}}, -2);
  checkWgmma<Half>("e4m3ToF16", e4m3Element, e4m3Element, {{32, 0}});
}
TEST(Wgmma, Integers) {
  checkWgmma<int>("s8ToS32", s8Element, s8Element, rowLayouts);
  checkWgmma<int>("u8ToS32", u8Element, u8Element, {{128, 1}});
  checkWgmma<int>("mixedBytes", s8Element, u8Element, {{16, 0}});
  checkWgmma<int>("bitsToS32", bitElement, bitElement, {{128, 1}, {16, 0}});
}
TEST(Wgmma, AInRegisters) {
  checkWgmma<float>("f16Registers", f16Element, f16Element, columnLayouts);
  checkWgmma<float>("tf32Registers", tf32Element, tf32Element, {{128, 3}});
  checkWgmma<float>("e5m2Registers", e5m2Element, e4m3Element, {{64, 1}});
  checkWgmma<int>("s8Registers", u8Element, s8Element, {{32, 0}});
}

template <typename T> void checkMma(const char *entry, const Element &elementA, const Element &elementB, int rowBytes, int factor) {
  SCOPED_TRACE(entry);
  const Matrix a(elementA, 16, rowBytes, 3), b(elementB, 8, rowBytes, 4);
  std::vector<T> start = randomIntegers<T>(16 * 8, 5, -1000, 1000), out(16 * 8), expected;
  const std::vector<int> products = multiply(a, b);
  for (size_t i = 0; i < products.size(); ++i)
    expected.push_back(start[i] + static_cast<T>(products[i] * factor));
  Launch("mma", entry).block(32).in(a.bytes).in(b.bytes).in(start).out(out).check([&] { expectSame(out, expected); });
}

TEST(Mma, Floats) {
  checkMma<float>("f16", f16Element, f16Element, 32, 2);
  checkMma<float>("bf16", bf16Element, bf16Element, 32, 2);
  checkMma<float>("tf32", tf32Element, tf32Element, 32, 2);
  checkMma<float>("e4m3", e4m3Element, e4m3Element, 32, 2);
  checkMma<float>("mixedFp8", e5m2Element, e4m3Element, 32, 2);
  checkMma<float>("f16Narrow", f16Element, f16Element, 16, 1);
  checkMma<float>("bf16Narrow", bf16Element, bf16Element, 16, 1);
  checkMma<float>("tf32Narrow", tf32Element, tf32Element, 16, 1);
}
TEST(Mma, Integers) {
  checkMma<int>("s8", s8Element, s8Element, 32, 2);
  checkMma<int>("mixedBytes", u8Element, s8Element, 32, 2);
  checkMma<int>("bits", bitElement, bitElement, 32, 2);
  checkMma<int>("u8Narrow", u8Element, u8Element, 16, 1);
}
TEST(Mma, HalfSums) {
  const Matrix a(f16Element, 16, 32, 6), b(f16Element, 8, 32, 7);
  std::vector<Half> out(16 * 8), expected;
  for (int x : multiply(a, b))
    expected.push_back(2 * x);
  Launch("mma", "f16ToF16").block(32).in(a.bytes).in(b.bytes).out(out).check([&] { expectSame(out, expected); });
}
TEST(Mma, Doubles) {
  // Row i of A is lanes 4 i to 4 i + 3, and so is column i of B.
  std::vector<double> a = randomIntegers<double>(32, 8, -1000000, 1000000), b = randomIntegers<double>(32, 9, -1000000, 1000000), out(64), expected(64);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 4; ++k)
        expected[i * 8 + j] += a[i * 4 + k] * b[j * 4 + k];
  Launch("mma", "f64").block(32).in(a).in(b).out(out).check([&] { expectSame(out, expected); });
}

TEST(Mma, Moves) {
  std::vector<uint16_t> in(256), out(16 * 64), expected(16 * 64);
  for (size_t i = 0; i < 256; ++i)
    in[i] = static_cast<uint16_t>(i * 257 + 3);
  auto at = [&](int matrix, int row, int column) { return in[matrix * 64 + row * 8 + column]; };
  for (int lane = 0; lane < 32; ++lane)
    for (int half = 0; half < 2; ++half) {
      const int g = lane / 4, q = lane % 4 * 2 + half;
      auto word = [&](int index) -> uint16_t & { return expected[size_t(index * 64 + lane * 2 + half)]; };
      for (int i = 0; i < 4; ++i) {
        word(i) = at(i, g, q);
        word(4 + i) = at(i, q, g);
      }
      word(8) = at(0, g, q), word(9) = at(1, g, q), word(10) = at(0, q, g), word(11) = at(1, q, g);
    }
  for (int i = 0; i < 4; ++i) // the transposes, rows from the last to the first
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column)
        expected[size_t(12 * 64 + (31 - (8 * i + row)) * 8 + column)] = at(i, column, row);
  Launch("mma", "moves").block(32).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Wmma, Halves) {
  const int size = 48;
  std::vector<Half> a = randomIntegers<Half>(16 * size, 10, -3, 3), b = randomIntegers<Half>(16 * size, 11, -3, 3);
  std::vector<float> c = randomIntegers<float>(256, 12, -100, 100), out(256), expected(256);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 2 * c[i * 16 + j];
      for (int k = 0; k < size; ++k)
        sum += float(a[i * size + k]) * float(b[j * size + k]);
      expected[i * 16 + j] = sum;
    }
  Launch("mma", "wmmaF16").block(32).in(a).in(b).in(c).out(out).value(size).check([&] { expectSame(out, expected); });
}

TEST(Wmma, Bytes) {
  std::vector<int8_t> a = randomIntegers<int8_t>(32 * 16, 13, -128, 127), b = randomIntegers<int8_t>(16 * 8, 14, -128, 127);
  std::vector<int> out(32 * 8), expected(32 * 8);
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 5;
      for (int k = 0; k < 16; ++k)
        sum += a[k * 32 + i] * b[k * 8 + j];
      expected[j * 32 + i] = sum;
    }
  Launch("mma", "wmmaBytes").block(32).in(a).in(b).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
