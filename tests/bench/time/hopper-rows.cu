// SPDX-License-Identifier: Apache-2.0
// Softmax and norms of rows of bf16 in QuACK's structure (Dao-AILab/quack, reduction_base.py, softmax.py and layernorm.py,
// read in November 2026; written anew): a block of 128 threads has as many rows as 32, 64 or 128 threads each are enough
// for; a row comes to shared memory by cp.async, 16 bytes a thread at a time, and from there to registers, where it
// stays; what all threads of a row need is added up by shuffles and, where these are several warps, by shared memory.
// Softmax reduces its maximum and its sum together and takes each exponential once. Layer norm adds up twice, the
// second time squares of what is left without the mean. Weights are asked for before the row is waited for. No published
// time of these sizes on an H100 was found: they are held against the copy of as many bytes.
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

/// Of the threads of a warp.
template <typename How> __device__ __forceinline__ Pair reduceWarp(Pair own) {
#pragma unroll
  for (int step = 1; step < 32; step *= 2)
    own = How::join(own, {__shfl_xor_sync(all, own.a, step), __shfl_xor_sync(all, own.b, step)});
  return own;
}

/// Of all threads of a row, from what each warp has.
template <typename How, int Threads> __device__ __forceinline__ Pair reduceRow(Pair own, Pair *parts) {
  constexpr int warps = Threads / 32;
  if constexpr (warps > 1) {
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

__device__ __forceinline__ void copy16(uint4 *to, const uint4 *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(uint32_t(__cvta_generic_to_shared(to))), "l"(from));
}

enum class Kind { softmax, layerNorm, rmsNorm };

template <Kind kind, int Threads, int Pieces>
__device__ __forceinline__ void doRows(uint4 *to, const uint4 *from, const uint4 *weight, const uint4 *bias) {
  constexpr int columns = Threads * Pieces * 8, rows = blockThreads / Threads;
  __shared__ uint4 held[rows * columns / 8];
  __shared__ Pair parts[2][blockThreads / 32];
  int local = threadIdx.x / Threads, first = threadIdx.x % Threads;
  size_t row = size_t(blockIdx.x) * rows + local;
#pragma unroll
  for (int k = 0; k < Pieces; ++k)
    copy16(&held[local * (columns / 8) + k * Threads + first], &from[row * (columns / 8) + k * Threads + first]);
  asm volatile("cp.async.commit_group;");
  uint4 w[Pieces], b[Pieces];
#pragma unroll
  for (int k = 0; k < Pieces; ++k) {
    w[k] = kind == Kind::softmax ? uint4{} : weight[k * Threads + first];
    b[k] = kind == Kind::layerNorm ? bias[k * Threads + first] : uint4{};
  }
  asm volatile("cp.async.wait_group 0;" ::: "memory");

  float x[Pieces * 8]; // what a thread copied it reads itself: no barrier
#pragma unroll
  for (int k = 0; k < Pieces; ++k) {
    uint4 piece = held[local * (columns / 8) + k * Threads + first];
    uint32_t words[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      x[k * 8 + 2 * i] = low(words[i]);
      x[k * 8 + 2 * i + 1] = high(words[i]);
    }
  }
  auto sumOf = [&](auto of) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < Pieces * 8; ++i)
      sum += of(x[i]);
    return sum;
  };

  constexpr float logE = 1.4426950408889634f, epsilon = 1e-5f;
  float scale = 1, shift = 0;
  if constexpr (kind == Kind::softmax) {
    float most = x[0];
#pragma unroll
    for (int i = 1; i < Pieces * 8; ++i)
      most = fmaxf(most, x[i]);
#pragma unroll
    for (int step = 1; step < 32; step *= 2)
      most = fmaxf(most, __shfl_xor_sync(all, most, step));
    most *= logE;
#pragma unroll
    for (int i = 0; i < Pieces * 8; ++i)
      x[i] = power(x[i] * logE - most);
    Pair own = reduceWarp<Sums>({sumOf([](float y) { return y; }), 0});
    Pair whole = reduceRow<MaximumAndSum, Threads>({most, own.a}, parts[0]);
    scale = power(most - whole.a) / whole.b;
  } else {
    float mean = 0;
    if constexpr (kind == Kind::layerNorm) {
      Pair own = reduceWarp<Sums>({sumOf([](float y) { return y; }), 0});
      mean = reduceRow<Sums, Threads>(own, parts[0]).a / columns;
    }
    Pair own = reduceWarp<Sums>({sumOf([mean](float y) { return (y - mean) * (y - mean); }), 0});
    scale = rsqrtf(reduceRow<Sums, Threads>(own, parts[1]).a / columns + epsilon);
    shift = -mean * scale;
  }

#pragma unroll
  for (int k = 0; k < Pieces; ++k) {
    auto finish = [&](int i, uint32_t w, uint32_t b) {
      float even = x[k * 8 + i] * scale + shift, odd = x[k * 8 + i + 1] * scale + shift;
      if constexpr (kind != Kind::softmax) {
        even *= low(w);
        odd *= high(w);
      }
      return kind == Kind::layerNorm ? pack(even + low(b), odd + high(b)) : pack(even, odd);
    };
    to[row * (columns / 8) + k * Threads + first] = uint4{finish(0, w[k].x, b[k].x), finish(2, w[k].y, b[k].y),
                                                          finish(4, w[k].z, b[k].z), finish(6, w[k].w, b[k].w)};
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
