// SPDX-License-Identifier: Apache-2.0
// Operands of the tensor core's sum (TensorLanes.h) as eight numbers at a time: f32 values and exponents of their own. Those of
// bf16 and tf32, whose products an f32 can't hold, are divided by a power of two, one a row or column.
#pragma once

#include "runner/emulator/arithmetic/TensorCore.h"
#include <algorithm>
#include <cstring>

#define TESSERA_LANES __attribute__((always_inline)) inline

namespace tessera::emulator::lanes {

typedef float F8 __attribute__((vector_size(32)));
typedef int32_t I8 __attribute__((vector_size(32)));
typedef uint32_t U8 __attribute__((vector_size(32)));
typedef int16_t S8 __attribute__((vector_size(16)));
typedef int16_t S16 __attribute__((vector_size(32)));
typedef double D8 __attribute__((vector_size(64)));
typedef int64_t L8 __attribute__((vector_size(64)));

constexpr int zeroExponent = -4096; // of a zero: never the greatest
constexpr unsigned columnOrder[8] = {0, 2, 4, 6, 1, 3, 5, 7};

template <typename To, typename From> TESSERA_LANES void reinterpret(const From &from, To &to) {
  static_assert(sizeof(To) == sizeof(From));
  __builtin_memcpy(&to, &from, sizeof(To));
}

template <typename Vector> TESSERA_LANES bool isAnySet(const Vector &lanes) {
  uint64_t words[sizeof(Vector) / 8], all = 0;
  __builtin_memcpy(words, &lanes, sizeof(Vector));
  for (uint64_t word : words)
    all |= word;
  return all != 0;
}

struct Shape {
  unsigned bits, fraction;
  int bias;
  bool isWide; // products may be no normal f32
};
constexpr Shape shapeOf(TensorType type) {
  switch (type) {
  case TensorType::f16: return {16, 10, 15, false};
  case TensorType::bf16: return {16, 7, 127, true};
  case TensorType::tf32: return {32, 23, 127, true};
  case TensorType::e4m3: return {8, 3, 7, false};
  default: return {8, 2, 15, false}; // e5m2
  }
}

/// Eight elements as f32, their exponents (`zeroExponent` for zeros); `special` gets bits where one is no number.
template <TensorType type> TESSERA_LANES void decodeEight(U8 &bits, F8 &value, I8 &exponent, I8 &special) {
  constexpr Shape shape = shapeOf(type);
  if (type == TensorType::tf32)
    bits &= 0xffffe000u;
  U8 magnitude = bits & ((1u << (shape.bits - 1)) - 1), sign = (bits >> (shape.bits - 1)) << 31;
  I8 field;
  reinterpret(magnitude >> shape.fraction, field);
  constexpr int top = (1 << (shape.bits - 1 - shape.fraction)) - 1;
  special |= type == TensorType::e4m3 ? magnitude == 0x7f : field == top;
  I8 one = field < 1 ? field + 1 : field; // subnormals have the least exponent
  exponent = magnitude == 0 ? one * 0 + zeroExponent : one - shape.bias;
  U8 shifted = magnitude << (23 - shape.fraction) | sign;
  reinterpret(shifted, value);
  if (shape.bias != 127) {
    constexpr uint32_t scaleBits = (127u + 127 - shape.bias) << 23;
    value *= __builtin_bit_cast(float, scaleBits);
  }
}

/// 2^exponent, for -126 to 127.
TESSERA_LANES void makePower(const I8 &exponent, F8 &power) { reinterpret((exponent + 127) << 23, power); }

TESSERA_LANES void dropTiny(F8 &value) {
  I8 bits, kept;
  reinterpret(value, bits);
  kept = (bits & 0x7fffffff) >= ((127 - 62) << 23);
  bits &= kept;
  reinterpret(bits, value);
}

// ---- rows and columns

template <TensorType type> TESSERA_LANES void loadEight(const uint8_t *const *from, unsigned k, U8 &bits) {
  constexpr unsigned bytes = shapeOf(type).bits / 8;
  uint32_t loaded[8];
  for (unsigned lane = 0; lane < 8; ++lane) {
    loaded[lane] = 0;
    __builtin_memcpy(&loaded[lane], from[lane] + bytes * k, bytes);
  }
  __builtin_memcpy(&bits, loaded, 32);
}

template <TensorType type> TESSERA_LANES void prepareBlock(unsigned block, TensorColumns &columns) {
  constexpr unsigned count = 256 / shapeOf(type).bits;
  const uint8_t *from[8];
  for (unsigned lane = 0; lane < 8; ++lane)
    from[lane] = columns.raw[8 * block + columnOrder[lane]];
  float *values = columns.value + 8 * count * block;
  int16_t *exponents = columns.exponents + 16 * count * (block / 2) + 8 * (block % 2);
  I8 greatest = I8{} + zeroExponent;
  I8 special = I8{};
  for (unsigned k = 0; k < count; ++k) {
    U8 bits;
    F8 value;
    I8 exponent;
    loadEight<type>(from, k, bits);
    decodeEight<type>(bits, value, exponent, special);
    greatest = exponent > greatest ? exponent : greatest;
    S8 narrow = __builtin_convertvector(exponent, S8);
    __builtin_memcpy(values + 8 * k, &value, 32);
    __builtin_memcpy(exponents + 16 * k, &narrow, 16);
  }
  columns.isSpecial[block] = isAnySet(special);
  I8 scale = I8{};
  if (shapeOf(type).isWide) {
    scale = greatest == zeroExponent ? I8{} : greatest > 126 ? I8{} + 126 : greatest;
    F8 power;
    makePower(-scale, power);
    for (unsigned k = 0; k < count; ++k) {
      F8 value;
      __builtin_memcpy(&value, values + 8 * k, 32);
      value *= power;
      dropTiny(value);
      __builtin_memcpy(values + 8 * k, &value, 32);
    }
  }
  __builtin_memcpy(columns.scale + 8 * block, &scale, 32);
}

template <TensorType type> TESSERA_LANES void prepareRow(unsigned row, TensorRows &rows) {
  constexpr unsigned count = 256 / shapeOf(type).bits;
  I8 exponents[count / 8], greatest = I8{} + zeroExponent, special = I8{};
  F8 values[count / 8];
  for (unsigned part = 0; part < count / 8; ++part) {
    const uint8_t *from[8];
    for (unsigned lane = 0; lane < 8; ++lane)
      from[lane] = rows.raw[row] + (8 * part + lane) * (shapeOf(type).bits / 8);
    U8 bits;
    loadEight<type>(from, 0, bits);
    decodeEight<type>(bits, values[part], exponents[part], special);
    greatest = exponents[part] > greatest ? exponents[part] : greatest;
  }
  int32_t each[8], scale = zeroExponent;
  __builtin_memcpy(each, &greatest, 32);
  for (int32_t exponent : each)
    scale = std::max(scale, exponent);
  scale = !shapeOf(type).isWide || scale == zeroExponent ? 0 : std::min(scale, 126);
  F8 power;
  makePower(I8{} - scale, power);
  for (unsigned part = 0; part < count / 8; ++part) {
    if (shapeOf(type).isWide) {
      values[part] *= power;
      dropTiny(values[part]);
    }
    I8 doubled = (exponents[part] & 0xffff) | (exponents[part] << 16);
    __builtin_memcpy(rows.value[row] + 8 * part, &values[part], 32);
    __builtin_memcpy(rows.exponents[row] + 8 * part, &doubled, 32);
  }
  rows.scale[row] = scale;
  rows.isSpecial[row] = isAnySet(special);
}

// ---- integers, and any type

TESSERA_LANES void prepareIntegers(TensorColumns &columns) {
  for (unsigned block = 0; block < columns.count / 8; ++block)
    for (unsigned k = 0; k < 32; ++k)
      for (unsigned lane = 0; lane < 8; ++lane) {
        uint8_t byte = columns.raw[8 * block + columnOrder[lane]][k];
        columns.integer[8 * (32 * block + k) + lane] = columns.type == TensorType::s8 ? static_cast<int8_t>(byte) : int32_t(byte);
      }
}

template <TensorType type> TESSERA_LANES void prepareBlocks(TensorColumns &columns) {
  for (unsigned block = 0; block < columns.count / 8; ++block)
    prepareBlock<type>(block, columns);
}

TESSERA_LANES void prepareAnyColumns(TensorColumns &columns) {
  switch (columns.type) {
  case TensorType::f16: return prepareBlocks<TensorType::f16>(columns);
  case TensorType::bf16: return prepareBlocks<TensorType::bf16>(columns);
  case TensorType::tf32: return prepareBlocks<TensorType::tf32>(columns);
  case TensorType::e4m3: return prepareBlocks<TensorType::e4m3>(columns);
  case TensorType::e5m2: return prepareBlocks<TensorType::e5m2>(columns);
  case TensorType::b1: return;
  default: return prepareIntegers(columns);
  }
}

template <TensorType type> TESSERA_LANES void prepareEachRow(TensorRows &rows) {
  for (unsigned row = 0; row < tensorRows; ++row)
    prepareRow<type>(row, rows);
}

TESSERA_LANES void prepareAnyRows(TensorRows &rows) {
  switch (rows.type) {
  case TensorType::f16: return prepareEachRow<TensorType::f16>(rows);
  case TensorType::bf16: return prepareEachRow<TensorType::bf16>(rows);
  case TensorType::tf32: return prepareEachRow<TensorType::tf32>(rows);
  case TensorType::e4m3: return prepareEachRow<TensorType::e4m3>(rows);
  case TensorType::e5m2: return prepareEachRow<TensorType::e5m2>(rows);
  case TensorType::b1: return;
  default:
    for (unsigned row = 0; row < tensorRows; ++row)
      for (unsigned k = 0; k < 32; ++k)
        rows.integer[row][k] = rows.type == TensorType::s8 ? static_cast<int8_t>(rows.raw[row][k]) : int32_t(rows.raw[row][k]);
  }
}

} // namespace tessera::emulator::lanes
