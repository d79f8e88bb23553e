// SPDX-License-Identifier: Apache-2.0
// C (m x n, bf16) = A (m x k, bf16) B^T (n x k, bf16) as Hopper wants it: a producer warp copies tiles of A and B by TMA into a
// ring of four stages, two consumer warpgroups multiply 64 x 128 each, with one wgmma group in flight, and leave by stmatrix
// and TMA store. CTAs are persistent: they take tile after tile, and the ring goes on from one to the next. Sizes are free
// but for what TMA asks of strides: n and k are multiples of 8; what lies outside is zero when loaded and not stored.
//
// `gemmCluster` puts two CTAs side by side that work on the same columns: each loads half of B's tile for both.
#include "hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

namespace {

constexpr int tileM = 128, tileN = 128, tileK = 64, stageCount = 4, groupM = 64, consumerCount = tileM / groupM;
constexpr uint32_t bytesA = tileM * tileK * 2, bytesB = tileN * tileK * 2, bytesStage = bytesA + bytesB;
constexpr uint32_t bytesPanel = groupM * 128; // 64 columns of a warpgroup's part of C
constexpr uint32_t offsetC = stageCount * bytesStage, offsetBarriers = offsetC + tileM * tileN * 2;

struct Ring {
  uint32_t base, stage = 0, parity = 0;
  __device__ explicit Ring(uint32_t base) : base(base) {}
  __device__ uint32_t a() const { return base + stage * bytesStage; }
  __device__ uint32_t b() const { return a() + bytesA; }
  __device__ uint32_t full() const { return base + offsetBarriers + 8 * stage; }
  __device__ uint32_t empty() const { return full() + 8 * stageCount; }
  __device__ void advance() {
    if (++stage == stageCount) {
      stage = 0;
      parity ^= 1;
    }
  }
};

struct Problem {
  const TensorMap &mapA, &mapB, &mapC;
  int m, n, k;
  __device__ int rows() const { return (m + tileM - 1) / tileM; }
  __device__ int columns() const { return (n + tileN - 1) / tileN; }
  __device__ int steps() const { return (k + tileK - 1) / tileK; }
};

/// The tiles of a CTA: `Size` CTAs of a cluster take rows side by side in the same column.
template <int Size> struct Tiles {
  const Problem &problem;
  int next = blockIdx.x / Size;
  __device__ int rowBlocks() const { return (problem.rows() + Size - 1) / Size; }
  __device__ bool have() const { return next < rowBlocks() * problem.columns(); }
  __device__ int row() const { return (next % rowBlocks() * Size + (Size > 1 ? int(clusterRank()) : 0)) * tileM; }
  __device__ int column() const { return next / rowBlocks() * tileN; }
  __device__ void advance() { next += gridDim.x / Size; }
};

template <int Size> __device__ void loadStage(const Problem &problem, const Ring &ring, int row, int column, int k) {
  expectBytes(ring.full(), bytesStage);
  loadTile(ring.a(), problem.mapA, k, row, ring.full());
  if (Size == 1) {
    loadTile(ring.b(), problem.mapB, k, column, ring.full());
  } else {
    const int part = tileN / Size, rank = clusterRank();
    loadTileMulticast(ring.b() + rank * (bytesB / Size), problem.mapB, k, column + rank * part, ring.full(), (1 << Size) - 1);
  }
}

template <int Size> __device__ void produce(const Problem &problem, uint32_t base) {
  Ring ring(base);
  for (Tiles<Size> tiles{problem}; tiles.have(); tiles.advance())
    for (int step = 0; step < problem.steps(); ++step, ring.advance()) {
      waitBarrier(ring.empty(), ring.parity ^ 1);
      loadStage<Size>(problem, ring, tiles.row(), tiles.column(), step * tileK);
    }
}

/// One thread of a warpgroup tells everybody who fills this stage that it is free.
template <int Size> __device__ void releaseStage(uint32_t empty, bool speaks) {
  if (!speaks)
    return;
  if (Size == 1)
    arrive(empty);
  else
    for (int rank = 0; rank < Size; ++rank)
      arriveRemote(empty, rank);
}

template <int Size> __device__ void multiply(const Problem &problem, Ring &ring, int group, bool speaks, float (&d)[64]) {
  uint32_t last = 0;
  for (int step = 0; step < problem.steps(); ++step, ring.advance()) {
    waitBarrier(ring.full(), ring.parity);
    const uint64_t a = describeMatrix(ring.a() + group * groupM * 128, 16, 1024), b = describeMatrix(ring.b(), 16, 1024);
    fenceWgmma();
#pragma unroll
    for (int k = 0; k < tileK / 16; ++k)
      wgmma(d, a + 2 * k, b + 2 * k, step > 0 || k > 0);
    commitWgmma();
    waitWgmma<1>();
    if (step > 0)
      releaseStage<Size>(last, speaks);
    last = ring.empty();
  }
  waitWgmma<0>();
  touch(d);
  releaseStage<Size>(last, speaks);
}

/// Registers to shared memory, two panels of 64 columns under the 128-byte swizzle, and from there to C.
__device__ void leave(const Problem &problem, uint32_t panels, int row, int column, uint32_t barrier, bool speaks, const float (&d)[64]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  if (speaks)
    waitBulkRead<0>();
  syncThreads(barrier, 128);
#pragma unroll
  for (int j = 0; j < tileN / 16; ++j) {
    const uint32_t at = panels + j / 4 * bytesPanel + (16 * warp + lane % 16) * 128 + (j % 4 * 16 + lane / 16 * 8) * 2;
    storeMatrix(swizzle128(at), packBf16(d[8 * j], d[8 * j + 1]), packBf16(d[8 * j + 2], d[8 * j + 3]), packBf16(d[8 * j + 4], d[8 * j + 5]),
                packBf16(d[8 * j + 6], d[8 * j + 7]));
  }
  fenceProxyAsync();
  syncThreads(barrier, 128);
  if (!speaks)
    return;
  for (int panel = 0; panel < tileN / 64; ++panel)
    storeTile(problem.mapC, column + 64 * panel, row, panels + panel * bytesPanel);
  commitBulk();
}

template <int Size> __device__ void consume(const Problem &problem, uint32_t base, int group) {
  const bool speaks = threadIdx.x / 32 % 4 == 0 && electOne();
  const uint32_t panels = base + offsetC + group * (tileN / 64) * bytesPanel;
  Ring ring(base);
  for (Tiles<Size> tiles{problem}; tiles.have(); tiles.advance()) {
    float d[64];
    multiply<Size>(problem, ring, group, speaks, d);
    leave(problem, panels, tiles.row() + group * groupM, tiles.column(), 1 + group, speaks, d);
  }
  if (speaks)
    waitBulk<0>();
}

template <int Size> __device__ void initialize(const Problem &problem, uint32_t base) {
  if (threadIdx.x == 0) {
    Ring ring(base);
    for (; ring.parity == 0; ring.advance()) {
      initBarrier(ring.full(), 1);
      initBarrier(ring.empty(), consumerCount * Size);
    }
    fenceBarrierInit();
    prefetchMap(problem.mapA);
    prefetchMap(problem.mapB);
  }
  if (Size == 1) {
    __syncthreads();
  } else {
    arriveCluster();
    waitCluster();
  }
}

template <int Size> __device__ void run(const Problem &problem) {
  const uint32_t base = sharedAddress(sharedMemory);
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  initialize<Size>(problem, base);
  if (warp < 4) {
    giveRegisters<40>();
    if (warp == 0 && electOne())
      produce<Size>(problem, base);
  } else {
    takeRegisters<232>();
    consume<Size>(problem, base, warp / 4 - 1);
  }
  if (Size > 1) { // nobody leaves while others may still arrive here or write here
    __syncwarp();
    arriveCluster();
    waitCluster();
  }
}

} // namespace

extern "C" __global__ void __launch_bounds__(384, 1)
gemm(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, const __grid_constant__ TensorMap c, int m, int n, int k) {
  run<1>(Problem{a, b, c, m, n, k});
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384, 1)
gemmCluster(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, const __grid_constant__ TensorMap c, int m, int n, int k) {
  run<2>(Problem{a, b, c, m, n, k});
}
