// SPDX-License-Identifier: Apache-2.0
// The instructions that CUDA C++ has no words for, one thin function each: mbarriers, tensor copies, warpgroup matrix
// multiplication, stmatrix. Addresses of shared memory are 32-bit throughout.
#pragma once

#include <cstdint>
#include <cuda_bf16.h>

/// A tensor map as a kernel's parameter.
struct alignas(64) TensorMap {
  unsigned char bytes[128];
};

__device__ __forceinline__ uint32_t sharedAddress(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ uint64_t genericAddress(const TensorMap &map) { return reinterpret_cast<uint64_t>(&map); }

/// The same lane of every warp each time.
__device__ __forceinline__ bool electOne() {
  uint32_t isElected;
  asm volatile("{\n .reg .pred p;\n elect.sync _|p, 0xffffffff;\n selp.u32 %0, 1, 0, p;\n}" : "=r"(isElected));
  return isElected != 0;
}

// --- mbarriers

__device__ __forceinline__ void initBarrier(uint32_t barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ __forceinline__ void fenceBarrierInit() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void expectBytes(uint32_t barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void arrive(uint32_t barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
/// On the barrier at the same offset in the CTA of this rank.
__device__ __forceinline__ void arriveRemote(uint32_t barrier, uint32_t rank) {
  asm volatile("{\n .reg .b32 remote;\n mapa.shared::cluster.u32 remote, %0, %1;\n"
               " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n}" ::"r"(barrier), "r"(rank) : "memory");
}
/// Until the phase of this parity is over.
__device__ __forceinline__ void waitBarrier(uint32_t barrier, uint32_t parity) {
  uint32_t isOver;
  do
    asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(isOver) : "r"(barrier), "r"(parity) : "memory");
  while (!isOver);
}

// --- order

__device__ __forceinline__ void fenceProxyAsync() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void syncThreads(uint32_t id, uint32_t count) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
__device__ __forceinline__ void arriveCluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ __forceinline__ void waitCluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ uint32_t clusterRank() {
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
template <int Count> __device__ __forceinline__ void giveRegisters() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count)); }
template <int Count> __device__ __forceinline__ void takeRegisters() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count)); }

// --- tensor copies

__device__ __forceinline__ void prefetchMap(const TensorMap &map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(genericAddress(map)) : "memory");
}
__device__ __forceinline__ void loadTile(uint32_t target, const TensorMap &map, int x, int y, uint32_t barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(target),
               "l"(genericAddress(map)), "r"(x), "r"(y), "r"(barrier) : "memory");
}
__device__ __forceinline__ void loadTile(uint32_t target, const TensorMap &map, int x, int y, int z, uint32_t barrier) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(target),
               "l"(genericAddress(map)), "r"(x), "r"(y), "r"(z), "r"(barrier) : "memory");
}
/// To the CTAs whose bits `mask` has.
__device__ __forceinline__ void loadTileMulticast(uint32_t target, const TensorMap &map, int x, int y, uint32_t barrier, uint16_t mask) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(target),
               "l"(genericAddress(map)), "r"(x), "r"(y), "r"(barrier), "h"(mask) : "memory");
}
__device__ __forceinline__ void storeTile(const TensorMap &map, int x, int y, uint32_t source) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(genericAddress(map)), "r"(x), "r"(y),
               "r"(source) : "memory");
}
__device__ __forceinline__ void commitBulk() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int Left> __device__ __forceinline__ void waitBulkRead() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Left) : "memory"); }
template <int Left> __device__ __forceinline__ void waitBulk() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(Left) : "memory"); }

// --- matrices

/// Four 8x8 matrices of 16-bit elements; lane l gives the address of row l%8 of matrix l/8.
__device__ __forceinline__ void storeMatrix(uint32_t address, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
}
__device__ __forceinline__ uint32_t packBf16(float low, float high) {
  uint32_t packed;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  return packed;
}
/// Byte address of a 16-byte chunk under the 128-byte swizzle.
__device__ __forceinline__ uint32_t swizzle128(uint32_t address) { return address ^ (((address >> 7) & 7) << 4); }
/// A matrix under the 128-byte swizzle. Leading and stride offsets in bytes, as the PTX manual names them.
__device__ __forceinline__ uint64_t describeMatrix(uint32_t address, uint32_t leading, uint32_t stride) {
  return uint64_t(1) << 62 | uint64_t(stride >> 4) << 32 | uint64_t(leading >> 4) << 16 | (address & 0x3ffff) >> 4;
}
__device__ __forceinline__ void fenceWgmma() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commitWgmma() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int Left> __device__ __forceinline__ void waitWgmma() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Left) : "memory"); }
/// What the compiler must believe of accumulators around a wait: changed here.
template <int Count> __device__ __forceinline__ void touch(float (&d)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i)
    asm volatile("" : "+f"(d[i])::"memory");
}

// Operand lists: accumulators come first, so that their numbers are the same in every instruction.
#define WGMMA_D32                                                                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "     \
  "%27, %28, %29, %30, %31}"
#define WGMMA_D64                                                                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "     \
  "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, "      \
  "%52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}"
#define WGMMA_8(d, i)                                                                                                                 \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define WGMMA_32(d, i) WGMMA_8(d, i), WGMMA_8(d, i + 8), WGMMA_8(d, i + 16), WGMMA_8(d, i + 24)

/// D (64 x 2*Count, f32) = A (64 x 16, bf16) B (16 x 2*Count) + (accumulates ? D : 0); both K-major in shared memory.
__device__ __forceinline__ void wgmma(float (&d)[32], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %34, 0;\n wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " WGMMA_D32
               ", %32, %33, p, 1, 1, 0, 0;\n}" : WGMMA_32(d, 0) : "l"(a), "l"(b), "r"(accumulates));
}
__device__ __forceinline__ void wgmma(float (&d)[64], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %66, 0;\n wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " WGMMA_D64
               ", %64, %65, p, 1, 1, 0, 0;\n}" : WGMMA_32(d, 0), WGMMA_32(d, 32) : "l"(a), "l"(b), "r"(accumulates));
}
/// The same with A in registers and B MN-major: each of its rows (one k) is contiguous.
__device__ __forceinline__ void wgmma(float (&d)[32], const uint32_t *a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %37, 0;\n wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " WGMMA_D32
               ", {%32, %33, %34, %35}, %36, p, 1, 1, 1;\n}"
               : WGMMA_32(d, 0) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(accumulates));
}
__device__ __forceinline__ void wgmma(float (&d)[64], const uint32_t *a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %69, 0;\n wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " WGMMA_D64
               ", {%64, %65, %66, %67}, %68, p, 1, 1, 1;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(accumulates));
}
