// SPDX-License-Identifier: Apache-2.0
// Tensor copies of one box: loads of 1 to 5 dimensions show what lies in shared memory afterwards, byte by byte; stores and
// reductions start from given bytes of shared memory. One CTA, one thread issues.
#include "hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

struct Coordinates {
  int x[5];
};

/// Shared memory to `out`, or from `in`.
__device__ void show(unsigned char *out, int bytes) {
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    out[i] = sharedMemory[i];
}
__device__ void fill(const unsigned char *in, int bytes) {
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    sharedMemory[i] = in ? in[i] : 0xcc;
  fenceProxyAsync();
  __syncthreads();
}

#define LOAD(name, rank, coordinates, ...)                                                                                                           \
  extern "C" __global__ void name(const __grid_constant__ TensorMap map, Coordinates c, int boxBytes, int bytes, unsigned char *out) {               \
    __shared__ uint64_t barrier;                                                                                                                     \
    fill(nullptr, bytes);                                                                                                                            \
    const uint32_t full = sharedAddress(&barrier);                                                                                                   \
    if (threadIdx.x == 0) {                                                                                                                          \
      initBarrier(full, 1);                                                                                                                          \
      fenceBarrierInit();                                                                                                                            \
      expectBytes(full, boxBytes);                                                                                                                   \
      asm volatile("cp.async.bulk.prefetch.tensor." rank ".L2.global [%1, " coordinates "];\n"                                                       \
                   "cp.async.bulk.tensor." rank ".shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, " coordinates "], [%2];"            \
                   ::"r"(sharedAddress(sharedMemory)), "l"(genericAddress(map)), "r"(full), __VA_ARGS__ : "memory");                                \
    }                                                                                                                                                \
    __syncthreads();                                                                                                                                 \
    waitBarrier(full, 0);                                                                                                                            \
    show(out, bytes);                                                                                                                                \
  }
LOAD(load1d, "1d", "{%3}", "r"(c.x[0]))
LOAD(load2d, "2d", "{%3, %4}", "r"(c.x[0]), "r"(c.x[1]))
LOAD(load3d, "3d", "{%3, %4, %5}", "r"(c.x[0]), "r"(c.x[1]), "r"(c.x[2]))
LOAD(load4d, "4d", "{%3, %4, %5, %6}", "r"(c.x[0]), "r"(c.x[1]), "r"(c.x[2]), "r"(c.x[3]))
LOAD(load5d, "5d", "{%3, %4, %5, %6, %7}", "r"(c.x[0]), "r"(c.x[1]), "r"(c.x[2]), "r"(c.x[3]), "r"(c.x[4]))

#define STORE(name, instruction, coordinates, ...)                                                                                                   \
  extern "C" __global__ void name(const __grid_constant__ TensorMap map, Coordinates c, const unsigned char *in, int bytes) {                        \
    fill(in, bytes);                                                                                                                                 \
    if (threadIdx.x == 0) {                                                                                                                          \
      asm volatile(instruction ".global.shared::cta" coordinates ::"r"(sharedAddress(sharedMemory)), "l"(genericAddress(map)), __VA_ARGS__           \
                   : "memory");                                                                                                                      \
      commitBulk();                                                                                                                                  \
      waitBulk<0>();                                                                                                                                 \
    }                                                                                                                                                \
  }
STORE(store1d, "cp.async.bulk.tensor.1d", ".bulk_group [%1, {%2}], [%0];", "r"(c.x[0]))
STORE(store2d, "cp.async.bulk.tensor.2d", ".bulk_group [%1, {%2, %3}], [%0];", "r"(c.x[0]), "r"(c.x[1]))
STORE(store3d, "cp.async.bulk.tensor.3d", ".bulk_group [%1, {%2, %3, %4}], [%0];", "r"(c.x[0]), "r"(c.x[1]), "r"(c.x[2]))
STORE(store5d, "cp.async.bulk.tensor.5d", ".tile.bulk_group [%1, {%2, %3, %4, %5, %6}], [%0];", "r"(c.x[0]), "r"(c.x[1]), "r"(c.x[2]), "r"(c.x[3]), "r"(c.x[4]))
STORE(add2d, "cp.reduce.async.bulk.tensor.2d", ".add.tile.bulk_group [%1, {%2, %3}], [%0];", "r"(c.x[0]), "r"(c.x[1]))
STORE(min2d, "cp.reduce.async.bulk.tensor.2d", ".min.tile.bulk_group [%1, {%2, %3}], [%0];", "r"(c.x[0]), "r"(c.x[1]))
STORE(xor2d, "cp.reduce.async.bulk.tensor.2d", ".xor.tile.bulk_group [%1, {%2, %3}], [%0];", "r"(c.x[0]), "r"(c.x[1]))

/// Makes a map of the tensor at `tensor` out of another one, in shared memory, puts it into global memory and loads by it.
extern "C" __global__ void replaceMap(const __grid_constant__ TensorMap model, TensorMap *made, const unsigned char *tensor, int width, int height, int boxBytes,
                                      int bytes, unsigned char *out) {
  __shared__ __align__(128) TensorMap map;
  __shared__ uint64_t barrier;
  fill(nullptr, bytes);
  const uint32_t full = sharedAddress(&barrier), at = sharedAddress(&map);
  if (threadIdx.x < 32)
    reinterpret_cast<uint32_t *>(&map)[threadIdx.x] = reinterpret_cast<const uint32_t *>(&model)[threadIdx.x];
  __syncwarp();
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at), "l"(tensor) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(width) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(height) : "memory");
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at), "l"(uint64_t(width) * 4) : "memory");
    initBarrier(full, 1);
    fenceBarrierInit();
  }
  __syncwarp();
  if (threadIdx.x < 32)
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(made), "r"(at) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(made) : "memory");
    expectBytes(full, boxBytes);
    loadTile(sharedAddress(sharedMemory), *made, 4, 2, full);
  }
  __syncthreads();
  waitBarrier(full, 0);
  show(out, bytes);
}
