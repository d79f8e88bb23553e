// SPDX-License-Identifier: Apache-2.0
// f32 and f64 in every rounding, against the host's own rounding modes. Operands and results are volatile, so that the compiler does
// not move arithmetic across the changes of mode.

#include "runner/emulator/arithmetic/Convert.h"
#include <cfenv>
#include <gtest/gtest.h>
#include <random>

using namespace tessera::emulator;

namespace {

constexpr int rounds = 50000;

template <typename T> struct Host {
  using Hidden = const volatile T &;
  int mode;
  T add(T a, T b) const { return at([&](Hidden x, Hidden y, Hidden) { return x + y; }, a, b); }
  T multiply(T a, T b) const { return at([&](Hidden x, Hidden y, Hidden) { return x * y; }, a, b); }
  T divide(T a, T b) const { return at([&](Hidden x, Hidden y, Hidden) { return x / y; }, a, b); }
  T root(T a) const { return at([&](Hidden x, Hidden, Hidden) { return std::sqrt(static_cast<T>(x)); }, a); }
  T fma(T a, T b, T c) const { return at([&](Hidden x, Hidden y, Hidden z) { return std::fma(static_cast<T>(x), static_cast<T>(y), static_cast<T>(z)); }, a, b, c); }
  template <typename F> T at(F compute, T a, T b = 0, T c = 0) const {
    volatile T x = a, y = b, z = c;
    std::fesetround(mode);
    volatile T result = static_cast<T>(compute(x, y, z));
    std::fesetround(FE_TONEAREST);
    return result;
  }
  template <typename F> T at(F compute) const {
    std::fesetround(mode);
    volatile T result = compute();
    std::fesetround(FE_TONEAREST);
    return result;
  }
};

/// Numbers that meet: exponents near each other, few mantissa bits, subnormals, the largest, zeros, specials.
template <typename T> struct Numbers {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static constexpr int mantissa = sizeof(T) == 4 ? 23 : 52, exponents = sizeof(T) == 4 ? 255 : 2047;
  std::mt19937_64 random{7};
  T next() {
    uint64_t kind = random() % 16;
    Bits sign = static_cast<Bits>(random() & 1) << (8 * sizeof(T) - 1), fraction = static_cast<Bits>(random()) & ((Bits(1) << mantissa) - 1);
    if (kind < 4)
      fraction &= ~((Bits(1) << (random() % static_cast<unsigned>(mantissa))) - 1);
    if (kind == 4)
      fraction = static_cast<Bits>(random() % 3) - 1, fraction &= (Bits(1) << mantissa) - 1;
    Bits exponent = kind < 9    ? static_cast<Bits>(exponents / 2 - 20 + static_cast<int>(random() % 40))
                    : kind < 12 ? static_cast<Bits>(random() % static_cast<unsigned>(exponents))
                    : kind == 12 ? 0
                    : kind == 13 ? static_cast<Bits>(random() % 30)
                    : kind == 14 ? static_cast<Bits>(exponents - 1 - static_cast<int>(random() % 30))
                                 : static_cast<Bits>(exponents);
    if (kind == 15 && random() % 4 != 0)
      exponent = 0, fraction = 0;
    return bitsAs<T>(static_cast<Bits>(sign | exponent << mantissa | fraction));
  }
};

template <typename T> bool same(T a, T b) {
  using Bits = typename Numbers<T>::Bits;
  return (a != a && b != b) || bitsAs<Bits>(a) == bitsAs<Bits>(b);
}

template <typename T, Rounding rounding> void compareWithHost(int mode) {
  Host<T> host{mode};
  Numbers<T> numbers;
  int wrong = 0;
  auto check = [&](const char *what, T got, T expected, T a, T b, T c) {
    if (same(got, expected) || ++wrong > 5)
      return;
    ADD_FAILURE() << what << " of " << std::hexfloat << a << ", " << b << ", " << c << " in mode " << mode << ": " << got << ", expected " << expected;
  };
  for (int k = 0; k < rounds; ++k) {
    T a = numbers.next(), b = numbers.next(), c = k % 3 ? numbers.next() : static_cast<T>(-a * b); // the third time it nearly cancels
    check("sum", addRounded<rounding>(a, b), host.add(a, b), a, b, 0);
    check("product", multiplyRounded<rounding>(a, b), host.multiply(a, b), a, b, 0);
    check("quotient", divideRounded<rounding>(a, b), host.divide(a, b), a, b, 0);
    check("root", rootRounded<rounding>(a), host.root(a), a, 0, 0);
    check("fma", fmaRounded<rounding>(a, b, c), host.fma(a, b, c), a, b, c);
  }
}

} // namespace

