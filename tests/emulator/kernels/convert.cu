// SPDX-License-Identifier: Apache-2.0
// cvt in its roundings and saturations between integers, f64, f32, tf32, f16, bf16, e4m3 and e5m2; results as bits.
// out[thread * count + i]; the host's table in ConvertTest.cpp has the same order.
#include <cstdint>

template <int Count, typename T> __device__ void leave(T *out, const T (&o)[Count]) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < Count; ++i)
    out[thread * Count + i] = o[i];
}

#define INPUTS(T)                                                                                                                    \
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;                                                                          \
  [[maybe_unused]] const T a = as[thread], b = bs[thread]
#define R(i, text) asm volatile("cvt." text " %0, %1;" : "=r"(o[i]) : "f"(a))
#define H(i, text) asm volatile("{ .reg .b16 h; cvt." text " h, %1; cvt.u32.u16 %0, h; }" : "=r"(o[i]) : "f"(a))
#define F(i, text) asm volatile("{ .reg .f32 f; cvt." text " f, %1; mov.b32 %0, f; }" : "=r"(o[i]) : "f"(a))
#define X(i, text) asm volatile("cvt." text " %0, %1, %2;" : "=r"(o[i]) : "f"(a), "f"(b))
#define E(i, text) asm volatile("{ .reg .b16 h; cvt." text " h, %1, %2; cvt.u32.u16 %0, h; }" : "=r"(o[i]) : "f"(a), "f"(b))
#define L(i, text) asm volatile("{ .reg .b64 l, m; cvt." text " l, %1; shr.u64 m, l, 32; cvt.u32.u64 %0, m; xor.b64 l, l, m; cvt.u32.u64 %0, l; }" : "=r"(o[i]) : "f"(a))

extern "C" __global__ void fromFloat(const float *as, const float *bs, const float *cs, uint32_t *out) {
  INPUTS(float);
  uint32_t o[46];
  R(0, "rni.s32.f32"); R(1, "rzi.s32.f32"); R(2, "rmi.s32.f32"); R(3, "rpi.s32.f32"); R(4, "rni.u32.f32"); R(5, "rzi.u32.f32"); R(6, "rni.ftz.s32.f32");
  R(7, "rzi.s8.f32"); R(8, "rzi.u8.f32"); R(9, "rni.s16.f32"); R(10, "rzi.u16.f32"); L(11, "rni.s64.f32"); L(12, "rzi.u64.f32");
  F(13, "rni.f32.f32"); F(14, "rzi.f32.f32"); F(15, "rmi.f32.f32"); F(16, "rpi.f32.f32"); F(17, "sat.f32.f32"); F(18, "ftz.f32.f32"); F(19, "rni.sat.f32.f32");
  H(20, "rn.f16.f32"); H(21, "rz.f16.f32"); H(22, "rm.f16.f32"); H(23, "rp.f16.f32"); H(24, "rn.relu.f16.f32"); H(25, "rn.satfinite.f16.f32"); H(26, "rz.relu.f16.f32");
  H(27, "rn.bf16.f32"); H(28, "rz.bf16.f32"); H(29, "rn.relu.bf16.f32"); H(30, "rm.bf16.f32"); H(31, "rp.bf16.f32");
  X(32, "rn.f16x2.f32"); X(33, "rz.f16x2.f32"); X(34, "rn.relu.f16x2.f32"); X(35, "rn.bf16x2.f32"); X(36, "rz.bf16x2.f32"); X(37, "rn.relu.bf16x2.f32");
  R(38, "rna.tf32.f32"); R(39, "rn.tf32.f32"); R(40, "rz.tf32.f32"); R(41, "rn.relu.tf32.f32");
  E(42, "rn.satfinite.e4m3x2.f32"); E(43, "rn.satfinite.e5m2x2.f32"); E(44, "rn.satfinite.relu.e4m3x2.f32"); E(45, "rn.satfinite.relu.e5m2x2.f32");
  leave(out, o);
}

#define I32(i, text) asm volatile("{ .reg .f32 f; cvt." text " f, %1; mov.b32 %0, f; }" : "=r"(o[i]) : "r"(a))
#define I16(i, text) asm volatile("{ .reg .b16 h; cvt." text " h, %1; cvt.u32.u16 %0, h; }" : "=r"(o[i]) : "r"(a))
#define I64(i, text) asm volatile("{ .reg .f64 d; .reg .b32 l, m; cvt." text " d, %1; mov.b64 {l, m}, d; xor.b32 %0, l, m; }" : "=r"(o[i]) : "r"(a))
#define N(i, text) asm volatile("cvt." text " %0, %1;" : "=r"(o[i]) : "r"(a))
#define W(i, text) asm volatile("{ .reg .f32 f; cvt." text " f, %1; mov.b32 %0, f; }" : "=r"(o[i]) : "l"(uint64_t(a) << 32 | b))

