// SPDX-License-Identifier: Apache-2.0
// Integer instructions, one result each, row by row: out[thread * count + i]. The host's table in IntegerTest.cpp has the same order.
#include <cstdint>

#define R1(i, text) asm volatile(text " %0, %1;" : "=r"(o[i]) : "r"(a))
#define R2(i, text) asm volatile(text " %0, %1, %2;" : "=r"(o[i]) : "r"(a), "r"(b))
#define R3(i, text) asm volatile(text " %0, %1, %2, %3;" : "=r"(o[i]) : "r"(a), "r"(b), "r"(c))
#define L1(i, text) asm volatile(text " %0, %1;" : "=l"(o[i]) : "l"(a))
#define L2(i, text) asm volatile(text " %0, %1, %2;" : "=l"(o[i]) : "l"(a), "l"(b))
#define L3(i, text) asm volatile(text " %0, %1, %2, %3;" : "=l"(o[i]) : "l"(a), "l"(b), "l"(c))

template <int Count, typename T> __device__ void leave(T *out, const T (&o)[Count]) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < Count; ++i)
    out[thread * Count + i] = o[i];
}

#define INPUTS(T)                                                                                                                    \
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;                                                                          \
  const T a = as[thread], b = bs[thread], c = cs[thread]

extern "C" __global__ void arithmetic32(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  INPUTS(uint32_t);
  uint32_t o[32];
  R2(0, "add.s32"); R2(1, "sub.u32"); R2(2, "mul.lo.s32"); R2(3, "mul.hi.u32"); R2(4, "mul.hi.s32");
  R3(5, "mad.lo.u32"); R3(6, "mad.hi.u32"); R3(7, "mad.hi.s32"); R3(8, "mad.hi.sat.s32");
  R2(9, "mul24.lo.s32"); R2(10, "mul24.lo.u32"); R2(11, "mul24.hi.s32"); R2(12, "mul24.hi.u32"); R3(13, "mad24.lo.s32"); R3(14, "mad24.hi.u32");
  R2(15, "min.s32"); R2(16, "max.s32"); R2(17, "min.u32"); R2(18, "max.u32"); R1(19, "abs.s32"); R1(20, "neg.s32");
  R2(21, "add.sat.s32"); R2(22, "sub.sat.s32"); R3(23, "sad.u32"); R3(24, "sad.s32");
  R2(25, "min.relu.s32"); R2(26, "max.relu.s32");
  R3(27, "mad24.hi.sat.s32");
  asm volatile("{ .reg .u32 d; or.b32 d, %2, 1; div.u32 %0, %1, d; }" : "=r"(o[28]) : "r"(a), "r"(b));
  asm volatile("{ .reg .u32 d; or.b32 d, %2, 1; rem.u32 %0, %1, d; }" : "=r"(o[29]) : "r"(a), "r"(b));
  asm volatile("{ .reg .u32 d; or.b32 d, %2, 1; div.s32 %0, %1, d; }" : "=r"(o[30]) : "r"(a), "r"(b));
  asm volatile("{ .reg .u32 d; or.b32 d, %2, 1; rem.s32 %0, %1, d; }" : "=r"(o[31]) : "r"(a), "r"(b));
  leave(out, o);
}

extern "C" __global__ void arithmetic64(const uint64_t *as, const uint64_t *bs, const uint64_t *cs, uint64_t *out) {
  INPUTS(uint64_t);
  uint64_t o[18];
  L2(0, "add.s64"); L2(1, "sub.s64"); L2(2, "mul.lo.s64"); L2(3, "mul.hi.u64"); L2(4, "mul.hi.s64"); L3(5, "mad.lo.s64"); L3(6, "mad.hi.u64");
  L2(7, "min.s64"); L2(8, "max.u64"); L1(9, "abs.s64"); L1(10, "neg.s64");
  asm volatile("{ .reg .u64 d; or.b64 d, %2, 1; div.u64 %0, %1, d; }" : "=l"(o[11]) : "l"(a), "l"(b));
  asm volatile("{ .reg .u64 d; or.b64 d, %2, 1; rem.u64 %0, %1, d; }" : "=l"(o[12]) : "l"(a), "l"(b));
  asm volatile("{ .reg .u64 d; or.b64 d, %2, 1; div.s64 %0, %1, d; }" : "=l"(o[13]) : "l"(a), "l"(b));
  asm volatile("{ .reg .u64 d; or.b64 d, %2, 1; rem.s64 %0, %1, d; }" : "=l"(o[14]) : "l"(a), "l"(b));
  asm volatile("mul.wide.u32 %0, %1, %2;" : "=l"(o[15]) : "r"(uint32_t(a)), "r"(uint32_t(b)));
  asm volatile("mul.wide.s32 %0, %1, %2;" : "=l"(o[16]) : "r"(uint32_t(a)), "r"(uint32_t(b)));
  asm volatile("mad.wide.s32 %0, %1, %2, %3;" : "=l"(o[17]) : "r"(uint32_t(a)), "r"(uint32_t(b)), "l"(c));
  leave(out, o);
}

