// SPDX-License-Identifier: Apache-2.0
// Atomic operations of every kind in global and shared memory, scopes and orders, and what is built on them: locks, flags, queues.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Results do not depend on the order. `cells` begins as the host set it.
extern "C" __global__ void integers(const uint32_t *values, uint32_t *cells, unsigned long long *wide) {
  const uint32_t x = values[threadIndex()];
  atomicAdd(&cells[0], x);
  atomicSub(&cells[1], x);
  atomicMin((int *)&cells[2], int(x));
  atomicMax((int *)&cells[3], int(x));
  atomicMin(&cells[4], x);
  atomicMax(&cells[5], x);
  atomicAnd(&cells[6], x | 0xff);
  atomicOr(&cells[7], x & 0x0f0f0f0f);
  atomicXor(&cells[8], x);
  atomicInc(&cells[9], 100);
  atomicDec(&cells[10], 100);
  atomicAdd_block(&cells[11], 1);
  atomicAdd_system(&cells[12], 2);
  atomicAdd(&wide[0], (unsigned long long)x << 16);
  atomicMin((long long *)&wide[1], (long long)x - 0x80000000ll);
  atomicMax(&wide[2], (unsigned long long)x * x);
  atomicXor(&wide[3], (unsigned long long)x << 32 | x);
  atomicAnd(&wide[4], ~(1ull << (x & 63)));
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(&cells[13]), "r"(x) : "memory");
  asm volatile("red.release.cta.global.max.u64 [%0], %1;" ::"l"(&wide[5]), "l"((unsigned long long)x << 3) : "memory");
}

/// Old values are a permutation, and exchanges keep everything.
extern "C" __global__ void results(uint32_t *counter, uint32_t *tickets, uint32_t *slot, uint32_t *exchanged) {
  tickets[threadIndex()] = atomicAdd(counter, 1);
  exchanged[threadIndex()] = atomicExch(slot, threadIndex() + 1);
}

extern "C" __global__ void inShared(const uint32_t *values, uint32_t *out) {
  __shared__ uint32_t cells[8];
  __shared__ unsigned long long wide[2];
  __shared__ float sum;
  if (threadIdx.x < 8)
    cells[threadIdx.x] = threadIdx.x == 2 ? ~0u : 0;
  if (threadIdx.x < 2)
    wide[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  const uint32_t x = values[threadIndex()];
  atomicAdd(&cells[0], x);
  atomicMax((int *)&cells[1], int(x));
  atomicAnd(&cells[2], x);
  atomicXor(&cells[3], x);
  atomicInc(&cells[4], 50);
  atomicCAS(&cells[5], 0, x | 1);
  atomicExch(&cells[6], 9);
  atomicAdd(&wide[0], (unsigned long long)x * 3);
  atomicMax(&wide[1], (unsigned long long)x << 20);
  atomicAdd(&sum, float(x & 15)); // whole numbers: exact in any order
  __syncthreads();
  if (threadIdx.x < 5)
    out[blockIdx.x * 12 + threadIdx.x] = cells[threadIdx.x];
  if (threadIdx.x == 0) {
    out[blockIdx.x * 12 + 5] = cells[5] != 0;
    out[blockIdx.x * 12 + 6] = cells[6];
    out[blockIdx.x * 12 + 7] = uint32_t(wide[0]);
    out[blockIdx.x * 12 + 8] = uint32_t(wide[0] >> 32);
    out[blockIdx.x * 12 + 9] = uint32_t(wide[1] >> 16);
    out[blockIdx.x * 12 + 10] = uint32_t(sum);
    out[blockIdx.x * 12 + 11] = 1;
  }
}

/// Whole numbers, so that sums are exact in any order.
extern "C" __global__ void floats(const float *values, float *f32, double *f64, __half2 *f16, __nv_bfloat162 *bf16) {
  const float x = values[threadIndex()];
  atomicAdd(&f32[0], x);
  atomicAdd(&f64[0], double(x) * 1e10);
  atomicAdd(f16, __floats2half2_rn(x, -x));
  atomicAdd(bf16, __floats2bfloat162_rn(threadIdx.x % 32 == 0, x > 0 && threadIdx.x % 16 == 0));
  atomicAdd((__half *)(f16 + 1), __float2half(1));
  atomicAdd((__nv_bfloat16 *)(bf16 + 1), __float2bfloat16(threadIndex() < 100));
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(&f32[1]), "f"(x * 2) : "memory");
  asm volatile("red.global.v2.f32.add [%0], {%1, %2};" ::"l"(&f32[2]), "f"(x), "f"(-x) : "memory");
  float old[4];
  asm volatile("atom.global.v4.f32.add {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};" : "=f"(old[0]), "=f"(old[1]), "=f"(old[2]), "=f"(old[3])
               : "l"(&f32[4]), "f"(x), "f"(1.0f), "f"(2.0f), "f"(x * x) : "memory");
  if (old[1] == 0)
    f32[8] = old[1]; // only the first one saw zero
}

