// SPDX-License-Identifier: Apache-2.0
// Whole little programs, as they are found in applications: hashes, generators, softmax, normalization, matrices in rows, Fourier
// transforms, words, life, bodies.
#include <cstdint>
#include <math_constants.h>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void sha256(const uint32_t *blocks, uint32_t *digests) {
  static const __constant__ uint32_t k[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
      0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
      0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
      0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
      0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8];
  auto turn = [](uint32_t x, int n) { return __funnelshift_r(x, x, n); };
  for (int i = 0; i < 16; ++i)
    w[i] = blocks[threadIndex() * 16 + i];
  for (int i = 16; i < 64; ++i)
    w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
  for (int i = 0; i < 8; ++i)
    s[i] = h[i];
#pragma unroll 4
  for (int i = 0; i < 64; ++i) {
    const uint32_t t = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
    const uint32_t u = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; --j)
      s[j] = s[j - 1];
    s[4] += t;
    s[0] = t + u;
  }
  for (int i = 0; i < 8; ++i)
    digests[threadIndex() * 8 + i] = h[i] + s[i];
}

/// Philox 4x32-10, and its numbers as floats in (0, 1].
extern "C" __global__ void philox(uint32_t seed, uint4 *out, float *reals) {
  uint32_t c[4] = {uint32_t(threadIndex()), 0, 0, 0}, key[2] = {seed, ~seed};
  for (int round = 0; round < 10; ++round) {
    const uint32_t high0 = __umulhi(0xd2511f53, c[0]), low0 = 0xd2511f53 * c[0], high1 = __umulhi(0xcd9e8d57, c[2]), low1 = 0xcd9e8d57 * c[2];
    c[0] = high1 ^ c[1] ^ key[0], c[1] = low1, c[2] = high0 ^ c[3] ^ key[1], c[3] = low0;
    key[0] += 0x9e3779b9, key[1] += 0xbb67ae85;
  }
  out[threadIndex()] = make_uint4(c[0], c[1], c[2], c[3]);
  reals[threadIndex()] = __fmaf_rn(__uint2float_rn(c[0]), 0x1p-32f, 0x1p-33f);
}

extern "C" __global__ void softmax(const float *in, float *out, int width) {
  __shared__ float partial[4];
  const float *row = in + blockIdx.x * width;
  auto reduceAll = [&](float x, auto combine) {
    for (int distance = 16; distance > 0; distance /= 2)
      x = combine(x, __shfl_xor_sync(~0u, x, distance));
    if (threadIdx.x % 32 == 0)
      partial[threadIdx.x / 32] = x;
    __syncthreads();
    x = combine(combine(partial[0], partial[1]), combine(partial[2], partial[3]));
    __syncthreads();
    return x;
  };
  float largest = -CUDART_INF_F, sum = 0;
  for (int i = threadIdx.x; i < width; i += 128)
    largest = fmaxf(largest, row[i]);
  largest = reduceAll(largest, [](float a, float b) { return fmaxf(a, b); });
  for (int i = threadIdx.x; i < width; i += 128)
    sum += __expf(row[i] - largest);
  sum = reduceAll(sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < width; i += 128)
    out[blockIdx.x * width + i] = __fdividef(__expf(row[i] - largest), sum);
}

/// One warp a row, numbers in registers.
extern "C" __global__ void layerNorm(const float4 *in, const float4 *weight, float4 *out) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  const float4 x = in[row * 32 + lane], w = weight[lane];
  float sum = x.x + x.y + x.z + x.w, squares = x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
  for (int distance = 1; distance < 32; distance *= 2) {
    sum += __shfl_xor_sync(~0u, sum, distance);
    squares += __shfl_xor_sync(~0u, squares, distance);
  }
  const float mean = sum / 128, scale = rsqrtf(squares / 128 - mean * mean + 1e-5f);
  out[row * 32 + lane] = make_float4((x.x - mean) * scale * w.x, (x.y - mean) * scale * w.y, (x.z - mean) * scale * w.z, (x.w - mean) * scale * w.w);
}

/// Rows of a sparse matrix, one warp each, sums in a fixed order.
extern "C" __global__ void sparse(const int *starts, const int *columns, const double *values, const double *x, double *y, int rows) {
  const int row = threadIndex() / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  double sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32)
    sum = __fma_rn(values[i], x[columns[i]], sum);
  for (int distance = 16; distance > 0; distance /= 2)
    sum = __dadd_rn(sum, __shfl_down_sync(~0u, sum, distance));
  if (lane == 0)
    y[row] = sum;
}

