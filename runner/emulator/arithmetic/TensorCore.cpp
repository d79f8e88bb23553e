// SPDX-License-Identifier: Apache-2.0
// The tensor core's sum as its model is written, in integers and one element at a time. The fast one is TensorLanes.cpp; it
// comes here for infinities, NaNs and results below the least normal number.

#include "runner/emulator/arithmetic/TensorCore.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace tessera::emulator {

namespace {

struct FloatShape {
  unsigned fraction; // bits
  int bias;
  unsigned exponentBits;
  bool hasInfinity;
};

FloatShape getShape(TensorType type) {
  switch (type) {
  case TensorType::f16: return {10, 15, 5, true};
  case TensorType::bf16: return {7, 127, 8, true};
  case TensorType::tf32: return {10, 127, 8, true};
  case TensorType::e5m2: return {2, 15, 5, true};
  default: return {3, 7, 4, false}; // e4m3
  }
}

/// `significand * 2^(exponent - fraction)`, or what is no number.
struct Term {
  bool isNan = false, isInfinite = false, isNegative = false;
  uint64_t significand = 0;
  int exponent = 0;
  unsigned fraction = 0;
  bool isZero() const { return significand == 0 && !isNan && !isInfinite; }
};

Term decode(const FloatShape &shape, uint32_t bits) {
  Term term;
  uint32_t fraction = bits & ((1u << shape.fraction) - 1), top = (1u << shape.exponentBits) - 1;
  uint32_t field = bits >> shape.fraction & top;
  term.isNegative = bits >> (shape.fraction + shape.exponentBits) & 1;
  term.fraction = shape.fraction;
  term.exponent = static_cast<int>(std::max(field, 1u)) - shape.bias;
  term.significand = fraction | (field ? 1u << shape.fraction : 0);
  if (shape.hasInfinity && field == top) {
    (fraction ? term.isNan : term.isInfinite) = true;
  } else if (!shape.hasInfinity && field == top && fraction == (1u << shape.fraction) - 1) {
    term.isNan = true;
  }
  return term;
}

uint32_t loadElement(TensorType type, const uint8_t *row, unsigned index) {
  if (getTensorElementBits(type) == 8)
    return row[index];
  if (getTensorElementBits(type) == 16) {
    uint16_t half;
    std::memcpy(&half, row + 2 * index, 2);
    return half;
  }
  uint32_t word;
  std::memcpy(&word, row + 4 * index, 4);
  return type == TensorType::tf32 ? word >> 13 : word;
}

Term multiply(const Term &a, const Term &b) {
  Term product;
  product.isNegative = a.isNegative != b.isNegative;
  product.isNan = a.isNan || b.isNan || (a.isInfinite && b.isZero()) || (a.isZero() && b.isInfinite);
  product.isInfinite = !product.isNan && (a.isInfinite || b.isInfinite);
  product.significand = a.significand * b.significand;
  product.exponent = a.exponent + b.exponent;
  product.fraction = a.fraction + b.fraction;
  return product;
}

/// Cut toward zero to a multiple of 2^(emax - kept), in units of it.
int64_t align(const Term &term, int emax, unsigned kept) {
  int shift = static_cast<int>(kept) - static_cast<int>(term.fraction) + term.exponent - emax;
  uint64_t units = shift >= 0 ? term.significand << shift : shift > -64 ? term.significand >> -shift : 0;
  return term.isNegative ? -static_cast<int64_t>(units) : static_cast<int64_t>(units);
}

/// `units * 2^unit` as the bits of an f32 of `kept` fraction bits, the rest cut off.
uint32_t roundToF32(int64_t units, int unit, unsigned kept) {
  if (units == 0)
    return 0;
  uint64_t magnitude = static_cast<uint64_t>(std::llabs(units));
  int exponent = 63 - __builtin_clzll(magnitude) + unit;
  int quantum = std::max(exponent, -126) - static_cast<int>(kept);
  if (quantum > unit) {
    magnitude = quantum - unit < 64 ? magnitude >> (quantum - unit) : 0;
    unit = quantum;
  }
  float value = static_cast<float>(std::ldexp(static_cast<double>(magnitude), unit));
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits | (units < 0 ? 0x80000000u : 0); // what is cut to zero keeps its sign
}

/// The same as the nearest f16, ties to even.
uint32_t roundToF16(int64_t units, int unit) {
  if (units == 0)
    return 0;
  uint64_t magnitude = static_cast<uint64_t>(std::llabs(units));
  int exponent = std::max(63 - __builtin_clzll(magnitude) + unit, -14);
  double quanta = std::nearbyint(std::ldexp(static_cast<double>(magnitude), unit - exponent + 10));
  auto steps = static_cast<uint32_t>(quanta) + (static_cast<uint32_t>(exponent + 14) << 10);
  if (exponent > 15 || steps > 0x7c00u) // 2048 quanta carry into the exponent by themselves
    steps = 0x7c00u;
  return steps | (units < 0 ? 0x8000u : 0);
}

uint32_t addTerms(const Term *terms, unsigned count, unsigned kept, bool isF16, unsigned fractionBits) {
  bool isNan = false, isInfinite[2] = {false, false};
  int emax = -126;
  for (unsigned i = 0; i < count; ++i) {
    isNan |= terms[i].isNan;
    isInfinite[terms[i].isNegative] |= terms[i].isInfinite;
    if (terms[i].significand)
      emax = std::max(emax, terms[i].exponent);
  }
  if (isNan || (isInfinite[0] && isInfinite[1]))
    return isF16 ? 0x7fffu : 0x7fffffffu;
  if (isInfinite[0] || isInfinite[1])
    return isF16 ? (isInfinite[1] ? 0xfc00u : 0x7c00u) : isInfinite[1] ? 0xff800000u : 0x7f800000u;
  int64_t sum = 0;
  for (unsigned i = 0; i < count; ++i)
    sum += align(terms[i], emax, kept);
  int unit = emax - static_cast<int>(kept);
  return isF16 ? roundToF16(sum, unit) : roundToF32(sum, unit, fractionBits);
}

int64_t multiplyIntegers(TensorType aType, uint32_t a, TensorType bType, uint32_t b) {
  if (aType == TensorType::b1)
    return __builtin_popcount(a & b);
  int64_t left = aType == TensorType::s8 ? static_cast<int8_t>(a) : static_cast<int64_t>(a);
  int64_t right = bType == TensorType::s8 ? static_cast<int8_t>(b) : static_cast<int64_t>(b);
  return left * right;
}

uint32_t dotIntegers(TensorType aType, const uint8_t *a, TensorType bType, const uint8_t *b, bool saturates, uint32_t old) {
  unsigned count = tensorRowBytes * 8 / std::max(8u, getTensorElementBits(aType));
  int64_t sum = static_cast<int32_t>(old);
  for (unsigned k = 0; k < count; ++k)
    sum += multiplyIntegers(aType, loadElement(aType, a, k), bType, loadElement(bType, b, k));
  if (saturates)
    sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
  return static_cast<uint32_t>(sum);
}

} // namespace

