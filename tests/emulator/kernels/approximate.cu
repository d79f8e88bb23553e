// SPDX-License-Identifier: Apache-2.0
// Approximations: instructions with a documented error, and nvcc's own mathematical functions, which are long sequences of
// ordinary instructions around them. The bounds are FloatTest.cpp's.
#include <cmath>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define F1(i, text) asm volatile(text " %0, %1;" : "=f"(o[i]) : "f"(x))
#define F2(i, text) asm volatile(text " %0, %1, %2;" : "=f"(o[i]) : "f"(x), "f"(y))

extern "C" __global__ void instructions(const float *xs, const float *ys, float *out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = xs[thread], y = ys[thread];
  float o[14];
  F1(0, "ex2.approx.f32"); F1(1, "ex2.approx.ftz.f32"); F1(2, "lg2.approx.f32"); F1(3, "sin.approx.f32"); F1(4, "cos.approx.f32"); F1(5, "rcp.approx.f32");
  F1(6, "rcp.approx.ftz.f32"); F1(7, "sqrt.approx.f32"); F1(8, "rsqrt.approx.f32"); F1(9, "tanh.approx.f32"); F2(10, "div.approx.f32");
  F2(11, "div.full.f32"); F2(12, "div.approx.ftz.f32"); F1(13, "rsqrt.approx.ftz.f32");
  for (int i = 0; i < 14; ++i)
    out[thread * 14 + i] = o[i];
}

extern "C" __global__ void functions32(const float *xs, const float *ys, float *out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = xs[thread], y = ys[thread];
  const float o[] = {expf(x), logf(fabsf(x)), sinf(x), cosf(x), tanf(x), powf(fabsf(x), y), tanhf(x), erff(x), atan2f(x, y), cbrtf(x), fmodf(x, y), log1pf(fabsf(x)), expm1f(x),
                     asinf(x / 128), rsqrtf(fabsf(x)), hypotf(x, y), lgammaf(x), rintf(x), truncf(x), floorf(x), ceilf(x), roundf(x), ldexpf(x, int(y))};
  constexpr int count = sizeof o / sizeof o[0];
  for (int i = 0; i < count; ++i)
    out[thread * count + i] = o[i];
}

extern "C" __global__ void functions64(const double *xs, const double *ys, double *out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const double x = xs[thread], y = ys[thread];
  const double o[] = {exp(x), log(fabs(x)), sin(x), cos(x), pow(fabs(x), y), tanh(x), erf(x), atan(x), cbrt(x), fmod(x, y), rsqrt(fabs(x)), exp2(y), log1p(fabs(x)), floor(x), rint(x)};
  constexpr int count = sizeof o / sizeof o[0];
  for (int i = 0; i < count; ++i)
    out[thread * count + i] = o[i];
}

/// Of halves and bf16: four results as floats.
extern "C" __global__ void small(const float *xs, float *out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = xs[thread];
  uint32_t h = __half_as_ushort(__float2half_rn(x)) * 0x10001u, b = __bfloat16_as_ushort(__float2bfloat16_rn(x)) * 0x10001u, r;
  float o[4];
  asm volatile("ex2.approx.f16x2 %0, %1;" : "=r"(r) : "r"(h));
  o[0] = __half2float(__ushort_as_half(r));
  asm volatile("ex2.approx.ftz.bf16x2 %0, %1;" : "=r"(r) : "r"(b));
  o[1] = __bfloat162float(__ushort_as_bfloat16(r));
  asm volatile("tanh.approx.f16x2 %0, %1;" : "=r"(r) : "r"(h));
  o[2] = __half2float(__ushort_as_half(r >> 16));
  asm volatile("tanh.approx.bf16x2 %0, %1;" : "=r"(r) : "r"(b));
  o[3] = __bfloat162float(__ushort_as_bfloat16(r >> 16));
  for (int i = 0; i < 4; ++i)
    out[thread * 4 + i] = o[i];
}
