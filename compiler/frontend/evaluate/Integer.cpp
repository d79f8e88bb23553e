// SPDX-License-Identifier: Apache-2.0
// Exact integers over llvm::APInt. Every operation widens its operands by as much as the result can need, computes, and
// drops the bits that turned out to be copies of the sign; values that fit are kept at 64 bits so that the common case
// stays inline.
#include "compiler/frontend/evaluate/Integer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace tessera::frontend;
using llvm::APInt;

static APInt widen(const APInt &value, unsigned width) {
  return value.getBitWidth() < width ? value.sext(width) : value;
}
static unsigned widthOfBoth(const Integer &a, const Integer &b) {
  return std::max(a.value().getBitWidth(), b.value().getBitWidth());
}

Integer::Integer(APInt value) : bits(std::move(value)) {
  unsigned needed = bits.getSignificantBits();
  unsigned width = needed <= 64 ? 64 : (needed + 63) / 64 * 64;
  bits = bits.sextOrTrunc(width);
}

std::optional<Integer> Integer::parse(llvm::StringRef digits, unsigned radix) {
  if (digits.empty())
    return std::nullopt;
  for (char c : digits)
    if (llvm::hexDigitValue(c) >= 16
            ? (radix <= 16 || !llvm::isAlpha(c) || unsigned(llvm::toLower(c) - 'a' + 10) >= radix)
            : llvm::hexDigitValue(c) >= radix)
      return std::nullopt;
  if (digits.size() > maxBits / 6)
    return std::nullopt;
  if (radix == 10 && digits.size() <= 18) { // fits, and is what programs mostly have
    int64_t value = 0;
    for (char c : digits)
      value = value * 10 + (c - '0');
    return Integer(value);
  }
  if (radix != 2 && radix != 8 && radix != 10 && radix != 16 && radix != 36) { // what APInt does not read
    APInt value(static_cast<unsigned>(digits.size()) * 6 + 64, 0);
    for (char c : digits) {
      value *= radix;
      value += llvm::isDigit(c) ? static_cast<uint64_t>(c - '0') : static_cast<uint64_t>(llvm::toLower(c) - 'a' + 10);
    }
    return Integer(value);
  }
  return Integer(
      APInt(APInt::getSufficientBitsNeeded(digits, radix) + 2, digits, radix)); // of base 36 it counts a bit too few
}

std::optional<Integer> Integer::fromDouble(double value) {
  if (!std::isfinite(value))
    return std::nullopt;
  if (std::fabs(value) < 9.0e18)
    return Integer(static_cast<int64_t>(value));
  int exponent;
  double fraction = std::frexp(std::fabs(value), &exponent); // value = fraction * 2^exponent
  Integer mantissa(static_cast<int64_t>(std::ldexp(fraction, 53)));
  Integer magnitude = *mantissa.shiftLeft(static_cast<unsigned>(exponent - 53));
  return value < 0 ? -magnitude : magnitude;
}

Integer Integer::fromUnsigned(uint64_t value) { return Integer(APInt(65, value)); }

double Integer::toDouble() const {
  if (fitsInt64())
    return static_cast<double>(bits.getSExtValue());
  // The top 64 bits, the rest as a sticky last bit: then the hardware's rounding of 64 bits to 53 is right.
  APInt magnitude = isNegative() ? -bits.sext(bits.getBitWidth() + 1) : bits;
  unsigned shift = magnitude.getActiveBits() - 64;
  uint64_t top = magnitude.lshr(shift).getLoBits(64).trunc(64).getZExtValue();
  if (magnitude.countr_zero() < shift)
    top |= 1;
  double result = std::ldexp(static_cast<double>(top), static_cast<int>(shift));
  return isNegative() ? -result : result;
}

/// The decimal digits of a magnitude, 18 by each division: APInt divides for each one.
static std::string toDecimal(APInt rest) {
  constexpr uint64_t scale = 1'000'000'000'000'000'000;
  std::vector<uint64_t> parts; // the last digits first
  while (rest.getActiveBits() > 63) {
    APInt quotient;
    APInt::udivrem(rest, scale, quotient, parts.emplace_back());
    rest = quotient.trunc(std::max(quotient.getActiveBits(), 1u));
  }
  std::string text = std::to_string(rest.getZExtValue());
  for (uint64_t part : llvm::reverse(parts)) {
    std::string digits = std::to_string(part);
    text += std::string(18 - digits.size(), '0') + digits;
  }
  return text;
}

std::string Integer::toString(unsigned radix) const {
  if (radix == 10 && fitsInt64())
    return std::to_string(low());
  if (radix == 10)
    return (isNegative() ? "-" : "") + toDecimal(bits.abs());
  llvm::SmallString<40> text;
  // One bit more, so that the magnitude of the smallest value exists.
  bits.sext(bits.getBitWidth() + 1)
      .toString(text, radix, /*Signed=*/true, /*formatAsCLiteral=*/false, /*UpperCase=*/false);
  return std::string(text);
}

unsigned Integer::bitLength() const {
  if (fitsInt64() && !bits.isMinSignedValue())
    return 64 - static_cast<unsigned>(llvm::countl_zero(static_cast<uint64_t>(std::abs(low()))));
  return (isNegative() ? -*this : *this).bits.getActiveBits();
}