/// b1 is loaded 32 elements at a time.
unsigned getTensorElementBits(TensorType type) {
  switch (type) {
  case TensorType::f16:
  case TensorType::bf16: return 16;
  case TensorType::tf32:
  case TensorType::b1: return 32;
  default: return 8;
  }
}

uint32_t dotPlainly(TensorType aType, const uint8_t *a, TensorType bType, const uint8_t *b, TensorResult result, uint32_t old) {
  if (result == TensorResult::s32 || result == TensorResult::s32Saturated)
    return dotIntegers(aType, a, bType, b, result == TensorResult::s32Saturated, old);
  unsigned count = tensorRowBytes * 8 / getTensorElementBits(aType);
  bool isF16 = result == TensorResult::f16, isSmall = getTensorElementBits(aType) == 8;
  Term terms[33];
  for (unsigned k = 0; k < count; ++k)
    terms[k] = multiply(decode(getShape(aType), loadElement(aType, a, k)), decode(getShape(bType), loadElement(bType, b, k)));
  terms[count] = decode(isF16 ? getShape(TensorType::f16) : FloatShape{23, 127, 8, true}, old);
  return addTerms(terms, count + 1, isSmall ? 13 : 25, isF16, isSmall ? 13 : 23);
}

void multiplyTensorsPlainly(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d) {
  for (unsigned row = 0; row < tensorRows; ++row)
    for (unsigned column = 0; column < columns.count; ++column) {
      unsigned lane = 4 * (row % 8) + column % 8 / 2;
      bool isF16 = result == TensorResult::f16;
      uint32_t &word = isF16 ? d[2 * (column / 8) + row / 8][lane] : d[4 * (column / 8) + 2 * (row / 8) + column % 2][lane];
      unsigned shift = isF16 ? 16 * (column % 2) : 0;
      uint32_t mask = isF16 ? 0xffffu << shift : ~0u;
      uint32_t old = readsOld ? (word & mask) >> shift : 0;
      uint32_t value = dotPlainly(rows.type, rows.raw[row], columns.type, columns.raw[column], result, old);
      word = (word & ~mask) | value << shift;
    }
}

} // namespace tessera::emulator
