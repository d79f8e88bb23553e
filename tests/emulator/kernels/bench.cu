// SPDX-License-Identifier: Apache-2.0
// What tests/bench measures the emulator with: integer and float arithmetic, a vector addition, wgmma from shared memory.
#include "hopper.cuh"

/// 32 dependent and independent operations a turn: shifts, xors, additions, products, fused multiply-adds, comparisons.
extern "C" __global__ void arithmetic(uint32_t *out, int turns) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t a = thread, b = thread * 7 + 1, c = ~thread, d = 12345;
  float x = float(thread), y = 1.5f;
#pragma unroll 1
  for (int i = 0; i < turns; ++i) {
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      a ^= a << 13;
      a ^= a >> 17;
      b = b * 1664525 + a;
      c = min(c + b, d);
      d = (d >> 5 | c) - a;
      x = fmaf(x, 0.999f, y);
      y = y * 0.5f + 1.0f;
    }
  }
  out[thread] = a ^ b ^ c ^ d ^ __float_as_uint(x) ^ __float_as_uint(y);
}

extern "C" __global__ void vectorAdd(const float *a, const float *b, float *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    c[i] = a[i] + b[i];
}

/// A warpgroup multiplies one tile again and again: 64 x 128 x 64 a turn.
extern "C" __global__ void __launch_bounds__(128) products(const uint4 *in, float *out, int turns) {
  __shared__ __align__(1024) uint4 a[512], b[1024];
  for (int i = threadIdx.x; i < 512; i += 128)
    a[i] = in[i];
  for (int i = threadIdx.x; i < 1024; i += 128)
    b[i] = in[512 + i];
  fenceProxyAsync();
  __syncthreads();
  const uint64_t da = describeMatrix(sharedAddress(a), 16, 1024), db = describeMatrix(sharedAddress(b), 16, 1024);
  float d[64];
  fenceWgmma();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < 4; ++k)
      wgmma(d, da + 2 * k, db + 2 * k, turn + k > 0);
    commitWgmma();
    waitWgmma<0>();
  }
  touch(d);
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += d[i];
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
