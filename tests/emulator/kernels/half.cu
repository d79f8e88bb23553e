// SPDX-License-Identifier: Apache-2.0
// Arithmetic of f16 and bf16, one and two at a time. Rows of results as bits; HalfTest.cpp has the same order.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }
#define U2(i, text) asm volatile(text " %0, %1;" : "=r"(o[i]) : "r"(a))
#define B2(i, text) asm volatile(text " %0, %1, %2;" : "=r"(o[i]) : "r"(a), "r"(b))
#define T2(i, text) asm volatile(text " %0, %1, %2, %3;" : "=r"(o[i]) : "r"(a), "r"(b), "r"(c))

extern "C" __global__ void pairsF16(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  const uint32_t a = as[threadIndex()], b = bs[threadIndex()], c = cs[threadIndex()];
  uint32_t o[20];
  B2(0, "add.rn.f16x2"); B2(1, "sub.f16x2"); B2(2, "mul.rn.f16x2"); T2(3, "fma.rn.f16x2"); T2(4, "fma.rn.relu.f16x2"); T2(5, "fma.rn.sat.f16x2"); B2(6, "add.sat.f16x2");
  B2(7, "add.ftz.f16x2"); B2(8, "mul.ftz.sat.f16x2"); B2(9, "min.f16x2"); B2(10, "max.f16x2"); B2(11, "max.NaN.f16x2"); B2(12, "min.xorsign.abs.f16x2"); U2(13, "neg.f16x2");
  U2(14, "abs.f16x2"); B2(15, "set.lt.f16x2.f16x2"); B2(16, "set.geu.f16x2.f16x2");
  asm volatile("{ .reg .pred p, q; setp.gt.f16x2 p|q, %1, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }" : "=r"(o[17]) : "r"(a), "r"(b));
  asm volatile("{ .reg .b16 x, y, z; mov.b32 {x, _}, %1; mov.b32 {_, y}, %2; add.f16 z, x, y; fma.rn.f16 z, z, y, x; mov.b32 %0, {z, x}; }" : "=r"(o[18]) : "r"(a), "r"(b));
  asm volatile("{ .reg .b16 x, y; .reg .pred p; mov.b32 {x, y}, %1; setp.ne.f16 p, x, y; selp.u32 %0, 1, 0, p; }" : "=r"(o[19]) : "r"(a));
  for (int i = 0; i < 20; ++i)
    out[threadIndex() * 20 + i] = o[i];
}

extern "C" __global__ void pairsBf16(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  const uint32_t a = as[threadIndex()], b = bs[threadIndex()], c = cs[threadIndex()];
  uint32_t o[13];
  B2(0, "add.rn.bf16x2"); B2(1, "sub.bf16x2"); B2(2, "mul.bf16x2"); T2(3, "fma.rn.bf16x2"); T2(4, "fma.rn.relu.bf16x2"); B2(5, "min.bf16x2"); B2(6, "max.bf16x2");
  B2(7, "max.NaN.xorsign.abs.bf16x2"); U2(8, "neg.bf16x2"); U2(9, "abs.bf16x2"); B2(10, "set.eq.bf16x2.bf16x2");
  asm volatile("{ .reg .b16 x, y; mov.b32 {x, _}, %1; mov.b32 {y, _}, %2; set.ne.u32.bf16 %0, x, y; }" : "=r"(o[11]) : "r"(a), "r"(b));
  asm volatile("{ .reg .b16 x, y, z; mov.b32 {x, y}, %1; fma.rn.bf16 z, x, y, x; mov.b32 %0, {z, y}; }" : "=r"(o[12]) : "r"(b));
  for (int i = 0; i < 13; ++i)
    out[threadIndex() * 13 + i] = o[i];
}

/// One step of heat flow on pairs of points: the neighbours of a pair are made of halves of pairs beside it.
extern "C" __global__ void stencil(const __half2 *in, __half2 *out, int width, int height) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
  const __half2 center = in[y * width + x], left = in[y * width + max(x - 1, 0)], right = in[y * width + min(x + 1, width - 1)];
  const __half2 above = in[max(y - 1, 0) * width + x], below = in[min(y + 1, height - 1) * width + x];
  const __half2 west = __halves2half2(__high2half(left), __low2half(center)), east = __halves2half2(__high2half(center), __low2half(right));
  const __half2 sum = __hadd2_rn(__hadd2_rn(west, east), __hadd2_rn(above, below));
  out[y * width + x] = __hfma2(__hfma2(center, __float2half2_rn(-4.0f), sum), __float2half2_rn(0.125f), center);
}

/// Dot products in halves, bf16 with sums in f32.
extern "C" __global__ void dots(const __half2 *a, const __half2 *b, const __nv_bfloat162 *c, float *out, int count) {
  const int base = threadIndex() * count;
  __half2 sum = __float2half2_rn(0);
  float wide = 0;
  for (int i = 0; i < count; ++i) {
    sum = __hfma2(a[base + i], b[base + i], sum);
    const float2 x = __bfloat1622float2(c[base + i]);
    wide = __fmaf_rn(x.x, x.y, wide);
  }
  out[2 * threadIndex()] = __half2float(__hadd_rn(__low2half(sum), __high2half(sum)));
  out[2 * threadIndex() + 1] = wide;
}
