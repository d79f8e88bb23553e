// SPDX-License-Identifier: Apache-2.0
// add, sub, mul and fma of f16 and bf16 against an exact reference: sums in quadruple precision with their rounding error, and the
// nearest pattern found by search.

#include "runner/emulator/arithmetic/SmallFloat.h"
#include "tests/unit/emulator/RunPtx.h"
#include <random>

using namespace tessera;
using namespace tessera::emulator;

namespace {

__extension__ typedef __float128 Quad;

constexpr uint32_t threads = 1 << 15;

/// The pattern nearest to value + error, |error| far below value's last bit.
template <const FloatFormat &format> uint32_t nearest(Quad value, Quad error, bool zeroIsNegative) {
  bool negative = value < 0 || (value == 0 && (error < 0 || (error == 0 && zeroIsNegative)));
  Quad magnitude = value < 0 ? -value : value, rest = value < 0 ? -error : error;
  uint32_t low = 0, high = format.infinity;
  while (high - low > 1) { // the largest that is not above; infinity counts as the next power of two
    uint32_t middle = (low + high) / 2;
    Quad at = decodeFloat<format>(middle);
    (at < magnitude || (at == magnitude && rest >= 0) ? low : high) = middle;
  }
  Quad below = decodeFloat<format>(low), above = high == format.infinity ? below + (below - Quad(decodeFloat<format>(low - 1))) : Quad(decodeFloat<format>(high));
  Quad twice = 2 * magnitude - below - above; // exact: the sign of what is left of the middle
  int side = twice > 0 ? 1 : twice < 0 ? -1 : rest > 0 ? 1 : rest < 0 ? -1 : 0;
  uint32_t result = side > 0 ? high : side < 0 ? low : low & 1 ? high : low;
  return result | (negative ? format.signBit() : 0);
}

template <const FloatFormat &format> uint32_t expectedFma(double a, double b, double c) {
  double product = a * b; // exact
  if (!(product - product == 0) || !(c - c == 0)) {
    double sum = product + c;
    return sum != sum ? format.nan : format.infinity | (sum < 0 ? format.signBit() : 0);
  }
  Quad x = product, y = c, sum = x + y, part = sum - x, error = (x - (sum - part)) + (y - part);
  return nearest<format>(sum, error, std::signbit(product) && std::signbit(c));
}

/// Exponents near each other, and sometimes anything.
uint16_t nextNumber(std::mt19937 &random, const FloatFormat &format) {
  uint32_t kind = random() % 8, bits = random() & 0xffff;
  if (kind == 0)
    return static_cast<uint16_t>(bits);
  uint32_t exponent = static_cast<uint32_t>(format.bias()) - 8 + random() % 16;
  if (kind == 1)
    exponent = random() % 3;
  uint32_t mantissa = bits & ((1u << format.mantissaBits) - 1);
  return static_cast<uint16_t>((bits & 0x8000) | exponent << format.mantissaBits | mantissa);
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at; (at = text.find(from)) != std::string::npos;)
    text.replace(at, from.size(), to);
  return text;
}

constexpr const char *kernel = R"(
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 256, %r1;
  mul.wide.u32 %rd3, %r3, 8;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.v4.b16 {%h1, %h2, %h3, %h4}, [%rd5];
  add.TYPE %h5, %h1, %h2;
  sub.TYPE %h6, %h1, %h2;
  mul.TYPE %h7, %h1, %h2;
  fma.rn.TYPE %h8, %h1, %h2, %h3;
  st.global.v4.b16 [%rd4], {%h5, %h6, %h7, %h8};)";

template <const FloatFormat &format> void compareAll(const std::string &type) {
  std::mt19937 random(11);
  PtxSetup setup;
  setup.shape.grid[0] = threads / 256, setup.shape.block[0] = 256;
  setup.outputWords = 2 * threads;
  for (uint32_t k = 0; k < threads; ++k) {
    setup.input.push_back(nextNumber(random, format) | static_cast<uint32_t>(nextNumber(random, format)) << 16);
    setup.input.push_back(nextNumber(random, format));
  }
  PtxRun run = runPtx(replaced(kernel, "TYPE", type), setup);
  ASSERT_EQ(run.text(), "");
  for (uint32_t k = 0; k < threads; ++k) {
    double a = decodeFloat<format>(setup.input[2 * k] & 0xffff), b = decodeFloat<format>(setup.input[2 * k] >> 16);
    double c = decodeFloat<format>(setup.input[2 * k + 1]);
    ASSERT_EQ(run.words[2 * k] & 0xffff, expectedFma<format>(a, 1, b)) << a << " + " << b;
    ASSERT_EQ(run.words[2 * k] >> 16, expectedFma<format>(a, 1, -b)) << a << " - " << b;
    ASSERT_EQ(run.words[2 * k + 1] & 0xffff, expectedFma<format>(a, b, std::signbit(a) != std::signbit(b) ? -0.0 : 0.0)) << a << " * " << b;
    ASSERT_EQ(run.words[2 * k + 1] >> 16, expectedFma<format>(a, b, c)) << a << " * " << b << " + " << c;
  }
}

} // namespace

TEST(Half, HalvesRoundOnce) { compareAll<halfFormat>("f16"); }
TEST(Half, BfloatsRoundOnce) { compareAll<bfloatFormat>("bf16"); }
