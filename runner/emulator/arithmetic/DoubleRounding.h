// SPDX-License-Identifier: Apache-2.0
// Arithmetic of f64 in every rounding of PTX. To nearest it is the host's own, with a NaN chosen alike everywhere; the directed
// roundings, which are rare, are done in 128-bit integers (DoubleRounding.cpp), because double has no wider format to round to odd in.
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"

namespace tessera::emulator {

double addDirected(double a, double b, Rounding rounding);
double multiplyDirected(double a, double b, Rounding rounding);
double fmaDirected(double a, double b, double c, Rounding rounding);
double divideDirected(double a, double b, Rounding rounding);
double rootDirected(double x, Rounding rounding);

/// `magnitude` (an integer) with a sign, as a double.
double integerToDouble(uint64_t magnitude, bool negative, Rounding rounding);
/// The same rounded to odd: what a narrower format is rounded from.
double integerToOddDouble(uint64_t magnitude, bool negative);

inline double quiet(double nan) { return bitsAs<double>(bitsAs<uint64_t>(nan) | uint64_t(1) << 51); }

/// NaN results of f64: the first operand that is a NaN, made quiet; else the generated one.
inline double chooseNan(double a, double b) { return a != a ? quiet(a) : b != b ? quiet(b) : bitsAs<double>(generatedNan64); }

template <Rounding rounding> inline double addRounded(double a, double b) {
  double sum = rounding == Rounding::nearestEven ? a + b : addDirected(a, b, rounding);
  return sum != sum ? chooseNan(a, b) : sum;
}
template <Rounding rounding> inline double multiplyRounded(double a, double b) {
  double product = rounding == Rounding::nearestEven ? a * b : multiplyDirected(a, b, rounding);
  return product != product ? chooseNan(a, b) : product;
}
template <Rounding rounding> inline double fmaRounded(double a, double b, double c) {
  double result = rounding == Rounding::nearestEven ? std::fma(a, b, c) : fmaDirected(a, b, c, rounding);
  return result != result ? (a != a || b != b ? chooseNan(a, b) : chooseNan(c, c)) : result;
}
template <Rounding rounding> inline double divideRounded(double a, double b) {
  double quotient = rounding == Rounding::nearestEven ? a / b : divideDirected(a, b, rounding);
  return quotient != quotient ? chooseNan(a, b) : quotient;
}
template <Rounding rounding> inline double rootRounded(double x) {
  double root = rounding == Rounding::nearestEven ? std::sqrt(x) : rootDirected(x, rounding);
  return root != root ? chooseNan(x, x) : root;
}

} // namespace tessera::emulator
