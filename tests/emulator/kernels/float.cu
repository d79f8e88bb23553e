// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions whose results IEEE 754 and the PTX manual define bit for bit: roundings, fused multiply-add, minima,
// saturation, flushing of subnormals, comparisons. out[thread * count + i]; the host's table in FloatTest.cpp has the same order.
#include <cstdint>

template <int Count, typename T> __device__ void leave(T *out, const T (&o)[Count]) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < Count; ++i)
    out[thread * Count + i] = o[i];
}

#define INPUTS(T)                                                                                                                    \
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;                                                                          \
  const T a = as[thread], b = bs[thread], c = cs[thread]
#define F1(i, text) asm volatile(text " %0, %1;" : "=f"(o[i]) : "f"(a))
#define F2(i, text) asm volatile(text " %0, %1, %2;" : "=f"(o[i]) : "f"(a), "f"(b))
#define F3(i, text) asm volatile(text " %0, %1, %2, %3;" : "=f"(o[i]) : "f"(a), "f"(b), "f"(c))
#define D1(i, text) asm volatile(text " %0, %1;" : "=d"(o[i]) : "d"(a))
#define D2(i, text) asm volatile(text " %0, %1, %2;" : "=d"(o[i]) : "d"(a), "d"(b))
#define D3(i, text) asm volatile(text " %0, %1, %2, %3;" : "=d"(o[i]) : "d"(a), "d"(b), "d"(c))

extern "C" __global__ void float32(const float *as, const float *bs, const float *cs, float *out) {
  INPUTS(float);
  float o[46];
  F2(0, "add.rn.f32"); F2(1, "add.rz.f32"); F2(2, "add.rm.f32"); F2(3, "add.rp.f32"); F2(4, "sub.rn.f32"); F2(5, "sub.rz.f32");
  F2(6, "mul.rn.f32"); F2(7, "mul.rz.f32"); F2(8, "mul.rm.f32"); F2(9, "mul.rp.f32");
  F3(10, "fma.rn.f32"); F3(11, "fma.rz.f32"); F3(12, "fma.rm.f32"); F3(13, "fma.rp.f32");
  F2(14, "div.rn.f32"); F2(15, "div.rz.f32"); F2(16, "div.rm.f32"); F2(17, "div.rp.f32");
  F1(18, "rcp.rn.f32"); F1(19, "rcp.rz.f32"); F1(20, "rcp.rm.f32"); F1(21, "rcp.rp.f32");
  F1(22, "sqrt.rn.f32"); F1(23, "sqrt.rz.f32"); F1(24, "sqrt.rm.f32"); F1(25, "sqrt.rp.f32");
  F2(26, "min.f32"); F2(27, "max.f32"); F2(28, "min.NaN.f32"); F2(29, "max.NaN.f32"); F2(30, "min.xorsign.abs.f32"); F2(31, "max.NaN.xorsign.abs.f32");
  F1(32, "abs.f32"); F1(33, "neg.f32"); F2(34, "copysign.f32");
  F2(35, "add.sat.f32"); F3(36, "fma.rn.sat.f32"); F2(37, "mul.rz.sat.f32");
  F2(38, "add.ftz.f32"); F2(39, "mul.ftz.f32"); F3(40, "fma.rn.ftz.f32"); F2(41, "min.ftz.f32"); F2(42, "div.rn.ftz.f32"); F1(43, "sqrt.rn.ftz.f32");
  F1(44, "abs.ftz.f32"); F2(45, "sub.ftz.sat.f32");
  leave(out, o);
}

