// SPDX-License-Identifier: Apache-2.0
// One 64 x 32 tile of wgmma for every type of sm_90a, with operands in every layout of shared memory, or A in registers. The kernel
// puts bytes where the matrix descriptor's rules say; `swizzle` is the span in bytes (16: none), `step` which 32 bytes of a
// swizzled row are multiplied. Two instructions: D = A B, then D = D + A B.
#include "hopper.cuh"
#pragma nv_diag_suppress 549 // accumulators need no value: the first product does not read them

namespace {

constexpr int rows = 64, columns = 32;
struct Layout {
  int swizzle, step;
};

__device__ uint32_t swizzled(uint32_t address, int swizzle) { return address ^ ((address >> 7 & (swizzle / 16 - 1)) << 4); }

/// Rows of 32 bytes along K, eight rows to a group.
__device__ uint32_t placeRow(uint32_t base, int row, int byte, Layout layout) {
  if (layout.swizzle == 16)
    return base + row % 8 * 16 + row / 8 * 256 + byte / 16 * 128 + byte % 16;
  return swizzled(base + row % 8 * layout.swizzle + row / 8 * 8 * layout.swizzle + layout.step * 32 + byte, layout.swizzle);
}
/// Sixteen k's of 16-bit elements, each k a line along M or N: panels of the swizzle's width.
__device__ uint32_t placeColumn(uint32_t base, int row, int k, Layout layout) {
  const int byte = row * 2;
  if (layout.swizzle == 16)
    return base + byte % 16 + byte / 16 * 256 + k % 8 * 16 + k / 8 * 128;
  return swizzled(base + byte % layout.swizzle + byte / layout.swizzle * 16 * layout.swizzle + k % 8 * layout.swizzle + k / 8 * 8 * layout.swizzle, layout.swizzle);
}
__device__ uint64_t describe(uint32_t base, bool isTransposed, Layout layout) {
  const uint64_t code = layout.swizzle == 128 ? 1 : layout.swizzle == 64 ? 2 : layout.swizzle == 32 ? 3 : 0;
  uint32_t leading, stride;
  if (layout.swizzle == 16) {
    leading = 128, stride = 256;
  } else {
    leading = isTransposed ? 16 * layout.swizzle : 16, stride = 8 * layout.swizzle;
    base += isTransposed ? 0 : 32 * layout.step;
  }
  return code << 62 | uint64_t(stride >> 4) << 32 | uint64_t(leading >> 4) << 16 | (base & 0x3ffff) >> 4;
}

/// `count` rows of 32 bytes from global memory.
__device__ void load(uint32_t base, const uint8_t *from, int count, bool isTransposed, Layout layout) {
#pragma unroll 1
  for (int i = threadIdx.x; i < count * 16; i += 128) {
    const int row = i / 16, half = i % 16;
    const uint32_t at = isTransposed ? placeColumn(base, row, half, layout) : placeRow(base, row, half * 2, layout);
    const uint16_t value = *reinterpret_cast<const uint16_t *>(from + row * 32 + half * 2);
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(at), "h"(value) : "memory");
  }
}

struct Operands {
  uint64_t a, b;
  uint32_t registers[4];
};

__device__ Operands prepare(const uint8_t *a, const uint8_t *b, bool transA, bool transB, Layout layout) {
  __shared__ __align__(1024) uint8_t tileA[8192], tileB[8192];
  const uint32_t baseA = sharedAddress(tileA), baseB = sharedAddress(tileB);
  load(baseA, a, rows, transA, layout);
  load(baseB, b, columns, transB, layout);
  fenceProxyAsync();
  __syncthreads();
  Operands operands{describe(baseA, transA, layout), describe(baseB, transB, layout), {}};
  const int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
  for (int j = 0; j < 4; ++j)
    operands.registers[j] = *reinterpret_cast<const uint32_t *>(a + (row + j % 2 * 8) * 32 + j / 2 * 16 + lane % 4 * 4);
  fenceWgmma();
  return operands;
}

template <typename T, int Count> __device__ void leave(T *out, const T (&d)[Count]) {
  commitWgmma();
  waitWgmma<0>();
  const int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < Count; ++i)
    if (Count == 16) // 32-bit elements
      out[(row + i / 2 % 2 * 8) * columns + i / 4 * 8 + lane % 4 * 2 + i % 2] = d[i];
    else // two 16-bit elements a register
      out[(row + i % 2 * 8) * (columns / 2) + i / 2 * 4 + lane % 4] = d[i];
}

} // namespace

#define LIST16 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}"
#define LIST8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define EIGHT(c, i) c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3]), c(d[i + 4]), c(d[i + 5]), c(d[i + 6]), c(d[i + 7])
#define SIXTEEN(c) EIGHT(c, 0), EIGHT(c, 8)

