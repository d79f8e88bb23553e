// SPDX-License-Identifier: Apache-2.0
// The greater and the smaller of two floats, with -0 < +0, without branches: a loop of them is vectorized.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tessera::numerics {

/// `a` joined with `b` bit by bit. Of equal floats these are the same bits, but for the sign of zeros: `and` gives +0, `or` -0.
template <bool isAnd, typename T> inline T joinBits(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static_assert(sizeof(T) == sizeof(Bits), "float or double");
  Bits x, y;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  x = isAnd ? x & y : x | y;
  std::memcpy(&a, &x, sizeof x);
  return a;
}

/// NaN if either is.
template <typename T> inline T maximumOf(T a, T b) {
  T greater = a > b ? a : b;
  greater = a == b ? joinBits<true>(a, b) : greater;
  greater = b != b ? b : greater;
  return a != a ? a : greater;
}
template <typename T> inline T minimumOf(T a, T b) {
  T smaller = a < b ? a : b;
  smaller = a == b ? joinBits<false>(a, b) : smaller;
  smaller = b != b ? b : smaller;
  return a != a ? a : smaller;
}

/// The other one if either is NaN.
template <typename T> inline T maxNumOf(T a, T b) {
  T greater = a > b ? a : b;
  greater = a == b ? joinBits<true>(a, b) : greater;
  greater = a != a ? b : greater;
  return b != b ? a : greater;
}
template <typename T> inline T minNumOf(T a, T b) {
  T smaller = a < b ? a : b;
  smaller = a == b ? joinBits<false>(a, b) : smaller;
  smaller = a != a ? b : smaller;
  return b != b ? a : smaller;
}

} // namespace tessera::numerics
