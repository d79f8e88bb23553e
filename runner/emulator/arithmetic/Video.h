// SPDX-License-Identifier: Apache-2.0
// The video instructions, one lane: a scalar form picks a byte, half or word of each source, the SIMD forms work on two halves or
// four bytes; then saturation, and a second operation with, or a merge into, `c`. PTX ISA, "Scalar Video Instructions" and "SIMD Video
// Instructions"; sums are kept in 64 bits (products and their sums fit too), so nothing is lost between the steps.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tessera::emulator::video {

enum class Operation : uint8_t { add, subtract, absoluteDifference, minimum, maximum, average, shiftLeft, shiftRight, compare };
enum class Comparison : uint8_t { eq, ne, lt, le, gt, ge };
enum class Second : uint8_t { none, add, minimum, maximum, merge };

/// Bits [shift, shift + width) of a register.
struct Part {
  uint8_t shift = 0, width = 32;
};

struct Plan {
  Operation operation = Operation::add;
  Comparison comparison = Comparison::eq;
  Second second = Second::none;
  bool signedD = false, signedA = false, signedB = false, saturates = false, wraps = false;
  // scalar forms
  Part a, b, d;
  // SIMD forms: 2 or 4 lanes; selectors index the parts of {b, a}, a's first
  uint8_t parts = 1, selectA[4] = {0, 1, 2, 3}, selectB[4] = {4, 5, 6, 7}, mask = 0xf;
};

inline int64_t extract(uint32_t value, Part part, bool isSigned) {
  uint32_t up = value << (32 - part.width - part.shift);
  return isSigned ? static_cast<int32_t>(up) >> (32 - part.width) : static_cast<int64_t>(up >> (32 - part.width));
}

inline bool compare(Comparison comparison, int64_t a, int64_t b) {
  switch (comparison) {
  case Comparison::eq: return a == b;
  case Comparison::ne: return a != b;
  case Comparison::lt: return a < b;
  case Comparison::le: return a <= b;
  case Comparison::gt: return a > b;
  case Comparison::ge: return a >= b;
  }
  return false;
}

inline int64_t first(const Plan &plan, int64_t a, int64_t b) {
  int64_t count = plan.wraps ? b & 31 : std::min<int64_t>(b, 32); // of shifts, whose `b` is unsigned
  switch (plan.operation) {
  case Operation::add: return a + b;
  case Operation::subtract: return a - b;
  case Operation::absoluteDifference: return a < b ? b - a : a - b;
  case Operation::minimum: return std::min(a, b);
  case Operation::maximum: return std::max(a, b);
  case Operation::average: return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  case Operation::shiftLeft: // 2^31 and more by 32 would not fit; what counts is that it is large and its low word 0
    return count == 32 && a >= int64_t(1) << 31 ? int64_t(1) << 40 : a * (int64_t(1) << count);
  case Operation::shiftRight: return a >> count;
  case Operation::compare: return compare(plan.comparison, a, b);
  }
  return 0;
}

/// To the range of `width` bits.
inline int64_t clampToWidth(int64_t value, unsigned width, bool isSigned) {
  int64_t least = isSigned ? -(int64_t(1) << (width - 1)) : 0, most = (int64_t(1) << (isSigned ? width - 1 : width)) - 1;
  return std::clamp(value, least, most);
}

inline uint32_t scalar(const Plan &plan, uint32_t a, uint32_t b, uint32_t c) {
  int64_t result = first(plan, extract(a, plan.a, plan.signedA), extract(b, plan.b, plan.signedB));
  if (plan.saturates)
    result = clampToWidth(result, plan.d.width, plan.signedD);
  auto low = static_cast<uint32_t>(result);
  auto below = [&](uint32_t x, uint32_t y) { return plan.signedD ? static_cast<int32_t>(x) < static_cast<int32_t>(y) : x < y; };
  switch (plan.second) {
  case Second::none: return low;
  case Second::add: return low + c;
  case Second::minimum: return below(low, c) ? low : c;
  case Second::maximum: return below(low, c) ? c : low;
  case Second::merge: break;
  }
  uint32_t mask = (plan.d.width == 32 ? ~0u : (1u << plan.d.width) - 1) << plan.d.shift;
  return (c & ~mask) | (low << plan.d.shift & mask);
}

inline uint32_t simd(const Plan &plan, uint32_t a, uint32_t b, uint32_t c) {
  auto width = static_cast<uint8_t>(32 / plan.parts);
  uint32_t ones = (1u << width) - 1, result = plan.second == Second::add ? c : 0;
  for (unsigned k = 0; k < plan.parts; ++k) {
    auto pick = [&](unsigned index, bool isSigned) {
      return extract(index < plan.parts ? a : b, {static_cast<uint8_t>(index % plan.parts * width), width}, isSigned);
    };
    int64_t value = first(plan, pick(plan.selectA[k], plan.signedA), pick(plan.selectB[k], plan.signedB));
    if (plan.saturates)
      value = clampToWidth(value, width, plan.signedD);
    bool isOn = plan.mask >> k & 1;
    if (plan.second == Second::add)
      result += isOn ? static_cast<uint32_t>(value) : 0;
    else
      result |= isOn ? (static_cast<uint32_t>(value) & ones) << k * width : c & ones << k * width;
  }
  return result;
}

struct MultiplyAdd {
  bool signedA = false, signedB = false, negatesProduct = false, negatesC = false, plusOne = false, saturates = false;
  uint8_t shift = 0;
  Part a, b;
};

/// `vmad`: ±(a * b) ± c, one more for `.po`, shifted right. A negation is a complement and one.
inline uint32_t multiplyAdd(const MultiplyAdd &plan, uint32_t a, uint32_t b, uint32_t c) {
  __extension__ typedef __int128 Wide;
  bool isSigned = plan.signedA || plan.signedB || plan.negatesProduct || plan.negatesC;
  Wide product = static_cast<Wide>(extract(a, plan.a, plan.signedA)) * extract(b, plan.b, plan.signedB);
  bool one = plan.plusOne || plan.negatesProduct || plan.negatesC;
  if (!plan.plusOne && plan.negatesProduct)
    product = ~product;
  else if (!plan.plusOne && plan.negatesC)
    c = ~c;
  Wide sum = (product + (isSigned ? Wide(static_cast<int32_t>(c)) : Wide(c)) + one) >> plan.shift;
  if (plan.saturates) {
    Wide least = isSigned ? INT32_MIN : 0, most = isSigned ? Wide(INT32_MAX) : Wide(UINT32_MAX);
    sum = std::clamp(sum, least, most);
  }
  return static_cast<uint32_t>(sum);
}

} // namespace tessera::emulator::video
