// SPDX-License-Identifier: Apache-2.0
// arch: sm_80
// C (m x n, f32) = A (m x k) B^T (n x k), f16 or bf16, as Ampere wants it: every thread copies its share of a ring of three
// stages by cp.async, 16 bytes a time and zeros outside; four warps read fragments by ldmatrix and multiply 32 x 32 each by mma.sync.
// Any m and n; k is a multiple of 8.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern __shared__ __align__(128) unsigned char sharedMemory[];

namespace {

constexpr int tile = 64, tileK = 32, stageCount = 3, threadCount = 128;
constexpr uint32_t rowBytes = tileK * 2, operandBytes = tile * rowBytes, stageBytes = 2 * operandBytes;

template <typename T> struct Problem {
  const T *a, *b;
  float *c;
  int m, n, k;
};

/// Rows of 64 bytes, four chunks of 16: two rows make the 128 bytes that banks span, and the chunk is mixed with both.
__device__ uint32_t place(uint32_t operand, int row, int chunk) { return operand + row * rowBytes + ((chunk ^ (row >> 1 & 3)) << 4); }

__device__ void copy16(uint32_t target, const void *source, bool isInside) {
  const int bytes = isInside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(__cvta_generic_to_global(source)), "r"(bytes) : "memory");
}

template <typename T> __device__ void loadOperand(uint32_t operand, const T *source, int firstRow, int rows, int firstColumn, int columns) {
#pragma unroll
  for (int i = 0; i < tile * 4 / threadCount; ++i) {
    const int index = threadIdx.x + i * threadCount, row = index / 4, chunk = index % 4;
    const int r = firstRow + row, c = firstColumn + chunk * 8;
    const bool isInside = r < rows && c < columns;
    copy16(place(operand, row, chunk), isInside ? source + size_t(r) * columns + c : source, isInside);
  }
}

template <typename T> __device__ void loadStage(const Problem<T> &problem, uint32_t base, int step) {
  const uint32_t stage = base + step % stageCount * stageBytes;
  if (step * tileK < problem.k) {
    loadOperand(stage, problem.a, blockIdx.y * tile, problem.m, step * tileK, problem.k);
    loadOperand(stage + operandBytes, problem.b, blockIdx.x * tile, problem.n, step * tileK, problem.k);
  }
  asm volatile("cp.async.commit_group;" ::: "memory"); // also when there is nothing: groups are counted
}

__device__ void loadMatrix(uint32_t (&d)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(address) : "memory");
}

#define MMA(type)                                                                                                              \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"      \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
__device__ void mma(float (&d)[4], const uint32_t *a, const uint32_t *b, __half) { MMA("f16"); }
__device__ void mma(float (&d)[4], const uint32_t *a, const uint32_t *b, __nv_bfloat16) { MMA("bf16"); }

/// 32 x 32 of the warp, 16 of k at a time.
template <typename T> __device__ void multiplyStage(uint32_t stage, int row, int column, float (&d)[2][4][4]) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    uint32_t a[2][4], b[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      loadMatrix(a[i], place(stage, row + 16 * i + lane % 16, 2 * k + lane / 16));
      loadMatrix(b[i], place(stage + operandBytes, column + 16 * i + lane / 16 * 8 + lane % 8, 2 * k + lane / 8 % 2));
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        mma(d[i][j], a[i], b[j / 2] + j % 2 * 2, T());
  }
}

template <typename T> __device__ void store(const Problem<T> &problem, int row, int column, const float (&d)[2][4][4]) {
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 4; ++e) {
        const int r = row + 16 * i + lane / 4 + e / 2 * 8, c = column + 8 * j + lane % 4 * 2 + e % 2;
        if (r < problem.m && c < problem.n)
          problem.c[size_t(r) * problem.n + c] = d[i][j][e];
      }
}

template <typename T> __device__ void run(const Problem<T> &problem) {
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(sharedMemory));
  const int warp = threadIdx.x / 32, row = warp / 2 * 32, column = warp % 2 * 32, steps = (problem.k + tileK - 1) / tileK;
  float d[2][4][4] = {};
  for (int step = 0; step < stageCount - 1; ++step)
    loadStage(problem, base, step);
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group %0;" ::"n"(stageCount - 2) : "memory");
    __syncthreads(); // everybody's copies are here, and everybody has left the stage that is filled now
    loadStage(problem, base, step + stageCount - 1);
    multiplyStage<T>(base + step % stageCount * stageBytes, row, column, d);
  }
  store(problem, blockIdx.y * tile + row, blockIdx.x * tile + column, d);
}

} // namespace

extern "C" __global__ void __launch_bounds__(128) gemmF16(const __half *a, const __half *b, float *c, int m, int n, int k) {
  run(Problem<__half>{a, b, c, m, n, k});
}

extern "C" __global__ void __launch_bounds__(128) gemmBf16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int m, int n, int k) {
  run(Problem<__nv_bfloat16>{a, b, c, m, n, k});
}
