// SPDX-License-Identifier: Apache-2.0
// What the lanes of a warp do together: shuffles, votes, matches, reductions, election, and algorithms on them.
#include <cstdint>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void shuffles(const uint32_t *values, uint32_t *out) {
  const uint32_t x = values[threadIndex()];
  uint32_t o[12];
  o[0] = __shfl_sync(~0u, x, 5);
  o[1] = __shfl_sync(~0u, x, threadIdx.x * 7, 16);
  o[2] = __shfl_up_sync(~0u, x, 3);
  o[3] = __shfl_up_sync(~0u, x, 2, 8);
  o[4] = __shfl_down_sync(~0u, x, 1);
  o[5] = __shfl_down_sync(~0u, x, 4, 16);
  o[6] = __shfl_xor_sync(~0u, x, 16);
  o[7] = __shfl_xor_sync(~0u, x, 5, 8);
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 6, 0x0800, 0xffffffff; selp.b32 %0, %0, 99, p; }" : "=r"(o[8]) : "r"(x));
  asm volatile("{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %1, 24, 0x0f0f, 0xffffffff; selp.b32 %0, %0, 99, p; }" : "=r"(o[9]) : "r"(x));
  const double wide = __shfl_xor_sync(~0u, double(x) + 0.5, 1);
  const long long whole = __shfl_down_sync(~0u, (long long)(x) << 20, 2);
  o[10] = uint32_t(wide);
  o[11] = uint32_t(whole >> 24);
  for (int i = 0; i < 12; ++i)
    out[threadIndex() * 12 + i] = o[i];
}

extern "C" __global__ void votes(const uint32_t *values, uint32_t *out) {
  const uint32_t x = values[threadIndex()];
  uint32_t o[11];
  o[0] = __ballot_sync(~0u, x & 1);
  o[1] = __any_sync(~0u, x == 0xffffffff);
  o[2] = __all_sync(~0u, x != 12345);
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 1000; vote.sync.uni.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(o[3]) : "r"(x));
  o[4] = __match_any_sync(~0u, x & 3);
  int isSame;
  o[5] = __match_all_sync(~0u, x >> 31, &isSame) + isSame;
  o[6] = __match_any_sync(~0u, (unsigned long long)(x & 1) << 40);
  o[7] = o[8] = 0;
  if (threadIdx.x % 2) {
    o[7] = __ballot_sync(0xaaaaaaaa, x & 2);
    o[8] = __activemask() & 0x55555555;
  }
  __syncwarp();
  uint32_t elected, leader;
  asm volatile("{ .reg .pred p; elect.sync %1|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(elected), "=r"(leader));
  o[9] = __popc(__ballot_sync(~0u, elected));
  o[10] = __ballot_sync(~0u, elected) == 1u << leader;
  for (int i = 0; i < 11; ++i)
    out[threadIndex() * 11 + i] = o[i];
}

extern "C" __global__ void reductions(const int *values, int *out) {
  const int x = values[threadIndex()];
  int o[9];
  o[0] = __reduce_add_sync(~0u, x);
  o[1] = __reduce_min_sync(~0u, x);
  o[2] = __reduce_max_sync(~0u, x);
  o[3] = __reduce_min_sync(~0u, unsigned(x));
  o[4] = __reduce_max_sync(~0u, unsigned(x));
  o[5] = __reduce_and_sync(~0u, unsigned(x));
  o[6] = __reduce_or_sync(~0u, unsigned(x));
  o[7] = __reduce_xor_sync(~0u, unsigned(x));
  o[8] = threadIdx.x % 32 < 11 ? __reduce_add_sync(0x7ff, x) : __reduce_max_sync(0xfffff800, x);
  for (int i = 0; i < 9; ++i)
    out[threadIndex() * 9 + i] = o[i];
}

/// Inclusive sums over the warp, then over the CTA's warps.
extern "C" __global__ void scan(const int *values, int *out) {
  __shared__ int sums[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int x = values[threadIndex()];
  for (int distance = 1; distance < 32; distance *= 2) {
    const int before = __shfl_up_sync(~0u, x, distance);
    if (lane >= distance)
      x += before;
  }
  if (lane == 31)
    sums[warp] = x;
  __syncthreads();
  for (int i = 0; i < warp; ++i)
    x += sums[i];
  out[threadIndex()] = x;
}

/// Keeps what is positive, in order; one atomic a warp.
extern "C" __global__ void compact(const int *values, int *out, int *count) {
  const int x = values[threadIndex()], lane = threadIdx.x % 32;
  uint32_t before;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  const uint32_t keepers = __ballot_sync(~0u, x > 0);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(keepers));
  base = __shfl_sync(~0u, base, 0);
  if (x > 0)
    out[base + __popc(keepers & before)] = x;
}

extern "C" __global__ void specialRegisters(uint32_t *out) {
  uint32_t o[16];
#define READ(i, name) asm volatile("mov.u32 %0, " name ";" : "=r"(o[i]))
  READ(0, "%%tid.x"); READ(1, "%%tid.y"); READ(2, "%%tid.z"); READ(3, "%%ntid.y"); READ(4, "%%ctaid.z"); READ(5, "%%nctaid.x"); READ(6, "%%laneid");
  READ(7, "%%lanemask_eq"); READ(8, "%%lanemask_le"); READ(9, "%%lanemask_lt"); READ(10, "%%lanemask_ge"); READ(11, "%%lanemask_gt");
  READ(12, "%%cluster_ctarank"); READ(13, "%%cluster_nctarank"); READ(14, "%%dynamic_smem_size"); READ(15, "WARP_SZ");
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (int i = 0; i < 16; ++i)
    out[(block * blockDim.x * blockDim.y * blockDim.z + thread) * 16 + i] = o[i];
}

/// The clocks go forward.
extern "C" __global__ void clocks(int *out) {
  const long long before = clock64();
  const unsigned start = clock();
  unsigned long long time, later;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  __nanosleep(100);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  out[threadIndex()] = (clock64() >= before) + 2 * (int(clock() - start) >= 0) + 4 * (later >= time);
}
