// SPDX-License-Identifier: Apache-2.0
// Control flow: lanes that go different ways, loops of different lengths, switches, recursion, calls through pointers and virtual
// functions, arrays in local memory, and lanes of one warp that wait for each other.
#include <cstdint>

__device__ int threadIndex() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void collatz(const uint32_t *starts, uint32_t *steps) {
  uint32_t n = starts[threadIndex()], count = 0;
  while (n > 1) {
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2;
    ++count;
  }
  steps[threadIndex()] = count;
}

/// Loops in loops with breaks, continues and a return in the middle.
extern "C" __global__ void nested(const int *values, int *out) {
  const int x = values[threadIndex()];
  int sum = 0;
  out[threadIndex()] = -1;
  for (int i = 0; i < 20; ++i) {
    if ((x + i) % 7 == 0)
      continue;
    for (int j = i; j < 20; ++j) {
      if ((x ^ j) % 11 == 0)
        break;
      if ((x & j) == 13)
        return;
      sum += (i + j) % 3 == 0 ? i * j : -1;
    }
    if (sum > 2000 + x)
      break;
  }
  out[threadIndex()] = sum;
}

extern "C" __global__ void dispatch(const uint32_t *codes, uint32_t *out, int length) {
  const uint32_t *code = codes + threadIndex() * length;
  uint32_t a = threadIndex(), b = 1;
  for (int i = 0; i < length; ++i)
    switch (code[i] % 12) {
    case 0: a += b; break;
    case 1: a ^= b << 3; break;
    case 2: b = a * 5; break;
    case 3: a = a >> 1 | a << 31; break;
    case 4: b -= a; break;
    case 5: a = __brev(a); // falls into the next
    case 6: b |= 1; break;
    case 7: a = a / (b | 1); b += 3; break;
    case 8: { const uint32_t t = a; a = b; b = t | 1; break; }
    case 9: a = __popc(a) * 0x9e3779b9u; break;
    case 10: b = min(a, b) + 1; break;
    default: a = ~a; b = b % 1000 + 1;
    }
  out[threadIndex()] = a ^ b;
}

/// The same by a branch through a table of labels.
extern "C" __global__ void indexedBranch(const uint32_t *values, uint32_t *out) {
  const uint32_t x = values[threadIndex()], index = x & 3;
  uint32_t y;
  asm volatile("{\n targets: .branchtargets L0, L1, L2, L3;\n brx.idx %1, targets;\n"
               "L0: add.u32 %0, %2, 100; bra DONE;\nL1: mul.lo.u32 %0, %2, 3; bra DONE;\nL2: not.b32 %0, %2; bra DONE;\nL3: mov.u32 %0, 7;\nDONE:\n}"
               : "=r"(y) : "r"(index), "r"(x));
  out[threadIndex()] = y;
}