extern "C" __global__ void arithmetic16(const uint16_t *as, const uint16_t *bs, const uint16_t *cs, uint32_t *out) {
  INPUTS(uint16_t);
  uint32_t o[12];
  uint16_t h;
#define H2(i, text) asm volatile(text " %0, %1, %2;" : "=h"(h) : "h"(a), "h"(b)); o[i] = h
  H2(0, "add.s16"); H2(1, "sub.u16"); H2(2, "mul.lo.s16"); H2(3, "mul.hi.u16"); H2(4, "mul.hi.s16"); H2(5, "min.s16"); H2(6, "max.u16");
  asm volatile("mad.lo.s16 %0, %1, %2, %3;" : "=h"(h) : "h"(a), "h"(b), "h"(c)); o[7] = h;
  asm volatile("mul.wide.s16 %0, %1, %2;" : "=r"(o[8]) : "h"(a), "h"(b));
  asm volatile("mad.wide.u16 %0, %1, %2, %3;" : "=r"(o[9]) : "h"(a), "h"(b), "r"(0x10001u * c));
  asm volatile("min.s16x2 %0, %1, %2;" : "=r"(o[10]) : "r"(uint32_t(a) << 16 | b), "r"(uint32_t(b) << 16 | c));
  asm volatile("add.u16x2 %0, %1, %2;" : "=r"(o[11]) : "r"(uint32_t(a) << 16 | b), "r"(uint32_t(b) << 16 | c));
  leave(out, o);
}