TEST(Rounding, FloatToNearest) { compareWithHost<float, Rounding::nearestEven>(FE_TONEAREST); }
TEST(Rounding, FloatTowardZero) { compareWithHost<float, Rounding::towardZero>(FE_TOWARDZERO); }
TEST(Rounding, FloatDown) { compareWithHost<float, Rounding::down>(FE_DOWNWARD); }
TEST(Rounding, FloatUp) { compareWithHost<float, Rounding::up>(FE_UPWARD); }
TEST(Rounding, DoubleToNearest) { compareWithHost<double, Rounding::nearestEven>(FE_TONEAREST); }
TEST(Rounding, DoubleTowardZero) { compareWithHost<double, Rounding::towardZero>(FE_TOWARDZERO); }
TEST(Rounding, DoubleDown) { compareWithHost<double, Rounding::down>(FE_DOWNWARD); }
TEST(Rounding, DoubleUp) { compareWithHost<double, Rounding::up>(FE_UPWARD); }

TEST(Rounding, ASumInDoubleIsRightUnlessItSaysThatItMayNotBe) {
  Numbers<float> numbers;
  int inDoubt = 0, wrongOnes = 0;
  for (int k = 0; k < 40 * rounds; ++k) {
    float a = numbers.next(), b = numbers.next(), c = k % 3 ? numbers.next() : -a * b;
    double sum = static_cast<double>(a) * b + c;
    bool isRight = same(static_cast<float>(sum), std::fma(a, b, c));
    inDoubt += mayRoundTwice(sum), wrongOnes += !isRight;
    ASSERT_TRUE(isRight || mayRoundTwice(sum)) << std::hexfloat << a << " * " << b << " + " << c;
  }
  EXPECT_GT(wrongOnes, 0); // else the doubt would be for nothing
  EXPECT_LT(inDoubt, 8 * rounds);
}

TEST(Rounding, AnExampleThatOneCanCheckByHand) {
  EXPECT_EQ(addRounded<Rounding::up>(1.0f, 0x1p-60f), 1.0f + 0x1p-23f);
  EXPECT_EQ(addRounded<Rounding::nearestEven>(1.0f, 0x1p-60f), 1.0f);
  EXPECT_EQ(addRounded<Rounding::down>(1.0f, -0x1p-60f), 1.0f - 0x1p-24f);
  EXPECT_EQ(bitsAs<uint32_t>(addRounded<Rounding::down>(1.0f, -1.0f)), 0x80000000u);
}

TEST(Rounding, NansAreCanonicalInF32AndKeepThePayloadInF64) {
  EXPECT_EQ(bitsAs<uint32_t>(canonical(bitsAs<float>(0xff800001u))), canonicalNan);
  double payload = bitsAs<double>(0x7ff0000000001234ull);
  EXPECT_EQ(bitsAs<uint64_t>(addRounded<Rounding::nearestEven>(payload, 1.0)), 0x7ff8000000001234ull);
  EXPECT_EQ(bitsAs<uint64_t>(addRounded<Rounding::up>(1.0, payload)), 0x7ff8000000001234ull);
  EXPECT_EQ(bitsAs<uint64_t>(divideRounded<Rounding::nearestEven>(0.0, 0.0)), generatedNan64);
}