#define SS(name, T, c, count, list, outputs, opA, opB, opP, shape, types, tail, transA, transB) \
  extern "C" __global__ void __launch_bounds__(128) name(const uint8_t *as, const uint8_t *bs, T *out, int swizzle, int step) { \
    const Operands x = prepare(as, bs, transA, transB, Layout{swizzle, step}); \
    T d[count]; \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, " opP ", 0;\n wgmma.mma_async.sync.aligned." shape "." types " " list ", " opA ", " opB ", p" tail \
                 ";\n}" : outputs : "l"(x.a), "l"(x.b), "r"(0)); \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, " opP ", 0;\n wgmma.mma_async.sync.aligned." shape "." types " " list ", " opA ", " opB ", p" tail \
                 ";\n}" : outputs : "l"(x.a), "l"(x.b), "r"(1)); \
    leave(out, d); \
  }
#define SS_F32(name, shape, types, tail, ta, tb) SS(name, float, "+f", 16, LIST16, SIXTEEN("+f"), "%16", "%17", "%18", shape, types, tail, ta, tb)
#define SS_S32(name, shape, types) SS(name, int, "+r", 16, LIST16, SIXTEEN("+r"), "%16", "%17", "%18", shape, types, "", false, false)
#define SS_F16(name, shape, types, tail) SS(name, uint32_t, "+r", 8, LIST8, EIGHT("+r", 0), "%8", "%9", "%10", shape, types, tail, false, false)

SS_F32(f16ToF32, "m64n32k16", "f32.f16.f16", ", 1, 1, 0, 0", false, false)
SS_F32(f16TransA, "m64n32k16", "f32.f16.f16", ", 1, 1, 1, 0", true, false)
SS_F32(f16TransB, "m64n32k16", "f32.f16.f16", ", 1, 1, 0, 1", false, true)
SS_F32(f16TransBoth, "m64n32k16", "f32.f16.f16", ", 1, -1, 1, 1", true, true)
SS_F16(f16ToF16, "m64n32k16", "f16.f16.f16", ", 1, 1, 0, 0")
SS_F32(bf16ToF32, "m64n32k16", "f32.bf16.bf16", ", -1, 1, 0, 0", false, false)
SS_F32(bf16TransB, "m64n32k16", "f32.bf16.bf16", ", 1, 1, 0, 1", false, true)
SS_F32(tf32ToF32, "m64n32k8", "f32.tf32.tf32", ", 1, 1", false, false)
SS_F32(e4m3ToF32, "m64n32k32", "f32.e4m3.e4m3", ", 1, 1", false, false)
SS_F32(e5m2ToF32, "m64n32k32", "f32.e5m2.e5m2", ", 1, 1", false, false)
SS_F32(mixedFp8, "m64n32k32", "f32.e4m3.e5m2", ", 1, -1", false, false)
SS_F16(e4m3ToF16, "m64n32k32", "f16.e4m3.e4m3", ", 1, 1")
SS_S32(s8ToS32, "m64n32k32", "s32.s8.s8")
SS_S32(u8ToS32, "m64n32k32", "s32.u8.u8")
SS_S32(mixedBytes, "m64n32k32.satfinite", "s32.s8.u8")
SS_S32(bitsToS32, "m64n32k256", "s32.b1.b1.and.popc")

#define RS(name, T, count, list, outputs, opA, opB, opP, shape, types, tail, transB) \
  extern "C" __global__ void __launch_bounds__(128) name(const uint8_t *as, const uint8_t *bs, T *out, int swizzle, int step) { \
    const Operands x = prepare(as, bs, false, transB, Layout{swizzle, step}); \
    T d[count]; \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, " opP ", 0;\n wgmma.mma_async.sync.aligned." shape "." types " " list ", " opA ", " opB ", p" tail \
                 ";\n}" : outputs : "r"(x.registers[0]), "r"(x.registers[1]), "r"(x.registers[2]), "r"(x.registers[3]), "l"(x.b), "r"(0)); \
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, " opP ", 0;\n wgmma.mma_async.sync.aligned." shape "." types " " list ", " opA ", " opB ", p" tail \
                 ";\n}" : outputs : "r"(x.registers[0]), "r"(x.registers[1]), "r"(x.registers[2]), "r"(x.registers[3]), "l"(x.b), "r"(1)); \
    leave(out, d); \
  }
#define RS_F32(name, shape, types, tail, transB) \
  RS(name, float, 16, LIST16, SIXTEEN("+f"), "{%16, %17, %18, %19}", "%20", "%21", shape, types, tail, transB)
RS_F32(f16Registers, "m64n32k16", "f32.f16.f16", ", 1, 1, 1", true)
RS_F32(tf32Registers, "m64n32k8", "f32.tf32.tf32", ", 1, 1", false)
RS_F32(e5m2Registers, "m64n32k32", "f32.e5m2.e4m3", ", 1, 1", false)
RS(s8Registers, int, 16, LIST16, SIXTEEN("+r"), "{%16, %17, %18, %19}", "%20", "%21", "m64n32k32", "s32.u8.s8", "", false)
