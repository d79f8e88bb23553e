// SPDX-License-Identifier: Apache-2.0
// Attention forward as FlashAttention-3 is described (arXiv 2407.08608 and its tile sizes), in our own words: what its
// published times are held against. A producer warp copies Q, K and V by TMA; two or three warpgroups keep 64 rows of
// scores each in registers. They take turns at the tensor cores (named barriers hand the turn on), and in each of them
// the scores of the next tile are multiplied while this tile's weights meet V. Tiles of keys go from the last to the
// first, so that those that hide some come first and on their own. CTAs are persistent: Q of the next tile comes once
// the last scores are multiplied, and O leaves through shared memory of its own, or through that of the last tile of V.
//
// `q`, `k`, `v`, `o` are tensors {depth, rows, heads}, bf16, heads and batches together.
#include "../../emulator/kernels/hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

#define WGMMA_D88                                                                                                      \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "    \
  "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "     \
  "%46, "                                                                                                              \
  "%47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, "     \
  "%69, "                                                                                                              \
  "%70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87}"

/// Scores of 176 keys; as those of hopper.cuh.
__device__ __forceinline__ void wgmma(float (&d)[88], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %90, 0;\n"
               " wgmma.mma_async.sync.aligned.m64n176k16.f32.bf16.bf16 " WGMMA_D88 ", %88, %89, p, 1, 1, 0, 0;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32), WGMMA_8(d, 64), WGMMA_8(d, 72), WGMMA_8(d, 80)
               : "l"(a), "l"(b), "r"(accumulates));
}