__device__ __noinline__ uint32_t ackermann(uint32_t m, uint32_t n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
extern "C" __global__ void recursion(const uint32_t *values, uint32_t *out) {
  const uint32_t x = values[threadIndex()];
  out[threadIndex()] = ackermann(x % 3, x / 3 % 6);
}

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ __noinline__ int distance(int a, int b) { return a < b ? b - a : a - b; }
__device__ __noinline__ int mix(int a, int b) { return add(multiply(a, 31), distance(a, b)); }
__device__ int (*const functions[4])(int, int) = {add, multiply, distance, mix};

extern "C" __global__ void indirect(const int *a, const int *b, int *out) {
  const int i = threadIndex();
  int result = a[i];
  for (int k = 0; k < 4; ++k)
    result = functions[(a[i] + k * b[i]) & 3](result, b[i]);
  out[i] = result;
}

namespace {
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Circle : Shape {
  float radius;
  __device__ Circle(float radius) : radius(radius) {}
  __device__ float area() const override { return __fmul_rn(__fmul_rn(radius, radius), 3.0f); }
};
struct Box : Shape {
  float width, height;
  __device__ Box(float width, float height) : width(width), height(height) {}
  __device__ float area() const override { return __fmul_rn(width, height); }
  __device__ int corners() const override { return 4; }
};
} // namespace
__device__ __noinline__ float measure(const Shape &shape) { return __fadd_rn(shape.area(), float(shape.corners())); }

extern "C" __global__ void virtualCalls(const float *x, float *out) {
  const int i = threadIndex();
  const Circle circle(x[i]);
  const Box box(x[i], 2.0f);
  const Shape *shape = i % 3 == 0 ? static_cast<const Shape *>(&circle) : &box;
  out[i] = measure(*shape);
}

/// Every thread sorts an array of its own by quicksort with a stack of its own.
extern "C" __global__ void localSort(const int *values, int *out) {
  int items[24], stack[24], top = 0;
  for (int i = 0; i < 24; ++i)
    items[i] = values[threadIndex() * 24 + i];
  stack[top++] = 0;
  stack[top++] = 23;
  while (top > 0) {
    const int high = stack[--top], low = stack[--top];
    if (low >= high)
      continue;
    const int pivot = items[high];
    int middle = low;
    for (int i = low; i < high; ++i)
      if (items[i] < pivot) {
        const int t = items[i];
        items[i] = items[middle];
        items[middle++] = t;
      }
    items[high] = items[middle];
    items[middle] = pivot;
    const bool leftIsSmall = middle - low < high - middle; // the larger part first: the stack stays low
    stack[top++] = leftIsSmall ? middle + 1 : low;
    stack[top++] = leftIsSmall ? high : middle - 1;
    stack[top++] = leftIsSmall ? low : middle + 1;
    stack[top++] = leftIsSmall ? middle - 1 : high;
  }
  for (int i = 0; i < 24; ++i)
    out[threadIndex() * 24 + i] = items[i];
}

/// Every lane takes one lock, in turn: needs lanes of a warp to go on on their own.
extern "C" __global__ void lanesLock(int *lock, int *counter, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    *(volatile int *)counter = *(volatile int *)counter + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

/// Each lane waits for the lane before it, by a flag in memory.
extern "C" __global__ void chain(int *flags, int *order) {
  const int lane = threadIdx.x;
  volatile int *seen = flags;
  if (lane > 0)
    while (seen[lane - 1] == 0)
      ;
  __threadfence();
  order[lane] = lane == 0 ? 1 : ((volatile int *)order)[lane - 1] * 3 + lane;
  __threadfence();
  seen[lane] = 1;
}

/// Lanes that are left meet again, by masks.
extern "C" __global__ void meet(const int *values, int *out) {
  const int x = values[threadIndex()];
  out[threadIndex()] = 0;
  const unsigned all = __ballot_sync(0xffffffff, x % 3 != 0);
  if (x % 3 == 0)
    return;
  int sum = x;
  if (x % 2)
    sum *= 2;
  else
    sum += 100;
  __syncwarp(all);
  out[threadIndex()] = __reduce_add_sync(all, sum);
}

extern "C" __global__ void queens(uint32_t *out, int size) {
  // Each thread has the first queen's column; solutions are counted by backtracking over bit sets.
  uint32_t columns[16], left[16], right[16], open[16], count = 0;
  const uint32_t all = (1u << size) - 1, first = 1u << threadIdx.x % size;
  int row = 1;
  columns[1] = first, left[1] = first << 1, right[1] = first >> 1, open[1] = all & ~(columns[1] | left[1] | right[1]);
  while (row > 0) {
    if (open[row] == 0) {
      --row;
      continue;
    }
    const uint32_t bit = open[row] & (0 - open[row]);
    open[row] ^= bit;
    if (row + 1 == size) {
      ++count;
      continue;
    }
    columns[row + 1] = columns[row] | bit;
    left[row + 1] = (left[row] | bit) << 1;
    right[row + 1] = (right[row] | bit) >> 1;
    ++row;
    open[row] = all & ~(columns[row] | left[row] | right[row]);
  }
  out[threadIdx.x] = count;
}
