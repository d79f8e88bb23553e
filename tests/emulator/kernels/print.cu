// SPDX-License-Identifier: Apache-2.0
// What a kernel says: printf of every kind of argument, assertions that hold and one that does not, a trap.
#include <cassert>
#include <cstdio>

extern "C" __global__ void print(const float *x, const long long *y) {
  if (threadIdx.x == 3)
    printf("thread %d of block %u: %.3f, %lld, %c, 100%%, [%5d|%-5d|%05d], %x, %s\n", threadIdx.x, blockIdx.x, x[3], y[3], 'z', 42, 42, 42, 255u, "text");
  if (threadIdx.x < 2)
    printf("%g %e %p\n", double(x[threadIdx.x]), 1.5e300, (void *)0x10);
  printf(threadIdx.x == 0 ? "nothing to say\n" : "");
}

extern "C" __global__ void assertHolds(const int *values, int *out) {
  assert(values[threadIdx.x] >= 0);
  out[threadIdx.x] = values[threadIdx.x] + 1;
}

__device__ __forceinline__ void refuse(bool isWrong) {
  if (isWrong)
    __trap();
}
extern "C" __global__ void trapIf(const int *values, int *out) {
  refuse(values[threadIdx.x] < 0);
  out[threadIdx.x] = values[threadIdx.x];
}
