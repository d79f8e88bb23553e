// SPDX-License-Identifier: Apache-2.0
// A warp's matrices: mma.sync for every type, ldmatrix, stmatrix and movmatrix, and CUDA's own wmma. Products are of one tile each;
// fragments are loaded byte by byte as the PTX manual lays them out.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace {

__device__ int lane() { return threadIdx.x; }

/// Register j of A: row lane/4 + 8 (j%2), four bytes of K at 16 (j/2) + 4 (lane%4). Rows are `pitch` bytes.
__device__ uint32_t rowOf(const uint8_t *a, int j, int pitch) {
  return *reinterpret_cast<const uint32_t *>(a + (lane() / 4 + j % 2 * 8) * pitch + j / 2 * 16 + lane() % 4 * 4);
}
/// Register j of B, of which a column is contiguous: column lane/4, four bytes of K at 16 j + 4 (lane%4).
__device__ uint32_t columnOf(const uint8_t *b, int j, int pitch) {
  return *reinterpret_cast<const uint32_t *>(b + lane() / 4 * pitch + j * 16 + lane() % 4 * 4);
}
template <typename T> __device__ void leave(T *out, const T (&d)[4]) {
  for (int i = 0; i < 4; ++i)
    out[(lane() / 4 + i / 2 * 8) * 8 + lane() % 4 * 2 + i % 2] = d[i];
}

} // namespace

// 32 bytes of K: A in four registers, B in two. Twice, so that the second one adds.
#define WIDE(name, T, c, instruction)                                                                                                                \
  extern "C" __global__ void name(const uint8_t *a, const uint8_t *b, const T *start, T *out) {                                                      \
    T d[4];                                                                                                                                          \
    for (int i = 0; i < 4; ++i)                                                                                                                      \
      d[i] = start[(lane() / 4 + i / 2 * 8) * 8 + lane() % 4 * 2 + i % 2];                                                                           \
    for (int repeat = 0; repeat < 2; ++repeat)                                                                                                       \
      asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3]) \
                   : "r"(rowOf(a, 0, 32)), "r"(rowOf(a, 1, 32)), "r"(rowOf(a, 2, 32)), "r"(rowOf(a, 3, 32)), "r"(columnOf(b, 0, 32)), "r"(columnOf(b, 1, 32)));        \
    leave(out, d);                                                                                                                                   \
  }
WIDE(f16, float, "f", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
WIDE(bf16, float, "f", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
WIDE(tf32, float, "f", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
WIDE(e4m3, float, "f", "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32")
WIDE(mixedFp8, float, "f", "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32")
WIDE(s8, int, "r", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32")
WIDE(mixedBytes, int, "r", "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32")
WIDE(bits, int, "r", "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc")

// 16 bytes of K: A in two registers, B in one.
#define NARROW(name, T, c, instruction)                                                                                                              \
  extern "C" __global__ void name(const uint8_t *a, const uint8_t *b, const T *start, T *out) {                                                      \
    T d[4];                                                                                                                                          \
    for (int i = 0; i < 4; ++i)                                                                                                                      \
      d[i] = start[(lane() / 4 + i / 2 * 8) * 8 + lane() % 4 * 2 + i % 2];                                                                           \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3])                \
                 : "r"(rowOf(a, 0, 16)), "r"(rowOf(a, 1, 16)), "r"(columnOf(b, 0, 16)));                                                             \
    leave(out, d);                                                                                                                                   \
  }
NARROW(f16Narrow, float, "f", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32")
NARROW(bf16Narrow, float, "f", "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32")
NARROW(tf32Narrow, float, "f", "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32")
NARROW(u8Narrow, int, "r", "mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32")

/// f16 accumulators: two elements a register.
extern "C" __global__ void f16ToF16(const uint8_t *a, const uint8_t *b, uint32_t *out) {
  uint32_t d[2] = {0, 0};
  for (int repeat = 0; repeat < 2; ++repeat)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};" : "+r"(d[0]), "+r"(d[1])
                 : "r"(rowOf(a, 0, 32)), "r"(rowOf(a, 1, 32)), "r"(rowOf(a, 2, 32)), "r"(rowOf(a, 3, 32)), "r"(columnOf(b, 0, 32)), "r"(columnOf(b, 1, 32)));
  out[lane() / 4 * 4 + lane() % 4] = d[0];
  out[(lane() / 4 + 8) * 4 + lane() % 4] = d[1];
}

/// Doubles: a row and a column of four, one element of each a lane.
extern "C" __global__ void f64(const double *a, const double *b, double *out) {
  double d[2] = {0, 0};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d[0]), "+d"(d[1]) : "d"(a[lane()]), "d"(b[lane()]));
  out[lane() / 4 * 8 + lane() % 4 * 2] = d[0];
  out[lane() / 4 * 8 + lane() % 4 * 2 + 1] = d[1];
}

/// Four 8 x 8 matrices through shared memory: plain, transposed, by stmatrix, by movmatrix.
extern "C" __global__ void moves(const uint16_t *in, uint16_t *out) {
  __shared__ __align__(16) uint16_t from[4 * 64], to[4 * 64];
  for (int i = lane(); i < 256; i += 32)
    from[i] = in[i];
  __syncwarp();
  const uint32_t source = __cvta_generic_to_shared(from), target = __cvta_generic_to_shared(to);
  uint32_t x[4], y[4], z[2], one, moved;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(source + lane() * 16) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]) : "r"(source + lane() * 16) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%0, %1}, [%2];" : "=r"(z[0]), "=r"(z[1]) : "r"(source + (lane() & 15) * 16) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(one) : "r"(source + (lane() & 7) * 16) : "memory");
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(x[1]));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(target + (31 - lane()) * 16), "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]) : "memory");
  __syncwarp();
  uint32_t *words = reinterpret_cast<uint32_t *>(out);
  for (int i = 0; i < 4; ++i) {
    words[i * 32 + lane()] = x[i];
    words[(4 + i) * 32 + lane()] = y[i];
    words[(12 + i) * 32 + lane()] = reinterpret_cast<uint32_t *>(to)[i * 32 + lane()];
  }
  words[8 * 32 + lane()] = z[0];
  words[9 * 32 + lane()] = z[1];
  words[10 * 32 + lane()] = one;
  words[11 * 32 + lane()] = moved;
}

using namespace nvcuda;

/// D = A B + 2 C by fragments whose layout is nobody's business; A by rows, B by columns.
extern "C" __global__ void wmmaF16(const __half *a, const __half *b, const float *c, float *out, int size) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::load_matrix_sync(sum, c, 16, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] *= 2;
  for (int k = 0; k < size; k += 16) {
    wmma::load_matrix_sync(fa, a + k, size);
    wmma::load_matrix_sync(fb, b + k, size);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

/// A by columns, B by rows, 32 x 8 x 16, through shared memory, stored by columns.
extern "C" __global__ void wmmaBytes(const signed char *a, const signed char *b, int *out) {
  __shared__ __align__(32) signed char sa[32 * 16], sb[16 * 16];
  for (int i = lane(); i < 32 * 16; i += 32)
    sa[i] = a[i];
  for (int i = lane(); i < 16 * 8; i += 32)
    sb[i / 8 * 16 + i % 8] = b[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> sum;
  wmma::load_matrix_sync(fa, sa, 32);
  wmma::load_matrix_sync(fb, sb, 16);
  wmma::fill_fragment(sum, 5);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(out, sum, 32, wmma::mem_col_major);
}