__device__ __forceinline__ void storeTile(const TensorMap &map, int x, int y, int z, uint32_t source) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(genericAddress(map)),
      "r"(x), "r"(y), "r"(z), "r"(source)
      : "memory");
}
__device__ __forceinline__ void arriveThreads(uint32_t id, uint32_t count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

namespace {

struct Arguments {
  const TensorMap &q, &k, &v, &o;
  int rows, heads;
  float scale; // times log2(e)
};

/// `Groups` warpgroups of 64 queries, tiles of `TileK` keys.
template <int D, int G, int K, bool C> struct Shape {
  static constexpr int depth = D, groups = G, tileK = K, tileQ = 64 * G, stages = 2, panels = D / 64;
  static constexpr bool isCausal = C;
  static constexpr uint32_t panelQ = tileQ * 128, panelK = K * 128; // 64 columns, 128 bytes a row
  static constexpr uint32_t bytesQ = panels * panelQ, bytesK = panels * panelK;
  static constexpr bool storesOverV = bytesQ <= bytesK;
  static constexpr uint32_t bytesO = storesOverV ? 0 : bytesQ;
};

/// What lies where in shared memory.
template <typename S> struct Plan {
  uint32_t base;
  __device__ uint32_t q() const { return base; }
  __device__ uint32_t k(int stage) const { return base + S::bytesQ + 2 * stage * S::bytesK; }
  __device__ uint32_t v(int stage) const { return k(stage) + S::bytesK; }
  __device__ uint32_t o(int lastStage) const {
    return S::storesOverV ? v(lastStage) : base + S::bytesQ + 2 * S::stages * S::bytesK;
  }
  __device__ uint32_t barriers() const { return base + S::bytesQ + 2 * S::stages * S::bytesK + S::bytesO; }
  __device__ uint32_t fullQ() const { return barriers(); }
  __device__ uint32_t emptyQ() const { return barriers() + 8; }
  __device__ uint32_t fullK(int stage) const { return barriers() + 16 + 32 * stage; }
  __device__ uint32_t fullV(int stage) const { return fullK(stage) + 8; }
  __device__ uint32_t emptyK(int stage) const { return fullK(stage) + 16; }
  __device__ uint32_t emptyV(int stage) const { return fullK(stage) + 24; }
};

/// The tiles of queries that a CTA takes, one after the other. Where keys are hidden the longest ones come first, of as
/// many heads together as have their keys and values in the L2 cache.
template <typename S> struct Tiles {
  const Arguments &arguments;
  int next = blockIdx.x;
  __device__ int perHead() const { return (arguments.rows + S::tileQ - 1) / S::tileQ; }
  __device__ bool have() const { return next < perHead() * arguments.heads; }
  __device__ int together() const { return max(1, min(arguments.heads, (32 << 20) / (arguments.rows * S::depth * 4))); }
  __device__ int firstHead() const { return next / (together() * perHead()) * together(); }
  __device__ int headsHere() const { return min(together(), arguments.heads - firstHead()); }
  __device__ int turn() const { return next - firstHead() * perHead(); }
  __device__ int head() const { return S::isCausal ? firstHead() + turn() % headsHere() : next / perHead(); }
  __device__ int tile() const { return S::isCausal ? perHead() - 1 - turn() / headsHere() : next % perHead(); }
  __device__ int countKeys() const {
    const int keys = S::isCausal ? min(arguments.rows, (tile() + 1) * S::tileQ) : arguments.rows;
    return (keys + S::tileK - 1) / S::tileK;
  }
  __device__ void advance() { next += gridDim.x; }
};

template <typename S>
__device__ void loadKeys(uint32_t target, const TensorMap &map, int row, int head, uint32_t barrier) {
  expectBytes(barrier, S::bytesK);
  for (int panel = 0; panel < S::panels; ++panel)
    loadTile(target + panel * S::panelK, map, panel * 64, row, head, barrier);
}

template <typename S> __device__ void produce(const Arguments &arguments, Plan<S> plan) {
  int turn = 0, done = 0;
  for (Tiles<S> tiles{arguments}; tiles.have(); tiles.advance(), ++done) {
    waitBarrier(plan.emptyQ(), (done & 1) ^ 1);
    expectBytes(plan.fullQ(), S::bytesQ);
    for (int panel = 0; panel < S::panels; ++panel)
      loadTile(plan.q() + panel * S::panelQ, arguments.q, panel * 64, tiles.tile() * S::tileQ, tiles.head(),
               plan.fullQ());
    for (int j = tiles.countKeys() - 1; j >= 0; --j, ++turn) {
      const int stage = turn % S::stages;
      const uint32_t parity = turn / S::stages & 1;
      waitBarrier(plan.emptyK(stage), parity ^ 1);
      loadKeys<S>(plan.k(stage), arguments.k, j * S::tileK, tiles.head(), plan.fullK(stage));
      waitBarrier(plan.emptyV(stage), parity ^ 1);
      loadKeys<S>(plan.v(stage), arguments.v, j * S::tileK, tiles.head(), plan.fullV(stage));
    }
  }
}

template <typename S> __device__ void issueScores(Plan<S> plan, int group, int stage, float (&s)[S::tileK / 2]) {
  const uint64_t q = describeMatrix(plan.q() + group * 64 * 128, 16, 1024), k = describeMatrix(plan.k(stage), 16, 1024);
#pragma unroll
  for (int step = 0; step < S::depth / 16; ++step)
    wgmma(s, q + ((step / 4 * S::panelQ + step % 4 * 32) >> 4), k + ((step / 4 * S::panelK + step % 4 * 32) >> 4),
          step > 0);
  commitWgmma();
}

/// O += P V. V's rows are keys, so that it is MN-major: 16 keys further is two groups of 8 rows.
template <typename S>
__device__ void issueValues(Plan<S> plan, int stage, const uint32_t (&p)[S::tileK / 4], float (&o)[S::depth / 2]) {
  const uint64_t v = describeMatrix(plan.v(stage), S::panelK, 1024);
#pragma unroll
  for (int step = 0; step < S::tileK / 16; ++step)
    wgmma(o, p + 4 * step, v + (step * 2048 >> 4), 1);
  commitWgmma();
}

/// Of this thread's two rows: largest score and sum of weights so far, and what older sums must be multiplied by.
struct Rows {
  float largest[2] = {-INFINITY, -INFINITY}, sum[2] = {0, 0}, factor[2];
};

template <typename S> __device__ void hide(const Arguments &arguments, int tile, int query, float (&s)[S::tileK / 2]) {
  const int column = tile * S::tileK + threadIdx.x % 4 * 2;
#pragma unroll
  for (int i = 0; i < S::tileK / 2; ++i) {
    const int key = column + i / 4 * 8 + i % 2;
    if (key >= arguments.rows || (S::isCausal && key > query + i / 2 % 2 * 8))
      s[i] = -INFINITY;
  }
}

__device__ __forceinline__ float exponential(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// Scores become weights; four threads have a row.
template <int N> __device__ __forceinline__ void weigh(float scale, bool mayHide, float (&s)[N], Rows &rows) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float largest = rows.largest[half];
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (i / 2 % 2 == half)
        largest = fmaxf(largest, s[i]);
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 1));
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, 2));
    const float shift = mayHide && largest == -INFINITY ? 0 : largest * scale;
    rows.factor[half] = exponential(rows.largest[half] * scale - shift);
    rows.largest[half] = largest;
    rows.sum[half] *= rows.factor[half];
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (i / 2 % 2 == half) {
        s[i] = exponential(s[i] * scale - shift);
        rows.sum[half] += s[i];
      }
  }
}

