// SPDX-License-Identifier: Apache-2.0
// Loops over float and double. One template a shape of loop; an operation is a small type with a static `apply`.
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/Extremes.h"
#include "shared/numerics/FloatMath.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <limits>

namespace tessera::numerics {

namespace {

template <typename T, typename Op> void unaryLoop(const void *in, void *out, int64_t count, double (*)(double)) {
  const T *from = static_cast<const T *>(in);
  T *to = static_cast<T *>(out);
  for (int64_t i = 0; i < count; ++i)
    to[i] = Op::apply(from[i]);
}

template <typename T, typename Op> void testLoop(const void *in, void *out, int64_t count, double (*)(double)) {
  const T *from = static_cast<const T *>(in);
  uint8_t *to = static_cast<uint8_t *>(out);
  for (int64_t i = 0; i < count; ++i)
    to[i] = Op::apply(from[i]);
}

/// Functions of the C library: in double, whatever T is.
template <typename T> void libraryLoop(const void *in, void *out, int64_t count, double (*scalar)(double)) {
  const T *from = static_cast<const T *>(in);
  T *to = static_cast<T *>(out);
  for (int64_t i = 0; i < count; ++i)
    to[i] = static_cast<T>(scalar(static_cast<double>(from[i])));
}

template <FloatFunction function> void mathLoop(const void *in, void *out, int64_t count, double (*)(double)) {
  static const FloatMathLoop loop = getFloatMath(function);
  loop(static_cast<const float *>(in), static_cast<float *>(out), count);
}

/// The vectorized loops, for the functions that have one.
UnaryLoop getMathLoop(UnaryOp op) {
  switch (op) {
  case UnaryOp::exp: return &mathLoop<FloatFunction::exp>;
  case UnaryOp::exp2: return &mathLoop<FloatFunction::exp2>;
  case UnaryOp::log: return &mathLoop<FloatFunction::log>;
  case UnaryOp::log2: return &mathLoop<FloatFunction::log2>;
  case UnaryOp::log1p: return &mathLoop<FloatFunction::log1p>;
  case UnaryOp::tanh: return &mathLoop<FloatFunction::tanh>;
  default: return nullptr;
  }
}

template <typename T, typename Op, typename R = T> void binaryLoop(const void *lhs, const void *rhs, void *out, int64_t count) {
  const T *a = static_cast<const T *>(lhs), *b = static_cast<const T *>(rhs);
  R *to = static_cast<R *>(out);
  for (int64_t i = 0; i < count; ++i)
    to[i] = Op::apply(a[i], b[i]);
}

#define UNARY(Name, expression) \
  struct Name { template <typename T> static T apply(T x) { return expression; } };
UNARY(Neg, -x)
UNARY(Abs, std::fabs(x))
UNARY(Sqrt, std::sqrt(x))
UNARY(Ceil, std::ceil(x))
UNARY(Floor, std::floor(x))
UNARY(Trunc, std::trunc(x))
UNARY(Round, std::round(x))
UNARY(RoundEven, std::nearbyint(x))
#undef UNARY
#define TEST(Name, expression) \
  struct Name { template <typename T> static uint8_t apply(T x) { return expression; } };
TEST(IsFinite, x - x == 0)
TEST(IsInf, std::fabs(x) == std::numeric_limits<T>::infinity())
TEST(IsNan, x != x)
TEST(IsNormal, std::fabs(x) >= std::numeric_limits<T>::min() && std::fabs(x) < std::numeric_limits<T>::infinity())
#undef TEST

double reciprocalRoot(double x) { return 1.0 / std::sqrt(x); }

#define BINARY(Name, expression) \
  struct Name { template <typename T> static T apply(T a, T b) { return expression; } };
BINARY(Add, a + b)
BINARY(Sub, a - b)
BINARY(Mul, a * b)
BINARY(Div, a / b)
BINARY(Rem, static_cast<T>(std::fmod(static_cast<double>(a), static_cast<double>(b))))
BINARY(Atan2, static_cast<T>(std::atan2(static_cast<double>(a), static_cast<double>(b))))
BINARY(Pow, static_cast<T>(std::pow(static_cast<double>(a), static_cast<double>(b))))
BINARY(CopySign, std::copysign(a, b))
BINARY(MaxNum, maxNumOf(a, b))
BINARY(MinNum, minNumOf(a, b))
BINARY(Maximum, maximumOf(a, b))
BINARY(Minimum, minimumOf(a, b))
#undef BINARY

#define COMPARE(Name, expression) \
  struct Name { template <typename T> static uint8_t apply(T a, T b) { return expression; } };
COMPARE(Never, (void(a), void(b), false))
COMPARE(Always, (void(a), void(b), true))
COMPARE(Oeq, a == b)
COMPARE(Ogt, a > b)
COMPARE(Oge, a >= b)
COMPARE(Olt, a < b)
COMPARE(Ole, a <= b)
COMPARE(One, a < b || a > b)
COMPARE(Ord, a == a && b == b)
COMPARE(Ueq, !(a < b || a > b))
COMPARE(Ugt, !(a <= b))
COMPARE(Uge, !(a < b))
COMPARE(Ult, !(a >= b))
COMPARE(Ule, !(a > b))
COMPARE(Une, a != b)
COMPARE(Uno, a != a || b != b)
#undef COMPARE

template <typename T> UnaryLoop getUnary(UnaryOp op, double (*&scalar)(double)) {
  auto library = [&](double (*function)(double)) {
    scalar = function;
    return &libraryLoop<T>;
  };
  switch (op) {
  case UnaryOp::negf: return &unaryLoop<T, Neg>;
  case UnaryOp::absf: return &unaryLoop<T, Abs>;
  case UnaryOp::sqrt: return &unaryLoop<T, Sqrt>;
  case UnaryOp::ceil: return &unaryLoop<T, Ceil>;
  case UnaryOp::floor: return &unaryLoop<T, Floor>;
  case UnaryOp::trunc: return &unaryLoop<T, Trunc>;
  case UnaryOp::round: return &unaryLoop<T, Round>;
  case UnaryOp::roundeven: return &unaryLoop<T, RoundEven>;
  case UnaryOp::isfinite: return &testLoop<T, IsFinite>;
  case UnaryOp::isinf: return &testLoop<T, IsInf>;
  case UnaryOp::isnan: return &testLoop<T, IsNan>;
  case UnaryOp::isnormal: return &testLoop<T, IsNormal>;
  case UnaryOp::rsqrt: return library(reciprocalRoot);
  case UnaryOp::acos: return library(std::acos);
  case UnaryOp::acosh: return library(std::acosh);
  case UnaryOp::asin: return library(std::asin);
  case UnaryOp::asinh: return library(std::asinh);
  case UnaryOp::atan: return library(std::atan);
  case UnaryOp::atanh: return library(std::atanh);
  case UnaryOp::cbrt: return library(std::cbrt);
  case UnaryOp::cos: return library(std::cos);
  case UnaryOp::cosh: return library(std::cosh);
  case UnaryOp::sin: return library(std::sin);
  case UnaryOp::sinh: return library(std::sinh);
  case UnaryOp::tan: return library(std::tan);
  case UnaryOp::tanh: return library(std::tanh);
  case UnaryOp::erf: return library(std::erf);
  case UnaryOp::erfc: return library(std::erfc);
  case UnaryOp::exp: return library(std::exp);
  case UnaryOp::exp2: return library(std::exp2);
  case UnaryOp::expm1: return library(std::expm1);
  case UnaryOp::log: return library(std::log);
  case UnaryOp::log10: return library(std::log10);
  case UnaryOp::log1p: return library(std::log1p);
  case UnaryOp::log2: return library(std::log2);
  default: return nullptr;
  }
}

template <typename T> BinaryLoop getBinary(BinaryOp op) {
  switch (op) {
  case BinaryOp::addf: return &binaryLoop<T, Add>;
  case BinaryOp::subf: return &binaryLoop<T, Sub>;
  case BinaryOp::mulf: return &binaryLoop<T, Mul>;
  case BinaryOp::divf: return &binaryLoop<T, Div>;
  case BinaryOp::remf: return &binaryLoop<T, Rem>;
  case BinaryOp::maximumf: return &binaryLoop<T, Maximum>;
  case BinaryOp::minimumf: return &binaryLoop<T, Minimum>;
  case BinaryOp::maxnumf: return &binaryLoop<T, MaxNum>;
  case BinaryOp::minnumf: return &binaryLoop<T, MinNum>;
  case BinaryOp::atan2: return &binaryLoop<T, Atan2>;
  case BinaryOp::copysign: return &binaryLoop<T, CopySign>;
  case BinaryOp::powf: return &binaryLoop<T, Pow>;
  default: return nullptr;
  }
}

template <typename T> BinaryLoop getCompare(FloatCompare op) {
  static constexpr BinaryLoop loops[] = {
      &binaryLoop<T, Never, uint8_t>, &binaryLoop<T, Oeq, uint8_t>, &binaryLoop<T, Ogt, uint8_t>, &binaryLoop<T, Oge, uint8_t>,
      &binaryLoop<T, Olt, uint8_t>,   &binaryLoop<T, Ole, uint8_t>, &binaryLoop<T, One, uint8_t>, &binaryLoop<T, Ord, uint8_t>,
      &binaryLoop<T, Ueq, uint8_t>,   &binaryLoop<T, Ugt, uint8_t>, &binaryLoop<T, Uge, uint8_t>, &binaryLoop<T, Ult, uint8_t>,
      &binaryLoop<T, Ule, uint8_t>,   &binaryLoop<T, Une, uint8_t>, &binaryLoop<T, Uno, uint8_t>, &binaryLoop<T, Always, uint8_t>};
  return loops[static_cast<size_t>(op)];
}

} // namespace

UnaryLoop getFloatLoop(UnaryOp op, bool isDouble, double (*&scalar)(double)) {
  if (UnaryLoop loop = isDouble ? nullptr : getMathLoop(op))
    return loop;
  return isDouble ? getUnary<double>(op, scalar) : getUnary<float>(op, scalar);
}
BinaryLoop getFloatLoop(BinaryOp op, bool isDouble) { return isDouble ? getBinary<double>(op) : getBinary<float>(op); }
BinaryLoop getFloatLoop(FloatCompare op, bool isDouble) { return isDouble ? getCompare<double>(op) : getCompare<float>(op); }

} // namespace tessera::numerics