uint64_t Integer::hash() const {
  constexpr uint64_t modulus = (uint64_t(1) << 61) - 1;
  uint64_t rest = fitsInt64() ? (isNegative() ? -bits.getZExtValue() : bits.getZExtValue()) % modulus
                              : (isNegative() ? -widen(bits, bits.getBitWidth() + 1) : bits).urem(modulus);
  if (!isNegative())
    return rest;
  return rest == 1 ? uint64_t(-2) : -rest; // -1 is CPython's sign of an error
}

Integer Integer::operator-() const { return Integer(-widen(bits, bits.getBitWidth() + 1)); }
Integer Integer::operator~() const { return Integer(~bits); }

Integer Integer::operator+(const Integer &o) const {
  int64_t sum;
  if (fitsInt64() && o.fitsInt64() && !__builtin_add_overflow(bits.getSExtValue(), o.bits.getSExtValue(), &sum))
    return Integer(sum);
  unsigned width = widthOfBoth(*this, o) + 1;
  return Integer(widen(bits, width) + widen(o.bits, width));
}
Integer Integer::operator-(const Integer &o) const {
  int64_t difference;
  if (fitsInt64() && o.fitsInt64() && !__builtin_sub_overflow(bits.getSExtValue(), o.bits.getSExtValue(), &difference))
    return Integer(difference);
  unsigned width = widthOfBoth(*this, o) + 1;
  return Integer(widen(bits, width) - widen(o.bits, width));
}
Integer Integer::operator*(const Integer &o) const {
  int64_t product;
  if (fitsInt64() && o.fitsInt64() && !__builtin_mul_overflow(bits.getSExtValue(), o.bits.getSExtValue(), &product))
    return Integer(product);
  // The words of the one by those of the other: APInt multiplies numbers of one width, by whose square it takes time,
  // where 10,000 factors of one word each are a product of thousands.
  llvm::APInt x = bits.abs(), y = o.bits.abs();
  llvm::SmallVector<uint64_t, 8> words(x.getNumWords() + y.getNumWords());
  llvm::APInt::tcFullMultiply(words.data(), x.getRawData(), y.getRawData(), x.getNumWords(), y.getNumWords());
  llvm::APInt magnitude(64 * words.size() + 1, words); // and a sign
  return Integer(isNegative() != o.isNegative() ? -magnitude : magnitude);
}
Integer Integer::operator&(const Integer &o) const {
  if (fitsInt64() && o.fitsInt64())
    return Integer(bits.getSExtValue() & o.bits.getSExtValue());
  unsigned width = widthOfBoth(*this, o);
  return Integer(widen(bits, width) & widen(o.bits, width));
}
Integer Integer::operator|(const Integer &o) const {
  if (fitsInt64() && o.fitsInt64())
    return Integer(bits.getSExtValue() | o.bits.getSExtValue());
  unsigned width = widthOfBoth(*this, o);
  return Integer(widen(bits, width) | widen(o.bits, width));
}
Integer Integer::operator^(const Integer &o) const {
  if (fitsInt64() && o.fitsInt64())
    return Integer(bits.getSExtValue() ^ o.bits.getSExtValue());
  unsigned width = widthOfBoth(*this, o);
  return Integer(widen(bits, width) ^ widen(o.bits, width));
}

void Integer::floorDivide(const Integer &a, const Integer &b, Integer &quotient, Integer &remainder) {
  if (a.fitsInt64() && b.fitsInt64() && !(b.bits.isAllOnes() && a.bits.isMinSignedValue())) {
    int64_t dividend = a.bits.getSExtValue(), divisor = b.bits.getSExtValue(), q = dividend / divisor,
            r = dividend % divisor;
    bool isBelow = r != 0 && (r < 0) != (divisor < 0);
    quotient = Integer(q - isBelow);
    remainder = Integer(isBelow ? r + divisor : r);
    return;
  }
  unsigned width = widthOfBoth(a, b) + 1;
  APInt q, r, divisor = widen(b.bits, width);
  APInt::sdivrem(widen(a.bits, width), divisor, q, r);
  if (!r.isZero() && r.isNegative() != divisor.isNegative()) {
    q -= 1;
    r += divisor;
  }
  quotient = Integer(std::move(q));
  remainder = Integer(std::move(r));
}

std::optional<Integer> Integer::shiftLeft(unsigned count) const {
  if (isZero())
    return Integer();
  if (count > maxBits || bitLength() + count > maxBits)
    return std::nullopt;
  unsigned width = bits.getBitWidth() + count;
  return Integer(widen(bits, width).shl(count));
}

Integer Integer::shiftRight(unsigned count) const {
  return Integer(bits.ashr(std::min(count, bits.getBitWidth() - 1)));
}

std::optional<Integer> Integer::power(uint64_t exponent) const {
  Integer base = *this, result(1);
  if (bitLength() > 1 && exponent > maxBits)
    return std::nullopt;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result * base;
    if (exponent > 1)
      base = base * base;
    if (result.bitLength() > maxBits || base.bitLength() > 2 * maxBits)
      return std::nullopt;
  }
  return result;
}

int Integer::compare(const Integer &o) const {
  if (fitsInt64() && o.fitsInt64()) {
    int64_t mine = bits.getSExtValue(), other = o.bits.getSExtValue();
    return mine == other ? 0 : mine < other ? -1 : 1;
  }
  unsigned width = widthOfBoth(*this, o);
  APInt a = widen(bits, width), b = widen(o.bits, width);
  return a == b ? 0 : a.slt(b) ? -1 : 1;
}