extern "C" __global__ void fromInteger(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  INPUTS(uint32_t);
  uint32_t o[26];
  I32(0, "rn.f32.s32"); I32(1, "rz.f32.s32"); I32(2, "rm.f32.u32"); I32(3, "rp.f32.u32"); I32(4, "rn.f32.u8"); I32(5, "rn.f32.s16");
  I16(6, "rn.f16.s32"); I16(7, "rz.f16.u32"); I16(8, "rn.bf16.s32"); I64(9, "rn.f64.s32"); I64(10, "rn.f64.u32");
  W(11, "rn.f32.s64"); W(12, "rz.f32.u64"); W(13, "rp.f32.s64");
  N(14, "s32.s8"); N(15, "u32.u8"); N(16, "s32.s16"); N(17, "sat.s8.s32"); N(18, "sat.u8.s32"); N(19, "sat.s16.s32"); N(20, "sat.u16.u32"); N(21, "sat.u32.s32");
  N(22, "sat.s32.u32"); N(23, "sat.s8.u32");
  asm volatile("cvt.sat.s32.s64 %0, %1;" : "=r"(o[24]) : "l"(int64_t(uint64_t(a) << 32 | b) >> (b & 31)));
  asm volatile("{ .reg .b64 l; cvt.s64.s8 l, %1; shr.u64 l, l, 4; cvt.u32.u64 %0, l; }" : "=r"(o[25]) : "r"(a));
  leave(out, o);
}

extern "C" __global__ void fromDouble(const double *as, const double *bs, const double *cs, uint64_t *out) {
  INPUTS(double);
  uint64_t o[12];
#define D(i, text) asm volatile("{ .reg .f32 f; .reg .b32 r; cvt." text " f, %1; mov.b32 r, f; cvt.u64.u32 %0, r; }" : "=l"(o[i]) : "d"(a))
#define Q(i, text) asm volatile("{ .reg .b32 r; cvt." text " r, %1; cvt.u64.u32 %0, r; }" : "=l"(o[i]) : "d"(a))
#define V(i, text) asm volatile("cvt." text " %0, %1;" : "=l"(o[i]) : "d"(a))
  D(0, "rn.f32.f64"); D(1, "rz.f32.f64"); D(2, "rm.f32.f64"); D(3, "rp.f32.f64"); D(4, "rn.ftz.f32.f64");
  Q(5, "rni.s32.f64"); Q(6, "rmi.s32.f64"); Q(7, "rzi.u32.f64"); V(8, "rzi.s64.f64"); V(9, "rni.u64.f64");
  asm volatile("{ .reg .f64 d; cvt.rpi.f64.f64 d, %1; mov.b64 %0, d; }" : "=l"(o[10]) : "d"(a));
  asm volatile("{ .reg .b16 h; cvt.rn.f16.f64 h, %1; cvt.u64.u16 %0, h; }" : "=l"(o[11]) : "d"(a));
  leave(out, o);
}

/// All 65,536 bits of two bytes or a half: out of fp8 exactly, and of halves to everything.
extern "C" __global__ void fromSmall(const uint16_t *as, const uint16_t *bs, const uint16_t *cs, uint32_t *out) {
  INPUTS(uint16_t);
  uint32_t o[16];
#define S(i, text) asm volatile("cvt." text " %0, %1;" : "=r"(o[i]) : "h"(a))
#define SF(i, text) asm volatile("{ .reg .f32 f; cvt." text " f, %1; mov.b32 %0, f; }" : "=r"(o[i]) : "h"(a))
#define SH(i, text) asm volatile("{ .reg .b16 h; cvt." text " h, %1; cvt.u32.u16 %0, h; }" : "=r"(o[i]) : "h"(a))
  S(0, "rn.f16x2.e4m3x2"); S(1, "rn.f16x2.e5m2x2"); S(2, "rn.relu.f16x2.e4m3x2"); SF(3, "f32.f16"); SF(4, "f32.bf16"); S(5, "rni.s32.f16"); S(6, "rzi.u32.f16");
  SH(7, "rni.f16.f16"); SH(8, "rpi.s16.f16"); SH(9, "rn.f16.bf16"); SH(10, "rn.bf16.f16"); S(11, "rzi.s32.bf16"); SH(12, "rn.f16.s16"); SH(13, "rn.bf16.u16");
  const uint32_t pair = uint32_t(b) << 16 | a;
  asm volatile("{ .reg .b16 h; cvt.rn.satfinite.e4m3x2.f16x2 h, %1; cvt.u32.u16 %0, h; }" : "=r"(o[14]) : "r"(pair));
  asm volatile("{ .reg .b16 h; cvt.rn.satfinite.relu.e5m2x2.f16x2 h, %1; cvt.u32.u16 %0, h; }" : "=r"(o[15]) : "r"(pair));
  leave(out, o);
}
