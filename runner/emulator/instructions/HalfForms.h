// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 in registers: single ones in 16 bits, pairs in 32 with the first in the low half. A function of floats (`double` where f32
// does not hold the exact result) becomes one of the 16-bit patterns, and that one of pairs.
#pragma once

#include "runner/emulator/arithmetic/SmallFloat.h"
#include "runner/emulator/instructions/FloatForms.h"

namespace tessera::emulator {

/// How the two formats are read and rounded to nearest even; their NaN is 0x7FFF in both.
struct HalfCodec {
  static constexpr bool isHalf = true;
  static constexpr uint16_t one = 0x3c00, exponentMask = 0x7c00;
  static float decode(uint16_t bits) { return decodeHalf(bits); }
  static uint16_t encode(float value) { return encodeHalf(value); }
  static uint16_t encode(double value) { return static_cast<uint16_t>(encodeFloat<halfFormat>(value, Rounding::nearestEven)); }
};
struct BfloatCodec {
  static constexpr bool isHalf = false;
  static constexpr uint16_t one = 0x3f80, exponentMask = 0x7f80;
  static float decode(uint16_t bits) { return decodeBfloat(bits); }
  static uint16_t encode(float value) { return encodeBfloat(value); }
  static uint16_t encode(double value) { return static_cast<uint16_t>(encodeFloat<bfloatFormat>(value, Rounding::nearestEven)); }
};

template <typename Codec> inline uint16_t flush16(uint16_t bits) { return bits & Codec::exponentMask ? bits : bits & 0x8000; }
template <typename Codec> inline bool isNan16(uint16_t bits) { return (bits & 0x7fff) > Codec::exponentMask; }

/// Both halves of pairs.
template <auto function> struct OnPairs;
template <typename... S, uint16_t (*function)(S...)> struct OnPairs<function> {
  static inline uint32_t apply(std::conditional_t<true, uint32_t, S>... sources) {
    uint32_t low = function(static_cast<uint16_t>(sources)...), high = function(static_cast<uint16_t>(sources >> 16)...);
    return low | high << 16;
  }
};

inline bool isPair(ptx::Type type) { return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2; }
inline bool isBfloat(ptx::Type type) { return type == ptx::Type::bf16 || type == ptx::Type::bf16x2; }

/// The handler of a 16-bit function, for single numbers or pairs.
template <auto function> Handler halfLanes(bool pairs) { return pairs ? lanes<OnPairs<function>::apply>() : lanes<function>(); }
template <auto function> Handler slowHalfLanes(bool pairs) { return pairs ? slowLanes<OnPairs<function>::apply>() : slowLanes<function>(); }

} // namespace tessera::emulator
