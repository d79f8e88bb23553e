// SPDX-License-Identifier: Apache-2.0
// The tensor core's sum eight columns at a time, in vector extensions of the compiler: TensorLanes.cpp compiles it once for
// any processor and once for AVX2. All functions are inlined into theirs, so that vectors never cross a call.
//
// Where it is exact and why:
// - bf16 and tf32 of a row (of a column) are divided by a power of two that brings its greatest one near 1; what is then below
//   2^-62 is dropped. So every product is a normal f32 or zero, and 11 x 11 bits of significand fit an f32: exact.
// - A dropped one counts nothing unless emax is more than 35 below the greatest possible product; those results, like infinities,
//   NaNs and subnormal results, are computed by the plain model (`isHard`).
// - t is below 2^(F+2), so sums of eight are exact in 32 bits; that of two such sums almost always, too, which is looked at.
// - An integer becomes an f32 to the nearest; where that went away from zero, the next one toward zero is the cut one. Scaling it
//   by a power of two is exact while the result is normal. For f16 results the sum is made in f64, which is exact.
#pragma once

#include "runner/emulator/arithmetic/TensorOperands.h"

namespace tessera::emulator::lanes {

struct Old {
  I8 exponent, magnitude; // magnitude * 2^(exponent - 23)
  I8 sign;                // all ones where negative
  I8 special;             // all ones where infinite or NaN
};

TESSERA_LANES void decodeOldF32(const U8 &bits, Old &old) {
  I8 word, field;
  reinterpret(bits, word);
  field = (word >> 23) & 255;
  I8 magnitude = word & 0x7fffffff;
  old.special = field == 255;
  old.exponent = magnitude == 0 ? I8{} + zeroExponent : (field < 1 ? field + 1 : field) - 127;
  old.magnitude = (word & 0x7fffff) | (field == 0 ? I8{} : I8{} + 0x800000);
  old.sign = word >> 31;
}

TESSERA_LANES void decodeOldF16(const U8 &bits, Old &old) {
  I8 word, field;
  reinterpret(bits, word);
  field = (word >> 10) & 31;
  old.special = field == 31;
  old.exponent = (word & 0x7fff) == 0 ? I8{} + zeroExponent : (field < 1 ? field + 1 : field) - 15;
  old.magnitude = ((word & 0x3ff) | (field == 0 ? I8{} : I8{} + 0x400)) << 13;
  old.sign = -((word >> 15) & 1);
}

/// The old value cut to a multiple of 2^(emax - F).
template <int F> TESSERA_LANES void alignOld(const Old &old, const I8 &emax, I8 &units) {
  constexpr int left = F > 23 ? F - 23 : 0, right = F < 23 ? 23 - F : 0;
  I8 shift = emax - old.exponent + right;
  shift = shift > 31 ? I8{} + 31 : shift; // a zero's shift is great too
#if defined(__wasm__) // shifts all lanes alike: 24 bits by a power of two are exact, and conversion cuts them
  F8 power;
  makePower(left - shift, power);
  I8 cut = __builtin_convertvector(__builtin_convertvector(old.magnitude, F8) * power, I8);
#else
  I8 cut = (old.magnitude << left) >> shift;
#endif
  units = (cut ^ old.sign) - old.sign;
}

/// `sum * 2^(emax - F)` as f32 bits, cut after `kept` fraction bits; right for normal results, infinities and zeros.
template <int F, int kept> TESSERA_LANES void roundToF32(const I8 &sum, const I8 &emax, U8 &bits) {
  F8 value = __builtin_convertvector(sum, F8), power;
  I8 word;
  reinterpret(value, word);
  if (kept == 13) { // at most 21 bits were exact
    word &= ~((1 << 10) - 1);
  } else {
    I8 error = __builtin_convertvector(value, I8) - sum; // 2^31 comes back as -2^31, whose difference wraps to the right one
    word += (error != 0) & ((error ^ sum) >= 0);
  }
  reinterpret(word, value);
  makePower(emax < F - 126 ? I8{} - 126 : emax - F, power); // less only of a zero
  reinterpret(value * power, bits);
}

/// The same as the nearest f16, ties to even: adding and subtracting 1.5 * 2^52 quanta leaves whole quanta.
template <int F> TESSERA_LANES void roundToF16(const D8 &sum, const I8 &emax, U8 &bits) {
  L8 exponent = __builtin_convertvector(emax, L8), word, size;
  D8 power, magic;
  reinterpret((exponent + (1023 - F)) << 52, power);
  D8 value = sum * power;
  reinterpret(value, word);
  size = (word >> 52) & 2047;
  size = size < 1023 - 14 ? L8{} + (1023 - 14) : size;
  reinterpret(((size + 42) << 52) | (int64_t(1) << 51), magic);
  value = (value + magic) - magic;
  F8 narrow = __builtin_convertvector(value, F8);
  U8 single, sign, subnormal, normal;
  reinterpret(narrow, single);
  sign = (single >> 16) & 0x8000;
  single &= 0x7fffffff;
  F8 positive;
  reinterpret(single, positive);
  reinterpret(__builtin_convertvector(positive * 16777216.0f, I8), subnormal);
  normal = (single - (112u << 23)) >> 13;
  bits = single < (113u << 23) ? subnormal : single >= (143u << 23) ? U8{} + 0x7c00 : normal;
  // -0 does not come out of a sum of integers; what rounds to zero keeps its sign
  L8 negativeWord = word >> 63;
  bits |= sign | (__builtin_convertvector(negativeWord, U8) & 0x8000 & (bits == 0));
}

/// Where the registers of a result have eight columns of a row: lanes 0 to 3 of a vector at `low`, 4 to 7 at `high`; f16
/// has both in one.
template <bool isF16> struct Place {
  uint32_t *low, *high;
  TESSERA_LANES Place(uint32_t *const *d, unsigned block, unsigned row) {
    if (isF16) {
      low = high = d[2 * block + row / 8] + 4 * (row % 8);
    } else {
      low = d[4 * block + 2 * (row / 8)] + 4 * (row % 8);
      high = d[4 * block + 2 * (row / 8) + 1] + 4 * (row % 8);
    }
  }
  TESSERA_LANES void load(U8 &bits) const {
    uint32_t words[8];
    __builtin_memcpy(words, low, 16);
    __builtin_memcpy(words + 4, high, 16);
    __builtin_memcpy(&bits, words, 32);
    if (isF16) {
      const U8 shifts = {0, 0, 0, 0, 16, 16, 16, 16};
      bits = (bits >> shifts) & 0xffff;
    }
  }
  TESSERA_LANES void store(const U8 &bits) const {
    uint32_t words[8];
    __builtin_memcpy(words, &bits, 32);
    if (isF16)
      for (unsigned i = 0; i < 4; ++i)
        words[i] |= words[4 + i] << 16;
    __builtin_memcpy(low, words, 16);
    if (!isF16)
      __builtin_memcpy(high, words + 4, 16);
  }
};

/// One row by one block element by element.
inline __attribute__((noinline)) void multiplyHard(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld,
                                                   uint32_t *const *d, unsigned row, unsigned block) {
  bool isF16 = result == TensorResult::f16;
  for (unsigned column = 0; column < 8; ++column) {
    unsigned lane = 4 * (row % 8) + column / 2, shift = isF16 ? 16 * (column % 2) : 0;
    uint32_t &word = isF16 ? d[2 * block + row / 8][lane] : d[4 * block + 2 * (row / 8) + column % 2][lane];
    uint32_t mask = isF16 ? 0xffffu << shift : ~0u;
    uint32_t old = readsOld ? (word & mask) >> shift : 0;
    uint32_t value = dotPlainly(rows.type, rows.raw[row], columns.type, columns.raw[8 * block + column], result, old);
    word = (word & ~mask) | value << shift;
  }
}

/// Exponents of the greatest products of rows by a pair of blocks.
template <unsigned count, unsigned rowCount>
TESSERA_LANES void findGreatest(const TensorRows &rows, const TensorColumns &columns, unsigned row, unsigned block, S16 (&greatest)[rowCount]) {
  const int16_t *exponents = columns.exponents + 16 * count * (block / 2);
  for (unsigned r = 0; r < rowCount; ++r)
    greatest[r] = S16{} + static_cast<int16_t>(zeroExponent);
  for (unsigned k = 0; k < count; ++k) {
    S16 column;
    __builtin_memcpy(&column, exponents + 16 * k, 32);
    for (unsigned r = 0; r < rowCount; ++r) {
      S16 sum;
      reinterpret(I8{} + rows.exponents[row + r][k], sum);
      sum += column;
      greatest[r] = sum > greatest[r] ? sum : greatest[r];
    }
  }
}

/// What is known of one row by one block before its products are added.
struct Setting {
  I8 emax, old; // old D in units of 2^(emax - F)
  I8 hard;      // lanes for the plain model
  F8 power;     // what makes products such units
};

template <int F, bool isF16, bool isWide>
TESSERA_LANES void makeSetting(const TensorRows &rows, const TensorColumns &columns, const I8 &ofProducts, bool readsOld,
                               const Place<isF16> &place, unsigned row, unsigned block, Setting &setting) {
  setting.emax = ofProducts < -126 ? I8{} - 126 : ofProducts;
  setting.hard = setting.old = I8{};
  if (readsOld) {
    U8 bits;
    Old value;
    place.load(bits);
    if (isF16)
      decodeOldF16(bits, value);
    else
      decodeOldF32(bits, value);
    setting.hard = value.special;
    setting.emax = value.exponent > setting.emax ? value.exponent : setting.emax;
    alignOld<F>(value, setting.emax, setting.old);
  }
  I8 shift = F - setting.emax;
  if (isWide) {
    I8 scale;
    __builtin_memcpy(&scale, columns.scale + 8 * block, 32);
    shift += scale + rows.scale[row];
    setting.hard |= (shift > 60) & (ofProducts > zeroExponent / 2);
    setting.hard |= setting.emax > 150; // 2^(emax - F) is no f32
  }
  shift = shift < -60 ? I8{} - 60 : shift;
  shift = shift > 100 ? I8{} + 100 : shift;
  makePower(shift, setting.power);
}

/// `count` elements of K, `rowCount` rows from `row`, `blockCount` blocks (one pair's) from `block`.
template <unsigned count, bool isF16, bool isWide, unsigned rowCount, unsigned blockCount>
TESSERA_LANES void multiplyTile(const TensorRows &rows, const TensorColumns &columns, bool readsOld, uint32_t *const *d, unsigned row,
                                unsigned block) {
  constexpr int F = count == 32 ? 13 : 25, kept = count == 32 ? 13 : 23;
  constexpr unsigned partCount = count == 16 ? 2 : 1, partLength = count / partCount;
  S16 greatest[rowCount];
  findGreatest<count, rowCount>(rows, columns, row, block, greatest);
  Setting settings[rowCount][blockCount];
  for (unsigned r = 0; r < rowCount; ++r)
    for (unsigned b = 0; b < blockCount; ++b) {
      int16_t halves[16];
      S8 half;
      __builtin_memcpy(halves, &greatest[r], 32);
      __builtin_memcpy(&half, halves + 8 * b, 16);
      makeSetting<F, isF16, isWide>(rows, columns, __builtin_convertvector(half, I8), readsOld, Place<isF16>(d, block + b, row + r), row + r,
                                    block + b, settings[r][b]);
    }
  I8 sum[partCount][rowCount][blockCount];
  for (unsigned part = 0; part < partCount; ++part) {
    for (unsigned r = 0; r < rowCount; ++r)
      for (unsigned b = 0; b < blockCount; ++b)
        sum[part][r][b] = part == 0 ? settings[r][b].old : I8{};
#pragma GCC unroll 8
    for (unsigned k = part * partLength; k < (part + 1) * partLength; ++k)
      for (unsigned b = 0; b < blockCount; ++b) {
        F8 column;
        __builtin_memcpy(&column, columns.value + 8 * (count * (block + b) + k), 32);
        for (unsigned r = 0; r < rowCount; ++r)
          sum[part][r][b] += __builtin_convertvector((column * rows.value[row + r][k]) * settings[r][b].power, I8);
      }
  }
  for (unsigned r = 0; r < rowCount; ++r)
    for (unsigned b = 0; b < blockCount; ++b) {
      const I8 &low = sum[0][r][b], &high = sum[partCount - 1][r][b], &emax = settings[r][b].emax;
      I8 total = partCount == 2 ? low + high : low, hard = settings[r][b].hard;
      hard |= (emax < -98) & ((low | high) != 0); // may be subnormal
      if (partCount == 2 && !isF16)
        hard |= ((total ^ low) & (total ^ high)) >> 31; // overflow
      if (rows.isSpecial[row + r] || columns.isSpecial[block + b] || isAnySet(hard)) {
        multiplyHard(rows, columns, isF16 ? TensorResult::f16 : TensorResult::f32, readsOld, d, row + r, block + b);
        continue;
      }
      U8 bits;
      if (isF16) {
        D8 exact = __builtin_convertvector(low, D8);
        if (partCount == 2)
          exact += __builtin_convertvector(high, D8);
        roundToF16<F>(exact, emax, bits);
      } else {
        roundToF32<F, kept>(total, emax, bits);
      }
      Place<isF16>(d, block + b, row + r).store(bits);
    }
}

template <unsigned count, bool isF16, bool isWide>
TESSERA_LANES void multiplyFloats(const TensorRows &rows, const TensorColumns &columns, bool readsOld, uint32_t *const *d) {
  unsigned blocks = columns.count / 8, block = 0;
  for (; block + 2 <= blocks; block += 2)
    for (unsigned row = 0; row < tensorRows; row += 2)
      multiplyTile<count, isF16, isWide, 2, 2>(rows, columns, readsOld, d, row, block);
  if (block < blocks)
    for (unsigned row = 0; row < tensorRows; row += 2)
      multiplyTile<count, isF16, isWide, 2, 1>(rows, columns, readsOld, d, row, block);
}

// ---- integers

template <bool saturates> TESSERA_LANES void storeIntegers(const I8 &sum, bool readsOld, const Place<false> &place) {
  U8 bits;
  if (!readsOld) {
    reinterpret(sum, bits);
    return place.store(bits);
  }
  U8 oldBits;
  place.load(oldBits);
  I8 old, total;
  reinterpret(oldBits, old);
  reinterpret(oldBits + __builtin_bit_cast(U8, sum), total);
  if (saturates) {
    I8 overflows = ((total ^ old) & (total ^ sum)) < 0;
    total = overflows ? (old >> 31) ^ 0x7fffffff : total;
  }
  reinterpret(total, bits);
  place.store(bits);
}

template <bool saturates>
TESSERA_LANES void multiplyIntegers(const TensorRows &rows, const TensorColumns &columns, bool readsOld, uint32_t *const *d) {
  for (unsigned block = 0; block < columns.count / 8; ++block)
    for (unsigned row = 0; row < tensorRows; row += 4) {
      I8 sum[4] = {};
      for (unsigned k = 0; k < 32; ++k) {
        I8 column;
        __builtin_memcpy(&column, columns.integer + 8 * (32 * block + k), 32);
        for (unsigned r = 0; r < 4; ++r)
          sum[r] += column * rows.integer[row + r][k];
      }
      for (unsigned r = 0; r < 4; ++r)
        storeIntegers<saturates>(sum[r], readsOld, Place<false>(d, block, row + r));
    }
}

// ---- dispatch

TESSERA_LANES void multiplyAny(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d) {
  if (rows.type == TensorType::b1)
    return multiplyTensorsPlainly(rows, columns, result, readsOld, d);
  if (result == TensorResult::s32)
    return multiplyIntegers<false>(rows, columns, readsOld, d);
  if (result == TensorResult::s32Saturated)
    return multiplyIntegers<true>(rows, columns, readsOld, d);
  bool isF16 = result == TensorResult::f16;
  switch (rows.type) {
  case TensorType::f16:
    return isF16 ? multiplyFloats<16, true, false>(rows, columns, readsOld, d) : multiplyFloats<16, false, false>(rows, columns, readsOld, d);
  case TensorType::bf16: return multiplyFloats<16, false, true>(rows, columns, readsOld, d);
  case TensorType::tf32: return multiplyFloats<8, false, true>(rows, columns, readsOld, d);
  default:
    return isF16 ? multiplyFloats<32, true, false>(rows, columns, readsOld, d) : multiplyFloats<32, false, false>(rows, columns, readsOld, d);
  }
}

} // namespace tessera::emulator::lanes
