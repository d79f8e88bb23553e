// SPDX-License-Identifier: Apache-2.0
// kernels/float.cu bit for bit, by the host's own rounding modes, and kernels/approximate.cu within the errors that NVIDIA's manuals
// state for each instruction (PTX ISA) and function (CUDA C++ Programming Guide, "Mathematical Functions").
#include "tests/emulator/Operations.h"
#include <algorithm>
#include <cfenv>

using namespace tessera::emulator::kernels;

namespace {

/// The operations of the host in one rounding mode. Volatile: neither moved out of it nor computed by the compiler.
template <typename T> struct Rounding {
  int mode;
  template <typename Compute> T in(Compute compute, T a, T b = 0, T c = 0) const {
    volatile T x = a, y = b, z = c;
    std::fesetround(mode);
    volatile T result = compute(T(x), T(y), T(z));
    std::fesetround(FE_TONEAREST);
    return result;
  }
  T add(T a, T b) const { return in([](T x, T y, T) { return x + y; }, a, b); }
  T sub(T a, T b) const { return in([](T x, T y, T) { return x - y; }, a, b); }
  T mul(T a, T b) const { return in([](T x, T y, T) { return x * y; }, a, b); }
  T div(T a, T b) const { return in([](T x, T y, T) { return x / y; }, a, b); }
  T fma(T a, T b, T c) const { return in([](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c); }
  T sqrt(T a) const { return in([](T x, T, T) { return std::sqrt(x); }, a); }
};
template <typename T> constexpr Rounding<T> rn{FE_TONEAREST};
template <typename T> constexpr Rounding<T> rz{FE_TOWARDZERO};
template <typename T> constexpr Rounding<T> rm{FE_DOWNWARD};
template <typename T> constexpr Rounding<T> rp{FE_UPWARD};

template <typename T> T lesser(T a, T b) { return a != a ? b : b != b ? a : a == b ? (std::signbit(a) ? a : b) : std::min(a, b); }
template <typename T> T greater(T a, T b) { return a != a ? b : b != b ? a : a == b ? (std::signbit(a) ? b : a) : std::max(a, b); }
float withSign(float magnitude, bool isNegative) { return isNegative ? -std::abs(magnitude) : std::abs(magnitude); }
float xorSign(float magnitude, float a, float b) { return magnitude != magnitude ? magnitude : withSign(magnitude, std::signbit(a) != std::signbit(b)); }
float saturated(float x) { return x > 0 ? std::min(x, 1.0f) : 0.0f; }
/// What a flushed operation with this exact result gives: it is looked at before it is rounded.
float flushedBy(long double exact, float rounded) { return std::abs(exact) < 0x1p-126L ? std::copysign(0.0f, rounded) : rounded; }
float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

TEST(Float, Bits32) {
  const auto &n = rn<float>, &z = rz<float>, &m = rm<float>, &p = rp<float>;
  const std::vector<Operation<float, float>> operations = {
    {"add.rn", [&](float a, float b, float) { return n.add(a, b); }},
    {"add.rz", [&](float a, float b, float) { return z.add(a, b); }},
    {"add.rm", [&](float a, float b, float) { return m.add(a, b); }},
    {"add.rp", [&](float a, float b, float) { return p.add(a, b); }},
    {"sub.rn", [&](float a, float b, float) { return n.sub(a, b); }},
    {"sub.rz", [&](float a, float b, float) { return z.sub(a, b); }},
    {"mul.rn", [&](float a, float b, float) { return n.mul(a, b); }},
    {"mul.rz", [&](float a, float b, float) { return z.mul(a, b); }},
    {"mul.rm", [&](float a, float b, float) { return m.mul(a, b); }},
    {"mul.rp", [&](float a, float b, float) { return p.mul(a, b); }},
    {"fma.rn", [&](float a, float b, float c) { return n.fma(a, b, c); }},
    {"fma.rz", [&](float a, float b, float c) { return z.fma(a, b, c); }},
    {"fma.rm", [&](float a, float b, float c) { return m.fma(a, b, c); }},
    {"fma.rp", [&](float a, float b, float c) { return p.fma(a, b, c); }},
    {"div.rn", [&](float a, float b, float) { return n.div(a, b); }},
    {"div.rz", [&](float a, float b, float) { return z.div(a, b); }},
    {"div.rm", [&](float a, float b, float) { return m.div(a, b); }},
    {"div.rp", [&](float a, float b, float) { return p.div(a, b); }},
    {"rcp.rn", [&](float a, float, float) { return n.div(1, a); }},
    {"rcp.rz", [&](float a, float, float) { return z.div(1, a); }},
    {"rcp.rm", [&](float a, float, float) { return m.div(1, a); }},
    {"rcp.rp", [&](float a, float, float) { return p.div(1, a); }},
    {"sqrt.rn", [&](float a, float, float) { return n.sqrt(a); }},
    {"sqrt.rz", [&](float a, float, float) { return z.sqrt(a); }},
    {"sqrt.rm", [&](float a, float, float) { return m.sqrt(a); }},
    {"sqrt.rp", [&](float a, float, float) { return p.sqrt(a); }},
    {"min", [](float a, float b, float) { return lesser(a, b); }},
    {"max", [](float a, float b, float) { return greater(a, b); }},
    {"min.NaN", [](float a, float b, float) { return a != a || b != b ? NAN : lesser(a, b); }},
    {"max.NaN", [](float a, float b, float) { return a != a || b != b ? NAN : greater(a, b); }},
    {"min.xorsign.abs", [](float a, float b, float) { return xorSign(lesser(std::abs(a), std::abs(b)), a, b); }},
    {"max.NaN.xorsign.abs", [](float a, float b, float) { return a != a || b != b ? NAN : xorSign(greater(std::abs(a), std::abs(b)), a, b); }},
    {"abs", [](float a, float, float) { return std::abs(a); }},
    {"neg", [](float a, float, float) { return -a; }},
    {"copysign", [](float a, float b, float) { return withSign(b, std::signbit(a)); }},
    {"add.sat", [&](float a, float b, float) { return saturated(n.add(a, b)); }},
    {"fma.sat", [&](float a, float b, float c) { return saturated(n.fma(a, b, c)); }},
    {"mul.rz.sat", [&](float a, float b, float) { return saturated(z.mul(a, b)); }},
    {"add.ftz", [&](float a, float b, float) { return flushed(n.add(flushed(a), flushed(b))); }},
    {"mul.ftz", [&](float a, float b, float) { return flushedBy((long double)(flushed(a)) * flushed(b), n.mul(flushed(a), flushed(b))); }},
    {"fma.ftz", [&](float a, float b, float c) { return flushedBy((long double)(flushed(a)) * flushed(b) + flushed(c), n.fma(flushed(a), flushed(b), flushed(c))); }},
    {"min.ftz", [](float a, float b, float) { return lesser(flushed(a), flushed(b)); }},
    {"div.ftz", [&](float a, float b, float) { return flushedBy((long double)(flushed(a)) / flushed(b), n.div(flushed(a), flushed(b))); }},
    {"sqrt.ftz", [&](float a, float, float) { return n.sqrt(flushed(a)); }},
    {"abs.ftz", [](float a, float, float) { return std::abs(flushed(a)); }},
    {"sub.ftz.sat", [&](float a, float b, float) { return saturated(flushed(n.sub(flushed(a), flushed(b)))); }},
  };
  checkOperations("float", "float32", operations, randomFloats(512, 1), randomFloats(512, 2), randomFloats(512, 3), areSameFloats);
}

std::vector<double> randomDoubles(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<float> corners = randomFloats(count, seed);
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = i % 3 ? std::ldexp(1 + random.next64() * 0x1p-64, random.between(-1080, 1020)) * (random.next() & 1 ? -1 : 1) : corners[i];
  return values;
}

TEST(Float, Bits64) {
  const auto &n = rn<double>, &z = rz<double>, &m = rm<double>, &p = rp<double>;
  const std::vector<Operation<double, double>> operations = {
    {"add.rn", [&](double a, double b, double) { return n.add(a, b); }},
    {"add.rz", [&](double a, double b, double) { return z.add(a, b); }},
    {"sub.rm", [&](double a, double b, double) { return m.sub(a, b); }},
    {"add.rp", [&](double a, double b, double) { return p.add(a, b); }},
    {"mul.rn", [&](double a, double b, double) { return n.mul(a, b); }},
    {"mul.rz", [&](double a, double b, double) { return z.mul(a, b); }},
    {"mul.rp", [&](double a, double b, double) { return p.mul(a, b); }},
    {"fma.rn", [&](double a, double b, double c) { return n.fma(a, b, c); }},
    {"fma.rz", [&](double a, double b, double c) { return z.fma(a, b, c); }},
    {"fma.rm", [&](double a, double b, double c) { return m.fma(a, b, c); }},
    {"fma.rp", [&](double a, double b, double c) { return p.fma(a, b, c); }},
    {"div.rn", [&](double a, double b, double) { return n.div(a, b); }},
    {"div.rz", [&](double a, double b, double) { return z.div(a, b); }},
    {"div.rp", [&](double a, double b, double) { return p.div(a, b); }},
    {"rcp.rn", [&](double a, double, double) { return n.div(1, a); }},
    {"rcp.rm", [&](double a, double, double) { return m.div(1, a); }},
    {"sqrt.rn", [&](double a, double, double) { return n.sqrt(a); }},
    {"sqrt.rz", [&](double a, double, double) { return z.sqrt(a); }},
    {"min", [](double a, double b, double) { return lesser(a, b); }},
    {"max", [](double a, double b, double) { return greater(a, b); }},
    {"abs", [](double a, double, double) { return std::abs(a); }},
    {"neg", [](double a, double, double) { return -a; }},
    {"copysign", [](double a, double b, double) { return std::signbit(a) ? -std::abs(b) : std::abs(b); }},
  };
  checkOperations("float", "float64", operations, randomDoubles(512, 1), randomDoubles(512, 2), randomDoubles(512, 3), areSameDoubles);
}

TEST(Float, Comparison) {
  using Compare = Operation<float, uint32_t>;
  const std::vector<Compare> operations = {
    {"setp.f32", [](float a, float b, float) {
       const bool isNan = a != a || b != b;
       const bool bits[] = {a == b, !isNan && a != b, a < b, a <= b, a > b, a >= b, !(a != b) || isNan, a != b, !(a >= b), !(a > b), !(a <= b), !(a < b), !isNan, isNan,
                            flushed(a) == flushed(b)};
       uint32_t mask = 0;
       for (int i = 0; i < 15; ++i)
         mask |= uint32_t(bits[i]) << i;
       return mask;
     }},
    {"setp.f64", [](float a, float b, float) {
       const bool isNan = a != a || b != b;
       return uint32_t(a == b) | uint32_t(!isNan && a != b) << 1 | uint32_t(!(a >= b)) << 2 | uint32_t(isNan) << 3 | uint32_t(a >= b) << 4;
     }},
    {"testp", [](float a, float, float) {
       return uint32_t(std::isfinite(a)) | uint32_t(std::isinf(a)) << 1 | uint32_t(a == a) << 2 | uint32_t(a != a) << 3 | uint32_t(a == 0 || std::isnormal(a)) << 4 |
              uint32_t(std::fpclassify(a) == FP_SUBNORMAL) << 5;
     }},
    {"set.lt", [](float a, float b, float) { return a < b ? ~0u : 0u; }},
    {"slct", [](float, float, float c) { return c >= 0 ? 5u : 7u; }},
  };
  checkOperations("float", "comparison", operations, randomFloats(256, 4), randomFloats(256, 5), randomFloats(256, 6));
}

TEST(Float, CompensatedSum) {
  const int count = 100, threads = 64;
  std::vector<float> values = randomReals<float>(count * threads, 7, -1e6, 1e6), out(threads), expected(threads);
  for (int t = 0; t < threads; ++t) {
    volatile float sum = 0, error = 0;
    for (int i = 0; i < count; ++i) {
      volatile float y = values[size_t(t) * count + i] - error, s = sum + y, part = s - sum;
      error = part - y;
      sum = s;
    }
    expected[t] = sum;
  }
  Launch("float", "compensated").block(threads).in(values).out(out).value(count).check([&] { expectSame(out, expected); });
}

TEST(Float, DoubleDouble) {
  const int count = 40, threads = 32;
  std::vector<double> x = randomReals<double>(count * threads, 8), y = randomReals<double>(count * threads, 9), out(2 * threads), expected(2 * threads);
  for (int t = 0; t < threads; ++t) {
    volatile double high = 0, low = 0;
    for (int i = 0; i < count; ++i) {
      const double a = x[size_t(t) * count + i], b = y[size_t(t) * count + i];
      volatile double product = a * b, rest = std::fma(a, b, -product), sum = high + product, part = sum - high, other = sum - part;
      volatile double first = high - other, second = product - part, both = first + second, all = both + rest;
      low = low + all;
      high = sum;
    }
    expected[2 * size_t(t)] = high;
    expected[2 * size_t(t) + 1] = low;
  }
  Launch("float", "doubleDouble").block(threads).in(x).in(y).out(out).value(count).check([&] { expectSame(out, expected); });
}

//===-- approximations ---------------------------------------------------------------------------------------===//

/// An operation in long double, and the largest error of its float: so many units in the last place and an absolute part.
struct Approximation {
  const char *name;
  std::function<long double(long double x, long double y)> compute;
  double ulps, absolute = 0;
};

template <typename T> double unitOf(long double x) {
  const int digits = std::numeric_limits<T>::digits, lowest = std::numeric_limits<T>::min_exponent - digits;
  return x == 0 || !std::isfinite(x) ? std::ldexp(1.0, lowest) : std::ldexp(1.0, std::max(std::ilogb(x) - digits + 1, lowest));
}

template <typename T>
void checkApproximations(const char *file, const char *entry, const std::vector<Approximation> &list, const std::vector<T> &x, const std::vector<T> &y, bool isBinary = true) {
  std::vector<T> out(x.size() * list.size());
  Launch launch(file, entry);
  launch.grid(2).block(static_cast<uint32_t>(x.size() / 2)).in(x);
  if (isBinary)
    launch.in(y);
  launch.out(out).check([&] {
    std::vector<unsigned> wrong(list.size());
    for (size_t i = 0; i < x.size(); ++i)
      for (size_t k = 0; k < list.size(); ++k) {
        const long double exact = list[k].compute(x[i], y[i]);
        const T rounded = static_cast<T>(exact), actual = out[i * list.size() + k];
        const bool isSame = std::isfinite(rounded) ? std::abs(static_cast<double>(actual - exact)) <= list[k].ulps * unitOf<T>(exact) + list[k].absolute
                                                   : rounded == actual || (rounded != rounded && actual != actual) || list[k].ulps < 0;
        if (!isSame && ++wrong[k] <= 3)
          ADD_FAILURE() << list[k].name << " of " << x[i] << ", " << y[i] << " is " << actual << ", expected " << static_cast<double>(exact);
      }
  });
}

std::vector<float> spread(size_t count, uint64_t seed, int lowest, int highest) {
  Random random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = static_cast<float>(std::ldexp(random.real(1, 2), random.between(lowest, highest)) * (random.next() & 1 ? -1 : 1));
  return values;
}

TEST(Approximation, Instructions) {
  using L = long double;
  auto flush = [](L x) { return std::abs(x) < 0x1p-126L ? 0 * x : x; };
  checkApproximations<float>("approximate", "instructions", {
    {"ex2", [](L x, L) { return std::exp2(x); }, 2},
    {"ex2.ftz", [=](L x, L) { return flush(std::exp2(x)); }, 2},
    {"lg2", [](L x, L) { return std::log2(x); }, 3, 0x1p-22},
    {"sin", [](L x, L) { return std::sin(x); }, 0, 0x1p-14},
    {"cos", [](L x, L) { return std::cos(x); }, 0, 0x1p-14},
    {"rcp", [](L x, L) { return 1 / x; }, 1},
    {"rcp.ftz", [](L x, L) { return 1 / x; }, 1},
    {"sqrt", [](L x, L) { return std::sqrt(x); }, 2},
    {"rsqrt", [](L x, L) { return 1 / std::sqrt(x); }, 2.2},
    {"tanh", [](L x, L) { return std::tanh(x); }, 0x1p13},
    {"div.approx", [](L x, L y) { return x / y; }, 2},
    {"div.full", [](L x, L y) { return x / y; }, 2},
    {"div.approx.ftz", [](L x, L y) { return x / y; }, 2},
    {"rsqrt.ftz", [](L x, L) { return 1 / std::sqrt(x); }, 2.2},
  }, spread(512, 1, -20, 6), spread(512, 2, -20, 6));
}

TEST(Approximation, Functions32) {
  using L = long double;
  checkApproximations<float>("approximate", "functions32", {
    {"expf", [](L x, L) { return std::exp(x); }, 2}, {"logf", [](L x, L) { return std::log(std::abs(x)); }, 1}, {"sinf", [](L x, L) { return std::sin(x); }, 2},
    {"cosf", [](L x, L) { return std::cos(x); }, 2}, {"tanf", [](L x, L) { return std::tan(x); }, 4}, {"powf", [](L x, L y) { return std::pow(std::abs(x), y); }, 4},
    {"tanhf", [](L x, L) { return std::tanh(x); }, 2}, {"erff", [](L x, L) { return std::erf(x); }, 2}, {"atan2f", [](L x, L y) { return std::atan2(x, y); }, 3},
    {"cbrtf", [](L x, L) { return std::cbrt(x); }, 1}, {"fmodf", [](L x, L y) { return std::fmod(x, y); }, 0}, {"log1pf", [](L x, L) { return std::log1p(std::abs(x)); }, 1},
    {"expm1f", [](L x, L) { return std::expm1(x); }, 1}, {"asinf", [](L x, L) { return std::asin(x / 128); }, 2}, {"rsqrtf", [](L x, L) { return 1 / std::sqrt(std::abs(x)); }, 2.2},
    {"hypotf", [](L x, L y) { return std::hypot(x, y); }, 3}, {"lgammaf", [](L x, L) { return std::lgamma(x); }, 6, 1e-5}, {"rintf", [](L x, L) { return std::rint(x); }, 0},
    {"truncf", [](L x, L) { return std::trunc(x); }, 0}, {"floorf", [](L x, L) { return std::floor(x); }, 0}, {"ceilf", [](L x, L) { return std::ceil(x); }, 0},
    {"roundf", [](L x, L) { return std::round(x); }, 0}, {"ldexpf", [](L x, L y) { return std::ldexp(x, int(y)); }, 0.5},
  }, spread(512, 3, -20, 5), spread(512, 4, -6, 4));
}

TEST(Approximation, Functions64) {
  using L = long double;
  std::vector<float> x = spread(256, 5, -20, 5), y = spread(256, 6, -6, 4);
  checkApproximations<double>("approximate", "functions64", {
    {"exp", [](L x, L) { return std::exp(x); }, 1}, {"log", [](L x, L) { return std::log(std::abs(x)); }, 1}, {"sin", [](L x, L) { return std::sin(x); }, 2},
    {"cos", [](L x, L) { return std::cos(x); }, 2}, {"pow", [](L x, L y) { return std::pow(std::abs(x), y); }, 2}, {"tanh", [](L x, L) { return std::tanh(x); }, 2},
    {"erf", [](L x, L) { return std::erf(x); }, 2}, {"atan", [](L x, L) { return std::atan(x); }, 2}, {"cbrt", [](L x, L) { return std::cbrt(x); }, 1},
    {"fmod", [](L x, L y) { return std::fmod(x, y); }, 0}, {"rsqrt", [](L x, L) { return 1 / std::sqrt(std::abs(x)); }, 2}, {"exp2", [](L, L y) { return std::exp2(y); }, 1},
    {"log1p", [](L x, L) { return std::log1p(std::abs(x)); }, 1}, {"floor", [](L x, L) { return std::floor(x); }, 0}, {"rint", [](L x, L) { return std::rint(x); }, 0},
  }, std::vector<double>(x.begin(), x.end()), std::vector<double>(y.begin(), y.end()));
}

TEST(Approximation, SmallFloats) {
  using L = long double;
  auto half = [](L x) { return L(float(Half(double(x)))); };
  auto bfloat = [](L x) { return L(float(BFloat(double(x)))); };
  std::vector<float> x = spread(256, 7, -8, 2);
  // Relative 2^-9.9 and 2^-7; absolute 2^-10.987 and 2^-8. All in units of a float's last place (2^-23) or absolute.
  checkApproximations<float>("approximate", "small", {
    {"ex2.f16x2", [=](L x, L) { return std::exp2(half(x)); }, 0x1p14}, {"ex2.bf16x2", [=](L x, L) { return std::exp2(bfloat(x)); }, 0x1p17},
    {"tanh.f16x2", [=](L x, L) { return std::tanh(half(x)); }, 0, 0x1p-10}, {"tanh.bf16x2", [=](L x, L) { return std::tanh(bfloat(x)); }, 0, 0x1p-8},
  }, x, x, false);
}

} // namespace
