// SPDX-License-Identifier: Apache-2.0
// `fma.rn.f32` of a warp on a machine without FMA, WebAssembly's above all. The product of two floats is exact in
// double and the sum of it and a third, rounded to double and then to float, is almost always what one rounding gives.
// So all lanes are computed in double, and whether any of them may have been rounded twice (`mayRoundTwice`) is told:
// the caller then takes the slow way.
//
// By hand for SIMD128, because compilers make scalar code of the loop: 4 lanes at a time, two halves of two doubles.
#pragma once

#include "runner/emulator/arithmetic/Rounding.h"
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace tessera::emulator {

#if defined(__wasm_simd128__)

struct FusedHalf {
  v128_t sum, doubts;
};

/// The lower two lanes.
inline FusedHalf fuseLowerLanes(v128_t a, v128_t b, v128_t c) {
  v128_t product = wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b));
  v128_t sum = wasm_f64x2_add(product, wasm_f64x2_promote_low_f32x4(c));
  v128_t magnitude = wasm_v128_and(sum, wasm_i64x2_const_splat(0x7fffffffffffffff));
  v128_t tail = wasm_v128_and(magnitude, wasm_i64x2_const_splat(0x1fffffff));
  v128_t isHalfway = wasm_i64x2_eq(tail, wasm_i64x2_const_splat(0x10000000));
  v128_t isBelow = wasm_i64x2_lt(magnitude, wasm_i64x2_const_splat(0x3810000000000000));
  v128_t isNotZero = wasm_i64x2_ne(magnitude, wasm_i64x2_const_splat(0));
  return {wasm_f32x4_demote_f64x2_zero(sum), wasm_v128_or(isHalfway, wasm_v128_and(isBelow, isNotZero))};
}

/// a * b + c of 32 lanes, NaNs canonical. False: some lane may be wrong.
inline bool fuseLanes(const float *a, const float *b, const float *c, float *results) {
  v128_t doubts = wasm_i64x2_const_splat(0), nan = wasm_i32x4_splat(static_cast<int32_t>(canonicalNan));
  for (unsigned lane = 0; lane < 32; lane += 4) {
    v128_t x = wasm_v128_load(a + lane), y = wasm_v128_load(b + lane), z = wasm_v128_load(c + lane);
    auto upper = [](v128_t v) { return wasm_i64x2_shuffle(v, v, 1, 1); };
    FusedHalf low = fuseLowerLanes(x, y, z), high = fuseLowerLanes(upper(x), upper(y), upper(z));
    v128_t sums = wasm_i64x2_shuffle(low.sum, high.sum, 0, 2);
    wasm_v128_store(results + lane, wasm_v128_bitselect(sums, nan, wasm_f32x4_eq(sums, sums)));
    doubts = wasm_v128_or(doubts, wasm_v128_or(low.doubts, high.doubts));
  }
  return !wasm_v128_any_true(doubts);
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
