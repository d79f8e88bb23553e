// SPDX-License-Identifier: Apache-2.0
// `fma.rn.f32` of a warp on a machine without FMA, WebAssembly's above all. The product of two floats is exact in
// double and the sum of it and a third, rounded to double and then to float, is almost always what one rounding gives.
// So all lanes are computed in double, and whether any of them may have been rounded twice (`mayRoundTwice`) is told:
// the caller then takes the slow way.
//
// By hand for SIMD128, because compilers make scalar code of the loop: 4 lanes at a time, two halves of two doubles.
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"
#include <limits>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace tessera::emulator {

#if defined(__wasm_simd128__)

/// Ones where a sum lies half way between two normal floats: the 29 bits that a float lacks are 1 and zeros.
inline v128_t isHalfway(v128_t sum) {
  return wasm_i64x2_eq(wasm_i64x2_shl(sum, 35), wasm_i64x2_splat(std::numeric_limits<int64_t>::min()));
}
/// Two lanes from memory: half a vector's upper lanes would have to be moved down first.
inline v128_t loadTwo(const float *lanes) { return wasm_v128_load64_zero(lanes); }
inline v128_t multiplyTwo(const float *a, const float *b) {
  return wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(loadTwo(a)), wasm_f64x2_promote_low_f32x4(loadTwo(b)));
}
/// a * b + c of two lanes, rounded to double alone.
inline v128_t fuseTwo(const float *a, const float *b, const float *c) {
  return wasm_f64x2_add(multiplyTwo(a, b), wasm_f64x2_promote_low_f32x4(loadTwo(c)));
}

/// Whether a sum that is rounded to double already lies half way between floats, or where halves are at other places:
/// below the normal ones. An exact sum is rounded once, wherever it lies.
inline bool anyRoundsTwice(const float *a, const float *b, const float *c) {
  v128_t found = wasm_i64x2_const_splat(0), zero = found;
  for (unsigned lane = 0; lane < 32; lane += 2) {
    v128_t product = multiplyTwo(a + lane, b + lane), added = wasm_f64x2_promote_low_f32x4(loadTwo(c + lane));
    v128_t sum = wasm_f64x2_add(product, added);
    v128_t magnitude = wasm_v128_and(sum, wasm_i64x2_const_splat(0x7fffffffffffffff));
    v128_t isBelow = wasm_i64x2_lt(magnitude, wasm_i64x2_const_splat(0x3810000000000000));
    // What the sum lost, to the last bit (Knuth's two-sum).
    v128_t part = wasm_f64x2_sub(sum, product);
    v128_t lost = wasm_f64x2_add(wasm_f64x2_sub(product, wasm_f64x2_sub(sum, part)), wasm_f64x2_sub(added, part));
    v128_t isRounded = wasm_f64x2_ne(lost, zero);
    found = wasm_v128_or(found, wasm_v128_and(isRounded, wasm_v128_or(isHalfway(sum), isBelow)));
  }
  return wasm_v128_any_true(found);
}

/// a * b + c of 32 lanes, NaNs canonical. False: some lane may be wrong.
inline bool fuseLanes(const float *a, const float *b, const float *c, float *results) {
  v128_t halves = wasm_i64x2_const_splat(0), small = halves, nan = wasm_i32x4_splat(static_cast<int32_t>(canonicalNan));
  for (unsigned lane = 0; lane < 32; lane += 4) {
    v128_t low = fuseTwo(a + lane, b + lane, c + lane), high = fuseTwo(a + lane + 2, b + lane + 2, c + lane + 2);
    v128_t sums = wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 2);
    wasm_v128_store(results + lane, wasm_v128_bitselect(sums, nan, wasm_f32x4_eq(sums, sums)));
    halves = wasm_v128_or(halves, wasm_v128_or(isHalfway(low), isHalfway(high)));
    // The smallest normal number too, to which what is below it may have been rounded.
    v128_t magnitudes = wasm_v128_and(sums, wasm_i32x4_const_splat(0x7fffffff));
    small = wasm_v128_or(small, wasm_i32x4_le(magnitudes, wasm_i32x4_const_splat(0x00800000)));
  }
  // Nearly all of these are exact, or zero: looked at once more only where there are any.
  return !wasm_v128_any_true(wasm_v128_or(halves, small)) || !anyRoundsTwice(a, b, c);
}

#else

inline bool fuseLanes(const float *a, const float *b, const float *c, float *results) {
  bool isDoubtful = false;
  for (unsigned lane = 0; lane < 32; ++lane) {
    double sum = static_cast<double>(a[lane]) * b[lane] + c[lane];
    results[lane] = canonical(static_cast<float>(sum));
    isDoubtful |= mayRoundTwice(sum);
  }
  return !isDoubtful;
}

#endif

} // namespace tessera::emulator