extern "C" __global__ void float64(const double *as, const double *bs, const double *cs, double *out) {
  INPUTS(double);
  double o[23];
  D2(0, "add.rn.f64"); D2(1, "add.rz.f64"); D2(2, "sub.rm.f64"); D2(3, "add.rp.f64"); D2(4, "mul.rn.f64"); D2(5, "mul.rz.f64"); D2(6, "mul.rp.f64");
  D3(7, "fma.rn.f64"); D3(8, "fma.rz.f64"); D3(9, "fma.rm.f64"); D3(10, "fma.rp.f64");
  D2(11, "div.rn.f64"); D2(12, "div.rz.f64"); D2(13, "div.rp.f64"); D1(14, "rcp.rn.f64"); D1(15, "rcp.rm.f64"); D1(16, "sqrt.rn.f64"); D1(17, "sqrt.rz.f64");
  D2(18, "min.f64"); D2(19, "max.f64"); D1(20, "abs.f64"); D1(21, "neg.f64"); D2(22, "copysign.f64");
  leave(out, o);
}

#define COMPARE(i, text) asm volatile("{ .reg .pred p; " text " p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(bit) : "f"(a), "f"(b)); mask |= bit << i
#define COMPARE64(i, text) asm volatile("{ .reg .pred p; " text " p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(bit) : "d"(double(a)), "d"(double(b))); mask |= bit << i
#define TEST(i, text) asm volatile("{ .reg .pred p; " text " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(bit) : "f"(a)); mask |= bit << i

extern "C" __global__ void comparison(const float *as, const float *bs, const float *cs, uint32_t *out) {
  INPUTS(float);
  uint32_t o[5], bit, mask = 0;
  COMPARE(0, "setp.eq.f32"); COMPARE(1, "setp.ne.f32"); COMPARE(2, "setp.lt.f32"); COMPARE(3, "setp.le.f32"); COMPARE(4, "setp.gt.f32");
  COMPARE(5, "setp.ge.f32"); COMPARE(6, "setp.equ.f32"); COMPARE(7, "setp.neu.f32"); COMPARE(8, "setp.ltu.f32"); COMPARE(9, "setp.leu.f32");
  COMPARE(10, "setp.gtu.f32"); COMPARE(11, "setp.geu.f32"); COMPARE(12, "setp.num.f32"); COMPARE(13, "setp.nan.f32"); COMPARE(14, "setp.eq.ftz.f32");
  o[0] = mask;
  mask = 0;
  COMPARE64(0, "setp.eq.f64"); COMPARE64(1, "setp.ne.f64"); COMPARE64(2, "setp.ltu.f64"); COMPARE64(3, "setp.nan.f64"); COMPARE64(4, "setp.ge.f64");
  o[1] = mask;
  mask = 0;
  TEST(0, "testp.finite.f32"); TEST(1, "testp.infinite.f32"); TEST(2, "testp.number.f32"); TEST(3, "testp.notanumber.f32"); TEST(4, "testp.normal.f32");
  TEST(5, "testp.subnormal.f32");
  o[2] = mask;
  asm volatile("set.lt.u32.f32 %0, %1, %2;" : "=r"(o[3]) : "f"(a), "f"(b));
  asm volatile("slct.u32.f32 %0, %1, %2, %3;" : "=r"(o[4]) : "r"(5), "r"(7), "f"(c));
  leave(out, o);
}

/// Sums in an order that is fixed: compensated (Kahan), and pairwise by hand.
extern "C" __global__ void compensated(const float *values, float *out, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, error = 0;
  for (int i = 0; i < count; ++i) {
    const float y = __fsub_rn(values[thread * count + i], error), t = __fadd_rn(sum, y);
    error = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
  }
  out[thread] = sum;
}

/// Double-double product and sum: exact error terms by fma.
extern "C" __global__ void doubleDouble(const double *x, const double *y, double2 *out, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  double high = 0, low = 0;
  for (int i = 0; i < count; ++i) {
    const double a = x[thread * count + i], b = y[thread * count + i], product = __dmul_rn(a, b), rest = __fma_rn(a, b, -product);
    const double sum = __dadd_rn(high, product), part = __dsub_rn(sum, high);
    low = __dadd_rn(low, __dadd_rn(__dadd_rn(__dsub_rn(high, __dsub_rn(sum, part)), __dsub_rn(product, part)), rest));
    high = sum;
  }
  out[thread] = make_double2(high, low);
}
