// SPDX-License-Identifier: Apache-2.0
// Products of bf16 matrices step by step as pranjalssh/fast.cu does them, rewritten from its description: what its
// published ladder is held against. C = A B^T, C column-major; A and B are row-major with k along the rows.
//
//   2  one warpgroup loads a tile of each by TMA, waits, multiplies 64 x 64, waits
//   3  the same with 128 x 128
//   4  a producer thread fills a ring of five stages, one warpgroup multiplies; barriers as cuda::barrier has them,
//      where all threads arrive and wait for what their arrival returned
//   5  128 x 256 by two warpgroups, three stages
//   6  CTAs stay and take tiles in groups of 16 x 8: what leaves of one is hidden by the loads of the next
//   7  barriers by parity, one arrival a warpgroup; four stages
//   8  clusters of two, whose A tiles differ: each loads half of B for both
//   10 C leaves by shared memory and TMA
//
// `gemm10Fp8` is step 10 with elements of 8 bits (e4m3), twice as many of them along k: nothing published, but what the
// best structure would do with them. Its one sum has the 13 bits of the tensor cores for 8-bit floats. `gemm10Fp8Sums`
// keeps as many bits as f32 has, as DeepGEMM is described: each stage's products (128 along k) are a sum of their own,
// which is added; both fit the registers of tiles of 128 x 128 only.
#include "../../emulator/kernels/hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

#define WGMMA_D128                                                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "              \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, "               \
  "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "               \
  "%62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "               \
  "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, "             \
  "%102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, "             \
  "%119, %120, %121, %122, %123, %124, %125, %126, %127}"

__device__ __forceinline__ void wgmma(float (&d)[128], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %130, 0;\n"
               " wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 " WGMMA_D128 ", %128, %129, p, 1, 1, 0, 0;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32), WGMMA_32(d, 64), WGMMA_32(d, 96)
               : "l"(a), "l"(b), "r"(accumulates));
}

__device__ __forceinline__ void wgmmaFp8(float (&d)[128], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %130, 0;\n"
               " wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3 " WGMMA_D128 ", %128, %129, p, 1, 1;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32), WGMMA_32(d, 64), WGMMA_32(d, 96)
               : "l"(a), "l"(b), "r"(accumulates));
}

__device__ __forceinline__ void wgmmaFp8(float (&d)[64], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %66, 0;\n"
               " wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 " WGMMA_D64 ", %64, %65, p, 1, 1;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32)
               : "l"(a), "l"(b), "r"(accumulates));
}

namespace {

/// Arrives, and waits until all have.
__device__ __forceinline__ void meet(uint32_t barrier) {
  uint64_t state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(barrier) : "memory");
  uint32_t isOver;
  do
    asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(isOver)
                 : "r"(barrier), "l"(state)
                 : "memory");
  while (!isOver);
}

/// `Rows` x `Columns` of C by `Groups` warpgroups one below the other.
template <int Rows, int Columns, int Groups, int Stages, int Cluster, bool Parity, bool Stays, bool StoresTiles,
          bool Fp8 = false, bool SumsStages = false>
struct Shape {
  enum : int { rows = Rows, columns = Columns, groups = Groups, stages = Stages, cluster = Cluster };
  enum : int { depth = Fp8 ? 128 : 64, products = 4 }; // elements and products of a stage, whose rows have 128 bytes
  enum : bool { byParity = Parity, stays = Stays, storesTiles = StoresTiles, isFp8 = Fp8, sumsStages = SumsStages };
  static constexpr int groupRows = Rows / Groups, blocks = groupRows / 64; // products of 64 rows a warpgroup
  static constexpr uint32_t bytesA = Rows * 128, bytesB = Columns * 128, bytesStage = bytesA + bytesB;
  static constexpr uint32_t offsetC = Stages * bytesStage, bytesC = StoresTiles ? Rows * Columns * 2 : 0;
  static constexpr uint32_t offsetBarriers = offsetC + bytesC;
};

struct Problem {
  const TensorMap &a, &b, &c;
  __nv_bfloat16 *out;
  int m, n, k;
};