/// Compare-and-swap loops: product modulo a prime, largest of floats, 16-bit and 128-bit cells.
extern "C" __global__ void compareAndSwap(const uint32_t *values, uint32_t *product, float *largest, unsigned short *narrow, ulonglong2 *wide) {
  const uint32_t x = values[threadIndex()] % 1000003 + 1;
  uint32_t seen = *(volatile uint32_t *)product, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(product, assumed, uint32_t((unsigned long long)assumed * x % 1000003));
  } while (seen != assumed);
  int *bits = (int *)largest, old = *(volatile int *)bits;
  while (__int_as_float(old) < float(x)) {
    const int expected = old;
    old = atomicCAS(bits, expected, __float_as_int(float(x)));
    if (old == expected)
      break;
  }
  unsigned short half = *(volatile unsigned short *)narrow, before;
  do {
    before = half;
    half = atomicCAS(narrow, before, (unsigned short)(before + x));
  } while (half != before);
  bool done = false;
  while (!done) {
    unsigned long long low, high, oldLow, oldHigh;
    asm volatile("{ .reg .b128 o; ld.relaxed.gpu.global.b128 o, [%2]; mov.b128 {%0, %1}, o; }" : "=l"(low), "=l"(high) : "l"(wide) : "memory");
    asm volatile("{ .reg .b128 o, c, n; mov.b128 c, {%2, %3}; mov.b128 n, {%4, %5}; atom.relaxed.gpu.global.cas.b128 o, [%6], c, n; mov.b128 {%0, %1}, o; }"
                 : "=l"(oldLow), "=l"(oldHigh) : "l"(low), "l"(high), "l"(low + x), "l"(high + 1), "l"(wide) : "memory");
    done = oldLow == low && oldHigh == high;
  }
}

/// Data handed from CTA to CTA by flags with release and acquire; each adds its number to everything.
extern "C" __global__ void relay(uint32_t *flag, uint32_t *data, int count) {
  __shared__ bool isMine;
  if (threadIdx.x == 0) {
    uint32_t turn;
    do
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(turn) : "l"(flag) : "memory");
    while (turn != blockIdx.x);
    isMine = true;
  }
  __syncthreads();
  if (isMine)
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      data[i] = data[i] * 2 + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(blockIdx.x + 1) : "memory");
}

/// All CTAs write, meet at a barrier made of an atomic counter, and read what others wrote; several times.
extern "C" __global__ void gridBarrier(uint32_t *arrived, uint32_t *data, uint32_t *out, int rounds) {
  const int count = gridDim.x * blockDim.x;
  for (int round = 0; round < rounds; ++round) {
    uint32_t *now = data + round % 2 * count;
    now[threadIndex()] = threadIndex() * 10 + round;
    __syncthreads();
    if (threadIdx.x == 0) {
      uint32_t seen;
      asm volatile("atom.add.release.gpu.global.u32 %0, [%1], 1;" : "=r"(seen) : "l"(arrived) : "memory");
      do
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
      while (seen < (round + 1) * gridDim.x);
    }
    __syncthreads();
    out[round * count + threadIndex()] = now[(threadIndex() + 37) % count];
  }
}

/// A ticket lock around memory that is not atomic.
extern "C" __global__ void ticketLock(uint32_t *next, uint32_t *serving, uint32_t *sum, const uint32_t *values) {
  if (threadIdx.x % 32 != 0)
    return;
  const uint32_t ticket = atomicAdd(next, 1);
  uint32_t turn;
  do
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(turn) : "l"(serving) : "memory");
  while (turn != ticket);
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  sum[0] += values[threadIndex()];
  sum[1] = sum[1] * 3 + 1;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(serving), "r"(ticket + 1) : "memory");
}
