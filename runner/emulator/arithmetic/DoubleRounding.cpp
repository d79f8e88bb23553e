// SPDX-License-Identifier: Apache-2.0
// Directed roundings of f64 in integers. A number is a 128-bit significand times a power of two, and whether anything not zero was
// cut off below (`sticky`). Significands are kept with their top bit at 125: room for a carry above, and at least 20 bits below
// what a product of two doubles (106 bits) needs, so that a sum whose smaller part was cut still has every bit that decides.

#include "runner/emulator/arithmetic/DoubleRounding.h"
#include "runner/emulator/arithmetic/SmallFloat.h"

namespace tessera::emulator {

namespace {

__extension__ typedef unsigned __int128 Wide;

struct Exact {
  Wide significand = 0;
  int exponent = 0; // of the significand's last bit
  bool negative = false, sticky = false;
};

int topBit(Wide value) {
  auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low);
}

Exact unpack(double value) {
  uint64_t bits = bitsAs<uint64_t>(value), field = bits >> 52 & 0x7ff, mantissa = bits & 0xfffffffffffffull;
  Exact exact;
  exact.negative = bits >> 63;
  exact.significand = field ? mantissa | uint64_t(1) << 52 : mantissa;
  exact.exponent = (field ? static_cast<int>(field) : 1) - 1075;
  return exact;
}

/// The same number with its top bit at 125. Not for zero.
Exact normalized(Exact number) {
  int up = 125 - topBit(number.significand);
  number.significand <<= up;
  number.exponent -= up;
  return number;
}

double pack(const Exact &number, Rounding rounding) {
  if (number.significand == 0)
    return number.negative ? -0.0 : 0.0;
  int top = topBit(number.significand), exponent = number.exponent + top; // of the leading bit
  int keep = exponent >= -1022 ? 53 : 53 - (-1022 - exponent);            // bits that the format has there
  int shift = top + 1 - keep;
  uint64_t kept;
  uint64_t rest = number.sticky, half = 2; // in quarters: 0 exact, 1 below a half, 2 half, 3 above
  if (shift <= 0) {
    kept = static_cast<uint64_t>(number.significand << -shift);
  } else if (shift > 127) {
    kept = 0, rest = 1;
  } else {
    kept = static_cast<uint64_t>(number.significand >> shift);
    Wide cut = number.significand & ((Wide(1) << shift) - 1), middle = Wide(1) << (shift - 1);
    rest = cut > middle ? 3 : cut == middle ? 2 + number.sticky : cut != 0 || number.sticky ? 1 : 0;
  }
  kept += roundsAway(rounding, number.negative, kept, rest, half);
  // A subnormal's field is 0; the leading bit of a normal one's significand adds 1 to the field below its own.
  uint64_t field = keep == 53 ? static_cast<uint64_t>(exponent + 1022) : 0;
  uint64_t bits = (field << 52) + kept;
  if (bits >= 0x7ff0000000000000ull) {
    bool stays = rounding == Rounding::towardZero || rounding == (number.negative ? Rounding::up : Rounding::down);
    bits = stays ? 0x7fefffffffffffffull : 0x7ff0000000000000ull;
  }
  return bitsAs<double>(bits | (number.negative ? uint64_t(1) << 63 : 0));
}

Exact shiftedDown(Exact number, int by) {
  if (by > 127) {
    number.sticky = number.significand != 0;
    number.significand = 0;
  } else if (by > 0) {
    number.sticky = (number.significand & ((Wide(1) << by) - 1)) != 0;
    number.significand >>= by;
  }
  number.exponent += by;
  return number;
}

double sum(Exact a, Exact b, Rounding rounding) {
  bool zeroA = a.significand == 0, zeroB = b.significand == 0;
  if (zeroA && zeroB) {
    a.negative = a.negative == b.negative ? a.negative : rounding == Rounding::down;
    return pack(a, rounding);
  }
  if (zeroA || zeroB)
    return pack(zeroA ? b : a, rounding);
  a = normalized(a), b = normalized(b);
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
    Exact larger = b; // by hand: the libc++ of Emscripten 3.1.6 can't std::swap what has no linkage
    b = a, a = larger;
  }
  b = shiftedDown(b, a.exponent - b.exponent);
  if (a.negative == b.negative) {
    a.significand += b.significand;
  } else {
    a.significand -= b.significand + (b.sticky ? 1 : 0); // what was cut is between this and the next
    if (a.significand == 0 && !b.sticky)
      a.negative = rounding == Rounding::down;
  }
  a.sticky = b.sticky;
  return pack(a, rounding);
}

Exact product(double a, double b) {
  Exact x = unpack(a), y = unpack(b);
  x.significand *= y.significand;
  x.exponent += y.exponent;
  x.negative ^= y.negative;
  return x;
}

bool areFinite(double a, double b) { return a - a == 0 && b - b == 0; }

/// The integer root of `value`, a bit at a time.
Wide integerRoot(Wide value) {
  Wide root = 0;
  for (int bit = topBit(value) / 2; bit >= 0; --bit) {
    Wide candidate = root | Wide(1) << bit;
    if (candidate * candidate <= value)
      root = candidate;
  }
  return root;
}

} // namespace

double addDirected(double a, double b, Rounding rounding) {
  return areFinite(a, b) ? sum(unpack(a), unpack(b), rounding) : a + b;
}

double multiplyDirected(double a, double b, Rounding rounding) {
  return areFinite(a, b) ? pack(product(a, b), rounding) : a * b;
}

double fmaDirected(double a, double b, double c, Rounding rounding) {
  if (!areFinite(a, b))
    return a * b + c;
  return c - c == 0 ? sum(product(a, b), unpack(c), rounding) : c;
}

double divideDirected(double a, double b, Rounding rounding) {
  if (!areFinite(a, b) || a == 0 || b == 0)
    return a / b;
  Exact x = normalized(unpack(a)), y = unpack(b);
  Exact quotient;
  quotient.significand = x.significand / y.significand;
  quotient.sticky = x.significand % y.significand != 0;
  quotient.exponent = x.exponent - y.exponent;
  quotient.negative = x.negative != y.negative;
  return pack(quotient, rounding);
}

double rootDirected(double x, Rounding rounding) {
  if (!(x > 0) || x - x != 0)
    return std::sqrt(x);
  Exact number = normalized(unpack(x));
  if (number.exponent & 1)
    number.significand >>= 1, ++number.exponent; // the 53 bits are far above
  Exact root;
  root.significand = integerRoot(number.significand);
  root.sticky = root.significand * root.significand != number.significand;
  root.exponent = number.exponent / 2;
  return pack(root, rounding);
}

double integerToDouble(uint64_t magnitude, bool negative, Rounding rounding) {
  Exact number;
  number.significand = magnitude;
  number.negative = negative && magnitude != 0;
  return pack(number, rounding);
}

double integerToOddDouble(uint64_t magnitude, bool negative) {
  double cut = integerToDouble(magnitude, false, Rounding::towardZero);
  if (static_cast<uint64_t>(cut) != magnitude)
    cut = bitsAs<double>(bitsAs<uint64_t>(cut) | 1);
  return negative && magnitude ? -cut : cut;
}

} // namespace tessera::emulator