extern "C" __global__ void bits32(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  INPUTS(uint32_t);
  const uint32_t n = c & 63;
  uint32_t o[37];
#define S2(i, text) asm volatile(text " %0, %1, %2;" : "=r"(o[i]) : "r"(a), "r"(n))
#define F3(i, text) asm volatile(text " %0, %1, %2, %3;" : "=r"(o[i]) : "r"(a), "r"(b), "r"(n))
  R2(0, "and.b32"); R2(1, "or.b32"); R2(2, "xor.b32"); R1(3, "not.b32"); R1(4, "cnot.b32");
  S2(5, "shl.b32"); S2(6, "shr.u32"); S2(7, "shr.s32"); F3(8, "shf.l.wrap.b32"); F3(9, "shf.l.clamp.b32"); F3(10, "shf.r.wrap.b32"); F3(11, "shf.r.clamp.b32");
  R1(12, "clz.b32"); R1(13, "popc.b32"); R1(14, "brev.b32"); R1(15, "bfind.u32"); R1(16, "bfind.s32"); R1(17, "bfind.shiftamt.u32"); R1(18, "bfind.shiftamt.s32");
  R3(19, "prmt.b32");
  asm volatile("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(o[20]) : "r"(a), "r"(b), "r"(c));
  asm volatile("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(o[21]) : "r"(a), "r"(b), "r"(c));
  asm volatile("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(o[22]) : "r"(a), "r"(b), "r"(c));
  asm volatile("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(o[23]) : "r"(a), "r"(b), "r"(c));
  asm volatile("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(o[24]) : "r"(a), "r"(b), "r"(c));
  asm volatile("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(o[25]) : "r"(a), "r"(b), "r"(c));
  asm volatile("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(o[26]) : "r"(a), "r"(b), "r"(c));
  asm volatile("lop3.b32 %0, %1, %2, %3, 0xe2;" : "=r"(o[27]) : "r"(a), "r"(b), "r"(c));
  asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(o[28]) : "r"(a), "r"(n), "r"(b & 63));
  asm volatile("bfe.s32 %0, %1, %2, %3;" : "=r"(o[29]) : "r"(a), "r"(n), "r"(b & 63));
  asm volatile("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(o[30]) : "r"(a), "r"(b), "r"(n), "r"(c >> 8 & 63));
  asm volatile("bmsk.clamp.b32 %0, %1, %2;" : "=r"(o[31]) : "r"(n), "r"(b & 63));
  asm volatile("bmsk.wrap.b32 %0, %1, %2;" : "=r"(o[32]) : "r"(n), "r"(b & 63));
  asm volatile("szext.clamp.s32 %0, %1, %2;" : "=r"(o[33]) : "r"(a), "r"(n));
  asm volatile("szext.wrap.u32 %0, %1, %2;" : "=r"(o[34]) : "r"(a), "r"(n));
  asm volatile("fns.b32 %0, %1, %2, %3;" : "=r"(o[35]) : "r"(a), "r"(c & 31), "r"(int(b % 9) - 4));
  o[36] = __ffs(a);
  leave(out, o);
}

extern "C" __global__ void bits64(const uint64_t *as, const uint64_t *bs, const uint64_t *cs, uint64_t *out) {
  INPUTS(uint64_t);
  const uint32_t n = c & 127, length = c >> 8 & 127;
  uint64_t o[15];
  uint32_t r;
  L2(0, "and.b64"); L2(1, "xor.b64"); L1(2, "not.b64"); L1(3, "brev.b64");
  asm volatile("shl.b64 %0, %1, %2;" : "=l"(o[4]) : "l"(a), "r"(n));
  asm volatile("shr.u64 %0, %1, %2;" : "=l"(o[5]) : "l"(a), "r"(n));
  asm volatile("shr.s64 %0, %1, %2;" : "=l"(o[6]) : "l"(a), "r"(n));
  asm volatile("clz.b64 %0, %1;" : "=r"(r) : "l"(a)); o[7] = r;
  asm volatile("popc.b64 %0, %1;" : "=r"(r) : "l"(a)); o[8] = r;
  asm volatile("bfind.u64 %0, %1;" : "=r"(r) : "l"(a)); o[9] = r;
  asm volatile("bfind.s64 %0, %1;" : "=r"(r) : "l"(a)); o[10] = r;
  asm volatile("bfe.u64 %0, %1, %2, %3;" : "=l"(o[11]) : "l"(a), "r"(n), "r"(length));
  asm volatile("bfe.s64 %0, %1, %2, %3;" : "=l"(o[12]) : "l"(a), "r"(n), "r"(length));
  asm volatile("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(o[13]) : "l"(a), "l"(b), "r"(n), "r"(length));
  o[14] = __ffsll(a);
  leave(out, o);
}

/// 128-bit numbers by carries: sum, difference, low half of the product plus the difference.
extern "C" __global__ void carry(const uint4 *as, const uint4 *bs, uint4 *out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const uint4 a = as[thread], b = bs[thread];
  uint4 sum, difference, product;
  asm volatile("add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10; addc.u32 %3, %7, %11;"
               : "=r"(sum.x), "=r"(sum.y), "=r"(sum.z), "=r"(sum.w) : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w));
  asm volatile("sub.cc.u32 %0, %4, %8; subc.cc.u32 %1, %5, %9; subc.cc.u32 %2, %6, %10; subc.u32 %3, %7, %11;"
               : "=r"(difference.x), "=r"(difference.y), "=r"(difference.z), "=r"(difference.w)
               : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w));
  product = difference;
  const uint32_t x[4] = {a.x, a.y, a.z, a.w}, y[4] = {b.x, b.y, b.z, b.w};
  asm volatile("{\n mad.lo.cc.u32 %0, %4, %8, %0;\n madc.hi.cc.u32 %1, %4, %8, %1;\n madc.lo.cc.u32 %2, %4, %10, %2;\n madc.hi.u32 %3, %4, %10, %3;\n"
               " mad.lo.cc.u32 %1, %4, %9, %1;\n madc.hi.cc.u32 %2, %4, %9, %2;\n madc.lo.u32 %3, %4, %11, %3;\n"
               " mad.lo.cc.u32 %1, %5, %8, %1;\n madc.hi.cc.u32 %2, %5, %8, %2;\n madc.lo.u32 %3, %5, %10, %3;\n"
               " mad.lo.cc.u32 %2, %5, %9, %2;\n madc.hi.u32 %3, %5, %9, %3;\n"
               " mad.lo.cc.u32 %2, %6, %8, %2;\n madc.hi.u32 %3, %6, %8, %3;\n"
               " mad.lo.u32 %3, %6, %9, %3;\n mad.lo.u32 %3, %7, %8, %3;\n}"
               : "+r"(product.x), "+r"(product.y), "+r"(product.z), "+r"(product.w)
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]));
  out[3 * thread] = sum;
  out[3 * thread + 1] = difference;
  out[3 * thread + 2] = product;
}

extern "C" __global__ void video(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  INPUTS(uint32_t);
  uint32_t o[20];
  o[0] = __dp4a(int(a), int(b), int(c));
  o[1] = __dp4a(a, b, c);
  R3(2, "dp4a.s32.u32"); R3(3, "dp2a.lo.s32.s32"); R3(4, "dp2a.hi.u32.u32");
  asm volatile("vadd.s32.s32.s32.sat %0, %1, %2;" : "=r"(o[5]) : "r"(a), "r"(b));
  asm volatile("vadd.s32.u32.s32.sat %0, %1.b1, %2.h0;" : "=r"(o[6]) : "r"(a), "r"(b));
  asm volatile("vsub.s32.s32.s32 %0, %1.b3, %2.b0;" : "=r"(o[7]) : "r"(a), "r"(b));
  asm volatile("vabsdiff.u32.u32.u32.add %0, %1.b2, %2.b2, %3;" : "=r"(o[8]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vmin.s32.s32.s32 %0, %1.h1, %2.h1;" : "=r"(o[9]) : "r"(a), "r"(b));
  asm volatile("vmax.u32.u32.u32.max %0, %1.b0, %2.b1, %3;" : "=r"(o[10]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vmad.s32.s32.s32 %0, %1.h0, %2.h1, %3;" : "=r"(o[11]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(o[12]) : "r"(a), "r"(b));
  asm volatile("vset.u32.u32.lt %0, %1.b1, %2.b1;" : "=r"(o[13]) : "r"(a), "r"(b));
  asm volatile("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(o[14]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vadd4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(o[15]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(o[16]) : "r"(a), "r"(b), "r"(c));
  asm volatile("vavrg2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(o[17]) : "r"(a), "r"(b), "r"(c));
  o[18] = __vmaxu4(a, b);
  o[19] = __vsubss2(a, b);
  leave(out, o);
}

extern "C" __global__ void selection(const uint32_t *as, const uint32_t *bs, const uint32_t *cs, uint32_t *out) {
  INPUTS(uint32_t);
  uint32_t o[14];
#define P2(i, text) asm volatile("{ .reg .pred p; " text " p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o[i]) : "r"(a), "r"(b))
  P2(0, "setp.eq.s32"); P2(1, "setp.lt.s32"); P2(2, "setp.lt.u32"); P2(3, "setp.hs.u32"); P2(4, "setp.ls.u32"); P2(5, "setp.ge.s32");
  asm volatile("{ .reg .pred p, q; setp.gt.s32 q, %3, 0; setp.ne.and.s32 p|q, %1, %2, q; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }"
               : "=r"(o[6]) : "r"(a), "r"(b), "r"(c));
  asm volatile("{ .reg .pred p, q; setp.gt.s32 q, %3, 0; setp.lo.xor.u32 p, %1, %2, !q; selp.u32 %0, %1, %2, p; }" : "=r"(o[7]) : "r"(a), "r"(b), "r"(c));
  R2(8, "set.lt.u32.s32"); R3(9, "slct.s32.s32");
  asm volatile("{ .reg .pred p, q, r; setp.lt.s32 p, %1, %2; setp.lt.s32 q, %2, %3; and.pred r, p, q; xor.pred p, p, q; or.pred q, r, !p; not.pred q, q; selp.u32 %0, 5, 9, q; }"
               : "=r"(o[10]) : "r"(a), "r"(b), "r"(c));
  asm volatile("{ .reg .f32 f; set.ge.f32.u32 f, %1, %2; mov.b32 %0, f; }" : "=r"(o[11]) : "r"(a), "r"(b));
  asm volatile("{ .reg .pred p; setp.eq.u16 p, %1, %2; selp.b32 %0, 3, 4, p; }" : "=r"(o[12]) : "h"(uint16_t(a)), "h"(uint16_t(b)));
  asm volatile("{ .reg .pred p; setp.lt.s64 p, %1, %2; selp.b32 %0, 3, 4, p; }" : "=r"(o[13]) : "l"(int64_t(uint64_t(a) << 32 | b)), "l"(int64_t(uint64_t(b) << 32 | c)));
  leave(out, o);
}