template <typename S> struct Ring {
  uint32_t base, stage = 0, parity = 0;
  __device__ uint32_t a() const { return base + stage * S::bytesStage; }
  __device__ uint32_t b() const { return a() + S::bytesA; }
  __device__ uint32_t full() const { return base + S::offsetBarriers + 8 * stage; }
  __device__ uint32_t empty() const { return full() + 8 * S::stages; }
  __device__ void advance() {
    if (++stage == S::stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// Tiles of C in groups of 16 x 8, those of a cluster one below the other.
template <typename S> struct Tiles {
  const Problem &problem;
  int next = blockIdx.x / S::cluster;
  static constexpr int groupM = 16 / S::cluster, groupN = 8;
  __device__ bool have() const { return next < problem.m / S::rows / S::cluster * (problem.n / S::columns); }
  __device__ void find(int &m, int &n) const {
    if (!S::stays) {
      const int across = problem.n / S::columns;
      m = next / across;
      n = next % across;
      return;
    }
    const int group = next / (groupM * groupN), at = next % (groupM * groupN), across = problem.n / S::columns / groupN;
    m = groupM * (group / across) + at / groupN;
    n = groupN * (group % across) + at % groupN;
  }
  __device__ int row() const {
    int m, n;
    find(m, n);
    return (m * S::cluster + (S::cluster > 1 ? int(clusterRank()) : 0)) * S::rows;
  }
  __device__ int column() const {
    int m, n;
    find(m, n);
    return n * S::columns;
  }
  __device__ void advance() { next += S::stays ? gridDim.x / S::cluster : 1 << 30; }
};

template <typename S> __device__ void load(const Problem &problem, const Ring<S> &ring, int row, int column, int k) {
  expectBytes(ring.full(), S::bytesStage);
  loadTile(ring.a(), problem.a, k, row, ring.full());
  if (S::cluster == 1) {
    loadTile(ring.b(), problem.b, k, column, ring.full());
  } else {
    const int part = S::columns / S::cluster, rank = clusterRank();
    loadTileMulticast(ring.b() + rank * (S::bytesB / S::cluster), problem.b, k, column + rank * part, ring.full(),
                      (1 << S::cluster) - 1);
  }
}

template <typename S>
__device__ void multiply(const Ring<S> &ring, int group, bool accumulates, float (&d)[S::blocks][S::columns / 2]) {
  fenceWgmma();
#pragma unroll
  for (int block = 0; block < S::blocks; ++block) {
    const uint64_t a = describeMatrix(ring.a() + (group * S::groupRows + 64 * block) * 128, 16, 1024),
                   b = describeMatrix(ring.b(), 16, 1024);
#pragma unroll
    for (int k = 0; k < S::products; ++k)
      if constexpr (S::isFp8)
        wgmmaFp8(d[block], a + 2 * k, b + 2 * k, accumulates || k > 0);
      else
        wgmma(d[block], a + 2 * k, b + 2 * k, accumulates || k > 0);
  }
  commitWgmma();
  waitWgmma<0>();
}

/// Two bytes a store: neighbours of a column stand in lanes four apart.
template <typename S>
__device__ void leave(const Problem &problem, int row, int column, const float (&d)[S::blocks][S::columns / 2]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
#pragma unroll
  for (int block = 0; block < S::blocks; ++block) {
    __nv_bfloat16 *to = problem.out + size_t(column) * problem.m + row + 64 * block + 16 * warp + lane / 4;
#pragma unroll
    for (int i = 0; i < S::columns / 2; ++i)
      to[size_t(i / 4 * 8 + lane % 4 * 2 + i % 2) * problem.m + i / 2 % 2 * 8] = __float2bfloat16(d[block][i]);
  }
}

/// Through shared memory, column by column as C is, and from there by one tensor copy.
template <typename S>
__device__ void leaveByTile(const Problem &problem, uint32_t base, int group, int row, int column,
                            const float (&d)[S::blocks][S::columns / 2]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  auto *tile = reinterpret_cast<__nv_bfloat16 *>(sharedMemory + S::offsetC);
  const bool speaks = threadIdx.x == 128;
  if (speaks)
    waitBulkRead<0>();
  syncThreads(1, 128 * S::groups);
#pragma unroll
  for (int block = 0; block < S::blocks; ++block)
#pragma unroll
    for (int i = 0; i < S::columns / 2; ++i)
      tile[(i / 4 * 8 + lane % 4 * 2 + i % 2) * S::rows + group * S::groupRows + 64 * block + 16 * warp + lane / 4 +
           i / 2 % 2 * 8] = __float2bfloat16(d[block][i]);
  fenceProxyAsync();
  syncThreads(1, 128 * S::groups);
  if (!speaks)
    return;
  storeTile(problem.c, row, column, base + S::offsetC);
  commitBulk();
}

/// One warpgroup that loads, waits, multiplies and waits.
template <typename S> __device__ void runAlone(const Problem &problem) {
  Ring<S> ring{sharedAddress(sharedMemory)};
  if (threadIdx.x == 0) {
    initBarrier(ring.full(), 128);
    fenceBarrierInit();
  }
  __syncthreads();
  float d[S::blocks][S::columns / 2];
  Tiles<S> tiles{problem};
  for (int k = 0; k < problem.k; k += S::depth) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(ring.full()), "r"(S::bytesStage)
                   : "memory");
      loadTile(ring.a(), problem.a, k, tiles.row(), ring.full());
      loadTile(ring.b(), problem.b, k, tiles.column(), ring.full());
    }
    meet(ring.full());
    __syncthreads();
    multiply<S>(ring, 0, k > 0, d);
  }
  leave<S>(problem, tiles.row(), tiles.column(), d);
}

