// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies and mbarriers of one CTA: cp.async in groups, bulk copies and reductions, arrivals with tokens, counts, drops,
// a ring between warps.
#include "hopper.cuh"

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <int Bytes> __device__ void copy(void *to, const void *from, int bytes) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(sharedAddress(to)), "l"(__cvta_generic_to_global(from)), "n"(Bytes), "r"(bytes) : "memory");
}

/// Two buffers, rows of 128 numbers: the next row is copied while this one is added up. Sizes 4, 8, 16; rows end anywhere.
extern "C" __global__ void groups(const uint32_t *in, uint32_t *out, int rows, int length) {
  __shared__ __align__(16) uint32_t buffers[2][128];
  auto issue = [&](int row) {
    if (row < rows) {
      const uint32_t *from = in + row * length;
      uint32_t *to = buffers[row % 2];
      auto left = [&](int at, int size) { return max(0, min(length - at, size)) * 4; };
      const int lane = threadIdx.x % 32;
      if (threadIdx.x < 32) // numbers 0 to 31, one each
        copy<4>(to + lane, from + min(lane, length - 1), left(lane, 1));
      else if (threadIdx.x < 48) // 32 to 63, two each
        copy<8>(to + 32 + 2 * (lane % 16), from + (length > 32 ? 32 + 2 * (lane % 16) : 0), left(32 + 2 * (lane % 16), 2));
      else if (threadIdx.x < 64) // 64 to 127, four each
        copy<16>(to + 64 + 4 * (lane % 16), from + (length > 64 ? 64 + 4 * (lane % 16) : 0), left(64 + 4 * (lane % 16), 4));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  issue(0);
  uint32_t sum = 0;
  for (int row = 0; row < rows; ++row) {
    issue(row + 1);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    sum = sum * 3 + buffers[row % 2][threadIdx.x] + buffers[row % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

/// The copies arrive at an mbarrier by themselves.
extern "C" __global__ void copiesArrive(const uint4 *in, uint4 *out, int rounds) {
  __shared__ uint4 buffer[64];
  __shared__ uint64_t barrier;
  const uint32_t full = sharedAddress(&barrier);
  if (threadIdx.x == 0)
    initBarrier(full, 64);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    copy<16>(&buffer[threadIdx.x], &in[round * 64 + threadIdx.x], 16);
    if (round % 2)
      asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(full) : "memory");
    else {
      asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(full) : "memory");
      arrive(full);
    }
    waitBarrier(full, round & 1);
    out[round * 64 + threadIdx.x] = buffer[63 - threadIdx.x];
    __syncthreads();
  }
}

/// In by a bulk copy, doubled, out by a bulk copy; two buffers, reads of the store waited for before a buffer is filled again.
extern "C" __global__ void bulk(const uint32_t *in, uint32_t *out, int rounds) {
  __shared__ __align__(128) uint32_t buffers[2][256];
  __shared__ uint64_t barriers[2];
  if (threadIdx.x == 0) {
    initBarrier(sharedAddress(&barriers[0]), 1);
    initBarrier(sharedAddress(&barriers[1]), 1);
    fenceBarrierInit();
  }
  __syncthreads();
  auto load = [&](int round) {
    const uint32_t barrier = sharedAddress(&barriers[round % 2]);
    expectBytes(barrier, 1024);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(sharedAddress(buffers[round % 2])),
                 "l"(in + round * 256), "r"(barrier) : "memory");
  };
  if (threadIdx.x == 0)
    load(0);
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0 && round + 1 < rounds) {
      waitBulkRead<0>(); // of the buffer's last store
      load(round + 1);
    }
    waitBarrier(sharedAddress(&barriers[round % 2]), round / 2 & 1);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      buffers[round % 2][i] *= 2;
    fenceProxyAsync();
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(out + round * 256), "r"(sharedAddress(buffers[round % 2])) : "memory");
      commitBulk();
    }
  }
  if (threadIdx.x == 0)
    waitBulk<0>();
}

