// SPDX-License-Identifier: Apache-2.0
// O = softmax(scale Q K^T) V for one head, bf16 in and out, tile by tile: a producer warp copies Q once and then K and V by TMA
// into a ring of two stages; a warpgroup keeps 64 rows of scores in registers, which become the A operand of the second
// product without ever being stored. Scores of the next tile are multiplied while this tile's weights meet V: two wgmma
// groups in flight, and the softmax between them.
//
// `q`, `k`, `v` are tensors {depth, rows, heads}; `out` is [heads][rowsQ][depth]. Any number of rows; `isCausal` hides keys
// behind the query.
#include "hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

namespace {

constexpr int tileQ = 64, tileK = 64, stageCount = 2;

struct Arguments {
  const TensorMap &q, &k, &v;
  __nv_bfloat16 *out;
  int rowsQ, rowsK;
  float scale; // times log2(e)
  int isCausal;
};

/// What lies where in shared memory. A tile is panels of 64 columns, 128 bytes a row.
template <int Depth> struct Plan {
  static constexpr uint32_t panelBytes = 64 * 128, tileBytes = Depth / 64 * panelBytes;
  uint32_t base;
  __device__ uint32_t q() const { return base; }
  __device__ uint32_t k(int stage) const { return base + (1 + 2 * stage) * tileBytes; }
  __device__ uint32_t v(int stage) const { return k(stage) + tileBytes; }
  __device__ uint32_t barriers() const { return base + (1 + 2 * stageCount) * tileBytes; }
  __device__ uint32_t fullQ() const { return barriers(); }
  __device__ uint32_t fullK(int stage) const { return barriers() + 8 + 32 * stage; }
  __device__ uint32_t fullV(int stage) const { return fullK(stage) + 8; }
  __device__ uint32_t emptyK(int stage) const { return fullK(stage) + 16; }
  __device__ uint32_t emptyV(int stage) const { return fullK(stage) + 24; }
};

__device__ int countTiles(const Arguments &arguments) {
  const int last = min(arguments.rowsQ, int(blockIdx.x + 1) * tileQ);
  const int keys = arguments.isCausal ? min(arguments.rowsK, last) : arguments.rowsK;
  return (keys + tileK - 1) / tileK;
}

template <int Depth> __device__ void loadPanels(uint32_t target, const TensorMap &map, int row, uint32_t barrier) {
  expectBytes(barrier, Plan<Depth>::tileBytes);
  for (int panel = 0; panel < Depth / 64; ++panel)
    loadTile(target + panel * Plan<Depth>::panelBytes, map, panel * 64, row, blockIdx.y, barrier);
}

template <int Depth> __device__ void produce(const Arguments &arguments, Plan<Depth> plan) {
  loadPanels<Depth>(plan.q(), arguments.q, blockIdx.x * tileQ, plan.fullQ());
  const int count = countTiles(arguments);
  for (int j = 0; j < count; ++j) {
    const int stage = j % stageCount;
    const uint32_t parity = j / stageCount & 1;
    waitBarrier(plan.emptyK(stage), parity ^ 1);
    loadPanels<Depth>(plan.k(stage), arguments.k, j * tileK, plan.fullK(stage));
    waitBarrier(plan.emptyV(stage), parity ^ 1);
    loadPanels<Depth>(plan.v(stage), arguments.v, j * tileK, plan.fullV(stage));
  }
}

/// Scores of 64 queries and 64 keys; one group, not waited for.
template <int Depth> __device__ void issueScores(Plan<Depth> plan, int stage, float (&s)[32]) {
  const uint64_t q = describeMatrix(plan.q(), 16, 1024), k = describeMatrix(plan.k(stage), 16, 1024);
#pragma unroll
  for (int step = 0; step < Depth / 16; ++step) {
    const int at = (step / 4 * Plan<Depth>::panelBytes + step % 4 * 32) >> 4;
    wgmma(s, q + at, k + at, step > 0);
  }
  commitWgmma();
}

/// O += P V. V's rows are keys, so that it is MN-major: 16 keys further is two groups of 8 rows.
template <int Depth> __device__ void issueValues(Plan<Depth> plan, int stage, const uint32_t (&p)[16], float (&o)[Depth / 2]) {
  const uint64_t v = describeMatrix(plan.v(stage), Plan<Depth>::panelBytes, 1024);
#pragma unroll
  for (int step = 0; step < tileK / 16; ++step)
    wgmma(o, p + 4 * step, v + (step * 2048 >> 4), 1);
  commitWgmma();
}

/// Of this thread's two rows: largest score and sum of weights so far, and what older sums must be multiplied by.
struct Rows {
  float largest[2] = {-INFINITY, -INFINITY}, sum[2] = {0, 0}, factor[2];
};

__device__ void hide(const Arguments &arguments, int tile, int row, float (&s)[32]) {
  const int column = tile * tileK + threadIdx.x % 4 * 2;
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    const int key = column + i / 4 * 8 + i % 2, query = row + i / 2 % 2 * 8;
    if (key >= arguments.rowsK || (arguments.isCausal && key > query))
      s[i] = -INFINITY;
  }
}

