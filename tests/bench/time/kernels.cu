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

// --- what no kernel that reads and writes each byte once is faster than: 16 bytes a thread

extern "C" __global__ void copyBytes(uint4 *to, const uint4 *from) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

// --- the L2 cache (gpu-l2-cache): each block reads 64 numbers a thread out of data of `run` blocks, again and again;
// the data of blocks lie between one another. It was measured over 200,000 blocks, which drift apart until those that
// stand on the card are at all places of their loops, so that nobody asks for what another asks for just then. Fewer
// are run here: the `first` ones begin, and the last ones end, at places so spread.

extern "C" __global__ void __launch_bounds__(1024) cached(double *out, const double *data, int run, int first) {
  double sum = 0;
  int block = blockIdx.x, begin = block < first ? block * 32 / first : 0, left = gridDim.x - 1 - block;
  int end = left < first ? left * 32 / first : 32;
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    if (i < begin || i >= end)
      continue;
    int at = (1024 * run * i + blockIdx.x % run * 1024) * 2 + threadIdx.x;
    sum += data[at] * data[at + 1024];
  }
  if (sum == 23.12)
    out[threadIdx.x] += sum;
}

// --- boxes that the copy engine brings, one at a time a CTA (HPMLL/NVIDIA-Hopper-Benchmark, bulk copies)

#if __CUDA_ARCH__ >= 900
struct alignas(64) TensorMap {
  uint8_t bytes[128];
};

/// One box after the other: `copy(i, to, barrier)` asks for the `i`th.
template <typename Copy> __device__ __forceinline__ void copyBoxes(int bytes, int count, Copy copy) {
  extern __shared__ __align__(128) uint8_t box[];
  __shared__ __align__(8) uint64_t barrier;
  uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(box));
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(at) : "memory");
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < count; ++i) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
    copy(i, to, at);
    uint32_t isOver;
    do
      asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                   " selp.u32 %0, 1, 0, p;\n}"
                   : "=r"(isOver)
                   : "r"(at), "r"(i & 1)
                   : "memory");
    while (!isOver);
  }
}

extern "C" __global__ void boxes(const uint8_t *data, int bytes, int count) {
  copyBoxes(bytes, count, [&](int i, uint32_t to, uint32_t barrier) {
    const uint8_t *from = data + (size_t(i) * gridDim.x + blockIdx.x) * bytes;
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "l"(from), "r"(bytes), "r"(barrier)
                 : "memory");
  });
}

/// Boxes of `width` x `height` floats that lie beside one another in rows of `across` boxes.
extern "C" __global__ void boxes2d(const __grid_constant__ TensorMap map, int width, int height, int across,
                                   int count) {
  copyBoxes(width * height * 4, count, [&](int i, uint32_t to, uint32_t barrier) {
    int which = i * gridDim.x + blockIdx.x;
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
            to),
        "l"(&map), "r"(which % across * width), "r"(which / across * height), "r"(barrier)
        : "memory");
  });
}
#endif

// --- multiply-adds beside a stream (gpu-roofline): two chains that have `fmas` of them together, for two elements that
// are read. That it is so is inferred: the published TFLOP/s and the watts beside them, less what the fit of power has
// for them, give 2 `fmas` + 2 operations for 8 bytes at each of four sizes.

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
extern "C" __global__ void roofline0(float *x, int n) { roofline<0>(x, n); }
extern "C" __global__ void roofline24(float *x, int n) { roofline<24>(x, n); }
extern "C" __global__ void roofline40(float *x, int n) { roofline<40>(x, n); }
extern "C" __global__ void roofline256(float *x, int n) { roofline<256>(x, n); }
extern "C" __global__ void roofline408(float *x, int n) { roofline<408>(x, n); }

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
    for (int first = 0; first < BM * BK; first += threads) {
      int t = first + threadIdx.x;
      as[t] = a[t / BK * n + t % BK];
    }
#pragma unroll
    for (int first = 0; first < BK * BN; first += threads) {
      int t = first + threadIdx.x;
      bs[t] = b[t / BN * n + t % BN];
    }
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
