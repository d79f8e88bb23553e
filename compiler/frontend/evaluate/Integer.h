// SPDX-License-Identifier: Apache-2.0
// Python's int: exact, of any size. Sixty-four bits are the common case and cost no allocation; beyond that an APInt of just
// enough bits carries the value. Results have a size limit, so that `10 ** 10 ** 10` is an error and not a dead process.
#pragma once

#include "llvm/ADT/APInt.h"
#include <optional>
#include <string>

namespace tessera::frontend {

class Integer {
public:
  /// More bits than this are refused by the operations that can grow without bound.
  static constexpr unsigned maxBits = 1u << 21;

  Integer(int64_t value = 0) : bits(64, static_cast<uint64_t>(value), /*isSigned=*/true) {}
  /// `value` read as a signed number.
  explicit Integer(llvm::APInt value);
  /// Digits of `radix` without sign or prefix; nothing when a digit does not belong.
  static std::optional<Integer> parse(llvm::StringRef digits, unsigned radix);
  /// Truncated towards zero; nothing for infinities, NaN.
  static std::optional<Integer> fromDouble(double value);
  static Integer fromUnsigned(uint64_t value);

  bool fitsInt64() const { return bits.getBitWidth() == 64; }
  /// The value where it is known to fit.
  int64_t low() const { return static_cast<int64_t>(bits.getZExtValue()); }
  /// The value when it fits.
  std::optional<int64_t> asInt64() const {
    return fitsInt64() ? std::optional<int64_t>(bits.getSExtValue()) : std::nullopt;
  }
  double toDouble() const; // infinite when too large
  std::string toString(unsigned radix = 10) const;
  bool isZero() const { return bits.isZero(); }
  bool isNegative() const { return bits.isNegative(); }
  /// Bits of the absolute value, as Python's `bit_length`.
  unsigned bitLength() const;
  /// CPython's: the rest by 2^61 - 1, with the sign.
  uint64_t hash() const;
  const llvm::APInt &value() const { return bits; }

  Integer operator-() const;
  Integer operator~() const;
  Integer operator+(const Integer &o) const;
  Integer operator-(const Integer &o) const;
  Integer operator*(const Integer &o) const;
  Integer operator&(const Integer &o) const;
  Integer operator|(const Integer &o) const;
  Integer operator^(const Integer &o) const;
  /// Rounds towards minus infinity, with the remainder of the divisor's sign. The divisor is not zero.
  static void floorDivide(const Integer &a, const Integer &b, Integer &quotient, Integer &remainder);
  /// Nothing when the result would have more than `maxBits`.
  std::optional<Integer> shiftLeft(unsigned count) const;
  Integer shiftRight(unsigned count) const; // arithmetic
  std::optional<Integer> power(uint64_t exponent) const;

  int compare(const Integer &o) const; // -1, 0, 1
  bool operator==(const Integer &o) const { return compare(o) == 0; }
  bool operator<(const Integer &o) const { return compare(o) < 0; }

private:
  llvm::APInt bits; // at least 64 wide; wider only when the value needs it
};

} // namespace tessera::frontend
