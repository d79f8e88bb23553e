// SPDX-License-Identifier: Apache-2.0
// What read-modify-write instructions do to one element. PTX ISA, "atom", "red", "cp.reduce.async.bulk".
//
// Additions of f16 and bf16 go through float: a float has more than 2p + 2 bits of their p, so that rounding twice gives the bits
// of rounding once. f32 additions in global memory take and give subnormals as zero of the same sign, those in shared memory do
// not.
#pragma once

#include "shared/numerics/SmallFloat.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tessera::emulator::atomics {

/// Elements whose register type says nothing about what they are.
struct Half {
  uint16_t bits;
};
struct Bfloat {
  uint16_t bits;
};
template <typename T> struct Pair {
  T low, high;
};
struct Bits128 {
  uint64_t low, high;
  bool operator==(const Bits128 &) const = default;
};

inline float toFloat(Half x) { return numerics::halfToFloat(x.bits); }
inline float toFloat(Bfloat x) { return numerics::bfloatToFloat(x.bits); }
inline void fromFloat(float value, Half &x) { x.bits = std::isnan(value) ? 0x7fff : numerics::floatToHalf(value); }
inline void fromFloat(float value, Bfloat &x) { x.bits = std::isnan(value) ? 0x7fff : numerics::floatToBfloat(value); }

template <typename T> constexpr bool isSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;

inline float flushSubnormal(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

struct Add {
  template <typename T> static T apply(T old, T b, bool isGlobal) {
    if constexpr (isSmallFloat<T>) {
      fromFloat(toFloat(old) + toFloat(b), old);
      return old;
    } else if constexpr (std::is_same_v<T, float>) {
      float sum = isGlobal ? flushSubnormal(flushSubnormal(old) + flushSubnormal(b)) : old + b;
      return std::isnan(sum) ? numerics::bitCast<float>(0x7fffffffu) : sum;
    } else {
      return static_cast<T>(old + b);
    }
  }
};

/// Of two numbers the smaller (`isLeast`) or larger; a NaN loses; -0 is less than +0.
template <bool isLeast, typename T> T choose(T a, T b) {
  if constexpr (isSmallFloat<T>) {
    float x = toFloat(a), y = toFloat(b);
    if (std::isnan(x) && std::isnan(y))
      return T{0x7fff};
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) ? b : a;
    bool isFirst = x == y ? std::signbit(x) == isLeast : (x < y) == isLeast;
    return isFirst ? a : b;
  } else {
    return isLeast ? std::min(a, b) : std::max(a, b);
  }
}
struct Min {
  template <typename T> static T apply(T old, T b, bool) { return choose<true>(old, b); }
};
struct Max {
  template <typename T> static T apply(T old, T b, bool) { return choose<false>(old, b); }
};
struct Inc {
  template <typename T> static T apply(T old, T b, bool) { return old >= b ? T(0) : static_cast<T>(old + 1); }
};
struct Dec {
  template <typename T> static T apply(T old, T b, bool) { return old == 0 || old > b ? b : static_cast<T>(old - 1); }
};
struct And {
  template <typename T> static T apply(T old, T b, bool) { return old & b; }
};
struct Or {
  template <typename T> static T apply(T old, T b, bool) { return old | b; }
};
struct Xor {
  template <typename T> static T apply(T old, T b, bool) { return old ^ b; }
};
struct Exchange {
  template <typename T> static T apply(T, T b, bool) { return b; }
};

/// Both halves of a packed pair.
template <typename Op> struct Packed {
  template <typename T> static Pair<T> apply(Pair<T> old, Pair<T> b, bool isGlobal) {
    return {Op::template apply<T>(old.low, b.low, isGlobal), Op::template apply<T>(old.high, b.high, isGlobal)};
  }
};

} // namespace tessera::emulator::atomics