template <int N> __device__ __forceinline__ void pack(const float (&s)[N], uint32_t (&p)[N / 2]) {
#pragma unroll
  for (int i = 0; i < N / 2; ++i)
    p[i] = packBf16(s[2 * i], s[2 * i + 1]);
}

template <typename S>
__device__ void leave(const Arguments &arguments, Plan<S> plan, int group, int lastStage, int row, int head,
                      const Rows &rows, float (&o)[S::depth / 2]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  float inverse[2];
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = rows.sum[half];
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    inverse[half] = __fdividef(1, sum);
  }
#pragma unroll
  for (int i = 0; i < S::depth / 2; ++i)
    o[i] *= inverse[i / 2 % 2];
  if (S::storesOverV)
    syncThreads(4, 128 * S::groups); // all have multiplied by it
  else if (threadIdx.x % 128 == 0)
    waitBulkRead<0>();
  if (!S::storesOverV)
    syncThreads(8 + group, 128);
  const uint32_t panels = plan.o(lastStage);
#pragma unroll
  for (int j = 0; j < S::depth / 16; ++j) {
    const uint32_t at =
        panels + j / 4 * S::panelQ + (64 * group + 16 * warp + lane % 16) * 128 + (j % 4 * 16 + lane / 16 * 8) * 2;
    storeMatrix(swizzle128(at), packBf16(o[8 * j], o[8 * j + 1]), packBf16(o[8 * j + 2], o[8 * j + 3]),
                packBf16(o[8 * j + 4], o[8 * j + 5]), packBf16(o[8 * j + 6], o[8 * j + 7]));
  }
  fenceProxyAsync();
  syncThreads(8 + group, 128);
  if (threadIdx.x % 128 == 0) {
    for (int panel = 0; panel < S::panels; ++panel)
      storeTile(arguments.o, panel * 64, row, head, panels + panel * S::panelQ + 64 * group * 128);
    commitBulk();
    if (S::storesOverV) {
      waitBulkRead<0>();
      arrive(plan.emptyV(lastStage));
    }
  }
}

/// The turn at the tensor cores goes round.
template <typename S> struct Turn {
  int group;
  __device__ void begin() const {
    if (group == S::groups - 1)
      arriveThreads(1, 256);
  }
  __device__ void wait() const { syncThreads(1 + group, 256); }
  __device__ void pass() const { arriveThreads(1 + (group + 1) % S::groups, 256); }
};

