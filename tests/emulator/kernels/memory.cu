// SPDX-License-Identifier: Apache-2.0
// Ways to memory: constants, module variables with initial values, vectors, cache operators, volatile, generic addresses,
// structures as parameters, bytes, local memory through pointers.
#include <cstdint>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

__constant__ float weights[8] = {0.5f, -1.25f, 2, 3.5f, -4, 5, 6.0625f, -7};
__constant__ int64_t offsets[3] = {1ll << 40, -5, 77};
__device__ uint32_t table[16] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
__device__ const char text[] = "warp of threads";
__device__ uint32_t counters[4];
__device__ uint32_t *pointers[2] = {table, table + 5};

extern "C" __global__ void constants(const int *index, float *out, int64_t *wide) {
  const int i = index[threadIndex()];
  out[threadIndex()] = __fadd_rn(weights[i & 7], weights[3]);
  wide[threadIndex()] = offsets[i % 3] + offsets[2];
}

extern "C" __global__ void variables(uint32_t *out) {
  const int i = threadIdx.x;
  atomicAdd(&counters[i & 3], i);
  __syncthreads();
  out[i] = counters[i & 3] * 1000 + table[i & 15] + pointers[1][i % 7] + uint32_t(text[i % 15]);
}

extern "C" __global__ void vectors(const float4 *a, const int2 *b, const ulonglong2 *c, const uchar4 *d, float4 *oa, int2 *ob, ulonglong2 *oc, uchar4 *od) {
  const int i = threadIndex();
  const float4 x = a[i];
  oa[i] = make_float4(x.w, x.z, x.y, x.x);
  const int2 y = b[i];
  ob[i] = make_int2(y.y - y.x, y.x);
  const ulonglong2 z = c[i];
  oc[i] = make_ulonglong2(z.x ^ z.y, z.y + 1);
  const uchar4 w = d[i];
  od[i] = make_uchar4(w.x + w.y, w.y - w.z, w.z * w.w, w.w);
}

#ifndef __clang__ // which has no functions for them
extern "C" __global__ void cacheOperators(const uint32_t *in, uint32_t *out) {
  const int i = threadIndex();
  uint32_t o[8];
  o[0] = __ldg(in + i); o[1] = __ldcg(in + i) + 1; o[2] = __ldca(in + i) + 2; o[3] = __ldcs(in + i) + 3; o[4] = __ldlu(in + i) + 4; o[5] = __ldcv(in + i) + 5;
  asm volatile("ld.global.L1::no_allocate.L2::128B.u32 %0, [%1];" : "=r"(o[6]) : "l"(in + i));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i));
  asm volatile("{ .reg .b64 p; createpolicy.fractional.L2::evict_last.b64 p, 1.0; ld.global.L2::cache_hint.u32 %0, [%1], p; }" : "=r"(o[7]) : "l"(in + i));
  __stwt(out + i * 8, o[0]); __stcg(out + i * 8 + 1, o[1]); __stcs(out + i * 8 + 2, o[2]); __stwb(out + i * 8 + 3, o[3]);
  for (int k = 4; k < 8; ++k)
    out[i * 8 + k] = o[k];
}
#endif

struct Big {
  uint8_t tag;
  int16_t small[3];
  double values[4];
  struct {
    uint32_t a : 5, b : 11, c : 16;
  } bits;
  const uint32_t *from;
};

extern "C" __global__ void structures(Big big, uint32_t *out) {
  const int i = threadIndex();
  big.values[i & 3] += i; // indexed: a copy in local memory
  out[i] = big.tag + big.small[i % 3] + uint32_t(big.values[(i + 1) & 3]) + uint32_t(big.values[i & 3]) + big.bits.b + big.bits.c + big.from[i];
}

/// The same function on pointers to every space.
__device__ __noinline__ uint32_t sum(const volatile uint32_t *from, int count) {
  uint32_t total = 0;
  for (int i = 0; i < count; ++i)
    total = total * 31 + from[i];
  return total;
}
extern "C" __global__ void generic(const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t shared[40];
  uint32_t local[40];
  const int i = threadIdx.x;
  for (int k = 0; k < 40; ++k)
    local[k] = in[(k + i) % 40] + k;
  if (i < 40)
    shared[i] = in[i] * 7;
  __syncthreads();
  const uint32_t *where = i % 4 == 0 ? in : i % 4 == 1 ? shared : i % 4 == 2 ? local : table;
  const uint32_t kind = __isGlobal(where) + 2 * __isShared(where) + 4 * __isLocal(where);
  out[i] = sum(where, i % 4 == 3 ? 16 : 40) * 8 + kind;
}

/// Signed and unsigned bytes and halves, unaligned 32-bit words put together from bytes.
extern "C" __global__ void narrow(const uint8_t *in, int *out) {
  const int i = threadIndex();
  const uint8_t *at = in + i * 5;
  const uint32_t word = at[0] | at[1] << 8 | at[2] << 16 | uint32_t(at[3]) << 24;
  const int8_t a = int8_t(at[0]), b = int8_t(at[4]);
  const int16_t half = reinterpret_cast<const int16_t *>(in)[i];
  out[i] = int(word >> 3) + a * b + (half >> 2) + int(uint8_t(a + b)) + (int8_t(half) << 1);
}

/// memcpy and memset of local and global memory, a loop over volatile.
extern "C" __global__ void copies(const unsigned char *in, unsigned char *out, int count) {
  unsigned char buffer[32];
  memset(buffer, 0x5a, count);
  memcpy(buffer + threadIdx.x % 4, in + threadIdx.x * 8, 8);
  volatile unsigned char *v = buffer;
  for (int k = 0; k < count; ++k)
    out[threadIdx.x * count + k] = v[count - 1 - k];
}
