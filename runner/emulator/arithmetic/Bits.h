// SPDX-License-Identifier: Apache-2.0
// Bit manipulation of one lane (PTX ISA, "Logic and Shift Instructions" and "Integer Arithmetic Instructions"). No function has undefined
// behaviour for any operand: counts of shifts are clamped or wrapped before C++ sees them.
#pragma once

#include <cstdint>
#include <type_traits>

namespace tessera::emulator::bits {

template <typename T> constexpr unsigned widthOf = 8 * sizeof(T);

template <typename T> inline T conjunction(T a, T b) { return a & b; }
template <typename T> inline T disjunction(T a, T b) { return a | b; }
template <typename T> inline T exclusive(T a, T b) { return a ^ b; }
template <typename T> inline T complement(T a) { return static_cast<T>(~a); }
template <typename T> inline T isZero(T a) { return a == 0; } // cnot

/// A count of the width or more leaves nothing (of a signed number to the right: its sign).
template <typename T> inline T shiftLeft(T a, uint32_t count) {
  uint32_t safe = count < widthOf<T> ? count : 0;
  return count < widthOf<T> ? static_cast<T>(a << safe) : T(0);
}
template <typename T> inline T shiftRight(T a, uint32_t count) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(a >> (count < widthOf<T> ? count : widthOf<T> - 1));
  uint32_t safe = count < widthOf<T> ? count : 0;
  return count < widthOf<T> ? static_cast<T>(a >> safe) : T(0);
}

/// The high word of (b:a) shifted left, the low word of it shifted right, by `c & 31` or by `min(c, 32)`.
template <bool left, bool wraps> inline uint32_t funnelShift(uint32_t a, uint32_t b, uint32_t c) {
  uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  uint32_t count = wraps ? c & 31 : c < 32 ? c : 32;
  return static_cast<uint32_t>(left ? both << count >> 32 : both >> count);
}

inline uint32_t countLeadingZeros32(uint32_t a) { return a ? static_cast<uint32_t>(__builtin_clz(a)) : 32; }
inline uint32_t countLeadingZeros64(uint64_t a) { return a ? static_cast<uint32_t>(__builtin_clzll(a)) : 64; }
template <typename T> inline uint32_t countLeadingZeros(T a) {
  return sizeof(T) == 4 ? countLeadingZeros32(static_cast<uint32_t>(a)) : countLeadingZeros64(static_cast<uint64_t>(a));
}
template <typename T> inline uint32_t countOnes(T a) { return static_cast<uint32_t>(__builtin_popcountll(a)); }

template <typename T> inline T reverse(T a) {
  uint64_t x = a;
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return static_cast<T>(__builtin_bswap64(x) >> (64 - widthOf<T>));
}

/// The highest bit that is 1 (of a negative number: that is 0), or all ones without any; `shiftAmount`: how far it is from the top.
template <typename T, bool shiftAmount> inline uint32_t findHighest(T a) {
  std::make_unsigned_t<T> x = a;
  if (std::is_signed_v<T> && a < 0)
    x = ~x;
  if (x == 0)
    return 0xffffffffu;
  uint32_t zeros = countLeadingZeros(x);
  return shiftAmount ? zeros : widthOf<T> - 1 - zeros;
}

/// The field of `length` bits from `position`; beyond the top stands 0, or the sign: the field's last bit or the register's.
template <typename T> inline T extractField(T a, uint32_t position, uint32_t length) {
  constexpr unsigned width = widthOf<T>;
  position &= 0xff, length &= 0xff;
  if (length == 0)
    return 0;
  unsigned last = position + length - 1 < width - 1 ? position + length - 1 : width - 1;
  bool isNegative = std::is_signed_v<T> && (a >> last & 1);
  std::make_unsigned_t<T> x = a, fill = isNegative ? ~std::make_unsigned_t<T>(0) : 0;
  x = position < width ? x >> position : 0;
  unsigned count = position < width ? last - position + 1 : 0; // bits that are there
  return static_cast<T>(count < width ? (x & ((std::make_unsigned_t<T>(1) << count) - 1)) | (count ? fill << count : fill) : x);
}

/// The low `length` bits of `a` in `b` from `position`; what does not fit is dropped.
template <typename T> inline T insertField(T a, T b, uint32_t position, uint32_t length) {
  constexpr unsigned width = widthOf<T>;
  position &= 0xff, length &= 0xff;
  if (position >= width || length == 0)
    return b;
  T ones = length < width ? static_cast<T>((T(1) << length) - 1) : static_cast<T>(~T(0)), mask = static_cast<T>(ones << position);
  return static_cast<T>((b & ~mask) | ((a << position) & mask));
}

enum class Permutation : uint8_t { indexed, forward4, backward4, replicate8, clampLeft, clampRight, replicate16 };

/// `prmt`: four bytes out of the eight of {b, a}; a's are 0 to 3. Bit 3 of an index replicates the byte's sign.
template <Permutation mode> inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t bytes = static_cast<uint64_t>(b) << 32 | a;
  uint32_t s = selector & 3, result = 0;
  for (uint32_t k = 0; k < 4; ++k) {
    uint32_t index = mode == Permutation::indexed       ? selector >> 4 * k & 0xf
                     : mode == Permutation::forward4    ? s + k
                     : mode == Permutation::backward4   ? (s - k) & 7
                     : mode == Permutation::replicate8  ? s
                     : mode == Permutation::clampLeft   ? (k > s ? k : s)
                     : mode == Permutation::clampRight  ? (k < s ? k : s)
                                                        : (s & 1) * 2 + (k & 1);
    auto byte = static_cast<uint8_t>(bytes >> 8 * (index & 7));
    if (mode == Permutation::indexed && (index & 8))
      byte = byte & 0x80 ? 0xff : 0;
    result |= static_cast<uint32_t>(byte) << 8 * k;
  }
  return result;
}

/// Any function of three bits: `table` bit 4a + 2b + c.
inline uint32_t threeInputLogic(uint32_t a, uint32_t b, uint32_t c, uint8_t table) {
  uint32_t result = 0;
  for (unsigned k = 0; k < 8; ++k)
    result |= table >> k & 1 ? (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c) : 0;
  return result;
}

/// `fns`: from bit `base`, the `offset`-th 1 upwards (or downwards for a negative offset, counting the base's own as the first), with 0
/// whether the base's own bit is one; all ones where there is none.
inline uint32_t findNth(uint32_t mask, uint32_t base, int32_t offset) {
  if (base > 31)
    return 0xffffffffu;
  if (offset == 0)
    return mask >> base & 1 ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1;
  int64_t left = offset > 0 ? offset : -static_cast<int64_t>(offset);
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0)
      return static_cast<uint32_t>(bit);
  return 0xffffffffu;
}

/// `szext`: the low `width` bits extended; 0 bits are 0, 32 and more (clamp) all of them.
template <typename T, bool wraps> inline T extendLow(T a, uint32_t width) {
  uint32_t count = wraps ? width & 31 : width < 32 ? width : 32;
  return extractField<T>(a, 0, count);
}

/// `bmsk`: `length` ones from `position`.
template <bool wraps> inline uint32_t makeMask(uint32_t position, uint32_t length) {
  uint32_t from = wraps ? position & 31 : position < 32 ? position : 32, count = wraps ? length & 31 : length < 32 ? length : 32;
  uint64_t ones = (uint64_t(1) << count) - 1;
  return static_cast<uint32_t>(ones << from);
}

} // namespace tessera::emulator::bits