template <typename S> __device__ void consume(const Arguments &arguments, Plan<S> plan, int group) {
  const int thread = threadIdx.x % 128;
  const bool speaks = thread == 0;
  int turn = 0, done = 0;
  Turn<S> mine{group};
  mine.begin();
  for (Tiles<S> tiles{arguments}; tiles.have(); tiles.advance(), ++done) {
    const int first = tiles.tile() * S::tileQ + 64 * group, query = first + thread / 32 * 16 + thread % 32 / 4;
    Rows rows;
    uint32_t p[S::tileK / 4];
    float s[S::tileK / 2], o[S::depth / 2] = {};
    int j = tiles.countKeys() - 1;
    // Tiles that hide keys: the last one where it is not whole, or all that the diagonal goes through.
    const int firstHiding = S::isCausal ? tiles.tile() * S::tileQ / S::tileK : j;
    auto scores = [&](int stage) {
      waitBarrier(plan.fullK(stage), turn / S::stages & 1);
      mine.wait();
      fenceWgmma();
      issueScores<S>(plan, group, stage, s);
    };
    waitBarrier(plan.fullQ(), done & 1);
    scores(turn % S::stages);
    mine.pass();
    waitWgmma<0>();
    touch(s);
    if (speaks)
      arrive(plan.emptyK(turn % S::stages));
    if (speaks && j == 0)
      arrive(plan.emptyQ());
    hide<S>(arguments, j, query, s);
    weigh(arguments.scale, true, s, rows);
    pack(s, p);
    ++turn;
    auto step = [&](bool hides) {
      const int stage = turn % S::stages, before = (turn - 1) % S::stages;
      touch(s);
      touch(o);
      scores(stage);
      waitBarrier(plan.fullV(before), (turn - 1) / S::stages & 1);
      issueValues<S>(plan, before, p, o);
      mine.pass();
      waitWgmma<1>();
      touch(s);
      if (speaks)
        arrive(plan.emptyK(stage));
      if (speaks && j == 0)
        arrive(plan.emptyQ());
      if (hides)
        hide<S>(arguments, j, query, s);
      weigh(arguments.scale, hides, s, rows);
      waitWgmma<0>();
      touch(o);
      touch(s); // packing waits, too: the product reads `p`
      if (speaks)
        arrive(plan.emptyV(before));
      pack(s, p);
#pragma unroll
      for (int i = 0; i < S::depth / 2; ++i)
        o[i] *= rows.factor[i / 2 % 2];
      ++turn;
    };
    for (--j; S::isCausal && j >= firstHiding; --j)
      step(true);
    for (; j >= 0; --j)
      step(false);
    const int last = (turn - 1) % S::stages;
    waitBarrier(plan.fullV(last), (turn - 1) / S::stages & 1);
    touch(o);
    fenceWgmma();
    issueValues<S>(plan, last, p, o);
    waitWgmma<0>();
    touch(o);
    if (speaks && !S::storesOverV)
      arrive(plan.emptyV(last));
    leave<S>(arguments, plan, group, last, first, tiles.head(), rows, o);
  }
  if (speaks)
    waitBulk<0>();
}

template <typename S> __device__ void run(const Arguments &arguments) {
  Plan<S> plan{sharedAddress(sharedMemory)};
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (threadIdx.x == 0) {
    initBarrier(plan.fullQ(), 1);
    initBarrier(plan.emptyQ(), S::groups);
    for (int stage = 0; stage < S::stages; ++stage) {
      initBarrier(plan.fullK(stage), 1);
      initBarrier(plan.fullV(stage), 1);
      initBarrier(plan.emptyK(stage), S::groups);
      initBarrier(plan.emptyV(stage), S::groups);
    }
    fenceBarrierInit();
  }
  __syncthreads();
  if (warp < 4) {
    giveRegisters<S::groups == 3 ? 32 : 24>();
    if (warp == 0 && electOne())
      produce<S>(arguments, plan);
  } else {
    takeRegisters<S::groups == 3 ? 160 : 240>();
    consume<S>(arguments, plan, warp / 4 - 1);
  }
}

} // namespace

#define ATTENTION(name, depth, groups, keys, isCausal)                                                                 \
  extern "C" __global__ void __launch_bounds__(128 * (groups + 1), 1) name(                                            \
      const __grid_constant__ TensorMap q, const __grid_constant__ TensorMap k, const __grid_constant__ TensorMap v,   \
      const __grid_constant__ TensorMap o, int rows, int heads, float scale) {                                         \
    run<Shape<depth, groups, keys, isCausal>>(Arguments{q, k, v, o, rows, heads, scale});                              \
  }

ATTENTION(attention64, 64, 3, 128, false)
ATTENTION(attention64Causal, 64, 3, 128, true)
ATTENTION(attention128, 128, 2, 176, false)
ATTENTION(attention128Causal, 128, 2, 128, true)
