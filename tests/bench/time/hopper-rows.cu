// SPDX-License-Identifier: Apache-2.0
// Softmax and norms of rows of bf16 in the usual structure of fast ones: a row stays in the registers of 32 to 128
// threads, which load it 16 bytes at a time before they do anything else; what all of them need is added up by shuffles
// and, where a row has several warps, by shared memory; and softmax reduces its maximum and its sum together. A block
// has 128 threads, and as many rows as these are enough for. How many threads a row has is QuACK's choice as far as it
// was remembered: its source was not looked at, and no published time is held against these.
#include <cstdint>

namespace {
constexpr int blockThreads = 128;
constexpr unsigned all = 0xffffffff;

__device__ __forceinline__ float low(uint32_t pair) { return __uint_as_float(pair << 16); }
__device__ __forceinline__ float high(uint32_t pair) { return __uint_as_float(pair & 0xffff0000); }
__device__ __forceinline__ uint32_t pack(float low, float high) {
  uint32_t pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
__device__ __forceinline__ float power(float x) { // of 2
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

struct Pair {
  float a, b;
};
/// A maximum, and a sum relative to it.
struct MaximumAndSum {
  __device__ static Pair join(Pair x, Pair y) {
    float most = fmaxf(x.a, y.a);
    return {most, x.b * power(x.a - most) + y.b * power(y.a - most)};
  }
};
struct Sums {
  __device__ static Pair join(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }
};

/// Of all threads of a row.
template <typename How, int Threads> __device__ __forceinline__ Pair reduce(Pair own) {
#pragma unroll
  for (int step = 1; step < 32; step *= 2)
    own = How::join(own, {__shfl_xor_sync(all, own.a, step), __shfl_xor_sync(all, own.b, step)});
  constexpr int warps = Threads / 32;
  if constexpr (warps > 1) {
    __shared__ Pair parts[blockThreads / 32];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
      parts[warp] = own;
    __syncthreads();
    own = parts[warp / warps * warps];
#pragma unroll
    for (int i = 1; i < warps; ++i)
      own = How::join(own, parts[warp / warps * warps + i]);
  }
  return own;
}

enum class Kind { softmax, layerNorm, rmsNorm };

template <Kind kind, int Threads, int Pieces>
__device__ __forceinline__ void doRows(uint4 *to, const uint4 *from, const uint4 *weight, const uint4 *bias) {
  constexpr int columns = Threads * Pieces * 8;
  size_t row = size_t(blockIdx.x) * (blockThreads / Threads) + threadIdx.x / Threads;
  int first = threadIdx.x % Threads;
  uint4 x[Pieces];
#pragma unroll
  for (int k = 0; k < Pieces; ++k)
    x[k] = from[row * (columns / 8) + k * Threads + first];
  auto forAll = [&](auto work) {
#pragma unroll
    for (int k = 0; k < Pieces; ++k) {
      work(x[k].x);
      work(x[k].y);
      work(x[k].z);
      work(x[k].w);
    }
  };
  constexpr float logE = 1.4426950408889634f, epsilon = 1e-5f;
  float scale = 1, shift = 0;
  if constexpr (kind == Kind::softmax) {
    Pair own{-__int_as_float(0x7f800000), 0};
    forAll([&](uint32_t pair) { own.a = fmaxf(own.a, fmaxf(low(pair), high(pair)) * logE); });
    forAll([&](uint32_t pair) { own.b += power(low(pair) * logE - own.a) + power(high(pair) * logE - own.a); });
    Pair whole = reduce<MaximumAndSum, Threads>(own);
    scale = 1 / whole.b;
    shift = whole.a;
  } else {
    Pair own{0, 0};
    forAll([&](uint32_t pair) {
      own.a += low(pair) + high(pair);
      own.b += low(pair) * low(pair) + high(pair) * high(pair);
    });
    Pair whole = reduce<Sums, Threads>(own);
    float mean = kind == Kind::layerNorm ? whole.a / columns : 0;
    scale = rsqrtf(whole.b / columns - mean * mean + epsilon);
    shift = -mean * scale;
  }
#pragma unroll
  for (int k = 0; k < Pieces; ++k) {
    uint4 w = kind == Kind::softmax ? uint4{} : weight[k * Threads + first];
    uint4 b = kind == Kind::layerNorm ? bias[k * Threads + first] : uint4{};
    auto finish = [&](uint32_t pair, uint32_t w, uint32_t b) {
      if constexpr (kind == Kind::softmax)
        return pack(power(low(pair) * logE - shift) * scale, power(high(pair) * logE - shift) * scale);
      float even = (low(pair) * scale + shift) * low(w), odd = (high(pair) * scale + shift) * high(w);
      return kind == Kind::layerNorm ? pack(even + low(b), odd + high(b)) : pack(even, odd);
    };
    to[row * (columns / 8) + k * Threads + first] =
        uint4{finish(x[k].x, w.x, b.x), finish(x[k].y, w.y, b.y), finish(x[k].z, w.z, b.z), finish(x[k].w, w.w, b.w)};
  }
}
} // namespace

#define ROWS(kind, columns, threads)                                                                                   \
  extern "C" __global__ void __launch_bounds__(blockThreads)                                                           \
      kind##columns(uint4 *to, const uint4 *from, const uint4 *weight, const uint4 *bias) {                            \
    doRows<Kind::kind, threads, columns / threads / 8>(to, from, weight, bias);                                        \
  }
#define ALL_ROWS(kind)                                                                                                 \
  ROWS(kind, 1024, 32)                                                                                                 \
  ROWS(kind, 4096, 64)                                                                                                 \
  ROWS(kind, 16384, 128)
ALL_ROWS(softmax)
ALL_ROWS(layerNorm)
ALL_ROWS(rmsNorm)