TEST(Rounding, FlushAndSaturate) {
  EXPECT_EQ(bitsAs<uint32_t>(flush(-0x1p-127f)), 0x80000000u);
  EXPECT_EQ(flush(0x1p-126f), 0x1p-126f);
  EXPECT_EQ(bitsAs<uint32_t>(saturate(-0.0f)), 0u);
  EXPECT_EQ(bitsAs<uint32_t>(saturate(bitsAs<float>(canonicalNan))), 0u);
  EXPECT_EQ(saturate(1.5f), 1.0f);
}

TEST(Rounding, IntegersToDoubleAndToFloat) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 100000; ++k) {
    uint64_t magnitude = random() >> random() % 64;
    bool negative = random() & 1;
    for (auto [rounding, mode] : {std::pair(Rounding::nearestEven, FE_TONEAREST), std::pair(Rounding::up, FE_UPWARD),
                                  std::pair(Rounding::down, FE_DOWNWARD), std::pair(Rounding::towardZero, FE_TOWARDZERO)}) {
      volatile long double exact = negative ? -static_cast<long double>(magnitude) : static_cast<long double>(magnitude);
      ASSERT_EQ(integerToDouble(magnitude, negative, rounding), Host<double>{mode}.at([&](auto &...) { return static_cast<double>(exact); }, 0));
      ASSERT_EQ(toFloat(integerToOddDouble(magnitude, negative), rounding), Host<float>{mode}.at([&](auto &...) { return static_cast<float>(exact); }, 0))
          << magnitude << (negative ? " negated" : "") << " in mode " << mode;
    }
  }
}

TEST(Rounding, FloatsToIntegers) {
  Numbers<float> numbers;
  for (int k = 0; k < rounds; ++k) {
    float value = numbers.next() * (k % 2 ? 1024.0f : 1.0f);
    if (value != value)
      continue;
    for (auto [rounding, mode] : {std::pair(Rounding::nearestEven, FE_TONEAREST), std::pair(Rounding::up, FE_UPWARD),
                                  std::pair(Rounding::down, FE_DOWNWARD), std::pair(Rounding::towardZero, FE_TOWARDZERO)}) {
      double expected = Host<double>{mode}.at([](auto &x, auto &...) { return std::nearbyint(static_cast<double>(x)); }, value);
      ASSERT_TRUE(same(roundToIntegral(value, rounding), expected)) << value;
      double clamped = std::min(std::max(expected, -2147483648.0), 2147483647.0);
      ASSERT_EQ(floatToInteger<int32_t>(value, rounding, false), static_cast<int32_t>(clamped)) << value;
      ASSERT_EQ(floatToInteger<uint8_t>(value, rounding, false), static_cast<uint8_t>(std::min(std::max(expected, 0.0), 255.0))) << value;
    }
  }
  EXPECT_EQ(floatToInteger<uint64_t>(0x1p64, Rounding::towardZero, true), UINT64_MAX);
  EXPECT_EQ(floatToInteger<int64_t>(-0x1p63, Rounding::towardZero, true), INT64_MIN);
  EXPECT_EQ(floatToInteger<int64_t>(0x1p63, Rounding::towardZero, true), INT64_MAX);
}

TEST(Rounding, NanToIntegerIsZeroOrTheTopBit) {
  EXPECT_EQ(floatToInteger<int32_t>(NAN, Rounding::towardZero, false), 0);
  EXPECT_EQ(floatToInteger<int32_t>(NAN, Rounding::towardZero, true), INT32_MIN);
  EXPECT_EQ(floatToInteger<uint32_t>(NAN, Rounding::towardZero, true), 0x80000000u);
  EXPECT_EQ(floatToInteger<uint64_t>(NAN, Rounding::towardZero, false), 0x8000000000000000ull);
}
