// SPDX-License-Identifier: Apache-2.0
// Kernels of which published measurements exist, in our own words: what validate.mjs holds the model of time against.
// Structures and sizes are those of the sources that it names.
#include <cstdint>

// --- chains: clocks of one warp

extern "C" __global__ void fmaChain(float *out, float a, float b) {
  float v = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < 64; ++i) {
#pragma unroll
    for (int k = 0; k < 64; ++k)
      v = v * a + b;
  }
  out[threadIdx.x] = v;
}

/// Eight chains a thread: as many multiply-adds as the lanes take.
extern "C" __global__ void fmaChains(float *out, float a, float b) {
  float v[8];
  for (int k = 0; k < 8; ++k)
    v[k] = out[threadIdx.x] + k;
#pragma unroll 1
  for (int i = 0; i < 64; ++i) {
#pragma unroll
    for (int n = 0; n < 8; ++n)
#pragma unroll
      for (int k = 0; k < 8; ++k)
        v[k] = v[k] * a + b;
  }
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += v[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Each load's address is the last one's value.
extern "C" __global__ void sharedChase(uint32_t *out, int steps) {
  __shared__ uint32_t next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    next[i] = (i + 33) % 1024;
  __syncthreads();
  uint32_t at = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < steps; ++i)
#pragma unroll
    for (int k = 0; k < 16; ++k)
      at = next[at];
  out[threadIdx.x] = at;
}

extern "C" __global__ void globalChase(const uint64_t *next, uint64_t *out, int steps) {
  uint64_t at = 0;
#pragma unroll 1
  for (int i = 0; i < steps; ++i)
#pragma unroll
    for (int k = 0; k < 16; ++k)
      at = next[at];
  out[0] = at;
}

// --- streams: a thread an element (RRZE-HPC/gpu-benches, gpu-stream)

extern "C" __global__ void streamInit(double *a, const double *b, const double *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 0.25;
}

extern "C" __global__ void streamRead(double *a, const double *b, const double *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && b[i] == 123.0)
    a[i] = 0.25;
}

extern "C" __global__ void streamScale(double *a, const double *b, const double *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] * 1.5;
}

extern "C" __global__ void streamTriad(double *a, const double *b, const double *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] * 1.5 + c[i];
}

// --- multiply-adds beside a stream (gpu-roofline): two chains that have `fmas` of them together, for two elements that are
// read. That it is so is inferred: the published TFLOP/s and the watts beside them, less what the fit of power has for
// them, give 2 `fmas` + 2 operations for 8 bytes at each of four sizes.

template <int fmas> __device__ void roofline(float *x, int n) {
  int threads = gridDim.x * blockDim.x;
  float a = x[0], b = x[1];
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + threads < n; i += 2 * threads) {
    float v = x[i], w = x[i + threads];
#pragma unroll
    for (int k = 0; k < fmas / 2; ++k) {
      v = v * a - b;
      w = w * b - a;
    }
    if (v + w == 123.0f)
      x[i] = v + w;
  }
}
extern "C" __global__ void roofline8(float *x, int n) { roofline<8>(x, n); }
extern "C" __global__ void roofline16(float *x, int n) { roofline<16>(x, n); }
extern "C" __global__ void roofline32(float *x, int n) { roofline<32>(x, n); }
extern "C" __global__ void roofline64(float *x, int n) { roofline<64>(x, n); }
extern "C" __global__ void roofline128(float *x, int n) { roofline<128>(x, n); }

// --- loads that the L1 cache has, by stride (gpu-strides)

template <int stride> __device__ void strides(const float *x, float *out) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 64; ++i) {
    const float *from = x + threadIdx.x % 32 * stride + (i & 1) * 32;
#pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += __ldg(from + 512 * k);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void strides1(const float *x, float *out) { strides<1>(x, out); }
extern "C" __global__ void strides2(const float *x, float *out) { strides<2>(x, out); }
extern "C" __global__ void strides3(const float *x, float *out) { strides<3>(x, out); }
extern "C" __global__ void strides4(const float *x, float *out) { strides<4>(x, out); }
extern "C" __global__ void strides5(const float *x, float *out) { strides<5>(x, out); }
extern "C" __global__ void strides7(const float *x, float *out) { strides<7>(x, out); }
extern "C" __global__ void strides8(const float *x, float *out) { strides<8>(x, out); }
extern "C" __global__ void strides9(const float *x, float *out) { strides<9>(x, out); }
extern "C" __global__ void strides11(const float *x, float *out) { strides<11>(x, out); }
extern "C" __global__ void strides15(const float *x, float *out) { strides<15>(x, out); }

// --- products of f32 matrices, row major, alpha 1 and beta 0 (the ladder of siboehm/SGEMM_CUDA, rewritten from its
// description): one thread an element without and with neighbours side by side, tiles in shared memory, 8 results a
// thread, 8 x 8 results a thread.

extern "C" __global__ void sgemmNaive(const float *a, const float *b, float *c, int n) {
  // Threads of a warp have one column and rows side by side: each load of a is of 32 lines.
  int i = blockIdx.x * 32 + threadIdx.x % 32, j = blockIdx.y * 32 + threadIdx.x / 32;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

extern "C" __global__ void sgemmCoalesced(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * 32 + threadIdx.x / 32, j = blockIdx.y * 32 + threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

extern "C" __global__ void sgemmShared(const float *a, const float *b, float *c, int n) {
  __shared__ float as[32 * 32], bs[32 * 32];
  int row = threadIdx.x / 32, column = threadIdx.x % 32;
  a += blockIdx.x * 32 * n;
  b += blockIdx.y * 32;
  c += blockIdx.x * 32 * n + blockIdx.y * 32;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    as[row * 32 + column] = a[row * n + column];
    bs[row * 32 + column] = b[row * n + column];
    __syncthreads();
    a += 32;
    b += 32 * n;
    for (int q = 0; q < 32; ++q)
      sum += as[row * 32 + q] * bs[q * 32 + column];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

template <int BM, int BN, int BK, int TM, int TN>
__device__ void sgemmTiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[BM * BK], bs[BK * BN];
  constexpr int threads = BM * BN / (TM * TN);
  int column = threadIdx.x % (BN / TN), row = threadIdx.x / (BN / TN);
  a += blockIdx.y * BM * n;
  b += blockIdx.x * BN;
  c += blockIdx.y * BM * n + blockIdx.x * BN;
  float sums[TM * TN] = {}, m[TM], r[TN];
  for (int k = 0; k < n; k += BK) {
#pragma unroll
    for (int t = threadIdx.x; t < BM * BK; t += threads)
      as[t] = a[t / BK * n + t % BK];
#pragma unroll
    for (int t = threadIdx.x; t < BK * BN; t += threads)
      bs[t] = b[t / BN * n + t % BN];
    __syncthreads();
    a += BK;
    b += BK * n;
    for (int q = 0; q < BK; ++q) {
      for (int i = 0; i < TM; ++i)
        m[i] = as[(row * TM + i) * BK + q];
      for (int j = 0; j < TN; ++j)
        r[j] = bs[q * BN + column * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          sums[i * TN + j] += m[i] * r[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      c[(row * TM + i) * n + column * TN + j] = sums[i * TN + j];
}
extern "C" __global__ void __launch_bounds__(512) sgemmStrip(const float *a, const float *b, float *c, int n) {
  sgemmTiled<64, 64, 8, 8, 1>(a, b, c, n);
}
extern "C" __global__ void __launch_bounds__(256) sgemmSquare(const float *a, const float *b, float *c, int n) {
  sgemmTiled<128, 128, 8, 8, 8>(a, b, c, n);
}