/// Every CTA adds its numbers to the same memory: u32, f32, f16, bf16, largest s32; whole numbers.
extern "C" __global__ void bulkReduce(const uint32_t *u, const float *f, const uint16_t *h, const uint16_t *b, const int *s, uint32_t *ou, float *of, uint16_t *oh, uint16_t *ob, int *os) {
  __shared__ __align__(128) unsigned char memory[5][256];
  const int i = threadIdx.x, at = blockIdx.x * 64 + i;
  reinterpret_cast<uint32_t *>(memory[0])[i] = u[at];
  reinterpret_cast<float *>(memory[1])[i] = f[at];
  reinterpret_cast<uint16_t *>(memory[2])[i] = h[at];
  reinterpret_cast<uint16_t *>(memory[3])[i] = b[at];
  reinterpret_cast<int *>(memory[4])[i] = s[at];
  fenceProxyAsync();
  __syncthreads();
  if (threadIdx.x != 0)
    return;
#define REDUCE(i, what, to, bytes) \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." what " [%0], [%1], %2;" ::"l"(to), "r"(sharedAddress(memory[i])), "n"(bytes) : "memory")
  REDUCE(0, "add.u32", ou, 256);
  REDUCE(1, "add.f32", of, 256);
  REDUCE(2, "add.noftz.f16", oh, 128);
  commitBulk();
  REDUCE(3, "add.noftz.bf16", ob, 128);
  REDUCE(4, "max.s32", os, 256);
  commitBulk();
  waitBulk<0>();
}

/// Tokens, several arrivals at once, one that leaves for good, and looking without waiting.
extern "C" __global__ void tokens(uint32_t *out) {
  __shared__ uint64_t barrier;
  __shared__ uint32_t data[4];
  const uint32_t at = sharedAddress(&barrier);
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    initBarrier(at, 3 + 2 + 1); // warp 0: three at once, warp 1: two, warp 2: one, warp 3 waits
  __syncthreads();
  uint32_t seen = 0;
  uint64_t state = 0;
  for (int phase = 0; phase < 3; ++phase) {
    if (threadIdx.x % 32 == 0) {
      if (warp < 3)
        data[warp] = phase * 10 + warp;
      if (warp == 0)
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 3;" : "=l"(state) : "r"(at) : "memory");
      else if (warp == 1)
        asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(at) : "memory");
      else if (warp == 2 && phase == 1)
        asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory"); // five are left
      else if (warp == 2 && phase == 0)
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
      uint32_t isOver = 0;
      while (!isOver)
        if (warp < 2 || (warp == 2 && phase < 2))
          asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(isOver) : "r"(at), "l"(state) : "memory");
        else
          asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2, 1000; selp.u32 %0, 1, 0, p; }"
                       : "=r"(isOver) : "r"(at), "r"(phase & 1) : "memory");
      seen = seen * 100 + data[0] + data[1] + (phase < 2 ? data[2] : 0); // nobody waits for warp 2's in the last phase
    }
    __syncthreads();
  }
  if (threadIdx.x % 32 == 0)
    out[warp] = seen;
}

/// What an arrival that completes nothing returns.
extern "C" __global__ void pendingCount(uint32_t *out) {
  __shared__ uint64_t barrier;
  const uint32_t at = sharedAddress(&barrier);
  if (threadIdx.x == 0) {
    uint64_t state;
    uint32_t pending;
    initBarrier(at, 100);
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 7;" : "=l"(state) : "r"(at) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[0] = pending;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 3;" : "=l"(state) : "r"(at) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[1] = pending;
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
    barrier = 5; // plain memory again
    out[2] = uint32_t(barrier);
  }
}

/// A warp writes slots of a ring with ordinary stores, three warps read every slot.
extern "C" __global__ void ring(const uint32_t *in, uint32_t *out, int count) {
  __shared__ uint32_t slots[3][32];
  __shared__ uint64_t full[3], empty[3];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < 3) {
    initBarrier(sharedAddress(&full[threadIdx.x]), 32);
    initBarrier(sharedAddress(&empty[threadIdx.x]), 96);
  }
  __syncthreads();
  uint32_t sum = 0;
  for (int i = 0; i < count; ++i) {
    const int slot = i % 3;
    const uint32_t parity = i / 3 & 1;
    if (warp == 0) {
      waitBarrier(sharedAddress(&empty[slot]), parity ^ 1);
      slots[slot][lane] = in[i * 32 + lane];
      arrive(sharedAddress(&full[slot]));
    } else {
      waitBarrier(sharedAddress(&full[slot]), parity);
      sum = sum * 5 + slots[slot][(lane + warp) % 32];
      arrive(sharedAddress(&empty[slot]));
    }
  }
  if (warp > 0)
    out[threadIdx.x - 32] = sum;
}