__device__ float exponential(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// Scores become weights; four threads have a row.
__device__ void weigh(const Arguments &arguments, float (&s)[32], Rows &rows) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float largest = rows.largest[half];
#pragma unroll
    for (int i = 0; i < 32; ++i)
      if (i / 2 % 2 == half)
        largest = fmaxf(largest, s[i]);
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 1));
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 2));
    const float shift = largest == -INFINITY ? 0 : largest * arguments.scale;
    rows.factor[half] = exponential(rows.largest[half] * arguments.scale - shift);
    rows.largest[half] = largest;
    rows.sum[half] *= rows.factor[half];
#pragma unroll
    for (int i = 0; i < 32; ++i)
      if (i / 2 % 2 == half) {
        s[i] = exponential(s[i] * arguments.scale - shift);
        rows.sum[half] += s[i];
      }
  }
}

__device__ void pack(const float (&s)[32], uint32_t (&p)[16]) {
#pragma unroll
  for (int i = 0; i < 16; ++i)
    p[i] = packBf16(s[2 * i], s[2 * i + 1]);
}

template <int Depth> __device__ void leave(const Arguments &arguments, int row, const Rows &rows, const float (&o)[Depth / 2]) {
  __nv_bfloat16 *out = arguments.out + size_t(blockIdx.y) * arguments.rowsQ * Depth;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = rows.sum[half];
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    const int query = row + half * 8;
    if (query >= arguments.rowsQ)
      continue;
#pragma unroll
    for (int i = half * 2; i < Depth / 2; i += 4) {
      const uint32_t packed = packBf16(__fdividef(o[i], sum), __fdividef(o[i + 1], sum));
      *reinterpret_cast<uint32_t *>(out + size_t(query) * Depth + i / 4 * 8 + threadIdx.x % 4 * 2) = packed;
    }
  }
}

template <int Depth> __device__ void consume(const Arguments &arguments, Plan<Depth> plan) {
  const int thread = threadIdx.x % 128, row = blockIdx.x * tileQ + thread / 32 * 16 + thread % 32 / 4, count = countTiles(arguments);
  Rows rows;
  uint32_t p[16];
  float s[32], o[Depth / 2] = {};
  waitBarrier(plan.fullQ(), 0);
  waitBarrier(plan.fullK(0), 0);
  fenceWgmma();
  issueScores<Depth>(plan, 0, s);
  waitWgmma<0>();
  touch(s);
  arrive(plan.emptyK(0));
  hide(arguments, 0, row, s);
  weigh(arguments, s, rows);
  pack(s, p);
  for (int j = 1; j < count; ++j) {
    const int stage = j % stageCount, before = (j - 1) % stageCount;
    waitBarrier(plan.fullK(stage), j / stageCount & 1);
    waitBarrier(plan.fullV(before), (j - 1) / stageCount & 1);
    touch(s);
    touch(o);
    fenceWgmma();
    issueScores<Depth>(plan, stage, s);
    issueValues<Depth>(plan, before, p, o);
    waitWgmma<1>();
    touch(s);
    arrive(plan.emptyK(stage));
    hide(arguments, j, row, s);
    weigh(arguments, s, rows);
    waitWgmma<0>();
    touch(o);
    touch(s); // packing waits, too: the product reads `p`
    arrive(plan.emptyV(before));
    pack(s, p);
#pragma unroll
    for (int i = 0; i < Depth / 2; ++i)
      o[i] *= rows.factor[i / 2 % 2];
  }
  const int last = (count - 1) % stageCount;
  waitBarrier(plan.fullV(last), (count - 1) / stageCount & 1);
  touch(o);
  fenceWgmma();
  issueValues<Depth>(plan, last, p, o);
  waitWgmma<0>();
  touch(o);
  leave<Depth>(arguments, row, rows, o);
}

template <int Depth> __device__ void run(const Arguments &arguments) {
  const Plan<Depth> plan{sharedAddress(sharedMemory)};
  if (threadIdx.x == 0) {
    initBarrier(plan.fullQ(), 1);
    for (int stage = 0; stage < stageCount; ++stage) {
      initBarrier(plan.fullK(stage), 1);
      initBarrier(plan.fullV(stage), 1);
      initBarrier(plan.emptyK(stage), 128);
      initBarrier(plan.emptyV(stage), 128);
    }
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x < 128)
    consume<Depth>(arguments, plan);
  else if (electOne())
    produce<Depth>(arguments, plan);
}

} // namespace

extern "C" __global__ void __launch_bounds__(160, 1)
attention64(const __grid_constant__ TensorMap q, const __grid_constant__ TensorMap k, const __grid_constant__ TensorMap v, __nv_bfloat16 *out, int rowsQ,
            int rowsK, float scale, int isCausal) {
  run<64>(Arguments{q, k, v, out, rowsQ, rowsK, scale, isCausal});
}

extern "C" __global__ void __launch_bounds__(160, 1)
attention128(const __grid_constant__ TensorMap q, const __grid_constant__ TensorMap k, const __grid_constant__ TensorMap v, __nv_bfloat16 *out, int rowsQ,
             int rowsK, float scale, int isCausal) {
  run<128>(Arguments{q, k, v, out, rowsQ, rowsK, scale, isCausal});
}
