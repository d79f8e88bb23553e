// SPDX-License-Identifier: Apache-2.0
// What a tensor core computes, bit for bit. One instruction multiplies 16 rows of A by some columns of B, 32 bytes of K each,
// and adds old D; all products of a result element and its old value are added at once, not one after the other:
//
//   e_i  = exp(a_i) + exp(b_i)        a subnormal has its format's least exponent; products are not normalized
//   emax = the greatest e_i of products that are not zero, exp(c) if c is not zero, and at least -126
//   t_i  = a_i * b_i, cut toward zero to a multiple of 2^(emax - F); c likewise
//   D    = the exact sum of all t, rounded once: cut toward zero to f32, to the nearest even f16
//
// F is 25 for f16, bf16 and tf32. For e4m3 and e5m2 F is 13, and an f32 result keeps 13 fraction bits.
//
// Worked example, f16: 1 + 2^-24 + 2^-24 = 1 + 2^-23 (0x3f800001), where adding one by one in f32 would stay at 1; and four
// times 2^-26 vanish beside a 1, because each is cut before it is added.
//
// The model is that of published measurements on Hopper (MMA-Sim, arXiv 2511.10909), which agrees with 5,000 vectors a type
// captured on an H100 without a mismatch. Its distance from the exact sum is below (K + 1) * 2^-F * max|term| + 2^-23 * |D|, for
// fp8 with an f32 result 2^-13 * |D| instead. Integers are exact and wrap, or saturate once.
//
// Zeros never count, so a K of less than 32 bytes is one padded by zeros.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::emulator {

/// An element of A or B.
enum class TensorType : uint8_t { f16, bf16, tf32, e4m3, e5m2, s8, u8, b1 };
/// An element of C and D. `s32Saturated` clamps the exact sum once.
enum class TensorResult : uint8_t { f32, f16, s32, s32Saturated };

constexpr unsigned tensorRowBytes = 32, tensorRows = 16, maximalTensorColumns = 256;
constexpr unsigned tensorBlock = 8; // columns that lie together in registers

/// Of b1 the 32 that are loaded together.
unsigned getTensorElementBits(TensorType type);

/// 16 rows of A, made by `prepareRows`.
struct TensorRows {
  TensorType type = TensorType::f16;
  alignas(64) uint8_t raw[tensorRows][tensorRowBytes]; // little endian, K ascending; signs as they count
  union {
    alignas(64) float value[tensorRows][32]; // divided by 2^scale
    alignas(64) int32_t integer[tensorRows][32];
  };
  alignas(64) int32_t exponents[tensorRows][32]; // in both halves of a word
  int32_t scale[tensorRows];
  bool isSpecial[tensorRows]; // an infinity or NaN is among them
};

/// Columns of B, made by `prepareColumns`. Columns of a block stand in the order 0 2 4 6 1 3 5 7, as results lie in
/// registers.
struct TensorColumns {
  TensorType type = TensorType::f16;
  unsigned count = 0; // a multiple of 8
  alignas(64) uint8_t raw[maximalTensorColumns][tensorRowBytes];
  union {
    alignas(64) float value[maximalTensorColumns * 32]; // [block][k][column]
    alignas(64) int32_t integer[maximalTensorColumns * 32];
  };
  alignas(64) int16_t exponents[maximalTensorColumns * 32]; // [pair of blocks][k][16 columns]
  alignas(64) int32_t scale[maximalTensorColumns];
  bool isSpecial[maximalTensorColumns / tensorBlock];
};

/// `isNegated` negates every element; floats only.
void prepareRows(TensorType type, const uint8_t raw[tensorRows][tensorRowBytes], bool isNegated, TensorRows &rows);
/// `raw` is [count][32]. Does nothing when `columns` were made from the same bytes.
void prepareColumns(TensorType type, const uint8_t *raw, unsigned count, bool isNegated, TensorColumns &columns);

/// D = A * B, plus D if `readsOld`. `d` are the registers of a warp's fragment, 32 lanes of 32 bits each: for f32 and s32
/// element (row, column) is `d[4*(column/8) + 2*(row/8) + column%2][4*(row%8) + column%8/2]`; for f16 it is that half of
/// `d[2*(column/8) + row/8][4*(row%8) + column%8/2]` which `column%2` tells.
void multiplyTensors(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d);

/// The same, element by element as the model is written above: what the fast one must equal.
void multiplyTensorsPlainly(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d);
/// The same without instructions that not every processor has.
void multiplyTensorsPortably(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d);

/// One result element. `old` has f32's or f16's bits, or is an integer; 0 where D is not read.
uint32_t dotPlainly(TensorType aType, const uint8_t *a, TensorType bType, const uint8_t *b, TensorResult result, uint32_t old);

} // namespace tessera::emulator
