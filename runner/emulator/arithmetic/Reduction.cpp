// SPDX-License-Identifier: Apache-2.0
// Reductions onto memory, element by element.

#include "runner/emulator/arithmetic/Reduction.h"
#include "shared/numerics/SmallFloat.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

unsigned getBytes(ReducedType type) {
  switch (type) {
  case ReducedType::f16:
  case ReducedType::bf16:
    return 2;
  case ReducedType::u64:
  case ReducedType::s64:
  case ReducedType::f64:
  case ReducedType::b64:
    return 8;
  default:
    return 4;
  }
}

template <typename T, T (*combine)(T, T)> static void reduceAll(uint8_t *target, const uint8_t *values, uint64_t bytes) {
  for (uint64_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old, value;
    std::memcpy(&old, target + at, sizeof(T));
    std::memcpy(&value, values + at, sizeof(T));
    old = combine(old, value);
    std::memcpy(target + at, &old, sizeof(T));
  }
}

// --- integers

template <typename T> static T addWrapping(T a, T b) { return a + b; }
template <typename T> static T least(T a, T b) { return std::min(a, b); }
template <typename T> static T greatest(T a, T b) { return std::max(a, b); }
template <typename T> static T andBits(T a, T b) { return a & b; }
template <typename T> static T orBits(T a, T b) { return a | b; }
template <typename T> static T xorBits(T a, T b) { return a ^ b; }
static uint32_t increment(uint32_t old, uint32_t bound) { return old >= bound ? 0 : old + 1; }
static uint32_t decrement(uint32_t old, uint32_t bound) { return old == 0 || old > bound ? bound : old - 1; }

// --- floats

template <typename To, typename From> static To bitsAs(From from) {
  To to;
  static_assert(sizeof(to) == sizeof(from));
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

static uint32_t flush(uint32_t bits) { return bits & 0x7f800000u ? bits : bits & 0x80000000u; }

template <bool flushes> static uint32_t addSingle(uint32_t a, uint32_t b) {
  if (flushes)
    a = flush(a), b = flush(b);
  float sum = bitsAs<float>(a) + bitsAs<float>(b);
  uint32_t bits = sum != sum ? 0x7fffffffu : bitsAs<uint32_t>(sum);
  return flushes ? flush(bits) : bits;
}

static uint64_t addDouble(uint64_t a, uint64_t b) { return bitsAs<uint64_t>(bitsAs<double>(a) + bitsAs<double>(b)); }

namespace {
/// The two 16-bit formats.
struct Half {
  static float decode(uint16_t bits) { return numerics::halfToFloat(bits); }
  static uint16_t encode(float value) { return numerics::floatToHalf(value); }
};
struct Bfloat {
  static float decode(uint16_t bits) { return numerics::bfloatToFloat(bits); }
  static uint16_t encode(float value) { return numerics::floatToBfloat(value); }
};
} // namespace

template <typename Format> static uint16_t addNarrow(uint16_t a, uint16_t b) {
  float sum = Format::decode(a) + Format::decode(b);
  return sum != sum ? uint16_t(0x7fff) : Format::encode(sum);
}

/// The operand that is a number wins over a NaN; -0 is less than +0.
template <typename Format, bool wantsGreatest> static uint16_t chooseNarrow(uint16_t a, uint16_t b) {
  float x = Format::decode(a), y = Format::decode(b);
  if (x != x)
    return y != y ? uint16_t(0x7fff) : b;
  if (y != y)
    return a;
  if (x == y)
    return wantsGreatest ? a & b : a | b;
  return (x > y) == wantsGreatest ? a : b;
}

// --- the table

static Reducer getAdder(ReducedType type) {
  switch (type) {
  case ReducedType::u32:
  case ReducedType::s32:
    return reduceAll<uint32_t, addWrapping<uint32_t>>;
  case ReducedType::u64:
    return reduceAll<uint64_t, addWrapping<uint64_t>>;
  case ReducedType::f16:
    return reduceAll<uint16_t, addNarrow<Half>>;
  case ReducedType::bf16:
    return reduceAll<uint16_t, addNarrow<Bfloat>>;
  case ReducedType::f32:
    return reduceAll<uint32_t, addSingle<false>>;
  case ReducedType::f32Ftz:
    return reduceAll<uint32_t, addSingle<true>>;
  case ReducedType::f64:
    return reduceAll<uint64_t, addDouble>;
  default:
    return nullptr;
  }
}

template <bool wantsGreatest> static Reducer getChooser(ReducedType type) {
  switch (type) {
  case ReducedType::u32:
    return wantsGreatest ? reduceAll<uint32_t, greatest<uint32_t>> : reduceAll<uint32_t, least<uint32_t>>;
  case ReducedType::s32:
    return wantsGreatest ? reduceAll<int32_t, greatest<int32_t>> : reduceAll<int32_t, least<int32_t>>;
  case ReducedType::u64:
    return wantsGreatest ? reduceAll<uint64_t, greatest<uint64_t>> : reduceAll<uint64_t, least<uint64_t>>;
  case ReducedType::s64:
    return wantsGreatest ? reduceAll<int64_t, greatest<int64_t>> : reduceAll<int64_t, least<int64_t>>;
  case ReducedType::f16:
    return reduceAll<uint16_t, chooseNarrow<Half, wantsGreatest>>;
  case ReducedType::bf16:
    return reduceAll<uint16_t, chooseNarrow<Bfloat, wantsGreatest>>;
  default:
    return nullptr;
  }
}

template <typename T> static Reducer getBitwise(Reduction operation) {
  return operation == Reduction::bitAnd ? reduceAll<T, andBits<T>> : operation == Reduction::bitOr ? reduceAll<T, orBits<T>> : reduceAll<T, xorBits<T>>;
}

Reducer getReducer(Reduction operation, ReducedType type) {
  switch (operation) {
  case Reduction::add:
    return getAdder(type);
  case Reduction::min:
    return getChooser<false>(type);
  case Reduction::max:
    return getChooser<true>(type);
  case Reduction::inc:
    return type == ReducedType::u32 ? reduceAll<uint32_t, increment> : nullptr;
  case Reduction::dec:
    return type == ReducedType::u32 ? reduceAll<uint32_t, decrement> : nullptr;
  default:
    return type == ReducedType::b32 ? getBitwise<uint32_t>(operation) : type == ReducedType::b64 ? getBitwise<uint64_t>(operation) : nullptr;
  }
}

} // namespace tessera::emulator
