// SPDX-License-Identifier: Apache-2.0
// Shared memory and barriers of a CTA: reductions, scans, transposes, histograms, sorts, stencils, products, barriers by name.
#include <cstdint>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void reduce(const uint32_t *values, uint32_t *out) {
  __shared__ uint32_t sums[256];
  sums[threadIdx.x] = values[threadIndex()];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}

/// Inclusive sums, two buffers in dynamic shared memory.
extern "C" __global__ void scan(const uint32_t *values, uint32_t *out) {
  extern __shared__ uint32_t buffers[];
  uint32_t *from = buffers, *to = buffers + blockDim.x;
  from[threadIdx.x] = values[threadIndex()];
  __syncthreads();
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    to[threadIdx.x] = from[threadIdx.x] + (threadIdx.x >= distance ? from[threadIdx.x - distance] : 0);
    uint32_t *t = from;
    from = to;
    to = t;
    __syncthreads();
  }
  out[threadIndex()] = from[threadIdx.x];
}

extern "C" __global__ void transpose(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (x < columns && y + i < rows)
      tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (x < rows && y + i < columns)
      out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void histogram(const uint8_t *values, uint32_t *out, int count) {
  __shared__ uint32_t bins[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = threadIndex(); i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[values[i] >> 2], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
}

extern "C" __global__ void bitonicSort(const int *values, int *out) {
  __shared__ int items[512];
  const int count = 2 * blockDim.x, base = blockIdx.x * count;
  items[threadIdx.x] = values[base + threadIdx.x];
  items[threadIdx.x + blockDim.x] = values[base + threadIdx.x + blockDim.x];
  for (int size = 2; size <= count; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int low = 2 * threadIdx.x - (threadIdx.x & (stride - 1)), high = low + stride;
      const bool rises = (threadIdx.x & size / 2) == 0;
      const int a = items[low], b = items[high];
      if ((a > b) == rises) {
        items[low] = b;
        items[high] = a;
      }
    }
  __syncthreads();
  out[base + threadIdx.x] = items[threadIdx.x];
  out[base + threadIdx.x + blockDim.x] = items[threadIdx.x + blockDim.x];
}

extern "C" __global__ void stencil(const float *in, float *out, int count) {
  __shared__ float tile[128 + 6];
  const int i = threadIndex();
  auto read = [&](int at) { return at >= 0 && at < count ? in[at] : 0.0f; };
  tile[threadIdx.x + 3] = read(i);
  if (threadIdx.x < 3) {
    tile[threadIdx.x] = read(i - 3);
    tile[threadIdx.x + 131] = read(i + 128);
  }
  __syncthreads();
  float sum = 0;
  for (int k = -3; k <= 3; ++k)
    sum = fmaf(tile[threadIdx.x + 3 + k], 1.0f / (4 + k * k), sum);
  if (i < count)
    out[i] = sum;
}

/// Products of 16 x 16 tiles, fused multiply-adds in the order of k.
extern "C" __global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][17];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = fmaf(as[threadIdx.y][i], bs[i][threadIdx.x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// One warp hands numbers to another through two slots, by four barriers: full and empty for each slot.
extern "C" __global__ void namedBarriers(const int *values, int *out, int rounds) {
  __shared__ int slots[2][32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; ++i) {
      asm volatile("bar.sync %0, 64;" ::"r"(3 + i % 2) : "memory"); // empty
      slots[i % 2][lane] = values[i * 32 + lane] * 3;
      asm volatile("bar.arrive %0, 64;" ::"r"(1 + i % 2) : "memory"); // full
    }
  } else {
    for (int i = 0; i < 2; ++i)
      asm volatile("bar.arrive %0, 64;" ::"r"(3 + i) : "memory");
    for (int i = 0; i < rounds; ++i) {
      asm volatile("bar.sync %0, 64;" ::"r"(1 + i % 2) : "memory");
      out[i * 32 + lane] = slots[i % 2][31 - lane] + i;
      if (i + 2 < rounds)
        asm volatile("bar.arrive %0, 64;" ::"r"(3 + i % 2) : "memory");
    }
  }
}

extern "C" __global__ void barrierReductions(const int *values, int *out) {
  const int x = values[threadIndex()];
  const int count = __syncthreads_count(x > 0), all = __syncthreads_and(x > -100), any = __syncthreads_or(x == 77);
  int partial;
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 5; barrier.cta.red.popc.u32 %0, %2, 64, p; }" : "=r"(partial) : "r"(x), "r"(2 + threadIdx.x / 64) : "memory");
  out[threadIndex()] = count * 1000 + all * 100 + any * 10 + partial * 100000;
}

/// Different types in one array of bytes, unaligned views by bytes, and a structure.
extern "C" __global__ void mixedTypes(const double *in, double *out) {
  struct Item {
    double value;
    int16_t rank;
    uint8_t flag;
  };
  extern __shared__ __align__(16) unsigned char memory[];
  Item *items = reinterpret_cast<Item *>(memory);
  Item &mine = items[threadIdx.x];
  mine.value = in[threadIdx.x];
  mine.rank = -int16_t(threadIdx.x) * 3;
  mine.flag = threadIdx.x * 5;
  __syncthreads();
  const Item other = items[(threadIdx.x + 7) % blockDim.x];
  out[threadIdx.x] = other.value * 2 + other.rank + other.flag;
}
