// SPDX-License-Identifier: Apache-2.0
// CTAs of a cluster in each other's shared memory: loads, stores, atomics and copies by mapa, st.async, multicast, cluster barriers.
#include "hopper.cuh"

__device__ uint32_t clusterSize() {
  uint32_t size;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  return size;
}
__device__ uint32_t mapTo(uint32_t address, uint32_t rank) {
  uint32_t mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
__device__ void syncCluster() {
  arriveCluster();
  waitCluster();
}

/// Each CTA sums what all CTAs of its cluster put into their shared memory.
extern "C" __global__ void __cluster_dims__(4, 1, 1) sum(const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t mine[64];
  mine[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  syncCluster();
  uint32_t total = 0;
  for (uint32_t rank = 0; rank < clusterSize(); ++rank) {
    uint32_t value;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(mapTo(sharedAddress(&mine[(threadIdx.x + rank) % 64]), rank)) : "memory");
    total = total * 7 + value;
  }
  out[blockIdx.x * 64 + threadIdx.x] = total;
  syncCluster();
}

/// A histogram whose bins are spread over the CTAs of a cluster.
extern "C" __global__ void __cluster_dims__(2, 2, 1) histogram(const uint8_t *in, uint32_t *out, int count) {
  __shared__ uint32_t bins[16];
  const int rank = clusterRank(), cluster = (blockIdx.x / 2) + (gridDim.x / 2) * (blockIdx.y / 2);
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  syncCluster();
  for (int i = rank * blockDim.x + threadIdx.x; i < count; i += 4 * blockDim.x) {
    const uint8_t value = in[cluster * count + i] & 63;
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(mapTo(sharedAddress(&bins[value % 16]), value / 16)) : "memory");
  }
  syncCluster();
  if (threadIdx.x < 16)
    out[(cluster * 4 + rank) * 16 + threadIdx.x] = bins[threadIdx.x];
}

/// Generic addresses of other CTAs' memory, through pointers.
__device__ __noinline__ uint32_t readAll(const uint32_t *from, int count) {
  uint32_t total = 0;
  for (int i = 0; i < count; ++i)
    total = total * 3 + from[i];
  return total;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) pointers(const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t mine[32];
  mine[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  syncCluster();
  uint64_t other;
  asm("mapa.u64 %0, %1, %2;" : "=l"(other) : "l"(mine), "r"(clusterRank() ^ 1));
  uint32_t rank, isCluster, isOwn;
  asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(other));
  asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(isCluster) : "l"(other));
  asm("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(isOwn) : "l"(other));
  out[blockIdx.x * 32 + threadIdx.x] = readAll(reinterpret_cast<const uint32_t *>(other), 32 - threadIdx.x) * 8 + rank * 4 + isCluster * 2 + isOwn;
  syncCluster();
}

/// Numbers go round the cluster by st.async: the store counts its bytes at the receiver's barrier.
extern "C" __global__ void __cluster_dims__(4, 1, 1) pass(const uint32_t *in, uint32_t *out, int rounds) {
  __shared__ __align__(16) uint32_t slots[2][64];
  __shared__ uint64_t full[2];
  const uint32_t next = (clusterRank() + 1) % clusterSize();
  if (threadIdx.x == 0) {
    initBarrier(sharedAddress(&full[0]), 1);
    initBarrier(sharedAddress(&full[1]), 1);
    fenceBarrierInit();
  }
  syncCluster();
  uint32_t value = in[blockIdx.x * 64 + threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    const uint32_t barrier = sharedAddress(&full[round % 2]);
    if (threadIdx.x == 0)
      expectBytes(barrier, 256);
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(mapTo(sharedAddress(&slots[round % 2][threadIdx.x]), next)), "r"(value),
                 "r"(mapTo(barrier, next)) : "memory");
    waitBarrier(barrier, round / 2 & 1);
    value = slots[round % 2][63 - threadIdx.x] + round;
    syncCluster(); // the slot is free again two rounds later
  }
  out[blockIdx.x * 64 + threadIdx.x] = value;
}

/// Every CTA sends its part to all by a multicast copy; then one copies its memory to its neighbour's by a bulk copy.
extern "C" __global__ void __cluster_dims__(4, 1, 1) multicast(const uint32_t *in, uint32_t *out, uint32_t *copied) {
  __shared__ __align__(128) uint32_t parts[4][32], received[32];
  __shared__ uint64_t full, other;
  const uint32_t rank = clusterRank(), barrier = sharedAddress(&full), second = sharedAddress(&other);
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    initBarrier(second, 1);
    fenceBarrierInit();
    expectBytes(barrier, 512);
    expectBytes(second, 128);
  }
  syncCluster();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;" ::"r"(sharedAddress(parts[rank])),
                 "l"(in + blockIdx.x * 32), "r"(barrier), "h"(uint16_t(15)) : "memory");
  waitBarrier(barrier, 0);
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * 32 + threadIdx.x] = parts[i][threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(mapTo(sharedAddress(received), rank ^ 1)),
                 "r"(sharedAddress(parts[3 - rank])), "r"(mapTo(second, rank ^ 1)) : "memory");
  waitBarrier(second, 0);
  copied[blockIdx.x * 32 + threadIdx.x] = received[threadIdx.x];
  syncCluster();
}

extern "C" __global__ void __cluster_dims__(2, 1, 2) registers(uint32_t *out) {
  uint32_t o[12];
#define READ(i, name) asm volatile("mov.u32 %0, " name ";" : "=r"(o[i]))
  READ(0, "%%clusterid.x"); READ(1, "%%clusterid.z"); READ(2, "%%nclusterid.x"); READ(3, "%%nclusterid.z"); READ(4, "%%cluster_ctaid.x"); READ(5, "%%cluster_ctaid.z");
  READ(6, "%%cluster_nctaid.x"); READ(7, "%%cluster_nctaid.y"); READ(8, "%%cluster_nctaid.z"); READ(9, "%%cluster_ctarank"); READ(10, "%%cluster_nctarank");
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(o[11]));
  if (threadIdx.x == 0)
    for (int i = 0; i < 12; ++i)
      out[(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) * 12 + i] = o[i];
}