template <typename S> __device__ void produce(const Problem &problem, uint32_t base) {
  Ring<S> ring{base};
  for (Tiles<S> tiles{problem}; tiles.have(); tiles.advance()) {
    const int row = tiles.row(), column = tiles.column();
    for (int k = 0; k < problem.k; k += S::depth, ring.advance()) {
      if (S::byParity)
        waitBarrier(ring.empty(), ring.parity ^ 1);
      else
        meet(ring.empty());
      load<S>(problem, ring, row, column, k);
    }
  }
}

template <typename S> __device__ void release(uint32_t empty) {
  const int thread = threadIdx.x % 128;
  if (!S::byParity)
    arrive(empty);
  else if (S::cluster == 1 && thread == 0)
    arrive(empty);
  else if (S::cluster > 1 && thread < S::cluster)
    arriveRemote(empty, thread);
}

template <typename S> __device__ void consume(const Problem &problem, uint32_t base, int group) {
  Ring<S> ring{base};
  if (!S::byParity)
    for (int stage = 0; stage < S::stages; ++stage, ring.advance())
      arrive(ring.empty());
  ring = Ring<S>{base};
  for (Tiles<S> tiles{problem}; tiles.have(); tiles.advance()) {
    float d[S::blocks][S::columns / 2];
    if constexpr (S::sumsStages) // of the others the first product begins with nothing
      for (float &sum : d[0])
        sum = 0;
    for (int k = 0; k < problem.k; k += S::depth, ring.advance()) {
      if (S::byParity)
        waitBarrier(ring.full(), ring.parity);
      else
        meet(ring.full());
      if constexpr (S::sumsStages) {
        static_assert(S::blocks == 1);
        float stage[S::blocks][S::columns / 2];
        multiply<S>(ring, group, false, stage);
        release<S>(ring.empty());
#pragma unroll
        for (int i = 0; i < S::columns / 2; ++i)
          d[0][i] += stage[0][i];
      } else {
        multiply<S>(ring, group, k > 0, d);
        release<S>(ring.empty());
      }
    }
    if (S::storesTiles)
      leaveByTile<S>(problem, base, group, tiles.row(), tiles.column(), d);
    else
      leave<S>(problem, tiles.row() + group * S::groupRows, tiles.column(), d);
  }
  if (S::storesTiles && threadIdx.x == 128)
    waitBulk<0>();
}

template <typename S> __device__ void run(const Problem &problem) {
  const uint32_t base = sharedAddress(sharedMemory);
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (threadIdx.x == 0) {
    Ring<S> ring{base};
    for (int stage = 0; stage < S::stages; ++stage, ring.advance()) {
      initBarrier(ring.full(), S::byParity ? 1 : S::groups * 128 + 1);
      initBarrier(ring.empty(), S::byParity ? S::groups * S::cluster : S::groups * 128 + 1);
    }
    fenceBarrierInit();
  }
  if (S::cluster == 1) {
    __syncthreads();
  } else {
    arriveCluster();
    waitCluster();
  }
  if (warp < 4) {
    if (S::groups > 1)
      giveRegisters<24>();
    if (threadIdx.x == 0)
      produce<S>(problem, base);
  } else {
    if (S::groups > 1)
      takeRegisters<240>();
    consume<S>(problem, base, warp / 4 - 1);
  }
  if (S::cluster > 1) { // nobody leaves while others may still arrive here or write here
    __syncwarp();
    arriveCluster();
    waitCluster();
  }
}

} // namespace

#define GEMM_PARAMETERS                                                                                                \
  const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, const __grid_constant__ TensorMap c,       \
      __nv_bfloat16 *out, int m, int n, int k

extern "C" __global__ void __launch_bounds__(128) gemm2(GEMM_PARAMETERS) {
  runAlone<Shape<64, 64, 1, 1, 1, false, false, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __launch_bounds__(128) gemm3(GEMM_PARAMETERS) {
  runAlone<Shape<128, 128, 1, 1, 1, false, false, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __launch_bounds__(256) gemm4(GEMM_PARAMETERS) {
  run<Shape<128, 128, 1, 5, 1, false, false, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __launch_bounds__(384) gemm5(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 3, 1, false, false, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __launch_bounds__(384) gemm6(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 4, 1, false, true, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __launch_bounds__(384) gemm7(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 4, 1, true, true, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) gemm8(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 4, 2, true, true, false>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) gemm10(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 3, 2, true, true, true>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) gemm10Fp8(GEMM_PARAMETERS) {
  run<Shape<128, 256, 2, 3, 2, true, true, true, true>>(Problem{a, b, c, out, m, n, k});
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) gemm10Fp8Sums(GEMM_PARAMETERS) {
  run<Shape<128, 128, 2, 5, 2, true, true, true, true, true>>(Problem{a, b, c, out, m, n, k});
}
