// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic of one lane as PTX ISA, "Integer Arithmetic Instructions" defines it: results wrap, sums that saturate say so.
// Everything is computed in unsigned types, where C++ wraps too. No function traps for any operand.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace tessera::emulator::integer {

template <typename T> using Unsigned = std::make_unsigned_t<T>;
__extension__ typedef __int128 Signed128;
__extension__ typedef unsigned __int128 Unsigned128;

/// Twice as wide.
template <typename T> struct WiderOf;
template <> struct WiderOf<uint16_t> { using Type = uint32_t; };
template <> struct WiderOf<int16_t> { using Type = int32_t; };
template <> struct WiderOf<uint32_t> { using Type = uint64_t; };
template <> struct WiderOf<int32_t> { using Type = int64_t; };
template <> struct WiderOf<uint64_t> { using Type = Unsigned128; };
template <> struct WiderOf<int64_t> { using Type = Signed128; };
template <typename T> using Wider = typename WiderOf<T>::Type;

template <typename To, typename From> inline To clampTo(From value) {
  constexpr From least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  return static_cast<To>(value < least ? least : value > most ? most : value);
}

// A 16-bit product in `int` could overflow, hence uint64_t for all.
template <typename T> inline T add(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
template <typename T> inline T subtract(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }
template <typename T> inline T multiplyLow(T a, T b) {
  if constexpr (sizeof(T) == 4)
    return static_cast<T>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <typename T> inline Wider<T> multiplyWide(T a, T b) { return static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b); }
template <typename T> inline T multiplyHigh(T a, T b) { return static_cast<T>(multiplyWide(a, b) >> (8 * sizeof(T))); }
template <typename T> inline T negate(T a) { return subtract<T>(0, a); }
template <typename T> inline T absolute(T a) { return a < 0 ? negate(a) : a; }
template <typename T> inline T minimum(T a, T b) { return a < b ? a : b; }
template <typename T> inline T maximum(T a, T b) { return a > b ? a : b; }

inline int32_t addSaturated(int32_t a, int32_t b) { return clampTo<int32_t>(static_cast<int64_t>(a) + b); }
inline int32_t subtractSaturated(int32_t a, int32_t b) { return clampTo<int32_t>(static_cast<int64_t>(a) - b); }
inline int32_t minimumRelu(int32_t a, int32_t b) { return maximum(minimum(a, b), 0); }
inline int32_t maximumRelu(int32_t a, int32_t b) { return maximum(maximum(a, b), 0); }

template <typename T> inline T multiplyAddLow(T a, T b, T c) { return add(multiplyLow(a, b), c); }
template <typename T> inline T multiplyAddHigh(T a, T b, T c) { return add(multiplyHigh(a, b), c); }
template <typename T> inline Wider<T> multiplyAddWide(T a, T b, Wider<T> c) { return add(multiplyWide(a, b), c); }
inline int32_t multiplyAddHighSaturated(int32_t a, int32_t b, int32_t c) { return addSaturated(multiplyHigh(a, b), c); }

/// The low 24 bits, extended by the type.
template <typename T> inline int64_t low24(T a) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<int32_t>(static_cast<uint32_t>(a) << 8) >> 8;
  return a & 0xffffff;
}
template <typename T> inline T multiply24Low(T a, T b) { return static_cast<T>(low24(a) * low24(b)); }
template <typename T> inline T multiply24High(T a, T b) { return static_cast<T>(low24(a) * low24(b) >> 16); } // bits 47:16
template <typename T> inline T multiplyAdd24Low(T a, T b, T c) { return add(multiply24Low(a, b), c); }
template <typename T> inline T multiplyAdd24High(T a, T b, T c) { return add(multiply24High(a, b), c); }
inline int32_t multiplyAdd24HighSaturated(int32_t a, int32_t b, int32_t c) { return addSaturated(multiply24High(a, b), c); }

/// c + |a - b|
template <typename T> inline T sumOfDifference(T a, T b, T c) { return add(c, a < b ? subtract(b, a) : subtract(a, b)); }

/// By zero: all ones, what code made for the hardware gives (PTX leaves it open). The least number by -1 is itself.
template <typename T> inline T divide(T a, T b) {
  if (b == 0)
    return static_cast<T>(~T(0));
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return negate(a);
  return static_cast<T>(a / b);
}
template <typename T> inline T remainder(T a, T b) {
  if (b == 0)
    return static_cast<T>(~T(0));
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return 0;
  return static_cast<T>(a % b);
}

/// A function of 16-bit numbers on the halves of 32-bit registers.
template <typename T, T (*function)(T, T)> inline uint32_t onHalves(uint32_t a, uint32_t b) {
  auto low = static_cast<uint16_t>(function(static_cast<T>(a), static_cast<T>(b)));
  auto high = static_cast<uint16_t>(function(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return low | static_cast<uint32_t>(high) << 16;
}
inline int16_t minimumRelu16(int16_t a, int16_t b) { return maximum<int16_t>(minimum(a, b), 0); }
inline int16_t maximumRelu16(int16_t a, int16_t b) { return maximum<int16_t>(maximum(a, b), 0); }

/// c + the sum of four products of bytes (`dp4a`); A and B are int8_t or uint8_t.
template <typename A, typename B> inline uint32_t dotOf4(uint32_t a, uint32_t b, uint32_t c) {
  for (int byte = 0; byte < 4; ++byte)
    c += static_cast<uint32_t>(static_cast<A>(a >> 8 * byte) * static_cast<B>(b >> 8 * byte));
  return c;
}
/// c + the sum of two products of a half of `a` and a byte of `b`'s lower or upper half (`dp2a`).
template <typename A, typename B, int half> inline uint32_t dotOf2(uint32_t a, uint32_t b, uint32_t c) {
  for (int k = 0; k < 2; ++k)
    c += static_cast<uint32_t>(static_cast<A>(a >> 16 * k) * static_cast<B>(b >> (16 * half + 8 * k)));
  return c;
}

} // namespace tessera::emulator::integer