/// A Fourier transform of 64 complex numbers in shared memory, one CTA each; twiddles from sincospi.
extern "C" __global__ void fourier(const double2 *in, double2 *out) {
  __shared__ double2 data[64];
  const int i = threadIdx.x; // 32 of them
  data[__brev(i) >> 26] = in[blockIdx.x * 64 + i];
  data[__brev(i + 32) >> 26] = in[blockIdx.x * 64 + i + 32];
  for (int half = 1; half < 64; half *= 2) {
    __syncthreads();
    const int low = i / half * 2 * half + i % half, high = low + half;
    double sine, cosine;
    sincospi(-double(i % half) / half, &sine, &cosine);
    const double2 a = data[low], b = data[high];
    const double2 t = make_double2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    data[low] = make_double2(a.x + t.x, a.y + t.y);
    data[high] = make_double2(a.x - t.x, a.y - t.y);
  }
  __syncthreads();
  out[blockIdx.x * 64 + i] = data[i];
  out[blockIdx.x * 64 + i + 32] = data[i + 32];
}

/// Where words begin and how long they are: 64-bit votes of two warps' ballots.
extern "C" __global__ void words(const char *text, int *lengths, int *count) {
  __shared__ uint32_t letters[4];
  const char c = text[threadIdx.x];
  const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const uint32_t ballot = __ballot_sync(~0u, isLetter);
  if (threadIdx.x % 32 == 0)
    letters[threadIdx.x / 32] = ballot;
  __syncthreads();
  auto isLetterAt = [&](int i) { return i >= 0 && i < 128 && (letters[i / 32] >> i % 32 & 1); };
  const bool begins = isLetter && !isLetterAt(threadIdx.x - 1);
  int length = 0;
  if (begins)
    while (isLetterAt(threadIdx.x + length))
      ++length;
  lengths[threadIdx.x] = length;
  const int total = __syncthreads_count(begins);
  if (threadIdx.x == 0)
    *count = total;
}

/// Life on bits: each thread has 32 cells of a row; the rows are a torus.
extern "C" __global__ void life(const uint32_t *in, uint32_t *out, int rows, int steps) {
  __shared__ uint32_t world[2][64];
  const int y = threadIdx.x;
  world[0][y] = in[y];
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    const uint32_t *now = world[step % 2];
    uint32_t ones = 0, twos = 0, fours = 0;
    auto count = [&](uint32_t x) {
      const uint32_t carry = ones & x, over = twos & carry;
      ones ^= x;
      twos ^= carry;
      fours |= over;
    };
    for (int d = -1; d <= 1; ++d) {
      const uint32_t row = now[(y + d + rows) % rows];
      count(__funnelshift_l(row, row, 1));
      count(__funnelshift_r(row, row, 1));
      if (d != 0)
        count(row);
    }
    world[(step + 1) % 2][y] = twos & ~fours & (ones | now[y]);
  }
  __syncthreads();
  out[y] = world[steps % 2][y];
}

/// Forces of bodies on each other, tile by tile through shared memory.
extern "C" __global__ void bodies(const float4 *positions, float4 *forces, int count) {
  __shared__ float4 tile[64];
  const float4 me = positions[threadIndex()];
  float3 force = make_float3(0, 0, 0);
  for (int base = 0; base < count; base += 64) {
    tile[threadIdx.x] = positions[base + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < 64; ++i) {
      const float x = tile[i].x - me.x, y = tile[i].y - me.y, z = tile[i].z - me.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + 0.01f), scale = tile[i].w * inverse * inverse * inverse;
      force.x += x * scale, force.y += y * scale, force.z += z * scale;
    }
    __syncthreads();
  }
  forces[threadIndex()] = make_float4(force.x, force.y, force.z, 0);
}

extern "C" __global__ void mandelbrot(int *out, int width, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const double a = -2 + x * (3.0 / width), b = -1.5 + y * (3.0 / width);
  double u = 0, v = 0;
  int i = 0;
  for (; i < limit && __dadd_rn(__dmul_rn(u, u), __dmul_rn(v, v)) <= 4; ++i) {
    const double next = __dadd_rn(__dsub_rn(__dmul_rn(u, u), __dmul_rn(v, v)), a);
    v = __fma_rn(2 * u, v, b);
    u = next;
  }
  out[y * width + x] = i;
}

/// A kernel that waits for the one before it and lets the next one start; nothing changes when launches are in turn.
extern "C" __global__ void __maxnreg__(64) dependent(const int *in, int *out) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (threadIdx.x % 32 == 0)
    asm volatile("nanosleep.u32 200;");
  const int x = in[threadIndex()];
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  asm volatile("pmevent 3;");
  out[threadIndex()] = x * x;
}
